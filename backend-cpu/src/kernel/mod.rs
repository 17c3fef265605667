//! Kernels: one native function each that runs a range of the blocks of a launch.
//!
//! The function loops over linear block ids, x fastest, and over the threads of each block, z, y, x from the outside
//! in, around the body. A body with barriers is cut at them ([`fission`]). Workgroup memory, private memory and what
//! threads keep across a cut lie in the worker's scratch memory at fixed offsets ([`frame`]).

mod fault;
mod fission;
mod frame;
mod spin;

use crate::access::Logs;
use crate::compile::{compile, host_isa, new_function};
use crate::emit::{Emitted, Emitter, Exit, Unsupported, World};
use crate::flow::Bounds;
use crate::lowered::part_types;
use crate::select;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self as clif, InstBuilder, Value as Reg, types};
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use fission::Split;
use frame::Frame;
use rustc_hash::FxHashMap;
use spin::Turns;
use warpline_ir::artifact::{
    Artifact, Code, FIRST_ASSERTION, KernelInfo, NativeFunction, assertions_of, function_params,
};
use warpline_ir::host_abi;
use warpline_ir::{Diagnostics, Facts, Gpu, Module, Op, OpKind, Span, Value, codes};
use warpline_passes::Backend;
use warpline_passes::analysis::spins;
use warpline_passes::cpu::uniformity::Uniformity;
use warpline_passes::support::{Side, Support};

/// What a kernel's code needs to know besides its values.
pub(crate) struct KernelCx {
    /// The log of the launch, if the code has one.
    pub(crate) log: Option<Reg>,
    /// What loops that wait for others need, if the kernel has such.
    turns: Option<Box<Turns>>,
    pub(crate) scratch: Reg,
    /// The address of the frame of the launch.
    launch: Reg,
    pub(crate) grid_dim: [Reg; 3],
    pub(crate) block_dim: [Reg; 3],
    pub(crate) block_id: [Reg; 3],
    pub(crate) thread_id: [Reg; 3],
    /// The linear number of the thread in its block; right only in kernels that are cut.
    thread: Reg,
    frame: Frame,
    split: Box<Split>,
    /// What the kernel returns where an assertion does not hold.
    assertions: FxHashMap<Op, u32>,
}

/// The backend for the CPU device.
#[derive(Clone, Copy, Debug)]
pub struct Cpu;

impl Backend for Cpu {
    fn name(&self) -> &'static str {
        "cpu"
    }

    fn accepts(&self, target: &str) -> bool {
        target == "cpu"
    }

    fn targets(&self) -> String {
        "cpu".to_string()
    }

    fn describe(&self, _target: &str) -> Vec<(&'static str, String)> {
        let mut lines = vec![("processor", format!("the one of this machine, {}", std::env::consts::ARCH))];
        if let Ok(isa) = host_isa() {
            let on = isa.isa_flags().into_iter().filter(|flag| flag.as_bool() == Some(true));
            lines.push(("has", on.map(|flag| flag.name).collect::<Vec<_>>().join(", ")));
        }
        lines
    }

    fn pipeline(&self) -> &'static str {
        "builtin.module(lower-affine,gpu-kernel-outlining,expand-arith{native=mul-extended,remf,rounded-division})"
    }

    fn support(&self, kind: OpKind) -> Support {
        select::rule(kind).support(Side::Kernel)
    }

    fn emit(&self, module: &Module, facts: &Facts, target: &str) -> Result<Artifact, Diagnostics> {
        self.emit_with_logs(module, facts, target, Logs::Off)
    }
}

impl Cpu {
    /// As [`Backend::emit`]; with logs, a launch takes the address of its log behind its arguments.
    pub fn emit_with_logs(
        &self,
        module: &Module,
        _facts: &Facts,
        target: &str,
        logs: Logs,
    ) -> Result<Artifact, Diagnostics> {
        let mut diagnostics = Diagnostics::new();
        let isa = match host_isa() {
            Ok(isa) => isa,
            Err(message) => {
                diagnostics.error(codes::UNSUPPORTED, Span::default(), message);
                return Err(diagnostics);
            }
        };
        let (mut functions, mut kernels) = (Vec::new(), Vec::new());
        for (device_module, func) in find_kernels(module) {
            match compile_kernel(&isa, module, (device_module, func), logs) {
                Ok((function, kernel)) => {
                    functions.push(function);
                    kernels.push(kernel);
                }
                Err(error) => error.report(module, &mut diagnostics),
            }
        }
        if diagnostics.has_errors() {
            return Err(diagnostics);
        }
        let (target, code) = (target.to_string(), Code::Native(functions));
        Ok(Artifact { backend: "cpu", target, code, kernels, lines: Vec::new() })
    }
}

