//! Predicted durations of device operations, in microseconds.
//!
//! A measured time takes precedence. A copy or a fill takes its bytes divided by the bandwidth. A launch takes the
//! longer of two times:
//! - *throughput*: the work of all threads, on at most as many units as there are blocks. A unit is the hardware that
//!   runs a block, a multiprocessor or a worker of the CPU device, so a kernel of one block uses one unit, not the
//!   whole device;
//! - *latency*: the work of one thread, one operation after the other, times the number of waves of blocks that fill
//!   the device.
//!
//! The work of a thread is that of `work`. The constants are those of no particular device: they only decide which of
//! two plans is shorter.
//!
//! Cost: the operations of each kernel and of its callees, once for each list of constants that determines its trip
//! counts.

use super::input::{Node, NodeKind};
use super::iterations::N_SIZES;
use super::work::Works;
use std::cell::RefCell;
use warpline_ir::dialect::gpu::LAUNCH_SIZES;
use warpline_ir::dialect::rt::Graph;
use warpline_ir::{AttrKind, Gpu, Module, Op, OpKind, Rt, Type};

/// Microseconds of a node without a known duration.
const UNKNOWN: f64 = 10.0;
/// The least microseconds of a node.
const LEAST: f64 = 2.0;
/// Bytes copied per microsecond.
const BYTES: f64 = 12e3;
/// The number of units of the device.
const UNITS: f64 = 100.0;
/// The maximum number of threads and of blocks per unit.
const UNIT_THREADS: f64 = 2048.0;
const UNIT_BLOCKS: f64 = 32.0;
/// Work per microsecond of one unit, whose threads take turns, and of one thread.
const UNIT_WORK: f64 = 2e4;
const THREAD_WORK: f64 = 250.0;

/// The attribute by which a launch, a copy or a fill records its measured microseconds, a float.
pub const MEASURED: &str = "warpline.microseconds";

/// Predicts the durations of one module, and memoises the work of its kernels.
#[derive(Debug, Default)]
pub struct Durations {
    works: RefCell<Works>,
}

impl Durations {
    /// Returns the predicted microseconds of a device operation; 0 if it takes no time on a stream.
    pub(super) fn of(&self, module: &Module, op: Op, kind: NodeKind) -> f64 {
        if let Some(time) = measured(module, op).filter(|_| kind.is_compute()) {
            return time;
        }
        match kind {
            NodeKind::Launch => LEAST + self.launch(module, op),
            NodeKind::Copy | NodeKind::Fill => transfer(module, op).map_or(UNKNOWN, |time| LEAST + time),
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
            | NodeKind::Boundary => 0.0,
        }
    }

    /// Returns the length of the longest path through a graph.
    fn graph(&self, module: &Module, op: Op) -> f64 {
        let graph = Graph(module.op(op));
        let kind = |node: Op| match module.kind(node) {
            OpKind::Rt(Rt::Launch) => NodeKind::Launch,
            _ => NodeKind::Copy,
        };
        let durations: Vec<f64> =
            graph.nodes().into_iter().map(|node| self.of(module, node, kind(node))).collect();
        let mut ends = durations.clone();
        for (from, to) in graph.edges() {
            let (from, to) = (from as usize, to as usize);
            ends[to] = ends[to].max(ends[from] + durations[to]);
        }
        ends.into_iter().fold(0.0, f64::max)
    }

    fn launch(&self, module: &Module, op: Op) -> f64 {
        let Some(launch) = Launch::read(module, op) else { return UNKNOWN - LEAST };
        let work = self.works.borrow_mut().of_kernel(module, launch.kernel, launch.facts.clone());
        launch.time(work).unwrap_or_else(|| (UNKNOWN - LEAST).max(work / THREAD_WORK))
    }
}

/// Returns the predicted microseconds of a node minus the overhead of any node; the whole time if it was measured.
pub(crate) fn without_launch(module: &Module, node: &Node) -> f64 {
    match measured(module, node.op) {
        Some(time) => time,
        None => (node.duration - LEAST).max(0.0),
    }
}

/// A launch whose kernel has a body.
struct Launch {
    kernel: Op,
    /// The sizes of the grid and of a block, then the arguments, where they are constants.
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
        let facts = values.map(|value| module.constant_int(*value)).collect();
        Some(Self { kernel, facts })
    }

    /// Returns the microseconds of the launch for this much work per thread; `None` if its size is not constant.
    fn time(&self, work: f64) -> Option<f64> {
        let size =
            |dims: &[Option<i64>]| dims.iter().map(|size| size.map(|n| n as f64)).product::<Option<f64>>();
        let (blocks, threads) = (size(self.facts.get(..3)?)?, size(self.facts.get(3..N_SIZES)?)?);
        let throughput = blocks * threads * work / (UNIT_WORK * blocks.clamp(1.0, UNITS));
        let held = (UNIT_THREADS / threads.max(1.0)).clamp(1.0, UNIT_BLOCKS);
        let latency = (blocks / (UNITS * held)).max(1.0) * work / THREAD_WORK;
        Some(throughput.max(latency))
    }
}

fn measured(module: &Module, op: Op) -> Option<f64> {
    let attr = module.attr(op, MEASURED)?;
    let AttrKind::Float(bits, Type::F64) = module.attr_kind(attr) else { return None };
    Some(f64::from_bits(*bits)).filter(|time| time.is_finite() && 0.0 <= *time)
}

fn transfer(module: &Module, op: Op) -> Option<f64> {
    let ty = module.type_of(module.op(op).named("dst"));
    let shape = module.shape(ty)?;
    let is_known = shape.iter().all(|size| 0 <= *size);
    let elements: f64 = shape.iter().map(|size| *size as f64).product();
    let bytes = module.byte_size(module.element_type(ty))? as f64;
    is_known.then_some(elements * bytes / BYTES)
}
