//! `affine.for %i = max #lo(%d) to min #hi(%d) step N iter_args(%a = %x) -> (T) { … }`.

use super::operands::{check_operands, map_of, read_map_operands, write_map_operands};
use crate::affine::AffineMap;
use crate::def::Code;
use crate::diagnostics::Reported;
use crate::dialect::scf::{read_iter_args, write_iter_args};
use crate::format::read::{Reader, RegionArg};
use crate::format::write::Writer;
use crate::module::Block;
use crate::op::OpRef;
use crate::syntax::lexer::Token;
use crate::types::Type;
use crate::value::Value;
use crate::verify::VerifyCx;

/// The custom form.
pub(super) const SYNTAX: Code = Code { read, write };

/// A view of `affine.for`.
#[derive(Clone, Copy)]
pub struct AffineFor<'m>(pub OpRef<'m>);

impl<'m> AffineFor<'m> {
    /// Returns the map whose greatest result is the lower bound, and its operands.
    pub fn lower_bound(self) -> (&'m AffineMap, &'m [Value]) {
        let map = map_of(self.0, "lowerBoundMap").expect("a verified loop has bounds");
        (map, self.0.group("lowerBoundOperands"))
    }

    /// Returns the map whose least result is the upper bound, and its operands.
    pub fn upper_bound(self) -> (&'m AffineMap, &'m [Value]) {
        let map = map_of(self.0, "upperBoundMap").expect("a verified loop has bounds");
        (map, self.0.group("upperBoundOperands"))
    }

    /// Returns the step of the induction variable; positive.
    pub fn step(self) -> i64 {
        self.0.int("step").unwrap_or(1)
    }

    /// Returns the initial values of the loop-carried values.
    pub fn inits(self) -> &'m [Value] {
        self.0.group("inits")
    }

    /// Returns the body.
    pub fn body(self) -> Block {
        self.0.entry(0).expect("a verified loop has a body")
    }

    /// Returns the induction variable.
    pub fn induction_variable(self) -> Value {
        self.0.module.args(self.body())[0]
    }

    /// Returns the loop-carried values as arguments of the body.
    pub fn iter_args(self) -> &'m [Value] {
        &self.0.module.args(self.body())[1..]
    }
}

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let variable = reader.value_name()?;
    reader.expect(Token::Equal, "'=' after the induction variable")?;
    let lower = read_bound(reader, "lowerBoundMap", "max")?;
    reader.expect_word("to")?;
    let upper = read_bound(reader, "upperBoundMap", "min")?;
    let mut step = 1;
    if reader.eat_word("step") {
        let span = reader.span();
        step = reader.integer()?;
        if step <= 0 {
            return Err(
                reader.error_at(span, "expected step to be representable as a positive signed integer")
            );
        }
    }
    let attr = reader.cx.module.index_attr(step);
    reader.set_attr("step", attr);
    let carried = read_iter_args(reader)?;
    reader.set_segments(&[lower.len(), upper.len(), carried.inits.len()]);
    reader.op.operands = [lower, upper, carried.inits].concat();
    reader.op.results = carried.args.iter().map(|arg| arg.ty).collect();
    let mut args = vec![RegionArg { name: Some(variable), ty: Type::INDEX }];
    args.extend(carried.args);
    reader.region(&args)?;
    reader.attr_dict()
}

/// Reads a constant, a value, or a map with operands; several results need `max` below and `min` above.
fn read_bound(reader: &mut Reader<'_, '_>, key: &str, word: &str) -> Result<Vec<Value>, Reported> {
    let has_word = reader.eat_word(word);
    let (map, operands) = match reader.peek() {
        Token::Integer | Token::Minus => (AffineMap::constant(reader.integer()?), Vec::new()),
        Token::Value => {
            let name = reader.value_name()?;
            if reader.peek() == Token::Comma {
                return Err(reader.error("expected only one loop bound operand, but found ','"));
            }
            (AffineMap::symbol_identity(), vec![reader.resolve(name, Type::INDEX)?])
        }
        _ => {
            let span = reader.span();
            let map = read_bound_map(reader)?;
            if 1 < map.results.len() && !has_word {
                let which = if word == "max" { "lower" } else { "upper" };
                let message =
                    format!("{which} loop bound affine map with multiple results requires '{word}' prefix");
                return Err(reader.error_at(span, message));
            }
            let operands = read_map_operands(reader, map.n_dims, map.n_symbols)?;
            (map, operands)
        }
    };
    let attr = reader.cx.module.map_attr(map);
    reader.set_attr(key, attr);
    Ok(operands)
}

