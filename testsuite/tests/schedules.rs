//! Tests the verifier against the scheduler: every schedule of the corpus and of random programs is proved,
//! and each mutant is rejected.
//!
//! A mutant removes one wait, moves a free before the last use of its buffer, swaps two frees, assigns two
//! buffers of one operation the same arena offset, or comes from a kernel with a removed write effect.
//!
//! Waits that only user tokens require are among those removed: the scheduled form records them. Schedules of
//! reordered work, and loops with rotated buffers, are included, on streams and as task graphs, from which
//! edges are removed.

use std::fmt::Write as _;
use std::num::NonZeroUsize;

use warpline::compilation::{Graphs, PlanLimits, Stage};
use warpline_ir::dialect::rt::Graph;
use warpline_ir::print::{PrintOptions, print};
use warpline_ir::verify::verify_with_warnings;
use warpline_ir::{Diagnostics, Gpu, MemRef, Module, Op, OpKind, ParseOptions, Place, Rt, Value, parse};
use warpline_passes::pipeline::{self, Silent};
use warpline_passes::schedule::make_plan;
use warpline_passes::schedule::verify_schedule::verdict::{Check, CheckResult, Verdict};
use warpline_passes::schedule::verify_schedule::{Effort, effort, is_scheduled, verify};
use warpline_testsuite::corpus;
use warpline_testsuite::generator::Generator;
use warpline_testsuite::stages;
use warpline_testsuite::workloads::{
    Action, Item, chain, fan_out, layered, module_text, nests, random, workloads,
};

/// Maximum numbers of streams: few, and enough for all.
const MOST_STREAMS: [usize; 3] = [2, 4, 64];

/// Returns the program if the IR verifier accepts it.
fn read(text: &str) -> Option<Module> {
    let (module, diagnostics) = parse(text, &ParseOptions::default());
    let is_right = !diagnostics.has_errors() && verify_with_warnings(&module, &diagnostics).0.is_some();
    is_right.then_some(module)
}

/// Returns the program with its device work on streams; `None` if it has none, or the scheduler rejects it.
fn schedule(text: &str, most_streams: usize) -> Option<Module> {
    schedule_after("", text, most_streams)
}

/// Returns the schedule after some passes, each followed by a comma.
fn schedule_after(passes: &str, text: &str, most_streams: usize) -> Option<Module> {
    let mut module = read(text)?;
    let has_work = |module: &Module| module.walk(module.root()).iter().any(|op| is_scheduled(module, *op));
    if has_work(&module) {
        return None;
    }
    let mut diagnostics = Diagnostics::new();
    let limits = PlanLimits { max_streams: NonZeroUsize::new(most_streams), ..PlanLimits::default() };
    let passes = format!("{passes}{}", stages::to_schedule(Graphs::Auto, limits));
    let pipeline = pipeline::parse(&passes, &mut diagnostics).ok()?;
    pipeline::run(&pipeline, &mut module, &mut diagnostics, &mut Silent).ok()?;
    has_work(&module).then_some(module)
}

/// Returns the schedulable programs by name: the corpus, the workloads, and the workloads with buffers of unknown size.
fn programs() -> Vec<(String, String)> {
    // The programs of o11, and those that say so, are incorrect themselves.
    let is_unknown =
        |text: &String| ["// o11", "// Wrong:", "// Unknown:"].iter().any(|mark| text.contains(mark));
    let is_right = |text: &&String| !is_unknown(text);
    let pieces = corpus::pieces().iter().filter(|text| text.contains("gpu.") || text.contains("krnl."));
    let pieces = pieces.filter(is_right);
    let pieces = pieces.enumerate().map(|(number, text)| (format!("piece {number}"), text.clone()));
    let built = workloads().into_iter().flat_map(|workload| {
        let text = module_text(&workload.items);
        let resized = with_unknown_sizes(&text);
        [(workload.id.to_string(), text), (format!("{} of unknown sizes", workload.id), resized)]
    });
    pieces.chain(built).collect()
}

