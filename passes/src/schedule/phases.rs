//! The result of each scheduling phase as text, deterministic for a program.
//!
//! ```text
//! plan.effects @pair {
//!   op 0 launch @m::@conv1 compute R x[0,4096) R w1[0,4096) W a[0,4096)
//!   op 1 launch @m::@conv2 compute R x[0,4096) R w2[0,4096) W b[0,4096)
//!   op 2 launch @m::@add compute R a[0,4096) R b[0,4096) W c[0,4096)
//!   op 3 end
//! }
//! ```
//! Operations are numbered in issue order. Buffers have the names that the caller knows, else `b0`, `b1`, … by first
//! use. `R` reads, `W` may write, `W!` writes the whole range, `C+kind` updates commutatively, `C` updates in any
//! other manner, `A` allocates and `F` frees memory, `?` is unknown memory or an unknown range, and `after` lists the
//! operations whose tokens are waited for. Byte ranges are half-open and may have gaps.

use super::explain::{Cause, Causes};
use super::input::{Node, NodeKind};
use super::model::Method;
use super::plan::Plan;
use crate::analysis::alias::{MemoryRegion, Overlap, Root};
use crate::analysis::summary::{Access, Updates};
use indexmap::IndexMap;
use std::fmt::Write as _;
use warpline_ir::dialect::memref::ATOMIC_KINDS;
use warpline_ir::{Gpu, Module, OpKind, Value};

/// A phase of scheduling that can be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The memory effects of operations.
    Effects,
    /// The roots of memory, and which of them may alias.
    Alias,
    /// The pairs of operations that must be ordered, with the reasons.
    Dag,
    /// The transitive reduction of that order.
    Reduce,
    /// The assignment of streams.
    Schedule,
    /// Waits and records.
    Waits,
    /// The offsets of buffers, and the operations that moved so that they need no wait.
    Memory,
    /// The live interval of each event slot.
    Lifetimes,
}

impl Phase {
    /// All phases, in order.
    pub const ALL: [Self; 8] = [
        Self::Effects,
        Self::Alias,
        Self::Dag,
        Self::Reduce,
        Self::Schedule,
        Self::Waits,
        Self::Memory,
        Self::Lifetimes,
    ];

    /// Returns its name in options.
    pub fn name(self) -> &'static str {
        match self {
            Self::Effects => "effects",
            Self::Alias => "alias",
            Self::Dag => "dag",
            Self::Reduce => "reduce",
            Self::Schedule => "schedule",
            Self::Waits => "waits",
            Self::Memory => "memory",
            Self::Lifetimes => "lifetimes",
        }
    }

    /// Returns the phase with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|phase| phase.name() == name)
    }

    /// Returns all names, for messages.
    pub fn names() -> String {
        Self::ALL.map(Self::name).join(", ")
    }
}

/// Formats a phase. `name` returns the name of a value in the program, if known.
pub fn text(module: &Module, plan: &Plan, phase: Phase, name: &dyn Fn(Value) -> Option<String>) -> String {
    let shown = Shown::new(module, plan, name);
    let lines = match phase {
        Phase::Effects => shown.effects(),
        Phase::Alias => shown.alias(),
        Phase::Dag => shown.dag(),
        Phase::Reduce => plan.reduce_lines(),
        Phase::Schedule => shown.schedule(),
        Phase::Waits => plan.wait_lines(),
        Phase::Memory => plan.memory_lines(&|number| {
            let alloc = plan.memory.slots[number].alloc;
            name(module.result(alloc, 0)).unwrap_or_else(|| format!("b{number}"))
        }),
        Phase::Lifetimes => shown.lifetimes(),
    };
    let mut text = format!("plan.{} @{} {{\n", phase.name(), plan.name);
    for line in lines {
        let _ = writeln!(text, "  {line}");
    }
    text + "}"
}

/// Returns the kernel that a node launches as written in the text; `gpu.memcpy` and the like for other nodes.
pub fn label(module: &Module, node: &Node) -> String {
    let path = module.attr(node.op, "kernel").and_then(|kernel| module.attr_symbol(kernel));
    let parts = path.map(|path| path.iter().map(|part| format!("@{}", module.text(*part))));
    match parts {
        Some(parts) => parts.collect::<Vec<_>>().join("::"),
        None => module.op_name(node.op),
    }
}

/// A plan with the data needed to print it.
struct Shown<'a> {
    module: &'a Module,
    plan: &'a Plan,
    /// Roots with their names, in the order of their first use.
    roots: IndexMap<Root, String>,
    causes: Causes,
}

impl<'a> Shown<'a> {
    fn new(module: &'a Module, plan: &'a Plan, name: &dyn Fn(Value) -> Option<String>) -> Self {
        let mut shown = Self { module, plan, roots: IndexMap::new(), causes: Causes::of(module, plan) };
        for touch in plan.input.nodes.iter().flat_map(|node| &node.summary.touches) {
            for root in &touch.place.roots {
                let number = shown.roots.len();
                let make = || root_name(module, *root, name).unwrap_or_else(|| format!("b{number}"));
                shown.roots.entry(*root).or_insert_with(make);
            }
        }
        shown
    }

