//! Translates the affine dialect: loops, branches and accesses by maps.

use super::code::{BufferStep, Cell, Dma, Element, Instr, LoopRange, Reg};
use super::compile::{Bounds, Nest, Task, Translator, affine_expr};
use super::views::{moves, neutral};
use warpline_ir::attrs::DenseData;
use warpline_ir::dialect::affine::{DMA_MAPS, dma_accesses};
use warpline_ir::{Affine, AffineMap, AttrKind, Op, OpRef, Value};

impl Translator<'_, '_> {
    /// Translates operations of affine.
    pub(super) fn affine(&mut self, op: OpRef<'_>, kind: Affine) -> Vec<Task> {
        match kind {
            Affine::For => return self.affine_for(op),
            Affine::If => return self.affine_if(op),
            Affine::Parallel => return self.affine_parallel(op),
            Affine::Apply | Affine::Min => self.map_result(op, false),
            Affine::Max => self.map_result(op, true),
            Affine::Yield => self.affine_yield(op),
            Affine::Load => {
                let (view, indices) = (self.reg(op.named("memref")), self.subscripts(op));
                let dst = self.reg(op.result(0));
                self.emit(op.op, Instr::Load { view, indices, dst });
            }
            Affine::Store => {
                let (value, view) = (self.reg(op.named("value")), self.reg(op.named("memref")));
                let indices = self.subscripts(op);
                self.emit(op.op, Instr::Store { value, view, indices });
            }
            Affine::VectorLoad => {
                let indices = self.subscripts(op);
                self.vector_along(op, op.named("memref"), indices, op.result(0), false);
            }
            Affine::VectorStore => {
                let indices = self.subscripts(op);
                self.vector_along(op, op.named("memref"), indices, op.named("value"), true);
            }
            Affine::Prefetch | Affine::DmaWait => {}
            Affine::DelinearizeIndex => {
                let value = self.reg(op.named("linear_index"));
                let (basis, results) = (self.mixed(op, "static_basis", "dynamic_basis"), self.results(op));
                self.emit(op.op, Instr::Delinearize { value, basis, results });
            }
            Affine::LinearizeIndex => {
                let digits = self.regs(op.group("multi_index"));
                let (basis, dst) = (self.mixed(op, "static_basis", "dynamic_basis"), self.reg(op.result(0)));
                let is_disjoint = op.attr("disjoint").is_some();
                self.emit(op.op, Instr::Linearize { digits, basis, is_disjoint, dst });
            }
            Affine::DmaStart => self.affine_dma(op),
        }
        Vec::new()
    }

    /// Translates `affine.dma_start`.
    fn affine_dma(&mut self, op: OpRef<'_>) {
        let (accesses, rest) = match dma_accesses(op, &DMA_MAPS) {
            Ok(found) => found,
            Err(message) => return self.refuse(op.op, &message),
        };
        let mut places = Vec::new();
        for ((buffer, operands), key) in accesses.into_iter().zip(DMA_MAPS) {
            let Some(map) = self.map(op, key) else { return self.refuse(op.op, "the map is missing") };
            let (buffer, operands) = (self.reg(op.operand(buffer)), self.regs(operands));
            places.push((buffer, self.by_map(op.op, &map, &operands)));
        }
        let (Ok([from, to, _tag]), [n, strides @ ..]) = (<[_; 3]>::try_from(places), rest) else {
            return self.refuse(op.op, "the number of elements is missing");
        };
        let n = self.reg(*n);
        let stride = match strides {
            [distance, row] => Some((self.reg(*distance), self.reg(*row))),
            _ => None,
        };
        self.emit(op.op, BufferStep::Dma(Box::new(Dma { from, to, n, stride })).into());
    }

    /// Emits the results of a map, each in a register.
    fn by_map(&mut self, op: Op, map: &AffineMap, operands: &[Reg]) -> Box<[Reg]> {
        let indices = (0..map.results.len()).map(|index| {
            let dst = self.temp();
            self.emit(op, Instr::Affine { expr: affine_expr(map, index, operands), dst });
            dst
        });
        indices.collect()
    }

    fn map(&self, op: OpRef<'_>, key: &str) -> Option<AffineMap> {
        op.attr(key).and_then(|attr| self.module.attr_map(attr)).cloned()
    }

    fn map_result(&mut self, op: OpRef<'_>, is_max: bool) {
        let operands = self.regs(op.operands());
        let dst = self.reg(op.result(0));
        let Some(map) = self.map(op, "map") else { return self.refuse(op.op, "the map is missing") };
        self.extreme(op.op, &map, 0..map.results.len(), &operands, is_max, dst);
    }

    /// Emits the maximum or minimum of some results of a map.
    fn extreme(
        &mut self,
        op: Op,
        map: &AffineMap,
        which: std::ops::Range<usize>,
        operands: &[Reg],
        is_max: bool,
        dst: Reg,
    ) {
        let mut exprs: Vec<_> = which.map(|index| affine_expr(map, index, operands)).collect();
        match (exprs.len(), exprs.pop()) {
            (1, Some(expr)) => self.emit(op, Instr::Affine { expr, dst }),
            (_, last) => {
                exprs.extend(last);
                self.emit(op, Instr::AffineExtreme { exprs: exprs.into(), is_max, dst });
            }
        }
    }

    /// Returns the registers of the indices of an affine access; without a map they are the operands.
    fn subscripts(&mut self, op: OpRef<'_>) -> Box<[Reg]> {
        let operands = self.regs(op.group("indices"));
        let Some(map) = self.map(op, "map") else { return operands };
        if map.is_identity() && map.n_symbols == 0 {
            return operands;
        }
        self.by_map(op.op, &map, &operands)
    }

