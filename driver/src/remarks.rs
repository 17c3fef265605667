//! Selects the passes that report what they did or did not do, and why.

use warpline_ir::{Remarks, suggest::nearest};
use warpline_passes::PASSES;

/// The word that selects every pass.
pub const ALL: &str = "all";

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
