//! The backend for the CPU device: compiles each kernel to a native function that runs a range of the blocks
//! of a launch.
//!
//! `cpu-shape-kernels`, the last pass before this backend, turns each kernel into an ordinary function, which
//! is then identified by its name. [`crate::blocks`] handles what is specific to such a function: its
//! arguments and its status.

use std::sync::LazyLock;

use crate::compile::{Level, compile, host_isa, machine, new_function};
use crate::emit::Unsupported;
use crate::{blocks, functions, globals, select};
use cranelift_codegen::ir::types;
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use warpline_ir::artifact::{
    ACCESSES, Code, KernelInfo, LOGS, NativeFunction, Object, function_params, shaped_of,
};
use warpline_ir::kernels::kernels_of;
use warpline_ir::{Diagnostics, Math, Module, Op, OpKind, Rt, Span, Type, codes};
use warpline_passes::TargetModel;
use warpline_passes::backend::{Backend, Emit, EmitKind, Native, Target, TargetAttr};
use warpline_passes::cpu::cpu_shape_kernels::{MAX_BLOCK, MAX_SCRATCH_BYTES};
use warpline_passes::gpu::lowered::MAX_PRIVATE_BYTES;
use warpline_passes::support::{Side, Support};

/// The name of the target with the default options.
const CPU: &str = "cpu";

/// The options of a target, as in `cpu+width=4+subgroup=64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Options {
    /// The maximum number of threads of a vector.
    width: u32,
    /// The number of lanes of a subgroup.
    subgroup_size: u32,
}

impl Options {
    fn of_target(name: &str) -> Option<Self> {
        let mut options = Self { width: 16, subgroup_size: 32 };
        let mut parts = name.split('+');
        if parts.next() != Some(CPU) {
            return None;
        }
        for part in parts {
            let (key, value) = part.split_once('=')?;
            let value = value.parse().ok()?;
            match (key, value) {
                ("width", 1 | 4 | 8 | 16) => options.width = value,
                ("subgroup", 32 | 64) => options.subgroup_size = value,
                _ => return None,
            }
        }
        Some(options)
    }
}

/// Returns the host machine as a target; it is detected once.
pub fn target() -> Target {
    static TARGET: LazyLock<Target> = LazyLock::new(find_target);
    TARGET.clone()
}

fn find_target() -> Target {
    let mut details = vec![("processor", format!("the one of this machine, {}", std::env::consts::ARCH))];
    let machine = machine().unwrap_or_default();
    if let Ok(isa) = host_isa(Level::None) {
        let on = isa.isa_flags().into_iter().filter(|flag| flag.as_bool() == Some(true));
        details.push(("has", on.map(|flag| flag.name).collect::<Vec<_>>().join(", ")));
    }
    Target {
        name: CPU.to_string(),
        machine: machine.triple,
        features: machine.settings,
        subgroup_size: 32,
        max_block: ([MAX_BLOCK; 3], MAX_BLOCK),
        max_grid: [i64::MAX; 3],
        max_workgroup_bytes: MAX_SCRATCH_BYTES,
        native: Native::default(),
        model: TargetModel::named(CPU).expect("it has a row"),
        has_lines: false,
        details,
    }
}

/// The backend for the CPU device.
#[derive(Clone, Copy, Debug)]
pub struct Cpu;

