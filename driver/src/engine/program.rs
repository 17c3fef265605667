//! Compiled programs and the functions in them.

use std::fmt;
use std::sync::Arc;

use warpline_ir as ir;
use warpline_ir::artifact::{HostEntry, Param, params_of};
use warpline_ir::dialect::func::function_type_of;
use warpline_ir::print::type_text;
use warpline_ir::{DYNAMIC, Module, Op, Type, TypeKind, codes};
use warpline_passes::analysis::written::written_arguments;
use warpline_runtime::Failure;

use super::error::Diagnostics;
use super::kernel::Launched;
use crate::execute::program::Compiled;
use crate::execute::{Interface, Request};
use crate::session::SourceFile;
use crate::values::{ArrayType, Element};
use crate::views::name_of;

/// What a function does with the memory of a parameter.
///
/// ```
/// # use warpline::{Access, Engine, Options, Source};
/// let text = "func.func @copy(%from: memref<4xf32>, %to: memref<4xf32>) {
///   memref.copy %from, %to : memref<4xf32> to memref<4xf32>
///   return
/// }";
/// let program = Engine::new().compile(Source::new("copy.mlir", text), &Options::default())?;
/// let access: Vec<Access> = program.parameters("copy").unwrap().iter().map(|parameter| parameter.access).collect();
/// assert_eq!(access, [Access::Read, Access::Write]);
/// # Ok::<(), warpline::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It reads it at most.
    Read,
    /// It may write it: a call needs a [`ViewMut`](super::ViewMut).
    Write,
}

/// A parameter of a function.
///
/// ```
/// # use warpline::{Engine, Options, Source};
/// let text = "func.func @f(%x: memref<?xf32>, %n: index) { return }";
/// let program = Engine::new().compile(Source::new("f.mlir", text), &Options::default())?;
/// let x = &program.parameters("f").unwrap()[0];
/// assert_eq!((x.name.as_str(), x.ty.as_str()), ("x", "memref<?xf32>"));
/// # Ok::<(), warpline::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name in the text, without `%`; its number if it has none.
    pub name: String,
    /// Its type, as in the text.
    pub ty: String,
    /// What the function does with its memory; a scalar is read.
    pub access: Access,
}

/// A function as its calls see it.
pub(super) struct Signature {
    pub(super) name: String,
    pub(super) entry: HostEntry,
    pub(super) parameters: Vec<Parameter>,
    pub(super) inputs: Vec<Input>,
    pub(super) results: Vec<ArrayType>,
    /// The types of the results in the compiled module.
    pub(super) result_types: Vec<Type>,
    /// The slots of its results.
    pub(super) n_slots: usize,
    /// The kernel that it launches, if it does nothing else.
    pub(super) kernel: Option<Launched>,
    /// The function in the program as it was read.
    op: Op,
}

/// What a parameter takes.
pub(super) struct Input {
    pub(super) element: Element,
    /// The sizes of a buffer, each `None` if any is taken; `None` for a scalar.
    pub(super) sizes: Option<Vec<Option<i64>>>,
    /// The distances of neighbours in elements.
    pub(super) strides: Vec<Option<i64>>,
    /// Whether it takes only arrays whose elements are one after the other.
    pub(super) is_contiguous: bool,
    /// Whether the first element is where the buffer begins.
    pub(super) begins_at_zero: bool,
    pub(super) slots: Vec<Param>,
}

/// A compiled program. Clones share the code.
///
/// ```
/// # use warpline::{Engine, Options, Source};
/// let text = "func.func @f() { return } func.func private @g() { return }";
/// let program = Engine::new().compile(Source::new("f.mlir", text), &Options::default())?;
/// assert!(program.functions().eq(["f"]));
/// assert!(program.parameters("f").is_some_and(<[_]>::is_empty) && program.parameters("g").is_none());
/// # Ok::<(), warpline::Error>(())
/// ```
#[derive(Clone)]
pub struct Program(pub(super) Arc<Code>);

/// The code of a program.
pub(super) struct Code {
    pub(super) source: Arc<SourceFile>,
    /// The program as it was read.
    pub(super) module: Module,
    pub(super) compiled: Compiled,
    pub(super) functions: Vec<Signature>,
    /// The device that it is for.
    pub(super) device: String,
    pub(super) warnings: Diagnostics,
    pub(super) limits: Limits,
}

/// The limits of the memory that a call may take, in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Limits {
    pub(super) host: Option<u64>,
    pub(super) device: Option<u64>,
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Program").field(&self.0.source.name).finish()
    }
}

impl Program {
    /// Returns the warnings and remarks about its text.
    pub fn warnings(&self) -> &Diagnostics {
        &self.0.warnings
    }

