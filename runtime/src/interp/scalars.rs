//! Executes steps on scalars and rows of them: operations, loop bounds, affine expressions.

use super::code::{AffineExpr, Cell, LoopRange, Number, Reg, Row};
use super::fault::Result;
use super::machine::{cell, no_value, set};
use super::poison::{Poison, PoisonCause, PoisonFlags};
use std::rc::Rc;
use warpline_ir::scalar::{self, ScalarOp, Undefined};
use warpline_ir::{BinaryOp, Expr, IntegerSet, Op};

/// Returns the bits of a scalar, which must not be poison.
#[inline]
pub(super) fn bits(regs: &[Cell], reg: Reg) -> Result<u64> {
    match &regs[reg as usize] {
        Cell::Bits(bits) => Ok(*bits),
        Cell::Poison(poison) => Err(poison.fault()),
        Cell::Empty | Cell::Row(_) | Cell::View(_) | Cell::Function(_) | Cell::Object(_) => Err(no_value()),
    }
}

/// Returns the values of index registers.
pub(super) fn indices(regs: &[Cell], which: &[Reg]) -> Result<Vec<i64>> {
    which.iter().map(|reg| bits(regs, *reg).map(u64::cast_signed)).collect()
}

/// Returns the value of a number.
pub(super) fn number(number: &Number, regs: &[Cell]) -> Result<i64> {
    match number {
        Number::Static(value) => Ok(*value),
        Number::Dynamic(reg) => bits(regs, *reg).map(u64::cast_signed),
    }
}

/// Returns the values of numbers.
pub(super) fn numbers(all: &[Number], regs: &[Cell]) -> Result<Vec<i64>> {
    all.iter().map(|value| number(value, regs)).collect()
}

/// Returns a value of type `index`.
pub(super) fn index_cell(value: i64) -> Cell {
    Cell::Bits(value.cast_unsigned())
}

/// The operation that is executed.
#[derive(Clone, Copy)]
pub(super) struct Maker {
    /// The operation.
    pub(super) op: Op,
    /// Whether poison ends the run where it is made, used or not.
    pub(super) stops_at_poison: bool,
}

impl Maker {
    /// Returns a result; poison if there is none.
    #[cold]
    fn without_result(self, reason: Undefined) -> Result<Lane> {
        match PoisonCause::of(reason) {
            Some(cause) => self.poison(cause),
            None => Err(reason.into()),
        }
    }

    /// Returns the number of an affine expression; poison if it overflowed.
    fn without_overflow(self, number: Option<i64>) -> Result<Index> {
        match number {
            Some(number) => Ok(Ok(number)),
            None => Ok(self.poison(PoisonCause::Affine)?.map(u64::cast_signed)),
        }
    }

    /// Makes poison.
    #[cold]
    fn poison(self, cause: PoisonCause) -> Result<Lane> {
        let poison = Poison { op: self.op, cause };
        if self.stops_at_poison { Err(poison.at_once()) } else { Ok(Err(poison)) }
    }
}

/// Applies an operation to scalars, or element by element to rows.
#[inline]
pub(super) fn apply<const N: usize>(
    op: ScalarOp,
    regs: &mut [Cell],
    args: [Reg; N],
    dst: Reg,
    maker: Maker,
) -> Result<()> {
    let mut operands = [0; N];
    for (operand, reg) in operands.iter_mut().zip(args) {
        let Cell::Bits(bits) = regs[reg as usize] else {
            let value = elementwise(op, &gather(regs, &args)?, |operands| match op.apply(operands) {
                Ok(result) => Ok(Ok(result)),
                Err(reason) => maker.without_result(reason),
            })?;
            set(regs, dst, value);
            return Ok(());
        };
        *operand = bits;
    }
    let value = match op.apply(&operands) {
        Ok(result) => Cell::Bits(result),
        Err(reason) => Cell::of_lane(maker.without_result(reason)?),
    };
    set(regs, dst, value);
    Ok(())
}

/// Applies an operation with flags on its operands or its result.
pub(super) fn apply_with_flags(
    op: ScalarOp,
    flags: PoisonFlags,
    regs: &mut [Cell],
    args: &[Reg],
    dst: Reg,
    maker: Maker,
) -> Result<()> {
    let value = elementwise(op, &gather(regs, args)?, |operands| match op.apply(operands) {
        Ok(result) => flags.cause(op, operands, result).map_or(Ok(Ok(result)), |cause| maker.poison(cause)),
        Err(reason) => maker.without_result(reason),
    })?;
    set(regs, dst, value);
    Ok(())
}

