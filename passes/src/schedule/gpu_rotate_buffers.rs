//! `gpu-rotate-buffers`: unrolls loops of device work so that each copy of the body has its own buffers.
//!
//! ```text
//! scf.for %o = %c0 to %c16 step %c4 {        scf.for %o = %c0 to %c16 step %c8 {
//!   gpu.memcpy %a, %in[%o]                     gpu.memcpy %a, %in[%o]
//!   gpu.launch_func @work (%a, %b)             gpu.launch_func @work (%a, %b)
//!   gpu.memcpy %out[%o], %b             →      gpu.memcpy %out[%o], %b
//! }                                            gpu.memcpy %a2, %in[%o + 4]
//!                                              gpu.launch_func @work (%a2, %b2)
//!                                              gpu.memcpy %out[%o + 4], %b2
//!                                            }
//! ```
//! The copies run in iteration order, and `gpu-schedule` determines which parts of them may overlap: here the copy-in
//! of one iteration runs concurrently with the kernel of the previous one. Nothing else is needed, since distinct
//! buffers carry no dependence.
//!
//! - Buffers that the body allocates and frees are distinct already. A buffer from outside is allocated once for each
//!   copy if only the loop uses it, and if each iteration overwrites all of it before any other use (`private`).
//! - If the trip count is not known to be a multiple of the number of copies, copies of the last iteration of the new
//!   loop may be skipped.
//! - A loop is transformed only if the copies overlap by the model: if iterations depend on each other, or the host
//!   waits in each of them, more buffers gain nothing. Loops with user tokens are kept, since these define what may
//!   overlap. So are loops whose step is not constant, and kernels that wait for each other.
//! - Under a limit of device memory, a loop is kept if the buffers could exceed it.
//! - The attribute `warpline.buffers` of a loop sets another number of copies, 1 for none. Loops made by the pass
//!   have 1.
//!
//! Cost: two plans of the body for each loop with device work, of a bounded size.

mod gain;
mod memory;
mod overwrites;
mod private;
mod unroll;

use crate::analysis::call_graph;
use crate::pass::TARGET;
use crate::pass::{Changed, Pass, PassCx, PassFn, PassOption, note_at};
use crate::schedule::borrowed_streams::Slices;
use crate::schedule::input::has_tokens;
use crate::schedule::{is_worth_its_memory, launch_sizes};
use crate::target_model::TargetModel;
use gain::Gain;
use private::Private;
use unroll::{Bounds, Copies};
use warpline_ir::{Gpu, Module, Op, OpKind, Reported, Scf, Span, Type, codes};

/// The `gpu-rotate-buffers` pass.
pub const PASS: Pass = Pass {
    name: "gpu-rotate-buffers",
    summary: "Unrolls loops of device work with buffers for each copy, so that iterations overlap",
    options: &[
        PassOption { name: "buffers", summary: "copies of each body, at most 8; 1 for none", default: "2" },
        PassOption {
            name: "max-streams",
            summary: "maximum number of streams per function for the predicted gain",
            default: "8",
        },
        TARGET,
        PassOption {
            name: "max-device-memory",
            summary: "maximum bytes of a function's buffers, including those of all copies; 0 for no limit",
            default: "0",
        },
    ],
    run: PassFn::MayFail(run),
};

/// The attribute by which a loop sets its number of copies.
const BUFFERS: &str = "warpline.buffers";
/// The maximum number of copies of a body.
const MAX_COPIES: i64 = 8;
/// The maximum number of operations in all copies of a body.
const MAX_OPS: usize = 1024;
/// The maximum number of device operations in all copies of a body.
const MAX_WORK: usize = 128;

/// The maximum nesting depth of device work in a body: plans of deeper bodies would be made for each level.
const MAX_DEPTH: usize = 1;

