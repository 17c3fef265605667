//! `warpline.toml`: flag values for a directory and everything below it.
//!
//! A key is the name of a flag. At the top level it applies to every command that has the flag, in a table such
//! as `[run]` to that command. Precedence from high to low: the command line, the environment variable, the
//! table, the top level.
//!
//! A file that was found, not named by `--config`, may have come with a folder from an untrusted source. Its
//! settings for written files, executed commands, libraries, higher limits and weaker checks are ignored with a
//! warning.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use warpline_ir::suggest::nearest;
use warpline_runtime::interp::Limits;

use crate::cli::flags::bytes;
use crate::driver::host_memory;

/// The file name.
pub const FILE: &str = "warpline.toml";

/// Flag values for one command.
#[derive(Debug, Default)]
pub struct Config {
    entries: Vec<Entry>,
    warnings: Vec<String>,
}

/// The origin of the configuration file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Named by the user.
    Named,
    /// Found in the working directory or above it.
    Found,
}

/// A flag value in a file.
#[derive(Debug)]
struct Entry {
    flag: String,
    values: Vec<String>,
    /// The origin as `warpline.toml:3`.
    origin: String,
}

/// Returns the nearest file of this name, in a directory or above it.
pub fn find(directory: &Path) -> Option<PathBuf> {
    directory.ancestors().map(|above| above.join(FILE)).find(|path| path.is_file())
}

impl Config {
    /// Reads the text of a file for a command; `name` is the file name in messages. Returns all errors, one per
    /// line.
    pub fn read(
        name: &str,
        text: &str,
        definition: &Command,
        command: &str,
        origin: Origin,
    ) -> Result<Self, Vec<String>> {
        let (errors, entries, warnings) = (Vec::new(), Vec::new(), Vec::new());
        let mut reader = Reader { name, text, definition, origin, errors, entries, warnings };
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            let at = error.span().map_or(0, |span| span.start);
            reader.errors.push((at, error.message().to_string()));
        }
        reader.top(table.get_ref(), command);
        let Reader { mut errors, entries, warnings, .. } = reader;
        if errors.is_empty() {
            return Ok(Self { entries, warnings });
        }
        errors.sort();
        Err(errors.iter().map(|(at, message)| format!("{}: {message}", place(name, text, *at))).collect())
    }

    /// Returns the ignored settings of the file, one warning per line.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Makes the values the defaults of the command's flags.
    pub fn apply(&self, definition: Command, command: &str) -> Command {
        self.entries.iter().fold(definition, |definition, entry| {
            let with_default = |command: Command| {
                command.mut_args(|arg| {
                    let is_named = arg.get_long() == Some(entry.flag.as_str());
                    if is_named { arg.default_values(entry.values.clone()) } else { arg }
                })
            };
            with_default(definition).mut_subcommand(command, with_default)
        })
    }

    /// Returns every flag of a command with its value and origin, in the format of a configuration file.
    pub fn print(&self, definition: &Command, command: &str, matches: &ArgMatches) -> String {
        let mut out = format!("# warpline {command}\n");
        for arg in flags(definition, command) {
            let (id, flag) = (arg.get_id().as_str(), arg.get_long().unwrap_or_default());
            let raw = matches.try_get_raw(id).ok().flatten();
            let values: Vec<String> = raw.into_iter().flatten().map(toml_value).collect();
            let origin = match matches.value_source(id) {
                Some(ValueSource::CommandLine) => "command line",
                Some(ValueSource::EnvVariable) => arg.get_env().and_then(OsStr::to_str).unwrap_or_default(),
                _ => self
                    .entries
                    .iter()
                    .rfind(|entry| entry.flag == flag)
                    .map_or("default", |entry| &entry.origin),
            };
            let line = match values.as_slice() {
                [] => format!("# {flag} ="),
                [only] => format!("{flag} = {only}"),
                all => format!("{flag} = [{}]", all.join(", ")),
            };
            let origin = if values.is_empty() { "not set" } else { origin };
            let _ = writeln!(out, "{line:<40} # {origin}");
        }
        out
    }
}

/// The flag that allows a run to open libraries.
pub(crate) const ALLOW_SHARED_LIBS: &str = "allow-shared-libs";

/// The flags that no file may set, each with its effect: the author of the file, or of the folder that contains
/// it, could name code of their own.
const OF_THE_USER: [(&str, &str); 2] =
    [("cache-dir", "--cache-dir and WARPLINE_CACHE_DIR"), (ALLOW_SHARED_LIBS, "the command line")];

/// The flags by which a command writes files or runs commands: only a file named by the user may set them.
const WRITES: [&str; 13] = [
    "allow-writes",
    "dir",
    "emit",
    "json",
    "junit",
    "mlir-generate-reproducer",
    "mlir-pass-pipeline-crash-reproducer",
    "output",
    "profile-out",
    "repl-script",
    "stats",
    "test",
    "trace",
];

