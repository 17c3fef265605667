//! Executes packed operations: pairs of halves or words, mixed precision, dot products, and moves of
//! accumulation registers.

use super::super::memory::Fault;
use super::super::soft::Format;
use super::args::{Operand, VectorArgs};
use super::convert::{between, of_bf16};
use super::float::{F16, F32, fma, modify, of_f64, to_f64};
use super::inst::{Dot, Lane, LaneEval, MixDst, PackedOp, Ty};
use super::integer::word;
use super::matrix;
use super::mode::Mode;
use super::operand::{Source, gather};
use super::registers::{Registers, lanes_of};
use super::vector::{VectorCx, format_of, low_bits, not_modelled};

impl PackedOp {
    /// Whether hardware may round differently.
    pub(super) fn is_approximate(&self) -> bool {
        match self {
            Self::Dot(dot) => matches!(dot, Dot::F16 | Dot::Bf16),
            Self::Wmma(wmma) => !wmma.output.is_int(),
            Self::Mfma(mfma) => !mfma.output.is_int(),
            Self::Halves { .. }
            | Self::Words { .. }
            | Self::MoveWords
            | Self::Mix(_)
            | Self::AccMove { .. } => false,
        }
    }
}

/// Executes a packed operation.
pub(super) fn execute(
    registers: &mut Registers,
    cx: VectorCx,
    op: &PackedOp,
    args: &VectorArgs,
) -> Result<(), Fault> {
    match op {
        PackedOp::Halves { ty, n_src, eval } => {
            let halves = Halves { ty: *ty, eval: *eval, mode: cx.mode, args };
            let sources = sources(registers, args, usize::from(*n_src), *ty)?;
            write_words(registers, args.dst, |lane| halves.eval(&sources, lane))
        }
        PackedOp::Words { n_src, eval } => packed_words(registers, cx.mode, args, *n_src, *eval),
        PackedOp::MoveWords => move_words(registers, args),
        PackedOp::Mix(dst) => mix(registers, cx.mode, args, *dst),
        PackedOp::Dot(dot) => {
            let sources = sources(registers, args, 3, Ty::B32)?;
            write_words(registers, args.dst, |lane| {
                let undefined = sources.iter().any(|source| source.undefined_at(lane) != 0);
                let values = [0, 1, 2].map(|index| sources[index].values[lane]);
                (dot_product(*dot, args, values), if undefined { u32::MAX } else { 0 })
            })
        }
        PackedOp::AccMove { .. } => {
            let source = gather(registers, args.src[0], Ty::B32)?;
            write_words(registers, args.dst, |lane| {
                (source.values[lane] as u32, source.undefined_at(lane) as u32)
            })
        }
        PackedOp::Wmma(wmma) => matrix::wmma(registers, cx, *wmma, args),
        PackedOp::Mfma(mfma) => matrix::mfma(registers, *mfma, args),
    }
}

fn sources(registers: &Registers, args: &VectorArgs, n: usize, ty: Ty) -> Result<Vec<Source>, Fault> {
    args.src[..n].iter().map(|operand| gather(registers, *operand, ty)).collect()
}

/// Writes a register of the active lanes.
fn write_words(
    registers: &mut Registers,
    dst: u16,
    result: impl Fn(usize) -> (u32, u32),
) -> Result<(), Fault> {
    registers.check_vgprs(dst, 1)?;
    for lane in lanes_of(registers.exec) {
        let (value, undefined) = result(lane);
        registers.set_lane(dst, lane, value, undefined);
    }
    Ok(())
}

/// An operation on the halves of words.
struct Halves<'a> {
    ty: Ty,
    eval: LaneEval,
    mode: Mode,
    args: &'a VectorArgs,
}

