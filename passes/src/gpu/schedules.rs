//! Schedules: how the iterations of a nest are divided among blocks, threads and registers, as the attribute
//! `warpline.schedule` of its outermost loop.
//!
//! ```text
//! {warpline.schedule = {block = [128, 128], class = "contraction", reduce = 8, thread = [8, 8]}}
//! {warpline.schedule = {block = [128, 512], class = "contraction", lanes = 16, reduce = 256, thread = [8, 1]}}
//! ```
//! The second form, with `lanes`, is for devices whose threads are lanes of vectors.

use std::fmt;

use crate::rewrite::stated_schedule::SCHEDULE;
use warpline_ir::{Attr, AttrKind, Module, NamedAttr, Op, Type};

/// The class of nests that `contraction.rs` recognises.
pub(super) const CONTRACTION: &str = "contraction";
/// The keys of a schedule of a contraction.
const KEYS: [&str; 5] = ["block", "class", "lanes", "reduce", "thread"];
/// The numbers that each key may have.
pub(super) const BLOCKS: [i64; 5] = [16, 32, 64, 128, 256];
pub(super) const THREADS: [i64; 3] = [2, 4, 8];
pub(super) const CHUNKS: [i64; 3] = [8, 16, 32];
/// The numbers of threads that a block may have.
const BLOCK_SIZES: std::ops::RangeInclusive<i64> = 32..=1024;
/// Bytes that a thread loads at once.
const VECTOR_BYTES: u64 = 16;

/// The schedule of a contraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tile {
    /// Rows and columns of the result that a block computes.
    pub(super) block: [i64; 2],
    /// Rows and columns that a thread computes.
    pub(super) thread: [i64; 2],
    /// Steps of the sums for which operands are in workgroup memory at one time.
    pub(super) reduce: i64,
}

/// The schedule of a contraction on a device whose threads are lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Panels {
    /// Rows and columns of the result that a block computes: whole panels, but at the end of the result.
    pub(super) block: [i64; 2],
    /// Steps of the sums for which operands are packed at one time.
    pub(super) reduce: i64,
}

impl Panels {
    /// Rows of a panel of the first operand, which are the sums of a thread.
    pub(super) const ROWS: i64 = 8;
    /// Columns of a panel of the second operand, which are the threads of a block.
    pub(super) const LANES: i64 = 16;
    /// The greatest numbers of a block and of a chunk.
    pub(super) const MOST: [i64; 2] = [512, 1024];
    pub(super) const MAX_CHUNK: i64 = 512;

    /// Returns the bytes of workgroup memory of a block.
    pub(super) fn workgroup_bytes(&self, element_bytes: i64) -> i64 {
        (self.block[0] + self.block[1]) * self.reduce * element_bytes
    }
}

/// How a contraction is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Schedule {
    Tile(Tile),
    Panels(Panels),
}

/// What an attribute states of a schedule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stated {
    pub(super) block: Option<[i64; 2]>,
    pub(super) thread: Option<[i64; 2]>,
    pub(super) reduce: Option<i64>,
    /// Whether it is one of [`Panels`].
    pub(super) has_lanes: bool,
}

/// What a program states of the schedule of a nest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// Nothing.
    Any,
    /// `"none"`: the nest is mapped without a schedule.
    None,
    /// A contraction, with these parts of its schedule.
    Contraction(Stated),
}

/// Returns how many elements of a type a thread loads at once.
pub(super) fn lanes(module: &Module, element: Type) -> i64 {
    let size = module.element_size(element).unwrap_or(1).max(1);
    (VECTOR_BYTES / size).clamp(1, 4).cast_signed()
}

impl Tile {
    /// Returns the number of threads of a block.
    pub(super) fn threads(&self) -> i64 {
        (self.block[0] / self.thread[0]) * (self.block[1] / self.thread[1])
    }

    /// Returns the bytes of workgroup memory of a block.
    pub(super) fn workgroup_bytes(&self, element_bytes: i64) -> i64 {
        let pad = VECTOR_BYTES.cast_signed();
        self.block.iter().map(|block| self.reduce * (block * element_bytes + pad)).sum()
    }

    /// Whether a block can be divided so.
    pub(super) fn is_possible(&self) -> bool {
        let is_divided = (0..2).all(|side| self.thread[side] <= self.block[side]);
        is_divided && BLOCK_SIZES.contains(&self.threads())
    }

    /// Whether it has what is stated.
    pub(super) fn obeys(&self, stated: &Stated) -> bool {
        stated.block.is_none_or(|block| block == self.block)
            && stated.thread.is_none_or(|thread| thread == self.thread)
            && stated.reduce.is_none_or(|reduce| reduce == self.reduce)
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tile(Tile { block: [a, b], thread: [c, d], reduce }) => {
                write!(f, "block {a}x{b}, thread {c}x{d}, reduce {reduce}")
            }
            Self::Panels(Panels { block: [a, b], reduce }) => {
                write!(f, "block {a}x{b}, lanes {}, reduce {reduce}", Panels::LANES)
            }
        }
    }
}

