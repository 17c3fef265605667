//! Programs that use a value of each type in each context, and reduce it to one number.
//!
//! Values are made from an index and read back as an `i64`, so that a program needs no input and its results can be
//! compared on every device.

mod contexts;
mod text;

pub use contexts::CONTEXTS;
use text::Text;

/// The scalar types.
const SCALARS: [&str; 23] = [
    "i1",
    "i2",
    "i4",
    "i7",
    "i8",
    "i16",
    "i32",
    "i33",
    "i64",
    "i128",
    "index",
    "f16",
    "bf16",
    "f32",
    "f64",
    "tf32",
    "f8E4M3FN",
    "f8E5M2",
    "f8E4M3FNUZ",
    "f8E5M2FNUZ",
    "f8E4M3B11FNUZ",
    "f8E3M4",
    "f8E4M3",
];

/// The shapes of vectors, and the scalars that they have; all scalars for an empty list.
const VECTORS: [(&[u64], &[&str]); 7] = [
    (&[4], &[]),
    (&[3], &["i1", "i4", "i8", "f16", "f32", "i33", "index"]),
    (&[2, 3], &["i1", "i8", "f32", "f16", "f8E5M2", "index", "i64", "i128"]),
    (&[2, 2], &["f32", "i32"]),
    (&[16], &["f32"]),
    (&[1], &["f32"]),
    (&[], &["f32"]),
];

/// A type of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueType {
    /// The sizes of a vector; `None` for a scalar.
    pub shape: Option<Vec<u64>>,
    /// The type of the scalars.
    pub scalar: &'static str,
}

impl ValueType {
    /// Returns the scalar type of this name.
    fn scalar(scalar: &'static str) -> Self {
        Self { shape: None, scalar }
    }

    /// Returns the type in IR syntax.
    pub fn text(&self) -> String {
        let Some(shape) = &self.shape else { return self.scalar.to_string() };
        let sizes: String = shape.iter().flat_map(|size| [size.to_string(), "x".to_string()]).collect();
        format!("vector<{sizes}{}>", self.scalar)
    }

    fn is_int(&self) -> bool {
        self.scalar.starts_with('i')
    }

    /// Returns the number of bits of an integer.
    fn width(&self) -> u32 {
        self.scalar[1..].parse().unwrap_or(64)
    }
}

/// Returns all types.
pub fn types() -> Vec<ValueType> {
    let mut all: Vec<ValueType> = SCALARS.into_iter().map(ValueType::scalar).collect();
    for (shape, scalars) in VECTORS {
        let scalars = if scalars.is_empty() { &SCALARS[..] } else { scalars };
        all.extend(scalars.iter().map(|scalar| ValueType { shape: Some(shape.to_vec()), scalar }));
    }
    all
}

/// Returns the program of a context for a type; `None` where the context has no meaning for it.
pub fn program(context: &contexts::Context, ty: &ValueType) -> Option<String> {
    let mut text = Text::default();
    let result = (context.build)(&mut text, ty)?;
    Some(text.finish(&result))
}
