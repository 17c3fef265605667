//! The IR of warpline: text, operations and verification. It is independent of passes, backends, devices,
//! files and clocks.
//!
//! Data flow:
//! ```text
//! text ─logos→ tokens ─layout→ marked tokens ─lalrpop→ Ast ─formats→ Module ─verify→ Facts
//! ```
//! [`parse`] turns text into a [`Module`] and reports every error in it; [`verify::verify`] checks the rules
//! of the operations and returns the [`Facts`] that backends require; [`print::print`] writes a module as
//! text that parses to the same module.

#![forbid(unsafe_code)]

pub mod codes;
pub mod diagnostics;
pub mod entity;
pub mod source;
pub mod suggest;

#[macro_use]
pub mod def;
pub mod affine;
pub mod attrs;
pub mod location;
pub mod syntax;
pub mod types;
pub mod value;

pub mod builder;
pub mod module;
pub mod op;
pub mod placement;
mod region_flow;
pub mod resources;
pub mod rewrite;
mod subset;
pub mod symbols;

pub mod dialect;
pub mod scalar;

pub mod format;
pub mod limits;
pub mod lower;
pub mod print;
pub mod verify;

pub mod artifact;
pub mod host_abi;
pub mod kernels;
pub mod printf;

pub use affine::{AffineMap, BinaryOp, Expr, IntegerSet};
pub use attrs::{Attr, AttrKind, DenseData, NamedAttr};
pub use builder::Builder;
pub use def::MlirVersion;
pub use diagnostics::{Diagnostic, Diagnostics, Note, Remarks, Reported, Severity};
pub use dialect::{
    Affine, Arith, Async, Builtin, Cf, Func, Gpu, Linalg, Math, MemRef, OpKind, Ptr, Rt, Scf, Vector,
};
pub use entity::{Entity, PrimaryMap, SecondaryMap};
pub use limits::Limits;
pub use location::{Location, LocationKind};
pub use lower::{Names, ParseOptions, parse, parse_with_names, parse_within};
pub use module::{Block, Module, Name, Region};
pub use op::{Op, OpRef, SuccessorData};
pub use placement::Place;
pub use rewrite::OpSpec;
pub use source::Span;
pub use types::{AsyncType, DYNAMIC, Float, MachineFloat, MmaRole, Signedness, SparseHandle, Type, TypeKind};
pub use value::{Def, Use, Value};
pub use verify::Facts;
