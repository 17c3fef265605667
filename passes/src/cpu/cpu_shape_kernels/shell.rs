//! The function that encloses the segments: its parameters, the block loop and the thread loops.

use super::MAX_SCRATCH_BYTES;
use super::{Shaped, Shaper, refuse};
use warpline_ir::artifact::{ACCESSES, SCRATCH_BYTES, SHAPED, THREAD_ROWS, THREADS};
use warpline_ir::dialect::func::function_type_of;
use warpline_ir::dialect::gpu::dimension_of;
use warpline_ir::{
    Arith, Attr, AttrKind, Block, Builder, Cf, DYNAMIC, Func, Gpu, Module, Op, OpKind, Place, Scf, Type,
    TypeKind, Value,
};

/// A function that has no segments yet.
pub(super) struct Shell {
    pub(super) function: Op,
    /// The arguments of the kernel.
    pub(super) args: Vec<Value>,
    pub(super) scratch: Value,
    /// The block loop; code that runs once is placed before it.
    pub(super) blocks: Op,
    /// The terminator of the body of the block loop.
    pub(super) end: Op,
    pub(super) zero: Value,
    pub(super) one: Value,
    /// The number of threads of a block.
    pub(super) threads: Value,
    grid_dim: [Value; 3],
    pub(super) block_dim: [Value; 3],
    /// The sizes of a block along x, y and z, if the kernel has them.
    known: Option<[i64; 3]>,
    /// The results of three operations at the start of the body of the block loop, which [`Shaper::finish`] replaces.
    pub(super) block_id: [Value; 3],
}

/// Loops over the threads of a block.
pub(super) struct Nest {
    /// The terminator of the innermost body.
    pub(super) end: Op,
    /// The thread ids along x, y and z.
    pub(super) ids: [Value; 3],
    /// The linear thread id.
    pub(super) linear: Value,
}

impl Shell {
    /// Builds a function with empty loops after the kernel, for blocks of at most `most` threads.
    pub(super) fn build(module: &mut Module, (table, kernel): (Op, Op), most: u64) -> Self {
        let known = known_block_size(module, kernel);
        let known_grid = known_size(module, kernel, "known_grid_size");
        let function = declare(module, table, kernel);
        let location = module.location(kernel);
        let entry = module.entry(function, 0).expect("the function was made with a body");
        let args = module.args(entry).to_vec();
        let (args, own) = args.split_at(args.len() - 9);
        let three = |first: usize| [own[first], own[first + 1], own[first + 2]];
        let (mut grid_dim, mut block_dim) = (three(0), three(3));
        let mut at = Builder::new(module, Place::End(entry), location);
        let (zero, one) = (at.index(0), at.index(1));
        for (size, known) in block_dim.iter_mut().zip(known.into_iter().flatten()) {
            *size = assert_size(&mut at, *size, known, "the size of a block", "known_block_size");
        }
        for (size, known) in grid_dim.iter_mut().zip(known_grid.into_iter().flatten()) {
            *size = assert_size(&mut at, *size, known, "the size of the grid", "known_grid_size");
        }
        let threads = if let Some(sizes) = known {
            at.index(sizes.iter().fold(1, |n, size| n.saturating_mul(*size)))
        } else {
            let plane = at.binary(Arith::MulI, block_dim[0], block_dim[1]);
            let threads = at.binary(Arith::MulI, plane, block_dim[2]);
            let most = at.index(most as i64);
            let fits = at.compare("ule", threads, most, Type::I1);
            let message =
                at.module.string_attr("a block has more threads than the kernel has scratch memory for");
            at.op(Cf::Assert, &[fits], &[], &[("msg", message)]);
            threads
        };
        let (blocks, body, end) = build_for(&mut at, [own[6], own[7], one], &[]);
        at.op(Func::Return, &[], &[], &[]);
        let mut at = Builder::new(module, Place::Start(body), location);
        let block_id = ["x", "y", "z"].map(|axis| {
            let dimension = at.module.keyword_attr(Gpu::BlockId, "dimension", axis);
            at.value(Gpu::BlockId, &[], Type::INDEX, &[("dimension", dimension)])
        });
        Self {
            function,
            args: args.to_vec(),
            scratch: own[8],
            blocks,
            end,
            zero,
            one,
            threads,
            grid_dim,
            block_dim,
            known,
            block_id,
        }
    }

