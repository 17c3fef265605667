//! Arguments of calls: scalars, and views of arrays of the host.

use std::fmt::Write as _;
use std::sync::Arc;

use warpline_ir::Float;
use warpline_runtime::exec::{DeviceMemory, Lent, Plain};

use crate::values::Element as ElementType;

/// The maximum rank of a view.
///
/// ```
/// assert_eq!(warpline::MAX_RANK, 8);
/// ```
pub const MAX_RANK: usize = 8;

/// A type of elements of arrays, and of scalars: integers of 8 to 64 bits, `f32` and `f64`. A signed integer and an unsigned
/// one of one width fit the same parameters; `i64`, `u64`, `isize` and `usize` fit `index`, and `u8` fits `i1`.
///
/// ```
/// fn zeros<T: warpline::Element>(n: usize) -> Vec<T> {
///     vec![T::default(); n]
/// }
/// let x = zeros::<f32>(3);
/// let argument: warpline::Argument<'_> = warpline::view(&x, [3]).into();
/// ```
pub trait Element: Plain + Default {
    /// Its width in bits and whether it is a float.
    #[doc(hidden)]
    const KIND: Kind;

    /// Returns the bits of a number.
    #[doc(hidden)]
    fn bits(self) -> u64;

    /// Returns the number with these bits.
    #[doc(hidden)]
    fn of_bits(bits: u64) -> Self;
}

/// The width of an element type of Rust in bits, and whether it is a float.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    pub width: u32,
    pub is_float: bool,
}

impl Kind {
    /// Whether values of a program have this form.
    pub(super) fn fits(self, element: ElementType) -> bool {
        match element {
            ElementType::Int(1) => self == Self { width: 8, is_float: false },
            ElementType::Int(width) => self == Self { width, is_float: false },
            ElementType::Index => self == Self { width: 64, is_float: false },
            ElementType::Float(Float::F32) => self == Self { width: 32, is_float: true },
            ElementType::Float(Float::F64) => self == Self { width: 64, is_float: true },
            // Rust has no such numbers: their bits are passed.
            ElementType::Float(float) => self == Self { width: float.width(), is_float: false },
            ElementType::Complex(_) => false,
        }
    }

    pub(super) fn text(self) -> String {
        format!("{}{}", if self.is_float { 'f' } else { 'i' }, self.width)
    }
}

macro_rules! elements {
    ($($ty:ident $is_float:literal $to:expr, $from:expr;)*) => { $(
        impl Element for $ty {
            const KIND: Kind = Kind { width: $ty::BITS_OF, is_float: $is_float };

            fn bits(self) -> u64 {
                let to: fn($ty) -> u64 = $to;
                to(self)
            }

            fn of_bits(bits: u64) -> Self {
                let from: fn(u64) -> $ty = $from;
                from(bits)
            }
        }

        impl From<$ty> for Argument<'_> {
            fn from(value: $ty) -> Self {
                Argument(Form::Scalar { kind: $ty::KIND, bits: Element::bits(value) })
            }
        }
    )* };
}

/// Widths in bits, also of floats.
trait Width {
    const BITS_OF: u32;
}

impl<T> Width for T {
    const BITS_OF: u32 = size_of::<T>() as u32 * 8;
}

elements! {
    i8 false |x| u64::from(x.cast_unsigned()), |bits| bits as i8;
    u8 false u64::from, |bits| bits as u8;
    i16 false |x| u64::from(x.cast_unsigned()), |bits| bits as i16;
    u16 false u64::from, |bits| bits as u16;
    i32 false |x| u64::from(x.cast_unsigned()), |bits| bits as i32;
    u32 false u64::from, |bits| bits as u32;
    i64 false i64::cast_unsigned, u64::cast_signed;
    u64 false |x| x, |bits| bits;
    isize false |x| x.cast_unsigned() as u64, |bits| bits as isize;
    usize false |x| x as u64, |bits| bits as usize;
    f32 true |x| u64::from(x.to_bits()), |bits| f32::from_bits(bits as u32);
    f64 true f64::to_bits, f64::from_bits;
}

impl From<bool> for Argument<'_> {
    fn from(value: bool) -> Self {
        Argument(Form::Scalar { kind: u8::KIND, bits: value.into() })
    }
}

/// An argument of a call: made from a scalar, a [`View`], a [`ViewMut`] or a reference to a
/// [`DeviceArray`](super::DeviceArray), by [`args!`](crate::args).
///
/// ```
/// use warpline::{Argument, view};
/// let x = [1.0f32; 4];
/// let arguments: Vec<Argument<'_>> = vec![view(&x, [2, 2]).into(), true.into(), 7usize.into()];
/// ```
#[derive(Debug)]
pub struct Argument<'a>(pub(super) Form<'a>);

