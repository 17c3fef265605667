//! From operations to steps: a table per dialect.

use super::code::{BufferType, Cell, GeometryKind, Global, Instr, Launch, LaunchBody, Number, Reg, Subview};
use super::compile::{Bounds, Exit, Nest, Task, Translator};
use super::views::moves;
use std::rc::Rc;
use warpline_ir::attrs::DenseData;
use warpline_ir::scalar::{ScalarOp, zero_extend};
use warpline_ir::{Attr, AttrKind, Cf, DYNAMIC, Func, Gpu, MemRef, Op, OpRef, Scf, Type, TypeKind};

impl Translator<'_, '_> {
    /// Operations of func.
    pub(super) fn func(&mut self, op: OpRef<'_>, kind: Func) {
        match kind {
            Func::Func => self.refuse(op.op, "a function inside of a function"),
            Func::Return => self.return_op(op),
            Func::Call => self.call(op),
        }
    }

    fn return_op(&mut self, op: OpRef<'_>) {
        let values = self.regs(op.operands());
        self.emit(op.op, Instr::Return(values));
    }

    fn call(&mut self, op: OpRef<'_>) {
        let path = op.attr("callee").and_then(|callee| self.module.attr_symbol(callee));
        let Some(callee) = path.and_then(|path| self.module.resolve_symbol(op.op, path)) else {
            self.refuse(op.op, "the callee does not exist");
            return;
        };
        let name = self.module.symbol_name(callee).unwrap_or_default();
        let args = self.regs(op.operands());
        if self.module.entry(callee, 0).is_some() {
            let results = self.results(op);
            let function = self.program.function(callee);
            self.emit(op.op, Instr::Call { function, args, results });
        } else if super::print::is_print(name) {
            let types = op.operands().iter().map(|value| op.type_of(*value));
            let args = args.iter().copied().zip(types).collect();
            self.emit(op.op, Instr::Print { name: name.into(), args });
        } else {
            self.refuse(op.op, &format!("`@{name}` is declared only, and the interpreter does not know it"));
        }
    }

    /// Operations of arith and math.
    pub(super) fn scalar(&mut self, op: OpRef<'_>) {
        let dst = op.results().next().map_or(0, |result| self.reg(result));
        if let Some(value) = op.attr("value") {
            match self.constant(value) {
                Some(value) => self.emit(op.op, Instr::Const { dst, value }),
                None => self.refuse(op.op, "a constant of this type cannot be interpreted"),
            }
            return;
        }
        let Some(scalar) = ScalarOp::of(op) else {
            self.refuse(op.op, &format!("`{}` cannot be interpreted on these types", op.name()));
            return;
        };
        let instr = match *self.regs(op.operands()) {
            [a] => Instr::Unary { op: scalar, a, dst },
            [a, b] => Instr::Binary { op: scalar, a, b, dst },
            [a, b, c] => Instr::Ternary { op: scalar, args: [a, b, c], dst },
            _ => Instr::Refuse("an unexpected number of operands".into()),
        };
        self.emit(op.op, instr);
    }

    fn constant(&self, value: Attr) -> Option<Cell> {
        match self.module.attr_kind(value) {
            AttrKind::Bool(value) => Some(Cell::Bits(u64::from(*value))),
            AttrKind::Integer(value, ty) => {
                let width = self.module.bit_width(*ty).filter(|width| *width <= 64)?;
                Some(Cell::Bits(zero_extend(value.cast_unsigned(), width)))
            }
            AttrKind::Float(bits, _) => Some(Cell::Bits(*bits)),
            AttrKind::Dense(ty, data) => {
                let width =
                    self.module.bit_width(self.module.element_type(*ty)).filter(|width| *width <= 64)?;
                let n = usize::try_from(self.module.n_elements(*ty)?).ok().filter(|n| *n <= 1 << 24)?;
                let row: Rc<[u64]> = match data {
                    DenseData::Splat(bits) => vec![zero_extend(*bits, width); n].into(),
                    DenseData::Elements(all) => all.iter().map(|bits| zero_extend(*bits, width)).collect(),
                };
                Some(Cell::Row(row))
            }
            _ => None,
        }
    }

    /// Operations of cf.
    pub(super) fn cf(&mut self, op: OpRef<'_>, kind: Cf) {
        match kind {
            Cf::Br => self.branch_to(op.op, 0),
            Cf::CondBr => {
                let condition = self.reg(op.operand(0));
                let (on_true, on_false) = (self.label(), self.label());
                self.emit(op.op, Instr::Branch(condition, on_true, on_false));
                for (index, label) in [on_true, on_false].into_iter().enumerate() {
                    self.place(label);
                    self.branch_to(op.op, index);
                }
            }
            Cf::Assert => {
                let condition = self.reg(op.operand(0));
                let message = op.str("msg").unwrap_or("no message");
                self.emit(op.op, Instr::Assert(condition, message.into()));
            }
        }
    }

