//! Writes kernels as PTX text into a single string, without intermediate strings.

use crate::inst::{Inst, Kernel, Line, Operand, Reg, RegClass, Space, StateSpace as _};
use crate::target::{Chip, Version};
use crate::variables::{Variable, Variables};
use warpline_ir::Location;
use warpline_ir::artifact::REPORT_VARIABLE;

/// The name of the workgroup memory whose size the launch sets.
pub(crate) const DYNAMIC_SHARED: &str = "dynamic_shared";

/// A text that parts are appended to, one after the other.
#[derive(Debug, Default)]
pub(crate) struct Text(pub(crate) String);

impl Text {
    /// Appends a string.
    fn put(&mut self, text: &str) -> &mut Self {
        self.0.push_str(text);
        self
    }

    /// Appends an integer in decimal.
    fn number(&mut self, value: impl itoa::Integer) -> &mut Self {
        self.put(itoa::Buffer::new().format(value))
    }

    /// Appends items, with a separator between them.
    fn list<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        separator: &str,
        mut put: impl FnMut(&mut Self, T),
    ) -> &mut Self {
        for (index, item) in items.into_iter().enumerate() {
            put(self.put(if index == 0 { "" } else { separator }), item);
        }
        self
    }

    /// Appends an operand of an instruction of this kernel.
    fn operand(&mut self, kernel: &Kernel, operand: Operand) -> &mut Self {
        match operand {
            Operand::Reg(reg) => self.put(reg.class.prefix()).number(reg.number),
            // The number behind a sign would be out of range.
            Operand::Int(i64::MIN) => self.put("0x8000000000000000"),
            Operand::Int(value) => self.number(value),
            Operand::F32(bits) => self.put(&format!("0f{bits:08X}")),
            Operand::F64(bits) => self.put(&format!("0d{bits:016X}")),
            Operand::Array(index) => {
                let is_shared = kernel.arrays[index as usize].space == Space::Workgroup;
                self.put(if is_shared { "shared_" } else { "local_" }).number(index)
            }
            Operand::Param(index) => self.put("[param_").number(index).put("]"),
            Operand::Address(base, offset) => {
                self.put("[").operand(kernel, base.into());
                if offset != 0 {
                    self.put("+").number(offset);
                }
                self.put("]")
            }
            Operand::Label(label) => self.put("$L").number(label.0),
            Operand::Named(name) => self.put(name),
            Operand::Pack(start, len) => {
                let items = &kernel.packs[start as usize..start as usize + usize::from(len)];
                let list = self.put("{").list(items, ", ", |out, item| _ = out.operand(kernel, *item));
                list.put("}")
            }
            Operand::Variable(index) => self.put("variable_").number(index),
        }
    }
}

/// Writes the lines before the first kernel: the directives of the text, the source files, numbered from 1, and the
/// variables.
pub(crate) fn header(
    out: &mut Text,
    (target, version): (Chip, Version),
    files: &[String],
    variables: &Variables,
    kernels: &[Kernel],
) {
    out.put(".version ").number(version.0).put(".").number(version.1);
    out.put("\n.target ").put(target.name).put("\n.address_size 64\n");
    for (index, file) in files.iter().enumerate() {
        out.put(if index == 0 { "\n.file " } else { ".file " }).number(index + 1).put(" \"");
        out.0.extend(file.chars().map(|c| if c == '"' || c == '\\' || c.is_control() { '_' } else { c }));
        out.put("\"\n");
    }
    if variables.uses_printf {
        out.put("\n.extern .func (.param .b32 status) vprintf (.param .b64 format, .param .b64 args);\n");
    }
    if variables.has_report {
        out.put("\n.visible .global .align 8 .b64 ").put(REPORT_VARIABLE).put("[2];\n");
    }
    if kernels.iter().any(|kernel| kernel.has_dynamic_shared) {
        out.put("\n.extern .shared .align 16 .b8 ").put(DYNAMIC_SHARED).put("[];\n");
    }
    for (index, item) in variables.all().iter().enumerate() {
        variable(out, index, item);
    }
}

fn variable(out: &mut Text, index: usize, variable: &Variable) {
    out.put("\n").put(variable.space.modifier().text()).put(" .align ").number(variable.align);
    out.put(" .b8 variable_").number(index).put("[").number(variable.size.max(1)).put("]");
    if !variable.bytes.is_empty() {
        out.put(" = {").list(&variable.bytes, ",", |out, byte| _ = out.number(*byte)).put("}");
    }
    out.put(";\n");
}

