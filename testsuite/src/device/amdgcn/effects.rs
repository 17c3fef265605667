//! The registers that instructions read and write, for checks that depend on the distance of instructions.

use super::args::{
    Args, EXEC, Inst, M0, MemoryArgs, NULL, Operand, Routing, ScalarArgs, Segment, VCC, VectorArgs,
};
use super::chip::Chip;
use super::inst::{
    Across, AtomicOp, Condition, DsOp, Element, Eval, FlowOp, MemoryOp, Mfma, Op, PackedOp, ScalarKind,
    ScalarOp, Space, Ty, VectorOp, Wmma,
};

/// The number of the first vector register; scalar registers come before.
pub(super) const VECTOR: u16 = 256;
/// The number of registers: scalar, vector and accumulation registers.
pub(super) const N_REGISTERS: usize = 768;

/// Consecutive registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) first: u16,
    pub(super) n: u16,
}

impl Span {
    /// Returns the numbers of the registers.
    pub(super) fn registers(self) -> std::ops::Range<u16> {
        self.first..self.first + self.n
    }

    /// Whether the registers are vector or accumulation registers.
    pub(super) fn is_vector(self) -> bool {
        VECTOR <= self.first
    }

    /// Whether a register is in both.
    pub(super) fn meets(self, other: Self) -> bool {
        self.first < other.first + other.n && other.first < self.first + self.n
    }
}

/// The unit that executes an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Unit {
    Vector,
    Scalar,
    /// Accesses through vector addresses, except for those of LDS.
    Memory,
    Lds,
    ScalarMemory,
    /// Waits, hints and barriers.
    #[default]
    Control,
}

/// The effects of an instruction on registers; SCC is not one of them, and EXEC only where it is written or an operand.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects {
    pub(super) unit: Unit,
    pub(super) reads: Vec<Span>,
    pub(super) writes: Vec<Span>,
}

impl Effects {
    /// Returns the effects of an instruction.
    pub(super) fn of(chip: Chip, inst: &Inst) -> Self {
        let mut effects = Self::default();
        match (&inst.row.op, &inst.args) {
            (_, Args::Dual(pair)) => {
                for (row, args) in pair.iter() {
                    if let Op::Vector(op) = &row.op {
                        effects.vector(chip, op, args);
                    }
                }
            }
            (Op::Vector(op), Args::Vector(args)) => effects.vector(chip, op, args),
            (Op::Packed(op), Args::Vector(args)) => effects.packed(chip, op, args),
            (Op::Scalar(op), Args::Scalar(args)) => effects.scalar(inst.row.space, op, args),
            (Op::Flow(op), Args::Scalar(args)) => effects.flow(chip, *op, args),
            (Op::ScalarLoad(words, _), Args::ScalarLoad { dst, base, register, .. }) => {
                effects.unit = Unit::ScalarMemory;
                effects.read_scalar(*base, 2);
                effects.read_scalar(*register, 1);
                effects.write_scalar(*dst, u16::from(*words));
            }
            (Op::Ds(op), Args::Memory(args)) => effects.lds(*op, args),
            (Op::Memory(op), Args::Memory(args)) => effects.memory(*op, args),
            (Op::Cache(_), Args::Memory(_)) => effects.unit = Unit::Memory,
            _ => {}
        }
        effects
    }

    fn read_scalar(&mut self, register: u8, n: u16) {
        if register != NULL && n != 0 {
            self.reads.push(Span { first: register.into(), n });
        }
    }

    fn write_scalar(&mut self, register: u8, n: u16) {
        if register != NULL && n != 0 {
            self.writes.push(Span { first: register.into(), n });
        }
    }

    fn read_vector(&mut self, register: u16, n: u16) {
        self.reads.push(Span { first: VECTOR + register, n });
    }

    fn write_vector(&mut self, register: u16, n: u16) {
        self.writes.push(Span { first: VECTOR + register, n });
    }

    fn read(&mut self, operand: Operand, n: u16) {
        match operand {
            _ if n == 0 => {}
            Operand::Sgpr(register) => self.read_scalar(register, n),
            Operand::Vgpr(register) => self.read_vector(register, n),
            Operand::VccIsZero => self.read_scalar(VCC, n),
            Operand::None
            | Operand::Int(_)
            | Operand::Float(_)
            | Operand::Literal(_)
            | Operand::Scc
            | Operand::ExecIsZero
            | Operand::ApertureBase(_)
            | Operand::ApertureLimit(_) => {}
        }
    }

