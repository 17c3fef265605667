//! Canonicalises `scf`: loops and branches with known bounds and conditions, and dead carried values.

mod for_loop;
mod if_op;
mod parallel;
mod regions;
mod while_loop;

use super::Rule;
use warpline_ir::{Module, Op, OpKind, Scf};

/// The rules of the dialect.
pub(super) const RULES: &[(OpKind, Rule)] = &[
    (OpKind::Scf(Scf::For), for_loop::unroll_trivial),
    (OpKind::Scf(Scf::For), for_loop::drop_empty),
    (OpKind::Scf(Scf::For), for_loop::drop_carried),
    (OpKind::Scf(Scf::If), if_op::negated_condition),
    (OpKind::Scf(Scf::If), if_op::take_known_branch),
    (OpKind::Scf(Scf::If), if_op::drop_unused_results),
    (OpKind::Scf(Scf::If), if_op::drop_empty_else),
    (OpKind::Scf(Scf::If), if_op::propagate_condition),
    (OpKind::Scf(Scf::If), if_op::results_of_condition),
    (OpKind::Scf(Scf::If), if_op::results_by_select),
    (OpKind::Scf(Scf::If), if_op::combine_with_previous),
    (OpKind::Scf(Scf::If), if_op::combine_nested),
    (OpKind::Scf(Scf::IndexSwitch), regions::take_known_case),
    (OpKind::Scf(Scf::IndexSwitch), regions::forward_common_results),
    (OpKind::Scf(Scf::IndexSwitch), regions::drop_unused_results),
    (OpKind::Scf(Scf::ExecuteRegion), regions::take_apart),
    (OpKind::Scf(Scf::While), while_loop::condition_is_true_inside),
    (OpKind::Scf(Scf::While), while_loop::comparison_is_true_inside),
    (OpKind::Scf(Scf::While), while_loop::forward_outer_values),
    (OpKind::Scf(Scf::While), while_loop::forward_invariants),
    (OpKind::Scf(Scf::While), while_loop::merge_duplicates),
    (OpKind::Scf(Scf::While), while_loop::drop_unused_results),
    (OpKind::Scf(Scf::While), while_loop::drop_unused_args),
    (OpKind::Scf(Scf::While), while_loop::move_if_down),
    (OpKind::Scf(Scf::Parallel), parallel::rewrite),
];

/// Returns the items whose flag is set.
fn kept<T: Copy>(items: &[T], keep: &[bool]) -> Vec<T> {
    items.iter().zip(keep).filter(|(_, keep)| **keep).map(|(item, _)| *item).collect()
}

/// Removes the operands of a terminator, from index `first` on, whose flag is not set.
fn keep_operands(module: &mut Module, op: Op, first: usize, keep: &[bool]) {
    let (own, carried) = module.operands(op).split_at(first);
    let operands = [own, &kept(carried, keep)].concat();
    module.set_operands(op, &operands);
}
