//! `wmma`: matrix fragments in an opaque layout, which only `wmma` loads, stores and multiplications use.
//!
//! Lane `l` holds the elements from `l * n` on in row-major order, where `n` is the number per lane. Factors
//! of `f16` are held twice.

use super::decode::{Decoded, Decoder, Refusal};
use super::machine::{Machine, ThreadPos, Use, WARP};
use super::matrix::{Matrix, Product, list, per_register};
use super::memory::Fault;
use super::program::{Code, Src};
use super::soft::Format;
use super::text::{Arg, Kind, Space, Ty};

/// The shape of a multiplication: rows, columns, and the reduction dimension.
type Shape = (usize, usize, usize);

/// A load or a store of a fragment.
#[derive(Clone, Debug)]
pub(super) struct Fragment {
    rows: usize,
    columns: usize,
    ty: Ty,
    by_columns: bool,
    space: Space,
    address: (Src, i64),
    stride: Option<Src>,
    /// The destination registers, and the stored operands if this is a store.
    results: Vec<Option<u32>>,
    values: Vec<Src>,
}

/// Decodes a `wmma` instruction.
pub(super) fn decode(cx: &mut Decoder<'_>) -> Decoded<Code> {
    let kind = cx.pick(&[("load", 0), ("store", 1), ("mma", 2)]);
    cx.takes("sync");
    cx.takes("aligned");
    let shape = cx.pick(&[
        ("m16n16k16", (16, 16, 16)),
        ("m8n32k16", (8, 32, 16)),
        ("m32n8k16", (32, 8, 16)),
        ("m16n16k8", (16, 16, 8)),
        ("m8n8k4", (8, 8, 4)),
    ]);
    let Some(shape) = shape else { return Err(Refusal::NotModelled) };
    match kind {
        Some(0) => load(cx, shape),
        Some(1) => store(cx, shape),
        Some(2) => product(cx, shape),
        _ => Err(Refusal::NotModelled),
    }
}

/// Returns the number of registers of a fragment with this many elements.
fn n_registers(ty: Ty, elements: usize, is_factor: bool) -> usize {
    let n = elements / WARP / per_register(ty);
    let is_twice = is_factor && ty.format() == Some(Format::F16);
    if is_twice { 8 } else { n }
}

fn size(ty: Ty) -> Ty {
    Ty::one(Kind::Bits, ty.bits.max(32))
}

fn load(cx: &mut Decoder<'_>, (m, n, k): Shape) -> Decoded<Code> {
    let part = cx.pick(&[("a", 0), ("b", 1), ("c", 2)]);
    let (rows, columns) = match part {
        Some(0) => (m, k),
        Some(1) => (k, n),
        Some(_) => (m, n),
        None => return Err(Refusal::NotModelled),
    };
    let mut fragment = fragment(cx, (rows, columns), 1)?;
    let count = n_registers(fragment.ty, rows * columns, part != Some(2));
    let registers = list(cx.arg(0)?, count)?;
    fragment.results =
        registers.iter().map(|arg| cx.dst_of(arg, size(fragment.ty))).collect::<Decoded<_>>()?;
    Ok(Code::Matrix(Matrix::Fragment(fragment)))
}

fn store(cx: &mut Decoder<'_>, (m, n, _): Shape) -> Decoded<Code> {
    if !cx.takes("d") {
        return Err(Refusal::NotModelled);
    }
    let mut fragment = fragment(cx, (m, n), 0)?;
    let registers = list(cx.arg(1)?, n_registers(fragment.ty, m * n, false))?;
    fragment.values =
        registers.iter().map(|arg| cx.src_of(arg, size(fragment.ty))).collect::<Decoded<_>>()?;
    Ok(Code::Matrix(Matrix::Fragment(fragment)))
}

fn fragment(cx: &mut Decoder<'_>, (rows, columns): (usize, usize), address: usize) -> Decoded<Fragment> {
    let by_columns = cx.pick(&[("row", false), ("col", true)]);
    let by_columns = by_columns.ok_or_else(|| Refusal::from("expected a layout".to_string()))?;
    let space = cx.space().unwrap_or(Space::Generic);
    let ty = cx.ty()?;
    let stride = match cx.args().get(2) {
        Some(arg) => Some(cx.src_of(arg, Ty::one(Kind::Bits, 32))?),
        None => None,
    };
    let address = cx.address(address)?;
    let (results, values) = (Vec::new(), Vec::new());
    Ok(Fragment { rows, columns, ty, by_columns, space, address, stride, results, values })
}

