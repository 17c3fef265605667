//! The table of named operations: the loops, maps and bodies of all operations whose name implies them.
//!
//! A row names each loop by a letter, in the order of the iteration domain, and lists the indices of each operand in
//! these letters, the output last. `(ok)` is the sum of two loops, `o * stride + k * dilation`, with the stride and
//! dilation of the dimension in the attributes of the operation. `*` is a list of all loops, for operands of any rank;
//! there, an operand of rank 0 has no indices. Loops that the output does not have are reductions.
//!
//! ```text
//! linalg.conv_1d_nwc_wcf: loops n, o, f, k, c; output[n, o, f] += input[n, o * stride + k * dilation, c] * filter[k, c, f]
//! ```

use crate::affine::{AffineMap, Expr};
use crate::attrs::{Attr, AttrKind, DenseData};
use crate::dialect::{Arith, Linalg, Math, OpKind};
use crate::module::Module;
use crate::types::{Type, TypeKind};

/// A row: the structure of a named operation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named {
    /// The letters of the loops; empty for `*`.
    loops: &'static str,
    /// The indices of each operand.
    indices: &'static str,
    /// The body.
    pub(super) body: Body,
}

/// The computation of an element of the output.
#[derive(Clone, Copy, Debug)]
pub(super) enum Body {
    /// The element of the input, converted to the type of the output.
    Convert,
    /// A function of a float.
    Unary(OpKind),
    /// `x * x`.
    Square,
    /// `1 / x`.
    Reciprocal,
    /// A function of two elements.
    Binary(Binary),
    /// `arith.select`.
    Select,
    /// `out + a * b`, of inputs that are converted to the type of the output.
    MulAdd,
    /// `out + (a - a0) * (b - b0)`, of inputs that are converted to the type of the output.
    ZeroPointMulAdd,
    /// A function of the output and of the first input, which is converted to its type.
    Accumulate(Binary),
}

/// The operations that compute a function on floats, integers and bools, if they have it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Binary {
    pub(super) float: Option<OpKind>,
    pub(super) int: Option<OpKind>,
    pub(super) bool: Option<OpKind>,
}

const fn binary(float: Option<OpKind>, int: Option<Arith>, bool: Option<Arith>) -> Binary {
    Binary { float, int: arith(int), bool: arith(bool) }
}

const fn arith(op: Option<Arith>) -> Option<OpKind> {
    match op {
        Some(op) => Some(OpKind::Arith(op)),
        None => None,
    }
}

/// Addition.
pub(super) const ADD: Binary = binary(arith(Some(Arith::AddF)), Some(Arith::AddI), Some(Arith::OrI));
/// Multiplication.
pub(super) const MUL: Binary = binary(arith(Some(Arith::MulF)), Some(Arith::MulI), Some(Arith::AndI));
/// Subtraction.
pub(super) const SUB: Binary = binary(arith(Some(Arith::SubF)), Some(Arith::SubI), None);
const DIV: Binary = binary(arith(Some(Arith::DivF)), Some(Arith::DivSI), None);
const DIV_UNSIGNED: Binary = binary(None, Some(Arith::DivUI), None);
const MAX: Binary = binary(arith(Some(Arith::MaximumF)), Some(Arith::MaxSI), Some(Arith::MaxSI));
const MIN: Binary = binary(arith(Some(Arith::MinimumF)), Some(Arith::MinSI), Some(Arith::MinSI));
const MAX_UNSIGNED: Binary = binary(arith(Some(Arith::MaximumF)), Some(Arith::MaxUI), Some(Arith::MaxUI));
const MIN_UNSIGNED: Binary = binary(arith(Some(Arith::MinimumF)), Some(Arith::MinUI), Some(Arith::MinUI));
const POWF: Binary = binary(Some(OpKind::Math(Math::PowF)), None, None);

/// The elementwise kinds that MLIR has since version 24.
pub(super) const NEWER_KINDS: &[&str] =
    &["sin", "cos", "tan", "acos", "acosh", "asin", "asinh", "atan", "atanh", "log10", "log1p", "log2"];

