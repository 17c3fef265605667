//! Symbols of kernels in the code of GPUs.
//!
//! A kernel keeps its name if no other kernel has it; otherwise it becomes `<module>__<kernel>`. Characters that
//! assemblers do not allow become `_`. A name that is then taken gets a numeric suffix.

use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::artifact::REPORT_VARIABLE;
use warpline_ir::{Module, Op};

/// The symbol of each kernel.
#[derive(Debug)]
pub struct Symbols(Vec<String>);

impl Symbols {
    /// Assigns symbols to kernels, which are given with their modules in the order of the text.
    pub fn of(module: &Module, kernels: &[(Op, Op)]) -> Self {
        let name = |op: Op| module.symbol_name(op).unwrap_or_default();
        let mut n_uses: FxHashMap<&str, usize> = FxHashMap::default();
        for (_, func) in kernels {
            *n_uses.entry(name(*func)).or_default() += 1;
        }
        let mut taken = FxHashSet::from_iter([REPORT_VARIABLE.to_string()]);
        let symbols = kernels.iter().map(|(gpu_module, func)| {
            let base = if n_uses[name(*func)] == 1 {
                name(*func).to_string()
            } else {
                format!("{}__{}", name(*gpu_module), name(*func))
            };
            free_symbol(&identifier(&base), &mut taken)
        });
        Self(symbols.collect())
    }

    /// Returns the symbol of the kernel with this index.
    pub fn get(&self, index: usize) -> &str {
        &self.0[index]
    }
}

fn free_symbol(base: &str, taken: &mut FxHashSet<String>) -> String {
    let mut symbol = base.to_string();
    let mut n = 0;
    while !taken.insert(symbol.clone()) {
        symbol = format!("{base}_{n}");
        n += 1;
    }
    symbol
}

/// Returns the text with every character replaced that an assembler does not allow in a name.
fn identifier(text: &str) -> String {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let mut name: String = text.chars().map(|c| if is_allowed(c) { c } else { '_' }).collect();
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        name.insert_str(0, "k_");
    }
    name
}
