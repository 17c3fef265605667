//! Rows of the sparse library: handles are created from buffers, multiplied in two steps (the size of the
//! workspace, then the product), and destroyed. Every operation can be asynchronous.

use super::sets::{DENSE_TENSOR, SPARSE_MATRIX, SPARSE_PRODUCT};
use super::{PRUNE_FLAGS, SPGEMM_STEPS, TRANSPOSE_MODES};
use crate::def::{
    AttrConstraint, AttrSlot, OpDef, Slot, Trait, any_number, default_attr, one, optional, required_attr,
    types,
};

/// The tokens that an operation waits for.
const DEPENDENCIES: Slot = any_number("asyncDependencies", &types::TOKEN);
/// The token of an asynchronous operation.
const TOKEN: Slot = optional("asyncToken", &types::TOKEN);
const COMPUTE_TYPE: AttrSlot = required_attr("computeType", AttrConstraint::Type);

const fn row(name: &'static str) -> OpDef {
    OpDef::new(name).results(const { &[TOKEN] }).traits(&[Trait::Async])
}

/// Creates a row that creates a sparse matrix from its sizes and buffers.
const fn create(name: &'static str, operands: &'static [Slot]) -> OpDef {
    row(name)
        .operands(operands)
        .results(const { &[one("spmat", &SPARSE_MATRIX), TOKEN] })
        .result_names(&["spmat", "asyncToken"])
}

const fn mode(name: &'static str) -> AttrSlot {
    let constraint = AttrConstraint::Enum("gpu<mat_transpose_mode ", TRANSPOSE_MODES);
    default_attr(name, constraint, "#gpu<mat_transpose_mode NON_TRANSPOSE>")
}

const fn index(name: &'static str) -> Slot {
    one(name, &types::INDEX)
}

const fn buffer(name: &'static str) -> Slot {
    one(name, &types::MEMREF)
}

pub(super) const CREATE_DN_TENSOR: OpDef = row("create_dn_tensor")
    .operands(const { &[DEPENDENCIES, buffer("memref"), any_number("dims", &types::INDEX)] })
    .results(const { &[one("dnTensor", &DENSE_TENSOR), TOKEN] })
    .pattern("async $memref `,` $dims attr-dict `:` type($dims) `into` type($memref)")
    .result_names(&["dnTensor", "asyncToken"]);

pub(super) const DESTROY_DN_TENSOR: OpDef = row("destroy_dn_tensor")
    .operands(const { &[DEPENDENCIES, one("dnTensor", &DENSE_TENSOR)] })
    .pattern("async $dnTensor attr-dict");

pub(super) const CREATE_COO: OpDef = create(
    "create_coo",
    &[
        DEPENDENCIES,
        index("rows"),
        index("cols"),
        index("nnz"),
        buffer("rowIdxs"),
        buffer("colIdxs"),
        buffer("values"),
    ],
)
.pattern(
    "async $rows `,` $cols `,` $nnz `,` $rowIdxs `,` $colIdxs `,` $values attr-dict `:` type($rowIdxs) `,` \
     type($colIdxs) `,` type($values)",
);

pub(super) const CREATE_COO_AOS: OpDef = create(
    "create_coo_aos",
    &[DEPENDENCIES, index("rows"), index("cols"), index("nnz"), buffer("idxs"), buffer("values")],
)
.pattern("async $rows `,` $cols `,` $nnz `,` $idxs `,` $values attr-dict `:` type($idxs) `,` type($values)");

pub(super) const CREATE_CSR: OpDef = create(
    "create_csr",
    &[
        DEPENDENCIES,
        index("rows"),
        index("cols"),
        index("nnz"),
        buffer("rowPos"),
        buffer("colIdxs"),
        buffer("values"),
    ],
)
.pattern(
    "async $rows `,` $cols `,` $nnz `,` $rowPos `,` $colIdxs `,` $values attr-dict `:` type($rowPos) `,` \
     type($colIdxs) `,` type($values)",
);

pub(super) const CREATE_CSC: OpDef = create(
    "create_csc",
    &[
        DEPENDENCIES,
        index("rows"),
        index("cols"),
        index("nnz"),
        buffer("colPos"),
        buffer("rowIdxs"),
        buffer("values"),
    ],
)
.pattern(
    "async $rows `,` $cols `,` $nnz `,` $colPos `,` $rowIdxs `,` $values attr-dict `:` type($colPos) `,` \
     type($rowIdxs) `,` type($values)",
);

