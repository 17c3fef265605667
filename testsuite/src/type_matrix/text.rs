//! Builds the text of a program operation by operation.

use std::fmt::Write as _;

use super::ValueType;

/// The text of the function `main`, and what follows it.
#[derive(Default)]
pub(super) struct Text {
    body: String,
    /// Functions and globals after the function.
    pub(super) rest: String,
    /// The type of its result; `i64` if it is empty.
    pub(super) result: String,
    n_values: usize,
}

impl Text {
    /// Returns a new name.
    pub(super) fn name(&mut self) -> String {
        self.n_values += 1;
        format!("%v{}", self.n_values)
    }

    /// Adds a line.
    pub(super) fn line(&mut self, text: &str) {
        writeln!(self.body, "  {text}").expect("a string takes text");
    }

    /// Adds an operation with a result.
    pub(super) fn op(&mut self, text: &str) -> String {
        let name = self.name();
        self.line(&format!("{name} = {text}"));
        name
    }

    /// Returns the lines so far, which are taken out.
    pub(super) fn take(&mut self) -> String {
        std::mem::take(&mut self.body)
    }

    pub(super) fn index(&mut self, number: u64) -> String {
        self.op(&format!("arith.constant {number} : index"))
    }

    pub(super) fn finish(self, result: &str) -> String {
        let ty = if self.result.is_empty() { "i64" } else { &self.result };
        format!("func.func @main() -> {ty} {{\n{}  return {result} : {ty}\n}}\n{}", self.body, self.rest)
    }

    /// Makes a value of a type from an index.
    pub(super) fn make(&mut self, ty: &ValueType, index: &str) -> String {
        let Some(shape) = &ty.shape else { return self.make_scalar(ty, index) };
        let elements: Vec<String> = (0..shape.iter().product())
            .map(|number| {
                let number = self.index(number);
                let place = self.op(&format!("arith.addi {index}, {number} : index"));
                self.make_scalar(ty, &place)
            })
            .collect();
        self.op(&format!("vector.from_elements {} : {}", elements.join(", "), ty.text()))
    }

    fn make_scalar(&mut self, ty: &ValueType, index: &str) -> String {
        let scalar = ty.scalar;
        match ty.width() {
            _ if scalar == "index" => return index.to_string(),
            width if ty.is_int() && width <= 64 => {
                return self.op(&format!("arith.index_cast {index} : index to {scalar}"));
            }
            _ if ty.is_int() => {
                let long = self.op(&format!("arith.index_cast {index} : index to i64"));
                return self.op(&format!("arith.extsi {long} : i64 to {scalar}"));
            }
            _ => {}
        }
        let three = self.index(3);
        let rest = self.op(&format!("arith.remui {index}, {three} : index"));
        let number = self.op(&format!("arith.index_cast {rest} : index to i32"));
        let single = self.op(&format!("arith.sitofp {number} : i32 to f32"));
        match scalar {
            "f32" => single,
            "f64" => self.op(&format!("arith.extf {single} : f32 to f64")),
            _ => self.op(&format!("arith.truncf {single} : f32 to {scalar}")),
        }
    }

    /// Reduces a value to an `i64`: its elements times their numbers.
    pub(super) fn reduce(&mut self, ty: &ValueType, value: &str) -> String {
        let Some(shape) = &ty.shape else { return self.reduce_scalar(ty, value) };
        let mut sum = self.op("arith.constant 0 : i64");
        let n: u64 = shape.iter().product();
        for number in 0..n {
            let mut rest = number;
            let mut place: Vec<String> = Vec::new();
            for size in shape.iter().rev() {
                place.insert(0, (rest % size).to_string());
                rest /= size;
            }
            let place = place.join(", ");
            let element =
                self.op(&format!("vector.extract {value}[{place}] : {} from {}", ty.scalar, ty.text()));
            let element = self.reduce_scalar(ty, &element);
            let factor = self.op(&format!("arith.constant {} : i64", number + 1));
            let product = self.op(&format!("arith.muli {element}, {factor} : i64"));
            sum = self.op(&format!("arith.addi {sum}, {product} : i64"));
        }
        sum
    }

