//! Expands `vector.print` in kernels to `gpu.printf`: one for each print, so that no other thread prints in between.
//!
//! Numbers have the directives that print them as the host does: `%g` for floats, `%d` and `%u` for integers, with a bool as
//! 0 or 1. Cost: one walk, and an argument for each element.
//!
//! ```text
//! vector.print %v : vector<2xf32>   →   %0:2 = vector.to_elements %v : vector<2xf32>
//!                                       gpu.printf "( %g, %g )\n", %0#0, %0#1 : f32, f32
//! ```

use crate::pass::{Changed, Pass, PassCx, PassFn};
use warpline_ir::dialect::vector::printed_end;
use warpline_ir::kernels::device_modules;
use warpline_ir::{
    Arith, Builder, Gpu, Module, Op, OpKind, Reported, Signedness, Type, TypeKind, Value, Vector, codes,
};

/// The `gpu-expand-vector-print` pass.
pub const PASS: Pass = Pass {
    name: "gpu-expand-vector-print",
    summary: "Expands vector.print in kernels to gpu.printf",
    options: &[],
    run: PassFn::MayFail(run),
};

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let all = device_modules(cx.module).into_iter().flat_map(|device| cx.module.walk(device));
    let prints: Vec<Op> = all.filter(|op| cx.module.kind(*op) == OpKind::Vector(Vector::Print)).collect();
    let mut failed = None;
    for op in &prints {
        if let Err(message) = expand(cx.module, *op) {
            let span = cx.module.span(cx.module.location(*op));
            failed = Some(cx.diagnostics.error(codes::UNSUPPORTED, span, message));
        }
    }
    failed.map_or(Ok((!prints.is_empty()).into()), Err)
}

fn expand(module: &mut Module, op: Op) -> Result<(), String> {
    let view = module.op(op);
    let end = printed_end(view).replace('%', "%%");
    let (mut format, mut args) = (String::new(), Vec::new());
    if let &[source] = view.operands() {
        let ty = view.type_of(source);
        let directive = directive(module, module.element_type(ty))?;
        let mut at = Builder::before(module, op);
        let elements = match at.module.type_kind(ty).clone() {
            TypeKind::Vector(shape, ..) => {
                let element = at.module.element_type(ty);
                let n = at
                    .module
                    .n_elements(ty)
                    .ok_or("a vector of scalable size has no fixed number of elements")?;
                let n = usize::try_from(n).map_err(|_| "the vector is too large")?;
                let shape = if shape.is_empty() { vec![1] } else { shape.to_vec() };
                format = nested(&shape, directive);
                let made = at.op(Vector::ToElements, &[source], &vec![element; n], &[]);
                at.module.results(made).collect()
            }
            _ => {
                format = directive.to_string();
                vec![source]
            }
        };
        args = elements.into_iter().map(|element| widened(&mut at, element)).collect();
    }
    let format = module.string_attr(&(format + &end));
    Builder::before(module, op).op(Gpu::Printf, &args, &[], &[("format", format)]);
    module.erase(op);
    Ok(())
}

/// Returns the directive that prints elements of a type as the host does.
fn directive(module: &Module, ty: Type) -> Result<&'static str, String> {
    match module.type_kind(ty) {
        TypeKind::Float(_) => Ok("%g"),
        TypeKind::Index | TypeKind::Integer(33..=64, Signedness::Unsigned) => Ok("%llu"),
        TypeKind::Integer(1, _) | TypeKind::Integer(2..=32, Signedness::Unsigned) => Ok("%u"),
        TypeKind::Integer(2..=32, _) => Ok("%d"),
        TypeKind::Integer(33..=64, _) => Ok("%lld"),
        _ => Err("kernels print numbers of at most 64 bits".to_string()),
    }
}

/// Returns the format of a vector: brackets around each dimension.
fn nested(shape: &[i64], directive: &str) -> String {
    let Some((size, inner)) = shape.split_first() else { return directive.to_string() };
    let parts: Vec<String> = (0..*size).map(|_| nested(inner, directive)).collect();
    format!("( {} )", parts.join(", "))
}

/// Returns a number in a type that `gpu.printf` takes: floats have at least 32 bits, and bools 32.
fn widened(at: &mut Builder<'_>, value: Value) -> Value {
    let ty = at.module.type_of(value);
    match at.module.type_kind(ty) {
        TypeKind::Float(_) if !matches!(ty, Type::F32 | Type::F64) => {
            at.value(Arith::ExtF, &[value], Type::F32, &[])
        }
        TypeKind::Integer(1, _) => at.value(Arith::ExtUI, &[value], Type::I32, &[]),
        _ => value,
    }
}
