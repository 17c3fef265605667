//! `gpu.launch_func async [%t] @m::@k blocks in (%a, %b, %c) threads in (…) args(%x : T, …)`.

use super::launch::read_async_clause;
use crate::attrs::Attr;
use crate::def::Code;
use crate::diagnostics::{Reported, codes};
use crate::dialect::func::function_type_of;
use crate::dialect::{Builtin, Func, Gpu, OpKind};
use crate::format::read::{Reader, ValueName};
use crate::format::write::{Writer, write_async};
use crate::module::Name;
use crate::op::{Op, OpRef};
use crate::print::type_text;
use crate::syntax::lexer::Token;
use crate::types::Type;
use crate::value::Value;
use crate::verify::VerifyCx;

/// The custom form.
pub(super) const SYNTAX: Code = Code { read, write };

/// A view of `gpu.launch_func`.
#[derive(Clone, Copy)]
pub struct LaunchFunc<'m>(pub OpRef<'m>);

impl<'m> LaunchFunc<'m> {
    /// Returns the tokens that it waits for.
    pub fn dependencies(self) -> &'m [Value] {
        self.0.group("asyncDependencies")
    }

    /// Returns grid sizes x, y, z and then block sizes x, y, z.
    pub fn sizes(self) -> &'m [Value] {
        let first = self.0.group("asyncDependencies").len();
        &self.0.operands()[first..first + 6]
    }

    /// Returns cluster sizes x, y, z, or nothing.
    pub fn cluster_sizes(self) -> &'m [Value] {
        let first = self.0.group("asyncDependencies").len() + 6;
        let n = 3 * self.0.group("clusterSizeX").len();
        self.0.operands().get(first..first + n).unwrap_or(&[])
    }

    /// Returns the bytes of dynamic workgroup memory.
    pub fn dynamic_shared_memory_size(self) -> Option<Value> {
        self.0.group("dynamicSharedMemorySize").first().copied()
    }

    /// Returns the arguments of the kernel.
    pub fn kernel_operands(self) -> &'m [Value] {
        self.0.group("kernelOperands")
    }

    /// Returns the stream operand.
    pub fn async_object(self) -> Option<Value> {
        self.0.group("asyncObject").first().copied()
    }

    /// Returns the names of the module and the kernel.
    pub fn kernel(self) -> Option<(&'m str, &'m str)> {
        match kernel_path(self.0)? {
            [module, kernel] => Some((self.0.module.text(*module), self.0.module.text(*kernel))),
            _ => None,
        }
    }

    /// Returns the kernel, or the `gpu.binary` that contains its code.
    pub fn callee(self) -> Option<crate::op::Op> {
        let module = self.0.module;
        let path = kernel_path(self.0)?;
        let table = module.resolve_symbol(self.0.op, &path[..1])?;
        if module.kind(table) == OpKind::Gpu(Gpu::Binary) {
            return Some(table);
        }
        module.resolve_symbol(self.0.op, path)
    }
}

fn kernel_path(op: OpRef<'_>) -> Option<&[Name]> {
    op.attr("kernel").and_then(|attr| op.module.attr_symbol(attr))
}

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let n_tokens = read_async_clause(reader)?;
    let stream = read_stream(reader)?;
    let kernel = reader.symbol_ref()?;
    reader.set_attr("kernel", kernel);
    let clusters = if reader.is_word("clusters") { read_sizes(reader, "clusters")? } else { Vec::new() };
    let mut sizes = read_sizes(reader, "blocks")?;
    sizes.extend(read_sizes(reader, "threads")?);
    sizes.extend(&clusters);
    let ty = if reader.eat(Token::Colon) { reader.parse_type()? } else { Type::INDEX };
    let values = reader.resolve_all(&sizes, ty)?;
    reader.op.operands.extend(values);
    let mut n_shared = 0;
    if reader.eat_word("dynamic_shared_memory_size") {
        reader.operand(Type::I32)?;
        n_shared = 1;
    }
    let before = reader.op.operands.len();
    if reader.eat_word("args") {
        reader.expect(Token::LParen, "'(' after 'args'")?;
        reader.list_until(Token::RParen, "',' or ')' in the arguments", |reader| {
            let name = reader.value_name()?;
            reader.expect(Token::Colon, "':' before the type of the argument")?;
            let ty = reader.parse_type()?;
            let value = reader.resolve(name, ty)?;
            reader.op.operands.push(value);
            Ok(())
        })?;
    }
    let n_args = reader.op.operands.len() - before;
    reader.op.operands.extend(stream);
    let n = usize::from(!clusters.is_empty());
    let n_streams = usize::from(stream.is_some());
    reader.set_segments(&[n_tokens, 1, 1, 1, 1, 1, 1, n, n, n, n_shared, n_args, n_streams]);
    reader.attr_dict()
}

