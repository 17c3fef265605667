//! Computes trip counts of kernel loops, as far as they are constant for a launch.

use super::sizes::{shape_of, value_of};
use crate::analysis::call_graph::enclosing_function;
use crate::analysis::parallel_bounds::ParallelBounds;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use warpline_ir::def::Trait;
use warpline_ir::dialect::affine::AffineFor;
use warpline_ir::dialect::gpu::dimension_of;
use warpline_ir::dialect::scf::{ForLoop, Parallel, static_bounds};
use warpline_ir::{
    Affine, AffineMap, Arith, Block, DYNAMIC, Def, Gpu, MemRef, Module, Op, OpKind, Scf, Value,
};

/// The maximum number of operations that are followed back from a bound.
const MAX_STEPS: usize = 8;

/// The number of launch sizes: those of the grid, then those of a block.
pub(super) const N_SIZES: usize = 6;

/// A function with the facts known where it runs.
pub(super) struct Frame {
    pub(super) function: Op,
    /// The sizes of the launch, then the arguments, where they are constants.
    pub(super) facts: Vec<Option<i64>>,
    /// The facts that were queried.
    pub(super) reads: BTreeSet<usize>,
    /// The values of induction variables in the middle of their loops.
    pub(super) middles: FxHashMap<Value, i64>,
}

impl Frame {
    /// Returns a launch size, by number.
    pub(super) fn size(&mut self, number: usize) -> Option<i64> {
        self.reads.insert(number);
        self.facts.get(number).copied().flatten()
    }

    /// Returns the value of a function argument, if the block is the entry, or of an induction variable.
    pub(super) fn argument(
        &mut self,
        module: &Module,
        value: Value,
        block: Block,
        index: usize,
    ) -> Option<i64> {
        if module.entry(self.function, 0) == Some(block) {
            return self.size(N_SIZES + index);
        }
        self.middles.get(&value).copied()
    }
}

/// Returns what is known of the host function around an operation.
pub(super) fn host_frame(module: &Module, op: Op) -> Option<Frame> {
    let function = enclosing_function(module, op)?;
    let n_arguments = module.args(module.entry(function, 0)?).len();
    let value = |index| value_of(module, function, index);
    let facts = [None; N_SIZES].into_iter().chain((0..n_arguments).map(value)).collect();
    Some(Frame { function, facts, reads: BTreeSet::new(), middles: FxHashMap::default() })
}

/// One dimension of a loop with known bounds.
pub(super) struct Dim {
    from: Option<i64>,
    to: Option<i64>,
    step: Option<i64>,
}

impl Dim {
    /// Returns the trip count.
    pub(super) fn count(&self) -> Option<i64> {
        let (from, to, step) = (self.from?, self.to?, self.step.filter(|step| 0 < *step)?);
        let span = to.saturating_sub(from).max(0);
        Some(span / step + i64::from(span % step != 0))
    }

    /// Returns the induction variable in the middle of the loop.
    pub(super) fn middle(&self) -> Option<i64> {
        let behind = (self.count()? / 2).checked_mul(self.step?)?;
        self.from?.checked_add(behind)
    }
}

/// Returns the dimensions of a counted loop.
pub(super) fn dims(module: &Module, frame: &mut Frame, op: Op) -> Vec<Dim> {
    let view = module.op(op);
    match module.kind(op) {
        OpKind::Scf(Scf::For) => {
            let view = ForLoop(view);
            vec![frame.dim(module, [view.lower_bound(), view.upper_bound(), view.step()])]
        }
        OpKind::Scf(Scf::Parallel) => {
            let view = Parallel(view);
            let bounds = view.lower_bounds().iter().zip(view.upper_bounds()).zip(view.steps());
            bounds.map(|((from, to), step)| frame.dim(module, [*from, *to, *step])).collect()
        }
        OpKind::Scf(Scf::Forall) => {
            let bounds = [0, 1, 2].map(|list| static_bounds(view, list));
            let known =
                |list: usize, dim: usize| bounds[list].get(dim).copied().filter(|bound| *bound != DYNAMIC);
            let dim = |dim| Dim { from: known(0, dim), to: known(1, dim), step: known(2, dim) };
            (0..bounds[1].len()).map(dim).collect()
        }
        OpKind::Affine(Affine::For) => {
            let view = AffineFor(view);
            let from = frame.results(module, view.lower_bound()).and_then(|all| all.into_iter().max());
            let to = frame.results(module, view.upper_bound()).and_then(|all| all.into_iter().min());
            vec![Dim { from, to, step: Some(view.step()) }]
        }
        OpKind::Affine(Affine::Parallel) => affine_parallel(module, frame, op),
        _ => Vec::new(),
    }
}

