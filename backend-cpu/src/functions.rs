//! Mathematical functions of 512 bits of numbers: functions that compiled code calls, as Cranelift has vectors of 128 bits
//! only.
//!
//! The definitions are those of [`warpline_ir::scalar::functions`], compiled for the widest vectors of the machine, so
//! results are those of scalar code and of the interpreter, bit for bit. Numbers come in registers of 128 bits: loads of
//! more than was stored at once would wait for the stores.

use warpline_ir::{Math, Type};

/// The registers of 128 bits that a function takes for each operand.
pub(crate) const REGISTERS: usize = 4;

/// Returns the symbol of a function of vectors with these elements, if the machine has wide vectors, and there is one.
pub(crate) fn symbol(kind: Math, element: Type) -> Option<String> {
    let name = NAMES.iter().find(|(_, known)| *known == kind)?.0;
    let format = match element {
        Type::F32 => "f32",
        Type::F64 => "f64",
        _ => return None,
    };
    wide::address(name, format).map(|_| format!("wl_vector_{name}_{format}"))
}

/// Returns the address of a function of this file by its symbol: the one with the widest vectors that the machine has.
pub(crate) fn address(symbol: &str) -> Option<*const u8> {
    let (name, format) = symbol.strip_prefix("wl_vector_")?.rsplit_once('_')?;
    wide::address(name, format)
}

#[cfg(not(all(target_arch = "x86_64", unix)))]
mod wide {
    /// Returns nothing: functions of vectors are computed in place.
    pub(super) fn address(_name: &str, _format: &str) -> Option<*const u8> {
        None
    }
}

/// Passes the functions to a macro: of one number and of two.
macro_rules! with_functions {
    ($with:ident! $($front:tt)*) => {
        $with! { $($front)*
            {
                exp Exp |on, x| on.exp(x);
                exp2 Exp2 |on, x| on.exp2(x);
                expm1 ExpM1 |on, x| on.expm1(x);
                log Log |on, x| on.log(x);
                log2 Log2 |on, x| on.log2(x);
                log10 Log10 |on, x| on.log10(x);
                log1p Log1p |on, x| on.log1p(x);
                sin Sin |on, x| on.sin_cos(x).0;
                cos Cos |on, x| on.sin_cos(x).1;
                tan Tan |on, x| on.tan(x);
                asin Asin |on, x| on.asin(x);
                acos Acos |on, x| on.acos(x);
                atan Atan |on, x| on.atan(x);
                sinh Sinh |on, x| on.sinh(x);
                cosh Cosh |on, x| on.cosh(x);
                tanh Tanh |on, x| on.tanh(x);
                asinh Asinh |on, x| on.asinh(x);
                acosh Acosh |on, x| on.acosh(x);
                atanh Atanh |on, x| on.atanh(x);
                erf Erf |on, x| on.erf(x);
                erfc Erfc |on, x| on.erfc(x);
                cbrt Cbrt |on, x| on.cbrt(x);
            }
            {
                atan2 Atan2 |on, x, y| on.atan2(x, y);
                powf PowF |on, x, y| on.powf(x, y);
            }
        }
    };
}

macro_rules! names {
    (
        { $($one:ident $one_kind:ident |$($a:ident),*| $one_body:expr;)* }
        { $($two:ident $two_kind:ident |$($b:ident),*| $two_body:expr;)* }
    ) => {
        /// The functions by name.
        const NAMES: &[(&str, Math)] =
            &[$((stringify!($one), Math::$one_kind),)* $((stringify!($two), Math::$two_kind),)*];
    };
}

with_functions!(names!);

#[cfg(all(target_arch = "x86_64", unix))]
mod wide {
    use super::REGISTERS;
    use std::arch::x86_64::{__m128, __m128d};
    use warpline_ir::scalar::functions::{DoubleNear, Functions, SingleNear, evaluate};
    use warpline_ir::{Float, Math};

    /// Defines the functions for vectors of a machine.
    macro_rules! functions {
        (
            $module:ident $features:literal
            { $($one:ident $one_kind:ident |$on:ident, $x:ident| $one_body:expr;)* }
            { $($two:ident $two_kind:ident |$on2:ident, $x2:ident, $y2:ident| $two_body:expr;)* }
        ) => {
            pub(super) mod $module {
                use super::*;

                mod single {
                    use super::*;
                    $(define! { $one $one_kind $features f32 SingleNear F32 __m128:
                        a b c d: [a, b, c, d] [a, b, c, d] |$on, $x, _y| $one_body })*
                    $(define! { $two $two_kind $features f32 SingleNear F32 __m128:
                        a b c d e f g h: [a, b, c, d] [e, f, g, h] |$on2, $x2, $y2| $two_body })*
                }

                mod double {
                    use super::*;
                    $(define! { $one $one_kind $features f64 DoubleNear F64 __m128d:
                        a b c d: [a, b, c, d] [a, b, c, d] |$on, $x, _y| $one_body })*
                    $(define! { $two $two_kind $features f64 DoubleNear F64 __m128d:
                        a b c d e f g h: [a, b, c, d] [e, f, g, h] |$on2, $x2, $y2| $two_body })*
                }

                /// Returns the address of a function by its name and its format.
                pub(in super::super) fn address(name: &str, format: &str) -> Option<*const u8> {
                    Some(match (name, format) {
                        $((stringify!($one), "f32") => single::$one as *const u8,)*
                        $((stringify!($two), "f32") => single::$two as *const u8,)*
                        $((stringify!($one), "f64") => double::$one as *const u8,)*
                        $((stringify!($two), "f64") => double::$two as *const u8,)*
                        _ => return None,
                    })
                }
            }
        };
    }

