//! The view of a structured operation: its operands, maps, iterators and body.

use super::ITERATORS;
use super::named::{self, Named};
use crate::affine::{AffineMap, Expr};
use crate::attrs::{Attr, AttrKind};
use crate::def::foreign_words;
use crate::dialect::{Linalg, OpKind};
use crate::format::read::Reader;
use crate::module::{Block, Module};
use crate::op::OpRef;
use crate::types::{Type, TypeKind};
use crate::value::Value;

/// The type of a loop of a structured operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IteratorType {
    /// The iterations write different elements, so their order does not matter.
    Parallel,
    /// The iterations combine elements, in order.
    Reduction,
}

impl IteratorType {
    /// Returns the keyword of the type.
    pub fn keyword(self) -> &'static str {
        ITERATORS[self as usize]
    }

    /// Returns the type with this keyword.
    pub(super) fn from_keyword(word: &str) -> Option<Self> {
        [Self::Parallel, Self::Reduction].into_iter().find(|iterator| iterator.keyword() == word)
    }

    /// Returns the attribute that names the type.
    pub fn attr(self, module: &mut Module) -> Attr {
        module.foreign_attr(&format!("linalg.iterator_type<{}>", self.keyword()))
    }
}

/// Returns the type that an attribute `#linalg.iterator_type<…>` names.
pub(super) fn iterator_of(module: &Module, attr: Attr) -> Option<IteratorType> {
    foreign_words(module, module.attr_kind(attr), "linalg.iterator_type").and_then(IteratorType::from_keyword)
}

/// A view of a structured operation.
#[derive(Clone, Copy)]
pub struct Structured<'m> {
    /// The operation.
    pub op: OpRef<'m>,
    kind: Linalg,
}

impl<'m> Structured<'m> {
    /// Returns the view of an operation; `None` if it is not structured.
    pub fn of(op: OpRef<'m>) -> Option<Self> {
        match op.kind() {
            OpKind::Linalg(Linalg::Index | Linalg::Yield) => None,
            OpKind::Linalg(kind) => Some(Self { op, kind }),
            _ => None,
        }
    }

    /// Returns the inputs: memrefs and scalars.
    pub fn inputs(self) -> &'m [Value] {
        &self.op.operands()[..self.n_inputs()]
    }

    /// Returns the outputs: memrefs.
    pub fn outputs(self) -> &'m [Value] {
        &self.op.operands()[self.n_inputs()..]
    }

    fn n_inputs(self) -> usize {
        let n = self.op.operands().len();
        match self.kind {
            Linalg::Reduce => n / 2,
            Linalg::Map | Linalg::Transpose | Linalg::Broadcast => n.saturating_sub(1),
            _ => self.op.group_range(0).end.min(n),
        }
    }

    /// Returns the block that computes the elements of the outputs.
    pub fn body(self) -> Option<Block> {
        self.op.entry(0)
    }

    /// Whether the body uses the element of operand number `index`.
    pub fn uses_element(self, index: usize) -> bool {
        let args = self.body().map_or(&[][..], |body| self.op.module.args(body));
        args.get(index).is_some_and(|arg| !self.op.module.uses(*arg).is_empty())
    }

    /// Returns the base names of the arguments of the body, as MLIR prints them.
    pub(crate) fn element_names(self) -> Vec<&'static str> {
        let output = match self.kind {
            Linalg::Map | Linalg::Reduce | Linalg::Transpose | Linalg::Broadcast => "init",
            _ => "out",
        };
        let n = self.body().map_or(0, |body| self.op.module.args(body).len());
        (0..n).map(|index| if index < self.n_inputs() { "in" } else { output }).collect()
    }

    /// Returns the rank of operand number `index`; 0 for a scalar.
    pub(super) fn rank(self, index: usize) -> usize {
        shape_of(self.op.module, self.op.operand_type(index)).len()
    }

    /// Returns the map from the iteration domain to the elements of each operand; `None` if the attributes do not
    /// have them, which the verifier reports.
    pub fn maps(self) -> Option<Vec<AffineMap>> {
        let given = self.op.attr("indexing_maps").map(|attr| self.op.module.attr_kind(attr));
        match given {
            Some(AttrKind::Array(maps)) => {
                maps.iter().map(|map| self.op.module.attr_map(*map).cloned()).collect()
            }
            _ => self.implied_maps(),
        }
    }

    /// Returns the maps that the name of the operation and the ranks of its operands imply.
    pub(super) fn implied_maps(self) -> Option<Vec<AffineMap>> {
        let n = self.op.operands().len();
        let ranks: Vec<usize> = (0..n).map(|index| self.rank(index)).collect();
        match self.kind {
            Linalg::Generic | Linalg::Contract | Linalg::Index | Linalg::Yield => None,
            Linalg::Map => {
                let identity = AffineMap::identity(*ranks.last()?);
                Some(vec![identity; n])
            }
            Linalg::Reduce => {
                let (n_loops, dims) = (*ranks.first()?, self.op.ints("dimensions"));
                let maps = [AffineMap::identity(n_loops), without(n_loops, dims)];
                Some((0..n).map(|index| maps[usize::from(n / 2 <= index)].clone()).collect())
            }
            Linalg::Broadcast => {
                let n_loops = *ranks.last()?;
                Some(vec![without(n_loops, self.op.ints("dimensions")), AffineMap::identity(n_loops)])
            }
            Linalg::Transpose => {
                let n_loops = *ranks.last()?;
                Some(vec![inverse(n_loops, self.op.ints("permutation"))?, AffineMap::identity(n_loops)])
            }
            _ => {
                let window = |key| named::window(self.op.module, self.op.attr(key));
                let (strides, dilations) = (window("strides"), window("dilations"));
                Some(self.named()?.maps(&ranks, &strides, &dilations))
            }
        }
    }

    /// Returns the row of a named operation.
    pub(super) fn named(self) -> Option<Named> {
        match self.kind {
            Linalg::Elementwise => named::elementwise(self.op.keyword("kind")?),
            kind => named::row(kind),
        }
    }

    /// Whether inputs are converted as integers without sign.
    pub(super) fn is_cast_unsigned(self) -> bool {
        self.op.keyword("cast") == Some("cast_unsigned")
    }

    /// Returns the type of each loop: as the attribute of `linalg.generic` has it, or parallel if an output has the
    /// loop as an index.
    pub fn iterators(self) -> Option<Vec<IteratorType>> {
        if self.kind == Linalg::Generic {
            let AttrKind::Array(items) = self.op.module.attr_kind(self.op.attr("iterator_types")?) else {
                return None;
            };
            return items.iter().map(|item| iterator_of(self.op.module, *item)).collect();
        }
        let maps = self.maps()?;
        let outputs = maps.get(self.n_inputs()..)?;
        let n_loops = maps.first()?.n_dims;
        let is_written = |dim| outputs.iter().any(|map| map.results.contains(&Expr::Dim(dim)));
        let iterator = |dim| if is_written(dim) { IteratorType::Parallel } else { IteratorType::Reduction };
        Some((0..n_loops).map(iterator).collect())
    }

    /// Returns, for each loop, the first operand with a dimension that the loop iterates over alone, and the number of
    /// that dimension: its size is the number of iterations. `None` for a loop without one.
    pub fn extents(self) -> Option<Vec<Option<(usize, usize)>>> {
        let maps = self.maps()?;
        let n_loops = maps.first()?.n_dims;
        let find = |dim| {
            maps.iter().enumerate().find_map(|(operand, map)| {
                let at = map.results.iter().position(|result| *result == Expr::Dim(dim));
                at.map(|at| (operand, at))
            })
        };
        Some((0..n_loops).map(find).collect())
    }
}