/// The reason why a loop is kept.
pub(crate) enum Obstacle {
    /// It has no direct device work, or is already unrolled.
    None,
    /// A property of the body.
    Form(&'static str),
    /// The host waits for device work here.
    HostWait(Op),
    /// The second operation, of the next iteration, runs after the first one.
    Dependence(Op, Op),
}

impl Obstacle {
    fn remark(&self, cx: &mut PassCx<'_>, op: Op) {
        match *self {
            Self::None => {}
            Self::Form(reason) => cx.remark(op, || format!("buffers of this loop do not rotate: {reason}")),
            Self::HostWait(waiting) => cx.remark_with(op, |module| {
                let message = "buffers of this loop do not rotate: the host waits in each iteration";
                (message.to_string(), vec![note_at(module, waiting, "the host waits for device work here")])
            }),
            Self::Dependence(earlier, later) => cx.remark_with(op, |module| {
                let message = "buffers of this loop do not rotate: an iteration depends on the one before it";
                let notes = vec![
                    note_at(module, later, "this runs after work of the iteration before"),
                    note_at(module, earlier, "the work of the iteration before is here"),
                ];
                (message.to_string(), notes)
            }),
        }
    }
}

/// An unrolled loop.
struct Rotated {
    main: Op,
    n_copies: i64,
    /// The number of outer buffers that are allocated for each copy.
    n_buffers: usize,
}

impl Rotated {
    fn remark(&self, cx: &mut PassCx<'_>) {
        cx.remark(self.main, || {
            let outside = match self.n_buffers {
                0 => String::new(),
                1 => ", and 1 buffer from outside of it is made for each".to_string(),
                n => format!(", and {n} buffers from outside of it are made for each"),
            };
            format!("buffers of this loop rotate: it has {} copies of its body{outside}", self.n_copies)
        });
    }
}

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let settings = Settings::read(cx)?;
    let is_loop = |module: &Module, op: &Op| module.kind(*op) == OpKind::Scf(Scf::For);
    let mut changed = false;
    let mut slices: Option<Slices> = None;
    for func in cx.host_functions() {
        let loops: Vec<Op> = cx.module.walk(func).into_iter().filter(|op| is_loop(cx.module, op)).collect();
        for op in loops {
            if !has_own_work(cx.module, op) {
                continue;
            }
            let slices = slices.get_or_insert_with(|| Slices::of(cx.module, settings.model));
            let result = settings.rotate(cx.module, op, slices);
            changed |= result.is_ok();
            match result {
                Ok(rotated) => rotated.remark(cx),
                Err(obstacle) => obstacle.remark(cx, op),
            }
        }
    }
    Ok(Changed::from(changed))
}

/// Whether device work is directly in the body of a loop.
fn has_own_work(module: &Module, op: Op) -> bool {
    let body = module.entry(op, 0).map(|body| module.ops_in(body)).unwrap_or_default();
    body.into_iter().any(|op| is_work(module, op))
}

fn is_work(module: &Module, op: Op) -> bool {
    matches!(module.kind(op), OpKind::Gpu(Gpu::LaunchFunc | Gpu::Memcpy | Gpu::Memset))
}

/// The options of the pass.
struct Settings {
    n_copies: i64,
    max_streams: usize,
    model: &'static TargetModel,
    /// In bytes; 0 for none.
    memory_limit: u64,
}

impl Settings {
    fn read(cx: &mut PassCx<'_>) -> Result<Self, Reported> {
        let n_copies = cx.int_option("buffers")?;
        if !(1..=MAX_COPIES).contains(&n_copies) {
            let message = format!(
                "option 'buffers' of '{}': expected a number from 1 to {MAX_COPIES}, but found {n_copies}",
                PASS.name
            );
            return Err(cx.diagnostics.error(codes::UNKNOWN_PASS, Span::default(), message));
        }
        let max_streams = usize::try_from(cx.int_option("max-streams")?).unwrap_or(1).max(1);
        let memory_limit = u64::try_from(cx.int_option("max-device-memory")?).unwrap_or(0);
        Ok(Self { n_copies, max_streams, model: cx.model_option()?, memory_limit })
    }

