//! GFX12: scalar registers that the vector unit has read before are written late.
//!
//! Registers are read by the vector unit in pairs, which it then keeps. After such a pair is written, a reader of either
//! unit must wait: `s_wait_alu` with 0 for `sa_sdst` waits for the scalar unit, with 0 for `va_sdst`, or `va_vcc` for VCC,
//! for the vector unit. A scalar operation that reads a register waits for the vector unit by itself, and so does each
//! scalar load for both units.

use super::super::super::memory::Fault;
use super::super::args::{Inst, M0, VCC};
use super::super::effects::{Effects, Span, Unit};
use super::super::inst::{Op, ScalarKind, Space};
use super::super::registers::sgpr_name;
use super::{Product, waits_for_units};

/// The registers of VCC, by bit.
const VCC_BITS: u128 = 3 << VCC;

/// The scalar registers that the vector unit keeps, and the late writes to them.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct ScalarReads {
    /// The pairs of registers that the vector unit has read, by bit.
    kept: u64,
    /// The registers with a late write of the scalar unit, and of the vector unit, by bit.
    by_scalar: u128,
    by_vector: u128,
    product: Product,
}

impl ScalarReads {
    pub(in super::super) fn issue(&mut self, inst: &Inst, effects: &Effects) -> Result<(), Fault> {
        match effects.unit {
            Unit::ScalarMemory => (self.by_scalar, self.by_vector) = (0, 0),
            Unit::Memory if inst.row.space == Space::Mubuf => (self.by_scalar, self.by_vector) = (0, 0),
            Unit::Vector | Unit::Scalar => {
                self.read(inst, effects)?;
                self.write(effects);
            }
            Unit::Memory | Unit::Lds => {}
            Unit::Control => self.wait(waits_for_units(inst)),
        }
        self.product.issue(inst, effects)
    }

    /// Adds the writes of another path; returns whether anything changed.
    pub(in super::super) fn join(&mut self, other: &Self) -> bool {
        let before = (self.kept, self.by_scalar, self.by_vector);
        self.kept |= other.kept;
        self.by_scalar |= other.by_scalar;
        self.by_vector |= other.by_vector;
        self.product.join(&other.product) || before != (self.kept, self.by_scalar, self.by_vector)
    }

    fn wait(&mut self, fields: Option<u16>) {
        let Some(fields) = fields else { return };
        if fields & 1 == 0 {
            self.by_scalar = 0;
        }
        if fields & 2 == 0 {
            self.by_vector &= !VCC_BITS;
        }
        if fields & 0x0e00 == 0 {
            self.by_vector &= VCC_BITS;
        }
    }

    fn read(&mut self, inst: &Inst, effects: &Effects) -> Result<(), Fault> {
        let is_vector = effects.unit == Unit::Vector;
        for register in tracked(&effects.reads) {
            if !is_vector {
                let is_vcc = VCC_BITS >> register & 1 == 1;
                self.by_vector &= if is_vcc { !VCC_BITS } else { VCC_BITS };
            }
            let late = if is_vector { self.by_scalar | self.by_vector } else { self.by_scalar };
            if late >> register & 1 == 1 {
                let name = sgpr_name(register as u8);
                let by = if self.by_scalar >> register & 1 == 1 { "scalar" } else { "vector" };
                return Err(format!("hazard: {name}, written by the {by} unit, is read too early").into());
            }
            self.kept |= u64::from(is_vector) << (register / 2);
        }
        let jumps = matches!(&inst.row.op, Op::Scalar(op) if matches!(op.kind, ScalarKind::SetPc | ScalarKind::SwapPc));
        if jumps && self.by_scalar | self.by_vector != 0 {
            return Err("hazard: a late write at a jump".to_string().into());
        }
        Ok(())
    }

    fn write(&mut self, effects: &Effects) {
        for register in tracked(&effects.writes).filter(|register| self.kept >> (register / 2) & 1 == 1) {
            let bit = 1 << register;
            if VCC_BITS & bit != 0 {
                (self.by_scalar, self.by_vector) = (self.by_scalar & !bit, self.by_vector & !bit);
            }
            if effects.unit == Unit::Vector {
                self.by_vector |= bit;
            } else {
                self.by_scalar |= bit;
            }
        }
    }
}

/// Returns the scalar registers among some, without M0 and EXEC.
fn tracked(spans: &[Span]) -> impl Iterator<Item = u16> {
    let scalar = spans.iter().filter(|span| !span.is_vector()).flat_map(|span| span.registers());
    scalar.filter(|register| *register < u16::from(M0))
}
