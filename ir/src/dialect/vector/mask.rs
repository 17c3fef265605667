//! `vector.mask %m, %passthru { operation } : M -> T`, on one line, and the verification of masks.

use super::parts::{Parts, numbers, parts};
use super::{Vector, contract, transfer};
use crate::builder::Builder;
use crate::def::Code;
use crate::diagnostics::Reported;
use crate::dialect::OpKind;
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::location::Location;
use crate::op::OpRef;
use crate::placement::Place;
use crate::print::write_unnamed_op;
use crate::syntax::lexer::Token;
use crate::types::Type;
use crate::value::Value;
use crate::verify::VerifyCx;

/// The custom form.
pub(super) const SYNTAX: Code = Code { read, write };

const YIELD: OpKind = OpKind::Vector(Vector::Yield);

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let span = reader.span();
    let mask = reader.value_name()?;
    let passthru = if reader.eat(Token::Comma) { Some(reader.value_name()?) } else { None };
    reader.region(&[])?;
    add_yield(reader);
    reader.attr_dict()?;
    reader.expect(Token::Colon, "':' before the type of the mask")?;
    let ty = reader.parse_type()?;
    if reader.eat(Token::Arrow) {
        reader.op.results = reader.result_types()?;
    }
    let mask = reader.resolve(mask, ty)?;
    reader.op.operands.push(mask);
    if let Some(name) = passthru {
        let Some(ty) = reader.op.results.first().copied() else {
            return Err(reader.error_at(span, "expects a result if passthru operand is provided"));
        };
        let value = reader.resolve(name, ty)?;
        reader.op.operands.push(value);
    }
    Ok(())
}

/// Adds the implicit `vector.yield` of all results of a single operation.
fn add_yield(reader: &mut Reader<'_, '_>) {
    let Some(region) = reader.op.regions.last().copied() else { return };
    let module = &mut reader.cx.module;
    let block = match module.blocks_of(region).last() {
        Some(block) => *block,
        None => module.add_block(region, &[]),
    };
    let ops = module.ops_in(block);
    if ops.last().is_some_and(|op| module.kind(*op) == YIELD) {
        return;
    }
    let values: Vec<Value> = match ops[..] {
        [only] => module.results(only).collect(),
        _ => Vec::new(),
    };
    let mut builder = Builder::new(module, Place::End(block), Location::UNKNOWN);
    builder.op(Vector::Yield, &values, &[], &[]);
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    writer.values(op.operands());
    writer.text(" { ");
    if let Some(first) = op.entry(0).and_then(|block| op.module.first_op(block)) {
        write_unnamed_op(writer, first);
    }
    writer.text(" }");
    writer.attr_dict(op, &[]);
    writer.text(" : ");
    writer.ty(op.operand_type(0));
    if 0 < op.n_results() {
        writer.text(" -> ");
        writer.types(op.results().map(|value| op.type_of(value)));
    }
}

/// Checks that the region has one maskable operation and yields its results.
pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let Some(block) = op.entry(0) else {
        return cx.error(op, "region #0 ('maskRegion') failed to verify constraint: region with 1 blocks");
    };
    if !module.args(block).is_empty() {
        return cx.error(op, "region should have no arguments");
    }
    let ops = module.ops_in(block);
    if 2 < ops.len() {
        return cx.error(op, format!("expects only one operation to mask, but found {}", ops.len() - 1));
    }
    let Some(end) = ops.last().filter(|last| module.kind(**last) == YIELD) else {
        return cx.error(op, "expects a terminator within the mask region, 'vector.yield'");
    };
    let yielded = module.operands(*end);
    if yielded.len() != op.n_results() {
        return cx.error(op, "expects number of results to match mask region yielded values");
    }
    if let [masked, _] = ops[..] {
        check_masked(cx, op, op.other(masked), yielded);
    }
}

fn check_masked(cx: &mut VerifyCx<'_>, op: OpRef<'_>, masked: OpRef<'_>, yielded: &[Value]) {
    let module = op.module;
    let OpKind::Vector(kind) = masked.kind() else {
        let name = masked.name();
        return cx
            .error(op, format!("expects a MaskableOpInterface within the mask region, but found '{name}'"));
    };
    if !is_maskable(kind) {
        let name = masked.name();
        return cx
            .error(op, format!("expects a MaskableOpInterface within the mask region, but found '{name}'"));
    }
    let results: Vec<Value> = masked.results().collect();
    if results.len() != op.n_results() {
        return cx.error(op, "expects number of results to match maskable operation number of results");
    }
    if results != yielded {
        return cx.error(op, "expects all the results from the MaskableOpInterface to match all the values returned by the terminator");
    }
    if !results.iter().zip(op.results()).all(|(a, b)| module.type_of(*a) == module.type_of(b)) {
        return cx.error(op, "expects result type to match maskable operation result type");
    }
    if check_mask_type(cx, op, masked, kind) {
        check_passthru(cx, op, masked, kind);
    }
}

