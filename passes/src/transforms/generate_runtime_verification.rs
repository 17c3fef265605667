//! Inserts assertions before buffer accesses and integer divisions, so that an out-of-bounds access and a division
//! without a result end the program with a message.
//!
//! Each index of a load, a store or an atomic update must be at least 0 and less than the size of its dimension, and
//! so must the index of each lane of a vector that is loaded or stored, unless a mask disables the lane or a transfer
//! may leave the dimension. The first and the last element of a subgroup matrix must lie in the buffer. The first and
//! the last element that `memref.subview` takes along a dimension must lie in the source, if it takes any.
//! `memref.dim` must ask for an existing dimension, and `memref.cast` may claim only the actual layout. All
//! elements of `memref.reinterpret_cast`, `memref.view` and `ptr.from_ptr`, and accesses by pointers, must lie in the
//! buffer behind them; where it is not known, the runtime finds it by `rt.extent`. Shapes that `memref.reshape`,
//! `memref.expand_shape` and `memref.collapse_shape` claim must be those of the buffer, and so must alignments and
//! buffers that are assumed to be apart. The arithmetic of checks does not wrap. A check gets no assertion if
//! constants, ranges, conditions, launch sizes or an earlier assertion on the same path prove it. Copies compare
//! shapes when they run. A divisor must not be 0, and a signed quotient must fit its type. The step of a loop must be
//! positive. Dimensions over which one loop of a structured operation iterates must have one size. A use of memory that may
//! be freed by then asks whether it is. Unchecked are vectors of scalable sizes, transfers with a mask that exchange or
//! repeat dimensions, and the strides of buffers of unknown rank.
//!
//! A message names the operation, the violation and, if known, the line. An assertion has the location of its
//! operation, and the attribute `rt.check`. The attribute is the number of a dimension if the condition compares an
//! index with the extent of that dimension, so that a run reports both numbers; otherwise it is the message of the
//! run.
//!
//! Cost: a traversal, the ranges of each function, and two or three operations for each unproved index.
//!
//! ```text
//! %v = memref.load %m[%i] : memref<4xf32>   →   %c4 = arith.constant 4 : index
//!                                               %0 = arith.cmpi ult, %i, %c4 : index
//!                                               cf.assert %0, "memref.load: index is out of bounds of dimension 0 of size 4, line 3"
//!                                               %v = memref.load %m[%i] : memref<4xf32>
//! ```

mod asserts;
mod claims;
mod lifetimes;

use crate::analysis::demands::{self, Demand, Given, Path, Size, called_functions, demands};
use crate::analysis::launches::Launches;
use crate::analysis::ranges::Ranges;
use crate::pass::PassOption;
use crate::transforms::dce;
use crate::{Changed, Pass, PassCx, PassFn};
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::dialect::linalg::Structured;
use warpline_ir::{Block, Func, Gpu, MemRef, Module, Op, OpKind, Reported, Scf, Value};

/// The `generate-runtime-verification` pass.
pub const PASS: Pass = Pass {
    name: "generate-runtime-verification",
    summary: "Asserts that buffer accesses are in bounds, and that divisions have a result",
    options: &[PassOption {
        name: "unobserved",
        summary: "Only before operations that other passes would erase with their mistakes, as nothing observes them, or fold",
        default: "false",
    }],
    run: PassFn::MayFail(run),
};

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let is_partial = cx.bool_option("unobserved")?;
    let module = &mut *cx.module;
    let lost = if is_partial { lost_ops(module) } else { FxHashSet::default() };
    if is_partial && lost.is_empty() {
        return Ok(Changed::No);
    }
    let launches = Launches::of(module);
    let called = called_functions(module);
    let is_function = |op: &Op| matches!(module.kind(*op), OpKind::Func(Func::Func) | OpKind::Gpu(Gpu::Func));
    let functions: Vec<Op> = module.walk(module.root()).into_iter().filter(is_function).collect();
    let suspects = lifetimes::find(module);
    let mut changed = false;
    let mut shares = Vec::new();
    for func in functions {
        let sizes = launches.sizes(module, func);
        let mut proofs = Proofs {
            ranges: Ranges::of_function(module, func, &launches.argument_ranges(module, func), &sizes),
            asserted: FxHashMap::default(),
        };
        let mut share = Share::default();
        let all: Vec<(Op, Vec<Demand>)> = {
            let given = Given::new(module, func, &launches, &called);
            let unproved = |op: Op| {
                let live = suspects.get(&op).into_iter().flatten().copied().map(Demand::Live);
                // Other checks may read the memory.
                let all = live.chain(proofs.unproved(module, op, (&given, &mut share)));
                (op, all.collect())
            };
            let ops = module.walk(func).into_iter();
            ops.filter(|op| !is_partial || lost.contains(op)).map(unproved).collect()
        };
        shares.push((func, share));
        for (op, demands) in all {
            changed |= !demands.is_empty();
            for demand in &demands {
                asserts::insert(module, op, demand);
            }
        }
    }
    for (func, share) in shares.into_iter().filter(|(_, share)| !is_partial && 0 < share.n_all) {
        cx.remark(func, || {
            format!("{} of {} checks are proved at compile time", share.n_proved, share.n_all)
        });
    }
    Ok(changed.into())
}

