//! `scf.parallel (%i, %j) = (lo, lo) to (hi, hi) step (s, s) init (%x) -> T { … scf.reduce(%v : T) { … } }`.

use crate::def::Code;
use crate::diagnostics::Reported;
use crate::dialect::{OpKind, Scf};
use crate::format::read::{Reader, RegionArg, ValueName};
use crate::format::write::Writer;
use crate::module::Block;
use crate::op::OpRef;
use crate::print::type_text;
use crate::syntax::lexer::Token;
use crate::types::Type;
use crate::value::Value;
use crate::verify::VerifyCx;

/// The custom form of `scf.parallel`.
pub(super) const SYNTAX: Code = Code { read, write };
/// The custom form of `scf.reduce`.
pub(super) const REDUCE_SYNTAX: Code = Code { read: read_reduce, write: write_reduce };

/// A view of `scf.parallel`.
#[derive(Clone, Copy)]
pub struct Parallel<'m>(pub OpRef<'m>);

impl<'m> Parallel<'m> {
    /// Returns the lower bounds, one per dimension.
    pub fn lower_bounds(self) -> &'m [Value] {
        self.0.group("lowerBound")
    }

    /// Returns the upper bounds.
    pub fn upper_bounds(self) -> &'m [Value] {
        self.0.group("upperBound")
    }

    /// Returns the steps, positive.
    pub fn steps(self) -> &'m [Value] {
        self.0.group("step")
    }

    /// Returns the initial values of the reductions.
    pub fn inits(self) -> &'m [Value] {
        self.0.group("initVals")
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

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let variables = bracketed_names(reader, "the induction variables")?;
    reader.expect(Token::Equal, "'=' after the induction variables")?;
    let lower = bracketed_names(reader, "the lower bounds")?;
    reader.expect_word("to")?;
    let upper = bracketed_names(reader, "the upper bounds")?;
    reader.expect_word("step")?;
    let steps = bracketed_names(reader, "the steps")?;
    for (list, what) in [(&lower, "lower bounds"), (&upper, "upper bounds"), (&steps, "steps")] {
        if list.len() != variables.len() {
            return Err(reader.error(format!(
                "expected {} {what}, but found {}",
                variables.len(),
                list.len()
            )));
        }
    }
    let mut inits = Vec::new();
    if reader.eat_word("init") {
        inits = bracketed_names(reader, "the initial values")?;
    }
    if reader.eat(Token::Arrow) {
        reader.op.results = reader.result_types()?;
    }
    for list in [&lower, &upper, &steps] {
        let values = reader.resolve_all(list, Type::INDEX)?;
        reader.op.operands.extend(values);
    }
    let types = reader.op.results.clone();
    let values = reader.resolve_each(&inits, &types)?;
    reader.op.operands.extend(values);
    reader.set_segments(&[lower.len(), upper.len(), steps.len(), inits.len()]);
    let args: Vec<_> =
        variables.iter().map(|name| RegionArg { name: Some(*name), ty: Type::INDEX }).collect();
    reader.region(&args)?;
    reader.attr_dict()
}

fn bracketed_names(reader: &mut Reader<'_, '_>, what: &str) -> Result<Vec<ValueName>, Reported> {
    reader.expect(Token::LParen, &format!("'(' before {what}"))?;
    let mut names = Vec::new();
    reader.list_until(Token::RParen, "',' or ')' in the list", |reader| {
        names.push(reader.value_name()?);
        Ok(())
    })?;
    Ok(names)
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let view = Parallel(op);
    writer.text(" (");
    writer.values(view.induction_variables());
    for (word, values) in
        [(") = (", view.lower_bounds()), (") to (", view.upper_bounds()), (") step (", view.steps())]
    {
        writer.text(word);
        writer.values(values);
    }
    writer.text(")");
    if !view.inits().is_empty() {
        writer.text(" init (");
        writer.values(view.inits());
        writer.text(") -> ");
        let results: Vec<_> = op.results().map(|value| op.type_of(value)).collect();
        writer.result_types(&results);
    }
    writer.text(" ");
    writer.region(op.regions()[0], false, true);
    writer.attr_dict(op, &[]);
}

