//! Operations that combine elements: reductions, scans and products. Elements go in row-major order after the
//! accumulator, so that sums of floats are those of every other device.

use super::{coordinates, ints, number, sizes};
use crate::inst::{Class, Operand};
use crate::select::{Scalar, Select, Selected, Unsupported, keyword};
use warpline_ir::{AffineMap, AttrKind, Expr, OpRef, Value, Vector};

/// No more products than this are made for one operation.
const MAX_POINTS: usize = 1 << 16;

/// A product of two values: at each point an element of each factor goes into a result.
struct Product<'m> {
    factors: [Value; 2],
    start: Option<Value>,
    points: Vec<[usize; 3]>,
    word: &'m str,
    /// Whether product and sum are rounded once.
    is_fused: bool,
}

impl<'a> Select<'a> {
    /// Whether the element takes part, where `vector.mask` stands around the operation.
    fn masked(
        &mut self,
        op: OpRef<'_>,
        scalar: Scalar,
        index: usize,
        old: Operand,
        new: Operand,
    ) -> Result<Operand, Unsupported> {
        let Some(mask) = self.mask_around(op) else { return Ok(new) };
        let Some(bit) = mask.get(index) else { return Err(Unsupported::because("the mask does not fit")) };
        let bit = self.reg(Class::Pred, *bit);
        Ok(self.choose_scalar(scalar, bit, new, old))
    }

    /// `vector.reduction` and `vector.multi_reduction`.
    pub(super) fn vector_reduce(&mut self, op: OpRef<'a>, kind: Vector) -> Selected {
        let word = keyword(op, "kind", "vector.kind").unwrap_or("add");
        let (_, scalar) = self.elements_of(op.operand_type(0))?;
        let shape = sizes(self, op.operand_type(0));
        let elements = self.elements(op.operand(0))?;
        let dims: Vec<i64> = match kind {
            Vector::MultiReduction => ints(op, "reduction_dims"),
            _ => (0..shape.len() as i64).collect(),
        };
        let (groups, n_groups) = groups(&shape, &dims);
        let start = op.group(1).first().copied();
        let mut results: Vec<Option<Operand>> = match start {
            Some(start) => self.elements(start)?.into_iter().map(Some).collect(),
            None => vec![None; n_groups],
        };
        for (index, element) in elements.into_iter().enumerate() {
            let group = groups[index];
            let old = match results[group] {
                None if self.mask_around(op).is_none() => {
                    results[group] = Some(element);
                    continue;
                }
                None => self.identity(word, scalar)?,
                Some(old) => old,
            };
            let new = self.combine(word, scalar, old, element)?;
            results[group] = Some(self.masked(op, scalar, index, old, new)?);
        }
        let results: Option<Vec<Operand>> = results.into_iter().collect();
        let results = results.ok_or_else(|| Unsupported::because("it has no elements"))?;
        self.set_elements(op.result(0), results);
        Ok(())
    }

    /// The number that changes nothing in a reduction.
    fn identity(&mut self, word: &str, scalar: Scalar) -> Result<Operand, Unsupported> {
        let Scalar::Int(width) = scalar else {
            return Err(Unsupported::because("a masked reduction of floats needs an accumulator"));
        };
        let greatest = if width == 64 { i64::MAX } else { (1 << (width - 1)) - 1 };
        let value = match word {
            "add" | "or" | "xor" | "maxui" => 0,
            "mul" => 1,
            "minui" | "and" => -1,
            "minsi" => greatest,
            "maxsi" => -greatest - 1,
            other => return Err(Unsupported::because(format!("'{other}' does not act on integers"))),
        };
        if width == 1 {
            return Ok(self.make(Class::Pred, ["mov.pred"], &[Operand::Int(value & 1)]));
        }
        Ok(Operand::Int(value))
    }

    pub(super) fn vector_scan(&mut self, op: OpRef<'a>) -> Selected {
        let word = keyword(op, "kind", "vector.kind").unwrap_or("add");
        let (_, scalar) = self.elements_of(op.operand_type(0))?;
        let shape = sizes(self, op.operand_type(0));
        let (groups, _) = groups(&shape, &[op.int("reduction_dim").unwrap_or(0)]);
        let is_inclusive = op.int("inclusive") == Some(1);
        let mut sums = self.elements(op.operand(1))?;
        let mut is_begun = vec![false; sums.len()];
        let mut lasts = sums.clone();
        let mut steps = Vec::new();
        for (index, element) in self.elements(op.operand(0))?.into_iter().enumerate() {
            let group = groups[index];
            let before = sums[group];
            // The first step of an inclusive scan is the element alone.
            let after = if is_inclusive && !is_begun[group] {
                element
            } else {
                self.combine(word, scalar, before, element)?
            };
            is_begun[group] = true;
            sums[group] = after;
            let step = if is_inclusive { after } else { before };
            lasts[group] = step;
            steps.push(step);
        }
        self.set_elements(op.result(0), steps);
        self.set_elements(op.result(1), lasts);
        Ok(())
    }

