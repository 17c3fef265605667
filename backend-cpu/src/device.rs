//! The backend for the CPU device: each kernel becomes the native function that runs a range of the blocks of a launch.
//!
//! `cpu-shape-kernels` makes an ordinary function of each kernel; from here on a kernel is its name. [`crate::blocks`] has what
//! such a function has beside others: where its arguments come from, and what it reports.

use crate::access::Logs;
use crate::compile::{compile, host_isa, new_function};
use crate::emit::Unsupported;
use crate::{blocks, select};
use cranelift_codegen::ir::types;
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use warpline_ir::artifact::{Artifact, Code, KernelInfo, NativeFunction, function_params, shaped_of};
use warpline_ir::{Diagnostics, Facts, Gpu, Module, Op, OpKind, Rt, Span, codes};
use warpline_passes::cpu::cpu_shape_kernels;
use warpline_passes::support::{Side, Support};
use warpline_passes::{Backend, PassCx};

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
        let shaped = shape(module, &mut diagnostics);
        let (mut functions, mut kernels) = (Vec::new(), Vec::new());
        for (device_module, kernel) in find_kernels(&shaped) {
            let Some(function) = shaped_of(&shaped, kernel) else { continue };
            match compile_kernel(&isa, &shaped, (device_module, kernel), function, logs) {
                Ok((function, kernel)) => {
                    functions.push(function);
                    kernels.push(kernel);
                }
                Err(error) => error.report(&shaped, &mut diagnostics),
            }
        }
        if diagnostics.has_errors() {
            return Err(diagnostics);
        }
        let (target, code) = (target.to_string(), Code::Native(functions));
        Ok(Artifact { backend: "cpu", target, code, kernels, lines: Vec::new() })
    }
}

/// The module with a function for each kernel, but for those that cannot have one, which is reported.
fn shape(module: &Module, diagnostics: &mut Diagnostics) -> Module {
    let mut shaped = module.clone();
    let pass = &cpu_shape_kernels::PASS;
    // What it reports keeps the module from becoming code.
    let _ = (pass.run)(&mut PassCx { module: &mut shaped, diagnostics, options: &[], pass });
    shaped
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
    (device_module, kernel): (Op, Op),
    (func, scratch_bytes): (Op, u64),
    logs: Logs,
) -> Result<(NativeFunction, KernelInfo), Unsupported> {
    let refuse = |message: String| Unsupported { op: kernel, message };
    let params = function_params(module, kernel)
        .map_err(|index| refuse(format!("the type of argument {index} cannot be passed to a kernel")))?;
    let name = module.symbol_name(kernel).unwrap_or_default().to_string();
    let in_module = module.symbol_name(device_module).unwrap_or_default().to_string();
    let symbol = format!("kernel.{in_module}.{name}");
    let spins = module.walk(func).iter().any(|op| module.kind(*op) == OpKind::Rt(Rt::Spin));
    let mut function = new_function(isa, &[types::I64; 5], types::I32);
    let mut context = FunctionBuilderContext::new();
    let builder = FunctionBuilder::new(&mut function, &mut context);
    let has = blocks::Has { logs: logs == Logs::On, spins };
    let symbols = blocks::emit(isa, module, (func, scratch_bytes), builder, has)?;
    let native = compile(isa, function, &symbols, &symbol)
        .map_err(|message| refuse(format!("internal error of the code generator: {message}")))?;
    Ok((native, KernelInfo { module: in_module, name, symbol, scratch_bytes, params, spins }))
}
