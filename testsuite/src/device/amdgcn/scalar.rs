//! Executes scalar operations.

use super::super::memory::Fault;
use super::args::{EXEC, Operand, ScalarArgs};
use super::inst::{Counters, Form, Row, ScalarKind, ScalarOp, Space, Spread, Ty};
use super::machine::Wave;
use super::operand::uniform;
use super::registers::Registers;
use super::vector::{low_bits, not_modelled};
use super::waits::{OpKind, Pending};

/// The hardware register number of MODE.
const MODE: u16 = 1;

/// What a scalar operation needs to know about its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScalarCx {
    /// The offset of the next instruction.
    pub(super) next: u64,
    /// The address of the code.
    pub(super) code_address: u64,
    pub(super) time: u32,
    pub(super) pc: u64,
}

/// A value with its undefined bits.
type Tracked = (u64, u64);

/// Executes a scalar operation.
pub(super) fn execute(
    wave: &mut Wave,
    cx: ScalarCx,
    row: &Row,
    op: &ScalarOp,
    args: &ScalarArgs,
) -> Result<(), Fault> {
    match op.kind {
        ScalarKind::Value(eval) => {
            let sources = sources(&wave.registers, row.space, op, args)?;
            let mask = low_bits(32 * u32::from(op.dst));
            let eval = |a, b, _| {
                let value = eval(a, b) & mask;
                (value, value != 0)
            };
            evaluate(&mut wave.registers, op, args, eval, sources)
        }
        ScalarKind::Test(eval) => {
            let sources = sources(&wave.registers, row.space, op, args)?;
            evaluate(&mut wave.registers, op, args, |a, b, _| (0, eval(a, b)), sources)
        }
        ScalarKind::Eval(eval) => {
            let sources = sources(&wave.registers, row.space, op, args)?;
            evaluate(&mut wave.registers, op, args, eval, sources)
        }
        ScalarKind::Accumulate(eval) => {
            let source = uniform(&wave.registers, args.src[0], ty(op, 0))?;
            let old = wave.registers.read_sgprs(args.dst, op.dst)?;
            evaluate(&mut wave.registers, op, args, eval, [source, old])
        }
        ScalarKind::Float(_) | ScalarKind::FloatFma(..) | ScalarKind::FloatTest(_) => float(wave, op, args),
        ScalarKind::SaveExec(eval) | ScalarKind::WriteExec(eval) => {
            let (value, undefined) = uniform(&wave.registers, args.src[0], ty(op, 0))?;
            let registers = &mut wave.registers;
            let old = registers.exec;
            if undefined & low_bits(32 * u32::from(op.dst)) != 0 {
                return Err("an undefined value is written to EXEC".to_string().into());
            }
            let new = eval(value, old) & registers.all_lanes();
            let result = if matches!(op.kind, ScalarKind::SaveExec(_)) { old } else { new };
            registers.write_sgprs(args.dst, op.dst, result, 0)?;
            registers.write_sgprs(EXEC, op.dst, new, 0)?;
            set_scc(registers, new != 0, false);
            Ok(())
        }
        ScalarKind::GetPc => {
            wave.registers.write_sgprs(args.dst, 2, cx.code_address.wrapping_add(cx.next), 0)
        }
        ScalarKind::SetPc | ScalarKind::SwapPc => {
            let target = jump_target(wave, cx, args.src[0])?;
            if matches!(op.kind, ScalarKind::SwapPc) {
                wave.registers.write_sgprs(args.dst, 2, cx.code_address.wrapping_add(cx.next), 0)?;
            }
            wave.pc = target;
            Ok(())
        }
        ScalarKind::GetReg => {
            let (shift, bits) = mode_field(args.immediate)?;
            let value = (u64::from(wave.mode.0) >> shift) & low_bits(bits);
            wave.registers.write_sgprs(args.dst, 1, value, 0)
        }
        ScalarKind::SetReg => set_mode(wave, args, row),
        ScalarKind::SendMessageReturn => {
            wave.registers.write_sgprs(args.dst, op.dst, cx.time.into(), 0)?;
            let token = wave.registers.in_flight.issue(Pending {
                token: 0,
                kind: OpKind::Scalar,
                counters: Counters::SCALAR,
                time: cx.time,
                pc: cx.pc,
                is_lds_access: false,
                is_global_access: false,
            });
            wave.registers.fly_sgprs(args.dst, op.dst, token);
            Ok(())
        }
    }
}

fn ty(op: &ScalarOp, index: usize) -> Ty {
    match op.src[index] {
        _ if op.is_half => Ty::F16,
        2 => Ty::B64,
        _ => Ty::B32,
    }
}