    fn branch_to(&mut self, op: Op, index: usize) {
        let block = self.module.successors(op)[index].block;
        let args = self.module.successor_args(op, index);
        let targets = self.regs(self.module.args(block));
        let label = self.block(block);
        self.exit(op, args, &Exit { targets, label });
    }

    /// Operations of scf.
    pub(super) fn scf(&mut self, op: OpRef<'_>, kind: Scf) -> Vec<Task> {
        match kind {
            Scf::For => return self.scf_for(op),
            Scf::If => {
                let condition = self.reg(op.operand(0));
                return self.choice(op, condition);
            }
            Scf::While => return self.scf_while(op),
            Scf::Parallel => return self.scf_parallel(op),
            Scf::Reduce => return self.scf_reduce(op),
            Scf::ReduceReturn | Scf::Yield => self.yield_op(op),
            Scf::Condition => self.scf_condition(op),
        }
        Vec::new()
    }

    fn scf_for(&mut self, op: OpRef<'_>) -> Vec<Task> {
        let inits = self.regs(op.group(3));
        let args = self.region_args(op, 0);
        let [iv, iters @ ..] = &*args else { return self.refuse_region(op) };
        let (lower, upper, step) =
            (self.reg(op.operand(0)), self.reg(op.operand(1)), self.reg(op.operand(2)));
        let width = self.module.bit_width(op.operand_type(0)).unwrap_or(64);
        self.emit(op.op, Instr::Move(moves(&inits, iters)));
        let results = self.results(op);
        let done = vec![Task::Emit(op.op, Instr::Move(moves(iters, &results)))];
        let nest = Nest { loops: vec![Bounds { iv: *iv, lower, upper, step }], width };
        self.nest(op, &nest, iters.into(), done)
    }

    pub(super) fn refuse_region(&mut self, op: OpRef<'_>) -> Vec<Task> {
        self.refuse(op.op, &format!("the region of `{}` does not have the form it must have", op.name()));
        Vec::new()
    }

    fn scf_while(&mut self, op: OpRef<'_>) -> Vec<Task> {
        let (head, after, done) = (self.label(), self.label(), self.label());
        let (before_args, after_args) = (self.region_args(op, 0), self.region_args(op, 1));
        let results = self.results(op);
        let regions = op.regions();
        let inits = self.regs(op.operands());
        self.emit(op.op, Instr::Move(moves(&inits, &before_args)));
        self.place(head);
        let on = Exit { targets: after_args, label: after };
        self.conditions.insert(op.op, (on, Exit { targets: results, label: done }));
        self.exits.insert(regions[1], Exit { targets: before_args, label: head });
        vec![Task::Region(regions[0]), Task::Place(after), Task::Region(regions[1]), Task::Place(done)]
    }

    fn scf_condition(&mut self, op: OpRef<'_>) {
        let exits = self.module.parent_op(op.op).and_then(|parent| self.conditions.get(&parent).cloned());
        let (Some((on, out)), [condition, args @ ..]) = (exits, op.operands()) else {
            self.refuse(op.op, "`scf.condition` ends no loop here");
            return;
        };
        let condition = self.reg(*condition);
        let (go_on, end) = (self.label(), self.label());
        self.emit(op.op, Instr::Branch(condition, go_on, end));
        self.place(go_on);
        self.exit(op.op, args, &on);
        self.place(end);
        self.exit(op.op, args, &out);
    }

    fn scf_parallel(&mut self, op: OpRef<'_>) -> Vec<Task> {
        let ivs = self.region_args(op, 0);
        let [lower, upper, step, inits] = [0, 1, 2, 3].map(|slot| self.regs(op.group(slot)));
        let results = self.results(op);
        self.emit(op.op, Instr::Move(moves(&inits, &results)));
        let loops = (0..ivs.len().min(step.len()))
            .map(|i| Bounds { iv: ivs[i], lower: lower[i], upper: upper[i], step: step[i] })
            .collect();
        self.nest(op, &Nest { loops, width: 64 }, results, Vec::new())
    }

