//! Restricts the files that a command may write.

use std::io::{Error, Result};
use std::path::{Path, PathBuf, absolute};

/// The files that a session may write. A caller that runs an untrusted file, such as a test, restricts it to a
/// folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Writes {
    /// All files.
    #[default]
    All,
    /// The files below a folder, and `/dev/null`.
    Below(PathBuf),
    /// None: the paths, as they were given, and the contents are kept.
    Held(Vec<(String, Vec<u8>)>),
}

impl Writes {
    /// Returns an error if a file may not be written. Links and `..` are resolved first.
    pub fn check(&self, path: &Path) -> std::result::Result<(), String> {
        let Self::Below(folder) = self else { return Ok(()) };
        let is_inside = resolved(path).and_then(|path| Ok(path.starts_with(resolved(folder)?)));
        if path == Path::new("/dev/null") || is_inside.unwrap_or(false) {
            return Ok(());
        }
        Err(format!(
            "a test writes below %t and %T only, but not '{}'; 'warpline test --allow-writes' allows it",
            path.display()
        ))
    }
}

/// Returns the absolute path without links and `..` of a file that may not exist, in a folder that may not exist.
fn resolved(path: &Path) -> Result<PathBuf> {
    let mut there = absolute(path)?;
    let mut missing = Vec::new();
    loop {
        match there.canonicalize() {
            Ok(found) => return Ok(missing.iter().rev().fold(found, |path, name| path.join(name))),
            // A dangling link could later lead anywhere.
            Err(error) if there.is_symlink() => return Err(error),
            Err(error) => {
                let name = there.file_name().map(ToOwned::to_owned);
                missing.push(name.ok_or_else(|| Error::new(error.kind(), "no name"))?);
                there.pop();
            }
        }
    }
}
