//! Checks the accesses of kernels against their declarations.
//!
//! The compiler orders work by the accesses that it derives from the bodies of kernels. If a kernel makes an
//! access of another kind or to another range, every proof about its order is void. So each range of a log
//! must lie in the memory of an argument that declares it.

use super::AccessKind;
use super::ranges::{Range, Ranges, View};
use super::report::Side;
use crate::program::Declared;

/// Views of more pieces than this count as all bytes from the first to the last.
const MOST_PIECES: u64 = 1 << 16;

/// An access that the kernel does not declare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undeclared {
    /// The launch.
    pub side: Side,
    /// The kind of access.
    pub access: AccessKind,
    /// First byte and end of the accessed range, as offsets from the start of the buffer.
    pub range: (u64, u64),
    /// The operation that allocated the buffer and the buffer's size; `None` for memory that was not
    /// allocated.
    pub buffer: Option<(u32, u64)>,
    /// Whether the memory belongs to an argument that declares another use: then the summary of the kernel is
    /// wrong. Otherwise the kernel leaves the bounds of its arguments.
    pub is_argument: bool,
}

/// The declared accesses of a launch: the memory of its arguments by kind of access.
#[derive(Default)]
pub(super) struct DeclaredAccesses {
    reads: Ranges,
    writes: Ranges,
    updates: Ranges,
    any: Ranges,
}

impl DeclaredAccesses {
    /// Returns the declared accesses of a launch with these arguments, whose kernel may access the globals of its module.
    pub(super) fn of(declared: &[Declared], args: &[u64], globals: &[Range]) -> Self {
        let mut accesses = Self::default();
        let lists = [&mut accesses.reads, &mut accesses.writes, &mut accesses.updates, &mut accesses.any];
        for list in lists {
            for (lo, hi) in globals {
                list.add(*lo, *hi);
            }
        }
        for argument in declared {
            each_piece(argument, args, &mut |lo, hi| {
                let is_any = argument.reads && argument.writes;
                let lists = [
                    (argument.reads, &mut accesses.reads),
                    (argument.writes, &mut accesses.writes),
                    (argument.updates || is_any, &mut accesses.updates),
                    (true, &mut accesses.any),
                ];
                for (_, list) in lists.into_iter().filter(|(is_declared, _)| *is_declared) {
                    list.add(lo, hi);
                }
            });
        }
        accesses
    }

    /// Checks that an access was declared. If not, the error is whether the range belongs to an argument.
    pub(super) fn check(&mut self, access: AccessKind, range: Range) -> Result<(), bool> {
        let list = match access {
            AccessKind::Read => &mut self.reads,
            AccessKind::Atomic(_) => &mut self.updates,
            AccessKind::Write | AccessKind::Alloc | AccessKind::Free => &mut self.writes,
        };
        if holds(list, range) { Ok(()) } else { Err(holds(&mut self.any, range)) }
    }
}

fn holds(ranges: &mut Ranges, (lo, hi): Range) -> bool {
    let sorted = ranges.sorted();
    let after = sorted.partition_point(|range| range.0 <= lo);
    after.checked_sub(1).is_some_and(|at| hi <= sorted[at].1)
}

/// Calls `visit` with first byte and end of each piece of the memory of an argument.
fn each_piece(argument: &Declared, args: &[u64], visit: &mut impl FnMut(u64, u64)) {
    let Some(address) = args.get(argument.slot).copied() else { return };
    let sizes: Vec<u64> = argument.dims.iter().map(|(size, _)| size.value(args).max(0) as u64).collect();
    let strides: Vec<i64> = argument.dims.iter().map(|(_, stride)| stride.value(args)).collect();
    let bytes = argument.element_bytes;
    if sizes.contains(&0) {
        return;
    }
    let outer = sizes[..sizes.len().saturating_sub(1)].iter().fold(1, |n: u64, size| n.saturating_mul(*size));
    let inner = if strides.last().is_none_or(|stride| *stride == 1) { 1 } else { sizes[sizes.len() - 1] };
    if outer.saturating_mul(inner) <= MOST_PIECES {
        let view = View { address, element_bytes: bytes, sizes: &sizes, strides: &strides };
        view.each_piece(&mut |address, bytes| visit(address, address.saturating_add(bytes)));
        return;
    }
    let (mut lo, mut hi) = (address, address.saturating_add(bytes));
    for (size, stride) in sizes.iter().zip(&strides) {
        let reach = (*size as i64 - 1).saturating_mul(*stride).saturating_mul(bytes as i64);
        if reach < 0 { lo = lo.saturating_add_signed(reach) } else { hi = hi.saturating_add_signed(reach) }
    }
    visit(lo, hi);
}
