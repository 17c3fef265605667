//! `gpu.func @f(%a: T) -> U workgroup(%w: M) private(%p: M) kernel attributes {…} { … }`.

use crate::attrs::{Attr, AttrKind};
use crate::def::{Code, foreign_words};
use crate::diagnostics::Reported;
use crate::dialect::func::{
    FunctionLike, check_dicts, function_type_of, read_dict, read_signature, set_dicts, write_dict_of,
    write_signature,
};
use crate::format::read::{Reader, RegionArg};
use crate::format::write::Writer;
use crate::module::Block;
use crate::op::OpRef;
use crate::print::type_text;
use crate::syntax::lexer::Token;
use crate::types::Type;
use crate::value::Value;
use crate::verify::VerifyCx;

/// The keywords of the attributions and the keys of the attributes of their buffers.
const ATTRIBUTIONS: [(&str, &str); 2] =
    [("workgroup", "workgroup_attrib_attrs"), ("private", "private_attrib_attrs")];

/// The custom form.
pub(super) const SYNTAX: Code = Code { read, write };

/// A view of `gpu.func`.
#[derive(Clone, Copy)]
pub struct GpuFunc<'m>(pub OpRef<'m>);

impl<'m> GpuFunc<'m> {
    /// Returns the symbol.
    pub fn name(self) -> &'m str {
        FunctionLike(self.0).name()
    }

    /// Whether the host can launch it.
    pub fn is_kernel(self) -> bool {
        self.0.attr("gpu.kernel").is_some()
    }

    /// Returns the entry block.
    pub fn body(self) -> Block {
        self.0.entry(0).expect("a verified gpu.func has a body")
    }

    /// Returns the arguments.
    pub fn args(self) -> &'m [Value] {
        let n = FunctionLike(self.0).inputs().len();
        &self.0.module.args(self.body())[..n]
    }

    /// Returns the workgroup buffers.
    pub fn workgroup_attributions(self) -> &'m [Value] {
        let first = FunctionLike(self.0).inputs().len();
        &self.0.module.args(self.body())[first..first + n_workgroup(self.0)]
    }

    /// Returns the private buffers.
    pub fn private_attributions(self) -> &'m [Value] {
        let first = FunctionLike(self.0).inputs().len() + n_workgroup(self.0);
        &self.0.module.args(self.body())[first..]
    }
}

/// Returns the number of workgroup buffers of an operation.
pub fn n_workgroup(op: OpRef<'_>) -> usize {
    op.int("workgroup_attributions").and_then(|n| usize::try_from(n).ok()).unwrap_or(0)
}

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let name = reader.symbol_name()?;
    let attr = reader.cx.module.string_attr(&name);
    reader.set_attr("sym_name", attr);
    let signature = read_signature(reader)?;
    let mut args = signature.args;
    if args.iter().any(|arg| arg.name.is_none()) {
        return Err(reader.error("gpu.func requires named arguments: expected '%name: type' for each"));
    }
    read_attributions(reader, &mut args, true)?;
    if reader.eat_word("kernel") {
        reader.set_attr("gpu.kernel", Attr::UNIT);
    }
    reader.attributes_clause()?;
    reader.region(&args)
}

/// Reads optional `workgroup(…)` and `private(…)`; their buffers are arguments of the region. With
/// `take_attrs` a buffer may have attributes.
pub(super) fn read_attributions(
    reader: &mut Reader<'_, '_>,
    args: &mut Vec<RegionArg>,
    take_attrs: bool,
) -> Result<(), Reported> {
    for (word, key) in ATTRIBUTIONS {
        let before = args.len();
        if reader.eat_word(word) {
            let attrs = read_buffers(reader, args, take_attrs)?;
            set_dicts(reader, key, &attrs);
        }
        let n = (args.len() - before) as i64;
        if word == "workgroup" {
            let attr = reader.cx.module.int_attr(n, Type::I64);
            reader.set_attr("workgroup_attributions", attr);
        }
    }
    Ok(())
}

fn read_buffers(
    reader: &mut Reader<'_, '_>,
    args: &mut Vec<RegionArg>,
    take_attrs: bool,
) -> Result<Vec<Attr>, Reported> {
    let mut attrs = Vec::new();
    reader.expect(Token::LParen, "'(' before the attributions")?;
    reader.list_until(Token::RParen, "',' or ')' in the attributions", |reader| {
        let name = reader.value_name()?;
        reader.expect(Token::Colon, "':' before the type of the attribution")?;
        let ty = reader.parse_type()?;
        if take_attrs {
            attrs.push(read_dict(reader)?);
        }
        reader.arg_location(Some(name))?;
        args.push(RegionArg { name: Some(name), ty });
        Ok(())
    })?;
    Ok(attrs)
}

