//! What people write and read.
