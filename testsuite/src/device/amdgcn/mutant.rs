//! Mutants of a code object: copies that lack a wait, a barrier, wait states, a reload or some LDS, which checks must
//! report.

use super::args::{Args, Inst, MemoryArgs, NULL, Operand, ScalarArgs, Segment, VectorArgs};
use super::descriptor::Descriptor;
use super::inst::{Across, Eval, FlowOp, MemoryOp, NO, Op, PackedOp, Row, Space, WaitOp};
use super::registers::FIRST_AGPR;
use super::{CodeObject, table};
use std::borrow::Cow;
use std::fmt;

/// The row of what is left of a removed instruction.
static REMOVED: Row =
    Row { name: Cow::Borrowed("removed"), space: Space::Sopp, codes: [NO; 4], op: Op::Flow(FlowOp::Removed) };

/// A change of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// A wait for memory leaves one access more in flight.
    Wait,
    /// A barrier, or a part of a split one, is removed.
    Barrier,
    /// Wait states, or waits for results of a unit, are fewer.
    Hazard,
    /// What was spilled, or is in private memory, is lost: a read of it gives an undefined value.
    Reload,
    /// The kernel has a byte of LDS less.
    Lds,
}

/// The private memory, and the registers of each kind, that an undefined value is read from.
const UNUSED_BYTES: u32 = 16;
const UNUSED_REGISTERS: u16 = 8;

/// A mutant of a kernel.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The name of the kernel.
    pub kernel: String,
    /// The offset of the changed instruction in the code; that of the entry for LDS.
    pub pc: u64,
    /// The kind of the change.
    pub change: Change,
    /// The instruction in place of the one at `pc`; none for LDS.
    inst: Option<Inst>,
    /// The instruction before and after the change.
    text: String,
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' at {:#x}: {}", self.kernel, self.pc, self.text)
    }
}

impl CodeObject {
    /// Returns the mutants of a kernel.
    pub fn mutants(&self, kernel: &str) -> Vec<Mutant> {
        let Some(kernel) = self.kernel(kernel) else { return Vec::new() };
        let mut mutants = Vec::new();
        for pc in self.reachable(kernel) {
            let Ok(inst) = self.code.at(pc) else { continue };
            for (change, mutated) in self.changes(inst, &kernel.descriptor) {
                let text = format!("{} instead of {}", text(&mutated), text(inst));
                let kernel = kernel.metadata.name.clone();
                mutants.push(Mutant { kernel, pc, change, inst: Some(mutated), text });
            }
        }
        if let Some(less) = kernel.descriptor.lds_bytes.checked_sub(1) {
            let text = format!("{less} bytes of LDS");
            let name = kernel.metadata.name.clone();
            mutants.push(Mutant { kernel: name, pc: kernel.entry, change: Change::Lds, inst: None, text });
        }
        mutants
    }

    /// Returns the object with a change.
    #[must_use]
    pub fn with(&self, mutant: &Mutant) -> Self {
        let mut object = self.clone();
        if let Some(inst) = &mutant.inst {
            object.code.replace(self.chip, mutant.pc, inst.clone());
        }
        for kernel in object.kernels.iter_mut().filter(|kernel| kernel.metadata.name == mutant.kernel) {
            match mutant.change {
                Change::Lds => kernel.descriptor.lds_bytes -= 1,
                // Behind what the kernel has are memory and registers that nothing writes.
                Change::Reload => {
                    let descriptor = &mut kernel.descriptor;
                    descriptor.scratch_bytes += UNUSED_BYTES;
                    descriptor.n_vgprs += 2 * UNUSED_REGISTERS;
                    descriptor.first_agpr += UNUSED_REGISTERS;
                }
                Change::Wait | Change::Barrier | Change::Hazard => {}
            }
        }
        object
    }