#[derive(Debug)]
pub(super) enum Form<'a> {
    Scalar { kind: Kind, bits: u64 },
    View(Shaped<'a>),
    Device { memory: Arc<DeviceMemory>, layout: Layout },
}

/// Memory of the host with a layout.
#[derive(Debug)]
pub(super) struct Shaped<'a> {
    pub(super) lent: Lent<'a>,
    pub(super) layout: Layout,
    /// What is wrong with the layout.
    pub(super) problem: Option<String>,
}

/// Where the elements of an array are.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout {
    pub(super) kind: Kind,
    rank: usize,
    /// Sizes, and distances of neighbours in elements, by dimension; those from `rank` on mean nothing.
    sizes: [i64; MAX_RANK],
    strides: [i64; MAX_RANK],
}

impl<'a> Shaped<'a> {
    fn new<const N: usize>(lent: Lent<'a>, kind: Kind, sizes: [usize; N]) -> Self {
        let mut shaped = Self { lent, layout: Layout::row_major(kind, sizes), problem: None };
        shaped.check();
        shaped
    }

    fn set_strides<const N: usize>(&mut self, strides: [usize; N]) {
        let rank = self.layout.rank;
        if N != rank {
            self.problem = Some(format!("{N} strides of a view with {rank} dimensions"));
            return;
        }
        for (own, stride) in self.layout.strides.iter_mut().zip(strides) {
            *own = i64::try_from(stride).unwrap_or(i64::MAX);
        }
        self.check();
    }

    /// Finds out whether all elements are in the memory, and of a mutable view, whether each is there once.
    fn check(&mut self) {
        let layout = &self.layout;
        if layout.sizes().contains(&i64::MAX) {
            self.problem = Some(format!("{}, whose sizes are too large", layout.view_text()));
            return;
        }
        let n = self.lent.n_bytes() / u64::from(layout.kind.width / 8);
        let is_inside = layout.last().is_some_and(|last| last < n);
        self.problem = if layout.is_empty() {
            None
        } else if !is_inside {
            Some(format!("{} with more elements than the {n} of its slice", layout.view_text()))
        } else if self.lent.is_mutable() && !layout.is_contiguous() && layout.may_repeat() {
            Some(format!("{}, which may have an element twice, to be written", layout.view_text()))
        } else {
            None
        };
    }
}

impl Layout {
    /// Returns the layout with these sizes, row after row.
    pub(super) fn row_major<const N: usize>(kind: Kind, sizes: [usize; N]) -> Self {
        const { assert!(N <= MAX_RANK, "arrays have at most 8 dimensions") };
        let mut layout = Self { kind, rank: N, sizes: [0; MAX_RANK], strides: [0; MAX_RANK] };
        let mut stride = Some(1i64);
        for dimension in (0..N).rev() {
            let size = i64::try_from(sizes[dimension]).ok();
            layout.sizes[dimension] = size.unwrap_or(i64::MAX);
            layout.strides[dimension] = stride.unwrap_or(i64::MAX);
            stride = stride.zip(size).and_then(|(stride, size)| stride.checked_mul(size.max(1)));
        }
        layout
    }

    /// Returns the size of each dimension.
    pub(super) fn sizes(&self) -> &[i64] {
        &self.sizes[..self.rank]
    }

    /// Returns the distance of neighbours along each dimension, in elements.
    pub(super) fn strides(&self) -> &[i64] {
        &self.strides[..self.rank]
    }

    /// Whether it has no elements.
    pub(super) fn is_empty(&self) -> bool {
        self.sizes().contains(&0)
    }

    /// Returns the bytes of a row-major array.
    pub(super) fn n_bytes(&self) -> u64 {
        let n = self.sizes().iter().fold(1u64, |n, size| n.saturating_mul(size.cast_unsigned()));
        n.saturating_mul(u64::from(self.kind.width / 8))
    }

    /// Returns the place of the last element; `None` if it is beyond every memory.
    fn last(&self) -> Option<u64> {
        let mut dimensions = self.sizes().iter().zip(self.strides());
        let last = dimensions
            .try_fold(0i64, |last, (size, stride)| last.checked_add((size - 1).max(0).checked_mul(*stride)?));
        last.map(i64::cast_unsigned)
    }

    /// Whether two elements may be at one place.
    fn may_repeat(&self) -> bool {
        let dimensions = self.sizes().iter().zip(self.strides());
        let mut order: Vec<(i64, i64)> =
            dimensions.filter(|(size, _)| 1 < **size).map(|(size, stride)| (*stride, *size)).collect();
        order.sort_unstable();
        let mut reach = 0i64;
        order.iter().any(|(stride, size)| {
            let overlaps = *stride <= reach;
            reach = reach.saturating_add((size - 1).saturating_mul(*stride));
            overlaps
        })
    }

