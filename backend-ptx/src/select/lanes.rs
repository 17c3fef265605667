//! Exchange between the lanes of a subgroup: shuffles, ballots, reductions of words; and where a thread stands.
//!
//! Every lane of the subgroup that has not ended takes part, so the mask of members is always all ones; the chip does
//! not wait for lanes that do not exist or have ended. Values of 64 bits are exchanged as two words.

use super::values::Scalar;
use super::{Select, SelectResult, Unsupported, keyword};
use crate::inst::{BlockSize, Geometry, Operand, RegClass};
use crate::opcode::Modifier::{
    B32, B64, Bfly, Down, Idx, Lt, Ne, OpAdd, OpAnd, OpMax, OpMin, OpOr, OpXor, Pred, S32, U16, U32, U64, Up,
};
use crate::opcode::Opcode;
use warpline_ir::{OpRef, Type, Value};

/// The number of lanes of a subgroup.
pub(super) const LANES: i64 = 32;
/// All lanes.
const ALL: Operand = Operand::Int(-1);

/// How lanes find each other.
#[derive(Clone, Copy)]
pub(super) enum ShuffleMode {
    /// By a difference in the bits of the number.
    Xor,
    /// So many lanes on.
    Down,
    /// So many lanes before.
    Up,
    /// By number.
    Index,
}

