//! The emitter: a function under construction, and the mapping from IR values to machine values.

use crate::blocks::BlocksCx;
use crate::host::HostCx;
use crate::lowered::{Extent, Lowered, MemRefParts, from_parts, is_unranked, part_types, reg_type};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::immediates::Imm64;
use cranelift_codegen::ir::{
    self as clif, AbiParam, BlockArg, ExtFuncData, ExternalName, GlobalValueData, InstBuilder, MemFlagsData,
    Signature, StackSlotData, StackSlotKind, Type as RegType, UserExternalName, Value as Reg, types,
};
use cranelift_codegen::isa::{CallConv, TargetFrontendConfig};
use cranelift_frontend::FunctionBuilder;
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::dialect::arith::direction_of;
use warpline_ir::host_abi::{Function, Passed};
use warpline_ir::print::type_text;
use warpline_ir::{Block, Diagnostic, Diagnostics, Module, Op, OpRef, Severity, Type, Value, codes};

/// An operation that cannot be compiled, and the reason.
#[derive(Clone, Debug)]
pub(crate) struct Unsupported {
    pub(crate) op: Op,
    pub(crate) message: String,
}

impl Unsupported {
    /// Reports it as an error at the location of the operation.
    pub(crate) fn report(self, module: &Module, out: &mut Diagnostics) {
        let span = module.span(module.location(self.op));
        out.push(Diagnostic {
            severity: Severity::Error,
            code: codes::UNSUPPORTED,
            pass: None,
            span,
            message: self.message,
            notes: Vec::new(),
        });
    }
}

/// The result of emitting code.
pub(crate) type Emitted<T = ()> = Result<T, Unsupported>;

/// The caller of the function.
pub(crate) enum World<'a> {
    /// A launch: it runs blocks.
    Blocks(BlocksCx),
    /// The host.
    Host(HostCx<'a>),
}

/// The destination of a `return`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Exit {
    /// To a block with the results as parameters.
    Jump(clif::Block),
    /// To the caller of the host function.
    Host,
}

/// The sums of addresses and scaled indices that a CLIF block has computed. Accesses to neighbouring elements share them:
/// CLIF is not searched for common subexpressions, and those of addresses are not in IR.
#[derive(Debug, Default)]
pub(crate) struct AddressSums {
    pub(crate) block: Option<clif::Block>,
    /// Sums by address, index, dynamic stride and scale.
    pub(crate) known: FxHashMap<(Reg, Reg, Option<Reg>, i64), Reg>,
}

/// A function under construction.
pub(crate) struct Emitter<'a, 'f> {
    pub(crate) module: &'a Module,
    pub(crate) builder: FunctionBuilder<'f>,
    pub(crate) world: World<'a>,
    /// The operation that is being emitted; errors are reported there.
    pub(crate) at: Op,
    pub(crate) exits: Vec<Exit>,
    /// CLIF blocks of the IR blocks in multi-block regions.
    pub(crate) blocks: FxHashMap<Block, clif::Block>,
    pub(crate) values: FxHashMap<Value, Lowered>,
    /// The operations that others do, so that they are not emitted themselves.
    pub(crate) done: FxHashSet<Op>,
    /// Whether the code that is being emitted rarely runs.
    pub(crate) is_cold: bool,
    /// The sums for addresses in the current block.
    pub(crate) sums: AddressSums,
    /// Symbols that the function refers to, by their index in external names.
    pub(crate) symbols: Vec<String>,
    imports: FxHashMap<String, clif::FuncRef>,
}

impl<'a, 'f> Emitter<'a, 'f> {
    /// Creates an emitter for the code of `func`.
    pub(crate) fn new(module: &'a Module, builder: FunctionBuilder<'f>, world: World<'a>, func: Op) -> Self {
        Self {
            module,
            builder,
            world,
            at: func,
            exits: Vec::new(),
            blocks: FxHashMap::default(),
            values: FxHashMap::default(),
            done: FxHashSet::default(),
            is_cold: false,
            sums: AddressSums::default(),
            symbols: Vec::new(),
            imports: FxHashMap::default(),
        }
    }

