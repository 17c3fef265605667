//! Prints a random program.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::kernels;
use super::meaning::{input, returned};
use super::syntax::{
    Buffer, Carried, Condition, HostStep, LoopId, Memory, Offset, ProgramStep, RandomKernel, Region, SIZE,
    Steps, Token, View, Work,
};

const TOKEN: &str = "!gpu.async.token";

/// Returns the text of a program.
pub fn text(steps: &Steps) -> String {
    let mut writer = Writer {
        steps,
        out: String::new(),
        kernels: BTreeMap::new(),
        constants: BTreeSet::new(),
        counters: Vec::new(),
        n_names: 0,
        depth: 2,
    };
    let functions: String = (0..steps.functions.len()).map(|number| writer.function(number)).collect();
    let main = writer.main();
    let kernels: String = writer.kernels.values().map(String::as_str).collect();
    let prints = if main.contains("@print") || functions.contains("@print") {
        "  func.func private @printI64(i64)\n  func.func private @printNewline()\n"
    } else {
        ""
    };
    format!(
        "module attributes {{gpu.container_module}} {{\n  gpu.module @k {{\n{kernels}  }}\n{prints}{functions}{main}}}\n"
    )
}

struct Writer<'s> {
    steps: &'s Steps,
    out: String,
    /// Kernels by name.
    kernels: BTreeMap<String, String>,
    /// The index constants that the function needs.
    constants: BTreeSet<usize>,
    /// The induction variables of the enclosing loops.
    counters: Vec<(LoopId, String)>,
    n_names: usize,
    depth: usize,
}

fn whole_type() -> String {
    format!("memref<{SIZE}xi32>")
}

fn view_type(view: &View, is_cast: bool) -> String {
    if view.is_whole() {
        return whole_type();
    }
    let offset = match view.offset {
        Offset::At(offset) if !is_cast => offset.to_string(),
        Offset::At(_) | Offset::Of { .. } => "?".to_string(),
    };
    format!("memref<{}xi32, strided<[{}], offset: {offset}>>", view.len, view.stride)
}

fn tokens(tokens: &[Token]) -> String {
    tokens.iter().map(|token| format!("%t{token}")).collect::<Vec<_>>().join(", ")
}

/// Returns ` [%t1, %t2]`, or an empty text.
fn list(deps: &[Token]) -> String {
    if deps.is_empty() { String::new() } else { format!(" [{}]", tokens(deps)) }
}

/// Returns the start of an operation with or without a token, up to its dependences.
fn issue(name: &str, deps: &[Token], result: Option<Token>) -> String {
    match result {
        Some(token) => format!("%t{token} = {name} async{}", list(deps)),
        None => format!("{name}{}", list(deps)),
    }
}

