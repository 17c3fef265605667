//! The workloads that measure the scheduler: dependence graphs of published programs, as executable IR.
//!
//! An item is a device operation with the buffers that it reads and writes, in program order. A kernel
//! computes each element of its outputs from the same elements of its inputs and a distinct number, so that
//! any wrong order changes results. Buffers that are read before they are written, and those that nothing
//! reads at the end, are arguments of the function; all others are allocated in it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::generator::Generator;

/// The operation of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Runs a kernel.
    Launch,
    /// Copies its input to its output.
    Copy,
    /// Fills its output.
    Fill,
}

/// A device operation.
#[derive(Clone, Debug)]
pub struct Item {
    /// The operation.
    pub action: Action,
    /// The buffers that it reads.
    pub reads: Vec<String>,
    /// The buffers that it writes.
    pub writes: Vec<String>,
}

/// Expected properties of the dependence graph of a workload, and of its plan with full concurrency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Golden {
    /// The number of device operations.
    pub n: usize,
    /// The number of conflicting pairs.
    pub naive: usize,
    /// The number of edges of the transitive reduction.
    pub reduced: usize,
    /// The width: the size of the largest antichain.
    pub width: usize,
    /// The number of waits between streams, before device operations.
    pub waits: usize,
    /// The number of records for these waits.
    pub records: usize,
}

/// A workload.
#[derive(Clone, Debug)]
pub struct Workload {
    /// The number, such as `W7`.
    pub id: &'static str,
    /// The description, used as the stem of a file name.
    pub name: &'static str,
    /// The operations.
    pub items: Vec<Item>,
    /// The expected properties.
    pub golden: Golden,
}

/// Builds lists of items from a text notation.
#[derive(Default)]
struct List(Vec<Item>);

impl List {
    /// Adds items in the notation `a,b > c; H2D(x); D2H(y); > z`.
    fn add(&mut self, notation: &str) {
        for item in notation.split(';').map(str::trim).filter(|item| !item.is_empty()) {
            self.0.push(read_item(item));
        }
    }

    fn copy(&mut self, from: String, to: String) {
        self.0.push(Item { action: Action::Copy, reads: vec![from], writes: vec![to] });
    }
}

fn read_item(text: &str) -> Item {
    let inside = |prefix: &str| text.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(')'));
    if let Some(buffer) = inside("H2D(") {
        return Item {
            action: Action::Copy,
            reads: vec![format!("{buffer}_host")],
            writes: vec![buffer.to_string()],
        };
    }
    if let Some(buffer) = inside("D2H(") {
        return Item {
            action: Action::Copy,
            reads: vec![buffer.to_string()],
            writes: vec![format!("{buffer}_h")],
        };
    }
    let (reads, writes) = text.split_once('>').unwrap_or((text, ""));
    let names = |list: &str| -> Vec<String> {
        list.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_string).collect()
    };
    let (reads, writes) = (names(reads), names(writes));
    let action = if reads.is_empty() { Action::Fill } else { Action::Launch };
    Item { action, reads, writes }
}

fn items(build: impl FnOnce(&mut List)) -> Vec<Item> {
    let mut list = List::default();
    build(&mut list);
    list.0
}

fn from_notation(notation: &str) -> Vec<Item> {
    items(|list| list.add(notation))
}

fn golden(n: usize, edges: [usize; 2], width: usize, waits: usize, records: usize) -> Golden {
    let [naive, reduced] = edges;
    Golden { n, naive, reduced, width, waits, records }
}

