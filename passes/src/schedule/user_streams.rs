//! User streams: a launch that names a stream (`gpu.launch_func <%s : !llvm.ptr>`, `gpu.launch <…>`) runs on it and nowhere else.
//!
//! ```text
//! rt.adopt %s as 1 : !llvm.ptr       numbered after the leased streams
//! rt.wait 0 on 1                     orders by effects use waits and records as on any stream,
//! rt.launch @k::@f on 1 …            right before and after the launch: the program may destroy %s at any later time
//! rt.record 1 on 1
//! ```
//! The runtime never leases, returns or destroys such a stream. The host waits for one through a leased stream, or
//! where the program does (`mgpuStreamSynchronize`). Two values may be the same stream; that only adds order. A
//! stream created in a loop is a different one in each iteration, so events of earlier iterations are of no use for
//! it; it is refused.
//!
//! An exported function without callers in the module returns without waiting for launches on user streams that
//! access only memory of its caller: the caller that supplied stream and memory waits for them.

use super::bits::Bits;
use super::input::{Node, NodeKind, ScheduleInput};
use crate::analysis::alias::Root;
use crate::analysis::symbols::collect_references;
use warpline_ir::dialect::rt::StreamCall;
use warpline_ir::print::type_text;
use warpline_ir::{Affine, Block, Builder, Def, Gpu, Module, Op, OpKind, Rt, Scf, Type, Value};

/// Returns the user stream of a launch.
pub(crate) fn stream_of(module: &Module, op: Op) -> Option<Value> {
    let is_launch = matches!(module.kind(op), OpKind::Gpu(Gpu::LaunchFunc | Gpu::Launch));
    if is_launch { module.op(op).group("asyncObject").first().copied() } else { None }
}

/// Returns the user streams of the launches of a function, in program order.
pub(super) fn streams_of(module: &Module, func: Op) -> Vec<Value> {
    let mut found = Vec::new();
    for stream in module.walk(func).into_iter().filter_map(|op| stream_of(module, op)) {
        if !found.contains(&stream) {
            found.push(stream);
        }
    }
    found
}

/// Returns the index of the user stream that a launch runs on, or a call waits for.
pub(super) fn pin(module: &Module, op: Op, streams: &[Value]) -> Option<usize> {
    if streams.is_empty() {
        return None;
    }
    let waited = || {
        let is_wait = StreamCall::of(module, op) == Some(StreamCall::Synchronize);
        if is_wait { module.operands(op).first().copied() } else { None }
    };
    let stream = stream_of(module, op).or_else(waited)?;
    streams.iter().position(|other| *other == stream)
}

/// Returns the error in the stream operand of a launch, if there is one.
pub(super) fn problem(module: &Module, func: Op, op: Op) -> Option<String> {
    let stream = stream_of(module, op)?;
    let is_token = |value: &Value| module.type_of(*value) == Type::TOKEN;
    if module.operands(op).iter().any(is_token) || module.results(op).any(|result| is_token(&result)) {
        return Some("expected tokens or a user stream on one launch, but found both".to_string());
    }
    let ty = module.type_of(stream);
    if !module.is_pointer(ty) {
        return Some(format!("expected a stream of type !llvm.ptr, but found {}", type_text(module, ty)));
    }
    is_made_in_loop(module, func, stream).then(|| {
        "expected a stream that is made outside of loops; a private function with the body of the loop can make one"
            .to_string()
    })
}

/// Whether the operation or block that defines a value may run more than once in a call of the function.
fn is_made_in_loop(module: &Module, func: Op, value: Value) -> bool {
    let mut at = module.def_block(value);
    while let Some(block) = at {
        let parent = module.block_parent(block);
        if leads_to_itself(module, block) || parent.is_some_and(|parent| is_loop(module, parent)) {
            return true;
        }
        at = parent.filter(|parent| *parent != func).and_then(|parent| module.block_of(parent));
    }
    false
}

fn is_loop(module: &Module, op: Op) -> bool {
    match module.kind(op) {
        OpKind::Scf(kind) => !matches!(kind, Scf::If | Scf::IndexSwitch | Scf::ExecuteRegion),
        OpKind::Affine(kind) => kind != Affine::If,
        _ => false,
    }
}