    fn scf_reduce(&mut self, op: OpRef<'_>) -> Vec<Task> {
        let Some(exit) = self.exit_of(op.op) else { return self.refuse_region(op) };
        let operands = self.regs(op.operands());
        let mut tasks = Vec::new();
        for (index, region) in op.regions().into_iter().enumerate() {
            let args = self.region_args(op, index);
            let label = self.label();
            let sum = exit.targets[index];
            self.exits.insert(region, Exit { targets: [sum].into(), label });
            let bind = moves(&[sum, operands[index]], &args);
            tasks.extend([Task::Emit(op.op, Instr::Move(bind)), Task::Region(region), Task::Place(label)]);
        }
        tasks.push(Task::Emit(op.op, Instr::Jump(exit.label)));
        tasks
    }

    /// The numbers of an array attribute; none where it is missing.
    pub(super) fn int_array(&self, op: OpRef<'_>, key: &str) -> Vec<i64> {
        match op.attr(key).map(|attr| self.module.attr_kind(attr)) {
            Some(AttrKind::Array(items)) => {
                items.iter().filter_map(|item| self.module.attr_int(*item)).collect()
            }
            Some(AttrKind::DenseArray(_, values)) => values.to_vec(),
            _ => Vec::new(),
        }
    }

    /// Operations of memref.
    pub(super) fn memref(&mut self, op: OpRef<'_>, kind: MemRef) {
        let operands = self.regs(op.operands());
        let dst = op.results().next().map_or(0, |result| self.reg(result));
        let instr = match (kind, &*operands) {
            (MemRef::Alloc, _) => self.alloc(op, 0, false),
            (MemRef::Alloca, _) => self.alloc(op, 0, true),
            (MemRef::Dealloc, [view]) => Instr::Free(*view),
            (MemRef::Load, [view, indices @ ..]) => Instr::Load { view: *view, indices: indices.into(), dst },
            (MemRef::Store, [value, view, indices @ ..]) => {
                Instr::Store { value: *value, view: *view, indices: indices.into() }
            }
            (MemRef::AtomicRmw, [value, view, indices @ ..]) => {
                let kind = op.int("kind").and_then(|kind| usize::try_from(kind).ok()).unwrap_or(usize::MAX);
                Instr::Atomic { kind, value: *value, view: *view, indices: indices.into(), dst }
            }
            (MemRef::Dim, [view, index]) => Instr::Dim { view: *view, index: *index, dst },
            (MemRef::Copy, [from, to]) => Instr::Copy { from: *from, to: *to },
            (MemRef::Cast, [view]) => self.cast(op.result_type(0), *view, dst),
            (MemRef::SubView, [source, ..]) => self.subview(op, *source, dst),
            (MemRef::GetGlobal, _) => self.get_global(op, dst),
            (MemRef::Global, _) => Instr::Refuse("a global inside of a function".into()),
            (
                MemRef::Dealloc
                | MemRef::Load
                | MemRef::Store
                | MemRef::AtomicRmw
                | MemRef::Dim
                | MemRef::Copy
                | MemRef::Cast
                | MemRef::SubView,
                _,
            ) => Instr::Refuse("an unexpected number of operands".into()),
        };
        self.emit(op.op, instr);
    }

    /// A new buffer; its sizes are in slot `slot` of the row.
    fn alloc(&mut self, op: OpRef<'_>, slot: usize, is_local: bool) -> Instr {
        let Some(ty) = BufferType::of(self.module, op.result_type(0)) else {
            return Instr::Refuse("only buffers of scalars with a strided layout can be interpreted".into());
        };
        let sizes = self.regs(op.group(slot));
        let dst = self.reg(op.result(0));
        Instr::Alloc { ty: Box::new(ty), sizes, is_local, dst }
    }

    fn cast(&self, ty: Type, view: Reg, dst: Reg) -> Instr {
        match (BufferType::of(self.module, ty), self.module.type_kind(ty)) {
            (Some(to), _) => Instr::Cast { view, to: Some(Box::new(to)), dst },
            (None, TypeKind::UnrankedMemRef(..)) => Instr::Cast { view, to: None, dst },
            (None, _) => Instr::Refuse("a cast to this type cannot be interpreted".into()),
        }
    }

    fn subview(&mut self, op: OpRef<'_>, source: Reg, dst: Reg) -> Instr {
        let mut lists = Vec::new();
        for (slot, key) in [(1, "static_offsets"), (2, "static_sizes"), (3, "static_strides")] {
            let mut dynamic = op.group(slot).iter();
            let numbers = self.int_array(op, key).into_iter().map(|value| {
                let reg = if value == DYNAMIC { dynamic.next() } else { None };
                reg.map_or(Number::Static(value), |reg| Number::Dynamic(self.reg(*reg)))
            });
            lists.push(numbers.collect::<Box<[Number]>>());
        }
        let result = self.module.shape(op.result_type(0)).unwrap_or_default();
        let kept = kept_dims(&self.int_array(op, "static_sizes"), result);
        match <[_; 3]>::try_from(lists) {
            Ok([offsets, sizes, strides]) => {
                Instr::Subview(Box::new(Subview { source, offsets, sizes, strides, kept, dst }))
            }
            Err(_) => Instr::Refuse("an unexpected number of operands".into()),
        }
    }

