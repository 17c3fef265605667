//! `memref.subview` and `memref.reinterpret_cast`: folds constants into their attributes, skips casts of their
//! source, and replaces a view of the whole source by the source.

use super::replace_and_cast;
use crate::transforms::canonicalize::constants::{replace_by, replace_by_int};
use crate::transforms::canonicalize::matching::defined_by;
use warpline_ir::dialect::memref::is_castable;
use warpline_ir::dialect::memref::subview::{check_bounds, kept_dims};
use warpline_ir::types::identity_strides;
use warpline_ir::{AttrKind, Builder, DYNAMIC, Def, MemRef, Module, Op, OpKind, Type, TypeKind, Value};

/// The attributes that hold the constant offsets, sizes and strides.
const KEYS: [&str; 3] = ["static_offsets", "static_sizes", "static_strides"];
/// The operands that are the other ones.
const NAMES: [&str; 3] = ["offsets", "sizes", "strides"];

/// Offsets, sizes or strides: numbers, and values where they are [`DYNAMIC`].
#[derive(Clone, PartialEq)]
struct Mixed {
    numbers: Vec<i64>,
    values: Vec<Value>,
}

fn lists(module: &Module, op: Op) -> Option<[Mixed; 3]> {
    let list = |index: usize| {
        let AttrKind::DenseArray(_, numbers) = module.attr_kind(module.attr(op, KEYS[index])?) else {
            return None;
        };
        let values = module.op(op).group(NAMES[index]).to_vec();
        Some(Mixed { numbers: numbers.to_vec(), values })
    };
    Some([list(0)?, list(1)?, list(2)?])
}

impl Mixed {
    /// Returns the value or number of each item.
    fn value(&self, place: usize) -> Option<Value> {
        let number = self.numbers[..place].iter().filter(|number| **number == DYNAMIC).count();
        (self.numbers[place] == DYNAMIC).then(|| self.values.get(number).copied()).flatten()
    }

    /// Whether each item is the known number, or that result of `memref.extract_strided_metadata` of a buffer.
    fn is_part(&self, module: &Module, buffer: Value, known: &[i64], first_result: usize) -> bool {
        let is_result = |place: usize| match self.value(place).map(|value| module.def(value)) {
            Some(Def::Result(op, index)) => {
                module.kind(op) == OpKind::MemRef(MemRef::ExtractStridedMetadata)
                    && module.operand(op, 0) == buffer
                    && index as usize == first_result + place
            }
            Some(Def::Arg(..) | Def::Forward) | None => false,
        };
        let fits = |place: usize| match self.numbers[place] {
            DYNAMIC => is_result(place),
            number => number == known[place],
        };
        self.numbers.len() == known.len() && (0..known.len()).all(fits)
    }

    /// Folds constant values into numbers; returns whether there was one.
    fn absorb_constants(&mut self, module: &Module, least: i64) -> bool {
        let known: Vec<Option<i64>> =
            self.values.iter().map(|value| module.constant_int(*value).filter(|n| least <= *n)).collect();
        let mut found = known.iter();
        for number in self.numbers.iter_mut().filter(|number| **number == DYNAMIC) {
            *number = found.next().copied().flatten().unwrap_or(DYNAMIC);
        }
        let mut flags = known.iter();
        self.values.retain(|_| flags.next().is_some_and(Option::is_none));
        known.iter().any(Option::is_some)
    }
}

/// Folds a view of a whole buffer to the buffer.
pub(super) fn of_everything(module: &mut Module, op: Op) -> Option<()> {
    let source = module.operand(op, 0);
    let ty = module.type_of(source);
    let [offsets, sizes, strides] = lists(module, op)?;
    let to = module.type_of(module.result(op, 0));
    let is_all = module.shape(ty) == module.shape(to)
        && is_castable(module, ty, to)
        && offsets.numbers.iter().all(|offset| *offset == 0)
        && strides.numbers.iter().all(|stride| *stride == 1)
        && module.shape(ty) == Some(sizes.numbers.as_slice())
        && !sizes.numbers.contains(&DYNAMIC);
    if is_all { replace_and_cast(module, op, source) } else { None }
}

