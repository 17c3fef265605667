//! Loads and stores of subgroup matrices. All lanes load or store a matrix together, as one access: a state
//! in which one lane has stored and another one has not loaded is never observed, and accesses of one
//! subgroup are in program order.
//!
//! Every lane holds the whole matrix, since the distribution of elements to lanes depends on the device.

use super::code::{Cell, Reg, Row};
use super::fault::Result;
use super::launch::linear;
use super::machine::{Machine, Thread, cell, element, no_value, set};
use super::scalars::{bits, indices};
use super::shadow::Stamp;
use std::rc::Rc;
use warpline_ir::Op;

/// A load or a store of a matrix.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    pub(super) view: Reg,
    pub(super) indices: Box<[Reg]>,
    /// The leading dimension: elements from one row to the next.
    pub(super) lead: i64,
    pub(super) shape: [usize; 2],
    /// Whether rows and columns are exchanged in memory.
    pub(super) is_transposed: bool,
    /// The register of the matrix.
    pub(super) value: Reg,
    pub(super) is_store: bool,
}

impl Machine<'_> {
    /// Executes the access of a subgroup whose lanes `alive` wait at it. It counts as one access of the first
    /// of them.
    pub(super) fn access_matrix(
        &mut self,
        matrix: &Matrix,
        lanes: &mut [Thread],
        alive: &[usize],
        (epoch, first, op): (u32, usize, Op),
    ) -> Result<()> {
        let Some((leader, others)) = alive.split_first() else { return Ok(()) };
        let leading = &lanes[leader - first];
        self.memory.stamp = leading.geometry.as_ref().map(|place| Stamp {
            block: linear(place.block, place.grid) as u32,
            thread: *leader as u32,
            epoch,
        });
        let start = indices(registers(leading)?, &matrix.indices)?;
        for other in others {
            if indices(registers(&lanes[other - first])?, &matrix.indices)? != start {
                return Err("expected the same address in all lanes of the subgroup".into());
            }
        }
        let Some(loaded) = self.move_matrix(matrix, registers(leading)?, op)? else { return Ok(()) };
        for lane in alive {
            let top = lanes[lane - first].stack.last_mut().ok_or_else(no_value)?;
            set(&mut top.regs, matrix.value, loaded.clone());
        }
        Ok(())
    }

    /// Loads or stores a matrix; returns the loaded one.
    fn move_matrix(&mut self, matrix: &Matrix, regs: &[Cell], op: Op) -> Result<Option<Cell>> {
        let (target, first) = element(regs, matrix.view, &matrix.indices)?;
        let [n_rows, n_columns] = matrix.shape;
        let places = (0..n_rows).flat_map(|row| (0..n_columns).map(move |column| (row, column)));
        let places = places.map(|(row, column)| {
            let (row, column) = if matrix.is_transposed { (column, row) } else { (row, column) };
            first.wrapping_add(row as u64 * matrix.lead.cast_unsigned() + column as u64)
        });
        if !matrix.is_store {
            let elements = places.map(|place| bits(&[self.memory.load(target, place, op)?], 0));
            let elements = elements.collect::<Result<Vec<u64>>>()?;
            return Ok(Some(Cell::Row(Rc::new(Row::new(elements.into())))));
        }
        let Cell::Row(row) = cell(regs, matrix.value)? else { return Err(no_value()) };
        for (place, bits) in places.zip(row.known()?) {
            self.memory.store(target, place, &Cell::Bits(*bits), op)?;
        }
        Ok(None)
    }
}

/// Returns the registers of the function that a thread runs.
fn registers(thread: &Thread) -> Result<&[Cell]> {
    thread.stack.last().map(|top| top.regs.as_slice()).ok_or_else(no_value)
}
