//! Inserts reports for the race detector of the CPU device before the accesses of kernels.
//!
//! The detector compares the accesses of the threads of a launch, so each report has the number of its thread, and a barrier
//! gets an attribute by which `cpu-shape-kernels` reports it once for the block. An access that surely races with no other
//! thread has none, and is compared with other work alone: a read of memory that the kernel does not change, of workgroup
//! memory between the same barriers (`intervals.rs`), and accesses of elements that the id of the thread selects. Calls are
//! inlined before, so that the memory of an access is known; memory of a thread alone is not reported.
//!
//! A kernel whose accesses are all reported gets the attribute `rt.accesses`. One that waits for other work, at whose
//! barriers some threads meet, or that accesses memory by an operation without a report, is left as it is: run
//! `lower-affine` and `expand-vectors` before. Cost: linear in the size of the kernels after inlining, and the square of
//! their accesses, up to 512.
//!
//! ```text
//! gpu.func @k(%x: memref<?xf32>) kernel {      │ gpu.func @k(%x: memref<?xf32>) kernel attributes {rt.accesses} {
//!                                              │   %t = … the linear number of the thread in its block …
//!   %v = memref.load %x[%i]                    │   rt.access %x[%i] by %t {bytes = 4 : i32, number = 0 : i32}
//!                                              │   %v = memref.load %x[%i]
//!   gpu.barrier                                │   gpu.barrier {rt.interval}
//!   memref.store %v, %x[%j]                    │   rt.access %x[%j] value %v : f32 by %t {…, number = 1 : i32}
//!                                              │   memref.store %v, %x[%j]
//! ```

mod intervals;

use crate::analysis::alias::{AliasAnalysis, CallSites, Overlap, Root};
use crate::analysis::effects::{Effects, is_pure, own_effects};
use crate::analysis::launches::{Launches, Sizes};
use crate::analysis::spins;
use crate::analysis::summary::updates_of;
use crate::cpu::cpu_shape_kernels::inline_calls;
use crate::gpu::buffers::MemorySpace;
use crate::pass::{Changed, Pass, PassCx, PassFn};
use intervals::{Intervals, barrier_of_all};
use rustc_hash::FxHashSet;
use std::rc::Rc;
use warpline_ir::artifact::{ACCESSES, INTERVAL};
use warpline_ir::def::Effect;
use warpline_ir::dialect::gpu::{GpuFunc, dimension_of};
use warpline_ir::host_abi::{AccessKind, Update};
use warpline_ir::kernels::{device_modules, kernels};
use warpline_ir::{
    Arith, Attr, Builder, Gpu, MemRef, Module, Op, OpKind, Place, Ptr, Rt, Type, TypeKind, Value,
};

/// The maximum number of accesses of a kernel whose pairs are looked at.
const MAX_PROVED: usize = 512;

/// The `cpu-log-accesses` pass.
pub const PASS: Pass = Pass {
    name: "cpu-log-accesses",
    summary: "Inserts reports of accesses and barriers for the race detector into kernels",
    options: &[],
    run: PassFn::Always(run),
};

fn run(cx: &mut PassCx<'_>) -> Changed {
    let module = &mut *cx.module;
    let revision = module.revision();
    let mut number = 0;
    let (sites, launches) = (CallSites::of(module), Launches::of(module));
    for table in device_modules(module) {
        for kernel in kernels(module, table) {
            if module.attr(kernel, ACCESSES).is_some() || inline_calls(module, kernel).is_err() {
                continue;
            }
            let sizes = launches.sizes(module, kernel);
            if let Some(accesses) = accesses_of(module, kernel, &sites, &sizes) {
                report(module, kernel, &accesses, &mut number);
            }
        }
    }
    (module.revision() != revision).into()
}

/// An access that is reported.
struct Access {
    op: Op,
    memory: Value,
    indices: Vec<Value>,
    /// The element.
    ty: Type,
    kind: Kind,
    /// Whether it may race with other threads.
    is_compared: bool,
}

enum Kind {
    Read,
    Write(Value),
    Update(Update),
}

