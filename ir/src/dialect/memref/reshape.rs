//! `memref.expand_shape`, `memref.collapse_shape` and `memref.reshape`.

use super::checks::is_identity_layout;
use crate::attrs::{Attr, AttrKind};
use crate::def::Code;
use crate::diagnostics::Reported;
use crate::dialect::index_list::{
    constants, known_product, list_text, n_dynamic, number_text, read_index_list, write_index_list,
};
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::module::Module;
use crate::op::OpRef;
use crate::print::type_text;
use crate::syntax::lexer::Token;
use crate::types::{DYNAMIC, Type, TypeKind};
use crate::verify::VerifyCx;

/// The custom form of `memref.expand_shape`.
pub(super) const EXPAND_SYNTAX: Code = Code { read: read_expand, write: write_expand };
/// The custom form of `memref.reshape`.
pub(super) const RESHAPE_SYNTAX: Code = Code { read: read_reshape, write: write_reshape };

const SHAPE_KEY: &str = "static_output_shape";

fn read_expand(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let source = reader.value_name()?;
    let groups = reader.attribute(None)?;
    reader.set_attr("reassociation", groups);
    let sizes = if reader.eat_word("output_shape") {
        Some(read_index_list(reader, SHAPE_KEY, Token::LSquare)?)
    } else {
        None
    };
    reader.attr_dict()?;
    reader.expect(Token::Colon, "'output_shape' and the sizes of the result, or ':' before the types")?;
    let from = reader.parse_type()?;
    reader.expect_word("into")?;
    let to = reader.parse_type()?;
    let value = reader.resolve(source, from)?;
    reader.op.operands.push(value);
    match sizes {
        Some(names) => {
            let values = reader.resolve_all(&names, Type::INDEX)?;
            reader.op.operands.extend(values);
        }
        None => static_output_shape(reader, to)?,
    }
    reader.op.results.push(to);
    Ok(())
}

/// Sets the sizes from the result type, since the older form has no list of sizes.
fn static_output_shape(reader: &mut Reader<'_, '_>, to: Type) -> Result<(), Reported> {
    let module = &mut reader.cx.module;
    let shape = module.shape(to).map(<[i64]>::to_vec).unwrap_or_default();
    if shape.contains(&DYNAMIC) {
        return Err(reader.error("expected 'output_shape' with the sizes of a result that has dynamic ones"));
    }
    let attr = module.intern_attr(AttrKind::DenseArray(Type::I64, shape.into()));
    reader.set_attr(SHAPE_KEY, attr);
    Ok(())
}

fn write_expand(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    writer.value(op.named("src"));
    writer.text(" ");
    if let Some(groups) = op.attr("reassociation") {
        writer.attr(groups);
    }
    writer.text(" output_shape [");
    write_index_list(writer, constants(op, SHAPE_KEY), op.group("output_shape"));
    writer.text("]");
    writer.attr_dict(op, &["reassociation", SHAPE_KEY]);
    writer.text(" : ");
    writer.ty(op.operand_type(0));
    writer.text(" into ");
    writer.ty(op.result_type(0));
}

/// Returns the groups of dimensions: arrays of `i64`.
fn groups(module: &Module, attr: Attr) -> Option<Vec<Vec<i64>>> {
    let AttrKind::Array(items) = module.attr_kind(attr) else { return None };
    let number = |attr: &Attr| match module.attr_kind(*attr) {
        AttrKind::Integer(value, Type::I64) => Some(*value),
        _ => None,
    };
    items
        .iter()
        .map(|item| match module.attr_kind(*item) {
            AttrKind::Array(numbers) => numbers.iter().map(number).collect(),
            _ => None,
        })
        .collect()
}

/// Returns the groups of dimensions of `memref.expand_shape` or `memref.collapse_shape`, indexed by the
/// dimensions of the smaller shape.
pub fn groups_of(op: OpRef<'_>) -> Option<Vec<Vec<usize>>> {
    let groups = groups(op.module, op.attr("reassociation")?)?;
    let number = |number: &i64| usize::try_from(*number).ok();
    groups.iter().map(|group| group.iter().map(number).collect()).collect()
}

