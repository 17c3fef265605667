//! Selects integer arithmetic in 32 and 64 bits.
//!
//! A narrower integer is sign-extended in its word, so bitwise operations and selects need no further work; all other
//! arithmetic on it was promoted before. `i1` is a [`Bit`].

use super::values::{Bit, Comparison, Loc, Words};
use super::{Select, SelectResult, Selector as _, Unsupported};
use crate::code::Class;
use crate::inst::Operand;
use crate::opcode::Opcode;
use warpline_ir::{Arith, OpKind, OpRef, Scf, Value};

/// Selects `arith.addi` and `arith.subi`.
pub(crate) fn add(cx: &mut Select<'_>, op: OpRef<'_>, is_sum: bool) -> SelectResult {
    let (lhs, rhs) = cx.numbers(op)?;
    let result = match (lhs, rhs) {
        (Words::Two(lhs), Words::Two(rhs)) => {
            Words::Two(if is_sum { cx.add64(lhs, rhs) } else { cx.sub64(lhs, rhs) })
        }
        _ => {
            let (lhs, rhs) = (lhs.low(), rhs.low());
            Words::One(if is_sum { cx.add32(lhs, rhs) } else { cx.sub32(lhs, rhs) })
        }
    };
    cx.set_words(op.result(0), result);
    Ok(())
}

/// Selects `arith.muli`.
pub(crate) fn multiply(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let (lhs, rhs) = cx.numbers(op)?;
    let result = match (lhs, rhs) {
        (Words::Two(lhs), Words::Two(rhs)) => Words::Two(cx.mul64(lhs, rhs)),
        _ => Words::One(cx.mul32(lhs.low(), rhs.low())),
    };
    cx.set_words(op.result(0), result);
    Ok(())
}

/// Selects `and`, `or`, `xor`.
pub(crate) fn bitwise(cx: &mut Select<'_>, op: OpRef<'_>, action: Bitwise) -> SelectResult {
    if cx.int_width(op.result(0))? == 1 {
        let (lhs, rhs) = (cx.bit(op.operand(0))?, cx.bit(op.operand(1))?);
        let result = bitwise_bits(cx, action, lhs, rhs);
        cx.set(op.result(0), Loc::Bit(result));
        return Ok(());
    }
    let (lhs, rhs) = (cx.words(op.operand(0))?, cx.words(op.operand(1))?);
    let result = match (lhs, rhs) {
        (Words::Two(lhs), Words::Two(rhs)) => {
            Words::Two([cx.bitwise32(action, lhs[0], rhs[0]), cx.bitwise32(action, lhs[1], rhs[1])])
        }
        _ => Words::One(cx.bitwise32(action, lhs.low(), rhs.low())),
    };
    cx.set_words(op.result(0), result);
    Ok(())
}

fn bitwise_bits(cx: &mut Select<'_>, action: Bitwise, lhs: Bit, rhs: Bit) -> Bit {
    if Select::is_uniform_bit(lhs) && Select::is_uniform_bit(rhs) {
        let (lhs, rhs) = (cx.word_of_bit(lhs, 1), cx.word_of_bit(rhs, 1));
        return match cx.bitwise32(action, lhs, rhs) {
            Operand::Const(bits) => Bit::Const(bits & 1 == 1),
            word => Bit::Scalar(word),
        };
    }
    let (lhs, rhs) = (cx.mask(lhs), cx.mask(rhs));
    let opcode = match action {
        Bitwise::And => cx.lanes.and(),
        Bitwise::Or => cx.lanes.or(),
        Bitwise::Xor => cx.lanes.xor(),
    };
    let result = Operand::from(cx.fresh_mask());
    cx.emit(opcode, &[result, lhs, rhs]);
    Bit::Mask(result)
}

/// A bitwise operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bitwise {
    /// `and`.
    And,
    /// `or`.
    Or,
    /// `xor`.
    Xor,
}

/// The direction of a shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shift {
    /// To the left.
    Left,
    /// To the right, with zeros.
    Logical,
    /// To the right, with the sign.
    Arithmetic,
}

/// Selects a shift.
pub(crate) fn shift(cx: &mut Select<'_>, op: OpRef<'_>, shift: Shift) -> SelectResult {
    let (value, count) = cx.numbers(op)?;
    let result = match value {
        Words::Two(words) => Words::Two(cx.shift64(shift, words, count.low())),
        Words::One(word) => Words::One(cx.shift32(shift, word, count.low())),
    };
    cx.set_words(op.result(0), result);
    Ok(())
}

