//! The assembly language: one line per instruction, as the assembler of LLVM takes it.
//!
//! The assembler encodes the text to the same bytes as [`encode`](crate::encode::encode) does.

use std::fmt::Write as _;

use crate::constant::constant_text;
use crate::inst::{Dpp, Inst, Label, Operand, Reg};
use crate::opcode::{Family, Format, Kind, Opcode};

/// Returns an instruction as a line of assembly language, without indentation and newline; labels have names.
pub(crate) fn inst_text(inst: &Inst, family: Family, name: &dyn Fn(Label) -> String) -> String {
    let encoding = inst.opcode.encoding(family);
    let mut text = encoding.map_or(inst.opcode.name(), |encoding| encoding.mnemonic).to_owned();
    if inst.modifiers.dpp.is_some() {
        text.push_str("_dpp");
    }
    let format = encoding.map(|encoding| encoding.format);
    let mut operands = operand_texts(inst, family, name);
    match format {
        Some(Format::Cache) => text.extend(operands.drain(..).map(|scope| scope_text(&scope, family))),
        Some(Format::Smem) if !operands.is_empty() => operands.push(offset_text(inst.modifiers.offset)),
        _ => {}
    }
    if inst.opcode.is_swapped_on_gfx9() && family.is_gfx9() {
        let n = operands.len();
        operands.swap(n - 2, n - 1);
    }
    if !operands.is_empty() {
        text.push(' ');
        text.push_str(&operands.join(", "));
    }
    text.push_str(&modifiers_text(inst, format, family));
    text
}

/// Returns a part of a pair of instructions that are issued together; a mask is not named.
pub(crate) fn dual_text(inst: &Inst, family: Family, name: &dyn Fn(Label) -> String) -> String {
    let mnemonic = inst.opcode.encoding(family).map_or(inst.opcode.name(), |encoding| encoding.mnemonic);
    let mut operands = operand_texts(inst, family, name);
    operands.truncate(3);
    format!("{} {}", mnemonic.replacen("v_", "v_dual_", 1), operands.join(", "))
}

/// Returns the operands of an instruction in the order of the assembly language.
fn operand_texts(inst: &Inst, family: Family, name: &dyn Fn(Label) -> String) -> Vec<String> {
    let kinds = inst.opcode.operands(&inst.modifiers);
    let n_defs = inst.opcode.n_defs(&inst.modifiers);
    let mut texts = Vec::new();
    for (position, (&kind, &operand)) in kinds.iter().zip(&inst.operands).enumerate() {
        let text = match (kind, operand) {
            (Kind::Literal, Operand::Const(value)) => format!("{:#x}", value as u32),
            (Kind::Imm, Operand::Const(value)) if inst.opcode == Opcode::SDelayAlu => delay_text(value),
            (Kind::Imm, Operand::Const(value)) => {
                counts_text(wait_fields(inst.opcode, family), value).unwrap_or_else(|| value.to_string())
            }
            (Kind::ADst(_) | Kind::ASrc(_), Operand::Reg(register)) => range_text("a", register, family),
            (_, Operand::Reg(register)) => register_text(register, family),
            (_, Operand::Const(value)) => {
                constant_text(value, inst.opcode.constant_type(position, &inst.modifiers))
            }
            (_, Operand::Label(label)) => name(label),
            (_, Operand::Off) => "off".to_owned(),
        };
        let text = match position.checked_sub(n_defs) {
            Some(source) if inst.opcode.has_abs() => signed_text(text, source, inst),
            _ => text,
        };
        texts.push(text);
    }
    texts
}

/// A field of the operand of a wait: its name, and its bits from the lowest on, as shifts and widths.
type WaitField = (&'static str, &'static [(u32, u32)]);

/// Returns the fields of the operand of a wait; none for other instructions.
fn wait_fields(opcode: Opcode, family: Family) -> &'static [WaitField] {
    match (opcode, family) {
        (Opcode::SWaitcnt, Family::Gfx90a | Family::Gfx942) => {
            &[("vmcnt", &[(0, 4), (14, 2)]), ("expcnt", &[(4, 3)]), ("lgkmcnt", &[(8, 4)])]
        }
        (Opcode::SWaitcnt, Family::Gfx11) => {
            &[("vmcnt", &[(10, 6)]), ("expcnt", &[(0, 3)]), ("lgkmcnt", &[(4, 6)])]
        }
        (Opcode::SWaitcntDepctr, Family::Gfx11 | Family::Gfx12) => &[
            ("depctr_va_vdst", &[(12, 4)]),
            ("depctr_va_sdst", &[(9, 3)]),
            ("depctr_va_ssrc", &[(8, 1)]),
            ("depctr_hold_cnt", &[(7, 1)]),
            ("depctr_vm_vsrc", &[(2, 3)]),
            ("depctr_va_vcc", &[(1, 1)]),
            ("depctr_sa_sdst", &[(0, 1)]),
        ],
        _ => &[],
    }
}

