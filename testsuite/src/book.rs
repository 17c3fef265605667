//! The book below `docs/src`: its chapters, and everything in them that a machine can hold against the product.
//!
//! Some pages are written from tables ([`pages`]), pictures from plans ([`pictures`]). In all others every block of code
//! says by its first word what becomes of it ([`blocks`]): programs are verified, commands and sessions are played
//! again ([`play`]). [`links`] follows what points from page to page.

pub mod blocks;
pub mod links;
pub mod pages;
pub mod pictures;
pub mod play;

use std::path::PathBuf;

use crate::paths::{files_below, root};

/// The line that begins a page which is written from tables.
pub const GENERATED: &str = "<!-- written by `BLESS=1 cargo test -p warpline-testsuite --test book` -->";

/// A page of the book.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// Its path from `docs/src`.
    pub name: String,
    /// Its text.
    pub text: String,
}

impl Chapter {
    /// Whether the page is written from tables.
    pub fn is_generated(&self) -> bool {
        self.text.starts_with(GENERATED)
    }
}

/// Where the pages are.
pub fn folder() -> PathBuf {
    root().join("docs/src")
}

/// Every page, with the table of contents.
pub fn chapters() -> Vec<Chapter> {
    let read = |path: PathBuf| {
        let name = path.strip_prefix(folder()).unwrap_or(&path).to_string_lossy().into_owned();
        Chapter { name, text: std::fs::read_to_string(&path).unwrap_or_default() }
    };
    files_below(&folder(), "md").into_iter().map(read).collect()
}