    fn nodes(&self) -> impl Iterator<Item = (usize, &Node)> {
        self.plan.input.nodes.iter().enumerate()
    }

    fn effects(&self) -> Vec<String> {
        let line = |(number, node): (usize, &Node)| {
            let mut line = format!("op {number} {}", self.what(node));
            for touch in &node.summary.touches {
                let place = self.place(&touch.place);
                let _ = write!(line, " {} {place}", letters(node.kind, touch.access).join(" "));
            }
            if node.summary.is_unknown {
                line.push_str(" W ?");
            }
            let tokens = &self.plan.input.tokens[number];
            if !tokens.is_empty() {
                line.push_str(" after");
                for pred in tokens.iter() {
                    let _ = write!(line, " {pred}");
                }
            }
            line
        };
        self.nodes().map(line).collect()
    }

    /// Formats a node.
    fn what(&self, node: &Node) -> String {
        match node.kind {
            NodeKind::Launch => format!("launch {} compute", label(self.module, node)),
            NodeKind::Copy => "copy compute".to_string(),
            NodeKind::Fill => "fill compute".to_string(),
            NodeKind::Graph => "graph compute".to_string(),
            NodeKind::Alloc => "alloc".to_string(),
            NodeKind::Free => "free".to_string(),
            NodeKind::Call => format!("{} compute", self.module.op_name(node.op)),
            NodeKind::Enter => "enter".to_string(),
            NodeKind::Leave => "leave".to_string(),
            NodeKind::FreeNow => "free host".to_string(),
            NodeKind::Host => format!("{} host", self.module.op_name(node.op)),
            NodeKind::HostWait => "wait host".to_string(),
            NodeKind::StreamWait => "wait for stream host".to_string(),
            NodeKind::Boundary => "end".to_string(),
        }
    }

    /// Formats a memory region as `a[0,4096)`.
    fn place(&self, place: &MemoryRegion) -> String {
        let names: Vec<&str> = place.roots.iter().map(|root| self.root(*root)).collect();
        let range = place.bytes().map_or("[?)".to_string(), |(first, end)| format!("[{first},{end})"));
        names.join("|") + &range
    }

    fn root(&self, root: Root) -> &str {
        self.roots.get(&root).map_or("?", String::as_str)
    }

    fn alias(&self) -> Vec<String> {
        let mut places: Vec<&MemoryRegion> = Vec::new();
        for touch in self.plan.input.nodes.iter().flat_map(|node| &node.summary.touches) {
            if !places.contains(&&*touch.place) {
                places.push(&touch.place);
            }
        }
        let mut lines: Vec<String> =
            self.roots.iter().enumerate().map(|(n, root)| self.root_line(n, root)).collect();
        for (index, place) in places.iter().enumerate() {
            for other in &places[index + 1..] {
                let relation = match self.causes.aliases.overlap(place, other) {
                    Overlap::No => continue,
                    Overlap::May => "may",
                    Overlap::Same => "same",
                };
                lines.push(format!("{relation} {} ~ {}", self.place(place), self.place(other)));
            }
        }
        lines
    }

    fn root_line(&self, number: usize, (root, name): (&Root, &String)) -> String {
        let size = |value: Value| {
            let bytes = self.module.shape(self.module.type_of(value)).and_then(|shape| {
                let element =
                    self.module.element_size(self.module.element_type(self.module.type_of(value)))?;
                let n = shape.iter().map(|n| u64::try_from(*n).ok()).product::<Option<u64>>()?;
                n.checked_mul(element)
            });
            bytes.map_or("?".to_string(), |bytes| bytes.to_string())
        };
        match root {
            Root::Alloc(value) => {
                let side = match self.module.defining_op(*value) {
                    Some(op) if self.module.attr(op, "hostShared").is_some() => "shared",
                    Some(op) if self.module.kind(op) == OpKind::Gpu(Gpu::Alloc) => "device",
                    Some(_) | None => "host",
                };
                format!("root {number} {name} alloc {} {side}", size(*value))
            }
            Root::Argument(value, is_alone) => {
                let alone = if *is_alone { " noalias" } else { "" };
                format!("root {number} {name} argument {}{alone}", size(*value))
            }
            Root::Global(_) => format!("root {number} {name} global"),
            Root::Elsewhere => format!("root {number} {name} elsewhere"),
            Root::Any => format!("root {number} {name} anything"),
        }
    }

