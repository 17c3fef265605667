//! The vector dialect: values of many elements, of fixed and of scalable size.

use crate::attrs::{Attr, AttrKind};
use crate::def::{
    AttrConstraint, AttrSlot, Cost, Directive, Effect, MlirVersion, OpDef, Outside, Reach, Requirement, Slot,
    Trait, TypeRule, View, any_number, default_attr, derive, directive, element_of, foreign_words, one,
    optional, optional_attr, quiet_default_attr, required_attr, same_type, types,
};
use crate::dialect::arith::fastmath_attr;
use crate::module::Module;
use crate::types::Type;

mod contract;
mod element;
mod features;
mod kinds;
mod mask;
mod memory;
mod old;
pub(super) use old::replace_older;
mod outer;
mod parts;
mod print;
mod reduce;
mod shape;
mod transfer;

use kinds::KIND;
pub use kinds::{KINDS, kind_of};
use memory::ALIGNMENT;
use parts::{
    ANY_MASK, FIXED, FIXED_MASK, FLOATS, INDEX_LINE, INDICES, LINE, MASK, PRINTABLE, RANKED, SCALABLE_LINE,
    SHAPED, STATIC_MEMREF, TENSOR, TENSOR_OR_MEMREF, VECTOR,
};
pub use print::printed_end;

const NUMBERS: AttrConstraint = AttrConstraint::DenseArray(Type::I64);
const I64_ARRAY: AttrConstraint = AttrConstraint::Where("64-bit integer array attribute", |module, attr| {
    is_array_of(module, attr, |item| matches!(module.attr_kind(item), AttrKind::Integer(_, Type::I64)))
});
const BOOL_ARRAY: AttrConstraint = AttrConstraint::Where("1-bit boolean array attribute", |module, attr| {
    is_array_of(module, attr, |item| matches!(module.attr_kind(item), AttrKind::Bool(_)))
});
const ITERATORS: AttrConstraint =
    AttrConstraint::Where("Iterator type should be an enum.", |module, attr| {
        is_array_of(module, attr, |item| {
            let word = foreign_words(module, module.attr_kind(item), "vector.iterator_type");
            word.is_some_and(|word| contract::ITERATORS.contains(&word))
        })
    });
const PUNCTUATION: AttrConstraint =
    AttrConstraint::Bracketed("vector.punctuation", &["no_punctuation", "newline", "comma", "open", "close"]);
const ADD: &str = "#vector.kind<add>";
const FMA: &str = "all of {lhs, rhs, acc, result} have same type";
const RESULT_IS_DEST: &[TypeRule] =
    &[same_type("result", "dest").law("all of {dest, result} have same type")];
const POSITION: Directive =
    directive("position", &["static_position"], element::read_position, element::write_position);

fn is_array_of(module: &Module, attr: Attr, accepts: impl Fn(Attr) -> bool) -> bool {
    matches!(module.attr_kind(attr), AttrKind::Array(items) if items.iter().all(|item| accepts(*item)))
}

