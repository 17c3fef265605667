//! A mistake that is made on purpose, so that tests can see whether the tools that look for mistakes find it.
//!
//! `--debug-miscompile=PASS:N` behaves as if that pass turned addition number N of the program into a subtraction, `code`
//! as if the code generator did, and `waits` as if no stream waited for another one. The flag is hidden, and nothing but
//! tests has a use for it.

use warpline_ir::{Arith, Builder, Module, Op, OpKind, Rt, Type};
use warpline_passes::find_pass;

/// The place behind all passes: the mistake is one of the code generator.
const CODE: &str = "code";
/// The same: the mistake is one of order.
const WAITS: &str = "waits";

/// Which pass makes the mistake, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planted {
    pass: String,
    number: usize,
}

impl Planted {
    /// Reads `PASS` or `PASS:N`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (pass, number) = text.split_once(':').unwrap_or((text, "0"));
        let number =
            number.parse().ok().filter(|_| [CODE, WAITS].contains(&pass) || find_pass(pass).is_some());
        let number = number.ok_or(format!("expected PASS or PASS:N, but found '{text}'"))?;
        Ok(Self { pass: pass.to_string(), number })
    }

    /// Whether the mistake is made behind this pass.
    pub fn is_behind(&self, pass: &str) -> bool {
        self.pass == pass
    }

    /// Whether the mistake is made behind all passes.
    pub fn is_in_code(&self) -> bool {
        [CODE, WAITS].contains(&self.pass.as_str())
    }

    /// Makes the mistake.
    pub fn spoil(&self, module: &mut Module) {
        if self.pass == WAITS {
            let is_wait = |op: &Op| module.kind(*op) == OpKind::Rt(Rt::Wait);
            let waits: Vec<Op> = module.walk(module.root()).into_iter().filter(is_wait).collect();
            return waits.into_iter().for_each(|op| module.erase(op));
        }
        let additions =
            module.walk(module.root()).into_iter().filter_map(|op| Some((op, opposite(module, op)?)));
        let Some((op, kind)) = additions.collect::<Vec<_>>().get(self.number).copied() else { return };
        let (a, b) = (module.operand(op, 0), module.operand(op, 1));
        let wrong = Builder::before(module, op).binary(kind, a, b);
        module.replace_op(op, &[wrong]);
    }
}

/// The subtraction in place of an addition of data; sums of indices are left alone, since those are addresses.
fn opposite(module: &Module, op: Op) -> Option<Arith> {
    match module.kind(op) {
        OpKind::Arith(Arith::AddF) => Some(Arith::SubF),
        OpKind::Arith(Arith::AddI) if module.type_of(module.result(op, 0)) != Type::INDEX => {
            Some(Arith::SubI)
        }
        _ => None,
    }
}
