//! Checks error recovery on valid programs with seeded errors: as many diagnostics as seeds, each within one
//! token of its seed.
//!
//! A generator with a fixed start chooses the seeds, so that every run tests the same texts. A seed changes
//! one line; its kind determines where on the line the diagnostic may be.

use std::ops::Range;
use warpline::steps;
use warpline_cli::testing::case::bless::body;
use warpline_cli::testing::case::split::split;
use warpline_ir::syntax::lexer::{Token, tokenize};
use warpline_ir::{Severity, Span};
use warpline_testsuite::paths::{files_below, root};

/// The number of texts.
const N_TEXTS: usize = 400;
/// The maximum number of seeds in one text.
const MAX_SEEDS: u64 = 6;

/// The xorshift generator, which is deterministic on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

/// The kinds of seeds.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// An additional letter in the name of an operation.
    Operation,
    /// An undefined operand.
    Operand,
    /// A type that does not exist.
    Type,
    /// An additional closing parenthesis.
    Closer,
    /// A character that no rule allows.
    Character,
    /// A comma instead of the colon.
    Colon,
    /// An unterminated string.
    Quote,
    /// An attribute without its value.
    Value,
}

const KINDS: [Kind; 8] = [
    Kind::Operation,
    Kind::Operand,
    Kind::Type,
    Kind::Closer,
    Kind::Character,
    Kind::Colon,
    Kind::Quote,
    Kind::Value,
];

/// A program with one operation per line, of many kinds.
const PROGRAM: &str = r#"func.func @first(%a: i32, %b: i32, %x: f32, %m: memref<8xf32>, %i: index, %c: i1) {
  %0 = arith.addi %a, %b {note = "one"} : i32
  %1 = arith.mulf %x, %x {note = "two"} : f32
  %2 = memref.load %m[%i] {note = "three"} : memref<8xf32>
  memref.store %x, %m[%i] {note = "four"} : memref<8xf32>
  scf.for %k = %i to %i step %i {
    %3 = arith.muli %a, %b {note = "five"} : i32
    %4 = arith.cmpi slt, %a, %b {note = "six"} : i32
    scf.if %c {
      %5 = math.exp %x {note = "seven"} : f32
      memref.store %x, %m[%k] {note = "eight"} : memref<8xf32>
    } else {
      %6 = arith.subi %b, %a {note = "nine"} : i32
    }
  }
  %7 = arith.index_cast %i {note = "ten"} : index to i32
  return
}
func.func @second(%a: i32, %x: f32, %c: i1) {
  cf.cond_br %c, ^bb1(%a : i32), ^bb2
^bb1(%y: i32):
  %0 = arith.addi %y, %a {note = "eleven"} : i32
  cf.br ^bb2
^bb2:
  %1 = math.sqrt %x {note = "twelve"} : f32
  %2 = arith.select %c, %a, %a {note = "thirteen"} : i32
  return
}
"#;

/// Returns a line with a seed, and the range in which the diagnostic may begin; `None` if the kind does not
/// fit the line.
fn seeded(line: &str, kind: Kind) -> Option<(String, Range<usize>)> {
    let dictionary = line.find("{note = ")?;
    let name = line
        .find("= ")
        .filter(|at| *at < dictionary)
        .map_or(line.len() - line.trim_start().len(), |at| at + 2);
    let name_end = name + line[name..].find(' ')?;
    let colon = line.rfind(" : ")? + 1;
    let insert = |at: usize, text: &str, place: Range<usize>| {
        Some((format!("{}{text}{}", &line[..at], &line[at..]), place))
    };
    let replace = |range: Range<usize>, text: &str, place: Range<usize>| {
        Some((format!("{}{text}{}", &line[..range.start], &line[range.end..]), place))
    };
    match kind {
        Kind::Operation => insert(name_end, "zz", name..name_end),
        Kind::Operand => {
            let value = name_end + line[name_end..].find('%')?;
            // The note makes the name unique on each line.
            let note: String = line[dictionary..].chars().filter(char::is_ascii_lowercase).collect();
            insert(value + 1, &format!("{note}_"), value..value + 2)
        }
        Kind::Type => insert(colon + 2, "q", colon + 2..colon + 4),
        Kind::Closer => insert(dictionary, ") ", dictionary..dictionary + 1),
        Kind::Character => insert(dictionary, "$ ", dictionary..dictionary + 1),
        Kind::Colon => replace(colon..colon + 1, ",", colon..colon + 1),
        Kind::Quote => {
            let close = line.rfind('"')?;
            let open = line[..close].rfind('"')?;
            replace(close..close + 1, "", open..open + 1)
        }
        Kind::Value => {
            let equal = dictionary + line[dictionary..].find('=')?;
            replace(equal + 1..line.rfind('"')? + 1, "", equal..equal + 4)
        }
    }
}

