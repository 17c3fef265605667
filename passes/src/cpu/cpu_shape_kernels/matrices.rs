//! Expands subgroup matrices: each lane holds a part of the elements as a vector.
//!
//! Element number `e`, by rows, is in lane `e` modulo the lanes of a subgroup. Loads, stores and elementwise
//! operations are done by each lane for its elements. For a product, all lanes store their elements of both factors,
//! and each computes its elements of the result with one multiply-add for each column of the first factor, in order.
//! The lanes meet before and after each access to memory, which the subgroup makes as a whole.

use super::exchange::Position;
use super::shell::build_for;
use super::{Shaped, Shaper, refuse};
use crate::conversion::lower_memref_access::decompose::base_type;
use warpline_ir::{
    Arith, AttrKind, Builder, Cf, DYNAMIC, Gpu, Math, MemRef, Module, Op, OpKind, Place, Signedness, Type,
    TypeKind, Value, Vector,
};

/// The shape of a matrix, and its elements.
#[derive(Clone, Copy)]
struct Matrix {
    rows: i64,
    columns: i64,
    /// The elements, as integers without a sign.
    element: Type,
    is_unsigned: bool,
}

impl Matrix {
    fn of(module: &mut Module, value: Value) -> Option<Self> {
        let TypeKind::MmaMatrix([rows, columns], element, _) = *module.type_kind(module.type_of(value))
        else {
            return None;
        };
        let is_unsigned = matches!(module.type_kind(element), TypeKind::Integer(_, Signedness::Unsigned));
        Some(Self { rows, columns, element: plain(module, element), is_unsigned })
    }

    fn n_elements(self) -> i64 {
        self.rows * self.columns
    }
}

/// Returns an integer type without its signedness; other types stay.
fn plain(module: &mut Module, ty: Type) -> Type {
    match *module.type_kind(ty) {
        TypeKind::Integer(width, _) => module.intern_type(TypeKind::Integer(width, Signedness::Signless)),
        _ => ty,
    }
}

/// The matrices of an operation, before any value has another type.
struct Shapes {
    kind: Gpu,
    operands: Vec<Option<Matrix>>,
    result: Option<Matrix>,
}

