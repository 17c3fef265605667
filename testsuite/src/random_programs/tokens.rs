//! Chooses the tokens of a random program such that only one result is possible.
//!
//! Work with a result token depends, directly or transitively, on all earlier work with tokens that it
//! conflicts with. Regions yield the join of the work in flight at their end, or the host waits for it there.
//! A token that another one covers is omitted or kept at random, and so are joins.

use std::collections::BTreeSet;

use super::effects::{
    Effect, conflict, effects, effects_of, effects_of_condition, effects_of_host, effects_of_work,
};
use super::syntax::{
    Buffer, Carried, Condition, Function, FunctionSteps, HostStep, LoopId, Mode, ProgramStep, RandomKernel,
    RandomProgram, Region, Statement, StatementKind, Steps, Token, View, Work,
};
use crate::generator::Generator;

/// Work in flight that a token represents.
#[derive(Clone)]
struct Entry {
    token: Token,
    effects: Vec<Effect>,
    /// Entries whose completion this one implies, by their tokens.
    covers: BTreeSet<Token>,
    /// Whether the token is one of `async`.
    is_execute: bool,
    /// Whether everything conflicts with it.
    is_unknown: bool,
}

/// The work in flight at a point of the program.
#[derive(Clone, Default)]
struct Flight {
    entries: Vec<Entry>,
    /// Whether even work without a token must depend on conflicting work.
    is_strict: bool,
}

struct Chooser<'p> {
    program: &'p RandomProgram,
    /// The parameters of the function, if they may alias.
    aliases: &'p [Buffer],
    n_tokens: usize,
}

/// Chooses the tokens of a program.
pub fn choose(program: &RandomProgram) -> Steps {
    let mut chooser = Chooser { program, aliases: &[], n_tokens: 0 };
    let functions = program.functions.iter().map(|function| chooser.function(function)).collect();
    chooser.aliases = &[];
    let mut out = Vec::new();
    let mut flight = Flight::default();
    chooser.statements(&program.main, &mut flight, &mut out);
    let end = program.main.last().map_or(0, |last| last.salt);
    chooser.end(&mut flight, end.is_multiple_of(2), &mut out);
    let main = Region { steps: out, yields: Vec::new() };
    Steps { program: program.clone(), functions, main, n_tokens: chooser.n_tokens }
}

/// Whether a body issues work with tokens.
fn has_tokens(program: &RandomProgram, statements: &[Statement]) -> bool {
    statements.iter().any(|statement| match &statement.kind {
        StatementKind::Alloc(_, mode) | StatementKind::Work(_, mode) => *mode == Mode::Async,
        StatementKind::Host(_) | StatementKind::Wait => false,
        StatementKind::If(_, bodies) | StatementKind::While(_, _, bodies) => {
            bodies.iter().any(|body| has_tokens(program, body))
        }
        StatementKind::For(_, _, body) => has_tokens(program, body),
        StatementKind::Call(number, _) => {
            let function = &program.functions[*number];
            function.has_token || has_tokens(program, &function.body)
        }
        StatementKind::Execute(_) => true,
    })
}

