//! Packed vectors: the values of 4, 8 or 16 threads in 128-bit registers.
//!
//! A vector of 32-bit elements takes one register per 4 elements, one of 64-bit elements one per 2. A mask, a
//! vector of `i1`, is as wide as vectors of 32 bits: each element is 0 or -1 in 32 bits. Other vectors are in one
//! register per element.

use crate::emit::{Emitted, Emitter, World};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    ConstantData, Endianness, InstBuilder, MemFlagsData, Type as RegType, Value as Reg, types,
};
use warpline_ir::{Module, Type, TypeKind, Value};

/// The registers of a packed vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packing {
    /// The type of each register.
    pub(crate) register: RegType,
    /// The number of registers.
    pub(crate) n: usize,
    /// Whether the vector is a mask.
    pub(crate) is_mask: bool,
}

impl Packing {
    /// Returns the number of bytes of all registers.
    pub(crate) fn bytes(self) -> u64 {
        u64::from(self.register.bytes()) * self.n as u64
    }
}

/// Returns the registers of a vector if it is packed.
pub(crate) fn packing(module: &Module, ty: Type) -> Option<Packing> {
    let TypeKind::Vector(shape, scalable, element) = module.type_kind(ty) else { return None };
    let ([elements @ (4 | 8 | 16)], false) = (&shape[..], scalable.contains(&true)) else { return None };
    let register = match (*element, module.bit_width(*element)?) {
        (Type::F32, _) => types::F32X4,
        (Type::F64, _) => types::F64X2,
        (_, 1 | 32) => types::I32X4,
        (_, 64) => types::I64X2,
        _ => return None,
    };
    let n = *elements as usize / register.lane_count() as usize;
    Some(Packing { register, n, is_mask: *element == Type::I1 })
}

/// Registers.
impl Emitter<'_, '_> {
    /// Returns the registers of a vector if it is packed; only functions that run blocks have such vectors.
    pub(crate) fn packing(&self, ty: Type) -> Option<Packing> {
        match self.world {
            World::Blocks(_) => packing(self.module, ty),
            World::Host(_) => None,
        }
    }

    /// Returns the registers of a packed value.
    pub(crate) fn packed(&self, value: Value) -> Emitted<Vec<Reg>> {
        Ok(self.get(value)?.parts())
    }

    /// Returns a register with an element in all lanes; `flag` is an `i1` that becomes the element of a mask.
    pub(crate) fn splat(&mut self, packing: Packing, element: Reg) -> Reg {
        let element = if packing.is_mask { self.mask_element(element) } else { element };
        self.builder.ins().splat(packing.register, element)
    }

    fn mask_element(&mut self, flag: Reg) -> Reg {
        let wide = self.builder.ins().uextend(types::I32, flag);
        self.builder.ins().ineg(wide)
    }

    /// Packs elements.
    pub(crate) fn pack(&mut self, packing: Packing, elements: &[Reg]) -> Vec<Reg> {
        let n_lanes = packing.register.lane_count() as usize;
        let mut registers = Vec::with_capacity(packing.n);
        for elements in elements.chunks(n_lanes) {
            let mut register = self.splat(packing, elements[0]);
            for (lane, element) in (0u8..).zip(elements).skip(1) {
                if *element != elements[0] {
                    let element = if packing.is_mask { self.mask_element(*element) } else { *element };
                    register = self.builder.ins().insertlane(register, element, lane);
                }
            }
            registers.push(register);
        }
        registers
    }

    /// Returns the elements of a packed vector.
    pub(crate) fn unpack(&mut self, packing: Packing, registers: &[Reg]) -> Vec<Reg> {
        let n_lanes = packing.register.lane_count() as u8;
        let mut elements = Vec::new();
        for register in registers {
            for lane in 0..n_lanes {
                let element = self.builder.ins().extractlane(*register, lane);
                elements.push(if packing.is_mask {
                    let narrow = self.builder.ins().ireduce(types::I8, element);
                    let one = self.int(types::I8, 1);
                    self.builder.ins().band(narrow, one)
                } else {
                    element
                });
            }
        }
        elements
    }

