//! Joins parallel loops over tiles with the loops over the iterations of a tile.
//!
//! An `affine.parallel` over tiles, and a loop over the iterations of its tile in it, are one loop over all iterations, if the
//! variable of the tile has no other use, the steps fit, and there is nothing between both but parallel loops and operations
//! without effects. So loops that are tiled by hand are mapped as all others are.
//!
//! Cost: one walk.
//!
//! ```text
//! affine.parallel (%t) = (0) to (%n) step (64) {                 affine.parallel (%i) = (0) to (%n) {
//!   affine.parallel (%i) = (%t) to (min(%t + 64, %n)) {    →       …
//!     …                                                          }
//!   }
//! }
//! ```

use crate::analysis::linear::{self, Linear};
use crate::analysis::parallel_bounds::ParallelBounds;
use crate::transforms::dce::drop_dead_ops;
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::def::Trait;
use warpline_ir::{Affine, Module, Op, OpKind, Place, Value};

/// The `affine-join-tiles` pass.
pub const PASS: Pass = Pass {
    name: "affine-join-tiles",
    summary: "Joins parallel loops over tiles with the loops over their iterations",
    options: &[],
    run: PassFn::Always(run),
};

fn run(cx: &mut PassCx<'_>) -> Changed {
    let module = &mut *cx.module;
    let is_loop = |module: &Module, op: Op| {
        module.kind(op) == OpKind::Affine(Affine::Parallel) && module.n_results(op) == 0
    };
    let all = module.walk(module.root());
    if !all.iter().any(|op| is_loop(module, *op)) {
        return Changed::No;
    }
    // Bounds of loops that were raised have left their arithmetic.
    let mut changed = drop_dead_ops(module, module.root());
    for op in module.walk(module.root()) {
        if is_loop(module, op) {
            changed |= join(module, op).is_some();
        }
    }
    changed.into()
}

/// Joins a loop over tiles with the loop in it; `None` if it is none.
fn join(module: &mut Module, tiles: Op) -> Option<()> {
    let outer = ParallelBounds::read(module, tiles)?;
    let [tile] = &outer.dims[..] else { return None };
    let variable = module.args(module.entry(tiles, 0)?)[0];
    let inner_op = loop_of_tile(module, tiles, variable)?;
    let inner = ParallelBounds::read(module, inner_op)?;
    let [iterations] = &inner.dims[..] else { return None };
    let results = |bounds: &ParallelBounds, is_upper: bool| {
        let dim = &bounds.dims[0];
        if is_upper {
            linear::of_map(module, &bounds.upper_map(dim), &bounds.upper_operands)
        } else {
            linear::of_map(module, &bounds.lower_map(dim), &bounds.lower_operands)
        }
    };
    let end = Linear { constant: tile.step, ..Linear::leaf(variable) };
    let ends = results(&outer, true)?;
    let (others, own): (Vec<Linear>, Vec<Linear>) =
        results(&inner, true)?.into_iter().partition(|bound| *bound != end);
    let fits = results(&inner, false)? == [Linear::leaf(variable)]
        && !own.is_empty()
        && others.iter().all(|bound| ends.contains(bound))
        && (ends.iter().all(|bound| others.contains(bound)) || is_whole(&outer))
        && tile.step % iterations.step == 0;
    if !fits {
        return None;
    }
    let mut joined = outer.clone();
    joined.dims[0].step = iterations.step;
    joined.write(module, inner_op);
    let body = module.entry(tiles, 0)?;
    let end = module.last_op(body)?;
    module.erase(end);
    module.move_block_ops(body, Place::Before(tiles));
    module.erase(tiles);
    Some(())
}

/// Whether the tiles end where the iterations do: the bounds are constant, and the step divides their distance.
fn is_whole(tiles: &ParallelBounds) -> bool {
    let dim = &tiles.dims[0];
    let ends = tiles.lower_map(dim).as_constant().zip(tiles.upper_map(dim).as_constant());
    let distance = ends.and_then(|(lower, upper)| upper.checked_sub(lower));
    distance.is_some_and(|distance| distance % dim.step == 0)
}

/// Returns the loop whose bounds are the only uses of the variable of a loop over tiles, if only parallel loops and operations
/// without effects are around it.
fn loop_of_tile(module: &Module, tiles: Op, variable: Value) -> Option<Op> {
    let users: Vec<Op> = module.uses(variable).into_iter().map(|used| used.op).collect();
    let inner = *users.first()?;
    let is_parallel =
        |op: Op| module.kind(op) == OpKind::Affine(Affine::Parallel) && module.n_results(op) == 0;
    if !is_parallel(inner) || users.iter().any(|user| *user != inner) {
        return None;
    }
    let mut at = inner;
    while at != tiles {
        let parent = module.parent_op(at).filter(|parent| is_parallel(*parent))?;
        let body = module.ops_in(module.block_of(at)?);
        let is_harmless = |op: &Op| {
            let def = module.kind(*op).def();
            *op == at || def.is_some_and(|def| def.has(Trait::Pure) || def.has(Trait::Terminator))
        };
        body.iter().all(is_harmless).then_some(())?;
        at = parent;
    }
    Some(inner)
}
