//! The variables of a check: their names while directives are parsed, and their values while they are matched.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Options;
use super::numbers::{Expr, Format, Number};
use super::pattern::is_name;

/// The names in the directives parsed so far; each is either a text variable or a numeric variable.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    texts: FxHashSet<String>,
    /// The format of each numeric variable, and the line that first defines it.
    numbers: FxHashMap<String, (Format, Option<i64>)>,
}

impl Names {
    /// Records the definition of a text variable.
    pub(super) fn define_text(&mut self, name: &str) -> Result<(), String> {
        if self.numbers.contains_key(name) {
            return Err(format!("expected a text, but the variable '{name}' is a number"));
        }
        self.texts.insert(name.to_string());
        Ok(())
    }

    /// Records the definition of a numeric variable, whose format must not change.
    pub(super) fn define_number(&mut self, name: &str, format: Format, line: i64) -> Result<(), String> {
        if !is_name(name) {
            return Err(format!("expected the name of a variable, but found '{name}'"));
        }
        if self.texts.contains(name) {
            return Err(format!("expected a number, but the variable '{name}' is a text"));
        }
        let (known, _) = self.numbers.entry(name.to_string()).or_insert((format, Some(line)));
        if *known != format {
            return Err(format!("expected the form that the variable '{name}' has elsewhere"));
        }
        Ok(())
    }

    /// Records a use of a numeric variable, which must not be on the line that defines it.
    pub(super) fn use_number(&mut self, name: &str, line: i64) -> Result<(), String> {
        if !is_name(name) {
            return Err(format!("expected the name of a variable, but found '{name}'"));
        }
        // A variable that is used before it is defined is numeric from now on.
        let (_, defined) = self.numbers.entry(name.to_string()).or_insert((Format::default(), None));
        if line != 0 && *defined == Some(line) {
            return Err(format!("the variable '{name}' has no value on the line that defines it"));
        }
        Ok(())
    }

    /// Returns the format of a numeric variable.
    pub(super) fn format(&self, name: &str) -> Option<Format> {
        self.numbers.get(name).map(|(format, _)| *format)
    }
}

/// The values of the variables defined so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Variables {
    texts: FxHashMap<String, String>,
    numbers: FxHashMap<String, i128>,
}

impl Variables {
    /// Returns the variables defined by options. Of several definitions of one text variable the first counts,
    /// of a numeric one the last.
    pub(super) fn new(options: &Options, names: &mut Names) -> Result<Self, String> {
        let mut variables = Self::default();
        for (name, value) in &options.defines {
            if name.starts_with('#') {
                variables.define(&format!("{name}:{value}"), names)?;
            } else if is_name(name) {
                names.define_text(name)?;
                variables.texts.entry(name.clone()).or_insert_with(|| value.clone());
            } else {
                return Err(format!("expected the name of a variable, but found '{name}'"));
            }
        }
        Ok(variables)
    }

    /// Defines a numeric variable as `[[#%x,X:1]]` would.
    fn define(&mut self, text: &str, names: &mut Names) -> Result<(), String> {
        let number = Number::read(text, 0, names)?;
        let (Some(name), Some(expr)) = (number.defines(), number.expr()) else {
            return Err(format!("expected a name and a number, but found '{text}'"));
        };
        let value = self.value(expr)?;
        self.numbers.insert(name.to_string(), value);
        Ok(())
    }

    /// Sets a text variable.
    pub(super) fn set(&mut self, name: &str, value: &str) {
        self.texts.insert(name.to_string(), value.to_string());
    }

    /// Sets the variable that a number defines to the matched value.
    pub(super) fn set_number(&mut self, number: &Number, found: &str) -> Result<(), String> {
        let value =
            number.format().read(found).ok_or_else(|| format!("'{found}' is too large for a number"))?;
        if let Some(name) = number.defines() {
            self.numbers.insert(name.to_string(), value);
        }
        Ok(())
    }

    /// Returns the value of a text variable.
    pub(super) fn text(&self, name: &str) -> Result<String, String> {
        self.texts.get(name).cloned().ok_or_else(|| format!("undefined variable: {name}"))
    }

    /// Returns the value of an expression.
    pub(super) fn value(&self, expr: &Expr) -> Result<i128, String> {
        expr.value(&|name| {
            self.numbers.get(name).copied().ok_or_else(|| format!("undefined variable: {name}"))
        })
    }

    /// Removes the variables whose names do not begin with `$`.
    pub(super) fn end_scope(&mut self) {
        self.texts.retain(|name, _| name.starts_with('$'));
        self.numbers.retain(|name, _| name.starts_with('$'));
    }

    /// Returns all variables with their values, ordered by name, for diagnostics.
    pub(super) fn all(&self) -> Vec<(String, String)> {
        let texts = self.texts.iter().map(|(name, value)| (name.clone(), value.clone()));
        let numbers = self.numbers.iter().map(|(name, value)| (name.clone(), value.to_string()));
        let mut all: Vec<_> = texts.chain(numbers).collect();
        all.sort();
        all
    }
}