/// Returns the attribute of these groups.
pub fn groups_attr(module: &mut Module, groups: &[Vec<usize>]) -> Attr {
    let mut items = Vec::new();
    for group in groups {
        let numbers: Vec<Attr> = group.iter().map(|dim| module.int_attr(*dim as i64, Type::I64)).collect();
        items.push(module.array_attr(&numbers));
    }
    module.array_attr(&items)
}

/// Returns the result type of `memref.collapse_shape` with these groups; `None` if the dimensions of a group
/// are not contiguous.
pub fn collapsed_type(module: &mut Module, source: Type, groups: &[Vec<usize>]) -> Option<Type> {
    let from = module.shape(source)?.to_vec();
    let size = |group: &Vec<usize>| {
        let is_dynamic = group.iter().any(|dim| from[*dim] == DYNAMIC);
        if is_dynamic {
            Some(DYNAMIC)
        } else {
            group.iter().try_fold(1i64, |n, dim| n.checked_mul(from[*dim]))
        }
    };
    let shape: Vec<i64> = groups.iter().map(size).collect::<Option<_>>()?;
    let layout = if is_identity_layout(module, source) {
        None
    } else {
        let numbers: Vec<Vec<i64>> =
            groups.iter().map(|group| group.iter().map(|dim| *dim as i64).collect()).collect();
        Some(collapsed_layout(module, source, &from, &numbers)?)
    };
    Some(reshaped_type(module, source, &shape, layout))
}

/// Returns the result type of `memref.expand_shape` to a shape with these groups.
pub fn expanded_type(
    module: &mut Module,
    source: Type,
    shape: &[i64],
    groups: &[Vec<usize>],
) -> Option<Type> {
    module.strides(source)?;
    let numbers: Vec<Vec<i64>> =
        groups.iter().map(|group| group.iter().map(|dim| *dim as i64).collect()).collect();
    let layout = expanded_layout(module, source, shape, &numbers);
    Some(reshaped_type(module, source, shape, layout))
}

fn reshaped_type(module: &mut Module, source: Type, shape: &[i64], layout: Layout) -> Type {
    let (element, space) = (module.element_type(source), module.memory_space(source));
    let layout =
        layout.map(|(offset, strides)| module.intern_attr(AttrKind::Strided(strides.into(), offset)));
    module.memref_type(shape, element, layout, space)
}

/// Returns the groups of the operation; reports an attribute that is not an array of integer arrays.
fn check_groups(cx: &mut VerifyCx<'_>, op: OpRef<'_>) -> Option<Vec<Vec<i64>>> {
    let found = op.attr("reassociation").and_then(|attr| groups(op.module, attr));
    if found.is_none() {
        cx.error(op, "attribute 'reassociation' failed to satisfy constraint: Array of 64-bit integer array attributes");
    }
    found
}

/// Returns a description of the error in groups that join the dimensions of `expanded` to those of
/// `collapsed`.
fn shape_error(collapsed: &[i64], expanded: &[i64], groups: &[Vec<i64>]) -> Option<String> {
    if collapsed.len() != groups.len() {
        return Some(format!(
            "invalid number of reassociation groups: found {}, expected {}",
            groups.len(),
            collapsed.len()
        ));
    }
    let mut next = 0;
    for (dim, (group, size)) in groups.iter().zip(collapsed).enumerate() {
        if let Some(message) = group_error(group, *size, dim, expanded, &mut next) {
            return Some(message);
        }
    }
    if collapsed.is_empty() {
        let fits = expanded.iter().all(|size| *size == 1);
        return (!fits).then(|| "rank 0 memrefs can only be extended/collapsed with/from ones".into());
    }
    (next != expanded.len()).then(|| {
        format!(
            "expanded rank ({}) inconsistent with number of reassociation indices ({next})",
            expanded.len()
        )
    })
}

