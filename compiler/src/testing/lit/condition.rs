//! Evaluates conditions on features: `a && (b || !c)`.

use crate::driver::devices::DEVICES;

/// The features that hold, for `REQUIRES`, `UNSUPPORTED` and `XFAIL`.
#[derive(Clone, Debug, Default)]
pub struct Features(Vec<String>);

impl Features {
    /// Returns the features of this machine, and `more`.
    pub fn new(more: &[String]) -> Self {
        let built_in = DEVICES.iter().filter(|kind| kind.is_built_in).map(|kind| kind.name);
        let mut all: Vec<String> = built_in.chain(["warpline"]).map(str::to_string).collect();
        all.push(std::env::consts::ARCH.to_string());
        all.push(std::env::consts::OS.to_string());
        all.extend(more.iter().cloned());
        Self(all)
    }

    /// Whether a condition holds; `*` always does, and a comma is an "or".
    pub fn hold(&self, condition: &str) -> Result<bool, String> {
        let mut any = false;
        for part in condition.split(',') {
            let mut reader = Reader { rest: part, features: self, depth: 0 };
            any |= reader.either()?;
            if !reader.rest.trim().is_empty() {
                return Err(format!("expected a condition on features, but found '{}'", condition.trim()));
            }
        }
        Ok(any)
    }
}

struct Reader<'t> {
    rest: &'t str,
    features: &'t Features,
    depth: usize,
}

impl Reader<'_> {
    fn take(&mut self, text: &str) -> bool {
        self.rest = self.rest.trim_start();
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn either(&mut self) -> Result<bool, String> {
        let mut holds = self.both()?;
        while self.take("||") {
            holds |= self.both()?;
        }
        Ok(holds)
    }

    fn both(&mut self) -> Result<bool, String> {
        let mut holds = self.one()?;
        while self.take("&&") {
            holds &= self.one()?;
        }
        Ok(holds)
    }

    fn one(&mut self) -> Result<bool, String> {
        const MAX_DEPTH: usize = 100;
        self.depth += 1;
        if MAX_DEPTH < self.depth {
            return Err("the condition on features is too long".to_string());
        }
        if self.take("!") {
            return Ok(!self.one()?);
        }
        if self.take("(") {
            let holds = self.either()?;
            return if self.take(")") { Ok(holds) } else { Err("expected ')' in the condition".to_string()) };
        }
        if self.take("*") {
            return Ok(true);
        }
        self.rest = self.rest.trim_start();
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '=' | '+');
        let end = self.rest.len() - self.rest.trim_start_matches(is_part).len();
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        match word {
            "" => Err("expected the name of a feature".to_string()),
            "true" => Ok(true),
            "false" => Ok(false),
            word => Ok(self.features.0.iter().any(|feature| feature == word)),
        }
    }
}
