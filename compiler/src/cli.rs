//! The command line: normalizes the arguments, parses them with clap, and dispatches to a command.

pub mod commands;
pub mod config;
pub mod examples;
mod flags;
pub mod progress;
mod sandbox;

use std::any::{Any, TypeId};
use std::io::{ErrorKind, IsTerminal as _, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{
    Arg, ArgAction, ArgMatches, Args, Command, CommandFactory as _, FromArgMatches as _, Parser, Subcommand,
};
use warpline_ir::suggest::nearest;
use warpline_passes::{Backend, PASSES};

use crate::cli::commands::{
    cache, check, compile, completions, devices, diff_run, explain, filecheck, lsp, man, ops, opt, passes,
    reduce, repl, run, test,
};
use crate::cli::config::{ALLOW_SHARED_LIBS, Config, Origin};
use crate::cli::examples::{EXAMPLES, OVERVIEW};
use crate::cli::flags::{CeilingFlags, word};
use crate::driver::backends::backends;
use crate::driver::file_names::{path_of, text_of};
use crate::driver::report::{self, Format};
use crate::driver::reproducer;
use crate::driver::session::{Exit, Session, Stop, read_limited, write_stdout};
use crate::driver::timing::TimingOrder;
use crate::driver::words::Words as _;
use crate::driver::writes::Writes;

/// A GPU IR compiler and runtime: reads IR, transforms it, runs it.
#[derive(Debug, Parser)]
#[command(name = "warpline", version, disable_help_subcommand = true)]
pub struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Action,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Global options")]
struct Global {
    /// Format of diagnostics
    #[arg(long, global = true, value_parser = word::<Format>(), default_value = "text")]
    diagnostics: Format,
    /// When to colour diagnostics
    #[arg(long, global = true, value_enum, default_value = "auto")]
    color: When,
    /// File name for stdin in diagnostics
    #[arg(long, global = true, value_name = "NAME")]
    stdin_name: Option<String>,
    /// Do not write a reproducer (the program and the passes) on an internal error
    #[arg(long, global = true)]
    no_reproducer: bool,
    #[command(flatten)]
    ceilings: CeilingFlags,
    /// Read flag values from this file instead of the nearest 'warpline.toml'
    #[arg(long, global = true, value_name = "FILE", conflicts_with = "no_config")]
    config: Option<String>,
    /// Do not read 'warpline.toml'
    #[arg(long, global = true)]
    no_config: bool,
    /// Print the value and the origin of each flag, and exit
    #[arg(long, global = true)]
    print_config: bool,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Read IR, run passes in the given order, and print the result
    Opt(opt::OptArgs),
    /// Compile IR and execute a function
    Run(Box<run::RunArgs>),
    /// Compile for a target without a device
    Compile(compile::CompileArgs),
    /// Parse and verify many files, and report all errors in all of them
    Check(check::CheckArgs),
    /// Run test files with 'RUN:' lines and 'CHECK:' directives
    Test(test::TestArgs),
    /// Check a text against the 'CHECK:' directives in a file
    #[command(name = "filecheck")]
    FileCheck(filecheck::FileCheckArgs),
    /// Run a program on several targets and report where the results differ and which kernel or pass is to blame
    DiffRun(diff_run::DiffRunArgs),
    /// Reduce a failing program to a smaller one that fails in the same way
    Reduce(reduce::ReduceArgs),
    /// Build, transform and run a program line by line
    Repl(repl::ReplArgs),
    /// List the passes and their options
    Passes(passes::PassesArgs),
    /// List the operations
    Ops(ops::OpsArgs),
    /// List the devices that can run programs here, and the reasons why others cannot
    Devices(devices::DevicesArgs),
    /// Serve an editor on stdin and stdout: diagnostics, hover, names, completion, streams and waits
    Lsp(lsp::LspArgs),
    /// Inspect and clean the kernel cache, and explain why a program misses it
    Cache(cache::CacheArgs),
    /// Explain an error code, an operation, a pass or a target
    Explain(explain::ExplainArgs),
    /// Print a shell completion script for commands and flags
    Completions(completions::CompletionsArgs),
    /// Print the manual page of a command
    Man(man::ManArgs),
}

/// Runs the process: reads the arguments, writes the streams, and returns the exit code.
pub fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|_| {}));
    let args: Vec<String> = std::env::args_os().map(|arg| text_of(&arg)).collect();
    let mut session = Session { has_color: default_color(), is_process: true, ..Session::default() };
    let exit = execute(&args, &mut session);
    if matches!(session.writes, Writes::Held(_)) {
        let sent = sandbox::answer(&mut session, exit);
        return ExitCode::from(sent.map_or(Exit::Internal, |()| exit) as u8);
    }
    ExitCode::from(write_streams(&session, exit) as u8)
}

