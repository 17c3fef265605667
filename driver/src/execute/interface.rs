//! The parameters and results of a function, and the values of its parameters.

use warpline_ir::dialect::func::{argument_attr, function_type_of};
use warpline_ir::{Func, Module, Op, OpKind, Type};

use crate::values::{Array, ArrayType, Files, Spec, fitting};

/// The attribute of an argument with its value if the command line gives none.
const DEFAULT_INPUT: &str = "warpline.input";

/// A value given for a parameter.
#[derive(Clone, Copy)]
pub enum Given<'g> {
    /// In command-line notation.
    Notation(&'g str),
    /// An existing array.
    Kept(&'g Array),
}

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
                    .ok_or(format!("{kind} {index} is neither a scalar nor a buffer of known rank"))
            });
            all.collect()
        };
        let defaults = (0..inputs.len()).map(|index| default_input(module, entry, index)).collect();
        let (parameters, results) = (types("parameter", inputs)?, types("result", results)?);
        Ok(Self { entry, parameters, defaults, results })
    }

    /// Returns a value for every parameter, from the given notations and the defaults.
    pub fn inputs(&self, given: &[String]) -> Result<Vec<Array>, String> {
        let given: Vec<Given<'_>> = given.iter().map(|text| Given::Notation(text)).collect();
        self.inputs_from(&given, "give one with --input, such as --input=rand:42")
    }

    /// Like [`Self::inputs`], from notations and arrays; the hint explains how to give a missing value.
    pub fn inputs_from(&self, given: &[Given<'_>], hint: &str) -> Result<Vec<Array>, String> {
        if self.parameters.len() < given.len() {
            return Err(format!(
                "{} inputs are given, but the function takes {}",
                given.len(),
                self.parameters.len()
            ));
        }
        let wanted = &self.parameters;
        let (mut inputs, mut files, mut given) = (Vec::new(), Files::default(), given.iter());
        while inputs.len() < wanted.len() {
            let index = inputs.len();
            let default = || self.defaults[index].as_deref().map(Given::Notation);
            let arrays = match given.next().copied().or_else(default) {
                Some(Given::Notation(text)) => {
                    Spec::parse(text).and_then(|spec| spec.arrays(&mut files, &wanted[index..]))
                }
                Some(Given::Kept(array)) => fitting(array.clone(), &wanted[index]).map(|array| vec![array]),
                None => {
                    let ty = wanted[index].type_text();
                    return Err(format!("parameter {index} of type {ty} has no value; {hint}"));
                }
            };
            inputs.extend(arrays.map_err(|message| format!("input {index}: {message}"))?);
        }
        match given.next() {
            Some(Given::Notation(text)) => {
                Err(format!("all {} parameters have a value before the input '{text}'", wanted.len()))
            }
            Some(Given::Kept(_)) => Err(format!("all {} parameters have a value already", wanted.len())),
            None => Ok(inputs),
        }
    }
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