fn product(cx: &mut Decoder<'_>, (m, n, k): Shape) -> Decoded<Code> {
    for _ in 0..2 {
        cx.pick(&[("row", ()), ("col", ())]);
    }
    // Multiplications of f64 have a rounding modifier.
    cx.takes("rn");
    let saturates = cx.takes("satfinite");
    let first = cx.ty()?;
    let second = cx.ty()?;
    let half = Ty::one(Kind::Float(Format::F16), 16);
    let types = match (cx.opt_ty(), cx.opt_ty()) {
        (Some(third), Some(fourth)) => [first, second, third, fourth],
        _ => [first, half, half, second],
    };
    cx.expect_args(4)?;
    let sources = |index: usize, ty: Ty, elements: usize, is_factor: bool| -> Decoded<Vec<Src>> {
        let list: &[Arg] = list(cx.arg(index)?, n_registers(ty, elements, is_factor))?;
        list.iter().map(|arg| cx.src_of(arg, size(ty))).collect()
    };
    let results = list(cx.arg(0)?, n_registers(types[0], m * n, false))?;
    let mut product = Product {
        m,
        n,
        k,
        types,
        results: results.iter().map(|arg| cx.dst_of(arg, size(types[0]))).collect::<Decoded<_>>()?,
        a: sources(1, types[1], m * k, true)?,
        b: sources(2, types[2], k * n, true)?,
        c: sources(3, types[3], m * n, false)?,
        is_opaque: true,
        saturates,
    };
    // Elements that are held twice are read once.
    product.a.truncate(m * k / WARP / per_register(types[1]));
    product.b.truncate(k * n / WARP / per_register(types[2]));
    Ok(Code::Matrix(Matrix::Product(product)))
}

impl Fragment {
    /// Executes the instruction for the warp that begins with thread `first`.
    pub(super) fn run(&self, machine: &mut Machine<'_>, block: usize, first: usize) -> Result<(), Fault> {
        let per_lane = self.rows * self.columns / WARP;
        let per = per_register(self.ty);
        for lane in 0..WARP {
            let at = ThreadPos { block, thread: first + lane };
            let values: Vec<(u64, u64)> = self.values.iter().map(|src| machine.get(at, *src)).collect();
            let mut words = vec![(0u64, 0u64); per_lane / per];
            for slot in 0..per_lane {
                let shift = (slot % per) as u32 * self.ty.bits;
                let place = self.place(machine, at, lane * per_lane + slot)?;
                let size = self.ty.bytes();
                machine.check(at, place, size, Use::plain(!values.is_empty()))?;
                if let Some((value, undefined)) = values.get(slot / per) {
                    let cut = |bits: u64| (bits >> shift) & self.ty.mask();
                    machine.write(at, place, size, cut(*value), cut(*undefined))?;
                } else {
                    let (value, undefined) = machine.read(at, place, size);
                    let word = &mut words[slot / per];
                    *word = (word.0 | (value << shift), word.1 | (undefined << shift));
                }
            }
            for (index, register) in self.results.iter().enumerate() {
                if let Some(register) = register {
                    let word = words[index % words.len()];
                    machine.set(at, *register, word.0, word.1);
                }
            }
        }
        Ok(())
    }

    /// Returns the address of an element, given its row-major index.
    fn place(
        &self,
        machine: &Machine<'_>,
        at: ThreadPos,
        number: usize,
    ) -> Result<super::machine::Location, Fault> {
        let (row, column) = ((number / self.columns) as u64, (number % self.columns) as u64);
        let (outer, inner, packed) =
            if self.by_columns { (column, row, self.rows) } else { (row, column, self.columns) };
        let stride = match self.stride {
            Some(src) => machine.defined(at, src, "the stride of a matrix")?,
            None => packed as u64,
        };
        let start = machine.address(at, self.address.0, self.address.1, self.space)?;
        Ok(start.plus((outer * stride + inner) * self.ty.bytes()))
    }
}
