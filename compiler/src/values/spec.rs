//! The notation of values on the command line: `7`, `4xf32=1,2,3,4`, `@a.npy`, `rand:42:-1:1`.

use std::path::Path;

use super::array::n_elements;
use super::{Array, ArrayType, Element, Random, read_npy};

/// A parsed value notation.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The type before `=`, if one is written.
    pub ty: Option<(Vec<u64>, Element)>,
    /// What follows.
    pub value: SpecValue,
}

/// The value of a notation.
#[derive(Clone, Debug, PartialEq)]
pub enum SpecValue {
    /// Values as written, brackets and commas removed.
    Values(Vec<String>),
    /// `@path`: an `.npy` file, or raw bytes where a type is written.
    File(String),
    /// `rand:SEED`, `rand:SEED:LOW:HIGH`.
    Random(Random),
}

impl Spec {
    /// Reads a notation.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (ty, value) = match text.split_once('=') {
            Some((ty, value)) if !ty.starts_with('@') => (Some(parse_type(ty)?), value),
            Some(_) | None => (None, text),
        };
        let value = value.trim();
        let value = if let Some(path) = value.strip_prefix('@') {
            SpecValue::File(path.to_string())
        } else if let Some(random) = value.strip_prefix("rand:") {
            SpecValue::Random(parse_random(random)?)
        } else {
            SpecValue::Values(parse_values(value)?)
        };
        Ok(Self { ty, value })
    }

    /// The array that the notation stands for where this type is wanted.
    pub fn array(&self, wanted: &ArrayType) -> Result<Array, String> {
        let array = match (&self.value, &self.ty) {
            (SpecValue::File(path), None) => read_npy_file(path)?,
            (SpecValue::File(path), Some((shape, element))) => read_raw_file(path, shape, *element)?,
            (SpecValue::Values(values), _) => {
                let (shape, element) = self.shape(wanted)?;
                let values: Result<Vec<u64>, String> =
                    values.iter().map(|value| element.parse(value)).collect();
                Array::from_bits(shape, element, &values?)?
            }
            (SpecValue::Random(random), _) => {
                let (shape, element) = self.shape(wanted)?;
                let n = n_elements(&shape, element)? as u64;
                let values: Vec<u64> = (0..n).map(|index| random.bits(element, index)).collect();
                Array::from_bits(shape, element, &values)?
            }
        };
        check_type(&array, wanted)?;
        Ok(array)
    }

    /// The written shape and element, else the wanted ones.
    fn shape(&self, wanted: &ArrayType) -> Result<(Vec<u64>, Element), String> {
        if let Some((shape, element)) = &self.ty {
            return Ok((shape.clone(), *element));
        }
        let sizes: Option<Vec<u64>> = wanted.shape.iter().flatten().copied().collect();
        let sizes = sizes.ok_or_else(|| {
            let text = wanted.text();
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
    let mut parts: Vec<&str> = text.trim().split('x').collect();
    // `index` ends in the letter that separates sizes.
    if parts.len() > 1 && parts.ends_with(&["inde", ""]) {
        parts.truncate(parts.len() - 2);
        parts.push("index");
    }
    let (element, sizes) = parts.split_last().ok_or_else(refused)?;
    let element = Element::from_keyword(element).ok_or_else(refused)?;
    let sizes: Result<Vec<u64>, _> = sizes.iter().map(|size| size.parse().map_err(|_| refused())).collect();
    Ok((sizes?, element))
}

fn parse_random(text: &str) -> Result<Random, String> {
    let refused = || format!("expected rand:SEED or rand:SEED:LOW:HIGH, but found 'rand:{text}'");
    let parts: Vec<&str> = text.split(':').collect();
    let seed = parts[0].parse().map_err(|_| refused())?;
    let number = |text: &str| text.parse::<f64>().ok().filter(|x| x.is_finite()).ok_or_else(refused);
    let range = match parts[1..] {
        [] => None,
        [low, high] => Some((number(low)?, number(high)?)),
        _ => return Err(refused()),
    };
    Ok(Random { seed, range })
}

fn parse_values(text: &str) -> Result<Vec<String>, String> {
    let is_separator = |c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']');
    let values: Vec<String> =
        text.split(is_separator).filter(|part| !part.is_empty()).map(str::to_string).collect();
    if values.is_empty() { Err(format!("expected a value, but found '{text}'")) } else { Ok(values) }
}

fn read_npy_file(path: &str) -> Result<Array, String> {
    let bytes = std::fs::read(Path::new(path)).map_err(|error| format!("cannot read '{path}': {error}"))?;
    read_npy(&bytes).map_err(|error| format!("'{path}': {error}"))
}

fn read_raw_file(path: &str, shape: &[u64], element: Element) -> Result<Array, String> {
    let n_bytes = n_elements(shape, element)? * element.bytes();
    let mut bytes =
        std::fs::read(Path::new(path)).map_err(|error| format!("cannot read '{path}': {error}"))?;
    if bytes.len() < n_bytes {
        return Err(format!("'{path}': expected at least {n_bytes} bytes, but found {}", bytes.len()));
    }
    bytes.truncate(n_bytes);
    Ok(Array { shape: shape.to_vec(), element, bytes })
}

fn check_type(array: &Array, wanted: &ArrayType) -> Result<(), String> {
    let sizes: Vec<Option<u64>> = wanted.shape.iter().flatten().copied().collect();
    let fits = |(found, wanted): (&u64, &Option<u64>)| wanted.is_none_or(|wanted| wanted == *found);
    let is_same_shape = array.shape.len() == sizes.len() && array.shape.iter().zip(&sizes).all(fits);
    let is_same_element = array.element == wanted.element
        || matches!((array.element, wanted.element), (Element::Int(64), Element::Index));
    if is_same_shape && is_same_element {
        return Ok(());
    }
    Err(format!("expected {}, but found {}", wanted.text(), array.type_text()))
}
