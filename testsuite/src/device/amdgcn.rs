//! An AMDGCN emulator: a test device that is stricter than hardware.
//!
//! ```text
//! bytes ─object, metadata→ kernels ─decode→ instructions ─run→ memory
//! ```
//! It loads a finished code object with its own reader and decoder and shares no code with the backend. The
//! code of an operation on each chip, its operands and its meaning are one row of a table. Integer operations
//! and rounded operations are exact. Approximations and matrix multiplications in floating point are computed
//! more exactly than hardware does and are recorded in the [`Report`].
//!
//! Registers, LDS and scratch start undefined. The emulator checks bounds, alignment, undefined values that
//! reach an address, a branch, EXEC or global memory, registers in flight that are used before a sufficient
//! wait, hazards, the order of accesses among waves, cache invalidations, barriers and deadlocks. A seed
//! determines the order of blocks and waves. An instruction or mode that is not modelled ends the run with "not
//! modelled" when it is reached. Time, occupancy and the contents of stale caches are not modelled. Waits and
//! hazards are also checked on the paths that no launch takes (`paths`).

mod access;
mod approx;
mod args;
mod atomic;
mod chip;
mod convert;
mod decode;
mod descriptor;
mod effects;
mod entry;
mod float;
mod flow;
mod hazards;
mod inst;
mod integer;
mod lds;
mod machine;
mod matrix;
mod memory_op;
mod metadata;
mod mode;
mod mutant;
mod object;
mod operand;
mod packed;
mod paths;
mod registers;
mod routing;
mod run;
mod scalar;
mod step;
mod table;
mod vector;
mod waits;

#[cfg(test)]
mod tests;

pub use metadata::{KernargArg, KernargLayout};
pub use mutant::{Change, Mutant};

use super::{Buffer, Dims, Executable, Failure, LaunchError, Memory, Report};

use access::Agents;
use chip::Chip;
use descriptor::Descriptor;
use machine::Code;
use metadata::KernelMetadata;
use object::{Elf, Segment, Symbol};
use std::fmt;

/// The maximum number of wave steps of a launch.
pub const MAX_STEPS: u64 = 5_000_000;

/// A loaded code object.
#[derive(Clone, Debug)]
pub struct CodeObject {
    chip: Chip,
    processor: &'static str,
    /// Whether memory accesses may be replayed (XNACK).
    is_replayed: bool,
    agents: Agents,
    code: Code,
    data: Vec<Segment>,
    kernels: Vec<Kernel>,
    /// The symbols of the object at their addresses in memory.
    variables: Vec<Symbol>,
}

/// A kernel of a code object.
#[derive(Clone, Debug)]
struct Kernel {
    metadata: KernelMetadata,
    descriptor: Descriptor,
    /// The offset of the first instruction in the code.
    entry: u64,
}

/// The error for a rejected code object or a failed launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunError {
    /// The kind of failure.
    pub failure: Failure,
    /// The offset of the instruction in the code.
    pub pc: u64,
    /// The mnemonic of the instruction; empty if there is none.
    pub mnemonic: String,
    /// The message: what was expected and what was found.
    pub message: String,
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.mnemonic.is_empty() { "" } else { " " };
        write!(f, "{:#x}{separator}{}: {}", self.pc, self.mnemonic, self.message)
    }
}

impl std::error::Error for RunError {}

impl CodeObject {
    /// Loads an ELF code object. Its segments are in memory from `base` on, in their layout. `base` must be an
    /// address of 48 bits, sign-extended, because code sign-extends the program counter; those with the sign
    /// belong to no process.
    pub fn load(bytes: &[u8], base: u64) -> Result<Self, RunError> {
        Self::read(bytes, base).map_err(|message| RunError {
            failure: Failure::Violation,
            pc: 0,
            mnemonic: String::new(),
            message,
        })
    }