/// Writes the output of a command and returns its exit code. A failed write is an error, but a closed pipe is
/// not: the reader chose to close it.
fn write_streams(session: &Session, exit: Exit) -> Exit {
    let mut err = std::io::stderr();
    let _ = err.write_all(session.err.as_bytes()).and_then(|()| err.write_all(session.summary.as_bytes()));
    match write_stdout(&session.out) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            let _ = writeln!(err, "warpline: error: cannot write to stdout: {error}");
            if exit == Exit::Success { Exit::Usage } else { exit }
        }
        Ok(()) | Err(_) => exit,
    }
}

/// Runs the command in `args`, whose first element is the name of the program.
pub fn execute(args: &[String], session: &mut Session) -> Exit {
    let ended = catch_unwind(AssertUnwindSafe(|| dispatch(args, session)));
    let exit = match ended {
        Ok(Ok(exit) | Err(Stop(exit))) => exit,
        Err(panic) => session.fail(Exit::Internal, internal_error(panic.as_ref())).0,
    };
    if exit == Exit::Internal && session.has_reproducers {
        reproducer::write(session, args);
    }
    let times = std::mem::take(&mut session.timing).text(TimingOrder::default());
    session.err.push_str(&times);
    report::finish(session, exit as u8);
    exit
}

fn internal_error(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    format!("internal error: {}; this is a bug of warpline", text.unwrap_or("no message"))
}

fn dispatch(args: &[String], session: &mut Session) -> Result<Exit, Stop> {
    if let [_, flag] = args
        && meant(stem(args)).is_none()
        && let Some(text) = version(flag)
    {
        session.out.push_str(&text);
        return Ok(Exit::Success);
    }
    let alone = named_command(args).and_then(definition_of);
    let is_alone = alone.is_some();
    let definition = alone.unwrap_or_else(self::definition);
    let args = normalise(&definition, args);
    session.format = wanted_format(&args).unwrap_or(session.format);
    if let Some(message) = refused(&args) {
        return Err(session.fail(Exit::Usage, message));
    }
    let is_command = |arg: &&str| definition.find_subcommand(arg).is_some();
    let command = args.iter().skip(1).map(String::as_str).find(is_command).unwrap_or_default().to_string();
    let config = config(session, &args, &command)?;
    let mut definition = config.apply(definition, &command);
    let mut read = read(&mut definition, &args);
    if is_alone && read.is_err() {
        // What clap says about a mistake, and its help, name other commands, too.
        definition = config.apply(self::definition(), &command);
        read = self::read(&mut definition, &args);
    }
    let (cli, matches) = match read {
        Ok(read) => read,
        Err(mut error) => {
            suggest(&mut error, &mut definition, &command);
            return usage(session, &error);
        }
    };
    session.stdin_name.clone_from(&cli.global.stdin_name);
    session.format = cli.global.diagnostics;
    session.ceilings = cli.global.ceilings.ceilings();
    session.has_reproducers = session.is_process && !cli.global.no_reproducer;
    match cli.global.color {
        When::Auto => {}
        When::Always => session.has_color = true,
        When::Never => session.has_color = false,
    }
    let has_own_handler = match &cli.command {
        Action::Reduce(_) | Action::Repl(_) => true,
        // Its parent ends it, and it must have one thread.
        Action::Run(args) => args.is_in_sandbox(),
        _ => false,
    };
    if session.is_process && !has_own_handler {
        exit_when_interrupted();
    }
    let matches = matches.subcommand().map(|(_, matches)| matches);
    if let Some(matches) = matches.filter(|_| cli.global.print_config) {
        session.out.push_str(&config.print(&definition, &command, matches));
        return Ok(Exit::Success);
    }
    match cli.command {
        Action::Opt(args) => opt::opt(session, &args, &matches.map(pass_flags).unwrap_or_default()),
        Action::Run(args) => run::run(session, &args),
        Action::Compile(args) => compile::compile(session, &args),
        Action::Check(args) => check::check(session, &args),
        Action::Test(args) => test::test(session, &args),
        Action::FileCheck(args) => filecheck::filecheck(session, &args),
        Action::DiffRun(args) => diff_run::diff_run(session, &args),
        Action::Reduce(args) => reduce::reduce(session, &args),
        Action::Repl(args) => repl::repl(session, &args),
        Action::Passes(args) => Ok(passes::passes(session, &args)),
        Action::Ops(args) => Ok(ops::ops(session, &args)),
        Action::Devices(args) => devices::devices(session, &args),
        Action::Lsp(args) => lsp::lsp(session, &args),
        Action::Cache(args) => cache::cache(session, &args),
        Action::Explain(args) => explain::explain(session, &args),
        Action::Completions(args) => Ok(completions::completions(session, &args, self::definition())),
        Action::Man(args) => man::man(session, &args, self::definition()),
    }
}

