//! Shared parts of the affine operations: maps applied to values, and the rule for dimensions and symbols.

use crate::affine::{AffineMap, write_expr};
use crate::attrs::AttrKind;
use crate::diagnostics::{Diagnostic, Note, Reported, Severity, codes};
use crate::dialect::affine::scope::{is_dimension, is_symbol, scope_of};
use crate::dialect::{Affine, OpKind};
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::syntax::lexer::Token;
use crate::types::Type;
use crate::value::{Def, Value};
use crate::verify::VerifyCx;

/// Reads `(%d, …)[%s, …]`, the operands of a map.
pub(super) fn read_map_operands(
    reader: &mut Reader<'_, '_>,
    n_dims: u32,
    n_symbols: u32,
) -> Result<Vec<Value>, Reported> {
    let span = reader.span();
    let mut names = Vec::new();
    reader.expect(Token::LParen, "'(' before the dimension operands")?;
    reader.list_until(Token::RParen, "',' or ')' in the dimension operands", |reader| {
        names.push(reader.value_name()?);
        Ok(())
    })?;
    let n_given = names.len();
    if reader.eat(Token::LSquare) {
        reader.list_until(Token::RSquare, "',' or ']' in the symbol operands", |reader| {
            names.push(reader.value_name()?);
            Ok(())
        })?;
    }
    if n_given != n_dims as usize || names.len() - n_given != n_symbols as usize {
        let message = format!(
            "dimension or symbol operand count and affine map dim or symbol count must match: expected {n_dims} and {n_symbols}, but found {n_given} and {}",
            names.len() - n_given
        );
        return Err(reader.error_at(span, message));
    }
    reader.resolve_all(&names, Type::INDEX)
}

/// Reads a map, inline or by alias.
pub(super) fn read_map(reader: &mut Reader<'_, '_>) -> Result<AffineMap, Reported> {
    let span = reader.span();
    let attr = reader.attribute(None)?;
    match reader.cx.module.attr_map(attr) {
        Some(map) => Ok(map.clone()),
        None => Err(reader.error_at(span, "expected an affine map")),
    }
}

/// Writes `(%d, …)[%s, …]`.
pub(super) fn write_map_operands(writer: &mut Writer<'_>, n_dims: u32, operands: &[Value]) {
    let (dims, symbols) = operands.split_at((n_dims as usize).min(operands.len()));
    writer.text("(");
    writer.values(dims);
    writer.text(")");
    if !symbols.is_empty() {
        writer.text("[");
        writer.values(symbols);
        writer.text("]");
    }
}

/// Writes the results of a map over values: `%i + 1, %j`.
pub(super) fn write_subscripts(writer: &mut Writer<'_>, map: &AffineMap, operands: &[Value]) {
    for (i, expr) in map.results.iter().enumerate() {
        writer.comma(i);
        write_value_expr(writer, map, expr, operands);
    }
}

/// Writes one expression over values.
pub(super) fn write_value_expr(
    writer: &mut Writer<'_>,
    map: &AffineMap,
    expr: &crate::affine::Expr,
    operands: &[Value],
) {
    let names = &writer.names;
    let mut text = String::new();
    let written = write_expr(&mut text, expr, false, &|out, is_symbol, index| {
        let at = index as usize + if is_symbol { map.n_dims as usize } else { 0 };
        let Some(value) = operands.get(at) else { return Err(std::fmt::Error) };
        out.push_str(if is_symbol { "symbol(" } else { "" });
        names.write(out, *value);
        out.push_str(if is_symbol { ")" } else { "" });
        Ok(())
    });
    writer.text(if written.is_ok() { &text } else { "<<BROKEN MAP>>" });
}

/// Returns the map of an operation.
pub(super) fn map_of<'m>(op: OpRef<'m>, key: &str) -> Option<&'m AffineMap> {
    op.attr(key).and_then(|attr| op.module.attr_map(attr))
}

