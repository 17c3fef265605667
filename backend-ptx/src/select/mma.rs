//! Selects matrices held by a subgroup: maps `gpu.subgroup_mma_*` to the `wmma` instructions.
//!
//! The chip decides which elements a lane holds, hence only operations that treat all elements alike are supported.
//! The part of a lane is a few 32-bit words, each with two elements if these have 16 bits, or 64-bit registers for
//! `f64`.

use super::values::{PtxScalar as _, Scalar};
use super::{Select, SelectResult, Selector as _, Unsupported};
use crate::inst::{Operand, RegClass, Space, StateSpace as _};
use crate::opcode::Modifier::{
    self, B32, Bf16, Col, F16, F32, F64, M8n8k4, M8n32k16, M16n16k16, M32n8k16, Nothing, Rn, Row, S8, S32,
    U8, U32,
};
use crate::opcode::Opcode;
use crate::target::Feature;
use warpline_ir::{Gpu, MachineFloat, MmaRole, OpKind, OpRef, Type, TypeKind, Value};

/// A matrix fragment of a shape, an element type and a role.
struct Fragment {
    /// The shape modifier of the multiplication.
    shape: Modifier,
    /// The modifier of the element type.
    ty: Modifier,
    /// The number and class of a lane's registers.
    registers: (usize, RegClass),
    scalar: Scalar,
    role: MmaRole,
}

/// Selects an operation on a matrix.
pub(super) fn matrix(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    match op.kind() {
        OpKind::Gpu(Gpu::SubgroupMmaLoadMatrix) => mma_load(cx, op),
        OpKind::Gpu(Gpu::SubgroupMmaStoreMatrix) => mma_store(cx, op),
        OpKind::Gpu(Gpu::SubgroupMmaCompute) => mma_compute(cx, op),
        OpKind::Gpu(Gpu::SubgroupMmaConstantMatrix) => mma_constant(cx, op),
        _ => mma_elementwise(cx, op),
    }
}

/// Selects `gpu.subgroup_mma_load_matrix`.
fn mma_load(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let fragment = fragment(cx, op.result_type(0))?;
    let (address, space, lead) = matrix_memory(cx, op, op.operand(0))?;
    let (n, class) = fragment.registers;
    let parts: Vec<Operand> = (0..n).map(|_| cx.kernel.fresh(class).into()).collect();
    let pack = cx.kernel.pack(&parts);
    let name = match fragment.role {
        MmaRole::A => Opcode::WmmaLoadA,
        MmaRole::B => Opcode::WmmaLoadB,
        MmaRole::C => Opcode::WmmaLoadC,
    };
    cx.emit(name.with([order(op), fragment.shape, space.modifier(), fragment.ty]), &[pack, address, lead]);
    cx.set_elements(op.result(0), parts);
    Ok(())
}

/// Selects `gpu.subgroup_mma_store_matrix`.
fn mma_store(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let fragment = fragment(cx, op.operand_type(0))?;
    let (address, space, lead) = matrix_memory(cx, op, op.named("dstMemref"))?;
    let pack = packed(cx, op.operand(0), &fragment)?;
    let name = Opcode::WmmaStore;
    cx.emit(name.with([order(op), fragment.shape, space.modifier(), fragment.ty]), &[address, pack, lead]);
    Ok(())
}

/// Returns the address, space and leading dimension of a matrix in memory.
fn matrix_memory(
    cx: &mut Select<'_>,
    op: OpRef<'_>,
    buffer: Value,
) -> Result<(Operand, Space, Operand), Unsupported> {
    let memory = cx.memory(buffer)?;
    if memory.space == Space::Private {
        return Err("a matrix cannot be in private memory".into());
    }
    let lead = op.int("leadDimension").ok_or("it has no leadDimension")?;
    Ok((memory.address()?, memory.space, Operand::Int(lead)))
}

/// Selects `gpu.subgroup_mma_compute`.
fn mma_compute(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let [a, b, c] = [0, 1, 2].map(|index| fragment(cx, op.operand_type(index)));
    let (a, b, c) = (a?, b?, c?);
    if a.shape != c.shape || b.shape != c.shape || a.ty != b.ty {
        return Err("the chip has no matrix multiplication of this shape".into());
    }
    let [t0, t1, t2, t3, t4] = match (a.ty, c.ty) {
        (F16, F32) => [F32, F32, Nothing, Nothing, Nothing],
        (F16, F16) => [F16, F16, Nothing, Nothing, Nothing],
        (Bf16, F32) => [F32, Bf16, Bf16, F32, Nothing],
        (S8, S32) => [S32, S8, S8, S32, Nothing],
        (U8, S32) => [S32, U8, U8, S32, Nothing],
        (F64, F64) => [Rn, F64, F64, F64, F64],
        _ => return Err("incompatible types of factors and accumulator".into()),
    };
    let (left, right) = (order_of(cx, op.named("opA"))?, order_of(cx, op.named("opB"))?);
    for (flag, order) in [("a_transpose", left), ("b_transpose", right)] {
        if op.attr(flag).is_some() && order == Row {
            return Err(format!("'{flag}' requires a factor that is loaded with 'transpose'").into());
        }
    }
    let packs = [
        packed(cx, op.named("opA"), &a)?,
        packed(cx, op.named("opB"), &b)?,
        packed(cx, op.named("opC"), &c)?,
    ];
    let (n, class) = c.registers;
    let parts: Vec<Operand> = (0..n).map(|_| cx.kernel.fresh(class).into()).collect();
    let result = cx.kernel.pack(&parts);
    let name = Opcode::WmmaMma.with([left, right, c.shape, t0, t1, t2, t3, t4]);
    cx.emit(name, &[result, packs[0], packs[1], packs[2]]);
    cx.set_elements(op.result(0), parts);
    Ok(())
}

