//! The values of the parameters of a function, from notations and kept arrays.

use super::files::Files;
use super::spec::{Spec, fitting};
use crate::driver::execute::Interface;
use crate::driver::values::Array;

/// A value given for a parameter.
#[derive(Clone, Copy)]
pub enum Given<'g> {
    /// In command-line notation.
    Notation(&'g str),
    /// An existing array.
    Kept(&'g Array),
}

/// Returns a value for every parameter, from the given notations and the defaults.
pub fn inputs(interface: &Interface, given: &[String]) -> Result<Vec<Array>, String> {
    let given: Vec<Given<'_>> = given.iter().map(|text| Given::Notation(text)).collect();
    inputs_from(interface, &given, "give one with --input, such as --input=rand:42")
}

/// Like [`inputs`], from notations and arrays; the hint explains how to give a missing value.
pub fn inputs_from(interface: &Interface, given: &[Given<'_>], hint: &str) -> Result<Vec<Array>, String> {
    if interface.parameters.len() < given.len() {
        return Err(format!(
            "{} inputs are given, but the function takes {}",
            given.len(),
            interface.parameters.len()
        ));
    }
    let wanted = &interface.parameters;
    let (mut inputs, mut files, mut given) = (Vec::new(), Files::default(), given.iter());
    while inputs.len() < wanted.len() {
        let index = inputs.len();
        let default = || interface.default_of(index).map(Given::Notation);
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
