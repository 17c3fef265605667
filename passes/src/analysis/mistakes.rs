//! Finds operations that are wrong whenever they run.
//!
//! The diagnosed mistakes are: an index that is out of bounds for the constants, loops of constant bounds and
//! launches of constant sizes that it is computed from; a use of a buffer after its free in the same block; a
//! function that returns its `memref.alloca`; a write to a constant global; a divisor that is the constant 0; a
//! launch with blocks of more than 1,024 threads, of none, or more workgroup memory than any device has; a read or a
//! return of memory that nothing in the function writes; an operation of kernels on the host; two accesses of workgroup
//! memory without a barrier between them.
//!
//! A mistake is certain if its operation runs whenever its function does: it is enclosed by no branch and by no loop
//! without a constant trip count. Unknown facts are never reported as mistakes.
//!
//! Cost: a traversal, and for each freed buffer one of the operations after the free in its block.

mod barriers;
mod indices;
mod lifetimes;
mod paths;

use super::call_graph::callee;
use super::demands::{Demand, Given, demands};
use super::launches::{Launches, oversized_block, oversized_block_message};
use super::summary::Summaries;
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::artifact::SHAPED;
use warpline_ir::def::Trait;
use warpline_ir::dialect::func::function_type_of;
use warpline_ir::dialect::gpu::Launch;
use warpline_ir::dialect::rt::static_bytes;
use warpline_ir::scalar::Undefined;
use warpline_ir::{Func, Gpu, MemRef, Module, Op, OpKind, Value};

/// The maximum bytes of workgroup memory per block on any device: 227 KiB, on GPUs from sm_90 on.
const MAX_WORKGROUP_BYTES: u64 = 227 << 10;

/// The kind of a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An index reaches this value, which is outside the dimension.
    OutOfBounds {
        /// The index.
        index: i64,
        /// The dimension.
        dim: usize,
        /// The extent of the dimension.
        extent: i64,
    },
    /// Two accesses of workgroup memory race in every launch, as a message.
    Race(String),
    /// Any other mistake, as a message.
    Other(String),
    /// A suspicious operation that need not fail.
    Suspect(String),
    /// An operation about which nothing was decided, as a message.
    Undecided(String),
}

/// A mistake in the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The wrong operation.
    pub op: Op,
    /// The kind of the mistake.
    pub kind: Kind,
    /// Other operations that explain it, with the texts of their notes.
    pub notes: Vec<(Op, &'static str)>,
    /// The function that always executes it; `None` if a condition decides.
    pub func: Option<Op>,
}

