//! Temporary folders that only their owner can read and write.

use std::io;

use tempfile::TempDir;

/// Creates a folder for a purpose, with a random name. It is removed when it is dropped.
pub(crate) fn folder(purpose: &str) -> io::Result<TempDir> {
    let prefix = format!("warpline-{purpose}-");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(std::fs::Permissions::from_mode(0o700));
    }
    builder.tempdir()
}