#[expect(clippy::unused_self, reason = "the rules of a program are called alike")]
impl Chooser<'_> {
    fn token(&mut self) -> Token {
        self.n_tokens += 1;
        self.n_tokens - 1
    }

    /// Maps all parameters that may alias to one buffer in the effects.
    fn canonical(&self, effects: Vec<Effect>) -> Vec<Effect> {
        let first = self.aliases.first().copied();
        let map = |effect: Effect| match first {
            Some(first) if self.aliases.contains(&effect.buffer) => Effect { buffer: first, ..effect },
            _ => effect,
        };
        effects.into_iter().map(map).collect()
    }

    fn statements(&mut self, statements: &[Statement], flight: &mut Flight, out: &mut Vec<ProgramStep>) {
        for statement in statements {
            self.statement(statement, flight, out);
        }
    }

    fn statement(&mut self, statement: &Statement, flight: &mut Flight, out: &mut Vec<ProgramStep>) {
        let mut random = Generator::new(statement.salt);
        match &statement.kind {
            StatementKind::Alloc(buffer, mode) => self.allocate(*buffer, *mode, flight, &mut random, out),
            StatementKind::Work(work, mode) => self.work(work, *mode, flight, &mut random, out),
            StatementKind::Host(step) => self.host(step, flight, out),
            StatementKind::Wait => self.wait(flight, &mut random, out),
            StatementKind::If(condition, arms) => self.branch(*condition, arms, flight, &mut random, out),
            StatementKind::For(id, trip_count, body) => {
                self.counted_loop((*id, *trip_count), body, flight, &mut random, out);
            }
            StatementKind::While(id, trip_count, bodies) => {
                self.tested_loop((*id, *trip_count), bodies, flight, &mut random, out);
            }
            StatementKind::Call(number, arguments) => {
                self.call(statement, *number, arguments, flight, out);
            }
            StatementKind::Execute(body) => self.execute(body, flight, out),
        }
    }

    fn allocate(
        &mut self,
        buffer: Buffer,
        mode: Mode,
        flight: &mut Flight,
        random: &mut Generator,
        out: &mut Vec<ProgramStep>,
    ) {
        self.work(&Work::Alloc(buffer), mode, flight, random, out);
        let (target, number) = (View::whole(buffer), random.below(9) as i32 - 2);
        let fill = match random.below(3) {
            0 => Work::Fill { target, number },
            _ => Work::Launch { kernel: RandomKernel::Fill, target, source: None, number, blocks: 2 },
        };
        self.work(&fill, mode, flight, random, out);
    }

    /// Returns the tokens of `gpu` that an operation with these effects must depend on; emits awaits of those
    /// of `async`.
    fn demands(&self, effects: &[Effect], flight: &mut Flight, out: &mut Vec<ProgramStep>) -> Vec<Token> {
        let is_awaited =
            |entry: &Entry| entry.is_execute && (entry.is_unknown || conflict(&entry.effects, effects));
        let awaited: Vec<Token> =
            flight.entries.iter().filter(|entry| is_awaited(entry)).map(|entry| entry.token).collect();
        for token in awaited {
            // An await of a later body may have covered it.
            if flight.entries.iter().any(|entry| entry.token == token) {
                out.push(ProgramStep::Await(token));
                flight.complete(token);
            }
        }
        let is_needed = |entry: &&Entry| entry.is_unknown || conflict(&entry.effects, effects);
        flight.entries.iter().filter(is_needed).map(|entry| entry.token).collect()
    }

    /// Omits tokens that others cover, or keeps them, and adds redundant ones.
    fn dependences(
        &mut self,
        needed: &[Token],
        flight: &mut Flight,
        random: &mut Generator,
        out: &mut Vec<ProgramStep>,
    ) -> Vec<Token> {
        let keeps_covered = random.below(4) == 0;
        let is_covered = |token: &Token| {
            needed.iter().any(|other| flight.entry(*other).is_some_and(|entry| entry.covers.contains(token)))
        };
        let mut deps: Vec<Token> =
            needed.iter().copied().filter(|token| keeps_covered || !is_covered(token)).collect();
        if random.below(8) == 0 {
            let more: Vec<Token> = flight.gpu_tokens();
            if let Some(token) = more.get(random.below(more.len())).filter(|token| !deps.contains(token)) {
                deps.push(*token);
            }
        }
        let makes_join = 1 < deps.len() && random.below(3) == 0 || deps.is_empty() && random.below(8) == 0;
        if makes_join { vec![self.join(deps, flight, out)] } else { deps }
    }

    /// Emits a `gpu.wait async`, which is in flight like work without effects.
    fn join(&mut self, deps: Vec<Token>, flight: &mut Flight, out: &mut Vec<ProgramStep>) -> Token {
        let result = self.token();
        let covers = flight.covered_by(&deps);
        out.push(ProgramStep::Join { deps, result });
        flight.entries.push(Entry {
            token: result,
            effects: Vec::new(),
            covers,
            is_execute: false,
            is_unknown: false,
        });
        result
    }

    fn work(
        &mut self,
        work: &Work,
        mode: Mode,
        flight: &mut Flight,
        random: &mut Generator,
        out: &mut Vec<ProgramStep>,
    ) {
        let effects = self.canonical(effects_of_work(work));
        let needed = self.demands(&effects, flight, out);
        let work = work.clone();
        match mode {
            Mode::Sync if !flight.is_strict || needed.is_empty() => {
                out.push(ProgramStep::Work { work, deps: Vec::new(), result: None });
            }
            Mode::Sync | Mode::SyncWithTokens => {
                let some: Vec<Token> =
                    needed.into_iter().filter(|_| flight.is_strict || random.below(2) == 0).collect();
                let deps = self.dependences(&some, flight, random, out);
                out.push(ProgramStep::Work { work, deps, result: None });
            }
            Mode::Async => {
                let deps = self.dependences(&needed, flight, random, out);
                let result = self.token();
                let covers = flight.covered_by(&deps);
                out.push(ProgramStep::Work { work, deps, result: Some(result) });
                flight.entries.push(Entry {
                    token: result,
                    effects,
                    covers,
                    is_execute: false,
                    is_unknown: false,
                });
            }
        }
    }

    fn host(&mut self, step: &HostStep, flight: &mut Flight, out: &mut Vec<ProgramStep>) {
        let effects = self.canonical(effects_of_host(step));
        self.before_host(&effects, flight, out);
        out.push(ProgramStep::Host(step.clone()));
    }

    /// Emits host waits before an access to memory: for bodies of `async`, and in them for all conflicting work.
    fn before_host(&mut self, effects: &[Effect], flight: &mut Flight, out: &mut Vec<ProgramStep>) {
        let needed = self.demands(effects, flight, out);
        if flight.is_strict && !needed.is_empty() {
            flight.wait(&needed, out);
        }
    }

    fn wait(&mut self, flight: &mut Flight, random: &mut Generator, out: &mut Vec<ProgramStep>) {
        let tokens: Vec<Token> = flight.gpu_tokens().into_iter().filter(|_| random.below(2) == 0).collect();
        if !tokens.is_empty() {
            flight.wait(&tokens, out);
        }
    }

    /// Emits waits at the end of a function for work that was not awaited, or leaves them to the end itself.
    fn end(&mut self, flight: &mut Flight, waits: bool, out: &mut Vec<ProgramStep>) {
        self.await_all(flight, &BTreeSet::new(), out);
        let tokens = flight.maximal(&flight.gpu_tokens());
        if waits && !tokens.is_empty() {
            flight.wait(&tokens, out);
        }
    }

    /// Emits awaits of the bodies that were issued in a region.
    fn await_all(&self, flight: &mut Flight, before: &BTreeSet<Token>, out: &mut Vec<ProgramStep>) {
        while let Some(entry) =
            flight.entries.iter().rev().find(|entry| entry.is_execute && !before.contains(&entry.token))
        {
            let token = entry.token;
            out.push(ProgramStep::Await(token));
            flight.complete(token);
        }
    }

    /// Partitions the effects of a region into one or two groups by their buffers.
    fn groups(&self, effects: &[Effect], random: &mut Generator) -> Vec<Vec<Effect>> {
        let n_groups = 1 + random.below(2);
        let of = |group: usize| effects.iter().copied().filter(|e| e.buffer % n_groups == group).collect();
        (0..n_groups).map(of).filter(|group: &Vec<Effect>| !group.is_empty()).collect()
    }

    /// Returns the join of the tokens of a group that a region issued and left in flight.
    fn yielded(
        &mut self,
        group: &[Effect],
        before: &BTreeSet<Token>,
        flight: &mut Flight,
        out: &mut Vec<ProgramStep>,
    ) -> (Token, BTreeSet<Token>) {
        let buffers: BTreeSet<usize> = group.iter().map(|effect| effect.buffer).collect();
        let is_in = |entry: &&Entry| {
            !before.contains(&entry.token)
                && entry.effects.iter().any(|effect| buffers.contains(&effect.buffer))
        };
        let tokens: Vec<Token> = flight.entries.iter().filter(is_in).map(|entry| entry.token).collect();
        let maximal = flight.maximal(&tokens);
        let token = if let [token] = maximal.as_slice() { *token } else { self.join(maximal, flight, out) };
        (token, flight.covered_by(&[token]))
    }

    /// Builds a region: its steps, with one yielded token per group; without groups, the host waits at its
    /// end. Tokens of `before` are defined outside.
    fn region(
        &mut self,
        statements: &[Statement],
        flight: &mut Flight,
        groups: &[Vec<Effect>],
        before: &BTreeSet<Token>,
    ) -> (Region, Vec<BTreeSet<Token>>) {
        let mut steps = Vec::new();
        self.statements(statements, flight, &mut steps);
        self.await_all(flight, before, &mut steps);
        if groups.is_empty() {
            let own: Vec<Token> =
                flight.gpu_tokens().into_iter().filter(|token| !before.contains(token)).collect();
            let own = flight.maximal(&own);
            if !own.is_empty() {
                flight.wait(&own, &mut steps);
            }
            return (Region { steps, yields: Vec::new() }, Vec::new());
        }
        let (mut yields, mut covers) = (Vec::new(), Vec::new());
        for group in groups {
            let (token, covered) = self.yielded(group, before, flight, &mut steps);
            yields.push(token);
            covers.push(covered);
        }
        (Region { steps, yields }, covers)
    }

    fn branch(
        &mut self,
        condition: Condition,
        arms: &[Vec<Statement>; 2],
        flight: &mut Flight,
        random: &mut Generator,
        out: &mut Vec<ProgramStep>,
    ) {
        let read = self.canonical(effects_of_condition(&condition));
        self.before_host(&read, flight, out);
        let all = arms.iter().flat_map(|arm| effects(self.program, arm)).collect();
        let all = self.canonical(all);
        let carries = arms.iter().any(|arm| has_tokens(self.program, arm)) && 0 < random.below(3);
        let groups = if carries { self.groups(&all, random) } else { Vec::new() };
        let mut made = Vec::new();
        for arm in arms {
            let mut inside = flight.clone();
            let (region, covers) = self.region(arm, &mut inside, &groups, &flight.all());
            made.push((region, covers, inside));
        }
        let (Some(no), Some(yes)) = (made.pop(), made.pop()) else { return };
        flight
            .entries
            .retain(|entry| yes.2.entry(entry.token).is_some() || no.2.entry(entry.token).is_some());
        let mut results = Vec::new();
        for (number, group) in groups.iter().enumerate() {
            let result = self.token();
            let covers = yes.1[number].intersection(&no.1[number]).copied().collect();
            results.push(result);
            let effects = group.clone();
            flight.entries.push(Entry {
                token: result,
                effects,
                covers,
                is_execute: false,
                is_unknown: false,
            });
        }
        out.push(ProgramStep::If(condition, [yes.0, no.0], results));
    }

    /// Returns the tokens that a loop carries, one per group; emits the joins of their initial values.
    fn carried(
        &mut self,
        groups: &[Vec<Effect>],
        flight: &mut Flight,
        random: &mut Generator,
        out: &mut Vec<ProgramStep>,
    ) -> Vec<Carried> {
        let mut carried = Vec::new();
        for group in groups {
            let needed = if random.below(2) == 0 { Vec::new() } else { self.demands(group, flight, out) };
            let init = match self.dependences(&needed, flight, random, out).as_slice() {
                [token] => *token,
                tokens => self.join(tokens.to_vec(), flight, out),
            };
            carried.push(Carried {
                inside: self.token(),
                init,
                after_condition: self.token(),
                result: self.token(),
            });
        }
        carried
    }

    /// Returns the flight in a body that carries tokens.
    fn inside(&self, flight: &Flight, groups: &[Vec<Effect>], tokens: &[Token]) -> Flight {
        let mut inside = flight.clone();
        inside.entries.extend(groups.iter().zip(tokens).map(|(group, token)| Entry {
            token: *token,
            effects: group.clone(),
            covers: BTreeSet::new(),
            is_execute: false,
            is_unknown: false,
        }));
        inside
    }

    /// Returns the groups of effects for which a loop carries tokens; empty if it carries none.
    fn loop_groups(&self, bodies: &[&[Statement]], random: &mut Generator) -> Vec<Vec<Effect>> {
        let all = bodies.iter().flat_map(|body| effects(self.program, body)).collect();
        let carries = bodies.iter().any(|body| has_tokens(self.program, body)) && 0 < random.below(3);
        if carries { self.groups(&self.canonical(all), random) } else { Vec::new() }
    }

    /// Emits awaits of `async` bodies that a loop conflicts with before the loop, instead of in each iteration.
    fn before_loop(&self, bodies: &[&[Statement]], flight: &mut Flight, out: &mut Vec<ProgramStep>) {
        let all = bodies.iter().flat_map(|body| effects(self.program, body)).collect();
        let effects = self.canonical(all);
        self.demands(&effects, flight, out);
    }

    fn counted_loop(
        &mut self,
        (id, trip_count): (LoopId, usize),
        body: &[Statement],
        flight: &mut Flight,
        random: &mut Generator,
        out: &mut Vec<ProgramStep>,
    ) {
        self.before_loop(&[body], flight, out);
        let groups = self.loop_groups(&[body], random);
        let carried = self.carried(&groups, flight, random, out);
        let tokens: Vec<Token> = carried.iter().map(|one| one.inside).collect();
        let mut inside = self.inside(flight, &groups, &tokens);
        let (region, _) = self.region(body, &mut inside, &groups, &flight.all());
        self.after_loop(&groups, &carried, flight);
        out.push(ProgramStep::For(id, trip_count, carried, region));
    }

    fn tested_loop(
        &mut self,
        (id, trip_count): (LoopId, usize),
        bodies: &[Vec<Statement>; 2],
        flight: &mut Flight,
        random: &mut Generator,
        out: &mut Vec<ProgramStep>,
    ) {
        let both = [bodies[0].as_slice(), bodies[1].as_slice()];
        self.before_loop(&both, flight, out);
        let groups = self.loop_groups(&both, random);
        let carried = self.carried(&groups, flight, random, out);
        let tokens: Vec<Token> = carried.iter().map(|one| one.inside).collect();
        let mut inside = self.inside(flight, &groups, &tokens);
        let (before, _) = self.region(&bodies[0], &mut inside, &groups, &flight.all());
        let tokens: Vec<Token> = carried.iter().map(|one| one.after_condition).collect();
        let mut inside = self.inside(flight, &groups, &tokens);
        let (after, _) = self.region(&bodies[1], &mut inside, &groups, &flight.all());
        self.after_loop(&groups, &carried, flight);
        out.push(ProgramStep::While(id, trip_count, carried, [before, after]));
    }

    fn after_loop(&self, groups: &[Vec<Effect>], carried: &[Carried], flight: &mut Flight) {
        for (group, one) in groups.iter().zip(carried) {
            let covers = flight.covered_by(&[one.init]);
            flight.entries.push(Entry {
                token: one.result,
                effects: group.clone(),
                covers,
                is_execute: false,
                is_unknown: false,
            });
        }
    }

    fn call(
        &mut self,
        statement: &Statement,
        number: usize,
        arguments: &[Buffer],
        flight: &mut Flight,
        out: &mut Vec<ProgramStep>,
    ) {
        let mut random = Generator::new(statement.salt);
        let function = &self.program.functions[number];
        let effects = self.canonical(effects_of(self.program, statement));
        let needed = self.demands(&effects, flight, out);
        let issues_tokens = has_tokens(self.program, &function.body);
        if !function.has_token {
            if !needed.is_empty() && (flight.is_strict || issues_tokens) {
                flight.wait(&needed, out);
            }
            out.push(ProgramStep::Call(number, arguments.to_vec(), None));
            return;
        }
        let deps = self.dependences(&needed, flight, &mut random, out);
        let passed = if let [token] = deps.as_slice() { *token } else { self.join(deps, flight, out) };
        let covers = flight.covered_by(&[passed]);
        let result = self.token();
        out.push(ProgramStep::Call(number, arguments.to_vec(), Some([passed, result])));
        flight.entries.push(Entry { token: result, effects, covers, is_execute: false, is_unknown: false });
    }

    fn execute(&mut self, body: &[Statement], flight: &mut Flight, out: &mut Vec<ProgramStep>) {
        let effects = self.canonical(effects(self.program, body));
        let is_needed = |entry: &&Entry| entry.is_execute && conflict(&entry.effects, &effects);
        let needed: Vec<Token> = flight.entries.iter().filter(is_needed).map(|e| e.token).collect();
        let deps = flight.maximal(&needed);
        let covered = flight.covered_by(&deps);
        let mut inside = flight.clone();
        inside.is_strict = true;
        inside.entries.retain(|entry| !covered.contains(&entry.token));
        let (region, _) = self.region(body, &mut inside, &[], &flight.all());
        let result = self.token();
        out.push(ProgramStep::Execute { deps, result, body: region });
        flight.entries.push(Entry {
            token: result,
            effects,
            covers: covered,
            is_execute: true,
            is_unknown: false,
        });
    }

    fn function(&mut self, function: &Function) -> FunctionSteps {
        let mut flight = Flight::default();
        let aliases = if function.may_alias { function.parameters.clone() } else { Vec::new() };
        let mut chooser = Chooser { program: self.program, aliases: &aliases, n_tokens: self.n_tokens };
        let token = function.has_token.then(|| chooser.token());
        let mut steps = Vec::new();
        if let Some(token) = token {
            flight.entries.push(Entry {
                token,
                effects: Vec::new(),
                covers: BTreeSet::new(),
                is_execute: false,
                is_unknown: true,
            });
        }
        chooser.statements(&function.body, &mut flight, &mut steps);
        chooser.end(&mut flight, token.is_none(), &mut steps);
        let all = flight.maximal(&flight.gpu_tokens());
        let yields = token.map(|token| match all.as_slice() {
            [] => token,
            [one] => *one,
            _ => chooser.join(all, &mut flight, &mut steps),
        });
        self.n_tokens = chooser.n_tokens;
        FunctionSteps { token, body: Region { steps, yields: yields.into_iter().collect() } }
    }
}

