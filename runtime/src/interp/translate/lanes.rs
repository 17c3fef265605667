//! Translates collective operations of gpu, subgroup matrices, and printing.

use super::vector::Product;
use crate::interp::code::{Cell, Instr, Reg, Row};
use crate::interp::collective::{Collective, CollectiveKind, Combine, Share, ShuffleMode};
use crate::interp::compile::{Exit, Task, Translator};
use crate::interp::matrix::Matrix;
use crate::interp::vector::{Pick, Target, VectorStep};
use std::rc::Rc;
use warpline_ir::dialect::gpu::warp::lane_shares;
use warpline_ir::scalar::ScalarOp;
use warpline_ir::scalar::int::{IntBinary, IntPredicate};
use warpline_ir::{OpRef, Type, TypeKind, Value};

impl Translator<'_, '_> {
    fn meet(&mut self, op: OpRef<'_>, kind: CollectiveKind) -> Instr {
        let (args, results) = (self.regs(op.operands()), self.results(op));
        Instr::Meet(Box::new(Collective { op: op.op, kind, args, results }))
    }

    pub(super) fn shuffle(&mut self, op: OpRef<'_>) -> Instr {
        let mode = match self.keyword(op, "mode") {
            "xor" => ShuffleMode::Xor,
            "down" => ShuffleMode::Down,
            "up" => ShuffleMode::Up,
            _ => ShuffleMode::Idx,
        };
        self.meet(op, CollectiveKind::Shuffle(mode))
    }

    pub(super) fn rotate(&mut self, op: OpRef<'_>) -> Instr {
        let number = |key| op.int(key).unwrap_or(0).unsigned_abs();
        self.meet(op, CollectiveKind::Rotate { offset: number("offset"), width: number("width") })
    }

    pub(super) fn broadcast(&mut self, op: OpRef<'_>) -> Instr {
        let is_first = self.keyword(op, "broadcast_type") == "first_active_lane";
        let kind = if is_first { CollectiveKind::BroadcastFirst } else { CollectiveKind::BroadcastLane };
        self.meet(op, kind)
    }

    pub(super) fn ballot(&mut self, op: OpRef<'_>) -> Instr {
        self.meet(op, CollectiveKind::Ballot)
    }

    pub(super) fn subgroup_reduce(&mut self, op: OpRef<'_>) -> Instr {
        let Some(combine) = self.combining(self.keyword(op, "op"), op.operand_type(0)) else {
            return Instr::Refuse("a reduction of this kind cannot be interpreted".into());
        };
        let number = |key, none| op.int(key).and_then(|number| u64::try_from(number).ok()).unwrap_or(none);
        let (size, stride) =
            (number("cluster_size", crate::interp::SUBGROUP_SIZE), number("cluster_stride", 1));
        self.meet(op, CollectiveKind::Reduce { combine, size, stride })
    }

    /// Translates a reduction by a keyword, or by a region with two arguments, which is a part of the code
    /// that only the reduction runs.
    pub(super) fn all_reduce(&mut self, op: OpRef<'_>) -> Vec<Task> {
        if let Some(combine) = self.combining(self.keyword(op, "op"), op.operand_type(0)) {
            let instr = self.meet(op, CollectiveKind::ReduceBlock(Combine::Op(combine)));
            self.emit(op.op, instr);
            return Vec::new();
        }
        let params = self.region_args(op, 0);
        let Ok(params) = <[Reg; 2]>::try_from(&*params) else { return self.refuse_region(op) };
        let (body, done) = (self.label(), self.label());
        let instr = self.meet(op, CollectiveKind::ReduceBlock(Combine::Region(body, params)));
        self.emit(op.op, instr);
        self.emit(op.op, Instr::Jump(done));
        vec![Task::Place(body), Task::Region(self.module.region(op.op, 0)), Task::Place(done)]
    }