    /// Finishes the function and returns its symbols.
    pub(crate) fn finish(mut self, config: TargetFrontendConfig) -> Vec<String> {
        self.builder.seal_all_blocks();
        self.builder.finalize(config);
        self.symbols
    }

    /// Returns the error that the current operation cannot be emitted.
    pub(crate) fn unsupported(&self, why: impl std::fmt::Display) -> Unsupported {
        let message = format!("the cpu backend cannot compile '{}': {why}", self.module.op_name(self.at));
        Unsupported { op: self.at, message }
    }

    /// Rejects a rounding mode: the mode of the processor is never changed.
    pub(crate) fn check_rounding(&self, op: OpRef<'_>) -> Emitted {
        match direction_of(op) {
            Some(mode) => {
                Err(self.unsupported(format!("only rounding to nearest even is supported, but found {mode}")))
            }
            None => Ok(()),
        }
    }
}

/// Values.
impl Emitter<'_, '_> {
    /// Returns the machine representation of a value.
    pub(crate) fn get(&self, value: Value) -> Emitted<Lowered> {
        let missing = || self.unsupported("an operand is not available here; is its type supported?");
        self.values.get(&value).cloned().ok_or_else(missing)
    }

    /// Returns the register of a scalar.
    pub(crate) fn scalar(&self, value: Value) -> Emitted<Reg> {
        match self.get(value)? {
            Lowered::Scalar(reg) => Ok(reg),
            Lowered::Vector(_) => {
                Err(self.unsupported("expected a scalar, but found a vector; run expand-vectors first"))
            }
            Lowered::MemRef(_) | Lowered::Unranked(_) => {
                Err(self.unsupported("expected a scalar, but found a memref"))
            }
        }
    }

    /// Returns the parts of a memref; those of one of unknown rank may be padded.
    pub(crate) fn memref(&self, value: Value) -> Emitted<MemRefParts> {
        match self.get(value)? {
            Lowered::MemRef(parts) => Ok(parts),
            Lowered::Unranked(parts) => Ok(parts.padded),
            Lowered::Scalar(_) | Lowered::Vector(_) => {
                Err(self.unsupported("expected a memref, but found another value"))
            }
        }
    }

    /// Returns the registers of values, in order.
    pub(crate) fn parts_of(&mut self, values: &[Value]) -> Emitted<Vec<Reg>> {
        let mut parts = Vec::new();
        for value in values {
            let lowered = if is_unranked(self.module, self.module.type_of(*value)) {
                Lowered::Unranked(self.unranked(*value)?)
            } else {
                self.get(*value)?
            };
            parts.extend(lowered.parts());
        }
        Ok(parts)
    }

    /// Sign-extends an integer to 64 bits.
    pub(crate) fn as_index(&mut self, value: Value) -> Emitted<Reg> {
        let reg = self.scalar(value)?;
        let is_narrow = self.builder.func.dfg.value_type(reg).bits() < 64;
        Ok(if is_narrow { self.builder.ins().sextend(types::I64, reg) } else { reg })
    }

    /// Sets the machine representation of a value.
    pub(crate) fn set(&mut self, value: Value, lowered: Lowered) {
        self.values.insert(value, lowered);
    }

    /// Sets the register of the only result of the current operation.
    pub(crate) fn set_result(&mut self, reg: Reg) {
        self.set(self.module.result(self.at, 0), Lowered::Scalar(reg));
    }

    /// Binds values to registers, in the order of [`Emitter::parts_of`].
    pub(crate) fn bind(&mut self, values: &[Value], parts: &[Reg]) -> Emitted {
        let mut rest = parts;
        for value in values {
            let ty = self.module.type_of(*value);
            let (own, others) = rest.split_at(self.part_types(ty)?.len().min(rest.len()));
            let lowered = from_parts(self.module, ty, own);
            self.set(*value, lowered.ok_or_else(|| self.unsupported("a memref came without its parts"))?);
            rest = others;
        }
        Ok(())
    }