fn group_error(group: &[i64], size: i64, dim: usize, expanded: &[i64], next: &mut usize) -> Option<String> {
    let mut product = 1i64;
    let mut is_dynamic = false;
    for index in group {
        if *index != *next as i64 {
            return Some("reassociation indices must be contiguous".into());
        }
        *next += 1;
        let Some(part) = usize::try_from(*index).ok().and_then(|index| expanded.get(index)) else {
            return Some(format!("reassociation index {index} is out of bounds"));
        };
        is_dynamic |= *part == DYNAMIC;
        product = product.wrapping_mul(*part);
    }
    if is_dynamic != (size == DYNAMIC) {
        return Some(format!(
            "collapsed dim ({dim}) must be dynamic if and only if reassociation group is dynamic"
        ));
    }
    (!is_dynamic && product != size)
        .then(|| format!("collapsed dim size ({size}) must equal reassociation group size ({product})"))
}

/// Offset and strides; `None` for the identity layout.
type Layout = Option<(i64, Vec<i64>)>;

fn layout_text(layout: &Layout) -> String {
    match layout {
        None => "without a layout".into(),
        Some((offset, strides)) => {
            format!("with strides {} and offset {}", list_text(strides), number_text(*offset))
        }
    }
}

/// Checks that the result has element type and memory space of the source and this layout, which is the
/// identity layout if that of the source is.
fn check_result(cx: &mut VerifyCx<'_>, op: OpRef<'_>, what: &str, wanted: &Layout) {
    let module = op.module;
    let (source, result) = (op.operand_type(0), op.result_type(0));
    let layout = match module.type_kind(result) {
        TypeKind::MemRef(_, _, layout, _) => *layout,
        _ => None,
    };
    let fits = match (layout.map(|layout| module.attr_kind(layout)), wanted) {
        (None, None) => true,
        (Some(AttrKind::Strided(found, at)), Some((offset, strides))) => {
            *at == *offset && **found == **strides
        }
        _ => false,
    };
    let same = module.element_type(source) == module.element_type(result)
        && module.memory_space(source) == module.memory_space(result);
    if !(fits && same) {
        let found = type_text(module, result);
        let element = type_text(module, module.element_type(source));
        cx.error(op, format!("expected {what} type to be of '{element}' {}, in the memory space of the source, but found '{found}'", layout_text(wanted)));
    }
}

pub(super) fn verify_expand(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let (source, result) = (op.operand_type(0), op.result_type(0));
    let (Some(from), Some(to)) = (module.shape(source), module.shape(result)) else { return };
    let Some(groups) = check_groups(cx, op) else { return };
    if to.len() < from.len() {
        let (a, b) = (from.len(), to.len());
        return cx.error(
            op,
            format!("has source rank {a} and result rank {b}. This is not an expansion ({a} > {b})"),
        );
    }
    if let Some(message) = shape_error(from, to, &groups) {
        return cx.error(op, message);
    }
    let before = cx.diagnostics.n_errors();
    check_result(cx, op, "expanded", &expanded_layout(module, source, to, &groups));
    if cx.diagnostics.n_errors() == before {
        check_output_shape(cx, op, to);
    }
}

/// Returns the layout after an expansion: the stride of a dimension is distributed among its parts, the last
/// part first.
fn expanded_layout(module: &Module, source: Type, to: &[i64], groups: &[Vec<i64>]) -> Layout {
    if is_identity_layout(module, source) {
        return None;
    }
    let (offset, strides) = module.strides(source)?;
    let mut result = vec![1; to.len()];
    let mut dim = to.len();
    for (group, stride) in groups.iter().zip(strides).rev() {
        let mut stride = stride;
        for _ in group {
            dim -= 1;
            result[dim] = stride;
            stride = known_product(stride, to[dim]);
        }
    }
    Some((offset, result))
}

fn check_output_shape(cx: &mut VerifyCx<'_>, op: OpRef<'_>, to: &[i64]) {
    let sizes = constants(op, SHAPE_KEY);
    if sizes.len() != to.len() {
        return cx.error(op, format!("expected number of static shape bounds to be equal to the output rank ({}) but found {} inputs instead", to.len(), sizes.len()));
    }
    let (wanted, found) = (n_dynamic(sizes), op.group("output_shape").len());
    if wanted != found {
        return cx.error(op, format!("mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has {wanted} dynamic dims while output_shape has {found} values"));
    }
    if let Some(at) = (0..to.len()).find(|i| to[*i] != DYNAMIC && to[*i] != sizes[*i]) {
        cx.error(
            op,
            format!(
                "invalid output shape provided at pos {at}: expected {}, but found {}",
                to[at],
                number_text(sizes[at])
            ),
        );
    }
}

