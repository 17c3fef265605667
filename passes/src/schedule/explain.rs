//! Explains why two operations of a plan are ordered: memory that both access, a token, unknown effects, or a limit
//! of device memory.

use super::input::NodeKind;
use super::plan::Plan;
use crate::analysis::alias::{AliasAnalysis, Overlap, Root};
use crate::analysis::summary::{Access, Summaries, Touch, Updates};
use warpline_ir::{Def, Module, Value};

/// The kind of a dependence between two accesses to the same memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hazard {
    /// The later one reads what the earlier one writes.
    Raw,
    /// The later one writes what the earlier one reads.
    War,
    /// Both write.
    Waw,
}

impl Hazard {
    /// Returns its name in graphs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Raw => "RAW",
            Self::War => "WAR",
            Self::Waw => "WAW",
        }
    }
}

/// A reason for an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Memory, with its root as seen by the earlier operation, then by the later one.
    Memory(Hazard, Root, Root),
    /// A user token.
    Token,
    /// The effects of one of the two are unknown.
    Unknown,
    /// Their buffers use the same bytes of the arena in turn, as required by a limit of device memory.
    Turn,
}

impl Cause {
    /// Returns the numbers of the two function arguments, lower first, whose possible aliasing is the cause.
    pub fn arguments(&self, module: &Module) -> Option<(u32, u32)> {
        let Self::Memory(_, Root::Argument(a, _), Root::Argument(b, _)) = self else { return None };
        let index = |value: Value| match module.def(value) {
            Def::Arg(_, index) => Some(index),
            Def::Result(..) | Def::Forward => None,
        };
        let (a, b) = (index(*a)?, index(*b)?);
        (a != b).then_some((a.min(b), a.max(b)))
    }
}

/// Explains the orders between operations of one plan.
pub struct Causes {
    pub(super) aliases: AliasAnalysis,
}

impl Causes {
    /// Creates the explanations of a plan of this module.
    pub fn of(module: &Module, plan: &Plan) -> Self {
        let mut summaries = Summaries::with_callers();
        for node in &plan.input.nodes {
            summaries.of(module, node.op);
        }
        Self { aliases: summaries.aliases }
    }

    /// Returns every reason why a node must precede another one; none if the order is implied by others.
    pub fn between(&self, plan: &Plan, from: usize, to: usize) -> Vec<Cause> {
        let (a, b) = (&plan.input.nodes[from], &plan.input.nodes[to]);
        let mut causes = Vec::new();
        let pairs = a.summary.touches.iter().flat_map(|x| b.summary.touches.iter().map(move |y| (x, y)));
        for (x, y) in pairs {
            if let Some(hazard) = hazard(x.access, y.access)
                && self.aliases.overlap(&x.place, &y.place) != Overlap::No
            {
                let (x, y) = shared_roots(x, y);
                let cause = Cause::Memory(hazard, x, y);
                if !causes.contains(&cause) {
                    causes.push(cause);
                }
            }
        }
        if plan.input.tokens[to].contains(from) {
            causes.push(Cause::Token);
        }
        let is_unknown = a.summary.is_unknown || b.summary.is_unknown;
        if is_unknown && b.kind != NodeKind::Boundary {
            causes.push(Cause::Unknown);
        }
        if causes.is_empty() && plan.kept.is_some() && plan.input.is_pred(to, from) {
            causes.push(Cause::Turn);
        }
        causes
    }
}

/// Returns a root that two touches have in common, or the first root of each.
fn shared_roots(x: &Touch, y: &Touch) -> (Root, Root) {
    let shared = x.place.roots.iter().find(|root| y.place.roots.contains(root));
    let first = |touch: &Touch| touch.place.roots.first().copied().unwrap_or(Root::Any);
    shared.map_or_else(|| (first(x), first(y)), |root| (*root, *root))
}

/// Returns the hazard between an access and a later one, if they need an order.
fn hazard(earlier: Access, later: Access) -> Option<Hazard> {
    let changes = |access: Access| access.writes || access.updates != Updates::None;
    let looks = |access: Access| access.reads || access.updates != Updates::None;
    if earlier.commutes().is_some() && earlier.commutes() == later.commutes() {
        return None;
    }
    match (changes(earlier), changes(later)) {
        (true, _) if looks(later) => Some(Hazard::Raw),
        (true, true) => Some(Hazard::Waw),
        (false, true) if earlier.reads => Some(Hazard::War),
        _ => None,
    }
}
