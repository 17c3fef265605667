//! `memref.alloca_scope -> (T) { … }`.

use crate::def::Code;
use crate::diagnostics::Reported;
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::print::type_text;
use crate::syntax::lexer::Token;
use crate::types::Type;
use crate::verify::VerifyCx;

/// The custom form.
pub(super) const SYNTAX: Code = Code { read, write };

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    if reader.eat(Token::Arrow) {
        reader.op.results = reader.result_types()?;
    }
    reader.region(&[])?;
    reader.attr_dict()
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let has_results = 0 < op.n_results();
    writer.text(" ");
    if has_results {
        writer.text(" -> (");
        writer.types(op.results().map(|value| op.type_of(value)));
        writer.text(")");
    }
    writer.text(" ");
    writer.region(op.regions()[0], false, has_results);
    writer.attr_dict(op, &[]);
}

pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(block) = op.entry(0) else { return cx.error(op, "expects a region with a block") };
    let results: Vec<_> = op.results().map(|value| op.type_of(value)).collect();
    if !op.module.args(block).is_empty() {
        return cx.error(op, "region #0 should have no arguments");
    }
    let Some(last) = op.module.last_op(block) else { return };
    let found: Vec<_> = op.module.operands(last).iter().map(|value| op.type_of(*value)).collect();
    if found != results {
        let list = |types: &[Type]| {
            let items: Vec<_> = types.iter().map(|ty| format!("'{}'", type_text(op.module, *ty))).collect();
            items.join(", ")
        };
        let note = cx.note(last, "the end of the region");
        let message = format!(
            "along control flow edge from Operation memref.alloca_scope.return to parent: the region returns ({}), but the results are ({})",
            list(&found),
            list(&results)
        );
        cx.error_with(op, crate::codes::VERIFY, message, vec![note]);
    }
}
