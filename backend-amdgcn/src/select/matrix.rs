//! Selects subgroup matrices.
//!
//! A lane holds some elements of a matrix. Where the chip multiplies matrices of its shape and types, these are the
//! elements in the registers of the instruction; otherwise element `e`, by rows, is in lane `e` modulo the number of
//! lanes, and a product is a multiply-add for each column of the first factor, in order, of elements that lanes
//! exchange.
//!
//! | chips | factors: row or column | the other index | result: column | row |
//! |---|---|---|---|---|
//! | gfx11 | lane % 16 | v | lane % 16 | 2 v + lane / 16 |
//! | gfx12 | lane % 16 | 8 (lane / 16) + v | lane % 16 | 8 (lane / 16) + v |
//! | gfx9 | lane % 16 | 4 (lane / 16) + v | lane % 16 | 4 (lane / 16) + v |
//!
//! Here `v` is the number of the element in its lane. Factors are packed in words; each element of a result has its own.

mod elementwise;
mod product;

use self::elementwise::elementwise;
use self::product::compute;
use super::int::{Bitwise, Shift};
use super::pointer::MAX_BYTES;
use super::values::{Loc, Pointer, Scalar, Space, Words, n_words, scalar};
use super::{Select, SelectResult, Unsupported};
use crate::code::Class;
use crate::inst::{Operand, Virtual};
use crate::lanes::Lanes;
use crate::opcode::{Family, Opcode};
use warpline_ir::{Gpu, MachineFloat, MmaRole, OpKind, OpRef, Signedness, Type, TypeKind, Value};
use warpline_passes::analysis::alignment::common;

/// The rows and columns of matrices that chips multiply.
const SIDE: i64 = 16;

/// Selects an operation on matrices.
pub(super) fn matrix(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    match op.kind() {
        OpKind::Gpu(Gpu::SubgroupMmaLoadMatrix) => load(cx, op),
        OpKind::Gpu(Gpu::SubgroupMmaStoreMatrix) => store(cx, op),
        OpKind::Gpu(Gpu::SubgroupMmaCompute) => compute(cx, op),
        OpKind::Gpu(Gpu::SubgroupMmaConstantMatrix) => constant(cx, op),
        _ => elementwise(cx, op),
    }
}

/// The part of a matrix in a lane.
#[derive(Clone, Copy, Debug)]
struct Fragment {
    rows: i64,
    columns: i64,
    scalar: Scalar,
    is_unsigned: bool,
    role: MmaRole,
    /// The number of lanes over which elements are spread; `None` if the chip multiplies such matrices.
    spread: Option<i64>,
    /// The number of elements in a lane.
    n: i64,
    /// The number of elements in a word.
    per_word: i64,
}

/// A coordinate of the elements of a lane: a part that differs between lanes, and a step from element to element.
#[derive(Clone, Copy)]
struct Coordinate {
    lane: Operand,
    step: i64,
    /// The greatest value of the part that differs.
    last: i64,
}

impl Fragment {
    fn of(cx: &Select<'_>, ty: Type) -> Result<Self, Unsupported> {
        let TypeKind::MmaMatrix([rows, columns], element, role) = *cx.module.type_kind(ty) else {
            return Err("expected a matrix".into());
        };
        let scalar = scalar(cx.module, element)?;
        let is_unsigned = matches!(cx.module.type_kind(element), TypeKind::Integer(_, Signedness::Unsigned));
        let family = cx.chip.family;
        let is_full = cx.lanes == Lanes::Wave32 || has_full_waves(cx);
        let is_factor = role != MmaRole::C;
        let has_instruction = match (scalar, is_factor) {
            (Scalar::Float(MachineFloat::F16 | MachineFloat::BF16), true)
            | (Scalar::Float(MachineFloat::F16 | MachineFloat::F32), false) => true,
            (Scalar::Int(8), true) | (Scalar::Int(32), false) => !family.is_gfx9(),
            _ => false,
        };
        let fragment = Self { rows, columns, scalar, is_unsigned, role, spread: None, n: 0, per_word: 1 };
        if is_full && has_instruction && [rows, columns] == [SIDE; 2] {
            let n = match (family, is_factor) {
                (Family::Gfx11, true) => 16,
                (Family::Gfx11, false) | (Family::Gfx12, _) => 8,
                (Family::Gfx90a | Family::Gfx942, _) => 4,
            };
            let per_word = if is_factor { 4 / scalar.bytes() as i64 } else { 1 };
            return Ok(Self { n, per_word, ..fragment });
        }
        let lanes = if is_full { i64::from(cx.lanes.count()) } else { 32 };
        let size = rows * columns;
        if !(size.count_ones() == 1 && columns.count_ones() == 1 && columns <= lanes) {
            return Err("the numbers of rows and columns must be powers of 2, at most 32".into());
        }
        Ok(Self { spread: Some(lanes.min(size)), n: (size / lanes).max(1), ..fragment })
    }

