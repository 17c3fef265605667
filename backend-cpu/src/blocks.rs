//! Functions that run blocks of a launch: their arguments and their status.
//!
//! Such a function has the parameters that `cpu-shape-kernels` creates, and is called as a
//! [`KernelEntry`](warpline_ir::artifact::KernelEntry): the kernel arguments are in slots, and the sizes of
//! the grid and of the blocks are in the frame of the launch. It returns 0, or 1 + the number of the report
//! slot.

use std::mem::offset_of;

use crate::emit::{Emitted, Emitter, Exit, Unsupported, World, n_slots};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value as Reg, types};
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_frontend::FunctionBuilder;
use warpline_ir::artifact::{FIRST_ASSERTION, KernelFault, LaunchDims, LaunchFrame};
use warpline_ir::host_abi;
use warpline_ir::{MachineFloat, Module, Op, OpRef, Value};

/// Number of parameters after the kernel arguments: sizes of grid and blocks, first block, end of the blocks,
/// scratch memory.
const N_OWN: usize = 9;
/// The status of a failure that no report slot describes.
const UNDESCRIBED: u32 = 1;

/// The context of such a function besides its values.
pub(crate) struct BlocksCx {
    /// The log of the launch, if the code has one.
    pub(crate) log: Option<Reg>,
    /// Whether `rt.access` reports all accesses.
    pub(crate) has_reports: bool,
    /// The address of the turn of the block, if it has loops that wait for others.
    turn: Option<Reg>,
    /// The address of the frame of the launch.
    launch: Reg,
}

/// The parameters that a launch passes after the kernel arguments.
#[derive(Clone, Copy)]
pub(crate) struct Has {
    /// The address of a log.
    pub(crate) logs: bool,
    /// `rt.access` for all accesses: no parameter.
    pub(crate) reports: bool,
    /// The address of the turn of the block.
    pub(crate) spins: bool,
}

/// Emits a function that needs this many bytes of scratch memory. Returns the symbols that it refers to.
pub(crate) fn emit(
    isa: &OwnedTargetIsa,
    module: &Module,
    (func, scratch_bytes): (Op, u64),
    mut builder: FunctionBuilder<'_>,
    has: Has,
) -> Emitted<Vec<String>> {
    let entry = builder.create_block();
    builder.append_block_params_for_function_params(entry);
    builder.switch_to_block(entry);
    let params = builder.block_params(entry).to_vec();
    let [slots, launch, lo, hi, scratch] = params[..] else {
        return Err(Unsupported {
            op: func,
            message: "a function that runs blocks takes five arguments".into(),
        });
    };
    let blocks = BlocksCx { log: None, has_reports: has.reports, turn: None, launch };
    let mut cx = Emitter::new(module, builder, World::Blocks(blocks), func);
    let args = module.entry(func, 0).map_or(&[][..], |entry| module.args(entry));
    let Some((passed, own)) = args.len().checked_sub(N_OWN).map(|n_passed| args.split_at(n_passed)) else {
        return Err(cx.unsupported("it lacks parameters"));
    };
    cx.bind_passed(slots, passed, has)?;
    let mut parts: Vec<Reg> = (0..6).map(|index| cx.load(types::I64, launch, index * 8)).collect();
    let fixed = cx.index(scratch_bytes as i64);
    let dynamic = cx.load(types::I64, launch, offset_of!(LaunchDims, dynamic_shared) as i32);
    let bytes = cx.builder.ins().iadd(fixed, dynamic);
    parts.extend([lo, hi, scratch, bytes]);
    cx.bind(own, &parts)?;
    if let World::Blocks(BlocksCx { log: Some(log), .. }) = cx.world {
        cx.call_runtime(&host_abi::wl_log_begin, [log, launch, scratch, bytes])?;
    }
    let after = cx.block(&[]);
    cx.exits.push(Exit::Jump(after));
    cx.region(module.region(func, 0))?;
    cx.enter(after);
    let ok = cx.int(types::I32, 0);
    cx.builder.ins().return_(&[ok]);
    Ok(cx.finish(isa.frontend_config()))
}

impl Emitter<'_, '_> {
    /// Binds the arguments of the kernel, and locates the parameters that a launch passes after them.
    fn bind_passed(&mut self, slots: Reg, passed: &[Value], has: Has) -> Emitted {
        let params = self.part_types_of(passed)?;
        let parts = self.load_slots(slots, &params);
        self.bind(passed, &parts)?;
        let mut next: i32 = params.iter().map(|ty| n_slots(*ty)).sum();
        let mut address = |cx: &mut Self, is_there: bool| {
            is_there.then(|| {
                next += 1;
                cx.load(types::I64, slots, 8 * (next - 1))
            })
        };
        let (log, turn) = (address(self, has.logs), address(self, has.spins));
        let blocks = self.blocks_cx()?;
        (blocks.log, blocks.turn) = (log, turn);
        Ok(())
    }

