//! Pairs of device nodes that user tokens leave unordered although their effects may conflict.
//!
//! Work with tokens is not ordered by memory that only may alias: the tokens define its order. This does not hold for
//! work that the user wrote as synchronous: the thread that issued it continued after it, so later work of that
//! thread, in its own body or in one that it started, is ordered after it. A graph is unordered with other work only
//! if each of its nodes is.

use super::bits::Bits;
use super::input::{Free, Node};
use indexmap::IndexMap;
use warpline_ir::dialect::rt::{Graph, graph_around};
use warpline_ir::{Attr, Module, Op, OpKind, Rt, Type};

/// The mark of scheduled work that the issuing thread does not wait for: the work returns a token.
const ASYNC: &str = "async";
/// The mark of scheduled work that lists the enclosing bodies of `async.execute`, outermost first.
const ENCLOSING: &str = "body";

/// The attribute that lists the bodies of `async.execute` that enclose device work, outermost first.
pub(crate) const BODY: &str = "rt.body";
/// The attribute of device work that stays in order with the rest of its body.
pub(crate) const IN_ORDER: &str = "rt.in_order";

/// Returns the bodies that enclose device work, outermost first.
pub(crate) fn bodies_of(module: &Module, op: Op) -> Vec<i64> {
    module.op(op).ints(BODY).to_vec()
}

/// The manner in which the user issued device work.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Issue {
    /// Whether the issuing thread continues only after the work.
    is_in_order: bool,
    /// The enclosing bodies, outermost first.
    bodies: Vec<i64>,
}

impl Issue {
    /// Returns how an operation of the program, or a node of a graph, is issued.
    pub(crate) fn of(module: &Module, op: Op) -> Self {
        if graph_around(module, op).is_some() {
            let bodies = module.op(op).ints(ENCLOSING).to_vec();
            return Self { is_in_order: module.attr(op, ASYNC).is_none(), bodies };
        }
        let gives_token = module.results(op).any(|result| module.type_of(result) == Type::TOKEN);
        let is_in_order = !gives_token || module.attr(op, IN_ORDER).is_some();
        Self { is_in_order, bodies: bodies_of(module, op) }
    }

    /// Returns the marks of scheduled work that record this for the verifier.
    pub(crate) fn marks(&self, module: &mut Module) -> Vec<(&'static str, Attr)> {
        let is_async = (!self.is_in_order).then_some((ASYNC, Attr::UNIT));
        let bodies = (!self.bodies.is_empty())
            .then(|| (ENCLOSING, module.i32_array_attr(self.bodies.iter().copied())));
        is_async.into_iter().chain(bodies).collect()
    }

    /// Whether tokens alone order this with other work.
    fn is_free_of(&self, other: &Self) -> bool {
        let orders = |a: &Self, b: &Self| a.is_in_order && b.bodies.starts_with(&a.bodies);
        !orders(self, other) && !orders(other, self)
    }
}

/// Finds the nodes that tokens leave unordered with each other.
pub(super) fn exempt(module: &Module, nodes: &[Node]) -> Free {
    let n = nodes.len();
    let mut classes: IndexMap<Vec<Issue>, Bits> = IndexMap::new();
    let users = (0..n).filter(|node| nodes[*node].kind.is_device() && nodes[*node].has_tokens);
    for user in users {
        classes.entry(issues(module, nodes[user].op)).or_insert_with(|| Bits::new(n)).insert(user);
    }
    let mut exempt = Free { classes: vec![None; n], sets: Vec::new() };
    for (class, members) in &classes {
        let mut free = Bits::new(n);
        for (other, others) in &classes {
            if class.iter().all(|a| other.iter().all(|b| a.is_free_of(b))) {
                free.union(others);
            }
        }
        members.iter().for_each(|member| exempt.classes[member] = Some(exempt.sets.len()));
        let mut others = Bits::new(n);
        others.insert_range(0..n);
        others.subtract(&free);
        exempt.sets.push([free, others]);
    }
    exempt
}

/// Returns how the work of a node is issued, without duplicates: all nodes of a graph, or the operation itself.
fn issues(module: &Module, op: Op) -> Vec<Issue> {
    let mut issues: Vec<Issue> = match module.kind(op) {
        OpKind::Rt(Rt::Graph) => {
            Graph(module.op(op)).nodes().into_iter().map(|node| Issue::of(module, node)).collect()
        }
        _ => vec![Issue::of(module, op)],
    };
    issues.sort_unstable();
    issues.dedup();
    issues
}

/// Whether the issuing thread did not wait for some of the work of a node.
pub(super) fn is_asynchronous(module: &Module, op: Op) -> bool {
    issues(module, op).iter().any(|issue| !issue.is_in_order)
}
