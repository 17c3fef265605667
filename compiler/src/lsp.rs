//! `warpline lsp`: a language server on stdin and stdout, for any editor that starts one by its path.
//!
//! ```text
//! message ─transport, server→ Document (text, version) ─→ Analysis of each piece: module, names, batches (schedule) ─answers→ reply
//! ```
//! A text is read when somebody asks, and findings are sent when it is quiet after an edit, so a burst of edits costs one
//! analysis. Rules, proofs and schedules are asked only where an answer needs them, and only for the functions that it is
//! about. Answers are computed from the last text alone; a piece between lines `// -----` that an edit did not touch keeps
//! its analysis.

mod actions;
mod analysis;
mod answers;
mod batches;
mod capabilities;
mod completion;
mod document;
mod hints;
mod hover;
mod index;
mod outline;
mod position;
mod server;
mod show;
mod tokens;
mod transport;

pub use server::serve;
pub use transport::{Log, Style, Transport};
