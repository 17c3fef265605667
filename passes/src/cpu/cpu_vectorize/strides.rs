//! Stride analysis: how the values of neighbouring threads differ.
//!
//! Within the body of a thread loop, a value is uniform, a multiple of the thread's number plus something uniform, or
//! varying. The analysis starts with the loop variable, whose stride is 1, and marks what it cannot bound as varying
//! until a fixed point, so loop-carried values are handled correctly. It also finds the operations that lanes have to
//! execute one after the other. Cost: the size of the body times its depth of loops, in practice two sweeps.

use super::elementwise::is_elementwise;
use crate::analysis::access::is_volatile;
use crate::analysis::effects::{is_pure, is_terminator};
use crate::analysis::speculation::is_speculatable_once_checked;
use crate::analysis::uniformity::end_operands;
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::def::RegionFlow;
use warpline_ir::{Arith, Block, Func, Gpu, MemRef, Module, Op, OpKind, Rt, Scf, Type, Value, Vector};

/// The difference between the values of neighbouring threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stride {
    /// This number, modulo the width of the type; 0 for values of any type that are the same in all threads.
    Known(i64),
    /// It depends on the threads.
    Varying,
}

impl Stride {
    pub(super) const UNIFORM: Self = Self::Known(0);

    fn join(self, other: Self) -> Self {
        if self == other { self } else { Self::Varying }
    }
}

/// The maximum absolute value of a known stride.
const MAX_STRIDE: i64 = 1 << 30;
/// The maximum number of operations of both sides of a branch that all lanes compute.
const MAX_FLAT: usize = 24;
/// The maximum number of operations of a chain that is repeated for each lane.
const MAX_REPEATED: usize = 3;

/// The result of the analysis of one thread loop.
pub(super) struct Strides {
    known: FxHashMap<Value, Stride>,
    /// All values of the body.
    inside: FxHashSet<Value>,
    serial: FxHashSet<Op>,
    /// Operations on vectors that are better repeated for each lane.
    repeated: FxHashSet<Op>,
    /// Integers that only depend on the number of the thread.
    numbers: FxHashSet<Value>,
}