    fn get_global(&mut self, op: OpRef<'_>, dst: Reg) -> Instr {
        let path = op.attr("name").and_then(|name| self.module.attr_symbol(name));
        let Some(global) = path.and_then(|path| self.module.resolve_symbol(op.op, path)) else {
            return Instr::Refuse("the global does not exist".into());
        };
        let view = op.other(global);
        let ty = view.attr("type").and_then(|ty| self.module.attr_type(ty));
        self.global(view, ty, "initial_value", view.attr("constant").is_some(), dst)
    }

    /// The buffer of an operation that stands for one, with the content in the attribute `key`.
    fn global(&mut self, op: OpRef<'_>, ty: Option<Type>, key: &str, is_constant: bool, dst: Reg) -> Instr {
        let module = self.module;
        let content = match op.attr(key).map(|attr| module.attr_kind(attr)) {
            Some(AttrKind::Dense(_, data)) => Some(data.clone()),
            _ => None,
        };
        let make = || Some(Global { ty: BufferType::of(module, ty?)?, content, is_constant });
        match self.program.global(op.op, make) {
            Some(index) => Instr::Global { index, dst },
            None => Instr::Refuse("a global of this type cannot be interpreted".into()),
        }
    }

    /// Operations that no dialect here declares.
    pub(super) fn foreign(&mut self, op: OpRef<'_>) {
        let instr = if op.name() == "krnl.global" && op.n_results() == 1 {
            let dst = self.reg(op.result(0));
            self.global(op, Some(op.result_type(0)), "value", true, dst)
        } else {
            Instr::Refuse(format!("`{}` cannot be interpreted", op.name()).into())
        };
        self.emit(op.op, instr);
    }

    /// Operations of gpu.
    pub(super) fn gpu(&mut self, op: OpRef<'_>, kind: Gpu) -> Vec<Task> {
        let instr = match kind {
            Gpu::Launch => return self.launch(op),
            Gpu::LaunchFunc => return self.launch_func(op),
            Gpu::Module | Gpu::Func | Gpu::Binary => Instr::Refuse("device code inside of a function".into()),
            Gpu::Return | Gpu::Terminator => {
                self.return_op(op);
                return Vec::new();
            }
            Gpu::Wait => Instr::Move(Box::default()),
            Gpu::Alloc => self.alloc(op, 1, false),
            Gpu::Dealloc => match op.group(1) {
                [view] => Instr::Free(self.reg(*view)),
                _ => Instr::Refuse("an unexpected number of operands".into()),
            },
            Gpu::Memcpy => match (op.group(1), op.group(2)) {
                ([to], [from]) => Instr::Copy { from: self.reg(*from), to: self.reg(*to) },
                _ => Instr::Refuse("an unexpected number of operands".into()),
            },
            Gpu::Memset => match (op.group(1), op.group(2)) {
                ([view], [value]) => Instr::Fill { view: self.reg(*view), value: self.reg(*value) },
                _ => Instr::Refuse("an unexpected number of operands".into()),
            },
            Gpu::ThreadId => self.geometry(op, GeometryKind::ThreadId),
            Gpu::BlockId => self.geometry(op, GeometryKind::BlockId),
            Gpu::BlockDim => self.geometry(op, GeometryKind::BlockDim),
            Gpu::GridDim => self.geometry(op, GeometryKind::GridDim),
            Gpu::GlobalId => self.geometry(op, GeometryKind::GlobalId),
            Gpu::Barrier if !op.operands().is_empty() || op.attr("scope").is_some() => {
                Instr::Refuse("only barriers of the whole block can be interpreted".into())
            }
            Gpu::Barrier => Instr::Barrier,
            Gpu::HostRegister | Gpu::HostUnregister | Gpu::SetDefaultDevice => Instr::Move(Box::default()),
            Gpu::ModuleEnd
            | Gpu::Yield
            | Gpu::ClusterId
            | Gpu::ClusterDim
            | Gpu::ClusterBlockId
            | Gpu::ClusterDimBlocks
            | Gpu::LaneId
            | Gpu::SubgroupId
            | Gpu::NumSubgroups
            | Gpu::SubgroupSize
            | Gpu::InitializeNamedBarrier
            | Gpu::AllReduce
            | Gpu::SubgroupReduce
            | Gpu::Shuffle
            | Gpu::Rotate
            | Gpu::SubgroupBroadcast
            | Gpu::Ballot
            | Gpu::Printf
            | Gpu::DynamicSharedMemory
            | Gpu::SubgroupMmaLoadMatrix
            | Gpu::SubgroupMmaStoreMatrix
            | Gpu::SubgroupMmaCompute
            | Gpu::SubgroupMmaConstantMatrix
            | Gpu::SubgroupMmaElementwise
            | Gpu::SubgroupMmaExtractThreadLocal
            | Gpu::SubgroupMmaInsertThreadLocal
            | Gpu::WarpExecuteOnLane0
            | Gpu::CreateDnTensor
            | Gpu::DestroyDnTensor
            | Gpu::CreateCoo
            | Gpu::CreateCooAos
            | Gpu::CreateCsr
            | Gpu::CreateCsc
            | Gpu::CreateBsr
            | Gpu::Create2To4Spmat
            | Gpu::DestroySpMat
            | Gpu::SpmvBufferSize
            | Gpu::Spmv
            | Gpu::SpmmBufferSize
            | Gpu::Spmm
            | Gpu::SddmmBufferSize
            | Gpu::Sddmm
            | Gpu::SpgemmCreateDescr
            | Gpu::SpgemmDestroyDescr
            | Gpu::SpgemmWorkEstimationOrCompute
            | Gpu::SpgemmCopy
            | Gpu::SpmatGetSize
            | Gpu::SetCsrPointers => Instr::Refuse(format!("`{}` cannot be interpreted", op.name()).into()),
        };
        self.emit(op.op, instr);
        self.tokens(op);
        Vec::new()
    }

