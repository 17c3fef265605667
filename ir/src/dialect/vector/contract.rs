//! `vector.contract`: sums of products over the dimensions that affine maps select.

use super::kinds::kind_fits;
use super::parts::{Parts, parts};
use crate::affine::{AffineMap, Expr};
use crate::attrs::{Attr, AttrKind};
use crate::def::{Code, foreign_words};
use crate::diagnostics::Reported;
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::print::attr_text;
use crate::source::Span;
use crate::syntax::lexer::Token;
use crate::types::Type;
use crate::verify::VerifyCx;

/// The custom form: `{indexing_maps = […], iterator_types = […], kind = …} %a, %b, %c : A, B into C`.
pub(super) const SYNTAX: Code = Code { read, write };

/// The attributes that precede the operands.
const TRAIT_KEYS: [&str; 3] = ["indexing_maps", "iterator_types", "kind"];
/// The keywords of `#vector.iterator_type<…>`.
pub(super) const ITERATORS: [&str; 2] = ["parallel", "reduction"];

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let span = reader.span();
    let traits = reader.attribute(None)?;
    let mut names = vec![reader.value_name()?];
    for what in ["',' before the second operand", "',' before the accumulator"] {
        reader.expect(Token::Comma, what)?;
        names.push(reader.value_name()?);
    }
    reader.attr_dict()?;
    reader.expect(Token::Colon, "':' before the types")?;
    let types = reader.type_list()?;
    reader.expect_word("into")?;
    let result = reader.parse_type()?;
    if types.len() < 2 {
        return Err(
            reader.error_at(span, format!("expected two types before 'into', but found {}", types.len()))
        );
    }
    let values = reader.resolve_each(&names, &[types[0], types[1], result])?;
    reader.op.operands.extend(values);
    reader.op.results.push(result);
    set_traits(reader, traits, span)
}

/// Adds the entries of the leading dictionary; iterators are stored as enums, and the default kind is `add`.
fn set_traits(reader: &mut Reader<'_, '_>, traits: Attr, span: Span) -> Result<(), Reported> {
    let AttrKind::Dict(entries) = reader.cx.module.attr_kind(traits).clone() else {
        return Err(reader.error_at(span, "expected a dictionary with the indexing maps"));
    };
    for entry in entries {
        let key = reader.cx.module.text(entry.name).to_string();
        if reader.attr(&key).is_some() {
            return Err(reader.error_at(span, format!("duplicate key '{key}' in the dictionary")));
        }
        reader.set_attr(&key, entry.value);
    }
    let iterators = iterator_enums(reader, span)?;
    for (key, value) in &mut reader.op.attrs {
        if key == "iterator_types" {
            *value = iterators;
        }
    }
    if reader.attr("kind").is_none() {
        let kind = reader.cx.module.foreign_attr("vector.kind<add>");
        reader.set_attr("kind", kind);
    }
    Ok(())
}

/// Returns the iterators as enums, converted from strings.
fn iterator_enums(reader: &mut Reader<'_, '_>, span: Span) -> Result<Attr, Reported> {
    let attr = reader.attr("iterator_types").map(|attr| reader.cx.module.attr_kind(attr).clone());
    let Some(AttrKind::Array(items)) = attr else {
        return Err(reader.error_at(span, "expected \"iterator_types\" array attribute"));
    };
    let mut enums = Vec::new();
    for item in items {
        let Some(text) = reader.cx.module.attr_str(item).map(str::to_string) else {
            let found = attr_text(&reader.cx.module, item);
            return Err(
                reader.error_at(span, format!("expected iterator_types to be strings, but found {found}"))
            );
        };
        if !ITERATORS.contains(&text.as_str()) {
            return Err(reader.error_at(span, format!("unexpected iterator_type ({text})")));
        }
        enums.push(reader.cx.module.foreign_attr(&format!("vector.iterator_type<{text}>")));
    }
    Ok(reader.cx.module.array_attr(&enums))
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" {");
    let mut index = 0;
    for key in TRAIT_KEYS {
        let Some(attr) = op.attr(key) else { continue };
        writer.comma(index);
        index += 1;
        writer.text(key);
        writer.text(" = ");
        if key == "iterator_types" {
            write_iterators(writer, op);
        } else {
            writer.attr(attr);
        }
    }
    if op.attr("kind").is_none() {
        writer.text(", kind = #vector.kind<add>");
    }
    writer.text("} ");
    writer.values(op.operands());
    writer.attr_dict(op, &TRAIT_KEYS);
    writer.text(" : ");
    writer.types_of(&op.operands()[..2]);
    writer.text(" into ");
    writer.ty(op.result_type(0));
}

