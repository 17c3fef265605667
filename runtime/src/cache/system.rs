//! File metadata of the operating system: owner and write permissions.
//!
//! On a system that does not provide them, no directory is used.

pub(super) use known::{
    IS_KNOWN, current_user, disk_bytes, identity, mode, new_own_file, new_own_folder, owner,
};

#[cfg(unix)]
mod known {
    use std::fs::{DirBuilder, Metadata, OpenOptions};
    use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _};

    pub(in super::super) const IS_KNOWN: bool = true;

    // SAFETY: every Unix system has this function with this signature.
    unsafe extern "C" {
        /// Has no preconditions and cannot fail.
        safe fn geteuid() -> u32;
    }

    /// Returns the effective user of this process.
    pub(in super::super) fn current_user() -> u32 {
        geteuid()
    }

    pub(in super::super) fn owner(file: &Metadata) -> u32 {
        file.uid()
    }

    /// Returns the permission bits.
    pub(in super::super) fn mode(file: &Metadata) -> u32 {
        file.mode()
    }

    /// Returns the identity of a file: device and inode.
    pub(in super::super) fn identity(file: &Metadata) -> (u64, u64) {
        (file.dev(), file.ino())
    }

    /// Returns the number of bytes allocated on disk.
    pub(in super::super) fn disk_bytes(file: &Metadata) -> u64 {
        file.blocks() * 512
    }

    /// Returns a builder for folders that only their owner can enter.
    pub(in super::super) fn new_own_folder() -> DirBuilder {
        let mut folder = DirBuilder::new();
        folder.mode(0o700);
        folder
    }

    /// Returns options that create files which only their owner can read or write.
    pub(in super::super) fn new_own_file() -> OpenOptions {
        let mut file = OpenOptions::new();
        file.mode(0o600);
        file
    }
}

#[cfg(not(unix))]
mod known {
    use std::fs::{DirBuilder, Metadata, OpenOptions};

    pub(in super::super) const IS_KNOWN: bool = false;

    pub(in super::super) fn current_user() -> u32 {
        0
    }

    pub(in super::super) fn owner(_: &Metadata) -> u32 {
        0
    }

    pub(in super::super) fn mode(_: &Metadata) -> u32 {
        0
    }

    pub(in super::super) fn identity(_: &Metadata) -> (u64, u64) {
        (0, 0)
    }

    pub(in super::super) fn disk_bytes(file: &Metadata) -> u64 {
        file.len()
    }

    pub(in super::super) fn new_own_folder() -> DirBuilder {
        DirBuilder::new()
    }

    pub(in super::super) fn new_own_file() -> OpenOptions {
        OpenOptions::new()
    }
}
