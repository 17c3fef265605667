//! Exchanges between lanes: DPP permutations and the operations that read or write a chosen lane.

use super::super::memory::Fault;
use super::args::{Dpp, Operand, Routing, VectorArgs};
use super::chip::Chip;
use super::inst::{Across, Ty};
use super::operand::{Source, gather, uniform};
use super::registers::{MAX_LANES, Registers, lanes_of};
use super::vector::not_modelled;

/// The lanes of a row.
const ROW: usize = 16;

/// Routes a source through a permutation of lanes.
pub(super) struct Routed<'a> {
    pub(super) registers: &'a Registers,
    pub(super) chip: Chip,
}

impl Routed<'_> {
    /// Permutes the lanes of a source; returns the lanes that the instruction may write.
    pub(super) fn route(&self, source: &mut Source, routing: Routing) -> Result<u64, Fault> {
        match routing {
            Routing::Direct | Routing::Sdwa(_) => Ok(u64::MAX),
            Routing::Dpp8(lanes, reads_inactive) => {
                let from = |lane: usize| Some(lane & !7 | usize::from(lanes[lane & 7]));
                Ok(self.permute(source, from, reads_inactive, true, u64::MAX))
            }
            Routing::Dpp(dpp) => self.route_dpp(source, dpp),
        }
    }

    fn route_dpp(&self, source: &mut Source, dpp: Dpp) -> Result<u64, Fault> {
        let n_lanes = self.registers.n_lanes as usize;
        let mut origins = [None; MAX_LANES];
        for (lane, origin) in origins.iter_mut().enumerate().take(n_lanes) {
            *origin = dpp_origin(dpp.control, lane, n_lanes, self.chip)?;
        }
        let enabled = (0..MAX_LANES).filter(|lane| {
            let (row, bank) = (lane / ROW, lane % ROW / 4);
            (dpp.row_mask >> row) & 1 == 1 && (dpp.bank_mask >> bank) & 1 == 1
        });
        let enabled = enabled.fold(0, |mask, lane| mask | 1 << lane);
        Ok(self.permute(source, |lane| origins[lane], dpp.reads_inactive, dpp.bound_zero, enabled))
    }

    /// Replaces each lane by its origin. Without a valid origin a lane reads 0, or is not written.
    fn permute(
        &self,
        source: &mut Source,
        origin: impl Fn(usize) -> Option<usize>,
        reads_inactive: bool,
        bound_zero: bool,
        enabled: u64,
    ) -> u64 {
        let old = source.clone();
        let mut written = enabled;
        for lane in 0..self.registers.n_lanes as usize {
            let valid = origin(lane).filter(|from| reads_inactive || (self.registers.exec >> from) & 1 == 1);
            let (value, undefined) = match valid {
                Some(from) => (old.values[from], old.undefined_at(from)),
                None => (0, 0),
            };
            source.values[lane] = value;
            if let Some(bits) = &mut source.undefined {
                bits[lane] = undefined;
            }
            if valid.is_none() && !bound_zero {
                written &= !(1 << lane);
            }
        }
        written
    }
}

/// Returns the lane from which a lane reads under a DPP control; `None` if it lies outside.
fn dpp_origin(control: u16, lane: usize, n_lanes: usize, chip: Chip) -> Result<Option<usize>, Fault> {
    let (row, at) = (lane / ROW * ROW, lane % ROW);
    let by = usize::from(control & 15);
    let in_row = |at: usize| (at < ROW).then_some(row + at);
    Ok(match control {
        0..=0xff => Some(lane & !3 | usize::from(control >> (2 * (lane & 3)) & 3)),
        0x101..=0x10f => in_row(at + by),
        0x111..=0x11f => at.checked_sub(by).and_then(in_row),
        0x121..=0x12f => in_row((at + ROW - by) % ROW),
        0x130 if chip.is_gfx9() => (lane + 1 < n_lanes).then_some(lane + 1),
        0x134 if chip.is_gfx9() => Some((lane + 1) % n_lanes),
        0x138 if chip.is_gfx9() => lane.checked_sub(1),
        0x13c if chip.is_gfx9() => Some((lane + n_lanes - 1) % n_lanes),
        0x140 => in_row(at ^ (ROW - 1)),
        0x141 => Some(lane ^ 7),
        0x142 if chip.is_gfx9() => row.checked_sub(1),
        0x143 if chip.is_gfx9() => (lane / 32 * 32).checked_sub(1),
        0x150..=0x15f => in_row(by),
        0x160..=0x16f if !chip.is_gfx9() => in_row(at ^ by),
        _ => return Err(not_modelled(&format!("DPP control {control:#x}"))),
    })
}

