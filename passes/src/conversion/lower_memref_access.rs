//! Lowers buffer accesses in device code to accesses through pointers, and views to pointer arithmetic.
//!
//! An access becomes `ptr.load` or `ptr.store` of the address of its element, which `ptr.ptr_add` computes one
//! dimension at a time: constant bytes are added last, so that neighbouring accesses share the rest of the address.
//! Each access has the alignment that indices, strides and the buffer prove. Reads of arguments that are never
//! written (`llvm.readonly` and `llvm.noalias`) are `invariant`. Dynamic sizes and strides are read from the
//! metadata of the buffer.
//!
//! A one-dimensional vector becomes accesses of 4 or 2 elements where that alignment allows them and the target has
//! them, and single-element accesses otherwise. Vectors that the program reads and writes through pointers are
//! split in the same way.
//!
//! Copies become loops, and `memref.alloca_scope` is inlined. A select between two buffers becomes selects of
//! pointer, sizes and strides.
//!
//! Atomic updates, prefetches and subgroup matrices keep a buffer operand: a single-element buffer at the address
//! of their element (`ptr.from_ptr`). Transfers, calls and branches keep a buffer, too; a view becomes a buffer at
//! a pointer with the layout of the view. Elements of a buffer that are vectors are sequences of scalars. Other vectors of
//! several dimensions, of `i1` and of sub-byte elements keep their accesses, and so do buffers whose layout is not strided. Only code inside a `gpu.module` changes.
//!
//! Cost: one walk; an access costs up to two operations for each dimension.
//!
//! ```text
//! %x = memref.load %m[%i, %c3] : memref<8x4xf32>   →   %0 = memref.memory_space_cast %m : memref<8x4xf32> to memref<8x4xf32, #llvm.address_space<1>>
//!                                                      %1 = ptr.to_ptr %0 : memref<8x4xf32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
//!                                                      %2 = arith.muli %i, %c16 : index
//!                                                      %3 = ptr.ptr_add inbounds %1, %2 : !ptr.ptr<#llvm.address_space<1>>, index
//!                                                      %4 = ptr.ptr_add inbounds %3, %c12 : !ptr.ptr<#llvm.address_space<1>>, index
//!                                                      %x = ptr.load %4 alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> f32
//! ```

pub(crate) mod decompose;
mod expand;
pub(crate) mod line;
mod view;

use crate::analysis::alignment::common;
use crate::conversion::expand_vectors::forward_elements;
use crate::pass::PassOption;
use crate::transforms::dce::drop_dead_ops;
use crate::{Changed, Pass, PassCx, PassFn};
use decompose::{Views, base_type, is_decomposed};
use line::{Line, is_whole_bytes};
use view::{Part, View, least_align};
use warpline_ir::def::Requirement;
use warpline_ir::dialect::ptr::alignment_of;
use warpline_ir::kernels::device_modules;
use warpline_ir::{
    Arith, Attr, Builder, DYNAMIC, MemRef, Module, Op, OpKind, Ptr, Reported, Signedness, Type, TypeKind,
    Value, Vector,
};

/// The `lower-memref-access` pass.
pub const PASS: Pass = Pass {
    name: "lower-memref-access",
    summary: "Replaces accesses to buffers in kernels by accesses through pointers",
    options: &[PassOption {
        name: "access-bytes",
        summary: "The maximum number of bytes that the target reads or writes at once",
        default: "16",
    }],
    run: PassFn::MayFail(run),
};

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let access_bytes = cx.int_option("access-bytes")?.unsigned_abs();
    let module = &mut *cx.module;
    let mut changed = false;
    for device in device_modules(module) {
        changed |= lower_module(module, device, access_bytes);
    }
    Ok(changed.into())
}

fn lower_module(module: &mut Module, device: Op, access_bytes: u64) -> bool {
    let mut views = Views::new(access_bytes);
    let mut changed = false;
    for op in module.walk(device) {
        changed |= expand::expand(module, op).is_some();
    }
    for op in module.walk(device).into_iter().skip(1) {
        changed |= match module.kind(op) {
            OpKind::MemRef(MemRef::Load) | OpKind::Vector(Vector::Load) => lower_load(module, &mut views, op),
            OpKind::MemRef(MemRef::Store) | OpKind::Vector(Vector::Store) => {
                lower_store(module, &mut views, op)
            }
            OpKind::Ptr(kind @ (Ptr::Load | Ptr::Store)) => cut(module, op, kind, access_bytes),
            OpKind::Ptr(Ptr::ToPtr) => lower_to_ptr(module, &mut views, op),
            OpKind::MemRef(MemRef::Dim) => lower_dim(module, &mut views, op),
            OpKind::MemRef(MemRef::ExtractStridedMetadata) => lower_metadata(module, &mut views, op),
            kind => lower_element(module, &mut views, op, kind),
        }
        .unwrap_or_else(|| replace_views(module, &mut views, op));
    }
    if changed {
        forward_elements(module, device);
        drop_dead_ops(module, device);
    }
    changed
}

