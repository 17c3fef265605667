//! `cpu-shape-kernels`: builds for each kernel an ordinary function that runs a range of the blocks of a launch.
//!
//! The function takes the arguments of the kernel, the sizes of the grid and of blocks, the first block, the end of
//! the blocks (linear, x fastest) and scratch memory. It loops over the blocks and, inside, over the threads of a
//! block, z, y, x from the outside in. Workgroup memory, private memory and values that are live across barriers
//! are views of the scratch memory, whose size is the attribute `warpline.scratch_bytes`. The kernel stays and
//! names the function, so that launches of it verify; the executor of a launch may run the function instead.
//!
//! ```text
//! gpu.func @k(%x: memref<?xf32>) kernel {      │ func.func private @k.shaped(%x, …, %first, %end, %scratch: memref<?xi8>) {
//!   %t = gpu.thread_id x                       │   scf.for %block = %first to %end step %c1 {
//!   %v = memref.load %x[%t]                    │     scf.for %t = … { load %x, store %slot[%t] }
//!   gpu.barrier                                │     scf.for %t = … { load %slot[%t], store %x }
//!   memref.store %v, %x[%u]                    │   }
//!   gpu.return                                 │   return
//! }                                            │ }
//! ```
//!
//! A barrier ends a segment of code (`segments.rs`). A loop or branch that contains one moves out of the thread
//! loops, so its bounds or its condition must be uniform across the threads of a block: proved by [`Uniformity`],
//! or compared between all threads when the function runs (`control.rs`). A value that is
//! computed in one segment and used in another is stored in a per-thread slot; pure operations on uniform values
//! and thread ids are recomputed (`plan.rs`). A loop whose iterations are far apart in memory is treated as if it had a
//! barrier (`order.rs`).
//!
//! Calls are inlined, and an `scf.index_switch` with a barrier becomes a chain of `scf.if` (`prepare.rs`). Assertions
//! become `rt.assert` with block and thread, and loops that wait for other work get an `rt.spin` before their exit
//! (`report.rs`). An exchange between the lanes of a subgroup splits the code like a barrier (`exchange.rs`), a loop around
//! one may end for one subgroup before it ends for another (`lane_loops.rs`), and a subgroup matrix is a vector in each
//! lane (`matrices.rs`). Cost: linear in the size of the kernels after inlining.

mod control;
mod exchange;
mod frame;
mod lane_loops;
mod matrices;
mod named_barriers;
mod order;
mod plan;
mod prepare;
mod private_counters;
mod report;
mod segments;
mod shell;

use crate::analysis::effects::is_pure;
use crate::analysis::uniformity::Uniformity;
use crate::gpu::gpu_annotate_kernels::number_assertions;
use crate::pass::{Changed, Pass, PassCx, PassFn, PassOption};
use crate::transforms::inline::take_blocks;
use frame::Frame;
use plan::Plan;
use prepare::Copied;
pub(super) use prepare::inline_calls;
use rustc_hash::FxHashSet;
pub(super) use shell::build_for;
use shell::{Nest, Shell};
use warpline_ir::artifact::{ASSERTION, SHAPED, THREAD_ROWS, THREADS};
use warpline_ir::dialect::func::function_type_of;
use warpline_ir::kernels::{device_modules, kernels};
use warpline_ir::{Block, Location, Module, Op, OpKind, Place, Reported, Scf, Span, Value, codes};

/// The maximum number of threads of a block.
pub const MAX_BLOCK: i64 = 1024;
/// The maximum size of scratch memory, including the workgroup memory of a block, in bytes.
pub const MAX_SCRATCH_BYTES: u64 = 256 << 20;

/// The `cpu-shape-kernels` pass.
pub const PASS: Pass = Pass {
    name: "cpu-shape-kernels",
    summary: "Converts each kernel to a function that loops over blocks and threads, split at barriers",
    options: &[PassOption {
        name: "subgroup-size",
        summary: "The lanes of a subgroup, from 1 to 64",
        default: "32",
    }],
    run: PassFn::MayFail(run),
};

/// The reason why a kernel cannot be shaped, and the operation at fault.
pub(super) struct Refusal {
    location: Location,
    message: String,
}

pub(super) type Shaped<T = ()> = Result<T, Refusal>;

fn refuse<T>(module: &Module, op: Op, why: &str) -> Shaped<T> {
    let message = format!("the cpu backend cannot compile '{}': {why}", module.op_name(op));
    Err(Refusal { location: module.location(op), message })
}

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let subgroup_size = cx.int_option("subgroup-size")?;
    if !(1..=64).contains(&subgroup_size) {
        let message = format!("expected 1 to 64 lanes of a subgroup, but found {subgroup_size}");
        return Err(cx.diagnostics.error(codes::UNKNOWN_PASS, Span::default(), message));
    }
    let mut changed = Changed::No;
    let mut failed = None;
    for table in device_modules(cx.module) {
        erase_shaped(cx.module, table);
        let kernels = kernels(cx.module, table);
        if kernels.is_empty() {
            continue;
        }
        changed = Changed::Yes;
        let numbered = number_assertions(cx.module, table);
        for kernel in kernels {
            if let Err(Refusal { location, message }) = shape(cx.module, (table, kernel), subgroup_size) {
                let span = cx.module.span(location);
                failed = Some(cx.diagnostics.error(codes::UNSUPPORTED, span, message));
            }
        }
        for op in numbered {
            cx.module.remove_attr(op, ASSERTION);
        }
    }
    failed.map_or(Ok(changed), Err)
}