/// Returns a workload with buffers of dynamic size, which are allocated and freed instead of having arena offsets.
fn with_unknown_sizes(text: &str) -> String {
    let text = text.replace("@main(%", "@main(%n: index, %").replace("@main()", "@main(%n: index)");
    let resize = |line: &str| match line.split_once(" = memref.alloc() : memref<64xf32>") {
        Some((name, "")) => {
            let name = name.trim();
            let cast = "memref<?xf32> to memref<64xf32>";
            format!(
                "{name}_all = memref.alloc(%n) : memref<?xf32>\n{name} = memref.cast {name}_all : {cast}\n"
            )
        }
        _ => format!("{line}\n"),
    };
    text.lines().map(resize).collect()
}

fn ops_of(module: &Module, kind: Rt) -> Vec<Op> {
    module.walk(module.root()).into_iter().filter(|op| module.kind(*op) == OpKind::Rt(kind)).collect()
}

/// Whether all properties of order and lifetimes are proved.
fn is_proved(verdicts: &[Verdict]) -> bool {
    verdicts.iter().all(|verdict| verdict.check == Check::Minimal || verdict.result() == CheckResult::Proved)
}

fn lines(module: &Module, verdicts: &[Verdict]) -> String {
    let open = verdicts.iter().filter(|verdict| verdict.result() != CheckResult::Proved);
    let report = open.flat_map(|verdict| {
        let findings = verdict.violated.iter().chain(&verdict.unknown);
        let findings = findings.map(|found| format!("  {}: {:?}", found.message, found.notes));
        std::iter::once(verdict.line(module)).chain(findings).collect::<Vec<_>>()
    });
    report.collect::<Vec<_>>().join("\n")
}

/// The failures of schedules and of the verdicts about their mutants, and counts of mutants.
#[derive(Default)]
struct Tally {
    wrong: Vec<String>,
    n_schedules: usize,
    n_waits: usize,
    n_host_waits: usize,
    n_edges: usize,
    n_frees: usize,
    n_swaps: usize,
    n_shifts: usize,
}

impl Tally {
    fn add(&mut self, name: &str, text: &str, most_streams: usize) {
        if let Some(module) = schedule(text, most_streams) {
            self.add_schedule(name, most_streams, &module);
        }
    }

    fn add_schedule(&mut self, name: &str, most_streams: usize, module: &Module) {
        let verdicts = verify(module);
        self.n_schedules += 1;
        let is_right = |verdict: &Verdict| match verdict.result() {
            CheckResult::Proved => true,
            CheckResult::Unknown => verdict.check == Check::Deadlock,
            CheckResult::Violated => false,
        };
        if !verdicts.iter().all(is_right) {
            self.fail(name, most_streams, "is not proved", module, &verdicts);
            return;
        }
        self.n_waits += self.delete(name, most_streams, module, Rt::Wait);
        self.n_host_waits += self.delete(name, most_streams, module, Rt::HostWait);
        self.delete_edges(name, most_streams, module);
        self.move_frees(name, most_streams, module);
        self.swap_frees(name, most_streams, module);
        self.shift_places(name, most_streams, module);
    }

    /// Removes each edge of each task graph in turn.
    fn delete_edges(&mut self, name: &str, most_streams: usize, module: &Module) {
        for graph in ops_of(module, Rt::Graph) {
            let edges = Graph(module.op(graph)).edges();
            for number in 0..edges.len() {
                let mut kept = edges.clone();
                kept.remove(number);
                let mut mutant = module.clone();
                let attr = mutant.i32_array_attr(kept.into_iter().flat_map(|(from, to)| [from, to]));
                mutant.set_attr(graph, "edges", attr);
                let verdicts = verify(&mutant);
                self.n_edges += 1;
                if is_proved(&verdicts) {
                    let what = format!("is proved without edge {number}");
                    self.fail(name, most_streams, &what, &mutant, &verdicts);
                }
            }
        }
    }

