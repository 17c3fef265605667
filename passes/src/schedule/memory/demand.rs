//! The device memory that a scheduled program surely uses at one time, by its constant sizes.
//!
//! The operations of the entry block of a function all run, in program order, and so do those of the functions called
//! there. Their allocations count, together with the arenas of the calling functions, until a free that may free the
//! buffer. Everything else is counted at run time.

use super::ArenaSlot;
use crate::analysis::alias::{AliasAnalysis, Root};
use crate::pass::PassCx;
use crate::schedule::plan::Plan;
use rustc_hash::FxHashMap;
use warpline_ir::dialect::rt::static_bytes;
use warpline_ir::{Func, MemRef, Module, Note, Op, OpKind, Reported, Rt, Span, Value, codes};

/// A buffer, its size, and a note about it.
#[derive(Clone, Debug)]
struct Used {
    bytes: u64,
    span: Span,
    message: String,
}

/// The buffers that are live at one time.
#[derive(Clone, Debug, Default)]
struct Peak {
    bytes: u64,
    used: Vec<Used>,
}

/// The arenas of functions, before their plans are emitted.
pub(crate) struct Arenas(FxHashMap<Op, Peak>);

impl Arenas {
    /// Returns the arena of each plan.
    pub(crate) fn of<'p>(module: &Module, plans: impl Iterator<Item = (Op, &'p Plan)>) -> Self {
        Self(plans.map(|(func, plan)| (func, arena(module, plan))).collect())
    }
}

/// Returns the arena of a plan, with the buffers live at its peak.
fn arena(module: &Module, plan: &Plan) -> Peak {
    let slots = &plan.memory.slots;
    let is_live = |slot: &&ArenaSlot, node: usize| slot.nodes.0 <= node && node < slot.nodes.1;
    let most = most_used_at(slots);
    let live = most.into_iter().flat_map(|node| slots.iter().filter(move |slot| is_live(slot, node)));
    let used = live.map(|slot| Used {
        bytes: slot.bytes,
        span: module.span(module.location(slot.alloc)),
        message: format!("{} bytes are in use from here", slot.bytes),
    });
    Peak { bytes: plan.memory.arena, used: used.collect() }
}

/// Returns the first node at which most bytes are live.
fn most_used_at(slots: &[ArenaSlot]) -> Option<usize> {
    let used = slots.iter().filter(|slot| slot.nodes.0 < slot.nodes.1);
    let (mut starts, mut ends): (Vec<_>, Vec<_>) =
        used.map(|slot| ((slot.nodes.0, slot.bytes), (slot.nodes.1, slot.bytes))).unzip();
    ends.sort_unstable();
    starts.sort_unstable();
    let mut ends = ends.into_iter().peekable();
    let (mut bytes, mut most) = (0u64, None);
    for start in starts.chunk_by(|a, b| a.0 == b.0) {
        let node = start[0].0;
        while let Some((_, ended)) = ends.next_if(|(end, _)| *end <= node) {
            bytes = bytes.saturating_sub(ended);
        }
        bytes = start.iter().fold(bytes, |bytes, (_, more)| bytes.saturating_add(*more));
        if most.is_none_or(|(_, least)| least < bytes) {
            most = Some((node, bytes));
        }
    }
    most.map(|(node, _)| node)
}

/// Refuses functions that surely use more bytes than the limit, each with its live buffers at the peak.
pub(crate) fn check(cx: &mut PassCx<'_>, arenas: &Arenas, limit: u64) -> Result<(), Reported> {
    let mut demands = Demands { module: cx.module, arenas, of: FxHashMap::default() };
    let functions = crate::analysis::call_graph::functions(cx.module).into_iter();
    let over = functions.map(|func| (func, demands.of(func))).find(|(_, peak)| limit < peak.bytes);
    let Some((func, peak)) = over else { return Ok(()) };
    let name = cx.module.symbol_name(func).unwrap_or_default().to_string();
    let message = format!(
        "expected at most {limit} bytes of device memory, but '@{name}' uses {} at one time in the best order found",
        peak.bytes
    );
    let notes = peak.used.into_iter().map(|used| Note::at(used.span, used.message)).collect();
    let span = cx.module.span(cx.module.location(func));
    Err(cx.diagnostics.error_with(codes::DEVICE_MEMORY, span, message, notes))
}

