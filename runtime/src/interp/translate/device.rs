//! Translates operations of gpu.

use crate::interp::code::{BufferStep, GeometryKind, Instr, KnownSizes, Launch, LaunchBody};
use crate::interp::compile::{Task, Translator};
use crate::interp::library::Helper;
use warpline_ir::artifact::shaped_of;
use warpline_ir::dialect::gpu::{LAUNCH_SIZES, dimension_of};
use warpline_ir::{Gpu, OpRef};

impl Translator<'_, '_> {
    /// Translates operations of gpu.
    pub(in crate::interp) fn gpu(&mut self, op: OpRef<'_>, kind: Gpu) -> Vec<Task> {
        let is_planned = self.begin_work(op);
        let tasks = self.gpu_op(op, kind);
        if is_planned {
            self.end_work(op.op);
        }
        tasks
    }

    fn gpu_op(&mut self, op: OpRef<'_>, kind: Gpu) -> Vec<Task> {
        let instr = match kind {
            Gpu::Launch => return self.launch(op),
            Gpu::LaunchFunc => {
                self.launch_func(op);
                return Vec::new();
            }
            Gpu::Module | Gpu::Func | Gpu::Binary => Instr::Refuse("device code inside of a function".into()),
            Gpu::Return | Gpu::Terminator => {
                self.return_op(op);
                return Vec::new();
            }
            Gpu::Alloc => self.alloc(op, false),
            Gpu::Dealloc => BufferStep::Free(self.reg(op.named("memref"))).into(),
            Gpu::Memcpy => {
                let (from, to) = (self.reg(op.named("src")), self.reg(op.named("dst")));
                BufferStep::Copy { from, to }.into()
            }
            Gpu::Memset => {
                let (view, value) = (self.reg(op.named("dst")), self.reg(op.named("value")));
                BufferStep::Fill { view, value }.into()
            }
            Gpu::Wait | Gpu::HostRegister | Gpu::HostUnregister | Gpu::SetDefaultDevice => {
                Instr::Move(Box::default())
            }
            other => return self.gpu_thread(op, other),
        };
        self.emit(op.op, instr);
        self.tokens(op);
        Vec::new()
    }

    /// Translates operations of threads of a kernel.
    fn gpu_thread(&mut self, op: OpRef<'_>, kind: Gpu) -> Vec<Task> {
        let instr = match kind {
            Gpu::ThreadId => self.geometry(op, GeometryKind::ThreadId),
            Gpu::BlockId | Gpu::ClusterId => self.geometry(op, GeometryKind::BlockId),
            Gpu::BlockDim => self.geometry(op, GeometryKind::BlockDim),
            // Each block is a cluster.
            Gpu::GridDim | Gpu::ClusterDim => self.geometry(op, GeometryKind::GridDim),
            Gpu::GlobalId => self.geometry(op, GeometryKind::GlobalId),
            Gpu::Barrier => self.barrier(op),
            Gpu::InitializeNamedBarrier => {
                let (count, dst) = (self.reg(op.named("memberCount")), self.reg(op.result(0)));
                Instr::NameBarrier { count, dst }
            }
            Gpu::Yield => {
                self.gpu_yield(op);
                return Vec::new();
            }
            Gpu::WarpExecuteOnLane0 => return self.warp(op),
            Gpu::ClusterBlockId => self.geometry(op, GeometryKind::ClusterBlockId),
            Gpu::ClusterDimBlocks => self.geometry(op, GeometryKind::ClusterDimBlocks),
            Gpu::LaneId => self.place_in_block(op, GeometryKind::LaneId),
            Gpu::SubgroupId => self.place_in_block(op, GeometryKind::SubgroupId),
            Gpu::NumSubgroups => self.place_in_block(op, GeometryKind::NumSubgroups),
            Gpu::SubgroupSize => self.place_in_block(op, GeometryKind::SubgroupSize),
            Gpu::AllReduce => return self.all_reduce(op),
            Gpu::SubgroupReduce => self.subgroup_reduce(op),
            Gpu::Shuffle => self.shuffle(op),
            Gpu::Rotate => self.rotate(op),
            Gpu::SubgroupBroadcast => self.broadcast(op),
            Gpu::Ballot => self.ballot(op),
            Gpu::Printf => self.printf(op),
            Gpu::DynamicSharedMemory => self.dynamic_shared(op),
            Gpu::SubgroupMmaLoadMatrix => self.mma_load(op),
            Gpu::SubgroupMmaStoreMatrix => self.mma_store(op),
            Gpu::SubgroupMmaCompute => self.mma_compute(op),
            Gpu::SubgroupMmaConstantMatrix => self.mma_constant(op),
            Gpu::SubgroupMmaElementwise => self.mma_elementwise(op),
            _ => Instr::Refuse(format!("`{}` has no meaning in a kernel", op.name()).into()),
        };
        self.emit(op.op, instr);
        Vec::new()
    }

    fn geometry(&mut self, op: OpRef<'_>, kind: GeometryKind) -> Instr {
        let dst = self.reg(op.result(0));
        match dimension_of(op) {
            Some(dim) => Instr::Geometry { kind, dim, end: end_of(op, kind), dst },
            None => Instr::Refuse("expected dimension x, y or z".into()),
        }
    }

