//! Completion at the cursor: commands, their arguments, operations, types, values and symbols.

use warpline_ir::OpKind;
use warpline_ir::syntax::lexer::{Token, tokenize};
use warpline_passes::PASSES;
use warpline_passes::schedule::phases::Phase;

use super::Repl;
use super::commands::passes::SHORT;
use super::commands::show::symbols;
use super::gallery::EXAMPLES;
use super::settings::SETTINGS;
use super::table::{COMMANDS, Takes, find};
use crate::driver::devices;
use crate::driver::emit;
use crate::driver::keywords::TYPES;

/// The completable names of a state.
#[derive(Clone, Debug, Default)]
pub(super) struct Vocabulary {
    /// `%x`.
    values: Vec<String>,
    /// `@f`.
    symbols: Vec<String>,
    /// Marks and numbers of states.
    states: Vec<String>,
    /// `$1`.
    kept: Vec<String>,
}

impl Repl<'_> {
    /// Returns the names of the current state.
    pub(super) fn vocabulary(&self) -> Vocabulary {
        let state = self.history.current();
        let text = &state.source.text;
        let tokens = tokenize(text);
        let is_value = |(kind, _): &(&Token, _)| **kind == Token::Value;
        let spans = tokens.kinds.iter().zip(&tokens.spans).filter(is_value).map(|(_, span)| span);
        let mut values: Vec<String> =
            spans.map(|span| text[span.start as usize..span.end as usize].to_string()).collect();
        values.sort();
        values.dedup();
        let numbers = self.history.all().iter().map(|state| state.number.to_string());
        Vocabulary {
            values,
            symbols: symbols(&state.module),
            states: self.history.marks().map(str::to_string).chain(numbers).collect(),
            kept: (1..=self.values.len()).map(|number| format!("${number}")).collect(),
        }
    }
}

/// Returns the start of the word at the cursor, and its completions; `before` is the text up to the cursor.
pub(super) fn complete(vocabulary: &Vocabulary, before: &str) -> (usize, Vec<String>) {
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    match before.trim_start().strip_prefix(':').filter(|_| !before.contains('\n')) {
        Some(command) => complete_command(vocabulary, before, command),
        None => {
            let start = word_start(before, |c| c.is_alphanumeric() || "_.$%@!#-".contains(c)).max(line_start);
            let word = &before[start..];
            (start, fitting(word, ir_words(vocabulary, before[..start].trim_end(), word)))
        }
    }
}

fn complete_command(vocabulary: &Vocabulary, before: &str, command: &str) -> (usize, Vec<String>) {
    let Some((name, args)) = command.split_once(char::is_whitespace) else {
        let names = COMMANDS.iter().map(|command| command.name.to_string());
        return (before.len() - command.len(), fitting(command, names));
    };
    let Ok(command) = find(name) else { return (before.len(), Vec::new()) };
    let start = word_start(before, |c| !c.is_whitespace() && !",(){}".contains(c));
    let start = start.max(before.len() - args.len());
    let word = &before[start..];
    if command.takes == Takes::Files {
        return (start, files(word));
    }
    let is_first = args.trim_start().len() == word.len();
    (start, fitting(word, argument_words(vocabulary, command.takes, is_first, args)))
}

/// Returns the start of the word at the end of a text.
fn word_start(before: &str, is_part: impl Fn(char) -> bool) -> usize {
    before.char_indices().rev().take_while(|(_, c)| is_part(*c)).last().map_or(before.len(), |(at, _)| at)
}

/// Returns those that begin with a word, sorted.
fn fitting(word: &str, all: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut found: Vec<String> = all.into_iter().filter(|known| known.starts_with(word)).collect();
    found.sort();
    found.dedup();
    found
}