fn types(n: usize) -> String {
    vec![TOKEN; n].join(", ")
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "  ".repeat(self.depth));
    }

    fn name(&mut self) -> usize {
        self.n_names += 1;
        self.n_names
    }

    fn constant(&mut self, index: usize) -> String {
        self.constants.insert(index);
        format!("%c{index}")
    }

    fn number(&mut self, number: i32) -> String {
        let own = self.name();
        self.line(&format!("%k{own} = arith.constant {number} : i32"));
        format!("%k{own}")
    }

    /// Returns the printed body, after its constants.
    fn take_body(&mut self) -> String {
        let constants = std::mem::take(&mut self.constants);
        let mut body = String::new();
        for index in constants {
            let _ = writeln!(body, "    %c{index} = arith.constant {index} : index");
        }
        body + &std::mem::take(&mut self.out)
    }

    fn function(&mut self, number: usize) -> String {
        let (function, callee) = (&self.steps.program.functions[number], &self.steps.functions[number]);
        let buffers = function.parameters.iter().map(|buffer| format!("%b{buffer}: {}", whole_type()));
        let token = callee.token.map(|token| format!("%t{token}: {TOKEN}"));
        let n = "%n: index".to_string();
        let parameters = buffers.chain([n]).chain(token).collect::<Vec<_>>().join(", ");
        self.steps(&callee.body.steps);
        let (ty, value) = match callee.body.yields.as_slice() {
            [token] => (format!(" -> {TOKEN}"), format!(" %t{token} : {TOKEN}")),
            _ => Default::default(),
        };
        self.line(&format!("return{value}"));
        format!("  func.func private @f{number}({parameters}){ty} {{\n{}  }}\n", self.take_body())
    }

    fn main(&mut self) -> String {
        let program = &self.steps.program;
        let inputs = (0..program.buffers.len()).filter(|buffer| program.buffers[*buffer] == Memory::Input);
        let noalias = if program.seed.is_multiple_of(2) { "llvm.noalias, " } else { "" };
        let parameter = |(number, buffer): (usize, Buffer)| {
            let (start, step) = (input(number, 0), input(number, 1) - input(number, 0));
            let ty = whole_type();
            format!("%b{buffer}: {ty} {{{noalias}warpline.input = \"iota:{start}:{step}\"}}")
        };
        let n = format!("%n: index {{warpline.input = \"{}\"}}", program.bits);
        let parameters = inputs.enumerate().map(parameter).chain([n]).collect::<Vec<_>>().join(", ");
        self.steps(&self.steps.main.steps);
        let results = returned(program, &self.steps.main);
        let values = results.iter().map(|buffer| format!("%b{buffer}")).collect::<Vec<_>>().join(", ");
        let tys = vec![whole_type(); results.len()].join(", ");
        if results.is_empty() {
            self.line("return");
            return format!("  func.func @main({parameters}) {{\n{}  }}\n", self.take_body());
        }
        self.line(&format!("return {values} : {tys}"));
        format!("  func.func @main({parameters}) -> ({tys}) {{\n{}  }}\n", self.take_body())
    }

    fn steps(&mut self, steps: &[ProgramStep]) {
        for step in steps {
            self.step(step);
        }
    }

    fn step(&mut self, step: &ProgramStep) {
        match step {
            ProgramStep::Work { work, deps, result } => self.work(work, deps, *result),
            ProgramStep::Join { deps, result } => {
                self.line(&format!("%t{result} = gpu.wait async{}", list(deps)));
            }
            ProgramStep::Wait(deps) => self.line(&format!("gpu.wait{}", list(deps))),
            ProgramStep::Await(token) => self.line(&format!("async.await %t{token} : !async.token")),
            ProgramStep::Host(step) => self.host(step),
            ProgramStep::If(condition, arms, results) => self.branch(condition, arms, results),
            ProgramStep::For(id, trip_count, carried, body) => {
                self.counted_loop(*id, *trip_count, carried, body);
            }
            ProgramStep::While(id, trip_count, carried, bodies) => {
                self.tested_loop(*id, *trip_count, carried, bodies);
            }
            ProgramStep::Call(number, arguments, passed) => self.call(*number, arguments, *passed),
            ProgramStep::Execute { deps, result, body } => {
                self.line(&format!("%t{result} = async.execute{} {{", list(deps)));
                self.depth += 1;
                self.steps(&body.steps);
                self.line("async.yield");
                self.depth -= 1;
                self.line("}");
            }
        }
    }

    /// Returns the value of a view and its type.
    fn view(&mut self, view: &View) -> (String, String) {
        if view.is_whole() {
            return (format!("%b{}", view.buffer), whole_type());
        }
        let own = self.name();
        let offset = match view.offset {
            Offset::At(offset) => offset.to_string(),
            Offset::Of { id, factor, .. } => {
                let counter = self.counters.iter().rev().find(|(other, _)| *other == id);
                let counter = counter.map(|(_, name)| name.clone()).unwrap_or_default();
                let factor = self.constant(factor);
                self.line(&format!("%o{own} = arith.muli {counter}, {factor} : index"));
                format!("%o{own}")
            }
        };
        let ty = view_type(view, false);
        self.line(&format!(
            "%v{own} = memref.subview %b{}[{offset}] [{}] [{}] : {} to {ty}",
            view.buffer,
            view.len,
            view.stride,
            whole_type()
        ));
        let cast = view_type(view, view.is_cast);
        if cast == ty {
            return (format!("%v{own}"), ty);
        }
        self.line(&format!("%u{own} = memref.cast %v{own} : {ty} to {cast}"));
        (format!("%u{own}"), cast)
    }

    fn work(&mut self, work: &Work, deps: &[Token], result: Option<Token>) {
        match work {
            Work::Alloc(buffer) => self.allocate(*buffer, deps, result),
            Work::Free(buffer) => {
                let start = issue("gpu.dealloc", deps, result);
                self.line(&format!("{start} %b{buffer} : {}", whole_type()));
            }
            Work::Launch { kernel, target, source, number, blocks } => {
                self.launch(*kernel, [Some(target), source.as_ref()], *number, *blocks, deps, result);
            }
            Work::Copy { target, source } => {
                let ((to, to_type), (from, from_type)) = (self.view(target), self.view(source));
                let start = issue("gpu.memcpy", deps, result);
                self.line(&format!("{start} {to}, {from} : {to_type}, {from_type}"));
            }
            Work::Fill { target, number } => {
                let ((to, ty), number) = (self.view(target), self.number(*number));
                let start = issue("gpu.memset", deps, result);
                self.line(&format!("{start} {to}, {number} : {ty}, i32"));
            }
        }
    }

    fn allocate(&mut self, buffer: Buffer, deps: &[Token], result: Option<Token>) {
        let ty = whole_type();
        let memory = self.steps.program.buffers[buffer];
        if memory == Memory::Host {
            return self.line(&format!("%b{buffer} = memref.alloc() : {ty}"));
        }
        let shared = if memory == Memory::Shared { " host_shared" } else { "" };
        match result {
            Some(token) => {
                self.line(&format!(
                    "%b{buffer}, %t{token} = gpu.alloc async{}{shared} () : {ty}",
                    list(deps)
                ));
            }
            None => self.line(&format!("%b{buffer} = gpu.alloc{}{shared} () : {ty}", list(deps))),
        }
    }

    fn launch(
        &mut self,
        kernel: RandomKernel,
        [target, source]: [Option<&View>; 2],
        number: i32,
        blocks: usize,
        deps: &[Token],
        result: Option<Token>,
    ) {
        let Some(target) = target else { return };
        let (to, to_type) = self.view(target);
        let source = source.map(|view| self.view(view));
        let name = self.kernel(kernel, target.len, &to_type, source.as_ref().map(|(_, ty)| ty.as_str()));
        let number = self.number(number);
        let n_threads = if kernel == RandomKernel::Half { target.len / 2 } else { target.len };
        let [one, blocks, threads] = [1, blocks, n_threads / blocks].map(|index| self.constant(index));
        let mut arguments = vec![format!("{to} : {to_type}")];
        arguments.extend(source.map(|(value, ty)| format!("{value} : {ty}")));
        arguments.push(format!("{number} : i32"));
        if kernel == RandomKernel::Half {
            arguments.push(format!("{} : index", self.constant(target.len / 4)));
        }
        let (start, arguments) = (issue("gpu.launch_func", deps, result), arguments.join(", "));
        self.line(&format!(
            "{start} @k::@{name} blocks in ({blocks}, {one}, {one}) threads in ({threads}, {one}, {one}) args({arguments})"
        ));
    }

    /// Returns the name of a kernel for buffers of these types.
    fn kernel(&mut self, kernel: RandomKernel, n: usize, target: &str, source: Option<&str>) -> String {
        let is_word = |c: char| c.is_ascii_alphanumeric();
        let word = |ty: &str| {
            let ty = ty.replace('?', "any");
            ty.split(|c| !is_word(c)).filter(|part| !part.is_empty()).skip(1).collect::<Vec<_>>().join("_")
        };
        let parts = [Some(kernels::name(kernel)), Some(word(target)), source.map(word)];
        let name = parts.into_iter().flatten().collect::<Vec<_>>().join("__");
        let text = kernels::text(kernel, &name, n, target, source);
        self.kernels.insert(name.clone(), text);
        name
    }

    /// Prints a load of an element and returns its value.
    fn load(&mut self, (buffer, index): (Buffer, usize)) -> String {
        let (own, index) = (self.name(), self.constant(index));
        self.line(&format!("%x{own} = memref.load %b{buffer}[{index}] : {}", whole_type()));
        format!("%x{own}")
    }

    fn host(&mut self, step: &HostStep) {
        match step {
            HostStep::Alloc(buffer) => self.line(&format!("%b{buffer} = memref.alloc() : {}", whole_type())),
            HostStep::Move { from, to: (buffer, index), number } => {
                let (old, number) = (self.load(*from), self.number(*number));
                let (own, index) = (self.name(), self.constant(*index));
                self.line(&format!("%x{own} = arith.addi {old}, {number} : i32"));
                self.line(&format!("memref.store %x{own}, %b{buffer}[{index}] : {}", whole_type()));
            }
            HostStep::Print(element) => {
                let (value, own) = (self.load(*element), self.name());
                self.line(&format!("%x{own} = arith.extsi {value} : i32 to i64"));
                self.line(&format!("func.call @printI64(%x{own}) : (i64) -> ()"));
                self.line("func.call @printNewline() : () -> ()");
            }
        }
    }

    fn condition(&mut self, condition: &Condition) -> String {
        let own = self.name();
        match condition {
            Condition::Bit(bit) => {
                let (mask, zero) = (self.constant(1 << bit), self.constant(0));
                self.line(&format!("%m{own} = arith.andi %n, {mask} : index"));
                self.line(&format!("%is{own} = arith.cmpi ne, %m{own}, {zero} : index"));
            }
            Condition::Positive(element) => {
                let (value, zero) = (self.load(*element), self.number(0));
                self.line(&format!("%is{own} = arith.cmpi sgt, {value}, {zero} : i32"));
            }
        }
        format!("%is{own}")
    }

    fn inside(&mut self, region: &Region) {
        self.depth += 1;
        self.steps(&region.steps);
        self.depth -= 1;
    }

    fn yields(&mut self, yields: &[Token]) {
        if !yields.is_empty() {
            let (values, types) = (tokens(yields), types(yields.len()));
            self.line(&format!("  scf.yield {values} : {types}"));
        }
    }

    fn branch(&mut self, condition: &Condition, [yes, no]: &[Region; 2], results: &[Token]) {
        let condition = self.condition(condition);
        let (left, ty) = if results.is_empty() {
            Default::default()
        } else {
            (format!("{} = ", tokens(results)), format!(" -> ({})", types(results.len())))
        };
        self.line(&format!("{left}scf.if {condition}{ty} {{"));
        self.inside(yes);
        self.yields(&yes.yields);
        if !no.steps.is_empty() || !results.is_empty() {
            self.line("} else {");
            self.inside(no);
            self.yields(&no.yields);
        }
        self.line("}");
    }

    fn counted_loop(&mut self, id: LoopId, trip_count: usize, carried: &[Carried], body: &Region) {
        let [zero, one, end] = [0, 1, trip_count].map(|index| self.constant(index));
        let inits: Vec<String> =
            carried.iter().map(|one| format!("%t{} = %t{}", one.inside, one.init)).collect();
        let results: Vec<Token> = carried.iter().map(|one| one.result).collect();
        let (left, more) = if carried.is_empty() {
            Default::default()
        } else {
            let (inits, types) = (inits.join(", "), types(carried.len()));
            (format!("{} = ", tokens(&results)), format!(" iter_args({inits}) -> ({types})"))
        };
        self.line(&format!("{left}scf.for %i{id} = {zero} to {end} step {one}{more} {{"));
        self.counters.push((id, format!("%i{id}")));
        self.inside(body);
        self.counters.pop();
        self.yields(&body.yields);
        self.line("}");
    }

    fn tested_loop(
        &mut self,
        id: LoopId,
        trip_count: usize,
        carried: &[Carried],
        [before, after]: &[Region; 2],
    ) {
        let [zero, one, end] = [0, 1, trip_count].map(|index| self.constant(index));
        let inits: Vec<String> = std::iter::once(format!("%i{id} = {zero}"))
            .chain(carried.iter().map(|one| format!("%t{} = %t{}", one.inside, one.init)))
            .collect();
        let with_tokens = |first: &str, tokens: &[Token]| {
            let rest = tokens.iter().map(|token| format!("%t{token}"));
            std::iter::once(first.to_string()).chain(rest).collect::<Vec<_>>().join(", ")
        };
        let tys: Vec<&str> = std::iter::once("index").chain(carried.iter().map(|_| TOKEN)).collect();
        let tys = tys.join(", ");
        let results: Vec<Token> = carried.iter().map(|one| one.result).collect();
        let left = with_tokens(&format!("%w{id}"), &results);
        self.line(&format!("{left} = scf.while ({}) : ({tys}) -> ({tys}) {{", inits.join(", ")));
        self.counters.push((id, format!("%i{id}")));
        self.inside(before);
        self.line(&format!("  %l{id} = arith.cmpi slt, %i{id}, {end} : index"));
        let forwarded = with_tokens(&format!("%i{id}"), &before.yields);
        self.line(&format!("  scf.condition(%l{id}) {forwarded} : {tys}"));
        self.counters.pop();
        self.line("} do {");
        let arguments: Vec<String> = std::iter::once(format!("%j{id}: index"))
            .chain(carried.iter().map(|one| format!("%t{}: {TOKEN}", one.after_condition)))
            .collect();
        self.line(&format!("^bb0({}):", arguments.join(", ")));
        self.counters.push((id, format!("%j{id}")));
        self.inside(after);
        self.counters.pop();
        self.line(&format!("  %a{id} = arith.addi %j{id}, {one} : index"));
        let yields = with_tokens(&format!("%a{id}"), &after.yields);
        self.line(&format!("  scf.yield {yields} : {tys}"));
        self.line("}");
    }

    fn call(&mut self, number: usize, arguments: &[Buffer], passed: Option<[Token; 2]>) {
        let buffers = arguments.iter().map(|buffer| (format!("%b{buffer}"), whole_type()));
        let n = ("%n".to_string(), "index".to_string());
        let token = passed.map(|[token, _]| (format!("%t{token}"), TOKEN.to_string()));
        let all: (Vec<String>, Vec<String>) = buffers.chain([n]).chain(token).unzip();
        let (values, tys) = (all.0.join(", "), all.1.join(", "));
        let (left, result) = match passed {
            Some([_, token]) => (format!("%t{token} = "), TOKEN),
            None => (String::new(), "()"),
        };
        self.line(&format!("{left}func.call @f{number}({values}) : ({tys}) -> {result}"));
    }
}