dialect! {
    /// Vectors: construction, extraction, reduction, and transfers from and to memory.
    Vector = "vector" {
        /// Broadcasts a scalar or vector along leading dimensions and dimensions of size 1.
        Broadcast = cast("broadcast", const { &[one("source", &types::ANY)] }, const { &[one("result", &VECTOR)] })
            .verify(shape::verify_broadcast).cost(Cost::Free),
        /// The same elements in row-major order with another shape.
        ShapeCast = cast("shape_cast", const { &[one("source", &VECTOR)] }, const { &[one("result", &VECTOR)] })
            .verify(shape::verify_shape_cast),
        /// The same bits with another element type; only the last size changes.
        Bitcast = cast("bitcast", const { &[one("source", &VECTOR)] }, const { &[one("result", &VECTOR)] })
            .verify(shape::verify_bitcast),
        /// The same memory as a memref of vectors.
        TypeCast = cast("type_cast", const { &[one("source", &STATIC_MEMREF)] }, const { &[one("result", &types::MEMREF)] })
            .verify(shape::verify_type_cast)
            .view(View::Rearranged).reach(Reach::Proved),
        /// Permutes dimensions: dimension `i` of the result is dimension `permutation[i]` of the operand.
        Transpose = OpDef::new("transpose").operands(const { &[one("vector", &VECTOR)] })
            .results(const { &[one("result", &VECTOR)] })
            .attrs(const { &[required_attr("permutation", NUMBERS)] }).traits(&[Trait::Pure])
            .pattern("$vector `,` $permutation attr-dict `:` type($vector) `to` type($result)")
            .verify(shape::verify_transpose),
        /// Selects slices of the first dimension of two vectors, which are numbered consecutively; -1 selects
        /// poison.
        Shuffle = OpDef::new("shuffle").features(features::SHUFFLE).operands(const { &[one("v1", &FIXED), one("v2", &FIXED)] })
            .results(const { &[one("vector", &RANKED)] })
            .attrs(const { &[required_attr("mask", NUMBERS)] }).traits(&[Trait::Pure])
            .pattern("$v1 `,` $v2 $mask attr-dict `:` type($v1) `,` type($v2)")
            .infer(shape::infer_shuffle).verify(shape::verify_shuffle),
        /// Interleaves the elements of two vectors along the last dimension.
        Interleave = OpDef::new("interleave").operands(const { &[one("lhs", &VECTOR), one("rhs", &VECTOR)] })
            .results(const { &[one("result", &RANKED)] }).traits(&[Trait::Pure])
            .pattern("$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)")
            .type_rules(&[same_type("rhs", "lhs").law("all of {lhs, rhs} have same type")])
            .verify(shape::verify_interleave),
        /// Splits a vector into the elements at even and at odd positions of the last dimension.
        Deinterleave = OpDef::new("deinterleave").operands(const { &[one("source", &RANKED)] })
            .results(const { &[one("res1", &RANKED), one("res2", &RANKED)] }).traits(&[Trait::Pure])
            .pattern("$source attr-dict `:` type($source) `->` type($res1)")
            .type_rules(&[same_type("res2", "res1").law("all of {res1, res2} have same type")])
            .result_names(&["res1", "res2"])
            .verify(shape::verify_deinterleave),
        /// Builds a vector from elements, in row-major order.
        FromElements = OpDef::new("from_elements").cost(Cost::Free).operands(const { &[any_number("elements", &types::ANY)] })
            .results(const { &[one("dest", &FIXED)] }).traits(&[Trait::Pure])
            .pattern("$elements attr-dict `:` type($dest)")
            .type_rules(&[derive("elements", "dest", element_of).law(
                "shaped type 'dest' matches 'elements' element count and types")])
            .verify(shape::verify_from_elements),
        /// Splits a vector into all its elements, in row-major order.
        ToElements = OpDef::new("to_elements").cost(Cost::Free).since(MlirVersion::V21).operands(const { &[one("source", &VECTOR)] })
            .results(const { &[any_number("elements", &types::ANY)] }).traits(&[Trait::Pure])
            .pattern("$source attr-dict `:` type($source)")
            .infer(shape::infer_to_elements).verify(shape::verify_to_elements),
        /// `a * b + c` for each element, rounded once.
        Fma = OpDef::new("fma")
            .operands(const { &[one("lhs", &FLOATS), one("rhs", &FLOATS), one("acc", &FLOATS)] })
            .results(const { &[one("result", &FLOATS)] })
            .traits(&[Trait::Pure, Trait::Elementwise])
            .pattern("$lhs `,` $rhs `,` $acc attr-dict `:` type($lhs)")
            .type_rules(&[same_type("rhs", "lhs").law(FMA), same_type("acc", "lhs").law(FMA),
                same_type("result", "lhs").law(FMA)]),
        /// The vector 0, 1, 2 and so on.
        Step = OpDef::new("step").results(const { &[one("result", &INDEX_LINE)] }).traits(&[Trait::Pure])
            .pattern("attr-dict `:` type($result)"),
        /// The factor of scalable sizes over their minimum.
        Vscale = OpDef::new("vscale").results(const { &[one("res", &types::INDEX)] }).traits(&[Trait::Pure])
            .pattern("attr-dict").result_names(&["vscale"]),
        /// Extracts an element or a part of a vector at a position; -1 yields poison.
        Extract = OpDef::new("extract").cost(Cost::Free).requires(&[Requirement::Positions]).features(features::EXTRACT)
            .operands(const { &[one("source", &VECTOR), any_number("dynamic_position", &types::INDEX)] })
            .results(const { &[one("result", &types::ANY)] })
            .attrs(const { &[required_attr("static_position", NUMBERS)] }).traits(&[Trait::Pure])
            .directives(&[POSITION])
            .pattern("$source `` custom<position> attr-dict `:` type($result) `from` type($source)")
            .verify(element::verify_extract),
        /// Inserts an element or a part into a vector at a position; -1 yields poison.
        Insert = OpDef::new("insert").requires(&[Requirement::Positions]).features(features::INSERT)
            .operands(const { &[one("valueToStore", &types::ANY), one("dest", &VECTOR),
                any_number("dynamic_position", &types::INDEX)] })
            .results(const { &[one("result", &VECTOR)] })
            .attrs(const { &[required_attr("static_position", NUMBERS)] }).traits(&[Trait::Pure])
            .directives(&[POSITION]).type_rules(RESULT_IS_DEST)
            .pattern("$valueToStore `,` $dest custom<position> attr-dict `:` type($valueToStore) `into` type($dest)")
            .verify(element::verify_insert),
        /// Extracts elements of a scalable vector from a position, which is scaled if the result is scalable.
        ScalableExtract = OpDef::new("scalable.extract").operands(const { &[one("source", &SCALABLE_LINE)] })
            .results(const { &[one("result", &LINE)] })
            .attrs(const { &[required_attr("pos", AttrConstraint::Int(Type::I64))] }).traits(&[Trait::Pure])
            .pattern("$source `[` $pos `]` attr-dict `:` type($result) `from` type($source)")
            .verify(element::verify_scalable_extract),
        /// Inserts elements into a scalable vector at a position, which is scaled if they are scalable.
        ScalableInsert = OpDef::new("scalable.insert")
            .operands(const { &[one("valueToStore", &LINE), one("dest", &SCALABLE_LINE)] })
            .results(const { &[one("result", &SCALABLE_LINE)] })
            .attrs(const { &[required_attr("pos", AttrConstraint::Int(Type::I64))] }).traits(&[Trait::Pure])
            .pattern("$valueToStore `,` $dest `[` $pos `]` attr-dict `:` type($valueToStore) `into` type($dest)")
            .type_rules(RESULT_IS_DEST).verify(element::verify_scalable_insert),
        /// Extracts a slice of a vector at offsets.
        ExtractStridedSlice = OpDef::new("extract_strided_slice")
            .operands(const { &[one("source", &RANKED)] }).results(const { &[one("result", &RANKED)] })
            .attrs(const { &[required_attr("offsets", I64_ARRAY).outside(Outside::Listed),
                required_attr("sizes", I64_ARRAY).outside(Outside::Listed),
                required_attr("strides", I64_ARRAY).outside(Outside::Listed)] }).traits(&[Trait::Pure])
            .pattern("$source attr-dict `:` type($source) `to` type($result)")
            .verify(element::verify_extract_slice),
        /// Inserts a slice into a vector at offsets.
        InsertStridedSlice = OpDef::new("insert_strided_slice")
            .operands(const { &[one("valueToStore", &RANKED), one("dest", &RANKED)] })
            .results(const { &[one("result", &RANKED)] })
            .attrs(const { &[required_attr("offsets", I64_ARRAY).outside(Outside::Listed),
                required_attr("strides", I64_ARRAY).outside(Outside::Listed)] })
            .traits(&[Trait::Pure])
            .pattern("$valueToStore `,` $dest attr-dict `:` type($valueToStore) `into` type($dest)")
            .type_rules(RESULT_IS_DEST).verify(element::verify_insert_slice),
        /// Reduces all elements, and an optional accumulator.
        Reduction = OpDef::new("reduction")
            .operands(const { &[one("vector", &VECTOR), optional("acc", &types::ANY)] })
            .results(const { &[one("dest", &types::ANY)] })
            .attrs(const { &[required_attr("kind", KIND), fastmath_attr()] })
            .traits(&[Trait::Pure])
            .pattern("$kind `,` $vector (`,` $acc^)? (`fastmath` $fastmath^)? attr-dict `:` type($vector) `into` type($dest)")
            .type_rules(&[same_type("acc", "dest").law("dest and acc have the same type")])
            .verify(reduce::verify_reduction),
        /// Reduces the elements along some dimensions with an accumulator.
        MultiReduction = OpDef::new("multi_reduction")
            .operands(const { &[one("source", &RANKED), one("acc", &types::ANY)] })
            .results(const { &[one("dest", &types::ANY)] })
            .attrs(const { &[required_attr("kind", KIND), required_attr("reduction_dims", NUMBERS)] })
            .traits(&[Trait::Pure])
            .pattern("$kind `,` $source `,` $acc attr-dict $reduction_dims `:` type($source) `to` type($dest)")
            .type_rules(&[same_type("acc", "dest").law("all of {dest, acc} have same type")])
            .verify(reduce::verify_multi_reduction),
        /// Computes prefix reductions along a dimension; `inclusive` ones include the current element.
        Scan = OpDef::new("scan")
            .operands(const { &[one("source", &RANKED), one("initial_value", &VECTOR)] })
            .results(const { &[one("dest", &RANKED), one("accumulated_value", &VECTOR)] })
            .attrs(const { &[required_attr("kind", KIND),
                required_attr("reduction_dim", AttrConstraint::Int(Type::I64)).outside(Outside::Listed),
                required_attr("inclusive", AttrConstraint::Bool).outside(Outside::Listed)] })
            .traits(&[Trait::Pure])
            .pattern("$kind `,` $source `,` $initial_value attr-dict `:` type($source) `,` type($initial_value)")
            .type_rules(&[same_type("dest", "source").law("all of {source, dest} have same type"),
                same_type("accumulated_value", "initial_value")
                    .law("all of {initial_value, accumulated_value} have same type")])
            .result_names(&["dest", "accumulated_value"]).verify(reduce::verify_scan),
        /// Sums of products along dimensions selected by maps, combined with an accumulator.
        Contract = OpDef::new("contract").cost(Cost::Matrix)
            .operands(const { &[one("lhs", &RANKED), one("rhs", &RANKED), one("acc", &types::ANY)] })
            .results(const { &[one("result", &types::ANY)] })
            .attrs(const { &[required_attr("indexing_maps", AttrConstraint::Array),
                required_attr("iterator_types", ITERATORS), default_attr("kind", KIND, ADD)] })
            .traits(&[Trait::Pure]).code(contract::SYNTAX).verify(contract::verify),
        /// The outer product of two vectors, or of a vector and a scalar, combined with an accumulator.
        OuterProduct = OpDef::new("outerproduct")
            .operands(const { &[one("lhs", &RANKED), one("rhs", &types::ANY), optional("acc", &RANKED)] })
            .results(const { &[one("result", &RANKED)] }).attrs(const { &[default_attr("kind", KIND, ADD)] })
            .traits(&[Trait::Pure]).code(outer::SYNTAX).verify(outer::verify),
        /// Reads a vector from a memref or tensor; out-of-bounds elements are padding.
        TransferRead = OpDef::new("transfer_read").requires(&[Requirement::Lanes])
            .operands(const { &[one("base", &SHAPED).effect(Effect::Read), any_number("indices", &types::INDEX),
                one("padding", &types::ANY), optional("mask", &MASK)] })
            .results(const { &[one("vector", &VECTOR)] }).attrs(TRANSFER_ATTRS)
            .code(transfer::READ_SYNTAX).verify(transfer::verify_read).features(features::TRANSFER),
        /// Writes a vector to a memref, or yields a tensor with it; out-of-bounds elements are not written.
        TransferWrite = OpDef::new("transfer_write").requires(&[Requirement::Lanes])
            .operands(const { &[one("valueToStore", &VECTOR), one("base", &SHAPED).effect(Effect::Write),
                any_number("indices", &types::INDEX), optional("mask", &MASK)] })
            .results(const { &[optional("result", &TENSOR)] }).attrs(TRANSFER_ATTRS)
            .code(transfer::WRITE_SYNTAX).verify(transfer::verify_write).features(features::TRANSFER),
        /// Reads a vector from contiguous memory.
        Load = OpDef::new("load").requires(&[Requirement::Lanes]).operands(const { &[BASE_READ, INDEX_LIST] })
            .results(const { &[one("result", &VECTOR)] }).attrs(PLAIN_ATTRS)
            .pattern("$base `[` $indices `]` attr-dict `:` type($base) `,` type($result)")
            .verify(memory::verify_load).features(features::CONTIGUOUS),
        /// Writes a vector to contiguous memory.
        Store = OpDef::new("store").requires(&[Requirement::Lanes]).operands(const { &[one("valueToStore", &VECTOR), BASE_WRITE, INDEX_LIST] })
            .attrs(PLAIN_ATTRS)
            .pattern("$valueToStore `,` $base `[` $indices `]` attr-dict `:` type($base) `,` type($valueToStore)")
            .verify(memory::verify_store).features(features::CONTIGUOUS),
        /// Reads the elements whose mask bit is set; the others are taken from `pass_thru`.
        MaskedLoad = masked_load("maskedload", const { &[BASE_READ, INDEX_LIST, one("mask", &MASK), PASS_THRU] })
            .verify(memory::verify_masked_load).features(features::MASKED),
        /// Writes the elements whose mask bit is set.
        MaskedStore = masked_store("maskedstore", const { &[BASE_WRITE, INDEX_LIST, one("mask", &MASK), STORED] })
            .verify(memory::verify_masked_store).features(features::MASKED),
        /// Reads contiguous elements into the positions whose mask bit is set.
        ExpandLoad = masked_load("expandload", const { &[BASE_READ, INDEX_LIST, one("mask", &FIXED_MASK), PASS_THRU] })
            .verify(memory::verify_expand).features(features::EXPANDED),
        /// Writes the elements whose mask bit is set to contiguous memory.
        CompressStore = masked_store("compressstore", const { &[BASE_WRITE, INDEX_LIST, one("mask", &FIXED_MASK), STORED] })
            .verify(memory::verify_compress).features(features::EXPANDED),
        /// Reads an element at each index from an offset, if its mask bit is set.
        Gather = OpDef::new("gather").requires(&[Requirement::Lanes])
            .operands(const { &[one("base", &TENSOR_OR_MEMREF).effect(Effect::Read), OFFSETS,
                one("indices", &INDICES), one("mask", &MASK), PASS_THRU] })
            .results(const { &[one("result", &RANKED)] })
            .attrs(const { &[ALIGNED] })
            .pattern("$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` type($indices) `,` type($mask) `,` type($pass_thru) `into` type($result)")
            .verify(memory::verify_gather),
        /// Writes an element at each index from an offset, if its mask bit is set.
        Scatter = OpDef::new("scatter").requires(&[Requirement::Lanes])
            .operands(const { &[one("base", &TENSOR_OR_MEMREF).effect(Effect::Write), OFFSETS,
                one("indices", &INDICES), one("mask", &MASK), STORED] })
            .results(const { &[optional("result", &TENSOR)] })
            .attrs(const { &[ALIGNED] })
            .pattern("$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` type($indices) `,` type($mask) `,` type($valueToStore) (`->` type($result)^)?")
            .verify(memory::verify_scatter).features(features::SCATTER),
        /// A mask that is set from the beginning of each dimension up to constant bounds.
        ConstantMask = OpDef::new("constant_mask").results(const { &[one("result", &ANY_MASK)] })
            .attrs(const { &[required_attr("mask_dim_sizes", NUMBERS)] }).traits(&[Trait::Pure])
            .pattern("$mask_dim_sizes attr-dict `:` type($result)").verify(mask::verify_constant_mask),
        /// A mask that is set from the beginning of each dimension up to dynamic bounds.
        CreateMask = OpDef::new("create_mask").operands(const { &[any_number("operands", &types::INDEX)] })
            .results(const { &[one("result", &ANY_MASK)] }).traits(&[Trait::Pure])
            .pattern("$operands attr-dict `:` type($result)").verify(mask::verify_create_mask),
        /// Predicates one operation by a mask.
        Mask = OpDef::new("mask").operands(const { &[one("mask", &MASK), optional("passthru", &types::ANY)] })
            .results(const { &[any_number("results", &types::ANY)] }).regions(&["maskRegion"])
            .traits(&[Trait::RecursiveEffects, Trait::SingleBlock, Trait::NoTerminator])
            .code(mask::SYNTAX).verify(mask::verify),
        /// Terminates the region of a mask and yields its results.
        Yield = OpDef::new("yield").operands(const { &[any_number("operands", &types::ANY)] })
            .traits(&[Trait::Pure, Trait::Terminator])
            .pattern("attr-dict ($operands^ `:` type($operands))?"),
        /// Prints a value, punctuation or a string, and punctuation after it.
        Print = OpDef::new("print").cost(Cost::Plain).operands(const { &[optional("source", &PRINTABLE)] })
            .attrs(const { &[default_attr("punctuation", PUNCTUATION, "#vector.punctuation<newline>"),
                optional_attr("stringLiteral", AttrConstraint::Str)] })
            .pattern("($source^ `:` type($source))? oilist(`str` $stringLiteral | `punctuation` $punctuation) attr-dict")
            .verify(print::verify),
        /// Older: `broadcast` of a scalar.
        Splat = OpDef::new("splat").until(MlirVersion::V21).operands(const { &[one("input", &types::ANY)] })
            .results(const { &[one("aggregate", &VECTOR)] }).traits(&[Trait::Pure]).code(old::SPLAT_SYNTAX),
        /// Older: `extract` of an element, at an integer of any width.
        ExtractElement = OpDef::new("extractelement").requires(&[Requirement::Positions]).until(MlirVersion::V21)
            .operands(const { &[one("vector", &VECTOR), optional("position", &types::INT_OR_INDEX)] })
            .results(const { &[one("result", &types::ANY)] }).traits(&[Trait::Pure])
            .code(old::EXTRACT_SYNTAX),
        /// Older: `insert` of an element, at an integer of any width.
        InsertElement = OpDef::new("insertelement").requires(&[Requirement::Positions]).until(MlirVersion::V21)
            .operands(const { &[one("source", &types::ANY), one("dest", &VECTOR),
                optional("position", &types::INT_OR_INDEX)] })
            .results(const { &[one("result", &VECTOR)] }).traits(&[Trait::Pure]).code(old::INSERT_SYNTAX),
        /// Older: the transpose of a matrix stored column-major in a one-dimensional vector.
        FlatTranspose = OpDef::new("flat_transpose").until(MlirVersion::V21).operands(const { &[one("matrix", &LINE)] })
            .results(const { &[one("res", &LINE)] })
            .attrs(const { &[required_attr("rows", AttrConstraint::Int(Type::I32)),
                required_attr("columns", AttrConstraint::Int(Type::I32))] }).traits(&[Trait::Pure])
            .pattern("$matrix attr-dict `:` type($matrix) `->` type($res)"),
        /// Older: the product of two matrices stored column-major in one-dimensional vectors.
        MatrixMultiply = OpDef::new("matrix_multiply").cost(Cost::Matrix).until(MlirVersion::V21)
            .operands(const { &[one("lhs", &LINE), one("rhs", &LINE)] }).results(const { &[one("res", &LINE)] })
            .attrs(const { &[required_attr("lhs_rows", AttrConstraint::Int(Type::I32)),
                required_attr("lhs_columns", AttrConstraint::Int(Type::I32)),
                required_attr("rhs_columns", AttrConstraint::Int(Type::I32))] }).traits(&[Trait::Pure])
            .pattern("$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($res)"),
        /// Older: a vector with other sizes, given as values.
        Reshape = OpDef::new("reshape").until(MlirVersion::V19)
            .operands(const { &[one("vector", &VECTOR), any_number("input_shape", &types::INDEX),
                any_number("output_shape", &types::INDEX)] })
            .results(const { &[one("result", &VECTOR)] })
            .attrs(const { &[required_attr("fixed_vector_sizes", I64_ARRAY)] }).traits(&[Trait::Pure])
            .pattern("$vector `,` `[` $input_shape `]` `,` `[` $output_shape `]` `,` $fixed_vector_sizes attr-dict `:` type($vector) `to` type($result)"),
    }
}

