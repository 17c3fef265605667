//! Tokens, values and groups of the async runtime, without coroutines: all work is done by one thread, in program order.
//! So waiting for an object that is not available ends the run, since no other work could make it available.

/// Why a step of the runtime fails.
pub(crate) type Problem = &'static str;

/// The state of the work of a token or value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Waiting,
    Available,
    Failed,
}

#[derive(Debug)]
enum Object<C> {
    /// A token, or a value with its content once that is stored.
    One { state: State, content: Option<C> },
    /// A group with its members; `None` is one that is complete and no object.
    Group(Vec<Option<usize>>),
}

/// All objects of a run by their numbers; values have contents of type `C`. Objects live as long as the run.
#[derive(Debug)]
pub(crate) struct Objects<C>(Vec<Object<C>>);

impl<C> Default for Objects<C> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<C> Objects<C> {
    /// Creates a token or value that is not available.
    pub(crate) fn create(&mut self) -> usize {
        self.0.push(Object::One { state: State::Waiting, content: None });
        self.0.len() - 1
    }

    /// Creates an empty group.
    pub(crate) fn create_group(&mut self) -> usize {
        self.0.push(Object::Group(Vec::new()));
        self.0.len() - 1
    }

    /// Adds a token or value to a group and returns its number there.
    pub(crate) fn add(&mut self, group: usize, member: Option<usize>) -> Result<u64, Problem> {
        match self.0.get_mut(group) {
            Some(Object::Group(members)) => {
                members.push(member);
                Ok(members.len() as u64 - 1)
            }
            _ => Err("expected a group"),
        }
    }

    /// Makes a token or value available, or failed.
    pub(crate) fn finish(&mut self, object: usize, is_error: bool) -> Result<(), Problem> {
        let Some(Object::One { state, .. }) = self.0.get_mut(object) else {
            return Err("expected a token or value");
        };
        if *state != State::Waiting {
            return Err("the token or value is available or failed already");
        }
        *state = if is_error { State::Failed } else { State::Available };
        Ok(())
    }

    /// Whether a token, a value or a member of a group failed.
    pub(crate) fn has_failed(&self, object: usize) -> bool {
        self.states(object).any(|state| state == State::Failed)
    }

    /// Fails unless a token, a value or all members of a group are available, or failed where that does not matter.
    pub(crate) fn wait(&self, object: usize, needs_success: bool) -> Result<(), Problem> {
        let mut states = self.states(object);
        states.try_for_each(|state| match state {
            State::Waiting => Err("deadlock: waiting for a token or value that is never made available"),
            State::Failed if needs_success => Err("waiting for work that failed"),
            State::Available | State::Failed => Ok(()),
        })
    }

    /// Stores the content of a value.
    pub(crate) fn store(&mut self, object: usize, value: C) -> Result<(), Problem> {
        match self.0.get_mut(object) {
            Some(Object::One { content, .. }) => {
                *content = Some(value);
                Ok(())
            }
            _ => Err("expected a value"),
        }
    }

    /// Returns the content of a value.
    pub(crate) fn content(&self, object: usize) -> Result<&C, Problem> {
        match self.0.get(object) {
            Some(Object::One { state: State::Failed, .. }) => Err("use of a value whose work failed"),
            Some(Object::One { content: Some(content), .. }) => Ok(content),
            _ => Err("load of a value that was never stored"),
        }
    }

    /// Returns the states of a token, a value or the members of a group.
    fn states(&self, object: usize) -> impl Iterator<Item = State> {
        let (one, members) = match self.0.get(object) {
            Some(Object::One { state, .. }) => (Some(*state), &[][..]),
            Some(Object::Group(members)) => (None, members.as_slice()),
            None => (None, &[][..]),
        };
        let of_member = |member: &Option<usize>| match member.map(|member| &self.0[member]) {
            Some(Object::One { state, .. }) => *state,
            Some(Object::Group(_)) | None => State::Available,
        };
        one.into_iter().chain(members.iter().map(of_member))
    }
}
