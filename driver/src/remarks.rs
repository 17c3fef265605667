//! The flag `--remarks`: selects the passes that report what they did or did not do, and why.

use clap::Args;
use warpline_ir::{Remarks, suggest::nearest};
use warpline_passes::PASSES;

use crate::session::{Exit, Session, Stop};

/// The value of the flag that selects every pass.
const ALL: &str = "all";

/// The flag.
#[derive(Debug, Args)]
pub struct RemarkFlags {
    /// Report what passes did or did not do, where and why: all passes, or the named ones
    #[arg(long, value_name = "PASS", value_delimiter = ',', num_args = 0.., require_equals = true,
        default_missing_value = ALL)]
    remarks: Vec<String>,
}

impl RemarkFlags {
    /// Whether remarks are requested.
    pub fn is_given(&self) -> bool {
        !self.remarks.is_empty()
    }

    /// Applies the flag to the session. An unknown pass is a usage error.
    pub fn apply(&self, session: &mut Session) -> Result<(), Stop> {
        session.remarks = parse(&self.remarks).map_err(|message| session.fail(Exit::Usage, message))?;
        Ok(())
    }
}

/// Selects the remarks of passes with these names.
pub fn parse(names: &[String]) -> Result<Remarks, String> {
    if names.iter().any(|name| name == ALL) {
        return Ok(Remarks::All);
    }
    match names.iter().find(|name| warpline_passes::find_pass(name).is_none()) {
        Some(unknown) => Err(no_pass(unknown)),
        None if names.is_empty() => Ok(Remarks::Off),
        None => Ok(Remarks::Of(names.to_vec())),
    }
}

/// Returns the text of a selection, which [`from_text`] parses.
pub fn to_text(remarks: &Remarks) -> String {
    match remarks {
        Remarks::Off => "off".to_string(),
        Remarks::All => ALL.to_string(),
        Remarks::Of(names) => names.join(","),
    }
}

/// Parses a selection: `off`, `all`, or names of passes.
pub fn from_text(text: &str) -> Result<Remarks, String> {
    let names: Vec<String> = text.split(',').map(|name| name.trim().to_string()).collect();
    if text == "off" { Ok(Remarks::Off) } else { parse(&names) }
}

/// Returns the message for an unknown pass name, with the nearest known one.
pub fn no_pass(name: &str) -> String {
    let near = nearest(name, PASSES.iter().map(|pass| pass.name));
    let hint = near.map(|near| format!("; did you mean '{near}'?")).unwrap_or_default();
    format!("there is no pass '{name}'{hint}")
}
