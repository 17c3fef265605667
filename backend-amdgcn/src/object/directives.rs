//! The assembly of a code object, for `llvm-mc`.

use super::msgpack;
use super::{CODE_ALIGN, KernelObject, Object, Section, descriptor, metadata};
use std::fmt::{self, Write};

/// Returns the assembly, with the printed code of each kernel.
pub(super) fn print(object: &Object<'_>, bodies: &[String]) -> String {
    let mut out = String::new();
    write(object, bodies, &mut out).expect("writing to a string cannot fail");
    out
}

/// Writes the assembly.
fn write(object: &Object<'_>, bodies: &[String], out: &mut String) -> fmt::Result {
    writeln!(out, "\t.amdgcn_target \"{}\"", metadata::target(object.chip))?;
    writeln!(out, "\t.amdhsa_code_object_version 5")?;
    for (kernel, body) in object.kernels.iter().zip(bodies) {
        write_code(kernel, body, out)?;
        write_descriptor(object, kernel, out)?;
    }
    write_section(object, Section::Rodata, object.rodata, out)?;
    write_section(object, Section::Data, object.data, out)?;
    write_section(object, Section::Bss, &vec![0; object.bss_bytes() as usize], out)?;
    write_metadata(object, out)
}

/// Writes the code of a kernel.
fn write_code(kernel: &KernelObject, body: &str, out: &mut String) -> fmt::Result {
    writeln!(out, "\t.text")?;
    writeln!(out, "\t.p2align\t{}", CODE_ALIGN.ilog2())?;
    write_label(&kernel.symbol, "function", kernel.code_bytes, out)?;
    writeln!(out, "{}", body.trim_end_matches('\n'))
}

/// Writes the label of a global, protected symbol.
fn write_label(symbol: &str, kind: &str, bytes: u64, out: &mut String) -> fmt::Result {
    writeln!(out, "\t.globl\t{symbol}")?;
    writeln!(out, "\t.protected\t{symbol}")?;
    writeln!(out, "\t.type\t{symbol},@{kind}")?;
    writeln!(out, "\t.size\t{symbol}, {bytes}")?;
    writeln!(out, "{symbol}:")
}

/// Writes the descriptor of a kernel.
fn write_descriptor(object: &Object<'_>, kernel: &KernelObject, out: &mut String) -> fmt::Result {
    writeln!(out, "\t.section\t.rodata,\"a\",@progbits")?;
    writeln!(out, "\t.p2align\t{}", descriptor::BYTES.ilog2())?;
    writeln!(out, "\t.amdhsa_kernel {}", kernel.symbol)?;
    for (directive, value) in descriptor::directives(object.chip, kernel) {
        writeln!(out, "\t\t.amdhsa_{directive} {value}")?;
    }
    writeln!(out, "\t.end_amdhsa_kernel")
}

/// Writes the variables of a section, and the bytes between them.
fn write_section(object: &Object<'_>, section: Section, bytes: &[u8], out: &mut String) -> fmt::Result {
    if bytes.is_empty() {
        return Ok(());
    }
    match section {
        Section::Rodata => writeln!(out, "\t.section\t.rodata,\"a\",@progbits")?,
        Section::Data => writeln!(out, "\t.data")?,
        Section::Bss => writeln!(out, "\t.bss")?,
    }
    writeln!(out, "\t.p2align\t{}", object.align(section).ilog2())?;
    let mut rest = bytes;
    for variable in object.variables_in(section) {
        let gap = variable.offset as usize - (bytes.len() - rest.len());
        let (before, at) = rest.split_at(gap);
        let (content, after) = at.split_at(variable.bytes as usize);
        write_bytes(before, out)?;
        write_label(&variable.symbol, "object", variable.bytes, out)?;
        write_bytes(content, out)?;
        rest = after;
    }
    write_bytes(rest, out)
}

/// Writes data: zeros by their number, other bytes as words.
fn write_bytes(bytes: &[u8], out: &mut String) -> fmt::Result {
    if bytes.is_empty() {
        return Ok(());
    }
    if bytes.iter().all(|byte| *byte == 0) {
        return writeln!(out, "\t.zero\t{}", bytes.len());
    }
    let (words, tail) = bytes.as_chunks::<4>();
    for line in words.chunks(8) {
        let words = line.iter().map(|word| format!("{:#x}", u32::from_le_bytes(*word)));
        writeln!(out, "\t.long\t{}", words.collect::<Vec<_>>().join(", "))?;
    }
    tail.iter().try_for_each(|byte| writeln!(out, "\t.byte\t{byte:#x}"))
}

/// Writes the metadata.
fn write_metadata(object: &Object<'_>, out: &mut String) -> fmt::Result {
    writeln!(out, "\t.amdgpu_metadata\n---")?;
    msgpack::print(&metadata::document(object.chip, object.kernels), 0, out);
    writeln!(out, "\n...\n\t.end_amdgpu_metadata")
}