/// Returns all workloads, by number.
pub fn workloads() -> Vec<Workload> {
    let all = [
        ("W1", "two_convolutions", from_notation("x,w1 > a; x,w2 > b; a,b > c"), golden(3, [2, 2], 2, 1, 1)),
        (
            "W2",
            "vector_squares",
            from_notation("H2D(x); H2D(y); x > x1; y > y1; x1,y1 > r; D2H(r)"),
            golden(6, [5, 5], 2, 1, 1),
        ),
        (
            "W3",
            "vector_tree",
            from_notation("x > x; y > y; x,y > z; a > a; a > b; z,b > r"),
            golden(6, [5, 5], 3, 2, 2),
        ),
        ("W4", "two_pipelines", pipelines(), golden(11, [30, 10], 2, 1, 1)),
        ("W5", "black_scholes", black_scholes(), golden(30, [20, 20], 10, 0, 0)),
        ("W6", "ensemble", from_notation(ENSEMBLE), golden(12, [23, 12], 2, 2, 2)),
        ("W7", "hits", from_notation(&HITS.repeat(5)), golden(40, [380, 64], 4, 34, 18)),
        ("W8", "image", from_notation(IMAGE), golden(13, [20, 15], 4, 6, 5)),
        ("W9", "conjugate_gradient", conjugate_gradient(), golden(27, [179, 30], 2, 8, 8)),
        ("W10", "siamese", siamese(), golden(13, [12, 12], 2, 1, 1)),
        ("W11", "inception", inception(), golden(27, [32, 32], 4, 15, 11)),
        ("W12", "nasnet", cells(&NASNET, 2), golden(63, [87, 84], 13, 43, 28)),
        ("W13", "amoebanet", cells(&AMOEBANET, 4), golden(60, [78, 75], 9, 31, 22)),
        ("W14", "lstm", lstm(), golden(32, [136, 52], 4, 24, 22)),
        ("W15", "cholesky", cholesky(), golden(56, [210, 105], 15, 64, 20)),
        ("W16", "chunks", chunks(), golden(48, [368, 60], 4, 28, 28)),
        ("W17", "all_to_all", all_to_all(), golden(16, [48, 48], 4, 36, 12)),
        ("W18", "experts", experts(), golden(56, [80, 75], 9, 40, 26)),
        ("W19", "halo", halo(), golden(56, [340, 112], 10, 84, 34)),
    ];
    all.into_iter().map(|(id, name, items, golden)| Workload { id, name, items, golden }).collect()
}

const ENSEMBLE: &str = "H2D(x); x > z; x > r1; z > r2; r1 > m; r1,m > l; r2 > r2; r1,l > r1; r1 > r1; r2 > r2; \
                        r1,r2 > r; D2H(r)";

const HITS: &str = "h1 > a2; a1 > h2; a2 > an; h2 > hn; a2,an > a1; h2,hn > h1; > an; > hn;";

const IMAGE: &str = "H2D(i); i > p1; i > p2; i > p3; p1 > m1; p2 > m2; m2 > mx; m2 > mn; m2,mx,mn > m2; i,p3 > sh; \
                     sh,p2,m2 > i2; i2,p1,m1 > i3; D2H(i3)";

fn pipelines() -> Vec<Item> {
    items(|list| {
        list.add(&"x > x; y > y;".repeat(5));
        list.add("x,y > r");
    })
}

fn black_scholes() -> Vec<Item> {
    items(|list| (0..10).for_each(|i| list.add(&format!("H2D(x{i}); x{i} > y{i}; D2H(y{i})"))))
}

fn conjugate_gradient() -> Vec<Item> {
    items(|list| {
        list.add("x > r; r > p; r > t1");
        list.add(
            &"p > y; p,y > t2; t1,t2 > al; al,p,x > x; y,al,r > r; r > tn; tn,t1 > be,t1; r,be,p > p;"
                .repeat(3),
        );
    })
}

fn siamese() -> Vec<Item> {
    items(|list| {
        list.add("H2D(x0); H2D(y0)");
        (1..5).for_each(|k| list.add(&format!("x{0} > x{k}; y{0} > y{k}", k - 1)));
        list.add("x4,y4 > z; z > o; D2H(o)");
    })
}

fn inception() -> Vec<Item> {
    items(|list| {
        for i in 0..3 {
            let t = if i == 0 { "in".to_string() } else { format!("o{}", i - 1) };
            list.add(&format!(
                "{t} > a{i}; {t} > b0_{i}; b0_{i} > b_{i}; {t} > c0_{i}; c0_{i} > c1_{i}; c1_{i} > c_{i}; {t} > d0_{i}; \
                 d0_{i} > d_{i}; a{i},b_{i},c_{i},d_{i} > o{i}"
            ));
        }
    })
}

