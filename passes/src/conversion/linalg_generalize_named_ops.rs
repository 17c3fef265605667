//! Replaces named operations of linalg by `linalg.generic` with their maps, iterator types and region.
//!
//! Attributes that are not part of the operation are kept. Cost: one walk; regions are moved, not copied.
//!
//! ```text
//! linalg.copy ins(%a : memref<4xf32>)        linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
//!     outs(%b : memref<4xf32>)           →       ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) {
//!                                            ^bb0(%in: f32, %out: f32):
//!                                              linalg.yield %in : f32
//!                                            }
//! ```

use super::structured_loops::UNFIT;
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::dialect::linalg::Structured;
use warpline_ir::{Attr, Builder, Linalg, Module, NamedAttr, Op, OpKind, Reported};

/// The `linalg-generalize-named-ops` pass.
pub const PASS: Pass = Pass {
    name: "linalg-generalize-named-ops",
    summary: "Replaces named operations of linalg by linalg.generic",
    options: &[],
    run: PassFn::MayFail(run),
};

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let mut changed = false;
    for op in cx.module.walk(cx.module.root()) {
        let is_named = Structured::of(cx.module.op(op)).is_some()
            && cx.module.kind(op) != OpKind::Linalg(Linalg::Generic);
        if is_named {
            generalize(cx.module, op).ok_or_else(|| cx.error(op, UNFIT))?;
            changed = true;
        }
    }
    Ok(changed.into())
}

fn generalize(module: &mut Module, op: Op) -> Option<()> {
    let view = Structured::of(module.op(op))?;
    let (maps, iterators) = (view.maps()?, view.iterators()?);
    let sizes = [view.inputs().len() as i64, view.outputs().len() as i64];
    let def = module.kind(op).def()?;
    let kept = module.attrs(op).iter().filter(|attr| !def.is_inherent(module.text(attr.name)));
    let mut attrs: Vec<NamedAttr> = kept.copied().collect();
    let maps: Vec<Attr> = maps.into_iter().map(|map| module.map_attr(map)).collect();
    let maps = module.array_attr(&maps);
    let iterators: Vec<Attr> = iterators.into_iter().map(|iterator| iterator.attr(module)).collect();
    let iterators = module.array_attr(&iterators);
    let sizes = module.i32_array_attr(sizes);
    attrs.extend(module.named(&[
        ("indexing_maps", maps),
        ("iterator_types", iterators),
        ("operandSegmentSizes", sizes),
    ]));
    let operands = module.operands(op).to_vec();
    let new = Builder::before(module, op).op_with_regions(Linalg::Generic, &operands, &[], &[], 1);
    module.set_attrs(new, &attrs);
    let (from, to) = (module.region(op, 0), module.region(new, 0));
    module.move_blocks(from, to);
    module.erase(op);
    Some(())
}
