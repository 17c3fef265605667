//! The backend interface: a code generator for devices, with its targets as data.

use crate::support::Support;
use crate::target_model::TargetModel;
use warpline_ir::artifact::Object;
use warpline_ir::{Attr, AttrKind, Diagnostics, Facts, Module, Op, OpKind, Span, codes};

/// A compilation target: the properties of a processor that passes and the verifier depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The target name: `sm_90`, `cpu`.
    pub name: String,
    /// The target triple of the machine, if the code depends on more than the name.
    pub machine: String,
    /// Machine features and code generator settings that also affect the code, sorted, one per line.
    pub features: String,
    /// The number of threads of a subgroup.
    pub subgroup_size: u32,
    /// The maximum number of threads of a block along x, y and z, and in total.
    pub max_block: ([i64; 3], i64),
    /// The maximum number of blocks of a grid along x, y and z.
    pub max_grid: [i64; 3],
    /// The maximum workgroup memory of a kernel, in bytes.
    pub max_workgroup_bytes: u64,
    /// The operations with native instructions, which the pipeline expands for other targets.
    pub native: Native,
    /// The figures by which plans predict times.
    pub model: &'static TargetModel,
    /// Whether the code is text with lines that map to locations.
    pub has_lines: bool,
    /// Further properties for display: pairs of heading and text.
    pub details: Vec<(&'static str, String)>,
}

/// Native operations of a target, in the values that the options of the expanding passes take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Native {
    /// Collectives of a subgroup, for `gpu-expand-collectives`: `reduce-i32`.
    pub collectives: &'static [&'static str],
    /// Float formats with atomic addition, for `expand-atomics`: `f32`.
    pub atomic_sums: &'static [&'static str],
    /// Whether there are instructions that approximate functions under `fastmath<afn>`, for `math-expand`.
    pub approximates: bool,
    /// Arithmetic operations, for `expand-arith`: `mul-extended`.
    pub arith: &'static [&'static str],
    /// Whether there are instructions for integer division, and for conversions of 64-bit integers; otherwise
    /// `expand-integer-arith` expands them.
    pub divides: bool,
    /// Arithmetic and conversions of 16-bit floats, for `arith-emulate-unsupported-floats`: `f16`.
    pub halves: &'static [&'static str],
    /// Element types with packed arithmetic on vectors of two, for `expand-vectors`: `f16`, `bf16`, `f32`.
    pub packed: &'static [&'static str],
}

/// The form of the requested code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emit {
    /// Human-readable text: assembly, or the form before machine code.
    Text,
    /// The form that a device loads.
    Code,
}

/// A kind of `compile --emit` that a backend offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EmitKind {
    /// The name, which is also the extension of its files.
    pub name: &'static str,
    /// The title that follows "show": `the PTX`.
    pub title: &'static str,
    /// The form of the code.
    pub form: Emit,
}

/// The attribute of a `gpu.module` that names targets of a backend: `#nvvm.target<chip = "sm_90">`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetAttr {
    /// The attribute name: `nvvm.target`.
    pub name: &'static str,
    /// The target of an attribute without a chip.
    pub without_chip: &'static str,
}

impl TargetAttr {
    /// Returns the name of the target if `attr` is an attribute of this kind.
    pub fn target_of<'m>(&self, module: &'m Module, attr: Attr) -> Option<&'m str> {
        let AttrKind::Foreign(name) = module.attr_kind(attr) else { return None };
        let text = module.text(*name).strip_prefix(self.name)?;
        let chip = text.split_once("chip = \"").and_then(|(_, after)| after.split_once('"'));
        Some(chip.map_or(self.without_chip, |(chip, _)| chip))
    }
}

/// Returns the target attributes of a `gpu.module`.
pub fn targets_of(module: &Module, device_module: Op) -> Vec<Attr> {
    match module.attr(device_module, "targets").map(|attr| module.attr_kind(attr)) {
        Some(AttrKind::Array(targets)) => targets.to_vec(),
        _ => Vec::new(),
    }
}

/// A code generator for devices.
pub trait Backend: Sync {
    /// Returns the name of the backend: `ptx`, `cpu`.
    fn name(&self) -> &'static str;
    /// Returns the target with this name, if the backend supports it.
    fn target(&self, name: &str) -> Option<Target>;
    /// Returns the names of all targets.
    fn targets(&self) -> Vec<&'static str>;
    /// Returns the target that is used if neither command nor program names one.
    fn default_target(&self) -> &'static str;
    /// Returns the attribute by which programs name targets, if there is one.
    fn target_attr(&self) -> Option<TargetAttr>;
    /// Returns the passes that run on an annotated `gpu.module` before [`Backend::emit`], in the text form of
    /// pipelines.
    fn pipeline(&self, target: &Target) -> String;
    /// Returns the support for an operation in kernels.
    fn support(&self, kind: OpKind) -> Support;
    /// Returns the kinds of `compile --emit`.
    fn emit_kinds(&self) -> &'static [EmitKind];
    /// Generates code for the kernels of these annotated `gpu.module`s of a verified module; nothing outside them
    /// is read.
    fn generate(
        &self,
        module: &Module,
        device_modules: &[Op],
        target: &Target,
        form: Emit,
    ) -> Result<Object, Diagnostics>;

    /// Checks that `facts` belong to the current state of `module`, then generates code. All callers use this
    /// function.
    fn emit(
        &self,
        module: &Module,
        facts: &Facts,
        device_modules: &[Op],
        target: &Target,
        form: Emit,
    ) -> Result<Object, Diagnostics> {
        if facts.hold_for(module) {
            return self.generate(module, device_modules, target, form);
        }
        let mut diagnostics = Diagnostics::new();
        let message = "the module was changed after it was verified";
        diagnostics.error(codes::UNSUPPORTED, Span::default(), message);
        Err(diagnostics)
    }
}
