//! Creates states from lines of IR, and from modules produced by passes or read from files.

use warpline_ir::print::{KeptNames, PrintOptions, print, print_keeping};
use warpline_ir::{Diagnostics, Module};

use super::history::State;
use super::text::Edit;
use super::{Repl, names, state_name};
use crate::driver::report::report;
use crate::driver::session::{Exit, SourceFile, Stop};
use crate::driver::steps;

/// The name of an input in diagnostics.
const INPUT: &str = "<input>";

/// Whether a new module differs from the one of the current state.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Moved {
    /// It does: there is a new state.
    On,
    /// It does not: no state was created.
    Nowhere,
}

impl Repl<'_> {
    /// Adds IR to the program, if the result verifies.
    pub(super) fn enter_ir(&mut self, input: &str) -> Result<(), Stop> {
        let state = self.state();
        let mut found = Diagnostics::new();
        let edit = Edit::new(state.printed(), &state.aliases, input, &mut found);
        let input_file = SourceFile { name: INPUT.to_string(), text: input.to_string() };
        steps::finish(self.session, &input_file, &found)?;
        if edit.is_empty() {
            return Ok(());
        }
        let checked = steps::check(&edit.text, self.settings.unregistered);
        self.report_edit(&edit, &checked.diagnostics)?;
        let aliases = aliases_after(&state.aliases, input);
        let kept = names::kept(&checked.module, &edit.text, &checked.module);
        let made_by = edit.done.join(", ");
        match self.advance(&checked.module, &kept, &made_by, aliases)? {
            Moved::On => self.say(format!("state {}: {made_by}", self.state().number)),
            Moved::Nowhere => self.say("nothing changes"),
        }
        Ok(())
    }

    /// Reports diagnostics about an edited text: relative to the input if it contains all their locations.
    fn report_edit(&mut self, edit: &Edit<'_>, found: &Diagnostics) -> Result<(), Stop> {
        let (mut mine, mut others) = (Diagnostics::new(), Diagnostics::new());
        for one in found {
            match edit.in_input(one) {
                Some(one) => mine.push(one),
                None => others.push(one.clone()),
            }
        }
        let input = SourceFile { name: INPUT.to_string(), text: edit.input().to_string() };
        report(self.session, &input, &mine);
        let with_input = SourceFile { name: "<state with input>".to_string(), text: edit.text.clone() };
        report(self.session, &with_input, &others);
        steps::exit_of(found).map_or(Ok(()), |exit| Err(Stop(exit)))
    }

    /// Creates the state of a verified module, unless it equals the current program.
    pub(super) fn advance(
        &mut self,
        module: &Module,
        kept: &KeptNames,
        made_by: &str,
        aliases: Vec<(String, String)>,
    ) -> Result<Moved, Stop> {
        let options = PrintOptions::default();
        let plain = print(module, &options);
        let reads_back = |text: &String| {
            let checked = steps::check(text, self.settings.unregistered);
            let is_same = checked.facts.is_some() && print(&checked.module, &options) == plain;
            is_same.then_some(checked.module)
        };
        let texts = [print_keeping(module, &options, kept), plain.clone()];
        let read = texts.into_iter().find_map(|text| reads_back(&text).map(|module| (text, module)));
        let Some((text, module)) = read else {
            let message = "internal error: the new state does not read back; this is a bug of warpline";
            return Err(self.session.fail(Exit::Internal, message));
        };
        let state = self.state();
        if text == state.printed() && aliases == state.aliases {
            return Ok(Moved::Nowhere);
        }
        let number = self.history.next_number();
        self.history.push(State {
            number,
            parent: Some(state.number),
            made_by: made_by.to_string(),
            source: SourceFile { name: state_name(number), text },
            printed: None,
            module,
            aliases,
        });
        Ok(Moved::On)
    }
}

/// Returns the aliases entered so far; the last definition of a name counts.
fn aliases_after(before: &[(String, String)], input: &str) -> Vec<(String, String)> {
    let mut found = Diagnostics::new();
    let outline = super::text::Outline::of(input, &mut found);
    let new = outline.aliases();
    let is_old = |(name, _): &&(String, String)| !new.iter().any(|(known, _)| known == name);
    let mut all: Vec<(String, String)> = before.iter().filter(is_old).cloned().collect();
    all.extend(new.iter().map(|(name, text)| ((*name).to_string(), (*text).to_string())));
    all
}
