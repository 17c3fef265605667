//! Code generator for AMD GPUs: emits code objects, and their assembly.
//!
//! ```text
//! gpu.func kernels ─select→ instructions on virtual registers ─cleanup, hoist, schedule, regalloc→ instructions
//!     ─dual, waitcnt, hazards, delays→ instructions with waits ─islands, encode→ bytes
//! ```
//! A wave computes what is the same in all lanes in its scalar unit (`uniformity`). Branches and loops keep their
//! structure, so that a branch which lanes take differently changes the mask of active lanes. Results depend on the
//! program alone: every operation rounds to nearest even, subnormals are never flushed, and approximate instructions
//! are used only where the flags of an operation allow them. An operation that cannot be compiled is a diagnostic at
//! its location, never a wrong instruction.

#![forbid(unsafe_code)]

mod abi;
mod check;
mod cleanup;
mod code;
mod combine;
mod constant;
mod delays;
mod dual;
mod encode;
mod flow;
mod hazards;
mod hoist;
mod inst;
mod islands;
mod lanes;
mod object;
mod opcode;
#[cfg(test)]
mod opcode_tests;
mod print;
mod regalloc;
mod schedule;
mod select;
mod target;
mod uniformity;
mod variables;
mod waitcnt;

use std::fmt::Write as _;

use code::Class;
use inst::{Label, Line};
use object::{Arg, ArgKind, CODE_ALIGN, KernelObject, Object as CodeObject, Section};
use opcode::Opcode;
use regalloc::Frame;
use schedule::Registers;
use select::table::refusal;
use select::{Select, Selected};
use target::{Chip, S_NOP};
use variables::Variables;
use warpline_ir::artifact::{Code, KernelInfo, Object, Param};
use warpline_ir::kernels::kernels_of;
use warpline_ir::{Diagnostics, Module, Op, OpKind, Span, codes};
use warpline_passes::analysis::kernel_facts;
use warpline_passes::backend::{Emit, EmitKind, Target, TargetAttr};
use warpline_passes::gpu::lowered;
use warpline_passes::gpu::symbols::Symbols;
use warpline_passes::support::{Lowering, Side};
use warpline_passes::{Backend, Support};

/// The backend for AMD GPUs: targets are chips such as `gfx1100`.
#[derive(Clone, Copy, Debug)]
pub struct Amdgcn;

impl Backend for Amdgcn {
    fn name(&self) -> &'static str {
        "amdgcn"
    }

    fn target(&self, name: &str) -> Option<Target> {
        Chip::find(name).map(Chip::target)
    }

    fn targets(&self) -> Vec<&'static str> {
        Chip::names()
    }

    fn default_target(&self) -> &'static str {
        target::DEFAULT_CHIP
    }

    fn target_attr(&self) -> Option<TargetAttr> {
        Some(TargetAttr { name: "rocdl.target", without_chip: target::DEFAULT_CHIP })
    }

    fn pipeline(&self, target: &Target) -> String {
        format!("lift-cf-to-scf,{}", lowered::pipeline(target))
    }

    fn emit_kinds(&self) -> &'static [EmitKind] {
        &[
            EmitKind { name: "asm", title: "the assembly", form: Emit::Text },
            EmitKind { name: "hsaco", title: "the code object", form: Emit::Code },
        ]
    }

    fn support(&self, kind: OpKind) -> Support {
        let rule = lowered::lowered(kind);
        let refusal = match rule.lowering {
            Lowering::Select(lowered) => refusal(lowered),
            _ => None,
        };
        refusal.map_or_else(|| rule.support(Side::Kernel), Support::No)
    }

    fn generate(
        &self,
        module: &Module,
        device_modules: &[Op],
        target: &Target,
        form: Emit,
    ) -> Result<Object, Diagnostics> {
        let chip = Chip::find(&target.name).ok_or_else(|| unknown_target(&target.name))?;
        let mut select = Select::new(module, device_modules, chip);
        let mut kernels = Vec::new();
        let all = kernels_of(module, device_modules);
        let symbols = Symbols::of(module, &all);
        for (index, (device_module, func)) in all.into_iter().enumerate() {
            let selected = select.kernel(func, index + 1);
            if select.diagnostics.has_errors() {
                continue;
            }
            match Kernel::finish(module, chip, (device_module, func), symbols.get(index), selected) {
                Ok(kernel) => kernels.push(kernel),
                Err(reason) => {
                    let name = module.symbol_name(func).unwrap_or_default();
                    let message = format!("kernel '{name}' cannot be compiled for {}: {reason}", chip.name);
                    select.diagnostics.error(codes::UNSUPPORTED, module.span(module.location(func)), message);
                }
            }
        }
        if select.diagnostics.has_errors() {
            return Err(select.diagnostics);
        }
        measure(chip, &mut kernels, &select.variables).map_err(|it| failure(&it))?;
        let code = match form {
            Emit::Text => Code::Text(assembly(chip, &kernels, &select.variables)),
            Emit::Code => {
                Code::Bytes(code_object(chip, &kernels, &select.variables).map_err(|it| failure(&it))?)
            }
        };
        let kernels = kernels.into_iter().map(|kernel| kernel.info).collect();
        let (target, lines, formats) = (target.name.clone(), Vec::new(), select.formats);
        Ok(Object { backend: "amdgcn", target, code, kernels, lines, formats })
    }
}

