//! `memref.reinterpret_cast` and the parts it shares with `memref.subview`; `memref.view`;
//! `memref.transpose`.

use super::checks::{is_identity_layout, types_text};
use crate::affine::{AffineMap, Expr};
use crate::def::Code;
use crate::diagnostics::Reported;
use crate::dialect::index_list::{constants, n_dynamic, number_text, read_index_list, write_index_list};
use crate::format::read::{Reader, ValueName};
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::print::type_text;
use crate::syntax::lexer::Token;
use crate::types::{DYNAMIC, Type, identity_strides};
use crate::verify::VerifyCx;

/// The custom form of `memref.reinterpret_cast`.
pub(super) const REINTERPRET_SYNTAX: Code = Code { read: read_reinterpret, write: write_reinterpret };
/// The custom form of `memref.transpose`.
pub(super) const TRANSPOSE_SYNTAX: Code = Code { read: read_transpose, write: write_transpose };

/// Keys of the constant offsets, sizes and strides.
pub(super) const KEYS: [&str; 3] = ["static_offsets", "static_sizes", "static_strides"];
/// The names of the operands among them.
pub(super) const LISTS: [&str; 3] = ["offsets", "sizes", "strides"];
/// The offsets, sizes and strides of `memref.subview` and `memref.reinterpret_cast`: the key of the constant ones, and the
/// name of the operands among them.
pub const STRIDED_LISTS: [(&str, &str); 3] = [(KEYS[0], LISTS[0]), (KEYS[1], LISTS[1]), (KEYS[2], LISTS[2])];

/// Reads `{…} : S to T`; sets the first operand and returns the type of the result.
fn read_types(reader: &mut Reader<'_, '_>, source: ValueName) -> Result<Type, Reported> {
    reader.attr_dict()?;
    reader.expect(Token::Colon, "':' before the types")?;
    let from = reader.parse_type()?;
    reader.expect_word("to")?;
    let to = reader.parse_type()?;
    let value = reader.resolve(source, from)?;
    reader.op.operands.push(value);
    Ok(to)
}

/// Reads `{…} : S to T` after the lists; sets the operands and the result.
pub(super) fn read_groups(
    reader: &mut Reader<'_, '_>,
    source: ValueName,
    groups: &[Vec<ValueName>],
) -> Result<(), Reported> {
    let to = read_types(reader, source)?;
    let mut sizes = vec![1];
    for names in groups {
        let values = reader.resolve_all(names, Type::INDEX)?;
        sizes.push(values.len());
        reader.op.operands.extend(values);
    }
    reader.set_segments(&sizes);
    reader.op.results.push(to);
    Ok(())
}

/// Writes ` {…} : S to T`.
pub(super) fn write_tail(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.attr_dict(op, &KEYS);
    writer.text(" : ");
    writer.ty(op.operand_type(0));
    writer.text(" to ");
    writer.ty(op.result_type(0));
}

fn read_reinterpret(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let source = reader.value_name()?;
    reader.expect_word("to")?;
    let mut groups = Vec::new();
    for (index, (word, key)) in ["offset", "sizes", "strides"].into_iter().zip(KEYS).enumerate() {
        if 0 < index {
            reader.expect(Token::Comma, "','")?;
        }
        reader.expect_word(word)?;
        reader.expect(Token::Colon, "':'")?;
        groups.push(read_index_list(reader, key, Token::LSquare)?);
    }
    read_groups(reader, source, &groups)
}

fn write_reinterpret(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    writer.value(op.operand(0));
    writer.text(" to ");
    for (index, word) in ["offset", "sizes", "strides"].into_iter().enumerate() {
        writer.comma(index);
        writer.text(word);
        writer.text(": [");
        write_index_list(writer, constants(op, KEYS[index]), op.group(LISTS[index]));
        writer.text("]");
    }
    write_tail(writer, op);
}

/// Checks that the lists have these lengths, that there is one value per dynamic item, and that no offset or
/// size is negative.
pub(super) fn check_lists(cx: &mut VerifyCx<'_>, op: OpRef<'_>, lengths: [usize; 3]) -> bool {
    let lists = KEYS.map(|key| constants(op, key));
    let message = 'found: {
        let names = ["offset", "size", "stride"];
        let [offsets, sizes, strides] = lists.map(<[i64]>::len);
        if offsets != sizes && !(offsets == 1 && lengths[0] == 1) {
            break 'found Some(format!(
                "expected mixed offsets rank to match mixed sizes rank ({offsets} vs {sizes}) so the rank of the result type is well-formed"
            ));
        }
        if sizes != strides {
            break 'found Some(format!(
                "expected mixed sizes rank to match mixed strides rank ({sizes} vs {strides}) so the rank of the result type is well-formed"
            ));
        }
        for (index, name) in names.into_iter().enumerate() {
            let (list, wanted) = (lists[index], lengths[index]);
            if list.len() != wanted {
                break 'found Some(format!("expected {wanted} {name} values, got {}", list.len()));
            }
            if n_dynamic(list) != op.group(LISTS[index]).len() {
                break 'found Some(format!(
                    "expected {} dynamic {name} values, but found {}",
                    n_dynamic(list),
                    op.group(LISTS[index]).len()
                ));
            }
            if let Some(bad) = list.iter().find(|item| index < 2 && **item < 0 && **item != DYNAMIC) {
                break 'found Some(format!("expected {name}s to be non-negative, but got {bad}"));
            }
        }
        None
    };
    if let Some(message) = &message {
        cx.error(op, message);
    }
    message.is_none()
}

