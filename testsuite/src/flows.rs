//! Random host programs with device work in every kind of control flow: loops, branches, arbitrary control
//! flow graphs, early returns, calls and recursion.
//!
//! A kernel mixes one buffer into another with a distinct number, so that any wrong order changes results.
//! The bits of an argument determine the branches. Loops terminate: loops of blocks and recursion consume
//! fuel. All buffers of a call are distinct, so functions may declare them as such.

use crate::generator::Generator;
use std::fmt::Write as _;

/// The number of buffers of each function.
const N_BUFFERS: usize = 4;
/// The approximate number of statements of a program.
const N_STATEMENTS: usize = 24;

const KERNELS: &str = "  gpu.module @k {
    gpu.func @mix(%own: f32, %a: memref<8xf32>, %b: memref<8xf32>) kernel {
      %half = arith.constant 0.5 : f32
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<8xf32>
      %y = memref.load %b[%i] : memref<8xf32>
      %u = arith.mulf %x, %half : f32
      %v = arith.mulf %y, %half : f32
      %w = arith.addf %u, %v : f32
      %z = arith.addf %w, %own : f32
      memref.store %z, %b[%i] : memref<8xf32>
      gpu.return
    }
  }
";

const CONSTANTS: &str = "    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c8 = arith.constant 8 : index
";

/// Returns the text of a random program.
pub fn random_program(generator: &mut Generator) -> String {
    let n_functions = generator.below(4);
    let mut writer = Writer { generator, out: String::new(), n_names: 0, left: N_STATEMENTS, callees: 0 };
    let _ = write!(writer.out, "module attributes {{gpu.container_module}} {{\n{KERNELS}");
    for number in 0..n_functions {
        writer.callees = number;
        writer.function(Some(number));
    }
    writer.callees = n_functions;
    writer.left = writer.left.max(N_STATEMENTS / 2);
    writer.function(None);
    writer.out.push_str("}\n");
    writer.out
}

struct Writer<'g> {
    generator: &'g mut Generator,
    out: String,
    n_names: usize,
    /// The number of statements that may still be generated.
    left: usize,
    /// The functions with smaller numbers may be called.
    callees: usize,
}

