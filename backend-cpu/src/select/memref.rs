//! Selects code for the memref dialect: accesses, views and buffers.

use super::Rule;
use super::metadata;
use super::scf::body;
use crate::emit::{AddressSums, Emitted, Emitter, World};
use crate::globals;
use crate::lowered::{Extent, Lowered, MemRefParts, is_unranked};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{AtomicRmwOp, InstBuilder, MemFlagsData, Type as RegType, Value as Reg, types};
use warpline_ir::dialect::memref::subview::kept_dims;
use warpline_ir::host_abi::AccessKind;
use warpline_ir::{Arith, AttrKind, DYNAMIC, MemRef, OpKind, OpRef, Type, Value};
use warpline_passes::cpu::cpu_shape_kernels;
use warpline_passes::gpu::lowered::NO_ALLOCATION;

type Cx<'a, 'f> = Emitter<'a, 'f>;

/// The maximum number of bytes of an access to adjacent elements.
const MAX_ACCESS: i32 = 1 << 16;

/// Returns the treatment of memref operations.
pub(super) fn rule(kind: MemRef) -> Rule {
    match kind {
        MemRef::Load => Rule::select(load),
        MemRef::Store => Rule::select(store),
        MemRef::AtomicRmw => Rule::select(atomic),
        MemRef::Dim => Rule::select(dim),
        MemRef::Cast => Rule::select(cast),
        MemRef::SubView => Rule::select(subview),
        MemRef::View => Rule::select(view),
        MemRef::Alloca => Rule::select(|cx, op| match cx.world {
            World::Blocks(_) => alloca(cx, op),
            World::Host(_) => cx.host_alloca(op),
        }),
        MemRef::Copy => Rule::select(copy),
        MemRef::Alloc => Rule::select(alloc),
        MemRef::Dealloc => Rule::select(dealloc),
        MemRef::GetGlobal => Rule::select(get_global),
        MemRef::ExtractStridedMetadata => Rule::select(metadata::extract),
        MemRef::ExtractAlignedPointerAsIndex => Rule::select(metadata::aligned_pointer),
        MemRef::AssumeAlignment | MemRef::DistinctObjects | MemRef::MemorySpaceCast => {
            Rule::select(metadata::same_buffers)
        }
        MemRef::ReinterpretCast => Rule::select(metadata::reinterpret_cast),
        MemRef::Transpose => Rule::select(metadata::transpose),
        MemRef::Global => Rule::part("it belongs at the top level of a module"),
        MemRef::ExpandShape => Rule::select(metadata::expand_shape),
        MemRef::CollapseShape => Rule::select(metadata::collapse_shape),
        MemRef::Reshape => Rule::select(metadata::reshape),
        MemRef::Rank => Rule::select(metadata::rank),
        MemRef::Prefetch => Rule::select(|_, _| Ok(())),
        MemRef::AllocaScope => Rule::select(alloca_scope),
        MemRef::GenericAtomicRmw => Rule::select(generic_atomic),
        MemRef::AtomicYield | MemRef::AllocaScopeReturn => {
            Rule::part("it is outside the operation that it terminates")
        }
        MemRef::Realloc => Rule::expand("expand-realloc"),
        MemRef::DmaStart | MemRef::DmaWait => Rule::expand("expand-dma"),
    }
}

impl Emitter<'_, '_> {
    /// Returns the size in bytes of an element of a memref.
    pub(crate) fn element_bytes(&self, memref: Value) -> Emitted<u64> {
        self.element_bytes_of(self.module.type_of(memref))
    }

    fn element_bytes_of(&self, memref: Type) -> Emitted<u64> {
        self.bytes_of(self.module.element_type(memref))
    }

    /// Returns the size in bytes of an element of this type.
    pub(super) fn bytes_of(&self, element: Type) -> Emitted<u64> {
        Ok(self.memory_types(element)?.iter().map(|ty| u64::from(ty.bytes())).sum())
    }

