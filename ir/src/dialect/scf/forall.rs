//! `scf.forall (%i, %j) = (0, %lo) to (%n, 4) step (1, %s) shared_outs(%o = %t) -> (T) { … }`.

use crate::attrs::{Attr, AttrKind};
use crate::def::{Code, TypeSet};
use crate::diagnostics::Reported;
use crate::dialect::OpKind;
use crate::dialect::scf::for_loop::{read_assignments, write_assignments};
use crate::format::read::{Reader, RegionArg, ValueName};
use crate::format::write::Writer;
use crate::op::{Op, OpRef};
use crate::syntax::lexer::Token;
use crate::types::{DYNAMIC, Type, TypeKind};
use crate::value::Value;
use crate::verify::VerifyCx;

/// The custom form.
pub(super) const SYNTAX: Code = Code { read, write };
/// The custom form of `scf.forall.in_parallel`.
pub(super) const IN_PARALLEL_SYNTAX: Code = Code { read: read_in_parallel, write: write_in_parallel };

/// The type of the shared tensors.
pub(super) static RANKED_TENSOR: TypeSet = TypeSet {
    name: "ranked tensor of any type values",
    accepts: |module, ty| matches!(module.type_kind(ty), TypeKind::Tensor(..)),
    only: None,
};
/// The keys of the static bounds.
const BOUNDS: [&str; 3] = ["staticLowerBound", "staticUpperBound", "staticStep"];
/// The names of their operands.
const DYNAMIC_BOUNDS: [&str; 3] = ["dynamicLowerBound", "dynamicUpperBound", "dynamicStep"];

/// A list of bounds: numbers, and names in the positions of [`DYNAMIC`].
#[derive(Default)]
struct Bounds {
    numbers: Vec<i64>,
    names: Vec<ValueName>,
}

impl Bounds {
    fn all(value: i64, len: usize) -> Self {
        Self { numbers: vec![value; len], names: Vec::new() }
    }
}

/// Returns the numbers of bound list `which`: lower bounds, upper bounds, steps; [`DYNAMIC`] in the positions
/// of operands.
pub fn static_bounds(op: OpRef<'_>, which: usize) -> &[i64] {
    match op.attr(BOUNDS[which]).map(|attr| op.module.attr_kind(attr)) {
        Some(AttrKind::DenseArray(_, numbers)) => numbers,
        _ => &[],
    }
}

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    reader.expect(Token::LParen, "'(' before the induction variables")?;
    let mut variables = Vec::new();
    reader.list_until(Token::RParen, "',' or ')' in the induction variables", |reader| {
        variables.push(reader.region_arg(Type::INDEX)?);
        Ok(())
    })?;
    let bounds = read_ranges(reader, variables.len())?;
    let mut outs = (Vec::new(), Vec::new());
    let mut types = Vec::new();
    if reader.eat_word("shared_outs") {
        outs = read_assignments(reader)?;
        reader.expect(Token::Arrow, "'->' before the types of the results")?;
        types = reader.result_types()?;
    }
    let mut sizes = Vec::new();
    for (key, list) in BOUNDS.iter().zip(&bounds) {
        let values = reader.resolve_all(&list.names, Type::INDEX)?;
        sizes.push(values.len());
        reader.op.operands.extend(values);
        let attr = AttrKind::DenseArray(Type::I64, list.numbers.clone().into());
        let attr = reader.cx.module.intern_attr(attr);
        reader.set_attr(key, attr);
    }
    let values = reader.resolve_each(&outs.1, &types)?;
    sizes.push(values.len());
    reader.op.operands.extend(values);
    reader.set_segments(&sizes);
    variables.extend(outs.0.iter().zip(&types).map(|(name, ty)| RegionArg { name: Some(*name), ty: *ty }));
    reader.op.results = types;
    reader.region(&variables)?;
    reader.attr_dict()
}

/// Reads `in (n, …)`, or `= (lo, …) to (hi, …) step (s, …)`.
fn read_ranges(reader: &mut Reader<'_, '_>, rank: usize) -> Result<[Bounds; 3], Reported> {
    if reader.eat_word("in") {
        return Ok([Bounds::all(0, rank), read_bounds(reader, rank)?, Bounds::all(1, rank)]);
    }
    reader.expect(Token::Equal, "'in' or '=' after the induction variables")?;
    let lower = read_bounds(reader, rank)?;
    reader.expect_word("to")?;
    let upper = read_bounds(reader, rank)?;
    reader.expect_word("step")?;
    Ok([lower, upper, read_bounds(reader, rank)?])
}