/// The reason why lanes cannot execute a body together, and the operation at fault.
pub(super) type Refusal = (Op, &'static str);

impl Strides {
    /// Analyses the body of a thread loop.
    pub(super) fn of_loop(module: &Module, thread_loop: Op) -> Result<Self, Refusal> {
        let Some(body) = module.entry(thread_loop, 0) else { return Err((thread_loop, "it has no body")) };
        let mut inside = FxHashSet::default();
        for op in module.walk(thread_loop) {
            if let Some(why) = refusal(module.kind(op)) {
                return Err((op, why));
            }
            if op != thread_loop {
                inside.extend(module.results(op));
            }
            let blocks = module.regions_of(op).into_iter().flat_map(|region| module.blocks_of(region));
            inside.extend(blocks.flat_map(|block| module.args(*block)));
        }
        let mut found = Self {
            known: FxHashMap::default(),
            inside,
            serial: FxHashSet::default(),
            repeated: FxHashSet::default(),
            numbers: FxHashSet::default(),
        };
        found.known.insert(module.args(body)[0], Stride::Known(1));
        while found.sweep(module, body) {}
        found.check(module, thread_loop)?;
        found.find_repeated(module, thread_loop);
        found.find_numbers(module, thread_loop, body);
        Ok(found)
    }

    /// Returns the stride of a value.
    pub(super) fn of(&self, value: Value) -> Stride {
        self.find(value).unwrap_or(Stride::UNIFORM)
    }

    /// Whether a value is the same in all threads.
    pub(super) fn is_uniform(&self, value: Value) -> bool {
        self.of(value) == Stride::UNIFORM
    }

    /// Whether the lanes execute an operation one after the other.
    pub(super) fn is_serial(&self, op: Op) -> bool {
        self.serial.contains(&op)
    }

    /// Whether an operation is repeated for each lane, although the lanes could execute it together.
    pub(super) fn is_repeated(&self, op: Op) -> bool {
        self.repeated.contains(&op)
    }

    /// Whether a value is an integer that only depends on the number of the thread.
    pub(super) fn is_number(&self, value: Value) -> bool {
        self.numbers.contains(&value)
    }

    /// Whether there are such integers that are not linear in the number of the thread.
    pub(super) fn has_scattered_numbers(&self) -> bool {
        self.numbers.iter().any(|value| self.of(*value) == Stride::Varying)
    }

    fn find_numbers(&mut self, module: &Module, thread_loop: Op, body: Block) {
        self.numbers.insert(module.args(body)[0]);
        for op in module.walk(thread_loop).into_iter().skip(1) {
            let is_integer = |value: Value| {
                let ty = module.type_of(value);
                module.bit_width(ty).is_some_and(|width| width <= 64) && module.float_kind(ty).is_none()
            };
            if matches!(module.kind(op), OpKind::Arith(_))
                && module.n_results(op) == 1
                && is_integer(module.result(op, 0))
                && !module.operands(op).is_empty()
                && module
                    .operands(op)
                    .iter()
                    .all(|value| self.numbers.contains(value) || module.constant_int(*value).is_some())
            {
                self.numbers.insert(module.result(op, 0));
            }
        }
    }

    /// Finds short chains of integer operations that compute the operands of operations which are repeated for each lane
    /// anyway, such as the indices of scattered accesses: they would be put into vectors to be taken out again.
    fn find_repeated(&mut self, module: &Module, thread_loop: Op) {
        let mut lengths: FxHashMap<Op, usize> = FxHashMap::default();
        for op in module.walk(thread_loop).into_iter().skip(1).rev() {
            let is_load = module.kind(op) == OpKind::MemRef(MemRef::Load) && is_contiguous(module, self, op);
            let is_integer = |value: &Value| module.float_kind(module.type_of(*value)).is_none();
            if self.is_once(module, op)
                || !(is_load || is_elementwise(module, self, op))
                || !module.results(op).all(|result| is_integer(&result))
            {
                continue;
            }
            let users: Vec<Op> =
                module.results(op).flat_map(|result| module.uses(result)).map(|used| used.op).collect();
            let length = users.iter().map(|user| {
                let is_for_each = module.has_no_regions(*user)
                    && !is_terminator(module, *user)
                    && !self.is_serial(*user)
                    && !self.is_once(module, *user)
                    && !is_elementwise(module, self, *user)
                    && !is_together(module, self, *user);
                if is_for_each { Some(1) } else { lengths.get(user).map(|length| length + 1) }
            });
            let length = length.collect::<Option<Vec<usize>>>().and_then(|lengths| lengths.into_iter().max());
            if let Some(length) = length.filter(|length| *length <= MAX_REPEATED) {
                lengths.insert(op, length);
                self.repeated.insert(op);
            }
        }
    }

    /// Whether one execution of an operation serves all lanes: its results have known strides.
    pub(super) fn is_once(&self, module: &Module, op: Op) -> bool {
        let mut results = module.results(op);
        (is_pure(module, op) && results.all(|result| self.of(result) != Stride::Varying))
            || (is_read(module, op) && self.all_uniform(module, op))
    }

    /// Whether the threads compute with floats of 64 bits.
    pub(super) fn has_wide_floats(&self, module: &Module, thread_loop: Op) -> bool {
        let mut ops = module.walk(thread_loop).into_iter();
        ops.any(|op| {
            module
                .results(op)
                .any(|result| module.type_of(result) == Type::F64 && self.of(result) == Stride::Varying)
        })
    }

    /// Returns the values of the body that an operation uses but does not define.
    pub(super) fn captures(&self, module: &Module, op: Op) -> Vec<Value> {
        let mut found = Vec::new();
        let mut own = FxHashSet::default();
        for inner in module.walk(op) {
            let blocks = module.regions_of(inner).into_iter().flat_map(|region| module.blocks_of(region));
            own.extend(blocks.flat_map(|block| module.args(*block)));
            own.extend(module.results(inner));
            let branches =
                (0..module.successors(inner).len()).flat_map(|index| module.successor_args(inner, index));
            for value in module.operands(inner).iter().chain(branches) {
                if self.inside.contains(value) && !own.contains(value) && !found.contains(value) {
                    found.push(*value);
                }
            }
        }
        found
    }

    /// Returns the stride of a value; `None` before the first visit.
    fn find(&self, value: Value) -> Option<Stride> {
        match self.known.get(&value) {
            Some(stride) => Some(*stride),
            None => (!self.inside.contains(&value)).then_some(Stride::UNIFORM),
        }
    }

    fn all_uniform(&self, module: &Module, op: Op) -> bool {
        module.operands(op).iter().all(|value| self.is_uniform(*value))
    }

    fn mark(&mut self, value: Value, stride: Stride) -> bool {
        let before = self.known.get(&value).copied();
        let after = before.map_or(stride, |before| before.join(stride));
        self.known.insert(value, after);
        before != Some(after)
    }

    fn mark_all(&mut self, values: impl Iterator<Item = Value>, stride: Stride) -> bool {
        values.fold(false, |changed, value| self.mark(value, stride) | changed)
    }

    /// Marks values that follow others, such as carried values that follow the initial ones.
    fn mark_after(&mut self, values: impl Iterator<Item = Value>, sources: &[Value]) -> bool {
        let mut changed = false;
        for (value, source) in values.zip(sources) {
            if let Some(stride) = self.find(*source) {
                changed |= self.mark(value, stride);
            }
        }
        changed
    }

    fn sweep(&mut self, module: &Module, block: Block) -> bool {
        module.ops_in(block).into_iter().fold(false, |changed, op| self.visit(module, op) | changed)
    }

    fn visit(&mut self, module: &Module, op: Op) -> bool {
        match module.kind(op) {
            _ if self.is_serial(op) => self.mark_all(module.results(op), Stride::Varying),
            OpKind::Scf(Scf::For) => self.visit_for(module, op),
            OpKind::Scf(Scf::If) => self.visit_if(module, op),
            kind if kind.region_flow() == Some(RegionFlow::While) => self.visit_while(module, op),
            OpKind::Scf(Scf::Yield | Scf::Condition) => false,
            _ if !module.has_no_regions(op) => self.serialize(module, op),
            _ => {
                let stride = self.plain(module, op);
                self.mark_all(module.results(op), stride)
            }
        }
    }

    fn serialize(&mut self, module: &Module, op: Op) -> bool {
        let is_new = self.serial.insert(op);
        self.mark_all(module.results(op), Stride::Varying) | is_new
    }

    fn visit_for(&mut self, module: &Module, op: Op) -> bool {
        let view = module.op(op);
        let strides = ["lowerBound", "upperBound", "step"].map(|name| self.of(view.named(name)));
        let Some(body) = view.entry(0) else { return false };
        let is_ragged = match strides {
            [Stride::UNIFORM, Stride::UNIFORM, Stride::UNIFORM] => false,
            [Stride::Known(_), Stride::Known(_), Stride::UNIFORM] if is_counted(module, op) => true,
            _ => return self.serialize(module, op),
        };
        let args = module.args(body).to_vec();
        let yields = end_operands(module, body);
        let mut changed = self.mark(args[0], strides[0]);
        for sources in [view.group("initArgs"), &yields] {
            changed |= self.mark_after(args[1..].iter().copied(), sources);
            if is_ragged {
                changed |= self.mark_all(view.results(), Stride::Varying);
            } else {
                changed |= self.mark_after(view.results(), sources);
            }
        }
        self.sweep(module, body) | changed
    }

    fn visit_if(&mut self, module: &Module, op: Op) -> bool {
        let is_uniform = self.is_uniform(module.operand(op, 0));
        let mut changed = false;
        for side in (0..2).filter_map(|index| module.entry(op, index)) {
            changed |= self.sweep(module, side);
            if is_uniform {
                changed |= self.mark_after(module.results(op), &end_operands(module, side));
            }
        }
        if !is_uniform {
            changed |= self.mark_all(module.results(op), Stride::Varying);
        }
        changed
    }

    fn visit_while(&mut self, module: &Module, op: Op) -> bool {
        let (Some(before), Some(after)) = (module.entry(op, 0), module.entry(op, 1)) else { return false };
        let (test, yields) = (end_operands(module, before), end_operands(module, after));
        let Some((condition, passed)) = test.split_first() else { return false };
        let (before_args, after_args) = (module.args(before).to_vec(), module.args(after).to_vec());
        let mut changed = self.mark_after(before_args.iter().copied(), module.operands(op));
        changed |= self.sweep(module, before);
        changed |= self.mark_after(after_args.into_iter(), passed);
        changed |= self.sweep(module, after);
        changed |= self.mark_after(before_args.into_iter(), &yields);
        if self.find(*condition) == Some(Stride::UNIFORM) {
            return self.mark_after(module.results(op), passed) | changed;
        }
        if !is_masked_while(module, op) {
            return self.serialize(module, op);
        }
        self.mark_all(module.results(op), Stride::Varying) | changed
    }

    /// Returns the stride of the results of an operation without regions.
    fn plain(&self, module: &Module, op: Op) -> Stride {
        if self.all_uniform(module, op) && (is_pure(module, op) || is_read(module, op)) {
            return Stride::UNIFORM;
        }
        let stride = self.linear(module, op).filter(|stride| stride.abs() <= MAX_STRIDE);
        stride.map_or(Stride::Varying, Stride::Known)
    }

    /// Returns the stride of a linear expression.
    fn linear(&self, module: &Module, op: Op) -> Option<i64> {
        let OpKind::Arith(kind) = module.kind(op) else { return None };
        let width = |value: Value| module.bit_width(module.type_of(value)).unwrap_or(0);
        let result = module.result(op, 0);
        if width(result) < 32 || module.float_kind(module.type_of(result)).is_some() {
            return None;
        }
        let operands = module.operands(op);
        let stride = |index: usize| match self.of(operands[index]) {
            Stride::Known(stride) => Some(stride),
            Stride::Varying => None,
        };
        let constant = |index: usize| module.constant_int(operands[index]);
        match kind {
            Arith::AddI => stride(0)?.checked_add(stride(1)?),
            Arith::SubI => stride(0)?.checked_sub(stride(1)?),
            Arith::MulI => match (constant(0), constant(1)) {
                (_, Some(factor)) => stride(0)?.checked_mul(factor),
                (Some(factor), _) => stride(1)?.checked_mul(factor),
                _ => None,
            },
            Arith::ShLI => {
                let by = u32::try_from(constant(1)?).ok().filter(|by| *by < 31)?;
                stride(0)?.checked_mul(1 << by)
            }
            Arith::TruncI | Arith::IndexCast | Arith::IndexCastUI if width(result) <= width(operands[0]) => {
                stride(0)
            }
            Arith::Select if self.is_uniform(operands[0]) => stride(1).filter(|yes| stride(2) == Some(*yes)),
            _ => None,
        }
    }

    /// Checks that the values that a lane takes out of vectors, or puts into them, can be stored.
    fn check(&self, module: &Module, thread_loop: Op) -> Result<(), Refusal> {
        let is_stored =
            |value: &Value| self.of(*value) != Stride::Varying || is_storable(module, module.type_of(*value));
        for op in module.walk(thread_loop).into_iter().skip(1) {
            let diverges = match module.kind(op) {
                OpKind::Scf(Scf::If) => !self.is_uniform(module.operand(op, 0)) && !is_flat(module, op),
                OpKind::Scf(Scf::For) => {
                    module.operands(op)[..2].iter().any(|bound| !self.is_uniform(*bound))
                }
                OpKind::Rt(Rt::Assert) => true,
                _ => false,
            };
            if (diverges || self.is_serial(op))
                && !self
                    .captures(module, op)
                    .iter()
                    .chain(&module.results(op).collect::<Vec<_>>())
                    .all(is_stored)
            {
                return Err((op, "each lane has a value that is neither a number nor uniform"));
            }
        }
        Ok(())
    }
}

/// Whether the lanes load or store adjacent elements.
pub(super) fn is_contiguous(module: &Module, strides: &Strides, op: Op) -> bool {
    row_index(module, strides, op).is_some_and(|last| strides.of(last) == Stride::Known(1))
}

/// Returns the last index of a load or a store if a vector can hold what the lanes access: the other indices
/// are those of one row of the buffer, whose elements are adjacent.
pub(super) fn row_index(module: &Module, strides: &Strides, op: Op) -> Option<Value> {
    let view = module.op(op);
    let (last, row) = view.group("indices").split_last()?;
    let buffer = view.named("memref");
    let ty = module.type_of(buffer);
    let element = module.element_type(ty);
    let is_dense = module.strides(ty).is_some_and(|(_, strides)| strides.last() == Some(&1));
    let is_row = is_dense
        && element != Type::I1
        && is_packable(module, element)
        && !is_volatile(module, op)
        && strides.is_uniform(buffer)
        && row.iter().all(|index| strides.is_uniform(*index));
    is_row.then_some(*last)
}

/// Whether an access is one of all lanes.
fn is_together(module: &Module, strides: &Strides, op: Op) -> bool {
    match module.kind(op) {
        OpKind::MemRef(MemRef::Load | MemRef::Store) => is_contiguous(module, strides, op),
        OpKind::Rt(Rt::Assert) => true,
        _ => false,
    }
}

/// Returns the reason why an operation keeps its thread loop as it is.
fn refusal(kind: OpKind) -> Option<&'static str> {
    match kind {
        OpKind::Rt(Rt::Spin) => Some("it waits for other threads"),
        OpKind::Gpu(Gpu::Printf) => Some("the output of each thread is in the order of the program"),
        OpKind::Func(Func::Call) | OpKind::Foreign(_) => Some("its effects are not known"),
        _ => None,
    }
}