impl Schedule {
    /// Writes the attribute.
    pub(super) fn write(&self, module: &mut Module, op: Op) {
        let (block, reduce, thread) = match self {
            Self::Tile(tile) => (tile.block, tile.reduce, tile.thread),
            Self::Panels(panels) => (panels.block, panels.reduce, [Panels::ROWS, 1]),
        };
        let [block, thread] = [block, thread].map(|sizes| {
            let sizes = sizes.map(|size| module.int_attr(size, Type::I64));
            module.array_attr(&sizes)
        });
        let (class, reduce) = (module.string_attr(CONTRACTION), module.int_attr(reduce, Type::I64));
        let lanes = module.int_attr(Panels::LANES, Type::I64);
        let values = [block, class, lanes, reduce, thread];
        let has_lanes = matches!(self, Self::Panels(_));
        let pairs = KEYS.into_iter().zip(values).filter(|(key, _)| has_lanes || *key != "lanes");
        let pairs = module.named(&pairs.collect::<Vec<(&str, Attr)>>());
        let attr = module.intern_attr(AttrKind::Dict(pairs.into()));
        module.set_attr(op, SCHEDULE, attr);
    }

    /// Reads a whole schedule; `None` if there is none.
    pub(super) fn read(module: &Module, op: Op) -> Option<Self> {
        let Ok(Wish::Contraction(stated)) = Wish::read(module, op) else { return None };
        let (block, reduce) = (stated.block?, stated.reduce?);
        Some(if stated.has_lanes {
            Self::Panels(Panels { block, reduce })
        } else {
            Self::Tile(Tile { block, thread: stated.thread?, reduce })
        })
    }
}

impl Wish {
    /// Reads the attribute of a loop; an error is what was expected and found.
    pub(super) fn read(module: &Module, op: Op) -> Result<Self, String> {
        let Some(attr) = module.attr(op, SCHEDULE) else { return Ok(Self::Any) };
        let pairs = match module.attr_kind(attr) {
            AttrKind::String(text) if module.text(*text) == "none" => return Ok(Self::None),
            AttrKind::Dict(pairs) => pairs,
            _ => {
                return Err(format!(
                    "expected \"none\" or a dictionary with the keys {} as '{SCHEDULE}'",
                    KEYS.join(", ")
                ));
            }
        };
        let has_lanes = pairs.iter().any(|pair| module.text(pair.name) == "lanes");
        let mut stated = Stated { has_lanes, ..Stated::default() };
        for NamedAttr { name, value } in pairs {
            match (module.text(*name), has_lanes) {
                ("class", _) => class(module, *value)?,
                ("block", false) => stated.block = Some(pair(module, "block", *value, [&BLOCKS; 2])?),
                ("thread", false) => stated.thread = Some(pair(module, "thread", *value, [&THREADS; 2])?),
                ("reduce", false) => {
                    stated.reduce = Some(one_of("reduce", number(module, *value), &CHUNKS)?);
                }
                ("block", true) => {
                    let [rows, columns] = Panels::MOST;
                    let legal = [multiples(Panels::ROWS, rows), multiples(Panels::LANES, columns)];
                    stated.block = Some(pair(module, "block", *value, [&legal[0], &legal[1]])?);
                }
                ("thread", true) => {
                    stated.thread = Some(pair(module, "thread", *value, [&[Panels::ROWS], &[1]])?);
                }
                ("reduce", true) => {
                    let legal = multiples(Panels::ROWS, Panels::MAX_CHUNK);
                    stated.reduce = Some(one_of("reduce", number(module, *value), &legal)?);
                }
                ("lanes", _) => drop(one_of("lanes", number(module, *value), &[Panels::LANES])?),
                (other, _) => {
                    return Err(format!(
                        "expected one of the keys {} in '{SCHEDULE}', but found '{other}'",
                        KEYS.join(", ")
                    ));
                }
            }
        }
        Ok(Self::Contraction(stated))
    }
}

/// Returns an integer, which `true` is not.
fn number(module: &Module, attr: Attr) -> Option<i64> {
    if let AttrKind::Integer(number, _) = module.attr_kind(attr) { Some(*number) } else { None }
}

fn class(module: &Module, attr: Attr) -> Result<(), String> {
    match module.attr_kind(attr) {
        AttrKind::String(text) if module.text(*text) == CONTRACTION => Ok(()),
        _ => Err(format!("expected \"{CONTRACTION}\" as 'class' of '{SCHEDULE}'")),
    }
}

fn pair(module: &Module, key: &str, attr: Attr, known: [&[i64]; 2]) -> Result<[i64; 2], String> {
    match module.attr_kind(attr) {
        AttrKind::Array(items) if items.len() == 2 => {
            let [a, b] = [0, 1].map(|side| one_of(key, number(module, items[side]), known[side]));
            Ok([a?, b?])
        }
        _ => Err(format!("expected two numbers as '{key}' of '{SCHEDULE}': rows and columns")),
    }
}

/// Returns the multiples of a number up to another one.
fn multiples(of: i64, most: i64) -> Vec<i64> {
    (1..=most / of).map(|count| count * of).collect()
}

fn one_of(key: &str, found: Option<i64>, known: &[i64]) -> Result<i64, String> {
    found.filter(|found| known.contains(found)).ok_or_else(|| {
        let found = found.map_or("no number".to_string(), |found| found.to_string());
        let texts: Vec<String> = known.iter().map(ToString::to_string).collect();
        let known = match texts.as_slice() {
            [first, second, .., last] if 8 < known.len() => format!("{first}, {second}, …, {last}"),
            [only] => only.clone(),
            texts => format!("one of {}", texts.join(", ")),
        };
        format!("expected {known} as '{key}' of '{SCHEDULE}', but found {found}")
    })
}