/// The limits, which a found file may only lower; 0 is no limit.
const LIMITS: [&str; 6] =
    ["memory-limit", "time-limit", "max-steps", "max-bytes", "max-host-memory", "deadline"];

/// The values of flags that weaken the checks of a run: only a file named by the user may set them.
const WEAKER: [(&str, &str); 3] = [("bounds", "off"), ("checks", "none"), ("assume-noalias", "true")];

/// The flags about configuration files.
const ABOUT: [&str; 3] = ["config", "no-config", "print-config"];

/// Returns the flags of a command that a file may set: those with an environment variable.
fn flags<'d>(definition: &'d Command, command: &str) -> impl Iterator<Item = &'d Arg> {
    let own = definition.find_subcommand(command).into_iter().flat_map(Command::get_arguments);
    let global = definition.get_arguments().filter(|arg| arg.is_global_set());
    // A flag that is global for the subcommands of a command is that command's own.
    let is_for_all = |arg: &&Arg| definition.get_arguments().any(|known| known.get_id() == arg.get_id());
    let is_settable =
        |arg: &&Arg| arg.get_env().is_some() && arg.get_long().is_some_and(|long| !ABOUT.contains(&long));
    own.filter(move |arg| !is_for_all(arg)).chain(global).filter(is_settable)
}

/// Returns `FILE:LINE:COLUMN` of a byte offset, both counted from 1, the column in characters.
fn place(name: &str, text: &str, at: usize) -> String {
    let before = &text[..at.min(text.len())];
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = before.matches('\n').count() + 1;
    format!("{name}:{line}:{}", before[line_start..].chars().count() + 1)
}

