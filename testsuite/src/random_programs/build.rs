//! Builds random statements: the buffers, work and control flow of a program.

use super::effects::{ALL, elements};
use super::syntax::{
    Buffer, Condition, Function, HostStep, LoopId, Memory, Mode, Offset, RandomKernel, RandomProgram, SIZE,
    Statement, StatementKind, Update, View, Work,
};
use crate::generator::Generator;

/// The approximate number of statements of a top-level body.
const MOST_TOP: usize = 12;
/// The maximum depth of control flow.
const MOST_DEPTH: usize = 3;
/// The approximate number of statements of a program.
const MOST_STATEMENTS: usize = 36;
/// The number of bits that conditions test.
const N_BITS: usize = 4;

/// The frequencies of features in a program, from 0 to 3 each.
struct Flavour {
    tokens: usize,
    atomics: usize,
    host: usize,
    control: usize,
}

/// The scope of statements: the entities that they may use.
#[derive(Clone)]
struct Scope {
    buffers: Vec<Buffer>,
    loops: Vec<(LoopId, usize)>,
    /// Whether the buffers may alias.
    may_alias: bool,
    is_execute: bool,
    depth: usize,
}

/// The builder of one program.
struct Build<'g> {
    generator: &'g mut Generator,
    flavour: Flavour,
    program: RandomProgram,
    n_loops: usize,
    left: usize,
}

/// Returns a random program.
pub fn build(seed: u64) -> RandomProgram {
    let mut generator = Generator::new(seed);
    let mut level = || generator.below(4);
    let flavour = Flavour { tokens: level(), atomics: level(), host: level(), control: level() };
    let bits = generator.below(1 << N_BITS);
    let program = RandomProgram { seed, buffers: Vec::new(), bits, functions: Vec::new(), main: Vec::new() };
    let mut build = Build { generator: &mut generator, flavour, program, n_loops: 0, left: MOST_STATEMENTS };
    for _ in 0..build.below(3) {
        build.function();
    }
    build.main();
    build.program
}

