//! Loops of multiply-adds on wide vectors: functions that compiled code calls, as Cranelift has vectors of 128 bits only.
//!
//! A loop adds, in each of its steps, the products of `R` scalars and `C` vectors to `R * C` vectors: the inner loops of
//! matrix products and convolutions. Products and sums are those of the loop, in its order, so results are the same bit for
//! bit; the vectors of the machine only compute more elements at once.

#![expect(clippy::inline_always, reason = "the functions for vectors of a machine must not call any other")]

/// The call of a loop, in 8-byte slots as compiled code stores it. The bytes by which each address of a scalar and of a
/// vector advances follow, then the addresses of the sums by rows, then those of the scalars and vectors of each step.
#[repr(C)]
struct Header {
    /// The number of iterations.
    n: u64,
    /// The number of steps of an iteration.
    n_steps: u64,
    /// The number of elements of a vector, a multiple of 4.
    lanes: u64,
}

/// A function for a grid of sums.
type Function = unsafe extern "C" fn(*const u64);

/// Returns the symbol of the function for a loop with this grid of sums, if there is one.
pub(crate) fn symbol(rows: usize, columns: usize, is_fused: bool) -> Option<String> {
    let suffix = if is_fused { "_fused" } else { "" };
    function(rows, columns, is_fused).map(|_| format!("wl_multiply_adds_{rows}x{columns}{suffix}"))
}

/// Returns the address of a function of this file by its symbol: the one with the widest vectors that the machine has.
pub(crate) fn address(symbol: &str) -> Option<*const u8> {
    let grid = symbol.strip_prefix("wl_multiply_adds_")?;
    let (grid, is_fused) = grid.strip_suffix("_fused").map_or((grid, false), |grid| (grid, true));
    let (rows, columns) = grid.split_once('x')?;
    let function = function(rows.parse().ok()?, columns.parse().ok()?, is_fused)?;
    Some(function as *const u8)
}

/// Selects the instance of a generic function for a grid.
macro_rules! instance {
    ($grid:expr, $pick:ident($is_fused:ident): $($rows:literal x $columns:literal)*) => {
        match $grid {
            $(($rows, $columns) => Some($pick::<$rows, $columns>($is_fused)),)*
            _ => None,
        }
    };
}

fn function(rows: usize, columns: usize, is_fused: bool) -> Option<Function> {
    instance! { (rows, columns), pick(is_fused):
        2 x 1  3 x 1  4 x 1  5 x 1  6 x 1  7 x 1  8 x 1
        1 x 2  2 x 2  3 x 2  4 x 2  1 x 3  2 x 3  1 x 4  2 x 4
        1 x 5  1 x 6  1 x 7  1 x 8
    }
}

fn pick<const R: usize, const C: usize>(is_fused: bool) -> Function {
    #[cfg(target_arch = "x86_64")]
    if let Some(function) = x64::pick::<R, C>(is_fused) {
        return function;
    }
    narrow::<R, C>(is_fused)
}

fn narrow<const R: usize, const C: usize>(is_fused: bool) -> Function {
    if is_fused { in_128_bits::<R, C, true> } else { in_128_bits::<R, C, false> }
}

/// A vector of `f32`.
trait Lanes: Copy {
    /// The number of elements.
    const N: usize;

    /// Returns a vector of zeros.
    ///
    /// # Safety
    /// The machine has such vectors; so for all functions.
    unsafe fn zero() -> Self;

    /// Loads the elements at an address.
    ///
    /// # Safety
    /// So many elements are there.
    unsafe fn load(from: *const f32) -> Self;

    /// Returns a vector of the number at an address.
    ///
    /// # Safety
    /// A number is there.
    unsafe fn splat(from: *const f32) -> Self;

    /// Stores the elements at an address.
    ///
    /// # Safety
    /// So many elements are there.
    unsafe fn store(self, to: *mut f32);

    /// Adds a product, rounded once if `FUSED` and twice otherwise.
    ///
    /// # Safety
    /// See [`Lanes::zero`].
    unsafe fn plus_product<const FUSED: bool>(self, a: Self, b: Self) -> Self;
}

impl Lanes for [f32; 4] {
    const N: usize = 4;