fn argument_words(vocabulary: &Vocabulary, takes: Takes, is_first: bool, args: &str) -> Vec<String> {
    let strings = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
    match takes {
        Takes::Nothing | Takes::Files => Vec::new(),
        Takes::States => [vocabulary.states.clone(), strings(&["--side"])].concat(),
        Takes::Passes => {
            let short = SHORT.iter().map(|(name, _)| (*name).to_string());
            PASSES.iter().map(|pass| pass.name.to_string()).chain(short).collect()
        }
        Takes::Symbols if is_first => vocabulary.symbols.clone(),
        Takes::Symbols => vocabulary.kept.clone(),
        Takes::Docs => {
            let ops = OpKind::all().map(OpKind::name).chain(PASSES.iter().map(|pass| pass.name.to_string()));
            let codes = warpline_ir::codes::ALL.iter().map(|known| known.code.to_string());
            ops.chain(codes).chain(OpKind::DIALECTS.iter().map(ToString::to_string)).collect()
        }
        Takes::Kinds => strings(&emit::kinds()),
        Takes::Settings if is_first => SETTINGS.iter().map(|setting| setting.name.to_string()).collect(),
        Takes::Settings => {
            let name = args.split_whitespace().next();
            let setting = SETTINGS.iter().find(|setting| Some(setting.name) == name);
            setting
                .map(|setting| (setting.values)().split('|').map(str::to_string).collect())
                .unwrap_or_default()
        }
        Takes::Devices => strings(&devices::names()),
        Takes::Examples => EXAMPLES.iter().map(|example| example.name.to_string()).collect(),
        Takes::Commands => COMMANDS.iter().map(|command| command.name.to_string()).collect(),
        Takes::Values => [vocabulary.values.clone(), vocabulary.kept.clone()].concat(),
        Takes::Phases => Phase::ALL.map(|phase| phase.name().to_string()).to_vec(),
    }
}

/// Returns words of IR that may follow a text without trailing blanks.
fn ir_words(vocabulary: &Vocabulary, before: &str, word: &str) -> Vec<String> {
    let is_type = before.ends_with([':', '<']) || before.ends_with("->");
    match word.chars().next() {
        Some('%') => vocabulary.values.clone(),
        Some('@') => vocabulary.symbols.clone(),
        _ if is_type => TYPES.iter().map(ToString::to_string).collect(),
        None => Vec::new(),
        Some(_) => OpKind::all().map(OpKind::name).chain(TYPES.iter().map(ToString::to_string)).collect(),
    }
}

/// Returns files and directories whose path begins with a word.
fn files(word: &str) -> Vec<String> {
    let (directory, name) = word.rfind('/').map_or(("", word), |at| word.split_at(at + 1));
    let listed = std::fs::read_dir(if directory.is_empty() { "." } else { directory });
    let mut found: Vec<String> = listed
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let end = if entry.file_type().ok()?.is_dir() { "/" } else { "" };
            let file = entry.file_name().into_string().ok()?;
            (file.starts_with(name) && (!file.starts_with('.') || name.starts_with('.')))
                .then(|| format!("{directory}{file}{end}"))
        })
        .collect();
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::{Vocabulary, complete};

    /// Checks the completions at the end of a text, with the names `%x`, `%xy`, `@f`, `@f_kernel::@k` and the
    /// mark `one`.
    #[track_caller]
    fn check(before: &str, expect: &[&str]) {
        let strings = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
        let vocabulary = Vocabulary {
            values: strings(&["%x", "%xy", "%z"]),
            symbols: strings(&["@f", "@f_kernel::@k"]),
            states: strings(&["one", "0"]),
            kept: strings(&["$1"]),
        };
        assert_eq!(complete(&vocabulary, before).1, strings(expect), "after '{before}'");
    }

    #[test]
    fn words_that_fit_are_offered() {
        check(":sta", &["states", "stats"]);
        check(":goto o", &["one"]);
        check(":run canonicalize,loop-i", &["loop-invariant-code-motion"]);
        check(":run @", &["@device", "@host"]);
        check(":exec @f", &["@f", "@f_kernel::@k"]);
        check(":exec @f $", &["$1"]);
        check(":set de", &["deadline", "device"]);
        check(":set times o", &["off", "on"]);
        check(":emit p", &["plan", "plan-json", "ptx"]);
        check(":print %x", &["%x", "%xy"]);
        check(":doc arith.add", &["arith.addf", "arith.addi", "arith.addui_extended"]);
        check(":undo ", &[]);
        check(":nothing x", &[]);
        check("%s = arith.addi %x", &["%x", "%xy"]);
        check("%s = arith.rems", &["arith.remsi"]);
        check("%s = arith.addi %x, %z : i", &["i1", "i16", "i32", "i64", "i8", "index"]);
        check("func.func @g(%a: memref<4xf32>) -> ve", &["vector<"]);
        check("call @f", &["@f", "@f_kernel::@k"]);
        check("scf.for %i = %x to %z step %x {\n  memref.sto", &["memref.store"]);
    }
}
