//! `vector.transfer_read %m[%i], %pad, %mask {…} : M, V` and `vector.transfer_write %v, %m[%i], %mask {…} : V, M`.
//!
//! The permutation map is omitted when it selects the last dimensions of the source in order; `in_bounds` is
//! omitted when it is false in every dimension.

use super::parts::{Parts, element_bits, parts};
use crate::affine::{AffineMap, Expr};
use crate::attrs::{Attr, AttrKind};
use crate::def::Code;
use crate::diagnostics::Reported;
use crate::format::read::{Reader, ValueName};
use crate::format::write::Writer;
use crate::module::Module;
use crate::op::OpRef;
use crate::print::type_text;
use crate::source::Span;
use crate::syntax::lexer::Token;
use crate::types::{Type, TypeKind};
use crate::verify::VerifyCx;

/// The custom form of `vector.transfer_read`.
pub(super) const READ_SYNTAX: Code = Code { read: read_read, write: write_read };
/// The custom form of `vector.transfer_write`.
pub(super) const WRITE_SYNTAX: Code = Code { read: read_write, write: write_write };

const MAP: &str = "permutation_map";
const IN_BOUNDS: &str = "in_bounds";

/// The parts shared by both custom forms: memory, mask and types.
struct TransferAccess {
    base: ValueName,
    indices: Vec<ValueName>,
    mask: Option<ValueName>,
    /// The location of the types.
    types_at: Span,
    source: Type,
    vector: Type,
}

fn read_read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let (base, indices) = (reader.value_name()?, reader.indices()?);
    reader.expect(Token::Comma, "',' before the padding value")?;
    let padding = reader.value_name()?;
    let mask = read_mask(reader)?;
    let (types_at, [source, vector]) = read_types(reader)?;
    check_source(reader, types_at, source)?;
    check_vector(reader, types_at, vector)?;
    let access = TransferAccess { base, indices, mask, types_at, source, vector };
    let map = set_defaults(reader, &access)?;
    push(reader, access.base, source)?;
    push_indices(reader, &access)?;
    let element = reader.cx.module.element_type(source);
    push(reader, padding, element)?;
    let n_masks = push_mask(reader, &access, &map)?;
    reader.set_segments(&[1, access.indices.len(), 1, n_masks]);
    reader.op.results.push(vector);
    Ok(())
}

fn read_write(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let value = reader.value_name()?;
    reader.expect(Token::Comma, "',' before the memory to write to")?;
    let (base, indices) = (reader.value_name()?, reader.indices()?);
    let mask = read_mask(reader)?;
    let (types_at, [vector, source]) = read_types(reader)?;
    check_vector(reader, types_at, vector)?;
    check_source(reader, types_at, source)?;
    let access = TransferAccess { base, indices, mask, types_at, source, vector };
    let map = set_defaults(reader, &access)?;
    push(reader, value, vector)?;
    push(reader, access.base, source)?;
    push_indices(reader, &access)?;
    let n_masks = push_mask(reader, &access, &map)?;
    reader.set_segments(&[1, 1, access.indices.len(), n_masks]);
    if !reader.cx.module.is_memref(source) {
        reader.op.results.push(source);
    }
    Ok(())
}

fn read_mask(reader: &mut Reader<'_, '_>) -> Result<Option<ValueName>, Reported> {
    if reader.eat(Token::Comma) { reader.value_name().map(Some) } else { Ok(None) }
}

/// Reads the dictionary and two types.
fn read_types(reader: &mut Reader<'_, '_>) -> Result<(Span, [Type; 2]), Reported> {
    reader.attr_dict()?;
    let span = reader.span();
    reader.expect(Token::Colon, "':' before the types")?;
    let types = reader.type_list()?;
    let count = types.len();
    match <[Type; 2]>::try_from(types) {
        Ok(types) => Ok((span, types)),
        Err(_) => Err(reader.error_at(span, format!("requires two types, but found {count}"))),
    }
}

fn check_source(reader: &mut Reader<'_, '_>, span: Span, ty: Type) -> Result<(), Reported> {
    if is_source(&reader.cx.module, ty) {
        return Ok(());
    }
    let found = type_text(&reader.cx.module, ty);
    Err(reader.error_at(span, format!("requires memref or ranked tensor type, but found '{found}'")))
}

fn is_source(module: &Module, ty: Type) -> bool {
    matches!(module.type_kind(ty), TypeKind::MemRef(..) | TypeKind::Tensor(..))
}

