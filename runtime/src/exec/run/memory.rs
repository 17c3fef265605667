//! Buffers of a run: allocations, frees, and the memory that they count in.

use warpline_ir::host_abi::{AccessKind, MemoryKind, NO_STREAM};

use super::{Requester, Run};
use crate::blocks;
use crate::driver::cpu::memory::Block;
use crate::driver::detect::View;
use crate::driver::{DeviceError, Result, StreamId};
use crate::exec::buffers::{Allocation, kind_of};
use crate::program::Tracks;

/// Allocation and free.
impl Run {
    pub(in crate::exec) fn alloc(
        &mut self,
        op: u32,
        stream: u32,
        bytes: u64,
        align: u64,
        kind: u32,
    ) -> Result<u64> {
        let kind = kind_of("wl_alloc", kind)?;
        let is_on_host = self.is_on_host(kind);
        if is_on_host {
            self.take_host_memory("wl_alloc", bytes)?;
        }
        let made = self.alloc_in(op, stream, bytes, align, kind);
        made.inspect_err(|_| self.host.free(if is_on_host { bytes } else { 0 }))
    }

    fn is_on_host(&self, kind: MemoryKind) -> bool {
        kind != MemoryKind::Device || self.device.caps().host_addressable
    }

    /// Counts a buffer in the memory of the host; retired memory gives way.
    pub(super) fn take_host_memory(&mut self, call: &'static str, bytes: u64) -> Result<()> {
        if !self.host.has_room(bytes.saturating_add(self.retired.bytes())) {
            self.free_retired()?;
        }
        self.host.add(call, bytes)
    }

    fn alloc_in(&mut self, op: u32, stream: u32, bytes: u64, align: u64, kind: MemoryKind) -> Result<u64> {
        let address = match kind {
            // Kernels may access it through a function that takes it as an argument.
            MemoryKind::Host if !self.device.caps().host_addressable => {
                return self.own_shared(op, bytes, align, Requester::Host);
            }
            MemoryKind::Host => {
                let block = self.host_block("wl_alloc", bytes, align)?;
                if self.device.has_poison() {
                    block.poison();
                }
                return Ok(self.own_host_block(op, block, false));
            }
            MemoryKind::Device => {
                let stream = self.stream("wl_alloc", stream)?;
                self.reserve("wl_alloc", bytes)?;
                self.device_memory(stream, bytes, align).inspect_err(|_| self.unreserve(None, bytes))?
            }
            MemoryKind::HostShared => {
                self.reserve("wl_alloc", bytes)?;
                let made = self.own_shared(op, bytes, align, Requester::Device);
                return made.inspect_err(|_| self.unreserve(None, bytes));
            }
        };
        let depth = self.scopes.len();
        let allocation = Allocation {
            op,
            bytes,
            kind,
            depth,
            is_input: false,
            is_limited: true,
            is_lent: false,
            block: None,
        };
        self.own(address, allocation);
        Ok(address)
    }

    /// Allocates memory of the device.
    fn device_memory(&mut self, stream: StreamId, bytes: u64, align: u64) -> Result<u64> {
        self.or_after_frees(bytes, |run| run.device.alloc(stream, bytes, align))
    }

    /// Allocates so many bytes. If there is too little memory, retired memory, frees in flight and memory that the device keeps give
    /// way, and then the allocation is tried once more.
    pub(super) fn or_after_frees<T>(&mut self, bytes: u64, make: impl Fn(&Self) -> Result<T>) -> Result<T> {
        let made = make(self);
        let is_out = made.as_ref().is_err_and(DeviceError::is_out_of_memory);
        if !is_out && (made.is_ok() || self.retired.bytes() == 0) {
            return made;
        }
        self.free_retired()?;
        self.device.release_unused()?;
        make(self).map_err(|error| error.asking(bytes)).inspect_err(|error| self.note_out_of_memory(error))
    }

    /// Frees retired memory after all work of the program.
    fn free_retired(&mut self) -> Result<()> {
        self.wait_for_all()?;
        self.retired.free(self.device.as_ref())
    }