/// One path into a block of a cell: the number of operations, and the state that it starts from.
type Path = (usize, usize);

const SKIP: usize = 0;
const POOL: usize = 1;
const SEPARABLE: usize = 2;

const NASNET: [[Path; 2]; 5] = [
    [(SEPARABLE, 1), (SEPARABLE, 0)],
    [(SEPARABLE, 0), (SEPARABLE, 0)],
    [(POOL, 1), (SKIP, 0)],
    [(POOL, 0), (POOL, 0)],
    [(SEPARABLE, 1), (SKIP, 1)],
];

const AMOEBANET: [[Path; 2]; 5] = [
    [(POOL, 0), (POOL, 1)],
    [(SEPARABLE, 0), (SEPARABLE, 2)],
    [(SEPARABLE, 0), (POOL, 3)],
    [(SEPARABLE, 1), (SKIP, 1)],
    [(SKIP, 0), (POOL, 1)],
];

/// Returns three cells of a searched network; states from `first` to the sixth are concatenated.
fn cells(blocks: &[[Path; 2]; 5], first: usize) -> Vec<Item> {
    items(|list| {
        let (mut h0, mut h1) = ("h0".to_string(), "h1".to_string());
        for cell in 0..3 {
            list.add(&format!("{h0} > p{cell}_0; {h1} > p{cell}_1"));
            let mut states = vec![format!("p{cell}_0"), format!("p{cell}_1")];
            for (block, paths) in blocks.iter().enumerate() {
                let ends: Vec<String> = paths
                    .iter()
                    .enumerate()
                    .map(|(side, path)| follow(list, *path, &states, &format!("t{cell}_{block}_{side}")))
                    .collect();
                let sum = format!("s{cell}_{block}");
                list.add(&format!("{} > {sum}", ends.join(",")));
                states.push(sum);
            }
            let out = format!("out{cell}");
            list.add(&format!("{} > {out}", states[first..=6].join(",")));
            (h0, h1) = (h1, out);
        }
    })
}

/// Adds the operations of a path; returns the buffer at its end.
fn follow(list: &mut List, (n, state): Path, states: &[String], name: &str) -> String {
    let mut at = states[state].clone();
    for step in 0..n {
        let next = format!("{name}_{step}");
        list.add(&format!("{at} > {next}"));
        at = next;
    }
    at
}

fn lstm() -> Vec<Item> {
    items(|list| {
        for t in 0..8 {
            for l in 0..4 {
                let input = if l == 0 { format!("x{t}") } else { format!("h{}_{t}", l - 1) };
                list.add(&format!("{input},S{l} > h{l}_{t},S{l}"));
            }
        }
    })
}

fn cholesky() -> Vec<Item> {
    const TILES: usize = 6;
    items(|list| {
        for k in 0..TILES {
            list.add(&format!("A{k}_{k} > A{k}_{k}"));
            (k + 1..TILES).for_each(|i| list.add(&format!("A{k}_{k},A{i}_{k} > A{i}_{k}")));
            for i in k + 1..TILES {
                list.add(&format!("A{i}_{k},A{i}_{i} > A{i}_{i}"));
                (k + 1..i).for_each(|j| list.add(&format!("A{i}_{k},A{j}_{k},A{i}_{j} > A{i}_{j}")));
            }
        }
    })
}

fn chunks() -> Vec<Item> {
    items(|list| {
        for i in 0..16 {
            let b = i % 2;
            list.copy(format!("chunk{i}"), format!("in{b}"));
            list.add(&format!("in{b} > out{b}"));
            list.copy(format!("out{b}"), format!("res{i}"));
        }
    })
}

fn all_to_all() -> Vec<Item> {
    items(|list| {
        (0..4).for_each(|i| list.add(&format!("in > b1_{i}")));
        for l in 1..4 {
            (0..4).for_each(|i| list.add(&format!("b{l}_0,b{l}_1,b{l}_2,b{l}_3 > b{}_{i}", l + 1)));
        }
    })
}

