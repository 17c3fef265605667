//! Keywords and mappings of gpu: `#gpu.address_space<global>`, `#gpu.block<x>`, `#gpu<dim x>`,
//! `#gpu.loop_dim_map<…>`.

use super::fields::{Value, required};
use super::{Kind, Params, kind};
use crate::diagnostics::Reported;
use crate::dialect::gpu;
use crate::format::read::Reader;
use crate::syntax::lexer::Token;

const SPACES: &[&str] = &["global", "workgroup", "private"];
/// The dimensions of a mapping.
const MAPPING: &[&str] = &[
    "x",
    "y",
    "z",
    "linear_dim_0",
    "linear_dim_1",
    "linear_dim_2",
    "linear_dim_3",
    "linear_dim_4",
    "linear_dim_5",
    "linear_dim_6",
    "linear_dim_7",
    "linear_dim_8",
    "linear_dim_9",
];
const PROCESSORS: &[&str] =
    &["block_x", "block_y", "block_z", "thread_x", "thread_y", "thread_z", "sequential"];

pub(super) const KINDS: &[Kind] = &[
    kind("address_space", Params::Word(SPACES)),
    kind("memory_space", Params::Word(SPACES)),
    kind("barrier_scope", Params::Word(gpu::BARRIER_SCOPES)),
    kind("block", Params::Word(MAPPING)),
    kind("thread", Params::Word(MAPPING)),
    kind("warp", Params::Word(MAPPING)),
    kind("warpgroup", Params::Word(MAPPING)),
    kind("lane", Params::Word(MAPPING)),
    kind("mask", Params::Code(mask)),
    kind("dim", Params::BareWord(gpu::DIMENSIONS)),
    kind("all_reduce_op", Params::BareWord(gpu::REDUCE_OPS)),
    kind("shuffle_mode", Params::BareWord(gpu::SHUFFLE_MODES)),
    kind("broadcast", Params::BareWord(gpu::BROADCASTS)),
    kind("mma_element_wise", Params::BareWord(gpu::MMA_ELEMENTWISE)),
    kind("prune_2to4_spmat_flag", Params::BareWord(gpu::PRUNE_FLAGS)),
    kind("mat_transpose_mode", Params::BareWord(gpu::TRANSPOSE_MODES)),
    kind("spgemm_work_estimation_or_compute_kind", Params::BareWord(gpu::SPGEMM_STEPS)),
    kind(
        "loop_dim_map",
        Params::FieldsInBrackets(&[
            required("processor", Value::Word(PROCESSORS)),
            required("map", Value::Map),
            required("bound", Value::Map),
        ]),
    ),
];

/// Reads `<5>`, a 64-bit mask.
fn mask(reader: &mut Reader<'_, '_>, out: &mut String) -> Result<(), Reported> {
    reader.expect(Token::Less, "'<' after 'mask'")?;
    let value = reader.integer()?;
    reader.expect(Token::Greater, "'>' at the end of the attribute")?;
    *out = format!("<{}>", value as u64);
    Ok(())
}
