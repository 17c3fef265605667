//! Parses the log of the driver's compiler and maps its lines to operations.
//!
//! A line reads `ptxas application ptx input, line 9; error   : Unknown symbol 'd2'`, with any text before
//! the comma. Lines without a number, such as the final `ptxas fatal   : …`, refer to the whole text.

use crate::driver::error::{TextDiagnostic, TextSeverity};
use crate::program::DeviceImage;

/// Returns the diagnostics of a log, in its order.
pub(super) fn read(log: &str, source: &DeviceImage) -> Vec<TextDiagnostic> {
    let text = String::from_utf8_lossy(&source.code);
    log.lines().filter_map(|line| diagnostic(line, source, &text)).collect()
}

fn diagnostic(line: &str, source: &DeviceImage, text: &str) -> Option<TextDiagnostic> {
    let (head, message) = line.split_once(':')?;
    let severity = match head.split_whitespace().next_back()? {
        "error" => TextSeverity::Error,
        "fatal" => TextSeverity::Fatal,
        "warning" => TextSeverity::Warning,
        _ => return None,
    };
    let number =
        head.rsplit_once(", line ").and_then(|(_, rest)| rest.split(';').next()?.trim().parse().ok());
    let written = number.and_then(|number: u32| text.lines().nth(number.checked_sub(1)? as usize));
    Some(TextDiagnostic {
        severity,
        message: message.trim().to_owned(),
        line: number,
        place: number.and_then(|number| source.place(number)),
        written: written.unwrap_or_default().trim().to_owned(),
    })
}
