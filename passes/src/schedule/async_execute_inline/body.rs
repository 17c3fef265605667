//! Converts one body: its device work gets tokens, and its waits move to its end.

use super::{carry, join};
use crate::analysis::effects::{Effects, is_device, own_effects};
use crate::schedule::gpu_async_region::{add_dependences, make_async};
use crate::schedule::threads::{BODY, IN_ORDER, bodies_of};
use warpline_ir::def::Effect;
use warpline_ir::{Async, Attr, Block, Builder, Gpu, Module, Op, OpKind, Place, Type, Value};

/// A body under conversion.
pub(super) struct Body<'m> {
    module: &'m mut Module,
    number: i64,
    /// The tokens that device work of the body waits for.
    deps: Vec<Value>,
    /// The tokens that the host has to wait for before it continues with its own work.
    pending: Vec<Value>,
}

impl<'m> Body<'m> {
    /// Creates the body with this number and these dependences.
    pub(super) fn new(module: &'m mut Module, number: i64, deps: Vec<Value>) -> Self {
        let is_open = |token: &Value| {
            let made = module.defining_op(*token);
            !made
                .is_some_and(|op| module.kind(op) == OpKind::Gpu(Gpu::Wait) && module.operands(op).is_empty())
        };
        let mut open: Vec<Value> = Vec::new();
        for token in deps {
            if is_open(&token) && !open.contains(&token) {
                open.push(token);
            }
        }
        Self { module, number, pending: open.clone(), deps: open }
    }

    /// Converts the work of the body; returns the tokens of its completion.
    pub(super) fn convert(mut self, block: Block) -> Vec<Value> {
        let before = self.deps.clone();
        let mut made = Vec::new();
        for op in self.module.ops_in(block) {
            made.extend(self.op(op));
        }
        let covered = self.covered(&made);
        let mut open: Vec<Value> = Vec::new();
        for token in made.into_iter().chain(self.pending).chain(before) {
            if !covered.contains(&token) {
                add(&mut open, token);
            }
        }
        open
    }

    /// Returns the tokens that work with one of these tokens already waits for.
    fn covered(&self, made: &[Value]) -> Vec<Value> {
        let makers = made.iter().filter_map(|token| self.module.defining_op(*token));
        let work = makers.filter(|op| is_device(self.module, *op));
        work.flat_map(|op| self.module.op(op).group("asyncDependencies").to_vec()).collect()
    }

    /// Converts an operation at the top level of the body; returns the token of its work.
    fn op(&mut self, op: Op) -> Option<Value> {
        match self.module.kind(op) {
            OpKind::Gpu(Gpu::Wait) if self.module.n_results(op) == 0 => {
                let tokens = self.module.operands(op).to_vec();
                self.module.erase(op);
                for token in tokens {
                    add(&mut self.pending, token);
                    add(&mut self.deps, token);
                }
                None
            }
            OpKind::Gpu(Gpu::Wait) | OpKind::Async(_) => None,
            _ if is_shared_alloc(self.module, op) => None,
            _ if is_device(self.module, op) => Some(self.work(op)),
            _ => {
                if needs_host(self.module, op) {
                    self.wait_before(op);
                }
                self.nested(op)
            }
        }
    }

    /// Inserts a host wait for the pending tokens before an operation.
    fn wait_before(&mut self, op: Op) {
        let pending = std::mem::take(&mut self.pending);
        if !pending.is_empty() {
            Builder::before(self.module, op).op(Gpu::Wait, &pending, &[], &[]);
        }
    }

    /// Gives device work a token if it has none, and its dependences; returns the token.
    fn work(&mut self, op: Op) -> Value {
        let known = self.module.op(op).group("asyncDependencies").to_vec();
        let deps: Vec<Value> = self.deps.iter().copied().filter(|token| !known.contains(token)).collect();
        let own = self.module.results(op).next_back();
        let own = own.filter(|token| self.module.type_of(*token) == Type::TOKEN);
        let token = match own {
            Some(token) => {
                add_dependences(self.module, op, &deps);
                token
            }
            None => make_async(self.module, op, &deps),
        };
        if let Some(work) = self.module.defining_op(token) {
            self.mark(work, own.is_none());
        }
        token
    }

    /// Marks work as part of the body, and whether it was synchronous there.
    fn mark(&mut self, op: Op, is_in_order: bool) {
        let inner = bodies_of(self.module, op);
        let numbers = std::iter::once(self.number).chain(inner.iter().copied());
        let attr = self.module.i32_array_attr(numbers.collect::<Vec<_>>());
        self.module.set_attr(op, BODY, attr);
        if is_in_order && inner.is_empty() {
            self.module.set_attr(op, IN_ORDER, Attr::UNIT);
        }
    }

    /// Converts the regions of an operation; returns the token of all work in them.
    fn nested(&mut self, op: Op) -> Option<Value> {
        let mut tokens = Vec::new();
        for region in self.module.regions_of(op) {
            for block in self.module.blocks_of(region).to_vec() {
                tokens.push(self.nested_block(block));
            }
        }
        tokens.iter().any(Option::is_some).then(|| carry::out_of(self.module, op, &tokens))
    }

    fn nested_block(&mut self, block: Block) -> Option<Value> {
        let mut made: Vec<Value> = Vec::new();
        for op in self.module.ops_in(block) {
            match self.module.kind(op) {
                OpKind::Gpu(Gpu::Wait) | OpKind::Async(_) => {}
                _ if is_shared_alloc(self.module, op) => {}
                _ if is_device(self.module, op) => made.push(self.work(op)),
                _ => made.extend(self.nested(op)),
            }
        }
        let covered = self.covered(&made);
        made.retain(|token| !covered.contains(token));
        let end = self.module.last_op(block)?;
        (!made.is_empty()).then(|| {
            join(&mut Builder::new(self.module, Place::Before(end), self.module.location(end)), &made)
        })
    }
}

fn add(set: &mut Vec<Value>, token: Value) {
    if !set.contains(&token) {
        set.push(token);
    }
}

/// Whether an operation allocates memory shared by host and device, which needs no stream.
fn is_shared_alloc(module: &Module, op: Op) -> bool {
    module.kind(op) == OpKind::Gpu(Gpu::Alloc) && module.attr(op, "hostShared").is_some()
}

/// Whether an operation has host work whose order is observable.
fn needs_host(module: &Module, op: Op) -> bool {
    module.walk(op).into_iter().any(|inner| match module.kind(inner) {
        OpKind::Gpu(Gpu::Wait) => module.n_results(inner) == 0,
        OpKind::Async(Async::Execute | Async::Yield) => false,
        _ if is_device(module, inner) => false,
        _ => match own_effects(module, inner) {
            Effects::Known(effects) => effects.iter().any(|(effect, _)| *effect != Effect::Allocate),
            Effects::Unknown => true,
        },
    })
}
