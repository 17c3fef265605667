//! Whether two memrefs may share memory: one answer for loops, the scheduler, its verifier and the backends.
//!
//! A memref is followed through views, casts, selects, and results and arguments of structured operations back to its
//! roots: local allocations, globals, function arguments, and values that come from elsewhere. [`Overlap::No`] is
//! proved, everything else is "may":
//!
//! - two allocations are apart, and an allocation is apart from the arguments and globals of its function;
//! - an argument marked `llvm.noalias` is apart from other arguments and from globals;
//! - what comes from a call or an operation that is not followed is apart from allocations and `llvm.noalias` arguments
//!   that never escape;
//! - results of one `memref.distinct_objects` are apart;
//! - arguments of a private function, and of a kernel, are apart if they are at every call;
//! - no write goes to a constant global, so it conflicts with nothing else;
//! - parts of one root are apart if their constant offsets, sizes and strides prove it, also where a cast hides them, or
//!   what is known of offsets that vary.
//!
//! Accesses stay inside of their view. Only `memref.reinterpret_cast` and `memref.extract_strided_metadata` reach all
//! of the root again. Both values of a question belong to one function; the answer holds for any two iterations of the
//! loops around them.
//!
//! ```text
//! %lo = memref.subview %m[0] [128] [1] : …       %lo and %hi are apart;
//! %hi = memref.subview %m[128] [128] [1] : …     %any may overlap both
//! %any = memref.subview %m[%i] [128] [1] : …
//! ```

mod call_sites;
mod escape;
mod injective;
mod part;
mod residues;
mod roots;

pub use call_sites::{CallSites, INTERNAL};
pub(crate) use escape::carried_to;
pub(crate) use roots::is_view;
pub use roots::{is_fixed, view_source};

use call_sites::Apart;
use part::Part;
use residues::Residue;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use warpline_ir::{Gpu, MemRef, Module, Name, Op, OpKind, Value};

/// Where memory comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Root {
    /// Made by the operation that defines this value. Two regions of an arena are two roots, also where they overlap.
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

impl Root {
    /// Which other roots it may share memory with.
    pub fn kin(self) -> Kin {
        match self {
            Self::Alloc(_) | Self::Argument(_, true) => Kin::None,
            Self::Argument(_, false) | Self::Global(_) => Kin::Passed,
            Self::Elsewhere | Self::Any => Kin::Any,
        }
    }

    /// Whether it is one certain buffer.
    fn is_known(self) -> bool {
        match self {
            Self::Alloc(_) | Self::Argument(..) | Self::Global(_) => true,
            Self::Elsewhere | Self::Any => false,
        }
    }
}

/// Which roots a root may share memory with besides itself: [`Overlap::No`] is the answer for all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kin {
    /// Only those of [`Kin::Any`].
    None,
    /// Those of the same kin, and of [`Kin::Any`].
    Passed,
    /// All.
    Any,
}

/// The memory that a value may refer to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts about one place")]
pub struct Place {
    /// Where it may come from, in the order of finding.
    pub roots: Vec<Root>,
    /// The constant part of the root that holds all of it.
    part: Option<Part>,
    /// Whether it is all of that part.
    is_part: bool,
    /// What is known of its bytes where it is a view of the root at an offset that varies.
    residue: Option<Residue>,
    /// Whether it is all of the root.
    is_whole: bool,
    /// Whether it holds an element for sure.
    is_filled: bool,
    /// Whether perhaps only some of it is meant.
    is_inside: bool,
    /// Whether it may lie outside of the view that an argument is.
    is_beyond: bool,
    /// Whether nothing ever writes it.
    is_constant: bool,
    /// The operations `memref.distinct_objects` on its path to the root, with the number of the result.
    objects: Vec<(Op, u32)>,
}

impl Place {
    /// All of the memory of a root.
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

    /// Some unknown part of this place.
    pub fn inside(&self) -> Self {
        Self { is_inside: true, ..self.clone() }
    }

    /// Whether it is known which bytes of which root these are.
    pub fn is_exact(&self) -> bool {
        let is_one = matches!(&self.roots[..], [root] if root.is_known());
        is_one && !self.is_inside && (self.is_whole || self.is_part)
    }

    /// Whether this surely shares memory with another part of the same one root that is not proved apart: one is all of the
    /// root and the other holds an element of it, or both are known and have a byte in common.
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

    /// The bytes of the root from the first to one past the last, where they are known; there may be gaps.
    pub fn bytes(&self) -> Option<(i64, i64)> {
        self.part.as_ref().filter(|_| self.is_part).and_then(Part::bytes)
    }

    /// Whether both come from different results of one `memref.distinct_objects`.
    fn is_distinct_object(&self, other: &Self) -> bool {
        let is_other = |(op, index): &(Op, u32)| other.objects.iter().any(|(o, i)| o == op && i != index);
        self.objects.iter().any(is_other)
    }
}

/// Whether two places share memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Overlap {
    /// Proved not to, or nothing may write either.
    No,
    /// Not known.
    May,
    /// They are parts of the same one root that are not proved apart.
    Same,
}

