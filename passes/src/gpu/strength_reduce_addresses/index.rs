//! Decomposes indices into a constant plus values times constants.

use super::Reducer;
use crate::gpu::address;
use warpline_ir::{Arith, Builder, Module, Op, OpKind, Type, Value};

/// The maximum depth of the use-def traversal of an index.
const MAX_DEPTH: u32 = 6;
/// The maximum number of parts of a decomposed index.
const MAX_PARTS: usize = 4;

/// A decomposed index: a constant plus values times constants.
#[derive(Clone, Debug)]
pub(super) struct Index {
    pub(super) constant: i64,
    pub(super) parts: Vec<(Value, i64)>,
}

impl Index {
    /// Returns the index that is a single value.
    pub(super) fn of(module: &Module, value: Value) -> Self {
        match module.constant_int(value) {
            Some(constant) => Self { constant, parts: Vec::new() },
            None => Self { constant: 0, parts: vec![(value, 1)] },
        }
    }

    fn times(mut self, factor: i64) -> Self {
        self.constant = self.constant.wrapping_mul(factor);
        for (_, scale) in &mut self.parts {
            *scale = scale.wrapping_mul(factor);
        }
        self
    }

    fn plus(mut self, other: Self) -> Self {
        self.constant = self.constant.wrapping_add(other.constant);
        for (value, scale) in other.parts {
            match self.parts.iter_mut().find(|(known, _)| *known == value) {
                Some((_, known)) => *known = known.wrapping_add(scale),
                None => self.parts.push((value, scale)),
            }
        }
        self.parts.retain(|(_, scale)| *scale != 0);
        self
    }
}

/// A part of an address: an index, decomposed and whole, times a stride, times a number of bytes.
#[derive(Clone, Debug)]
pub(super) struct Dimension {
    pub(super) parts: Index,
    pub(super) whole: Value,
    /// A stride that is only known at run time.
    pub(super) stride: Option<Value>,
    pub(super) scale: i64,
}

impl Reducer<'_> {
    /// Decomposes a term of a plan for an access.
    pub(super) fn dimension(&mut self, access: Op, term: &address::Term) -> Dimension {
        let ty = self.module.type_of(term.index);
        let whole = if is_wide(self.module, ty) {
            term.index
        } else {
            Builder::before(self.module, access).value(Arith::IndexCast, &[term.index], Type::INDEX, &[])
        };
        Dimension { parts: self.split(term.index, 0), whole, stride: term.stride, scale: term.scale }
            .with_whole_of_narrow(self.module)
    }

    /// Decomposes an index if a part is a constant, the induction variable of a loop, or changes in fewer loops
    /// than another.
    fn split(&self, value: Value, depth: u32) -> Index {
        if let Some(split) = self.split_definition(value, depth)
            && split.parts.len() <= MAX_PARTS
        {
            let mut depths = split.parts.iter().map(|(part, _)| self.depth_of(*part));
            let first = depths.next();
            let differ = depths.any(|depth| Some(depth) != first);
            if split.constant != 0 || differ || split.parts.iter().any(|(part, _)| self.is_counter(*part)) {
                return split;
            }
        }
        Index::of(self.module, value)
    }

    fn split_definition(&self, value: Value, depth: u32) -> Option<Index> {
        let module = &*self.module;
        let op = module
            .defining_op(value)
            .filter(|_| depth < MAX_DEPTH && is_wide(module, module.type_of(value)))?;
        let &[left, right] = module.operands(op) else { return None };
        let split = |value: Value| self.split(value, depth + 1);
        match module.kind(op) {
            OpKind::Arith(Arith::AddI) => Some(split(left).plus(split(right))),
            OpKind::Arith(Arith::SubI) => Some(split(left).plus(split(right).times(-1))),
            OpKind::Arith(Arith::MulI) => match (module.constant_int(left), module.constant_int(right)) {
                (_, Some(factor)) => Some(split(left).times(factor)),
                (Some(factor), None) => Some(split(right).times(factor)),
                (None, None) => None,
            },
            OpKind::Arith(Arith::ShLI) => {
                let by = module.constant_int(right).filter(|by| (0..62).contains(by))?;
                Some(split(left).times(1 << by))
            }
            _ => None,
        }
    }
}

impl Dimension {
    /// Keeps narrower integers whole.
    fn with_whole_of_narrow(mut self, module: &Module) -> Self {
        if let [(value, 1)] = self.parts.parts[..]
            && !is_wide(module, module.type_of(value))
        {
            self.parts = Index::of(module, self.whole);
        }
        self
    }
}

/// Whether sums of a type wrap around at 64 bits.
fn is_wide(module: &Module, ty: Type) -> bool {
    module.bit_width(ty) == Some(64)
}
