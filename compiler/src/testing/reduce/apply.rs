//! Removes parts of operations: operands of lists, attributes and resources. Also has helpers shared by all edits.

use warpline_ir::def::{Arity, Trait};
use warpline_ir::{Attr, AttrKind, DenseData, Module, NamedAttr, Op, Place, Type, TypeKind, Value};

/// The attributes that specify how lists of operands and results are divided.
const SEGMENTS: [&str; 2] = ["operandSegmentSizes", "resultSegmentSizes"];

/// A removable operand: the operation, the slot, and the index among all its operands.
type Operand = (Op, usize, usize);

/// Returns the operands that are part of a list or optional.
fn operands(module: &Module) -> Vec<Operand> {
    let mut found = Vec::new();
    for op in module.walk(module.root()) {
        let view = module.op(op);
        let Some(def) = view.def().filter(|_| module.successors(op).is_empty()) else { continue };
        for (slot, row) in def.operands.iter().enumerate() {
            if row.arity != Arity::One {
                found.extend(view.group_range(slot).map(|index| (op, slot, index)));
            }
        }
    }
    found
}

pub(super) fn n_operands(module: &Module) -> usize {
    operands(module).len()
}

pub(super) fn drop_operands(module: &mut Module, chosen: &[usize]) {
    let all = operands(module);
    for (op, slot, index) in chosen.iter().rev().map(|place| all[*place]) {
        drop_operand(module, op, slot, index);
    }
}

/// Removes operand number `index`, which is in slot number `slot`, from its list.
pub(super) fn drop_operand(module: &mut Module, op: Op, slot: usize, index: usize) {
    let sizes = module.op(op).def().filter(|def| def.has_operand_segments());
    let sizes = sizes.map(|def| def.operand_sizes(module.op(op)));
    let mut operands = module.operands(op).to_vec();
    operands.remove(index);
    module.set_operands(op, &operands);
    if let Some(mut sizes) = sizes.filter(|_| module.attr(op, SEGMENTS[0]).is_some()) {
        sizes[slot] -= 1;
        let sizes = module.i32_array_attr(sizes.into_iter().map(|size| size as i64));
        module.set_attr(op, SEGMENTS[0], sizes);
    }
}

/// Returns the attributes that an operation does not require.
fn attributes(module: &Module) -> Vec<(Op, String)> {
    let mut found = Vec::new();
    for op in module.walk(module.root()) {
        let def = module.op(op).def();
        let is_required = |key: &str| {
            let mut slots = def.iter().flat_map(|def| def.attrs);
            SEGMENTS.contains(&key) || slots.any(|slot| slot.name == key && slot.required)
        };
        let keys = module.attrs(op).iter().map(|attr| module.text(attr.name));
        found.extend(keys.filter(|key| !is_required(key)).map(|key| (op, key.to_string())));
    }
    found
}

pub(super) fn n_attributes(module: &Module) -> usize {
    attributes(module).len()
}

pub(super) fn drop_attributes(module: &mut Module, chosen: &[usize]) {
    let all = attributes(module);
    for (op, key) in chosen.iter().map(|place| &all[*place]) {
        module.remove_attr(*op, key);
    }
}

pub(super) fn n_resources(module: &Module) -> usize {
    module.resources.len()
}

pub(super) fn drop_resources(module: &mut Module, chosen: &[usize]) {
    for place in chosen.iter().rev() {
        module.resources.remove(*place);
    }
}

/// Whether an operation must end its block.
pub(super) fn is_terminator(module: &Module, op: Op) -> bool {
    module.op(op).def().is_some_and(|def| def.has(Trait::Terminator))
}

/// The kind of value that replaces another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Substitute {
    /// The nearest existing value; a constant if there is none.
    Nearest,
    /// The last operand.
    LastOperand,
    /// A constant; an existing value if the type has none.
    Constant,
}

/// Returns a value of the type of `value` that is available before `op`, which defines `value` or contains it
/// in its regions.
pub(super) fn substitute(module: &mut Module, op: Op, value: Value, how: Substitute) -> Option<Value> {
    let ty = module.type_of(value);
    match how {
        Substitute::LastOperand => {
            let mut operands = module.operands(op).iter().rev().copied();
            operands.find(|operand| module.type_of(*operand) == ty)
        }
        Substitute::Nearest => nearest(module, op, ty).or_else(|| constant(module, Place::Before(op), ty)),
        Substitute::Constant => constant(module, Place::Before(op), ty).or_else(|| nearest(module, op, ty)),
    }
}

/// Returns an operand of the operation, else the nearest preceding result, else an argument of an enclosing block.
fn nearest(module: &Module, op: Op, ty: Type) -> Option<Value> {
    let is_fit = |value: &Value| module.type_of(*value) == ty;
    if let Some(operand) = module.operands(op).iter().copied().find(is_fit) {
        return Some(operand);
    }
    let mut at = op;
    loop {
        let mut before = module.prev_op(at);
        while let Some(other) = before {
            if let Some(result) = module.results(other).find(is_fit) {
                return Some(result);
            }
            before = module.prev_op(other);
        }
        let block = module.block_of(at)?;
        if let Some(arg) = module.args(block).iter().copied().find(is_fit) {
            return Some(arg);
        }
        let parent = module.block_parent(block)?;
        if module.op(parent).def().is_none_or(|def| def.has(Trait::Isolated)) {
            return None;
        }
        at = parent;
    }
}

/// Creates a constant of a type at an insertion point: zero, for all elements. Pointers, buffers and tokens
/// have none.
pub(super) fn constant(module: &mut Module, place: Place, ty: Type) -> Option<Value> {
    let attr = zero(module, ty)?;
    let mut builder = warpline_ir::Builder::new(module, place, warpline_ir::Location::UNKNOWN);
    builder.constant(attr)
}

fn zero(module: &mut Module, ty: Type) -> Option<Attr> {
    match module.type_kind(ty) {
        TypeKind::Integer(..) | TypeKind::Index => Some(module.int_attr(0, ty)),
        TypeKind::Float(_) => Some(module.float_attr(0, ty)),
        TypeKind::Vector(..) => Some(module.intern_attr(AttrKind::Dense(ty, DenseData::Splat(0)))),
        _ => None,
    }
}

/// Removes element number `index` from an array attribute, such as that of the argument attributes.
pub(super) fn drop_element(module: &mut Module, op: Op, key: &str, index: usize) {
    let Some(AttrKind::Array(items)) = module.attr(op, key).map(|attr| module.attr_kind(attr)) else {
        return;
    };
    let mut items = items.to_vec();
    if index < items.len() {
        items.remove(index);
        let array = module.array_attr(&items);
        module.set_attr(op, key, array);
    }
}

/// Returns all attributes of an operation, for its replacement.
pub(super) fn attrs_of(module: &Module, op: Op) -> Vec<NamedAttr> {
    module.attrs(op).to_vec()
}