    /// Translates a region that lane 0 runs with the values of all lanes; each lane gets its share of the
    /// yielded values.
    pub(super) fn warp(&mut self, op: OpRef<'_>) -> Vec<Task> {
        if op.int("warp_size") != Some(crate::interp::SUBGROUP_SIZE.cast_signed()) {
            self.refuse(op.op, "only warps of 32 lanes can be interpreted");
            return Vec::new();
        }
        let params = op.entry(0).map(|block| self.module.args(block).to_vec()).unwrap_or_default();
        let yielded = op.entry(0).and_then(|block| self.module.last_op(block));
        let yielded = yielded.map(|last| self.module.operands(last).to_vec()).unwrap_or_default();
        let (gathered, scattered) = (self.shares(&params, op.group("args")), {
            let results: Vec<Value> = op.results().collect();
            self.shares(&yielded, &results)
        });
        let (lane, is_first) = (self.reg(op.named("laneid")), self.temp());
        let (body, after) = (self.label(), self.label());
        let values: Box<[Reg]> = yielded.iter().map(|_| self.temp()).collect();
        let gather = Collective {
            op: op.op,
            kind: CollectiveKind::Gather(gathered),
            args: self.regs(op.operands()),
            results: self.regs(&params),
        };
        self.emit(op.op, Instr::Meet(Box::new(gather)));
        for dst in &values {
            self.emit(op.op, Instr::Const { dst: *dst, value: Cell::Bits(0) });
        }
        let zero = self.number(op.op, 0);
        let compare = ScalarOp::CmpI(IntPredicate::Eq, 64);
        self.emit(op.op, Instr::Binary { op: compare, a: lane, b: zero, dst: is_first });
        self.emit(op.op, Instr::Branch(is_first, body, after));
        let region = self.module.region(op.op, 0);
        self.exits.insert(region, Exit { targets: values.clone(), label: after });
        let (kind, results) = (CollectiveKind::Scatter(scattered), self.results(op));
        let scatter = Instr::Meet(Box::new(Collective { op: op.op, kind, args: values, results }));
        vec![Task::Place(body), Task::Region(region), Task::Place(after), Task::Emit(op.op, scatter)]
    }

    /// Returns the share of each lane in values; a value with the type of its share belongs to all lanes.
    fn shares(&self, whole: &[Value], parts: &[Value]) -> Box<[Share]> {
        let share = |(whole, part): (&Value, &Value)| {
            let (whole, part) = (self.module.type_of(*whole), self.module.type_of(*part));
            let (sizes, parts) = (self.vector_shape(whole), self.vector_shape(part));
            (whole != part).then(|| lane_shares(&sizes, &parts))
        };
        whole.iter().zip(parts).map(share).collect()
    }

    /// Translates the terminator of a reduction or of a single-lane region.
    pub(super) fn gpu_yield(&mut self, op: OpRef<'_>) {
        if self.exit_of(op.op).is_some() {
            return self.yield_op(op);
        }
        let values = self.regs(op.operands());
        self.emit(op.op, Instr::Return(values));
    }

    pub(super) fn printf(&mut self, op: OpRef<'_>) -> Instr {
        let args = op.operands().iter().map(|value| (self.reg(*value), op.type_of(*value))).collect();
        Instr::Printf { format: op.str("format").unwrap_or_default().into(), args }
    }

    /// Returns the sizes of a matrix and the type of its elements.
    fn matrix_type(&self, ty: Type) -> Option<([usize; 2], Type)> {
        match self.module.type_kind(ty) {
            TypeKind::MmaMatrix(sizes, element, _) => {
                Some((sizes.map(|size| size.unsigned_abs() as usize), *element))
            }
            _ => None,
        }
    }

    pub(super) fn mma_load(&mut self, op: OpRef<'_>) -> Instr {
        let Some((shape, _)) = self.matrix_type(op.result_type(0)) else { return no_matrix() };
        let (view, indices) = (self.reg(op.named("srcMemref")), self.regs(op.group("indices")));
        let (lead, is_transposed) = (op.int("leadDimension").unwrap_or(0), op.attr("transpose").is_some());
        let value = self.reg(op.result(0));
        meet_for(op, Matrix { view, indices, lead, shape, is_transposed, value, is_store: false })
    }

    pub(super) fn mma_store(&mut self, op: OpRef<'_>) -> Instr {
        let Some((shape, _)) = self.matrix_type(op.operand_type(0)) else { return no_matrix() };
        let (view, indices) = (self.reg(op.named("dstMemref")), self.regs(op.group("indices")));
        let (lead, is_transposed) = (op.int("leadDimension").unwrap_or(0), op.attr("transpose").is_some());
        let value = self.reg(op.operand(0));
        meet_for(op, Matrix { view, indices, lead, shape, is_transposed, value, is_store: true })
    }

