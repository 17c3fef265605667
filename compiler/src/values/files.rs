//! Files of arrays: finds the array of a file that a notation denotes, and records how far each file has been read.

use std::collections::BTreeMap;
use std::fs::{File, FileType};
use std::io::{Cursor, Error, Read as _};

use safetensors::{Dtype, SafeTensors};
use warpline_ir::Float;
use zip::ZipArchive;

use super::npy::{self, read_npy_at};
use crate::driver::file_names::path_of;
use crate::driver::host_memory;
use crate::driver::values::n_elements;
use crate::driver::values::{Array, Element};

/// Maximum bytes of the header of an array in an archive.
const MAX_HEADER: u64 = 1 << 17;

/// The selection among the arrays of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// `@`: the first, or the one with the name after the path.
    First,
    /// `+`: the next one after those already read.
    Next,
    /// `*`: all remaining ones.
    Rest,
}

/// A reference to an array in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayRef {
    /// The selection among its arrays.
    pub which: Which,
    /// The file.
    pub path: String,
    /// The name of an array in an `.npz` or `.safetensors` file.
    pub name: Option<String>,
}

impl ArrayRef {
    /// Parses `@path`, `+path`, `*path`, `@path.npz:name`; `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let mut rest = text.chars();
        let which = match rest.next()? {
            '@' => Which::First,
            '+' => Which::Next,
            '*' => Which::Rest,
            _ => return None,
        };
        let named = [".npz:", ".safetensors:"].iter().find_map(|end| {
            let at = rest.as_str().find(end)? + end.len();
            let (path, name) = rest.as_str().split_at(at);
            Some((path.trim_end_matches(':').to_string(), name.to_string()))
        });
        let (path, name) = named.map_or((rest.as_str().to_string(), None), |(path, name)| (path, Some(name)));
        // A signed number is not a file.
        let is_number = which == Which::Next && path.parse::<f64>().is_ok();
        (!is_number).then_some(Self { which, path, name })
    }
}

/// The files read so far, each with the offset of its next array.
#[derive(Debug, Default)]
pub struct Files {
    open: BTreeMap<String, Open>,
}

/// A file with concatenated arrays, or the bytes of one.
#[derive(Debug)]
struct Open {
    bytes: Vec<u8>,
    at: usize,
}

impl Files {
    /// Reads raw little-endian bytes as an array of this type.
    pub fn raw(&mut self, reference: &ArrayRef, shape: &[u64], element: Element) -> Result<Array, String> {
        let n_bytes = n_elements(shape, element)? * element.bytes();
        let path = &reference.path;
        let file = self.open(path)?;
        file.at = if reference.which == Which::First { 0 } else { file.at };
        let rest = &file.bytes[file.at..];
        let bytes = rest.get(..n_bytes).ok_or_else(|| {
            format!(
                "'{path}': expected at least {n_bytes} bytes from byte {} on, but found {}",
                file.at,
                rest.len()
            )
        })?;
        let array = Array::new(shape.to_vec(), element, bytes.to_vec());
        file.at += n_bytes;
        Ok(array)
    }

    /// Reads the array that a reference denotes.
    pub fn array(&mut self, reference: &ArrayRef) -> Result<Array, String> {
        let path = &reference.path;
        let file = self.open(path)?;
        let read = match extension(path) {
            "npz" => read_npz(&file.bytes, reference.name.as_deref()),
            "safetensors" => read_safetensors(&file.bytes, reference.name.as_deref()),
            _ => {
                file.at = if reference.which == Which::First { 0 } else { file.at };
                file.next()
            }
        };
        read.map_err(|error| format!("'{path}': {error}"))
    }

    /// Reads all remaining arrays of an `.npy` file.
    pub fn rest(&mut self, reference: &ArrayRef) -> Result<Vec<Array>, String> {
        let path = &reference.path;
        if matches!(extension(path), "npz" | "safetensors") {
            return Err(format!(
                "'{path}': its arrays have names and no order; name one, as in @{path}:NAME"
            ));
        }
        let file = self.open(path)?;
        let mut arrays = Vec::new();
        while file.at < file.bytes.len() {
            arrays.push(file.next().map_err(|error| format!("'{path}': {error}"))?);
        }
        if arrays.is_empty() { Err(format!("'{path}' has no arrays left")) } else { Ok(arrays) }
    }

    fn open(&mut self, path: &str) -> Result<&mut Open, String> {
        if !self.open.contains_key(path) {
            let bytes = read_whole(path).map_err(|error| format!("cannot read '{path}': {error}"))?;
            self.open.insert(path.to_string(), Open { bytes, at: 0 });
        }
        self.open.get_mut(path).ok_or_else(|| format!("cannot read '{path}'"))
    }
}

/// Reads the bytes of a file or a pipe. A device such as `/dev/urandom` has no end.
fn read_whole(path: &str) -> std::io::Result<Vec<u8>> {
    const MOST: u64 = 1 << 32;
    let file = File::open(path_of(path))?;
    let kind = file.metadata()?.file_type();
    let mut bytes = Vec::new();
    if kind.is_file() {
        (&file).read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    if is_device(kind) {
        return Err(Error::other("expected a file with an end, but found a device"));
    }
    if (&file).take(MOST).read_to_end(&mut bytes)? as u64 == MOST {
        return Err(Error::other(format!("expected fewer than {MOST} bytes")));
    }
    Ok(bytes)
}

#[cfg(unix)]
fn is_device(kind: FileType) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    kind.is_char_device() || kind.is_block_device()
}

