//! The region of a named operation, as a function of its body and of the element types.

use super::named::{ADD, Binary, Body, MUL, Named, SUB};
use super::structured::Structured;
use crate::attrs::AttrKind;
use crate::builder::Builder;
use crate::dialect::{Arith, Linalg, OpKind};
use crate::location::Location;
use crate::module::{Module, Region};
use crate::op::{Op, OpRef};
use crate::placement::Place;
use crate::print::attr_text;
use crate::scalar::float::narrow;
use crate::types::{Type, TypeKind};
use crate::value::Value;

/// A value in a region: an argument of its block, or the result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operand {
    Element(usize),
    Step(usize),
}

/// An operation of a region, with one result.
#[derive(Debug)]
struct Step {
    kind: OpKind,
    operands: Vec<Operand>,
    result: Type,
    value: Option<AttrKind>,
}

/// The operations of a region in order, and the yielded value.
struct Recipe<'m> {
    module: &'m Module,
    /// The types of the elements, that of the output last.
    elements: &'m [Type],
    /// Whether integers are converted without sign.
    is_unsigned: bool,
    steps: Vec<Step>,
}

impl Recipe<'_> {
    /// Appends the operations of a body and returns the yielded value; `None` if it is not defined on these types.
    fn yielded(&mut self, body: Body) -> Option<Operand> {
        let out = self.elements.len().checked_sub(1)?;
        let ty = self.elements[out];
        let (a, out) = (Operand::Element(0), Operand::Element(out));
        match body {
            Body::Convert => Some(self.convert(a, ty)),
            Body::Unary(kind) => self.is_float(a).then(|| self.step(kind, vec![a], self.type_of(a))),
            Body::Square => self.is_float(a).then(|| self.step(Arith::MulF, vec![a, a], self.type_of(a))),
            Body::Reciprocal => {
                let one = self.one(self.type_of(a))?;
                Some(self.step(Arith::DivF, vec![one, a], self.type_of(a)))
            }
            Body::Binary(function) => self.binary(function, a, Operand::Element(1)),
            Body::Select => {
                let all = (0..3).map(Operand::Element).collect();
                let fits = self.type_of(a) == Type::I1
                    && self.type_of(Operand::Element(1)) == self.type_of(Operand::Element(2));
                fits.then(|| self.step(Arith::Select, all, self.type_of(Operand::Element(1))))
            }
            Body::MulAdd => {
                let [a, b] = [0, 1].map(|input| self.convert(Operand::Element(input), ty));
                let product = self.binary(MUL, a, b)?;
                self.binary(ADD, out, product)
            }
            Body::ZeroPointMulAdd => {
                let [a, a_zero] = [0, 2].map(|input| self.convert(Operand::Element(input), ty));
                let a = self.binary(SUB, a, a_zero)?;
                let [b, b_zero] = [1, 3].map(|input| self.convert(Operand::Element(input), ty));
                let b = self.binary(SUB, b, b_zero)?;
                let product = self.binary(MUL, a, b)?;
                self.binary(ADD, out, product)
            }
            Body::Accumulate(function) => {
                let a = self.convert(a, ty);
                self.binary(function, out, a)
            }
        }
    }

    fn step(&mut self, kind: impl Into<OpKind>, operands: Vec<Operand>, result: Type) -> Operand {
        self.steps.push(Step { kind: kind.into(), operands, result, value: None });
        Operand::Step(self.steps.len() - 1)
    }

    fn type_of(&self, operand: Operand) -> Type {
        match operand {
            Operand::Element(index) => self.elements[index],
            Operand::Step(index) => self.steps[index].result,
        }
    }

    fn is_float(&self, operand: Operand) -> bool {
        self.module.float_kind(self.type_of(operand)).is_some()
    }

    fn int_width(&self, ty: Type) -> Option<u32> {
        match self.module.type_kind(ty) {
            TypeKind::Integer(width, _) => Some(*width),
            _ => None,
        }
    }

    /// Appends `1.0`.
    fn one(&mut self, ty: Type) -> Option<Operand> {
        let format = self.module.float_kind(ty)?;
        let one = self.step(Arith::Constant, Vec::new(), ty);
        if let Some(step) = self.steps.last_mut() {
            step.value = Some(AttrKind::Float(narrow(format, 1.0), ty));
        }
        Some(one)
    }

    fn binary(&mut self, function: Binary, a: Operand, b: Operand) -> Option<Operand> {
        let ty = self.type_of(a);
        if ty != self.type_of(b) {
            return None;
        }
        let kind = match self.int_width(ty) {
            Some(1) => function.bool,
            Some(_) => function.int,
            None if self.is_float(a) => function.float,
            None => None,
        };
        Some(self.step(kind?, vec![a, b], ty))
    }

    /// Converts a value to a type. It remains what it is if there is no conversion.
    fn convert(&mut self, value: Operand, to: Type) -> Operand {
        let from = self.type_of(value);
        match self.conversion(from, to) {
            Some(kind) => self.step(kind, vec![value], to),
            None => value,
        }
    }

    fn conversion(&self, from: Type, to: Type) -> Option<Arith> {
        let by_sign = |signed, unsigned| if self.is_unsigned { unsigned } else { signed };
        let width = |ty| self.module.bit_width(ty);
        match (self.int_width(from), self.int_width(to)) {
            _ if from == to => None,
            (Some(from), Some(to)) if from < to => Some(by_sign(Arith::ExtSI, Arith::ExtUI)),
            (Some(from), Some(to)) => (to < from).then_some(Arith::TruncI),
            (None, Some(_)) if from == Type::INDEX => Some(Arith::IndexCast),
            (None, Some(_)) => self.module.float_kind(from).map(|_| by_sign(Arith::FPToSI, Arith::FPToUI)),
            (Some(_), None) => self.module.float_kind(to).map(|_| by_sign(Arith::SIToFP, Arith::UIToFP)),
            (None, None) => {
                self.module.float_kind(from).zip(self.module.float_kind(to))?;
                match width(from)?.cmp(&width(to)?) {
                    std::cmp::Ordering::Less => Some(Arith::ExtF),
                    std::cmp::Ordering::Greater => Some(Arith::TruncF),
                    std::cmp::Ordering::Equal => None,
                }
            }
        }
    }
}

