//! Expands operations on whole buffers: a copy becomes loops over elements, a reshape a view of the sizes that it
//! reads, `memref.rank` a constant, and `memref.alloca_scope` its operations. The results are lowered afterwards.

use super::decompose::packed;
use super::view::Part;
use warpline_ir::artifact::{ASSERTION, CHECK};
use warpline_ir::host_abi::UNKNOWN_BYTES;
use warpline_ir::{
    Arith, AttrKind, Builder, Cf, DYNAMIC, MemRef, Module, Op, OpKind, Place, Rt, Scf, Type, Value,
};

/// Expands one operation; `None` where it stays.
pub(super) fn expand(module: &mut Module, op: Op) -> Option<()> {
    match module.kind(op) {
        OpKind::MemRef(MemRef::Copy) => copy(module, op),
        OpKind::MemRef(MemRef::Reshape) => reshape(module, op),
        OpKind::MemRef(MemRef::Rank) => rank(module, op),
        OpKind::MemRef(MemRef::AllocaScope) => scope(module, op),
        OpKind::Rt(Rt::Extent | Rt::Live | Rt::Apart) => {
            assume(module, op);
            Some(())
        }
        _ => None,
    }
}

/// Replaces a question about memory, which only the runtime of the host can answer, by the answer that permits all.
fn assume(module: &mut Module, op: Op) {
    let at = &mut Builder::before(module, op);
    let answers: Vec<Value> = match at.module.kind(op) {
        OpKind::Rt(Rt::Extent) => vec![at.index(UNKNOWN_BYTES); 2],
        _ => vec![at.int(1, Type::I1)],
    };
    module.replace_op(op, &answers);
}

/// Returns the sizes of a ranked memref.
fn sizes(module: &Module, buffer: Value) -> Option<Vec<i64>> {
    let ty = module.type_of(buffer);
    module.shape(ty).filter(|_| module.is_memref(ty)).map(<[i64]>::to_vec)
}

/// Expands a copy into a loop for each dimension around an element copy. If the extents differ, the thread exits
/// first.
fn copy(module: &mut Module, op: Op) -> Option<()> {
    let view = module.op(op);
    let (from, to) = (view.named("source"), view.named("target"));
    let (from_sizes, to_sizes) = (sizes(module, from)?, sizes(module, to)?);
    let element = module.element_type(module.type_of(from));
    if from_sizes.len() != to_sizes.len() || element != module.element_type(module.type_of(to)) {
        return None;
    }
    let number = module.attr(op, ASSERTION);
    let at = &mut Builder::before(module, op);
    let mut extents = Vec::new();
    for (dim, known) in from_sizes.into_iter().zip(to_sizes).enumerate() {
        let [source, target] =
            [(from, known.0), (to, known.1)].map(|(buffer, size)| size_of(at, buffer, dim, size));
        if known.0 != known.1 || known.0 == DYNAMIC {
            let equal = at.compare("eq", source, target, Type::I1);
            let message = at.module.string_attr("expected equal shapes");
            let mut attrs = vec![("msg", message), (CHECK, message)];
            attrs.extend(number.map(|number| (ASSERTION, number)));
            at.op(Cf::Assert, &[equal], &[], &attrs);
        }
        extents.push(if known.1 == DYNAMIC { source } else { target });
    }
    let (zero, one) = (at.index(0), at.index(1));
    let mut indices = Vec::new();
    for extent in extents {
        let each = at.op_with_regions(Scf::For, &[zero, extent, one], &[], &[], 1);
        let region = at.module.region(each, 0);
        let body = at.module.add_block(region, &[Type::INDEX]);
        indices.push(at.module.args(body)[0]);
        at.place = Place::End(body);
        let end = at.op(Scf::Yield, &[], &[], &[]);
        at.place = Place::Before(end);
    }
    let source: Vec<Value> = [from].into_iter().chain(indices.iter().copied()).collect();
    let value = at.value(MemRef::Load, &source, element, &[]);
    let target: Vec<Value> = [value, to].into_iter().chain(indices).collect();
    at.op(MemRef::Store, &target, &[], &[]);
    module.erase(op);
    Some(())
}

fn size_of(at: &mut Builder<'_>, buffer: Value, dim: usize, known: i64) -> Value {
    if known != DYNAMIC {
        return at.index(known);
    }
    let dim = at.index(dim as i64);
    at.value(MemRef::Dim, &[buffer, dim], Type::INDEX, &[])
}

/// Expands a reshape: the same elements with the sizes read from a buffer.
fn reshape(module: &mut Module, op: Op) -> Option<()> {
    let view = module.op(op);
    let (source, shape) = (view.named("source"), view.named("shape"));
    let ty = module.type_of(module.result(op, 0));
    sizes(module, source)?;
    let known = sizes(module, module.result(op, 0))?;
    let (_, strides) = module.strides(ty)?;
    let number = module.element_type(module.type_of(shape));
    let at = &mut Builder::before(module, op);
    let mut parts: Vec<Part> = Vec::with_capacity(known.len());
    for (dim, size) in known.iter().enumerate() {
        parts.push(if *size == DYNAMIC {
            let dim = at.index(dim as i64);
            let read = at.value(MemRef::Load, &[shape, dim], number, &[]);
            let is_index = number == Type::INDEX;
            Part::Value(if is_index { read } else { at.value(Arith::IndexCast, &[read], Type::INDEX, &[]) })
        } else {
            Part::Int(*size)
        });
    }
    let steps = packed(at, &parts);
    let mut operands = vec![source];
    let mut counts = vec![1, 0];
    for (parts, known) in [(&parts, &known), (&steps, &strides)] {
        let dynamic = parts.iter().zip(known).filter(|(_, known)| **known == DYNAMIC);
        let dynamic: Vec<Value> = dynamic.map(|(part, _)| part.value(at)).collect();
        counts.push(dynamic.len() as i64);
        operands.extend(dynamic);
    }
    let mut attrs = vec![("operandSegmentSizes", at.module.i32_array_attr(counts))];
    for (key, numbers) in [("static_offsets", vec![0]), ("static_sizes", known), ("static_strides", strides)]
    {
        attrs.push((key, at.module.intern_attr(AttrKind::DenseArray(Type::I64, numbers.into()))));
    }
    let view = at.value(MemRef::ReinterpretCast, &operands, ty, &attrs);
    module.replace_op(op, &[view]);
    Some(())
}

fn rank(module: &mut Module, op: Op) -> Option<()> {
    let rank = sizes(module, module.operand(op, 0))?.len();
    let rank = Builder::before(module, op).index(rank as i64);
    module.replace_op(op, &[rank]);
    Some(())
}

/// Inlines a `memref.alloca_scope`: its memory lives as long as the kernel.
fn scope(module: &mut Module, op: Op) -> Option<()> {
    let &[body] = module.blocks_of(module.region(op, 0)) else { return None };
    let end = module.last_op(body)?;
    let results = module.operands(end).to_vec();
    module.erase(end);
    module.move_block_ops(body, Place::Before(op));
    module.replace_op(op, &results);
    Some(())
}
