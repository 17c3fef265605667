//! The affine dialect: loops and accesses whose bounds and subscripts are affine maps.

use crate::attrs::AttrKind;
use crate::def::{
    AttrConstraint, Cost, Effect, MlirVersion, OpDef, RegionFlow, Requirement, Trait, TypeSet, any_number,
    default_attr, one, required_attr, types,
};
use crate::dialect::OpKind;
use crate::types::{Type, TypeKind};

mod access;
mod apply;
mod dma;
mod features;
mod for_loop;
mod if_op;
mod linearize;
mod operands;
mod parallel;
mod scope;

pub use dma::{DmaAccess, KEYS as DMA_MAPS, accesses as dma_accesses};
pub use for_loop::AffineFor;
pub use parallel::{AffineParallel, groups_attr, steps_attr};
pub use scope::{is_at_top_level, is_dimension_for, is_symbol_for};

/// Vectors with a dimension.
static VECTOR: TypeSet = TypeSet {
    name: "vector of any type values",
    accepts: |m, ty| matches!(m.type_kind(ty), TypeKind::Vector(shape, ..) if !shape.is_empty()),
    only: None,
};

/// The sizes of groups of bounds.
const I32_ELEMENTS: AttrConstraint = AttrConstraint::Where(
    "32-bit signless integer elements attribute",
    |m, attr| matches!(m.attr_kind(attr), AttrKind::Dense(ty, _) if m.element_type(*ty) == Type::I32),
);

