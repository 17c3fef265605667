//! `module @name attributes {…} { … }`.

use crate::def::Code;
use crate::diagnostics::Reported;
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::syntax::lexer::Token;
use crate::verify::VerifyCx;

/// The custom form.
pub(in crate::dialect) const SYNTAX: Code = Code { read, write };

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    if reader.peek() == Token::Symbol {
        let name = reader.symbol_name()?;
        let attr = reader.cx.module.string_attr(&name);
        reader.set_attr("sym_name", attr);
    }
    reader.bracketed_attrs()?;
    reader.attributes_clause()?;
    reader.region(&[])?;
    let region = reader.op.regions[0];
    if reader.cx.module.blocks_of(region).is_empty() {
        reader.cx.module.add_block(region, &[]);
    }
    Ok(())
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    if let Some(name) = op.str("sym_name") {
        writer.text(" ");
        writer.symbol(name);
    }
    writer.attributes_clause(op, &["sym_name"]);
    writer.text(" ");
    writer.region(op.regions()[0], false, true);
}

/// Checks that discardable attributes have a dialect prefix.
pub(in crate::dialect) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let keys = op.module.attrs(op.op).iter().map(|attr| op.module.text(attr.name));
    let inherent = ["sym_name", "sym_visibility"];
    let wrong = keys.into_iter().find(|key| !key.contains('.') && !inherent.contains(key));
    if let Some(key) = wrong {
        cx.error(op, format!("can only contain attributes with dialect-prefixed names, found: '{key}'"));
    }
}
