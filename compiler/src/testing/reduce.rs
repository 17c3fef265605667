//! `warpline reduce`: finds the smallest program for which a test still holds.
//!
//! ```text
//! text ─read→ module ─strategy: a list of edits → delta debugging: which of them at once?
//!                        ↑                              │ apply to a copy, verify, print
//!                        └──────── it holds, and is smaller ← test (a command line, in the process)
//! ```
//! Strategies alternate until a whole round finds nothing. The program is then minimal for each strategy alone:
//! no single operation, argument, attribute or branch that a strategy can remove is removable. Every accepted
//! program is smaller by `Size`, so the reduction terminates. Nothing but the deadline of a single try depends
//! on time.

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

use crate::driver::steps;

pub use failure::first_failure;
pub use interest::{Interest, Judge, Verdict, Wanted};
pub use tester::Tester;
pub use worker::{Worker, serve};

/// The size of a program; fields are compared in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Size {
    /// The number of operations that are not constants.
    n_ops: usize,
    /// The number of operations.
    n_all: usize,
    /// The number of characters of the text.
    n_bytes: usize,
    /// The sum of the numbers in the text.
    numbers: u64,
}

/// The statistics of a reduction.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// The number of test runs.
    pub tries: usize,
    /// The number of test runs that held.
    pub held: usize,
    /// The number of programs that were invalid or seen before, so that the test was not run.
    pub skipped: usize,
    /// The number of test runs that exceeded the deadline or crashed their process.
    pub lost: usize,
}

/// The representation in which a program is reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Valid IR; every candidate is verified.
    Verified,
    /// IR that is invalid from the start, so candidates may be invalid too.
    Read,
    /// Text that does not parse as IR, or whose form the test depends on.
    Text,
}

impl Form {
    /// Returns the printer options. The custom form of invalid IR would read back as something else.
    fn print_options(self) -> PrintOptions {
        PrintOptions { generic: self == Self::Read, ..PrintOptions::default() }
    }

    /// Returns a description for messages.
    pub fn words(self) -> &'static str {
        match self {
            Self::Verified => "as IR",
            Self::Read => "as IR, though it breaks the rules",
            Self::Text => "as text",
        }
    }
}

/// A reduction in progress.
pub struct Reducer<'j> {
    judge: &'j mut dyn Judge,
    form: Form,
    best: String,
    module: Module,
    size: Size,
    seen: FxHashSet<u64>,
    /// The statistics so far.
    pub counts: Counts,
    max_tries: usize,
    allow_unregistered: bool,
    /// The callback for each smaller program.
    progress: &'j mut dyn FnMut(&str, Counts),
}

/// The user's options of a reduction.
#[derive(Clone, Copy, Debug)]
pub struct Choices {
    /// The maximum number of test runs.
    pub max_tries: usize,
    /// Whether operations of unknown dialects are accepted.
    pub allow_unregistered: bool,
}

impl<'j> Reducer<'j> {
    /// Starts with a text for which the test holds.
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

    /// Switches to IR if the program parses and the test holds for its printed form.
    fn enter_ir(&mut self, text: &str) {
        let checked = steps::check(text, self.allow_unregistered);
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

    /// Returns the representation in which the program is reduced.
    pub fn form(&self) -> Form {
        self.form
    }

    /// Returns the smallest program so far.
    pub fn best(&self) -> &str {
        &self.best
    }

    /// Whether no more test runs are allowed.
    pub fn is_spent(&self) -> bool {
        self.max_tries <= self.counts.tries || self.judge.is_over()
    }

    /// Runs all strategies until none of them makes progress.
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

    /// Runs one strategy over all its candidates.
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
            // An edit of invalid IR may panic; it then counts as skipped.
            match edited.ok().flatten() {
                Some(text) => self.consider(&text),
                None => {
                    self.counts.skipped += 1;
                    false
                }
            }
        });
    }

    /// Accepts a text if it is smaller and valid, and the test holds.
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

    /// Returns the module of a text that is as valid as the form requires.
    fn read(&self, text: &str) -> Option<Module> {
        match self.form {
            Form::Text => Some(Module::new()),
            Form::Verified => {
                let checked = steps::check(text, self.allow_unregistered);
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

/// Returns the number of operations of a text without its module; `None` if it does not parse.
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
