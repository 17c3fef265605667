//! Selects `gpu.printf` as a call of the driver's `vprintf`.
//!
//! Arguments are stored in local memory as C passes them: integers up to 32 bits as one word, longer ones as two,
//! floats as `f64`. The length modifiers of the format are rewritten to match.

use super::values::Scalar;
use super::{Select, SelectResult, Unsupported};
use crate::inst::{Line, Operand, RegClass, Space};
use crate::opcode::Modifier::{F32, F64, Global, Local, U64};
use crate::opcode::Opcode;
use warpline_ir::{MachineFloat, OpRef};

/// Selects `gpu.printf`.
pub(super) fn printf(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let format = op.str("format").ok_or("it has no format")?;
    let mut args = Vec::new();
    for (value, is_unsigned) in op.operands().iter().zip(unsigned(format).chain(std::iter::repeat(false))) {
        let scalar = cx.scalar_of(*value)?;
        let value = cx.operand(*value)?;
        args.push(promoted(cx, scalar, value, is_unsigned)?);
    }
    let wide: Vec<bool> = args.iter().map(|(class, _)| *class == RegClass::B64).collect();
    print(cx, &with_lengths(format, &wide), &args);
    Ok(())
}

/// The letters of directives that print an integer, and those without a sign.
const INTEGERS: [char; 6] = ['d', 'i', 'u', 'x', 'X', 'o'];
const UNSIGNED: [char; 6] = ['u', 'x', 'X', 'o', 'c', 'p'];

/// Splits a format at its first directive: the text up to its length, and that from its letter on.
fn directive(format: &str) -> Option<(&str, &str)> {
    let mut start = 0;
    loop {
        let at = start + format[start..].find('%')? + 1;
        let after = &format[at..];
        if after.starts_with('%') {
            start = at + 1;
            continue;
        }
        let n_flags = after.bytes().take_while(|byte| b"-+ #0123456789.".contains(byte)).count();
        let n_length = after[n_flags..].bytes().take_while(|byte| b"hlLqjzt".contains(byte)).count();
        return Some((&format[..at + n_flags], &after[n_flags + n_length..]));
    }
}

/// Returns for each directive of a format whether it prints an integer without a sign.
fn unsigned(mut format: &str) -> impl Iterator<Item = bool> {
    std::iter::from_fn(move || {
        format = directive(format)?.1;
        Some(format.starts_with(UNSIGNED))
    })
}

/// Returns the format with `ll` for 64-bit integers, and no length modifier elsewhere.
fn with_lengths(format: &str, wide: &[bool]) -> String {
    let mut text = String::with_capacity(format.len() + 8);
    let mut wide = wide.iter();
    let mut rest = format;
    while let Some((before, after)) = directive(rest) {
        text.push_str(before);
        if wide.next() == Some(&true) && after.starts_with(INTEGERS) {
            text.push_str("ll");
        }
        rest = after;
    }
    text.push_str(rest);
    text
}

/// Emits the call of `vprintf` for a format that matches the arguments.
fn print(cx: &mut Select<'_>, format: &str, args: &[(RegClass, Operand)]) {
    cx.variables.uses_printf = true;
    let text = cx.variables.text(format);
    let text = cx.make(Opcode::Mov.with([U64]), &[Operand::Variable(text)]);
    let text = cx.make(Opcode::Cvta.with([Global, U64]), &[text]);
    let addresses = [text, print_args(cx, args)].map(|address| cx.reg(RegClass::B64, address));
    cx.kernel.lines.push(Line::Print(addresses));
}

/// Returns the address of the stored arguments; 0 if there are none.
fn print_args(cx: &mut Select<'_>, args: &[(RegClass, Operand)]) -> Operand {
    if args.is_empty() {
        return Operand::Int(0);
    }
    let mut bytes = 0u64;
    let mut places = Vec::new();
    for (class, _) in args {
        let size = if *class == RegClass::B64 { 8 } else { 4 };
        bytes = bytes.next_multiple_of(size);
        places.push(bytes);
        bytes += size;
    }
    let base = cx.raw_array(Space::Local, 8, bytes);
    for ((class, value), place) in args.iter().zip(places) {
        let value = Operand::Reg(cx.reg(*class, *value));
        cx.emit(Opcode::St.with([Local, class.bits()]), &[Operand::Address(base, place as i32), value]);
    }
    cx.make(Opcode::Cvta.with([Local, U64]), &[base.into()])
}

/// Promotes a value as C does for variadic functions.
fn promoted(
    cx: &mut Select<'_>,
    scalar: Scalar,
    value: Operand,
    is_unsigned: bool,
) -> Result<(RegClass, Operand), Unsupported> {
    Ok(match scalar {
        Scalar::Int(1) => (RegClass::B32, cx.widen(value, 1, false)),
        Scalar::Int(width) if is_unsigned => (super::int::class_of(width), cx.zero_extended(value, width)),
        Scalar::Int(width) => (super::int::class_of(width), value),
        Scalar::Float(MachineFloat::F64) => (RegClass::B64, value),
        Scalar::Float(float) => {
            let value = Operand::Reg(cx.reg(super::float::class_of(float), value));
            let single = cx.f32_of(float, value);
            (RegClass::B64, cx.make(Opcode::Cvt.with([F64, F32]), &[single]))
        }
        Scalar::Fp8(_) => {
            return Err("floats of 8 bits are not printed; widen them".into());
        }
    })
}
