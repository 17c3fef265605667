//! Access logs for race detection: code that reports to the runtime which memory it accesses.
//!
//! A kernel receives the address of its log after its arguments; host code reports to its run. Both call the
//! runtime by the symbols `wl_log*`. A kernel with the attribute `rt.accesses` reports by `rt.access`, any other where it
//! loads and stores. The memory of a worker is reported once per range of blocks; its individual accesses are not logged.

use std::mem::offset_of;

use crate::emit::{Emitted, Emitter, World};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    Block, Endianness, InstBuilder, MemFlagsData, Type as RegType, Value as Reg, types,
};
use warpline_ir::artifact::AWAITED;
use warpline_ir::host_abi::{
    self, AccessKind, LogHead, LogPage, LogRun, N_LOG_RUNS, NO_STREAM, REWRITES, Update,
};
use warpline_ir::{AttrKind, Entity, Func, OpKind, OpRef, Value};
use warpline_passes::analysis::summary::updates_of;

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
            World::Blocks(blocks) if blocks.log.is_some() && !blocks.has_reports => blocks.log,
            World::Host(host) if host.logs == Logs::On => None,
            World::Blocks(_) | World::Host(_) => return Ok(()),
        };
        let kind = self.int(types::I32, access.number().into());
        let bytes = self.index(i64::from(ty.bytes()));
        match of_kernel {
            Some(log) => {
                let number = self.int(types::I32, 0);
                self.call_runtime(&host_abi::wl_log, [log, kind, address, bytes, number])?
            }
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
            World::Blocks(blocks) => blocks.log.is_some() && !blocks.has_reports,
            World::Host(host) => host.logs == Logs::On,
        }
    }

    /// Emits code for `rt.access`: a write of what the memory contains already is marked as such.
    pub(crate) fn log_access(&mut self, op: OpRef<'_>) -> Emitted {
        let Some(log) = self.kernel_log() else { return Ok(()) };
        let memory = op.named("memref");
        let is_pointer = self.module.is_ptr(self.module.type_of(memory));
        let place = if is_pointer { (self.scalar(memory)?, 0) } else { self.address(op)? };
        let kind = match (op.group("value"), op.int("update")) {
            ([_], _) => AccessKind::Write.number().into(),
            (_, update) => update.unwrap_or(AccessKind::Read.number().into()),
        };
        let (bytes, number) = (op.int("bytes").unwrap_or(1), op.int("number").unwrap_or(0));
        let [thread] = op.group("thread") else {
            let address = self.plain(place.0, place.1);
            return self.log_alone(log, (kind, number), (address, bytes));
        };
        let number = self.int(types::I32, number);
        let (access, bytes) = (self.int(types::I32, kind), self.index(bytes));
        let access = match op.group("value") {
            [value] => {
                let is_same = self.is_in_memory(*value, place)?;
                let is_same = self.builder.ins().uextend(types::I32, is_same);
                let mark = self.builder.ins().imul_imm_s(is_same, i64::from(REWRITES));
                self.builder.ins().bor(access, mark)
            }
            _ => access,
        };
        let address = self.plain(place.0, place.1);
        let thread = self.scalar(*thread)?;
        self.call_runtime(&host_abi::wl_log_access, [log, access, address, bytes, thread, number])?;
        Ok(())
    }

    /// Logs an access of a kind and number that is not compared with those of other threads; see [`LogHead`].
    fn log_alone(&mut self, log: Reg, (kind, number): (i64, i64), (address, bytes): (Reg, i64)) -> Emitted {
        let heads = [AccessKind::Read, AccessKind::Write].map(|kind| i64::from(kind.number()));
        let after = self.block(&[]);
        if let Some(head) = heads.iter().position(|simple| *simple == kind) {
            let head = head * size_of::<LogHead>();
            self.extend_run(log, (head, number), (address, bytes), after);
            // Such an access does not leave its word if it is aligned.
            if bytes.count_ones() == 1 && bytes < i64::from(u64::BITS) {
                self.set_bits(log, head, (address, bytes), after);
            }
        }
        let (access, number) = (self.int(types::I32, kind), self.int(types::I32, number));
        let bytes = self.index(bytes);
        self.call_runtime(&host_abi::wl_log, [log, access, address, bytes, number])?;
        self.jump(after, &[]);
        self.enter(after);
        Ok(())
    }

    /// Extends the run of an access, and goes on behind its log, if the access begins where the run ends.
    fn extend_run(
        &mut self,
        log: Reg,
        (head, number): (usize, i64),
        (address, bytes): (Reg, i64),
        after: Block,
    ) {
        let run = number.rem_euclid(N_LOG_RUNS as i64) as usize * size_of::<LogRun>();
        let end_at = (head + offset_of!(LogHead, runs) + run + offset_of!(LogRun, end)) as i32;
        let end = self.load(types::I64, log, end_at);
        let continues = self.compare(IntCC::Equal, end, address);
        let (fits, other) = (self.block(&[]), self.block(&[]));
        self.branch(continues, (fits, &[]), (other, &[]));
        self.enter(fits);
        let end = self.builder.ins().iadd_imm_s(address, bytes);
        self.store(end, log, end_at);
        self.jump(after, &[]);
        self.enter(other);
    }

    /// Sets the bits of an aligned access, and goes on behind its log, if its page is found.
    fn set_bits(&mut self, log: Reg, head: usize, (address, bytes): (Reg, i64), after: Block) {
        let pages = self.load(types::I64, log, (head + offset_of!(LogHead, pages)) as i32);
        let number = self.builder.ins().ushr_imm_u(address, i64::from(host_abi::LOG_PAGE_BITS));
        let slot = self.builder.ins().imul_imm_s(number, host_abi::LOG_HASH as i64);
        let slot = self.builder.ins().ushr_imm_u(slot, i64::from(u64::BITS - host_abi::LOG_SLOT_BITS));
        let offset = self.builder.ins().imul_imm_s(slot, size_of::<LogPage>() as i64);
        let page = self.builder.ins().iadd(pages, offset);
        let known = self.load(types::I64, page, offset_of!(LogPage, number) as i32);
        let wanted = self.builder.ins().iadd_imm_s(number, 1);
        let differs = self.builder.ins().bxor(known, wanted);
        let beside = self.builder.ins().band_imm_s(address, bytes - 1);
        let differs = self.builder.ins().bor(differs, beside);
        let (found, other) = (self.block(&[]), self.block(&[]));
        self.branch(differs, (other, &[]), (found, &[]));
        self.enter(found);
        let bits = self.load(types::I64, page, offset_of!(LogPage, bits) as i32);
        let word = self.builder.ins().ushr_imm_u(address, 3);
        let word = self.builder.ins().band_imm_s(word, (host_abi::LOG_PAGE / 8 - 1) as i64 & !7);
        let at = self.builder.ins().iadd(bits, word);
        // A shift takes its count modulo 64.
        let mask = self.index((1 << bytes) - 1);
        let mask = self.builder.ins().ishl(mask, address);
        let before = self.load(types::I64, at, 0);
        let all = self.builder.ins().bor(before, mask);
        self.store(all, at, 0);
        self.jump(after, &[]);
        self.enter(other);
    }

    /// Returns whether memory contains the bits of a value already: 1 or 0 as a byte.
    fn is_in_memory(&mut self, value: Value, (address, first): (Reg, i32)) -> Emitted<Reg> {
        let ty = self.module.type_of(value);
        let types = self.memory_types(ty)?;
        let parts = self.parts_of(&[value])?;
        let parts = self.as_stored(ty, parts);
        let (mut all, mut offset) = (self.int(types::I8, 1), first);
        for (ty, part) in types.into_iter().zip(parts) {
            let bits = if ty.is_vector() { types::I8X16 } else { ty.as_int() };
            if ty.bits() != bits.bits() {
                return Ok(self.int(types::I8, 0));
            }
            let old = self.load(bits, address, offset);
            let flags = MemFlagsData::new().with_endianness(Endianness::Little);
            let new = if ty == bits { part } else { self.builder.ins().bitcast(bits, flags, part) };
            let is_same = self.builder.ins().icmp(IntCC::Equal, old, new);
            let is_same = if bits.is_vector() { self.builder.ins().vall_true(is_same) } else { is_same };
            all = self.builder.ins().band(all, is_same);
            offset += ty.bytes() as i32;
        }
        Ok(all)
    }

    /// Emits code for `rt.interval`.
    pub(crate) fn log_interval(&mut self, op: OpRef<'_>) -> Emitted {
        if let Some(log) = self.kernel_log() {
            let block = self.scalar(op.operand(0))?;
            self.call_runtime(&host_abi::wl_log_interval, [log, block])?;
        }
        Ok(())
    }

    /// Returns the log of the launch, if the code has one.
    fn kernel_log(&self) -> Option<Reg> {
        match &self.world {
            World::Blocks(blocks) => blocks.log,
            World::Host(_) => None,
        }
    }

    /// Returns the concurrency class of a `memref.atomic_rmw`: the updates that may happen at the same time.
    pub(crate) fn update_of(&self, op: OpRef<'_>) -> Update {
        if op.attr(AWAITED).is_some() {
            return Update::Synchronizing;
        }
        updates_of(self.module, op.op).class()
    }

    /// Logs an access to a view whose sizes and strides are stored at these addresses.
    pub(crate) fn log_view(
        &mut self,
        access: AccessKind,
        [address, element_bytes, rank]: [Reg; 3],
        [sizes, strides]: [Reg; 2],
    ) -> Emitted {
        if !self.has_logs() {
            return Ok(());
        }
        let kind = self.int(types::I32, access.number().into());
        let rank = self.builder.ins().ireduce(types::I32, rank);
        match self.kernel_log() {
            Some(log) => {
                let args = [log, kind, address, element_bytes, rank, sizes, strides];
                self.call_runtime(&host_abi::wl_log_view, args)?
            }
            None => {
                let args = [kind, address, element_bytes, rank, sizes, strides];
                self.call_runtime(&host_abi::wl_log_host_view, args)?
            }
        };
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

    /// Logs that the program leaves work unordered with the work of the tokens in `beside`, if logs are on. In functions that
    /// issue work in loops or branches, `beside` also has work that other work orders.
    pub(crate) fn log_beside(&mut self, op: OpRef<'_>) -> Emitted {
        let Some(AttrKind::DenseArray(_, tokens)) = op.attr("beside").map(|attr| self.module.attr_kind(attr))
        else {
            return Ok(());
        };
        if matches!(&self.world, World::Host(host) if host.has_work_inside) {
            return Ok(());
        }
        for token in tokens {
            let Some(token) = self.token_number(op, *token) else { return Ok(()) };
            self.call_runtime(&host_abi::wl_log_beside, [token])?;
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