pub(super) const CREATE_BSR: OpDef = create(
    "create_bsr",
    &[
        DEPENDENCIES,
        index("brows"),
        index("bcols"),
        index("bnnz"),
        index("rBlockSize"),
        index("cBlockSize"),
        buffer("bRowPos"),
        buffer("bColIdxs"),
        buffer("values"),
    ],
)
.pattern(
    "async $brows `,` $bcols `,` $bnnz `,` $rBlockSize `,` $cBlockSize `,` $bRowPos `,` $bColIdxs `,` $values \
     attr-dict `:` type($bRowPos) `,` type($bColIdxs) `,` type($values)",
);

pub(super) const CREATE_2TO4_SPMAT: OpDef =
    row("create_2to4_spmat")
        .operands(const { &[DEPENDENCIES, index("rows"), index("cols"), buffer("memref")] })
        .results(const { &[one("spMat", &SPARSE_MATRIX), TOKEN] })
        .attrs(
            const {
                &[required_attr("pruneFlag", AttrConstraint::Enum("gpu<prune_2to4_spmat_flag ", PRUNE_FLAGS))]
            },
        )
        .pattern("async `{` $pruneFlag `}` $rows `,` $cols `,` $memref attr-dict `:` type($memref)")
        .result_names(&["spMat", "asyncToken"]);

pub(super) const DESTROY_SP_MAT: OpDef = row("destroy_sp_mat")
    .operands(const { &[DEPENDENCIES, one("spmat", &SPARSE_MATRIX)] })
    .pattern("async $spmat attr-dict");

pub(super) const SPMV_BUFFER_SIZE: OpDef = row("spmv_buffer_size")
    .operands(
        const {
            &[
                DEPENDENCIES,
                one("spmatA", &SPARSE_MATRIX),
                one("dnX", &DENSE_TENSOR),
                one("dnY", &DENSE_TENSOR),
            ]
        },
    )
    .results(const { &[index("bufferSz"), TOKEN] })
    .attrs(const { &[mode("modeA"), COMPUTE_TYPE] })
    .pattern("async $spmatA (`{` $modeA^ `}`)? `,` $dnX `,` $dnY attr-dict `into` $computeType")
    .result_names(&["bufferSz", "asyncToken"]);

pub(super) const SPMV: OpDef = row("spmv")
    .operands(
        const {
            &[
                DEPENDENCIES,
                one("spmatA", &SPARSE_MATRIX),
                one("dnX", &DENSE_TENSOR),
                one("dnY", &DENSE_TENSOR),
                buffer("buffer"),
            ]
        },
    )
    .attrs(const { &[mode("modeA"), COMPUTE_TYPE] })
    .pattern(
        "async $spmatA (`{` $modeA^ `}`)? `,` $dnX `,` $dnY `,` $buffer attr-dict `:` type($buffer) `into` \
         $computeType",
    );

pub(super) const SPMM_BUFFER_SIZE: OpDef = row("spmm_buffer_size")
    .operands(
        const {
            &[
                DEPENDENCIES,
                one("spmatA", &SPARSE_MATRIX),
                one("dnmatB", &DENSE_TENSOR),
                one("dnmatC", &DENSE_TENSOR),
            ]
        },
    )
    .results(const { &[any_number("bufferSzs", &types::INDEX), TOKEN] })
    .attrs(const { &[mode("modeA"), mode("modeB"), COMPUTE_TYPE] })
    .pattern(
        "async $spmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ `}`)? `,` $dnmatC attr-dict `:` \
         type($bufferSzs) `into` $computeType",
    )
    .result_names(&["bufferSzs", "asyncToken"]);

pub(super) const SPMM: OpDef = row("spmm")
    .operands(const { &[
        DEPENDENCIES,
        one("spmatA", &SPARSE_MATRIX),
        one("dnmatB", &DENSE_TENSOR),
        one("dnmatC", &DENSE_TENSOR),
        any_number("buffers", &types::MEMREF),
    ] })
    .attrs(const { &[mode("modeA"), mode("modeB"), COMPUTE_TYPE] })
    .pattern(
        "async $spmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ `}`)? `,` $dnmatC `,` $buffers attr-dict `:` \
         type($buffers) `into` $computeType",
    );