fn leads_to_itself(module: &Module, block: Block) -> bool {
    let targets = |block: Block| {
        let last = module.last_op(block);
        let found = last.map_or(&[][..], |last| module.successors(last)).iter();
        found.map(|found| found.block).collect::<Vec<_>>()
    };
    let mut work = targets(block);
    let mut seen = Vec::new();
    while let Some(next) = work.pop() {
        if next == block {
            return true;
        }
        if !seen.contains(&next) {
            seen.push(next);
            work.extend(targets(next));
        }
    }
    false
}

/// Numbers the streams at their definitions.
pub(super) fn emit(module: &mut Module, streams: &[Value], first: usize) {
    for (number, stream) in streams.iter().enumerate() {
        let mut at = match module.def(*stream) {
            Def::Arg(block, _) => match module.first_op(block) {
                Some(op) => Builder::before(module, op),
                None => continue,
            },
            Def::Result(op, _) => Builder::after(module, op),
            Def::Forward => continue,
        };
        let number = at.module.int_attr((first + number) as i64, Type::I32);
        at.op(Rt::Adopt, &[*stream], &[], &[("stream", number)]);
    }
}

impl ScheduleInput {
    /// Whether a node runs on a user stream.
    pub fn is_pinned(&self, node: usize) -> bool {
        self.nodes[node].pin.is_some() && self.nodes[node].kind.is_device()
    }

    /// Restricts waits for user streams to the work that runs on them, and lets the function return before work that
    /// its callers wait for.
    pub(super) fn settle_user_streams(&mut self, module: &Module, func: Op) {
        if self.user_streams.is_empty() {
            return;
        }
        let mut outliving = Bits::new(self.nodes.len());
        if !is_referred_to(module, func) {
            let all = self.nodes.iter().enumerate();
            all.filter(|(_, node)| may_outlive(module, func, node))
                .for_each(|(node, _)| outliving.insert(node));
        }
        for number in 0..self.nodes.len() {
            match self.nodes[number].kind {
                NodeKind::StreamWait => {
                    let work = self.work_on(self.nodes[number].pin);
                    self.conflicts.replace(number, work);
                }
                NodeKind::Boundary => {
                    let mut rest = self.conflicts.of(number);
                    rest.subtract(&outliving);
                    self.conflicts.replace(number, rest);
                }
                _ => {}
            }
        }
    }

    /// Returns the work on a user stream.
    fn work_on(&self, pin: Option<usize>) -> Bits {
        let mut work = Bits::new(self.nodes.len());
        for node in (0..self.nodes.len()).filter(|node| self.is_pinned(*node) && self.nodes[*node].pin == pin)
        {
            work.insert(node);
        }
        work
    }

    /// Whether the host needs completed work of a user stream, other than by a wait for that stream.
    pub(super) fn joins_user_streams(&self) -> bool {
        let is_host = |node: &usize| {
            let kind = self.nodes[*node].kind;
            !kind.is_device() && kind != NodeKind::StreamWait
        };
        let repeats = |host: usize| self.nodes[host].path.iter().any(|span| self.spans[*span].is_loop);
        let needs = |host: usize| {
            let needed = self.preds(host);
            needed.iter().any(|pred| self.is_pinned(pred) && (pred < host || repeats(host)))
        };
        (0..self.nodes.len()).filter(is_host).any(needs)
    }
}

/// Whether the module refers to a function: then its work is complete when it returns.
fn is_referred_to(module: &Module, func: Op) -> bool {
    let mut found = Vec::new();
    for op in module.walk(module.root()) {
        collect_references(module, op, &mut found);
    }
    found.contains(&func)
}

/// Whether a launch runs on a user stream and accesses only memory of the caller.
fn may_outlive(module: &Module, func: Op, node: &Node) -> bool {
    let is_callers = |root: &Root| match root {
        Root::Argument(value, _) => module.def_block(*value) == module.entry(func, 0),
        Root::Global(_) => true,
        Root::Alloc(_) | Root::Elsewhere | Root::Any => false,
    };
    let mut roots = node.summary.touches.iter().flat_map(|touch| &touch.place.roots);
    node.pin.is_some() && node.kind.is_device() && !node.summary.is_unknown && roots.all(is_callers)
}
