//! The table of devices that execute programs, each registered once. No other file names a device.

use std::sync::Arc;

use warpline_passes::Backend;
use warpline_passes::transforms::{math_uplift_to_fma, symbol_dce};
use warpline_runtime::{CpuOptions, Device, DeviceStatus};

use crate::backends::CodeTarget;
use crate::execute::adapter::Adapter;
use crate::execute::kernels::KernelGenerator;
use crate::execute::{Execution, Request, interp};
use crate::session::{Exit, Session, Stop};

mod cpu;
mod cuda;
mod gpu;
mod hip;
mod kept;

pub use kept::KeptDevices;

/// A kind of device.
pub struct DeviceKind {
    /// The name: `cpu`.
    pub name: &'static str,
    /// The name in messages: `the cpu`.
    pub title: &'static str,
    /// Whether there may be several, distinguished by a number after a colon.
    pub is_numbered: bool,
    /// Whether every machine has one.
    pub is_built_in: bool,
    /// Whether the device detects races, and runs work in other legal orders.
    pub has_detector: bool,
    /// The backend that compiles kernels; `None` for the reference interpreter, which runs IR.
    pub backend: Option<&'static dyn Backend>,
    /// Opens the device with this number; `None` for the interpreter.
    open: Option<fn(u32) -> Result<OpenDevice, String>>,
    /// Compiles and executes a program on the device with this number.
    run: fn(&mut Session, &Request<'_>, u32) -> Result<Execution, Stop>,
}

/// An open device.
#[derive(Clone)]
pub struct OpenDevice {
    /// The device.
    pub device: Arc<dyn Device>,
    /// The target of its kernels.
    pub target: CodeTarget,
}

impl OpenDevice {
    fn of<D: Device + 'static>((device, target): (D, CodeTarget)) -> Self {
        Self { device: Arc::new(device), target }
    }
}

impl KernelGenerator {
    /// Creates a generator of code for an open device.
    pub fn for_device(device: &OpenDevice) -> Self {
        Self::new(device.target.clone())
    }
}

/// Opens the device with this name, such as `cpu` or `cuda:1`.
pub fn open(name: &str) -> Result<OpenDevice, String> {
    let (kind, number) = find(name).ok_or_else(|| format!("there is no device '{name}'"))?;
    let open = kind.open.ok_or_else(|| format!("{} has no streams and loads no code", kind.title))?;
    open(number).map_err(|reason| format!("device '{name}' cannot be used: {reason}"))
}

/// All kinds of device, the interpreter last.
pub static DEVICES: &[DeviceKind] = &[
    DeviceKind {
        name: "cpu",
        title: "the cpu",
        is_numbered: false,
        is_built_in: true,
        has_detector: true,
        backend: Some(&warpline_backend_cpu::Cpu),
        open: Some(|_| Ok(cpu::open(CpuOptions::default()))),
        run: |session, request, _| cpu::execute(session, request, cpu::Otherwise::Refuse),
    },
    DeviceKind {
        name: "cuda",
        title: "a GPU of CUDA",
        is_numbered: true,
        is_built_in: false,
        has_detector: false,
        backend: Some(&warpline_backend_ptx::Ptx),
        open: Some(|ordinal| cuda::open(ordinal).map(OpenDevice::of)),
        run: cuda::execute,
    },
    DeviceKind {
        name: "hip",
        title: "a GPU of HIP",
        is_numbered: true,
        is_built_in: false,
        has_detector: false,
        backend: Some(&warpline_backend_amdgcn::Amdgcn),
        open: Some(|ordinal| hip::open(ordinal).map(OpenDevice::of)),
        run: hip::execute,
    },
    DeviceKind {
        name: INTERPRETER,
        title: "the interpreter",
        is_numbered: false,
        is_built_in: true,
        has_detector: false,
        backend: None,
        open: None,
        run: |session, request, _| interp::execute(session, request),
    },
];