    /// Returns the number of words in a lane.
    fn n_words(&self) -> u8 {
        (self.n / self.per_word) as u8 * n_words(self.scalar)
    }

    /// Returns the row and the column of the elements of a lane.
    fn coordinates(&self, cx: &mut Select<'_>) -> [Coordinate; 2] {
        let lane = cx.lane_id();
        if let Some(lanes) = self.spread {
            let lane = cx.bitwise32(Bitwise::And, lane, Operand::Const(lanes - 1));
            let row =
                cx.shift32(Shift::Logical, lane, Operand::Const(i64::from(self.columns.trailing_zeros())));
            let column = cx.bitwise32(Bitwise::And, lane, Operand::Const(self.columns - 1));
            let n_rows = (lanes / self.columns).max(1);
            let row = Coordinate { lane: row, step: n_rows, last: n_rows - 1 };
            return [row, Coordinate { lane: column, step: 0, last: self.columns - 1 }];
        }
        let own = cx.bitwise32(Bitwise::And, lane, Operand::Const(SIDE - 1));
        let (per_group, step) = match (cx.chip.family, self.role) {
            (Family::Gfx11, MmaRole::A | MmaRole::B) => (0, 1),
            (Family::Gfx11, MmaRole::C) => (1, 2),
            (Family::Gfx12, _) => (8, 1),
            (Family::Gfx90a | Family::Gfx942, _) => (4, 1),
        };
        let group = cx.shift32(Shift::Logical, lane, Operand::Const(4));
        let first = cx.mul32(group, Operand::Const(per_group));
        let n_groups = i64::from(cx.lanes.count()) / SIDE;
        let own = Coordinate { lane: own, step: 0, last: SIDE - 1 };
        let other = Coordinate { lane: first, step, last: per_group * (n_groups - 1) };
        if self.role == MmaRole::A { [own, other] } else { [other, own] }
    }
}

/// Whether all lanes of every wave are active.
fn has_full_waves(cx: &Select<'_>) -> bool {
    match cx.sizes.block {
        [Some(x), Some(y), Some(z)] => (x * y * z) % i64::from(cx.lanes.count()) == 0,
        _ => false,
    }
}

/// Selects `gpu.subgroup_mma_load_matrix`.
fn load(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let fragment = Fragment::of(cx, op.result_type(0))?;
    let places = Places::of(cx, op, op.operand(0), &fragment)?;
    let n_words = n_words(fragment.scalar);
    let result = Operand::from(cx.fresh(Class::V, fragment.n_words()));
    if let Some(bytes) = places.wide(&fragment) {
        let n = (bytes / 4) as u8;
        for index in 0..fragment.n_words() / n {
            let place = cx.place_of(places.first.plus(i64::from(index) * bytes as i64))?;
            cx.load_into(part(result, index * n, n), &place, bytes, false);
        }
        set(cx, op.result(0), &fragment, result);
        return Ok(());
    }
    let mut elements = Vec::new();
    for (index, pointer) in places.elements(&fragment).enumerate() {
        let place = cx.place_of(pointer)?;
        let bytes = fragment.scalar.bytes();
        if fragment.per_word == 1 {
            let target = part(result, index as u8 * n_words, n_words);
            cx.load_into(
                target,
                &place,
                bytes,
                matches!(fragment.scalar, Scalar::Int(_)) && !fragment.is_unsigned,
            );
        } else {
            let target = Operand::from(cx.fresh(Class::V, 1));
            cx.load_into(target, &place, bytes, false);
            elements.push(Words::One(target));
        }
    }
    if fragment.per_word != 1 {
        pack(cx, &fragment, &elements, result, true);
    }
    set(cx, op.result(0), &fragment, result);
    Ok(())
}

/// Selects `gpu.subgroup_mma_store_matrix`.
fn store(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let fragment = Fragment::of(cx, op.operand_type(0))?;
    let elements = elements(cx, op.operand(0), &fragment)?;
    let places = Places::of(cx, op, op.named("dstMemref"), &fragment)?;
    for (pointer, element) in places.elements(&fragment).zip(elements) {
        let data = cx.tuple(element.list(), Class::V);
        let place = cx.place_of(pointer)?;
        cx.store_from(data, &place, fragment.scalar.bytes());
    }
    Ok(())
}

