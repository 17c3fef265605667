//! The decoder of instructions: takes modifiers one by one, and reads operands of a type.

use super::program::{Alu, Code, Src};
use super::soft::Round;
use super::text::{Arg, Function, Kind, Raw, Space, Text, Ty};

/// The reason why an instruction is not decoded.
#[derive(Clone, Debug)]
pub(super) enum Refusal {
    /// The interpreter does not model it, or one of its modifiers.
    NotModelled,
    /// No assembler accepts it.
    Wrong(String),
}

impl From<String> for Refusal {
    fn from(message: String) -> Self {
        Self::Wrong(message)
    }
}

/// The result of decoding.
pub(super) type Decoded<T> = Result<T, Refusal>;

/// An instruction that is being decoded.
pub(super) struct Decoder<'a> {
    text: &'a Text,
    function: &'a Function,
    raw: &'a Raw,
    starts: &'a [u32],
    start: u32,
    modifiers: Vec<&'a str>,
}

impl<'a> Decoder<'a> {
    /// Starts to decode an instruction of a function that begins at `start`.
    pub(super) fn new(
        text: &'a Text,
        function: &'a Function,
        raw: &'a Raw,
        starts: &'a [u32],
        start: u32,
    ) -> Self {
        Self { text, function, raw, starts, start, modifiers: raw.name.split('.').skip(1).collect() }
    }

