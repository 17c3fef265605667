//! Matrix multiplications: WMMA of RDNA and MFMA of CDNA.
//!
//! Sums are computed in 64 bits and rounded once, which is more exact than hardware. The layouts say which
//! lane and which element of its registers hold an element of a matrix.

use super::super::memory::Fault;
use super::super::soft::Format;
use super::args::{Operand, VectorArgs};
use super::convert::{of_bf16, to_bf16};
use super::float::{of_f64, to_f64};
use super::inst::{Element, Mfma, Ty, Wmma};
use super::operand::uniform;
use super::packed::refuse_modifiers;
use super::registers::Registers;
use super::vector::{VectorCx, not_modelled};

impl Element {
    /// Returns the number of bits.
    pub(super) fn bits(self) -> u32 {
        match self {
            Self::I4 => 4,
            Self::I8 => 8,
            Self::F16 | Self::Bf16 => 16,
            Self::F32 | Self::I32 => 32,
            Self::F64 => 64,
        }
    }

    /// Whether it is an integer.
    pub(super) fn is_int(self) -> bool {
        matches!(self, Self::I4 | Self::I8 | Self::I32)
    }

    /// Returns the number that bits of this type stand for.
    fn decode(self, bits: u64, is_signed: bool) -> f64 {
        match self {
            Self::I4 | Self::I8 | Self::I32 => {
                let up = 64 - self.bits();
                if is_signed { ((bits << up).cast_signed() >> up) as f64 } else { bits as f64 }
            }
            Self::F16 => to_f64(Format::F16, bits),
            Self::Bf16 => of_bf16(bits),
            Self::F32 => to_f64(Format::F32, bits),
            Self::F64 => f64::from_bits(bits),
        }
    }

    fn encode(self, value: f64) -> u64 {
        match self {
            Self::I4 | Self::I8 | Self::I32 => u64::from(value as i64 as u32),
            Self::F16 => of_f64(Format::F16, value),
            Self::Bf16 => to_bf16(value),
            Self::F32 => of_f64(Format::F32, value),
            Self::F64 => value.to_bits(),
        }
    }
}

/// The place of an element: a lane and the number of the element in its registers.
type Place = (usize, usize);

/// A matrix in registers.
struct Fragment<'a> {
    registers: &'a Registers,
    operand: Operand,
    element: Element,
    /// The bits between the starts of two elements.
    stride: u32,
    /// The first bit of the first element.
    first: u32,
    is_signed: bool,
}

impl Fragment<'_> {
    /// Returns an element; `None` if it is undefined.
    fn get(&self, (lane, index): Place) -> Result<Option<f64>, Fault> {
        let bit = self.first + self.stride * index as u32;
        let bits = self.element.bits();
        let (value, undefined) = match self.operand {
            Operand::Vgpr(register) => {
                let register = register + (bit / 32) as u16;
                let (low, low_undefined) = self.registers.lane(register, lane);
                let (high, high_undefined) =
                    if bits == 64 { self.registers.lane(register + 1, lane) } else { (0, 0) };
                let join = |low: u32, high: u32| (u64::from(high) << 32 | u64::from(low)) >> (bit % 32);
                (join(low, high), join(low_undefined, high_undefined))
            }
            other => uniform(self.registers, other, self.constant_type())?,
        };
        let mask = u64::MAX >> (64 - bits);
        Ok((undefined & mask == 0).then(|| self.element.decode(value & mask, self.is_signed)))
    }

    fn constant_type(&self) -> Ty {
        match self.element {
            Element::F16 => Ty::F16,
            Element::F64 => Ty::F64,
            Element::Bf16 | Element::F32 | Element::I8 | Element::I4 | Element::I32 => Ty::B32,
        }
    }

    fn check(&self, n_elements: u32) -> Result<(), Fault> {
        match self.operand {
            Operand::Vgpr(register) => {
                self.registers.check_vgprs(register, (n_elements * self.stride).div_ceil(32) as u16)
            }
            _ => Ok(()),
        }
    }
}

/// A product of matrices: sizes and layouts.
struct Product<'a> {
    sources: [Fragment<'a>; 3],
    m: usize,
    n: usize,
    k: usize,
    /// The places of an element of each source, by row or column and by index of the sum.
    inputs: &'a dyn Fn(usize, usize, usize) -> Place,
    /// The place of an element of the sum, by block, row and column.
    output: &'a dyn Fn(usize, usize, usize) -> Place,
    blocks: usize,
    negates: [bool; 3],
    takes_abs: bool,
}