/// Applies an operation on integers of up to 128 bits.
pub(super) fn apply_wide(
    op: ScalarOp,
    flags: PoisonFlags,
    regs: &mut [Cell],
    args: &[(Reg, u32)],
    (to, dst): (u32, Reg),
    maker: Maker,
) -> Result<()> {
    let mut operands = Vec::with_capacity(args.len());
    for (reg, width) in args {
        match cell(regs, *reg)?.wide(*width)? {
            Ok(bits) => operands.push(bits),
            Err(poison) => {
                set(regs, dst, Cell::Poison(poison));
                return Ok(());
            }
        }
    }
    let value = match op.apply_wide(&operands) {
        Ok(result) => match flags.cause_wide(op, &operands, result) {
            Some(cause) => Cell::of_lane(maker.poison(cause)?),
            None if to <= 64 => Cell::Bits(result as u64),
            None => Cell::of_wide(result),
        },
        Err(reason) => Cell::of_lane(maker.without_result(reason)?),
    };
    set(regs, dst, value);
    Ok(())
}

fn gather(regs: &[Cell], args: &[Reg]) -> Result<Vec<Cell>> {
    args.iter().map(|reg| cell(regs, *reg).cloned()).collect()
}

/// A lane: a value, or poison.
pub(super) type Lane = std::result::Result<u64, Poison>;

/// Applies an operation to scalars and rows; a lane with a poison operand is poison.
pub(super) fn elementwise(
    op: ScalarOp,
    args: &[Cell],
    mut on_lane: impl FnMut(&[u64]) -> Result<Lane>,
) -> Result<Cell> {
    if let (ScalarOp::Select, [Cell::Bits(condition), on_true, on_false]) = (op, args) {
        return Ok(if condition & 1 == 1 { on_true.clone() } else { on_false.clone() });
    }
    let n_lanes = args.iter().filter_map(Cell::n_lanes).max();
    let mut on_number = |index| -> Result<Lane> {
        let mut operands = [0; 3];
        for (operand, arg) in operands.iter_mut().zip(args) {
            match (op, arg.lane(index)?) {
                (_, Ok(bits)) => *operand = bits,
                // Only the selected operand of a selection matters.
                (ScalarOp::Select, Err(_)) => {}
                (_, Err(poison)) => return Ok(Err(poison)),
            }
        }
        if let (ScalarOp::Select, [condition, on_true, on_false]) = (op, args) {
            let Ok(condition) = condition.lane(index)? else { return condition.lane(index) };
            return if condition & 1 == 1 { on_true.lane(index) } else { on_false.lane(index) };
        }
        on_lane(&operands[..args.len().min(3)])
    };
    match n_lanes {
        None => Ok(on_number(0)?.map_or_else(Cell::Poison, Cell::Bits)),
        Some(n) => Ok(Cell::Row(Rc::new((0..n).map(on_number).collect::<Result<Row>>()?))),
    }
}

impl Cell {
    /// Returns the number of elements of a row; `None` for anything else.
    pub(super) fn n_lanes(&self) -> Option<usize> {
        match self {
            Self::Row(row) => Some(row.bits.len()),
            Self::Empty
            | Self::Bits(_)
            | Self::View(_)
            | Self::Function(_)
            | Self::Object(_)
            | Self::Poison(_) => None,
        }
    }

    /// Returns one element; a scalar has one, which is used for all lanes.
    pub(super) fn lane(&self, index: usize) -> Result<Lane> {
        match self {
            Self::Bits(bits) => Ok(Ok(*bits)),
            Self::Poison(poison) => Ok(Err(*poison)),
            Self::Row(row) if index < row.bits.len() => Ok(row.get(index)),
            Self::Row(_) | Self::Empty | Self::View(_) | Self::Function(_) | Self::Object(_) => {
                Err(no_value())
            }
        }
    }

    /// Fails if a part of the value is poison.
    pub(super) fn check(&self) -> Result<()> {
        match self {
            Self::Poison(poison) => Err(poison.fault()),
            Self::Row(row) => row.known().map(|_| ()),
            Self::Empty | Self::Bits(_) | Self::View(_) | Self::Function(_) | Self::Object(_) => Ok(()),
        }
    }

