//! Resolves the name of an operation to its kind.

use crate::diagnostics::{Note, Reported, codes};
use crate::dialect::OpKind;
use crate::lower::Lower;
use crate::suggest::did_you_mean;

/// The number of errors after which hints are omitted.
const MAX_HINTED: usize = 100;

impl Lower<'_> {
    /// Returns the kind of a custom form; bare names belong to the default dialect of the enclosing region.
    pub(crate) fn custom_kind(&mut self, at: usize) -> Result<OpKind, Reported> {
        let text = self.token_text(at);
        if let Some(kind) = OpKind::lookup(text) {
            return Ok(kind);
        }
        let dialect = self.dialects.last().copied().unwrap_or_default();
        if !text.contains('.')
            && let Some(kind) = OpKind::lookup(&format!("{dialect}.{text}"))
        {
            return Ok(kind);
        }
        let notes = self.nearest_operation(text, dialect);
        let Some((prefix, _)) = text.split_once('.') else {
            let tried = match dialect {
                "" => "here the name of the dialect must be written".to_string(),
                dialect => format!("tried '{dialect}.{text}' as well"),
            };
            let message = format!("custom op '{text}' is unknown ({tried})");
            return Err(self.unknown(codes::UNKNOWN_OP, at, message, notes));
        };
        if OpKind::DIALECTS.contains(&prefix) {
            let message = format!("custom op '{text}' is unknown");
            return Err(self.unknown(codes::UNKNOWN_OP, at, message, notes));
        }
        let mut notes = [self.did_you_mean(prefix, OpKind::DIALECTS.iter().copied()), notes].concat();
        notes.truncate(1);
        if notes.is_empty() {
            notes.push(Note::general("operations of other dialects are read in generic form only"));
        }
        let message = format!("dialect '{prefix}' not found for custom op '{text}'");
        Err(self.unknown(codes::UNREGISTERED, at, message, notes))
    }

    /// Returns the kind of a generic form, whose name is a string.
    pub(super) fn generic_kind(&mut self, at: usize) -> Result<OpKind, Reported> {
        let text = self.token_text(at).trim_matches('"');
        if text.is_empty() {
            let message = "empty operation name is invalid: expected a name such as 'd.op'".to_string();
            return Err(self.unknown(codes::UNKNOWN_OP, at, message, Vec::new()));
        }
        if let Some(kind) = OpKind::lookup(text) {
            return Ok(kind);
        }
        let prefix = text.split('.').next().unwrap_or_default();
        if OpKind::DIALECTS.contains(&prefix) {
            let message = format!(
                "unregistered operation '{text}' found in dialect ('{prefix}') that does not allow unknown operations"
            );
            return Err(self.unknown(codes::UNKNOWN_OP, at, message, self.nearest_operation(text, "")));
        }
        if !self.options.allow_unregistered && !self.options.replaced.contains(&text) {
            let message = format!("operation being parsed with an unregistered dialect: '{text}'");
            let mut notes = self.nearest_operation(text, "");
            notes.push(Note::general("to accept it, use --allow-unregistered-dialect"));
            return Err(self.unknown(codes::UNREGISTERED, at, message, notes));
        }
        Ok(OpKind::Foreign(self.module.name(text)))
    }

    fn unknown(&mut self, code: &'static str, at: usize, message: String, notes: Vec<Note>) -> Reported {
        self.diagnostics.error_with(code, self.token_span(at), message, notes)
    }

    /// Returns a note with the nearest operation name; a bare name is compared with those of the default
    /// dialect.
    fn nearest_operation(&self, text: &str, dialect: &str) -> Vec<Note> {
        let names: Vec<String> = OpKind::all().map(OpKind::name).collect();
        if text.contains('.') {
            return self.did_you_mean(text, names.iter().map(String::as_str));
        }
        let is_whole = |name: &&String| name.split_once('.').is_some_and(|(_, bare)| bare == text);
        let whole: Vec<String> = names.iter().filter(is_whole).map(|name| format!("'{name}'")).collect();
        if !whole.is_empty() {
            return vec![Note::general(format!("did you mean {}?", whole.join(" or ")))];
        }
        let prefix = format!("{dialect}.");
        self.did_you_mean(text, names.iter().filter_map(|name| name.strip_prefix(&prefix)))
    }

    /// Returns the note with the nearest name in `known`. Cost: linear in the number of names in scope, so it
    /// is skipped after many errors.
    pub(super) fn did_you_mean<'k>(&self, name: &str, known: impl IntoIterator<Item = &'k str>) -> Vec<Note> {
        if self.diagnostics.n_errors() < MAX_HINTED { did_you_mean(name, known) } else { Vec::new() }
    }
}