/// Executes an exchange between lanes.
pub(super) fn execute(registers: &mut Registers, kind: Across, args: &VectorArgs) -> Result<(), Fault> {
    match kind {
        Across::ReadFirst => {
            let lane = if registers.exec == 0 { 0 } else { registers.exec.trailing_zeros() };
            read_lane(registers, args, lane as usize)
        }
        Across::Read => {
            let lane = lane_number(registers, args.src[1])?;
            read_lane(registers, args, lane)
        }
        Across::Write => {
            let (value, undefined) = uniform(registers, args.src[0], Ty::B32)?;
            let lane = lane_number(registers, args.src[1])?;
            registers.check_vgprs(args.dst, 1)?;
            registers.set_lane(args.dst, lane, value as u32, undefined as u32);
            Ok(())
        }
        Across::Permute16 { is_crossed } => permute_rows(registers, args, is_crossed),
        Across::Permute64 => {
            let source = gather(registers, args.src[0], Ty::B32)?;
            registers.check_vgprs(args.dst, 1)?;
            let n = registers.n_lanes as usize;
            for lane in lanes_of(registers.exec) {
                let from = if n == MAX_LANES { lane ^ 32 } else { lane };
                let undefined = source.undefined_at(from) as u32;
                registers.set_lane(args.dst, lane, source.values[from] as u32, undefined);
            }
            Ok(())
        }
        Across::Swap => swap(registers, args, u32::MAX, [0, 0]),
        Across::SwapHalf => {
            let shift = |bit: u8| if args.op_sel & bit != 0 { 16 } else { 0 };
            swap(registers, args, 0xffff, [shift(8), shift(1)])
        }
    }
}

fn lane_number(registers: &Registers, operand: Operand) -> Result<usize, Fault> {
    match uniform(registers, operand, Ty::B32)? {
        (lane, 0) => Ok((lane & u64::from(registers.n_lanes - 1)) as usize),
        _ => Err("the number of the lane is undefined".to_string().into()),
    }
}

fn read_lane(registers: &mut Registers, args: &VectorArgs, lane: usize) -> Result<(), Fault> {
    let (value, undefined) = match args.src[0] {
        Operand::Vgpr(register) => {
            registers.check_vgprs(register, 1)?;
            registers.lane(register, lane)
        }
        other => {
            let (value, undefined) = uniform(registers, other, Ty::B32)?;
            (value as u32, undefined as u32)
        }
    };
    registers.write_sgprs(args.sdst, 1, value.into(), undefined.into())
}

/// Permutes within rows by selectors of four bits, the first eight in the second source.
fn permute_rows(registers: &mut Registers, args: &VectorArgs, is_crossed: bool) -> Result<(), Fault> {
    let source = gather(registers, args.src[0], Ty::B32)?;
    let (low, low_undefined) = uniform(registers, args.src[1], Ty::B32)?;
    let (high, high_undefined) = uniform(registers, args.src[2], Ty::B32)?;
    if low_undefined | high_undefined != 0 {
        return Err("the selector of a permutation is undefined".to_string().into());
    }
    let (reads_inactive, bound_zero) = (args.op_sel & 1 != 0, args.op_sel & 2 != 0);
    let selectors = (high & 0xffff_ffff) << 32 | low & 0xffff_ffff;
    registers.check_vgprs(args.dst, 1)?;
    for lane in lanes_of(registers.exec) {
        let row = if is_crossed { (lane ^ ROW) & !(ROW - 1) } else { lane & !(ROW - 1) };
        let from = row + (selectors >> (4 * (lane % ROW)) & 15) as usize;
        let is_active = (registers.exec >> from) & 1 == 1;
        if reads_inactive || is_active {
            let undefined = source.undefined_at(from) as u32;
            registers.set_lane(args.dst, lane, source.values[from] as u32, undefined);
        } else if bound_zero {
            registers.set_lane(args.dst, lane, 0, 0);
        }
    }
    Ok(())
}

fn swap(registers: &mut Registers, args: &VectorArgs, mask: u32, shifts: [u32; 2]) -> Result<(), Fault> {
    let Operand::Vgpr(other) = args.src[0] else { return Err(not_modelled("a swap with a constant")) };
    registers.check_vgprs(args.dst, 1)?;
    registers.check_vgprs(other, 1)?;
    let [to, from] = shifts;
    for lane in lanes_of(registers.exec) {
        let (a, a_undefined) = registers.lane(args.dst, lane);
        let (b, b_undefined) = registers.lane(other, lane);
        registers.merge_lane(args.dst, lane, mask << to, b >> from << to, b_undefined >> from << to);
        registers.merge_lane(other, lane, mask << from, a >> to << from, a_undefined >> to << from);
    }
    Ok(())
}
