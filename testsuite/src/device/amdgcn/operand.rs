//! The values of operands.

use super::super::memory::Fault;
use super::args::{Operand, VCC};
use super::inst::Ty;
use super::registers::{MAX_LANES, Registers};

/// The start of LDS among flat addresses.
pub(super) const LDS_APERTURE: u64 = 1 << 56;
/// The start of scratch among flat addresses.
pub(super) const SCRATCH_APERTURE: u64 = 1 << 57;

/// The inline float constants from code 240: ±0.5, ±1, ±2, ±4, 1/(2π).
const FLOATS_16: [u16; 9] = [0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4400, 0xc400, 0x3118];
const FLOATS_32: [u32; 9] = [
    0x3f00_0000,
    0xbf00_0000,
    0x3f80_0000,
    0xbf80_0000,
    0x4000_0000,
    0xc000_0000,
    0x4080_0000,
    0xc080_0000,
    0x3e22_f983,
];
const FLOATS_64: [u64; 9] = [
    0x3fe0_0000_0000_0000,
    0xbfe0_0000_0000_0000,
    0x3ff0_0000_0000_0000,
    0xbff0_0000_0000_0000,
    0x4000_0000_0000_0000,
    0xc000_0000_0000_0000,
    0x4010_0000_0000_0000,
    0xc010_0000_0000_0000,
    0x3fc4_5f30_6dc9_c882,
];

/// Returns the bits of an inline float constant for an operand of a type.
fn float_constant(code: u8, ty: Ty) -> u64 {
    let index = usize::from(code - 240);
    match ty {
        Ty::F16 | Ty::B16 => FLOATS_16[index].into(),
        Ty::F64 | Ty::B64 | Ty::I64 => FLOATS_64[index],
        Ty::No | Ty::Mask | Ty::B32 | Ty::F32 => FLOATS_32[index].into(),
    }
}

/// Returns the bits of a literal for an operand of a type.
fn literal(bits: u32, ty: Ty) -> u64 {
    match ty {
        Ty::F64 => u64::from(bits) << 32,
        Ty::I64 => i64::from(bits.cast_signed()).cast_unsigned(),
        Ty::No | Ty::Mask | Ty::B16 | Ty::F16 | Ty::B32 | Ty::F32 | Ty::B64 => bits.into(),
    }
}

/// Reads an operand that is the same for all lanes: its value and its undefined bits.
pub(super) fn uniform(registers: &Registers, operand: Operand, ty: Ty) -> Result<(u64, u64), Fault> {
    let words = ty.words() as u8;
    Ok(match operand {
        Operand::None | Operand::Vgpr(_) => (0, 0),
        Operand::Sgpr(register) => registers.read_sgprs(register, words)?,
        Operand::Int(value) => (i64::from(value).cast_unsigned(), 0),
        Operand::Float(code) => (float_constant(code, ty), 0),
        Operand::Literal(bits) => (literal(bits, ty), 0),
        Operand::Scc => (registers.scc.into(), registers.scc_undefined.into()),
        Operand::VccIsZero => {
            let (value, undefined) = registers.read_mask(VCC)?;
            ((value == 0).into(), (undefined != 0).into())
        }
        Operand::ExecIsZero => ((registers.exec == 0).into(), 0),
        // Only the 64-bit operand has the address; its low half is zero.
        Operand::ApertureBase(is_scratch) => (aperture(is_scratch), 0),
        Operand::ApertureLimit(is_scratch) => (aperture(is_scratch) | u64::from(u32::MAX), 0),
    })
}

fn aperture(is_scratch: bool) -> u64 {
    if is_scratch { SCRATCH_APERTURE } else { LDS_APERTURE }
}

/// The values of a source in all lanes, with their undefined bits if there are any.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub(super) values: [u64; MAX_LANES],
    pub(super) undefined: Option<Box<[u64; MAX_LANES]>>,
}

impl Source {
    /// Returns the undefined bits of a lane.
    pub(super) fn undefined_at(&self, lane: usize) -> u64 {
        self.undefined.as_ref().map_or(0, |undefined| undefined[lane])
    }

    /// Applies a function to the values and undefined bits of all lanes.
    pub(super) fn map(&mut self, function: impl Fn(u64, u64) -> (u64, u64)) {
        for (lane, value) in self.values.iter_mut().enumerate() {
            let undefined = self.undefined.as_mut().map(|undefined| &mut undefined[lane]);
            let (new, new_undefined) = function(*value, undefined.as_ref().map_or(0, |bits| **bits));
            *value = new;
            if let Some(undefined) = undefined {
                *undefined = new_undefined;
            }
        }
    }
}

/// Reads an operand in all lanes.
pub(super) fn gather(registers: &Registers, operand: Operand, ty: Ty) -> Result<Source, Fault> {
    match (operand, ty) {
        (Operand::Vgpr(register), _) => gather_vector(registers, register, ty),
        (Operand::Sgpr(register), Ty::Mask) => {
            let (value, undefined) = registers.read_mask(register)?;
            let bit = |mask: u64| std::array::from_fn(|lane| (mask >> lane) & 1);
            let undefined = (undefined != 0).then(|| Box::new(bit(undefined)));
            Ok(Source { values: bit(value), undefined })
        }
        // An inline integer is a mask of all lanes.
        (Operand::Int(value), Ty::Mask) => {
            let mask = i64::from(value).cast_unsigned();
            Ok(Source { values: std::array::from_fn(|lane| (mask >> lane) & 1), undefined: None })
        }
        _ => {
            let (value, undefined) = uniform(registers, operand, ty)?;
            let mask = if ty.bits() < 64 { (1 << ty.bits()) - 1 } else { u64::MAX };
            // 16-bit operands may select the upper half of a register.
            let mask = if ty.is_half() { 0xffff_ffff } else { mask };
            let undefined = (undefined & mask != 0).then(|| Box::new([undefined & mask; MAX_LANES]));
            Ok(Source { values: [value & mask; MAX_LANES], undefined })
        }
    }
}

fn gather_vector(registers: &Registers, register: u16, ty: Ty) -> Result<Source, Fault> {
    registers.check_vgprs(register, ty.words())?;
    let low = registers.vgpr(register);
    let lanes = registers.all_lanes();
    let low_undefined = registers.vgpr_undefined(register, lanes);
    if ty.words() < 2 {
        let values = std::array::from_fn(|lane| low[lane].into());
        let widen = |bits: &[u32; MAX_LANES]| Box::new(std::array::from_fn(|lane| bits[lane].into()));
        return Ok(Source { values, undefined: low_undefined.map(widen) });
    }
    let high = registers.vgpr(register + 1);
    let high_undefined = registers.vgpr_undefined(register + 1, lanes);
    let join = |low: u32, high: u32| u64::from(high) << 32 | u64::from(low);
    let values = std::array::from_fn(|lane| join(low[lane], high[lane]));
    let undefined = (low_undefined.is_some() || high_undefined.is_some()).then(|| {
        let bits = |half: Option<&[u32; MAX_LANES]>, lane: usize| half.map_or(0, |half| half[lane]);
        Box::new(std::array::from_fn(|lane| join(bits(low_undefined, lane), bits(high_undefined, lane))))
    });
    Ok(Source { values, undefined })
}