    /// Builds loops over the threads of a block before an operation; a dimension that is known to have one thread has
    /// no loop.
    pub(super) fn thread_loops(&self, module: &mut Module, before: Op) -> Nest {
        let location = module.location(before);
        let mut at = Builder::new(module, Place::Before(before), location);
        let (mut ids, mut end) = ([self.zero; 3], before);
        for dim in [2, 1, 0] {
            if dim != 0 && self.has_one(dim) {
                continue;
            }
            let (built, body, last) = build_for(&mut at, [self.zero, self.block_dim[dim], self.one], &[]);
            match dim {
                0 => at.module.set_attr(built, THREADS, Attr::UNIT),
                1 => at.module.set_attr(built, THREAD_ROWS, Attr::UNIT),
                _ => {}
            }
            at.place = Place::Before(last);
            (ids[dim], end) = (at.module.args(body)[0], last);
        }
        let linear = self.linear(&mut at, ids);
        Nest { end, ids, linear }
    }

    /// Whether the size along a dimension is known to be 1.
    fn has_one(&self, dim: usize) -> bool {
        self.known.is_some_and(|sizes| sizes[dim] == 1)
    }

    /// Builds the linear number of a thread.
    pub(super) fn linear(&self, at: &mut Builder<'_>, [x, y, z]: [Value; 3]) -> Value {
        let [size_x, size_y, _] = self.block_dim;
        let row = match (self.has_one(2), self.has_one(1)) {
            (true, true) => return x,
            (true, false) => y,
            (false, _) => {
                let plane = at.binary(Arith::MulI, z, size_y);
                at.binary(Arith::AddI, plane, y)
            }
        };
        let row = at.binary(Arith::MulI, row, size_x);
        at.binary(Arith::AddI, row, x)
    }
}

impl Nest {
    /// Drops the linear thread id if it is unused.
    pub(super) fn drop_unused(&self, module: &mut Module) {
        let mut unused = vec![self.linear];
        while let Some(value) = unused.pop() {
            if !module.is_unused(value) {
                continue;
            }
            let Some(op) = module.defining_op(value) else { continue };
            let operands = module.operands(op).to_vec();
            module.erase(op);
            unused.extend(operands.first());
        }
    }
}

/// Returns the sizes of a block that a kernel declares.
pub(super) fn known_block_size(module: &Module, kernel: Op) -> Option<[i64; 3]> {
    known_size(module, kernel, "known_block_size")
}

/// Builds an assertion that a size is the one that an attribute of the kernel declares, and returns that one.
fn assert_size(at: &mut Builder<'_>, size: Value, known: i64, what: &str, key: &str) -> Value {
    let known = at.index(known);
    let is_equal = at.compare("eq", size, known, Type::I1);
    let message = at.module.string_attr(&format!("{what} is not that of the kernel's attribute {key}"));
    at.op(Cf::Assert, &[is_equal], &[], &[("msg", message)]);
    known
}

fn known_size(module: &Module, kernel: Op, key: &str) -> Option<[i64; 3]> {
    match module.attr_kind(module.attr(kernel, key)?) {
        AttrKind::DenseArray(_, sizes) => <[i64; 3]>::try_from(&sizes[..]).ok(),
        _ => None,
    }
}

/// Builds an `scf.for`; returns it with its body and its terminator, which yields nothing yet.
pub(in crate::cpu) fn build_for(
    at: &mut Builder<'_>,
    bounds: [Value; 3],
    inits: &[Value],
) -> (Op, Block, Op) {
    let types: Vec<Type> = inits.iter().map(|init| at.module.type_of(*init)).collect();
    let operands = [&bounds[..], inits].concat();
    let op = at.op_with_regions(Scf::For, &operands, &types, &[], 1);
    let region = at.module.region(op, 0);
    let counter = at.module.type_of(bounds[0]);
    let body = at.module.add_block(region, &[&[counter][..], &types].concat());
    let end = Builder::new(at.module, Place::End(body), at.location).op(Scf::Yield, &[], &[], &[]);
    (op, body, end)
}

