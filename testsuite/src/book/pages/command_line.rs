//! Generates the page of all commands and their flags, from the definition of the command line.

use std::fmt::Write as _;

use clap::{Arg, Command, CommandFactory as _};
use warpline_cli::cli::{Cli, definition};

use super::cell;

/// The heading of the flags that name passes.
const PASS_FLAGS: &str = "Passes, run in the order given";

/// Returns the page.
pub(super) fn page() -> String {
    let definition = definition();
    let commands = in_order(&definition);
    let mut out = String::from("# The command line\n\n");
    let about = definition.get_about().map(ToString::to_string).unwrap_or_default();
    let _ = write!(out, "{about}.\n\n| command | does |\n|---|---|\n");
    for command in &commands {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let name = command.get_name();
        let _ = writeln!(out, "| [`{name}`](#warpline-{name}) | {} |", cell(&about));
    }
    let after = definition.get_after_help().map(ToString::to_string).unwrap_or_default();
    let _ = write!(out, "\n```text\n{}\n```\n", after.trim_end());
    out.push_str("\n## Flags of all commands\n");
    out.push_str(&table(definition.get_arguments()));
    for command in commands {
        section(&mut out, command);
    }
    out
}

/// Returns the commands in the order of `--help`; examples and passes changed their order.
fn in_order(definition: &Command) -> Vec<&Command> {
    let plain = Cli::command();
    let names = plain.get_subcommands().map(Command::get_name);
    names.filter_map(|name| definition.find_subcommand(name)).collect()
}

/// Writes the section of a command: its description, usage, flags, and subcommands.
fn section(out: &mut String, command: &Command) {
    let name = command.get_name();
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let usage = command.clone().bin_name(format!("warpline {name}")).render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    let _ = write!(out, "\n## warpline {name}\n\n{about}.\n\n```text\n{usage}\n");
    if let Some(examples) = command.get_after_help() {
        let _ = write!(out, "\n{examples}\n");
    }
    out.push_str("```\n");
    out.push_str(&table(command.get_arguments().filter(|arg| !is_pass(arg))));
    if command.get_arguments().any(is_pass) {
        out.push_str("\nEvery [pass](passes.md) is a flag, too.\n");
    }
    for part in command.get_subcommands() {
        let about = part.get_about().map(ToString::to_string).unwrap_or_default();
        let _ = write!(out, "\n### warpline {name} {}\n\n{about}.\n", part.get_name());
        out.push_str(&table(part.get_arguments()));
    }
}

fn is_pass(arg: &Arg) -> bool {
    arg.get_help_heading() == Some(PASS_FLAGS)
}

/// Formats the flags as a table; empty if there are none.
fn table<'a>(args: impl Iterator<Item = &'a Arg>) -> String {
    let rows: String = args.filter(|arg| !arg.is_hide_set()).map(row).collect();
    if rows.is_empty() { rows } else { format!("\n| flag | meaning |\n|---|---|\n{rows}") }
}

fn row(arg: &Arg) -> String {
    let mut text = arg.get_help().map(ToString::to_string).unwrap_or_default();
    for value in arg.get_possible_values().iter().filter(|value| !value.is_hide_set()) {
        let help = value.get_help().map(|help| format!(": {help}")).unwrap_or_default();
        if takes_value(arg) {
            let _ = write!(text, "; `{}`{help}", value.get_name());
        }
    }
    let defaults: Vec<String> =
        arg.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
    if takes_value(arg) && !defaults.is_empty() {
        let _ = write!(text, " (default: `{}`)", defaults.join(" "));
    }
    format!("| `{}` | {} |\n", flag(arg), cell(&text))
}

fn takes_value(arg: &Arg) -> bool {
    arg.get_action().takes_values()
}

/// Formats a flag: `-o, --output <FILE>`, or `[FILE]` for a positional argument.
fn flag(arg: &Arg) -> String {
    let value = match arg.get_value_names() {
        Some([name, ..]) if takes_value(arg) => format!(" <{name}>"),
        _ => String::new(),
    };
    let short = arg.get_short().map(|short| format!("-{short}, ")).unwrap_or_default();
    match arg.get_long() {
        Some(long) => format!("{short}--{long}{value}"),
        None => value.trim().to_string(),
    }
}
