//! Encodes arrays as file contents, in the format given by the file name.

use std::io::{Cursor, Write as _};

use safetensors::Dtype;
use safetensors::tensor::{TensorView, serialize};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::files::{dtype_of, extension};
use super::npy::{descr_of, npy_name, write_npy};
use super::{ArrayRef, Which};
use crate::driver::values::{Array, Element};

/// The name that NumPy gives the only array of an archive.
const FIRST_NAME: &str = "arr_0";

/// Checks that the name of a file to write ends with the name of a format.
pub fn require_format(reference: &ArrayRef) -> Result<(), String> {
    let path = &reference.path;
    match extension(path) {
        "npy" | "npz" | "safetensors" | "bin" | "raw" => Ok(()),
        _ => Err(format!(
            "expected a file name that ends with .npy, .npz, .safetensors, or .bin or .raw for raw bytes, but found \
             '{path}'"
        )),
    }
}

/// Returns the type of numbers that a file holds instead of elements for which its format has none.
pub fn storage(reference: &ArrayRef, element: Element) -> Option<&'static str> {
    let is_of_numpy = matches!(extension(&reference.path), "npy" | "npz");
    (is_of_numpy && npy_name(element).is_none()).then(|| descr_of(element))
}

/// Encodes an array: `.npy`, `.npz` and `.safetensors` in their formats, and raw bytes for other names.
pub fn encode(reference: &ArrayRef, array: &Array) -> Result<Vec<u8>, String> {
    let path = &reference.path;
    let kind = extension(path);
    let has_names = matches!(kind, "npz" | "safetensors");
    if has_names && reference.which != Which::First {
        return Err(format!("nothing is appended to '{path}', whose arrays have names; write @{path}"));
    }
    let name = reference.name.as_deref().unwrap_or(FIRST_NAME);
    match kind {
        "npy" => Ok(write_npy(array)),
        "npz" => write_npz(name, array).map_err(|error| format!("'{path}': {error}")),
        "safetensors" => write_safetensors(name, array).map_err(|error| format!("'{path}': {error}")),
        _ => Ok(array.bytes.clone()),
    }
}

/// Encodes an archive with one uncompressed member.
fn write_npz(name: &str, array: &Array) -> Result<Vec<u8>, String> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    archive.start_file(format!("{name}.npy"), options).map_err(|error| error.to_string())?;
    archive.write_all(&write_npy(array)).map_err(|error| error.to_string())?;
    archive.finish().map(Cursor::into_inner).map_err(|error| error.to_string())
}

fn write_safetensors(name: &str, array: &Array) -> Result<Vec<u8>, String> {
    let dtype: Dtype = dtype_of(array.element)
        .ok_or_else(|| format!("the format has no elements of type {}", array.element.keyword()))?;
    let shape = array.shape.iter().map(|size| *size as usize).collect();
    let view = TensorView::new(dtype, shape, &array.bytes).map_err(|error| error.to_string())?;
    serialize([(name, view)], None).map_err(|error| error.to_string())
}
