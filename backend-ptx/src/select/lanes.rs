//! Exchange between the lanes of a subgroup: shuffles, ballots, reductions of words; and where a thread stands.
//!
//! Every lane of the subgroup that has not ended takes part, so the mask of members is always all ones; the chip does
//! not wait for lanes that do not exist or have ended. Values of 64 bits are exchanged as two words.

use super::values::Scalar;
use super::{Select, Selected, Unsupported, keyword};
use crate::inst::{BlockSize, Class, Geometry, Operand};
use crate::target::Feature;
use warpline_ir::{OpRef, Type, Value};

/// The number of lanes of a subgroup.
pub(super) const LANES: i64 = 32;
/// All lanes.
const ALL: Operand = Operand::Int(-1);

/// How lanes find each other.
#[derive(Clone, Copy)]
pub(super) enum Way {
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
        self.make(Class::Word, ["mov.u32"], &[Operand::Special("%laneid")])
    }

    /// A word as an `index`.
    pub(super) fn set_word(&mut self, op: OpRef<'_>, word: Operand) {
        let index = self.widened_word(word, self.ranges.of(op.result(0)));
        self.set(op.result(0), index);
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
            number = self.make(Class::Word, ["mad.lo.s32"], &[z, ny, y]);
        }
        if number == Operand::Int(0) {
            return x;
        }
        self.make(Class::Word, ["mad.lo.s32"], &[number, nx, x])
    }

    /// The number of subgroups of a block.
    pub(super) fn n_subgroups(&mut self) -> Operand {
        if let BlockSize::Exactly(size) = self.kernel.block {
            return Operand::Int((size.iter().product::<i64>() + LANES - 1) / LANES);
        }
        let [x, y, z] = [0, 1, 2].map(|dim| self.geometry_word(Geometry::BlockDim, dim));
        let plane = self.make(Class::Word, ["mul.lo.s32"], &[x, y]);
        let all = self.make(Class::Word, ["mul.lo.s32"], &[plane, z]);
        let up = self.make(Class::Word, ["add.s32"], &[all, Operand::Int(LANES - 1)]);
        self.make(Class::Word, ["shr.u32"], &[up, Operand::Int(5)])
    }

    /// The number of the subgroup in its block.
    pub(super) fn subgroup_id(&mut self) -> Operand {
        match self.thread_number() {
            Operand::Int(number) => Operand::Int(number / LANES),
            number => self.make(Class::Word, ["shr.u32"], &[number, Operand::Int(5)]),
        }
    }

    /// A bit for each lane for which a condition holds.
    fn vote(&mut self, condition: Operand) -> Operand {
        self.make(Class::Word, ["vote.sync.ballot.b32"], &[condition, ALL])
    }

    /// The value of another lane; `lane` is a number, or a difference of numbers.
    pub(super) fn exchange(&mut self, scalar: Scalar, value: Operand, way: Way, lane: Operand) -> Operand {
        let value = match (scalar.class(), value) {
            (Class::Pred, value) => self.widen(value, 1, false),
            (class, value) => self.reg(class, value).into(),
        };
        match scalar.class() {
            Class::Pred => {
                let word = self.exchange_word(value, way, lane);
                self.make(Class::Pred, ["setp.ne.s32"], &[word, Operand::Int(0)])
            }
            Class::Word => self.exchange_word(value, way, lane),
            Class::Half => {
                let word = self.make(Class::Word, ["cvt.u32.u16"], &[value]);
                let word = self.exchange_word(word, way, lane);
                self.make(Class::Half, ["cvt.u16.u32"], &[word])
            }
            Class::Double => {
                let (low, high) = (self.kernel.fresh(Class::Word), self.kernel.fresh(Class::Word));
                let parts = self.kernel.pack(&[low.into(), high.into()]);
                self.emit(["mov.b64"], &[parts, value]);
                let low = self.exchange_word(low.into(), way, lane);
                let high = self.exchange_word(high.into(), way, lane);
                let parts = self.kernel.pack(&[low, high]);
                self.make(Class::Double, ["mov.b64"], &[parts])
            }
        }
    }

    fn exchange_word(&mut self, value: Operand, way: Way, lane: Operand) -> Operand {
        let (name, end) = match way {
            Way::Xor => (".bfly", LANES - 1),
            Way::Down => (".down", LANES - 1),
            Way::Up => (".up", 0),
            Way::Index => (".idx", LANES - 1),
        };
        let result = Operand::Reg(self.kernel.fresh(Class::Word));
        let value = Operand::Reg(self.reg(Class::Word, value));
        self.emit(["shfl.sync", name, ".b32"], &[result, value, lane, Operand::Int(end), ALL]);
        result
    }

    /// The elements of a value of other lanes.
    fn exchange_value(&mut self, value: Value, way: Way, lane: Operand) -> Result<Vec<Operand>, Unsupported> {
        let (_, scalar) = self.elements_of(self.module.type_of(value))?;
        let elements = self.elements(value)?;
        Ok(elements.into_iter().map(|element| self.exchange(scalar, element, way, lane)).collect())
    }

    /// `gpu.shuffle`: only lanes below the width take part.
    pub(super) fn shuffle(&mut self, op: OpRef<'_>) -> Selected {
        let way = match keyword(op, "mode", "gpu<shuffle_mode ") {
            Some("xor") => Way::Xor,
            Some("down") => Way::Down,
            Some("up") => Way::Up,
            Some("idx") => Way::Index,
            _ => return Err(Unsupported::because("its mode is not known")),
        };
        let (offset, width) = (self.operand(op.operand(1))?, self.operand(op.operand(2))?);
        let lane = self.lane_id();
        let from = match way {
            Way::Xor => self.make(Class::Word, ["xor.b32"], &[lane, offset]),
            Way::Down => self.make(Class::Word, ["add.s32"], &[lane, offset]),
            Way::Up => self.make(Class::Word, ["sub.s32"], &[lane, offset]),
            Way::Index => self.reg(Class::Word, offset).into(),
        };
        let mut valid = self.make(Class::Pred, ["setp.lt.u32"], &[from, width]);
        if width != Operand::Int(LANES) {
            let inside = self.make(Class::Pred, ["setp.lt.u32"], &[lane, width]);
            valid = self.make(Class::Pred, ["and.pred"], &[valid, inside]);
        }
        let is_plain = matches!(offset, Operand::Int(offset) if (0..LANES).contains(&offset));
        let (way, number) = if is_plain { (way, offset) } else { (Way::Index, from) };
        let elements = self.exchange_value(op.operand(0), way, number)?;
        self.set_elements(op.result(0), elements);
        self.set(op.result(1), valid);
        Ok(())
    }

    /// `gpu.subgroup_reduce` of a whole subgroup of words, which is one instruction.
    pub(super) fn subgroup_reduce(&mut self, op: OpRef<'_>) -> Selected {
        let is_whole = op.int("cluster_size").is_none_or(|size| size == LANES);
        let name = match keyword(op, "op", "gpu<all_reduce_op ") {
            Some("add") => ".add.s32",
            Some("minsi") => ".min.s32",
            Some("maxsi") => ".max.s32",
            Some("minui") => ".min.u32",
            Some("maxui") => ".max.u32",
            Some("and") => ".and.b32",
            Some("or") => ".or.b32",
            Some("xor") => ".xor.b32",
            _ => return Err(Unsupported::not_expanded("gpu-expand-collectives")),
        };
        if !is_whole || op.operand_type(0) != Type::I32 {
            return Err(Unsupported::not_expanded("gpu-expand-collectives"));
        }
        self.require(Feature::REDUX)?;
        let value = self.operand(op.operand(0))?;
        let value = Operand::Reg(self.reg(Class::Word, value));
        let result = self.make(Class::Word, ["redux.sync", name], &[value, ALL]);
        self.set(op.result(0), result);
        Ok(())
    }

    /// `gpu.ballot`.
    pub(super) fn ballot(&mut self, op: OpRef<'_>) -> Selected {
        let condition = self.predicate(op.operand(0))?;
        let bits = self.vote(condition.into());
        let width = self.int_width(op.result(0))?;
        let result = if 32 < width {
            self.make(Class::Double, ["cvt.u64.u32"], &[bits])
        } else {
            self.narrow(bits, width)
        };
        self.set(op.result(0), result);
        Ok(())
    }
}