    /// Unrolls a loop if that is correct and predicted to gain; returns the loop of copies.
    fn rotate(&self, module: &mut Module, op: Op, slices: &Slices) -> Result<Rotated, Obstacle> {
        let n_copies = self.copies_of(module, op)?;
        check_form(module, op, n_copies)?;
        let bounds = Bounds::of(module, op, n_copies).map_err(Obstacle::Form)?;
        let buffers = Private::all(module, op);
        let fits = memory::fits(module, op, n_copies, &buffers, self.memory_limit);
        let copies = Copies::make(module, op, &bounds, &buffers);
        let gain = Gain { module, slices, max_streams: self.max_streams, n_copies };
        let limited = Obstacle::Form("more of its buffers may pass the limit of device memory");
        match gain.check(op, copies.main).and(if fits { Ok(()) } else { Err(limited) }) {
            Ok(()) => {
                let before = (self.model != TargetModel::any()).then(|| {
                    let mut before = module.clone();
                    copies.erase(&mut before);
                    before
                });
                copies.replace(module);
                let one = module.int_attr(1, Type::I64);
                module.set_attr(copies.main, BUFFERS, one);
                let is_worth = |before: &Module| match call_graph::enclosing_function(before, op) {
                    Some(func) => is_worth_its_memory((before, module), func, self.max_streams, self.model),
                    None => true,
                };
                if let Some(before) = before.filter(|before| !is_worth(before)) {
                    *module = before;
                    return Err(Obstacle::Form(
                        "the function would need more memory without ending clearly sooner",
                    ));
                }
                Ok(Rotated { main: copies.main, n_copies, n_buffers: buffers.len() })
            }
            Err(obstacle) => {
                copies.erase(module);
                Err(obstacle)
            }
        }
    }

    /// Returns the number of copies for a loop.
    fn copies_of(&self, module: &Module, op: Op) -> Result<i64, Obstacle> {
        let asked = module.op(op).int(BUFFERS).unwrap_or(self.n_copies).min(MAX_COPIES);
        if asked < 2 { Err(Obstacle::None) } else { Ok(asked) }
    }
}

/// Refuses bodies whose copies would have another meaning, or would be too large.
fn check_form(module: &Module, op: Op, n_copies: i64) -> Result<(), Obstacle> {
    let ops = module.walk(op);
    let n_copies = n_copies.unsigned_abs() as usize;
    if MAX_OPS < ops.len() * n_copies
        || MAX_WORK < ops.iter().filter(|op| is_work(module, **op)).count() * n_copies
    {
        return Err(Obstacle::Form("its body is too large"));
    }
    if ops.iter().any(|op| has_tokens(module, *op)) {
        return Err(Obstacle::Form("tokens of the program order its work"));
    }
    if ops.iter().any(|op| matches!(module.kind(*op), OpKind::Rt(kind) if kind.is_of_schedule())) {
        return Err(Obstacle::None);
    }
    if ops.iter().any(|inner| MAX_DEPTH < depth_below(module, *inner, op) && is_work(module, *inner)) {
        return Err(Obstacle::Form("its device work is too deep in it"));
    }
    let is_launch = |op: &&Op| module.kind(**op) == OpKind::Gpu(Gpu::LaunchFunc);
    if ops.iter().filter(is_launch).any(|op| !launch_sizes::are_right(module, *op)) {
        return Err(Obstacle::Form("the size of a launch in it is refused or 0"));
    }
    Ok(())
}

/// Returns how many operations enclose `op` inside a loop.
fn depth_below(module: &Module, op: Op, outer: Op) -> usize {
    let around = std::iter::successors(module.parent_op(op), |parent| module.parent_op(*parent));
    around.take_while(|parent| *parent != outer).count()
}