/// The addresses of the elements of a lane.
struct Places {
    /// The address of the first element.
    first: Pointer,
    /// The distance between elements in bytes.
    step: i64,
    /// The known alignment of the first element in every lane.
    align: u64,
}

impl Places {
    /// Returns the addresses of a matrix in memory, whose own address is the same in all lanes.
    fn of(
        cx: &mut Select<'_>,
        op: OpRef<'_>,
        buffer: Value,
        fragment: &Fragment,
    ) -> Result<Self, Unsupported> {
        let memory = cx.memory(buffer)?;
        if memory.pointer.space == Space::Private {
            return Err("a matrix cannot be in private memory".into());
        }
        let lead = op.int("leadDimension").ok_or("it has no leadDimension")?;
        let bytes = fragment.scalar.bytes() as i64;
        let [row, column] = fragment.coordinates(cx);
        let (slow, fast) = if op.attr("transpose").is_some() { (column, row) } else { (row, column) };
        let slow_part = cx.mul32(slow.lane, Operand::Const(lead));
        let sum = cx.add32(slow_part, fast.lane);
        let offset = cx.mul32(sum, Operand::Const(bytes));
        let step = (slow.step * lead + fast.step) * bytes;
        let base = cx.address(memory.pointer);
        let base = match base {
            Words::One(word) => Words::One(cx.reg(word, Class::S)),
            Words::Two(words) => Words::Two(words.map(|word| cx.reg(word, Class::S))),
        };
        let first = match base {
            Words::Two(_) => {
                let offset = Some(cx.reg(offset, Class::V));
                Pointer { space: memory.pointer.space, base, offset, immediate: 0 }
            }
            Words::One(word) => {
                let base = Words::One(cx.add32(word, offset));
                Pointer { space: memory.pointer.space, base, offset: None, immediate: 0 }
            }
        };
        // A lane begins at a row or column, and there at a multiple of its number of elements.
        let own = common(lead.unsigned_abs(), fragment.n.unsigned_abs()) * fragment.scalar.bytes();
        let align = common(op.int("llvm.align").map_or(1, i64::unsigned_abs), own);
        Ok(Self { first, step, align })
    }

    fn elements(&self, fragment: &Fragment) -> impl Iterator<Item = Pointer> {
        let (first, step) = (self.first, self.step);
        (0..fragment.n).map(move |index| first.plus(index * step))
    }

    /// Returns the size of accesses of several elements, if those are neighbours in memory and in registers.
    fn wide(&self, fragment: &Fragment) -> Option<u64> {
        let size = fragment.scalar.bytes() * fragment.n.unsigned_abs();
        let is_packed = size == 4 * u64::from(fragment.n_words());
        let bytes = self.align.min(size).min(MAX_BYTES);
        let is_dense = self.step.unsigned_abs() == fragment.scalar.bytes() && 0 < self.step;
        (is_packed && is_dense && fragment.spread.is_none() && 4 <= bytes).then_some(bytes)
    }
}

/// Selects `gpu.subgroup_mma_constant_matrix`.
fn constant(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let fragment = Fragment::of(cx, op.result_type(0))?;
    let value = match cx.loc(op.operand(0))? {
        Loc::Words(words) => *words,
        _ => return Err("expected a number".into()),
    };
    let result = Operand::from(cx.fresh(Class::V, fragment.n_words()));
    pack(cx, &fragment, &vec![value; fragment.n as usize], result, false);
    set(cx, op.result(0), &fragment, result);
    Ok(())
}

/// Returns the words of a matrix.
fn words(cx: &Select<'_>, value: Value, fragment: &Fragment) -> Result<Vec<Operand>, Unsupported> {
    let mut words = Vec::with_capacity(usize::from(fragment.n_words()));
    for part in cx.elements(value)? {
        match part {
            Loc::Words(part) => words.extend(part.list()),
            _ => return Err("expected a matrix".into()),
        }
    }
    Ok(words)
}

