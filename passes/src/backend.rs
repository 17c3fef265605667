//! What a backend is: a generator of device code, and the targets that it has code for, as data.

use crate::support::Support;
use warpline_ir::artifact::Object;
use warpline_ir::{Attr, AttrKind, Diagnostics, Facts, Module, Op, OpKind, Span, codes};

/// A processor that a backend makes code for. What passes and the verifier must know of it stands here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Its name: `sm_90`, `cpu`.
    pub name: String,
    /// What code is for where that is more than the name: the triple of a machine.
    pub machine: String,
    /// Features of the machine and settings of the code generator that decide the code besides, sorted, a line each.
    pub features: String,
    /// The threads of a subgroup.
    pub subgroup_size: u32,
    /// The most threads of a block along x, y and z, and in all of it.
    pub max_block: ([i64; 3], i64),
    /// The most blocks of a grid along x, y and z.
    pub max_grid: [i64; 3],
    /// The most bytes of workgroup memory that a kernel may declare.
    pub max_workgroup_bytes: u64,
    /// What it does by instructions that the pipeline expands for others.
    pub native: Native,
    /// Whether elementwise operations of kernels take vectors.
    pub has_vectors: bool,
    /// Whether the code has lines, which are laid to locations.
    pub has_lines: bool,
    /// What else there is to say to people: a heading and its text each.
    pub details: Vec<(&'static str, String)>,
}

/// What some targets have instructions for, in the words of the options of the passes that expand it for others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Native {
    /// Collectives of a subgroup, for `gpu-expand-collectives`: `reduce-i32`.
    pub collectives: &'static [&'static str],
    /// The floats that atomics add, for `expand-atomics`: `f32`.
    pub atomic_sums: &'static [&'static str],
    /// Arithmetic, for `expand-arith`: `mul-extended`.
    pub arith: &'static [&'static str],
    /// The formats of 16 bits in which it adds and multiplies, for `arith-emulate-unsupported-floats`: `f16`.
    pub halves: &'static [&'static str],
    /// The elements of vectors of a word that arithmetic takes as they are, for `expand-vectors`: `f16`.
    pub packed: &'static [&'static str],
}

/// The form in which code is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emit {
    /// Text for people: assembly, or what comes before machine code.
    Text,
    /// What a device loads.
    Code,
}

/// A kind of `compile --emit` that a backend has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EmitKind {
    /// Its name, which also ends the names of files with it.
    pub name: &'static str,
    /// What it is, behind "show": `the PTX`.
    pub title: &'static str,
    /// The form of the code.
    pub form: Emit,
}

/// An attribute of a `gpu.module` by which a program names targets: `#nvvm.target<chip = "sm_90">`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetAttr {
    /// Its name: `nvvm.target`.
    pub name: &'static str,
    /// The target of one without a chip.
    pub without_chip: &'static str,
}

impl TargetAttr {
    /// The name of the target, if an attribute is one of these.
    pub fn target_of<'m>(&self, module: &'m Module, attr: Attr) -> Option<&'m str> {
        let AttrKind::Foreign(name) = module.attr_kind(attr) else { return None };
        let text = module.text(*name).strip_prefix(self.name)?;
        let chip = text.split_once("chip = \"").and_then(|(_, after)| after.split_once('"'));
        Some(chip.map_or(self.without_chip, |(chip, _)| chip))
    }
}

/// The targets that a `gpu.module` names.
pub fn targets_of(module: &Module, device_module: Op) -> Vec<Attr> {
    match module.attr(device_module, "targets").map(|attr| module.attr_kind(attr)) {
        Some(AttrKind::Array(targets)) => targets.to_vec(),
        _ => Vec::new(),
    }
}

/// A generator of device code.
pub trait Backend: Sync {
    /// Its name: `ptx`, `cpu`.
    fn name(&self) -> &'static str;
    /// The target with this name, if it makes code for it.
    fn target(&self, name: &str) -> Option<Target>;
    /// The names of its targets.
    fn targets(&self) -> Vec<&'static str>;
    /// The name of the target where neither command nor program names one.
    fn default_target(&self) -> &'static str;
    /// How programs name its targets, if they can.
    fn target_attr(&self) -> Option<TargetAttr>;
    /// The passes on an annotated `gpu.module` before [`Backend::emit`], in the text form of pipelines.
    fn pipeline(&self, target: &Target) -> String;
    /// Whether kernels may have this operation.
    fn support(&self, kind: OpKind) -> Support;
    /// What `compile --emit` offers.
    fn emit_kinds(&self) -> &'static [EmitKind];
    /// Code for the kernels of these annotated `gpu.module`s of a verified module, outside of which nothing is read.
    fn generate(
        &self,
        module: &Module,
        device_modules: &[Op],
        target: &Target,
        form: Emit,
    ) -> Result<Object, Diagnostics>;

    /// The same, if `facts` are those of `module` as it is now: what everyone calls.
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
