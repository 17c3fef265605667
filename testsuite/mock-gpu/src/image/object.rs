//! Images that are finished objects of AMD GPUs, which the emulator executes.

use crate::code;
use warpline_testsuite::device::Executable;
use warpline_testsuite::device::amdgcn::CodeObject;

/// Loads an object whose segments begin at an address, or rejects it.
pub(super) fn load(object: &[u8], base: u64, chip: &str) -> Result<Box<dyn Executable>, i32> {
    if !object.starts_with(b"\x7fELF") {
        return Err(code::INVALID_IMAGE);
    }
    match CodeObject::load(object, base) {
        Ok(object) if object.chip() == chip => Ok(Box::new(object)),
        Ok(_) => Err(code::NO_BINARY_FOR_GPU),
        Err(_) => Err(code::INVALID_IMAGE),
    }
}
