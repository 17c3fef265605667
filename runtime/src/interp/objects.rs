//! Steps of the async runtime. Values, groups and what `async.runtime.create` creates are [`Objects`]; a token of
//! `async.execute` or of a call is zero, as it is complete when it exists.

use super::code::{Cell, Reg};
use super::fault::Result;
use super::machine::{Machine, cell, no_value, set};
use crate::objects::Objects;

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
    /// Whether an object or a member of a group failed.
    IsError {
        object: Reg,
        dst: Reg,
    },
    /// Waits for an object or a group, and returns the content of a value.
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
}

/// Returns the number of an object; `None` for a token that is complete since it exists.
fn number_of(object: &Cell) -> Option<usize> {
    match object {
        Cell::Object(number) => Some(*number),
        _ => None,
    }
}

/// Returns the number of an object that the program created.
fn created(object: &Cell) -> Result<usize> {
    let created = number_of(object);
    created.ok_or_else(|| "expected a token or value created by `async.runtime.create`".into())
}

/// Returns the content of an available token or value.
fn content(objects: &Objects<Cell>, object: &Cell) -> Result<Cell> {
    match number_of(object) {
        Some(number) => Ok(objects.content(number)?.clone()),
        None => Ok(object.clone()),
    }
}

impl Machine<'_> {
    /// Executes a step of the runtime.
    pub(super) fn async_step(&mut self, step: AsyncStep, regs: &mut [Cell]) -> Result<()> {
        let objects = &mut self.objects;
        let (dst, value) = match step {
            AsyncStep::Create { dst } => (dst, Cell::Object(objects.create())),
            AsyncStep::Finish { object, is_error } => {
                return Ok(objects.finish(created(cell(regs, object)?)?, is_error)?);
            }
            AsyncStep::IsError { object, dst } => {
                let number = number_of(cell(regs, object)?);
                let is_error = number.is_some_and(|number| objects.has_failed(number));
                (dst, Cell::Bits(u64::from(is_error)))
            }
            AsyncStep::Await { object, needs_success, dst } => {
                let object = cell(regs, object)?;
                number_of(object).map_or(Ok(()), |number| objects.wait(number, needs_success))?;
                let Some(dst) = dst else { return Ok(()) };
                (dst, content(objects, object)?)
            }
            AsyncStep::Store { value, object } => {
                let value = cell(regs, value)?.clone();
                return Ok(objects.store(created(cell(regs, object)?)?, value)?);
            }
            AsyncStep::Load { object, dst } => (dst, content(objects, cell(regs, object)?)?),
            AsyncStep::CreateGroup { dst } => (dst, Cell::Object(objects.create_group())),
            AsyncStep::AddToGroup { object, group, dst } => {
                let group = number_of(cell(regs, group)?).ok_or_else(no_value)?;
                (dst, Cell::Bits(objects.add(group, number_of(cell(regs, object)?))?))
            }
        };
        set(regs, dst, value);
        Ok(())
    }
}