/// Every kernel with its `gpu.module`, in the order of the text.
fn find_kernels(module: &Module) -> Vec<(Op, Op)> {
    let mut found = Vec::new();
    for device_module in module.ops_in(module.body()) {
        if module.kind(device_module) != OpKind::Gpu(Gpu::Module) {
            continue;
        }
        let Some(body) = module.entry(device_module, 0) else { continue };
        let kernels = module.ops_in(body).into_iter().filter(|op| {
            module.kind(*op) == OpKind::Gpu(Gpu::Func) && module.attr(*op, "gpu.kernel").is_some()
        });
        found.extend(kernels.map(|kernel| (device_module, kernel)));
    }
    found
}

fn compile_kernel(
    isa: &OwnedTargetIsa,
    module: &Module,
    (device_module, func): (Op, Op),
    logs: Logs,
) -> Result<(NativeFunction, KernelInfo), Unsupported> {
    let refuse = |message: String| Unsupported { op: func, message };
    let params = function_params(module, func)
        .map_err(|index| refuse(format!("the type of argument {index} cannot be passed to a kernel")))?;
    let name = module.symbol_name(func).unwrap_or_default().to_string();
    let in_module = module.symbol_name(device_module).unwrap_or_default().to_string();
    let symbol = format!("kernel.{in_module}.{name}");
    let mut function = new_function(isa, &[types::I64; 5], types::I32);
    let mut context = FunctionBuilderContext::new();
    let builder = FunctionBuilder::new(&mut function, &mut context);
    let (symbols, scratch_bytes) = emit_kernel(isa, module, (device_module, func), builder, logs)?;
    let native = compile(isa, function, &symbols, &symbol)
        .map_err(|message| refuse(format!("internal error of the code generator: {message}")))?;
    let spins = !spins::of_kernel(module, func).is_empty();
    Ok((native, KernelInfo { module: in_module, name, symbol, scratch_bytes, params, spins }))
}

fn emit_kernel(
    isa: &OwnedTargetIsa,
    module: &Module,
    (device_module, func): (Op, Op),
    mut builder: FunctionBuilder<'_>,
    logs: Logs,
) -> Emitted<(Vec<String>, u64)> {
    let entry = builder.create_block();
    builder.append_block_params_for_function_params(entry);
    builder.switch_to_block(entry);
    let params = builder.block_params(entry).to_vec();
    let [args, launch, lo, hi, scratch] = params[..] else {
        return Err(Unsupported { op: func, message: "a kernel entry takes five arguments".into() });
    };
    let arguments = Arguments::of(module, func);
    let kernel = KernelCx {
        log: None,
        turns: None,
        scratch,
        launch,
        grid_dim: [scratch; 3],
        block_dim: [scratch; 3],
        block_id: [scratch; 3],
        thread_id: [scratch; 3],
        thread: scratch,
        frame: Frame::of_kernel(module, func),
        split: Box::new(Split::new(Uniformity::of_kernel(module, func, arguments.n_uniform()))),
        assertions: assertions_of(module, device_module).into_iter().zip(1 + FIRST_ASSERTION..).collect(),
    };
    let mut cx = Emitter::new(module, builder, World::Kernel(kernel), func);
    cx.read_geometry(launch)?;
    cx.bind_arguments(&arguments, args, logs)?;
    let begin = cx.leave_room_for_log()?;
    let blocks = Bounds { lower: lo, upper: hi, step: cx.index(1) };
    cx.counted_loop(blocks, &[], |cx, block, _| {
        cx.set_block_ids(block)?;
        cx.kernel_body(func)?;
        Ok(Vec::new())
    })?;
    let ok = cx.int(types::I32, 0);
    cx.builder.ins().return_(&[ok]);
    if let Some([begin, body]) = begin {
        cx.enter(begin);
        cx.log_begin(scratch)?;
        cx.jump(body, &[]);
    }
    let (symbols, world) = cx.finish(isa.frontend_config());
    let World::Kernel(kernel) = world else { return Ok((symbols, 0)) };
    let bytes = kernel.frame.bytes();
    let too_much = || Unsupported {
        op: func,
        message: format!("the kernel needs {bytes} bytes of scratch memory, more than 256 MiB"),
    };
    if bytes <= frame::MAX_BYTES { Ok((symbols, bytes)) } else { Err(too_much()) }
}

