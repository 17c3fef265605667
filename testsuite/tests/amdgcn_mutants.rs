//! Shows that the AMDGCN emulator reports kernels that lack a wait, a barrier, wait states, a reload or a byte of LDS, and
//! that kernels have no more of them than they need: it runs all such mutants of the kernels of cases.

use std::collections::BTreeSet;
use warpline_testsuite::code_mutants::{Survivor, run_all};
use warpline_testsuite::device::amdgcn::Change;

/// The chips, two of them with so few registers that many kernels spill.
const TARGETS: [&str; 6] =
    ["gfx1100", "gfx1201", "gfx942", "gfx90a", "gfx1100+vgprs=32+sgprs=32", "gfx942+vgprs=32+sgprs=32"];

/// The mutants of which only one in so many may need a path that no launch takes.
const ON_OTHER_PATHS: usize = 40;

/// The kernels that do not need what they have, by program, symbols and change, with the reason.
const UNNEEDED: &[(&str, &str, Change, &str)] = &[
    ("barriers.mlir piece 1", "halve", Change::Barrier, "the last one is after all accesses"),
    ("barriers_in_blocks.mlir piece 3", "flags", Change::Barrier, "there are no accesses"),
    ("cut_kernels.mlir piece 1", "views", Change::Barrier, "threads only read before the last one"),
    ("cut_kernels.mlir piece 2", "private", Change::Barrier, "there are only accesses of private memory"),
    ("lanes.mlir piece 4", "main_kernel", Change::Barrier, LAST),
    ("lanes.mlir piece 4", "main_kernel", Change::Lds, MORE),
    ("pointers.mlir piece 2", "kernel", Change::Barrier, "threads only read before it"),
    ("printf_in_kernels.mlir piece 1", "hello", Change::Barrier, "there are no accesses"),
    ("printf_in_kernels.mlir piece 1", "hello", Change::Wait, "the host reads output, if not here"),
    ("printf_in_kernels.mlir piece 3", "types", Change::Wait, "the host reads output, if not here"),
    ("printf_widths.mlir piece 1", "widths", Change::Wait, "the host reads output, if not here"),
    ("printing.mlir piece 5", "main_kernel", Change::Wait, "the host reads output, if not here"),
    (ROWS.0, ROWS.1, Change::Barrier, LAST),
    (ROWS.0, ROWS.1, Change::Lds, MORE),
    (REDUCTIONS.0, REDUCTIONS.1, Change::Barrier, LAST),
    (REDUCTIONS.0, REDUCTIONS.1, Change::Lds, MORE),
    ("loops_of_any_width.mlir piece 1", "main_kernel_0__main_kernel", Change::Barrier, LAST),
    ("loops_of_any_width.mlir piece 1", "main_kernel_0__main_kernel", Change::Lds, MORE),
    ("coarsened_loops.mlir piece 1", "samples_kernel_0__samples_kernel", Change::Barrier, LAST),
    ("coarsened_loops.mlir piece 1", "samples_kernel_0__samples_kernel", Change::Lds, MORE),
    (
        "registered.mlir piece 1",
        "main_kernel_0__main_kernel",
        Change::Barrier,
        "no reduction follows the last ones",
    ),
    ("registered.mlir piece 1", "main_kernel_0__main_kernel", Change::Lds, MORE),
    (TILES.0, TILES.1, Change::Lds, PADS),
    (TILES.0, "contraction_nxnxn", Change::Reload, "what is outside of the result is not stored"),
];

/// The reasons why a kernel that reduces a value of a block does not need its last barrier, and all of its LDS.
const LAST: &str = "no reduction follows the last one";
const MORE: &str = "a block may have more subgroups";
const PADS: &str = "rows of tiles are padded";
/// Products and convolutions in tiles.
const TILES: (&str, &str) = (
    "contractions.mlir piece 1",
    "contraction_45x41x70, contraction_33x40x36, contraction_nxnxn, contraction_84x24x45, contraction_9x80x108",
);
/// Kernels that reduce rows.
const ROWS: (&str, &str) = (
    "rows.mlir piece 1",
    "normalize_kernel, product_kernel, totals_kernel__totals_kernel, totals_kernel_0__totals_kernel",
);
const REDUCTIONS: (&str, &str) = (
    "reductions.mlir piece 1",
    "main_kernel_1__main_kernel, main_kernel_2__main_kernel, main_kernel_3__main_kernel",
);

fn is_unneeded(survivor: &Survivor) -> Option<usize> {
    let is_for = |(program, kernel, change, _): &(&str, &str, Change, &str)| {
        (*program, *change) == (&*survivor.program, survivor.change)
            && kernel.split(", ").any(|kernel| kernel == &*survivor.kernel)
    };
    UNNEEDED.iter().position(is_for)
}

#[test]
#[expect(clippy::print_stdout, reason = "the counts of mutants are of interest")]
fn mutants_are_reported() {
    let tally = run_all(&["run", "gpu"], &TARGETS);
    let (launches, paths) = (&tally.by_launches, &tally.by_paths);
    println!("{} kernels; reported by launches: {launches:?}; by paths: {paths:?}", tally.n_kernels);
    let mut used = BTreeSet::new();
    let mut wrong = Vec::new();
    for survivor in &tally.survivors {
        match is_unneeded(survivor) {
            Some(index) => drop(used.insert(index)),
            None => wrong.push(format!("{} for {}: {}", survivor.program, survivor.chip, survivor.text)),
        }
    }
    assert!(wrong.is_empty(), "{} mutants are not reported:\n{}", wrong.len(), wrong.join("\n"));
    for (index, (program, kernel, change, _)) in UNNEEDED.iter().enumerate() {
        assert!(used.contains(&index), "{program}: '{kernel}' needs all of {change:?}");
    }
    for change in [Change::Wait, Change::Barrier, Change::Hazard, Change::Reload, Change::Lds] {
        let n = launches.get(&change).copied().unwrap_or(0);
        let n_others = paths.get(&change).copied().unwrap_or(0);
        assert!(0 < n && ON_OTHER_PATHS * n_others <= n, "{change:?}: {n} by launches, {n_others} by paths");
    }
}
