//! Checks and decodes nodes of task graphs, for all devices.

use super::{DeviceError, MAX_COPY_RANK, Result, StridedCopy, StridedFill};
use crate::program::{TaskAction, TaskNode};

/// Rejects a node that no device can run. `number` is its index; `spins` is whether it launches a kernel
/// whose blocks may wait for other work.
pub(super) fn check(number: u32, node: &TaskNode, spins: bool) -> Result<()> {
    let later = node.after.iter().find(|after| number <= **after);
    let message = match node.action {
        TaskAction::Launch { .. } if spins => {
            "expected kernels without spin loops, since nodes need not run concurrently".to_string()
        }
        TaskAction::Fill { width } | TaskAction::FillStrided { width, .. }
            if !matches!(width, 1 | 2 | 4 | 8) =>
        {
            format!("expected a width of 1, 2, 4 or 8 bytes, but found {width}")
        }
        TaskAction::CopyStrided { rank, .. } if MAX_COPY_RANK < rank as usize => {
            format!("expected a rank of at most {MAX_COPY_RANK}, but found {rank}")
        }
        TaskAction::Launch { .. }
        | TaskAction::Copy
        | TaskAction::Fill { .. }
        | TaskAction::FillStrided { .. }
        | TaskAction::CopyStrided { .. } => match later {
            Some(later) => format!("expected a node before {number}, but found {later}"),
            None => return Ok(()),
        },
    };
    Err(DeviceError::invalid("graph_build", message).of_op(node.op))
}

/// Rejects a launch of a graph with the wrong number of parameters.
pub(super) fn check_params(expected: usize, found: &[u64]) -> Result<()> {
    if found.len() == expected {
        return Ok(());
    }
    let message = format!("expected {expected} parameters, but found {}", found.len());
    Err(DeviceError::invalid("graph_launch", message))
}

/// Returns the strided copy with these parameters.
pub(super) fn strided(params: &[u64], element_bytes: u64, rank: usize) -> StridedCopy {
    let extent = |first: usize| {
        let mut all = [0; MAX_COPY_RANK];
        all[..rank].copy_from_slice(&params[first..first + rank]);
        all
    };
    StridedCopy {
        dst: params[0],
        src: params[1],
        element_bytes,
        rank,
        sizes: extent(2),
        dst_strides: extent(2 + rank).map(u64::cast_signed),
        src_strides: extent(2 + 2 * rank).map(u64::cast_signed),
    }
}

/// Returns the strided fill with these parameters.
pub(super) fn strided_fill(params: &[u64], width: u32, rank: usize) -> StridedFill {
    let extents =
        |first: usize| params[first..first + rank].iter().map(|extent| extent.cast_signed()).collect();
    StridedFill { dst: params[0], pattern: params[1], width, sizes: extents(2), strides: extents(2 + rank) }
}

/// Returns the error of a call with a kernel that the program does not have.
pub(crate) fn no_kernel(call: &'static str, n_kernels: usize, found: u32) -> DeviceError {
    DeviceError::invalid(call, format!("expected a kernel below {n_kernels}, but found {found}"))
}