/// Builds the block of a named operation in an empty region; `None` if the body is not defined on these types of
/// elements.
pub(super) fn build(
    module: &mut Module,
    region: Region,
    named: Named,
    elements: &[Type],
    is_unsigned: bool,
    location: Location,
) -> Option<()> {
    let (steps, yielded) = {
        let mut recipe = Recipe { module, elements, is_unsigned, steps: Vec::new() };
        let yielded = recipe.yielded(named.body)?;
        (recipe.steps, yielded)
    };
    let block = module.add_block(region, elements);
    let args = module.args(block).to_vec();
    let mut builder = Builder::new(module, Place::End(block), location);
    let mut results: Vec<Value> = Vec::new();
    let value_of = |results: &[Value], operand| match operand {
        Operand::Element(index) => args[index],
        Operand::Step(index) => results[index],
    };
    for step in steps {
        let operands: Vec<Value> = step.operands.iter().map(|operand| value_of(&results, *operand)).collect();
        let value = step.value.map(|kind| builder.module.intern_attr(kind));
        let attrs: Vec<_> = value.map(|value| ("value", value)).into_iter().collect();
        results.push(builder.value(step.kind, &operands, step.result, &attrs));
    }
    let yielded = value_of(&results, yielded);
    builder.op(Linalg::Yield, &[yielded], &[], &[]);
    Some(())
}

/// Whether the region of an operation is the one that is built for its name and its types, so that the custom form can
/// omit it.
pub(super) fn is_as_derived(op: OpRef<'_>) -> bool {
    has_derived_region(op).is_some()
}

fn has_derived_region(op: OpRef<'_>) -> Option<()> {
    let (module, view) = (op.module, Structured::of(op)?);
    let block = view.body()?;
    let args = module.args(block);
    let named = view.named()?;
    if args.len() != op.operands().len() || args.len() != named.n_inputs() + 1 {
        return None;
    }
    let elements: Vec<Type> = args.iter().map(|arg| module.type_of(*arg)).collect();
    let is_unsigned = view.is_cast_unsigned();
    let mut recipe = Recipe { module, elements: &elements, is_unsigned, steps: Vec::new() };
    let yielded = recipe.yielded(named.body)?;
    let ops = module.ops_in(block);
    let (last, ops) = ops.split_last()?;
    let value_of = |operand| match operand {
        Operand::Element(index) => args[index],
        Operand::Step(index) => module.result(ops[index], 0),
    };
    let fits = |(op, step): (&Op, &Step)| {
        let operands: Vec<Value> = step.operands.iter().map(|operand| value_of(*operand)).collect();
        module.kind(*op) == step.kind
            && module.n_results(*op) == 1
            && module.type_of(module.result(*op, 0)) == step.result
            && module.operands(*op) == operands
            && has_default_attrs(module.op(*op), step.value.as_ref())
    };
    let is_same = ops.len() == recipe.steps.len()
        && ops.iter().zip(&recipe.steps).all(fits)
        && module.kind(*last) == OpKind::Linalg(Linalg::Yield)
        && module.operands(*last) == [value_of(yielded)]
        && module.attrs(*last).is_empty();
    is_same.then_some(())
}

/// Whether an operation has only attributes with their default values, and this value.
fn has_default_attrs(op: OpRef<'_>, value: Option<&AttrKind>) -> bool {
    let Some(def) = op.def() else { return false };
    let is_default = |attr: &crate::attrs::NamedAttr| {
        let key = op.module.text(attr.name);
        if key == "value" {
            return Some(op.module.attr_kind(attr.value)) == value;
        }
        let default = def.attrs.iter().find(|slot| slot.name == key).and_then(|slot| slot.default);
        default.is_some_and(|default| default == attr_text(op.module, attr.value))
    };
    op.module.attrs(op.op).iter().all(is_default)
}