/// Checks that source and result are in the same memory space.
pub(super) fn check_spaces(cx: &mut VerifyCx<'_>, op: OpRef<'_>, from: Type, to: Type, what: &str) -> bool {
    let same = op.module.memory_space(from) == op.module.memory_space(to);
    if !same {
        let (from, to) = types_text(op.module, from, to);
        cx.error(
            op,
            format!(
                "different memory spaces specified for base memref type {from} and {what} memref type {to}"
            ),
        );
    }
    same
}

pub(super) fn verify_reinterpret(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let (source, result) = (op.operand_type(0), op.result_type(0));
    let shape = module.shape(result).unwrap_or(&[]);
    if !check_lists(cx, op, [1, shape.len(), shape.len()]) {
        return;
    }
    let both = |what: &str| {
        let (from, to) = types_text(module, source, result);
        format!("different {what} specified for source type {from} and result memref type {to}")
    };
    if module.memory_space(source) != module.memory_space(result) {
        return cx.error(op, both("memory spaces"));
    }
    if module.element_type(source) != module.element_type(result) {
        return cx.error(op, both("element types"));
    }
    let Some((offset, strides)) = module.strides(result) else { return };
    let found = mismatch("size", shape, constants(op, KEYS[1]))
        .or_else(|| mismatch("offset", &[offset], constants(op, KEYS[0])))
        .or_else(|| mismatch("stride", &strides, constants(op, KEYS[2])));
    if let Some(message) = found {
        cx.error(op, message);
    }
}

/// Returns a description of the first known number of the result type that differs from its list.
fn mismatch(name: &str, found: &[i64], wanted: &[i64]) -> Option<String> {
    let at = found.iter().zip(wanted).position(|(found, wanted)| *found != DYNAMIC && found != wanted)?;
    let wanted = if wanted[at] == DYNAMIC { "dynamic".into() } else { number_text(wanted[at]) };
    let place = if name == "offset" { String::new() } else { format!(" in dim = {at}") };
    Some(format!("expected result type with {name} = {wanted} instead of {}{place}", found[at]))
}

/// Checks that a view of bytes has the identity layout, keeps the memory space, and has one size per dynamic
/// dimension.
pub(super) fn verify_view(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let (source, result) = (op.operand_type(0), op.result_type(0));
    for (ty, what) in [(source, "base"), (result, "result")] {
        if !is_identity_layout(module, ty) {
            return cx
                .error(op, format!("unsupported map for {what} memref type '{}'", type_text(module, ty)));
        }
    }
    if check_spaces(cx, op, source, result, "view") {
        super::checks::check_dynamic_sizes(cx, op, op.group("sizes").len());
    }
}

fn read_transpose(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let source = reader.value_name()?;
    let map = reader.affine_map()?;
    let attr = reader.cx.module.map_attr(map);
    reader.set_attr("permutation", attr);
    let to = read_types(reader, source)?;
    reader.op.results.push(to);
    Ok(())
}

/// Returns the source dimension of each dimension of the result of `memref.transpose`.
pub fn transposed_dims(op: OpRef<'_>) -> Option<Vec<usize>> {
    permutation(permutation_of(op)?)
}

fn permutation_of(op: OpRef<'_>) -> Option<&AffineMap> {
    op.attr("permutation").and_then(|attr| op.module.attr_map(attr))
}

fn write_transpose(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    writer.value(op.operand(0));
    if let Some(map) = permutation_of(op) {
        writer.text(&format!(" {map}"));
    }
    writer.attr_dict(op, &["permutation"]);
    writer.text(" : ");
    writer.ty(op.operand_type(0));
    writer.text(" to ");
    writer.ty(op.result_type(0));
}

/// Checks that sizes and strides of the result are those of the source, permuted.
pub(super) fn verify_transpose(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let (source, result) = (op.operand_type(0), op.result_type(0));
    let Some(map) = permutation_of(op) else { return };
    let Some(order) = permutation(map) else { return cx.error(op, "expected a permutation map") };
    let shape = module.shape(source).unwrap_or(&[]);
    if order.len() != shape.len() {
        return cx.error(
            op,
            format!(
                "expected a permutation map of same rank as the input: {} and not {}",
                shape.len(),
                order.len()
            ),
        );
    }
    let Some((offset, strides)) = module.strides(source) else { return };
    let pick = |list: &[i64]| order.iter().map(|dim| list[*dim]).collect::<Vec<_>>();
    let (sizes, strides) = (pick(shape), pick(&strides));
    let fits = module.shape(result) == Some(&sizes)
        && module.element_type(result) == module.element_type(source)
        && module.memory_space(result) == module.memory_space(source)
        && (!is_identity_layout(module, result) || !strides.contains(&DYNAMIC))
        && (module.strides(result) == Some((offset, strides.clone()))
            || (is_identity_layout(module, result) && offset == 0 && strides == identity_strides(&sizes)));
    if !fits {
        let found = type_text(module, result);
        let lists = [&sizes, &strides].map(|list| crate::dialect::index_list::list_text(list));
        cx.error(op, format!("result type '{found}' is not equivalent to the canonical transposed input type of sizes {}, strides {} and offset {}", lists[0], lists[1], number_text(offset)));
    }
}

/// Returns the dimension of each result of a map, if the map is a permutation.
fn permutation(map: &AffineMap) -> Option<Vec<usize>> {
    let n = map.n_dims as usize;
    let mut order = Vec::new();
    for expr in &map.results {
        match expr {
            Expr::Dim(i) if !order.contains(&(*i as usize)) => order.push(*i as usize),
            _ => return None,
        }
    }
    (map.n_symbols == 0 && order.len() == n).then_some(order)
}
