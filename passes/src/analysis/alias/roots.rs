//! The roots of a memref: the memory that it may refer to, on every path on which its value may come.
//!
//! This module follows a result to its operands; [`escape`](super::escape) follows an operand to the results. A value
//! that reaches an operation unknown to both has [`Root::Any`].

use super::residues::{self, Residue};
use super::{MemoryRegion, Root, part};
use rustc_hash::FxHashSet;
use warpline_ir::def::{Effect, RegionFlow, View};
use warpline_ir::dialect::func::argument_attr;
use warpline_ir::dialect::gpu::Launch;
use warpline_ir::{Arith, Block, Builtin, Def, Func, Gpu, MemRef, Module, Op, OpKind, Use, Value};

/// Returns the memory that a memref may refer to.
pub(super) fn place_of(module: &Module, value: Value) -> MemoryRegion {
    let mut walk = Walk { module, work: vec![value], ..Walk::of(module) };
    let roots = walk.roots();
    let part = if walk.is_moved { part_of_view(module, value) } else { part::part_of(module, value) };
    MemoryRegion {
        is_part: matches!(part, Some((_, true))),
        part: part.map(|(part, _)| part),
        residue: residue_of(module, value),
        is_whole: is_whole(module, value),
        is_filled: is_filled(module, value),
        is_inside: false,
        is_beyond: walk.is_beyond,
        is_constant: !walk.is_written,
        objects: distinct_objects(module, value),
        roots,
    }
}

/// Returns how a value is a view.
pub fn view_kind(module: &Module, value: Value) -> Option<View> {
    module.op(module.defining_op(value)?).def()?.view
}

/// Returns the source of a view, a buffer or a pointer.
pub fn view_source(module: &Module, value: Value) -> Option<Value> {
    let Def::Result(op, index) = module.def(value) else { return None };
    let source = module.op(op).def()?.view?.source(index as usize)?;
    module.operands(op).get(source).copied()
}

/// Returns the result that is a view of the operand that is used.
pub(crate) fn view_of(module: &Module, used: Use) -> Option<Value> {
    let view = module.op(used.op).def()?.view?;
    let mut results = module.results(used.op).enumerate();
    results.find_map(|(index, result)| (view.source(index)? == used.index as usize).then_some(result))
}

/// A search for the roots of a value.
struct Walk<'m> {
    module: &'m Module,
    work: Vec<Value>,
    /// Whether a path leaves the bounds of a view.
    is_beyond: bool,
    /// Whether offsets of a type may not be relative to the beginning of the root.
    is_moved: bool,
    /// Whether a root may be written.
    is_written: bool,
}

impl<'m> Walk<'m> {
    fn of(module: &'m Module) -> Self {
        Self { module, work: Vec::new(), is_beyond: false, is_moved: false, is_written: false }
    }

    fn roots(&mut self) -> Vec<Root> {
        let mut roots = Vec::new();
        let mut is_seen = FxHashSet::default();
        while let Some(value) = self.work.pop() {
            if is_seen.contains(&value) {
                continue;
            }
            let root = match self.module.def(value) {
                Def::Result(op, index) => self.root_of_result(op, value, index as usize),
                Def::Arg(block, index) => self.root_of_argument(block, value, index as usize),
                Def::Forward => Some(Root::Any),
            };
            let Some(root) = root else {
                is_seen.insert(value);
                continue;
            };
            self.is_written |= !is_constant(self.module, value);
            if !roots.contains(&root) {
                roots.push(root);
            }
        }
        roots
    }

    /// Returns the root that an operation defines, or adds more values to follow.
    fn root_of_result(&mut self, op: Op, value: Value, index: usize) -> Option<Root> {
        let module = self.module;
        if let Some(source) = view_source(module, value) {
            self.note_view(view_kind(module, value));
            self.work.push(source);
            return None;
        }
        match module.kind(op) {
            _ if allocates(module, op) => return Some(Root::Alloc(value)),
            OpKind::MemRef(MemRef::GetGlobal) => {
                let path = module.attr(op, "name").and_then(|attr| module.attr_symbol(attr));
                return Some(path.and_then(|path| path.last()).map_or(Root::Any, |name| Root::Global(*name)));
            }
            OpKind::Builtin(Builtin::UnrealizedConversionCast) if !module.operands(op).is_empty() => {
                (self.is_beyond, self.is_moved) = (true, true);
                self.work.extend(module.operands(op));
            }
            OpKind::Arith(Arith::Select) => self.work.extend(&module.operands(op)[1..3]),
            OpKind::Func(Func::Call) | OpKind::Foreign(_) => return Some(Root::Elsewhere),
            _ => match module.sources_of_result(op, index) {
                Some(sources) => self.work.extend(sources),
                None => return Some(Root::Any),
            },
        }
        None
    }

    fn note_view(&mut self, view: Option<View>) {
        self.is_beyond |= view == Some(View::Anywhere);
        self.is_moved |= view == Some(View::Bytes);
    }

    /// Returns the root that a block argument is, or adds more values to follow.
    fn root_of_argument(&mut self, block: Block, value: Value, index: usize) -> Option<Root> {
        let module = self.module;
        let Some(parent) = module.block_parent(block) else { return Some(Root::Any) };
        match module.kind(parent) {
            OpKind::Func(Func::Func) | OpKind::Gpu(Gpu::Func) if module.entry(parent, 0) == Some(block) => {
                return Some(Root::Argument(value, is_alone(module, parent, index)));
            }
            // Workgroup or private memory, which each block or thread has for itself.
            OpKind::Gpu(Gpu::Launch) if Launch(module.op(parent)).n_geometry_args() <= index => {
                return Some(Root::Alloc(value));
            }
            _ => match module.sources_of_argument(block, index) {
                Some(sources) => self.work.extend(sources),
                None => return Some(Root::Any),
            },
        }
        None
    }
}

