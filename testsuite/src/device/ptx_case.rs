//! Cases of the PTX interpreter: pieces of PTX whose comments specify the launch and the expected results.
//!
//! ```text
//! // LAUNCH: name grid=2 block=32 shared=64
//! // ARG: a u32 = 1 2 3        a buffer with these elements
//! // ARG: b f32 x 4            a buffer of 4 elements that nobody wrote
//! // ARG: u32 5                a number
//! // OUT: b = 1.5 2 3 4        what a buffer holds at the end
//! // PRINTS: text              what the kernel printed, line by line
//! ```
//! A line that must fail ends in `// FAULT: text`, with a part of the message.

use super::ptx::{PtxModule, RunError};
use super::{Buffer, Dims, Executable as _, Failure, Memory, Report};
use crate::gpu_bench::peers::program;
use warpline_ir::artifact::LaunchDims;
use warpline_runtime::driver::Launch;
use warpline_runtime::{CudaDevice, Device, DeviceError};

/// The address of the first buffer, and the distance between two.
const FIRST: u64 = 1 << 20;
const DISTANCE: u64 = 1 << 20;
/// The address of the module's variables.
const GLOBALS: u64 = 1 << 40;
/// The number of seeds of each case.
const SEEDS: u64 = 4;

/// The element type of a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Element {
    Unsigned(usize),
    Signed(usize),
    Float(usize),
    /// Floats without a literal form, given by their bits in hexadecimal.
    Hex(usize),
}

impl Element {
    fn named(name: &str) -> Result<Self, String> {
        let bytes = |digits: &str| digits.parse::<usize>().ok().filter(|bits| [8, 16, 32, 64].contains(bits));
        let (kind, digits) = name.split_at(name.len().min(1));
        match (kind, bytes(digits)) {
            ("u", Some(bits)) => Ok(Self::Unsigned(bits / 8)),
            ("s", Some(bits)) => Ok(Self::Signed(bits / 8)),
            ("f", Some(bits @ (32 | 64))) => Ok(Self::Float(bits / 8)),
            ("b", Some(bits)) => Ok(Self::Hex(bits / 8)),
            _ => Err(format!("expected a type such as u32, but found '{name}'")),
        }
    }

    fn size(self) -> usize {
        match self {
            Self::Unsigned(size) | Self::Signed(size) | Self::Float(size) | Self::Hex(size) => size,
        }
    }

    fn bytes(self, text: &str) -> Result<Vec<u8>, String> {
        let bad = || format!("expected a number, but found '{text}'");
        let bits = match self {
            Self::Unsigned(_) => text.parse::<u64>().map_err(|_| bad())?,
            Self::Signed(_) => text.parse::<i64>().map_err(|_| bad())? as u64,
            Self::Float(4) => u64::from(text.parse::<f32>().map_err(|_| bad())?.to_bits()),
            Self::Float(_) => text.parse::<f64>().map_err(|_| bad())?.to_bits(),
            Self::Hex(_) => u64::from_str_radix(text, 16).map_err(|_| bad())?,
        };
        Ok(bits.to_le_bytes()[..self.size()].to_vec())
    }

    fn text(self, bytes: &[u8]) -> String {
        let mut all = [0; 8];
        all[..bytes.len()].copy_from_slice(bytes);
        let bits = u64::from_le_bytes(all);
        match self {
            Self::Unsigned(_) => bits.to_string(),
            Self::Signed(size) => {
                let unused = 64 - 8 * size as u32;
                (((bits << unused) as i64) >> unused).to_string()
            }
            Self::Float(4) => f32::from_bits(bits as u32).to_string(),
            Self::Float(_) => f64::from_bits(bits).to_string(),
            Self::Hex(size) => format!("{bits:0width$x}", width = 2 * size),
        }
    }
}

/// A piece to run.
#[derive(Default)]
struct Case {
    entry: String,
    grid: [u32; 3],
    block: [u32; 3],
    shared_bytes: u64,
    memory: Memory,
    params: Vec<Vec<u8>>,
    elements: Vec<(String, Element)>,
    outs: Vec<(String, String)>,
    printed: Option<String>,
    fault: Option<(u32, String)>,
}

