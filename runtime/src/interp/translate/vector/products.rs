//! Translates operations that combine elements: reductions, scans, contractions and matrix multiplications.

use super::parts::number;
use crate::interp::code::{Instr, MAX_LANES, Reg};
use crate::interp::compile::Translator;
use crate::interp::vector::{Contraction, Reduction, Scan, Target, VectorStep, coordinates};
use warpline_ir::scalar::ScalarOp;
use warpline_ir::scalar::float::FloatBinary;
use warpline_ir::scalar::format::Rounding;
use warpline_ir::scalar::int::IntBinary;
use warpline_ir::{AffineMap, AttrKind, Expr, OpRef, Signedness, Type, TypeKind, Value, Vector};

/// The factors, points and results of a contraction.
pub(in crate::interp) struct Product {
    pub(in crate::interp) factors: [Value; 2],
    pub(in crate::interp) start: Option<Value>,
    pub(in crate::interp) points: Vec<[u32; 3]>,
    pub(in crate::interp) kind: String,
    pub(in crate::interp) is_fused: bool,
    /// Whether sums of 16-bit floats are computed in f32, and rounded once.
    pub(in crate::interp) is_wide: bool,
}

impl Translator<'_, '_> {
    /// Returns the operation of a keyword such as `add` or `minui` on elements of a type.
    pub(in crate::interp) fn combining(&self, word: &str, ty: Type) -> Option<ScalarOp> {
        let element = self.module.element_type(ty);
        if let Some(format) = self.module.float_kind(element) {
            let op = match word {
                "add" => FloatBinary::Add,
                "mul" => FloatBinary::Mul,
                "minnumf" | "minf" => FloatBinary::MinNum,
                "maxnumf" | "maxf" => FloatBinary::MaxNum,
                "minimumf" => FloatBinary::Minimum,
                "maximumf" => FloatBinary::Maximum,
                _ => return None,
            };
            return Some(ScalarOp::Float(op, format));
        }
        let op = match word {
            "add" => IntBinary::Add,
            "mul" => IntBinary::Mul,
            "minui" => IntBinary::MinU,
            "minsi" => IntBinary::MinS,
            "maxui" => IntBinary::MaxU,
            "maxsi" => IntBinary::MaxS,
            "and" => IntBinary::And,
            "or" => IntBinary::Or,
            "xor" => IntBinary::Xor,
            _ => return None,
        };
        Some(ScalarOp::Int(op, self.module.bit_width(element).filter(|width| *width <= 64)?))
    }

    pub(super) fn vector_reduce(&mut self, op: OpRef<'_>, kind: Vector) -> Instr {
        let Some(combine) = self.combining(self.keyword(op, "kind"), op.operand_type(0)) else {
            return Instr::Refuse("a reduction of this kind cannot be interpreted".into());
        };
        let shape = self.vector_shape(op.operand_type(0));
        let mut dims = self.int_array(op, "reduction_dims");
        if kind == Vector::Reduction {
            dims = (0..shape.len() as i64).collect();
        }
        let (groups, n_groups) = groups(&shape, &dims);
        let vector = self.reg(op.operand(0));
        let start = op.group("acc").first().map(|value| self.reg(*value));
        let (mask, _) = self.mask_of(op);
        let target = self.vector_target(op.result(0));
        let reduction = Reduction { op: combine, vector, start, mask, groups, n_groups, target };
        Instr::Vector(Box::new(VectorStep::Reduce(reduction)))
    }

    pub(super) fn vector_scan(&mut self, op: OpRef<'_>) -> Instr {
        let Some(combine) = self.combining(self.keyword(op, "kind"), op.operand_type(0)) else {
            return Instr::Refuse("a scan of this kind cannot be interpreted".into());
        };
        let shape = self.vector_shape(op.operand_type(0));
        let (groups, n_groups) = groups(&shape, &[op.int("reduction_dim").unwrap_or(0)]);
        let is_inclusive = op.int("inclusive") == Some(1);
        let (vector, start) = (self.reg(op.named("source")), self.reg(op.named("initial_value")));
        let results = [self.vector_target(op.result(0)), self.vector_target(op.result(1))];
        let scan = Scan { op: combine, vector, start, is_inclusive, groups, n_groups, results };
        Instr::Vector(Box::new(VectorStep::Scan(scan)))
    }