    fn fail(&mut self, name: &str, most_streams: usize, what: &str, module: &Module, verdicts: &[Verdict]) {
        let text = print(module, &PrintOptions::default());
        let report = lines(module, verdicts);
        self.wrong.push(format!("{name} on {most_streams} streams {what}:\n{report}\n{text}"));
    }

    /// Removes each operation of a kind in turn; returns their number.
    fn delete(&mut self, name: &str, most_streams: usize, module: &Module, kind: Rt) -> usize {
        let ops = ops_of(module, kind);
        for (number, op) in ops.iter().enumerate() {
            let mut mutant = module.clone();
            mutant.erase(*op);
            let verdicts = verify(&mutant);
            if is_proved(&verdicts) {
                let what = format!("is proved without {kind:?} {number}");
                self.fail(name, most_streams, &what, &mutant, &verdicts);
            }
        }
        ops.len()
    }

    /// Moves each free before the last use of its buffer.
    fn move_frees(&mut self, name: &str, most_streams: usize, module: &Module) {
        for free in ops_of(module, Rt::Free) {
            let Some(user) = last_user(module, free) else { continue };
            let mut mutant = module.clone();
            mutant.move_op(free, Place::Before(user));
            let verdicts = verify(&mutant);
            self.n_frees += 1;
            if is_proved(&verdicts) {
                self.fail(name, most_streams, "is proved with an early free", &mutant, &verdicts);
            }
        }
    }

    /// Swaps each free with the next one of its block, if that moves it before a use of the other buffer.
    fn swap_frees(&mut self, name: &str, most_streams: usize, module: &Module) {
        let frees = ops_of(module, Rt::Free);
        for pair in frees.windows(2) {
            let [first, second] = [pair[0], pair[1]];
            let users = last_user(module, second).filter(|user| is_between(module, first, *user, second));
            if users.is_none() {
                continue;
            }
            let mut mutant = module.clone();
            mutant.move_op(second, Place::Before(first));
            self.n_swaps += 1;
            let verdicts = verify(&mutant);
            if is_proved(&verdicts) {
                self.fail(name, most_streams, "is proved with swapped frees", &mutant, &verdicts);
            }
        }
    }

    /// Changes the arena offset of a buffer to that of another buffer of the same operation.
    fn shift_places(&mut self, name: &str, most_streams: usize, module: &Module) {
        for user in users_of_places(module) {
            let [first, .., last] = user[..] else { continue };
            let offset = module.attr(first, "offset").expect("a place has an offset");
            let mut mutant = module.clone();
            mutant.set_attr(last, "offset", offset);
            self.n_shifts += 1;
            let verdicts = verify(&mutant);
            if is_proved(&verdicts) {
                self.fail(name, most_streams, "is proved with buffers in one place", &mutant, &verdicts);
            }
        }
    }

    #[track_caller]
    fn finish(&self) {
        self.check();
        let Self { n_waits, n_host_waits, n_frees, n_swaps, n_shifts, .. } = *self;
        let n_spoiled = [n_waits, n_host_waits, n_frees, n_swaps, n_shifts];
        assert!(n_spoiled.into_iter().all(|n| 0 < n), "nothing was spoiled: {}", self.counts());
    }

    fn counts(&self) -> String {
        let Self { n_schedules, n_waits, n_host_waits, n_edges, n_frees, n_swaps, n_shifts, .. } = self;
        format!(
            "schedules {n_schedules} waits {n_waits} host waits {n_host_waits} edges {n_edges} frees {n_frees} \
             swaps {n_swaps} shifts {n_shifts}"
        )
    }

    /// Fails if a schedule is not proved, or if a mutant is.
    #[track_caller]
    fn check(&self) {
        let wrong = &self.wrong;
        assert!(
            wrong.is_empty(),
            "{}, {} diagnostics\n{}",
            self.counts(),
            wrong.len(),
            wrong[..wrong.len().min(3)].join("\n")
        );
    }
}