/// Selects `gpu.subgroup_mma_constant_matrix`.
fn mma_constant(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let fragment = fragment(cx, op.result_type(0))?;
    let value = cx.operand(op.operand(0))?;
    let part = if fragment.is_packed() {
        cx.pair(value, value)
    } else if fragment.scalar == Scalar::Int(8) {
        let byte = cx.make(Opcode::And.with([B32]), &[value, Operand::Int(0xFF)]);
        cx.make(Opcode::MulLo.with([S32]), &[byte, Operand::Int(0x0101_0101)])
    } else {
        cx.reg(fragment.registers.1, value).into()
    };
    cx.set_elements(op.result(0), vec![part; fragment.registers.0]);
    Ok(())
}

/// Selects `gpu.subgroup_mma_elementwise`.
fn mma_elementwise(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let word = op.keyword("opType").unwrap_or_default();
    let fragment = fragment(cx, op.result_type(0))?;
    if word == "extf" || fragment.scalar == Scalar::Int(8) {
        return Err("these types distribute elements to lanes differently".into());
    }
    let args = op.operands().iter().map(|value| cx.elements(*value)).collect::<Result<Vec<_>, _>>()?;
    let mut results = Vec::with_capacity(fragment.registers.0);
    for index in 0..fragment.registers.0 {
        let parts: Vec<Operand> = args.iter().filter_map(|arg| arg.get(index).copied()).collect();
        results.push(if fragment.is_packed() {
            let halves: Vec<[Operand; 2]> = parts.into_iter().map(|part| cx.halves(part)).collect();
            let [low, high] = [0, 1].map(|half| {
                let parts: Vec<Operand> = halves.iter().map(|halves| halves[half]).collect();
                element_op(cx, word, fragment.scalar, &parts)
            });
            cx.pair(low?, high?)
        } else {
            element_op(cx, word, fragment.scalar, &parts)?
        });
    }
    cx.set_elements(op.result(0), results);
    Ok(())
}

/// Returns the registers of a value of matrix type.
pub(super) fn fragment_of(cx: &mut Select<'_>, ty: Type) -> Result<Option<(usize, RegClass)>, Unsupported> {
    if !matches!(cx.module.type_kind(ty), TypeKind::MmaMatrix(..)) {
        return Ok(None);
    }
    Ok(Some(fragment(cx, ty)?.registers))
}

fn fragment(cx: &mut Select<'_>, ty: Type) -> Result<Fragment, Unsupported> {
    let TypeKind::MmaMatrix([rows, columns], element, role) = cx.module.type_kind(ty) else {
        return Err("expected a matrix of a subgroup".into());
    };
    let (rows, columns, role) = (*rows, *columns, *role);
    let element_kind = cx.module.type_kind(*element).clone();
    let scalar = cx.scalar(*element)?;
    if scalar == Scalar::Float(MachineFloat::F64) {
        cx.require(Feature::MMA_WIDE)?;
        let fits =
            [(8, 4, MmaRole::A), (4, 8, MmaRole::B), (8, 8, MmaRole::C)].contains(&(rows, columns, role));
        let n = if role == MmaRole::C { 2 } else { 1 };
        let fragment = Fragment { shape: M8n8k4, ty: F64, registers: (n, RegClass::B64), scalar, role };
        return fits.then_some(fragment).ok_or_else(|| no_shape("8x8 with a depth of 4"));
    }
    if scalar == Scalar::Float(MachineFloat::F32) && role != MmaRole::C {
        let reason = "the chip would cut factors of f32 to tf32, which has 13 bits less; use f16 or f64";
        return Err(reason.into());
    }
    let found = SHAPES.iter().find(|(m, n, _)| match role {
        MmaRole::A => (*m, 16) == (rows, columns),
        MmaRole::B => (16, *n) == (rows, columns),
        MmaRole::C => (*m, *n) == (rows, columns),
    });
    let (m, n, shape) = *found.ok_or_else(|| no_shape("16x16, 32x8 or 8x32 with a depth of 16"))?;
    let size = if role == MmaRole::A { m } else { n } as usize;
    let (ty, registers) = match (scalar, role) {
        (Scalar::Float(MachineFloat::F16), MmaRole::C) => (F16, 4),
        (Scalar::Float(MachineFloat::F16), _) => (F16, 8),
        (Scalar::Float(MachineFloat::BF16), MmaRole::A | MmaRole::B) => {
            cx.require(Feature::MMA_WIDE)?;
            (Bf16, size / 4)
        }
        (Scalar::Float(MachineFloat::F32), MmaRole::C) => (F32, 8),
        (Scalar::Int(8), MmaRole::A | MmaRole::B) => {
            let is_unsigned = matches!(element_kind, TypeKind::Integer(_, warpline_ir::Signedness::Unsigned));
            (if is_unsigned { U8 } else { S8 }, size / 8)
        }
        (Scalar::Int(32), MmaRole::C) => (S32, 8),
        _ => return Err("there are no matrices of this element type".into()),
    };
    Ok(Fragment { shape, ty, registers: (registers, RegClass::B32), scalar, role })
}

