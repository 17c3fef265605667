//! Predicted loads of device operations: how long each takes alone, and what it demands of the device.
//!
//! A measured time takes precedence. A copy or a fill takes its bytes divided by the bandwidth, or by the rate of its
//! link. A launch takes the longest of these, in which `work` is that of `work.rs` and the rates are those of the row of
//! the target:
//! - *issue*, of instructions, accesses, approximations and multiply-adds of matrices: the work of all threads of the
//!   blocks that one unit runs, divided by the rate of a unit. A kernel of one block uses one unit, not the device;
//! - *latency*: the work of one thread, one operation after the other, times the number of waves of blocks that fill
//!   the device;
//! - *bandwidth*: the bytes of the buffers that it accesses, or those that its threads access if these are fewer.
//!
//! Sizes of launches that are not constant, but known where the program runs, are known by [`super::sizes`].
//!
//! Cost: the operations of each kernel and of its callees, once for each list of constants that determines its trip
//! counts.

use super::contention::{Link, Load};
use super::input::NodeKind;
use super::iterations::{N_SIZES, host_frame};
use super::replay::Work;
use super::sizes::shape_of;
use super::weights;
use super::work::Works;
use crate::analysis::alias::{Root, view_source};
use crate::analysis::summary::{Summary, Touch};
use crate::target_model::TargetModel;
use std::cell::RefCell;
use warpline_ir::dialect::gpu::{GpuFunc, LAUNCH_SIZES};
use warpline_ir::dialect::rt::{Graph, static_bytes};
use warpline_ir::{AttrKind, Gpu, MemRef, Module, Op, OpKind, Rt, Type, Value};

/// Microseconds of a node without a known duration.
const UNKNOWN: f64 = 10.0;
/// Lanes that run in step: a block has a multiple of them.
const LANES: f64 = 32.0;

/// The attribute by which a launch, a copy or a fill records its measured microseconds, a float.
pub const MEASURED: &str = "warpline.microseconds";

/// Predicts the loads of one module, and memoises the work of its kernels.
#[derive(Debug)]
pub struct Durations {
    works: RefCell<Works>,
    /// The target.
    pub model: &'static TargetModel,
}

impl Default for Durations {
    fn default() -> Self {
        Self::for_target(TargetModel::any())
    }
}

impl Durations {
    /// Predicts for a target.
    pub fn for_target(model: &'static TargetModel) -> Self {
        Self { works: RefCell::default(), model }
    }

    /// Returns the predicted load of a device operation with these effects; nothing if it takes no time on a stream.
    pub(super) fn of(&self, module: &Module, op: Op, kind: NodeKind, summary: &Summary) -> Load {
        let load = match kind {
            NodeKind::Launch => self.launch(module, op, summary),
            NodeKind::Copy | NodeKind::Fill => self.transfer(module, op, kind),
            NodeKind::Graph => self.graph(module, op),
            NodeKind::Alloc
            | NodeKind::Free
            | NodeKind::FreeNow
            | NodeKind::Call
            | NodeKind::Enter
            | NodeKind::Leave
            | NodeKind::Host
            | NodeKind::HostWait
            | NodeKind::StreamWait
            | NodeKind::Boundary => Load::default(),
        };
        let measured = measured(module, op).filter(|_| kind.is_compute());
        measured.map_or(load, |us| retimed(load, us)).bounded()
    }

    /// Returns the loads of the nodes of a graph, each with the nodes that it follows.
    pub(super) fn of_graph(&self, module: &Module, op: Op) -> Vec<(Load, Vec<usize>)> {
        let graph = Graph(module.op(op));
        let load = |node: Op| {
            let kind = match module.kind(node) {
                OpKind::Rt(Rt::Launch) => NodeKind::Launch,
                OpKind::Rt(Rt::Fill) => NodeKind::Fill,
                _ => NodeKind::Copy,
            };
            let load = self.of(module, node, kind, &Summary::default());
            let costs = &self.model.costs;
            Load { us: (load.us - costs.kernel + costs.in_graph).max(load.us / 2.0), ..load }
        };
        let mut parts: Vec<(Load, Vec<usize>)> =
            graph.nodes().into_iter().map(|node| (load(node), Vec::new())).collect();
        for (from, to) in graph.edges() {
            parts[to as usize].1.push(from as usize);
        }
        parts
    }

    /// Returns the length of the longest path through a graph.
    fn graph(&self, module: &Module, op: Op) -> Load {
        Work { parts: self.of_graph(module, op), times: 1.0, is_graph: true }.whole()
    }

