//! The 64-byte kernel descriptor: the resources of a kernel and the registers that hold values at its entry.

use super::chip::Chip;
use super::object::{double, half, word};

/// A kernel descriptor.
#[derive(Clone, Debug)]
pub(super) struct Descriptor {
    pub(super) lds_bytes: u32,
    pub(super) scratch_bytes: u32,
    /// The distance of the code from the descriptor.
    pub(super) entry: i64,
    /// The number of vector registers, accumulation registers included.
    pub(super) n_vgprs: u16,
    /// The first accumulation register, counted in vector registers.
    pub(super) first_agpr: u16,
    /// The initial mode: rounding in bits 0 to 3, denormals in bits 4 to 7, `dx10_clamp` and `ieee` in bits 8
    /// and 9, as in the MODE register.
    pub(super) mode: u32,
    /// Whether a block may be spread over compute units whose vector caches are not coherent: the WGP mode of
    /// GFX11 and GFX12, the threadgroup split of GFX9.
    pub(super) is_split: bool,
    pub(super) n_user_sgprs: u8,
    /// The registers that the hardware sets after the user registers.
    pub(super) system: SystemSgprs,
    /// The number of dimensions, less one, whose work-item ids are set.
    pub(super) workitem_id: u8,
    pub(super) user: UserSgprs,
    pub(super) is_wave32: bool,
    /// The first word and the number of words of the arguments that are preloaded into scalar registers.
    pub(super) preload: (u32, u32),
}

/// The values in scalar registers after the user registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct SystemSgprs {
    pub(super) block_id: [bool; 3],
    pub(super) group_info: bool,
    pub(super) scratch_offset: bool,
}

/// The user registers that a kernel enables, in their order.
#[derive(Clone, Copy, Debug)]
pub(super) struct UserSgprs(u16);

/// A value in user registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UserValue {
    PrivateBuffer,
    DispatchPtr,
    QueuePtr,
    KernargPtr,
    DispatchId,
    FlatScratch,
    PrivateSize,
}

impl UserSgprs {
    /// Returns the enabled values, each with its number of registers.
    pub(super) fn values(self) -> impl Iterator<Item = (UserValue, u8)> {
        let all = [
            (UserValue::PrivateBuffer, 4),
            (UserValue::DispatchPtr, 2),
            (UserValue::QueuePtr, 2),
            (UserValue::KernargPtr, 2),
            (UserValue::DispatchId, 2),
            (UserValue::FlatScratch, 2),
            (UserValue::PrivateSize, 1),
        ];
        all.into_iter().enumerate().filter(move |(bit, _)| (self.0 >> bit) & 1 == 1).map(|(_, value)| value)
    }
}

/// Reads a descriptor; `None` if it is too short.
pub(super) fn read(bytes: &[u8], chip: Chip) -> Option<Descriptor> {
    let (rsrc3, rsrc1, rsrc2) = (word(bytes, 44)?, word(bytes, 48)?, word(bytes, 52)?);
    let (properties, preload) = (half(bytes, 56)?, u32::from(half(bytes, 58)?));
    let bit = |word: u32, index: u32| (word >> index) & 1 == 1;
    let is_wave32 = !chip.is_gfx9() && bit(properties.into(), 10);
    let granule = if chip.is_gfx9() || is_wave32 { 8 } else { 4 };
    let n_vgprs = (((rsrc1 & 63) + 1) * granule) as u16;
    let first_agpr = if chip.is_gfx9() { (((rsrc3 & 63) + 1) * 4) as u16 } else { n_vgprs };
    let has_ieee = !chip.is_gfx12();
    let flags =
        if has_ieee { u32::from(bit(rsrc1, 21)) << 8 | u32::from(bit(rsrc1, 23)) << 9 } else { 1 << 8 };
    Some(Descriptor {
        lds_bytes: word(bytes, 0)?,
        scratch_bytes: word(bytes, 4)?,
        entry: double(bytes, 16)?.cast_signed(),
        n_vgprs,
        first_agpr,
        mode: (rsrc1 >> 12) & 0xff | flags,
        is_split: if chip.is_gfx9() { bit(rsrc3, 16) } else { bit(rsrc1, 29) },
        n_user_sgprs: ((rsrc2 >> 1) & 31) as u8,
        system: SystemSgprs {
            block_id: [bit(rsrc2, 7), bit(rsrc2, 8), bit(rsrc2, 9)],
            group_info: bit(rsrc2, 10),
            scratch_offset: bit(rsrc2, 0) && !chip.has_architected_scratch(),
        },
        workitem_id: ((rsrc2 >> 11) & 3) as u8,
        user: UserSgprs(properties & 0x7f),
        is_wave32,
        preload: if chip.is_gfx9() { (preload >> 7, preload & 0x7f) } else { (0, 0) },
    })
}
