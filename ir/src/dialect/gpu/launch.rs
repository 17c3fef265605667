//! `gpu.launch async [%t] <%s : T> clusters(…) in (…) blocks(%x, %y, %z) in (%gx = %a, …) threads(…) in (…) { … }`.

use super::func::{check_attributions, n_workgroup, read_attributions, write_attributions};
use super::launch_func::{read_stream, write_stream};
use crate::def::Code;
use crate::diagnostics::Reported;
use crate::dialect::{Gpu, OpKind};
use crate::format::read::{Reader, RegionArg, ValueName};
use crate::format::write::{Writer, write_async};
use crate::module::Block;
use crate::op::OpRef;
use crate::syntax::lexer::Token;
use crate::types::Type;
use crate::value::Value;
use crate::verify::VerifyCx;

/// The custom form.
pub(super) const SYNTAX: Code = Code { read, write };

/// A view of `gpu.launch`.
#[derive(Clone, Copy)]
pub struct Launch<'m>(pub OpRef<'m>);

impl<'m> Launch<'m> {
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

    /// Returns the number of arguments of the body before the attributions.
    pub fn n_geometry_args(self) -> usize {
        if self.0.group("clusterSizeX").is_empty() { 12 } else { 18 }
    }

    /// Returns the body. Its arguments: block ids, thread ids, grid sizes, block sizes, cluster ids and sizes
    /// (if there are clusters), attributions.
    pub fn body(self) -> Block {
        self.0.entry(0).expect("a verified gpu.launch has a body")
    }
}

/// Three ids, and sizes with their values, as in the text.
struct Geometry {
    ids: Vec<ValueName>,
    sizes: Vec<ValueName>,
    values: Vec<ValueName>,
}

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let n_tokens = read_async_clause(reader)?;
    let stream = read_stream(reader)?;
    let clusters = if reader.is_word("clusters") { Some(read_geometry(reader, "clusters")?) } else { None };
    let blocks = read_geometry(reader, "blocks")?;
    let threads = read_geometry(reader, "threads")?;
    let all = [Some(&blocks), Some(&threads), clusters.as_ref()];
    for names in all.into_iter().flatten().map(|geometry| &geometry.values) {
        let values = reader.resolve_all(names, Type::INDEX)?;
        reader.op.operands.extend(values);
    }
    let mut n_shared = 0;
    if reader.eat_word("dynamic_shared_memory_size") {
        reader.operand(Type::I32)?;
        n_shared = 1;
    }
    for clause in ["module", "function"] {
        if reader.eat_word(clause) {
            reader.expect(Token::LParen, &format!("'(' after '{clause}'"))?;
            let span = reader.span();
            let attr = reader.symbol_ref()?;
            if reader.cx.module.attr_symbol(attr).is_some_and(|path| 1 < path.len()) {
                let message = "invalid kind of attribute specified: expected a symbol without '::'";
                return Err(reader.error_at(span, message));
            }
            reader.expect(Token::RParen, "')' after the symbol")?;
            reader.set_attr(clause, attr);
        }
    }
    let n = usize::from(clusters.is_some());
    let mut segments = vec![n_tokens, 1, 1, 1, 1, 1, 1, n, n, n, n_shared];
    // Without a stream the generic form is the one that older versions read.
    segments.extend(stream.map(|_| 1));
    reader.op.operands.extend(stream);
    reader.set_segments(&segments);
    let mut names = vec![&blocks.ids, &threads.ids, &blocks.sizes, &threads.sizes];
    if let Some(clusters) = &clusters {
        names.extend([&clusters.ids, &clusters.sizes]);
    }
    let mut args: Vec<_> =
        names.into_iter().flatten().map(|name| RegionArg { name: Some(*name), ty: Type::INDEX }).collect();
    read_attributions(reader, &mut args, false)?;
    reader.region(&args)?;
    reader.attr_dict()
}

/// Reads `async` and `[%t, …]` and sets operands and result; returns the number of tokens.
pub(in crate::dialect) fn read_async_clause(reader: &mut Reader<'_, '_>) -> Result<usize, Reported> {
    let is_async = reader.eat_word("async");
    if is_async && reader.n_named_results == 0 {
        return Err(reader.error("needs to be named when marked 'async'"));
    }
    if is_async {
        reader.op.results.push(Type::TOKEN);
    } else if 0 < reader.n_named_results {
        return Err(
            reader.error("a result needs the keyword 'async': without it the operation yields no token")
        );
    }
    if reader.eat(Token::LSquare) {
        reader.list_until(Token::RSquare, "',' or ']' in the async dependencies", |reader| {
            reader.operand(Type::TOKEN).map(|_| ())
        })?;
    }
    Ok(reader.op.operands.len())
}

