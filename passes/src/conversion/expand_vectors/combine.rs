//! Expands operations that combine elements: reductions, scans and products. Elements are combined in row-major
//! order after the accumulator, so that sums of floats agree on every device.

use super::masks::When;
use super::shape::{coordinates, ints, number, sizes};
use super::{Expanded, Vectors};
use std::rc::Rc;
use warpline_ir::dialect::vector::kind_of;
use warpline_ir::{AffineMap, Arith, AttrKind, Expr, Math, Op, OpRef, Type, Value, Vector};

/// The maximum number of products of one operation.
const MAX_POINTS: usize = 1 << 16;

/// A vector product: at each point, one element of each factor contributes to one result.
struct Product {
    factors: [Value; 2],
    start: Option<Value>,
    points: Vec<[usize; 3]>,
    kind: String,
    /// Whether product and sum are rounded once.
    is_fused: bool,
}

impl Vectors<'_> {
    /// Expands an operation that combines elements.
    pub(super) fn combined(&mut self, op: Op, kind: Vector) -> Expanded {
        let view = self.at.module.op(op);
        let word = kind_of(view).unwrap_or("add").to_string();
        let factors = |start, points, is_fused| Product {
            factors: [view.named("lhs"), view.named("rhs")],
            start,
            points,
            kind: word.clone(),
            is_fused,
        };
        let product = match kind {
            Vector::Contract => {
                let points = contraction_points(view)
                    .ok_or("its maps are no projections, or it has too many products")?;
                factors(Some(view.named("acc")), points, false)
            }
            Vector::OuterProduct => factors(view.group("acc").first().copied(), outer_points(view), true),
            Vector::MatrixMultiply => factors(None, matrix_points(view), false),
            Vector::Scan => return self.scan(op, &word),
            _ => return self.reduce(op, kind, &word),
        };
        self.n_elements(view.result_type(0))?;
        self.product(op, &product)
    }

    /// Returns the condition under which an element takes part, inside a `vector.mask`.
    fn takes_part(&self, mask: Option<&Rc<[Value]>>, index: usize) -> Result<When, String> {
        match mask {
            None => Ok(When::Always),
            Some(mask) => Ok(self.when(*mask.get(index).ok_or("the mask does not fit")?)),
        }
    }

    fn reduce(&mut self, op: Op, kind: Vector, word: &str) -> Expanded {
        let view = self.at.module.op(op);
        let shape = sizes(view.module, view.operand_type(0));
        let dims: Vec<i64> = match kind {
            Vector::MultiReduction => ints(view, "reduction_dims"),
            _ => (0..shape.len() as i64).collect(),
        };
        let (groups, n_groups) = groups(&shape, &dims);
        let (source, start) = (view.operand(0), view.group("acc").first().copied());
        let mask = self.mask_around(op);
        let mut results: Vec<Option<Value>> = match start {
            Some(start) => self.elements(start)?.iter().copied().map(Some).collect(),
            None => vec![None; n_groups],
        };
        for (index, element) in self.elements(source)?.iter().enumerate() {
            let group = groups[index];
            let when = self.takes_part(mask.as_ref(), index)?;
            let old = match results[group] {
                None if when == When::Always => {
                    results[group] = Some(*element);
                    continue;
                }
                None => self.identity(word, *element)?,
                Some(old) => old,
            };
            let new = self.combine(word, old, *element)?;
            results[group] = Some(self.choose(when, new, old));
        }
        let results: Option<Vec<Value>> = results.into_iter().collect();
        Ok(Some(vec![results.ok_or("it has no elements")?]))
    }

    /// Builds the neutral element of a reduction of elements like this one.
    fn identity(&mut self, word: &str, like: Value) -> Result<Value, String> {
        let ty = self.at.module.type_of(like);
        let width = self.at.module.bit_width(ty).filter(|_| self.at.module.float_kind(ty).is_none());
        let width = width.ok_or("a masked reduction of floats needs an accumulator")?;
        let greatest = if 64 <= width { i64::MAX } else { (1 << (width - 1)) - 1 };
        let value = match word {
            "mul" => 1,
            "minui" | "and" => -1,
            "minsi" => greatest,
            "maxsi" => -greatest - 1,
            _ => 0,
        };
        Ok(self.at.int(value, ty))
    }

    /// Builds the combination of two elements.
    fn combine(&mut self, word: &str, a: Value, b: Value) -> Result<Value, String> {
        let ty = self.at.module.type_of(a);
        let kind = if self.at.module.float_kind(ty).is_some() {
            float_kind(word)
        } else if ty == Type::I1 {
            bit_kind(word)
        } else {
            integer_kind(word)
        };
        let kind = kind.ok_or_else(|| format!("'{word}' does not act on its elements"))?;
        Ok(self.at.binary(kind, a, b))
    }

    fn scan(&mut self, op: Op, word: &str) -> Expanded {
        let view = self.at.module.op(op);
        let shape = sizes(view.module, view.operand_type(0));
        let (groups, _) = groups(&shape, &[view.int("reduction_dim").unwrap_or(0)]);
        let is_inclusive = view.int("inclusive") == Some(1);
        let (source, start) = (view.named("source"), view.named("initial_value"));
        let mut sums = self.elements(start)?.to_vec();
        let mut is_begun = vec![false; sums.len()];
        let mut lasts = sums.clone();
        let mut steps = Vec::new();
        for (index, element) in self.elements(source)?.iter().enumerate() {
            let group = groups[index];
            let before = sums[group];
            // The first step of an inclusive scan is the element itself.
            let after = if is_inclusive && !is_begun[group] {
                *element
            } else {
                self.combine(word, before, *element)?
            };
            is_begun[group] = true;
            sums[group] = after;
            let step = if is_inclusive { after } else { before };
            lasts[group] = step;
            steps.push(step);
        }
        Ok(Some(vec![steps, lasts]))
    }

    fn product(&mut self, op: Op, product: &Product) -> Expanded {
        let ty = self.at.module.op(op).result_type(0);
        let (n, element) = (self.n_elements(ty)?, self.at.module.element_type(ty));
        let [left, right] = product.factors;
        let (left, right) = (self.widened(left, element)?, self.widened(right, element)?);
        let mask = self.mask_around(op);
        let mut results: Vec<Option<Value>> = match product.start {
            Some(start) => self.elements(start)?.iter().copied().map(Some).collect(),
            None => vec![None; n],
        };
        for (index, [a, b, c]) in product.points.iter().enumerate() {
            let (lhs, rhs, old) = (left[*a], right[*b], results[*c]);
            let when = self.takes_part(mask.as_ref(), index)?;
            let new = self.multiply_add(product, lhs, rhs, old)?;
            results[*c] = Some(old.map_or(new, |old| self.choose(when, new, old)));
        }
        let results: Option<Vec<Value>> = results.into_iter().collect();
        Ok(Some(vec![results.ok_or("a result has no products")?]))
    }

    fn multiply_add(
        &mut self,
        product: &Product,
        lhs: Value,
        rhs: Value,
        old: Option<Value>,
    ) -> Result<Value, String> {
        let ty = self.at.module.type_of(lhs);
        let is_fused = product.is_fused && product.kind == "add" && self.at.module.float_kind(ty).is_some();
        if let Some(old) = old.filter(|_| is_fused) {
            return Ok(self.at.value(Math::Fma, &[lhs, rhs, old], ty, &[]));
        }
        let both = self.combine("mul", lhs, rhs)?;
        match old {
            Some(old) => self.combine(&product.kind, old, both),
            None => Ok(both),
        }
    }

    /// Returns the elements of a factor in the type of the result.
    fn widened(&mut self, factor: Value, to: Type) -> Result<Vec<Value>, String> {
        let elements = self.elements(factor)?;
        let module = &*self.at.module;
        let from = module.element_type(module.type_of(factor));
        if from == to {
            return Ok(elements.to_vec());
        }
        let is_float = [from, to].map(|ty| module.float_kind(ty).is_some());
        let kind = match is_float {
            [false, false] => Arith::ExtSI,
            [true, true] => Arith::ExtF,
            _ => return Err("the factors differ from the result in more than their width".into()),
        };
        if module.bit_width(to) <= module.bit_width(from) {
            return Err("the factors are not narrower than the result".into());
        }
        Ok(elements.iter().map(|element| self.at.value(kind, &[*element], to, &[])).collect())
    }
}

