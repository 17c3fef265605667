//! Properties of newer generic forms that are attributes here: newer MLIR stores the name of a `gpu.func`,
//! its `kernel` keyword and the number of its workgroup buffers in `<{…}>`.

use crate::attrs::Attr;
use crate::dialect::{Gpu, OpKind};
use crate::format::read::Reader;

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
    let moved = keys.iter().filter_map(|(from, to)| Some((to.to_string(), reader.attr(from)?)));
    moved.collect()
}
