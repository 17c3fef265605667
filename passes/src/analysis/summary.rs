//! The memory that kernels and host operations read and write, as [`Touch`]es of memrefs.
//!
//! A kernel is summarised per argument and per global: the uses of the argument are followed through views; an
//! unknown use counts as read and write. A host operation has the effects of its row, those of the kernel that it
//! launches, and those of its nested operations. Calls have the effects of the callee if [`Calls`] are given; other
//! calls and unknown operations may have any effect.

use super::alias::{AliasAnalysis, MemoryRegion, Root, is_buffer, view_of};
use super::calls::Calls;
use super::effects::structured_effects;
use super::spins;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use warpline_ir::TypeKind;
use warpline_ir::def::{Effect, Trait};
use warpline_ir::dialect::func::function_type_of;
use warpline_ir::dialect::linalg::Structured;
use warpline_ir::dialect::rt::StreamCall;
use warpline_ir::host_abi::Update;
use warpline_ir::{Affine, Arith, Def, Func, Gpu, MemRef, Module, Name, Op, OpKind, Rt, Scf, Use, Value};

/// The atomic updates of memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Updates {
    /// No updates.
    #[default]
    None,
    /// Only commutative updates: on integers, of one kind of `memref.atomic_rmw`, given by its number, with unused
    /// old values.
    Commuting(u8),
    /// Any updates.
    Any,
}

impl Updates {
    /// Returns the class of concurrent updates that do not race with these.
    pub fn class(self) -> Update {
        match self {
            Self::Commuting(kind) => Update::Commuting(kind),
            Self::None | Self::Any => Update::Any,
        }
    }
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

/// The manner in which memory is accessed.
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
    /// Only reads.
    pub const READ: Self = Self { reads: true, writes: false, updates: Updates::None };
    /// Only writes.
    pub const WRITE: Self = Self { reads: false, writes: true, updates: Updates::None };
    /// Reads and writes.
    pub const ANY: Self = Self { reads: true, writes: true, updates: Updates::None };

    /// Only atomic updates.
    pub fn updating(updates: Updates) -> Self {
        Self { reads: false, writes: false, updates }
    }

    /// Joins two accesses.
    pub fn join(self, other: Self) -> Self {
        Self {
            reads: self.reads || other.reads,
            writes: self.writes || other.writes,
            updates: self.updates.join(other.updates),
        }
    }

    /// Returns the kind of updates, if all accesses are commutative updates of one kind.
    pub fn commutes(self) -> Option<u8> {
        match self {
            Self { reads: false, writes: false, updates: Updates::Commuting(kind) } => Some(kind),
            _ => None,
        }
    }
}

/// An access to memory.
#[derive(Clone, Debug)]
pub struct Touch {
    /// The accessed memory.
    pub place: Rc<MemoryRegion>,
    /// The manner of the access.
    pub access: Access,
}

/// The memory effects of an operation.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Its accesses to known memory.
    pub touches: Vec<Touch>,
    /// Whether it may access any other memory, too.
    pub is_unknown: bool,
    /// Memory that a launch waits for: it ends only when other work updates it ([`spins`]).
    pub spins: Vec<Rc<MemoryRegion>>,
}

/// The effects of a kernel, per argument and global.
#[derive(Clone, Debug, Default)]
struct KernelSummary {
    args: Vec<KernelAccess>,
    globals: Vec<(Name, KernelAccess)>,
    /// Arguments that it waits for.
    spinning_args: Vec<usize>,
    /// Globals that it waits for.
    spinning_globals: Vec<Name>,
}

/// The accesses of a kernel to one buffer.
#[derive(Clone, Copy, Debug, Default)]
struct KernelAccess {
    access: Access,
    /// Whether numbers that are passed to the kernel, or that it reads, decide which elements it accesses.
    is_inside: bool,
}

impl KernelAccess {
    const ANY: Self = Self { access: Access::ANY, is_inside: false };

    /// Returns the accessed memory of a buffer.
    fn place(self, buffer: Rc<MemoryRegion>) -> Rc<MemoryRegion> {
        if self.is_inside { buffer.inside().into() } else { buffer }
    }
}

/// Computes the effects of the operations of one module; memoises its kernels.
#[derive(Default)]
pub struct Summaries {
    /// The memory of host memrefs.
    pub aliases: AliasAnalysis,
    kernels: FxHashMap<Op, Rc<KernelSummary>>,
    calls: Rc<Calls>,
}

impl Summaries {
    /// Creates summaries that include the effects of callees.
    pub fn with_calls(calls: Rc<Calls>) -> Self {
        Self { aliases: AliasAnalysis::with_call_sites(Rc::clone(&calls.sites)), calls, ..Self::default() }
    }

    /// Creates summaries that consult call sites if these determine which buffers overlap.
    pub fn with_callers() -> Self {
        Self { aliases: AliasAnalysis::with_callers(), ..Self::default() }
    }

    /// Returns the effects of a call of a slice, in stream order and on the host.
    pub fn of_slice(&mut self, module: &Module, op: Op) -> Option<[Summary; 2]> {
        self.calls.slice_of(module, op)?;
        self.calls.effects(module, op, &mut self.aliases)
    }

