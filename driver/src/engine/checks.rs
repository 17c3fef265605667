//! Programs that a caller could not execute safely in its own process.

use rustc_hash::FxHashMap;
use warpline_ir as ir;
use warpline_ir::def::Effect;
use warpline_ir::kernels::device_modules;
use warpline_ir::{Func, Gpu, MemRef, Module, Note, Op, OpKind, Ptr, Type, TypeKind, Value, Vector, codes};
use warpline_passes::analysis::alias::{AliasAnalysis, Root};
use warpline_passes::analysis::call_graph;

use crate::execute::program::Compiled;

/// Reports buffers of pointers and of buffers, and loads of pointers: their bytes could be any address.
pub(super) fn require_known_addresses(module: &Module, found: &mut ir::Diagnostics) {
    let is_address = |ty: Type| {
        matches!(module.type_kind(ty), TypeKind::Ptr(_) | TypeKind::MemRef(..) | TypeKind::UnrankedMemRef(..))
    };
    let holds_addresses = |ty: Type| match module.type_kind(ty) {
        TypeKind::MemRef(_, element, ..) | TypeKind::UnrankedMemRef(element, _) => is_address(*element),
        _ => false,
    };
    for op in module.walk(module.root()) {
        let arguments =
            module.regions_of(op).into_iter().flat_map(|region| module.blocks_of(region).to_vec());
        let arguments = arguments.flat_map(|block| module.args(block).to_vec());
        let made = arguments.chain(module.results(op)).any(|value| holds_addresses(module.type_of(value)));
        let loaded = matches!(module.kind(op), OpKind::Ptr(Ptr::Load))
            && module.results(op).any(|value| is_address(module.type_of(value)));
        if made || loaded {
            let message = "expected no address in memory, where it could be any bytes";
            let note = Note::general(
                "pass buffers as values; 'warpline run' takes programs with buffers of buffers",
            );
            found.error_with(codes::UNSUPPORTED, module.span(module.location(op)), message, vec![note]);
        }
    }
}

/// The bytes of the stack that functions of the host may take, with all that they call: what `memref.alloca` asks for, and a frame
/// for each call.
const MAX_STACK: u64 = 128 << 10;
/// The estimated size of a frame without them, in bytes.
const FRAME: u64 = 256;

/// Reports functions of the host that call themselves, and those that need too much of the stack of their caller.
pub(super) fn require_bounded_stack(module: &Module, found: &mut ir::Diagnostics) {
    let kernels = device_modules(module);
    let is_in_kernel = |op: Op| module.parent_op(op).is_some_and(|parent| kernels.contains(&parent));
    let mut refuse = |function: Op, message: String, note: &str| {
        let span = module.span(module.location(function));
        found.error_with(codes::UNSUPPORTED, span, message, vec![Note::general(note)]);
    };
    // Callees come first. What is reported counts as nothing, so that its callers are not reported for it.
    let mut needed: FxHashMap<Op, u64> = FxHashMap::default();
    for (functions, is_recursive) in call_graph::groups(module) {
        let Some(function) = functions.first().copied().filter(|function| !is_in_kernel(*function)) else {
            continue;
        };
        if is_recursive {
            let name = module.symbol_name(function).unwrap_or_default();
            let message =
                format!("function '@{name}' calls itself, and could overflow the stack of its caller");
            refuse(function, message, "use a loop; 'warpline run' executes it in a process of its own");
            continue;
        }
        let callees = call_graph::calls_in(module, function).into_iter();
        let callees = callees.filter_map(|call| call_graph::callee(module, call));
        let most = callees.filter_map(|callee| needed.get(&callee).copied()).max().unwrap_or_default();
        let bytes = most.saturating_add(allocas(module, function)).saturating_add(FRAME);
        if bytes <= MAX_STACK {
            needed.insert(function, bytes);
        } else {
            let message =
                format!("expected at most {MAX_STACK} bytes of stack, but found {bytes} with all calls");
            refuse(function, message, "use memref.alloc");
        }
    }
}

/// Returns the bytes of the `memref.alloca` of a function.
fn allocas(module: &Module, function: Op) -> u64 {
    let allocas =
        module.walk(function).into_iter().filter(|op| module.kind(*op) == OpKind::MemRef(MemRef::Alloca));
    let bytes = |op: Op| {
        let ty = module.op(op).result_type(0);
        module.n_elements(ty)?.checked_mul(module.element_size(module.element_type(ty))?)
    };
    allocas.map(|op| bytes(op).unwrap_or_default()).fold(0, u64::saturating_add)
}

/// Reports the operations of a function, and of those that it calls, that need the host while or after the device works:
/// accesses to memory that kernels use, prints, and variables that each call begins with their initial values.
pub(super) fn host_work(compiled: &Compiled, function: &str) -> ir::Diagnostics {
    let (module, mut found) = (&compiled.module, ir::Diagnostics::new());
    let Some(entry) = module.find_symbol(module.root(), function) else { return found };
    let mut refuse = |op: Op, message: &str| {
        found.error(codes::UNSUPPORTED, module.span(module.location(op)), message.to_string());
    };
    for unit in &compiled.units {
        if unit.image.has_state {
            refuse(entry, "kernels of the program have variables, which begin anew with each call");
        }
    }
    for kernels in device_modules(module) {
        for op in module.walk(kernels) {
            if matches!(module.kind(op), OpKind::Gpu(Gpu::Printf)) {
                refuse(op, "a kernel prints here, which needs the host");
            }
        }
    }
    let (mut functions, mut at) = (vec![entry], 0);
    while let Some(function) = functions.get(at).copied() {
        at += 1;
        let mut aliases = AliasAnalysis::default();
        for op in module.walk(function) {
            match module.kind(op) {
                OpKind::Func(Func::Call) => match call_graph::callee(module, op) {
                    Some(callee) if module.entry(callee, 0).is_none() => {
                        refuse(op, "the host calls an external function here");
                    }
                    Some(callee) if !functions.contains(&callee) => functions.push(callee),
                    _ => {}
                },
                OpKind::Vector(Vector::Print) => refuse(op, "the host prints here"),
                OpKind::Rt(rt) if rt.is_of_schedule() => {}
                OpKind::MemRef(MemRef::GetGlobal) if !reads_constant(module, op) => {
                    refuse(op, "this variable begins anew with each call");
                }
                _ if accesses(module, op).any(|buffer| !is_known(&aliases.of(module, buffer).roots)) => {
                    refuse(op, "the host accesses memory here that kernels may use");
                }
                _ => {}
            }
        }
    }
    found
}

/// Returns the buffers that an operation itself reads or writes.
fn accesses(module: &Module, op: Op) -> impl Iterator<Item = Value> {
    let operands = module.operands(op).iter().copied().enumerate();
    operands.filter_map(move |(index, value)| {
        let effect = module.op(op).effect_on(index);
        matches!(effect, Some(Effect::Read | Effect::Write)).then_some(value)
    })
}

/// Whether a `memref.get_global` names a constant.
fn reads_constant(module: &Module, op: Op) -> bool {
    let global = module.attr(op, "name").and_then(|name| module.attr_symbol(name));
    let global = global.and_then(|path| module.resolve_symbol(op, path));
    global.is_some_and(|global| module.attr(global, "constant").is_some())
}

/// Whether the host knows the contents of memory until it waits for the device: what a function allocates, and constants.
fn is_known(roots: &[Root]) -> bool {
    roots.iter().all(|root| matches!(root, Root::Alloc(_) | Root::Global(_)))
}