impl Shaper<'_> {
    /// Expands all operations on matrices, and changes the types of values that hold one.
    pub(super) fn expand_matrices(&mut self, threads: [Value; 3]) -> Shaped {
        let mut found = Vec::new();
        for op in self.module.walk(self.work) {
            let OpKind::Gpu(kind) = self.module.kind(op) else { continue };
            let operands = self.module.operands(op).to_vec();
            let operands: Vec<_> = operands.into_iter().map(|value| Matrix::of(self.module, value)).collect();
            let result = self.module.results(op).next();
            let result = result.and_then(|result| Matrix::of(self.module, result));
            if result.is_some() || operands.iter().any(Option::is_some) {
                found.push((op, Shapes { kind, operands, result }));
            }
        }
        if found.is_empty() {
            return Ok(());
        }
        for (op, shapes) in found {
            let all = shapes.operands.iter().chain([&shapes.result]).flatten();
            if all.into_iter().any(|matrix| matrix.n_elements() % self.subgroup_size != 0) {
                let why = "the number of elements of a matrix is no multiple of the lanes of a subgroup";
                return refuse(self.module, op, why);
            }
            if self.expand_matrix_op(op, &shapes, threads)?.is_none() {
                return refuse(self.module, op, "it is not implemented for these operands");
            }
        }
        self.retype_matrices();
        self.assert_full_subgroups();
        Ok(())
    }

    /// Expands one operation; `None` for operands that it does not support.
    fn expand_matrix_op(&mut self, op: Op, shapes: &Shapes, threads: [Value; 3]) -> Shaped<Option<()>> {
        match (shapes.kind, &shapes.operands[..], shapes.result) {
            (Gpu::SubgroupMmaLoadMatrix, _, Some(matrix)) => Ok(self.expand_load(op, matrix, threads)),
            (Gpu::SubgroupMmaStoreMatrix, [Some(matrix), ..], _) => {
                Ok(self.expand_store(op, *matrix, threads))
            }
            (Gpu::SubgroupMmaCompute, [Some(a), Some(b), _], Some(c)) => {
                self.expand_product(op, [*a, *b, c], threads).map(Some)
            }
            (Gpu::SubgroupMmaConstantMatrix, _, Some(matrix)) => {
                let value = self.module.operand(op, 0);
                let elements = vec![value; self.n_own(matrix)];
                self.replace_by_parts(op, matrix, &elements);
                Ok(Some(()))
            }
            (Gpu::SubgroupMmaElementwise, [Some(from), ..], Some(matrix)) => {
                Ok(self.expand_elementwise(op, *from, matrix))
            }
            _ => Ok(None),
        }
    }

    /// Returns the number of elements of a matrix in each lane.
    fn n_own(&self, matrix: Matrix) -> usize {
        (matrix.n_elements() / self.subgroup_size) as usize
    }

    /// Returns the type of the part of a matrix in a lane.
    fn part_type(&mut self, matrix: Matrix) -> Type {
        let shape = [self.n_own(matrix) as i64];
        self.module.intern_type(TypeKind::Vector(shape.into(), [false].into(), matrix.element))
    }

    fn replace_by_parts(&mut self, op: Op, matrix: Matrix, elements: &[Value]) {
        let ty = self.part_type(matrix);
        let whole = Builder::before(self.module, op).value(Vector::FromElements, elements, ty, &[]);
        self.module.replace_op(op, &[whole]);
    }

    /// Builds the elements of this lane.
    fn own_elements(&mut self, op: Op, index: usize, matrix: Matrix) -> Vec<Value> {
        let (value, types) = (self.module.operand(op, index), vec![matrix.element; self.n_own(matrix)]);
        let apart = Builder::before(self.module, op).op(Vector::ToElements, &[value], &types, &[]);
        self.module.results(apart).collect()
    }

    fn retype_matrices(&mut self) {
        for op in self.module.walk(self.work) {
            for value in self.module.defined_by(op) {
                if let Some(matrix) = Matrix::of(self.module, value) {
                    let ty = self.part_type(matrix);
                    self.module.set_type(value, ty);
                }
            }
        }
    }

    /// Lanes that do not exist would lose their elements.
    fn assert_full_subgroups(&mut self) {
        let (threads, zero, size) = (self.shell.threads, self.shell.zero, self.subgroup_size);
        let mut at = Builder::before(self.module, self.shell.blocks);
        let size = at.index(size);
        let rest = at.binary(Arith::RemUI, threads, size);
        let is_full = at.compare("eq", rest, zero, Type::I1);
        let message = at.module.string_attr("subgroup matrices need blocks of whole subgroups");
        at.op(Cf::Assert, &[is_full], &[], &[("msg", message)]);
    }

    fn expand_load(&mut self, op: Op, matrix: Matrix, threads: [Value; 3]) -> Option<()> {
        let (buffer, indices) = self.module.op(op).access()?;
        let indices = indices.to_vec();
        self.meet(op);
        let (line, places) = self.places(op, matrix, (buffer, &indices), threads)?;
        let mut at = Builder::before(self.module, op);
        let load = |place: Value| at.value(MemRef::Load, &[line, place], matrix.element, &[]);
        let loaded: Vec<Value> = places.into_iter().map(load).collect();
        self.meet(op);
        self.replace_by_parts(op, matrix, &loaded);
        Some(())
    }

    fn expand_store(&mut self, op: Op, matrix: Matrix, threads: [Value; 3]) -> Option<()> {
        let (buffer, indices) = self.module.op(op).access()?;
        let indices = indices.to_vec();
        self.meet(op);
        let (line, places) = self.places(op, matrix, (buffer, &indices), threads)?;
        let own = self.own_elements(op, 0, matrix);
        let mut at = Builder::before(self.module, op);
        for (value, place) in own.into_iter().zip(places) {
            at.op(MemRef::Store, &[value, line, place], &[], &[]);
        }
        self.meet(op);
        self.module.erase(op);
        Some(())
    }

    /// Builds a buffer of one dimension from the first element of a matrix on, and the indices there of the elements
    /// of this lane; `None` for buffers without strides or of other elements.
    fn places(
        &mut self,
        op: Op,
        matrix: Matrix,
        (buffer, indices): (Value, &[Value]),
        threads: [Value; 3],
    ) -> Option<(Value, Vec<Value>)> {
        let view = self.module.op(op);
        let (lead, is_transposed) = (view.int("leadDimension")?, view.attr("transpose").is_some());
        let ty = self.module.type_of(buffer);
        if self.module.element_type(ty) != matrix.element {
            return None;
        }
        let position = self.position_before(op, threads);
        let (size, n_own) = (self.subgroup_size, self.n_own(matrix));
        let extent =
            if is_transposed { [matrix.columns, matrix.rows] } else { [matrix.rows, matrix.columns] };
        let at = &mut Builder::before(self.module, op);
        let line = line_at(at, (buffer, ty), indices, (extent[0] - 1) * lead + extent[1])?;
        let lead = at.index(lead);
        let places = (0..n_own).map(|index| {
            let (row, column) = coordinates(at, position.lane, size * index as i64, matrix.columns);
            let (row, column) = if is_transposed { (column, row) } else { (row, column) };
            let place = at.binary(Arith::MulI, row, lead);
            at.binary(Arith::AddI, place, column)
        });
        let places = places.collect();
        Some((line, places))
    }

    fn expand_product(&mut self, op: Op, [a, b, c]: [Matrix; 3], threads: [Value; 3]) -> Shaped {
        let position = self.position_before(op, threads);
        let size = self.subgroup_size;
        let [all_a, all_b] = [self.share(op, 0, a, position)?, self.share(op, 1, b, position)?];
        self.meet(op);
        let sums = self.own_elements(op, 2, c);
        let (zero, one) = (self.shell.zero, self.shell.one);
        let inner = a.n_elements() / c.rows;
        let at = &mut Builder::before(self.module, op);
        // Sums of 16-bit floats are computed in f32, and rounded once.
        let is_wide = matches!(c.element, Type::F16 | Type::BF16);
        let wide = if is_wide { Type::F32 } else { c.element };
        let mut results = Vec::new();
        for (index, sum) in (0i64..).zip(sums) {
            let sum = if is_wide { at.value(Arith::ExtF, &[sum], wide, &[]) } else { sum };
            let (row, column) = coordinates(at, position.lane, size * index, c.columns);
            let end = at.index(inner);
            let (each, body, last) = build_for(at, [zero, end, one], &[sum]);
            let after = at.place;
            at.place = Place::Before(last);
            let (k, sum) = (at.module.args(body)[0], at.module.args(body)[1]);
            let x = factor(at, (all_a, a), wide, (row, inner, k));
            let y = factor(at, (all_b, b), wide, (k, c.columns, column));
            let sum = if at.module.float_kind(wide).is_some() {
                at.value(Math::Fma, &[x, y, sum], wide, &[])
            } else {
                let product = at.binary(Arith::MulI, x, y);
                at.binary(Arith::AddI, sum, product)
            };
            at.module.set_operands(last, &[sum]);
            at.place = after;
            let sum = at.module.result(each, 0);
            results.push(if is_wide { at.value(Arith::TruncF, &[sum], c.element, &[]) } else { sum });
        }
        self.replace_by_parts(op, c, &results);
        Ok(())
    }

    /// Stores the elements of this lane where the others read them; returns the buffer, and the index of the first
    /// element of the subgroup.
    fn share(&mut self, op: Op, index: usize, matrix: Matrix, position: Position) -> Shaped<(Value, Value)> {
        let own = self.own_elements(op, index, matrix);
        let all = self.shared_elements(op, matrix.element, own.len() as i64)?;
        let size = self.subgroup_size;
        let mut at = Builder::before(self.module, op);
        let n_own = at.index(own.len() as i64);
        let first = at.binary(Arith::MulI, position.first, n_own);
        let next = at.binary(Arith::AddI, first, position.lane);
        for (index, value) in (0i64..).zip(own) {
            let distance = at.index(size * index);
            let place = at.binary(Arith::AddI, next, distance);
            at.op(MemRef::Store, &[value, all, place], &[], &[]);
        }
        Ok((all, first))
    }

    /// Expands an elementwise operation; `None` for one that does not exist on elements.
    fn expand_elementwise(&mut self, op: Op, from: Matrix, matrix: Matrix) -> Option<()> {
        let kind: Option<Arith> = match self.module.op(op).keyword("opType")? {
            "addf" => Some(Arith::AddF),
            "subf" => Some(Arith::SubF),
            "mulf" => Some(Arith::MulF),
            "divf" => Some(Arith::DivF),
            "maxf" => Some(Arith::MaxNumF),
            "minf" => Some(Arith::MinNumF),
            "addi" => Some(Arith::AddI),
            "subi" => Some(Arith::SubI),
            "muli" => Some(Arith::MulI),
            "divs" => Some(Arith::DivSI),
            "divu" => Some(Arith::DivUI),
            "negatef" => Some(Arith::NegF),
            "extf" => Some(Arith::ExtF),
            "negates" => None,
            _ => return None,
        };
        let n_operands = self.module.operands(op).len();
        let operands: Vec<Vec<Value>> =
            (0..n_operands).map(|index| self.own_elements(op, index, from)).collect();
        let mut at = Builder::before(self.module, op);
        let results: Vec<Value> = (0..operands.first()?.len())
            .map(|index| {
                let operands: Vec<Value> = operands.iter().map(|own| own[index]).collect();
                match kind {
                    Some(kind) => at.value(kind, &operands, matrix.element, &[]),
                    None => {
                        let zero = at.int(0, matrix.element);
                        at.binary(Arith::SubI, zero, operands[0])
                    }
                }
            })
            .collect();
        self.replace_by_parts(op, matrix, &results);
        Some(())
    }
}

