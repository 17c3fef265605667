//! Expands `gpu.shuffle` to exchanges of 32 bits among all lanes.
//!
//! A shuffle among 32 lanes in a subgroup of 64 exchanges within each half, so that programs for subgroups of 32 lanes
//! keep their meaning. Any other width means the first lanes.

use warpline_ir::{Arith, Builder, Gpu, Module, Op, Signedness, Type, TypeKind, Value, Vector};

/// Expands a shuffle; `None` if it stays.
pub(super) fn expand(module: &mut Module, op: Op, size: i64) -> Option<()> {
    let mode = module.op(op).keyword("mode")?;
    let &[value, offset, width] = module.operands(op) else { return None };
    let ty = module.type_of(value);
    let constant = module.constant_int(offset);
    let is_full = module.constant_int(width) == Some(size);
    let has_number = mode == "idx" || constant.is_some_and(|offset| (0..size).contains(&offset));
    if is_full && has_number && module.bit_width(ty) == Some(32) {
        return None;
    }
    let at = &mut Builder::before(module, op);
    let mut exchange = Exchange { mode, number: offset, size, at };
    let valid = if size == 2 * HALF && exchange.at.module.constant_int(width) == Some(HALF) {
        Some(
            exchange
                .within_halves(offset, constant.filter(|offset| mode == "xor" && (0..HALF).contains(offset))),
        )
    } else {
        (!is_full || !has_number).then(|| exchange.validity(offset, width, has_number))
    };
    let (shuffled, whole) = exchange.value(value)?;
    module.replace_op(op, &[shuffled, valid.unwrap_or(whole)]);
    Some(())
}

/// The lanes of a half of the largest subgroups.
const HALF: i64 = 32;

/// An exchange among all lanes.
struct Exchange<'b, 'm> {
    mode: &'static str,
    number: Value,
    size: i64,
    at: &'b mut Builder<'m>,
}

impl Exchange<'_, '_> {
    /// Builds the test whether this lane and the other one are among the first `width`. Without a lane number for
    /// the hardware, lanes are identified by their own id.
    fn validity(&mut self, offset: Value, width: Value, has_number: bool) -> Value {
        let at = &mut *self.at;
        let lane = at.value(Gpu::LaneId, &[], Type::INDEX, &[]);
        let lane = at.value(Arith::IndexCast, &[lane], Type::I32, &[]);
        let from = other_lane(at, self.mode, lane, offset);
        let mut valid = at.compare("ult", from, width, Type::I1);
        if !has_number {
            if matches!(self.mode, "up" | "down") {
                // A greater offset would wrap around to a lane.
                let size = at.int(self.size, Type::I32);
                let is_near = at.compare("ult", offset, size, Type::I1);
                valid = at.binary(Arith::AndI, valid, is_near);
            }
            (self.mode, self.number) = ("idx", from);
        }
        if at.module.constant_int(width) == Some(self.size) {
            return valid;
        }
        let inside = at.compare("ult", lane, width, Type::I1);
        at.binary(Arith::AndI, valid, inside)
    }

    /// Builds the test whether the other lane is in the same half, and identifies it by its own id, unless ids differ in
    /// bits that stay in the half.
    fn within_halves(&mut self, offset: Value, bits: Option<i64>) -> Value {
        if bits.is_some() {
            return self.at.int(1, Type::I1);
        }
        let at = &mut *self.at;
        let lane = at.value(Gpu::LaneId, &[], Type::INDEX, &[]);
        let lane = at.value(Arith::IndexCast, &[lane], Type::I32, &[]);
        let [below, half] = [HALF - 1, HALF].map(|n| at.int(n, Type::I32));
        let place = at.binary(Arith::AndI, lane, below);
        let first = at.binary(Arith::AndI, lane, half);
        let from = other_lane(at, self.mode, place, offset);
        let mut valid = at.compare("ult", from, half, Type::I1);
        if matches!(self.mode, "up" | "down") {
            let is_near = at.compare("ult", offset, half, Type::I1);
            valid = at.binary(Arith::AndI, valid, is_near);
        }
        (self.mode, self.number) = ("idx", at.binary(Arith::OrI, first, from));
        valid
    }

    /// Builds the value of another lane, and whether that lane is in the subgroup; `None` for types that lanes
    /// cannot exchange.
    fn value(&mut self, value: Value) -> Option<(Value, Value)> {
        let ty = self.at.module.type_of(value);
        if let TypeKind::Vector(shape, scalable, element) = self.at.module.type_kind(ty) {
            let (n, element) = (self.at.module.n_elements(ty)? as usize, *element);
            if shape.len() != 1 || scalable.contains(&true) || n == 0 {
                return None;
            }
            let apart = self.at.op(Vector::ToElements, &[value], &vec![element; n], &[]);
            let elements: Vec<Value> = self.at.module.results(apart).collect();
            let exchanged: Vec<(Value, Value)> =
                elements.into_iter().map(|element| self.value(element)).collect::<Option<_>>()?;
            let values: Vec<Value> = exchanged.iter().map(|(value, _)| *value).collect();
            return Some((self.at.value(Vector::FromElements, &values, ty, &[]), exchanged[0].1));
        }
        let width = self.at.module.bit_width(ty)?;
        if width == 32 {
            return Some(self.word(value));
        }
        let bits_ty = self.at.module.intern_type(TypeKind::Integer(width, Signedness::Signless));
        let bits = if ty == bits_ty { value } else { self.at.value(Arith::Bitcast, &[value], bits_ty, &[]) };
        let (bits, valid) = match width {
            1..=31 => {
                let word = self.at.value(Arith::ExtUI, &[bits], Type::I32, &[]);
                let (word, valid) = self.word(word);
                (self.at.value(Arith::TruncI, &[word], bits_ty, &[]), valid)
            }
            33..=64 => self.halves(bits, bits_ty),
            _ => return None,
        };
        Some((if ty == bits_ty { bits } else { self.at.value(Arith::Bitcast, &[bits], ty, &[]) }, valid))
    }

    /// Splits an integer of more than 32 bits into two words.
    fn halves(&mut self, bits: Value, ty: Type) -> (Value, Value) {
        let by = self.at.int(32, ty);
        let above = self.at.binary(Arith::ShRUI, bits, by);
        let [low, high] = [bits, above].map(|half| {
            let word = self.at.value(Arith::TruncI, &[half], Type::I32, &[]);
            let (word, valid) = self.word(word);
            (self.at.value(Arith::ExtUI, &[word], ty, &[]), valid)
        });
        let high = self.at.binary(Arith::ShLI, high.0, by);
        (self.at.binary(Arith::OrI, high, low.0), low.1)
    }

    /// Builds the word of another lane, and whether that lane is in the subgroup.
    fn word(&mut self, word: Value) -> (Value, Value) {
        let width = self.at.int(self.size, Type::I32);
        let mode = self.at.module.keyword_attr(Gpu::Shuffle, "mode", self.mode);
        let ty = self.at.module.type_of(word);
        let op = self.at.op(Gpu::Shuffle, &[word, self.number, width], &[ty, Type::I1], &[("mode", mode)]);
        (self.at.module.result(op, 0), self.at.module.result(op, 1))
    }
}

/// Builds the number of the lane whose value a lane gets.
fn other_lane(at: &mut Builder<'_>, mode: &str, lane: Value, offset: Value) -> Value {
    match mode {
        "xor" => at.binary(Arith::XOrI, lane, offset),
        "down" => at.binary(Arith::AddI, lane, offset),
        "up" => at.binary(Arith::SubI, lane, offset),
        _ => offset,
    }
}
