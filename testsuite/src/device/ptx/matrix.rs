//! Matrix multiplications of a whole warp (`mma`), and loads of their fragments (`ldmatrix`).
//!
//! `group` is `lane / 4`, and `place` is the index `lane % 4` of the lane in its group. In the first factor,
//! register `r` with `e` elements per register holds row `group + 8 * (r & 1)` from column `place * e + (r >>
//! 1) * 4 * e` on. In the second, it holds column `group` from row `place * e + r * 4 * e` on.

use super::decode::{Decoded, Decoder, Refusal};
use super::fragment::{self, Fragment};
use super::int::signed;
use super::machine::{Location, Machine, ThreadPos, Use, WARP};
use super::memory::Fault;
use super::program::{Code, Src};
use super::soft::{Format, Round};
use super::text::{Arg, Kind, Space, Ty, mask};

/// A matrix instruction of a warp.
#[derive(Clone, Debug)]
pub(super) enum Matrix {
    /// Loads matrices of 8 rows of 16 bytes: the registers, the row address of each lane, the state space,
    /// and whether the matrices are transposed.
    Load(Vec<Option<u32>>, (Src, i64), Space, bool),
    /// Multiplies and accumulates.
    Product(Product),
    /// Loads or stores a fragment in an opaque layout.
    Fragment(Fragment),
}

/// `d = a * b + c` with `a` of size `m x k` and `b` of size `k x n`.
#[derive(Clone, Debug)]
pub(super) struct Product {
    pub(super) m: usize,
    pub(super) n: usize,
    pub(super) k: usize,
    /// The types of the result, the factors and the accumulator.
    pub(super) types: [Ty; 4],
    pub(super) results: Vec<Option<u32>>,
    pub(super) a: Vec<Src>,
    pub(super) b: Vec<Src>,
    pub(super) c: Vec<Src>,
    /// Whether the fragments have the layout of `wmma`.
    pub(super) is_opaque: bool,
    /// Whether integer results saturate.
    pub(super) saturates: bool,
}

/// Decodes a matrix instruction.
pub(super) fn decode(cx: &mut Decoder<'_>) -> Decoded<Code> {
    if cx.opcode() == "wmma" {
        return fragment::decode(cx);
    }
    cx.takes("sync");
    cx.takes("aligned");
    if cx.opcode() == "ldmatrix" { load(cx) } else { product(cx) }
}

fn load(cx: &mut Decoder<'_>) -> Decoded<Code> {
    let turns = cx.takes("trans");
    let n = cx.pick(&[("x1", 1), ("x2", 2), ("x4", 4)]);
    let space = cx.space().unwrap_or(Space::Generic);
    let ty = cx.ty()?;
    let (true, Some(n), 16) = (cx.takes("m8n8"), n, ty.bits) else { return Err(Refusal::NotModelled) };
    cx.expect_args(2)?;
    let word = Ty::one(Kind::Bits, 32);
    let results = list(cx.arg(0)?, n)?.iter().map(|arg| cx.dst_of(arg, word)).collect::<Decoded<_>>()?;
    Ok(Code::Matrix(Matrix::Load(results, cx.address(1)?, space, turns)))
}

/// Returns the elements of a vector operand, of which there must be `n`.
pub(super) fn list(arg: &Arg, n: usize) -> Decoded<&[Arg]> {
    match arg {
        Arg::Vector(elements) if elements.len() == n => Ok(elements),
        single if n == 1 => Ok(std::slice::from_ref(single)),
        other => Err(format!("expected {n} registers, but found {other:?}").into()),
    }
}