/// Whether the operations of one block are in this order.
fn is_between(module: &Module, first: Op, middle: Op, last: Op) -> bool {
    let Some(block) = module.block_of(first) else { return false };
    let ops = module.ops_in(block);
    let place = |op: Op| ops.iter().position(|other| *other == op);
    matches!((place(first), place(middle), place(last)), (Some(a), Some(b), Some(c)) if a < b && b < c)
}

/// Returns for each operation of a stream the buffers in the arena that it uses.
fn users_of_places(module: &Module) -> Vec<Vec<Op>> {
    let is_place = |op: &Op| module.kind(*op) == OpKind::Rt(Rt::Arena);
    let places = |op: Op| {
        let mut places: Vec<Op> = Vec::new();
        for place in
            module.operands(op).iter().filter_map(|value| module.defining_op(*value)).filter(is_place)
        {
            if !places.contains(&place) {
                places.push(place);
            }
        }
        places
    };
    [Rt::Launch, Rt::Copy].iter().flat_map(|kind| ops_of(module, *kind)).map(places).collect()
}

/// Returns the last launch, copy or fill before a free, in its block, that uses its buffer or a cast of it.
fn last_user(module: &Module, free: Op) -> Option<Op> {
    let buffer = uncast(module, module.operand(free, 0));
    let block = module.block_of(free)?;
    let before = module.ops_in(block).into_iter().take_while(|op| *op != free);
    let uses = |op: &Op| {
        let is_work = matches!(module.kind(*op), OpKind::Rt(Rt::Launch | Rt::Copy | Rt::Fill));
        is_work && module.operands(*op).iter().any(|value| uncast(module, *value) == buffer)
    };
    before.filter(uses).last()
}

/// Returns the buffer that a value is a cast of.
fn uncast(module: &Module, value: Value) -> Value {
    let mut at = value;
    while let Some(op) = module.defining_op(at)
        && module.kind(op) == OpKind::MemRef(MemRef::Cast)
    {
        at = module.operand(op, 0);
    }
    at
}

#[test]
fn schedules_of_the_corpus_are_proved_and_mutants_are_not() {
    let mut tally = Tally::default();
    for (name, text) in programs() {
        for most_streams in MOST_STREAMS {
            tally.add(&name, &text, most_streams);
        }
    }
    tally.finish();
}

/// Returns a program of `n` operations on a few buffers, each of which is written at least once before it is read.
fn random_items(n: usize, generator: &mut Generator) -> Vec<Item> {
    let n_buffers = 2 + generator.below(6);
    let name = |number: usize| format!("b{number}");
    let item = |_| {
        let mut reads: Vec<String> =
            (0..generator.below(3)).map(|_| name(generator.below(n_buffers))).collect();
        reads.sort();
        reads.dedup();
        let writes = vec![name(generator.below(n_buffers))];
        Item { action: Action::Launch, reads, writes }
    };
    (0..n).map(item).collect()
}

#[test]
fn random_schedules_are_proved_and_mutants_are_not() {
    let mut generator = Generator::new(7);
    let mut tally = Tally::default();
    for number in 0..60 {
        let n = 2 + generator.below(24);
        let text = module_text(&random_items(n, &mut generator));
        tally.add(&format!("random program {number}"), &text, MOST_STREAMS[number % 3]);
        let text = with_unknown_sizes(&text);
        tally.add(&format!("random program {number} of unknown sizes"), &text, MOST_STREAMS[number % 3]);
    }
    tally.finish();
}

/// Returns a placed program, scheduled after some passes, and whether the last of these passes changed it.
fn schedule_behind(text: &str, before: &str, last: &str, most_streams: usize) -> Option<(Module, bool)> {
    let mut module = read(text)?;
    let mut run = |passes: &str| {
        let mut diagnostics = Diagnostics::new();
        let pipeline = pipeline::parse(passes, &mut diagnostics).expect("the pipeline is right");
        pipeline::run(&pipeline, &mut module, &mut diagnostics, &mut Silent).ok()?;
        Some(print(&module, &PrintOptions::default()))
    };
    let first = run(&format!("{},{before}", stages::text("cpu", Stage::Kernels..=Stage::Kernels)))?;
    let is_changed = run(last)? != first;
    run(&format!("gpu-reorder{{max-streams={most_streams}}},gpu-schedule{{max-streams={most_streams}}}"))?;
    Some((module, is_changed))
}

