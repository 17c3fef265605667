//! Instruction selection: walks a kernel and emits instructions, with one match per dialect.
//!
//! Invariants: every SSA value has its own registers, written at its definition only. Block arguments and
//! loop-carried values are written on edges, where all sources are read before any target is written. An integer
//! narrower than its register is kept sign-extended there. An operation that cannot be selected becomes a
//! diagnostic that names the operation, the chip and the reason. Selection continues after it, so that all of them
//! are reported.

mod arith;
mod assert;
mod atomic;
mod cf;
mod convert;
mod float;
mod gpu;
mod int;
mod lanes;
mod math;
mod memory;
mod memref;
mod mma;
mod packed;
mod pointer;
mod printf;
mod scf;
mod table;
mod values;

use crate::abi;
use crate::cleanup::clean_up;
use crate::inst::{Inst, Kernel, Label, LaunchBounds, Line, Operand, Reg, RegClass};
use crate::opcode::Modifier::{U32, U64};
use crate::opcode::{Name, Opcode};
use crate::target::{Chip, Feature, Version};
use crate::variables::Variables;
use rustc_hash::FxHashMap;
use values::ValueLoc;
pub(crate) use values::{PtxScalar, Scalar};
use warpline_ir::artifact::Param;
use warpline_ir::{
    AttrKind, Block, Diagnostics, Gpu, Module, Op, OpKind, OpRef, Region, SecondaryMap, Type, TypeKind, Value,
};
use warpline_passes::analysis::dominance::reverse_postorder;
use warpline_passes::analysis::kernel_facts;
use warpline_passes::gpu::geometry::Geometry;
use warpline_passes::gpu::selection::lowered_kind;
pub(crate) use warpline_passes::gpu::selection::{SelectResult, Selector, Unsupported};

/// The state of instruction selection, shared by all kernels of a module.
pub(crate) struct Select<'a> {
    /// The module.
    pub(crate) module: &'a Module,
    /// The chip.
    pub(crate) target: Chip,
    /// The kernel under construction.
    pub(crate) kernel: Kernel,
    /// The diagnostics so far.
    pub(crate) diagnostics: Diagnostics,
    /// The smallest PTX version that supports everything selected so far.
    pub(crate) version: Version,
    /// The variables of the text.
    pub(crate) variables: Variables,
    /// Whether an early exit of a thread would harm others of some kernel.
    needs_all_threads: bool,
    /// A missing feature of the chip that the current operation needs.
    missing: Option<Feature>,
    /// The source files of operations.
    pub(crate) files: Vec<String>,
    /// The 32-bit registers that 64-bit registers zero-extend.
    words: FxHashMap<Reg, Reg>,
    /// The 32-bit words that hold two 16-bit registers.
    pairs: FxHashMap<(Reg, Reg), Operand>,
    locs: SecondaryMap<Value, ValueLoc>,
    memories: Vec<memory::Memory>,
    vectors: Vec<Box<[Operand]>>,
    labels: FxHashMap<Block, Label>,
    /// The registers that edges write for each block argument.
    written_by_edges: FxHashMap<Value, ValueLoc>,
    n_named_barriers: i64,
    /// The exit for threads with failed assertions, if the kernel has some.
    failing: Option<assert::Failing>,
    /// The exits of enclosing multi-block regions and the targets of their values; innermost last.
    region_ends: Vec<(Vec<ValueLoc>, Label)>,
}

impl<'a> Selector<'a> for Select<'a> {
    fn module(&self) -> &'a Module {
        self.module
    }

    fn diagnostics(&mut self) -> (&mut Diagnostics, &'static str) {
        (&mut self.diagnostics, self.target.name)
    }

    fn op(&mut self, op: OpRef<'a>) -> SelectResult {
        self.note_line(op.op);
        let selected = packed::by_pair(self, op)
            .and_then(|is_pair| if is_pair { Ok(()) } else { table::select(self, op, lowered_kind(op)?) });
        selected.and(self.missing.take().map_or(Ok(()), |feature| Err(lacks(feature))))
    }

    /// Returns the scalar type of a type; a pointer is an integer.
    fn scalar(&self, ty: Type) -> Result<Scalar, Unsupported> {
        if let TypeKind::Ptr(_) = self.module.type_kind(ty) {
            return Ok(Scalar::Int(if self.module.llvm_address_space(ty) == Some(3) { 32 } else { 64 }));
        }
        Scalar::of(self.module, ty).map_err(Unsupported::from)
    }
}

