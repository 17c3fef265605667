//! The linalg dialect: loop nests over the elements of memrefs, as operations.
//!
//! Every operation but `yield` and `index` is structured ([`Structured`]): an affine map for each operand from the
//! iteration domain to the elements of the operand, an iterator type for each loop, and a region that computes the
//! elements of the outputs from those of all operands. `linalg.generic` has the maps as attributes. A named operation
//! is a row of the table in `named.rs`, from which its maps, its region and its verifier are derived.

use crate::attrs::{Attr, AttrKind};
use crate::def::{
    AttrConstraint, AttrSlot, Blocks, Effect, MlirVersion, OpDef, Requirement, Slot, Trait, TypeSet,
    any_number, one, optional_attr, quiet_default_attr, required_attr, types,
};
use crate::module::Module;
use crate::types::{Type, TypeKind};

mod body;
mod features;
mod generic;
mod named;
mod operands;
mod payload;
mod shaped;
mod structured;
mod verify;

pub(crate) use structured::normalize_generic_form;
pub use structured::{IteratorType, Structured};

/// The keywords of `#linalg.iterator_type<…>`.
const ITERATORS: &[&str] = &["parallel", "reduction"];
const TYPE_FN: AttrConstraint =
    AttrConstraint::Bracketed("linalg.type_fn", &["cast_signed", "cast_unsigned"]);
const ELEMENTWISE_KIND: AttrConstraint =
    AttrConstraint::Bracketed("linalg.elementwise_kind", named::ELEMENTWISE_KINDS);
const NUMBERS: AttrConstraint = AttrConstraint::DenseArray(Type::I64);
const MAPS: AttrConstraint = AttrConstraint::Where("AffineMap array attribute", |module, attr| {
    is_array_of(module, attr, |item| matches!(module.attr_kind(item), AttrKind::Map(_)))
});
const ITERATOR_TYPES: AttrConstraint =
    AttrConstraint::Where("Iterator type should be an enum.", |module, attr| {
        is_array_of(module, attr, |item| structured::iterator_of(module, item).is_some())
    });

fn is_array_of(module: &Module, attr: Attr, accepts: impl Fn(Attr) -> bool) -> bool {
    matches!(module.attr_kind(attr), AttrKind::Array(items) if items.iter().all(|item| accepts(*item)))
}

/// Memrefs and scalars.
static INPUT: TypeSet = TypeSet {
    name: "memref or scalar (tensors are to be bufferized first)",
    accepts: |module, ty| {
        !matches!(
            module.type_kind(ty),
            TypeKind::Tensor(..) | TypeKind::UnrankedTensor(_) | TypeKind::UnrankedMemRef(..)
        )
    },
    only: None,
};
/// Memrefs.
static OUTPUT: TypeSet = TypeSet {
    name: "memref of any type values (tensors are to be bufferized first)",
    accepts: Module::is_memref,
    only: None,
};

const INS: Slot = any_number("inputs", &INPUT).effect(Effect::Read);
const OUTS: Slot = any_number("outputs", &OUTPUT).effect(Effect::Write);
const INDEXING_MAPS: AttrSlot = optional_attr("indexing_maps", MAPS);
const CAST: AttrSlot = quiet_default_attr("cast", TYPE_FN, "#linalg.type_fn<cast_signed>");

