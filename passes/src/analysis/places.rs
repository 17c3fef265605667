//! Which memory a memref of the host may refer to: roots, and the part of the root that its type tells.
//!
//! A value is followed through views, casts, selects, results and arguments of structured operations back to its
//! roots: local allocations, globals, function arguments, and values that come from elsewhere. "No" is proved, all
//! else is "may": two local allocations are apart; an argument is apart from a local allocation, and from other
//! arguments if one of them is marked `llvm.noalias`; what comes from elsewhere is apart from allocations that
//! never went there. Parts of one root are apart when their constant offsets, sizes and strides say so, or what is
//! known of offsets that vary ([`residues`]).

use super::residues::{self, Residue};
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::{
    Arith, AttrKind, Block, Builtin, DYNAMIC, Def, Func, Gpu, MemRef, Module, Name, Op, OpKind, Rt, Scf,
    Value,
};

/// Where memory comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Root {
    /// Made by the operation that defines this value. Two places of an arena are two roots, also where they overlap.
    Alloc(Value),
    /// An argument of the function; `true` if it is marked not to share memory with others.
    Argument(Value, bool),
    /// A global, by name.
    Global(Name),
    /// The result of a call or of an unknown operation.
    Elsewhere,
    /// Not known at all.
    Any,
}

/// The memory that a value may refer to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Where it may come from, in the order of finding.
    pub roots: Vec<Root>,
    /// The part of the root, if the type tells it.
    part: Option<Part>,
    /// What is known of its bytes where it is a view of the root at an offset that varies.
    residue: Option<Residue>,
    /// Whether it is all of the root.
    is_whole: bool,
    /// Whether it holds an element for sure.
    is_filled: bool,
    /// Whether perhaps only some of it is meant.
    is_inside: bool,
}

impl Place {
    /// All of the memory of a root.
    pub fn whole(root: Root) -> Self {
        let (part, residue) = (None, None);
        Self { roots: vec![root], part, residue, is_whole: true, is_filled: false, is_inside: false }
    }

    /// Whether it is all of its root, or of an argument.
    pub fn is_whole(&self) -> bool {
        self.is_whole && self.roots.len() == 1
    }

    /// Some unknown part of this place.
    pub fn inside(mut self) -> Self {
        self.is_inside = true;
        self
    }

    /// Whether it is known which bytes of which root these are.
    pub fn is_exact(&self) -> bool {
        let is_known = |root: &Root| !matches!(root, Root::Elsewhere | Root::Any);
        let is_one = matches!(&self.roots[..], [root] if is_known(root));
        is_one && !self.is_inside && (self.is_whole || self.part.is_some())
    }

    /// Whether this surely shares memory with another part of the same one root that is not proved apart: both are known, or
    /// one is all of the root and the other holds an element of it.
    pub fn surely_meets(&self, other: &Self) -> bool {
        let holds = |a: &Self, b: &Self| {
            a.is_whole() && a.is_exact() && b.roots.len() == 1 && b.is_filled && !b.is_inside
        };
        self.is_exact() && other.is_exact() || holds(self, other) || holds(other, self)
    }

    /// The bytes of the root from the first to one past the last, where the type tells them; there may be gaps.
    pub fn bytes(&self) -> Option<(i64, i64)> {
        let part = self.part.as_ref()?;
        let end = if part.is_empty() { Some(part.offset) } else { part.end() };
        end.map(|end| (part.offset, end))
    }
}

/// A constant part of a root, in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Part {
    offset: i64,
    /// Size and stride of each dimension.
    dims: Vec<(i64, i64)>,
}

/// Whether two places share memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Overlap {
    /// Proved not to.
    No,
    /// Not known.
    May,
    /// They are parts of the same one root that are not proved apart.
    Same,
}

/// Answers about the values of one module; remembers them.
#[derive(Default)]
pub struct Places {
    found: FxHashMap<Value, Place>,
    escaped: FxHashMap<Value, bool>,
}

impl Places {
    /// The memory behind a memref.
    pub fn of(&mut self, module: &Module, value: Value) -> Place {
        if let Some(place) = self.found.get(&value) {
            return place.clone();
        }
        let place = Place {
            roots: roots_of(module, value),
            part: part_of(module, value),
            residue: residue_of(module, value),
            is_whole: is_whole(module, value),
            is_filled: is_filled(module, value),
            is_inside: false,
        };
        for root in &place.roots {
            if let Root::Alloc(alloc) = root {
                self.escaped.entry(*alloc).or_insert_with(|| escapes(module, *alloc));
            }
        }
        self.found.insert(value, place.clone());
        place
    }

    /// Whether two places that came from here share memory.
    pub fn overlap(&self, a: &Place, b: &Place) -> Overlap {
        if let ([x], [y]) = (&a.roots[..], &b.roots[..])
            && x == y
            && !matches!(x, Root::Elsewhere | Root::Any)
        {
            let is_apart = are_apart(a.part.as_ref(), b.part.as_ref())
                || matches!((&a.residue, &b.residue), (Some(a), Some(b)) if residues::are_apart(a, b));
            return if is_apart { Overlap::No } else { Overlap::Same };
        }
        let touches = a.roots.iter().any(|x| b.roots.iter().any(|y| self.may_touch(*x, *y)));
        if touches { Overlap::May } else { Overlap::No }
    }

