//! Host functions: native code that computes, loops and branches, and calls the runtime for everything else.
//!
//! Every function is `extern "C" fn(run: *mut c_void, args: *const u64, results: *mut u64) -> i32`; arguments
//! and results are 8-byte slots in the layout of [`warpline_ir::artifact::Param`]. It returns 0, or the
//! status of the first call that failed. A function that leases streams, events or an arena opens a scope at
//! its entry and closes it at every exit, so nothing leaks. A function that runs on streams of its caller
//! uses a scope that the caller opens and closes around the call. Generated code refers to the runtime by the
//! symbols `wl_*` only.

mod buffers;
mod calls;
mod device;
mod foreign;
mod graph;
mod library;

use crate::access::Logs;
use crate::compile::{Level, compile as compile_function, host_isa, new_function};
use crate::emit::{Emitter, Exit, Unsupported, World};
use crate::lowered::{N_UNRANKED_PARTS, is_unranked};
use crate::{globals, select};
use cranelift_codegen::ir::{self as clif, Type as RegType, Value as Reg, types};
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
pub use foreign::foreign_symbol;
use rustc_hash::FxHashMap;
use warpline_ir::artifact::{GlobalData, NativeFunction, Param, TaskGraph, params_of};
use warpline_ir::dialect::func::function_type_of;
use warpline_ir::{Diagnostics, Facts, Func, Location, Module, Op, OpKind, Rt, Span, Type, TypeKind, codes};
use warpline_passes::support::{Side, Support};

/// The compiled host side of a program.
#[derive(Clone, Debug, Default)]
pub struct HostProgram {
    /// The code.
    pub functions: Vec<NativeFunction>,
    /// The callable functions.
    pub entries: Vec<HostEntry>,
    /// The source location of each `op` number that runtime calls pass.
    pub places: Vec<Location>,
    /// The assertions, by the number of their location.
    pub assertions: Vec<(u32, Op)>,
    /// The kernels that `wl_launch` numbers: `gpu.module` and name.
    pub kernels: Vec<(String, String)>,
    /// The globals that `wl_global` numbers.
    pub globals: Vec<GlobalData>,
    /// The task graphs that `wl_graph` numbers.
    pub graphs: Vec<TaskGraph>,
}

/// A host function with a body.
#[derive(Clone, Debug)]
pub struct HostEntry {
    /// Its name in the program.
    pub name: String,
    /// Its symbol in the code.
    pub symbol: String,
    /// The slots of its arguments.
    pub params: Vec<Param>,
    /// The slots of its results.
    pub results: Vec<Param>,
}

/// The tables that all functions share.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    places: Vec<Location>,
    assertions: Vec<(u32, Op)>,
    kernels: Vec<(String, String)>,
    graphs: Vec<TaskGraph>,
    global_numbers: FxHashMap<Op, u32>,
    /// The symbols that the open libraries define.
    foreign: Vec<String>,
}

/// The context of a host function besides its values.
pub(crate) struct HostCx<'a> {
    run: Reg,
    results: Reg,
    tables: &'a mut Tables,
    pub(crate) logs: Logs,
    /// Whether work is issued in loops or branches, where the marks of tokens do not tell which of it is unordered.
    pub(crate) has_work_inside: bool,
    has_scope: bool,
    /// The block that takes a status, closes the scope and returns the status.
    cleanup: clif::Block,
    /// Frame slots of large local buffers, which are freed at exits; 0 while there is no buffer.
    locals: Vec<clif::StackSlot>,
}

/// Whether a scheduled function issues work, or waits for it, in loops or branches.
fn has_work_inside(module: &Module, func: Op) -> bool {
    let is_work = |op: Op| matches!(module.kind(op), OpKind::Rt(kind) if kind.is_of_schedule());
    let is_around =
        |op: Op| op != func && !module.regions_of(op).is_empty() && module.kind(op) != OpKind::Rt(Rt::Graph);
    1 < module.blocks_of(module.region(func, 0)).len()
        || module.any_in(func, |op| is_around(op) && module.any_in(op, is_work))
}

/// The slots of a host function: run, arguments, results.
const PARAMS: [RegType; 3] = [types::I64; 3];

/// Compiles every `func.func` with a body. `facts` must be those of `module` in its current state. Calls to
/// functions without a body that are listed in `foreign` use their [`foreign_symbol`], which the linker must
/// find.
pub fn compile(
    module: &Module,
    _facts: &Facts,
    logs: Logs,
    foreign: Vec<String>,
) -> Result<HostProgram, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    let isa = match host_isa(Level::Speed) {
        Ok(isa) => isa,
        Err(message) => {
            diagnostics.error(codes::UNSUPPORTED, Span::default(), message);
            return Err(diagnostics);
        }
    };
    let mut program = HostProgram::default();
    let mut tables = Tables { foreign, ..Tables::default() };
    match globals::collect(module) {
        Ok((numbers, globals)) => (tables.global_numbers, program.globals) = (numbers, globals),
        Err(error) => error.report(module, &mut diagnostics),
    }
    for op in module.ops_in(module.body()) {
        if module.kind(op) != OpKind::Func(Func::Func) || module.entry(op, 0).is_none() {
            continue;
        }
        match host_function(&isa, module, op, (&mut tables, logs)) {
            Ok((function, entry)) => {
                program.functions.push(function);
                program.entries.push(entry);
            }
            Err(error) => error.report(module, &mut diagnostics),
        }
    }
    program.assertions = tables.assertions;
    (program.places, program.kernels, program.graphs) = (tables.places, tables.kernels, tables.graphs);
    if diagnostics.has_errors() { Err(diagnostics) } else { Ok(program) }
}