/// Whether an operation is allowed in `vector.mask`.
fn is_maskable(kind: Vector) -> bool {
    matches!(
        kind,
        Vector::Contract
            | Vector::Reduction
            | Vector::MultiReduction
            | Vector::OuterProduct
            | Vector::TransferRead
            | Vector::TransferWrite
            | Vector::Gather
    )
}

/// Returns the sizes of the mask that an operation requires; `None` if its types are invalid.
fn mask_sizes(masked: OpRef<'_>, kind: Vector) -> Option<(Vec<i64>, Vec<bool>)> {
    let like =
        |ty: Type| parts(masked.module, ty).map(|parts| (parts.shape.to_vec(), parts.scalable.to_vec()));
    match kind {
        Vector::Contract => contract::loop_sizes(masked),
        Vector::OuterProduct | Vector::Gather => like(masked.result_type(0)),
        Vector::TransferRead => transfer::mask_of(masked, masked.result_type(0)),
        Vector::TransferWrite => transfer::mask_of(masked, masked.operand_type(0)),
        _ => like(masked.operand_type(0)),
    }
}

fn check_mask_type(cx: &mut VerifyCx<'_>, op: OpRef<'_>, masked: OpRef<'_>, kind: Vector) -> bool {
    let Some((shape, scalable)) = mask_sizes(masked, kind) else { return true };
    let wanted = Parts { shape: &shape, scalable: &scalable, element: Type::I1 };
    let fits = parts(op.module, op.operand_type(0)) == Some(wanted);
    if !fits {
        let wanted = wanted.text(op.module);
        cx.error(op, format!("expects a '{wanted}' mask for the maskable operation"));
    }
    fits
}

fn check_passthru(cx: &mut VerifyCx<'_>, op: OpRef<'_>, masked: OpRef<'_>, kind: Vector) {
    let Some(passthru) = op.group("passthru").first() else { return };
    if kind != Vector::TransferRead {
        return cx.error(op, "doesn't expect a passthru argument for this maskable operation");
    }
    if op.type_of(*passthru) != masked.result_type(0) {
        cx.error(op, "expects passthru type to match result type");
    }
}

/// Checks that there is one size per dimension, none exceeds it, and either all or none are zero.
pub(super) fn verify_constant_mask(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(result) = parts(op.module, op.result_type(0)) else { return };
    let sizes = numbers(op, "mask_dim_sizes");
    let problem = if result.rank() == 0 && sizes.len() != 1 {
        "array attr must have length 1 for 0-D vectors"
    } else if result.rank() == 0 && !matches!(sizes[0], 0 | 1) {
        "mask dim size must be either 0 or 1 for 0-D vectors"
    } else if result.rank() == 0 {
        return;
    } else if sizes.len() != result.rank() {
        "must specify array attr of size equal vector result rank"
    } else {
        return check_mask_sizes(cx, op, &result, &sizes);
    };
    cx.error(op, problem);
}

fn check_mask_sizes(cx: &mut VerifyCx<'_>, op: OpRef<'_>, result: &Parts<'_>, sizes: &[i64]) {
    for (index, (size, limit)) in sizes.iter().zip(result.shape).enumerate() {
        if !(0..=*limit).contains(size) {
            let message = format!(
                "array attr of size out of bounds of vector result dimension size: {size} is not from 0 to {limit}"
            );
            return cx.error(op, message);
        }
        if result.scalable[index] && *size != 0 && size != limit {
            return cx.error(op, "only supports 'none set' or 'all set' scalable dimensions");
        }
    }
    if sizes.contains(&0) && sizes.iter().any(|size| *size != 0) {
        cx.error(
            op,
            "expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim",
        );
    }
}

/// Checks that there is one operand per dimension, and one for a vector without dimensions.
pub(super) fn verify_create_mask(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(result) = parts(op.module, op.result_type(0)) else { return };
    let found = op.operands().len();
    if result.rank() == 0 && found != 1 {
        cx.error(op, format!("must specify exactly one operand for 0-D create_mask, but found {found}"));
    } else if 0 < result.rank() && found != result.rank() {
        let wanted = result.rank();
        let message =
            format!("must specify an operand for each result vector dimension: {wanted}, but found {found}");
        cx.error(op, message);
    }
}