    fn may_touch(&self, a: Root, b: Root) -> bool {
        match (a, b) {
            (Root::Any, _) | (_, Root::Any) => true,
            (Root::Alloc(x), Root::Alloc(y)) => x == y,
            (Root::Alloc(x), Root::Elsewhere) | (Root::Elsewhere, Root::Alloc(x)) => {
                self.escaped.get(&x).copied().unwrap_or(true)
            }
            (Root::Alloc(_), _) | (_, Root::Alloc(_)) => false,
            (Root::Argument(x, is_alone), Root::Argument(y, is_other_alone)) => {
                x == y || !(is_alone || is_other_alone)
            }
            (Root::Argument(_, is_alone), _) | (_, Root::Argument(_, is_alone)) => !is_alone,
            (Root::Global(x), Root::Global(y)) => x == y,
            (Root::Elsewhere, _) | (_, Root::Elsewhere) => true,
        }
    }
}

/// Whether a value is all of its root: an allocation, a global, an argument of a function, or a cast of one.
fn is_whole(module: &Module, value: Value) -> bool {
    let mut at = value;
    while let Some(op) = module.defining_op(at)
        && module.kind(op) == OpKind::MemRef(MemRef::Cast)
    {
        at = module.operand(op, 0);
    }
    match module.def(at) {
        Def::Result(op, _) => matches!(
            module.kind(op),
            OpKind::MemRef(MemRef::Alloc | MemRef::Alloca | MemRef::GetGlobal)
                | OpKind::Gpu(Gpu::Alloc)
                | OpKind::Rt(Rt::Alloc | Rt::Arena)
        ),
        Def::Arg(block, _) => {
            let parent = module.block_parent(block).map(|parent| module.kind(parent));
            matches!(parent, Some(OpKind::Func(Func::Func) | OpKind::Gpu(Gpu::Func)))
        }
        Def::Forward => false,
    }
}

/// The bytes of a view of a whole root, as far as offsets that vary are known.
fn residue_of(module: &Module, value: Value) -> Option<Residue> {
    let (buffer, residue) = residues::of_view(module, value)?;
    is_whole(module, buffer).then_some(residue)
}

/// Whether a memref has constant sizes, none of them 0.
fn is_filled(module: &Module, value: Value) -> bool {
    module.shape(module.type_of(value)).is_some_and(|shape| shape.iter().all(|size| 0 < *size))
}

/// The roots of a value, by following every way it may come.
fn roots_of(module: &Module, value: Value) -> Vec<Root> {
    let mut roots = Vec::new();
    let mut work = vec![value];
    let mut is_seen = FxHashSet::default();
    while let Some(value) = work.pop() {
        if !is_seen.insert(value) {
            continue;
        }
        let root = match module.def(value) {
            Def::Result(op, index) => root_of_result(module, op, value, index as usize, &mut work),
            Def::Arg(block, index) => root_of_argument(module, block, value, index as usize, &mut work),
            Def::Forward => Some(Root::Any),
        };
        if let Some(root) = root
            && !roots.contains(&root)
        {
            roots.push(root);
        }
    }
    roots
}

/// The root that an operation makes, or more values to follow.
fn root_of_result(
    module: &Module,
    op: Op,
    value: Value,
    index: usize,
    work: &mut Vec<Value>,
) -> Option<Root> {
    match module.kind(op) {
        OpKind::MemRef(MemRef::Alloc | MemRef::Alloca)
        | OpKind::Gpu(Gpu::Alloc)
        | OpKind::Rt(Rt::Alloc | Rt::Arena) => Some(Root::Alloc(value)),
        OpKind::MemRef(MemRef::GetGlobal) => {
            let path = module.attr(op, "name").and_then(|attr| module.attr_symbol(attr));
            Some(path.and_then(|path| path.last()).map_or(Root::Any, |name| Root::Global(*name)))
        }
        OpKind::MemRef(MemRef::Cast | MemRef::SubView)
        | OpKind::Builtin(Builtin::UnrealizedConversionCast) => {
            work.push(module.operand(op, 0));
            None
        }
        OpKind::Arith(Arith::Select) => {
            work.extend(&module.operands(op)[1..3]);
            None
        }
        OpKind::Scf(Scf::For | Scf::If) => {
            if module.kind(op) == OpKind::Scf(Scf::For) {
                work.extend(module.op(op).group(3).get(index));
            }
            work.extend(
                ends(module, op).into_iter().filter_map(|end| module.operands(end).get(index).copied()),
            );
            None
        }
        OpKind::Func(Func::Call) | OpKind::Foreign(_) => Some(Root::Elsewhere),
        _ => Some(Root::Any),
    }
}

