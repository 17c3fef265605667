//! Builds two versions of a kernel: one without bounds checks, for blocks in which all indices of all threads are in
//! bounds, and the kernel as it is.
//!
//! The condition is that of `hoist-bounds-checks`, with the ids of threads among the counters: it holds or fails for the
//! whole block, so `cpu-shape-kernels` tests it once and loops over the threads in each version. A loop that has two
//! versions already, one for threads without a failing check, has only that one in the first version of the kernel, if the
//! condition covers it.
//!
//! A kernel stays if it has no such checks, several blocks, loops whose ends are not known, operations in which threads
//! meet, or more than `MAX_OPS` operations. Cost: a few traversals of each kernel; about four operations for each check and
//! each of its counters, once for each block of a launch.
//!
//! ```text
//! gpu.func @k(%x: memref<?xf32>) kernel {         gpu.func @k(%x: memref<?xf32>) kernel {
//!   %i = gpu.global_id x                            %fits = … 0 ≤ first %i of the block, last %i < %dim …
//!   %in = arith.cmpi ult, %i, %dim : index          scf.if %fits {
//!   cf.assert %in, "…" {rt.check = 0 : i64}   →       %i = gpu.global_id x
//!   … memref.load %x[%i] …                            … memref.load %x[%i] …
//!   gpu.return                                      } else {
//! }                                                   … cf.assert %in … memref.load %x[%i] …
//!                                                   }
//!                                                   gpu.return
//!                                                 }
//! ```

use crate::pass::{Changed, Pass, PassCx, PassFn};
use crate::transforms::canonicalize::inline::inline_before;
use crate::transforms::dce::drop_dead_ops;
use crate::transforms::hoist_bounds_checks::{
    Check, HOISTED, check, guard, is_done_alone, movement::Nest, uniformity_of,
};
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::artifact::COLD;
use warpline_ir::kernels::{device_modules, kernels};
use warpline_ir::{Attr, Block, Builder, Module, Op, Place, Scf};

/// The `cpu-version-blocks` pass.
pub const PASS: Pass = Pass {
    name: "cpu-version-blocks",
    summary: "Gives kernels a version without bounds checks, for blocks in which none fails",
    options: &[],
    run: PassFn::Always(run),
};

/// The maximum number of operations of a kernel that is copied.
const MAX_OPS: usize = 512;

fn run(cx: &mut PassCx<'_>) -> Changed {
    let mut changed = false;
    for device in device_modules(cx.module) {
        for kernel in kernels(cx.module, device) {
            changed |= version(cx.module, kernel).is_some();
        }
    }
    changed.into()
}

/// Builds the versions of a kernel; `None` if it stays.
fn version(module: &mut Module, kernel: Op) -> Option<()> {
    let &[entry] = module.blocks_of(module.region(kernel, 0)) else { return None };
    let (first, last) = (module.first_op(entry)?, module.last_op(entry)?);
    let ops = module.walk(kernel);
    let inner = &ops[1..];
    let is_plain = |op: &Op| *op == last || is_done_alone(module.kind(*op));
    if MAX_OPS < ops.len() || !inner.iter().all(is_plain) {
        return None;
    }
    let checks: Vec<Check> = inner.iter().filter_map(|op| check(module, *op)).collect();
    if checks.is_empty() {
        return None;
    }
    let uniformity = uniformity_of(module, kernel);
    let mut nest = Nest::new(module, kernel, Some(&uniformity));
    let moving: Vec<_> =
        checks.iter().filter_map(|check| Some((*check, nest.movement(check.index, check.extent)?))).collect();
    let made = nest.made;
    let covered: FxHashSet<Op> = moving.iter().map(|(check, _)| check.assertion).collect();
    if covered.is_empty() || first == last {
        return None;
    }
    let holds = guard::build(module, (first, true), &moving, &made);
    let at = &mut Builder::before(module, first);
    let choice = at.op_with_regions(Scf::If, &[holds], &[], &[(COLD, Attr::UNIT)], 2);
    let location = at.location;
    let [fast, slow] = [0, 1].map(|index| module.add_block(module.region(choice, index), &[]));
    let mut values = FxHashMap::default();
    let mut copies = Vec::new();
    let mut next = Some(first);
    while let Some(op) = next.filter(|op| *op != last) {
        next = module.next_op(op);
        let copy = module.clone_op(op, &mut values);
        module.insert(copy, Place::End(fast));
        module.move_op(op, Place::End(slow));
        copies.extend(module.walk(op).into_iter().zip(module.walk(copy)));
    }
    take_covered(module, &copies, &covered);
    drop_dead_ops(module, choice);
    for block in [fast, slow] {
        Builder::new(module, Place::End(block), location).op(Scf::Yield, &[], &[], &[]);
    }
    Some(())
}

/// Erases the covered checks of copies, and the loops with checks where another version has none. Each copy follows its
/// original.
fn take_covered(module: &mut Module, copies: &[(Op, Op)], covered: &FxHashSet<Op>) {
    let mut erased: FxHashSet<Op> = FxHashSet::default();
    for &(old, new) in copies {
        if erased.contains(&new) {
            continue;
        }
        if covered.contains(&old) {
            module.erase(new);
        } else if module.attr(old, HOISTED).is_some()
            && let Some(checked) = module.entry(old, 1)
            && checks_in(module, checked).iter().all(|assertion| covered.contains(assertion))
        {
            erased.extend(module.entry(new, 1).iter().flat_map(|block| ops_in(module, *block)));
            keep_first(module, new);
        }
    }
}

fn ops_in(module: &Module, block: Block) -> Vec<Op> {
    module.ops_in(block).into_iter().flat_map(|op| module.walk(op)).collect()
}

fn checks_in(module: &Module, block: Block) -> Vec<Op> {
    ops_in(module, block).into_iter().filter(|op| check(module, *op).is_some()).collect()
}

/// Replaces a branch by its first region.
fn keep_first(module: &mut Module, branch: Op) {
    let Some(block) = module.entry(branch, 0) else { return };
    let results = inline_before(module, block, branch, &[]);
    module.replace_op(branch, &results);
}
