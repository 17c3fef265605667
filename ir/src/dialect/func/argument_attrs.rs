//! Argument attributes of functions: `arg_attrs` is an array with one dictionary per argument.

use super::function_type_of;
use crate::attrs::{Attr, AttrKind, NamedAttr};
use crate::module::Module;
use crate::op::Op;

const KEY: &str = "arg_attrs";

/// Returns the value of an attribute of argument number `index` of a function, kernel or call.
pub fn argument_attr(module: &Module, func: Op, index: usize, key: &str) -> Option<Attr> {
    let AttrKind::Array(arguments) = module.attr_kind(module.attr(func, KEY)?) else { return None };
    let AttrKind::Dict(attrs) = module.attr_kind(*arguments.get(index)?) else { return None };
    attrs.iter().find(|attr| module.text(attr.name) == key).map(|attr| attr.value)
}

/// Sets attributes of arguments of a function or kernel, each given with the number of its argument. Returns
/// whether anything changed.
pub fn set_argument_attrs(module: &mut Module, func: Op, new: &[(usize, &str, Attr)]) -> bool {
    let mut is_changed = false;
    let mut arguments: Vec<Vec<NamedAttr>> = dictionaries(module, func);
    for (index, key, value) in new {
        let name = module.name(key);
        let Some(own) = arguments.get_mut(*index) else { continue };
        match own.iter_mut().find(|attr| attr.name == name) {
            Some(attr) if attr.value == *value => continue,
            Some(attr) => attr.value = *value,
            None => {
                let at = own.partition_point(|attr| module.text(attr.name) < *key);
                own.insert(at, NamedAttr { name, value: *value });
            }
        }
        is_changed = true;
    }
    if is_changed {
        let arguments: Vec<Attr> =
            arguments.into_iter().map(|attrs| module.intern_attr(AttrKind::Dict(attrs.into()))).collect();
        let arguments = module.array_attr(&arguments);
        module.set_attr(func, KEY, arguments);
    }
    is_changed
}

/// Returns the attributes of each argument.
fn dictionaries(module: &Module, func: Op) -> Vec<Vec<NamedAttr>> {
    let old = match module.attr(func, KEY).map(|attr| module.attr_kind(attr)) {
        Some(AttrKind::Array(items)) => &items[..],
        _ => &[],
    };
    let attrs = |index: usize| match old.get(index).map(|attr| module.attr_kind(*attr)) {
        Some(AttrKind::Dict(attrs)) => attrs.to_vec(),
        _ => Vec::new(),
    };
    (0..function_type_of(module, func).0.len()).map(attrs).collect()
}
