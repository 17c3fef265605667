//! POSIX extended regular expressions: parsing, and the offsets in a text at which matches begin and end.
//!
//! Of all matches at an offset the longest is chosen, whichever alternative it takes. There is no backtracking:
//! a node maps a set of offsets to the set of offsets at which it can end, or begin if the text is traversed
//! backward. Cost: at most the number of nodes times the number of offsets. `.` and `[^…]` do not match a
//! newline. A backslash makes the following character literal, except in brackets, where it is itself literal.

use std::iter::Peekable;
use std::str::Chars;

use rustc_hash::FxHashSet;

/// The maximum count in `{n,m}`.
const MAX_COUNT: u32 = 255;
/// The maximum nesting of parentheses.
const MAX_DEPTH: usize = 64;

/// A part of an expression.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// Literal text.
    Text(String),
    /// One character.
    One(Class),
    /// `^`
    LineStart,
    /// `$`
    LineEnd,
    /// A concatenation.
    All(Vec<Node>),
    /// Alternatives.
    Any(Vec<Node>),
    /// A repetition with a minimum and a maximum count.
    Repeat(Box<Node>, u32, Option<u32>),
}

/// A set of characters.
#[derive(Clone, Debug, Default)]
pub(super) struct Class {
    ranges: Vec<(char, char)>,
    kinds: Vec<fn(&char) -> bool>,
    is_negated: bool,
}

/// Offsets in a text in ascending order, without duplicates.
pub(super) type Offsets = Vec<usize>;

/// The direction in which a text is traversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// From the start of a node to its end.
    Forward,
    /// From the end of a node to its start.
    Backward,
}

/// A text to search.
pub(super) struct Subject<'t> {
    /// The text up to the end of the search.
    pub(super) text: &'t str,
    /// The start of the search, where `^` matches as at the beginning of a line.
    pub(super) from: usize,
    /// Whether case is ignored.
    pub(super) ignores_case: bool,
    /// The number of offsets that may still be visited.
    pub(super) n_left: usize,
}

impl Node {
    /// Parses an expression.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut reader = Reader { rest: text.chars().peekable(), depth: 0 };
        let node = reader.alternatives()?;
        match reader.rest.next() {
            None => Ok(node),
            Some(_) => Err("found ')' without '('".to_string()),
        }
    }

    /// Whether it can match a newline.
    pub(super) fn spans_lines(&self) -> bool {
        match self {
            Self::Text(text) => text.contains('\n'),
            Self::One(class) => class.holds('\n', false),
            Self::LineStart | Self::LineEnd => false,
            Self::All(nodes) | Self::Any(nodes) => nodes.iter().any(Self::spans_lines),
            Self::Repeat(node, ..) => node.spans_lines(),
        }
    }
}

impl Class {
    fn holds(&self, c: char, ignores_case: bool) -> bool {
        if self.is_negated && c == '\n' {
            return false;
        }
        let is_listed = |c: char| {
            self.ranges.iter().any(|(first, last)| (*first..=*last).contains(&c))
                || self.kinds.iter().any(|kind| kind(&c))
        };
        let is_any = is_listed(c)
            || ignores_case && (is_listed(c.to_ascii_lowercase()) || is_listed(c.to_ascii_uppercase()));
        is_any != self.is_negated
    }
}

