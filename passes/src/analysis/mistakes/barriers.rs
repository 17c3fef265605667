//! Finds accesses of workgroup memory that each launch makes and that lack a barrier.
//!
//! A kernel with blocks of known size is executed for all threads of one block at once. A value is a number per thread,
//! or such numbers plus a multiple of values that are equal in all threads of a block, or unknown. Two accesses of one
//! barrier interval race if two threads reach the same element, one of them stores, and not all of them store a value
//! that is equal in all threads. What a branch or a loop on unknown values does is not looked at. Of a loop, the first
//! two iterations and the last one are executed.
//!
//! Cost: operations × threads, and, in an interval, accesses of each buffer² × threads. A kernel that takes more than
//! [`MAX_STEPS`] is not looked at further.

use crate::analysis::effects::{Effects, is_convergent, own_effects};
use crate::analysis::launches::Launches;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;
use warpline_ir::def::Scope;
use warpline_ir::dialect::func::function_type_of;
use warpline_ir::dialect::gpu::{LAUNCH_SIZES, Launch, dimension_of, n_workgroup};
use warpline_ir::dialect::scf::ForLoop;
use warpline_ir::scalar::{ScalarOp, signed};
use warpline_ir::{Affine, AffineMap, Arith, Block, Def, Gpu, MemRef, Module, Op, OpKind, OpRef, Scf, Value};

/// The maximum number of steps for one kernel.
const MAX_STEPS: usize = 1 << 22;
/// The maximum number of operations that are followed from a stored value.
const MAX_DEPTH: usize = 8;
/// The maximum number of threads of a block.
const MAX_THREADS: i64 = 1024;

/// Two accesses without a barrier between them.
pub(super) struct Race {
    /// The later access, and the earlier one.
    pub(super) later: Op,
    pub(super) earlier: Op,
    /// The threads that make them, as their ids.
    pub(super) threads: [[i64; 3]; 2],
    /// The indices of the element; `None` if they depend on more than the thread.
    pub(super) indices: Option<Vec<i64>>,
}

impl Race {
    /// Returns the message at the later access.
    pub(super) fn message(&self, module: &Module) -> String {
        let name = |op| if is_store(module, op) { "store" } else { "load" };
        let [earlier, later] = self.threads.map(|[x, y, z]| format!("({x}, {y}, {z})"));
        let element = self.indices.as_ref().map_or("an element".to_string(), |indices| {
            let indices: Vec<String> = indices.iter().map(i64::to_string).collect();
            format!("element [{}]", indices.join(", "))
        });
        format!(
            "data race: thread {later} {}s {element} of workgroup memory, thread {earlier} {}s it, and no barrier is \
             between the two",
            name(self.later),
            name(self.earlier)
        )
    }
}

/// What is known about the races of a kernel.
#[derive(Default)]
pub(super) struct Found {
    /// The first race of each pair of accesses.
    pub(super) races: Vec<Race>,
    /// The first operation that is not looked at, and the reason.
    pub(super) undecided: Option<(Op, &'static str)>,
}

/// Finds the races of a kernel: a `gpu.launch`, or a function that is launched.
pub(super) fn find(module: &Module, kernel: Op, launches: &Launches) -> Found {
    let stores_shared = |op: Op| is_store(module, op) && is_shared(module, module.op(op).named("memref"));
    let Some(body) = module.entry(kernel, 0).filter(|_| module.any_in(kernel, stores_shared)) else {
        return Found::default();
    };
    let Some(block_size) = block_size(module, kernel, launches) else {
        let reason = "the size of its blocks is not the same constant in all launches";
        return Found { undecided: Some((kernel, reason)), ..Found::default() };
    };
    let n_threads = block_size.iter().fold(1i64, |n, size| n.saturating_mul(*size));
    if !(2..=MAX_THREADS).contains(&n_threads) {
        return Found::default();
    }
    let [nx, ny, _] = block_size;
    let ids = |linear: i64| [linear % nx, linear / nx % ny, linear / nx / ny];
    let mut block = ThreadBlock {
        module,
        block_size,
        ids: (0..n_threads).map(ids).collect(),
        values: FxHashMap::default(),
        n_symbols: 0,
        interval: Vec::new(),
        found: Found::default(),
        steps_left: MAX_STEPS,
    };
    if module.kind(kernel) == OpKind::Gpu(Gpu::Launch) {
        block.bind_ids(Launch(module.op(kernel)));
    }
    block.run(body, &vec![true; n_threads as usize]);
    block.found
}

/// Returns the size of the blocks of a kernel along x, y and z, if all its launches have this one.
fn block_size(module: &Module, kernel: Op, launches: &Launches) -> Option<[i64; 3]> {
    if module.kind(kernel) == OpKind::Gpu(Gpu::Launch) {
        let size = |number: usize| module.constant_int(module.op(kernel).named(LAUNCH_SIZES[3 + number]));
        return Some([size(0)?, size(1)?, size(2)?]).filter(|sizes| sizes.iter().all(|size| 0 < *size));
    }
    let sizes = launches.sizes(module, kernel);
    let [x, y, z] = sizes.block;
    Some([x?, y?, z?]).filter(|_| sizes.is_block_exact)
}

/// Multiples of values that are equal in all threads, and a number per thread.
#[derive(Clone)]
struct Linear {
    symbols: Rc<BTreeMap<u32, u64>>,
    numbers: Rc<[u64]>,
}

impl Linear {
    fn known(numbers: impl IntoIterator<Item = u64>) -> Self {
        Self { symbols: Rc::default(), numbers: numbers.into_iter().collect() }
    }

