//! File metadata of the operating system: owner and write permissions.
//!
//! On a system that does not provide them, no directory is used.

pub(super) use file_systems::{FileSystem, file_system};
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

mod file_systems {
    use std::path::Path;

    /// The file system of a path.
    #[derive(Clone, Copy, Debug)]
    pub(in super::super) struct FileSystem {
        /// Its name, if it is a known one.
        pub(in super::super) name: Option<&'static str>,
        /// Whether its files are on another machine.
        pub(in super::super) is_remote: bool,
        /// The bytes that this user may still allocate.
        pub(in super::super) free: u64,
    }

    /// The magic numbers of file systems in `statfs(2)`, with whether files are on another machine.
    #[cfg(target_os = "linux")]
    const KNOWN: [(u32, &str, bool); 12] = [
        (0x6969, "NFS", true),
        (0x0bd0_0bd0, "Lustre", true),
        (0x4750_4653, "GPFS", true),
        (0xfe53_4d42, "SMB", true),
        (0xff53_4d42, "CIFS", true),
        (0x6573_5546, "FUSE", true),
        (0x0102_1997, "9P", true),
        (0xef53, "ext4", false),
        (0x5846_5342, "XFS", false),
        (0x9123_683e, "Btrfs", false),
        (0x0102_1994, "tmpfs", false),
        (0x794c_7630, "overlayfs", false),
    ];

    /// Returns the file system of a path; `None` if the system does not know it.
    #[cfg(target_os = "linux")]
    pub(in super::super) fn file_system(path: &Path) -> Option<FileSystem> {
        use std::os::unix::ffi::OsStrExt as _;
        let path = std::ffi::CString::new(path.as_os_str().as_bytes()).ok()?;
        let mut found = std::mem::MaybeUninit::<libc::statfs>::uninit();
        // SAFETY: the path ends with a zero, and the result is writable.
        if unsafe { libc::statfs(path.as_ptr(), found.as_mut_ptr()) } != 0 {
            return None;
        }
        // SAFETY: the call has succeeded, so it has written the result.
        let found = unsafe { found.assume_init() };
        let known = KNOWN.iter().find(|(magic, ..)| *magic == found.f_type as u32);
        let free = found.f_bavail.saturating_mul(found.f_bsize as u64);
        Some(FileSystem {
            name: known.map(|(_, name, _)| *name),
            is_remote: known.is_some_and(|(.., is_remote)| *is_remote),
            free,
        })
    }

    #[cfg(not(target_os = "linux"))]
    pub(in super::super) fn file_system(_: &Path) -> Option<FileSystem> {
        None
    }
}
