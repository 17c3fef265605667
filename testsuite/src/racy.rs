//! Pairs of programs with threads or iterations that meet: in one of them a barrier or an atomic operation is missing, or an
//! index is shifted, so that two of them race; its twin is right.

use crate::generator::Generator;

/// Two programs that differ in what orders or separates their accesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// What is planted.
    pub what: String,
    /// The program that has a race.
    pub wrong: String,
    /// The program that has none.
    pub right: String,
    /// Whether it is a race that the check without a run finds: two accesses of workgroup memory that each launch makes
    /// between two barriers, at indices that follow from the thread, and that do not all store one value.
    pub is_static: bool,
}

/// Returns the pair of a seed.
pub fn pair(seed: u64) -> Pair {
    let mut random = Generator::new(seed);
    let kind = (random.below(KINDS.len()) + seed as usize) % KINDS.len();
    KINDS[kind](&mut random)
}

const KINDS: &[fn(&mut Generator) -> Pair] = &[
    exchange,
    exchange,
    tile,
    broadcast,
    repeated,
    reduction,
    scan,
    in_device_memory,
    between_blocks,
    counters,
    histogram,
    iterations,
    rows_of_iterations,
    nested_iterations,
];

/// A kernel with workgroup memory: its block, and the lines between its beginning and its end.
struct Kernel {
    threads: usize,
    blocks: usize,
    lines: String,
    is_inline: bool,
}

/// The type of the workgroup memory of a kernel.
fn own(threads: usize) -> String {
    format!("memref<{threads}xi32, #gpu.address_space<workgroup>>")
}

impl Kernel {
    /// Returns the program: `%x` and `%out` are buffers of 4096 numbers, `%own` has one for each thread and begins with
    /// zeros, `%t` is the thread, `%b` the block, and `%number` is different in each thread of a launch.
    fn program(&self) -> String {
        let Self { threads, blocks, lines, is_inline } = self;
        let own = own(*threads);
        let constants = format!(
            "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%c2 = arith.constant 2 : index\n%n = \
             arith.constant {threads} : index\n%zero = arith.constant 0 : i32\n%one = arith.constant 1 : i32\n"
        );
        let first = format!(
            "memref.store %zero, %own[%t] : {own}\n%base = arith.muli %b, %n : index\n%global = arith.addi %base, %t : \
             index\n%number = arith.index_cast %global : index to i32\ngpu.barrier\n"
        );
        let head = "func.func @main(%x: memref<4096xi32> {warpline.input = \"iota:\"}, %out: memref<4096xi32> {warpline.input \
                    = \"0\"}) {";
        if *is_inline {
            return format!(
                "{head}\n{constants}%blocks = arith.constant {blocks} : index\ngpu.launch blocks(%b, %by, %bz) in (%gx = \
                 %blocks, %gy = %c1, %gz = %c1) threads(%t, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) workgroup(%own : \
                 {own}) {{\n{first}{lines}gpu.terminator\n}}\nreturn\n}}\n"
            );
        }
        format!(
            "module attributes {{gpu.container_module}} {{\ngpu.module @device {{\ngpu.func @kernel(%x: memref<4096xi32>, %out: \
             memref<4096xi32>) workgroup(%own: {own}) kernel attributes {{known_block_size = array<i32: {threads}, 1, 1>}} \
             {{\n{constants}%t = gpu.thread_id x\n%b = gpu.block_id x\n{first}{lines}gpu.return\n}}\n}}\n{head}\n%c1 = \
             arith.constant 1 : index\n%n = arith.constant {threads} : index\n%blocks = arith.constant {blocks} : \
             index\ngpu.launch_func @device::@kernel blocks in (%blocks, %c1, %c1) threads in (%n, %c1, %c1) args(%x : \
             memref<4096xi32>, %out : memref<4096xi32>)\nreturn\n}}\n}}\n"
        )
    }
}