/// Reads `<%s : T>`.
pub(super) fn read_stream(reader: &mut Reader<'_, '_>) -> Result<Option<Value>, Reported> {
    if !reader.eat(Token::Less) {
        return Ok(None);
    }
    let name = reader.value_name()?;
    reader.expect(Token::Colon, "':' before the type of the stream")?;
    let ty = reader.parse_type()?;
    reader.expect(Token::Greater, "'>' after the stream")?;
    reader.resolve(name, ty).map(Some)
}

/// Writes `<%s : T>`.
pub(super) fn write_stream(writer: &mut Writer<'_>, op: OpRef<'_>, stream: Value) {
    writer.text("<");
    writer.value(stream);
    writer.text(" : ");
    writer.ty(op.type_of(stream));
    writer.text(">");
}

/// Reads `blocks in (%x, %y, %z)`.
fn read_sizes(reader: &mut Reader<'_, '_>, word: &str) -> Result<Vec<ValueName>, Reported> {
    reader.expect_word(word)?;
    reader.expect_word("in")?;
    reader.expect(Token::LParen, "'(' before three sizes")?;
    let mut names = Vec::new();
    for index in 0..3 {
        if 0 < index {
            reader.expect(Token::Comma, "',' between three sizes")?;
        }
        names.push(reader.value_name()?);
    }
    reader.expect(Token::RParen, "')' after three sizes")?;
    Ok(names)
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let view = LaunchFunc(op);
    writer.text(" ");
    write_async(writer, op);
    if let Some(stream) = view.async_object() {
        write_stream(writer, op, stream);
    }
    writer.text(" ");
    writer.attr(op.attr("kernel").unwrap_or(Attr::UNIT));
    let sizes = view.sizes();
    if let sizes @ [_, ..] = view.cluster_sizes() {
        writer.text(" clusters in (");
        writer.values(sizes);
        writer.text(")");
    }
    writer.text(" blocks in (");
    writer.values(&sizes[..3]);
    writer.text(") threads in (");
    writer.values(&sizes[3..]);
    writer.text(")");
    writer.text(" ");
    if op.type_of(sizes[0]) != Type::INDEX {
        writer.text(": ");
        writer.ty(op.type_of(sizes[0]));
    }
    if let Some(size) = view.dynamic_shared_memory_size() {
        writer.text(" dynamic_shared_memory_size ");
        writer.value(size);
    }
    let args = view.kernel_operands();
    writer.text(" ");
    if !args.is_empty() {
        writer.text("args(");
        for (i, arg) in args.iter().enumerate() {
            writer.comma(i);
            writer.value(*arg);
            writer.text(" : ");
            writer.ty(op.type_of(*arg));
        }
        writer.text(")");
    }
    writer.attr_dict(op, &["kernel"]);
}

pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let view = LaunchFunc(op);
    let ty = op.type_of(view.sizes()[0]);
    if view.sizes().iter().any(|size| op.type_of(*size) != ty) {
        return cx.error(op, "expects all sizes to have the same type");
    }
    let n_clusters: usize =
        ["clusterSizeX", "clusterSizeY", "clusterSizeZ"].map(|name| op.group(name).len()).iter().sum();
    if !n_clusters.is_multiple_of(3) {
        return cx.error(op, format!("cluster size must be all present, but found {n_clusters} of 3"));
    }
    let container = nearest_module(op);
    if container.is_none_or(|table| module.attr(table, "gpu.container_module").is_none()) {
        return check_fragment(cx, op);
    }
    if let Some(callee) = container.and_then(|container| find_kernel(cx, op, container)) {
        check_operands(cx, op, callee);
    }
}

