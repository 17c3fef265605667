//! Lists the live buffers when a run exceeds its limit of device memory.

use warpline_ir::dialect::rt::static_bytes;
use warpline_ir::{Func, Gpu, Module, Note, Op, OpKind, Rt};
use warpline_runtime::Run;
use warpline_runtime::interp::LEASED;

use super::program::Compiled;

/// Returns a note for each buffer, and for each arena with its buffers.
pub(super) fn notes(run: &Run, compiled: &Compiled) -> Vec<Note> {
    let mut notes = Vec::new();
    for live in run.live_at_limit() {
        match compiled.function_at(live.op).filter(|_| live.is_arena) {
            Some(func) => notes.extend(arena(&compiled.module, func, live.bytes)),
            None => notes.push(Note::at(compiled.place(live.op), text(live.bytes))),
        }
    }
    notes
}

/// Returns the text of the note about a buffer.
fn text(bytes: u64) -> String {
    format!("{bytes} bytes are in use from here")
}

/// Returns notes about the arena of a function, and the buffers placed in it.
fn arena(module: &Module, func: Op, bytes: u64) -> Vec<Note> {
    let span = |op: Op| module.span(module.location(op));
    let places = module.walk(func).into_iter();
    let places = places.filter(|op| {
        module.kind(*op) == OpKind::Rt(Rt::Arena)
            || module.kind(*op) == OpKind::Gpu(Gpu::Alloc) && module.attr(*op, LEASED).is_some()
    });
    let bytes_of = |op: Op| static_bytes(module, module.op(op).result_type(0));
    let mut notes = vec![Note::at(span(func), format!("{bytes} bytes are the arena of this function"))];
    notes.extend(places.filter_map(|op| {
        Some(Note::at(span(op), format!("{} bytes of the arena are allocated here", bytes_of(op)?)))
    }));
    notes
}

/// Returns notes about the arena of a function as the interpreter allocates it.
pub(super) fn leased(module: &Module, alloc: Op) -> Vec<Note> {
    let bytes = static_bytes(module, module.op(alloc).result_type(0)).unwrap_or_default();
    module.parent_op(alloc).map(|func| arena(module, func, bytes)).unwrap_or_default()
}

/// Returns the host functions in textual order.
pub(super) fn functions(module: &Module) -> impl Iterator<Item = Op> + '_ {
    module.walk(module.root()).into_iter().filter(|op| module.kind(*op) == OpKind::Func(Func::Func))
}
