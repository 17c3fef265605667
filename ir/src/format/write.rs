//! The writer: the output interface of the syntax of operations.

use crate::attrs::Attr;
use crate::def::{MlirVersion, is_segments};
use crate::module::{Module, Region};
use crate::op::OpRef;
use crate::print::attrs::ShowType;
use crate::print::names::Names;
use crate::types::Type;
use crate::value::Value;
use rustc_hash::FxHashMap;

/// Writes operations into a buffer.
pub struct Writer<'m> {
    /// The module.
    pub module: &'m Module,
    /// The text written so far.
    pub out: String,
    pub(crate) names: Names,
    /// Cached texts of types.
    pub(crate) type_texts: FxHashMap<Type, Box<str>>,
    pub(crate) indent: usize,
    pub(crate) generic: bool,
}

/// Text, values and types.
impl Writer<'_> {
    /// Returns the version of MLIR whose custom forms are written.
    pub fn version(&self) -> MlirVersion {
        self.names.aliases.options.version
    }

    /// Writes text verbatim.
    pub fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Begins a line at the indentation of the operation.
    pub fn new_line(&mut self) {
        self.text("\n");
        crate::print::indent(self);
    }

    /// Writes the name of a value.
    pub fn value(&mut self, value: Value) {
        self.names.write(&mut self.out, value);
    }

    /// Writes names separated by commas.
    pub fn values(&mut self, values: &[Value]) {
        for (i, value) in values.iter().enumerate() {
            self.comma(i);
            self.value(*value);
        }
    }

    /// Writes `, ` unless this is the first item.
    pub fn comma(&mut self, index: usize) {
        if 0 < index {
            self.text(", ");
        }
    }

    /// Writes a type.
    pub fn ty(&mut self, ty: Type) {
        if let Some(text) = self.type_texts.get(&ty) {
            self.out.push_str(text);
            return;
        }
        let start = self.out.len();
        crate::print::types::write_type(&mut self.out, self.module, &self.names.aliases, ty);
        self.type_texts.insert(ty, self.out[start..].into());
    }

    /// Writes types separated by commas.
    pub fn types(&mut self, types: impl IntoIterator<Item = Type>) {
        for (i, ty) in types.into_iter().enumerate() {
            self.comma(i);
            self.ty(ty);
        }
    }

    /// Writes the types of values, separated by commas.
    pub fn types_of(&mut self, values: &[Value]) {
        let module = self.module;
        self.types(values.iter().map(|value| module.type_of(*value)));
    }

    /// Writes `T`, or `(T, U)` unless there is exactly one type and it is not a function type.
    pub fn result_types(&mut self, types: &[Type]) {
        match types {
            [ty] if self.module.function_type(*ty).is_none() => self.ty(*ty),
            _ => {
                self.text("(");
                self.types(types.iter().copied());
                self.text(")");
            }
        }
    }

    /// Writes an attribute with its type.
    pub fn attr(&mut self, attr: Attr) {
        crate::print::attrs::write_attr(
            &mut self.out,
            self.module,
            &self.names.aliases,
            attr,
            ShowType::Always,
        );
    }

    /// Writes an attribute without its type.
    pub fn attr_without_type(&mut self, attr: Attr) {
        crate::print::attrs::write_attr(
            &mut self.out,
            self.module,
            &self.names.aliases,
            attr,
            ShowType::Never,
        );
    }

    /// Writes ` loc(…)` of a block argument, if locations are printed.
    pub fn arg_location(&mut self, arg: Value) {
        if self.names.aliases.options.debug_info {
            let attr = self.module.arg_location(arg).unwrap_or(Attr::UNKNOWN_LOCATION);
            // The location has an alias, which is not printed here.
            let (module, aliases) = (self.module, &self.names.aliases);
            let _ = aliases.get(module, attr);
            self.out.push_str(" loc(");
            crate::print::locations::write_content(&mut self.out, module, aliases, attr);
            self.out.push(')');
        }
    }

    /// Writes `@name`.
    pub fn symbol(&mut self, name: &str) {
        crate::print::attrs::write_symbol(&mut self.out, name);
    }

    /// Writes ` {…}` with the attributes that are not in `elided`; nothing if there are none. In newer MLIR
    /// some inherent attributes precede it.
    pub fn attr_dict(&mut self, op: OpRef<'_>, elided: &[&str]) {
        self.attr_dict_after(op, elided, " ");
    }

    /// Writes ` attributes {…}` with the attributes that are not in `elided`; nothing if there are none.
    pub fn attributes_clause(&mut self, op: OpRef<'_>, elided: &[&str]) {
        self.attr_dict_after(op, elided, " attributes ");
    }

    fn attr_dict_after(&mut self, op: OpRef<'_>, elided: &[&str], prefix: &str) {
        let module = self.module;
        if module.attrs(op.op).is_empty() {
            return;
        }
        let outside = self.write_inherent_attrs(op, elided);
        let shown: Vec<_> = module
            .attrs(op.op)
            .iter()
            .filter(|attr| {
                let key = module.text(attr.name);
                !is_segments(key) && !elided.contains(&key) && !outside.contains(&key)
            })
            .copied()
            .collect();
        if shown.is_empty() {
            return;
        }
        self.text(prefix);
        crate::print::attrs::write_dict(&mut self.out, module, &self.names.aliases, &shown);
    }

    /// Writes a region with braces. `entry_args` prints the label of an entry block with arguments;
    /// `terminators` prints terminators without operands.
    pub fn region(&mut self, region: Region, entry_args: bool, terminators: bool) {
        crate::print::write_region(self, region, entry_args, terminators);
    }
}

/// Writes `async` and `[%t]`, each if present, after a blank that is always written.
pub fn write_async(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let module = op.module;
    let is_async = op.results().next_back().is_some_and(|value| module.type_of(value) == Type::TOKEN);
    let dependencies = op.group("asyncDependencies");
    writer.text(if is_async { "async" } else { "" });
    if !dependencies.is_empty() {
        writer.text(if is_async { " [" } else { "[" });
        writer.values(dependencies);
        writer.text("]");
    }
}
