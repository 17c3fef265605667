//! Programs that a caller could not execute safely in its own process.

use rustc_hash::FxHashMap;
use warpline_ir as ir;
use warpline_ir::kernels::device_modules;
use warpline_ir::{MemRef, Module, Note, Op, OpKind, Ptr, Type, TypeKind, codes};
use warpline_passes::analysis::call_graph;

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