/// Whether the operation was replaced; `None` where it stays.
type Lowered = Option<bool>;

fn lower_load(module: &mut Module, views: &mut Views, op: Op) -> Lowered {
    let old = module.results(op).next()?;
    let ty = module.type_of(old);
    let (view, align, stored) = place_of(module, views, op, ty)?;
    let mut attrs = access_attrs(module, op);
    if view.is_invariant {
        attrs.push(("invariant", Attr::UNIT));
    }
    let line = Line { view: &view, align, ty, stored, attrs, limit: views.access_bytes };
    let new = line.read(&mut Builder::before(module, op));
    module.replace_op(op, &[new]);
    Some(true)
}

fn lower_store(module: &mut Module, views: &mut Views, op: Op) -> Lowered {
    if module.op(op).n_results() != 0 {
        return None;
    }
    let value = module.operand(op, 0);
    let ty = module.type_of(value);
    let (view, align, stored) = place_of(module, views, op, ty)?;
    let line =
        Line { view: &view, align, ty, stored, attrs: access_attrs(module, op), limit: views.access_bytes };
    line.write(&mut Builder::before(module, op), value);
    module.erase(op);
    Some(true)
}

/// Returns the view that an access of a type begins with, whose elements are scalars, the known alignment of its address,
/// and the type of a scalar in memory.
fn place_of(module: &mut Module, views: &mut Views, op: Op, ty: Type) -> Option<(View, u64, Type)> {
    let (memref, indices) = module.op(op).access()?;
    let indices = indices.to_vec();
    let element = module.element_type(module.type_of(memref));
    let is_element = element == ty;
    let stored = stored_type(module, ty, is_element)?;
    let (view, align) = element_of_buffer(module, views, op, (memref, ty), &indices)?;
    if !is_element {
        return Some((view, align, stored));
    }
    let scalar = module.element_type(ty);
    let bytes = i64::try_from(module.byte_size(scalar)?).ok()?;
    Some((View { element: (scalar, bytes), ..view }, align, stored))
}

/// Splits a vector access through a pointer.
fn cut(module: &mut Module, op: Op, kind: Ptr, limit: u64) -> Lowered {
    let view = module.op(op);
    let is_plain = view.attr("volatile_").is_none() && view.int("ordering").is_none_or(|order| order == 0);
    let pointer = view.named("ptr");
    let vector = match kind {
        Ptr::Load => view.result(0),
        _ => view.named("value"),
    };
    let ty = module.type_of(vector);
    module.shape(ty).filter(|_| is_plain)?;
    let stored = module.element_type(ty);
    let bytes = i64::try_from(module.byte_size(stored)?).ok()?;
    let attrs = module.attrs(op).iter().filter_map(|attr| match module.text(attr.name) {
        "nontemporal" => Some(("nontemporal", attr.value)),
        "invariant" => Some(("invariant", attr.value)),
        "invariantGroup" => Some(("invariantGroup", attr.value)),
        _ => None,
    });
    let line = Line {
        view: &View::at(pointer, (stored, bytes)),
        align: alignment_of(view).unwrap_or(1),
        ty,
        stored,
        attrs: attrs.collect(),
        limit,
    };
    if line.is_whole(module) {
        return None;
    }
    let at = &mut Builder::before(module, op);
    if kind == Ptr::Load {
        let new = line.read(at);
        module.replace_op(op, &[new]);
    } else {
        line.write(at, vector);
        module.erase(op);
    }
    Some(true)
}