    /// Returns the address of the element that an operation accesses, as a register and a constant number of bytes.
    /// Scaled terms are left to the addressing modes of the machine.
    pub(crate) fn address(&mut self, op: OpRef<'_>) -> Emitted<(Reg, i32)> {
        let (memref, indices) = op.access().expect("the row of an access has a buffer and indices");
        let parts = self.memref(memref)?;
        let bytes = self.element_bytes(memref)? as i64;
        let (mut address, mut offset) = (parts.pointer, 0i64);
        for (index, stride) in indices.iter().zip(&parts.strides) {
            let (index, stride, scale) = match *stride {
                Extent::Static(stride) => {
                    let scale = stride.wrapping_mul(bytes);
                    let (index, constant) = self.split_constant(*index);
                    offset = offset.wrapping_add(constant.wrapping_mul(scale));
                    let Some(index) = index else { continue };
                    (self.scalar(index)?, None, scale)
                }
                Extent::Dynamic(stride) => (self.scalar(*index)?, Some(stride), bytes),
            };
            address = self.sum_with(address, index, stride, scale);
        }
        match i32::try_from(offset) {
            // The last byte of a wide access has to be in reach, too.
            Ok(offset) if offset < i32::MAX - MAX_ACCESS => Ok((address, offset)),
            _ => {
                let offset = self.index(offset);
                Ok((self.builder.ins().iadd(address, offset), 0))
            }
        }
    }

    /// Returns the sum of an address and an index times a stride, if there is one, and a scale: the one that the block has
    /// computed already, if it has.
    fn sum_with(&mut self, address: Reg, index: Reg, stride: Option<Reg>, scale: i64) -> Reg {
        let block = self.builder.current_block();
        if self.sums.block != block {
            self.sums = AddressSums { block, ..AddressSums::default() };
        }
        let key = (address, index, stride, scale);
        if let Some(known) = self.sums.known.get(&key) {
            return *known;
        }
        let elements = stride.map_or(index, |stride| self.builder.ins().imul(index, stride));
        let term = self.scaled(elements, scale);
        let sum = self.builder.ins().iadd(address, term);
        self.sums.known.insert(key, sum);
        sum
    }

    /// Returns the address of an element in a register.
    fn plain_address(&mut self, op: OpRef<'_>) -> Emitted<Reg> {
        let (address, offset) = self.address(op)?;
        Ok(self.plain(address, offset))
    }

    /// Returns an address with an offset in a register.
    pub(crate) fn plain(&mut self, address: Reg, offset: i32) -> Reg {
        if offset == 0 { address } else { self.builder.ins().iadd_imm_s(address, i64::from(offset)) }
    }

    /// Splits a value into the one to which a constant is added, if any, and the constant.
    fn split_constant(&self, value: Value) -> (Option<Value>, i64) {
        let (mut value, mut constant) = (value, 0i64);
        loop {
            if let Some(all) = self.module.constant_int(value) {
                return (None, constant.wrapping_add(all));
            }
            let made = self.module.defining_op(value).map(|op| self.module.op(op));
            let Some((op, OpKind::Arith(kind))) = made.map(|op| (op, op.kind())) else { break };
            let is_sum = matches!(kind, Arith::AddI | Arith::SubI);
            let Some(right) = is_sum.then(|| self.module.constant_int(op.named("rhs"))).flatten() else {
                break;
            };
            let right = if kind == Arith::AddI { right } else { right.wrapping_neg() };
            (value, constant) = (op.named("lhs"), constant.wrapping_add(right));
        }
        (Some(value), constant)
    }

    /// Returns the product of a number and a constant.
    fn scaled(&mut self, number: Reg, by: i64) -> Reg {
        match by {
            1 => number,
            by if 0 < by && by.count_ones() == 1 => {
                self.builder.ins().ishl_imm_u(number, i64::from(by.trailing_zeros()))
            }
            by => {
                let by = self.index(by);
                self.builder.ins().imul(number, by)
            }
        }
    }

    pub(super) fn offset_pointer(&mut self, pointer: Reg, elements: Reg, bytes: u64) -> Reg {
        let bytes = self.index(bytes as i64);
        let offset = self.builder.ins().imul(elements, bytes);
        self.builder.ins().iadd(pointer, offset)
    }

    /// Returns the number of elements of a memref; the maximum value if it overflows.
    pub(crate) fn element_count(&mut self, sizes: &[Extent]) -> Reg {
        let mut count = self.index(1);
        for size in sizes {
            let size = self.extent(*size);
            count = self.saturating_product(count, size);
        }
        count
    }

