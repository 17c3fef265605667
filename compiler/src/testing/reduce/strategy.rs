//! The table of reduction strategies. Those that remove most come first.

use warpline_ir::Module;

use super::{apply, arguments, blocks, erase, unwrap};

/// A strategy: candidate positions in a module, and an edit of some of them.
pub(super) struct Strategy {
    /// Returns the number of candidates.
    pub(super) n_places: fn(&Module) -> usize,
    /// Edits the module at these candidates, in ascending order; impossible edits are skipped.
    pub(super) apply: fn(&mut Module, &[usize]),
}

/// All strategies, in the order of a round.
pub(super) const STRATEGIES: &[Strategy] = &[
    // Functions, kernels and globals, with the references to them.
    Strategy { n_places: erase::n_symbols, apply: erase::erase_symbols },
    Strategy { n_places: erase::n_bodies, apply: erase::erase_bodies },
    // Operations, whose results become existing values, else constants.
    Strategy { n_places: erase::n_ops, apply: erase::forward },
    // Operations, whose results become their last operand.
    Strategy { n_places: erase::n_ops, apply: erase::forward_last },
    // Operations, whose results become constants.
    Strategy { n_places: erase::n_ops, apply: erase::with_constants },
    // Loops and conditionals, which are replaced by their body.
    Strategy { n_places: unwrap::n_regions, apply: unwrap::unwrap },
    Strategy { n_places: blocks::n_branches, apply: blocks::straighten },
    Strategy { n_places: blocks::n_stations, apply: blocks::bypass },
    Strategy { n_places: arguments::n_arguments, apply: arguments::drop_arguments },
    Strategy { n_places: arguments::n_results, apply: arguments::drop_results },
    Strategy { n_places: arguments::n_block_arguments, apply: arguments::drop_block_arguments },
    Strategy { n_places: apply::n_operands, apply: apply::drop_operands },
    Strategy { n_places: apply::n_attributes, apply: apply::drop_attributes },
    Strategy { n_places: apply::n_resources, apply: apply::drop_resources },
];
