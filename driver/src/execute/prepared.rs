//! A program that is compiled once and runs any number of times, on any device that runs code of this process.

use std::sync::{Arc, Mutex, PoisonError};

use warpline_ir::Span;
use warpline_runtime::cache::{Context, ContextLimits};
use warpline_runtime::{Device, DeviceError, Observer, Run, Stats};

use super::adapter::Adapter;
use super::program::{Compiled, Form, compile};
use super::{Request, host, modules};
use crate::backends::CodeTarget;
use crate::session::{Exit, Session, Stop};
use crate::steps;
use crate::values::{Array, ArrayType};

/// Compiled code of a program, with the inputs of its runs.
pub struct Prepared {
    compiled: Compiled,
    /// The modules that the device of the last run has loaded.
    context: Mutex<Option<Context>>,
    inputs: Vec<Array>,
    results: Vec<ArrayType>,
}

/// The outcome of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The results and then the arguments after the run; none if the program failed.
    pub values: Vec<Array>,
    /// The output of the program.
    pub printed: String,
    /// Counts.
    pub stats: Stats,
    /// The first failure.
    pub failure: Option<DeviceError>,
}

impl Prepared {
    /// Compiles the program of a request.
    pub fn new(session: &mut Session, request: &Request<'_>) -> Result<Self, Stop> {
        let is_called_directly = Adapter::of(request).is_ok_and(|adapter| adapter.is_none());
        if !is_called_directly {
            return Err(session.fail(Exit::Usage, "expected a function of numbers and contiguous buffers"));
        }
        let mut findings = session.diagnostics();
        let target = request.target.cloned().unwrap_or_else(CodeTarget::of_this_machine);
        let form = Form { target, logs: request.logs(), has_own_memory: false };
        let compiled = compile(session, request, &form, &mut findings);
        steps::finish(session, request.source, &findings)?;
        let compiled = compiled.map_err(|refusal| refusal.stop(session))?;
        session.end_compiling();
        Ok(Self {
            compiled,
            context: Mutex::default(),
            inputs: request.inputs.to_vec(),
            results: request.interface.results.clone(),
        })
    }

    /// Runs the program from its start. The device keeps its streams, event slots and modules for the next run.
    pub fn run(&self, device: &Arc<dyn Device>) -> Result<Outcome, DeviceError> {
        Ok(self.execute(self.start(device)?))
    }

    fn start(&self, device: &Arc<dyn Device>) -> Result<Run, DeviceError> {
        let mut kept = self.context.lock().unwrap_or_else(PoisonError::into_inner);
        let context = match &*kept {
            Some(context) if Arc::ptr_eq(context.device(), device) => context.clone(),
            _ => {
                let (limits, declared) = (ContextLimits::default(), self.compiled.declared.clone());
                kept.insert(modules::context(None, Arc::clone(device), limits, declared)).clone()
            }
        };
        drop(kept);
        let held = self.compiled.hold(&context).map_err(|unloadable| unloadable.error)?;
        Run::with_modules(Arc::clone(device), &self.compiled.program, held.modules, held.kernels)
    }

    /// Runs the program from its start on a device that also observes the run.
    pub fn run_observed<D: Device + Observer + 'static>(
        &self,
        device: &Arc<D>,
    ) -> Result<Outcome, DeviceError> {
        let mut run = self.start(&(Arc::clone(device) as Arc<dyn Device>))?;
        run.observe(Arc::clone(device) as Arc<dyn Observer>);
        Ok(self.execute(run))
    }

    fn execute(&self, mut run: Run) -> Outcome {
        let called = host::call(&mut run, &self.inputs, &self.results, &self.compiled);
        let stats = run.finish();
        let failure = run.failure().map(|failure| failure.error.clone());
        let values = called.map(|(results, arguments)| [results, arguments].concat()).unwrap_or_default();
        Outcome { values, printed: run.output().to_string(), stats, failure }
    }

    /// Returns the source location of an operation by its number in device reports.
    pub fn place(&self, op: u32) -> Span {
        self.compiled.place(op)
    }
}