    pub(super) fn mma_compute(&mut self, op: OpRef<'_>) -> Instr {
        let shapes = [0, 1, 2].map(|index| self.matrix_type(op.operand_type(index)));
        let [Some(([rows, inner], _)), Some((_, _)), Some(([_, columns], _))] = shapes else {
            return no_matrix();
        };
        let mut points = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                for k in 0..inner {
                    let places = [row * inner + k, k * columns + column, row * columns + column];
                    points.push(places.map(|place| place as u32));
                }
            }
        }
        let (factors, start) = ([op.named("opA"), op.named("opB")], Some(op.named("opC")));
        self.product(
            op,
            Product { factors, start, points, kind: "add".into(), is_fused: true, is_wide: true },
        )
    }

    pub(super) fn mma_constant(&mut self, op: OpRef<'_>) -> Instr {
        match self.matrix_type(op.result_type(0)) {
            Some((shape, _)) => self.repeat(op, shape.iter().product()),
            None => no_matrix(),
        }
    }

    /// Fills a row with one scalar.
    fn repeat(&mut self, op: OpRef<'_>, n: usize) -> Instr {
        let (sources, target) =
            (self.regs(op.operands()), Target { dst: self.reg(op.result(0)), is_scalar: false });
        let picks = vec![Pick::From(0, 0); n].into();
        Instr::Vector(Box::new(VectorStep::Permute { sources, picks, target }))
    }

    pub(super) fn mma_elementwise(&mut self, op: OpRef<'_>) -> Instr {
        let Some((shape, ty)) = self.matrix_type(op.result_type(0)) else { return no_matrix() };
        let word = self.keyword(op, "opType").to_string();
        let (from, args) = (self.matrix_type(op.operand_type(0)), self.regs(op.operands()));
        let dst = self.reg(op.result(0));
        if let ("negates", Some(width), [value]) = (word.as_str(), self.module.bit_width(ty), &*args) {
            let zero = self.temp();
            let zeros = Row::new(vec![0; shape.iter().product()].into());
            self.emit(op.op, Instr::Const { dst: zero, value: Cell::Row(Rc::new(zeros)) });
            return Instr::Binary { op: ScalarOp::Int(IntBinary::Sub, width), a: zero, b: *value, dst };
        }
        match (self.matrix_op(&word, from.map_or(ty, |(_, from)| from), ty), &*args) {
            (Some(op), [a]) => Instr::Unary { op, a: *a, dst },
            (Some(op), [a, b]) => Instr::Binary { op, a: *a, b: *b, dst },
            _ => Instr::Refuse(format!("`{word}` on matrices cannot be interpreted").into()),
        }
    }

    /// Returns the scalar operation of a keyword of `subgroup_mma_elementwise`.
    fn matrix_op(&self, word: &str, from: Type, to: Type) -> Option<ScalarOp> {
        use warpline_ir::scalar::float::{FloatBinary, FloatUnary};
        use warpline_ir::scalar::format::Rounding;
        let float = |op| Some(ScalarOp::Float(op, self.module.float_kind(to)?));
        let int = |op| Some(ScalarOp::Int(op, self.module.bit_width(to)?));
        match word {
            "addf" => float(FloatBinary::Add),
            "subf" => float(FloatBinary::Sub),
            "mulf" => float(FloatBinary::Mul),
            "divf" => float(FloatBinary::Div),
            "maxf" => float(FloatBinary::MaxNum),
            "minf" => float(FloatBinary::MinNum),
            "negatef" => Some(ScalarOp::FloatUnary(FloatUnary::Neg, self.module.float_kind(to)?)),
            "addi" => int(IntBinary::Add),
            "subi" => int(IntBinary::Sub),
            "muli" => int(IntBinary::Mul),
            "divs" => int(IntBinary::DivS),
            "divu" => int(IntBinary::DivU),
            "extf" | "truncf" => {
                let (from, to) = (self.module.float_kind(from)?, self.module.float_kind(to)?);
                Some(ScalarOp::ConvertFloat(from, to, Rounding::NearestEven))
            }
            _ => None,
        }
    }
}

/// Returns the access of a subgroup to a matrix.
fn meet_for(op: OpRef<'_>, matrix: Matrix) -> Instr {
    let kind = CollectiveKind::Matrix(Box::new(matrix));
    Instr::Meet(Box::new(Collective { op: op.op, kind, args: Box::default(), results: Box::default() }))
}

fn no_matrix() -> Instr {
    Instr::Refuse("expected a matrix of a subgroup".into())
}