/// Returns the view that an access of a type begins with, and the known alignment of its address.
fn element_of_buffer(
    module: &mut Module,
    views: &mut Views,
    op: Op,
    (memref, ty): (Value, Type),
    indices: &[Value],
) -> Option<(View, u64)> {
    let element = module.element_type(module.type_of(memref));
    if element != ty && element != module.element_type(ty) {
        return None;
    }
    let view = views.of(module, memref)?;
    let is_line = element == ty || view.strides.last().is_none_or(|stride| *stride == Part::Int(1));
    if indices.len() != view.strides.len() || module.shape(ty).is_some() && !is_line {
        return None;
    }
    let indices: Vec<Part> = indices.iter().map(|index| part(module, *index)).collect();
    let given = module.op(op).int("alignment").and_then(|given| u64::try_from(given).ok()).unwrap_or(1);
    let moved = view.moved(&mut Builder::before(module, op), &indices);
    let align = common(moved.align, moved.bytes.unsigned_abs()).max(given);
    Some((moved, align))
}

fn part(module: &Module, index: Value) -> Part {
    module.constant_int(index).map_or(Part::Value(index), Part::Int)
}

/// Returns the attributes that the access through a pointer inherits.
fn access_attrs(module: &Module, op: Op) -> Vec<(&'static str, Attr)> {
    let flag = module.attr(op, "nontemporal").filter(|attr| module.attr_int(*attr) == Some(1));
    flag.map(|_| ("nontemporal", Attr::UNIT)).into_iter().collect()
}

/// Returns the type of an element in memory: an integer for `index` and for floats without processor arithmetic, and the
/// next one of whole bytes for integers of odd width. Vectors of several elements of a buffer have one dimension and whole
/// bytes; a vector that `is_element` has any shape.
fn stored_type(module: &mut Module, ty: Type, is_element: bool) -> Option<Type> {
    let element = module.element_type(ty);
    if let TypeKind::Vector(shape, scalable, _) = module.type_kind(ty) {
        let is_line = shape.len() == 1 && is_whole_bytes(module, element);
        if scalable.contains(&true) || !is_line && !is_element {
            return None;
        }
    } else if module.shape(ty).is_some() {
        return None;
    }
    match module.type_kind(element) {
        TypeKind::Index => Some(Type::I64),
        TypeKind::Integer(1 | 8 | 16 | 32 | 64, Signedness::Signless) => Some(element),
        TypeKind::Integer(width @ ..=64, Signedness::Signless) => Some(whole_bytes(module, *width)),
        TypeKind::Float(float) if float.machine().is_some() => Some(element),
        TypeKind::Float(float) if float.width() <= 64 => Some(whole_bytes(module, float.width())),
        _ => None,
    }
}

/// Returns the integer type of whole bytes that holds this many bits.
fn whole_bytes(module: &mut Module, bits: u32) -> Type {
    module.intern_type(TypeKind::Integer(bits.next_power_of_two().max(8), Signedness::Signless))
}

/// Lowers `ptr.to_ptr` of a view. That of a buffer in another memory space is what this pass makes, and stays.
fn lower_to_ptr(module: &mut Module, views: &mut Views, op: Op) -> Lowered {
    let memref = module.operand(op, 0);
    let view = module.defining_op(memref).filter(|op| is_decomposed(module, *op))?;
    let source = module.defining_op(*module.operands(view).first()?);
    if module.kind(view) == OpKind::MemRef(MemRef::MemorySpaceCast)
        && !source.is_some_and(|source| is_decomposed(module, source))
    {
        return Some(false);
    }
    let view = views.of(module, memref)?;
    if module.type_of(view.pointer) != module.op(op).result_type(0) {
        return None;
    }
    let address = view.address(&mut Builder::before(module, op));
    module.replace_op(op, &[address]);
    Some(true)
}

/// Lowers `memref.dim` of a view.
fn lower_dim(module: &mut Module, views: &mut Views, op: Op) -> Lowered {
    let view = module.op(op);
    let (old, memref) = (module.results(op).next()?, view.named("source"));
    let dim = usize::try_from(module.constant_int(view.named("index"))?).ok()?;
    module.defining_op(memref).filter(|op| is_decomposed(module, *op))?;
    let size = *views.of(module, memref)?.sizes.get(dim)?;
    let new = size.value(&mut Builder::before(module, op));
    module.replace_all_uses(old, new);
    module.erase(op);
    Some(true)
}