/// The entry arguments of a kernel by what they are.
struct Arguments {
    passed: Vec<Value>,
    workgroup: Vec<Value>,
    private: Vec<Value>,
}

impl Arguments {
    fn of(module: &Module, func: Op) -> Self {
        let args = module.entry(func, 0).map_or(&[][..], |entry| module.args(entry));
        let n_passed = warpline_ir::dialect::func::function_type_of(module, func).0.len().min(args.len());
        let n_workgroup = module.op(func).int("workgroup_attributions").unwrap_or(0).max(0) as usize;
        let (passed, attributions) = args.split_at(n_passed);
        let (workgroup, private) = attributions.split_at(n_workgroup.min(attributions.len()));
        Self { passed: passed.to_vec(), workgroup: workgroup.to_vec(), private: private.to_vec() }
    }

    fn n_uniform(&self) -> usize {
        self.passed.len() + self.workgroup.len()
    }
}

/// Access to the parts that only kernels have.
impl Emitter<'_, '_> {
    /// The kernel that is being emitted.
    fn kernel(&mut self) -> Emitted<&mut KernelCx> {
        let outside = self.unsupported("it has a meaning only in kernels");
        match &mut self.world {
            World::Kernel(kernel) => Ok(kernel),
            World::Host(_) => Err(outside),
        }
    }

    /// Reads grid and block sizes, and leaves with 1 where a block has more threads than there is memory for.
    fn read_geometry(&mut self, launch: Reg) -> Emitted {
        let sizes: Vec<_> = (0..6).map(|index| self.load(types::I64, launch, index * 8)).collect();
        let kernel = self.kernel()?;
        kernel.grid_dim.copy_from_slice(&sizes[..3]);
        kernel.block_dim.copy_from_slice(&sizes[3..]);
        let most = kernel.frame.n_threads();
        let threads = self.thread_count()?;
        let most = self.index(most as i64);
        let is_too_big = self.compare(IntCC::UnsignedGreaterThan, threads, most);
        self.fail_if(is_too_big);
        Ok(())
    }

    /// The number of threads of a block.
    fn thread_count(&mut self) -> Emitted<Reg> {
        let [x, y, z] = self.kernel()?.block_dim;
        let plane = self.saturating_product(x, y);
        Ok(self.saturating_product(plane, z))
    }

    /// Leaves the kernel with 1, a report that nothing describes, if the condition holds.
    fn fail_if(&mut self, condition: Reg) {
        let (failed, fine) = (self.block(&[]), self.block(&[]));
        self.branch(condition, (failed, &[]), (fine, &[]));
        self.leave_at(failed, 1);
        self.enter(fine);
    }

    /// Leaves the kernel where the condition of an assertion does not hold: the status that it returns names the
    /// assertion, and the fault of the launch has the compared values and the thread.
    pub(crate) fn assert_in_kernel(&mut self, op: Op, condition: Reg) -> Emitted {
        let compared = match self.compared_in_segment(op)? {
            Some([a, b]) => Some([self.scalar(a)?, self.scalar(b)?]),
            None => None,
        };
        self.require_in_kernel(op, condition, compared)
    }

    /// Leaves the kernel where the condition of an operation that may fail does not hold.
    pub(crate) fn require_in_kernel(
        &mut self,
        op: Op,
        condition: Reg,
        compared: Option<[Reg; 2]>,
    ) -> Emitted {
        let status = self.kernel()?.assertions.get(&op).copied();
        let status =
            status.ok_or_else(|| self.unsupported("it does not stand in the module of the kernel"))?;
        let (failed, fine) = (self.block(&[]), self.block(&[]));
        self.branch(condition, (fine, &[]), (failed, &[]));
        self.builder.set_cold_block(failed);
        self.enter(failed);
        self.report_fault(compared)?;
        let status = self.int(types::I32, status.into());
        self.builder.ins().return_(&[status]);
        self.enter(fine);
        Ok(())
    }