    fn is_known(&self) -> bool {
        self.symbols.is_empty()
    }

    /// Whether all threads have the same value.
    fn is_uniform(&self) -> bool {
        self.numbers.windows(2).all(|pair| pair[0] == pair[1])
    }

    /// Returns a constant.
    fn constant(&self) -> Option<u64> {
        self.numbers.first().copied().filter(|_| self.is_known() && self.is_uniform())
    }

    /// Returns `self + factor * other`, modulo 2^64.
    fn plus(&self, factor: u64, other: &Self) -> Self {
        let mut symbols = (*self.symbols).clone();
        for (symbol, times) in other.symbols.iter() {
            let sum = symbols.entry(*symbol).or_default();
            *sum = sum.wrapping_add(factor.wrapping_mul(*times));
        }
        symbols.retain(|_, times| *times != 0);
        let pairs = self.numbers.iter().zip(other.numbers.iter());
        let numbers = pairs.map(|(a, b)| a.wrapping_add(factor.wrapping_mul(*b))).collect();
        Self { symbols: Rc::new(symbols), numbers }
    }
}

/// An access of workgroup memory in the current interval.
struct Seen {
    op: Op,
    buffer: Value,
    /// The linear index of the element, and the indices.
    place: Linear,
    indices: Vec<Linear>,
    /// The threads that make it.
    active: Vec<bool>,
    /// Whether it stores a value that is not known to be equal in all threads.
    stores_own: bool,
}

/// The threads of a block.
struct ThreadBlock<'m> {
    module: &'m Module,
    block_size: [i64; 3],
    ids: Vec<[i64; 3]>,
    /// The values that are not unknown.
    values: FxHashMap<Value, Linear>,
    n_symbols: u32,
    interval: Vec<Seen>,
    found: Found,
    steps_left: usize,
}

