//! Reads AMDGCN assembly: the instructions of its kernels, and the registers that the metadata counts.

use std::collections::BTreeMap;

/// The code of a kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Code {
    /// The instructions, one per line, without labels, padding, and hints to the scheduler of the hardware.
    pub(crate) text: String,
    /// The number of instructions.
    pub(crate) instructions: u32,
    /// The instructions that wait for memory.
    pub(crate) waits: u32,
    /// The vector registers.
    pub(crate) vgprs: u32,
    /// The scalar registers.
    pub(crate) sgprs: u32,
    /// The spilled registers of both kinds.
    pub(crate) spills: u32,
}

/// Returns the kernels of a text by name.
pub(crate) fn kernels(text: &str) -> BTreeMap<String, Code> {
    let (code, metadata) = text.split_once("amdhsa.kernels:").unwrap_or((text, ""));
    let mut found = BTreeMap::new();
    for facts in facts(metadata) {
        let Some(name) = facts.get("symbol").and_then(|symbol| symbol.strip_suffix(".kd")) else { continue };
        let number = |key: &str| facts.get(key).and_then(|number| number.parse().ok()).unwrap_or(0);
        let registers = Code {
            vgprs: number("vgpr_count"),
            sgprs: number("sgpr_count"),
            spills: number("vgpr_spill_count") + number("sgpr_spill_count"),
            ..Code::default()
        };
        found.insert(name.to_string(), count(code, name, registers));
    }
    found
}

/// Counts the instructions between the label of a kernel and the end of its section.
fn count(text: &str, name: &str, mut code: Code) -> Code {
    let label = format!("{name}:");
    let lines = text.lines().map(|line| line.split(';').next().unwrap_or_default().trim());
    let body = lines.skip_while(|line| *line != label).skip(1);
    let body = body.take_while(|line| !line.starts_with(".section"));
    let is_padding = |line: &str| ["s_code_end", "s_nop"].iter().any(|padding| line.starts_with(padding));
    let is_code = |line: &&str| !line.is_empty() && !line.starts_with('.') && !line.ends_with(':');
    let body: Vec<&str> = body.filter(is_code).collect();
    // Blocks may follow the last `s_endpgm`, so only what is at the very end is padding.
    let end = body.iter().rposition(|line| !is_padding(line)).map_or(0, |last| last + 1);
    let is_hint = |line: &str| ["s_delay_alu", "s_clause"].iter().any(|hint| line.starts_with(hint));
    for line in body[..end].iter().filter(|line| !is_hint(line)) {
        code.instructions += 1;
        code.waits += u32::from(waits_for_memory(line));
        code.text.push_str(line.split(".L").next().unwrap_or_default());
        code.text.push('\n');
    }
    code
}

/// Whether an instruction waits for memory, by the names of all chips; waits for the vector unit are not counted.
fn waits_for_memory(line: &str) -> bool {
    const OTHERS: [&str; 3] = ["s_waitcnt_depctr", "s_wait_alu", "s_wait_event"];
    line.starts_with("s_wait") && !OTHERS.iter().any(|other| line.starts_with(other))
}

/// Returns the entries of each kernel in the metadata, which is YAML; those of arguments are indented further.
fn facts(metadata: &str) -> Vec<BTreeMap<&str, &str>> {
    let mut found: Vec<BTreeMap<&str, &str>> = Vec::new();
    for line in metadata.lines().skip(1).take_while(|line| line.starts_with("  ")) {
        let first = line.strip_prefix("  - .");
        if first.is_some() {
            found.push(BTreeMap::new());
        }
        let entry = first.or_else(|| line.strip_prefix("    .")).and_then(|entry| entry.split_once(':'));
        if let (Some((key, value)), Some(facts)) = (entry, found.last_mut()) {
            facts.insert(key, value.trim().trim_matches('\''));
        }
    }
    found
}