/// Declares the function of a kernel, with an empty body. Its first arguments have the attributes of those of the kernel.
fn declare(module: &mut Module, table: Op, kernel: Op) -> Op {
    let scratch = module.memref_type(&[DYNAMIC], Type::I8, None, None);
    let mut types = function_type_of(module, kernel).0.to_vec();
    types.extend([Type::INDEX; 8]);
    types.push(scratch);
    let base = format!("{}.shaped", module.symbol_name(kernel).unwrap_or_default());
    let name = module.unique_symbol(table, &base);
    let ty = module.intern_type(TypeKind::Function(types.clone().into(), Box::default()));
    let mut attrs = vec![
        ("sym_name", module.string_attr(&name)),
        ("sym_visibility", module.string_attr("private")),
        ("function_type", module.type_attr(ty)),
    ];
    let given = module.attr(kernel, "arg_attrs").map(|given| module.attr_kind(given));
    if let Some(AttrKind::Array(given)) = given {
        let mut given = given.to_vec();
        given.resize(types.len(), module.intern_attr(AttrKind::Dict(Box::default())));
        attrs.push(("arg_attrs", module.intern_attr(AttrKind::Array(given.into()))));
    }
    let function = Builder::after(module, kernel).op_with_regions(Func::Func, &[], &[], &attrs, 1);
    let region = module.region(function, 0);
    module.add_block(region, &types);
    function
}