/// Folds a view of a view at its start and with its sizes to that view.
pub(super) fn same_again(module: &mut Module, op: Op) -> Option<()> {
    let source = module.operand(op, 0);
    let inner = defined_by(module, source, MemRef::SubView)?;
    let [offsets, sizes, strides] = lists(module, op)?;
    let [_, inner_sizes, _] = lists(module, inner)?;
    let is_same = module.type_of(source) == module.type_of(module.result(op, 0))
        && offsets.numbers.iter().all(|offset| *offset == 0)
        && strides.numbers.iter().all(|stride| *stride == 1)
        && sizes == inner_sizes;
    if is_same { replace_by(module, op, source) } else { None }
}

/// Folds constants of `memref.reinterpret_cast` into its attributes and its type.
pub(super) fn reinterpreted_constants(module: &mut Module, op: Op) -> Option<()> {
    let [offsets, sizes, strides] = with_constants(module, op)?;
    let source = module.operand(op, 0);
    let old_type = module.type_of(module.result(op, 0));
    let [offset] = *offsets.numbers else { return None };
    let ty = strided_type(module, old_type, &sizes.numbers, strides.numbers.clone(), offset)?;
    make(module, op, source, &[offsets, sizes, strides], ty)
}

/// Skips a view that is the source: only the underlying buffer matters. Views with an offset are left alone.
pub(super) fn reinterpreted_source(module: &mut Module, op: Op) -> Option<()> {
    let inner = module.defining_op(module.operand(op, 0))?;
    let sees_through = match module.kind(inner) {
        OpKind::MemRef(MemRef::ReinterpretCast | MemRef::Cast) => true,
        OpKind::MemRef(MemRef::ExtractStridedMetadata) => module.result(inner, 0) == module.operand(op, 0),
        OpKind::MemRef(MemRef::SubView) => lists(module, inner)?[0].numbers.iter().all(|offset| *offset == 0),
        _ => false,
    };
    if !sees_through {
        return None;
    }
    let source = module.operand(inner, 0);
    module.set_operand(op, 0, source);
    Some(())
}

/// Folds a cast with the offset, sizes and strides of its source.
pub(super) fn reinterpreted_as_it_was(module: &mut Module, op: Op) -> Option<()> {
    let source = module.operand(op, 0);
    let ty = module.type_of(source);
    let (offset, source_strides) = module.strides(ty)?;
    let [offsets, sizes, strides] = lists(module, op)?;
    let shape = module.shape(ty)?;
    let is_same = offsets.is_part(module, source, &[offset], 1)
        && sizes.is_part(module, source, shape, 2)
        && strides.is_part(module, source, &source_strides, 2 + shape.len());
    if is_same { replace_and_cast(module, op, source) } else { None }
}

/// Folds constant operands into the attributes, and makes the type more static.
pub(super) fn constants(module: &mut Module, op: Op) -> Option<()> {
    let lists = with_constants(module, op)?;
    let source = module.operand(op, 0);
    rebuild(module, op, source, &lists)
}

/// Returns the lists of an operation with its constant operands folded; `None` if it has no such operand.
fn with_constants(module: &Module, op: Op) -> Option<[Mixed; 3]> {
    let [mut offsets, mut sizes, mut strides] = lists(module, op)?;
    let changed = [
        offsets.absorb_constants(module, 0),
        sizes.absorb_constants(module, 0),
        strides.absorb_constants(module, i64::MIN + 1),
    ];
    changed.contains(&true).then_some([offsets, sizes, strides])
}

/// Replaces the source of a view by the source of its cast.
pub(super) fn of_cast(module: &mut Module, op: Op) -> Option<()> {
    let cast = module.defining_op(module.operand(op, 0))?;
    if module.kind(cast) != OpKind::MemRef(MemRef::Cast) {
        return None;
    }
    let source = module.operand(cast, 0);
    let (from, to) = (module.type_of(source), module.type_of(module.operand(op, 0)));
    if module.shape(from)?.len() != module.shape(to)?.len() {
        return None;
    }
    let lists = lists(module, op)?;
    rebuild(module, op, source, &lists)
}

