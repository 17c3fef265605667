//! The address layout of variables, and the windows of the state spaces in generic addresses.

use super::text::{Space, Variable};

/// The start of workgroup memory among generic addresses.
pub(super) const SHARED_WINDOW: u64 = 1 << 56;
/// The start of local memory among generic addresses.
pub(super) const LOCAL_WINDOW: u64 = 1 << 57;
/// The size of each window in bytes.
const WINDOW: u64 = 1 << 40;
/// Bytes between two variables, which no access may touch.
pub(super) const GAP: u64 = 64;

/// Assigns every variable an address in its state space; returns the end of static workgroup memory, where
/// the dynamic workgroup memory of the launch begins.
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

/// Returns the state space of a generic address, and the address in it.
pub(super) fn space_of(address: u64) -> (Space, u64) {
    match address {
        SHARED_WINDOW.. if address < SHARED_WINDOW + WINDOW => (Space::Shared, address - SHARED_WINDOW),
        LOCAL_WINDOW.. if address < LOCAL_WINDOW + WINDOW => (Space::Local, address - LOCAL_WINDOW),
        _ => (Space::Global, address),
    }
}

/// Returns the start of a state space among generic addresses.
pub(super) fn window(space: Space) -> u64 {
    match space {
        Space::Shared => SHARED_WINDOW,
        Space::Local | Space::Param => LOCAL_WINDOW,
        Space::Generic | Space::Global | Space::Const => 0,
    }
}
