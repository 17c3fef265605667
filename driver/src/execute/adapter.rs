//! Functions whose parameters or results a caller cannot pass as they are, called through another function of the module.
//!
//! | parameter | what is passed |
//! |---|---|
//! | a vector, a complex number, an integer of odd width | a buffer with that one element, which is loaded |
//! | a memref with strides or an offset | a buffer of the elements and the gaps between them, of which a view is made |
//! | a memref of unknown rank | a buffer of the rank of the array, which is cast |
//!
//! Vectors, complex numbers and integers of odd width are returned in buffers. So these functions run on every device, and
//! what they cost beside the call is visible in the module.

use warpline_ir::dialect::func::function_type_of;
use warpline_ir::print::type_text;
use warpline_ir::types::identity_strides;
use warpline_ir::{AttrKind, Builder, DYNAMIC, Func, MemRef, Module, Op, Place, Type, TypeKind, Value};

use super::interface::Interface;
use super::{Execution, Request};
use crate::values::{Array, ArrayType, ValueKind};

/// The maximum size of a buffer with gaps that is made for an argument, in bytes.
const MAX_SPAN: usize = 1 << 30;

/// A call of a function through another one.
pub(crate) struct Adapter {
    /// The module with the other function.
    pub(crate) module: Module,
    /// The other function.
    pub(crate) interface: Interface,
    /// Its arguments.
    pub(crate) inputs: Vec<Array>,
    /// How each argument is passed.
    passed: Vec<Passed>,
}

/// How an argument is passed.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Passed {
    /// As it is.
    Directly,
    /// In a buffer with one element.
    Loaded,
    /// As a view of a buffer with gaps.
    Strided(Layout),
    /// As a buffer of known rank.
    Cast,
}

/// The layout of an array in a buffer, in elements.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Layout {
    offset: i64,
    sizes: Vec<i64>,
    strides: Vec<i64>,
}

impl Layout {
    /// Returns the layout of an array for a parameter whose elements are contiguous where the type leaves that open. `None`
    /// if elements may meet, lie before the buffer, or the size of the buffer has no number.
    fn of(ty: (i64, &[i64]), sizes: &[u64]) -> Option<Self> {
        let sizes: Vec<i64> = sizes.iter().map(|size| i64::try_from(*size).ok()).collect::<Option<_>>()?;
        let mut strides = ty.1.to_vec();
        let mut next = 1i64;
        for (stride, size) in strides.iter_mut().zip(&sizes).rev() {
            if *stride == DYNAMIC {
                *stride = next;
            }
            next = stride.checked_abs()?.checked_mul(*size)?.max(1);
        }
        let offset = if ty.0 == DYNAMIC { 0 } else { ty.0 };
        let layout = Self { offset, sizes, strides };
        (layout.is_apart()? && 0 <= layout.first()?).then_some(layout)
    }

    /// Whether each dimension steps over all elements of those with smaller steps.
    fn is_apart(&self) -> Option<bool> {
        if self.sizes.contains(&0) {
            return Some(true);
        }
        let mut steps: Vec<(i64, i64)> =
            self.strides.iter().map(|stride| stride.abs()).zip(self.sizes.iter().copied()).collect();
        steps.retain(|(_, size)| 1 < *size);
        steps.sort_unstable();
        let mut reach = 0i64;
        for (step, size) in steps {
            if step <= reach {
                return Some(false);
            }
            reach = reach.checked_add((size - 1).checked_mul(step)?)?;
        }
        Some(true)
    }

    /// Returns the place of the first element in memory.
    fn first(&self) -> Option<i64> {
        self.sizes.iter().zip(&self.strides).try_fold(self.offset, |first, (size, stride)| {
            first.checked_add((size - 1).max(0).checked_mul(stride.checked_neg()?.max(0))?.checked_neg()?)
        })
    }

    /// Returns the number of elements of the buffer.
    fn end(&self) -> Option<usize> {
        if self.sizes.contains(&0) {
            return usize::try_from(self.offset).ok();
        }
        let last = self.sizes.iter().zip(&self.strides).try_fold(self.offset, |last, (size, stride)| {
            last.checked_add((size - 1).checked_mul((*stride).max(0))?)
        });
        usize::try_from(last?.checked_add(1)?).ok()
    }

    /// Returns the place of each element in the buffer.
    fn places(&self) -> impl Iterator<Item = usize> + '_ {
        places(&self.sizes, &self.strides).map(|place| (self.offset + place) as usize)
    }
}

/// Returns the place of each element, in row-major order, relative to the first.
pub(super) fn places<'a>(sizes: &'a [i64], strides: &'a [i64]) -> impl Iterator<Item = i64> + 'a {
    let n: i64 = sizes.iter().product();
    (0..n).map(move |number| {
        let mut rest = number;
        let mut place = 0;
        for (size, stride) in sizes.iter().zip(strides).rev() {
            place += rest % size * stride;
            rest /= size;
        }
        place
    })
}

