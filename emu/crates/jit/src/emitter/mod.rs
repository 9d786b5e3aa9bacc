//! Code that is being written: its registers are `fields`, what is known of them `facts`; `flags`, `pointers` and the `stack` are
//! written by methods of their own, and `machine` is the numbers for which the core's semantics are called.

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
use dsp56k_core::engine::frame::{Frame, Unsettled, account, within};
use dsp56k_core::engine::region::{Cost, Key};

use std::mem::offset_of;

/// Words of on-chip data memory.
pub(crate) const INTERNAL_WORDS: i64 = 0x100;
/// A word of memory has four bytes.
pub(crate) const WORD_SHIFT: i64 = 2;
pub(crate) const WORD_BYTES: i64 = 1 << WORD_SHIFT;
/// No count of passes is larger.
pub(crate) const MAX_LOOP_COUNT: i64 = 1 << 16;

pub(crate) struct Emitter<'a, 'f> {
    pub builder: FunctionBuilder<'f>,
    pub frame: Value,
    pub registers: GuestRegisters,
    /// The core's beginning.
    pub core: Value,
    pub key: &'a Key,
    pub facts: Facts,
    /// Variables that take the accumulators' middle words to blocks with several predecessors, and whether the region reads
    /// each of these words: the variables of the others are not defined.
    pub msp_vars: [Variable; 2],
    pub reads_msp: [bool; 2],
    /// The address register that the instruction before has written, and its value.
    pub delayed_write: Option<(u8, Value)>,
    /// The one that this instruction has written.
    pub new_delayed_write: Option<u8>,
    /// The pointers whose accesses by this instruction are known to lie on the chip, a bit each.
    pub covered_pointers: u8,
    /// The instruction adds a product to an accumulator, which the instructions before have left as this if that may be more
    /// than 56 bits.
    pub in_accumulation: bool,
    pub previous_sum: Option<Value>,
    /// Words that were read for this instruction already, of X and of Y.
    pub loaded_words: [Option<Value>; 2],
    /// Where it writes, if that was found before.
    pub store_targets: [Option<StoreTarget>; 2],
    /// Variables that the code changes, and those that it asks for.
    pub modified: EntitySet<Variable>,
    pub used: EntitySet<Variable>,
    /// Values that are known to have 16 bits.
    pub address_values: EntitySet<Value>,
}

/// Where a word goes in the host's memory, and its bits that are kept there.
#[derive(Clone, Copy)]
pub(crate) struct StoreTarget {
    pub address: Value,
    pub mask: Value,
}

impl Emitter<'_, '_> {
    /// The facts at the start of the current block if it has several predecessors.
    pub(crate) fn facts_at_merge(&mut self) -> Facts {
        Facts { msp: self.msp_at_merge(), ..Facts::default() }
    }

    pub(crate) fn get(&mut self, register: GuestRegister) -> Value {
        self.used.insert(register.variable);
        self.builder.use_var(register.variable)
    }

    pub(crate) fn set(&mut self, register: GuestRegister, value: Value) {
        self.modified.insert(register.variable);
        self.builder.def_var(register.variable, value);
    }

    /// A variable is what its register is outside the code.
    pub(crate) fn load_guest_register(&mut self, register: GuestRegister) {
        let (trusted, core) = (MemFlagsData::trusted(), self.core);
        let ins = self.builder.ins();
        let value = match register.location {
            RegisterLocation::Frame(at) => ins.load(types::I64, trusted, self.frame, at as i32),
            RegisterLocation::Accumulator(at) => ins.load(types::I64, trusted, core, at as i32),
            RegisterLocation::Word(at) => ins.sload32(trusted, core, at as i32),
            RegisterLocation::Address(at) => ins.uload16(types::I64, trusted, core, at as i32),
        };
        self.builder.def_var(register.variable, value);
    }

    /// A register outside the code is what its variable is.
    pub(crate) fn store_guest_register(&mut self, register: GuestRegister) {
        let value = self.builder.use_var(register.variable);
        let (trusted, core) = (MemFlagsData::trusted(), self.core);
        let ins = self.builder.ins();
        match register.location {
            RegisterLocation::Frame(at) => ins.store(trusted, value, self.frame, at as i32),
            RegisterLocation::Accumulator(at) => ins.store(trusted, value, core, at as i32),
            RegisterLocation::Word(at) => ins.istore32(trusted, value, core, at as i32),
            RegisterLocation::Address(at) => ins.istore16(trusted, value, core, at as i32),
        };
    }

