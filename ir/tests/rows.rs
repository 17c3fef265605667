//! Tests the invariants of every row of the dialect tables.

use std::collections::BTreeSet;
use warpline_ir::dialect::OpKind;
use warpline_ir::format::pattern;

#[test]
fn every_pattern_compiles() {
    let n = OpKind::all().filter(|kind| pattern::is_pattern(*kind)).count();
    assert!(50 < n, "only {n} operations have a pattern");
}

#[test]
fn names_are_unique() {
    let mut names = BTreeSet::new();
    for kind in OpKind::all() {
        assert!(names.insert(kind.name()), "two rows are called '{}'", kind.name());
    }
}

#[test]
fn type_rules_and_segments_name_slots() {
    for kind in OpKind::all() {
        let Some(def) = kind.def() else { continue };
        let slots: Vec<_> = def.operands.iter().chain(def.results).map(|slot| slot.name).collect();
        for rule in def.type_rules {
            for name in [rule.slot, rule.from] {
                assert!(slots.contains(&name), "{}: no slot is called '{name}'", kind.name());
            }
        }
    }
}