/// Returns the shape of a memref; none for a scalar, which may be a vector.
pub(super) fn shape_of(module: &Module, ty: Type) -> &[i64] {
    if module.is_memref(ty) { module.shape(ty).unwrap_or_default() } else { &[] }
}

/// Returns the type of the elements of a memref, or that of a scalar, which may be a vector.
pub(super) fn element_of(module: &Module, ty: Type) -> Type {
    match module.type_kind(ty) {
        TypeKind::Vector(..) => ty,
        _ => module.element_type(ty),
    }
}

/// Returns the identity map without some of its results.
fn without(n_loops: usize, dims: &[i64]) -> AffineMap {
    let kept = (0..n_loops).filter(|dim| !dims.contains(&(*dim as i64)));
    AffineMap::new(n_loops, 0, kept.map(|dim| Expr::Dim(dim as u32)).collect())
}

/// Returns the map from the indices of a transposed buffer to those of its source.
fn inverse(n_loops: usize, permutation: &[i64]) -> Option<AffineMap> {
    let at = |dim| permutation.iter().position(|found| *found == dim as i64);
    let results: Option<Vec<Expr>> = (0..n_loops).map(|dim| Some(Expr::Dim(at(dim)? as u32))).collect();
    Some(AffineMap::new(n_loops, 0, results?))
}

/// Completes the attributes of a generic form: adds maps that the name of the operation implies, and drops a copy of
/// them that MLIR prints among the attributes of operations which cannot have others.
pub(crate) fn normalize_generic_form(reader: &mut Reader<'_, '_>) {
    const COPY: &str = "linalg.memoized_indexing_maps";
    let OpKind::Linalg(kind) = reader.op.kind else { return };
    reader.op.attrs.retain(|(key, _)| key != COPY);
    add_implied_maps(reader, kind);
}

/// Adds the maps that the name of the pending operation implies, if it may have maps and has none.
pub(super) fn add_implied_maps(reader: &mut Reader<'_, '_>, kind: Linalg) {
    let may_have = kind.def().attrs.iter().any(|slot| slot.name == "indexing_maps" && !slot.required);
    if !may_have || reader.attr("indexing_maps").is_some() {
        return;
    }
    let module = &reader.cx.module;
    let rank = |value: &Value| shape_of(module, module.type_of(*value)).len();
    let ranks: Vec<usize> = reader.op.operands.iter().map(rank).collect();
    let Some(named) = pending_row(reader, kind) else { return };
    let maps = named.maps(&ranks, &[], &[]);
    let maps: Vec<Attr> = maps.into_iter().map(|map| reader.cx.module.map_attr(map)).collect();
    let maps = reader.cx.module.array_attr(&maps);
    reader.set_attr("indexing_maps", maps);
}

/// Returns the row of the pending operation, as [`Structured::named`] does.
pub(super) fn pending_row(reader: &Reader<'_, '_>, kind: Linalg) -> Option<Named> {
    if kind != Linalg::Elementwise {
        return named::row(kind);
    }
    let word = reader.cx.module.attr_kind(reader.attr("kind")?);
    named::elementwise(foreign_words(&reader.cx.module, word, "linalg.elementwise_kind")?)
}
