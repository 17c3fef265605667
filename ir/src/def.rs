//! Operation definitions: the contents of a row of a dialect table.

#[macro_use]
mod dialect;
mod constraint;
mod meaning;
mod op_def;
mod version;

pub use constraint::{AttrConstraint, TypeSet, types};
pub(crate) use constraint::{flags_text, foreign_words};
pub use meaning::{Cost, DeviceWork, Reach, RegionFlow, Requirement, Scope, View};
pub use op_def::{
    Arity, AttrSlot, Blocks, Code, Directive, DirectiveRead, Effect, Fold, Infer, OpDef, Slot, Syntax, Trait,
    Traits, TypeRule, Verify, any_number, default_attr, derive, directive, element_of, one, optional,
    optional_attr, quiet_default_attr, required_attr, same_type,
};
pub(crate) use op_def::{is_segments, segment_counts};
pub use version::{Feature, MlirVersion, Outside, Spelling, Versions, feature};
