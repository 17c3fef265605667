//! `warpline reduce`: the smallest program about which a test still says the same.
//!
//! ```text
//! text ─read→ module ─strategy: a list of places→ delta debugging: which of them at once?
//!                        ↑                              │ apply to a copy, verify, print
//!                        └──────── it holds, and is smaller ← test (a command line, in the process)
//! ```
//! Strategies take turns until a whole round finds nothing. Then the program is minimal for each of them alone: no single
//! operation, argument, attribute or branch that a strategy can take away can go. What is accepted is always smaller by
//! `Size`, so it ends. Nothing depends on time but the deadline of a single try.

mod apply;
mod arguments;
mod blocks;
mod delta;
mod erase;
mod failure;
mod interest;
mod literals;
mod pipeline;
mod strategy;
mod tester;
mod text;
mod unwrap;
mod worker;

use std::panic::{AssertUnwindSafe, catch_unwind};

use rustc_hash::{FxHashSet, FxHasher};
use warpline_ir::print::{PrintOptions, print};
use warpline_ir::{Arith, Module, OpKind, ParseOptions};

use crate::driver::default_pipelines;

pub use failure::first_failure;
pub use interest::{Interest, Judge, Verdict, Wanted};
pub use tester::Tester;
pub use worker::{Worker, serve};

/// How large a program is: what counts most comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Size {
    /// Operations that are no constants.
    n_ops: usize,
    /// All operations.
    n_all: usize,
    /// Characters of the text.
    n_bytes: usize,
    /// The sum of the numbers in the text.
    numbers: u64,
}

/// What a reduction did.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Times that the test was run.
    pub tries: usize,
    /// How often it held.
    pub held: usize,
    /// Programs that broke a rule or were seen before, so that the test was not run.
    pub skipped: usize,
    /// Times that the test took longer than it may, or broke its process.
    pub lost: usize,
}

/// How a program is taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As IR; whatever is tried keeps the rules of the operations.
    Verified,
    /// As IR that breaks a rule from the start, and may break others.
    Read,
    /// As text, which does not read as IR, or about whose very form the test is.
    Text,
}

impl Form {
    /// The custom form of what breaks rules would read back as something else.
    fn print_options(self) -> PrintOptions {
        PrintOptions { generic: self == Self::Read, ..PrintOptions::default() }
    }

    /// Words for people.
    pub fn words(self) -> &'static str {
        match self {
            Self::Verified => "as IR",
            Self::Read => "as IR, though it breaks the rules",
            Self::Text => "as text",
        }
    }
}

/// A reduction under way.
pub struct Reducer<'j> {
    judge: &'j mut dyn Judge,
    form: Form,
    best: String,
    module: Module,
    size: Size,
    seen: FxHashSet<u64>,
    /// What was done so far.
    pub counts: Counts,
    max_tries: usize,
    allow_unregistered: bool,
    /// Is told of each step forward.
    progress: &'j mut dyn FnMut(&str, Counts),
}

/// What a user may choose about a reduction.
#[derive(Clone, Copy, Debug)]
pub struct Choices {
    /// Times that the test is run at most.
    pub max_tries: usize,
    /// Whether operations of unknown dialects are accepted.
    pub allow_unregistered: bool,
}

impl<'j> Reducer<'j> {
    /// Begins with a text for which the test holds.
    pub fn new(
        text: &str,
        choices: Choices,
        judge: &'j mut dyn Judge,
        progress: &'j mut dyn FnMut(&str, Counts),
    ) -> Self {
        let Choices { max_tries, allow_unregistered } = choices;
        let mut reducer = Self {
            judge,
            form: Form::Text,
            best: text.to_string(),
            module: Module::new(),
            size: size(text, &Module::new()),
            seen: FxHashSet::default(),
            counts: Counts::default(),
            max_tries,
            allow_unregistered,
            progress,
        };
        reducer.enter_ir(text);
        reducer
    }

    /// Takes the program as IR if it reads, and the test holds for what is printed of it.
    fn enter_ir(&mut self, text: &str) {
        let checked = default_pipelines::check(text, self.allow_unregistered);
        if checked.is_unread {
            return;
        }
        let form = if checked.facts.is_some() { Form::Verified } else { Form::Read };
        let printed = print(&checked.module, &form.print_options());
        let is_readable = self.read(&printed).is_some();
        if is_readable && (printed == text || self.judge_text(&printed)) {
            self.form = form;
            self.take(printed);
        }
    }