fn experts() -> Vec<Item> {
    items(|list| {
        for layer in 0..2 {
            let named = |notation: &str| notation.replace('#', &layer.to_string());
            list.add(&named(
                "h# > n#; n# > q#; n# > k#; n# > v#; q#,k#,v# > a#; a#,h# > h1_#; h1_# > n2_#; n2_# > su#; su# > s#; \
                 n2_# > r#; n2_#,r# > pm#",
            ));
            (0..8).for_each(|e| list.add(&named(&format!("pm# > u{e}_#; u{e}_# > d{e}_#"))));
            let ends: Vec<String> = (0..8).map(|e| named(&format!("d{e}_#"))).collect();
            list.add(&named(&format!("{},s#,h1_# > h{}", ends.join(","), layer + 1)));
        }
    })
}

fn halo() -> Vec<Item> {
    items(|list| {
        for _ in 0..4 {
            (0..4).for_each(|p| list.add(&format!("u{p},hl{p},hr{p} > b{p}")));
            for p in 0..4 {
                if 0 < p {
                    list.copy(format!("b{p}"), format!("hr{}", p - 1));
                }
                if p < 3 {
                    list.copy(format!("b{p}"), format!("hl{}", p + 1));
                }
            }
            (0..4).for_each(|p| list.add(&format!("u{p},b{p} > u{p}")));
        }
    })
}

/// Returns one chain of `n` launches that update one buffer.
pub fn chain(n: usize) -> Vec<Item> {
    from_notation(&"x > x;".repeat(n))
}

/// Returns one item whose output `n` items read, and one item that reads all of their outputs.
pub fn fan_out(n: usize) -> Vec<Item> {
    items(|list| {
        list.add("in > x");
        (0..n).for_each(|i| list.add(&format!("x > y{i}")));
        let ends: Vec<String> = (0..n).map(|i| format!("y{i}")).collect();
        list.add(&format!("{} > z", ends.join(",")));
    })
}

/// Returns `n` launches that read two of `n_buffers` buffers, or one twice, and write one.
pub fn random(n: usize, n_buffers: usize) -> Vec<Item> {
    let mut generator = Generator::new(1);
    let mut next = || format!("b{}", generator.below(n_buffers));
    let one = |_| {
        let mut reads = vec![next(), next()];
        reads.sort();
        reads.dedup();
        Item { action: Action::Launch, reads, writes: vec![next()] }
    };
    (0..n).map(one).collect()
}

/// Returns about `n` random launches on eight buffers as nests of loops, each of which begins with `per_loop` launches.
pub fn nests(n: usize, depth: usize, per_loop: usize) -> String {
    let per_nest = depth * per_loop;
    let n = n.next_multiple_of(per_nest);
    let mut out = String::new();
    let mut number = 0;
    for line in module_text(&random(n, 8)).lines() {
        let is_launch = line.contains("gpu.launch_func");
        if is_launch && number % per_loop == 0 {
            let _ = writeln!(out, "    scf.for %i{number} = %one to %size step %one {{");
        }
        let _ = writeln!(out, "{line}");
        number += usize::from(is_launch);
        if is_launch && number % per_nest == 0 {
            out.push_str(&"    }\n".repeat(depth));
        }
    }
    out
}

/// The number of elements of each buffer.
const SIZE: usize = 64;

/// Returns about `n` items in layers of 16, each of which reads up to three results of the previous layer.
pub fn layered(n: usize, seed: u64) -> Vec<Item> {
    const WIDTH: usize = 16;
    let mut generator = Generator::new(seed);
    items(|list| {
        for number in 0..n {
            let (layer, i) = (number / WIDTH, number % WIDTH);
            let mut reads: Vec<String> =
                (0..=generator.below(3)).map(|_| format!("l{layer}_{}", generator.below(WIDTH))).collect();
            reads.sort();
            reads.dedup();
            list.add(&format!("{} > l{}_{i}", reads.join(","), layer + 1));
        }
    })
}

/// Returns the items as a function `@main` and the kernels that it launches.
pub fn module_text(items: &[Item]) -> String {
    module_text_with_work(items, 0)
}

