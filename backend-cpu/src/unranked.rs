//! Memrefs of unknown rank in host functions, and buffers as functions of the runtime are told about them.

use crate::emit::{Emitted, Emitter};
use crate::lowered::{Extent, Lowered, MAX_UNRANKED, MemRefParts, UnrankedParts};
use cranelift_codegen::ir::{InstBuilder, Value as Reg};
use warpline_ir::Value;

impl Emitter<'_, '_> {
    /// Returns the parts of a memref of unknown rank.
    pub(crate) fn unranked(&mut self, value: Value) -> Emitted<UnrankedParts> {
        let parts = match self.get(value)? {
            Lowered::Unranked(parts) => return Ok(parts),
            _ => self.memref(value)?,
        };
        let (base, rank) = (self.known_first_byte(value)?, self.rank(value)?);
        let padded = self.padded(&parts)?;
        let mut as_dynamic = |extents: Vec<Extent>| {
            extents.into_iter().map(|extent| Extent::Dynamic(self.extent(extent))).collect()
        };
        let (sizes, strides) = (as_dynamic(padded.sizes), as_dynamic(padded.strides));
        Ok(UnrankedParts { base, rank, padded: MemRefParts { pointer: padded.pointer, sizes, strides } })
    }

    /// Returns a memref with further dimensions of size 1 and stride 0, so that it has as many as one of unknown rank.
    pub(crate) fn padded(&mut self, parts: &MemRefParts) -> Emitted<MemRefParts> {
        let mut padded = parts.clone();
        if MAX_UNRANKED < parts.sizes.len() {
            return Err(self.unsupported(format!(
                "memrefs of unknown rank have at most {MAX_UNRANKED} dimensions where they are passed on"
            )));
        }
        padded.sizes.resize(MAX_UNRANKED, Extent::Static(1));
        padded.strides.resize(MAX_UNRANKED, Extent::Static(0));
        Ok(padded)
    }

    /// Emits the [`BufferSlots`](warpline_ir::host_abi::BufferSlots) of a memref and returns their address.
    pub(crate) fn buffer_slots(&mut self, value: Value) -> Emitted<Reg> {
        let parts = self.memref(value)?;
        let (base, bytes) = (self.known_first_byte(value)?, self.element_bytes(value)?);
        let bytes = self.index(bytes as i64);
        let before = self.builder.ins().isub(parts.pointer, base);
        let offset = self.builder.ins().sdiv(before, bytes);
        let rank = self.rank(value)?;
        let [sizes, strides] = [parts.sizes, parts.strides].map(|extents| self.spill_extents(&extents));
        Ok(self.spill(&[base, offset, rank, sizes, strides]))
    }

    /// Like [`Self::buffer_slots`], but from the first element of the memref on.
    pub(crate) fn first_slots(&mut self, value: Value) -> Emitted<Reg> {
        let parts = self.memref(value)?;
        let (zero, rank) = (self.index(0), self.rank(value)?);
        let [sizes, strides] = [parts.sizes, parts.strides].map(|extents| self.spill_extents(&extents));
        Ok(self.spill(&[parts.pointer, zero, rank, sizes, strides]))
    }

    /// Stores extents (sizes or strides) to the frame.
    pub(crate) fn spill_extents(&mut self, extents: &[Extent]) -> Reg {
        let values: Vec<_> = extents.iter().map(|extent| self.extent(*extent)).collect();
        self.spill(&values)
    }
}
