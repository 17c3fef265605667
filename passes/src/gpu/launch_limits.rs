//! The maximum launch sizes of a target, as options of passes that use range analysis.

use crate::PassCx;
use crate::analysis::kernel_facts;
use crate::analysis::launches::Sizes;
use crate::analysis::ranges::Ranges;
use crate::backend::Target;
use crate::pass::PassOption;
use warpline_ir::{Module, Op, Reported, Span, codes};

/// The maximum grid and block size along x, y and z; no limit where it is unknown.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Limits {
    grid: [Option<i64>; 3],
    block: [Option<i64>; 3],
}

impl Limits {
    /// The option for the maximum grid size.
    pub(crate) const GRID: PassOption = PassOption {
        name: "max-grid",
        summary: "The maximum number of blocks of a grid along x, y and z",
        default: "",
    };
    /// The option for the maximum block size.
    pub(crate) const BLOCK: PassOption = PassOption {
        name: "max-block",
        summary: "The maximum number of threads of a block along x, y and z",
        default: "",
    };

    /// Reads the limits from the options of a pass.
    pub(crate) fn of(cx: &mut PassCx<'_>) -> Result<Self, Reported> {
        Ok(Self { grid: sizes(cx, Self::GRID.name)?, block: sizes(cx, Self::BLOCK.name)? })
    }

    /// Returns launch sizes, with the limits as upper bounds where nothing tighter is known.
    pub(crate) fn within(&self, sizes: Sizes) -> Sizes {
        let within =
            |sizes: [Option<i64>; 3], most: [Option<i64>; 3]| [0, 1, 2].map(|dim| sizes[dim].or(most[dim]));
        Sizes { grid: within(sizes.grid, self.grid), block: within(sizes.block, self.block), ..sizes }
    }

    /// Returns the ranges of the integers of a device function in its launches within the limits.
    pub(crate) fn ranges_of(&self, module: &Module, func: Op) -> Ranges {
        let args = kernel_facts::argument_ranges(module, func);
        let sizes = self.within(kernel_facts::sizes(module, func));
        Ranges::of_function(module, func, &args, &sizes)
    }
}

/// Returns the ranges of the integers of a device function in its launches on a target.
pub fn ranges_on(target: &Target, module: &Module, func: Op) -> Ranges {
    let limits = Limits { grid: target.max_grid.map(Some), block: target.max_block.0.map(Some) };
    limits.ranges_of(module, func)
}

/// Returns the limits of a target as pass options in the text form of pipelines: names and values.
pub(crate) fn options(target: &Target) -> [(&'static str, [String; 3]); 2] {
    let (block, _) = target.max_block;
    let text = |sizes: [i64; 3]| sizes.map(|size| size.to_string());
    [(Limits::GRID.name, text(target.max_grid)), (Limits::BLOCK.name, text(block))]
}

fn sizes(cx: &mut PassCx<'_>, name: &str) -> Result<[Option<i64>; 3], Reported> {
    let text = cx.option(name).to_string();
    let parts: Vec<&str> = text.split(',').filter(|part| !part.is_empty()).collect();
    let size = |part: &str| part.parse::<i64>().ok().filter(|size| 0 < *size);
    match parts[..] {
        [] => return Ok([None; 3]),
        [x, y, z] => {
            if let (Some(x), Some(y), Some(z)) = (size(x), size(y), size(z)) {
                return Ok([Some(x), Some(y), Some(z)]);
            }
        }
        _ => {}
    }
    let message = format!(
        "option '{name}' of '{}': expected three sizes such as 1024,1024,64, but found '{text}'",
        cx.pass.name
    );
    Err(cx.diagnostics.error(codes::UNKNOWN_PASS, Span::default(), message))
}