    /// Returns the machine type of a scalar type.
    pub(crate) fn reg_type(&self, ty: Type) -> Emitted<RegType> {
        reg_type(self.module, ty).ok_or_else(|| {
            let found = type_text(self.module, ty);
            self.unsupported(format!(
                "expected integers of up to 128 bits, index, or floats of up to 64 bits, but found {found}"
            ))
        })
    }

    /// Returns the machine types of the parts of a type.
    pub(crate) fn part_types(&self, ty: Type) -> Emitted<Vec<RegType>> {
        if let Some(packing) = self.packing(ty) {
            return Ok(vec![packing.register; packing.n]);
        }
        part_types(self.module, ty).ok_or_else(|| {
            let found = type_text(self.module, ty);
            self.unsupported(format!(
                "expected integers of up to 128 bits, floats of up to 64 bits, vectors of them and strided memrefs, but found {found}"
            ))
        })
    }

    /// Returns the machine types of all parts of values.
    pub(crate) fn part_types_of(&self, values: &[Value]) -> Emitted<Vec<RegType>> {
        let mut found = Vec::new();
        for value in values {
            found.extend(self.part_types(self.module.type_of(*value))?);
        }
        Ok(found)
    }
}

/// Building blocks.
impl Emitter<'_, '_> {
    /// Returns an integer constant, truncated or sign-extended to the type.
    pub(crate) fn int(&mut self, ty: RegType, value: i64) -> Reg {
        if ty == types::I128 {
            let low = self.builder.ins().iconst(types::I64, value);
            return self.builder.ins().sextend(ty, low);
        }
        let mask = if ty.bits() < 64 { (1i64 << ty.bits()) - 1 } else { -1 };
        self.builder.ins().iconst(ty, value & mask)
    }

    /// Returns the number of bits of a register that an integer type does not use.
    fn n_spare_bits(&self, ty: Type, register: RegType) -> u32 {
        let width = self.module.bit_width(ty).filter(|_| register.is_int());
        width.map_or(0, |width| register.bits().saturating_sub(width))
    }

    /// Returns an integer of this type sign-extended to its register: `true` is -1.
    pub(crate) fn with_sign(&mut self, ty: Type, reg: Reg) -> Reg {
        match self.n_spare_bits(ty, self.builder.func.dfg.value_type(reg)) {
            0 => reg,
            _ if ty == Type::I1 => self.builder.ins().ineg(reg),
            n_bits => {
                let upper = self.builder.ins().ishl_imm_u(reg, i64::from(n_bits));
                self.builder.ins().sshr_imm_u(upper, i64::from(n_bits))
            }
        }
    }

    /// Returns the bits of a register that belong to an integer of this type, zero-extended.
    pub(crate) fn without_sign(&mut self, ty: Type, reg: Reg) -> Reg {
        let register = self.builder.func.dfg.value_type(reg);
        match self.n_spare_bits(ty, register) {
            0 => reg,
            n_bits if register == types::I128 => {
                let upper = self.builder.ins().ishl_imm_u(reg, i64::from(n_bits));
                self.builder.ins().ushr_imm_u(upper, i64::from(n_bits))
            }
            n_bits => {
                let mask = u64::MAX >> (64 - register.bits() + n_bits);
                let mask = self.int(register, mask.cast_signed());
                self.builder.ins().band(reg, mask)
            }
        }
    }

    /// Returns a 64-bit constant.
    pub(crate) fn index(&mut self, value: i64) -> Reg {
        self.int(types::I64, value)
    }

    /// Returns a size or stride as a register.
    pub(crate) fn extent(&mut self, extent: Extent) -> Reg {
        match extent {
            Extent::Static(value) => self.index(value),
            Extent::Dynamic(reg) => reg,
        }
    }

    /// Returns the product of two extents, constant if both are.
    pub(crate) fn extent_product(&mut self, a: Extent, b: Extent) -> Extent {
        match (a, b) {
            (Extent::Static(a), Extent::Static(b)) => Extent::Static(a.wrapping_mul(b)),
            (Extent::Static(1), other) | (other, Extent::Static(1)) => other,
            (a, b) => {
                let (a, b) = (self.extent(a), self.extent(b));
                Extent::Dynamic(self.builder.ins().imul(a, b))
            }
        }
    }

