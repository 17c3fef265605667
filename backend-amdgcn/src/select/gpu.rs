//! Selects the `gpu` dialect: ids, sizes, barriers, and exchange between lanes.

use super::values::{Bit, Loc, Memory, Pointer, Space, Words};
use super::{Select, SelectResult, Selector as _, Unsupported};
use crate::code::Class;
use crate::inst::{Dpp, Modifiers, Operand};
use crate::lanes::Lanes;
use crate::opcode::{Family, Opcode};
use std::rc::Rc;
use warpline_ir::OpRef;
use warpline_ir::dialect::gpu::dimension_of;
use warpline_passes::gpu::geometry::Geometry;

/// Selects an id or a size along a dimension: a constant if it is the same in every launch.
pub(super) fn geometry(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let dim = dimension_of(op).ok_or("its dimension is not known")?;
    let geometry = Geometry::of(op.kind()).ok_or_else(Unsupported::not_lowered)?;
    let word = cx.geometry(geometry, dim);
    cx.set_words(op.result(0), Words::Two([word, Operand::Const(0)]));
    Ok(())
}

/// Selects `gpu.lane_id`.
pub(super) fn lane_id(cx: &mut Select<'_>, op: OpRef<'_>) {
    let lane = cx.lane_id();
    cx.set_words(op.result(0), Words::Two([lane, Operand::Const(0)]));
}

/// Selects `gpu.barrier` of the block or of the subgroup, whose lanes always run together.
pub(super) fn barrier(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    if !op.operands().is_empty() {
        return Err("the chip has no named barriers".into());
    }
    match op.keyword("scope") {
        Some("subgroup") => {}
        Some("cluster") => return Err(Unsupported::from(NO_CLUSTERS)),
        _ => {
            // On gfx11 and gfx12 another wave of the block may have written global memory through another cache.
            match cx.chip.family {
                Family::Gfx90a | Family::Gfx942 => cx.emit(Opcode::SBarrier, &[]),
                Family::Gfx11 => {
                    cx.emit(Opcode::SBarrier, &[]);
                    cx.emit(Opcode::BufferGl0Inv, &[]);
                }
                Family::Gfx12 => {
                    cx.emit(Opcode::SBarrierSignal, &[Operand::Const(WHOLE_BLOCK)]);
                    cx.emit(Opcode::SBarrierWait, &[Operand::Const(WHOLE_BLOCK)]);
                    cx.emit(Opcode::GlobalInv, &[Operand::Const(SCOPE_WORKGROUP)]);
                }
            }
        }
    }
    Ok(())
}

/// The number of the barrier of all waves of a block, on gfx12.
const WHOLE_BLOCK: i64 = -1;
/// The scope of a block in instructions that invalidate caches, on gfx12.
const SCOPE_WORKGROUP: i64 = 1;

/// The reason why clusters are refused.
pub(super) const NO_CLUSTERS: &str = "the chip has no clusters of blocks";

/// The alignment of the dynamic workgroup memory in bytes.
const DYNAMIC_ALIGN: u64 = 16;

/// Selects `gpu.dynamic_shared_memory`: the workgroup memory after that of the kernel, whose size the launch sets.
pub(super) fn dynamic_shared(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let ty = op.result_type(0);
    // The arrays of the kernel are allocated before its code is selected.
    cx.workgroup_bytes = cx.workgroup_bytes.next_multiple_of(DYNAMIC_ALIGN);
    let first = cx.workgroup_bytes as i64;
    let base = Words::One(Operand::Const(0));
    let pointer = Pointer { space: Space::Workgroup, base, offset: None, immediate: first };
    let memory = cx.buffer_at(ty, pointer)?;
    let sizes = vec![Words::Two([cx.dynamic_bytes(), Operand::Const(0)])];
    cx.set(op.result(0), Loc::Memory(Rc::new(Memory { sizes, ..memory })));
    Ok(())
}