/// Reads the arguments by a definition.
fn read(definition: &mut Command, args: &[String]) -> Result<(Cli, ArgMatches), clap::Error> {
    let matches = definition.try_get_matches_from_mut(args)?;
    Ok((Cli::from_arg_matches(&matches)?, matches))
}

/// Makes Ctrl-C end the process with its own exit code. A process that ignores the signal keeps ignoring it.
#[expect(clippy::exit, reason = "the main thread may run a program that never ends")]
fn exit_when_interrupted() {
    // Without a handler the signal itself ends the process.
    drop(ctrlc::try_set_handler(|| std::process::exit(Exit::Interrupted as i32)));
}

/// Reads the configuration file: the one that `--config` names, else the nearest one. Only a session that is
/// the whole process searches for the nearest one.
fn config(session: &mut Session, args: &[String], command: &str) -> Result<Config, Stop> {
    let named = value_of(args, "--config").map(str::to_string);
    let named = named.or_else(|| std::env::var("WARPLINE_CONFIG").ok().filter(|_| session.is_process));
    let is_off = args.iter().take_while(|arg| *arg != "--").any(|arg| arg == "--no-config");
    let nearest = || std::env::current_dir().ok().and_then(|here| config::find(&here));
    let (path, origin) = match named {
        Some(path) => (Some(path_of(&path)), Origin::Named),
        None if session.is_process && !is_off => (nearest(), Origin::Found),
        None => (None, Origin::Found),
    };
    let Some(path) = path.filter(|_| !command.is_empty()) else { return Ok(Config::default()) };
    let here = std::env::current_dir().unwrap_or_default();
    let name = path.strip_prefix(here).unwrap_or(&path).display().to_string();
    let text = std::fs::File::open(&path)
        .and_then(read_limited)
        .map_err(|error| session.fail(Exit::Usage, format!("cannot read '{name}': {error}")))?;
    let config = Config::read(&name, &text, &definition(), command, origin).map_err(|errors| {
        let stops: Vec<Stop> = errors.iter().map(|error| session.fail(Exit::Usage, error)).collect();
        stops.first().copied().unwrap_or(Stop(Exit::Usage))
    })?;
    for warning in config.warnings() {
        report::report_warning(session, warning);
    }
    Ok(config)
}

