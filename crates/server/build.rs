//! Takes the built client and the rules pages into the program. Nothing is written outside `OUT_DIR`, and a missing
//! client is no error: the server then says how to build it.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let missing = |name: &str| io::Error::other(format!("{name} is not set"));
    let here =
        PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or(missing("CARGO_MANIFEST_DIR"))?);
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(missing("OUT_DIR"))?);
    let root = here.join("../..").canonicalize()?;
    let client = root.join("web/dist");
    let variants = root.join("variants");
    // A path that does not exist makes the script run again each time, so a client that appears is noticed.
    println!("cargo::rerun-if-changed={}", client.display());
    println!("cargo::rerun-if-changed={}", variants.display());
    println!("cargo::rerun-if-changed=build.rs");

    let mut code = String::new();
    let files = if client.is_dir() {
        under(&client)?
    } else {
        Vec::new()
    };
    list(
        &mut code,
        "CLIENT",
        "The built client: path and content.",
        &client,
        &files,
    );
    let pages: Vec<PathBuf> = under(&variants)?
        .into_iter()
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .collect();
    list(
        &mut code,
        "RULES_PAGES",
        "Rules pages: file name and content.",
        &variants,
        &pages,
    );
    fs::write(out.join("embedded.rs"), code)
}

/// All files below a folder, sorted.
fn under(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(under(&path)?);
        } else {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn list(code: &mut String, name: &str, meaning: &str, folder: &Path, files: &[PathBuf]) {
    let _ = writeln!(
        code,
        "/// {meaning}\npub static {name}: &[(&str, &[u8])] = &["
    );
    for file in files {
        let short = file.strip_prefix(folder).unwrap_or(file);
        let short = short.to_string_lossy().replace('\\', "/");
        let _ = writeln!(
            code,
            "    ({short:?}, include_bytes!({:?})),",
            file.display().to_string()
        );
    }
    code.push_str("];\n");
}