impl Shaper<'_> {
    /// Replaces ids and sizes by values of the function; thread ids become the results of three operations at the
    /// start.
    pub(super) fn bind_geometry(&mut self, entry: Block) -> Shaped<[Value; 3]> {
        let location = self.module.location(self.kernel);
        let mut at = Builder::new(self.module, Place::Start(entry), location);
        let threads = ["x", "y", "z"].map(|axis| {
            let dimension = at.module.keyword_attr(Gpu::ThreadId, "dimension", axis);
            at.value(Gpu::ThreadId, &[], Type::INDEX, &[("dimension", dimension)])
        });
        self.expand_matrices(threads)?;
        let made = threads.map(|thread| self.module.defining_op(thread));
        for op in self.module.walk(self.work).into_iter().skip(1).filter(|op| !made.contains(&Some(*op))) {
            let kind = match self.module.kind(op) {
                OpKind::Gpu(kind) => kind,
                OpKind::Affine(_) => return refuse(self.module, op, "run lower-affine first"),
                _ => continue,
            };
            let dim = match kind {
                Gpu::Barrier | Gpu::Return | Gpu::Printf => continue,
                Gpu::DynamicSharedMemory => {
                    self.bind_dynamic(op);
                    continue;
                }
                Gpu::LaneId | Gpu::Shuffle | Gpu::Ballot => {
                    self.expand_exchange(op, kind, threads)?;
                    continue;
                }
                kind if kind.def().scope.is_some() => dimension(self.module, op)?,
                _ => return refuse(self.module, op, "it is not implemented"),
            };
            let Shell { block_id, block_dim, grid_dim, .. } = self.shell;
            let value = match kind {
                Gpu::ThreadId => threads[dim],
                // Each block is a cluster.
                Gpu::BlockId | Gpu::ClusterId => block_id[dim],
                Gpu::BlockDim => block_dim[dim],
                Gpu::GridDim | Gpu::ClusterDim => grid_dim[dim],
                Gpu::ClusterBlockId => self.shell.zero,
                Gpu::ClusterDimBlocks => self.shell.one,
                _ => {
                    let mut at = Builder::before(self.module, op);
                    let first = at.binary(Arith::MulI, block_id[dim], block_dim[dim]);
                    at.binary(Arith::AddI, first, threads[dim])
                }
            };
            self.module.replace_op(op, &[value]);
        }
        Ok(threads)
    }

    /// Makes the block ids that are used values that the block loop carries: it counts along x, then y, then z.
    fn count_blocks(&mut self) {
        let Shell { blocks, block_id, grid_dim, zero, one, .. } = self.shell;
        let n_used = (0..3).rev().find(|dim| !self.module.is_unused(block_id[*dim])).map_or(0, |dim| dim + 1);
        let made = block_id.map(|id| self.module.defining_op(id));
        let Some(body) = self.module.entry(blocks, 0) else { return };
        let bounds = ["lowerBound", "upperBound", "step"].map(|name| self.module.op(blocks).named(name));
        let mut at = Builder::before(self.module, blocks);
        let mut inits = Vec::new();
        let mut rest = bounds[0];
        for (dim, size) in grid_dim.into_iter().take(n_used).enumerate() {
            inits.push(at.binary(Arith::RemUI, rest, size));
            if dim + 1 < n_used {
                rest = at.binary(Arith::DivUI, rest, size);
            }
        }
        let (counted, counted_body, end) = build_for(&mut at, bounds, &inits);
        let args = at.module.args(counted_body).to_vec();
        let old_end = at.module.last_op(body);
        for op in at.module.ops_in(body) {
            if Some(op) != old_end {
                at.module.move_op(op, Place::Before(end));
            }
        }
        let variable = at.module.args(body)[0];
        at.module.replace_all_uses(variable, args[0]);
        at.place = Place::Before(end);
        let mut yields = Vec::new();
        // Whether all earlier dimensions start again.
        let mut starts_again = None;
        for (id, size) in args[1..].iter().zip(grid_dim) {
            let next = at.binary(Arith::AddI, *id, one);
            let is_end = at.compare("eq", next, size, Type::I1);
            let next = at.value(Arith::Select, &[is_end, zero, next], Type::INDEX, &[]);
            let (next, again) = match starts_again {
                None => (next, is_end),
                Some(again) => (
                    at.value(Arith::Select, &[again, next, *id], Type::INDEX, &[]),
                    at.binary(Arith::AndI, again, is_end),
                ),
            };
            yields.push(next);
            starts_again = Some(again);
        }
        at.module.set_operands(end, &yields);
        for (dim, op) in made.into_iter().enumerate() {
            let Some(op) = op else { continue };
            match args.get(dim + 1) {
                Some(arg) => at.module.replace_op(op, &[*arg]),
                None => at.module.erase(op),
            }
        }
        at.module.erase(blocks);
        self.shell.blocks = counted;
    }

    /// Counts the blocks, and records the scratch size and the kernel of the function.
    pub(super) fn finish(&mut self, spaces: &[Attr]) -> Shaped {
        let bytes = self.frame.bytes();
        if MAX_SCRATCH_BYTES < bytes {
            let message = format!("the kernel needs {bytes} bytes of scratch memory, more than 256 MiB");
            return Err(super::Refusal { location: self.module.location(self.kernel), message });
        }
        let end = self.module.int_attr(bytes as i64, Type::INDEX);
        for offset in &self.dynamic_offsets {
            self.module.set_attr(*offset, "value", end);
        }
        let function = self.shell.function;
        if self.module.attr(self.kernel, ACCESSES).is_some()
            && let Some(body) = self.module.entry(self.shell.blocks, 0)
        {
            self.report_interval(Place::Start(body));
        }
        self.count_blocks();
        self.drop_memory_spaces(spaces);
        let bytes = self.module.int_attr(bytes as i64, Type::I64);
        self.module.set_attr(function, SCRATCH_BYTES, bytes);
        let name = self.module.symbol_name(function).unwrap_or_default().to_string();
        let name = self.module.symbol_attr(&[&name]);
        self.module.set_attr(self.kernel, SHAPED, name);
        Ok(())
    }
}

/// Returns the dimension of an id or size operation.
fn dimension(module: &Module, op: Op) -> Shaped<usize> {
    match dimension_of(module.op(op)) {
        Some(dim) => Ok(dim),
        None => refuse(module, op, "expected dimension x, y or z"),
    }
}