/// The keywords of `#linalg.elementwise_kind<…>`.
pub(super) const ELEMENTWISE_KINDS: &[&str] = &[
    "exp",
    "log",
    "abs",
    "ceil",
    "floor",
    "negf",
    "reciprocal",
    "round",
    "sqrt",
    "rsqrt",
    "square",
    "tanh",
    "erf",
    "sin",
    "cos",
    "tan",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "log10",
    "log1p",
    "log2",
    "add",
    "sub",
    "mul",
    "div",
    "div_unsigned",
    "max_signed",
    "min_signed",
    "max_unsigned",
    "min_unsigned",
    "powf",
    "select",
];

/// Returns the row of an elementwise kind.
pub(super) fn elementwise(kind: &str) -> Option<Named> {
    let unary =
        |function| Some(Named { loops: "", indices: "*,*", body: Body::Unary(OpKind::Math(function)) });
    let binary = |function| Some(Named { loops: "", indices: "*,*,*", body: Body::Binary(function) });
    match kind {
        "max_signed" => binary(MAX),
        "min_signed" => binary(MIN),
        "max_unsigned" => binary(MAX_UNSIGNED),
        "min_unsigned" => binary(MIN_UNSIGNED),
        "sin" => unary(Math::Sin),
        "cos" => unary(Math::Cos),
        "tan" => unary(Math::Tan),
        "acos" => unary(Math::Acos),
        "acosh" => unary(Math::Acosh),
        "asin" => unary(Math::Asin),
        "asinh" => unary(Math::Asinh),
        "atan" => unary(Math::Atan),
        "atanh" => unary(Math::Atanh),
        "log10" => unary(Math::Log10),
        "log1p" => unary(Math::Log1p),
        "log2" => unary(Math::Log2),
        _ if !ELEMENTWISE_KINDS.contains(&kind) => None,
        _ => Linalg::ALL.iter().find(|op| op.def().name == kind).and_then(|op| row(*op)),
    }
}

const fn named(op: Linalg, loops: &'static str, indices: &'static str, body: Body) -> (Linalg, Named) {
    (op, Named { loops, indices, body })
}

/// Returns the row of an operation; `None` for those whose structure is in attributes.
pub(super) fn row(op: Linalg) -> Option<Named> {
    TABLE.iter().find(|(found, _)| *found == op).map(|(_, named)| *named)
}