/// Returns the same with kernels in which every thread takes `n_steps` more steps.
pub fn module_text_with_work(items: &[Item], n_steps: usize) -> String {
    let kernels: BTreeSet<(usize, usize)> = items
        .iter()
        .filter(|item| item.action == Action::Launch)
        .map(|item| (item.reads.len(), item.writes.len()))
        .collect();
    let mut out = "module attributes {gpu.container_module} {\n".to_string();
    if !kernels.is_empty() {
        out.push_str("  gpu.module @kernels {\n");
        for (n_reads, n_writes) in kernels {
            write_kernel(&mut out, n_reads, n_writes, n_steps);
        }
        out.push_str("  }\n");
    }
    write_main(&mut out, items);
    out.push_str("}\n");
    out
}

fn write_kernel(out: &mut String, n_reads: usize, n_writes: usize, n_steps: usize) {
    let names = |letter: &str, n: usize| {
        (0..n).map(|i| format!("%{letter}{i}: memref<{SIZE}xf32>")).collect::<Vec<_>>()
    };
    let params: Vec<String> = [names("r", n_reads), names("w", n_writes)].concat();
    let params = params.join(", ");
    let _ = writeln!(out, "    gpu.func @from_{n_reads}_to_{n_writes}(%own: f32, {params}) kernel {{");
    out.push_str("      %i = gpu.thread_id x\n      %half = arith.constant 0.5 : f32\n");
    let mut sum = "%own".to_string();
    for i in 0..n_reads {
        let _ = writeln!(
            out,
            "      %v{i} = memref.load %r{i}[%i] : memref<{SIZE}xf32>\n      %h{i} = arith.mulf {sum}, %half : f32\n      \
             %s{i} = arith.addf %h{i}, %v{i} : f32"
        );
        sum = format!("%s{i}");
    }
    if 0 < n_steps {
        let _ = writeln!(
            out,
            "      %zero = arith.constant 0 : index\n      %one = arith.constant 1 : index\n      \
             %steps = arith.constant {n_steps} : index\n      \
             %spun = scf.for %step = %zero to %steps step %one iter_args(%v = {sum}) -> (f32) {{\n        \
             %a = arith.mulf %v, %half : f32\n        %b = arith.addf %a, %own : f32\n        \
             scf.yield %b : f32\n      }}"
        );
        sum = "%spun".to_string();
    }
    for i in 0..n_writes {
        let _ = writeln!(
            out,
            "      %x{i} = arith.mulf {sum}, %half : f32\n      memref.store %x{i}, %w{i}[%i] : memref<{SIZE}xf32>"
        );
        sum = format!("%x{i}");
    }
    out.push_str("      gpu.return\n    }\n");
}

/// Returns the buffers that are arguments, and those that are allocated, each in the order of first use.
fn buffers(items: &[Item]) -> (Vec<&str>, Vec<&str>) {
    let mut is_result: BTreeMap<&str, bool> = BTreeMap::new();
    for item in items {
        is_result.extend(item.reads.iter().map(|name| (name.as_str(), false)));
        is_result.extend(item.writes.iter().map(|name| (name.as_str(), true)));
    }
    let (mut arguments, mut made): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for item in items {
        let (reads, writes) = (item.reads.iter(), item.writes.iter());
        for (name, is_read) in reads.map(|name| (name, true)).chain(writes.map(|name| (name, false))) {
            if seen.insert(name) {
                if is_read || is_result[name.as_str()] { arguments.push(name) } else { made.push(name) }
            }
        }
    }
    (arguments, made)
}

fn write_main(out: &mut String, items: &[Item]) {
    let (arguments, made) = buffers(items);
    let params: Vec<String> = arguments
        .iter()
        .enumerate()
        .map(|(seed, name)| {
            format!("%{name}: memref<{SIZE}xf32> {{llvm.noalias, warpline.input = \"rand:{seed}\"}}")
        })
        .collect();
    let _ = writeln!(out, "  func.func @main({}) {{", params.join(",\n                  "));
    let _ = writeln!(out, "    %one = arith.constant 1 : index\n    %size = arith.constant {SIZE} : index");
    for name in &made {
        let _ = writeln!(out, "    %{name} = memref.alloc() : memref<{SIZE}xf32>");
    }
    for (number, item) in items.iter().enumerate() {
        write_item(out, number, item);
    }
    for name in &made {
        let _ = writeln!(out, "    memref.dealloc %{name} : memref<{SIZE}xf32>");
    }
    out.push_str("    return\n  }\n");
}

