//! Tests the invariants of every row of the dialect tables.

use std::collections::BTreeSet;
use warpline_ir::dialect::OpKind;
use warpline_ir::format::pattern;
use warpline_ir::{DYNAMIC, Module, Signedness, Type, TypeKind};

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

#[test]
fn rows_that_make_memory_say_what_bounds_it() {
    let mut module = Module::new();
    let memref = module.memref_type(&[4], Type::F32, None, None);
    let scalar = module.memref_type(&[], Type::F32, None, None);
    let bytes = module.intern_type(TypeKind::Integer(8, Signedness::Signless));
    let bytes = module.memref_type(&[DYNAMIC], bytes, None, None);
    let unranked = module.intern_type(TypeKind::UnrankedMemRef(Type::F32, None));
    let space = module.foreign_attr("ptr.generic_space");
    let pointer = module.intern_type(TypeKind::Ptr(space));
    let memory = [memref, scalar, bytes, unranked, pointer];
    for kind in OpKind::all() {
        let Some(def) = kind.def() else { continue };
        // A slot that takes a number, too, takes a value as it is.
        let makes_memory = def.results.iter().any(|slot| {
            let takes = |ty| (slot.types.accepts)(&module, ty);
            memory.into_iter().any(takes) && !takes(Type::I32)
        });
        assert!(!makes_memory || def.reach.is_some(), "{}: checked, proved or refused?", kind.name());
    }
}
