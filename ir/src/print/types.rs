//! Prints types.

use crate::attrs::Attr;
use crate::module::Module;
use crate::print::aliases::Aliases;
use crate::print::attrs::{ShowType, write_attr};
use crate::types::{AsyncType, DYNAMIC, Signedness, Type, TypeKind};
use std::fmt::Write as _;

/// Writes a type.
pub(crate) fn write_type(out: &mut String, module: &Module, aliases: &Aliases, ty: Type) {
    match module.type_kind(ty) {
        TypeKind::Integer(width, sign) => {
            let prefix = match sign {
                Signedness::Signless => "i",
                Signedness::Signed => "si",
                Signedness::Unsigned => "ui",
            };
            let _ = write!(out, "{prefix}{width}");
        }
        TypeKind::Index => out.push_str("index"),
        TypeKind::Float(float) => out.push_str(float.keyword()),
        TypeKind::None => out.push_str("none"),
        TypeKind::AsyncToken => out.push_str("!gpu.async.token"),
        TypeKind::Async(kind) => write_async(out, module, aliases, *kind),
        TypeKind::NamedBarrier => out.push_str("!gpu.named_barrier"),
        TypeKind::SparseHandle(handle) => {
            let _ = write!(out, "!gpu.{}", handle.keyword());
        }
        TypeKind::MmaMatrix([rows, columns], element, role) => {
            let _ = write!(out, "!gpu.mma_matrix<{rows}x{columns}x");
            write_type(out, module, aliases, *element);
            let _ = write!(out, ", \"{}\">", role.keyword());
        }
        TypeKind::Ptr(space) => write_ptr(out, module, aliases, *space),
        TypeKind::PtrMetadata(described) => {
            out.push_str("!ptr.ptr_metadata<");
            write_type(out, module, aliases, *described);
            out.push('>');
        }
        TypeKind::Foreign(name) => {
            out.push('!');
            out.push_str(module.text(*name));
        }
        TypeKind::Complex(element) => {
            out.push_str("complex<");
            write_type(out, module, aliases, *element);
            out.push('>');
        }
        TypeKind::Tuple(items) => {
            out.push_str("tuple<");
            write_list(out, module, aliases, items);
            out.push('>');
        }
        TypeKind::Function(inputs, results) => write_function(out, module, aliases, inputs, results),
        TypeKind::Vector(shape, scalable, element) => {
            out.push_str("vector<");
            for (size, scalable) in shape.iter().zip(scalable) {
                let _ = if *scalable { write!(out, "[{size}]x") } else { write!(out, "{size}x") };
            }
            write_type(out, module, aliases, *element);
            out.push('>');
        }
        TypeKind::Tensor(shape, element, encoding) => {
            out.push_str("tensor<");
            write_shape(out, shape);
            write_type(out, module, aliases, *element);
            write_parameters(out, module, aliases, &[*encoding], ShowType::Always);
        }
        TypeKind::UnrankedTensor(element) => {
            out.push_str("tensor<*x");
            write_type(out, module, aliases, *element);
            out.push('>');
        }
        TypeKind::MemRef(shape, element, layout, space) => {
            out.push_str("memref<");
            write_shape(out, shape);
            write_type(out, module, aliases, *element);
            write_parameters(out, module, aliases, &[*layout, *space], ShowType::Needed);
        }
        TypeKind::UnrankedMemRef(element, space) => {
            out.push_str("memref<*x");
            write_type(out, module, aliases, *element);
            write_parameters(out, module, aliases, &[*space], ShowType::Needed);
        }
    }
}

fn write_ptr(out: &mut String, module: &Module, aliases: &Aliases, space: Attr) {
    out.push_str("!ptr.ptr<");
    write_attr(out, module, aliases, space, ShowType::Always);
    out.push('>');
}

fn write_async(out: &mut String, module: &Module, aliases: &Aliases, kind: AsyncType) {
    out.push_str("!async.");
    match kind {
        AsyncType::Token => out.push_str("token"),
        AsyncType::Group => out.push_str("group"),
        AsyncType::CoroId => out.push_str("coro.id"),
        AsyncType::CoroHandle => out.push_str("coro.handle"),
        AsyncType::CoroState => out.push_str("coro.state"),
        AsyncType::Value(ty) => {
            out.push_str("value<");
            write_type(out, module, aliases, ty);
            out.push('>');
        }
    }
}

fn write_shape(out: &mut String, shape: &[i64]) {
    for size in shape {
        let _ = if *size == DYNAMIC { write!(out, "?x") } else { write!(out, "{size}x") };
    }
}

fn write_parameters(
    out: &mut String,
    module: &Module,
    aliases: &Aliases,
    attrs: &[Option<Attr>],
    typed: ShowType,
) {
    for attr in attrs.iter().flatten() {
        out.push_str(", ");
        write_attr(out, module, aliases, *attr, typed);
    }
    out.push('>');
}

fn write_list(out: &mut String, module: &Module, aliases: &Aliases, types: &[Type]) {
    for (i, ty) in types.iter().enumerate() {
        out.push_str(if 0 < i { ", " } else { "" });
        write_type(out, module, aliases, *ty);
    }
}

fn write_function(out: &mut String, module: &Module, aliases: &Aliases, inputs: &[Type], results: &[Type]) {
    out.push('(');
    write_list(out, module, aliases, inputs);
    out.push_str(") -> ");
    match results {
        [ty] if module.function_type(*ty).is_none() => write_type(out, module, aliases, *ty),
        _ => {
            out.push('(');
            write_list(out, module, aliases, results);
            out.push(')');
        }
    }
}
