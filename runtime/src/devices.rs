//! Lists the devices of this machine and this build, for `warpline devices`.

use crate::driver::gpu::unavailable::Unavailable;
use crate::driver::{cuda, hip};

/// The availability of one kind of device, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceStatus {
    /// The name that selects the device on the command line; a number distinguishes several devices of a
    /// kind.
    pub name: String,
    /// Whether it is available.
    pub available: bool,
    /// A description of the device, or of what is missing.
    pub detail: String,
}

/// Returns the status of every kind of device, always in the same order. Never panics, whatever is installed.
pub fn devices() -> Vec<DeviceStatus> {
    let cuda = cuda::probe().map(|info| info.devices.iter().map(cuda_detail).collect());
    let hip = hip::probe().map(|info| info.devices.iter().map(hip_detail).collect());
    std::iter::once(cpu()).chain(numbered("cuda", cuda)).chain(numbered("hip", hip)).collect()
}

fn cpu() -> DeviceStatus {
    let n_workers = std::thread::available_parallelism().map_or(1, usize::from);
    let detail = format!("{n_workers} workers, {}", std::env::consts::ARCH);
    DeviceStatus { name: "cpu".to_owned(), available: true, detail }
}

/// Returns the status of each device of a kind, or that of the kind if it cannot be used.
fn numbered(kind: &str, details: Result<Vec<String>, Unavailable>) -> Vec<DeviceStatus> {
    match details {
        Ok(details) => (0..)
            .zip(details)
            .map(|(number, detail)| DeviceStatus {
                name: format!("{kind}:{number}"),
                available: true,
                detail,
            })
            .collect(),
        Err(unavailable) => {
            vec![DeviceStatus { name: kind.to_owned(), available: false, detail: unavailable.to_string() }]
        }
    }
}

fn cuda_detail(device: &cuda::CudaDeviceInfo) -> String {
    let (major, minor) = device.compute_capability;
    let gib = device.memory_bytes >> 30;
    format!("{}, sm_{major}{minor}, {} SMs, {gib} GiB", device.name, device.multiprocessors)
}

fn hip_detail(device: &hip::HipDeviceInfo) -> String {
    let gib = device.memory_bytes >> 30;
    format!("{}, {}, {} CUs, {gib} GiB", device.name, device.chip, device.compute_units)
}