fn check_vector(reader: &mut Reader<'_, '_>, span: Span, ty: Type) -> Result<(), Reported> {
    if parts(&reader.cx.module, ty).is_some() {
        return Ok(());
    }
    let found = type_text(&reader.cx.module, ty);
    Err(reader.error_at(span, format!("requires vector type, but found '{found}'")))
}

fn push(reader: &mut Reader<'_, '_>, name: ValueName, ty: Type) -> Result<(), Reported> {
    let value = reader.resolve(name, ty)?;
    reader.op.operands.push(value);
    Ok(())
}

fn push_indices(reader: &mut Reader<'_, '_>, access: &TransferAccess) -> Result<(), Reported> {
    let indices = reader.resolve_all(&access.indices, Type::INDEX)?;
    reader.op.operands.extend(indices);
    Ok(())
}

/// Sets map and bounds if the dictionary does not; returns the map.
fn set_defaults(reader: &mut Reader<'_, '_>, access: &TransferAccess) -> Result<AffineMap, Reported> {
    let given = reader.attr(MAP).map(|attr| reader.cx.module.attr_map(attr).cloned());
    let map = match given {
        Some(Some(map)) => map,
        Some(None) => {
            let message = "attribute 'permutation_map' failed to satisfy constraint: AffineMap attribute";
            return Err(reader.error_at(access.types_at, message));
        }
        None => {
            let Some(map) = default_map(&reader.cx.module, access.source, access.vector) else {
                let message = "expected a custom permutation_map when rank(source) != rank(destination)";
                return Err(reader.error_at(access.types_at, message));
            };
            let attr = reader.cx.module.map_attr(map.clone());
            reader.set_attr(MAP, attr);
            map
        }
    };
    if reader.attr(IN_BOUNDS).is_none() {
        let attr = reader.cx.module.array_attr(&vec![Attr::FALSE; map.results.len()]);
        reader.set_attr(IN_BOUNDS, attr);
    }
    Ok(map)
}

/// Returns the map of the last dimensions of the source in order; `None` if it has fewer dimensions than the
/// vector.
fn default_map(module: &Module, source: Type, vector: Type) -> Option<AffineMap> {
    let rank = module.shape(source)?.len();
    let inner = parts(module, module.element_type(source)).map_or(0, |parts| parts.rank());
    let n = parts(module, vector)?.rank().checked_sub(inner)?;
    Some(minor_identity(rank, rank.checked_sub(n)?))
}

/// Returns `(d0, …, dn) -> (dk, …, dn)`.
fn minor_identity(n_dims: usize, first: usize) -> AffineMap {
    AffineMap::new(n_dims, 0, (first as u32..n_dims as u32).map(Expr::Dim).collect())
}

/// Whether the custom form omits a map.
pub(super) fn is_minor_identity(map: &AffineMap) -> bool {
    let (n_dims, n_results) = (map.n_dims as usize, map.results.len());
    n_results <= n_dims && *map == minor_identity(n_dims, n_dims - n_results)
}

/// Reads the mask; its type is derived from the vector and the map.
fn push_mask(
    reader: &mut Reader<'_, '_>,
    access: &TransferAccess,
    map: &AffineMap,
) -> Result<usize, Reported> {
    let Some(name) = access.mask else { return Ok(0) };
    let module = &mut reader.cx.module;
    if parts(module, module.element_type(access.source)).is_some() {
        let span = reader.cx.token_span(name.token);
        return Err(reader.error_at(span, "does not support masks with vector element type"));
    }
    if parts(module, access.vector).map(|parts| parts.rank()) != Some(map.results.len()) {
        let message = "expected the same rank for the vector and the results of the permutation map";
        return Err(reader.error_at(access.types_at, message));
    }
    let Some((shape, scalable)) = parts(module, access.vector).and_then(|parts| mask_sizes(&parts, map))
    else {
        let message = "requires a projected permutation_map (at most one dim or the zero constant can appear in each result)";
        return Err(reader.error_at(access.types_at, message));
    };
    let ty = module.intern_type(TypeKind::Vector(shape.into(), scalable.into(), Type::I1));
    push(reader, name, ty)?;
    Ok(1)
}

/// Returns the sizes of the mask, in the order of the dimensions of the source, without those that the map
/// broadcasts.
fn mask_sizes(vector: &Parts<'_>, map: &AffineMap) -> Option<(Vec<i64>, Vec<bool>)> {
    let mut found = Vec::new();
    for (index, expr) in map.results.iter().enumerate() {
        match expr {
            Expr::Dim(dim) => found.push((*dim, *vector.shape.get(index)?, *vector.scalable.get(index)?)),
            Expr::Constant(_) => {}
            Expr::Symbol(_) | Expr::Binary(..) => return None,
        }
    }
    found.sort_by_key(|(dim, ..)| *dim);
    if found.is_empty() {
        return Some((vec![1], vec![false]));
    }
    Some(found.into_iter().map(|(_, size, scalable)| (size, scalable)).unzip())
}

