//! Calls of functions on a device.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use warpline_ir as ir;
use warpline_ir::artifact::Param;
use warpline_runtime::cache::Context;
use warpline_runtime::exec::{self, DeviceMemory, Lent};
use warpline_runtime::{Device as AnyDevice, Run};

use super::CancelToken;
use super::argument::{Argument, Form, Layout, Shaped};
use super::device_array::refuse_capture;
use super::error::{ArgumentError, Diagnostics, Error, guarded};
use super::kernel::Launched;
use super::program::{Access, Code, Input, Parameter, Signature};
use super::value::Value;
use crate::execute::host;
use crate::values::{Array, Element};

/// A program on a device: its code is loaded once, and its functions are called from any thread.
///
/// ```
/// # use warpline::{Engine, Options, Source};
/// # let engine = Engine::new();
/// let program = engine.compile(Source::new("f.mlir", "func.func @f() { return }"), &Options::default())?;
/// let loaded = engine.open("cpu")?.load(&program)?;
/// assert!(loaded.function("f").is_ok());
/// let missing = loaded.function("g").unwrap_err();
/// assert_eq!(missing.to_string(), "there is no function 'g' that can be called; there are f");
/// # Ok::<(), warpline::Error>(())
/// ```
#[derive(Clone)]
pub struct Loaded(pub(super) Arc<Hold>);

pub(super) struct Hold {
    pub(super) code: Arc<Code>,
    pub(super) device: Arc<dyn AnyDevice>,
    pub(super) context: Context,
    /// Runs between calls, with their memory.
    #[expect(clippy::vec_box, reason = "they are large, and move in and out with each call")]
    pub(super) idle: Mutex<Vec<Box<Run>>>,
}

impl fmt::Debug for Loaded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Loaded").field(&self.0.code.source.name).finish()
    }
}

impl Loaded {
    /// Returns a function by its name.
    pub fn function(&self, name: &str) -> Result<Function, Error> {
        self.find(|signature| signature.kernel.is_none() && signature.name == name).ok_or_else(|| {
            let functions = self.signatures().iter().filter(|signature| signature.kernel.is_none());
            let known = functions.map(|signature| signature.name.clone());
            Error::NoFunction(name.to_string(), known.collect())
        })
    }

    pub(super) fn find(&self, is_it: impl FnMut(&Signature) -> bool) -> Option<Function> {
        let number = self.signatures().iter().position(is_it)?;
        Some(Function { hold: Arc::clone(&self.0), number })
    }

    /// Returns all functions, of which some launch kernels.
    pub(super) fn signatures(&self) -> &[Signature] {
        &self.0.code.functions
    }
}

/// A function of a loaded program. Clones, and calls from several threads at the same time, share the code; each call that runs
/// at the same time has memory of its own.
///
/// ```
/// # use warpline::{Engine, Options, Source, args, view, view_mut};
/// # let engine = Engine::new();
/// let text = "func.func @sum(%x: memref<2xi32>) -> i32 {
///   %c0 = arith.constant 0 : index
///   %c1 = arith.constant 1 : index
///   %a = memref.load %x[%c0] : memref<2xi32>
///   %b = memref.load %x[%c1] : memref<2xi32>
///   %c = arith.addi %a, %b : i32
///   return %c : i32
/// }";
/// let program = engine.compile(Source::new("sum.mlir", text), &Options::default())?;
/// let sum = engine.open("cpu")?.load(&program)?.function("sum")?;
/// let call = |x: [i32; 2]| sum.call(args![view(&x, [2])]);
/// assert_eq!(call([1, 2])?.values[0].scalar(), Some(3));
/// # Ok::<(), warpline::Error>(())
/// ```
#[derive(Clone)]
pub struct Function {
    hold: Arc<Hold>,
    number: usize,
}

/// What a call gives back.
///
/// ```
/// # use warpline::{Engine, Options, Source, args};
/// # let engine = Engine::new();
/// let text = "func.func private @printI64(i64)
/// func.func @f(%a: i64) -> i64 { call @printI64(%a) : (i64) -> () return %a : i64 }";
/// let program = engine.compile(Source::new("f.mlir", text), &Options::default())?;
/// let results = engine.open("cpu")?.load(&program)?.function("f")?.call(args![5i64])?;
/// assert_eq!((results.values[0].scalar(), results.printed.as_str()), (Some(5i64), "5"));
/// # Ok::<(), warpline::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Results {
    /// The results, in order.
    pub values: Vec<Value>,
    /// What the program printed.
    pub printed: String,
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Function").field(&self.signature().name).finish()
    }
}

impl Function {
    pub(super) fn hold(&self) -> &Hold {
        &self.hold
    }

