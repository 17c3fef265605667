//! Adds fastmath flags to all operations on floats: a permission of whoever compiles a program, where its author stated none.
//!
//! Results change within what the flags permit, and are the same on all devices as far as the flags say so. Bodies of named
//! operations of linalg have no place for flags: `linalg-generalize-named-ops` gives them one.
//!
//! Cost: one walk.
//!
//! ```text
//! %s = arith.addf %a, %b fastmath<nnan> : f32   →   %s = arith.addf %a, %b fastmath<reassoc,nnan,contract> : f32
//! ```

use crate::pass::PassOption;
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::dialect::linalg::Structured;
use warpline_ir::{Linalg, Module, Op, OpKind, Reported};

/// The flags, in the order in which they are printed.
pub const FLAGS: [&str; 7] = ["reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"];

/// The key of the attribute.
const KEY: &str = "fastmath";

/// The `assume-fastmath` pass.
pub const PASS: Pass = Pass {
    name: "assume-fastmath",
    summary: "Adds fastmath flags to all operations on floats",
    options: &[PassOption {
        name: "flags",
        summary: "The flags, separated by commas: reassoc, nnan, ninf, nsz, arcp, contract, afn",
        default: "reassoc,contract",
    }],
    run: PassFn::MayFail(run),
};

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let added = cx.list_option("flags", &FLAGS)?;
    let mut changed = false;
    for op in cx.module.walk(cx.module.root()) {
        if has_flags(cx.module, op) {
            changed |= add(cx.module, op, added);
        }
    }
    Ok(changed.into())
}

/// Whether an operation has a place for flags, and is not in the body of a named operation, which is not printed.
fn has_flags(module: &Module, op: Op) -> bool {
    let is_hidden = |parent: Op| {
        module.kind(parent) != OpKind::Linalg(Linalg::Generic) && Structured::of(module.op(parent)).is_some()
    };
    module.kind(op).def().is_some_and(|def| def.is_inherent(KEY))
        && !module.parent_op(op).is_some_and(is_hidden)
}

/// Adds flags to an operation; whether it lacked one.
fn add(module: &mut Module, op: Op, added: [bool; FLAGS.len()]) -> bool {
    let view = module.op(op);
    let has: [bool; FLAGS.len()] = std::array::from_fn(|index| view.has_flag(KEY, &[FLAGS[index], "fast"]));
    let all: Vec<&str> =
        (0..FLAGS.len()).filter(|index| has[*index] || added[*index]).map(|index| FLAGS[index]).collect();
    let is_new = has.iter().zip(added).any(|(has, added)| added && !has);
    if is_new {
        let words = if all.len() == FLAGS.len() { "fast".to_string() } else { all.join(",") };
        let attr = module.foreign_attr(&format!("arith.fastmath<{words}>"));
        module.set_attr(op, KEY, attr);
    }
    is_new
}
