//! `func.func`, and the function signatures that it shares with `gpu.func`.

use crate::attrs::{Attr, AttrKind};
use crate::def::Code;
use crate::diagnostics::{Reported, codes};
use crate::dialect::{Func, OpKind};
use crate::format::read::{Reader, RegionArg};
use crate::format::write::Writer;
use crate::module::Module;
use crate::op::{Op, OpRef};
use crate::print::type_text;
use crate::syntax::lexer::Token;
use crate::types::{Type, TypeKind};
use crate::verify::VerifyCx;

/// The custom form of `func.func`.
pub(in crate::dialect) const SYNTAX: Code = Code { read, write };

/// A view of a function: `func.func` or `gpu.func`.
#[derive(Clone, Copy)]
pub struct FunctionLike<'m>(pub OpRef<'m>);

impl<'m> FunctionLike<'m> {
    /// Returns the symbol.
    pub fn name(self) -> &'m str {
        self.0.str("sym_name").unwrap_or_default()
    }

    /// Returns the types of the arguments.
    pub fn inputs(self) -> &'m [Type] {
        function_type_of(self.0.module, self.0.op).0
    }

    /// Returns the types of the results.
    pub fn results(self) -> &'m [Type] {
        function_type_of(self.0.module, self.0.op).1
    }

    /// Whether it has no body.
    pub fn is_declaration(self) -> bool {
        self.0.entry(0).is_none()
    }

    /// Returns an attribute of argument number `index`.
    pub fn arg_attr(self, index: usize, key: &str) -> Option<Attr> {
        let module = self.0.module;
        let AttrKind::Array(items) = module.attr_kind(self.0.attr("arg_attrs")?) else { return None };
        let AttrKind::Dict(entries) = module.attr_kind(*items.get(index)?) else { return None };
        entries.iter().find(|entry| module.text(entry.name) == key).map(|entry| entry.value)
    }
}

/// Returns inputs and results of a function operation; empty if its type attribute is invalid.
pub fn function_type_of(module: &Module, func: Op) -> (&[Type], &[Type]) {
    let ty = module.attr(func, "function_type").and_then(|attr| module.attr_type(attr));
    ty.and_then(|ty| module.function_type(ty)).unwrap_or_default()
}

/// A parsed signature.
#[derive(Default)]
pub(crate) struct Signature {
    pub(crate) args: Vec<RegionArg>,
    pub(crate) has_names: bool,
    arg_attrs: Vec<Attr>,
    res_attrs: Vec<Attr>,
}

/// Reads `(%a: T {…}, …) -> (U {…}, …)` and sets the attributes.
pub(crate) fn read_signature(reader: &mut Reader<'_, '_>) -> Result<Signature, Reported> {
    let mut signature = Signature::default();
    reader.expect(Token::LParen, "'(' before the arguments")?;
    reader.list_until(Token::RParen, "',' or ')' in the arguments", |reader| {
        read_arg(reader, &mut signature)
    })?;
    let mut results = Vec::new();
    if reader.eat(Token::Arrow) {
        read_results(reader, &mut results, &mut signature.res_attrs)?;
    }
    let inputs: Vec<_> = signature.args.iter().map(|arg| arg.ty).collect();
    let ty = reader.cx.module.intern_type(TypeKind::Function(inputs.into(), results.into()));
    let attr = reader.cx.module.type_attr(ty);
    reader.set_attr("function_type", attr);
    set_dicts(reader, "arg_attrs", &signature.arg_attrs);
    set_dicts(reader, "res_attrs", &signature.res_attrs);
    Ok(signature)
}

fn read_arg(reader: &mut Reader<'_, '_>, signature: &mut Signature) -> Result<(), Reported> {
    let mut arg = RegionArg { name: None, ty: Type::NONE };
    let has_name = reader.peek() == Token::Value;
    if !signature.args.is_empty() && has_name != signature.has_names {
        let what = if has_name { "type instead of SSA identifier" } else { "SSA identifier" };
        return Err(reader.expected(&format!("{what}, as before it")));
    }
    if has_name {
        arg.name = Some(reader.value_name()?);
        signature.has_names = true;
        reader.expect(Token::Colon, "':' before the type of the argument")?;
    }
    arg.ty = reader.parse_type()?;
    let dict = read_dict(reader)?;
    reader.arg_location(arg.name)?;
    signature.args.push(arg);
    signature.arg_attrs.push(dict);
    Ok(())
}

/// Reads an optional dictionary; returns an empty one if it is absent.
pub(crate) fn read_dict(reader: &mut Reader<'_, '_>) -> Result<Attr, Reported> {
    if reader.peek() == Token::LBrace {
        return reader.attribute(None);
    }
    Ok(reader.cx.module.intern_attr(AttrKind::Dict([].into())))
}