impl Subject<'_> {
    /// Returns the offsets at which a match of the node can end, from these offsets and in this direction.
    pub(super) fn walk(&mut self, node: &Node, offsets: &[usize], direction: Direction) -> Offsets {
        self.n_left = self.n_left.saturating_sub(1 + offsets.len());
        if offsets.is_empty() || self.n_left == 0 {
            return Offsets::new();
        }
        match node {
            Node::Text(text) => {
                offsets.iter().filter_map(|at| self.behind_text(text, *at, direction)).collect()
            }
            Node::One(class) => {
                offsets.iter().filter_map(|at| self.behind_one(class, *at, direction)).collect()
            }
            Node::LineStart => offsets.iter().copied().filter(|at| self.is_line_start(*at)).collect(),
            Node::LineEnd => offsets.iter().copied().filter(|at| self.is_line_end(*at)).collect(),
            Node::All(nodes) => {
                let mut offsets = offsets.to_vec();
                for index in 0..nodes.len() {
                    let next = if direction == Direction::Forward { index } else { nodes.len() - 1 - index };
                    offsets = self.walk(&nodes[next], &offsets, direction);
                }
                offsets
            }
            Node::Any(nodes) => {
                let all = nodes.iter().flat_map(|node| self.walk(node, offsets, direction)).collect();
                in_order(all)
            }
            Node::Repeat(node, least, most) => self.repeated(node, (*least, *most), offsets, direction),
        }
    }

    /// Returns the offsets at which a repeated node can end.
    fn repeated(
        &mut self,
        node: &Node,
        count: (u32, Option<u32>),
        offsets: &[usize],
        direction: Direction,
    ) -> Offsets {
        let (least, most) = count;
        let mut newest = offsets.to_vec();
        for _ in 0..least {
            newest = self.walk(node, &newest, direction);
        }
        let mut seen: FxHashSet<usize> = newest.iter().copied().collect();
        let mut all = newest.clone();
        let mut n_more = most.map(|most| most - least);
        while !newest.is_empty() && n_more != Some(0) {
            newest = self.walk(node, &newest, direction);
            // An offset that was reached in fewer rounds needs no further visit.
            newest.retain(|at| seen.insert(*at));
            all.extend(&newest);
            n_more = n_more.map(|n| n - 1);
        }
        in_order(all)
    }

    /// Returns the offset after a literal text at `at`, in this direction.
    pub(super) fn behind_text(&self, text: &str, at: usize, direction: Direction) -> Option<usize> {
        let (start, end) = match direction {
            Direction::Forward => (at, at + text.len()),
            Direction::Backward => (at.checked_sub(text.len())?, at),
        };
        let there = self.text.get(start..end).filter(|_| self.from <= start)?;
        let is_same = there == text || self.ignores_case && there.eq_ignore_ascii_case(text);
        is_same.then_some(if direction == Direction::Forward { end } else { start })
    }

    fn behind_one(&self, class: &Class, at: usize, direction: Direction) -> Option<usize> {
        let c = match direction {
            Direction::Forward => self.text[at..].chars().next(),
            Direction::Backward => self.text[self.from..at].chars().next_back(),
        };
        let c = c.filter(|c| class.holds(*c, self.ignores_case))?;
        Some(if direction == Direction::Forward { at + c.len_utf8() } else { at - c.len_utf8() })
    }

    fn is_line_start(&self, at: usize) -> bool {
        at == self.from || self.text[..at].ends_with('\n')
    }

    fn is_line_end(&self, at: usize) -> bool {
        at == self.text.len() || self.text[at..].starts_with('\n')
    }
}

fn in_order(mut offsets: Offsets) -> Offsets {
    offsets.sort_unstable();
    offsets.dedup();
    offsets
}

/// A parser of expressions.
struct Reader<'t> {
    rest: Peekable<Chars<'t>>,
    depth: usize,
}

