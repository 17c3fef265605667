//! Builders that several passes share: index arithmetic, affine expressions, values that loops carry, blocks, the copies of
//! unrolled loops, neutral elements, the end of buffers that are not read, and schedules that programs state.

pub mod affine_expand;
pub(crate) mod blocks;
pub mod index_math;
pub(crate) mod loop_jam;
pub(crate) mod loop_values;
pub(crate) mod neutral;
pub(crate) mod stated_schedule;
pub(crate) mod unread;
