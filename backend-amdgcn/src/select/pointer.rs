//! Selects the `ptr` dialect: addresses, and loads and stores through them.
//!
//! An address is kept as the sum of a base, an offset of 32 bits and a constant, as an access takes it: a scalar base
//! with a vector offset needs no arithmetic of 64 bits. The sum is computed only where something else uses it.

use super::int::{Bitwise, Shift};
use super::values::{Loc, Memory, Pointer, Scalar, Space, Words, n_words};
use super::{Select, SelectResult, Selector as _, Unsupported};
use crate::code::Class;
use crate::inst::{Modifiers, Operand};
use crate::opcode::Opcode;
use crate::uniformity::is_scalar_load;
use std::rc::Rc;
use warpline_ir::dialect::ptr::alignment_of;
use warpline_ir::{AttrKind, DYNAMIC, MachineFloat, OpRef, Type, Value};
use warpline_passes::gpu::buffers::{layout, static_offset};
use warpline_passes::gpu::selection::is_monotonic;

/// The maximum size of an access, in bytes.
pub(super) const MAX_BYTES: u64 = 16;

/// Selects `ptr.to_ptr`: the address of a buffer without the offset of its type.
pub(crate) fn to_ptr(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let memory = cx.memory(op.operand(0))?;
    let skipped = static_offset(cx.module, op.operand_type(0));
    cx.set(op.result(0), Loc::Pointer(memory.pointer.plus(-skipped)));
    Ok(())
}

/// Selects `ptr.from_ptr`: a buffer with the layout of its type, which must be static.
pub(crate) fn from_ptr(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let pointer = cx.pointer(op.operand(0))?;
    let ty = op.result_type(0);
    let (shape, strides) = layout(cx.module, ty)?;
    if !op.group("metadata").is_empty() || shape.contains(&DYNAMIC) || strides.contains(&DYNAMIC) {
        return Err("a buffer at a pointer needs a constant layout".into());
    }
    let memory = cx.buffer_at(ty, pointer)?;
    let skipped = static_offset(cx.module, ty);
    let pointer = pointer.plus(skipped);
    cx.set(op.result(0), Loc::Memory(Rc::new(Memory { pointer, ..memory })));
    Ok(())
}

/// Selects `ptr.ptr_add`.
pub(crate) fn ptr_add(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let pointer = cx.pointer(op.named("base"))?;
    let offset = op.named("offset");
    let (width, words) = (cx.int_width(offset)?, cx.words(offset)?);
    if let Some(bytes) = words.as_constant() {
        cx.set(op.result(0), Loc::Pointer(pointer.plus(bytes)));
        return Ok(());
    }
    let sum = match (pointer.space, pointer.base) {
        (Space::Global, Words::Two(base)) => {
            let range = cx.ranges.of(offset);
            let is_small = 0 <= range.min && range.max <= i64::from(u32::MAX);
            let words = match words {
                Words::Two(words) => words,
                Words::One(word) => [word, cx.upper_word(word, width)],
            };
            cx.global_sum(pointer, base, words, is_small)?
        }
        _ => {
            let base = pointer.base.low();
            Pointer { base: Words::One(cx.add32(base, words.low())), ..pointer }.folded()
        }
    };
    cx.set(op.result(0), Loc::Pointer(sum));
    Ok(())
}

/// Selects `ptr.ptr_diff`.
pub(crate) fn ptr_diff(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let [lhs, rhs] = [cx.pointer(op.named("lhs"))?, cx.pointer(op.named("rhs"))?];
    let (lhs, rhs) = (cx.address(lhs), cx.address(rhs));
    let width = cx.int_width(op.result(0))?;
    let bytes = match (lhs, rhs) {
        (Words::Two(lhs), Words::Two(rhs)) => Words::Two(cx.sub64(lhs, rhs)),
        _ => {
            let word = cx.sub32(lhs.low(), rhs.low());
            let high = cx.shift32(Shift::Arithmetic, word, Operand::Const(31));
            Words::Two([word, high])
        }
    };
    cx.set_words(op.result(0), if width == 64 { bytes } else { Words::One(bytes.low()) });
    Ok(())
}