    /// Returns the product of two unsigned numbers, or the maximum value if it overflows.
    pub(crate) fn saturating_product(&mut self, a: Reg, b: Reg) -> Reg {
        let product = self.builder.ins().imul(a, b);
        let upper = self.builder.ins().umulhi(a, b);
        let (zero, most) = (self.index(0), self.index(-1));
        let fits = self.compare(IntCC::Equal, upper, zero);
        self.builder.ins().select(fits, product, most)
    }

    /// Sets the only result to a new buffer: sizes from the operands, row-major strides.
    pub(crate) fn new_buffer(&mut self, op: OpRef<'_>, pointer: Reg, sizes: &[Extent]) -> Emitted {
        let result = op.result(0);
        let layout = self.module.strides(self.module.type_of(result));
        if layout.is_none_or(|(offset, _)| offset != 0) {
            return Err(self.unsupported("expected a buffer with a strided layout at offset 0"));
        }
        let mut strides = vec![Extent::Static(1); sizes.len()];
        for dim in (1..sizes.len()).rev() {
            strides[dim - 1] = self.extent_product(strides[dim], sizes[dim]);
        }
        self.set_view(result, pointer, sizes, &strides)
    }

    /// Sets a memref from extents that may be more or less static than its type, which is authoritative.
    pub(super) fn set_view(
        &mut self,
        value: Value,
        pointer: Reg,
        sizes: &[Extent],
        strides: &[Extent],
    ) -> Emitted {
        let ty = self.module.type_of(value);
        let (Some(shape), Some((_, wanted))) = (self.module.shape(ty), self.module.strides(ty)) else {
            return Err(self.unsupported("expected a ranked memref with a strided layout"));
        };
        let shape = shape.to_vec();
        let sizes = self.extents_as(sizes, &shape);
        let strides = self.extents_as(strides, &wanted);
        self.set(value, Lowered::MemRef(MemRefParts { pointer, sizes, strides }));
        Ok(())
    }

    fn extents_as(&mut self, extents: &[Extent], wanted: &[i64]) -> Vec<Extent> {
        let mut found = Vec::new();
        for (extent, wanted) in extents.iter().zip(wanted) {
            found.push(if *wanted == DYNAMIC {
                Extent::Dynamic(self.extent(*extent))
            } else {
                Extent::Static(*wanted)
            });
        }
        found
    }

    /// Merges constants and values: the next operand replaces each dynamic constant.
    pub(super) fn mixed(&self, constants: &[i64], values: &[Value]) -> Emitted<Vec<Extent>> {
        let mut values = values.iter();
        let mut found = Vec::new();
        for constant in constants {
            found.push(match (*constant, values.clone().next()) {
                (DYNAMIC, Some(value)) => {
                    values.next();
                    Extent::Dynamic(self.scalar(*value)?)
                }
                (DYNAMIC, None) => return Err(self.unsupported("expected a value per dynamic number")),
                (constant, _) => Extent::Static(constant),
            });
        }
        Ok(found)
    }

    /// Returns the sizes of the only result of an allocation.
    pub(crate) fn allocated_sizes(&self, op: OpRef<'_>, dynamic: &[Value]) -> Emitted<Vec<Extent>> {
        let Some(shape) = self.module.shape(op.result_type(0)) else {
            return Err(self.unsupported("expected a ranked memref"));
        };
        self.mixed(shape, dynamic)
    }
}

/// Emits an allocation of a host function; those of kernels are promoted before.
fn alloc(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    match cx.world {
        World::Host(_) => cx.host_alloc(op),
        World::Blocks(_) => Err(cx.unsupported(NO_ALLOCATION)),
    }
}

/// Emits a buffer of static size that lives as long as the function.
fn alloca(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let bytes = cx.element_bytes_of(op.result_type(0))?;
    let Some(n) = cx.module.n_elements(op.result_type(0)) else {
        return Err(cx.unsupported(format!("run {} first", cpu_shape_kernels::PASS.name)));
    };
    let pointer = cx.stack(n.saturating_mul(bytes));
    let sizes = cx.allocated_sizes(op, &[])?;
    cx.new_buffer(op, pointer, &sizes)
}

fn dealloc(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    match cx.world {
        World::Host(_) => cx.host_dealloc(op),
        World::Blocks(_) => Err(cx.unsupported(NO_ALLOCATION)),
    }
}

