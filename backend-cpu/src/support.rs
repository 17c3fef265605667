//! Support functions that compiled code calls where no instruction exists: transcendental functions, narrow
//! floats, and copies of strided views.
//!
//! All mathematics is that of [`warpline_ir::scalar`], so results agree with the interpreter bit for bit.

use crate::{functions, multiply_adds, wide};
use warpline_ir::Float;
use warpline_ir::scalar::float::{self, FloatBinary, FloatUnary};
use warpline_ir::scalar::format::Rounding;

/// Defines a module of C functions per float type, and the table of their names.
macro_rules! math {
    ($module:ident, $float:ident, $format:expr, $suffix:literal, $unary:ident { $($un:ident = $un_op:ident,)+ } $binary:ident { $($bin:ident = $bin_op:ident,)+ }) => {
        mod $module {
            use super::{Float, FloatBinary, FloatUnary, float};
            const FORMAT: Float = $format;
            $(extern "C" fn $un(a: $float) -> $float {
                $float::from_bits(FloatUnary::$un_op.apply(FORMAT, a.to_bits().into()) as _)
            })+
            $(extern "C" fn $bin(a: $float, b: $float) -> $float {
                $float::from_bits(FloatBinary::$bin_op.apply(FORMAT, a.to_bits().into(), b.to_bits().into()) as _)
            })+
            extern "C" fn fma(a: $float, b: $float, c: $float) -> $float {
                let [a, b, c] = [a, b, c].map(|x| u64::from(x.to_bits()));
                $float::from_bits(float::fma(FORMAT, a, b, c) as _)
            }
            pub(super) fn address(name: &str) -> Option<*const u8> {
                Some(match name {
                    $(concat!("wl_math_", stringify!($un), $suffix) => $un as *const u8,)+
                    $(concat!("wl_math_", stringify!($bin), $suffix) => $bin as *const u8,)+
                    concat!("wl_math_fma", $suffix) => fma as *const u8,
                    _ => return None,
                })
            }
        }
    };
}

/// Defines the same functions for both float types.
macro_rules! math_for_both {
    ($($lists:tt)+) => {
        math!(single, f32, Float::F32, "_f32", $($lists)+);
        math!(double, f64, Float::F64, "_f64", $($lists)+);
    };
}

math_for_both! {
    unary { floor = Floor, ceil = Ceil, trunc = Trunc, roundeven = RoundEven, }
    binary { remf = Rem, }
}

extern "C" fn widen_f16(bits: u32) -> f64 {
    float::widen(Float::F16, bits.into())
}

extern "C" fn widen_bf16(bits: u32) -> f64 {
    float::widen(Float::BF16, bits.into())
}

extern "C" fn narrow_f16(value: f64) -> u32 {
    float::narrow(Float::F16, value) as u32
}

extern "C" fn narrow_bf16(value: f64) -> u32 {
    float::narrow(Float::BF16, value) as u32
}

/// Converts the bits of a float to another format; `formats` has the number of its format, of the wanted one and of the
/// rounding, in a byte each.
extern "C" fn convert(formats: u32, bits: u64) -> u64 {
    let [from, to, rounding, _] = formats.to_le_bytes();
    let format = |number: u8| Float::ALL.get(usize::from(number)).map(|(format, ..)| *format);
    match (format(from), format(to), Rounding::from_number(rounding.into())) {
        (Some(from), Some(to), Some(rounding)) => float::convert(from, to, rounding, bits),
        _ => bits,
    }
}

extern "C" fn fma_f16(a: u32, b: u32, c: u32) -> u32 {
    float::fma(Float::F16, a.into(), b.into(), c.into()) as u32
}

extern "C" fn fma_bf16(a: u32, b: u32, c: u32) -> u32 {
    float::fma(Float::BF16, a.into(), b.into(), c.into()) as u32
}

/// A copy between two strided views in 8-byte slots, as compiled code stores it; sizes and strides follow.
#[repr(C)]
struct CopyHeader {
    dst: *mut u8,
    src: *const u8,
    element_bytes: u64,
    rank: u64,
}

/// Copies between views. `slots` contains a [`CopyHeader`], then `rank` sizes, `rank` strides of the target
/// and `rank` strides of the source, in elements.
///
/// # Safety
/// The slots have this layout, and both views are in live memory.
unsafe extern "C" fn copy_strided(slots: *const u64) {
    // SAFETY: the caller guarantees the slots.
    let (header, extents) = unsafe {
        let header = &*slots.cast::<CopyHeader>();
        (header, std::slice::from_raw_parts(slots.add(4), header.rank as usize * 3))
    };
    let rank = header.rank as usize;
    let (sizes, strides) = extents.split_at(rank);
    let (dst_strides, src_strides) = strides.split_at(rank);
    let bytes = header.element_bytes as usize;
    let mut index = vec![0u64; rank];
    if sizes.contains(&0) {
        return;
    }
    loop {
        let offset = |strides: &[u64]| {
            let elements = index.iter().zip(strides).map(|(i, stride)| i.wrapping_mul(*stride));
            elements.fold(0u64, u64::wrapping_add) as isize * bytes as isize
        };
        // SAFETY: the index is within both views.
        unsafe {
            std::ptr::copy(
                header.src.offset(offset(src_strides)),
                header.dst.offset(offset(dst_strides)),
                bytes,
            );
        }
        if !advance(&mut index, sizes) {
            return;
        }
    }
}

/// Advances to the next index in row-major order; returns `false` after the last.
fn advance(index: &mut [u64], sizes: &[u64]) -> bool {
    for (at, size) in index.iter_mut().zip(sizes).rev() {
        *at += 1;
        if *at < *size {
            return true;
        }
        *at = 0;
    }
    false
}

/// Returns the address of a function of this file by its symbol.
pub(crate) fn address(name: &str) -> Option<*const u8> {
    Some(match name {
        "wl_math_widen_f16" => widen_f16 as *const u8,
        "wl_math_widen_bf16" => widen_bf16 as *const u8,
        "wl_math_narrow_f16" => narrow_f16 as *const u8,
        "wl_math_narrow_bf16" => narrow_bf16 as *const u8,
        "wl_math_convert" => convert as *const u8,
        "wl_math_fma_f16" => fma_f16 as *const u8,
        "wl_math_fma_bf16" => fma_bf16 as *const u8,
        "wl_host_copy" => copy_strided as *const u8,
        _ => {
            let math = single::address(name).or_else(|| double::address(name));
            let loops = math.or_else(|| multiply_adds::address(name)).or_else(|| wide::address(name));
            return loops.or_else(|| functions::address(name));
        }
    })
}
