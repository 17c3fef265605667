//! The variables of a check and their values.

use rustc_hash::FxHashMap;

use super::Options;
use super::numbers::{Format, Number};
use super::pattern::Reference;

/// What has been defined so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Variables {
    texts: FxHashMap<String, String>,
    numbers: FxHashMap<String, (i128, Format)>,
}

impl Variables {
    /// Those that the options set.
    pub(super) fn new(options: &Options) -> Result<Self, String> {
        let mut variables = Self::default();
        for (name, value) in &options.defines {
            match name.strip_prefix('#') {
                None => variables.set(name, value),
                Some(name) => {
                    let number = value.parse().map_err(|_| {
                        format!("expected a number for the variable '{name}', but found '{value}'")
                    })?;
                    variables.numbers.insert(name.to_string(), (number, Format::default()));
                }
            }
        }
        Ok(variables)
    }

    /// Sets a text.
    pub(super) fn set(&mut self, name: &str, value: &str) {
        self.texts.insert(name.to_string(), value.to_string());
    }

    /// Sets the variable that a number defines to what was found.
    pub(super) fn set_number(&mut self, number: &Number, found: &str) -> Result<(), String> {
        let format = number.format().unwrap_or_default();
        let value = format.read(found).ok_or_else(|| format!("'{found}' is too large for a number"))?;
        if let Some(name) = number.defines() {
            self.numbers.insert(name.to_string(), (value, format));
        }
        Ok(())
    }

    /// What a part of a pattern stands for.
    pub(super) fn value(&self, reference: Reference<'_>) -> Result<String, String> {
        let number = match reference {
            Reference::Text(name) => {
                let value = self.texts.get(name).cloned();
                return value.ok_or_else(|| format!("undefined variable: {name}"));
            }
            Reference::Number(number) => number,
        };
        let Some(expr) = number.expr() else { return Ok(String::new()) };
        let inherited =
            expr.first_variable().and_then(|name| self.numbers.get(name)).map(|(_, format)| *format);
        let format = number.format().or(inherited).unwrap_or_default();
        format.write(expr.value(&|name| self.number(name))?)
    }

    fn number(&self, name: &str) -> Result<i128, String> {
        let value = self.numbers.get(name).map(|(value, _)| *value);
        value.ok_or_else(|| format!("undefined variable: {name}"))
    }

    /// Forgets those whose names do not begin with `$`.
    pub(super) fn end_scope(&mut self) {
        self.texts.retain(|name, _| name.starts_with('$'));
        self.numbers.retain(|name, _| name.starts_with('$'));
    }

    /// All of them with their values, in the order of their names; for findings.
    pub(super) fn all(&self) -> Vec<(String, String)> {
        let texts = self.texts.iter().map(|(name, value)| (name.clone(), value.clone()));
        let numbers = self.numbers.iter().map(|(name, (value, _))| (name.clone(), value.to_string()));
        let mut all: Vec<_> = texts.chain(numbers).collect();
        all.sort();
        all
    }
}