/// Returns the accesses of a kernel to memory of a block or of the device; `None` if some cannot be reported.
fn accesses_of(module: &Module, kernel: Op, sites: &Rc<CallSites>, sizes: &Sizes) -> Option<Vec<Access>> {
    if !spins::of_kernel(module, kernel).is_empty() {
        return None;
    }
    let mut aliases = AliasAnalysis::with_call_sites(Rc::clone(sites));
    let mut found = Vec::new();
    for op in module.walk(kernel).into_iter().skip(1) {
        if barrier_of_all(module, op) == Some(false) {
            return None;
        }
        let Some(access) = access_of(module, op) else {
            if may_access(module, &mut aliases, kernel, op) {
                return None;
            }
            continue;
        };
        match is_of_thread(module, &mut aliases, kernel, access.memory) {
            Some(true) => {}
            Some(false) => found.push(access),
            None => return None,
        }
    }
    if found.len() <= MAX_PROVED {
        let partners = partners(module, &mut aliases, kernel, &found);
        let may_race = |number: usize| may_race(module, sizes, &found, (number, &partners[number]));
        let compared: Vec<bool> = (0..found.len()).map(may_race).collect();
        for (access, is_compared) in found.iter_mut().zip(compared) {
            access.is_compared = is_compared;
        }
    }
    Some(found)
}

/// Returns for each access the numbers of those that may reach the same memory, one of the two changing it, without a barrier
/// between them, and not both atomic. An access that changes memory otherwise is among its own.
fn partners(
    module: &Module,
    aliases: &mut AliasAnalysis,
    kernel: Op,
    accesses: &[Access],
) -> Vec<Vec<usize>> {
    let ops: Vec<Op> = accesses.iter().map(|access| access.op).collect();
    let intervals = Intervals::of(module, kernel, &ops);
    let places: Vec<_> = accesses.iter().map(|access| aliases.of(module, access.memory)).collect();
    let changes = |number: usize| !matches!(accesses[number].kind, Kind::Read);
    let is_atomic = |number: usize| matches!(accesses[number].kind, Kind::Update(_));
    let mut partners = vec![Vec::new(); accesses.len()];
    for a in 0..accesses.len() {
        for b in 0..=a {
            let is_ordered = is_of_block(module, accesses[a].memory) && !intervals.have(a, b);
            if (changes(a) || changes(b))
                && !(is_atomic(a) && is_atomic(b))
                && !is_ordered
                && aliases.overlap(&places[a], &places[b]) != Overlap::No
            {
                partners[a].push(b);
                if a != b {
                    partners[b].push(a);
                }
            }
        }
    }
    partners
}

/// Whether an access may race with its partners.
fn may_race(module: &Module, sizes: &Sizes, accesses: &[Access], (own, partners): (usize, &[usize])) -> bool {
    let all: Vec<&Access> = [own].iter().chain(partners).map(|number| &accesses[*number]).collect();
    let is_one_memref = all.iter().all(|access| access.memory == all[0].memory);
    let is_apart = partners.is_empty() || is_one_memref && are_of_one_thread(module, sizes, &all);
    !is_apart
}

/// Whether memory belongs to a block.
fn is_of_block(module: &Module, memory: Value) -> bool {
    MemorySpace::of_memref(module, module.type_of(memory)) == Ok(MemorySpace::Workgroup)
}

/// Whether each element that these accesses of one memref reach is reached by one thread alone: for each dimension in which
/// there are several threads, one index of all accesses is the number of the thread in it.
fn are_of_one_thread(module: &Module, sizes: &Sizes, accesses: &[&Access]) -> bool {
    let Some(first) = accesses.first() else { return true };
    let is_of_block = is_of_block(module, first.memory);
    let mut used = Vec::new();
    let has_index = |dim: usize| {
        let is_one = |size: Option<i64>| size == Some(1);
        let (one_block, one_thread) = (is_of_block || is_one(sizes.grid[dim]), is_one(sizes.block[dim]));
        if one_block && one_thread {
            return true;
        }
        let distinguishes = |id: Gpu| match id {
            Gpu::GlobalId => true,
            Gpu::ThreadId => one_block,
            Gpu::BlockId => one_thread,
            _ => false,
        };
        let found = (0..first.indices.len()).find(|at| {
            let value = first.indices[*at];
            !used.contains(at)
                && accesses.iter().all(|access| access.indices.get(*at) == Some(&value))
                && id_of(module, value).is_some_and(|(id, of)| of == dim && distinguishes(id))
        });
        used.extend(found);
        found.is_some()
    };
    // Strides of the run may be 0.
    let has_no_layout =
        matches!(module.type_kind(module.type_of(first.memory)), TypeKind::MemRef(_, _, None, _));
    has_no_layout && is_uniform(module, first.memory) && (0..3).all(has_index)
}

