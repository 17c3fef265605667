//! Reduces a failing program while it fails.

use super::syntax::{Function, HostStep, RandomProgram, Statement, StatementKind, Work};

/// Returns the smallest failing program found by erasing statements, and by replacing statements by their bodies.
pub fn shrink(program: RandomProgram, mut fails: impl FnMut(&RandomProgram) -> bool) -> RandomProgram {
    let mut best = program;
    loop {
        let n_statements = count(&best);
        let mut number = 0;
        while number < count(&best) {
            let smaller = [Edit::Erase, Edit::Unwrap(0), Edit::Unwrap(1)]
                .into_iter()
                .filter_map(|edit| edited(&best, number, edit))
                .find(|candidate| fails(candidate));
            match smaller {
                Some(smaller) => best = smaller,
                None => number += 1,
            }
        }
        if count(&best) == n_statements {
            return best;
        }
    }
}

/// A change of one statement.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edit {
    /// Erases it; for an allocation, with all uses of its buffer.
    Erase,
    /// Replaces it by one of its bodies.
    Unwrap(usize),
}

fn bodies(statement: &Statement) -> &[Vec<Statement>] {
    match &statement.kind {
        StatementKind::If(_, bodies) | StatementKind::While(_, _, bodies) => bodies,
        StatementKind::For(_, _, body) | StatementKind::Execute(body) => std::slice::from_ref(body),
        StatementKind::Alloc(..)
        | StatementKind::Work(..)
        | StatementKind::Host(_)
        | StatementKind::Wait
        | StatementKind::Call(..) => &[],
    }
}

fn bodies_mut(statement: &mut Statement) -> &mut [Vec<Statement>] {
    match &mut statement.kind {
        StatementKind::If(_, bodies) | StatementKind::While(_, _, bodies) => bodies,
        StatementKind::For(_, _, body) | StatementKind::Execute(body) => std::slice::from_mut(body),
        StatementKind::Alloc(..)
        | StatementKind::Work(..)
        | StatementKind::Host(_)
        | StatementKind::Wait
        | StatementKind::Call(..) => &mut [],
    }
}

fn count_in(statements: &[Statement]) -> usize {
    statements.iter().map(|one| 1 + bodies(one).iter().map(|body| count_in(body)).sum::<usize>()).sum()
}

/// Returns the number of statements.
pub fn count(program: &RandomProgram) -> usize {
    let functions: usize = program.functions.iter().map(|function: &Function| count_in(&function.body)).sum();
    functions + count_in(&program.main)
}

/// Returns the program with an edit of the statement with this number; `None` if the edit does not apply to it.
fn edited(program: &RandomProgram, number: usize, edit: Edit) -> Option<RandomProgram> {
    let mut out = program.clone();
    let mut left = number;
    let mut erased = None;
    let mut done = edit_in(&mut out.main, &mut left, edit, &mut erased);
    for function in &mut out.functions {
        done = done || edit_in(&mut function.body, &mut left, edit, &mut erased);
    }
    if let Some(buffer) = erased {
        let all = out.functions.iter_mut().map(|function| &mut function.body).chain([&mut out.main]);
        all.for_each(|body| without_buffer(body, buffer));
    }
    done.then_some(out)
}

fn edit_in(
    statements: &mut Vec<Statement>,
    left: &mut usize,
    edit: Edit,
    erased: &mut Option<usize>,
) -> bool {
    for index in 0..statements.len() {
        if *left == 0 {
            return apply(statements, index, edit, erased);
        }
        *left -= 1;
        let inner = bodies_mut(&mut statements[index]);
        if inner.iter_mut().any(|body| edit_in(body, left, edit, erased)) {
            return true;
        }
    }
    false
}

fn apply(statements: &mut Vec<Statement>, index: usize, edit: Edit, erased: &mut Option<usize>) -> bool {
    match edit {
        Edit::Erase => {
            match statements.remove(index).kind {
                StatementKind::Alloc(buffer, _) | StatementKind::Host(HostStep::Alloc(buffer)) => {
                    *erased = Some(buffer);
                }
                StatementKind::Work(Work::Free(buffer), _) => *erased = Some(buffer),
                StatementKind::Work(..)
                | StatementKind::Host(_)
                | StatementKind::Wait
                | StatementKind::If(..)
                | StatementKind::For(..)
                | StatementKind::While(..)
                | StatementKind::Call(..)
                | StatementKind::Execute(_) => {}
            }
            true
        }
        Edit::Unwrap(number) => {
            let is_loop = matches!(statements[index].kind, StatementKind::For(..) | StatementKind::While(..));
            let Some(body) = bodies(&statements[index]).get(number).cloned() else { return false };
            if is_loop && uses_counters(&body) {
                return false;
            }
            statements.splice(index..=index, body);
            true
        }
    }
}

/// Whether offsets in a body use an induction variable, including that of the loop itself.
fn uses_counters(body: &[Statement]) -> bool {
    format!("{body:?}").contains("Of {")
}

/// Erases all statements that use a buffer.
fn without_buffer(statements: &mut Vec<Statement>, buffer: usize) {
    statements.retain(|statement| !uses(statement, buffer));
    for statement in statements {
        for body in bodies_mut(statement) {
            without_buffer(body, buffer);
        }
    }
}

fn uses(statement: &Statement, buffer: usize) -> bool {
    use super::effects::{effects_of_condition, effects_of_host, effects_of_work};
    let effects = match &statement.kind {
        StatementKind::Alloc(other, _) | StatementKind::Host(HostStep::Alloc(other)) => {
            return *other == buffer;
        }
        StatementKind::Work(work, _) => effects_of_work(work),
        StatementKind::Host(step) => effects_of_host(step),
        StatementKind::If(condition, _) => effects_of_condition(condition),
        StatementKind::Call(_, arguments) => return arguments.contains(&buffer),
        StatementKind::Wait
        | StatementKind::For(..)
        | StatementKind::While(..)
        | StatementKind::Execute(_) => return false,
    };
    effects.iter().any(|effect| effect.buffer == buffer)
}
