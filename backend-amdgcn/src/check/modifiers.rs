//! The legality of the modifiers of an instruction.

use super::is_short;
use crate::inst::{Dpp, Inst, Operand, Reg};
use crate::opcode::{Family, Format, Kind, Opcode};

/// Returns an error that names the first modifier that the instruction does not take.
pub(super) fn check(inst: &Inst, format: Format, family: Family) -> Result<(), String> {
    check_signs(inst)?;
    check_selection(inst)?;
    check_memory(inst, format, family)?;
    if inst.modifiers.clamp && (!inst.opcode.is_clampable() || inst.modifiers.dpp.is_some()) {
        return Err("the result cannot be clamped".to_owned());
    }
    match inst.modifiers.dpp {
        Some(dpp) => check_dpp(inst, dpp, format, family),
        None => Ok(()),
    }
}

fn check_signs(inst: &Inst) -> Result<(), String> {
    let changed = inst.modifiers.neg | inst.modifiers.abs;
    let has_abs = inst.modifiers.abs != 0;
    if has_abs && !inst.opcode.has_abs() {
        return Err("takes no absolute values".to_owned());
    }
    for source in (0..8).filter(|source| changed >> source & 1 == 1) {
        let can_change = inst.opcode.negatable() >> source & 1 == 1;
        match inst.sources().get(source) {
            Some(Operand::Reg(_)) if can_change => {}
            Some(Operand::Const(_)) => {
                return Err(format!("the sign of source {source} belongs into its constant"));
            }
            _ => return Err(format!("the sign of source {source} cannot be changed")),
        }
    }
    Ok(())
}

fn check_selection(inst: &Inst) -> Result<(), String> {
    let selected = inst.modifiers.op_sel | inst.modifiers.op_sel_hi_off;
    if selected == 0 {
        return Ok(());
    }
    if !inst.opcode.is_packed() {
        return Err("takes no selection of halves".to_owned());
    }
    if selected >> inst.sources().len() != 0 {
        return Err("selects halves of a source that does not exist".to_owned());
    }
    Ok(())
}

fn check_memory(inst: &Inst, format: Format, family: Family) -> Result<(), String> {
    let is_gfx12 = family == Family::Gfx12;
    let (least, greatest) = match format {
        Format::Ds => (0, 0xffff),
        Format::Smem if inst.operands.is_empty() => (0, 0),
        Format::Global | Format::Scratch | Format::Smem if is_gfx12 => (-0x80_0000, 0x7f_ffff),
        Format::Global | Format::Scratch => (-0x1000, 0xfff),
        Format::Smem => (-0x10_0000, 0xf_ffff),
        _ => (0, 0),
    };
    let offset = inst.modifiers.offset;
    if !(least..=greatest).contains(&offset) {
        return Err(format!("the offset {offset} is not in the range from {least} to {greatest}"));
    }
    if inst.modifiers.glc && !matches!(format, Format::Global | Format::Scratch) {
        return Err("takes no cache policy".to_owned());
    }
    let is_global_write_back = matches!(inst.opcode, Opcode::BufferWbl2) && family == Family::Gfx90a;
    if is_global_write_back && inst.operands != [Operand::Const(0)] {
        return Err("takes no scope on gfx90a, which is 0".to_owned());
    }
    Ok(())
}

fn check_dpp(inst: &Inst, dpp: Dpp, format: Format, family: Family) -> Result<(), String> {
    let kinds = inst.opcode.operands(&inst.modifiers);
    let takes_dpp = matches!(format, Format::Vop1 | Format::Vop2)
        && kinds
            .iter()
            .all(|kind| matches!(kind, Kind::VDst(1) | Kind::VInOut(1) | Kind::Src(1) | Kind::Mask));
    if !takes_dpp || kinds.is_empty() || !is_short(inst, family) {
        return Err("has no form with an exchange between lanes".to_owned());
    }
    if !matches!(inst.sources().first(), Some(Operand::Reg(Reg::V { .. }))) {
        return Err("an exchange between lanes reads a vector register".to_owned());
    }
    let is_valid = match dpp {
        Dpp::QuadPerm(lanes) => lanes.iter().all(|&lane| lane < 4),
        Dpp::RowXmask(mask) => mask < 16 && !family.is_gfx9(),
        Dpp::RowShr(n) | Dpp::RowRor(n) => (1..16).contains(&n),
    };
    if is_valid { Ok(()) } else { Err(format!("{family:?} has no exchange {dpp:?}")) }
}
