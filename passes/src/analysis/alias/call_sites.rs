//! Alias facts about function arguments that all call sites prove.
//!
//! All calls of a private function are known if it is only referenced by calls, and all launches of a kernel are in
//! its module. The same holds for a public function with the attribute `warpline.internal`, by which `run` marks the
//! functions that only its entry function can reach. Two arguments do not alias if their operands do not alias at
//! each of these calls. Callers are analysed first, so facts about their own arguments count; recursive functions
//! prove nothing.
//!
//! Cost: one traversal, and the pairs of arguments of each call.

use super::fresh::is_one_fresh;
use super::{AliasAnalysis, MemoryRegion, Overlap, Root};
use crate::analysis::call_graph::{callee, callees_first};
use crate::analysis::symbols::{collect_references, visibility};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use warpline_ir::{Def, Func, Gpu, Module, Op, OpKind, Rt, Value};

/// The maximum number of arguments: larger functions are not analysed.
const MAX_ARGUMENTS: usize = 64;

/// The proof that two arguments do not alias.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Apart {
    /// Their views are disjoint.
    Views,
    /// The buffers of their views are disjoint.
    Buffers,
}

impl Apart {
    /// Returns the proof needed for accesses that stay inside the views or may leave them.
    pub(super) fn needed(is_beyond: bool) -> Self {
        if is_beyond { Self::Buffers } else { Self::Views }
    }
}

/// Facts about the arguments of functions all of whose calls are known.
#[derive(Clone, Debug, Default)]
pub struct CallSites {
    apart: FxHashMap<(Value, Value), Apart>,
    /// Arguments that are, at each call, a buffer allocated by a caller, or a part of one.
    allocated: FxHashSet<Value>,
}

impl CallSites {
    /// Computes the facts for all functions and kernels of a module.
    pub fn of(module: &Module) -> Rc<Self> {
        let calls = Calls::of(module);
        let mut sites = Rc::new(Self::default());
        for func in callees_first(module).into_iter().rev().chain(calls.kernels.iter().copied()) {
            if let Some(calls) = calls.known(module, func)
                && let Some(facts) = sites.facts(module, func, calls)
            {
                let sites = Rc::make_mut(&mut sites);
                sites.apart.extend(facts.apart);
                sites.allocated.extend(facts.allocated);
            }
        }
        sites
    }

    /// Whether two arguments of one function are disjoint at each of its calls.
    pub(super) fn are_apart(&self, a: Value, b: Value, needed: Apart) -> bool {
        self.apart.get(&(a.min(b), a.max(b))).is_some_and(|apart| needed <= *apart)
    }

    /// Whether an argument is memory allocated by a caller at each call of its function.
    pub(super) fn is_allocated(&self, argument: Value) -> bool {
        self.allocated.contains(&argument)
    }

    /// Returns the facts that the calls of one function prove.
    fn facts(self: &Rc<Self>, module: &Module, func: Op, calls: &[(Op, usize)]) -> Option<Self> {
        let args = module.args(module.entry(func, 0)?).iter().enumerate();
        let args: Vec<_> = args.filter(|(_, arg)| module.is_memref(module.type_of(**arg))).collect();
        if MAX_ARGUMENTS < args.len() {
            return None;
        }
        let mut aliases = AliasAnalysis::with_call_sites(Rc::clone(self));
        let mut facts = Self::default();
        for (number, (i, a)) in args.iter().enumerate() {
            let Some(own) = passed(module, &mut aliases, calls, *i) else { continue };
            if own.iter().all(|(_, place)| self.is_made(place)) {
                facts.allocated.insert(**a);
            }
            for (j, b) in &args[number + 1..] {
                let Some(other) = passed(module, &mut aliases, calls, *j) else { continue };
                let at_calls = own.iter().zip(&other).map(|((a, x), (b, y))| {
                    let is_one_fresh = || is_one_fresh(module, *a, *b).then_some(Apart::Buffers);
                    aliases.apart(x, y).max(is_one_fresh())
                });
                if let Some(apart) = at_calls.min().flatten() {
                    facts.apart.insert((**a.min(b), **a.max(b)), apart);
                }
            }
        }
        Some(facts)
    }