    /// Returns the row of one wait state.
    fn nop(&self) -> &'static Row {
        table::find(self.chip, Space::Sopp, 0).expect("every chip has s_nop")
    }

    /// Returns the changes of an instruction. Others than those of hazards keep the wait states.
    fn changes(&self, inst: &Inst, descriptor: &Descriptor) -> Vec<(Change, Inst)> {
        let without = |change: Change| vec![(change, idle(inst, self.nop()))];
        match (&inst.row.op, &inst.args) {
            (Op::Flow(FlowOp::Wait(WaitOp::Idle)), _) => without(Change::Wait),
            (Op::Flow(FlowOp::Wait(wait)), Args::Scalar(args)) => {
                let fields: &[Field] = match wait {
                    WaitOp::Packed if self.chip.is_gfx9() => &[Field([(0, 4), (14, 2)]), field(8, 4)],
                    WaitOp::Packed => &[field(10, 6), field(4, 6)],
                    WaitOp::WithDs(_) => &[field(8, 6), field(0, 6)],
                    WaitOp::One(_) | WaitOp::Idle => &[field(0, 6)],
                };
                let more = fields.iter().filter_map(|field| field.incremented(args.immediate));
                more.map(|immediate| (Change::Wait, with_immediate(inst, *args, immediate))).collect()
            }
            (Op::Flow(FlowOp::WaitForUnits), Args::Scalar(args)) => {
                let fields = [field(12, 4), field(9, 3), field(2, 3), field(1, 1), field(0, 1)];
                let open = fields.iter().filter(|field| field.get(args.immediate) == 0);
                open.map(|field| (Change::Hazard, with_immediate(inst, *args, field.filled(args.immediate))))
                    .collect()
            }
            (Op::Flow(FlowOp::Nop), Args::Scalar(args)) => match args.immediate.checked_sub(1) {
                Some(less) => vec![(Change::Hazard, with_immediate(inst, *args, less))],
                None => vec![(Change::Hazard, idle(inst, &REMOVED))],
            },
            (Op::Flow(FlowOp::Barrier | FlowOp::BarrierSignal | FlowOp::BarrierWait), _) => {
                without(Change::Barrier)
            }
            (Op::Memory(MemoryOp::Load { .. }), Args::Memory(args)) if args.segment == Segment::Scratch => {
                let offset = descriptor.scratch_bytes as i32;
                let behind = MemoryArgs { address: None, base: None, offset, ..*args };
                vec![(Change::Reload, Inst { args: Args::Memory(behind), ..inst.clone() })]
            }
            (op, Args::Vector(args)) if let Some(register) = unused_register(op, args, descriptor) => {
                let [_, second, third] = args.src;
                let args = VectorArgs { src: [Operand::Vgpr(register), second, third], ..*args };
                vec![(Change::Reload, Inst { args: Args::Vector(args), ..inst.clone() })]
            }
            _ => Vec::new(),
        }
    }
}

/// Returns the first register behind those of a kernel if an operation reads back what may have been spilled: from an
/// accumulation register, or from a lane whose number is a constant.
fn unused_register(op: &Op, args: &VectorArgs, descriptor: &Descriptor) -> Option<u16> {
    let n_vgprs = descriptor.n_vgprs.min(descriptor.first_agpr);
    match op {
        Op::Packed(PackedOp::AccMove { to_acc: false }) => Some(FIRST_AGPR + descriptor.n_vgprs - n_vgprs),
        Op::Vector(op) => {
            let is_read = matches!(op.eval, Eval::Across(Across::Read));
            let is_constant = matches!(args.src[1], Operand::Int(_));
            (is_read && is_constant && n_vgprs + UNUSED_REGISTERS <= FIRST_AGPR).then_some(n_vgprs)
        }
        _ => None,
    }
}

/// Returns an instruction of the same size without operands.
fn idle(inst: &Inst, row: &'static Row) -> Inst {
    let args = ScalarArgs { dst: NULL, src: [Operand::None; 2], immediate: 0, literal: 0 };
    Inst { row, bytes: inst.bytes, args: Args::Scalar(args) }
}

/// A field of an immediate: parts with their first bits and widths, the lowest part first.
struct Field([(u32, u32); 2]);

const fn field(first: u32, width: u32) -> Field {
    Field([(first, width), (0, 0)])
}

impl Field {
    fn get(&self, immediate: u16) -> u16 {
        let [(low, width), (high, high_width)] = self.0;
        (immediate >> low) & ((1 << width) - 1) | ((immediate >> high) & ((1 << high_width) - 1)) << width
    }

    fn set(&self, immediate: u16, value: u16) -> u16 {
        let [(low, width), (high, high_width)] = self.0;
        let part = |first: u32, width: u32, value: u16| (value & ((1 << width) - 1)) << first;
        let mask = part(low, width, u16::MAX) | part(high, high_width, u16::MAX);
        immediate & !mask | part(low, width, value) | part(high, high_width, value >> width)
    }

    /// Returns the immediate with a greater value; `None` if it has the greatest.
    fn incremented(&self, immediate: u16) -> Option<u16> {
        let filled = self.get(self.filled(immediate));
        let value = self.get(immediate);
        (value < filled).then(|| self.set(immediate, value + 1))
    }

    fn filled(&self, immediate: u16) -> u16 {
        self.set(immediate, u16::MAX)
    }
}

fn with_immediate(inst: &Inst, args: ScalarArgs, immediate: u16) -> Inst {
    Inst { args: Args::Scalar(ScalarArgs { immediate, ..args }), ..inst.clone() }
}

fn text(inst: &Inst) -> String {
    match &inst.args {
        Args::Memory(args) => format!("{} offset {:#x}", inst.name(), args.offset),
        Args::Vector(args) => format!("{} {:?}", inst.name(), args.src[0]),
        Args::Scalar(args) if !matches!(inst.row.op, Op::Flow(FlowOp::Removed)) => {
            format!("{} {:#x}", inst.row.name, args.immediate)
        }
        _ => inst.name(),
    }
}
