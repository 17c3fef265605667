//! Probes for a HIP driver, its version and its devices.

use std::ffi::{CStr, c_int};

use super::api::{DriverApi, SUCCESS, library};
use super::types::{
    hipDevice_t, hipDeviceAttribute_t, hipDeviceAttributeClockRate, hipDeviceAttributeMultiprocessorCount,
};
use crate::driver::gpu::unavailable::{Reason, Unavailable};

/// The name of the driver in messages.
pub(super) const DRIVER: &str = "HIP";
/// The oldest supported driver, in the encoding of `hipDriverGetVersion`.
const OLDEST_DRIVER: c_int = 50_200_000;
/// Results of `hipInit` and `hipGetDeviceCount` on a machine without a device, of newer and older drivers.
const NO_DEVICE: [c_int; 2] = [100, 101];
/// The size of a buffer for the properties of a device in bytes, of which drivers fill less than 2000.
const PROPERTIES: usize = 16 << 10;

/// A usable HIP driver with at least one device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HipInfo {
    /// Major and minor version of HIP.
    pub driver_version: (u32, u32),
    /// The devices, in the driver's order.
    pub devices: Vec<HipDeviceInfo>,
}

/// One HIP device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HipDeviceInfo {
    /// The device name.
    pub name: String,
    /// The chip that code is compiled for: `gfx1100`.
    pub chip: String,
    /// Number of compute units.
    pub compute_units: u32,
    /// Device memory in bytes.
    pub memory_bytes: u64,
    /// The maximum clock rate of the compute units; 0 if the driver does not report it.
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

/// Looks for a HIP driver and its devices. Never panics.
pub fn probe() -> Result<HipInfo, Unavailable> {
    found().map_err(|reason| reason.of(DRIVER))
}

fn found() -> Result<HipInfo, Reason> {
    let library = Library::start()?;
    let devices = (0..library.n_devices).map(|ordinal| library.info(ordinal)).collect::<Result<_, _>>()?;
    Ok(HipInfo { driver_version: library.version, devices })
}

impl Library {
    /// Loads the library and initializes the driver.
    pub(super) fn start() -> Result<Self, Reason> {
        let mut library = Self { api: library()?, version: (0, 0), n_devices: 0 };
        let version = library.out("hipDriverGetVersion", |out| {
            // SAFETY: `out` points at an integer.
            unsafe { (library.api.hipDriverGetVersion)(out) }
        })?;
        library.version = split(version);
        if version < OLDEST_DRIVER {
            return Err(old_driver(Vec::new(), Some(library.version)));
        }
        // SAFETY: `hipInit` takes flags, which must be 0.
        let code = unsafe { (library.api.hipInit)(0) };
        if NO_DEVICE.contains(&code) {
            return Err(Reason::NoDevice);
        }
        library.check("hipInit", code)?;
        let mut n_devices = 0;
        // SAFETY: `n_devices` is an integer.
        let code = unsafe { (library.api.hipGetDeviceCount)(&raw mut n_devices) };
        if NO_DEVICE.contains(&code) || code == SUCCESS && n_devices == 0 {
            return Err(Reason::NoDevice);
        }
        library.check("hipGetDeviceCount", code)?;
        library.n_devices = n_devices.unsigned_abs();
        Ok(library)
    }

    /// Returns the device with this number.
    pub(super) fn device(&self, ordinal: u32) -> Result<hipDevice_t, Reason> {
        if self.n_devices <= ordinal {
            return Err(Reason::NoSuchDevice { ordinal, found: self.n_devices });
        }
        self.out("hipDeviceGet", |out| {
            // SAFETY: `out` points at a device, which is an integer.
            unsafe { (self.api.hipDeviceGet)(out, ordinal as c_int) }
        })
    }

    /// Returns the information about the device with this number.
    pub(super) fn info(&self, ordinal: u32) -> Result<HipDeviceInfo, Reason> {
        let device = self.device(ordinal)?;
        let attribute = |which| {
            attribute(&self.api, device, which).map_err(|code| self.failed("hipDeviceGetAttribute", code))
        };
        Ok(HipDeviceInfo {
            name: self.name(device)?,
            chip: self.chip(device)?,
            compute_units: attribute(hipDeviceAttributeMultiprocessorCount)?,
            memory_bytes: self.memory(device)?,
            clock_kilohertz: attribute(hipDeviceAttributeClockRate).unwrap_or(0),
        })
    }

