//! The legality of an instruction on a family: kinds of operands, alignment, modifiers, and how many scalar values a
//! vector instruction may read.
//!
//! The checks are at least as strict as those of the assembler of LLVM. What they accept can be encoded.

mod modifiers;
mod operands;

use crate::constant::Constant;
use crate::inst::{Inst, Operand, Reg};
use crate::opcode::{Family, Format, Implicit, Kind};

/// Returns an error that names the operand and the reason if the instruction cannot be encoded.
pub(crate) fn check(inst: &Inst, family: Family) -> Result<(), String> {
    let Some(encoding) = inst.opcode.encoding(family) else {
        return Err(format!("{}: does not exist on {family:?}", inst.opcode.name()));
    };
    let checked = operands::check(inst, encoding.format, family)
        .and_then(|()| modifiers::check(inst, encoding.format, family))
        .and_then(|()| check_overlap(inst, encoding.format))
        .and_then(|()| check_literals(inst, encoding.format, family))
        .and_then(|()| check_constant_bus(inst, encoding.format, family));
    checked.map_err(|reason| format!("{}: {reason}", encoding.mnemonic))
}

/// Whether a vector instruction has the short form: the second source is a vector register, masks are VCC, and no
/// modifier needs the long form.
pub(crate) fn is_short(inst: &Inst, family: Family) -> bool {
    let modifiers = &inst.modifiers;
    let is_plain = modifiers.neg == 0 && modifiers.abs == 0 && !modifiers.clamp;
    let has_short_format = inst
        .opcode
        .encoding(family)
        .is_some_and(|encoding| matches!(encoding.format, Format::Vop1 | Format::Vop2 | Format::Vopc));
    let n_defs = inst.opcode.n_defs(modifiers);
    let fits = |(position, (kind, operand)): (usize, (&Kind, &Operand))| match kind {
        Kind::Mask => matches!(operand, Operand::Reg(Reg::Vcc(_))),
        Kind::Src(_) if n_defs < position && !matches!(operand, Operand::Reg(Reg::V { .. })) => false,
        _ if family.is_gfx9() || !inst.opcode.is_half(position) => true,
        _ => !matches!(operand, Operand::Reg(Reg::V { first: 128.., .. })),
    };
    let kinds = inst.opcode.operands(modifiers);
    let are_short = kinds.iter().zip(&inst.operands).enumerate().all(fits);
    has_short_format && (is_plain || modifiers.dpp.is_some()) && are_short
}

/// Returns the literals of an instruction, with whether they are the high words of 64-bit floats or extended.
fn literals(inst: &Inst) -> Vec<(Option<u32>, bool)> {
    let mut literals = Vec::new();
    let kinds = inst.opcode.operands(&inst.modifiers);
    for (position, (kind, operand)) in kinds.iter().zip(&inst.operands).enumerate() {
        let literal = match (kind, operand) {
            (Kind::Literal, &Operand::Const(value)) => Some((Some(value as u32), false)),
            (Kind::Src(_) | Kind::SSrc(_), &Operand::Const(value)) => {
                let ty = inst.opcode.constant_type(position, &inst.modifiers);
                let literal = Constant::new(value, ty).and_then(Constant::literal);
                literal.map(|literal| (Some(literal), kind.words(Family::Gfx11) == 2))
            }
            (Kind::SSrc(_), Operand::Label(_)) => Some((None, false)),
            _ => None,
        };
        if let Some(literal) = literal
            && !literals.contains(&literal)
        {
            literals.push(literal);
        }
    }
    literals
}

/// Returns an error if a product of matrices overwrites what it has yet to read: its result overlaps a factor, or the
/// addend in part. Small products read everything first.
fn check_overlap(inst: &Inst, format: Format) -> Result<(), String> {
    let kinds = inst.opcode.operands(&inst.modifiers);
    let is_large = match (format, kinds) {
        (Format::Mfma, [Kind::VDst(n), ..]) => 4 < *n,
        (Format::Vop3p, [_, Kind::Fragment(_), ..]) => true,
        _ => false,
    };
    let [result, sources @ ..] = inst.operands.as_slice() else { return Ok(()) };
    let is_overwritten = |(kind, source): &(&Kind, &Operand)| {
        let is_addend = matches!(kind, Kind::Addend(_) | Kind::FragmentAddend(_));
        overlap(*result, **source) && !(is_addend && result == *source)
    };
    match kinds[1..].iter().zip(sources).position(|source| is_overwritten(&source)) {
        Some(source) if is_large => Err(format!("operand {}: overlaps the result", source + 1)),
        _ => Ok(()),
    }
}

/// Whether operands share vector registers.
fn overlap(one: Operand, other: Operand) -> bool {
    let (Operand::Reg(Reg::V { first: a, n }), Operand::Reg(Reg::V { first: b, n: m })) = (one, other) else {
        return false;
    };
    a < b + u16::from(m) && b < a + u16::from(n)
}

fn check_literals(inst: &Inst, format: Format, family: Family) -> Result<(), String> {
    let literals = literals(inst);
    let is_long = match format {
        Format::Vop1 | Format::Vop2 | Format::Vopc => !is_short(inst, family),
        Format::Vop3 | Format::Vop3p => true,
        _ => false,
    };
    match literals.len() {
        1 if is_long && family.is_gfx9() => Err("the long form takes no literal on gfx9".to_owned()),
        0 | 1 => Ok(()),
        n => Err(format!("{n} different literals, but there is room for one")),
    }
}

fn check_constant_bus(inst: &Inst, format: Format, family: Family) -> Result<(), String> {
    if !matches!(format, Format::Vop1 | Format::Vop2 | Format::Vopc | Format::Vop3 | Format::Vop3p) {
        return Ok(());
    }
    let n_implicit = usize::from(inst.opcode.reads().contains(Implicit::VCC));
    let n_reads = n_implicit + scalar_registers_read(inst).len() + literals(inst).len();
    let limit = inst.opcode.max_scalar_sources(family);
    if limit < n_reads {
        return Err(format!(
            "reads {n_reads} scalar registers and literals, but at most {limit} are possible"
        ));
    }
    Ok(())
}

/// Returns the different scalar registers that are operands of a vector instruction and read.
fn scalar_registers_read(inst: &Inst) -> Vec<Reg> {
    let mut registers = Vec::new();
    for operand in inst.sources() {
        let Operand::Reg(register) = *operand else { continue };
        let is_scalar = match register {
            Reg::S { .. } | Reg::Ttmp(_) | Reg::Vcc(_) | Reg::Exec(_) | Reg::M0 => true,
            Reg::V { .. } | Reg::Null | Reg::Virtual(_) => false,
        };
        if is_scalar && !registers.contains(&register) {
            registers.push(register);
        }
    }
    registers
}
