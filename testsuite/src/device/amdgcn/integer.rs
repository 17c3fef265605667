//! Integer functions on the bits of values; results are cut to the size of the destination.

/// The result of a bit search that finds nothing.
pub(super) const ALL_ONES: u64 = 0xffff_ffff;

/// Returns the bits of a 32-bit integer.
pub(super) fn word(value: i32) -> u64 {
    value.cast_unsigned().into()
}

/// Returns the value of a signed integer of some bits.
pub(super) fn signed<const BITS: u32>(value: u64) -> i64 {
    (value << (64 - BITS)).cast_signed() >> (64 - BITS)
}

/// Splits a sum of words into the word and the carry.
pub(super) fn carried(sum: u64) -> (u64, bool) {
    (sum & ALL_ONES, sum >> 32 != 0)
}

/// Returns `a - b - borrow` and whether it is negative.
pub(super) fn borrowed(a: u64, b: u64, borrow: u64) -> (u64, bool) {
    (a.wrapping_sub(b).wrapping_sub(borrow) & ALL_ONES, a < b + borrow)
}

/// Returns the signed sum of words and whether it overflows.
pub(super) fn added_signed(a: u64, b: u64) -> (u64, bool) {
    let (sum, overflows) = (a as i32).overflowing_add(b as i32);
    (word(sum), overflows)
}

/// Returns the signed difference of words and whether it overflows.
pub(super) fn subtracted_signed(a: u64, b: u64) -> (u64, bool) {
    let (difference, overflows) = (a as i32).overflowing_sub(b as i32);
    (word(difference), overflows)
}

/// Returns a value if SCC is set and another one otherwise.
pub(super) fn select(a: u64, b: u64, scc: bool) -> (u64, bool) {
    (if scc { a } else { b }, scc)
}

/// Returns `b` if the mask is set and `a` otherwise.
pub(super) fn choose(a: u64, b: u64, mask: u64) -> u64 {
    if mask == 0 { a } else { b }
}

/// Whether a signed word is less than another one.
pub(super) fn is_less(a: u64, b: u64) -> bool {
    signed::<32>(a) < signed::<32>(b)
}

/// Returns the lesser word and whether it is the first.
pub(super) fn lesser(a: u64, b: u64, _: bool) -> (u64, bool) {
    (a.min(b), a < b)
}

/// Returns the greater word and whether it is the first.
pub(super) fn greater(a: u64, b: u64, _: bool) -> (u64, bool) {
    (a.max(b), b < a)
}

/// Returns the lesser signed word and whether it is the first.
pub(super) fn lesser_signed(a: u64, b: u64, _: bool) -> (u64, bool) {
    (min::<32>(a, b), is_less(a, b))
}

/// Returns the greater signed word and whether it is the first.
pub(super) fn greater_signed(a: u64, b: u64, _: bool) -> (u64, bool) {
    (max::<32>(a, b), is_less(b, a))
}

/// Returns the distance of signed words.
pub(super) fn distance(a: u64, b: u64) -> u64 {
    signed::<32>(a).abs_diff(signed::<32>(b))
}

/// Returns the low half of a word.
pub(super) fn low16(value: u64) -> u64 {
    value & 0xffff
}

/// Returns the low word.
pub(super) fn low32(value: u64) -> u64 {
    value & ALL_ONES
}

/// Returns the number of ones.
pub(super) fn count_ones(value: u64) -> u64 {
    value.count_ones().into()
}

/// Returns the number of zeros above the first one of 64 bits; all ones for zero.
pub(super) fn leading_zeros64(value: u64) -> u64 {
    if value == 0 { ALL_ONES } else { value.leading_zeros().into() }
}

/// Returns the number of zeros below the last one of 64 bits; all ones for zero.
pub(super) fn trailing_zeros64(value: u64) -> u64 {
    if value == 0 { ALL_ONES } else { value.trailing_zeros().into() }
}

/// Returns a mask of `size` bits from `offset` on, in 64 bits.
pub(super) fn field_mask64(size: u64, offset: u64) -> u64 {
    ((1 << (size & 63)) - 1) << (offset & 63)
}

/// Returns the signed 64-bit product of words.
pub(super) fn product(a: u64, b: u64) -> u64 {
    (signed::<32>(a) * signed::<32>(b)).cast_unsigned()
}