/// Returns a program whose launches have random durations.
fn with_random_times(text: &str, generator: &mut Generator) -> String {
    let mut timed = |line: &str| {
        if !line.trim_start().starts_with("gpu.launch_func") {
            return format!("{line}\n");
        }
        let time = 2 + generator.below(100);
        format!("{line} {{warpline.microseconds = {time}.0 : f64}}\n")
    };
    text.lines().map(&mut timed).collect()
}

#[test]
fn reordered_schedules_are_proved_and_mutants_are_not() {
    let mut generator = Generator::new(11);
    let (mut tally, mut n_reordered) = (Tally::default(), 0);
    for number in 0..120 {
        let n = 6 + generator.below(20);
        let text = module_text(&random_items(n, &mut generator));
        let text = with_random_times(&text, &mut generator);
        let text = if number % 3 == 2 { with_unknown_sizes(&text) } else { text };
        let most_streams = 2 + number % 3;
        let before = ["gpu-place-buffers", "gpu-place-buffers,gpu-graph-regions{mode=always}"]
            [usize::from(number % 5 == 4)];
        let reorder = format!("gpu-reorder{{max-streams={most_streams}}}");
        let made = schedule_behind(&text, before, &reorder, most_streams);
        let Some((module, true)) = made else { continue };
        n_reordered += 1;
        tally.add_schedule(&format!("reordered program {number}"), most_streams, &module);
    }
    tally.finish();
    assert!(20 < n_reordered, "only {n_reordered} programs were reordered: {}", tally.counts());
}

/// Returns a loop of copies in, kernels and copies out over chunks, with buffers of the body and from outside.
fn random_loop(generator: &mut Generator) -> String {
    let n_stages = 1 + generator.below(4);
    let (n_chunks, is_known) = (2 + generator.below(7), generator.below(3) != 0);
    let is_inner: Vec<bool> = (0..=n_stages).map(|_| generator.below(2) == 0).collect();
    let (inner, outer): (Vec<usize>, Vec<usize>) = (0..=n_stages).partition(|number| is_inner[*number]);
    let all = |numbers: &[usize], text: &dyn Fn(usize) -> String| -> String {
        numbers.iter().map(|number| text(*number)).collect()
    };
    let alloc = |number: usize| format!("%b{number} = gpu.alloc () : memref<8xf32>\n");
    let free = |number: usize| format!("gpu.dealloc %b{number} : memref<8xf32>\n");
    let view = "memref<8xf32, strided<[1], offset: ?>>";
    let mut time = || format!("{{warpline.microseconds = {}.0 : f64}}", 5 + generator.below(60));
    let mut body = format!("gpu.memcpy %b0, %from : memref<8xf32>, {view} {}\n", time());
    for stage in 1..=n_stages {
        let from = stage - 1;
        let _ = writeln!(
            body,
            "gpu.launch_func @k::@double blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) \
             args(%b{from} : memref<8xf32>, %b{stage} : memref<8xf32>) {}",
            time()
        );
    }
    let _ = writeln!(body, "gpu.memcpy %to, %b{n_stages} : {view}, memref<8xf32> {}", time());
    let bound = if is_known { "%end" } else { "%n" };
    let size = 8 * n_chunks;
    format!(
        "module attributes {{gpu.container_module}} {{
        gpu.module @k {{
        gpu.func @double(%a: memref<8xf32>, %b: memref<8xf32>) kernel {{
        %i = gpu.thread_id x
        %x = memref.load %a[%i] : memref<8xf32>
        %y = arith.addf %x, %x : f32
        memref.store %y, %b[%i] : memref<8xf32>
        gpu.return }} }}
        func.func @main(%n: index, %in: memref<{size}xf32> {{llvm.noalias}}, %out: memref<{size}xf32> {{llvm.noalias}}) {{
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c8 = arith.constant 8 : index
        %end = arith.constant {size} : index
        {}scf.for %o = %c0 to {bound} step %c8 {{
        %from = memref.subview %in[%o] [8] [1] : memref<{size}xf32> to {view}
        %to = memref.subview %out[%o] [8] [1] : memref<{size}xf32> to {view}
        {}{body}{}}}
        {}return }} }}\n",
        all(&outer, &alloc),
        all(&inner, &alloc),
        all(&inner, &free),
        all(&outer, &free),
    )
}