#[cfg(not(unix))]
fn is_device(_: FileType) -> bool {
    false
}

impl Open {
    fn next(&mut self) -> Result<Array, String> {
        let rest = &self.bytes[self.at..];
        if rest.is_empty() && self.at != 0 {
            return Err("there is no further array".to_string());
        }
        let (array, length) = read_npy_at(rest)?;
        self.at += length;
        Ok(array)
    }
}

/// Returns the extension of a file name, which follows the last dot.
pub(super) fn extension(path: &str) -> &str {
    std::path::Path::new(path).extension().and_then(|extension| extension.to_str()).unwrap_or_default()
}

/// Returns the requested one of a file's names, or the only one.
fn choose(names: &[String], wanted: Option<&str>) -> Result<String, String> {
    let found = match (wanted, names) {
        (Some(wanted), _) => names.iter().find(|name| *name == wanted),
        (None, [only]) => Some(only),
        (None, _) => None,
    };
    found.cloned().ok_or_else(|| {
        let wanted = wanted.map_or("the name of an array".to_string(), |name| format!("an array '{name}'"));
        format!("expected {wanted}; the file has {}", names.join(", "))
    })
}

/// Reads an array of an `.npz` file: a ZIP archive of `.npy` files, stored or deflated.
fn read_npz(bytes: &[u8], name: Option<&str>) -> Result<Array, String> {
    let mut archive =
        ZipArchive::new(Cursor::new(bytes)).map_err(|error| format!("not an .npz file: {error}"))?;
    let mut names: Vec<String> =
        archive.file_names().flatten().map(|name| name.trim_end_matches(".npy").to_string()).collect();
    names.sort_unstable();
    let name = choose(&names, name)?;
    let mut member = archive.by_name(&format!("{name}.npy")).map_err(|error| error.to_string())?;
    // The array is read as far as its header says, however much the archive may hold.
    let mut contents = Vec::new();
    let mut read = |n: u64, contents: &mut Vec<u8>| {
        member.by_ref().take(n).read_to_end(contents).map_err(|error| error.to_string())
    };
    read(MAX_HEADER, &mut contents)?;
    let length = npy::length_at(&contents)?;
    if host_memory::limit() < length {
        return Err(format!("the array has {length} bytes, more than half of the memory of this machine"));
    }
    read(length.saturating_sub(contents.len() as u64), &mut contents)?;
    read_npy_at(&contents).map(|(array, _)| array)
}

/// Reads an array of a `.safetensors` file.
fn read_safetensors(bytes: &[u8], name: Option<&str>) -> Result<Array, String> {
    let tensors =
        SafeTensors::deserialize(bytes).map_err(|error| format!("not a .safetensors file: {error}"))?;
    let mut names: Vec<String> = tensors.names().into_iter().map(ToString::to_string).collect();
    names.sort_unstable();
    let name = choose(&names, name)?;
    let tensor = tensors.tensor(&name).map_err(|error| error.to_string())?;
    let element = element_of(tensor.dtype())
        .ok_or_else(|| format!("the element type {:?} of '{name}' is not supported", tensor.dtype()))?;
    let shape: Vec<u64> = tensor.shape().iter().map(|size| *size as u64).collect();
    n_elements(&shape, element)?;
    Ok(Array::new(shape, element, tensor.data().to_vec()))
}

fn element_of(dtype: Dtype) -> Option<Element> {
    Some(match dtype {
        Dtype::U8 => Element::Int(8),
        Dtype::U16 => Element::Int(16),
        Dtype::U32 => Element::Int(32),
        Dtype::U64 => Element::Int(64),
        _ => ELEMENTS.iter().find(|(_, known)| *known == dtype)?.0,
    })
}

/// Returns the name of an element type in `.safetensors` files; `None` for unsupported floats.
pub(super) fn dtype_of(element: Element) -> Option<Dtype> {
    let element = if element == Element::Index { Element::Int(64) } else { element };
    ELEMENTS.iter().find(|(known, _)| *known == element).map(|(_, dtype)| *dtype)
}

/// Element types with their names in `.safetensors` files. The bytes are the same.
const ELEMENTS: [(Element, Dtype); 11] = [
    (Element::Int(1), Dtype::BOOL),
    (Element::Int(8), Dtype::I8),
    (Element::Int(16), Dtype::I16),
    (Element::Int(32), Dtype::I32),
    (Element::Int(64), Dtype::I64),
    (Element::Float(Float::F16), Dtype::F16),
    (Element::Float(Float::BF16), Dtype::BF16),
    (Element::Float(Float::F32), Dtype::F32),
    (Element::Float(Float::F64), Dtype::F64),
    (Element::Float(Float::F8E4M3FN), Dtype::F8_E4M3),
    (Element::Float(Float::F8E5M2), Dtype::F8_E5M2),
];