/// Erases the functions of kernels that were shaped before: what later passes did with them cannot be done twice.
fn erase_shaped(module: &mut Module, table: Op) {
    for kernel in kernels(module, table) {
        let path = module.attr(kernel, SHAPED).and_then(|path| module.attr_symbol(path));
        let shaped = path.and_then(|path| module.resolve_symbol(kernel, path));
        if let Some(shaped) = shaped.filter(|shaped| *shaped != kernel) {
            module.erase(shaped);
        }
        module.remove_attr(kernel, SHAPED);
    }
}

/// Builds the function of one kernel from a copy of it, which is consumed.
fn shape(module: &mut Module, (table, kernel): (Op, Op), subgroup_size: i64) -> Shaped {
    let Copied { work, exits, refusal } = prepare::copy(module, kernel);
    if let Some(refusal) = refusal {
        module.erase(work);
        return Err(refusal);
    }
    let frame = Frame::of_kernel(module, kernel);
    let shell = Shell::build(module, (table, kernel), frame.n_threads());
    let function = shell.function;
    let mut shaper = Shaper {
        args: Arguments::of(module, work),
        module,
        kernel,
        work,
        exits,
        shell,
        frame,
        subgroup_size,
        exchanges: FxHashSet::default(),
        lane_loops: FxHashSet::default(),
        masks: Vec::new(),
        dynamic_offsets: Vec::new(),
    };
    let shaped = shaper.run();
    if shaped.is_err() {
        module.erase(function);
    }
    module.erase(work);
    shaped
}

/// The entry arguments of a kernel by kind.
struct Arguments {
    passed: Vec<Value>,
    workgroup: Vec<Value>,
    private: Vec<Value>,
}

impl Arguments {
    fn of(module: &Module, func: Op) -> Self {
        let args = module.entry(func, 0).map_or(&[][..], |entry| module.args(entry));
        let n_passed = function_type_of(module, func).0.len().min(args.len());
        let n_workgroup = module.op(func).int("workgroup_attributions").unwrap_or(0).max(0) as usize;
        let (passed, attributions) = args.split_at(n_passed);
        let (workgroup, private) = attributions.split_at(n_workgroup.min(attributions.len()));
        Self { passed: passed.to_vec(), workgroup: workgroup.to_vec(), private: private.to_vec() }
    }
}

/// A kernel that is being shaped.
struct Shaper<'m> {
    module: &'m mut Module,
    kernel: Op,
    /// The copy that is consumed.
    work: Op,
    args: Arguments,
    /// The exits of loops that wait for other work.
    exits: Vec<Op>,
    shell: Shell,
    frame: Frame,
    /// The number of lanes of a subgroup.
    subgroup_size: i64,
    /// The barriers that stand for exchanges between lanes, and the named ones: only some threads of a block have to meet
    /// there.
    exchanges: FxHashSet<Op>,
    /// The loops that threads leave one after the other.
    lane_loops: FxHashSet<Op>,
    /// The conditions of the branches around the current segment, and whether each has to hold or not.
    masks: Vec<(Value, bool)>,
    /// The constants that are to be the offset of dynamic workgroup memory in scratch memory.
    dynamic_offsets: Vec<Op>,
}

