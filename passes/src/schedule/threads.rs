//! Which pairs of device nodes the user's tokens leave free of an order that they only may need.
//!
//! Work with tokens that names the same memory perhaps is not ordered by that: the tokens say the rest. This holds
//! not for work that was synchronous where the user wrote it: the thread that gave it went on behind it, so that what it
//! gave later, in its own body or in one that it started, comes later.

use super::bits::Bits;
use super::dag::Node;
use crate::async_execute::{IN_ORDER, bodies_of};
use warpline_ir::{Module, Type};

/// For each device node with tokens, the others that are free of it.
pub(super) fn exempt(module: &Module, nodes: &[Node]) -> Vec<Bits> {
    let n = nodes.len();
    let is_user = |node: &usize| nodes[*node].kind.is_device() && nodes[*node].has_tokens;
    let users: Vec<usize> = (0..n).filter(is_user).collect();
    let mut all = Bits::new(n);
    for user in &users {
        all.insert(*user);
    }
    let mut exempt: Vec<Bits> = vec![Bits::new(n); n];
    for user in &users {
        exempt[*user] = all.clone();
        exempt[*user].remove(*user);
    }
    let bodies: Vec<Vec<i64>> = users.iter().map(|user| bodies_of(module, nodes[*user].op)).collect();
    for (from, user) in users.iter().enumerate() {
        if !is_in_order(module, &nodes[*user]) {
            continue;
        }
        for (to, other) in users.iter().enumerate().filter(|(to, _)| bodies[*to].starts_with(&bodies[from])) {
            if from != to {
                exempt[*user].remove(*other);
                exempt[*other].remove(*user);
            }
        }
    }
    exempt
}

/// Whether the thread that gives the work goes on only behind it.
fn is_in_order(module: &Module, node: &Node) -> bool {
    let gives_token = module.results(node.op).any(|result| module.type_of(result) == Type::TOKEN);
    !gives_token || module.attr(node.op, IN_ORDER).is_some()
}
