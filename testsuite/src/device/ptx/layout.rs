//! Where variables lie, and how addresses tell their space.

use super::text::{Space, Variable};

/// Generic addresses of workgroup memory begin here.
pub(super) const SHARED_WINDOW: u64 = 1 << 56;
/// Generic addresses of a thread's own memory begin here.
pub(super) const LOCAL_WINDOW: u64 = 1 << 57;
/// Bytes of each window.
const WINDOW: u64 = 1 << 40;
/// Bytes between two variables that no access may touch.
pub(super) const GAP: u64 = 64;

/// Gives every variable an address in its space; the answer is the end of workgroup memory, where that of the launch
/// begins.
pub(super) fn place_variables(variables: &mut [Variable], base: u64) -> u64 {
    let (mut shared, mut global) = (0u64, base);
    for variable in &mut *variables {
        if variable.bytes == 0 {
            continue;
        }
        let end = if variable.space == Space::Shared { &mut shared } else { &mut global };
        variable.address = end.next_multiple_of(variable.align.max(16));
        *end = variable.address + variable.bytes + GAP;
    }
    let dynamic = shared.next_multiple_of(256);
    for variable in variables.iter_mut().filter(|variable| variable.bytes == 0) {
        variable.address = dynamic;
    }
    dynamic
}

/// The space of a generic address, and the address in it.
pub(super) fn space_of(address: u64) -> (Space, u64) {
    match address {
        SHARED_WINDOW.. if address < SHARED_WINDOW + WINDOW => (Space::Shared, address - SHARED_WINDOW),
        LOCAL_WINDOW.. if address < LOCAL_WINDOW + WINDOW => (Space::Local, address - LOCAL_WINDOW),
        _ => (Space::Global, address),
    }
}

/// Where a space begins among generic addresses.
pub(super) fn window(space: Space) -> u64 {
    match space {
        Space::Shared => SHARED_WINDOW,
        Space::Local | Space::Param => LOCAL_WINDOW,
        Space::Generic | Space::Global | Space::Const => 0,
    }
}