/// Adds the flag nearest to an unknown one to the error. Clap's own suggestion may be a hidden or a distant flag.
fn suggest(error: &mut clap::Error, definition: &mut Command, command: &str) {
    let Some(ContextValue::String(found)) = error.get(ContextKind::InvalidArg) else { return };
    let found = found.trim_start_matches('-').to_string();
    if error.kind() != clap::error::ErrorKind::UnknownArgument
        || error.remove(ContextKind::SuggestedArg).is_none()
    {
        return;
    }
    let own = definition.find_subcommand(command).into_iter().flat_map(Command::get_arguments);
    let known = own.chain(definition.get_arguments()).filter(|arg| !arg.is_hide_set());
    if let Some(near) = nearest(&found, known.filter_map(Arg::get_long)) {
        error.insert(ContextKind::SuggestedArg, ContextValue::String(format!("--{near}")));
    }
    let command = match definition.find_subcommand_mut(command) {
        Some(command) => command,
        None => definition,
    };
    error.insert(ContextKind::Usage, ContextValue::StyledStr(command.render_usage()));
}

/// Reports a clap error: help and version are results, everything else is a usage error.
fn usage(session: &mut Session, error: &clap::Error) -> Result<Exit, Stop> {
    let text = error.render();
    let text = if session.has_color { text.ansi().to_string() } else { text.to_string() };
    if error.use_stderr() {
        match session.format {
            Format::Text | Format::Short => session.err.push_str(&text),
            Format::Json | Format::Sarif => report::report_plain(session, &plain_usage(error)),
        }
        return Err(Stop(Exit::Usage));
    }
    session.out.push_str(&text);
    Ok(Exit::Success)
}

/// Returns the first paragraph of a usage error, without its heading.
pub(crate) fn plain_usage(error: &clap::Error) -> String {
    let text = error.to_string();
    let first = text.split("\n\n").next().unwrap_or_default();
    first.trim_start_matches("error: ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the diagnostics format in the arguments before they are fully parsed, so that usage errors use it too.
fn wanted_format(args: &[String]) -> Option<Format> {
    Format::of_word(value_of(args, "--diagnostics")?)
}

/// Returns the last value given to a flag, before the arguments are fully parsed.
fn value_of<'a>(args: &'a [String], flag: &str) -> Option<&'a str> {
    args.iter().enumerate().rev().find_map(|(index, arg)| match arg.strip_prefix(flag)? {
        "" => args.get(index + 1).map(String::as_str),
        rest => rest.strip_prefix('='),
    })
}

/// Returns the message for an mlir-opt flag that is rejected by name.
fn refused(args: &[String]) -> Option<String> {
    let is_opt = args.get(1).is_some_and(|command| command == "opt");
    let mut flags = args.iter().take_while(|arg| *arg != "--").filter(|_| is_opt);
    flags.find_map(|arg| opt::refused_flag(arg))
}

fn default_color() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    !is_set("NO_COLOR") && !is_dumb && (is_set("CLICOLOR_FORCE") || std::io::stderr().is_terminal())
}

/// Returns the derived definition with examples, an environment variable for every flag, and under `opt` a flag
/// for every pass.
pub fn definition() -> Command {
    let mut command = with_variables(Cli::command()).long_version(long_version()).after_help(OVERVIEW);
    for (name, text) in EXAMPLES {
        command = command.mut_subcommand(name, |command| command.after_help(*text));
    }
    command.mut_subcommand("opt", with_passes)
}

/// Returns the part of [`definition`] that reads the arguments of one command, without what only help shows: to
/// make the definition of every command takes longer than to list the passes.
pub fn definition_of(command: &str) -> Option<Command> {
    let alone = flags_of(command)?(Command::new(command.to_string()));
    let all = Global::augment_args(Command::new("warpline")).subcommand(alone).subcommand_required(true);
    let all = with_variables(all);
    Some(if command == "opt" { all.mut_subcommand(command, with_passes) } else { all })
}

