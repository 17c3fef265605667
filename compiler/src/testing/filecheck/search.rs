//! Matches the directives against the input, from its beginning to its end.

use super::directives::{Directive, Directives, Kind};
use super::pattern::{Match, Pattern};
use super::variables::Variables;
use super::{Options, Text, picture};

/// A failure, as text.
type Failure = String;

/// An excluded pattern: a directive, or a pattern given by a flag.
#[derive(Clone, Copy)]
struct Not<'d> {
    name: &'d str,
    /// The offset of a directive.
    at: Option<usize>,
    pattern: &'d Pattern,
}

/// A directive that advances in the input, with the preceding ones that do not.
struct SearchStep<'d> {
    /// The patterns excluded by flags, checked before all others.
    implied: &'d [(String, Pattern)],
    /// `-DAG` and `-NOT` directives.
    around: &'d [Directive],
    /// The advancing directive; `None` at the end of the input.
    main: Option<&'d Directive>,
}

/// A search through one input.
pub(super) struct Search<'t> {
    checks: Text<'t>,
    input: Text<'t>,
    options: &'t Options,
    variables: Variables,
}

impl<'t> Search<'t> {
    /// Creates a search with these initial variables.
    pub(super) fn new(checks: Text<'t>, input: Text<'t>, options: &'t Options, variables: Variables) -> Self {
        Self { checks, input, options, variables }
    }

    /// Matches all directives; the failures are reported together.
    pub(super) fn run(mut self, directives: &Directives) -> Result<(), String> {
        let steps = steps(directives);
        let mut failures = String::new();
        let mut from = 0;
        let mut first = 0;
        while first < steps.len() {
            let is_label = |step: &SearchStep<'_>| step.main.is_some_and(|main| main.kind == Kind::Label);
            let behind = steps[first..].iter().position(is_label).map(|at| first + at);
            let (last, end) = match behind {
                Some(label) => match self.label(&steps[label], from) {
                    Ok(found) => (label + 1, found.end),
                    Err(failure) => return Err(failures + &failure),
                },
                None => (steps.len(), self.input.text.len()),
            };
            if let Err(failure) = self.part(&steps[first..last], from, end) {
                failures.push_str(&failure);
            }
            if self.options.enable_var_scope {
                self.variables.end_scope();
            }
            (first, from) = (last, end);
        }
        if failures.is_empty() { Ok(()) } else { Err(failures) }
    }

    /// Returns the match of a label.
    fn label(&mut self, step: &SearchStep<'_>, from: usize) -> Result<Match, Failure> {
        let Some(main) = step.main else { return Ok(Match { start: from, end: from }) };
        self.find(main, &main.pattern, from, self.input.text.len())
    }

    /// Matches the steps of one part of the input.
    fn part(&mut self, steps: &[SearchStep<'_>], mut from: usize, end: usize) -> Result<(), Failure> {
        for step in steps {
            from = self.step(step, from, end)?;
        }
        Ok(())
    }

    /// Matches a step and returns the end of its match.
    fn step(&mut self, step: &SearchStep<'_>, from: usize, end: usize) -> Result<usize, Failure> {
        let (after, nots) = self.around(step, from, end)?;
        let Some(main) = step.main else {
            self.absent(&nots, after, end)?;
            return Ok(end);
        };
        let mut at = after;
        let mut first = None;
        let count = if let Kind::Plain(count) = main.kind { count } else { 1 };
        for _ in 0..count {
            let found = match main.kind {
                Kind::Empty => self.empty_line(main, at, end)?,
                _ => self.find(main, &main.pattern, at, end)?,
            };
            first.get_or_insert(found.start);
            at = found.end;
        }
        let start = first.unwrap_or(at);
        self.distance(main, after, start)?;
        self.absent(&nots, after, start)?;
        Ok(at)
    }

    /// Matches directives that may occur in any order. Returns the end of their matches, and the patterns
    /// excluded after it.
    fn around<'d>(
        &mut self,
        step: &SearchStep<'d>,
        from: usize,
        end: usize,
    ) -> Result<(usize, Vec<Not<'d>>), Failure> {
        let mut at = from;
        let implied = step.implied.iter().map(|(name, pattern)| Not { name, at: None, pattern });
        let mut nots: Vec<Not<'_>> = implied.collect();
        let mut taken: Vec<Match> = Vec::new();
        for (index, directive) in step.around.iter().enumerate() {
            if directive.kind == Kind::Not {
                let Directive { name, at, pattern, .. } = directive;
                nots.push(Not { name, at: Some(*at), pattern });
                continue;
            }
            let found = self.beside(directive, &taken, at, end)?;
            taken.push(found);
            let is_last = step.around.get(index + 1).is_none_or(|next| next.kind == Kind::Not);
            if is_last {
                let start = taken.iter().map(|one| one.start).min().unwrap_or(at);
                self.absent(&nots, at, start)?;
                nots.clear();
                at = taken.iter().map(|one| one.end).max().unwrap_or(at);
                taken.clear();
            }
        }
        Ok((at, nots))
    }

