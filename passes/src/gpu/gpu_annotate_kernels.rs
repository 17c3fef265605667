//! `gpu-annotate-kernels`: annotates each kernel with the facts that all of its launches prove, so that code is
//! generated from its `gpu.module` alone.
//!
//! ```text
//! gpu.func @k(%a: memref<8xf32>, %n: index) kernel
//!   → gpu.func @k(%a: memref<8xf32> {llvm.align = 256 : i64, llvm.noalias, llvm.readonly},
//!                 %n: index {rt.range = array<i64: 4, 8>}) kernel
//!       attributes {known_block_size = array<i32: 32, 1, 1>, rt.max_grid_size = array<i32: 4, 1, 1>}
//! ```
//! The facts are the meet over all launches: a size is exact where every launch has it, and otherwise bounded by
//! the greatest one if that is known. An argument is `llvm.noalias` if no other argument overlaps memory that one
//! of the two writes, and nothing else may write it while the kernel runs. The host program aligns its own buffers
//! to 256 bytes; others have the alignment that the program states, as an attribute or by `memref.assume_alignment`.
//!
//! A kernel that waits for other work is marked `rt.spins`. Operations of a kernel that may fail get a number, by
//! which a running kernel reports them; later passes may copy, move and erase them.
//!
//! A kernel without launches keeps its attributes.

use crate::analysis::alias::{AliasAnalysis, CallSites, Overlap, view_of};
use crate::analysis::alignment::of_buffer;
use crate::analysis::kernel_facts::{ALIGN, MAX_BLOCK, MAX_GRID, NOALIAS, RANGE, READONLY, SPINS};
use crate::analysis::launches::{Launches, Sizes};
use crate::analysis::ranges::Range;
use crate::analysis::spins;
use crate::pass::{Changed, Pass, PassCx, PassFn};
use std::rc::Rc;
use warpline_ir::artifact::{ASSERTION, assertions_of};
use warpline_ir::def::Effect;
use warpline_ir::dialect::func::{function_type_of, set_argument_attrs};
use warpline_ir::kernels::{device_modules, kernels};
use warpline_ir::{Attr, AttrKind, MemRef, Module, Op, OpKind, Reported, Type, Value};

/// The `gpu-annotate-kernels` pass.
pub const PASS: Pass = Pass {
    name: "gpu-annotate-kernels",
    summary: "Annotates kernels with facts about their launches",
    options: &[],
    run: PassFn::MayFail(run),
};

#[expect(clippy::unnecessary_wraps, reason = "every pass has this signature")]
fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let module = &mut *cx.module;
    let launches = Launches::of(module);
    let sites = CallSites::of(module);
    let mut is_changed = false;
    for device_module in device_modules(module) {
        is_changed |= !number_assertions(module, device_module).is_empty();
        for kernel in kernels(module, device_module) {
            let new = Annotation::of(module, &launches, &sites, kernel);
            is_changed |= new.write(module, kernel);
        }
    }
    Ok(is_changed.into())
}

/// Numbers the operations that may fail, in the order of the text, unless they already have numbers; returns the
/// numbered ones.
pub(crate) fn number_assertions(module: &mut Module, device_module: Op) -> Vec<Op> {
    let assertions = assertions_of(module, device_module);
    // Existing numbers refer to operations of the original program.
    if assertions.iter().any(|op| module.attr(*op, ASSERTION).is_some()) {
        return Vec::new();
    }
    for (number, op) in assertions.iter().enumerate() {
        let number = module.int_attr(number as i64, Type::I32);
        module.set_attr(*op, ASSERTION, number);
    }
    assertions
}

/// The facts about a kernel.
struct Annotation {
    sizes: Sizes,
    spins: bool,
    /// The facts about each argument.
    arguments: Vec<Argument>,
}

/// The facts about a kernel argument.
#[derive(Default)]
struct Argument {
    range: Option<Range>,
    /// The alignment in bytes, 1 if it is unknown.
    align: u64,
    is_noalias: bool,
    is_readonly: bool,
}

impl Annotation {
    fn of(module: &Module, launches: &Launches, sites: &Rc<CallSites>, kernel: Op) -> Self {
        let spins = !spins::of_kernel(module, kernel).is_empty();
        let operands = launches.operands(module, kernel);
        let arguments =
            if operands.is_empty() { Vec::new() } else { arguments(module, launches, sites, kernel, spins) };
        Self { sizes: launches.sizes(module, kernel), spins, arguments }
    }

