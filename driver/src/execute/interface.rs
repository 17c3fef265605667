//! The parameters and results of a function.

use warpline_ir::dialect::func::{argument_attr, function_type_of};
use warpline_ir::print::type_text;
use warpline_ir::{Func, Module, Op, OpKind, Type, TypeKind};

use crate::values::{ArrayType, ValueKind};

/// The attribute of an argument with its value if the command line gives none.
const DEFAULT_INPUT: &str = "warpline.input";

/// The function to run.
pub struct Interface {
    /// The function.
    pub entry: Op,
    /// The types of its parameters.
    pub parameters: Vec<ArrayType>,
    /// The notations of the default values, from argument attributes.
    defaults: Vec<Option<String>>,
    /// The types of its results.
    pub results: Vec<ArrayType>,
}

impl Interface {
    /// Returns the function that a run executes: the one with this name, or `main`, or the only one with a body.
    pub fn entry_of(module: &Module, name: Option<&str>) -> Result<Op, String> {
        find_entry(module, name)
    }

    /// Creates the interface of a function that is compiled, but not called.
    pub fn uncalled(entry: Op) -> Self {
        Self { entry, parameters: Vec::new(), defaults: Vec::new(), results: Vec::new() }
    }

    /// Returns the function with this name, or `main`, or the only one with a body.
    pub fn find(module: &Module, name: Option<&str>) -> Result<Self, String> {
        let entry = find_entry(module, name)?;
        let (inputs, results) = function_type_of(module, entry);
        let types = |kind: &str, types: &[Type]| -> Result<Vec<ArrayType>, String> {
            let all = types.iter().enumerate().map(|(index, ty)| {
                ArrayType::of(module, *ty)
                    .filter(|found| kind == "parameter" || found.kind != ValueKind::Unranked)
                    .ok_or_else(|| refusal(module, kind, index, *ty))
            });
            all.collect()
        };
        let defaults = (0..inputs.len()).map(|index| default_input(module, entry, index)).collect();
        let (parameters, results) = (types("parameter", inputs)?, types("result", results)?);
        Ok(Self { entry, parameters, defaults, results })
    }

    /// Returns the notation of the default value of a parameter, from its attribute.
    pub fn default_of(&self, parameter: usize) -> Option<&str> {
        self.defaults.get(parameter)?.as_deref()
    }
}

/// Returns the message about a parameter or a result that has no array.
fn refusal(module: &Module, kind: &str, index: usize, ty: Type) -> String {
    let wanted = match (kind, module.type_kind(ty)) {
        ("result", TypeKind::UnrankedMemRef(..)) => "a memref of known rank; cast it before it is returned",
        _ => {
            "integers of at most 128 bits, floats of at most 64 bits, complex numbers of these floats, vectors of fixed size, \
             and memrefs of these"
        }
    };
    format!("{kind} {index} has type {}, but a caller can only pass {wanted}", type_text(module, ty))
}

fn find_entry(module: &Module, name: Option<&str>) -> Result<Op, String> {
    let has_body = |op: &Op| module.kind(*op) == OpKind::Func(Func::Func) && module.entry(*op, 0).is_some();
    let functions: Vec<Op> = module.ops_in(module.body()).into_iter().filter(has_body).collect();
    let named = |name: &str| functions.iter().copied().find(|op| module.symbol_name(*op) == Some(name));
    if let Some(name) = name.map(|name| name.strip_prefix('@').unwrap_or(name)) {
        let known =
            || functions.iter().filter_map(|op| module.symbol_name(*op)).collect::<Vec<_>>().join(", ");
        return named(name).ok_or_else(|| match functions.as_slice() {
            [] => format!("there is no function '{name}' with a body, nor any other"),
            _ => format!("there is no function '{name}' with a body; there are {}", known()),
        });
    }
    match (named("main"), functions.as_slice()) {
        (Some(main), _) => Ok(main),
        (None, [only]) => Ok(*only),
        (None, []) => Err("there is no function with a body".to_string()),
        (None, _) => {
            Err("there are several functions and none is named 'main'; choose one with --entry".to_string())
        }
    }
}

fn default_input(module: &Module, func: Op, index: usize) -> Option<String> {
    module.attr_str(argument_attr(module, func, index, DEFAULT_INPUT)?).map(str::to_string)
}