fn get_global(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    match cx.world {
        World::Host(_) => cx.host_global(op),
        World::Blocks(_) => device_global(cx, op),
    }
}

/// Selects a global of a `gpu.module`, whose address the loader fills in.
fn device_global(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let global = globals::of_op(op).ok_or_else(|| cx.unsupported("the global does not exist"))?;
    let pointer = cx.address_of(&globals::symbol_of(op.module, global));
    let sizes = cx.allocated_sizes(op, &[])?;
    cx.new_buffer(op, pointer, &sizes)
}

pub(super) fn load(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let place = cx.address(op)?;
    load_at(cx, op, place)
}

/// Emits a load of the result from an address and an offset in bytes.
pub(super) fn load_at(cx: &mut Cx<'_, '_>, op: OpRef<'_>, place: (Reg, i32)) -> Emitted {
    load_parts(cx, op, place, |cx, ty, (address, offset)| Ok(cx.load(ty, address, offset)))
}

/// Emits a load of the result from an address and an offset in bytes, each part by `load`.
pub(super) fn load_parts<'a, 'f>(
    cx: &mut Cx<'a, 'f>,
    op: OpRef<'_>,
    (address, first): (Reg, i32),
    mut load: impl FnMut(&mut Cx<'a, 'f>, RegType, (Reg, i32)) -> Emitted<Reg>,
) -> Emitted {
    let ty = op.result_type(0);
    let types = cx.memory_types(ty)?;
    let mut parts = Vec::with_capacity(types.len());
    for (index, ty) in (0i32..).zip(types) {
        let offset = first + index * ty.bytes() as i32;
        cx.log_at(AccessKind::Read, ty, (address, offset))?;
        parts.push(load(cx, ty, (address, offset))?);
    }
    let parts = cx.of_stored(ty, parts);
    cx.bind(&[op.result(0)], &parts)
}

pub(super) fn store(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let place = cx.address(op)?;
    store_at(cx, op, place)
}

/// Emits a store of the first operand to an address and an offset in bytes.
pub(super) fn store_at(cx: &mut Cx<'_, '_>, op: OpRef<'_>, place: (Reg, i32)) -> Emitted {
    store_parts(cx, op, place, |cx, _, value, (address, offset)| {
        cx.store(value, address, offset);
        Ok(())
    })
}

/// Emits a store of the first operand to an address and an offset in bytes, each part by `store`.
pub(super) fn store_parts<'a, 'f>(
    cx: &mut Cx<'a, 'f>,
    op: OpRef<'_>,
    (address, first): (Reg, i32),
    mut store: impl FnMut(&mut Cx<'a, 'f>, RegType, Reg, (Reg, i32)) -> Emitted,
) -> Emitted {
    let ty = op.operand_type(0);
    let types = cx.memory_types(ty)?;
    let parts = cx.parts_of(&op.operands()[..1])?;
    let parts = cx.as_stored(ty, parts);
    for (index, (ty, value)) in (0i32..).zip(types.into_iter().zip(parts)) {
        let offset = first + index * ty.bytes() as i32;
        cx.log_at(AccessKind::Write, ty, (address, offset))?;
        store(cx, ty, value, (address, offset))?;
    }
    Ok(())
}

fn atomic(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let Some(name) = op.keyword("kind") else {
        return Err(cx.unsupported("its kind is not known"));
    };
    let ty = cx.reg_type(op.operand_type(0))?;
    let value = cx.scalar(op.named("value"))?;
    let address = cx.plain_address(op)?;
    cx.log(AccessKind::Atomic(cx.update_of(op)), ty, address)?;
    let Some(instruction) = atomic_instruction(name) else {
        return Err(cx.unsupported("its kind has no instruction; run expand-atomics first"));
    };
    let bits = as_bits(cx, value);
    let old = cx.builder.ins().atomic_rmw(ty.as_int(), MemFlagsData::trusted(), instruction, address, bits);
    let old = from_bits(cx, ty, old);
    cx.set_result(old);
    Ok(())
}

