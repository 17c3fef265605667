//! Inlines calls of functions.
//!
//! Callees are processed before their callers, so that an inlined body contains no more calls. A call is inlined if
//! the callee has a body that fits: a body of several blocks only if the region of the call may hold several blocks.
//! Recursive calls are kept, and so is a call that is `no_inline` or whose callee is. Then private functions without
//! references are erased, and the module is canonicalised as by `canonicalize`.
//!
//! With `kernels`, for targets without calls, the calls in device modules are inlined and no others: `no_inline` has no
//! effect, a body that does not fit becomes an `scf.execute_region`, and the copies of a `memref.alloca` of constant size
//! share one at the start of the kernel, since no two of them are in use at a time.
//!
//! Cost: a copy of a body per call, so that code may grow exponentially with the depth of calls; once a function has
//! grown by [`MAX_GROWTH`] operations its remaining calls stay.
//!
//! ```text
//! func.func private @twice(%x: i32) -> i32 {        func.func @f(%a: i32) -> i32 {
//!   %0 = arith.addi %x, %x : i32                      %0 = arith.addi %a, %a : i32
//!   return %0 : i32                                   return %0 : i32
//! }                                            →    }
//! func.func @f(%a: i32) -> i32 {
//!   %0 = call @twice(%a) : (i32) -> i32
//!   return %0 : i32
//! }
//! ```

use crate::analysis::call_graph::{callee, callees_first, calls_in, groups};
use crate::analysis::edges::set_targets;
use crate::analysis::symbols;
use crate::pass::PassOption;
use crate::transforms::canonicalize::inline::copy_block;
use crate::transforms::{canonicalize, symbol_dce};
use crate::{Changed, Pass, PassCx, PassFn};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;
use warpline_ir::def::{OpDef, Trait};
use warpline_ir::dialect::affine::{is_at_top_level, is_dimension_for, is_symbol_for};
use warpline_ir::kernels::device_modules;
use warpline_ir::{
    Affine, Arith, Attr, Block, Builder, Cf, Def, Func, Gpu, MemRef, Module, Op, OpKind, OpSpec, Place,
    Region, Reported, Scf, Span, Type, Value, codes,
};

/// The `inline` pass.
pub const PASS: Pass = Pass {
    name: "inline",
    summary: "Inlines calls of functions",
    options: &[
        PassOption {
            name: "default-pipeline",
            summary: "The simplification of inlined bodies: canonicalize, or empty for none",
            default: "canonicalize",
        },
        PassOption {
            name: "inlining-threshold",
            summary: "Maximum size of an inlined body in per cent of the operations of its caller; -1 for any size",
            default: "-1",
        },
        PassOption {
            name: "kernels",
            summary: "Whether all calls in device modules are inlined, and no others: true or false",
            default: "false",
        },
    ],
    run: PassFn::MayFail(run),
};

/// The maximum number of operations that are copied.
pub const MAX_GROWTH: usize = 1 << 20;

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let simplifies = match cx.option("default-pipeline").trim() {
        "" => false,
        "canonicalize" => true,
        other => {
            let message =
                format!("option 'default-pipeline': expected 'canonicalize' or nothing, but found '{other}'");
            return Err(cx.diagnostics.error(codes::UNSUPPORTED, Span::default(), message));
        }
    };
    let threshold = u64::try_from(cx.int_option("inlining-threshold")?).ok();
    let inlines_kernels = cx.bool_option("kernels")?;
    let module = &mut *cx.module;
    let revision = module.revision();
    if simplifies {
        canonicalize::simplify(module);
    }
    if inlines_kernels {
        let devices = device_modules(module);
        let is_device =
            |module: &Module, op: Op| module.parent_op(op).is_some_and(|parent| devices.contains(&parent));
        let functions = callees_first(module).into_iter().filter(|op| is_device(module, *op));
        let is_kernel = |op: &Op| module.kind(*op) == OpKind::Gpu(Gpu::Func);
        let kernels = devices.iter().flat_map(|device| module.walk(*device)).filter(is_kernel);
        for function in functions.chain(kernels).collect::<Vec<_>>() {
            inline_all(module, function);
        }
        symbol_dce::drop_dead(module, |module, op| {
            is_device(module, op) && module.kind(op) == OpKind::Func(Func::Func)
        });
    } else {
        let recursive = recursive_functions(module);
        let passed_on =
            if threshold.is_none() { passed_on(module, &recursive) } else { FxHashSet::default() };
        let order = callees_first(module).into_iter().filter(|function| !passed_on.contains(function));
        let order: Vec<Op> = order.collect();
        let mut inliner =
            Inliner { threshold, recursive, passed_on, callees: FxHashMap::default(), growth: 0 };
        let calls = module.walk(module.root()).into_iter();
        for call in calls.filter(|op| module.kind(*op) == OpKind::Func(Func::Call)) {
            inliner.callee(module, call);
        }
        for function in order {
            inliner.inline_into(module, function);
        }
        symbol_dce::drop_dead_functions(module);
    }
    if simplifies {
        canonicalize::simplify(module);
    }
    Ok((module.revision() != revision).into())
}