/// Lowers `memref.extract_strided_metadata` of a view.
fn lower_metadata(module: &mut Module, views: &mut Views, op: Op) -> Lowered {
    let memref = module.operand(op, 0);
    module.defining_op(memref).filter(|op| is_decomposed(module, *op))?;
    let ty = module.type_of(memref);
    let (offset, _) = module.strides(ty)?;
    let view = View::clone(&*views.of(module, memref)?);
    let (whole, bytes) = view.whole?;
    let base_space = base_type(module, ty);
    let TypeKind::Ptr(space) = *module.type_kind(module.type_of(whole)) else { return None };
    let mut at = Builder::before(module, op);
    let first = view::displaced(&mut at, whole, bytes, false);
    let there = at.module.memref_type(&[], view.element.0, None, Some(space));
    let mut base = at.value(Ptr::FromPtr, &[first], there, &[]);
    if there != base_space {
        base = at.value(MemRef::MemorySpaceCast, &[base], base_space, &[]);
    }
    let offset = if offset == DYNAMIC {
        let at_view = view.address(&mut at);
        let flags = at.module.int_attr(0, Type::I8);
        let bytes = at.value(Ptr::PtrDiff, &[at_view, first], Type::INDEX, &[("flags", flags)]);
        let size = at.index(view.element.1);
        at.binary(Arith::DivSI, bytes, size)
    } else {
        at.index(offset)
    };
    let parts: Vec<Value> = view.sizes.iter().chain(&view.strides).map(|part| part.value(&mut at)).collect();
    let old: Vec<Value> = module.results(op).collect();
    for (old, new) in old.into_iter().zip([base, offset].into_iter().chain(parts)) {
        module.replace_all_uses(old, new);
    }
    module.erase(op);
    Some(true)
}

/// Replaces the buffer of an element operation by a buffer of that element alone.
fn lower_element(module: &mut Module, views: &mut Views, op: Op, kind: OpKind) -> Lowered {
    let (memref, indices) = module.op(op).access().filter(|_| is_element(kind))?;
    if module.defining_op(memref).is_some_and(|op| module.kind(op) == OpKind::Ptr(Ptr::FromPtr)) {
        return Some(false);
    }
    let indices = indices.to_vec();
    let element = module.element_type(module.type_of(memref));
    let (view, _) = element_of_buffer(module, views, op, (memref, element), &indices)?;
    let TypeKind::Ptr(space) = *module.type_kind(module.type_of(view.pointer)) else { return None };
    let align = common(view.align, view.bytes.unsigned_abs());
    if matches!(kind, OpKind::Gpu(_)) && least_align(module, view.element.0) < align {
        let align = module.int_attr(align as i64, Type::I64);
        module.set_attr(op, "llvm.align", align);
    }
    let mut at = Builder::before(module, op);
    let address = view.address(&mut at);
    let there = at.module.memref_type(&[], element, None, Some(space));
    let alone = at.value(Ptr::FromPtr, &[address], there, &[]);
    // The indices follow the buffer, and nothing follows them.
    let n_before = module.operands(op).len() - 1 - indices.len();
    let mut operands = module.operands(op)[..n_before].to_vec();
    operands.push(alone);
    module.set_operands(op, &operands);
    Some(true)
}

/// Whether an operation of this kind gets a buffer of the element that its indices lead to: all that are not loaded or stored
/// by a pointer.
fn is_element(kind: OpKind) -> bool {
    match kind {
        OpKind::MemRef(MemRef::Load | MemRef::Store) => false,
        OpKind::MemRef(MemRef::Prefetch) => true,
        OpKind::MemRef(_) | OpKind::Gpu(_) => kind.def().is_some_and(|def| {
            def.requires.contains(&Requirement::Indices) || def.requires.contains(&Requirement::Matrix)
        }),
        _ => false,
    }
}

/// Replaces view operands of an operation by buffers at pointers; returns whether there was one.
fn replace_views(module: &mut Module, views: &mut Views, op: Op) -> bool {
    if is_decomposed(module, op) {
        return false;
    }
    let kind = module.kind(op);
    let is_access = matches!(kind, OpKind::Vector(_) | OpKind::MemRef(MemRef::Load | MemRef::Store));
    let exactly = !is_access && !is_element(kind);
    let mut changed = false;
    for index in 0..module.operands(op).len() {
        let value = module.operand(op, index);
        if module.is_memref(module.type_of(value))
            && let Some(buffer) = views.buffer(module, value, exactly)
        {
            module.set_operand(op, index, buffer);
            changed = true;
        }
    }
    changed
}