    pub(super) fn vector_contract(&mut self, op: OpRef<'_>) -> Instr {
        let maps: Vec<AffineMap> = match op.attr("indexing_maps").map(|attr| self.module.attr_kind(attr)) {
            Some(AttrKind::Array(items)) => {
                items.iter().filter_map(|item| self.module.attr_map(*item).cloned()).collect()
            }
            _ => Vec::new(),
        };
        let shapes = [0, 1, 2].map(|index| self.vector_shape(op.operand_type(index)));
        let Some(points) = contraction_points(&maps, &shapes) else {
            return Instr::Refuse("maps that are no projections cannot be interpreted".into());
        };
        let kind = match self.keyword(op, "kind") {
            "" => "add".to_string(),
            kind => kind.to_string(),
        };
        let (factors, start) = ([op.named("lhs"), op.named("rhs")], Some(op.named("acc")));
        self.product(op, Product { factors, start, points, kind, is_fused: false, is_wide: false })
    }

    pub(super) fn vector_outer_product(&mut self, op: OpRef<'_>) -> Instr {
        let shape = self.vector_shape(op.result_type(0));
        let n_columns = if shape.len() == 2 { shape[1] } else { 1 };
        let n: usize = shape.iter().product();
        let points = (0..n as u32).map(|index| {
            let columns = n_columns.max(1) as u32;
            [index / columns, if shape.len() == 2 { index % columns } else { 0 }, index]
        });
        let kind = match self.keyword(op, "kind") {
            "" => "add".to_string(),
            kind => kind.to_string(),
        };
        let (factors, start) = ([op.named("lhs"), op.named("rhs")], op.group("acc").first().copied());
        self.product(
            op,
            Product { factors, start, points: points.collect(), kind, is_fused: true, is_wide: false },
        )
    }

    /// Translates the multiplication of matrices that are stored by columns.
    pub(super) fn vector_matrix_multiply(&mut self, op: OpRef<'_>) -> Instr {
        let size = |key| op.int(key).unwrap_or(1).unsigned_abs() as u32;
        let (rows, inner, columns) = (size("lhs_rows"), size("lhs_columns"), size("rhs_columns"));
        let mut points = Vec::new();
        for column in 0..columns {
            for row in 0..rows {
                points.extend((0..inner).map(|k| [row + k * rows, k + column * inner, row + column * rows]));
            }
        }
        let factors = [op.named("lhs"), op.named("rhs")];
        self.product(
            op,
            Product { factors, start: None, points, kind: "add".into(), is_fused: false, is_wide: false },
        )
    }

    /// Returns the instruction of a contraction; factors with narrower elements are widened first.
    pub(in crate::interp) fn product(&mut self, op: OpRef<'_>, product: Product) -> Instr {
        let narrow = self.lane_type(op.result_type(0));
        let is_wide = product.is_wide && matches!(narrow, Type::F16 | Type::BF16);
        let ty = if is_wide { Type::F32 } else { narrow };
        let (sum, multiply) = (self.combining(&product.kind, ty), self.combining("mul", ty));
        let factors = product.factors.map(|factor| self.widened(op, factor, ty));
        let (Some(sum), Some(multiply), [Some(left), Some(right)]) = (sum, multiply, factors) else {
            return Instr::Refuse("a product of this kind cannot be interpreted".into());
        };
        let is_sum = product.kind == "add";
        let fused = self.module.float_kind(ty).filter(|_| product.is_fused && is_sum).map(ScalarOp::Fma);
        let n_results = self.vector_shape(op.result_type(0)).iter().product();
        let start = product.start.and_then(|value| self.widened(op, value, ty));
        let (mask, _) = self.mask_of(op);
        let result = self.vector_target(op.result(0));
        let target = if is_wide { Target { dst: self.temp(), is_scalar: false } } else { result };
        let sums = target.dst;
        let contraction = Instr::Vector(Box::new(VectorStep::Contract(Contraction {
            factors: [left, right],
            start,
            mask,
            points: product.points.into(),
            n_results,
            multiply,
            sum,
            fused,
            target,
        })));
        let (Some(from), Some(to), true) =
            (self.module.float_kind(ty), self.module.float_kind(narrow), is_wide)
        else {
            return contraction;
        };
        self.emit(op.op, contraction);
        let round = ScalarOp::ConvertFloat(from, to, Rounding::NearestEven);
        Instr::Unary { op: round, a: sums, dst: result.dst }
    }