fn read_results(
    reader: &mut Reader<'_, '_>,
    types: &mut Vec<Type>,
    attrs: &mut Vec<Attr>,
) -> Result<(), Reported> {
    if !reader.eat(Token::LParen) {
        types.push(reader.parse_type()?);
        return Ok(());
    }
    reader.list_until(Token::RParen, "',' or ')' in the results", |reader| {
        types.push(reader.parse_type()?);
        attrs.push(read_dict(reader)?);
        Ok(())
    })
}

/// Sets an array of dictionaries unless all are empty.
pub(crate) fn set_dicts(reader: &mut Reader<'_, '_>, key: &str, dicts: &[Attr]) {
    let is_empty =
        |attr: &Attr| matches!(reader.cx.module.attr_kind(*attr), AttrKind::Dict(items) if items.is_empty());
    if !dicts.iter().all(is_empty) {
        let attr = reader.cx.module.array_attr(dicts);
        reader.set_attr(key, attr);
    }
}

/// Writes `(%a: T, …) -> U`; only the types if there is no body.
pub(crate) fn write_signature(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let module = op.module;
    let (inputs, results) = function_type_of(module, op.op);
    writer.text("(");
    for (i, ty) in inputs.iter().enumerate() {
        writer.comma(i);
        if let Some(block) = op.entry(0) {
            writer.value(module.args(block)[i]);
            writer.text(": ");
        }
        writer.ty(*ty);
        write_dict_of(writer, op, "arg_attrs", i);
        if let Some(block) = op.entry(0) {
            writer.arg_location(module.args(block)[i]);
        }
    }
    writer.text(")");
    if results.is_empty() {
        return;
    }
    writer.text(" -> ");
    let has_attrs = op.attr("res_attrs").is_some();
    if !has_attrs {
        return writer.result_types(results);
    }
    writer.text("(");
    for (i, ty) in results.iter().enumerate() {
        writer.comma(i);
        writer.ty(*ty);
        write_dict_of(writer, op, "res_attrs", i);
    }
    writer.text(")");
}

/// Writes a blank and dictionary number `index` of an array, if it has entries.
pub(crate) fn write_dict_of(writer: &mut Writer<'_>, op: OpRef<'_>, key: &str, index: usize) {
    let Some(AttrKind::Array(items)) = op.attr(key).map(|attr| op.module.attr_kind(attr)) else { return };
    let Some(attr) = items.get(index) else { return };
    if !matches!(op.module.attr_kind(*attr), AttrKind::Dict(items) if items.is_empty()) {
        writer.text(" ");
        writer.attr(*attr);
    }
}

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    for word in ["public", "private", "nested"] {
        if reader.eat_word(word) {
            let attr = reader.cx.module.string_attr(word);
            reader.set_attr("sym_visibility", attr);
            break;
        }
    }
    let name = reader.symbol_name()?;
    let attr = reader.cx.module.string_attr(&name);
    reader.set_attr("sym_name", attr);
    let signature = read_signature(reader)?;
    inherent_free_attributes(reader)?;
    if reader.peek() != Token::LBrace {
        reader.empty_region();
        return Ok(());
    }
    // If the signature has no names, the entry block provides the arguments.
    let args = if signature.has_names { &signature.args[..] } else { &[] };
    reader.region(args)?;
    let region = reader.op.regions[0];
    if reader.cx.module.blocks_of(region).is_empty() {
        return Err(reader.error("expected non-empty function body"));
    }
    Ok(())
}

/// Reads `attributes {…}`, which must not repeat attributes that the signature expresses.
fn inherent_free_attributes(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let span = reader.span();
    let n_known = reader.op.attrs.len();
    reader.attributes_clause()?;
    let inferred = ["sym_name", "sym_visibility", "function_type"];
    let found = reader.op.attrs[n_known..].iter().find(|(key, _)| inferred.contains(&key.as_str()));
    let Some((key, _)) = found else { return Ok(()) };
    let message = format!(
        "'{key}' is an inferred attribute and should not be specified in the explicit attribute dictionary"
    );
    Err(reader.error_at(span, message))
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    if let Some(visibility) = op.str("sym_visibility") {
        writer.text(visibility);
        writer.text(" ");
    }
    writer.symbol(FunctionLike(op).name());
    write_signature(writer, op);
    writer.attributes_clause(op, &["sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs"]);
    if op.entry(0).is_some() {
        writer.text(" ");
        writer.region(op.regions()[0], false, true);
    }
}

