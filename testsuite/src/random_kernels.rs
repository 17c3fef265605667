//! Random kernels: each thread computes with numbers of all types, in branches and loops that differ between threads,
//! and stores into elements of its own.
//!
//! Threads meet at barriers and exchange values through workgroup memory there; they add to counters atomically. So
//! the result is determined, on any number of workers, in any order of threads, and in vectors of any number of them.
//! Nothing depends on the sign of NaN, which is not determined.

use crate::generator::Generator;
use std::fmt::Write;

/// The sizes of a block along x, y and z.
const BLOCKS: [[usize; 3]; 14] = [
    [1, 1, 1],
    [3, 1, 1],
    [4, 1, 1],
    [7, 2, 1],
    [8, 3, 2],
    [16, 4, 1],
    [20, 1, 1],
    [28, 2, 1],
    [31, 1, 1],
    [32, 1, 1],
    [33, 1, 1],
    [64, 1, 1],
    [100, 1, 1],
    [128, 1, 1],
];
/// The number of elements of each input.
const INPUT: usize = 256;
/// The type of the counters in workgroup memory.
const COUNTS: &str = "memref<8xi32, #gpu.address_space<workgroup>>";
/// The types of numbers.
const TYPES: [&str; 7] = ["i32", "f32", "i1", "index", "i64", "f64", "i8"];
/// The types of values that threads store; there is an output of each.
const STORED: [&str; 4] = ["i32", "f32", "i64", "f64"];

/// Returns the program of a seed. Its function `main` launches the kernel and returns what it stored.
pub fn program(seed: u64) -> String {
    let mut random = Generator::new(seed);
    let block = BLOCKS[random.below(BLOCKS.len())];
    let n_threads: usize = block.iter().product();
    let n_blocks = 1 + random.below(2);
    let is_known = random.below(2) == 0;
    let n = n_threads * n_blocks;
    let mut kernel =
        Kernel { text: String::new(), random, scopes: vec![Vec::new()], depth: 3, count: 0, n_threads, n };
    kernel.body();
    let body = kernel.text;
    let [x, y, z] = block;
    let known = if is_known {
        format!(" attributes {{known_block_size = array<i32: {x}, {y}, {z}>}}")
    } else {
        String::new()
    };
    let outputs = STORED.map(|ty| format!("%o_{ty}: memref<{n}x{ty}>")).join(", ");
    let arguments = STORED.map(|ty| format!("%o_{ty} : memref<{n}x{ty}>")).join(", ");
    let allocations = STORED
        .map(|ty| {
            let zero = if ty.starts_with('f') { "0.0" } else { "0" };
            format!(
                "    %o_{ty} = gpu.alloc () : memref<{n}x{ty}>\n    %z_{ty} = arith.constant {zero} : {ty}\n    \
                 gpu.memset %o_{ty}, %z_{ty} : memref<{n}x{ty}>, {ty}\n"
            )
        })
        .concat();
    let results = STORED.map(|ty| format!("memref<{n}x{ty}>")).join(", ");
    let returned = STORED.map(|ty| format!("%o_{ty}")).join(", ");
    format!(
        "module attributes {{gpu.container_module}} {{
  gpu.module @k {{
    gpu.func @kernel(%x: memref<{INPUT}xf32>, %n: memref<{INPUT}xi32>, %bins: memref<16xi32>, %limit: index, {outputs})
        workgroup(%shared: memref<{n_threads}xi32, #gpu.address_space<workgroup>>, %counts: {COUNTS}) kernel{known} {{
{body}      gpu.return
    }}
  }}
  func.func @main(%x: memref<{INPUT}xf32> {{warpline.input = \"rand:{seed}\"}}, \
         %n: memref<{INPUT}xi32> {{warpline.input = \"iota:-9\"}},
                  %bins: memref<16xi32> {{warpline.input = \"0\"}}) -> ({results}) {{
    %one = arith.constant 1 : index
    %limit = arith.constant {limit} : index
    %blocks = arith.constant {n_blocks} : index
    %tx = arith.constant {x} : index
    %ty = arith.constant {y} : index
    %tz = arith.constant {z} : index
{allocations}    gpu.launch_func @k::@kernel blocks in (%blocks, %one, %one) threads in (%tx, %ty, %tz)
        args(%x : memref<{INPUT}xf32>, %n : memref<{INPUT}xi32>, %bins : memref<16xi32>, %limit : index, {arguments})
    return {returned} : {results}
  }}
}}
",
        limit = n_threads * 3 / 4,
    )
}