/// Returns the fields of a wait that are not at their greatest values, which wait for nothing; `None` if there are none,
/// or other bits than fields leave.
fn counts_text(fields: &[WaitField], value: i64) -> Option<String> {
    let (mut texts, mut rest) = (Vec::new(), value);
    for (name, parts) in fields {
        let (mut count, mut width) = (0, 0);
        for (shift, n) in *parts {
            let mask = (1 << n) - 1;
            count |= (value >> shift & mask) << width;
            rest &= !(mask << shift);
            width += n;
        }
        if count != (1 << width) - 1 {
            texts.push(format!("{name}({count})"));
        }
    }
    (rest == 0 && !texts.is_empty()).then(|| texts.join(" "))
}

/// Returns the waits of a hint for the units, by name: that of the next instruction, and that of a later one.
fn delay_text(value: i64) -> String {
    const WAITS: [&str; 12] = [
        "NO_DEP",
        "VALU_DEP_1",
        "VALU_DEP_2",
        "VALU_DEP_3",
        "VALU_DEP_4",
        "TRANS32_DEP_1",
        "TRANS32_DEP_2",
        "TRANS32_DEP_3",
        "FMA_ACCUM_CYCLE_1",
        "SALU_CYCLE_1",
        "SALU_CYCLE_2",
        "SALU_CYCLE_3",
    ];
    const SKIPS: [&str; 6] = ["SAME", "NEXT", "SKIP_1", "SKIP_2", "SKIP_3", "SKIP_4"];
    let field = |names: &[&'static str], first: u32, width: u32| {
        names.get((value >> first & ((1 << width) - 1)) as usize).copied().unwrap_or_default()
    };
    let mut text = format!("instid0({})", field(&WAITS, 0, 4));
    if value >> 7 != 0 {
        if value >> 4 & 7 != 0 {
            let _ = write!(text, " | instskip({})", field(&SKIPS, 4, 3));
        }
        let _ = write!(text, " | instid1({})", field(&WAITS, 7, 4));
    }
    text
}

/// Returns a source with the modifiers of its sign.
fn signed_text(mut text: String, source: usize, inst: &Inst) -> String {
    if inst.modifiers.abs >> source & 1 == 1 {
        text = format!("|{text}|");
    }
    if inst.modifiers.neg >> source & 1 == 1 {
        text.insert(0, '-');
    }
    text
}

/// Returns the name of a register.
fn register_text(register: Reg, family: Family) -> String {
    match register {
        Reg::S { first: 102, n: 2 } if family.is_gfx9() => "flat_scratch".to_owned(),
        Reg::S { first: 102, .. } if family.is_gfx9() => "flat_scratch_lo".to_owned(),
        Reg::S { first: 103, .. } if family.is_gfx9() => "flat_scratch_hi".to_owned(),
        Reg::S { .. } => range_text("s", register, family),
        Reg::V { .. } => range_text("v", register, family),
        Reg::Ttmp(number) => format!("ttmp{number}"),
        Reg::Vcc(1) => "vcc_lo".to_owned(),
        Reg::Vcc(_) => "vcc".to_owned(),
        Reg::Exec(1) => "exec_lo".to_owned(),
        Reg::Exec(_) => "exec".to_owned(),
        Reg::M0 => "m0".to_owned(),
        Reg::Null => "null".to_owned(),
        Reg::Virtual(register) => {
            format!("%{}[{}:{}]", register.id, register.first, register.first + register.n)
        }
    }
}

