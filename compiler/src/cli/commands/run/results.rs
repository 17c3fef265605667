//! The outputs of a run: the results of the function, then the arguments that it may write. They are printed,
//! written to files and compared in this order. `--output` also takes them by name.

use warpline_ir::Module;
use warpline_passes::analysis::written::written_arguments;

use super::{RunArgs, worse};
use crate::driver::execute::{Execution, Interface};
use crate::driver::session::{Exit, Session, Stop};
use crate::driver::values::{Array, ArrayType};
use crate::driver::views::name_of;
use crate::values::{
    ArrayRef, Files, Spec, Which, check_values, compare, encode, require_format, storage, whole_rows,
};

/// The outputs of a run.
pub(super) struct Results<'i> {
    interface: &'i Interface,
    written: Vec<Written>,
    /// The destination of each value, from `--output`.
    destinations: Vec<Option<String>>,
}

/// An argument that the function may write.
struct Written {
    number: usize,
    /// Its name in the text, without the `%`.
    name: Option<String>,
}

impl<'i> Results<'i> {
    /// Returns the outputs of the entry function of a module that was read from `text`.
    pub(super) fn of(module: &Module, text: &str, interface: &'i Interface) -> Self {
        let args = module.entry(interface.entry, 0).map(|body| module.args(body)).unwrap_or_default();
        let name = |number: usize| args.get(number).and_then(|arg| name_of(module, text, *arg));
        let written = written_arguments(module, interface.entry);
        let written = written.into_iter().map(|number| Written { number, name: name(number) }).collect();
        Self { interface, written, destinations: Vec::new() }
    }

    /// Assigns the destinations of `--output`, by name or in order, to the values.
    pub(super) fn assign(&mut self, session: &mut Session, args: &RunArgs) -> Result<(), Stop> {
        self.check_counts(session, args)?;
        self.destinations = vec![None; self.interface.results.len() + self.written.len()];
        let mut next = 0;
        for text in &args.output {
            let (index, target) = match named(text) {
                Some((name, target)) => {
                    (self.find(name).map_err(|message| session.fail(Exit::Usage, message))?, target)
                }
                None => (next, text.as_str()),
            };
            next += usize::from(named(text).is_none());
            if self.destinations[index].replace(target.to_string()).is_some() {
                let message = format!("{} has two destinations, '{target}' is the second", self.name(index));
                return Err(session.fail(Exit::Usage, message));
            }
            if !matches!(target, "" | "-") {
                file_of(target).map_err(|message| session.fail(Exit::Usage, message))?;
            }
        }
        Ok(())
    }

    /// Returns the number of the value that a name denotes: `result0`, `argument1`, or the name of an argument.
    fn find(&self, name: &str) -> Result<usize, String> {
        let n_results = self.interface.results.len();
        let number = |kind: &str| name.strip_prefix(kind)?.parse::<usize>().ok();
        let is_named = |written: &&Written| written.name.as_deref() == Some(name.trim_start_matches('%'));
        let mut written = self.written.iter();
        let found = match (number("result"), number("argument")) {
            _ if self.written.iter().any(|written| is_named(&written)) => {
                written.position(|written| is_named(&written)).map(|index| n_results + index)
            }
            (Some(result), _) => (result < n_results).then_some(result),
            (_, Some(argument)) => {
                written.position(|written| written.number == argument).map(|index| n_results + index)
            }
            (None, None) => None,
        };
        found.ok_or_else(|| {
            let names: Vec<String> = (0..n_results + self.written.len())
                .map(|index| match index.checked_sub(n_results).map(|index| &self.written[index]) {
                    None => format!("result{index}"),
                    Some(Written { name: Some(name), .. }) => name.clone(),
                    Some(Written { number, .. }) => format!("argument{number}"),
                })
                .collect();
            let known = match names.as_slice() {
                [] => "the function has no results and writes no argument".to_string(),
                names => format!("the function gives {}", names.join(", ")),
            };
            format!("no output is named '{name}'; {known}")
        })
    }

    /// Returns the name of a value in messages.
    fn name(&self, index: usize) -> String {
        match index.checked_sub(self.interface.results.len()).map(|index| &self.written[index]) {
            None => format!("result {index}"),
            Some(Written { number, name: Some(name) }) => format!("argument {number} '%{name}'"),
            Some(Written { number, name: None }) => format!("argument {number}"),
        }
    }

    /// Checks that the command line has no more specifications than there are values.
    fn check_counts(&self, session: &mut Session, args: &RunArgs) -> Result<(), Stop> {
        let (n_results, n_written) = (self.interface.results.len(), self.written.len());
        for (n_named, what) in
            [(args.output.len(), "outputs are named"), (args.expect.len(), "values are expected")]
        {
            if n_results + n_written < n_named {
                let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
                let (results, written) = (count(n_results, "result"), count(n_written, "argument"));
                let message =
                    format!("{n_named} {what}, but the function has {results} and writes {written}");
                return Err(session.fail(Exit::Usage, message));
            }
        }
        Ok(())
    }