/// Returns the range extended by one token on both sides, the allowed deviation of a diagnostic.
fn widened(text: &str, place: &Range<usize>) -> Range<u32> {
    let tokens = tokenize(text);
    let first = tokens.spans.iter().rposition(|span| span.start as usize <= place.start).unwrap_or(0);
    let last = tokens.spans.iter().rposition(|span| (span.start as usize) < place.end).unwrap_or(first);
    let before = first.saturating_sub(1);
    let after = (last + 1).min(tokens.spans.len() - 1);
    debug_assert!(tokens.kinds.last() == Some(&Token::End));
    tokens.spans[before].start..tokens.spans[after].end.max(tokens.spans[after].start + 1)
}

/// Returns the program with seeds in lines that are not adjacent, and the ranges of the seeds in the new text.
fn sow(numbers: &mut Numbers) -> (String, Vec<(Kind, Range<usize>)>) {
    let lines: Vec<&str> = PROGRAM.lines().collect();
    let able: Vec<usize> = (0..lines.len()).filter(|index| lines[*index].contains("{note = ")).collect();
    let wanted = 1 + numbers.below(MAX_SEEDS);
    let mut chosen: Vec<(usize, Kind)> = Vec::new();
    for _ in 0..wanted {
        let line = able[numbers.below(able.len() as u64) as usize];
        let kind = KINDS[numbers.below(KINDS.len() as u64) as usize];
        if chosen.iter().all(|(other, _)| *other != line) {
            chosen.push((line, kind));
        }
    }
    let (mut text, mut seeds) = (String::new(), Vec::new());
    for (index, line) in lines.iter().enumerate() {
        let kind = chosen.iter().find(|(chosen, _)| *chosen == index).map(|(_, kind)| *kind);
        let found = kind.and_then(|kind| Some((kind, seeded(line, kind)?)));
        match found {
            Some((kind, (line, place))) => {
                seeds.push((kind, text.len() + place.start..text.len() + place.end));
                text.push_str(&line);
            }
            None => text.push_str(line),
        }
        text.push('\n');
    }
    (text, seeds)
}

/// Returns a problem of the diagnostics about a text with these seeds.
fn problem(text: &str, seeds: &[(Kind, Range<usize>)]) -> Option<String> {
    let checked = steps::check(text, true);
    let errors = checked.diagnostics.iter().filter(|found| found.severity == Severity::Error);
    let found: Vec<(Span, &str)> = errors.map(|found| (found.span, found.message.as_str())).collect();
    let fits = |span: Span, place: &Range<usize>| widened(text, place).contains(&span.start);
    let missed =
        seeds.iter().find(|(_, place)| found.iter().filter(|(span, _)| fits(*span, place)).count() != 1);
    if missed.is_none() && found.len() == seeds.len() {
        return None;
    }
    Some(format!("{text}seeds: {seeds:?}\nfound: {found:#?}"))
}

#[test]
fn the_program_without_seeds_is_right() {
    assert_eq!(problem(PROGRAM, &[]), None);
}

