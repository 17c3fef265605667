//! Emission: new registers, legal operands, tuples and copies.
//!
//! A value is a list of 32-bit words, each a register or a constant. An instruction is one of the scalar unit if all
//! of its sources are scalar: the callers choose by [`Select::are_scalar`].

use super::Select;
use crate::code::{Class, Register};
use crate::constant::Constant;
use crate::inst::{Inst, Label, Modifiers, Operand, Reg, Virtual};
use crate::opcode::{ConstantType, Format, Implicit, Kind, Opcode};
use crate::regalloc::alignment;
use warpline_passes::gpu::selection::in_order;

/// Whether a 32-bit constant costs no literal: small integers, and the floats that are inline.
pub(crate) fn is_inline(bits: i64) -> bool {
    is_inline_as(bits, ConstantType::B32)
}

fn is_inline_as(bits: i64, ty: ConstantType) -> bool {
    matches!(Constant::new(bits, ty), Some(Constant::Inline(_)))
}

impl Select<'_> {
    /// Creates a register.
    pub(crate) fn fresh(&mut self, class: Class, n: u8) -> Virtual {
        self.code.register(class, n)
    }

    /// Creates a mask of lanes.
    pub(crate) fn fresh_mask(&mut self) -> Virtual {
        let n = self.lanes.mask_words();
        self.code.add(Register { class: Class::S, n, is_mask: true, fixed: None, is_unspillable: false })
    }

    /// Appends an instruction with legal operands.
    pub(crate) fn emit(&mut self, opcode: Opcode, operands: &[Operand]) {
        self.emit_with(opcode, operands, Modifiers::default());
    }

    /// Appends an instruction with modifiers.
    pub(crate) fn emit_with(&mut self, opcode: Opcode, operands: &[Operand], modifiers: Modifiers) {
        let mut inst = Inst { opcode, operands: operands.to_vec(), modifiers };
        if opcode.is_valu() {
            self.legalize(&mut inst);
        } else {
            self.limit_literals(&mut inst);
        }
        self.code.push(inst);
    }

    /// Appends an instruction whose first operand, its result, is a new register, and returns that.
    pub(crate) fn make(&mut self, opcode: Opcode, sources: &[Operand]) -> Operand {
        self.make_with(opcode, sources, Modifiers::default())
    }

    /// Appends an instruction with modifiers and a new register as its result.
    pub(crate) fn make_with(&mut self, opcode: Opcode, sources: &[Operand], modifiers: Modifiers) -> Operand {
        let result = self.result_of(opcode, &modifiers, 0);
        let operands: Vec<Operand> = std::iter::once(result).chain(sources.iter().copied()).collect();
        self.emit_with(opcode, &operands, modifiers);
        result
    }

    /// Appends an instruction with two results, the second of which is a mask.
    pub(crate) fn make_two(&mut self, opcode: Opcode, sources: &[Operand]) -> (Operand, Operand) {
        let modifiers = Modifiers::default();
        let results = (self.result_of(opcode, &modifiers, 0), self.result_of(opcode, &modifiers, 1));
        let operands: Vec<Operand> =
            [results.0, results.1].into_iter().chain(sources.iter().copied()).collect();
        self.emit(opcode, &operands);
        results
    }

    fn result_of(&mut self, opcode: Opcode, modifiers: &Modifiers, index: usize) -> Operand {
        match opcode.operands(modifiers)[index] {
            Kind::VDst(n) => self.fresh(Class::V, n).into(),
            Kind::Mask => self.fresh_mask().into(),
            Kind::SDst(n) => self.fresh(Class::S, n).into(),
            _ => unreachable!("{opcode:?} has no result {index}"),
        }
    }

    /// Whether an operand is a constant or in scalar registers.
    pub(crate) fn is_scalar(&self, operand: Operand) -> bool {
        match operand {
            Operand::Reg(Reg::Virtual(it)) => self.code.registers[it.id as usize].class == Class::S,
            Operand::Reg(Reg::V { .. }) => false,
            Operand::Reg(_) | Operand::Const(_) | Operand::Label(_) | Operand::Off => true,
        }
    }

    /// Whether all operands are constants or in scalar registers.
    pub(crate) fn are_scalar(&self, operands: &[Operand]) -> bool {
        operands.iter().all(|operand| self.is_scalar(*operand))
    }

    /// Copies sources to vector registers until the instruction reads no more scalar registers and literals than the
    /// hardware allows.
    fn legalize(&mut self, inst: &mut Inst) {
        let n_defs = inst.opcode.n_defs(&inst.modifiers);
        let kinds = inst.opcode.operands(&inst.modifiers);
        self.commute(inst);
        let mut limit = inst.opcode.max_scalar_sources(self.chip.family);
        if inst.opcode.reads().contains(Implicit::VCC) {
            limit -= 1;
        }
        let masks = (n_defs..kinds.len()).filter(|index| kinds[*index] == Kind::Mask);
        let mut scalars: Vec<Operand> = masks.map(|index| inst.operands[index]).collect();
        for (index, kind) in kinds.iter().enumerate().skip(n_defs) {
            let operand = inst.operands[index];
            match *kind {
                Kind::VSrc(n) if self.is_scalar(operand) => inst.operands[index] = self.vector(operand, n),
                Kind::Src(n) => {
                    let is_double = inst.opcode.constant_type(index, &inst.modifiers) == ConstantType::F64;
                    let takes_literal = self.takes_literal(inst, index);
                    if !self.is_allowed(operand, (n, is_double), takes_literal, limit, &mut scalars) {
                        inst.operands[index] = self.vector(operand, n);
                    }
                }
                _ => {}
            }
        }
    }

    /// Swaps the sources of a commutative instruction if that gives it a short form, in which the second source is a
    /// vector register.
    fn commute(&self, inst: &mut Inst) {
        let is_plain = inst.modifiers == Modifiers::default();
        if let [_, first, second] = &mut inst.operands[..]
            && is_plain
            && inst.opcode.is_commutative()
            && self.is_scalar(*second)
            && !self.is_scalar(*first)
        {
            std::mem::swap(first, second);
        }
    }

    /// Whether an instruction may have a literal at a position. On gfx9 only the short form has room for one.
    fn takes_literal(&self, inst: &Inst, index: usize) -> bool {
        let family = self.chip.family;
        if !family.is_gfx9() {
            return true;
        }
        let format = inst.opcode.encoding(family).map(|encoding| encoding.format);
        let kinds = inst.opcode.operands(&inst.modifiers);
        matches!(format, Some(Format::Vop1 | Format::Vop2))
            && inst.modifiers == Modifiers::default()
            && !kinds.contains(&Kind::Mask)
            && index == inst.opcode.n_defs(&inst.modifiers)
            && inst.operands.get(index + 1).is_none_or(|second| !self.is_scalar(*second))
    }

    /// Whether an instruction that reads these scalar registers and literals may read an operand of `n` words, too;
    /// adds it then.
    fn is_allowed(
        &self,
        operand: Operand,
        (n, is_double): (u8, bool),
        takes_literal: bool,
        limit: usize,
        scalars: &mut Vec<Operand>,
    ) -> bool {
        let is_literal = match operand {
            Operand::Const(bits) if n == 2 => {
                let is_small = (-16..=64).contains(&bits);
                let is_high = is_double && bits as u32 == 0;
                if !is_small && !is_high {
                    return false;
                }
                !is_small && !is_inline_as(bits, ConstantType::F64)
            }
            Operand::Const(bits) => !is_inline(bits),
            _ => false,
        };
        let costs = is_literal || matches!(operand, Operand::Reg(_)) && self.is_scalar(operand);
        if !costs {
            return true;
        }
        if is_literal && !takes_literal {
            return false;
        }
        if scalars.contains(&operand) {
            return true;
        }
        let has_literal = scalars.iter().any(|other| matches!(other, Operand::Const(_)));
        if limit <= scalars.len() || is_literal && has_literal {
            return false;
        }
        scalars.push(operand);
        true
    }

    /// Copies literals to scalar registers until one is left.
    fn limit_literals(&mut self, inst: &mut Inst) {
        let n_defs = inst.opcode.n_defs(&inst.modifiers);
        let kinds = inst.opcode.operands(&inst.modifiers);
        let mut known = None;
        for (index, kind) in kinds.iter().enumerate().skip(n_defs) {
            let (Operand::Const(bits), Kind::SSrc(_)) = (inst.operands[index], *kind) else {
                continue;
            };
            if is_inline(bits) || known == Some(bits) {
                continue;
            }
            if known.is_some() {
                inst.operands[index] = self.copied(Operand::Const(bits), Class::S);
            }
            known = known.or(Some(bits));
        }
    }

    /// Returns an operand of `n` words in vector registers.
    pub(crate) fn vector(&mut self, operand: Operand, n: u8) -> Operand {
        if !self.is_scalar(operand) {
            return operand;
        }
        let words: Vec<Operand> = (0..n).map(|index| operand.word(index)).collect();
        self.tuple(&words, Class::V)
    }

    /// Returns a word in a register of a class; a vector word in scalar registers must be the same in all lanes.
    pub(crate) fn reg(&mut self, word: Operand, class: Class) -> Operand {
        match (word, class) {
            (Operand::Const(_), _) => self.copied(word, class),
            (_, Class::V) if self.is_scalar(word) => self.copied(word, class),
            (_, Class::S) if !self.is_scalar(word) => self.copied(word, class),
            _ => word,
        }
    }

    fn copied(&mut self, word: Operand, class: Class) -> Operand {
        let target = self.fresh(class, 1).into();
        self.copy(target, word);
        target
    }

    /// Copies a word to a register.
    pub(crate) fn copy(&mut self, target: Operand, source: Operand) {
        let opcode = match (self.is_scalar(target), self.is_scalar(source)) {
            (true, true) => Opcode::SMovB32,
            (true, false) => Opcode::VReadfirstlaneB32,
            (false, _) => Opcode::VMovB32,
        };
        self.code.emit(opcode, &[target, source]);
    }

    /// Returns words as a tuple of consecutive registers: the registers that they are, or copies.
    pub(crate) fn tuple(&mut self, words: &[Operand], class: Class) -> Operand {
        if let Some(whole) = self.consecutive(words, class) {
            return whole;
        }
        let target = Operand::from(self.fresh(class, words.len() as u8));
        for (index, word) in words.iter().enumerate() {
            self.copy(target.word(index as u8), *word);
        }
        target
    }

    /// Returns the tuple of which the words are consecutive parts, at a position that the hardware allows.
    fn consecutive(&self, words: &[Operand], class: Class) -> Option<Operand> {
        let first = words.first()?.virtual_register()?;
        let register = self.code.registers[first.id as usize];
        let n = words.len() as u8;
        let is_next = |(index, word): (usize, &Operand)| {
            word.virtual_register() == Some(Virtual { first: first.first + index as u8, n: 1, ..first })
        };
        let is_aligned =
            u16::from(first.first).is_multiple_of(alignment(self.chip.family, class, u16::from(n)));
        let holds = register.class == class && is_aligned && words.iter().enumerate().all(is_next);
        holds.then(|| Virtual { n, ..first }.into())
    }

    /// Returns a value of two words as one operand: a constant that needs no register, or a pair.
    pub(crate) fn pair(&mut self, words: [Operand; 2]) -> Operand {
        if let [Operand::Const(low), Operand::Const(high)] = words {
            let bits = (high << 32) | i64::from(low as u32);
            if (-16..=64).contains(&bits) {
                return Operand::Const(bits);
            }
        }
        let class = if self.are_scalar(&words) { Class::S } else { Class::V };
        self.tuple(&words, class)
    }

    /// Emits copies that take place at once.
    pub(crate) fn copy_together(&mut self, copies: Vec<(Operand, Operand)>) {
        let fresh = |target| {
            let class = if self.is_scalar(target) { Class::S } else { Class::V };
            self.fresh(class, 1).into()
        };
        for (target, source) in in_order(copies, fresh) {
            self.copy(target, source);
        }
    }

    /// Places a label here.
    pub(crate) fn place(&mut self, label: Label) {
        self.code.place(label);
    }

    /// Emits a branch.
    pub(crate) fn branch(&mut self, opcode: Opcode, label: Label) {
        self.code.emit(opcode, &[label.into()]);
    }
}