    /// Returns an extent, or another one if a number is 1.
    pub(crate) fn extent_unless_one(&mut self, number: Reg, extent: Extent, other: Extent) -> Extent {
        let (extent, other) = (self.extent(extent), self.extent(other));
        let is_one = self.builder.ins().icmp_imm_s(IntCC::Equal, number, 1);
        Extent::Dynamic(self.builder.ins().select(is_one, other, extent))
    }

    /// Returns a comparison as 0 or 1 in 8 bits.
    pub(crate) fn compare(&mut self, condition: IntCC, a: Reg, b: Reg) -> Reg {
        self.builder.ins().icmp(condition, a, b)
    }

    /// Creates a block with parameters of these types.
    pub(crate) fn block(&mut self, params: &[RegType]) -> clif::Block {
        let block = self.builder.create_block();
        if self.is_cold {
            self.builder.set_cold_block(block);
        }
        for ty in params {
            self.builder.append_block_param(block, *ty);
        }
        block
    }

    /// Continues in a block and returns its parameters.
    pub(crate) fn enter(&mut self, block: clif::Block) -> Vec<Reg> {
        self.builder.switch_to_block(block);
        self.builder.block_params(block).to_vec()
    }

    /// Jumps to a block.
    pub(crate) fn jump(&mut self, block: clif::Block, args: &[Reg]) {
        self.builder.ins().jump(block, &block_args(args));
    }

    /// Branches to one of two blocks.
    pub(crate) fn branch(
        &mut self,
        condition: Reg,
        then: (clif::Block, &[Reg]),
        other: (clif::Block, &[Reg]),
    ) {
        self.builder.ins().brif(condition, then.0, &block_args(then.1), other.0, &block_args(other.1));
    }

    /// Calls a function of the C ABI by its symbol and returns its result, if it has one.
    pub(crate) fn call(
        &mut self,
        symbol: &str,
        params: &[RegType],
        result: Option<RegType>,
        args: &[Reg],
    ) -> Option<Reg> {
        let callee = self.import(symbol, params, result);
        let call = self.builder.ins().call(callee, args);
        self.builder.inst_results(call).first().copied()
    }

    /// Calls a function of the runtime and returns its result.
    pub(crate) fn call_runtime<const N: usize>(
        &mut self,
        function: &Function<N>,
        args: [Reg; N],
    ) -> Emitted<Option<Reg>> {
        let reg_type = |passed| match passed {
            Passed::I32 => types::I32,
            Passed::I64 => types::I64,
        };
        let mut params: Vec<RegType> = function.params.map(reg_type).to_vec();
        let mut all = args.to_vec();
        if function.takes_run {
            params.splice(0..0, [types::I64, types::I32]);
            all.splice(0..0, self.run_and_place()?);
        }
        Ok(self.call(function.symbol, &params, function.result.map(reg_type), &all))
    }

    fn call_conv(&self) -> CallConv {
        self.builder.func.signature.call_conv
    }

    fn import(&mut self, symbol: &str, params: &[RegType], result: Option<RegType>) -> clif::FuncRef {
        if let Some(known) = self.imports.get(symbol) {
            return *known;
        }
        let mut signature = Signature::new(self.call_conv());
        signature.params.extend(params.iter().map(|ty| AbiParam::new(*ty)));
        signature.returns.extend(result.map(AbiParam::new));
        let name = self.external_name(symbol);
        let signature = self.builder.import_signature(signature);
        let data = ExtFuncData { name, signature, colocated: false, patchable: false };
        let callee = self.builder.import_function(data);
        self.imports.insert(symbol.to_string(), callee);
        callee
    }

    /// Returns the address of a symbol that is no function.
    pub(crate) fn address_of(&mut self, symbol: &str) -> Reg {
        let name = self.external_name(symbol);
        let data = GlobalValueData::Symbol { name, offset: Imm64::new(0), colocated: false, tls: false };
        let global = self.builder.create_global_value(data);
        self.builder.ins().symbol_value(types::I64, global)
    }