#[test]
fn each_kind_of_seed_gives_one_finding_at_its_place() {
    let lines: Vec<&str> = PROGRAM.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        for kind in KINDS {
            let Some((changed, place)) = seeded(line, kind) else { continue };
            let before: String = lines[..index].iter().flat_map(|line| [*line, "\n"]).collect();
            let after: String = lines[index + 1..].iter().flat_map(|line| [*line, "\n"]).collect();
            let place = before.len() + place.start..before.len() + place.end;
            let found = problem(&format!("{before}{changed}\n{after}"), &[(kind, place)]);
            assert!(found.is_none(), "{}", found.unwrap_or_default());
        }
    }
}

#[test]
fn many_seeds_give_as_many_findings() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    for number in 0..N_TEXTS {
        let (text, seeds) = sow(&mut numbers);
        let found = problem(&text, &seeds);
        assert!(found.is_none(), "text {number}:\n{}", found.unwrap_or_default());
    }
}

/// Returns the name of the operation and its first operand, for a line `%x = d.op … %y …` that is a complete
/// operation of a dialect whose operations are verified independently.
fn name_and_operand(line: &str) -> Option<(Range<usize>, Range<usize>)> {
    let is_whole = line.trim_start().starts_with('%') && !line.contains(['{', '}', '#', '"']);
    let equal = line.find(" = ").filter(|at| is_whole && !line[..*at].contains([',', ':']))?;
    let name = equal + 3;
    let name_end = name + line[name..].find(' ')?;
    let operand = name_end + line[name_end..].find('%')?;
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let operand_end = operand + 1 + line[operand + 1..].find(|c| !is_word(c))?;
    let is_plain = ["arith.", "math.", "memref."].iter().any(|dialect| line[name..].starts_with(dialect));
    is_plain.then_some((name..name_end, operand..operand_end))
}

/// Misspells up to six operations and operands of a case; returns the new text and the ranges.
fn misspell(numbers: &mut Numbers, whole: &str) -> (String, Vec<(Kind, Range<usize>)>) {
    let able = whole.lines().filter(|line| name_and_operand(line).is_some()).count() as u64;
    let (mut text, mut seeds) = (String::new(), Vec::new());
    for line in whole.lines() {
        let places = name_and_operand(line).filter(|_| seeds.len() < 6 && numbers.below(able.max(3)) < 3);
        if let Some((name, operand)) = places {
            let (kind, place, at, more) = match numbers.below(2) {
                0 => (Kind::Operation, name.clone(), name.end, "zzzzz".to_string()),
                _ => (
                    Kind::Operand,
                    operand.clone(),
                    operand.start + 1,
                    format!("which_{}_lacks_", seeds.len()),
                ),
            };
            seeds.push((kind, text.len() + place.start..text.len() + place.end));
            text.push_str(&line[..at]);
            text.push_str(&more);
            text.push_str(&line[at..]);
        } else {
            text.push_str(line);
        }
        text.push('\n');
    }
    (text, seeds)
}

#[test]
fn misspelt_cases_give_as_many_findings() {
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    let mut n_seeds = 0;
    for path in files_below(&root().join("testsuite/cases/ir/roundtrip"), "mlir") {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        // A rule of affine follows a value through its defining operations, including undefined ones.
        for piece in split(&text).iter().filter(|piece| !piece.text.contains("affine.")) {
            let (text, seeds) = misspell(&mut numbers, &body(piece.text));
            n_seeds += seeds.len();
            let found = problem(&text, &seeds).filter(|_| !seeds.is_empty());
            assert!(found.is_none(), "{}:\n{}", path.display(), found.unwrap_or_default());
        }
    }
    assert!(50 < n_seeds, "only {n_seeds} seeds were sown");
}

/// Every prefix of a case at a line end gives diagnostics inside of the text, never a panic.
#[test]
fn cut_cases_are_reported_inside_of_the_text() {
    for path in files_below(&root().join("testsuite/cases/ir/roundtrip"), "mlir") {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        for piece in split(&text) {
            let whole = body(piece.text);
            for (at, _) in whole.match_indices('\n') {
                let checked = steps::check(&whole[..at], true);
                let outside = checked.diagnostics.iter().find(|found| at < found.span.end as usize);
                assert!(outside.is_none(), "{}: {outside:?}\n{}", path.display(), &whole[..at]);
            }
        }
    }
}