    /// How the program is taken apart.
    pub fn form(&self) -> Form {
        self.form
    }

    /// The smallest program so far.
    pub fn best(&self) -> &str {
        &self.best
    }

    /// Whether the test may not be run any more.
    pub fn is_spent(&self) -> bool {
        self.max_tries <= self.counts.tries || self.judge.is_over()
    }

    /// Runs all strategies until none finds anything.
    pub fn run(&mut self) {
        loop {
            let before = self.size;
            match self.form {
                Form::Text => text::reduce(self),
                Form::Verified | Form::Read => {
                    for strategy in strategy::STRATEGIES {
                        self.apply(strategy);
                    }
                }
            }
            literals::reduce(self);
            if before <= self.size || self.is_spent() {
                return;
            }
        }
    }

    /// Runs one strategy over all its places.
    fn apply(&mut self, strategy: &strategy::Strategy) {
        let base = self.module.clone();
        let n_places = (strategy.n_places)(&base);
        delta::minimise(n_places, |chosen| {
            if self.is_spent() {
                return false;
            }
            let edited = catch_unwind(AssertUnwindSafe(|| {
                let mut module = base.clone();
                (strategy.apply)(&mut module, chosen);
                let is_right = self.form == Form::Read || warpline_ir::verify::verify(&module).is_ok();
                is_right.then(|| print(&module, &self.form.print_options()))
            }));
            // An edit of a module that breaks rules may fail; then it is none.
            match edited.ok().flatten() {
                Some(text) => self.consider(&text),
                None => {
                    self.counts.skipped += 1;
                    false
                }
            }
        });
    }

    /// Takes a text if it is smaller, keeps the rules, and the test holds.
    fn consider(&mut self, text: &str) -> bool {
        let is_known = text == self.best || self.seen.contains(&hash(text)) || self.is_spent();
        let module = if is_known { None } else { self.read(text) };
        let Some(module) = module.filter(|module| size(text, module) < self.size) else {
            self.counts.skipped += 1;
            return false;
        };
        self.seen.insert(hash(text));
        if !self.judge_text(text) {
            return false;
        }
        self.size = size(text, &module);
        self.module = module;
        self.best = text.to_string();
        (self.progress)(&self.best, self.counts);
        true
    }

    /// The module of a text that is as right as it has to be.
    fn read(&self, text: &str) -> Option<Module> {
        match self.form {
            Form::Text => Some(Module::new()),
            Form::Verified => {
                let checked = default_pipelines::check(text, self.allow_unregistered);
                checked.facts.map(|_| checked.module)
            }
            Form::Read => {
                let options =
                    ParseOptions { allow_unregistered: self.allow_unregistered, ..ParseOptions::default() };
                let (module, found) = warpline_ir::parse(text, &options);
                (!found.has_errors()).then_some(module)
            }
        }
    }

    fn take(&mut self, text: String) {
        if let Some(module) = self.read(&text) {
            self.size = size(&text, &module);
            self.module = module;
            self.best = text;
        }
    }

    fn judge_text(&mut self, text: &str) -> bool {
        self.counts.tries += 1;
        match self.judge.judge(text) {
            Ok(verdict) => {
                self.counts.held += usize::from(verdict.holds);
                verdict.holds
            }
            Err(_) => {
                self.counts.lost += 1;
                false
            }
        }
    }
}

fn size(text: &str, module: &Module) -> Size {
    let ops = module.walk(module.root());
    let is_constant = |op: &&warpline_ir::Op| module.kind(**op) == OpKind::Arith(Arith::Constant);
    Size {
        n_ops: ops.len() - ops.iter().filter(is_constant).count(),
        n_all: ops.len(),
        n_bytes: text.len(),
        numbers: literals::sum(text),
    }
}

/// How many operations a text has, its module not counted; `None` where it does not read.
pub fn n_ops(text: &str) -> Option<usize> {
    let options = ParseOptions { allow_unregistered: true, ..ParseOptions::default() };
    let (module, found) = warpline_ir::parse(text, &options);
    (!found.has_errors()).then(|| module.walk(module.root()).len() - 1)
}

fn hash(text: &str) -> u64 {
    use std::hash::{Hash as _, Hasher as _};
    let mut hasher = FxHasher::default();
    text.hash(&mut hasher);
    hasher.finish()
}
