//! Parses literal values: `1,2,3`, `1 2 3`, `[[1 2][3 4]]`, and complex numbers, `(1,2) (3,4)`.

/// A sequence of values and the nesting of their brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The values.
    pub values: Vec<String>,
    /// The sizes of the nested lists, the outermost first; at most one size if there is no nesting.
    pub sizes: Vec<u64>,
}

impl Written {
    /// Parses values. Brackets must match, and sibling lists must have equal lengths.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let mut reader =
            Reader { values: Vec::new(), open: vec![0], sizes: vec![None], depth: None, wants: true };
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let end = match first {
                '[' | ']' | ',' => 1,
                '(' => rest.find(')').map_or(rest.len(), |end| end + 1),
                _ => rest.find(|c: char| c.is_whitespace() || ",[]".contains(c)).unwrap_or(rest.len()),
            };
            reader.word(&rest[..end]).map_err(|problem| format!("{problem} in '{text}'"))?;
            rest = rest[end..].trim_start();
        }
        reader.finish().map_err(|problem| format!("{problem} in '{text}'"))
    }

    /// Whether the nesting of the values contradicts a shape. Values without nesting fit every shape.
    pub(super) fn differs_from(&self, shape: &[u64]) -> bool {
        1 < self.sizes.len() && self.sizes != shape
    }
}

struct Reader {
    values: Vec<String>,
    /// The number of elements of each open list; the first is the whole text.
    open: Vec<u64>,
    /// The number of elements of the lists at each depth.
    sizes: Vec<Option<u64>>,
    /// The depth of the lists that contain values.
    depth: Option<usize>,
    /// Whether an element must follow: at the start, and after a comma.
    wants: bool,
}

impl Reader {
    fn word(&mut self, word: &str) -> Result<(), String> {
        match word {
            "[" => {
                self.count();
                self.open.push(0);
                if self.sizes.len() < self.open.len() {
                    self.sizes.push(None);
                }
            }
            "]" => return self.close(),
            "," if self.wants || self.open.last() == Some(&0) => {
                return Err("expected a value, but found ','".to_string());
            }
            "," => self.wants = true,
            value => {
                self.count();
                let depth = self.open.len() - 1;
                if *self.depth.get_or_insert(depth) != depth {
                    return Err(format!("'{value}' has a different nesting depth than the values before it"));
                }
                self.values.push(value.to_string());
            }
        }
        Ok(())
    }

    /// Counts the start of an element.
    fn count(&mut self) {
        self.wants = false;
        if let Some(n) = self.open.last_mut() {
            *n += 1;
        }
    }

    fn close(&mut self) -> Result<(), String> {
        if self.wants {
            return Err("expected a value, but found ']'".to_string());
        }
        let n = self.open.pop().filter(|_| !self.open.is_empty()).ok_or("a ']' closes no '['")?;
        let size = self.sizes[self.open.len()].get_or_insert(n);
        if *size != n {
            return Err(format!("expected {size} elements between brackets, but found {n}"));
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Written, String> {
        if self.wants {
            return Err("expected a value, but found the end".to_string());
        }
        if 1 < self.open.len() {
            return Err("a '[' is not closed".to_string());
        }
        // The outermost brackets are optional.
        self.sizes[0] = self.open.first().copied().filter(|n| *n != 1 || self.depth == Some(0));
        let sizes = self.sizes.into_iter().take(self.depth.map_or(0, |depth| depth + 1)).flatten().collect();
        Ok(Written { values: self.values, sizes })
    }
}
