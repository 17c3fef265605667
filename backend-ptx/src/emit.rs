//! Writes kernels as PTX text into a single string, without intermediate strings.

use std::fmt::Write as _;

use crate::inst::{BlockSize, Call, Inst, Kernel, Line, Operand, ParamDecl, RegClass, Space};
use crate::target::{Chip, Version};
use crate::variables::{Variable, Variables};
use warpline_ir::Location;
use warpline_ir::artifact::REPORT_VARIABLE;
use warpline_passes::gpu::geometry::Geometry;

/// Writes the lines before the first kernel.
pub(crate) fn header(out: &mut String, target: Chip, version: Version) {
    out.push_str(".version ");
    unsigned(out, version.0.into());
    out.push('.');
    unsigned(out, version.1.into());
    out.push_str("\n.target ");
    out.push_str(target.name);
    out.push_str("\n.address_size 64\n");
}

/// Writes the declarations before the kernels: variables, and function prototypes, so that the order of functions
/// does not matter.
pub(crate) fn declarations(out: &mut String, variables: &Variables, kernels: &[Kernel]) {
    if variables.uses_printf {
        out.push_str(
            "\n.extern .func (.param .b32 status) vprintf (.param .b64 format, .param .b64 args);\n",
        );
    }
    if variables.has_report {
        let _ = write!(out, "\n.visible .global .align 8 .b64 {REPORT_VARIABLE}[2];\n");
    }
    if kernels.iter().any(|kernel| kernel.has_dynamic_shared) {
        out.push_str("\n.extern .shared .align 16 .b8 dynamic_shared[];\n");
    }
    for (index, item) in variables.all().iter().enumerate() {
        variable(out, index, item);
    }
    for kernel in kernels.iter().filter(|kernel| kernel.n_results.is_some()) {
        head(out, kernel);
        out.push_str(";\n");
    }
}

fn variable(out: &mut String, index: usize, variable: &Variable) {
    out.push('\n');
    out.push_str(variable.space.modifier().text());
    out.push_str(" .align ");
    unsigned(out, variable.align);
    out.push_str(" .b8 variable_");
    unsigned(out, index as u64);
    out.push('[');
    unsigned(out, variable.size.max(1));
    out.push(']');
    if !variable.bytes.is_empty() {
        out.push_str(" = {");
        for (place, byte) in variable.bytes.iter().enumerate() {
            out.push_str(if place == 0 { "" } else { "," });
            unsigned(out, (*byte).into());
        }
        out.push('}');
    }
    out.push_str(";\n");
}

/// Writes the `.file` directives, numbered from 1.
pub(crate) fn files(out: &mut String, files: &[String]) {
    for (index, file) in files.iter().enumerate() {
        out.push_str(if index == 0 { "\n.file " } else { ".file " });
        unsigned(out, index as u64 + 1);
        out.push_str(" \"");
        out.extend(file.chars().map(|c| if c == '"' || c == '\\' || c.is_control() { '_' } else { c }));
        out.push_str("\"\n");
    }
}

fn head(out: &mut String, kernel: &Kernel) {
    match kernel.n_results {
        None => out.push_str("\n.visible .entry "),
        Some(0) => out.push_str("\n.func "),
        Some(n) => {
            out.push_str("\n.func (.param .align 8 .b8 results[");
            unsigned(out, 8 * n as u64);
            out.push_str("]) ");
        }
    }
    out.push_str(&kernel.symbol);
    parameters(out, kernel);
}

/// Writes a kernel or a device function.
pub(crate) fn kernel(out: &mut String, kernel: &Kernel, lines: &mut Lines) {
    out.reserve(kernel.lines.len() * 40 + 512);
    head(out, kernel);
    out.push('\n');
    match kernel.block {
        BlockSize::Exactly(size) => block_size(out, ".reqntid ", size),
        BlockSize::AtMost(size) => block_size(out, ".maxntid ", size),
        // The minimum number of blocks needs a block size beside it; this one always holds.
        BlockSize::Any if kernel.launch_bounds.min_blocks.is_some() => {
            block_size(out, ".maxntid ", [1024, 1, 1]);
        }
        BlockSize::Any => {}
    }
    let asked = [
        (".minnctapersm ", kernel.launch_bounds.min_blocks),
        (".maxnreg ", kernel.launch_bounds.max_registers),
    ];
    for (directive, number) in asked {
        if let Some(number) = number {
            out.push_str(directive);
            unsigned(out, number);
            out.push('\n');
        }
    }
    out.push_str("{\n");
    registers(out, kernel);
    arrays(out, kernel);
    for line in &kernel.lines {
        match line {
            Line::Origin(location) => lines.note(out, *location),
            _ => write_line(out, kernel, line),
        }
    }
    out.push_str("}\n");
}

