//! Value locations: the words of scalars, bits, pointers, buffers, and lists of them for vectors.

use super::{Select, SelectResult, Selector as _, Unsupported};
use crate::code::Class;
use crate::inst::{Label, Operand};
use crate::opcode::Opcode;
use std::rc::Rc;
use warpline_ir::{MachineFloat, Module, Type, TypeKind, Value};
pub(crate) use warpline_passes::gpu::buffers::MemorySpace as Space;
use warpline_passes::gpu::buffers::layout;
pub(crate) use warpline_passes::gpu::scalar::Scalar;

/// The words of a scalar, the lowest first; a scalar of 32 bits or less has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Words {
    /// 32 bits or less.
    One(Operand),
    /// 64 bits.
    Two([Operand; 2]),
}

impl Words {
    /// Returns a constant of `n` words.
    pub(crate) fn constant(bits: i64, n: u8) -> Self {
        let whole = Operand::Const(bits);
        if n == 2 { Self::Two([whole.word(0), whole.word(1)]) } else { Self::One(whole.word(0)) }
    }

    /// Returns the words of a register tuple.
    pub(crate) fn of(register: Operand, n: u8) -> Self {
        if n == 2 { Self::Two([register.word(0), register.word(1)]) } else { Self::One(register.word(0)) }
    }

    /// Returns the lowest word.
    pub(crate) fn low(self) -> Operand {
        match self {
            Self::One(word) | Self::Two([word, _]) => word,
        }
    }

    /// Returns the words as a list.
    pub(crate) fn list(&self) -> &[Operand] {
        match self {
            Self::One(word) => std::slice::from_ref(word),
            Self::Two(words) => words,
        }
    }

    /// Returns the constant that the words are.
    pub(crate) fn as_constant(self) -> Option<i64> {
        match self {
            Self::One(Operand::Const(bits)) => Some(bits),
            Self::Two([Operand::Const(low), Operand::Const(high)]) => {
                Some(high << 32 | i64::from(low as u32))
            }
            Self::One(_) | Self::Two(_) => None,
        }
    }
}

/// An `i1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bit {
    /// A constant.
    Const(bool),
    /// 0 or 1 in a scalar register, the same in all lanes.
    Scalar(Operand),
    /// A mask with a bit for each lane; those of inactive lanes have no meaning.
    Mask(Operand),
    /// A comparison of scalars that its only user computes.
    Pending(Comparison),
}

/// A comparison of scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Comparison {
    /// The predicate of `arith.cmpi`.
    pub(crate) predicate: &'static str,
    /// The left side.
    pub(crate) lhs: Words,
    /// The right side.
    pub(crate) rhs: Words,
}

/// An address: the sum of a base, an offset that differs between lanes, and a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pointer {
    /// The memory.
    pub(crate) space: Space,
    /// The base address, of two words in global memory and one elsewhere.
    pub(crate) base: Words,
    /// A 32-bit offset without sign in a vector register; only with a scalar base in global memory.
    pub(crate) offset: Option<Operand>,
    /// The constant.
    pub(crate) immediate: i64,
}

/// A decomposed memref.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Memory {
    /// The address of its first element.
    pub(crate) pointer: Pointer,
    /// The element type.
    pub(crate) element: Scalar,
    /// The size of each dimension.
    pub(crate) sizes: Vec<Words>,
    /// The stride of each dimension, in elements.
    pub(crate) strides: Vec<Words>,
}

/// The location of a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Loc {
    /// Undefined, or its definition could not be selected.
    #[default]
    Nothing,
    /// A number of up to 64 bits.
    Words(Words),
    /// An `i1`.
    Bit(Bit),
    /// A pointer.
    Pointer(Pointer),
    /// A memref.
    Memory(Rc<Memory>),
    /// The elements of a vector, or of a lane's part of a matrix.
    Vector(Rc<[Loc]>),
}

/// What an assignment does to the bits of inactive lanes in masks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keeps {
    /// They have no meaning: no lane has its value yet, or all lanes of the region are active.
    Nothing,
    /// They stay: inactive lanes have their values already.
    Inactive,
}

/// Returns the number of words of a scalar.
pub(crate) fn n_words(scalar: Scalar) -> u8 {
    match scalar {
        Scalar::Int(33..) | Scalar::Float(MachineFloat::F64) => 2,
        Scalar::Int(_) | Scalar::Float(_) | Scalar::Fp8(_) => 1,
    }
}

