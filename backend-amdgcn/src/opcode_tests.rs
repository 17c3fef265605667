//! Compares the instruction table, the encoder and the printer with the assembler of LLVM.
//!
//! Operands are drawn at random for each row and family. What `check` accepts is printed, assembled by `llvm-mc`, and
//! must give the bytes of `encode`. What a family lacks must be refused by `llvm-mc` as well.

#![expect(clippy::print_stdout, reason = "a skipped test reports why")]

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::check::check;
use crate::encode::encode;
use crate::inst::{Dpp, Inst, Label, Line, Modifiers, Operand, Reg};
use crate::opcode::{Family, Kind, Opcode};
use crate::print::{dual_text, inst_text};

/// The number of instructions that are drawn per row and family.
const N_DRAWN: usize = 200;
/// The number of pairs that are drawn per family.
const N_PAIRS: usize = 4000;

const FAMILIES: [Family; 4] = [Family::Gfx90a, Family::Gfx942, Family::Gfx11, Family::Gfx12];

/// Returns the path of `llvm-mc` 22, if it is installed.
fn llvm_mc() -> Option<&'static str> {
    let paths = ["llvm-mc-22", "/usr/lib/llvm-22/bin/llvm-mc"];
    paths.into_iter().find(|path| Command::new(path).arg("--version").output().is_ok())
}

fn cpu(family: Family) -> &'static str {
    match family {
        Family::Gfx90a => "gfx90a",
        Family::Gfx942 => "gfx942",
        Family::Gfx11 => "gfx1100",
        Family::Gfx12 => "gfx1201",
    }
}

/// Runs the assembler on a text.
fn run(tool: &str, arguments: &[&str], text: String, family: Family) -> Output {
    let mut child = Command::new(tool)
        .args(["-triple=amdgcn-amd-amdhsa", &format!("-mcpu={}", cpu(family))])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tool was found");
    let mut stdin = child.stdin.take().expect("the input is piped");
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("the tool runs");
    writer.join().expect("the writer does not panic").expect("the tool reads its input");
    output
}

/// Assembles instructions, and returns the bytes or the message of each.
fn assemble(tool: &str, texts: &[String], family: Family) -> Vec<Result<Vec<u8>, String>> {
    let output = run(tool, &["--show-encoding"], format!("{}\n", texts.join("\n")), family);
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let errors: BTreeMap<usize, String> = stderr.lines().filter_map(parse_error).collect();
    let mut encodings = stdout.lines().filter_map(parse_encoding);
    let mut answer = |line| match errors.get(&line) {
        Some(message) => Err(message.clone()),
        None => encodings.next().ok_or_else(|| "no encoding".to_owned()),
    };
    (1..=texts.len()).map(&mut answer).collect()
}

/// Parses a message such as `<stdin>:3:5: error: invalid operand`.
fn parse_error(line: &str) -> Option<(usize, String)> {
    let (place, message) = line.strip_prefix("<stdin>:")?.split_once(": error: ")?;
    let (line, _) = place.split_once(':')?;
    Some((line.parse().ok()?, message.to_owned()))
}

/// Parses a line such as `s_nop 0 ; encoding: [0x00,0x00,0x80,0xbf]`; bytes of labels are letters.
fn parse_encoding(line: &str) -> Option<Vec<u8>> {
    let (_, list) = line.split_once("; encoding: [")?;
    let (list, _) = list.split_once(']')?;
    let byte =
        |byte: &str| byte.strip_prefix("0x").and_then(|hex| u8::from_str_radix(hex, 16).ok()).unwrap_or(0);
    Some(list.split(',').map(byte).collect())
}

/// A linear congruential generator.
struct Random(u64);