/// The table.
const TABLE: &[(Linalg, Named)] = &[
    named(Linalg::Fill, "", "*,*", Body::Convert),
    named(Linalg::Copy, "", "*,*", Body::Convert),
    named(Linalg::Exp, "", "*,*", Body::Unary(OpKind::Math(Math::Exp))),
    named(Linalg::Log, "", "*,*", Body::Unary(OpKind::Math(Math::Log))),
    named(Linalg::Abs, "", "*,*", Body::Unary(OpKind::Math(Math::AbsF))),
    named(Linalg::Ceil, "", "*,*", Body::Unary(OpKind::Math(Math::Ceil))),
    named(Linalg::Floor, "", "*,*", Body::Unary(OpKind::Math(Math::Floor))),
    named(Linalg::NegF, "", "*,*", Body::Unary(OpKind::Arith(Arith::NegF))),
    named(Linalg::Reciprocal, "", "*,*", Body::Reciprocal),
    named(Linalg::Round, "", "*,*", Body::Unary(OpKind::Math(Math::Round))),
    named(Linalg::Sqrt, "", "*,*", Body::Unary(OpKind::Math(Math::Sqrt))),
    named(Linalg::Rsqrt, "", "*,*", Body::Unary(OpKind::Math(Math::Rsqrt))),
    named(Linalg::Square, "", "*,*", Body::Square),
    named(Linalg::Tanh, "", "*,*", Body::Unary(OpKind::Math(Math::Tanh))),
    named(Linalg::Erf, "", "*,*", Body::Unary(OpKind::Math(Math::Erf))),
    named(Linalg::Add, "", "*,*,*", Body::Binary(ADD)),
    named(Linalg::Sub, "", "*,*,*", Body::Binary(SUB)),
    named(Linalg::Mul, "", "*,*,*", Body::Binary(MUL)),
    named(Linalg::Div, "", "*,*,*", Body::Binary(DIV)),
    named(Linalg::DivUnsigned, "", "*,*,*", Body::Binary(DIV_UNSIGNED)),
    named(Linalg::Max, "", "*,*,*", Body::Binary(MAX)),
    named(Linalg::Min, "", "*,*,*", Body::Binary(MIN)),
    named(Linalg::PowF, "", "*,*,*", Body::Binary(POWF)),
    named(Linalg::Select, "", "*,*,*,*", Body::Select),
    named(Linalg::Matmul, "mnk", "mk,kn,mn", Body::MulAdd),
    named(Linalg::BatchMatmul, "bmnk", "bmk,bkn,bmn", Body::MulAdd),
    named(Linalg::BatchReduceMatmul, "bmnk", "bmk,bkn,mn", Body::MulAdd),
    named(Linalg::Mmt4D, "mnkpqr", "mkpr,nkqr,mnpq", Body::MulAdd),
    named(Linalg::BatchMmt4D, "bmnkpqr", "bmkpr,bnkqr,bmnpq", Body::MulAdd),
    named(Linalg::Matvec, "mn", "mn,n,m", Body::MulAdd),
    named(Linalg::Vecmat, "nm", "m,mn,n", Body::MulAdd),
    named(Linalg::BatchMatvec, "bmk", "bmk,bk,bm", Body::MulAdd),
    named(Linalg::BatchVecmat, "bnk", "bk,bkn,bn", Body::MulAdd),
    named(Linalg::Dot, "m", "m,m,", Body::MulAdd),
    named(Linalg::QuantizedMatmul, "mnk", "mk,kn,,,mn", Body::ZeroPointMulAdd),
    named(Linalg::QuantizedBatchMatmul, "bmnk", "bmk,bkn,,,bmn", Body::ZeroPointMulAdd),
    named(Linalg::Conv1D, "ok", "(ok),k,o", Body::MulAdd),
    named(Linalg::Conv2D, "opkl", "(ok)(pl),kl,op", Body::MulAdd),
    named(Linalg::Conv3D, "opqklm", "(ok)(pl)(qm),klm,opq", Body::MulAdd),
    named(Linalg::Conv1DNwcWcf, "nofkc", "n(ok)c,kcf,nof", Body::MulAdd),
    named(Linalg::Conv1DNcwFcw, "nfock", "nc(ok),fck,nfo", Body::MulAdd),
    named(Linalg::Conv2DNhwcHwcf, "nopfklc", "n(ok)(pl)c,klcf,nopf", Body::MulAdd),
    named(Linalg::Conv2DNhwcFhwc, "nopfklc", "n(ok)(pl)c,fklc,nopf", Body::MulAdd),
    named(Linalg::Conv2DNchwFchw, "nfopckl", "nc(ok)(pl),fckl,nfop", Body::MulAdd),
    named(Linalg::Conv2DNgchwFgchw, "ngfopckl", "ngc(ok)(pl),fgckl,ngfop", Body::MulAdd),
    named(Linalg::Conv2DNgchwGfchw, "ngfopckl", "ngc(ok)(pl),gfckl,ngfop", Body::MulAdd),
    named(Linalg::Conv2DNhwgcGfhwc, "nopgfklc", "n(ok)(pl)gc,gfklc,nopgf", Body::MulAdd),
    named(Linalg::Conv3DNdhwcDhwcf, "nopqfklmc", "n(ok)(pl)(qm)c,klmcf,nopqf", Body::MulAdd),
    named(Linalg::Conv3DNcdhwFcdhw, "nfopqcklm", "nc(ok)(pl)(qm),fcklm,nfopq", Body::MulAdd),
    named(Linalg::Conv2DNhwcHwcfQ, "nopfklc", "n(ok)(pl)c,klcf,,,nopf", Body::ZeroPointMulAdd),
    named(Linalg::Conv2DNhwcFhwcQ, "nopfklc", "n(ok)(pl)c,fklc,,,nopf", Body::ZeroPointMulAdd),
    named(Linalg::Conv2DNchwFchwQ, "nfopckl", "nc(ok)(pl),fckl,,,nfop", Body::ZeroPointMulAdd),
    named(Linalg::Conv2DNgchwGfchwQ, "ngfopckl", "ngc(ok)(pl),gfckl,,,ngfop", Body::ZeroPointMulAdd),
    named(Linalg::Conv2DNhwgcGfhwcQ, "nopgfklc", "n(ok)(pl)gc,gfklc,,,nopgf", Body::ZeroPointMulAdd),
    named(Linalg::Conv3DNdhwcDhwcfQ, "nopqfklmc", "n(ok)(pl)(qm)c,klmcf,,,nopqf", Body::ZeroPointMulAdd),
    named(Linalg::DepthwiseConv1DNwcWc, "nock", "n(ok)c,kc,noc", Body::MulAdd),
    named(Linalg::DepthwiseConv1DNcwCw, "nock", "nc(ok),ck,nco", Body::MulAdd),
    named(Linalg::DepthwiseConv1DNwcWcm, "nocxk", "n(ok)c,kcx,nocx", Body::MulAdd),
    named(Linalg::DepthwiseConv2DNhwcHwc, "nopckl", "n(ok)(pl)c,klc,nopc", Body::MulAdd),
    named(Linalg::DepthwiseConv2DNchwChw, "nopckl", "nc(ok)(pl),ckl,ncop", Body::MulAdd),
    named(Linalg::DepthwiseConv2DNhwcHwcm, "nopcxkl", "n(ok)(pl)c,klcx,nopcx", Body::MulAdd),
    named(Linalg::DepthwiseConv3DNdhwcDhwc, "nopqklmc", "n(ok)(pl)(qm)c,klmc,nopqc", Body::MulAdd),
    named(Linalg::DepthwiseConv3DNcdhwCdhw, "nopqklmc", "nc(ok)(pl)(qm),cklm,ncopq", Body::MulAdd),
    named(Linalg::DepthwiseConv3DNdhwcDhwcm, "nopqxklmc", "n(ok)(pl)(qm)c,klmcx,nopqcx", Body::MulAdd),
    named(Linalg::DepthwiseConv2DNhwcHwcQ, "nopckl", "n(ok)(pl)c,klc,,,nopc", Body::ZeroPointMulAdd),
    named(Linalg::DepthwiseConv2DNhwcHwcmQ, "nopcxkl", "n(ok)(pl)c,klcx,,,nopcx", Body::ZeroPointMulAdd),
    named(Linalg::PoolingNwcSum, "nock", "n(ok)c,k,noc", Body::Accumulate(ADD)),
    named(Linalg::PoolingNcwSum, "ncok", "nc(ok),k,nco", Body::Accumulate(ADD)),
    named(Linalg::PoolingNwcMax, "nock", "n(ok)c,k,noc", Body::Accumulate(MAX)),
    named(Linalg::PoolingNwcMaxUnsigned, "nock", "n(ok)c,k,noc", Body::Accumulate(MAX_UNSIGNED)),
    named(Linalg::PoolingNcwMax, "ncok", "nc(ok),k,nco", Body::Accumulate(MAX)),
    named(Linalg::PoolingNwcMin, "nock", "n(ok)c,k,noc", Body::Accumulate(MIN)),
    named(Linalg::PoolingNwcMinUnsigned, "nock", "n(ok)c,k,noc", Body::Accumulate(MIN_UNSIGNED)),
    named(Linalg::PoolingNhwcSum, "nopckl", "n(ok)(pl)c,kl,nopc", Body::Accumulate(ADD)),
    named(Linalg::PoolingNchwSum, "ncopkl", "nc(ok)(pl),kl,ncop", Body::Accumulate(ADD)),
    named(Linalg::PoolingNhwcMax, "nopckl", "n(ok)(pl)c,kl,nopc", Body::Accumulate(MAX)),
    named(Linalg::PoolingNhwcMaxUnsigned, "nopckl", "n(ok)(pl)c,kl,nopc", Body::Accumulate(MAX_UNSIGNED)),
    named(Linalg::PoolingNchwMax, "ncopkl", "nc(ok)(pl),kl,ncop", Body::Accumulate(MAX)),
    named(Linalg::PoolingNhwcMin, "nopckl", "n(ok)(pl)c,kl,nopc", Body::Accumulate(MIN)),
    named(Linalg::PoolingNhwcMinUnsigned, "nopckl", "n(ok)(pl)c,kl,nopc", Body::Accumulate(MIN_UNSIGNED)),
    named(Linalg::PoolingNdhwcSum, "nopqcklm", "n(ok)(pl)(qm)c,klm,nopqc", Body::Accumulate(ADD)),
    named(Linalg::PoolingNdhwcMax, "nopqcklm", "n(ok)(pl)(qm)c,klm,nopqc", Body::Accumulate(MAX)),
    named(Linalg::PoolingNdhwcMin, "nopqcklm", "n(ok)(pl)(qm)c,klm,nopqc", Body::Accumulate(MIN)),
    named(Linalg::Contract, "", "*,*,*", Body::MulAdd),
    named(Linalg::Transpose, "", "*,*", Body::Convert),
    named(Linalg::Broadcast, "", "*,*", Body::Convert),
];

