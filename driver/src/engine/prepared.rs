//! Functions on a stream of the application.

use std::fmt;
use std::sync::Arc;

use warpline_ir as ir;
use warpline_ir::codes;
use warpline_runtime::Run;
use warpline_runtime::driver::recording::{Recorder, Slot, Work, WorkId};
use warpline_runtime::exec::DeviceMemory;

use super::argument::{Argument, Form, Layout};
use super::device_array::{Stream, caller_streams, refuse_capture};
use super::error::{ArgumentError, Diagnostics, Error, guarded};
use super::function::{Function, device_error};
use super::host_work::host_work;
use super::program::{Access, Parameter, Signature};
use super::value::Value;
use crate::execute::host;
use crate::values::Element;

/// A function whose scalars and sizes are fixed, with all that its work needs in place: [`Self::issue`] neither allocates,
/// loads nor blocks, and may be captured.
///
/// ```no_run
/// # fn f(step: &warpline::Function, device: &warpline::Device, stream: &warpline::Stream) -> Result<(), warpline::Error> {
/// use warpline::args;
/// let x = device.array(&[1.0f32; 1024], [1024])?;
/// let mut prepared = step.prepare(args![&x, 0.5f32])?;
/// prepared.issue(stream, args![&x, 0.5f32])?;
/// # Ok(())
/// # }
/// ```
pub struct Prepared {
    function: Function,
    /// Keeps the code and the constants.
    run: Option<Box<Run>>,
    work: WorkId,
    given: Vec<Given>,
    /// The slots of the results.
    results: Vec<Slot>,
    /// The address of the temporary memory, and its bytes.
    temporary: (u64, u64),
    /// The address and the bytes of each array of the last issue.
    last: Option<Vec<(u64, u64)>>,
    /// Every array that was passed: work in flight, and graphs, may use them.
    passed: Vec<Arc<DeviceMemory>>,
}

/// What is fixed of an argument.
#[derive(Clone, Debug, PartialEq)]
enum Given {
    Scalar(u64),
    Array(Layout),
}

impl fmt::Debug for Prepared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Prepared").field(&self.function).finish()
    }
}

impl Function {
    /// Prepares the function for arguments with these scalars, and arrays of these sizes, on streams of the application.
    ///
    /// # Errors
    /// [`Error::Program`] with each operation that needs the host: one that accesses arguments, or memory that the device may have
    /// used, prints, calls an external function, or uses a variable. [`Error::Argument`] if an argument does not fit, [`Error::Device`] if the device has no
    /// streams of a driver, or one of them is being captured.
    pub fn prepare<'a>(&self, arguments: impl AsRef<[Argument<'a>]>) -> Result<Prepared, Error> {
        guarded("a prepared function", || self.prepare_for(arguments.as_ref()))
    }

    fn prepare_for(&self, arguments: &[Argument<'_>]) -> Result<Prepared, Error> {
        let hold = self.hold();
        let streams = caller_streams(hold.device.as_ref())?;
        refuse_capture(hold.device.as_ref())?;
        let code = &*hold.code;
        let findings = host_work(&code.compiled, &self.signature().name);
        if findings.has_errors() {
            return Err(Error::Program(Diagnostics::new(&code.source, findings)));
        }
        let given = self.signature().fixed(arguments)?;
        let run = hold.take_run()?;
        let made = self.record(&run, &given).and_then(|(work, results)| {
            let (id, address) = streams.prepare(&work).map_err(|error| device_error(&error))?;
            Ok((id, (address, work.temporary_bytes), results))
        });
        let (work, temporary, results) = match made {
            Ok(made) => made,
            Err(error) => {
                hold.give_back(run);
                return Err(error);
            }
        };
        Ok(Prepared {
            function: self.clone(),
            run: Some(run),
            work,
            given,
            results,
            temporary,
            last: None,
            passed: Vec::new(),
        })
    }

    /// Returns the work of the function, and the slots of its results.
    fn record(&self, run: &Run, given: &[Given]) -> Result<(Work, Vec<Slot>), Error> {
        let [first, second] = Recorder::pair(self.hold().device.caps()).map(Arc::new);
        let results = self.record_on(&first, run, given)?;
        let other = deeper(|| self.record_on(&second, run, given))?;
        let code = &self.hold().code;
        let work = Work::of(&first, &second).filter(|_| results == other);
        let work = work.ok_or_else(|| {
            let mut all = ir::Diagnostics::new();
            let message = "what the function does depends on addresses".to_string();
            all.error(codes::UNSUPPORTED, code.place(self.signature()), message);
            Error::Program(Diagnostics::new(&code.source, all))
        })?;
        Ok((work, results))
    }

    /// Executes the host part of the function, with memory that stands for that of the arguments.
    fn record_on(&self, recorder: &Arc<Recorder>, run: &Run, given: &[Given]) -> Result<Vec<Slot>, Error> {
        let (hold, signature) = (self.hold(), self.signature());
        let mut slots = Vec::new();
        let mut arguments = Vec::new();
        for (given, input) in given.iter().zip(&signature.inputs) {
            match given {
                Given::Scalar(bits) => slots.push(*bits),
                Given::Array(layout) => {
                    let bytes = layout.n_bytes();
                    let address = recorder.argument(bytes).map_err(|error| device_error(&error))?;
                    arguments.push((address, bytes));
                    slots.extend(input.slots.iter().map(|slot| layout.slot(*slot, address)));
                }
            }
        }
        let mut out = vec![0u64; signature.n_slots];
        let mut recording = run.recording(Arc::clone(recorder), &hold.code.compiled.program, &arguments);
        if recording.call(signature.entry, &slots, &mut out) != 0 {
            return Err(self.failure(&recording));
        }
        Ok(out.iter().map(|slot| recorder.slot(*slot)).collect())
    }
}

