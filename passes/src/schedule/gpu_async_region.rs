//! `gpu-async-region`: gives synchronous device operations tokens for exactly their dependences.
//!
//! In every block of a host function the dependences of memory effects are computed and reduced. Each operation then
//! waits only for its direct predecessors, so independent work stays independent. The host waits, once, before an
//! operation that needs completed device work: a load or store of a buffer in use, a call, an operation with regions
//! that access such a buffer, or the end of the block. User tokens stay, and are never weakened.
//! ```text
//! gpu.launch_func @a …                %0 = gpu.launch_func async @a …
//! gpu.launch_func @b …          →     %1 = gpu.launch_func async @b …
//! gpu.launch_func @sum …              %2 = gpu.launch_func async [%0, %1] @sum …
//! return                              gpu.wait [%2]
//! ```
//! Allocations shared by host and device are synchronous and get no token. Cost: quadratic in the operations of a
//! block.

use crate::pass::{Changed, Pass, PassCx, PassFn};
use crate::schedule::bits::Bits;
use crate::schedule::input::{NodeKind, ScheduleInput};
use crate::schedule::reduction::Order;
use warpline_ir::def::Trait;
use warpline_ir::{AttrKind, Block, Builder, Gpu, Module, NamedAttr, Op, OpKind, Reported, Type, Value};

/// The `gpu-async-region` pass.
pub const PASS: Pass = Pass {
    name: "gpu-async-region",
    summary: "Adds tokens to device work according to its memory effects",
    options: &[],
    run: PassFn::MayFail(run),
};

#[expect(clippy::unnecessary_wraps, reason = "every pass has this signature")]
fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let mut changed = false;
    for func in cx.host_functions() {
        for block in host_blocks(cx.module, func) {
            changed |= make_block_async(cx.module, block);
        }
    }
    Ok(Changed::from(changed))
}

/// Returns the blocks of a function that hold device work and are no kernel, inner ones first.
fn host_blocks(module: &Module, func: Op) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for op in module.walk(func) {
        let is_work = matches!(module.kind(op), OpKind::Gpu(_))
            && module.kind(op).def().is_some_and(|def| def.has(Trait::Async));
        if let Some(block) = module.block_of(op).filter(|block| is_work && !blocks.contains(block)) {
            blocks.push(block);
        }
    }
    blocks.reverse();
    blocks
}

/// A block under conversion.
struct Conversion<'m> {
    module: &'m mut Module,
    order: Order,
    /// The token of each device node that has one so far.
    tokens: Vec<Option<Value>>,
    /// The nodes that got their token from this pass.
    converted: Bits,
    /// The nodes that the host has waited for.
    done: Bits,
}

fn make_block_async(module: &mut Module, block: Block) -> bool {
    let input = ScheduleInput::of_block(module, block);
    if !input.has_device_work() {
        return false;
    }
    let n = input.nodes.len();
    let order = Order::of(&input);
    let mut conversion =
        Conversion { module, order, tokens: vec![None; n], converted: Bits::new(n), done: Bits::new(n) };
    for number in 0..n {
        match input.nodes[number].kind {
            kind if kind.is_device() => conversion.convert(&input, number),
            NodeKind::HostWait => {}
            _ => conversion.sync_host(&input, number),
        }
        conversion.done.union(&conversion.order.by_host(number));
    }
    !conversion.converted.is_empty()
}

impl Conversion<'_> {
    /// Makes a device operation asynchronous, with its direct predecessors as dependences.
    fn convert(&mut self, input: &ScheduleInput, number: usize) {
        let node = &input.nodes[number];
        let by_user = self.with_ancestors(&input.tokens[number]);
        let mut needed = self.order.before(number);
        needed.subtract(&by_user);
        let mut deps: Vec<Value> =
            self.order.maximal(&needed).into_iter().filter_map(|pred| self.tokens[pred]).collect();
        deps.reverse();
        let token = self.module.results(node.op).next_back();
        let Some(token) = token.filter(|token| self.module.type_of(*token) == Type::TOKEN) else {
            self.tokens[number] = Some(make_async(self.module, node.op, &deps));
            self.converted.insert(number);
            return;
        };
        if !deps.is_empty() {
            add_dependences(self.module, node.op, &deps);
        }
        self.tokens[number] = Some(token);
    }

    /// Returns a set with all predecessors of its members.
    fn with_ancestors(&self, set: &Bits) -> Bits {
        let mut all = set.clone();
        for node in set.iter() {
            all.union(&self.order.before(node));
        }
        all
    }

    /// Inserts a host wait for the predecessors of an operation.
    fn sync_host(&mut self, input: &ScheduleInput, number: usize) {
        let mut needed = self.order.before(number);
        needed.subtract(&self.done);
        if input.nodes[number].kind == NodeKind::Boundary {
            needed.intersect(&self.converted);
        }
        let mut tokens: Vec<Value> =
            self.order.maximal(&needed).into_iter().filter_map(|pred| self.tokens[pred]).collect();
        tokens.reverse();
        if !tokens.is_empty() {
            Builder::before(self.module, input.nodes[number].op).op(Gpu::Wait, &tokens, &[], &[]);
        }
    }
}

/// Returns the attributes with the number of dependences increased, if operand groups are counted.
fn attrs_with_more(module: &mut Module, op: Op, n_more: i64) -> Vec<NamedAttr> {
    let mut attrs = module.attrs(op).to_vec();
    let sizes = module.op(op).attr("operandSegmentSizes").map(|attr| module.attr_kind(attr));
    let Some(AttrKind::DenseArray(_, sizes)) = sizes else { return attrs };
    let mut sizes = sizes.to_vec();
    if let Some(first) = sizes.first_mut() {
        *first += n_more;
    }
    let value = module.i32_array_attr(sizes);
    let name = module.name("operandSegmentSizes");
    attrs.retain(|attr| attr.name != name);
    attrs.push(NamedAttr { name, value });
    attrs
}

/// Returns the operands with more dependences after the existing ones.
fn operands_with_more(module: &Module, op: Op, deps: &[Value]) -> Vec<Value> {
    let at = module.op(op).group_range(0).end;
    let operands = module.operands(op);
    [&operands[..at], deps, &operands[at..]].concat()
}

/// Adds dependences to a device operation.
pub(crate) fn add_dependences(module: &mut Module, op: Op, deps: &[Value]) {
    let operands = operands_with_more(module, op, deps);
    let attrs = attrs_with_more(module, op, deps.len() as i64);
    module.set_operands(op, &operands);
    module.set_attrs(op, &attrs);
}

/// Replaces a device operation by one with a token and more dependences, and returns that token.
pub(crate) fn make_async(module: &mut Module, op: Op, deps: &[Value]) -> Value {
    let operands = operands_with_more(module, op, deps);
    let attrs = attrs_with_more(module, op, deps.len() as i64);
    let mut types: Vec<Type> = module.results(op).map(|result| module.type_of(result)).collect();
    types.push(Type::TOKEN);
    let new = module.create_in_place_of(op, &operands, &types, &attrs);
    let results: Vec<Value> = module.results(new).collect();
    module.replace_op(op, &results[..results.len() - 1]);
    results[results.len() - 1]
}