    pub(super) fn signature(&self) -> &Signature {
        &self.hold.code.functions[self.number]
    }

    /// Returns the parameters.
    pub fn parameters(&self) -> &[Parameter] {
        &self.signature().parameters
    }

    /// Calls the function, and waits for all its work. The arguments are in the order of the parameters: see
    /// [`args!`](crate::args). A device that reaches the memory of the host works in the arrays themselves.
    ///
    /// # Errors
    /// An [`Error::Argument`] before anything is done; [`Error::Run`] if the program fails, which may have written a part of
    /// its results into the arrays.
    pub fn call<'a>(&self, arguments: impl AsMut<[Argument<'a>]>) -> Result<Results, Error> {
        self.call_unless(&CancelToken::default(), arguments)
    }

    /// Like [`Self::call`], with arguments by the names of their parameters, in any order.
    pub fn call_named<'n, 'a>(
        &self,
        arguments: impl IntoIterator<Item = (&'n str, Argument<'a>)>,
    ) -> Result<Results, Error> {
        let parameters = self.parameters();
        let mut given: Vec<Option<Argument<'a>>> = parameters.iter().map(|_| None).collect();
        for (name, argument) in arguments {
            let refuse = |expected: String, found: &str| ArgumentError {
                parameter: name.to_string(),
                expected,
                found: found.to_string(),
            };
            let Some(index) = parameters.iter().position(|parameter| parameter.name == name) else {
                let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name.as_str()).collect();
                let expected = match names.as_slice() {
                    [] => "no argument".to_string(),
                    names => format!("one of the parameters {}", names.join(", ")),
                };
                return Err(Error::Argument(refuse(expected, "another name")));
            };
            if given[index].replace(argument).is_some() {
                return Err(Error::Argument(refuse("one argument".to_string(), "two")));
            }
        }
        let missing = |parameter: &Parameter| {
            let found = "no argument".to_string();
            let (parameter, expected) = (parameter.name.clone(), parameter.ty.clone());
            Error::Argument(ArgumentError { parameter, expected, found })
        };
        let all = given.into_iter().zip(parameters);
        let all = all.map(|(argument, parameter)| argument.ok_or_else(|| missing(parameter)));
        self.call(all.collect::<Result<Vec<_>, _>>()?)
    }

    /// Like [`Self::call`], until a token is cancelled. That is checked before each operation of the host on the device; a kernel
    /// that runs is waited for.
    pub fn call_unless<'a>(
        &self,
        cancel: &CancelToken,
        mut arguments: impl AsMut<[Argument<'a>]>,
    ) -> Result<Results, Error> {
        let arguments = arguments.as_mut();
        let slots = self.signature().slots(arguments)?;
        refuse_capture(self.hold.device.as_ref())?;
        if cancel.is_cancelled() {
            return Err(Error::Cancelled);
        }
        guarded("a call", || self.run(cancel, arguments, slots))
    }

    fn run(
        &self,
        cancel: &CancelToken,
        arguments: &mut [Argument<'_>],
        slots: Vec<u64>,
    ) -> Result<Results, Error> {
        let mut run = self.hold.take_run()?;
        run.cancel_by(cancel.flag());
        let outcome = if run.takes_lent() {
            let mut lent: Vec<&mut Lent<'_>> =
                arguments.iter_mut().filter_map(Argument::memory).map(|shaped| &mut shaped.lent).collect();
            run.with_lent(&mut lent, |run| self.execute(run, &slots))
        } else {
            self.copied(&mut run, arguments, slots)
        };
        let outcome = outcome.map(|values| Results { values, printed: run.output().to_string() });
        self.hold.give_back(run);
        outcome
    }

    /// Runs the function with copies of the arguments in memory that the device reaches.
    fn copied(
        &self,
        run: &mut Run,
        arguments: &mut [Argument<'_>],
        mut slots: Vec<u64>,
    ) -> Result<Vec<Value>, Error> {
        let signature = self.signature();
        let mut places = Vec::new();
        let mut first = 0;
        for (argument, input) in arguments.iter().zip(&signature.inputs) {
            if let Form::View(shaped) = &argument.0 {
                let address =
                    host::place_bytes(run, shaped.lent.contents()).map_err(|error| device_error(&error))?;
                let own = slots[first..].iter_mut().zip(&input.slots);
                own.filter(|(_, slot)| matches!(slot, Param::Pointer(_)))
                    .for_each(|(slot, _)| *slot = address);
                places.push(address);
            }
            first += input.slots.len();
        }
        let called = self.enter(run, &slots);
        let views = arguments.iter_mut().filter_map(Argument::memory);
        for (shaped, address) in views.zip(places) {
            if let (Some(to), Some(from)) = (shaped.lent.contents_mut(), run.bytes_mut(address)) {
                to.copy_from_slice(from);
            }
        }
        // Memory of an argument that is returned, too, leaves the run with its result.
        self.results(run, &called?)
    }

    /// Runs the function, and copies its results out of the run.
    fn execute(&self, run: &mut Run, slots: &[u64]) -> Result<Vec<Value>, Error> {
        let out = self.enter(run, slots)?;
        self.results(run, &out)
    }

    /// Runs the function, and returns the slots of its results.
    fn enter(&self, run: &mut Run, slots: &[u64]) -> Result<Vec<u64>, Error> {
        let signature = self.signature();
        let mut out = vec![0u64; signature.n_slots];
        let status = run.call(signature.entry, slots, &mut out);
        if status == 0 { Ok(out) } else { Err(self.failure(run)) }
    }

    fn results(&self, run: &mut Run, out: &[u64]) -> Result<Vec<Value>, Error> {
        let (signature, code) = (self.signature(), &*self.hold.code);
        let values =
            host::results(run, &signature.results, &signature.result_types, &code.compiled.module, out);
        let values = values.map_err(|message| Error::Run(code.failed(signature, message)))?;
        Ok(signature.values(values))
    }

    /// Returns the error of a run that has failed.
    pub(super) fn failure(&self, run: &Run) -> Error {
        let code = &*self.hold.code;
        match run.failure() {
            Some(failure) if failure.error.name == exec::CANCELLED => Error::Cancelled,
            Some(failure) => {
                let mut all = ir::Diagnostics::new();
                all.push(code.explain(self.signature(), failure));
                Error::Run(Diagnostics::new(&code.source, all))
            }
            None => Error::Internal("a function failed without a reason".to_string()),
        }
    }
}

impl Hold {
    /// Returns a run of the program that no other call uses.
    pub(super) fn take_run(&self) -> Result<Box<Run>, Error> {
        let kept = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        if let Some(run) = kept {
            return Ok(run);
        }
        let compiled = &self.code.compiled;
        let most = self.code.limits.host.unwrap_or_else(crate::host_memory::limit);
        let bytes = compiled.program.globals.iter().map(|global| global.bytes).fold(0, u64::saturating_add);
        if most < bytes {
            let message = format!("the globals of the program take {bytes} bytes, and the limit is {most}");
            return Err(Error::Device(message));
        }
        let held = compiled.hold(&self.context).map_err(|refused| device_error(&refused.error))?;
        let device = Arc::clone(&self.device);
        let run = Run::with_modules(device, &compiled.program, held.modules, held.kernels);
        let mut run = Box::new(run.map_err(|error| device_error(&error))?);
        run.limit_host_memory(most);
        if let Some(bytes) = self.code.limits.device {
            run.limit_memory(bytes);
        }
        Ok(run)
    }

    /// Keeps a run for the next call, or ends it.
    pub(super) fn give_back(&self, mut run: Box<Run>) {
        if run.renew(&self.code.compiled.program) {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(run);
        }
    }
}

pub(super) fn device_error(error: &warpline_runtime::DeviceError) -> Error {
    Error::Device(error.to_string())
}

impl<'a> Argument<'a> {
    fn memory(&mut self) -> Option<&mut Shaped<'a>> {
        match &mut self.0 {
            Form::View(shaped) => Some(shaped),
            Form::Scalar { .. } | Form::Device { .. } => None,
        }
    }

    pub(super) fn device_memory(&self) -> Option<&Arc<DeviceMemory>> {
        match &self.0 {
            Form::Device { memory, .. } => Some(memory),
            Form::Scalar { .. } | Form::View(_) => None,
        }
    }

    pub(super) fn text(&self) -> String {
        match &self.0 {
            Form::Scalar { kind, .. } => format!("a scalar of type {}", kind.text()),
            Form::View(shaped) => shaped.layout.view_text(),
            Form::Device { layout, .. } => format!("an array of {} on the device", layout.text()),
        }
    }
}

