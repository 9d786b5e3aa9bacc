//! Emits CLIF for the core's instruction semantics, and tracks dataflow facts about the emitted code.
//!
//! `machine` implements the core's `Machine` trait: the interpreter calls the same semantics with integers, the
//! emitter with SSA values. Guest registers are `guest_registers`. `facts` are the results of a forward dataflow
//! analysis that runs during emission: ranges of values, pending condition codes, pointers with a known offset.
//! `flags`, `address_registers`, `system_stack`, `accumulation` and `accumulator_words` emit accesses to these parts
//! of the state.
//!
//! Several facts are *deferred* effects, which the code has not performed. `flush_deferred` performs them: it wraps
//! accumulators to 56 bits, stores condition codes, updates pointers and charges clocks.
//!
//! Invariant: code outside the emitter reads the state only after `flush_deferred`.

mod accumulation;
pub(crate) mod accumulator_words;
mod address_registers;
pub(crate) mod facts;
mod flags;
pub(crate) mod guest_registers;
mod machine;
pub(crate) mod ranged_value;
mod system_stack;

use crate::emitter::facts::{Address, Facts};
use crate::emitter::guest_registers::{GuestRegister, GuestRegisters, RegisterLocation};
use cranelift_codegen::entity::EntitySet;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    AbiParam, BlockArg, InstBuilder, InstructionData, MemFlagsData, Opcode, Signature, Type, Value, types,
};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::{FunctionBuilder, Variable};
use dsp56k_core::engine::jit_state::{JitState, LazyState, clock_budget, within};
use dsp56k_core::engine::region::{Cost, RegionKey};

use std::mem::offset_of;

/// Words of internal X and of internal Y data memory (UM 3-7).
pub(crate) const INTERNAL_WORDS: i64 = 0x100;
/// Base-2 logarithm of `WORD_BYTES`.
pub(crate) const WORD_SHIFT: i64 = 2;
/// Bytes of a 24-bit word in the host's memory.
pub(crate) const WORD_BYTES: i64 = 1 << WORD_SHIFT;
/// Largest number of iterations: LC has 16 bits, and 0 means 65,536 (UM A-63).
pub(crate) const MAX_LOOP_COUNT: i64 = 1 << 16;

/// Emitter of CLIF for one region.
pub(crate) struct Emitter<'a, 'f> {
    pub builder: FunctionBuilder<'f>,
    /// Address of the frame.
    pub jit_state: Value,
    pub registers: GuestRegisters,
    /// Address of the core.
    pub core: Value,
    /// Static state that all of the region assumes.
    pub key: &'a RegionKey,
    /// Modifier registers in the current basic block.
    pub m: [u16; 8],
    /// Facts at the current position.
    pub facts: Facts,
    /// Variables that carry the most significant product (A1, B1) to merge points.
    pub msp_vars: [Variable; 2],
    /// The region reads the MSP of the accumulator. The variables of the others are not defined.
    pub reads_msp: [bool; 2],
    /// Address register that the previous instruction has written, and its new value. The AGU sees the old value
    /// until this instruction ends (UM A-237).
    pub delayed_write: Option<(u8, Value)>,
    /// Address register that the current instruction has written.
    pub new_delayed_write: Option<u8>,
    /// Pointers whose accesses by the current instruction are covered by a guard. Bit n is Rn.
    pub covered_pointers: u8,
    /// The current instruction adds a product to an accumulator that may stay unwrapped.
    pub in_accumulation: bool,
    /// The unwrapped value to which the current instruction adds a product.
    pub previous_sum: Option<Value>,
    /// Words of X, Y and P that external accesses have loaded for the current instruction.
    pub loaded_words: [Option<Value>; 3],
    /// Host addresses in X and Y to which the current instruction stores, if its accesses are external.
    pub store_targets: [Option<StoreTarget>; 2],
    /// Variables that the code modifies.
    pub modified: EntitySet<Variable>,
    /// Variables that the code reads.
    pub used: EntitySet<Variable>,
    /// Values that are known to have at most 16 bits.
    pub address_values: EntitySet<Value>,
}

/// Destination of a store in the host's memory.
#[derive(Clone, Copy)]
pub(crate) struct StoreTarget {
    /// Host address of the word.
    pub address: Value,
    /// Bits of the word that are stored.
    pub mask: Value,
}

impl Emitter<'_, '_> {
    /// Returns the facts that hold at the start of the current block if it has several predecessors.
    pub(crate) fn facts_at_merge(&mut self) -> Facts {
        Facts { msp: self.msp_at_merge(), ..Facts::default() }
    }

    /// Returns the value of a guest register.
    pub(crate) fn get(&mut self, register: GuestRegister) -> Value {
        self.used.insert(register.variable);
        self.builder.use_var(register.variable)
    }

    /// Sets a guest register.
    pub(crate) fn set(&mut self, register: GuestRegister, value: Value) {
        self.modified.insert(register.variable);
        self.builder.def_var(register.variable, value);
    }