/// Whether the row of an operation says that it allocates its first result.
pub(crate) fn allocates(module: &Module, op: Op) -> bool {
    let first = module.op(op).def().and_then(|def| def.results.first());
    first.is_some_and(|slot| slot.effect == Some(Effect::Allocate))
}

/// Returns the buffer of which a value is the same view with another type.
pub(super) fn same_source(module: &Module, value: Value) -> Option<Value> {
    let is_same = matches!(view_kind(module, value), Some(View::Same | View::SameEach));
    view_source(module, value).filter(|_| is_same)
}

/// Whether a value is all of its root: an allocation, a global, an argument of a function, or a cast of one.
fn is_whole(module: &Module, value: Value) -> bool {
    let mut at = value;
    while let Some(source) = same_source(module, at) {
        at = source;
    }
    match module.def(at) {
        Def::Result(op, _) => allocates(module, op) || module.kind(op) == OpKind::MemRef(MemRef::GetGlobal),
        Def::Arg(block, _) => {
            let parent = module.block_parent(block).map(|parent| module.kind(parent));
            matches!(parent, Some(OpKind::Func(Func::Func) | OpKind::Gpu(Gpu::Func)))
        }
        Def::Forward => false,
    }
}

/// Returns the constant part of its root that a `memref.view` is.
fn part_of_view(module: &Module, value: Value) -> Option<(part::Part, bool)> {
    let view = module.defining_op(value).filter(|op| module.kind(*op) == OpKind::MemRef(MemRef::View))?;
    let is_of_root = is_whole(module, module.operand(view, 0));
    Some((part::part_of_view(module, view).filter(|_| is_of_root)?, true))
}

/// Returns the bytes of a view of a whole root, as far as varying offsets are known.
fn residue_of(module: &Module, value: Value) -> Option<Residue> {
    let (buffer, residue) = residues::of_view(module, value)?;
    is_whole(module, buffer).then_some(residue)
}

/// Whether a memref has constant sizes, none of them 0.
fn is_filled(module: &Module, value: Value) -> bool {
    module.shape(module.type_of(value)).is_some_and(|shape| shape.iter().all(|size| 0 < *size))
}

/// Whether a value is a buffer that is never written.
pub fn is_constant(module: &Module, value: Value) -> bool {
    let Some(op) = module.defining_op(value) else { return false };
    match module.kind(op) {
        OpKind::Foreign(name) => module.text(name) == "krnl.global",
        OpKind::MemRef(MemRef::GetGlobal) => {
            let path = module.attr(op, "name").and_then(|attr| module.attr_symbol(attr));
            let global = path.and_then(|path| module.resolve_symbol(op, path));
            global.is_some_and(|global| module.attr(global, "constant").is_some())
        }
        _ => false,
    }
}

/// Whether an argument of a function does not alias others: it is marked so, or is workgroup or private memory, which
/// follows the passed arguments.
fn is_alone(module: &Module, func: Op, index: usize) -> bool {
    let is_passed = || index < warpline_ir::dialect::func::function_type_of(module, func).0.len();
    argument_attr(module, func, index, "llvm.noalias").is_some()
        || module.kind(func) == OpKind::Gpu(Gpu::Func) && !is_passed()
}

/// Returns the `memref.distinct_objects` operations between a value and its root that hold for it. One that other
/// iterations of a loop execute on other buffers proves nothing, and one behind a `memref.reinterpret_cast` proves
/// nothing about the memory that this reaches.
fn distinct_objects(module: &Module, value: Value) -> Vec<(Op, u32)> {
    let mut found = Vec::new();
    let mut at = value;
    while let (Def::Result(op, index), Some(source)) = (module.def(at), view_source(module, at)) {
        match module.kind(op) {
            _ if view_kind(module, at) == Some(View::Anywhere) => break,
            OpKind::MemRef(MemRef::DistinctObjects) if is_fixed(module, at) => found.push((op, index)),
            _ => {}
        }
        at = source;
    }
    found
}

/// Whether a view is the same whenever its operation runs in one call of its function.
pub fn is_fixed(module: &Module, view: Value) -> bool {
    let mut work = vec![view];
    let mut is_seen = FxHashSet::default();
    while let Some(value) = work.pop() {
        match module.def(value) {
            _ if module.constant_int(value).is_some() => {}
            Def::Arg(block, _) if is_body(module, block) => {}
            Def::Result(op, _) if runs_once(module, op) => {}
            Def::Result(op, _) if view_source(module, value).is_some() => {
                let operands = module.operands(op).iter().copied();
                work.extend(operands.filter(|operand| is_seen.insert(*operand)));
            }
            Def::Result(..) | Def::Arg(..) | Def::Forward => return false,
        }
    }
    true
}

/// Whether a block is the first one of a function.
fn is_body(module: &Module, block: Block) -> bool {
    module.block_parent(block).is_some_and(|parent| {
        let is_function = matches!(module.kind(parent), OpKind::Func(Func::Func) | OpKind::Gpu(Gpu::Func));
        is_function && module.entry(parent, 0) == Some(block)
    })
}

/// Whether an operation runs at most once in each call of its function.
fn runs_once(module: &Module, op: Op) -> bool {
    let mut at = op;
    loop {
        let (Some(block), Some(parent)) = (module.block_of(at), module.parent_op(at)) else { return false };
        match module.kind(parent) {
            OpKind::Func(Func::Func) | OpKind::Gpu(Gpu::Func) => return is_body(module, block),
            _ if module.region_flow(parent) == Some(RegionFlow::Branch) => at = parent,
            _ => return false,
        }
    }
}
