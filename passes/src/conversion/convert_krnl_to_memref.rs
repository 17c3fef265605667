//! Converts the constants of programs exported by ONNX-MLIR to ordinary globals.
//!
//! A `"krnl.global"` with a dense `value` and a static memref result becomes a private constant `memref.global`
//! next to its function, named after its `name`, and a `memref.get_global`. Other operations of that dialect are
//! left alone.
//!
//! Cost: one walk.
//!
//! ```text
//! %0 = "krnl.global"() {name = "c", value = dense<1.0> : tensor<4xf32>, …} : () -> memref<4xf32>
//!   →
//! memref.global "private" constant @c : memref<4xf32> = dense<1.0>
//! %0 = memref.get_global @c : memref<4xf32>
//! ```

use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::{Attr, AttrKind, Builder, MemRef, Module, Op, OpKind, Reported, Type, TypeKind};

/// The `convert-krnl-to-memref` pass.
pub const PASS: Pass = Pass {
    name: "convert-krnl-to-memref",
    summary: "Turns krnl.global constants into memref.global",
    options: &[],
    run: PassFn::MayFail(run),
};

/// The operations that the pass replaces; their dialect is not registered.
pub const REPLACED: &[&str] = &["krnl.global"];

/// Whether a module has operations that the pass replaces.
pub fn applies_to(module: &Module) -> bool {
    module.walk(module.root()).into_iter().any(|op| is_krnl_global(module, op))
}

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let mut changed = false;
    for op in cx.module.walk(cx.module.root()) {
        if is_krnl_global(cx.module, op) {
            convert(cx, op)?;
            changed = true;
        }
    }
    Ok(changed.into())
}

fn is_krnl_global(module: &Module, op: Op) -> bool {
    matches!(module.kind(op), OpKind::Foreign(name) if REPLACED.contains(&module.text(name)))
}

fn convert(cx: &mut PassCx<'_>, op: Op) -> Result<(), Reported> {
    let Some(value) = cx.module.attr(op, "value") else {
        return Err(cx.error(op, "expected a 'value' attribute, but found none"));
    };
    if cx.module.n_results(op) != 1 || !cx.module.operands(op).is_empty() {
        return Err(cx.error(op, "expected one result and no operand"));
    }
    let ty = cx.module.type_of(cx.module.result(op, 0));
    if !holds(cx.module, value, ty) {
        return Err(cx.error(op, "expected a dense 'value' with the shape and elements of the static result"));
    }
    let name = add_global(cx.module, op, value, ty);
    let name = cx.module.symbol_attr(&[&name]);
    let buffer = Builder::before(cx.module, op).value(MemRef::GetGlobal, &[], ty, &[("name", name)]);
    cx.module.replace_op(op, &[buffer]);
    Ok(())
}

/// Whether a dense attribute is a valid initializer for a buffer of this type.
fn holds(module: &Module, value: Attr, ty: Type) -> bool {
    let (AttrKind::Dense(tensor, _), TypeKind::MemRef(shape, element, None, _)) =
        (module.attr_kind(value), module.type_kind(ty))
    else {
        return false;
    };
    module.n_elements(ty).is_some()
        && module.shape(*tensor) == Some(shape)
        && module.element_type(*tensor) == *element
}

/// Adds the global before the function that uses it; returns its name.
fn add_global(module: &mut Module, op: Op, value: Attr, ty: Type) -> String {
    let table = module.nearest_symbol_table(op);
    let mut top = op;
    while let Some(parent) = module.parent_op(top)
        && parent != table
    {
        top = parent;
    }
    let wanted = module.op(op).str("name").unwrap_or("constant").to_string();
    let name = module.unique_symbol(table, &wanted);
    let mut attrs = vec![
        ("sym_name", module.string_attr(&name)),
        ("sym_visibility", module.string_attr("private")),
        ("type", module.type_attr(ty)),
        ("initial_value", value),
        ("constant", Attr::UNIT),
    ];
    if let Some(alignment) = module.attr(op, "alignment")
        && module.attr_int(alignment).is_some_and(|alignment| 0 < alignment)
    {
        attrs.push(("alignment", alignment));
    }
    Builder::before(module, top).op(MemRef::Global, &[], &[], &attrs);
    name
}
