//! Shared libraries that the user lets a program call. Opening one runs its code, so nothing here decides what is opened.

use std::error::Error as _;
use std::ffi::OsStr;
use std::fmt;

use libloading::Library;

/// Open libraries, in the order in which they are asked for a symbol. They stay open as long as this lives.
pub struct Libraries(Vec<Library>);

impl Libraries {
    /// Opens libraries by their paths, as the system finds them; `Err` tells which one cannot be opened, and why.
    pub fn open<'p>(paths: impl IntoIterator<Item = &'p OsStr>) -> Result<Self, String> {
        let open = |path: &OsStr| {
            // SAFETY: the code that runs when a library is opened is what the user asks for by naming the library.
            unsafe { Library::new(path) }.map_err(|error| {
                let reason = error.source().map_or_else(|| error.to_string(), ToString::to_string);
                format!("'{}' cannot be opened: {reason}", path.display())
            })
        };
        paths.into_iter().map(open).collect::<Result<_, _>>().map(Self)
    }

    /// The address of a function; good as long as this lives.
    pub fn address(&self, name: &str) -> Option<*const u8> {
        self.0.iter().find_map(|library| {
            // SAFETY: the symbol is taken as an address, which is not called here.
            unsafe { library.get::<*const u8>(name.as_bytes()) }.ok().map(|symbol| *symbol)
        })
    }
}

impl fmt::Debug for Libraries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Libraries").field("n", &self.0.len()).finish_non_exhaustive()
    }
}