/// Selects `gpu.ballot`: a bit for each lane whose condition holds.
pub(super) fn ballot(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let bit = cx.bit(op.operand(0))?;
    let mask = cx.mask(bit);
    let active = Operand::from(cx.fresh_mask());
    cx.emit(cx.lanes.and(), &[active, mask, cx.lanes.exec()]);
    let n = cx.lanes.mask_words();
    // The result counts as one that differs between lanes: it does where branches diverge.
    let words: Vec<Operand> = (0..n).map(|index| cx.reg(active.word(index), Class::V)).collect();
    let high = words.get(1).copied().unwrap_or(Operand::Const(0));
    let is_wide = cx.int_width(op.result(0))? == 64;
    cx.set_words(op.result(0), if is_wide { Words::Two([words[0], high]) } else { Words::One(words[0]) });
    Ok(())
}

/// Selects `gpu.shuffle` of a word among all lanes.
pub(super) fn shuffle(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let lanes = i64::from(cx.lanes.count());
    let (value, number) = (cx.words(op.named("value"))?, cx.word(op.named("offset"))?);
    let is_full = cx.word(op.named("width"))? == Operand::Const(lanes);
    let Words::One(value) = value else { return Err(Unsupported::not_expanded("gpu-expand-collectives")) };
    if !is_full {
        return Err(Unsupported::not_expanded("gpu-expand-collectives"));
    }
    let mode = op.keyword("mode");
    let value = cx.reg(value, Class::V);
    if let (Some("xor"), Operand::Const(mask @ 1..=31)) = (mode, number) {
        let result = cx.exchanged(value, mask as u8);
        cx.set_word(op.result(0), result);
        cx.set(op.result(1), Loc::Bit(Bit::Const(true)));
        return Ok(());
    }
    let lane = cx.lane_id();
    let from = match (mode, number) {
        (Some("xor"), Operand::Const(_)) => cx.bitwise32(super::int::Bitwise::Xor, lane, number),
        (Some("down"), Operand::Const(_)) => cx.add32(lane, number),
        (Some("up"), Operand::Const(_)) => cx.sub32(lane, number),
        (Some("idx"), _) => number,
        _ => return Err(Unsupported::not_expanded("gpu-expand-collectives")),
    };
    let from = cx.reg(from, Class::V);
    let is_valid = cx.make(Opcode::VCmpGtU32, &[Operand::Const(lanes), from]);
    let address = cx.shift32(super::int::Shift::Left, from, Operand::Const(2));
    let found = cx.make(Opcode::DsBpermuteB32, &[address, value]);
    // A lane that does not exist gives the lane its own value.
    let result = cx.choose(Bit::Mask(is_valid), Words::One(found), Words::One(value));
    cx.set_words(op.result(0), result);
    cx.set(op.result(1), Loc::Bit(Bit::Mask(is_valid)));
    Ok(())
}

impl Select<'_> {
    /// Returns the word of the lane whose number differs in the bits of `mask`, 1 to 31.
    fn exchanged(&mut self, word: Operand, mask: u8) -> Operand {
        let dpp = match mask {
            ..=15 if !self.chip.family.is_gfx9() => Some(Dpp::RowXmask(mask)),
            ..=3 => Some(Dpp::QuadPerm([0, 1, 2, 3].map(|lane| lane ^ mask))),
            8 => Some(Dpp::RowRor(8)),
            _ => None,
        };
        match dpp {
            Some(dpp) => {
                let modifiers = Modifiers { dpp: Some(dpp), ..Modifiers::default() };
                self.make_with(Opcode::VMovB32, &[word], modifiers)
            }
            None => {
                // In each half of 32 lanes: keeps all bits of the number, and changes those of the mask.
                let offset = i32::from(mask) << 10 | 0x1F;
                self.make_with(Opcode::DsSwizzleB32, &[word], Modifiers { offset, ..Modifiers::default() })
            }
        }
    }

    /// Returns the number of the lane in its wave.
    pub(super) fn lane_id(&mut self) -> Operand {
        self.rank(Operand::Const(-1))
    }

    /// Returns the number of lanes of a mask before the lane.
    pub(super) fn rank(&mut self, mask: Operand) -> Operand {
        let low = self.make(Opcode::VMbcntLoU32B32, &[mask.word(0), Operand::Const(0)]);
        match self.lanes {
            Lanes::Wave32 => low,
            Lanes::Wave64 => self.make(Opcode::VMbcntHiU32B32, &[mask.word(1), low]),
        }
    }
}
