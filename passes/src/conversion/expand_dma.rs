//! Expands transfers between buffers, which run in order: `memref.dma_start` into a loop of loads and stores, and
//! `memref.dma_wait` into nothing.
//!
//! A transfer copies elements that follow each other in memory, or rows of them at a distance in the source. The tag is
//! not written.
//!
//! Cost: one walk.
//!
//! ```text
//! memref.dma_start %from[%i], %to[%j], %n, %tag[%k]   →   scf.for %e = %c0 to %n step %c1 {
//!     : memref<8xf32>, memref<4xf32>, memref<1xi32>         %v = memref.load %source[%e] : memref<?xf32, strided<[1], offset: ?>>
//!                                                           memref.store %v, %target[%e] : memref<?xf32, strided<[1], offset: ?>>
//!                                                         }
//! ```

use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::dialect::memref::STRIDED_LISTS;
use warpline_ir::{
    Arith, AttrKind, Builder, DYNAMIC, MemRef, Module, Op, OpKind, Place, Reported, Scf, Type, Value,
};

/// The `expand-dma` pass.
pub const PASS: Pass = Pass {
    name: "expand-dma",
    summary: "Expands memref.dma_start into a loop, and drops memref.dma_wait",
    options: &[],
    run: PassFn::MayFail(run),
};

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let mut changed = false;
    for op in cx.module.walk(cx.module.root()) {
        match cx.module.kind(op) {
            OpKind::MemRef(MemRef::DmaStart) => {
                let Some(transfer) = Transfer::of(cx.module, op) else {
                    return Err(cx.error(op, "expected buffers with known strides"));
                };
                transfer.expand(cx.module, op);
                cx.module.erase(op);
            }
            OpKind::MemRef(MemRef::DmaWait) => cx.module.erase(op),
            _ => continue,
        }
        changed = true;
    }
    Ok(changed.into())
}

/// A buffer and the indices of an element.
struct Element {
    buffer: Value,
    indices: Vec<Value>,
}

struct Transfer {
    from: Element,
    to: Element,
    /// The number of elements.
    n: Value,
    /// The elements from row to row of the source, and those of a row.
    rows: Option<(Value, Value)>,
}

impl Transfer {
    /// Returns the parts of the operands, which are one list, divided by the ranks of the buffers.
    fn of(module: &Module, op: Op) -> Option<Self> {
        let mut rest = module.operands(op);
        let mut element = || {
            let (buffer, after) = rest.split_first()?;
            let rank = module.shape(module.type_of(*buffer))?.len();
            let (indices, after) = after.split_at_checked(rank)?;
            rest = after;
            module.strides(module.type_of(*buffer))?;
            Some(Element { buffer: *buffer, indices: indices.to_vec() })
        };
        let (from, to) = (element()?, element()?);
        let (n, after) = rest.split_first()?;
        let tag = module.shape(module.type_of(*after.first()?))?.len();
        let rows = match after.get(1 + tag..)? {
            &[distance, row] => Some((distance, row)),
            _ => None,
        };
        Some(Self { from, to, n: *n, rows })
    }

    fn expand(&self, module: &mut Module, op: Op) {
        let at = &mut Builder::before(module, op);
        let (zero, one) = (at.index(0), at.index(1));
        let rows = self.rows.map(|(distance, row)| (distance, at.binary(Arith::MaxUI, row, one)));
        let end = rows.map_or(self.n, |rows| self.end(at, rows, [zero, one]));
        let (from, to) = (line(at, &self.from, end), line(at, &self.to, self.n));
        let each = at.op_with_regions(Scf::For, &[zero, self.n, one], &[], &[], 1);
        let region = at.module.region(each, 0);
        let body = at.module.add_block(region, &[Type::INDEX]);
        let counter = at.module.args(body)[0];
        let at = &mut Builder::new(at.module, Place::End(body), at.location);
        let place = rows.map_or(counter, |rows| place(at, rows, counter));
        let element = at.module.element_type(at.module.type_of(from));
        let value = at.value(MemRef::Load, &[from, place], element, &[]);
        at.op(MemRef::Store, &[value, to, counter], &[], &[]);
        at.op(Scf::Yield, &[], &[], &[]);
    }

    /// Builds the number of elements of the source up to the last one that is copied. It is in the last row, unless rows
    /// overlap and the last one is not full.
    fn end(&self, at: &mut Builder<'_>, rows: (Value, Value), [zero, one]: [Value; 2]) -> Value {
        let (distance, row) = rows;
        let last = at.binary(Arith::SubI, self.n, one);
        let last = place(at, rows, last);
        let end = at.binary(Arith::AddI, last, one);
        let n_full = at.binary(Arith::DivUI, self.n, row);
        let others = at.binary(Arith::SubI, n_full, one);
        let start = at.binary(Arith::MulI, others, distance);
        let full = at.binary(Arith::AddI, start, row);
        let has_none = at.compare("eq", n_full, zero, Type::I1);
        let full = at.value(Arith::Select, &[has_none, zero, full], Type::INDEX, &[]);
        let end = at.binary(Arith::MaxUI, end, full);
        let is_empty = at.compare("eq", self.n, zero, Type::I1);
        at.value(Arith::Select, &[is_empty, zero, end], Type::INDEX, &[])
    }
}

/// Builds the distance of an element of the source from the first one, in rows of at least one element.
fn place(at: &mut Builder<'_>, (distance, row): (Value, Value), number: Value) -> Value {
    let (line, column) = (at.binary(Arith::DivUI, number, row), at.binary(Arith::RemUI, number, row));
    let start = at.binary(Arith::MulI, line, distance);
    at.binary(Arith::AddI, start, column)
}

/// Builds a buffer of one dimension with `n` elements from an element of a buffer on.
fn line(at: &mut Builder<'_>, element: &Element, n: Value) -> Value {
    let ty = at.module.type_of(element.buffer);
    let (scalar, space) = (at.module.element_type(ty), at.module.memory_space(ty));
    let base = at.module.memref_type(&[], scalar, None, space);
    let rank = element.indices.len();
    let types: Vec<Type> =
        std::iter::once(base).chain(std::iter::repeat_n(Type::INDEX, 1 + 2 * rank)).collect();
    let parts = at.op(MemRef::ExtractStridedMetadata, &[element.buffer], &types, &[]);
    let parts: Vec<Value> = at.module.results(parts).collect();
    let mut offset = parts[1];
    for (index, stride) in element.indices.iter().zip(&parts[2 + rank..]) {
        let distance = at.binary(Arith::MulI, *index, *stride);
        offset = at.binary(Arith::AddI, offset, distance);
    }
    let layout = at.module.intern_attr(AttrKind::Strided([1].into(), DYNAMIC));
    let ty = at.module.memref_type(&[DYNAMIC], scalar, Some(layout), space);
    let mut attrs = vec![("operandSegmentSizes", at.module.i32_array_attr([1, 1, 1, 0]))];
    for ((key, _), number) in STRIDED_LISTS.into_iter().zip([DYNAMIC, DYNAMIC, 1]) {
        attrs.push((key, at.module.intern_attr(AttrKind::DenseArray(Type::I64, [number].into()))));
    }
    at.value(MemRef::ReinterpretCast, &[parts[0], offset, n], ty, &attrs)
}
