//! What kernels and host operations read and write, as [`Touch`]es of memrefs.
//!
//! A kernel is summed up per argument and per global: the uses of the argument are followed through views; what
//! is followed nowhere is read and written. A host operation has the effects of its row, those of the kernel that
//! it launches, and those of the operations nested in it; calls have those of the function where [`Calls`] are given;
//! other calls and unknown operations may do anything.

use super::alias::{Place, Places, Root, carried_to};
use super::calls::Calls;
use super::spins;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use warpline_ir::def::{Effect, Trait};
use warpline_ir::dialect::func::function_type_of;
use warpline_ir::dialect::rt::StreamCall;
use warpline_ir::{Affine, Func, Gpu, MemRef, Module, Name, Op, OpKind, Ptr, Rt, Scf, Value};

/// Atomic updates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Updates {
    /// There are none.
    #[default]
    None,
    /// Only such whose order does not matter: integers, one kind of `memref.atomic_rmw` by its number, and nobody
    /// looks at the old values.
    Commuting(u8),
    /// Any.
    Any,
}

impl Updates {
    fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::None, updates) | (updates, Self::None) => updates,
            (a, b) if a == b => a,
            _ => Self::Any,
        }
    }
}

/// How memory is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Access {
    /// Some of it is read.
    pub reads: bool,
    /// Some of it is written, but not by atomic updates.
    pub writes: bool,
    /// Some of it is updated by atomic operations.
    pub updates: Updates,
}

impl Access {
    /// Reads only.
    pub const READ: Self = Self { reads: true, writes: false, updates: Updates::None };
    /// Writes only.
    pub const WRITE: Self = Self { reads: false, writes: true, updates: Updates::None };
    /// Anything.
    pub const ANY: Self = Self { reads: true, writes: true, updates: Updates::None };

    /// Atomic updates only.
    pub fn updating(updates: Updates) -> Self {
        Self { reads: false, writes: false, updates }
    }

    /// Both.
    pub fn join(self, other: Self) -> Self {
        Self {
            reads: self.reads || other.reads,
            writes: self.writes || other.writes,
            updates: self.updates.join(other.updates),
        }
    }

    /// The kind of updates, where there is nothing but updates of one kind that commute.
    pub fn commutes(self) -> Option<u8> {
        match self {
            Self { reads: false, writes: false, updates: Updates::Commuting(kind) } => Some(kind),
            _ => None,
        }
    }
}

/// A use of memory.
#[derive(Clone, Debug)]
pub struct Touch {
    /// Which.
    pub place: Rc<Place>,
    /// How.
    pub access: Access,
}

/// Everything an operation does to memory.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Its uses of memory that is known.
    pub touches: Vec<Touch>,
    /// Whether it may use any other memory too.
    pub is_unknown: bool,
    /// Memory that a launch waits for: it ends only when other work updates it ([`spins`]).
    pub spins: Vec<Rc<Place>>,
}

/// What a kernel does, per argument and global.
#[derive(Clone, Debug, Default)]
struct KernelSummary {
    args: Vec<Access>,
    globals: Vec<(Name, Access)>,
    /// Arguments that it waits for.
    spinning_args: Vec<usize>,
    /// Globals that it waits for.
    spinning_globals: Vec<Name>,
}

/// Sums up the operations of one module; remembers its kernels.
#[derive(Default)]
pub struct Summaries {
    /// The places of host memrefs.
    pub places: Places,
    kernels: FxHashMap<Op, Rc<KernelSummary>>,
    calls: Rc<Calls>,
}

impl Summaries {
    /// Summaries that know what calls do.
    pub fn with_calls(calls: Rc<Calls>) -> Self {
        Self { places: Places::with_call_sites(Rc::clone(&calls.sites)), calls, ..Self::default() }
    }

    /// Summaries that look for callers where these decide which buffers overlap.
    pub fn with_callers() -> Self {
        Self { places: Places::with_callers(), ..Self::default() }
    }

    /// What a call of a function that runs on a stream of its caller does in the order of that stream, and on the host.
    pub fn of_slice(&mut self, module: &Module, op: Op) -> Option<[Summary; 2]> {
        self.calls.slice_of(module, op)?;
        self.calls.effects(module, op, &mut self.places)
    }

    /// What `op` does without what is in it.
    pub(super) fn own(&mut self, module: &Module, op: Op) -> Summary {
        let mut summary = Summary::default();
        self.add_own(module, op, &mut summary);
        summary
    }

    /// What `op` and everything in it do to memory.
    pub fn of(&mut self, module: &Module, op: Op) -> Summary {
        let mut summary = Summary::default();
        for inner in module.walk(op) {
            self.add_own(module, inner, &mut summary);
        }
        summary
    }

