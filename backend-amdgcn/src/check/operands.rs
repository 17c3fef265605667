//! The legality of each operand: its kind, the number and alignment of its registers, and the range of constants.

use crate::constant::Constant;
use crate::inst::{Inst, Operand, Reg};
use crate::opcode::{Family, Format, Kind};

/// Returns an error that names the first operand that does not fit its position.
pub(super) fn check(inst: &Inst, format: Format, family: Family) -> Result<(), String> {
    let kinds = inst.opcode.operands(&inst.modifiers);
    if kinds.len() != inst.operands.len() {
        return Err(format!("expected {} operands, but found {}", kinds.len(), inst.operands.len()));
    }
    for position in 0..kinds.len() {
        check_operand(inst, position, format, family)
            .map_err(|reason| format!("operand {position}: {reason}"))?;
    }
    check_addresses(inst, format, family)
}

fn check_operand(inst: &Inst, position: usize, format: Format, family: Family) -> Result<(), String> {
    let kind = inst.opcode.operands(&inst.modifiers)[position];
    let words = kind.words(family);
    match (kind, inst.operands[position]) {
        (
            Kind::VDst(_) | Kind::VInOut(_) | Kind::VSrc(_) | Kind::Addend(_) | Kind::Src(_),
            Operand::Reg(register),
        ) if is_vector(register) => check_vector(register, words, family),
        (
            Kind::Fragment(_)
            | Kind::FragmentAddend(_)
            | Kind::FragmentDst(_)
            | Kind::ADst(_)
            | Kind::ASrc(_),
            Operand::Reg(register),
        ) => check_vector(register, words, family),
        (Kind::SDst(_), Operand::Reg(register @ (Reg::M0 | Reg::Exec(_))))
            if !can_write(format, register) =>
        {
            Err(format!("{register:?} cannot be written"))
        }
        (Kind::SReg(_), Operand::Reg(register)) if format == Format::Sopk && register != Reg::Null => {
            Err("expected null".to_owned())
        }
        (
            Kind::SDst(_)
            | Kind::SInOut(_)
            | Kind::Mask
            | Kind::Src(_)
            | Kind::SSrc(_)
            | Kind::SReg(_)
            | Kind::Lane,
            Operand::Reg(register),
        ) => check_scalar(register, words, family),
        (Kind::Src(_) | Kind::SSrc(_), Operand::Const(value)) => {
            let ty = inst.opcode.constant_type(position, &inst.modifiers);
            match Constant::new(value, ty) {
                Some(_) => Ok(()),
                None => Err(format!("{value:#x} is no constant of type {ty:?}, or has no literal")),
            }
        }
        (Kind::Addend(_) | Kind::FragmentAddend(_) | Kind::Lane, Operand::Const(value)) => {
            check_range(value, -16, 64)
        }
        (Kind::Imm, Operand::Const(value)) if format == Format::Cache => check_range(value, 0, 3),
        (Kind::Imm, Operand::Const(value)) if format == Format::Sop1 => check_range(value, -16, 64),
        (Kind::SSrc(1), Operand::Label(_)) if format == Format::Sop2 => Ok(()),
        (Kind::Imm, Operand::Const(value)) => check_range(value, -0x8000, 0xffff),
        (Kind::Literal, Operand::Const(value)) => {
            check_range(value, i64::from(i32::MIN), i64::from(u32::MAX))
        }
        // Which address fits depends on the other one.
        (Kind::Label, Operand::Label(_)) | (Kind::VAddr | Kind::SAddr, Operand::Reg(_) | Operand::Off) => {
            Ok(())
        }
        (kind, operand) => Err(format!("expected {kind:?}, but found {operand:?}")),
    }
}

fn is_vector(register: Reg) -> bool {
    matches!(register, Reg::V { .. })
}

/// Whether an instruction of a format can write `m0` or EXEC as an operand.
fn can_write(format: Format, register: Reg) -> bool {
    match format {
        Format::Sop1 | Format::Sop2 | Format::Sopc | Format::Sopk => true,
        Format::Smem => false,
        _ => register != Reg::M0,
    }
}

