//! The ptr dialect: addresses as values, pointer arithmetic, and accesses through pointers.

use crate::def::{
    AttrConstraint, Cost, Effect, MlirVersion, OpDef, Reach, Requirement, Trait, TypeSet, View, default_attr,
    derive, one, optional, optional_attr, required_attr, same_type, types,
};
use crate::types::Type;

mod access;
mod arithmetic;
mod cast;

pub use access::{alignment_of, is_atomic_access, is_volatile, orders_others};

/// Flags of `ptr.ptr_add`, in the order of their numbers.
pub const ADD_FLAGS: &[&str] = &["none", "nusw", "nuw", "inbounds"];
/// Orderings of atomic accesses, in the order of their numbers.
pub const ORDERINGS: &[&str] =
    &["not_atomic", "unordered", "monotonic", "acquire", "release", "acq_rel", "seq_cst"];

/// The number of the ordering of accesses that others may make at the same time, but that order nothing else.
pub const MONOTONIC: i64 = 2;

/// A flag that the generic form always shows.
const FLAG: AttrConstraint = AttrConstraint::UnitProperty;
/// Nothing, or one 64-bit integer, as an array.
const ALIGNMENT: AttrConstraint =
    AttrConstraint::Where("array of at most one 64-bit signless integer", access::is_alignment);

pub(crate) static POINTER: TypeSet =
    TypeSet { name: "pointer type", accepts: crate::module::Module::is_ptr, only: None };
static POINTER_LIKE: TypeSet = TypeSet {
    name: "A shaped type with value semantics and rank. of pointer type values or pointer type",
    accepts: |m, ty| m.is_ptr(m.element_type(ty)) && !m.is_memref(ty),
    only: None,
};
static OFFSET_LIKE: TypeSet = TypeSet {
    name: "A shaped type with value semantics and rank. of signless integer or index values or signless integer or index",
    accepts: |m, ty| m.is_int_or_index(m.element_type(ty)) && !m.is_memref(ty),
    only: None,
};
static BUFFER: TypeSet = TypeSet {
    name: "memref of any type values",
    accepts: |m, ty| (types::ANY_MEMREF.accepts)(m, ty),
    only: None,
};
static METADATA: TypeSet =
    TypeSet { name: "pointer metadata type", accepts: |m, ty| m.metadata_of(ty).is_some(), only: None };