fn read_reduce(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    if reader.eat(Token::LParen) {
        let names = reader.value_names()?;
        reader.expect(Token::Colon, "':' before the types of the reduced values")?;
        let types = reader.type_list_until(Token::RParen)?;
        reader.op.operands = reader.resolve_each(&names, &types)?;
    }
    while reader.peek() == Token::LBrace && !reader.op.operands.is_empty() {
        reader.region(&[])?;
        if !reader.eat(Token::Comma) {
            break;
        }
    }
    reader.attr_dict()
}

fn write_reduce(writer: &mut Writer<'_>, op: OpRef<'_>) {
    if op.operands().is_empty() {
        writer.text(" ");
    } else {
        writer.text("(");
        writer.values(op.operands());
        writer.text(" : ");
        writer.types_of(op.operands());
        writer.text(") ");
        for (i, region) in op.regions().into_iter().enumerate() {
            writer.comma(i);
            writer.region(region, true, true);
        }
    }
    writer.attr_dict(op, &[]);
}

pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let view = Parallel(op);
    let n = view.lower_bounds().len();
    if n == 0 {
        return cx.error(op, "needs at least one tuple element for lowerBound, upperBound and step");
    }
    let Some(block) = op.entry(0) else { return cx.error(op, "expects a body") };
    let args = op.module.args(block);
    if view.upper_bounds().len() != n || view.steps().len() != n || args.len() != n {
        return cx.error(op, "expects as many upper bounds, steps and induction variables as lower bounds");
    }
    if view.steps().iter().any(|step| op.module.constant_int(*step).is_some_and(|step| step <= 0)) {
        return cx.error(op, "constant step operand must be positive");
    }
    if args.iter().any(|arg| op.type_of(*arg) != Type::INDEX) {
        cx.error(op, "expects arguments for the induction variable to be of index type");
    }
}

/// Checks that there are as many results as initial values and reductions.
pub(super) fn verify_regions(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let view = Parallel(op);
    let Some(block) = op.entry(0) else { return };
    let reduced = op.module.last_op(block).map_or(0, |last| op.module.operands(last).len());
    if op.n_results() != view.inits().len() || op.n_results() != reduced {
        let message = format!(
            "expects number of results ({}) to be the same as number of initial values ({}) and reductions ({reduced})",
            op.n_results(),
            view.inits().len()
        );
        return cx.error(op, message);
    }
    let Some(last) = op.module.last_op(block) else { return };
    let reduce = OpRef { module: op.module, op: last };
    for (index, (value, result)) in reduce.operands().iter().zip(op.results()).enumerate() {
        if op.type_of(*value) != op.type_of(result) {
            let (found, wanted) =
                (type_text(op.module, op.type_of(*value)), type_text(op.module, op.type_of(result)));
            let message = format!(
                "expects type of {index}-th reduction operand: '{found}' to be the same as the {index}-th result type: '{wanted}'"
            );
            cx.error(reduce, message);
        }
    }
}

/// Checks that each region takes two values of the type of its operand and returns one.
pub(super) fn verify_reduce(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    if op.regions().len() != op.operands().len() {
        return cx.error(
            op,
            format!(
                "expects a region per operand: {} operands, but {} regions",
                op.operands().len(),
                op.regions().len()
            ),
        );
    }
    for (index, value) in op.operands().iter().enumerate() {
        let ty = op.type_of(*value);
        let Some(block) = op.entry(index) else {
            cx.error(op, format!("{index}-th reduction region must have a block"));
            continue;
        };
        let args = module.args(block);
        if args.len() != 2 || args.iter().any(|arg| op.type_of(*arg) != ty) {
            cx.error(op, format!("expects two block arguments with the type of the operand in the {index}-th reduction region"));
        }
        let last = module.last_op(block);
        if last.is_some_and(|last| module.kind(last) != OpKind::Scf(Scf::ReduceReturn)) {
            cx.error(op, format!("the {index}-th reduction region must end with 'scf.reduce.return'"));
        }
    }
}

/// Checks that a reduction region returns a value of the reduced type.
pub(super) fn verify_return(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let Some(block) = module.block_of(op.op) else { return };
    let Some(wanted) = module.args(block).first().map(|arg| op.type_of(*arg)) else { return };
    if op.operand_type(0) != wanted {
        let (wanted, found) = (type_text(module, wanted), type_text(module, op.operand_type(0)));
        cx.error(
            op,
            format!("must have type '{wanted}' (the type of the reduction inputs), but found '{found}'"),
        );
    }
}