fn float_kind(word: &str) -> Option<Arith> {
    Some(match word {
        "add" => Arith::AddF,
        "mul" => Arith::MulF,
        "maximumf" => Arith::MaximumF,
        "minimumf" => Arith::MinimumF,
        "maxnumf" => Arith::MaxNumF,
        "minnumf" => Arith::MinNumF,
        _ => return None,
    })
}

fn bit_kind(word: &str) -> Option<Arith> {
    Some(match word {
        "add" | "xor" => Arith::XOrI,
        "mul" | "and" | "minui" | "maxsi" => Arith::AndI,
        "or" | "maxui" | "minsi" => Arith::OrI,
        _ => return None,
    })
}

fn integer_kind(word: &str) -> Option<Arith> {
    Some(match word {
        "add" => Arith::AddI,
        "mul" => Arith::MulI,
        "minsi" => Arith::MinSI,
        "maxsi" => Arith::MaxSI,
        "minui" => Arith::MinUI,
        "maxui" => Arith::MaxUI,
        "and" => Arith::AndI,
        "or" => Arith::OrI,
        "xor" => Arith::XOrI,
        _ => return None,
    })
}

/// Returns the group of each element when these dimensions are reduced, and the number of groups.
fn groups(shape: &[usize], reduced: &[i64]) -> (Vec<usize>, usize) {
    let kept: Vec<usize> = (0..shape.len()).filter(|dim| !reduced.contains(&(*dim as i64))).collect();
    let kept_shape: Vec<usize> = kept.iter().map(|dim| shape[*dim]).collect();
    let group = |index| {
        let place = coordinates(index, shape);
        let place: Vec<usize> = kept.iter().map(|dim| place[*dim]).collect();
        number(&place, &kept_shape)
    };
    ((0..shape.iter().product()).map(group).collect(), kept_shape.iter().product())
}

