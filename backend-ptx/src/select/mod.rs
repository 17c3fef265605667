//! Instruction selection: walks a kernel and makes instructions, one match per dialect.
//!
//! Laws: every SSA value has its own registers, written at its definition only; block arguments and loop
//! values are written on edges, all sources read before any target is written. An integer narrower than its
//! register is kept sign-extended there. Whatever cannot be selected becomes a diagnostic that names the
//! operation, the chip and the reason; selection goes on after it, so that all of them are reported.

mod arith;
mod atomic;
mod cf;
mod convert;
mod float;
mod gpu;
mod int;
mod math;
mod memory;
mod memref;
mod scf;
mod values;

use crate::abi;
use crate::inst::{Action, Class, Geometry, Inst, Kernel, Label, Operand, Reg};
use crate::target::Target;
use rustc_hash::{FxHashMap, FxHashSet};
use values::Held;
pub(crate) use values::Scalar;
use warpline_ir::artifact::Param;
use warpline_ir::{
    AttrKind, Block, Builtin, Diagnostics, Func, Module, Op, OpKind, OpRef, Rt, SecondaryMap, Value, codes,
};

/// Why an operation cannot be selected; `None` where the reason was reported before.
#[derive(Debug)]
pub(crate) struct Unsupported(Option<String>);

impl Unsupported {
    /// For this reason.
    pub(crate) fn because(reason: impl Into<String>) -> Self {
        Self(Some(reason.into()))
    }

    /// Because this pass should have removed the operation.
    pub(crate) fn expand_first(pass: &str) -> Self {
        Self(Some(format!("the chip has no such instruction; run {pass} first")))
    }
}

/// What selecting an operation comes to.
pub(crate) type Selected = Result<(), Unsupported>;

/// The state of selection. It serves all kernels of a module, one after the other.
pub(crate) struct Select<'a> {
    /// The module.
    pub(crate) module: &'a Module,
    /// The chip.
    pub(crate) target: Target,
    /// The kernel under construction.
    pub(crate) kernel: Kernel,
    /// What was found wrong so far.
    pub(crate) diagnostics: Diagnostics,
    /// The number of blocks in each dimension, where every launch of the kernel has the same.
    grid_size: Option<[u32; 3]>,
    held: SecondaryMap<Value, Held>,
    memories: Vec<memory::Memory>,
    labels: FxHashMap<Block, Label>,
}

impl<'a> Select<'a> {
    /// For the kernels of a module on a chip.
    pub(crate) fn new(module: &'a Module, target: Target) -> Self {
        Self {
            module,
            target,
            kernel: Kernel::default(),
            diagnostics: Diagnostics::new(),
            grid_size: None,
            held: SecondaryMap::new(),
            memories: Vec::new(),
            labels: FxHashMap::default(),
        }
    }

    /// Selects a kernel under a symbol. Its parameters are only right where no error was found.
    pub(crate) fn kernel(&mut self, func: Op, symbol: &str) -> (Kernel, Vec<Param>) {
        self.kernel = Kernel { symbol: symbol.to_string(), ..Kernel::default() };
        self.kernel.block_size = known_size(self.module.op(func), "known_block_size");
        self.grid_size = known_size(self.module.op(func), "known_grid_size");
        let params = match abi::enter(self, func) {
            Ok(params) => params,
            Err(unsupported) => {
                self.report(func, unsupported);
                return (Kernel::default(), Vec::new());
            }
        };
        self.blocks(func);
        (std::mem::take(&mut self.kernel), params)
    }

    /// Selects the blocks of a kernel.
    fn blocks(&mut self, func: Op) {
        let module = self.module;
        let blocks = reachable_blocks(module, func);
        for block in blocks.iter().skip(1) {
            let label = self.kernel.label();
            self.labels.insert(*block, label);
            for arg in module.args(*block) {
                if let Err(unsupported) = self.hold_fresh(*arg) {
                    self.report(func, unsupported);
                }
            }
        }
        for block in blocks {
            if let Some(label) = self.labels.get(&block) {
                self.place(*label);
            }
            self.ops_until(block, None);
        }
    }