fn affine_parallel(module: &Module, frame: &mut Frame, op: Op) -> Vec<Dim> {
    let Some(bounds) = ParallelBounds::read(module, op) else { return Vec::new() };
    let dims = bounds.dims.iter().map(|dim| {
        let (lower, upper) = (bounds.lower_map(dim), bounds.upper_map(dim));
        let from = frame.results(module, (&lower, &bounds.lower_operands));
        let to = frame.results(module, (&upper, &bounds.upper_operands));
        let (from, to) =
            (from.and_then(|all| all.into_iter().max()), to.and_then(|all| all.into_iter().min()));
        Dim { from, to, step: Some(dim.step) }
    });
    dims.collect()
}

impl Frame {
    fn dim(&mut self, module: &Module, bounds: [Value; 3]) -> Dim {
        let [from, to, step] = bounds.map(|value| self.value(module, value));
        Dim { from, to, step }
    }

    fn results(&mut self, module: &Module, (map, operands): (&AffineMap, &[Value])) -> Option<Vec<i64>> {
        self.map(module, map, operands, MAX_STEPS)
    }

    fn map(
        &mut self,
        module: &Module,
        map: &AffineMap,
        operands: &[Value],
        n_steps: usize,
    ) -> Option<Vec<i64>> {
        let known: Vec<Option<i64>> =
            operands.iter().map(|value| self.follow(module, *value, n_steps)).collect();
        map.evaluate(&known.into_iter().collect::<Option<Vec<i64>>>()?)
    }

    /// Evaluates an integer for the thread in the middle of the grid.
    pub(super) fn value(&mut self, module: &Module, value: Value) -> Option<i64> {
        self.follow(module, value, MAX_STEPS)
    }

    fn follow(&mut self, module: &Module, value: Value, n_steps: usize) -> Option<i64> {
        if let Some(constant) = module.constant_int(value) {
            return Some(constant);
        }
        let n_steps = n_steps.checked_sub(1)?;
        let op = match module.def(value) {
            Def::Arg(block, index) => return self.argument(module, value, block, index as usize),
            Def::Result(op, _) => op,
            Def::Forward => return None,
        };
        match module.kind(op) {
            OpKind::Arith(kind) => self.arith(module, kind, module.operands(op), n_steps),
            OpKind::Gpu(kind) => self.geometry(module, kind, op),
            OpKind::MemRef(MemRef::Dim) => {
                let &[memref, dim] = module.operands(op) else { return None };
                let dim = usize::try_from(self.follow(module, dim, n_steps)?).ok()?;
                let constant = module.shape(module.type_of(memref))?.get(dim).copied()?;
                if constant == DYNAMIC { shape_of(module, memref)?.get(dim).copied() } else { Some(constant) }
            }
            OpKind::Affine(Affine::Apply) => {
                let map = module.attr_map(module.attr(op, "map")?)?;
                self.map(module, map, module.operands(op), n_steps)?.first().copied()
            }
            _ => None,
        }
    }

    fn arith(&mut self, module: &Module, kind: Arith, operands: &[Value], n_steps: usize) -> Option<i64> {
        let apply: fn(i64, i64) -> Option<i64> = match kind {
            kind if kind.def().has(Trait::IntegerCast) => {
                return self.follow(module, *operands.first()?, n_steps);
            }
            Arith::AddI => i64::checked_add,
            Arith::SubI => i64::checked_sub,
            Arith::MulI => i64::checked_mul,
            Arith::DivSI | Arith::DivUI => i64::checked_div,
            Arith::CeilDivSI | Arith::CeilDivUI => {
                |a, b| (0 < b).then(|| a.div_euclid(b) + i64::from(a % b != 0))
            }
            Arith::RemSI | Arith::RemUI => i64::checked_rem,
            Arith::MaxSI | Arith::MaxUI => |a, b| Some(a.max(b)),
            Arith::MinSI | Arith::MinUI => |a, b| Some(a.min(b)),
            _ => return None,
        };
        let &[a, b] = operands else { return None };
        let (a, b) = (self.follow(module, a, n_steps), self.follow(module, b, n_steps));
        apply(a?, b?)
    }

    /// Evaluates launch sizes, and the ids of the thread in the middle of the grid.
    fn geometry(&mut self, module: &Module, kind: Gpu, op: Op) -> Option<i64> {
        let dim = dimension_of(module.op(op))?;
        match kind {
            Gpu::GridDim => self.size(dim),
            Gpu::BlockDim => self.size(3 + dim),
            Gpu::BlockId => self.size(dim).map(|blocks| blocks / 2),
            Gpu::ThreadId => self.size(3 + dim).map(|threads| threads / 2),
            Gpu::GlobalId => {
                let (blocks, threads) = (self.size(dim), self.size(3 + dim));
                blocks?.checked_mul(threads?).map(|all| all / 2)
            }
            _ => None,
        }
    }
}