/// Builds the row and the column of the element that is this far behind the one with the number of the lane.
fn coordinates(at: &mut Builder<'_>, lane: Value, distance: i64, columns: i64) -> (Value, Value) {
    let (distance, columns) = (at.index(distance), at.index(columns));
    let number = at.binary(Arith::AddI, lane, distance);
    (at.binary(Arith::DivUI, number, columns), at.binary(Arith::RemUI, number, columns))
}

/// Builds an element of a shared factor, widened to the type of sums: row, length of a row, and column.
fn factor(
    at: &mut Builder<'_>,
    ((all, first), matrix): ((Value, Value), Matrix),
    to: Type,
    (row, length, column): (Value, i64, Value),
) -> Value {
    let length = at.index(length);
    let place = at.binary(Arith::MulI, row, length);
    let place = at.binary(Arith::AddI, place, column);
    let place = at.binary(Arith::AddI, first, place);
    let value = at.value(MemRef::Load, &[all, place], matrix.element, &[]);
    if matrix.element == to {
        return value;
    }
    let widen = match at.module.float_kind(to) {
        Some(_) => Arith::ExtF,
        None if matrix.is_unsigned => Arith::ExtUI,
        None => Arith::ExtSI,
    };
    at.value(widen, &[value], to, &[])
}

