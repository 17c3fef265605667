//! Expands vectors into their elements, and vector accesses into those of one-dimensional vectors
//! and of elements.
//!
//! A vector is built from its elements by `vector.from_elements` and taken apart by `vector.to_elements`, so that
//! blocks, loops, calls and lane exchanges may pass vectors on. Arithmetic that the target does in pairs becomes
//! operations on vectors of two elements. Adjacent elements in memory are read and written as a one-dimensional
//! vector, which `lower-memref-access` splits into accesses that the target has. Elements that a mask or a bound
//! excludes are never accessed: a conditional element is read or written under `scf.if`. Elements are combined in
//! row-major order after the accumulator, hence sums of floats agree on every device.
//!
//! Scalable vectors stay, and so do `vector.type_cast`, `vector.reshape` and `vector.print`. An operation that
//! cannot be expanded is an error.
//!
//! Cost: one walk, and one operation for each element; a conditional element takes up to eight.
//!
//! ```text
//! %x = vector.load %m[%i] : memref<8xf32>, vector<2xf32>      %x = vector.load %m[%i] : memref<8xf32>, vector<2xf32>
//! %y = arith.addf %x, %x : vector<2xf32>                  →   %0:2 = vector.to_elements %x : vector<2xf32>
//! %s = vector.reduction <add>, %y : vector<2xf32> into f32    %1 = arith.addf %0#0, %0#0 : f32
//!                                                             %2 = arith.addf %0#1, %0#1 : f32
//!                                                             %s = arith.addf %1, %2 : f32
//! ```

mod access;
mod combine;
mod masks;
mod moves;
mod shape;

use crate::conversion::math_expand::builder::constant_of_bits;
use crate::pass::{CODE, PassOption};
use crate::transforms::dce::drop_dead_ops;
use crate::{Changed, Pass, PassCx, PassFn};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use warpline_ir::def::Trait;
use warpline_ir::dialect::arith::direction_of;
use warpline_ir::{
    Arith, AttrKind, Builder, Def, DenseData, Math, Module, Op, OpKind, OpSpec, Place, Reported, Type,
    TypeKind, Value, Vector,
};

/// The `expand-vectors` pass.
pub const PASS: Pass = Pass {
    name: "expand-vectors",
    summary: "Expands vectors into their elements",
    options: &[
        PassOption {
            name: "packed",
            summary: "The formats of floats that the target adds and multiplies in pairs: a list of bf16, f16, f32",
            default: "",
        },
        CODE,
    ],
    run: PassFn::MayFail(run),
};

/// The maximum number of elements of a vector.
const MAX_ELEMENTS: u64 = 4096;

/// The elements of each result of an operation, `None` if it stays, or the reason why it cannot be expanded.
type Expanded = Result<Option<Vec<Vec<Value>>>, String>;

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let packed = packed(cx)?;
    let (mut changed, mut refused) = (false, Vec::new());
    for root in cx.code_roots()? {
        changed |= expand_below(cx.module, root, &packed, &mut refused);
    }
    let mut reported = Ok(changed.into());
    for (op, reason) in refused {
        let message = format!("'{}' cannot be expanded: {reason}", cx.module.op_name(op));
        reported = Err(cx.error(op, message));
    }
    reported
}

/// Returns the formats that the target computes in pairs.
fn packed(cx: &mut PassCx<'_>) -> Result<Vec<Type>, Reported> {
    let listed = cx.list_option("packed", &["bf16", "f16", "f32"])?;
    let formats = [Type::BF16, Type::F16, Type::F32].into_iter().zip(listed);
    Ok(formats.filter(|(_, is_packed)| *is_packed).map(|(format, _)| format).collect())
}

fn expand_below(module: &mut Module, root: Op, packed: &[Type], refused: &mut Vec<(Op, String)>) -> bool {
    let all = module.walk(root);
    let at = Builder::before(module, root);
    let mut vectors = Vectors { at, known: FxHashMap::default(), masks: FxHashMap::default(), packed };
    let mut changed = false;
    for op in all.into_iter().skip(1) {
        match vectors.expand(op) {
            Ok(expanded) => changed |= expanded,
            Err(reason) => refused.push((op, reason)),
        }
    }
    if changed {
        forward_elements(module, root);
        drop_dead_ops(module, root);
    }
    changed
}

/// Forwards the operands of `vector.from_elements` to `vector.to_elements`.
pub(crate) fn forward_elements(module: &mut Module, root: Op) {
    for op in module.walk(root) {
        if module.kind(op) == OpKind::Vector(Vector::ToElements)
            && let Some(made) = made_of_elements(module, module.operand(op, 0))
        {
            let elements = module.operands(made).to_vec();
            module.replace_op(op, &elements);
        }
    }
}

/// Returns the `vector.from_elements` that defines a vector.
fn made_of_elements(module: &Module, vector: Value) -> Option<Op> {
    module.defining_op(vector).filter(|op| module.kind(*op) == OpKind::Vector(Vector::FromElements))
}

