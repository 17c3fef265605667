//! `affine.parallel (%i, %j) = (0, max(%a, 1)) to (8, %n) step (1, 2) reduce ("addf") -> (T) { … }`.

use super::features::{DIGIT, KERNEL, LAUNCH};
use super::operands::{check_operands, dense_ints, map_of, write_value_expr};
use crate::affine::{AffineMap, Expr};
use crate::attrs::{Attr, AttrKind, DenseData};
use crate::def::{Code, Feature, MlirVersion, Versions, feature};
use crate::diagnostics::Reported;
use crate::dialect::memref::ATOMIC_KINDS;
use crate::format::read::{Reader, RegionArg};
use crate::format::write::Writer;
use crate::lower::Subscripts;
use crate::module::{Block, Module};
use crate::op::OpRef;
use crate::print::type_text;
use crate::syntax::lexer::Token;
use crate::types::{Signedness, Type, TypeKind};
use crate::value::Value;
use crate::verify::VerifyCx;

/// The custom form.
pub(super) const SYNTAX: Code = Code { read, write };

/// A view of `affine.parallel`.
#[derive(Clone, Copy)]
pub struct AffineParallel<'m>(pub OpRef<'m>);

impl<'m> AffineParallel<'m> {
    /// Returns the expressions per dimension whose greatest value is the lower bound.
    pub fn lower_bounds(self) -> Vec<&'m [Expr]> {
        groups(self.0, "lowerBoundsMap", "lowerBoundsGroups")
    }

    /// Returns the expressions per dimension whose least value is the upper bound.
    pub fn upper_bounds(self) -> Vec<&'m [Expr]> {
        groups(self.0, "upperBoundsMap", "upperBoundsGroups")
    }

    /// Returns the map of the lower bounds and its operands.
    pub fn lower_map(self) -> (&'m AffineMap, &'m [Value]) {
        let map = map_of(self.0, "lowerBoundsMap").expect("a verified loop has bounds");
        (map, &self.0.operands()[..map.n_inputs()])
    }

    /// Returns the map of the upper bounds and its operands.
    pub fn upper_map(self) -> (&'m AffineMap, &'m [Value]) {
        let lower = map_of(self.0, "lowerBoundsMap").map_or(0, AffineMap::n_inputs);
        let map = map_of(self.0, "upperBoundsMap").expect("a verified loop has bounds");
        (map, &self.0.operands()[lower..])
    }

    /// Returns the steps, positive.
    pub fn steps(self) -> Vec<i64> {
        steps(self.0)
    }

    /// Returns the body.
    pub fn body(self) -> Block {
        self.0.entry(0).expect("a verified loop has a body")
    }

    /// Returns the induction variables.
    pub fn induction_variables(self) -> &'m [Value] {
        self.0.module.args(self.body())
    }
}

fn steps(op: OpRef<'_>) -> Vec<i64> {
    match op.attr("steps").map(|attr| op.module.attr_kind(attr)) {
        Some(AttrKind::Array(items)) => items.iter().filter_map(|item| op.module.attr_int(*item)).collect(),
        _ => Vec::new(),
    }
}

fn groups<'m>(op: OpRef<'m>, map: &str, groups: &str) -> Vec<&'m [Expr]> {
    let (Some(map), Some(sizes)) = (map_of(op, map), dense_ints(op, groups)) else { return Vec::new() };
    let mut rest = &*map.results;
    let mut found = Vec::new();
    for size in sizes {
        let (group, after) = rest.split_at(usize::try_from(size).unwrap_or(0).min(rest.len()));
        found.push(group);
        rest = after;
    }
    found
}

/// Returns `dense<[…]> : tensor<Nxi32>`.
pub fn groups_attr(module: &mut Module, sizes: &[usize]) -> Attr {
    let ty = module.intern_type(TypeKind::Tensor([sizes.len() as i64].into(), Type::I32, None));
    let items: Vec<u64> = sizes.iter().map(|size| *size as u64).collect();
    let data = match items[..] {
        [first, ..] if items.iter().all(|item| *item == first) => DenseData::Splat(first),
        _ => DenseData::Elements(items.into()),
    };
    module.intern_attr(AttrKind::Dense(ty, data))
}

/// Returns `[1 : i64, …]`.
pub fn steps_attr(module: &mut Module, steps: &[i64]) -> Attr {
    let items: Vec<_> = steps.iter().map(|step| module.int_attr(*step, Type::I64)).collect();
    module.array_attr(&items)
}

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    reader.expect(Token::LParen, "'(' before the induction variables")?;
    let mut args = Vec::new();
    reader.list_until(Token::RParen, "',' or ')' in the induction variables", |reader| {
        args.push(reader.region_arg(Type::INDEX)?);
        Ok(())
    })?;
    reader.expect(Token::Equal, "'=' after the induction variables")?;
    read_bounds(reader, "max", "lowerBoundsMap", "lowerBoundsGroups", args.len())?;
    reader.expect_word("to")?;
    read_bounds(reader, "min", "upperBoundsMap", "upperBoundsGroups", args.len())?;
    read_steps(reader, args.len())?;
    read_reductions(reader)?;
    let args: Vec<RegionArg> = args;
    reader.region(&args)?;
    reader.attr_dict()
}

