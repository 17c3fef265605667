//! The files that a command may write.

use std::io::{Error, Result};
use std::path::{Path, PathBuf, absolute};

/// The files that a session may write. Whoever runs a file from elsewhere, such as a test, gives it a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Writes {
    /// All.
    #[default]
    All,
    /// Those below a folder, and `/dev/null`.
    Below(PathBuf),
}

impl Writes {
    /// Why a file may not be written, if it may not. Links and `..` lead to where the file would be.
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

/// The absolute path without links and `..` of a file that need not be there, in a folder that need not be, either.
fn resolved(path: &Path) -> Result<PathBuf> {
    let mut there = absolute(path)?;
    let mut missing = Vec::new();
    loop {
        match there.canonicalize() {
            Ok(found) => return Ok(missing.iter().rev().fold(found, |path, name| path.join(name))),
            // A link that leads nowhere yet may lead anywhere.
            Err(error) if there.is_symlink() => return Err(error),
            Err(error) => {
                let name = there.file_name().map(ToOwned::to_owned);
                missing.push(name.ok_or_else(|| Error::new(error.kind(), "no name"))?);
                there.pop();
            }
        }
    }
}