/// Returns the elements of both factors and of the result of an outer product, row by row.
fn outer_points(op: OpRef<'_>) -> Vec<[usize; 3]> {
    let shape = sizes(op.module, op.result_type(0));
    let (n, is_matrix) = (shape.iter().product(), shape.len() == 2);
    let n_columns = if is_matrix { shape[1].max(1) } else { 1 };
    let column = |index| if is_matrix { index % n_columns } else { 0 };
    (0..n).map(|index| [index / n_columns, column(index), index]).collect()
}

/// Returns the points of a product of column-major matrices.
fn matrix_points(op: OpRef<'_>) -> Vec<[usize; 3]> {
    let size = |key| op.int(key).and_then(|size| usize::try_from(size).ok()).unwrap_or(1);
    let (rows, inner, columns) = (size("lhs_rows"), size("lhs_columns"), size("rhs_columns"));
    let mut points = Vec::new();
    for column in 0..columns {
        for row in 0..rows {
            points.extend((0..inner).map(|k| [row + k * rows, k + column * inner, row + column * rows]));
        }
    }
    points
}

/// Returns the points of a contraction, in the order of the dimensions.
fn contraction_points(op: OpRef<'_>) -> Option<Vec<[usize; 3]>> {
    let AttrKind::Array(items) = op.module.attr_kind(op.attr("indexing_maps")?) else { return None };
    let maps: Vec<&AffineMap> = items.iter().filter_map(|item| op.module.attr_map(*item)).collect();
    let [left, right, sum] = *maps.as_slice() else { return None };
    let shapes = [0, 1, 2].map(|index| sizes(op.module, op.operand_type(index)));
    let mut extents = vec![1; left.n_dims as usize];
    let mut dims = Vec::new();
    for (map, shape) in [left, right, sum].into_iter().zip(&shapes) {
        let mut of_map = Vec::new();
        for (result, size) in map.results.iter().zip(shape) {
            let Expr::Dim(dim) = result else { return None };
            *extents.get_mut(*dim as usize)? = *size;
            of_map.push(*dim as usize);
        }
        dims.push(of_map);
    }
    let n = extents.iter().try_fold(1usize, |n, size| n.checked_mul(*size)).filter(|n| *n <= MAX_POINTS)?;
    let element = |place: &[usize], which: usize| {
        let place: Vec<usize> = dims[which].iter().map(|dim| place[*dim]).collect();
        number(&place, &shapes[which])
    };
    let point = |index| {
        let place = coordinates(index, &extents);
        [0, 1, 2].map(|which| element(&place, which))
    };
    Some((0..n).map(point).collect())
}
