//! Structure: terminators, parents and branches.

use crate::def::Trait;
use crate::diagnostics::codes;
use crate::module::{Block, Region};
use crate::op::OpRef;
use crate::print::type_text;
use crate::verify::VerifyCx;

pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    check_place(cx, op);
    check_branches(cx, op);
    for (index, region) in op.regions().into_iter().enumerate() {
        check_region(cx, op, index, region);
    }
}

fn check_place(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(def) = op.def() else { return };
    let before = cx.diagnostics.n_errors();
    if !def.parents.is_empty() {
        let parent = op.module.parent_op(op.op).map(|parent| op.module.op_name(parent)).unwrap_or_default();
        if !def.parents.contains(&parent.as_str()) {
            let list: Vec<_> = def.parents.iter().map(|name| format!("'{name}'")).collect();
            cx.error(op, format!("expects parent op {}, but found '{parent}'", list.join(" or ")));
        }
    }
    if cx.diagnostics.n_errors() == before && def.has(Trait::Terminator) && op.module.next_op(op.op).is_some()
    {
        cx.error_as(op, codes::TERMINATOR, "must be the last operation in the parent block");
    }
}

fn check_branches(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let region = module.block_of(op.op).and_then(|block| module.region_of(block));
    for (index, successor) in module.successors(op.op).iter().enumerate() {
        if module.region_of(successor.block).is_none() {
            // The label is defined nowhere, which was reported when the text was read.
            continue;
        }
        if module.region_of(successor.block) != region {
            cx.error_as(op, codes::BRANCH, "branches to a block of another region");
            continue;
        }
        if region.is_some_and(|region| module.blocks_of(region).first() == Some(&successor.block)) {
            cx.error_as(op, codes::BRANCH, "branches to the entry block of its region");
        }
        let args = module.args(successor.block);
        let passed = module.successor_args(op.op, index);
        if args.len() != passed.len() {
            let message = format!(
                "branch has {} operands for successor #{index}, but target block has {}",
                passed.len(),
                args.len()
            );
            cx.error_as(op, codes::BRANCH, message);
            continue;
        }
        for (number, (arg, value)) in args.iter().zip(passed).enumerate() {
            let (wanted, found) = (module.type_of(*arg), module.type_of(*value));
            if wanted != found {
                let (wanted, found) = (type_text(module, wanted), type_text(module, found));
                cx.error_as(op, codes::BRANCH, format!("type mismatch for bb argument #{number} of successor #{index}: expected '{wanted}', but found '{found}'"));
            }
        }
    }
}

fn check_region(cx: &mut VerifyCx<'_>, op: OpRef<'_>, index: usize, region: Region) {
    let module = op.module;
    let blocks = module.blocks_of(region);
    let Some(def) = op.def() else { return };
    if def.has(Trait::SingleBlock) && 1 < blocks.len() {
        cx.error_as(op, codes::REGION, format!("expects region #{index} to have 0 or 1 blocks"));
        return;
    }
    if def.has(Trait::NoTerminator) {
        return;
    }
    for block in blocks {
        check_terminator(cx, op, *block);
    }
}

fn check_terminator(cx: &mut VerifyCx<'_>, op: OpRef<'_>, block: Block) {
    let module = op.module;
    match module.last_op(block) {
        None => cx.error_as(op, codes::TERMINATOR, "has an empty block: expect at least a terminator"),
        Some(last) => {
            let kind = module.kind(last);
            if kind.def().is_some_and(|def| !def.has(Trait::Terminator)) {
                let last = op.other(last);
                let place = format!("block with no terminator, has '{}' at its end", last.name());
                let note = cx.note(op.op, &format!("in the block of this '{}'", op.name()));
                cx.diagnostics.error_with(codes::TERMINATOR, module.span(last.location()), place, vec![note]);
                return;
            }
            let implied = op.def().and_then(|def| def.implicit_terminator);
            if let Some(implied) = implied
                && kind != implied
                && kind.def().is_some()
            {
                let found = module.op_name(last);
                cx.error_as(
                    op,
                    codes::TERMINATOR,
                    format!("expects regions to end with '{}', found '{found}'", implied.name()),
                );
            }
        }
    }
}