/// Whether an operation only reads memory: neighbouring threads that read the same address read the same value.
fn is_read(module: &Module, op: Op) -> bool {
    matches!(module.kind(op), OpKind::MemRef(MemRef::Load) | OpKind::Vector(Vector::Load))
        && !is_volatile(module, op)
}

/// Whether values of a type can be the elements of a packed vector.
pub(super) fn is_packable(module: &Module, ty: Type) -> bool {
    matches!(ty, Type::F32 | Type::F64 | Type::INDEX | Type::I1 | Type::I32 | Type::I64)
        || module.bit_width(ty) == Some(32) && module.float_kind(ty).is_none()
}

/// Whether a lane can store values of a type.
fn is_storable(module: &Module, ty: Type) -> bool {
    module.is_memref_element(ty) && !module.is_memref(ty)
}

/// Whether a loop counts up by signed comparison.
fn is_counted(module: &Module, op: Op) -> bool {
    module.attr(op, "unsignedCmp").is_none() && module.type_of(module.operand(op, 0)) == Type::INDEX
}

/// Whether all lanes may compute both sides of a branch.
pub(super) fn is_flat(module: &Module, op: Op) -> bool {
    let inner: Vec<Op> = module.walk(op).into_iter().skip(1).collect();
    inner.len() <= MAX_FLAT && inner.iter().all(|inner| is_straight(module, *inner))
}

/// Whether lanes that have left a loop may go on with the others: it computes, and no more.
fn is_masked_while(module: &Module, op: Op) -> bool {
    let is_vector = |value: &Value| is_packable(module, module.type_of(*value));
    let args = (0..2).filter_map(|index| module.entry(op, index)).flat_map(|block| module.args(block));
    module.walk(op).into_iter().skip(1).all(|inner| is_straight(module, inner))
        && args.copied().chain(module.results(op)).all(|value| is_vector(&value))
}

fn is_straight(module: &Module, op: Op) -> bool {
    matches!(module.kind(op), OpKind::Scf(Scf::If | Scf::Yield | Scf::Condition))
        || module.has_no_regions(op) && is_speculatable_once_checked(module, op)
}