    /// Defines a function with these registers as parameters, of which the first operand has some, and so has the second: the
    /// same ones for a function of one operand.
    macro_rules! define {
        (
            $name:ident $kind:ident $features:literal $float:ident $near:ident $format:ident $register:ident:
            $($parameter:ident)*: $xs:tt $ys:tt |$on:ident, $x:ident, $y:ident| $body:expr
        ) => {
            #[target_feature(enable = $features)]
            #[expect(improper_ctypes_definitions, reason = "the ABI of Unix passes these in vector registers")]
            pub(super) extern "C" fn $name(
                $($parameter: $register,)*
                results: &mut [$float; REGISTERS * 16 / size_of::<$float>()],
            ) {
                const LANES: usize = REGISTERS * 16 / size_of::<$float>();
                // SAFETY: numbers have the size of the registers, and all bits are numbers.
                let [xs, ys]: [[$float; LANES]; 2] = unsafe { std::mem::transmute([$xs, $ys]) };
                let mut is_far = false;
                for lane in 0..LANES {
                    let mut near = $near::default();
                    let ($x, $y) = (xs[lane], ys[lane]);
                    let mut functions = Functions::new(&mut near);
                    let $on = &mut functions;
                    results[lane] = $body;
                    is_far |= near.is_far;
                }
                if is_far {
                    for lane in 0..LANES {
                        let operands = [xs[lane], ys[lane]].map(|x| u64::from(x.to_bits()));
                        if let Some(bits) = evaluate(Math::$kind, Float::$format, &operands, false) {
                            results[lane] = $float::from_bits(bits as _);
                        }
                    }
                }
            }
        };
    }

    with_functions!(functions! in_512_bits "avx512f,avx512dq,avx512vl,avx2,fma");
    with_functions!(functions! in_256_bits "avx2,fma");

    /// Returns the address of a function by its name and its format; `None` if the machine has vectors of 128 bits only.
    pub(super) fn address(name: &str, format: &str) -> Option<*const u8> {
        if !is_x86_feature_detected!("avx2") || !is_x86_feature_detected!("fma") {
            return None;
        }
        let has_512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        if has_512 { in_512_bits::address(name, format) } else { in_256_bits::address(name, format) }
    }
}

#[cfg(test)]
mod tests {
    use super::NAMES;
    use warpline_ir::OpKind;

    #[test]
    fn functions_are_those_that_the_passes_leave() {
        for kind in OpKind::all() {
            let is_known = NAMES.iter().any(|(_, known)| OpKind::Math(*known) == kind);
            let is_left = matches!(kind, OpKind::Math(kind) if kind.def().is_float_function());
            assert_eq!(is_known, is_left, "{}", kind.name());
        }
    }

    /// Calls each function of `f32` with vectors of 256 bits, which machines with wider ones do not use.
    #[cfg(all(target_arch = "x86_64", unix))]
    #[test]
    fn functions_of_256_bits_are_the_definitions() {
        use std::arch::x86_64::__m128;
        use warpline_ir::Float;
        use warpline_ir::scalar::functions::evaluate;

        const LANES: usize = 16;

        #[expect(improper_ctypes_definitions, reason = "see the functions")]
        type One = unsafe extern "C" fn(__m128, __m128, __m128, __m128, &mut [f32; LANES]);

        if !is_x86_feature_detected!("avx2") || !is_x86_feature_detected!("fma") {
            return;
        }
        for (name, kind) in &NAMES[..NAMES.len() - 2] {
            let address = super::wide::in_256_bits::address(name, "f32").expect("a function of this name");
            // SAFETY: it is the address of such a function.
            let function: One = unsafe { std::mem::transmute(address) };
            for first in (0..u32::MAX).step_by(0x0204_0811) {
                let xs: [f32; LANES] =
                    std::array::from_fn(|lane| f32::from_bits(first.wrapping_add(lane as u32 * 0x0123_4567)));
                // SAFETY: both have the same size.
                let [a, b, c, d]: [__m128; 4] = unsafe { std::mem::transmute(xs) };
                let mut results = [0.0; LANES];
                // SAFETY: the machine has these vectors.
                unsafe { function(a, b, c, d, &mut results) };
                for (x, result) in xs.into_iter().zip(results) {
                    let expected = evaluate(*kind, Float::F32, &[x.to_bits().into()], false).unwrap_or(0);
                    let expected = f32::from_bits(expected as u32);
                    let is_same =
                        expected.to_bits() == result.to_bits() || expected.is_nan() && result.is_nan();
                    assert!(is_same, "{name}({x:e}): expected {expected:e}, found {result:e}");
                }
            }
        }
    }
}
