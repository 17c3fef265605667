//! Mutants of the AMDGCN code of cases: kernels that lack a wait, a barrier, wait states, a reload or a byte of LDS.
//!
//! A mutant runs in the launches that its kernel has in a case, in several orders of blocks and waves. It is reported if a
//! launch fails on the emulator, or writes other bytes than the kernel does. Where a kernel passes so, each lane races
//! with the others of its wave: barriers order the threads of a program, although the lanes of a wave are in step.
//!
//! A wait, or a wait state, that no launch needs must be needed on a path that no launch takes
//! ([`CodeObject::check_paths`]); otherwise the code waits for nothing.

use crate::device::amdgcn::{Change, CodeObject, Mutant};
use crate::device::emulated::RecordedLaunch;
use crate::device::{Executable, GLOBALS, Memory};
use crate::emulation::{kernels, recorded_launches};
use crate::programs::{CaseProgram, programs};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use warpline_ir::artifact::Code;

/// The launches of a kernel that are run again.
const LAUNCHES: usize = 4;
/// The steps from which on a launch is run again with one block.
const MANY_STEPS: u64 = 20_000;
/// The seeds of the order of blocks and waves.
const SEEDS: [u64; 3] = [1, 2, 3];

/// A mutant that nothing reports.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Survivor {
    /// The program and the piece.
    pub program: String,
    /// The chip.
    pub chip: String,
    /// The kernel.
    pub kernel: String,
    /// The kind of the change.
    pub change: Change,
    /// The instructions before and after the change.
    pub text: String,
}

/// The mutants of all kernels.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// The number of kernels.
    pub n_kernels: usize,
    /// The mutants that launches report.
    pub by_launches: BTreeMap<Change, usize>,
    /// Those that only the check of all paths reports.
    pub by_paths: BTreeMap<Change, usize>,
    /// The others.
    pub survivors: Vec<Survivor>,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.n_kernels += other.n_kernels;
        for (counts, others) in
            [(&mut self.by_launches, other.by_launches), (&mut self.by_paths, other.by_paths)]
        {
            for (change, n) in others {
                *counts.entry(change).or_default() += n;
            }
        }
        self.survivors.extend(other.survivors);
    }
}

/// Runs the mutants of the kernels in directories of cases, for each chip in a thread.
pub fn run_all(directories: &[&str], chips: &[&str]) -> Tally {
    let programs: Vec<CaseProgram> = directories.iter().flat_map(|directory| programs(directory)).collect();
    let mut tally = Tally::default();
    std::thread::scope(|scope| {
        let programs = &programs;
        let threads: Vec<_> = chips.iter().map(|chip| scope.spawn(|| run_chip(programs, chip))).collect();
        for thread in threads {
            tally.add(thread.join().expect("the mutants of a chip run"));
        }
    });
    tally.survivors.sort();
    tally
}

fn run_chip(programs: &[CaseProgram], chip: &str) -> Tally {
    let mut tally = Tally::default();
    for program in programs.iter().filter(|program| program.is_interpreted) {
        let Ok(artifact) = kernels(program, chip) else { continue };
        let Code::Bytes(bytes) = &artifact.code else { continue };
        let object = CodeObject::load(bytes, GLOBALS).expect("a code object is well formed");
        let symbols: Vec<String> = artifact.kernels.iter().map(|kernel| kernel.symbol.clone()).collect();
        let launches = recorded_launches(program, chip, &Arc::new(artifact), LAUNCHES);
        for symbol in symbols {
            let replays = Replays::new(&object, launches.iter().filter(|launch| launch.kernel == symbol));
            tally.n_kernels += 1;
            for mutant in object.mutants(&symbol) {
                run_mutant(&mut tally, &replays, &mutant, (program, chip));
            }
        }
    }
    tally
}

fn run_mutant(
    tally: &mut Tally,
    replays: &Replays<'_>,
    mutant: &Mutant,
    (program, chip): (&CaseProgram, &str),
) {
    let object = replays.object.with(mutant);
    let is_on_paths = matches!(mutant.change, Change::Wait | Change::Hazard);
    if replays.report(&object) {
        *tally.by_launches.entry(mutant.change).or_default() += 1;
    } else if is_on_paths && object.check_paths(&mutant.kernel).is_err() {
        *tally.by_paths.entry(mutant.change).or_default() += 1;
    } else {
        tally.survivors.push(Survivor {
            program: program.name.clone(),
            chip: chip.to_string(),
            kernel: mutant.kernel.clone(),
            change: mutant.change,
            text: mutant.to_string(),
        });
    }
}

/// The launches of a kernel, to be run again.
struct Replays<'a> {
    object: &'a CodeObject,
    all: Vec<Replay>,
}

/// A launch with a seed.
struct Replay {
    launch: RecordedLaunch,
    seed: u64,
    /// What the kernel does: whether lanes race, and the bytes of all buffers; `None` if it does not pass.
    expected: OnceCell<Option<(bool, Vec<Vec<u8>>)>>,
}

impl<'a> Replays<'a> {
    fn new<'l>(object: &'a CodeObject, launches: impl Iterator<Item = &'l RecordedLaunch>) -> Self {
        let mut launches: Vec<RecordedLaunch> = launches.cloned().collect();
        launches.sort_by_key(|launch| launch.steps);
        for launch in launches.iter_mut().filter(|launch| MANY_STEPS < launch.steps) {
            launch.dims.grid = [1; 3];
        }
        let replay = |launch: &RecordedLaunch, seed: u64| Replay {
            launch: launch.clone(),
            seed,
            expected: OnceCell::new(),
        };
        let all = SEEDS.iter().flat_map(|seed| launches.iter().map(|launch| replay(launch, *seed)));
        Self { object, all: all.collect() }
    }

    /// Whether a launch of a mutant fails or writes other bytes.
    fn report(&self, mutant: &CodeObject) -> bool {
        let by_lanes = mutant.by_lanes();
        self.all.iter().any(|replay| match replay.expected(self.object) {
            Some((true, bytes)) => replay.run(&by_lanes).as_ref() != Some(bytes),
            Some((false, bytes)) => replay.run(mutant).as_ref() != Some(bytes),
            None => false,
        })
    }
}

impl Replay {
    fn expected(&self, object: &CodeObject) -> Option<&(bool, Vec<Vec<u8>>)> {
        let run = || {
            let by_lanes = self.run(&object.by_lanes()).map(|bytes| (true, bytes));
            by_lanes.or_else(|| self.run(object).map(|bytes| (false, bytes)))
        };
        self.expected.get_or_init(run).as_ref()
    }

    /// Returns the bytes of all buffers after the launch; `None` if it fails.
    fn run(&self, object: &CodeObject) -> Option<Vec<Vec<u8>>> {
        let RecordedLaunch { kernel, dims, params, memory, .. } = &self.launch;
        let mut memory: Memory = memory.clone();
        object.launch(kernel, dims, params, &mut memory, self.seed).ok()?;
        Some(memory.buffers().iter().map(|buffer| buffer.bytes.clone()).collect())
    }
}
