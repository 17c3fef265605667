//! Random nests of loops with independent iterations: each computes an element from rows and columns of its inputs, in
//! inner loops and branches whose bounds and conditions may differ between iterations, and adds to it in memory or in
//! carried values.

use crate::generator::Generator;
use std::fmt::Write;

/// The number of elements that inner loops run over.
const DEPTH: usize = 9;
/// The numbers of rows: multiples of 4, and one that is none.
const ROWS: [usize; 3] = [256, 128, 259];
/// The numbers of columns.
const COLUMNS: [usize; 6] = [128, 64, 77, 96, 132, 183];

/// How the iterations of a nest follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Any order: `scf.parallel`.
    Any,
    /// One after the other: `scf.for`.
    Sequential,
}

/// Returns the program of a seed. Its function `main` returns digests of what the nest computes.
pub fn program(seed: u64, order: Order) -> String {
    let mut random = Generator::new(seed);
    let rows = ROWS[random.below(ROWS.len())];
    let columns = COLUMNS[random.below(COLUMNS.len())];
    let out = format!("memref<{rows}x{columns}xi32>");
    let mut nest = Nest { text: String::new(), random, count: 0, rows, columns };
    let is_summed = nest.random.below(2) == 0;
    let values = if is_summed { nest.sum_in_memory(&out) } else { nest.values(&["%i32", "%j32"], 0) };
    let last = nest.pick(&values);
    let (stored, body) = (if is_summed { "%other" } else { "%out" }, &nest.text);
    let bounds = "(%i, %j) = (%c0, %c0) to (%rows, %columns) step (%c1, %c1)";
    let (head, end) = match order {
        Order::Any => (format!("scf.parallel {bounds} {{"), "scf.reduce\n  }"),
        Order::Sequential => (
            "scf.for %i = %c0 to %rows step %c1 {\n  scf.for %j = %c0 to %columns step %c1 {".to_string(),
            "}\n  }",
        ),
    };
    format!(
        "func.func @main(%a: memref<{rows}x{DEPTH}xi32> {{warpline.input = \"rand:{seed}\"}}, \
         %b: memref<{DEPTH}x{columns}xi32> {{warpline.input = \"rand:7\"}}) -> (i32, i32) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %depth = arith.constant {DEPTH} : index
  %most = arith.constant {} : index
  %rows = arith.constant {rows} : index
  %columns = arith.constant {columns} : index
  %zero = arith.constant 0 : i32
  %some = arith.constant 23 : i32
  %out = memref.alloc() : {out}
  %other = memref.alloc() : {out}
  linalg.fill ins(%some : i32) outs(%out : {out})
  linalg.fill ins(%zero : i32) outs(%other : {out})
  {head}
  %i32 = arith.index_cast %i : index to i32
  %j32 = arith.index_cast %j : index to i32
  %few = arith.minui %i, %most : index
  %few_columns = arith.minui %j, %most : index
{body}  memref.store {last}, {stored}[%i, %j] : {out}
  {end}
  %d0 = func.call @digest(%out) : ({out}) -> i32
  %d1 = func.call @digest(%other) : ({out}) -> i32
  return %d0, %d1 : i32, i32
}}
func.func private @digest(%m: {out}) -> i32 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = arith.constant {rows} : index
  %columns = arith.constant {columns} : index
  %zero = arith.constant 0 : i32
  %factor = arith.constant 31 : i32
  %all = scf.for %i = %c0 to %rows step %c1 iter_args(%s = %zero) -> (i32) {{
    %row = scf.for %j = %c0 to %columns step %c1 iter_args(%t = %s) -> (i32) {{
      %v = memref.load %m[%i, %j] : {out}
      %p = arith.muli %t, %factor : i32
      %u = arith.addi %p, %v : i32
      scf.yield %u : i32
    }}
    scf.yield %row : i32
  }}
  return %all : i32
}}
",
        DEPTH - 1
    )
}

/// The body of a nest under construction.
struct Nest {
    text: String,
    random: Generator,
    count: usize,
    rows: usize,
    columns: usize,
}