    fn place_in_block(&mut self, op: OpRef<'_>, kind: GeometryKind) -> Instr {
        Instr::Geometry { kind, dim: 0, end: end_of(op, kind), dst: self.reg(op.result(0)) }
    }

    /// Returns a barrier of the block or a named one; one of a cluster is that of the block, as clusters are single blocks.
    fn barrier(&mut self, op: OpRef<'_>) -> Instr {
        if let [named] = op.operands() {
            return Instr::Barrier(Some(self.reg(*named)));
        }
        if self.keyword(op, "scope") == "subgroup" {
            return Instr::Refuse("barriers of a subgroup cannot be interpreted".into());
        }
        Instr::Barrier(None)
    }

    /// Returns a launch of this body.
    fn sized_launch(&mut self, op: OpRef<'_>, body: LaunchBody) -> Launch {
        let sizes = LAUNCH_SIZES.map(|name| self.reg(op.named(name)));
        let clusters = ["clusterSizeX", "clusterSizeY", "clusterSizeZ"].iter();
        let clusters = clusters.flat_map(|name| op.group(name)).map(|value| self.reg(*value)).collect();
        let dynamic = op.group("dynamicSharedMemorySize").first().map(|value| self.reg(*value));
        Launch { sizes, clusters, dynamic, known: Box::default(), body }
    }

    /// Translates an inline kernel.
    fn launch(&mut self, op: OpRef<'_>) -> Vec<Task> {
        let args = op.entry(0).map(|block| self.module.args(block).to_vec()).unwrap_or_default();
        let n_ids = if op.group("clusterSizeX").is_empty() { 12 } else { 18 };
        let (ids, buffers) = args.split_at(n_ids.min(args.len()));
        let ids = self.regs(ids);
        let Some(attributions) = self.attributions(op, buffers) else {
            self.refuse(op.op, "expected a static memref as attribution");
            return Vec::new();
        };
        let (body, done) = (self.label(), self.label());
        self.use_stream(op);
        let launch = self.sized_launch(op, LaunchBody::Inline(body, ids, attributions));
        self.emit(op.op, Instr::Launch(Box::new(launch)));
        self.tokens(op);
        self.emit(op.op, Instr::Jump(done));
        vec![Task::Place(body), Task::Region(self.module.region(op.op, 0)), Task::Place(done)]
    }

    /// Checks the stream of the program that a launch names.
    fn use_stream(&mut self, op: OpRef<'_>) {
        if let [stream] = op.group("asyncObject") {
            let args = [(self.reg(*stream), op.type_of(*stream))].into();
            self.emit(op.op, Instr::Help { helper: Helper::UseStream, args, results: Box::default() });
        }
    }

    fn launch_func(&mut self, op: OpRef<'_>) {
        let path = op.attr("kernel").and_then(|kernel| self.module.attr_symbol(kernel));
        let Some(kernel) = path.and_then(|path| self.module.resolve_symbol(op.op, path)) else {
            self.refuse(op.op, "the kernel does not exist");
            return;
        };
        self.use_stream(op);
        let args = self.regs(op.group("kernelOperands"));
        let body = match shaped_of(self.module, kernel) {
            Some((function, scratch)) => LaunchBody::Blocks(self.program.function(function), args, scratch),
            None => LaunchBody::Kernel(self.program.function(kernel), args),
        };
        let known = self.known_sizes(self.module.op(kernel));
        let launch = Launch { known, ..self.sized_launch(op, body) };
        self.emit(op.op, Instr::Launch(Box::new(launch)));
        self.tokens(op);
    }

    /// Returns the launch sizes that a kernel declares.
    fn known_sizes(&self, kernel: OpRef<'_>) -> Box<[KnownSizes]> {
        let keys = [
            ("grid", 0, ["known_grid_size", "gpu.known_grid_size"]),
            ("block", 3, ["known_block_size", "gpu.known_block_size"]),
        ];
        let known = keys.into_iter().filter_map(|(what, first, keys)| {
            let key = keys.into_iter().find(|key| kernel.attr(key).is_some())?;
            let sizes = self.int_array(kernel, key);
            (sizes.len() == 3).then(|| KnownSizes { what, first, sizes: sizes.into() })
        });
        known.collect()
    }
}

/// Returns the exclusive upper bound of the result of a geometry operation. A size may equal its declared
/// bound.
fn end_of(op: OpRef<'_>, kind: GeometryKind) -> u64 {
    let Some(bound) = op.int("upper_bound").map(i64::cast_unsigned) else { return u64::MAX };
    match kind {
        GeometryKind::BlockDim
        | GeometryKind::GridDim
        | GeometryKind::ClusterDimBlocks
        | GeometryKind::NumSubgroups
        | GeometryKind::SubgroupSize => bound.saturating_add(1),
        GeometryKind::ThreadId
        | GeometryKind::BlockId
        | GeometryKind::GlobalId
        | GeometryKind::ClusterBlockId
        | GeometryKind::LaneId
        | GeometryKind::SubgroupId => bound,
    }
}
