//! Probes for a CUDA driver, its version and its devices.

use std::ffi::{CStr, c_int};

use cudarc::driver::sys::{CUdevice, CUdevice_attribute};

use super::api::{DriverApi, SUCCESS, library};
use crate::driver::gpu::unavailable::{Reason, Unavailable};

/// The name of the driver in messages.
pub(super) const DRIVER: &str = "CUDA";
/// The oldest supported driver, in the encoding of `cuDriverGetVersion`.
const OLDEST_DRIVER: c_int = 12_000;
/// The result of `cuInit` in the stub library that toolkits provide for linking.
const STUB_LIBRARY: c_int = 34;

/// A usable CUDA driver with at least one device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CudaInfo {
    /// Major and minor version of the newest CUDA that the driver supports.
    pub driver_version: (u32, u32),
    /// The devices, in the driver's order.
    pub devices: Vec<CudaDeviceInfo>,
}

/// One CUDA device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CudaDeviceInfo {
    /// The device name.
    pub name: String,
    /// Major and minor compute capability.
    pub compute_capability: (u32, u32),
    /// Number of multiprocessors.
    pub multiprocessors: u32,
    /// Device memory in bytes.
    pub memory_bytes: u64,
    /// The maximum clock rate of the multiprocessors; 0 if the driver does not report it.
    pub clock_kilohertz: u32,
}

/// The reason why a driver without these functions or of this version is too old.
pub(super) fn old_driver(missing: Vec<&'static str>, found: Option<(u32, u32)>) -> Reason {
    Reason::OldDriver { missing, found, needed: split(OLDEST_DRIVER) }
}

/// The library of an initialized driver that is new enough.
pub(super) struct Library {
    pub(super) api: DriverApi,
    version: (u32, u32),
    n_devices: u32,
}

/// Looks for a CUDA driver and its devices. Never panics.
pub fn probe() -> Result<CudaInfo, Unavailable> {
    found().map_err(|reason| reason.of(DRIVER))
}

fn found() -> Result<CudaInfo, Reason> {
    let library = Library::start()?;
    let devices = (0..library.n_devices).map(|ordinal| library.info(ordinal)).collect::<Result<_, _>>()?;
    Ok(CudaInfo { driver_version: library.version, devices })
}

impl Library {
    /// Loads the library and initializes the driver.
    pub(super) fn start() -> Result<Self, Reason> {
        let mut library = Self { api: library()?, version: (0, 0), n_devices: 0 };
        // SAFETY: `cuInit` takes flags, which must be 0.
        let code = unsafe { (library.api.cuInit)(0) };
        if code == STUB_LIBRARY {
            return Err(Reason::Stub);
        }
        library.check("cuInit", code)?;
        let version = library.out("cuDriverGetVersion", |out| {
            // SAFETY: `out` points at an integer.
            unsafe { (library.api.cuDriverGetVersion)(out) }
        })?;
        library.version = split(version);
        if version < OLDEST_DRIVER {
            return Err(old_driver(Vec::new(), Some(library.version)));
        }
        let n_devices = library.out("cuDeviceGetCount", |out| {
            // SAFETY: `out` points at an integer.
            unsafe { (library.api.cuDeviceGetCount)(out) }
        })?;
        library.n_devices = n_devices.unsigned_abs();
        if library.n_devices == 0 { Err(Reason::NoDevice) } else { Ok(library) }
    }

    /// Returns the device with this number.
    pub(super) fn device(&self, ordinal: u32) -> Result<CUdevice, Reason> {
        if self.n_devices <= ordinal {
            return Err(Reason::NoSuchDevice { ordinal, found: self.n_devices });
        }
        self.out("cuDeviceGet", |out| {
            // SAFETY: `out` points at a device, which is an integer.
            unsafe { (self.api.cuDeviceGet)(out, ordinal as c_int) }
        })
    }

    /// Returns the information about the device with this number.
    pub(super) fn info(&self, ordinal: u32) -> Result<CudaDeviceInfo, Reason> {
        let device = self.device(ordinal)?;
        let attribute = |which| {
            attribute(&self.api, device, which).map_err(|code| self.failed("cuDeviceGetAttribute", code))
        };
        let major = attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
        let minor = attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
        Ok(CudaDeviceInfo {
            name: self.name(device)?,
            compute_capability: (major, minor),
            multiprocessors: attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?,
            memory_bytes: self.memory(device)?,
            clock_kilohertz: attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_CLOCK_RATE).unwrap_or(0),
        })
    }

    fn memory(&self, device: CUdevice) -> Result<u64, Reason> {
        let mut bytes = 0_usize;
        // SAFETY: `bytes` is a size and `device` came from the driver.
        self.check("cuDeviceTotalMem_v2", unsafe { (self.api.cuDeviceTotalMem_v2)(&raw mut bytes, device) })?;
        Ok(bytes as u64)
    }

    fn name(&self, device: CUdevice) -> Result<String, Reason> {
        let mut name = [0_u8; 256];
        // SAFETY: the driver writes at most 255 bytes and a final zero; the last byte stays zero in any case.
        let code = unsafe { (self.api.cuDeviceGetName)(name.as_mut_ptr().cast(), 255, device) };
        self.check("cuDeviceGetName", code)?;
        let text = CStr::from_bytes_until_nul(&name).unwrap_or_default();
        Ok(text.to_string_lossy().into_owned())
    }

    /// Makes a call that writes one integer.
    fn out(&self, call: &'static str, make: impl FnOnce(*mut c_int) -> c_int) -> Result<c_int, Reason> {
        let mut value = 0;
        self.check(call, make(&raw mut value))?;
        Ok(value)
    }

    /// Converts the result of a call.
    pub(super) fn check(&self, call: &'static str, code: c_int) -> Result<(), Reason> {
        if code == SUCCESS { Ok(()) } else { Err(self.failed(call, code)) }
    }

    fn failed(&self, call: &'static str, code: c_int) -> Reason {
        Reason::Failed { call, code, name: self.api.error_text(code).0 }
    }
}

/// Returns an attribute of a device that came from the driver.
pub(super) fn attribute(
    api: &DriverApi,
    device: CUdevice,
    attribute: CUdevice_attribute,
) -> Result<u32, c_int> {
    let mut value = 0;
    // SAFETY: `value` is an integer and the device came from the driver.
    let code = unsafe { (api.cuDeviceGetAttribute)(&raw mut value, attribute, device) };
    if code == SUCCESS { Ok(value.unsigned_abs()) } else { Err(code) }
}

/// Splits a number such as 12040 into major and minor version.
fn split(version: c_int) -> (u32, u32) {
    let version = version.unsigned_abs();
    (version / 1000, version % 1000 / 10)
}