    pub(super) fn vector_contract(&mut self, op: OpRef<'a>) -> Selected {
        let maps: Vec<&AffineMap> = match op.attr("indexing_maps").map(|attr| op.module.attr_kind(attr)) {
            Some(AttrKind::Array(items)) => {
                items.iter().filter_map(|item| op.module.attr_map(*item)).collect()
            }
            _ => Vec::new(),
        };
        let shapes = [0, 1, 2].map(|index| sizes(self, op.operand_type(index)));
        let points = contraction_points(&maps, &shapes).ok_or_else(|| {
            Unsupported::because("its maps are no projections, or it has too many products")
        })?;
        let word = keyword(op, "kind", "vector.kind").unwrap_or("add");
        let factors = [op.operand(0), op.operand(1)];
        self.product(op, &Product { factors, start: Some(op.operand(2)), points, word, is_fused: false })
    }

    pub(super) fn vector_outer_product(&mut self, op: OpRef<'a>) -> Selected {
        let shape = sizes(self, op.result_type(0));
        let n_columns = if shape.len() == 2 { shape[1].max(1) } else { 1 };
        let n: usize = shape.iter().product();
        let column = |index| if shape.len() == 2 { index % n_columns } else { 0 };
        let points = (0..n).map(|index| [index / n_columns, column(index), index]).collect();
        let word = keyword(op, "kind", "vector.kind").unwrap_or("add");
        let (factors, start) = ([op.operand(0), op.operand(1)], op.group(2).first().copied());
        self.product(op, &Product { factors, start, points, word, is_fused: true })
    }

    /// Matrices that are stored column by column.
    pub(super) fn vector_matrix_multiply(&mut self, op: OpRef<'a>) -> Selected {
        let size = |key| op.int(key).and_then(|size| usize::try_from(size).ok()).unwrap_or(1);
        let (rows, inner, columns) = (size("lhs_rows"), size("lhs_columns"), size("rhs_columns"));
        let mut points = Vec::new();
        for column in 0..columns {
            for row in 0..rows {
                points.extend((0..inner).map(|k| [row + k * rows, k + column * inner, row + column * rows]));
            }
        }
        let factors = [op.operand(0), op.operand(1)];
        self.product(op, &Product { factors, start: None, points, word: "add", is_fused: false })
    }

    fn product(&mut self, op: OpRef<'a>, product: &Product<'_>) -> Selected {
        let ty = op.result_type(0);
        let (n, scalar) = self.elements_of(ty)?;
        let left = self.widened(product.factors[0], scalar)?;
        let right = self.widened(product.factors[1], scalar)?;
        let mut results: Vec<Option<Operand>> = match product.start {
            Some(start) => self.elements(start)?.into_iter().map(Some).collect(),
            None => vec![None; n],
        };
        for (index, [a, b, c]) in product.points.iter().enumerate() {
            let (lhs, rhs, old) = (left[*a], right[*b], results[*c]);
            let new = self.multiply_add(product, scalar, (lhs, rhs), old)?;
            results[*c] = Some(match old {
                Some(old) => self.masked(op, scalar, index, old, new)?,
                None => new,
            });
        }
        let results: Option<Vec<Operand>> = results.into_iter().collect();
        let results = results.ok_or_else(|| Unsupported::because("a result has no products"))?;
        self.set_elements(op.result(0), results);
        Ok(())
    }

    fn multiply_add(
        &mut self,
        product: &Product<'_>,
        scalar: Scalar,
        (lhs, rhs): (Operand, Operand),
        old: Option<Operand>,
    ) -> Result<Operand, Unsupported> {
        if let (Scalar::Float(float), Some(old), true) =
            (scalar, old, product.is_fused && product.word == "add")
        {
            return self.float_fma(float, &[lhs, rhs, old]);
        }
        let both = self.combine("mul", scalar, lhs, rhs)?;
        match old {
            Some(old) => self.combine(product.word, scalar, old, both),
            None => Ok(both),
        }
    }

    /// The elements of a factor in the type of the result.
    fn widened(&mut self, factor: Value, to: Scalar) -> Result<Vec<Operand>, Unsupported> {
        let (_, from) = self.elements_of(self.module.type_of(factor))?;
        let elements = self.elements(factor)?;
        if from == to {
            return Ok(elements);
        }
        let widened = elements.into_iter().map(|element| self.widened_element(element, from, to));
        widened.collect()
    }

    fn widened_element(
        &mut self,
        element: Operand,
        from: Scalar,
        to: Scalar,
    ) -> Result<Operand, Unsupported> {
        match (from, to) {
            (Scalar::Int(from), Scalar::Int(to)) if from < to => Ok(self.extend(element, from, to, true)),
            (Scalar::Float(from), Scalar::Float(to)) if from.width() < to.width() => {
                let element = Operand::Reg(self.reg(Scalar::Float(from).class(), element));
                Ok(self.widen_float(from, to, element))
            }
            _ => Err(Unsupported::because("the factors are not narrower than the result")),
        }
    }
}

/// The number of the group of each element when these dimensions are reduced, and the number of groups.
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

/// The elements of both factors and of the result at each point, in the order of the dimensions.
fn contraction_points(maps: &[&AffineMap], shapes: &[Vec<usize>; 3]) -> Option<Vec<[usize; 3]>> {
    let [left, right, sum] = maps else { return None };
    let mut extents = vec![1; left.n_dims as usize];
    let mut dims = Vec::new();
    for (map, shape) in [left, right, sum].into_iter().zip(shapes) {
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