/// Selects `ptr.type_offset`.
pub(crate) fn type_offset(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    match op.def().and_then(|def| def.fold).and_then(|fold| fold(op, &[])) {
        Some(AttrKind::Integer(bytes, _)) => {
            let n = n_words(cx.scalar_of(op.result(0))?);
            cx.set_words(op.result(0), Words::constant(bytes, n));
            Ok(())
        }
        _ => Err("the size of the type is not known".into()),
    }
}

/// The registers and the offset of an access.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// The memory.
    pub(crate) space: Space,
    /// The vector register, or registers, of the address.
    vector: Operand,
    /// The scalar register, or registers, of the address.
    scalar: Operand,
    /// The constant.
    offset: i32,
    /// Whether accesses of global memory bypass the caches that other threads do not share.
    is_coherent: bool,
}

impl Place {
    /// Returns the place for accesses of global memory that bypass the caches that other threads do not share.
    pub(crate) fn coherent(self) -> Self {
        Self { is_coherent: true, ..self }
    }

    /// Returns the operands of an access: the address around the data.
    pub(crate) fn operands(&self, result: Option<Operand>, data: &[Operand]) -> Vec<Operand> {
        let mut operands: Vec<Operand> =
            result.into_iter().chain([self.vector]).chain(data.iter().copied()).collect();
        if self.space != Space::Workgroup {
            operands.push(self.scalar);
        }
        operands
    }

    /// Returns the modifiers of an access.
    pub(crate) fn modifiers(&self) -> Modifiers {
        let glc = self.is_coherent && self.space == Space::Global;
        Modifiers { offset: self.offset, glc, ..Modifiers::default() }
    }
}

/// Selects `ptr.load`.
pub(crate) fn load(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let is_coherent = is_monotonic(op)?;
    let pointer = cx.pointer(op.operand(0))?;
    let (n, scalar) = cx.elements_of(op.result_type(0))?;
    let bytes = access_bytes(op, n, scalar)?;
    let words = if is_scalar_load(op) && pointer.offset.is_none() && cx.are_scalar(pointer.base.list()) {
        cx.scalar_load(pointer, bytes)?
    } else {
        let place = cx.place_of(pointer)?;
        let place = if is_coherent { place.coherent() } else { place };
        cx.vector_load(place, bytes, scalar)
    };
    let elements = cx.split(&words, n, scalar);
    cx.set_elements(op.result(0), elements);
    Ok(())
}

/// Selects `ptr.store`.
pub(crate) fn store(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    if is_monotonic(op)? {
        return Err("atomic stores through pointers are not supported; use memref.atomic_rmw".into());
    }
    let value = op.operand(0);
    let scalar = cx.elements_of(op.module.type_of(value))?.1;
    let elements = cx.elements(value)?;
    let bytes = access_bytes(op, elements.len(), scalar)?;
    let words = cx.joined(&elements, scalar)?;
    let data = cx.tuple(&words, Class::V);
    let pointer = cx.pointer(op.named("ptr"))?;
    let place = cx.place_of(pointer)?;
    cx.store_from(data, &place, bytes);
    Ok(())
}

/// Returns the size of an access in bytes; its elements must be aligned to it.
fn access_bytes(op: OpRef<'_>, n: usize, scalar: Scalar) -> Result<u64, Unsupported> {
    let bytes = n as u64 * scalar.bytes();
    let is_legal =
        n == 1 || bytes.is_power_of_two() && bytes <= MAX_BYTES && bytes <= alignment_of(op).unwrap_or(1);
    if is_legal { Ok(bytes) } else { Err(Unsupported::not_expanded("lower-memref-access")) }
}

/// Whether a scalar is a float of 16 bits.
fn is_half(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Float(MachineFloat::F16 | MachineFloat::BF16))
}

impl Pointer {
    /// Returns the pointer some bytes further on.
    pub(crate) fn plus(self, bytes: i64) -> Self {
        Self { immediate: self.immediate.wrapping_add(bytes), ..self }
    }

    /// Moves a constant base of 32 bits to the constant.
    fn folded(self) -> Self {
        match self.base {
            Words::One(Operand::Const(base)) => {
                Self { base: Words::One(Operand::Const(0)), immediate: self.immediate + base, ..self }
            }
            _ => self,
        }
    }
}

