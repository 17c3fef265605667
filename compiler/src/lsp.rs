//! `warpline lsp`: a language server on stdin and stdout, for any editor that starts one by its path.
//!
//! ```text
//! message ─transport, server→ Document (text, version) ─→ Analysis of each piece: module, names, batches (schedule) ─answers→ reply
//! ```
//! A text is parsed when a request needs it. Diagnostics are sent after a pause in the editing, so a burst of
//! edits costs one analysis. Verification and schedules are computed only if a request needs them, and only for
//! the functions concerned. Replies are computed from the last text alone; a piece between lines `// -----`
//! that an edit did not touch keeps its analysis.

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
