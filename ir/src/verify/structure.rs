//! Checks structure: parents, blocks, terminators and branches.

use crate::def::{Blocks, OpDef, Trait};
use crate::diagnostics::codes;
use crate::module::{Block, Module, Region};
use crate::op::{Op, OpRef};
use crate::print::type_text;
use crate::verify::VerifyCx;

/// Checks that the row allows the parent.
pub(super) fn check_parent(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(def) = op.def() else { return };
    if def.parents.is_empty() {
        return;
    }
    let parent = op.module.parent_op(op.op).map(|parent| op.module.op_name(parent)).unwrap_or_default();
    if def.parents.contains(&parent.as_str()) {
        return;
    }
    let message = match def.parents {
        [only] => format!("expects parent op '{only}', but found '{parent}'"),
        list => format!("expects parent op to be one of '{}', but found '{parent}'", list.join(", ")),
    };
    cx.error(op, message);
}

/// Checks that a terminator, or any operation with successors, is the last operation of its block.
pub(super) fn check_place(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    if op.module.next_op(op.op).is_none() {
        return;
    }
    if !op.module.successors(op.op).is_empty() {
        cx.error_plain(op, "operation with block successors must terminate its parent block");
    } else if op.def().is_some_and(|def| def.has(Trait::Terminator)) {
        cx.error(op, "must be the last operation in the parent block");
    }
}

/// Checks that the regions have as many blocks and arguments as the row and its traits allow.
pub(super) fn check_blocks(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(def) = op.def() else { return };
    let regions = op.regions();
    for (index, region) in regions.iter().enumerate() {
        let wrong = wrong_block_count(op, def, index, *region)
            .or_else(|| wrong_region_args(op.module, def, index, *region, regions.len()));
        if let Some(message) = wrong {
            return cx.error(op, message);
        }
    }
}

fn wrong_block_count(op: OpRef<'_>, def: &OpDef, index: usize, region: Region) -> Option<String> {
    let blocks = op.module.blocks_of(region);
    if def.has(Trait::SingleBlock) && 1 < blocks.len() {
        return Some(format!("expects region #{index} to have 0 or 1 blocks"));
    }
    let wanted = def.blocks.get(index).or(def.blocks.last()).copied().unwrap_or(Blocks::Any);
    let (fits, what) = match wanted {
        Blocks::Any => return first_is_empty(op.module, def, blocks),
        Blocks::One => (blocks.len() == 1, "region with 1 blocks"),
        Blocks::AtMostOne => (blocks.len() <= 1, "region with at most 1 blocks"),
        Blocks::AtLeastOne => (!blocks.is_empty(), "region with at least 1 blocks"),
    };
    if fits {
        return first_is_empty(op.module, def, blocks);
    }
    let name = def.regions.get(index).or(def.regions.last()).map_or("", |name| name.trim_end_matches('.'));
    Some(format!("region #{index} ('{name}') failed to verify constraint: {what}"))
}

fn first_is_empty(module: &Module, def: &OpDef, blocks: &[Block]) -> Option<String> {
    let needs_op = def.has(Trait::SingleBlock) && !def.has(Trait::NoTerminator);
    let is_empty = needs_op && blocks.first().is_some_and(|block| module.first_op(*block).is_none());
    is_empty.then(|| "expects a non-empty block".to_string())
}

fn wrong_region_args(
    module: &Module,
    def: &OpDef,
    index: usize,
    region: Region,
    n_regions: usize,
) -> Option<String> {
    let has_args = module.blocks_of(region).iter().any(|block| !module.args(*block).is_empty());
    if !def.has(Trait::NoRegionArgs) || !has_args {
        return None;
    }
    let number = if 1 < n_regions { format!("#{index} ") } else { String::new() };
    Some(format!("region {number}should have no arguments"))
}