impl Prepared {
    /// Returns the parameters.
    pub fn parameters(&self) -> &[Parameter] {
        self.function.parameters()
    }

    /// Issues the function on a stream of the application, in order with the other work of that stream. The arguments are
    /// [`DeviceArray`](super::DeviceArray)s of the sizes, and scalars of the values, that the function was prepared for; an array
    /// that it writes overlaps no other one. Each array that is passed is kept until this is dropped.
    ///
    /// Executions come one after the other, also on different streams, since they share memory. Those of graphs are the
    /// application's to order: see [`RawStream::from_handle`](super::RawStream::from_handle).
    ///
    /// # Errors
    /// [`Error::Argument`] before anything is issued; [`Error::Device`] if the function is part of a capture on another stream, the
    /// driver refuses a command, or earlier work has failed.
    pub fn issue<'a>(&mut self, stream: &Stream, arguments: impl AsRef<[Argument<'a>]>) -> Result<(), Error> {
        guarded("a prepared function", || self.issue_with(stream, arguments.as_ref()))
    }

    fn issue_with(&mut self, stream: &Stream, arguments: &[Argument<'_>]) -> Result<(), Error> {
        let hold = self.function.hold();
        if !stream.is_of(&hold.device) {
            return Err(Error::Device("the stream belongs to another device".to_string()));
        }
        let signature = self.function.signature();
        let found = signature.fixed(arguments)?;
        if let Some(index) = (0..found.len()).find(|index| found[*index] != self.given[*index]) {
            let expected = match &self.given[index] {
                Given::Scalar(_) => "the scalar that the function was prepared for".to_string(),
                Given::Array(layout) => {
                    format!("an array of {}, as the function was prepared", layout.text())
                }
            };
            return Err(Error::Argument(signature.misfit(index, expected, arguments[index].text())));
        }
        signature.require_apart(arguments)?;
        let memory: Vec<&Arc<DeviceMemory>> = arguments.iter().filter_map(Argument::device_memory).collect();
        if memory.iter().any(|memory| !memory.is_of(&hold.device)) {
            return Err(Error::Device("an array is in the memory of another device".to_string()));
        }
        let addresses: Vec<u64> = memory.iter().map(|memory| memory.address()).collect();
        let passed = memory.iter().map(|memory| (memory.address(), memory.bytes())).collect();
        for memory in memory {
            if !self.passed.iter().any(|known| Arc::ptr_eq(known, memory)) {
                self.passed.push(Arc::clone(memory));
            }
        }
        let streams = caller_streams(hold.device.as_ref())?;
        streams.issue(self.work, stream.raw(), &addresses).map_err(|error| device_error(&error))?;
        self.last = Some(passed);
        Ok(())
    }

    /// Copies the results of the last execution to the host. Its stream is not waited for: the application has synchronised
    /// it.
    ///
    /// # Errors
    /// [`Error::Device`] if there was no issue yet, or a stream of the application is being captured.
    pub fn results(&mut self) -> Result<Vec<Value>, Error> {
        guarded("a prepared function", || self.read_results())
    }

    fn read_results(&mut self) -> Result<Vec<Value>, Error> {
        let hold = self.function.hold();
        refuse_capture(hold.device.as_ref())?;
        let signature = self.function.signature();
        let Some(last) = &self.last else {
            return Err(Error::Device("the function was not issued yet".to_string()));
        };
        let arrays: Vec<u64> = last.iter().map(|(address, _)| *address).collect();
        let slots: Vec<u64> =
            self.results.iter().map(|slot| slot.resolve(&arrays, self.temporary.0)).collect();
        let memory: Vec<(u64, u64)> = last.iter().copied().chain([self.temporary]).collect();
        let Some(run) = &mut self.run else { return Ok(Vec::new()) };
        let module = &hold.code.compiled.module;
        let read = run.with_device_memory(&memory, |run| {
            host::results(run, &signature.results, &signature.result_types, module, &slots)
        });
        Ok(signature.values(read.map_err(Error::Device)?))
    }
}