impl Shaper<'_> {
    fn run(&mut self) -> Shaped {
        let Some(entry) = self.module.entry(self.work, 0) else {
            return refuse(self.module, self.work, "expected a body");
        };
        prepare::expand_switches(self.module, self.work);
        self.meet_at_named_barriers()?;
        let spaces = self.local_spaces()?;
        let threads = self.bind_geometry(entry)?;
        self.report_assertions(threads);
        prepare::enclose_tail(self.module, self.work);
        let n_uniform = self.args.passed.len() + self.args.workgroup.len();
        let mut uniformity = Uniformity::of_kernel(self.module, self.work, n_uniform);
        // What a loop carries varies once threads may leave it one after the other, and may decide about another one.
        while self.rewrite_lane_loops(&uniformity)? {
            uniformity = Uniformity::of_kernel(self.module, self.work, n_uniform);
        }
        let has_one_block = self.module.blocks_of(self.module.region(self.work, 0)).len() == 1;
        if has_one_block && self.exits.is_empty() && self.order_loops(&uniformity, threads[0]) {
            uniformity = Uniformity::of_kernel(self.module, self.work, n_uniform);
        }
        self.bind_shared()?;
        self.bind_globals()?;
        if uniformity.has_barrier(self.work) {
            self.cut(entry, uniformity, threads)?;
        } else {
            self.run_whole(entry, threads, &uniformity)?;
        }
        self.keep_counters()?;
        self.finish(&spaces)
    }

    /// Wraps the whole body in loops over threads, or each version of it.
    fn run_whole(&mut self, entry: Block, threads: [Value; 3], uniformity: &Uniformity) -> Shaped {
        for exit in std::mem::take(&mut self.exits) {
            self.spin_before(exit);
        }
        let shares_private = self.bind_private_once()?;
        let region = self.module.region(self.work, 0);
        let has_one_block = self.module.blocks_of(region).len() == 1;
        if has_one_block && let Some(choice) = self.versions(entry, threads, uniformity) {
            self.run_versions(entry, choice, threads, shares_private);
            return Ok(());
        }
        let nest = self.own_loops(self.shell.end, shares_private);
        for (leaf, id) in threads.into_iter().zip(nest.ids) {
            let op =
                self.module.defining_op(leaf).expect("the number of a thread is the result of an operation");
            self.module.replace_op(op, &[id]);
        }
        if has_one_block {
            self.module.move_block_ops(entry, Place::Before(nest.end));
            let last = self.module.prev_op(nest.end);
            self.module.erase(last.expect("a verified kernel ends in a return"));
        } else {
            let location = self.module.location(self.kernel);
            let mut at = warpline_ir::Builder::new(self.module, Place::Before(nest.end), location);
            let inner = at.op_with_regions(Scf::ExecuteRegion, &[], &[], &[], 1);
            take_blocks(self.module, region, inner, &[]);
        }
        nest.drop_unused(self.module);
        Ok(())
    }

    /// Builds loops over the threads before an operation. If they share private memory, each runs from start to end.
    fn own_loops(&mut self, before: Op, shares_private: bool) -> Nest {
        let nest = self.shell.thread_loops(self.module, before);
        if shares_private && let Some(innermost) = self.module.parent_op(nest.end) {
            self.module.remove_attr(innermost, THREADS);
            if let Some(rows) = self.module.parent_op(innermost) {
                self.module.remove_attr(rows, THREAD_ROWS);
            }
        }
        nest
    }

    /// Returns the branch that chooses between versions of the body for a whole block, those of `cpu-version-blocks` or of
    /// the program: all other operations compute its condition, once.
    fn versions(&self, entry: Block, threads: [Value; 3], uniformity: &Uniformity) -> Option<Op> {
        let choice = self.module.prev_op(self.module.last_op(entry)?)?;
        let is_choice = self.module.kind(choice) == OpKind::Scf(Scf::If)
            && self.module.n_results(choice) == 0
            && uniformity.is_uniform(self.module.operand(choice, 0));
        let is_once = |op: &Op| {
            self.module.results(*op).all(|value| uniformity.is_uniform(value) || threads.contains(&value))
                && is_pure(self.module, *op)
        };
        let before = self.module.ops_in(entry);
        let before = &before[..before.len() - 2];
        (is_choice && before.iter().all(is_once)).then_some(choice)
    }

    /// Moves the versions of the body out of the kernel, each into its own loops over threads.
    fn run_versions(&mut self, entry: Block, choice: Op, threads: [Value; 3], shares_private: bool) {
        let leaves = threads.map(|leaf| self.module.defining_op(leaf));
        for op in self.module.ops_in(entry) {
            if !leaves.contains(&Some(op)) && Some(op) != self.module.last_op(entry) {
                self.module.move_op(op, Place::Before(self.shell.end));
            }
        }
        for side in [0, 1].into_iter().filter_map(|side| self.module.entry(choice, side)).collect::<Vec<_>>()
        {
            let Some(end) = self.module.last_op(side) else { continue };
            let mut ops = self.module.ops_in(side);
            ops.retain(|op| *op != end);
            let nest = self.own_loops(end, shares_private);
            for op in &ops {
                self.module.move_op(*op, Place::Before(nest.end));
            }
            self.use_locals(&ops, &threads.into_iter().zip(nest.ids).collect());
            nest.drop_unused(self.module);
        }
    }

    /// Splits the body at its barriers.
    fn cut(&mut self, entry: Block, uniformity: Uniformity, threads: [Value; 3]) -> Shaped {
        if self.module.blocks_of(self.module.region(self.work, 0)).len() != 1 {
            let why =
                "a kernel may have several blocks only after its last barrier; use scf loops and branches";
            return refuse(self.module, self.kernel, why);
        }
        for exit in std::mem::take(&mut self.exits) {
            let is_cut = self.module.parent_op(exit).is_some_and(|parent| uniformity.has_barrier(parent));
            if is_cut && self.module.kind(exit) == OpKind::Scf(Scf::Condition) {
                self.exits.push(exit);
            } else {
                self.spin_before(exit);
            }
        }
        let private = self.lay_out_private(entry)?;
        let mut plan = Plan::of(self.module, entry, uniformity, threads, private);
        let end = self.shell.end;
        self.cut_block(&mut plan, entry, end, (0, &[]))
    }
}
