//! Checks that integers of every width have the values of the interpreter on the CPU device: in vectors of threads,
//! in single threads and on the host, as values, in memory and as arguments.

use std::cmp::Ordering;
use std::fmt::Write as _;

use warpline_cli::{Exit, Session, SourceFile, cli};
use warpline_testsuite::integers::BINARY;

const PREDICATES: [&str; 6] = ["eq", "slt", "sge", "ult", "ugt", "ne"];
const FLOATS: [(&str, u32); 4] = [("f16", 16), ("bf16", 16), ("f32", 32), ("f64", 64)];
const WIDTHS: [u32; 21] = [1, 2, 3, 4, 7, 8, 9, 12, 16, 17, 24, 31, 32, 33, 40, 63, 64, 65, 100, 127, 128];

/// Returns the constant with the bits of a non-negative number.
fn constant(width: u32, value: u32) -> i64 {
    let value = i64::from(value);
    if width < 32 && 1 << (width - 1) <= value { value - (1 << width) } else { value }
}

/// The text of a loop body or kernel that computes with integers of one width.
struct Body {
    width: u32,
    ty: String,
    text: String,
    /// The names of what is computed, all of the type.
    results: Vec<String>,
}

/// Returns operations that store a sum of what each operation has for element `%i` of `%numbers` there.
fn body(width: u32) -> String {
    let mut body = Body { width, ty: format!("i{width}"), text: String::new(), results: Vec::new() };
    body.begin();
    body.compute();
    body.resize();
    body.convert_floats();
    body.end();
    body.text
}

impl Body {
    fn line(&mut self, text: &str) {
        writeln!(self.text, "      {text}").expect("a string takes text");
    }

    fn result(&mut self, name: &str, text: &str) {
        self.line(&format!("%{name} = {text}"));
        self.results.push(format!("%{name}"));
    }

    /// Makes `%a`, `%b`, which goes through memory, and divisors and numbers of bits within their ranges.
    fn begin(&mut self) {
        let (width, ty) = (self.width, self.ty.clone());
        let from_wide = |name: &str, wide: &str| match width {
            128 => format!("%{name} = arith.ori {wide}, {wide} : i128"),
            _ => format!("%{name} = arith.trunci {wide} : i128 to i{width}"),
        };
        self.line("%number = memref.load %numbers[%i] : memref<96xi64>");
        self.line("%long = arith.extsi %number : i64 to i128");
        self.line("%factor = arith.constant 987654321987654321 : i128");
        self.line("%product = arith.muli %long, %factor : i128");
        self.line("%square = arith.muli %product, %product : i128");
        self.line("%sixty = arith.constant 60 : i128");
        self.line("%upper = arith.shrui %square, %sixty : i128");
        self.line(&from_wide("a", "%product"));
        self.line(&from_wide("stored", "%upper"));
        self.line(&format!("memref.store %stored, %buffer[%i] : memref<96x{ty}>"));
        self.line(&format!("%b = memref.load %buffer[%i] : memref<96x{ty}>"));
        self.line(&format!("%one = arith.constant {} : {ty}", constant(width, 1)));
        self.line(&format!("%minus_one = arith.constant -1 : {ty}"));
        self.line(&format!("%odd = arith.ori %b, %one : {ty}"));
        self.line(&format!("%is_minus_one = arith.cmpi eq, %odd, %minus_one : {ty}"));
        self.line(&format!("%divisor = arith.select %is_minus_one, %one, %odd : {ty}"));
        if width <= 2 {
            // The width is 0 or negative in its own type.
            self.line(&format!("%count = arith.constant 0 : {ty}"));
        } else {
            self.line(&format!("%width = arith.constant {} : {ty}", constant(width, width)));
            self.line(&format!("%count = arith.remui %b, %width : {ty}"));
        }
    }

