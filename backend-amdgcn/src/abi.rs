//! Kernel entry: the registers that the hardware sets, the explicit arguments, and hidden ones that the runtime fills.
//!
//! Each slot of [`Param`] takes 8 bytes of the kernarg segment, in the order of the artifact. Hidden arguments follow
//! where a kernel uses them; the metadata lists them by name and offset.

use crate::code::{Class, Register};
use crate::inst::{Modifiers, Operand, Reg};
use crate::object::{Arg, ArgKind, Dim};
use crate::opcode::{Family, Opcode};
use crate::select::values::{Loc, Memory, Pointer, Scalar, Space, Words, n_words, scalar};
use crate::select::{Select, Selector as _, Unsupported};
use std::rc::Rc;
use warpline_ir::artifact::{Param, params_of};
use warpline_ir::dialect::func::function_type_of;
use warpline_ir::dialect::gpu::dimension_of;
use warpline_ir::{Cf, DYNAMIC, Gpu, MemRef, Module, Op, OpKind, TypeKind, Value};
use warpline_passes::gpu::buffers::layout;
use warpline_passes::gpu::geometry::Geometry;

/// The inputs of a kernel besides its arguments, as words, and the layout of its kernarg segment.
#[derive(Debug)]
pub(crate) struct Inputs {
    /// The size of the kernarg segment in bytes.
    pub(crate) kernarg_bytes: u32,
    /// The hidden arguments, which the runtime fills.
    pub(crate) hidden: Vec<Arg>,
    /// The dimensions whose block id the hardware passes.
    pub(crate) block_ids: [bool; 3],
    /// The number of dimensions whose thread id the hardware passes.
    pub(crate) thread_dims: u32,
    /// The packed ids of the thread.
    packed_thread_id: Operand,
    /// The words of ids and sizes along x, y and z, in the order of [`Geometry`].
    words: [[Operand; 3]; 4],
    /// The size of the dynamic workgroup memory.
    dynamic_bytes: Operand,
}

impl Default for Inputs {
    fn default() -> Self {
        let zero = Operand::Const(0);
        Self {
            kernarg_bytes: 0,
            hidden: Vec::new(),
            block_ids: [true, false, false],
            thread_dims: 1,
            packed_thread_id: zero,
            words: [[zero; 3]; 4],
            dynamic_bytes: zero,
        }
    }
}

/// Reads the arguments of a kernel, and allocates its arrays.
pub(crate) fn enter(cx: &mut Select<'_>, func: Op) -> Result<Vec<Param>, Unsupported> {
    let module = cx.module;
    let entry = module.entry(func, 0).ok_or("the kernel has no body")?;
    let args = module.args(entry);
    let n_inputs = function_type_of(module, func).0.len().min(args.len());
    let (inputs, attributions) = args.split_at(n_inputs);
    let base = cx.input(Class::S, 2, 0);
    let mut params = Vec::new();
    for input in inputs {
        parameter(cx, base, *input, &mut params)?;
    }
    cx.inputs.kernarg_bytes = 8 * params.len() as u32;
    read_geometry(cx, func, base);
    let n_shared = module.op(func).int("workgroup_attributions").unwrap_or(0);
    for (index, attribution) in attributions.iter().enumerate() {
        let space = if (index as i64) < n_shared { Space::Workgroup } else { Space::Private };
        let memory = cx.array(module.type_of(*attribution), space, None)?;
        cx.set(*attribution, Loc::Memory(Rc::new(memory)));
    }
    Ok(params)
}

