//! Operations that move elements and no more, and those that pick one by a value.

use super::{coordinates, ints, number, sizes};
use crate::inst::{Class, Operand};
use crate::select::{Scalar, Select, Selected, Unsupported};
use warpline_ir::{DYNAMIC, MachineFloat, OpRef, Value, Vector};

/// No more comparisons than this pick an element by a value.
const MAX_CHOICES: usize = 64;

impl Select<'_> {
    /// Each element of the result is the element of the operand whose number `pick` tells.
    fn vector_picks(&mut self, op: OpRef<'_>, result: Value, pick: impl Fn(usize) -> usize) -> Selected {
        let source = self.elements(op.operand(0))?;
        let (n, _) = self.elements_of(op.type_of(result))?;
        let picked = (0..n).map(|index| source.get(pick(index)).copied());
        let elements: Option<Vec<Operand>> = picked.collect();
        let elements = elements.ok_or_else(|| Unsupported::because("the shapes do not fit"))?;
        self.set_elements(result, elements);
        Ok(())
    }

    pub(super) fn vector_broadcast(&mut self, op: OpRef<'_>) -> Selected {
        let (from, to) = (sizes(self, op.operand_type(0)), sizes(self, op.result_type(0)));
        self.vector_picks(op, op.result(0), |index| {
            let place = coordinates(index, &to);
            let inner = &place[to.len() - from.len().min(to.len())..];
            let inner: Vec<usize> =
                inner.iter().zip(&from).map(|(place, size)| if *size == 1 { 0 } else { *place }).collect();
            number(&inner, &from)
        })
    }

    /// The elements of all operands, one after the other.
    pub(super) fn vector_same(&mut self, op: OpRef<'_>) -> Selected {
        let mut elements = Vec::new();
        for value in op.operands() {
            elements.extend(self.elements(*value)?);
        }
        self.set_elements(op.result(0), elements);
        Ok(())
    }

    pub(super) fn vector_to_elements(&mut self, op: OpRef<'_>) -> Selected {
        let elements = self.elements(op.operand(0))?;
        for (result, element) in op.results().zip(elements) {
            self.set(result, element);
        }
        Ok(())
    }

    pub(super) fn vector_transpose(&mut self, op: OpRef<'_>) -> Selected {
        let (from, to) = (sizes(self, op.operand_type(0)), sizes(self, op.result_type(0)));
        let order = ints(op, "permutation");
        self.vector_picks(op, op.result(0), |index| {
            let mut place = vec![0; from.len()];
            for (step, dim) in coordinates(index, &to).into_iter().zip(&order) {
                if let Some(place) = usize::try_from(*dim).ok().and_then(|dim| place.get_mut(dim)) {
                    *place = step;
                }
            }
            number(&place, &from)
        })
    }

    /// A matrix that is stored column by column.
    pub(super) fn vector_flat_transpose(&mut self, op: OpRef<'_>) -> Selected {
        let size = |key| op.int(key).and_then(|size| usize::try_from(size).ok()).unwrap_or(1).max(1);
        let (rows, columns) = (size("rows"), size("columns"));
        self.vector_picks(op, op.result(0), |index| index / columns + index % columns * rows)
    }

    pub(super) fn vector_shuffle(&mut self, op: OpRef<'_>) -> Selected {
        let mut both = self.elements(op.operand(0))?;
        both.extend(self.elements(op.operand(1))?);
        let n_slice: usize = sizes(self, op.result_type(0)).iter().skip(1).product::<usize>().max(1);
        let mut elements = Vec::new();
        for slice in ints(op, "mask") {
            let first = usize::try_from(slice).unwrap_or(0) * n_slice;
            let slice = both.get(first..first + n_slice);
            elements.extend_from_slice(slice.ok_or_else(|| Unsupported::because("its mask does not fit"))?);
        }
        self.set_elements(op.result(0), elements);
        Ok(())
    }

    pub(super) fn vector_interleave(&mut self, op: OpRef<'_>) -> Selected {
        let (lhs, rhs) = (self.elements(op.operand(0))?, self.elements(op.operand(1))?);
        let elements = lhs.into_iter().zip(rhs).flat_map(|(lhs, rhs)| [lhs, rhs]).collect();
        self.set_elements(op.result(0), elements);
        Ok(())
    }

    pub(super) fn vector_deinterleave(&mut self, op: OpRef<'_>) -> Selected {
        for (part, result) in op.results().enumerate() {
            self.vector_picks(op, result, |index| 2 * index + part)?;
        }
        Ok(())
    }

    pub(super) fn vector_slice(&mut self, op: OpRef<'_>) -> Selected {
        let (from, to) = (sizes(self, op.operand_type(0)), sizes(self, op.result_type(0)));
        let (offsets, strides) = (ints(op, "offsets"), ints(op, "strides"));
        self.vector_picks(op, op.result(0), |index| {
            number(&inside(&coordinates(index, &to), &offsets, &strides), &from)
        })
    }

    pub(super) fn vector_insert_slice(&mut self, op: OpRef<'_>) -> Selected {
        let (part, whole) = (sizes(self, op.operand_type(0)), sizes(self, op.operand_type(1)));
        let (from, mut elements) = (self.elements(op.operand(0))?, self.elements(op.operand(1))?);
        let offsets = ints(op, "offsets");
        // The part is inserted into the last dimensions.
        let n_outer = whole.len().saturating_sub(part.len());
        let mut strides = vec![1; n_outer];
        strides.extend(ints(op, "strides"));
        for (index, element) in from.into_iter().enumerate() {
            let mut place = vec![0; n_outer];
            place.extend(coordinates(index, &part));
            let target = elements.get_mut(number(&inside(&place, &offsets, &strides), &whole));
            *target.ok_or_else(|| Unsupported::because("the part does not fit"))? = element;
        }
        self.set_elements(op.result(0), elements);
        Ok(())
    }

    pub(super) fn vector_step(&mut self, op: OpRef<'_>) -> Selected {
        let (n, _) = self.elements_of(op.result_type(0))?;
        self.set_elements(op.result(0), (0..n as i64).map(Operand::Int).collect());
        Ok(())
    }

    /// The numbers of a position; those that are operands come from the slot.
    fn position(&mut self, op: OpRef<'_>, slot: usize, is_old: bool) -> Result<Vec<Operand>, Unsupported> {
        let mut values = op.group(slot).iter();
        if is_old {
            return values.map(|value| self.index_operand(*value)).collect();
        }
        let mut position = Vec::new();
        for place in ints(op, "static_position") {
            position.push(match (place, values.clone().next()) {
                (DYNAMIC, Some(value)) => {
                    values.next();
                    self.operand(*value)?
                }
                (place, _) => Operand::Int(place.max(0)),
            });
        }
        Ok(position)
    }

    /// An integer of any width as an index.
    fn index_operand(&mut self, value: Value) -> Result<Operand, Unsupported> {
        let (operand, width) = (self.operand(value)?, self.int_width(value)?);
        match operand {
            Operand::Int(number) => Ok(Operand::Int(number)),
            operand if width <= 32 => {
                let word = self.widen(operand, width, true);
                Ok(self.make(Class::Double, ["cvt.s64.s32"], &[word]))
            }
            operand => Ok(operand),
        }
    }

    pub(super) fn vector_extract(&mut self, op: OpRef<'_>, kind: Vector) -> Selected {
        let position = self.position(op, 1, kind == Vector::ExtractElement)?;
        let shape = sizes(self, op.operand_type(0));
        let elements = self.elements(op.operand(0))?;
        let (_, scalar) = self.elements_of(op.result_type(0))?;
        let part = self.part_at(&position, &shape, &elements, scalar)?;
        self.set_elements(op.result(0), part);
        Ok(())
    }

    /// The part of a vector at a position; where a number is a value, one of all parts by comparisons.
    fn part_at(
        &mut self,
        position: &[Operand],
        shape: &[usize],
        elements: &[Operand],
        scalar: Scalar,
    ) -> Result<Vec<Operand>, Unsupported> {
        let Some((first, rest)) = position.split_first() else { return Ok(elements.to_vec()) };
        let (size, inner) =
            shape.split_first().ok_or_else(|| Unsupported::because("the position is too long"))?;
        let n = elements.len() / (*size).max(1);
        if let Operand::Int(index) = first {
            let start = usize::try_from(*index).unwrap_or(0).min(size.saturating_sub(1)) * n;
            return self.part_at(rest, inner, &elements[start..start + n], scalar);
        }
        check_choices(*size)?;
        let mut found = self.part_at(rest, inner, &elements[..n], scalar)?;
        for index in 1..*size {
            let other = self.part_at(rest, inner, &elements[index * n..(index + 1) * n], scalar)?;
            let is_here = self.make(Class::Pred, ["setp.eq.s64"], &[*first, Operand::Int(index as i64)]);
            let is_here = self.reg(Class::Pred, is_here);
            for (found, other) in found.iter_mut().zip(other) {
                *found = self.choose_scalar(scalar, is_here, other, *found);
            }
        }
        Ok(found)
    }

    pub(super) fn vector_insert(&mut self, op: OpRef<'_>, kind: Vector) -> Selected {
        let position = self.position(op, 2, kind == Vector::InsertElement)?;
        let shape = sizes(self, op.operand_type(1));
        let (part, mut whole) = (self.elements(op.operand(0))?, self.elements(op.operand(1))?);
        let (_, scalar) = self.elements_of(op.result_type(0))?;
        self.insert_at(&position, &shape, &part, &mut whole, scalar)?;
        self.set_elements(op.result(0), whole);
        Ok(())
    }

    fn insert_at(
        &mut self,
        position: &[Operand],
        shape: &[usize],
        part: &[Operand],
        whole: &mut [Operand],
        scalar: Scalar,
    ) -> Selected {
        let Some((first, rest)) = position.split_first() else {
            whole.copy_from_slice(part);
            return Ok(());
        };
        let (size, inner) =
            shape.split_first().ok_or_else(|| Unsupported::because("the position is too long"))?;
        let n = whole.len() / (*size).max(1);
        if let Operand::Int(index) = first {
            let start = usize::try_from(*index).unwrap_or(0).min(size.saturating_sub(1)) * n;
            return self.insert_at(rest, inner, part, &mut whole[start..start + n], scalar);
        }
        check_choices(*size)?;
        for index in 0..*size {
            let old = &mut whole[index * n..(index + 1) * n];
            let mut new = old.to_vec();
            self.insert_at(rest, inner, part, &mut new, scalar)?;
            let is_here = self.make(Class::Pred, ["setp.eq.s64"], &[*first, Operand::Int(index as i64)]);
            let is_here = self.reg(Class::Pred, is_here);
            for (old, new) in old.iter_mut().zip(new) {
                *old = self.choose_scalar(scalar, is_here, new, *old);
            }
        }
        Ok(())
    }

    /// The same bits in elements of another width, the first one lowest: through words of 64 bits.
    pub(super) fn vector_bitcast(&mut self, op: OpRef<'_>) -> Selected {
        let (_, from) = self.elements_of(op.operand_type(0))?;
        let (n, to) = self.elements_of(op.result_type(0))?;
        let elements = self.elements(op.operand(0))?;
        let (from_bits, to_bits) = (bits(from), bits(to));
        let mut results = Vec::with_capacity(n);
        for index in 0..n {
            let first = index * to_bits as usize / from_bits as usize;
            let mut whole = Operand::Int(0);
            for piece in 0..(to_bits / from_bits).max(1) {
                let wide = self.bits64_of(from, elements[first + piece as usize]);
                let placed = self.shifted64("shl.b64", wide, piece * from_bits);
                whole =
                    if piece == 0 { placed } else { self.make(Class::Double, ["or.b64"], &[whole, placed]) };
            }
            let below = (index as u32 * to_bits) % from_bits.max(to_bits);
            let whole = if to_bits < from_bits { self.shifted64("shr.u64", whole, below) } else { whole };
            results.push(self.of_bits64(to, whole));
        }
        self.set_elements(op.result(0), results);
        Ok(())
    }

    fn shifted64(&mut self, name: &'static str, value: Operand, by: u32) -> Operand {
        if by == 0 { value } else { self.make(Class::Double, [name], &[value, Operand::Int(by.into())]) }
    }

    /// The bits of a scalar with zeros above.
    fn bits64_of(&mut self, scalar: Scalar, value: Operand) -> Operand {
        let value = match scalar {
            Scalar::Int(width) => self.zero_extended(value, width),
            Scalar::Float(_) | Scalar::Fp8(_) => value,
        };
        let class = if scalar == Scalar::Int(1) { Class::Word } else { scalar.class() };
        let value = Operand::Reg(self.reg(class, value));
        match class {
            Class::Double | Class::Pred => value,
            Class::Word => self.make(Class::Double, ["cvt.u64.u32"], &[value]),
            Class::Half => self.make(Class::Double, ["cvt.u64.u16"], &[value]),
        }
    }

    /// A scalar from its bits; what stands above them does not matter.
    fn of_bits64(&mut self, scalar: Scalar, value: Operand) -> Operand {
        match scalar {
            Scalar::Float(MachineFloat::F16 | MachineFloat::BF16) => {
                self.make(Class::Half, ["cvt.u16.u64"], &[value])
            }
            Scalar::Float(MachineFloat::F64) => value,
            Scalar::Float(MachineFloat::F32) => self.make(Class::Word, ["cvt.u32.u64"], &[value]),
            Scalar::Fp8(_) => {
                let word = self.make(Class::Word, ["cvt.u32.u64"], &[value]);
                self.make(Class::Word, ["and.b32"], &[word, Operand::Int(0xFF)])
            }
            Scalar::Int(width) if 32 < width => self.narrow(value, width),
            Scalar::Int(width) => {
                let word = self.make(Class::Word, ["cvt.u32.u64"], &[value]);
                self.narrow(word, width)
            }
        }
    }
}

/// The size of a scalar as a part of a vector.
fn bits(scalar: Scalar) -> u32 {
    match scalar {
        Scalar::Int(width) => width,
        Scalar::Float(float) => float.width(),
        Scalar::Fp8(_) => 8,
    }
}

fn check_choices(n: usize) -> Selected {
    if MAX_CHOICES < n {
        let reason =
            format!("a position that is a value picks one of at most {MAX_CHOICES} parts, but there are {n}");
        return Err(Unsupported::because(reason));
    }
    Ok(())
}

/// The place in the whole of a place in a part of it.
fn inside(place: &[usize], offsets: &[i64], strides: &[i64]) -> Vec<usize> {
    let at =
        |all: &[i64], dim: usize, none: i64| all.get(dim).copied().unwrap_or(none).unsigned_abs() as usize;
    let places = place.iter().enumerate();
    places.map(|(dim, place)| at(offsets, dim, 0) + place * at(strides, dim, 1)).collect()
}
