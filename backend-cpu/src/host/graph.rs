//! Task graphs in host functions: launch-invariant data becomes part of the program, the rest becomes the
//! parameters of one runtime call.

use crate::emit::{Emitted, Emitter};
use cranelift_codegen::ir::{Value as Reg, types};
use warpline_ir::artifact::{TaskAction, TaskGraph, TaskNode};
use warpline_ir::dialect::rt::Graph;
use warpline_ir::host_abi::{self, MAX_COPY_RANK};
use warpline_ir::{Op, OpKind, OpRef, Rt};

/// The action of device work, and its parameters.
pub(super) type Task = (TaskAction, Vec<Reg>);

impl Emitter<'_, '_> {
    /// Emits code for `rt.graph`.
    pub(crate) fn rt_graph(&mut self, op: OpRef<'_>) -> Emitted {
        let edges = Graph(op).edges();
        let mut graph = TaskGraph::default();
        let mut params = Vec::new();
        for (number, node) in (0i64..).zip(Graph(op).nodes()) {
            self.at = node;
            let (action, own) = self.task(node)?;
            let [_, _] = self.run_and_place()?;
            let place = self.host()?.tables.places.len() - 1;
            let after = edges.iter().filter(|(_, to)| *to == number).map(|(from, _)| *from as u32).collect();
            graph.nodes.push(TaskNode { action, op: place as u32, after });
            params.extend(own);
        }
        self.at = op.op;
        let graphs = &mut self.host()?.tables.graphs;
        let number = graphs.len();
        graphs.push(graph);
        let params = self.spill(&params);
        let (number, stream) = (self.int(types::I32, number as i64), self.number(op, "stream")?);
        self.runtime_call(&host_abi::wl_graph, [number, stream, params])
    }

    fn task(&mut self, node: Op) -> Emitted<Task> {
        let op = self.module.op(node);
        match op.kind() {
            OpKind::Rt(Rt::Launch) => self.launch_task(op),
            OpKind::Rt(Rt::Copy) => self.copy_task(op),
            OpKind::Rt(Rt::Fill) => self.fill_task(op),
            _ => Err(self.unsupported("it is no node of a graph")),
        }
    }

    /// Returns the task of `rt.launch`.
    pub(super) fn launch_task(&mut self, op: OpRef<'_>) -> Emitted<Task> {
        let kernel = self.kernel_number(op)?;
        let mut params = Vec::new();
        for index in 0..6 {
            params.push(self.as_index(op.operand(index))?);
        }
        params.push(match op.group("dynamicSharedMemorySize") {
            [bytes, ..] => self.as_index(*bytes)?,
            [] => self.index(0),
        });
        let args = self.parts_of(op.group("kernelOperands"))?;
        let args = self.slots(&args);
        let n_args = args.len() as u32;
        params.extend(args);
        Ok((TaskAction::Launch { kernel, n_args }, params))
    }

    /// Returns the task of `rt.copy`: contiguous if both sides are.
    pub(super) fn copy_task(&mut self, op: OpRef<'_>) -> Emitted<Task> {
        let (to, from) = (op.named("dst"), op.named("src"));
        let (dst, src) = (self.memref(to)?, self.memref(from)?);
        self.require_equal_shapes(&src, &dst)?;
        let mut params = vec![dst.pointer, src.pointer];
        if self.is_contiguous(to) && self.is_contiguous(from) {
            params.push(self.byte_count(from, &src)?);
            return Ok((TaskAction::Copy, params));
        }
        let rank = src.sizes.len();
        if MAX_COPY_RANK < rank {
            return Err(self.unsupported(format!("copies of views take at most {MAX_COPY_RANK} dimensions")));
        }
        for extents in [&src.sizes, &dst.strides, &src.strides] {
            params.extend(extents.iter().map(|extent| self.extent(*extent)));
        }
        let element_bytes = self.element_bytes(from)?;
        Ok((TaskAction::CopyStrided { element_bytes, rank: rank as u32 }, params))
    }

    /// Returns the task of `rt.fill`: contiguous if the target is.
    pub(super) fn fill_task(&mut self, op: OpRef<'_>) -> Emitted<Task> {
        let target = op.named("dst");
        let dst = self.memref(target)?;
        let value = self.scalar(op.named("value"))?;
        let width = self.element_bytes(target)? as u32;
        if 8 < width {
            return Err(self.unsupported("fills of elements of more than 64 bits are not supported"));
        }
        let pattern = self.slot_bits(value);
        let mut params = vec![dst.pointer, pattern];
        if self.is_contiguous(target) {
            params.push(self.element_count(&dst.sizes));
            return Ok((TaskAction::Fill { width }, params));
        }
        let rank = dst.sizes.len() as u32;
        params.extend(dst.sizes.iter().chain(&dst.strides).map(|extent| self.extent(*extent)));
        Ok((TaskAction::FillStrided { width, rank }, params))
    }
}