/// An element of a result: its place and its bits; `None` if it is undefined.
type ResultElement = (Place, Option<u64>);

impl Product<'_> {
    fn compute(&self) -> Result<Vec<ResultElement>, Fault> {
        let [a, b, c] = &self.sources;
        let mut results = Vec::with_capacity(self.blocks * self.m * self.n);
        for block in 0..self.blocks {
            let rows = self.read(a, block, self.m, self.negates[0])?;
            let columns = self.read(b, block, self.n, self.negates[1])?;
            for row in 0..self.m {
                for column in 0..self.n {
                    let place = (self.output)(block, row, column);
                    let mut sum = c.get(place)?.map(|value| self.addend(value));
                    for index in 0..self.k {
                        let factors = (rows[row * self.k + index], columns[column * self.k + index]);
                        sum = match (sum, factors) {
                            (Some(sum), (Some(a), Some(b))) => Some(sum + a * b),
                            _ => None,
                        };
                    }
                    results.push((place, sum.map(|sum| c.element.encode(sum))));
                }
            }
        }
        Ok(results)
    }

    fn addend(&self, value: f64) -> f64 {
        let value = if self.takes_abs { value.abs() } else { value };
        if self.negates[2] { -value } else { value }
    }

    fn read(
        &self,
        from: &Fragment<'_>,
        block: usize,
        n: usize,
        negates: bool,
    ) -> Result<Vec<Option<f64>>, Fault> {
        let mut values = Vec::with_capacity(n * self.k);
        for line in 0..n {
            for index in 0..self.k {
                let value = from.get((self.inputs)(block, line, index))?;
                values.push(if negates { value.map(|value| -value) } else { value });
            }
        }
        Ok(values)
    }
}

/// Multiplies matrices of 16 by 16 by `k`.
///
/// On GFX11 lane `l` holds row `l % 16` of A and column `l % 16` of B, all of it, in both halves of the wave;
/// register `v` of the result holds row `2 * v + l / 16`. On GFX12 a half of the wave holds a half of each
/// row, and register `v` holds row `8 * (l / 16) + v`. With 64 lanes four groups take the place of two.
pub(super) fn wmma(
    registers: &mut Registers,
    cx: VectorCx,
    wmma: Wmma,
    args: &VectorArgs,
) -> Result<(), Fault> {
    if registers.exec != registers.all_lanes() {
        return Err("a matrix operation needs all lanes".to_string().into());
    }
    let is_int = wmma.output.is_int();
    if !is_int {
        refuse_modifiers(args)?;
    } else if args.clamp {
        return Err(not_modelled("clamp of a matrix operation"));
    }
    let n_groups = registers.n_lanes as usize / 16;
    let is_split = cx.chip.is_gfx12();
    let k = usize::from(wmma.k);
    let per_lane = if is_split { k / n_groups } else { k };
    let inputs =
        move |_: usize, line: usize, index: usize| (line + 16 * (index / per_lane), index % per_lane);
    let rows = 16 / n_groups;
    let output = move |_: usize, row: usize, column: usize| {
        let (group, element) =
            if is_split { (row / rows, row % rows) } else { (row % n_groups, row / n_groups) };
        (column + 16 * group, element)
    };
    let is_wide = wmma.output.bits() == 16 && !is_split;
    let stride = if is_wide { 32 } else { wmma.output.bits() };
    let first = if is_wide && args.op_sel & 4 != 0 { 16 } else { 0 };
    let input = |index: usize| Fragment {
        registers,
        operand: args.src[index],
        element: wmma.input,
        stride: wmma.input.bits(),
        first: 0,
        is_signed: is_int && (args.neg >> index) & 1 == 1,
    };
    let addend =
        Fragment { registers, operand: args.src[2], element: wmma.output, stride, first, is_signed: true };
    input(0).check(per_lane as u32)?;
    input(1).check(per_lane as u32)?;
    addend.check(rows as u32)?;
    registers.check_vgprs(args.dst, (rows as u32 * stride).div_ceil(32) as u16)?;
    let negates = [0, 1, 2].map(|index| !is_int && (args.neg >> index) & 1 == 1);
    let takes_abs = !is_int && args.abs & 4 != 0;
    let sources = [input(0), input(1), addend];
    let product =
        Product { sources, m: 16, n: 16, k, inputs: &inputs, output: &output, blocks: 1, negates, takes_abs };
    let results = product.compute()?;
    write(registers, args.dst, stride, first, wmma.output, &results);
    Ok(())
}