dialect! {
    /// Loop nests over the elements of memrefs: products, convolutions, reductions and elementwise operations.
    Linalg = "linalg" {
        /// Computes the elements of the outputs in a region, for every point of an iteration domain.
        Generic = structured("generic")
            .attrs(&[required_attr("indexing_maps", MAPS), required_attr("iterator_types", ITERATOR_TYPES),
                optional_attr("doc", AttrConstraint::Str), optional_attr("library_call", AttrConstraint::Str)])
            .code(generic::SYNTAX),
        /// Computes every element of the output from the elements of the inputs at the same indices.
        Map = OpDef::new("map").requires(&[Requirement::LoopSizes]).operands(&[INS, one("init", &OUTPUT).effect(Effect::Write)])
            .results(TENSORS).regions(&["mapper"]).blocks(&[Blocks::One]).traits(&[Trait::SingleBlock])
            .code(payload::MAP_SYNTAX).verify(verify::verify).verify_regions(verify::verify_body)
            .features(features::MAP),
        /// Combines the elements along some dimensions with the outputs. The first half of the operands are inputs.
        Reduce = OpDef::new("reduce").requires(&[Requirement::LoopSizes]).operands(&[any_number("operands", &OUTPUT).effect(Effect::Write)])
            .results(TENSORS).attrs(&[required_attr("dimensions", NUMBERS)])
            .regions(&["combiner"]).blocks(&[Blocks::One]).traits(&[Trait::SingleBlock])
            .code(payload::REDUCE_SYNTAX).verify(verify::verify).verify_regions(verify::verify_body),
        /// Permutes dimensions: dimension `i` of the output is dimension `permutation[i]` of the input.
        Transpose = shaped("transpose").attrs(&[required_attr("permutation", NUMBERS)])
            .code(shaped::TRANSPOSE_SYNTAX),
        /// Repeats the input along added dimensions of the output.
        Broadcast = shaped("broadcast").attrs(&[required_attr("dimensions", NUMBERS)])
            .code(shaped::BROADCAST_SYNTAX),
        /// Adds products of two inputs to the output, with dimensions selected by maps.
        Contract = plain("contract").since(MlirVersion::V21).attrs(&[required_attr("indexing_maps", MAPS), CAST]),
        /// An elementwise function, with inputs that maps transpose or broadcast.
        Elementwise = plain("elementwise").since(MlirVersion::V21).features(features::ELEMENTWISE).attrs(&[required_attr("kind", ELEMENTWISE_KIND), INDEXING_MAPS]),
        /// Sets every element to a scalar.
        Fill = plain("fill"),
        /// Copies every element, converted to the element type of the output.
        Copy = converting("copy"),
        /// The exponential function of every element.
        Exp = elementwise("exp"),
        /// The natural logarithm of every element.
        Log = elementwise("log"),
        /// The absolute value of every element.
        Abs = elementwise("abs"),
        /// Every element, rounded up.
        Ceil = elementwise("ceil"),
        /// Every element, rounded down.
        Floor = elementwise("floor"),
        /// Every element, negated.
        NegF = elementwise("negf"),
        /// 1 divided by every element.
        Reciprocal = elementwise("reciprocal"),
        /// Every element, rounded to the nearest integer, half away from zero.
        Round = elementwise("round"),
        /// The square root of every element.
        Sqrt = elementwise("sqrt"),
        /// The reciprocal of the square root of every element.
        Rsqrt = elementwise("rsqrt"),
        /// The square of every element.
        Square = elementwise("square"),
        /// The hyperbolic tangent of every element.
        Tanh = elementwise("tanh"),
        /// The error function of every element.
        Erf = elementwise("erf"),
        /// Adds elements.
        Add = elementwise("add"),
        /// Subtracts elements.
        Sub = elementwise("sub"),
        /// Multiplies elements.
        Mul = elementwise("mul"),
        /// Divides elements; integers have a sign.
        Div = elementwise("div"),
        /// Divides integers without sign.
        DivUnsigned = elementwise("div_unsigned"),
        /// The greater of two elements; integers have a sign.
        Max = elementwise("max"),
        /// The lesser of two elements; integers have a sign.
        Min = elementwise("min"),
        /// Elements of the first input to the power of those of the second one.
        PowF = elementwise("powf"),
        /// Elements of the second or of the third input, selected by a bool.
        Select = elementwise("select"),
        /// Adds the product of two matrices to the output. `indexing_maps` transpose or broadcast the inputs.
        Matmul = mapped("matmul").features(features::MATMUL),
        /// Adds the products of matrices to the output, for each index of a batch.
        BatchMatmul = mapped("batch_matmul").features(features::BATCH_MATMUL),
        /// Adds the sum of the products of all matrices of a batch to the output.
        BatchReduceMatmul = mapped("batch_reduce_matmul").features(features::BATCH_MATMUL),
        /// Adds the product of a matrix and a transposed matrix to the output, both stored in tiles.
        Mmt4D = plain("mmt4d"),
        /// Adds the products of matrices and transposed matrices, all stored in tiles, to the output, for each index of a batch.
        BatchMmt4D = plain("batch_mmt4d"),
        /// Adds the product of a matrix and a vector to the output.
        Matvec = plain("matvec"),
        /// Adds the product of a vector and a matrix to the output.
        Vecmat = plain("vecmat"),
        /// Adds products of a matrix and a vector to the output, for each index of a batch.
        BatchMatvec = plain("batch_matvec"),
        /// Adds products of a vector and a matrix to the output, for each index of a batch.
        BatchVecmat = plain("batch_vecmat"),
        /// Adds the scalar product of two vectors to the output.
        Dot = plain("dot"),
        /// Adds the product of two matrices less their zero points, two scalars, to the output.
        QuantizedMatmul = plain("quantized_matmul"),
        /// Adds the products of matrices less their zero points, two scalars, to the output, for each index of a batch.
        QuantizedBatchMatmul = plain("quantized_batch_matmul"),
        /// Adds a convolution of one dimension to the output.
        Conv1D = plain("conv_1d"),
        /// Adds a convolution of two dimensions to the output.
        Conv2D = plain("conv_2d"),
        /// Adds a convolution of three dimensions to the output.
        Conv3D = plain("conv_3d"),
        /// Adds a convolution to the output, input `nwc`, filter `wcf`.
        Conv1DNwcWcf = windowed::<1>("conv_1d_nwc_wcf"),
        /// Adds a convolution to the output, input `ncw`, filter `fcw`.
        Conv1DNcwFcw = windowed::<1>("conv_1d_ncw_fcw"),
        /// Adds a convolution to the output, input `nhwc`, filter `hwcf`.
        Conv2DNhwcHwcf = windowed::<2>("conv_2d_nhwc_hwcf"),
        /// Adds a convolution to the output, input `nhwc`, filter `fhwc`.
        Conv2DNhwcFhwc = windowed::<2>("conv_2d_nhwc_fhwc"),
        /// Adds a convolution to the output, input `nchw`, filter `fchw`.
        Conv2DNchwFchw = windowed::<2>("conv_2d_nchw_fchw"),
        /// Adds a grouped convolution to the output, input `ngchw`, filter `fgchw`.
        Conv2DNgchwFgchw = windowed::<2>("conv_2d_ngchw_fgchw"),
        /// Adds a grouped convolution to the output, input `ngchw`, filter `gfchw`.
        Conv2DNgchwGfchw = windowed::<2>("conv_2d_ngchw_gfchw"),
        /// Adds a grouped convolution to the output, input `nhwgc`, filter `gfhwc`.
        Conv2DNhwgcGfhwc = windowed::<2>("conv_2d_nhwgc_gfhwc").since(MlirVersion::V20),
        /// Adds a convolution to the output, input `ndhwc`, filter `dhwcf`.
        Conv3DNdhwcDhwcf = windowed::<3>("conv_3d_ndhwc_dhwcf"),
        /// Adds a convolution to the output, input `ncdhw`, filter `fcdhw`.
        Conv3DNcdhwFcdhw = windowed::<3>("conv_3d_ncdhw_fcdhw"),
        /// Adds a convolution to the output, input `nhwc`, filter `hwcf`, each less a zero point.
        Conv2DNhwcHwcfQ = windowed::<2>("conv_2d_nhwc_hwcf_q"),
        /// Adds a convolution to the output, input `nhwc`, filter `fhwc`, each less a zero point.
        Conv2DNhwcFhwcQ = windowed::<2>("conv_2d_nhwc_fhwc_q"),
        /// Adds a convolution to the output, input `nchw`, filter `fchw`, each less a zero point.
        Conv2DNchwFchwQ = windowed::<2>("conv_2d_nchw_fchw_q").since(MlirVersion::V20),
        /// Adds a grouped convolution to the output, input `ngchw`, filter `gfchw`, each less a zero point.
        Conv2DNgchwGfchwQ = windowed::<2>("conv_2d_ngchw_gfchw_q"),
        /// Adds a grouped convolution to the output, input `nhwgc`, filter `gfhwc`, each less a zero point.
        Conv2DNhwgcGfhwcQ = windowed::<2>("conv_2d_nhwgc_gfhwc_q").since(MlirVersion::V20),
        /// Adds a convolution to the output, input `ndhwc`, filter `dhwcf`, each less a zero point.
        Conv3DNdhwcDhwcfQ = windowed::<3>("conv_3d_ndhwc_dhwcf_q"),
        /// Adds a depthwise convolution to the output, input `nwc`, filter `wc`.
        DepthwiseConv1DNwcWc = windowed::<1>("depthwise_conv_1d_nwc_wc"),
        /// Adds a depthwise convolution to the output, input `ncw`, filter `cw`.
        DepthwiseConv1DNcwCw = windowed::<1>("depthwise_conv_1d_ncw_cw"),
        /// Adds a depthwise convolution to the output, input `nwc`, filter `wcm`.
        DepthwiseConv1DNwcWcm = windowed::<1>("depthwise_conv_1d_nwc_wcm"),
        /// Adds a depthwise convolution to the output, input `nhwc`, filter `hwc`.
        DepthwiseConv2DNhwcHwc = windowed::<2>("depthwise_conv_2d_nhwc_hwc"),
        /// Adds a depthwise convolution to the output, input `nchw`, filter `chw`.
        DepthwiseConv2DNchwChw = windowed::<2>("depthwise_conv_2d_nchw_chw"),
        /// Adds a depthwise convolution to the output, input `nhwc`, filter `hwcm`.
        DepthwiseConv2DNhwcHwcm = windowed::<2>("depthwise_conv_2d_nhwc_hwcm"),
        /// Adds a depthwise convolution to the output, input `ndhwc`, filter `dhwc`.
        DepthwiseConv3DNdhwcDhwc = windowed::<3>("depthwise_conv_3d_ndhwc_dhwc"),
        /// Adds a depthwise convolution to the output, input `ncdhw`, filter `cdhw`.
        DepthwiseConv3DNcdhwCdhw = windowed::<3>("depthwise_conv_3d_ncdhw_cdhw"),
        /// Adds a depthwise convolution to the output, input `ndhwc`, filter `dhwcm`.
        DepthwiseConv3DNdhwcDhwcm = windowed::<3>("depthwise_conv_3d_ndhwc_dhwcm"),
        /// Adds a depthwise convolution to the output, input `nhwc`, filter `hwc`, each less a zero point.
        DepthwiseConv2DNhwcHwcQ = windowed::<2>("depthwise_conv_2d_nhwc_hwc_q"),
        /// Adds a depthwise convolution to the output, input `nhwc`, filter `hwcm`, each less a zero point.
        DepthwiseConv2DNhwcHwcmQ = windowed::<2>("depthwise_conv_2d_nhwc_hwcm_q"),
        /// Combines the sum of each window with the output, input `nwc`; the second input has the shape of a window.
        PoolingNwcSum = windowed::<1>("pooling_nwc_sum"),
        /// Combines the sum of each window with the output, input `ncw`; the second input has the shape of a window.
        PoolingNcwSum = windowed::<1>("pooling_ncw_sum"),
        /// Combines the maximum of each window with the output, input `nwc`; the second input has the shape of a window.
        PoolingNwcMax = windowed::<1>("pooling_nwc_max"),
        /// Combines the maximum of each window, of integers without sign, with the output, input `nwc`; the second input has the shape of a window.
        PoolingNwcMaxUnsigned = windowed::<1>("pooling_nwc_max_unsigned"),
        /// Combines the maximum of each window with the output, input `ncw`; the second input has the shape of a window.
        PoolingNcwMax = windowed::<1>("pooling_ncw_max"),
        /// Combines the minimum of each window with the output, input `nwc`; the second input has the shape of a window.
        PoolingNwcMin = windowed::<1>("pooling_nwc_min"),
        /// Combines the minimum of each window, of integers without sign, with the output, input `nwc`; the second input has the shape of a window.
        PoolingNwcMinUnsigned = windowed::<1>("pooling_nwc_min_unsigned"),
        /// Combines the sum of each window with the output, input `nhwc`; the second input has the shape of a window.
        PoolingNhwcSum = windowed::<2>("pooling_nhwc_sum"),
        /// Combines the sum of each window with the output, input `nchw`; the second input has the shape of a window.
        PoolingNchwSum = windowed::<2>("pooling_nchw_sum"),
        /// Combines the maximum of each window with the output, input `nhwc`; the second input has the shape of a window.
        PoolingNhwcMax = windowed::<2>("pooling_nhwc_max"),
        /// Combines the maximum of each window, of integers without sign, with the output, input `nhwc`; the second input has the shape of a window.
        PoolingNhwcMaxUnsigned = windowed::<2>("pooling_nhwc_max_unsigned"),
        /// Combines the maximum of each window with the output, input `nchw`; the second input has the shape of a window.
        PoolingNchwMax = windowed::<2>("pooling_nchw_max"),
        /// Combines the minimum of each window with the output, input `nhwc`; the second input has the shape of a window.
        PoolingNhwcMin = windowed::<2>("pooling_nhwc_min"),
        /// Combines the minimum of each window, of integers without sign, with the output, input `nhwc`; the second input has the shape of a window.
        PoolingNhwcMinUnsigned = windowed::<2>("pooling_nhwc_min_unsigned"),
        /// Combines the sum of each window with the output, input `ndhwc`; the second input has the shape of a window.
        PoolingNdhwcSum = windowed::<3>("pooling_ndhwc_sum"),
        /// Combines the maximum of each window with the output, input `ndhwc`; the second input has the shape of a window.
        PoolingNdhwcMax = windowed::<3>("pooling_ndhwc_max"),
        /// Combines the minimum of each window with the output, input `ndhwc`; the second input has the shape of a window.
        PoolingNdhwcMin = windowed::<3>("pooling_ndhwc_min"),
        /// The current index of a loop of the enclosing operation.
        Index = OpDef::new("index").results(&[one("result", &types::INDEX)])
            .attrs(&[required_attr("dim", AttrConstraint::Int(Type::I64))]).traits(&[Trait::Pure])
            .pattern("$dim attr-dict `:` type($result)").verify(verify::verify_index),
        /// Terminates the region of a structured operation and yields the elements of its outputs.
        Yield = OpDef::new("yield").operands(&[any_number("values", &types::ANY)])
            .traits(&[Trait::Pure, Trait::Terminator])
            .pattern("attr-dict ($values^ `:` type($values))?").verify(verify::verify_yield),
    }
}