/// Reads the ids and sizes that the operations of a kernel use.
fn read_geometry(cx: &mut Select<'_>, func: Op, base: Operand) {
    let module = cx.module;
    let mut used = [[false; 3]; 4];
    let mut is_dynamic = false;
    for op in module.walk(func) {
        match (Geometry::of(module.kind(op)), dimension_of(module.op(op))) {
            (Some(geometry), Some(dim)) => used[geometry as usize][dim] = true,
            _ if module.kind(op) == OpKind::Cf(Cf::Assert) => {
                // The report has the ids of the block and the thread.
                used[Geometry::ThreadId as usize] = [true; 3];
                used[Geometry::BlockId as usize] = [true; 3];
            }
            _ => is_dynamic |= module.kind(op) == OpKind::Gpu(Gpu::DynamicSharedMemory),
        }
    }
    let sizes = cx.sizes;
    let all = [Geometry::ThreadId, Geometry::BlockId, Geometry::BlockDim, Geometry::GridDim];
    for (geometry, used) in all.into_iter().zip(&mut used) {
        for (dim, used) in used.iter_mut().enumerate() {
            if let Some(fixed) = geometry.fixed(&sizes, dim) {
                cx.inputs.words[geometry as usize][dim] = Operand::Const(fixed);
                *used = false;
            }
        }
    }
    let is_used = |geometry: Geometry, dim: usize| used[geometry as usize][dim];
    let last = (0..3).rev().find(|dim| is_used(Geometry::ThreadId, *dim)).unwrap_or(0);
    cx.inputs.thread_dims = last as u32 + 1;
    cx.inputs.block_ids = [true, is_used(Geometry::BlockId, 1), is_used(Geometry::BlockId, 2)];
    let packed = cx.input(Class::V, 1, 0);
    cx.inputs.packed_thread_id = packed;
    for dim in (0..3).filter(|dim| is_used(Geometry::ThreadId, *dim)) {
        cx.inputs.words[Geometry::ThreadId as usize][dim] = thread_id(cx, dim);
    }
    cx.inputs.words[Geometry::BlockId as usize] = block_ids(cx, func);
    for (index, dim) in [Dim::X, Dim::Y, Dim::Z].into_iter().enumerate() {
        if is_used(Geometry::GridDim, index) {
            let word = cx.hidden(base, ArgKind::HiddenBlockCount(dim), 4);
            cx.inputs.words[Geometry::GridDim as usize][index] = word;
        }
        if is_used(Geometry::BlockDim, index) {
            let word = cx.hidden(base, ArgKind::HiddenGroupSize(dim), 2);
            cx.inputs.words[Geometry::BlockDim as usize][index] = word;
        }
    }
    if is_dynamic {
        cx.inputs.dynamic_bytes = cx.hidden(base, ArgKind::HiddenDynamicLdsSize, 4);
    }
}

/// Returns the ids of the block. Where they are user registers, the offset of the wave in the scratch memory follows,
/// with which the kernel sets up that.
fn block_ids(cx: &mut Select<'_>, func: Op) -> [Operand; 3] {
    let used = cx.inputs.block_ids;
    if cx.chip.family == Family::Gfx12 {
        let both = Operand::from(Reg::Ttmp(7));
        let y = || [Operand::Const(0xFFFF), both];
        return [
            Reg::Ttmp(9).into(),
            if used[1] { cx.make(Opcode::SAndB32, &y()) } else { Operand::Const(0) },
            if used[2] { cx.make(Opcode::SLshrB32, &[both, Operand::Const(16)]) } else { Operand::Const(0) },
        ];
    }
    let has_scratch = uses_scratch(cx.module, func);
    let mut next = cx.chip.user_registers(used, has_scratch);
    let mut ids = [Operand::Const(0); 3];
    for (id, _) in ids.iter_mut().zip(used).filter(|(_, is_used)| *is_used) {
        *id = cx.input(Class::S, 1, next);
        next += 1;
    }
    if has_scratch && cx.chip.sets_up_scratch() {
        let (base, offset) = (cx.input(Class::S, 2, 2), cx.input(Class::S, 1, next));
        let target = Operand::from(FLAT_SCRATCH);
        cx.emit(Opcode::SAddU32, &[target.word(0), base.word(0), offset]);
        cx.emit(Opcode::SAddcU32, &[target.word(1), base.word(1), Operand::Const(0)]);
    }
    ids
}

/// The base of the scratch memory of a wave, where the kernel sets it up.
const FLAT_SCRATCH: Reg = Reg::S { first: 102, n: 2 };

/// Whether a kernel has arrays in private memory.
fn uses_scratch(module: &Module, func: Op) -> bool {
    let is_array = |op: Op| {
        module.kind(op) == OpKind::MemRef(MemRef::Alloca)
            && Space::of_memref(module, module.type_of(module.result(op, 0))) != Ok(Space::Workgroup)
    };
    let args = module.entry(func, 0).map_or(0, |entry| module.args(entry).len());
    let n_shared = module.op(func).int("workgroup_attributions").unwrap_or(0) as usize;
    let n_inputs = function_type_of(module, func).0.len();
    n_inputs + n_shared < args || module.walk(func).into_iter().any(is_array)
}

