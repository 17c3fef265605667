//! Access logs for race detection: code that reports to the runtime which memory it accesses.
//!
//! A kernel receives the address of its log after its arguments; host code reports to its run. Both call the
//! runtime by the symbols `wl_log*`. The memory of a worker is reported once per range of blocks; its
//! individual accesses are not logged.

use crate::emit::{Emitted, Emitter, World};
use cranelift_codegen::ir::{InstBuilder, Type as RegType, Value as Reg, types};
use warpline_ir::artifact::AWAITED;
use warpline_ir::host_abi::{self, AccessKind, NO_STREAM, Update};
use warpline_ir::{AttrKind, Entity, Func, OpKind, OpRef};
use warpline_passes::analysis::summary::{Updates, updates_of};

/// Whether generated code logs its memory accesses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Logs {
    /// No: the code runs at full speed.
    #[default]
    Off,
    /// Every load, store and atomic update calls the runtime.
    On,
}

impl Emitter<'_, '_> {
    /// Logs an access to the bytes of a value of this type, if logs are on.
    pub(crate) fn log(&mut self, access: AccessKind, ty: RegType, address: Reg) -> Emitted {
        let of_kernel = match &self.world {
            World::Blocks(blocks) if blocks.log.is_some() => blocks.log,
            World::Host(host) if host.logs == Logs::On => None,
            World::Blocks(_) | World::Host(_) => return Ok(()),
        };
        let kind = self.int(types::I32, access.number().into());
        let bytes = self.index(i64::from(ty.bytes()));
        match of_kernel {
            Some(log) => self.call_runtime(&host_abi::wl_log, [log, kind, address, bytes])?,
            None => self.call_runtime(&host_abi::wl_log_host, [kind, address, bytes])?,
        };
        Ok(())
    }

    /// Logs an access at an offset from an address, if logs are on.
    pub(crate) fn log_at(
        &mut self,
        access: AccessKind,
        ty: RegType,
        (address, offset): (Reg, i32),
    ) -> Emitted {
        if offset == 0 || !self.has_logs() {
            return self.log(access, ty, address);
        }
        let offset = self.index(offset.into());
        let address = self.builder.ins().iadd(address, offset);
        self.log(access, ty, address)
    }

    fn has_logs(&self) -> bool {
        match &self.world {
            World::Blocks(blocks) => blocks.log.is_some(),
            World::Host(host) => host.logs == Logs::On,
        }
    }

    /// Returns the concurrency class of a `memref.atomic_rmw`: the updates that may happen at the same time.
    pub(crate) fn update_of(&self, op: OpRef<'_>) -> Update {
        if op.attr(AWAITED).is_some() {
            return Update::Synchronizing;
        }
        match updates_of(self.module, op.op) {
            Updates::Commuting(kind) => Update::Commuting(kind),
            Updates::None | Updates::Any => Update::Any,
        }
    }

    /// Logs an access of the host to a view whose sizes and strides are stored at these addresses.
    pub(crate) fn log_view(
        &mut self,
        access: AccessKind,
        [address, element_bytes, rank]: [Reg; 3],
        [sizes, strides]: [Reg; 2],
    ) -> Emitted {
        let World::Host(host) = &self.world else { return Ok(()) };
        if host.logs == Logs::Off {
            return Ok(());
        }
        let kind = self.int(types::I32, access.number().into());
        let rank = self.builder.ins().ireduce(types::I32, rank);
        let args = [kind, address, element_bytes, rank, sizes, strides];
        self.call_runtime(&host_abi::wl_log_host_view, args)?;
        Ok(())
    }

    /// Logs that work, or the host, is ordered after the work of the tokens in an attribute, if logs are on.
    pub(crate) fn log_follows(&mut self, op: OpRef<'_>, key: &str) -> Emitted {
        let Some(AttrKind::DenseArray(_, tokens)) = op.attr(key).map(|attr| self.module.attr_kind(attr))
        else {
            return Ok(());
        };
        let stream = op.int("stream").unwrap_or(NO_STREAM.into());
        for token in tokens {
            let Some(token) = self.token_number(op, *token) else { return Ok(()) };
            let stream = self.int(types::I32, stream);
            self.call_runtime(&host_abi::wl_log_follows, [stream, token])?;
        }
        Ok(())
    }

    /// Logs that a token denotes the preceding work, if the operation has a token and logs are on.
    pub(crate) fn log_gives(&mut self, op: OpRef<'_>) -> Emitted {
        if let Some(token) = op.int("token").and_then(|token| self.token_number(op, token)) {
            self.call_runtime(&host_abi::wl_log_gives, [token])?;
        }
        Ok(())
    }

    /// Returns the number of a token, if logs are on. Tokens are numbered per function, so the function is
    /// part of the number.
    fn token_number(&mut self, op: OpRef<'_>, token: i64) -> Option<Reg> {
        let World::Host(host) = &self.world else { return None };
        if host.logs == Logs::Off {
            return None;
        }
        let around = std::iter::successors(Some(op.op), |op| self.module.parent_op(*op));
        let function = around.into_iter().find(|op| self.module.kind(*op) == OpKind::Func(Func::Func));
        let function = function.map_or(0, |function| function.index() as i64);
        Some(self.index(function << 32 | token))
    }
}
