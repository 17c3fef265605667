//! Tests the invariants of every row of the dialect tables.

use std::collections::BTreeSet;
use warpline_ir::def::{Cost, RegionFlow, Requirement, Trait};
use warpline_ir::dialect::OpKind;
use warpline_ir::format::pattern;
use warpline_ir::scalar::{Undefined, evaluate};
use warpline_ir::{DYNAMIC, Module, ParseOptions, Signedness, Type, TypeKind, parse};

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

/// Returns the reasons for which an operation on two numbers has no result for some of them, and is no poison; `None` if
/// there is no such operation.
fn errors(kind: OpKind) -> Option<BTreeSet<String>> {
    let name = kind.name();
    let text =
        format!("func.func @f(%a: i8, %b: i8) {{\n  %r = \"{name}\"(%a, %b) : (i8, i8) -> i8\n  return\n}}");
    let (module, diagnostics) = parse(&text, &ParseOptions::default());
    let op = module.walk(module.root()).into_iter().find(|op| module.kind(*op) == kind)?;
    if diagnostics.has_errors() {
        return None;
    }
    let mut found = BTreeSet::new();
    for a in 0..=255 {
        for b in 0..=255 {
            match evaluate(module.op(op), &[a, b]) {
                Err(reason @ (Undefined::DivisionByZero | Undefined::QuotientOverflow)) => {
                    found.insert(reason.to_string());
                }
                Err(Undefined::ShiftTooFar | Undefined::ConversionOutOfRange) | Ok(_) => {}
                Err(Undefined::Unsupported) => return None,
            }
        }
    }
    Some(found)
}

#[test]
fn rows_require_what_numbers_need() {
    let mut n_requiring = 0;
    for kind in OpKind::all().filter(|kind| matches!(kind, OpKind::Arith(_) | OpKind::Math(_))) {
        let (Some(found), Some(def)) = (errors(kind), kind.def()) else { continue };
        let requires = |requirement| def.requires.contains(&requirement);
        let divides = requires(Requirement::Divisor) || requires(Requirement::Power);
        let stated = [
            (divides, Undefined::DivisionByZero),
            (requires(Requirement::Quotient), Undefined::QuotientOverflow),
        ];
        let stated = stated.into_iter().filter(|(is_stated, _)| *is_stated);
        let stated: BTreeSet<String> = stated.map(|(_, reason)| reason.to_string()).collect();
        assert_eq!(found, stated, "{}", kind.name());
        n_requiring += usize::from(!stated.is_empty());
    }
    assert_eq!(n_requiring, 8, "seven divisions and a power have no result for some numbers");
}

#[test]
fn views_have_a_source_and_loops_have_steps() {
    for kind in OpKind::all() {
        let Some(def) = kind.def() else { continue };
        if def.view.is_some() {
            assert!(def.reach.is_some() && !def.operands.is_empty(), "{} is a view of nothing", kind.name());
        }
        let is_scf = matches!(kind, OpKind::Scf(_));
        let is_loop = matches!(def.flow, Some(RegionFlow::For | RegionFlow::Parallel));
        let has_steps = def.requires.contains(&Requirement::Steps);
        assert_eq!(is_scf && is_loop, has_steps, "{}", kind.name());
    }
}

#[test]
fn rows_of_scf_and_affine_say_how_control_flows() {
    for kind in OpKind::all() {
        let Some(def) = kind.def() else { continue };
        let is_control = matches!(kind, OpKind::Scf(_) | OpKind::Affine(_)) && !def.has(Trait::Terminator);
        assert!(!is_control || def.regions.is_empty() || def.flow.is_some(), "{}", kind.name());
    }
}

#[test]
fn costs_are_those_of_the_classes() {
    let cost = |name: &str| {
        let kind = OpKind::all().find(|kind| kind.name() == name).expect("the operation exists");
        kind.def().expect("it has a row").cost_class()
    };
    let classes = [
        ("arith.addi", Cost::Plain),
        ("arith.constant", Cost::Free),
        ("arith.remui", Cost::Division),
        ("gpu.thread_id", Cost::Free),
        ("math.exp", Cost::Function),
        ("math.sincos", Cost::Function),
        ("math.fma", Cost::Plain),
        ("memref.load", Cost::Memory),
        ("memref.subview", Cost::Free),
        ("scf.for", Cost::Free),
        ("vector.gather", Cost::Memory),
        ("vector.shuffle", Cost::Plain),
    ];
    for (name, class) in classes {
        assert_eq!(cost(name), class, "{name}");
    }
}
