//! `gpu.func @f(%a: T) -> U workgroup(%w: M) private(%p: M) kernel attributes {…} { … }`.

use crate::attrs::Attr;
use crate::def::Code;
use crate::diagnostics::Reported;
use crate::dialect::func::{FunctionLike, check_results, function_type_of, read_signature, write_signature};
use crate::format::read::{Reader, RegionArg};
use crate::format::write::Writer;
use crate::module::Block;
use crate::op::OpRef;
use crate::syntax::lexer::Token;
use crate::types::Type;
use crate::value::Value;
use crate::verify::VerifyCx;

/// The custom form.
pub(super) const SYNTAX: Code = Code { read, write };

/// A view of `gpu.func`.
#[derive(Clone, Copy)]
pub struct GpuFunc<'m>(pub OpRef<'m>);

impl<'m> GpuFunc<'m> {
    /// The symbol.
    pub fn name(self) -> &'m str {
        FunctionLike(self.0).name()
    }

    /// Whether the host can launch it.
    pub fn is_kernel(self) -> bool {
        self.0.attr("gpu.kernel").is_some()
    }

    /// The entry block.
    pub fn body(self) -> Block {
        self.0.entry(0).expect("a verified gpu.func has a body")
    }

    /// The arguments.
    pub fn args(self) -> &'m [Value] {
        let n = FunctionLike(self.0).inputs().len();
        &self.0.module.args(self.body())[..n]
    }

    /// Buffers of the workgroup.
    pub fn workgroup_attributions(self) -> &'m [Value] {
        let first = FunctionLike(self.0).inputs().len();
        &self.0.module.args(self.body())[first..first + n_workgroup(self.0)]
    }

    /// Buffers of the work item.
    pub fn private_attributions(self) -> &'m [Value] {
        let first = FunctionLike(self.0).inputs().len() + n_workgroup(self.0);
        &self.0.module.args(self.body())[first..]
    }
}

fn n_workgroup(op: OpRef<'_>) -> usize {
    op.int("workgroup_attributions").and_then(|n| usize::try_from(n).ok()).unwrap_or(0)
}

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let name = reader.symbol_name()?;
    let attr = reader.cx.module.string_attr(&name);
    reader.set_attr("sym_name", attr);
    let signature = read_signature(reader)?;
    let mut args = signature.args;
    read_attributions(reader, &mut args)?;
    if reader.eat_word("kernel") {
        reader.set_attr("gpu.kernel", Attr::UNIT);
    }
    reader.attributes_clause()?;
    reader.region(&args)
}

/// Takes `workgroup(…)` and `private(…)`, if they follow; their buffers are arguments of the region.
pub(super) fn read_attributions(
    reader: &mut Reader<'_, '_>,
    args: &mut Vec<RegionArg>,
) -> Result<(), Reported> {
    let before = args.len();
    if reader.eat_word("workgroup") {
        read_buffers(reader, args)?;
    }
    let n = (args.len() - before) as i64;
    if 0 < n {
        let attr = reader.cx.module.int_attr(n, Type::I64);
        reader.set_attr("workgroup_attributions", attr);
    }
    if reader.eat_word("private") {
        read_buffers(reader, args)?;
    }
    Ok(())
}

fn read_buffers(reader: &mut Reader<'_, '_>, args: &mut Vec<RegionArg>) -> Result<(), Reported> {
    reader.expect(Token::LParen, "'(' before the attributions")?;
    reader.list_until(Token::RParen, "',' or ')' in the attributions", |reader| {
        let name = reader.value_name()?;
        reader.expect(Token::Colon, "':' before the type of the attribution")?;
        let ty = reader.parse_type()?;
        args.push(RegionArg { name: Some(name), ty });
        Ok(())
    })
}

/// Writes ` workgroup(…) private(…)` for the arguments of a region from `first` on.
pub(super) fn write_attributions(writer: &mut Writer<'_>, op: OpRef<'_>, first: usize) {
    let Some(block) = op.entry(0) else { return };
    let buffers = op.module.args(block).get(first..).unwrap_or(&[]);
    let (workgroup, private) = buffers.split_at(n_workgroup(op).min(buffers.len()));
    for (word, buffers) in [(" workgroup(", workgroup), (" private(", private)] {
        if buffers.is_empty() {
            continue;
        }
        writer.text(word);
        for (i, buffer) in buffers.iter().enumerate() {
            writer.comma(i);
            writer.value(*buffer);
            writer.text(" : ");
            writer.ty(op.type_of(*buffer));
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
    let hidden =
        ["sym_name", "function_type", "gpu.kernel", "workgroup_attributions", "arg_attrs", "res_attrs"];
    writer.attributes_clause(op, &hidden);
    writer.text(" ");
    writer.region(op.regions()[0], false, true);
}

pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let (inputs, results) = function_type_of(module, op.op);
    let Some(block) = op.entry(0) else { return cx.error(op, "expected a body") };
    let args: Vec<_> = module.args(block).iter().map(|arg| module.type_of(*arg)).collect();
    if args.len() < inputs.len() + n_workgroup(op) || args[..inputs.len()] != *inputs {
        return cx.error(op, "expected the entry block arguments to begin with those of the signature");
    }
    if GpuFunc(op).is_kernel() && !results.is_empty() {
        cx.error(op, "expected void return type for kernel function");
    }
    if args[inputs.len()..].iter().any(|ty| !module.is_memref(*ty)) {
        cx.error(op, "expected memref type in attribution");
    }
}

/// The operands are the results of the function around.
pub(super) fn verify_return(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    if let Some(func) = op.module.parent_op(op.op) {
        check_results(cx, op, func);
    }
}