fn write_item(out: &mut String, number: usize, item: &Item) {
    let ty = format!("memref<{SIZE}xf32>");
    match item.action {
        Action::Copy => {
            let _ = writeln!(out, "    gpu.memcpy %{}, %{} : {ty}, {ty}", item.writes[0], item.reads[0]);
        }
        Action::Fill => {
            let _ = writeln!(
                out,
                "    %own{number} = arith.constant {number}.0 : f32\n    gpu.memset %{}, %own{number} : {ty}, f32",
                item.writes[0]
            );
        }
        Action::Launch => {
            let args: Vec<String> =
                item.reads.iter().chain(&item.writes).map(|name| format!("%{name} : {ty}")).collect();
            let _ = writeln!(
                out,
                "    %own{number} = arith.constant {number}.0 : f32\n    \
                 gpu.launch_func @kernels::@from_{}_to_{} blocks in (%one, %one, %one) threads in (%size, %one, %one) \
                 args(%own{number} : f32, {})",
                item.reads.len(),
                item.writes.len(),
                args.join(", ")
            );
        }
    }
}

/// Returns the case file of a workload, without its expected output.
pub fn case_text(workload: &Workload) -> String {
    format!("// RUN: run --plan-for=any --device=interp,cpu\n\n{}", module_text(&workload.items))
}

/// Returns the name of the case file of a workload.
pub fn case_name(workload: &Workload) -> String {
    let number: u32 = workload.id[1..].parse().unwrap_or_default();
    format!("w{number:02}_{}.mlir", workload.name)
}

/// Returns a program with launches of one block of `n` threads that follow each other; with constants, each adds a row of weights.
pub fn launches_text(n_launches: usize, n: usize, has_weights: bool) -> String {
    let mut text = String::new();
    if has_weights {
        for number in 0..n_launches {
            let weights: Vec<String> = (0..n * n).map(|i| format!("{}.5", (i * 7 + number) % 13)).collect();
            let rows: Vec<String> = weights.chunks(n).map(|row| format!("[{}]", row.join(", "))).collect();
            let rows = rows.join(", ");
            let _ = writeln!(
                text,
                "memref.global \"private\" constant @w{number} : memref<{n}x{n}xf32> = dense<[{rows}]>"
            );
        }
    }
    let _ = writeln!(text, "func.func @main(%x: memref<{n}xf32>, %y: memref<{n}xf32>) {{");
    let _ = writeln!(
        text,
        "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %n = arith.constant {n} : index"
    );
    for number in 0..n_launches {
        let from = if number == 0 { "%x" } else { "%y" };
        if has_weights {
            let _ = writeln!(text, "  %w{number} = memref.get_global @w{number} : memref<{n}x{n}xf32>");
        }
        // No launch may join the one before it.
        let _ = writeln!(
            text,
            "  gpu.launch blocks(%bx{number}, %by{number}, %bz{number}) in (%gx{number} = %c1, %gy{number} = %c1, %gz{number} = %c1) \
             threads(%i{number}, %ty{number}, %tz{number}) in (%sx{number} = %n, %sy{number} = %c1, %sz{number} = %c1) {{\n    \
             %v = memref.load {from}[%i{number}] : memref<{n}xf32>"
        );
        if has_weights {
            let _ = writeln!(
                text,
                "    %w = memref.load %w{number}[%c1, %i{number}] : memref<{n}x{n}xf32>\n    %s = arith.addf %v, %w : f32"
            );
        } else {
            let _ = writeln!(text, "    %s = arith.addf %v, %v : f32");
        }
        let _ =
            writeln!(text, "    memref.store %s, %y[%i{number}] : memref<{n}xf32>\n    gpu.terminator\n  }}");
    }
    text.push_str("  return\n}\n");
    text
}