    /// The answer of a function that `code` has made to be called.
    pub(crate) fn call_helper(&mut self, address: i64, arguments: &[Value]) -> Value {
        let mut signature = Signature::new(CallConv::PreserveAll);
        signature.params.extend(arguments.iter().map(|_| AbiParam::new(types::I64)));
        let signature = self.builder.import_signature(signature);
        let callee = self.constant(address);
        self.builder.ins().call_indirect(signature, callee, arguments);
        let result = offset_of!(Frame<'_>, answer) as i32;
        self.builder.ins().load(types::I64, MemFlagsData::trusted(), self.frame, result)
    }

    pub(crate) fn constant(&mut self, value: i64) -> Value {
        self.builder.ins().iconst(types::I64, value)
    }

    pub(crate) fn emit_min(&mut self, a: Value, b: Value) -> Value {
        let less = self.builder.ins().icmp(IntCC::SignedLessThan, a, b);
        self.builder.ins().select(less, a, b)
    }

    pub(crate) fn is_nonzero(&mut self, value: Value) -> Value {
        self.builder.ins().icmp_imm_s(IntCC::NotEqual, value, 0)
    }

    /// An instruction begins, after one that has written an address register; an update of its own starts from the old
    /// pointer, and its result is the register (UM 8-3, A-128).
    pub(crate) fn begin_instruction(&mut self, delayed_write: Option<u8>, updates: u8) {
        self.new_delayed_write = None;
        let pending = delayed_write.filter(|index| *index > 7 || updates & (1 << index) == 0);
        self.delayed_write = pending.map(|index| (index, self.get(self.registers.delayed_write)));
    }

    /// The AGU sees what the instruction before has written.
    pub(crate) fn commit_delayed_write(&mut self) {
        if let Some((index, value)) = self.delayed_write.take() {
            let i = usize::from(index & 7);
            if index < 8 { self.set_r(i, value) } else { self.set(self.registers.n[i], value) }
        }
    }

    /// An address register that the AGU sees at once, whatever the instruction before has written to it.
    pub(crate) fn write_address_register_now(&mut self, index: u8, value: Value) {
        self.delayed_write = self.delayed_write.filter(|(written, _)| *written != index);
        self.set_r(usize::from(index & 7), value);
    }

    /// What others look at is up to date: flags in the core, pointers, and what is counted.
    pub(crate) fn flush_deferred(&mut self) {
        self.wrap_accumulators();
        self.flush_flags();
        self.flush_pointers();
        self.charge_deferred_cost();
    }

    /// What was executed is counted.
    fn charge_deferred_cost(&mut self) {
        let Cost { clocks, instructions } = std::mem::take(&mut self.facts.deferred_cost);
        if clocks != 0 || instructions != 0 {
            let before = self.get(self.registers.budget);
            let after = self.offset_by(before, -account::of(clocks, instructions));
            self.set(self.registers.budget, after);
        }
    }

    /// The number that a value is, if that is known.
    pub(crate) fn known_constant(&self, value: Value) -> Option<i64> {
        let dfg = &self.builder.func.dfg;
        match dfg.insts[dfg.value_def(value).inst()?] {
            InstructionData::UnaryImm { opcode: Opcode::Iconst, imm } => Some(imm.bits()),
            _ => None,
        }
    }

    pub(crate) fn offset_by(&mut self, value: Value, by: i64) -> Value {
        match self.known_constant(value) {
            Some(known) => self.constant(known.wrapping_add(by)),
            None if by == 0 => value,
            None => self.builder.ins().iadd_imm_s(value, by),
        }
    }

    /// So many words from the core's beginning.
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

    /// Where a word of an array lies: a place, and an offset from it in bytes.
    fn locate_word(&mut self, array: usize, Address { base, offset }: Address) -> (Value, i32) {
        let base = base.map_or(self.core, |base| self.word_address(base));
        (base, array as i32 + (offset << WORD_SHIFT) as i32)
    }

    pub(crate) fn load_word(&mut self, array: usize, address: Address) -> Value {
        let (base, offset) = self.locate_word(array, address);
        self.builder.ins().sload32(MemFlagsData::trusted(), base, offset)
    }

    /// Where a word of the data RAM goes, whose words have their sign.
    pub(crate) fn internal_target(&mut self, array: usize, address: Address) -> StoreTarget {
        let (base, offset) = self.locate_word(array, address);
        StoreTarget { address: self.builder.ins().iadd_imm_s(base, i64::from(offset)), mask: self.constant(-1) }
    }

    /// A word goes where it was found to, or to an array.
    fn store_word_to(&mut self, target: Option<StoreTarget>, array: usize, address: Address, word: Value) {
        match target {
            Some(StoreTarget { address, mask }) => {
                let word = self.builder.ins().band(word, mask);
                self.builder.ins().istore32(MemFlagsData::trusted(), word, address, 0);
            }
            None => self.store_word(array, address, word),
        }
    }

    fn store_word(&mut self, array: usize, address: Address, word: Value) {
        let (base, offset) = self.locate_word(array, address);
        self.builder.ins().istore32(MemFlagsData::trusted(), word, base, offset);
    }

    /// A field of what is not settled.
    pub(crate) fn store_lazy(&mut self, value: Value, field: usize) {
        self.builder.ins().store(MemFlagsData::trusted(), value, self.core, (within::UNSETTLED + field) as i32);
    }

    pub(crate) fn load_lazy(&mut self, kind: Type, field: usize) -> Value {
        self.builder.ins().load(kind, MemFlagsData::trusted(), self.core, (within::UNSETTLED + field) as i32)
    }

    /// Whether the instruction of the last REP has been fetched, but where the context says that it has not.
    pub(crate) fn set_repeat_fetched(&mut self, fetched: bool) {
        let fetched = self.builder.ins().iconst(types::I8, i64::from(fetched));
        self.builder.ins().store(MemFlagsData::trusted(), fetched, self.core, within::REPEAT_FETCHED as i32);
    }

    /// LC goes aside as REP begins.
    pub(crate) fn save_loop_counter(&mut self) {
        let lc = self.get(self.registers.lc);
        self.store_lazy(lc, offset_of!(Unsettled, set_aside));
    }

    /// A count as LC tells it, where 0 is 65,536, as a number.
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

    /// LC is as REP found it.
    pub(crate) fn restore_loop_counter(&mut self) {
        let lc = self.load_lazy(types::I64, offset_of!(Unsettled, set_aside));
        self.set(self.registers.lc, lc);
    }
}