impl Adapter {
    /// Returns the adapter for a request; `None` if its function can be called as it is.
    pub(crate) fn of(request: &Request<'_>) -> Result<Option<Self>, String> {
        let Interface { entry, parameters, results, .. } = request.interface;
        let (types, _) = function_type_of(request.module, *entry);
        if request.inputs.len() != parameters.len() {
            return Ok(None);
        }
        let mut passed = Vec::new();
        for (index, (ty, array)) in types.iter().zip(request.inputs).enumerate() {
            let way = way(request.module, *ty, &parameters[index], array);
            passed.push(way.map_err(|message| format!("input {index}: {message}"))?);
        }
        if passed.iter().all(|way| *way == Passed::Directly) && results.iter().all(is_direct) {
            return Ok(None);
        }
        let inputs = passed.iter().zip(parameters).zip(request.inputs);
        let inputs = inputs.map(|((way, ty), array)| spread(way, ty, array)).collect();
        let mut module = request.module.clone();
        let function = build(&mut module, *entry, &passed, request.inputs, (parameters, results));
        let name = module.symbol_name(function).map(ToString::to_string);
        let interface = Interface::find(&module, name.as_deref())?;
        Ok(Some(Self { module, interface, inputs, passed }))
    }

    /// Gives the arguments of an execution their shapes back.
    pub(crate) fn restore(&self, request: &Request<'_>, mut execution: Execution) -> Execution {
        let parameters = &request.interface.parameters;
        for ((way, ty), (argument, input)) in
            self.passed.iter().zip(parameters).zip(execution.arguments.iter_mut().zip(request.inputs))
        {
            if let Passed::Strided(layout) = way {
                let size = element_bytes(ty);
                let rows = layout.places().map(|place| &argument.bytes[place * size..(place + 1) * size]);
                let bytes = rows.collect::<Vec<_>>().concat();
                *argument = Array::new(input.shape.clone(), input.element, bytes);
            }
        }
        execution
    }
}

/// Whether a value is passed as a number or as a buffer.
fn is_direct(ty: &ArrayType) -> bool {
    match ty.kind {
        ValueKind::Scalar => ty.element.is_plain(),
        ValueKind::Buffer => true,
        ValueKind::Vector | ValueKind::Unranked => false,
    }
}

/// Returns how an argument is passed.
fn way(module: &Module, ty: Type, wanted: &ArrayType, array: &Array) -> Result<Passed, String> {
    match wanted.kind {
        ValueKind::Scalar | ValueKind::Vector => {
            return Ok(if is_direct(wanted) { Passed::Directly } else { Passed::Loaded });
        }
        ValueKind::Unranked => return Ok(Passed::Cast),
        ValueKind::Buffer => {}
    }
    let Some((offset, strides)) = module.strides(ty) else {
        return Err(format!("the layout of {} has no strides", type_text(module, ty)));
    };
    let sizes = wanted.outer(array);
    let extents: Vec<i64> = sizes.iter().map(|size| *size as i64).collect();
    let is_contiguous =
        strides.iter().zip(identity_strides(&extents)).all(|(found, own)| [DYNAMIC, own].contains(found));
    if is_contiguous && [DYNAMIC, 0].contains(&offset) {
        return Ok(Passed::Directly);
    }
    let refused = || {
        let ty = type_text(module, ty);
        format!(
            "an array of {sizes:?} has no place in {ty}: its elements may meet, or begin before the buffer"
        )
    };
    let layout = Layout::of((offset, &strides), sizes).ok_or_else(refused)?;
    let n_bytes = layout.end().and_then(|end| end.checked_mul(element_bytes(wanted))).ok_or_else(refused)?;
    if MAX_SPAN < n_bytes {
        let ty = type_text(module, ty);
        return Err(format!(
            "an array of {ty} spans {n_bytes} bytes, more than the {MAX_SPAN} that are made for it"
        ));
    }
    Ok(Passed::Strided(layout))
}

/// Returns the size of an element of a memref, in bytes.
fn element_bytes(ty: &ArrayType) -> usize {
    ty.element.bytes() * ty.inner_sizes().product::<u64>() as usize
}

/// Returns the argument that is passed for an array; gaps are zero.
fn spread(way: &Passed, ty: &ArrayType, array: &Array) -> Array {
    let Passed::Strided(layout) = way else { return array.clone() };
    let (size, end) = (element_bytes(ty), layout.end().unwrap_or(0));
    let mut bytes = vec![0; end * size];
    for (place, element) in layout.places().zip(array.bytes.chunks_exact(size.max(1))) {
        bytes[place * size..(place + 1) * size].copy_from_slice(element);
    }
    let shape = [end as u64].into_iter().chain(ty.inner_sizes()).collect();
    Array::new(shape, array.element, bytes)
}

