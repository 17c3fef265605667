//! `cache doctor`: checks what makes a cache slow or useless.

use std::path::PathBuf;

use serde_json::json;
use warpline_runtime::cache::{DirectoryAccess, Examined, examine};

use super::{AsJson, options};
use crate::driver::session::{Exit, Session, Stop};

/// Prints what was examined; the exit code is 1 if there is a problem.
pub(super) fn doctor(session: &mut Session, dir: PathBuf, form: AsJson) -> Result<Exit, Stop> {
    session.require_writable(&dir)?;
    let named = dir.display().to_string();
    let found = examine(&options(dir, DirectoryAccess::Write));
    let is_healthy = found.iter().all(|examined| examined.outcome.is_ok());
    if form.json {
        let rows: Vec<_> = found
            .iter()
            .map(|Examined { name, outcome }| {
                let (Ok(text) | Err(text)) = outcome;
                json!({"name": name, "ok": outcome.is_ok(), "found": text})
            })
            .collect();
        session.print(json!({"directory": named, "healthy": is_healthy, "checks": rows}).to_string());
    } else {
        session.print(format!("{:<20} {named}", "path"));
        for Examined { name, outcome } in &found {
            match outcome {
                Ok(text) => session.print(format!("{name:<20} {text}")),
                Err(text) => session.print(format!("{name:<20} PROBLEM: {text}")),
            }
        }
    }
    Ok(if is_healthy { Exit::Success } else { Exit::Failed })
}
