//! Passes the vectors that kernels take as their elements: launches take them apart, and kernels put them together.
//!
//! Vectors of scalable size stay. Cost: one walk, and two operations for each vector of a launch or kernel.
//!
//! ```text
//! gpu.launch_func @m::@k … args(%v : vector<2xf32>)   →   %0:2 = vector.to_elements %v : vector<2xf32>
//!                                                         gpu.launch_func @m::@k … args(%0#0 : f32, %0#1 : f32)
//! gpu.func @k(%v: vector<2xf32>) kernel { … }         →   gpu.func @k(%a: f32, %b: f32) kernel {
//!                                                           %v = vector.from_elements %a, %b : vector<2xf32>
//!                                                           …
//! ```

use crate::analysis::launches::Launches;
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::dialect::func::function_type_of;
use warpline_ir::kernels::{device_modules, kernels};
use warpline_ir::{AttrKind, Builder, Module, Op, Type, TypeKind, Value, Vector};

/// The `gpu-expand-vector-arguments` pass.
pub const PASS: Pass = Pass {
    name: "gpu-expand-vector-arguments",
    summary: "Passes the elements of vectors to kernels",
    options: &[],
    run: PassFn::Always(run),
};

fn run(cx: &mut PassCx<'_>) -> Changed {
    let module = &mut *cx.module;
    let has_vectors = |module: &Module, kernel: Op| {
        function_type_of(module, kernel).0.iter().any(|ty| n_elements(module, *ty).is_some())
    };
    let all = device_modules(module).into_iter().flat_map(|device| kernels(module, device));
    let found: Vec<Op> = all.filter(|kernel| has_vectors(module, *kernel)).collect();
    if found.is_empty() {
        return Changed::No;
    }
    let launches = Launches::of(module);
    for kernel in found {
        for launch in launches.ops(kernel) {
            pass_elements(module, launch);
        }
        take_elements(module, kernel);
    }
    Changed::Yes
}

/// Returns the number of elements of a vector of fixed size.
fn n_elements(module: &Module, ty: Type) -> Option<usize> {
    let TypeKind::Vector(_, scalable, _) = module.type_kind(ty) else { return None };
    module.n_elements(ty).filter(|_| !scalable.contains(&true)).and_then(|n| usize::try_from(n).ok())
}

/// Replaces the vectors among the arguments of a launch by their elements.
fn pass_elements(module: &mut Module, launch: Op) {
    let view = module.op(launch);
    let Some(def) = view.def() else { return };
    let slot = def.operands.iter().position(|operand| operand.name == "kernelOperands");
    let Some(slot) = slot else { return };
    let range = view.group_range(slot);
    let operands = module.operands(launch).to_vec();
    let mut passed = Vec::new();
    for operand in &operands[range.clone()] {
        let ty = module.type_of(*operand);
        match n_elements(module, ty) {
            Some(n) => {
                let types = vec![module.element_type(ty); n];
                let apart = Builder::before(module, launch).op(Vector::ToElements, &[*operand], &types, &[]);
                passed.extend(module.results(apart));
            }
            None => passed.push(*operand),
        }
    }
    let mut attrs = module.attrs(launch).to_vec();
    for attr in &mut attrs {
        if module.text(attr.name) == "operandSegmentSizes"
            && let AttrKind::DenseArray(_, sizes) = module.attr_kind(attr.value)
        {
            let mut sizes = sizes.to_vec();
            sizes[slot] = passed.len() as i64;
            attr.value = module.i32_array_attr(sizes);
        }
    }
    let operands = [&operands[..range.start], &passed, &operands[range.end..]].concat();
    let types: Vec<Type> = module.results(launch).map(|result| module.type_of(result)).collect();
    let new = module.create_in_place_of(launch, &operands, &types, &attrs);
    let results: Vec<Value> = module.results(new).collect();
    module.replace_op(launch, &results);
}

/// Replaces the vectors among the parameters of a kernel by their elements.
fn take_elements(module: &mut Module, kernel: Op) {
    let (inputs, results) = function_type_of(module, kernel);
    let (inputs, results) = (inputs.to_vec(), results.to_vec());
    let Some(entry) = module.entry(kernel, 0) else { return };
    let Some(first) = module.first_op(entry) else { return };
    let given = match module.attr(kernel, "arg_attrs").map(|attrs| module.attr_kind(attrs)) {
        Some(AttrKind::Array(given)) => given.to_vec(),
        _ => Vec::new(),
    };
    let none = module.intern_attr(AttrKind::Dict([].into()));
    let (mut types, mut arg_attrs) = (Vec::new(), Vec::new());
    for (index, ty) in inputs.iter().enumerate() {
        let Some(n) = n_elements(module, *ty) else {
            types.push(*ty);
            arg_attrs.extend(given.get(index));
            continue;
        };
        let (place, element) = (types.len(), module.element_type(*ty));
        let elements: Vec<Value> =
            (0..n).map(|number| module.insert_arg(entry, place + number, element)).collect();
        let vector = Builder::before(module, first).value(Vector::FromElements, &elements, *ty, &[]);
        let old = module.args(entry)[place + n];
        module.replace_all_uses(old, vector);
        module.remove_arg(entry, place + n);
        types.extend(vec![element; n]);
        if !given.is_empty() {
            arg_attrs.extend(vec![none; n]);
        }
    }
    let ty = module.intern_type(TypeKind::Function(types.into(), results.into()));
    let ty = module.type_attr(ty);
    module.set_attr(kernel, "function_type", ty);
    if !given.is_empty() {
        let arg_attrs = module.array_attr(&arg_attrs);
        module.set_attr(kernel, "arg_attrs", arg_attrs);
    }
}