/// Inlines calls of functions.
struct Inliner {
    threshold: Option<u64>,
    recursive: FxHashSet<Op>,
    passed_on: FxHashSet<Op>,
    /// The callee of each name, by the symbol table that it is looked up in: a look-up after a change takes a walk.
    callees: FxHashMap<(Op, Attr), Option<Op>>,
    growth: usize,
}

impl Inliner {
    fn inline_into(&mut self, module: &mut Module, function: Op) {
        let own = module.walk(function).len() as u64;
        let mut work = calls_in(module, function);
        work.reverse();
        while let Some(call) = work.pop() {
            let Some(callee) = self.callee(module, call) else { continue };
            let size = module.walk(callee).len();
            let is_small =
                self.threshold.is_none_or(|threshold| size as u64 * 100 <= threshold.saturating_mul(own));
            if fits(module, call, callee)
                && is_small
                && may_move(module, call, callee)
                && keeps_affine(module, call, callee)
                && !self.recursive.contains(&callee)
                && self.growth + size <= MAX_GROWTH
            {
                self.growth += size;
                let (before, after) = (module.prev_op(call), module.next_op(call));
                inline_call(module, call, module.region(callee, 0));
                if self.passed_on.contains(&callee) {
                    work.extend(calls_between(module, before, after).into_iter().rev());
                }
            }
        }
    }

    fn callee(&mut self, module: &Module, call: Op) -> Option<Op> {
        let key = (module.nearest_symbol_table(call), module.attr(call, "callee")?);
        *self.callees.entry(key).or_insert_with(|| callee(module, call))
    }
}

/// Returns the calls in the operations of a block between two of them; none before the first one if that is missing.
fn calls_between(module: &Module, before: Option<Op>, after: Option<Op>) -> Vec<Op> {
    let block = before.or(after).and_then(|op| module.block_of(op));
    let first = before.map_or_else(|| module.first_op(block?), |before| module.next_op(before));
    let all = std::iter::successors(first, |op| module.next_op(*op)).take_while(|op| Some(*op) != after);
    all.flat_map(|op| calls_in(module, op)).collect()
}

/// Returns the functions that reach themselves by calls.
fn recursive_functions(module: &Module) -> FxHashSet<Op> {
    groups(module).into_iter().filter(|(_, is_circle)| *is_circle).flat_map(|(members, _)| members).collect()
}

