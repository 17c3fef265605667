//! What buffers made of other buffers, accesses by pointers, and claims about buffers demand.

use super::limits::{Limit, Origin, element_bytes};
use super::symbols::Given;
use super::{Claim, Demand, Elements, KnownRanges, Number, cast, known_elements, numbers, sizes};
use crate::analysis::alias;
use crate::analysis::call_graph::callee;
use crate::analysis::ranges::Range;
use crate::analysis::summary::{Access, Summaries};
use warpline_ir::dialect::func::argument_attr;
use warpline_ir::dialect::memref::{STRIDED_LISTS, groups_of};
use warpline_ir::{Def, Func, Gpu, MemRef, Module, Op, OpKind, OpRef, Ptr, TypeKind, Value};

/// The attribute of a claim that holds by construction.
pub(crate) const PROVED: &str = "warpline.proved";

/// Returns the demands of an operation that makes a buffer of another one or of a pointer, or claims something about buffers.
pub(super) fn demands(module: &Module, given: &Given<'_>, op: OpRef<'_>) -> Vec<Demand> {
    let kind = match op.kind() {
        OpKind::MemRef(kind) => kind,
        OpKind::Ptr(Ptr::FromPtr) => return from_pointer(module, given, op),
        _ => return Vec::new(),
    };
    match kind {
        MemRef::Cast => cast(module, op),
        MemRef::SubView => {
            let [offsets, lengths, steps] =
                STRIDED_LISTS.map(|(key, name)| numbers(module, op.op, key, name));
            let parts = offsets.into_iter().zip(lengths).zip(steps).zip(sizes(module, op.operand(0)));
            parts.map(|(((offset, n), step), size)| Demand::Part([offset, n, step], size)).collect()
        }
        MemRef::ReinterpretCast => {
            let [offsets, sizes, strides] =
                STRIDED_LISTS.map(|(key, name)| numbers(module, op.op, key, name));
            let dims = sizes.into_iter().zip(strides).map(|(size, stride)| [size, stride]).collect();
            let first = offsets.first().copied();
            view(module, given, op, first.map(|offset| Elements::Strided { offset, dims }))
        }
        MemRef::View => {
            let sizes = claimed_sizes(module, op.result_type(0), op.group("sizes"));
            view(module, given, op, Some(Elements::Dense(sizes)))
        }
        MemRef::Reshape => reshape(module, op),
        MemRef::ExpandShape => expand(module, op),
        MemRef::CollapseShape => collapse(module, op),
        MemRef::AssumeAlignment => op
            .int("alignment")
            .map(|alignment| Demand::Aligned(op.operand(0), alignment))
            .into_iter()
            .collect(),
        MemRef::DistinctObjects if op.attr(PROVED).is_none() => pairs(module, op.operands()),
        _ => Vec::new(),
    }
}

/// Returns the demand of a view of the memory behind its first operand.
fn view(module: &Module, given: &Given<'_>, op: OpRef<'_>, elements: Option<Elements>) -> Vec<Demand> {
    let claim = elements.zip(element_bytes(module, op.result(0)));
    let claim = claim.map(|(elements, n_bytes)| Claim { elements, n_bytes });
    claim.map(|claim| Demand::View(claim, Limit::of(module, given, op.result(0)))).into_iter().collect()
}

/// Returns the sizes of a type, with values for dynamic ones.
fn claimed_sizes(module: &Module, ty: warpline_ir::Type, dynamic: &[Value]) -> Vec<Number> {
    let mut values = dynamic.iter();
    let shape = module.shape(ty).unwrap_or_default().iter();
    let number = |size: &i64| match *size {
        warpline_ir::DYNAMIC => values.next().copied().map(Number::Value),
        size => Some(Number::Known(size)),
    };
    shape.filter_map(number).collect()
}

/// Returns the demand of an access by a pointer.
pub(super) fn accessed_bytes(module: &Module, given: &Given<'_>, op: OpRef<'_>) -> Vec<Demand> {
    let accessed = op.results().next().map_or_else(|| op.operand_type(0), |result| module.type_of(result));
    let pointer = op.named("ptr");
    let n_bytes = module.element_size(accessed).filter(|_| module.is_ptr(module.type_of(pointer)));
    n_bytes.map(|n_bytes| Demand::Access(n_bytes, Limit::of(module, given, pointer))).into_iter().collect()
}

/// Returns the demand of a buffer at an address; one with the layout of another buffer has that of the access.
fn from_pointer(module: &Module, given: &Given<'_>, op: OpRef<'_>) -> Vec<Demand> {
    let ty = op.result_type(0);
    let (Some(shape), Some((offset, strides))) = (module.shape(ty), module.strides(ty)) else {
        return Vec::new();
    };
    let is_known = |number: &i64| *number != warpline_ir::DYNAMIC;
    if !op.group("metadata").is_empty() || shape.is_empty() || !shape.iter().chain(&strides).all(is_known) {
        return Vec::new();
    }
    let dims = shape.iter().zip(strides).map(|(size, stride)| [*size, stride].map(Number::Known)).collect();
    view(module, given, op, Some(Elements::Strided { offset: Number::Known(offset), dims }))
}

fn reshape(module: &Module, op: OpRef<'_>) -> Vec<Demand> {
    let (from, shape) = (op.named("source"), op.named("shape"));
    let to = module.shape(op.result_type(0)).map(<[i64]>::to_vec);
    let is_ranked = module.shape(module.type_of(from)).is_some();
    to.filter(|_| is_ranked).map(|to| Demand::Reshaped { shape, from, to }).into_iter().collect()
}

