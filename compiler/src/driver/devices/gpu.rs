//! Executes programs on a GPU through a driver: kernels as code for its chip, and host code for this machine.

use std::sync::Arc;

use warpline_runtime::driver::gpu::GpuDevice;
use warpline_runtime::driver::gpu::driver::Driver;
use warpline_runtime::driver::gpu::unavailable::Unavailable;
use warpline_runtime::{Device, Trace};

use crate::driver::backends::{CodeTarget, Logs};
use crate::driver::default_pipelines;
use crate::driver::execute::host::{self, Machine};
use crate::driver::execute::program::{Form, compile};
use crate::driver::execute::{Execution, Request};
use crate::driver::session::{Exit, Session, Stop};

/// Compiles and executes a program on the device with this name, which `open` opens. `target` returns the target
/// for its chip, or the name of a chip that has no code.
pub(super) fn execute<D: Driver>(
    session: &mut Session,
    request: &Request<'_>,
    name: &str,
    open: impl FnOnce() -> Result<GpuDevice<D>, Unavailable>,
    target: impl FnOnce(&GpuDevice<D>) -> Result<CodeTarget, String>,
) -> Result<Execution, Stop> {
    if let Some(flag) = flag_of_the_cpu(request) {
        let message = format!("expected a run on the cpu for {flag}, but found one on '{name}'");
        return Err(session.fail(Exit::Usage, message));
    }
    let records = request.measured.trace || request.measured.samples;
    let trace = records.then(Arc::<Trace>::default);
    let is_timed = records || request.measured.times;
    let open = || {
        let device = open().map_err(|unavailable| unavailable.to_string())?;
        let timed = if is_timed { device.with_times(trace.clone()) } else { Ok(device) };
        let device = timed.map_err(|error| error.to_string())?;
        let target = target(&device).map_err(|chip| format!("there is no code for {chip}"))?;
        Ok((Arc::new(device) as Arc<dyn Device>, target))
    };
    let opened = match session.kept.as_mut().filter(|_| !is_timed) {
        Some(kept) => kept
            .get(name, open)
            .map(|kept| (Arc::clone(kept.context.device()), kept.target, Some(kept.context))),
        None => open().map(|(device, target)| (device, target, None)),
    };
    let (device, target, context) = opened.map_err(|reason: String| {
        session.fail(Exit::Missing, format!("device '{name}' cannot be used: {reason}"))
    })?;
    let form = Form { target, logs: Logs::Off, has_own_memory: true };
    let mut findings = session.diagnostics();
    let compiled = compile(session, request, &form, &mut findings);
    default_pipelines::finish(session, request.source, &findings)?;
    let compiled = compiled.map_err(|refusal| refusal.stop(session))?;
    host::execute(session, request, &compiled, Machine { device, trace, detector: None, context })
}

/// Returns a flag of the request that only the CPU device supports.
fn flag_of_the_cpu(request: &Request<'_>) -> Option<&'static str> {
    let flags = [
        (request.concurrency.detects_races, "--detect-races"),
        (request.concurrency.adversary.is_some(), "--adversary"),
    ];
    flags.into_iter().find(|(is_set, _)| *is_set).map(|(_, flag)| flag)
}
