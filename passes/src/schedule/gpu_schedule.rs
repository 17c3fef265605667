//! `gpu-schedule`: turns the device operations of host functions into `rt` operations on streams.
//!
//! Dependences come from memory effects and user tokens, never from program order alone.
//! ```text
//! effects, tokens ─dag→ conflicts ─reduction→ order ─streams→ chains ─waits→ waits, host waits ─events→ slots ─emit→ rt
//! ```
//! - Independent work is assigned to different streams, up to the option `max-streams`. A stream waits for another
//!   one only if nothing else orders them, and the host waits only before a host operation that needs completed
//!   device work. Several streams are joined on the device first, and consecutive host waits are merged.
//! - Every exported effect is complete when the function returns.
//! - Loops, branches and blocks share the streams of the function. The waits of a loop body hold for every iteration;
//!   tokens carried by loops are followed.
//! - A private function runs on borrowed streams of its callers, and a call of it is a node like a launch
//!   (`borrowed_streams.rs`).
//! - User synchronisation is never weakened. User tokens also leave work unordered that effects cannot prove
//!   independent.
//! - A launch whose size is the constant 0 is erased with a warning; blocks of more than 1024 threads are refused.
//! - A graph made by `gpu-graph-regions` is one node.
//! - Tokens pass through branches, loops and function ends. Calls that take or return tokens are inlined by
//!   `inline-token-calls`; a call that it kept is refused.
//! - Orders that tokens require beyond effects are marked in the scheduled form (`token_constraints.rs`).
//! - Launches that wait for each other while they run get separate streams, or the program is refused.
//! - Launches that name a user stream (`<%stream : !llvm.ptr>`) run on it (`user_streams.rs`).
//! - Clusters of several blocks and `gpu.launch` are refused.
//!
//! - Local buffers of constant size are packed into one arena ([`memory`]); others are allocated and freed in stream
//!   order.
//!
//! Cost: nodes × streams, the memory areas that they access, and the size of the transitive closure over nodes that
//! run concurrently; the O(n³) matching is limited to functions of a few hundred nodes.

use std::ops::RangeInclusive;

use super::borrowed_streams::{self, Slices};
use super::inline_token_calls;
use super::input::{Need, Node, NodeKind, ScheduleInput};
use super::joins::Joins;
use super::memory::demand::Arenas;
use super::memory::limit::Turns;
use super::phases::Phase;
use super::plan::Plan;
use super::walk::Setting;
use super::{
    co_residency, emit, hints, launch_sizes, memory, phases, strip, threads, unordered, user_streams,
};
use crate::analysis::call_graph;
use crate::analysis::calls;
use crate::pass::{Changed, Pass, PassCx, PassFn, PassOption, TARGET};
use crate::target_model::TargetModel;
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::dialect::func::function_type_of;
use warpline_ir::dialect::rt::graph_around;
use warpline_ir::{Diagnostics, Func, Gpu, Module, Op, OpKind, Reported, Rt, Span, Type, Value, codes};

/// The `gpu-schedule` pass.
pub const PASS: Pass = Pass {
    name: "gpu-schedule",
    summary: "Assigns device work to streams, with the fewest waits that its dependences need",
    options: &[
        PassOption { name: "max-streams", summary: "maximum number of streams per function", default: "8" },
        TARGET,
        PassOption {
            name: "joins",
            summary: "share one wait for several streams: free (if the plan takes no longer by the model), true, false",
            default: "free",
        },
        PassOption {
            name: "max-device-memory",
            summary: "maximum size of a function's arena in bytes; 0 for no limit",
            default: "0",
        },
        PassOption {
            name: "concurrent-managed",
            summary: "whether the host may use shared memory while device work runs",
            default: "true",
        },
        PassOption {
            name: "print",
            summary: "report the plan of each function as a remark: true, or phases of effects, alias, dag, reduce, schedule, waits, memory, lifetimes",
            default: "false",
        },
    ],
    run: PassFn::MayFail(run),
};

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let settings = Settings::read(cx)?;
    let functions = scheduled_functions(cx.module);
    for func in &functions {
        check(cx, *func)?;
        launch_sizes::check(cx, *func)?;
    }
    let plans = settings.plans(cx, &functions);
    settings.carry_out(cx, plans.iter().map(|(func, plan)| (*func, plan)))?;
    Ok(Changed::from(!functions.is_empty()))
}

