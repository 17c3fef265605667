//! `gpu-check-subgroup-size`: warns of kernels that assume subgroups of 32 lanes, for a target with larger ones.
//!
//! Such a kernel is valid, but means something else there:
//! ```text
//! %w = arith.constant 32 : i32
//! %o, %v = gpu.shuffle xor %x, %c16, %w : f32     exchanges within each half of a subgroup of 64 lanes
//! %s = gpu.subgroup_id : index                    counts subgroups of 64 lanes
//! ```
//! Groups of 32 lanes are no mistake by themselves, so a warning needs two signs:
//!
//! - a shuffle of the constant width 32, beside an operation on whole subgroups;
//! - a division of a thread id by 32, or its remainder, beside such an operation;
//! - shuffles of other widths, the greatest constant step of which is 16, so that they reach 32 lanes.
//!
//! Both signs are in one function. A kernel whose blocks have at most 32 threads is right, since it has one subgroup, a
//! part of which is used. Cost: linear in the size of the module.

use crate::analysis::kernel_facts::{device_functions, sizes};
use crate::pass::{Changed, Pass, PassCx, PassFn, PassOption, note_at};
use warpline_ir::def::{Requirement, Trait};
use warpline_ir::{Arith, Gpu, Module, Op, OpKind, Reported, Value, codes};

/// The `gpu-check-subgroup-size` pass.
pub const PASS: Pass = Pass {
    name: "gpu-check-subgroup-size",
    summary: "Warns of kernels that assume subgroups of 32 lanes",
    options: &[PassOption {
        name: "subgroup-size",
        summary: "the number of lanes of a subgroup on the target",
        default: "64",
    }],
    run: PassFn::MayFail(run),
};

/// The number of lanes that kernels written for other devices assume.
const ASSUMED: i64 = 32;

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let lanes = cx.int_option("subgroup-size")?;
    if lanes <= ASSUMED {
        return Ok(Changed::No);
    }
    for func in device_functions(cx.module) {
        if has_one_subgroup(cx.module, func) {
            continue;
        }
        let assumption = Assumption::of(cx.module, func);
        for (op, message) in assumption.messages(lanes) {
            let notes = assumption.whole.iter().map(|op| {
                let name = cx.module.op_name(*op);
                note_at(cx.module, *op, format!("'{name}' is about all {lanes} lanes of a subgroup"))
            });
            cx.warning_with(op, codes::SUBGROUP_SIZE, message, notes.collect());
        }
    }
    Ok(Changed::No)
}

/// Whether no block of a kernel has more threads than the assumed subgroups.
fn has_one_subgroup(module: &Module, func: Op) -> bool {
    let threads: Option<i64> = sizes(module, func).block.into_iter().product();
    threads.is_some_and(|threads| threads <= ASSUMED)
}

/// The signs of an assumption in a function: each the first of its kind.
#[derive(Default)]
struct Assumption {
    /// An operation on whole subgroups.
    whole: Option<Op>,
    /// A shuffle or `gpu.warp_execute_on_lane_0` of the assumed width.
    narrow: Option<Op>,
    /// A thread id divided by the assumed number of lanes, or the remainder.
    divided: Option<Op>,
    /// The shuffle of another width with the greatest step, and this step; `None` if some step is unknown.
    farthest: Option<(Op, Option<i64>)>,
}

impl Assumption {
    fn of(module: &Module, func: Op) -> Self {
        let mut found = Self::default();
        for op in module.walk(func) {
            match module.kind(op) {
                OpKind::Gpu(Gpu::WarpExecuteOnLane0) if module.op(op).int("warp_size") == Some(ASSUMED) => {
                    found.narrow.get_or_insert(op);
                }
                OpKind::Gpu(Gpu::Shuffle) => {
                    let shuffle = module.op(op);
                    if module.constant_int(shuffle.named("width")) == Some(ASSUMED) {
                        found.narrow.get_or_insert(op);
                    } else if shuffle.keyword("mode") != Some("idx") {
                        found.add_step(op, module.constant_int(shuffle.named("offset")));
                    }
                }
                OpKind::Gpu(kind) if is_of_whole_subgroup(module, op, kind) => {
                    found.whole.get_or_insert(op);
                }
                OpKind::Arith(kind) if divides_thread_id(module, op, kind) => {
                    found.divided.get_or_insert(op);
                }
                _ => {}
            }
        }
        found
    }

    fn add_step(&mut self, op: Op, step: Option<i64>) {
        self.farthest = match self.farthest {
            None => Some((op, step)),
            Some((_, known)) if known < step && known.is_some() => Some((op, step)),
            Some((other, known)) => Some((other, known.and(step).and(known))),
        };
    }

    /// Returns the operations to warn of, with messages.
    fn messages(&self, lanes: i64) -> Vec<(Op, String)> {
        let size = format!("a subgroup of the target has {lanes}");
        let whole = |op: &Option<Op>| op.filter(|_| self.whole.is_some());
        let narrow = whole(&self.narrow)
            .map(|op| (op, format!("values are exchanged within {ASSUMED} lanes, but {size}")));
        let divided = whole(&self.divided)
            .map(|op| (op, format!("this divides threads into groups of {ASSUMED}, but {size} lanes")));
        let short = self.farthest.filter(|(_, step)| *step == Some(ASSUMED / 2)).map(|(op, _)| {
            (op, format!("the greatest step of the shuffles is {}, but {size} lanes", ASSUMED / 2))
        });
        [narrow, divided, short].into_iter().flatten().collect()
    }
}

/// Whether an operation is about all lanes of a subgroup, however many there are.
fn is_of_whole_subgroup(module: &Module, op: Op, kind: Gpu) -> bool {
    match kind {
        Gpu::LaneId
        | Gpu::SubgroupId
        | Gpu::NumSubgroups
        | Gpu::SubgroupSize
        | Gpu::Ballot
        | Gpu::SubgroupBroadcast => true,
        Gpu::SubgroupReduce => module.attr(op, "cluster_size").is_none(),
        _ => false,
    }
}

/// Whether an operation computes the number of a thread in its group of the assumed size, or that of the group.
fn divides_thread_id(module: &Module, op: Op, kind: Arith) -> bool {
    let divisor = match kind {
        kind if kind.def().requires.contains(&Requirement::Divisor) => ASSUMED,
        Arith::ShRUI | Arith::ShRSI => i64::from(ASSUMED.ilog2()),
        Arith::AndI => ASSUMED - 1,
        _ => return false,
    };
    let [lhs, rhs] = *module.operands(op) else { return false };
    module.constant_int(rhs) == Some(divisor) && is_thread_id(module, lhs)
}

/// Whether a value is a thread id, cast or not.
fn is_thread_id(module: &Module, value: Value) -> bool {
    let mut value = value;
    while let Some(op) = module.defining_op(value) {
        match module.kind(op) {
            OpKind::Gpu(Gpu::ThreadId) => return true,
            OpKind::Arith(kind) if kind.def().has(Trait::IntegerCast) => value = module.operand(op, 0),
            _ => return false,
        }
    }
    false
}
