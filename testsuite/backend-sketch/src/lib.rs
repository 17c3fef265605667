//! The smallest backend: emits assembly for a fictitious processor with subgroups of 64 lanes and structured
//! control flow.
//!
//! It shows the minimum that a backend must implement, and tests that the interface is complete: this backend is
//! registered by two table entries, and no backend may need a third one.
//! ```text
//! function m.double (r0: memref<?xf32>)
//!   r1 = thread_id {dimension = #gpu<dim x>} : index
//!   r2 = to_ptr r0 : !ptr.ptr<#gpu.address_space<global>>
//!   …
//!   exit
//! ```

#![forbid(unsafe_code)]

use rustc_hash::FxHashMap;
use warpline_ir::artifact::{Code, KernelInfo, Object, function_params};
use warpline_ir::kernels::kernels_of;
use warpline_ir::print::{attr_text, type_text};
use warpline_ir::{Block, Diagnostics, Module, Op, OpKind, OpRef, Region, Value, codes};
use warpline_passes::TargetModel;
use warpline_passes::analysis::kernel_facts;
use warpline_passes::backend::{Backend, Emit, EmitKind, Native, Target, TargetAttr};
use warpline_passes::gpu::lowered::{self, Lowered, lowered};
use warpline_passes::support::{Lowering, Side, Support};

/// The name of the only target.
pub const LANES64: &str = "lanes64";

/// The backend.
#[derive(Clone, Copy, Debug)]
pub struct Sketch;

impl Backend for Sketch {
    fn name(&self) -> &'static str {
        "sketch"
    }

    fn target(&self, name: &str) -> Option<Target> {
        (name == LANES64).then(|| Target {
            name: name.to_string(),
            machine: String::new(),
            features: String::new(),
            subgroup_size: 64,
            max_block: ([1024; 3], 1024),
            max_grid: [i64::from(i32::MAX); 3],
            max_workgroup_bytes: 64 * 1024,
            model: TargetModel::any(),
            native: Native::default(),
            has_lines: false,
            details: Vec::new(),
        })
    }

    fn targets(&self) -> Vec<&'static str> {
        vec![LANES64]
    }

    fn default_target(&self) -> &'static str {
        LANES64
    }

    fn target_attr(&self) -> Option<TargetAttr> {
        Some(TargetAttr { name: "sketch.target", without_chip: LANES64 })
    }

    fn pipeline(&self, target: &Target) -> String {
        lowered::pipeline(target)
    }

    fn support(&self, kind: OpKind) -> Support {
        lowered(kind).support(Side::Kernel)
    }

    fn emit_kinds(&self) -> &'static [EmitKind] {
        &[EmitKind { name: "sketch", title: "the sketch", form: Emit::Text }]
    }

    fn generate(
        &self,
        module: &Module,
        device_modules: &[Op],
        target: &Target,
        _: Emit,
    ) -> Result<Object, Diagnostics> {
        let mut text = format!(".target {}\n", target.name);
        let (mut kernels, mut diagnostics) = (Vec::new(), Diagnostics::new());
        let name_of = |op| module.symbol_name(op).unwrap_or_default().to_string();
        let all = kernels_of(module, device_modules);
        for (device_module, kernel) in all {
            let (in_module, name) = (name_of(device_module), name_of(kernel));
            let symbol = format!("{in_module}.{name}");
            text += &Function::text(module, &mut diagnostics, kernel, &symbol);
            let params = function_params(module, kernel).unwrap_or_default();
            let spins = kernel_facts::spins(module, kernel);
            kernels.push(KernelInfo { module: in_module, name, symbol, scratch_bytes: 0, params, spins });
        }
        if diagnostics.has_errors() {
            return Err(diagnostics);
        }
        let target = target.name.clone();
        Ok(Object {
            backend: "sketch",
            target,
            code: Code::Text(text),
            kernels,
            lines: Vec::new(),
            formats: Vec::new(),
        })
    }
}

/// A function under construction.
struct Function<'m> {
    module: &'m Module,
    diagnostics: &'m mut Diagnostics,
    text: String,
    depth: usize,
    registers: FxHashMap<Value, usize>,
    labels: FxHashMap<Block, usize>,
}

impl<'m> Function<'m> {
    /// Returns the text of a kernel, or of a function that one calls.
    fn text(module: &'m Module, diagnostics: &'m mut Diagnostics, func: Op, symbol: &str) -> String {
        let (registers, labels) = (FxHashMap::default(), FxHashMap::default());
        let mut function = Self { module, diagnostics, text: String::new(), depth: 0, registers, labels };
        let params = module.entry(func, 0).map(|entry| function.typed(module.args(entry)));
        function.line(&format!("function {symbol} ({})", params.unwrap_or_default()));
        function.region(module.region(func, 0));
        function.text
    }

    /// Selects an operation: emits an instruction, and its regions below it.
    fn op(&mut self, op: OpRef<'m>) {
        match lowered(op.kind()).lowering {
            Lowering::Select(lowered) => self.select(op, lowered),
            // The end of a region, printed by the enclosing operation.
            Lowering::Part(_) => self.instruction(op, "end"),
            Lowering::Expand(pass) => self.refuse(op, &format!("{pass} did not expand it")),
            Lowering::ExpandElse(_, reason) | Lowering::Refuse(reason) => self.refuse(op, reason),
        }
    }

