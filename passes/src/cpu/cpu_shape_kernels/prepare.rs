//! Copies a kernel and inlines all of its calls into the copy; the kernel itself stays.

use super::{Refusal, Shaped, refuse};
use crate::analysis::alias::AliasAnalysis;
use crate::analysis::call_graph::calls_in;
use crate::analysis::spins::{self, Spin};
use crate::transforms::inline::{MAX_GROWTH, inline_blocks, inline_call, is_recursive, yield_from};
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::artifact::AWAITED;
use warpline_ir::def::Trait;
use warpline_ir::dialect::scf::switch_cases;
use warpline_ir::{Attr, Builder, Gpu, MemRef, Module, Op, OpKind, Place, Scf, Type, Value};

/// A copy of a kernel.
pub(super) struct Copied {
    pub(super) work: Op,
    /// The exits of loops that wait for other work.
    pub(super) exits: Vec<Op>,
    /// The reason why its calls cannot be inlined.
    pub(super) refusal: Option<Refusal>,
}

/// Copies a kernel, inserts the copy after it and inlines its calls.
pub(super) fn copy(module: &mut Module, kernel: Op) -> Copied {
    let work = module.clone_op(kernel, &mut FxHashMap::default());
    module.insert(work, Place::After(kernel));
    let spins = spins::of_kernel(module, work);
    let own = atomics_in(module, work);
    let refusal = inline_calls(module, work).err();
    if !spins.is_empty() {
        mark_awaited(module, work, &spins, &own.into_iter().collect());
    }
    Copied { work, exits: spins.into_iter().map(|spin| spin.exit).collect(), refusal }
}

fn atomics_in(module: &Module, op: Op) -> Vec<Op> {
    let is_atomic = |op: &Op| module.kind(*op) == OpKind::MemRef(MemRef::AtomicRmw);
    module.walk(op).into_iter().filter(is_atomic).collect()
}

/// Marks updates of memory that loops of the kernel wait for, which may be any memory of its functions.
fn mark_awaited(module: &mut Module, work: Op, spins: &[Spin], own: &FxHashSet<Op>) {
    let mut places = AliasAnalysis::default();
    for op in atomics_in(module, work) {
        let place = places.of(module, module.op(op).named("memref"));
        let mut waited_for = spins.iter().flat_map(|spin| &spin.roots);
        if !own.contains(&op) || waited_for.any(|root| place.roots.contains(root)) {
            module.set_attr(op, AWAITED, Attr::UNIT);
        }
    }
}

/// Inlines all calls of a kernel; at an error, some of them.
pub(in crate::cpu) fn inline_calls(module: &mut Module, work: Op) -> Shaped {
    let mut growth = 0;
    loop {
        let calls = calls_in(module, work);
        if calls.is_empty() {
            return Ok(());
        }
        for call in calls {
            let callee = callee_of(module, call)?;
            growth += module.walk(callee).len();
            if MAX_GROWTH < growth {
                return refuse(module, call, "the callees of the kernel are too large to inline");
            }
            let body = module.region(callee, 0);
            if module.blocks_of(body).len() != 1 {
                inline_blocks(module, call, callee, &mut FxHashMap::default());
            } else if inline_call(module, call, body).is_none() {
                return refuse(module, call, "the function that it calls does not end");
            }
        }
    }
}

fn callee_of(module: &Module, call: Op) -> Shaped<Op> {
    let path = module.attr(call, "callee").and_then(|callee| module.attr_symbol(callee));
    let Some(callee) = path.and_then(|path| module.resolve_symbol(call, path)) else {
        return refuse(module, call, "the function that it calls does not exist");
    };
    if module.entry(callee, 0).is_none() {
        return refuse(module, call, "the function that it calls has no body");
    }
    if is_recursive(module, callee) {
        return refuse(module, call, "recursion in kernels is not supported");
    }
    Ok(callee)
}

/// Turns each `scf.index_switch` at whose regions the threads meet into a chain of `scf.if`, which can be split.
pub(super) fn expand_switches(module: &mut Module, work: Op) {
    for op in module.walk(work) {
        let is_switch = module.kind(op) == OpKind::Scf(Scf::IndexSwitch);
        if is_switch && module.walk(op).into_iter().any(|inner| is_meeting(module, inner)) {
            expand_switch(module, op);
        }
    }
}

/// Whether threads meet at an operation.
fn is_meeting(module: &Module, op: Op) -> bool {
    module.kind(op).def().is_some_and(|def| def.has(Trait::Convergent))
}

fn expand_switch(module: &mut Module, op: Op) {
    let (arg, cases) = (module.operand(op, 0), switch_cases(module.op(op)).to_vec());
    let types: Vec<Type> = module.results(op).map(|result| module.type_of(result)).collect();
    let regions = module.regions_of(op);
    let mut at = Builder::before(module, op);
    let mut branches: Vec<Op> = Vec::new();
    for (case, region) in cases.into_iter().zip(&regions[1..]) {
        if let Some(above) = branches.last() {
            let other = at.module.region(*above, 1);
            at.place = Place::End(at.module.add_block(other, &[]));
        }
        let number = at.index(case);
        let is_case = at.compare("eq", arg, number, Type::I1);
        let branch = at.op_with_regions(Scf::If, &[is_case], &types, &[], 2);
        let taken = at.module.region(branch, 0);
        at.module.move_blocks(*region, taken);
        let results: Vec<Value> = at.module.results(branch).collect();
        if !branches.is_empty() {
            at.op(Scf::Yield, &results, &[], &[]);
        }
        branches.push(branch);
    }
    let (Some(outermost), Some(last)) = (branches.first(), branches.last()) else { return };
    let other = module.region(*last, 1);
    module.move_blocks(regions[0], other);
    let results: Vec<Value> = module.results(*outermost).collect();
    module.replace_op(op, &results);
}

/// Moves what follows the last barrier of the entry block of a kernel, and its other blocks, into an
/// `scf.execute_region`, so that the kernel has one block if the others contain no barrier.
pub(super) fn enclose_tail(module: &mut Module, work: Op) {
    let region = module.region(work, 0);
    let blocks = module.blocks_of(region).to_vec();
    let [entry, others @ ..] = &blocks[..] else { return };
    if others.is_empty() {
        return;
    }
    let is_barrier = |op: &Op| module.kind(*op) == OpKind::Gpu(Gpu::Barrier);
    let is_cut = |op: &Op| module.walk(*op).iter().any(is_barrier);
    let Some(last) = module.ops_in(*entry).into_iter().rev().find(is_cut) else { return };
    let tail = module.ops_in(*entry).into_iter().skip_while(|op| *op != last).skip(1).collect::<Vec<_>>();
    let mut at = Builder::after(module, last);
    let inner = at.op_with_regions(Scf::ExecuteRegion, &[], &[], &[], 1);
    let target = at.module.region(inner, 0);
    let head = at.module.add_block(target, &[]);
    at.place = Place::End(*entry);
    at.op(Gpu::Return, &[], &[], &[]);
    for op in tail {
        module.move_op(op, Place::End(head));
    }
    for block in others {
        module.move_block_to(*block, target);
    }
    yield_from(module, inner);
}
