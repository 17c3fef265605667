//! `rt.graph async [%t] on 0 edges(0 -> 2, 1 -> 2) { … }`: syntax and verification of task graphs.
//!
//! The nodes of a graph are the operations of its region, numbered from 0. An edge means that the second node
//! starts after the first has ended; nothing else orders nodes. Edges lead from earlier nodes to later ones,
//! so the graph is acyclic. A stream executes the graph as one command: all of it runs after the work issued
//! to the stream before, and the work issued later runs after all of it. Nodes name no stream.

use crate::def::Code;
use crate::diagnostics::Reported;
use crate::dialect::{OpKind, Rt};
use crate::format::read::Reader;
use crate::format::write::{Writer, write_async};
use crate::module::Module;
use crate::op::{Op, OpRef};
use crate::syntax::lexer::Token;
use crate::types::Type;
use crate::verify::VerifyCx;

/// The custom form.
pub(super) const SYNTAX: Code = Code { read, write };

/// A view of `rt.graph`.
#[derive(Clone, Copy)]
pub struct Graph<'m>(pub OpRef<'m>);

impl Graph<'_> {
    /// Returns the nodes, in order.
    pub fn nodes(self) -> Vec<Op> {
        self.0.entry(0).map(|block| self.0.module.ops_in(block)).unwrap_or_default()
    }

    /// Returns the edges as pairs of nodes, the earlier one first.
    pub fn edges(self) -> Vec<(i64, i64)> {
        self.0.ints("edges").chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
    }
}

/// Returns the graph of which an operation is a node.
pub fn graph_around(module: &Module, op: Op) -> Option<Op> {
    module.parent_op(op).filter(|parent| module.kind(*parent) == OpKind::Rt(Rt::Graph))
}

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    crate::dialect::gpu::read_async_clause(reader)?;
    if reader.eat_word("on") {
        let stream = reader.integer()?;
        let stream = reader.cx.module.int_attr(stream, Type::I32);
        reader.set_attr("stream", stream);
    }
    let mut edges = Vec::new();
    if reader.eat_word("edges") {
        reader.expect(Token::LParen, "'(' before the edges")?;
        reader.list_until(Token::RParen, "',' or ')' in the edges", |reader| {
            edges.push(reader.integer()?);
            reader.expect(Token::Arrow, "'->' between two nodes")?;
            edges.push(reader.integer()?);
            Ok(())
        })?;
    }
    let edges = reader.cx.module.i32_array_attr(edges);
    reader.set_attr("edges", edges);
    reader.region(&[])?;
    reader.attr_dict()
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let has_tokens = 0 < op.n_results() || !op.operands().is_empty();
    if has_tokens {
        writer.text(" ");
        write_async(writer, op);
    }
    if let Some(stream) = op.int("stream") {
        writer.text(&format!(" on {stream}"));
    }
    for (index, (from, to)) in Graph(op).edges().into_iter().enumerate() {
        writer.text(if index == 0 { " edges(" } else { ", " });
        writer.text(&format!("{from} -> {to}"));
    }
    writer.text(if Graph(op).edges().is_empty() { " " } else { ") " });
    writer.region(op.regions()[0], false, true);
    writer.attr_dict(op, &["edges", "stream"]);
}

/// Checks that nodes are launches, copies and fills, and that edges lead from earlier nodes to later ones,
/// each once.
pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let nodes = Graph(op).nodes();
    for node in &nodes {
        if !matches!(op.module.kind(*node), OpKind::Rt(Rt::Launch | Rt::Copy | Rt::Fill)) {
            let name = op.module.op_name(*node);
            let message = format!("expected launches, copies and fills in a graph, but found '{name}'");
            return cx.error(op.other(*node), message);
        }
    }
    for (number, node) in (0i64..).zip(&nodes) {
        verify_marks(cx, op.other(*node), number);
    }
    if !op.ints("edges").len().is_multiple_of(2) {
        return cx.error(op, "expected pairs of nodes as edges, but found a node left over");
    }
    let n_nodes = nodes.len() as i64;
    let edges = Graph(op).edges();
    for (index, (from, to)) in edges.iter().enumerate() {
        if *from < 0 || to <= from || n_nodes <= *to {
            let message = format!(
                "expected edges from earlier to later nodes of 0 to {}, but found {from} -> {to}",
                n_nodes - 1
            );
            return cx.error(op, message);
        }
        if 0 < index && (*from, *to) <= edges[index - 1] {
            let (a, b) = edges[index - 1];
            return cx
                .error(op, format!("expected edges in order, but found {from} -> {to} after {a} -> {b}"));
        }
    }
}

/// Checks that ordering constraints of a node refer to earlier nodes by their numbers.
fn verify_marks(cx: &mut VerifyCx<'_>, node: OpRef<'_>, number: i64) {
    if node.attr("token").is_some() {
        return cx.error(node, "expected no token on a node of a graph, but found one");
    }
    for key in ["after", "beside"] {
        let marks = node.ints(key);
        if let Some(wrong) = marks.iter().find(|mark| !(0..number).contains(*mark)) {
            let message = format!("expected nodes before node {number} in '{key}', but found {wrong}");
            return cx.error(node, message);
        }
    }
}

/// Checks that a launch, copy or fill names its stream, unless it is a node of a graph, which has one stream.
pub(super) fn verify_stream(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    match (graph_around(op.module, op.op), op.attr("stream")) {
        (Some(_), Some(_)) => cx.error(op, "expected no stream on a node of a graph, but found one"),
        (None, None) => cx.error(op, "expected a stream outside of graphs, but found none"),
        (Some(_), None) | (None, Some(_)) => {}
    }
}