fn expand(module: &Module, op: OpRef<'_>) -> Vec<Demand> {
    let all = numbers(module, op.op, "static_output_shape", "output_shape");
    let groups = groups_of(op).unwrap_or_default().into_iter();
    let group = |group: Vec<usize>| group.iter().filter_map(|dim| all.get(*dim).copied()).collect();
    let pairs = groups.map(group).zip(sizes(module, op.operand(0)));
    pairs.map(|(group, size)| Demand::Expanded(group, size)).collect()
}

fn collapse(module: &Module, op: OpRef<'_>) -> Vec<Demand> {
    let source = op.operand(0);
    let ty = module.type_of(source);
    let (Some(shape), Some((_, strides))) = (module.shape(ty), module.strides(ty)) else { return Vec::new() };
    if matches!(module.type_kind(ty), TypeKind::MemRef(_, _, None, _)) {
        return Vec::new();
    }
    let is_known = |dim: &usize| {
        [shape.get(*dim), strides.get(*dim)]
            .iter()
            .all(|number| number.is_some_and(|n| *n != warpline_ir::DYNAMIC))
    };
    let groups = groups_of(op).unwrap_or_default().into_iter();
    let open = groups.filter(|group| 1 < group.len() && !group.iter().all(is_known));
    open.map(|group| Demand::Follow(source, group)).collect()
}

/// Returns the demands of arguments that claim to be apart from others, of which one is written.
pub(super) fn passed(module: &Module, op: OpRef<'_>) -> Vec<Demand> {
    let Some((function, first)) = called(module, op) else { return Vec::new() };
    let Some(body) = module.entry(function, 0) else { return Vec::new() };
    let args = module.args(body);
    let is_apart = |index: usize| argument_attr(module, function, index, "llvm.noalias").is_some();
    let n_args = args.len().min(op.operands().len() - first);
    if !(0..n_args).any(is_apart) {
        return Vec::new();
    }
    let accesses = Summaries::default().of_parameters(module, function);
    let is_memref = |index: &usize| module.is_memref(module.type_of(args[*index]));
    let buffers: Vec<usize> = (0..n_args).filter(is_memref).collect();
    let touches = |index: usize| accesses.get(index).copied().unwrap_or(Access::ANY);
    let mut found = Vec::new();
    for (number, a) in buffers.iter().enumerate() {
        for b in &buffers[number + 1..] {
            let [x, y] = [touches(*a), touches(*b)];
            let is_used = x != Access::default() && y != Access::default();
            let is_written = x != Access::READ || y != Access::READ;
            if (is_apart(*a) || is_apart(*b)) && is_used && is_written {
                found.extend(pairs(module, &[op.operand(first + a), op.operand(first + b)]));
            }
        }
    }
    found
}

/// Returns the function that an operation calls or launches, and the number of the first argument.
fn called(module: &Module, op: OpRef<'_>) -> Option<(Op, usize)> {
    match op.kind() {
        OpKind::Func(Func::Call) => callee(module, op.op).map(|function| (function, 0)),
        OpKind::Gpu(Gpu::LaunchFunc) => {
            let kernel = module.resolve_symbol(op.op, module.attr_symbol(op.attr("kernel")?)?)?;
            (module.kind(kernel) == OpKind::Gpu(Gpu::Func)).then(|| (kernel, op.group_range(11).start))
        }
        _ => None,
    }
}

/// Returns the demands that no two of some buffers overlap, as far as the alias analysis does not prove it.
fn pairs(module: &Module, buffers: &[Value]) -> Vec<Demand> {
    let mut found = Vec::new();
    for (number, a) in buffers.iter().enumerate() {
        for b in &buffers[number + 1..] {
            if are_apart(module, *a, *b) {
                continue;
            }
            found.push(Demand::Apart(*a, *b));
        }
    }
    found
}

/// Whether two buffers of one operation are proved not to overlap, by their origins and not by a claim.
fn are_apart(module: &Module, a: Value, b: Value) -> bool {
    let is_argument = |value: Value| matches!(module.def(alias::base(module, value)), Def::Arg(..));
    a != b && !(is_argument(a) && is_argument(b)) && !alias::may_alias(module, a, b)
}

/// Returns the number of elements of these bytes between a view and the end of its memory, if it is known.
pub(super) fn known_elements_of(
    module: &Module,
    ranges: &dyn KnownRanges,
    limit: &Limit,
    n_bytes: u64,
) -> Option<i64> {
    let Origin::Whole(buffer) = limit.origin else { return None };
    let bytes =
        known_elements(module, buffer)?.checked_mul(element_bytes(module, buffer)?.try_into().ok()?)?;
    let mut shift = Range::point(0);
    for value in &limit.shifts {
        shift = shift.plus(ranges.of(*value));
    }
    let is_inside = 0 <= shift.min && shift.max <= bytes;
    is_inside.then(|| (bytes - shift.max) / n_bytes.max(1).cast_signed())
}

/// Whether an access by a pointer is surely in the memory behind it.
pub(super) fn is_access_within(
    module: &Module,
    ranges: &dyn KnownRanges,
    limit: &Limit,
    n_bytes: u64,
) -> bool {
    known_elements_of(module, ranges, limit, 1).is_some_and(|bytes| n_bytes.cast_signed() <= bytes)
}

/// Whether a buffer is an allocation whose alignment is at least this one.
pub(super) fn is_aligned(module: &Module, buffer: Value, alignment: i64) -> bool {
    /// The alignment of every allocation in bytes.
    const ALLOCATED: i64 = 64;
    let is_made = module
        .defining_op(buffer)
        .is_some_and(|op| matches!(module.kind(op), OpKind::MemRef(MemRef::Alloc) | OpKind::Gpu(Gpu::Alloc)));
    alignment <= 1 || is_made && alignment <= ALLOCATED && ALLOCATED % alignment == 0
}