/// Formats a value as TOML: bare if valid, else as a string.
fn toml_value(value: &OsStr) -> String {
    let text = value.to_string_lossy();
    let as_toml = DeValue::parse(&text).map(Spanned::into_inner);
    if let Ok(DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_)) = as_toml {
        return text.into_owned();
    }
    let escaped = text.chars().map(|c| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c.is_control() => format!("\\u{:04x}", c as u32),
        c => c.to_string(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

/// A parser of one file.
struct Reader<'r> {
    name: &'r str,
    text: &'r str,
    definition: &'r Command,
    origin: Origin,
    /// Errors with their byte offsets.
    errors: Vec<(usize, String)>,
    entries: Vec<Entry>,
    warnings: Vec<String>,
}

impl Reader<'_> {
    fn top(&mut self, table: &DeTable<'_>, command: &str) {
        let (mut tables, mut keys) = (Vec::new(), Vec::new());
        for (key, value) in table {
            match value.get_ref() {
                DeValue::Table(table) => tables.push((key, table)),
                _ => keys.push((key, value)),
            }
        }
        for (key, value) in keys {
            let flag = key.get_ref().as_ref();
            let commands = self.definition.get_subcommands().map(Command::get_name);
            let all: Vec<&str> =
                commands.flat_map(|name| flags(self.definition, name)).filter_map(Arg::get_long).collect();
            if self.is_of_the_user(flag, key.span().start) {
                continue;
            }
            if all.contains(&flag) {
                self.set(command, flag, key.span().start, value);
            } else {
                self.unknown(key.span().start, "flag", flag, "", all.into_iter());
            }
        }
        for (key, table) in tables {
            let name = key.get_ref().as_ref();
            if self.definition.find_subcommand(name).is_none() {
                let names = self.definition.get_subcommands().map(Command::get_name);
                self.unknown(key.span().start, "command", name, "", names);
                continue;
            }
            for (key, value) in table {
                let flag = key.get_ref().as_ref();
                let mut all = flags(self.definition, name).filter_map(Arg::get_long);
                if self.is_of_the_user(flag, key.span().start) {
                    continue;
                }
                if all.any(|known| known == flag) {
                    if name == command {
                        self.set(command, flag, key.span().start, value);
                    }
                } else {
                    let all = flags(self.definition, name).filter_map(Arg::get_long);
                    self.unknown(key.span().start, "flag", flag, &format!(" of '{name}'"), all);
                }
            }
        }
    }

    /// Whether no file may set a flag, which is reported as an error.
    fn is_of_the_user(&mut self, flag: &str, at: usize) -> bool {
        let found = OF_THE_USER.iter().find(|(known, _)| *known == flag);
        self.errors
            .extend(found.map(|(_, who)| (at, format!("'{flag}' cannot be set in a file, only by {who}"))));
        found.is_some()
    }

    fn unknown<'k>(
        &mut self,
        at: usize,
        what: &str,
        found: &str,
        of: &str,
        known: impl Iterator<Item = &'k str>,
    ) {
        let hint = nearest(found, known).map(|near| format!("; did you mean '{near}'?")).unwrap_or_default();
        self.errors.push((at, format!("there is no {what} '{found}'{of}{hint}")));
    }

    /// Sets a flag, if the command has it.
    fn set(&mut self, command: &str, flag: &str, at: usize, value: &Spanned<DeValue<'_>>) {
        let Some(arg) = flags(self.definition, command).find(|arg| arg.get_long() == Some(flag)) else {
            return;
        };
        let can_be_bare = arg.get_num_args().is_some_and(|n| n.min_values() == 0 && n.takes_values());
        let values = match value.get_ref() {
            DeValue::Boolean(false) if can_be_bare => return,
            DeValue::Boolean(true) if can_be_bare => Some(self.bare(command, arg)),
            DeValue::Array(all) => all.iter().map(|value| plain(value.get_ref())).collect(),
            other => plain(other).map(|value| vec![value]),
        };
        let at_value = value.span().start;
        let Some(values): Option<Vec<String>> = values else {
            return self
                .errors
                .push((at_value, format!("expected a value or a list of values for '{flag}'")));
        };
        if !arg.get_action().takes_values() {
            if !matches!(value.get_ref(), DeValue::Boolean(_)) {
                let message = format!("expected true or false for '{flag}'");
                return self.errors.push((at_value, message));
            }
        } else if let Some(message) = self.refusal(command, flag, &values) {
            return self.errors.push((at_value, message));
        }
        if let Some(reason) = self.distrust(arg, flag, &values) {
            let place = place(self.name, self.text, at);
            return self.warnings.push(format!(
                "{place}: '{flag}' is ignored, since a file that was not named by --config {reason}"
            ));
        }
        let line = self.text[..at].matches('\n').count() + 1;
        let (flag, origin) = (flag.to_string(), format!("{}:{line}", self.name));
        self.entries.push(Entry { flag, values, origin });
    }

    /// Returns the reason why a found file may not set a flag to these values, if it may not.
    fn distrust(&self, arg: &Arg, flag: &str, values: &[String]) -> Option<&'static str> {
        let is_found = self.origin == Origin::Found;
        // Except in 'test', '--json' does not name a file.
        let names_file = flag != "json" || arg.get_action().takes_values();
        if is_found && names_file && WRITES.contains(&flag) {
            return Some("neither names files to write nor commands to run");
        }
        if is_found && flag == "shared-libs" {
            return Some("names no libraries");
        }
        let limit = |text: &str| {
            let in_bytes = bytes(text).ok().map(|bytes| bytes.get() as f64);
            let number = in_bytes.or_else(|| text.parse().ok()).filter(|limit: &f64| 0.0 < *limit);
            number.unwrap_or(f64::INFINITY)
        };
        let limits = Limits::default();
        let usual = arg.get_default_values().iter().filter_map(|value| value.to_str()).map(limit);
        let highest = match flag {
            "max-steps" => limits.steps as f64,
            "max-bytes" => limits.bytes as f64,
            "max-host-memory" => host_memory::limit() as f64,
            _ => usual.fold(f64::INFINITY, f64::min),
        };
        let is_higher = values.iter().any(|value| highest < limit(value));
        if is_found && LIMITS.contains(&flag) && is_higher {
            return Some("lifts no limit");
        }
        let is_weaker = |value: &String| WEAKER.contains(&(flag, value.as_str()));
        (is_found && values.iter().any(is_weaker)).then_some("weakens no check")
    }

    /// Returns the values of a flag that is given without a value.
    fn bare(&self, command: &str, arg: &Arg) -> Vec<String> {
        let flag = arg.get_long().map(|long| format!("--{long}")).unwrap_or_default();
        let lenient = self.definition.clone().mut_subcommand(command, |command| command.ignore_errors(true));
        let matches = lenient.ignore_errors(true).try_get_matches_from(["warpline", command, &flag]);
        let raw = matches.ok().and_then(|matches| {
            let own = matches.subcommand_matches(command)?;
            let raw = own.try_get_raw(arg.get_id().as_str()).ok()??;
            Some(raw.map(|value| value.to_string_lossy().into_owned()).collect())
        });
        raw.unwrap_or_default()
    }

    /// Returns the error of the command for these values of a flag, if any.
    fn refusal(&self, command: &str, flag: &str, values: &[String]) -> Option<String> {
        let given = values.iter().map(|value| format!("--{flag}={value}"));
        let args = ["warpline".to_string(), command.to_string()].into_iter().chain(given);
        let error = self.definition.clone().try_get_matches_from(args).err()?;
        let is_about_value = matches!(
            error.kind(),
            ErrorKind::InvalidValue
                | ErrorKind::ValueValidation
                | ErrorKind::TooManyValues
                | ErrorKind::WrongNumberOfValues
                | ErrorKind::ArgumentConflict
        );
        is_about_value.then(|| crate::cli::plain_usage(&error))
    }
}

/// Returns a value as it would be written on the command line; `None` for tables and lists.
fn plain(value: &DeValue<'_>) -> Option<String> {
    Some(match value {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(value) => value.to_string(),
        DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => return None,
    })
}