fn packed(cx: &mut Select<'_>, value: Value, fragment: &Fragment) -> Result<Operand, Unsupported> {
    let class = fragment.registers.1;
    let parts = cx.elements(value)?;
    let parts: Vec<Operand> = parts.into_iter().map(|part| cx.reg(class, part).into()).collect();
    Ok(cx.kernel.pack(&parts))
}

/// Returns the layout in which a factor was loaded; its registers depend on it.
fn order_of(cx: &Select<'_>, factor: Value) -> Result<Modifier, Unsupported> {
    let op = cx.module.defining_op(factor).map(|op| cx.module.op(op));
    match op.map(|op| (op, op.kind())) {
        Some((op, OpKind::Gpu(Gpu::SubgroupMmaLoadMatrix))) => Ok(order(op)),
        Some((_, OpKind::Gpu(Gpu::SubgroupMmaConstantMatrix))) => Ok(Row),
        Some((op, OpKind::Gpu(Gpu::SubgroupMmaElementwise))) => order_of(cx, op.operand(0)),
        _ => Err("a factor must be loaded or built in the same block as the multiplication".into()),
    }
}

fn element_op(
    cx: &mut Select<'_>,
    word: &str,
    scalar: Scalar,
    parts: &[Operand],
) -> Result<Operand, Unsupported> {
    let no_such = || Unsupported::from(format!("'{word}' does not act on these matrices"));
    match scalar {
        Scalar::Float(float) => {
            if let ("negatef", [a]) = (word, parts) {
                let a = Operand::Reg(cx.reg(scalar.class(), *a));
                let sign = Operand::Int((1u64 << (float.width() - 1)) as i64);
                return Ok(cx.make(Opcode::Xor.with([scalar.class().bits()]), &[a, sign]));
            }
            // Operations that a 16-bit format lacks are computed in f32.
            let is_wide = float == MachineFloat::BF16 || matches!(word, "divf" | "maxf" | "minf");
            let format = if is_wide && float.width() == 16 { MachineFloat::F32 } else { float };
            let parts: Vec<Operand> =
                parts.iter().map(|part| if is_wide { cx.f32_of(float, *part) } else { *part }).collect();
            let result = match word {
                "addf" => cx.float_binary(format, Opcode::Add, &parts)?,
                "subf" => cx.float_binary(format, Opcode::Sub, &parts)?,
                "mulf" => cx.float_binary(format, Opcode::Mul, &parts)?,
                "divf" => cx.float_binary(format, Opcode::Div, &parts)?,
                "maxf" => cx.float_min_max(format, Opcode::Max, true, &parts)?,
                "minf" => cx.float_min_max(format, Opcode::Min, true, &parts)?,
                _ => return Err(no_such()),
            };
            Ok(if is_wide { cx.rounded_from_f32(float, result) } else { result })
        }
        Scalar::Int(_) | Scalar::Fp8(_) => {
            let name = match word {
                "addi" => Opcode::Add.with([S32]),
                "subi" => Opcode::Sub.with([S32]),
                "muli" => Opcode::MulLo.with([S32]),
                "divs" => Opcode::Div.with([S32]),
                "divu" => Opcode::Div.with([U32]),
                "negates" => Opcode::Neg.with([S32]),
                _ => return Err(no_such()),
            };
            Ok(cx.make(name, parts))
        }
    }
}

impl Fragment {
    /// Whether a register holds two elements.
    fn is_packed(&self) -> bool {
        matches!(self.scalar, Scalar::Float(MachineFloat::F16 | MachineFloat::BF16))
    }
}

/// The shapes with a depth of 16, by rows and columns of the result.
const SHAPES: [(i64, i64, Modifier); 3] = [(16, 16, M16n16k16), (32, 8, M32n8k16), (8, 32, M8n32k16)];

/// Returns the layout modifier of a matrix in memory: row-major or column-major.
fn order(op: OpRef<'_>) -> Modifier {
    if op.attr("transpose").is_some() { Col } else { Row }
}

fn no_shape(shapes: &str) -> Unsupported {
    Unsupported::from(format!("the chip multiplies matrices of {shapes} only"))
}