/// Returns the elements of a matrix in a lane, each in its own words.
fn elements(cx: &mut Select<'_>, value: Value, fragment: &Fragment) -> Result<Vec<Words>, Unsupported> {
    let words = words(cx, value, fragment)?;
    let n = n_words(fragment.scalar);
    if fragment.per_word == 1 {
        return Ok(words
            .chunks(usize::from(n))
            .map(|part| if let [low, high] = *part { Words::Two([low, high]) } else { Words::One(part[0]) })
            .collect());
    }
    let width = 32 / fragment.per_word;
    let opcode = match fragment.scalar {
        Scalar::Int(_) if !fragment.is_unsigned => Opcode::VBfeI32,
        _ => Opcode::VBfeU32,
    };
    let mut elements = Vec::new();
    for word in words {
        for place in 0..fragment.per_word {
            let operands = [word, Operand::Const(place * width), Operand::Const(width)];
            elements.push(Words::One(cx.make(opcode, &operands)));
        }
    }
    Ok(elements)
}

/// Writes elements to the words of a matrix. Narrow ones may be zero-extended already.
fn pack(cx: &mut Select<'_>, fragment: &Fragment, elements: &[Words], result: Operand, are_extended: bool) {
    if fragment.per_word == 1 {
        let words = elements.iter().flat_map(|element| element.list().to_vec());
        for (index, word) in words.collect::<Vec<_>>().into_iter().enumerate() {
            cx.copy(result.word(index as u8), word);
        }
        return;
    }
    let width = 32 / fragment.per_word;
    for (index, parts) in elements.chunks(fragment.per_word as usize).enumerate() {
        // From the last element on, whose upper bits are shifted out.
        let mut word = parts.last().map_or(Operand::Const(0), |part| part.low());
        let rest = &parts[..parts.len().saturating_sub(1)];
        for (place, part) in rest.iter().enumerate().rev() {
            let low = if are_extended { *part } else { cx.zero_extended(*part, width as u32) };
            let low = low.low();
            let operands = [word, Operand::Const(width), low];
            word = if let (Operand::Const(high), Operand::Const(low)) = (word, low) {
                let both = Operand::Const(i64::from((high << width | low) as i32));
                if place == 0 {
                    cx.copy(result.word(index as u8), both);
                }
                both
            } else if place == 0 {
                let target = result.word(index as u8);
                let all: Vec<Operand> = std::iter::once(target).chain(operands).collect();
                cx.emit(Opcode::VLshlOrB32, &all);
                target
            } else {
                cx.make(Opcode::VLshlOrB32, &operands)
            };
        }
    }
}

/// Sets a matrix to the words of a tuple.
fn set(cx: &mut Select<'_>, value: Value, fragment: &Fragment, tuple: Operand) {
    let loc = of_tuple(fragment, tuple);
    cx.set(value, loc);
}

fn of_tuple(fragment: &Fragment, tuple: Operand) -> Loc {
    let n = n_words(fragment.scalar);
    let element = |index: u8| match n {
        2 => Words::Two([tuple.word(2 * index), tuple.word(2 * index + 1)]),
        _ => Words::One(tuple.word(index)),
    };
    Loc::Vector((0..fragment.n_words() / n).map(|index| Loc::Words(element(index))).collect())
}

/// Returns `n` words of a tuple of registers.
fn part(tuple: Operand, first: u8, n: u8) -> Operand {
    match tuple.virtual_register() {
        Some(it) => Virtual { first: it.first + first, n, ..it }.into(),
        None => tuple,
    }
}

impl Select<'_> {
    /// Assigns new registers to a matrix, which edges write.
    pub(super) fn fresh_matrix(&mut self, ty: Type) -> Result<Loc, Unsupported> {
        let fragment = Fragment::of(self, ty)?;
        let tuple = Operand::from(self.fresh(Class::V, fragment.n_words()));
        Ok(of_tuple(&fragment, tuple))
    }

    /// Returns a float of at most 32 bits as f32, and f64 as a pair.
    fn widened(&mut self, float: MachineFloat, value: Words) -> Operand {
        match float {
            MachineFloat::F16 => self.make(Opcode::VCvtF32F16, &[value.low()]),
            MachineFloat::BF16 => self.shift32(Shift::Left, value.low(), Operand::Const(16)),
            MachineFloat::F32 => value.low(),
            MachineFloat::F64 => self.tuple(value.list(), Class::V),
        }
    }

    /// Returns f32, or f64 as a pair, rounded to a format.
    fn narrowed_from(&mut self, float: MachineFloat, value: Operand) -> Words {
        match float {
            MachineFloat::F16 => {
                let half = self.make(Opcode::VCvtF16F32, &[value]);
                self.zero_extended(Words::One(half), 16)
            }
            MachineFloat::BF16 => Words::One(self.bf16_of_f32(value)),
            MachineFloat::F32 => Words::One(value),
            MachineFloat::F64 => Words::of(value, 2),
        }
    }
}
