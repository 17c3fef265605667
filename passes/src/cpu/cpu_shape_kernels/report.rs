//! Reports of a shaped function: failed assertions, with block and thread, and iterations of loops that wait.

use super::{ASSERTION, Shaper};
use warpline_ir::artifact::comparison_of;
use warpline_ir::{
    Arith, Attr, Builder, Cf, DYNAMIC, Gpu, MemRef, Module, Op, OpKind, Place, Rt, Scf, Type, Value,
};

impl Shaper<'_> {
    /// Makes assertions report the block and the thread, and compares the shapes of copies.
    pub(super) fn report_assertions(&mut self, threads: [Value; 3]) {
        for op in self.module.walk(self.work) {
            match self.module.kind(op) {
                OpKind::Cf(Cf::Assert) => self.report_assertion(op, threads),
                OpKind::MemRef(MemRef::Copy) => self.compare_shapes(op, threads),
                _ => {}
            }
        }
    }

    fn report_assertion(&mut self, op: Op, threads: [Value; 3]) {
        let condition = self.module.operand(op, 0);
        let compared =
            comparison_of(self.module, op).filter(|(maker, _)| is_in_reach(self.module, *maker, op));
        let compared = compared.map_or_else(Vec::new, |(_, sides)| sides.to_vec());
        let message = self.module.attr(op, "msg");
        self.assert_before(op, (condition, message), threads, &compared);
        self.module.erase(op);
    }

    /// Inserts before a copy an assertion for each dimension that may differ.
    fn compare_shapes(&mut self, op: Op, threads: [Value; 3]) {
        let sides = ["source", "target"].map(|name| self.module.op(op).named(name));
        let shapes =
            sides.map(|side| self.module.shape(self.module.type_of(side)).unwrap_or_default().to_vec());
        for (dim, (a, b)) in shapes[0].iter().zip(&shapes[1]).enumerate() {
            if a == b && *a != DYNAMIC {
                continue;
            }
            let mut at = Builder::before(self.module, op);
            let number = at.index(dim as i64);
            let sizes = sides.map(|side| at.value(MemRef::Dim, &[side, number], Type::INDEX, &[]));
            let is_equal = at.compare("eq", sizes[0], sizes[1], Type::I1);
            let message = at.module.string_attr("the shapes of a copy differ");
            self.assert_before(op, (is_equal, Some(message)), threads, &sizes);
        }
        self.module.remove_attr(op, ASSERTION);
    }

    fn assert_before(
        &mut self,
        op: Op,
        (condition, message): (Value, Option<Attr>),
        threads: [Value; 3],
        compared: &[Value],
    ) {
        let operands = [&[condition], &self.shell.block_id[..], &threads, compared].concat();
        let attrs = [("msg", message), ("number", self.module.attr(op, ASSERTION))];
        let attrs: Vec<_> = attrs.into_iter().filter_map(|(key, attr)| Some((key, attr?))).collect();
        Builder::before(self.module, op).op(Rt::Assert, &operands, &[], &attrs);
    }

    /// Inserts a report that the accesses from here on are ordered after those of the block before.
    pub(super) fn report_interval(&mut self, place: Place) {
        let location = self.module.location(self.kernel);
        let block = self.module.entry(self.shell.blocks, 0).map(|body| self.module.args(body)[0]);
        Builder::new(self.module, place, location).op(Rt::Interval, block.as_slice(), &[], &[]);
    }

    /// Inserts an `rt.spin` before the exit of a loop that waits for other work.
    pub(super) fn spin_before(&mut self, exit: Op) {
        let is_condition = self.module.kind(exit) == OpKind::Scf(Scf::Condition);
        let goes_on = is_condition.then(|| self.module.operand(exit, 0));
        Builder::before(self.module, exit).op(Rt::Spin, goes_on.as_slice(), &[], &[]);
    }
}

/// Whether the operands of a comparison are available at an assertion: between barriers, both are computed anyway.
fn is_in_reach(module: &Module, comparison: Op, assertion: Op) -> bool {
    if module.block_of(comparison) != module.block_of(assertion) {
        return false;
    }
    let mut at = module.next_op(comparison);
    while let Some(op) = at.filter(|op| *op != assertion) {
        if module.walk(op).iter().any(|op| module.kind(*op) == OpKind::Gpu(Gpu::Barrier)) {
            return false;
        }
        at = module.next_op(op);
    }
    at.is_some()
}

/// Builds `arith.cmpi eq` and `arith.xori` on bits: whether all threads have the same value.
pub(super) fn differences(at: &mut Builder<'_>, sum: Value, own: Value, first: Value) -> Value {
    let difference = at.binary(Arith::XOrI, own, first);
    at.binary(Arith::OrI, sum, difference)
}