fn write_iterators(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text("[");
    for (index, iterator) in iterators(op).into_iter().enumerate() {
        writer.comma(index);
        writer.text(&format!("\"{iterator}\""));
    }
    writer.text("]");
}

/// Returns the keywords of the iterators.
fn iterators(op: OpRef<'_>) -> Vec<&str> {
    let kinds = array(op, "iterator_types").iter().map(|item| op.module.attr_kind(*item));
    kinds.filter_map(|kind| foreign_words(op.module, kind, "vector.iterator_type")).collect()
}

fn array<'m>(op: OpRef<'m>, key: &str) -> &'m [Attr] {
    match op.attr(key).map(|attr| op.module.attr_kind(attr)) {
        Some(AttrKind::Array(items)) => items,
        _ => &[],
    }
}

/// Returns the maps of the operands.
fn maps(op: OpRef<'_>) -> Vec<&AffineMap> {
    array(op, "indexing_maps").iter().filter_map(|item| op.module.attr_map(*item)).collect()
}

/// Returns the dimensions of a map of dimensions, in the order of its results.
fn dims(map: &AffineMap) -> Vec<usize> {
    let dim = |expr: &Expr| if let Expr::Dim(dim) = expr { Some(*dim as usize) } else { None };
    map.results.iter().filter_map(dim).collect()
}

/// Checks that the types agree with the maps, and the maps with the iterators.
pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let (Some(lhs), Some(rhs)) = (parts(module, op.operand_type(0)), parts(module, op.operand_type(1)))
    else {
        return;
    };
    if lhs.element != rhs.element {
        return cx.error(op, "failed to verify that lhs and rhs have same element type");
    }
    if module.element_type(op.operand_type(2)) != module.element_type(op.result_type(0)) {
        let message = "failed to verify that third operand acc and result have same element type";
        return cx.error(op, message);
    }
    if is_signed(op, lhs.element) {
        return cx.error(op, "only supports signless integer types");
    }
    if !maps_fit(cx, op) || !pairs_fit(cx, op, &lhs, &rhs) || !result_fits(cx, op, &lhs, &rhs) {
        return;
    }
    if !kind_fits(op, op.result_type(0)) {
        cx.error(op, "unsupported contraction type");
    }
}

fn is_signed(op: OpRef<'_>, ty: Type) -> bool {
    use crate::types::{Signedness, TypeKind};
    matches!(op.module.type_kind(ty), TypeKind::Integer(_, Signedness::Signed | Signedness::Unsigned))
}

/// Checks that there is one map per operand, which maps each of its dimensions to a different loop dimension.
fn maps_fit(cx: &mut VerifyCx<'_>, op: OpRef<'_>) -> bool {
    let n_iterators = array(op, "iterator_types").len();
    if iterators(op).iter().filter(|name| ITERATORS.contains(name)).count() != n_iterators {
        cx.error(
            op,
            "attribute 'iterator_types' failed to satisfy constraint: Iterator type should be an enum.",
        );
        return false;
    }
    let maps = maps(op);
    if maps.len() != 3 || array(op, "indexing_maps").len() != 3 {
        cx.error(op, "expected an indexing map for each vector operand");
        return false;
    }
    for (index, map) in maps.into_iter().enumerate() {
        let rank = parts(op.module, op.operand_type(index)).map_or(0, |parts| parts.rank());
        let mut named = dims(map);
        named.sort_unstable();
        named.dedup();
        let problem = if map.n_symbols != 0 {
            "have no symbols".to_string()
        } else if map.n_dims as usize != n_iterators {
            format!("have {n_iterators} number of inputs")
        } else if map.results.len() != rank {
            format!("have {rank} number of outputs")
        } else if named.len() != rank {
            "be a projected permutation of its inputs".to_string()
        } else {
            continue;
        };
        cx.error(op, format!("expected indexing map {index} to {problem}"));
        return false;
    }
    true
}

