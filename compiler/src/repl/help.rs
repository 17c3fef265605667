//! `:help`: prints the table of commands.

use super::Repl;
use super::table::{COMMANDS, Command, Group, find};
use crate::driver::explain::wrapped;
use crate::driver::session::Stop;

/// `:help [COMMAND|all]`
pub(super) fn help(repl: &mut Repl<'_>, args: &str) -> Result<(), Stop> {
    match args.trim_start_matches(':') {
        "" => overview(repl),
        "all" => COMMANDS.iter().for_each(|command| explain(repl, command)),
        name => match find(name) {
            Ok(command) => explain(repl, command),
            Err(message) => return repl.refuse(message),
        },
    }
    Ok(())
}

fn overview(repl: &mut Repl<'_>) {
    repl.say(
        "A line of IR becomes part of the program: a function, kernel or global at the top level, any other",
    );
    repl.say("operation in @repl. A symbol of the same name is replaced; an error changes nothing.");
    for group in Group::ALL {
        repl.say("");
        repl.say(format!("{}:", group.title()));
        for command in COMMANDS.iter().filter(|command| command.group == group) {
            repl.say(format!("  {:<36} {}", usage(command), command.summary));
        }
    }
    repl.say("");
    repl.say("':help COMMAND' prints more. Names may be abbreviated: ':q'. ':{' and ':}' hold many lines together.");
}

fn usage(command: &Command) -> String {
    format!(":{} {}", command.name, command.args).trim_end().to_string()
}

fn explain(repl: &mut Repl<'_>, command: &Command) {
    repl.say(usage(command));
    repl.say(format!("  {}", command.summary));
    for line in wrapped(command.doc) {
        repl.say(format!("  {line}"));
    }
}
