//! Selects `ptr`: addresses, and loads and stores through them.
//!
//! A sum of pointers is no instruction of its own: each access takes its address apart, as
//! [`plan`](warpline_passes::gpu::address::plan) finds it, and shares the parts that it has in common with others. Only
//! a pointer that goes elsewhere, through a branch or a choice, is computed where it stands.

use super::address::Dimension;
use super::memory::Memory;
use super::values::{Scalar, ValueLoc};
use super::{Select, SelectResult, Unsupported};
use crate::inst::{Inst, Operand, Reg, RegClass, Space};
use crate::opcode::Modifier::{self, Nc, Nothing, S64, V2, V4};
use crate::opcode::{Name, Opcode};
use warpline_ir::dialect::ptr::alignment_of;
use warpline_ir::{Arith, AttrKind, DYNAMIC, OpKind, OpRef, Ptr, Value, Vector};
use warpline_passes::gpu::address::{Plan, plan};

/// The most bytes of one access.
const MAX_BYTES: u64 = 16;
/// A sum of more terms is computed where it stands.
const MAX_TERMS: usize = 16;

/// An address, and the memory that it lies in.
struct Place {
    space: Space,
    address: Operand,
}

/// The address of a buffer without the offset of its type. Accesses take it from the buffer.
pub(super) fn to_ptr(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    cx.memory(op.operand(0))?;
    if is_address(op) { Ok(()) } else { cx.compute(op.result(0)) }
}

/// A buffer with the layout of its type, which must be known.
pub(super) fn from_ptr(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let place = cx.place_of(op.operand(0))?;
    let ty = op.result_type(0);
    let (shape, strides) = cx.layout(ty)?;
    if !op.group(1).is_empty() || shape.contains(&DYNAMIC) || strides.contains(&DYNAMIC) {
        return Err(Unsupported::because("a buffer at a pointer needs a constant layout"));
    }
    let memory = cx.fresh_memory(ty)?;
    let Operand::Address(base, offset) = place.address else {
        return Err(Unsupported::because("expected an address"));
    };
    let offset = i64::from(offset);
    let skipped = cx.type_offset_bytes(op.result(0), &memory);
    cx.set_memory(
        op.result(0),
        Memory { space: place.space, base, offset: offset.wrapping_add(skipped), ..memory },
    );
    Ok(())
}

pub(super) fn ptr_add(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let result = op.result(0);
    if is_address(op) && cx.plan_of(result).terms.len() <= MAX_TERMS { Ok(()) } else { cx.compute(result) }
}

/// Whether a pointer is used by what takes its address apart, and by nothing else.
fn is_address(op: OpRef<'_>) -> bool {
    op.module.uses(op.result(0)).iter().all(|used| match op.module.kind(used.op) {
        OpKind::Ptr(Ptr::Load | Ptr::FromPtr | Ptr::PtrAdd) => used.index == 0,
        OpKind::Ptr(Ptr::Store) => used.index == 1,
        OpKind::Ptr(Ptr::PtrDiff) => true,
        _ => false,
    })
}

pub(super) fn ptr_diff(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let mut parts = [Operand::Int(0); 2];
    for (part, value) in parts.iter_mut().zip(op.operands()) {
        let address = cx.place_of(*value)?.address;
        *part = cx.whole_address(address)?;
    }
    let bytes = cx.make(Opcode::Sub.with([S64]), &parts);
    let width = cx.int_width(op.result(0))?;
    let bytes = if width == 64 { bytes } else { cx.narrow(bytes, width) };
    cx.set(op.result(0), bytes);
    Ok(())
}

pub(super) fn type_offset(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    match op.def().and_then(|def| def.fold).and_then(|fold| fold(op, &[])) {
        Some(AttrKind::Integer(bytes, _)) => {
            cx.set(op.result(0), Operand::Int(bytes));
            Ok(())
        }
        _ => Err(Unsupported::because("the size of the type is not known")),
    }
}

pub(super) fn load(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    load_to(cx, op, None)
}