fn product(cx: &mut Decoder<'_>) -> Decoded<Code> {
    let shape = cx.pick(&[
        ("m8n8k4", (8, 8, 4)),
        ("m16n8k4", (16, 8, 4)),
        ("m16n8k8", (16, 8, 8)),
        ("m16n8k16", (16, 8, 16)),
        ("m16n8k32", (16, 8, 32)),
    ]);
    let is_usual = cx.takes("row") && cx.takes("col");
    let saturates = cx.takes("satfinite");
    let types = [cx.ty()?, cx.ty()?, cx.ty()?, cx.ty()?];
    let (Some((m, n, k)), true) = (shape, is_usual) else { return Err(Refusal::NotModelled) };
    // Multiplications of 8 x 8 x 4 in 16 bits belong to an old chip and have another layout.
    if m == 8 && types[0].bits != 64 {
        return Err(Refusal::NotModelled);
    }
    cx.expect_args(4)?;
    let size = |ty: Ty| Ty::one(Kind::Bits, ty.bits.max(32));
    let count = |ty: Ty, elements: usize| elements * ty.bits as usize / (WARP * ty.bits.max(32) as usize);
    let sources = |index: usize, ty: Ty, elements: usize| -> Decoded<Vec<Src>> {
        let list = list(cx.arg(index)?, count(ty, elements))?;
        list.iter().map(|arg| cx.src_of(arg, size(ty))).collect()
    };
    let results = list(cx.arg(0)?, count(types[0], m * n))?;
    let product = Product {
        m,
        n,
        k,
        types,
        results: results.iter().map(|arg| cx.dst_of(arg, size(types[0]))).collect::<Decoded<_>>()?,
        a: sources(1, types[1], m * k)?,
        b: sources(2, types[2], k * n)?,
        c: sources(3, types[3], m * n)?,
        is_opaque: false,
        saturates,
    };
    Ok(Code::Matrix(Matrix::Product(product)))
}

impl Matrix {
    /// Whether hardware accumulates in another order.
    pub(super) fn is_approximate(&self) -> bool {
        matches!(self, Self::Product(product) if product.types[0].format().is_some())
    }

    /// Executes the instruction for the warp that begins with thread `first`.
    pub(super) fn run(&self, machine: &mut Machine<'_>, block: usize, first: usize) -> Result<(), Fault> {
        match self {
            Self::Load(results, address, space, turns) => {
                load_rows(machine, (block, first), results, (*address, *space), *turns)
            }
            Self::Product(product) => {
                product.run(machine, block, first);
                Ok(())
            }
            Self::Fragment(fragment) => fragment.run(machine, block, first),
        }
    }
}

fn load_rows(
    machine: &mut Machine<'_>,
    (block, first): (usize, usize),
    results: &[Option<u32>],
    ((base, offset), space): ((Src, i64), Space),
    turns: bool,
) -> Result<(), Fault> {
    let at = |lane: usize| ThreadPos { block, thread: first + lane };
    let mut rows: Vec<Location> = Vec::new();
    for lane in 0..8 * results.len() {
        let row = machine.address(at(lane), base, offset, space)?;
        machine.check(at(lane), row, 16, Use::plain(false))?;
        rows.push(row);
    }
    for lane in 0..WARP {
        for (index, result) in results.iter().enumerate() {
            let mut word = (0, 0);
            for half in 0..2 {
                let (row, column) = (lane / 4, 2 * (lane % 4) + half);
                let (row, column) = if turns { (column, row) } else { (row, column) };
                let from = rows[8 * index + row].plus(2 * column as u64);
                let (value, undefined) = machine.read(at(lane), from, 2);
                word = (word.0 | (value << (16 * half)), word.1 | (undefined << (16 * half)));
            }
            if let Some(register) = result {
                machine.set(at(lane), *register, word.0, word.1);
            }
        }
    }
    Ok(())
}

/// An element and a mask of its undefined bits.
type Element = (u64, u64);
/// A matrix in row-major order.
type Grid = Vec<Element>;

impl Product {
    fn run(&self, machine: &mut Machine<'_>, block: usize, first: usize) {
        let [to, ta, tb, tc] = self.types;
        let (m, n, k) = (self.m, self.n, self.k);
        let gather = |sources: &[Src], ty: Ty, size: usize, place: &dyn Fn(usize, usize, usize) -> usize| {
            let mut grid: Grid = vec![(0, u64::MAX); size];
            for lane in 0..WARP {
                for (register, src) in sources.iter().enumerate() {
                    let (value, undefined) = machine.get(ThreadPos { block, thread: first + lane }, *src);
                    for element in 0..per_register(ty) {
                        let shift = element as u32 * ty.bits;
                        let cut = |bits: u64| (bits >> shift) & ty.mask();
                        grid[place(lane, register, element)] = (cut(value), cut(undefined));
                    }
                }
            }
            grid
        };
        let a = gather(&self.a, ta, m * k, &|lane, register, element| self.place_a(lane, register, element));
        let b = gather(&self.b, tb, k * n, &|lane, register, element| self.place_b(lane, register, element));
        let c =
            gather(&self.c, tc, m * n, &|lane, register, element| self.place_c(tc, lane, register, element));
        let mut d: Grid = Vec::with_capacity(m * n);
        for row in 0..m {
            for column in 0..n {
                let terms: Vec<_> = (0..k).map(|inner| (a[row * k + inner], b[inner * n + column])).collect();
                d.push(self.sum(&terms, c[row * n + column]));
            }
        }
        self.scatter(machine, (block, first), to, &d);
    }