/// Writes the symbol and the parameters of a kernel.
fn head(out: &mut Text, kernel: &Kernel) {
    out.put("\n.visible .entry ").put(&kernel.symbol).put("(");
    out.list(kernel.params.iter().enumerate(), ",", |out, (index, param)| {
        out.put("\n\t.param ").put(param.ty.text());
        if let Some(align) = param.align {
            out.put(" .ptr .global .align ").number(align);
        }
        out.put(" param_").number(index);
    });
    out.put(if kernel.params.is_empty() { ")" } else { "\n)" });
}

/// Writes a kernel.
pub(crate) fn kernel(out: &mut Text, kernel: &Kernel, lines: &mut Lines) {
    out.0.reserve(kernel.lines.len() * 40 + 512);
    head(out, kernel);
    out.put("\n");
    let bounds = &kernel.launch_bounds;
    let block = match kernel.sizes.block {
        [Some(x), Some(y), Some(z)] if kernel.sizes.is_block_exact => Some((".reqntid ", [x, y, z])),
        [Some(x), Some(y), Some(z)] => Some((".maxntid ", [x, y, z])),
        // The minimum number of blocks needs a block size beside it; this one always holds.
        _ => bounds.min_blocks.map(|_| (".maxntid ", [1024, 1, 1])),
    };
    if let Some((directive, size)) = block {
        out.put(directive).list(size, ", ", |out, size| _ = out.number(size)).put("\n");
    }
    for (directive, asked) in [(".minnctapersm ", bounds.min_blocks), (".maxnreg ", bounds.max_registers)] {
        if let Some(number) = asked {
            out.put(directive).number(number).put("\n");
        }
    }
    out.put("{\n");
    for class in RegClass::ALL {
        let count = kernel.n_registers[class as usize];
        if 0 < count {
            out.put("\t.reg ").put(class.bits().text()).put(" ").put(class.prefix());
            out.put("<").number(count + 1).put(">;\n");
        }
    }
    for (index, array) in (0..).zip(&kernel.arrays) {
        out.put("\t").put(array.space.modifier().text()).put(" .align ").number(array.align).put(" .b8 ");
        out.operand(kernel, Operand::Array(index)).put("[").number(array.bytes).put("];\n");
    }
    let (mut next, mut written): (Option<[u32; 3]>, _) = (None, None);
    for line in &kernel.lines {
        if let Line::Inst(_) | Line::Print(_) = line
            && let Some([file, number, column]) = next.take()
            && written.replace([file, number]) != Some([file, number])
        {
            let place = [file, number, column];
            out.put("\t.loc ").list(place, " ", |out, number| _ = out.number(number)).put("\n");
        }
        match line {
            Line::Label(label) => _ = out.operand(kernel, Operand::Label(*label)).put(":\n"),
            Line::Inst(inst) => instruction(out, kernel, inst),
            Line::Print(addresses) => print(out, kernel, addresses),
            Line::NoUnroll => _ = out.put("\t.pragma \"nounroll\";\n"),
            Line::Origin(location, place) => {
                lines.note(&out.0, *location);
                next = place.or(next);
            }
        }
    }
    out.put("}\n");
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

/// Writes a call of `vprintf`, enclosed by the parameters that pass its arguments and its result.
fn print(out: &mut Text, kernel: &Kernel, addresses: &[Reg; 2]) {
    out.put("\t{\n");
    for (index, address) in addresses.iter().enumerate() {
        out.put("\t.param .b64 arg_").number(index).put(";\n\tst.param.b64 [arg_").number(index).put("], ");
        out.operand(kernel, (*address).into()).put(";\n");
    }
    out.put("\t.param .b32 returned;\n\tcall (returned), vprintf, (arg_0, arg_1);\n\t}\n");
}

fn instruction(out: &mut Text, kernel: &Kernel, inst: &Inst) {
    out.put("\t");
    if let Some((condition, holds)) = inst.guard {
        out.put(if holds { "@" } else { "@!" }).operand(kernel, condition.into()).put(" ");
    }
    inst.name.parts().for_each(|part| out.0.push_str(part));
    let operands = inst.operands();
    out.put(if operands.is_empty() { "" } else { " " });
    out.list(operands, ", ", |out, operand| _ = out.operand(kernel, *operand)).put(";\n");
}