/// Selects `arith.cmpi`.
pub(crate) fn compare(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let predicate = op.keyword("predicate").ok_or("its predicate is not known")?;
    let (lhs, rhs) = cx.numbers(op)?;
    let comparison = Comparison { predicate, lhs, rhs };
    let is_scalar = cx.are_scalar(lhs.list()) && cx.are_scalar(rhs.list());
    let bit = if is_scalar {
        let bit = Bit::Pending(comparison);
        if is_used_next(op) { bit } else { cx.settled(bit) }
    } else {
        Bit::Mask(cx.compare_vectors(comparison))
    };
    cx.set(op.result(0), Loc::Bit(bit));
    Ok(())
}

/// Whether the only user of a result is the next operation.
fn is_used_next(op: OpRef<'_>) -> bool {
    let uses = op.module.uses(op.result(0));
    matches!(uses[..], [only] if op.module.next_op(op.op) == Some(only.op) && only.index == 0)
        && op.module.next_op(op.op).is_some_and(|next| {
            matches!(
                op.module.kind(next),
                OpKind::Scf(Scf::If | Scf::Condition) | OpKind::Arith(Arith::Select)
            )
        })
}

/// Selects `arith.maxsi` and the like.
pub(crate) fn min_max(cx: &mut Select<'_>, op: OpRef<'_>, kind: Arith) -> SelectResult {
    let (lhs, rhs) = cx.numbers(op)?;
    let (scalar, vector, predicate) = match kind {
        Arith::MaxSI => (Opcode::SMaxI32, Opcode::VMaxI32, "sgt"),
        Arith::MinSI => (Opcode::SMinI32, Opcode::VMinI32, "slt"),
        Arith::MaxUI => (Opcode::SMaxU32, Opcode::VMaxU32, "ugt"),
        _ => (Opcode::SMinU32, Opcode::VMinU32, "ult"),
    };
    let result = match (lhs, rhs) {
        (Words::Two(_), _) => {
            let bit = cx.compared(Comparison { predicate, lhs, rhs });
            cx.choose(bit, lhs, rhs)
        }
        (Words::One(lhs), _) => {
            let rhs = rhs.low();
            let opcode = if cx.are_scalar(&[lhs, rhs]) { scalar } else { vector };
            Words::One(cx.make(opcode, &[lhs, rhs]))
        }
    };
    cx.set_words(op.result(0), result);
    Ok(())
}

/// Selects `math.absi`.
pub(crate) fn abs(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let value = cx.arithmetic(op.operand(0))?;
    let sign = match value {
        Words::One(word) => cx.shift32(Shift::Arithmetic, word, Operand::Const(31)),
        Words::Two([_, high]) => cx.shift32(Shift::Arithmetic, high, Operand::Const(31)),
    };
    let result = match value {
        Words::One(word) => {
            let flipped = cx.bitwise32(Bitwise::Xor, word, sign);
            Words::One(cx.sub32(flipped, sign))
        }
        Words::Two(words) => {
            let flipped = words.map(|word| cx.bitwise32(Bitwise::Xor, word, sign));
            Words::Two(cx.sub64(flipped, [sign, sign]))
        }
    };
    cx.set_words(op.result(0), result);
    Ok(())
}

/// A count of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    /// The bits that are set.
    Ones,
    /// The zeros above the highest bit that is set.
    Leading,
    /// The zeros below the lowest bit that is set.
    Trailing,
}

/// Selects `math.ctpop`, `math.ctlz` and `math.cttz`.
pub(crate) fn count(cx: &mut Select<'_>, op: OpRef<'_>, count: Count) -> SelectResult {
    let value = cx.arithmetic(op.operand(0))?;
    let result = match value {
        Words::One(word) => Words::One(cx.count32(count, word, Operand::Const(32))),
        Words::Two([low, high]) => {
            let total = match count {
                Count::Ones => {
                    let [low, high] = [low, high].map(|word| cx.count32(count, word, Operand::Const(0)));
                    cx.add32(low, high)
                }
                Count::Leading | Count::Trailing => {
                    let (first, second) = if count == Count::Leading { (high, low) } else { (low, high) };
                    let rest = cx.count32(count, second, Operand::Const(32));
                    let rest = cx.add32(rest, Operand::Const(32));
                    cx.count32(count, first, rest)
                }
            };
            Words::Two([total, Operand::Const(0)])
        }
    };
    cx.set_words(op.result(0), result);
    Ok(())
}