/// Returns the private functions of one block with one call, in the body of a function, which will be inlined. Their own
/// calls wait for that: else the bodies of a chain of calls were copied once for each function above them.
fn passed_on(module: &Module, recursive: &FxHashSet<Op>) -> FxHashSet<Op> {
    let (mut references, mut calls) = (Vec::new(), Vec::new());
    for op in module.walk(module.root()) {
        symbols::collect_references(module, op, &mut references);
        if module.kind(op) == OpKind::Func(Func::Call) {
            calls.push(op);
        }
    }
    let mut n_references: FxHashMap<Op, usize> = FxHashMap::default();
    for function in references {
        *n_references.entry(function).or_default() += 1;
    }
    let is_passed_on = |call: &Op, callee: Op| {
        n_references.get(&callee) == Some(&1)
            && symbols::visibility(module, callee) == "private"
            && module.blocks_of(module.region(callee, 0)).len() == 1
            && !recursive.contains(&callee)
            && may_move(module, *call, callee)
            && module.parent_op(*call).is_some_and(|caller| module.kind(caller) == OpKind::Func(Func::Func))
    };
    let callees = calls.iter().filter_map(|call| Some((call, callee(module, *call)?)));
    callees.filter(|(call, callee)| is_passed_on(call, *callee)).map(|(_, callee)| callee).collect()
}

/// Inlines all calls in a function that have a body, are not recursive and not too large together.
fn inline_all(module: &mut Module, function: Op) {
    let mut growth = 0;
    let mut buffers: FxHashMap<Op, Value> = FxHashMap::default();
    for call in calls_in(module, function) {
        let Some(callee) = callee(module, call).filter(|callee| module.entry(*callee, 0).is_some()) else {
            continue;
        };
        growth += module.walk(callee).len();
        if MAX_GROWTH < growth || is_recursive(module, callee) || !keeps_affine(module, call, callee) {
            continue;
        }
        let is_buffer =
            |op: &Op| module.kind(*op) == OpKind::MemRef(MemRef::Alloca) && module.operands(*op).is_empty();
        let own: Vec<Op> = module.walk(callee).into_iter().filter(is_buffer).collect();
        let mut copies: FxHashMap<Value, Value> = FxHashMap::default();
        if fits(module, call, callee) {
            inline_mapped(module, call, module.region(callee, 0), &mut copies);
        } else {
            inline_blocks(module, call, callee, &mut copies);
        }
        for buffer in own {
            if let Some(copy) = copies.get(&module.result(buffer, 0)) {
                share_buffer(module, function, *copy, buffers.entry(buffer));
            }
        }
    }
}

/// Replaces the copy of a buffer by the one that others share; the first one moves to the start of the function.
fn share_buffer(module: &mut Module, function: Op, copy: Value, shared: Entry<'_, Op, Value>) {
    let (Some(op), Some(first)) =
        (module.defining_op(copy), module.entry(function, 0).and_then(|entry| module.first_op(entry)))
    else {
        return;
    };
    match shared {
        Entry::Vacant(entry) => {
            entry.insert(copy);
            if op != first {
                module.move_op(op, Place::Before(first));
            }
        }
        Entry::Occupied(entry) => module.replace_op(op, &[*entry.get()]),
    }
}

/// Whether a body is a block, or the call is where there may be several.
fn fits(module: &Module, call: Op, callee: Op) -> bool {
    match module.blocks_of(module.region(callee, 0)).len() {
        0 => false,
        1 => true,
        _ => takes_blocks(module, call),
    }
}

/// Whether neither the call nor the function has `no_inline`.
fn may_move(module: &Module, call: Op, callee: Op) -> bool {
    [call, callee].into_iter().all(|op| module.attr(op, "no_inline").is_none())
}

/// Whether the operands of affine operations of a callee remain valid dimensions and symbols at the call: in a loop,
/// a value computed at the top level of the callee is no symbol any more.
fn keeps_affine(module: &Module, call: Op, callee: Op) -> bool {
    let entry = module.blocks_of(module.region(callee, 0)).first().copied();
    let is_kept = |user: Op, place: usize, value: Value| match module.def(value) {
        Def::Arg(block, index) if Some(block) == entry => {
            let passed = module.operand(call, index as usize);
            let takes_dimension = !takes_symbol(module, user, place);
            is_symbol_for(module, passed, call) || takes_dimension && is_dimension_for(module, passed, call)
        }
        Def::Result(op, _) => {
            !is_at_top_level(module, op) || module.kind(op) == OpKind::Arith(Arith::Constant)
        }
        _ => true,
    };
    let keeps = |op: Op| {
        let operands = module.operands(op).iter().copied().enumerate();
        operands
            .filter(|(_, value)| module.type_of(*value) == Type::INDEX)
            .all(|(place, value)| is_kept(op, place, value))
    };
    let is_affine = |op: &Op| matches!(module.kind(*op), OpKind::Affine(_));
    is_at_top_level(module, call) || module.walk(callee).into_iter().filter(is_affine).all(keeps)
}

