//! Raises loops of scf to `affine.for`.
//!
//! An `scf.for` with signed bounds is raised if its step is a constant from 1 to 65536 and its bounds are affine: sums of
//! dimensions and symbols times constants, computed by arith or affine operations, or the least (greatest) of several for
//! the upper (lower) bound. A variable that is an integer of at most 64 bits is cast from that of the `affine.for`. Outer
//! loops come first, so that the variable of a raised loop is a dimension in the loops in it.
//!
//! Only loops of host code that is not scheduled yet are raised, whose accesses the affine passes can order: those whose
//! effects are known, without device work, and in no parallel loop, whose form says how it is mapped. A loop that is kept has
//! a remark.
//!
//! Cost: one walk, and one walk of each nest.
//!
//! ```text
//! %u = arith.addi %n, %c2 : index              affine.for %i = 0 to #map()[%n] {   // #map = ()[s0] -> (s0 + 2)
//! scf.for %i = %c0 to %u step %c1 {        →     …
//!   …                                          }
//! }
//! ```

use crate::analysis::access::touches_inside;
use crate::analysis::alias;
use crate::analysis::launches::is_scheduled;
use crate::analysis::linear::{Forms, Linear, MAX_STEP};
use crate::analysis::spaces::allocates_much;
use crate::rewrite::stated_schedule::inherit;
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::def::RegionFlow;
use warpline_ir::dialect::affine::{is_at_top_level, is_dimension_for, is_symbol_for};
use warpline_ir::dialect::scf::ForLoop;
use warpline_ir::{
    Affine, AffineMap, Arith, Block, Builder, DYNAMIC, Def, Expr, Module, Op, OpKind, Scf, Type, TypeKind,
    Value,
};

/// The `raise-scf-to-affine` pass.
pub const PASS: Pass = Pass {
    name: "raise-scf-to-affine",
    summary: "Raises scf.for to affine.for where its bounds are affine",
    options: &[],
    run: PassFn::Always(run),
};

fn run(cx: &mut PassCx<'_>) -> Changed {
    let mut forms = Forms::default();
    let (mut changed, mut kept) = (false, Vec::new());
    let mut work = vec![cx.module.root()];
    while let Some(op) = work.pop() {
        let module = &mut *cx.module;
        match module.kind(op) {
            kind if !is_host_code(kind) || is_scheduled(module, op) => continue,
            OpKind::Scf(Scf::For) if has_known_effects(module, op) => match raise(module, &mut forms, op) {
                Ok(raised) => {
                    changed = true;
                    work.extend(module.nested_ops(raised).into_iter().rev());
                    continue;
                }
                Err(reason) => kept.push((op, reason)),
            },
            _ => {}
        }
        work.extend(module.nested_ops(op).into_iter().rev());
    }
    for (op, reason) in kept {
        cx.remark(op, || format!("the loop stays in scf: {reason}"));
    }
    changed.into()
}

/// Whether loops in an operation are those of the host, which no parallel loop encloses.
pub(super) fn is_host_code(kind: OpKind) -> bool {
    !matches!(kind, OpKind::Gpu(_)) && kind.region_flow() != Some(RegionFlow::Parallel)
}

/// Whether the accesses of a loop can be ordered: all effects are known, and nothing in it is device work.
fn has_known_effects(module: &Module, op: Op) -> bool {
    let is_device_work = |op: Op| matches!(module.kind(op), OpKind::Gpu(_) | OpKind::Async(_));
    !module.walk(op).into_iter().any(is_device_work) && touches_inside(module, op).is_ok()
}

/// Replaces a loop by an `affine.for` with its body; the reason if it is none.
fn raise(module: &mut Module, forms: &mut Forms, op: Op) -> Result<Op, &'static str> {
    let view = ForLoop(module.op(op));
    let (lower, upper, step, inits) =
        (view.lower_bound(), view.upper_bound(), view.step(), view.inits().to_vec());
    let ty = module.type_of(lower);
    if module.bit_width(ty).is_some_and(|width| 64 < width) || module.attr(op, "unsignedCmp").is_some() {
        return Err("its bounds are not signed integers of at most 64 bits");
    }
    if allocates_much(module, op) {
        return Err("it allocates more than 16384 bytes, which a thread of a kernel cannot");
    }
    if writes_unknown_strides(module, op) {
        return Err("it writes a buffer of unknown strides, whose elements may be the same ones");
    }
    let step = module.constant_int(step).filter(|step| (1..=MAX_STEP).contains(step));
    let step = step.ok_or("its step is no positive constant of at most 65536")?;
    let lower = bound(module, forms, op, lower, Arith::MaxSI).ok_or("its lower bound is not affine")?;
    let upper = bound(module, forms, op, upper, Arith::MinSI).ok_or("its upper bound is not affine")?;
    let segments = [lower.operands.len(), upper.operands.len(), inits.len()].map(|n| n as i64);
    let operands = [lower.operands, upper.operands, inits].concat();
    let attrs = [
        ("lowerBoundMap", module.map_attr(lower.map)),
        ("operandSegmentSizes", module.i32_array_attr(segments)),
        ("step", module.index_attr(step)),
        ("upperBoundMap", module.map_attr(upper.map)),
    ];
    let types: Vec<Type> = module.results(op).map(|result| module.type_of(result)).collect();
    let raised = Builder::before(module, op).op_with_regions(Affine::For, &operands, &types, &attrs, 1);
    inherit(module, op, raised);
    module.move_blocks(module.region(op, 0), module.region(raised, 0));
    if let Some(body) = module.entry(raised, 0) {
        finish_body(module, body, ty);
    }
    let results: Vec<Value> = module.results(raised).collect();
    module.replace_op(op, &results);
    Ok(raised)
}

