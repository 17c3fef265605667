//! Injects a deliberate miscompilation, so that tests can check whether the diagnostic tools find it.
//!
//! `--debug-miscompile=PASS:N` behaves as if that pass turned addition number N of the program into a
//! subtraction, `code` as if the code generator did, and `waits` as if no stream waited for another one. The
//! flag is hidden and of use only to tests.

use warpline_ir::{Arith, Builder, Module, Op, OpKind, Rt, Type};
use warpline_passes::find_pass;

/// The name for the position after all passes: a miscompilation by the code generator.
const CODE: &str = "code";
/// The name for the position after all passes: missing waits.
const WAITS: &str = "waits";

/// The pass that miscompiles, and the operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutation {
    pass: String,
    number: usize,
}

impl Mutation {
    /// Parses `PASS` or `PASS:N`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (pass, number) = text.split_once(':').unwrap_or((text, "0"));
        let number =
            number.parse().ok().filter(|_| [CODE, WAITS].contains(&pass) || find_pass(pass).is_some());
        let number = number.ok_or(format!("expected PASS or PASS:N, but found '{text}'"))?;
        Ok(Self { pass: pass.to_string(), number })
    }

    /// Whether the miscompilation follows this pass.
    pub fn is_behind(&self, pass: &str) -> bool {
        self.pass == pass
    }

    /// Whether the miscompilation follows all passes.
    pub fn is_in_code(&self) -> bool {
        [CODE, WAITS].contains(&self.pass.as_str())
    }

    /// Applies the miscompilation.
    pub fn spoil(&self, module: &mut Module) {
        if self.pass == WAITS {
            let is_wait = |op: &Op| module.kind(*op) == OpKind::Rt(Rt::Wait);
            let waits: Vec<Op> = module.walk(module.root()).into_iter().filter(is_wait).collect();
            return waits.into_iter().for_each(|op| module.erase(op));
        }
        let additions =
            module.walk(module.root()).into_iter().filter_map(|op| Some((op, opposite(module, op)?)));
        let Some((op, kind)) = additions.collect::<Vec<_>>().get(self.number).copied() else { return };
        let (a, b) = (module.op(op).named("lhs"), module.op(op).named("rhs"));
        let wrong = Builder::before(module, op).binary(kind, a, b);
        module.replace_op(op, &[wrong]);
    }
}

/// Returns the subtraction for an addition of data. Additions of indices are excluded, since those are addresses.
fn opposite(module: &Module, op: Op) -> Option<Arith> {
    match module.kind(op) {
        OpKind::Arith(Arith::AddF) => Some(Arith::SubF),
        OpKind::Arith(Arith::AddI) if module.type_of(module.result(op, 0)) != Type::INDEX => {
            Some(Arith::SubI)
        }
        _ => None,
    }
}
