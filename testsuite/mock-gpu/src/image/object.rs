//! Images that are finished objects of AMD GPUs, which no test device executes yet.

use super::Code;
use crate::code;
use crate::config::Config;

/// Rejects an object: an `impl Code` for the object of an emulator belongs here.
pub(super) fn load(object: &[u8], _base: u64, _config: &Config) -> Result<Box<dyn Code>, i32> {
    let is_object = object.starts_with(b"\x7fELF");
    Err(if is_object { code::NO_BINARY_FOR_GPU } else { code::INVALID_IMAGE })
}
