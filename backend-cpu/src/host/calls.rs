//! Calls to the runtime and to other host functions. Each returns a status, and a failure returns from the
//! function.

use super::{HostCx, PARAMS, symbol_of};
use crate::emit::{Emitted, Emitter, World, n_slots};
use cranelift_codegen::ir::{InstBuilder, Value as Reg, types};
use warpline_ir::artifact::comparison_of;
use warpline_ir::host_abi::{self, Function};
use warpline_ir::{AttrKind, Op, OpRef};

impl<'a> Emitter<'a, '_> {
    /// Returns the context of the host function that is being emitted.
    pub(super) fn host(&mut self) -> Emitted<&mut HostCx<'a>> {
        let outside = self.unsupported("it has a meaning only in host functions");
        match &mut self.world {
            World::Host(host) => Ok(host),
            World::Blocks(_) => Err(outside),
        }
    }

    /// Calls a function of the runtime and returns from the current function if it fails.
    pub(crate) fn runtime_call<const N: usize>(&mut self, function: &Function<N>, args: [Reg; N]) -> Emitted {
        let status = self.runtime_status(function, args)?;
        self.check(status)
    }

    /// Calls a function of the runtime and returns the status.
    pub(super) fn runtime_status<const N: usize>(
        &mut self,
        function: &Function<N>,
        args: [Reg; N],
    ) -> Emitted<Reg> {
        let status = self.call_runtime(function, args)?;
        status.ok_or_else(|| self.unsupported("a call of the runtime returns a status"))
    }

    /// Returns the run, and a new number for the location of the current operation.
    pub(crate) fn run_and_place(&mut self) -> Emitted<[Reg; 2]> {
        let location = self.module.location(self.at);
        let host = self.host()?;
        let run = host.run;
        let place = host.tables.places.len();
        host.tables.places.push(location);
        Ok([run, self.int(types::I32, place as i64)])
    }

    /// Returns from the function if the status is not 0.
    fn check(&mut self, status: Reg) -> Emitted {
        let cleanup = self.host()?.cleanup;
        let fine = self.block(&[]);
        self.branch(status, (cleanup, &[status]), (fine, &[]));
        self.enter(fine);
        Ok(())
    }

    /// Opens the scope of the function, if it leases anything. No cleanup is needed on failure.
    pub(super) fn begin_scope(&mut self, [streams, events, arena]: [i64; 3]) -> Emitted {
        if !self.host()?.has_scope {
            return Ok(());
        }
        let args = [self.int(types::I32, streams), self.int(types::I32, events)];
        let status = self.runtime_status(&host_abi::wl_scope_begin, args)?;
        let (failed, fine) = (self.block(&[]), self.block(&[]));
        self.branch(status, (failed, &[]), (fine, &[]));
        self.enter(failed);
        self.builder.ins().return_(&[status]);
        self.enter(fine);
        if arena != 0 {
            let bytes = self.index(arena);
            self.runtime_call(&host_abi::wl_arena_begin, [bytes])?;
        }
        Ok(())
    }

    /// Emits the block that every failure branches to.
    pub(super) fn emit_cleanup(&mut self) -> Emitted {
        let cleanup = self.host()?.cleanup;
        self.builder.set_cold_block(cleanup);
        let status = self.enter(cleanup)[0];
        if self.host()?.has_scope {
            self.runtime_status(&host_abi::wl_scope_end, [])?;
        }
        self.builder.ins().return_(&[status]);
        Ok(())
    }

    /// Ends the function: frees local buffers, closes the scope, stores the results.
    pub(crate) fn host_return(&mut self, values: &[Reg]) -> Emitted {
        let (results, has_scope) = (self.host()?.results, self.host()?.has_scope);
        self.free_locals()?;
        if has_scope {
            let status = self.runtime_status(&host_abi::wl_scope_end, [])?;
            let (failed, fine) = (self.block(&[]), self.block(&[]));
            self.branch(status, (failed, &[]), (fine, &[]));
            self.enter(failed);
            self.builder.ins().return_(&[status]);
            self.enter(fine);
        }
        self.store_slots(values, results);
        let ok = self.int(types::I32, 0);
        self.builder.ins().return_(&[ok]);
        Ok(())
    }

    /// Emits a call to another host function or to a library function.
    pub(crate) fn host_call(&mut self, op: OpRef<'_>, callee: Op) -> Emitted {
        if self.module.entry(callee, 0).is_none() {
            return self.library_call(op, callee);
        }
        let args = self.parts_of(op.operands())?;
        let args = self.spill(&args);
        let results: Vec<_> = op.results().collect();
        let types = self.part_types_of(&results)?;
        let n_slots: i32 = types.iter().map(|ty| n_slots(*ty)).sum();
        let slots = self.stack(n_slots as u64 * 8);
        let run = self.host()?.run;
        let symbol = symbol_of(self.module, callee);
        let is_slice = self.module.attr(callee, "rt.slice").is_some();
        if is_slice {
            self.begin_slice(op, callee)?;
        }
        let status = self.call(&symbol, &PARAMS, Some(types::I32), &[run, args, slots]);
        let status = status.ok_or_else(|| self.unsupported("a host function returns a status"))?;
        if is_slice {
            self.runtime_status(&host_abi::wl_slice_end, [])?;
        }
        self.check(status)?;
        let parts = self.load_slots(slots, &types);
        self.bind(&results, &parts)
    }

    /// Opens the scope of a function that runs on streams of this one.
    fn begin_slice(&mut self, op: OpRef<'_>, callee: Op) -> Emitted {
        let Some(AttrKind::DenseArray(_, streams)) =
            op.attr("rt.slice").map(|attr| self.module.attr_kind(attr))
        else {
            return Err(self.unsupported("expected the streams of the function that is called in 'rt.slice'"));
        };
        let n_streams = self.int(types::I32, streams.len() as i64);
        let streams: Vec<Reg> = streams.iter().map(|stream| self.index(*stream)).collect();
        let streams = self.spill(&streams);
        let first_event = self.int(types::I32, op.int("rt.first_event").unwrap_or(0));
        let n_events = self.int(types::I32, self.module.op(callee).int("rt.events").unwrap_or(0));
        self.runtime_call(&host_abi::wl_slice_begin, [streams, n_streams, first_event, n_events])
    }

    /// Fails the run if the condition does not hold.
    pub(crate) fn assert(&mut self, op: OpRef<'_>) -> Emitted {
        let condition = self.scalar(op.operand(0))?;
        if let World::Blocks(_) = self.world {
            self.assert_without_place(condition);
            return Ok(());
        }
        let (failed, fine) = (self.block(&[]), self.block(&[]));
        self.builder.set_cold_block(failed);
        self.branch(condition, (fine, &[]), (failed, &[]));
        self.enter(failed);
        let tables = &mut *self.host()?.tables;
        tables.assertions.push((tables.places.len() as u32, op.op));
        let sides = match comparison_of(self.module, op.op) {
            Some((_, [a, b])) => [self.index(1), self.scalar(a)?, self.scalar(b)?],
            None => [self.index(0); 3],
        };
        self.runtime_call(&host_abi::wl_assert, sides)?;
        self.jump(fine, &[]);
        self.enter(fine);
        Ok(())
    }
}
