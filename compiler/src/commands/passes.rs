//! `warpline passes`: the passes with their options.

use warpline_passes::PASSES;

use crate::session::{Exit, Session};

/// Lists every pass, a line each, options below.
pub fn passes(session: &mut Session) -> Exit {
    for pass in PASSES {
        session.print(format!("{:<32} {}", pass.name, pass.summary));
        for option in pass.options {
            let name = format!("{}={}", option.name, option.default);
            session.print(format!("    {name:<28} {}", option.summary));
        }
    }
    Exit::Success
}