    fn blocks_cx(&mut self) -> Emitted<&mut BlocksCx> {
        let outside = self.unsupported("it has a meaning only in functions that run blocks");
        match &mut self.world {
            World::Blocks(blocks) => Ok(blocks),
            World::Host(_) => Err(outside),
        }
    }

    /// Emits code for `rt.assert`: if the condition does not hold, the returned status identifies the
    /// assertion, and the fault of the launch contains the compared values, the block and the thread.
    pub(crate) fn assert_with_place(&mut self, op: OpRef<'_>) -> Emitted {
        let condition = self.scalar(op.operand(0))?;
        let values = self.parts_of(&op.operands()[1..])?;
        let number = op.int("number").and_then(|number| u32::try_from(number).ok());
        let status = number.map_or(UNDESCRIBED, |number| 1 + FIRST_ASSERTION + number);
        let launch = self.blocks_cx()?.launch;
        self.leave_unless(condition, status, |cx| {
            let (place, compared) = values.split_at(6);
            let has_compared = cx.index(i64::from(!compared.is_empty()));
            let fields = [
                (offset_of!(KernelFault, has_compared), &[has_compared][..]),
                (offset_of!(KernelFault, compared), compared),
                (offset_of!(KernelFault, block), &place[..3]),
                (offset_of!(KernelFault, thread), &place[3..]),
            ];
            for (offset, values) in fields {
                for (index, value) in values.iter().enumerate() {
                    cx.store(*value, launch, (offset_of!(LaunchFrame, fault) + offset + 8 * index) as i32);
                }
            }
        });
        Ok(())
    }

    /// Emits code for `gpu.printf`: the format and the values are stored in the frame for the runtime.
    pub(crate) fn printf(&mut self, op: OpRef<'_>) -> Emitted {
        let launch = self.blocks_cx()?.launch;
        let text = op.str("format").unwrap_or_default().as_bytes();
        let words: Vec<Reg> = text
            .chunks(8)
            .map(|chunk| {
                let mut bytes = [0; 8];
                bytes[..chunk.len()].copy_from_slice(chunk);
                self.index(i64::from_le_bytes(bytes))
            })
            .collect();
        let format = self.spill(&words);
        let mut args = Vec::new();
        for value in op.operands() {
            let ty = self.module.type_of(*value);
            let (width, bits) = if self.module.float_kind(ty).is_some() {
                let float = self.float_in(*value)?;
                (0, self.float_resize(float, MachineFloat::F64))
            } else {
                let width = self.module.bit_width(ty).unwrap_or(64);
                if 64 < width {
                    return Err(self.unsupported("integers of more than 64 bits cannot be printed"));
                }
                (i64::from(width), self.scalar(*value)?)
            };
            args.extend([self.index(width), bits]);
        }
        let (values, n_args) = (self.spill(&args), self.index(op.operands().len() as i64));
        let printed = self.load(types::I64, launch, offset_of!(LaunchFrame, printed) as i32);
        let bytes = self.index(text.len() as i64);
        self.call_runtime(&host_abi::wl_printf, [printed, format, bytes, values, n_args])?;
        Ok(())
    }

    /// Emits code for `cf.assert` in a function that runs blocks.
    pub(crate) fn assert_without_place(&mut self, condition: Reg) {
        self.leave_unless(condition, UNDESCRIBED, |_| {});
    }

    /// Returns from the function with a status if a condition does not hold; `report` emits the code that
    /// runs before.
    fn leave_unless(&mut self, condition: Reg, status: u32, report: impl FnOnce(&mut Self)) {
        let (failed, fine) = (self.block(&[]), self.block(&[]));
        self.branch(condition, (fine, &[]), (failed, &[]));
        self.builder.set_cold_block(failed);
        self.enter(failed);
        report(self);
        let status = self.int(types::I32, status.into());
        self.builder.ins().return_(&[status]);
        self.enter(fine);
    }

    /// Emits code for `rt.spin`: yields the turn. The runtime returns whether to continue. If not, no
    /// remaining work can end the loop, and the block returns.
    pub(crate) fn spin(&mut self, op: OpRef<'_>) -> Emitted {
        let goes_on = match op.operands() {
            [] => self.int(types::I32, 1),
            [goes_on, ..] => {
                let flag = self.scalar(*goes_on)?;
                self.builder.ins().uextend(types::I32, flag)
            }
        };
        let turn = self.blocks_cx()?.turn;
        let turn = turn.ok_or_else(|| self.unsupported("the launch passes no turn"))?;
        let status = self.call_runtime(&host_abi::wl_spin, [turn, goes_on])?;
        let status = status.ok_or_else(|| self.unsupported("expected an answer of the runtime"))?;
        let zero = self.int(types::I32, 0);
        let is_over = self.compare(IntCC::NotEqual, status, zero);
        let (over, fine) = (self.block(&[]), self.block(&[]));
        self.builder.set_cold_block(over);
        self.branch(is_over, (over, &[]), (fine, &[]));
        self.enter(over);
        self.builder.ins().return_(&[status]);
        self.enter(fine);
        Ok(())
    }
}
