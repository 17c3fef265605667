//! Properties of newer generic forms that are attributes here: newer MLIR stores the name of a `gpu.func`,
//! its `kernel` keyword and the number of its workgroup buffers in `<{…}>`.

use crate::attrs::{Attr, AttrKind};
use crate::dialect::{Gpu, OpKind};
use crate::format::read::Reader;
use crate::types::Type;

/// The number of operand groups of `gpu.launch` in newer texts; the last one is a stream, which the operation
/// does not have here.
const N_NEWER_GROUPS: usize = 12;

/// Keys of properties, and of the corresponding attributes here.
const FUNC: &[(&str, &str)] = &[
    ("sym_name", "sym_name"),
    ("kernel", "gpu.kernel"),
    ("workgroup_attributions", "workgroup_attributions"),
];
const LAUNCH: &[(&str, &str)] = &[("workgroup_attributions", "workgroup_attributions")];

/// Returns the attributes that correspond to the properties that were read.
pub(crate) fn attrs_of_properties(reader: &mut Reader<'_, '_>) -> Vec<(String, Attr)> {
    let keys = match reader.op.kind {
        OpKind::Gpu(Gpu::Func) => FUNC,
        OpKind::Gpu(Gpu::Launch) => LAUNCH,
        _ => return Vec::new(),
    };
    drop_stream_group(reader);
    let moved = keys.iter().filter_map(|(from, to)| Some((to.to_string(), reader.attr(from)?)));
    moved.collect()
}

/// Removes the group of the stream if it is empty: the sizes are then those of older texts.
fn drop_stream_group(reader: &mut Reader<'_, '_>) {
    const KEY: &str = "operandSegmentSizes";
    let Some(AttrKind::DenseArray(Type::I32, sizes)) =
        reader.attr(KEY).map(|attr| reader.cx.module.attr_kind(attr).clone())
    else {
        return;
    };
    if let Some((0, rest)) = sizes.split_last().filter(|_| sizes.len() == N_NEWER_GROUPS) {
        let attr = reader.cx.module.i32_array_attr(rest.iter().copied());
        reader.op.attrs.retain(|(key, _)| key != KEY);
        reader.set_attr(KEY, attr);
    }
}
