//! Work: launches, copies of rows and fills, as data.

use std::sync::Arc;

use crate::image::Image;
use crate::memory::{Content, Memory};

/// The extents of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dims {
    /// Blocks along x, y and z.
    pub grid: [u32; 3],
    /// Threads of a block along x, y and z.
    pub block: [u32; 3],
    /// Bytes of dynamic workgroup memory.
    pub shared: u32,
}

/// A launch of a kernel.
#[derive(Clone, Debug)]
pub struct Launch {
    pub(crate) image: Arc<Image>,
    pub(crate) function: usize,
    pub(crate) kernel: String,
    pub(crate) dims: Dims,
    /// The bytes of each parameter.
    pub(crate) params: Vec<Vec<u8>>,
}

impl Launch {
    /// Returns its duration in nanoseconds: a constant for the launch, and more for each block.
    pub(crate) fn duration(&self) -> u64 {
        5_000 + 100 * self.dims.grid.iter().map(|size| u64::from(*size)).product::<u64>()
    }

    /// Returns its text in the log.
    pub(crate) fn text(&self, memory: &Memory) -> String {
        let extent = |sizes: [u32; 3]| format!("{}x{}x{}", sizes[0], sizes[1], sizes[2]);
        let value = |bytes: &Vec<u8>| {
            let mut all = [0; 8];
            all[..bytes.len().min(8)].copy_from_slice(&bytes[..bytes.len().min(8)]);
            let value = u64::from_le_bytes(all);
            if bytes.len() == 8 { memory.name(value) } else { value.to_string() }
        };
        let params: Vec<String> = self.params.iter().map(value).collect();
        let (grid, block) = (extent(self.dims.grid), extent(self.dims.block));
        format!("{}, {grid}, {block}, {}, ({})", self.kernel, self.dims.shared, params.join(", "))
    }
}

/// A copy of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copy {
    /// Address of the first row of the destination.
    pub dst: u64,
    /// Address of the first row of the source.
    pub src: u64,
    /// Bytes from row to row of the destination.
    pub dst_pitch: u64,
    /// Bytes from row to row of the source.
    pub src_pitch: u64,
    /// Bytes of a row.
    pub width: u64,
    /// Number of rows.
    pub height: u64,
}

impl Copy {
    /// Returns a copy of one row.
    pub fn row(dst: u64, src: u64, bytes: usize) -> Self {
        let width = bytes as u64;
        Self { dst, src, dst_pitch: width, src_pitch: width, width, height: 1 }
    }

    /// Returns its duration in nanoseconds.
    pub(crate) fn duration(&self) -> u64 {
        1_000 + self.width * self.height / 16
    }

    /// Returns its text in the log.
    pub(crate) fn text(&self, memory: &Memory) -> String {
        let (dst, src) = (memory.name(self.dst), memory.name(self.src));
        match self.height {
            1 => format!("{dst}, {src}, {}", self.width),
            _ => {
                format!("{dst}/{}, {src}/{}, {}x{}", self.dst_pitch, self.src_pitch, self.height, self.width)
            }
        }
    }

    /// Executes the copy.
    pub(crate) fn run(&self, memory: &mut Memory) -> Result<(), String> {
        for row in 0..self.height {
            let content = memory.read(self.src + row * self.src_pitch, self.width)?;
            memory.write(self.dst + row * self.dst_pitch, &content)?;
        }
        Ok(())
    }
}

/// A fill of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set {
    /// Address of the first row.
    pub dst: u64,
    /// The value, in its low bytes.
    pub value: u32,
    /// Bytes of an element.
    pub size: u32,
    /// Elements of a row.
    pub width: u64,
    /// Number of rows.
    pub height: u64,
    /// Bytes from row to row.
    pub pitch: u64,
}

impl Set {
    /// Returns a fill of one row.
    pub fn row(dst: u64, value: u32, size: u32, count: usize) -> Self {
        Self { dst, value, size, width: count as u64, height: 1, pitch: 0 }
    }

    /// Returns its duration in nanoseconds.
    pub(crate) fn duration(&self) -> u64 {
        1_000 + self.width * u64::from(self.size) * self.height / 32
    }

    /// Whether rows are disjoint, and the pitch is a multiple of the element size.
    pub(crate) fn has_pitch(&self) -> bool {
        let size = u64::from(self.size);
        self.width * size <= self.pitch && self.pitch.is_multiple_of(size)
    }

    /// Returns its text in the log.
    pub(crate) fn text(&self, memory: &Memory) -> String {
        let dst = memory.name(self.dst);
        match self.height {
            1 => format!("{dst}, {:#x}, {}", self.value, self.width),
            _ => format!("{dst}/{}, {:#x}, {}x{}", self.pitch, self.value, self.height, self.width),
        }
    }

    /// Executes the fill.
    pub(crate) fn run(&self, memory: &mut Memory) -> Result<(), String> {
        let element = &self.value.to_le_bytes()[..self.size as usize];
        let bytes = element.repeat(self.width as usize);
        let content: Content = (bytes.clone(), vec![true; bytes.len()]);
        (0..self.height).try_for_each(|row| memory.write(self.dst + row * self.pitch, &content))
    }
}
