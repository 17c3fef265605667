//! `warpline lsp`: a language server on stdin and stdout, for any editor that starts one by its path.
//!
//! ```text
//! message ─server→ Document (text, version) ─analysis→ module, names, schedule ─answers→ reply
//! ```
//! A text is read when somebody asks, and findings are sent when it is quiet after an edit, so a burst of edits costs one
//! analysis. Rules, proofs and schedules are asked only where an answer needs them. Answers are computed from the last
//! text alone; nothing is kept from one version to the next.

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