impl Halves<'_> {
    fn eval(&self, sources: &[Source], lane: usize) -> (u32, u32) {
        let (low, low_undefined) = self.half(sources, lane, self.args.op_sel, self.args.neg);
        let (high, high_undefined) = self.half(sources, lane, self.args.op_sel_hi, self.args.abs);
        (low | high << 16, low_undefined | high_undefined << 16)
    }

    fn half(&self, sources: &[Source], lane: usize, select: u8, negates: u8) -> (u32, u32) {
        let (mut values, mut undefined) = ([0; 3], [0; 3]);
        for (index, source) in sources.iter().enumerate() {
            let shift = if (select >> index) & 1 == 1 { 16 } else { 0 };
            values[index] = (source.values[lane] >> shift) & 0xffff;
            undefined[index] = (source.undefined_at(lane) >> shift) & 0xffff;
            if self.ty == Ty::F16 && (negates >> index) & 1 == 1 {
                values[index] ^= 0x8000;
            }
        }
        (self.apply(values), self.undefined(values, undefined))
    }

    fn apply(&self, values: Lane) -> u32 {
        let value = self.eval.apply(self.mode, values) & 0xffff;
        let value = match format_of(self.ty) {
            Some(format) if self.args.clamp => modify(format, self.mode, value, 0, true),
            _ => value,
        };
        value as u32
    }

    fn undefined(&self, values: Lane, undefined: Lane) -> u32 {
        if undefined == [0; 3] {
            return 0;
        }
        if self.ty.is_float() {
            return 0xffff;
        }
        let first = self.apply(values);
        let changed = (0..8u32).map(|choice| {
            let pick = |index: usize| if (choice >> index) & 1 == 1 { undefined[index] } else { 0 };
            first ^ self.apply([0, 1, 2].map(|index| values[index] & !undefined[index] | pick(index)))
        });
        changed.fold(0, |bits, changed| bits | changed)
    }
}

fn packed_words(
    registers: &mut Registers,
    mode: Mode,
    args: &VectorArgs,
    n_src: u8,
    eval: fn(Mode, Lane) -> u64,
) -> Result<(), Fault> {
    let sources = args.src[..usize::from(n_src)].iter().map(|operand| word_pair(registers, *operand));
    let sources = sources.collect::<Result<Vec<_>, Fault>>()?;
    registers.check_vgprs(args.dst, 2)?;
    for lane in lanes_of(registers.exec) {
        for (word, (select, negates)) in
            [(args.op_sel, args.neg), (args.op_sel_hi, args.abs)].into_iter().enumerate()
        {
            let (mut values, mut undefined) = ([0; 3], 0);
            for (index, source) in sources.iter().enumerate() {
                let shift = if (select >> index) & 1 == 1 { 32 } else { 0 };
                let sign = if (negates >> index) & 1 == 1 { 1 << 31 } else { 0 };
                values[index] = (source.values[lane] >> shift) & low_bits(32) ^ sign;
                undefined |= (source.undefined_at(lane) >> shift) & low_bits(32);
            }
            let value = modify(Format::F32, mode, eval(mode, values), 0, args.clamp);
            let undefined = if undefined == 0 { 0 } else { u32::MAX };
            registers.set_lane(args.dst + word as u16, lane, value as u32, undefined);
        }
    }
    Ok(())
}

/// Reads a pair of words; a constant is the low word.
fn word_pair(registers: &Registers, operand: Operand) -> Result<Source, Fault> {
    let ty = if matches!(operand, Operand::Vgpr(_) | Operand::Sgpr(_)) { Ty::B64 } else { Ty::F32 };
    gather(registers, operand, ty)
}

fn move_words(registers: &mut Registers, args: &VectorArgs) -> Result<(), Fault> {
    let sources = [word_pair(registers, args.src[0])?, word_pair(registers, args.src[1])?];
    registers.check_vgprs(args.dst, 2)?;
    for lane in lanes_of(registers.exec) {
        for (index, source) in sources.iter().enumerate() {
            let shift = if (args.op_sel >> index) & 1 == 1 { 32 } else { 0 };
            let (value, undefined) = (source.values[lane] >> shift, source.undefined_at(lane) >> shift);
            registers.set_lane(args.dst + index as u16, lane, value as u32, undefined as u32);
        }
    }
    Ok(())
}