impl Build<'_> {
    fn below(&mut self, n: usize) -> usize {
        self.generator.below(n)
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.generator.below(n) == 0
    }

    /// Whether to generate a feature of this frequency.
    fn likes(&mut self, level: usize) -> bool {
        self.generator.below(4) < level
    }

    fn buffer(&mut self, memory: Memory) -> Buffer {
        self.program.buffers.push(memory);
        self.program.buffers.len() - 1
    }

    fn push(&mut self, out: &mut Vec<Statement>, kind: StatementKind) {
        let salt = self.generator.bits();
        out.push(Statement { salt, kind });
    }

    fn function(&mut self) {
        let parameters: Vec<Buffer> = (0..3).map(|_| self.buffer(Memory::Parameter)).collect();
        let (may_alias, has_token) = (self.one_in(4), self.likes(self.flavour.tokens));
        let scope = Scope {
            buffers: parameters.clone(),
            loops: Vec::new(),
            may_alias,
            is_execute: false,
            depth: MOST_DEPTH - 1,
        };
        let n_statements = 1 + self.below(4);
        let body = self.body(&scope, n_statements);
        self.program.functions.push(Function { parameters, may_alias, has_token, body });
    }

    fn main(&mut self) {
        let mut buffers: Vec<Buffer> = (0..2).map(|_| self.buffer(Memory::Input)).collect();
        let mut out = Vec::new();
        for _ in 0..2 + self.below(3) {
            buffers.push(self.allocate(&mut out));
        }
        let scope = Scope { buffers, loops: Vec::new(), may_alias: false, is_execute: false, depth: 0 };
        self.left = self.left.max(MOST_STATEMENTS / 2);
        let n_statements = 3 + self.below(MOST_TOP);
        out.extend(self.body(&scope, n_statements));
        self.epilogue(&scope.buffers, &mut out);
        self.program.main = out;
    }

    /// Generates an allocation and returns its buffer; host buffers are never freed.
    fn allocate(&mut self, out: &mut Vec<Statement>) -> Buffer {
        let memory = match self.below(6) {
            0 => Memory::Host,
            1 => Memory::Shared,
            _ => Memory::Device,
        };
        let buffer = self.buffer(memory);
        let mode = if memory == Memory::Device { self.mode() } else { Mode::Sync };
        self.push(out, StatementKind::Alloc(buffer, mode));
        buffer
    }

    /// Generates the copies of device buffers to the host, and frees the buffers.
    fn epilogue(&mut self, buffers: &[Buffer], out: &mut Vec<Statement>) {
        for buffer in buffers {
            let memory = self.program.buffers[*buffer];
            if !matches!(memory, Memory::Device | Memory::Shared) {
                continue;
            }
            let host = self.buffer(Memory::Host);
            self.push(out, StatementKind::Host(HostStep::Alloc(host)));
            let (target, source) = (View::whole(host), View::whole(*buffer));
            let mode = self.mode();
            self.push(out, StatementKind::Work(Work::Copy { target, source }, mode));
            let mode = if memory == Memory::Device { self.mode() } else { Mode::Sync };
            self.push(out, StatementKind::Work(Work::Free(*buffer), mode));
        }
    }

    fn mode(&mut self) -> Mode {
        match (self.likes(self.flavour.tokens), self.one_in(4)) {
            (true, _) => Mode::Async,
            (false, true) => Mode::SyncWithTokens,
            (false, false) => Mode::Sync,
        }
    }

    fn body(&mut self, scope: &Scope, n_statements: usize) -> Vec<Statement> {
        let mut out = Vec::new();
        for _ in 0..n_statements {
            if self.left == 0 {
                break;
            }
            self.left -= 1;
            self.statement(scope, &mut out);
        }
        out
    }

    fn statement(&mut self, scope: &Scope, out: &mut Vec<Statement>) {
        let is_deep = MOST_DEPTH <= scope.depth || scope.is_execute;
        if !is_deep && self.generator.below(12) < self.flavour.control {
            return self.control(scope, out);
        }
        match self.below(12) {
            0 if self.likes(self.flavour.host) => self.host(scope, out),
            1 if !scope.is_execute => self.temporary(scope, out),
            2 if self.likes(self.flavour.tokens) && !scope.is_execute => {
                self.push(out, StatementKind::Wait);
            }
            3 if !scope.is_execute => self.call(scope, out),
            4 if !is_deep => self.chunks(scope, out),
            5 if !is_deep && self.one_in(2) => self.execute(scope, out),
            _ => self.work(scope, out),
        }
    }

    fn control(&mut self, scope: &Scope, out: &mut Vec<Statement>) {
        let mut inner = scope.clone();
        inner.depth += 1;
        match self.below(4) {
            0 | 1 => {
                let condition = self.condition(scope);
                let sizes = [1 + self.below(4), self.below(4)];
                let arms = sizes.map(|size| self.body(&inner, size));
                self.push(out, StatementKind::If(condition, arms));
            }
            2 => {
                let (id, trip_count) = self.fresh_loop();
                inner.loops.push((id, trip_count.max(1)));
                let size = 1 + self.below(5);
                let body = self.body(&inner, size);
                self.push(out, StatementKind::For(id, trip_count, body));
            }
            _ => {
                let (id, trip_count) = self.fresh_loop();
                inner.loops.push((id, trip_count + 1));
                let sizes = [self.below(3), 1 + self.below(3)];
                let bodies = sizes.map(|size| self.body(&inner, size));
                self.push(out, StatementKind::While(id, trip_count, bodies));
            }
        }
    }

    fn fresh_loop(&mut self) -> (LoopId, usize) {
        self.n_loops += 1;
        (self.n_loops - 1, self.below(4))
    }

    fn condition(&mut self, scope: &Scope) -> Condition {
        match self.host_element(scope) {
            Some(element) if self.likes(self.flavour.host) => Condition::Positive(element),
            _ => Condition::Bit(self.below(N_BITS)),
        }
    }

    /// Returns an element that the host may access.
    fn host_element(&mut self, scope: &Scope) -> Option<(Buffer, usize)> {
        let on_host: Vec<Buffer> =
            scope.buffers.iter().copied().filter(|b| self.program.buffers[*b].is_on_host()).collect();
        let buffer = *on_host.get(self.below(on_host.len()))?;
        Some((buffer, self.below(SIZE)))
    }

    fn host(&mut self, scope: &Scope, out: &mut Vec<Statement>) {
        let (Some(from), Some(to)) = (self.host_element(scope), self.host_element(scope)) else { return };
        let step = match self.below(3) {
            0 => HostStep::Print(from),
            _ => HostStep::Move { from, to, number: self.number() },
        };
        self.push(out, StatementKind::Host(step));
    }

    fn number(&mut self) -> i32 {
        self.below(13) as i32 - 5
    }

    /// Generates a buffer that some work uses and that is then freed.
    fn temporary(&mut self, scope: &Scope, out: &mut Vec<Statement>) {
        let memory = if self.one_in(5) { Memory::Shared } else { Memory::Device };
        let buffer = self.buffer(memory);
        let is_shared = memory == Memory::Shared;
        let mode = if is_shared { Mode::Sync } else { self.mode() };
        self.push(out, StatementKind::Alloc(buffer, mode));
        let mut inner = scope.clone();
        inner.buffers.push(buffer);
        for _ in 0..=self.below(3) {
            let other = scope.buffers[self.below(scope.buffers.len())];
            let both = if self.one_in(2) { [buffer, other] } else { [other, buffer] };
            let mode = self.mode();
            let work = self.launch(&inner, both.map(View::whole));
            self.push(out, StatementKind::Work(work, mode));
        }
        let mode = if is_shared { Mode::Sync } else { self.mode() };
        self.push(out, StatementKind::Work(Work::Free(buffer), mode));
    }

    fn call(&mut self, scope: &Scope, out: &mut Vec<Statement>) {
        let n_functions = self.program.functions.len();
        if n_functions == 0 || scope.may_alias {
            return self.work(scope, out);
        }
        let number = self.below(n_functions);
        let (may_alias, n) =
            (self.program.functions[number].may_alias, self.program.functions[number].parameters.len());
        let mut rest = scope.buffers.clone();
        let mut arguments = Vec::new();
        while arguments.len() < n && !rest.is_empty() {
            let place = self.below(rest.len());
            arguments.push(rest[place]);
            if !may_alias {
                rest.swap_remove(place);
            }
        }
        if arguments.len() == n {
            self.push(out, StatementKind::Call(number, arguments));
        }
    }

    fn execute(&mut self, scope: &Scope, out: &mut Vec<Statement>) {
        let mut inner = scope.clone();
        inner.is_execute = true;
        let size = 1 + self.below(3);
        let body = self.body(&inner, size);
        self.push(out, StatementKind::Execute(body));
    }

    /// Generates a loop that copies chunks in, works on them, and copies them out.
    fn chunks(&mut self, scope: &Scope, out: &mut Vec<Statement>) {
        let distinct = scope.buffers.clone();
        if distinct.len() < 3 || scope.may_alias {
            return self.work(scope, out);
        }
        let len = if self.one_in(2) { 4 } else { 8 };
        let (id, trip_count) = (self.n_loops, SIZE / len);
        self.n_loops += 1;
        let first = self.below(distinct.len());
        let [from, device, to] = [0, 1, 2].map(|number| distinct[(first + number) % distinct.len()]);
        let chunk = |buffer: Buffer| View {
            buffer,
            offset: Offset::Of { id, factor: len, trip_count },
            len,
            stride: 1,
            is_cast: false,
        };
        // The staging buffer is one chunk for all iterations, or one chunk for each.
        let fixed = View { offset: Offset::At(0), ..chunk(device) };
        let stage = if self.one_in(2) { fixed } else { chunk(device) };
        let (kernel, number) = (self.kernel(false), self.number());
        let launch = Work::Launch { kernel, target: stage, source: None, number, blocks: 2 };
        let works = [
            Work::Copy { target: stage, source: chunk(from) },
            launch,
            Work::Copy { target: chunk(to), source: stage },
        ];
        let mut body = Vec::new();
        for work in works {
            let mode = self.mode();
            self.push(&mut body, StatementKind::Work(work, mode));
        }
        if self.one_in(4) {
            self.host(scope, &mut body);
        }
        self.push(out, StatementKind::For(id, trip_count, body));
    }

    fn work(&mut self, scope: &Scope, out: &mut Vec<Statement>) {
        let views = self.views(scope);
        let work = match self.below(8) {
            0 => Work::Fill { target: views[0], number: self.number() },
            1 if is_disjoint(scope, &views) => Work::Copy { target: views[0], source: views[1] },
            _ => self.launch(scope, views),
        };
        let mode = if scope.is_execute && self.one_in(2) { Mode::Sync } else { self.mode() };
        self.push(out, StatementKind::Work(work, mode));
    }

    fn kernel(&mut self, has_source: bool) -> RandomKernel {
        if self.likes(self.flavour.atomics) && self.one_in(2) {
            let update = self.update();
            return match (has_source, self.one_in(2)) {
                (false, _) => RandomKernel::Atomic(update),
                (true, true) => RandomKernel::Scatter(update),
                (true, false) => RandomKernel::Reduce(update),
            };
        }
        let sources = [RandomKernel::Copy, RandomKernel::Axpy, RandomKernel::Shift];
        let alone = [
            RandomKernel::Fill,
            RandomKernel::Add,
            RandomKernel::Scale,
            RandomKernel::Guarded,
            RandomKernel::Half,
        ];
        if has_source { sources[self.below(3)] } else { alone[self.below(5)] }
    }

    fn update(&mut self) -> Update {
        [Update::Add, Update::Add, Update::Max, Update::Min, Update::And, Update::Or][self.below(6)]
    }

    fn launch(&mut self, scope: &Scope, [target, source]: [View; 2]) -> Work {
        let wants_source = self.one_in(2);
        let mut kernel = self.kernel(wants_source);
        let is_same = target == source && kernel.is_elementwise();
        if kernel.has_source() && !is_same && !is_disjoint(scope, &[target, source]) {
            kernel = self.kernel(false);
        }
        let number = self.number();
        let blocks = [1, 2, target.len / 2][self.below(3)];
        let source = kernel.has_source().then_some(source);
        Work::Launch { kernel, target, source, number, blocks }
    }

    /// Returns two views of the same length.
    fn views(&mut self, scope: &Scope) -> [View; 2] {
        let len = [SIZE, SIZE, 8, 8, 4][self.below(5)];
        [0, 1].map(|_| {
            let buffer = scope.buffers[self.below(scope.buffers.len())];
            self.view(scope, buffer, len)
        })
    }

    fn view(&mut self, scope: &Scope, buffer: Buffer, len: usize) -> View {
        if len == SIZE {
            return View::whole(buffer);
        }
        let is_cast = self.one_in(4);
        if let Some((id, trip_count)) = scope.loops.last().copied().filter(|_| self.one_in(3)) {
            let most = (SIZE - len) / trip_count.max(1);
            let factor = [most, 1, 2][self.below(3)].min(most);
            return View { buffer, offset: Offset::Of { id, factor, trip_count }, len, stride: 1, is_cast };
        }
        let stride = if self.one_in(3) { 2 } else { 1 };
        let last = SIZE - (len - 1) * stride - 1;
        let offset = [0, last, last / 2, self.below(last + 1)][self.below(4)];
        View { buffer, offset: Offset::At(offset), len, stride, is_cast }
    }
}

/// Whether two views have no element in common.
fn is_disjoint(scope: &Scope, [a, b]: &[View; 2]) -> bool {
    let may_be_same = a.buffer == b.buffer || scope.may_alias;
    !may_be_same || elements(a) & elements(b) & ALL == 0
}