impl Select<'_> {
    /// The number of the lane.
    pub(super) fn lane_id(&mut self) -> Operand {
        self.make(Opcode::Mov.with([U32]), &[Operand::Special("%laneid")])
    }

    /// A register of the geometry as a word.
    fn geometry_word(&mut self, geometry: Geometry, dimension: u8) -> Operand {
        let index = self.geometry(geometry, dimension);
        self.low_word(index)
    }

    /// The number of the thread in its block, x fastest.
    pub(super) fn thread_number(&mut self) -> Operand {
        let [x, y, z] = [0, 1, 2].map(|dim| self.geometry_word(Geometry::ThreadId, dim));
        let [nx, ny] = [0, 1].map(|dim| self.geometry_word(Geometry::BlockDim, dim));
        let mut number = y;
        if z != Operand::Int(0) {
            number = self.make(Opcode::MadLo.with([S32]), &[z, ny, y]);
        }
        if number == Operand::Int(0) {
            return x;
        }
        self.make(Opcode::MadLo.with([S32]), &[number, nx, x])
    }

    /// The number of subgroups of a block.
    pub(super) fn n_subgroups(&mut self) -> Operand {
        if let BlockSize::Exactly(size) = self.kernel.block {
            return Operand::Int((size.iter().product::<i64>() + LANES - 1) / LANES);
        }
        let [x, y, z] = [0, 1, 2].map(|dim| self.geometry_word(Geometry::BlockDim, dim));
        let plane = self.make(Opcode::MulLo.with([S32]), &[x, y]);
        let all = self.make(Opcode::MulLo.with([S32]), &[plane, z]);
        let up = self.make(Opcode::Add.with([S32]), &[all, Operand::Int(LANES - 1)]);
        self.make(Opcode::Shr.with([U32]), &[up, Operand::Int(5)])
    }

    /// The number of the subgroup in its block.
    pub(super) fn subgroup_id(&mut self) -> Operand {
        match self.thread_number() {
            Operand::Int(number) => Operand::Int(number / LANES),
            number => self.make(Opcode::Shr.with([U32]), &[number, Operand::Int(5)]),
        }
    }

    /// A bit for each lane for which a condition holds.
    fn vote(&mut self, condition: Operand) -> Operand {
        self.make(Opcode::Vote.with([B32]), &[condition, ALL])
    }

    /// The value of another lane; `lane` is a number, or a difference of numbers.
    pub(super) fn exchange(
        &mut self,
        scalar: Scalar,
        value: Operand,
        mode: ShuffleMode,
        lane: Operand,
    ) -> Operand {
        let value = match (scalar.class(), value) {
            (RegClass::Pred, value) => self.widen(value, 1, false),
            (class, value) => self.reg(class, value).into(),
        };
        match scalar.class() {
            RegClass::Pred => {
                let word = self.exchange_word(value, mode, lane);
                self.make(Opcode::Setp.with([Ne, S32]), &[word, Operand::Int(0)])
            }
            RegClass::B32 => self.exchange_word(value, mode, lane),
            RegClass::B16 => {
                let word = self.make(Opcode::Cvt.with([U32, U16]), &[value]);
                let word = self.exchange_word(word, mode, lane);
                self.make(Opcode::Cvt.with([U16, U32]), &[word])
            }
            RegClass::B64 => {
                let (low, high) = (self.kernel.fresh(RegClass::B32), self.kernel.fresh(RegClass::B32));
                let parts = self.kernel.pack(&[low.into(), high.into()]);
                self.emit(Opcode::Mov.with([B64]), &[parts, value]);
                let low = self.exchange_word(low.into(), mode, lane);
                let high = self.exchange_word(high.into(), mode, lane);
                let parts = self.kernel.pack(&[low, high]);
                self.make(Opcode::Mov.with([B64]), &[parts])
            }
        }
    }

    fn exchange_word(&mut self, value: Operand, mode: ShuffleMode, lane: Operand) -> Operand {
        let (name, end) = match mode {
            ShuffleMode::Xor => (Bfly, LANES - 1),
            ShuffleMode::Down => (Down, LANES - 1),
            ShuffleMode::Up => (Up, 0),
            ShuffleMode::Index => (Idx, LANES - 1),
        };
        let result = Operand::Reg(self.kernel.fresh(RegClass::B32));
        let value = Operand::Reg(self.reg(RegClass::B32, value));
        self.emit(Opcode::Shfl.with([name, B32]), &[result, value, lane, Operand::Int(end), ALL]);
        result
    }

    /// The elements of a value of other lanes.
    fn exchange_value(
        &mut self,
        value: Value,
        mode: ShuffleMode,
        lane: Operand,
    ) -> Result<Vec<Operand>, Unsupported> {
        let (_, scalar) = self.elements_of(self.module.type_of(value))?;
        let elements = self.elements(value)?;
        Ok(elements.into_iter().map(|element| self.exchange(scalar, element, mode, lane)).collect())
    }

    /// `gpu.shuffle`: only lanes below the width take part.
    pub(super) fn shuffle(&mut self, op: OpRef<'_>) -> SelectResult {
        let mode = match keyword(op, "mode", "gpu<shuffle_mode ") {
            Some("xor") => ShuffleMode::Xor,
            Some("down") => ShuffleMode::Down,
            Some("up") => ShuffleMode::Up,
            Some("idx") => ShuffleMode::Index,
            _ => return Err(Unsupported::because("its mode is not known")),
        };
        let (offset, width) = (self.operand(op.operand(1))?, self.operand(op.operand(2))?);
        let lane = self.lane_id();
        let from = match mode {
            ShuffleMode::Xor => self.make(Opcode::Xor.with([B32]), &[lane, offset]),
            ShuffleMode::Down => self.make(Opcode::Add.with([S32]), &[lane, offset]),
            ShuffleMode::Up => self.make(Opcode::Sub.with([S32]), &[lane, offset]),
            ShuffleMode::Index => self.reg(RegClass::B32, offset).into(),
        };
        let mut valid = self.make(Opcode::Setp.with([Lt, U32]), &[from, width]);
        if width != Operand::Int(LANES) {
            let inside = self.make(Opcode::Setp.with([Lt, U32]), &[lane, width]);
            valid = self.make(Opcode::And.with([Pred]), &[valid, inside]);
        }
        let is_plain = matches!(offset, Operand::Int(offset) if (0..LANES).contains(&offset));
        let (mode, number) = if is_plain { (mode, offset) } else { (ShuffleMode::Index, from) };
        let elements = self.exchange_value(op.operand(0), mode, number)?;
        self.set_elements(op.result(0), elements);
        self.set(op.result(1), valid);
        Ok(())
    }

    /// `gpu.subgroup_reduce` of a whole subgroup of words, which is one instruction.
    pub(super) fn subgroup_reduce(&mut self, op: OpRef<'_>) -> SelectResult {
        let is_whole = op.int("cluster_size").is_none_or(|size| size == LANES);
        let (action, ty) = match keyword(op, "op", "gpu<all_reduce_op ") {
            Some("add") => (OpAdd, S32),
            Some("minsi") => (OpMin, S32),
            Some("maxsi") => (OpMax, S32),
            Some("minui") => (OpMin, U32),
            Some("maxui") => (OpMax, U32),
            Some("and") => (OpAnd, B32),
            Some("or") => (OpOr, B32),
            Some("xor") => (OpXor, B32),
            _ => return Err(Unsupported::not_expanded("gpu-expand-collectives")),
        };
        if !is_whole || op.operand_type(0) != Type::I32 {
            return Err(Unsupported::not_expanded("gpu-expand-collectives"));
        }
        let value = self.operand(op.operand(0))?;
        let value = Operand::Reg(self.reg(RegClass::B32, value));
        let result = self.make(Opcode::Redux.with([action, ty]), &[value, ALL]);
        self.set(op.result(0), result);
        Ok(())
    }

    /// `gpu.ballot`.
    pub(super) fn ballot(&mut self, op: OpRef<'_>) -> SelectResult {
        let condition = self.predicate(op.operand(0))?;
        let bits = self.vote(condition.into());
        let width = self.int_width(op.result(0))?;
        let result = if 32 < width {
            self.make(Opcode::Cvt.with([U64, U32]), &[bits])
        } else {
            self.narrow(bits, width)
        };
        self.set(op.result(0), result);
        Ok(())
    }
}
