//! Executes vector operations: all sources of all lanes are read before any destination is written.

use super::super::memory::{Failure, Fault};
use super::super::soft::Format;
use super::args::{EXEC, Operand, Routing, Sdwa, VCC, VectorArgs};
use super::chip::Chip;
use super::float::{F16, F32, F64, Float, compare, modify, sign_bit};
use super::inst::{CompareTy, Eval, Form, Lane, Spread, Ty, VectorOp};
use super::integer::signed;
use super::mode::Mode;
use super::operand::{Source, gather};
use super::registers::{MAX_LANES, Registers, lanes_of};
use super::routing::Routed;
use std::cmp::Ordering;

/// The state that a vector instruction reads besides registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct VectorCx {
    pub(super) chip: Chip,
    pub(super) mode: Mode,
}

/// The results of an instruction before they are written.
pub(super) struct Outcome {
    /// The lanes that are written.
    lanes: u64,
    values: [u64; MAX_LANES],
    undefined: Option<Box<[u64; MAX_LANES]>>,
    /// The mask that is written, and its undefined bits.
    mask: (u64, u64),
}

/// Returns the error for a mode that is not modelled.
pub(super) fn not_modelled(what: &str) -> Fault {
    Fault { failure: Failure::NotModelled, message: format!("not modelled: {what}") }
}

/// Whether a comparison of floats holds; the bits of the condition are less, equal, greater, unordered.
pub(super) fn holds<F: Float>(mode: Mode, a: u64, b: u64, condition: u8) -> bool {
    let bit = match compare::<F>(mode, a, b) {
        Some(order) => order_bit(order),
        None => 8,
    };
    condition & bit != 0
}

fn order_bit(order: Ordering) -> u8 {
    match order {
        Ordering::Less => 1,
        Ordering::Equal => 2,
        Ordering::Greater => 4,
    }
}

/// Returns the format of a float type.
pub(super) fn format_of(ty: Ty) -> Option<Format> {
    match ty {
        Ty::F16 => Some(Format::F16),
        Ty::F32 => Some(Format::F32),
        Ty::F64 => Some(Format::F64),
        Ty::No | Ty::B16 | Ty::B32 | Ty::B64 | Ty::I64 | Ty::Mask => None,
    }
}

/// Returns a mask of the low bits.
pub(super) fn low_bits(n: u32) -> u64 {
    if n < 64 { (1 << n) - 1 } else { u64::MAX }
}

/// Computes the results of an instruction.
pub(super) fn compute(
    registers: &Registers,
    cx: VectorCx,
    op: &VectorOp,
    args: &VectorArgs,
) -> Result<Outcome, Fault> {
    let mut sources = Vec::with_capacity(3);
    let mut lanes = registers.exec;
    for (index, ty) in op.src.iter().enumerate().filter(|(_, ty)| **ty != Ty::No) {
        let mut source = gather(registers, args.src[index], *ty)?;
        if cx.chip == Chip::Gfx1100 && is_wide_multiply(op) {
            overwrite(&mut source, args.src[index], *ty, args.dst);
        }
        if index == 0 {
            lanes &= Routed { registers, chip: cx.chip }.route(&mut source, args.routing)?;
        }
        prepare(&mut source, *ty, index, args);
        sources.push(source);
    }
    let vcc = match op.eval {
        Eval::WithVcc(_) => registers.read_mask(VCC)?,
        _ => (0, 0),
    };
    if args.clamp && !op.dst.is_float() && op.saturated.is_none() && !matches!(op.eval, Eval::Compare { .. })
    {
        return Err(not_modelled("clamp of this operation"));
    }
    let mut outcome = Outcome { lanes, values: [0; MAX_LANES], undefined: None, mask: (0, 0) };
    let is_undefined = sources.iter().any(|source| source.undefined.is_some()) || vcc.1 != 0;
    for lane in lanes_of(lanes) {
        let mut values = [0; 3];
        for (value, source) in values.iter_mut().zip(&sources) {
            *value = source.values[lane];
        }
        let one = LaneCx { op, args, cx, lane: lane as u32, vcc: (vcc.0 >> lane) & 1 == 1 };
        let (value, flag) = one.eval(values);
        outcome.values[lane] = value;
        outcome.mask.0 |= u64::from(flag) << lane;
        if is_undefined {
            let mut undefined = [0; 3];
            for (bits, source) in undefined.iter_mut().zip(&sources) {
                *bits = source.undefined_at(lane);
            }
            let (bits, flag) = one.undefined(values, undefined, (vcc.1 >> lane) & 1 == 1);
            outcome.mask.1 |= u64::from(flag) << lane;
            outcome.undefined.get_or_insert_with(|| Box::new([0; MAX_LANES]))[lane] = bits;
        }
    }
    Ok(outcome)
}