/// Builds a buffer of one dimension with `length` elements, from the element of another buffer with these indices on;
/// `None` for a layout without strides.
fn line_at(
    at: &mut Builder<'_>,
    (buffer, ty): (Value, Type),
    indices: &[Value],
    length: i64,
) -> Option<Value> {
    at.module.strides(ty)?;
    let base = base_type(at.module, ty);
    let mut types = vec![Type::INDEX; 2 + 2 * indices.len()];
    types[0] = base;
    let parts = at.op(MemRef::ExtractStridedMetadata, &[buffer], &types, &[]);
    let parts: Vec<Value> = at.module.results(parts).collect();
    let mut offset = parts[1];
    for (index, stride) in indices.iter().zip(&parts[2 + indices.len()..]) {
        let distance = at.binary(Arith::MulI, *index, *stride);
        offset = at.binary(Arith::AddI, offset, distance);
    }
    let layout = at.module.intern_attr(AttrKind::Strided([1].into(), DYNAMIC));
    let (element, space) = (at.module.element_type(ty), at.module.memory_space(ty));
    let line = at.module.memref_type(&[length], element, Some(layout), space);
    let mut attrs = vec![("operandSegmentSizes", at.module.i32_array_attr([1, 1, 0, 0]))];
    for (key, number) in [("static_offsets", DYNAMIC), ("static_sizes", length), ("static_strides", 1)] {
        attrs.push((key, at.module.intern_attr(AttrKind::DenseArray(Type::I64, [number].into()))));
    }
    Some(at.value(MemRef::ReinterpretCast, &[parts[0], offset], line, &attrs))
}
