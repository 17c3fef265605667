//! The state at the entry of a kernel: arguments and registers.

use super::super::Dims;
use super::super::memory::{Buffer, Fault};
use super::args::TTMP;
use super::chip::Chip;
use super::descriptor::{Descriptor, UserValue};
use super::memory_op::SCRATCH_BUFFER;
use super::metadata::{KernargArg, KernargLayout};
use super::operand::{LDS_APERTURE, SCRATCH_APERTURE};
use super::registers::{Registers, lanes_of};

/// The address of the kernarg segment of a launch.
pub(super) const KERNARG: u64 = 1 << 51;
/// The address of the dispatch packet.
pub(super) const PACKET: u64 = KERNARG + (1 << 30);
/// The name of the kernarg segment in messages.
const KERNARG_NAME: &str = "kernarg";

/// Returns the kernarg segment with hidden arguments; an error is a message.
pub(super) fn hidden_arguments(
    layout: &KernargLayout,
    explicit: &[u8],
    dims: &Dims,
) -> Result<Buffer, String> {
    let is_hidden = |arg: &&KernargArg| arg.value_kind.starts_with("hidden_");
    let wanted = layout.args.iter().filter(|arg| !is_hidden(arg)).map(|arg| arg.offset + arg.size).max();
    let (wanted, found) = (wanted.unwrap_or(0), explicit.len() as u64);
    if found < wanted || layout.size.max(wanted) < found {
        return Err(format!("expected {wanted} bytes of arguments, but found {found}"));
    }
    let size = layout.size.max(found) as usize;
    let mut bytes = explicit.to_vec();
    bytes.resize(size, 0);
    let mut defined = vec![true; explicit.len()];
    defined.resize(size, false);
    for arg in layout.args.iter().filter(is_hidden) {
        let value = hidden_value(&arg.value_kind, dims).to_le_bytes();
        let (first, n) = (arg.offset as usize, (arg.size as usize).min(8));
        let Some(to) = bytes.get_mut(first..first + n) else { continue };
        to.copy_from_slice(&value[..n]);
        defined[first..first + n].fill(true);
    }
    let mut buffer = Buffer::new(KERNARG_NAME, KERNARG, bytes);
    buffer.defined = defined;
    buffer.is_constant = true;
    Ok(buffer)
}

fn hidden_value(kind: &str, dims: &Dims) -> u64 {
    let dimension = match kind.as_bytes().last() {
        Some(b'y') => 1,
        Some(b'z') => 2,
        _ => 0,
    };
    let n_dims = (1..=3).rev().find(|n| 1 < dims.grid[n - 1] * dims.block[n - 1]).unwrap_or(1);
    match kind.trim_end_matches(['x', 'y', 'z']) {
        "hidden_block_count_" => dims.grid[dimension].into(),
        "hidden_group_size_" => dims.block[dimension].into(),
        "hidden_grid_dims" => n_dims as u64,
        "hidden_dynamic_lds_size" => dims.shared_bytes,
        "hidden_private_base" => SCRATCH_APERTURE >> 32,
        "hidden_shared_base" => LDS_APERTURE >> 32,
        _ => 0,
    }
}

/// Returns the dispatch packet of a launch.
pub(super) fn dispatch_packet(descriptor: &Descriptor, dims: &Dims) -> Buffer {
    let mut bytes = vec![0; 64];
    for dimension in 0..3 {
        let (block, grid) = (dims.block[dimension], dims.block[dimension] * dims.grid[dimension]);
        bytes[4 + 2 * dimension..][..2].copy_from_slice(&(block as u16).to_le_bytes());
        bytes[12 + 4 * dimension..][..4].copy_from_slice(&grid.to_le_bytes());
    }
    let lds_bytes = descriptor.lds_bytes + dims.shared_bytes as u32;
    bytes[24..28].copy_from_slice(&descriptor.scratch_bytes.to_le_bytes());
    bytes[28..32].copy_from_slice(&lds_bytes.to_le_bytes());
    bytes[40..48].copy_from_slice(&KERNARG.to_le_bytes());
    let mut packet = Buffer::new("dispatch packet", PACKET, bytes);
    packet.is_constant = true;
    packet
}