/// Whether a loop writes an argument whose strides are only known to the caller. `affine.for` states that its elements differ, and
/// so does `llvm.noalias`.
fn writes_unknown_strides(module: &Module, op: Op) -> bool {
    let touches = touches_inside(module, op).unwrap_or_default();
    touches.into_iter().filter(|touch| touch.is_write).any(|touch| {
        let base = alias::base(module, touch.memref);
        let strides = module.strides(module.type_of(base));
        let is_known = strides.is_none_or(|(_, strides)| !strides.contains(&DYNAMIC));
        !is_known && !alias::is_noalias(module, base)
    })
}

/// Gives the body of an `scf.for` over a type the form of that of an `affine.for`.
fn finish_body(module: &mut Module, body: Block, ty: Type) {
    if let Some(end) = module.last_op(body) {
        let yielded = module.operands(end).to_vec();
        Builder::before(module, end).op(Affine::Yield, &yielded, &[], &[]);
        module.erase(end);
    }
    if ty != Type::INDEX
        && let Some(first) = module.first_op(body)
    {
        let variable = module.insert_arg(body, 0, Type::INDEX);
        let cast = Builder::before(module, first).value(Arith::IndexCast, &[variable], ty, &[]);
        module.replace_all_uses(module.args(body)[1], cast);
        module.remove_arg(body, 1);
    }
}

/// A map and its operands, the dimensions first.
pub(super) struct Applied {
    pub(super) map: AffineMap,
    pub(super) operands: Vec<Value>,
}

/// Returns the map of a bound, whose results are the operands of nested operations of this kind.
fn bound(module: &mut Module, forms: &mut Forms, user: Op, value: Value, extreme: Arith) -> Option<Applied> {
    let mut results = Vec::new();
    let mut work = vec![value];
    while let Some(value) = work.pop() {
        let op = module.defining_op(value);
        match op.filter(|op| module.kind(*op) == OpKind::Arith(extreme)) {
            Some(op) if results.len() + work.len() < MAX_RESULTS => {
                work.extend(module.operands(op).iter().rev());
            }
            _ => results.push(forms.of(module, value)),
        }
    }
    applied(module, user, &results)
}

/// The most results of a bound.
const MAX_RESULTS: usize = 8;

/// Returns the map with these results for the operands of an operation; `None` if a leaf is no dimension or symbol there.
pub(super) fn applied(module: &mut Module, user: Op, results: &[Linear]) -> Option<Applied> {
    let mut leaves: Vec<Value> = results.iter().flat_map(|linear| linear.terms.keys().copied()).collect();
    leaves.sort_unstable();
    leaves.dedup();
    let (mut dims, mut symbols) = (Vec::new(), Vec::new());
    for leaf in leaves {
        let is_symbol = is_symbol_for(module, leaf, user) || is_integer_at_top_level(module, leaf, user);
        let side = if is_symbol { &mut symbols } else { &mut dims };
        side.push(leaf);
    }
    if !dims.iter().all(|leaf| is_dimension_for(module, *leaf, user)) {
        return None;
    }
    let input = |leaf: Value| match dims.iter().position(|dim| *dim == leaf) {
        Some(dim) => Some(Expr::Dim(dim as u32)),
        None => symbols.iter().position(|symbol| *symbol == leaf).map(|symbol| Expr::Symbol(symbol as u32)),
    };
    let expr = |linear: &Linear| {
        let product =
            |(leaf, factor): (&Value, &i64)| Some(Expr::mul(input(*leaf)?, Expr::Constant(*factor)));
        let terms = linear.terms.iter().map(product).collect::<Option<Vec<Expr>>>()?;
        let constant = (linear.constant != 0 || terms.is_empty()).then_some(Expr::Constant(linear.constant));
        terms.into_iter().chain(constant).reduce(Expr::add)
    };
    let results = results.iter().map(expr).collect::<Option<Vec<Expr>>>()?;
    let map = AffineMap::new(dims.len(), symbols.len(), results);
    let symbols = symbols.into_iter().map(|symbol| as_index(module, symbol));
    let operands = dims.into_iter().chain(symbols).collect();
    Some(Applied { map, operands })
}

/// Whether a value is an integer that a cast right after its definition makes a symbol.
fn is_integer_at_top_level(module: &Module, value: Value, user: Op) -> bool {
    let is_integer = matches!(module.type_kind(module.type_of(value)), TypeKind::Integer(..));
    let first = module.def_block(value).and_then(|block| module.first_op(block));
    let is_around = |at: Op| {
        is_at_top_level(module, at) && module.parent_op(at).is_some_and(|scope| module.is_inside(user, scope))
    };
    is_integer && first.is_some_and(is_around)
}

/// Returns an integer as an index, cast right after its definition.
fn as_index(module: &mut Module, value: Value) -> Value {
    if module.type_of(value) == Type::INDEX {
        return value;
    }
    let mut at = match module.def(value) {
        Def::Result(op, _) => Builder::after(module, op),
        _ => {
            let block = module.def_block(value).expect("a value is defined in a block");
            let first = module.first_op(block).expect("a block has a terminator");
            Builder::before(module, first)
        }
    };
    at.value(Arith::IndexCast, &[value], Type::INDEX, &[])
}