/// Returns the name of one register, or of a range of them, of a file of registers.
fn range_text(file: &str, register: Reg, family: Family) -> String {
    match register {
        Reg::S { first, n: 1 } | Reg::V { first, n: 1 } => format!("{file}{first}"),
        Reg::S { first, n } | Reg::V { first, n } => format!("{file}[{first}:{}]", first + u16::from(n) - 1),
        Reg::Virtual(_) | Reg::Ttmp(_) | Reg::Vcc(_) | Reg::Exec(_) | Reg::M0 | Reg::Null => {
            register_text(register, family)
        }
    }
}

/// Returns the offset of a scalar memory access.
fn offset_text(offset: i32) -> String {
    if offset < 0 { format!("-{:#x}", offset.unsigned_abs()) } else { format!("{offset:#x}") }
}

/// Returns the scope of cache control, which is a number of levels on gfx12 and a set of bits on gfx942.
fn scope_text(scope: &str, family: Family) -> String {
    let text = match (family, scope) {
        (Family::Gfx942, "1") => " sc0",
        (Family::Gfx942, "2") => " sc1",
        (Family::Gfx942, "3") => " sc0 sc1",
        (Family::Gfx12, "1") => " scope:SCOPE_SE",
        (Family::Gfx12, "2") => " scope:SCOPE_DEV",
        (Family::Gfx12, "3") => " scope:SCOPE_SYS",
        _ => "",
    };
    text.to_owned()
}

/// Returns the modifiers after the operands.
fn modifiers_text(inst: &Inst, format: Option<Format>, family: Family) -> String {
    let mut text = String::new();
    let modifiers = &inst.modifiers;
    if inst.opcode.is_packed() {
        text.push_str(&selection_text(inst));
    } else if format == Some(Format::Vop3p) && modifiers.neg != 0 {
        let _ = write!(text, " neg_lo:{}", bits_text(modifiers.neg, 3));
    }
    if modifiers.clamp {
        text.push_str(" clamp");
    }
    if let Some(dpp) = modifiers.dpp {
        text.push_str(&dpp_text(dpp));
    }
    if modifiers.offset != 0 && format != Some(Format::Smem) {
        let _ = write!(text, " offset:{}", modifiers.offset);
    }
    text.push_str(policy_text(inst, format, family));
    text
}

/// Returns the selection of the halves of packed operands.
fn selection_text(inst: &Inst) -> String {
    let modifiers = &inst.modifiers;
    let n = inst.sources().len();
    let mut text = String::new();
    if modifiers.op_sel != 0 {
        let _ = write!(text, " op_sel:{}", bits_text(modifiers.op_sel, n));
    }
    if modifiers.op_sel_hi_off != 0 {
        let _ = write!(text, " op_sel_hi:{}", bits_text(!modifiers.op_sel_hi_off, n));
    }
    if modifiers.neg != 0 {
        let neg = bits_text(modifiers.neg, n);
        let _ = write!(text, " neg_lo:{neg} neg_hi:{neg}");
    }
    text
}

/// Returns the lowest `n` bits as a list.
fn bits_text(bits: u8, n: usize) -> String {
    let bits: Vec<String> = (0..n).map(|i| (bits >> i & 1).to_string()).collect();
    format!("[{}]", bits.join(","))
}

/// Returns an exchange between lanes in all rows and banks.
fn dpp_text(dpp: Dpp) -> String {
    let control = match dpp {
        Dpp::QuadPerm([a, b, c, d]) => format!("quad_perm:[{a},{b},{c},{d}]"),
        Dpp::RowXmask(mask) => format!("row_xmask:{mask}"),
        Dpp::RowShr(n) => format!("row_shr:{n}"),
        Dpp::RowRor(n) => format!("row_ror:{n}"),
    };
    format!(" {control} row_mask:0xf bank_mask:0xf")
}

/// Returns the cache policy of a memory access.
fn policy_text(inst: &Inst, format: Option<Format>, family: Family) -> &'static str {
    if !matches!(format, Some(Format::Global | Format::Scratch)) {
        return "";
    }
    match (family, inst.opcode.is_atomic(), inst.modifiers.glc) {
        (Family::Gfx12, true, true) => " th:TH_ATOMIC_RETURN scope:SCOPE_DEV",
        (Family::Gfx12, true, false) | (Family::Gfx12, false, true) => " scope:SCOPE_DEV",
        (Family::Gfx942, true, true) => " sc0",
        (Family::Gfx942, false, true) => " sc1",
        (Family::Gfx90a | Family::Gfx11, _, true) => " glc",
        (_, _, false) => "",
    }
}