/// The entry of a wave.
pub(super) struct Entry<'a> {
    pub(super) chip: Chip,
    pub(super) descriptor: &'a Descriptor,
    pub(super) dims: &'a Dims,
    pub(super) kernarg: &'a Buffer,
    pub(super) block: [u32; 3],
    /// The number of the wave in its block.
    pub(super) wave: u32,
    /// Whether arguments are preloaded into registers.
    pub(super) preloads: bool,
}

/// Sets the registers that the hardware initialises.
pub(super) fn set_up_registers(registers: &mut Registers, entry: &Entry<'_>) -> Result<(), Fault> {
    let n_lanes = registers.n_lanes;
    let n_threads: u32 = entry.dims.block.iter().product();
    let first = entry.wave * n_lanes;
    let n_active = (n_threads - first).min(n_lanes);
    registers.exec = u64::MAX >> (64 - n_active);
    for lane in lanes_of(registers.exec) {
        let thread = first + lane as u32;
        let [x, y, _] = entry.dims.block;
        let place = [thread % x, thread / x % y, thread / (x * y)];
        let n_ids = usize::from(entry.descriptor.workitem_id.min(2)) + 1;
        let packed = (0..n_ids).fold(0, |packed, dimension| packed | place[dimension] << (10 * dimension));
        registers.set_lane(0, lane, packed, 0);
    }
    let first_id = set_user_registers(registers, entry)?;
    set_system_registers(registers, entry, first_id)
}

/// Sets user registers; returns the first register after them.
fn set_user_registers(registers: &mut Registers, entry: &Entry<'_>) -> Result<u8, Fault> {
    let descriptor = entry.descriptor;
    let n_user = descriptor.n_user_sgprs;
    let mut next = 0;
    for (value, words) in descriptor.user.values() {
        let bits = match value {
            UserValue::PrivateBuffer | UserValue::FlatScratch => SCRATCH_BUFFER,
            UserValue::DispatchPtr => PACKET,
            UserValue::KernargPtr => KERNARG,
            UserValue::PrivateSize => descriptor.scratch_bytes.into(),
            UserValue::QueuePtr | UserValue::DispatchId => 0,
        };
        if n_user < next + words {
            return Err(format!("the values of the user registers need more than {n_user} registers").into());
        }
        registers.write_sgprs(next, words.min(2), bits, 0)?;
        if value == UserValue::PrivateBuffer {
            registers.write_sgprs(next + 2, 2, u64::from(u32::MAX), 0)?;
        }
        next += words;
    }
    let (first, n) = if entry.preloads { descriptor.preload } else { (0, 0) };
    for word in first..first + n {
        let at = 4 * word as usize;
        let Some(bytes) = entry.kernarg.bytes.get(at..at + 4) else { break };
        let value = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        if next < n_user {
            registers.write_sgprs(next, 1, value.into(), 0)?;
            next += 1;
        }
    }
    Ok(n_user)
}

/// Sets the numbers of the block, and what else the hardware adds.
fn set_system_registers(registers: &mut Registers, entry: &Entry<'_>, first: u8) -> Result<(), Fault> {
    let [x, y, z] = entry.block;
    if entry.chip.is_gfx12() {
        registers.write_sgprs(TTMP + 9, 1, x.into(), 0)?;
        registers.write_sgprs(TTMP + 7, 1, (y & 0xffff | z << 16).into(), 0)?;
        return registers.write_sgprs(TTMP + 8, 1, u64::from(entry.wave) << 25, 0);
    }
    let mut next = first;
    for (id, _) in [x, y, z].into_iter().zip(entry.descriptor.system.block_id).filter(|(_, enabled)| *enabled)
    {
        registers.write_sgprs(next, 1, id.into(), 0)?;
        next += 1;
    }
    if entry.descriptor.system.group_info {
        registers.write_sgprs(next, 1, 0, 0)?;
        next += 1;
    }
    if entry.descriptor.system.scratch_offset {
        let wave_bytes = entry.descriptor.scratch_bytes * registers.n_lanes;
        registers.write_sgprs(next, 1, (entry.wave * wave_bytes).into(), 0)?;
    }
    Ok(())
}
