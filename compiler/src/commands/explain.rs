//! `warpline explain X`: what an error code, an operation or a pass means.

use clap::Args;
use warpline_ir::{OpKind, codes};
use warpline_passes::find_pass;

use crate::session::{Exit, Session, Stop};

/// The flags of `explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// A code such as E0201, an operation such as gpu.alloc, or a pass
    name: String,
}

/// Codes and what they stand for.
const CODES: &[(&str, &str)] = &[
    (codes::LEXICAL, "a character or token that no rule of the language allows"),
    (
        codes::STRUCTURE,
        "brackets, regions or blocks that do not close, or text where an operation must start",
    ),
    (codes::SYNTAX, "the text of an operation, type or attribute does not follow its form"),
    (codes::NAME, "a name that is unknown, defined twice or of another type"),
    (codes::VERIFY, "an operation breaks a rule of its definition"),
    (codes::DOMINANCE, "a value is used where its definition does not dominate"),
    (codes::SYMBOL, "a symbol is missing, defined twice or of the wrong kind"),
    (codes::UNSUPPORTED, "a pass or backend cannot handle an operation"),
    (codes::LIMIT, "a limit on the size or nesting of the input was passed"),
    (codes::RUNTIME, "the program failed while it ran"),
    (codes::STYLE, "an older or looser form that is understood; the message names the better one"),
    (codes::ASYNC, "a likely mistake in the use of asynchronous operations"),
];

/// Prints the explanation.
pub fn explain(session: &mut Session, args: &ExplainArgs) -> Result<Exit, Stop> {
    let name = args.name.as_str();
    if let Some((code, meaning)) = CODES.iter().find(|(code, _)| *code == name) {
        session.print(format!("{code}: {meaning}"));
        return Ok(Exit::Success);
    }
    if let Some(pass) = find_pass(name) {
        session.print(format!("pass {name}: {}", pass.summary));
        for option in pass.options {
            session.print(format!("  {}={}: {}", option.name, option.default, option.summary));
        }
        return Ok(Exit::Success);
    }
    let Some(kind) = OpKind::lookup(name) else {
        return Err(session.fail(Exit::Usage, format!("'{name}' is no error code, operation or pass")));
    };
    if let Some(def) = kind.def() {
        let doc: Vec<&str> = def.doc.lines().map(str::trim).collect();
        session.print(format!("operation {name}: {}", doc.join(" ")));
        def.operands
            .iter()
            .for_each(|slot| session.print(format!("  operand {}: {:?}", slot.name, slot.arity)));
        def.results
            .iter()
            .for_each(|slot| session.print(format!("  result {}: {:?}", slot.name, slot.arity)));
        for attr in def.attrs {
            let word = if attr.required { "required" } else { "optional" };
            session.print(format!("  attribute {}: {word}", attr.name));
        }
    }
    Ok(Exit::Success)
}