/// A value in scope: its name and its type.
#[derive(Clone)]
struct Known {
    name: String,
    ty: &'static str,
}

/// A kernel under construction.
struct Kernel {
    text: String,
    random: Generator,
    /// The values in scope, from the outermost region to the current one.
    scopes: Vec<Vec<Known>>,
    /// The nesting that is left.
    depth: usize,
    count: usize,
    /// The number of threads of a block.
    n_threads: usize,
    /// The number of threads of the launch.
    n: usize,
}

impl Kernel {
    fn body(&mut self) {
        for axis in ["x", "y", "z"] {
            self.line(&format!("%t{axis} = gpu.thread_id {axis}"));
            self.line(&format!("%size{axis} = gpu.block_dim {axis}"));
        }
        self.line("%b = gpu.block_id x");
        self.line("%plane = arith.muli %sizex, %sizey : index");
        self.line("%volume = arith.muli %plane, %sizez : index");
        self.line("%far = arith.muli %tz, %plane : index");
        self.line("%near = arith.muli %ty, %sizex : index");
        self.line("%line = arith.addi %near, %tx : index");
        self.line("%t = arith.addi %far, %line : index");
        self.line("%first = arith.muli %b, %volume : index");
        self.line("%g = arith.addi %first, %t : index");
        for number in 0..8 {
            self.line(&format!("%c{number} = arith.constant {number} : index"));
            self.line(&format!("%k{number} = arith.constant {number} : i32"));
        }
        self.line(&format!("%c{INPUT}m = arith.constant {} : index", INPUT - 1));
        self.line(&format!("%threads = arith.constant {} : index", self.n_threads));
        for ty in TYPES {
            for _ in 0..2 {
                let number = self.random.below(40) as i64 - 8;
                let value = match ty {
                    "i1" => ["false", "true"][self.random.below(2)].to_string(),
                    "f32" | "f64" => format!("{number}.5"),
                    _ => number.to_string(),
                };
                let name = self.fresh();
                let suffix = if ty == "i1" { String::new() } else { format!(" : {ty}") };
                self.line(&format!("{name} = arith.constant {value}{suffix}"));
                self.define(name, ty);
            }
        }
        for name in ["%tx", "%t", "%g", "%b", "%limit"] {
            self.define(name.to_string(), "index");
        }
        self.line("%is_first = arith.cmpi eq, %t, %c0 : index");
        self.line("scf.if %is_first {");
        for number in 0..8 {
            self.line(&format!("  memref.store %k{number}, %counts[%c{number}] : {COUNTS}"));
        }
        self.line("}");
        self.line("gpu.barrier");
        let n = 6 + self.random.below(10);
        for _ in 0..n {
            self.statement();
            if self.random.below(8) == 0 {
                self.exchange();
            }
        }
        self.line("gpu.barrier");
        let own = self.compute("arith.andi", &["%t".to_string(), "%c7".to_string()], "index", "index");
        self.compute(&format!("memref.load %counts[{own}]"), &[], COUNTS, "i32");
        for ty in STORED {
            self.store(ty);
        }
    }

    fn line(&mut self, text: &str) {
        let indent = 6 + 2 * (self.scopes.len() - 1);
        writeln!(self.text, "{:indent$}{text}", "").expect("text takes text");
    }

