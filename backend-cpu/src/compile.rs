//! Compiles CLIF to machine code with relocations by symbol.

use cranelift_codegen::binemit::Reloc;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::{
    AbiParam, ExternalName, Function, LibCall, Signature, Type as RegType, UserFuncName,
};
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable, OptLevel};
use cranelift_codegen::{Context, FinalizedMachReloc, FinalizedRelocTarget};
use warpline_ir::artifact::{NativeFunction, NativeReloc};

/// Settings of the code generator.
const SETTINGS: &[(&str, &str)] = &[
    ("is_pic", "false"),
    ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
    // A frame that is larger than the rest of the stack meets its guard page, and not what lies behind it.
    ("enable_probestack", "true"),
    ("probestack_strategy", "inline"),
];

/// Functions with more instructions than this use single-pass register allocation: the time of the
/// backtracking allocator grows with the square of the number of uses of a value, and a large host function
/// uses its run in every call.
const MAX_SEARCHED_INSTS: usize = 5_000;

/// The optimizations of the code generator. Host code leaves redundant and loop-invariant computations to it. Kernels
/// were optimized as IR; it would move their arithmetic behind all loads, which spills registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    /// For kernels.
    None,
    /// For host code.
    Speed,
}

/// Returns the ISA of the host machine.
pub(crate) fn host_isa(level: Level) -> Result<OwnedTargetIsa, String> {
    isa_with(level, "backtracking")
}

/// The machine that generated code targets.
#[derive(Default)]
pub(crate) struct Machine {
    /// The target triple.
    pub(crate) triple: String,
    /// Every CPU feature that code may use, and every setting of the code generator, sorted, one per line.
    pub(crate) settings: String,
}

/// Returns the host machine, with everything that affects instruction selection for kernels.
pub(crate) fn machine() -> Result<Machine, String> {
    let isa = host_isa(Level::None)?;
    let mut settings: Vec<String> = isa.flags().iter().map(|value| value.to_string()).collect();
    settings.extend(isa.isa_flags().iter().map(|value| format!("isa.{value}")));
    settings.sort_unstable();
    Ok(Machine { triple: isa.triple().to_string(), settings: settings.join("\n") })
}

fn isa_with(level: Level, register_allocator: &str) -> Result<OwnedTargetIsa, String> {
    let mut flags = settings::builder();
    let level = match level {
        Level::None => "none",
        Level::Speed => "speed",
    };
    let own = [("opt_level", level), ("regalloc_algorithm", register_allocator)];
    for (name, value) in SETTINGS.iter().chain(&own) {
        flags.set(name, value).map_err(|error| error.to_string())?;
    }
    let builder = cranelift_native::builder().map_err(ToString::to_string)?;
    builder.finish(settings::Flags::new(flags)).map_err(|error| error.to_string())
}

/// Creates an empty function with the C ABI.
pub(crate) fn new_function(isa: &OwnedTargetIsa, params: &[RegType], result: RegType) -> Function {
    let mut signature = Signature::new(isa.default_call_conv());
    signature.params.extend(params.iter().map(|ty| AbiParam::new(*ty)));
    signature.returns.push(AbiParam::new(result));
    Function::with_name_signature(UserFuncName::user(0, 0), signature)
}

/// Compiles a finished function that refers to `symbols` to machine code.
pub(crate) fn compile(
    isa: &OwnedTargetIsa,
    function: Function,
    symbols: &[String],
    name: &str,
) -> Result<NativeFunction, String> {
    let is_large = MAX_SEARCHED_INSTS < function.dfg.num_insts();
    let level = if isa.flags().opt_level() == OptLevel::None { Level::None } else { Level::Speed };
    let isa = if is_large { &isa_with(level, "single_pass")? } else { isa };
    let mut context = Context::for_function(function);
    let code = context.compile(&**isa, &mut ControlPlane::default()).map_err(|error| format!("{error:?}"))?;
    let bytes = code.code_buffer().to_vec();
    let align = u64::from(code.buffer.alignment);
    let machine_relocs = code.buffer.relocs().to_vec();
    let relocations = machine_relocs
        .iter()
        .map(|reloc| relocation(reloc, &context.func, symbols, name))
        .collect::<Result<_, _>>()?;
    Ok(NativeFunction { name: name.to_string(), bytes, align, relocations })
}

fn relocation(
    reloc: &FinalizedMachReloc,
    function: &Function,
    symbols: &[String],
    own_name: &str,
) -> Result<NativeReloc, String> {
    let (symbol, addend) = match &reloc.target {
        FinalizedRelocTarget::ExternalName(ExternalName::User(name)) => {
            let index = function.params.user_named_funcs()[*name].index as usize;
            (symbols[index].clone(), reloc.addend)
        }
        FinalizedRelocTarget::ExternalName(ExternalName::LibCall(call)) => {
            (libcall_symbol(*call)?.to_string(), reloc.addend)
        }
        FinalizedRelocTarget::Func(offset) => (own_name.to_string(), reloc.addend + i64::from(*offset)),
        FinalizedRelocTarget::ExternalName(other) => {
            return Err(format!("the code refers to {other:?}, which has no symbol"));
        }
    };
    Ok(NativeReloc { offset: reloc.offset, kind: format!("{:?}", reloc.kind), symbol, addend })
}

/// Returns the symbol in `support` that replaces an instruction that the machine lacks.
fn libcall_symbol(call: LibCall) -> Result<&'static str, String> {
    Ok(match call {
        LibCall::CeilF32 => "wl_math_ceil_f32",
        LibCall::CeilF64 => "wl_math_ceil_f64",
        LibCall::FloorF32 => "wl_math_floor_f32",
        LibCall::FloorF64 => "wl_math_floor_f64",
        LibCall::TruncF32 => "wl_math_trunc_f32",
        LibCall::TruncF64 => "wl_math_trunc_f64",
        LibCall::NearestF32 => "wl_math_roundeven_f32",
        LibCall::NearestF64 => "wl_math_roundeven_f64",
        LibCall::FmaF32 => "wl_math_fma_f32",
        LibCall::FmaF64 => "wl_math_fma_f64",
        other => return Err(format!("the code calls {other}, which has no symbol")),
    })
}

/// Returns the kind of relocation with this name, and the number of bytes it patches.
pub(crate) fn reloc_kind(name: &str) -> Option<(Reloc, usize)> {
    let known = [
        (Reloc::Abs4, 4),
        (Reloc::Abs8, 8),
        (Reloc::X86PCRel4, 4),
        (Reloc::X86CallPCRel4, 4),
        (Reloc::Arm64Call, 4),
    ];
    known.into_iter().find(|(kind, _)| format!("{kind:?}") == name)
}