/// Runs a piece with several seeds; an error is a message.
pub fn run(text: &str) -> Result<(), String> {
    for seed in 0..SEEDS {
        run_with(text, seed).map_err(|message| format!("seed {seed}: {message}"))?;
    }
    Ok(())
}

fn run_with(text: &str, seed: u64) -> Result<(), String> {
    let mut case = read(text)?;
    let loaded = PtxModule::load(text, GLOBALS);
    let result = loaded.and_then(|module| {
        for global in module.globals() {
            case.memory.add(global);
        }
        let dims = Dims { grid: case.grid, block: case.block, shared_bytes: case.shared_bytes };
        module.run(&case.entry, &dims, &case.params, &mut case.memory, seed)
    });
    match (&case.fault, result) {
        (None, Ok(report)) => case.compare(&report),
        (None, Err(error)) => Err(format!("expected no failure, but found {error}")),
        (Some((line, message)), Ok(_)) => {
            Err(format!("expected '{message}' in line {line}, but found no failure"))
        }
        (Some((line, message)), Err(error)) => expect_fault(*line, message, &error),
    }
}

/// Runs a piece on a GPU and compares the buffers; returns whether it ran. Pieces that must fail do not.
///
/// Elements that a piece leaves undefined are not compared, nor is what a kernel prints.
pub fn run_on_gpu(text: &str, device: &CudaDevice) -> Result<bool, String> {
    let mut case = read(text)?;
    if case.fault.is_some() {
        return Ok(false);
    }
    launch(text, &mut case, device).map_err(|error| error.to_string())?;
    case.printed = None;
    case.define_expected();
    case.compare(&Report::default()).map(|()| true)
}

/// Launches the kernel of a piece and copies its buffers there and back.
fn launch(text: &str, case: &mut Case, device: &CudaDevice) -> Result<(), DeviceError> {
    let module = device.load(&program(text, &[(&case.entry, case.params.len())]))?;
    let stream = device.lease_stream()?;
    let (mut args, mut arenas) = (Vec::new(), Vec::new());
    for param in &case.params {
        let mut bytes = [0; 8];
        bytes[..param.len()].copy_from_slice(param);
        let value = u64::from_le_bytes(bytes);
        let Some(buffer) = case.memory.buffers().iter().find(|buffer| buffer.address == value) else {
            args.push(value);
            continue;
        };
        let arena = device.lease_arena(buffer.bytes.len().max(1) as u64)?;
        device.copy(stream, arena, buffer.bytes.as_ptr() as u64, buffer.bytes.len() as u64)?;
        args.push(arena);
        arenas.push((value, arena));
    }
    let [grid, block] = [case.grid, case.block].map(|sizes| sizes.map(u64::from));
    let dims = LaunchDims { grid, block, dynamic_shared: case.shared_bytes };
    device.launch(stream, &Launch { module, kernel: 0, dims, args: &args, op: 0 })?;
    device.host_wait(stream)?;
    for (address, arena) in arenas {
        for buffer in case.memory.buffers_mut().iter_mut().filter(|buffer| buffer.address == address) {
            device.copy(stream, buffer.bytes.as_mut_ptr() as u64, arena, buffer.bytes.len() as u64)?;
        }
        device.host_wait(stream)?;
        device.return_arena(arena)?;
    }
    device.return_stream(stream)?;
    device.unload(module)
}

fn expect_fault(line: u32, message: &str, error: &RunError) -> Result<(), String> {
    let is_told = error.failure == Failure::NotModelled;
    let fits =
        error.line == line && error.message.contains(message) && is_told == message.contains("not modelled");
    if fits { Ok(()) } else { Err(format!("expected '{message}' in line {line}, but found {error}")) }
}

fn read(text: &str) -> Result<Case, String> {
    let mut case = Case::default();
    for (index, line) in text.lines().enumerate() {
        let at = |message: String| format!("line {}: {message}", index + 1);
        if let Some((_, message)) = line.split_once("// FAULT: ") {
            case.fault = Some((index as u32 + 1, message.trim().to_string()));
        } else if let Some(rest) = line.strip_prefix("// LAUNCH: ") {
            case.launch(rest).map_err(at)?;
        } else if let Some(rest) = line.strip_prefix("// ARG: ") {
            case.arg(rest).map_err(at)?;
        } else if let Some(rest) = line.strip_prefix("// OUT: ") {
            let (name, values) =
                rest.split_once(" = ").ok_or_else(|| at("expected 'name = values'".to_string()))?;
            case.outs.push((name.to_string(), values.trim().to_string()));
        } else if let Some(rest) = line.strip_prefix("// PRINTS: ") {
            let printed = case.printed.get_or_insert_default();
            printed.push_str(rest);
            printed.push('\n');
        }
    }
    if case.entry.is_empty() { Err("expected a line '// LAUNCH: name'".to_string()) } else { Ok(case) }
}