    /// Returns the strides, with those of dimensions with one element as if neighbours were there: the whole group of
    /// dimensions around them is then as contiguous as it is.
    pub(super) fn normal_strides(&self) -> [i64; MAX_RANK] {
        let mut strides = self.strides;
        for dimension in (0..self.rank).rev().filter(|dimension| self.sizes[*dimension] == 1) {
            let outer = (0..dimension).rev().find(|outer| self.sizes[*outer] != 1);
            let next = dimension + 1;
            strides[dimension] = match outer {
                Some(outer) => self.strides[outer],
                None if next < self.rank => strides[next].saturating_mul(self.sizes[next].max(1)),
                None => 1,
            };
        }
        strides
    }

    /// Whether the elements are one after the other, the last dimension first.
    pub(super) fn is_contiguous(&self) -> bool {
        let mut expected = 1i64;
        (0..self.rank).rev().all(|dimension| {
            let size = self.sizes[dimension];
            let fits = size <= 1 || self.strides[dimension] == expected;
            expected = expected.saturating_mul(size.max(1));
            fits
        })
    }

    /// Returns `4x8xf32`, with its strides unless it is contiguous.
    pub(super) fn text(&self) -> String {
        if self.is_contiguous() { self.type_text() } else { self.text_with_strides() }
    }

    /// Returns `a view of 4x8xf32`, with its strides unless it is contiguous.
    pub(super) fn view_text(&self) -> String {
        format!("a view of {}", self.text())
    }

    /// Returns `4x8xf32 with strides [8, 1]`.
    pub(super) fn text_with_strides(&self) -> String {
        format!("{} with strides {:?}", self.type_text(), self.strides())
    }

    /// Returns `4x8xf32`.
    fn type_text(&self) -> String {
        let mut text = String::new();
        for size in self.sizes() {
            let _ = write!(text, "{size}x");
        }
        text.push_str(&self.kind.text());
        text
    }
}

/// An array of the host that a program reads.
///
/// ```
/// let x = [1, 2, 3, 4, 5, 6];
/// let every_second: warpline::View<'_> = warpline::view(&x, [3]).strides([2]);
/// ```
#[derive(Debug)]
pub struct View<'a>(Shaped<'a>);

/// An array of the host that a program reads and writes.
///
/// ```
/// let mut x = [1, 2, 3, 4, 5, 6];
/// let upper_left: warpline::ViewMut<'_> = warpline::view_mut(&mut x, [2, 2]).strides([3, 1]);
/// ```
#[derive(Debug)]
pub struct ViewMut<'a>(Shaped<'a>);

/// Returns a slice as an array with these sizes, row after row.
///
/// ```
/// use warpline::view;
/// let all: Vec<f64> = (0..12).map(f64::from).collect();
/// let matrix = view(&all, [3, 4]);
/// let second_column = view(&all[1..], [3]).strides([4]);
/// ```
pub fn view<T: Element, const N: usize>(data: &[T], sizes: [usize; N]) -> View<'_> {
    View(Shaped::new(Lent::shared(data), T::KIND, sizes))
}

/// Returns a slice as an array with these sizes, row after row, which the program may write.
///
/// ```
/// let mut matrix = vec![0.0f64; 12];
/// let argument = warpline::view_mut(&mut matrix, [3, 4]);
/// ```
pub fn view_mut<T: Element, const N: usize>(data: &mut [T], sizes: [usize; N]) -> ViewMut<'_> {
    ViewMut(Shaped::new(Lent::mutable(data), T::KIND, sizes))
}

impl View<'_> {
    /// Sets the distances of neighbours along each dimension, in elements.
    #[must_use]
    pub fn strides<const N: usize>(mut self, strides: [usize; N]) -> Self {
        self.0.set_strides(strides);
        self
    }
}

impl ViewMut<'_> {
    /// Sets the distances of neighbours along each dimension, in elements. No two elements may be one.
    #[must_use]
    pub fn strides<const N: usize>(mut self, strides: [usize; N]) -> Self {
        self.0.set_strides(strides);
        self
    }
}

impl<'a> From<View<'a>> for Argument<'a> {
    fn from(view: View<'a>) -> Self {
        Self(Form::View(view.0))
    }
}

impl<'a> From<ViewMut<'a>> for Argument<'a> {
    fn from(view: ViewMut<'a>) -> Self {
        Self(Form::View(view.0))
    }
}

/// Makes the arguments of a call from scalars, views and arrays of a device.
///
/// ```
/// use warpline::{args, view, view_mut};
/// let (x, mut y) = ([1.0f32; 8], [0.0f32; 8]);
/// let arguments = args![view(&x, [8]), view_mut(&mut y, [8]), 0.5f32, 3usize];
/// assert_eq!(arguments.len(), 4);
/// ```
#[macro_export]
macro_rules! args {
    ($($argument:expr),* $(,)?) => { [$($crate::Argument::from($argument)),*] };
}
