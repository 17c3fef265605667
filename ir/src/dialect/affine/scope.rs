//! Affine scopes: the rules for values that are valid dimensions and symbols of a map.
//!
//! A scope is a function, a kernel or the like. A value computed at its top level, or derived from such
//! values, is invariant in the loops of the scope and is therefore a valid symbol. Induction variables, and
//! results of maps applied to them, are dimensions.

use crate::def::Trait;
use crate::dialect::{Affine, Arith, Gpu, MemRef, OpKind};
use crate::module::{Module, Region};
use crate::op::Op;
use crate::types::{DYNAMIC, Type};
use crate::value::{Def, Value};
use rustc_hash::FxHashMap;

/// The maximum length of a chain of defining operations that is followed.
const MAX_DEPTH: u32 = 256;

/// Returns the region of the scope that encloses an operation.
pub(super) fn scope_of(module: &Module, user: Op) -> Option<Region> {
    let mut block = module.block_of(user)?;
    loop {
        let parent = module.block_parent(block)?;
        if is_scope(module, parent) {
            return module.region_of(block);
        }
        block = module.block_of(parent)?;
    }
}

fn is_scope(module: &Module, op: Op) -> bool {
    let kind = module.kind(op);
    let is_gpu = matches!(kind, OpKind::Gpu(Gpu::Func | Gpu::Launch));
    is_gpu || kind.def().is_some_and(|def| def.has(Trait::AffineScope))
}

/// Whether a value is a valid symbol of a map that an operation applies.
pub fn is_symbol_for(module: &Module, value: Value, user: Op) -> bool {
    is_symbol(module, value, scope_of(module, user))
}

/// Whether a value is a valid dimension of a map that an operation applies.
pub fn is_dimension_for(module: &Module, value: Value, user: Op) -> bool {
    is_dimension(module, value, scope_of(module, user))
}

/// Whether an operation is at the top level of its scope, where every index is a symbol.
pub fn is_at_top_level(module: &Module, op: Op) -> bool {
    let region = module.block_of(op).and_then(|block| module.region_of(block));
    region.is_some() && region == scope_of(module, op)
}

/// Whether a value is a valid symbol in a scope.
pub(super) fn is_symbol(module: &Module, value: Value, scope: Option<Region>) -> bool {
    Search::new(module).is_symbol(value, scope, MAX_DEPTH)
}

/// Whether a value is a valid dimension in a scope.
pub(super) fn is_dimension(module: &Module, value: Value, scope: Option<Region>) -> bool {
    Search::new(module).is_dimension(value, scope, MAX_DEPTH)
}

/// Memoized results for the values from which a value is computed: each is visited once.
struct Search<'m> {
    module: &'m Module,
    symbols: FxHashMap<(Value, Option<Region>), bool>,
    dimensions: FxHashMap<Value, bool>,
}

impl<'m> Search<'m> {
    fn new(module: &'m Module) -> Self {
        Self { module, symbols: FxHashMap::default(), dimensions: FxHashMap::default() }
    }

    fn is_top_level(&self, value: Value, scope: Option<Region>) -> bool {
        let region = self.module.def_block(value).and_then(|block| self.module.region_of(block));
        region.is_some() && region == scope
    }

    fn is_symbol(&mut self, value: Value, scope: Option<Region>, depth: u32) -> bool {
        if self.module.type_of(value) != Type::INDEX || depth == 0 {
            return false;
        }
        if self.is_top_level(value, scope) {
            return true;
        }
        if let Some(known) = self.symbols.get(&(value, scope)) {
            return *known;
        }
        let found = self.follows_from_symbols(value, scope, depth)
            || self.outer_scope(scope).is_some_and(|outer| self.is_symbol(value, Some(outer), depth - 1));
        self.symbols.insert((value, scope), found);
        found
    }

    fn follows_from_symbols(&mut self, value: Value, scope: Option<Region>, depth: u32) -> bool {
        let module = self.module;
        let Def::Result(op, _) = module.def(value) else { return false };
        match module.kind(op) {
            OpKind::Arith(Arith::Constant) => true,
            OpKind::MemRef(MemRef::Dim) => self.is_fixed_size(op, scope, depth - 1),
            kind => {
                let is_pure = kind.def().is_some_and(|def| def.has(Trait::Pure));
                is_pure && module.operands(op).iter().all(|value| self.is_symbol(*value, scope, depth - 1))
            }
        }
    }

    /// Returns the region that encloses a scope which is not isolated from above.
    fn outer_scope(&self, scope: Option<Region>) -> Option<Region> {
        let parent = self.module.parent_of(scope?)?;
        let is_isolated = self.module.kind(parent).def().is_some_and(|def| def.has(Trait::Isolated));
        let region = || self.module.block_of(parent).and_then(|block| self.module.region_of(block));
        if is_isolated { None } else { region() }
    }

    /// Whether the size that a `memref.dim` yields is a valid symbol: it is the size of a top-level buffer,
    /// or an operand of the operation that creates the buffer.
    fn is_fixed_size(&mut self, dim: Op, scope: Option<Region>, depth: u32) -> bool {
        let module = self.module;
        let dim = module.op(dim);
        let source = dim.named("source");
        if self.is_top_level(source, scope) {
            return true;
        }
        let index = module.constant_int(dim.named("index")).and_then(|index| usize::try_from(index).ok());
        let (Some(index), Def::Result(mut op, _)) = (index, module.def(source)) else { return false };
        let mut steps = MAX_DEPTH;
        while module.kind(op) == OpKind::MemRef(MemRef::Cast) && 0 < steps {
            let Def::Result(inner, _) = module.def(module.operand(op, 0)) else { return false };
            op = inner;
            steps -= 1;
        }
        let view = module.op(op);
        let sizes = match module.kind(op) {
            OpKind::MemRef(MemRef::Alloc) => view.group("dynamicSizes"),
            OpKind::MemRef(MemRef::View | MemRef::SubView) => view.group("sizes"),
            _ => return false,
        };
        let shape = module.shape(view.result_type(0)).unwrap_or(&[]);
        match shape.get(index) {
            None => false,
            Some(&DYNAMIC) => {
                let at = shape[..index].iter().filter(|size| **size == DYNAMIC).count();
                sizes.get(at).is_some_and(|size| self.is_symbol(*size, scope, depth))
            }
            Some(_) => true,
        }
    }

    fn is_dimension(&mut self, value: Value, scope: Option<Region>, depth: u32) -> bool {
        let module = self.module;
        if module.type_of(value) != Type::INDEX || depth == 0 {
            return false;
        }
        if self.is_symbol(value, scope, depth) {
            return true;
        }
        if let Some(known) = self.dimensions.get(&value) {
            return *known;
        }
        let found = match module.def(value) {
            Def::Arg(block, _) => module.block_parent(block).is_some_and(|parent| {
                let kind = module.kind(parent);
                matches!(kind, OpKind::Affine(Affine::For | Affine::Parallel)) || is_scope(module, parent)
            }),
            Def::Result(op, _) => match module.kind(op) {
                OpKind::Affine(Affine::Apply | Affine::DelinearizeIndex | Affine::LinearizeIndex) => {
                    module.operands(op).iter().all(|value| self.is_dimension(*value, scope, depth - 1))
                }
                _ => false,
            },
            Def::Forward => false,
        };
        self.dimensions.insert(value, found);
        found
    }
}
