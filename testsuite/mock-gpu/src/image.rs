//! Loaded images, and the execution of their kernels by test devices.

mod object;
mod text;

use std::fmt;
use std::sync::{Mutex, PoisonError};

use crate::code;
use crate::config::Config;
use crate::launch::Launch;
use crate::memory::Memory;
use warpline_testsuite::device::ptx::{self, Buffer};

/// The address of the variables of the first image; those of each further one are `GLOBALS_OF_ONE` higher.
const GLOBALS: u64 = 1 << 50;
const GLOBALS_OF_ONE: u64 = 1 << 36;

/// The form of the images of a driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// PTX, which the driver compiles.
    Text,
    /// A finished object.
    Object,
}

/// The code of an image, which a test device executes.
trait Code: fmt::Debug + Send + Sync {
    /// Returns the sizes of a kernel's parameters.
    fn params(&self, kernel: &str) -> Option<Vec<u64>>;
    /// Returns the variables with their initial values.
    fn globals(&self) -> Vec<Buffer>;
    /// Runs a launch and returns its output; the memory includes the variables.
    fn run(&self, launch: &Launch, memory: &mut ptx::Memory, seed: u64) -> Result<String, Fault>;
}

/// A loaded image.
#[derive(Debug)]
pub(crate) struct Image {
    code: Box<dyn Code>,
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
        let (mut logs, base) = (Logs::default(), GLOBALS + number * GLOBALS_OF_ONE);
        let loaded = match form {
            Form::Text => text::load(&String::from_utf8_lossy(code), base, config, &mut logs),
            Form::Object => object::load(code, base, config),
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
        let globals = self.globals.lock().unwrap_or_else(PoisonError::into_inner);
        let found = globals.iter().find(|global| global.name == name)?;
        Some((found.address, found.bytes.len() as u64))
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
        let printed = self.code.run(launch, &mut all, seed);
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
        printed
    }
}

/// Returns all memory that work may access now.
fn gathered(memory: &Memory) -> Result<ptx::Memory, Fault> {
    let mut all = ptx::Memory::default();
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