impl Flight {
    fn entry(&self, token: Token) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.token == token)
    }

    fn all(&self) -> BTreeSet<Token> {
        self.entries.iter().map(|entry| entry.token).collect()
    }

    fn gpu_tokens(&self) -> Vec<Token> {
        self.entries.iter().filter(|entry| !entry.is_execute).map(|entry| entry.token).collect()
    }

    /// Returns the tokens and all tokens that they cover.
    fn covered_by(&self, tokens: &[Token]) -> BTreeSet<Token> {
        let more = tokens.iter().filter_map(|token| self.entry(*token)).flat_map(|entry| entry.covers.iter());
        tokens.iter().chain(more).copied().collect()
    }

    /// Returns the tokens that no other one among them covers.
    fn maximal(&self, tokens: &[Token]) -> Vec<Token> {
        let is_covered = |token: &Token| {
            tokens.iter().any(|other| self.entry(*other).is_some_and(|entry| entry.covers.contains(token)))
        };
        tokens.iter().copied().filter(|token| !is_covered(token)).collect()
    }

    /// Emits a host wait for tokens.
    fn wait(&mut self, tokens: &[Token], out: &mut Vec<ProgramStep>) {
        let deps = self.maximal(tokens);
        for token in tokens {
            self.complete(*token);
        }
        out.push(ProgramStep::Wait(deps));
    }

    /// Removes a token and those it covers from the flight.
    fn complete(&mut self, token: Token) {
        let covered = self.covered_by(&[token]);
        self.entries.retain(|entry| !covered.contains(&entry.token));
    }
}