/// Checks that the entry block has the arguments of the type, and that argument attributes have a dialect
/// prefix.
pub(in crate::dialect) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let (inputs, results) = function_type_of(module, op.op);
    if let Some(block) = op.entry(0) {
        let found: Vec<_> = module.args(block).iter().map(|arg| module.type_of(*arg)).collect();
        if found != inputs {
            cx.error(op, "type of the entry block arguments must match the function signature");
        }
    } else if op.str("sym_visibility").is_none_or(|visibility| visibility == "public") {
        cx.error(op, "symbol declaration cannot have public visibility");
    }
    check_dicts(cx, op, inputs.len(), results.len());
}

/// Checks that there is one dictionary per argument and result, and that its keys have a dialect prefix.
pub(in crate::dialect) fn check_dicts(
    cx: &mut VerifyCx<'_>,
    op: OpRef<'_>,
    n_inputs: usize,
    n_results: usize,
) {
    check_dict_list(cx, op, "argument", "arg_attrs", n_inputs);
    check_dict_list(cx, op, "result", "res_attrs", n_results);
}

fn check_dict_list(cx: &mut VerifyCx<'_>, op: OpRef<'_>, what: &str, key: &str, wanted: usize) {
    let module = op.module;
    let Some(AttrKind::Array(items)) = op.attr(key).map(|attr| module.attr_kind(attr)) else { return };
    if items.len() != wanted {
        let message = format!(
            "expects {what} attribute array to have the same number of elements as the number of function {what}s, got {}, but expected {wanted}",
            items.len()
        );
        return cx.error(op, message);
    }
    for item in items {
        let AttrKind::Dict(entries) = module.attr_kind(*item) else { continue };
        let keys = entries.iter().map(|entry| module.text(entry.name));
        if let Some(key) = keys.into_iter().find(|key| !key.contains('.')) {
            return cx.error(op, format!("{what}s may only have dialect attributes, but found '{key}'"));
        }
    }
}

/// Checks that the operands match the results of the enclosing function.
pub(super) fn verify_return(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(func) = op.module.parent_op(op.op) else { return };
    check_results(cx, op, func);
}

/// Compares the operands of a return with the results of a function.
fn check_results(cx: &mut VerifyCx<'_>, op: OpRef<'_>, func: Op) {
    let module = op.module;
    let (_, results) = function_type_of(module, func);
    let operands = op.operands();
    let name = module.symbol_name(func).unwrap_or_default();
    if operands.len() != results.len() {
        let message = format!(
            "has {} operands, but enclosing function (@{name}) returns {}",
            operands.len(),
            results.len()
        );
        return cx.error(op, message);
    }
    for (i, (value, wanted)) in operands.iter().zip(results).enumerate() {
        let found = module.type_of(*value);
        if found != *wanted {
            let (found, wanted) = (type_text(module, found), type_text(module, *wanted));
            cx.error(op, format!("type of return operand {i} ('{found}') doesn't match function result type ('{wanted}') in function @{name}"));
        }
    }
}

/// Checks that the callee is a function with these operand and result types.
pub(super) fn verify_call(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let Some(path) = op.attr("callee").and_then(|attr| module.attr_symbol(attr)) else { return };
    let name = path.last().map(|name| module.text(*name)).unwrap_or_default();
    let found = module.resolve_symbol(op.op, path);
    if found.is_some_and(|found| matches!(module.kind(found), OpKind::Foreign(_))) {
        return;
    }
    let Some(callee) = found.filter(|op| module.kind(*op) == OpKind::Func(Func::Func)) else {
        let message = format!("'{name}' does not reference a valid function");
        let notes = cx.similar_symbols(op, name);
        return cx.error_with(op, codes::SYMBOL, message, notes);
    };
    let (inputs, results) = function_type_of(module, callee);
    let operands: Vec<_> = op.operands().iter().map(|value| op.type_of(*value)).collect();
    if operands.len() != inputs.len() {
        return cx.error(
            op,
            format!(
                "incorrect number of operands for callee: expected {}, but found {}",
                inputs.len(),
                operands.len()
            ),
        );
    }
    for (i, (found, wanted)) in operands.iter().zip(inputs).enumerate() {
        if found != wanted {
            let (found, wanted) = (type_text(module, *found), type_text(module, *wanted));
            cx.error(op, format!("operand type mismatch: expected operand type '{wanted}', but provided '{found}' for operand number {i}"));
        }
    }
    let found: Vec<_> = op.results().map(|value| op.type_of(value)).collect();
    if found != results {
        cx.error(op, "result types do not match those of the callee");
    }
}