/// Returns the functions with device work, or with calls of slices, in program order.
fn scheduled_functions(module: &Module) -> Vec<Op> {
    let slices = calls::slices(module);
    let calls_slice = |func: &Op| {
        let is_done = module.attr(*func, "rt.streams").is_some();
        let mut called = call_graph::calls_in(module, *func).into_iter();
        !is_done
            && called
                .any(|call| call_graph::callee(module, call).is_some_and(|called| slices.contains(&called)))
    };
    let functions = call_graph::functions(module).into_iter();
    functions.filter(|func| has_gpu_work(module, *func) || calls_slice(func)).collect()
}

/// Limits of the plan of a function.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    max_streams: usize,
    /// The maximum size of the arena in bytes.
    max_bytes: Option<u64>,
    /// The target whose times are predicted.
    model: &'static TargetModel,
}

impl Bounds {
    fn of_streams(max_streams: usize, model: &'static TargetModel) -> Self {
        Self { max_streams, max_bytes: None, model }
    }
}

/// Returns the plans of these functions without changing the module.
fn plan_all(
    module: &Module,
    wanted: &[Op],
    bounds: Bounds,
    joins: Joins,
    is_exclusive: bool,
) -> Vec<(Op, Plan)> {
    let has_memory_limit = bounds.max_bytes.is_some();
    let setting = Setting { has_memory_limit, is_exclusive, ..Setting::default() };
    plan_by(module, wanted, (bounds.max_streams, bounds.model), |slices, func, name, max_streams| {
        let make = |max_streams: usize, turns: &Turns| {
            let make = |mut input: ScheduleInput| {
                turns.apply(&mut input);
                Plan::make(name.clone(), input, max_streams, joins)
            };
            memory::plan(module, func, slices, &setting, make)
        };
        match bounds.max_bytes {
            Some(limit) => memory::limit::keep(module, limit, max_streams, make),
            // Without a target nothing is known to be scarce.
            None if bounds.model == TargetModel::any() => make(max_streams, &Turns::default()),
            None => memory::limit::spare(module, max_streams, make),
        }
    })
}

/// Plans, without joins, all functions with device work, with every allocation and free as a node. Waits are computed
/// only if a caller needs them. Functions with fewer or more device operations than this are skipped, unless there are
/// calls of functions with some.
pub(crate) fn plan_with_memory_in_place(
    module: &Module,
    max_streams: usize,
    model: &'static TargetModel,
    n_ops: RangeInclusive<usize>,
) -> Vec<(Op, Plan)> {
    let n_ops_of =
        |func: Op| module.walk(func).into_iter().filter(|op| emit::is_replaced(module, *op)).count();
    let mut wanted = scheduled_functions(module);
    wanted.retain(|func| {
        let n = n_ops_of(*func);
        let is_called = || {
            let called = calls::slices(module);
            called.contains(func) || n < *n_ops.start() && !called.is_empty()
        };
        n_ops.contains(&n) || is_called()
    });
    plan_by(module, &wanted, (max_streams, model), |slices, func, name, max_streams| {
        let input = ScheduleInput::of(module, func, slices, Setting::default());
        if slices.is_slice(func) {
            Plan::make(name, input, max_streams, Joins::Never)
        } else {
            Plan::without_waits(name, input, max_streams)
        }
    })
}