    fn launch(&self, module: &Module, op: Op, summary: &Summary) -> Load {
        let kernel = self.model.costs.kernel;
        let Some(launch) = Launch::read(module, op) else {
            return Load { us: UNKNOWN, ..Load::default() };
        };
        let work = self.works.borrow_mut().of_kernel(module, launch.kernel, launch.facts.clone());
        let Some((blocks, threads)) = launch.sizes() else {
            let us = UNKNOWN.max(kernel + self.cycles(&work) / self.model.clock);
            return Load { us, ..Load::default() };
        };
        let bytes = bytes_of(module, op, summary).unwrap_or(f64::INFINITY);
        self.load(blocks, threads, launch.workgroup_bytes(module), &work, bytes)
    }

    /// Returns the load of a launch whose buffers have so many bytes.
    fn load(
        &self,
        blocks: f64,
        threads: f64,
        workgroup_bytes: f64,
        work: &weights::Work,
        bytes: f64,
    ) -> Load {
        let model = self.model;
        let lanes = (threads / LANES).ceil() * LANES;
        let waves = blocks / (model.units * model.resident(lanes, workgroup_bytes));
        // The work of all threads by the rate of a unit, each: cycles of one unit.
        let cycles = [
            work.issued / model.issue,
            work.accesses / model.accesses,
            work.special / model.special,
            work.matrix / model.matrix,
        ];
        let most = cycles.into_iter().fold(0.0, f64::max) * lanes;
        let per_unit = (blocks / model.units).ceil().max(1.0);
        let bytes = bytes.min(blocks * threads * work.bytes);
        let issue = per_unit * most / model.clock;
        let latency = waves.ceil().max(1.0) * self.cycles(work) / model.clock;
        let us = model.costs.kernel + issue.max(latency).max(bytes / model.bandwidth);
        Load {
            us,
            waves: waves.max(f64::MIN_POSITIVE),
            issue: (blocks * most / (model.units * model.clock * us)).min(1.0),
            bandwidth: (bytes / (us * model.bandwidth)).min(1.0),
            link: None,
            bytes,
        }
    }

    /// Returns the cycles that a thread takes alone.
    fn cycles(&self, work: &weights::Work) -> f64 {
        let latency = &self.model.latency;
        work.steps * latency.arithmetic + work.hits * latency.access + work.branches * latency.branch
    }

    fn transfer(&self, module: &Module, op: Op, kind: NodeKind) -> Load {
        let Some(bytes) = transferred(module, op) else { return Load { us: UNKNOWN, ..Load::default() } };
        let (bandwidth, engines) = (self.model.bandwidth, &self.model.engines);
        let link = if kind == NodeKind::Copy { link_of(module, op) } else { None };
        if bandwidth.is_infinite() {
            let us = self.model.costs.kernel + bytes / engines.to_device;
            return Load { us, bytes, ..Load::default() };
        }
        let us = transfer_time(self.model, kind == NodeKind::Copy, link, bytes);
        let share = if link.is_some() { bytes / (us * bandwidth) } else { 1.0 };
        Load { us, bandwidth: share.min(1.0), link, bytes, ..Load::default() }
    }
}

/// Returns the microseconds of a copy over a link or within the device, or of a fill, of so many bytes.
pub fn transfer_time(model: &TargetModel, is_copy: bool, link: Option<Link>, bytes: f64) -> f64 {
    let us = match link {
        Some(Link::ToDevice) => bytes / model.engines.to_device,
        Some(Link::ToHost) => bytes / model.engines.to_host,
        // A copy within the device reads and writes.
        None => bytes * if is_copy { 2.0 } else { 1.0 } / model.bandwidth,
    };
    us.max(1e-3)
}

/// Returns a load that takes another time, with the same demands in all.
fn retimed(load: Load, us: f64) -> Load {
    if us <= 0.0 {
        return Load { us: 0.0, issue: 0.0, bandwidth: 0.0, ..load };
    }
    let share = |share: f64| (share * load.us / us).min(1.0);
    Load { us, issue: share(load.issue), bandwidth: share(load.bandwidth), ..load }
}

/// A launch whose kernel has a body.
struct Launch {
    kernel: Op,
    /// The sizes of the grid and of a block, then the arguments, where they are known.
    facts: Vec<Option<i64>>,
}

impl Launch {
    fn read(module: &Module, op: Op) -> Option<Self> {
        if !matches!(module.kind(op), OpKind::Gpu(Gpu::LaunchFunc) | OpKind::Rt(Rt::Launch)) {
            return None;
        }
        let view = module.op(op);
        let path = view.attr("kernel").and_then(|kernel| module.attr_symbol(kernel))?;
        let kernel = module.resolve_symbol(op, path)?;
        module.entry(kernel, 0)?;
        let sizes = LAUNCH_SIZES.iter().flat_map(|name| view.group(name));
        let values = sizes.chain(view.group("kernelOperands"));
        let mut host = None;
        let facts = values.map(|value| {
            module.constant_int(*value).or_else(|| {
                host.get_or_insert_with(|| host_frame(module, op)).as_mut()?.value(module, *value)
            })
        });
        Some(Self { kernel, facts: facts.collect() })
    }

