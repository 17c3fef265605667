//! `warpline ops`: lists the operations.

use clap::Args;
use serde_json::{Value, json};
use warpline_ir::OpKind;

use crate::driver::explain::first_sentence;
use crate::driver::session::{Exit, Session};

/// The flags of `ops`.
#[derive(Debug, Args)]
pub struct OpsArgs {
    /// List only operations whose name contains this text, such as gpu. or atomic
    filter: Option<String>,
    /// Print a JSON array of names, dialects and summaries
    #[arg(long)]
    json: bool,
}

/// Lists the operations, a line each.
pub fn ops(session: &mut Session, args: &OpsArgs) -> Exit {
    let filter = args.filter.as_deref().unwrap_or_default();
    let found = OpKind::all().filter(|kind| kind.name().contains(filter));
    let summary = |kind: OpKind| first_sentence(kind.def().map_or("", |def| def.doc));
    if args.json {
        let row =
            |kind: OpKind| json!({"name": kind.name(), "dialect": kind.dialect(), "summary": summary(kind)});
        let all: Vec<Value> = found.map(row).collect();
        session.print(format!("{:#}", Value::Array(all)));
        return Exit::Success;
    }
    for kind in found {
        session.print(format!("{:<32} {}", kind.name(), summary(kind)));
    }
    Exit::Success
}
