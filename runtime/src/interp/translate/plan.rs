//! Translates the plan of a scheduled program: its runtime calls other than the work, which runs where it is
//! issued.

use crate::interp::code::{BufferStep, Instr};
use crate::interp::compile::Translator;
use crate::interp::plan::{PlanStep, STREAM, Work};
use warpline_ir::dialect::gpu::LAUNCH_SIZES;
use warpline_ir::{Gpu, Op, OpKind, OpRef, Rt};

impl Translator<'_, '_> {
    /// Translates the operations of rt in a plan.
    pub(in crate::interp) fn rt(&mut self, op: OpRef<'_>, kind: Rt) {
        let number = |key| op.int(key).and_then(|number| u32::try_from(number).ok()).unwrap_or(0);
        let step = match kind {
            Rt::Record => PlanStep::Record { event: number("event"), stream: number("stream") },
            Rt::Wait => PlanStep::Wait { event: number("event"), stream: number("stream") },
            Rt::HostWait => PlanStep::HostWait { stream: number("stream") },
            Rt::Graph => PlanStep::Graph,
            Rt::Assert => return self.kernel_assertion(op),
            // Blocks run one after the other: there is no other work to yield to. Accesses are seen themselves.
            Rt::Spin | Rt::Access | Rt::Interval => return,
            Rt::Cmpxchg => return self.compare_and_swap(op),
            Rt::Extent => {
                let (view, results) = (self.reg(op.operand(0)), self.regs(&op.results().collect::<Vec<_>>()));
                return self.emit(op.op, BufferStep::Extent { view, results }.into());
            }
            Rt::Live => {
                let (view, dst) = (self.reg(op.operand(0)), self.reg(op.result(0)));
                return self.emit(op.op, BufferStep::Live { view, dst }.into());
            }
            Rt::Apart => {
                let (a, b, dst) = (self.reg(op.operand(0)), self.reg(op.operand(1)), self.reg(op.result(0)));
                return self.emit(op.op, BufferStep::Apart { a, b, dst }.into());
            }
            Rt::Launch | Rt::Adopt | Rt::Awaited | Rt::Alloc | Rt::Arena | Rt::Free | Rt::Copy | Rt::Fill => {
                return self.refuse(op.op, &format!("`{}` cannot be interpreted", op.name()));
            }
        };
        self.emit(op.op, Instr::Plan(Box::new(step)));
    }

    /// Translates an assertion of a function that runs blocks.
    fn kernel_assertion(&mut self, op: OpRef<'_>) {
        let regs = self.regs(op.operands());
        let [condition, place @ ..] = &*regs else { return };
        let Some(place) = place.first_chunk() else { return };
        let message = op.str("msg").unwrap_or("no message");
        self.emit(op.op, Instr::AssertInKernel(*condition, message.into(), Box::new(*place)));
    }

    /// Emits the begin of work on a stream of a plan; returns whether it did.
    pub(in crate::interp) fn begin_work(&mut self, op: OpRef<'_>) -> bool {
        let Some(stream) = op.int(STREAM).and_then(|stream| u32::try_from(stream).ok()) else { return false };
        let work = match op.kind() {
            OpKind::Gpu(Gpu::LaunchFunc) => self.launch_work(op),
            OpKind::Gpu(Gpu::Memcpy) => Some(Work::Copy(self.reg(op.named("dst")))),
            OpKind::Gpu(Gpu::Memset) => Some(Work::Fill(self.reg(op.named("dst")))),
            _ => None,
        };
        let Some(work) = work else { return false };
        self.emit(op.op, Instr::Plan(Box::new(PlanStep::Begin { stream, work })));
        true
    }

    /// Emits the end of the work.
    pub(in crate::interp) fn end_work(&mut self, op: Op) {
        self.emit(op, Instr::Plan(Box::new(PlanStep::End)));
    }

    fn launch_work(&mut self, op: OpRef<'_>) -> Option<Work> {
        let path = self.module.attr_symbol(op.attr("kernel")?)?;
        let [table, kernel] = path.split_first().map(|(root, rest)| [Some(root), rest.last()])?;
        let names = [table, kernel].map(|name| name.map(|name| self.module.text(*name)));
        let name = match names {
            [Some(table), Some(kernel)] if table != kernel => format!("{table}::{kernel}"),
            [Some(name), _] => name.to_string(),
            [None, _] => return None,
        };
        Some(Work::Kernel { name: name.into(), sizes: LAUNCH_SIZES.map(|size| self.reg(op.named(size))) })
    }

    /// Emits the lease of the streams and event slots that the plan of a function declares; returns whether
    /// it does.
    pub(in crate::interp) fn lease(&mut self, op: OpRef<'_>) -> bool {
        let number = |key| op.int(key).and_then(|number| u32::try_from(number).ok());
        let is_slice = op.attr("rt.slice").is_some();
        let Some(streams) = number("rt.streams").filter(|_| !is_slice) else { return false };
        let events = number("rt.events").unwrap_or(0);
        self.emit(op.op, Instr::Plan(Box::new(PlanStep::Lease { streams, events })));
        true
    }

    /// Emits, before a call, the streams that the called function borrows from its caller; returns whether it
    /// does.
    pub(in crate::interp) fn lend(&mut self, op: OpRef<'_>) -> bool {
        if op.attr("rt.slice").is_none() {
            return false;
        }
        let streams = self.int_array(op, "rt.slice");
        let streams = streams.iter().map(|stream| u32::try_from(*stream).unwrap_or(0)).collect();
        let first_event = op.int("rt.first_event").and_then(|event| u32::try_from(event).ok()).unwrap_or(0);
        self.emit(op.op, Instr::Plan(Box::new(PlanStep::Lend { streams, first_event })));
        true
    }

    /// Emits the return of the streams of a function.
    pub(in crate::interp) fn give_back(&mut self, op: Op) {
        self.emit(op, Instr::Plan(Box::new(PlanStep::Return)));
    }
}