    /// Keeps a new buffer.
    fn own(&mut self, address: u64, allocation: Allocation) {
        if self.tracks != Tracks::Nothing {
            blocks::insert(address, allocation.bytes);
        }
        self.buffers.insert(address, allocation);
    }

    pub(in crate::exec) fn free(&mut self, stream: u32, kind: u32, address: u64) -> Result<()> {
        let kind = kind_of("wl_free", kind)?;
        let Some(found) = self.buffers.get(address) else {
            let message = "expected a buffer of this run that is not freed yet";
            return Err(DeviceError::new("wl_free", "InvalidAddress", message.to_string()));
        };
        if found.is_lent {
            let message =
                "expected a buffer of the program, but found an argument, whose memory its caller owns";
            return Err(DeviceError::new("wl_free", "LentMemory", message));
        }
        let found = found.kind;
        // Shared memory may be freed by a host deallocation, in a function that does not know its origin.
        let is_shared = found == MemoryKind::HostShared;
        if (kind == MemoryKind::Host) != (found == MemoryKind::Host) && !is_shared {
            let message =
                format!("expected {found:?} memory, as it was allocated, but found {kind:?} memory");
            return Err(DeviceError::new("wl_free", "WrongMemory", message));
        }
        let after = match stream {
            NO_STREAM => None,
            _ if found == MemoryKind::Host => None,
            stream => Some(self.stream("wl_free", stream)?),
        };
        let Some(Allocation { op, bytes, is_limited, block, .. }) = self.buffers.remove(address) else {
            return Ok(());
        };
        if self.is_on_host(found) {
            self.host.free(bytes);
        }
        match &block {
            Some(_) => self.notify(|observer| {
                observer.host_access(op, AccessKind::Free, &View::of_bytes(address, bytes));
            }),
            None if is_limited => self.unreserve(after, bytes),
            None => {}
        }
        // An observer is told when the free has its turn.
        if self.tracks == Tracks::Lifetimes && self.observer.is_none() {
            if self.retired.is_full(bytes) {
                self.free_retired()?;
            }
            self.retired.add(address, bytes, block);
            return Ok(());
        }
        match block {
            Some(block) => {
                blocks::remove(address, bytes);
                if self.device.has_poison() {
                    drop(self.kept.keep(block));
                }
                Ok(())
            }
            None => {
                // The CPU device does so when the free has its turn.
                if !self.device.caps().host_addressable {
                    blocks::remove(address, bytes);
                }
                self.device.free(after, address)
            }
        }
    }

    /// Waits for all work of the program.
    pub(in crate::exec) fn wait_for_all(&mut self) -> Result<()> {
        let streams = self.scopes.iter().flat_map(|scope| &scope.streams);
        let waited = streams.map(|stream| self.device.host_wait(*stream)).fold(Ok(()), Result::and);
        waited.and(self.own_streams.drain(self.device.as_ref()))
    }

    pub(super) fn own_shared(
        &mut self,
        op: u32,
        bytes: u64,
        align: u64,
        requester: Requester,
    ) -> Result<u64> {
        let address = self.or_after_frees(bytes, |run| run.device.alloc_shared(bytes, align))?;
        let (kind, depth) = (MemoryKind::HostShared, self.scopes.len());
        let (is_input, is_limited) = (requester == Requester::Caller, requester == Requester::Device);
        let allocation =
            Allocation { op, bytes, kind, depth, is_input, is_limited, is_lent: false, block: None };
        self.own(address, allocation);
        Ok(address)
    }

    pub(super) fn own_host_block(&mut self, op: u32, block: Block, is_input: bool) -> u64 {
        let (address, bytes, depth) = (block.address(), block.bytes(), self.scopes.len());
        let (kind, is_limited, block) = (MemoryKind::Host, false, Some(block));
        let allocation = Allocation { op, bytes, kind, depth, is_input, is_limited, is_lent: false, block };
        self.notify(|observer| observer.host_access(op, AccessKind::Alloc, &View::of_bytes(address, bytes)));
        self.own(address, allocation);
        address
    }
}