/// The line table of a text that is being written.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    /// Line numbers, each with the location that holds up to the next entry.
    pub(crate) places: Vec<(u32, Location)>,
    /// The length of the scanned text, and the number of line ends in it.
    seen: usize,
    n_ends: u32,
}

impl Lines {
    /// Records the location of the next line.
    fn note(&mut self, out: &str, location: Location) {
        self.n_ends += out[self.seen..].matches('\n').count() as u32;
        self.seen = out.len();
        let line = self.n_ends + 1;
        // The last of several operations emits the line.
        self.places.pop_if(|(last, _)| *last == line);
        self.places.push((line, location));
    }
}

fn parameters(out: &mut String, kernel: &Kernel) {
    out.push('(');
    for (index, param) in kernel.params.iter().enumerate() {
        out.push_str(if index == 0 { "\n\t.param " } else { ",\n\t.param " });
        match param {
            ParamDecl::Scalar(ty) => out.push_str(ty.text()),
            ParamDecl::Pointer(align) => {
                out.push_str(".u64 .ptr .global .align ");
                unsigned(out, *align);
            }
        }
        out.push_str(" param_");
        unsigned(out, index as u64);
    }
    out.push_str(if kernel.params.is_empty() { ")" } else { "\n)" });
}

fn block_size(out: &mut String, directive: &str, size: [i64; 3]) {
    out.push_str(directive);
    signed(out, size[0]);
    out.push_str(", ");
    signed(out, size[1]);
    out.push_str(", ");
    signed(out, size[2]);
    out.push('\n');
}

fn registers(out: &mut String, kernel: &Kernel) {
    for class in RegClass::ALL {
        let count = kernel.n_registers[class as usize];
        if count == 0 {
            continue;
        }
        out.push_str("\t.reg ");
        out.push_str(class.bits().text());
        out.push(' ');
        out.push_str(class.prefix());
        out.push('<');
        unsigned(out, u64::from(count) + 1);
        out.push_str(">;\n");
    }
}

fn arrays(out: &mut String, kernel: &Kernel) {
    for (index, array) in kernel.arrays.iter().enumerate() {
        out.push('\t');
        out.push_str(array.space.modifier().text());
        out.push_str(" .align ");
        unsigned(out, array.align);
        out.push_str(" .b8 ");
        array_name(out, array.space, index);
        out.push('[');
        unsigned(out, array.bytes);
        out.push_str("];\n");
    }
}

fn array_name(out: &mut String, space: Space, index: usize) {
    out.push_str(match space {
        Space::Global => "global_",
        Space::Shared => "shared_",
        Space::Local => "local_",
    });
    unsigned(out, index as u64);
}

fn write_line(out: &mut String, kernel: &Kernel, line: &Line) {
    match line {
        Line::Label(label) => {
            out.push_str("$L");
            unsigned(out, label.0.into());
            out.push_str(":\n");
        }
        Line::Inst(inst) => instruction(out, kernel, inst),
        Line::Call(index) => call(out, kernel, &kernel.calls[*index as usize]),
        Line::NoUnroll => out.push_str("\t.pragma \"nounroll\";\n"),
        Line::Origin(_) => {}
        Line::Loc(file, line, column) => {
            out.push_str("\t.loc ");
            for (index, number) in [*file, *line, *column].into_iter().enumerate() {
                out.push_str(if index == 0 { "" } else { " " });
                unsigned(out, number.into());
            }
            out.push('\n');
        }
    }
}