    /// Emits the load of a guest register from the core or the frame.
    pub(crate) fn load_guest_register(&mut self, register: GuestRegister) {
        let (trusted, core) = (MemFlagsData::trusted(), self.core);
        let ins = self.builder.ins();
        let value = match register.location {
            RegisterLocation::JitState(at) => ins.load(types::I64, trusted, self.jit_state, at as i32),
            RegisterLocation::Accumulator(at) => ins.load(types::I64, trusted, core, at as i32),
            RegisterLocation::Word(at) => ins.sload32(trusted, core, at as i32),
            RegisterLocation::Address(at) => ins.uload16(types::I64, trusted, core, at as i32),
        };
        self.builder.def_var(register.variable, value);
    }

    /// Emits the store of a guest register to the core or the frame.
    pub(crate) fn store_guest_register(&mut self, register: GuestRegister) {
        let value = self.builder.use_var(register.variable);
        let (trusted, core) = (MemFlagsData::trusted(), self.core);
        let ins = self.builder.ins();
        match register.location {
            RegisterLocation::JitState(at) => ins.store(trusted, value, self.jit_state, at as i32),
            RegisterLocation::Accumulator(at) => ins.store(trusted, value, core, at as i32),
            RegisterLocation::Word(at) => ins.istore32(trusted, value, core, at as i32),
            RegisterLocation::Address(at) => ins.istore16(trusted, value, core, at as i32),
        };
    }

