//! Vector instructions: VOP1, VOP2, VOPC, VOP3, VOP3P and VOPD, with their DPP and SDWA forms.

use super::super::args::{Args, Dpp, EXEC, Inst, NULL, Operand, Routing, Sdwa, VCC, VectorArgs};
use super::super::chip::Chip;
use super::super::inst::{Across, Eval, Form, Op, PackedOp, Row, Space, Ty, VectorOp};
use super::{LITERAL, Refusal, Words, bit, bits, find, operand, scalar_register};

/// The codes of the first source that announce another word.
const SDWA: u32 = 249;
const DPP16: u32 = 250;
const DPP8: u32 = 233;
const DPP8_INACTIVE: u32 = 234;

/// The first VOP3 code of VOP2 operations.
const FIRST_VOP2: u32 = 0x100;

fn first_vop1(chip: Chip) -> u32 {
    if chip.is_gfx9() { 0x140 } else { 0x180 }
}

fn no_args() -> VectorArgs {
    VectorArgs {
        dst: 0,
        sdst: NULL,
        src: [Operand::None; 3],
        neg: 0,
        abs: 0,
        op_sel: 0,
        op_sel_hi: 0,
        omod: 0,
        clamp: false,
        routing: Routing::Direct,
        matrix: [0; 3],
    }
}

