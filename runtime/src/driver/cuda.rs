//! The probe for CUDA: is the driver library there, is it new enough, and which devices does it have?
//!
//! cudarc's own functions panic where the library or a symbol is missing. So the library is looked for first, then all
//! names are resolved through the handle that cudarc itself uses, and only what was resolved is called. Results are
//! taken as plain numbers, since a driver that is newer than the bindings may return codes they do not know.

use std::ffi::{CStr, c_char, c_int, c_uint};
use std::fmt;

use cudarc::driver::sys;

/// The oldest driver that is supported, as `cuDriverGetVersion` counts.
const OLDEST_DRIVER: c_int = 12_000;
const SUCCESS: c_int = 0;
const MULTIPROCESSOR_COUNT: c_int = 16;
const COMPUTE_CAPABILITY_MAJOR: c_int = 75;
const COMPUTE_CAPABILITY_MINOR: c_int = 76;

/// A CUDA driver that can be used, with at least one device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CudaInfo {
    /// Major and minor version of the newest CUDA that the driver supports.
    pub driver_version: (u32, u32),
    /// The devices in the driver's order.
    pub devices: Vec<CudaDeviceInfo>,
}

/// One CUDA device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CudaDeviceInfo {
    /// The name that the driver gives it.
    pub name: String,
    /// Major and minor compute capability.
    pub compute_capability: (u32, u32),
    /// Number of multiprocessors.
    pub multiprocessors: u32,
    /// Device memory in bytes.
    pub memory_bytes: u64,
}

/// Why CUDA cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unavailable {
    /// No driver library could be opened; the names that were tried.
    NoLibrary {
        /// Base names of the library.
        tried: Vec<&'static str>,
    },
    /// The library lacks functions or is too old.
    OldDriver {
        /// Names that the library does not have.
        missing: Vec<&'static str>,
        /// The version found, if it could be asked for.
        found: Option<(u32, u32)>,
        /// The oldest version that is supported.
        needed: (u32, u32),
    },
    /// A call failed; among others, if there is no device, or the library is a toolkit's stub.
    Failed {
        /// The call.
        call: &'static str,
        /// The driver's result.
        code: i32,
        /// The driver's name of the result.
        name: String,
    },
    /// The driver works but has no device.
    NoDevice,
}

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoLibrary { tried } => write!(f, "no CUDA driver library (tried {})", tried.join(", ")),
            Self::OldDriver { missing, found, needed } => {
                write!(f, "the CUDA driver is too old: needed {}.{}", needed.0, needed.1)?;
                if let Some((major, minor)) = found {
                    write!(f, ", found {major}.{minor}")?;
                }
                if missing.is_empty() { Ok(()) } else { write!(f, ", missing {}", missing.join(", ")) }
            }
            Self::Failed { call, code, name } => write!(f, "{call} failed with {name} ({code})"),
            Self::NoDevice => f.write_str("the CUDA driver has no device"),
        }
    }
}

/// Declares the driver functions that are called, each under its own name, and resolves all of them at once.
macro_rules! driver_api {
    ($($name:ident($($argument:ty),*);)*) => {
        #[expect(non_snake_case, reason = "the fields are called as the driver's functions are")]
        struct DriverApi { $($name: unsafe extern "C" fn($($argument),*) -> c_int,)* }

        impl DriverApi {
            /// Resolves every name, or lists those that are missing.
            fn resolve() -> Result<Self, Vec<&'static str>> {
                let missing: Vec<_> = [$(stringify!($name)),*].into_iter().filter(|name| !has(name)).collect();
                let all = (|| Some(Self { $($name: symbol(stringify!($name))?,)* }))();
                all.ok_or(missing)
            }
        }
    };
}

driver_api! {
    cuInit(c_uint);
    cuDriverGetVersion(*mut c_int);
    cuGetErrorName(c_int, *mut *const c_char);
    cuDeviceGetCount(*mut c_int);
    cuDeviceGet(*mut c_int, c_int);
    cuDeviceGetName(*mut c_char, c_int, c_int);
    cuDeviceGetAttribute(*mut c_int, c_int, c_int);
    cuDeviceTotalMem_v2(*mut usize, c_int);
}

/// A function of the library; `T` is the type of the function called `name`. The library must be present.
fn symbol<T: Copy>(name: &str) -> Option<T> {
    // SAFETY: the caller found the library; it is never unloaded, so the address stays good.
    unsafe { sys::culib().get::<T>(name.as_bytes()).ok().map(|symbol| *symbol) }
}

fn has(name: &str) -> bool {
    symbol::<*const ()>(name).is_some()
}

