//! The outline: a tree of modules, functions, kernels and globals.

use lsp_types::{DocumentSymbol, SymbolKind};
use warpline_ir::{Func, Gpu, MemRef, Op, OpKind};

use super::analysis::Analysis;
use super::index::Entity;
use super::position::PieceLines;

/// Returns every symbol, nested ones below the enclosing one.
pub(super) fn outline(analysis: &Analysis, piece_lines: PieceLines<'_>) -> Vec<DocumentSymbol> {
    below(analysis, piece_lines, analysis.module.root())
}

fn below(analysis: &Analysis, piece_lines: PieceLines<'_>, parent: Op) -> Vec<DocumentSymbol> {
    let module = &analysis.module;
    let blocks = module.regions_of(parent).into_iter().flat_map(|region| module.blocks_of(region).to_vec());
    let ops = blocks.flat_map(|block| module.ops_in(block));
    ops.filter_map(|op| symbol(analysis, piece_lines, op)).collect()
}

#[expect(deprecated, reason = "the type has a field that must be set, though it is out of use")]
fn symbol(analysis: &Analysis, piece_lines: PieceLines<'_>, op: Op) -> Option<DocumentSymbol> {
    let module = &analysis.module;
    let name = module.symbol_name(op)?.to_string();
    let whole = analysis.index().text_of(op)?;
    let kind = match module.kind(op) {
        OpKind::Builtin(_) | OpKind::Gpu(Gpu::Module) => SymbolKind::MODULE,
        OpKind::Func(Func::Func) | OpKind::Gpu(Gpu::Func) => SymbolKind::FUNCTION,
        OpKind::MemRef(MemRef::Global) => SymbolKind::VARIABLE,
        _ => SymbolKind::OBJECT,
    };
    let at = analysis.index().definition(Entity::Symbol(op)).map_or(whole, |found| found.span);
    let children = if module.is_symbol_table(op) { below(analysis, piece_lines, op) } else { Vec::new() };
    Some(DocumentSymbol {
        name,
        detail: Some(module.op_name(op)),
        kind,
        tags: None,
        deprecated: None,
        range: piece_lines.range(whole.to(at)),
        selection_range: piece_lines.range(at),
        children: (!children.is_empty()).then_some(children),
    })
}
