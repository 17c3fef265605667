//! Loads and stores (`ld`, `st`).

use super::decode::{Decoded, Decoder, Refusal};
use super::int::signed;
use super::machine::{Machine, ThreadPos, Use};
use super::memory::Fault;
use super::program::{Code, Src};
use super::race::Strength;
use super::text::{Arg, Kind, Space, Ty, mask};

/// A load or a store.
#[derive(Clone, Debug)]
pub(super) struct PtxAccess {
    /// Whether it is a store.
    is_store: bool,
    /// The state space of the address.
    space: Space,
    /// The type of each element.
    ty: Ty,
    /// The destination registers of a load with their sizes.
    results: Vec<(Option<u32>, u32)>,
    /// The operands of a store.
    values: Vec<Src>,
    base: Src,
    offset: i64,
    strength: Strength,
    /// Whether the memory must not be written during the launch.
    is_read_only: bool,
}

/// Decodes a load or a store.
pub(super) fn decode(cx: &mut Decoder<'_>) -> Decoded<Code> {
    let is_store = cx.opcode() == "st";
    if cx.opcode().starts_with("prefetch") {
        return prefetch(cx);
    }
    cx.drop_cache_hints();
    let strength = strength(cx);
    let space = cx.space().unwrap_or(Space::Generic);
    let is_read_only = cx.takes("nc") || cx.opcode() == "ldu";
    let n = cx.pick(&[("v2", 2), ("v4", 4), ("v8", 8)]).unwrap_or(1);
    let ty = cx.ty()?;
    if 64 < ty.bits || ty.kind == Kind::Pred {
        return Err(Refusal::NotModelled);
    }
    if 32 < u64::from(n) * ty.bytes() || (is_store && space == Space::Const) {
        return Err("expected an access that hardware has".to_string().into());
    }
    cx.expect_args(2)?;
    let (base, offset) = cx.address(usize::from(!is_store))?;
    let mut access = PtxAccess {
        is_store,
        space,
        ty,
        results: Vec::new(),
        values: Vec::new(),
        base,
        offset,
        strength,
        is_read_only,
    };
    for arg in elements(cx.arg(usize::from(is_store))?, n)? {
        if is_store {
            access.values.push(cx.wide_src(arg, ty)?);
        } else {
            access.results.push(cx.wide_dst(arg, ty)?);
        }
    }
    Ok(Code::Access(access))
}

fn elements(arg: &Arg, n: u32) -> Decoded<&[Arg]> {
    let found = match arg {
        Arg::Vector(elements) => elements,
        single if n == 1 => std::slice::from_ref(single),
        other => return Err(format!("expected {n} elements, but found {other:?}").into()),
    };
    if found.len() == n as usize {
        Ok(found)
    } else {
        Err(format!("expected {n} elements, but found {}", found.len()).into())
    }
}

fn prefetch(cx: &mut Decoder<'_>) -> Decoded<Code> {
    cx.space();
    cx.pick(&[("L1", ()), ("L2", ())]);
    cx.address(0)?;
    Ok(Code::Nothing)
}

/// Takes the modifier of the memory order.
pub(super) fn strength(cx: &mut Decoder<'_>) -> Strength {
    let strength = cx.pick(&[
        ("weak", Strength::Weak),
        ("volatile", Strength::Relaxed),
        ("relaxed", Strength::Relaxed),
        ("acquire", Strength::Acquire),
        ("release", Strength::Release),
        ("acq_rel", Strength::Both),
    ]);
    cx.pick(&[("cta", ()), ("cluster", ()), ("gpu", ()), ("sys", ())]);
    strength.unwrap_or(Strength::Weak)
}

impl PtxAccess {
    /// Executes the access for one thread.
    pub(super) fn run(&self, machine: &mut Machine<'_>, at: ThreadPos) -> Result<(), Fault> {
        let size = self.ty.bytes();
        let n = self.results.len() + self.values.len();
        let address = machine.address(at, self.base, self.offset, self.space)?;
        let touch = Use {
            is_write: self.is_store,
            is_atomic: false,
            strength: self.strength,
            is_read_only: self.is_read_only,
        };
        machine.check(at, address, size * n as u64, touch)?;
        for (index, (register, bits)) in self.results.iter().enumerate() {
            let (value, undefined) = machine.read(at, address.plus(index as u64 * size), size);
            if let Some(register) = register {
                let value =
                    if self.ty.kind == Kind::Signed { signed(value, self.ty.bits) as u64 } else { value };
                machine.set(at, *register, value & mask(*bits), undefined);
            }
        }
        for (index, src) in self.values.iter().enumerate() {
            let (value, undefined) = machine.get(at, *src);
            machine.write(at, address.plus(index as u64 * size), size, value, undefined & self.ty.mask())?;
        }
        Ok(())
    }
}