    #[inline(always)]
    unsafe fn zero() -> Self {
        [0.0; 4]
    }

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Self {
        // SAFETY: the caller guarantees the elements.
        unsafe { from.cast::<Self>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn splat(from: *const f32) -> Self {
        // SAFETY: the caller guarantees the number.
        [unsafe { *from }; 4]
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        // SAFETY: the caller guarantees the elements.
        unsafe { to.cast::<Self>().write_unaligned(self) };
    }

    #[inline(always)]
    unsafe fn plus_product<const FUSED: bool>(self, a: Self, b: Self) -> Self {
        std::array::from_fn(|lane| {
            if FUSED { a[lane].mul_add(b[lane], self[lane]) } else { self[lane] + a[lane] * b[lane] }
        })
    }
}

/// Adds the products of the scalars of all rows and the vectors of all columns at these addresses to the sums.
///
/// # Safety
/// The addresses are those of elements, and the machine has vectors of this type.
#[inline(always)]
unsafe fn add_products<V: Lanes, const R: usize, const C: usize, const FUSED: bool>(
    all: &mut [[V; C]; R],
    scalar_at: impl Fn(usize) -> u64,
    vector_at: impl Fn(usize) -> u64,
) {
    // SAFETY: the caller guarantees the addresses.
    unsafe {
        let mut vectors = [V::zero(); C];
        for (column, vector) in vectors.iter_mut().enumerate() {
            *vector = V::load(vector_at(column) as *const f32);
        }
        for (row, sums) in all.iter_mut().enumerate() {
            let scalar = V::splat(scalar_at(row) as *const f32);
            for (sum, vector) in sums.iter_mut().zip(vectors) {
                *sum = sum.plus_product::<FUSED>(scalar, vector);
            }
        }
    }
}

/// Runs a loop on the elements of its vectors from `first` on, with as many at a time as `V` has, and returns the number of
/// the first one that is left.
///
/// # Safety
/// The slots are a [`Header`] and what follows it, whose addresses are those of elements, no sum overlaps a factor, and the
/// machine has vectors of this type.
#[inline(always)]
unsafe fn run<V: Lanes, const R: usize, const C: usize, const FUSED: bool>(
    slots: *const u64,
    mut first: usize,
) -> usize {
    // SAFETY: the caller guarantees the slots and the addresses in them; all elements are within the vectors.
    unsafe {
        let &Header { n, n_steps, lanes } = &*slots.cast::<Header>();
        let advance = slots.add(size_of::<Header>() / 8);
        let sums = advance.add(R + C);
        let addresses = sums.add(R * C);
        // Whether all scalars advance together, and all vectors.
        let is_even = (1..R).all(|row| *advance.add(row) == *advance)
            && (1..C).all(|column| *advance.add(R + column) == *advance.add(R));
        while first + V::N <= lanes as usize {
            let sum_at = |row: usize, column: usize| (*sums.add(row * C + column) as *mut f32).add(first);
            let mut all = [[V::zero(); C]; R];
            for (row, sums) in all.iter_mut().enumerate() {
                for (column, sum) in sums.iter_mut().enumerate() {
                    *sum = V::load(sum_at(row, column));
                }
            }
            let lane = (first * size_of::<f32>()) as u64;
            if n_steps == 1 && is_even {
                // The addresses stay in registers.
                let rows: [u64; R] = std::array::from_fn(|row| *addresses.add(row));
                let columns: [u64; C] =
                    std::array::from_fn(|column| (*addresses.add(R + column)).wrapping_add(lane));
                let (mut down, mut across) = (0u64, 0u64);
                for _ in 0..n {
                    add_products::<V, R, C, FUSED>(
                        &mut all,
                        |row| rows[row].wrapping_add(down),
                        |column| columns[column].wrapping_add(across),
                    );
                    down = down.wrapping_add(*advance);
                    across = across.wrapping_add(*advance.add(R));
                }
            } else {
                let mut rows = [0u64; R];
                let mut columns = [lane; C];
                for _ in 0..n {
                    let mut step = addresses;
                    for _ in 0..n_steps {
                        add_products::<V, R, C, FUSED>(
                            &mut all,
                            |row| (*step.add(row)).wrapping_add(rows[row]),
                            |column| (*step.add(R + column)).wrapping_add(columns[column]),
                        );
                        step = step.add(R + C);
                    }
                    for (row, offset) in rows.iter_mut().enumerate() {
                        *offset = offset.wrapping_add(*advance.add(row));
                    }
                    for (column, offset) in columns.iter_mut().enumerate() {
                        *offset = offset.wrapping_add(*advance.add(R + column));
                    }
                }
            }
            for (row, sums) in all.into_iter().enumerate() {
                for (column, sum) in sums.into_iter().enumerate() {
                    sum.store(sum_at(row, column));
                }
            }
            first += V::N;
        }
        first
    }
}

/// Runs a loop with vectors of 128 bits.
///
/// # Safety
/// As for [`run`].
unsafe extern "C" fn in_128_bits<const R: usize, const C: usize, const FUSED: bool>(slots: *const u64) {
    // SAFETY: the caller guarantees the slots.
    unsafe { run::<[f32; 4], R, C, FUSED>(slots, 0) };
}

#[cfg(target_arch = "x86_64")]
mod x64 {
    use super::{Function, Lanes, run};
    use std::arch::x86_64::{
        __m256, __m512, _mm256_add_ps, _mm256_fmadd_ps, _mm256_loadu_ps, _mm256_mul_ps, _mm256_set1_ps,
        _mm256_setzero_ps, _mm256_storeu_ps, _mm512_add_ps, _mm512_fmadd_ps, _mm512_loadu_ps, _mm512_mul_ps,
        _mm512_set1_ps, _mm512_setzero_ps, _mm512_storeu_ps,
    };

    macro_rules! lanes {
        ($($vector:ident $n:literal $zero:ident $load:ident $set:ident $store:ident $add:ident $mul:ident $fma:ident;)*) => {
            $(impl Lanes for $vector {
                const N: usize = $n;

                #[inline(always)]
                unsafe fn zero() -> Self {
                    // SAFETY: the machine has these vectors.
                    unsafe { $zero() }
                }

                #[inline(always)]
                unsafe fn load(from: *const f32) -> Self {
                    // SAFETY: as above, and the caller guarantees the elements.
                    unsafe { $load(from) }
                }

                #[inline(always)]
                unsafe fn splat(from: *const f32) -> Self {
                    // SAFETY: as above, and the caller guarantees the number.
                    unsafe { $set(*from) }
                }

                #[inline(always)]
                unsafe fn store(self, to: *mut f32) {
                    // SAFETY: as for `load`.
                    unsafe { $store(to, self) }
                }

                #[inline(always)]
                unsafe fn plus_product<const FUSED: bool>(self, a: Self, b: Self) -> Self {
                    // SAFETY: as for `zero`.
                    unsafe { if FUSED { $fma(a, b, self) } else { $add(self, $mul(a, b)) } }
                }
            })*
        };
    }

    lanes! {
        __m256 8 _mm256_setzero_ps _mm256_loadu_ps _mm256_set1_ps _mm256_storeu_ps _mm256_add_ps _mm256_mul_ps
            _mm256_fmadd_ps;
        __m512 16 _mm512_setzero_ps _mm512_loadu_ps _mm512_set1_ps _mm512_storeu_ps _mm512_add_ps _mm512_mul_ps
            _mm512_fmadd_ps;
    }

    /// Runs a loop with vectors of 512 bits, and narrower ones for the elements that are left.
    ///
    /// # Safety
    /// As for [`run`].
    #[target_feature(enable = "avx512f,avx2,fma")]
    unsafe extern "C" fn in_512_bits<const R: usize, const C: usize, const FUSED: bool>(slots: *const u64) {
        // SAFETY: the caller guarantees the slots.
        unsafe {
            let first = run::<__m512, R, C, FUSED>(slots, 0);
            let first = run::<__m256, R, C, FUSED>(slots, first);
            run::<[f32; 4], R, C, FUSED>(slots, first);
        }
    }

    /// Runs a loop with vectors of 256 bits, and narrower ones for the elements that are left.
    ///
    /// # Safety
    /// As for [`run`].
    #[target_feature(enable = "avx2,fma")]
    unsafe extern "C" fn in_256_bits<const R: usize, const C: usize, const FUSED: bool>(slots: *const u64) {
        // SAFETY: as above.
        unsafe {
            let first = run::<__m256, R, C, FUSED>(slots, 0);
            run::<[f32; 4], R, C, FUSED>(slots, first);
        }
    }

    /// Returns the function with the widest vectors that the machine has, if these are wider than 128 bits.
    pub(super) fn pick<const R: usize, const C: usize>(is_fused: bool) -> Option<Function> {
        if !is_x86_feature_detected!("avx2") || !is_x86_feature_detected!("fma") {
            return None;
        }
        Some(match (is_x86_feature_detected!("avx512f"), is_fused) {
            (true, true) => in_512_bits::<R, C, true>,
            (true, false) => in_512_bits::<R, C, false>,
            (false, true) => in_256_bits::<R, C, true>,
            (false, false) => in_256_bits::<R, C, false>,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{function, narrow, symbol};

    /// Numbers that look random, some of them special.
    fn numbers(n: usize, mut seed: u32) -> Vec<f32> {
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            match seed >> 24 {
                0 => f32::INFINITY,
                1 => -0.0,
                2 => f32::MIN_POSITIVE / 8.0,
                _ => (seed >> 8) as f32 / 1e6 - 8.0,
            }
        };
        (0..n).map(|_| next()).collect()
    }

    /// Every width gives the sums of a scalar loop, bit for bit.
    #[test]
    fn widths_agree() {
        let grids = [(2, 1), (7, 1), (8, 1), (1, 2), (3, 2), (4, 2), (2, 4), (1, 8)];
        for ((rows, columns), is_fused) in grids.into_iter().flat_map(|grid| [(grid, true), (grid, false)]) {
            for (lanes, n, n_steps) in [(4, 5, 1), (8, 3, 2), (16, 7, 3), (16, 0, 1)] {
                let scalars = numbers(rows * n_steps * n.max(1), 7);
                let vectors = numbers(columns * n_steps * n.max(1) * lanes, 8);
                let sums = numbers(rows * columns * lanes, 9);
                // A row advances by one scalar, a column by one vector.
                let mut header = vec![n as u64, n_steps as u64, lanes as u64];
                header.extend(std::iter::repeat_n(4, rows));
                header.extend(std::iter::repeat_n(4 * lanes as u64, columns));
                let mut factors = Vec::new();
                let address = |of: &[f32], at: usize| of[at..].as_ptr().expose_provenance() as u64;
                for step in 0..n_steps {
                    factors.extend((0..rows).map(|row| address(&scalars, (step * rows + row) * n.max(1))));
                    let at = |column: usize| (step * columns + column) * n.max(1) * lanes;
                    factors.extend((0..columns).map(|column| address(&vectors, at(column))));
                }
                let mut expected = sums.clone();
                for (iteration, step) in (0..n).flat_map(|it| (0..n_steps).map(move |step| (it, step))) {
                    for (place, sum) in expected.iter_mut().enumerate() {
                        let (row, column, lane) =
                            (place / lanes / columns, place / lanes % columns, place % lanes);
                        let a = scalars[(step * rows + row) * n + iteration];
                        let b = vectors[((step * columns + column) * n + iteration) * lanes + lane];
                        *sum = if is_fused { a.mul_add(b, *sum) } else { *sum + a * b };
                    }
                }
                let wide = function(rows, columns, is_fused).expect("the grid is in the list");
                let narrow = instance! { (rows, columns), narrow(is_fused):
                    2 x 1  7 x 1  8 x 1  1 x 2  3 x 2  4 x 2  2 x 4  1 x 8
                };
                for run in [wide, narrow.expect("the grid is in this list, too")] {
                    let mut found = sums.clone();
                    let sums = found.chunks_mut(lanes).map(|sum| sum.as_mut_ptr().expose_provenance() as u64);
                    let slots = [&header[..], &sums.collect::<Vec<u64>>(), &factors].concat();
                    // SAFETY: the slots have the addresses of so many numbers, and of the sums of the grid.
                    unsafe { run(slots.as_ptr()) };
                    let is_same =
                        |(a, b): (&f32, &f32)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
                    assert!(
                        found.iter().zip(&expected).all(is_same),
                        "{rows}x{columns}, {lanes} lanes, {n} iterations of {n_steps} steps, fused: {is_fused}"
                    );
                }
            }
        }
    }

    #[test]
    fn grids_of_up_to_eight_sums_have_functions() {
        for (rows, columns) in (1..10).flat_map(|rows| (1..10).map(move |columns| (rows, columns))) {
            let is_there = (2..=8).contains(&(rows * columns));
            assert_eq!(symbol(rows, columns, false).is_some(), is_there, "{rows}x{columns}");
        }
    }
}