/// Writes a call, enclosed by the parameters that pass its arguments and results.
fn call(out: &mut String, kernel: &Kernel, call: &Call) {
    out.push_str("\t{\n");
    for (index, (class, arg)) in call.args.iter().enumerate() {
        let place = format!("arg_{index}");
        let bits = class.bits().text();
        let _ = write!(out, "\t.param {bits} {place};\n\tst.param{bits} [{place}], ");
        operand(out, kernel, arg);
        out.push_str(";\n");
    }
    let returns = match call.plain_result {
        Some(ty) => Some(format!("\t.param {} returned;\n", ty.text())),
        None if call.results.is_empty() => None,
        None => Some(format!("\t.param .align 8 .b8 returned[{}];\n", 8 * call.results.len())),
    };
    out.push_str(returns.as_deref().unwrap_or_default());
    out.push_str(if returns.is_some() { "\tcall (returned), " } else { "\tcall " });
    out.push_str(&call.callee);
    let args: Vec<String> = (0..call.args.len()).map(|index| format!("arg_{index}")).collect();
    let _ = writeln!(out, ", ({});", args.join(", "));
    for (index, result) in call.results.iter().enumerate() {
        let _ = write!(out, "\tld.param{} ", result.class.bits().text());
        operand(out, kernel, &(*result).into());
        let _ = writeln!(out, ", [returned+{}];", 8 * index);
    }
    out.push_str("\t}\n");
}

fn instruction(out: &mut String, kernel: &Kernel, inst: &Inst) {
    out.push('\t');
    if let Some((condition, holds)) = inst.guard {
        out.push_str(if holds { "@" } else { "@!" });
        operand(out, kernel, &condition.into());
        out.push(' ');
    }
    for part in inst.name.parts() {
        out.push_str(part);
    }
    for (index, item) in inst.operands().iter().enumerate() {
        out.push_str(if index == 0 { " " } else { ", " });
        operand(out, kernel, item);
    }
    out.push_str(";\n");
}

fn operand(out: &mut String, kernel: &Kernel, operand: &Operand) {
    match *operand {
        Operand::Reg(reg) => {
            out.push_str(reg.class.prefix());
            unsigned(out, reg.number.into());
        }
        Operand::Int(value) => signed(out, value),
        Operand::F32(bits) => {
            out.push_str("0f");
            hex(out, bits.into(), 8);
        }
        Operand::F64(bits) => {
            out.push_str("0d");
            hex(out, bits, 16);
        }
        Operand::Geometry(geometry, dimension) => {
            out.push_str(match geometry {
                Geometry::ThreadId => "%tid",
                Geometry::BlockId => "%ctaid",
                Geometry::BlockDim => "%ntid",
                Geometry::GridDim => "%nctaid",
            });
            out.push_str([".x", ".y", ".z"][usize::from(dimension.min(2))]);
        }
        Operand::Array(index) => {
            array_name(out, kernel.arrays[index as usize].space, index as usize);
        }
        Operand::Param(index) => {
            out.push_str("[param_");
            unsigned(out, index.into());
            out.push(']');
        }
        Operand::Address(base, offset) => {
            out.push('[');
            out.push_str(base.class.prefix());
            unsigned(out, base.number.into());
            if offset != 0 {
                out.push('+');
                signed(out, offset.into());
            }
            out.push(']');
        }
        Operand::Label(label) => {
            out.push_str("$L");
            unsigned(out, label.0.into());
        }
        Operand::Special(name) => out.push_str(name),
        Operand::Pack(start, len) => {
            let items = &kernel.packs[start as usize..start as usize + usize::from(len)];
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index == 0 { "{" } else { ", " });
                self::operand(out, kernel, item);
            }
            out.push('}');
        }
        Operand::Variable(index) => {
            out.push_str("variable_");
            unsigned(out, index.into());
        }
        Operand::DynamicShared => out.push_str("dynamic_shared"),
        Operand::Report => out.push_str(REPORT_VARIABLE),
        Operand::Result(index) => {
            out.push_str("[results+");
            unsigned(out, u64::from(index) * 8);
            out.push(']');
        }
    }
}

fn signed(out: &mut String, value: i64) {
    if value == i64::MIN {
        return out.push_str("0x8000000000000000");
    }
    if value < 0 {
        out.push('-');
    }
    unsigned(out, value.unsigned_abs());
}

fn unsigned(out: &mut String, mut value: u64) {
    let mut digits = [0u8; 20];
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = b'0' + (value % 10) as u8;
        value /= 10;
        if value == 0 {
            break;
        }
    }
    out.extend(digits[first..].iter().map(|digit| char::from(*digit)));
}

fn hex(out: &mut String, bits: u64, n_digits: u32) {
    for digit in (0..n_digits).rev() {
        let nibble = (bits >> (4 * digit)) & 15;
        out.push(char::from(b"0123456789ABCDEF"[nibble as usize]));
    }
}
