//! Lowers accesses of the affine dialect to those of memref and vector.

use super::map_of;
use crate::rewrite::affine_expand::expand_map;
use warpline_ir::dialect::affine::{DMA_MAPS, dma_accesses};
use warpline_ir::{Attr, Builder, MemRef, Module, Op, OpKind, Value};

/// Builds the operands of `memref[indices]`: the subscripts of the map are computed before `op`.
fn access(module: &mut Module, op: Op, key: &str, memref: Value, inputs: &[Value]) -> Option<Vec<Value>> {
    let map = map_of(module, op, key)?;
    let indices = expand_map(&mut Builder::before(module, op), &map, inputs);
    Some([vec![memref], indices].concat())
}

/// Lowers a load of an element or of a vector.
pub(super) fn lower_load(module: &mut Module, op: Op, kind: OpKind) -> Option<()> {
    let operands = module.operands(op).to_vec();
    let (memref, inputs) = operands.split_first()?;
    let operands = access(module, op, "map", *memref, inputs)?;
    let ty = module.type_of(module.result(op, 0));
    let value = Builder::before(module, op).value(kind, &operands, ty, &[]);
    module.replace_op(op, &[value]);
    Some(())
}

/// Lowers a store of an element or of a vector.
pub(super) fn lower_store(module: &mut Module, op: Op, kind: OpKind) -> Option<()> {
    let operands = module.operands(op).to_vec();
    let [value, memref, inputs @ ..] = operands.as_slice() else { return None };
    let operands = [vec![*value], access(module, op, "map", *memref, inputs)?].concat();
    Builder::before(module, op).op(kind, &operands, &[], &[]);
    module.erase(op);
    Some(())
}

/// Lowers `affine.prefetch`.
pub(super) fn lower_prefetch(module: &mut Module, op: Op) -> Option<()> {
    const HINTS: [&str; 3] = ["isWrite", "localityHint", "isDataCache"];
    let operands = module.operands(op).to_vec();
    let (memref, inputs) = operands.split_first()?;
    let operands = access(module, op, "map", *memref, inputs)?;
    let hints: Option<Vec<(&str, Attr)>> =
        HINTS.into_iter().map(|key| Some((key, module.attr(op, key)?))).collect();
    Builder::before(module, op).op(MemRef::Prefetch, &operands, &[], &hints?);
    module.erase(op);
    Some(())
}

/// Returns the accesses of a transfer under the given keys, each as a memref and its indices, and the operands
/// after them.
fn transfer(module: &mut Module, op: Op, keys: &[&str]) -> Option<(Vec<Vec<Value>>, Vec<Value>)> {
    let view = module.op(op);
    let (found, rest) = dma_accesses(view, keys).ok()?;
    let rest = rest.to_vec();
    let found: Vec<(Value, Vec<Value>)> =
        found.into_iter().map(|(memref, inputs)| (view.operand(memref), inputs.to_vec())).collect();
    let accesses: Option<Vec<Vec<Value>>> = found
        .iter()
        .zip(keys)
        .map(|((memref, inputs), key)| {
            let rank = module.shape(module.type_of(*memref))?.len();
            access(module, op, key, *memref, inputs).filter(|operands| operands.len() == 1 + rank)
        })
        .collect();
    Some((accesses?, rest))
}

/// Lowers `affine.dma_start`; the number of elements precedes the tag.
pub(super) fn lower_dma_start(module: &mut Module, op: Op) -> Option<()> {
    let (accesses, rest) = transfer(module, op, &DMA_MAPS)?;
    let ([source, target, tag], [count, strides @ ..]) = (accesses.as_slice(), rest.as_slice()) else {
        return None;
    };
    let operands = [source, target, [*count].as_slice(), tag, strides].concat();
    Builder::before(module, op).op(MemRef::DmaStart, &operands, &[], &[]);
    module.erase(op);
    Some(())
}

/// Lowers `affine.dma_wait`.
pub(super) fn lower_dma_wait(module: &mut Module, op: Op) -> Option<()> {
    let (accesses, count) = transfer(module, op, &DMA_MAPS[2..])?;
    let operands = [accesses.concat(), count].concat();
    Builder::before(module, op).op(MemRef::DmaWait, &operands, &[], &[]);
    module.erase(op);
    Some(())
}
