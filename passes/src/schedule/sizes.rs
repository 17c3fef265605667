//! What is known of the arguments of a function that a run executes: attributes of its arguments from which predictions
//! take the sizes of launches, the trip counts of loops and the bytes of buffers. No plan depends on them for its
//! correctness.

use warpline_ir::dialect::func::{FunctionLike, set_argument_attrs};
use warpline_ir::{Attr, AttrKind, Def, Func, Module, Op, OpKind, Type, Value};

/// The attribute of an integer argument with its value.
pub const VALUE: &str = "warpline.value";
/// The attribute of a memref argument with its sizes, an array of integers.
pub const SHAPE: &str = "warpline.shape";

/// What is known of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// The value of an integer.
    Value(i64),
    /// The sizes of a memref.
    Shape(Vec<i64>),
}

/// Marks the arguments of a function with what is known of them, by their index.
pub fn mark(module: &mut Module, func: Op, known: &[(usize, Known)]) {
    let marks: Vec<(usize, &str, Attr)> = known
        .iter()
        .map(|(index, known)| match known {
            Known::Value(value) => (*index, VALUE, module.int_attr(*value, Type::I64)),
            Known::Shape(sizes) => {
                let sizes: Vec<Attr> = sizes.iter().map(|size| module.int_attr(*size, Type::I64)).collect();
                (*index, SHAPE, module.array_attr(&sizes))
            }
        })
        .collect();
    set_argument_attrs(module, func, &marks);
}

/// Returns the sizes of a memref that is an argument of a function of the host, where they are known.
pub(super) fn shape_of(module: &Module, memref: Value) -> Option<Vec<i64>> {
    let Def::Arg(block, index) = module.def(memref) else { return None };
    let func = module.block_parent(block).filter(|op| module.kind(*op) == OpKind::Func(Func::Func))?;
    if module.entry(func, 0) != Some(block) {
        return None;
    }
    let attr = FunctionLike(module.op(func)).arg_attr(index as usize, SHAPE)?;
    let AttrKind::Array(sizes) = module.attr_kind(attr) else { return None };
    sizes.iter().map(|size| module.attr_int(*size)).collect()
}

/// Returns the value of an integer argument of a function of the host, by its index, where it is known.
pub(super) fn value_of(module: &Module, func: Op, index: usize) -> Option<i64> {
    module.attr_int(FunctionLike(module.op(func)).arg_attr(index, VALUE)?)
}
