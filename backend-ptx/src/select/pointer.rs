//! Selects `ptr`: addresses, and loads and stores through them.
//!
//! A sum of pointers is no instruction of its own: each access takes its address apart, as
//! [`plan`](warpline_passes::gpu::address::plan) finds it, and shares the parts that it has in common with others. Only
//! a pointer that goes elsewhere, through a branch or a choice, is computed where it stands.

use super::address::Dimension;
use super::memory::Memory;
use super::values::{Held, Scalar};
use super::{Rule, Select, Selected, Unsupported};
use crate::inst::{Class, Operand, Space};
use warpline_ir::dialect::ptr::alignment_of;
use warpline_ir::{Arith, AttrKind, DYNAMIC, OpKind, OpRef, Ptr, Value};
use warpline_passes::gpu::address::{Plan, plan};
use warpline_passes::gpu::alignment::common;

/// The most bytes of one access.
const MAX_BYTES: u64 = 16;
/// A sum of more terms is computed where it stands.
const MAX_TERMS: usize = 16;

/// How operations of ptr are treated.
pub(super) fn rule<'a>(kind: Ptr) -> Rule<'a> {
    match kind {
        Ptr::ToPtr => Rule::select(to_ptr),
        Ptr::FromPtr => Rule::select(from_ptr),
        Ptr::PtrAdd => Rule::select(ptr_add),
        Ptr::PtrDiff => Rule::select(ptr_diff),
        Ptr::TypeOffset => Rule::select(type_offset),
        Ptr::Load => Rule::select(load),
        Ptr::Store => Rule::select(store),
        Ptr::GetMetadata => Rule::refuse("a kernel has sizes and strides apart from pointers"),
    }
}

/// The memory around an address.
struct Place {
    space: Space,
    /// `.nc` where nothing writes to it while the kernel runs, else nothing.
    cache: &'static str,
    /// What the address is a multiple of.
    align: u64,
    address: Operand,
}

/// The address of a buffer without the offset of its type. Accesses take it from the buffer.
fn to_ptr(cx: &mut Select<'_>, op: OpRef<'_>) -> Selected {
    cx.memory(op.operand(0))?;
    if is_address(op) { Ok(()) } else { cx.compute(op.result(0)) }
}

/// A buffer with the layout of its type, which must be known.
fn from_ptr(cx: &mut Select<'_>, op: OpRef<'_>) -> Selected {
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
    let root = Some((base, offset));
    let skipped = cx.type_offset_bytes(op.result(0), &memory);
    cx.set_memory(
        op.result(0),
        Memory {
            space: place.space,
            base,
            offset: offset.wrapping_add(skipped),
            align: place.align.max(memory.element.bytes()),
            cache: place.cache,
            root,
            ..memory
        },
    );
    Ok(())
}

fn ptr_add(cx: &mut Select<'_>, op: OpRef<'_>) -> Selected {
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

fn ptr_diff(cx: &mut Select<'_>, op: OpRef<'_>) -> Selected {
    let mut parts = [Operand::Int(0); 2];
    for (part, value) in parts.iter_mut().zip(op.operands()) {
        let address = cx.place_of(*value)?.address;
        *part = cx.whole_address(address)?;
    }
    let bytes = cx.make(Class::Double, ["sub.s64"], &parts);
    let width = cx.int_width(op.result(0))?;
    let bytes = if width == 64 { bytes } else { cx.narrow(bytes, width) };
    cx.set(op.result(0), bytes);
    Ok(())
}

fn type_offset(cx: &mut Select<'_>, op: OpRef<'_>) -> Selected {
    match op.def().and_then(|def| def.fold).and_then(|fold| fold(op, &[])) {
        Some(AttrKind::Integer(bytes, _)) => {
            cx.set(op.result(0), Operand::Int(bytes));
            Ok(())
        }
        _ => Err(Unsupported::because("the size of the type is not known")),
    }
}

fn load(cx: &mut Select<'_>, op: OpRef<'_>) -> Selected {
    check_plain(op)?;
    let mut place = cx.place_of(op.operand(0))?;
    if op.attr("invariant").is_some_and(|attr| *op.module.attr_kind(attr) == AttrKind::Unit)
        && place.space == Space::Global
    {
        place.cache = ".nc";
    }
    let (n, scalar) = cx.elements_of(op.result_type(0))?;
    let scalar = cx.float_read(op.result(0)).unwrap_or(scalar);
    let class = if scalar == Scalar::Int(1) { Class::Word } else { scalar.class() };
    let (space, ty) = (place.space.name(), scalar.access());
    let mut elements = Vec::with_capacity(n);
    for (address, width) in cx.accesses(&place, alignment_of(op), n, scalar.bytes()) {
        if width == 1 {
            let raw = cx.make(class, ["ld", space, place.cache, ty], &[address]);
            elements.push(cx.loaded(scalar, raw));
            continue;
        }
        let parts: Vec<Operand> = (0..width).map(|_| cx.kernel.fresh(class).into()).collect();
        let pack = cx.kernel.pack(&parts);
        cx.emit(["ld", space, place.cache, if width == 2 { ".v2" } else { ".v4" }, ty], &[pack, address]);
        for raw in parts {
            elements.push(cx.loaded(scalar, raw));
        }
    }
    cx.set_elements(op.result(0), elements);
    Ok(())
}

fn store(cx: &mut Select<'_>, op: OpRef<'_>) -> Selected {
    check_plain(op)?;
    let value = cx.float_written(op.operand(0)).unwrap_or(op.operand(0));
    let (n, scalar) = cx.elements_of(op.module.type_of(value))?;
    let mut values = Vec::with_capacity(n);
    for element in cx.elements(value)? {
        values.push(cx.stored(scalar, element));
    }
    let place = cx.place_of(op.operand(1))?;
    let (space, ty) = (place.space.name(), scalar.access());
    let mut index = 0;
    for (address, width) in cx.accesses(&place, alignment_of(op), n, scalar.bytes()) {
        if width == 1 {
            cx.emit(["st", space, ty], &[address, values[index]]);
        } else {
            let pack = cx.kernel.pack(&values[index..index + width]);
            cx.emit(["st", space, if width == 2 { ".v2" } else { ".v4" }, ty], &[address, pack]);
        }
        index += width;
    }
    Ok(())
}

/// An error for accesses that are more than a read or a write.
fn check_plain(op: OpRef<'_>) -> Selected {
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
        module.defining_op(value).filter(|op| module.kind(*op) == OpKind::Ptr(Ptr::Load))?;
        let uses = module.uses(value);
        let is_cast = uses.iter().all(|used| module.kind(used.op) == OpKind::Arith(Arith::Bitcast));
        let cast = uses.first().filter(|_| is_cast)?;
        self.float_of_byte(module.op(cast.op).result(0))
    }

    /// The floats whose bits an integer is.
    fn float_written(&self, value: Value) -> Option<Value> {
        let module = self.module;
        let cast =
            module.defining_op(value).filter(|op| module.kind(*op) == OpKind::Arith(Arith::Bitcast))?;
        let float = module.operand(cast, 0);
        self.float_of_byte(float).map(|_| float)
    }

    fn float_of_byte(&self, value: Value) -> Option<Scalar> {
        let (_, scalar) = self.elements_of(self.module.type_of(value)).ok()?;
        matches!(scalar, Scalar::Fp8(_)).then_some(scalar)
    }
}