/// Returns the symbol of a host function.
fn symbol_of(module: &Module, func: Op) -> String {
    format!("host.{}", module.symbol_name(func).unwrap_or_default())
}

fn host_function(
    isa: &OwnedTargetIsa,
    module: &Module,
    func: Op,
    shared: (&mut Tables, Logs),
) -> Result<(NativeFunction, HostEntry), Unsupported> {
    let refuse = |message: String| Unsupported { op: func, message };
    let (inputs, outputs) = function_type_of(module, func);
    let params = slots_of(module, inputs).map_err(|index| {
        refuse(format!("the type of argument {index} cannot be passed to a host function"))
    })?;
    let results = slots_of(module, outputs)
        .map_err(|index| refuse(format!("the type of result {index} cannot be returned")))?;
    let symbol = symbol_of(module, func);
    let mut function = new_function(isa, &PARAMS, types::I32);
    let mut context = FunctionBuilderContext::new();
    let builder = FunctionBuilder::new(&mut function, &mut context);
    let symbols = emit_function(isa, module, func, builder, shared)?;
    let native = compile_function(isa, function, &symbols, &symbol)
        .map_err(|message| refuse(format!("internal error of the code generator: {message}")))?;
    let name = module.symbol_name(func).unwrap_or_default().to_string();
    Ok((native, HostEntry { name, symbol, params, results }))
}

/// The passes before [`compile`], as pipeline text.
pub const PIPELINE: &str = "lower-affine,expand-atomics{widths=8,16,32,64 addf= code=host},math-expand{code=host},\
    expand-arith{native=mul-extended,remf,rounded-division},expand-vectors{code=host},arith-emulate-unsupported-floats{native=halves code=host}";

/// Returns the support of host functions for operations of this kind.
pub fn support(kind: OpKind) -> Support {
    select::rule(kind).support(Side::Host)
}

/// Returns the slots of values of these types; `Err` is the index of the first type without slots. A stream
/// of the program is a scalar, and a memref of unknown rank as many as its parts.
fn slots_of(module: &Module, types: &[Type]) -> Result<Vec<Param>, usize> {
    let mut slots = Vec::new();
    for (index, ty) in types.iter().enumerate() {
        let own = match *ty {
            ty if module.is_pointer(ty) => Some(vec![Param::Scalar(ty)]),
            ty if matches!(module.type_kind(ty), TypeKind::Async(_)) => Some(vec![Param::Scalar(Type::I64)]),
            ty if is_unranked(module, ty) => Some(vec![Param::Scalar(Type::I64); N_UNRANKED_PARTS]),
            ty => match *module.type_kind(ty) {
                TypeKind::Complex(part) => params_of(module, part).map(|own| own.repeat(2)),
                _ => params_of(module, ty),
            },
        };
        slots.extend(own.ok_or(index)?);
    }
    Ok(slots)
}

fn emit_function(
    isa: &OwnedTargetIsa,
    module: &Module,
    func: Op,
    mut builder: FunctionBuilder<'_>,
    (tables, logs): (&mut Tables, Logs),
) -> Result<Vec<String>, Unsupported> {
    let entry = builder.create_block();
    builder.append_block_params_for_function_params(entry);
    let cleanup = builder.create_block();
    builder.append_block_param(cleanup, types::I32);
    builder.switch_to_block(entry);
    let params = builder.block_params(entry).to_vec();
    let [run, args, results] = params[..] else {
        return Err(Unsupported { op: func, message: "a host function takes three arguments".into() });
    };
    let leases = ["rt.streams", "rt.events", "rt.arena"].map(|key| module.op(func).int(key).unwrap_or(0));
    let needs_scope = module.attr(func, "rt.streams").is_some() || leases != [0, 0, 0];
    let has_scope = needs_scope && module.attr(func, "rt.slice").is_none();
    let has_work_inside = logs == Logs::On && has_work_inside(module, func);
    let host = HostCx { run, results, tables, logs, has_work_inside, has_scope, cleanup, locals: Vec::new() };
    let mut cx = Emitter::new(module, builder, World::Host(host), func);
    let block = module.entry(func, 0).ok_or_else(|| cx.unsupported("expected a body"))?;
    let values = module.args(block);
    let types = cx.part_types_of(values)?;
    let parts = cx.load_slots(args, &types);
    cx.bind(values, &parts)?;
    cx.begin_scope(leases)?;
    // Emitting the body registers the slots of local buffers; they are cleared here, before the body.
    let body = cx.block(&[]);
    let clear = cx.block(&[]);
    cx.jump(clear, &[]);
    cx.enter(body);
    cx.exits.push(Exit::Host);
    cx.region(module.region(func, 0))?;
    cx.at = func;
    cx.emit_cleanup()?;
    cx.enter(clear);
    cx.clear_locals()?;
    cx.jump(body, &[]);
    Ok(cx.finish(isa.frontend_config()))
}