    /// Emits a call of a helper, and returns its result.
    pub(crate) fn call_helper(&mut self, address: i64, arguments: &[Value]) -> Value {
        let mut signature = Signature::new(CallConv::PreserveAll);
        signature.params.extend(arguments.iter().map(|_| AbiParam::new(types::I64)));
        let signature = self.builder.import_signature(signature);
        let callee = self.constant(address);
        self.builder.ins().call_indirect(signature, callee, arguments);
        let result = offset_of!(JitState<'_>, helper_result) as i32;
        self.builder.ins().load(types::I64, MemFlagsData::trusted(), self.jit_state, result)
    }

    /// Emits a constant.
    pub(crate) fn constant(&mut self, value: i64) -> Value {
        self.builder.ins().iconst(types::I64, value)
    }

    /// Emits the signed minimum of two values.
    pub(crate) fn emit_min(&mut self, a: Value, b: Value) -> Value {
        let less = self.builder.ins().icmp(IntCC::SignedLessThan, a, b);
        self.builder.ins().select(less, a, b)
    }

    /// Emits the comparison of a value with 0.
    pub(crate) fn is_nonzero(&mut self, value: Value) -> Value {
        self.builder.ins().icmp_imm_s(IntCC::NotEqual, value, 0)
    }

    /// Starts an instruction. `delayed_write` is the address register that the previous instruction has written.
    /// `updates` are the address registers that this instruction's addressing modes update, which discards a delayed
    /// write: an update uses the old value, and its result replaces the new one (UM 8-3, A-128).
    pub(crate) fn begin_instruction(&mut self, delayed_write: Option<u8>, updates: u8) {
        self.new_delayed_write = None;
        let pending = delayed_write.filter(|index| *index > 7 || updates & (1 << index) == 0);
        self.delayed_write = pending.map(|index| (index, self.get(self.registers.delayed_write)));
    }

    /// Ends an instruction: the AGU sees the delayed write of the previous one.
    pub(crate) fn commit_delayed_write(&mut self) {
        if let Some((index, value)) = self.delayed_write.take() {
            self.set_address_register(index, value);
        }
    }

    /// Writes an address register without delay, and discards a delayed write to it.
    pub(crate) fn write_address_register_now(&mut self, index: u8, value: Value) {
        self.delayed_write = self.delayed_write.filter(|(written, _)| *written != index);
        self.set_address_register(index, value);
    }

    /// Sets Rn or Nn, or ends what holds under the old value of Mn, whose new value is static state.
    fn set_address_register(&mut self, index: u8, value: Value) {
        let i = usize::from(index & 7);
        match index / 8 {
            0 => self.set_r(i, value),
            1 => self.set(self.registers.n[i], value),
            _ => self.end_modifier(i),
        }
    }

    /// Performs all deferred effects, so that the state in the core and in the variables is complete.
    pub(crate) fn flush_deferred(&mut self) {
        self.wrap_accumulators();
        self.flush_flags();
        self.flush_pointers();
        self.charge_deferred_cost();
    }

    /// Charges the deferred clocks and instructions to the budget.
    fn charge_deferred_cost(&mut self) {
        let Cost { clocks, instructions } = std::mem::take(&mut self.facts.deferred_cost);
        if clocks != 0 || instructions != 0 {
            let before = self.get(self.registers.budget);
            let after = self.offset_by(before, -clock_budget::of(clocks, instructions));
            self.set(self.registers.budget, after);
        }
    }

    /// Returns the value as a number if it is a constant.
    pub(crate) fn known_constant(&self, value: Value) -> Option<i64> {
        let dfg = &self.builder.func.dfg;
        match dfg.insts[dfg.value_def(value).inst()?] {
            InstructionData::UnaryImm { opcode: Opcode::Iconst, imm } => Some(imm.bits()),
            _ => None,
        }
    }

    /// Emits the sum of a value and a constant.
    pub(crate) fn offset_by(&mut self, value: Value, by: i64) -> Value {
        match self.known_constant(value) {
            Some(known) => self.constant(known.wrapping_add(by)),
            None if by == 0 => value,
            None => self.builder.ins().iadd_imm_s(value, by),
        }
    }

    /// Emits the address of the core plus `words` words. Reuses the result of an earlier call.
    pub(crate) fn word_address(&mut self, words: Value) -> Value {
        let cached = self.facts.word_addresses.iter().find(|(index, _)| *index == words);
        if let Some((_, address)) = cached {
            return *address;
        }
        let bytes = self.builder.ins().ishl_imm_u(words, WORD_SHIFT);
        let address = self.builder.ins().iadd(self.core, bytes);
        self.facts.word_addresses.push((words, address));
        address
    }

    /// Returns a base address and a constant offset of a word in a memory array of the core.
    fn locate_word(&mut self, array: usize, Address { base, offset }: Address) -> (Value, i32) {
        let base = base.map_or(self.core, |base| self.word_address(base));
        (base, array as i32 + (offset << WORD_SHIFT) as i32)
    }

    /// Emits the load of a word from a memory array of the core.
    pub(crate) fn load_word(&mut self, array: usize, address: Address) -> Value {
        let (base, offset) = self.locate_word(array, address);
        self.builder.ins().sload32(MemFlagsData::trusted(), base, offset)
    }

    /// Returns the destination of a store to internal memory, where words are stored with their sign.
    pub(crate) fn internal_target(&mut self, array: usize, address: Address) -> StoreTarget {
        let (base, offset) = self.locate_word(array, address);
        StoreTarget { address: self.builder.ins().iadd_imm_s(base, i64::from(offset)), mask: self.constant(-1) }
    }

    /// Emits the store of a word to `target`, or to a memory array of the core if `target` is `None`.
    fn store_word_to(&mut self, target: Option<StoreTarget>, array: usize, address: Address, word: Value) {
        match target {
            Some(StoreTarget { address, mask }) => {
                let word = self.builder.ins().band(word, mask);
                self.builder.ins().istore32(MemFlagsData::trusted(), word, address, 0);
            }
            None => self.store_word(array, address, word),
        }
    }

    /// Emits the store of a word to a memory array of the core.
    fn store_word(&mut self, array: usize, address: Address, word: Value) {
        let (base, offset) = self.locate_word(array, address);
        self.builder.ins().istore32(MemFlagsData::trusted(), word, base, offset);
    }

    /// Emits a store to a field of the core's lazy state.
    pub(crate) fn store_lazy(&mut self, value: Value, field: usize) {
        self.builder.ins().store(MemFlagsData::trusted(), value, self.core, (within::LAZY + field) as i32);
    }

    /// Emits a load from a field of the core's lazy state.
    pub(crate) fn load_lazy(&mut self, kind: Type, field: usize) -> Value {
        self.builder.ins().load(kind, MemFlagsData::trusted(), self.core, (within::LAZY + field) as i32)
    }

    /// Emits a store of the core's flag that the repeated instruction has been fetched. Exits whose static state is
    /// the start of a REP clear it.
    pub(crate) fn set_repeat_fetched(&mut self, fetched: bool) {
        let fetched = self.builder.ins().iconst(types::I8, i64::from(fetched));
        self.builder.ins().store(MemFlagsData::trusted(), fetched, self.core, within::REPEAT_FETCHED as i32);
    }

    /// Saves LC at the start of a REP.
    pub(crate) fn save_loop_counter(&mut self) {
        let lc = self.get(self.registers.lc);
        self.store_lazy(lc, offset_of!(LazyState, saved_loop_counter));
    }

    /// Converts a loop count from its encoding in LC, where 0 means 65,536, to a number of iterations.
    pub(crate) fn decode_loop_count(&mut self, lc: Value) -> Value {
        let lc = self.truncate_address(lc);
        if let Some(known) = self.known_constant(lc) {
            return self.constant(if known == 0 { MAX_LOOP_COUNT } else { known });
        }
        let [zero, nonzero] = [(); 2].map(|()| self.builder.create_block());
        let count = self.builder.append_block_param(nonzero, types::I64);
        self.builder.set_cold_block(zero);
        self.builder.ins().brif(lc, nonzero, &[BlockArg::from(lc)], zero, &[]);
        self.builder.switch_to_block(zero);
        self.builder.seal_block(zero);
        let max = self.constant(MAX_LOOP_COUNT);
        self.builder.ins().jump(nonzero, &[BlockArg::from(max)]);
        self.builder.switch_to_block(nonzero);
        self.builder.seal_block(nonzero);
        count
    }

    /// Restores LC at the end of a REP.
    pub(crate) fn restore_loop_counter(&mut self) {
        let lc = self.load_lazy(types::I64, offset_of!(LazyState, saved_loop_counter));
        self.set(self.registers.lc, lc);
    }
}