fn vector_op(row: &'static Row) -> Result<&'static VectorOp, Refusal> {
    match &row.op {
        Op::Vector(op) => Ok(op),
        _ => Err(format!("'{}' is no vector operation", row.name)),
    }
}

/// Decodes VOP1, VOP2 and VOPC.
pub(super) fn decode_short(chip: Chip, words: Words<'_>) -> Result<Inst, Refusal> {
    let first = words.get(0)?;
    let (code, has_dst, has_second) = match first >> 25 {
        0x3f => (first_vop1(chip) + bits(first, 9, 8), true, false),
        0x3e => (bits(first, 17, 8), false, true),
        short => (FIRST_VOP2 + short, true, true),
    };
    let row = find(chip, Space::Valu, code)?;
    let op = vector_op(row)?;
    let source = bits(first, 0, 9);
    let mut args = no_args();
    let is_extended = matches!(source, SDWA | DPP16 | DPP8 | DPP8_INACTIVE)
        && (source == DPP16 || (source == SDWA) == chip.is_gfx9());
    let has_literal = source == LITERAL || matches!(op.form, Form::MiddleLiteral | Form::LastLiteral);
    let extra = if is_extended || has_literal { words.get(1)? } else { 0 };
    let n_words = 1 + u32::from(is_extended || has_literal);
    let mut sources = [Operand::None; 2];
    if has_second {
        sources[1] = Operand::Vgpr(bits(first, 9, 8) as u16);
    }
    if is_extended {
        sources[0] = Operand::Vgpr(bits(extra, 0, 8) as u16);
        extend_short(chip, op, source, extra, &mut args, &mut sources);
    } else {
        sources[0] = operand(chip, source, extra)?;
    }
    args.dst = if has_dst { bits(first, 17, 8) as u16 } else { 0 };
    place_short(chip, op, &mut args, sources, Operand::Literal(extra));
    if !chip.is_gfx9() {
        split_halves(op, &mut args);
    }
    check_pairs(chip, op, &args)?;
    Ok(Inst { row, bytes: 4 * n_words, args: Args::Vector(args) })
}

/// Checks that pairs of vector registers of GFX9 start at an even register.
fn check_pairs(chip: Chip, op: &VectorOp, args: &VectorArgs) -> Result<(), Refusal> {
    let is_odd = |operand: Operand| matches!(operand, Operand::Vgpr(register) if register & 1 == 1);
    let mut operands = op.src.iter().zip(args.src);
    let has_odd = operands.any(|(ty, operand)| ty.words() == 2 && is_odd(operand));
    if chip.is_gfx9() && (has_odd || op.dst.words() == 2 && args.dst & 1 == 1) {
        return Err("a pair of vector registers starts at an odd register".to_string());
    }
    Ok(())
}

/// Reads the extra word of a DPP or SDWA form.
fn extend_short(
    chip: Chip,
    op: &VectorOp,
    source: u32,
    extra: u32,
    args: &mut VectorArgs,
    sources: &mut [Operand; 2],
) {
    if source != SDWA {
        args.routing = routing(source, extra);
        if source == DPP16 {
            args.neg = (bits(extra, 20, 1) | bits(extra, 22, 1) << 1) as u8;
            args.abs = (bits(extra, 21, 1) | bits(extra, 23, 1) << 1) as u8;
        }
        return;
    }
    let sel = |low: u32| bits(extra, low, 3) as u8;
    let is_test = op.dst == Ty::Mask;
    args.routing = Routing::Sdwa(Sdwa {
        src: [sel(16), sel(24)],
        sign_extends: [bit(extra, 19), bit(extra, 27)],
        dst: if is_test { 6 } else { sel(8) },
        unused: if is_test { 0 } else { bits(extra, 11, 2) as u8 },
    });
    args.neg = (bits(extra, 20, 1) | bits(extra, 28, 1) << 1) as u8;
    args.abs = (bits(extra, 21, 1) | bits(extra, 29, 1) << 1) as u8;
    if is_test {
        args.sdst = if bit(extra, 15) { scalar_register(chip, bits(extra, 8, 7)) } else { VCC };
    } else {
        args.clamp = bit(extra, 13);
        args.omod = bits(extra, 14, 2) as u8;
    }
    for (index, is_scalar) in [bit(extra, 23), bit(extra, 31)].into_iter().enumerate() {
        if is_scalar && let Operand::Vgpr(register) = sources[index] {
            sources[index] = Operand::Sgpr(scalar_register(chip, register.into()));
        }
    }
}

fn routing(source: u32, extra: u32) -> Routing {
    if source == DPP16 {
        return Routing::Dpp(Dpp {
            control: bits(extra, 8, 9) as u16,
            reads_inactive: bit(extra, 18),
            bound_zero: bit(extra, 19),
            bank_mask: bits(extra, 24, 4) as u8,
            row_mask: bits(extra, 28, 4) as u8,
        });
    }
    let lanes = [0, 1, 2, 3, 4, 5, 6, 7].map(|lane| bits(extra, 8 + 3 * lane, 3) as u8);
    Routing::Dpp8(lanes, source == DPP8_INACTIVE)
}

/// Assigns sources and implied registers of a short encoding.
fn place_short(
    chip: Chip,
    op: &VectorOp,
    args: &mut VectorArgs,
    [first, second]: [Operand; 2],
    literal: Operand,
) {
    let third = match op.form {
        Form::Accumulate => Operand::Vgpr(args.dst),
        Form::LastLiteral => literal,
        Form::MiddleLiteral => second,
        Form::Plain if op.src[2] == Ty::Mask => Operand::Sgpr(VCC),
        Form::Plain | Form::Accumulator => Operand::None,
    };
    let second = if op.form == Form::MiddleLiteral { literal } else { second };
    args.src = [first, second, third];
    match op.eval {
        Eval::Carry(_) => args.sdst = VCC,
        Eval::Test(..) | Eval::Compare { .. } if args.sdst == NULL => {
            args.sdst = if writes_exec_only(chip, op) { EXEC } else { VCC };
        }
        Eval::Across(Across::Read | Across::ReadFirst) => {
            args.sdst = scalar_register(chip, args.dst.into());
        }
        _ => {}
    }
    if op.form == Form::Accumulator {
        args.dst += 256;
        args.src[0] = shifted(args.src[0], true);
    }
}

/// Whether a comparison writes EXEC and no other register.
fn writes_exec_only(chip: Chip, op: &VectorOp) -> bool {
    let writes_exec = match op.eval {
        Eval::Test(_, writes_exec) | Eval::Compare { writes_exec, .. } => writes_exec,
        _ => false,
    };
    writes_exec && !chip.is_gfx9()
}

/// Moves the bit of a register number that selects the upper half of a 16-bit operand.
fn split_halves(op: &VectorOp, args: &mut VectorArgs) {
    for index in 0..3 {
        if op.src[index].is_half()
            && let Operand::Vgpr(register) = &mut args.src[index]
        {
            args.op_sel |= u8::from(*register & 128 != 0) << index;
            *register &= 127;
        }
    }
    if op.dst.is_half() {
        args.op_sel |= u8::from(args.dst & 128 != 0) << 3;
        args.dst &= 127;
    }
}

/// Decodes VOP3.
pub(super) fn decode_long(chip: Chip, words: Words<'_>) -> Result<Inst, Refusal> {
    let (first, second) = (words.get(0)?, words.get(1)?);
    let row = find(chip, Space::Valu, bits(first, 16, 10))?;
    let op = vector_op(row)?;
    let mut args = no_args();
    let n_bytes = read_sources(chip, words, second, &mut args)?;
    for (index, ty) in op.src.iter().enumerate() {
        if *ty == Ty::No {
            args.src[index] = Operand::None;
        }
    }
    args.dst = bits(first, 0, 8) as u16;
    args.neg = bits(second, 29, 3) as u8;
    args.omod = bits(second, 27, 2) as u8;
    args.clamp = bit(first, 15);
    if op.form == Form::Accumulate {
        args.src[2] = Operand::Vgpr(args.dst);
    }
    match op.eval {
        Eval::Carry(_) => args.sdst = scalar_register(chip, bits(first, 8, 7)),
        _ => {
            args.abs = bits(first, 8, 3) as u8;
            args.op_sel = bits(first, 11, 4) as u8;
        }
    }
    match op.eval {
        Eval::Test(..) | Eval::Compare { .. } | Eval::Across(Across::Read | Across::ReadFirst) => {
            args.sdst = scalar_register(chip, bits(first, 0, 8));
        }
        _ => {}
    }
    if writes_exec_only(chip, op) {
        args.sdst = EXEC;
    }
    check_pairs(chip, op, &args)?;
    Ok(Inst { row, bytes: n_bytes, args: Args::Vector(args) })
}

/// Reads the three sources of a long encoding, with its literal or DPP word; returns the number of bytes.
fn read_sources(chip: Chip, words: Words<'_>, second: u32, args: &mut VectorArgs) -> Result<u32, Refusal> {
    let codes = [bits(second, 0, 9), bits(second, 9, 9), bits(second, 18, 9)];
    let is_routed = !chip.is_gfx9() && matches!(codes[0], DPP16 | DPP8 | DPP8_INACTIVE);
    let has_extra = is_routed || codes.contains(&LITERAL);
    let extra = if has_extra { words.get(2)? } else { 0 };
    for (index, code) in codes.into_iter().enumerate() {
        args.src[index] = match index {
            0 if is_routed => {
                args.routing = routing(code, extra);
                Operand::Vgpr(bits(extra, 0, 8) as u16)
            }
            _ => operand(chip, code, extra)?,
        };
    }
    Ok(if has_extra { 12 } else { 8 })
}

/// Returns an accumulation register in place of a vector register.
fn shifted(operand: Operand, is_acc: bool) -> Operand {
    match operand {
        Operand::Vgpr(register) if is_acc => Operand::Vgpr(register + 256),
        other => other,
    }
}

/// Decodes VOP3P.
pub(super) fn decode_packed(chip: Chip, words: Words<'_>) -> Result<Inst, Refusal> {
    let (first, second) = (words.get(0)?, words.get(1)?);
    let row = find(chip, Space::Vop3p, bits(first, 16, 7))?;
    let Op::Packed(op) = row.op else { return Err(format!("'{}' is not packed", row.name)) };
    let mut args = no_args();
    let n_bytes = read_sources(chip, words, second, &mut args)?;
    args.dst = bits(first, 0, 8) as u16;
    match op {
        PackedOp::Mfma(_) => {
            args.matrix = [bits(first, 8, 3) as u8, bits(first, 11, 4) as u8, bits(second, 29, 3) as u8];
            let is_acc = [bit(second, 27), bit(second, 28), bit(first, 15)];
            for (src, is_acc) in args.src.iter_mut().zip(is_acc) {
                *src = shifted(*src, is_acc);
            }
            args.dst += if bit(first, 15) { 256 } else { 0 };
        }
        PackedOp::AccMove { to_acc: true } => args.dst += 256,
        PackedOp::AccMove { to_acc: false } => args.src[0] = shifted(args.src[0], true),
        _ => {
            args.neg = bits(second, 29, 3) as u8;
            args.abs = bits(first, 8, 3) as u8;
            args.op_sel = bits(first, 11, 4) as u8;
            args.op_sel_hi = (bits(second, 27, 2) | bits(first, 14, 1) << 2) as u8;
            args.clamp = bit(first, 15);
        }
    }
    Ok(Inst { row, bytes: n_bytes, args: Args::Vector(args) })
}

/// The VOP3 codes of the operations of VOPD on GFX11.
fn dual_code(chip: Chip, code: u32) -> Option<u32> {
    Some(match code {
        0 => 0x12b,
        1 => 0x12d,
        2 => 0x12c,
        3 => 0x108,
        4 => 0x103,
        5 => 0x104,
        6 => 0x105,
        7 => 0x107,
        8 => 0x181,
        9 => 0x101,
        10 => {
            if chip.is_gfx12() {
                0x116
            } else {
                0x110
            }
        }
        11 => {
            if chip.is_gfx12() {
                0x115
            } else {
                0x10f
            }
        }
        16 => 0x125,
        17 => 0x118,
        18 => 0x11b,
        _ => return None,
    })
}

/// Decodes VOPD: two operations in one instruction.
pub(super) fn decode_dual(chip: Chip, words: Words<'_>) -> Result<Inst, Refusal> {
    let (first, second) = (words.get(0)?, words.get(1)?);
    let find_dual = |code: u32| {
        let code = dual_code(chip, code).ok_or_else(|| format!("unknown VOPD opcode {code:#x}"))?;
        find(chip, Space::Valu, code)
    };
    let rows = [find_dual(bits(first, 22, 4))?, find_dual(bits(first, 17, 5))?];
    let ops = [vector_op(rows[0])?, vector_op(rows[1])?];
    let sources = [bits(first, 0, 9), bits(second, 0, 9)];
    let has_form = ops.iter().any(|op| matches!(op.form, Form::MiddleLiteral | Form::LastLiteral));
    let has_literal = has_form || sources.contains(&LITERAL);
    let literal = if has_literal { words.get(2)? } else { 0 };
    let dst_x = bits(second, 24, 8);
    let dst = [dst_x, bits(second, 17, 7) << 1 | (dst_x & 1 ^ 1)];
    let registers = [bits(first, 9, 8), bits(second, 9, 8)];
    let half = |index: usize| {
        let mut args = VectorArgs { dst: dst[index] as u16, ..no_args() };
        let has_second = ops[index].src[1] != Ty::No;
        let second = if has_second { Operand::Vgpr(registers[index] as u16) } else { Operand::None };
        let first = operand(chip, sources[index], literal)?;
        place_short(chip, ops[index], &mut args, [first, second], Operand::Literal(literal));
        Ok::<_, Refusal>((rows[index], args))
    };
    let args = Args::Dual(Box::new([half(0)?, half(1)?]));
    Ok(Inst { row: rows[0], bytes: if has_literal { 12 } else { 8 }, args })
}
