//! The table of commands, one row each. `:help`, completion, hints and name lookup are derived from it.

use warpline_ir::suggest::nearest;

use super::commands::{exec, passes, reduce, show};
use super::{Repl, files, help, remote, settings, states, tutorial};
use crate::driver::session::Stop;

/// The kind of a command's argument, for completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    /// Nothing.
    Nothing,
    /// States, by number or mark.
    States,
    /// Passes.
    Passes,
    /// Functions and kernels.
    Symbols,
    /// Operations, passes and codes.
    Docs,
    /// Files.
    Files,
    /// Kinds of code.
    Kinds,
    /// Settings.
    Settings,
    /// Devices.
    Devices,
    /// Programs that come with the REPL.
    Examples,
    /// Commands.
    Commands,
    /// Values.
    Values,
    /// Phases of scheduling.
    Phases,
}

/// The topic of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    /// Navigation between states.
    States,
    /// Passes.
    Transform,
    /// Inspection.
    See,
    /// Execution.
    Execute,
    /// Files and the session.
    Session,
}

impl Group {
    /// All groups, in the order of the help.
    pub(super) const ALL: [Self; 5] =
        [Self::States, Self::Transform, Self::See, Self::Execute, Self::Session];

    /// Returns the heading in the help.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::States => "states",
            Self::Transform => "transform",
            Self::See => "see",
            Self::Execute => "execute",
            Self::Session => "session",
        }
    }
}

/// A command.
pub(super) struct Command {
    /// Its name, without the colon.
    pub(super) name: &'static str,
    /// Its arguments, as shown in the help.
    pub(super) args: &'static str,
    /// Its topic.
    pub(super) group: Group,
    /// A summary in one line.
    pub(super) summary: &'static str,
    /// Further documentation; may be empty.
    pub(super) doc: &'static str,
    /// The kind of its argument.
    pub(super) takes: Takes,
    run: Run,
}

