//! Compares software floating point with the arithmetic of the machine that runs the tests.

use super::soft::{Format, Round, Value};

/// Pairs and triples of bit patterns, mostly special values, from a deterministic sequence.
struct Bits(u64);

impl Bits {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let bits = self.0 ^ (self.0 >> 29);
        match bits & 7 {
            // Near the ends of the exponent range, or nearly all zeros or ones.
            0 => bits & 0x800f_ffff_ffff_ffff,
            1 => bits | 0x7fe0_0000_0000_0000,
            2 => bits & 0xfff0_0000_0000_0000,
            3 => (bits & 0x8000_0000_0000_000f) | 0x3ff0_0000_0000_0000,
            _ => bits,
        }
    }
}

/// Compares results in a format; all NaNs are equal.
#[track_caller]
fn check(format: Format, what: &str, operands: [u64; 3], found: Value, expected: u64) {
    let found = format.encode(found, Round::Nearest, false);
    let same = found == expected || (format.is_nan(found) && format.is_nan(expected));
    assert!(same, "{what} of {operands:x?} in {format:?}: expected {expected:x}, but found {found:x}");
}

#[test]
fn values_of_64_bits_are_those_of_the_machine() {
    let mut bits = Bits(7);
    for _ in 0..200_000 {
        let s = [bits.next(), bits.next(), bits.next()];
        let [a, b, c] = s.map(f64::from_bits);
        let [x, y, z] = s.map(|bits| Format::F64.decode(bits));
        let near = Round::Nearest;
        check(Format::F64, "sum", s, x.add(y, near), (a + b).to_bits());
        check(Format::F64, "product", s, x.mul(y), (a * b).to_bits());
        check(Format::F64, "quotient", s, x.div(y), (a / b).to_bits());
        check(Format::F64, "root", s, x.sqrt(), a.sqrt().to_bits());
        check(Format::F64, "fma", s, x.mul(y).add(z, near), a.mul_add(b, c).to_bits());
        check(Format::F32, "narrowing", s, x, u64::from((a as f32).to_bits()));
        assert_eq!(x.compare(y), a.partial_cmp(&b), "order of {s:x?}");
        let int = x.to_int(Round::Zero, i64::MIN.into(), i64::MAX.into());
        assert_eq!(int.unwrap_or(0), i128::from(a as i64), "integer of {s:x?}");
    }
}

#[test]
fn values_of_32_bits_are_those_of_the_machine() {
    let mut bits = Bits(11);
    for _ in 0..200_000 {
        let s = [bits.next() >> 32, bits.next() >> 32, bits.next() >> 32];
        let [a, b, c] = s.map(|bits| f32::from_bits(bits as u32));
        let [x, y, z] = s.map(|bits| Format::F32.decode(bits));
        let near = Round::Nearest;
        check(Format::F32, "sum", s, x.add(y, near), (a + b).to_bits().into());
        check(Format::F32, "product", s, x.mul(y), (a * b).to_bits().into());
        check(Format::F32, "quotient", s, x.div(y), (a / b).to_bits().into());
        check(Format::F32, "root", s, x.sqrt(), a.sqrt().to_bits().into());
        check(Format::F32, "fma", s, x.mul(y).add(z, near), a.mul_add(b, c).to_bits().into());
        check(Format::F64, "widening", s, x, f64::from(a).to_bits());
    }
}

#[test]
fn directed_roundings_enclose_the_exact_value() {
    let mut bits = Bits(13);
    for _ in 0..100_000 {
        let s = [bits.next() >> 32, bits.next() >> 32, 0];
        let [x, y, _] = s.map(|bits| Format::F32.decode(bits));
        // A product of two values of 32 bits is exact in 64 bits.
        let exact = x.mul(y);
        let round = |round: Round| Format::F32.decode(Format::F32.encode(exact, round, false));
        let (down, up, zero) = (round(Round::Down), round(Round::Up), round(Round::Zero));
        if exact == Value::Nan {
            continue;
        }
        assert!(down.compare(exact).is_some_and(std::cmp::Ordering::is_le), "{s:x?} down");
        assert!(up.compare(exact).is_some_and(std::cmp::Ordering::is_ge), "{s:x?} up");
        assert!(zero == down || zero == up, "{s:x?} to zero");
        let near = round(Round::Nearest);
        assert!(near == down || near == up, "{s:x?} to the nearest");
    }
}
