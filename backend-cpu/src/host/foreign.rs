//! Calls to functions in user libraries, with the calling convention of MLIR's lowering to LLVM.
//!
//! A buffer is passed as the fields of its descriptor: the allocated and the aligned pointer, the offset, the
//! sizes and the strides. A function with the attribute `llvm.emit_c_interface` is called as
//! `_mlir_ciface_NAME` and receives the addresses of descriptors. Here both pointers are the address of
//! element 0, and the offset is 0.

use crate::emit::{Emitted, Emitter};
use cranelift_codegen::ir::{Type as RegType, Value as Reg};
use warpline_ir::print::type_text;
use warpline_ir::{Module, Op, OpRef, Type, Value};

/// The attribute of functions that receive addresses of descriptors.
const C_INTERFACE: &str = "llvm.emit_c_interface";

/// Returns the symbol of a function without a body, as a library defines it.
pub fn foreign_symbol(module: &Module, function: Op) -> String {
    let name = module.symbol_name(function).unwrap_or_default();
    let prefix = if module.attr(function, C_INTERFACE).is_some() { "_mlir_ciface_" } else { "" };
    format!("{prefix}{name}")
}

impl Emitter<'_, '_> {
    /// Emits a call to a function in a library.
    pub(super) fn foreign_call(&mut self, op: OpRef<'_>, callee: Op, symbol: &str) -> Emitted {
        let takes_addresses = self.module.attr(callee, C_INTERFACE).is_some();
        let mut args = Vec::new();
        for operand in op.operands() {
            if !self.module.is_memref(self.module.type_of(*operand)) {
                self.foreign_type(self.module.type_of(*operand))?;
                args.push(self.scalar(*operand)?);
                continue;
            }
            let fields = self.descriptor(*operand)?;
            if takes_addresses {
                args.push(self.spill(&fields));
            } else {
                args.extend(fields);
            }
        }
        let results: Vec<Type> = op.results().map(|result| op.type_of(result)).collect();
        let result = match results[..] {
            [] => None,
            [result] => Some(self.foreign_type(result)?),
            _ => return Err(self.unsupported("a function of a library returns one value at most")),
        };
        let params: Vec<RegType> = args.iter().map(|arg| self.builder.func.dfg.value_type(*arg)).collect();
        if let Some(found) = self.call(symbol, &params, result, &args) {
            self.set_result(found);
        }
        Ok(())
    }

    /// Returns the fields of the descriptor of a buffer.
    fn descriptor(&mut self, buffer: Value) -> Emitted<Vec<Reg>> {
        if self.module.shape(self.module.type_of(buffer)).is_none() {
            return Err(self.unsupported("a function of a library takes buffers of known rank only"));
        }
        let parts = self.memref(buffer)?;
        let mut fields = vec![parts.pointer, parts.pointer, self.index(0)];
        for extent in parts.sizes.iter().chain(&parts.strides) {
            fields.push(self.extent(*extent));
        }
        Ok(fields)
    }

    /// Returns the type in which C passes a scalar.
    fn foreign_type(&self, ty: Type) -> Emitted<RegType> {
        if ![Type::I32, Type::I64, Type::INDEX, Type::F32, Type::F64].contains(&ty) {
            return Err(self.unsupported(format!(
                "a function of a library takes and returns i32, i64, index, f32 and f64, and takes buffers, but found {}",
                type_text(self.module, ty)
            )));
        }
        self.reg_type(ty)
    }
}
