//! Resolves each token to a set of device nodes, through joins, loops, branches and block arguments.
//!
//! A token is a set of nodes, and is complete when all of them are; joining is union. Tokens that enter the function,
//! or are results of calls, name no nodes: by the rule of function boundaries their work is complete.

use super::bits::Bits;
use super::input::ScheduleInput;
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::{Arith, Gpu, Module, Op, OpKind, Type, Use, Value};

/// Returns, for each node, the nodes that its token operands name.
pub(super) fn preceding(module: &Module, func: Op, input: &ScheduleInput) -> Vec<Bits> {
    let tokens = Tokens::solve(module, func, input);
    let n = input.nodes.len();
    let of_node = |op: Op| {
        let mut named = Bits::new(n);
        for value in module.operands(op) {
            if let Some(set) = tokens.sets.get(value) {
                named.union(set);
            }
        }
        named
    };
    input.nodes.iter().map(|node| of_node(node.op)).collect()
}

struct Tokens {
    sets: FxHashMap<Value, Bits>,
    n: usize,
    /// The operations of nodes, each of which returns its own token.
    nodes: FxHashSet<Op>,
}

impl Tokens {
    /// Grows the sets to a fixpoint.
    fn solve(module: &Module, func: Op, input: &ScheduleInput) -> Self {
        let nodes = input.nodes.iter().map(|node| node.op).collect();
        let mut tokens = Self { sets: FxHashMap::default(), n: input.nodes.len(), nodes };
        for (number, node) in input.nodes.iter().enumerate() {
            for result in module.results(node.op).filter(|result| module.type_of(*result) == Type::TOKEN) {
                if node.kind.is_device() {
                    tokens.set(result).insert(number);
                }
            }
        }
        let ops = module.walk(func);
        while ops.iter().fold(false, |changed, op| tokens.flow(module, *op) | changed) {}
        tokens
    }

    fn set(&mut self, value: Value) -> &mut Bits {
        let n = self.n;
        self.sets.entry(value).or_insert_with(|| Bits::new(n))
    }

    /// Adds the nodes named by `from` to those named by `to`.
    fn join(&mut self, module: &Module, from: Value, to: Value) -> bool {
        if module.type_of(from) != Type::TOKEN || from == to {
            return false;
        }
        let Some(set) = self.sets.get(&from).cloned() else { return false };
        self.set(to).union(&set)
    }

    fn join_all(&mut self, module: &Module, from: &[Value], to: impl IntoIterator<Item = Value>) -> bool {
        from.iter().zip(to).fold(false, |changed, (from, to)| self.join(module, *from, to) | changed)
    }

    /// Applies the transfer function of one operation.
    fn flow(&mut self, module: &Module, op: Op) -> bool {
        let operands = module.operands(op).to_vec();
        match module.kind(op) {
            OpKind::Gpu(Gpu::Wait | Gpu::Alloc | Gpu::Dealloc) => {
                let Some(token) = module.results(op).next_back() else { return false };
                // An allocation or a free of the arena is no node; its token names what it waits for.
                let is_join = module.kind(op) == OpKind::Gpu(Gpu::Wait)
                    || module.attr(op, "hostShared").is_some()
                    || !self.nodes.contains(&op);
                is_join
                    && operands.iter().fold(false, |changed, from| self.join(module, *from, token) | changed)
            }
            OpKind::Arith(Arith::Select) => {
                let chosen = module.result(op, 0);
                operands.iter().fold(false, |changed, from| self.join(module, *from, chosen) | changed)
            }
            _ => {
                let by_branches = (0..module.successors(op).len()).fold(false, |changed, index| {
                    let args = module.args(module.successors(op)[index].block).to_vec();
                    self.join_all(module, module.successor_args(op, index), args) | changed
                });
                (0..).zip(operands).fold(by_branches, |changed, (index, from)| {
                    let targets = module.targets_of(Use { op, index }).unwrap_or_default();
                    targets.into_iter().fold(changed, |changed, to| self.join(module, from, to) | changed)
                })
            }
        }
    }
}
