//! Reductions over a subgroup and over a block.
//!
//! Lanes combine in a tree, first those 16 apart, then 8, 4, 2 and 1; the results of subgroups combine in the same way.
//! Every device of the project does so, hence sums of floats agree bit for bit. Lanes that do not exist or have ended
//! are left out: where that can be, each step asks whether the other lane takes part, and in the end all lanes take
//! the result of the first one of their cluster.

use super::lanes::{LANES, Way};
use super::values::Scalar;
use super::{Select, Selected, Unsupported, keyword};
use crate::inst::{Action, Class, Inst, Operand, Space};
use crate::target::Feature;
use warpline_ir::{Block, Gpu, OpKind, OpRef};

/// How two values become one.
#[derive(Clone, Copy)]
enum Combine<'m> {
    /// By a word such as `add`.
    Word(&'m str),
    /// By a region with two arguments.
    Region(Block),
}

/// Which lanes are reduced.
#[derive(Clone, Copy)]
struct Cluster {
    size: i64,
    stride: i64,
    /// Whether a lane may be missing.
    is_partial: bool,
}

impl<'a> Select<'a> {
    /// `gpu.subgroup_reduce`.
    pub(super) fn subgroup_reduce(&mut self, op: OpRef<'a>) -> Selected {
        let word = keyword(op, "op", "gpu<all_reduce_op ");
        let word = word.ok_or_else(|| Unsupported::because("its operation is not known"))?;
        let cluster = Cluster {
            size: op.int("cluster_size").unwrap_or(LANES),
            stride: op.int("cluster_stride").unwrap_or(1),
            is_partial: !self.has_full_subgroups,
        };
        if LANES < cluster.size.saturating_mul(cluster.stride) {
            return Err(Unsupported::because("a cluster has more lanes than a subgroup, which has 32"));
        }
        let (_, scalar) = self.elements_of(op.operand_type(0))?;
        let mut results = Vec::new();
        for element in self.elements(op.operand(0))? {
            results.push(self.reduce_lanes(Combine::Word(word), scalar, element, cluster)?);
        }
        self.set_elements(op.result(0), results);
        Ok(())
    }

    fn reduce_lanes(
        &mut self,
        combine: Combine<'a>,
        scalar: Scalar,
        value: Operand,
        cluster: Cluster,
    ) -> Result<Operand, Unsupported> {
        if let Some(name) = self.redux(combine, scalar, cluster)? {
            let value = Operand::Reg(self.reg(Class::Word, value));
            return Ok(self.make(Class::Word, ["redux.sync", name], &[value, Operand::Int(-1)]));
        }
        let alive = cluster.is_partial.then(|| self.alive());
        let lane = alive.map(|_| self.lane_id());
        let mut value = value;
        let mut apart = cluster.size / 2;
        while 0 < apart {
            let distance = Operand::Int(apart * cluster.stride);
            let other = self.exchange(scalar, value, Way::Xor, distance);
            let both = self.combine_by(combine, scalar, value, other)?;
            value = match (alive, lane) {
                (Some(alive), Some(lane)) => {
                    let partner = self.make(Class::Word, ["xor.b32"], &[lane, distance]);
                    let bit = self.make(Class::Word, ["shr.u32"], &[alive, partner]);
                    let takes_part = self.low_bit(bit);
                    let takes_part = self.reg(Class::Pred, takes_part);
                    self.choose_scalar(scalar, takes_part, both, value)
                }
                _ => both,
            };
            apart /= 2;
        }
        if let Some(lane) = lane {
            let span = (cluster.size - 1) * cluster.stride;
            let first = self.make(Class::Word, ["and.b32"], &[lane, Operand::Int(!span)]);
            value = self.exchange(scalar, value, Way::Index, first);
        }
        Ok(value)
    }