    fn vector(&mut self, chip: Chip, op: &VectorOp, args: &VectorArgs) {
        self.unit = Unit::Vector;
        let mask = mask_words(chip);
        for (operand, ty) in args.src.iter().zip(op.src) {
            self.read(*operand, if ty == Ty::Mask { mask } else { ty.words() });
        }
        let is_exchange = matches!(op.eval, Eval::Across(Across::Swap | Across::SwapHalf));
        if is_exchange && let Operand::Vgpr(other) = args.src[0] {
            self.write_vector(other, 1);
        }
        match op.eval {
            Eval::WithVcc(_) => self.read_scalar(VCC, mask),
            Eval::Carry(_) => self.write_scalar(args.sdst, mask),
            Eval::Across(Across::Read | Across::ReadFirst) => self.write_scalar(args.sdst, 1),
            Eval::Test(_, writes_exec) | Eval::Compare { writes_exec, .. } => {
                self.write_scalar(args.sdst, mask);
                if writes_exec && args.sdst != EXEC {
                    self.write_scalar(EXEC, mask);
                }
            }
            Eval::Lane(_) | Eval::Indexed(_) | Eval::Across(_) | Eval::Nop => {}
        }
        let has_vector_result = op.dst != Ty::Mask
            && op.dst != Ty::No
            && !matches!(op.eval, Eval::Across(Across::Read | Across::ReadFirst));
        if has_vector_result {
            if is_exchange || is_merged(args.routing) || matches!(op.eval, Eval::Across(Across::Write)) {
                self.read_vector(args.dst, op.dst.words());
            }
            self.write_vector(args.dst, op.dst.words());
        }
    }

    fn packed(&mut self, chip: Chip, op: &PackedOp, args: &VectorArgs) {
        self.unit = Unit::Vector;
        let ([a, b, c], dst) = match op {
            PackedOp::Halves { n_src, .. } => (first_sources(*n_src, 1), 1),
            PackedOp::Words { n_src, .. } => (first_sources(*n_src, 2), 2),
            PackedOp::MoveWords => ([2, 2, 0], 2),
            PackedOp::Mix(_) | PackedOp::Dot(_) => ([1; 3], 1),
            PackedOp::AccMove { .. } => ([1, 0, 0], 1),
            PackedOp::Wmma(wmma) => wmma_words(chip, *wmma),
            PackedOp::Mfma(mfma) => mfma_words(*mfma),
        };
        for (operand, words) in args.src.iter().zip([a, b, c]).filter(|(_, words)| *words != 0) {
            self.read(*operand, words);
        }
        self.write_vector(args.dst, dst);
    }

    fn scalar(&mut self, space: Space, op: &ScalarOp, args: &ScalarArgs) {
        self.unit = Unit::Scalar;
        for (operand, words) in args.src.iter().zip(op.src) {
            self.read(*operand, words.into());
        }
        let is_move = space == Space::Sopk && op.dst != 0 && !op.writes_scc && !op.reads_scc;
        let reads_old = match op.kind {
            ScalarKind::Accumulate(_) | ScalarKind::FloatFma(..) | ScalarKind::SetReg => true,
            ScalarKind::Value(_) | ScalarKind::Test(_) | ScalarKind::Eval(_) => {
                space == Space::Sopk && !is_move
            }
            ScalarKind::Float(_)
            | ScalarKind::FloatTest(_)
            | ScalarKind::SaveExec(_)
            | ScalarKind::WriteExec(_)
            | ScalarKind::GetPc
            | ScalarKind::SetPc
            | ScalarKind::SwapPc
            | ScalarKind::GetReg
            | ScalarKind::SendMessageReturn => false,
        };
        if reads_old {
            self.read_scalar(args.dst, u16::from(op.dst.max(1)));
        }
        if !matches!(op.kind, ScalarKind::SetReg) {
            self.write_scalar(args.dst, op.dst.into());
        }
        if matches!(op.kind, ScalarKind::SaveExec(_) | ScalarKind::WriteExec(_)) {
            self.write_scalar(EXEC, op.dst.into());
        }
    }

    fn flow(&mut self, chip: Chip, op: FlowOp, args: &ScalarArgs) {
        match op {
            FlowOp::BranchIf(Condition::Vcc, _) => {
                self.unit = Unit::Scalar;
                self.read_scalar(VCC, mask_words(chip));
            }
            FlowOp::Call => {
                self.unit = Unit::Scalar;
                self.write_scalar(args.dst, 2);
            }
            FlowOp::SendMessage => self.read_scalar(M0, 1),
            _ => {}
        }
    }

