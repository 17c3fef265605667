//! The ring to which kernels append what they print (`ir/src/printf.rs`), beside a test device: its memory, and the
//! text of its records, read apart from the runtime.

use super::Buffer;
use warpline_ir::printf::{LOST, PrintFormat, PrintedType, RING_BYTES, ring_size};
use warpline_ir::scalar::float;
use warpline_runtime::print_helpers::{PrintArg, c_format};

/// The addresses of the number of claimed bytes and of the ring, which belong to no process.
const ADDRESSES: [u64; 2] = [0xffff_a000_0000_0000, 0xffff_a000_0000_1000];

/// A ring without records.
#[derive(Debug)]
pub(super) struct Ring {
    formats: Vec<PrintFormat>,
}

impl Ring {
    /// Adds the memory of a ring to that of a module with these formats, whose variable is at an address.
    pub(super) fn new(
        formats: &[PrintFormat],
        variable: (u64, u64),
        memory: &mut Vec<Buffer>,
    ) -> Result<Self, String> {
        let state = [ADDRESSES[0], ADDRESSES[1], 1].map(u64::to_le_bytes).concat();
        let (address, bytes) = variable;
        let holder = memory.iter_mut().find_map(|buffer| {
            let first = usize::try_from(address.checked_sub(buffer.address)?).ok()?;
            buffer.bytes.get_mut(first..first + state.len())
        });
        match holder {
            Some(holder) if bytes == state.len() as u64 => holder.copy_from_slice(&state),
            _ => return Err(format!("the state of output has {bytes} bytes")),
        }
        let mut ring = vec![0; ring_size(formats) as usize];
        ring[..8].copy_from_slice(&RING_BYTES.to_le_bytes());
        memory.push(Buffer::new("claimed bytes", ADDRESSES[0], vec![0; 8]));
        memory.push(Buffer::new("ring", ADDRESSES[1], ring));
        Ok(Self { formats: formats.to_vec() })
    }

    /// Empties the ring and returns the text of its records, all of which must be complete.
    pub(super) fn take(&self, memory: &mut [Buffer]) -> Result<String, String> {
        let [claimed, ring] = ADDRESSES.map(|address| memory.iter().position(|it| it.address == address));
        let (Some(claimed), Some(ring)) = (claimed, ring) else { return Err("the ring is missing".into()) };
        let word = |index: usize, at: u64| {
            let bytes = memory[index].bytes.get(at as usize..at as usize + 8);
            bytes.and_then(|bytes| bytes.try_into().ok()).map_or(0, u64::from_le_bytes)
        };
        let (n_claimed, mut at, mut text) = (word(claimed, 0), 0, String::new());
        while at < n_claimed {
            let number = word(ring, 8 + at);
            if number == LOST {
                return Err("more is printed than the ring holds".to_string());
            }
            let format = (number as usize).checked_sub(1).and_then(|index| self.formats.get(index));
            let format =
                format.ok_or_else(|| format!("record {at} of {n_claimed} bytes has number {number}"))?;
            let args =
                format.args.iter().zip(1..).map(|(ty, index)| match (ty, word(ring, 8 + at + 8 * index)) {
                    (PrintedType::Int(width), bits) => PrintArg::Int(bits, *width),
                    (PrintedType::Float(format), bits) => PrintArg::Float(float::widen(*format, bits)),
                });
            text.push_str(&c_format(&format.text, &args.collect::<Vec<_>>())?);
            at += 8 + 8 * format.args.len() as u64;
        }
        memory[claimed].bytes.fill(0);
        memory[ring].bytes[8..].fill(0);
        Ok(text)
    }
}
