//! The verifier against the scheduler: every schedule of the corpus and of random programs is proved right, and each
//! that is spoiled is found out.
//!
//! A schedule is spoiled by taking out one wait, by moving a free before the last use of its buffer, by swapping two
//! frees, by giving two buffers that one operation uses the same place in the arena, and by making it from a kernel that
//! seems not to write what it writes.
//!
//! Waits that only tokens of the user ask for are among those taken out: the scheduled form says what they stand for.

use std::num::NonZeroUsize;

use warpline::stages::{DEVICE_PIPELINE, Graphs, PlanLimits, host_pipeline};
use warpline_ir::print::{PrintOptions, print};
use warpline_ir::verify::verify_with_warnings;
use warpline_ir::{Diagnostics, Gpu, MemRef, Module, Op, OpKind, ParseOptions, Place, Rt, Value, parse};
use warpline_passes::pipeline::{self, Silent};
use warpline_passes::verify_schedule::verdict::{Check, Outcome, Verdict};
use warpline_passes::verify_schedule::{is_scheduled, verify};
use warpline_testsuite::corpus;
use warpline_testsuite::generator::Generator;
use warpline_testsuite::workloads::{Action, Item, module_text, workloads};

/// Most streams of a schedule: few, and enough for all.
const MOST_STREAMS: [usize; 3] = [2, 4, 64];

/// A program that the verifier of the IR accepts.
fn read(text: &str) -> Option<Module> {
    let (module, diagnostics) = parse(text, &ParseOptions::default());
    let is_right = !diagnostics.has_errors() && verify_with_warnings(&module, &diagnostics).0.is_some();
    is_right.then_some(module)
}

/// The program with its device work on streams; `None` if it has none, or the scheduler refuses it.
fn schedule(text: &str, most_streams: usize) -> Option<Module> {
    let mut module = read(text)?;
    let has_work = |module: &Module| module.walk(module.root()).iter().any(|op| is_scheduled(module, *op));
    if has_work(&module) {
        return None;
    }
    let mut diagnostics = Diagnostics::new();
    let limits = PlanLimits { max_streams: NonZeroUsize::new(most_streams), ..PlanLimits::default() };
    let passes = format!("{DEVICE_PIPELINE},{}", host_pipeline(Graphs::Auto, &limits));
    let pipeline = pipeline::parse(&passes, &mut diagnostics).ok()?;
    pipeline::run(&pipeline, &mut module, &mut diagnostics, &mut Silent).ok()?;
    has_work(&module).then_some(module)
}

/// Programs that can be scheduled, with names: the corpus, the workloads, and these with buffers of unknown size.
fn programs() -> Vec<(String, String)> {
    // The programs of o11, and those that say so, are wrong themselves.
    let is_right = |text: &&String| !text.contains("// o11") && !text.contains("// Wrong:");
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

/// A workload whose buffers do not know their sizes, so that they are allocated and freed and have no places.
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

/// Whether all that can hold of order and lifetimes is proved.
fn is_proved(verdicts: &[Verdict]) -> bool {
    verdicts.iter().all(|verdict| verdict.check == Check::Minimal || verdict.outcome() == Outcome::Proved)
}

fn lines(module: &Module, verdicts: &[Verdict]) -> String {
    let open = verdicts.iter().filter(|verdict| verdict.outcome() != Outcome::Proved);
    let told = open.flat_map(|verdict| {
        let findings = verdict.violated.iter().chain(&verdict.unknown);
        let findings = findings.map(|found| format!("  {}: {:?}", found.message, found.notes));
        std::iter::once(verdict.line(module)).chain(findings).collect::<Vec<_>>()
    });
    told.collect::<Vec<_>>().join("\n")
}

/// What is wrong with a schedule and with what the verifier says about its mutants; counts of mutants.
#[derive(Default)]
struct Tally {
    wrong: Vec<String>,
    n_schedules: usize,
    n_waits: usize,
    n_host_waits: usize,
    n_frees: usize,
    n_swaps: usize,
    n_shifts: usize,
}

impl Tally {
    fn add(&mut self, name: &str, text: &str, most_streams: usize) {
        let Some(module) = schedule(text, most_streams) else { return };
        let verdicts = verify(&module);
        self.n_schedules += 1;
        let is_right = |verdict: &Verdict| match verdict.outcome() {
            Outcome::Proved => true,
            Outcome::Unknown => verdict.check == Check::Deadlock,
            Outcome::Violated => false,
        };
        if !verdicts.iter().all(is_right) {
            self.fail(name, most_streams, "is not proved", &module, &verdicts);
            return;
        }
        self.n_waits += self.delete(name, most_streams, &module, Rt::Wait);
        self.n_host_waits += self.delete(name, most_streams, &module, Rt::HostWait);
        self.move_frees(name, most_streams, &module);
        self.swap_frees(name, most_streams, &module);
        self.shift_places(name, most_streams, &module);
    }

    fn fail(&mut self, name: &str, most_streams: usize, what: &str, module: &Module, verdicts: &[Verdict]) {
        let text = print(module, &PrintOptions::default());
        let told = lines(module, verdicts);
        self.wrong.push(format!("{name} on {most_streams} streams {what}:\n{told}\n{text}"));
    }

    /// Takes out each operation of a kind in turn; how many there are.
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

    /// Swaps each free with the next one of its block, where that comes before a use of the other buffer then.
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

    /// Moves a place in the arena onto that of another buffer which the same operation uses.
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
        let Self { wrong, n_schedules, n_waits, n_host_waits, n_frees, n_swaps, n_shifts } = self;
        let counts = format!(
            "schedules {n_schedules} waits {n_waits} host waits {n_host_waits} frees {n_frees} swaps {n_swaps} shifts {n_shifts}"
        );
        assert!(
            wrong.is_empty(),
            "{counts}, {} findings\n{}",
            wrong.len(),
            wrong[..wrong.len().min(3)].join("\n")
        );
        let n_spoiled = [n_waits, n_host_waits, n_frees, n_swaps, n_shifts];
        assert!(n_spoiled.iter().all(|n| 0 < **n), "nothing was spoiled: {counts}");
    }
}

/// Whether the operations of one block come in this order.
fn is_between(module: &Module, first: Op, middle: Op, last: Op) -> bool {
    let Some(block) = module.block_of(first) else { return false };
    let ops = module.ops_in(block);
    let place = |op: Op| ops.iter().position(|other| *other == op);
    matches!((place(first), place(middle), place(last)), (Some(a), Some(b), Some(c)) if a < b && b < c)
}

/// For each operation of a stream, the places in the arena that it uses.
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

/// The last launch, copy or fill before a free, in its block, that takes its buffer or a cast of it.
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

/// The buffer that a value is a cast of.
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

/// A program of `n` operations on a few buffers, each of which is written at least once before it is read.
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

/// The stores of a kernel.
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

/// The lines of the kernels of a printed module, and the others.
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