/// Reads `(e, max(e, e), …)`.
fn read_bounds(
    reader: &mut Reader<'_, '_>,
    word: &str,
    map: &str,
    groups: &str,
    n: usize,
) -> Result<(), Reported> {
    let mut names = Subscripts::default();
    let mut sizes = Vec::new();
    let span = reader.span();
    reader.expect(Token::LParen, "'(' before the bounds")?;
    reader.list_until(Token::RParen, "',' or ')' in the bounds", |reader| {
        let before = names.results.len();
        if reader.eat_word(word) {
            reader.expect(Token::LParen, &format!("'(' after '{word}'"))?;
            reader.list_until(Token::RParen, "',' or ')' in the bounds", |reader| {
                let expr = reader.value_expr(&mut names)?;
                names.results.push(expr);
                Ok(())
            })?;
        } else {
            let expr = reader.value_expr(&mut names)?;
            names.results.push(expr);
        }
        sizes.push(names.results.len() - before);
        Ok(())
    })?;
    if sizes.len() != n {
        return Err(reader.error_at(span, format!("expected {n} bounds, but found {}", sizes.len())));
    }
    for list in [&names.dims, &names.symbols] {
        let values = reader.resolve_all(list, Type::INDEX)?;
        reader.op.operands.extend(values);
    }
    let attr = reader.cx.module.map_attr(names.map());
    reader.set_attr(map, attr);
    let attr = groups_attr(&mut reader.cx.module, &sizes);
    reader.set_attr(groups, attr);
    Ok(())
}

fn read_steps(reader: &mut Reader<'_, '_>, n: usize) -> Result<(), Reported> {
    let mut steps = vec![1; n];
    if reader.eat_word("step") {
        steps.clear();
        let span = reader.span();
        reader.expect(Token::LParen, "'(' before the steps")?;
        reader.list_until(Token::RParen, "',' or ')' in the steps", |reader| {
            steps.push(reader.integer()?);
            Ok(())
        })?;
        if steps.len() != n {
            return Err(reader.error_at(span, format!("expected {n} steps, but found {}", steps.len())));
        }
    }
    let attr = steps_attr(&mut reader.cx.module, &steps);
    reader.set_attr("steps", attr);
    Ok(())
}

/// Reads `reduce ("addf", …) -> (T, …)`.
/// Operands and reductions that not all versions of MLIR have.
pub(super) const FEATURES: &[Feature] = &[
    KERNEL,
    LAUNCH,
    DIGIT,
    feature(Versions::since(MlirVersion::V23), "the reduction \"xori\"", |op| {
        let Some(AttrKind::Array(kinds)) = op.attr("reductions").map(|attr| op.module.attr_kind(attr)) else {
            return false;
        };
        let xori = ATOMIC_KINDS.iter().position(|kind| *kind == "xori").map(|number| number as i64);
        kinds.iter().any(|kind| op.module.attr_int(*kind) == xori)
    }),
];

fn read_reductions(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let mut kinds = Vec::new();
    if reader.eat_word("reduce") {
        reader.expect(Token::LParen, "'(' before the reductions")?;
        reader.list_until(Token::RParen, "',' or ')' in the reductions", |reader| {
            let span = reader.span();
            let text = reader.string()?;
            let Some(kind) = ATOMIC_KINDS.iter().position(|kind| *kind == text) else {
                return Err(reader.error_at(span, format!("invalid reduction value: \"{text}\"")));
            };
            kinds.push(reader.cx.module.int_attr(kind as i64, Type::I64));
            Ok(())
        })?;
    }
    let attr = reader.cx.module.array_attr(&kinds);
    reader.set_attr("reductions", attr);
    if reader.eat(Token::Arrow) {
        reader.op.results = reader.result_types()?;
    }
    Ok(())
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let view = AffineParallel(op);
    writer.text(" (");
    writer.values(view.induction_variables());
    writer.text(") = (");
    write_bounds(writer, "max", &view.lower_bounds(), view.lower_map());
    writer.text(") to (");
    write_bounds(writer, "min", &view.upper_bounds(), view.upper_map());
    writer.text(")");
    let steps = view.steps();
    if steps.iter().any(|step| *step != 1) {
        let list: Vec<_> = steps.iter().map(i64::to_string).collect();
        writer.text(&format!(" step ({})", list.join(", ")));
    }
    write_reductions(writer, op);
    writer.text(" ");
    writer.region(op.regions()[0], false, 0 < op.n_results());
    let hidden =
        ["reductions", "lowerBoundsMap", "lowerBoundsGroups", "upperBoundsMap", "upperBoundsGroups", "steps"];
    writer.attr_dict(op, &hidden);
}

