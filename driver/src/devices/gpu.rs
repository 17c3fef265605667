//! Executes programs on a GPU through a driver: kernels as code for its chip, and host code for this machine.

use std::num::NonZeroUsize;
use std::sync::Arc;

use warpline_runtime::Trace;
use warpline_runtime::driver::gpu::GpuDevice;
use warpline_runtime::driver::gpu::driver::Driver;

use super::OpenDevice;
use crate::backends::{CodeTarget, Logs};
use crate::compilation::PlanLimits;
use crate::execute::host::{self, Machine};
use crate::execute::program::{Form, compile};
use crate::execute::{Execution, Request};
use crate::session::{Exit, Session, Stop};
use crate::steps;

/// Returns the reason why a chip cannot be used.
pub(super) fn no_code(chip: &str) -> String {
    format!("there is no code for {chip}")
}

/// Compiles and executes a program on the device with this name, which `open` opens.
pub(super) fn execute<D: Driver>(
    session: &mut Session,
    request: &Request<'_>,
    name: &str,
    open: impl FnOnce() -> Result<(GpuDevice<D>, CodeTarget), String>,
) -> Result<Execution, Stop> {
    if let Some(flag) = flag_of_the_cpu(request) {
        let message = format!("expected a run on the cpu for {flag}, but found one on '{name}'");
        return Err(session.fail(Exit::Usage, message));
    }
    let records = request.measured.trace || request.measured.samples;
    let trace = records.then(Arc::<Trace>::default);
    let is_timed = records || request.measured.times;
    let open = || {
        let (device, target) = open()?;
        let device = if is_timed { device.with_times(trace.clone()) } else { Ok(device) };
        Ok(OpenDevice::of((device.map_err(|error| error.to_string())?, target)))
    };
    let opened = match session.kept.as_mut().filter(|_| !is_timed) {
        Some(kept) => kept.get(name, open).map(|kept| (kept.device, Some(kept.context))),
        None => open().map(|opened| (opened, None)),
    };
    let (OpenDevice { device, target }, context) = opened.map_err(|reason: String| {
        session.fail(Exit::Missing, format!("device '{name}' cannot be used: {reason}"))
    })?;
    let form = Form { target, logs: Logs::Off, has_own_memory: true };
    let mut findings = session.diagnostics();
    let compiled = compile(session, request, &form, &mut findings);
    steps::finish(session, request.source, &findings)?;
    let compiled = compiled.map_err(|refusal| refusal.stop(session))?;
    // Text order on one stream never needs more memory than the program does without plans.
    let retreat = |session: &mut Session| {
        let limits = PlanLimits { max_streams: Some(NonZeroUsize::MIN), ..request.limits };
        let request = Request { limits, ..*request };
        let compiled = compile(session, &request, &form, &mut session.diagnostics()).ok()?;
        session.note("note: the device has too little memory for this plan; it runs again on one stream");
        Some(compiled)
    };
    let machine = Machine { device, trace, detector: None, context };
    host::execute(session, request, &compiled, machine, retreat)
}

/// Returns a flag of the request that only the CPU device supports.
fn flag_of_the_cpu(request: &Request<'_>) -> Option<&'static str> {
    let flags = [
        (request.concurrency.detects_races, "--detect-races"),
        (request.concurrency.adversary.is_some(), "--adversary"),
    ];
    flags.into_iter().find(|(is_set, _)| *is_set).map(|(_, flag)| flag)
}