/// Answers about the values of one module; remembers them.
#[derive(Default)]
pub struct Places {
    found: FxHashMap<Value, Rc<Place>>,
    /// Whether buffers escape: asked only once there is a place of unknown memory.
    escaped: FxHashMap<Value, bool>,
    has_wild: bool,
    /// Buffers for which nobody has asked yet.
    unanswered: Vec<Value>,
    sites: Sites,
}

/// What is known of the calls of functions.
#[derive(Default)]
enum Sites {
    /// Nothing, and nothing is looked for.
    #[default]
    Ignored,
    /// They are found when an argument asks for them.
    Wanted,
    /// These.
    Found(Rc<CallSites>),
}

impl Places {
    /// Answers that use what the calls of functions prove about their arguments.
    pub fn with_call_sites(sites: Rc<CallSites>) -> Self {
        Self { sites: Sites::Found(sites), ..Self::default() }
    }

    /// The same, where calls are looked for only if a question depends on them.
    pub fn with_callers() -> Self {
        Self { sites: Sites::Wanted, ..Self::default() }
    }

    /// The memory behind a memref.
    pub fn of(&mut self, module: &Module, value: Value) -> Rc<Place> {
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

    /// Whether two places that came from here share memory.
    pub fn overlap(&self, a: &Place, b: &Place) -> Overlap {
        if a.is_distinct_object(b) || a.is_constant != b.is_constant {
            return Overlap::No;
        }
        if let ([x], [y]) = (&a.roots[..], &b.roots[..])
            && x == y
            && x.is_known()
        {
            let is_apart = part::are_apart(a.part.as_ref(), b.part.as_ref())
                || matches!((&a.residue, &b.residue), (Some(a), Some(b)) if residues::are_apart(a, b));
            return if is_apart { Overlap::No } else { Overlap::Same };
        }
        let touches = a.roots.iter().any(|x| b.roots.iter().any(|y| self.may_touch((*x, a), (*y, b))));
        if touches { Overlap::May } else { Overlap::No }
    }

    fn may_touch(&self, (a, x): (Root, &Place), (b, y): (Root, &Place)) -> bool {
        match (a, b) {
            (Root::Alloc(base) | Root::Argument(base, true), Root::Elsewhere | Root::Any)
            | (Root::Elsewhere | Root::Any, Root::Alloc(base) | Root::Argument(base, true)) => {
                self.escaped.get(&base).copied().unwrap_or(true)
            }
            (Root::Elsewhere | Root::Any, _) | (_, Root::Elsewhere | Root::Any) => true,
            (Root::Alloc(x), Root::Alloc(y)) => x == y,
            (Root::Alloc(_), _) | (_, Root::Alloc(_)) => false,
            (Root::Argument(a, is_alone), Root::Argument(b, is_other_alone)) => {
                let reach = Apart::needed(x.is_beyond || y.is_beyond);
                a == b || !(is_alone || is_other_alone || self.are_apart_at_calls(a, b, reach))
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

/// Whether an access to one memref may conflict with a write to the other.
///
/// Cost: the lengths of both paths to the roots; one walk of the module if both are arguments of a function whose
/// callers decide it. [`Places`] remembers that between questions.
pub fn may_alias(module: &Module, a: Value, b: Value) -> bool {
    overlap(module, a, b) != Overlap::No
}

/// Whether two memrefs share memory.
pub fn overlap(module: &Module, a: Value, b: Value) -> Overlap {
    let mut places = Places::default();
    let (x, y) = (places.of(module, a), places.of(module, b));
    let found = places.overlap(&x, &y);
    let is_argument = |place: &Place| place.roots.iter().any(|root| matches!(root, Root::Argument(..)));
    if found != Overlap::May || !is_argument(&x) && !is_argument(&y) {
        return found;
    }
    let mut places = Places::with_callers();
    let (x, y) = (places.of(module, a), places.of(module, b));
    places.overlap(&x, &y)
}

/// Whether a memref may reach elements of its root that are not elements of the memref that it is made of.
pub fn leaves_view(module: &Module, value: Value) -> bool {
    let kind = module.defining_op(value).map(|op| module.kind(op));
    matches!(kind, Some(OpKind::MemRef(MemRef::ReinterpretCast | MemRef::ExtractStridedMetadata)))
}

/// The memref that a value is a view of, through casts and views; itself where it is none.
pub fn base(module: &Module, value: Value) -> Value {
    let mut at = value;
    while let Some(source) = roots::view_source(module, at) {
        at = source;
    }
    at
}

/// Whether different indices of a memref are different elements; without a constant layout that is taken for granted of
/// arguments, and found for views of them.
pub fn is_injective(module: &Module, memref: Value) -> bool {
    injective::is_injective(module, memref)
}

/// The operation that makes the memory behind a memref, where that is a local allocation.
pub fn local_allocation(module: &Module, value: Value) -> Option<Op> {
    let op = module.defining_op(base(module, value))?;
    let is_local =
        matches!(module.kind(op), OpKind::MemRef(MemRef::Alloc | MemRef::Alloca) | OpKind::Gpu(Gpu::Alloc));
    is_local.then_some(op)
}