#[test]
fn pipelined_schedules_are_proved_and_mutants_are_not() {
    let mut generator = Generator::new(13);
    let (mut tally, mut n_rotated) = (Tally::default(), 0);
    for number in 0..120 {
        let text = random_loop(&mut generator);
        let most_streams = MOST_STREAMS[number % 3];
        let graphs = ["never", "auto", "always"][number % 3];
        let last =
            format!("gpu-rotate-buffers{{buffers={}}},gpu-graph-regions{{mode=never}}", 2 + number % 2);
        let made = schedule_behind(&text, "gpu-place-buffers", &last, most_streams);
        let (_, is_rotated) = made.unwrap_or_else(|| panic!("loop {number} is not scheduled\n{text}"));
        if !is_rotated {
            continue;
        }
        let last = last.replace("mode=never", &format!("mode={graphs}"));
        let made = schedule_behind(&text, "gpu-place-buffers", &last, most_streams);
        let (module, _) = made.unwrap_or_else(|| panic!("loop {number} is not scheduled\n{text}"));
        n_rotated += 1;
        tally.add_schedule(&format!("loop {number}"), most_streams, &module);
    }
    tally.check();
    let Tally { n_waits, n_host_waits, n_edges, .. } = tally;
    assert!(0 < n_waits.min(n_host_waits).min(n_edges), "nothing was spoiled: {}", tally.counts());
    assert!(40 < n_rotated, "only {n_rotated} loops rotate: {}", tally.counts());
}

/// Returns the stores of a kernel.
fn stores(module: &Module) -> Vec<Op> {
    let is_in_kernel = |op: &Op| {
        let mut at = module.parent_op(*op);
        while let Some(parent) = at {
            if module.kind(parent) == OpKind::Gpu(Gpu::Func) {
                return true;
            }
            at = module.parent_op(parent);
        }
        false
    };
    let is_store = |op: &Op| module.kind(*op) == OpKind::MemRef(MemRef::Store);
    module.walk(module.root()).into_iter().filter(|op| is_store(op) && is_in_kernel(op)).collect()
}

/// Splits a printed module into the lines of its kernels and the others.
fn split_kernels(text: &str) -> (Vec<&str>, Vec<&str>) {
    let mut is_kernel = false;
    let mut kernels = Vec::new();
    let mut others = Vec::new();
    for line in text.lines() {
        is_kernel |= line.starts_with("  gpu.module");
        if is_kernel {
            kernels.push(line);
        } else {
            others.push(line);
        }
        is_kernel &= line != "  }";
    }
    (kernels, others)
}

#[test]
fn schedules_from_shrunken_effects_are_not_proved() {
    let (mut n_mutants, mut n_killed) = (0, 0);
    for workload in workloads() {
        let text = module_text(&workload.items);
        let whole = schedule(&text, 64).expect("workloads can be scheduled");
        let whole = print(&whole, &PrintOptions::default());
        let (kernels, host) = split_kernels(&whole);
        let module = read(&text).expect("workloads are right");
        for store in stores(&module) {
            let mut shrunken = module.clone();
            shrunken.erase(store);
            let Some(mutant) = schedule(&print(&shrunken, &PrintOptions::default()), 64) else { continue };
            let mutant = print(&mutant, &PrintOptions::default());
            let (_, mutant_host) = split_kernels(&mutant);
            if mutant_host == host {
                continue;
            }
            let (first, rest) = mutant_host.split_at(1);
            let mixed = [first, &kernels, rest].concat().join("\n");
            let mixed = read(&mixed).unwrap_or_else(|| panic!("{}: cannot be read\n{mixed}", workload.id));
            n_mutants += 1;
            n_killed += usize::from(!is_proved(&verify(&mixed)));
        }
    }
    assert!(0 < n_mutants, "no kernel could be shrunken");
    assert_eq!(n_mutants, n_killed, "schedules from wrong effects are proved");
}