fn read_geometry(reader: &mut Reader<'_, '_>, word: &str) -> Result<Geometry, Reported> {
    let mut out = Geometry { ids: Vec::new(), sizes: Vec::new(), values: Vec::new() };
    reader.expect_word(word)?;
    reader.expect(Token::LParen, &format!("'(' after '{word}'"))?;
    for index in 0..3 {
        if 0 < index {
            reader.expect(Token::Comma, "',' between three ids")?;
        }
        out.ids.push(reader.value_name()?);
    }
    reader.expect(Token::RParen, "')' after three ids")?;
    reader.expect_word("in")?;
    reader.expect(Token::LParen, "'(' before three sizes")?;
    for index in 0..3 {
        if 0 < index {
            reader.expect(Token::Comma, "',' between three sizes")?;
        }
        out.sizes.push(reader.value_name()?);
        reader.expect(Token::Equal, "'=' after the name of a size")?;
        out.values.push(reader.value_name()?);
    }
    reader.expect(Token::RParen, "')' after three sizes")?;
    Ok(out)
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let Some(block) = op.entry(0) else { return };
    let args = op.module.args(block);
    let sizes = Launch(op).sizes();
    let is_async = 0 < op.n_results() || !Launch(op).dependencies().is_empty();
    if is_async {
        writer.text(" ");
        write_async(writer, op);
    }
    if let [stream] = op.group("asyncObject") {
        writer.text(" ");
        write_stream(writer, op, *stream);
    }
    if let sizes @ [_, ..] = Launch(op).cluster_sizes() {
        write_geometry(writer, " clusters(", &args[12..15], &args[15..18], sizes);
    }
    write_geometry(writer, " blocks(", &args[0..3], &args[6..9], &sizes[0..3]);
    write_geometry(writer, " threads(", &args[3..6], &args[9..12], &sizes[3..6]);
    if let [size] = op.group("dynamicSharedMemorySize") {
        writer.text(" dynamic_shared_memory_size ");
        writer.value(*size);
    }
    for clause in ["module", "function"] {
        if let Some(attr) = op.attr(clause) {
            writer.text(" ");
            writer.text(clause);
            writer.text("(");
            writer.attr(attr);
            writer.text(")");
        }
    }
    write_attributions(writer, op, Launch(op).n_geometry_args());
    writer.text(" ");
    writer.region(op.regions()[0], false, true);
    writer.attr_dict(op, &["module", "function", "workgroup_attributions"]);
}

fn write_geometry(writer: &mut Writer<'_>, word: &str, ids: &[Value], sizes: &[Value], values: &[Value]) {
    writer.text(word);
    writer.values(ids);
    writer.text(") in (");
    for (i, (size, value)) in sizes.iter().zip(values).enumerate() {
        writer.comma(i);
        writer.value(*size);
        writer.text(" = ");
        writer.value(*value);
    }
    writer.text(")");
}

pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let n_clusters: usize =
        ["clusterSizeX", "clusterSizeY", "clusterSizeZ"].map(|name| op.group(name).len()).iter().sum();
    if !n_clusters.is_multiple_of(3) {
        return cx.error(op, format!("cluster size must be all present, but found {n_clusters} of 3"));
    }
    let Some(block) = op.entry(0) else { return cx.error(op, "requires a body") };
    let args = module.args(block);
    let n = Launch(op).n_geometry_args();
    let found = args.len();
    if found < n + n_workgroup(op) || args[..n].iter().any(|arg| op.type_of(*arg) != Type::INDEX) {
        let message = "unexpected number of region arguments: expected index arguments for ids and sizes";
        return cx.error(op, format!("{message}, {n} of them, but found {found} arguments"));
    }
    check_attributions(cx, op, n);
}

/// Checks that every block ends in `gpu.terminator` or branches to another block.
pub(super) fn verify_regions(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    for block in module.blocks_of(op.regions()[0]) {
        let last = module.last_op(*block);
        let ends = last.is_some_and(|last| {
            module.kind(last) == OpKind::Gpu(Gpu::Terminator) || !module.successors(last).is_empty()
        });
        if !ends {
            cx.error(op, "expected 'gpu.terminator' or a terminator with successors");
        }
    }
}
