//! The states of a program: all that ever were, numbered, each immutable.
//!
//! A change makes a state after the current one; nothing is overwritten, so every way back stays open.

use std::rc::Rc;

use warpline_ir::Module;

use crate::driver::session::SourceFile;

/// A program at one moment.
pub(super) struct State {
    /// Its number.
    pub(super) number: usize,
    /// The state that it came from.
    pub(super) parent: Option<usize>,
    /// What made it.
    pub(super) made_by: String,
    /// Its text, which `:ir` shows and in which places of findings lie.
    pub(super) source: SourceFile,
    /// The same as it is printed, where the text is that of a file.
    pub(super) printed: Option<String>,
    /// The module that the text reads as.
    pub(super) module: Module,
    /// Aliases that were entered, as pairs of a name and its definition; the text has those that it uses, by other
    /// names perhaps.
    pub(super) aliases: Vec<(String, String)>,
}

impl State {
    /// The text as it is printed: inputs are put into it, and differences are those to it.
    pub(super) fn printed(&self) -> &str {
        self.printed.as_deref().unwrap_or(&self.source.text)
    }

    /// The number of operations, the module apart.
    pub(super) fn n_ops(&self) -> usize {
        n_ops(&self.module)
    }
}

/// The number of operations of a module, itself apart.
pub(super) fn n_ops(module: &Module) -> usize {
    module.walk(module.root()).len() - 1
}

/// All states.
pub(super) struct History {
    states: Vec<Rc<State>>,
    current: usize,
    next_number: usize,
    /// States that `:undo` left, the last one last.
    undone: Vec<usize>,
    marks: Vec<(String, usize)>,
}

impl History {
    /// Gives the last state, which was just made, the text of the file that it came from, and the module with places there.
    pub(super) fn keep_file(&mut self, source: SourceFile, module: Module) {
        if let Some(state) = self.states.last_mut().and_then(Rc::get_mut) {
            state.printed = Some(std::mem::replace(&mut state.source, source).text);
            state.module = module;
        }
    }

    /// A history that begins with this state.
    pub(super) fn new(first: State) -> Self {
        Self::resumed(first, 1)
    }

    /// A history that goes on from a state of another one, with this number for the next state.
    pub(super) fn resumed(state: State, next_number: usize) -> Self {
        Self { states: vec![Rc::new(state)], current: 0, next_number, undone: Vec::new(), marks: Vec::new() }
    }

    /// The current state.
    pub(super) fn current(&self) -> &Rc<State> {
        &self.states[self.current]
    }

    /// All states in the order in which they were made.
    pub(super) fn all(&self) -> &[Rc<State>] {
        &self.states
    }

    /// The number of the next state.
    pub(super) fn next_number(&self) -> usize {
        self.next_number
    }

    /// Adds a state and goes to it.
    pub(super) fn push(&mut self, state: State) {
        self.current = self.states.len();
        self.next_number += 1;
        self.undone.clear();
        self.states.push(Rc::new(state));
    }

    /// Goes to the state that the current one came from; whether there is one.
    pub(super) fn undo(&mut self) -> bool {
        let Some(parent) = self.current().parent else { return false };
        self.undone.push(self.current);
        self.current = parent;
        true
    }

    /// Takes the last [`undo`](Self::undo) back; whether there is one.
    pub(super) fn redo(&mut self) -> bool {
        let Some(state) = self.undone.pop() else { return false };
        self.current = state;
        true
    }

    /// Goes to a state.
    pub(super) fn go_to(&mut self, number: usize) {
        self.current = number;
        self.undone.clear();
    }

    /// Names the current state.
    pub(super) fn mark(&mut self, name: &str) {
        self.marks.retain(|(known, _)| known != name);
        self.marks.push((name.to_string(), self.current));
    }

    /// The names of a state.
    pub(super) fn marks_of(&self, number: usize) -> impl Iterator<Item = &str> {
        self.marks.iter().filter(move |(_, state)| *state == number).map(|(name, _)| name.as_str())
    }

    /// All names of states.
    pub(super) fn marks(&self) -> impl Iterator<Item = &str> {
        self.marks.iter().map(|(name, _)| name.as_str())
    }

    /// The state with this number or mark.
    pub(super) fn find(&self, text: &str) -> Result<&Rc<State>, String> {
        let marked = self.marks.iter().find(|(name, _)| name == text).map(|(_, number)| *number);
        let number = marked.or_else(|| text.parse().ok());
        let last = self.states.len() - 1;
        number
            .and_then(|number| self.states.get(number))
            .ok_or_else(|| format!("expected a state from 0 to {last} or a mark, but found '{text}'"))
    }
}