/// Returns the number of nodes that the search for waits visits in nests of loops, divided by the number of nodes.
fn steps_per_node(n: usize, depth: usize) -> f64 {
    let module = read(&nests(n, depth, 2)).expect("nests are right");
    let main = module.find_symbol(module.root(), "main").expect("there is a main function");
    let plan = make_plan(&module, main, 8);
    plan.waits.n_steps as f64 / plan.input.nodes.len() as f64
}

#[test]
fn the_search_for_waits_is_linear_in_the_number_of_nests() {
    let (small, large) = (steps_per_node(200, 4), steps_per_node(1600, 4));
    assert!(large <= 2.0 * small, "{small:.1} runs over each node, {large:.1} with eight times the nests");
}

/// Returns the effort to prove the schedule of a program after some passes.
fn effort_of(passes: &str, text: &str) -> Effort {
    let module = schedule_after(passes, text, 8).expect("the program can be scheduled");
    let main = module.find_symbol(module.root(), "main").expect("there is a main function");
    let verdicts = verify(&module);
    assert!(is_proved(&verdicts), "a schedule is not proved\n{}", lines(&module, &verdicts));
    effort(&module, main)
}

/// Checks that proofs of a large program take no more effort per step than those of a small one.
fn check_effort(name: &str, [small, large]: [Effort; 2]) {
    assert!(3 * small.n_steps < 2 * large.n_steps, "{name}: {} and {} steps", small.n_steps, large.n_steps);
    let counts = |of: Effort| {
        [
            ("runs over a step", of.n_runs),
            ("trials of a step", of.n_trials),
            ("comparisons for a step", of.n_asked),
        ]
    };
    for ((what, few), (_, many)) in counts(small).into_iter().zip(counts(large)) {
        let [few, many] = [few as f64 / small.n_steps as f64, many as f64 / large.n_steps as f64];
        assert!(many <= 1.25 * few + 1.0, "{name}: {few:.2} {what}, {many:.2} in a large program");
    }
}

#[test]
fn proofs_are_linear_in_the_depth_of_loops() {
    for form in ["", "scf-for-to-while,", "convert-scf-to-cf,"] {
        // If loops are blocks, waits are far from the work that they order, so the search for redundant waits
        // is omitted.
        let is_counted =
            |of: Effort| if form.starts_with("convert") { Effort { n_trials: 0, ..of } } else { of };
        let effort_of = |form: &str, text: &str| is_counted(effort_of(form, text));
        let nest = |depth: usize| effort_of(form, &nests(2 * depth, depth, 2));
        check_effort(&format!("{form} depth"), [12, 60].map(nest));
        check_effort(&format!("{form} nests"), [100, 800].map(|n| effort_of(form, &nests(n, 4, 2))));
    }
}

/// A shape by name, and its items of a given size.
type Shape = (&'static str, fn(usize) -> Vec<Item>);

#[test]
fn proofs_are_linear_in_the_number_of_operations() {
    let shapes: [Shape; 4] =
        [("chain", chain), ("fan", fan_out), ("layers", |n| layered(n, 1)), ("random", |n| random(n, 16))];
    for (name, items) in shapes {
        check_effort(name, [200, 1600].map(|n| effort_of("", &module_text(&items(n)))));
    }
}

#[test]
fn the_search_for_waits_is_linear_in_the_depth_of_a_nest() {
    let (flat, deep) = (steps_per_node(2 * 10, 10), steps_per_node(2 * 100, 100));
    assert!(deep <= 2.0 * flat, "{flat:.1} runs over each node at depth 10, {deep:.1} at depth 100");
}
