//! Memrefs as their parts, and the addresses of their elements.
//!
//! Where sizes and strides are constants and the last element is below 2^32, an index that is in bounds fits 32 bits,
//! and so the sum is made in 32 bits and widened once; elsewhere where the ranges of the indices allow it.

use super::values::Scalar;
use super::{Select, Unsupported};
use crate::inst::{Array, Class, Operand, Reg, Space};
use warpline_ir::{Attr, AttrKind, DYNAMIC, Module, Type, Value};
use warpline_passes::analysis::ranges::Range;

/// The alignment of arrays in shared and local memory: that of the widest access.
const ARRAY_ALIGN: u64 = 16;

/// A memref as its parts.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    /// Where it lies.
    pub(crate) space: Space,
    /// The type of an element.
    pub(crate) element: Scalar,
    /// An address.
    pub(crate) base: Reg,
    /// Bytes from that address to element 0.
    pub(crate) offset: i64,
    /// What the address and the bytes are a multiple of.
    pub(crate) align: u64,
    /// `.nc` where nothing writes to it while the kernel runs, else nothing.
    pub(crate) cache: &'static str,
    /// Where the whole buffer begins that this one is a part of, if that is known: an address and bytes from it.
    pub(crate) root: Option<(Reg, i64)>,
    /// The size of each dimension: a number or a register.
    pub(crate) sizes: Vec<Operand>,
    /// The stride of each dimension, in elements: a number or a register.
    pub(crate) strides: Vec<Operand>,
}

/// A sum of scaled indices.
struct Linear {
    /// The constant part, in bytes.
    bytes: i64,
    /// The index and stride of the other dimensions.
    terms: Vec<(Operand, Operand)>,
}

impl Memory {
    /// Whether every element number of the dynamic part fits 32 bits without a sign.
    fn is_small(&self) -> bool {
        let last = self.sizes.iter().zip(&self.strides).try_fold(0i64, |last, dim| match dim {
            (Operand::Int(size), Operand::Int(stride)) if 0 <= *stride => {
                (size - 1).max(0).checked_mul(*stride)?.checked_add(last)
            }
            _ => None,
        });
        last.is_some_and(|last| last <= i64::from(u32::MAX))
    }
}

