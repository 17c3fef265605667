//! The book below `docs/src`: its chapters, and the checks of everything in them that a machine can verify.
//!
//! Some pages are generated from tables ([`pages`]), pictures from plans ([`pictures`]). In all other pages,
//! the first word of a code block states how the block is checked ([`blocks`]): programs are verified,
//! commands and sessions are run again ([`play`]). [`links`] checks the links between pages.

pub mod blocks;
pub mod links;
pub mod pages;
pub mod pictures;
pub mod play;

use std::path::PathBuf;

use crate::paths::{files_below, root};

/// The first line of a page that is generated from tables.
pub const GENERATED: &str = "<!-- written by `BLESS=1 cargo test -p warpline-testsuite --test book` -->";

/// A page of the book.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// The path from `docs/src`.
    pub name: String,
    /// The Markdown text.
    pub text: String,
}

impl Chapter {
    /// Whether the page is generated from tables.
    pub fn is_generated(&self) -> bool {
        self.text.starts_with(GENERATED)
    }
}

/// Returns the folder of the pages.
pub fn folder() -> PathBuf {
    root().join("docs/src")
}

/// Returns every page, including the table of contents.
pub fn chapters() -> Vec<Chapter> {
    let read = |path: PathBuf| {
        let name = path.strip_prefix(folder()).unwrap_or(&path).to_string_lossy().into_owned();
        Chapter { name, text: std::fs::read_to_string(&path).unwrap_or_default() }
    };
    files_below(&folder(), "md").into_iter().map(read).collect()
}