/// Finds the mistakes of a module, in program order.
pub fn find(module: &Module) -> Vec<Mistake> {
    let launches = Launches::of(module);
    let ops = module.walk(module.root());
    let positions: FxHashMap<Op, usize> = ops.iter().copied().zip(0..).collect();
    let mut found = Vec::new();
    let device = DeviceCode::of(module);
    for op in &ops {
        let mut add = |kind: Kind, notes: Vec<(Op, &'static str)>| {
            let func = paths::always_runs(module, *op, &launches);
            found.push(Mistake { op: *op, kind, notes, func });
        };
        if let Some(kind) = indices::out_of_bounds(module, *op, &launches) {
            add(kind, Vec::new());
        }
        if let Some(message) = wrong_by_itself(module, *op) {
            add(Kind::Other(message), Vec::new());
        }
        if let Some((kind, notes)) = lifetimes::of_operation(module, *op) {
            add(kind, notes);
        }
        if let Some(message) = too_much_workgroup_memory(module, *op).or_else(|| no_threads(module, *op)) {
            add(Kind::Suspect(message), Vec::new());
        }
        if device.is_missing(module, *op) {
            add(Kind::Other(NO_DEVICE.to_string()), Vec::new());
        }
    }
    for kernel in ops.iter().filter(|op| matches!(module.kind(**op), OpKind::Gpu(Gpu::Launch | Gpu::Func))) {
        let barriers::Found { races, undecided } = barriers::find(module, *kernel, &launches);
        found.extend(races.into_iter().map(|race| Mistake {
            op: race.later,
            kind: Kind::Race(race.message(module)),
            notes: vec![(race.earlier, "the other access is here")],
            func: paths::always_runs(module, race.later, &launches),
        }));
        found.extend(undecided.map(|(op, reason)| Mistake {
            op,
            kind: Kind::Undecided(format!(
                "races of workgroup memory are not looked for from here on: {reason}"
            )),
            notes: Vec::new(),
            func: None,
        }));
    }
    let mut summaries = Summaries::default();
    found.extend(
        ops.iter().filter_map(|op| lifetimes::uses_after_free(module, &mut summaries, *op, &launches)),
    );
    for (buffer, maker) in ops.iter().flat_map(|op| lifetimes::fresh_buffers(module, *op)) {
        if let Some(op) = lifetimes::never_written(module, &mut summaries, buffer) {
            let is_read = module.kind(op) != OpKind::Func(Func::Return);
            let what = if is_read { "the memory is read" } else { "the memory is a result" };
            let kind = Kind::Suspect(format!("{what}, but nothing writes it"));
            let func = paths::always_runs(module, op, &launches);
            found.push(Mistake { op, kind, notes: vec![(maker, "the buffer was allocated here")], func });
        }
    }
    found.sort_by_key(|mistake| positions.get(&mistake.op).copied());
    found.dedup_by(|a, b| a.op == b.op && a.kind == b.kind);
    found
}

/// Returns the function of which every call reaches an operation; `None` if a condition decides.
pub fn always_runs(module: &Module, op: Op) -> Option<Op> {
    paths::always_runs(module, op, &Launches::of(module))
}

/// Returns the functions that run whenever this one does: itself, and those that it calls on every path.
pub fn surely_run(module: &Module, entry: Op) -> Vec<Op> {
    let launches = Launches::default();
    let mut all = vec![entry];
    let mut next = 0;
    while let Some(func) = all.get(next).copied() {
        next += 1;
        for op in module.walk(func) {
            let is_call = module.kind(op) == OpKind::Func(Func::Call);
            if !is_call || paths::always_runs(module, op, &launches) != Some(func) {
                continue;
            }
            let path = module.attr(op, "callee").and_then(|callee| module.attr_symbol(callee));
            let callee = path.and_then(|path| module.resolve_symbol(op, path));
            all.extend(callee.filter(|callee| !all.contains(callee)));
        }
    }
    all
}

/// Returns the error in an operation whose operands are constants.
fn wrong_by_itself(module: &Module, op: Op) -> Option<String> {
    match module.kind(op) {
        OpKind::Arith(_) => wrong_division(module, op),
        OpKind::Gpu(Gpu::Launch | Gpu::LaunchFunc) => too_many_threads(module, op),
        _ => None,
    }
}

/// Returns the error in a division by constants, by what the operation demands.
fn wrong_division(module: &Module, op: Op) -> Option<String> {
    let constant = |value: Value| module.constant_int(value);
    let broken = demands(module, &Given::nothing(op), op).into_iter().find_map(|demand| match demand {
        Demand::Divisor(divisor) | Demand::PositiveDivisor(divisor) if constant(divisor) == Some(0) => {
            Some(Undefined::DivisionByZero)
        }
        Demand::Quotient(dividend, divisor, least)
            if constant(divisor) == Some(-1) && constant(dividend) == Some(least) =>
        {
            Some(Undefined::QuotientOverflow)
        }
        _ => None,
    });
    broken.map(|reason| reason.to_string())
}

fn too_many_threads(module: &Module, op: Op) -> Option<String> {
    let sizes = oversized_block(module, op).filter(|sizes| sizes.iter().all(|size| 0 < *size))?;
    Some(oversized_block_message(sizes))
}

