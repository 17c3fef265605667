//! `compile --emit=binary`: turns each `gpu.module` into a `gpu.binary` that holds its code for each of its targets.
//!
//! ```text
//! gpu.module @m [#nvvm.target<chip = "sm_90">] { … }
//!     → gpu.binary @m [#gpu.object<#nvvm.target<chip = "sm_90">, assembly = "…">]
//! ```
//! Launches are unchanged: they name the binary and the kernel in it. A loader picks the object that fits its chip.

use std::fmt::Write as _;

use warpline_ir::artifact::{Code, Object};
use warpline_ir::kernels::device_modules;
use warpline_ir::print::attr_text;
use warpline_ir::{Attr, Builder, Diagnostics, Facts, Gpu, Module, Op, codes};
use warpline_passes::backend::{Backend, Emit, targets_of};

use crate::driver::backends::{CodeTarget, backends};

/// Replaces every `gpu.module`. A target on the command line overrides the targets of the modules.
pub(super) fn embed(
    module: &mut Module,
    facts: Facts,
    named: Option<&CodeTarget>,
) -> Result<(), Diagnostics> {
    let tables = device_modules(module);
    let mut binaries = Vec::with_capacity(tables.len());
    for table in tables {
        let targets = targets(module, table, named)?;
        let mut images = Vec::with_capacity(targets.len());
        for (attr, CodeTarget { backend, target }) in targets {
            images.push((attr, backend.emit(module, &facts, &[table], &target, Emit::Code)?));
        }
        binaries.push((table, images));
    }
    for (table, images) in binaries {
        replace(module, table, images);
    }
    Ok(())
}

/// Returns the targets of a module, each with its attribute as the text after `#`.
fn targets(
    module: &Module,
    table: Op,
    named: Option<&CodeTarget>,
) -> Result<Vec<(String, CodeTarget)>, Diagnostics> {
    let written = targets_of(module, table);
    let mut having = backends().filter(|backend| backend.target_attr().is_some());
    let mut default = || default_target(module, having.next()?);
    if let Some(target) = named.cloned().or_else(|| written.is_empty().then(&mut default)?) {
        let name = target.backend.target_attr().map_or("", |attr| attr.name);
        return Ok(vec![(format!("{name}<chip = \"{}\">", target.target.name), target)]);
    }
    let each = written.into_iter().map(|attr| match CodeTarget::named_by(module, attr) {
        Some(target) => Ok((attr_text(module, attr).trim_start_matches('#').to_string(), target)),
        None => Err(foreign_target(module, table, attr)),
    });
    each.collect()
}

/// Returns the target of a backend when the command names none: the first target attribute in the program, else
/// the default target of the backend.
pub(super) fn default_target(module: &Module, backend: &'static dyn Backend) -> Option<CodeTarget> {
    let mut named = device_modules(module).into_iter().flat_map(|table| targets_of(module, table));
    let own = |attr: Attr| {
        CodeTarget::named_by(module, attr).filter(|target| target.backend.name() == backend.name())
    };
    named.find_map(own).or_else(|| CodeTarget::default_of(backend))
}

fn foreign_target(module: &Module, table: Op, attr: Attr) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    let target = attr_text(module, attr);
    let known = backends().filter_map(Backend::target_attr);
    let known = known.map(|attr| format!("#{}", attr.name)).collect::<Vec<_>>().join(" and ");
    let message = format!("'gpu.module' cannot be compiled for '{target}': there is code for {known} only");
    diagnostics.error(codes::UNSUPPORTED, module.span(module.location(table)), message);
    diagnostics
}

/// Replaces a module by a `gpu.binary` of the same name.
fn replace(module: &mut Module, table: Op, images: Vec<(String, Object)>) {
    let mut objects = Vec::with_capacity(images.len());
    for (target, object) in images {
        let (form, code) = match object.code {
            Code::Text(text) => {
                let text = module.string_attr(&text);
                ("assembly", attr_text(module, text))
            }
            Code::Bytes(bytes) => ("bin", quoted(&bytes)),
            Code::Native { .. } => continue,
        };
        objects.push(module.foreign_attr(&format!("gpu.object<#{target}, {form} = {code}>")));
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

/// Returns bytes as an attribute string.
fn quoted(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(text, "\\{byte:02X}");
    }
    text + "\""
}