    /// Returns the effects of `op` without those of its nested operations.
    pub(super) fn own(&mut self, module: &Module, op: Op) -> Summary {
        let mut summary = Summary::default();
        self.add_own(module, op, &mut summary);
        summary
    }

    /// Returns the effects of `op` and all its nested operations.
    pub fn of(&mut self, module: &Module, op: Op) -> Summary {
        if module.has_no_regions(op) {
            return self.own(module, op);
        }
        let mut summary = Summary::default();
        for inner in module.walk(op) {
            self.add_own(module, inner, &mut summary);
        }
        summary
    }

    /// Adds the effects of one operation without those of its nested operations.
    fn add_own(&mut self, module: &Module, op: Op, out: &mut Summary) {
        match module.kind(op) {
            OpKind::Gpu(Gpu::LaunchFunc) | OpKind::Rt(Rt::Launch) => self.add_launch(module, op, out),
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
        let Some(sides) = self.calls.effects(module, op, &mut self.aliases) else {
            out.is_unknown = true;
            return;
        };
        for side in sides {
            out.is_unknown |= side.is_unknown;
            out.touches.extend(side.touches);
        }
    }

    fn add(&mut self, module: &Module, value: Value, access: Access, out: &mut Summary) {
        let place = self.aliases.of(module, value);
        out.touches.push(Touch { place, access });
    }

    /// Adds the effects of the kernel on the operands of its launch; any effect on memrefs if there is no kernel.
    fn add_launch(&mut self, module: &Module, launch: Op, out: &mut Summary) {
        let path = module.attr(launch, "kernel").and_then(|attr| module.attr_symbol(attr));
        let kernel = path.and_then(|path| module.resolve_symbol(launch, path));
        let summary = kernel.map(|kernel| self.kernel(module, kernel));
        let operands = module.op(launch).group("kernelOperands");
        for (index, operand) in operands.iter().enumerate() {
            if !is_buffer(module, *operand) {
                continue;
            }
            let known = summary.as_ref().and_then(|summary| summary.args.get(index).copied());
            let found = known.unwrap_or(KernelAccess::ANY);
            if found.access != Access::default() {
                let place = found.place(self.aliases.of(module, *operand));
                out.touches.push(Touch { place, access: found.access });
            }
        }
        let Some(summary) = summary else { return };
        for (name, found) in &summary.globals {
            let place = found.place(MemoryRegion::whole(Root::Global(*name)).into());
            out.touches.push(Touch { place, access: found.access });
        }
        let spinning = summary.spinning_args.iter().filter_map(|index| operands.get(*index));
        out.spins.extend(spinning.map(|operand| self.aliases.of(module, *operand)));
        out.spins.extend(
            summary.spinning_globals.iter().map(|name| MemoryRegion::whole(Root::Global(*name)).into()),
        );
    }

    /// Returns the access of a launch to a buffer that is passed to its kernel; `None` if there is no such kernel.
    pub(crate) fn of_operand(&mut self, module: &Module, used: Use) -> Option<Access> {
        let path = module.attr(used.op, "kernel").and_then(|attr| module.attr_symbol(attr))?;
        let kernel = module.resolve_symbol(used.op, path)?;
        let index = (used.index as usize).checked_sub(module.op(used.op).group_range(11).start)?;
        self.kernel(module, kernel).args.get(index).map(|found| found.access)
    }

    /// Returns the accesses of a function or a kernel to the memory of each of its parameters.
    pub(crate) fn of_parameters(&mut self, module: &Module, function: Op) -> Vec<Access> {
        self.of_arguments(module, function)
    }

    /// Returns the accesses of a kernel to the memory of each of its arguments, including workgroup and private
    /// memory.
    pub fn of_arguments(&mut self, module: &Module, kernel: Op) -> Vec<Access> {
        self.kernel(module, kernel).args.iter().map(|found| found.access).collect()
    }

    fn kernel(&mut self, module: &Module, kernel: Op) -> Rc<KernelSummary> {
        let summary = || Rc::new(summarize_kernel(module, kernel));
        Rc::clone(self.kernels.entry(kernel).or_insert_with(summary))
    }
}

/// Returns the accesses that the row of an operation declares.
fn row_accesses(module: &Module, op: Op) -> Vec<(Value, Access)> {
    let view = module.op(op);
    let Some(def) = view.def() else { return Vec::new() };
    let mut found = Vec::new();
    if let Some(view) = Structured::of(view) {
        let access = |effect| if effect == Effect::Read { Access::READ } else { Access::WRITE };
        let effects = structured_effects(view).into_iter();
        return effects.map(|(effect, value)| (value, access(effect))).collect();
    }
    for (slot, row) in def.operands.iter().enumerate() {
        let access = match row.effect {
            Some(Effect::Read) => Access::READ,
            Some(Effect::Write) if view.kind() == OpKind::MemRef(MemRef::AtomicRmw) => {
                Access::updating(updates_of(module, op))
            }
            Some(Effect::Write) if view.kind() == OpKind::MemRef(MemRef::GenericAtomicRmw) => {
                Access::updating(Updates::Any)
            }
            Some(Effect::Write | Effect::Free) => Access::WRITE,
            Some(Effect::Allocate) | None => continue,
        };
        found.extend(view.slot(slot).iter().map(|value| (*value, access)));
    }
    if view.kind() == OpKind::Gpu(Gpu::Alloc) || view.kind() == OpKind::Rt(Rt::Alloc) {
        found.push((view.result(0), Access::WRITE));
    }
    found
}

/// Returns the updates of a `memref.atomic_rmw`: it commutes with updates of its kind if it works on integers and its
/// result is unused.
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

/// Returns the accesses through each argument, and to each global.
fn summarize_kernel(module: &Module, kernel: Op) -> KernelSummary {
    let Some(body) = module.entry(kernel, 0) else { return KernelSummary::default() };
    let args = module.args(body).iter().map(|arg| access_through(module, *arg)).collect();
    let mut globals: Vec<(Name, KernelAccess)> = Vec::new();
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

/// Adds memory that a kernel waits for; unknown memory may be that of any argument. Workgroup memory does not concern
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

/// Whether a result of an operation on a buffer or a pointer may be an address in its memory: not its sizes, its metadata, or
/// a distance.
fn passes_address_on(module: &Module, op: Op) -> bool {
    let is_number = |value: Value| {
        matches!(
            module.type_kind(module.type_of(value)),
            TypeKind::Integer(..) | TypeKind::Index | TypeKind::PtrMetadata(_)
        )
    };
    if module.kind(op) == OpKind::MemRef(MemRef::ExtractAlignedPointerAsIndex) {
        return !is_only_compared(module, module.result(op, 0));
    }
    !module.results(op).all(is_number)
}

/// Whether a number only decides comparisons, as the address of a buffer does whose alignment is checked.
fn is_only_compared(module: &Module, number: Value) -> bool {
    let mut work = vec![number];
    for _ in 0..MAX_STEPS {
        let Some(value) = work.pop() else { return true };
        for used in module.uses(value) {
            match module.kind(used.op) {
                OpKind::Arith(Arith::CmpI) => {}
                OpKind::Arith(_) => work.extend(module.results(used.op)),
                _ => return false,
            }
        }
    }
    false
}

/// Returns the accesses to the memory of a memref, by following its uses.
fn access_through(module: &Module, value: Value) -> KernelAccess {
    let mut access = Access::default();
    let mut is_inside = false;
    let mut work = vec![value];
    let mut is_seen = FxHashSet::default();
    while let Some(value) = work.pop() {
        for found in module.uses(value) {
            let op = found.op;
            let accesses = row_accesses(module, op);
            let own = accesses.iter().filter(|(touched, _)| *touched == value);
            access = own.fold(access, |access, (_, more)| access.join(*more));
            is_inside |= has_passed_index(module, found);
            if let Some(values) = module.targets_of(found) {
                work.extend(values.into_iter().filter(|value| is_seen.insert(*value)));
                continue;
            }
            if let Some(view) = view_of(module, found) {
                work.extend(is_seen.insert(view).then_some(view));
                continue;
            }
            match module.kind(op) {
                OpKind::Arith(Arith::Select) => {
                    work.extend(module.results(op).filter(|result| is_seen.insert(*result)));
                }
                OpKind::Scf(Scf::Reduce) => access = access.join(Access::ANY),
                kind => {
                    let is_listed = accesses.iter().any(|(touched, _)| *touched == value);
                    let is_pure =
                        kind.def().is_some_and(|def| def.has(Trait::Pure) && !def.has(Trait::Terminator));
                    let is_harmless = is_pure && !passes_address_on(module, op);
                    if !is_listed && !is_harmless {
                        access = access.join(Access::ANY);
                    }
                }
            }
        }
    }
    KernelAccess { access, is_inside }
}

/// The most operations that are followed from an index to the values that decide it.
const MAX_STEPS: usize = 256;

/// Whether an index of an access or of a view of a buffer depends on an argument of the kernel or on memory, and not only
/// on constants, ids and induction variables.
fn has_passed_index(module: &Module, used: Use) -> bool {
    let op = used.op;
    let mut work: Vec<Value> = match module.op(op).access() {
        Some((_, indices)) => indices.to_vec(),
        None if view_of(module, used).is_some() => module.operands(op)[1..].to_vec(),
        None => return false,
    };
    let mut is_seen = FxHashSet::default();
    while let Some(value) = work.pop() {
        if !is_seen.insert(value) {
            continue;
        }
        if MAX_STEPS < is_seen.len() {
            return true;
        }
        match module.def(value) {
            Def::Arg(block, _) => {
                let parent = module.block_parent(block);
                if parent.is_some_and(|parent| module.kind(parent) == OpKind::Gpu(Gpu::Func)) {
                    return true;
                }
            }
            Def::Result(maker, _) if !row_accesses(module, maker).is_empty() => return true,
            Def::Result(maker, _) => work.extend(module.operands(maker)),
            Def::Forward => return true,
        }
    }
    false
}