    /// Returns the first match that does not overlap those of the neighbours.
    fn beside(
        &mut self,
        directive: &Directive,
        taken: &[Match],
        from: usize,
        end: usize,
    ) -> Result<Match, Failure> {
        let mut at = from;
        loop {
            let found = self.find(directive, &directive.pattern, at, end)?;
            let overlaps = |other: &&Match| found.start < other.end && other.start < found.end;
            match taken.iter().find(overlaps) {
                Some(other) => at = other.end,
                None => return Ok(found),
            }
        }
    }

    fn find(
        &mut self,
        directive: &Directive,
        pattern: &Pattern,
        from: usize,
        end: usize,
    ) -> Result<Match, Failure> {
        let found = pattern.find(&self.input.text[..end], from, &mut self.variables);
        let problem = match found {
            Ok(Some(found)) => return Ok(found),
            Ok(None) => "expected string not found in input".to_string(),
            Err(problem) => problem,
        };
        let miss = picture::Miss { name: &directive.name, at: directive.at, problem: &problem, from, end };
        Err(picture::missing(self.checks, self.input, &miss, &pattern.fixed_text(), &self.variables))
    }

    /// Returns the line after `at`, which must be empty.
    fn empty_line(&self, directive: &Directive, at: usize, end: usize) -> Result<Match, Failure> {
        let text = &self.input.text[..end];
        let next = text[at..].find('\n').map(|newline| at + newline + 1);
        if let Some(next) = next.filter(|next| text[*next..].is_empty() || text[*next..].starts_with('\n')) {
            return Ok(Match { start: next, end: next });
        }
        let problem = "the next line is not empty";
        Err(self.misplaced(directive, problem, next.unwrap_or(end), at))
    }

    /// Checks that the match of a `-NEXT` or `-SAME` directive is on the required line.
    fn distance(&self, directive: &Directive, from: usize, start: usize) -> Result<(), Failure> {
        let n_lines = self.input.text[from..start].matches('\n').count();
        let problem = match (directive.kind, n_lines) {
            (Kind::Next, 0) => "it is on the same line as the previous match",
            (Kind::Next, 2..) => "it is not on the line after the previous match",
            (Kind::Same, 1..) => "it is not on the line of the previous match",
            _ => return Ok(()),
        };
        Err(self.misplaced(directive, problem, start, from))
    }

    fn misplaced(&self, directive: &Directive, problem: &str, found: usize, before: usize) -> Failure {
        let problem = format!("{}: {problem}", directive.name);
        let mut text = picture::error(self.checks, directive.at, &problem);
        text.push_str(&picture::note(self.input, found, "the match is here"));
        text.push_str(&picture::note(self.input, before, "the previous match ends here"));
        text
    }

    /// Checks that none of these patterns matches between two offsets.
    fn absent(&mut self, nots: &[Not<'_>], from: usize, end: usize) -> Result<(), Failure> {
        for Not { name, at, pattern } in nots {
            let found = pattern.find(&self.input.text[..end], from, &mut self.variables);
            let (place, problem) = match found {
                Ok(None) => continue,
                Ok(Some(found)) => (found.start, format!("{name}: excluded string found in input")),
                Err(problem) => (from, problem),
            };
            let mut text = match at {
                Some(at) => picture::error(self.checks, *at, &problem),
                None => format!("error: {problem}\n"),
            };
            text.push_str(&picture::note(self.input, place, "found here"));
            return Err(text);
        }
        Ok(())
    }
}

/// Groups the directives by advancing directive.
fn steps(directives: &Directives) -> Vec<SearchStep<'_>> {
    let Directives { all, implied } = directives;
    let mut steps = Vec::new();
    let mut start = 0;
    for (index, directive) in all.iter().enumerate() {
        if !matches!(directive.kind, Kind::Not | Kind::Dag) {
            steps.push(SearchStep { implied, around: &all[start..index], main: Some(directive) });
            start = index + 1;
        }
    }
    steps.push(SearchStep { implied, around: &all[start..], main: None });
    steps
}