/// Returns a pair of kernels whose lines are made with and without what is missing.
fn kernels(
    random: &mut Generator,
    what: &str,
    is_static: bool,
    lines: impl Fn(usize, bool) -> String,
) -> Pair {
    let threads = [2, 8, 32, 33, 64, 128][random.below(6)];
    let (blocks, is_inline) = (1 + random.below(3), random.below(2) == 0);
    let program =
        |is_right: bool| Kernel { threads, blocks, lines: lines(threads, is_right), is_inline }.program();
    Pair {
        what: format!("{what}, {threads} threads"),
        wrong: program(false),
        right: program(true),
        is_static,
    }
}

/// A barrier, or none.
fn barrier(is_there: bool) -> &'static str {
    if is_there { "gpu.barrier\n" } else { "" }
}

/// Each thread stores its element, and reads that of another one.
fn exchange(random: &mut Generator) -> Pair {
    let (which, by) = (random.below(3), 1 + random.below(3));
    kernels(random, &format!("exchange {which}"), true, |threads, is_right| {
        let own = own(threads);
        let other = match which {
            0 => format!(
                "%last = arith.constant {} : index\n%other = arith.subi %last, %t : index\n",
                threads - 1
            ),
            1 => format!(
                "%step = arith.constant {} : index\n%far = arith.addi %t, %step : index\n%other = arith.remui %far, %n : index\n",
                by % threads.max(2) + usize::from(by % threads == 0)
            ),
            _ => "%other = arith.xori %t, %c1 : index\n".to_string(),
        };
        // The last thread of an odd block has no partner.
        let other = if which == 2 && threads % 2 == 1 {
            "%last = arith.constant 0 : index\n%far = arith.addi %t, %c1 : index\n%other = arith.remui %far, %n : index\n"
                .to_string()
        } else {
            other
        };
        format!(
            "memref.store %number, %own[%t] : {own}\n{}{other}%v = memref.load %own[%other] : {own}\nmemref.store %v, \
             %out[%global] : memref<4096xi32>\n",
            barrier(is_right)
        )
    })
}

/// A tile of two dimensions that is read transposed.
fn tile(random: &mut Generator) -> Pair {
    let side = [4, 8, 16][random.below(3)];
    let program = |is_right: bool| {
        format!(
            "func.func @main(%x: memref<{side}x{side}xi32> {{warpline.input = \"iota:\"}}, %out: memref<{side}x{side}xi32> \
             {{warpline.input = \"0\"}}) {{
%c1 = arith.constant 1 : index
%n = arith.constant {side} : index
gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = \
             %c1) workgroup(%own : memref<{side}x{side}xi32, #gpu.address_space<workgroup>>) {{
%v = memref.load %x[%ty, %tx] : memref<{side}x{side}xi32>
memref.store %v, %own[%ty, %tx] : memref<{side}x{side}xi32, #gpu.address_space<workgroup>>
{}%w = memref.load %own[%tx, %ty] : memref<{side}x{side}xi32, #gpu.address_space<workgroup>>
memref.store %w, %out[%ty, %tx] : memref<{side}x{side}xi32>
gpu.terminator
}}
return
}}
",
            barrier(is_right)
        )
    };
    Pair { what: format!("tile of {side}"), wrong: program(false), right: program(true), is_static: true }
}

/// One thread stores what all read.
fn broadcast(random: &mut Generator) -> Pair {
    kernels(random, "broadcast", true, |threads, is_right| {
        let own = own(threads);
        format!(
            "%is_last = arith.cmpi eq, %t, %c1 : index\nscf.if %is_last {{\nmemref.store %number, %own[%c0] : {own}\n}}\n{}%v = \
             memref.load %own[%c0] : {own}\nmemref.store %v, %out[%global] : memref<4096xi32>\n",
            barrier(is_right)
        )
    })
}

/// An exchange in a loop, whose next iteration overwrites what others still read.
fn repeated(random: &mut Generator) -> Pair {
    let n_iterations = 2 + random.below(5);
    kernels(random, "exchange in a loop", true, |threads, is_right| {
        let own = own(threads);
        format!(
            "%n_iterations = arith.constant {n_iterations} : index\nscf.for %k = %c0 to %n_iterations step %c1 {{\n%iteration = arith.index_cast %k : \
             index to i32\n%new = arith.addi %number, %iteration : i32\nmemref.store %new, %own[%t] : {own}\ngpu.barrier\n%far = \
             arith.addi %t, %c1 : index\n%other = arith.remui %far, %n : index\n%v = memref.load %own[%other] : \
             {own}\nmemref.store %v, %out[%global] : memref<4096xi32>\n{}}}\n",
            barrier(is_right)
        )
    })
}