/// Multiplies matrices of `m` by `m` by `k` in `blocks` blocks.
///
/// The lanes are split into groups of `m`. A group holds a block, or if there are fewer blocks than groups, a
/// part of the sum: element `i` of a lane of group `g` is index `i + per_lane * g`. The result has four
/// consecutive rows in four registers of a lane; the groups then take turns.
pub(super) fn mfma(registers: &mut Registers, mfma: Mfma, args: &VectorArgs) -> Result<(), Fault> {
    if args.matrix[..2] != [0, 0] || args.matrix[2] != 0 && mfma.input != Element::F64 {
        return Err(not_modelled("broadcasts of a matrix operation"));
    }
    let (m, k, blocks) = (usize::from(mfma.m), usize::from(mfma.k), usize::from(mfma.blocks));
    let groups = 64 / m;
    let parts = groups / blocks;
    let per_lane = (k / parts).max(1);
    let inputs = move |block: usize, line: usize, index: usize| {
        (line + m * (block * parts + index / per_lane), index % per_lane)
    };
    // A run of rows that one lane holds, and the runs side by side in the wave.
    let run = if mfma.output == Element::F64 { 1 } else { 4 };
    let side = 64 / m;
    let per_block = m * m / 64;
    let output = move |block: usize, row: usize, column: usize| {
        if m == 4 {
            return (column + m * block, row % run + run * (row / run));
        }
        let (run_number, at) = (row / run, row % run);
        (column + m * (run_number % side), block * per_block + run_number / side * run + at)
    };
    let is_small_f64 = m == 4 && mfma.output == Element::F64;
    let small_output = move |block: usize, row: usize, column: usize| (column + 4 * block + 16 * row, 0);
    let fragment = |index: usize, element: Element| Fragment {
        registers,
        operand: args.src[index],
        element,
        stride: element.bits(),
        first: 0,
        is_signed: true,
    };
    let small_input = move |block: usize, line: usize, index: usize| (line + 4 * block + 16 * index, 0);
    let n_results = if is_small_f64 { 1 } else { (blocks * m * m / 64) as u32 };
    fragment(0, mfma.input).check(per_lane as u32)?;
    fragment(1, mfma.input).check(per_lane as u32)?;
    fragment(2, mfma.output).check(n_results)?;
    registers.check_vgprs(args.dst, (n_results * mfma.output.bits() / 32) as u16)?;
    let negates = if mfma.input == Element::F64 {
        [0, 1, 2].map(|index| (args.matrix[2] >> index) & 1 == 1)
    } else {
        [false; 3]
    };
    let product = Product {
        sources: [fragment(0, mfma.input), fragment(1, mfma.input), fragment(2, mfma.output)],
        m,
        n: m,
        k,
        inputs: if is_small_f64 { &small_input } else { &inputs },
        output: if is_small_f64 { &small_output } else { &output },
        blocks,
        negates,
        takes_abs: false,
    };
    let results = product.compute()?;
    write(registers, args.dst, mfma.output.bits(), 0, mfma.output, &results);
    Ok(())
}

fn write(
    registers: &mut Registers,
    dst: u16,
    stride: u32,
    first: u32,
    element: Element,
    results: &[ResultElement],
) {
    for ((lane, index), value) in results {
        let bit = first + stride * *index as u32;
        let register = dst + (bit / 32) as u16;
        let (bits, undefined) = value.map_or((0, u64::MAX), |bits| (bits, 0));
        if element.bits() == 64 {
            registers.set_lane(register, *lane, bits as u32, undefined as u32);
            registers.set_lane(register + 1, *lane, (bits >> 32) as u32, (undefined >> 32) as u32);
            continue;
        }
        let mask = (u32::MAX >> (32 - element.bits())) << (bit % 32);
        registers.merge_lane(register, *lane, mask, (bits as u32) << (bit % 32), (undefined as u32) & mask);
    }
}
