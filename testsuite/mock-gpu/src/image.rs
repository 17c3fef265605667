//! Loaded images, and the execution of their kernels by test devices.

mod object;
mod text;

use std::sync::{Mutex, PoisonError};

use crate::code;
use crate::config::Config;
use crate::launch::{Dims, Launch};
use crate::memory::Memory;
use warpline_testsuite::device::{self, Buffer, Executable, Failure, GLOBALS};

/// The distance between the variables of an image and those of the next.
const GLOBALS_OF_ONE: u64 = 1 << 36;
/// The number of images after which the places of variables are used again.
const N_PLACES: u64 = (u64::MAX - GLOBALS) / GLOBALS_OF_ONE;

/// The form of the images of a driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// PTX, which the driver compiles.
    Text,
    /// A finished object.
    Object,
}

/// A loaded image.
#[derive(Debug)]
pub(crate) struct Image {
    code: Box<dyn Executable>,
    globals: Mutex<Vec<Buffer>>,
}

/// The messages of the compiler.
#[derive(Debug, Default)]
pub(crate) struct Logs {
    pub(crate) errors: String,
    pub(crate) info: String,
}

/// The reason why a kernel ended early.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) code: i32,
    pub(crate) message: String,
}

impl Image {
    /// Loads the image with a number, or rejects it.
    pub(crate) fn load(form: Form, code: &[u8], number: u64, config: &Config) -> (Result<Self, i32>, Logs) {
        let (mut logs, base) = (Logs::default(), GLOBALS + number % N_PLACES * GLOBALS_OF_ONE);
        let loaded = match form {
            Form::Text => text::load(&String::from_utf8_lossy(code), base, config, &mut logs),
            Form::Object => object::load(code, base, &config.chip),
        };
        let image = loaded.map(|code| Self { globals: Mutex::new(code.globals()), code });
        (image, logs)
    }

    /// Returns the sizes of a kernel's parameters.
    pub(crate) fn params(&self, kernel: &str) -> Option<Vec<u64>> {
        self.code.params(kernel)
    }

    /// Returns the address and the size in bytes of a variable.
    pub(crate) fn variable(&self, name: &str) -> Option<(u64, u64)> {
        self.code.variable(name)
    }

    /// Writes to a variable; returns false if this image has none at the address.
    pub(crate) fn write(&self, address: u64, bytes: &[u8]) -> bool {
        let mut globals = self.globals.lock().unwrap_or_else(PoisonError::into_inner);
        let mut targets = globals.iter_mut().filter_map(|global| {
            let start = usize::try_from(address.checked_sub(global.address)?).ok()?;
            global.bytes.get_mut(start..start.checked_add(bytes.len())?)
        });
        targets.next().map(|target| target.copy_from_slice(bytes)).is_some()
    }

    /// Runs a launch and returns its output. Writes before a failure are kept.
    pub(crate) fn run(&self, launch: &Launch, memory: &mut Memory, seed: u64) -> Result<String, Fault> {
        let mut globals = self.globals.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all = gathered(memory)?;
        globals.iter().for_each(|global| all.add(global.clone()));
        let Dims { grid, block, shared } = launch.dims;
        let dims = device::Dims { grid, block, shared_bytes: shared.into() };
        let ran = self.code.launch(&launch.kernel, &dims, &launch.params, &mut all, seed);
        for buffer in all.buffers().iter().filter(|buffer| buffer.is_written) {
            if let Some(global) = globals.iter_mut().find(|global| global.address == buffer.address) {
                global.bytes.clone_from(&buffer.bytes);
                continue;
            }
            let mut defined = buffer.defined.clone();
            defined.resize(buffer.bytes.len(), true);
            let written = memory.write(buffer.address, &(buffer.bytes.clone(), defined));
            written.map_err(|message| Fault { code: code::ILLEGAL_ADDRESS, message })?;
        }
        ran.map(|report| report.printed).map_err(|error| {
            let code = match error.failure {
                Failure::Violation => code::ILLEGAL_ADDRESS,
                Failure::Trap => code::ASSERT,
                Failure::NotModelled | Failure::Endless => code::LAUNCH_FAILED,
            };
            let (kernel, failure, message) = (&launch.kernel, error.failure, error.message);
            Fault { code, message: format!("kernel '{kernel}', {failure:?}: {message}") }
        })
    }
}

/// Returns all memory that work may access now.
fn gathered(memory: &Memory) -> Result<device::Memory, Fault> {
    let mut all = device::Memory::default();
    for (address, allocation) in memory.all().filter(|(_, allocation)| allocation.is_ready) {
        let content = memory.read(address, allocation.bytes);
        let (bytes, defined) = content.map_err(|message| Fault { code: code::ILLEGAL_ADDRESS, message })?;
        let mut buffer = Buffer::new(&allocation.name, address, bytes);
        if defined.contains(&false) {
            buffer.defined = defined;
        }
        all.add(buffer);
    }
    Ok(all)
}
