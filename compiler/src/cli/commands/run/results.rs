//! The outputs of a run: the results of the function, then the arguments that it may write. They are printed,
//! written to files and compared in this order.

use warpline_ir::Module;
use warpline_passes::analysis::written::written_arguments;

use super::{RunArgs, worse};
use crate::driver::execute::{Execution, Interface};
use crate::driver::file_names::path_of;
use crate::driver::session::{Exit, Session, Stop};
use crate::driver::values::{
    Array, ArrayRef, ArrayType, Files, Spec, Which, check_values, compare, encode, whole_rows,
};

/// The outputs of a run.
pub(super) struct Results<'i> {
    interface: &'i Interface,
    /// The indices of the written arguments.
    written: Vec<usize>,
}

impl<'i> Results<'i> {
    /// Returns the outputs of the entry function.
    pub(super) fn of(module: &Module, interface: &'i Interface) -> Self {
        Self { interface, written: written_arguments(module, interface.entry) }
    }

    /// Checks that the command line has no more specifications than there are values.
    pub(super) fn check_counts(&self, session: &mut Session, args: &RunArgs) -> Result<(), Stop> {
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
        let arguments = self.written.iter().map(|number| {
            (named("argument")(*number), &self.interface.parameters[*number], &execution.arguments[*number])
        });
        results.chain(arguments).collect()
    }

    /// Prints each value, or writes it where `--output` specifies.
    pub(super) fn show(
        &self,
        session: &mut Session,
        args: &RunArgs,
        execution: &Execution,
    ) -> Result<(), Stop> {
        for (index, (name, ty, array)) in self.values(execution).into_iter().enumerate() {
            match args.output.get(index).map(String::as_str) {
                None => show_value(session, &name, ty, array),
                Some("") => {}
                Some("-") => session.print(format!("{}={}", array.type_text(), array.text())),
                Some(target) => write_array(session, target, array)?,
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
            let shape = ty.shape.as_ref().map(|_| found.shape.iter().map(|n| Some(*n)).collect());
            let wanted = ArrayType { shape, element: found.element };
            let expected = Spec::parse(text).and_then(|spec| spec.arrays(&mut files, &[wanted]));
            let expected = expected
                .map_err(|message| session.fail(Exit::Usage, format!("--expect {text}: {message}")))?;
            if let Err(mismatch) = compare(found, &expected[0], args.tolerance) {
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
    let text = if ty.shape.is_some() { format!("memref<{}>", array.type_text()) } else { ty.text() };
    let rows = whole_rows(array);
    if let Some([row]) = rows.as_deref() {
        return session.print(format!("{name}: {text} = {row}"));
    }
    session.print(format!("{name}: {text}"));
    for line in rows.unwrap_or_else(|| check_values(array)) {
        session.print(format!("  {line}"));
    }
}

fn write_array(session: &mut Session, target: &str, array: &Array) -> Result<(), Stop> {
    let reference = ArrayRef::parse(target).filter(|reference| reference.which != Which::Rest);
    let Some(reference) = reference else {
        return Err(session.fail(
            Exit::Usage,
            format!("expected '-', '@FILE', '+FILE' or nothing for --output, but found '{target}'"),
        ));
    };
    let added = encode(&reference, array).map_err(|message| session.fail(Exit::Usage, message))?;
    let ArrayRef { which, path, .. } = reference;
    let mut contents = Vec::new();
    if which == Which::Next && path_of(&path).exists() {
        let before = std::fs::read(path_of(&path));
        contents =
            before.map_err(|error| session.fail(Exit::Usage, format!("cannot read '{path}': {error}")))?;
    }
    contents.extend(added);
    session.write_result(Some(&path), &contents)
}
