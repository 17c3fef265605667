//! Code objects: kernel descriptors, metadata and the ELF file around them, and the same as assembly.
//!
//! [`Object::code_object`] returns the bytes that a driver loads, [`Object::assembly`] the text from which
//! `llvm-mc` and `ld.lld` make the same bytes. Both come from the same tables, so that they cannot differ in
//! a field.
//!
//! Code object version 5. The ELF file has the sections and segments of `ld.lld -shared`:
//! ```text
//! R   .note .dynsym .gnu.hash .hash .dynstr .rodata    metadata, symbols, descriptors, constant tables
//! RX  .text                                            kernels, each aligned to 256 bytes
//! RW  .dynamic                                         read-only once loaded
//! RW  .data .bss                                       variables, if there are any
//! ```

mod descriptor;
mod directives;
mod elf;
mod metadata;
mod msgpack;
mod sections;
mod symbols;
#[cfg(test)]
mod tests;

use crate::opcode::Family;

/// The properties of a chip that code objects contain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChipObject {
    /// The processor name, such as `gfx1100`.
    pub(crate) name: &'static str,
    /// The ELF flags: the machine, and "any" for XNACK and SRAM-ECC where the chip has them.
    pub(crate) e_flags: u32,
    /// The number of lanes of a wave, 32 or 64.
    pub(crate) wave_size: u32,
    /// The family: the fields of descriptors, and the registers that the hardware sets.
    pub(crate) family: Family,
}

/// A kernel: the position of its code, the resources that it uses and its arguments.
#[derive(Clone, Debug)]
pub(crate) struct KernelObject {
    /// The name of the kernel, of letters, digits, `_`, `.` and `$`.
    pub(crate) symbol: String,
    /// The position of the code in `.text`, a multiple of [`CODE_ALIGN`].
    pub(crate) code_offset: u64,
    /// The size of the code in bytes, without the padding after it; also the range to prefetch.
    pub(crate) code_bytes: u64,
    /// The number of scalar registers: one more than the highest used, without VCC.
    pub(crate) sgprs: u32,
    /// The number of vector registers: one more than the highest used.
    pub(crate) vgprs: u32,
    /// The number of accumulation registers: one more than the highest used. 0 on RDNA.
    pub(crate) agprs: u32,
    /// The number of scalar registers whose values were moved to other places.
    pub(crate) sgpr_spills: u32,
    /// The number of vector registers whose values were moved to other places.
    pub(crate) vgpr_spills: u32,
    /// Whether the code uses VCC.
    pub(crate) uses_vcc: bool,
    /// The number of scalar registers before the block ids, padding for gfx1100 included.
    pub(crate) user_sgprs: u32,
    /// Whether the address of the arguments is a user register.
    pub(crate) has_kernarg: bool,
    /// The dimensions whose block id is a register.
    pub(crate) block_ids: [bool; 3],
    /// The number of dimensions of the thread id in v0, 1 to 3.
    pub(crate) thread_dims: u32,
    /// The static workgroup memory, in bytes.
    pub(crate) workgroup_bytes: u32,
    /// The scratch memory of a lane, in bytes. On gfx90a, some adds its address to the user registers.
    pub(crate) private_bytes: u32,
    /// The maximum number of threads of a block.
    pub(crate) max_threads: u32,
    /// The only block size, if the code is compiled for one.
    pub(crate) reqd_block: Option<[u32; 3]>,
    /// The arguments, explicit ones first.
    pub(crate) args: Vec<Arg>,
    /// The size of the argument buffer, in bytes.
    pub(crate) kernarg_bytes: u32,
}

/// An argument of a kernel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arg {
    /// The position in the argument buffer, in bytes.
    pub(crate) offset: u32,
    /// The size in bytes.
    pub(crate) size: u32,
    /// The value.
    pub(crate) kind: ArgKind,
}

/// A dimension of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dim {
    /// The fastest.
    X,
    /// The second.
    Y,
    /// The slowest.
    Z,
}

/// The value of an argument. The runtime fills in hidden ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArgKind {
    /// The address of a buffer in global memory.
    GlobalBuffer,
    /// A value.
    ByValue,
    /// The number of full blocks of the grid, u32.
    HiddenBlockCount(Dim),
    /// The number of threads of a full block, u16.
    HiddenGroupSize(Dim),
    /// The number of threads of the partial block, u16.
    #[cfg_attr(not(test), expect(dead_code, reason = "kernels do not read it"))]
    HiddenRemainder(Dim),
    /// The first thread id of the grid, u64.
    #[cfg_attr(not(test), expect(dead_code, reason = "kernels do not read it"))]
    HiddenGlobalOffset(Dim),
    /// The number of dimensions of the grid, u16.
    #[cfg_attr(not(test), expect(dead_code, reason = "kernels do not read it"))]
    HiddenGridDims,
    /// The dynamic workgroup memory in bytes, u32.
    HiddenDynamicLdsSize,
}