/// Checks that there is one operand per dimension and symbol, and that each is valid in its role.
pub(super) fn check_operands(
    cx: &mut VerifyCx<'_>,
    op: OpRef<'_>,
    n_dims: u32,
    n_symbols: u32,
    operands: &[Value],
) {
    let wanted = n_dims as usize + n_symbols as usize;
    if operands.len() != wanted {
        return cx.error(op, format!("operand count and affine map dimension and symbol count must match: expected {wanted}, but found {}", operands.len()));
    }
    check_roles(cx, op, n_dims as usize, operands);
}

/// Checks that each of the first `n_dims` operands is a valid dimension, and each other one a valid symbol.
pub(super) fn check_roles(cx: &mut VerifyCx<'_>, op: OpRef<'_>, n_dims: usize, operands: &[Value]) {
    let module = op.module;
    let scope = scope_of(module, op.op);
    for (index, value) in operands.iter().enumerate() {
        let (role, fits) = if index < n_dims {
            ("dimension id", is_dimension(module, *value, scope))
        } else {
            ("symbol", is_symbol(module, *value, scope) || is_loop_variable(cx, op, index, *value))
        };
        if !fits {
            return cx.error(op, format!("operand cannot be used as a {role}: operand {index} of the map comes from no top level, loop or map of the scope"));
        }
    }
}

/// Whether a value is an induction variable of an affine loop, or a result of `affine.apply` on such values,
/// which older texts use as a symbol of maps and subscripts; warns if so. Bounds and conditions do not allow
/// this.
fn is_loop_variable(cx: &mut VerifyCx<'_>, op: OpRef<'_>, index: usize, value: Value) -> bool {
    if matches!(op.kind(), OpKind::Affine(Affine::For | Affine::If | Affine::Parallel)) {
        return false;
    }
    let is_variable = match op.module.def(value) {
        Def::Arg(block, number) => match op.module.block_parent(block).map(|parent| op.module.kind(parent)) {
            Some(OpKind::Affine(Affine::For)) => number == 0,
            Some(OpKind::Affine(Affine::Parallel)) => true,
            _ => false,
        },
        Def::Result(made_by, _) => op.module.kind(made_by) == OpKind::Affine(Affine::Apply),
        Def::Forward => false,
    };
    if is_variable {
        warn_symbol(cx, op, index);
    }
    is_variable
}

/// Checks that no symbol is an induction variable; any index is valid in other positions.
pub(super) fn check_symbols(cx: &mut VerifyCx<'_>, op: OpRef<'_>, n_dims: usize, operands: &[Value]) {
    let module = op.module;
    let scope = scope_of(module, op.op);
    for (index, value) in operands.iter().enumerate().skip(n_dims) {
        if is_dimension(module, *value, scope)
            && !is_symbol(module, *value, scope)
            && !is_loop_variable(cx, op, index, *value)
        {
            return cx.error(op, format!("dimensional operand cannot be used as a symbol: operand {index}"));
        }
    }
}

/// Warns about a dimension in the position of a symbol: the meaning is unambiguous, but a dimension is
/// preferred.
fn warn_symbol(cx: &mut VerifyCx<'_>, op: OpRef<'_>, index: usize) {
    let note =
        "pass it as a dimension: move it from '[…]' to '(…)' and its symbol in the map from '[…]' to '(…)'";
    cx.diagnostics.push(Diagnostic {
        severity: Severity::Warning,
        code: codes::STYLE,
        pass: None,
        span: op.module.span(op.location()),
        message: format!(
            "'{}' op operand {index} is a dimension used as a symbol; it is read as a dimension",
            op.name()
        ),
        notes: vec![Note { span: None, message: note.into() }],
    });
}

/// Returns the integers of a dense attribute such as `dense<[1, 2]> : tensor<2xi32>`.
pub(super) fn dense_ints(op: OpRef<'_>, key: &str) -> Option<Vec<i64>> {
    let attr = op.attr(key)?;
    let AttrKind::Dense(ty, data) = op.module.attr_kind(attr) else { return None };
    let n = usize::try_from(op.module.n_elements(*ty)?).ok()?;
    Some(match data {
        crate::attrs::DenseData::Splat(bits) => vec![i64::from(*bits as i32); n],
        crate::attrs::DenseData::Elements(items) => {
            items.iter().map(|bits| i64::from(*bits as i32)).collect()
        }
    })
}
