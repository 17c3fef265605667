//! FileCheck: whether a text holds what the directives of a file say, in their order.
//!
//! ```text
//! // CHECK-LABEL: func.func @f(          cuts the input into parts; no other directive looks beyond its part
//! // CHECK-SAME:    %[[A:.*]]: index     on the line of the match before; A is what the expression matched
//! // CHECK:       call @g                somewhere behind the match before
//! // CHECK-NEXT:  call @h(%[[A]])        on the next line
//! // CHECK-DAG:   call @i                with its neighbours in any order
//! // CHECK-NOT:   call @j                nowhere before the next match
//! // CHECK-EMPTY:                        the next line is empty
//! // CHECK-COUNT-2: call @k              twice, one behind the other
//! ```
//! A pattern is text with `{{expression}}`, `[[NAME:expression]]`, `[[NAME]]` and numbers: `[[#N:]]`, `[[#N+1]]`,
//! `[[#%x,N:]]`, `[[#@LINE+1]]`. Runs of blanks are one blank, and of what an expression can match the longest counts.
//! The rules are those of LLVM's tool of that name.

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

/// How directives are found and compared; the flags of the command.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is one flag of the command line")]
pub struct Options {
    /// The words that begin directives.
    pub prefixes: Vec<String>,
    /// The words that make the rest of a line a comment.
    pub comment_prefixes: Vec<String>,
    /// Whether runs of blanks stand for themselves.
    pub strict_whitespace: bool,
    /// Whether a pattern must match a line from its beginning to its end.
    pub match_full_lines: bool,
    /// Whether upper and lower case are one.
    pub ignore_case: bool,
    /// Whether an empty input is as good as any other.
    pub allow_empty: bool,
    /// Whether some of several prefixes may be missing in the file.
    pub allow_unused_prefixes: bool,
    /// Whether variables whose names do not begin with `$` end at the next label.
    pub enable_var_scope: bool,
    /// Patterns that must match nowhere between matches.
    pub implicit_check_not: Vec<String>,
    /// Variables that are set from the beginning; a name with `#` before it is a number.
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

/// A text and the name that findings give it.
#[derive(Clone, Copy, Debug)]
pub struct Text<'t> {
    /// The name in findings.
    pub name: &'t str,
    /// The whole text.
    pub text: &'t str,
}

/// How a check ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All directives hold.
    Passed,
    /// One does not; where, and what comes nearest.
    Failed(String),
    /// The directives, or the options, are wrong themselves.
    Invalid(String),
}

/// Compares `input` with the directives in `checks`. The first directive that does not hold ends it; where labels cut
/// the input, the first of each part is told.
pub fn check(checks: Text<'_>, input: Text<'_>, options: &Options) -> Outcome {
    let mut names = Names::default();
    let variables = match Variables::new(options, &mut names) {
        Ok(variables) => variables,
        Err(problem) => return Outcome::Invalid(format!("error: {problem}\n")),
    };
    let directives = match directives::read(checks, options, &mut names) {
        Ok(directives) => directives,
        Err(problem) => return Outcome::Invalid(problem),
    };
    if input.text.is_empty() && !options.allow_empty {
        return Outcome::Invalid(format!("error: the input '{}' is empty\n", input.name));
    }
    let input = Text { name: input.name, text: &canonical(input.text, options) };
    match Search::new(checks, input, options, variables).run(&directives) {
        Ok(()) => Outcome::Passed,
        Err(failures) => Outcome::Failed(failures),
    }
}

/// The text with one blank for each run of blanks, and newlines of one form.
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
