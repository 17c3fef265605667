//! An artifact as data that outlives the module it was made from: code, and the metadata that a device needs
//! to launch it.
//!
//! An artifact holds no source locations. The lines of a text for a driver map to operations by their number
//! in the request; the program that uses the artifact supplies their locations.

use super::wire::{Reader, Writer};
use warpline_ir::artifact::{Code, GlobalData, NativeFunction, NativeReloc, Object};
use warpline_ir::printf::{PrintFormat, PrintedType};
use warpline_ir::{Float, Location, Module, Op};

/// The code of the kernels of one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// The code.
    pub code: Code,
    /// The kernels, in the order of the request.
    pub kernels: Vec<KernelFacts>,
    /// For code that is text: ascending line numbers, from 1 on. Each is paired with the operation that this
    /// line and those after it belong to, as its number in a walk over the `gpu.module` of the request.
    pub lines: Vec<(u32, u32)>,
    /// The formats of `gpu.printf`, if the host formats its output.
    pub formats: Vec<PrintFormat>,
    /// Whether kernels leave values in variables of the module, which the next launch finds.
    pub has_state: bool,
}

/// The operations of a `gpu.module` by location. Passes preserve locations, so that code can be mapped to the
/// operations that the module had before them.
#[derive(Debug)]
pub struct Numbers(Vec<(Location, u32)>);

impl Numbers {
    /// Numbers the operations in walk order.
    pub fn of(module: &Module, device_module: Op) -> Self {
        let ops = (0..).zip(module.walk(device_module));
        let mut numbers: Vec<(Location, u32)> =
            ops.map(|(number, op)| (module.location(op), number)).collect();
        numbers.sort_unstable();
        Self(numbers)
    }

    /// Returns the number of the first operation at a location; 0, the module, if there is none.
    fn at(&self, location: Location) -> u32 {
        let at = self.0.partition_point(|(known, _)| *known < location);
        self.0.get(at).filter(|(known, _)| *known == location).map_or(0, |(_, number)| *number)
    }
}

/// The metadata of a kernel that a device needs to launch it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelFacts {
    /// The `gpu.module` that holds it.
    pub module: String,
    /// Its name in that module.
    pub name: String,
    /// Its symbol in the code.
    pub symbol: String,
    /// Bytes of scratch memory that a worker needs.
    pub scratch_bytes: u64,
    /// The number of 8-byte slots of its arguments.
    pub n_params: u32,
    /// Whether it has loops that end only when other work makes progress concurrently.
    pub spins: bool,
}

impl KernelFacts {
    /// Returns its name in reports: `module::name`, or `name` if both are the same.
    pub fn display_name(&self) -> String {
        let Self { module, name, .. } = self;
        if module == name { name.clone() } else { format!("{module}::{name}") }
    }
}

/// The encoding of an image as two parts of an entry.
pub(super) struct Parts {
    /// The machine code of all functions and the contents of all globals, concatenated, or the text.
    pub(super) code: Vec<u8>,
    /// Everything else.
    pub(super) facts: Vec<u8>,
}

const TEXT: u8 = 0;
const NATIVE: u8 = 1;
const BYTES: u8 = 2;

impl Image {
    /// Converts the output of a backend for a `gpu.module` with these operations, which `has_state` as in the result.
    pub fn of(object: Object, operations: &Numbers, has_state: bool) -> Self {
        let kernels = object.kernels.into_iter().map(|kernel| KernelFacts {
            module: kernel.module,
            name: kernel.name,
            symbol: kernel.symbol,
            scratch_bytes: kernel.scratch_bytes,
            n_params: kernel.params.len() as u32,
            spins: kernel.spins,
        });
        let kernels = kernels.collect();
        let lines = object.lines.iter().map(|(line, location)| (*line, operations.at(*location))).collect();
        Self { code: object.code, kernels, lines, formats: object.formats, has_state }
    }

    /// Returns its approximate size in memory, in bytes.
    pub fn bytes(&self) -> u64 {
        let names = |kernel: &KernelFacts| kernel.module.len() + kernel.name.len() + kernel.symbol.len() + 96;
        let code: usize = match &self.code {
            Code::Text(text) => text.len(),
            Code::Bytes(bytes) => bytes.len(),
            Code::Native { functions, globals } => {
                let of_function = |function: &NativeFunction| {
                    function.bytes.len() + function.name.len() + 96 * function.relocations.len()
                };
                let of_global = |global: &GlobalData| global.bytes.len() + global.name.len() + 48;
                functions.iter().map(of_function).sum::<usize>()
                    + globals.iter().map(of_global).sum::<usize>()
            }
        };
        let formats = self.formats.iter().map(|format| format.text.len() + 8 * format.args.len() + 48);
        let rest = self.kernels.iter().map(names).chain(formats).sum::<usize>();
        (code + rest + 8 * self.lines.len()) as u64
    }