/// Reads elements: under a condition to a register that holds what is there else, and always to new ones.
pub(super) fn load_to(cx: &mut Select<'_>, op: OpRef<'_>, guard: Option<(Reg, Reg)>) -> SelectResult {
    check_plain(op)?;
    let place = cx.place_of(op.operand(0))?;
    let is_invariant = op.attr("invariant").is_some_and(|attr| *op.module.attr_kind(attr) == AttrKind::Unit);
    let cache = if is_invariant && place.space == Space::Global { Nc } else { Nothing };
    let (n, scalar) = cx.elements_of(op.result_type(0))?;
    let scalar = cx.float_read(op.result(0)).unwrap_or(scalar);
    let width = width(op, n, scalar)?;
    let class = if scalar == Scalar::Int(1) { RegClass::B32 } else { scalar.class() };
    let parts: Vec<Operand> = match guard {
        Some((_, target)) => vec![target.into()],
        None => (0..n).map(|_| cx.kernel.fresh(class).into()).collect(),
    };
    let whole = if n == 1 { parts[0] } else { cx.kernel.pack(&parts) };
    let name = Opcode::Ld.with([place.space.modifier(), cache, width, scalar.access()]);
    cx.emit_under(guard.map(|(condition, _)| condition), name, &[whole, place.address]);
    let elements = parts.into_iter().map(|raw| cx.loaded(scalar, raw)).collect();
    cx.set_elements(op.result(0), elements);
    Ok(())
}

pub(super) fn store(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    store_under(cx, op, None)
}

/// Writes elements, under a condition if there is one.
pub(super) fn store_under(cx: &mut Select<'_>, op: OpRef<'_>, condition: Option<Reg>) -> SelectResult {
    check_plain(op)?;
    let value = op.operand(0);
    let (values, scalar) = match cx.floats_written(value) {
        Some(floats) => {
            let values = floats.iter().map(|float| cx.operand(*float)).collect::<Result<_, _>>()?;
            (values, cx.scalar_of(floats[0])?)
        }
        None => (cx.elements(value)?, cx.elements_of(op.module.type_of(value))?.1),
    };
    let n = values.len();
    let parts: Vec<Operand> = values.into_iter().map(|element| cx.stored(scalar, element)).collect();
    let width = width(op, n, scalar)?;
    let whole = if n == 1 { parts[0] } else { cx.kernel.pack(&parts) };
    let place = cx.place_of(op.operand(1))?;
    cx.emit_under(
        condition,
        Opcode::St.with([place.space.modifier(), width, scalar.access()]),
        &[place.address, whole],
    );
    Ok(())
}

/// What an instruction that accesses elements together says, where they are aligned to their bytes.
fn width(op: OpRef<'_>, n: usize, scalar: Scalar) -> Result<Modifier, Unsupported> {
    let bytes = n as u64 * scalar.bytes();
    match n {
        1 => Ok(Nothing),
        2 | 4 if bytes <= MAX_BYTES && bytes <= alignment_of(op).unwrap_or(1) => {
            Ok(if n == 2 { V2 } else { V4 })
        }
        _ => Err(Unsupported::not_expanded("lower-memref-access")),
    }
}

/// An error for accesses that are more than a read or a write.
fn check_plain(op: OpRef<'_>) -> SelectResult {
    let is_volatile = op.attr("volatile_").is_some_and(|attr| *op.module.attr_kind(attr) == AttrKind::Unit);
    if is_volatile || op.int("ordering").is_some_and(|ordering| ordering != 0) {
        return Err(Unsupported::because("volatile and atomic accesses through pointers are not supported"));
    }
    Ok(())
}

/// Floats of 8 bits, which memory holds as integers: registers hold them without a sign.
impl Select<'_> {
    /// The float that bytes are which were read from memory, if they are nothing else.
    pub(super) fn float_read(&self, value: Value) -> Option<Scalar> {
        let module = self.module;
        let defined_by =
            |value: Value, kind: OpKind| module.defining_op(value).filter(|op| module.kind(*op) == kind);
        let taken = defined_by(value, OpKind::Vector(Vector::ToElements));
        let load = defined_by(taken.map_or(value, |op| module.operand(op, 0)), OpKind::Ptr(Ptr::Load))?;
        let read = module.result(load, 0);
        let elements: Vec<Value> = if self.is_vector(module.type_of(read)) {
            let [used] = *module.uses(read) else { return None };
            module.results(used.op).collect()
        } else {
            vec![read]
        };
        let mut uses = elements.iter().flat_map(|element| module.uses(*element));
        let first = uses.clone().next()?;
        let is_cast = uses.all(|used| module.kind(used.op) == OpKind::Arith(Arith::Bitcast));
        self.float_of_byte(module.op(first.op).results().next().filter(|_| is_cast)?)
    }

    /// The floats whose bits the elements of an integer value are.
    fn floats_written(&self, value: Value) -> Option<Vec<Value>> {
        let module = self.module;
        let op = module.defining_op(value)?;
        let elements = match module.kind(op) {
            OpKind::Vector(Vector::FromElements) => module.operands(op).to_vec(),
            _ => vec![value],
        };
        let float = |element: Value| {
            let cast = module.defining_op(element)?;
            let is_cast = module.kind(cast) == OpKind::Arith(Arith::Bitcast);
            let float = module.operands(cast).first().copied().filter(|_| is_cast)?;
            self.float_of_byte(float).map(|_| float)
        };
        elements.into_iter().map(float).collect()
    }

    fn float_of_byte(&self, value: Value) -> Option<Scalar> {
        let (_, scalar) = self.elements_of(self.module.type_of(value)).ok()?;
        matches!(scalar, Scalar::Fp8(_)).then_some(scalar)
    }
}

