//! Computes 64-bit integers in 32 bits where their ranges prove that operands and results fit.
//!
//! An operation of `arith` becomes one on `i32` between truncations of its operands and an extension of its result,
//! a zero extension where the result is not negative. Chains of such operations stay in 32 bits, since a truncation
//! of an extension folds to the value itself. Values carried by loops, branches and block arguments are narrowed as
//! well, and so are the bounds of loops that end before 2^31. Addresses of workgroup memory have 32 bits on GPUs,
//! so offsets to them are truncated to their low 32 bits in any case. A product of 64 bits whose factors fit in 32
//! keeps its type and gets extended factors, for which selection uses a widening multiplication.
//!
//! A result that has the same value in every launch becomes a constant.
//!
//! Ranges hold for the launches of a kernel ([`kernel_facts`]) and under the conditions that enclose an operation.
//! Only device functions change. Cost: the range analysis, and one walk.
//!
//! ```text
//! %b = gpu.block_id x                        %b = gpu.block_id x
//! %i = arith.muli %b, %c256 : index     →    %0 = arith.index_cast %b : index to i32
//!                                            %1 = arith.muli %0, %c256_i32 : i32
//!                                            %i = arith.index_castui %1 : i32 to index
//! ```

mod carried;
mod words;

use crate::analysis::kernel_facts;
use crate::analysis::ranges::{Range, Ranges};
use crate::analysis::spaces::WORKGROUP;
use crate::gpu::launch_limits::Limits;
use crate::transforms::dce::drop_dead_ops;
use crate::{Changed, Pass, PassCx, PassFn};
use carried::Carried;
use warpline_ir::artifact::comparison_of;
use warpline_ir::def::Requirement;
use warpline_ir::def::Trait;
use warpline_ir::{Arith, Block, Builder, Module, Op, OpKind, Place, Ptr, Reported, Type, TypeKind, Value};
use words::{drop_round_trips, extended, low_bits, word};

/// The `arith-int-range-narrowing` pass.
pub const PASS: Pass = Pass {
    name: "arith-int-range-narrowing",
    summary: "Computes integers of 64 bits in 32 bits where their ranges allow it",
    options: &[Limits::GRID, Limits::BLOCK],
    run: PassFn::MayFail(run),
};

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let limits = Limits::of(cx)?;
    let module = &mut *cx.module;
    let mut changed = false;
    for func in kernel_facts::device_functions(module) {
        let ranges = limits.ranges_of(module, func);
        let mut finder = Finder { module, ranges, found: Vec::new() };
        finder.regions(func);
        let found = finder.found;
        if found.is_empty() {
            continue;
        }
        changed = true;
        for rewrite in found {
            rewrite.apply(module);
        }
        drop_round_trips(module, func);
        drop_dead_ops(module, func);
    }
    Ok(changed.into())
}

/// The rewrite of an operation.
enum Rewrite {
    /// A constant.
    Constant(Op, i64),
    /// Compute in 32 bits; whether the result is not negative.
    Narrow(Op, bool),
    /// Extend the factors of a product; whether neither is negative.
    Widening(Op, bool),
    /// Use the low 32 bits of the offset of a `ptr.ptr_add`.
    Offset(Op),
    /// Count an `scf.for` in 32 bits; whether its induction variable is not negative.
    Count(Op, bool),
    /// Carry values in 32 bits.
    Carry(Carried),
}

/// Collects the rewrites while ranges are valid.
struct Finder<'m> {
    module: &'m Module,
    ranges: Ranges,
    found: Vec<Rewrite>,
}

