//! Translates structured operations of linalg: a loop nest over the iteration domain, in lexicographic order, around
//! the region.

use crate::interp::code::{BufferStep, Instr, LoopRange, Reg};
use crate::interp::compile::{Bounds, Exit, Nest, Task, Translator, affine_expr};
use crate::interp::views::moves;
use warpline_ir::dialect::linalg::Structured;
use warpline_ir::{AffineMap, Expr, IntegerSet, Linalg, OpRef};

impl Translator<'_, '_> {
    /// Translates operations of linalg.
    pub(in crate::interp) fn linalg(&mut self, op: OpRef<'_>, kind: Linalg) -> Vec<Task> {
        match kind {
            Linalg::Yield => self.yield_op(op),
            Linalg::Index => self.loop_index(op),
            _ => match Structured::of(op) {
                Some(view) => return self.structured(view).unwrap_or_else(|| self.refuse_region(op)),
                None => return self.refuse_region(op),
            },
        }
        Vec::new()
    }

    fn loop_index(&mut self, op: OpRef<'_>) {
        let loops = self.module.parent_op(op.op).and_then(|parent| self.loops.get(&parent));
        let dim = op.int("dim").and_then(|dim| usize::try_from(dim).ok());
        match loops.zip(dim).and_then(|(loops, dim)| loops.get(dim).copied()) {
            Some(index) => {
                let dst = self.reg(op.result(0));
                self.emit(op.op, Instr::Move(moves(&[index], &[dst])));
            }
            None => self.refuse(op.op, "`linalg.index` is in no loop here"),
        }
    }

    fn structured(&mut self, view: Structured<'_>) -> Option<Vec<Task>> {
        let (op, maps) = (view.op, view.maps()?);
        let uppers = self.sizes_of_loops(view, &maps)?;
        let (zero, one) = (self.number(op.op, 0), self.number(op.op, 1));
        let loops = uppers.into_iter().map(|upper| Bounds { iv: self.temp(), lower: zero, upper, step: one });
        let nest = Nest { loops: loops.collect(), range: LoopRange::INDEX };
        let ivs: Vec<Reg> = nest.loops.iter().map(|bounds| bounds.iv).collect();
        self.loops.insert(op.op, ivs.clone().into());
        let mut tasks = self.nest(op, &nest, Box::default(), Vec::new());
        let indices: Vec<Box<[Reg]>> = maps.iter().map(|map| self.indices_of(op, map, &ivs)).collect();
        self.load_elements(view, &indices);
        let stores = self.stores(view, &indices);
        // The region is the first task, and the rest of the loops follow it.
        let region = tasks.remove(0);
        Some([region].into_iter().chain(stores).chain(tasks).collect())
    }

    /// Returns the number of iterations of each loop, and checks that all dimensions over which a loop iterates have
    /// the same size.
    fn sizes_of_loops(&mut self, view: Structured<'_>, maps: &[AffineMap]) -> Option<Vec<Reg>> {
        let op = view.op;
        let mut uppers = Vec::new();
        for extent in view.extents()? {
            let (operand, dim) = extent?;
            uppers.push(self.size(op, operand, dim));
        }
        for (operand, map) in maps.iter().enumerate() {
            for (dim, result) in map.results.iter().enumerate() {
                if let Expr::Dim(index) = result {
                    let upper = *uppers.get(*index as usize)?;
                    self.check_size(op, (operand, dim), *index, upper);
                }
            }
        }
        Some(uppers)
    }

    /// Emits the size of a dimension of an operand.
    fn size(&mut self, op: OpRef<'_>, operand: usize, dim: usize) -> Reg {
        let (view, index, dst) = (self.reg(op.operand(operand)), self.number(op.op, dim as i64), self.temp());
        self.emit(op.op, BufferStep::Dim { view, index, dst }.into());
        dst
    }

    /// Emits the check that a dimension has the size of a loop.
    fn check_size(&mut self, op: OpRef<'_>, (operand, dim): (usize, usize), index: u32, upper: Reg) {
        let size = self.size(op, operand, dim);
        let difference = Expr::sub(Expr::Dim(0), Expr::Dim(1));
        let set = IntegerSet { n_dims: 2, n_symbols: 0, constraints: [(difference, true)].into() };
        let (dst, same, differs) = (self.temp(), self.label(), self.label());
        self.emit(op.op, Instr::AffineTest { set: Box::new(set), operands: [size, upper].into(), dst });
        self.emit(op.op, Instr::Branch(dst, same, differs));
        self.place(differs);
        self.refuse(
            op.op,
            &format!("dimension #{dim} of operand #{operand} does not have the size of loop d{index}"),
        );
        self.place(same);
    }

    /// Emits the results of a map.
    fn indices_of(&mut self, op: OpRef<'_>, map: &AffineMap, ivs: &[Reg]) -> Box<[Reg]> {
        let index = |(number, result): (usize, &Expr)| {
            if let Expr::Dim(dim) = result
                && let Some(iv) = ivs.get(*dim as usize)
            {
                return *iv;
            }
            let dst = self.temp();
            self.emit(op.op, Instr::Affine { expr: affine_expr(map, number, ivs), dst });
            dst
        };
        map.results.iter().enumerate().map(index).collect()
    }

    /// Emits the loads of the elements that the region uses. A scalar is its own element.
    fn load_elements(&mut self, view: Structured<'_>, indices: &[Box<[Reg]>]) {
        let op = view.op;
        let args = self.region_args(op, 0);
        for (number, (operand, arg)) in op.operands().iter().zip(args).enumerate() {
            if !view.uses_element(number) {
                continue;
            }
            let source = self.reg(*operand);
            if self.module.is_memref(op.type_of(*operand)) {
                let indices = indices[number].clone();
                self.emit(op.op, Instr::Load { view: source, indices, dst: arg });
            } else {
                self.emit(op.op, Instr::Move(moves(&[source], &[arg])));
            }
        }
    }

    /// Makes the region continue with the stores of the values that it yields, and returns these.
    fn stores(&mut self, view: Structured<'_>, indices: &[Box<[Reg]>]) -> Vec<Task> {
        let (op, n_inputs) = (view.op, view.inputs().len());
        let values: Box<[Reg]> = view.outputs().iter().map(|_| self.temp()).collect();
        let label = self.label();
        self.exits.insert(self.module.region(op.op, 0), Exit { targets: values.clone(), label });
        let mut tasks = vec![Task::Place(label)];
        for (number, (output, value)) in view.outputs().iter().zip(values).enumerate() {
            let (view, indices) = (self.reg(*output), indices[n_inputs + number].clone());
            tasks.push(Task::Emit(op.op, Instr::Store { value, view, indices }));
        }
        tasks
    }
}
