//! Gives scalable vectors their size: `vector.vscale` is 1 on all devices, so a vector of a scalable size has that size.
//!
//! `vector.vscale` becomes that constant, the types of values, functions, globals and constants change, and slices of scalable
//! vectors become strided ones. Cost: one walk, and nothing else if there are no such types.
//!
//! ```text
//! %s = vector.scalable.extract %v[4]             →   %s = vector.extract_strided_slice %v {offsets = [4], …}
//!     : vector<4xf32> from vector<[8]xf32>               : vector<8xf32> to vector<4xf32>
//! ```

use crate::{Changed, Pass, PassCx, PassFn};
use rustc_hash::FxHashMap;
use warpline_ir::{Attr, AttrKind, Builder, Module, Op, OpKind, Type, TypeKind, Vector};

/// The `expand-scalable-vectors` pass.
pub const PASS: Pass = Pass {
    name: "expand-scalable-vectors",
    summary: "Gives scalable vectors their size, as their factor is 1 on all devices",
    options: &[],
    run: PassFn::Always(run),
};

fn run(cx: &mut PassCx<'_>) -> Changed {
    let module = &mut *cx.module;
    let revision = module.revision();
    let mut sized = Sized { module, known: FxHashMap::default() };
    for op in sized.module.walk(sized.module.root()) {
        sized.op(op);
    }
    (module.revision() != revision).into()
}

/// The types with sizes for those that were looked at.
struct Sized<'m> {
    module: &'m mut Module,
    known: FxHashMap<Type, Type>,
}

impl Sized<'_> {
    fn op(&mut self, op: Op) {
        for value in self.module.defined_by(op) {
            let old = self.module.type_of(value);
            let new = self.ty(old);
            if new != old {
                self.module.set_type(value, new);
            }
        }
        for named in self.module.attrs(op).to_vec() {
            let value = self.attr(named.value);
            if value != named.value {
                let name = self.module.text(named.name).to_string();
                self.module.set_attr(op, &name, value);
            }
        }
        match self.module.kind(op) {
            OpKind::Vector(Vector::ScalableExtract) => self.slice(op, Vector::ExtractStridedSlice),
            OpKind::Vector(Vector::ScalableInsert) => self.slice(op, Vector::InsertStridedSlice),
            OpKind::Vector(Vector::Vscale) => {
                let one = Builder::before(self.module, op).index(1);
                self.module.replace_op(op, &[one]);
            }
            _ => {}
        }
    }

    /// Replaces an operation on a slice of a scalable vector. Its operands come before it, so they have their sizes.
    fn slice(&mut self, op: Op, kind: Vector) {
        let view = self.module.op(op);
        let position = view.int("pos").unwrap_or_default();
        let (operands, ty) = (view.operands().to_vec(), view.result_type(0));
        let size = self.module.n_elements(ty).unwrap_or_default() as i64;
        let mut list = |number: i64| {
            let number = self.module.int_attr(number, Type::I64);
            self.module.array_attr(&[number])
        };
        let mut attrs = vec![("offsets", list(position)), ("strides", list(1))];
        if kind == Vector::ExtractStridedSlice {
            attrs.push(("sizes", list(size)));
        }
        let value = Builder::before(self.module, op).value(kind, &operands, ty, &attrs);
        self.module.replace_op(op, &[value]);
    }

    /// Returns a type with the sizes of its scalable vectors.
    fn ty(&mut self, ty: Type) -> Type {
        if let Some(new) = self.known.get(&ty) {
            return *new;
        }
        let kind = match self.module.type_kind(ty).clone() {
            TypeKind::Vector(shape, scalable, element) if scalable.contains(&true) => {
                Some(TypeKind::Vector(shape, scalable.iter().map(|_| false).collect(), element))
            }
            TypeKind::MemRef(shape, element, layout, space) => {
                Some(TypeKind::MemRef(shape, self.ty(element), layout, space))
            }
            TypeKind::UnrankedMemRef(element, space) => {
                Some(TypeKind::UnrankedMemRef(self.ty(element), space))
            }
            TypeKind::Function(inputs, results) => {
                let mut all = |types: &[Type]| types.iter().map(|ty| self.ty(*ty)).collect();
                Some(TypeKind::Function(all(&inputs), all(&results)))
            }
            _ => None,
        };
        let new = kind.map_or(ty, |kind| self.module.intern_type(kind));
        self.known.insert(ty, new);
        new
    }

    fn attr(&mut self, attr: Attr) -> Attr {
        let kind = match self.module.attr_kind(attr).clone() {
            AttrKind::Type(ty) => AttrKind::Type(self.ty(ty)),
            AttrKind::Dense(ty, data) => AttrKind::Dense(self.ty(ty), data),
            _ => return attr,
        };
        self.module.intern_attr(kind)
    }
}
