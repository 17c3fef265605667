//! Verification and type inference of the operations that create, read and write buffers.

use crate::attrs::AttrKind;
use crate::format::read::Reader;
use crate::module::Module;
use crate::op::OpRef;
use crate::print::type_text;
use crate::types::{DYNAMIC, Type, TypeKind};
use crate::value::Value;
use crate::verify::VerifyCx;

/// Infers the element type of the first operand.
pub(super) fn infer_load(reader: &mut Reader<'_, '_>, operands: &[Value]) -> Option<Vec<Type>> {
    let module = &reader.cx.module;
    Some(vec![module.element_type(module.type_of(*operands.first()?))])
}

/// Infers the types of the operands.
#[expect(clippy::unnecessary_wraps, reason = "a row asks for this signature")]
pub(super) fn infer_same(reader: &mut Reader<'_, '_>, operands: &[Value]) -> Option<Vec<Type>> {
    Some(operands.iter().map(|value| reader.cx.module.type_of(*value)).collect())
}

/// Returns `'A'` and `'B'`, for messages.
pub(super) fn types_text(module: &Module, a: Type, b: Type) -> (String, String) {
    (format!("'{}'", type_text(module, a)), format!("'{}'", type_text(module, b)))
}

/// Whether the layout of a memref is the identity layout.
pub(super) fn is_identity_layout(module: &Module, ty: Type) -> bool {
    match module.type_kind(ty) {
        TypeKind::MemRef(.., Some(layout), _) => match module.attr_kind(*layout) {
            // With strides, only a one-dimensional layout is the identity map.
            AttrKind::Strided(strides, offset) => **strides == [1] && *offset == 0,
            AttrKind::Map(map) => map.is_identity(),
            _ => false,
        },
        _ => true,
    }
}

/// Returns the number of symbols of a memref's layout.
fn n_layout_symbols(module: &Module, ty: Type) -> usize {
    let TypeKind::MemRef(_, _, Some(layout), _) = module.type_kind(ty) else { return 0 };
    match module.attr_kind(*layout) {
        AttrKind::Strided(strides, offset) => {
            strides.iter().chain([offset]).filter(|number| **number == DYNAMIC).count()
        }
        AttrKind::Map(map) => map.n_symbols as usize,
        _ => 0,
    }
}

/// Checks that there is one index per dimension, and a value of the element type.
fn check_element(cx: &mut VerifyCx<'_>, op: OpRef<'_>, memref: Value, element: Type, what: &str) {
    let module = op.module;
    let wanted = module.element_type(op.type_of(memref));
    if wanted != element {
        let (wanted, found) = types_text(module, wanted, element);
        cx.error(op, format!("failed to verify that {what}: expected {wanted}, but found {found}"));
    }
}

fn rank_of(op: OpRef<'_>, memref: Value) -> usize {
    op.module.shape(op.type_of(memref)).map_or(0, <[i64]>::len)
}

pub(super) fn verify_load(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let memref = op.named("memref");
    check_element(cx, op, memref, op.result_type(0), "result type matches element type of 'memref'");
    let (rank, n_indices) = (rank_of(op, memref), op.group("indices").len());
    if rank != n_indices {
        cx.error(op, format!("incorrect number of indices for load, expected {rank} but got {n_indices}"));
    }
    check_alignment(cx, op);
}

pub(super) fn verify_store(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let memref = op.named("memref");
    check_element(cx, op, memref, op.operand_type(0), "type of 'value' matches element type of 'memref'");
    let (rank, n_indices) = (rank_of(op, memref), op.group("indices").len());
    if rank != n_indices {
        let message = format!(
            "store index operand count not equal to memref rank: expected {rank}, but found {n_indices}"
        );
        cx.error(op, message);
    }
    check_alignment(cx, op);
}

/// Checks that `alignment` is a power of two in an `i64`.
pub(super) fn check_alignment(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(attr) = op.attr("alignment") else { return };
    let fits = matches!(op.module.attr_kind(attr), AttrKind::Integer(value, Type::I64) if 0 < *value && value & (value - 1) == 0);
    if !fits {
        let found = crate::print::attr_text(op.module, attr);
        cx.error(op, format!("attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0, but found {found}"));
    }
}

/// Checks that there is one size per dynamic dimension and one symbol per symbol of the layout.
pub(super) fn verify_alloc(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    check_dynamic_sizes(cx, op, op.group("dynamicSizes").len());
    check_alignment(cx, op);
    let wanted = n_layout_symbols(op.module, op.result_type(0));
    let n_symbols = op.group("symbolOperands").len();
    if n_symbols != wanted {
        cx.error(
            op,
            format!(
                "symbol operand count does not equal memref symbol count: expected {wanted}, got {n_symbols}"
            ),
        );
    }
}

/// Checks the same, and that an allocation scope, such as a function, encloses the operation.
pub(super) fn verify_alloca(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    verify_alloc(cx, op);
    let mut at = op.module.parent_op(op.op);
    while let Some(parent) = at {
        let plain = matches!(
            op.module.kind(parent),
            crate::dialect::OpKind::Builtin(_)
                | crate::dialect::OpKind::Gpu(crate::dialect::Gpu::Module)
                | crate::dialect::OpKind::Foreign(_)
        );
        if !plain {
            return;
        }
        at = op.module.parent_op(parent);
    }
    cx.error(op, "requires an ancestor op with AutomaticAllocationScope trait, such as a function");
}

/// Checks that there are as many sizes as the result has dynamic dimensions.
pub(super) fn check_dynamic_sizes(cx: &mut VerifyCx<'_>, op: OpRef<'_>, n_sizes: usize) {
    let dynamic = op
        .module
        .shape(op.result_type(0))
        .map_or(0, |shape| shape.iter().filter(|size| **size == DYNAMIC).count());
    if dynamic != n_sizes {
        let message = format!(
            "incorrect number of dynamic sizes, has {n_sizes}, expected {dynamic}: the dimension operand count does not equal memref dynamic dimension count"
        );
        cx.error(op, message);
    }
}