const BASE_READ: Slot = one("base", &types::MEMREF).effect(Effect::Read);
const BASE_WRITE: Slot = one("base", &types::MEMREF).effect(Effect::Write);
const INDEX_LIST: Slot = any_number("indices", &types::INDEX);
const OFFSETS: Slot = any_number("offsets", &types::INDEX);
const PASS_THRU: Slot = one("pass_thru", &RANKED);
const STORED: Slot = one("valueToStore", &RANKED);
const TRANSFER_ATTRS: &[AttrSlot] =
    &[required_attr("permutation_map", AttrConstraint::Map), required_attr("in_bounds", BOOL_ARRAY)];
const ALIGNED: AttrSlot = optional_attr("alignment", ALIGNMENT).outside(Outside::Assigned);
const PLAIN_ATTRS: &[AttrSlot] =
    &[ALIGNED, quiet_default_attr("nontemporal", AttrConstraint::Bool, "false").outside(Outside::Assigned)];

/// Creates a row that changes the type of a value.
const fn cast(name: &'static str, from: &'static [Slot], to: &'static [Slot]) -> OpDef {
    OpDef::new(name)
        .operands(from)
        .results(to)
        .traits(&[Trait::Pure])
        .pattern("$source attr-dict `:` type($source) `to` type($result)")
}

/// Creates a row with base, indices, mask and pass-through values for elements that are not read.
const fn masked_load(name: &'static str, operands: &'static [Slot]) -> OpDef {
    OpDef::new(name)
        .requires(&[Requirement::Lanes])
        .operands(operands)
        .results(const { &[one("result", &RANKED)] })
        .attrs(const { &[ALIGNED] })
        .pattern("$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` type($mask) `,` type($pass_thru) `into` type($result)")
}

/// Creates a row with base, indices, mask and value.
const fn masked_store(name: &'static str, operands: &'static [Slot]) -> OpDef {
    OpDef::new(name)
        .requires(&[Requirement::Lanes])
        .operands(operands)
        .attrs(const { &[ALIGNED] })
        .pattern("$base `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` type($mask) `,` type($valueToStore)")
}
