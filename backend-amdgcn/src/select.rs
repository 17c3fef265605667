//! Instruction selection: walks a kernel and emits instructions on virtual registers, with one match per dialect.
//!
//! Invariants: every SSA value has its own registers, written at its definition only. Values carried by loops and
//! branches are written on edges, where all sources are read before any target is written. An integer narrower than
//! its word is kept sign-extended there; the bits above a float of 16 bits have no meaning. An operation that cannot be
//! selected becomes a diagnostic that names the operation, the chip and the reason. Selection continues after it, so
//! that all of them are reported.

mod arith;
mod assert;
mod atomic;
mod convert;
pub(crate) mod emit;
mod float;
mod gpu;
pub(crate) mod int;
mod matrix;
mod memref;
mod packed;
mod pointer;
mod printf;
mod scf;
pub(crate) mod table;
pub(crate) mod values;

use crate::abi::{self, Inputs};
use crate::code::{Class, Code};
use crate::inst::Operand;
use crate::lanes::Lanes;
use crate::opcode::Opcode;
use crate::target::{Chip, MAX_WORKGROUP_BYTES};
use crate::uniformity::Uniformity;
use crate::variables::Variables;
use rustc_hash::FxHashMap;
use values::{Loc, Memory, Space, Words};
use warpline_ir::artifact::Param;
use warpline_ir::printf::PrintFormat;
use warpline_ir::{Diagnostics, Gpu, MemRef, Module, Op, OpKind, OpRef, SecondaryMap, Value};
use warpline_passes::analysis::kernel_facts;
use warpline_passes::analysis::launches::Sizes;
use warpline_passes::analysis::ranges::Ranges;
use warpline_passes::gpu::launch_limits;
use warpline_passes::gpu::selection::lowered_kind;
pub(crate) use warpline_passes::gpu::selection::{SelectResult, Selector, Unsupported};

/// A selected kernel.
#[derive(Debug)]
pub(crate) struct Selected {
    /// The code, on virtual registers.
    pub(crate) code: Code,
    /// The inputs besides the arguments.
    pub(crate) inputs: Inputs,
    /// The layout of the arguments.
    pub(crate) params: Vec<Param>,
    /// The size of its arrays in workgroup memory, in bytes.
    pub(crate) workgroup_bytes: u64,
    /// The size of its arrays in the private memory of a lane, in bytes.
    pub(crate) private_bytes: u64,
}

/// The state of instruction selection.
pub(crate) struct Select<'a> {
    /// The module.
    pub(crate) module: &'a Module,
    /// The chip.
    pub(crate) chip: Chip,
    /// The lanes of a wave.
    pub(crate) lanes: Lanes,
    /// The diagnostics so far.
    pub(crate) diagnostics: Diagnostics,
    /// The variables of the code object.
    pub(crate) variables: Variables,
    /// The formats of the output of its kernels.
    pub(crate) formats: Vec<PrintFormat>,
    /// The code of the kernel under construction.
    pub(crate) code: Code,
    /// Its inputs.
    pub(crate) inputs: Inputs,
    /// Its launch sizes.
    pub(crate) sizes: Sizes,
    /// Whether the end of a wave would harm others of some kernel, which wait for it through memory.
    needs_all_threads: bool,
    /// Whether threads of the kernel wait for others through memory, so that atomic operations order other accesses.
    spins: bool,
    /// Which values are scalar.
    uniformity: Uniformity,
    /// The ranges of its integers.
    ranges: Ranges,
    workgroup_bytes: u64,
    private_bytes: u64,
    /// Globals in workgroup memory, which each kernel has its own of.
    workgroup_globals: FxHashMap<Op, Memory>,
    locs: SecondaryMap<Value, Loc>,
    /// The words that hold two halves.
    pairs: FxHashMap<[Operand; 2], Operand>,
    /// The exit for waves with failed assertions, if the kernel has some.
    failing: Option<assert::Failing>,
}

impl<'a> Selector<'a> for Select<'a> {
    fn module(&self) -> &'a Module {
        self.module
    }

    fn diagnostics(&mut self) -> (&mut Diagnostics, &'static str) {
        (&mut self.diagnostics, self.chip.name)
    }

    fn op(&mut self, op: OpRef<'a>) -> SelectResult {
        if packed::by_pair(self, op)? {
            return Ok(());
        }
        table::select(self, op, lowered_kind(op)?)
    }
}