    fn reduce_scalar(&mut self, ty: &ValueType, value: &str) -> String {
        let scalar = ty.scalar;
        match ty.width() {
            _ if scalar == "index" => return self.op(&format!("arith.index_cast {value} : index to i64")),
            64 if ty.is_int() => return value.to_string(),
            width if ty.is_int() && width < 64 => {
                return self.op(&format!("arith.extsi {value} : {scalar} to i64"));
            }
            _ if ty.is_int() => return self.op(&format!("arith.trunci {value} : {scalar} to i64")),
            _ => {}
        }
        let single = match scalar {
            "f32" => value.to_string(),
            "f64" => self.op(&format!("arith.truncf {value} : f64 to f32")),
            _ => self.op(&format!("arith.extf {value} : {scalar} to f32")),
        };
        self.op(&format!("arith.fptosi {single} : f32 to i64"))
    }

    pub(super) fn store(&mut self, value: &str, buffer: &str, index: &str, ty: &str) {
        self.line(&format!("memref.store {value}, {buffer}[{index}] : {ty}"));
    }

    pub(super) fn load(&mut self, buffer: &str, index: &str, ty: &str) -> String {
        self.op(&format!("memref.load {buffer}[{index}] : {ty}"))
    }

    /// Allocates a buffer for host and device.
    pub(super) fn shared(&mut self, ty: &str) -> String {
        self.op(&format!("gpu.alloc host_shared () : {ty}"))
    }

    /// Launches two blocks of four threads, each with its number in the grid; `memory` is the list of workgroup memory.
    pub(super) fn launch(&mut self, memory: &str, body: impl FnOnce(&mut Self, &str)) {
        let [one, two, four] = [1, 2, 4].map(|number| self.index(number));
        self.line(&format!(
            "gpu.launch blocks(%ba, %bb, %bc) in (%ga = {two}, %gb = {one}, %gc = {one}) \
             threads(%t, %u, %v) in (%la = {four}, %lb = {one}, %lc = {one}) {memory} {{"
        ));
        let width = self.index(4);
        let first = self.op(&format!("arith.muli %ba, {width} : index"));
        let number = self.op(&format!("arith.addi {first}, %t : index"));
        body(self, &number);
        self.line("gpu.terminator }");
    }

    /// Builds a loop over `n` indices.
    pub(super) fn each(&mut self, n: u64, body: impl FnOnce(&mut Self, &str)) {
        let [first, end, step] = [0, n, 1].map(|number| self.index(number));
        let index = self.name();
        self.line(&format!("scf.for {index} = {first} to {end} step {step} {{"));
        body(self, &index);
        self.line("}");
    }

    /// Adds up what a body makes of `n` indices, each times its number.
    pub(super) fn sum(&mut self, n: u64, body: impl FnOnce(&mut Self, &str) -> String) -> String {
        let [first, end, step] = [0, n, 1].map(|number| self.index(number));
        let zero = self.op("arith.constant 0 : i64");
        let [result, index, sum] = [(); 3].map(|()| self.name());
        self.line(&format!(
            "{result} = scf.for {index} = {first} to {end} step {step} iter_args({sum} = {zero}) -> i64 {{"
        ));
        let value = body(self, &index);
        let number = self.op(&format!("arith.index_cast {index} : index to i64"));
        let three = self.op("arith.constant 3 : i64");
        let factor = self.op(&format!("arith.addi {number}, {three} : i64"));
        let product = self.op(&format!("arith.muli {value}, {factor} : i64"));
        let next = self.op(&format!("arith.addi {sum}, {product} : i64"));
        self.line(&format!("scf.yield {next} : i64 }}"));
        result
    }

    /// Adds up the elements of a buffer.
    pub(super) fn total(&mut self, buffer: &str, ty: &ValueType, n: u64) -> String {
        let memref = format!("memref<{n}x{}>", ty.text());
        self.sum(n, |text, index| {
            let value = text.load(buffer, index, &memref);
            text.reduce(ty, &value)
        })
    }
}