    /// Adds the effects of one operation without those of the operations in it.
    fn add_own(&mut self, module: &Module, op: Op, out: &mut Summary) {
        match module.kind(op) {
            OpKind::Gpu(Gpu::LaunchFunc) => self.add_launch(module, op, module.op(op).group(11), out),
            OpKind::Rt(Rt::Launch) => self.add_launch(module, op, module.op(op).group(7), out),
            OpKind::Func(Func::Call) => self.add_call(module, op, out),
            OpKind::Foreign(_)
            | OpKind::Func(Func::CallIndirect)
            | OpKind::Async(_)
            | OpKind::MemRef(MemRef::DmaStart | MemRef::DmaWait)
            | OpKind::Affine(Affine::DmaStart | Affine::DmaWait) => out.is_unknown = true,
            OpKind::Gpu(Gpu::Wait) | OpKind::MemRef(MemRef::Alloc | MemRef::Alloca) => {}
            _ => {
                for (value, access) in row_accesses(module, op) {
                    self.add(module, value, access, out);
                }
            }
        }
    }

    fn add_call(&mut self, module: &Module, op: Op, out: &mut Summary) {
        if StreamCall::of(module, op).is_some() {
            return;
        }
        let Some(sides) = self.calls.effects(module, op, &mut self.places) else {
            out.is_unknown = true;
            return;
        };
        for side in sides {
            out.is_unknown |= side.is_unknown;
            out.touches.extend(side.touches);
        }
    }

    fn add(&mut self, module: &Module, value: Value, access: Access, out: &mut Summary) {
        let place = self.places.of(module, value);
        out.touches.push(Touch { place, access });
    }

    /// The effects of the kernel on the operands of its launch; anything on memrefs if there is no kernel.
    fn add_launch(&mut self, module: &Module, launch: Op, operands: &[Value], out: &mut Summary) {
        let path = module.attr(launch, "kernel").and_then(|attr| module.attr_symbol(attr));
        let kernel = path.and_then(|path| module.resolve_symbol(launch, path));
        let summary = kernel.map(|kernel| self.kernel(module, kernel));
        for (index, operand) in operands.iter().enumerate() {
            if !is_buffer(module, *operand) {
                continue;
            }
            let access =
                summary.as_ref().map_or(Access::ANY, |s| s.args.get(index).copied().unwrap_or(Access::ANY));
            if access != Access::default() {
                self.add(module, *operand, access, out);
            }
        }
        let Some(summary) = summary else { return };
        for (name, access) in &summary.globals {
            out.touches.push(Touch { place: Place::whole(Root::Global(*name)).into(), access: *access });
        }
        let spinning = summary.spinning_args.iter().filter_map(|index| operands.get(*index));
        out.spins.extend(spinning.map(|operand| self.places.of(module, *operand)));
        out.spins
            .extend(summary.spinning_globals.iter().map(|name| Place::whole(Root::Global(*name)).into()));
    }

    /// What a kernel does to the memory behind each of its arguments, workgroup and private memory among them.
    pub fn of_arguments(&mut self, module: &Module, kernel: Op) -> Vec<Access> {
        self.kernel(module, kernel).args.clone()
    }

    fn kernel(&mut self, module: &Module, kernel: Op) -> Rc<KernelSummary> {
        let summary = || Rc::new(summarize_kernel(module, kernel));
        Rc::clone(self.kernels.entry(kernel).or_insert_with(summary))
    }
}

fn is_buffer(module: &Module, value: Value) -> bool {
    let ty = module.type_of(value);
    matches!(
        module.type_kind(ty),
        warpline_ir::TypeKind::MemRef(..) | warpline_ir::TypeKind::UnrankedMemRef(..)
    )
}

/// The accesses that the row of an operation tells.
fn row_accesses(module: &Module, op: Op) -> Vec<(Value, Access)> {
    let view = module.op(op);
    let Some(def) = view.def() else { return Vec::new() };
    let mut found = Vec::new();
    for (slot, row) in def.operands.iter().enumerate() {
        let access = match row.effect {
            Some(Effect::Read) => Access::READ,
            Some(Effect::Write) if view.kind() == OpKind::MemRef(MemRef::AtomicRmw) => {
                Access::updating(updates_of(module, op))
            }
            Some(Effect::Write | Effect::Free) => Access::WRITE,
            Some(Effect::Allocate) | None => continue,
        };
        found.extend(view.group(slot).iter().map(|value| (*value, access)));
    }
    if view.kind() == OpKind::Gpu(Gpu::Alloc) || view.kind() == OpKind::Rt(Rt::Alloc) {
        found.push((view.result(0), Access::WRITE));
    }
    found
}