    fn geometry(&mut self, op: OpRef<'_>, kind: GeometryKind) -> Instr {
        let text = match op.attr("dimension").map(|attr| self.module.attr_kind(attr)) {
            Some(AttrKind::Foreign(name)) => self.module.text(*name),
            _ => "",
        };
        let dst = self.reg(op.result(0));
        let dims = ["gpu<dim x>", "gpu<dim y>", "gpu<dim z>"];
        match dims.iter().position(|dim| *dim == text) {
            Some(dim) => Instr::Geometry { kind, dim, dst },
            None => Instr::Refuse("expected dimension x, y or z".into()),
        }
    }

    /// The registers of grid and block sizes; `None` where there are clusters.
    fn launch_sizes(&mut self, op: OpRef<'_>) -> Option<[Reg; 6]> {
        if !op.group(7).is_empty() {
            return None;
        }
        let sizes: Vec<Reg> = (1..7).flat_map(|slot| op.group(slot)).map(|value| self.reg(*value)).collect();
        <[Reg; 6]>::try_from(sizes).ok()
    }

    fn launch(&mut self, op: OpRef<'_>) -> Vec<Task> {
        if let Some(sizes) = self.launch_sizes(op) {
            return self.inline_launch(op, sizes);
        }
        self.refuse(op.op, "clusters cannot be interpreted");
        Vec::new()
    }

    fn launch_func(&mut self, op: OpRef<'_>) -> Vec<Task> {
        let path = op.attr("kernel").and_then(|kernel| self.module.attr_symbol(kernel));
        let kernel = path.and_then(|path| self.module.resolve_symbol(op.op, path));
        match (kernel, self.launch_sizes(op)) {
            (Some(kernel), Some(sizes)) => {
                let args = self.regs(op.group(11));
                let body = LaunchBody::Kernel(self.program.function(kernel), args);
                self.emit(op.op, Instr::Launch(Box::new(Launch { sizes, body })));
                self.tokens(op);
            }
            (None, _) => self.refuse(op.op, "the kernel does not exist"),
            (_, None) => self.refuse(op.op, "clusters cannot be interpreted"),
        }
        Vec::new()
    }
}

/// Which dimensions of sizes the result type has; the others are of size 1 and dropped.
fn kept_dims(sizes: &[i64], result: &[i64]) -> Box<[bool]> {
    let mut wanted = result.iter().peekable();
    let mut left_to_drop = sizes.len().saturating_sub(result.len());
    let mut keep = |size: &i64| {
        let is_kept = left_to_drop == 0 || wanted.peek() == Some(&size);
        if is_kept {
            wanted.next();
        } else {
            left_to_drop -= 1;
        }
        is_kept
    };
    sizes.iter().map(&mut keep).collect()
}