const TENSORS: &[Slot] = &[any_number("result_tensors", &types::ANY)];

/// Creates the row of an operation with any number of inputs and outputs, and one region.
const fn structured(name: &'static str) -> OpDef {
    OpDef::new(name)
        .requires(&[Requirement::LoopSizes])
        .operands(const { &[INS, OUTS] })
        .results(TENSORS)
        .regions(&["region"])
        .blocks(&[Blocks::One])
        .traits(&[Trait::SingleBlock])
        .verify(verify::verify)
        .verify_regions(verify::verify_body)
}

/// Creates the row of an operation whose region follows from its name and its types, so that the custom form omits it.
const fn plain(name: &'static str) -> OpDef {
    structured(name).code(operands::NAMED_SYNTAX).custom_if(body::is_as_derived)
}

/// Creates the row of an elementwise function, which newer versions call `linalg.elementwise`.
const fn elementwise(name: &'static str) -> OpDef {
    plain(name).until(MlirVersion::V23)
}

/// Creates a row as [`plain`] does, whose inputs are converted as an attribute specifies.
const fn converting(name: &'static str) -> OpDef {
    plain(name).attrs(const { &[CAST] })
}

/// Creates the row of an operation whose maps may be replaced by an attribute.
const fn mapped(name: &'static str) -> OpDef {
    plain(name).attrs(const { &[INDEXING_MAPS, CAST] })
}

