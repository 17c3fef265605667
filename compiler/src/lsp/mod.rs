//! `warpline lsp`: a language server on stdin and stdout, for any editor that starts one by its path.
//!
//! ```text
//! message ─server→ Document (text, version) ─analysis→ module, names, schedule ─answers→ reply
//! ```
//! A text is analysed when somebody asks or when no message waits, so a burst of edits costs one analysis. Answers are
//! computed from the last text alone; nothing is kept from one version to the next.

mod actions;
mod analysis;
mod answers;
mod capabilities;
mod completion;
mod hints;
mod hover;
mod index;
mod outline;
mod position;
mod server;
mod tokens;

pub use server::serve;