/// Returns the `builtin.module` that encloses an operation.
fn nearest_module(op: OpRef<'_>) -> Option<Op> {
    let module = op.module;
    let mut at = module.parent_op(op.op);
    while let Some(parent) = at {
        if module.kind(parent) == OpKind::Builtin(Builtin::Module) {
            return Some(parent);
        }
        at = module.parent_op(parent);
    }
    None
}

/// Returns the kernel in the symbol table of a module; `None` if its absence was reported, or if a
/// `gpu.binary` contains its code.
fn find_kernel(cx: &mut VerifyCx<'_>, op: OpRef<'_>, container: Op) -> Option<Op> {
    let module = op.module;
    let path = kernel_path(op)?;
    let (table_name, rest) = path.split_first()?;
    let mut fail = |message: String| {
        cx.error_with(op, codes::SYMBOL, message, Vec::new());
        None
    };
    let table_text = module.text(*table_name);
    let Some(table) = module.find_symbol(container, table_text) else {
        return fail(format!("kernel container '{table_text}' is undefined"));
    };
    let kernel_text: Vec<_> = path.iter().map(|name| format!("@{}", module.text(*name))).collect();
    let kernel_text = kernel_text.join("::");
    match module.kind(table) {
        OpKind::Gpu(Gpu::Binary) => return None,
        OpKind::Gpu(Gpu::Module) => {}
        _ => {
            return fail(format!(
                "kernel module '{table_text}' is undefined: '{}' found",
                module.op_name(table)
            ));
        }
    }
    let find = |op, name: &Name| module.find_symbol(op, module.text(*name));
    let Some(callee) = rest.iter().try_fold(table, find) else {
        return fail(format!("kernel function '{kernel_text}' is undefined"));
    };
    let is_function =
        matches!(module.kind(callee), OpKind::Gpu(Gpu::Func) | OpKind::Func(Func::Func) | OpKind::Foreign(_));
    if !is_function {
        return fail(format!("referenced kernel '{kernel_text}' is not a function"));
    }
    if module.attr(callee, "gpu.kernel").is_none() {
        let note = cx.note(callee, "defined here");
        let message = format!("kernel function is missing the 'gpu.kernel' attribute: '{kernel_text}'");
        cx.error_with(op, codes::SYMBOL, message, vec![note]);
        return None;
    }
    (module.kind(callee) == OpKind::Gpu(Gpu::Func)).then_some(callee)
}

fn check_operands(cx: &mut VerifyCx<'_>, op: OpRef<'_>, callee: Op) {
    let module = op.module;
    let (inputs, _) = function_type_of(module, callee);
    let found = LaunchFunc(op).kernel_operands();
    if found.len() != inputs.len() {
        return cx.error(op, format!("got {} kernel operands but expected {}", found.len(), inputs.len()));
    }
    for (index, (value, wanted)) in found.iter().zip(inputs).enumerate() {
        if op.type_of(*value) != *wanted {
            let (found, wanted) = (type_text(module, op.type_of(*value)), type_text(module, *wanted));
            let message = format!("type of function argument {index} does not match");
            cx.error(op, format!("{message}: expected '{wanted}', but found '{found}'"));
        }
    }
}

/// Reports a launch without an enclosing `gpu.container_module`: an error if its kernel exists, else a
/// warning. Without a kernel the text is a fragment: it can be parsed, printed and transformed, but its
/// kernels cannot be checked or run.
fn check_fragment(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    if LaunchFunc(op).callee().is_some() {
        let message = "expected the closest surrounding module to have the 'gpu.container_module' attribute";
        return cx.error(op, message);
    }
    let (module, kernel) = LaunchFunc(op).kernel().unwrap_or_default();
    let message = format!(
        "kernel '@{module}::@{kernel}' is undefined and no enclosing module has 'gpu.container_module': the text is read as a fragment"
    );
    cx.warning(op, codes::STYLE, message);
}