impl Signature {
    /// Compares arguments with the parameters, and returns the slots of the call.
    fn slots(&self, arguments: &[Argument<'_>]) -> Result<Vec<u64>, Error> {
        self.require_count(arguments.len())?;
        let mut slots = Vec::with_capacity(self.inputs.iter().map(|input| input.slots.len()).sum());
        for ((argument, input), parameter) in arguments.iter().zip(&self.inputs).zip(&self.parameters) {
            input.add_slots(argument, parameter.access, &mut slots).map_err(|found| {
                let (parameter, expected) = (parameter.name.clone(), parameter.ty.clone());
                Error::Argument(ArgumentError { parameter, expected, found })
            })?;
        }
        Ok(slots)
    }

    /// Returns its name in messages: of a function that launches a kernel, the name of that.
    pub(super) fn shown(&self) -> String {
        self.kernel.as_ref().map_or_else(|| self.name.clone(), Launched::shown)
    }

    pub(super) fn require_count(&self, n: usize) -> Result<(), Error> {
        let expected = self.parameters.len();
        if n == expected { Ok(()) } else { Err(Error::Argument(self.wrong_count(n, expected))) }
    }

    pub(super) fn wrong_count(&self, n: usize, expected: usize) -> ArgumentError {
        ArgumentError {
            parameter: format!("{} of @{}", n.min(expected), self.shown()),
            expected: format!("{expected} arguments"),
            found: n.to_string(),
        }
    }

    /// Returns the results of a call.
    pub(super) fn values(&self, results: Vec<Array>) -> Vec<Value> {
        let is_scalar = |index: usize| !self.results[index].is_buffer();
        results.into_iter().enumerate().map(|(index, array)| Value(array, is_scalar(index))).collect()
    }
}

impl Input {
    /// Adds the slots of an argument; what is wrong with it if it does not fit.
    fn add_slots(&self, argument: &Argument<'_>, access: Access, out: &mut Vec<u64>) -> Result<(), String> {
        match &argument.0 {
            Form::Scalar { .. } => out.push(self.scalar(argument)?),
            Form::View(shaped) => {
                self.compare(shaped, access)?;
                let address = shaped.lent.address();
                out.extend(self.slots.iter().map(|slot| shaped.layout.slot(*slot, address)));
            }
            Form::Device { .. } => {
                return Err(format!("{}; a call takes views of the host", argument.text()));
            }
        }
        Ok(())
    }