impl<'a> Select<'a> {
    /// Creates the state for the kernels of these `gpu.module`s on a chip.
    pub(crate) fn new(module: &'a Module, device_modules: &[Op], target: Chip) -> Self {
        Self {
            module,
            target,
            kernel: Kernel::default(),
            diagnostics: Diagnostics::new(),
            version: target.version,
            variables: Variables::default(),
            needs_all_threads: device_modules.iter().any(|table| needs_all_threads(module, *table)),
            missing: None,
            files: Vec::new(),
            words: FxHashMap::default(),
            pairs: FxHashMap::default(),
            locs: SecondaryMap::new(),
            memories: Vec::new(),
            vectors: Vec::new(),
            labels: FxHashMap::default(),
            written_by_edges: FxHashMap::default(),
            n_named_barriers: 0,
            failing: None,
            region_ends: Vec::new(),
        }
    }

    /// Selects a kernel, numbered from 1, under a symbol. The parameters are only correct if no error was found.
    pub(crate) fn kernel(&mut self, func: Op, number: usize, symbol: &str) -> (Kernel, Vec<Param>) {
        let sizes = kernel_facts::sizes(self.module, func);
        self.kernel = Kernel { symbol: symbol.to_string(), sizes, ..Kernel::default() };
        self.words.clear();
        self.pairs.clear();
        match launch_bounds(self.module, func) {
            Ok(bounds) => self.kernel.launch_bounds = bounds,
            Err(unsupported) => self.report(func, unsupported),
        }
        self.n_named_barriers = 0;
        let params = match abi::enter(self, func) {
            Ok(params) => params,
            Err(unsupported) => {
                self.report(func, unsupported);
                return (Kernel::default(), Vec::new());
            }
        };
        self.blocks(func, self.module.region(func, 0));
        assert::end_failing(self, number as i64);
        clean_up(&mut self.kernel);
        if let Err(unsupported) = abi::check_shared_bytes(self) {
            self.report(func, unsupported);
        }
        (std::mem::take(&mut self.kernel), params)
    }

    /// Selects the blocks of a region.
    fn blocks(&mut self, func: Op, region: Region) {
        let module = self.module;
        let entry = module.blocks_of(region).first().copied();
        let blocks = entry.map(|entry| reverse_postorder(module, entry)).unwrap_or_default();
        for block in blocks.iter().skip(1) {
            let label = self.kernel.label();
            self.labels.insert(*block, label);
            for arg in module.args(*block) {
                match self.fresh_for(*arg) {
                    Ok(loc) => {
                        self.written_by_edges.insert(*arg, loc);
                    }
                    Err(unsupported) => self.report(func, unsupported),
                }
            }
        }
        for block in blocks {
            if let Some(label) = self.labels.get(&block) {
                self.place(*label);
            }
            self.ops_until(block, None, &mut Self::op);
        }
    }

    /// Records the location of the next instructions.
    fn note_line(&mut self, op: Op) {
        let location = self.module.location(op);
        let place = self.module.line_of(location).filter(|(_, line, _)| 0 < *line);
        let place = place.map(|(file, line, column)| {
            let number = self.files.iter().position(|known| known == file).unwrap_or_else(|| {
                self.files.push(file.to_string());
                self.files.len() - 1
            });
            [number as u32 + 1, line, column]
        });
        self.kernel.lines.push(Line::Origin(location, place));
    }

    /// Requires a feature: an error if the chip lacks it; otherwise raises the version of the text as needed.
    pub(crate) fn require(&mut self, feature: Feature) -> SelectResult {
        if !self.target.has(feature) {
            return Err(lacks(feature));
        }
        self.version = self.version.max(self.target.version_for(feature));
        Ok(())
    }

    /// Appends an instruction.
    pub(crate) fn emit(&mut self, name: impl Into<Name>, operands: &[Operand]) {
        self.push(Inst::new(name, operands));
    }

    /// Appends an instruction whose result is a new register, and returns that.
    pub(crate) fn make(&mut self, name: impl Into<Name>, operands: &[Operand]) -> Operand {
        let name = name.into();
        let result = Operand::Reg(self.kernel.fresh(name.result_class()));
        match *operands {
            [a] => self.emit(name, &[result, a]),
            [a, b] => self.emit(name, &[result, a, b]),
            [a, b, c] => self.emit(name, &[result, a, b, c]),
            [a, b, c, d] => self.emit(name, &[result, a, b, c, d]),
            _ => self.emit(name, &[result]),
        }
        result
    }

