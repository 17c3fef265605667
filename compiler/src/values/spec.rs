//! The notation of values on the command line: `7`, `4xf32=1,2,3,4`, `@a.npy`, `rand:42:-1:1`, `iota:0:2`.

use super::files::{ArrayRef, Files, Which};
use super::npy::npy_name;
use super::random::Random;
use super::written::Written;
use crate::driver::values::n_elements;
use crate::driver::values::{Array, ArrayType, Element, ValueKind};

/// A parsed value notation.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The type before `=`, if one is written.
    pub ty: Option<(Vec<u64>, Element)>,
    /// The value after it.
    pub value: SpecValue,
}

/// The value of a notation.
#[derive(Clone, Debug, PartialEq)]
pub enum SpecValue {
    /// Literal values; a single one fills the array. `splat:V` is this, and so is `&TYPE`, which is zeros for a
    /// result to be written to.
    Values(Written),
    /// `@path`, `+path`, `*path`: a file of arrays, or raw bytes if a type is written.
    File(ArrayRef),
    /// `rand:SEED`, `rand:SEED:LOW:HIGH`.
    Random(Random),
    /// `iota:`, `iota:START`, `iota:START:STEP`: element number `i` is `START + i * STEP`, 0 and 1 by default.
    Iota(f64, f64),
}

impl Spec {
    /// Parses a notation.
    pub fn parse(text: &str) -> Result<Self, String> {
        if let Some(storage) = text.strip_prefix('&') {
            let (ty, value) = storage.split_once('=').unwrap_or((storage, "0"));
            return Ok(Self { ty: Some(parse_type(ty)?), value: SpecValue::Values(Written::parse(value)?) });
        }
        let (ty, value) = match text.split_once('=') {
            Some((ty, value)) if !ty.starts_with(['@', '+', '*']) => (Some(parse_type(ty)?), value),
            Some(_) | None => (None, text),
        };
        let value = value.trim();
        let value = if let Some(reference) = ArrayRef::parse(value) {
            SpecValue::File(reference)
        } else if let Some(random) = value.strip_prefix("rand:") {
            SpecValue::Random(parse_random(random)?)
        } else if let Some(iota) = value.strip_prefix("iota:") {
            parse_iota(iota)?
        } else {
            SpecValue::Values(Written::parse(value.strip_prefix("splat:").unwrap_or(value))?)
        };
        Ok(Self { ty, value })
    }

    /// Returns the arrays that the notation denotes for values of these types, of which there is at least one:
    /// an array for the first of them, or for as many as `*path` has remaining arrays.
    pub fn arrays(&self, files: &mut Files, wanted: &[ArrayType]) -> Result<Vec<Array>, String> {
        let first = wanted.first().ok_or("no value is expected here")?;
        let SpecValue::File(reference) = &self.value else {
            return Ok(vec![fitting(self.generate(first)?, first)?]);
        };
        if let Some((shape, element)) = &self.ty {
            return Ok(vec![fitting(files.raw(reference, shape, *element)?, first)?]);
        }
        if reference.which != Which::Rest {
            return Ok(vec![fitting(files.array(reference)?, first)?]);
        }
        let rest = files.rest(reference)?;
        if wanted.len() < rest.len() {
            let path = &reference.path;
            return Err(format!("'{path}' has {} arrays left, but {} are wanted", rest.len(), wanted.len()));
        }
        rest.into_iter().zip(wanted).map(|(array, wanted)| fitting(array, wanted)).collect()
    }

    /// Generates the array of literal, random or sequence values.
    fn generate(&self, wanted: &ArrayType) -> Result<Array, String> {
        let (shape, element) = self.shape(wanted)?;
        let n = n_elements(&shape, element)? as u64;
        let values: Vec<u128> = match &self.value {
            SpecValue::Values(written) if written.differs_from(&shape) => {
                let sizes = |sizes: &[u64]| sizes.iter().map(u64::to_string).collect::<Vec<_>>().join("x");
                let (wanted, found) = (sizes(&shape), sizes(&written.sizes));
                return Err(format!("expected values nested as {wanted}, but found them nested as {found}"));
            }
            SpecValue::Values(written) => {
                written.values.iter().map(|value| element.parse(value)).collect::<Result<_, _>>()?
            }
            SpecValue::Random(random) => (0..n).map(|index| random.bits(element, index)).collect(),
            SpecValue::Iota(start, step) => {
                (0..n).map(|index| element.from_f64(start + index as f64 * step)).collect()
            }
            SpecValue::File(_) => Vec::new(),
        };
        Array::from_bits(shape, element, &values)
    }

