//! The operands of an instruction by the fields of the encodings.

use super::Site;
use crate::constant::{Constant, LITERAL};
use crate::inst::{Inst, Operand, Reg};
use crate::opcode::{ConstantType, Family, Format, Kind};

/// The codes of the operands. A field that an instruction lacks is 0.
#[derive(Default)]
pub(super) struct Fields {
    /// The first register that is written.
    pub(super) dst: u32,
    /// The mask that is written besides a vector register.
    pub(super) mask_dst: u32,
    /// The sources; the data of memory accesses.
    pub(super) sources: [u32; 3],
    /// The immediate of 16 bits, as in the encoding.
    pub(super) immediate: u32,
    /// The vector register with the address of a memory access, unless it is `off`.
    pub(super) address: Option<u32>,
    /// The scalar register with the base of a memory access, unless it is `off`.
    pub(super) base: Option<u32>,
    /// The literal after the instruction.
    pub(super) literal: Option<u32>,
}

/// The bit of the code of a source that is a vector register.
const VECTOR: u32 = 256;

impl Fields {
    /// Collects the codes of the operands.
    pub(super) fn new(inst: &Inst, family: Family, site: &Site<'_>) -> Result<Self, String> {
        let mut fields = Self::default();
        let kinds = inst.opcode.operands(&inst.modifiers);
        let n_defs = inst.opcode.n_defs(&inst.modifiers);
        let mut n_sources = 0;
        for (position, (&kind, &operand)) in kinds.iter().zip(&inst.operands).enumerate() {
            match (kind, operand) {
                (Kind::Imm, Operand::Const(value)) => fields.immediate = u32::from(value as u16),
                (Kind::Literal, Operand::Const(value)) => fields.literal = Some(value as u32),
                (Kind::Label, Operand::Label(label)) => fields.immediate = site.branch(label)?,
                (Kind::VAddr, Operand::Reg(register)) => fields.address = Some(code(register, family) & 0xff),
                (Kind::SAddr, Operand::Reg(register)) => fields.base = Some(code(register, family)),
                (_, Operand::Off) => {}
                (_, Operand::Reg(register)) if position == 0 && 0 < n_defs => {
                    fields.dst = code(register, family) & 0xff;
                }
                (_, Operand::Reg(register)) if position < n_defs => fields.mask_dst = code(register, family),
                _ => {
                    let ty = inst.opcode.constant_type(position, &inst.modifiers);
                    fields.sources[n_sources] = fields.source(operand, ty, family, site)?;
                    n_sources += 1;
                }
            }
        }
        fields.adjust(inst, family);
        Ok(fields)
    }

    /// Returns the code of a source, and keeps its literal.
    fn source(
        &mut self,
        operand: Operand,
        ty: ConstantType,
        family: Family,
        site: &Site<'_>,
    ) -> Result<u32, String> {
        let literal = match operand {
            Operand::Reg(register) => return Ok(code(register, family)),
            Operand::Const(value) => match Constant::new(value, ty) {
                Some(Constant::Inline(code)) => return Ok(code),
                Some(Constant::Literal(literal)) => literal,
                None => return Err(format!("{value:#x} has no encoding")),
            },
            Operand::Label(label) => site.relative(label)?,
            Operand::Off => return Ok(0),
        };
        self.literal = Some(literal);
        Ok(LITERAL)
    }

    /// Moves what a few instructions hold in unusual fields.
    fn adjust(&mut self, inst: &Inst, family: Family) {
        if inst.opcode.is_swapped_on_gfx9() && family.is_gfx9() {
            self.sources.swap(0, 1);
        }
        let Some(encoding) = inst.opcode.encoding(family) else { return };
        match (encoding.format, inst.operands.as_slice()) {
            // A barrier is a source.
            (Format::Sop1, &[Operand::Const(value)]) => {
                if let Some(Constant::Inline(code)) = Constant::new(value, ConstantType::B32) {
                    self.sources[0] = code;
                }
            }
            // A register that is read in the field of the destination.
            (Format::Sopk, &[Operand::Reg(_), _]) if self.dst == 0 => self.dst = self.sources[0],
            _ => {}
        }
    }
}

/// Returns the code of a register as a source.
fn code(register: Reg, family: Family) -> u32 {
    let is_gfx9 = family.is_gfx9();
    match register {
        Reg::S { first, .. } => u32::from(first),
        Reg::V { first, .. } => VECTOR + u32::from(first),
        Reg::Vcc(_) => 106,
        Reg::Ttmp(number) => 108 + u32::from(number),
        Reg::M0 if is_gfx9 => 124,
        Reg::M0 => 125,
        Reg::Null => 124,
        Reg::Exec(_) => 126,
        // Refused before.
        Reg::Virtual(_) => 0,
    }
}