    /// In this block, which is seldom entered, the kernel returns a status.
    fn leave_at(&mut self, block: clif::Block, status: u32) {
        self.builder.set_cold_block(block);
        self.enter(block);
        let status = self.int(types::I32, status.into());
        self.builder.ins().return_(&[status]);
    }

    fn bind_arguments(&mut self, arguments: &Arguments, slots: Reg, logs: Logs) -> Emitted {
        let mut params = Vec::new();
        for value in &arguments.passed {
            let ty = self.module.type_of(*value);
            let parts = part_types(self.module, ty);
            params.extend(
                parts.ok_or_else(|| self.unsupported("an argument has a type that cannot be passed"))?,
            );
        }
        let parts = self.load_slots(slots, &params);
        self.bind(&arguments.passed, &parts)?;
        if logs == Logs::On {
            let log = self.load(types::I64, slots, 8 * params.len() as i32);
            self.kernel()?.log = Some(log);
        }
        let slot = params.len() + usize::from(logs == Logs::On);
        self.bind_turn(slots, slot)?;
        for value in &arguments.workgroup {
            self.bind_workgroup(*value)?;
        }
        for value in &arguments.private {
            self.bind_private(*value)?;
        }
        Ok(())
    }

    /// How much scratch memory there is shows only when the body is emitted, but the log is told before it: the block
    /// for that, which is to be emitted last, and the one to go on with.
    fn leave_room_for_log(&mut self) -> Emitted<Option<[clif::Block; 2]>> {
        if self.kernel()?.log.is_none() {
            return Ok(None);
        }
        let (begin, body) = (self.block(&[]), self.block(&[]));
        self.jump(begin, &[]);
        self.enter(body);
        Ok(Some([begin, body]))
    }

    /// Tells the log where the scratch memory lies.
    fn log_begin(&mut self, scratch: Reg) -> Emitted {
        let bytes = self.kernel()?.frame.bytes();
        if let Some(log) = self.kernel()?.log {
            let bytes = self.index(bytes as i64);
            self.call_runtime(&host_abi::wl_log_begin, [log, scratch, bytes])?;
        }
        Ok(())
    }

    fn set_block_ids(&mut self, block: Reg) -> Emitted {
        let [x, y, _] = self.kernel()?.grid_dim;
        let id_x = self.builder.ins().urem(block, x);
        let rest = self.builder.ins().udiv(block, x);
        let id_y = self.builder.ins().urem(rest, y);
        let id_z = self.builder.ins().udiv(rest, y);
        self.kernel()?.block_id = [id_x, id_y, id_z];
        Ok(())
    }

    fn kernel_body(&mut self, func: Op) -> Emitted {
        if self.kernel()?.split.has_barrier(func) {
            return self.split_kernel(func);
        }
        let region = self.module.region(func, 0);
        self.for_each_thread(|cx| {
            let after = cx.block(&[]);
            cx.exits.push(Exit::Jump(after));
            cx.region(region)?;
            cx.exits.pop();
            cx.enter(after);
            Ok(())
        })
    }

    /// Puts loops over the threads of a block around code.
    fn for_each_thread(&mut self, body: impl FnOnce(&mut Self) -> Emitted) -> Emitted {
        let (zero, one) = (self.index(0), self.index(1));
        let bounds = self.kernel()?.block_dim.map(|upper| Bounds { lower: zero, upper, step: one });
        let [x, y, z] = bounds;
        self.counted_loop(z, &[zero], |cx, id_z, thread| {
            cx.counted_loop(y, thread, |cx, id_y, thread| {
                cx.counted_loop(x, thread, |cx, id_x, thread| {
                    let kernel = cx.kernel()?;
                    kernel.thread_id = [id_x, id_y, id_z];
                    kernel.thread = thread[0];
                    body(cx)?;
                    Ok(vec![cx.builder.ins().iadd(thread[0], one)])
                })
            })
        })?;
        Ok(())
    }
}