/// Returns the warning about a launch that a constant size makes empty.
fn no_threads(module: &Module, op: Op) -> Option<String> {
    let is_launch = matches!(module.kind(op), OpKind::Gpu(Gpu::Launch | Gpu::LaunchFunc));
    let sizes = is_launch.then(|| module.op(op).groups(1..7))?;
    let is_empty = sizes.iter().any(|size| module.constant_int(*size) == Some(0));
    is_empty.then(|| "the launch has no blocks or no threads: it is skipped".to_string())
}

/// The message about an operation that has a value in kernels only.
const NO_DEVICE: &str = "expected a kernel around this operation, which has no value on the host";

/// The functions that kernels call.
struct DeviceCode(FxHashSet<Op>);

impl DeviceCode {
    fn of(module: &Module) -> Self {
        let mut called = FxHashSet::default();
        let is_in_launch = |op: &Op| {
            std::iter::successors(module.parent_op(*op), |op| module.parent_op(*op))
                .any(|op| module.kind(op) == OpKind::Gpu(Gpu::Launch))
        };
        let is_call = |op: &Op| module.kind(*op) == OpKind::Func(Func::Call);
        let mut work: Vec<Op> =
            module.walk(module.root()).into_iter().filter(is_call).filter(is_in_launch).collect();
        while let Some(call) = work.pop() {
            if let Some(func) = callee(module, call).filter(|func| called.insert(*func)) {
                work.extend(module.walk(func).into_iter().filter(is_call));
            }
        }
        Self(called)
    }

    /// Whether an operation needs a kernel around it, and there is none.
    fn is_missing(&self, module: &Module, op: Op) -> bool {
        if !module.kind(op).def().is_some_and(|def| def.has(Trait::InKernel)) {
            return false;
        }
        let mut enclosing = std::iter::successors(module.parent_op(op), |op| module.parent_op(*op));
        let is_home = |kind: OpKind| {
            kind == OpKind::Gpu(Gpu::Launch) || kind.def().is_some_and(|def| def.has(Trait::Isolated))
        };
        let home = enclosing.find(|op| is_home(module.kind(*op)));
        home.is_some_and(|home| {
            let is_host = module.kind(home) == OpKind::Func(Func::Func)
                && module.parent_op(home) == Some(module.root());
            is_host && !self.0.contains(&home) && module.attr(home, SHAPED).is_none()
        })
    }
}

fn too_much_workgroup_memory(module: &Module, op: Op) -> Option<String> {
    let first = match module.kind(op) {
        OpKind::Gpu(Gpu::Launch) => Launch(module.op(op)).n_geometry_args(),
        OpKind::Gpu(Gpu::Func) => function_type_of(module, op).0.len(),
        _ => return None,
    };
    let count = usize::try_from(module.op(op).int("workgroup_attributions")?).ok()?;
    let entry = module.entry(op, 0)?;
    let arguments = module.args(entry).iter().skip(first).take(count);
    let bytes = arguments.map(|argument| static_bytes(module, module.type_of(*argument)).unwrap_or(0));
    let bytes = bytes.fold(0, u64::saturating_add);
    (MAX_WORKGROUP_BYTES < bytes).then(|| {
        format!(
            "a block has {bytes} bytes of workgroup memory, but no GPU gives it more than {MAX_WORKGROUP_BYTES} bytes"
        )
    })
}

/// Returns the global that a memref is a view of, if it is constant.
fn constant_global(module: &Module, memref: Value) -> Option<Op> {
    let maker = module.defining_op(super::alias::base(module, memref))?;
    if module.kind(maker) != OpKind::MemRef(MemRef::GetGlobal) {
        return None;
    }
    let path = module.attr(maker, "name").and_then(|name| module.attr_symbol(name))?;
    let global = module.resolve_symbol(maker, path)?;
    module.attr(global, "constant").map(|_| global)
}