    /// Selects the operations of a block but its terminator, and returns that.
    pub(crate) fn body(&mut self, block: Block) -> Result<OpRef<'a>, Unsupported> {
        let last = self.module.last_op(block).ok_or_else(|| Unsupported::because("a block is empty"))?;
        self.ops_until(block, Some(last));
        Ok(self.module.op(last))
    }

    fn ops_until(&mut self, block: Block, end: Option<Op>) {
        let mut next = self.module.first_op(block);
        while let Some(op) = next.filter(|op| Some(*op) != end) {
            if let Err(unsupported) = self.op(self.module.op(op)) {
                self.report(op, unsupported);
            }
            next = self.module.next_op(op);
        }
    }

    fn op(&mut self, op: OpRef<'a>) -> Selected {
        match op.kind() {
            OpKind::Arith(kind) => arith::select(self, op, kind),
            OpKind::Math(kind) => math::select(self, op, kind),
            OpKind::Scf(kind) => scf::select(self, op, kind),
            OpKind::Cf(kind) => cf::select(self, op, kind),
            OpKind::MemRef(kind) => memref::select(self, op, kind),
            OpKind::Gpu(kind) => gpu::select(self, op, kind),
            OpKind::Affine(_) => Err(Unsupported::expand_first("lower-affine")),
            OpKind::Async(_) => Err(Unsupported::because("async operations have no meaning in a kernel")),
            OpKind::Vector(_) => Err(Unsupported::because("vectors are not supported yet")),
            OpKind::Func(Func::Call | Func::CallIndirect | Func::Constant | Func::Func | Func::Return) => {
                Err(Unsupported::because("kernels call no functions; inline them first"))
            }
            OpKind::Builtin(Builtin::Module | Builtin::UnrealizedConversionCast)
            | OpKind::Rt(
                Rt::Launch
                | Rt::Record
                | Rt::Wait
                | Rt::HostWait
                | Rt::Awaited
                | Rt::Alloc
                | Rt::Free
                | Rt::Copy
                | Rt::Fill
                | Rt::Graph,
            ) => Err(Unsupported::because("it has no meaning in a kernel")),
            OpKind::Foreign(_) => Err(Unsupported::because("its dialect is not known")),
        }
    }

    /// Stores that an operation cannot be selected.
    fn report(&mut self, op: Op, unsupported: Unsupported) {
        let Some(reason) = unsupported.0 else { return };
        let name = self.module.op_name(op);
        let span = self.module.span(self.module.location(op));
        let message = format!("'{name}' cannot be compiled for {}: {reason}", self.target.name);
        self.diagnostics.error(codes::UNSUPPORTED, span, message);
    }

    /// Adds an instruction.
    pub(crate) fn emit<const N: usize>(&mut self, name: [&'static str; N], operands: &[Operand]) {
        self.kernel.insts.push(Inst::Do(Action::new(name, operands)));
    }

    /// Adds an instruction whose result is a new register.
    pub(crate) fn make<const N: usize>(
        &mut self,
        class: Class,
        name: [&'static str; N],
        operands: &[Operand],
    ) -> Operand {
        let result = Operand::Reg(self.kernel.fresh(class));
        match *operands {
            [a] => self.emit(name, &[result, a]),
            [a, b] => self.emit(name, &[result, a, b]),
            [a, b, c] => self.emit(name, &[result, a, b, c]),
            _ => self.emit(name, &[result]),
        }
        result
    }

    /// The place that a label names is here.
    pub(crate) fn place(&mut self, label: Label) {
        self.kernel.insts.push(Inst::Place(label));
    }

    /// Goes to a label.
    pub(crate) fn branch(&mut self, label: Label) {
        self.emit(["bra"], &[Operand::Label(label)]);
    }

    /// Goes to a label when a condition holds, or when it does not.
    pub(crate) fn branch_if(&mut self, condition: Reg, holds: bool, label: Label) {
        let branch = Action::new(["bra"], &[Operand::Label(label)]);
        self.kernel.insts.push(Inst::Do(branch.when(condition, holds)));
    }

    /// Copies an operand of this class to a register.
    pub(crate) fn mov(&mut self, target: Reg, source: Operand) {
        self.emit(["mov", target.class.bits()], &[target.into(), source]);
    }

    /// The operand in a register of this class.
    pub(crate) fn reg(&mut self, class: Class, operand: Operand) -> Reg {
        match operand {
            Operand::Reg(reg) => reg,
            Operand::Int(_)
            | Operand::F32(_)
            | Operand::F64(_)
            | Operand::Geometry(..)
            | Operand::Array(_)
            | Operand::Param(_)
            | Operand::Address(..)
            | Operand::Label(_) => {
                let reg = self.kernel.fresh(class);
                self.mov(reg, operand);
                reg
            }
        }
    }

    /// A register of the geometry as 64 bits; a number where every launch has the same.
    pub(crate) fn geometry(&mut self, geometry: Geometry, dimension: u8) -> Operand {
        let known = |sizes: Option<[u32; 3]>| sizes.map(|sizes| sizes[usize::from(dimension)]);
        let (block, grid) = (known(self.kernel.block_size), known(self.grid_size));
        let fixed = match geometry {
            Geometry::BlockDim => block,
            Geometry::GridDim => grid,
            Geometry::ThreadId => block.filter(|size| *size == 1).map(|_| 0),
            Geometry::BlockId => grid.filter(|size| *size == 1).map(|_| 0),
        };
        if let Some(fixed) = fixed {
            return Operand::Int(fixed.into());
        }
        let narrow = self.make(Class::Word, ["mov.u32"], &[Operand::Geometry(geometry, dimension)]);
        self.make(Class::Double, ["cvt.u64.u32"], &[narrow])
    }
}

/// The blocks that control can reach, each after one that leads to it: so a definition is selected before its
/// uses, in whatever order the text has the blocks.
fn reachable_blocks(module: &Module, func: Op) -> Vec<Block> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack: Vec<Block> = module.entry(func, 0).into_iter().collect();
    while let Some(block) = stack.pop() {
        if !seen.insert(block) {
            continue;
        }
        found.push(block);
        let successors = module.last_op(block).map(|op| module.successors(op)).unwrap_or_default();
        stack.extend(successors.iter().rev().map(|successor| successor.block));
    }
    found
}

/// Three sizes of an attribute, if all are positive.
fn known_size(func: OpRef<'_>, key: &str) -> Option<[u32; 3]> {
    let AttrKind::DenseArray(_, sizes) = func.module.attr_kind(func.attr(key)?) else { return None };
    let sizes: Vec<u32> = sizes.iter().filter_map(|size| u32::try_from(*size).ok()).collect();
    <[u32; 3]>::try_from(sizes).ok().filter(|sizes| sizes.iter().all(|size| 0 < *size))
}
