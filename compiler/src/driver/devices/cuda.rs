//! Executes programs on a GPU through the CUDA driver: kernels as PTX for its chip, and host code for this machine.

use std::sync::Arc;

use warpline_backend_ptx::{Ptx, target_for};
use warpline_runtime::driver::error::TextDiagnostic;
use warpline_runtime::{CudaDevice, Device, Trace};

use crate::driver::backends::{CodeTarget, Logs};
use crate::driver::default_pipelines;
use crate::driver::execute::host::{self, Machine};
use crate::driver::execute::program::{Form, compile};
use crate::driver::execute::{Execution, Request};
use crate::driver::session::{Exit, Session, Stop};

/// Compiles and executes a program on the device with this number.
pub(super) fn execute(session: &mut Session, request: &Request<'_>, ordinal: u32) -> Result<Execution, Stop> {
    if let Some(flag) = flag_of_the_cpu(request) {
        let message = format!("expected a run on the cpu for {flag}, but found one on 'cuda:{ordinal}'");
        return Err(session.fail(Exit::Usage, message));
    }
    let records = request.measured.trace || request.measured.samples;
    let trace = records.then(Arc::<Trace>::default);
    let opened = CudaDevice::open(ordinal).and_then(|cuda| {
        Ok(if records || request.measured.times { cuda.with_times(trace.clone())? } else { cuda })
    });
    let cuda = opened.map_err(|unavailable| {
        session.fail(Exit::Missing, format!("device 'cuda:{ordinal}' cannot be used: {unavailable}"))
    })?;
    let capability = cuda.info().compute_capability;
    let target = target_for(capability).ok_or_else(|| {
        let (major, minor) = capability;
        let message =
            format!("device 'cuda:{ordinal}' cannot be used: there is no code for sm_{major}{minor}");
        session.fail(Exit::Missing, message)
    })?;
    let form = Form { target: CodeTarget { backend: &Ptx, target }, logs: Logs::Off, has_own_memory: true };
    let mut findings = session.diagnostics();
    let compiled = compile(session, request, &form, &mut findings);
    default_pipelines::finish(session, request.source, &findings)?;
    let compiled = compiled.map_err(|refusal| refusal.stop(session))?;
    let cuda = Arc::new(cuda);
    let device = Arc::clone(&cuda) as Arc<dyn Device>;
    let warnings: Option<Box<dyn Fn() -> Vec<TextDiagnostic>>> = Some(Box::new(move || cuda.warnings()));
    host::execute(session, request, &compiled, Machine { device, trace, detector: None, warnings })
}

/// Returns a flag of the request that only the CPU device supports.
fn flag_of_the_cpu(request: &Request<'_>) -> Option<&'static str> {
    let flags = [
        (request.concurrency.detects_races, "--detect-races"),
        (request.concurrency.adversary.is_some(), "--adversary"),
    ];
    flags.into_iter().find(|(is_set, _)| *is_set).map(|(_, flag)| flag)
}
