//! Prints `web/src/wire.ts`, for `cargo xtask gen`.

fn main() {
    print!("{}", backrank_server::wire_ts::text());
}
