//! Additions and products with two results.

use crate::canonicalize::Rule;
use warpline_ir::OpKind;

/// The signed wide product.
pub(super) const SIGNED: &str = "arith.mulsi_extended";
/// The unsigned wide product.
pub(super) const UNSIGNED: &str = "arith.mului_extended";

/// The rules.
pub(super) const RULES: &[(OpKind, Rule)] = &[];
