//! Removes the passes of a test's command line that it does not need.

use warpline_ir::Diagnostics;
use warpline_passes::find_pass;
use warpline_passes::pipeline::{self, Pipeline, Step};

use super::delta;

/// A part of a command line.
enum Part {
    /// Literal text.
    Text(String),
    /// A flag of a pass.
    Flag(String),
    /// The steps of `--pass-pipeline=`.
    Pipeline(Vec<Step>),
}

impl Part {
    fn n_passes(&self) -> usize {
        match self {
            Self::Text(_) => 0,
            Self::Flag(_) => 1,
            Self::Pipeline(steps) => steps.len(),
        }
    }

    /// Returns the part without the dropped passes, by their indices in it; `None` if nothing remains.
    fn without(&self, is_dropped: impl Fn(usize) -> bool) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.clone()),
            Self::Flag(text) => (!is_dropped(0)).then(|| text.clone()),
            Self::Pipeline(steps) => {
                let kept = steps.iter().enumerate().filter(|(number, _)| !is_dropped(*number));
                let pipeline = Pipeline { steps: kept.map(|(_, step)| step.clone()).collect() };
                (!pipeline.steps.is_empty()).then(|| format!("--pass-pipeline='{pipeline}'"))
            }
        }
    }
}

/// Returns the command line with as few passes as possible; it is unchanged if it names none.
pub(super) fn shorten(line: &str, mut holds: impl FnMut(&str) -> bool) -> String {
    let parts: Vec<Part> = words(line).into_iter().map(part).collect();
    let n_passes = parts.iter().map(Part::n_passes).sum();
    let mut best = line.to_string();
    delta::minimise(n_passes, |chosen| {
        let shorter = without(&parts, chosen);
        let is_held = holds(&shorter);
        if is_held {
            best = shorter;
        }
        is_held
    });
    best
}

/// Returns the line without the dropped passes, by their indices.
fn without(parts: &[Part], dropped: &[usize]) -> String {
    let mut first = 0;
    let mut words = Vec::new();
    for part in parts {
        words.extend(part.without(|number| dropped.contains(&(first + number))));
        first += part.n_passes();
    }
    words.join(" ")
}

fn part(word: &str) -> Part {
    let text = || Part::Text(word.to_string());
    let Some(flag) = word.strip_prefix('-').map(|flag| flag.trim_start_matches('-')) else { return text() };
    let (name, value) = flag.split_once('=').unwrap_or((flag, ""));
    if name == "pass-pipeline" {
        let read = pipeline::parse(value.trim_matches(['\'', '"']), &mut Diagnostics::new());
        return read.map_or_else(|_| text(), |pipeline| Part::Pipeline(pipeline.steps));
    }
    if find_pass(name).is_some() { Part::Flag(word.to_string()) } else { text() }
}

/// Splits a line at blanks outside of quotes; words keep their quotes.
fn words(line: &str) -> Vec<&str> {
    let mut quote = None;
    let is_border = |c: char| {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => quote = Some(c),
            (Some(_) | None, _) => {}
        }
        quote.is_none() && c.is_whitespace()
    };
    line.split(is_border).filter(|word| !word.is_empty()).collect()
}