/// Returns the pairs of dimensions of the two vectors that share an iterator of this kind.
fn pairs(op: OpRef<'_>, wanted: &str) -> Vec<(usize, usize)> {
    let maps = maps(op);
    let (lhs, rhs) = (dims(maps[0]), dims(maps[1]));
    let place = |list: &[usize], dim: usize| list.iter().position(|found| *found == dim);
    let pair = |(dim, kind): (usize, &str)| {
        (kind == wanted).then(|| Some((place(&lhs, dim)?, place(&rhs, dim)?))).flatten()
    };
    iterators(op).into_iter().enumerate().filter_map(pair).collect()
}

fn pairs_fit(cx: &mut VerifyCx<'_>, op: OpRef<'_>, lhs: &Parts<'_>, rhs: &Parts<'_>) -> bool {
    let differs = |pairs: &[(usize, usize)]| pairs.iter().any(|(i, j)| lhs.shape[*i] != rhs.shape[*j]);
    let contracted = pairs(op, "reduction");
    let problem = if contracted.is_empty() {
        "expected at least one contracting dimension pair"
    } else if differs(&contracted) {
        "invalid contracting dimension map"
    } else if differs(&pairs(op, "parallel")) {
        "invalid batch dimension map"
    } else {
        return true;
    };
    cx.error(op, problem);
    false
}

/// Checks that accumulator and result have the sizes of the remaining dimensions.
fn result_fits(cx: &mut VerifyCx<'_>, op: OpRef<'_>, lhs: &Parts<'_>, rhs: &Parts<'_>) -> bool {
    let n_contracted = pairs(op, "reduction").len();
    let n_batch = pairs(op, "parallel").len();
    let is_scalar = lhs.rank() == n_contracted && rhs.rank() == n_contracted + n_batch;
    let (acc, result) = (parts(op.module, op.operand_type(2)), parts(op.module, op.result_type(0)));
    let (acc, result) = match (acc, result) {
        (None, None) if is_scalar => return true,
        (Some(acc), Some(result)) if !is_scalar => (acc, result),
        _ => {
            cx.error(op, "invalid accumulator/result vector shape");
            return false;
        }
    };
    let maps = maps(op);
    let mut extents = vec![None; maps[0].n_dims as usize];
    for (map, vector) in [(maps[0], lhs), (maps[1], rhs)] {
        for (index, dim) in dims(map).into_iter().enumerate() {
            extents[dim].get_or_insert(vector.shape[index]);
        }
    }
    if extents.contains(&None) {
        cx.error(op, "expected all dimensions to be either a LHS or a RHS dimension");
        return false;
    }
    let shape: Vec<i64> = dims(maps[2]).into_iter().filter_map(|dim| extents[dim]).collect();
    let wanted = Parts { shape: &shape, ..result };
    if result != wanted || acc != wanted {
        let wanted = wanted.text(op.module);
        cx.error(op, format!("invalid accumulator/result vector shape, expected: '{wanted}'"));
        return false;
    }
    true
}

/// Returns the iteration sizes of a contraction, and which of them are scalable: the shape of its mask.
pub(super) fn loop_sizes(op: OpRef<'_>) -> Option<(Vec<i64>, Vec<bool>)> {
    let maps = maps(op);
    let n_dims = maps.first()?.n_dims as usize;
    let (mut shape, mut scalable) = (vec![0; n_dims], vec![false; n_dims]);
    for (index, map) in maps.iter().enumerate().take(2) {
        let vector = parts(op.module, op.operand_type(index))?;
        for (place, dim) in dims(map).into_iter().enumerate() {
            *shape.get_mut(dim)? = *vector.shape.get(place)?;
            *scalable.get_mut(dim)? = *vector.scalable.get(place)?;
        }
    }
    Some((shape, scalable))
}