    fn compute(&mut self) {
        let ty = self.ty.clone();
        for op in BINARY {
            let right = match op {
                "shli" | "shrsi" | "shrui" => "%count",
                "divui" | "remui" | "ceildivui" => "%odd",
                "divsi" | "remsi" | "ceildivsi" | "floordivsi" if self.width == 1 => continue,
                "divsi" | "remsi" | "ceildivsi" | "floordivsi" => "%divisor",
                _ => "%b",
            };
            self.result(op, &format!("arith.{op} %a, {right} : {ty}"));
        }
        for predicate in PREDICATES {
            self.line(&format!("%is_{predicate} = arith.cmpi {predicate}, %a, %b : {ty}"));
            self.result(predicate, &format!("arith.select %is_{predicate}, %a, %one : {ty}"));
        }
        for op in ["absi", "ctlz", "cttz", "ctpop"] {
            self.result(op, &format!("math.{op} %a : {ty}"));
        }
        for op in ["mulsi_extended", "mului_extended"] {
            self.line(&format!("%low_{op}, %high_{op} = arith.{op} %a, %b : {ty}"));
            self.results.extend([format!("%low_{op}"), format!("%high_{op}")]);
        }
        self.line(&format!("%sum, %has_carry = arith.addui_extended %a, %b : {ty}, i1"));
        self.result("carry", &format!("arith.select %has_carry, %sum, %a : {ty}"));
    }

    /// Converts to all other widths and back.
    fn resize(&mut self) {
        let ty = self.ty.clone();
        for other in WIDTHS {
            for op in ["extsi", "extui"] {
                let name = format!("{op}_{other}");
                if other < self.width {
                    self.line(&format!("%cut_{name} = arith.trunci %a : {ty} to i{other}"));
                    self.result(&name, &format!("arith.{op} %cut_{name} : i{other} to {ty}"));
                } else if self.width < other {
                    let half = constant(other, other / 2);
                    self.line(&format!("%long_{name} = arith.{op} %a : {ty} to i{other}"));
                    self.line(&format!("%half_{name} = arith.constant {half} : i{other}"));
                    self.line(&format!("%upper_{name} = arith.shrui %long_{name}, %half_{name} : i{other}"));
                    self.result(&name, &format!("arith.trunci %upper_{name} : i{other} to {ty}"));
                }
            }
        }
    }

    fn convert_floats(&mut self) {
        let ty = self.ty.clone();
        for (float, bits) in FLOATS {
            for op in ["sitofp", "uitofp"] {
                let name = format!("{op}_{float}");
                self.line(&format!("%float_{name} = arith.{op} %a : {ty} to {float}"));
                self.line(&format!("%bits_{name} = arith.bitcast %float_{name} : {float} to i{bits}"));
                let own = match bits.cmp(&self.width) {
                    Ordering::Less => format!("arith.extui %bits_{name} : i{bits} to {ty}"),
                    Ordering::Equal => format!("arith.addi %bits_{name}, %one : {ty}"),
                    Ordering::Greater => format!("arith.trunci %bits_{name} : i{bits} to {ty}"),
                };
                self.result(&name, &own);
            }
            self.line(&format!("%fraction_{float} = arith.constant 0.75 : {float}"));
            for op in ["fptosi", "fptoui"] {
                self.result(
                    &format!("{op}_{float}"),
                    &format!("arith.{op} %fraction_{float} : {float} to {ty}"),
                );
            }
        }
    }