impl Named {
    /// Returns the number of inputs.
    pub(super) fn n_inputs(self) -> usize {
        self.indices.matches(',').count()
    }

    /// Whether the operands may have any rank.
    pub(super) fn has_any_rank(self) -> bool {
        self.loops.is_empty()
    }

    /// Returns the map of each operand, with these strides and dilations; `ranks` are the ranks of the operands, of
    /// which that of the output is the number of loops if the operation has any rank.
    pub(super) fn maps(self, ranks: &[usize], strides: &[i64], dilations: &[i64]) -> Vec<AffineMap> {
        if self.has_any_rank() {
            let n_loops = ranks.last().copied().unwrap_or(0);
            let map = |rank: &usize| match rank {
                0 => AffineMap::new(n_loops, 0, Vec::new()),
                _ => AffineMap::identity(n_loops),
            };
            return ranks.iter().map(map).collect();
        }
        self.indices.split(',').map(|indices| self.map(indices, strides, dilations)).collect()
    }

    fn map(self, indices: &str, strides: &[i64], dilations: &[i64]) -> AffineMap {
        let dim = |letter: char| {
            Expr::Dim(self.loops.chars().position(|found| found == letter).unwrap_or_default() as u32)
        };
        let (mut results, mut n_windows) = (Vec::new(), 0);
        let mut letters = indices.chars();
        while let Some(letter) = letters.next() {
            if letter != '(' {
                results.push(dim(letter));
                continue;
            }
            let mut scaled = |factors: &[i64]| {
                let factor = factors.get(n_windows).copied().unwrap_or(1);
                letters.next().map(|letter| Expr::mul(dim(letter), Expr::Constant(factor)))
            };
            let (outer, inner) = (scaled(strides), scaled(dilations));
            results.extend(outer.zip(inner).map(|(outer, inner)| Expr::add(outer, inner)));
            letters.next();
            n_windows += 1;
        }
        AffineMap::new(self.loops.len(), 0, results)
    }
}

/// Whether an attribute has `n` numbers of 64 bits.
pub(super) fn is_window(module: &Module, attr: Attr, n: i64) -> bool {
    let AttrKind::Dense(ty, _) = module.attr_kind(attr) else { return false };
    let is_list = matches!(module.type_kind(*ty), TypeKind::Tensor(..) | TypeKind::Vector(..));
    is_list && module.shape(*ty) == Some(&[n]) && module.element_type(*ty) == Type::I64
}

/// Returns the numbers of such an attribute; a splat has as many as any operation needs.
pub(super) fn window(module: &Module, attr: Option<Attr>) -> Vec<i64> {
    const MAX_RANK: usize = 3;
    match attr.map(|attr| module.attr_kind(attr)) {
        Some(AttrKind::Dense(_, DenseData::Splat(bits))) => vec![bits.cast_signed(); MAX_RANK],
        Some(AttrKind::Dense(_, DenseData::Elements(all))) => {
            all.iter().map(|bits| bits.cast_signed()).collect()
        }
        _ => Vec::new(),
    }
}