/// Whether a type is a vector.
fn is_vector(module: &Module, ty: Type) -> bool {
    matches!(module.type_kind(ty), TypeKind::Vector(..))
}

/// The state of the expansion: the module, and the elements that are known so far.
struct Vectors<'m> {
    at: Builder<'m>,
    known: FxHashMap<Value, Rc<[Value]>>,
    /// The masks of enclosing `vector.mask` operations.
    masks: FxHashMap<Op, Rc<[Value]>>,
    packed: &'m [Type],
}

impl Vectors<'_> {
    /// Expands one operation; returns `false` if it stays.
    fn expand(&mut self, op: Op) -> Result<bool, String> {
        let module = &*self.at.module;
        (self.at.place, self.at.location) = (Place::Before(op), module.location(op));
        let results = match module.kind(op) {
            OpKind::Arith(Arith::Constant) => self.constant(op)?,
            OpKind::Vector(kind) => self.vector(op, kind)?,
            _ => self.elementwise(op)?,
        };
        let Some(results) = results else { return Ok(false) };
        let old: Vec<Value> = self.at.module.results(op).collect();
        let mut new = Vec::with_capacity(old.len());
        for (old, elements) in old.into_iter().zip(results) {
            new.push(self.whole(self.at.module.type_of(old), elements));
        }
        self.at.module.replace_op(op, &new);
        Ok(true)
    }

    fn vector(&mut self, op: Op, kind: Vector) -> Expanded {
        match kind {
            Vector::Fma => self.elementwise(op),
            Vector::Mask => self.mask(op),
            Vector::ConstantMask | Vector::CreateMask => self.mask_below(op, kind),
            Vector::Broadcast
            | Vector::Splat
            | Vector::ShapeCast
            | Vector::Bitcast
            | Vector::Transpose
            | Vector::FlatTranspose
            | Vector::Shuffle
            | Vector::Interleave
            | Vector::Deinterleave
            | Vector::ExtractStridedSlice
            | Vector::InsertStridedSlice
            | Vector::Extract
            | Vector::ExtractElement
            | Vector::Insert
            | Vector::InsertElement
            | Vector::Step => self.moved(op, kind),
            Vector::Reduction
            | Vector::MultiReduction
            | Vector::Scan
            | Vector::Contract
            | Vector::OuterProduct
            | Vector::MatrixMultiply => self.combined(op, kind),
            kind if kind.def().operands.iter().any(|slot| slot.effect.is_some()) => self.access(op, kind),
            _ => Ok(None),
        }
    }

    /// Returns the number of elements of a vector type; one for any other type.
    fn n_elements(&self, ty: Type) -> Result<usize, String> {
        let TypeKind::Vector(_, scalable, _) = self.at.module.type_kind(ty) else { return Ok(1) };
        if scalable.contains(&true) {
            return Err("a vector of scalable size has no fixed number of elements".into());
        }
        let n = self.at.module.n_elements(ty).filter(|n| *n <= MAX_ELEMENTS);
        n.map(|n| n as usize).ok_or_else(|| format!("vectors have at most {MAX_ELEMENTS} elements"))
    }

    /// Returns the elements of a vector in row-major order; any other value is a vector of one.
    fn elements(&mut self, value: Value) -> Result<Rc<[Value]>, String> {
        let ty = self.at.module.type_of(value);
        if !is_vector(self.at.module, ty) {
            return Ok([value].into());
        }
        if let Some(known) = self.known.get(&value) {
            return Ok(known.clone());
        }
        let n = self.n_elements(ty)?;
        let elements: Rc<[Value]> = match made_of_elements(self.at.module, value) {
            Some(made) => self.at.module.operands(made).into(),
            None => self.taken_apart(value, n),
        };
        self.known.insert(value, elements.clone());
        Ok(elements)
    }

    /// Builds a `vector.to_elements` right after the definition of a vector.
    fn taken_apart(&mut self, value: Value, n: usize) -> Rc<[Value]> {
        let module = &mut *self.at.module;
        let (place, location) = match module.def(value) {
            Def::Result(op, _) => (Place::After(op), module.location(op)),
            Def::Arg(block, _) => (Place::Start(block), self.at.location),
            Def::Forward => (self.at.place, self.at.location),
        };
        let types = vec![module.element_type(module.type_of(value)); n];
        let op = Builder::new(module, place, location).op(Vector::ToElements, &[value], &types, &[]);
        module.results(op).collect()
    }

    /// Builds a value of a type from its elements.
    fn whole(&mut self, ty: Type, elements: Vec<Value>) -> Value {
        if let ([element], false) = (elements.as_slice(), is_vector(self.at.module, ty)) {
            return *element;
        }
        let vector = self.at.value(Vector::FromElements, &elements, ty, &[]);
        self.known.insert(vector, elements.into());
        vector
    }

    /// Expands `arith.constant` of a vector.
    fn constant(&mut self, op: Op) -> Expanded {
        let module = &*self.at.module;
        let Some(AttrKind::Dense(ty, data)) = module.attr(op, "value").map(|attr| module.attr_kind(attr))
        else {
            return Ok(None);
        };
        if !is_vector(module, *ty) {
            return Ok(None);
        }
        let (ty, data, element) = (*ty, data.clone(), module.element_type(*ty));
        let n = self.n_elements(ty)?;
        Ok(Some(vec![match data {
            DenseData::Splat(bits) => vec![self.constant_of_bits(element, bits); n],
            DenseData::Elements(all) => {
                all.iter().map(|bits| self.constant_of_bits(element, *bits)).collect()
            }
        }]))
    }

    /// Builds a scalar constant from its bits in memory.
    fn constant_of_bits(&mut self, ty: Type, bits: u64) -> Value {
        constant_of_bits(&mut self.at, ty, bits)
    }

    /// Expands an elementwise operation.
    fn elementwise(&mut self, op: Op) -> Expanded {
        let view = self.at.module.op(op);
        let types: Vec<Type> = view.results().map(|result| view.type_of(result)).collect();
        let vector = types.iter().copied().find(|ty| is_vector(view.module, *ty));
        let Some(vector) = vector.filter(|_| view.def().is_some_and(|def| def.has(Trait::Elementwise)))
        else {
            return Ok(None);
        };
        let n = self.n_elements(vector)?;
        let width = if self.is_packed(op, vector) && n.is_multiple_of(2) { 2 } else { 1 };
        if width == n && self.at.module.shape(vector).is_some_and(|shape| shape.len() == 1) && width == 2 {
            return Ok(None);
        }
        let kind = match self.at.module.kind(op) {
            OpKind::Vector(Vector::Fma) => OpKind::Math(Math::Fma),
            kind => kind,
        };
        let attrs = self.at.module.attrs(op).to_vec();
        let mut operands = Vec::new();
        for value in self.at.module.operands(op).to_vec() {
            operands.push(self.elements(value)?);
        }
        let types: Vec<Type> = types.into_iter().map(|ty| self.part_type(ty, width)).collect();
        let mut results = vec![Vec::with_capacity(n); types.len()];
        for first in (0..n).step_by(width) {
            let operands: Vec<Value> = operands.iter().map(|all| self.part(all, first, width)).collect();
            let location = self.at.location;
            let spec =
                OpSpec { attrs: &attrs, ..OpSpec::new(kind, location).operands(&operands).results(&types) };
            let part = self.at.insert(&spec);
            let parts: Vec<Value> = self.at.module.results(part).collect();
            for (part, results) in parts.into_iter().zip(&mut results) {
                results.extend_from_slice(&self.elements(part)?);
            }
        }
        Ok(Some(results))
    }

    /// Whether the target has an operation on two elements at once.
    fn is_packed(&self, op: Op, ty: Type) -> bool {
        let view = self.at.module.op(op);
        let is_known = matches!(
            view.kind(),
            OpKind::Arith(Arith::AddF | Arith::SubF | Arith::MulF)
                | OpKind::Math(Math::Fma)
                | OpKind::Vector(Vector::Fma)
        );
        is_known && direction_of(view).is_none() && self.packed.contains(&view.module.element_type(ty))
    }

    /// Returns the type of some elements of a vector.
    fn part_type(&mut self, ty: Type, width: usize) -> Type {
        let element = self.at.module.element_type(ty);
        if width == 1 { element } else { self.line_type(element, width) }
    }

    fn line_type(&mut self, element: Type, n: usize) -> Type {
        self.at.module.intern_type(TypeKind::Vector([n as i64].into(), [false].into(), element))
    }

    /// Returns some elements of a vector as a value; the element of a scalar is the scalar.
    fn part(&mut self, elements: &[Value], first: usize, width: usize) -> Value {
        let Some(part) = elements.get(first..first + width).filter(|_| width != 1) else {
            return elements[first.min(elements.len() - 1)];
        };
        self.joined(part)
    }

    /// Returns elements as a one-dimensional vector: the one that they were extracted from, if it has no others.
    fn joined(&mut self, elements: &[Value]) -> Value {
        let module = &*self.at.module;
        let element = module.type_of(elements[0]);
        if let Some(op) = module.defining_op(elements[0])
            && module.kind(op) == OpKind::Vector(Vector::ToElements)
            && module.results(op).eq(elements.iter().copied())
            && module.shape(module.type_of(module.operand(op, 0))).is_some_and(|shape| shape.len() == 1)
        {
            return module.operand(op, 0);
        }
        let ty = self.line_type(element, elements.len());
        self.whole(ty, elements.to_vec())
    }

    /// Builds a select between two scalars.
    fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        let ty = self.at.module.type_of(yes);
        self.at.value(Arith::Select, &[condition, yes, no], ty, &[])
    }

    /// Builds an `arith.cmpi` with a predicate.
    fn compare(&mut self, predicate: &str, a: Value, b: Value) -> Value {
        self.at.compare(predicate, a, b, Type::I1)
    }
}
