//! Access logs: code that tells the runtime which memory it touches, for the detection of races.
//!
//! A kernel gets the address of its log behind its arguments; a host function tells the run. Both call the runtime by
//! the symbols `wl_log*`. Memory of a worker is told once per range of blocks and left out there.

use crate::emit::{Emitted, Emitter, World};
use cranelift_codegen::ir::{InstBuilder, Type as RegType, Value as Reg, types};
use warpline_ir::{AttrKind, Entity, Func, OpKind, OpRef};
use warpline_passes::analysis::summary::{Updates, updates_of};

/// As a stream: the host.
const NO_STREAM: i64 = -1;

/// Whether code tells what it touches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Logs {
    /// No: the code is as fast as it can be.
    #[default]
    Off,
    /// Every load, store and atomic update calls the runtime.
    On,
}

/// What is done to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    Write,
    Atomic(Update),
}

/// Which concurrent updates an atomic update may have without a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Update {
    /// Only synchronizing ones.
    Any,
    /// All: the kernel waits for this memory.
    Synchronizing,
    /// Those of the same kind.
    Commuting(u8),
}

impl Access {
    /// The number of the runtime's ABI.
    fn number(self) -> i64 {
        match self {
            Self::Read => 0,
            Self::Write => 1,
            Self::Atomic(Update::Any) => 2,
            Self::Atomic(Update::Synchronizing) => 2 | 1 << 8,
            Self::Atomic(Update::Commuting(kind)) => 2 | (2 + i64::from(kind)) << 8,
        }
    }
}

impl Emitter<'_, '_> {
    /// Calls a function of the runtime that returns nothing.
    pub(crate) fn call_log(&mut self, symbol: &str, args: &[Reg]) {
        let params: Vec<RegType> = args.iter().map(|arg| self.builder.func.dfg.value_type(*arg)).collect();
        self.call(symbol, &params, None, args);
    }

    /// Tells of an access to the bytes of a value of this type, if the code has logs.
    pub(crate) fn log(&mut self, access: Access, ty: RegType, address: Reg) -> Emitted {
        let kind = |cx: &mut Self| cx.int(types::I32, access.number());
        match &self.world {
            World::Kernel(kernel) => {
                let Some(log) = kernel.log else { return Ok(()) };
                let args = [log, kind(self), address, self.index(i64::from(ty.bytes()))];
                self.call_log("wl_log", &args);
            }
            World::Host(host) => {
                if host.logs == Logs::Off {
                    return Ok(());
                }
                let [run, op] = self.run_and_place()?;
                let args = [run, op, kind(self), address, self.index(i64::from(ty.bytes()))];
                self.call_log("wl_log_host", &args);
            }
        }
        Ok(())
    }

    /// What a `memref.atomic_rmw` allows to happen at the same time.
    pub(crate) fn update_of(&self, op: OpRef<'_>) -> Update {
        if self.is_awaited(op.operand(1)) {
            return Update::Synchronizing;
        }
        match updates_of(self.module, op.op) {
            Updates::Commuting(kind) => Update::Commuting(kind),
            Updates::None | Updates::Any => Update::Any,
        }
    }

    /// Tells of an access of the host to a view whose sizes and strides lie at these addresses.
    pub(crate) fn log_view(
        &mut self,
        access: Access,
        [address, element_bytes, rank]: [Reg; 3],
        [sizes, strides]: [Reg; 2],
    ) -> Emitted {
        let World::Host(host) = &self.world else { return Ok(()) };
        if host.logs == Logs::Off {
            return Ok(());
        }
        let [run, op] = self.run_and_place()?;
        let kind = self.int(types::I32, access.number());
        let rank = self.builder.ins().ireduce(types::I32, rank);
        self.call_log("wl_log_host_view", &[run, op, kind, address, element_bytes, rank, sizes, strides]);
        Ok(())
    }

    /// Tells that work, or the host, comes after the work of the tokens in an attribute, if the code has logs.
    pub(crate) fn log_follows(&mut self, op: OpRef<'_>, key: &str) -> Emitted {
        let Some(AttrKind::DenseArray(_, tokens)) = op.attr(key).map(|attr| self.module.attr_kind(attr))
        else {
            return Ok(());
        };
        let stream = op.int("stream").unwrap_or(NO_STREAM);
        for token in tokens {
            let stream = self.int(types::I32, stream);
            self.log_token("wl_log_follows", op, &[stream], *token)?;
        }
        Ok(())
    }

    /// Tells that the work before is what a token names, if it does and the code has logs.
    pub(crate) fn log_gives(&mut self, op: OpRef<'_>) -> Emitted {
        match op.int("token") {
            Some(token) => self.log_token("wl_log_gives", op, &[], token),
            None => Ok(()),
        }
    }

    /// Tokens are numbered by function, so the function is part of the number.
    fn log_token(&mut self, symbol: &str, op: OpRef<'_>, args: &[Reg], token: i64) -> Emitted {
        let World::Host(host) = &self.world else { return Ok(()) };
        if host.logs == Logs::Off {
            return Ok(());
        }
        let around = std::iter::successors(Some(op.op), |op| self.module.parent_op(*op));
        let function = around.into_iter().find(|op| self.module.kind(*op) == OpKind::Func(Func::Func));
        let function = function.map_or(0, |function| function.index() as i64);
        let [run, place] = self.run_and_place()?;
        let token = self.index(function << 32 | token);
        self.call_log(symbol, &[&[run, place], args, &[token]].concat());
        Ok(())
    }
}