/// Returns the function that adds the flags of a command to its definition, as [`Action`] has them.
fn flags_of(command: &str) -> Option<fn(Command) -> Command> {
    Some(match command {
        "opt" => opt::OptArgs::augment_args,
        "run" => run::RunArgs::augment_args,
        "compile" => compile::CompileArgs::augment_args,
        "check" => check::CheckArgs::augment_args,
        "test" => test::TestArgs::augment_args,
        "filecheck" => filecheck::FileCheckArgs::augment_args,
        "diff-run" => diff_run::DiffRunArgs::augment_args,
        "reduce" => reduce::ReduceArgs::augment_args,
        "repl" => repl::ReplArgs::augment_args,
        "passes" => passes::PassesArgs::augment_args,
        "ops" => ops::OpsArgs::augment_args,
        "devices" => devices::DevicesArgs::augment_args,
        "lsp" => lsp::LspArgs::augment_args,
        "cache" => cache::CacheArgs::augment_args,
        "explain" => explain::ExplainArgs::augment_args,
        "completions" => completions::CompletionsArgs::augment_args,
        "man" => man::ManArgs::augment_args,
        _ => return None,
    })
}

/// Adds a flag for every pass.
fn with_passes(opt: Command) -> Command {
    opt.args(PASSES.iter().map(|pass| {
        Arg::new(pass.name)
            .long(pass.name)
            .help(pass.summary)
            .help_heading("Passes, run in the order given")
            .value_name("OPTIONS")
            .action(ArgAction::Append)
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("")
    }))
}

/// Returns what a flag prints that asks for the version of `warpline`.
fn version(flag: &str) -> Option<String> {
    match flag {
        "-V" => Some(concat!("warpline ", env!("CARGO_PKG_VERSION"), "\n").to_string()),
        "--version" => Some(format!("warpline {}\n", long_version())),
        _ => None,
    }
}

/// Returns what `--version` prints: the version, the host, and the targets of kernels.
fn long_version() -> String {
    use std::env::consts::{ARCH, OS};
    let targets: Vec<&str> = backends().flat_map(Backend::targets).collect();
    format!("{}\nhost: {ARCH}-{OS}\ntargets: {}", env!("CARGO_PKG_VERSION"), targets.join(", "))
}

/// Gives `--a-flag` the variable `WARPLINE_A_FLAG`, except for flags that only the command line may set.
fn with_variables(command: Command) -> Command {
    let command = command.mut_args(|arg| match arg.get_long() {
        Some(long) if !arg.is_hide_set() && long != ALLOW_SHARED_LIBS => {
            let variable = format!("WARPLINE_{}", long.replace('-', "_").to_ascii_uppercase());
            arg.env(variable).hide_env(true)
        }
        _ => arg,
    });
    command.mut_subcommands(with_variables)
}

/// Returns the passes given as flags, in order, as the text of a pipeline.
fn pass_flags(matches: &ArgMatches) -> String {
    let mut found = Vec::new();
    for pass in PASSES {
        let indices = matches.indices_of(pass.name).into_iter().flatten();
        let values = matches.get_many::<String>(pass.name).into_iter().flatten();
        found.extend(indices.zip(values).map(|(index, options)| (index, pass.name, options)));
    }
    found.sort_unstable();
    let steps = found.into_iter().map(|(_, name, options)| match options.as_str() {
        "" => name.to_string(),
        options => format!("{name}{{{options}}}"),
    });
    steps.collect::<Vec<_>>().join(",")
}

/// Returns the name of the program without its folder and extension.
fn stem(args: &[String]) -> &str {
    let program = args.first().map_or("warpline", String::as_str);
    std::path::Path::new(program).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default()
}

/// Returns the command that a name of the program means.
fn meant(stem: &str) -> Option<&'static str> {
    match stem {
        "warpline-opt" | "mlir-opt" => Some("opt"),
        "mlir-runner" | "mlir-cpu-runner" => Some("run"),
        "FileCheck" => Some("filecheck"),
        "warpline-lsp" | "mlir-lsp-server" => Some("lsp"),
        _ => None,
    }
}