    /// Returns the name, type and value of each output.
    fn values<'e>(&'e self, execution: &'e Execution) -> Vec<(String, &'e ArrayType, &'e Array)> {
        let named = |what: &'static str| move |number: usize| format!("{what} {number}");
        let results = (0..execution.results.len()).map(|number| {
            (named("result")(number), &self.interface.results[number], &execution.results[number])
        });
        let arguments = self.written.iter().map(|Written { number, .. }| {
            (named("argument")(*number), &self.interface.parameters[*number], &execution.arguments[*number])
        });
        results.chain(arguments).collect()
    }

    /// Prints each value, or writes it where `--output` specifies.
    pub(super) fn show(&self, session: &mut Session, execution: &Execution) -> Result<(), Stop> {
        for (index, (name, ty, array)) in self.values(execution).into_iter().enumerate() {
            match self.destinations[index].as_deref() {
                None => show_value(session, &name, ty, array),
                Some("") => {}
                Some("-") => session.print(format!("{}={}", array.type_text(), array.text())),
                Some(target) => {
                    let (path, storage) = write_array(session, target, array)?;
                    let ty = array.type_text();
                    let how = storage.map(|name| format!(", as bits of type {name}")).unwrap_or_default();
                    session.note(format!("{} of {ty} is written to '{path}'{how}", self.name(index)));
                }
            }
        }
        Ok(())
    }

    /// Compares the values with those of `--expect`.
    pub(super) fn expect(
        &self,
        session: &mut Session,
        args: &RunArgs,
        execution: &Execution,
    ) -> Result<Exit, Stop> {
        let (mut exit, mut files) = (Exit::Success, Files::default());
        for (text, (name, ty, found)) in args.expect.iter().zip(self.values(execution)) {
            let wanted = ty.of_array(found);
            let expected = Spec::parse(text).and_then(|spec| spec.arrays(&mut files, &[wanted]));
            let expected = expected
                .map_err(|message| session.fail(Exit::Usage, format!("--expect {text}: {message}")))?;
            if let Err(mismatch) = compare(found, &expected[0], args.tolerance.tolerance()) {
                exit = worse(exit, session.fail(Exit::Failed, format!("{name}: {mismatch}")).0);
                let is_for_people = session.format.is_for_people();
                for next in mismatch.first.iter().skip(1).filter(|_| is_for_people) {
                    session.note(format!("  then {next}"));
                }
            }
        }
        Ok(exit)
    }
}

/// Prints a value. A small value is printed in full: a single row after the name, several rows below it. A
/// large value is printed as check values.
fn show_value(session: &mut Session, name: &str, ty: &ArrayType, array: &Array) {
    let text = ty.of_array(array).type_text();
    let rows = whole_rows(array);
    if let Some([row]) = rows.as_deref() {
        return session.print(format!("{name}: {text} = {row}"));
    }
    session.print(format!("{name}: {text}"));
    for line in rows.unwrap_or_else(|| check_values(array)) {
        session.print(format!("  {line}"));
    }
}

/// Splits `NAME=DESTINATION`; `None` for a destination without a name.
pub(super) fn named(text: &str) -> Option<(&str, &str)> {
    text.split_once('=').filter(|(name, _)| !name.is_empty() && !name.starts_with(['@', '+', '*', '-']))
}

/// Returns the file that a destination names.
fn file_of(target: &str) -> Result<ArrayRef, String> {
    let reference = ArrayRef::parse(target).filter(|reference| reference.which != Which::Rest);
    let reference = reference.ok_or_else(|| {
        format!(
            "expected '-', '@FILE', '+FILE' or nothing for --output, after 'NAME=' where it is given, but found \
             '{target}'"
        )
    })?;
    require_format(&reference)?;
    Ok(reference)
}

/// Writes an array to the file that a destination names, and returns its path, and the type that its format has instead of
/// that of the elements.
fn write_array(
    session: &mut Session,
    target: &str,
    array: &Array,
) -> Result<(String, Option<&'static str>), Stop> {
    let reference = file_of(target).map_err(|message| session.fail(Exit::Usage, message))?;
    let storage = storage(&reference, array.element);
    let added = encode(&reference, array).map_err(|message| session.fail(Exit::Usage, message))?;
    let ArrayRef { which, path, .. } = reference;
    let mut contents = Vec::new();
    if which == Which::Next {
        let before = session.read_result(&path);
        contents =
            before.map_err(|error| session.fail(Exit::Usage, format!("cannot read '{path}': {error}")))?;
    }
    contents.extend(added);
    session.write_result(Some(&path), &contents)?;
    Ok((path, storage))
}
