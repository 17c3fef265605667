//! Translates operations that only move elements.

use crate::interp::code::Instr;
use crate::interp::compile::{Task, Translator};
use crate::interp::vector::{Pick, coordinates};
use warpline_ir::{OpRef, Vector};

/// Returns the linear index of an element.
pub(super) fn number(place: &[usize], shape: &[usize]) -> usize {
    place.iter().zip(shape).fold(0, |number, (place, size)| number * size + place)
}

impl Translator<'_, '_> {
    pub(super) fn vector_broadcast(&mut self, op: OpRef<'_>) -> Instr {
        let (from, to) = (self.vector_shape(op.operand_type(0)), self.vector_shape(op.result_type(0)));
        self.vector_picks(op, |index| {
            let place = coordinates(index, &to);
            let inner = &place[to.len() - from.len().min(to.len())..];
            let inner: Vec<usize> =
                inner.iter().zip(&from).map(|(place, size)| if *size == 1 { 0 } else { *place }).collect();
            (0, number(&inner, &from))
        })
    }

    pub(super) fn vector_transpose(&mut self, op: OpRef<'_>) -> Instr {
        let (from, to) = (self.vector_shape(op.operand_type(0)), self.vector_shape(op.result_type(0)));
        let order = self.int_array(op, "permutation");
        self.vector_picks(op, |index| {
            let mut place = vec![0; from.len()];
            for (step, dim) in coordinates(index, &to).into_iter().zip(&order) {
                if let Some(place) = usize::try_from(*dim).ok().and_then(|dim| place.get_mut(dim)) {
                    *place = step;
                }
            }
            (0, number(&place, &from))
        })
    }

    pub(super) fn vector_shuffle(&mut self, op: OpRef<'_>) -> Instr {
        let (first, result) = (self.vector_shape(op.operand_type(0)), self.vector_shape(op.result_type(0)));
        let n_first = first.first().copied().unwrap_or(1) as i64;
        let n_slice = result.iter().skip(1).product::<usize>().max(1);
        let mask = self.int_array(op, "mask");
        let slices = mask.iter().flat_map(|slice| (0..n_slice).map(move |index| (*slice, index)));
        let picks = slices.map(|(slice, index)| match slice {
            ..0 => Pick::Poison,
            slice if slice < n_first => Pick::From(0, (slice as usize * n_slice + index) as u32),
            slice => Pick::From(1, ((slice - n_first) as usize * n_slice + index) as u32),
        });
        let picks = picks.collect();
        self.vector_permute(op, picks, op.result(0))
    }

    /// Translates operations with several results.
    pub(super) fn vector_parts(&mut self, op: OpRef<'_>, kind: Vector) -> Vec<Task> {
        for (part, result) in op.results().enumerate() {
            let n: usize = self.vector_shape(op.type_of(result)).iter().product();
            let of_index = |index: usize| if kind == Vector::Deinterleave { 2 * index + part } else { part };
            let picks = (0..n).map(|index| Pick::From(0, of_index(index) as u32)).collect();
            let instr = self.vector_permute(op, picks, result);
            self.emit(op.op, instr);
        }
        Vec::new()
    }

    pub(super) fn vector_slice(&mut self, op: OpRef<'_>) -> Instr {
        let (from, to) = (self.vector_shape(op.operand_type(0)), self.vector_shape(op.result_type(0)));
        let (offsets, strides) = (self.int_array(op, "offsets"), self.int_array(op, "strides"));
        self.vector_picks(op, |index| {
            (0, number(&inside(&coordinates(index, &to), &offsets, &strides), &from))
        })
    }

    pub(super) fn vector_insert_slice(&mut self, op: OpRef<'_>) -> Instr {
        let (part, whole) = (self.vector_shape(op.operand_type(0)), self.vector_shape(op.operand_type(1)));
        let offsets = self.int_array(op, "offsets");
        // The part is inserted into the last dimensions.
        let mut strides = vec![1; whole.len() - part.len().min(whole.len())];
        strides.extend(self.int_array(op, "strides"));
        let mut picks: Vec<Pick> =
            (0..whole.iter().product::<usize>()).map(|index| Pick::From(1, index as u32)).collect();
        for index in 0..part.iter().product() {
            let mut place = vec![0; whole.len() - part.len().min(whole.len())];
            place.extend(coordinates(index, &part));
            let target = number(&inside(&place, &offsets, &strides), &whole);
            if let Some(pick) = picks.get_mut(target) {
                *pick = Pick::From(0, index as u32);
            }
        }
        self.vector_permute(op, picks.into(), op.result(0))
    }

    pub(super) fn vector_scalable_insert(&mut self, op: OpRef<'_>) -> Instr {
        let first = op.int("pos").unwrap_or(0).unsigned_abs() as usize;
        let n: usize = self.vector_shape(op.operand_type(0)).iter().product();
        self.vector_picks(op, |index| {
            if (first..first + n).contains(&index) { (0, index - first) } else { (1, index) }
        })
    }

    /// Translates the transposition of a matrix that is stored by columns.
    pub(super) fn vector_flat_transpose(&mut self, op: OpRef<'_>) -> Instr {
        let size = |key| op.int(key).unwrap_or(1).unsigned_abs().max(1) as usize;
        let (rows, columns) = (size("rows"), size("columns"));
        self.vector_picks(op, |index| (0, index / columns + index % columns * rows))
    }
}

/// Returns the indices in the whole of an element of a part.
fn inside(place: &[usize], offsets: &[i64], strides: &[i64]) -> Vec<usize> {
    let number =
        |all: &[i64], dim: usize, none: i64| all.get(dim).copied().unwrap_or(none).unsigned_abs() as usize;
    let places = place.iter().enumerate();
    places.map(|(dim, place)| number(offsets, dim, 0) + place * number(strides, dim, 1)).collect()
}