/// Returns the command in arguments as they are given: the first word that is one.
fn named_command(args: &[String]) -> Option<&str> {
    let words = args.iter().skip(1).map(String::as_str);
    meant(stem(args)).into_iter().chain(words).find(|word| flags_of(word).is_some())
}

/// Normalizes arguments to clap's form. `-name` becomes `--name`, since short flags are not bundled. The
/// program names `warpline-opt` and `mlir-opt` mean `opt`, `mlir-runner` means `run`, `FileCheck` means
/// `filecheck`, and `warpline-lsp` and `mlir-lsp-server` mean `lsp`.
fn normalise(definition: &Command, args: &[String]) -> Vec<String> {
    let mut out = Vec::with_capacity(args.len() + 1);
    let (program, rest) =
        args.split_first().map_or(("warpline", args), |(first, rest)| (first.as_str(), rest));
    let stem = stem(args);
    match meant(stem) {
        Some(command) => out.extend(["warpline", command].map(str::to_string)),
        None => out.push(program.to_string()),
    }
    let command = out[1..].iter().chain(rest).find_map(|arg| definition.find_subcommand(arg));
    let mut is_value = false;
    let mut is_rest = false;
    for arg in rest {
        is_rest |= arg == "--";
        let is_flag = !is_value && !is_rest && is_long_flag(definition, command, arg);
        out.push(if is_flag { format!("-{arg}") } else { arg.clone() });
        is_value = !is_value && takes_next(definition, command, arg);
    }
    // Like mlir-runner, print the result as `f32` by default.
    let is_runner = matches!(stem, "mlir-runner" | "mlir-cpu-runner");
    if is_runner && !out.iter().any(|arg| arg.starts_with("--entry-point-result")) {
        out.push("--entry-point-result=f32".to_string());
    }
    // mlir-opt has this flag.
    let mut flags = out.iter().take_while(|arg| *arg != "--");
    let is_opt = command.is_some_and(|command| command.get_name() == "opt");
    if is_opt && flags.any(|arg| arg == "--version") {
        vec![out[0].clone(), "--version".to_string()]
    } else {
        out
    }
}

/// Whether this is `-name` or `-name=value` with a name of more than one letter. A number is not, and neither
/// is a short flag with its value where that cannot be read as a name: `-j8`, and `-DNAME=VALUE` of FileCheck.
fn is_long_flag(definition: &Command, command: Option<&Command>, arg: &str) -> bool {
    let Some(name) = arg.strip_prefix('-').filter(|name| !name.starts_with('-')) else { return false };
    let mut letters = name.split('=').next().unwrap_or_default().chars();
    let Some(first) = letters.next().filter(|first| !first.is_ascii_digit() && *first != '.') else {
        return false;
    };
    let rest = letters.as_str();
    let takes_rest = own_and_global(definition, command)
        .find(|known| known.get_short() == Some(first))
        .is_some_and(|known| {
            let is_number = known.get_value_parser().type_id() == TypeId::of::<u16>();
            known.get_long().is_none() || is_number && rest.bytes().all(|b| b.is_ascii_digit())
        });
    !rest.is_empty() && !takes_rest
}

/// Whether the argument after this one is its value.
fn takes_next(definition: &Command, command: Option<&Command>, arg: &str) -> bool {
    let name = arg.trim_start_matches('-');
    let is_named = |known: &Arg| {
        known.get_long() == Some(name) || known.get_short().is_some_and(|short| name == short.to_string())
    };
    let takes = |known: &Arg| known.get_action().takes_values() && !known.is_require_equals_set();
    let mut known = own_and_global(definition, command);
    arg.starts_with('-') && known.any(|known| is_named(known) && takes(known))
}

fn own_and_global<'d>(
    definition: &'d Command,
    command: Option<&'d Command>,
) -> impl Iterator<Item = &'d Arg> {
    command.into_iter().flat_map(Command::get_arguments).chain(definition.get_arguments())
}
