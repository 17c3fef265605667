//! Shared libraries that a program may call. Opening one runs its code, so the user decides which ones are
//! opened.

use std::error::Error as _;
use std::ffi::OsStr;
use std::fmt;

use libloading::Library;

/// Open libraries, which are searched for symbols in order. They stay open as long as this lives.
pub struct Libraries(Vec<Library>);

impl Libraries {
    /// Opens libraries by their paths, as the system finds them; the error names the one that cannot be
    /// opened, and why.
    pub fn open<'p>(paths: impl IntoIterator<Item = &'p OsStr>) -> Result<Self, String> {
        let open = |path: &OsStr| {
            // SAFETY: the user requests the code that runs when a library is opened by naming the library.
            unsafe { Library::new(path) }.map_err(|error| {
                let reason = error.source().map_or_else(|| error.to_string(), ToString::to_string);
                format!("'{}' cannot be opened: {reason}", path.display())
            })
        };
        paths.into_iter().map(open).collect::<Result<_, _>>().map(Self)
    }

    /// Returns the address of a function, which is valid as long as this lives.
    pub fn address(&self, name: &str) -> Option<*const u8> {
        self.0.iter().find_map(|library| {
            // SAFETY: the symbol is used as an address, which is not called here.
            unsafe { library.get::<*const u8>(name.as_bytes()) }.ok().map(|symbol| *symbol)
        })
    }
}

impl fmt::Debug for Libraries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Libraries").field("n", &self.0.len()).finish_non_exhaustive()
    }
}