impl Writer<'_> {
    fn one_in(&mut self, n: usize) -> bool {
        self.generator.below(n) == 0
    }

    fn name(&mut self) -> usize {
        self.n_names += 1;
        self.n_names
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "  ".repeat(depth));
    }

    /// Generates a private function with a number, or the main function.
    fn function(&mut self, number: Option<usize>) {
        let is_alone = number.is_none() || self.one_in(2);
        let buffer = |index: usize| {
            let mut attrs = Vec::new();
            if is_alone {
                attrs.push("llvm.noalias".to_string());
            }
            if number.is_none() {
                attrs.push(format!("warpline.input = \"{}\"", index + 1));
            }
            let attrs = if attrs.is_empty() { String::new() } else { format!(" {{{}}}", attrs.join(", ")) };
            format!("%b{index}: memref<8xf32>{attrs}")
        };
        let buffers: Vec<String> = (0..N_BUFFERS).map(buffer).collect();
        let bits = self.generator.below(1 << 12);
        let (visibility, name, input) = match number {
            Some(number) => ("private ", format!("f{number}"), String::new()),
            None => ("", "main".to_string(), format!(" {{warpline.input = \"{bits}\"}}")),
        };
        let fuel = if number.is_some() { ", %fuel: index" } else { "" };
        let buffers = buffers.join(", ");
        let _ = writeln!(self.out, "  func.func {visibility}@{name}({buffers}, %n: index{input}{fuel}) {{");
        self.out.push_str(CONSTANTS);
        if number.is_none() {
            self.line(2, "%fuel = arith.constant 2 : index");
        }
        if self.one_in(2) {
            self.graph();
        } else {
            let recursion = number.filter(|_| self.one_in(3));
            self.statements(2, 6);
            if let Some(number) = recursion {
                self.recursion(number);
            }
            self.statements(2, 3);
            self.line(2, "return");
        }
        self.line(1, "}");
    }

    /// Generates a recursive call that runs while there is fuel.
    fn recursion(&mut self, number: usize) {
        let own = self.name();
        self.line(2, &format!("%more{own} = arith.cmpi sgt, %fuel, %c0 : index"));
        self.line(2, &format!("scf.if %more{own} {{"));
        self.line(3, &format!("%rest{own} = arith.subi %fuel, %c1 : index"));
        let fuel = format!("%rest{own}");
        self.call(3, number, &fuel);
        self.line(2, "}");
    }

    /// Generates an arbitrary control flow graph: forward edges, and edges to any block that consume fuel.
    fn graph(&mut self) {
        let own = self.name();
        let n_blocks = 2 + self.generator.below(5);
        self.statements(2, 3);
        self.line(2, &format!("cf.br ^g{own}b0(%c3 : index)"));
        for block in 0..n_blocks {
            self.line(1, &format!("^g{own}b{block}(%left{own}x{block}: index):"));
            self.statements(2, 3);
            let left = format!("%left{own}x{block}");
            let is_last = block + 1 == n_blocks;
            if is_last || self.one_in(6) {
                self.line(2, "return");
                continue;
            }
            let next = block + 1 + self.generator.below(n_blocks - block - 1);
            let anywhere = self.generator.below(n_blocks);
            let name = self.name();
            let bit = self.bit(2);
            self.line(2, &format!("%has{name} = arith.cmpi sgt, {left}, %c0 : index"));
            self.line(2, &format!("%go{name} = arith.andi %has{name}, {bit} : i1"));
            self.line(2, &format!("%less{name} = arith.subi {left}, %c1 : index"));
            let (there, then) = (format!("^g{own}b{anywhere}"), format!("^g{own}b{next}"));
            self.line(
                2,
                &format!("cf.cond_br %go{name}, {there}(%less{name} : index), {then}({left} : index)"),
            );
        }
    }

    fn statements(&mut self, depth: usize, most: usize) {
        for _ in 0..self.generator.below(most + 1) {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: usize) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        let is_deep = 5 < depth;
        match self.generator.below(if is_deep { 9 } else { 15 }) {
            0..=5 => self.mix(depth),
            6 => self.copy(depth),
            7 => self.host_access(depth),
            8 => self.local_buffer(depth),
            9 | 10 => self.branch(depth),
            11 => self.counted_loop(depth),
            12 => self.tested_loop(depth),
            _ if self.callees == 0 => self.mix(depth),
            _ => {
                let callee = self.generator.below(self.callees);
                self.call(depth, callee, "%fuel");
            }
        }
    }

    /// Returns two distinct buffers.
    fn pair(&mut self) -> [String; 2] {
        let a = self.generator.below(N_BUFFERS);
        let b = (a + 1 + self.generator.below(N_BUFFERS - 1)) % N_BUFFERS;
        [format!("%b{a}"), format!("%b{b}")]
    }

    fn mix(&mut self, depth: usize) {
        let [a, b] = self.pair();
        self.launch(depth, &a, &b);
    }

    fn launch(&mut self, depth: usize, a: &str, b: &str) {
        let own = self.name();
        self.line(depth, &format!("%own{own} = arith.constant {own}.0 : f32"));
        self.line(
            depth,
            &format!(
                "gpu.launch_func @k::@mix blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) \
                 args(%own{own} : f32, {a} : memref<8xf32>, {b} : memref<8xf32>)"
            ),
        );
    }

    fn copy(&mut self, depth: usize) {
        let [a, b] = self.pair();
        self.line(depth, &format!("gpu.memcpy {a}, {b} : memref<8xf32>, memref<8xf32>"));
    }

    fn host_access(&mut self, depth: usize) {
        let ([a, b], own) = (self.pair(), self.name());
        self.line(depth, &format!("%value{own} = memref.load {a}[%c0] : memref<8xf32>"));
        self.line(depth, &format!("memref.store %value{own}, {b}[%c1] : memref<8xf32>"));
    }

    fn local_buffer(&mut self, depth: usize) {
        let ([a, b], own) = (self.pair(), self.name());
        let local = format!("%local{own}");
        self.line(depth, &format!("{local} = gpu.alloc () : memref<8xf32>"));
        self.line(depth, &format!("gpu.memcpy {local}, {a} : memref<8xf32>, memref<8xf32>"));
        self.launch(depth, &b, &local);
        self.launch(depth, &local, &a);
        self.line(depth, &format!("gpu.dealloc {local} : memref<8xf32>"));
    }

    /// Generates a condition of the host.
    fn bit(&mut self, depth: usize) -> String {
        let (own, bit) = (self.name(), 1 << self.generator.below(12));
        self.line(depth, &format!("%mask{own} = arith.constant {bit} : index"));
        self.line(depth, &format!("%masked{own} = arith.andi %n, %mask{own} : index"));
        self.line(depth, &format!("%bit{own} = arith.cmpi ne, %masked{own}, %c0 : index"));
        format!("%bit{own}")
    }

    fn branch(&mut self, depth: usize) {
        let bit = self.bit(depth);
        self.line(depth, &format!("scf.if {bit} {{"));
        self.statements(depth + 1, 3);
        if self.one_in(2) {
            self.line(depth, "} else {");
            self.statements(depth + 1, 3);
        }
        self.line(depth, "}");
    }

    fn counted_loop(&mut self, depth: usize) {
        let own = self.name();
        self.line(depth, &format!("%trips{own} = arith.constant {} : index", own % 4));
        self.line(depth, &format!("scf.for %i{own} = %c0 to %trips{own} step %c1 {{"));
        self.statements(depth + 1, 4);
        self.line(depth, "}");
    }

    fn tested_loop(&mut self, depth: usize) {
        let own = self.name();
        self.line(depth, &format!("%end{own} = scf.while (%i{own} = %c0) : (index) -> index {{"));
        self.statements(depth + 1, 2);
        self.line(depth + 1, &format!("%test{own} = arith.cmpi slt, %i{own}, %c3 : index"));
        self.line(depth + 1, &format!("scf.condition(%test{own}) %i{own} : index"));
        self.line(depth, "} do {");
        self.line(depth, &format!("^bb0(%j{own}: index):"));
        self.statements(depth + 1, 2);
        self.line(depth + 1, &format!("%next{own} = arith.addi %j{own}, %c1 : index"));
        self.line(depth + 1, &format!("scf.yield %next{own} : index"));
        self.line(depth, "}");
    }

    fn call(&mut self, depth: usize, callee: usize, fuel: &str) {
        let mut order: Vec<usize> = (0..N_BUFFERS).collect();
        for place in (1..N_BUFFERS).rev() {
            order.swap(place, self.generator.below(place + 1));
        }
        let buffers: Vec<String> = order.iter().map(|index| format!("%b{index}")).collect();
        let types = ["memref<8xf32>"; N_BUFFERS].join(", ");
        let buffers = buffers.join(", ");
        self.line(
            depth,
            &format!("func.call @f{callee}({buffers}, %n, {fuel}) : ({types}, index, index) -> ()"),
        );
    }
}
