//! What programs print through declared functions: `printI64 printU64 printF32 printF64 printIndex`, the
//! punctuation `printNewline printComma printOpen printClose`, and `printMemrefX` for buffers.
//!
//! Scalars look as the runtime prints them. A buffer prints as `rank = 1 sizes = [2] data = [1, 2]` without its
//! address, so that outputs can be compared.

use super::code::Cell;
use super::machine::Machine;
use super::memory::{Result, View};
use std::fmt::Write;
use warpline_ir::scalar::{float, signed};
use warpline_ir::{Float, Module, Type, TypeKind};

/// Whether a declared function is one that prints.
pub(super) fn is_print(name: &str) -> bool {
    name.starts_with("printMemref")
        || matches!(
            name,
            "printI64"
                | "printU64"
                | "printF32"
                | "printF64"
                | "printIndex"
                | "printF16"
                | "printBF16"
                | "printNewline"
                | "printComma"
                | "printOpen"
                | "printClose"
        )
}

impl Machine<'_> {
    /// Appends to the output of the program.
    pub(super) fn print(&mut self, name: &str, args: &[(&Cell, Type)]) -> Result<()> {
        let text = match (name, args) {
            ("printNewline", []) => "\n".to_string(),
            ("printComma", []) => ", ".to_string(),
            ("printOpen", []) => "( ".to_string(),
            ("printClose", []) => " )".to_string(),
            ("printU64", [(Cell::Bits(bits), _)]) => bits.to_string(),
            (_, [(Cell::Bits(bits), ty)]) => scalar_text(self.module, *ty, *bits)?,
            (_, [(Cell::View(view), _)]) => self.buffer_text(view)?,
            _ => return Err(format!("`{name}` does not take these operands")),
        };
        if self.output_limit < self.output.len() + text.len() {
            return Err(format!("the program printed more than the limit of {} bytes", self.output_limit));
        }
        self.output.push_str(&text);
        Ok(())
    }

    fn buffer_text(&self, view: &View) -> Result<String> {
        let mut text = format!("rank = {} sizes = {:?} data = ", view.sizes.len(), view.sizes);
        for (index, number) in view.elements().into_iter().enumerate() {
            if self.output_limit < text.len() {
                break;
            }
            text.push_str(if index == 0 { "[" } else { ", " });
            text.push_str(&scalar_text(self.module, view.element.ty, self.memory.load(view, number)?)?);
        }
        text.push_str(if view.n_elements() == 0 { "[]\n" } else { "]\n" });
        Ok(text)
    }
}

fn scalar_text(module: &Module, ty: Type, bits: u64) -> Result<String> {
    let mut text = String::new();
    let written = match (module.type_kind(ty), module.bit_width(ty)) {
        (TypeKind::Float(Float::F64), _) => write!(text, "{:?}", f64::from_bits(bits)),
        (TypeKind::Float(format), _) => write!(text, "{:?}", float::widen(*format, bits) as f32),
        (_, Some(width)) => write!(text, "{}", signed(bits, width)),
        (_, None) => return Err("a value of this type cannot be printed".into()),
    };
    written.map(|()| text).map_err(|error| error.to_string())
}