impl Nest {
    fn name(&mut self) -> String {
        self.count += 1;
        format!("%v{}", self.count)
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "  {line}");
    }

    fn pick(&mut self, of: &[String]) -> String {
        of[self.random.below(of.len())].clone()
    }

    /// Adds to an element of `%out` in a loop over memory; returns a value to store elsewhere.
    fn sum_in_memory(&mut self, out: &str) -> Vec<String> {
        let upper = ["%depth", "%depth", "%few"][self.random.below(3)];
        self.line(&format!("scf.for %m = %c0 to {upper} step %c1 {{"));
        let values = self.values(&["%i32", "%j32", "%m"], 1);
        let (before, after) = (self.name(), self.name());
        self.line(&format!("{before} = memref.load %out[%i, %j] : {out}"));
        let term = self.pick(&values);
        self.line(&format!("{after} = arith.addi {before}, {term} : i32"));
        self.line(&format!("memref.store {after}, %out[%i, %j] : {out}"));
        self.line("}");
        vec!["%i32".to_string(), "%some".to_string()]
    }

    /// Computes values from those of a scope, in which the last index is that of the innermost loop.
    fn values(&mut self, scope: &[&str], depth: usize) -> Vec<String> {
        let is_index = |name: &&&str| ["%k", "%m", "%few"].iter().any(|start| name.starts_with(start));
        let index = scope.iter().rfind(|name| is_index(name)).map_or("%few", |name| *name).to_string();
        let mut values: Vec<String> =
            scope.iter().filter(|name| !is_index(name)).map(ToString::to_string).collect();
        let is_inside = 0 < depth;
        for _ in 0..2 + self.random.below(3) {
            match self.random.below(6) {
                0 | 1 if is_inside => self.load(&index, &mut values),
                2 if depth < 3 => self.inner_loop(&mut values, depth),
                3 if depth < 3 => self.branch(&index, &mut values, depth),
                _ => {
                    let kind = ["addi", "subi", "muli", "xori", "maxsi", "minui"][self.random.below(6)];
                    let (a, b, c) = (self.pick(&values), self.pick(&values), self.name());
                    self.line(&format!("{c} = arith.{kind} {a}, {b} : i32"));
                    values.push(c);
                }
            }
        }
        if depth == 0 {
            self.inner_loop(&mut values, depth);
        }
        values
    }

    fn load(&mut self, index: &str, values: &mut Vec<String>) {
        let (a, b, sum) = (self.name(), self.name(), self.name());
        let (rows, columns) = (self.rows, self.columns);
        self.line(&format!("{a} = memref.load %a[%i, {index}] : memref<{rows}x{DEPTH}xi32>"));
        self.line(&format!("{b} = memref.load %b[{index}, %j] : memref<{DEPTH}x{columns}xi32>"));
        self.line(&format!("{sum} = arith.muli {a}, {b} : i32"));
        values.extend([b, sum]);
    }

    fn inner_loop(&mut self, values: &mut Vec<String>, depth: usize) {
        let uppers = ["%depth", "%depth", "%depth", "%few", "%few_columns", "%c0"];
        let (upper, step) = (uppers[self.random.below(6)], ["%c1", "%c1", "%c3"][self.random.below(3)]);
        let (first, other) = (self.pick(values), self.pick(values));
        let [k, s, t, result] = [(); 4].map(|()| self.name());
        let k = k.replace("%v", "%k");
        self.line(&format!(
            "{result}:2 = scf.for {k} = %c0 to {upper} step {step} iter_args({s} = {first}, {t} = {other}) -> (i32, i32) {{"
        ));
        let scope: Vec<String> = values.iter().chain([&s, &t, &k]).cloned().collect();
        let scope: Vec<&str> = scope.iter().map(String::as_str).collect();
        let inside = self.values(&scope, depth + 1);
        let next = inside[inside.len() - 1].clone();
        // The second value is the same for all iterations in some nests.
        let kept = if self.random.below(2) == 0 { t } else { self.pick(&inside) };
        self.line(&format!("scf.yield {next}, {kept} : i32, i32"));
        self.line("}");
        values.extend([format!("{result}#0"), format!("{result}#1")]);
    }

    fn branch(&mut self, index: &str, values: &mut Vec<String>, depth: usize) {
        let [condition, result] = [(); 2].map(|()| self.name());
        let sides = [("%i", "%j"), (index, "%c3"), ("%j", "%depth"), ("%i", "%depth")];
        let (a, b) = sides[self.random.below(4)];
        self.line(&format!("{condition} = arith.cmpi ult, {a}, {b} : index"));
        self.line(&format!("{result} = scf.if {condition} -> (i32) {{"));
        let scope: Vec<String> = values.iter().cloned().chain([index.to_string()]).collect();
        let scope: Vec<&str> = scope.iter().map(String::as_str).collect();
        let inside = self.values(&scope, depth.max(1) + 1);
        let then = inside[inside.len() - 1].clone();
        self.line(&format!("scf.yield {then} : i32"));
        self.line("} else {");
        let otherwise = self.pick(values);
        self.line(&format!("scf.yield {otherwise} : i32"));
        self.line("}");
        values.push(result);
    }
}