/// Returns the operations that other passes erase, as nothing observes them, or fold into others, or lower to loops or
/// kernels that no longer say which sizes had to be the same, or what a step was.
fn lost_ops(module: &Module) -> FxHashSet<Op> {
    let is_folded = |op: &Op| {
        let kind = module.kind(*op);
        matches!(kind, OpKind::MemRef(MemRef::Cast | MemRef::ExpandShape | MemRef::CollapseShape))
            || matches!(kind, OpKind::MemRef(MemRef::Alloc | MemRef::Alloca) | OpKind::Gpu(Gpu::Alloc))
            || matches!(kind, OpKind::Scf(Scf::Parallel | Scf::Forall))
            || Structured::of(module.op(*op)).is_some()
    };
    let mut lost = dce::unobserved_ops(module);
    lost.extend(module.walk(module.root()).into_iter().filter(is_folded));
    lost
}

/// The number of demands of a function that need no assertion.
#[derive(Clone, Copy, Default)]
struct Share {
    n_all: usize,
    n_proved: usize,
}

/// The proved facts of a function.
struct Proofs {
    ranges: Ranges,
    /// The extents that a value is asserted to be below, each with the block of the assertion.
    asserted: FxHashMap<Value, Vec<(Block, Size)>>,
}

impl Proofs {
    /// Returns the unproved demands of an operation, which count as asserted from here on.
    fn unproved(&mut self, module: &Module, op: Op, (given, share): (&Given<'_>, &mut Share)) -> Vec<Demand> {
        let mut demands = demands(module, given, op);
        let n_all = demands.len();
        if demands.is_empty() {
            return demands;
        }
        let blocks = blocks_around(module, op);
        let entered: Vec<_> = blocks.iter().map(|block| self.ranges.enter(*block)).collect();
        demands.retain(|demand| {
            !demands::is_proved(module, &self.ranges, demand)
                && !self.is_asserted(&blocks, demand)
                && !demands::is_proved_by_sums(module, &self.ranges, demand)
        });
        if !demands.is_empty() {
            let path = Path::to(module, op, given, &self.ranges);
            demands.retain(|demand| match demand {
                Demand::Index(index, size) => !path.is_below(*index, size.buffer, size.dim),
                Demand::Indices(..)
                | Demand::Divisor(..)
                | Demand::Quotient(..)
                | Demand::Dimension(..)
                | Demand::DimensionOf(..)
                | Demand::HasRank(..)
                | Demand::HasSize(..)
                | Demand::Part(..)
                | Demand::View(..)
                | Demand::Access(..)
                | Demand::HasStride(..)
                | Demand::HasOffset(..)
                | Demand::SameSize(..)
                | Demand::Expanded(..)
                | Demand::Reshaped { .. }
                | Demand::Follow(..)
                | Demand::Aligned(..)
                | Demand::Apart(..)
                | Demand::Step(..)
                | Demand::UnsignedStep(..)
                | Demand::Extent(..)
                | Demand::PositiveDivisor(..)
                | Demand::AffineDivisors(..)
                | Demand::Power(..)
                | Demand::Position(..)
                | Demand::Live(..)
                | Demand::Reach(..)
                | Demand::Lanes(..)
                | Demand::Packed(..) => true,
            });
        }
        for entered in entered.into_iter().rev() {
            self.ranges.leave(entered);
        }
        share.n_all += n_all;
        share.n_proved += n_all - demands.len();
        if let Some(block) = blocks.last() {
            for demand in &demands {
                if let Demand::Index(index, size) = demand {
                    self.asserted.entry(*index).or_default().push((*block, *size));
                }
            }
        }
        demands
    }

    /// Whether an earlier assertion, in one of these blocks, implies a demand. Operations are visited in program
    /// order, and an operation that precedes another one in an enclosing block has run.
    fn is_asserted(&self, blocks: &[Block], demand: &Demand) -> bool {
        let Demand::Index(index, size) = demand else { return false };
        let before = self.asserted.get(index).map(Vec::as_slice).unwrap_or_default();
        before.iter().any(|(block, asserted)| blocks.contains(block) && asserted.is_at_most(size))
    }
}

/// Returns the blocks that enclose an operation, outermost first.
fn blocks_around(module: &Module, op: Op) -> Vec<Block> {
    let mut blocks: Vec<Block> =
        std::iter::successors(module.block_of(op), |block| module.block_of(module.block_parent(*block)?))
            .collect();
    blocks.reverse();
    blocks
}