    fn select(&mut self, op: OpRef<'m>, lowered: Lowered) {
        let computed = op.name();
        let name = match lowered {
            Lowered::Constant => "mov",
            Lowered::FromElements => "join",
            Lowered::ToElements => "split",
            Lowered::For | Lowered::While => "loop",
            Lowered::If => "if",
            Lowered::ExecuteRegion => "scope",
            Lowered::IndexSwitch | Lowered::Switch => "switch",
            Lowered::Yield => "end",
            Lowered::Br => "branch",
            Lowered::CondBr => "branch_if",
            Lowered::Assert => "trap_unless",
            Lowered::Return => "exit",
            Lowered::Alloca => "private",
            Lowered::Global => return,
            Lowered::GetGlobal => "address",
            Lowered::Dim => "size",
            Lowered::ReinterpretCast | Lowered::MemorySpaceCast => "view",
            Lowered::Metadata => "parts",
            Lowered::AlignedPointer | Lowered::ToPtr => "to_ptr",
            Lowered::FromPtr => "from_ptr",
            Lowered::Prefetch => "prefetch",
            Lowered::AtomicRmw => "atomic",
            Lowered::Cmpxchg => "compare_and_swap",
            Lowered::PtrAdd => "ptr_add",
            Lowered::PtrDiff => "ptr_diff",
            Lowered::TypeOffset => "size_of",
            Lowered::Load => "load",
            Lowered::Store => "store",
            Lowered::Barrier => "barrier",
            Lowered::NamedBarrier => "new_barrier",
            Lowered::Ballot => "ballot",
            Lowered::Printf => "print",
            Lowered::DynamicSharedMemory => "workgroup",
            Lowered::SubgroupReduce => return self.refuse(op, "the chip has no collective of this type"),
            Lowered::Compute
            | Lowered::Geometry
            | Lowered::Cluster
            | Lowered::LaneId
            | Lowered::Shuffle
            | Lowered::Matrix => computed.split_once('.').map_or("", |(_, name)| name),
        };
        self.instruction(op, name);
    }

    /// Emits an instruction with results, operands, attributes, successor blocks, and the types of the results.
    fn instruction(&mut self, op: OpRef<'m>, name: &str) {
        let operands = self.list(op.operands());
        let results: Vec<Value> = op.results().collect();
        let mut parts = match self.list(&results) {
            none if none.is_empty() => vec![name.to_string()],
            results => vec![format!("{results} = {name}")],
        };
        parts.extend(Some(operands).filter(|operands| !operands.is_empty()));
        let attrs = self.module.attrs(op.op).iter();
        let attrs: Vec<String> = attrs
            .map(|attr| format!("{} = {}", self.module.text(attr.name), attr_text(self.module, attr.value)))
            .collect();
        if !attrs.is_empty() {
            parts.push(format!("{{{}}}", attrs.join(", ")));
        }
        for (index, successor) in self.module.successors(op.op).iter().enumerate() {
            let args = self.list(self.module.successor_args(op.op, index));
            parts.push(format!("L{}({args})", self.label(successor.block)));
        }
        let types: Vec<String> = results.iter().map(|value| self.type_of(*value)).collect();
        if !types.is_empty() {
            parts.push(format!(": {}", types.join(", ")));
        }
        self.line(&parts.join(" "));
        for region in op.regions() {
            self.region(region);
        }
    }

    fn region(&mut self, region: Region) {
        self.depth += 1;
        for (index, block) in self.module.blocks_of(region).to_vec().into_iter().enumerate() {
            let args = self.typed(self.module.args(block));
            if 0 < index || !args.is_empty() && 1 < self.depth {
                let label = self.label(block);
                self.line(&format!("L{label}({args}):"));
            }
            for op in self.module.ops_in(block) {
                self.op(self.module.op(op));
            }
        }
        self.depth -= 1;
    }

    fn label(&mut self, block: Block) -> usize {
        let next = self.labels.len();
        *self.labels.entry(block).or_insert(next)
    }

    fn register(&mut self, value: Value) -> String {
        let next = self.registers.len();
        format!("r{}", self.registers.entry(value).or_insert(next))
    }

    fn list(&mut self, values: &[Value]) -> String {
        values.iter().map(|value| self.register(*value)).collect::<Vec<_>>().join(", ")
    }

    fn typed(&mut self, values: &[Value]) -> String {
        let typed = values.iter().map(|value| format!("{}: {}", self.register(*value), self.type_of(*value)));
        typed.collect::<Vec<_>>().join(", ")
    }

    fn type_of(&self, value: Value) -> String {
        type_text(self.module, self.module.type_of(value))
    }

    fn line(&mut self, line: &str) {
        let indent = "  ".repeat(self.depth);
        self.text.extend([&indent, line, "\n"]);
    }

    fn refuse(&mut self, op: OpRef<'m>, reason: &str) {
        let message = format!("'{}' cannot be compiled for {LANES64}: {reason}", op.name());
        self.diagnostics.error(codes::UNSUPPORTED, self.module.span(op.location()), message);
    }
}