/// Does something where the stack is at other addresses than in a direct call.
fn deeper<T>(action: impl FnOnce() -> T) -> T {
    let room = std::hint::black_box([0u8; 1040]);
    let outcome = action();
    std::hint::black_box(&room);
    outcome
}

impl Drop for Prepared {
    fn drop(&mut self) {
        let hold = self.function.hold();
        if let Some(streams) = hold.device.caller_streams() {
            // It reports earlier work, which the driver reports to the application, too.
            let _ = streams.end_work(self.work);
        }
        self.run.take().into_iter().for_each(|run| hold.give_back(run));
    }
}

impl Signature {
    /// Compares arguments with the parameters, and returns what is fixed of them.
    fn fixed(&self, arguments: &[Argument<'_>]) -> Result<Vec<Given>, Error> {
        self.require_count(arguments.len())?;
        let each = arguments.iter().zip(&self.inputs).enumerate();
        each.map(|(index, (argument, input))| {
            let fits = match &argument.0 {
                Form::Scalar { .. } => input.scalar(argument).map(Given::Scalar),
                // Compiled code takes the bits of an i1 for granted.
                Form::Device { .. } if input.element == Element::Int(1) => {
                    Err(format!("{}; a call takes arrays of i1, whose bytes it compares", argument.text()))
                }
                Form::Device { layout, .. } => {
                    let fits = input.compare_layout(layout, || argument.text());
                    fits.map(|()| Given::Array(layout.clone()))
                }
                Form::View(_) => Err(format!("{}; use a DeviceArray", argument.text())),
            };
            fits.map_err(|found| {
                Error::Argument(self.misfit(index, self.parameters[index].ty.clone(), found))
            })
        })
        .collect()
    }

    fn misfit(&self, index: usize, expected: String, found: String) -> ArgumentError {
        ArgumentError { parameter: self.parameters[index].name.clone(), expected, found }
    }

    /// Refuses an array that is written and passed twice.
    fn require_apart(&self, arguments: &[Argument<'_>]) -> Result<(), Error> {
        let memory = |index: usize| arguments[index].device_memory();
        for index in (0..arguments.len()).filter(|index| self.parameters[*index].access == Access::Write) {
            let Some(written) = memory(index) else { continue };
            let same = (0..arguments.len())
                .find(|other| *other != index && memory(*other).is_some_and(|other| other.overlaps(written)));
            if let Some(other) = same {
                let expected =
                    format!("{} in memory of its own, as the function writes it", self.parameters[index].ty);
                let found = format!("memory of parameter '{}'", self.parameters[other].name);
                return Err(Error::Argument(self.misfit(index, expected, found)));
            }
        }
        Ok(())
    }
}