    /// Returns the written shape and element type, else the wanted ones.
    fn shape(&self, wanted: &ArrayType) -> Result<(Vec<u64>, Element), String> {
        if let Some((shape, element)) = &self.ty {
            return Ok((shape.clone(), *element));
        }
        let is_known = wanted.kind != ValueKind::Unranked;
        if let (false, SpecValue::Values(written)) = (is_known, &self.value) {
            return Ok((written.sizes.clone(), wanted.element));
        }
        let sizes: Option<Vec<u64>> = wanted.shape.iter().copied().collect();
        let sizes = sizes.filter(|_| is_known).ok_or_else(|| {
            let text = wanted.type_text();
            format!(
                "the sizes of {text} are not all known; write them, as in 4x{}=…",
                wanted.element.keyword()
            )
        })?;
        Ok((sizes, wanted.element))
    }
}

fn parse_type(text: &str) -> Result<(Vec<u64>, Element), String> {
    let refused = || format!("expected a type such as 2x3xf32 before '=', but found '{text}'");
    let mut rest = text.trim();
    let mut sizes = Vec::new();
    while let Some((size, inner)) =
        rest.split_once('x').filter(|_| rest.starts_with(|c: char| c.is_ascii_digit()))
    {
        sizes.push(size.parse().map_err(|_| refused())?);
        rest = inner;
    }
    Ok((sizes, Element::from_keyword(rest).ok_or_else(refused)?))
}

fn parse_random(text: &str) -> Result<Random, String> {
    let refused = || format!("expected rand:SEED or rand:SEED:LOW:HIGH, but found 'rand:{text}'");
    let parts: Vec<&str> = text.split(':').collect();
    let seed = parts[0].parse().map_err(|_| refused())?;
    let range = match parts[1..] {
        [] => None,
        [low, high] => Some((finite(low).ok_or_else(refused)?, finite(high).ok_or_else(refused)?)),
        _ => return Err(refused()),
    };
    Ok(Random { seed, range })
}

fn parse_iota(text: &str) -> Result<SpecValue, String> {
    let parts: Vec<&str> = text.split(':').filter(|part| !part.is_empty()).collect();
    let numbers: Option<Vec<f64>> = parts.into_iter().map(finite).collect();
    match numbers.as_deref() {
        Some([]) => Ok(SpecValue::Iota(0.0, 1.0)),
        Some([start]) => Ok(SpecValue::Iota(*start, 1.0)),
        Some([start, step]) => Ok(SpecValue::Iota(*start, *step)),
        _ => Err(format!("expected iota:, iota:START or iota:START:STEP, but found 'iota:{text}'")),
    }
}

fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|x: &f64| x.is_finite())
}

/// Returns the array, if its shape and element type are the wanted ones. If a format has no name for the wanted
/// element type, integers of its width hold its bits.
pub(crate) fn fitting(mut array: Array, wanted: &ArrayType) -> Result<Array, String> {
    let holds_bits = match (array.element, wanted.element) {
        (Element::Int(64), Element::Index) => true,
        (Element::Int(width), Element::Float(_) | Element::Int(_) | Element::Complex(_)) => {
            npy_name(wanted.element).is_none() && width as usize == 8 * wanted.element.bytes()
        }
        _ => false,
    };
    if wanted.fits(&array.shape) && (array.element == wanted.element || holds_bits) {
        array.element = wanted.element;
        array.clear_unused_bits();
        return Ok(array);
    }
    let shape = (wanted.kind != ValueKind::Scalar || !array.shape.is_empty())
        .then(|| array.shape.iter().map(|size| Some(*size)).collect());
    let found = ArrayType::plain(shape, array.element);
    let found = if wanted.kind == ValueKind::Vector { found.text() } else { found.type_text() };
    Err(format!("expected {}, but found {found}", wanted.type_text()))
}