/// Looks for a CUDA driver and its devices. Never panics.
pub fn probe() -> Result<CudaInfo, Unavailable> {
    // SAFETY: opening the driver library runs its constructors, which is what a user of CUDA asks for.
    if !unsafe { sys::is_culib_present() } {
        return Err(Unavailable::NoLibrary { tried: vec!["cuda", "nvcuda"] });
    }
    let api = DriverApi::resolve().map_err(|missing| too_old(missing, None))?;
    // SAFETY: `cuInit` takes flags, which must be 0.
    api.check("cuInit", unsafe { (api.cuInit)(0) })?;
    let driver_version = api.version()?;
    let n_devices = api.out("cuDeviceGetCount", |out| {
        // SAFETY: `out` points at an integer.
        unsafe { (api.cuDeviceGetCount)(out) }
    })?;
    let devices = (0..n_devices).map(|ordinal| api.device(ordinal)).collect::<Result<Vec<_>, _>>()?;
    if devices.is_empty() { Err(Unavailable::NoDevice) } else { Ok(CudaInfo { driver_version, devices }) }
}

impl DriverApi {
    fn version(&self) -> Result<(u32, u32), Unavailable> {
        let version = self.out("cuDriverGetVersion", |out| {
            // SAFETY: `out` points at an integer.
            unsafe { (self.cuDriverGetVersion)(out) }
        })?;
        if version < OLDEST_DRIVER {
            Err(too_old(Vec::new(), Some(split(version))))
        } else {
            Ok(split(version))
        }
    }

    fn device(&self, ordinal: c_int) -> Result<CudaDeviceInfo, Unavailable> {
        let device = self.out("cuDeviceGet", |out| {
            // SAFETY: `out` points at an integer.
            unsafe { (self.cuDeviceGet)(out, ordinal) }
        })?;
        let major = self.attribute(device, COMPUTE_CAPABILITY_MAJOR)?;
        let minor = self.attribute(device, COMPUTE_CAPABILITY_MINOR)?;
        Ok(CudaDeviceInfo {
            name: self.name(device)?,
            compute_capability: (major, minor),
            multiprocessors: self.attribute(device, MULTIPROCESSOR_COUNT)?,
            memory_bytes: self.memory(device)?,
        })
    }

    fn attribute(&self, device: c_int, attribute: c_int) -> Result<u32, Unavailable> {
        let value = self.out("cuDeviceGetAttribute", |out| {
            // SAFETY: `out` points at an integer and `device` came from the driver.
            unsafe { (self.cuDeviceGetAttribute)(out, attribute, device) }
        })?;
        Ok(value as u32)
    }

    fn memory(&self, device: c_int) -> Result<u64, Unavailable> {
        let mut bytes = 0_usize;
        // SAFETY: `bytes` is a size and `device` came from the driver.
        self.check("cuDeviceTotalMem_v2", unsafe { (self.cuDeviceTotalMem_v2)(&raw mut bytes, device) })?;
        Ok(bytes as u64)
    }

    fn name(&self, device: c_int) -> Result<String, Unavailable> {
        let mut name = [0_u8; 256];
        // SAFETY: the driver writes at most 255 bytes and a final zero, which stays in any case.
        let code = unsafe { (self.cuDeviceGetName)(name.as_mut_ptr().cast(), 255, device) };
        self.check("cuDeviceGetName", code)?;
        let text = CStr::from_bytes_until_nul(&name).unwrap_or_default();
        Ok(text.to_string_lossy().into_owned())
    }

    /// Makes a call that writes one integer.
    fn out(&self, call: &'static str, make: impl FnOnce(*mut c_int) -> c_int) -> Result<c_int, Unavailable> {
        let mut value = 0;
        self.check(call, make(&raw mut value))?;
        Ok(value)
    }

    fn check(&self, call: &'static str, code: c_int) -> Result<(), Unavailable> {
        if code == SUCCESS {
            return Ok(());
        }
        Err(Unavailable::Failed { call, code, name: self.error_name(code) })
    }

    fn error_name(&self, code: c_int) -> String {
        let mut name = std::ptr::null();
        // SAFETY: the driver writes the address of a static string, or null for a code it does not know.
        let result = unsafe { (self.cuGetErrorName)(code, &raw mut name) };
        if result != SUCCESS || name.is_null() {
            return "an unknown error".to_owned();
        }
        // SAFETY: the driver returned a static string.
        unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned()
    }
}

fn too_old(missing: Vec<&'static str>, found: Option<(u32, u32)>) -> Unavailable {
    Unavailable::OldDriver { missing, found, needed: split(OLDEST_DRIVER) }
}

/// Major and minor version of a number such as 12040.
fn split(version: c_int) -> (u32, u32) {
    let version = version.unsigned_abs();
    (version / 1000, version % 1000 / 10)
}