pub(super) const SDDMM_BUFFER_SIZE: OpDef = row("sddmm_buffer_size")
    .operands(
        const {
            &[
                DEPENDENCIES,
                one("dnmatA", &DENSE_TENSOR),
                one("dnmatB", &DENSE_TENSOR),
                one("spmatC", &SPARSE_MATRIX),
            ]
        },
    )
    .results(const { &[index("bufferSz"), TOKEN] })
    .attrs(const { &[mode("modeA"), mode("modeB"), COMPUTE_TYPE] })
    .pattern(
        "async $dnmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ `}`)? `,` $spmatC attr-dict `into` \
         $computeType",
    )
    .result_names(&["bufferSz", "asyncToken"]);

pub(super) const SDDMM: OpDef = row("sddmm")
    .operands(const { &[
        DEPENDENCIES,
        one("dnmatA", &DENSE_TENSOR),
        one("dnmatB", &DENSE_TENSOR),
        one("spmatC", &SPARSE_MATRIX),
        buffer("buffer"),
    ] })
    .attrs(const { &[mode("modeA"), mode("modeB"), COMPUTE_TYPE] })
    .pattern(
        "async $dnmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ `}`)? `,` $spmatC `,` $buffer attr-dict `:` \
         type($buffer) `into` $computeType",
    );

pub(super) const SPGEMM_CREATE_DESCR: OpDef = row("spgemm_create_descr")
    .operands(const { &[DEPENDENCIES] })
    .results(const { &[one("desc", &SPARSE_PRODUCT), TOKEN] })
    .pattern("async attr-dict")
    .result_names(&["desc", "asyncToken"]);

pub(super) const SPGEMM_DESTROY_DESCR: OpDef = row("spgemm_destroy_descr")
    .operands(const { &[DEPENDENCIES, one("desc", &SPARSE_PRODUCT)] })
    .pattern("async $desc attr-dict");

pub(super) const SPGEMM_WORK_ESTIMATION_OR_COMPUTE: OpDef = row("spgemm_work_estimation_or_compute")
    .operands(const { &[
        DEPENDENCIES,
        one("desc", &SPARSE_PRODUCT),
        one("spmatA", &SPARSE_MATRIX),
        one("spmatB", &SPARSE_MATRIX),
        one("spmatC", &SPARSE_MATRIX),
        index("bufferSz"),
        buffer("buffer"),
    ] })
    .results(const { &[index("bufferSzNew"), TOKEN] })
    .attrs(const { &[
        mode("modeA"),
        mode("modeB"),
        COMPUTE_TYPE,
        required_attr("kind", AttrConstraint::Enum("gpu<spgemm_work_estimation_or_compute_kind ", SPGEMM_STEPS)),
    ] })
    .pattern(
        "async `{` $kind `}` $spmatA (`{` $modeA^ `}`)? `,` $spmatB (`{` $modeB^ `}`)? `,` $spmatC `,` $desc `,` \
         $bufferSz `,` $buffer attr-dict `:` $computeType `into` type($buffer)",
    )
    .result_names(&["bufferSzNew", "asyncToken"]);

pub(super) const SPGEMM_COPY: OpDef = row("spgemm_copy")
    .operands(
        const {
            &[
                DEPENDENCIES,
                one("desc", &SPARSE_PRODUCT),
                one("spmatA", &SPARSE_MATRIX),
                one("spmatB", &SPARSE_MATRIX),
                one("spmatC", &SPARSE_MATRIX),
            ]
        },
    )
    .attrs(const { &[mode("modeA"), mode("modeB"), COMPUTE_TYPE] })
    .pattern(
        "async $spmatA (`{` $modeA^ `}`)? `,` $spmatB (`{` $modeB^ `}`)? `,` $spmatC `,` $desc attr-dict `:` \
         $computeType",
    );

pub(super) const SPMAT_GET_SIZE: OpDef = row("spmat_get_size")
    .operands(const { &[DEPENDENCIES, one("spmat", &SPARSE_MATRIX)] })
    .results(const { &[index("rows"), index("cols"), index("nnz"), TOKEN] })
    .pattern("async $spmat attr-dict")
    .result_names(&["rows", "cols", "nnz", "asyncToken"]);

pub(super) const SET_CSR_POINTERS: OpDef = row("set_csr_pointers")
    .operands(
        const {
            &[
                DEPENDENCIES,
                one("spmat", &SPARSE_MATRIX),
                buffer("positions"),
                buffer("coordinates"),
                buffer("values"),
            ]
        },
    )
    .pattern(
        "async $spmat `,` $positions `,` $coordinates `,` $values attr-dict `:` type($positions) `,` \
         type($coordinates) `,` type($values)",
    );