impl Reader<'_> {
    fn alternatives(&mut self) -> Result<Node, String> {
        self.depth += 1;
        if MAX_DEPTH < self.depth {
            return Err(format!("expected at most {MAX_DEPTH} parentheses in each other"));
        }
        let mut all = vec![self.sequence()?];
        while self.rest.next_if_eq(&'|').is_some() {
            all.push(self.sequence()?);
        }
        self.depth -= 1;
        Ok(if all.len() == 1 { all.remove(0) } else { Node::Any(all) })
    }

    fn sequence(&mut self) -> Result<Node, String> {
        let mut all = Vec::new();
        while self.rest.peek().is_some_and(|c| !matches!(c, '|' | ')')) {
            let node = self.one()?;
            let node = self.repetition(node)?;
            match (all.last_mut(), node) {
                (Some(Node::Text(before)), Node::Text(text)) => before.push_str(&text),
                (_, node) => all.push(node),
            }
        }
        match all.len() {
            0 => Err("expected an expression, but found nothing".to_string()),
            1 => Ok(all.remove(0)),
            _ => Ok(Node::All(all)),
        }
    }

    /// Parses the operand of a repetition.
    fn one(&mut self) -> Result<Node, String> {
        if self.is_repetition() {
            return Err("expected something before the repetition".to_string());
        }
        let Some(c) = self.rest.next() else { return Err("expected an expression".to_string()) };
        Ok(match c {
            '(' => self.parentheses()?,
            '[' => Node::One(self.brackets()?),
            '.' => Node::One(Class { is_negated: true, ..Class::default() }),
            '^' => Node::LineStart,
            '$' => Node::LineEnd,
            '\\' => match self.rest.next() {
                None => return Err("expected a character after '\\'".to_string()),
                Some(digit @ '1'..='9') => {
                    return Err(format!("expected the name of a variable in place of '\\{digit}'"));
                }
                Some(c) => Node::Text(c.to_string()),
            },
            c => Node::Text(c.to_string()),
        })
    }

    fn parentheses(&mut self) -> Result<Node, String> {
        let is_empty = self.rest.peek() == Some(&')');
        let inner = if is_empty { Vec::new() } else { vec![self.alternatives()?] };
        match self.rest.next() {
            Some(')') => Ok(Node::All(inner)),
            _ => Err("found '(' without ')'".to_string()),
        }
    }

    /// Whether a repetition follows; a brace begins one only before a digit.
    fn is_repetition(&self) -> bool {
        let mut ahead = self.rest.clone();
        match ahead.next() {
            Some('*' | '+' | '?') => true,
            Some('{') => ahead.next().is_some_and(|c| c.is_ascii_digit()),
            _ => false,
        }
    }

    fn repetition(&mut self, node: Node) -> Result<Node, String> {
        if !self.is_repetition() {
            return Ok(node);
        }
        let (least, most) = match self.rest.next() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            _ => self.counts()?,
        };
        if matches!(node, Node::LineStart) || self.is_repetition() {
            return Err("expected one repetition of a character or of parentheses".to_string());
        }
        Ok(Node::Repeat(Box::new(node), least, most))
    }

    fn counts(&mut self) -> Result<(u32, Option<u32>), String> {
        let least = self.count()?;
        let most = match self.rest.next_if_eq(&',') {
            None => Some(least),
            Some(_) if self.rest.peek() == Some(&'}') => None,
            Some(_) => Some(self.count()?),
        };
        match self.rest.next() {
            Some('}') if most.is_none_or(|most| least <= most) => Ok((least, most)),
            Some('}') => Err("expected the smaller count first".to_string()),
            _ => Err("expected '}' after the counts".to_string()),
        }
    }

    fn count(&mut self) -> Result<u32, String> {
        let mut digits = String::new();
        while let Some(digit) = self.rest.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        let count = digits.parse().ok().filter(|count| *count <= MAX_COUNT);
        count.ok_or_else(|| format!("expected a count of at most {MAX_COUNT}, but found '{digits}'"))
    }

    /// Parses a bracket expression; a leading `]` is one of its characters.
    fn brackets(&mut self) -> Result<Class, String> {
        let mut class = Class { is_negated: self.rest.next_if_eq(&'^').is_some(), ..Class::default() };
        let mut is_first = true;
        loop {
            let Some(c) = self.rest.next() else { return Err("found '[' without ']'".to_string()) };
            match (c, self.rest.peek()) {
                (']', _) if !is_first => return Ok(class),
                ('[', Some(':')) => class.kinds.push(self.kind()?),
                ('[', Some(mark @ ('.' | '='))) => {
                    return Err(format!("expected characters in place of '[{mark}'"));
                }
                (first, _) => {
                    let last = self.last_of_range(first)?;
                    class.ranges.push((first, last));
                }
            }
            is_first = false;
        }
    }

    /// Parses the end of the range that begins with a character; a hyphen before `]` is literal.
    fn last_of_range(&mut self, first: char) -> Result<char, String> {
        let mut ahead = self.rest.clone();
        if ahead.next() != Some('-') || matches!(ahead.next(), None | Some(']')) {
            return Ok(first);
        }
        self.rest.next();
        let last = self.rest.next().filter(|last| first <= *last);
        last.ok_or_else(|| format!("expected a range that begins before it ends, but found '{first}-'"))
    }

    /// Parses `[:name:]` after its first bracket.
    fn kind(&mut self) -> Result<fn(&char) -> bool, String> {
        self.rest.next();
        let mut name = String::new();
        while let Some(c) = self.rest.next_if(char::is_ascii_alphabetic) {
            name.push(c);
        }
        let is_closed = self.rest.next() == Some(':') && self.rest.next() == Some(']');
        Ok(match name.as_str() {
            _ if !is_closed => return Err("found '[:' without ':]'".to_string()),
            "alnum" => char::is_ascii_alphanumeric,
            "alpha" => char::is_ascii_alphabetic,
            "blank" => |c: &char| matches!(c, ' ' | '\t'),
            "cntrl" => char::is_ascii_control,
            "digit" => char::is_ascii_digit,
            "graph" => char::is_ascii_graphic,
            "lower" => char::is_ascii_lowercase,
            "print" => |c: &char| c.is_ascii_graphic() || *c == ' ',
            "punct" => char::is_ascii_punctuation,
            "space" => |c: &char| c.is_ascii_whitespace() || *c == '\x0b',
            "upper" => char::is_ascii_uppercase,
            "xdigit" => char::is_ascii_hexdigit,
            other => return Err(format!("expected a class such as [:alpha:], but found '[:{other}:]'")),
        })
    }
}
