//! Commands that read and write programs, and the one that ends the session.

use super::Repl;
use super::editing::Moved;
use super::gallery::EXAMPLES;
use super::{names, states};
use crate::driver::session::{SourceFile, Stop};
use crate::driver::steps;

/// `:load FILE`
pub(super) fn load(repl: &mut Repl<'_>, args: &str) -> Result<(), Stop> {
    if args.is_empty() {
        return repl.refuse("expected a file");
    }
    match repl.session.try_read_source(args) {
        Ok(source) if args != "-" => become_text(repl, &source, args),
        Ok(_) => repl.refuse("expected a file, but found '-'"),
        Err(message) => repl.refuse(message),
    }
}

/// `:example [NAME]`
pub(super) fn example(repl: &mut Repl<'_>, args: &str) -> Result<(), Stop> {
    if args.is_empty() {
        repl.say_lines(EXAMPLES.iter().map(|example| format!("{:<14} {}", example.name, example.summary)));
        return Ok(());
    }
    let Some(example) = EXAMPLES.iter().find(|example| example.name == args) else {
        return repl.refuse(format!("there is no example '{args}'; ':example' lists all"));
    };
    let source = SourceFile { name: format!("<{}>", example.name), text: example.text.to_string() };
    become_text(repl, &source, example.name)
}

/// Replaces the program by a text.
fn become_text(repl: &mut Repl<'_>, source: &SourceFile, made_by: &str) -> Result<(), Stop> {
    let module = steps::read(repl.session, source, repl.settings.unregistered)?;
    let kept = names::kept(&module, &source.text, &module);
    if repl.advance(&module, &kept, made_by, Vec::new())? == Moved::Nowhere {
        repl.say("it is the current program");
        return Ok(());
    }
    repl.history.keep_file(source.clone(), module);
    states::report_state(repl);
    Ok(())
}

/// `:save FILE`
pub(super) fn save(repl: &mut Repl<'_>, args: &str) -> Result<(), Stop> {
    if args.is_empty() || args == "-" {
        return repl.refuse("expected a file; ':ir' shows the program");
    }
    let state = repl.state();
    repl.session.write_result(Some(args), state.source.text.as_bytes())?;
    repl.say(format!("state {} is in {args}", state.number));
    Ok(())
}

/// `:quit`
pub(super) fn quit(repl: &mut Repl<'_>) {
    repl.is_over = true;
}