fn atomic_instruction(name: &str) -> Option<AtomicRmwOp> {
    Some(match name {
        "addi" => AtomicRmwOp::Add,
        "assign" => AtomicRmwOp::Xchg,
        "maxs" => AtomicRmwOp::Smax,
        "maxu" => AtomicRmwOp::Umax,
        "mins" => AtomicRmwOp::Smin,
        "minu" => AtomicRmwOp::Umin,
        "ori" => AtomicRmwOp::Or,
        "andi" => AtomicRmwOp::And,
        "xori" => AtomicRmwOp::Xor,
        _ => return None,
    })
}

pub(super) fn as_bits(cx: &mut Cx<'_, '_>, value: Reg) -> Reg {
    let ty = cx.builder.func.dfg.value_type(value);
    if ty.is_float() { cx.builder.ins().bitcast(ty.as_int(), MemFlagsData::new(), value) } else { value }
}

pub(super) fn from_bits(cx: &mut Cx<'_, '_>, ty: RegType, bits: Reg) -> Reg {
    if ty.is_float() { cx.builder.ins().bitcast(ty, MemFlagsData::new(), bits) } else { bits }
}

/// Emits an update by a region as a compare-and-swap loop; the result is the old value.
fn generic_atomic(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let ty = cx.reg_type(op.result_type(0))?;
    let address = cx.plain_address(op)?;
    cx.log(AccessKind::Atomic(cx.update_of(op)), ty, address)?;
    let block = cx.module.entry(op.op, 0);
    let (again, done) = (cx.block(&[ty.as_int()]), cx.block(&[]));
    let first = cx.builder.ins().atomic_load(ty.as_int(), MemFlagsData::trusted(), address);
    cx.jump(again, &[first]);
    let expected = cx.enter(again)[0];
    let old = from_bits(cx, ty, expected);
    cx.bind(block.map_or(&[], |block| cx.module.args(block)), &[old])?;
    let end = body(cx, block)?;
    let new = cx.scalar(cx.module.operand(end, 0))?;
    let bits = as_bits(cx, new);
    let found = cx.builder.ins().atomic_cas(MemFlagsData::trusted(), address, expected, bits);
    let is_done = cx.compare(IntCC::Equal, found, expected);
    cx.branch(is_done, (done, &[]), (again, &[found]));
    cx.enter(done);
    cx.set_result(old);
    Ok(())
}

/// Emits the operations of a scope; its memory lives as long as the function.
fn alloca_scope(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let end = body(cx, cx.module.entry(op.op, 0))?;
    let parts = cx.parts_of(cx.module.operands(end))?;
    cx.bind(&op.results().collect::<Vec<_>>(), &parts)
}

fn dim(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let sizes = cx.memref(op.named("source"))?.sizes;
    let result = if let Some(index) = cx.module.constant_int(op.named("index")) {
        let size = usize::try_from(index).ok().and_then(|index| sizes.get(index)).copied();
        let is_ranked = cx.module.shape(cx.module.type_of(op.named("source"))).is_some();
        match size {
            Some(size) => cx.extent(size),
            None if is_ranked => return Err(cx.unsupported("the memref has no such dimension")),
            // One of unknown rank is asked for it where it has another rank.
            None => cx.index(0),
        }
    } else {
        let index = cx.scalar(op.named("index"))?;
        select_size(cx, index, &sizes)
    };
    cx.set_result(result);
    Ok(())
}

/// Returns the size of a dimension whose number is known at run time; 0 if the dimension does not exist.
fn select_size(cx: &mut Cx<'_, '_>, index: Reg, sizes: &[Extent]) -> Reg {
    let mut found = cx.index(0);
    for (number, size) in (0i64..).zip(sizes) {
        let (number, size) = (cx.index(number), cx.extent(*size));
        let is_it = cx.compare(IntCC::Equal, index, number);
        found = cx.builder.ins().select(is_it, size, found);
    }
    found
}

/// Emits a cast. A buffer of unknown rank is the one it was cast from; of a padded one, only the first dimensions are there.
fn cast(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let source = cx.get(op.operand(0))?;
    let mut parts = cx.memref(op.operand(0))?;
    let Some(rank) = cx.module.shape(op.result_type(0)).map(<[i64]>::len) else {
        cx.set(op.result(0), source);
        return Ok(());
    };
    // A cast to another rank fails before, where that is checked.
    parts.sizes.resize(rank, Extent::Static(1));
    parts.strides.resize(rank, Extent::Static(0));
    cx.set_view(op.result(0), parts.pointer, &parts.sizes, &parts.strides)
}

