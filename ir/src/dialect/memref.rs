//! The memref dialect: buffers and accesses to them.

use crate::def::{
    AttrConstraint, AttrSlot, Cost, Effect, MlirVersion, OpDef, Outside, Reach, RegionFlow, Requirement,
    Spelling, Trait, Versions, View, any_number, derive, element_of, feature, one, optional, optional_attr,
    quiet_default_attr, required_attr, same_type, types,
};
use crate::dialect::OpKind;
use crate::types::Type;

mod atomic;
mod checks;
mod dma;
pub(in crate::dialect) use dma::{HINT_KEYS, check_hints, read_hints, write_hints};
mod global;
mod reshape;
pub use checks::is_castable;
pub use reshape::{collapsed_type, expanded_type, groups_attr, groups_of};
mod scope;
mod sets;
pub mod subview;
mod views;
pub use views::{STRIDED_LISTS, transposed_dims};

/// The `alignment` attribute, in bytes.
const ALIGNMENT: AttrConstraint = AttrConstraint::Int(Type::I64);
/// The alignment of an access.
const ACCESS_ALIGNMENT: AttrSlot = optional_attr("alignment", ALIGNMENT).outside(Outside::Enclosed);
/// Whether an access should not displace other data from caches.
const NONTEMPORAL: AttrSlot =
    quiet_default_attr("nontemporal", AttrConstraint::Bool, "false").outside(Outside::Enclosed);
/// Constants of a list that mixes constants and values.
const LIST: AttrConstraint = AttrConstraint::DenseArray(Type::I64);
/// Kinds of `memref.atomic_rmw`, in the order of their numbers.
pub const ATOMIC_KINDS: &[&str] = &[
    "addf", "addi", "andi", "assign", "maximumf", "maxnumf", "maxs", "maxu", "minimumf", "minnumf", "mins",
    "minu", "mulf", "muli", "ori", "xori",
];