/// Checks a buffer of another size with the old contents: same element type and memory space, no layout.
pub(super) fn verify_realloc(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let (source, result) = (op.operand_type(0), op.result_type(0));
    let (from, to) = types_text(module, source, result);
    if !is_identity_layout(module, source) {
        return cx.error(op, format!("unsupported layout for source memref type {from}"));
    }
    if !is_identity_layout(module, result) {
        return cx.error(op, format!("unsupported layout for result memref type {to}"));
    }
    let both = format!("specified for source memref type {from} and result memref type {to}");
    if module.memory_space(source) != module.memory_space(result) {
        return cx.error(op, format!("different memory spaces {both}"));
    }
    if module.element_type(source) != module.element_type(result) {
        return cx.error(op, format!("different element types {both}"));
    }
    match (module.n_elements(result).is_none(), op.operands().len() == 2) {
        (true, false) => cx.error(op, format!("missing dimension operand for result type {to}")),
        (false, true) => cx.error(op, format!("unnecessary dimension operand for result type {to}")),
        (true, true) | (false, false) => {}
    }
    check_alignment(cx, op);
}

/// Whether two shapes are compatible; an unranked one is compatible with any.
fn shapes_fit(module: &Module, a: Type, b: Type) -> bool {
    let (Some(x), Some(y)) = (module.shape(a), module.shape(b)) else { return true };
    let fits = |(x, y): (&i64, &i64)| x == y || *x == DYNAMIC || *y == DYNAMIC;
    x.len() == y.len() && x.iter().zip(y).all(fits)
}

/// Checks that two buffers have compatible shapes and the same element type.
fn check_same_shape(cx: &mut VerifyCx<'_>, op: OpRef<'_>, a: Type, b: Type) {
    let module = op.module;
    let (x, y) = types_text(module, a, b);
    if module.element_type(a) != module.element_type(b) {
        return cx
            .error(op, format!("requires the same element type for all operands, but found {x} and {y}"));
    }
    if !shapes_fit(module, a, b) {
        cx.error(op, format!("requires the same shape for all operands, but found {x} and {y}"));
    }
}

pub(super) fn verify_copy(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    check_same_shape(cx, op, op.operand_type(0), op.operand_type(1));
}

fn check_castable(cx: &mut VerifyCx<'_>, op: OpRef<'_>, fits: bool) {
    if !fits {
        let (from, to) = types_text(op.module, op.operand_type(0), op.result_type(0));
        cx.error(op, format!("operand type {from} and result type {to} are cast incompatible"));
    }
}

pub(super) fn verify_cast(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    check_castable(cx, op, is_castable(op.module, op.operand_type(0), op.result_type(0)));
}

/// Whether `memref.cast` can convert one of these types to the other.
pub fn is_castable(module: &Module, source: Type, result: Type) -> bool {
    let ranked = |ty: Type| usize::from(module.is_memref(ty));
    shapes_fit(module, source, result)
        && module.element_type(source) == module.element_type(result)
        && module.memory_space(source) == module.memory_space(result)
        && match ranked(source) + ranked(result) {
            0 => false,
            1 => true,
            _ => layouts_fit(module, source, result),
        }
}

/// Whether offsets and strides are compatible.
fn layouts_fit(module: &Module, a: Type, b: Type) -> bool {
    let layout = |ty: Type| match module.type_kind(ty) {
        TypeKind::MemRef(_, _, layout, _) => *layout,
        _ => None,
    };
    if layout(a) == layout(b) {
        return true;
    }
    let (Some((x_offset, x)), Some((y_offset, y))) = (module.strides(a), module.strides(b)) else {
        return false;
    };
    let fits = |x: i64, y: i64| x == y || x == DYNAMIC || y == DYNAMIC;
    fits(x_offset, y_offset) && x.iter().zip(&y).all(|(x, y)| fits(*x, *y))
}

/// Checks that only the memory space differs.
pub(super) fn verify_space_cast(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let (source, result) = (op.operand_type(0), op.result_type(0));
    let same_element = module.element_type(source) == module.element_type(result);
    let fits = same_element
        && match (module.type_kind(source), module.type_kind(result)) {
            (TypeKind::MemRef(a, _, x, _), TypeKind::MemRef(b, _, y, _)) => a == b && x == y,
            (TypeKind::UnrankedMemRef(..), TypeKind::UnrankedMemRef(..)) => true,
            _ => false,
        };
    check_castable(cx, op, fits);
}

/// Checks that the alignment is positive, in an `i32`, and a power of two.
pub(super) fn verify_assume_alignment(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(attr) = op.attr("alignment") else { return };
    match op.module.attr_kind(attr) {
        AttrKind::Integer(value, Type::I32) if 0 < *value => {
            if value & (value - 1) != 0 {
                cx.error(op, format!("alignment must be power of 2, but found {value}"));
            }
        }
        _ => {
            let found = crate::print::attr_text(op.module, attr);
            cx.error(op, format!("attribute 'alignment' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive, but found {found}"));
        }
    }
    if op.operand_type(0) != op.result_type(0) {
        cx.error(op, "requires the same type for all operands and results");
    }
}

/// Checks that there are as many results as operands, of their types.
pub(super) fn verify_distinct_objects(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    if op.operands().is_empty() {
        return cx.error(op, "expected at least one operand");
    }
    let operands = op.operands().iter().map(|value| op.type_of(*value));
    if !operands.eq(op.results().map(|value| op.type_of(value))) {
        cx.error(op, "operand types and result types must match");
    }
}
