//! Converts the arguments of `gpu.printf` as C converts those of functions with variable arguments: integers to 32 or
//! 64 bits, floats to `f64`. The lengths in the format are rewritten to match.
//!
//! Integers are zero-extended for directives without a sign, as `%u` and `%x`, and a character has 32 bits. Integers of
//! other than signless types stay, since no operation extends them. Cost: one walk, and the lengths of the formats.
//!
//! ```text
//! gpu.printf "%hhd %f", %a, %x : i8, f32   →   %0 = arith.extsi %a : i8 to i32
//!                                              %1 = arith.extf %x : f32 to f64
//!                                              gpu.printf "%d %f", %0, %1 : i32, f64
//! ```

use crate::pass::{Changed, Pass, PassCx, PassFn};
use warpline_ir::kernels::device_modules;
use warpline_ir::{Arith, Builder, Gpu, Module, Op, OpKind, Signedness, Type, TypeKind, Value};

/// The `gpu-expand-printf` pass.
pub const PASS: Pass = Pass {
    name: "gpu-expand-printf",
    summary: "Converts the arguments of gpu.printf as C does, and the lengths in its format with them",
    options: &[],
    run: PassFn::Always(run),
};

fn run(cx: &mut PassCx<'_>) -> Changed {
    let module = &mut *cx.module;
    let revision = module.revision();
    let all = device_modules(module).into_iter().flat_map(|device| module.walk(device));
    let is_print = |op: &Op| module.kind(*op) == OpKind::Gpu(Gpu::Printf);
    for op in all.filter(is_print).collect::<Vec<_>>() {
        expand(module, op);
    }
    (module.revision() != revision).into()
}

fn expand(module: &mut Module, op: Op) {
    let Some(format) = module.op(op).str("format").map(str::to_string) else { return };
    let letters = letters(&format).chain(std::iter::repeat('d'));
    let args: Vec<Value> = module.operands(op).to_vec();
    let mut are_wide = Vec::with_capacity(args.len());
    for (index, (arg, letter)) in args.into_iter().zip(letters).enumerate() {
        let converted = converted(&mut Builder::before(module, op), arg, letter);
        if converted != arg {
            module.set_operand(op, index, converted);
        }
        are_wide.push(width(module, module.type_of(converted)).is_none_or(|width| 32 < width));
    }
    let text = with_lengths(&format, &are_wide);
    if text != format {
        let text = module.string_attr(&text);
        module.set_attr(op, "format", text);
    }
}

/// Returns an argument in the type that C passes it in for the letter of its directive.
fn converted(at: &mut Builder<'_>, arg: Value, letter: char) -> Value {
    let ty = at.module.type_of(arg);
    let is_unsigned = UNSIGNED.contains(&letter);
    match *at.module.type_kind(ty) {
        TypeKind::Float(float) if float.width() == 8 || float.machine().is_some_and(|it| it.width() < 64) => {
            at.value(Arith::ExtF, &[arg], Type::F64, &[])
        }
        TypeKind::Index if letter == 'c' => at.value(Arith::IndexCast, &[arg], Type::I32, &[]),
        TypeKind::Integer(33..=64, Signedness::Signless) if letter == 'c' => {
            at.value(Arith::TruncI, &[arg], Type::I32, &[])
        }
        TypeKind::Integer(width @ (1..=31 | 33..=63), Signedness::Signless) => {
            let extend = if is_unsigned || width == 1 { Arith::ExtUI } else { Arith::ExtSI };
            at.value(extend, &[arg], if width < 32 { Type::I32 } else { Type::I64 }, &[])
        }
        _ => arg,
    }
}

/// Returns the width of an integer; that of `index` is 64.
fn width(module: &Module, ty: Type) -> Option<u32> {
    match module.type_kind(ty) {
        TypeKind::Integer(width, _) => Some(*width),
        TypeKind::Index => Some(64),
        _ => None,
    }
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

/// Returns the letters of the directives of a format.
fn letters(mut format: &str) -> impl Iterator<Item = char> {
    std::iter::from_fn(move || {
        format = directive(format)?.1;
        Some(format.chars().next().unwrap_or('%'))
    })
}

/// Returns the format with `ll` for 64-bit integers, and no length elsewhere.
fn with_lengths(format: &str, are_wide: &[bool]) -> String {
    let mut text = String::with_capacity(format.len() + 8);
    let mut are_wide = are_wide.iter();
    let mut rest = format;
    while let Some((before, after)) = directive(rest) {
        text.push_str(before);
        if are_wide.next() == Some(&true) && after.starts_with(INTEGERS) {
            text.push_str("ll");
        }
        rest = after;
    }
    text.push_str(rest);
    text
}
