//! `compile --emit=binary`: each `gpu.module` becomes a `gpu.binary` that holds its code for each of its targets.
//!
//! ```text
//! gpu.module @m [#nvvm.target<chip = "sm_90">] { … }
//!     → gpu.binary @m [#gpu.object<#nvvm.target<chip = "sm_90">, assembly = "…">]
//! ```
//! Launches stay as they are: they name the binary and the kernel in it. A loader takes the object that fits its chip.

use warpline_backend_ptx::{chip_of, emit_module, targets_of};
use warpline_ir::artifact::{Artifact, Code};
use warpline_ir::print::attr_text;
use warpline_ir::{Attr, Builder, Diagnostics, Facts, Gpu, Module, Op, OpKind, codes};

/// Replaces every `gpu.module`. A target that the command names wins over those of the modules.
pub(super) fn embed(module: &mut Module, facts: Facts, named: Option<&str>) -> Result<(), Diagnostics> {
    let tables: Vec<Op> = module
        .walk(module.root())
        .into_iter()
        .filter(|op| module.kind(*op) == OpKind::Gpu(Gpu::Module))
        .collect();
    let mut binaries = Vec::with_capacity(tables.len());
    for table in tables {
        let targets = targets(module, table, named)?;
        let mut images = Vec::with_capacity(targets.len());
        for (attr, chip) in targets {
            images.push((attr, text(emit_module(module, facts, &chip, table)?)));
        }
        binaries.push((table, images));
    }
    for (table, images) in binaries {
        replace(module, table, images);
    }
    Ok(())
}

/// The targets of a module as the text after `#`, each with its chip.
fn targets(module: &Module, table: Op, named: Option<&str>) -> Result<Vec<(String, String)>, Diagnostics> {
    let of_chip = |chip: &str| (format!("nvvm.target<chip = \"{chip}\">"), chip.to_string());
    if let Some(named) = named {
        return Ok(vec![of_chip(named)]);
    }
    let written = targets_of(module, table);
    if written.is_empty() {
        return Ok(vec![of_chip(&warpline_backend_ptx::default_target(module))]);
    }
    let each = written.into_iter().map(|attr| match chip_of(module, attr) {
        Some(chip) => Ok((attr_text(module, attr).trim_start_matches('#').to_string(), chip.to_string())),
        None => Err(foreign_target(module, table, attr)),
    });
    each.collect()
}

fn foreign_target(module: &Module, table: Op, attr: Attr) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    let target = attr_text(module, attr);
    let message =
        format!("'gpu.module' cannot be compiled for '{target}': there is code for #nvvm.target only");
    diagnostics.error(codes::UNSUPPORTED, module.span(module.location(table)), message);
    diagnostics
}

fn text(artifact: Artifact) -> String {
    match artifact.code {
        Code::Text(text) => text,
        Code::Native(_) => String::new(),
    }
}

/// Puts a `gpu.binary` of the same name in the place of a module.
fn replace(module: &mut Module, table: Op, images: Vec<(String, String)>) {
    let mut objects = Vec::with_capacity(images.len());
    for (target, text) in images {
        let code = module.string_attr(&text);
        let code = attr_text(module, code);
        objects.push(module.foreign_attr(&format!("gpu.object<#{target}, assembly = {code}>")));
    }
    let name = module.symbol_name(table).unwrap_or_default().to_string();
    let handler = module.attr(table, "offloadingHandler");
    let handler = handler.unwrap_or_else(|| module.foreign_attr("gpu.select_object"));
    let attrs = [
        ("sym_name", module.string_attr(&name)),
        ("offloadingHandler", handler),
        ("objects", module.array_attr(&objects)),
    ];
    Builder::before(module, table).op(Gpu::Binary, &[], &[], &attrs);
    module.erase(table);
}
