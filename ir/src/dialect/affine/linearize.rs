//! `affine.delinearize_index %i into (2, %n) : index, index` and
//! `affine.linearize_index disjoint [%i, %j] by (2, %n) : index`.

use crate::attrs::Attr;
use crate::def::{Directive, Feature, MlirVersion, Versions, directive, feature};
use crate::diagnostics::Reported;
use crate::dialect::index_list::{constants, n_dynamic, read_index_list, write_index_list};
use crate::format::found::Found;
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::syntax::lexer::Token;
use crate::types::DYNAMIC;
use crate::verify::VerifyCx;

const KEY: &str = "static_basis";

/// The basis, `(2, %n)`.
pub(super) const BASIS: Directive = directive("Basis", &[KEY], read_basis, write_basis);
/// The keyword `disjoint`.
pub(super) const DISJOINT: Directive =
    directive("Disjoint", &["disjoint"], read_disjoint, |writer, _| writer.text("disjoint")).when(
        |reader| reader.is_word("disjoint"),
        |op| matches!(op.attr("disjoint"), Some(Attr::UNIT | Attr::TRUE)),
    );

const SINCE_20: Versions = Versions::since(MlirVersion::V20);
/// Forms of the basis of `affine.delinearize_index`.
pub(super) const FEATURES: &[Feature] = &[
    feature(SINCE_20, "constants in the basis", |op| constants(op, KEY).iter().any(|size| *size != DYNAMIC)),
    feature(SINCE_20, "no outer bound", |op| constants(op, KEY).len() < op.n_results()),
];

fn read_basis(reader: &mut Reader<'_, '_>, found: &mut Found) -> Result<(), Reported> {
    let names = read_index_list(reader, KEY, Token::LParen)?;
    found.names("dynamic_basis", &names);
    Ok(())
}

fn write_basis(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text("(");
    write_index_list(writer, constants(op, KEY), op.group("dynamic_basis"));
    writer.text(")");
}

fn read_disjoint(reader: &mut Reader<'_, '_>, _: &mut Found) -> Result<(), Reported> {
    reader.expect_word("disjoint")?;
    reader.set_attr("disjoint", Attr::UNIT);
    Ok(())
}

/// Checks that there is one value per dynamic item of the basis.
fn check_basis(cx: &mut VerifyCx<'_>, op: OpRef<'_>) -> bool {
    let (wanted, found) = (n_dynamic(constants(op, KEY)), op.group("dynamic_basis").len());
    if wanted != found {
        cx.error(
            op,
            format!("mismatch between dynamic and static basis: expected {wanted} values, but found {found}"),
        );
    }
    wanted == found
}

pub(super) fn verify_delinearize(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    if !check_basis(cx, op) {
        return;
    }
    let basis = constants(op, KEY);
    let (n, found) = (basis.len(), op.n_results());
    if found != n && found != n + 1 {
        let message = format!(
            "should return an index for each basis element and up to one extra index: {n} elements, but {found} results"
        );
        return cx.error(op, message);
    }
    if let Some(bad) = basis.iter().find(|item| **item <= 0 && **item != DYNAMIC) {
        cx.error(op, format!("no basis element may be statically non-positive, but found {bad}"));
    }
}

pub(super) fn verify_linearize(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    if !check_basis(cx, op) {
        return;
    }
    let (n, found) = (constants(op, KEY).len(), op.group("multi_index").len());
    if found != n && found != n + 1 {
        let message = format!(
            "should be passed a basis element for each index except possibly the first: {found} indices, but {n} elements"
        );
        return cx.error(op, message);
    }
    if !matches!(op.attr("disjoint"), None | Some(Attr::UNIT | Attr::TRUE | Attr::FALSE)) {
        cx.error(op, "attribute 'disjoint' failed to satisfy constraint: unit attribute");
    }
}