impl Select<'_> {
    /// Returns a pointer.
    pub(crate) fn pointer(&self, value: Value) -> Result<Pointer, Unsupported> {
        match self.loc(value)? {
            Loc::Pointer(pointer) => Ok(*pointer),
            _ => Err("expected a pointer".into()),
        }
    }

    /// Returns the memory of a pointer type.
    pub(crate) fn pointer_space(&self, ty: Type) -> Result<Space, Unsupported> {
        Space::of_pointer(self.module, ty).map_err(Unsupported::from)
    }

    fn upper_word(&mut self, word: Operand, width: u32) -> Operand {
        if width == 1 { word } else { self.shift32(Shift::Arithmetic, word, Operand::Const(31)) }
    }

    /// Adds an offset to an address of global memory.
    fn global_sum(
        &mut self,
        pointer: Pointer,
        base: [Operand; 2],
        offset: [Operand; 2],
        is_small: bool,
    ) -> Result<Pointer, Unsupported> {
        let has_scalar_base = self.are_scalar(&base);
        if has_scalar_base && self.are_scalar(&offset) {
            return Ok(Pointer { base: Words::Two(self.add64(base, offset)), ..pointer });
        }
        if has_scalar_base && pointer.offset.is_none() && is_small {
            return Ok(Pointer { offset: Some(self.reg(offset[0], Class::V)), ..pointer });
        }
        let Words::Two(base) = self.address(Pointer { immediate: 0, ..pointer }) else {
            return Err("expected an address of 64 bits".into());
        };
        let offset = if is_small { [offset[0], Operand::Const(0)] } else { offset };
        Ok(Pointer { base: Words::Two(self.add64(base, offset)), offset: None, ..pointer })
    }

    /// Computes an address.
    pub(crate) fn address(&mut self, pointer: Pointer) -> Words {
        match pointer.base {
            Words::Two(base) => {
                let constant = Operand::Const(pointer.immediate);
                let base = self.add64(base, [constant.word(0), constant.word(1)]);
                let offset = pointer.offset.map(|offset| [offset, Operand::Const(0)]);
                Words::Two(offset.map_or(base, |offset| self.add64(base, offset)))
            }
            Words::One(base) => {
                Words::One(self.add32(base, Operand::Const(i64::from(pointer.immediate as i32))))
            }
        }
    }

    /// Returns an address as the operands of an access.
    pub(crate) fn place_of(&mut self, pointer: Pointer) -> Result<Place, Unsupported> {
        match (pointer.space, pointer.base) {
            (Space::Global, Words::Two(base)) => Ok(self.global_place(pointer, base)),
            (Space::Workgroup, base) => Ok(self.workgroup_place(pointer, base.low())),
            (Space::Private, base) => Ok(self.private_place(pointer, base.low())),
            (Space::Global, Words::One(_)) => Err("expected an address of 64 bits".into()),
        }
    }

    fn global_place(&mut self, pointer: Pointer, base: [Operand; 2]) -> Place {
        let limits = self.chip.global_offsets();
        let (mut base, mut offset) = (base, pointer.immediate);
        if !limits.contains(&offset) {
            // The lowest bits stay in the access, so that neighbours share the sum.
            let low = offset & 0xFFF;
            let high = Operand::Const(offset - low);
            base = self.add64(base, [high.word(0), high.word(1)]);
            offset = low;
        }
        let is_scalar = self.are_scalar(&base);
        let class = if is_scalar { Class::S } else { Class::V };
        let whole = self.tuple(&base, class);
        let (vector, scalar) = match (is_scalar, pointer.offset) {
            (true, Some(word)) => (word, whole),
            (true, None) => (self.reg(Operand::Const(0), Class::V), whole),
            (false, _) => (whole, Operand::Off),
        };
        Place { space: Space::Global, vector, scalar, offset: offset as i32, is_coherent: false }
    }

    fn workgroup_place(&mut self, pointer: Pointer, base: Operand) -> Place {
        let pointer = Pointer { base: Words::One(base), ..pointer }.folded();
        let (mut base, mut offset) = (pointer.base.low(), pointer.immediate);
        if !(0..=0xFFFF).contains(&offset) {
            base = self.add32(base, Operand::Const(i64::from(offset as i32)));
            offset = 0;
        }
        let vector = self.reg(base, Class::V);
        Place {
            space: Space::Workgroup,
            vector,
            scalar: Operand::Off,
            offset: offset as i32,
            is_coherent: false,
        }
    }

    fn private_place(&mut self, pointer: Pointer, base: Operand) -> Place {
        let pointer = Pointer { base: Words::One(base), ..pointer }.folded();
        let (mut base, mut offset) = (pointer.base.low(), pointer.immediate);
        // The hardware takes a base without sign: one that may be negative gets the constant before.
        if base != Operand::Const(0) || !(0..=4095).contains(&offset) {
            base = self.add32(base, Operand::Const(i64::from(offset as i32)));
            offset = 0;
        }
        let (vector, scalar) = match base {
            Operand::Const(0) if self.chip.sets_up_scratch() => (Operand::Off, self.reg(base, Class::S)),
            Operand::Const(0) => (Operand::Off, Operand::Off),
            base if self.is_scalar(base) => (Operand::Off, self.reg(base, Class::S)),
            base => (base, Operand::Off),
        };
        Place { space: Space::Private, vector, scalar, offset: offset as i32, is_coherent: false }
    }

    fn scalar_load(&mut self, pointer: Pointer, bytes: u64) -> Result<Vec<Operand>, Unsupported> {
        let Words::Two(base) = pointer.base else {
            return Err("expected an address of 64 bits".into());
        };
        let (mut base, mut offset) = (base, pointer.immediate);
        if !(0..1 << 20).contains(&offset) {
            let constant = Operand::Const(offset);
            base = self.add64(base, [constant.word(0), constant.word(1)]);
            offset = 0;
        }
        let base = self.tuple(&base, Class::S);
        let opcode = match bytes {
            4 => Opcode::SLoadB32,
            8 => Opcode::SLoadB64,
            16 => Opcode::SLoadB128,
            _ => return Err(Unsupported::not_expanded("lower-memref-access")),
        };
        let modifiers = Modifiers { offset: offset as i32, ..Modifiers::default() };
        let result = self.make_with(opcode, &[base], modifiers);
        Ok((0..bytes / 4).map(|index| result.word(index as u8)).collect())
    }

    /// Loads words; a narrow integer is sign-extended.
    fn vector_load(&mut self, place: Place, bytes: u64, scalar: Scalar) -> Vec<Operand> {
        let is_signed = matches!(scalar, Scalar::Int(2..)) && scalar.bytes() == bytes;
        let n = bytes.div_ceil(4) as u8;
        let result = Operand::from(self.fresh(Class::V, n));
        self.load_into(result, &place, bytes, is_signed);
        (0..n).map(|index| result.word(index)).collect()
    }

    /// Loads words to registers; a narrow integer is sign-extended if it is signed.
    pub(super) fn load_into(&mut self, result: Operand, place: &Place, bytes: u64, is_signed: bool) {
        let opcode = match (place.space, bytes, is_signed) {
            (Space::Global, 1, false) => Opcode::GlobalLoadU8,
            (Space::Global, 1, true) => Opcode::GlobalLoadI8,
            (Space::Global, 2, false) => Opcode::GlobalLoadU16,
            (Space::Global, 2, true) => Opcode::GlobalLoadI16,
            (Space::Global, 4, _) => Opcode::GlobalLoadB32,
            (Space::Global, 8, _) => Opcode::GlobalLoadB64,
            (Space::Global, ..) => Opcode::GlobalLoadB128,
            (Space::Workgroup, 1, false) => Opcode::DsLoadU8,
            (Space::Workgroup, 1, true) => Opcode::DsLoadI8,
            (Space::Workgroup, 2, false) => Opcode::DsLoadU16,
            (Space::Workgroup, 2, true) => Opcode::DsLoadI16,
            (Space::Workgroup, 4, _) => Opcode::DsLoadB32,
            (Space::Workgroup, 8, _) => Opcode::DsLoadB64,
            (Space::Workgroup, ..) => Opcode::DsLoadB128,
            (Space::Private, 1, false) => Opcode::ScratchLoadU8,
            (Space::Private, 1, true) => Opcode::ScratchLoadI8,
            (Space::Private, 2, false) => Opcode::ScratchLoadU16,
            (Space::Private, 2, true) => Opcode::ScratchLoadI16,
            (Space::Private, 4, _) => Opcode::ScratchLoadB32,
            (Space::Private, 8, _) => Opcode::ScratchLoadB64,
            (Space::Private, ..) => Opcode::ScratchLoadB128,
        };
        self.emit_with(opcode, &place.operands(Some(result), &[]), place.modifiers());
    }

    /// Stores words.
    pub(super) fn store_from(&mut self, data: Operand, place: &Place, bytes: u64) {
        let opcode = match (place.space, bytes) {
            (Space::Global, 1) => Opcode::GlobalStoreB8,
            (Space::Global, 2) => Opcode::GlobalStoreB16,
            (Space::Global, 4) => Opcode::GlobalStoreB32,
            (Space::Global, 8) => Opcode::GlobalStoreB64,
            (Space::Global, _) => Opcode::GlobalStoreB128,
            (Space::Workgroup, 1) => Opcode::DsStoreB8,
            (Space::Workgroup, 2) => Opcode::DsStoreB16,
            (Space::Workgroup, 4) => Opcode::DsStoreB32,
            (Space::Workgroup, 8) => Opcode::DsStoreB64,
            (Space::Workgroup, _) => Opcode::DsStoreB128,
            (Space::Private, 1) => Opcode::ScratchStoreB8,
            (Space::Private, 2) => Opcode::ScratchStoreB16,
            (Space::Private, 4) => Opcode::ScratchStoreB32,
            (Space::Private, 8) => Opcode::ScratchStoreB64,
            (Space::Private, _) => Opcode::ScratchStoreB128,
        };
        self.emit_with(opcode, &place.operands(None, &[data]), place.modifiers());
    }

    /// Returns the elements in loaded words.
    fn split(&mut self, words: &[Operand], n: usize, scalar: Scalar) -> Vec<Loc> {
        let bytes = scalar.bytes() as usize;
        if is_half(scalar) && 1 < n {
            let halves = words.iter().flat_map(|word| self.halves(*word));
            return halves.map(|half| Loc::Words(Words::One(half))).collect();
        }
        let element = |cx: &mut Self, index: usize| {
            if n_words(scalar) == 2 {
                return Loc::Words(Words::Two([words[2 * index], words[2 * index + 1]]));
            }
            let (word, first) = (words[index * bytes / 4], 8 * (index * bytes % 4));
            if scalar == Scalar::Int(1) {
                let word = cx.shift32(Shift::Logical, word, Operand::Const(first as i64));
                return Loc::Bit(cx.low_bit(word));
            }
            if bytes == 4 || n == 1 {
                return Loc::Words(Words::One(word));
            }
            let [first, width] = [first, 8 * bytes].map(|bits| Operand::Const(bits as i64));
            let opcode = if matches!(scalar, Scalar::Int(_)) { Opcode::VBfeI32 } else { Opcode::VBfeU32 };
            Loc::Words(Words::One(cx.make(opcode, &[word, first, width])))
        };
        (0..n).map(|index| element(self, index)).collect()
    }

    /// Returns elements as words in the form of memory.
    fn joined(&mut self, elements: &[Loc], scalar: Scalar) -> Result<Vec<Operand>, Unsupported> {
        let bytes = scalar.bytes() as usize;
        if is_half(scalar) && elements.len().is_multiple_of(2) {
            let halves = elements.chunks(2).map(|pair| match *pair {
                [Loc::Words(low), Loc::Words(high)] => Ok(self.pair_of_halves([low, high].map(Words::low))),
                _ => Err("expected numbers".into()),
            });
            return halves.collect();
        }
        let mut words: Vec<Operand> = Vec::new();
        for (index, element) in elements.iter().enumerate() {
            let parts = match element {
                Loc::Words(words) => *words,
                Loc::Bit(bit) => Words::One(self.word_of_bit(*bit, 1)),
                _ => return Err("expected numbers".into()),
            };
            let first = 8 * (index * bytes % 4);
            if first == 0 {
                let is_alone = elements.len() == 1 || 4 <= bytes;
                let parts = if is_alone { parts } else { self.zero_extended(parts, 8 * bytes as u32) };
                words.extend(parts.list());
                continue;
            }
            let is_last = first + 8 * bytes == 32;
            let part = if is_last { parts } else { self.zero_extended(parts, 8 * bytes as u32) };
            let shifted = self.shift32(Shift::Left, part.low(), Operand::Const(first as i64));
            if let Some(word) = words.last_mut() {
                *word = self.bitwise32(Bitwise::Or, *word, shifted);
            }
        }
        Ok(words)
    }
}