    /// Appends an instruction; missing features of the chip are reported with the operation.
    pub(crate) fn push(&mut self, inst: Inst) {
        for feature in inst.name.features() {
            if self.require(feature).is_err() {
                self.missing = Some(feature);
            }
        }
        self.kernel.lines.push(Line::Inst(inst));
    }

    /// Places a label here.
    pub(crate) fn place(&mut self, label: Label) {
        self.kernel.lines.push(Line::Label(label));
    }

    /// Emits a branch to a label.
    pub(crate) fn branch(&mut self, label: Label) {
        self.emit(Opcode::Bra, &[Operand::Label(label)]);
    }

    /// Emits a branch to a label if a predicate has the value `holds`.
    pub(crate) fn branch_if(&mut self, condition: Reg, holds: bool, label: Label) {
        self.push(Inst::new(Opcode::Bra, &[Operand::Label(label)]).when(condition, holds));
    }

    /// Copies an operand of this class to a register.
    pub(crate) fn mov(&mut self, target: Reg, source: Operand) {
        self.emit(Opcode::Mov.with([target.class.bits()]), &[target.into(), source]);
    }

    /// Returns the operand in a register of this class.
    pub(crate) fn reg(&mut self, class: RegClass, operand: Operand) -> Reg {
        if let Operand::Reg(reg) = operand {
            return reg;
        }
        let reg = self.kernel.fresh(class);
        self.mov(reg, operand);
        reg
    }

    /// Returns an id or size along a dimension as 64 bits; a constant if it is the same in every launch.
    pub(crate) fn geometry(&mut self, geometry: Geometry, dim: usize) -> Operand {
        if let Some(number) = geometry.fixed(&self.kernel.sizes, dim) {
            return Operand::Int(number);
        }
        let names = match geometry {
            Geometry::ThreadId => ["%tid.x", "%tid.y", "%tid.z"],
            Geometry::BlockId => ["%ctaid.x", "%ctaid.y", "%ctaid.z"],
            Geometry::BlockDim => ["%ntid.x", "%ntid.y", "%ntid.z"],
            Geometry::GridDim => ["%nctaid.x", "%nctaid.y", "%nctaid.z"],
        };
        self.special(names[dim])
    }

    /// Returns a special register of 32 bits as 64 bits.
    pub(crate) fn special(&mut self, name: &'static str) -> Operand {
        let word = self.make(Opcode::Mov.with([U32]), &[Operand::Named(name)]);
        self.widened_word(word)
    }

    /// Zero-extends a 32-bit word to 64 bits.
    pub(crate) fn widened_word(&mut self, word: Operand) -> Operand {
        let Operand::Reg(word) = word else { return word };
        let wide = self.kernel.fresh(RegClass::B64);
        self.emit(Opcode::Cvt.with([U64, U32]), &[wide.into(), word.into()]);
        self.words.insert(wide, word);
        wide.into()
    }

    /// Returns the low 32 bits of a 64-bit operand.
    pub(crate) fn low_word(&mut self, operand: Operand) -> Operand {
        match operand {
            Operand::Reg(reg) => match self.words.get(&reg) {
                Some(word) => (*word).into(),
                None => self.make(Opcode::Cvt.with([U32, U64]), &[operand]),
            },
            fixed => fixed,
        }
    }
}

/// Returns the error of a chip that lacks a feature.
fn lacks(feature: Feature) -> Unsupported {
    format!("{} needs sm_{} or later", feature.what, feature.sm).into()
}

/// Whether a module has a kernel that a thread must not exit early: others wait for it through memory or at named
/// barriers, which count threads, or its matrix operations need all lanes.
fn needs_all_threads(module: &Module, device_module: Op) -> bool {
    module.walk(device_module).into_iter().any(|op| match module.kind(op) {
        OpKind::Gpu(Gpu::InitializeNamedBarrier | Gpu::SubgroupMmaCompute) => true,
        OpKind::Gpu(Gpu::Func) => kernel_facts::spins(module, op),
        _ => false,
    })
}

/// Returns the launch bounds that the attributes of a kernel request.
fn launch_bounds(module: &Module, func: Op) -> Result<LaunchBounds, Unsupported> {
    let number = |name: &str| -> Result<Option<u64>, Unsupported> {
        let Some(attr) = module.attr(func, name) else { return Ok(None) };
        match module.attr_kind(attr) {
            AttrKind::Integer(number @ 1..=0xFFFF, _) => Ok(Some(*number as u64)),
            _ => Err(format!("expected a positive number for '{name}'").into()),
        }
    };
    Ok(LaunchBounds { min_blocks: number("nvvm.minctasm")?, max_registers: number("nvvm.maxnreg")? })
}