    /// Returns an integer of up to 128 bits as its two halves.
    pub(super) fn of_wide(bits: u128) -> Self {
        Self::Row(Rc::new(Row::new([bits as u64, (bits >> 64) as u64].into())))
    }

    /// Returns the bits of an integer of this width, or poison.
    fn wide(&self, width: u32) -> Result<std::result::Result<u128, Poison>> {
        let halves = if width <= 64 { [self.lane(0)?, Ok(0)] } else { [self.lane(0)?, self.lane(1)?] };
        Ok(match halves {
            [Ok(low), Ok(high)] => {
                Ok(scalar::wide::zero_extend(u128::from(high) << 64 | u128::from(low), width))
            }
            [Err(poison), _] | [_, Err(poison)] => Err(poison),
        })
    }

    /// Returns the scalar of a lane.
    pub(super) fn of_lane(lane: Lane) -> Self {
        lane.map_or_else(Self::Poison, Self::Bits)
    }
}

/// Checks that a step is positive.
pub(super) fn check_step(step: u64, range: LoopRange) -> Result<()> {
    let is_positive = if range.is_signed { 0 < scalar::signed(step, range.width) } else { step != 0 };
    if is_positive {
        return Ok(());
    }
    Err(format!("expected a positive step, but found {}", scalar::signed(step, range.width)).into())
}

/// Whether an induction variable has reached its bound.
#[inline]
pub(super) fn is_at_end(iv: u64, upper: u64, range: LoopRange) -> bool {
    if range.is_signed {
        scalar::signed(upper, range.width) <= scalar::signed(iv, range.width)
    } else {
        upper <= iv
    }
}

/// Returns the next value of an induction variable; `None` if it overflows.
#[inline]
pub(super) fn advance(iv: u64, step: u64, LoopRange { width, is_signed }: LoopRange) -> Option<u64> {
    if !is_signed {
        let next = iv.checked_add(step)?;
        return (scalar::zero_extend(next, width) == next).then_some(next);
    }
    let next = scalar::signed(iv, width).checked_add(scalar::signed(step, width))?;
    let bits = scalar::zero_extend(next.cast_unsigned(), width);
    (scalar::signed(bits, width) == next).then_some(bits)
}

/// A number, or poison.
type Index = std::result::Result<i64, Poison>;

/// Returns an index, or poison.
fn index(regs: &[Cell], reg: Reg) -> Result<Index> {
    Ok(cell(regs, reg)?.lane(0)?.map(u64::cast_signed))
}

/// Returns the value of an affine expression; poison if a part is, or if it overflows.
pub(super) fn affine(expr: &AffineExpr, regs: &[Cell], maker: Maker) -> Result<Cell> {
    Ok(affine_index(expr, regs, maker)?.map_or_else(Cell::Poison, index_cell))
}

fn affine_index(expr: &AffineExpr, regs: &[Cell], maker: Maker) -> Result<Index> {
    match expr {
        AffineExpr::Linear(terms, constant) => {
            let mut sum = Some(*constant);
            for (reg, factor) in terms {
                match index(regs, *reg)? {
                    Ok(term) => {
                        let term = term.checked_mul(*factor);
                        sum = sum.zip(term).and_then(|(sum, term)| sum.checked_add(term));
                    }
                    Err(poison) => return Ok(Err(poison)),
                }
            }
            maker.without_overflow(sum)
        }
        AffineExpr::Tree(expr, dims, symbols) => {
            let all = |which: &[Reg]| which.iter().map(|reg| index(regs, *reg)).collect::<Result<Vec<_>>>();
            evaluate(expr, &all(dims)?, &all(symbols)?, maker)
        }
    }
}

fn evaluate(expr: &Expr, dims: &[Index], symbols: &[Index], maker: Maker) -> Result<Index> {
    let (op, a, b) = match expr {
        Expr::Dim(number) => return Ok(dims[*number as usize]),
        Expr::Symbol(number) => return Ok(symbols[*number as usize]),
        Expr::Constant(number) => return Ok(Ok(*number)),
        Expr::Binary(op, a, b) => (op, a, b),
    };
    let (a, b) = (evaluate(a, dims, symbols, maker)?, evaluate(b, dims, symbols, maker)?);
    match (op, a, b) {
        (BinaryOp::FloorDiv | BinaryOp::CeilDiv | BinaryOp::Mod, _, Ok(..=0)) => {
            Err("the affine expression overflows or has a divisor that is not positive".into())
        }
        (_, Ok(a), Ok(b)) => maker.without_overflow(op.apply(a, b)),
        (_, Err(poison), _) | (_, _, Err(poison)) => Ok(Err(poison)),
    }
}