dialect! {
    /// Buffers: allocation, accesses, deallocation, and views of parts of them.
    MemRef = "memref" {
        /// Allocates a buffer with the given dynamic sizes.
        Alloc = alloc("alloc").requires(&[Requirement::Extents]).verify(checks::verify_alloc).result_names(&["alloc"])
            .reach(Reach::Proved),
        /// Allocates a buffer that lives until the function returns.
        Alloca = alloc("alloca").requires(&[Requirement::Extents]).verify(checks::verify_alloca).result_names(&["alloca"])
            .reach(Reach::Proved),
        /// Frees a buffer.
        Dealloc = OpDef::new("dealloc")
            .operands(&[one("memref", &types::ANY_MEMREF).effect(Effect::Free)])
            .pattern("$memref attr-dict `:` type($memref)"),
        /// Allocates a buffer of another size with the old contents, and frees the old one.
        Realloc = OpDef::new("realloc")
            .operands(&[one("source", &sets::LINEAR).effect(Effect::Free),
                optional("dynamicResultSize", &types::INDEX)])
            .results(&[one("result", &sets::LINEAR).effect(Effect::Allocate)])
            .attrs(&[optional_attr("alignment", ALIGNMENT).outside(Outside::Assigned)])
            .pattern("$source (`(` $dynamicResultSize^ `)`)? attr-dict `:` type($source) `to` type($result)")
            .verify(checks::verify_realloc)
            .reach(Reach::Proved),
        /// A region that frees, at its end, the stack buffers allocated in it.
        AllocaScope = OpDef::new("alloca_scope").flow(RegionFlow::Once).results(&[any_number("results", &types::ANY)])
            .traits(&[Trait::SingleBlock, Trait::RecursiveEffects]).regions(&["bodyRegion"])
            .implicit_terminator(OpKind::MemRef(MemRef::AllocaScopeReturn))
            .code(scope::SYNTAX).verify(scope::verify),
        /// Terminates `memref.alloca_scope` and yields its results.
        AllocaScopeReturn = OpDef::new("alloca_scope.return").operands(&[any_number("results", &types::ANY)])
            .traits(&[Trait::Pure, Trait::Terminator]).parents(&["memref.alloca_scope"])
            .pattern("attr-dict ($results^ `:` type($results))?"),
        /// Reads an element; indices count from 0 in each dimension.
        Load = OpDef::new("load").requires(&[Requirement::Indices])
            .operands(&[one("memref", &types::MEMREF).effect(Effect::Read), any_number("indices", &types::INDEX)])
            .results(&[one("result", &types::ANY)])
            .attrs(&[ACCESS_ALIGNMENT, NONTEMPORAL,
                quiet_default_attr("invariant", AttrConstraint::Bool, "false").outside(Outside::Enclosed)])
            .pattern("$memref `[` $indices `]` attr-dict `:` type($memref)")
            .infer(checks::infer_load).verify(checks::verify_load),
        /// Writes an element.
        Store = OpDef::new("store").requires(&[Requirement::Indices])
            .operands(&[one("value", &types::ANY), one("memref", &types::MEMREF).effect(Effect::Write),
                any_number("indices", &types::INDEX)])
            .attrs(&[ACCESS_ALIGNMENT, NONTEMPORAL])
            .pattern("$value `,` $memref `[` $indices `]` attr-dict `:` type($memref)")
            .type_rules(&[derive("value", "memref", element_of)]).verify(checks::verify_store),
        /// Hints that an element will be read or written soon.
        Prefetch = OpDef::new("prefetch").cost(Cost::Free)
            .operands(&[one("memref", &types::MEMREF).effect(Effect::Write), any_number("indices", &types::INDEX)])
            .attrs(&[required_attr("isWrite", AttrConstraint::Bool),
                required_attr("localityHint", AttrConstraint::Int(Type::I32)),
                required_attr("isDataCache", AttrConstraint::Bool)])
            .code(dma::PREFETCH_SYNTAX).verify(dma::verify_prefetch),
        /// Atomically combines a value with an element and yields the old element.
        AtomicRmw = OpDef::new("atomic_rmw").cost(Cost::Atomic).requires(&[Requirement::Indices])
            .operands(&[one("value", &sets::NUMBER), one("memref", &sets::ATOMIC).effect(Effect::Write),
                any_number("indices", &types::INDEX)])
            .results(&[one("result", &sets::NUMBER)])
            .attrs(&[required_attr("kind", AttrConstraint::EnumInt(ATOMIC_KINDS))])
            .features(&[feature(Versions::since(MlirVersion::V22), "the kind xori", |op| op.keyword("kind") == Some("xori"))])
            .pattern("$kind $value `,` $memref `[` $indices `]` attr-dict `:` `(` type($value) `,` type($memref) `)` `->` type($result)")
            .verify(atomic::verify_rmw),
        /// Atomically updates an element by a region that computes the new value from the old one, which is
        /// yielded.
        GenericAtomicRmw = OpDef::new("generic_atomic_rmw").cost(Cost::Atomic).requires(&[Requirement::Indices])
            .operands(&[one("memref", &sets::ATOMIC).effect(Effect::Write), any_number("indices", &types::INDEX)])
            .results(&[one("result", &sets::NUMBER)]).traits(&[Trait::SingleBlock]).regions(&["atomic_body"])
            .code(atomic::SYNTAX).verify(atomic::verify),
        /// Terminates `memref.generic_atomic_rmw` with the new element.
        AtomicYield = OpDef::new("atomic_yield").operands(&[one("result", &types::ANY)])
            .traits(&[Trait::Pure, Trait::Terminator]).parents(&["memref.generic_atomic_rmw"])
            .pattern("$result attr-dict `:` type($result)").verify(atomic::verify_yield),
        /// Starts a transfer between two buffers; a tag is set when it is done.
        DmaStart = OpDef::new("dma_start").operands(&[any_number("operands", &types::ANY)])
            .code(dma::START_SYNTAX).verify(dma::verify_start),
        /// Waits for the transfer of a tag.
        DmaWait = OpDef::new("dma_wait")
            .operands(&[one("tagMemRef", &types::MEMREF), any_number("tagIndices", &types::INDEX),
                one("numElements", &types::INDEX)])
            .pattern("$tagMemRef `[` $tagIndices `]` `,` $numElements attr-dict `:` type($tagMemRef)")
            .verify(dma::verify_wait),
        /// The number of dimensions.
        Rank = OpDef::new("rank").cost(Cost::Free).operands(&[one("memref", &types::ANY_MEMREF)])
            .results(&[one("result", &types::INDEX)]).traits(&[Trait::Pure])
            .pattern("$memref attr-dict `:` type($memref)"),
        /// The size of a dimension.
        Dim = OpDef::new("dim").cost(Cost::Free).requires(&[Requirement::Dimension])
            .operands(&[one("source", &sets::NOT_0D), one("index", &types::INDEX)])
            .results(&[one("result", &types::INDEX)]).traits(&[Trait::Pure])
            .pattern("attr-dict $source `,` $index `:` type($source)").result_names(&["dim"]),
        /// Copies all elements from the first to the second buffer; shapes are equal.
        Copy = OpDef::new("copy")
            .operands(&[one("source", &types::ANY_MEMREF).effect(Effect::Read),
                one("target", &types::ANY_MEMREF).effect(Effect::Write)])
            .pattern("$source `,` $target attr-dict `:` type($source) `to` type($target)")
            .verify(checks::verify_copy),
        /// The same buffer with a type that is more or less static.
        Cast = cast("cast").verify(checks::verify_cast).result_names(&["cast"])
            .view(View::Same).reach(Reach::Checked),
        /// The same buffer in another memory space.
        MemorySpaceCast = cast("memory_space_cast").verify(checks::verify_space_cast)
            .result_names(&["memspacecast"])
            .view(View::Same).reach(Reach::Proved),
        /// A part of a buffer: offsets, sizes and strides, each a constant or a value.
        SubView = strided_view("subview", const { &[one("source", &types::MEMREF), any_number("offsets", &types::INDEX),
                any_number("sizes", &types::INDEX), any_number("strides", &types::INDEX)] })
            .results(&[one("result", &types::MEMREF)])
            .code(subview::SYNTAX).verify(subview::verify).result_names(&["subview"])
            .view(View::Part).reach(Reach::Checked),
        /// A view of the memory of a buffer with an offset, sizes and strides of any kind.
        ReinterpretCast = strided_view("reinterpret_cast", const { &[one("source", &types::ANY_MEMREF), any_number("offsets", &types::INDEX),
                any_number("sizes", &types::INDEX), any_number("strides", &types::INDEX)] })
            .results(&[one("result", &sets::STRIDED)])
            .code(views::REINTERPRET_SYNTAX).verify(views::verify_reinterpret)
            .result_names(&["reinterpret_cast"])
            .view(View::Anywhere).reach(Reach::Checked),
        /// A view of a byte buffer with another element type, from a byte offset.
        View = OpDef::new("view")
            .operands(&[one("source", &sets::BYTES), one("byte_shift", &types::INDEX),
                any_number("sizes", &types::INDEX)])
            .results(&[one("result", &types::MEMREF)]).traits(&[Trait::Pure])
            .pattern("$source `[` $byte_shift `]` `` `[` $sizes `]` attr-dict `:` type($source) `to` type($result)")
            .verify(views::verify_view).result_names(&["view"])
            .view(View::Bytes).reach(Reach::Checked),
        /// The buffer with another shape with the same number of elements, which is stored in another buffer.
        Reshape = OpDef::new("reshape")
            .operands(&[one("source", &types::ANY_MEMREF), one("shape", &sets::SHAPE).effect(Effect::Read)])
            .results(&[one("result", &types::ANY_MEMREF)]).traits(&[Trait::Pure])
            .code(reshape::RESHAPE_SYNTAX).verify(reshape::verify_reshape).result_names(&["reshape"])
            .view(View::Rearranged).reach(Reach::Checked),
        /// Splits dimensions into groups of dimensions.
        ExpandShape = OpDef::new("expand_shape")
            .operands(&[one("src", &sets::STRIDED), any_number("output_shape", &types::INDEX)])
            .results(&[one("result", &sets::STRIDED)])
            .attrs(&[required_attr("reassociation", AttrConstraint::Array),
                required_attr("static_output_shape", LIST)])
            .traits(&[Trait::Pure]).code(reshape::EXPAND_SYNTAX).verify(reshape::verify_expand)
            .result_names(&["expand_shape"])
            .view(View::Rearranged).reach(Reach::Checked),
        /// Collapses groups of dimensions into one dimension each.
        CollapseShape = OpDef::new("collapse_shape").operands(&[one("src", &sets::STRIDED)])
            .results(&[one("result", &sets::STRIDED)])
            .attrs(&[required_attr("reassociation", AttrConstraint::Array)]).traits(&[Trait::Pure])
            .pattern("$src $reassociation attr-dict `:` type($src) `into` type($result)")
            .verify(reshape::verify_collapse).result_names(&["collapse_shape"])
            .view(View::Rearranged).reach(Reach::Checked),
        /// A view of a buffer with permuted dimensions.
        Transpose = OpDef::new("transpose").operands(&[one("in", &sets::STRIDED)])
            .results(&[one("result", &sets::STRIDED)])
            .attrs(&[required_attr("permutation", AttrConstraint::Map)]).traits(&[Trait::Pure])
            .code(views::TRANSPOSE_SYNTAX).verify(views::verify_transpose).result_names(&["transpose"])
            .view(View::Rearranged).reach(Reach::Proved),
        /// The parts of a buffer: its base, offset, sizes and strides.
        ExtractStridedMetadata = OpDef::new("extract_strided_metadata")
            .operands(&[one("source", &sets::STRIDED)])
            .results(&[one("base_buffer", &sets::STRIDED_0D), one("offset", &types::INDEX),
                any_number("sizes_and_strides", &types::INDEX)])
            .traits(&[Trait::Pure]).pattern("$source `:` type($source) `->` type(results) attr-dict")
            .verify(dma::verify_metadata).result_names(&["base_buffer", "offset", "sizes", "strides"])
            .view(View::Anywhere).reach(Reach::Proved),
        /// The address of the first element, as an index.
        ExtractAlignedPointerAsIndex = OpDef::new("extract_aligned_pointer_as_index").cost(Cost::Free)
            .operands(&[one("source", &types::ANY_MEMREF)]).results(&[one("aligned_pointer", &types::INDEX)])
            .traits(&[Trait::Pure]).pattern("$source `:` type($source) `->` type($aligned_pointer) attr-dict")
            .result_names(&["intptr"]),
        /// The same buffer, with an address that is assumed to be a multiple of a number of bytes.
        AssumeAlignment = OpDef::new("assume_alignment").operands(&[one("memref", &types::MEMREF)])
            .results(&[one("result", &types::MEMREF)])
            .attrs(&[required_attr("alignment", AttrConstraint::Int(Type::I32))]).traits(&[Trait::Pure])
            .pattern("$memref `,` $alignment attr-dict `:` type($memref)")
            .type_rules(&[same_type("result", "memref")]).verify(checks::verify_assume_alignment)
            .result_names(&["assume_align"])
            .features(&[feature(Versions::since(MlirVersion::V21), "a result that is used", |op| {
                op.results().any(|result| !op.module.is_unused(result))
            })])
            .spellings(&[Spelling {
                versions: Versions::until(MlirVersion::V20),
                pattern: "$memref `,` $alignment attr-dict `:` type($memref)",
                has_results: false,
            }])
            .view(View::Same).reach(Reach::Checked),
        /// The same buffers, assumed not to overlap.
        DistinctObjects = OpDef::new("distinct_objects").since(MlirVersion::V22).operands(&[any_number("operands", &types::MEMREF)])
            .results(&[any_number("results", &types::MEMREF)]).traits(&[Trait::Pure])
            .pattern("$operands attr-dict `:` type($operands)").infer(checks::infer_same)
            .verify(checks::verify_distinct_objects)
            .view(View::SameEach).reach(Reach::Checked),
        /// A global buffer of the module, with or without an initial value.
        Global = OpDef::new("global")
            .attrs(&[required_attr("sym_name", AttrConstraint::Str), required_attr("type", AttrConstraint::Type),
                optional_attr("sym_visibility", AttrConstraint::Str),
                optional_attr("initial_value", AttrConstraint::Any),
                optional_attr("constant", AttrConstraint::Unit),
                optional_attr("alignment", ALIGNMENT).outside(Outside::Assigned)])
            .traits(&[Trait::Symbol]).code(global::SYNTAX).verify(global::verify),
        /// The buffer of a global.
        GetGlobal = OpDef::new("get_global").cost(Cost::Free).results(&[one("result", &sets::STATIC)])
            .attrs(&[required_attr("name", AttrConstraint::FlatSymbol)]).traits(&[Trait::Pure])
            .pattern("$name `:` type($result) attr-dict").verify(global::verify_get)
            .reach(Reach::Proved),
    }
}

/// Creates a row that allocates a buffer: dynamic sizes, then the symbols of the layout.
const fn alloc(name: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(const { &[any_number("dynamicSizes", &types::INDEX), any_number("symbolOperands", &types::INDEX)] })
        .results(const { &[one("memref", &types::MEMREF).effect(Effect::Allocate)] })
        .attrs(const { &[optional_attr("alignment", ALIGNMENT).outside(Outside::Assigned)] })
        .pattern("`(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)")
}

/// Creates a row that casts a buffer to another type.
const fn cast(name: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(const { &[one("source", &types::ANY_MEMREF)] })
        .results(const { &[one("dest", &types::ANY_MEMREF)] })
        .traits(&[Trait::Pure])
        .pattern("$source attr-dict `:` type($source) `to` type($dest)")
}

/// Creates a row of a view with offsets, sizes and strides.
const fn strided_view(name: &'static str, operands: &'static [crate::def::Slot]) -> OpDef {
    OpDef::new(name)
        .operands(operands)
        .attrs(
            const {
                &[
                    required_attr("static_offsets", LIST),
                    required_attr("static_sizes", LIST),
                    required_attr("static_strides", LIST),
                ]
            },
        )
        .traits(&[Trait::Pure])
}
