//! Determines the name of a value in the text of a program.

use warpline_ir::{Def, Module, Op, Value};

/// Returns the name of a value in the text that its module was read from, without the `%`; `None` for a value
/// made by passes.
pub fn name_of(module: &Module, text: &str, value: Value) -> Option<String> {
    match module.def(value) {
        Def::Arg(..) => {
            let span = module.arg_span(value);
            let name = text.get(span.start as usize..span.end as usize)?;
            name.strip_prefix('%').map(str::to_string)
        }
        Def::Result(op, index) => result_name(results_text(module, text, op)?, index as usize),
        Def::Forward => None,
    }
}

/// Returns the text before the `=` of an operation: `%a, %b:2`.
fn results_text<'t>(module: &Module, text: &'t str, op: Op) -> Option<&'t str> {
    let before = text.get(..module.span(module.location(op)).start as usize)?.trim_end();
    let before = before.strip_suffix('"').unwrap_or(before).trim_end().strip_suffix('=')?;
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '%' | '_' | '$' | '.' | '-' | ':' | ',' | ' ');
    let start = before.char_indices().rev().take_while(|(_, c)| is_part(*c)).last().map(|(at, _)| at)?;
    Some(before[start..].trim())
}

/// Returns the name of one of several results: `b` or `b#1`.
fn result_name(list: &str, index: usize) -> Option<String> {
    let mut first = 0;
    for part in list.split(',') {
        let (name, count) = part.split_once(':').map_or((part, None), |(name, n)| (name, Some(n)));
        let name = name.trim().strip_prefix('%')?;
        let n: usize = count.map_or(Some(1), |n| n.trim().parse().ok())?;
        if index < first + n {
            return Some(if count.is_some() {
                format!("{name}#{}", index - first)
            } else {
                name.to_string()
            });
        }
        first += n;
    }
    None
}