/// Returns the sizes of the mask of a transfer, as `vector.mask` needs it.
pub(super) fn mask_of(op: OpRef<'_>, vector: Type) -> Option<(Vec<i64>, Vec<bool>)> {
    let map = op.attr(MAP).and_then(|attr| op.module.attr_map(attr))?;
    mask_sizes(&parts(op.module, vector)?, map)
}

fn write_read(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    write_base(writer, op);
    writer.text(", ");
    writer.values(op.group("padding"));
    write_mask_and_attrs(writer, op);
    writer.ty(op.operand_type(0));
    writer.text(", ");
    writer.ty(op.result_type(0));
}

fn write_write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    writer.values(op.group("valueToStore"));
    writer.text(", ");
    write_base(writer, op);
    write_mask_and_attrs(writer, op);
    writer.types_of(&op.operands()[..2]);
}

/// Writes `%base[%i, …]`; without operands if segment sizes are invalid, since dumps show invalid modules too.
fn write_base(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.values(op.group("base"));
    writer.text("[");
    writer.values(op.group("indices"));
    writer.text("]");
}

fn write_mask_and_attrs(writer: &mut Writer<'_>, op: OpRef<'_>) {
    for mask in op.group("mask") {
        writer.text(", ");
        writer.value(*mask);
    }
    let mut elided = Vec::new();
    if map_of(op).is_some_and(is_minor_identity) {
        elided.push(MAP);
    }
    if bounds(op).iter().all(|bound| *bound == Attr::FALSE) {
        elided.push(IN_BOUNDS);
    }
    writer.attr_dict(op, &elided);
    writer.text(" : ");
}

fn map_of(op: OpRef<'_>) -> Option<&AffineMap> {
    op.attr(MAP).and_then(|attr| op.module.attr_map(attr))
}

fn bounds(op: OpRef<'_>) -> &[Attr] {
    match op.attr(IN_BOUNDS).map(|attr| op.module.attr_kind(attr)) {
        Some(AttrKind::Array(items)) => items,
        _ => &[],
    }
}

/// Checks the slots source, indices, padding and mask: the padding has the element type.
pub(super) fn verify_read(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let source = op.operand_type(0);
    if !check_transfer(cx, op, source, op.result_type(0), op.group("indices").len()) {
        return;
    }
    let element = module.element_type(source);
    let padding = op.type_of(op.named("padding"));
    if padding != element {
        let what = if parts(module, element).is_some() {
            "requires source element type and padding type to match."
        } else {
            "requires formal padding and source of the same elemental type"
        };
        return cx.error(op, what);
    }
    check_map(cx, op);
}

/// Checks the slots value, destination, indices and mask: no dimension is broadcast.
pub(super) fn verify_write(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let base = op.operand_type(1);
    let before = cx.diagnostics.n_errors();
    check_result(cx, op, base);
    if before < cx.diagnostics.n_errors() {
        return;
    }
    check_indices(cx, op, base, op.group("indices").len());
    if before < cx.diagnostics.n_errors() {
        return;
    }
    if map_of(op).is_some_and(|map| map.results.iter().any(|expr| matches!(expr, Expr::Constant(0)))) {
        return cx.error(op, "should not have broadcast dimensions");
    }
    if check_transfer(cx, op, base, op.operand_type(0), op.group("indices").len()) {
        check_map(cx, op);
    }
}

/// Checks that writing a tensor yields a new one of its type, and that a memref is written in place.
fn check_result(cx: &mut VerifyCx<'_>, op: OpRef<'_>, base: Type) {
    let n_tensors = usize::from(!op.module.is_memref(base));
    let n_results = op.n_results();
    if n_tensors != n_results {
        return cx.error(op, format!("expected the number of tensor results ({n_results}) to be equal to the number of output tensors ({n_tensors})"));
    }
    if n_results == 1 && op.result_type(0) != base {
        let (wanted, found) = (type_text(op.module, base), type_text(op.module, op.result_type(0)));
        cx.error(
            op,
            format!(
                "expected type of operand #1 ('{wanted}') to match type of corresponding result ('{found}')"
            ),
        );
    }
}

fn check_indices(cx: &mut VerifyCx<'_>, op: OpRef<'_>, source: Type, n_indices: usize) {
    let rank = op.module.shape(source).map_or(0, <[i64]>::len);
    if rank != n_indices {
        cx.error(op, format!("requires {rank} indices, but found {n_indices}"));
    }
}

