//! The scopes of value names and labels during parsing.

use crate::diagnostics::{Note, Reported, codes};
use crate::entity::Entity;
use crate::format::read::ValueName;
use crate::lower::Lower;
use crate::lower::names::{Definition, LabelPlace};
use crate::module::{Block, BlockData};
use crate::types::Type;
use crate::value::Value;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// The names of one region.
#[derive(Debug, Default)]
pub(crate) struct Scope<'t> {
    names: FxHashMap<&'t str, Entry>,
    forwards: IndexMap<(&'t str, u32), Forward, FxBuildHasher>,
    /// The used result numbers of each name that is not yet defined.
    waiting: FxHashMap<&'t str, Vec<u32>>,
    labels: IndexMap<&'t str, Label, FxBuildHasher>,
    /// Whether forward references must be resolved within this scope.
    isolated: bool,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    token: usize,
    /// The first value and the number of values under the name; `None` if the definition could not be read.
    values: Option<(Value, u32)>,
}

#[derive(Clone, Copy, Debug)]
struct Forward {
    value: Value,
    token: usize,
}

#[derive(Clone, Copy, Debug)]
struct Label {
    block: Block,
    token: usize,
    defined: bool,
}

impl<'t> Lower<'t> {
    pub(crate) fn push_scope(&mut self, isolated: bool) {
        self.scopes.push(Scope { isolated, ..Scope::default() });
    }