/// Emits `vector.type_cast`: a buffer of vectors, at the same address.
pub(super) fn type_cast(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let (source, sizes) = (cx.memref(op.operand(0))?, cx.allocated_sizes(op, &[])?);
    cx.new_buffer(op, source.pointer, &sizes)
}

fn subview(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let source = cx.memref(op.operand(0))?;
    let bytes = cx.element_bytes(op.operand(0))?;
    let offsets = cx.mixed(&numbers(op, "static_offsets"), op.group("offsets"))?;
    let sizes = cx.mixed(&numbers(op, "static_sizes"), op.group("sizes"))?;
    let steps = cx.mixed(&numbers(op, "static_strides"), op.group("strides"))?;
    let mut pointer = source.pointer;
    let mut strides = Vec::new();
    for ((offset, step), stride) in offsets.iter().zip(&steps).zip(&source.strides) {
        let elements = cx.extent_product(*offset, *stride);
        if !matches!(elements, Extent::Static(0)) {
            let elements = cx.extent(elements);
            pointer = cx.offset_pointer(pointer, elements, bytes);
        }
        strides.push(cx.extent_product(*step, *stride));
    }
    let kept =
        kept_dims(op).ok_or_else(|| cx.unsupported("expected a ranked memref with a strided layout"))?;
    let sizes: Vec<_> = kept.iter().map(|dim| sizes[*dim]).collect();
    let strides: Vec<_> = kept.iter().map(|dim| strides[*dim]).collect();
    cx.set_view(op.result(0), pointer, &sizes, &strides)
}

/// Emits a view of bytes with another element type.
fn view(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let (source, shift) = (cx.memref(op.named("source"))?, cx.scalar(op.named("byte_shift"))?);
    let pointer = cx.builder.ins().iadd(source.pointer, shift);
    let sizes = cx.allocated_sizes(op, op.group("sizes"))?;
    cx.new_buffer(op, pointer, &sizes)
}

/// Returns the integers of a list attribute.
pub(super) fn numbers(op: OpRef<'_>, key: &str) -> Vec<i64> {
    match op.attr(key).map(|attr| op.module.attr_kind(attr)) {
        Some(AttrKind::DenseArray(_, values)) => values.to_vec(),
        _ => Vec::new(),
    }
}

fn copy(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    copy_buffer(cx, op.named("source"), op.named("target"))
}

/// Emits a synchronous copy between host buffers.
pub(crate) fn copy_buffer(cx: &mut Cx<'_, '_>, from: Value, to: Value) -> Emitted {
    let (mut source, mut target) = (cx.memref(from)?, cx.memref(to)?);
    let is_unranked = |cx: &Cx<'_, '_>, value| is_unranked(cx.module, cx.module.type_of(value));
    if is_unranked(cx, from) || is_unranked(cx, to) {
        let ranks = [cx.rank(from)?, cx.rank(to)?];
        (source, target) = (cx.padded(&source)?, cx.padded(&target)?);
        let has_same_rank = cx.compare(IntCC::Equal, ranks[0], ranks[1]);
        cx.require_on_host(has_same_rank, [&source, &target], ranks)?;
    }
    cx.require_equal_shapes(&source, &target)?;
    let (bytes, rank) = (cx.element_bytes(from)?, source.sizes.len());
    let (bytes, n_dims) = (cx.index(bytes as i64), cx.index(rank as i64));
    let mut slots = vec![target.pointer, source.pointer, bytes, n_dims];
    for extent in source.sizes.iter().chain(&target.strides).chain(&source.strides) {
        slots.push(cx.extent(*extent));
    }
    let slots = cx.spill(&slots);
    let [sizes, to, from] = [4, 4 + rank, 4 + 2 * rank].map(|first| {
        let offset = cx.index(8 * first as i64);
        cx.builder.ins().iadd(slots, offset)
    });
    cx.log_view(AccessKind::Read, [source.pointer, bytes, n_dims], [sizes, from])?;
    cx.log_view(AccessKind::Write, [target.pointer, bytes, n_dims], [sizes, to])?;
    cx.call("wl_host_copy", &[types::I64], None, &[slots]);
    Ok(())
}
