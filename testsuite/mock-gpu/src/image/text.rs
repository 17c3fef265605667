//! Images that are PTX, which the interpreter executes, and the driver's compiler of them.

use std::fmt::Write as _;

use super::Logs;
use crate::code;
use crate::config::Config;
use warpline_testsuite::device::Executable;
use warpline_testsuite::device::ptx::PtxModule;

/// Loads a text whose variables begin at an address, or rejects it.
pub(super) fn load(
    text: &str,
    base: u64,
    config: &Config,
    logs: &mut Logs,
) -> Result<Box<dyn Executable>, i32> {
    if let Some((major, minor)) = version(text).filter(|version| config.ptx < *version) {
        let (most, least) = config.ptx;
        logs.errors = format!(
            "ptxas application ptx input, line 1; fatal   : Unsupported .version {major}.{minor}; current version is \
             '{most}.{least}'\n"
        );
        return Err(code::UNSUPPORTED_PTX_VERSION);
    }
    for line in lines_with(text, config.warn.as_deref()) {
        let _ = writeln!(
            logs.info,
            "ptxas application ptx input, line {line}; warning : Advisory: this line is not to the mock's taste"
        );
    }
    for line in lines_with(text, config.refuse.as_deref()) {
        let _ = writeln!(
            logs.errors,
            "ptxas application ptx input, line {line}; error   : Arguments mismatch for instruction"
        );
    }
    if logs.errors.is_empty() {
        match PtxModule::load(text, base) {
            Ok(module) => return Ok(Box::new(module)),
            Err(error) => {
                let (line, message) = (error.line, error.message);
                logs.errors = format!("ptxas application ptx input, line {line}; error   : {message}\n");
            }
        }
    }
    logs.errors.push_str("ptxas fatal   : Ptx assembly aborted due to errors\n");
    Err(code::INVALID_PTX)
}

fn version(text: &str) -> Option<(u32, u32)> {
    let line = text.lines().find_map(|line| line.trim().strip_prefix(".version "))?;
    let (major, minor) = line.trim().split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// Returns the numbers of the lines that contain these words.
fn lines_with<'t>(text: &'t str, words: Option<&'t str>) -> impl Iterator<Item = usize> + 't {
    let lines = (1..).zip(text.lines());
    lines.filter(move |(_, line)| words.is_some_and(|words| line.contains(words))).map(|(number, _)| number)
}