    /// Reserves memory for the names in a region with so many operations.
    pub(crate) fn reserve_names(&mut self, n_ops: usize) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.names.reserve(n_ops);
        }
    }

    /// Ends a scope: its unresolved forward references move to the enclosing scope.
    pub(crate) fn pop_scope(&mut self) {
        let Some(scope) = self.scopes.pop() else { return };
        for label in scope.labels.values().filter(|label| !label.defined) {
            let span = self.token_span(label.token);
            let name = self.token_text(label.token);
            let known = scope.labels.iter().filter(|(_, label)| label.defined).map(|(name, _)| *name);
            let notes = self.did_you_mean(name, known);
            let message = format!("reference to an undefined block '{name}'");
            self.diagnostics.error_with(codes::UNDEFINED_BLOCK, span, message, notes);
        }
        let mut same = Vec::new();
        let outer = self.scopes.last_mut().filter(|_| !scope.isolated);
        match outer {
            Some(outer) if outer.forwards.is_empty() => {
                outer.forwards = scope.forwards;
                outer.waiting = scope.waiting;
            }
            Some(outer) => {
                for (key, forward) in scope.forwards {
                    match outer.forwards.get(&key) {
                        Some(known) => same.push((forward, *known, key.1)),
                        None => {
                            outer.forwards.insert(key, forward);
                            outer.waiting.entry(key.0).or_default().push(key.1);
                        }
                    }
                }
            }
            None => {
                for forward in scope.forwards.values() {
                    self.report_undefined(forward.token, &scope);
                }
            }
        }
        for (forward, known, number) in same {
            let name = ValueName { token: forward.token, number };
            let ty = self.module.type_of(forward.value);
            if self.check_type(name, known.value, ty, known.token).is_ok() {
                self.settle(forward.value, known.value);
            }
        }
    }

    fn report_undefined(&mut self, token: usize, scope: &Scope<'_>) {
        let span = self.token_span(token);
        let name = self.token_text(token);
        let message = format!("use of undeclared SSA value name '{name}'");
        let notes = self.did_you_mean(name, scope.names.keys().copied());
        self.diagnostics.error_with(codes::UNDEFINED, span, message, notes);
    }

    /// Replaces a placeholder by its value.
    fn settle(&mut self, stand_in: Value, value: Value) {
        self.module.replace_all_uses(stand_in, value);
        if let Some(names) = &mut self.names {
            names.settle(stand_in, value);
        }
    }

    /// Returns the value of a name, which must have this type. A name that is not yet defined gets a
    /// placeholder.
    pub(crate) fn resolve(&mut self, name: ValueName, ty: Type) -> Result<Value, Reported> {
        let value = self.resolve_unnoted(name, ty)?;
        let span = self.token_span(name.token);
        if let Some(names) = &mut self.names {
            names.uses.push((span, value));
        }
        Ok(value)
    }

    /// Records that a name refers to the value to which an earlier name will be resolved.
    pub(crate) fn note_repeated(&mut self, name: ValueName, earlier: ValueName) {
        let spans = (self.token_span(name.token), self.token_span(earlier.token));
        if let Some(names) = &mut self.names {
            names.repeated.push(spans);
        }
    }

    fn resolve_unnoted(&mut self, name: ValueName, ty: Type) -> Result<Value, Reported> {
        let text = self.token_text(name.token);
        let Some(entry) = self.find_name(text) else { return self.forward(name, ty) };
        let Some((first, count)) = entry.values else { return Err(self.already_reported()) };
        if count <= name.number {
            let message =
                format!("reference to invalid result number {}: '{text}' has {count} results", name.number);
            let notes = vec![Note::at(self.token_span(entry.token), "defined here")];
            let span = self.token_span(name.token);
            return Err(self.diagnostics.error_with(codes::RESULT_COUNT, span, message, notes));
        }
        let value = Value::new(first.index() + name.number as usize);
        self.check_type(name, value, ty, entry.token)?;
        Ok(value)
    }

    /// Returns the type of a name that is already defined.
    pub(crate) fn type_of_name(&self, name: ValueName) -> Option<Type> {
        let (first, count) = self.find_name(self.token_text(name.token))?.values?;
        (name.number < count).then(|| self.module.type_of(Value::new(first.index() + name.number as usize)))
    }

    /// Returns the entry of a name in scope. Names from outside an isolated region are found too: the
    /// verifier rejects their uses, and names in the region must differ from them.
    fn find_name(&self, text: &str) -> Option<Entry> {
        self.scopes.iter().rev().find_map(|scope| scope.names.get(text)).copied()
    }

    fn forward(&mut self, name: ValueName, ty: Type) -> Result<Value, Reported> {
        let text = self.token_text(name.token);
        if let Some(forward) = self.scopes.last().and_then(|scope| scope.forwards.get(&(text, name.number))) {
            let forward = *forward;
            self.check_type(name, forward.value, ty, forward.token)?;
            return Ok(forward.value);
        }
        let value = self.module.add_forward(ty);
        if let Some(scope) = self.scopes.last_mut() {
            scope.forwards.insert((text, name.number), Forward { value, token: name.token });
            scope.waiting.entry(text).or_default().push(name.number);
        }
        Ok(value)
    }

    fn check_type(&mut self, name: ValueName, value: Value, ty: Type, other: usize) -> Result<(), Reported> {
        let found = self.module.type_of(value);
        if found == ty {
            return Ok(());
        }
        let message = format!(
            "use of value '{}' expects different type than prior uses: '{}' vs '{}'",
            self.token_text(name.token),
            crate::print::type_text(&self.module, ty),
            crate::print::type_text(&self.module, found),
        );
        let note = Note { span: Some(self.token_span(other)), message: "prior use here".into() };
        Err(self.diagnostics.error_with(codes::USE_TYPE, self.token_span(name.token), message, vec![note]))
    }

    /// Defines a name as `count` values from `first` on, or as unreadable.
    pub(crate) fn define(&mut self, token: usize, values: Option<(Value, u32)>) {
        let text = self.token_text(token);
        if let Some(earlier) = self.find_name(text) {
            let note = Note {
                span: Some(self.token_span(earlier.token)),
                message: "previously defined here".into(),
            };
            let message = format!("redefinition of SSA value '{text}'");
            self.diagnostics.error_with(codes::REDEFINED, self.token_span(token), message, vec![note]);
            return;
        }
        let span = self.token_span(token);
        if let Some(names) = &mut self.names {
            let (first, count) = values.map_or((None, 0), |(first, count)| (Some(first), count));
            names.definitions.push(Definition { span, first, count });
        }
        let Some(scope) = self.scopes.last_mut() else { return };
        scope.names.insert(text, Entry { token, values });
        let waiting = if scope.waiting.is_empty() { None } else { scope.waiting.remove(text) };
        for number in waiting.into_iter().flatten() {
            self.settle_forward(text, number, values, token);
        }
    }

    fn settle_forward(&mut self, text: &'t str, number: u32, values: Option<(Value, u32)>, token: usize) {
        let Some(scope) = self.scopes.last_mut() else { return };
        let Some(forward) = scope.forwards.swap_remove(&(text, number)) else { return };
        let Some((first, _)) = values.filter(|(_, count)| number < *count) else { return };
        let value = Value::new(first.index() + number as usize);
        let (wanted, found) = (self.module.type_of(forward.value), self.module.type_of(value));
        if wanted == found {
            return self.settle(forward.value, value);
        }
        let (wanted, found) =
            (crate::print::type_text(&self.module, wanted), crate::print::type_text(&self.module, found));
        let message = format!("definition of SSA value '{text}#{number}' has type '{found}'");
        let used = format!("previously used here with type '{wanted}'");
        let notes = vec![Note::at(self.token_span(forward.token), used)];
        self.diagnostics.error_with(codes::USE_TYPE, self.token_span(token), message, notes);
    }

    /// Returns the block of a label, which is created on its first use.
    pub(crate) fn block_for_label(&mut self, token: usize) -> Block {
        let block = self.labelled(token);
        self.note_label(token, block, false);
        block
    }

    fn note_label(&mut self, token: usize, block: Block, is_definition: bool) {
        let span = self.token_span(token);
        if let Some(names) = &mut self.names {
            names.labels.push(LabelPlace { span, block, is_definition });
        }
    }

    fn labelled(&mut self, token: usize) -> Block {
        let text = self.token_text(token);
        let module = &mut self.module;
        let Some(scope) = self.scopes.last_mut() else { return module.blocks.push(BlockData::default()) };
        let make = || Label { block: module.blocks.push(BlockData::default()), token, defined: false };
        scope.labels.entry(text).or_insert_with(make).block
    }

    /// Returns the block that a label starts; reports a second definition.
    pub(crate) fn define_label(&mut self, token: usize) -> Block {
        let block = self.labelled(token);
        let text = self.token_text(token);
        let earlier = self.scopes.last().and_then(|scope| scope.labels.get(text)).copied();
        if let Some(earlier) = earlier.filter(|label| label.defined) {
            let note = Note {
                span: Some(self.token_span(earlier.token)),
                message: "previously defined here".into(),
            };
            let message = format!("redefinition of block '{text}'");
            self.diagnostics.error_with(codes::REDEFINED, self.token_span(token), message, vec![note]);
            return self.module.blocks.push(BlockData::default());
        }
        if let Some(label) = self.scopes.last_mut().and_then(|scope| scope.labels.get_mut(text)) {
            label.defined = true;
            label.token = token;
        }
        self.note_label(token, block, true);
        block
    }
}