    /// Returns a factor with elements widened to type `ty`.
    fn widened(&mut self, op: OpRef<'_>, factor: Value, ty: Type) -> Option<Reg> {
        let module = self.module;
        let from = self.lane_type(op.type_of(factor));
        let a = self.reg(factor);
        if from == ty {
            return Some(a);
        }
        let widen = match (module.float_kind(from), module.float_kind(ty)) {
            (Some(from), Some(to)) => ScalarOp::ConvertFloat(from, to, Rounding::NearestEven),
            // An unsigned number is already zero-extended.
            (None, None) if self.is_unsigned(from) => return Some(a),
            (None, None) => ScalarOp::SignExtend(module.bit_width(from)?, module.bit_width(ty)?),
            _ => return None,
        };
        let dst = self.temp();
        self.emit(op.op, Instr::Unary { op: widen, a, dst });
        Some(dst)
    }

    fn is_unsigned(&self, ty: Type) -> bool {
        matches!(self.module.type_kind(ty), TypeKind::Integer(_, Signedness::Unsigned))
    }
}

/// Returns the group of each element when these dimensions are reduced, and the number of groups.
fn groups(shape: &[usize], reduced: &[i64]) -> (Box<[u32]>, usize) {
    let is_kept = |dim: &usize| !reduced.contains(&(*dim as i64));
    let kept: Vec<usize> = (0..shape.len()).filter(is_kept).collect();
    let kept_shape: Vec<usize> = kept.iter().map(|dim| shape[*dim]).collect();
    let group = |index| {
        let place = coordinates(index, shape);
        let place: Vec<usize> = kept.iter().map(|dim| place[*dim]).collect();
        number(&place, &kept_shape) as u32
    };
    ((0..shape.iter().product()).map(group).collect(), kept_shape.iter().product())
}

/// Returns the elements of both factors and of the accumulator at each point, in the order of the dimensions.
fn contraction_points(maps: &[AffineMap], shapes: &[Vec<usize>; 3]) -> Option<Vec<[u32; 3]>> {
    let [left, right, sum] = maps else { return None };
    let mut sizes = vec![1; left.n_dims as usize];
    let mut dims = Vec::new();
    for (map, shape) in [left, right, sum].into_iter().zip(shapes) {
        let mut of_map = Vec::new();
        for (result, size) in map.results.iter().zip(shape) {
            let Expr::Dim(dim) = result else { return None };
            *sizes.get_mut(*dim as usize)? = *size;
            of_map.push(*dim as usize);
        }
        dims.push(of_map);
    }
    let n = sizes.iter().try_fold(1usize, |n, size| n.checked_mul(*size)).filter(|n| *n <= MAX_LANES)?;
    let element = |place: &[usize], which: usize| {
        let place: Vec<usize> = dims[which].iter().map(|dim| place[*dim]).collect();
        number(&place, &shapes[which]) as u32
    };
    let point = |index| {
        let place = coordinates(index, &sizes);
        [0, 1, 2].map(|which| element(&place, which))
    };
    Some((0..n).map(point).collect())
}