impl Select<'_> {
    /// Adds an instruction, which does nothing where a condition does not hold.
    fn emit_under(&mut self, condition: Option<Reg>, name: Name, operands: &[Operand]) {
        let inst = Inst::new(name, operands);
        let inst = condition.map_or(inst, |condition| inst.when(condition, true));
        self.push(inst);
    }

    /// The bytes of the offset that the type of a buffer has.
    pub(super) fn type_offset_bytes(&self, buffer: Value, memory: &Memory) -> i64 {
        match self.module.strides(self.module.type_of(buffer)) {
            Some((offset, _)) if offset != DYNAMIC => offset.wrapping_mul(memory.element.bytes() as i64),
            _ => 0,
        }
    }

    /// Computes a pointer where it stands.
    fn compute(&mut self, pointer: Value) -> SelectResult {
        let address = self.place_of(pointer)?.address;
        let pointer_operand = self.whole_address(address)?;
        self.set(pointer, pointer_operand);
        Ok(())
    }

    /// An address in a register.
    fn whole_address(&mut self, address: Operand) -> Result<Operand, Unsupported> {
        let Operand::Address(base, offset) = address else {
            return Err(Unsupported::because("expected an address"));
        };
        let sum = self.plus(base.into(), Operand::Int(offset.into()));
        Ok(self.reg(RegClass::B64, sum).into())
    }

    fn plan_of(&self, pointer: Value) -> Plan {
        plan(self.module, pointer, |value| matches!(self.locs[value], ValueLoc::Scalar(_)))
    }

    /// The address that a pointer is, and what is known about it.
    fn place_of(&mut self, pointer: Value) -> Result<Place, Unsupported> {
        let space = match self.module.llvm_address_space(self.module.type_of(pointer)) {
            Some(1) => Space::Global,
            Some(3) => Space::Shared,
            Some(5) => Space::Local,
            _ => {
                return Err(Unsupported::because("expected a pointer in #llvm.address_space<1>, <3> or <5>"));
            }
        };
        let plan = self.plan_of(pointer);
        let buffer = self.buffer_of(plan.root);
        let (root, offset) = match &buffer {
            Some((memory, moved)) => (memory.base, memory.offset.wrapping_sub(*moved)),
            None => {
                let root = self.operand(plan.root)?;
                (self.reg(RegClass::B64, root), 0)
            }
        };
        let bytes = plan.bytes.wrapping_add(offset);
        let mut dimensions = Vec::with_capacity(plan.terms.len());
        for term in &plan.terms {
            dimensions.push(Dimension::of(self, term)?);
        }
        let is_small = plan.in_bounds
            && 0 <= bytes
            && buffer.as_ref().is_some_and(|(memory, _)| memory.is_small() && !memory.is_line_of_bytes());
        let address = self.sum(root, bytes, &dimensions, is_small);
        Ok(Place { space, address })
    }

    /// The buffer that a pointer is the beginning of, and the bytes of the offset of its type.
    fn buffer_of(&self, root: Value) -> Option<(Memory, i64)> {
        if matches!(self.locs[root], ValueLoc::Scalar(_)) {
            return None;
        }
        let op =
            self.module.defining_op(root).filter(|op| self.module.kind(*op) == OpKind::Ptr(Ptr::ToPtr))?;
        let buffer = self.module.operand(op, 0);
        let memory = self.memory(buffer).ok()?;
        let moved = self.type_offset_bytes(buffer, &memory);
        Some((memory, moved))
    }
}