    /// Returns its encoding, for an embedder that stores code by itself.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Parts { code, facts } = self.parts();
        let mut out = Writer::default();
        out.u64(facts.len() as u64);
        out.bytes.extend(facts);
        out.bytes.extend(code);
        out.bytes
    }

    /// Decodes an image; `None` if the bytes are malformed. Code that is loaded runs with the rights of this process, so
    /// the caller vouches for the origin of the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader::new(bytes);
        let n = reader.u64()?;
        let facts = reader.take(n)?;
        Self::read(reader.rest(), facts)
    }

    /// Returns the facts of a kernel by its name, and its index.
    pub fn kernel(&self, name: &str) -> Option<(u32, &KernelFacts)> {
        (0..).zip(&self.kernels).find(|(_, kernel)| kernel.name == name)
    }

    pub(super) fn parts(&self) -> Parts {
        let (mut facts, mut code) = (Writer::default(), Vec::new());
        match &self.code {
            Code::Text(text) => {
                facts.byte(TEXT);
                code.extend(text.as_bytes());
            }
            Code::Bytes(bytes) => {
                facts.byte(BYTES);
                code.extend(bytes);
            }
            Code::Native { functions, globals } => {
                facts.byte(NATIVE);
                facts.u64(functions.len() as u64);
                for function in functions {
                    write_function(&mut facts, function);
                    code.extend(&function.bytes);
                }
                facts.u64(globals.len() as u64);
                for GlobalData { name, size, align, bytes } in globals {
                    facts.text(name);
                    facts.u64(*size);
                    facts.u64(*align);
                    facts.u64(bytes.len() as u64);
                    code.extend(bytes);
                }
            }
        }
        facts.u64(self.kernels.len() as u64);
        for kernel in &self.kernels {
            write_kernel(&mut facts, kernel);
        }
        facts.u64(self.lines.len() as u64);
        for (line, op) in &self.lines {
            facts.u32(*line);
            facts.u32(*op);
        }
        facts.u64(self.formats.len() as u64);
        for format in &self.formats {
            write_format(&mut facts, format);
        }
        facts.byte(u8::from(self.has_state));
        Parts { code, facts: facts.bytes }
    }

    /// Decodes an image from its parts; `None` if they are malformed.
    pub(super) fn read(code: &[u8], facts: &[u8]) -> Option<Self> {
        let mut reader = Reader::new(facts);
        let code = match reader.byte()? {
            TEXT => Code::Text(std::str::from_utf8(code).ok()?.to_string()),
            BYTES => Code::Bytes(code.to_vec()),
            NATIVE => {
                let mut code = Reader::new(code);
                let functions = reader.list(32, |reader| read_function(reader, &mut code))?;
                let globals = reader.list(32, |reader| read_global(reader, &mut code))?;
                code.is_at_end().then_some(Code::Native { functions, globals })?
            }
            _ => return None,
        };
        let kernels = reader.list(37, read_kernel)?;
        let lines = reader.list(8, |reader| Some((reader.u32()?, reader.u32()?)))?;
        let formats = reader.list(16, read_format)?;
        let has_state = reader.byte().filter(|byte| *byte < 2)? == 1;
        reader.is_at_end().then_some(Self { code, kernels, lines, formats, has_state })
    }
}

fn write_function(out: &mut Writer, function: &NativeFunction) {
    out.text(&function.name);
    out.u64(function.bytes.len() as u64);
    out.u64(function.align);
    out.u64(function.relocations.len() as u64);
    for reloc in &function.relocations {
        out.u32(reloc.offset);
        out.text(&reloc.kind);
        out.text(&reloc.symbol);
        out.u64(reloc.addend as u64);
    }
}

/// Reads a function, and takes its bytes from the code.
fn read_function(reader: &mut Reader<'_>, code: &mut Reader<'_>) -> Option<NativeFunction> {
    let name = reader.text()?.to_string();
    let n_bytes = reader.u64()?;
    let align = reader.u64()?;
    let relocations = reader.list(28, read_reloc)?;
    Some(NativeFunction { name, bytes: code.take(n_bytes)?.to_vec(), align, relocations })
}

/// Reads a global, and takes its contents from the code.
fn read_global(reader: &mut Reader<'_>, code: &mut Reader<'_>) -> Option<GlobalData> {
    let name = reader.text()?.to_string();
    let (size, align, n_bytes) = (reader.u64()?, reader.u64()?, reader.u64()?);
    let is_sound = align.is_power_of_two() && (n_bytes == size || n_bytes == 0);
    let bytes = code.take(n_bytes).filter(|_| is_sound)?.to_vec();
    Some(GlobalData { name, size, align, bytes })
}

fn read_reloc(reader: &mut Reader<'_>) -> Option<NativeReloc> {
    Some(NativeReloc {
        offset: reader.u32()?,
        kind: reader.text()?.to_string(),
        symbol: reader.text()?.to_string(),
        addend: reader.u64()? as i64,
    })
}

fn write_kernel(out: &mut Writer, kernel: &KernelFacts) {
    let KernelFacts { module, name, symbol, scratch_bytes, n_params, spins } = kernel;
    for text in [module, name, symbol] {
        out.text(text);
    }
    out.u64(*scratch_bytes);
    out.u32(*n_params);
    out.byte(u8::from(*spins));
}

fn read_kernel(reader: &mut Reader<'_>) -> Option<KernelFacts> {
    Some(KernelFacts {
        module: reader.text()?.to_string(),
        name: reader.text()?.to_string(),
        symbol: reader.text()?.to_string(),
        scratch_bytes: reader.u64()?,
        n_params: reader.u32()?,
        spins: match reader.byte()? {
            0 => false,
            1 => true,
            _ => return None,
        },
    })
}

fn write_format(out: &mut Writer, PrintFormat { text, args }: &PrintFormat) {
    out.text(text);
    out.u64(args.len() as u64);
    for arg in args {
        match arg {
            PrintedType::Int(width) => {
                out.text("");
                out.u32(*width);
            }
            PrintedType::Float(float) => out.text(float.keyword()),
        }
    }
}

fn read_format(reader: &mut Reader<'_>) -> Option<PrintFormat> {
    let text = reader.text()?.to_string();
    let args = reader.list(8, |reader| match reader.text()? {
        "" => reader.u32().map(PrintedType::Int),
        keyword => Float::of_keyword(keyword).map(PrintedType::Float),
    })?;
    Some(PrintFormat { text, args })
}
