//! Branches that reach further than their field of 16 bits.
//!
//! A branch holds a distance of at most 32,767 words. One whose label is further away goes to an island on the way, which
//! is a branch to the label, or to the next island:
//! ```text
//!     s_cbranch_scc0 L1          s_cbranch_scc0 L2
//!     …                          …
//!                                s_branch L3             ; what runs by passes the island
//!                            L2: s_branch L1
//!                            L3:
//!     …                          …
//! L1:                        L1:
//! ```
//! Branches of one label share the islands of a place. Waits and delays were inserted before: a branch in between makes
//! no instruction wait longer than it has to.

use crate::code::Code;
use crate::encode::Layout;
use crate::inst::{Inst, Label, Line, Operand};
use crate::opcode::{Family, Opcode};
use std::collections::BTreeMap;

/// The greatest distance of a branch in words, in either direction.
const REACH: i64 = 0x7fff;
/// The words that islands may add between a branch and its island.
const SLACK: i64 = 0x800;
/// The distance of the places of islands in words.
const GRID: i64 = 0x2000;
/// The lines after `s_getpc_b64` that count their distance from it.
const AFTER_PC: usize = 8;

/// Inserts islands until each branch reaches its label.
pub(crate) fn insert(code: &mut Code, family: Family) -> Result<(), String> {
    loop {
        let layout = Layout::new(&code.lines, family)?;
        // Where no line is free the encoder reports the branch.
        let far: Vec<(usize, Label, usize)> = (0..code.lines.len())
            .filter_map(|line| {
                let (target, place) = far_branch(code, &layout, line)?;
                Some((line, target, line_at(code, &layout, place)?))
            })
            .collect();
        if far.is_empty() {
            return Ok(());
        }
        let mut islands: BTreeMap<usize, BTreeMap<u32, Label>> = BTreeMap::new();
        for (line, target, before) in far {
            let island = match islands.get(&before).and_then(|found| found.get(&target.0)) {
                Some(island) => *island,
                None => code.label(),
            };
            islands.entry(before).or_default().insert(target.0, island);
            if let Line::Inst(inst) = &mut code.lines[line] {
                inst.operands = [Operand::Label(island)].into();
            }
        }
        place(code, &islands);
    }
}

/// Returns the label that the branch in a line does not reach, and the place of an island that it reaches, in words.
fn far_branch(code: &Code, layout: &Layout, line: usize) -> Option<(Label, i64)> {
    let Line::Inst(inst) = &code.lines[line] else { return None };
    let &[Operand::Label(target)] = &inst.operands[..] else { return None };
    let from = i64::from(layout.offsets[line]) / 4 + 1;
    let to = *layout.labels.get(&target.0)? / 4;
    if (to - from).abs() <= REACH {
        return None;
    }
    let reach = REACH - SLACK;
    let place =
        if from < to { (from + reach) / GRID * GRID } else { (from - reach + GRID - 1) / GRID * GRID };
    Some((target, place))
}

/// Returns the first line at or after a place, in words, that an island may come before.
fn line_at(code: &Code, layout: &Layout, place: i64) -> Option<usize> {
    let is_open = |line: &usize| {
        let before = &code.lines[line.saturating_sub(AFTER_PC)..*line];
        let is_after_pc =
            before.iter().any(|line| matches!(line, Line::Inst(inst) if inst.opcode == Opcode::SGetpcB64));
        let is_in_pair = matches!(before.last(), Some(Line::Inst(inst)) if inst.modifiers.dual);
        !is_after_pc && !is_in_pair
    };
    let first = layout.offsets.partition_point(|offset| i64::from(*offset) / 4 < place);
    (first..code.lines.len()).find(is_open)
}

/// Inserts islands before lines.
fn place(code: &mut Code, islands: &BTreeMap<usize, BTreeMap<u32, Label>>) {
    let jump = |target: Label| Line::Inst(Inst::new(Opcode::SBranch, &[Operand::Label(target)]));
    let lines = std::mem::take(&mut code.lines);
    for (number, line) in lines.into_iter().enumerate() {
        if let Some(found) = islands.get(&number) {
            let after = code.label();
            code.lines.push(jump(after));
            for (target, island) in found {
                code.place(*island);
                code.lines.push(jump(Label(*target)));
            }
            code.place(after);
        }
        code.lines.push(line);
    }
}

#[cfg(test)]
mod tests {
    use super::insert;
    use crate::code::Code;
    use crate::encode::encode;
    use crate::inst::{Inst, Label, Line, Operand};
    use crate::opcode::{Family, Opcode};

    /// Follows a branch and the islands behind it, in words, to the label that it was made for.
    fn destination(bytes: &[u8], mut at: usize) -> usize {
        loop {
            let word =
                u32::from_le_bytes([bytes[4 * at], bytes[4 * at + 1], bytes[4 * at + 2], bytes[4 * at + 3]]);
            let next = (at as i64 + 1 + i64::from(word as u16 as i16)) as usize;
            let there = u32::from_le_bytes([
                bytes[4 * next],
                bytes[4 * next + 1],
                bytes[4 * next + 2],
                bytes[4 * next + 3],
            ]);
            if there >> 16 != 0xbfa0 {
                return next;
            }
            at = next;
        }
    }

    #[test]
    fn far_branches_arrive_in_both_directions() {
        for n in [100, 0x7ff0, 0x8100, 100_000, 300_000] {
            let mut code = Code::default();
            let (begin, end) = (code.label(), code.label());
            code.place(begin);
            let branch = |opcode, label: Label| Line::Inst(Inst::new(opcode, &[Operand::Label(label)]));
            code.lines.push(branch(Opcode::SCbranchScc0, end));
            code.lines.push(branch(Opcode::SCbranchScc1, end));
            for _ in 0..n {
                code.push(Inst::new(Opcode::SNop, &[Operand::Const(0)]));
            }
            code.lines.push(branch(Opcode::SCbranchScc1, begin));
            code.place(end);
            code.push(Inst::new(Opcode::SEndpgm, &[]));
            insert(&mut code, Family::Gfx11).expect("the code is valid");
            let encoded = encode(&code.lines, Family::Gfx11, &[]).expect("all branches reach their labels");
            let n_words = encoded.bytes.len() / 4;
            assert_eq!(destination(&encoded.bytes, 0), n_words - 1, "{n} forwards");
            assert_eq!(destination(&encoded.bytes, 1), n_words - 1, "{n} forwards");
            assert_eq!(destination(&encoded.bytes, n_words - 2), 0, "{n} backwards");
        }
    }
}