/// Writes ` workgroup(…) private(…)` for the arguments of a region from `first` on.
pub(super) fn write_attributions(writer: &mut Writer<'_>, op: OpRef<'_>, first: usize) {
    let Some(block) = op.entry(0) else { return };
    let buffers = op.module.args(block).get(first..).unwrap_or(&[]);
    let (workgroup, private) = buffers.split_at(n_workgroup(op).min(buffers.len()));
    for ((word, key), buffers) in ATTRIBUTIONS.into_iter().zip([workgroup, private]) {
        if buffers.is_empty() {
            continue;
        }
        writer.text(" ");
        writer.text(word);
        writer.text("(");
        for (i, buffer) in buffers.iter().enumerate() {
            writer.comma(i);
            writer.value(*buffer);
            writer.text(" : ");
            writer.ty(op.type_of(*buffer));
            write_dict_of(writer, op, key, i);
        }
        writer.text(")");
    }
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    writer.symbol(GpuFunc(op).name());
    write_signature(writer, op);
    write_attributions(writer, op, FunctionLike(op).inputs().len());
    if GpuFunc(op).is_kernel() {
        writer.text(" kernel");
    }
    let hidden = [
        "sym_name",
        "function_type",
        "gpu.kernel",
        "workgroup_attributions",
        "arg_attrs",
        "res_attrs",
        ATTRIBUTIONS[0].1,
        ATTRIBUTIONS[1].1,
    ];
    writer.attributes_clause(op, &hidden);
    writer.text(" ");
    writer.region(op.regions()[0], false, true);
}

pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    if op.str("sym_name").is_none() {
        return cx.error(op, "requires string attribute 'sym_name'");
    }
    let function_type = op.attr("function_type").and_then(|attr| module.attr_type(attr));
    if function_type.is_none_or(|ty| module.function_type(ty).is_none()) {
        let rule = "type attribute of function type";
        return cx.error(op, format!("attribute 'function_type' failed to satisfy constraint: {rule}"));
    }
    let (inputs, results) = function_type_of(module, op.op);
    let Some(block) = op.entry(0) else { return cx.error(op, "expected a body with at least one block") };
    let args: Vec<_> = module.args(block).iter().map(|arg| module.type_of(*arg)).collect();
    let n_wanted = inputs.len() + n_workgroup(op);
    if args.len() < n_wanted {
        let found = args.len();
        return cx
            .error(op, format!("expected at least {n_wanted} arguments to body region, but found {found}"));
    }
    for (index, (found, wanted)) in args.iter().zip(inputs).enumerate() {
        if found != wanted {
            let (found, wanted) = (type_text(module, *found), type_text(module, *wanted));
            let message = format!("expected body region argument #{index} to be of type '{wanted}'");
            return cx.error(op, format!("{message}, got '{found}'"));
        }
    }
    if GpuFunc(op).is_kernel() && !results.is_empty() {
        cx.error(op, "expected void return type for kernel function");
    }
    check_dicts(cx, op, inputs.len(), results.len());
    check_size_hints(cx, op);
    check_attributions(cx, op, inputs.len());
}

/// Checks that there are three known launch sizes.
fn check_size_hints(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    for key in ["known_block_size", "known_grid_size", "known_cluster_size"] {
        let Some(AttrKind::DenseArray(_, sizes)) = op.attr(key).map(|attr| op.module.attr_kind(attr)) else {
            continue;
        };
        if sizes.len() != 3 {
            let rule = "i32 dense array attribute with 3 elements (if present)";
            let found = sizes.len();
            cx.error(
                op,
                format!("attribute '{key}' failed to satisfy constraint: {rule}, but found {found}"),
            );
        }
    }
}

/// Checks that the arguments of the body from `first` on are buffers, each in its kind of memory space or in
/// a numbered one.
pub(super) fn check_attributions(cx: &mut VerifyCx<'_>, op: OpRef<'_>, first: usize) {
    let module = op.module;
    let Some(block) = op.entry(0) else { return };
    let buffers = module.args(block).get(first..).unwrap_or(&[]);
    for (index, buffer) in buffers.iter().enumerate() {
        let ty = op.type_of(*buffer);
        if !module.is_memref(ty) {
            let found = type_text(module, ty);
            return cx.error(op, format!("expected memref type in attribution, but found '{found}'"));
        }
        let wanted = if index < n_workgroup(op) { "workgroup" } else { "private" };
        let space = module.memory_space(ty).map(|space| module.attr_kind(space));
        let found = space.and_then(|kind| foreign_words(module, kind, "gpu.address_space"));
        if let Some(found) = found
            && found != wanted
        {
            let message = format!("expected memory space {wanted} in attribution, but found {found}");
            return cx.error(op, message);
        }
    }
}

/// Checks that the operands match the results of the enclosing function.
pub(super) fn verify_return(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let Some(func) = module.parent_op(op.op) else { return };
    let (_, results) = function_type_of(module, func);
    if op.operands().len() != results.len() {
        let (wanted, found) = (results.len(), op.operands().len());
        return cx.error(op, format!("expected {wanted} result operands, but found {found}"));
    }
    for (index, (value, wanted)) in op.operands().iter().zip(results).enumerate() {
        let found = op.type_of(*value);
        if found != *wanted {
            let (found, wanted) = (type_text(module, found), type_text(module, *wanted));
            cx.error(op, format!("unexpected type `'{found}'' for operand #{index}, expected '{wanted}'"));
        }
    }
}
