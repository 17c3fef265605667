//! `scf-uplift-while-to-for`: turns loops that count up to a bound into `scf.for`.
//!
//! The first region must only compare a carried value with a bound from outside, and the second one must add a
//! positive constant from outside to it. Steps other than 1 need a sum that cannot wrap: an `nsw` or `nuw` flag, or a constant
//! bound that is far enough from the greatest number. The last value of the counter, if it is used, is the greater of
//! the first value and the bound, for steps of 1 only. Cost: linear in the operations.
//!
//! ```text
//! %r:2 = scf.while (%i = %c0, %s = %x) …  {     │ %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) … {
//!   %c = arith.cmpi slt, %i, %n : index         │   %t = arith.addi %s, %s : i32
//!   scf.condition(%c) %i, %s : index, i32       │   scf.yield %t : i32
//! } do {                                        │ }
//! ^bb0(%i: index, %s: i32):                     │
//!   %t = arith.addi %s, %s : i32                │
//!   %next = arith.addi %i, %c1 : index          │
//!   scf.yield %next, %t : index, i32            │
//! }                                             │
//! ```

use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::{Arith, Attr, Block, Builder, Module, Op, OpKind, Place, Scf, Type, Value};

/// The `scf-uplift-while-to-for` pass.
pub const PASS: Pass = Pass {
    name: "scf-uplift-while-to-for",
    summary: "Turns loops that count up to a bound into scf.for",
    options: &[],
    run: PassFn::Always(run),
};

fn run(cx: &mut PassCx<'_>) -> Changed {
    let mut changed = false;
    for op in cx.module.walk(cx.module.root()) {
        if cx.module.kind(op) == OpKind::Scf(Scf::While)
            && let Some(count) = Count::of_loop(cx.module, op)
        {
            count.build(cx.module, op);
            changed = true;
        }
    }
    changed.into()
}

/// A loop that counts.
struct Count {
    before: Block,
    after: Block,
    /// The number of the counter among the carried values.
    counter: usize,
    upper: Value,
    step: Value,
    is_unsigned: bool,
}

impl Count {
    fn of_loop(module: &Module, op: Op) -> Option<Self> {
        let (before, after) = (module.entry(op, 0)?, module.entry(op, 1)?);
        let comparison = module.first_op(before)?;
        let condition = module.next_op(comparison)?;
        let is_test = module.kind(comparison) == OpKind::Arith(Arith::CmpI)
            && module.kind(condition) == OpKind::Scf(Scf::Condition)
            && module.operand(condition, 0) == module.result(comparison, 0);
        if !is_test {
            return None;
        }
        let [a, b] = ["lhs", "rhs"].map(|name| module.op(comparison).named(name));
        let (value, upper, is_unsigned) = match module.op(comparison).keyword("predicate")? {
            "slt" => (a, b, false),
            "ult" => (a, b, true),
            "sgt" => (b, a, false),
            "ugt" => (b, a, true),
            _ => return None,
        };
        let args = module.args(before);
        let counter = args.iter().position(|arg| *arg == value)?;
        let passed = &module.operands(condition)[1..];
        let is_known = |value: &Value| args.contains(value) || !module.is_made_inside(*value, op);
        if module.is_made_inside(upper, op) || !passed.iter().all(is_known) {
            return None;
        }
        let (end, inner) = (module.last_op(after)?, module.args(after));
        let is_counter = |value: Value| {
            inner.iter().zip(passed).any(|(arg, passed)| *arg == value && *passed == args[counter])
        };
        let sum = module.defining_op(module.operand(end, counter))?;
        if module.kind(sum) != OpKind::Arith(Arith::AddI) {
            return None;
        }
        let [a, b] = ["lhs", "rhs"].map(|name| module.op(sum).named(name));
        let step = if is_counter(a) { b } else { is_counter(b).then_some(a)? };
        if module.is_made_inside(step, op) || module.type_of(upper) == Type::I1 {
            return None;
        }
        let count = Self { before, after, counter, upper, step, is_unsigned };
        count.ends(module, op, sum).then_some(count)
    }

