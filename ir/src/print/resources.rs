//! Prints the resource section: resources that the module refers to, and those that belong to other tools.

use crate::module::Module;
use crate::print::attrs::{write_key, write_string};
use crate::resources::{Resource, ResourceSection, ResourceValue};
use indexmap::IndexMap;
use rustc_hash::FxHashSet;

/// Writes `{-# … #-}` after the text of the module, or nothing if there are no resources. Values whose text
/// is longer than `limit` are omitted; as in mlir-opt, the brackets are printed even if no value is.
pub(crate) fn write_resources(out: &mut String, module: &Module, limit: Option<usize>) {
    let sections =
        [("dialect_resources", ResourceSection::Dialect), ("external_resources", ResourceSection::External)];
    let used = used_keys(out);
    let texts: Vec<_> = sections
        .into_iter()
        .filter_map(|(name, section)| section_text(module, name, (section, &used), limit))
        .collect();
    if !texts.is_empty() || module.resources.iter().any(|resource| is_used(resource, &used)) {
        out.push_str("\n{-#\n");
        out.push_str(&texts.join(",\n"));
        out.push_str("\n#-}\n");
    }
}

fn section_text(
    module: &Module,
    name: &str,
    (section, used): (ResourceSection, &FxHashSet<String>),
    limit: Option<usize>,
) -> Option<String> {
    let mut owners: IndexMap<&str, Vec<String>> = IndexMap::new();
    for resource in &module.resources {
        let value = value_text(resource);
        let is_short = limit.is_none_or(|limit| value.chars().count() <= limit);
        if resource.section == section && is_short && is_used(resource, used) {
            owners.entry(&resource.owner).or_default().push(entry_text(resource, &value));
        }
    }
    if owners.is_empty() {
        return None;
    }
    let owners = owners.into_iter().map(|(owner, entries)| {
        let mut text = String::from("    ");
        write_key(&mut text, owner);
        text.push_str(": {\n");
        text.push_str(&entries.join(",\n"));
        text.push_str("\n    }");
        text
    });
    Some(format!("  {name}: {{\n{}\n  }}", owners.collect::<Vec<_>>().join(",\n")))
}

fn entry_text(resource: &Resource, value: &str) -> String {
    let mut text = String::from("      ");
    write_key(&mut text, &resource.key);
    text.push_str(": ");
    text.push_str(value);
    text
}

fn value_text(resource: &Resource) -> String {
    let mut text = String::new();
    match &resource.value {
        ResourceValue::Blob(digits) => {
            text.push_str("\"0x");
            text.push_str(digits);
            text.push('"');
        }
        ResourceValue::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
        ResourceValue::String(content) => write_string(&mut text, content),
    }
    text
}

/// Whether a resource is printed: that of a dialect only if an attribute of the text refers to it.
fn is_used(resource: &Resource, used: &FxHashSet<String>) -> bool {
    let mut key = String::new();
    write_key(&mut key, &resource.key);
    resource.section == ResourceSection::External || used.contains(&key)
}

/// Returns the keys after `dense_resource<` in a text, with their quotes if any.
fn used_keys(text: &str) -> FxHashSet<String> {
    let after = text.split("dense_resource<").skip(1);
    after
        .filter_map(|rest| {
            let end = match rest.strip_prefix('"') {
                Some(quoted) => quoted.find('"')? + 2,
                None => rest.find('>')?,
            };
            rest.get(..end).map(str::to_string)
        })
        .collect()
}
