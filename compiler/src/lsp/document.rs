//! An open file: its text, split at lines `// -----` into independent pieces.

use std::time::Instant;

use lsp_types::{Position, TextDocumentContentChangeEvent, Uri};

use super::analysis::Analysis;
use super::position::{Encoding, Lines, PieceLines};
use super::tokens::SentTokens;
use crate::testing::case::split::split;

/// An open file.
pub(super) struct Document {
    pub(super) uri: Uri,
    pub(super) version: i32,
    pub(super) text: String,
    encoding: Encoding,
    lines: Lines,
    /// The pieces; `None` until they are needed.
    pieces: Option<Vec<Piece>>,
    /// The pieces before the last edits.
    former: Vec<Piece>,
    /// The time since which the client waits for the diagnostics of this version; `None` if it has them.
    pub(super) edited: Option<Instant>,
    /// Whether the quickly computed diagnostics were sent.
    pub(super) is_reported: bool,
    /// The semantic tokens that the client has.
    pub(super) sent: Option<SentTokens>,
}

struct Piece {
    start: u32,
    analysis: Analysis,
}

/// A piece, as the input of a request.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) analysis: &'a Analysis,
    pub(super) piece_lines: PieceLines<'a>,
    pub(super) uri: &'a Uri,
}

impl Document {
    /// Creates a document for an opened file.
    pub(super) fn new(uri: Uri, version: i32, text: String, encoding: Encoding) -> Self {
        Self {
            lines: Lines::new(&text, encoding),
            uri,
            version,
            text,
            encoding,
            pieces: None,
            former: Vec::new(),
            edited: Some(Instant::now()),
            is_reported: false,
            sent: None,
        }
    }

    /// Applies a change: of a range, or of the whole text.
    pub(super) fn change(&mut self, change: TextDocumentContentChangeEvent) {
        match change.range {
            None => self.text = change.text,
            Some(range) => {
                let start = self.lines.offset(&self.text, range.start) as usize;
                let end = self.lines.offset(&self.text, range.end) as usize;
                self.text.replace_range(start.min(end)..end.max(start), &change.text);
            }
        }
        self.lines = Lines::new(&self.text, self.encoding);
        if let Some(pieces) = self.pieces.take() {
            self.former = pieces;
        }
        self.edited = Some(Instant::now());
        self.is_reported = false;
    }

    /// Returns the piece that contains a line.
    pub(super) fn view_at(&mut self, line: u32) -> View<'_> {
        let views = self.views();
        let n_before = views.iter().take_while(|view| view.piece_lines.first_line() <= line).count();
        views[n_before.saturating_sub(1)]
    }

    /// Converts a position to a byte offset.
    pub(super) fn offset(&self, position: Position) -> u32 {
        self.lines.offset(&self.text, position)
    }

    /// Returns all pieces, at least one, in textual order. Pieces that an edit did not touch are not parsed again.
    pub(super) fn views(&mut self) -> Vec<View<'_>> {
        let Self { uri, text, lines, pieces, former, .. } = self;
        let pieces = pieces.get_or_insert_with(|| {
            let mut former = std::mem::take(former);
            let mut read = |start: usize, text: &str| {
                let lines_before = lines.line_of(start as u32);
                let is_same =
                    |old: &Piece| old.analysis.lines_before == lines_before && old.analysis.text() == text;
                let analysis = match former.iter().position(is_same) {
                    Some(at) => former.swap_remove(at).analysis,
                    None => Analysis::new(uri.as_str(), text, lines_before),
                };
                Piece { start: start as u32, analysis }
            };
            split(text).into_iter().map(|piece| read(piece.start, piece.text)).collect()
        });
        let ends = |piece: &Piece| piece.start + piece.analysis.text().len() as u32;
        let piece_lines = |piece: &Piece| PieceLines { lines, text, start: piece.start, end: ends(piece) };
        pieces
            .iter()
            .map(|piece| View { analysis: &piece.analysis, piece_lines: piece_lines(piece), uri })
            .collect()
    }
}