/// Extracts a thread id: each takes 10 bits of the register.
pub(crate) fn thread_id(cx: &mut Select<'_>, dim: usize) -> Operand {
    let packed = cx.inputs.packed_thread_id;
    let mask = Operand::Const(0x3FF);
    match dim {
        0 => cx.make(Opcode::VAndB32, &[mask, packed]),
        dim => cx.make(Opcode::VBfeU32, &[packed, Operand::Const(10 * dim as i64), Operand::Const(10)]),
    }
}

fn parameter(
    cx: &mut Select<'_>,
    kernarg: Operand,
    arg: Value,
    params: &mut Vec<Param>,
) -> Result<(), Unsupported> {
    let ty = cx.module.type_of(arg);
    if matches!(cx.module.type_kind(ty), TypeKind::Vector(..)) {
        return Err(Unsupported::not_expanded("gpu-expand-vector-arguments"));
    }
    let slots = params_of(cx.module, ty).ok_or("a parameter is neither a scalar nor a strided memref")?;
    let first = params.len() as u32;
    params.extend_from_slice(&slots);
    let is_used = !cx.module.uses(arg).is_empty();
    if !is_used {
        return Ok(());
    }
    let mut slot = first..;
    let mut next = |cx: &mut Select<'_>, words: u8| {
        let slot = slot.next().unwrap_or_default();
        cx.kernarg(kernarg, 8 * slot, words)
    };
    if !cx.module.is_memref(ty) {
        let scalar = scalar(cx.module, ty)?;
        let value = next(cx, n_words(scalar));
        let loc = match scalar {
            Scalar::Int(1) => Loc::Bit(cx.low_bit(value)),
            Scalar::Int(width) if width < 32 => Loc::Words(cx.narrowed(Words::One(value), width)),
            Scalar::Float(_) | Scalar::Fp8(_) if scalar.bytes() < 4 => {
                Loc::Words(cx.zero_extended(Words::One(value), 8 * scalar.bytes() as u32))
            }
            scalar => Loc::Words(Words::of(value, n_words(scalar))),
        };
        cx.set(arg, loc);
        return Ok(());
    }
    let (shape, strides) = layout(cx.module, ty)?;
    if cx.memory_space(ty)? != Space::Global {
        return Err("a parameter must lie in the global memory space".into());
    }
    let element = Scalar::of_memref(cx.module, ty)?;
    let base = Words::of(next(cx, 2), 2);
    let pointer = Pointer { space: Space::Global, base, offset: None, immediate: 0 };
    let mut part = |size: &i64| match *size {
        DYNAMIC => Words::of(next(cx, 2), 2),
        size => Words::constant(size, 2),
    };
    let sizes = shape.iter().map(&mut part).collect();
    let strides = strides.iter().map(&mut part).collect();
    cx.set(arg, Loc::Memory(Rc::new(Memory { pointer, element, sizes, strides })));
    Ok(())
}

impl Select<'_> {
    /// Loads words of the kernarg segment.
    fn kernarg(&mut self, base: Operand, offset: u32, words: u8) -> Operand {
        let opcode = if words == 2 { Opcode::SLoadB64 } else { Opcode::SLoadB32 };
        let modifiers = Modifiers { offset: offset as i32, ..Modifiers::default() };
        self.make_with(opcode, &[base], modifiers)
    }

    /// Loads a hidden argument of `size` bytes, which is added to the kernarg segment.
    fn hidden(&mut self, base: Operand, kind: ArgKind, size: u32) -> Operand {
        let offset = self.inputs.kernarg_bytes;
        self.inputs.kernarg_bytes += 4;
        self.inputs.hidden.push(Arg { offset, size, kind });
        let word = self.kernarg(base, offset, 1);
        self.zero_extended(Words::One(word), 8 * size).low()
    }

    /// Returns a register that the hardware sets.
    fn input(&mut self, class: Class, n: u8, first: u16) -> Operand {
        let register = Register { class, n, is_mask: false, fixed: Some(first), is_unspillable: true };
        self.code.add(register).into()
    }

    /// Returns an id or a size along a dimension.
    pub(crate) fn geometry(&self, geometry: Geometry, dim: usize) -> Operand {
        self.inputs.words[geometry as usize][dim]
    }

    /// Returns the size of the dynamic workgroup memory.
    pub(crate) fn dynamic_bytes(&self) -> Operand {
        self.inputs.dynamic_bytes
    }
}
