//! Code that is being written: its registers are `fields`, what is known of them `facts`; `flags`, `pointers` and the `stack` are
//! written by methods of their own, and `machine` is the numbers for which the core's semantics are called.

pub(crate) mod facts;
pub(crate) mod fields;
mod flags;
mod machine;
pub(crate) mod number;
mod pointers;
mod stack;
mod sums;
pub(crate) mod words;

use crate::writer::facts::{Facts, Pointer};
use crate::writer::fields::{Field, Fields, Place};
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
pub(crate) const ON_CHIP: i64 = 0x100;
/// A word of memory has four bytes.
pub(crate) const WORD_SHIFT: i64 = 2;
pub(crate) const WORD_BYTES: i64 = 1 << WORD_SHIFT;
/// No count of passes is larger.
pub(crate) const MOST_PASSES: i64 = 1 << 16;

pub(crate) struct Writer<'a, 'f> {
    pub builder: FunctionBuilder<'f>,
    pub frame: Value,
    pub fields: Fields,
    /// The core's beginning.
    pub core: Value,
    pub key: &'a Key,
    pub facts: Facts,
    /// Variables that take the accumulators' middle words to blocks with several predecessors, and whether the region reads
    /// each of these words: the variables of the others are not defined.
    pub middles: [Variable; 2],
    pub reads_middle: [bool; 2],
    /// The address register that the instruction before has written, and its value.
    pub before: Option<(u8, Value)>,
    /// The one that this instruction has written.
    pub written: Option<u8>,
    /// The pointers whose accesses by this instruction are known to lie on the chip, a bit each.
    pub covered: u8,
    /// The instruction adds a product to an accumulator, which the instructions before have left as this if that may be more
    /// than 56 bits.
    pub summing: bool,
    pub before_sum: Option<Value>,
    /// Words that were read for this instruction already, of X and of Y.
    pub read: [Option<Value>; 2],
    /// Where it writes, if that was found before.
    pub write: [Option<Target>; 2],
    /// Variables that the code changes, and those that it asks for.
    pub changed: EntitySet<Variable>,
    pub used: EntitySet<Variable>,
    /// Values that are known to have 16 bits.
    pub addresses: EntitySet<Value>,
}

/// Where a word goes in the host's memory, and its bits that are kept there.
#[derive(Clone, Copy)]
pub(crate) struct Target {
    pub place: Value,
    pub mask: Value,
}

impl Writer<'_, '_> {
    /// The facts at the start of the current block if it has several predecessors.
    pub(crate) fn facts_at_start(&mut self) -> Facts {
        Facts { middle: self.middles_at_start(), ..Facts::default() }
    }

    pub(crate) fn get(&mut self, field: Field) -> Value {
        self.used.insert(field.variable);
        self.builder.use_var(field.variable)
    }

    pub(crate) fn set(&mut self, field: Field, value: Value) {
        self.changed.insert(field.variable);
        self.builder.def_var(field.variable, value);
    }

    /// A variable is what its register is outside the code.
    pub(crate) fn fetch(&mut self, field: Field) {
        let (trusted, core) = (MemFlagsData::trusted(), self.core);
        let ins = self.builder.ins();
        let value = match field.place {
            Place::Frame(at) => ins.load(types::I64, trusted, self.frame, at as i32),
            Place::Accumulator(at) => ins.load(types::I64, trusted, core, at as i32),
            Place::Word(at) => ins.sload32(trusted, core, at as i32),
            Place::Address(at) => ins.uload16(types::I64, trusted, core, at as i32),
        };
        self.builder.def_var(field.variable, value);
    }