impl Select<'_> {
    /// Returns both operands of arithmetic, of 32 or 64 bits.
    fn numbers(&mut self, op: OpRef<'_>) -> Result<(Words, Words), Unsupported> {
        Ok((self.arithmetic(op.operand(0))?, self.arithmetic(op.operand(1))?))
    }

    /// Returns an operand of arithmetic, of 32 or 64 bits.
    pub(crate) fn arithmetic(&mut self, value: Value) -> Result<Words, Unsupported> {
        match self.int_width(value)? {
            32 | 64 => self.words(value),
            _ => Err(Unsupported::not_expanded("promote-integers")),
        }
    }

    /// Emits a sum of words.
    pub(crate) fn add32(&mut self, lhs: Operand, rhs: Operand) -> Operand {
        match (lhs, rhs) {
            (Operand::Const(a), Operand::Const(b)) => {
                Operand::Const(i64::from((a as i32).wrapping_add(b as i32)))
            }
            (Operand::Const(0), other) | (other, Operand::Const(0)) => other,
            _ if self.are_scalar(&[lhs, rhs]) => self.make(Opcode::SAddI32, &[lhs, rhs]),
            _ => self.make(Opcode::VAddNcU32, &[lhs, rhs]),
        }
    }

    /// Emits a difference of words.
    pub(crate) fn sub32(&mut self, lhs: Operand, rhs: Operand) -> Operand {
        match (lhs, rhs) {
            (_, Operand::Const(b)) => self.add32(lhs, Operand::Const(i64::from((b as i32).wrapping_neg()))),
            _ if self.are_scalar(&[lhs, rhs]) => self.make(Opcode::SSubI32, &[lhs, rhs]),
            _ => self.make(Opcode::VSubNcU32, &[lhs, rhs]),
        }
    }

    /// Emits a sum of two words each.
    pub(crate) fn add64(&mut self, lhs: [Operand; 2], rhs: [Operand; 2]) -> [Operand; 2] {
        let zero = [Operand::Const(0); 2];
        if rhs == zero || lhs == zero {
            return if rhs == zero { lhs } else { rhs };
        }
        if let (Some(a), Some(b)) = (Words::Two(lhs).as_constant(), Words::Two(rhs).as_constant()) {
            let sum = Operand::Const(a.wrapping_add(b));
            return [sum.word(0), sum.word(1)];
        }
        self.with_carry(
            lhs,
            rhs,
            [Opcode::SAddU32, Opcode::SAddcU32],
            [Opcode::VAddCoU32, Opcode::VAddCoCiU32],
        )
    }

    /// Emits a difference of two words each.
    pub(crate) fn sub64(&mut self, lhs: [Operand; 2], rhs: [Operand; 2]) -> [Operand; 2] {
        if let Some(number) = Words::Two(rhs).as_constant() {
            let negated = Operand::Const(number.wrapping_neg());
            return self.add64(lhs, [negated.word(0), negated.word(1)]);
        }
        self.with_carry(
            lhs,
            rhs,
            [Opcode::SSubU32, Opcode::SSubbU32],
            [Opcode::VSubCoU32, Opcode::VSubCoCiU32],
        )
    }

    fn with_carry(
        &mut self,
        lhs: [Operand; 2],
        rhs: [Operand; 2],
        scalar: [Opcode; 2],
        vector: [Opcode; 2],
    ) -> [Operand; 2] {
        let is_scalar = self.are_scalar(&lhs) && self.are_scalar(&rhs);
        let class = if is_scalar { Class::S } else { Class::V };
        let result = Operand::from(self.fresh(class, 2));
        if is_scalar {
            self.emit(scalar[0], &[result.word(0), lhs[0], rhs[0]]);
            self.emit(scalar[1], &[result.word(1), lhs[1], rhs[1]]);
        } else {
            let [carry, unused] = [(); 2].map(|()| Operand::from(self.fresh_mask()));
            self.emit(vector[0], &[result.word(0), carry, lhs[0], rhs[0]]);
            self.emit(vector[1], &[result.word(1), unused, lhs[1], rhs[1], carry]);
        }
        [result.word(0), result.word(1)]
    }

    /// Emits the low word of a product.
    pub(crate) fn mul32(&mut self, lhs: Operand, rhs: Operand) -> Operand {
        match (lhs, rhs) {
            (Operand::Const(a), Operand::Const(b)) => {
                Operand::Const(i64::from((a as i32).wrapping_mul(b as i32)))
            }
            (Operand::Const(by), other) | (other, Operand::Const(by)) if (by as u32).is_power_of_two() => {
                self.shift32(Shift::Left, other, Operand::Const(i64::from((by as u32).trailing_zeros())))
            }
            (Operand::Const(0), _) | (_, Operand::Const(0)) => Operand::Const(0),
            _ if self.are_scalar(&[lhs, rhs]) => self.make(Opcode::SMulI32, &[lhs, rhs]),
            _ => self.make(Opcode::VMulLoU32, &[lhs, rhs]),
        }
    }

    /// Emits the low two words of a product.
    pub(crate) fn mul64(&mut self, lhs: [Operand; 2], rhs: [Operand; 2]) -> [Operand; 2] {
        for (value, factor) in [(lhs, rhs), (rhs, lhs)] {
            if let Some(by) = Words::Two(factor).as_constant().filter(|by| (*by as u64).is_power_of_two()) {
                return self.shift64(Shift::Left, value, Operand::Const(i64::from(by.trailing_zeros())));
            }
        }
        let is_scalar = self.are_scalar(&lhs) && self.are_scalar(&rhs);
        let [low, mut high] = if is_scalar {
            [self.mul32(lhs[0], rhs[0]), self.make(Opcode::SMulHiU32, &[lhs[0], rhs[0]])]
        } else {
            let (product, _) = self.make_two(Opcode::VMadU64U32, &[lhs[0], rhs[0], Operand::Const(0)]);
            [product.word(0), product.word(1)]
        };
        for (a, b) in [(lhs[0], rhs[1]), (lhs[1], rhs[0])] {
            let part = self.mul32(a, b);
            high = self.add32(high, part);
        }
        [low, high]
    }

    /// Emits a bitwise operation on words.
    pub(crate) fn bitwise32(&mut self, action: Bitwise, lhs: Operand, rhs: Operand) -> Operand {
        let (scalar, vector) = match action {
            Bitwise::And => (Opcode::SAndB32, Opcode::VAndB32),
            Bitwise::Or => (Opcode::SOrB32, Opcode::VOrB32),
            Bitwise::Xor => (Opcode::SXorB32, Opcode::VXorB32),
        };
        match (action, lhs, rhs) {
            (_, Operand::Const(a), Operand::Const(b)) => Operand::Const(match action {
                Bitwise::And => a & b,
                Bitwise::Or => a | b,
                Bitwise::Xor => a ^ b,
            }),
            (Bitwise::And, Operand::Const(0), _) | (Bitwise::And, _, Operand::Const(0)) => Operand::Const(0),
            (Bitwise::And, Operand::Const(-1), other)
            | (Bitwise::And, other, Operand::Const(-1))
            | (Bitwise::Or | Bitwise::Xor, Operand::Const(0), other)
            | (Bitwise::Or | Bitwise::Xor, other, Operand::Const(0)) => other,
            _ if self.are_scalar(&[lhs, rhs]) => self.make(scalar, &[lhs, rhs]),
            _ => self.make(vector, &[lhs, rhs]),
        }
    }

    /// Emits a shift of a word; the hardware takes the count modulo 32.
    pub(crate) fn shift32(&mut self, shift: Shift, value: Operand, count: Operand) -> Operand {
        let (scalar, vector) = match shift {
            Shift::Left => (Opcode::SLshlB32, Opcode::VLshlrevB32),
            Shift::Logical => (Opcode::SLshrB32, Opcode::VLshrrevB32),
            Shift::Arithmetic => (Opcode::SAshrI32, Opcode::VAshrrevI32),
        };
        match (value, count) {
            (Operand::Const(value), Operand::Const(count)) => {
                let (value, count) = (value as i32, (count & 31) as u32);
                Operand::Const(i64::from(match shift {
                    Shift::Left => value.wrapping_shl(count),
                    Shift::Logical => (value as u32).wrapping_shr(count) as i32,
                    Shift::Arithmetic => value.wrapping_shr(count),
                }))
            }
            (_, Operand::Const(0)) => value,
            _ if self.are_scalar(&[value, count]) => self.make(scalar, &[value, count]),
            _ => self.make(vector, &[count, value]),
        }
    }

    /// Emits a shift of two words; the hardware takes the count modulo 64.
    pub(crate) fn shift64(&mut self, shift: Shift, value: [Operand; 2], count: Operand) -> [Operand; 2] {
        if let Operand::Const(count) = count {
            let count = count & 63;
            let rest = Operand::Const(count - 32);
            match shift {
                _ if count == 0 => return value,
                Shift::Left if 32 <= count => {
                    return [Operand::Const(0), self.shift32(shift, value[0], rest)];
                }
                Shift::Logical if 32 <= count => {
                    return [self.shift32(shift, value[1], rest), Operand::Const(0)];
                }
                Shift::Arithmetic if 32 <= count => {
                    let sign = self.shift32(shift, value[1], Operand::Const(31));
                    return [self.shift32(shift, value[1], rest), sign];
                }
                Shift::Left if value[1] == Operand::Const(0) => {
                    let high = self.shift32(Shift::Logical, value[0], Operand::Const(32 - count));
                    return [self.shift32(shift, value[0], Operand::Const(count)), high];
                }
                Shift::Left | Shift::Logical | Shift::Arithmetic => {}
            }
        }
        let (scalar, vector) = match shift {
            Shift::Left => (Opcode::SLshlB64, Opcode::VLshlrevB64),
            Shift::Logical => (Opcode::SLshrB64, Opcode::VLshrrevB64),
            Shift::Arithmetic => (Opcode::SAshrI64, Opcode::VAshrrevI64),
        };
        let pair = self.pair(value);
        let result = if self.are_scalar(&[pair, count]) {
            self.make(scalar, &[pair, count])
        } else {
            self.make(vector, &[count, pair])
        };
        [result.word(0), result.word(1)]
    }

    /// Emits a count of bits of a word; `none` is the count of zeros if no bit is set.
    fn count32(&mut self, count: Count, word: Operand, none: Operand) -> Operand {
        let is_scalar = self.are_scalar(&[word, none]);
        if count == Count::Ones {
            return if is_scalar {
                self.make(Opcode::SBcnt1I32B32, &[word])
            } else {
                self.make(Opcode::VBcntU32B32, &[word, Operand::Const(0)])
            };
        }
        // The hardware gives -1 if no bit is set, the greatest number without sign.
        let (scalar, vector) = match count {
            Count::Trailing => (Opcode::SCtzI32B32, Opcode::VCtzI32B32),
            Count::Ones | Count::Leading => (Opcode::SClzI32U32, Opcode::VClzI32U32),
        };
        let word = if is_scalar { self.reg(word, Class::S) } else { word };
        let found = self.make(if is_scalar { scalar } else { vector }, &[word]);
        self.make(if is_scalar { Opcode::SMinU32 } else { Opcode::VMinU32 }, &[found, none])
    }

    /// Returns the result of a comparison, scalar if both sides are.
    pub(crate) fn compared(&mut self, comparison: Comparison) -> Bit {
        if self.are_scalar(comparison.lhs.list()) && self.are_scalar(comparison.rhs.list()) {
            Bit::Pending(comparison)
        } else {
            Bit::Mask(self.compare_vectors(comparison))
        }
    }

    /// Emits a comparison of scalars, which sets the condition code; returns the value of the code that means true.
    pub(crate) fn compare_scalars(&mut self, Comparison { predicate, lhs, rhs }: Comparison) -> bool {
        if let (Words::Two(lhs), Words::Two(rhs)) = (lhs, rhs) {
            return self.compare_scalar_pairs(predicate, lhs, rhs);
        }
        let opcode = match predicate {
            "eq" => Opcode::SCmpEqU32,
            "ne" => Opcode::SCmpLgU32,
            "slt" => Opcode::SCmpLtI32,
            "sle" => Opcode::SCmpLeI32,
            "sgt" => Opcode::SCmpGtI32,
            "sge" => Opcode::SCmpGeI32,
            "ult" => Opcode::SCmpLtU32,
            "ule" => Opcode::SCmpLeU32,
            "ugt" => Opcode::SCmpGtU32,
            _ => Opcode::SCmpGeU32,
        };
        let lhs = match (lhs.low(), rhs.low()) {
            (Operand::Const(_), Operand::Const(_)) => self.reg(lhs.low(), Class::S),
            (lhs, _) => lhs,
        };
        self.emit(opcode, &[lhs, rhs.low()]);
        true
    }

    /// Compares pairs: an order is the borrow of a difference, in which signs count as the opposite.
    fn compare_scalar_pairs(
        &mut self,
        predicate: &'static str,
        lhs: [Operand; 2],
        rhs: [Operand; 2],
    ) -> bool {
        if matches!(predicate, "eq" | "ne") {
            let [lhs, rhs] = [lhs, rhs].map(|words| self.pair(words));
            let lhs = if matches!((lhs, rhs), (Operand::Const(_), Operand::Const(_))) {
                self.tuple(&[lhs.word(0), lhs.word(1)], Class::S)
            } else {
                lhs
            };
            self.emit(if predicate == "eq" { Opcode::SCmpEqU64 } else { Opcode::SCmpLgU64 }, &[lhs, rhs]);
            return true;
        }
        // `a > b` is `b < a`, and `a <= b` is not that.
        let (is_swapped, is_negated) = match predicate {
            "slt" | "ult" => (false, false),
            "sge" | "uge" => (false, true),
            "sgt" | "ugt" => (true, false),
            _ => (true, true),
        };
        let (mut lhs, mut rhs) = if is_swapped { (rhs, lhs) } else { (lhs, rhs) };
        if predicate.starts_with('s') {
            let sign = Operand::Const(i64::from(i32::MIN));
            lhs[1] = self.bitwise32(Bitwise::Xor, lhs[1], sign);
            rhs[1] = self.bitwise32(Bitwise::Xor, rhs[1], sign);
        }
        let class = Class::S;
        lhs = lhs.map(|word| self.reg(word, class));
        let unused = [self.fresh(class, 1).into(), self.fresh(class, 1).into()];
        self.emit(Opcode::SSubU32, &[unused[0], lhs[0], rhs[0]]);
        self.emit(Opcode::SSubbU32, &[unused[1], lhs[1], rhs[1]]);
        !is_negated
    }

    /// Emits a comparison whose result differs between lanes.
    pub(crate) fn compare_vectors(&mut self, Comparison { predicate, lhs, rhs }: Comparison) -> Operand {
        let zero = Operand::Const(0);
        let (lhs, rhs, is_wide) = match (lhs, rhs) {
            (Words::Two([low, high]), Words::Two([other, other_high])) => {
                if high == zero && other_high == zero {
                    let unsigned = match predicate {
                        "slt" => "ult",
                        "sle" => "ule",
                        "sgt" => "ugt",
                        "sge" => "uge",
                        same => same,
                    };
                    return self.compare_words(unsigned, low, other, false);
                }
                (self.pair([low, high]), self.pair([other, other_high]), true)
            }
            _ => (lhs.low(), rhs.low(), false),
        };
        self.compare_words(predicate, lhs, rhs, is_wide)
    }

    fn compare_words(&mut self, predicate: &str, lhs: Operand, rhs: Operand, is_wide: bool) -> Operand {
        let [narrow, wide] = match predicate {
            "eq" => [Opcode::VCmpEqU32, Opcode::VCmpEqU64],
            "ne" => [Opcode::VCmpNeU32, Opcode::VCmpNeU64],
            "slt" => [Opcode::VCmpLtI32, Opcode::VCmpLtI64],
            "sle" => [Opcode::VCmpLeI32, Opcode::VCmpLeI64],
            "sgt" => [Opcode::VCmpGtI32, Opcode::VCmpGtI64],
            "sge" => [Opcode::VCmpGeI32, Opcode::VCmpGeI64],
            "ult" => [Opcode::VCmpLtU32, Opcode::VCmpLtU64],
            "ule" => [Opcode::VCmpLeU32, Opcode::VCmpLeU64],
            "ugt" => [Opcode::VCmpGtU32, Opcode::VCmpGtU64],
            _ => [Opcode::VCmpGeU32, Opcode::VCmpGeU64],
        };
        self.make(if is_wide { wide } else { narrow }, &[lhs, rhs])
    }

    /// Emits a select between numbers.
    pub(crate) fn choose(&mut self, bit: Bit, yes: Words, no: Words) -> Words {
        if yes == no {
            return yes;
        }
        if let Bit::Const(holds) = bit {
            return if holds { yes } else { no };
        }
        let n = yes.list().len() as u8;
        let is_scalar =
            Self::is_uniform_bit(bit) && self.are_scalar(yes.list()) && self.are_scalar(no.list());
        if is_scalar {
            let sides = self.sides(bit, yes, no);
            let result = Operand::from(self.fresh(Class::S, n));
            for index in 0..n {
                let [first, second] = sides.map(|side| side.list()[usize::from(index)]);
                self.emit(Opcode::SCselectB32, &[result.word(index), first, second]);
            }
            return Words::of(result, n);
        }
        let mask = self.mask(bit);
        let result = Operand::from(self.fresh(Class::V, n));
        for index in 0..n {
            let [yes, no] = [yes, no].map(|side| side.list()[usize::from(index)]);
            self.emit(Opcode::VCndmaskB32, &[result.word(index), no, yes, mask]);
        }
        Words::of(result, n)
    }
}