impl Backend for Cpu {
    fn name(&self) -> &'static str {
        "cpu"
    }

    fn target(&self, name: &str) -> Option<Target> {
        let Options { subgroup_size, .. } = Options::of_target(name)?;
        Some(Target { name: name.to_string(), subgroup_size, ..target() })
    }

    fn targets(&self) -> Vec<&'static str> {
        vec![CPU]
    }

    fn default_target(&self) -> &'static str {
        CPU
    }

    fn target_attr(&self) -> Option<TargetAttr> {
        None
    }

    fn pipeline(&self, target: &Target) -> String {
        let lanes = target.subgroup_size;
        let width = Options::of_target(&target.name).map_or(16, |options| options.width);
        let has_calls = functions::symbol(Math::Exp, Type::F32).is_some();
        let (scalars, vectors) = if has_calls { ("all", "vectors") } else { ("none", "none") };
        format!(
            "promote-buffers-to-stack{{max-alloc-size-in-bytes={MAX_PRIVATE_BYTES} dynamic=true}},gpu-bound-allocas{{max-bytes={MAX_PRIVATE_BYTES}}},lower-affine,lift-cf-to-scf,scf-uplift-while-to-for,cpu-interleave-sides,cpu-version-blocks,loop-scalar-promotion,gpu-unroll-bounded-loops{{constant=16 multiply-adds=false}},\
            store-to-load-forwarding,gpu-expand-collectives{{subgroup-size={lanes}}},gpu-expand-vector-print,expand-atomics{{widths=8,16,32,64 addf=}},\
            math-expand{{calls={scalars}}},\
            expand-arith{{native=mul-extended,remf,rounded-division}},expand-vectors,\
            arith-emulate-unsupported-floats{{native=halves}},\
            cpu-shape-kernels{{subgroup-size={lanes}}},cpu-vectorize{{width={width}}},math-expand{{calls={vectors}}},cpu-atomics,cpu-unroll-loops,\
            cse,canonicalize,cse,loop-invariant-code-motion{{checked=true}},control-flow-sink"
        )
    }

    fn emit_kinds(&self) -> &'static [EmitKind] {
        &[EmitKind { name: "clif", title: "the code for the CPU", form: Emit::Text }]
    }

    fn support(&self, kind: OpKind) -> Support {
        select::rule(kind).support(Side::Kernel)
    }

    fn generate(
        &self,
        module: &Module,
        device_modules: &[Op],
        target: &Target,
        form: Emit,
    ) -> Result<Object, Diagnostics> {
        let mut diagnostics = Diagnostics::new();
        let isa = match host_isa(Level::None) {
            Ok(isa) => isa,
            Err(message) => {
                diagnostics.error(codes::UNSUPPORTED, Span::default(), message);
                return Err(diagnostics);
            }
        };
        let (mut functions, mut texts, mut infos) = (Vec::new(), Vec::new(), Vec::new());
        for (device_module, kernel) in kernels_of(module, device_modules) {
            match compile_kernel(&isa, module, (device_module, kernel), form) {
                Ok((function, text, kernel)) => {
                    functions.push(function);
                    texts.extend(text);
                    infos.push(kernel);
                }
                Err(error) => error.report(module, &mut diagnostics),
            }
        }
        let mut globals = Vec::new();
        for device_module in device_modules {
            match globals::of_device(module, *device_module) {
                Ok(more) => globals.extend(more),
                Err(error) => error.report(module, &mut diagnostics),
            }
        }
        if diagnostics.has_errors() {
            return Err(diagnostics);
        }
        let code = match form {
            Emit::Code => Code::Native { functions, globals },
            Emit::Text => Code::Text(texts.join("\n\n") + "\n"),
        };
        let target = target.name.clone();
        Ok(Object { backend: "cpu", target, code, kernels: infos, lines: Vec::new(), formats: Vec::new() })
    }
}

fn compile_kernel(
    isa: &OwnedTargetIsa,
    module: &Module,
    (device_module, kernel): (Op, Op),
    form: Emit,
) -> Result<(NativeFunction, Option<String>, KernelInfo), Unsupported> {
    let refuse = |message: String| Unsupported { op: kernel, message };
    let (func, scratch_bytes) = shaped_of(module, kernel)
        .ok_or_else(|| refuse("no function runs its blocks; run cpu-shape-kernels first".to_string()))?;
    let params = function_params(module, kernel)
        .map_err(|index| refuse(format!("the type of argument {index} cannot be passed to a kernel")))?;
    let name = module.symbol_name(kernel).unwrap_or_default().to_string();
    let in_module = module.symbol_name(device_module).unwrap_or_default().to_string();
    let symbol = format!("kernel.{in_module}.{name}");
    let spins = module.walk(func).iter().any(|op| module.kind(*op) == OpKind::Rt(Rt::Spin));
    let mut function = new_function(isa, &[types::I64; 5], types::I32);
    let mut context = FunctionBuilderContext::new();
    let builder = FunctionBuilder::new(&mut function, &mut context);
    let has = |op: Op, key: &str| module.attr(op, key).is_some();
    let has = blocks::Has { logs: has(device_module, LOGS), reports: has(kernel, ACCESSES), spins };
    let symbols = blocks::emit(isa, module, (func, scratch_bytes), builder, has)?;
    let text = (form == Emit::Text).then(|| function.display().to_string().trim_end().to_string());
    let native = compile(isa, function, &symbols, &symbol)
        .map_err(|message| refuse(format!("internal error of the code generator: {message}")))?;
    Ok((native, text, KernelInfo { module: in_module, name, symbol, scratch_bytes, params, spins }))
}