    fn scatter(&self, machine: &mut Machine<'_>, (block, first): (usize, usize), to: Ty, d: &Grid) {
        for lane in 0..WARP {
            for (register, result) in self.results.iter().enumerate() {
                let mut word = (0, 0);
                for element in 0..per_register(to) {
                    let (value, undefined) = d[self.place_c(to, lane, register, element)];
                    let shift = element as u32 * to.bits;
                    word = (word.0 | (value << shift), word.1 | ((undefined & to.mask()) << shift));
                }
                if let Some(result) = result {
                    machine.set(ThreadPos { block, thread: first + lane }, *result, word.0, word.1);
                }
            }
        }
    }

    fn place_a(&self, lane: usize, register: usize, element: usize) -> usize {
        let per = per_register(self.types[1]);
        if self.is_opaque {
            return (lane * self.a.len() * per + register * per + element) % (self.m * self.k);
        }
        let row = lane / 4 + 8 * (register & 1);
        let column = (lane % 4) * per + element + (register >> 1) * 4 * per;
        // With a single group of rows, no second register for rows is needed.
        if self.m == 8 { (lane / 4) * self.k + column } else { row * self.k + column }
    }

    fn place_b(&self, lane: usize, register: usize, element: usize) -> usize {
        let per = per_register(self.types[2]);
        if self.is_opaque {
            return (lane * self.b.len() * per + register * per + element) % (self.k * self.n);
        }
        let row = (lane % 4) * per + element + register * 4 * per;
        row * self.n + lane / 4
    }

    fn place_c(&self, ty: Ty, lane: usize, register: usize, element: usize) -> usize {
        let per = per_register(ty);
        let index = register * per + element;
        if self.is_opaque {
            return lane * (self.m * self.n / WARP) + index;
        }
        (lane / 4 + 8 * (index >> 1)) * self.n + 2 * (lane % 4) + (index & 1)
    }

    /// Returns the sum of the products and `c`.
    fn sum(&self, terms: &[(Element, Element)], c: Element) -> Element {
        let [to, ta, tb, tc] = self.types;
        let is_undefined = c.1 != 0 || terms.iter().any(|(a, b)| a.1 != 0 || b.1 != 0);
        let undefined = if is_undefined { u64::MAX } else { 0 };
        if let (Some(result), Some(fa), Some(fb), Some(fc)) =
            (to.format(), ta.format(), tb.format(), tc.format())
        {
            let sum = terms
                .iter()
                .fold(number(fc, c.0), |sum, (a, b)| number(fa, a.0).mul_add(number(fb, b.0), sum));
            return (result.encode(Format::F64.decode(sum.to_bits()), Round::Nearest, false), undefined);
        }
        let wide = |value: u64, ty: Ty| {
            if ty.kind == Kind::Signed { signed(value, ty.bits) } else { (value & ty.mask()) as i64 }
        };
        let products = terms.iter().map(|(a, b)| wide(a.0, ta) * wide(b.0, tb));
        let sum = products.sum::<i64>() + signed(c.0, 32);
        let sum = if self.saturates { sum.clamp(i32::MIN.into(), i32::MAX.into()) } else { sum };
        (sum as u64 & mask(32), undefined)
    }
}

/// Returns the number of elements of a type in one register.
pub(super) fn per_register(ty: Ty) -> usize {
    (ty.bits.max(32) / ty.bits) as usize
}

fn number(format: Format, bits: u64) -> f64 {
    f64::from_bits(Format::F64.encode(format.decode(bits), Round::Nearest, false))
}