fn read_bounds(reader: &mut Reader<'_, '_>, rank: usize) -> Result<Bounds, Reported> {
    let mut out = Bounds::default();
    reader.expect(Token::LParen, "'(' before the bounds")?;
    reader.list_until(Token::RParen, "',' or ')' in the bounds", |reader| {
        if reader.peek() == Token::Value {
            out.names.push(reader.value_name()?);
            out.numbers.push(DYNAMIC);
        } else {
            out.numbers.push(reader.integer()?);
        }
        Ok(())
    })?;
    if out.numbers.len() == rank {
        return Ok(out);
    }
    Err(reader.error(format!(
        "expected {rank} bounds, one per induction variable, but found {}",
        out.numbers.len()
    )))
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let args = op.entry(0).map_or(&[][..], |block| op.module.args(block));
    let rank = static_bounds(op, 0).len().min(args.len());
    let (variables, outs) = args.split_at(rank);
    writer.text(" (");
    writer.values(variables);
    writer.text(")");
    let is_plain = static_bounds(op, 0).iter().all(|bound| *bound == 0)
        && static_bounds(op, 2).iter().all(|step| *step == 1);
    if is_plain {
        writer.text(" in ");
    } else {
        writer.text(" = ");
        write_bounds(writer, op, 0);
        writer.text(" to ");
    }
    write_bounds(writer, op, 1);
    if !is_plain {
        writer.text(" step ");
        write_bounds(writer, op, 2);
    }
    let inits = op.group("outputs");
    if !inits.is_empty() {
        writer.text(" shared_outs(");
        write_assignments(writer, outs, inits);
        writer.text(") -> (");
        writer.types_of(inits);
        writer.text(")");
    }
    writer.text(" ");
    writer.region(op.regions()[0], false, 0 < op.n_results());
    writer.attr_dict(op, &BOUNDS);
}

fn write_bounds(writer: &mut Writer<'_>, op: OpRef<'_>, which: usize) {
    let mut operands = op.group(DYNAMIC_BOUNDS[which]).iter();
    writer.text("(");
    for (i, bound) in static_bounds(op, which).iter().enumerate() {
        writer.comma(i);
        match operands.as_slice().first() {
            Some(value) if *bound == DYNAMIC => {
                writer.value(*value);
                operands.next();
            }
            _ => writer.text(&bound.to_string()),
        }
    }
    writer.text(")");
}

/// Checks that bounds, arguments and results agree in number and type, and that the mapping has one attribute
/// per dimension.
pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(block) = op.entry(0) else { return };
    let module = op.module;
    let rank = static_bounds(op, 0).len();
    let args = module.args(block);
    let inits = op.group("outputs");
    if op.n_results() != inits.len() {
        return cx
            .error(op, format!("produces {} results, but has only {} outputs", op.n_results(), inits.len()));
    }
    if args.len() != rank + inits.len() {
        return cx.error(op, format!("region expects {} arguments", rank + inits.len()));
    }
    let types = |values: &[Value]| values.iter().map(|value| module.type_of(*value)).collect::<Vec<_>>();
    if types(&args[..rank]).iter().any(|ty| *ty != Type::INDEX) {
        return cx.error(op, "expects the arguments for its dimensions to be index");
    }
    let results: Vec<_> = op.results().map(|value| module.type_of(value)).collect();
    if types(inits) != results || types(&args[rank..]) != results {
        return cx.error(op, "expects outputs, their arguments and results to have one type each");
    }
    if let Some(message) = wrong_bounds(op, rank).or_else(|| wrong_mapping(op, op.attr("mapping"), rank)) {
        cx.error(op, message);
    }
}

fn wrong_bounds(op: OpRef<'_>, rank: usize) -> Option<String> {
    let names = ["lower bound", "upper bound", "step"];
    (0..3).find_map(|which| {
        let numbers = static_bounds(op, which);
        let n_dynamic = numbers.iter().filter(|number| **number == DYNAMIC).count();
        let name = names[which];
        if numbers.len() != rank {
            return Some(format!("expected {rank} {name} values, got {}", numbers.len()));
        }
        let found = op.group(DYNAMIC_BOUNDS[which]).len();
        (n_dynamic != found).then(|| format!("expected {n_dynamic} dynamic {name} values, got {found}"))
    })
}

fn wrong_mapping(op: OpRef<'_>, mapping: Option<Attr>, rank: usize) -> Option<String> {
    let AttrKind::Array(items) = op.module.attr_kind(mapping?) else { return None };
    if !items.is_empty() && items.len() != rank {
        return Some(format!(
            "mapping attribute size must match op rank: expected {rank}, but found {}",
            items.len()
        ));
    }
    let is_mapping = |item: &Attr| matches!(op.module.attr_kind(*item), AttrKind::Foreign(_));
    (!items.iter().all(is_mapping)).then(|| {
        "attribute 'mapping' failed to satisfy constraint: Device Mapping array attribute".to_string()
    })
}

fn read_in_parallel(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    reader.region(&[])?;
    let region = reader.op.regions[0];
    if reader.cx.module.blocks_of(region).is_empty() {
        reader.cx.module.add_block(region, &[]);
    }
    reader.attr_dict()
}

fn write_in_parallel(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    writer.region(op.regions()[0], false, 0 < op.n_results());
    writer.attr_dict(op, &[]);
}

/// Checks that the region contains only writes; they belong to other dialects, whose operations are not
/// checked.
pub(super) fn verify_in_parallel(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(block) = op.entry(0) else { return };
    let is_writer = |op: &Op| match cx.module.kind(*op) {
        OpKind::Foreign(name) => cx.module.text(name).starts_with("tensor."),
        _ => false,
    };
    if !cx.module.ops_in(block).iter().all(is_writer) {
        cx.error(
            op,
            "expected only ParallelCombiningOpInterface ops, such as 'tensor.parallel_insert_slice'",
        );
    }
}