/// A sum in which half of the threads add the elements of the other half.
fn reduction(random: &mut Generator) -> Pair {
    kernels(random, "reduction", false, |threads, is_right| {
        let own = own(threads);
        // Without a barrier two halves still meet if there are at least two iterations.
        format!(
            "memref.store %number, %own[%t] : {own}\ngpu.barrier\n%start = arith.divui %n, %c2 : index\n%last = scf.while (%s = \
             %start) : (index) -> index {{\n%goes_on = arith.cmpi ugt, %s, %c0 : index\nscf.condition(%goes_on) %s : \
             index\n}} do {{\n^bb0(%s: index):\n%is_low = arith.cmpi ult, %t, %s : index\nscf.if %is_low {{\n%far = arith.addi \
             %t, %s : index\n%a = memref.load %own[%t] : {own}\n%b2 = memref.load %own[%far] : {own}\n%sum = arith.addi %a, %b2 \
             : i32\nmemref.store %sum, %own[%t] : {own}\n}}\n{}%half = arith.divui %s, %c2 : index\nscf.yield %half : \
             index\n}}\n{}%v = memref.load %own[%c0] : {own}\nmemref.store %v, %out[%global] : memref<4096xi32>\n",
            barrier(is_right),
            barrier(is_right)
        )
    })
}

/// A prefix sum by doubling, whose threads overwrite what others read.
fn scan(random: &mut Generator) -> Pair {
    kernels(random, "scan", false, |threads, is_right| {
        let own = own(threads);
        format!(
            "memref.store %number, %own[%t] : {own}\ngpu.barrier\n%reads = arith.cmpi uge, %t, %c1 : index\n%a = scf.if %reads -> \
             (i32) {{\n%before = arith.subi %t, %c1 : index\n%v = memref.load %own[%before] : {own}\nscf.yield %v : i32\n}} else \
             {{\nscf.yield %zero : i32\n}}\n{}%mine = memref.load %own[%t] : {own}\n%sum = arith.addi %a, %mine : \
             i32\n%next = arith.addi %sum, %one : i32\nmemref.store %next, %own[%t] : {own}\n",
            barrier(is_right)
        )
    })
}

/// An exchange through device memory.
fn in_device_memory(random: &mut Generator) -> Pair {
    kernels(random, "device memory", false, |_, is_right| {
        format!(
            "memref.store %number, %out[%global] : memref<4096xi32>\n{}%far = arith.addi %t, %c1 : index\n%other = arith.remui \
             %far, %n : index\n%there = arith.addi %base, %other : index\n%v = memref.load %out[%there] : \
             memref<4096xi32>\nmemref.store %v, %x[%global] : memref<4096xi32>\n",
            barrier(is_right)
        )
    })
}

/// Blocks that store to the same elements.
fn between_blocks(random: &mut Generator) -> Pair {
    let threads = [1, 8, 32][random.below(3)];
    let (blocks, is_inline) = (2 + random.below(3), random.below(2) == 0);
    let program = |is_right: bool| {
        let index = if is_right { "%global" } else { "%t" };
        let lines = format!("memref.store %number, %out[{index}] : memref<4096xi32>\n");
        Kernel { threads, blocks, lines, is_inline }.program()
    };
    let what = format!("{blocks} blocks of {threads}");
    Pair { what, wrong: program(false), right: program(true), is_static: false }
}

/// Returns the update of an element: atomic, or a load and a store.
fn update(is_atomic: bool, buffer: &str, ty: &str, index: &str) -> String {
    if is_atomic {
        format!("%old = memref.atomic_rmw addi %one, {buffer}[{index}] : (i32, {ty}) -> i32\n")
    } else {
        format!(
            "%old = memref.load {buffer}[{index}] : {ty}\n%new = arith.addi %old, %one : i32\nmemref.store %new, {buffer}[{index}] \
             : {ty}\n"
        )
    }
}