    /// Returns the chip of a device. The place of its name in the properties differs between releases, so it
    /// is searched for.
    fn chip(&self, device: hipDevice_t) -> Result<String, Reason> {
        let mut properties = vec![0_u64; PROPERTIES / size_of::<u64>()];
        let code = self.api.properties(properties.as_mut_ptr().cast(), device);
        self.check("hipGetDeviceProperties", code)?;
        let bytes: Vec<u8> = properties.into_iter().flat_map(u64::to_ne_bytes).collect();
        chip_in(&bytes).ok_or(Reason::Lacks { what: "chip name" })
    }

    fn memory(&self, device: hipDevice_t) -> Result<u64, Reason> {
        let mut bytes = 0_usize;
        // SAFETY: `bytes` is a size and `device` came from the driver.
        self.check("hipDeviceTotalMem", unsafe { (self.api.hipDeviceTotalMem)(&raw mut bytes, device) })?;
        Ok(bytes as u64)
    }

    fn name(&self, device: hipDevice_t) -> Result<String, Reason> {
        let mut name = [0_u8; 256];
        // SAFETY: the driver writes at most 255 bytes and a final zero; the last byte stays zero in any case.
        let code = unsafe { (self.api.hipDeviceGetName)(name.as_mut_ptr().cast(), 255, device) };
        self.check("hipDeviceGetName", code)?;
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
    fn check(&self, call: &'static str, code: c_int) -> Result<(), Reason> {
        if code == SUCCESS { Ok(()) } else { Err(self.failed(call, code)) }
    }

    fn failed(&self, call: &'static str, code: c_int) -> Reason {
        Reason::Failed { call, code, name: self.api.error_text(code).0 }
    }
}

/// Returns an attribute of a device that came from the driver.
pub(super) fn attribute(
    api: &DriverApi,
    device: hipDevice_t,
    attribute: hipDeviceAttribute_t,
) -> Result<u32, c_int> {
    let mut value = 0;
    // SAFETY: `value` is an integer and the device came from the driver.
    let code = unsafe { (api.hipDeviceGetAttribute)(&raw mut value, attribute, device) };
    if code == SUCCESS { Ok(value.unsigned_abs()) } else { Err(code) }
}

/// Returns the first `gfx` with a number in the properties of a device, without the features after a colon:
/// `gfx90a` of `gfx90a:sramecc+:xnack-`.
fn chip_in(properties: &[u8]) -> Option<String> {
    let starts = (0..properties.len()).filter(|start| properties[*start..].starts_with(b"gfx"));
    let number = |start: usize| {
        let digits = properties[start + 3..].iter().take_while(|byte| byte.is_ascii_hexdigit());
        digits.map(|byte| char::from(*byte)).collect::<String>()
    };
    starts.map(number).find(|number| 3 <= number.len()).map(|number| format!("gfx{number}"))
}

/// Splits a number such as 60_342_131 into major and minor version.
fn split(version: c_int) -> (u32, u32) {
    let version = version.unsigned_abs();
    (version / 10_000_000, version / 100_000 % 100)
}

#[cfg(test)]
mod tests {
    use super::{chip_in, split};

    #[track_caller]
    fn check(properties: &[u8], expected: Option<&str>) {
        assert_eq!(chip_in(properties).as_deref(), expected);
    }

    #[test]
    fn the_chip_is_found_in_any_layout() {
        check(b"AMD Instinct MI210\0\0\0\x01\x02gfx90a:sramecc+:xnack-\0\0", Some("gfx90a"));
        check(b"\0gfx\0Radeon gfx card\0gfx1100\0", Some("gfx1100"));
        check(b"gfx942", Some("gfx942"));
        check(b"gf\0gfx", None);
    }

    #[test]
    fn versions_are_split() {
        assert_eq!(split(50_221_153), (5, 2));
        assert_eq!(split(70_051_831), (7, 0));
    }
}