impl Select<'_> {
    /// The memory space of a memref type.
    pub(crate) fn space_of(&self, ty: Type) -> Result<Space, Unsupported> {
        let Some(space) = self.module.memory_space(ty) else { return Ok(Space::Global) };
        space_of_attr(self.module, space)
            .ok_or_else(|| Unsupported::because("expected the global, workgroup or private memory space"))
    }

    /// The offset, sizes and strides that a memref type tells; an offset of [`DYNAMIC`] means any.
    pub(crate) fn layout(&self, ty: Type) -> Result<(Vec<i64>, Vec<i64>), Unsupported> {
        let shape = self.module.shape(ty).filter(|_| self.module.is_memref(ty));
        let shape = shape.ok_or_else(|| Unsupported::because("expected a ranked memref"))?;
        let (_, strides) =
            self.module.strides(ty).ok_or_else(|| Unsupported::because("expected a strided layout"))?;
        Ok((shape.to_vec(), strides))
    }

    /// A memref of this type whose parts are registers that edges or parameters write.
    pub(crate) fn fresh_memory(&mut self, ty: Type) -> Result<Memory, Unsupported> {
        let (shape, strides) = self.layout(ty)?;
        let (space, element) = (self.space_of(ty)?, self.scalar(self.module.element_type(ty))?);
        let base = self.kernel.fresh(Class::Double);
        let sizes = shape.iter().map(|size| self.fixed_or_fresh(*size)).collect();
        let strides = strides.iter().map(|stride| self.fixed_or_fresh(*stride)).collect();
        let root = self.module.strides(ty).filter(|(offset, _)| *offset == 0).map(|_| (base, 0));
        Ok(Memory {
            space,
            element,
            base,
            offset: 0,
            align: element.bytes(),
            cache: "",
            root,
            sizes,
            strides,
        })
    }

    fn fixed_or_fresh(&mut self, value: i64) -> Operand {
        if value == DYNAMIC { self.kernel.fresh(Class::Double).into() } else { Operand::Int(value) }
    }

    /// A new array of the kernel for a memref type of constant shape, in this space.
    pub(crate) fn array(
        &mut self,
        ty: Type,
        space: Space,
        align: Option<i64>,
    ) -> Result<Memory, Unsupported> {
        let (shape, strides) = self.layout(ty)?;
        if strides.contains(&DYNAMIC) || shape.contains(&DYNAMIC) {
            return Err(Unsupported::because("memory of a kernel needs a constant shape"));
        }
        let element = self.scalar(self.module.element_type(ty))?;
        let bytes = extent(&shape, &strides).and_then(|n| n.checked_mul(element.bytes()));
        let bytes = bytes.ok_or_else(|| Unsupported::because("the size of a buffer does not fit 64 bits"))?;
        let align = u64::try_from(align.unwrap_or(0)).unwrap_or(0).max(ARRAY_ALIGN).next_power_of_two();
        let base = self.raw_array(space, align, bytes);
        let fixed = |values: Vec<i64>| values.into_iter().map(Operand::Int).collect();
        let root = Some((base, 0));
        Ok(Memory {
            space,
            element,
            base,
            offset: 0,
            align,
            cache: "",
            root,
            sizes: fixed(shape),
            strides: fixed(strides),
        })
    }

    /// The address of a new array of the kernel.
    pub(crate) fn raw_array(&mut self, space: Space, align: u64, bytes: u64) -> Reg {
        let index = self.kernel.arrays.len() as u32;
        self.kernel.arrays.push(Array { space, align, bytes: bytes.max(1) });
        let base = self.kernel.fresh(Class::Double);
        self.emit(["mov.u64"], &[base.into(), Operand::Array(index)]);
        base
    }

    /// A buffer of a type with constant layout at an address.
    pub(crate) fn memory_at(
        &mut self,
        ty: Type,
        space: Space,
        address: Operand,
        align: u64,
    ) -> Result<Memory, Unsupported> {
        let base = self.reg(Class::Double, address);
        let memory = self.fresh_memory(ty)?;
        Ok(Memory { space, base, align: align.max(memory.align), root: Some((base, 0)), ..memory })
    }

    /// The address of element 0 in a register.
    pub(crate) fn base_of(&mut self, memory: &Memory) -> Reg {
        if memory.offset == 0 {
            return memory.base;
        }
        let sum = self.make(Class::Double, ["add.s64"], &[memory.base.into(), Operand::Int(memory.offset)]);
        self.reg(Class::Double, sum)
    }

    /// The operand that reaches an element.
    pub(crate) fn element(&mut self, memory: &Memory, indices: &[Value]) -> Result<Operand, Unsupported> {
        let indices = indices.iter().map(|index| self.operand_here(*index)).collect::<Result<Vec<_>, _>>()?;
        self.element_at(memory, &indices)
    }

    /// The same for indices that are operands.
    pub(crate) fn element_at(
        &mut self,
        memory: &Memory,
        indices: &[Operand],
    ) -> Result<Operand, Unsupported> {
        if indices.len() != memory.strides.len() {
            return Err(Unsupported::because(format!(
                "expected {} indices, but found {}",
                memory.strides.len(),
                indices.len()
            )));
        }
        let linear = linearize(memory, indices);
        let base = self.address(memory, &linear);
        if let Ok(offset) = i32::try_from(linear.bytes) {
            return Ok(Operand::Address(base, offset));
        }
        let far = self.make(Class::Double, ["add.s64"], &[base.into(), Operand::Int(linear.bytes)]);
        Ok(Operand::Address(self.reg(Class::Double, far), 0))
    }

    /// The address without the constant part.
    fn address(&mut self, memory: &Memory, linear: &Linear) -> Reg {
        if memory.is_small() && !linear.terms.is_empty() {
            let sum = self.sum(Class::Word, &linear.terms);
            let size = Operand::Int(memory.element.bytes() as i64);
            let address = self.make(Class::Double, ["mad.wide.u32"], &[sum, size, memory.base.into()]);
            return self.reg(Class::Double, address);
        }
        self.address_after(memory.base, memory.element, &linear.terms)
    }

    /// An address so many elements on. The sum is made in 32 bits where it fits them.
    pub(crate) fn address_after(&mut self, base: Reg, element: Scalar, terms: &[(Operand, Operand)]) -> Reg {
        if terms.is_empty() {
            return base;
        }
        let size = Operand::Int(element.bytes() as i64);
        let address = if self.fits_word_sum(terms) {
            let sum = self.sum(Class::Word, terms);
            self.make(Class::Double, ["mad.wide.s32"], &[sum, size, base.into()])
        } else if element.bytes() == 1 {
            let sum = self.sum(Class::Double, terms);
            self.make(Class::Double, ["add.s64"], &[sum, base.into()])
        } else {
            let sum = self.sum(Class::Double, terms);
            self.make(Class::Double, ["mad.lo.s64"], &[sum, size, base.into()])
        };
        self.reg(Class::Double, address)
    }

    /// Whether a sum of indices times strides and each of its parts fit 32 bits.
    fn fits_word_sum(&self, terms: &[(Operand, Operand)]) -> bool {
        let sum = terms.iter().try_fold(Range::point(0), |sum, (index, stride)| {
            let product = self.narrow_range(*index)?.times(self.narrow_range(*stride)?);
            Some(sum.plus(product)).filter(|sum| product.fits_i32() && sum.fits_i32())
        });
        sum.is_some()
    }

    /// The sum of indices times strides, in elements, in registers of this class.
    pub(crate) fn sum(&mut self, class: Class, terms: &[(Operand, Operand)]) -> Operand {
        let mut sum = None;
        for (index, stride) in terms {
            let (index, stride) = match class {
                Class::Word => (self.low_word(*index), self.low_word(*stride)),
                _ => (*index, *stride),
            };
            let ty = class.signed();
            sum = Some(match (sum, stride) {
                (None, Operand::Int(1)) => index,
                (None, stride) => self.make(class, ["mul.lo", ty], &[index, stride]),
                (Some(sum), Operand::Int(1)) => self.make(class, ["add", ty], &[sum, index]),
                (Some(sum), stride) => self.make(class, ["mad.lo", ty], &[index, stride, sum]),
            });
        }
        sum.unwrap_or(Operand::Int(0))
    }
}