/// Returns the target for a device with this chip.
pub fn target_for(chip: &str) -> Option<Target> {
    Chip::find(chip).map(Chip::target)
}

/// A kernel with physical registers.
struct Kernel {
    info: KernelInfo,
    lines: Vec<Line>,
    object: KernelObject,
}

impl Kernel {
    /// Allocates the registers of a selected kernel, and inserts its waits.
    fn finish(
        module: &Module,
        chip: Chip,
        (device_module, func): (Op, Op),
        symbol: &str,
        selected: Selected,
    ) -> Result<Self, String> {
        let Selected { mut code, inputs, params, workgroup_bytes, private_bytes } = selected;
        cleanup::erase_dead(&mut code);
        combine::join_argument_loads(&mut code);
        combine::combine_shifts(&mut code, chip.family);
        cleanup::join_copies(&mut code, chip.family);
        let sizes = kernel_facts::sizes(module, func);
        let block = sizes.block.map(|size| size.and_then(|size| u32::try_from(size).ok()));
        let fixed = match block {
            [Some(x), Some(y), Some(z)] => Some([x, y, z]),
            _ => None,
        };
        let max_threads = fixed.map_or(1024, |[x, y, z]| x.saturating_mul(y).saturating_mul(z).min(1024));
        let (scalar, vector) = chip.registers(max_threads);
        let registers = Registers { full: chip.full_registers().min(vector), vector, scalar };
        hoist::hoist_invariants(&mut code, registers);
        schedule::schedule(&mut code, chip.family, registers);
        let mut frame = Frame {
            private_bytes,
            has_private: !chip.sets_up_scratch(),
            n_accumulators: 0,
            max_accumulators: chip.accumulators(max_threads),
            n_lanes: chip.lanes().count() as u8,
            n_spilled: [0; 2],
        };
        let used =
            regalloc::allocate(&mut code, chip.family, (scalar, vector), &mut frame).map_err(|too_many| {
                match too_many.class {
                    Class::S => "it needs more scalar registers than the chip has".to_string(),
                    Class::V => "it needs more vector registers than the chip has".to_string(),
                }
            })?;
        dual::join_pairs(&mut code, chip.family);
        waitcnt::insert(&mut code, chip.family);
        hazards::insert(&mut code, chip.family);
        delays::insert(&mut code, chip.family);
        islands::insert(&mut code, chip.family)?;
        let name_of = |op| module.symbol_name(op).unwrap_or_default().to_string();
        let (in_module, name) = (name_of(device_module), name_of(func));
        let object = KernelObject {
            symbol: symbol.to_string(),
            code_offset: 0,
            code_bytes: 0,
            sgprs: used.scalar,
            vgprs: used.vector,
            agprs: frame.n_accumulators.into(),
            sgpr_spills: frame.n_spilled[0],
            vgpr_spills: frame.n_spilled[1],
            uses_vcc: used.vcc,
            user_sgprs: u32::from(chip.user_registers(inputs.block_ids, 0 < private_bytes)),
            has_kernarg: true,
            block_ids: inputs.block_ids,
            thread_dims: inputs.thread_dims,
            workgroup_bytes: workgroup_bytes as u32,
            private_bytes: frame.private_bytes as u32,
            max_threads,
            reqd_block: fixed.filter(|_| sizes.is_block_exact),
            args: args_of(&params).chain(inputs.hidden).collect(),
            // A joined load reads its last slot as a whole.
            kernarg_bytes: inputs.kernarg_bytes.next_multiple_of(combine::SLOT as u32),
        };
        let spins = kernel_facts::spins(module, func);
        let symbol = symbol.to_string();
        let info = KernelInfo { module: in_module, name, symbol, scratch_bytes: 0, params, spins };
        Ok(Self { info, lines: code.lines, object })
    }
}

/// Returns the explicit arguments of a kernel as the metadata lists them.
fn args_of(params: &[Param]) -> impl Iterator<Item = Arg> {
    params.iter().zip(0..).map(|(param, index)| {
        let kind = match param {
            Param::Pointer(_) => ArgKind::GlobalBuffer,
            Param::Scalar(_) | Param::Size(_) | Param::Stride(_) => ArgKind::ByValue,
        };
        Arg { offset: 8 * index, size: 8, kind }
    })
}

/// Returns the variables that code objects name.
fn variables_of(variables: &Variables) -> Vec<object::Variable> {
    let variable = |variable: &variables::Variable| object::Variable {
        symbol: variable.symbol.clone(),
        section: variable.section,
        offset: variable.offset,
        bytes: variable.size,
        align: 16,
    };
    variables.all().iter().map(variable).collect()
}

