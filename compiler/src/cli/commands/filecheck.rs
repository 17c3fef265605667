//! `warpline filecheck FILE`: checks a text against the directives in a file.

use clap::Args;

use crate::driver::session::{Exit, Session, Stop};
use crate::testing::filecheck::{FileCheckResult, Options, Text, check};

/// The flags of `filecheck`.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is one flag of the command line")]
#[command(after_help = "Examples:
  warpline opt a.mlir --canonicalize | warpline filecheck a.mlir
  warpline filecheck a.mlir --input-file=out.txt --check-prefixes=CHECK,SM90

A link to warpline named FileCheck acts as this command.")]
pub struct FileCheckArgs {
    /// File with the directives
    file: String,
    /// Text to check; `-` is stdin
    #[arg(long, default_value = "-", value_name = "FILE")]
    input_file: String,
    /// Prefix of directives, in place of CHECK; can be repeated
    #[arg(long, value_name = "PREFIX")]
    check_prefix: Vec<String>,
    /// Prefixes of directives
    #[arg(long, value_delimiter = ',', value_name = "PREFIX,…")]
    check_prefixes: Vec<String>,
    /// Prefixes that make the rest of a line a comment, in place of COM and RUN
    #[arg(long, value_delimiter = ',', value_name = "PREFIX,…")]
    comment_prefixes: Vec<String>,
    /// Match runs of blanks exactly
    #[arg(long)]
    strict_whitespace: bool,
    /// Match whole lines only
    #[arg(long)]
    match_full_lines: bool,
    /// Ignore case
    #[arg(long)]
    ignore_case: bool,
    /// Accept an empty input
    #[arg(long)]
    allow_empty: bool,
    /// Accept prefixes that do not occur in the file, if another one does
    #[arg(long)]
    allow_unused_prefixes: bool,
    /// End variables whose names do not begin with '$' at the next label
    #[arg(long)]
    enable_var_scope: bool,
    /// Pattern that must not match anywhere between matches; can be repeated
    #[arg(long, value_name = "PATTERN")]
    implicit_check_not: Vec<String>,
    /// Define a variable; with '#' before the name, a numeric one
    #[arg(short = 'D', value_name = "NAME=VALUE")]
    define: Vec<String>,
    /// When to show the input on stderr
    #[arg(long, value_enum, default_value = "never", value_name = "WHEN")]
    dump_input: DumpInput,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum DumpInput {
    Never,
    Fail,
    Always,
}

/// Runs the command: exit code 0 if all directives hold, 1 if one does not, 2 if the directives are invalid.
pub fn filecheck(session: &mut Session, args: &FileCheckArgs) -> Result<Exit, Stop> {
    let options = options(session, args)?;
    let checks = session.read_source(&args.file)?;
    let input = session.read_source(&args.input_file)?;
    let checks = Text { name: &checks.name, text: &checks.text };
    let outcome = check(checks, Text { name: &input.name, text: &input.text }, &options);
    let (exit, findings) = match outcome {
        FileCheckResult::Passed => (Exit::Success, String::new()),
        FileCheckResult::Failed(findings) => (Exit::Failed, findings),
        FileCheckResult::Invalid(findings) => (Exit::Usage, findings),
    };
    session.err.push_str(&findings);
    let is_shown = match args.dump_input {
        DumpInput::Never => false,
        DumpInput::Fail => exit != Exit::Success,
        DumpInput::Always => true,
    };
    if is_shown {
        session.note("the input:");
        for (number, line) in (1..).zip(input.text.lines()) {
            session.note(format!("{number:>6}: {line}"));
        }
    }
    Ok(exit)
}

fn options(session: &mut Session, args: &FileCheckArgs) -> Result<Options, Stop> {
    let mut options = Options {
        strict_whitespace: args.strict_whitespace,
        match_full_lines: args.match_full_lines,
        ignore_case: args.ignore_case,
        allow_empty: args.allow_empty,
        allow_unused_prefixes: args.allow_unused_prefixes,
        enable_var_scope: args.enable_var_scope,
        implicit_check_not: args.implicit_check_not.clone(),
        ..Options::default()
    };
    let prefixes = [args.check_prefix.as_slice(), args.check_prefixes.as_slice()].concat();
    if !prefixes.is_empty() {
        options.prefixes = prefixes;
    }
    if !args.comment_prefixes.is_empty() {
        options.comment_prefixes.clone_from(&args.comment_prefixes);
    }
    let all = options.prefixes.iter().chain(&options.comment_prefixes);
    let is_word = |word: &&String| {
        word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
    };
    if let Some(wrong) = all.clone().find(|word| !is_word(word)) {
        let message = format!("expected a prefix of letters, digits, '-' and '_', but found '{wrong}'");
        return Err(session.fail(Exit::Usage, message));
    }
    let mut seen: Vec<&String> = Vec::new();
    for word in all {
        if seen.contains(&word) {
            return Err(
                session.fail(Exit::Usage, format!("expected each prefix once, but found '{word}' again"))
            );
        }
        seen.push(word);
    }
    for define in &args.define {
        let Some((name, value)) = define.split_once('=') else {
            return Err(session.fail(Exit::Usage, format!("expected -DNAME=VALUE, but found -D{define}")));
        };
        options.defines.push((name.to_string(), value.to_string()));
    }
    Ok(options)
}