/// Returns the type of a scalar.
pub(crate) fn scalar(module: &Module, ty: Type) -> Result<Scalar, Unsupported> {
    Scalar::of(module, ty).map_err(Unsupported::from)
}

impl Select<'_> {
    /// Returns the location of a value; an error if it has none.
    pub(crate) fn loc(&self, value: Value) -> Result<&Loc, Unsupported> {
        match &self.locs[value] {
            Loc::Nothing if self.diagnostics.has_errors() => Err(Unsupported::reported()),
            Loc::Nothing => Err("an operand has no definition before its use".into()),
            loc => Ok(loc),
        }
    }

    /// Returns the words of a number.
    pub(crate) fn words(&self, value: Value) -> Result<Words, Unsupported> {
        match self.loc(value)? {
            Loc::Words(words) => Ok(*words),
            _ => Err("expected a number".into()),
        }
    }

    /// Returns the word of a number of at most 32 bits.
    pub(crate) fn word(&self, value: Value) -> Result<Operand, Unsupported> {
        match self.words(value)? {
            Words::One(word) => Ok(word),
            Words::Two(_) => Err("expected a number of at most 32 bits".into()),
        }
    }

    /// Returns an `i1`.
    pub(crate) fn bit(&self, value: Value) -> Result<Bit, Unsupported> {
        match self.loc(value)? {
            Loc::Bit(bit) => Ok(*bit),
            _ => Err("expected an i1".into()),
        }
    }

    /// Returns the parts of a memref.
    pub(crate) fn memory(&self, value: Value) -> Result<Rc<Memory>, Unsupported> {
        match self.loc(value)? {
            Loc::Memory(memory) => Ok(memory.clone()),
            _ => Err("expected a memref".into()),
        }
    }

    /// Returns the elements of a vector in row-major order; a scalar is a vector of one.
    pub(crate) fn elements(&self, value: Value) -> Result<Vec<Loc>, Unsupported> {
        match self.loc(value)? {
            Loc::Vector(elements) => Ok(elements.to_vec()),
            scalar => Ok(vec![scalar.clone()]),
        }
    }

    /// Sets the location of a value.
    pub(crate) fn set(&mut self, value: Value, loc: Loc) {
        self.locs[value] = loc;
    }

    /// Sets a number.
    pub(crate) fn set_words(&mut self, value: Value, words: Words) {
        self.locs[value] = Loc::Words(words);
    }

    /// Sets a number of one word.
    pub(crate) fn set_word(&mut self, value: Value, word: Operand) {
        self.set_words(value, Words::One(word));
    }

    /// Sets the elements of a vector; a value of another type has a single one.
    pub(crate) fn set_elements(&mut self, value: Value, elements: Vec<Loc>) {
        let ty = self.module.type_of(value);
        let is_list = self.is_vector(ty) || matches!(self.module.type_kind(ty), TypeKind::MmaMatrix(..));
        self.locs[value] = match <[Loc; 1]>::try_from(elements) {
            Ok([element]) if !is_list => element,
            Ok(one) => Loc::Vector(Rc::from(one)),
            Err(many) => Loc::Vector(many.into()),
        };
    }

    /// Returns an `i1` as a mask of lanes.
    pub(crate) fn mask(&mut self, bit: Bit) -> Operand {
        let mask = match bit {
            Bit::Mask(mask) => return mask,
            Bit::Const(_) | Bit::Scalar(_) | Bit::Pending(_) => Operand::from(self.fresh_mask()),
        };
        let (mov, select) = (self.lanes.mov(), self.lanes.select());
        if let Bit::Const(holds) = bit {
            self.emit(mov, &[mask, Operand::Const(-i64::from(holds))]);
            return mask;
        }
        let [first, second] = self.sides(bit, Operand::Const(-1), Operand::Const(0));
        self.emit(select, &[mask, first, second]);
        mask
    }

    /// Computes a scalar `i1` in the condition code; returns the value of the code that means true.
    pub(crate) fn condition(&mut self, bit: Bit) -> bool {
        match bit {
            Bit::Pending(comparison) => self.compare_scalars(comparison),
            Bit::Scalar(word) => {
                self.emit(Opcode::SCmpLgU32, &[word, Operand::Const(0)]);
                true
            }
            Bit::Const(holds) => {
                self.emit(Opcode::SCmpEqU32, &[Operand::Const(0), Operand::Const(0)]);
                holds
            }
            Bit::Mask(_) => unreachable!("a mask is no scalar"),
        }
    }

    /// Computes a scalar `i1` in the condition code; returns both sides in the order in which a select takes them.
    pub(crate) fn sides<T>(&mut self, bit: Bit, yes: T, no: T) -> [T; 2] {
        if self.condition(bit) { [yes, no] } else { [no, yes] }
    }

    /// Branches to a label if a scalar `i1` has the value `holds`.
    pub(crate) fn branch_if(&mut self, bit: Bit, holds: bool, label: Label) {
        let code = self.condition(bit) == holds;
        self.branch(if code { Opcode::SCbranchScc1 } else { Opcode::SCbranchScc0 }, label);
    }

    /// Whether an `i1` is the same in all lanes by the way it is held.
    pub(crate) fn is_uniform_bit(bit: Bit) -> bool {
        !matches!(bit, Bit::Mask(_))
    }

    /// Returns an `i1` as the word 0 or `one`: a scalar if it is one.
    pub(crate) fn word_of_bit(&mut self, bit: Bit, one: i64) -> Operand {
        match bit {
            Bit::Const(holds) => Operand::Const(if holds { one } else { 0 }),
            Bit::Scalar(word) if one == 1 => word,
            Bit::Scalar(_) | Bit::Pending(_) => {
                let sides = self.sides(bit, Operand::Const(one), Operand::Const(0));
                self.make(Opcode::SCselectB32, &sides)
            }
            Bit::Mask(mask) => {
                self.make(Opcode::VCndmaskB32, &[Operand::Const(0), Operand::Const(one), mask])
            }
        }
    }

    /// Compares a word with 0; the result is true if it differs.
    pub(crate) fn bit_of_word(&mut self, word: Operand) -> Bit {
        match word {
            Operand::Const(bits) => Bit::Const(bits != 0),
            _ if self.is_scalar(word) => {
                self.emit(Opcode::SCmpLgU32, &[word, Operand::Const(0)]);
                Bit::Scalar(self.make(Opcode::SCselectB32, &[Operand::Const(1), Operand::Const(0)]))
            }
            _ => Bit::Mask(self.make(Opcode::VCmpNeU32, &[word, Operand::Const(0)])),
        }
    }

    /// Returns a bit that no later instruction changes: a pending comparison is computed.
    pub(crate) fn settled(&mut self, bit: Bit) -> Bit {
        match bit {
            Bit::Pending(_) => Bit::Scalar(self.word_of_bit(bit, 1)),
            bit => bit,
        }
    }

    /// Assigns new registers to a value, which edges write.
    pub(crate) fn fresh_for(&mut self, value: Value) -> Result<Loc, Unsupported> {
        let class = if self.uniformity.is_scalar(value) { Class::S } else { Class::V };
        let loc = self.fresh_loc(self.module.type_of(value), class)?;
        self.locs[value] = loc.clone();
        Ok(loc)
    }

    fn fresh_loc(&mut self, ty: Type, class: Class) -> Result<Loc, Unsupported> {
        if self.module.is_memref(ty) {
            return self.fresh_memory(ty, class);
        }
        if let TypeKind::Ptr(_) = self.module.type_kind(ty) {
            let space = self.pointer_space(ty)?;
            return Ok(Loc::Pointer(self.fresh_pointer(space, class)));
        }
        if let TypeKind::MmaMatrix(..) = self.module.type_kind(ty) {
            return self.fresh_matrix(ty);
        }
        let (n, scalar) = self.elements_of(ty)?;
        if !self.is_vector(ty) {
            return Ok(self.fresh_scalar(scalar, class));
        }
        Ok(Loc::Vector((0..n).map(|_| self.fresh_scalar(scalar, class)).collect()))
    }

    fn fresh_scalar(&mut self, scalar: Scalar, class: Class) -> Loc {
        match (scalar, class) {
            (Scalar::Int(1), Class::S) => Loc::Bit(Bit::Scalar(self.fresh(Class::S, 1).into())),
            (Scalar::Int(1), Class::V) => Loc::Bit(Bit::Mask(self.fresh_mask().into())),
            (scalar, class) => {
                let n = n_words(scalar);
                Loc::Words(Words::of(self.fresh(class, n).into(), n))
            }
        }
    }

    pub(crate) fn fresh_pointer(&mut self, space: Space, class: Class) -> Pointer {
        let n = if space == Space::Global { 2 } else { 1 };
        let base = Words::of(self.fresh(class, n).into(), n);
        Pointer { space, base, offset: None, immediate: 0 }
    }

    fn fresh_memory(&mut self, ty: Type, class: Class) -> Result<Loc, Unsupported> {
        let (shape, strides) = layout(self.module, ty)?;
        let element = Scalar::of_memref(self.module, ty)?;
        let space = self.memory_space(ty)?;
        let pointer = self.fresh_pointer(space, class);
        let mut part = |value: &i64| match *value {
            warpline_ir::DYNAMIC => Words::of(self.fresh(class, 2).into(), 2),
            known => Words::constant(known, 2),
        };
        let sizes = shape.iter().map(&mut part).collect();
        let strides = strides.iter().map(&mut part).collect();
        Ok(Loc::Memory(Rc::new(Memory { pointer, element, sizes, strides })))
    }

    /// Copies values to the registers that edges write; all sources are read before any target is written. Bits of
    /// inactive lanes stay if other lanes have their values already.
    pub(crate) fn assign(&mut self, targets: &[Loc], sources: &[Value], keeps: Keeps) -> SelectResult {
        let mut copies = Vec::with_capacity(targets.len());
        for (target, source) in targets.iter().zip(sources) {
            let source = self.loc(*source)?.clone();
            self.copies(target, &source, keeps, &mut copies)?;
        }
        self.copy_together(copies);
        Ok(())
    }

    /// Writes 0 to masks, so that bits of single lanes can be added to them.
    pub(crate) fn clear_masks(&mut self, locs: &[Loc]) {
        for loc in locs {
            match loc {
                Loc::Bit(Bit::Mask(mask)) => self.emit(self.lanes.mov(), &[*mask, Operand::Const(0)]),
                Loc::Vector(elements) => self.clear_masks(elements),
                _ => {}
            }
        }
    }

    /// Adds the copies of a value to `copies`; masks are merged at once.
    fn copies(
        &mut self,
        target: &Loc,
        source: &Loc,
        keeps: Keeps,
        copies: &mut Vec<(Operand, Operand)>,
    ) -> SelectResult {
        match (target, source) {
            (Loc::Words(target), Loc::Words(source)) => {
                copies.extend(target.list().iter().copied().zip(source.list().iter().copied()));
            }
            (Loc::Bit(Bit::Scalar(target)), Loc::Bit(source)) => {
                let source = self.word_of_bit(*source, 1);
                copies.push((*target, source));
            }
            (Loc::Bit(Bit::Mask(target)), Loc::Bit(source)) => {
                let source = self.mask(*source);
                let merged = if keeps == Keeps::Inactive { self.merged(*target, source) } else { source };
                let n = self.lanes.mask_words();
                copies.extend((0..n).map(|index| (target.word(index), merged.word(index))));
            }
            (Loc::Pointer(target), Loc::Pointer(source)) => {
                let source = self.address(*source);
                copies.extend(target.base.list().iter().copied().zip(source.list().iter().copied()));
            }
            (Loc::Memory(target), Loc::Memory(source)) => {
                if target.pointer.space != source.pointer.space {
                    let reason = "a memref of one memory space is passed on as one of another";
                    return Err(reason.into());
                }
                let base = self.address(source.pointer);
                copies.extend(target.pointer.base.list().iter().copied().zip(base.list().iter().copied()));
                let targets = target.sizes.iter().chain(&target.strides);
                for (target, source) in targets.zip(source.sizes.iter().chain(&source.strides)) {
                    if target.as_constant().is_none() {
                        copies.extend(target.list().iter().copied().zip(source.list().iter().copied()));
                    }
                }
            }
            (Loc::Vector(targets), Loc::Vector(sources)) => {
                for (target, source) in targets.iter().zip(sources.iter()) {
                    self.copies(target, source, keeps, copies)?;
                }
            }
            _ => return Err("values of different kinds meet".into()),
        }
        Ok(())
    }

    /// Returns a mask with the bits of `source` for active lanes and those of `target` for others.
    fn merged(&mut self, target: Operand, source: Operand) -> Operand {
        let (and, and_not, or) = (self.lanes.and(), self.lanes.and_not(), self.lanes.or());
        let exec = self.lanes.exec();
        let [kept, new, merged] = [(); 3].map(|()| Operand::from(self.fresh_mask()));
        self.emit(and_not, &[kept, target, exec]);
        self.emit(and, &[new, source, exec]);
        self.emit(or, &[merged, kept, new]);
        merged
    }
}