impl<'a> Select<'a> {
    /// Creates the state for the kernels of a module on a chip.
    pub(crate) fn new(module: &'a Module, device_modules: &[Op], chip: Chip) -> Self {
        let spins = |op: &Op| module.kind(*op) == OpKind::Gpu(Gpu::Func) && kernel_facts::spins(module, *op);
        Self {
            module,
            chip,
            lanes: chip.lanes(),
            diagnostics: Diagnostics::new(),
            variables: Variables::default(),
            formats: Vec::new(),
            code: Code::default(),
            inputs: Inputs::default(),
            sizes: Sizes::default(),
            spins: false,
            needs_all_threads: device_modules.iter().any(|table| module.walk(*table).iter().any(spins)),
            uniformity: Uniformity::default(),
            ranges: Ranges::default(),
            workgroup_bytes: 0,
            private_bytes: 0,
            workgroup_globals: FxHashMap::default(),
            locs: SecondaryMap::new(),
            pairs: FxHashMap::default(),
            failing: None,
        }
    }

    /// Selects a kernel, numbered from 1. The result is only correct if no error was found.
    pub(crate) fn kernel(&mut self, func: Op, number: usize) -> Selected {
        let module = self.module;
        self.sizes = kernel_facts::sizes(module, func);
        self.spins = kernel_facts::spins(module, func);
        self.uniformity = Uniformity::of(module, func);
        self.ranges = launch_limits::ranges_on(&self.chip.target(), module, func);
        self.inputs = Inputs::default();
        (self.workgroup_bytes, self.private_bytes) = (0, 0);
        self.workgroup_globals.clear();
        self.pairs.clear();
        let params =
            match abi::enter(self, func).and_then(|params| self.workgroup_memory(func).map(|()| params)) {
                Ok(params) => params,
                Err(unsupported) => {
                    self.report(func, unsupported);
                    Vec::new()
                }
            };
        match module.blocks_of(module.region(func, 0)) {
            [body] => self.ops_until(*body, None, &mut Self::op),
            _ => self.report(func, Unsupported::from("its control flow is irreducible")),
        }
        assert::end_failing(self, number as i64);
        self.check_memory(func);
        Selected {
            code: std::mem::take(&mut self.code),
            inputs: std::mem::take(&mut self.inputs),
            params,
            workgroup_bytes: self.workgroup_bytes,
            private_bytes: self.private_bytes,
        }
    }

    /// Allocates the globals in workgroup memory, so that the dynamic memory after them has a constant address.
    fn workgroup_memory(&mut self, func: Op) -> SelectResult {
        let module = self.module;
        for op in module.walk(func) {
            if module.kind(op) == OpKind::MemRef(MemRef::GetGlobal)
                && self.memory_space(module.type_of(module.result(op, 0)))? == Space::Workgroup
            {
                memref::get_global(self, module.op(op))?;
            }
        }
        Ok(())
    }

    /// Reports an error if the arrays of a kernel exceed the memory of a block.
    fn check_memory(&mut self, func: Op) {
        let limit = MAX_WORKGROUP_BYTES;
        if limit < self.workgroup_bytes {
            let bytes = self.workgroup_bytes;
            let reason = format!("workgroup memory takes {bytes} bytes, but a block has {limit}");
            self.report(func, Unsupported::from(reason));
        }
    }

    /// Ends the kernel.
    fn leave(&mut self, op: OpRef<'_>) -> SelectResult {
        if !op.operands().is_empty() {
            return Err("a kernel returns nothing".into());
        }
        self.emit(Opcode::SEndpgm, &[]);
        Ok(())
    }

    /// Returns the address of a variable in global memory: its distance from the code is a constant of 32 bits,
    /// negative for constants.
    fn variable_address(&mut self, number: u32) -> Words {
        let pair = Operand::from(self.fresh(Class::S, 2));
        let label = self.variables.used(number);
        self.code.emit(Opcode::SGetpcB64, &[pair]);
        self.code.emit(Opcode::SAddU32, &[pair.word(0), pair.word(0), label.into()]);
        let upper = Operand::Const(if self.variables.is_constant(number) { -1 } else { 0 });
        self.code.emit(Opcode::SAddcU32, &[pair.word(1), pair.word(1), upper]);
        Words::of(pair, 2)
    }

    /// Returns the address of a global in global memory.
    fn global_address(&mut self, global: Op) -> Result<Words, Unsupported> {
        let number = self.variables.global(self.module, global)?;
        Ok(self.variable_address(number))
    }
}