/// Returns the signed product of halves.
pub(super) fn product16(a: u64, b: u64) -> u64 {
    (signed::<16>(a) * signed::<16>(b)).cast_unsigned() & ALL_ONES
}

/// Returns the low 24 bits.
pub(super) fn low24(value: u64) -> u64 {
    value & 0xff_ffff
}

/// Returns the signed product of the low 24 bits.
pub(super) fn product24(a: u64, b: u64) -> u64 {
    (signed::<24>(a) * signed::<24>(b)).cast_unsigned()
}

/// Returns the number of zeros above the first one; all ones for zero.
pub(super) fn leading_zeros(value: u64) -> u64 {
    let value = value as u32;
    if value == 0 { ALL_ONES } else { value.leading_zeros().into() }
}

/// Returns the number of zeros below the last one; all ones for zero.
pub(super) fn trailing_zeros(value: u64) -> u64 {
    let value = value as u32;
    if value == 0 { ALL_ONES } else { value.trailing_zeros().into() }
}

/// Returns the number of bits equal to the sign, the sign included; all ones if all are.
pub(super) fn leading_signs(value: u64) -> u64 {
    let value = value as i32;
    let n = if value < 0 { value.leading_ones() } else { value.leading_zeros() };
    if n == 32 { ALL_ONES } else { n.into() }
}

/// Returns the number of bits equal to the sign of a 64-bit integer.
pub(super) fn leading_signs64(value: u64) -> u64 {
    let n = if value >> 63 == 1 { value.leading_ones() } else { value.leading_zeros() };
    if n == 64 { ALL_ONES } else { n.into() }
}

fn field_of(control: u64, bits: u64) -> (u64, u64) {
    (control & (bits - 1), (control >> 16) & 0x7f)
}

/// Extracts a bit field; the control holds its offset and, from bit 16, its size.
pub(super) fn field_unsigned(value: u64, control: u64, bits: u64) -> u64 {
    let (offset, size) = field_of(control, bits);
    let shifted = value >> offset;
    if 64 <= size { shifted } else { shifted & ((1 << size) - 1) }
}

/// Extracts a signed bit field.
pub(super) fn field_signed(value: u64, control: u64, bits: u64) -> u64 {
    let (offset, size) = field_of(control, bits);
    let size = size.min(bits - offset);
    if size == 0 {
        return 0;
    }
    let up = 64 - size;
    ((value >> offset << up).cast_signed() >> up).cast_unsigned()
}

/// Extracts a signed bit field of a word by offset and size.
pub(super) fn extract_signed(value: u64, offset: u64, size: u64) -> u64 {
    field_signed(value, (offset & 31) | (size & 31) << 16, 32)
}

/// Sets all bits of each group of four that has a bit.
pub(super) fn whole_quads(mask: u64) -> u64 {
    (0..16).map(|quad| 15 << (4 * quad)).filter(|quad| mask & quad != 0).sum()
}

/// Returns a bit for each group of four that has a bit.
pub(super) fn quad_mask(mask: u64) -> u64 {
    (0..16).filter(|quad| mask & 15 << (4 * quad) != 0).map(|quad| 1 << quad).sum()
}

/// Doubles each bit of a word.
pub(super) fn replicate_bits(value: u64) -> u64 {
    (0..32).filter(|bit| (value >> bit) & 1 == 1).map(|bit| 3 << (2 * bit)).sum()
}

/// The lesser of two signed integers.
pub(super) fn min<const BITS: u32>(a: u64, b: u64) -> u64 {
    signed::<BITS>(a).min(signed::<BITS>(b)).cast_unsigned()
}

/// The greater of two signed integers.
pub(super) fn max<const BITS: u32>(a: u64, b: u64) -> u64 {
    signed::<BITS>(a).max(signed::<BITS>(b)).cast_unsigned()
}

/// Shifts a signed integer right.
pub(super) fn shift_signed<const BITS: u32>(value: u64, by: u64) -> u64 {
    (signed::<BITS>(value) >> (by & u64::from(BITS - 1))).cast_unsigned()
}

/// Returns the signed sum, clamped.
pub(super) fn add_clamped<const BITS: u32>(a: u64, b: u64) -> u64 {
    clamped::<BITS>(signed::<BITS>(a) + signed::<BITS>(b))
}