impl Finder<'_> {
    fn regions(&mut self, op: Op) {
        for region in self.module.regions_of(op) {
            for block in self.module.blocks_of(region) {
                self.block(*block);
            }
        }
    }

    fn block(&mut self, block: Block) {
        let entered = self.ranges.enter(block);
        self.find_block_args(block);
        for op in self.module.ops_in(block) {
            if self.find_constant(op) {
                continue;
            }
            match self.module.kind(op) {
                OpKind::Arith(kind) => self.find_arith(op, kind),
                OpKind::Scf(_) => self.find_carried(op),
                OpKind::Ptr(Ptr::PtrAdd) => self.find_offset(op),
                _ => {}
            }
            self.regions(op);
        }
        self.ranges.leave(entered);
    }

    /// Records a result that has one value in every launch; returns whether it has.
    fn find_constant(&mut self, op: Op) -> bool {
        let is_computed = match self.module.kind(op) {
            OpKind::Arith(kind) => kind != Arith::Constant,
            OpKind::Gpu(kind) => kind.def().scope.is_some(),
            _ => false,
        };
        if !is_computed || self.module.n_results(op) != 1 {
            return false;
        }
        let result = self.module.result(op, 0);
        let is_number = match self.module.type_kind(self.module.type_of(result)) {
            TypeKind::Integer(width, _) => 1 < *width,
            TypeKind::Index => true,
            _ => false,
        };
        let number = self.ranges.of(result).value().filter(|_| is_number);
        self.found.extend(number.map(|number| Rewrite::Constant(op, number)));
        number.is_some()
    }

    /// Records an offset to a pointer into workgroup memory, whose addresses have 32 bits.
    fn find_offset(&mut self, op: Op) {
        let types = self.module.op(op);
        let is_workgroup = self.module.llvm_address_space(types.operand_type(0)) == Some(WORKGROUP);
        if is_workgroup && is_wide(self.module, types.operand_type(1)) {
            self.found.push(Rewrite::Offset(op));
        }
    }

    fn find_arith(&mut self, op: Op, kind: Arith) {
        let view = self.module.op(op);
        if view.n_results() != 1 || !self.is_wide_operation(op) {
            return;
        }
        let fits =
            view.operands().iter().all(|value| self.fits_word(*value)) && self.fits_word(view.result(0));
        let is_natural = self.ranges.of(view.result(0)).is_natural();
        let is_narrow = fits && self.is_narrowable(op, kind) && !self.is_scaled_offset(op, kind);
        if is_narrow {
            self.found.push(Rewrite::Narrow(op, is_natural));
        } else if kind == Arith::MulI {
            self.find_widening(op);
        }
    }

    /// Whether an operation has a 64-bit operand or result, and all of them are scalars of register width.
    fn is_wide_operation(&self, op: Op) -> bool {
        let view = self.module.op(op);
        let mut types = view.operands().iter().map(|value| view.type_of(*value)).chain([view.result_type(0)]);
        let is_held = |ty: Type| match self.module.type_kind(ty) {
            TypeKind::Integer(width, _) => *width <= 32 || *width == 64,
            TypeKind::Index | TypeKind::Float(_) => true,
            _ => false,
        };
        types.clone().all(is_held) && types.any(|ty| is_wide(self.module, ty))
    }

    /// Whether an operation is equivalent in 32 bits if operands and results fit.
    fn is_narrowable(&self, op: Op, kind: Arith) -> bool {
        let range = |index: usize| self.ranges.of(self.module.operand(op, index));
        match kind {
            Arith::CmpI => !self.is_reported(op),
            Arith::UIToFP => range(0).is_natural(),
            Arith::SIToFP => true,
            Arith::DivUI | Arith::RemUI | Arith::CeilDivUI => range(0).is_natural() && range(1).is_natural(),
            Arith::ShLI | Arith::ShRSI => range(1).is_in(Range { min: 0, max: 31 }),
            Arith::ShRUI => range(0).is_natural() && range(1).is_in(Range { min: 0, max: 31 }),
            Arith::IndexCastUI | Arith::ExtUI => {
                let from = self.module.type_of(self.module.operand(op, 0));
                !is_wide(self.module, from) || range(0).is_natural()
            }
            kind => {
                let is_division = kind.def().requires.contains(&Requirement::Divisor);
                is_division || self.module.op(op).is_integer_arithmetic()
            }
        }
    }

    /// Whether an operation is a 64-bit product that is only added to pointers, for which the widening form is
    /// cheaper.
    fn is_scaled_offset(&self, op: Op, kind: Arith) -> bool {
        let uses = self.module.uses(self.module.result(op, 0));
        kind == Arith::MulI
            && uses
                .iter()
                .all(|used| used.index == 1 && self.module.kind(used.op) == OpKind::Ptr(Ptr::PtrAdd))
    }

    /// Whether a bounds check reports the operands of a comparison, which it needs unchanged.
    fn is_reported(&self, op: Op) -> bool {
        let uses = self.module.uses(self.module.result(op, 0));
        uses.iter().any(|used| comparison_of(self.module, used.op).is_some_and(|(maker, _)| maker == op))
    }

    /// Records a 64-bit product whose factors both fit in 32 bits signed, or both unsigned.
    fn find_widening(&mut self, op: Op) {
        let words = Range { min: 0, max: u32::MAX.into() };
        let ranges = [0, 1].map(|index| self.ranges.of(self.module.operand(op, index)));
        if ranges.iter().all(|range| range.is_in(words)) || ranges.iter().all(|range| range.fits_i32()) {
            // Both factors get the same kind of extension.
            self.found.push(Rewrite::Widening(op, ranges.iter().all(|range| range.is_natural())));
        }
    }

    /// Whether a value is a 64-bit integer that fits in 32 bits signed, or a narrower integer.
    fn fits_word(&self, value: Value) -> bool {
        !is_wide(self.module, self.module.type_of(value)) || self.ranges.of(value).fits_i32()
    }

    /// Whether a value is a 64-bit integer that fits in 32 bits.
    fn is_wide_word(&self, value: Value) -> bool {
        is_wide(self.module, self.module.type_of(value)) && self.ranges.of(value).fits_i32()
    }
}

