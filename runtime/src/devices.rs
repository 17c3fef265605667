//! Lists the devices of this machine and this build, for `warpline devices`.

use crate::driver::cuda;

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
    let mut statuses = vec![cpu()];
    statuses.extend(cuda_devices());
    let detail = "no HIP driver is built into this version".to_owned();
    statuses.push(DeviceStatus { name: "hip".to_owned(), available: false, detail });
    statuses
}

fn cpu() -> DeviceStatus {
    let n_workers = std::thread::available_parallelism().map_or(1, usize::from);
    let detail = format!("{n_workers} workers, {}", std::env::consts::ARCH);
    DeviceStatus { name: "cpu".to_owned(), available: true, detail }
}

fn cuda_devices() -> Vec<DeviceStatus> {
    match cuda::probe() {
        Ok(info) => {
            info.devices.iter().enumerate().map(|(number, device)| cuda_status(number, device)).collect()
        }
        Err(unavailable) => {
            vec![DeviceStatus { name: "cuda".to_owned(), available: false, detail: unavailable.to_string() }]
        }
    }
}

fn cuda_status(number: usize, device: &cuda::CudaDeviceInfo) -> DeviceStatus {
    let (major, minor) = device.compute_capability;
    let gib = device.memory_bytes >> 30;
    let detail = format!("{}, sm_{major}{minor}, {} SMs, {gib} GiB", device.name, device.multiprocessors);
    DeviceStatus { name: format!("cuda:{number}"), available: true, detail }
}
