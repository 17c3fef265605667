//! `warpline explain X`: explains an error code, an operation, a dialect, a pass or a target.

use clap::Args;
use warpline_ir::suggest::nearest;
use warpline_ir::{OpKind, codes};
use warpline_passes::PASSES;

use crate::driver::explain::explanation;
use crate::driver::session::{Exit, Session, Stop};

/// The flags of `explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// Code such as E0201, operation such as gpu.alloc, dialect such as gpu, pass such as cse (including
    /// mlir-opt passes that are not implemented here), or target such as sm_90
    #[arg(required_unless_present = "target")]
    name: Option<String>,
    /// Target, as for compile; the same as its name alone
    #[arg(long, value_name = "NAME", conflicts_with = "name")]
    target: Option<String>,
}

/// Prints the explanation.
pub fn explain(session: &mut Session, args: &ExplainArgs) -> Result<Exit, Stop> {
    let name = args.name.as_deref().or(args.target.as_deref()).unwrap_or_default();
    let lines = explanation(name).ok_or_else(|| session.fail(Exit::Usage, unknown(name)))?;
    for line in lines {
        session.print(line);
    }
    Ok(Exit::Success)
}

fn unknown(name: &str) -> String {
    let operations: Vec<String> = OpKind::all().map(OpKind::name).collect();
    let known = (codes::ALL.iter().map(|known| known.code))
        .chain(PASSES.iter().map(|pass| pass.name))
        .chain(OpKind::DIALECTS.iter().copied())
        .chain(operations.iter().map(String::as_str));
    let hint = nearest(name, known).map(|near| format!("; did you mean '{near}'?")).unwrap_or_default();
    format!("'{name}' is no code, operation, dialect, pass or target{hint}")
}