/// Passes the description of a code object on.
fn describe<T>(
    chip: Chip,
    kernels: &[Kernel],
    variables: &Variables,
    then: impl FnOnce(&CodeObject<'_>) -> T,
) -> T {
    let kernels: Vec<KernelObject> = kernels.iter().map(|kernel| kernel.object.clone()).collect();
    let named = variables_of(variables);
    let (chip, rodata, data) = (chip.object(), variables.constants(), variables.data());
    then(&CodeObject { chip: &chip, kernels: &kernels, rodata, data, variables: &named })
}

/// Returns the assembly of all kernels.
fn assembly(chip: Chip, kernels: &[Kernel], variables: &Variables) -> String {
    let mut bodies: Vec<String> = kernels
        .iter()
        .enumerate()
        .map(|(index, kernel)| body(chip, index, &kernel.lines, variables))
        .collect();
    if let Some(last) = bodies.last_mut() {
        let (word, n) = chip.fetched_ahead();
        // Writing to a string cannot fail.
        let _ = writeln!(last, "\t.fill {n}, 4, {word:#x}");
    }
    describe(chip, kernels, variables, |object| object.assembly(&bodies))
}

/// Prints the lines of a kernel; its number makes its labels different from those of others.
fn body(chip: Chip, number: usize, lines: &[Line], variables: &Variables) -> String {
    let mut text = String::new();
    // The bytes from the result of `s_getpc_b64` to the literal after the next instruction, if that follows: what comes
    // in between are waits of one word.
    let mut from_pc = 0;
    // Whether the line before is the first part of a pair.
    let mut is_second = false;
    for line in lines {
        from_pc += 4;
        let name = |label: Label| match Variables::number_of(label) {
            Some(variable) => format!("{}@rel32@lo+{from_pc}", variables.symbol(variable)),
            None => format!(".L{number}_{}", label.0),
        };
        match line {
            Line::Inst(inst) => {
                text.push_str(if is_second { " :: " } else { "\t" });
                is_second |= inst.modifiers.dual;
                let part = if is_second { print::dual_text } else { print::inst_text };
                text.push_str(&part(inst, chip.family, &name));
                is_second = inst.modifiers.dual;
                if is_second {
                    continue;
                }
            }
            Line::Label(label) => {
                text.push_str(&name(*label));
                text.push(':');
            }
        }
        if matches!(line, Line::Inst(inst) if inst.opcode == Opcode::SGetpcB64) {
            from_pc = 0;
        }
        text.push('\n');
    }
    text
}

/// Assigns the position of each kernel in the code.
fn measure(chip: Chip, kernels: &mut [Kernel], variables: &Variables) -> Result<(), String> {
    let nowhere: Vec<(Label, i64)> = variables.labels().map(|(label, _)| (label, 0)).collect();
    let mut end = 0u64;
    for kernel in kernels.iter_mut() {
        let bytes = encode::encode(&kernel.lines, chip.family, &nowhere)?.bytes.len() as u64;
        kernel.object.code_offset = end;
        kernel.object.code_bytes = bytes;
        end = (end + bytes).next_multiple_of(CODE_ALIGN);
    }
    Ok(())
}

/// Returns the code object of all kernels, whose positions were assigned.
fn code_object(chip: Chip, kernels: &[Kernel], variables: &Variables) -> Result<Vec<u8>, String> {
    let last = kernels.last().map_or(0, |last| last.object.code_offset + last.object.code_bytes);
    let (fetched, n_fetched) = chip.fetched_ahead();
    let n_fetched = if kernels.is_empty() { 0 } else { n_fetched };
    let text_bytes = last + 4 * n_fetched as u64;
    let layout = describe(chip, kernels, variables, |object| object.layout(text_bytes));
    let mut text = Vec::new();
    for kernel in kernels {
        while !(text.len() as u64).is_multiple_of(CODE_ALIGN) {
            text.extend(S_NOP.to_le_bytes());
        }
        let from = kernel.object.code_offset as i64;
        let outside = variables.labels().map(|(label, variable)| {
            let section = match variable.section {
                Section::Rodata => layout.rodata_from_text,
                Section::Data | Section::Bss => layout.data_from_text,
            };
            (label, section + variable.offset as i64 - from)
        });
        let outside: Vec<(Label, i64)> = outside.collect();
        text.extend(encode::encode(&kernel.lines, chip.family, &outside)?.bytes);
    }
    text.extend(std::iter::repeat_n(fetched.to_le_bytes(), n_fetched).flatten());
    Ok(describe(chip, kernels, variables, |object| object.code_object(&text)))
}

fn unknown_target(target: &str) -> Diagnostics {
    failure(&format!("expected one of the targets {}, but found '{target}'", Chip::names().join(", ")))
}

fn failure(message: &str) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    diagnostics.error(codes::UNSUPPORTED, Span::default(), message);
    diagnostics
}
