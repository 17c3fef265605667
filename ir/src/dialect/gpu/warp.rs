//! `gpu.warp_execute_on_lane_0(%lane)[32] args(%v : T, …) -> (U, …) { … }`.

use crate::def::Code;
use crate::diagnostics::Reported;
use crate::dialect::{Gpu, OpKind, Vector};
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::module::Module;
use crate::op::OpRef;
use crate::placement::Place;
use crate::print::type_text;
use crate::rewrite::OpSpec;
use crate::syntax::lexer::Token;
use crate::types::{Type, TypeKind};
use crate::verify::VerifyCx;

/// The custom form.
pub(super) const SYNTAX: Code = Code { read, write };

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    reader.expect(Token::LParen, "'(' before the lane")?;
    reader.operand(Type::INDEX)?;
    reader.expect(Token::RParen, "')' after the lane")?;
    reader.expect(Token::LSquare, "'[' before the size of the warp")?;
    let size = reader.integer()?;
    reader.expect(Token::RSquare, "']' after the size of the warp")?;
    let size = reader.cx.module.int_attr(size, Type::I64);
    reader.set_attr("warp_size", size);
    if reader.eat_word("args") {
        reader.expect(Token::LParen, "'(' after 'args'")?;
        let names = reader.value_names()?;
        reader.expect(Token::Colon, "':' before the types of the arguments")?;
        let types = reader.type_list_until(Token::RParen)?;
        let values = reader.resolve_each(&names, &types)?;
        reader.op.operands.extend(values);
    }
    if reader.eat(Token::Arrow) {
        reader.op.results = reader.result_types()?;
    }
    reader.region(&[])?;
    replace_former_yield(reader);
    reader.attr_dict()
}

/// Replaces the `vector.yield` of older texts, in which the operation belongs to that dialect.
pub(in crate::dialect) fn replace_former_yield(reader: &mut Reader<'_, '_>) {
    let module = &mut reader.cx.module;
    let Some(block) = reader.op.regions.first().and_then(|region| module.blocks_of(*region).first().copied())
    else {
        return;
    };
    let Some(last) = module.last_op(block).filter(|last| module.kind(*last) == OpKind::Vector(Vector::Yield))
    else {
        return;
    };
    let operands = module.operands(last).to_vec();
    let (attrs, location) = (module.attrs(last).to_vec(), module.location(last));
    let spec =
        OpSpec { operands: &operands, attrs: &attrs, ..OpSpec::new(OpKind::Gpu(Gpu::Yield), location) };
    let replacement = module.create(&spec);
    module.erase(last);
    module.insert(replacement, Place::End(block));
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let (lane, args) = (op.named("laneid"), op.group("args"));
    writer.text("(");
    writer.value(lane);
    writer.text(&format!(")[{}]", op.int("warp_size").unwrap_or(0)));
    if !args.is_empty() {
        writer.text(" args(");
        writer.values(args);
        writer.text(" : ");
        writer.types_of(args);
        writer.text(")");
    }
    if 0 < op.n_results() {
        writer.text(" -> (");
        writer.types(op.results().map(|value| op.type_of(value)));
        writer.text(")");
    }
    writer.text(" ");
    writer.region(op.regions()[0], true, 0 < op.n_results());
    writer.attr_dict(op, &["warp_size"]);
}

/// Checks that arguments and results have the types in the region, or a lane's part of them.
pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let Some(block) = op.entry(0) else { return cx.error(op, "requires a region with 1 blocks") };
    let types = |values: &[_]| -> Vec<Type> { values.iter().map(|value| op.type_of(*value)).collect() };
    let (inner, outer) = (types(module.args(block)), types(op.group("args")));
    if inner.len() != outer.len() {
        let found = format!("{} and {}", outer.len(), inner.len());
        let message = "expected same number op arguments and block arguments";
        return cx.error(op, format!("{message}, but found {found}"));
    }
    check_shares(cx, op, &inner, &outer);
    let Some(last) = module.last_op(block) else { return };
    let yielded = types(module.operands(last));
    let results: Vec<_> = op.results().map(|value| op.type_of(value)).collect();
    if module.kind(last) != OpKind::Gpu(Gpu::Yield) || yielded.len() != results.len() {
        let found = format!("{} and {}", yielded.len(), results.len());
        let message = "expected same number of yield operands and return values";
        return cx.error(op, format!("{message}, but found {found}"));
    }
    check_shares(cx, op, &yielded, &results);
}

/// Returns the elements of each lane, in row-major order, as numbers of elements of a vector of these sizes, whose parts
/// have the sizes `parts`: lanes divide the dimensions, the last one fastest.
pub fn lane_shares(sizes: &[usize], parts: &[usize]) -> Vec<Vec<u32>> {
    let counts: Vec<usize> = sizes.iter().zip(parts).map(|(size, part)| size / part.max(&1)).collect();
    let element = |lane: usize, number: usize| {
        let (lane, place) = (coordinates(lane, &counts), coordinates(number, parts));
        let dims = lane.iter().zip(&place).zip(parts.iter().zip(sizes));
        dims.fold(0, |at, ((lane, place), (part, size))| at * size + lane * part + place) as u32
    };
    let (n_parts, n_lanes) = (parts.iter().product(), counts.iter().product());
    (0..n_lanes).map(|lane| (0..n_parts).map(|number| element(lane, number)).collect()).collect()
}

/// Returns the place of an element in row-major order.
fn coordinates(mut number: usize, shape: &[usize]) -> Vec<usize> {
    let mut found = vec![0; shape.len()];
    for (place, size) in found.iter_mut().zip(shape).rev() {
        *place = number % size.max(&1);
        number /= size.max(&1);
    }
    found
}

fn check_shares(cx: &mut VerifyCx<'_>, op: OpRef<'_>, whole: &[Type], shares: &[Type]) {
    let warp_size = op.int("warp_size").unwrap_or(0);
    for (whole, share) in whole.iter().zip(shares) {
        if let Some(message) = wrong_share(op.module, *whole, *share, warp_size) {
            return cx.error(op, message);
        }
    }
}

/// Returns a description of the error in the type of a lane's part of a value.
fn wrong_share(module: &Module, whole: Type, share: Type, warp_size: i64) -> Option<String> {
    if whole == share {
        return None;
    }
    let (whole_text, share_text) = (type_text(module, whole), type_text(module, share));
    let (TypeKind::Vector(sizes, _, element), TypeKind::Vector(parts, _, part)) =
        (module.type_kind(whole), module.type_kind(share))
    else {
        let message = "expected vector type for distributed operands";
        return Some(format!("{message}, but found '{share_text}' for '{whole_text}'"));
    };
    if sizes.len() != parts.len() || element != part {
        let message = "expected distributed vectors to have same rank and element type";
        return Some(format!("{message}, but found '{share_text}' for '{whole_text}'"));
    }
    let mut lanes = 1i64;
    for (index, (size, part)) in sizes.iter().zip(parts).enumerate() {
        if size % part != 0 {
            return Some(format!(
                "expected expanded vector dimension #{index} ({size}) to be a multipler of the distributed vector \
                 dimension ({part})"
            ));
        }
        lanes = lanes.saturating_mul(size / part);
    }
    let message = || {
        format!(
            "incompatible distribution dimensions from {whole_text} to {share_text} with warp size = {warp_size}"
        )
    };
    (lanes != warp_size).then(message)
}