/// Whether a value is the same for all threads of a launch, wherever it is computed.
fn is_uniform(module: &Module, value: Value) -> bool {
    let (mut open, mut seen) = (vec![value], FxHashSet::default());
    while let Some(value) = open.pop() {
        let Some(op) = module.defining_op(value) else {
            let block = module.def_block(value);
            let owner = block.and_then(|block| module.block_parent(block));
            let is_of_kernel =
                |op: &Op| module.kind(*op) == OpKind::Gpu(Gpu::Func) && module.entry(*op, 0) == block;
            if !owner.as_ref().is_some_and(is_of_kernel) {
                return false;
            }
            continue;
        };
        let is_uniform_op = match module.kind(op) {
            OpKind::Gpu(kind) => matches!(kind, Gpu::DynamicSharedMemory | Gpu::BlockDim | Gpu::GridDim),
            OpKind::MemRef(MemRef::GetGlobal) => true,
            _ => is_pure(module, op) && module.regions_of(op).is_empty(),
        };
        if !is_uniform_op {
            return false;
        }
        open.extend(module.operands(op).iter().copied().filter(|operand| seen.insert(*operand)));
    }
    true
}

/// Returns the id, and its dimension, to which a value adds at most a constant.
fn id_of(module: &Module, value: Value) -> Option<(Gpu, usize)> {
    let op = module.defining_op(value)?;
    match module.kind(op) {
        OpKind::Gpu(kind) => Some((kind, dimension_of(module.op(op))?)),
        OpKind::Arith(Arith::AddI) => match *module.operands(op) {
            [id, added] if module.constant_int(added).is_some() => id_of(module, id),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the access that an operation makes to one element.
fn access_of(module: &Module, op: Op) -> Option<Access> {
    let view = module.op(op);
    let access = |memory: &str, ty: Type, kind: Kind| {
        let memory = view.named(memory);
        let indices = if module.is_ptr(module.type_of(memory)) { &[][..] } else { view.group("indices") };
        Some(Access { op, memory, indices: indices.to_vec(), ty, kind, is_compared: true })
    };
    let value = || view.named("value");
    match module.kind(op) {
        OpKind::MemRef(MemRef::Load) => access("memref", view.result_type(0), Kind::Read),
        OpKind::MemRef(MemRef::Store) => access("memref", module.type_of(value()), Kind::Write(value())),
        OpKind::MemRef(MemRef::AtomicRmw) => {
            access("memref", view.result_type(0), Kind::Update(updates_of(module, op).class()))
        }
        OpKind::MemRef(MemRef::GenericAtomicRmw) => {
            access("memref", view.result_type(0), Kind::Update(Update::Any))
        }
        OpKind::Ptr(Ptr::Load) => access("ptr", view.result_type(0), Kind::Read),
        OpKind::Ptr(Ptr::Store) => access("ptr", module.type_of(value()), Kind::Write(value())),
        _ => None,
    }
}

/// Whether another operation may access memory of a block or of the device.
fn may_access(module: &Module, aliases: &mut AliasAnalysis, kernel: Op, op: Op) -> bool {
    let is_memory = |value: &Value| {
        let ty = module.type_of(*value);
        module.is_memref(ty) || module.is_ptr(ty)
    };
    match own_effects(module, op) {
        Effects::Unknown => module.operands(op).iter().any(is_memory),
        Effects::Known(effects) => effects.iter().any(|(effect, value)| {
            matches!(effect, Effect::Read | Effect::Write)
                && is_of_thread(module, aliases, kernel, *value) != Some(true)
        }),
    }
}

/// Whether memory belongs to one thread; `None` if that is not known.
fn is_of_thread(module: &Module, aliases: &mut AliasAnalysis, kernel: Op, memory: Value) -> Option<bool> {
    if MemorySpace::of_memref(module, module.type_of(memory)) == Ok(MemorySpace::Private) {
        return Some(true);
    }
    let private = GpuFunc(module.op(kernel)).private_attributions();
    let place = aliases.of(module, memory);
    let is_own = |root: &Root| match *root {
        Root::Alloc(value) | Root::Argument(value, _) => {
            let made = module.defining_op(value).map(|op| module.kind(op));
            let is_allocated = matches!(made, Some(OpKind::MemRef(MemRef::Alloca | MemRef::Alloc)));
            Some(is_allocated || private.contains(&value))
        }
        Root::Global(_) => Some(false),
        Root::Elsewhere | Root::Any => None,
    };
    let mut answers = place.roots.iter().map(is_own);
    let first = answers.next()??;
    answers.all(|answer| answer == Some(first)).then_some(first)
}

/// Inserts the reports of a kernel, with numbers from `number` on.
fn report(module: &mut Module, kernel: Op, accesses: &[Access], number: &mut i64) {
    let Some(entry) = module.entry(kernel, 0) else { return };
    module.set_attr(kernel, ACCESSES, Attr::UNIT);
    let is_barrier = |op: &Op| barrier_of_all(module, *op).is_some();
    let barriers: Vec<Op> = module.walk(kernel).into_iter().filter(is_barrier).collect();
    for barrier in barriers {
        module.set_attr(barrier, INTERVAL, Attr::UNIT);
    }
    // No other work reaches memory of a block.
    let is_reported = |access: &&Access| access.is_compared || !is_of_block(module, access.memory);
    let reported: Vec<&Access> = accesses.iter().filter(is_reported).collect();
    let thread = linear_thread(&mut Builder::new(module, Place::Start(entry), module.location(kernel)));
    for Access { op, memory, indices, ty, kind, is_compared } in reported {
        let mut at = Builder::before(module, *op);
        let value = match kind {
            Kind::Write(value) => Some(*value),
            Kind::Read | Kind::Update(_) => None,
        };
        let by = is_compared.then_some(thread);
        let operands = [&[*memory], &indices[..], value.as_slice(), by.as_slice()].concat();
        let sizes = [1, indices.len() as i64, i64::from(value.is_some()), i64::from(*is_compared)];
        let bytes = at.module.element_size(*ty).and_then(|bytes| i64::try_from(bytes).ok()).unwrap_or(1);
        let mut attrs = vec![
            ("operandSegmentSizes", at.module.i32_array_attr(sizes)),
            ("bytes", at.module.int_attr(bytes, Type::I32)),
            ("number", at.module.int_attr(*number, Type::I32)),
        ];
        if let Kind::Update(update) = kind {
            let access = AccessKind::Atomic(*update).number();
            attrs.push(("update", at.module.int_attr(access.into(), Type::I32)));
        }
        at.op(Rt::Access, &operands, &[], &attrs);
        *number += 1;
    }
}

/// Builds the linear number of the thread in its block.
fn linear_thread(at: &mut Builder<'_>) -> Value {
    let mut of = |kind: Gpu, axis: &str| {
        let dimension = at.module.keyword_attr(kind, "dimension", axis);
        at.value(kind, &[], Type::INDEX, &[("dimension", dimension)])
    };
    let [x, y, z] = ["x", "y", "z"].map(|axis| of(Gpu::ThreadId, axis));
    let [size_x, size_y] = ["x", "y"].map(|axis| of(Gpu::BlockDim, axis));
    let plane = at.binary(Arith::MulI, z, size_y);
    let row = at.binary(Arith::AddI, plane, y);
    let rows = at.binary(Arith::MulI, row, size_x);
    at.binary(Arith::AddI, rows, x)
}