    /// The one instruction that reduces a whole subgroup of words, where the chip has it.
    fn redux(
        &mut self,
        combine: Combine<'_>,
        scalar: Scalar,
        cluster: Cluster,
    ) -> Result<Option<&'static str>, Unsupported> {
        let Combine::Word(word) = combine else { return Ok(None) };
        if scalar != Scalar::Int(32) || cluster.size != LANES || !self.target.has(Feature::REDUX) {
            return Ok(None);
        }
        let name = match word {
            "add" => ".add.s32",
            "minsi" => ".min.s32",
            "maxsi" => ".max.s32",
            "minui" => ".min.u32",
            "maxui" => ".max.u32",
            "and" => ".and.b32",
            "or" => ".or.b32",
            "xor" => ".xor.b32",
            _ => return Ok(None),
        };
        self.require(Feature::REDUX)?;
        Ok(Some(name))
    }

    fn combine_by(
        &mut self,
        combine: Combine<'a>,
        scalar: Scalar,
        lhs: Operand,
        rhs: Operand,
    ) -> Result<Operand, Unsupported> {
        let block = match combine {
            Combine::Word(word) => return self.combine(word, scalar, lhs, rhs),
            Combine::Region(block) => block,
        };
        let [first, second] = *self.module.args(block) else {
            return Err(Unsupported::because("its region must have two arguments"));
        };
        self.set(first, lhs);
        self.set(second, rhs);
        let end = self.body(block)?;
        if end.kind() != OpKind::Gpu(Gpu::Yield) {
            return Err(Unsupported::because("its region must end in gpu.yield"));
        }
        self.operand(end.operand(0))
    }

    /// `gpu.all_reduce`: each subgroup leaves its result in workgroup memory, the first one combines them.
    pub(super) fn all_reduce(&mut self, op: OpRef<'a>) -> Selected {
        let combine = match (keyword(op, "op", "gpu<all_reduce_op "), op.entry(0)) {
            (Some(word), _) => Combine::Word(word),
            (None, Some(block)) => Combine::Region(block),
            (None, None) => return Err(Unsupported::because("its operation is not known")),
        };
        if op.entry(0).is_some() && self.module.blocks_of(op.regions()[0]).len() != 1 {
            return Err(Unsupported::because("its region must have one block"));
        }
        let scalar = self.scalar_of(op.operand(0))?;
        let value = self.operand(op.operand(0))?;
        let cluster = Cluster { size: LANES, stride: 1, is_partial: !self.has_full_subgroups };
        let value = self.reduce_lanes(combine, scalar, value, cluster)?;
        let n = self.n_subgroups();
        if n == Operand::Int(1) {
            self.set(op.result(0), value);
            return Ok(());
        }
        let result = self.reduce_subgroups(combine, scalar, value, n)?;
        self.set(op.result(0), result);
        Ok(())
    }

    fn reduce_subgroups(
        &mut self,
        combine: Combine<'a>,
        scalar: Scalar,
        value: Operand,
        n: Operand,
    ) -> Result<Operand, Unsupported> {
        let size = scalar.bytes();
        let base = self.raw_array(Space::Shared, 16, LANES as u64 * size);
        let (lane, group) = (self.lane_id(), self.subgroup_id());
        let is_first_lane = self.make(Class::Pred, ["setp.eq.s32"], &[lane, Operand::Int(0)]);
        let own =
            self.make(Class::Double, ["mad.wide.u32"], &[group, Operand::Int(size as i64), base.into()]);
        self.store_if(is_first_lane, scalar, own, value);
        self.emit(["bar.sync"], &[Operand::Int(0)]);
        let is_first_group = self.make(Class::Pred, ["setp.eq.s32"], &[group, Operand::Int(0)]);
        let is_first_group = self.reg(Class::Pred, is_first_group);
        let after = self.kernel.label();
        self.branch_if(is_first_group, false, after);
        let place =
            self.make(Class::Double, ["mad.wide.u32"], &[lane, Operand::Int(size as i64), base.into()]);
        let part = self.load_from(scalar, place);
        let part = self.reduce_first(combine, scalar, part, (lane, n))?;
        self.store_if(is_first_lane, scalar, base.into(), part);
        self.place(after);
        self.emit(["bar.sync"], &[Operand::Int(0)]);
        let result = self.load_from(scalar, base.into());
        self.emit(["bar.sync"], &[Operand::Int(0)]);
        Ok(result)
    }

    /// The tree over the first `n` lanes; the first lane gets the result.
    fn reduce_first(
        &mut self,
        combine: Combine<'a>,
        scalar: Scalar,
        mut value: Operand,
        (lane, n): (Operand, Operand),
    ) -> Result<Operand, Unsupported> {
        for apart in [16, 8, 4, 2, 1] {
            if matches!(n, Operand::Int(n) if n <= apart) {
                continue;
            }
            let other = self.exchange(scalar, value, Way::Xor, Operand::Int(apart));
            let both = self.combine_by(combine, scalar, value, other)?;
            let partner = self.make(Class::Word, ["xor.b32"], &[lane, Operand::Int(apart)]);
            let exists = self.make(Class::Pred, ["setp.lt.u32"], &[partner, n]);
            let exists = self.reg(Class::Pred, exists);
            value = self.choose_scalar(scalar, exists, both, value);
        }
        Ok(value)
    }

    fn store_if(&mut self, condition: Operand, scalar: Scalar, address: Operand, value: Operand) {
        let value = self.stored(scalar, value);
        let condition = self.reg(Class::Pred, condition);
        let address = Operand::Address(self.reg(Class::Double, address), 0);
        let store = Action::new(["st.shared", scalar.access()], &[address, value]);
        self.kernel.insts.push(Inst::Do(store.when(condition, true)));
    }

    fn load_from(&mut self, scalar: Scalar, address: Operand) -> Operand {
        let address = Operand::Address(self.reg(Class::Double, address), 0);
        let class = if scalar == Scalar::Int(1) { Class::Word } else { scalar.class() };
        let raw = self.make(class, ["ld.shared", scalar.access()], &[address]);
        self.loaded(scalar, raw)
    }
}