    /// A register outside the code is what its variable is.
    pub(crate) fn hand_back(&mut self, field: Field) {
        let value = self.builder.use_var(field.variable);
        let (trusted, core) = (MemFlagsData::trusted(), self.core);
        let ins = self.builder.ins();
        match field.place {
            Place::Frame(at) => ins.store(trusted, value, self.frame, at as i32),
            Place::Accumulator(at) => ins.store(trusted, value, core, at as i32),
            Place::Word(at) => ins.istore32(trusted, value, core, at as i32),
            Place::Address(at) => ins.istore16(trusted, value, core, at as i32),
        };
    }

    /// The answer of a function that `code` has made to be called.
    pub(crate) fn call(&mut self, address: i64, arguments: &[Value]) -> Value {
        let mut signature = Signature::new(CallConv::PreserveAll);
        signature.params.extend(arguments.iter().map(|_| AbiParam::new(types::I64)));
        let signature = self.builder.import_signature(signature);
        let callee = self.constant(address);
        self.builder.ins().call_indirect(signature, callee, arguments);
        let answer = offset_of!(Frame<'_>, answer) as i32;
        self.builder.ins().load(types::I64, MemFlagsData::trusted(), self.frame, answer)
    }

    pub(crate) fn constant(&mut self, value: i64) -> Value {
        self.builder.ins().iconst(types::I64, value)
    }

    pub(crate) fn least(&mut self, a: Value, b: Value) -> Value {
        let less = self.builder.ins().icmp(IntCC::SignedLessThan, a, b);
        self.builder.ins().select(less, a, b)
    }

    pub(crate) fn nonzero(&mut self, value: Value) -> Value {
        self.builder.ins().icmp_imm_s(IntCC::NotEqual, value, 0)
    }

    /// An instruction begins, after one that has written an address register; an update of its own starts from the old
    /// pointer, and its result is the register (UM 8-3, A-128).
    pub(crate) fn begin(&mut self, late: Option<u8>, updates: u8) {
        self.written = None;
        let kept = late.filter(|index| *index > 7 || updates & (1 << index) == 0);
        self.before = kept.map(|index| (index, self.get(self.fields.late)));
    }

    /// The AGU sees what the instruction before has written.
    pub(crate) fn end(&mut self) {
        if let Some((index, value)) = self.before.take() {
            let i = usize::from(index & 7);
            if index < 8 { self.set_r(i, value) } else { self.set(self.fields.n[i], value) }
        }
    }

    /// An address register that the AGU sees at once, whatever the instruction before has written to it.
    pub(crate) fn write_address_register_now(&mut self, index: u8, value: Value) {
        self.before = self.before.filter(|(before, _)| *before != index);
        self.set_r(usize::from(index & 7), value);
    }

    /// What others look at is up to date: flags in the core, pointers, and what is counted.
    pub(crate) fn settle(&mut self) {
        self.settle_sums();
        self.write_flags();
        self.settle_runs();
        self.count();
    }

    /// What was executed is counted.
    fn count(&mut self) {
        let Cost { clocks, instructions } = std::mem::take(&mut self.facts.owed);
        if clocks != 0 || instructions != 0 {
            let before = self.get(self.fields.account);
            let after = self.moved_by(before, -account::of(clocks, instructions));
            self.set(self.fields.account, after);
        }
    }

    /// The number that a value is, if that is known.
    pub(crate) fn known(&self, value: Value) -> Option<i64> {
        let dfg = &self.builder.func.dfg;
        match dfg.insts[dfg.value_def(value).inst()?] {
            InstructionData::UnaryImm { opcode: Opcode::Iconst, imm } => Some(imm.bits()),
            _ => None,
        }
    }

    pub(crate) fn moved_by(&mut self, value: Value, by: i64) -> Value {
        match self.known(value) {
            Some(known) => self.constant(known.wrapping_add(by)),
            None if by == 0 => value,
            None => self.builder.ins().iadd_imm_s(value, by),
        }
    }

    /// So many words from the core's beginning.
    pub(crate) fn place(&mut self, words: Value) -> Value {
        let known = self.facts.places.iter().find(|(distance, _)| *distance == words);
        if let Some((_, place)) = known {
            return *place;
        }
        let bytes = self.builder.ins().ishl_imm_u(words, WORD_SHIFT);
        let place = self.builder.ins().iadd(self.core, bytes);
        self.facts.places.push((words, place));
        place
    }

    /// Where a word of an array lies: a place, and an offset from it in bytes.
    fn located(&mut self, array: usize, Pointer { base, offset }: Pointer) -> (Value, i32) {
        let place = base.map_or(self.core, |base| self.place(base));
        (place, array as i32 + (offset << WORD_SHIFT) as i32)
    }

    pub(crate) fn load(&mut self, array: usize, pointer: Pointer) -> Value {
        let (place, offset) = self.located(array, pointer);
        self.builder.ins().sload32(MemFlagsData::trusted(), place, offset)
    }

    /// Where a word of the data RAM goes, whose words have their sign.
    pub(crate) fn near_target(&mut self, array: usize, pointer: Pointer) -> Target {
        let (place, offset) = self.located(array, pointer);
        Target { place: self.builder.ins().iadd_imm_s(place, i64::from(offset)), mask: self.constant(-1) }
    }

    /// A word goes where it was found to, or to an array.
    fn put(&mut self, target: Option<Target>, array: usize, pointer: Pointer, word: Value) {
        match target {
            Some(Target { place, mask }) => {
                let word = self.builder.ins().band(word, mask);
                self.builder.ins().istore32(MemFlagsData::trusted(), word, place, 0);
            }
            None => self.keep(array, pointer, word),
        }
    }

    fn keep(&mut self, array: usize, pointer: Pointer, word: Value) {
        let (place, offset) = self.located(array, pointer);
        self.builder.ins().istore32(MemFlagsData::trusted(), word, place, offset);
    }

    /// A field of what is not settled.
    pub(crate) fn put_down(&mut self, value: Value, field: usize) {
        self.builder.ins().store(MemFlagsData::trusted(), value, self.core, (within::UNSETTLED + field) as i32);
    }

    pub(crate) fn look_up(&mut self, kind: Type, field: usize) -> Value {
        self.builder.ins().load(kind, MemFlagsData::trusted(), self.core, (within::UNSETTLED + field) as i32)
    }

    /// Whether the instruction of the last REP has been fetched, but where the context says that it has not.
    pub(crate) fn set_fetched(&mut self, fetched: bool) {
        let fetched = self.builder.ins().iconst(types::I8, i64::from(fetched));
        self.builder.ins().store(MemFlagsData::trusted(), fetched, self.core, within::REPEAT_FETCHED as i32);
    }

    /// LC goes aside as REP begins.
    pub(crate) fn set_aside(&mut self) {
        let lc = self.get(self.fields.lc);
        self.put_down(lc, offset_of!(Unsettled, set_aside));
    }

    /// A count as LC tells it, where 0 is 65,536, as a number.
    pub(crate) fn counted_passes(&mut self, lc: Value) -> Value {
        let lc = self.address_cut(lc);
        if let Some(known) = self.known(lc) {
            return self.constant(if known == 0 { MOST_PASSES } else { known });
        }
        let [none, on] = [(); 2].map(|()| self.builder.create_block());
        let count = self.builder.append_block_param(on, types::I64);
        self.builder.set_cold_block(none);
        self.builder.ins().brif(lc, on, &[BlockArg::from(lc)], none, &[]);
        self.builder.switch_to_block(none);
        self.builder.seal_block(none);
        let most = self.constant(MOST_PASSES);
        self.builder.ins().jump(on, &[BlockArg::from(most)]);
        self.builder.switch_to_block(on);
        self.builder.seal_block(on);
        count
    }

    /// LC is as REP found it.
    pub(crate) fn bring_back(&mut self) {
        let lc = self.look_up(types::I64, offset_of!(Unsettled, set_aside));
        self.set(self.fields.lc, lc);
    }
}