    fn write(&self, module: &mut Module, kernel: Op) -> bool {
        let before = module.attrs(kernel).to_vec();
        let Sizes { grid, block, is_grid_exact, is_block_exact } = self.sizes;
        for (sizes, is_exact, known, most) in [
            (grid, is_grid_exact, "known_grid_size", MAX_GRID),
            (block, is_block_exact, "known_block_size", MAX_BLOCK),
        ] {
            let fits = sizes.iter().all(|size| size.is_none_or(|size| i32::try_from(size).is_ok()));
            if sizes.iter().all(Option::is_none) || !fits {
                continue;
            }
            let sizes = sizes.map(|size| size.unwrap_or(0));
            let attr = module.i32_array_attr(sizes);
            module.set_attr(kernel, if is_exact { known } else { most }, attr);
        }
        if self.spins {
            module.set_attr(kernel, SPINS, Attr::UNIT);
        }
        let mut new = Vec::new();
        for (index, argument) in self.arguments.iter().enumerate() {
            if let Some(Range { min, max }) = argument.range {
                let ends = AttrKind::DenseArray(Type::I64, Box::new([min, max]));
                new.push((index, RANGE, module.intern_attr(ends)));
            }
            if 1 < argument.align {
                new.push((index, ALIGN, module.int_attr(argument.align.cast_signed(), Type::I64)));
            }
            let marks = [(argument.is_noalias, NOALIAS), (argument.is_readonly, READONLY)];
            new.extend(marks.iter().filter(|(is_set, _)| *is_set).map(|(_, key)| (index, *key, Attr::UNIT)));
        }
        set_argument_attrs(module, kernel, &new) || module.attrs(kernel) != before
    }
}

/// Returns the facts about the arguments of a launched kernel.
fn arguments(
    module: &Module,
    launches: &Launches,
    sites: &Rc<CallSites>,
    kernel: Op,
    spins: bool,
) -> Vec<Argument> {
    let Some(entry) = module.entry(kernel, 0) else { return Vec::new() };
    let n_passed = function_type_of(module, kernel).0.len();
    let passed = &module.args(entry)[..n_passed.min(module.args(entry).len())];
    let operands = launches.operands(module, kernel);
    let is_memref = |value: Value| module.is_memref(module.type_of(value));
    let is_read: Vec<bool> = passed.iter().map(|arg| is_memref(*arg) && is_only_read(module, *arg)).collect();
    let mut places = AliasAnalysis::with_call_sites(Rc::clone(sites));
    let of_args: Vec<_> = passed.iter().map(|arg| is_memref(*arg).then(|| places.of(module, *arg))).collect();
    let is_apart = |index: usize| {
        let Some(own) = &of_args[index] else { return false };
        let mut others = of_args.iter().enumerate().filter(|(other, _)| *other != index);
        others.all(|(other, place)| match place {
            Some(place) => is_read[index] && is_read[other] || places.overlap(own, place) == Overlap::No,
            None => true,
        })
    };
    let ranges = launches.argument_ranges(module, kernel);
    let fact = |(index, arg): (usize, &Value)| {
        let align = |operands: &&[Value]| operands.get(index).map_or(1, |value| of_buffer(module, *value));
        let is_memref = is_memref(*arg);
        Argument {
            range: ranges.get(index).copied().flatten(),
            align: if is_memref { operands.iter().map(align).min().unwrap_or(1) } else { 1 },
            // Memory that a kernel waits for is written by another one meanwhile.
            is_noalias: is_memref && !spins && is_apart(index),
            is_readonly: is_read[index],
        }
    };
    passed.iter().enumerate().map(fact).collect()
}

/// Whether all uses of a buffer in a kernel, and of views of it, only read.
fn is_only_read(module: &Module, value: Value) -> bool {
    module.uses(value).iter().all(|used| {
        if let Some(view) = view_of(module, *used) {
            return module.is_memref(module.type_of(view)) && is_only_read(module, view);
        }
        matches!(module.kind(used.op), OpKind::MemRef(MemRef::Dim | MemRef::Rank))
            || module.op(used.op).effect_on(used.index as usize) == Some(Effect::Read)
    })
}