impl Select<'_> {
    /// The bytes of the offset that the type of a buffer has.
    fn type_offset_bytes(&self, buffer: Value, memory: &Memory) -> i64 {
        match self.module.strides(self.module.type_of(buffer)) {
            Some((offset, _)) if offset != DYNAMIC => offset.wrapping_mul(memory.element.bytes() as i64),
            _ => 0,
        }
    }

    /// Computes a pointer where it stands.
    fn compute(&mut self, pointer: Value) -> Selected {
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
        Ok(self.reg(Class::Double, sum).into())
    }

    fn plan_of(&self, pointer: Value) -> Plan {
        plan(self.module, pointer, |value| matches!(self.held[value], Held::Scalar(_)))
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
                (self.reg(Class::Double, root), 0)
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
        let (cache, align) = buffer.map_or(("", 1), |(memory, moved)| {
            (memory.cache, common(memory.align, memory.offset.wrapping_sub(moved).unsigned_abs()))
        });
        Ok(Place { space, cache, align: common(align, plan.align), address })
    }

    /// The buffer that a pointer is the beginning of, and the bytes of the offset of its type.
    fn buffer_of(&self, root: Value) -> Option<(Memory, i64)> {
        if matches!(self.held[root], Held::Scalar(_)) {
            return None;
        }
        let op =
            self.module.defining_op(root).filter(|op| self.module.kind(*op) == OpKind::Ptr(Ptr::ToPtr))?;
        let buffer = self.module.operand(op, 0);
        let memory = self.memory(buffer).ok()?;
        let moved = self.type_offset_bytes(buffer, &memory);
        Some((memory, moved))
    }

    /// The accesses that elements of some bytes take, with the number of elements of each: neighbours together where the
    /// address is proved to be a multiple of their bytes.
    fn accesses(&mut self, place: &Place, given: Option<u64>, n: usize, bytes: u64) -> Vec<(Operand, usize)> {
        let Operand::Address(base, first) = place.address else { return Vec::new() };
        let align = place.align.max(given.unwrap_or(1));
        let mut found = Vec::new();
        let mut index = 0;
        while index < n {
            let at = index as u64 * bytes;
            let fits = |width: &usize| {
                let size = *width as u64 * bytes;
                index + width <= n && size <= MAX_BYTES && common(align, at).is_multiple_of(size)
            };
            let width = [4, 2].into_iter().find(fits).unwrap_or(1);
            let offset = i64::from(first) + at as i64;
            let address = match i32::try_from(offset) {
                Ok(offset) => Operand::Address(base, offset),
                Err(_) => {
                    let far = self.plus(base.into(), Operand::Int(offset));
                    Operand::Address(self.reg(Class::Double, far), 0)
                }
            };
            found.push((address, width));
            index += width;
        }
        found
    }
}