    fn fresh(&mut self) -> String {
        self.count += 1;
        format!("%v{}", self.count)
    }

    fn define(&mut self, name: String, ty: &'static str) {
        self.scopes.last_mut().expect("there is a scope").push(Known { name, ty });
    }

    fn one_of<'s>(&mut self, of: &[&'s str]) -> &'s str {
        of[self.random.below(of.len())]
    }

    /// Returns a value of a type, a recent one more often.
    fn any(&mut self, ty: &str) -> String {
        let all: Vec<&Known> = self.scopes.iter().flatten().filter(|known| known.ty == ty).collect();
        let recent = all.len().min(4);
        let index = if self.random.below(2) == 0 {
            all.len() - 1 - self.random.below(recent)
        } else {
            self.random.below(all.len())
        };
        let all: Vec<&Known> = self.scopes.iter().flatten().filter(|known| known.ty == ty).collect();
        all[index].name.clone()
    }

    fn compute(&mut self, op: &str, operands: &[String], types: &str, ty: &'static str) -> String {
        let name = self.fresh();
        self.line(&format!("{name} = {op} {} : {types}", operands.join(", ")));
        self.define(name.clone(), ty);
        name
    }

    fn statement(&mut self) {
        match self.random.below(16) {
            6 => self.conversion(),
            7 | 8 => self.load(),
            9 => self.compare(),
            10 | 11 if 0 < self.depth => self.branch(),
            12 if 0 < self.depth => self.counted_loop(),
            13 if 0 < self.depth => self.while_loop(),
            14 => self.count_up(),
            15 => {
                let ty = self.one_of(&STORED);
                self.store(ty);
            }
            _ => self.arithmetic(),
        }
    }

    fn arithmetic(&mut self) {
        let ty = TYPES[self.random.below(TYPES.len())];
        let [a, b] = [self.any(ty), self.any(ty)];
        match ty {
            "f32" | "f64" => match self.random.below(4) {
                0 => {
                    let op = self.one_of(&["math.sqrt", "math.absf", "arith.negf", "math.floor", "math.exp"]);
                    self.compute(op, &[a], ty, ty);
                }
                1 => {
                    let c = self.any(ty);
                    self.compute("math.fma", &[a, b, c], ty, ty);
                }
                _ => {
                    let op = self.one_of(&[
                        "arith.addf",
                        "arith.subf",
                        "arith.mulf",
                        "arith.divf",
                        "arith.maximumf",
                        "arith.minnumf",
                        "arith.minimumf",
                    ]);
                    self.compute(op, &[a, b], ty, ty);
                }
            },
            "i1" => {
                let op = self.one_of(&["arith.andi", "arith.ori", "arith.xori", "arith.addi"]);
                self.compute(op, &[a, b], ty, ty);
            }
            _ => match self.random.below(8) {
                0 => {
                    let low = self.small(ty);
                    let by = self.compute("arith.andi", &[b, low], ty, ty);
                    let op = self.one_of(&["arith.shli", "arith.shrui", "arith.shrsi"]);
                    self.compute(op, &[a, by], ty, ty);
                }
                1 => {
                    let one = self.small(ty);
                    let divisor = self.compute("arith.ori", &[b, one], ty, ty);
                    let op = self.one_of(&["arith.divui", "arith.remui"]);
                    self.compute(op, &[a, divisor], ty, ty);
                }
                2 => {
                    let condition = self.any("i1");
                    self.compute("arith.select", &[condition, a, b], ty, ty);
                }
                _ => {
                    let op = self.one_of(&[
                        "arith.addi",
                        "arith.subi",
                        "arith.muli",
                        "arith.andi",
                        "arith.ori",
                        "arith.xori",
                        "arith.maxsi",
                        "arith.minui",
                    ]);
                    self.compute(op, &[a, b], ty, ty);
                }
            },
        }
    }

    /// Returns the name of a constant from 1 to 7, which is defined where it is needed.
    fn small(&mut self, ty: &'static str) -> String {
        let number = 1 + self.random.below(7);
        match ty {
            "index" => format!("%c{number}"),
            "i32" => format!("%k{number}"),
            _ => {
                let name = self.fresh();
                self.line(&format!("{name} = arith.constant {number} : {ty}"));
                self.define(name.clone(), ty);
                name
            }
        }
    }

    fn conversion(&mut self) {
        const CONVERSIONS: [(&str, &str, &str); 16] = [
            ("arith.index_cast", "index", "i32"),
            ("arith.index_cast", "i32", "index"),
            ("arith.index_castui", "i32", "index"),
            ("arith.extsi", "i32", "i64"),
            ("arith.extui", "i32", "i64"),
            ("arith.trunci", "i64", "i32"),
            ("arith.extui", "i1", "i32"),
            ("arith.extsi", "i1", "i64"),
            ("arith.trunci", "i32", "i8"),
            ("arith.extsi", "i8", "i32"),
            ("arith.trunci", "i32", "i1"),
            ("arith.sitofp", "i32", "f32"),
            ("arith.uitofp", "i32", "f64"),
            ("arith.extf", "f32", "f64"),
            ("arith.truncf", "f64", "f32"),
            ("arith.bitcast", "i32", "f32"),
        ];
        let (op, from, to) = CONVERSIONS[self.random.below(CONVERSIONS.len())];
        let value = self.any(from);
        self.compute(op, &[value], &format!("{from} to {to}"), to);
    }

    fn compare(&mut self) {
        let ty = self.one_of(&["i32", "index", "f32", "f64", "i64", "i8"]);
        let [a, b] = [self.any(ty), self.any(ty)];
        let op = if ty.starts_with('f') {
            format!("arith.cmpf {},", self.one_of(&["olt", "ule", "oeq", "une", "ord", "ogt"]))
        } else {
            format!("arith.cmpi {},", self.one_of(&["eq", "ne", "slt", "sge", "ult", "ugt"]))
        };
        self.compute(&op, &[a, b], ty, "i1");
    }

    /// Reads an input at an index that is near, scattered or the same for all threads.
    fn load(&mut self) {
        let index = self.any("index");
        let low = self.compute("arith.andi", &[index, format!("%c{INPUT}m")], "index", "index");
        let index = match self.random.below(3) {
            0 => "%tx".to_string(),
            1 => {
                let ahead = self.small("index");
                self.compute("arith.addi", &["%tx".to_string(), ahead], "index", "index")
            }
            _ => low,
        };
        let (buffer, ty) = [("%x", "f32"), ("%n", "i32")][self.random.below(2)];
        self.compute(&format!("memref.load {buffer}[{index}]"), &[], &format!("memref<{INPUT}x{ty}>"), ty);
    }

    /// Adds to a counter in device memory or in workgroup memory.
    fn count_up(&mut self) {
        let value = self.any("i32");
        let (memory, ty, last) = match self.random.below(2) {
            0 => ("%bins", "memref<16xi32>", 15),
            _ => ("%counts", COUNTS, 7),
        };
        let bin = self.any("index");
        let mask = self.fresh();
        self.line(&format!("{mask} = arith.constant {last} : index"));
        let bin = self.compute("arith.andi", &[bin, mask], "index", "index");
        let name = self.fresh();
        self.line(&format!("{name} = memref.atomic_rmw addi {value}, {memory}[{bin}] : (i32, {ty}) -> i32"));
    }

    /// Stores into the own element of the thread; NaN has no certain bits.
    fn store(&mut self, ty: &'static str) {
        let mut value = self.any(ty);
        if ty.starts_with('f') {
            let is_nan = self.compute("arith.cmpf uno,", &[value.clone(), value.clone()], ty, "i1");
            let other = self.fresh();
            self.line(&format!("{other} = arith.constant 7.0 : {ty}"));
            value = self.compute("arith.select", &[is_nan, other, value], ty, ty);
        }
        self.line(&format!("memref.store {value}, %o_{ty}[%g] : memref<{}x{ty}>", self.n));
    }

    fn region(&mut self, args: &[(String, &'static str)], body: impl FnOnce(&mut Self)) {
        self.depth -= 1;
        self.scopes.push(Vec::new());
        for (name, ty) in args {
            self.define(name.clone(), ty);
        }
        body(self);
        self.scopes.pop();
        self.depth += 1;
    }

    fn statements(&mut self) {
        for _ in 0..=self.random.below(4) {
            self.statement();
        }
    }

    /// Returns up to two types of values that a branch or a loop results in.
    fn result_types(&mut self) -> Vec<&'static str> {
        (0..self.random.below(3)).map(|_| TYPES[self.random.below(TYPES.len())]).collect()
    }

    fn yields(&mut self, types: &[&'static str]) {
        let values: Vec<String> = types.iter().map(|ty| self.any(ty)).collect();
        if !types.is_empty() {
            self.line(&format!("scf.yield {} : {}", values.join(", "), types.join(", ")));
        }
    }

    /// Returns the names of the results of an operation, and the text that defines them.
    fn results(&mut self, types: &[&'static str]) -> (Vec<(String, &'static str)>, String) {
        let name = self.fresh();
        match types {
            [] => (Vec::new(), String::new()),
            [ty] => (vec![(name.clone(), *ty)], format!("{name} = ")),
            _ => {
                let names = types.iter().enumerate().map(|(index, ty)| (format!("{name}#{index}"), *ty));
                (names.collect(), format!("{name}:{} = ", types.len()))
            }
        }
    }

    fn define_all(&mut self, names: Vec<(String, &'static str)>) {
        for (name, ty) in names {
            self.define(name, ty);
        }
    }

    fn branch(&mut self) {
        let condition = match self.random.below(3) {
            0 => self.compute("arith.cmpi ult,", &["%t".into(), "%limit".into()], "index", "i1"),
            1 => {
                let bound = self.small("index");
                self.compute("arith.cmpi sge,", &["%tx".into(), bound], "index", "i1")
            }
            _ => self.any("i1"),
        };
        let types = self.result_types();
        let (names, defined) = self.results(&types);
        let arrow = if types.is_empty() { String::new() } else { format!(" -> ({})", types.join(", ")) };
        self.line(&format!("{defined}scf.if {condition}{arrow} {{"));
        for side in 0..2 {
            if side == 1 {
                if types.is_empty() && self.random.below(2) == 0 {
                    break;
                }
                self.line("} else {");
            }
            self.region(&[], |kernel| {
                kernel.statements();
                kernel.yields(&types);
            });
        }
        self.line("}");
        self.define_all(names);
    }

    /// Builds a loop: the same for all threads, from the thread's own number on, or of any length.
    fn counted_loop(&mut self) {
        let types = self.result_types();
        let [lower, upper] = match self.random.below(4) {
            0 => ["%c0".to_string(), self.small("index")],
            1 => ["%tx".to_string(), "%threads".to_string()],
            2 => ["%c1".to_string(), "%tx".to_string()],
            _ => {
                let value = self.any("index");
                let low = self.compute("arith.andi", &[value, "%c7".to_string()], "index", "index");
                ["%c0".to_string(), low]
            }
        };
        let step = if lower == "%c0" {
            self.small("index")
        } else {
            let name = self.fresh();
            self.line(&format!("{name} = arith.constant 17 : index"));
            name
        };
        self.loop_of([lower, upper, step], &types);
    }

    fn loop_of(&mut self, [lower, upper, step]: [String; 3], types: &[&'static str]) {
        let inits: Vec<String> = types.iter().map(|ty| self.any(ty)).collect();
        let (names, defined) = self.results(types);
        let variable = self.fresh();
        let args: Vec<(String, &'static str)> = types.iter().map(|ty| (self.fresh(), *ty)).collect();
        let carried = if types.is_empty() {
            String::new()
        } else {
            let pairs: Vec<String> =
                args.iter().zip(&inits).map(|((arg, _), init)| format!("{arg} = {init}")).collect();
            format!(" iter_args({}) -> ({})", pairs.join(", "), types.join(", "))
        };
        self.line(&format!("{defined}scf.for {variable} = {lower} to {upper} step {step}{carried} {{"));
        let args = [&[(variable, "index")][..], &args].concat();
        self.region(&args, |kernel| {
            kernel.statements();
            kernel.yields(types);
        });
        self.line("}");
        self.define_all(names);
    }

    /// Builds a loop that a thread leaves after at most 7 iterations, and that mostly computes only.
    fn while_loop(&mut self) {
        let types = [&["i32"][..], &self.result_types()].concat();
        let inits: Vec<String> =
            std::iter::once("%k0".to_string()).chain(types[1..].iter().map(|ty| self.any(ty))).collect();
        let value = self.any("i32");
        let last = self.compute("arith.andi", &[value, "%k7".to_string()], "i32", "i32");
        let (names, defined) = self.results(&types);
        let args: Vec<(String, &'static str)> = types.iter().map(|ty| (self.fresh(), *ty)).collect();
        let pairs: Vec<String> =
            args.iter().zip(&inits).map(|((arg, _), init)| format!("{arg} = {init}")).collect();
        let all = types.join(", ");
        self.line(&format!("{defined}scf.while ({}) : ({all}) -> ({all}) {{", pairs.join(", ")));
        self.region(&args, |kernel| {
            kernel.arithmetic();
            let order = kernel.one_of(&["arith.cmpi slt,", "arith.cmpi ne,"]);
            let goes_on = kernel.compute(order, &[args[0].0.clone(), last.clone()], "i32", "i1");
            let passed: Vec<String> = types[1..].iter().map(|ty| kernel.any(ty)).collect();
            let passed = std::iter::once(args[0].0.clone()).chain(passed).collect::<Vec<_>>().join(", ");
            kernel.line(&format!("scf.condition({goes_on}) {passed} : {all}"));
        });
        self.line("} do {");
        let args: Vec<(String, &'static str)> = types.iter().map(|ty| (self.fresh(), *ty)).collect();
        let block_args: Vec<String> = args.iter().map(|(name, ty)| format!("{name}: {ty}")).collect();
        self.line(&format!("^bb0({}):", block_args.join(", ")));
        self.region(&args, |kernel| {
            if kernel.random.below(4) == 0 {
                kernel.statements();
            } else {
                kernel.arithmetic();
                kernel.arithmetic();
            }
            let next = kernel.compute("arith.addi", &[args[0].0.clone(), "%k1".to_string()], "i32", "i32");
            let others: Vec<String> = types[1..].iter().map(|ty| kernel.any(ty)).collect();
            let all_values = std::iter::once(next).chain(others).collect::<Vec<_>>().join(", ");
            kernel.line(&format!("scf.yield {all_values} : {all}"));
        });
        self.line("}");
        self.define_all(names);
    }

    /// Exchanges values through workgroup memory.
    fn exchange(&mut self) {
        let ty = format!("memref<{}xi32, #gpu.address_space<workgroup>>", self.n_threads);
        let value = self.any("i32");
        self.line(&format!("memref.store {value}, %shared[%t] : {ty}"));
        self.line("gpu.barrier");
        let ahead = self.small("index");
        let other = self.compute("arith.addi", &["%t".to_string(), ahead], "index", "index");
        let other = self.compute("arith.remui", &[other, "%threads".to_string()], "index", "index");
        self.compute(&format!("memref.load %shared[{other}]"), &[], &ty, "i32");
        self.line("gpu.barrier");
    }
}