impl Random {
    /// Returns a number below `n`.
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

fn s(first: u16, n: u8) -> Operand {
    Operand::Reg(Reg::S { first, n })
}

fn v(first: u16, n: u8) -> Operand {
    Operand::Reg(Reg::V { first, n })
}

fn vector(random: &mut Random, n: u8) -> Operand {
    let first = random.pick(&[0, 2, 6, 7, 100, 126, 128, 200, 255 & !1, 255]);
    v(first.min(256 - u16::from(n)), n)
}

fn scalar(random: &mut Random, n: u8) -> Operand {
    match random.below(12) {
        0 if n <= 2 => Operand::Reg(Reg::Vcc(n)),
        1 if n <= 2 => Operand::Reg(Reg::Exec(n)),
        2 if n == 1 => Operand::Reg(Reg::M0),
        3 => Operand::Reg(Reg::Null),
        4 if n == 1 => Operand::Reg(Reg::Ttmp(random.below(16) as u16)),
        5 if n <= 2 => s(102, n),
        6 => s(100, n),
        _ => s(random.pick(&[0, 4, 8, 12, 13, 14, 40]), n),
    }
}

/// Returns a constant: small integers, floats of all widths, and bits that only a literal holds.
fn constant(random: &mut Random) -> Operand {
    Operand::Const(random.pick(&[
        0,
        1,
        64,
        65,
        -1,
        -16,
        -17,
        -100,
        0x1234,
        0x7fff,
        0x3800,
        0x3c00,
        0xbc00,
        -0x4400,
        0x3118,
        0x3c00_3c00,
        0x3f80_0000,
        -0x4080_0000,
        0x3e22_f983,
        0x4049_0fdb,
        0x7fff_ffff,
        0x8000_0000,
        0xffff_ffff,
        -0x8000_0000,
        0x3ff0_0000_0000_0000,
        0x3fc4_5f30_6dc9_c882,
        0x4009_21fb_0000_0000,
        0x4009_21fb_5444_2d18,
        0x5_0000_0000,
        0x41_0000_0000,
        -0x4010_0000_0000_0000,
        -0xb_0000_0000,
    ]))
}

fn operand(random: &mut Random, kind: Kind, family: Family) -> Operand {
    let n = kind.words(family);
    match kind {
        Kind::VDst(_)
        | Kind::VInOut(_)
        | Kind::VSrc(_)
        | Kind::Fragment(_)
        | Kind::FragmentDst(_)
        | Kind::ADst(_)
        | Kind::ASrc(_) => vector(random, n),
        Kind::Addend(_) | Kind::FragmentAddend(_) => match random.below(3) {
            0 => constant(random),
            _ => vector(random, n),
        },
        Kind::SDst(_) | Kind::SInOut(_) | Kind::SReg(_) => scalar(random, n),
        Kind::Mask => match random.below(2) {
            0 => Operand::Reg(Reg::Vcc(n)),
            _ => scalar(random, n),
        },
        Kind::Src(_) => match random.below(5) {
            0 => constant(random),
            1 => scalar(random, n),
            _ => vector(random, n),
        },
        Kind::SSrc(_) | Kind::Lane => match random.below(2) {
            0 => constant(random),
            _ => scalar(random, n),
        },
        Kind::Imm => Operand::Const(random.pick(&[0, 1, 2, 3, 5])),
        Kind::Literal => constant(random),
        Kind::Label => Operand::Label(Label(7)),
        Kind::VAddr => match random.below(8) {
            0 => Operand::Off,
            1..4 => vector(random, 2),
            _ => vector(random, 1),
        },
        Kind::SAddr => match random.below(4) {
            0 => scalar(random, 2),
            1 => scalar(random, 1),
            _ => Operand::Off,
        },
    }
}

fn modifiers(random: &mut Random) -> Modifiers {
    let mut modifiers = Modifiers::default();
    if random.one_in(3) {
        modifiers.offset =
            random.pick(&[4, 16, 255, 4095, 4096, 65535, -4, -4096, -4097, 0x10_0000, -0x80_0000]);
    }
    modifiers.glc = random.one_in(3);
    if random.one_in(4) {
        modifiers.neg = random.below(8) as u8;
        modifiers.abs = random.below(8) as u8;
    }
    modifiers.clamp = random.one_in(8);
    if random.one_in(6) {
        let n = random.below(16) as u8;
        let lanes = [n & 3, n >> 2, 2, 3];
        modifiers.dpp =
            Some(random.pick(&[Dpp::QuadPerm(lanes), Dpp::RowXmask(n), Dpp::RowShr(n), Dpp::RowRor(n)]));
    }
    if random.one_in(4) {
        modifiers.op_sel = random.below(8) as u8;
        modifiers.op_sel_hi_off = random.below(8) as u8;
    }
    modifiers
}

/// Draws an instruction; modifiers that `check` refuses are left out for most of them.
fn draw(random: &mut Random, opcode: Opcode, family: Family) -> Inst {
    let modifiers = modifiers(random);
    let kinds = opcode.operands(&modifiers);
    let operands = kinds.iter().map(|&kind| operand(random, kind, family)).collect();
    let mut inst = Inst { opcode, operands, modifiers };
    let fields: [fn(&mut Modifiers); 6] = [
        |modifiers| modifiers.offset = 0,
        |modifiers| (modifiers.neg, modifiers.abs) = (0, 0),
        |modifiers| modifiers.clamp = false,
        |modifiers| modifiers.dpp = None,
        |modifiers| (modifiers.op_sel, modifiers.op_sel_hi_off) = (0, 0),
        |modifiers| *modifiers = Modifiers { glc: modifiers.glc, ..Modifiers::default() },
    ];
    for clear in fields {
        if check(&inst, family).is_ok() {
            break;
        }
        clear(&mut inst.modifiers);
    }
    inst
}

/// Draws instructions of an opcode that `check` accepts.
fn accepted(random: &mut Random, opcode: Opcode, family: Family, n: usize) -> Vec<Inst> {
    let mut insts = Vec::new();
    for _ in 0..n {
        let inst = draw(random, opcode, family);
        if check(&inst, family).is_ok() && !insts.contains(&inst) {
            insts.push(inst);
        }
    }
    insts
}

fn label_text(label: Label) -> String {
    format!("L{}", label.0)
}

/// Fails with the instructions of a family that the assembler refuses or encodes differently.
fn check_family(family: Family) {
    let Some(tool) = llvm_mc() else {
        return skip();
    };
    let mut random = Random(1);
    let mut insts = Vec::new();
    for &opcode in Opcode::ALL.iter().filter(|opcode| opcode.exists(family)) {
        let drawn = accepted(&mut random, opcode, family, N_DRAWN);
        assert!(!drawn.is_empty(), "{opcode:?}: no instruction is accepted on {family:?}");
        insts.extend(drawn);
    }
    let texts: Vec<String> = insts.iter().map(|inst| inst_text(inst, family, &label_text)).collect();
    let assembled = assemble(tool, &texts, family);
    let mut findings = Vec::new();
    for ((inst, text), theirs) in insts.into_iter().zip(&texts).zip(assembled) {
        // A branch is the only instruction with a label; the assembler leaves its distance 0.
        let lines = [Line::Inst(inst), Line::Label(Label(7))];
        let ours = encode(&lines, family, &[]).map(|encoded| encoded.bytes);
        if ours != theirs {
            findings.push(format!("{text}: {ours:02x?}, but LLVM: {theirs:02x?}"));
        }
    }
    println!("{family:?}: {} instructions", texts.len());
    assert!(findings.is_empty(), "{family:?}: {} findings\n{}", findings.len(), findings.join("\n"));
}

/// Fails with the pairs of a family that the assembler encodes differently, that only one of both takes.
fn check_pairs(family: Family) {
    let Some(tool) = llvm_mc() else {
        return skip();
    };
    let mut random = Random(1);
    let all: Vec<Opcode> =
        Opcode::ALL.iter().copied().filter(|opcode| opcode.dual_codes().is_some()).collect();
    let vector = |random: &mut Random| v(random.below(16) as u16, 1);
    let part = |random: &mut Random| {
        let opcode = random.pick(&all);
        let source = match random.below(8) {
            0 => s(random.below(3) as u16, 1),
            1 => Operand::Const(random.pick(&[0, 64, 0x3F80_0000, 0x1234_5678, 0x1234_5679])),
            _ => vector(random),
        };
        let kinds = opcode.operands(&Modifiers::default());
        let mut operands = vec![vector(random), source];
        operands.extend(kinds.get(2).map(|_| vector(random)));
        operands.extend(kinds.get(3).map(|_| Operand::Reg(Reg::Vcc(1))));
        Inst { opcode, operands, modifiers: Modifiers::default() }
    };
    let pairs: Vec<[Inst; 2]> = (0..N_PAIRS)
        .map(|_| [part(&mut random), part(&mut random)])
        .filter(|[first, _]| first.opcode.dual_codes().is_some_and(|(first, _)| first.is_some()))
        // The assembler does not look for results that the other part reads.
        .filter(|[first, second]| !second.sources().contains(&first.operands[0]))
        .collect();
    let text = |inst: &Inst| dual_text(inst, family, &label_text);
    let texts: Vec<String> =
        pairs.iter().map(|[first, second]| format!("{} :: {}", text(first), text(second))).collect();
    let assembled = assemble(tool, &texts, family);
    let (mut findings, mut n_taken) = (Vec::new(), 0);
    for (([mut first, second], text), theirs) in pairs.into_iter().zip(&texts).zip(assembled) {
        first.modifiers.dual = true;
        let ours = encode(&[Line::Inst(first), Line::Inst(second)], family, &[]).map(|encoded| encoded.bytes);
        n_taken += usize::from(ours.is_ok());
        if ours.as_ref().ok() != theirs.as_ref().ok() {
            findings.push(format!("{text}: {ours:02x?}, but LLVM: {theirs:02x?}"));
        }
    }
    println!("{family:?}: {n_taken} of {} pairs", texts.len());
    assert!(texts.len() / 20 < n_taken, "{family:?}: {n_taken} of {} pairs", texts.len());
    assert!(findings.is_empty(), "{family:?}: {} findings\n{}", findings.len(), findings.join("\n"));
}

/// Fails with the instructions that a family lacks, but the assembler accepts, unless the name is that of another one.
fn check_lacking(family: Family) {
    let Some(tool) = llvm_mc() else {
        return skip();
    };
    let names: Vec<&str> = Opcode::ALL
        .iter()
        .filter_map(|opcode| opcode.encoding(family))
        .map(|encoding| encoding.mnemonic)
        .collect();
    let is_lacking = |opcode: &&Opcode| !opcode.exists(family) && !names.contains(&opcode.name());
    let mut random = Random(1);
    let mut texts = Vec::new();
    for &opcode in Opcode::ALL.iter().filter(is_lacking) {
        for home in FAMILIES.into_iter().filter(|home| opcode.exists(*home)) {
            let drawn = accepted(&mut random, opcode, home, 20);
            texts.extend(drawn.iter().map(|inst| inst_text(inst, family, &label_text)));
        }
    }
    let assembled = assemble(tool, &texts, family);
    let findings: Vec<&str> = texts
        .iter()
        .zip(&assembled)
        .filter(|(_, bytes)| bytes.is_ok())
        .map(|(text, _)| text.as_str())
        .collect();
    println!("{family:?}: {} instructions refused", texts.len());
    assert!(findings.is_empty(), "{family:?}: LLVM accepts\n{}", findings.join("\n"));
}

/// Returns the code in an object file: the section that can be executed.
fn text_section(object: &[u8]) -> &[u8] {
    let number = |at: usize, n: usize| {
        object[at..at + n].iter().rev().fold(0, |sum, &byte| sum << 8 | usize::from(byte))
    };
    let (headers, size, n) = (number(0x28, 8), number(0x3a, 2), number(0x3c, 2));
    let is_code = |header: &usize| number(header + 8, 8) & 4 != 0;
    let header = (0..n).map(|i| headers + i * size).find(is_code).expect("an object file has code");
    let offset = number(header + 0x18, 8);
    &object[offset..offset + number(header + 0x20, 8)]
}

/// Compares branches in both directions, and the address of a table behind the code.
fn check_labels(family: Family) {
    let Some(tool) = llvm_mc() else {
        return skip();
    };
    let (begin, end, table) = (Label(1), Label(2), Label(3));
    let inst = |opcode, operands: &[Operand]| Line::Inst(Inst::new(opcode, operands));
    let lines = [
        Line::Label(begin),
        inst(Opcode::SCbranchScc0, &[Operand::Label(end)]),
        inst(Opcode::SGetpcB64, &[s(4, 2)]),
        inst(Opcode::SNop, &[Operand::Const(0)]),
        inst(Opcode::SAddU32, &[s(4, 1), s(4, 1), Operand::Label(table)]),
        inst(Opcode::SAddcU32, &[s(5, 1), s(5, 1), Operand::Const(0)]),
        inst(Opcode::SBranch, &[Operand::Label(begin)]),
        Line::Label(end),
        inst(Opcode::SEndpgm, &[]),
        Line::Label(table),
    ];
    let mut text = String::new();
    for line in &lines {
        let line = match line {
            Line::Label(label) => format!("{}:", label_text(*label)),
            Line::Inst(inst) if inst.opcode == Opcode::SGetpcB64 => {
                format!("{}\nL0:", inst_text(inst, family, &label_text))
            }
            Line::Inst(inst) if inst.opcode == Opcode::SAddU32 => {
                inst_text(inst, family, &|label| format!("{}-L0", label_text(label)))
            }
            Line::Inst(inst) => inst_text(inst, family, &label_text),
        };
        text.push_str(&line);
        text.push('\n');
    }
    let encoded = encode(&lines, family, &[]).expect("the code is legal");
    let object = run(tool, &["-filetype=obj"], text, family).stdout;
    assert_eq!(encoded.bytes, text_section(&object), "{family:?}");
    assert_eq!(encoded.offsets.last().copied(), u32::try_from(encoded.bytes.len()).ok());
}

fn skip() {
    println!("skipped: needs llvm-mc 22");
}

#[test]
fn labels_are_as_in_llvm() {
    FAMILIES.into_iter().for_each(check_labels);
}

#[test]
fn lacking_instructions_are_as_in_llvm() {
    FAMILIES.into_iter().for_each(check_lacking);
}

#[test]
fn branches_have_a_range() {
    let branch = Line::Inst(Inst::new(Opcode::SBranch, &[Operand::Label(Label(1))]));
    let nop = Line::Inst(Inst::new(Opcode::SNop, &[Operand::Const(0)]));
    let far = |n: usize| {
        let mut lines = vec![branch.clone()];
        lines.extend(std::iter::repeat_n(nop.clone(), n));
        lines.push(Line::Label(Label(1)));
        encode(&lines, Family::Gfx11, &[]).map(|encoded| encoded.bytes[..4].to_vec())
    };
    assert_eq!(far(0x7fff), Ok(vec![0xff, 0x7f, 0xa0, 0xbf]));
    assert_eq!(far(0x8000), Err("label L1 is 32768 words away, too far for a branch".to_owned()));
    let nowhere = Err("label L1 has no position".to_owned());
    assert_eq!(encode(&[branch], Family::Gfx11, &[]).map(|encoded| encoded.bytes), nowhere);
}

#[test]
fn gfx11_is_as_in_llvm() {
    check_family(Family::Gfx11);
}

#[test]
fn gfx12_is_as_in_llvm() {
    check_family(Family::Gfx12);
}

#[test]
fn gfx942_is_as_in_llvm() {
    check_family(Family::Gfx942);
}

#[test]
fn gfx90a_is_as_in_llvm() {
    check_family(Family::Gfx90a);
}

#[test]
fn pairs_of_gfx11_are_those_of_llvm() {
    check_pairs(Family::Gfx11);
}

#[test]
fn pairs_of_gfx12_are_those_of_llvm() {
    check_pairs(Family::Gfx12);
}