    /// Returns the names of the functions that can be called: the public ones with a body, whose parameters and results are
    /// scalars and buffers of known rank.
    pub fn functions(&self) -> impl Iterator<Item = &str> {
        let functions = self.0.functions.iter().filter(|function| function.kernel.is_none());
        functions.map(|function| function.name.as_str())
    }

    /// Returns the parameters of a function; `None` if there is none with this name.
    pub fn parameters(&self, function: &str) -> Option<&[Parameter]> {
        let mut functions = self.0.functions.iter().filter(|known| known.kernel.is_none());
        let found = functions.find(|known| known.name == function)?;
        Some(&found.parameters)
    }
}

impl Code {
    /// Returns the diagnostic for a failed run of a function.
    pub(super) fn explain(&self, function: &Signature, failure: &Failure) -> ir::Diagnostic {
        let interface = Interface::uncalled(function.op);
        self.compiled.explain(failure, &Request::new(&self.source, &self.module, &interface, &[]))
    }

    /// Returns the diagnostic that a function has failed for a reason which is not at one operation.
    pub(super) fn failed(&self, function: &Signature, message: String) -> Diagnostics {
        let mut all = ir::Diagnostics::new();
        all.error(codes::RUNTIME, self.place(function), message);
        Diagnostics::new(&self.source, all)
    }

    /// Returns the place of a function in the text.
    pub(super) fn place(&self, function: &Signature) -> ir::Span {
        self.module.span(self.module.location(function.op))
    }
}

impl Signature {
    /// Returns the signature of a function of a program; `None` if it has parameters or results that calls cannot pass. Own
    /// passes may have changed what it writes. Parameters of a function that launches a
    /// kernel have the names of those of the kernel.
    pub(super) fn of(
        module: &Module,
        text: &str,
        op: Op,
        kernel: Option<Launched>,
        compiled: &Compiled,
        has_own_passes: bool,
    ) -> Option<Self> {
        let name = module.symbol_name(op)?;
        let entry = compiled.entry_named(name)?;
        let (types, returned) = function_type_of(module, op);
        let in_code = compiled.module.find_symbol(compiled.module.root(), name)?;
        let (inputs, results) = function_type_of(&compiled.module, in_code);
        // Tokens and the like have no counterpart in the code.
        let is_passed = |ty: &Type| ArrayType::of(module, *ty).is_some_and(|ty| ty.is_plain());
        let is_same = types.len() == inputs.len() && returned.len() == results.len();
        if !is_same || !types.iter().chain(returned).all(is_passed) {
            return None;
        }
        let mut written = written_arguments(module, op);
        if has_own_passes {
            written.extend(written_arguments(&compiled.module, in_code));
        }
        let names = kernel.as_ref().map_or(op, |launched| launched.op);
        let args = module.args(module.entry(names, 0)?);
        let name_at = |index: usize| args.get(index).and_then(|arg| name_of(module, text, *arg));
        let named = |index: usize| name_at(index).unwrap_or_else(|| index.to_string());
        let parameter = |(index, ty): (usize, &Type)| Parameter {
            name: named(index),
            ty: type_text(module, *ty),
            access: if written.contains(&index) { Access::Write } else { Access::Read },
        };
        let result_types = results.to_vec();
        let results: Option<Vec<ArrayType>> =
            results.iter().map(|ty| ArrayType::of(&compiled.module, *ty)).collect();
        let slots = result_types.iter().map(|ty| Some(params_of(&compiled.module, *ty)?.len()));
        let n_slots = slots.sum::<Option<usize>>()?;
        Some(Self {
            name: name.to_string(),
            entry,
            parameters: types.iter().enumerate().map(parameter).collect(),
            inputs: inputs.iter().map(|ty| Input::of(&compiled.module, *ty)).collect::<Option<_>>()?,
            results: results?,
            result_types,
            n_slots,
            kernel,
            op,
        })
    }
}

impl Input {
    fn of(module: &Module, ty: Type) -> Option<Self> {
        let wanted = ArrayType::of(module, ty).filter(ArrayType::is_plain)?;
        let slots = params_of(module, ty)?;
        let known = |number: &i64| Some(*number).filter(|number| *number != DYNAMIC);
        let (offset, strides) = if wanted.is_buffer() { module.strides(ty)? } else { (0, Vec::new()) };
        Some(Self {
            element: wanted.element,
            sizes: wanted
                .is_buffer()
                .then(|| module.shape(ty).unwrap_or_default().iter().map(known).collect()),
            strides: strides.iter().map(known).collect(),
            is_contiguous: matches!(module.type_kind(ty), TypeKind::MemRef(_, _, None, _)),
            begins_at_zero: matches!(offset, 0 | DYNAMIC),
            slots,
        })
    }
}