    /// Returns a register with constant lanes, each given by its bits.
    pub(crate) fn constant_lanes(&mut self, register: RegType, lanes: &[u64]) -> Reg {
        let n_bytes = register.lane_type().bytes() as usize;
        let bytes: Vec<u8> =
            lanes.iter().flat_map(|bits| bits.to_le_bytes().into_iter().take(n_bytes)).collect();
        let constant = self.builder.func.dfg.constants.insert(ConstantData::from(bytes));
        self.builder.ins().vconst(register, constant)
    }

    /// Returns the bits of a register as lanes of another type.
    pub(crate) fn recast(&mut self, to: RegType, register: Reg) -> Reg {
        if self.builder.func.dfg.value_type(register) == to {
            return register;
        }
        let flags = MemFlagsData::new().with_endianness(Endianness::Little);
        self.builder.ins().bitcast(to, flags, register)
    }

    /// Returns the types of a value in memory, adjacent: a mask has a byte per element.
    pub(crate) fn memory_types(&self, ty: Type) -> Emitted<Vec<RegType>> {
        match self.packing(ty) {
            Some(Packing { register, n, is_mask: true }) => {
                Ok(vec![types::I8; n * register.lane_count() as usize])
            }
            _ => self.part_types(ty),
        }
    }

    /// Returns the registers of a value as they are in memory.
    pub(crate) fn as_stored(&mut self, ty: Type, parts: Vec<Reg>) -> Vec<Reg> {
        match self.packing(ty) {
            Some(packing) if packing.is_mask => self.unpack(packing, &parts),
            _ => parts,
        }
    }

    /// Returns the registers of a value from those in memory.
    pub(crate) fn of_stored(&mut self, ty: Type, parts: Vec<Reg>) -> Vec<Reg> {
        match self.packing(ty) {
            Some(packing) if packing.is_mask => self.pack(packing, &parts),
            // Other bytes may be in memory that is a view of integers.
            _ if ty == Type::I1 => {
                parts.into_iter().map(|part| self.builder.ins().band_imm_u(part, 1)).collect()
            }
            _ => parts,
        }
    }
}

/// Masks.
impl Emitter<'_, '_> {
    /// Returns masks for lanes of 64 bits: two registers for each one of the mask.
    pub(crate) fn widen_mask(&mut self, mask: &[Reg]) -> Vec<Reg> {
        let widen = |cx: &mut Self, register| {
            [cx.builder.ins().swiden_low(register), cx.builder.ins().swiden_high(register)]
        };
        mask.iter().flat_map(|register| widen(self, *register)).collect()
    }

    /// Returns the low 32 bits of lanes of 64 bits: one register for two.
    pub(crate) fn narrow_lanes(&mut self, registers: &[Reg]) -> Vec<Reg> {
        const LOW_HALVES: [u8; 16] = [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27];
        let mut narrow = Vec::new();
        for pair in registers.chunks(2) {
            let [low, high] = [pair[0], pair[pair.len() - 1]].map(|half| self.recast(types::I8X16, half));
            let lanes = self.builder.func.dfg.immediates.push(ConstantData::from(&LOW_HALVES[..]));
            let lanes = self.builder.ins().shuffle(low, high, lanes);
            narrow.push(self.recast(types::I32X4, lanes));
        }
        narrow
    }

    /// Returns whether all elements of a mask, or any of them, are set, as 0 or 1.
    pub(crate) fn reduce_mask(&mut self, mask: &[Reg], all: bool) -> Reg {
        let mut lanes = mask[0];
        for register in &mask[1..] {
            lanes = if all {
                self.builder.ins().band(lanes, *register)
            } else {
                self.builder.ins().bor(lanes, *register)
            };
        }
        let lanes = self.recast(types::I8X16, lanes);
        let bits = self.builder.ins().vhigh_bits(types::I32, lanes);
        let bound = self.int(types::I32, if all { 0xffff } else { 0 });
        self.compare(if all { IntCC::Equal } else { IntCC::NotEqual }, bits, bound)
    }
}