/// A 32-bit multiply-add; each source is a word or a half.
fn mix(registers: &mut Registers, mode: Mode, args: &VectorArgs, dst: MixDst) -> Result<(), Fault> {
    let mut sources = Vec::with_capacity(3);
    for (index, operand) in args.src.iter().enumerate() {
        let is_half = (args.op_sel_hi >> index) & 1 == 1;
        let mut source = gather(registers, *operand, if is_half { Ty::F16 } else { Ty::F32 })?;
        let shift = if (args.op_sel >> index) & 1 == 1 { 16 } else { 0 };
        let (clears, flips) = ((args.abs >> index) & 1 == 1, (args.neg >> index) & 1 == 1);
        source.map(|value, undefined| {
            let value = if is_half { widen(mode, value >> shift) } else { value };
            let undefined = if is_half { (undefined >> shift) & 0xffff } else { undefined };
            let value = if clears { value & 0x7fff_ffff } else { value };
            (if flips { value ^ 0x8000_0000 } else { value }, undefined)
        });
        sources.push(source);
    }
    registers.check_vgprs(args.dst, 1)?;
    for lane in lanes_of(registers.exec) {
        let values = [0, 1, 2].map(|index: usize| sources[index].values[lane]);
        let is_undefined = sources.iter().any(|source| source.undefined_at(lane) != 0);
        let value = fma::<F32>(mode, values);
        let undefined = if is_undefined { u32::MAX } else { 0 };
        if dst == MixDst::Word {
            let value = modify(Format::F32, mode, value, 0, args.clamp);
            registers.set_lane(args.dst, lane, value as u32, undefined);
            continue;
        }
        let value = modify(Format::F16, mode, between::<F32, F16>(mode, [value, 0, 0]), 0, args.clamp);
        let shift = if dst == MixDst::High { 16 } else { 0 };
        registers.merge_lane(args.dst, lane, 0xffff << shift, (value as u32) << shift, undefined);
    }
    Ok(())
}

fn widen(mode: Mode, half: u64) -> u64 {
    between::<F16, F32>(mode, [half & 0xffff, 0, 0])
}

/// Returns the sum of the products of parts of words and the third source.
fn dot_product(dot: Dot, args: &VectorArgs, [a, b, c]: Lane) -> u32 {
    match dot {
        Dot::F16 | Dot::Bf16 => {
            let number = |bits: u64| if dot == Dot::F16 { to_f64(Format::F16, bits) } else { of_bf16(bits) };
            let part = |source: u64, index: usize, high: u32| {
                let select = if high == 0 { args.op_sel } else { args.op_sel_hi };
                let negates = if high == 0 { args.neg } else { args.abs };
                let shift = if (select >> index) & 1 == 1 { 16 } else { 0 };
                let value = number((source >> shift) & 0xffff);
                if (negates >> index) & 1 == 1 { -value } else { value }
            };
            let addend = f64::from(f32::from_bits(c as u32));
            let sum = part(a, 0, 0) * part(b, 1, 0) + part(a, 0, 1) * part(b, 1, 1) + addend;
            let bits = of_f64(Format::F32, sum);
            modify(Format::F32, Mode(0xf0), bits, 0, args.clamp) as u32
        }
        Dot::Int { bits, is_signed } => {
            let signs = is_signed.map_or([args.neg & 1 == 1, args.neg & 2 == 2], |signed| [signed; 2]);
            let part = |source: u64, at: u32, signed: bool| {
                let value = (source >> at) & low_bits(bits);
                if signed { (value << (64 - bits)).cast_signed() >> (64 - bits) } else { value.cast_signed() }
            };
            let products =
                (0..32).step_by(bits as usize).map(|at| part(a, at, signs[0]) * part(b, at, signs[1]));
            let any_sign = signs[0] || signs[1];
            let addend = if any_sign { i64::from(c as i32) } else { c.cast_signed() };
            let sum = products.sum::<i64>() + addend;
            match (args.clamp, any_sign) {
                (false, _) => sum as u32,
                (true, true) => word(sum.clamp(i32::MIN.into(), i32::MAX.into()) as i32) as u32,
                (true, false) => sum.clamp(0, u32::MAX.into()) as u32,
            }
        }
    }
}

/// Returns the error for a modifier that an operation lacks.
pub(super) fn refuse_modifiers(args: &VectorArgs) -> Result<(), Fault> {
    if args.clamp { Err(not_modelled("clamp of a matrix operation")) } else { Ok(()) }
}
