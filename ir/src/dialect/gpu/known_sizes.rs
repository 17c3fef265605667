//! gpu attributes that any operation may carry: known launch sizes, and the mark of modules with kernels.

use crate::attrs::{Attr, AttrKind};
use crate::dialect::{Builtin, OpKind};
use crate::op::OpRef;
use crate::types::Type;
use crate::verify::VerifyCx;

const SIZES: &[&str] = &["gpu.known_block_size", "gpu.known_grid_size", "gpu.known_cluster_size"];
const CONTAINER: &str = "gpu.container_module";

/// Checks that known sizes are three numbers, and that only a `builtin.module` is marked as containing
/// kernels. The keys are looked up once per module: if none occurs, nothing is compared.
pub(crate) fn verify(cx: &mut VerifyCx<'_>) {
    let module = cx.module;
    let keys: Vec<_> =
        SIZES.iter().chain([&CONTAINER]).filter_map(|key| Some((*key, module.find_name(key)?))).collect();
    if keys.is_empty() {
        return;
    }
    for op in module.walk(module.root()) {
        for attr in module.attrs(op) {
            if let Some((key, _)) = keys.iter().find(|(_, name)| *name == attr.name) {
                check(cx, module.op(op), key, attr.value);
            }
        }
    }
}

fn check(cx: &mut VerifyCx<'_>, op: OpRef<'_>, key: &str, value: Attr) {
    if key == CONTAINER {
        if op.kind() != OpKind::Builtin(Builtin::Module) {
            let name = op.name();
            let message = format!("expected '{CONTAINER}' attribute to be attached to 'builtin.module'");
            cx.error(op, format!("{message}, but found it at '{name}'"));
        }
        return;
    }
    match op.module.attr_kind(value) {
        AttrKind::DenseArray(Type::I32, sizes) if sizes.len() == 3 => {}
        AttrKind::DenseArray(Type::I32, sizes) => {
            cx.error(op, format!("{key} must contain exactly 3 elements, but found {}", sizes.len()));
        }
        _ => cx.error(op, format!("{key} must be a dense i32 array")),
    }
}