impl ThreadBlock<'_> {
    fn bind_ids(&mut self, launch: Launch<'_>) {
        let args = self.module.args(launch.body());
        for dim in 0..3 {
            let id = self.thread_ids(dim);
            self.values.insert(args[3 + dim], id);
            let size = self.uniform(self.block_size[dim].cast_unsigned());
            self.values.insert(args[9 + dim], size);
            for uniform in [args[dim], args[6 + dim]] {
                let symbol = self.symbol();
                self.values.insert(uniform, symbol);
            }
        }
    }

    fn thread_ids(&self, dim: usize) -> Linear {
        Linear::known(self.ids.iter().map(|id| id[dim].cast_unsigned()))
    }

    fn uniform(&self, number: u64) -> Linear {
        Linear::known(self.ids.iter().map(|_| number))
    }

    /// Returns a new value that is equal in all threads.
    fn symbol(&mut self) -> Linear {
        self.n_symbols += 1;
        Linear { symbols: Rc::new([(self.n_symbols, 1)].into()), ..self.uniform(0) }
    }

    /// Returns a value; one from outside of the kernel is equal in all threads.
    fn value(&mut self, value: Value) -> Option<Linear> {
        if let Some(known) = self.values.get(&value) {
            return Some(known.clone());
        }
        let found = match self.module.constant_int(value) {
            Some(constant) => {
                let width = self.module.bit_width(self.module.type_of(value))?;
                self.uniform(warpline_ir::scalar::zero_extend(constant.cast_unsigned(), width))
            }
            None if self.is_outside(value) => self.symbol(),
            None => return None,
        };
        self.values.insert(value, found.clone());
        Some(found)
    }

    /// Whether a value is a constant, a parameter of the kernel, or is made outside of it.
    fn is_outside(&self, value: Value) -> bool {
        let module = self.module;
        match module.def(value) {
            Def::Arg(block, _) => {
                let parent = module.block_parent(block).map(|parent| module.kind(parent));
                !matches!(parent, Some(OpKind::Scf(_) | OpKind::Affine(_) | OpKind::MemRef(_)))
            }
            Def::Result(op, _) => {
                let mut outer = std::iter::successors(Some(op), |op| module.parent_op(*op));
                module.kind(op) == OpKind::Arith(Arith::Constant)
                    || !outer.any(|op| matches!(module.kind(op), OpKind::Gpu(Gpu::Launch | Gpu::Func)))
            }
            Def::Forward => false,
        }
    }

    /// Executes a block for the active threads.
    fn run(&mut self, block: Block, active: &[bool]) {
        let mut next = self.module.first_op(block);
        while let Some(op) = next {
            let n = self.ids.len();
            if self.steps_left < n {
                self.leave(op, "the kernel has too many operations and threads");
                self.interval.clear();
                return;
            }
            self.steps_left -= n;
            self.step(op, active);
            next = self.module.next_op(op);
        }
    }

    fn step(&mut self, op: Op, active: &[bool]) {
        let module = self.module;
        let view = module.op(op);
        match module.kind(op) {
            OpKind::Gpu(Gpu::Barrier) => self.interval.clear(),
            OpKind::Gpu(kind) if kind.def().scope.is_some() => {
                let found = match (kind, dimension_of(view)) {
                    (Gpu::ThreadId, Some(dim)) => Some(self.thread_ids(dim)),
                    (Gpu::BlockDim, Some(dim)) => Some(self.uniform(self.block_size[dim].cast_unsigned())),
                    _ => (kind.def().scope != Some(Scope::Thread)).then(|| self.symbol()),
                };
                self.values.extend(found.map(|found| (view.result(0), found)));
            }
            OpKind::Scf(Scf::If) => self.branch(view, active),
            OpKind::Scf(Scf::For) => self.repeat(ForLoop(view), active),
            _ if is_access(module, op) => self.access(view, active),
            OpKind::Affine(Affine::Apply) => {
                let map = view.attr("map").and_then(|map| module.attr_map(map));
                let operands = self.all(view.operands());
                let results =
                    map.zip(operands).and_then(|(map, operands)| self.apply(&map.clone(), &operands));
                if let Some([result]) = results.as_deref() {
                    self.values.insert(view.result(0), result.clone());
                }
            }
            _ if module.regions_of(op).is_empty()
                && own_effects(module, op) == Effects::Known(Vec::new()) =>
            {
                self.compute(view);
            }
            _ => self.skip(op),
        }
    }

    /// Records that an operation is not looked at.
    fn leave(&mut self, op: Op, reason: &'static str) {
        self.found.undecided.get_or_insert((op, reason));
    }

    /// Continues after an operation that is not looked at. If it may be a barrier, earlier accesses are forgotten.
    fn skip(&mut self, op: Op) {
        let is_shared_access = |inner: Op| {
            is_access(self.module, inner) && is_shared(self.module, self.module.op(inner).named("memref"))
        };
        if self.module.any_in(op, is_shared_access) {
            self.leave(op, "its condition or its bounds are not known");
        }
        let may_wait = is_convergent(self.module, op)
            || self.module.any_in(op, |inner| own_effects(self.module, inner) == Effects::Unknown);
        if may_wait {
            self.interval.clear();
        }
    }

    fn branch(&mut self, view: OpRef<'_>, active: &[bool]) {
        let condition = self.value(view.operand(0)).filter(Linear::is_known);
        let Some(condition) = condition else { return self.skip(view.op) };
        for number in 0..view.regions().len() {
            let takes = |(is_active, bit): (&bool, &u64)| *is_active && (bit & 1 == 1) == (number == 0);
            let taken: Vec<bool> = active.iter().zip(condition.numbers.iter()).map(takes).collect();
            let Some(block) = view.entry(number).filter(|_| taken.contains(&true)) else { continue };
            self.run(block, &taken);
        }
    }

    fn repeat(&mut self, found: ForLoop<'_>, active: &[bool]) {
        let bounds = [found.lower_bound(), found.upper_bound(), found.step()];
        let [lower, upper, step] = bounds.map(|bound| self.value(bound).and_then(|bound| bound.constant()));
        let width = self.module.bit_width(self.module.type_of(bounds[0]));
        let (Some(lower), Some(upper), Some(step), Some(width)) = (lower, upper, step, width) else {
            return self.skip(found.0.op);
        };
        let [lower, upper, step] = [lower, upper, step].map(|bound| signed(bound, width));
        if upper <= lower || step <= 0 {
            return;
        }
        let last = lower + (upper - lower - 1) / step * step;
        let mut iterations = vec![lower, lower.saturating_add(step).min(last), last];
        iterations.dedup();
        let has_barrier = is_convergent(self.module, found.0.op);
        for (number, iteration) in iterations.into_iter().enumerate() {
            if number == 2 && has_barrier {
                self.interval.clear();
            }
            self.forget(found.body());
            let induction = self.uniform(iteration.cast_unsigned());
            self.values.insert(found.induction_variable(), induction);
            self.run(found.body(), active);
        }
    }

    /// Forgets the values of an earlier iteration.
    fn forget(&mut self, body: Block) {
        let Some(parent) = self.module.block_parent(body) else { return };
        for op in self.module.walk(parent).into_iter().skip(1) {
            for result in self.module.results(op) {
                self.values.remove(&result);
            }
        }
    }

    fn all(&mut self, values: &[Value]) -> Option<Vec<Linear>> {
        values.iter().map(|value| self.value(*value)).collect()
    }

    /// Computes the result of an operation on scalars.
    fn compute(&mut self, view: OpRef<'_>) {
        let operands = self.all(view.operands());
        let (Some(operands), 1, false) = (operands, view.n_results(), view.operands().is_empty()) else {
            return;
        };
        let is_wide = self.module.bit_width(view.type_of(view.result(0))) == Some(64);
        let found = match (view.kind(), &operands[..]) {
            (OpKind::Arith(Arith::AddI), [a, b]) if is_wide => Some(a.plus(1, b)),
            (OpKind::Arith(Arith::SubI), [a, b]) if is_wide => Some(a.plus(u64::MAX, b)),
            (OpKind::Arith(Arith::MulI), [a, b]) if is_wide && b.constant().is_some() => {
                Some(self.uniform(0).plus(b.constant().unwrap_or_default(), a))
            }
            (OpKind::Arith(Arith::MulI), [a, b]) if is_wide && a.constant().is_some() => {
                Some(self.uniform(0).plus(a.constant().unwrap_or_default(), b))
            }
            _ if operands.iter().all(Linear::is_known) => self.evaluate(view, &operands),
            _ => None,
        };
        let is_uniform = operands.iter().all(Linear::is_uniform);
        let found = found.or_else(|| is_uniform.then(|| self.symbol()));
        if let Some(found) = found {
            self.values.insert(view.result(0), found);
        }
    }

    fn evaluate(&self, view: OpRef<'_>, operands: &[Linear]) -> Option<Linear> {
        let scalar = ScalarOp::of(view)?;
        let of_thread = |thread: usize| {
            let numbers: Vec<u64> = operands.iter().map(|operand| operand.numbers[thread]).collect();
            scalar.apply(&numbers).ok()
        };
        let numbers: Option<Vec<u64>> = (0..self.ids.len()).map(of_thread).collect();
        numbers.map(Linear::known)
    }

    /// Applies an affine map to numbers.
    fn apply(&self, map: &AffineMap, operands: &[Linear]) -> Option<Vec<Linear>> {
        if map.is_identity() {
            return Some(operands.to_vec());
        }
        if !operands.iter().all(Linear::is_known) {
            return None;
        }
        let mut results = vec![Vec::new(); map.results.len()];
        for thread in 0..self.ids.len() {
            let numbers: Vec<i64> =
                operands.iter().map(|operand| operand.numbers[thread].cast_signed()).collect();
            for (result, number) in results.iter_mut().zip(map.evaluate(&numbers)?) {
                result.push(number.cast_unsigned());
            }
        }
        Some(results.into_iter().map(Linear::known).collect())
    }

    fn access(&mut self, view: OpRef<'_>, active: &[bool]) {
        let module = self.module;
        let buffer = view.named("memref");
        let indices = self.all(view.group("indices"));
        let map = view.attr("map").and_then(|map| module.attr_map(map)).cloned();
        let indices = match (indices, map) {
            (Some(indices), Some(map)) => self.apply(&map, &indices),
            (indices, _) => indices,
        };
        let is_store = is_store(module, view.op);
        if let (false, Some(indices)) = (is_store, &indices)
            && indices.iter().all(Linear::is_uniform)
        {
            let loaded = self.symbol();
            self.values.insert(view.result(0), loaded);
        }
        if !is_shared(module, buffer) {
            return;
        }
        let Some(indices) = indices else {
            return self.leave(view.op, "its index is not a known function of the thread");
        };
        let Some((_, strides)) = module.strides(module.type_of(buffer)) else { return };
        let mut place = self.uniform(0);
        for (index, stride) in indices.iter().zip(strides) {
            place = place.plus(stride.cast_unsigned(), index);
        }
        let is_common = is_store && self.may_be_common(view.operand(0), MAX_DEPTH);
        let now = Seen {
            op: view.op,
            buffer,
            place,
            indices,
            active: active.to_vec(),
            stores_own: is_store && !is_common,
        };
        let mut found = Vec::new();
        for earlier in &self.interval {
            let is_known = self.found.races.iter().any(|race| race.later == now.op || race.earlier == now.op);
            self.steps_left = self.steps_left.saturating_sub(self.ids.len());
            if !is_known && let Some(race) = self.meet(earlier, &now) {
                found.push(race);
                break;
            }
        }
        if found.is_empty() && now.stores_own {
            found.extend(self.meet(&now, &now));
        }
        self.found.races.extend(found);
        self.interval.push(now);
    }

    /// Whether a value may be equal in all threads by what the program says: it is known to be, or computed from such values
    /// and from what lanes exchange or a function returns.
    fn may_be_common(&mut self, value: Value, depth: usize) -> bool {
        if let Some(known) = self.value(value) {
            return known.is_uniform();
        }
        let module = self.module;
        let Def::Result(op, _) = module.def(value) else { return false };
        if is_convergent(module, op) || own_effects(module, op) == Effects::Unknown {
            return true;
        }
        let operands = module.operands(op);
        let is_computed = !operands.is_empty() && own_effects(module, op) == Effects::Known(Vec::new());
        is_computed
            && 0 < depth
            && module.regions_of(op).is_empty()
            && operands.iter().all(|operand| self.may_be_common(*operand, depth - 1))
    }

    /// Returns two threads that reach the same element by two accesses.
    fn meet(&self, earlier: &Seen, later: &Seen) -> Option<Race> {
        let stores_own = earlier.stores_own || later.stores_own;
        if earlier.buffer != later.buffer || earlier.place.symbols != later.place.symbols || !stores_own {
            return None;
        }
        // The first two threads that reach each element.
        let mut first: FxHashMap<u64, [Option<usize>; 2]> = FxHashMap::default();
        for (thread, number) in
            earlier.place.numbers.iter().enumerate().filter(|(thread, _)| earlier.active[*thread])
        {
            let found = first.entry(*number).or_default();
            match found {
                [None, _] => found[0] = Some(thread),
                [Some(_), None] => found[1] = Some(thread),
                _ => {}
            }
        }
        let mut active = later.place.numbers.iter().enumerate().filter(|(thread, _)| later.active[*thread]);
        active.find_map(|(thread, number)| {
            let others = first.get(number)?;
            let other = others.iter().flatten().find(|other| **other != thread)?;
            Some(Race {
                later: later.op,
                earlier: earlier.op,
                threads: [self.ids[*other], self.ids[thread]],
                indices: Self::known_indices(later, thread),
            })
        })
    }

    fn known_indices(access: &Seen, thread: usize) -> Option<Vec<i64>> {
        let of = |index: &Linear| index.is_known().then(|| index.numbers[thread].cast_signed());
        access.indices.iter().map(of).collect()
    }
}

fn is_access(module: &Module, op: Op) -> bool {
    matches!(
        module.kind(op),
        OpKind::MemRef(MemRef::Load | MemRef::Store) | OpKind::Affine(Affine::Load | Affine::Store)
    )
}

fn is_store(module: &Module, op: Op) -> bool {
    matches!(module.kind(op), OpKind::MemRef(MemRef::Store) | OpKind::Affine(Affine::Store))
}

/// Whether a buffer is an attribution of workgroup memory.
fn is_shared(module: &Module, buffer: Value) -> bool {
    let Def::Arg(block, index) = module.def(buffer) else { return false };
    let Some(kernel) = module.block_parent(block) else { return false };
    let n_before = match module.kind(kernel) {
        OpKind::Gpu(Gpu::Launch) => Launch(module.op(kernel)).n_geometry_args(),
        OpKind::Gpu(Gpu::Func) => function_type_of(module, kernel).0.len(),
        _ => return false,
    };
    (n_before..n_before + n_workgroup(module.op(kernel))).contains(&(index as usize))
}