/// Whether an operation multiplies 32-bit integers and adds 64-bit ones.
fn is_wide_multiply(op: &VectorOp) -> bool {
    matches!(op.eval, Eval::Carry(_)) && op.src.map(Ty::words) == [1, 1, 2]
}

/// Makes the words of a source undefined that are in the registers of a result of two words: GFX11 writes that before it
/// has read all sources.
fn overwrite(source: &mut Source, operand: Operand, ty: Ty, dst: u16) {
    let Operand::Vgpr(register) = operand else { return };
    let word = |index: u16| if (dst..dst + 2).contains(&(register + index)) { low_bits(32) } else { 0 };
    let lost = (word(0) | word(1) << 32) & low_bits(ty.bits());
    if lost != 0 {
        source
            .undefined
            .get_or_insert_with(|| Box::new([0; MAX_LANES]))
            .iter_mut()
            .for_each(|bits| *bits |= lost);
    }
}

/// Selects parts of a source and applies its sign modifiers.
fn prepare(source: &mut Source, ty: Ty, index: usize, args: &VectorArgs) {
    if let Routing::Sdwa(sdwa) = args.routing
        && index < 2
    {
        select_part(source, sdwa, index);
        source.map(|value, undefined| (value & low_bits(ty.bits()), undefined & low_bits(ty.bits())));
    } else if ty.is_half() {
        let shift = if (args.op_sel >> index) & 1 == 1 && is_register(args.src[index]) { 16 } else { 0 };
        source.map(|value, undefined| ((value >> shift) & 0xffff, (undefined >> shift) & 0xffff));
    }
    let (negates, takes_abs) = ((args.neg >> index) & 1 == 1, (args.abs >> index) & 1 == 1);
    if let Some(format) = format_of(ty)
        && (negates || takes_abs)
    {
        let sign = sign_bit(format);
        let clear = if takes_abs { sign } else { 0 };
        let flip = if negates { sign } else { 0 };
        source.map(|value, undefined| ((value & !clear) ^ flip, undefined));
    }
}

fn is_register(operand: Operand) -> bool {
    matches!(operand, Operand::Vgpr(_) | Operand::Sgpr(_))
}

fn select_part(source: &mut Source, sdwa: Sdwa, index: usize) {
    let (shift, bits) = part(sdwa.src[index]);
    let extends = sdwa.sign_extends[index];
    source.map(|value, undefined| {
        let part = (value >> shift) & low_bits(bits);
        let part =
            if extends { (part << (64 - bits)).cast_signed() >> (64 - bits) } else { part.cast_signed() };
        (part.cast_unsigned() & low_bits(32), (undefined >> shift) & low_bits(bits))
    });
}

/// Returns the first bit and the number of bits of a part of a word.
fn part(select: u8) -> (u32, u32) {
    match select {
        0..=3 => (8 * u32::from(select), 8),
        4 | 5 => (16 * u32::from(select - 4), 16),
        _ => (0, 32),
    }
}

/// The evaluation of one lane.
struct LaneCx<'a> {
    op: &'a VectorOp,
    args: &'a VectorArgs,
    cx: VectorCx,
    lane: u32,
    vcc: bool,
}