/// Whether an operand of an affine operation must be a symbol, as far as its only map determines.
fn takes_symbol(module: &Module, user: Op, place: usize) -> bool {
    let first = match module.kind(user) {
        OpKind::Affine(Affine::Apply | Affine::Min | Affine::Max) => 0,
        OpKind::Affine(Affine::Load | Affine::VectorLoad | Affine::Prefetch) => 1,
        OpKind::Affine(Affine::Store | Affine::VectorStore) => 2,
        OpKind::Affine(Affine::LinearizeIndex | Affine::DelinearizeIndex) => return false,
        _ => return true,
    };
    let map = module.attr(user, "map").and_then(|map| module.attr_map(map));
    map.is_some_and(|map| first + map.n_dims as usize <= place)
}

/// Whether the region that contains an operation may hold several blocks.
pub(crate) fn takes_blocks(module: &Module, op: Op) -> bool {
    let Some(parent) = module.parent_op(op) else { return true };
    // Their regions compute one value, at the end of their block.
    let is_reduction = matches!(module.kind(parent), OpKind::Scf(Scf::Reduce) | OpKind::Gpu(Gpu::AllReduce));
    let holds_blocks = |def: &OpDef| !def.has(Trait::SingleBlock) && !def.has(Trait::Graph);
    !is_reduction && module.kind(parent).def().is_none_or(holds_blocks)
}

/// Whether a function is recursive. Bodies of callees hold only calls that were kept.
pub(crate) fn is_recursive(module: &Module, start: Op) -> bool {
    let mut seen = FxHashSet::default();
    let mut work = vec![start];
    while let Some(function) = work.pop() {
        let next: Vec<Op> =
            calls_in(module, function).iter().filter_map(|call| callee(module, *call)).collect();
        if next.contains(&start) {
            return true;
        }
        work.extend(next.into_iter().filter(|function| seen.insert(*function)));
    }
    false
}

/// Replaces a call by a copy of a body; `None` if the call is a terminator, or the body is missing.
pub(crate) fn inline_call(module: &mut Module, call: Op, body: Region) -> Option<()> {
    inline_mapped(module, call, body, &mut FxHashMap::default())
}

/// As [`inline_call`]; `map` gets the copy of each value.
fn inline_mapped(
    module: &mut Module,
    call: Op,
    body: Region,
    map: &mut FxHashMap<Value, Value>,
) -> Option<()> {
    let blocks = module.blocks_of(body).to_vec();
    map.extend(module.args(*blocks.first()?).to_vec().into_iter().zip(module.operands(call).to_vec()));
    if let [block] = blocks.as_slice() {
        let results = copy_block(module, *block, Place::Before(call), map);
        module.replace_op(call, &results);
        return Some(());
    }
    let types: Vec<Type> = module.results(call).map(|result| module.type_of(result)).collect();
    let after = module.split_block(module.next_op(call)?, &types);
    let start = module.block_of(call)?;
    let copies = copy_blocks(module, &blocks, start, after, map)?;
    fix_copies(module, &copies, map, after);
    let results = module.args(after).to_vec();
    module.replace_op(call, &results);
    Some(())
}

