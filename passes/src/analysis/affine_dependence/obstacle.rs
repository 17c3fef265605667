//! Reasons why the iterations of a loop must run sequentially.

use super::MAX_ACCESSES;
use crate::analysis::alias;
use warpline_ir::{Affine, Def, MemRef, Module, Op, OpKind, Value};

/// The reason why a loop is not parallel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// It carries values from one iteration to the next.
    CarriesValues,
    /// The step of the loop is unknown.
    UnknownStep,
    /// This operation may read and write any memory.
    UnknownEffects(Op),
    /// It has this many accesses, more than are compared.
    ManyAccesses(usize),
    /// This operation accesses an unknown element.
    UnknownElement(Op),
    /// Two accesses, one of them a write, to memrefs that may alias.
    MayOverlap([(Op, Value); 2]),
    /// Two accesses, one of them a write, may access one element in different iterations.
    Carried([Op; 2]),
}

impl Obstacle {
    /// Returns the reason as part of a sentence about the loop.
    pub fn reason(&self, module: &Module) -> String {
        match self {
            Self::CarriesValues => "it carries values from one iteration to the next".to_string(),
            Self::UnknownStep => "its step is not positive".to_string(),
            Self::UnknownEffects(op) => {
                format!("'{}' in it may read and write any memory", module.op_name(*op))
            }
            Self::ManyAccesses(count) => {
                format!("it has {count} accesses, and at most {MAX_ACCESSES} are compared")
            }
            Self::UnknownElement(op) => {
                format!("the element of {} is not an affine function of indices", access_name(module, *op))
            }
            Self::MayOverlap([(_, a), (_, b)]) => format!(
                "{} and {} may overlap; 'llvm.noalias' on an argument states that it shares no memory",
                buffer_name(module, *a),
                buffer_name(module, *b)
            ),
            Self::Carried([a, b]) if a == b => {
                format!("two iterations may access the same element by {}", access_name(module, *a))
            }
            Self::Carried([a, b]) => format!(
                "{} in one iteration may access the element of {} in another one",
                access_name(module, *a),
                access_name(module, *b)
            ),
        }
    }

    /// Returns the operations that cause the obstacle, each with the text of its note.
    pub fn operations(&self) -> Vec<(Op, &'static str)> {
        match self {
            Self::CarriesValues | Self::UnknownStep | Self::ManyAccesses(_) => Vec::new(),
            Self::UnknownEffects(op) | Self::UnknownElement(op) => vec![(*op, "the operation is here")],
            Self::MayOverlap([(a, _), (b, _)]) | Self::Carried([a, b]) if a != b => {
                vec![(*a, "one access is here"), (*b, "the other access is here")]
            }
            Self::MayOverlap([(op, _), _]) | Self::Carried([op, _]) => vec![(*op, "the access is here")],
        }
    }
}

/// Describes an access; loads and stores may be raised, so their dialect says little.
fn access_name(module: &Module, op: Op) -> String {
    match module.kind(op) {
        OpKind::Affine(Affine::Load) | OpKind::MemRef(MemRef::Load) => "a load".to_string(),
        OpKind::Affine(Affine::Store) | OpKind::MemRef(MemRef::Store) => "a store".to_string(),
        _ => format!("'{}'", module.op_name(op)),
    }
}

/// Describes a buffer by its origin: an argument by number, a global by name, else the allocating operation.
pub fn buffer_name(module: &Module, value: Value) -> String {
    let base = alias::base(module, value);
    let is_view = base != value;
    let name = match module.def(base) {
        Def::Arg(_, index) => format!("argument {index}"),
        Def::Result(op, _) => match (module.kind(op), module.op(op).symbol("name")) {
            (OpKind::MemRef(MemRef::GetGlobal), Some(name)) => format!("global '{name}'"),
            _ => format!("the buffer of '{}'", module.op_name(op)),
        },
        Def::Forward => "a buffer".to_string(),
    };
    if is_view { format!("a view of {name}") } else { name }
}
