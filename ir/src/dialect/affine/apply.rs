//! `affine.apply #map(%d)[%s]`, and likewise min and max.

use super::operands::{check_symbols, map_of, read_map, read_map_operands, write_map_operands};
use crate::affine::AffineMap;
use crate::def::Code;
use crate::diagnostics::Reported;
use crate::dialect::{Affine, OpKind};
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::print::type_text;
use crate::types::Type;
use crate::verify::VerifyCx;

/// The custom form.
pub(super) const SYNTAX: Code = Code { read, write };

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let map = read_map(reader)?;
    reader.op.operands = read_map_operands(reader, map.n_dims, map.n_symbols)?;
    let is_apply = reader.op.kind == OpKind::Affine(Affine::Apply);
    let n_results = if is_apply { map.results.len() } else { 1 };
    let attr = reader.cx.module.map_attr(map);
    reader.set_attr("map", attr);
    reader.op.results = vec![Type::INDEX; n_results];
    reader.attr_dict()
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let Some(attr) = op.attr("map") else { return };
    writer.text(" ");
    writer.attr(attr);
    let n_dims = map_of(op, "map").map_or(0, |map| map.n_dims);
    write_map_operands(writer, n_dims, op.operands());
    writer.attr_dict(op, &["map"]);
}

/// Checks that the map has one result.
pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(map) = map_of(op, "map") else { return };
    if map.results.len() != 1 {
        return cx.error(
            op,
            format!("mapping must produce one value, but the map has {} results", map.results.len()),
        );
    }
    if check_count(cx, op, map) {
        check_symbols(cx, op, map.n_dims as usize, op.operands());
    }
}

fn check_count(cx: &mut VerifyCx<'_>, op: OpRef<'_>, map: &AffineMap) -> bool {
    let (wanted, found) = (map.n_inputs(), op.operands().len());
    if wanted != found {
        cx.error(op, format!("operand count and affine map dimension and symbol count must match: expected {wanted}, but found {found}"));
    }
    wanted == found
}

/// Checks that the map has at least one result.
pub(super) fn verify_min_max(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(map) = map_of(op, "map") else { return };
    if map.results.is_empty() {
        return cx.error(op, "affine map expect at least one result");
    }
    check_count(cx, op, map);
}

/// Checks that the yield ends a loop or branch and has one operand per result, of the same type.
pub(super) fn verify_yield(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let parent = op.module.parent_op(op.op).map(|parent| op.other(parent));
    let Some(parent) = parent.filter(|parent| {
        matches!(parent.kind(), OpKind::Affine(Affine::For | Affine::If | Affine::Parallel))
    }) else {
        return cx.error(op, "only terminates affine.if/for/parallel regions");
    };
    let (wanted, found) = (parent.n_results(), op.operands().len());
    if wanted != found {
        return cx.error(op, format!("parent of yield must have same number of results as the yield operands: expected {wanted}, but found {found}"));
    }
    for (result, value) in parent.results().zip(op.operands()) {
        let (wanted, found) = (op.type_of(result), op.type_of(*value));
        if wanted != found {
            let (wanted, found) = (type_text(op.module, wanted), type_text(op.module, found));
            return cx.error(
                op,
                format!(
                    "types mismatch between yield op and its parent: expected '{wanted}', but found '{found}'"
                ),
            );
        }
    }
}