    fn affine_for(&mut self, op: OpRef<'_>) -> Vec<Task> {
        let args = self.region_args(op, 0);
        let maps = (self.map(op, "lowerBoundMap"), self.map(op, "upperBoundMap"), op.int("step"));
        let ([iv, iters @ ..], (Some(low), Some(high), Some(step))) = (&*args, maps) else {
            return self.refuse_region(op);
        };
        let (lower, upper) = (self.temp(), self.temp());
        let operands = self.regs(op.group("lowerBoundOperands"));
        self.extreme(op.op, &low, 0..low.results.len(), &operands, true, lower);
        let operands = self.regs(op.group("upperBoundOperands"));
        self.extreme(op.op, &high, 0..high.results.len(), &operands, false, upper);
        let step = self.number(op.op, step);
        let inits = self.regs(op.group("inits"));
        self.emit(op.op, Instr::Move(moves(&inits, iters)));
        let results = self.results(op);
        let done = vec![Task::Emit(op.op, Instr::Move(moves(iters, &results)))];
        let nest = Nest { loops: vec![Bounds { iv: *iv, lower, upper, step }], range: LoopRange::INDEX };
        self.nest(op, &nest, iters.into(), done)
    }

    fn affine_if(&mut self, op: OpRef<'_>) -> Vec<Task> {
        let Some(AttrKind::Set(set)) = op.attr("condition").map(|attr| self.module.attr_kind(attr)) else {
            return self.refuse_region(op);
        };
        let (set, operands, dst) = (Box::new(set.clone()), self.regs(op.operands()), self.temp());
        self.emit(op.op, Instr::AffineTest { set, operands, dst });
        self.choice(op, dst)
    }

    fn affine_parallel(&mut self, op: OpRef<'_>) -> Vec<Task> {
        let ivs = self.region_args(op, 0);
        let maps = (self.map(op, "lowerBoundsMap"), self.map(op, "upperBoundsMap"));
        let (Some(low), Some(high)) = maps else { return self.refuse_region(op) };
        let operands = self.regs(op.operands());
        let n_lower = (low.n_dims + low.n_symbols) as usize;
        let (for_low, for_high) = operands.split_at(n_lower.min(operands.len()));
        let lower = self.group_bounds(op, "lowerBoundsGroups", &low, for_low, true, ivs.len());
        let upper = self.group_bounds(op, "upperBoundsGroups", &high, for_high, false, ivs.len());
        let steps: Vec<Reg> =
            self.int_array(op, "steps").into_iter().map(|step| self.number(op.op, step)).collect();
        if steps.len() != ivs.len() {
            return self.refuse_region(op);
        }
        let results = self.results(op);
        for (dst, result) in results.iter().zip(op.results()) {
            let kind = self.reduction(op, result).unwrap_or(usize::MAX);
            match neutral(self.module, kind, op.type_of(result)) {
                Ok(bits) => self.emit(op.op, Instr::Const { dst: *dst, value: Cell::Bits(bits) }),
                Err(_) => self.refuse(op.op, "the reduction has no neutral value"),
            }
        }
        let loops = (0..ivs.len())
            .map(|i| Bounds { iv: ivs[i], lower: lower[i], upper: upper[i], step: steps[i] })
            .collect();
        self.parallel(op, loops, results)
    }

    /// Emits the maximum or minimum of each group of results of a map, in one register per dimension.
    fn group_bounds(
        &mut self,
        op: OpRef<'_>,
        key: &str,
        map: &AffineMap,
        operands: &[Reg],
        is_max: bool,
        n_dims: usize,
    ) -> Vec<Reg> {
        let groups = match op.attr(key).map(|attr| self.module.attr_kind(attr)) {
            Some(AttrKind::Dense(_, DenseData::Elements(all))) => all.to_vec(),
            Some(AttrKind::Dense(_, DenseData::Splat(size))) => vec![*size; n_dims],
            _ => vec![1; n_dims],
        };
        let mut first = 0;
        let mut bounds = Vec::new();
        for dim in 0..n_dims {
            let size = groups.get(dim).copied().unwrap_or(0) as usize;
            let dst = self.temp();
            self.extreme(
                op.op,
                map,
                first..first.saturating_add(size).min(map.results.len()),
                operands,
                is_max,
                dst,
            );
            first = first.saturating_add(size).min(map.results.len());
            bounds.push(dst);
        }
        bounds
    }

    /// Returns the kind of reduction of a result of `affine.parallel`.
    fn reduction(&self, op: OpRef<'_>, result: Value) -> Option<usize> {
        let index = op.results().position(|value| value == result)?;
        usize::try_from(*self.int_array(op, "reductions").get(index)?).ok()
    }

    fn affine_yield(&mut self, op: OpRef<'_>) {
        let parent = self.module.parent_op(op.op).map(|parent| op.other(parent));
        let (Some(parent), Some(exit)) = (parent, self.exit_of(op.op)) else { return self.yield_op(op) };
        if parent.kind() != Affine::Parallel.into() {
            return self.yield_op(op);
        }
        for (value, result) in op.operands().iter().zip(parent.results()) {
            let ty = op.type_of(*value);
            let (value, dst) = (self.reg(*value), self.reg(result));
            let instr = match (self.reduction(parent, result), Element::of(self.module, ty)) {
                (Some(kind), Some(element)) => Instr::Combine { kind, element, value, dst },
                _ => Instr::Refuse("a reduction of this type cannot be interpreted".into()),
            };
            self.emit(op.op, instr);
        }
        self.emit(op.op, Instr::Jump(exit.label));
    }
}
