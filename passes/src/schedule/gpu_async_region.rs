//! `gpu-async-region`: gives synchronous device operations tokens that say what each one needs, and no more.
//!
//! In every block of a host function the dependences of memory effects are found and reduced; each operation then
//! waits for its direct predecessors only, so independent work stays independent. The host waits, once, before an
//! operation that needs device work to be complete: a load or store of a buffer in use, a call, an operation with
//! regions that touch such a buffer, the end of the block. Tokens that the user wrote stay, and are never weakened.
//! ```text
//! gpu.launch_func @a …                %0 = gpu.launch_func async @a …
//! gpu.launch_func @b …          →     %1 = gpu.launch_func async @b …
//! gpu.launch_func @sum …              %2 = gpu.launch_func async [%0, %1] @sum …
//! return                              gpu.wait [%2]
//! ```
//! Allocations that host and device share are made at once and get no token. Quadratic in the operations of a block.

use crate::pass::{Changed, Pass, PassCx};
use crate::schedule::bits::Bits;
use crate::schedule::program::{NodeKind, Program};
use crate::schedule::reduction::Order;
use warpline_ir::def::Trait;
use warpline_ir::{Block, Builder, Gpu, Module, NamedAttr, Op, OpKind, Reported, Type, Value};

/// The pass.
pub const PASS: Pass = Pass {
    name: "gpu-async-region",
    summary: "Gives device work tokens by its memory effects",
    options: &[],
    run,
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

/// The blocks of a function that hold device work and are no kernel, the inner ones first.
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
    /// The token of each device node that has one by now.
    tokens: Vec<Option<Value>>,
    /// The nodes that got their token here.
    converted: Bits,
    /// The nodes that the host has waited for.
    done: Bits,
}

fn make_block_async(module: &mut Module, block: Block) -> bool {
    let program = Program::of_block(module, block);
    if !program.has_device_work() {
        return false;
    }
    let n = program.nodes.len();
    let order = Order::of(&program);
    let mut conversion =
        Conversion { module, order, tokens: vec![None; n], converted: Bits::new(n), done: Bits::new(n) };
    for number in 0..n {
        match program.nodes[number].kind {
            kind if kind.is_device() => conversion.convert(&program, number),
            NodeKind::HostWait => {}
            _ => conversion.sync_host(&program, number),
        }
        conversion.done.union(&conversion.order.by_host(number));
    }
    !conversion.converted.is_empty()
}

impl Conversion<'_> {
    /// Makes a device operation asynchronous, behind its direct predecessors.
    fn convert(&mut self, program: &Program, number: usize) {
        let node = &program.nodes[number];
        let by_user = self.with_ancestors(&program.tokens[number]);
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

    /// A set with everything that comes before its members.
    fn with_ancestors(&self, set: &Bits) -> Bits {
        let mut all = set.clone();
        for node in set.iter() {
            all.union(&self.order.before(node));
        }
        all
    }

    /// Makes the host wait before an operation for what that needs.
    fn sync_host(&mut self, program: &Program, number: usize) {
        let mut needed = self.order.before(number);
        needed.subtract(&self.done);
        if program.nodes[number].kind == NodeKind::Boundary {
            needed.intersect(&self.converted);
        }
        let mut tokens: Vec<Value> =
            self.order.maximal(&needed).into_iter().filter_map(|pred| self.tokens[pred]).collect();
        tokens.reverse();
        if !tokens.is_empty() {
            Builder::before(self.module, program.nodes[number].op).op(Gpu::Wait, &tokens, &[], &[]);
        }
    }
}

/// Attributes with the number of dependences raised, where operand groups are counted.
fn attrs_with_more(module: &mut Module, op: Op, n_more: i64) -> Vec<NamedAttr> {
    let view = module.op(op);
    let sizes: Option<Vec<i64>> = view
        .def()
        .filter(|def| def.has_operand_segments())
        .map(|def| def.operand_sizes(view).into_iter().map(|size| size as i64).collect());
    let mut attrs = module.attrs(op).to_vec();
    let Some(mut sizes) = sizes else { return attrs };
    sizes[0] += n_more;
    let value = module.i32_array_attr(sizes);
    let name = module.name("operandSegmentSizes");
    attrs.retain(|attr| attr.name != name);
    attrs.push(NamedAttr { name, value });
    attrs
}

/// The operands with more dependences behind those that are there.
fn operands_with_more(module: &Module, op: Op, deps: &[Value]) -> Vec<Value> {
    let at = module.op(op).group_range(0).end;
    let operands = module.operands(op);
    [&operands[..at], deps, &operands[at..]].concat()
}

/// Makes a device operation wait for more tokens.
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