/// Builds the function that calls the entry, behind it.
fn build(
    module: &mut Module,
    entry: Op,
    passed: &[Passed],
    arrays: &[Array],
    (parameters, results): (&[ArrayType], &[ArrayType]),
) -> Op {
    let (inputs, outputs) = function_type_of(module, entry);
    let (inputs, outputs) = (inputs.to_vec(), outputs.to_vec());
    let name = module.symbol_name(entry).unwrap_or("main").to_string();
    let taken: Vec<Type> = (0..inputs.len())
        .map(|index| {
            taken_type(module, inputs[index], &passed[index], parameters[index].outer(&arrays[index]))
        })
        .collect();
    let given = outputs.iter().zip(results);
    let given: Vec<Type> = given
        .map(|(ty, wanted)| if is_direct(wanted) { *ty } else { module.memref_type(&[], *ty, None, None) })
        .collect();
    let table = module.nearest_symbol_table(entry);
    let own_name = module.unique_symbol(table, &format!("call_{name}"));
    let ty = module.intern_type(TypeKind::Function(taken.clone().into(), given.clone().into()));
    let attrs = [("sym_name", module.string_attr(&own_name)), ("function_type", module.type_attr(ty))];
    let location = module.location(entry);
    let function = Builder::after(module, entry).op_with_regions(Func::Func, &[], &[], &attrs, 1);
    let region = module.region(function, 0);
    let block = module.add_block(region, &taken);
    let args = module.args(block).to_vec();
    let mut at = Builder::new(module, Place::End(block), location);
    let values: Vec<Value> =
        (0..args.len()).map(|index| value_of(&mut at, args[index], inputs[index], &passed[index])).collect();
    let callee = at.module.symbol_attr(&[&name]);
    let call = at.op(Func::Call, &values, &outputs, &[("callee", callee)]);
    let mut returned: Vec<Value> = at.module.results(call).collect();
    for (value, (ty, given)) in returned.iter_mut().zip(outputs.iter().zip(given)) {
        if *ty != given {
            let segments = at.module.i32_array_attr(vec![0, 0]);
            let buffer = at.value(MemRef::Alloc, &[], given, &[("operandSegmentSizes", segments)]);
            at.op(MemRef::Store, &[*value, buffer], &[], &[]);
            *value = buffer;
        }
    }
    at.op(Func::Return, &returned, &[], &[]);
    function
}

/// Returns the type of a parameter that an argument is passed for.
fn taken_type(module: &mut Module, ty: Type, way: &Passed, sizes: &[u64]) -> Type {
    let TypeKind::MemRef(_, element, _, space) = *module.type_kind(ty) else {
        return match (way, module.type_kind(ty)) {
            (Passed::Loaded, _) => module.memref_type(&[], ty, None, None),
            (Passed::Cast, TypeKind::UnrankedMemRef(element, space)) => {
                let (element, space) = (*element, *space);
                module.memref_type(&vec![DYNAMIC; sizes.len()], element, None, space)
            }
            _ => ty,
        };
    };
    if matches!(way, Passed::Strided(_)) { module.memref_type(&[DYNAMIC], element, None, space) } else { ty }
}

/// Builds the value for a parameter of the called function.
fn value_of(at: &mut Builder<'_>, arg: Value, ty: Type, way: &Passed) -> Value {
    match way {
        Passed::Directly => arg,
        Passed::Loaded => at.value(MemRef::Load, &[arg], ty, &[]),
        Passed::Cast => at.value(MemRef::Cast, &[arg], ty, &[]),
        Passed::Strided(layout) => view(at, arg, ty, layout),
    }
}

/// Builds a view of a buffer with this layout, cast to a type.
fn view(at: &mut Builder<'_>, buffer: Value, ty: Type, layout: &Layout) -> Value {
    let Layout { offset, sizes, strides } = layout;
    let TypeKind::MemRef(_, element, _, space) = *at.module.type_kind(ty) else { return buffer };
    let strided = at.module.intern_attr(AttrKind::Strided(strides.clone().into(), *offset));
    let known = at.module.memref_type(sizes, element, Some(strided), space);
    let lists = [("static_offsets", &[*offset][..]), ("static_sizes", sizes), ("static_strides", strides)];
    let mut attrs = vec![("operandSegmentSizes", at.module.i32_array_attr(vec![1, 0, 0, 0]))];
    for (key, numbers) in lists {
        attrs.push((key, at.module.intern_attr(AttrKind::DenseArray(Type::I64, numbers.into()))));
    }
    let view = at.value(MemRef::ReinterpretCast, &[buffer], known, &attrs);
    if known == ty { view } else { at.value(MemRef::Cast, &[view], ty, &[]) }
}
