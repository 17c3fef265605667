//! The arguments that a function may write: those buffers are results of a run, too.
//!
//! The effects of all operations in the function are joined. A function without a body may write its arguments,
//! unless it prints; an operation with unknown effects may write every argument.

use super::alias::{MemoryRegion, Root, is_buffer};
use super::call_graph::callee;
use super::calls::Calls;
use super::summary::{Access, Summaries, Updates};
use std::rc::Rc;
use warpline_ir::{Async, Func, Module, Op, OpKind, Value};

/// The name prefix of functions in MLIR's runner libraries that only print.
const PRINTERS: &str = "print";

/// Returns the indices of the arguments that a function may write, in order.
pub fn written_arguments(module: &Module, function: Op) -> Vec<usize> {
    let Some(body) = module.entry(function, 0) else { return Vec::new() };
    let mut search = Search {
        summaries: Summaries::with_calls(Rc::new(Calls::of(module))),
        args: module.args(body),
        written: vec![false; module.args(body).len()],
    };
    for op in module.walk(function) {
        search.add_op(module, op);
    }
    let numbers = 0..search.args.len();
    numbers.filter(|number| search.written[*number] && is_buffer(module, search.args[*number])).collect()
}

struct Search<'m> {
    summaries: Summaries,
    args: &'m [Value],
    written: Vec<bool>,
}

impl Search<'_> {
    fn add_op(&mut self, module: &Module, op: Op) {
        match module.kind(op) {
            // Operations in regions are visited separately, and async values are no memory.
            OpKind::Async(kind) if kind != Async::Call => {}
            OpKind::Func(Func::Call) if is_declared(module, op) => {
                let prints = callee(module, op)
                    .and_then(|function| module.symbol_name(function))
                    .is_some_and(|name| name.starts_with(PRINTERS));
                for operand in
                    module.operands(op).iter().filter(|operand| !prints && is_buffer(module, **operand))
                {
                    let place = self.summaries.aliases.of(module, *operand);
                    self.add_place(&place);
                }
            }
            _ => {
                let summary = self.summaries.own(module, op);
                if summary.is_unknown {
                    self.written.fill(true);
                }
                for touch in summary.touches.iter().filter(|touch| writes(touch.access)) {
                    self.add_place(&touch.place);
                }
            }
        }
    }

    /// Adds the arguments that a written region of memory may be in.
    fn add_place(&mut self, place: &MemoryRegion) {
        for root in &place.roots {
            match root {
                Root::Argument(value, _) => {
                    if let Some(number) = self.args.iter().position(|arg| arg == value) {
                        self.written[number] = true;
                    }
                }
                Root::Elsewhere | Root::Any => self.written.fill(true),
                Root::Alloc(_) | Root::Global(_) => {}
            }
        }
    }
}

fn writes(access: Access) -> bool {
    access.writes || access.updates != Updates::None
}

/// Whether a call is of a function without a body.
fn is_declared(module: &Module, call: Op) -> bool {
    callee(module, call).is_some_and(|function| module.entry(function, 0).is_none())
}
