//! Expands operations that only move elements, and those with a dynamic position.

use super::shape::{coordinates, ints, number, sizes};
use super::{Expanded, Vectors};
use warpline_ir::{Arith, DYNAMIC, Op, Signedness, Type, TypeKind, Value, Vector};

/// The maximum number of comparisons for a dynamic position.
const MAX_CHOICES: usize = 64;

/// A coordinate of a position.
#[derive(Clone, Copy)]
enum Index {
    /// Static; any number stands for a poison index such as -1.
    Known(usize),
    /// Dynamic.
    Value(Value),
}

impl Vectors<'_> {
    /// Expands an operation that moves elements.
    pub(super) fn moved(&mut self, op: Op, kind: Vector) -> Expanded {
        let view = self.at.module.op(op);
        let results: Vec<Type> = view.results().map(|result| view.type_of(result)).collect();
        for ty in &results {
            self.n_elements(*ty)?;
        }
        let mut operands = Vec::new();
        for value in self.at.module.operands(op).to_vec() {
            operands.push(self.elements(value)?);
        }
        let one = match kind {
            Vector::Step => {
                (0..self.n_elements(results[0])? as i64).map(|number| self.at.index(number)).collect()
            }
            Vector::ShapeCast => operands[0].to_vec(),
            Vector::Interleave => {
                operands[0].iter().zip(&*operands[1]).flat_map(|(lhs, rhs)| [*lhs, *rhs]).collect()
            }
            Vector::Deinterleave => {
                let half = |part: usize| operands[0].iter().copied().skip(part).step_by(2).collect();
                return Ok(Some(vec![half(0), half(1)]));
            }
            Vector::Shuffle => self.shuffled(op, &[&*operands[0], &*operands[1]].concat())?,
            Vector::InsertStridedSlice => self.with_slice(op, &operands[0], &operands[1])?,
            Vector::Extract | Vector::ExtractElement => {
                let position = self.position(op, kind == Vector::ExtractElement);
                let shape = sizes(self.at.module, self.at.module.op(op).operand_type(0));
                self.part_at(&position, &shape, &operands[0])?
            }
            Vector::Insert | Vector::InsertElement => {
                let position = self.position(op, kind == Vector::InsertElement);
                let shape = sizes(self.at.module, self.at.module.op(op).operand_type(1));
                let mut whole = operands[1].to_vec();
                self.insert_at(&position, &shape, &operands[0], &mut whole)?;
                whole
            }
            Vector::Bitcast => self.bits_as(&operands[0], results[0])?,
            _ => self.picked(op, kind, &operands[0])?,
        };
        Ok(Some(vec![one]))
    }

    /// Returns the operand element for each result element, as the shapes determine.
    fn picked(&self, op: Op, kind: Vector, source: &[Value]) -> Result<Vec<Value>, String> {
        let view = self.at.module.op(op);
        let (from, to) = (sizes(view.module, view.operand_type(0)), sizes(view.module, view.result_type(0)));
        let (offsets, strides, order) =
            (ints(view, "offsets"), ints(view, "strides"), ints(view, "permutation"));
        let size = |key| view.int(key).and_then(|size| usize::try_from(size).ok()).unwrap_or(1).max(1);
        let (rows, columns) = (size("rows"), size("columns"));
        let pick = |index: usize| match kind {
            Vector::Transpose => {
                let mut place = vec![0; from.len()];
                for (step, dim) in coordinates(index, &to).into_iter().zip(&order) {
                    if let Some(place) = usize::try_from(*dim).ok().and_then(|dim| place.get_mut(dim)) {
                        *place = step;
                    }
                }
                number(&place, &from)
            }
            // A column-major matrix.
            Vector::FlatTranspose => index / columns + index % columns * rows,
            Vector::ExtractStridedSlice => {
                number(&inside(&coordinates(index, &to), &offsets, &strides), &from)
            }
            // A broadcast repeats leading dimensions and those of size 1.
            _ => {
                let place = coordinates(index, &to);
                let inner = place[to.len() - from.len().min(to.len())..].iter().zip(&from);
                let inner: Vec<usize> =
                    inner.map(|(place, size)| if *size == 1 { 0 } else { *place }).collect();
                number(&inner, &from)
            }
        };
        let picked = (0..to.iter().product()).map(|index| source.get(pick(index)).copied());
        picked.collect::<Option<_>>().ok_or_else(|| "the shapes do not fit".into())
    }

    fn shuffled(&self, op: Op, both: &[Value]) -> Result<Vec<Value>, String> {
        let view = self.at.module.op(op);
        let n_slice: usize = sizes(view.module, view.result_type(0)).iter().skip(1).product::<usize>().max(1);
        let mut elements = Vec::new();
        for slice in ints(view, "mask") {
            let first = usize::try_from(slice).unwrap_or(0) * n_slice;
            let slice = both.get(first..first + n_slice);
            elements.extend_from_slice(slice.ok_or("its mask does not fit")?);
        }
        Ok(elements)
    }

    fn with_slice(&self, op: Op, from: &[Value], whole: &[Value]) -> Result<Vec<Value>, String> {
        let view = self.at.module.op(op);
        let (part, shape) =
            (sizes(view.module, view.operand_type(0)), sizes(view.module, view.operand_type(1)));
        let mut elements = whole.to_vec();
        let offsets = ints(view, "offsets");
        // The inserted part covers the last dimensions.
        let n_outer = shape.len().saturating_sub(part.len());
        let mut strides = vec![1; n_outer];
        strides.extend(ints(view, "strides"));
        for (index, element) in from.iter().enumerate() {
            let mut place = vec![0; n_outer];
            place.extend(coordinates(index, &part));
            let target = elements.get_mut(number(&inside(&place, &offsets, &strides), &shape));
            *target.ok_or("the part does not fit")? = *element;
        }
        Ok(elements)
    }

    /// Returns the coordinates of a position; dynamic ones are operands.
    fn position(&self, op: Op, is_old: bool) -> Vec<Index> {
        let view = self.at.module.op(op);
        let known = |number: i64| Index::Known(usize::try_from(number).unwrap_or(0));
        let index = |value: Value| view.module.constant_int(value).map_or(Index::Value(value), known);
        let name = if is_old { "position" } else { "dynamic_position" };
        let mut values = view.group(name).iter().copied();
        if is_old {
            return values.map(index).collect();
        }
        let numbers = ints(view, "static_position").into_iter();
        numbers
            .map(|number| match number {
                DYNAMIC => values.next().map_or(Index::Known(0), index),
                number => known(number),
            })
            .collect()
    }

    /// Returns the part of a vector at a position; a dynamic coordinate selects among all parts by comparisons.
    fn part_at(
        &mut self,
        position: &[Index],
        shape: &[usize],
        elements: &[Value],
    ) -> Result<Vec<Value>, String> {
        let Some((first, rest)) = position.split_first() else { return Ok(elements.to_vec()) };
        let (size, inner) = shape.split_first().ok_or("the position is too long")?;
        let n = elements.len() / (*size).max(1);
        let value = match first {
            Index::Known(index) => {
                let start = (*index).min(size.saturating_sub(1)) * n;
                return self.part_at(rest, inner, &elements[start..start + n]);
            }
            Index::Value(value) => *value,
        };
        check_choices(*size)?;
        let mut found = self.part_at(rest, inner, &elements[..n])?;
        for index in 1..*size {
            let other = self.part_at(rest, inner, &elements[index * n..(index + 1) * n])?;
            let is_here = self.is_number(value, index);
            for (found, other) in found.iter_mut().zip(other) {
                *found = self.select(is_here, other, *found);
            }
        }
        Ok(found)
    }

    fn insert_at(
        &mut self,
        position: &[Index],
        shape: &[usize],
        part: &[Value],
        whole: &mut [Value],
    ) -> Result<(), String> {
        let Some((first, rest)) = position.split_first() else {
            whole.copy_from_slice(part);
            return Ok(());
        };
        let (size, inner) = shape.split_first().ok_or("the position is too long")?;
        let n = whole.len() / (*size).max(1);
        let value = match first {
            Index::Known(index) => {
                let start = (*index).min(size.saturating_sub(1)) * n;
                return self.insert_at(rest, inner, part, &mut whole[start..start + n]);
            }
            Index::Value(value) => *value,
        };
        check_choices(*size)?;
        for index in 0..*size {
            let old = &mut whole[index * n..(index + 1) * n];
            let mut new = old.to_vec();
            self.insert_at(rest, inner, part, &mut new)?;
            let is_here = self.is_number(value, index);
            for (old, new) in old.iter_mut().zip(new) {
                *old = self.select(is_here, new, *old);
            }
        }
        Ok(())
    }

    fn is_number(&mut self, value: Value, number: usize) -> Value {
        let ty = self.at.module.type_of(value);
        let number = self.at.int(number as i64, ty);
        self.compare("eq", value, number)
    }

    /// Returns the same bits in elements of another width, the first one lowest.
    fn bits_as(&mut self, elements: &[Value], ty: Type) -> Result<Vec<Value>, String> {
        let n = self.n_elements(ty)?;
        let to = self.at.module.element_type(ty);
        let from = self.at.module.type_of(elements[0]);
        let (Some(from_bits), Some(to_bits)) = (self.at.module.bit_width(from), self.at.module.bit_width(to))
        else {
            return Err("its elements have no bits".into());
        };
        if 64 < from_bits.max(to_bits) || !from_bits.max(to_bits).is_multiple_of(from_bits.min(to_bits)) {
            return Err("the width of an element is at most 64 bits and a multiple of the other one".into());
        }
        let wide = self.integer_type(from_bits.max(to_bits));
        let mut results = Vec::with_capacity(n);
        for index in 0..n {
            let first = index * to_bits as usize / from_bits as usize;
            let mut all = None;
            for piece in 0..(to_bits / from_bits).max(1) {
                let bits = self.resized(elements[first + piece as usize], wide);
                let placed = self.shifted(Arith::ShLI, bits, piece * from_bits);
                all = Some(all.map_or(placed, |all| self.at.binary(Arith::OrI, all, placed)));
            }
            let Some(all) = all else { return Err("it has no elements".into()) };
            let below = index as u32 * to_bits % from_bits.max(to_bits);
            let all = if to_bits < from_bits { self.shifted(Arith::ShRUI, all, below) } else { all };
            results.push(self.resized(all, to));
        }
        Ok(results)
    }

    fn integer_type(&mut self, width: u32) -> Type {
        self.at.module.intern_type(TypeKind::Integer(width, Signedness::Signless))
    }

    fn shifted(&mut self, kind: Arith, value: Value, by: u32) -> Value {
        if by == 0 {
            return value;
        }
        let ty = self.at.module.type_of(value);
        let by = self.at.int(by.into(), ty);
        self.at.binary(kind, value, by)
    }

    /// Truncates or zero-extends a scalar.
    fn resized(&mut self, value: Value, to: Type) -> Value {
        let from = self.at.module.type_of(value);
        if from == to {
            return value;
        }
        let bits = |cx: &mut Self, ty: Type| {
            let width = cx.at.module.bit_width(ty).unwrap_or(64);
            cx.integer_type(width)
        };
        let (from_bits, to_bits) = (bits(self, from), bits(self, to));
        let mut value = if from == from_bits { value } else { self.cast_bits(value, from_bits) };
        let widths = [from_bits, to_bits].map(|ty| self.at.module.bit_width(ty));
        if widths[0] < widths[1] {
            value = self.at.value(Arith::ExtUI, &[value], to_bits, &[]);
        } else if widths[1] < widths[0] {
            value = self.at.value(Arith::TruncI, &[value], to_bits, &[]);
        }
        if to == to_bits { value } else { self.cast_bits(value, to) }
    }

    /// Bitcasts a scalar to another type.
    fn cast_bits(&mut self, value: Value, to: Type) -> Value {
        let is_index = [self.at.module.type_of(value), to].contains(&Type::INDEX);
        self.at.value(if is_index { Arith::IndexCast } else { Arith::Bitcast }, &[value], to, &[])
    }
}

fn check_choices(n: usize) -> Result<(), String> {
    if MAX_CHOICES < n {
        return Err(format!(
            "a position that is a value picks one of at most {MAX_CHOICES} parts, but there are {n}"
        ));
    }
    Ok(())
}

/// Returns the coordinates in the whole vector of an element of a part of it.
fn inside(place: &[usize], offsets: &[i64], strides: &[i64]) -> Vec<usize> {
    let at =
        |all: &[i64], dim: usize, none: i64| all.get(dim).copied().unwrap_or(none).unsigned_abs() as usize;
    let places = place.iter().enumerate();
    places.map(|(dim, place)| at(offsets, dim, 0) + place * at(strides, dim, 1)).collect()
}