    fn read(bytes: &[u8], base: u64) -> Result<Self, String> {
        if (base << 16).cast_signed() >> 16 != base.cast_signed() {
            return Err(format!("expected a base of 48 bits, sign-extended, but found {base:#x}"));
        }
        let elf = object::read(bytes, base)?;
        let (chip, processor) = Chip::from_flags(elf.flags)
            .ok_or_else(|| format!("chip {:#x} is not modelled", elf.flags & 0xff))?;
        let text = elf.segments.iter().find(|segment| segment.is_executable);
        let text = text.ok_or_else(|| "expected a segment with code".to_string())?;
        let code = decode_all(chip, text, base);
        let metadata = metadata::read_kernels(&elf.metadata)
            .ok_or_else(|| "the metadata note is malformed".to_string())?;
        let kernels = metadata.into_iter().map(|metadata| Kernel::find(&elf, chip, text, metadata));
        let kernels = kernels.collect::<Result<Vec<_>, _>>()?;
        let data = elf.segments.iter().filter(|segment| !segment.is_executable);
        let data =
            data.map(|segment| Segment { address: base.wrapping_add(segment.address), ..segment.clone() });
        let symbols = elf.symbols.iter();
        let variables =
            symbols.map(|symbol| Symbol { address: base.wrapping_add(symbol.address), ..symbol.clone() });
        let (data, variables) = (data.collect(), variables.collect());
        let is_replayed = chip.is_replayed(elf.flags);
        let agents = Agents::default();
        Ok(Self { chip, processor, is_replayed, agents, code, data, kernels, variables })
    }

    /// Returns the name of the chip that the object is for.
    pub fn chip(&self) -> &'static str {
        self.processor
    }

    /// Returns the names of the kernels.
    pub fn entries(&self) -> impl Iterator<Item = &str> {
        self.kernels.iter().map(|kernel| kernel.metadata.name.as_str())
    }

    /// Returns the layout of a kernel's arguments; `None` if there is no such kernel.
    pub fn kernarg(&self, entry: &str) -> Option<KernargLayout> {
        self.kernel(entry).map(|kernel| kernel.metadata.kernarg.clone())
    }

    /// Returns the object with races between the lanes of a wave, too: barriers order threads, however waves run.
    #[must_use]
    pub fn by_lanes(&self) -> Self {
        Self { agents: Agents::Lanes, ..self.clone() }
    }

    /// Returns the words after the first entry that are no instruction of the tables, each with its offset.
    pub fn unknown(&self) -> Vec<(u64, &str)> {
        let mut unknown = Vec::new();
        let mut pc = self.kernels.iter().map(|kernel| kernel.entry).min().unwrap_or(0);
        while let Some(inst) = self.code.insts.get((pc / 4) as usize) {
            match inst {
                Ok(inst) => pc += u64::from(inst.bytes),
                Err(message) => {
                    unknown.push((pc, message.as_str()));
                    pc += 4;
                }
            }
        }
        unknown
    }

    /// Runs a kernel to its end, with the bytes of its explicit arguments in their layout.
    pub fn run(
        &self,
        entry: &str,
        dims: &Dims,
        kernarg: &[u8],
        memory: &mut Memory,
        seed: u64,
    ) -> Result<Report, RunError> {
        let Some(kernel) = self.kernel(entry) else {
            let message = format!("there is no kernel '{entry}'");
            return Err(RunError { failure: Failure::Violation, pc: 0, mnemonic: String::new(), message });
        };
        let launch = run::Launch { object: self, kernel, dims, seed, max_steps: MAX_STEPS };
        launch.run(kernarg, memory)
    }

    fn kernel(&self, entry: &str) -> Option<&Kernel> {
        self.kernels.iter().find(|kernel| kernel.metadata.name == entry)
    }
}

/// Decodes the code at every word; data among the code gives errors that matter only when reached.
fn decode_all(chip: Chip, text: &Segment, base: u64) -> Code {
    let word = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    let words: Vec<u32> = text.bytes.chunks_exact(4).map(word).collect();
    let insts = (0..words.len()).map(|at| decode::decode(chip, &words[at..])).collect();
    Code::new(chip, base.wrapping_add(text.address), insts)
}