dialect! {
    /// Pointers: the addresses that kernels use for memory accesses after `lower-memref-access` has replaced
    /// buffers.
    Ptr = "ptr" {
        /// The address of the first element of a buffer.
        ToPtr = OpDef::new("to_ptr").since(MlirVersion::V21).operands(&[one("ptr", &BUFFER)]).results(&[one("result", &POINTER)])
            .traits(&[Trait::Pure]).directives(&[cast::RESULT])
            .pattern("$ptr attr-dict `:` type($ptr) `->` custom<Result>").verify(cast::verify_to)
            .view(View::Anywhere).reach(Reach::Proved),
        /// A buffer at an address, with the sizes and strides of its type or of the metadata.
        FromPtr = OpDef::new("from_ptr").since(MlirVersion::V21).operands(&[one("ptr", &POINTER), optional("metadata", &METADATA)])
            .results(&[one("result", &BUFFER)]).traits(&[Trait::Pure]).directives(&[cast::SOURCE])
            .pattern("$ptr (`metadata` $metadata^)? attr-dict `:` custom<Source> `->` type($result)")
            .type_rules(&[derive("metadata", "result", cast::metadata_of)]).verify(cast::verify_from)
            .view(View::Anywhere).reach(Reach::Checked),
        /// The sizes and strides of a buffer, which a pointer does not contain.
        GetMetadata = OpDef::new("get_metadata").cost(Cost::Free).since(MlirVersion::V21).operands(&[one("ptr", &BUFFER)])
            .results(&[one("result", &METADATA)]).traits(&[Trait::Pure])
            .pattern("$ptr attr-dict `:` type($ptr)")
            .type_rules(&[derive("result", "ptr", cast::metadata_of)]),
        /// An address at a byte offset. `nusw`, `nuw` and `inbounds` assert that the sum does not wrap or
        /// that it stays within the buffer.
        PtrAdd = OpDef::new("ptr_add").cost(Cost::Plain).since(MlirVersion::V21).operands(&[one("base", &POINTER_LIKE), one("offset", &OFFSET_LIKE)])
            .results(&[one("result", &POINTER_LIKE)])
            .attrs(&[default_attr("flags", AttrConstraint::EnumI32(ADD_FLAGS), "0 : i32")])
            .traits(&[Trait::Pure])
            .pattern("($flags^)? $base `,` $offset attr-dict `:` type($base) `,` type($offset)")
            .infer(arithmetic::infer_add).verify(arithmetic::verify_add)
            .view(View::Anywhere).reach(Reach::Checked),
        /// The number of bytes between two addresses of the same memory space.
        PtrDiff = OpDef::new("ptr_diff").since(MlirVersion::V22).operands(&[one("lhs", &POINTER_LIKE), one("rhs", &POINTER_LIKE)])
            .results(&[one("result", &OFFSET_LIKE)])
            .attrs(&[default_attr("flags", AttrConstraint::Int(Type::I8), "0 : i8")])
            .traits(&[Trait::Pure, Trait::SameShape]).directives(&[arithmetic::DIFF_FLAGS])
            .pattern("(custom<DiffFlags>^)? $lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)")
            .type_rules(&[same_type("rhs", "lhs")]),
        /// The number of bytes from one element of a type to the next.
        TypeOffset = OpDef::new("type_offset").cost(Cost::Free).since(MlirVersion::V21).results(&[one("result", &types::INT_OR_INDEX)])
            .attrs(&[required_attr("elementType", AttrConstraint::Type)]).traits(&[Trait::Pure])
            .pattern("$elementType attr-dict `:` type($result)").fold(arithmetic::fold_offset),
        /// Loads a value from an address. `invariant` asserts that it is not written while the kernel runs.
        Load = OpDef::new("load").requires(&[Requirement::Bytes]).since(MlirVersion::V22).operands(&[one("ptr", &POINTER).effect(Effect::Read)])
            .results(&[one("value", &types::ANY)])
            .attrs(&[default_attr("alignment", ALIGNMENT, "[]"), default_attr("volatile_", FLAG, "false"),
                default_attr("nontemporal", FLAG, "false"), default_attr("invariant", FLAG, "false"),
                default_attr("invariantGroup", FLAG, "false"),
                default_attr("ordering", AttrConstraint::EnumI32(ORDERINGS), "0 : i32"),
                optional_attr("syncscope", AttrConstraint::Str)])
            .directives(&[access::ATOMIC, access::ALIGNMENT])
            .pattern("(`volatile` $volatile_^)? $ptr (custom<Atomic>^)? oilist(`nontemporal` $nontemporal | `invariant` $invariant | `invariant_group` $invariantGroup | custom<Alignment>) attr-dict `:` type($ptr) `->` type($value)")
            .verify(access::verify_load),
        /// Stores a value to an address.
        Store = OpDef::new("store").requires(&[Requirement::Bytes]).since(MlirVersion::V22).operands(&[one("value", &types::ANY), one("ptr", &POINTER).effect(Effect::Write)])
            .attrs(&[default_attr("alignment", ALIGNMENT, "[]"), default_attr("volatile_", FLAG, "false"),
                default_attr("nontemporal", FLAG, "false"), default_attr("invariantGroup", FLAG, "false"),
                default_attr("ordering", AttrConstraint::EnumI32(ORDERINGS), "0 : i32"),
                optional_attr("syncscope", AttrConstraint::Str)])
            .directives(&[access::ATOMIC, access::ALIGNMENT])
            .pattern("(`volatile` $volatile_^)? $value `,` $ptr (custom<Atomic>^)? oilist(`nontemporal` $nontemporal | `invariant_group` $invariantGroup | custom<Alignment>) attr-dict `:` type($value) `,` type($ptr)")
            .verify(access::verify_store),
    }
}