    /// Returns the numbers of blocks and of threads of a block, if they are known.
    fn sizes(&self) -> Option<(f64, f64)> {
        let size =
            |dims: &[Option<i64>]| dims.iter().map(|size| size.map(|n| n as f64)).product::<Option<f64>>();
        Some((size(self.facts.get(..3)?)?, size(self.facts.get(3..N_SIZES)?)?))
    }

    fn workgroup_bytes(&self, module: &Module) -> f64 {
        let buffers = GpuFunc(module.op(self.kernel)).workgroup_attributions();
        buffers.iter().filter_map(|buffer| static_bytes(module, module.type_of(*buffer))).sum::<u64>() as f64
    }
}

/// Returns the bytes of the buffers that an operation reads and writes, if all of them are known.
fn bytes_of(module: &Module, op: Op, summary: &Summary) -> Option<f64> {
    if summary.is_unknown || summary.touches.is_empty() {
        return None;
    }
    summary.touches.iter().map(|touch| touched(module, op, touch)).sum()
}

fn touched(module: &Module, op: Op, touch: &Touch) -> Option<f64> {
    let bytes = match touch.place.bytes() {
        Some((first, end)) => (end - first) as f64,
        None => touch.place.roots.iter().map(|root| root_bytes(module, op, *root)).sum::<Option<f64>>()?,
    };
    let n_times = f64::from(u8::from(touch.access.reads)) + f64::from(u8::from(touch.access.writes));
    Some(bytes * n_times.max(1.0))
}

fn root_bytes(module: &Module, op: Op, root: Root) -> Option<f64> {
    match root {
        Root::Alloc(value) | Root::Argument(value, _) => value_bytes(module, op, value),
        Root::Global(_) | Root::Elsewhere | Root::Any => None,
    }
}

/// Returns the bytes of a buffer, from its type or from the sizes with which it is allocated.
fn value_bytes(module: &Module, op: Op, buffer: Value) -> Option<f64> {
    let ty = module.type_of(buffer);
    if let Some(bytes) = static_bytes(module, ty) {
        return Some(bytes as f64);
    }
    let element = module.element_size(module.element_type(ty))? as f64;
    if let Some(sizes) = shape_of(module, buffer) {
        return Some(sizes.iter().map(|size| *size as f64).product::<f64>() * element);
    }
    let alloc = module.defining_op(buffer)?;
    if !matches!(module.kind(alloc), OpKind::Gpu(Gpu::Alloc) | OpKind::MemRef(MemRef::Alloc)) {
        return None;
    }
    let mut frame = host_frame(module, op)?;
    let sizes = module.op(alloc).group("dynamicSizes").iter();
    let dynamic: Option<f64> = sizes.map(|size| frame.value(module, *size).map(|n| n as f64)).product();
    let constant: f64 =
        module.shape(ty)?.iter().filter(|size| 0 <= **size).map(|size| *size as f64).product();
    Some(dynamic? * constant * element)
}

fn measured(module: &Module, op: Op) -> Option<f64> {
    let attr = module.attr(op, MEASURED)?;
    let AttrKind::Float(bits, Type::F64) = module.attr_kind(attr) else { return None };
    Some(f64::from_bits(*bits)).filter(|time| time.is_finite() && 0.0 <= *time)
}

fn transferred(module: &Module, op: Op) -> Option<f64> {
    let target = module.op(op).named("dst");
    let ty = module.type_of(target);
    let shape = module.shape(ty)?;
    if shape.iter().any(|size| *size < 0) {
        return value_bytes(module, op, target);
    }
    let elements: f64 = shape.iter().map(|size| *size as f64).product();
    Some(elements * module.element_size(module.element_type(ty))? as f64)
}

/// Returns the link that a copy goes over; none within the device.
fn link_of(module: &Module, op: Op) -> Option<Link> {
    let view = module.op(op);
    match (is_on_host(module, view.named("src")), is_on_host(module, view.named("dst"))) {
        (true, false) => Some(Link::ToDevice),
        (false, true) => Some(Link::ToHost),
        _ => None,
    }
}

/// Whether a buffer is surely memory of the host.
fn is_on_host(module: &Module, buffer: Value) -> bool {
    let mut at = buffer;
    while let Some(source) = view_source(module, at) {
        at = source;
    }
    let alloc = module.defining_op(at);
    alloc.is_some_and(|op| {
        matches!(module.kind(op), OpKind::MemRef(MemRef::Alloc | MemRef::Alloca))
            || module.attr(op, "hostShared").is_some()
    })
}