/// Returns the signed difference, clamped.
pub(super) fn sub_clamped<const BITS: u32>(a: u64, b: u64) -> u64 {
    clamped::<BITS>(signed::<BITS>(a) - signed::<BITS>(b))
}

fn clamped<const BITS: u32>(value: i64) -> u64 {
    let most = (1 << (BITS - 1)) - 1;
    value.clamp(-most - 1, most).cast_unsigned()
}

/// Returns the unsigned median.
pub(super) fn median(a: u64, b: u64, c: u64) -> u64 {
    a.min(b).max(a.max(b).min(c))
}

/// Extracts a bit field of a word by offset and size.
pub(super) fn extract(value: u64, offset: u64, size: u64) -> u64 {
    (value >> (offset & 31)) & ((1 << (size & 31)) - 1)
}

/// Returns a mask of `size` bits from `offset` on.
pub(super) fn field_mask(size: u64, offset: u64) -> u64 {
    ((1 << (size & 31)) - 1) << (offset & 31)
}

/// The least of three signed integers.
pub(super) fn min3<const BITS: u32>(a: u64, b: u64, c: u64) -> u64 {
    let [a, b, c] = [a, b, c].map(signed::<BITS>);
    a.min(b).min(c).cast_unsigned()
}

/// The greatest of three signed integers.
pub(super) fn max3<const BITS: u32>(a: u64, b: u64, c: u64) -> u64 {
    let [a, b, c] = [a, b, c].map(signed::<BITS>);
    a.max(b).max(c).cast_unsigned()
}

/// The median of three signed integers.
pub(super) fn med3<const BITS: u32>(a: u64, b: u64, c: u64) -> u64 {
    let [a, b, c] = [a, b, c].map(signed::<BITS>);
    a.min(b).max(a.max(b).min(c)).cast_unsigned()
}

/// `min(max(a, b), c)` of signed integers.
pub(super) fn maxmin<const BITS: u32>(a: u64, b: u64, c: u64) -> u64 {
    let [a, b, c] = [a, b, c].map(signed::<BITS>);
    a.max(b).min(c).cast_unsigned()
}

/// `max(min(a, b), c)` of signed integers.
pub(super) fn minmax<const BITS: u32>(a: u64, b: u64, c: u64) -> u64 {
    let [a, b, c] = [a, b, c].map(signed::<BITS>);
    a.min(b).max(c).cast_unsigned()
}

/// Selects each byte of the result from the bytes of `b` (0 to 3) and `a` (4 to 7), their signs (8 to 11),
/// zero (12) and all ones (13 and above).
pub(super) fn permute_bytes(a: u64, b: u64, selectors: u64) -> u64 {
    let bytes = a << 32 | b;
    let byte = |selector: u64| match selector {
        0..=7 => (bytes >> (8 * selector)) & 0xff,
        8..=11 => 0xff * ((bytes >> (16 * (selector - 8) + 15)) & 1),
        12 => 0,
        _ => 0xff,
    };
    (0..4).map(|index| byte((selectors >> (8 * index)) & 0xff) << (8 * index)).sum()
}

/// Returns the sum of the distances of halves and `c`.
pub(super) fn half_distances(a: u64, b: u64, c: u64) -> u64 {
    (a & 0xffff).abs_diff(b & 0xffff) + (a >> 16).abs_diff(b >> 16) + c
}

/// Returns the sum of the distances of bytes.
pub(super) fn byte_distances(a: u64, b: u64) -> u64 {
    let byte = |value: u64, index: u32| (value >> (8 * index)) & 0xff;
    (0..4).map(|index| byte(a, index).abs_diff(byte(b, index))).sum()
}

/// `a * b + c` of signed integers, and whether it overflows 64 bits.
pub(super) fn signed_multiply_add(a: u64, b: u64, c: u64) -> (u64, bool) {
    let (sum, overflows) = (signed::<32>(a) * signed::<32>(b)).overflowing_add(c.cast_signed());
    (sum.cast_unsigned(), overflows)
}

/// Returns the number of bits of half a mask that belong to lanes below this one.
pub(super) fn count_below(lane: u32, mask: u64, first: u32) -> u64 {
    let n = lane.saturating_sub(first).min(32);
    (mask & ((1 << n) - 1)).count_ones().into()
}
