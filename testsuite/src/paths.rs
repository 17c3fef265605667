//! Paths of the repository.

use std::path::{Path, PathBuf};

/// Returns the root of the repository.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// Returns a path of the repository, as a string for a command line.
pub fn file(path: &str) -> String {
    root().join(path).to_string_lossy().into_owned()
}

/// Returns every file below a directory with this extension, sorted.
pub fn files_below(directory: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![directory.to_path_buf()];
    while let Some(directory) = open.pop() {
        let entries = std::fs::read_dir(&directory).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Returns a fresh path for a temporary file of a test.
pub fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("warpline-{}-{name}", std::process::id()))
}