    /// Adds a symbol to those that the function refers to.
    fn external_name(&mut self, symbol: &str) -> ExternalName {
        let index = self.symbols.len() as u32;
        self.symbols.push(symbol.to_string());
        let name = UserExternalName { namespace: 0, index };
        ExternalName::user(self.builder.func.declare_imported_user_function(name))
    }

    /// Allocates `bytes` bytes in the frame of the function, 16-byte aligned, and returns their address.
    pub(crate) fn stack(&mut self, bytes: u64) -> Reg {
        let size = u32::try_from(bytes.max(8)).unwrap_or(u32::MAX);
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, size, 4);
        let slot = self.builder.create_sized_stack_slot(data);
        self.builder.ins().stack_addr(types::I64, slot, 0)
    }

    /// Loads from memory that is known to be accessible and, except for packed vectors, aligned.
    pub(crate) fn load(&mut self, ty: RegType, address: Reg, offset: i32) -> Reg {
        self.builder.ins().load(ty, access_flags(ty), address, offset)
    }

    /// Stores to memory that is known to be accessible and, except for packed vectors, aligned.
    pub(crate) fn store(&mut self, value: Reg, address: Reg, offset: i32) {
        let flags = access_flags(self.builder.func.dfg.value_type(value));
        self.builder.ins().store(flags, value, address, offset);
    }

    /// Returns a value of up to 64 bits as the bits of a slot: floats as their bits, zero-extended.
    pub(crate) fn slot_bits(&mut self, value: Reg) -> Reg {
        let ty = self.builder.func.dfg.value_type(value);
        let bits = if ty.is_float() {
            self.builder.ins().bitcast(ty.as_int(), MemFlagsData::new(), value)
        } else {
            value
        };
        if ty.bits() < 64 { self.builder.ins().uextend(types::I64, bits) } else { bits }
    }

    /// Loads values from 8-byte slots: one per part, two for 128 bits.
    pub(crate) fn load_slots(&mut self, address: Reg, params: &[RegType]) -> Vec<Reg> {
        let mut offset = 0;
        let load = |ty: &RegType| {
            let value = self.load(*ty, address, offset);
            offset += 8 * n_slots(*ty);
            value
        };
        params.iter().map(load).collect()
    }

    /// Stores values to new 8-byte slots in the frame and returns their address.
    pub(crate) fn spill(&mut self, values: &[Reg]) -> Reg {
        let slots = self.slots(values);
        let address = self.stack(slots.len() as u64 * 8);
        self.store_slots(&slots, address);
        address
    }

    /// Stores values to 8-byte slots.
    pub(crate) fn store_slots(&mut self, values: &[Reg], address: Reg) {
        for (index, bits) in (0i32..).zip(self.slots(values)) {
            self.store(bits, address, index * 8);
        }
    }

    /// Returns values as the bits of 8-byte slots: one per value, and two for 128 bits, the lower half first.
    pub(crate) fn slots(&mut self, values: &[Reg]) -> Vec<Reg> {
        let mut slots = Vec::with_capacity(values.len());
        for value in values {
            if self.builder.func.dfg.value_type(*value) == types::I128 {
                let (low, high) = self.builder.ins().isplit(*value);
                slots.extend([low, high]);
            } else {
                slots.push(self.slot_bits(*value));
            }
        }
        slots
    }
}

/// Returns the number of 8-byte slots of a value.
pub(crate) fn n_slots(ty: RegType) -> i32 {
    ty.bytes().div_ceil(8) as i32
}

/// The elements of a packed vector are aligned, the vector need not be, nor are integers of 128 bits in slots.
fn access_flags(ty: RegType) -> MemFlagsData {
    if ty.bits() == 128 { MemFlagsData::new().with_notrap() } else { MemFlagsData::trusted() }
}

fn block_args(args: &[Reg]) -> Vec<BlockArg> {
    args.iter().map(|arg| BlockArg::Value(*arg)).collect()
}
