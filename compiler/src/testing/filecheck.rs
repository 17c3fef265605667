//! FileCheck: checks that a text matches the directives of a file, in order.
//!
//! ```text
//! // CHECK-LABEL: func.func @f(          divides the input; no other directive matches beyond its part
//! // CHECK-SAME:    %[[A:.*]]: index     on the line of the previous match; A is the text that matched
//! // CHECK:       call @g                anywhere after the previous match
//! // CHECK-NEXT:  call @h(%[[A]])        on the next line
//! // CHECK-DAG:   call @i                with its neighbours in any order
//! // CHECK-NOT:   call @j                nowhere before the next match
//! // CHECK-EMPTY:                        the next line is empty
//! // CHECK-COUNT-2: call @k              twice, one after the other
//! ```
//! A pattern is text with `{{expression}}`, `[[NAME:expression]]`, `[[NAME]]` and numbers: `[[#N:]]`,
//! `[[#N+1]]`, `[[#%x,N:]]`, `[[#@LINE+1]]`. A run of blanks counts as one blank. Expressions take the longest
//! match. The rules are those of LLVM's FileCheck.

mod directives;
mod matching;
mod numbers;
mod pattern;
mod picture;
mod regex;
mod search;
mod variables;

use search::Search;
use variables::{Names, Variables};

/// The options of parsing and matching, which are the flags of the command.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is one flag of the command line")]
pub struct Options {
    /// The prefixes of directives.
    pub prefixes: Vec<String>,
    /// The prefixes that make the rest of a line a comment.
    pub comment_prefixes: Vec<String>,
    /// Whether runs of blanks are compared exactly.
    pub strict_whitespace: bool,
    /// Whether a pattern must match whole lines.
    pub match_full_lines: bool,
    /// Whether case is ignored.
    pub ignore_case: bool,
    /// Whether an empty input is accepted.
    pub allow_empty: bool,
    /// Whether prefixes that do not occur in the file are accepted, if another one occurs.
    pub allow_unused_prefixes: bool,
    /// Whether variables whose names do not begin with `$` end at the next label.
    pub enable_var_scope: bool,
    /// Patterns that must not match anywhere between matches.
    pub implicit_check_not: Vec<String>,
    /// Predefined variables; a name with `#` before it is numeric.
    pub defines: Vec<(String, String)>,
}

impl Default for Options {
    fn default() -> Self {
        let words = |words: &[&str]| words.iter().map(ToString::to_string).collect();
        Self {
            prefixes: words(&["CHECK"]),
            comment_prefixes: words(&["COM", "RUN"]),
            strict_whitespace: false,
            match_full_lines: false,
            ignore_case: false,
            allow_empty: false,
            allow_unused_prefixes: false,
            enable_var_scope: false,
            implicit_check_not: Vec::new(),
            defines: Vec::new(),
        }
    }
}

/// A text and its name in diagnostics.
#[derive(Clone, Copy, Debug)]
pub struct Text<'t> {
    /// The name in diagnostics.
    pub name: &'t str,
    /// The whole text.
    pub text: &'t str,
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileCheckResult {
    /// All directives hold.
    Passed,
    /// A directive does not hold. The text shows which one, and the nearest line.
    Failed(String),
    /// The directives or the options are invalid.
    Invalid(String),
}

/// Checks `input` against the directives in `checks`. Stops at the first directive that does not hold; if
/// labels divide the input, reports the first one of each part.
pub fn check(checks: Text<'_>, input: Text<'_>, options: &Options) -> FileCheckResult {
    let mut names = Names::default();
    let variables = match Variables::new(options, &mut names) {
        Ok(variables) => variables,
        Err(problem) => return FileCheckResult::Invalid(format!("error: {problem}\n")),
    };
    let directives = match directives::read(checks, options, &mut names) {
        Ok(directives) => directives,
        Err(problem) => return FileCheckResult::Invalid(problem),
    };
    if input.text.is_empty() && !options.allow_empty {
        return FileCheckResult::Invalid(format!("error: the input '{}' is empty\n", input.name));
    }
    let input = Text { name: input.name, text: &canonical(input.text, options) };
    match Search::new(checks, input, options, variables).run(&directives) {
        Ok(()) => FileCheckResult::Passed,
        Err(failures) => FileCheckResult::Failed(failures),
    }
}

/// Returns the text with one blank for each run of blanks, and with uniform newlines.
fn canonical(text: &str, options: &Options) -> String {
    let text = text.replace("\r\n", "\n");
    if options.strict_whitespace {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let is_blank = matches!(c, ' ' | '\t');
        if is_blank && out.ends_with(' ') {
            continue;
        }
        out.push(if is_blank { ' ' } else { c });
    }
    out
}
