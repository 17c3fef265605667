//! `warpline passes`: lists the passes and their options.

use clap::Args;
use serde_json::{Value, json};
use warpline_passes::pass::PassOption;
use warpline_passes::{PASSES, Pass};

use crate::driver::session::{Exit, Session};

/// The flags of `passes`.
#[derive(Debug, Args)]
pub struct PassesArgs {
    /// List only passes whose name or summary contains this text
    filter: Option<String>,
    /// Print a JSON array of names, summaries and options
    #[arg(long)]
    json: bool,
}

/// Lists the passes, one per line, with their options below.
pub fn passes(session: &mut Session, args: &PassesArgs) -> Exit {
    let filter = args.filter.as_deref().unwrap_or_default();
    let found = PASSES.iter().filter(|pass| pass.name.contains(filter) || pass.summary.contains(filter));
    if args.json {
        let all: Vec<Value> = found.map(as_json).collect();
        session.print(format!("{:#}", Value::Array(all)));
        return Exit::Success;
    }
    for pass in found {
        session.print(format!("{:<32} {}", pass.name, pass.summary));
        for option in pass.options {
            let name = format!("{}={}", option.name, option.default);
            session.print(format!("    {name:<28} {}", option.summary));
        }
    }
    Exit::Success
}

fn as_json(pass: &Pass) -> Value {
    let option = |option: &PassOption| json!({"name": option.name, "default": option.default, "summary": option.summary});
    let options: Vec<Value> = pass.options.iter().map(option).collect();
    json!({"name": pass.name, "summary": pass.summary, "options": options})
}
