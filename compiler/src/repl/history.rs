//! The history of a program: all states ever created, numbered, each immutable.
//!
//! A change creates a state after the current one. Nothing is overwritten, so every earlier state remains reachable.

use std::rc::Rc;

use warpline_ir::Module;

use crate::driver::session::SourceFile;
use crate::driver::timing::n_ops;

/// A state of the program.
pub(super) struct State {
    /// The number of the state.
    pub(super) number: usize,
    /// The state that it was derived from.
    pub(super) parent: Option<usize>,
    /// The command that created it.
    pub(super) made_by: String,
    /// Its text, which `:ir` prints and diagnostics point into.
    pub(super) source: SourceFile,
    /// Its printed text, if `source` is the text of a file.
    pub(super) printed: Option<String>,
    /// The module parsed from the text.
    pub(super) module: Module,
    /// The entered aliases, as pairs of a name and its definition. The text contains those that it uses,
    /// perhaps under other names.
    pub(super) aliases: Vec<(String, String)>,
}

impl State {
    /// Returns the printed text: inputs are inserted into it, and differences are relative to it.
    pub(super) fn printed(&self) -> &str {
        self.printed.as_deref().unwrap_or(&self.source.text)
    }

    /// Returns the number of operations without the module.
    pub(super) fn n_ops(&self) -> usize {
        n_ops(&self.module)
    }
}

/// All states.
pub(super) struct History {
    states: Vec<Rc<State>>,
    current: usize,
    next_number: usize,
    /// The states left by `:undo`, the most recent one last.
    undone: Vec<usize>,
    marks: Vec<(String, usize)>,
}

impl History {
    /// Sets the source of the last state, which was just created, to a file, and its module to one with
    /// locations there.
    pub(super) fn keep_file(&mut self, source: SourceFile, module: Module) {
        if let Some(state) = self.states.last_mut().and_then(Rc::get_mut) {
            state.printed = Some(std::mem::replace(&mut state.source, source).text);
            state.module = module;
        }
    }

    /// Creates a history that begins with this state.
    pub(super) fn new(first: State) -> Self {
        Self::resumed(first, 1)
    }

    /// Creates a history that continues from a state of another one, with this number for the next state.
    pub(super) fn resumed(state: State, next_number: usize) -> Self {
        Self { states: vec![Rc::new(state)], current: 0, next_number, undone: Vec::new(), marks: Vec::new() }
    }

    /// Returns the current state.
    pub(super) fn current(&self) -> &Rc<State> {
        &self.states[self.current]
    }

    /// Returns all states in order of creation.
    pub(super) fn all(&self) -> &[Rc<State>] {
        &self.states
    }

    /// Returns the number of the next state.
    pub(super) fn next_number(&self) -> usize {
        self.next_number
    }

    /// Adds a state and makes it the current one.
    pub(super) fn push(&mut self, state: State) {
        self.current = self.states.len();
        self.next_number += 1;
        self.undone.clear();
        self.states.push(Rc::new(state));
    }

    /// Returns to the state that the current one was derived from; `false` if there is none.
    pub(super) fn undo(&mut self) -> bool {
        let Some(parent) = self.current().parent else { return false };
        self.undone.push(self.current);
        self.current = parent;
        true
    }

    /// Reverts the last [`undo`](Self::undo); `false` if there is none.
    pub(super) fn redo(&mut self) -> bool {
        let Some(state) = self.undone.pop() else { return false };
        self.current = state;
        true
    }

    /// Makes a state the current one.
    pub(super) fn go_to(&mut self, number: usize) {
        self.current = number;
        self.undone.clear();
    }

    /// Names the current state.
    pub(super) fn mark(&mut self, name: &str) {
        self.marks.retain(|(known, _)| known != name);
        self.marks.push((name.to_string(), self.current));
    }

    /// Returns the names of a state.
    pub(super) fn marks_of(&self, number: usize) -> impl Iterator<Item = &str> {
        self.marks.iter().filter(move |(_, state)| *state == number).map(|(name, _)| name.as_str())
    }

    /// Returns all names of states.
    pub(super) fn marks(&self) -> impl Iterator<Item = &str> {
        self.marks.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the state with this number or mark.
    pub(super) fn find(&self, text: &str) -> Result<&Rc<State>, String> {
        let marked = self.marks.iter().find(|(name, _)| name == text).map(|(_, number)| *number);
        let number = marked.or_else(|| text.parse().ok());
        let last = self.states.len() - 1;
        number
            .and_then(|number| self.states.get(number))
            .ok_or_else(|| format!("expected a state from 0 to {last} or a mark, but found '{text}'"))
    }
}