impl Kernel {
    fn find(elf: &Elf, chip: Chip, text: &Segment, metadata: KernelMetadata) -> Result<Self, String> {
        let symbol = elf.symbols.iter().find(|symbol| symbol.name == metadata.symbol);
        let symbol = symbol.ok_or_else(|| format!("there is no symbol '{}'", metadata.symbol))?;
        let bytes = elf.bytes_at(symbol.address);
        let descriptor = bytes.and_then(|bytes| descriptor::read(bytes, chip));
        let descriptor = descriptor.ok_or_else(|| format!("'{}' is no descriptor", metadata.symbol))?;
        let entry = symbol.address.wrapping_add_signed(descriptor.entry).wrapping_sub(text.address);
        if text.bytes.len() as u64 <= entry {
            return Err(format!("the entry of '{}' is outside of the code", metadata.name));
        }
        if let Some(size) = metadata.wave_size
            && (size == 32) != descriptor.is_wave32
        {
            return Err(format!("the descriptor of '{}' is not for waves of {size} lanes", metadata.name));
        }
        Ok(Self { metadata, descriptor, entry })
    }
}

impl Executable for CodeObject {
    fn params(&self, kernel: &str) -> Option<Vec<u64>> {
        let layout = &self.kernel(kernel)?.metadata.kernarg;
        let explicit = layout.args.iter().filter(|arg| !arg.is_hidden());
        Some(explicit.map(|arg| arg.size).collect())
    }

    fn globals(&self) -> Vec<Buffer> {
        let buffer = |segment: &Segment| {
            let name = if segment.is_writable { ".data" } else { ".rodata" };
            let mut buffer = Buffer::new(name, segment.address, segment.bytes.clone());
            buffer.is_constant = !segment.is_writable;
            buffer
        };
        self.data.iter().map(buffer).collect()
    }

    fn variable(&self, name: &str) -> Option<(u64, u64)> {
        let found = self.variables.iter().find(|symbol| symbol.name == name)?;
        Some((found.address, found.bytes))
    }

    fn verify(&self) -> Result<(), String> {
        let mut kernels = self.entries();
        let wrong = kernels.find_map(|kernel| self.check_paths(kernel).err().map(|error| (kernel, error)));
        wrong.map_or(Ok(()), |(kernel, error)| Err(format!("'{kernel}', {error}")))
    }

    fn launch(
        &self,
        kernel: &str,
        dims: &Dims,
        params: &[Vec<u8>],
        memory: &mut Memory,
        seed: u64,
    ) -> Result<Report, LaunchError> {
        let args =
            self.kernel(kernel).map(|kernel| kernel.metadata.kernarg.args.as_slice()).unwrap_or_default();
        let mut kernarg = Vec::new();
        for (bytes, arg) in params.iter().zip(args.iter().filter(|arg| !arg.is_hidden())) {
            kernarg.resize(arg.offset as usize, 0);
            kernarg.extend(bytes);
        }
        let sizes = pad(memory);
        let ran = self.run(kernel, dims, &kernarg, memory, seed);
        for (buffer, size) in memory.buffers_mut().iter_mut().zip(sizes) {
            buffer.bytes.truncate(size);
            buffer.defined.truncate(size);
        }
        ran.map_err(|error| LaunchError { message: error.to_string(), failure: error.failure })
    }
}

/// Extends buffers to whole words, as drivers allocate them, since narrow atomic operations exchange whole words;
/// returns the sizes before.
fn pad(memory: &mut Memory) -> Vec<usize> {
    let pad = |buffer: &mut Buffer| {
        let size = buffer.bytes.len();
        buffer.bytes.resize(size.next_multiple_of(4), 0);
        if !buffer.defined.is_empty() {
            buffer.defined.resize(size.next_multiple_of(4), true);
        }
        size
    };
    memory.buffers_mut().iter_mut().map(pad).collect()
}