    fn lds(&mut self, op: DsOp, args: &MemoryArgs) {
        match op {
            DsOp::Access(op) => self.memory(op, args),
            DsOp::Pair { is_store, bytes, .. } => {
                let words = u16::from(bytes / 4);
                self.addresses(args);
                if is_store {
                    args.data.iter().for_each(|data| self.read_vector(*data, words));
                } else {
                    self.write_vector(args.dst, 2 * words);
                }
            }
            DsOp::BackwardPermute | DsOp::Permute => {
                self.addresses(args);
                self.read_vector(args.data[0], 1);
                self.write_vector(args.dst, 1);
            }
            DsOp::Swizzle => {
                self.addresses(args);
                self.write_vector(args.dst, 1);
            }
            DsOp::Nop => {}
        }
        self.unit = Unit::Lds;
    }

    fn addresses(&mut self, args: &MemoryArgs) {
        let is_long = matches!(args.segment, Segment::Flat | Segment::Global) && args.base.is_none();
        if let Some(address) = args.address {
            let n_indices = args.indexing.iter().filter(|is_used| **is_used).count() as u16;
            self.read_vector(address, if is_long { 2 } else { n_indices.max(1) });
        }
        if let Some(base) = args.base {
            let words = match args.segment {
                Segment::Buffer => 4,
                Segment::Scratch => 1,
                Segment::Flat | Segment::Global | Segment::Lds => 2,
            };
            self.read_scalar(base, words);
        }
        self.read(args.scalar_offset, 1);
    }

    fn memory(&mut self, op: MemoryOp, args: &MemoryArgs) {
        self.unit = Unit::Memory;
        self.addresses(args);
        let words = |bytes: u8| u16::from(bytes).div_ceil(4);
        match op {
            MemoryOp::Load { bytes, .. } => self.write_vector(args.dst, words(bytes)),
            MemoryOp::Store { bytes, .. } => self.read_vector(args.data[0], words(bytes)),
            MemoryOp::Atomic { op: function, bytes, .. } => {
                let words = words(bytes);
                match (function, args.segment) {
                    (AtomicOp::CompareSwap, Segment::Lds) => {
                        args.data.iter().for_each(|data| self.read_vector(*data, words));
                    }
                    (AtomicOp::CompareSwap, _) => self.read_vector(args.data[0], 2 * words),
                    _ => self.read_vector(args.data[0], words),
                }
                if op.has_result(args) {
                    self.write_vector(args.dst, words);
                }
            }
        }
    }
}

/// Returns the number of scalar registers of a mask of lanes: waves of GFX9 have 64, those of later chips mostly 32.
fn mask_words(chip: Chip) -> u16 {
    if chip.is_gfx9() { 2 } else { 1 }
}

/// Whether a result is merged into its destination; lanes that are not written do not read it.
fn is_merged(routing: Routing) -> bool {
    match routing {
        Routing::Sdwa(sdwa) => sdwa.dst != 6 && sdwa.unused == 2,
        Routing::Direct | Routing::Dpp(_) | Routing::Dpp8(..) => false,
    }
}

fn first_sources(n: u8, words: u16) -> [u16; 3] {
    [0, 1, 2].map(|index| if index < n { words } else { 0 })
}

/// Returns the words of the sources and of the result of a product with 32 lanes.
fn wmma_words(chip: Chip, wmma: Wmma) -> ([u16; 3], u16) {
    let copies = if chip.is_gfx12() { 1 } else { 2 };
    let input = u32::from(wmma.k) * wmma.input.bits() * copies / 64;
    let is_half = chip.is_gfx12() && matches!(wmma.output, Element::F16 | Element::Bf16);
    let output = if is_half { 4 } else { 8 };
    ([input as u16, input as u16, output], output)
}

/// Returns the words of the sources and of the result of a product with 64 lanes.
fn mfma_words(mfma: Mfma) -> ([u16; 3], u16) {
    let (m, k, blocks) = (u32::from(mfma.m), u32::from(mfma.k), u32::from(mfma.blocks));
    let words = |n: u32, element: Element| (n * element.bits()).div_ceil(64 * 32).max(1) as u16;
    let (input, output) = (words(m * k * blocks, mfma.input), words(m * m * blocks, mfma.output));
    ([input, input, output], output)
}
