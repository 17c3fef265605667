//! Alias analysis of memrefs, shared by loop passes, the scheduler, its verifier and the backends.
//!
//! A memref is followed through views, casts, selects, and results and arguments of structured operations back to its
//! roots: local allocations, globals, function arguments, and values of unknown origin. [`Overlap::No`] is proved,
//! everything else is "may":
//!
//! - two allocations do not alias, and an allocation does not alias the arguments and globals of its function;
//! - an argument marked `llvm.noalias` does not alias other arguments and globals;
//! - the result of a call or of an unknown operation does not alias allocations and `llvm.noalias` arguments that
//!   never escape;
//! - results of one `memref.distinct_objects` do not alias;
//! - arguments of a private function, and of a kernel, do not alias if their operands do not alias at every call;
//! - a constant global is never written, so it conflicts with nothing else;
//! - parts of one root do not alias if their constant offsets, sizes and strides prove it, also through a cast that
//!   hides them, or if the known residues of varying offsets do.
//!
//! Accesses stay inside their view. Only `memref.reinterpret_cast` and `memref.extract_strided_metadata` make the
//! whole root accessible again. Both values of a query belong to one function; the answer holds for any two
//! iterations of the enclosing loops.
//!
//! ```text
//! %lo = memref.subview %m[0] [128] [1] : …       %lo and %hi are apart;
//! %hi = memref.subview %m[128] [128] [1] : …     %any may overlap both
//! %any = memref.subview %m[%i] [128] [1] : …
//! ```

mod call_sites;
mod escape;
mod fresh;
mod injective;
mod part;
mod residues;
mod roots;

pub use call_sites::{CallSites, INTERNAL};
pub(crate) use fresh::allocation;
pub(crate) use roots::{allocates, view_of};
pub use roots::{is_constant, is_fixed, view_kind, view_source};

use call_sites::Apart;
use part::Part;
use residues::Residue;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use warpline_ir::def::View;
use warpline_ir::dialect::func::argument_attr;
use warpline_ir::{Def, Gpu, MemRef, Module, Name, Op, OpKind, TypeKind, Value};

/// The origin of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Root {
    /// An allocation: the result of the operation that defines this value, or workgroup or private memory of a
    /// `gpu.launch`. Two regions of an arena are two roots, even if they overlap.
    Alloc(Value),
    /// An argument of the function; `true` if it is marked as not aliasing others.
    Argument(Value, bool),
    /// A global, by name.
    Global(Name),
    /// The result of a call or of an unknown operation.
    Elsewhere,
    /// Unknown memory.
    Any,
}

impl Root {
    /// Returns the class of other roots that it may alias.
    pub fn alias_class(self) -> AliasClass {
        match self {
            Self::Alloc(_) | Self::Argument(_, true) => AliasClass::None,
            Self::Argument(_, false) | Self::Global(_) => AliasClass::Passed,
            Self::Elsewhere | Self::Any => AliasClass::Any,
        }
    }

    /// Whether it denotes a single buffer.
    fn is_known(self) -> bool {
        match self {
            Self::Alloc(_) | Self::Argument(..) | Self::Global(_) => true,
            Self::Elsewhere | Self::Any => false,
        }
    }
}

/// The roots that a root may alias besides itself: [`Overlap::No`] is the answer for all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AliasClass {
    /// Only roots of [`AliasClass::Any`].
    None,
    /// Roots of the same class, and of [`AliasClass::Any`].
    Passed,
    /// All roots.
    Any,
}

/// The memory that a value may refer to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts about one place")]
pub struct MemoryRegion {
    /// The possible roots, in discovery order.
    pub roots: Vec<Root>,
    /// The constant part of the root that contains it.
    part: Option<Part>,
    /// Whether it covers all of that part.
    is_part: bool,
    /// The known residues of its bytes, if it is a view of the root at a varying offset.
    residue: Option<Residue>,
    /// Whether it covers all of the root.
    is_whole: bool,
    /// Whether it surely holds an element.
    is_filled: bool,
    /// Whether only some of it may be meant.
    is_inside: bool,
    /// Whether it may lie outside the view that an argument is.
    is_beyond: bool,
    /// Whether it is never written.
    is_constant: bool,
    /// The operations `memref.distinct_objects` on its path to the root, with the number of the result.
    objects: Vec<(Op, u32)>,
}

impl MemoryRegion {
    /// Returns the whole memory of a root.
    pub fn whole(root: Root) -> Self {
        Self {
            roots: vec![root],
            part: None,
            is_part: false,
            residue: None,
            is_whole: true,
            is_filled: false,
            is_inside: false,
            is_beyond: false,
            is_constant: false,
            objects: Vec::new(),
        }
    }

    /// Whether it is all of its root, or of an argument.
    pub fn is_whole(&self) -> bool {
        self.is_whole && self.roots.len() == 1
    }

    /// Returns an unknown part of this memory.
    pub fn inside(&self) -> Self {
        Self { is_inside: true, ..self.clone() }
    }

