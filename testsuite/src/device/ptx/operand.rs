//! Parses operands, guards and the initial values of variables.

use super::lex::Token;
use super::parse::{Name, Parser, SyntaxError};
use super::text::{Arg, Kind, Special, Ty};

/// Parses a guard after its `@`.
pub(super) fn guard(parser: &mut Parser<'_>) -> Result<(u32, bool), SyntaxError> {
    let holds = !parser.takes('!');
    match operand(parser)? {
        Arg::Reg(register) => Ok((register, holds)),
        other => Err((parser.line(), format!("expected a register as guard, but found {other:?}"))),
    }
}

/// Parses an operand.
pub(super) fn operand(parser: &mut Parser<'_>) -> Result<Arg, SyntaxError> {
    let line = parser.line();
    if parser.takes('!') {
        return match operand(parser)? {
            Arg::Reg(register) => Ok(Arg::Not(register)),
            other => Err((line, format!("expected a register after '!', but found {other:?}"))),
        };
    }
    if parser.takes('{') {
        return Ok(Arg::Vector(list(parser, '}')?));
    }
    if parser.takes('(') {
        return Ok(Arg::List(list(parser, ')')?));
    }
    if parser.takes('[') {
        return memory(parser);
    }
    let first = simple(parser)?;
    if parser.takes('|') {
        let second = simple(parser)?;
        return Ok(Arg::Pair(Box::new(first), Box::new(second)));
    }
    Ok(first)
}

fn list(parser: &mut Parser<'_>, end: char) -> Result<Vec<Arg>, SyntaxError> {
    let mut args = Vec::new();
    while !parser.takes(end) {
        args.push(operand(parser)?);
        if !parser.takes(',') {
            parser.expect(end)?;
            break;
        }
    }
    Ok(args)
}

/// Parses a memory operand after its `[`.
fn memory(parser: &mut Parser<'_>) -> Result<Arg, SyntaxError> {
    let base = simple(parser)?;
    let mut offset = 0i64;
    let mut is_negative = false;
    // A negative offset is written `+-4`.
    if parser.takes('+') {
        is_negative = parser.takes('-');
        offset = parser.int()? as i64;
    }
    parser.expect(']')?;
    let offset = if is_negative { offset.wrapping_neg() } else { offset };
    Ok(Arg::Memory(Box::new(base), offset))
}

fn simple(parser: &mut Parser<'_>) -> Result<Arg, SyntaxError> {
    let line = parser.line();
    let is_negative = parser.takes('-');
    let arg = match parser.next() {
        Token::Int(value) if is_negative => Arg::Int(value.wrapping_neg()),
        Token::F64(bits) if is_negative => Arg::F64(bits ^ (1 << 63)),
        Token::Int(value) => Arg::Int(value),
        Token::F64(bits) => Arg::F64(bits),
        Token::F32(bits) if !is_negative => Arg::F32(bits),
        Token::Word("_") if !is_negative => Arg::Nothing,
        Token::Word(word) if !is_negative => named(parser, word),
        other => return Err((line, format!("expected an operand, but found {other:?}"))),
    };
    Ok(arg)
}

fn named(parser: &Parser<'_>, word: &str) -> Arg {
    match parser.look_up(word) {
        Some(Name::Reg(register)) => Arg::Reg(register),
        Some(Name::Slot(slot)) => Arg::Slot(slot),
        Some(Name::Variable(variable)) => Arg::Variable(variable),
        None => Special::named(word).map_or_else(|| Arg::Name(word.to_string()), Arg::Special),
    }
}

/// Parses an initial value after its `=`.
pub(super) fn initial(parser: &mut Parser<'_>, ty: Ty) -> Result<Vec<u8>, SyntaxError> {
    let line = parser.line();
    let args = if parser.takes('{') { list(parser, '}')? } else { vec![simple(parser)?] };
    let mut bytes = Vec::new();
    flatten(&args, ty, &mut bytes).map_err(|message| (line, message))?;
    Ok(bytes)
}

fn flatten(args: &[Arg], ty: Ty, bytes: &mut Vec<u8>) -> Result<(), String> {
    for arg in args {
        let bits = match (arg, ty.kind) {
            (Arg::Vector(inner), _) => {
                flatten(inner, ty, bytes)?;
                continue;
            }
            (Arg::Int(value), Kind::Bits | Kind::Unsigned | Kind::Signed) => *value,
            (Arg::F32(bits), _) if ty.bits == 32 => u64::from(*bits),
            (Arg::F64(bits), _) if ty.bits == 64 => *bits,
            (Arg::F64(bits), Kind::Float(_)) if ty.bits == 32 => {
                u64::from((f64::from_bits(*bits) as f32).to_bits())
            }
            _ => return Err(format!("expected a number of {} bits, but found {arg:?}", ty.bits)),
        };
        bytes.extend_from_slice(&bits.to_le_bytes()[..ty.bytes() as usize]);
    }
    Ok(())
}