pub(super) fn verify_collapse(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let (source, result) = (op.operand_type(0), op.result_type(0));
    let (Some(from), Some(to)) = (module.shape(source), module.shape(result)) else { return };
    let Some(groups) = check_groups(cx, op) else { return };
    if from.len() < to.len() {
        let (a, b) = (from.len(), to.len());
        return cx.error(
            op,
            format!("has source rank {a} and result rank {b}. This is not a collapse ({a} < {b})"),
        );
    }
    if let Some(message) = shape_error(to, from, &groups) {
        return cx.error(op, message);
    }
    let wanted = if is_identity_layout(module, source) {
        None
    } else {
        match collapsed_layout(module, source, from, &groups) {
            None => return cx.error(op, "invalid source layout map or collapsing non-contiguous dims"),
            layout => layout,
        }
    };
    check_result(cx, op, "collapsed", &wanted);
}

/// Returns the layout after a collapse: the stride of a group is that of its last dimension whose size is not
/// 1; `None` if the dimensions of a group are known not to be contiguous.
fn collapsed_layout(module: &Module, source: Type, from: &[i64], groups: &[Vec<i64>]) -> Layout {
    let (offset, strides) = module.strides(source)?;
    let mut result = Vec::new();
    for group in groups {
        let dims: Vec<usize> = group.iter().filter_map(|dim| usize::try_from(*dim).ok()).collect();
        let (first, rest) = dims.split_first()?;
        let last = *rest.iter().rev().find(|dim| from[**dim] != 1).unwrap_or(first);
        let stride = if from[last] != DYNAMIC || last == *first { strides[last] } else { DYNAMIC };
        result.push(stride);
        let mut run = stride;
        for dim in rest.iter().rev() {
            run = known_product(run, from[*dim]);
            let outer = strides[*dim - 1];
            if from[*dim - 1] != 1 && run != DYNAMIC && outer != DYNAMIC && run != outer {
                return None;
            }
        }
    }
    Some((offset, result))
}

fn read_reshape(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let source = reader.value_name()?;
    reader.expect(Token::LParen, "'(' before the shape")?;
    let shape = reader.value_name()?;
    reader.expect(Token::RParen, "')' after the shape")?;
    reader.attr_dict()?;
    reader.expect(Token::Colon, "':' before the types")?;
    let span = reader.span();
    let ty = reader.function_type()?;
    let (inputs, results) = reader.cx.module.function_type(ty).unwrap_or_default();
    let (inputs, results) = (inputs.to_vec(), results.to_vec());
    if inputs.len() != 2 {
        return Err(reader.error_at(span, format!("expected 2 operand types, but found {}", inputs.len())));
    }
    reader.op.operands = reader.resolve_each(&[source, shape], &inputs)?;
    reader.op.results = results;
    Ok(())
}

fn write_reshape(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    writer.value(op.named("source"));
    writer.text("(");
    writer.value(op.named("shape"));
    writer.text(")");
    writer.attr_dict(op, &[]);
    writer.text(" : (");
    writer.types_of(op.operands());
    writer.text(") -> ");
    writer.ty(op.result_type(0));
}

pub(super) fn verify_reshape(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let (source, result) = (op.operand_type(0), op.result_type(0));
    if module.element_type(source) != module.element_type(result) {
        return cx.error(op, "element types of source and destination memref types should be the same");
    }
    if !is_identity_layout(module, source) {
        return cx.error(op, "source memref type should have identity affine map");
    }
    let Some(shape) = module.shape(result) else { return };
    if !is_identity_layout(module, result) {
        return cx.error(op, "result memref type should have identity affine map");
    }
    match module.shape(op.operand_type(1)).and_then(<[i64]>::first) {
        Some(&DYNAMIC) => cx.error(
            op,
            "cannot use shape operand with dynamic length to reshape to statically-ranked memref type",
        ),
        Some(n) if *n != shape.len() as i64 => {
            let message = format!(
                "length of shape operand differs from the result's memref rank: expected {}, but found {n}",
                shape.len()
            );
            cx.error(op, message);
        }
        Some(_) | None => {}
    }
}
