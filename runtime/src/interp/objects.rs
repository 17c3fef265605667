//! Tokens, values and groups of `async`: the runtime without coroutines.
//!
//! The values of `async.execute` and of calls are complete when they exist: a token is zero, a value its
//! content. Only objects of `async.runtime.create` have a state, and waiting for one that is not available
//! ends the run.

use super::code::{Cell, Reg};
use super::fault::Result;
use super::machine::{Machine, cell, no_value, set};
use super::scalars::bits;

/// A step of the `async` runtime.
#[derive(Clone, Copy, Debug)]
pub(super) enum AsyncStep {
    /// Creates a token or a value that is not available.
    Create {
        dst: Reg,
    },
    /// Makes an object available, or failed.
    Finish {
        object: Reg,
        is_error: bool,
    },
    IsError {
        object: Reg,
        dst: Reg,
    },
    /// Returns the content of a value.
    Await {
        object: Reg,
        needs_success: bool,
        dst: Option<Reg>,
    },
    Store {
        value: Reg,
        object: Reg,
    },
    Load {
        object: Reg,
        dst: Reg,
    },
    CreateGroup {
        dst: Reg,
    },
    /// Returns the index of the member.
    AddToGroup {
        object: Reg,
        group: Reg,
        dst: Reg,
    },
    GroupIsError {
        group: Reg,
        dst: Reg,
    },
    AwaitGroup {
        group: Reg,
        needs_success: bool,
    },
}

/// The state of the work of a token or value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Waiting,
    Available,
    Failed,
}

#[derive(Debug, Default)]
struct Object {
    state: State,
    content: Cell,
}

/// All objects of a run.
#[derive(Debug, Default)]
pub(super) struct Objects {
    objects: Vec<Object>,
    /// The members of each group.
    groups: Vec<Vec<Cell>>,
}

impl Objects {
    /// Returns the state of a token or value.
    fn state(&self, object: &Cell) -> State {
        match object {
            Cell::Object(number) => self.objects[*number].state,
            _ => State::Available,
        }
    }

    /// Returns an object of the runtime.
    fn object(&mut self, object: &Cell) -> Result<&mut Object> {
        match object {
            Cell::Object(number) => Ok(&mut self.objects[*number]),
            _ => Err("expected a token or value created by `async.runtime.create`".into()),
        }
    }

    fn group(&mut self, number: u64) -> Result<&mut Vec<Cell>> {
        usize::try_from(number).ok().and_then(|number| self.groups.get_mut(number)).ok_or_else(no_value)
    }

    /// Fails unless the object is available, since no other work could make it available.
    fn wait(&self, object: &Cell, needs_success: bool) -> Result<()> {
        match self.state(object) {
            State::Waiting => {
                Err("deadlock: waiting for a token or value that is never made available".into())
            }
            State::Failed if needs_success => Err("waiting for work that failed".into()),
            State::Available | State::Failed => Ok(()),
        }
    }

    /// Returns the content of an available token or value.
    fn content(&self, object: &Cell) -> Result<Cell> {
        let Cell::Object(number) = object else { return Ok(object.clone()) };
        match &self.objects[*number] {
            Object { state: State::Failed, .. } => Err("use of a value whose work failed".into()),
            Object { content: Cell::Empty, .. } => Err("load of a value that was never stored".into()),
            Object { content, .. } => Ok(content.clone()),
        }
    }
}

impl Machine<'_> {
    /// Executes a step of the runtime.
    pub(super) fn async_step(&mut self, step: AsyncStep, regs: &mut [Cell]) -> Result<()> {
        let objects = &mut self.objects;
        let (dst, value) = match step {
            AsyncStep::Create { dst } => {
                objects.objects.push(Object::default());
                (dst, Cell::Object(objects.objects.len() - 1))
            }
            AsyncStep::Finish { object, is_error } => {
                let object = objects.object(cell(regs, object)?)?;
                if object.state != State::Waiting {
                    return Err("the token or value is available or failed already".into());
                }
                object.state = if is_error { State::Failed } else { State::Available };
                return Ok(());
            }
            AsyncStep::IsError { object, dst } => {
                let is_error = objects.state(cell(regs, object)?) == State::Failed;
                (dst, Cell::Bits(u64::from(is_error)))
            }
            AsyncStep::Await { object, needs_success, dst } => {
                objects.wait(cell(regs, object)?, needs_success)?;
                let Some(dst) = dst else { return Ok(()) };
                (dst, objects.content(cell(regs, object)?)?)
            }
            AsyncStep::Store { value, object } => {
                let content = cell(regs, value)?.clone();
                objects.object(cell(regs, object)?)?.content = content;
                return Ok(());
            }
            AsyncStep::Load { object, dst } => (dst, objects.content(cell(regs, object)?)?),
            AsyncStep::CreateGroup { dst } => {
                objects.groups.push(Vec::new());
                (dst, Cell::Bits(objects.groups.len() as u64 - 1))
            }
            AsyncStep::AddToGroup { object, group, dst } => {
                let members = objects.group(bits(regs, group)?)?;
                members.push(cell(regs, object)?.clone());
                (dst, Cell::Bits(members.len() as u64 - 1))
            }
            AsyncStep::GroupIsError { group, dst } => {
                let members = objects.group(bits(regs, group)?)?.clone();
                let is_error = members.iter().any(|member| objects.state(member) == State::Failed);
                (dst, Cell::Bits(u64::from(is_error)))
            }
            AsyncStep::AwaitGroup { group, needs_success } => {
                let members = objects.group(bits(regs, group)?)?.clone();
                return members.iter().try_for_each(|member| objects.wait(member, needs_success));
            }
        };
        set(regs, dst, value);
        Ok(())
    }
}