/// Creates the row of an operation of one input and one output of the same element type.
const fn shaped(name: &'static str) -> OpDef {
    OpDef::new(name).requires(&[Requirement::LoopSizes])
        .operands(const { &[one("input", &OUTPUT).effect(Effect::Read), one("init", &OUTPUT).effect(Effect::Write)] })
        .results(TENSORS)
        .regions(&["region"])
        .blocks(&[Blocks::One])
        .traits(&[Trait::SingleBlock])
        .custom_if(body::is_as_derived)
        .verify(verify::verify)
        .verify_regions(verify::verify_body)
}

/// Creates the row of an operation on windows of `RANK` dimensions.
const fn windowed<const RANK: i64>(name: &'static str) -> OpDef {
    plain(name).attrs(const { &windows::<RANK>() })
}

/// Returns the attributes of windows of `RANK` dimensions.
const fn windows<const RANK: i64>() -> [AttrSlot; 2] {
    const WHAT: [&str; 3] = [
        "64-bit signless int elements attribute of shape [1]",
        "64-bit signless int elements attribute of shape [2]",
        "64-bit signless int elements attribute of shape [3]",
    ];
    let constraint =
        AttrConstraint::Where(WHAT[RANK as usize - 1], |module, attr| named::is_window(module, attr, RANK));
    [optional_attr("strides", constraint), optional_attr("dilations", constraint)]
}
