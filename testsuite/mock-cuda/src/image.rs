//! Loaded texts, and the execution of their kernels by the interpreter.

use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};

use crate::code;
use crate::config::Config;
use crate::launch::Launch;
use crate::memory::Memory;
use warpline_testsuite::device::ptx::{self, Buffer, Dims, Failure};

/// The address of the variables of the first text; those of each further one are `GLOBALS_OF_ONE` higher.
const GLOBALS: u64 = 1 << 50;
const GLOBALS_OF_ONE: u64 = 1 << 36;

/// A loaded text.
#[derive(Debug)]
pub(crate) struct Image {
    module: ptx::PtxModule,
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
    /// Loads the text with a number, or rejects it.
    pub(crate) fn load(text: &str, number: u64, config: &Config) -> (Result<Self, i32>, Logs) {
        let mut logs = Logs::default();
        let loaded = Self::checked(text, number, config, &mut logs);
        (loaded, logs)
    }

    fn checked(text: &str, number: u64, config: &Config, logs: &mut Logs) -> Result<Self, i32> {
        if let Some((major, minor)) = version(text).filter(|version| config.ptx < *version) {
            let (most, least) = config.ptx;
            logs.errors = format!(
                "ptxas application ptx input, line 1; fatal   : Unsupported .version {major}.{minor}; current version is \
                 '{most}.{least}'\n"
            );
            return Err(code::UNSUPPORTED_PTX_VERSION);
        }
        for line in lines_with(text, config.warn.as_deref()) {
            let _ = writeln!(
                logs.info,
                "ptxas application ptx input, line {line}; warning : Advisory: this line is not to the mock's taste"
            );
        }
        for line in lines_with(text, config.refuse.as_deref()) {
            let _ = writeln!(
                logs.errors,
                "ptxas application ptx input, line {line}; error   : Arguments mismatch for instruction"
            );
        }
        if logs.errors.is_empty() {
            match ptx::PtxModule::load(text, GLOBALS + number * GLOBALS_OF_ONE) {
                Ok(module) => {
                    let globals = Mutex::new(module.globals());
                    return Ok(Self { module, globals });
                }
                Err(error) => {
                    let (line, message) = (error.line, error.message);
                    logs.errors = format!("ptxas application ptx input, line {line}; error   : {message}\n");
                }
            }
        }
        logs.errors.push_str("ptxas fatal   : Ptx assembly aborted due to errors\n");
        Err(code::INVALID_PTX)
    }

    /// Returns the sizes of a kernel's parameters.
    pub(crate) fn params(&self, kernel: &str) -> Option<Vec<u64>> {
        self.module.params(kernel)
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
        let dims = Dims { grid: launch.grid, block: launch.block, shared_bytes: launch.shared.into() };
        let mut globals = self.globals.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all = gathered(memory)?;
        globals.iter().for_each(|global| all.add(global.clone()));
        let report = self.module.launch(&launch.kernel, &dims, &launch.params, &mut all, seed);
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
        report.map(|report| report.printed).map_err(|error| {
            let code = match error.failure {
                Failure::Violation => code::ILLEGAL_ADDRESS,
                Failure::Trap => code::ASSERT,
                Failure::NotModelled | Failure::Endless => code::LAUNCH_FAILED,
            };
            Fault { code, message: format!("kernel '{}', {:?}: {error}", launch.kernel, error.failure) }
        })
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

fn version(text: &str) -> Option<(u32, u32)> {
    let line = text.lines().find_map(|line| line.trim().strip_prefix(".version "))?;
    let (major, minor) = line.trim().split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// Returns the numbers of the lines that contain these words.
fn lines_with<'t>(text: &'t str, words: Option<&'t str>) -> impl Iterator<Item = usize> + 't {
    let lines = (1..).zip(text.lines());
    lines.filter(move |(_, line)| words.is_some_and(|words| line.contains(words))).map(|(number, _)| number)
}