impl Case {
    fn launch(&mut self, text: &str) -> Result<(), String> {
        let mut words = text.split_whitespace();
        self.entry = words.next().unwrap_or_default().to_string();
        (self.grid, self.block) = ([1; 3], [1; 3]);
        for word in words {
            let bad = || format!("expected grid=, block= or shared=, but found '{word}'");
            let (key, value) = word.split_once('=').ok_or_else(bad)?;
            let numbers: Vec<u32> = value.split('x').map(|size| size.parse().unwrap_or(0)).collect();
            let mut sizes = [1; 3];
            for (size, number) in sizes.iter_mut().zip(&numbers) {
                *size = *number;
            }
            match key {
                "grid" => self.grid = sizes,
                "block" => self.block = sizes,
                "shared" => self.shared_bytes = u64::from(sizes[0]),
                _ => return Err(bad()),
            }
        }
        Ok(())
    }

    fn arg(&mut self, text: &str) -> Result<(), String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            [ty, value] => {
                self.params.push(Element::named(ty)?.bytes(value)?);
                Ok(())
            }
            [name, ty, "=", values @ ..] => {
                let element = Element::named(ty)?;
                let mut bytes = Vec::new();
                for value in values {
                    bytes.extend(element.bytes(value)?);
                }
                self.buffer(name, element, bytes, true);
                Ok(())
            }
            [name, ty, "x", count] => {
                let element = Element::named(ty)?;
                let count: usize =
                    count.parse().map_err(|_| format!("expected a number, but found '{count}'"))?;
                self.buffer(name, element, vec![0; count * element.size()], false);
                Ok(())
            }
            _ => Err(format!("expected an argument, but found '{text}'")),
        }
    }

    fn buffer(&mut self, name: &str, element: Element, bytes: Vec<u8>, is_defined: bool) {
        let address = FIRST + DISTANCE * self.elements.len() as u64;
        let n = bytes.len();
        let mut buffer = Buffer::new(name, address, bytes);
        buffer.defined = if is_defined { Vec::new() } else { vec![false; n] };
        self.memory.add(buffer);
        self.params.push(address.to_le_bytes().to_vec());
        self.elements.push((name.to_string(), element));
    }

    /// Marks those elements as defined for which a result is expected.
    fn define_expected(&mut self) {
        for (name, expected) in &self.outs {
            let element = self.elements.iter().find(|(known, _)| known == name);
            let size = element.map_or(1, |(_, element)| element.size());
            let defined = expected.split(' ').flat_map(|word| vec![word != "_"; size]).collect::<Vec<_>>();
            for buffer in self.memory.buffers_mut().iter_mut().filter(|buffer| buffer.name == *name) {
                buffer.defined.clone_from(&defined);
            }
        }
    }

    fn compare(&self, report: &Report) -> Result<(), String> {
        for (name, expected) in &self.outs {
            let element = self.elements.iter().find(|(known, _)| known == name).map(|(_, element)| *element);
            let buffer = self.memory.buffers().iter().find(|buffer| buffer.name == *name);
            let (Some(element), Some(buffer)) = (element, buffer) else {
                return Err(format!("there is no buffer '{name}'"));
            };
            let values = buffer.bytes.chunks(element.size()).enumerate().map(|(index, bytes)| {
                let is_defined = buffer.defined.get(index * element.size()) != Some(&false);
                if is_defined { element.text(bytes) } else { "_".to_string() }
            });
            let found = values.collect::<Vec<_>>().join(" ");
            if found != *expected {
                return Err(format!("expected {name} = {expected}, but found {found}"));
            }
        }
        match &self.printed {
            Some(expected) if *expected != report.printed => {
                Err(format!("expected '{expected}' to be printed, but found '{}'", report.printed))
            }
            _ => Ok(()),
        }
    }
}