    /// Stores a sum that each result moves.
    fn end(&mut self) {
        let ty = self.ty.clone();
        let mut sum = "%argument".to_string();
        for (index, result) in std::mem::take(&mut self.results).iter().enumerate() {
            let op = if index % 2 == 0 { "xori" } else { "addi" };
            self.line(&format!("%sum_{index} = arith.{op} {sum}, {result} : {ty}"));
            sum = format!("%sum_{index}");
        }
        match self.width.cmp(&64) {
            Ordering::Less => self.line(&format!("%result = arith.extsi {sum} : {ty} to i64")),
            Ordering::Equal => self.line(&format!("%result = arith.ori {sum}, {sum} : i64")),
            Ordering::Greater => {
                self.line(&format!("%n_low = arith.constant 61 : {ty}"));
                self.line(&format!("%high = arith.shrui {sum}, %n_low : {ty}"));
                self.line(&format!("%low_bits = arith.trunci {sum} : {ty} to i64"));
                self.line(&format!("%high_bits = arith.trunci %high : {ty} to i64"));
                self.line("%result = arith.xori %low_bits, %high_bits : i64");
            }
        }
        self.line("memref.store %result, %numbers[%i] : memref<96xi64>");
    }
}

/// Returns a program that computes in a kernel.
fn on_device(width: u32) -> String {
    let (ty, body) = (format!("i{width}"), body(width));
    format!(
        "module attributes {{gpu.container_module}} {{
  gpu.module @m {{
    gpu.func @k(%numbers: memref<96xi64>, %buffer: memref<96x{ty}>, %argument: {ty}) kernel {{
      %i = gpu.global_id x
{body}      gpu.return
    }}
  }}
  func.func @main(%numbers: memref<96xi64>) -> memref<96xi64> {{
    %argument = arith.constant -1 : {ty}
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c32 = arith.constant 32 : index
    %buffer = gpu.alloc () : memref<96x{ty}>
    gpu.launch_func @m::@k blocks in (%c3, %c1, %c1) threads in (%c32, %c1, %c1)
        args(%numbers: memref<96xi64>, %buffer: memref<96x{ty}>, %argument: {ty})
    gpu.dealloc %buffer : memref<96x{ty}>
    return %numbers : memref<96xi64>
  }}
}}
"
    )
}

/// Returns a program that computes on the host, in a function with an argument and a result of the type.
fn on_host(width: u32) -> String {
    let (ty, body) = (format!("i{width}"), body(width));
    format!(
        "func.func private @compute(%numbers: memref<96xi64>, %buffer: memref<96x{ty}>, %argument: {ty}) -> {ty} {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c96 = arith.constant 96 : index
    scf.for %i = %c0 to %c96 step %c1 {{
{body}    }}
    %last = memref.load %buffer[%c1] : memref<96x{ty}>
    return %last : {ty}
  }}
  func.func @main(%numbers: memref<96xi64>) -> (memref<96xi64>, i1) {{
    %argument = arith.constant -1 : {ty}
    %buffer = memref.alloc() : memref<96x{ty}>
    %last = call @compute(%numbers, %buffer, %argument) : (memref<96xi64>, memref<96x{ty}>, {ty}) -> {ty}
    %is_less = arith.cmpi slt, %last, %argument : {ty}
    memref.dealloc %buffer : memref<96x{ty}>
    return %numbers, %is_less : memref<96xi64>, i1
  }}
"
    )
}

/// Runs a program on the interpreter and the CPU; returns the diagnostics if it fails or they differ.
fn failure(text: String, target: &str) -> Option<String> {
    let source = SourceFile { name: "<stdin>".to_string(), text };
    let mut session = Session::with_stdin(source);
    let args = ["run", "--device=interp,cpu", "--diagnostics=short", "--input=rand:7:-100000:100000", target];
    let args: Vec<String> = ["warpline"].iter().chain(&args).map(ToString::to_string).collect();
    let exit = cli::execute(&args, &mut session);
    (exit != Exit::Success).then_some(session.out + &session.err)
}

#[test]
fn integers_of_every_width_have_the_values_of_the_interpreter() {
    let mut wrong = Vec::new();
    for width in WIDTHS {
        for (place, text, threads) in
            [("device", on_device(width), 16), ("device", on_device(width), 1), ("host", on_host(width), 16)]
        {
            let why = failure(text, &format!("--target=cpu+width={threads}"));
            wrong.extend(why.map(|why| format!("i{width} on the {place}, {threads} threads: {why}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