    /// Returns the opcode without modifiers.
    pub(super) fn opcode(&self) -> &'a str {
        self.raw.name.split('.').next().unwrap_or_default()
    }

    /// Returns the whole module.
    pub(super) fn text(&self) -> &'a Text {
        self.text
    }

    /// Returns the enclosing function.
    pub(super) fn function(&self) -> &'a Function {
        self.function
    }

    /// Returns the operands.
    pub(super) fn args(&self) -> &'a [Arg] {
        &self.raw.args
    }

    /// Whether the last type is a float.
    pub(super) fn is_float(&self) -> bool {
        let last = self.modifiers.iter().rev().find_map(|name| Ty::named(name));
        last.is_some_and(|ty| ty.format().is_some())
    }

    /// Takes a modifier if it is present.
    pub(super) fn takes(&mut self, modifier: &str) -> bool {
        let found = self.modifiers.iter().position(|name| *name == modifier);
        found.map(|index| self.modifiers.remove(index)).is_some()
    }

    /// Takes the first modifier that is in the table.
    pub(super) fn pick<T: Copy>(&mut self, table: &[(&str, T)]) -> Option<T> {
        let known = |name: &&str| table.iter().find(|(known, _)| known == name).map(|(_, value)| *value);
        let index = self.modifiers.iter().position(|name| known(name).is_some())?;
        known(&self.modifiers.remove(index))
    }

    /// Takes the first type.
    pub(super) fn opt_ty(&mut self) -> Option<Ty> {
        let index = self.modifiers.iter().position(|name| Ty::named(name).is_some())?;
        Ty::named(self.modifiers.remove(index))
    }

    /// Takes the first type, which is required.
    pub(super) fn ty(&mut self) -> Decoded<Ty> {
        self.opt_ty().ok_or_else(|| Refusal::Wrong("expected a type".to_string()))
    }

    /// Takes a rounding modifier.
    pub(super) fn rounding(&mut self) -> Option<Round> {
        self.pick(&[
            ("rn", Round::Nearest),
            ("rna", Round::Away),
            ("rz", Round::Zero),
            ("rm", Round::Down),
            ("rp", Round::Up),
        ])
    }

    /// Takes a state space.
    pub(super) fn space(&mut self) -> Option<Space> {
        let index = self.modifiers.iter().position(|name| Space::named(name).is_some())?;
        Space::named(self.modifiers.remove(index))
    }

    /// Drops cache modifiers.
    pub(super) fn drop_cache_hints(&mut self) {
        let hints = ["ca", "cg", "cs", "lu", "cv", "wb", "wt"];
        self.modifiers
            .retain(|name| !hints.contains(name) && !name.starts_with("L1::") && !name.starts_with("L2::"));
    }

    /// Returns an error unless every modifier was taken.
    pub(super) fn done(&self) -> Decoded<()> {
        if self.modifiers.is_empty() { Ok(()) } else { Err(Refusal::NotModelled) }
    }

    /// Checks the number of operands.
    pub(super) fn expect_args(&self, n: usize) -> Decoded<()> {
        let found = self.raw.args.len();
        if found == n { Ok(()) } else { Err(format!("expected {n} operands, but found {found}").into()) }
    }

    /// Returns an operand.
    pub(super) fn arg(&self, index: usize) -> Decoded<&'a Arg> {
        let arg = self.raw.args.get(index);
        arg.ok_or_else(|| format!("expected more than {index} operands").into())
    }

    /// Returns the type of a register.
    pub(super) fn register_ty(&self, register: u32) -> Ty {
        self.function.registers[register as usize]
    }

    /// Returns a destination register of this type.
    pub(super) fn dst(&self, index: usize, ty: Ty) -> Decoded<Option<u32>> {
        self.dst_of(self.arg(index)?, ty)
    }

    /// Returns the same for a given operand.
    pub(super) fn dst_of(&self, arg: &Arg, ty: Ty) -> Decoded<Option<u32>> {
        match arg {
            Arg::Nothing => Ok(None),
            Arg::Reg(register) => {
                self.check_register(*register, ty)?;
                Ok(Some(*register))
            }
            other => Err(format!("expected a register for the result, but found {other:?}").into()),
        }
    }

    /// Rejects a register of another size. Narrow types may be in wider registers if the caller allows it.
    fn check_register(&self, register: u32, ty: Ty) -> Decoded<()> {
        let found = self.register_ty(register);
        let is_narrow = ty.bits == 8 && found.bits <= 64 && found.kind != Kind::Pred;
        if (found.bits == ty.bits && (found.kind == Kind::Pred) == (ty.kind == Kind::Pred)) || is_narrow {
            return Ok(());
        }
        Err(format!("expected a register of {} bits, but found one of {}", ty.bits, found.bits).into())
    }

    /// Returns a source operand of this type.
    pub(super) fn src(&self, index: usize, ty: Ty) -> Decoded<Src> {
        self.src_of(self.arg(index)?, ty)
    }

    /// Returns the same for a given operand.
    pub(super) fn src_of(&self, arg: &Arg, ty: Ty) -> Decoded<Src> {
        let is_pred = ty.kind == Kind::Pred;
        match arg {
            Arg::Reg(register) => {
                self.check_register(*register, ty)?;
                Ok(Src::Reg(*register))
            }
            Arg::Not(register) if is_pred => Ok(Src::Not(*register)),
            Arg::Special(special) => Ok(Src::Special(*special)),
            Arg::Slot(slot) => Ok(Src::Frame(self.function.slots[*slot].offset)),
            Arg::Variable(variable) => Ok(Src::Number(self.text.variables[*variable].address)),
            Arg::Name(name) => self.variable(name),
            _ => Self::literal(arg, ty).map(Src::Number),
        }
    }

    fn literal(arg: &Arg, ty: Ty) -> Decoded<u64> {
        let is_float = ty.format().is_some();
        match arg {
            Arg::Int(value) if !is_float || ty.lanes != 1 || ty.bits == 16 => Ok(value & ty.mask()),
            Arg::F32(bits) if ty.bits == 32 => Ok(u64::from(*bits)),
            Arg::F64(bits) if ty.bits == 64 => Ok(*bits),
            Arg::F64(bits) if is_float && ty.bits == 32 => {
                Ok(u64::from((f64::from_bits(*bits) as f32).to_bits()))
            }
            other => Err(format!("expected an operand of {} bits, but found {other:?}", ty.bits).into()),
        }
    }

    fn variable(&self, name: &str) -> Decoded<Src> {
        let found = self.text.variables.iter().find(|known| known.name == name && known.owner.is_none());
        let address = found.map(|variable| Src::Number(variable.address));
        address.ok_or_else(|| format!("'{name}' is not declared").into())
    }

    /// Returns a source operand whose register may be wider than the type.
    pub(super) fn wide_src(&self, arg: &Arg, ty: Ty) -> Decoded<Src> {
        match arg {
            Arg::Reg(register) if ty.bits <= self.register_ty(*register).bits && ty.kind != Kind::Pred => {
                Ok(Src::Reg(*register))
            }
            other => self.src_of(other, ty),
        }
    }

    /// Returns a destination register that may be wider than the type, and its size.
    pub(super) fn wide_dst(&self, arg: &Arg, ty: Ty) -> Decoded<(Option<u32>, u32)> {
        match arg {
            Arg::Nothing => Ok((None, ty.bits)),
            Arg::Reg(register) if ty.bits <= self.register_ty(*register).bits && ty.kind != Kind::Pred => {
                Ok((Some(*register), self.register_ty(*register).bits))
            }
            other => Ok((self.dst_of(other, ty)?, ty.bits)),
        }
    }

    /// Returns the base and the offset of a memory operand.
    pub(super) fn address(&self, index: usize) -> Decoded<(Src, i64)> {
        let Arg::Memory(base, offset) = self.arg(index)? else {
            return Err(
                format!("expected an address in brackets, but found {:?}", self.raw.args[index]).into()
            );
        };
        let is_wide = |register: &u32| self.register_ty(*register).bits == 64;
        let base = match &**base {
            Arg::Reg(register) if is_wide(register) || self.register_ty(*register).bits == 32 => {
                Src::Reg(*register)
            }
            Arg::Reg(_) => return Err("expected an address of 32 or 64 bits".to_string().into()),
            other => self.src_of(other, Ty::one(Kind::Bits, 64))?,
        };
        Ok((base, *offset))
    }

    /// Returns the instruction index of a label.
    pub(super) fn label(&self, index: usize) -> Decoded<u32> {
        match self.arg(index)? {
            Arg::Name(name) => match self.function.labels.get(name) {
                Some(place) => Ok(self.start + *place as u32),
                None => Err(format!("there is no label '{name}'").into()),
            },
            other => Err(format!("expected a label, but found {other:?}").into()),
        }
    }

    /// Returns the number and the start of a function definition; `None` for a declaration.
    pub(super) fn callee(&self, name: &str) -> Option<(usize, u32)> {
        let index =
            self.text.functions.iter().position(|function| function.name == name && function.is_defined);
        index.map(|index| (index, self.starts[index]))
    }

    /// Returns a computation with one result of type `to` and sources of types `from`.
    pub(super) fn alu(&self, op: Alu, to: Ty, from: &[Ty]) -> Decoded<Code> {
        self.expect_args(1 + from.len())?;
        let mut src = [Src::Number(0); 4];
        for (index, ty) in from.iter().enumerate() {
            src[index] = self.src(index + 1, *ty)?;
        }
        Ok(Code::Alu { op, dst: [self.dst(0, to)?, None], src, approximate: false })
    }
}