    /// Whether the counter cannot wrap before it reaches the bound, and its last value is known where it is used.
    fn ends(&self, module: &Module, op: Op, sum: Op) -> bool {
        let Some(step) = module.constant_int(self.step).filter(|step| 0 < *step) else { return false };
        if step == 1 {
            return true;
        }
        let width = module.bit_width(module.type_of(self.upper)).unwrap_or(64).min(64);
        let greatest = (i64::MAX as u64) >> (64 - width);
        let flag = if self.is_unsigned { "nuw" } else { "nsw" };
        let fits =
            |upper: i64| 0 <= upper && upper.cast_unsigned() <= greatest - step.cast_unsigned().min(greatest);
        let cannot_wrap = module.op(sum).has_flag("overflowFlags", &[flag])
            || module.constant_int(self.upper).is_some_and(fits);
        cannot_wrap
            && self
                .results(module, op)
                .all(|(from, result)| from != Some(self.counter) || module.is_unused(result))
    }

    /// Returns the results, each with the number of the carried value that it is.
    fn results<'m>(
        &self,
        module: &'m Module,
        op: Op,
    ) -> impl Iterator<Item = (Option<usize>, Value)> + use<'m> {
        let args = module.args(self.before);
        let condition = module.last_op(self.before).expect("the first region of a loop has an end");
        let passed = &module.operands(condition)[1..];
        let numbers = passed.iter().map(|value| args.iter().position(|arg| arg == value));
        numbers.zip(module.results(op))
    }

    /// Replaces the loop.
    fn build(&self, module: &mut Module, op: Op) {
        let mut inits = module.operands(op).to_vec();
        let lower = inits.remove(self.counter);
        let types: Vec<Type> = inits.iter().map(|init| module.type_of(*init)).collect();
        let operands = [&[lower, self.upper, self.step][..], &inits].concat();
        let attrs: &[(&str, Attr)] = if self.is_unsigned { &[("unsignedCmp", Attr::UNIT)] } else { &[] };
        let new = Builder::before(module, op).op_with_regions(Scf::For, &operands, &types, attrs, 1);
        let body_types: Vec<Type> = [module.type_of(lower)].into_iter().chain(types).collect();
        let region = module.region(new, 0);
        let body = module.add_block(region, &body_types);
        let args = module.args(body).to_vec();
        let results: Vec<Value> = module.results(new).collect();
        // What a carried value is in the body, and after the loop.
        let number = |carried: usize| if carried < self.counter { carried } else { carried - 1 };
        let condition = module.last_op(self.before).expect("the first region of a loop has an end");
        let passed = module.operands(condition)[1..].to_vec();
        let from: Vec<(Option<usize>, Value)> = self.results(module, op).collect();
        let mut last = None;
        for (((carried, result), passed), arg) in
            from.into_iter().zip(passed).zip(module.args(self.after).to_vec())
        {
            let (inside, outside) = match carried {
                None => (passed, passed),
                Some(carried) if carried != self.counter => {
                    (args[1 + number(carried)], results[number(carried)])
                }
                Some(_) if module.is_unused(result) => (args[0], args[0]),
                Some(_) => {
                    let greater = if self.is_unsigned { Arith::MaxUI } else { Arith::MaxSI };
                    let last = *last.get_or_insert_with(|| {
                        Builder::after(module, new).binary(greater, lower, self.upper)
                    });
                    (args[0], last)
                }
            };
            module.replace_all_uses(arg, inside);
            module.replace_all_uses(result, outside);
        }
        module.move_block_ops(self.after, Place::End(body));
        let end = module.last_op(body).expect("the second region of a loop has an end");
        let mut next = module.operands(end).to_vec();
        next.remove(self.counter);
        module.set_operands(end, &next);
        module.erase(op);
    }
}