/// Plans mutually recursive functions, after their callees.
fn plan_group(
    slices: &mut Slices,
    module: &Module,
    group: &[Op],
    is_cycle: bool,
    max_streams: usize,
    make: impl Fn(&Slices, Op, usize) -> Plan,
) -> Vec<(Op, Plan)> {
    let own: Vec<Op> = group.iter().copied().filter(|function| slices.is_slice(*function)).collect();
    if is_cycle {
        let calls = own.iter().flat_map(|slice| call_graph::calls_in(module, *slice));
        let events = calls.map(|call| slices.need(module, call).events).max().unwrap_or(0);
        let need = Need { streams: 1, events, duration: borrowed_streams::UNKNOWN };
        for slice in own {
            slices.note(slice, need);
        }
    }
    let plan = |function: &Op| {
        let most = if is_cycle && slices.is_slice(*function) { 1 } else { max_streams };
        (*function, make(slices, *function, most))
    };
    let plans: Vec<(Op, Plan)> = group.iter().map(plan).collect();
    for (function, plan) in plans.iter().filter(|_| !is_cycle) {
        let duration = plan.input.nodes.iter().map(Node::duration).sum();
        let need = Need { streams: plan.n_streams(), events: plan.n_events(), duration };
        slices.note(*function, need);
    }
    plans
}