/// The function that runs a command.
#[derive(Clone, Copy)]
enum Run {
    /// It takes no argument and cannot fail.
    Plain(fn(&mut Repl<'_>)),
    /// It takes the text after its name.
    With(fn(&mut Repl<'_>, &str) -> Result<(), Stop>),
    /// Like `With`; it runs passes, in a worker if there is one.
    Apart(fn(&mut Repl<'_>, &str) -> Result<(), Stop>),
}

/// Creates a row without further documentation.
const fn row(
    group: Group,
    name: &'static str,
    args: &'static str,
    takes: Takes,
    run: Run,
    summary: &'static str,
) -> Command {
    Command { name, args, group, summary, doc: "", takes, run }
}

impl Command {
    const fn doc(self, doc: &'static str) -> Self {
        Self { doc, ..self }
    }
}

/// All commands, in the order of the help.
pub(super) const COMMANDS: &[Command] = &[
    row(Group::States, "undo", "[N]", Takes::Nothing, Run::With(states::undo), "goes back to the previous state, or N states"),
    row(Group::States, "redo", "[N]", Takes::Nothing, Run::With(states::redo), "reverts ':undo'"),
    row(Group::States, "goto", "STATE", Takes::States, Run::With(states::go_to), "makes a state the current one, by its number or mark")
        .doc("No state is ever lost: a change after ':goto' creates a state with a new number, beside the others."),
    row(Group::States, "mark", "NAME", Takes::Nothing, Run::With(states::mark), "names the current state"),
    row(Group::States, "states", "", Takes::Nothing, Run::Plain(states::states), "lists all states; * is the current one"),
    row(Group::States, "diff", "[A [B]] [--side]", Takes::States, Run::With(states::diff), "shows what changed between two states")
        .doc(
            "Without states it compares the current state with the one that it came from; with one, that one with the \
             current. --side shows both in columns. Values keep their names through passes, so that only what changed \
             differs.",
        ),
    row(Group::Transform, "run", "PASSES", Takes::Passes, Run::Apart(passes::run), "runs passes, such as canonicalize,cse")
        .doc(
            "Pipelines are written as for 'warpline opt --pass-pipeline'. @device is short for the passes from loops to kernels \
             and launches, @host for those from there to streams and events. Ctrl-C ends passes at any moment, and the state \
             stays.",
        ),
    row(Group::Transform, "passes", "[FILTER]", Takes::Passes, Run::With(passes::passes), "lists passes; a single one with its options"),
    row(Group::Transform, "time", "[PASSES]", Takes::Passes, Run::Apart(passes::time), "shows the times of the last ':run', or of these passes on a copy"),
    row(Group::Transform, "bisect", "PASSES [FUNCTION [INPUT...]]", Takes::Passes, Run::Apart(passes::bisect), "finds the first pass after which a function returns different values")
        .doc("The passes run on a copy, one by one. Without a function it is that of the last ':exec'. Values are compared bit for bit."),
    row(Group::Transform, "reduce", "[--match=REGEX] TEST", Takes::Nothing, Run::With(reduce::reduce), "makes the program smaller while a test still holds")
        .doc(
            "A test is a command line as for 'warpline reduce --test': '%s' expands to the path of the program, and the command \
             succeeds if the program is interesting, such as 'not warpline opt %s --cse'. ':undo' reverts the reduction.",
        ),
    row(Group::See, "ir", "[NAME] [--generic]", Takes::Symbols, Run::With(show::ir), "shows the program, or a function, kernel or global of it"),
    row(Group::See, "stats", "", Takes::Nothing, Run::Plain(show::stats), "counts the operations of the program"),
    row(Group::See, "check", "", Takes::Nothing, Run::Apart(show::check), "verifies the program and proves that its device work is ordered"),
    row(Group::See, "plan", "", Takes::Nothing, Run::Apart(show::plan), "shows the schedule: streams, waits and why"),
    row(Group::See, "why", "[NUMBER|NAME]", Takes::Symbols, Run::Apart(show::why), "shows what each kernel and copy waits for, and why"),
    row(Group::See, "dag", "[PHASE]", Takes::Phases, Run::Apart(show::dag), "shows the dependences, or the result of another phase of scheduling"),
    row(Group::See, "emit", "KIND[=FILE] [TARGET]", Takes::Kinds, Run::Apart(show::emit), "shows or writes code: ptx, clif, mlir; or the schedule: plan, dot, html")
        .doc("A target is cpu or a chip such as sm_90; ':set target' sets the default."),
    row(Group::See, "doc", "NAME", Takes::Docs, Run::With(show::doc), "explains an operation, a dialect, a pass or a code such as E0104"),
    row(Group::Execute, "exec", "[FUNCTION [INPUT...]]", Takes::Symbols, Run::With(exec::exec), "executes a function; keeps its results as $1, $2, ...")
        .doc(
            "Inputs are written as for 'warpline run': 7, 4xf32=1,2,3,4, 4x4xf32=rand:42, @a.npy, and $1 for a kept value. \
             Without a function the last one is executed again, else main, @repl, or the only one. A separate process executes \
             it, so that ':set deadline' and Ctrl-C can end it at any moment.",
        ),
    row(Group::Execute, "bufs", "", Takes::Nothing, Run::Plain(exec::bufs), "lists the kept values"),
    row(Group::Execute, "print", "%VALUE|$N", Takes::Values, Run::With(exec::print), "shows a kept value, or the value of an operation of @repl"),
    row(Group::Execute, "bench", "[FUNCTION [INPUT...]]", Takes::Symbols, Run::With(exec::bench), "executes a function 20 times and shows the times"),
    row(Group::Execute, "trace", "FILE [FUNCTION [INPUT...]]", Takes::Files, Run::With(exec::trace), "executes and writes a timeline for Perfetto"),
    row(Group::Execute, "device", "[NAME]", Takes::Devices, Run::With(settings::device), "lists the devices, or sets the one that executes"),
    row(Group::Execute, "set", "[NAME [VALUE]]", Takes::Settings, Run::With(settings::set), "shows or changes the settings"),
    row(Group::Execute, "limits", "", Takes::Nothing, Run::Plain(settings::limits), "shows the limits"),
    row(Group::Session, "load", "FILE", Takes::Files, Run::With(files::load), "reads a program from a file"),
    row(Group::Session, "save", "FILE", Takes::Files, Run::With(files::save), "writes the program to a file"),
    row(Group::Session, "example", "[NAME]", Takes::Examples, Run::With(files::example), "lists programs to try, or loads one"),
    row(Group::Session, "tutorial", "[STEP]", Takes::Nothing, Run::With(tutorial::tutorial), "continues the tutorial, or goes to a step of it"),
    row(Group::Session, "help", "[COMMAND|all]", Takes::Commands, Run::With(help::help), "lists the commands, or explains one"),
    row(Group::Session, "quit", "", Takes::Nothing, Run::Plain(files::quit), "ends the session, as Ctrl-D does"),
];

/// Returns the command with this name, or the only one that begins with it.
pub(super) fn find(name: &str) -> Result<&'static Command, String> {
    if let Some(command) = COMMANDS.iter().find(|command| command.name == name) {
        return Ok(command);
    }
    let fitting: Vec<&Command> = COMMANDS.iter().filter(|command| command.name.starts_with(name)).collect();
    match fitting[..] {
        [only] => Ok(only),
        [] => {
            let near = nearest(name, COMMANDS.iter().map(|command| command.name));
            let hint =
                near.map_or("; ':help' lists all".to_string(), |near| format!("; did you mean ':{near}'?"));
            Err(format!("there is no command ':{name}'{hint}"))
        }
        _ => {
            let names: Vec<String> = fitting.iter().map(|command| format!(":{}", command.name)).collect();
            Err(format!("':{name}' may be {}", names.join(" or ")))
        }
    }
}

/// Runs a command line without its colon.
pub(super) fn dispatch(repl: &mut Repl<'_>, line: &str) -> Result<(), Stop> {
    let (name, args) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
    match find(name) {
        Ok(command) if command.args.is_empty() && !args.trim().is_empty() => {
            repl.refuse(format!("':{}' takes no argument, but found '{}'", command.name, args.trim()))
        }
        Ok(command) => match command.run {
            Run::Plain(run) => {
                run(repl);
                Ok(())
            }
            Run::Apart(_) if repl.has_workers => remote::run(repl, line),
            Run::With(run) | Run::Apart(run) => run(repl, args.trim()),
        },
        Err(message) => repl.refuse(message),
    }
}