dialect! {
    /// Loops, branches and accesses whose bounds and indices are affine maps of loop variables, so that dependences
    /// between iterations can be computed.
    Affine = "affine" {
        /// Computes the only result of a map.
        Apply = OpDef::new("apply").requires(&[Requirement::AffineDivisors]).operands(&[any_number("mapOperands", &types::INDEX)])
            .results(&[one("result", &types::INDEX)]).attrs(&[required_attr("map", AttrConstraint::Map)])
            .traits(&[Trait::Pure]).code(apply::SYNTAX).verify(apply::verify).features(features::OPERANDS),
        /// Computes the least result of a map.
        Min = min_max("min"),
        /// Computes the greatest result of a map.
        Max = min_max("max"),
        /// A loop from the greatest lower bound to the least upper bound, with a constant step.
        For = OpDef::new("for").flow(RegionFlow::For)
            .operands(&[any_number("lowerBoundOperands", &types::INDEX),
                any_number("upperBoundOperands", &types::INDEX), any_number("inits", &types::ANY)])
            .results(&[any_number("results", &types::ANY)])
            .attrs(&[required_attr("lowerBoundMap", AttrConstraint::Map),
                required_attr("upperBoundMap", AttrConstraint::Map),
                required_attr("step", AttrConstraint::Int(Type::INDEX))])
            .traits(&[Trait::SingleBlock, Trait::RecursiveEffects]).regions(&["region"])
            .implicit_terminator(OpKind::Affine(Affine::Yield))
            .code(for_loop::SYNTAX).verify(for_loop::verify).features(features::OPERANDS),
        /// Selects one of two regions by an affine set.
        If = OpDef::new("if").flow(RegionFlow::Branch).operands(&[any_number("operands", &types::INDEX)])
            .results(&[any_number("results", &types::ANY)])
            .attrs(&[required_attr("condition", AttrConstraint::Set)])
            .traits(&[Trait::SingleBlock, Trait::RecursiveEffects]).regions(&["thenRegion", "elseRegion"])
            .implicit_terminator(OpKind::Affine(Affine::Yield)).code(if_op::SYNTAX).verify(if_op::verify).features(features::OPERANDS),
        /// A loop nest whose iterations may run in any order; bounds as in `affine.for`, in groups per dimension.
        Parallel = OpDef::new("parallel").flow(RegionFlow::Parallel).operands(&[any_number("mapOperands", &types::INDEX)])
            .results(&[any_number("results", &types::ANY)])
            .attrs(&[required_attr("reductions", AttrConstraint::Array),
                required_attr("lowerBoundsMap", AttrConstraint::Map),
                required_attr("lowerBoundsGroups", I32_ELEMENTS),
                required_attr("upperBoundsMap", AttrConstraint::Map),
                required_attr("upperBoundsGroups", I32_ELEMENTS),
                required_attr("steps", AttrConstraint::Array)])
            .traits(&[Trait::SingleBlock, Trait::RecursiveEffects]).regions(&["region"])
            .implicit_terminator(OpKind::Affine(Affine::Yield))
            .code(parallel::SYNTAX).verify(parallel::verify).features(parallel::FEATURES),
        /// Terminates a region and yields values.
        Yield = OpDef::new("yield").operands(&[any_number("operands", &types::ANY)])
            .traits(&[Trait::Pure, Trait::Terminator])
            .pattern("attr-dict ($operands^ `:` type($operands))?").verify(apply::verify_yield),
        /// Reads an element at the results of a map.
        Load = OpDef::new("load")
            .operands(&[one("memref", &types::MEMREF).effect(Effect::Read), any_number("indices", &types::INDEX)])
            .results(&[one("result", &types::ANY)]).attrs(&[required_attr("map", AttrConstraint::Map)])
            .code(access::LOAD_SYNTAX).verify(access::verify_load).features(features::OPERANDS),
        /// Writes an element at the results of a map.
        Store = OpDef::new("store")
            .operands(&[one("value", &types::ANY), one("memref", &types::MEMREF).effect(Effect::Write),
                any_number("indices", &types::INDEX)])
            .attrs(&[required_attr("map", AttrConstraint::Map)])
            .code(access::STORE_SYNTAX).verify(access::verify_store).features(features::OPERANDS),
        /// Reads a vector of contiguous elements.
        VectorLoad = OpDef::new("vector_load")
            .operands(&[one("memref", &types::MEMREF).effect(Effect::Read), any_number("indices", &types::INDEX)])
            .results(&[one("result", &VECTOR)]).attrs(&[required_attr("map", AttrConstraint::Map)])
            .code(access::VECTOR_LOAD_SYNTAX).verify(access::verify_vector_load).features(features::OPERANDS),
        /// Writes a vector of contiguous elements.
        VectorStore = OpDef::new("vector_store")
            .operands(&[one("value", &VECTOR), one("memref", &types::MEMREF).effect(Effect::Write),
                any_number("indices", &types::INDEX)])
            .attrs(&[required_attr("map", AttrConstraint::Map)])
            .code(access::VECTOR_STORE_SYNTAX).verify(access::verify_vector_store).features(features::OPERANDS),
        /// Hints that an element will be read or written soon.
        Prefetch = OpDef::new("prefetch").cost(Cost::Free)
            .operands(&[one("memref", &types::MEMREF).effect(Effect::Write), any_number("indices", &types::INDEX)])
            .attrs(&[required_attr("isWrite", AttrConstraint::Bool),
                required_attr("localityHint", AttrConstraint::Int(Type::I32)),
                required_attr("isDataCache", AttrConstraint::Bool), required_attr("map", AttrConstraint::Map)])
            .code(access::PREFETCH_SYNTAX).verify(access::verify_prefetch).features(features::OPERANDS),
        /// Splits an index into its digits in a mixed-radix basis, most significant first; without an outer
        /// bound the first digit is unbounded.
        DelinearizeIndex = OpDef::new("delinearize_index").cost(Cost::Division).requires(&[Requirement::AffineDivisors]).features(linearize::FEATURES)
            .operands(&[one("linear_index", &types::INDEX), any_number("dynamic_basis", &types::INDEX)])
            .results(&[any_number("multi_index", &types::INDEX)])
            .attrs(&[required_attr("static_basis", AttrConstraint::DenseArray(Type::I64))])
            .traits(&[Trait::Pure]).directives(&[linearize::BASIS])
            .pattern("$linear_index `into` custom<Basis> attr-dict `:` type($multi_index)")
            .verify(linearize::verify_delinearize),
        /// Combines digits in a mixed-radix basis into an index; `disjoint` asserts that each digit is less
        /// than its basis element.
        LinearizeIndex = OpDef::new("linearize_index").since(MlirVersion::V20)
            .operands(&[any_number("multi_index", &types::INDEX), any_number("dynamic_basis", &types::INDEX)])
            .results(&[one("linear_index", &types::INDEX)])
            .attrs(&[required_attr("static_basis", AttrConstraint::DenseArray(Type::I64)),
                default_attr("disjoint", AttrConstraint::Any, "false")])
            .traits(&[Trait::Pure]).directives(&[linearize::DISJOINT, linearize::BASIS])
            .pattern("(custom<Disjoint>^)? ` ` `[` $multi_index `]` `by` custom<Basis> attr-dict `:` type($linear_index)")
            .verify(linearize::verify_linearize),
        /// Starts a transfer between two buffers; a tag is set when it is done. Its maps are `src_map`, `dst_map`
        /// and `tag_map`.
        DmaStart = OpDef::new("dma_start").operands(&[any_number("operands", &types::ANY)])
            .code(dma::START_SYNTAX).verify(dma::verify_start),
        /// Waits for the transfer of a tag.
        DmaWait = OpDef::new("dma_wait").operands(&[any_number("operands", &types::ANY)])
            .code(dma::WAIT_SYNTAX).verify(dma::verify_wait),
    }
}

/// Creates a row that computes one number from the results of a map.
const fn min_max(name: &'static str) -> OpDef {
    OpDef::new(name)
        .requires(&[Requirement::AffineDivisors])
        .operands(const { &[any_number("operands", &types::INDEX)] })
        .results(const { &[one("result", &types::INDEX)] })
        .attrs(const { &[required_attr("map", AttrConstraint::Map)] })
        .traits(&[Trait::Pure])
        .code(apply::SYNTAX)
        .verify(apply::verify_min_max)
        .features(features::OPERANDS)
}