    /// Whether memory is allocated by the function that passes it on, or by a caller of that.
    fn is_made(&self, place: &MemoryRegion) -> bool {
        place.roots.iter().all(|root| match root {
            Root::Alloc(_) => true,
            Root::Argument(arg, _) => self.is_allocated(*arg),
            Root::Global(_) | Root::Elsewhere | Root::Any => false,
        })
    }
}

/// Returns the operands passed for argument number `index` at each call, with their memory; `None` if a call has no
/// operand for it.
fn passed(
    module: &Module,
    aliases: &mut AliasAnalysis,
    calls: &[(Op, usize)],
    index: usize,
) -> Option<Vec<(Value, Rc<MemoryRegion>)>> {
    let operand = |(call, first): &(Op, usize)| module.operands(*call).get(first + index).copied();
    calls.iter().map(|call| operand(call).map(|operand| (operand, aliases.of(module, operand)))).collect()
}

impl AliasAnalysis {
    /// Returns the proof that two regions of memory are disjoint, if there is one.
    fn apart(&self, a: &MemoryRegion, b: &MemoryRegion) -> Option<Apart> {
        if a.is_constant != b.is_constant || !self.share_roots(&a.roots, &b.roots, Apart::Buffers) {
            return Some(Apart::Buffers);
        }
        (self.overlap(a, b) == Overlap::No).then_some(Apart::Views)
    }
}

/// Whether the callers of a function determine the facts about an argument of it.
pub(super) fn is_hidden_argument(module: &Module, argument: Value) -> bool {
    let Def::Arg(block, _) = module.def(argument) else { return false };
    module.block_parent(block).is_some_and(|func| is_hidden(module, func))
}

/// The attribute of a public function that is not called from outside its module.
pub const INTERNAL: &str = "warpline.internal";

/// Whether a function is not called from outside the module.
fn is_hidden(module: &Module, func: Op) -> bool {
    module.kind(func) == OpKind::Gpu(Gpu::Func)
        || visibility(module, func) == "private"
        || module.attr(func, INTERNAL).is_some()
}

/// All calls and launches of a module.
#[derive(Default)]
struct Calls {
    /// By function, each call with the number of its first argument.
    of: FxHashMap<Op, Vec<(Op, usize)>>,
    /// Functions that are referenced other than by a call.
    named: FxHashSet<Op>,
    /// The kernels, in the order of their first launches.
    kernels: Vec<Op>,
}

impl Calls {
    fn of(module: &Module) -> Self {
        let mut calls = Self::default();
        let mut named = Vec::new();
        for op in module.walk(module.root()) {
            let target = match module.kind(op) {
                OpKind::Func(Func::Call) => callee(module, op).map(|called| (called, 0)),
                OpKind::Gpu(Gpu::LaunchFunc) => {
                    kernel(module, op).map(|kernel| (kernel, module.op(op).group_range(11).start))
                }
                OpKind::Rt(Rt::Launch) => {
                    kernel(module, op).map(|kernel| (kernel, module.op(op).group_range(7).start))
                }
                _ => None,
            };
            let Some((func, first)) = target else {
                collect_references(module, op, &mut named);
                continue;
            };
            let known = calls.of.entry(func).or_default();
            if known.is_empty() && module.kind(func) == OpKind::Gpu(Gpu::Func) {
                calls.kernels.push(func);
            }
            known.push((op, first));
        }
        calls.named.extend(named);
        calls
    }

    /// Returns the calls of a function, if these are all.
    fn known(&self, module: &Module, func: Op) -> Option<&[(Op, usize)]> {
        let is_known = is_hidden(module, func) && !self.named.contains(&func);
        self.of.get(&func).filter(|_| is_known).map(Vec::as_slice)
    }
}

/// Returns the kernel that a launch names.
fn kernel(module: &Module, launch: Op) -> Option<Op> {
    let path = module.attr_symbol(module.attr(launch, "kernel")?)?;
    let kernel = module.resolve_symbol(launch, path)?;
    (module.kind(kernel) == OpKind::Gpu(Gpu::Func)).then_some(kernel)
}
