//! REPL transcripts as cases: a file `.repl` holds inputs after prompts, and the replies.

use std::path::Path;

use super::result::{Mode, Verdict, difference};
use crate::driver::session::{CommandLine, Exit, Session, SourceFile};

/// Replays a transcript and compares it with the actual output.
pub(super) fn judge(
    path: &Path,
    text: &str,
    mode: Mode,
    command_line: CommandLine,
) -> Result<Verdict, String> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut session = Session::with_stdin(SourceFile { name, text: text.to_string() });
    let exit = command_line(&["warpline".to_string(), "repl".to_string()], &mut session);
    if !matches!(exit, Exit::Success | Exit::Failed) || !session.err.is_empty() {
        return Err(format!("the REPL ended with {exit:?}\n{}", session.err));
    }
    if session.out == text {
        return Ok(Verdict::Passed);
    }
    if mode == Mode::Check {
        return Err(format!("{}BLESS=1 accepts what came out", difference(text, &session.out)));
    }
    std::fs::write(path, &session.out).map_err(|error| format!("cannot write the case: {error}"))?;
    Ok(Verdict::Blessed)
}
