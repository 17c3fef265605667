//! File names as text. A byte of a name that is not UTF-8 becomes a character of a Unicode private use area, so
//! that arguments are text and still identify their files.

use std::ffi::OsStr;
#[cfg(unix)]
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::PathBuf;

/// The character for byte 0; those of other bytes follow it.
#[cfg(unix)]
const FIRST: u32 = 0x0010_FF00;

/// Returns the text of a file name or an argument.
#[cfg(unix)]
pub fn text_of(name: &OsStr) -> String {
    let mut text = String::new();
    for chunk in name.as_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().filter_map(|byte| char::from_u32(FIRST + u32::from(*byte))));
    }
    text
}

/// Returns the text of a file name or an argument.
#[cfg(not(unix))]
pub fn text_of(name: &OsStr) -> String {
    name.to_string_lossy().into_owned()
}

/// Returns the path denoted by a text of [`text_of`].
#[cfg(unix)]
pub fn path_of(text: &str) -> PathBuf {
    let mut bytes = Vec::new();
    for c in text.chars() {
        match u32::from(c).checked_sub(FIRST).and_then(|byte| u8::try_from(byte).ok()) {
            Some(byte) if !byte.is_ascii() => bytes.push(byte),
            _ => bytes.extend(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    std::ffi::OsString::from_vec(bytes).into()
}

/// Returns the path denoted by a text of [`text_of`].
#[cfg(not(unix))]
pub fn path_of(text: &str) -> PathBuf {
    PathBuf::from(text)
}
