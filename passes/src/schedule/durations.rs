//! Predicted durations of device operations, in microseconds.
//!
//! A measured time wins. Otherwise a launch takes the operations of its threads by the throughput of the device, and a copy
//! or a fill takes its bytes by the bandwidth.
//!
//! Cost: the operations of a kernel times their depth, per launch.

use super::dag::NodeKind;
use warpline_ir::dialect::rt::Graph;
use warpline_ir::{AttrKind, Gpu, Module, Op, OpKind, Rt, Scf, Type, Value};

/// Microseconds of a node of which nothing is known.
const UNKNOWN: f64 = 10.0;
/// Microseconds of a node that does nothing.
const LEAST: f64 = 2.0;
/// Operations of threads, and bytes of copies, per microsecond.
const OPS: f64 = 1e6;
const BYTES: f64 = 12e3;
/// Trips of a loop whose bounds are not constant.
const TRIPS: f64 = 8.0;

/// The attribute by which a launch, a copy or a fill records its measured microseconds, a float.
pub const MEASURED: &str = "warpline.microseconds";

/// The predicted microseconds of a device operation.
pub(super) fn duration(module: &Module, op: Op, kind: NodeKind) -> f64 {
    if let Some(time) = measured(module, op).filter(|_| kind.is_compute()) {
        return time;
    }
    let known = match kind {
        NodeKind::Launch => launch(module, op),
        NodeKind::Copy | NodeKind::Fill => transfer(module, op),
        NodeKind::Graph => return graph(module, op),
        NodeKind::Alloc
        | NodeKind::Free
        | NodeKind::FreeNow
        | NodeKind::Call
        | NodeKind::Enter
        | NodeKind::Leave
        | NodeKind::Host
        | NodeKind::HostWait
        | NodeKind::StreamWait
        | NodeKind::Boundary => return 0.0,
    };
    known.map_or(UNKNOWN, |time| LEAST + time)
}

fn measured(module: &Module, op: Op) -> Option<f64> {
    let attr = module.attr(op, MEASURED)?;
    let AttrKind::Float(bits, Type::F64) = module.attr_kind(attr) else { return None };
    Some(f64::from_bits(*bits)).filter(|time| time.is_finite() && 0.0 <= *time)
}

/// The longest path through a graph.
fn graph(module: &Module, op: Op) -> f64 {
    let graph = Graph(module.op(op));
    let kind = |node: Op| match module.kind(node) {
        OpKind::Rt(Rt::Launch) => NodeKind::Launch,
        _ => NodeKind::Copy,
    };
    let durations: Vec<f64> =
        graph.nodes().into_iter().map(|node| duration(module, node, kind(node))).collect();
    let mut ends = durations.clone();
    for (from, to) in graph.edges() {
        let (from, to) = (from as usize, to as usize);
        ends[to] = ends[to].max(ends[from] + durations[to]);
    }
    ends.into_iter().fold(0.0, f64::max)
}

fn launch(module: &Module, op: Op) -> Option<f64> {
    let first_size = match module.kind(op) {
        OpKind::Gpu(Gpu::LaunchFunc) => 1,
        OpKind::Rt(Rt::Launch) => 0,
        _ => return None,
    };
    let view = module.op(op);
    let sizes = (first_size..first_size + 6).flat_map(|slot| view.group(slot));
    let threads = sizes.map(|size| constant(module, *size)).product::<Option<f64>>()?;
    let path = view.attr("kernel").and_then(|kernel| module.attr_symbol(kernel))?;
    let kernel = module.resolve_symbol(op, path)?;
    Some(threads * work(module, kernel) / OPS)
}

/// Operations of one thread; loops count their trips.
fn work(module: &Module, op: Op) -> f64 {
    let mut total = 0.0;
    for inner in module.walk(op) {
        let mut times = 1.0;
        let mut at = module.parent_op(inner);
        while let Some(parent) = at.filter(|parent| *parent != op) {
            times *= trips(module, parent);
            at = module.parent_op(parent);
        }
        total += times;
    }
    total
}

fn trips(module: &Module, op: Op) -> f64 {
    let bounds = match (module.kind(op), module.operands(op)) {
        (OpKind::Scf(Scf::For), [from, to, step, ..]) => {
            [from, to, step].map(|value| constant(module, *value))
        }
        (OpKind::Scf(Scf::While) | OpKind::Affine(_), _) => return TRIPS,
        _ => return 1.0,
    };
    match bounds {
        [Some(from), Some(to), Some(step)] if 0.0 < step => ((to - from) / step).ceil().max(0.0),
        _ => TRIPS,
    }
}

fn constant(module: &Module, value: Value) -> Option<f64> {
    module.constant_int(value).map(|value| value as f64)
}

fn transfer(module: &Module, op: Op) -> Option<f64> {
    let is_rt = matches!(module.kind(op), OpKind::Rt(_));
    let target = *module.op(op).group(usize::from(!is_rt)).first()?;
    let ty = module.type_of(target);
    let shape = module.shape(ty)?;
    let is_known = shape.iter().all(|size| 0 <= *size);
    let elements: f64 = shape.iter().map(|size| *size as f64).product();
    let bytes = module.byte_size(module.element_type(ty))? as f64;
    is_known.then_some(elements * bytes / BYTES)
}