    /// Returns the bits of a scalar.
    pub(super) fn scalar(&self, argument: &Argument<'_>) -> Result<u64, String> {
        match (&argument.0, &self.sizes) {
            (Form::Scalar { kind, bits }, None) if kind.fits(self.element) => {
                if self.element == Element::Int(1) && 1 < *bits {
                    return Err(format!("{bits}; an i1 is 0 or 1"));
                }
                Ok(*bits)
            }
            _ => Err(argument.text()),
        }
    }

    fn compare(&self, shaped: &Shaped<'_>, access: Access) -> Result<(), String> {
        if let Some(problem) = &shaped.problem {
            return Err(problem.clone());
        }
        let text = || shaped.layout.view_text();
        self.compare_layout(&shaped.layout, text)?;
        // Compiled code takes the bits of an i1 for granted.
        if self.element == Element::Int(1) && shaped.lent.contents().iter().any(|byte| 1 < *byte) {
            return Err(format!("{} with a byte that is neither 0 nor 1", text()));
        }
        if access == Access::Write && !shaped.lent.is_mutable() {
            return Err(format!("{}, which the function may write; use view_mut", text()));
        }
        Ok(())
    }

    /// Compares an array with the parameter; `text` names it in what is wrong.
    pub(super) fn compare_layout(&self, given: &Layout, text: impl Fn() -> String) -> Result<(), String> {
        let sizes = self.sizes.as_ref().filter(|_| given.kind.fits(self.element));
        let sizes = sizes.ok_or_else(&text)?;
        let mut each = sizes.iter().zip(given.sizes());
        if given.sizes().len() != sizes.len() || !each.all(|(own, given)| own.is_none_or(|own| own == *given))
        {
            return Err(text());
        }
        // The stride of a dimension with one element means nothing.
        let mut strides = self.strides.iter().zip(given.strides()).zip(given.sizes());
        let is_laid_out =
            strides.all(|((own, stride), size)| *size <= 1 || own.is_none_or(|own| own == *stride));
        let fits = is_laid_out && (!self.is_contiguous || given.is_contiguous());
        if !fits && !given.is_empty() {
            let strides = given.text_with_strides();
            return Err(format!("a view of {strides}; copy it, or let the parameter have a strided layout"));
        }
        if !self.begins_at_zero {
            return Err(format!("{}, which begins at offset 0", text()));
        }
        Ok(())
    }
}

impl Layout {
    /// Returns the number of a slot of an argument at this address.
    pub(super) fn slot(&self, slot: Param, address: u64) -> u64 {
        match slot {
            Param::Pointer(_) | Param::Scalar(_) => address,
            Param::Size(dimension) => self.sizes()[dimension as usize].cast_unsigned(),
            Param::Stride(dimension) => self.normal_strides()[dimension as usize].cast_unsigned(),
        }
    }
}
