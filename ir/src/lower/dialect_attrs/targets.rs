//! The targets of device code: `#nvvm.target<…>`, `#rocdl.target<…>`, `#xevm.target<…>`.

use super::fields::{Value, optional, with_default};
use super::{Kind, Params, kind};

pub(super) const NVVM: &[Kind] = &[kind(
    "target",
    Params::Fields(&[
        with_default("O", Value::Int, "2").check(|level| {
            let is_level = matches!(level, "0" | "1" | "2" | "3");
            (!is_level).then_some("the optimization level must be a number between 0 and 3")
        }),
        with_default("triple", Value::Str, "\"nvptx64-nvidia-cuda\"")
            .check(|text| is_empty(text).then_some("the target triple cannot be empty")),
        with_default("chip", Value::Str, "\"sm_50\"")
            .check(|text| is_empty(text).then_some("the target chip cannot be empty")),
        with_default("features", Value::Str, "\"\""),
        optional("flags", Value::Dict),
        optional("link", Value::Strings),
        with_default("verifyTarget", Value::Bool, "true"),
    ]),
)];

pub(super) const ROCDL: &[Kind] = &[kind(
    "target",
    Params::Fields(&[
        with_default("O", Value::Int, "2"),
        with_default("triple", Value::Str, "\"amdgcn-amd-amdhsa\""),
        with_default("chip", Value::Str, "\"gfx900\""),
        with_default("features", Value::Str, "\"\""),
        with_default("abi", Value::Str, "\"600\""),
        optional("flags", Value::Dict),
        optional("link", Value::Array),
    ]),
)];

pub(super) const XEVM: &[Kind] = &[kind(
    "target",
    Params::Fields(&[
        with_default("O", Value::Int, "2"),
        with_default("triple", Value::Str, "\"spirv64-unknown-unknown\""),
        with_default("chip", Value::Str, "\"bmg\""),
        optional("flags", Value::Dict),
        optional("linkFiles", Value::Array),
    ]),
)];

/// Whether a printed string is empty.
fn is_empty(printed: &str) -> bool {
    printed == "\"\""
}
