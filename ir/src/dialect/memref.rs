//! The memref dialect: buffers and access to them.

use crate::def::{
    AttrConstraint, Effect, OpDef, Trait, any_number, derive, element_of, one, optional_attr, required_attr,
    types,
};
use crate::types::Type;

mod checks;
pub(in crate::dialect) use checks::{check_same_shape, check_sizes};
mod global;
mod subview;

/// The `alignment` attribute, in bytes.
const ALIGNMENT: AttrConstraint = AttrConstraint::Int(Type::I64);
/// Kinds of `memref.atomic_rmw`, in the order of their numbers.
pub const ATOMIC_KINDS: &[&str] = &[
    "addf", "addi", "assign", "maximumf", "maxs", "maxu", "minimumf", "mins", "minu", "mulf", "muli", "ori",
    "andi", "maxnumf", "minnumf", "xori",
];

dialect! {
    /// Buffers.
    MemRef = "memref" {
        /// Makes a buffer of the dynamic sizes given.
        Alloc = alloc("alloc"),
        /// Makes a buffer that ends with the function.
        Alloca = alloc("alloca"),
        /// Ends a buffer.
        Dealloc = OpDef::new("dealloc")
            .operands(&[one("memref", &types::ANY_MEMREF).effect(Effect::Free)])
            .pattern("$memref attr-dict `:` type($memref)"),
        /// Reads an element; indices count from 0 in each dimension.
        Load = OpDef::new("load")
            .operands(&[one("memref", &types::MEMREF).effect(Effect::Read), any_number("indices", &types::INDEX)])
            .results(&[one("result", &types::ANY)])
            .attrs(&[optional_attr("nontemporal", AttrConstraint::Bool)])
            .pattern("$memref `[` $indices `]` attr-dict `:` type($memref)")
            .infer(checks::infer_load).verify(checks::verify_load),
        /// Writes an element.
        Store = OpDef::new("store")
            .operands(&[one("value", &types::ANY), one("memref", &types::MEMREF).effect(Effect::Write),
                any_number("indices", &types::INDEX)])
            .attrs(&[optional_attr("nontemporal", AttrConstraint::Bool)])
            .pattern("$value `,` $memref `[` $indices `]` attr-dict `:` type($memref)")
            .type_rules(&[derive("value", "memref", element_of)]).verify(checks::verify_store),
        /// Combines a value with an element in one step and yields the old element.
        AtomicRmw = OpDef::new("atomic_rmw")
            .operands(&[one("value", &types::ANY), one("memref", &types::MEMREF).effect(Effect::Write),
                any_number("indices", &types::INDEX)])
            .results(&[one("result", &types::ANY)])
            .attrs(&[required_attr("kind", AttrConstraint::EnumInt(ATOMIC_KINDS))])
            .pattern("$kind $value `,` $memref `[` $indices `]` attr-dict `:` `(` type($value) `,` type($memref) `)` `->` type($result)"),
        /// The size of a dimension.
        Dim = OpDef::new("dim")
            .operands(&[one("source", &types::ANY_MEMREF), one("index", &types::INDEX)])
            .results(&[one("result", &types::INDEX)]).traits(&[Trait::Pure])
            .pattern("$source `,` $index attr-dict `:` type($source)").result_names(&["dim"]),
        /// Copies all elements from the first to the second buffer; shapes are equal.
        Copy = OpDef::new("copy")
            .operands(&[one("source", &types::ANY_MEMREF).effect(Effect::Read),
                one("target", &types::ANY_MEMREF).effect(Effect::Write)])
            .pattern("$source `,` $target attr-dict `:` type($source) `to` type($target)")
            .verify(checks::verify_copy),
        /// The same buffer under a type that knows more or less.
        Cast = OpDef::new("cast").operands(&[one("source", &types::ANY_MEMREF)])
            .results(&[one("dest", &types::ANY_MEMREF)]).traits(&[Trait::Pure])
            .pattern("$source attr-dict `:` type($source) `to` type($dest)").result_names(&["cast"])
            .verify(checks::verify_cast),
        /// A part of a buffer: offsets, sizes and strides, each a constant or a value.
        SubView = OpDef::new("subview")
            .operands(&[one("source", &types::MEMREF), any_number("offsets", &types::INDEX),
                any_number("sizes", &types::INDEX), any_number("strides", &types::INDEX)])
            .results(&[one("result", &types::MEMREF)])
            .attrs(&[required_attr("static_offsets", AttrConstraint::DenseArray(Type::I64)),
                required_attr("static_sizes", AttrConstraint::DenseArray(Type::I64)),
                required_attr("static_strides", AttrConstraint::DenseArray(Type::I64))])
            .traits(&[Trait::Pure]).code(subview::SYNTAX).verify(subview::verify).result_names(&["subview"]),
        /// A buffer of the module, with or without a first content.
        Global = OpDef::new("global")
            .attrs(&[required_attr("sym_name", AttrConstraint::Str), required_attr("type", AttrConstraint::Type),
                optional_attr("sym_visibility", AttrConstraint::Str),
                optional_attr("initial_value", AttrConstraint::Any),
                optional_attr("constant", AttrConstraint::Unit), optional_attr("alignment", ALIGNMENT)])
            .traits(&[Trait::Symbol]).code(global::SYNTAX).verify(global::verify),
        /// The buffer of a global.
        GetGlobal = OpDef::new("get_global").results(&[one("result", &types::MEMREF)])
            .attrs(&[required_attr("name", AttrConstraint::FlatSymbol)]).traits(&[Trait::Pure])
            .pattern("$name `:` type($result) attr-dict").verify(global::verify_get),
    }
}

/// Makes a buffer: dynamic sizes, then the symbols of the layout.
const fn alloc(name: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(const { &[any_number("dynamicSizes", &types::INDEX), any_number("symbolOperands", &types::INDEX)] })
        .results(const { &[one("memref", &types::MEMREF).effect(Effect::Allocate)] })
        .attrs(const { &[optional_attr("alignment", ALIGNMENT)] })
        .pattern("`(` $dynamicSizes `)` (`[` $symbolOperands^ `]`)? attr-dict `:` type($memref)")
        .verify(checks::verify_alloc)
        .result_names(match name.len() { 5 => &["alloc"], _ => &["alloca"] })
}