/// Recreates the view and casts it to its old type if that differs. A view that would leave its source stays: it is
/// an error only if it is executed.
fn rebuild(module: &mut Module, op: Op, source: Value, lists: &[Mixed; 3]) -> Option<()> {
    let old_type = module.type_of(module.result(op, 0));
    let numbers = lists.each_ref().map(|list| list.numbers.as_slice());
    check_bounds(module.shape(module.type_of(source))?, numbers).ok()?;
    let kept = kept_dims(module.op(op))?;
    let ty = view_type(module, module.type_of(source), lists, old_type, &kept)?;
    make(module, op, source, lists, ty)
}

/// Creates an operation of the kind of `op` with these lists, and casts its result to the old type if that differs.
fn make(module: &mut Module, op: Op, source: Value, lists: &[Mixed; 3], ty: Type) -> Option<()> {
    if !is_castable(module, ty, module.type_of(module.result(op, 0))) {
        return None;
    }
    let operands: Vec<Value> =
        [source].into_iter().chain(lists.iter().flat_map(|list| list.values.iter().copied())).collect();
    let segments =
        module.i32_array_attr([1].into_iter().chain(lists.iter().map(|list| list.values.len() as i64)));
    let numbers = lists
        .iter()
        .map(|list| module.intern_attr(AttrKind::DenseArray(Type::I64, list.numbers.clone().into())))
        .collect::<Vec<_>>();
    let kind = module.kind(op);
    let mut builder = Builder::before(module, op);
    let attrs = [
        (KEYS[0], numbers[0]),
        (KEYS[1], numbers[1]),
        (KEYS[2], numbers[2]),
        ("operandSegmentSizes", segments),
    ];
    let view = builder.value(kind, &operands, ty, &attrs);
    replace_and_cast(module, op, view)
}

/// Returns the most static type of a view that keeps these dimensions.
fn view_type(
    module: &mut Module,
    source: Type,
    lists: &[Mixed; 3],
    old: Type,
    kept: &[usize],
) -> Option<Type> {
    let (offset, source_strides) = module.strides(source)?;
    let [offsets, sizes, strides] = lists;
    let times = |a: i64, b: i64| if a == 0 || b == 0 { 0 } else { known(a, b, i64::wrapping_mul) };
    let mut new_offset = offset;
    for (stride, offset) in source_strides.iter().zip(&offsets.numbers) {
        new_offset = known(new_offset, times(*stride, *offset), i64::wrapping_add);
    }
    let new_strides: Vec<i64> =
        source_strides.iter().zip(&strides.numbers).map(|(a, b)| times(*a, *b)).collect();
    let shape: Vec<i64> = kept.iter().map(|dim| sizes.numbers[*dim]).collect();
    let view_strides: Vec<i64> = kept.iter().map(|dim| new_strides[*dim]).collect();
    strided_type(module, old, &shape, view_strides, new_offset)
}

/// Returns the type of this shape and layout that differs least from an old one.
fn strided_type(
    module: &mut Module,
    old: Type,
    shape: &[i64],
    strides: Vec<i64>,
    offset: i64,
) -> Option<Type> {
    let TypeKind::MemRef(_, element, _, space) = module.type_kind(old).clone() else { return None };
    let is_identity = offset == 0 && strides == identity_strides(shape) && !strides.contains(&DYNAMIC);
    let old_is_strided = !matches!(module.type_kind(old), TypeKind::MemRef(_, _, None, _));
    let layout = (old_is_strided || !is_identity)
        .then(|| module.intern_attr(AttrKind::Strided(strides.into(), offset)));
    Some(module.memref_type(shape, element, layout, space))
}

/// Returns a result that is known if both operands are.
fn known(a: i64, b: i64, apply: fn(i64, i64) -> i64) -> i64 {
    if a == DYNAMIC || b == DYNAMIC { DYNAMIC } else { apply(a, b) }
}

/// Returns the size of a dimension of a view, for a `memref.dim`.
pub(super) fn size(module: &mut Module, op: Op, view: Op, dim: usize) -> Option<()> {
    let [_, sizes, _] = lists(module, view)?;
    let place = *kept_dims(module.op(view))?.get(dim)?;
    match sizes.value(place) {
        Some(value) => replace_by(module, op, value),
        None => replace_by_int(module, op, sizes.numbers[place]),
    }
}