/// Returns the maximum or minimum of affine expressions; poison if one of them is.
pub(super) fn extreme(exprs: &[AffineExpr], is_max: bool, regs: &[Cell], maker: Maker) -> Result<Cell> {
    let values = exprs.iter().map(|expr| affine_index(expr, regs, maker)).collect::<Result<Vec<_>>>()?;
    let values = match values.into_iter().collect::<std::result::Result<Vec<_>, _>>() {
        Ok(values) => values,
        Err(poison) => return Ok(Cell::Poison(poison)),
    };
    let found = if is_max { values.iter().max() } else { values.iter().min() };
    found.copied().map(index_cell).ok_or_else(|| "the map has no result".into())
}

/// Whether values satisfy an integer set.
pub(super) fn is_inside(set: &IntegerSet, operands: &[Reg], regs: &[Cell]) -> Result<bool> {
    let inside = set.contains(&indices(regs, operands)?);
    inside.ok_or_else(|| "the affine set overflows or has a divisor that is not positive".into())
}

/// Splits a linear index into indices for a mixed-radix basis. The first index has no bound if the basis has
/// one number less.
pub(super) fn delinearize(value: Reg, basis: &[Number], results: &[Reg], regs: &mut [Cell]) -> Result<()> {
    let mut rest = match index(regs, value)? {
        Ok(number) => number,
        Err(poison) => {
            for reg in results {
                set(regs, *reg, Cell::Poison(poison));
            }
            return Ok(());
        }
    };
    let basis = numbers(basis, regs)?;
    let n_inner = results.len().saturating_sub(1);
    let inner = &basis[basis.len().saturating_sub(n_inner)..];
    let mut digits = Vec::new();
    for size in inner.iter().rev() {
        if *size <= 0 {
            return Err(format!("expected a basis of positive numbers, but found {size}").into());
        }
        digits.push(rest.rem_euclid(*size));
        rest = rest.div_euclid(*size);
    }
    digits.push(rest);
    for (reg, digit) in results.iter().zip(digits.into_iter().rev()) {
        set(regs, *reg, index_cell(digit));
    }
    Ok(())
}

/// Combines indices into a linear index. The outer bound of the basis, if there is one, is used only if the
/// indices are declared to be disjoint.
pub(super) fn linearize(
    digits: &[Reg],
    basis: &[Number],
    is_disjoint: bool,
    regs: &[Cell],
    maker: Maker,
) -> Result<Cell> {
    let digits = digits.iter().map(|reg| index(regs, *reg)).collect::<Result<Vec<_>>>()?;
    let digits = match digits.into_iter().collect::<std::result::Result<Vec<_>, _>>() {
        Ok(digits) => digits,
        Err(poison) => return Ok(Cell::Poison(poison)),
    };
    let basis = numbers(basis, regs)?;
    if is_disjoint {
        check_disjoint(&digits, &basis)?;
    }
    let n_inner = digits.len().saturating_sub(1);
    let inner = &basis[basis.len().saturating_sub(n_inner)..];
    let mut value = Some(digits.first().copied().unwrap_or(0));
    for (digit, size) in digits.iter().skip(1).zip(inner) {
        value = value.and_then(|value| value.checked_mul(*size)?.checked_add(*digit));
    }
    Ok(maker.without_overflow(value)?.map_or_else(Cell::Poison, index_cell))
}

/// Checks that each index is in its range; the first one may be negative.
fn check_disjoint(digits: &[i64], basis: &[i64]) -> Result<()> {
    let n_free = digits.len().saturating_sub(basis.len());
    for (index, (digit, size)) in digits.iter().skip(n_free).zip(basis).enumerate() {
        let is_first = index + n_free == 0;
        if *size <= *digit || (*digit < 0 && !is_first) {
            return Err(format!("expected a digit from 0 to {}, but found {digit}", size - 1).into());
        }
    }
    Ok(())
}