/// A counter that threads update.
fn counters(random: &mut Generator) -> Pair {
    let is_own = random.below(2) == 0;
    kernels(random, &format!("counter, own {is_own}"), false, |threads, is_right| {
        let own = own(threads);
        if is_own {
            update(is_right, "%own", &own, "%c0")
        } else {
            update(is_right, "%out", "memref<4096xi32>", "%c0")
        }
    })
}

/// Counts of numbers from memory.
fn histogram(random: &mut Generator) -> Pair {
    kernels(random, "histogram", false, |threads, is_right| {
        let own = own(threads);
        format!(
            "%v = memref.load %x[%global] : memref<4096xi32>\n%wide = arith.index_cast %v : i32 to index\n%bin = arith.divui %wide, \
             %c2 : index\n%low = arith.remui %bin, %n : index\n{}",
            update(is_right, "%own", &own, "%low")
        )
    })
}

/// Iterations of a parallel loop of the host, of which each reads the element of the next one.
fn iterations(random: &mut Generator) -> Pair {
    let (n, is_affine) = (2 + random.below(500), random.below(2) == 0);
    let program = |is_right: bool| {
        let (from, to) = if is_right { ("%x", "%out") } else { ("%x", "%x") };
        let lines = format!(
            "%next = arith.addi %i, %c1 : index\n%v = memref.load {from}[%next] : memref<4096xi32>\n%w = arith.addi %v, %one : \
             i32\nmemref.store %w, {to}[%i] : memref<4096xi32>\n"
        );
        let head = if is_affine {
            format!("affine.parallel (%i) = (0) to ({n}) {{\n")
        } else {
            format!("%n = arith.constant {n} : index\nscf.parallel (%i) = (%c0) to (%n) step (%c1) {{\n")
        };
        on_the_host(&format!("{head}{lines}}}\n"))
    };
    Pair {
        what: format!("{n} iterations, affine {is_affine}"),
        wrong: program(false),
        right: program(true),
        is_static: false,
    }
}

fn on_the_host(lines: &str) -> String {
    format!(
        "func.func @main(%x: memref<4096xi32> {{warpline.input = \"iota:\"}}, %out: memref<4096xi32> {{warpline.input = \"0\"}}) \
         {{\n%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%one = arith.constant 1 : i32\n{lines}return\n}}\n"
    )
}

/// Iterations over two dimensions that store to an element of one.
fn rows_of_iterations(random: &mut Generator) -> Pair {
    let (rows, columns) = (2 + random.below(10), 2 + random.below(60));
    let program = |is_right: bool| {
        let index = if is_right { "%at" } else { "%j" };
        on_the_host(&format!(
            "%rows = arith.constant {rows} : index\n%columns = arith.constant {columns} : index\nscf.parallel (%i, %j) = (%c0, %c0) \
             to (%rows, %columns) step (%c1, %c1) {{\n%row = arith.muli %i, %columns : index\n%at = arith.addi %row, %j : \
             index\n%number = arith.index_cast %at : index to i32\nmemref.store %number, %out[{index}] : memref<4096xi32>\n}}\n"
        ))
    };
    Pair {
        what: format!("{rows}x{columns} iterations"),
        wrong: program(false),
        right: program(true),
        is_static: false,
    }
}

/// A parallel loop in a parallel loop, whose inner iterations meet.
fn nested_iterations(random: &mut Generator) -> Pair {
    let (rows, columns) = (2 + random.below(6), 2 + random.below(30));
    let program = |is_right: bool| {
        let index = if is_right { "%at" } else { "%row" };
        on_the_host(&format!(
            "%rows = arith.constant {rows} : index\n%columns = arith.constant {columns} : index\nscf.parallel (%i) = (%c0) to \
             (%rows) step (%c1) {{\n%row = arith.muli %i, %columns : index\nscf.parallel (%j) = (%c0) to (%columns) step (%c1) \
             {{\n%at = arith.addi %row, %j : index\n%number = arith.index_cast %at : index to i32\nmemref.store %number, \
             %out[{index}] : memref<4096xi32>\n}}\n}}\n"
        ))
    };
    Pair {
        what: format!("{rows} rows of {columns}"),
        wrong: program(false),
        right: program(true),
        is_static: false,
    }
}