impl Rewrite {
    fn apply(self, module: &mut Module) {
        match self {
            Self::Constant(op, number) => {
                let ty = module.type_of(module.result(op, 0));
                let constant = Builder::before(module, op).int(number, ty);
                module.replace_op(op, &[constant]);
            }
            Self::Narrow(op, is_natural) => narrow(module, op, is_natural),
            Self::Widening(op, is_natural) => widen(module, op, is_natural),
            Self::Offset(op) => {
                let offset = module.op(op).named("offset");
                let offset = low_bits(&mut Builder::before(module, op), offset, 0);
                module.set_operand(op, 1, offset);
            }
            Self::Count(op, is_natural) => count_in_words(module, op, is_natural),
            Self::Carry(carried) => carried.apply(module),
        }
    }
}

/// Replaces an operation by one in 32 bits.
fn narrow(module: &mut Module, op: Op, is_natural: bool) {
    let view = module.op(op);
    let (kind, result, attrs) = (view.kind(), view.result(0), module.attrs(op).to_vec());
    let ty = module.type_of(result);
    let operands = module.operands(op).to_vec();
    let at = &mut Builder::before(module, op);
    let new = if matches!(kind, OpKind::Arith(kind) if is_conversion(kind)) {
        let source = operands[0];
        let from = at.module.type_of(source);
        let half = if is_wide(at.module, from) { word(at, source) } else { to_word(at, kind, source) };
        match at.module.bit_width(ty) {
            Some(64) => extended(at, half, ty, is_natural),
            Some(32) => half,
            _ => at.value(Arith::TruncI, &[half], ty, &[]),
        }
    } else {
        let halves: Vec<Value> = operands
            .into_iter()
            .map(|value| if is_wide(at.module, at.module.type_of(value)) { word(at, value) } else { value })
            .collect();
        let is_wide_result = is_wide(at.module, ty);
        let attrs: Vec<_> =
            attrs.iter().map(|attr| (at.module.text(attr.name).to_string(), attr.value)).collect();
        let attrs: Vec<_> = attrs.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        let new = at.value(kind, &halves, if is_wide_result { Type::I32 } else { ty }, &attrs);
        if is_wide_result { extended(at, new, ty, is_natural) } else { new }
    };
    module.replace_op(op, &[new]);
}

/// Extends the factors of a product from 32 bits.
fn widen(module: &mut Module, op: Op, is_natural: bool) {
    for index in 0..2 {
        let factor = module.operand(op, index);
        if module.constant_int(factor).is_none() {
            let ty = module.type_of(factor);
            let at = &mut Builder::before(module, op);
            let half = word(at, factor);
            let factor = extended(at, half, ty, is_natural);
            module.set_operand(op, index, factor);
        }
    }
}

fn is_conversion(kind: Arith) -> bool {
    kind.def().has(Trait::IntegerCast)
}

/// Returns an integer of at most 32 bits in 32, extended as the conversion to 64 bits extends it.
fn to_word(at: &mut Builder<'_>, conversion: OpKind, value: Value) -> Value {
    if at.module.bit_width(at.module.type_of(value)) == Some(32) {
        return value;
    }
    let is_unsigned = matches!(conversion, OpKind::Arith(Arith::IndexCastUI | Arith::ExtUI));
    at.value(if is_unsigned { Arith::ExtUI } else { Arith::ExtSI }, &[value], Type::I32, &[])
}

/// Rewrites an `scf.for` to count in 32 bits.
fn count_in_words(module: &mut Module, op: Op, is_natural: bool) {
    for index in 0..3 {
        let bound = module.operand(op, index);
        let bound = word(&mut Builder::before(module, op), bound);
        module.set_operand(op, index, bound);
    }
    let Some(body) = module.entry(op, 0) else { return };
    let variable = module.args(body)[0];
    let location = module.location(op);
    retype(module, variable, Place::Start(body), location, is_natural);
}

/// Changes the type of a value to 32 bits, and gives its users the extension.
fn retype(
    module: &mut Module,
    value: Value,
    place: Place,
    location: warpline_ir::Location,
    is_natural: bool,
) {
    let ty = module.type_of(value);
    module.set_type(value, Type::I32);
    let at = &mut Builder::new(module, place, location);
    let wide = extended(at, value, ty, is_natural);
    let extension = module.defining_op(wide);
    module.replace_uses_if(value, wide, |_, user| Some(user) != extension);
}

/// Whether a type is a 64-bit integer.
fn is_wide(module: &Module, ty: Type) -> bool {
    matches!(module.type_kind(ty), TypeKind::Index | TypeKind::Integer(64, _))
}