/// What a `memref.atomic_rmw` does to the memory that it updates: it commutes with its like if it works on integers and its result is not used.
pub fn updates_of(module: &Module, op: Op) -> Updates {
    let result = module.result(op, 0);
    let is_plain = module.is_unused(result) && module.float_kind(module.type_of(result)).is_none();
    let kind = module.op(op).int("kind").and_then(|kind| u8::try_from(kind).ok());
    match kind {
        Some(kind) if is_plain && module.op(op).keyword("kind").is_some_and(|name| name != "assign") => {
            Updates::Commuting(kind)
        }
        _ => Updates::Any,
    }
}

/// The accesses through each argument, and to each global.
fn summarize_kernel(module: &Module, kernel: Op) -> KernelSummary {
    let Some(body) = module.entry(kernel, 0) else { return KernelSummary::default() };
    let args = module.args(body).iter().map(|arg| access_through(module, *arg)).collect();
    let mut globals: Vec<(Name, Access)> = Vec::new();
    for op in module.walk(kernel) {
        if module.kind(op) != OpKind::MemRef(MemRef::GetGlobal) {
            continue;
        }
        let path = module.attr(op, "name").and_then(|attr| module.attr_symbol(attr));
        if let Some(name) = path.and_then(|path| path.last()) {
            globals.push((*name, access_through(module, module.result(op, 0))));
        }
    }
    let mut summary = KernelSummary { args, globals, ..KernelSummary::default() };
    for root in spins::of_kernel(module, kernel).into_iter().flat_map(|spin| spin.roots) {
        add_spin(module, kernel, root, &mut summary);
    }
    summary
}

/// Notes memory that a kernel waits for; of unknown memory, any argument may be it. Workgroup memory is no business of
/// other launches.
fn add_spin(module: &Module, kernel: Op, root: Root, out: &mut KernelSummary) {
    let n_passed = function_type_of(module, kernel).0.len();
    let args = module.entry(kernel, 0).map(|body| module.args(body)).unwrap_or_default();
    let passed = &args[..n_passed.min(args.len())];
    match root {
        Root::Argument(value, _) => {
            out.spinning_args.extend(passed.iter().position(|arg| *arg == value));
        }
        Root::Global(name) => out.spinning_globals.push(name),
        Root::Alloc(_) => {}
        Root::Elsewhere | Root::Any => {
            out.spinning_args.extend((0..passed.len()).filter(|index| is_buffer(module, passed[*index])));
        }
    }
}

/// What is done to the memory behind a memref, by following its uses.
fn access_through(module: &Module, value: Value) -> Access {
    let mut access = Access::default();
    let mut work = vec![value];
    let mut is_seen = FxHashSet::default();
    while let Some(value) = work.pop() {
        for found in module.uses(value) {
            let op = found.op;
            let accesses = row_accesses(module, op);
            let own = accesses.iter().filter(|(touched, _)| *touched == value);
            access = own.fold(access, |access, (_, more)| access.join(*more));
            if let Some(values) = carried_to(module, found) {
                work.extend(values.into_iter().filter(|value| is_seen.insert(*value)));
                continue;
            }
            match module.kind(op) {
                OpKind::MemRef(
                    MemRef::Cast | MemRef::SubView | MemRef::MemorySpaceCast | MemRef::ReinterpretCast,
                )
                | OpKind::Ptr(Ptr::ToPtr | Ptr::FromPtr | Ptr::PtrAdd)
                | OpKind::Arith(warpline_ir::Arith::Select) => {
                    work.extend(module.results(op).filter(|result| is_seen.insert(*result)));
                }
                // Only the base is memory.
                OpKind::MemRef(MemRef::ExtractStridedMetadata) => {
                    work.extend(module.results(op).take(1).filter(|base| is_seen.insert(*base)));
                }
                OpKind::MemRef(MemRef::Dim) | OpKind::Ptr(Ptr::GetMetadata | Ptr::PtrDiff) => {}
                OpKind::Scf(Scf::Reduce) => access = access.join(Access::ANY),
                kind => {
                    let is_told = accesses.iter().any(|(touched, _)| *touched == value);
                    let is_pure =
                        kind.def().is_some_and(|def| def.has(Trait::Pure) && !def.has(Trait::Terminator));
                    let is_harmless = is_pure && module.n_results(op) == 0;
                    if !is_told && !is_harmless {
                        access = access.join(Access::ANY);
                    }
                }
            }
        }
    }
    access
}