    /// Whether its root and its bytes are known.
    pub fn is_exact(&self) -> bool {
        let is_one = matches!(&self.roots[..], [root] if root.is_known());
        is_one && !self.is_inside && (self.is_whole || self.is_part)
    }

    /// Whether this surely shares memory with another part of the same single root that is not proved disjoint: one
    /// is all of the root and the other holds an element of it, or both are known and share a byte.
    pub fn surely_meets(&self, other: &Self) -> bool {
        let is_all = |place: &Self| place.is_whole() && place.is_exact();
        let holds = |a: &Self, b: &Self| {
            is_all(a) && b.roots.len() == 1 && b.is_filled && !b.is_inside && !b.is_beyond
        };
        is_all(self) && is_all(other)
            || holds(self, other)
            || holds(other, self)
            || self.is_exact()
                && other.is_exact()
                && part::surely_meet(self.part.as_ref(), other.part.as_ref())
    }

    /// Returns the bytes of the root from the first to one past the last, if known; there may be gaps.
    pub fn bytes(&self) -> Option<(i64, i64)> {
        self.part.as_ref().filter(|_| self.is_part).and_then(Part::bytes)
    }

    /// Whether both are different results of one `memref.distinct_objects`.
    fn is_distinct_object(&self, other: &Self) -> bool {
        let is_other = |(op, index): &(Op, u32)| other.objects.iter().any(|(o, i)| o == op && i != index);
        self.objects.iter().any(is_other)
    }
}

/// The answer to an alias query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Overlap {
    /// Proved disjoint, or neither is ever written.
    No,
    /// Unknown.
    May,
    /// Parts of the same single root that are not proved disjoint.
    Same,
}

/// Alias queries on the values of one module, with memoised results.
#[derive(Default)]
pub struct AliasAnalysis {
    found: FxHashMap<Value, Rc<MemoryRegion>>,
    /// Whether buffers escape: computed only once there is unknown memory.
    escaped: FxHashMap<Value, bool>,
    has_wild: bool,
    /// Buffers that have not been queried yet.
    unanswered: Vec<Value>,
    sites: Sites,
}

/// The knowledge about the calls of functions.
#[derive(Default)]
enum Sites {
    /// None, and calls are not searched.
    #[default]
    Ignored,
    /// Calls are searched when a query on an argument needs them.
    Wanted,
    /// The call sites found.
    Found(Rc<CallSites>),
}

impl AliasAnalysis {
    /// Creates queries that use the facts that calls prove about arguments.
    pub fn with_call_sites(sites: Rc<CallSites>) -> Self {
        Self { sites: Sites::Found(sites), ..Self::default() }
    }

    /// The same, but calls are searched only if a query depends on them.
    pub fn with_callers() -> Self {
        Self { sites: Sites::Wanted, ..Self::default() }
    }

    /// Returns the memory that a memref may refer to.
    pub fn of(&mut self, module: &Module, value: Value) -> Rc<MemoryRegion> {
        if let Some(place) = self.found.get(&value) {
            return Rc::clone(place);
        }
        let place = Rc::new(roots::place_of(module, value));
        for root in &place.roots {
            match root {
                Root::Alloc(base) | Root::Argument(base, true) => self.unanswered.push(*base),
                Root::Elsewhere | Root::Any => self.has_wild = true,
                Root::Argument(_, false) | Root::Global(_) => {}
            }
            if let Root::Argument(base, false) = root
                && matches!(self.sites, Sites::Wanted)
                && call_sites::is_hidden_argument(module, *base)
            {
                self.sites = Sites::Found(CallSites::of(module));
            }
        }
        if self.has_wild {
            for base in std::mem::take(&mut self.unanswered) {
                self.escaped.entry(base).or_insert_with(|| escape::escapes(module, base));
            }
        }
        self.found.insert(value, Rc::clone(&place));
        place
    }

    /// Whether accesses to all of two results of [`AliasAnalysis::of`] surely share memory.
    pub fn surely_overlap(&self, a: &MemoryRegion, b: &MemoryRegion) -> bool {
        self.overlap(a, b) == Overlap::Same && a.surely_meets(b)
    }

    /// Whether two results of [`AliasAnalysis::of`] share memory.
    pub fn overlap(&self, a: &MemoryRegion, b: &MemoryRegion) -> Overlap {
        if a.is_distinct_object(b) || a.is_constant != b.is_constant {
            return Overlap::No;
        }
        if is_same_buffer(&a.roots, &b.roots) {
            let is_apart = part::are_apart(a.part.as_ref(), b.part.as_ref())
                || matches!((&a.residue, &b.residue), (Some(a), Some(b)) if residues::are_apart(a, b));
            return if is_apart { Overlap::No } else { Overlap::Same };
        }
        let needed = Apart::needed(a.is_beyond || b.is_beyond);
        if self.share_roots(&a.roots, &b.roots, needed) { Overlap::May } else { Overlap::No }
    }

    /// Whether a root of one list may be the memory of a root of the other one.
    fn share_roots(&self, a: &[Root], b: &[Root], needed: Apart) -> bool {
        is_same_buffer(a, b) || a.iter().any(|x| b.iter().any(|y| self.may_touch(*x, *y, needed)))
    }