    fn dag(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut n_edges = 0;
        for (from, node) in self.nodes().filter(|(_, node)| node.kind.is_work()) {
            let later = self.nodes().skip(from + 1).filter(|(_, other)| other.kind != NodeKind::Boundary);
            for (to, other) in later.filter(|(to, _)| self.plan.input.is_pred(*to, from)) {
                n_edges += usize::from(other.kind.is_work());
                lines.extend(self.edges(from, to, if other.kind.is_work() { "" } else { " host" }));
            }
            let earlier = self.nodes().take(from).filter(|(_, other)| other.kind.is_work());
            for (to, _) in earlier.filter(|(_, other)| self.share_loop(node, other)) {
                if self.plan.input.conflicts.contains(to, from) {
                    lines.extend(self.edges(from, to, " dist 1"));
                }
            }
        }
        lines.insert(0, format!("edges {n_edges}"));
        lines
    }

    /// Whether two nodes alternate in one loop.
    fn share_loop(&self, a: &Node, b: &Node) -> bool {
        let spans = &self.plan.input.spans;
        a.path.iter().zip(&b.path).take_while(|(x, y)| x == y).any(|(span, _)| spans[*span].is_loop)
    }

    /// Returns a line for each reason of an edge.
    fn edges(&self, from: usize, to: usize, tail: &str) -> Vec<String> {
        let mut lines: Vec<(u8, String)> = Vec::new();
        for cause in self.causes.between(self.plan, from, to) {
            lines.push(match cause {
                Cause::Memory(hazard, a, b) => {
                    (hazard as u8, format!("{} {}", hazard.name(), self.names(a, b)))
                }
                Cause::Token if !tail.is_empty() => continue,
                Cause::Token => (u8::MAX, "Order".to_string()),
                Cause::Unknown => (u8::MAX, "unknown".to_string()),
                Cause::Turn => (u8::MAX, "turn".to_string()),
            });
        }
        lines.sort();
        lines.into_iter().map(|(_, reason)| format!("{from} -> {to} {reason}{tail}")).collect()
    }

    /// Formats the memory that two nodes share: one name, or both.
    fn names(&self, a: Root, b: Root) -> String {
        if a == b { self.root(a).to_string() } else { format!("{} ~ {}", self.root(a), self.root(b)) }
    }

    fn schedule(&self) -> Vec<String> {
        let streams = &self.plan.streams;
        let mode = match (streams.count, streams.method) {
            (0 | 1, _) => "serial",
            (_, Method::Concurrent) => "concurrent",
            (_, Method::Placed) => "placed",
            (_, Method::Ranked) => "ranked",
            (_, Method::Dealt) => "dealt",
            (_, Method::Named) => "named",
        };
        let on = |stream: Option<usize>| {
            let mut list = String::new();
            let is_on = |number: usize| stream.is_none_or(|stream| streams.of[number] == stream);
            for (number, node) in self.nodes() {
                if node.kind.is_work() && is_on(number) {
                    let _ = write!(list, " {number}");
                }
            }
            list
        };
        let mut lines = vec![format!("mode {mode} K {} streams {}", streams.limit, streams.leased)];
        lines.extend(
            (0..streams.count).map(|stream| format!("{}:{}", streams.name(stream), on(Some(stream)))),
        );
        lines.push(format!("order:{}", on(None)));
        lines
    }

    fn lifetimes(&self) -> Vec<String> {
        let events = &self.plan.events;
        let mut lines = vec![format!("streams {} slots {}", self.plan.n_streams(), self.plan.n_events())];
        for (point, slot) in &events.slots {
            let users = self.nodes().filter(|(number, _)| self.plan.waits.before[*number].contains(point));
            let users: Vec<String> = users.map(|(number, _)| number.to_string()).collect();
            lines.push(format!("e{slot} recorded {point} waited before {}", users.join(" ")));
        }
        lines
    }
}

fn letters(kind: NodeKind, access: Access) -> Vec<String> {
    let mut letters = Vec::new();
    if access.reads {
        letters.push("R".to_string());
    }
    if access.writes {
        letters.push(match kind {
            NodeKind::Alloc => "A".to_string(),
            NodeKind::Free | NodeKind::FreeNow => "F".to_string(),
            NodeKind::Copy | NodeKind::Fill => "W!".to_string(),
            NodeKind::Launch
            | NodeKind::Graph
            | NodeKind::Call
            | NodeKind::Enter
            | NodeKind::Leave
            | NodeKind::Host
            | NodeKind::HostWait
            | NodeKind::StreamWait
            | NodeKind::Boundary => "W".to_string(),
        });
    }
    match access.updates {
        Updates::None => {}
        Updates::Commuting(kind) => {
            letters.push(format!("C+{}", ATOMIC_KINDS.get(usize::from(kind)).copied().unwrap_or("?")));
        }
        Updates::Any => letters.push("C".to_string()),
    }
    letters
}

/// Returns the name of a root; `None` for an unnamed value.
fn root_name(module: &Module, root: Root, name: &dyn Fn(Value) -> Option<String>) -> Option<String> {
    match root {
        Root::Alloc(value) | Root::Argument(value, _) => name(value),
        Root::Global(global) => Some(format!("@{}", module.text(global))),
        Root::Elsewhere | Root::Any => Some("?".to_string()),
    }
}