/// Splits an element's place into constant bytes and scaled indices.
fn linearize(memory: &Memory, indices: &[Operand]) -> Linear {
    let mut linear = Linear { bytes: memory.offset, terms: Vec::with_capacity(indices.len()) };
    for (index, stride) in indices.iter().zip(&memory.strides) {
        match (index, stride) {
            (Operand::Int(index), Operand::Int(stride)) => {
                let bytes = index.wrapping_mul(*stride).wrapping_mul(memory.element.bytes() as i64);
                linear.bytes = linear.bytes.wrapping_add(bytes);
            }
            (Operand::Int(0), _) | (_, Operand::Int(0)) => {}
            _ => linear.terms.push((*index, *stride)),
        }
    }
    linear
}

/// Elements from the first to after the last of a constant shape; `None` on overflow or a negative stride.
fn extent(shape: &[i64], strides: &[i64]) -> Option<u64> {
    if shape.contains(&0) {
        return Some(0);
    }
    shape.iter().zip(strides).try_fold(1u64, |extent, (size, stride)| {
        let steps = u64::try_from(size - 1).ok()?;
        extent.checked_add(steps.checked_mul(u64::try_from(*stride).ok()?)?)
    })
}

fn space_of_attr(module: &Module, space: Attr) -> Option<Space> {
    match module.attr_kind(space) {
        AttrKind::Integer(0 | 1, _) => Some(Space::Global),
        AttrKind::Integer(3, _) => Some(Space::Shared),
        AttrKind::Integer(5, _) => Some(Space::Local),
        AttrKind::Foreign(name) => match module.text(*name) {
            "gpu.address_space<global>" => Some(Space::Global),
            "gpu.address_space<workgroup>" => Some(Space::Shared),
            "gpu.address_space<private>" => Some(Space::Local),
            _ => None,
        },
        _ => None,
    }
}
