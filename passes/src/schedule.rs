//! The scheduler: passes over host code with device work, and the parts of [`gpu_schedule`], which assigns it to
//! streams.

pub mod async_execute_inline;
pub mod async_execute_to_runtime;
pub mod gpu_async_region;
pub mod gpu_graph_regions;
pub mod gpu_place_buffers;
pub mod gpu_reorder;
pub mod gpu_rotate_buffers;
pub mod gpu_schedule;
pub mod inline_token_calls;
pub mod verify_schedule;

pub mod arena;
pub mod bits;
mod blocks;
pub mod borrowed_streams;
mod co_residency;
pub mod commands;
mod conflicts;
pub mod contention;
pub mod durations;
pub mod emit;
pub mod events;
pub mod explain;
pub mod hints;
mod host_loops;
mod host_waits;
pub mod input;
mod iterations;
pub mod joins;
pub(crate) mod launch_sizes;
pub mod listing;
pub mod matching;
pub mod memory;
pub mod model;
pub mod phases;
pub mod plan;
pub mod reduction;
mod replay;
mod sets;
pub mod sizes;
pub mod streams;
mod strip;
pub(crate) mod threads;
mod token_constraints;
mod tokens;
pub(crate) mod unordered;
pub(crate) mod user_streams;
pub mod waits;
pub mod walk;
mod weights;
mod work;

pub use gpu_schedule::{Preview, has_gpu_work, make_plan, make_plan_for, make_plans, preview, preview_of};
pub(crate) use gpu_schedule::{
    can_keep, is_worth_its_memory, plan_body, plan_with_memory_in_place, warn_of_unordered, warn_of_unwaited,
};
