//! Keeps instructions apart that the hardware does not order by itself.
//!
//! On gfx11, an instruction of the vector unit may read the result of a transcendental one, such as `v_rcp_f32`, too
//! early, if fewer than six others were issued in between. `s_waitcnt_depctr` waits for results of the vector unit.
//! At labels and branches, which other paths reach, results count as read.

use crate::code::Code;
use crate::inst::{Inst, Line, Operand, Reg};
use crate::opcode::{Family, Opcode};

/// The number of instructions of the vector unit after which a transcendental result is there.
const MAX_DISTANCE: u8 = 5;
/// The operand of `s_waitcnt_depctr` that waits for all results of the vector unit, and for nothing else.
const VECTOR_RESULTS: i64 = 0x0FFF;

/// Inserts waits for transcendental results.
pub(crate) fn insert(code: &mut Code, family: Family) {
    if family != Family::Gfx11 {
        return;
    }
    let mut lines = Vec::with_capacity(code.lines.len());
    // The vector registers that hold such results, with the number of instructions since.
    let mut pending: Vec<(u16, u8)> = Vec::new();
    for line in std::mem::take(&mut code.lines) {
        let needs_wait = match &line {
            Line::Label(_) => !pending.is_empty(),
            Line::Inst(inst) if inst.opcode.is_branch() => !pending.is_empty(),
            Line::Inst(inst) => inst.opcode.is_valu() && reads_any(inst, &pending),
        };
        if needs_wait {
            lines.push(Line::Inst(Inst::new(Opcode::SWaitcntDepctr, &[Operand::Const(VECTOR_RESULTS)])));
            pending.clear();
        }
        if let Line::Inst(inst) = &line
            && inst.opcode.is_valu()
        {
            pending.retain_mut(|(_, age)| {
                *age += 1;
                *age <= MAX_DISTANCE
            });
            if is_transcendental(inst.opcode) {
                pending.extend(registers(&inst.operands[..1]).map(|register| (register, 0)));
            }
        }
        lines.push(line);
    }
    code.lines = lines;
}

fn reads_any(inst: &Inst, pending: &[(u16, u8)]) -> bool {
    let n_defs = inst.opcode.n_defs(&inst.modifiers);
    registers(&inst.operands[n_defs..]).any(|register| pending.iter().any(|(other, _)| *other == register))
}

/// Returns the vector registers of operands.
fn registers(operands: &[Operand]) -> impl Iterator<Item = u16> {
    operands.iter().flat_map(|operand| match *operand {
        Operand::Reg(Reg::V { first, n }) => first..first + u16::from(n),
        _ => 0..0,
    })
}

fn is_transcendental(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::VExpF32
            | Opcode::VLogF32
            | Opcode::VRcpF32
            | Opcode::VRcpIflagF32
            | Opcode::VRsqF32
            | Opcode::VRcpF64
            | Opcode::VRsqF64
            | Opcode::VSqrtF32
            | Opcode::VSqrtF64
            | Opcode::VSinF32
            | Opcode::VCosF32
    )
}