fn write_bounds(writer: &mut Writer<'_>, word: &str, groups: &[&[Expr]], map: (&AffineMap, &[Value])) {
    for (i, group) in groups.iter().enumerate() {
        writer.comma(i);
        let is_single = group.len() == 1;
        if !is_single {
            writer.text(word);
            writer.text("(");
        }
        for (j, expr) in group.iter().enumerate() {
            writer.comma(j);
            write_value_expr(writer, map.0, expr, map.1);
        }
        writer.text(if is_single { "" } else { ")" });
    }
}

fn write_reductions(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let Some(AttrKind::Array(kinds)) = op.attr("reductions").map(|attr| op.module.attr_kind(attr)) else {
        return;
    };
    if kinds.is_empty() {
        return;
    }
    writer.text(" reduce (");
    for (i, kind) in kinds.iter().enumerate() {
        writer.comma(i);
        let index = op.module.attr_int(*kind).and_then(|i| usize::try_from(i).ok()).unwrap_or(usize::MAX);
        writer.text(&format!("\"{}\"", ATOMIC_KINDS.get(index).unwrap_or(&"?")));
    }
    writer.text(") -> (");
    writer.types(op.results().map(|value| op.type_of(value)));
    writer.text(")");
}

pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let Some(block) = op.entry(0) else { return cx.error(op, "expects a body") };
    let (Some(lower), Some(upper)) = (map_of(op, "lowerBoundsMap"), map_of(op, "upperBoundsMap")) else {
        return;
    };
    let (below, above) = (dense_ints(op, "lowerBoundsGroups"), dense_ints(op, "upperBoundsGroups"));
    let (below, above, steps) = (below.unwrap_or_default(), above.unwrap_or_default(), steps(op));
    let n = module.args(block).len();
    if [below.len(), above.len(), steps.len()] != [n; 3] {
        return cx.error(op, format!("the number of region arguments ({n}) and the number of map groups for lower ({}) and upper bound ({}), and the number of steps ({}) must all match", below.len(), above.len(), steps.len()));
    }
    for (which, map, sizes) in [("lower", lower, &below), ("upper", upper, &above)] {
        if sizes.iter().any(|size| *size <= 0) {
            return cx.error(op, format!("expected {which} bound map to have at least one result"));
        }
        let (wanted, found) = (sizes.iter().sum::<i64>(), map.results.len());
        if wanted != found as i64 {
            return cx.error(
                op,
                format!("expected {which} bounds map to have {wanted} results, but found {found}"),
            );
        }
    }
    if steps.iter().any(|step| *step <= 0) {
        return cx.error(op, "expected steps to be positive");
    }
    if check_reductions(cx, op) {
        check_bound_operands(cx, op, lower, upper);
    }
}

/// Checks that there is one reduction kind per result, which supports the type.
fn check_reductions(cx: &mut VerifyCx<'_>, op: OpRef<'_>) -> bool {
    let kinds: &[Attr] = match op.attr("reductions").map(|attr| op.module.attr_kind(attr)) {
        Some(AttrKind::Array(kinds)) => kinds,
        _ => &[],
    };
    if kinds.len() != op.n_results() {
        let (wanted, found) = (op.n_results(), kinds.len());
        cx.error(
            op,
            format!("a reduction must be specified for each output: {wanted} outputs and {found} reductions"),
        );
        return false;
    }
    for (kind, result) in kinds.iter().zip(op.results()) {
        let number = op.module.attr_int(*kind).and_then(|kind| usize::try_from(kind).ok());
        let Some(name) = number.and_then(|kind| ATOMIC_KINDS.get(kind)) else {
            cx.error(op, "invalid reduction attribute");
            return false;
        };
        if !suits(op.module, name, op.type_of(result)) {
            let found = type_text(op.module, op.type_of(result));
            cx.error(op, format!("result type cannot match reduction attribute: '{found}' and '{name}'"));
            return false;
        }
    }
    true
}

/// Whether a reduction kind supports values of a type.
fn suits(module: &Module, kind: &str, ty: Type) -> bool {
    match (kind, module.type_kind(ty)) {
        ("assign", _)
        | ("addf" | "maximumf" | "minimumf" | "mulf", TypeKind::Float(_))
        | ("addi" | "muli" | "ori" | "andi", TypeKind::Integer(..)) => true,
        ("maxs" | "mins", TypeKind::Integer(_, sign)) => *sign == Signedness::Signed,
        ("maxu" | "minu", TypeKind::Integer(_, sign)) => *sign == Signedness::Unsigned,
        _ => false,
    }
}

fn check_bound_operands(cx: &mut VerifyCx<'_>, op: OpRef<'_>, lower: &AffineMap, upper: &AffineMap) {
    let (below, above) = (lower.n_inputs(), upper.n_inputs());
    let found = op.operands().len();
    if found != below + above {
        return cx.error(op, format!("expects {} operands for its maps, but found {found}", below + above));
    }
    check_operands(cx, op, lower.n_dims, lower.n_symbols, &op.operands()[..below]);
    check_operands(cx, op, upper.n_dims, upper.n_symbols, &op.operands()[below..]);
}