/// Checks the rules of both directions; returns whether they hold.
fn check_transfer(
    cx: &mut VerifyCx<'_>,
    op: OpRef<'_>,
    source: Type,
    vector: Type,
    n_indices: usize,
) -> bool {
    let before = cx.diagnostics.n_errors();
    check_indices(cx, op, source, n_indices);
    if before == cx.diagnostics.n_errors()
        && let Some(problem) = transfer_problem(op, source, vector)
    {
        cx.error(op, problem);
    }
    before == cx.diagnostics.n_errors()
}

fn transfer_problem(op: OpRef<'_>, source: Type, vector: Type) -> Option<String> {
    if op.attr("masked").is_some() {
        return Some("masked attribute has been removed. Use in_bounds instead.".into());
    }
    if !is_source(op.module, source) {
        return Some("requires source to be a memref or ranked tensor type".into());
    }
    let map = map_of(op)?;
    if let Some(problem) = element_problem(op, source, vector, map) {
        return Some(problem.into());
    }
    if map.n_symbols != 0 {
        return Some("requires permutation_map without symbols".into());
    }
    if Some(map.n_dims as usize) != op.module.shape(source).map(<[i64]>::len) {
        return Some("requires a permutation_map with input dims of the same rank as the source type".into());
    }
    mask_problem(op, vector).or_else(|| {
        let n_bounds = bounds(op).len();
        (n_bounds != map.results.len()).then(|| {
            format!("expects the in_bounds attr of same rank as permutation_map results: affine_map<{map}> vs inBounds of size: {n_bounds}")
        })
    })
}

/// Returns the error if the vector is not a whole number of source elements, or the map lacks a result per
/// dimension.
fn element_problem(op: OpRef<'_>, source: Type, vector: Type, map: &AffineMap) -> Option<&'static str> {
    const RANK: &str = "requires a permutation_map with result dims of the same rank as the vector type";
    let module = op.module;
    let vector = parts(module, vector)?;
    let bits = minor_bits(module, &vector);
    let element = module.element_type(source);
    let Some(inner) = parts(module, element) else {
        if is_fraction(bits, element_bits(module, element)) {
            return Some(
                "requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the source element type",
            );
        }
        return (map.results.len() != vector.rank()).then_some(RANK);
    };
    if is_fraction(bits, minor_bits(module, &inner)) {
        return Some(
            "requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the minor 1-D vector of the source",
        );
    }
    let Some(rank) = vector.rank().checked_sub(inner.rank()) else {
        return Some("requires source vector element and vector result ranks to match.");
    };
    if map.results.len() != rank {
        return Some(RANK);
    }
    (!op.group("mask").is_empty()).then_some("does not support masks with vector element type")
}

/// Whether `whole` bits are not a multiple of `part`.
fn is_fraction(whole: Option<i64>, part: Option<i64>) -> bool {
    matches!((whole, part), (Some(whole), Some(part)) if whole.checked_rem(part) != Some(0))
}

/// Returns the number of bits of the last dimension.
fn minor_bits(module: &Module, vector: &Parts<'_>) -> Option<i64> {
    let last = vector.shape.last().copied().unwrap_or(1);
    element_bits(module, vector.element).map(|bits| bits.saturating_mul(last))
}

/// Returns the error if the mask does not have the sizes that follow from the vector and the map.
fn mask_problem(op: OpRef<'_>, vector: Type) -> Option<String> {
    let found = op.type_of(*op.group("mask").first()?);
    let (shape, scalable) = mask_of(op, vector)?;
    let wanted = Parts { shape: &shape, scalable: &scalable, element: Type::I1 };
    if parts(op.module, found) == Some(wanted) {
        return None;
    }
    let (wanted, found) = (wanted.text(op.module), type_text(op.module, found));
    Some(format!("inferred mask type ('{wanted}') and mask operand type ('{found}') don't match"))
}

/// Checks that each result of the map is either 0 or a dimension that no other result uses.
fn check_map(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(map) = map_of(op) else { return };
    let mut seen = vec![false; map.n_dims as usize];
    for expr in &map.results {
        match expr {
            Expr::Constant(0) => {}
            Expr::Dim(dim) => {
                let Some(seen) = seen.get_mut(*dim as usize) else { continue };
                if std::mem::replace(seen, true) {
                    return cx.error(op, "requires a permutation_map that is a permutation (found one dim used more than once)");
                }
            }
            Expr::Constant(_) | Expr::Symbol(_) | Expr::Binary(..) => {
                return cx.error(op, "requires a projected permutation_map (at most one dim or the zero constant can appear in each result)");
            }
        }
    }
}