/// Clones the blocks of a body: the first one to the end of `start`, the others before `after`.
fn copy_blocks(
    module: &mut Module,
    blocks: &[Block],
    start: Block,
    after: Block,
    map: &mut FxHashMap<Value, Value>,
) -> Option<FxHashMap<Block, Block>> {
    let region = module.region_of(after)?;
    let mut copies = FxHashMap::default();
    copies.insert(*blocks.first()?, start);
    for block in &blocks[1..] {
        let types: Vec<Type> = module.args(*block).iter().map(|arg| module.type_of(*arg)).collect();
        let copy = module.add_block(region, &types);
        module.move_block_before(copy, region, after);
        map.extend(module.args(*block).to_vec().into_iter().zip(module.args(copy).to_vec()));
        copies.insert(*block, copy);
    }
    for block in blocks {
        for op in module.ops_in(*block) {
            let copy = module.clone_op(op, map);
            module.insert(copy, Place::End(copies[block]));
        }
    }
    Some(copies)
}

/// Fixes forward references to values and blocks in the copies, and turns returns into branches.
fn fix_copies(
    module: &mut Module,
    copies: &FxHashMap<Block, Block>,
    map: &FxHashMap<Value, Value>,
    after: Block,
) {
    let mut targets: Vec<Block> = copies.values().copied().collect();
    targets.sort_unstable();
    for block in targets {
        for op in module.ops_in(block) {
            for inner in module.walk(op) {
                for index in 0..module.operands(inner).len() {
                    if let Some(value) = map.get(&module.operand(inner, index)) {
                        module.set_operand(inner, index, *value);
                    }
                }
            }
        }
        let Some(last) = module.last_op(block) else { continue };
        if module.kind(last) == OpKind::Func(Func::Return) {
            return_to(module, last, after);
            continue;
        }
        let successors: Vec<_> = module
            .successors(last)
            .iter()
            .map(|successor| warpline_ir::SuccessorData {
                block: *copies.get(&successor.block).unwrap_or(&successor.block),
                args: successor.args,
            })
            .collect();
        module.set_successors(last, &successors);
    }
}

fn return_to(module: &mut Module, end: Op, after: Block) {
    let values = module.operands(end).to_vec();
    let spec = OpSpec::new(OpKind::Cf(Cf::Br), module.location(end));
    let branch = module.create(&spec);
    module.insert(branch, Place::Before(end));
    set_targets(module, branch, &[(after, values)]);
    module.erase(end);
}

/// Replaces a call by a region with the several blocks of its callee; `map` gets the copy of each value.
pub(crate) fn inline_blocks(module: &mut Module, call: Op, callee: Op, map: &mut FxHashMap<Value, Value>) {
    let types: Vec<Type> = module.results(call).map(|result| module.type_of(result)).collect();
    let copy = module.clone_op(callee, map);
    let inner = Builder::before(module, call).op_with_regions(Scf::ExecuteRegion, &[], &types, &[], 1);
    let (source, operands) = (module.region(copy, 0), module.operands(call).to_vec());
    take_blocks(module, source, inner, &operands);
    let results: Vec<Value> = module.results(inner).collect();
    module.replace_op(call, &results);
    module.erase(copy);
}

/// Moves the blocks of a function to an `scf.execute_region`; `args` replace the first arguments of its entry
/// block, and the others are unused.
pub(crate) fn take_blocks(module: &mut Module, from: Region, to: Op, args: &[Value]) {
    let target = module.region(to, 0);
    module.move_blocks(from, target);
    let blocks = module.blocks_of(target).to_vec();
    for (arg, value) in module.args(blocks[0]).to_vec().into_iter().zip(args) {
        module.replace_all_uses(arg, *value);
    }
    for index in (0..module.args(blocks[0]).len()).rev() {
        module.remove_arg(blocks[0], index);
    }
    yield_from(module, to);
}

/// Makes the returns in an `scf.execute_region` yields.
pub(crate) fn yield_from(module: &mut Module, inner: Op) {
    for block in module.blocks_of(module.region(inner, 0)).to_vec() {
        let last = module.last_op(block).expect("a verified block has an end");
        if matches!(module.kind(last), OpKind::Func(Func::Return) | OpKind::Gpu(Gpu::Return)) {
            let values = module.operands(last).to_vec();
            Builder::before(module, last).op(Scf::Yield, &values, &[], &[]);
            module.erase(last);
        }
    }
}
