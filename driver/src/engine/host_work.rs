//! What of a function needs the host while or after the device works, so that it cannot be issued by itself.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use warpline_ir as ir;
use warpline_ir::def::{DeviceWork, Effect};
use warpline_ir::kernels::device_modules;
use warpline_ir::{Func, Gpu, MemRef, Module, Op, OpKind, Rt, Value, Vector, codes};
use warpline_passes::analysis::alias::{AliasAnalysis, Root, base, is_buffer, is_constant};
use warpline_passes::analysis::call_graph::{callee, reachable};

use crate::execute::kernels::DeviceCode;
use crate::execute::program::Compiled;

/// Reports the operations of a function, and of those that it calls, which print, use variables that each call begins with
/// their initial values, or access memory on the host whose contents the host does not know: arguments, and what the device has
/// used. The host may write memory that it allocates before the device uses it.
pub(super) fn host_work(compiled: &Compiled, function: &str) -> ir::Diagnostics {
    let module = &compiled.module;
    let mut found = Found { module, all: ir::Diagnostics::new() };
    let Some(entry) = module.find_symbol(module.root(), function) else { return found.all };
    let mut launches = Vec::new();
    for function in reachable(module, entry) {
        let ops = module.walk(function);
        launches.extend(ops.iter().copied().filter(|op| module.kind(*op) == OpKind::Rt(Rt::Launch)));
        found.add_accesses(&ops);
        for op in ops {
            match module.kind(op) {
                OpKind::Func(Func::Call) if is_external(module, op) => {
                    found.refuse(op, "the host calls an external function here");
                }
                OpKind::Vector(Vector::Print) => found.refuse(op, "the host prints here"),
                OpKind::MemRef(MemRef::GetGlobal)
                    if !module.results(op).all(|result| is_constant(module, result)) =>
                {
                    found.refuse(op, "this variable begins anew with each call");
                }
                _ => {}
            }
        }
    }
    found.add_kernels(&compiled.units, &launches);
    found.all
}

struct Found<'m> {
    module: &'m Module,
    all: ir::Diagnostics,
}

impl Found<'_> {
    fn refuse(&mut self, op: Op, message: &str) {
        self.all.error(codes::UNSUPPORTED, self.module.span(self.module.location(op)), message.to_string());
    }

    /// Adds the accesses of the operations of one function.
    fn add_accesses(&mut self, ops: &[Op]) {
        let module = self.module;
        let mut aliases = AliasAnalysis::default();
        // The uses of each allocation by the device, and by functions that may pass it on.
        let mut uses: FxHashMap<Value, Vec<Op>> = FxHashMap::default();
        for op in ops.iter().copied().filter(|op| passes_memory(module.kind(*op))) {
            let buffers = module.operands(op).iter().filter(|value| is_buffer(module, **value));
            let roots: Vec<Root> =
                buffers.flat_map(|buffer| aliases.of(module, *buffer).roots.clone()).collect();
            for root in roots {
                let Root::Alloc(value) = root else { continue };
                uses.entry(value).or_default().push(op);
                let is_on_stack = |op: Op| module.kind(op) == OpKind::MemRef(MemRef::Alloca);
                if module.defining_op(value).is_some_and(is_on_stack) {
                    self.refuse(op, "the device uses memory of the stack of the host here; use memref.alloc");
                }
            }
        }
        let order: FxHashMap<Op, usize> = ops.iter().enumerate().map(|(number, op)| (*op, number)).collect();
        for op in ops.iter().copied().filter(|op| !is_of_schedule(module.kind(*op))) {
            for buffer in accesses(module, op).collect::<Vec<_>>() {
                let roots = aliases.of(module, buffer).roots.clone();
                let is_after = |root: Root| match root {
                    Root::Alloc(value) => uses.get(&value).is_some_and(|uses| {
                        let is_one = base(module, buffer) == value || is_made_once(module, value);
                        !is_one || uses.iter().any(|user| !is_before(module, &order, op, *user, value))
                    }),
                    Root::Global(_) => false,
                    Root::Argument(..) | Root::Elsewhere | Root::Any => true,
                };
                if roots.into_iter().any(is_after) {
                    self.refuse(op, "the host accesses memory here that the device may have used");
                    break;
                }
            }
        }
    }

    /// Adds what the kernels need that these operations launch.
    fn add_kernels(&mut self, units: &[DeviceCode], launches: &[Op]) {
        let module = self.module;
        let kernel = |launch: &Op| {
            module.resolve_symbol(*launch, module.attr_symbol(module.attr(*launch, "kernel")?)?)
        };
        let kernels: BTreeSet<Op> = launches.iter().filter_map(kernel).collect();
        for (unit, table) in units.iter().zip(device_modules(module)) {
            let launched = kernels.iter().find(|kernel| module.parent_op(**kernel) == Some(table));
            if let Some(kernel) = launched.filter(|_| unit.image.has_state) {
                self.refuse(*kernel, "this module of kernels has variables, which begin anew with each call");
            }
        }
        let functions: BTreeSet<Op> =
            kernels.into_iter().flat_map(|kernel| reachable(module, kernel)).collect();
        let ops = functions.into_iter().flat_map(|function| module.walk(function));
        for op in ops.filter(|op| module.kind(*op) == OpKind::Gpu(Gpu::Printf)) {
            self.refuse(op, "a kernel prints here, which needs the host");
        }
    }
}

/// Whether a call is of a function that the program only declares.
fn is_external(module: &Module, call: Op) -> bool {
    callee(module, call).is_some_and(|callee| module.entry(callee, 0).is_none())
}

/// Whether an allocation is made once in each call of its function, so that it is the same memory wherever it is used.
fn is_made_once(module: &Module, allocation: Value) -> bool {
    let made = module.defining_op(allocation);
    let function = made.and_then(|made| module.parent_op(made));
    let is_function = |op: &Op| module.kind(*op) == OpKind::Func(Func::Func);
    let entry = function.filter(is_function).and_then(|function| module.entry(function, 0));
    entry.is_some() && entry == made.and_then(|made| module.block_of(made))
}

fn is_of_schedule(kind: OpKind) -> bool {
    matches!(kind, OpKind::Rt(rt) if rt.is_of_schedule())
}

/// Whether operations of this kind pass the memory of their operands to the device, or to other functions.
fn passes_memory(kind: OpKind) -> bool {
    let work = kind.def().and_then(|def| def.work);
    let is_of_device = matches!(work, Some(DeviceWork::Launch | DeviceWork::Copy | DeviceWork::Fill));
    is_of_device || kind == OpKind::Func(Func::Call)
}

/// Returns the buffers that an operation itself reads or writes.
fn accesses(module: &Module, op: Op) -> impl Iterator<Item = Value> {
    let operands = module.operands(op).iter().copied().enumerate();
    operands.filter_map(move |(index, value)| {
        let effect = module.op(op).effect_on(index);
        matches!(effect, Some(Effect::Read | Effect::Write)).then_some(value)
    })
}

/// Whether all executions of an operation between an allocation and its end come before all those of another one.
fn is_before(module: &Module, order: &FxHashMap<Op, usize>, op: Op, other: Op, allocation: Value) -> bool {
    let block = module.defining_op(allocation).and_then(|made| module.block_of(made));
    let in_block = |op: Op| {
        let mut at = Some(op);
        while let Some(found) = at.filter(|found| module.block_of(*found) != block) {
            at = module.parent_op(found);
        }
        at.and_then(|found| order.get(&found))
    };
    block.is_some() && in_block(op).zip(in_block(other)).is_some_and(|(op, other)| op < other)
}