/// The name of the reference interpreter.
pub const INTERPRETER: &str = "interp";
/// The name of the CPU with the interpreter as fallback, for operations that the CPU does not support.
pub const AUTO: &str = "auto";

/// Returns the names of all kinds of devices, [`AUTO`] first.
pub fn names() -> Vec<&'static str> {
    std::iter::once(AUTO).chain(DEVICES.iter().map(|kind| kind.name)).collect()
}

/// Returns the kind and the number denoted by a name such as `cuda:1`; [`AUTO`] denotes the first kind.
pub fn find(name: &str) -> Option<(&'static DeviceKind, u32)> {
    if name == AUTO {
        return DEVICES.first().map(|kind| (kind, 0));
    }
    DEVICES.iter().find_map(|kind| match name.strip_prefix(kind.name)? {
        "" => Some((kind, 0)),
        rest if kind.is_numbered => Some((kind, rest.strip_prefix(':')?.parse().ok()?)),
        _ => None,
    })
}

/// Whether a program on the device with this name may run on the interpreter.
pub fn may_interpret(name: &str) -> bool {
    [AUTO, INTERPRETER].contains(&name)
}

/// Compiles and executes a program on the device with this name: what the function of the request reaches.
pub fn run(session: &mut Session, name: &str, request: &Request<'_>) -> Result<Execution, Stop> {
    let adapter = Adapter::of(request).map_err(|message| session.fail(Exit::Usage, message))?;
    let Some(adapter) = adapter else { return run_reached(session, name, request) };
    let Adapter { module, interface, inputs, .. } = &adapter;
    let execution = run_reached(session, name, &Request { module, interface, inputs, ..*request })?;
    Ok(adapter.restore(request, execution))
}

/// Executes only what the function reaches: other functions and kernels of the text may be what a device has no code for.
fn run_reached(session: &mut Session, name: &str, request: &Request<'_>) -> Result<Execution, Stop> {
    let unreached = symbol_dce::unreached(request.module, request.interface.entry);
    let contracts = !request.is_compiled && math_uplift_to_fma::changes(request.module);
    if unreached.is_empty() && !contracts {
        return run_directly(session, name, request);
    }
    let mut module = request.module.clone();
    for op in unreached.into_iter().rev() {
        module.erase(op);
    }
    if contracts {
        // Here, so that the interpreter rounds as all other devices do.
        math_uplift_to_fma::fuse_all(&mut module);
    }
    run_directly(session, name, &Request { module: &module, ..*request })
}

fn run_directly(session: &mut Session, name: &str, request: &Request<'_>) -> Result<Execution, Stop> {
    if name == AUTO {
        return cpu::execute(session, request, cpu::Otherwise::Interpret);
    }
    if let Some((kind, number)) = find(name) {
        return (kind.run)(session, request, number);
    }
    if warpline_runtime::devices().iter().any(|status| status.name == name) {
        return Err(session.fail(Exit::Missing, format!("this version cannot run programs on '{name}'")));
    }
    let numbered = DEVICES.iter().find(|kind| kind.is_numbered);
    let numbered = numbered.map(|kind| format!(", and {}:1 for the second GPU", kind.name));
    let names = names().join(", ");
    let message = format!("unknown device '{name}'; there are {names}{}", numbered.unwrap_or_default());
    Err(session.fail(Exit::Usage, message))
}

/// Returns the available devices of each kind on this machine, and the reasons for missing ones.
pub fn statuses() -> Vec<DeviceStatus> {
    let (name, detail) = (INTERPRETER.to_string(), "reference interpreter".to_string());
    let mut all = warpline_runtime::devices();
    all.push(DeviceStatus { name, available: true, detail });
    all
}

/// Formats a device as a line of a list for people.
pub fn line(device: &DeviceStatus) -> String {
    let state = if device.available { "available" } else { "missing" };
    format!("{:<8} {state:<10} {}", device.name, device.detail)
}
