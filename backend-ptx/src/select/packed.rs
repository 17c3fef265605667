//! Selects sums and products of vectors of two `f16` or `bf16`, which `expand-vectors` leaves.
//!
//! Each half of a packed instruction rounds as the scalar instruction does, so results are bit-identical. `bf16`
//! has `fma` only. A pair that one instruction defines stays packed for the next.

use super::{Scalar, Select, Selector as _, Unsupported};
use crate::inst::{Operand, Reg, RegClass};
use crate::opcode::Modifier::{B32, Bf16x2, F16x2, Rn};
use crate::opcode::Opcode;
use warpline_ir::dialect::arith::direction_of;
use warpline_ir::{Arith, MachineFloat, Math, OpKind, OpRef};

/// Selects a packed operation on two elements; returns `false` if it is not one.
pub(super) fn by_pair(cx: &mut Select<'_>, op: OpRef<'_>) -> Result<bool, Unsupported> {
    let name = match op.kind() {
        OpKind::Arith(Arith::AddF) => Opcode::Add,
        OpKind::Arith(Arith::SubF) => Opcode::Sub,
        OpKind::Arith(Arith::MulF) => Opcode::Mul,
        OpKind::Math(Math::Fma) => Opcode::Fma,
        _ => return Ok(false),
    };
    let (2, Scalar::Float(float @ (MachineFloat::F16 | MachineFloat::BF16))) =
        cx.elements_of(op.result_type(0))?
    else {
        return Ok(false);
    };
    if direction_of(op).is_some() {
        return Err(Unsupported::not_expanded("expand-vectors"));
    }
    let mut pairs = Vec::new();
    for value in op.operands() {
        let [low, high] = *cx.elements(*value)? else {
            return Err("the vectors differ in size".into());
        };
        pairs.push(cx.pair(low, high));
    }
    let word = match (float, name) {
        (MachineFloat::F16, name) => cx.make(name.with([Rn, F16x2]), &pairs),
        (_, Opcode::Fma) => cx.make(Opcode::Fma.with([Rn, Bf16x2]), &pairs),
        _ => return Err(Unsupported::not_expanded("arith-emulate-unsupported-floats")),
    };
    let halves = cx.halves(word);
    cx.set_elements(op.result(0), halves.to_vec());
    Ok(true)
}

impl Select<'_> {
    /// Packs two elements into a word, the first one low.
    pub(super) fn pair(&mut self, low: Operand, high: Operand) -> Operand {
        let (low, high) = (self.reg(RegClass::B16, low), self.reg(RegClass::B16, high));
        if let Some(word) = self.pairs.get(&(low, high)) {
            return *word;
        }
        let parts = self.kernel.pack(&[low.into(), high.into()]);
        self.make(Opcode::Mov.with([B32]), &[parts])
    }

    /// Unpacks the two elements of a word.
    pub(super) fn halves(&mut self, word: Operand) -> [Operand; 2] {
        let halves: [Reg; 2] = [(); 2].map(|()| self.kernel.fresh(RegClass::B16));
        let [low, high] = halves;
        let parts = self.kernel.pack(&[low.into(), high.into()]);
        self.emit(Opcode::Mov.with([B32]), &[parts, word]);
        self.pairs.insert((low, high), word);
        halves.map(Operand::from)
    }
}
