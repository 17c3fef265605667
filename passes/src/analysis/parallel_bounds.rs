//! Splits the bounds of `affine.parallel` into dimensions and joins them again.

use warpline_ir::{AffineMap, Attr, AttrKind, DenseData, Expr, Module, Op, Type, TypeKind, Value};

/// One dimension of `affine.parallel`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dim {
    /// The lower bounds; the loop starts at the greatest.
    pub lower: Vec<Expr>,
    /// The exclusive upper bounds; the loop ends below the least.
    pub upper: Vec<Expr>,
    /// The step; positive.
    pub step: i64,
}

/// All bounds of an `affine.parallel`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParallelBounds {
    /// The dimensions, in the order of the arguments of the body.
    pub dims: Vec<Dim>,
    /// Numbers of dimensions and symbols of the lower map.
    pub lower_arity: (u32, u32),
    /// Operands of the lower map.
    pub lower_operands: Vec<Value>,
    /// Numbers of dimensions and symbols of the upper map.
    pub upper_arity: (u32, u32),
    /// Operands of the upper map.
    pub upper_operands: Vec<Value>,
}

impl ParallelBounds {
    /// Returns the bounds of an operation; `None` if its attributes are inconsistent.
    pub fn read(module: &Module, op: Op) -> Option<Self> {
        let lower_map = module.attr_map(module.attr(op, "lowerBoundsMap")?)?;
        let upper_map = module.attr_map(module.attr(op, "upperBoundsMap")?)?;
        let AttrKind::Array(steps) = module.attr_kind(module.attr(op, "steps")?) else { return None };
        let steps: Option<Vec<i64>> = steps.iter().map(|step| module.attr_int(*step)).collect();
        let steps = steps?;
        let lower = split(&lower_map.results, &groups(module, op, "lowerBoundsGroups", steps.len())?)?;
        let upper = split(&upper_map.results, &groups(module, op, "upperBoundsGroups", steps.len())?)?;
        let dims = lower.into_iter().zip(upper).zip(steps);
        let dims = dims.map(|((lower, upper), step)| Dim { lower, upper, step }).collect();
        let n_lower = (lower_map.n_dims + lower_map.n_symbols) as usize;
        let (lower_operands, upper_operands) = module.operands(op).split_at_checked(n_lower)?;
        Some(Self {
            dims,
            lower_arity: (lower_map.n_dims, lower_map.n_symbols),
            lower_operands: lower_operands.to_vec(),
            upper_arity: (upper_map.n_dims, upper_map.n_symbols),
            upper_operands: upper_operands.to_vec(),
        })
    }

    /// Returns the lower bounds of one dimension as a map of the lower operands.
    pub fn lower_map(&self, dim: &Dim) -> AffineMap {
        AffineMap::new(self.lower_arity.0 as usize, self.lower_arity.1 as usize, dim.lower.clone())
    }

    /// Returns the upper bounds of one dimension as a map of the upper operands.
    pub fn upper_map(&self, dim: &Dim) -> AffineMap {
        AffineMap::new(self.upper_arity.0 as usize, self.upper_arity.1 as usize, dim.upper.clone())
    }

    /// Returns all lower bounds as one map.
    pub fn lower_bounds_map(&self) -> AffineMap {
        let results = self.dims.iter().flat_map(|dim| dim.lower.clone()).collect();
        AffineMap::new(self.lower_arity.0 as usize, self.lower_arity.1 as usize, results)
    }

    /// Returns all upper bounds as one map.
    pub fn upper_bounds_map(&self) -> AffineMap {
        let results = self.dims.iter().flat_map(|dim| dim.upper.clone()).collect();
        AffineMap::new(self.upper_arity.0 as usize, self.upper_arity.1 as usize, results)
    }

    /// Returns the operands: those of the lower map, then those of the upper map.
    pub fn operands(&self) -> Vec<Value> {
        self.lower_operands.iter().chain(&self.upper_operands).copied().collect()
    }

    /// Returns the attributes of the bounds, without `reductions`.
    pub fn attrs(&self, module: &mut Module) -> Vec<(&'static str, Attr)> {
        let steps: Vec<Attr> = self.dims.iter().map(|dim| module.int_attr(dim.step, Type::I64)).collect();
        let lower: Vec<u64> = self.dims.iter().map(|dim| dim.lower.len() as u64).collect();
        let upper: Vec<u64> = self.dims.iter().map(|dim| dim.upper.len() as u64).collect();
        vec![
            ("lowerBoundsMap", module.map_attr(self.lower_bounds_map())),
            ("lowerBoundsGroups", groups_attr(module, &lower)),
            ("upperBoundsMap", module.map_attr(self.upper_bounds_map())),
            ("upperBoundsGroups", groups_attr(module, &upper)),
            ("steps", module.array_attr(&steps)),
        ]
    }

    /// Writes the bounds to an `affine.parallel`.
    pub fn write(&self, module: &mut Module, op: Op) {
        for (key, attr) in self.attrs(module) {
            module.set_attr(op, key, attr);
        }
        module.set_operands(op, &self.operands());
    }
}

/// Returns the numbers of results per dimension.
fn groups(module: &Module, op: Op, key: &str, n_dims: usize) -> Option<Vec<usize>> {
    let AttrKind::Dense(_, data) = module.attr_kind(module.attr(op, key)?) else { return None };
    Some(match data {
        DenseData::Splat(size) => vec![*size as usize; n_dims],
        DenseData::Elements(sizes) => sizes.iter().map(|size| *size as usize).collect(),
    })
}

fn groups_attr(module: &mut Module, sizes: &[u64]) -> Attr {
    let shape = [sizes.len() as i64];
    let ty = module.intern_type(TypeKind::Tensor(shape.into(), Type::I32, None));
    let data = match sizes {
        [first, rest @ ..] if rest.iter().all(|size| size == first) => DenseData::Splat(*first),
        _ => DenseData::Elements(sizes.into()),
    };
    module.intern_attr(AttrKind::Dense(ty, data))
}

fn split(results: &[Expr], sizes: &[usize]) -> Option<Vec<Vec<Expr>>> {
    let mut rest = results;
    let mut out = Vec::new();
    for size in sizes {
        let (group, tail) = rest.split_at_checked(*size)?;
        out.push(group.to_vec());
        rest = tail;
    }
    rest.is_empty().then_some(out)
}