    fn may_touch(&self, a: Root, b: Root, needed: Apart) -> bool {
        match (a, b) {
            (Root::Alloc(base) | Root::Argument(base, true), Root::Elsewhere | Root::Any)
            | (Root::Elsewhere | Root::Any, Root::Alloc(base) | Root::Argument(base, true)) => {
                self.escaped.get(&base).copied().unwrap_or(true)
            }
            (Root::Elsewhere | Root::Any, _) | (_, Root::Elsewhere | Root::Any) => true,
            (Root::Alloc(x), Root::Alloc(y)) => x == y,
            (Root::Alloc(_), _) | (_, Root::Alloc(_)) => false,
            (Root::Argument(a, is_alone), Root::Argument(b, is_other_alone)) => {
                a == b || !(is_alone || is_other_alone || self.are_apart_at_calls(a, b, needed))
            }
            (Root::Argument(arg, is_alone), Root::Global(_))
            | (Root::Global(_), Root::Argument(arg, is_alone)) => !(is_alone || self.is_made_by_callers(arg)),
            (Root::Global(x), Root::Global(y)) => x == y,
        }
    }

    fn are_apart_at_calls(&self, a: Value, b: Value, needed: Apart) -> bool {
        matches!(&self.sites, Sites::Found(sites) if sites.are_apart(a, b, needed))
    }

    fn is_made_by_callers(&self, argument: Value) -> bool {
        matches!(&self.sites, Sites::Found(sites) if sites.is_allocated(argument))
    }
}

/// Whether both lists are one and the same single buffer.
fn is_same_buffer(a: &[Root], b: &[Root]) -> bool {
    matches!((a, b), ([x], [y]) if x == y && x.is_known())
}

/// Whether an access to one memref may conflict with a write to the other.
///
/// Cost: the lengths of both paths to the roots; one traversal of the module if both are arguments of a function
/// whose callers decide it. [`AliasAnalysis`] memoises that between queries.
pub fn may_alias(module: &Module, a: Value, b: Value) -> bool {
    overlap(module, a, b) != Overlap::No
}

/// Like [`may_alias`], for accesses within one execution of an operation that both buffers outlive: neither is the buffer
/// of another iteration of an enclosing loop, so an allocation does not alias what existed before it.
pub fn may_alias_within(module: &Module, scope: Op, a: Value, b: Value) -> bool {
    let is_outer = |value: Value| !module.is_made_inside(base(module, value), scope);
    may_alias(module, a, b) && !(is_outer(a) && is_outer(b) && fresh::is_one_fresh(module, a, b))
}

/// Whether two memrefs share memory.
pub fn overlap(module: &Module, a: Value, b: Value) -> Overlap {
    let mut aliases = AliasAnalysis::default();
    let (x, y) = (aliases.of(module, a), aliases.of(module, b));
    let found = aliases.overlap(&x, &y);
    let is_argument =
        |place: &MemoryRegion| place.roots.iter().any(|root| matches!(root, Root::Argument(..)));
    if found != Overlap::May || !is_argument(&x) && !is_argument(&y) {
        return found;
    }
    let mut aliases = AliasAnalysis::with_callers();
    let (x, y) = (aliases.of(module, a), aliases.of(module, b));
    aliases.overlap(&x, &y)
}

/// Whether a memref may reach elements of its root that are not elements of its source memref.
pub fn leaves_view(module: &Module, value: Value) -> bool {
    roots::view_kind(module, value) == Some(View::Anywhere)
}

/// Whether a value is a buffer, with a rank or without.
pub fn is_buffer(module: &Module, value: Value) -> bool {
    matches!(module.type_kind(module.type_of(value)), TypeKind::MemRef(..) | TypeKind::UnrankedMemRef(..))
}

/// Whether a value is an argument that is marked `llvm.noalias`.
pub(crate) fn is_noalias(module: &Module, value: Value) -> bool {
    let Def::Arg(block, index) = module.def(value) else { return false };
    let func = module.block_parent(block);
    func.is_some_and(|func| argument_attr(module, func, index as usize, "llvm.noalias").is_some())
}

/// Returns the memref that a value is a view of, through casts and views; itself if it is none.
pub fn base(module: &Module, value: Value) -> Value {
    let mut at = value;
    while let Some(source) = roots::view_source(module, at) {
        at = source;
    }
    at
}

/// Whether different indices of a memref are different elements. Without a constant layout this is assumed for
/// arguments, and derived for views of them.
pub fn is_injective(module: &Module, memref: Value) -> bool {
    injective::is_injective(module, memref)
}

/// Returns the local allocation that a memref refers to, if it does.
pub fn local_allocation(module: &Module, value: Value) -> Option<Op> {
    let op = module.defining_op(base(module, value))?;
    let is_local =
        matches!(module.kind(op), OpKind::MemRef(MemRef::Alloc | MemRef::Alloca) | OpKind::Gpu(Gpu::Alloc));
    is_local.then_some(op)
}