fn read_bound_map(reader: &mut Reader<'_, '_>) -> Result<AffineMap, Reported> {
    let span = reader.span();
    let attr = reader.attribute(None)?;
    match reader.cx.module.attr_map(attr) {
        Some(map) => Ok(map.clone()),
        None => Err(reader.error_at(span, "expected valid affine map representation for loop bounds")),
    }
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let view = AffineFor(op);
    writer.text(" ");
    writer.value(view.induction_variable());
    writer.arg_location(view.induction_variable());
    writer.text(" = ");
    write_bound(writer, op, "lowerBoundMap", "max ", view.lower_bound());
    writer.text(" to ");
    write_bound(writer, op, "upperBoundMap", "min ", view.upper_bound());
    if view.step() != 1 {
        writer.text(&format!(" step {}", view.step()));
    }
    write_iter_args(writer, view.iter_args(), view.inits());
    writer.text(" ");
    writer.region(op.regions()[0], false, !view.inits().is_empty());
    writer.attr_dict(op, &["lowerBoundMap", "upperBoundMap", "step"]);
}

fn write_bound(writer: &mut Writer<'_>, op: OpRef<'_>, key: &str, word: &str, bound: (&AffineMap, &[Value])) {
    let (map, operands) = bound;
    if let Some(value) = map.as_constant()
        && operands.is_empty()
    {
        return writer.text(&value.to_string());
    }
    if let [value] = operands
        && *map == AffineMap::symbol_identity()
    {
        return writer.value(*value);
    }
    if 1 < map.results.len() {
        writer.text(word);
    }
    if let Some(attr) = op.attr(key) {
        writer.attr(attr);
    }
    write_map_operands(writer, map.n_dims, operands);
}

pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(block) = op.entry(0) else { return cx.error(op, "expects a body") };
    if op.int("step").is_some_and(|step| step <= 0) {
        cx.error(op, "expected step to be representable as a positive signed integer");
    }
    let args = op.module.args(block);
    if args.first().map(|arg| op.type_of(*arg)) != Some(Type::INDEX) {
        return cx.error(op, "expected body to have a single index argument for the induction variable");
    }
    for (which, key, operands) in
        [("lower", "lowerBoundMap", "lowerBoundOperands"), ("upper", "upperBoundMap", "upperBoundOperands")]
    {
        let Some(map) = map_of(op, key) else { continue };
        if map.results.is_empty() {
            return cx.error(op, format!("expected {which} bound map to have at least one result"));
        }
        check_operands(cx, op, map.n_dims, map.n_symbols, op.group(operands));
    }
    check_carried(cx, op, &args[1..]);
}

/// Checks that there is one initial value and one argument of the same type per result; the yield is verified
/// separately.
fn check_carried(cx: &mut VerifyCx<'_>, op: OpRef<'_>, args: &[Value]) {
    let types = |values: &[Value]| values.iter().map(|value| op.type_of(*value)).collect::<Vec<_>>();
    let results: Vec<_> = op.results().map(|value| op.type_of(value)).collect();
    let (inits, args) = (types(op.group("inits")), types(args));
    if inits.len() != results.len() {
        let (a, b) = (inits.len(), results.len());
        return cx.error(
            op,
            format!("mismatch between the number of loop-carried values and results: {a} and {b}"),
        );
    }
    if args.len() != results.len() {
        let (a, b) = (args.len(), results.len());
        return cx
            .error(op, format!("mismatch between the number of basic block args and results: {a} and {b}"));
    }
    if inits != results || args != results {
        cx.error(op, "types of initial values, iteration arguments and results do not match");
    }
}
