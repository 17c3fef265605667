//! Expands functions as values into numbers, and calls of them into a choice among the functions of that type.
//!
//! All functions that the program takes as values are known, so `func.constant` becomes the number of its function, and
//! `func.call_indirect` an `scf.index_switch` over the functions of its type. The last one is the default, and the only
//! one is called directly. A program stays as it is if it takes functions of nested modules as values, declares an
//! external function with a parameter or a result of function type, calls a function of a type that no value has, or
//! has functions in values of `async`.
//!
//! Cost: two walks if there are functions as values.
//!
//! ```text
//! %f = func.constant @twice : (i32) -> i32          %f = arith.constant 0 : index
//! %g = func.constant @square : (i32) -> i32         %g = arith.constant 1 : index
//! %h = arith.select %c, %f, %g : (i32) -> i32       %h = arith.select %c, %f, %g : index
//! %r = func.call_indirect %h(%x) : (i32) -> i32  →  %r = scf.index_switch %h -> i32
//!                                                   case 0 { … func.call @twice(%x) … }
//!                                                   default { … func.call @square(%x) … }
//! ```

use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::dialect::async_::value_type;
use warpline_ir::dialect::func::function_type_of;
use warpline_ir::{
    Async, AttrKind, Builder, Func, Gpu, Module, Op, OpKind, Place, Scf, Type, TypeKind, Value,
};

/// The `expand-function-values` pass.
pub const PASS: Pass = Pass {
    name: "expand-function-values",
    summary: "Expands functions as values into numbers, and calls of them into a choice",
    options: &[],
    run: PassFn::Always(run),
};

/// A function that is taken as a value.
#[derive(Clone, PartialEq, Eq)]
struct Taken {
    ty: Type,
    symbol: String,
}

fn run(cx: &mut PassCx<'_>) -> Changed {
    let module = &mut *cx.module;
    let all = module.walk(module.root());
    let of_kind = |kind: Func| {
        let is = |op: &&Op| module.kind(**op) == OpKind::Func(kind);
        all.iter().filter(is).copied().collect::<Vec<Op>>()
    };
    let (constants, calls) = (of_kind(Func::Constant), of_kind(Func::CallIndirect));
    let is_nested = |op: &Op| module.nearest_symbol_table(*op) != module.root();
    if constants.is_empty() || constants.iter().chain(&calls).any(is_nested) || has_other_use(module, &all) {
        return Changed::No;
    }
    let mut taken: Vec<Taken> = Vec::new();
    for op in &constants {
        let Some(found) = taken_by(module, *op) else { return Changed::No };
        if !taken.contains(&found) {
            taken.push(found);
        }
    }
    let is_taken = |op: &Op| {
        let ty = module.type_of(module.operand(*op, 0));
        taken.iter().any(|taken| taken.ty == ty)
    };
    if !calls.iter().all(is_taken) {
        return Changed::No;
    }
    for op in calls {
        call(module, op, &taken);
    }
    for op in constants {
        let number = taken_by(module, op).and_then(|found| taken.iter().position(|taken| *taken == found));
        let number = Builder::before(module, op).index(number.unwrap_or_default() as i64);
        module.replace_op(op, &[number]);
    }
    retype(module);
    Changed::Yes
}

/// Returns the function of a `func.constant`.
fn taken_by(module: &Module, op: Op) -> Option<Taken> {
    let symbol = module.attr_symbol(module.attr(op, "value")?)?;
    let symbol = module.text(*symbol.first()?).to_string();
    Some(Taken { ty: module.type_of(module.result(op, 0)), symbol })
}

/// Whether functions are used where they cannot be replaced: by functions without a body, in async functions, or as the
/// contents of async values.
fn has_other_use(module: &Module, ops: &[Op]) -> bool {
    let is_function = |ty: &Type| module.function_type(*ty).is_some();
    ops.iter().any(|op| {
        let is_content = |value: Value| {
            value_type(module, module.type_of(value)).is_some_and(|content| is_function(&content))
        };
        let is_whole = match module.kind(*op) {
            OpKind::Func(Func::Func) => module.entry(*op, 0).is_some(),
            OpKind::Async(Async::Func) => false,
            _ => return module.results(*op).any(is_content),
        };
        let (inputs, results) = function_type_of(module, *op);
        !is_whole && inputs.iter().chain(results).any(is_function)
    })
}

/// Replaces an indirect call.
fn call(module: &mut Module, op: Op, taken: &[Taken]) {
    let (callee, operands) = match module.operands(op).split_first() {
        Some((callee, operands)) => (*callee, operands.to_vec()),
        None => return,
    };
    let ty = module.type_of(callee);
    let candidates: Vec<(i64, &str)> = (0..)
        .zip(taken)
        .filter(|(_, taken)| taken.ty == ty)
        .map(|(number, taken)| (number, taken.symbol.as_str()))
        .collect();
    let types: Vec<Type> = module.results(op).map(|result| module.type_of(result)).collect();
    let Some(((_, last), others)) = candidates.split_last() else { return };
    let location = module.location(op);
    let direct = |module: &mut Module, place: Place, symbol: &str| -> Vec<Value> {
        let symbol = module.symbol_attr(&[symbol]);
        let mut at = Builder::new(module, place, location);
        let call = at.op(Func::Call, &operands, &types, &[("callee", symbol)]);
        module.results(call).collect()
    };
    let results = if others.is_empty() {
        direct(module, Place::Before(op), last)
    } else {
        let numbers = others.iter().map(|(number, _)| *number).collect();
        let cases = module.intern_attr(AttrKind::DenseArray(Type::I64, numbers));
        let choice = Builder::before(module, op).op_with_regions(
            Scf::IndexSwitch,
            &[callee],
            &types,
            &[("cases", cases)],
            1 + others.len(),
        );
        // The region of the default comes first.
        let symbols = std::iter::once(*last).chain(others.iter().map(|(_, symbol)| *symbol));
        for (index, symbol) in symbols.enumerate() {
            let region = module.region(choice, index);
            let block = module.add_block(region, &[]);
            let found = direct(module, Place::End(block), symbol);
            Builder::new(module, Place::End(block), location).op(Scf::Yield, &found, &[], &[]);
        }
        module.results(choice).collect()
    };
    module.replace_op(op, &results);
}

/// Replaces the type of each value that is a function by `index`, also in the types of functions.
fn retype(module: &mut Module) {
    for op in module.walk(module.root()) {
        for value in module.defined_by(op) {
            if module.function_type(module.type_of(value)).is_some() {
                module.set_type(value, Type::INDEX);
            }
        }
        if matches!(module.kind(op), OpKind::Func(Func::Func) | OpKind::Gpu(Gpu::Func)) {
            let (inputs, results) = function_type_of(module, op);
            let number = |ty: &Type| if module.function_type(*ty).is_some() { Type::INDEX } else { *ty };
            let kind =
                TypeKind::Function(inputs.iter().map(number).collect(), results.iter().map(number).collect());
            let ty = module.intern_type(kind);
            let ty = module.type_attr(ty);
            module.set_attr(op, "function_type", ty);
        }
    }
}