fn sources(
    registers: &Registers,
    space: Space,
    op: &ScalarOp,
    args: &ScalarArgs,
) -> Result<[Tracked; 2], Fault> {
    if space == Space::Sopk {
        // A move does not read its destination.
        let reads_old = op.dst == 0 || op.writes_scc || op.reads_scc || op.spread == Spread::All;
        let old = if reads_old { registers.read_sgprs(args.dst, 1)? } else { (0, 0) };
        let immediate = i64::from(args.immediate.cast_signed()).cast_unsigned() & low_bits(32);
        return Ok([old, (immediate, 0)]);
    }
    let mut values = [(0, 0); 2];
    for (index, value) in values.iter_mut().enumerate() {
        if op.src[index] != 0 {
            let (bits, undefined) = uniform(registers, args.src[index], ty(op, index))?;
            let mask = low_bits(32 * u32::from(op.src[index]));
            *value = (bits & mask, undefined & mask);
        }
    }
    Ok(values)
}

fn set_scc(registers: &mut Registers, value: bool, undefined: bool) {
    registers.scc = value;
    registers.scc_undefined = undefined;
}

/// Evaluates an operation on integers and writes its results.
fn evaluate(
    registers: &mut Registers,
    op: &ScalarOp,
    args: &ScalarArgs,
    eval: impl Fn(u64, u64, bool) -> (u64, bool),
    [a, b]: [Tracked; 2],
) -> Result<(), Fault> {
    let mask = low_bits(32 * u32::from(op.dst));
    let scc = registers.scc;
    let (value, flag) = eval(a.0, b.0, scc);
    let scc_undefined = op.reads_scc && registers.scc_undefined;
    let (mut undefined, mut flag_undefined) = (0, false);
    if a.1 | b.1 != 0 || scc_undefined {
        if op.spread == Spread::All {
            (undefined, flag_undefined) = (u64::MAX, true);
        }
        for choice in 0..8u32 {
            let pick = |(value, undefined): Tracked, bit: u32| {
                value & !undefined | if (choice >> bit) & 1 == 1 { undefined } else { 0 }
            };
            let (found, found_flag) = eval(pick(a, 0), pick(b, 1), scc ^ (scc_undefined && choice & 4 != 0));
            undefined |= found ^ value;
            flag_undefined |= found_flag != flag;
        }
    }
    registers.write_sgprs(args.dst, op.dst, value & mask, undefined & mask)?;
    if op.writes_scc {
        set_scc(registers, flag, flag_undefined);
    }
    Ok(())
}

/// Evaluates an operation on floats.
fn float(wave: &mut Wave, op: &ScalarOp, args: &ScalarArgs) -> Result<(), Fault> {
    let registers = &mut wave.registers;
    let third = match op.kind {
        ScalarKind::FloatFma(_, Form::LastLiteral) => Operand::Literal(args.literal),
        ScalarKind::FloatFma(..) => Operand::Sgpr(args.dst),
        _ => Operand::None,
    };
    let (mut values, mut undefined) = ([0; 3], 0);
    let bits = if op.is_half { 16 } else { 32 };
    for (index, operand) in [args.src[0], args.src[1], third].into_iter().enumerate() {
        let (value, bad) = uniform(registers, operand, if op.is_half { Ty::F16 } else { Ty::B32 })?;
        // A conversion from the upper half reads a whole word.
        let mask =
            if matches!(op.kind, ScalarKind::Float(_)) && !op.is_half { u64::MAX } else { low_bits(bits) };
        values[index] = value & mask;
        undefined |= bad & mask & low_bits(32);
    }
    let undefined = if undefined == 0 { 0 } else { low_bits(32) };
    match op.kind {
        ScalarKind::Float(eval) | ScalarKind::FloatFma(eval, _) => {
            let value = eval(wave.mode, values) & low_bits(32);
            registers.write_sgprs(args.dst, op.dst, value, undefined)
        }
        ScalarKind::FloatTest(eval) => {
            set_scc(registers, eval(wave.mode, values), undefined != 0);
            Ok(())
        }
        _ => Err(not_modelled("this scalar operation")),
    }
}

/// Returns the offset of a jump to the address in a pair of registers.
fn jump_target(wave: &Wave, cx: ScalarCx, operand: Operand) -> Result<u64, Fault> {
    match uniform(&wave.registers, operand, Ty::B64)? {
        (address, 0) => Ok(address.wrapping_sub(cx.code_address)),
        _ => Err("the target of a jump is undefined".to_string().into()),
    }
}

/// Returns the first bit and the number of bits of a field of MODE.
fn mode_field(immediate: u16) -> Result<(u32, u32), Fault> {
    if immediate & 63 != MODE {
        return Err(not_modelled(&format!("hardware register {}", immediate & 63)));
    }
    Ok((u32::from(immediate >> 6) & 31, u32::from(immediate >> 11) + 1))
}

fn set_mode(wave: &mut Wave, args: &ScalarArgs, row: &Row) -> Result<(), Fault> {
    let (shift, bits) = mode_field(args.immediate)?;
    let value = if row.name.contains("imm32") {
        args.literal.into()
    } else {
        wave.registers.defined_sgprs(args.dst, 1, "the mode")?
    };
    let mask = (low_bits(bits) as u32) << shift;
    wave.mode.0 = wave.mode.0 & !mask | ((value as u32) << shift) & mask;
    Ok(())
}