/// The last operations of the blocks of an operation.
fn ends(module: &Module, op: Op) -> Vec<Op> {
    let blocks = module.regions_of(op).into_iter().flat_map(|region| module.blocks_of(region).to_vec());
    blocks.filter_map(|block| module.last_op(block)).collect()
}

/// The root that a block argument is, or more values to follow.
fn root_of_argument(
    module: &Module,
    block: Block,
    value: Value,
    index: usize,
    work: &mut Vec<Value>,
) -> Option<Root> {
    let Some(parent) = module.block_parent(block) else { return Some(Root::Any) };
    let is_entry = module.entry(parent, 0) == Some(block);
    match module.kind(parent) {
        OpKind::Func(Func::Func) | OpKind::Gpu(Gpu::Func) if is_entry => {
            Some(Root::Argument(value, has_argument_attr(module, parent, index, "llvm.noalias")))
        }
        OpKind::Scf(Scf::For) if index != 0 => {
            work.extend(module.op(parent).group(3).get(index - 1));
            work.extend(
                ends(module, parent).into_iter().filter_map(|end| module.operands(end).get(index - 1)),
            );
            None
        }
        _ => Some(Root::Any),
    }
}

fn has_argument_attr(module: &Module, func: Op, index: usize, key: &str) -> bool {
    let Some(AttrKind::Array(args)) = module.attr(func, "arg_attrs").map(|attr| module.attr_kind(attr))
    else {
        return false;
    };
    let Some(AttrKind::Dict(attrs)) = args.get(index).map(|attr| module.attr_kind(*attr)) else {
        return false;
    };
    attrs.iter().any(|attr| module.text(attr.name) == key)
}

/// Whether an allocation, or a view of it, goes where its way is not followed.
fn escapes(module: &Module, alloc: Value) -> bool {
    let mut work = vec![alloc];
    let mut is_seen = FxHashSet::default();
    while let Some(value) = work.pop() {
        for found in module.uses(value) {
            match module.kind(found.op) {
                OpKind::Func(Func::Call) | OpKind::Foreign(_) => return true,
                OpKind::MemRef(MemRef::Store) if found.index == 0 => return true,
                _ => work.extend(module.results(found.op).filter(|result| {
                    let ty = module.type_of(*result);
                    module.is_memref(ty) && is_seen.insert(*result)
                })),
            }
        }
    }
    false
}

/// The part of its root that a value is, from the layout of its type.
fn part_of(module: &Module, value: Value) -> Option<Part> {
    let ty = module.type_of(value);
    let shape = module.shape(ty)?.to_vec();
    let (offset, strides) = module.strides(ty)?;
    let bytes = i64::try_from(module.byte_size(module.element_type(ty))?).ok()?;
    let is_known = |numbers: &[i64]| numbers.iter().all(|number| *number != DYNAMIC && 0 <= *number);
    if !is_known(&shape) || !is_known(&strides) || !is_known(&[offset]) {
        return None;
    }
    let dims = shape.iter().zip(&strides).map(|(size, stride)| Some((*size, stride.checked_mul(bytes)?)));
    let mut dims: Vec<_> = dims.collect::<Option<_>>()?;
    dims.push((bytes, 1));
    Some(Part { offset: offset.checked_mul(bytes)?, dims })
}

impl Part {
    /// One past the last byte.
    fn end(&self) -> Option<i64> {
        self.dims.iter().try_fold(self.offset + 1, |end, (size, stride)| {
            end.checked_add((size - 1).max(0).checked_mul(*stride)?)
        })
    }

    fn is_empty(&self) -> bool {
        self.dims.iter().any(|(size, _)| *size == 0)
    }

    /// First and end index of each dimension, if the strides nest so that each byte has one index.
    fn rectangle(&self) -> Option<Vec<(i64, i64)>> {
        let mut rest = self.offset;
        let mut ranges = Vec::new();
        let mut limit = i64::MAX;
        for (size, stride) in &self.dims {
            if *stride <= 0 {
                return None;
            }
            let first = rest / stride;
            rest %= stride;
            let end = first.checked_add(*size)?;
            if limit < end.checked_mul(*stride)? {
                return None;
            }
            ranges.push((first, end));
            limit = *stride;
        }
        Some(ranges)
    }
}

/// Whether two parts of one root have no byte in common.
fn are_apart(a: Option<&Part>, b: Option<&Part>) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return false };
    if a.is_empty() || b.is_empty() {
        return true;
    }
    let (Some(a_end), Some(b_end)) = (a.end(), b.end()) else { return false };
    if a_end <= b.offset || b_end <= a.offset {
        return true;
    }
    let strides = |part: &Part| part.dims.iter().map(|(_, stride)| *stride).collect::<Vec<_>>();
    if strides(a) != strides(b) {
        return false;
    }
    let (Some(a), Some(b)) = (a.rectangle(), b.rectangle()) else { return false };
    a.iter().zip(&b).any(|(x, y)| x.1 <= y.0 || y.1 <= x.0)
}
