//! Handles: numbers as wide as addresses, each of a kind, which are never reused.

use crate::code;
use crate::driver::{Answer, Driver};

/// The kind of a handle, which also determines its name in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum HandleKind {
    Stream,
    Event,
    Image,
    Function,
    Pool,
    Graph,
    Exec,
    Node,
}

impl HandleKind {
    fn letters(self) -> &'static str {
        match self {
            Self::Stream => "s",
            Self::Event => "e",
            Self::Image => "image",
            Self::Function => "f",
            Self::Pool => "pool",
            Self::Graph => "g",
            Self::Exec => "x",
            Self::Node => "n",
        }
    }
}

impl Driver {
    /// Creates a handle.
    pub(crate) fn make(&mut self, kind: HandleKind) -> usize {
        let number = self.handles.values().filter(|(known, ..)| *known == kind).count();
        let handle = 0x1000 + 16 * self.handles.len();
        self.handles.insert(handle, (kind, number, true));
        handle
    }

    /// Returns the name of a handle in the log.
    pub(crate) fn name(&self, handle: usize) -> String {
        match self.handles.get(&handle) {
            Some((kind, number, _)) => format!("{}{number}", kind.letters()),
            None => format!("{handle:#x}"),
        }
    }

    /// Checks that a handle is live and of a kind.
    pub(crate) fn check(&mut self, kind: HandleKind, handle: usize) -> Answer<usize> {
        match self.handles.get(&handle) {
            Some((known, _, true)) if *known == kind => Ok(handle),
            _ => {
                let name = self.name(handle);
                self.rule_violation(&format!("{name} is not a live {kind:?} handle"));
                Err(code::INVALID_HANDLE)
            }
        }
    }

    /// Destroys a handle.
    pub(crate) fn end(&mut self, kind: HandleKind, handle: usize) -> Answer<usize> {
        self.check(kind, handle)?;
        if let Some((_, _, is_live)) = self.handles.get_mut(&handle) {
            *is_live = false;
        }
        Ok(handle)
    }

    /// Logs the objects that live.
    pub(crate) fn report_leaks(&mut self) {
        if self.sticky.is_some() {
            self.write("the context was lost, and all in it with it");
            return;
        }
        // Functions and nodes are destroyed with their owners.
        let owned = |kind: HandleKind| matches!(kind, HandleKind::Function | HandleKind::Node);
        let live = self.handles.iter().filter(|(_, (kind, _, is_live))| *is_live && !owned(*kind));
        let handles: Vec<String> = live.map(|(handle, _)| self.name(*handle)).collect();
        let memory = self.memory.all().map(|(_, allocation)| allocation.name.clone());
        let leaked: Vec<String> = handles.into_iter().chain(memory).collect();
        let text = if leaked.is_empty() {
            "nothing is left".to_string()
        } else {
            format!("leaked: {}", leaked.join(", "))
        };
        self.write(&text);
    }
}
