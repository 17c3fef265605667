//! Selects code for accesses of the lanes of a mask.

use super::{Cx, blend, constant_flags, lane_by_lane, result_packing, set};
use crate::emit::Emitted;
use crate::packed::Packing;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Type as RegType, Value as Reg, types};
use warpline_ir::OpRef;

/// The size of the smallest pages of memory: what is in the same one as an element can be read.
const PAGE: i64 = 4096;

/// Loads whole registers and blends them, if an element is in the mask and the vector is within a page; else loads the
/// elements of the mask.
pub(super) fn load(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let packing = result_packing(cx, op)?;
    let (address, offset) = cx.address(op)?;
    let (mask, other) = (cx.packed(op.named("mask"))?, cx.packed(op.named("pass_thru"))?);
    if let Some(flags) = constant_flags(cx, op.named("mask")) {
        let mut loaded = Vec::with_capacity(packing.n);
        let n_lanes = packing.register.lane_count() as usize;
        let bytes = packing.register.bytes() as i32;
        let place = |index: i32| (address, offset.wrapping_add(index * bytes));
        for (index, (flags, other)) in (0i32..).zip(flags.chunks(n_lanes).zip(other)) {
            loaded.push(load_some(cx, packing, place(index), flags, other));
        }
        return set(cx, op, &loaded);
    }
    let types = vec![packing.register; packing.n];
    let (whole, lanes, after) = (cx.block(&[]), cx.block(&[]), cx.block(&types));
    let any = cx.reduce_mask(&mask, false);
    let start = cx.plain(address, offset);
    let in_page = cx.index(PAGE - 1);
    let in_page = cx.builder.ins().band(start, in_page);
    let last = cx.index(PAGE - i64::from(packing.register.bytes()) * packing.n as i64);
    let fits = cx.compare(IntCC::UnsignedLessThanOrEqual, in_page, last);
    let is_whole = cx.builder.ins().band(any, fits);
    cx.branch(is_whole, (whole, &[]), (lanes, &[]));
    cx.enter(whole);
    let wide = if packing.register.lane_bits() == 64 { cx.widen_mask(&mask) } else { mask.clone() };
    let mut loaded = Vec::with_capacity(packing.n);
    for (index, (mask, other)) in (0i32..).zip(wide.into_iter().zip(&other)) {
        let register = cx.load(packing.register, start, index * packing.register.bytes() as i32);
        loaded.push(blend(cx, mask, register, *other));
    }
    cx.jump(after, &loaded);
    cx.builder.set_cold_block(lanes);
    cx.enter(lanes);
    let buffer = cx.stack(packing.bytes());
    store_all(cx, &other, buffer);
    let element = packing.register.lane_type();
    each_active_lane(cx, &mask, element, |cx, distance| {
        let from = cx.builder.ins().iadd(start, distance);
        let element = cx.load(element, from, 0);
        let to = cx.builder.ins().iadd(buffer, distance);
        cx.store(element, to, 0);
    });
    let registers: Vec<Reg> = (0i32..)
        .zip(&types)
        .map(|(index, register)| cx.load(*register, buffer, index * register.bytes() as i32))
        .collect();
    cx.jump(after, &registers);
    let registers = cx.enter(after);
    set(cx, op, &registers)
}

/// Loads the elements of a register that are set; the others are those of another register.
fn load_some(
    cx: &mut Cx<'_, '_>,
    packing: Packing,
    (address, offset): (Reg, i32),
    flags: &[bool],
    other: Reg,
) -> Reg {
    if flags.iter().all(|flag| *flag) {
        return cx.load(packing.register, address, offset);
    }
    let element = packing.register.lane_type();
    let mut register = other;
    for (lane, _) in (0u8..).zip(flags).filter(|(_, flag)| **flag) {
        let loaded = cx.load(element, address, offset + i32::from(lane) * element.bytes() as i32);
        register = cx.builder.ins().insertlane(register, loaded, lane);
    }
    register
}

/// Stores whole registers if all elements are in the mask, else the elements of the mask.
pub(super) fn store(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let value = op.named("valueToStore");
    let Some(packing) = cx.packing(cx.module.type_of(value)) else { return Err(lane_by_lane(cx)) };
    let (address, offset) = cx.address(op)?;
    let (mask, registers) = (cx.packed(op.named("mask"))?, cx.packed(value)?);
    let (whole, lanes, after) = (cx.block(&[]), cx.block(&[]), cx.block(&[]));
    let start = cx.plain(address, offset);
    let all = cx.reduce_mask(&mask, true);
    cx.branch(all, (whole, &[]), (lanes, &[]));
    cx.enter(whole);
    store_all(cx, &registers, start);
    cx.jump(after, &[]);
    cx.enter(lanes);
    let buffer = cx.stack(packing.bytes());
    store_all(cx, &registers, buffer);
    let element = packing.register.lane_type();
    each_active_lane(cx, &mask, element, |cx, distance| {
        let from = cx.builder.ins().iadd(buffer, distance);
        let element = cx.load(element, from, 0);
        let to = cx.builder.ins().iadd(start, distance);
        cx.store(element, to, 0);
    });
    cx.jump(after, &[]);
    cx.enter(after);
    Ok(())
}

fn store_all(cx: &mut Cx<'_, '_>, registers: &[Reg], address: Reg) {
    for (index, register) in (0i32..).zip(registers) {
        let bytes = cx.builder.func.dfg.value_type(*register).bytes() as i32;
        cx.store(*register, address, index * bytes);
    }
}

/// Emits a loop over the lanes of a mask that are set; `body` receives the distance of the element in bytes.
fn each_active_lane(
    cx: &mut Cx<'_, '_>,
    mask: &[Reg],
    element: RegType,
    body: impl FnOnce(&mut Cx<'_, '_>, Reg),
) {
    let flags = cx.stack(16 * mask.len() as u64);
    store_all(cx, mask, flags);
    let (head, active, next, done) = (cx.block(&[types::I64]), cx.block(&[]), cx.block(&[]), cx.block(&[]));
    let zero = cx.index(0);
    cx.jump(head, &[zero]);
    let lane = cx.enter(head)[0];
    let far = cx.builder.ins().ishl_imm_u(lane, 2);
    let flag = cx.builder.ins().iadd(flags, far);
    let flag = cx.load(types::I32, flag, 0);
    cx.branch(flag, (active, &[]), (next, &[]));
    cx.enter(active);
    let distance = cx.builder.ins().ishl_imm_u(lane, i64::from(element.bytes().trailing_zeros()));
    body(cx, distance);
    cx.jump(next, &[]);
    cx.enter(next);
    let following = cx.builder.ins().iadd_imm_s(lane, 1);
    let end = cx.index(4 * mask.len() as i64);
    let goes_on = cx.compare(IntCC::UnsignedLessThan, following, end);
    cx.branch(goes_on, (head, &[following]), (done, &[]));
    cx.enter(done);
}