/// The computation of the demands of functions.
struct Demands<'a> {
    module: &'a Module,
    arenas: &'a Arenas,
    of: FxHashMap<Op, Peak>,
}

impl Demands<'_> {
    fn of(&mut self, func: Op) -> Peak {
        if let Some(known) = self.of.get(&func) {
            return known.clone();
        }
        // A recursive function counts once.
        self.of.insert(func, Peak::default());
        let peak = self.find(func);
        self.of.insert(func, peak.clone());
        peak
    }

    fn find(&mut self, func: Op) -> Peak {
        let arena = self.arenas.0.get(&func).cloned().unwrap_or_default();
        let mut peak = arena.clone();
        let Some(entry) = self.module.entry(func, 0) else { return peak };
        let mut live: Vec<(Value, Used)> = Vec::new();
        for op in self.module.ops_in(entry) {
            let callee = self.callee(op).map(|callee| self.of(callee)).unwrap_or_default();
            for inner in self.module.walk(op) {
                if self.may_free(inner, &mut Vec::new()) {
                    self.forget_freed(inner, &mut live);
                }
            }
            live.extend(self.allocated(op));
            let own = live.iter().map(|(_, used)| used);
            let parts = arena.used.iter().chain(own).chain(&callee.used);
            let bytes = live.iter().fold(arena.bytes.saturating_add(callee.bytes), |sum, (_, used)| {
                sum.saturating_add(used.bytes)
            });
            if peak.bytes < bytes {
                peak = Peak { bytes, used: parts.cloned().collect() };
            }
        }
        peak
    }

    /// Returns the callee of an operation in this module.
    fn callee(&self, op: Op) -> Option<Op> {
        if self.module.kind(op) != OpKind::Func(Func::Call) {
            return None;
        }
        let name = self.module.op(op).symbol("callee")?;
        self.module.find_symbol(self.module.root(), name)
    }

    fn allocated(&self, op: Op) -> Option<(Value, Used)> {
        if self.module.kind(op) != OpKind::Rt(Rt::Alloc) {
            return None;
        }
        let buffer = self.module.result(op, 0);
        let bytes = static_bytes(self.module, self.module.type_of(buffer))?;
        let message = format!("{bytes} bytes are in use from here");
        Some((buffer, Used { bytes, span: self.module.span(self.module.location(op)), message }))
    }

    /// Whether an operation, or a function that it calls, may free one of its operands. `seen` holds functions that
    /// are visited already.
    fn may_free(&self, op: Op, seen: &mut Vec<Op>) -> bool {
        match self.module.kind(op) {
            OpKind::Rt(Rt::Free) | OpKind::MemRef(MemRef::Dealloc) | OpKind::Func(Func::CallIndirect) => true,
            OpKind::Func(Func::Call) => {
                let Some(callee) = self.callee(op).filter(|callee| self.module.entry(*callee, 0).is_some())
                else {
                    return true;
                };
                if seen.contains(&callee) {
                    return false;
                }
                seen.push(callee);
                let ops = self.module.walk(callee).into_iter();
                ops.filter(|inner| *inner != callee).any(|inner| {
                    self.may_free(inner, seen) && (self.callee(inner).is_some() || self.frees_outer(inner))
                })
            }
            _ => false,
        }
    }

    /// Whether a free may free a buffer that its function did not allocate.
    fn frees_outer(&self, op: Op) -> bool {
        let is_outer = |root: &Root| !matches!(root, Root::Alloc(_));
        let mut freed = self.module.operands(op).iter();
        freed.any(|operand| AliasAnalysis::default().of(self.module, *operand).roots.iter().any(is_outer))
    }

    /// Removes the buffers that an operation may free, which are among its operands.
    fn forget_freed(&self, op: Op, live: &mut Vec<(Value, Used)>) {
        for operand in self.module.operands(op) {
            for root in &AliasAnalysis::default().of(self.module, *operand).roots {
                match root {
                    Root::Alloc(freed) => live.retain(|(buffer, _)| buffer != freed),
                    Root::Argument(..) | Root::Global(_) => {}
                    Root::Elsewhere | Root::Any => live.clear(),
                }
            }
        }
    }
}