impl LaneCx<'_> {
    /// Returns the result and the bit of the mask.
    fn eval(&self, sources: Lane) -> (u64, bool) {
        self.eval_with(sources, self.vcc)
    }

    fn eval_with(&self, sources: Lane, vcc: bool) -> (u64, bool) {
        let mode = self.cx.mode;
        let (value, flag) = match self.op.eval {
            Eval::Lane(_) if self.args.clamp && self.op.saturated.is_some() => {
                (self.op.saturated.map_or(0, |eval| eval(sources[0], sources[1])), false)
            }
            Eval::Lane(eval) => (eval.apply(mode, sources), false),
            Eval::Test(eval, _) => (0, eval(mode, sources)),
            Eval::Compare { ty, condition, .. } => (0, self.compare(ty, condition, sources)),
            Eval::Carry(eval) => eval(sources[0], sources[1], sources[2]),
            Eval::WithVcc(eval) => (eval(mode, sources, vcc), false),
            Eval::Indexed(eval) => (eval(self.lane, sources[0], sources[1]), false),
            Eval::Across(_) | Eval::Nop => (0, false),
        };
        let value = value & low_bits(self.op.dst.bits());
        match format_of(self.op.dst) {
            Some(format) if self.args.omod != 0 || self.args.clamp => {
                (modify(format, mode, value, self.args.omod, self.args.clamp), flag)
            }
            _ => (value, flag),
        }
    }

    fn compare(&self, ty: CompareTy, condition: u8, [a, b, _]: Lane) -> bool {
        let mode = self.cx.mode;
        let bits = self.op.src[0].bits();
        let order = match ty {
            CompareTy::Float => {
                return match self.op.src[0] {
                    Ty::F16 => holds::<F16>(mode, a, b, condition),
                    Ty::F64 => holds::<F64>(mode, a, b, condition),
                    _ => holds::<F32>(mode, a, b, condition),
                };
            }
            CompareTy::Unsigned => a.cmp(&b),
            CompareTy::Signed => match bits {
                16 => signed::<16>(a).cmp(&signed::<16>(b)),
                32 => signed::<32>(a).cmp(&signed::<32>(b)),
                _ => a.cast_signed().cmp(&b.cast_signed()),
            },
        };
        condition & order_bit(order) != 0
    }

    /// Returns the undefined bits of the result and whether the bit of the mask is undefined.
    fn undefined(&self, sources: Lane, undefined: Lane, vcc_undefined: bool) -> (u64, bool) {
        if undefined == [0; 3] && !vcc_undefined {
            return (0, false);
        }
        if self.op.spread == Spread::All {
            return (low_bits(self.op.dst.bits()), true);
        }
        let (first, flag) = self.eval_with(sources, self.vcc);
        let (mut bits, mut flags) = (0, false);
        for choice in 0..8u32 {
            let mut sources = sources;
            for (index, (source, undefined)) in sources.iter_mut().zip(undefined).enumerate() {
                *source = *source & !undefined | if (choice >> index) & 1 == 1 { undefined } else { 0 };
            }
            let (value, found) = self.eval_with(sources, self.vcc ^ (vcc_undefined && choice & 1 == 1));
            bits |= value ^ first;
            flags |= found != flag;
        }
        (bits, flags)
    }
}

/// Writes the results of an instruction.
pub(super) fn commit(
    registers: &mut Registers,
    cx: VectorCx,
    op: &VectorOp,
    args: &VectorArgs,
    outcome: &Outcome,
) -> Result<(), Fault> {
    match op.eval {
        Eval::Test(_, writes_exec) | Eval::Compare { writes_exec, .. } => {
            registers.write_mask(args.sdst, outcome.mask.0, outcome.mask.1)?;
            if writes_exec && args.sdst != EXEC {
                registers.write_mask(EXEC, outcome.mask.0, outcome.mask.1)?;
            }
            return Ok(());
        }
        Eval::Carry(_) => registers.write_mask(args.sdst, outcome.mask.0, outcome.mask.1)?,
        _ => {}
    }
    registers.check_vgprs(args.dst, op.dst.words())?;
    let writer = Writer { cx, op, args };
    for lane in lanes_of(outcome.lanes) {
        let undefined = outcome.undefined.as_ref().map_or(0, |undefined| undefined[lane]);
        writer.write(registers, lane, outcome.values[lane], undefined);
    }
    Ok(())
}

/// Writes a result to the destination of an instruction.
struct Writer<'a> {
    cx: VectorCx,
    op: &'a VectorOp,
    args: &'a VectorArgs,
}

impl Writer<'_> {
    fn write(&self, registers: &mut Registers, lane: usize, value: u64, undefined: u64) {
        let dst = self.args.dst;
        if let Routing::Sdwa(sdwa) = self.args.routing {
            return write_part(registers, dst, lane, sdwa, value as u32, undefined as u32);
        }
        if self.op.dst.is_half() {
            let is_high = self.args.op_sel & 8 != 0;
            let shift = if is_high { 16 } else { 0 };
            let keeps = !self.cx.chip.is_gfx9() || is_high || self.keeps_high_half();
            let mask = if keeps { 0xffff << shift } else { u32::MAX };
            let (value, undefined) = ((value as u32) << shift, (undefined as u32) << shift);
            return registers.merge_lane(dst, lane, mask, value, undefined);
        }
        registers.set_lane(dst, lane, value as u32, undefined as u32);
        if self.op.dst.words() == 2 {
            registers.set_lane(dst + 1, lane, (value >> 32) as u32, (undefined >> 32) as u32);
        }
    }

    /// Whether a 16-bit operation of GFX9 keeps the upper half of its destination: those that read it.
    fn keeps_high_half(&self) -> bool {
        self.op.form != Form::Plain
    }
}

fn write_part(registers: &mut Registers, dst: u16, lane: usize, sdwa: Sdwa, value: u32, undefined: u32) {
    let (shift, bits) = part(sdwa.dst);
    let mask = (low_bits(bits) as u32) << shift;
    let placed = (value << shift) & mask;
    let rest = match sdwa.unused {
        1 if (value >> (bits - 1)) & 1 == 1 => !low_bits(shift + bits) as u32,
        _ => 0,
    };
    let kept = if sdwa.unused == 2 { mask } else { u32::MAX };
    registers.merge_lane(dst, lane, kept, placed | rest, (undefined << shift) & mask);
}
