//! Selects `memref.atomic_rmw`: one instruction where the chip has it, else a loop of compare-and-swap.
//!
//! An instruction whose result nobody reads is written as `red`, which need not wait for memory.

use super::memory::Memory;
use super::values::Scalar;
use super::{Select, Selected, Unsupported};
use crate::inst::{Class, Operand, Space};
use warpline_ir::dialect::memref::ATOMIC_KINDS;
use warpline_ir::{MachineFloat, OpRef};

/// How a kind is made.
enum Way {
    /// By an instruction of this name and type.
    Direct(&'static str, &'static str),
    /// By a loop around integer multiplication.
    LoopInt,
    /// By a loop around float multiplication.
    LoopMul(MachineFloat),
    /// By a loop around the lesser or greater float; whether a NaN wins.
    LoopMinMax(MachineFloat, &'static str, bool),
}

impl Select<'_> {
    /// `memref.atomic_rmw`.
    pub(super) fn atomic(&mut self, op: OpRef<'_>) -> Selected {
        let memory = self.memory(op.operand(1))?;
        if memory.space == Space::Local {
            return Err(Unsupported::because("memory of one thread has no atomic operations"));
        }
        let way = way(kind(op)?, memory.element)?;
        let value = self.operand(op.operand(0))?;
        let value = Operand::Reg(self.reg(memory.element.class(), value));
        let address = self.element(&memory, op.group(2))?;
        let old = match way {
            Way::Direct(name, ty) => {
                let unused = op.module.is_unused(op.result(0));
                self.direct(&memory, (name, ty), &[address, value], unused)
            }
            Way::LoopInt | Way::LoopMul(_) | Way::LoopMinMax(..) => {
                self.swap_loop(&memory, &way, address, value)?
            }
        };
        self.set(op.result(0), old);
        Ok(())
    }

    fn direct(
        &mut self,
        memory: &Memory,
        (name, ty): (&'static str, &'static str),
        operands: &[Operand; 2],
        unused: bool,
    ) -> Operand {
        let space = memory.space.name();
        let old = Operand::Reg(self.kernel.fresh(memory.element.class()));
        let [address, value] = *operands;
        if unused && name != ".exch" {
            self.emit(["red", space, name, ty], &[address, value]);
        } else {
            self.emit(["atom", space, name, ty], &[old, address, value]);
        }
        old
    }

    /// Tries until no other thread came in between; yields the element before.
    fn swap_loop(
        &mut self,
        memory: &Memory,
        way: &Way,
        address: Operand,
        value: Operand,
    ) -> Result<Operand, Unsupported> {
        let class = memory.element.class();
        let space = memory.space.name();
        let old = self.kernel.fresh(class);
        let again = self.kernel.label();
        self.emit(["ld", space, class.bits()], &[old.into(), address]);
        self.place(again);
        let new = self.combine(way, class, old.into(), value)?;
        let seen = Operand::Reg(self.kernel.fresh(class));
        self.emit(["atom", space, ".cas", class.bits()], &[seen, address, old.into(), new]);
        let raced = self.make(Class::Pred, ["setp.ne", class.signed()], &[seen, old.into()]);
        let raced = self.reg(Class::Pred, raced);
        self.mov(old, seen);
        self.branch_if(raced, true, again);
        Ok(old.into())
    }

    fn combine(
        &mut self,
        way: &Way,
        class: Class,
        old: Operand,
        value: Operand,
    ) -> Result<Operand, Unsupported> {
        match *way {
            Way::LoopMul(float) => self.float_binary(float, "mul", old, value),
            Way::LoopMinMax(float, name, nan) => self.float_min_max(float, name, nan, old, value),
            Way::LoopInt | Way::Direct(..) => Ok(self.make(class, ["mul.lo", class.signed()], &[old, value])),
        }
    }
}

fn kind(op: OpRef<'_>) -> Result<&'static str, Unsupported> {
    let number = op.int("kind").and_then(|number| usize::try_from(number).ok());
    let kind = number.and_then(|number| ATOMIC_KINDS.get(number)).copied();
    kind.ok_or_else(|| Unsupported::because("its kind is not known"))
}

fn way(kind: &str, element: Scalar) -> Result<Way, Unsupported> {
    match element {
        Scalar::Int(width @ (32 | 64)) => int_way(kind, width == 64),
        Scalar::Float(float @ (MachineFloat::F32 | MachineFloat::F64)) => float_way(kind, float),
        Scalar::Int(_) | Scalar::Float(MachineFloat::F16 | MachineFloat::BF16) => {
            Err(Unsupported::because("atomic operations need elements of 32 or 64 bits"))
        }
    }
}

fn int_way(kind: &str, wide: bool) -> Result<Way, Unsupported> {
    let pick = |narrow, double| if wide { double } else { narrow };
    Ok(match kind {
        "addi" => Way::Direct(".add", pick(".u32", ".u64")),
        "assign" => Way::Direct(".exch", pick(".b32", ".b64")),
        "maxs" => Way::Direct(".max", pick(".s32", ".s64")),
        "maxu" => Way::Direct(".max", pick(".u32", ".u64")),
        "mins" => Way::Direct(".min", pick(".s32", ".s64")),
        "minu" => Way::Direct(".min", pick(".u32", ".u64")),
        "andi" => Way::Direct(".and", pick(".b32", ".b64")),
        "ori" => Way::Direct(".or", pick(".b32", ".b64")),
        "xori" => Way::Direct(".xor", pick(".b32", ".b64")),
        "muli" => Way::LoopInt,
        kind => return Err(Unsupported::because(format!("'{kind}' does not act on integers"))),
    })
}

fn float_way(kind: &str, float: MachineFloat) -> Result<Way, Unsupported> {
    let pick = |single, double| if float == MachineFloat::F64 { double } else { single };
    Ok(match kind {
        "addf" => Way::Direct(".add", pick(".f32", ".f64")),
        "assign" => Way::Direct(".exch", pick(".b32", ".b64")),
        "mulf" => Way::LoopMul(float),
        "maximumf" => Way::LoopMinMax(float, "max", true),
        "minimumf" => Way::LoopMinMax(float, "min", true),
        "maxnumf" => Way::LoopMinMax(float, "max", false),
        "minnumf" => Way::LoopMinMax(float, "min", false),
        kind => return Err(Unsupported::because(format!("'{kind}' does not act on floats"))),
    })
}