/// Plans functions after their callees.
fn plan_by(
    module: &Module,
    wanted: &[Op],
    (max_streams, model): (usize, &'static TargetModel),
    make: impl Fn(&Slices, Op, String, usize) -> Plan,
) -> Vec<(Op, Plan)> {
    let mut slices = Slices::of(module, model);
    let is_wanted: FxHashSet<Op> = wanted.iter().copied().collect();
    let mut plans: FxHashMap<Op, Plan> = FxHashMap::default();
    for (group, is_circle) in call_graph::groups(module) {
        let group: Vec<Op> = group.into_iter().filter(|func| is_wanted.contains(func)).collect();
        let make = |slices: &Slices, func: Op, max_streams: usize| {
            let name = module.symbol_name(func).unwrap_or_default().to_string();
            make(slices, func, name, max_streams)
        };
        plans.extend(plan_group(&mut slices, module, &group, is_circle, max_streams, make));
    }
    wanted.iter().filter_map(|func| Some((*func, plans.remove(func)?))).collect()
}

/// The options of the pass.
struct Settings {
    bounds: Bounds,
    joins: Joins,
    is_exclusive: bool,
    has_plan: bool,
    phases: Vec<Phase>,
}

impl Settings {
    fn read(cx: &mut PassCx<'_>) -> Result<Self, Reported> {
        let max_streams = usize::try_from(cx.int_option("max-streams")?).unwrap_or(1).max(1);
        let max_bytes = u64::try_from(cx.int_option("max-device-memory")?).ok().filter(|bytes| *bytes != 0);
        let bounds = Bounds { max_streams, max_bytes, model: cx.model_option()? };
        let joins = match cx.option("joins") {
            "free" => Joins::Free,
            "true" => Joins::Always,
            "false" => Joins::Never,
            _ => return Err(wrong_option(cx, "joins", "free, true or false")),
        };
        let is_exclusive = match cx.option("concurrent-managed") {
            "true" => false,
            "false" => true,
            _ => return Err(wrong_option(cx, "concurrent-managed", "true or false")),
        };
        let print = cx.option("print");
        let has_plan = print == "true";
        let names = print.split(',').filter(|name| !has_plan && !matches!(*name, "" | "false"));
        match names.map(Phase::named).collect() {
            Some(phases) => Ok(Self { bounds, joins, is_exclusive, has_plan, phases }),
            None => Err(wrong_option(cx, "print", &format!("true, false, or some of {}", Phase::names()))),
        }
    }

    /// Returns the plans of functions, after erasing launches without threads.
    fn plans(&self, cx: &mut PassCx<'_>, functions: &[Op]) -> Vec<(Op, Plan)> {
        for func in functions {
            launch_sizes::leave_out(cx, *func);
        }
        plan_all(cx.module, functions, self.bounds, self.joins, self.is_exclusive)
    }

    /// Reports the diagnostics of plans, and emits their `rt` operations.
    fn carry_out<'p>(
        &self,
        cx: &mut PassCx<'_>,
        plans: impl Iterator<Item = (Op, &'p Plan)> + Clone,
    ) -> Result<(), Reported> {
        let arenas = Arenas::of(cx.module, plans.clone());
        for (func, plan) in plans {
            co_residency::check(cx, (&plan.input, &plan.order, &plan.streams.of), self.bounds.max_streams)?;
            warn(cx, plan);
            self.report(cx, func, plan);
            cx.remark(func, || summary(plan));
            hints::report(cx, plan);
            emit::emit(cx.module, func, plan);
        }
        match self.bounds.max_bytes {
            Some(limit) => memory::demand::check(cx, &arenas, limit),
            None => Ok(()),
        }
    }

    fn report(&self, cx: &mut PassCx<'_>, func: Op, plan: &Plan) {
        if self.has_plan {
            cx.report(func, plan.to_string());
        }
        for phase in &self.phases {
            let text = phases::text(cx.module, plan, *phase, &|_| None);
            cx.report(func, text);
        }
    }
}

/// Summarises a plan in a sentence.
fn summary(plan: &Plan) -> String {
    let counted = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    let n_works = plan.input.nodes.iter().filter(|node| node.kind.is_work()).count();
    format!(
        "scheduled {} on {}: {} between streams, {} of the host",
        counted(n_works, "device operation", "device operations"),
        counted(plan.n_streams(), "stream", "streams"),
        counted(plan.n_waits(), "wait", "waits"),
        counted(plan.n_host_waits(), "wait", "waits"),
    )
}

fn wrong_option(cx: &mut PassCx<'_>, option: &str, expected: &str) -> Reported {
    let found = cx.option(option);
    let message = format!("option '{option}' of '{}': expected {expected}, but found '{found}'", PASS.name);
    cx.diagnostics.error(codes::UNKNOWN_PASS, Span::default(), message)
}

/// Returns the plan of a function on at most `max_streams` streams, without joins, without changing the module.
pub fn make_plan(module: &Module, func: Op, max_streams: usize) -> Plan {
    make_plan_for(module, func, max_streams, TargetModel::any())
}

/// Whether a function needs no more memory after a change of its work than before on one stream, or ends clearly sooner.
pub(crate) fn is_worth_its_memory(
    (before, after): (&Module, &Module),
    func: Op,
    max_streams: usize,
    model: &'static TargetModel,
) -> bool {
    let planned = |module: &Module, max_streams| make_plan_for(module, func, max_streams, model);
    let (new, single) = (planned(after, max_streams), planned(before, 1));
    let old = || planned(before, max_streams).time().min(single.time());
    new.memory.arena <= single.memory.arena || new.time() < memory::limit::WORTH * old()
}

/// Like [`make_plan`], for a target.
pub fn make_plan_for(module: &Module, func: Op, max_streams: usize, model: &'static TargetModel) -> Plan {
    let mut wanted = scheduled_functions(module);
    if !wanted.contains(&func) {
        wanted.push(func);
    }
    let bounds = Bounds::of_streams(max_streams, model);
    let plans = plan_all(module, &wanted, bounds, Joins::Never, false).into_iter();
    let plan = plans.filter(|(planned, _)| *planned == func).map(|(_, plan)| plan).next();
    plan.expect("it is among the functions that are planned")
}

/// Returns the plans of all functions with device work, each as by [`make_plan_for`].
pub fn make_plans(module: &Module, max_streams: usize, model: &'static TargetModel) -> FxHashMap<Op, Plan> {
    let (functions, bounds) = (scheduled_functions(module), Bounds::of_streams(max_streams, model));
    plan_all(module, &functions, bounds, Joins::Never, false).into_iter().collect()
}

/// Whether the module can be scheduled within `max_bytes` of device memory, by its constant sizes.
pub(crate) fn can_keep(module: &Module, max_bytes: u64) -> bool {
    let (mut module, mut diagnostics) = (module.clone(), Diagnostics::new());
    let options = [("max-device-memory".to_string(), max_bytes.to_string())];
    let mut cx =
        PassCx { module: &mut module, diagnostics: &mut diagnostics, options: &options, pass: &PASS };
    run(&mut cx).is_ok() || diagnostics.iter().all(|found| found.code != codes::DEVICE_MEMORY)
}

/// Returns the plan of the body of an operation as if it were a whole function, on at most `max_streams` streams.
pub(crate) fn plan_body(module: &Module, op: Op, slices: &Slices, max_streams: usize) -> Plan {
    let make = |input: ScheduleInput| Plan::make(String::new(), input, max_streams, Joins::Free);
    memory::plan(module, op, slices, &Setting::default(), make)
}

/// A module as the pass plans it, with the plans of its functions.
pub struct Preview {
    /// The module that the plans refer to.
    pub module: Module,
    /// The plans, in program order.
    pub plans: Vec<Plan>,
    /// The functions of the plans.
    functions: Vec<Op>,
    /// Whether no function was refused.
    pub is_complete: bool,
}

impl Preview {
    /// Returns the module that the pass produces with these options from the existing plans, with its diagnostics.
    pub fn scheduled(
        &self,
        options: &[(String, String)],
        diagnostics: &mut Diagnostics,
    ) -> Result<Module, Reported> {
        let mut module = self.module.copy_with_room();
        let mut cx = PassCx { module: &mut module, diagnostics, options, pass: &PASS };
        let settings = Settings::read(&mut cx)?;
        settings.carry_out(&mut cx, self.functions.iter().copied().zip(&self.plans))?;
        Ok(module)
    }
}

/// Runs the planning of the pass with these options: nothing is reported, and a refused function has no plan.
pub fn preview(module: &Module, options: &[(String, String)]) -> Preview {
    preview_of(module.clone(), options)
}

/// Like [`preview`], but consumes the module.
pub fn preview_of(mut module: Module, options: &[(String, String)]) -> Preview {
    let mut diagnostics = Diagnostics::new();
    let mut cx = PassCx { module: &mut module, diagnostics: &mut diagnostics, options, pass: &PASS };
    let (mut functions, mut plans, mut is_complete) = (Vec::new(), Vec::new(), false);
    if let Ok(settings) = Settings::read(&mut cx) {
        let mut wanted = scheduled_functions(cx.module);
        let n_wanted = wanted.len();
        wanted.retain(|func| check(&mut cx, *func).is_ok() && launch_sizes::check(&mut cx, *func).is_ok());
        is_complete = wanted.len() == n_wanted;
        (functions, plans) = settings.plans(&mut cx, &wanted).into_iter().unzip();
    }
    Preview { module, plans, functions, is_complete }
}

/// Whether a function has device operations, or tokens in its type.
pub fn has_gpu_work(module: &Module, func: Op) -> bool {
    let is_work = |op: Op| emit::is_replaced(module, op) || module.kind(op) == OpKind::Gpu(Gpu::Launch);
    let has_tokens = module.entry(func, 0).is_some_and(|_| {
        let (inputs, results) = function_type_of(module, func);
        inputs.iter().chain(results).any(|ty| *ty == Type::TOKEN)
    });
    has_tokens || module.walk(func).into_iter().any(is_work)
}

/// Refuses constructs that the scheduler does not support.
fn check(cx: &mut PassCx<'_>, func: Op) -> Result<(), Reported> {
    let ops = cx.module.walk(func);
    for op in ops {
        let kind = cx.module.kind(op);
        if let Some(message) = user_streams::problem(cx.module, func, op) {
            return Err(cx.error(op, message));
        }
        let message = match kind {
            OpKind::Gpu(Gpu::Launch) => {
                "expected outlined kernels, but found 'gpu.launch': run gpu-kernel-outlining first"
            }
            OpKind::Gpu(Gpu::LaunchFunc) if has_clusters(cx.module, op) => {
                "expected clusters of one block: the device 'cpu' has no others, and nothing else runs host code yet"
            }
            OpKind::Func(Func::Call) if inline_token_calls::passes_token(cx.module, op) => {
                let reason = inline_token_calls::obstacle(cx.module, op, 0)
                    .unwrap_or("'inline-token-calls' did not run");
                let message = format!(
                    "expected a function that can be inlined, since the call passes tokens, but {reason}"
                );
                return Err(cx.error(op, message));
            }
            OpKind::Rt(_) if is_graph_to_schedule(cx.module, op) => continue,
            OpKind::Rt(kind) if kind.is_of_schedule() => {
                "expected a function that is not scheduled yet, but found an operation of 'rt'"
            }
            _ if emit::is_replaced(cx.module, op) && misplaced(cx.module, op, func) => {
                "expected device work in loops and branches of 'scf' or 'affine' only"
            }
            _ if emit::is_replaced(cx.module, op) => continue,
            _ if passes_tokens(cx.module, op, kind) => {
                "expected tokens in device work, 'scf', 'cf' and 'func' only"
            }
            _ => continue,
        };
        return Err(cx.error(op, message));
    }
    Ok(())
}

/// Whether an operation is a graph without a stream, or a node of one.
fn is_graph_to_schedule(module: &Module, op: Op) -> bool {
    let graph = graph_around(module, op).unwrap_or(op);
    module.kind(graph) == OpKind::Rt(Rt::Graph) && module.attr(graph, "stream").is_none()
}

/// Whether an enclosing operation of `op` has regions with unknown execution.
fn misplaced(module: &Module, op: Op, func: Op) -> bool {
    let mut at = module.parent_op(op);
    while let Some(parent) = at.filter(|parent| *parent != func) {
        let is_known = matches!(module.kind(parent), OpKind::Scf(_) | OpKind::Affine(_));
        if !is_known {
            return true;
        }
        at = module.parent_op(parent);
    }
    false
}

/// Whether tokens pass through an operation from which they cannot be removed.
fn passes_tokens(module: &Module, op: Op, kind: OpKind) -> bool {
    let is_token = |value: &Value| module.type_of(*value) == Type::TOKEN;
    let has_token =
        module.operands(op).iter().any(is_token) || module.results(op).any(|result| is_token(&result));
    has_token && kind != OpKind::Func(Func::Func) && !strip::can_strip(module, op)
}

/// Whether a launch asks for clusters of more than one block.
fn has_clusters(module: &Module, op: Op) -> bool {
    let view = module.op(op);
    view.groups(7..10).iter().any(|size| module.constant_int(*size) != Some(1))
}

/// Reports tokens without waits, conflicts that the user left unordered, and early host accesses.
fn warn(cx: &mut PassCx<'_>, plan: &Plan) {
    warn_of_early_accesses(cx, plan);
    for node in &plan.input.nodes {
        warn_of_unwaited(cx, node);
    }
    for node in unordered::unordered(&plan.input, &(0..plan.input.nodes.len())) {
        warn_of_unordered(cx, plan, node);
    }
}

/// Reports a token of device work that nothing waits for.
pub(crate) fn warn_of_unwaited(cx: &mut PassCx<'_>, node: &Node) {
    let mut tokens = cx.module.results(node.op).filter(|result| cx.module.type_of(*result) == Type::TOKEN);
    if node.kind.is_device() && tokens.any(|token| cx.module.is_unused(token)) {
        let message = "token-never-waited: nothing waits for this token; the work is complete at the end of the function";
        cx.warning(node.op, codes::ASYNC, message);
    }
}

/// Reports a node that surely conflicts with an earlier one that the user left unordered with it.
pub(crate) fn warn_of_unordered(cx: &mut PassCx<'_>, plan: &Plan, node: usize) {
    let message = "unordered-conflict: this uses the same memory as earlier work that its tokens do not wait for; they run in program order";
    cx.warning(plan.input.nodes[node].op, codes::ASYNC, message);
}

/// Reports host operations that access memory of device work before the program waits for its token.
fn warn_of_early_accesses(cx: &mut PassCx<'_>, plan: &Plan) {
    let nodes = &plan.input.nodes;
    for (number, node) in nodes.iter().enumerate().filter(|(_, node)| node.kind == NodeKind::Host) {
        let conflicts = plan.input.conflicts.of(number);
        let earlier = conflicts.iter().take_while(|pred| *pred < number);
        let is_asynchronous =
            |pred: &usize| nodes[*pred].has_tokens && threads::is_asynchronous(cx.module, nodes[*pred].op);
        let last = earlier.filter(is_asynchronous).last();
        let is_early = last.is_some_and(|pred| !plan.input.is_awaited(pred, number));
        if is_early && plan.waits.host[number].is_some() {
            let message = "early-access: this uses memory of device work before a wait for its token; the host waits here";
            cx.warning(node.op, codes::ASYNC, message);
        }
    }
}