fn check_range(value: i64, least: i64, greatest: i64) -> Result<(), String> {
    if (least..=greatest).contains(&value) {
        return Ok(());
    }
    Err(format!("{value} is not in the range from {least} to {greatest}"))
}

fn check_vector(register: Reg, words: u8, family: Family) -> Result<(), String> {
    let Reg::V { first, n } = register else {
        return Err(format!("expected {words} vector registers, but found {register:?}"));
    };
    if n != words {
        return Err(format!("expected {words} vector registers, but found {n}"));
    }
    if 256 < first + u16::from(n) {
        return Err(format!("v{first} and its successors are more than the 256 vector registers"));
    }
    if family.is_gfx9() && 1 < n && first % 2 == 1 {
        return Err(format!("v{first} is not the even register that a tuple begins with"));
    }
    Ok(())
}

fn check_scalar(register: Reg, words: u8, family: Family) -> Result<(), String> {
    let fits = match register {
        Reg::S { n, .. } | Reg::Vcc(n) | Reg::Exec(n) => n == words,
        Reg::Ttmp(number) => words == 1 && number < 16,
        Reg::M0 => words == 1,
        Reg::Null => !family.is_gfx9(),
        Reg::V { .. } | Reg::Virtual(_) => false,
    };
    if !fits {
        return Err(format!("expected {words} scalar registers, but found {register:?}"));
    }
    let Reg::S { first, n } = register else { return Ok(()) };
    let alignment = match n {
        1 => 1,
        2 => 2,
        _ => 4,
    };
    if first % alignment != 0 {
        return Err(format!("s{first} is not a multiple of {alignment}, with which a tuple begins"));
    }
    let is_flat_scratch = family.is_gfx9() && 102 <= first && first + u16::from(n) <= 104;
    let n_registers = if family.is_gfx9() { 102 } else { 106 };
    if n_registers < first + u16::from(n) && !is_flat_scratch {
        return Err(format!("s{first} and its successors are more than the {n_registers} scalar registers"));
    }
    Ok(())
}

/// Checks the addresses of a memory access, which depend on each other.
fn check_addresses(inst: &Inst, format: Format, family: Family) -> Result<(), String> {
    let vector = address(inst, Kind::VAddr);
    let scalar = address(inst, Kind::SAddr);
    match (format, vector, scalar) {
        (Format::Ds, Some(Operand::Reg(vector)), _)
        | (Format::Scratch, Some(Operand::Reg(vector)), Some(Operand::Off)) => {
            check_vector(vector, 1, family)
        }
        (Format::Global, Some(Operand::Reg(vector)), Some(Operand::Off)) => check_vector(vector, 2, family),
        (Format::Global, Some(Operand::Reg(vector)), Some(Operand::Reg(scalar))) => {
            check_vector(vector, 1, family).and_then(|()| check_base(scalar, 2, family))
        }
        (Format::Scratch, Some(Operand::Off), Some(Operand::Reg(scalar))) => check_base(scalar, 1, family),
        (Format::Scratch, Some(Operand::Off), Some(Operand::Off)) if family != Family::Gfx90a => Ok(()),
        (Format::Scratch, Some(Operand::Reg(vector)), Some(Operand::Reg(scalar)))
            if family != Family::Gfx90a =>
        {
            check_vector(vector, 1, family).and_then(|()| check_base(scalar, 1, family))
        }
        (_, None, None) => Ok(()),
        _ => Err("unsupported combination of addresses".to_owned()),
    }
}

fn address(inst: &Inst, kind: Kind) -> Option<Operand> {
    let position = inst.opcode.operands(&inst.modifiers).iter().position(|&other| other == kind)?;
    inst.operands.get(position).copied()
}

/// Checks a scalar base address.
fn check_base(register: Reg, words: u8, family: Family) -> Result<(), String> {
    match register {
        Reg::S { .. } | Reg::Vcc(_) => check_scalar(register, words, family),
        Reg::V { .. } | Reg::Ttmp(_) | Reg::Exec(_) | Reg::M0 | Reg::Null | Reg::Virtual(_) => {
            Err(format!("{register:?} is no base address"))
        }
    }
}