/// A named range of a data section, which the host finds by its symbol.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    /// The name, of letters, digits, `_`, `.` and `$`.
    pub(crate) symbol: String,
    /// The section.
    pub(crate) section: Section,
    /// The position in [`Object::rodata`], [`Object::data`] or `.bss`; a multiple of `align`.
    pub(crate) offset: u64,
    /// The size in bytes.
    pub(crate) bytes: u64,
    /// The alignment in bytes, a power of two of at most [`PAGE`].
    pub(crate) align: u64,
}

/// A data section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    /// Constant tables, in `.rodata` after the descriptors.
    Rodata,
    /// Initialized variables.
    Data,
    /// Zero-initialized variables, which take no space in the file.
    Bss,
}

impl Section {
    /// All data sections, in their order in memory.
    const ALL: [Self; 3] = [Self::Rodata, Self::Data, Self::Bss];

    /// Returns the name in ELF files.
    fn name(self) -> &'static str {
        match self {
            Self::Rodata => ".rodata",
            Self::Data => ".data",
            Self::Bss => ".bss",
        }
    }
}

/// The alignment of a kernel's code, in bytes.
pub(crate) const CODE_ALIGN: u64 = 256;

/// The page size of `ld.lld` for this target, in bytes.
pub(crate) const PAGE: u64 = 4096;

/// The minimum alignment of a data section, in bytes.
const DATA_ALIGN: u64 = 16;

/// Positions in the loaded code object, for addresses relative to the program counter. The distance to an
/// empty section is unspecified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The address of `.text` relative to the start of the code object.
    pub(crate) text_address: u64,
    /// The distance from the start of `.text` to [`Object::rodata`].
    pub(crate) rodata_from_text: i64,
    /// The distance from the start of `.text` to [`Object::data`].
    pub(crate) data_from_text: i64,
    /// The distance from the start of `.text` to `.bss`.
    pub(crate) bss_from_text: i64,
}

/// The content of a code object other than the code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Object<'a> {
    /// The chip.
    pub(crate) chip: &'a ChipObject,
    /// The kernels, at least one, in the order of their code; all symbols are distinct.
    pub(crate) kernels: &'a [KernelObject],
    /// The constant tables.
    pub(crate) rodata: &'a [u8],
    /// The initialized variables.
    pub(crate) data: &'a [u8],
    /// The named ranges, which do not overlap.
    pub(crate) variables: &'a [Variable],
}

impl Object<'_> {
    /// Returns the positions of the sections around `text_bytes` of code.
    ///
    /// They depend on sizes only, so that code can be patched with them. The metadata's size varies with the
    /// resources of the kernels, which must be final.
    pub(crate) fn layout(&self, text_bytes: u64) -> Layout {
        sections::layout(self, text_bytes)
    }

    /// Returns the code object, an ELF file.
    pub(crate) fn code_object(&self, text: &[u8]) -> Vec<u8> {
        sections::write(self, text)
    }

    /// Returns the assembly, with the printed lines of each kernel's code in `bodies`.
    ///
    /// The assembler fills the gaps between aligned kernels with `s_nop 0`. If code refers to variables by
    /// name, the linker's symbol table has another order, and the rest of the bytes are the same.
    pub(crate) fn assembly(&self, bodies: &[String]) -> String {
        directives::print(self, bodies)
    }

    /// Returns the alignment of a data section's variables.
    fn align(&self, section: Section) -> u64 {
        self.variables_in(section).iter().map(|variable| variable.align).fold(DATA_ALIGN, u64::max)
    }

    /// Returns the position of the variables in their section: in `.rodata`, they follow the descriptors.
    fn start(&self, section: Section) -> u64 {
        match section {
            Section::Rodata => {
                let descriptors = (self.kernels.len() * descriptor::BYTES) as u64;
                descriptors.next_multiple_of(self.align(section))
            }
            Section::Data | Section::Bss => 0,
        }
    }

    /// Returns the size of `.bss`.
    fn bss_bytes(&self) -> u64 {
        self.variables_in(Section::Bss).last().map_or(0, |variable| variable.offset + variable.bytes)
    }

    /// Returns the variables of a section, by their positions.
    fn variables_in(&self, section: Section) -> Vec<&Variable> {
        let mut variables: Vec<_> =
            self.variables.iter().filter(|variable| variable.section == section).collect();
        variables.sort_by_key(|variable| variable.offset);
        variables
    }
}
