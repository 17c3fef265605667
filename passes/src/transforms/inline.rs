//! Inlines calls of functions.
//!
//! Callees are processed before their callers, so that an inlined body contains no more calls. A call is inlined if
//! the callee has a body that fits: a body of several blocks only if the region of the call may hold several blocks.
//! Recursive calls are kept, and so is a call that is `no_inline` or whose callee is. Then private functions without
//! references are erased, and the module is canonicalised as by `canonicalize`. With `kernels`, for targets without
//! calls, `no_inline` has no effect, and a body that does not fit becomes an `scf.execute_region`.
//!
//! Cost: a copy of a body per call; once the module has grown by [`MAX_GROWTH`] operations the remaining calls stay.
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

use crate::analysis::call_graph::{callee, callees_first, calls_in};
use crate::analysis::edges::set_targets;
use crate::pass::PassOption;
use crate::transforms::{canonicalize, symbol_dce};
use crate::{Changed, Pass, PassCx};
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::def::Trait;
use warpline_ir::dialect::affine::{is_at_top_level, is_dimension_for, is_symbol_for};
use warpline_ir::{
    Affine, Arith, Block, Builder, Cf, Def, Func, Gpu, Module, Op, OpKind, OpSpec, Place, Region, Reported,
    Scf, Span, Type, Value, codes,
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
            summary: "Whether calls in kernels are inlined, too, all that can be: true or false",
            default: "false",
        },
    ],
    run,
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
    let mut growth = 0;
    let is_kernel = |op: &Op| inlines_kernels && module.kind(*op) == OpKind::Gpu(Gpu::Func);
    let kernels: Vec<Op> = module.walk(module.root()).into_iter().filter(is_kernel).collect();
    for function in callees_first(module).into_iter().chain(kernels) {
        inline_into(module, function, (threshold, inlines_kernels), &mut growth);
    }
    symbol_dce::drop_dead_functions(module);
    if simplifies {
        canonicalize::simplify(module);
    }
    Ok((module.revision() != revision).into())
}

/// Inlines the calls in a function: those of bodies up to a threshold, and those that should or need not be if `all`.
fn inline_into(module: &mut Module, function: Op, (threshold, all): (Option<u64>, bool), growth: &mut usize) {
    let own = module.walk(function).len() as u64;
    for call in calls_in(module, function) {
        let Some(callee) = callee(module, call) else { continue };
        let body = module.region(callee, 0);
        let (fits, has_body) = match module.blocks_of(body).len() {
            n @ 0..=1 => (true, n == 1),
            _ => (takes_blocks(module, call), true),
        };
        let size = module.walk(callee).len();
        let is_small = threshold.is_none_or(|threshold| size as u64 * 100 <= threshold.saturating_mul(own));
        if has_body
            && is_small
            && (all || fits && may_move(module, call, callee))
            && keeps_affine(module, call, callee)
            && !is_recursive(module, callee)
            && *growth + size <= MAX_GROWTH
        {
            *growth += size;
            if fits {
                inline_call(module, call, body);
            } else {
                inline_blocks(module, call, callee);
            }
        }
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
    let parent = module.parent_op(op).and_then(|parent| module.kind(parent).def());
    parent.is_none_or(|def| !def.has(Trait::SingleBlock) && !def.has(Trait::Graph))
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
    let blocks = module.blocks_of(body).to_vec();
    let mut map: FxHashMap<Value, Value> = FxHashMap::default();
    map.extend(module.args(*blocks.first()?).to_vec().into_iter().zip(module.operands(call).to_vec()));
    if let [block] = blocks.as_slice() {
        return inline_block(module, call, *block, &mut map);
    }
    let types: Vec<Type> = module.results(call).map(|result| module.type_of(result)).collect();
    let after = module.split_block(module.next_op(call)?, &types);
    let start = module.block_of(call)?;
    let copies = copy_blocks(module, &blocks, start, after, &mut map)?;
    fix_copies(module, &copies, &map, after);
    let results = module.args(after).to_vec();
    module.replace_op(call, &results);
    Some(())
}

fn inline_block(
    module: &mut Module,
    call: Op,
    block: Block,
    map: &mut FxHashMap<Value, Value>,
) -> Option<()> {
    let last = module.last_op(block)?;
    for op in module.ops_in(block) {
        if op != last {
            let copy = module.clone_op(op, map);
            module.insert(copy, Place::Before(call));
        }
    }
    let results: Vec<Value> =
        module.operands(last).iter().map(|value| map.get(value).copied().unwrap_or(*value)).collect();
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

/// Replaces a call by a region with the several blocks of its callee.
pub(crate) fn inline_blocks(module: &mut Module, call: Op, callee: Op) {
    let types: Vec<Type> = module.results(call).map(|result| module.type_of(result)).collect();
    let copy = module.clone_op(callee, &mut FxHashMap::default());
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