/// Checks that entry blocks have no predecessors, graph regions have one block, and blocks that need a
/// terminator are not empty.
pub(super) fn check_entries(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let is_graph = op.def().is_some_and(|def| def.has(Trait::Graph));
    for (index, region) in op.regions().into_iter().enumerate() {
        let blocks = module.blocks_of(region);
        if is_graph && 1 < blocks.len() {
            return cx.error(op, format!("expects graph region #{index} to have 0 or 1 blocks"));
        }
        if blocks.first().is_some_and(|entry| is_target(module, blocks, *entry)) {
            return cx.error_plain(op, "entry block of region may not have predecessors");
        }
        if needs_terminators(op, blocks) && blocks.iter().any(|block| module.first_op(*block).is_none()) {
            return cx.error_plain(op, "empty block: expect at least a terminator");
        }
    }
}

fn is_target(module: &Module, blocks: &[Block], target: Block) -> bool {
    let last_ops = blocks.iter().filter_map(|block| module.last_op(*block));
    last_ops.flat_map(|op| module.successors(op)).any(|successor| successor.block == target)
}

/// Whether the blocks of a region need terminators: a single block of an unknown operation does not.
fn needs_terminators(op: OpRef<'_>, blocks: &[Block]) -> bool {
    1 < blocks.len() || op.def().is_some_and(|def| !def.has(Trait::NoTerminator))
}

/// Checks that successors receive the values that their blocks take.
pub(super) fn check_successors(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let region = module.block_of(op.op).and_then(|block| module.region_of(block));
    for (index, successor) in module.successors(op.op).iter().enumerate() {
        if module.region_of(successor.block).is_none() {
            // The label is undefined, which was reported by the parser.
            continue;
        }
        if module.region_of(successor.block) != region {
            return cx.error(op, "branching to block of a different region");
        }
        if let Some(message) = wrong_successor_args(op, index, successor.block) {
            return cx.error(op, message);
        }
    }
}

fn wrong_successor_args(op: OpRef<'_>, index: usize, block: Block) -> Option<String> {
    let module = op.module;
    let args = module.args(block);
    let passed = module.successor_args(op.op, index);
    if args.len() != passed.len() {
        return Some(format!(
            "branch has {} operands for successor #{index}, but target block has {}",
            passed.len(),
            args.len()
        ));
    }
    let types = args.iter().zip(passed).map(|(arg, value)| (module.type_of(*arg), module.type_of(*value)));
    let (number, (wanted, found)) = types.enumerate().find(|(_, (wanted, found))| wanted != found)?;
    let (wanted, found) = (type_text(module, wanted), type_text(module, found));
    Some(format!(
        "type mismatch for bb argument #{number} of successor #{index}: expected '{wanted}', but found '{found}'"
    ))
}

/// Checks that every block that needs a terminator ends with one.
pub(super) fn check_terminators(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    for region in op.regions() {
        let blocks = module.blocks_of(region);
        if !needs_terminators(op, blocks) {
            continue;
        }
        for last in blocks.iter().filter_map(|block| module.last_op(*block)) {
            if module.kind(last).def().is_some_and(|def| !def.has(Trait::Terminator)) {
                return report_no_terminator(cx, op, last);
            }
        }
    }
}

fn report_no_terminator(cx: &mut VerifyCx<'_>, op: OpRef<'_>, last: Op) {
    let last = op.other(last);
    let message = format!("block with no terminator, has '{}' at its end", last.name());
    let note = cx.note(op.op, &format!("in the block of this '{}'", op.name()));
    let span = op.module.span(last.location());
    cx.diagnostics.error_with(codes::TERMINATOR, span, message, vec![note]);
}

/// Checks that blocks with an implicit terminator do not end in another one.
pub(super) fn check_implicit_terminators(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let Some(implied) = op.def().and_then(|def| def.implicit_terminator) else { return };
    for region in op.regions() {
        let last_ops = module.blocks_of(region).iter().filter_map(|block| module.last_op(*block));
        let other =
            last_ops.into_iter().find(|last| module.kind(*last) != implied && !is_stand_in(module, *last));
        if let Some(last) = other {
            let (wanted, found) = (implied.name(), module.op_name(last));
            return cx.error(op, format!("expects regions to end with '{wanted}', found '{found}'"));
        }
    }
}

/// Whether an operation is the placeholder of one that could not be read, which was reported.
fn is_stand_in(module: &Module, op: Op) -> bool {
    crate::lower::is_unread(module, op)
}
