//! Translates instructions that do not change control flow, and their external accesses.
//!
//! The semantics of an instruction are not written here: the core's generic semantics are called with the emitter,
//! and emit CLIF. An external access reads the *soft TLB* (as QEMU's softmmu): a table in the core with one entry for
//! each address space, direction (read or write) and page. An entry is the host address of the page's words. A miss
//! calls the core to fill the entry; words that have side effects, such as peripherals, are never entered. Wait states
//! are settings of the region, so the clocks of an access follow from its address.
//!
//! Invariant: all addresses of an instruction are looked up before it changes any state, and a slow path is entered
//! with the budget from before the lookup. So the interpreter can execute all of the instruction instead.

use crate::emitter::facts::Address;
use crate::emitter::ranged_value::RangedValue;
use crate::emitter::{INTERNAL_WORDS, StoreTarget, WORD_SHIFT};
use crate::native_call::{fill_tlb_address, tlb_request};
use crate::translation::{RegionTranslator, SlowPath};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, BlockArg, InstBuilder, MemFlagsData, Value, types};
use dsp56k_core::Space;
use dsp56k_core::engine::jit_state::{FURTHER_SPACE_CLOCKS, MARKS_OFFSET, PAGE_BITS, clock_budget, first_of, within};
use dsp56k_core::engine::region::{DataAccess, RepState, access_counter, data_accesses};
use dsp56k_core::engine::{DecodedInstruction, Exec, OperandLocation};
use dsp56k_core::semantics::Machine;
use dsp56k_core::semantics::conditions::Conditions;
use dsp56k_core::semantics::data_alu::DataAlu;
use dsp56k_core::semantics::moves::Moves;
use dsp56k_core::semantics::registers::{File, Registers, agu_index};
use dsp56k_isa::{ControlOp, IO_PAGE, Reg};

/// Bits of a word of external memory, which is stored without its sign.
const WORD_MASK: i64 = 0xFF_FFFF;

impl RegionTranslator<'_, '_> {
    /// Translates an instruction. `delayed_write` is the address register that the previous instruction has written.
    pub(crate) fn lower_data(&mut self, e: &DecodedInstruction, delayed_write: Option<u8>) {
        self.emitter.begin_instruction(delayed_write, e.updates);
        self.lower_instruction(e);
        self.emitter.commit_delayed_write();
    }

    /// Translates the effects of an instruction on registers and memory.
    fn lower_instruction(&mut self, e: &DecodedInstruction) {
        let emitter = &mut self.emitter;
        match e.exec {
            Exec::Parallel => {
                let result = emitter.emit_operation(e.alu, e);
                emitter.moves(e.mv, [e.ea[0].mode, e.ea[1].mode], File::of(e.regs[0]), e);
                emitter.store(e, result);
            }
            Exec::MoveOnly => emitter.moves(e.mv, [e.ea[0].mode, e.ea[1].mode], File::of(e.regs[0]), e),
            _ => self.lower_control(e),
        }
    }

    /// Translates an instruction without parallel moves.
    fn lower_control(&mut self, e: &DecodedInstruction) {
        let acc = usize::from(e.regs[1] == Reg::B);
        match e.control {
            ControlOp::Div => self.emitter.divide_step(acc, e.regs[0]),
            ControlOp::Tcc if e.register_pair => {
                let emitter = &mut self.emitter;
                let value = emitter.operand(e.regs[0]);
                emitter.set_acc(acc, value);
                let address = emitter.address_register(agu_index(e.regs[2]));
                emitter.write_address_register(agu_index(e.regs[3]), address);
            }
            ControlOp::Tcc => {
                let emitter = &mut self.emitter;
                let holds = emitter.holds(e.condition);
                let (moved, stays) = (emitter.operand(e.regs[0]), emitter.acc(acc));
                let value = emitter.select_value(holds, moved, stays);
                emitter.set_acc(acc, value);
            }
            ControlOp::Andi | ControlOp::Ori => {
                let c = self.emitter.builder.ins().iconst(types::I8, i64::from(e.control == ControlOp::Ori));
                self.emitter.set_carry(c);
            }
            ControlOp::Norm => {
                let i = agu_index(e.regs[0]);
                let rn = self.emitter.address_register(i);
                let rn = self.emitter.address_value(rn);
                let change = self.emitter.normalize_step(acc);
                let rn = self.emitter.builder.ins().iadd(rn, change.value);
                let rn = self.emitter.truncate_address(rn);
                self.emitter.write_address_register_now(i, rn);
            }
            ControlOp::Lua => {
                let address = self.emitter.lua_address(e.ea[0]);
                self.emitter.write_address_register(agu_index(e.regs[0]), Address::from_value(address));
            }
            ControlOp::Movec | ControlOp::Movem => {
                let word = match (e.from, e.regs[0]) {
                    (OperandLocation::Register, Reg::SR) => self.emitter.status_register(e.data),
                    (OperandLocation::Register, Reg::LA | Reg::SP) => self.emitter.word(e.data),
                    (OperandLocation::Register, Reg::LC) => {
                        let lc = self.emitter.get(self.emitter.registers.lc);
                        self.emitter.truncate_address(lc)
                    }
                    _ => self.read_operand(e),
                };
                let to = e.regs[usize::from(e.from == OperandLocation::Register)];
                self.emitter.write_in(File::of(to), to, word);
            }
            op => self.lower_bit_instruction(op, e),
        }
    }

    /// Translates BTST, BSET, BCLR or BCHG of a register or a word in memory: C becomes the old value of the bit.
    fn lower_bit_instruction(&mut self, op: ControlOp, e: &DecodedInstruction) {
        let ea = e.ea[0];
        let address = self.emitter.effective_address(ea);
        let word = self.read_operand(e);
        let emitter = &mut self.emitter;
        let number = emitter.signed(word);
        let only = emitter.and_mask(number, 1 << e.bit);
        let clear = emitter.is_zero(only);
        let c = emitter.not(clear);
        emitter.set_c(c);
        let bit = emitter.number(1 << e.bit);
        let changed = match op {
            ControlOp::Bset => emitter.bit_or(number, bit),
            ControlOp::Bclr => emitter.and_mask(number, !(1 << e.bit)),
            ControlOp::Bchg => emitter.bit_xor(number, bit),
            _ => return,
        };
        let word = emitter.low_word(changed);
        let reg = e.regs[0];
        match (e.from, File::of(reg), ea.space) {
            // UM A-237 does not list bit instructions among those with a delayed write.
            (OperandLocation::Register, File::Address, _) => {
                let value = emitter.pointer(word);
                let value = emitter.address_value(value);
                emitter.write_address_register_now(agu_index(reg), value);
            }
            (OperandLocation::Register, file, _) => emitter.write_in(file, reg, word),
            (_, _, Space::X) => emitter.write_x(address, word),
            _ => emitter.write_y(address, word),
        }
    }

    /// Emits the read of a loop count or of a tested operand.
    pub(crate) fn read_operand(&mut self, e: &DecodedInstruction) -> Value {
        match e.from {
            OperandLocation::Memory => {
                let address = self.emitter.address_by(e.ea[0].mode, e.ea[0]);
                match e.ea[0].space {
                    Space::X => self.emitter.read_x(address),
                    Space::Y => self.emitter.read_y(address),
                    Space::P => {
                        let word = self.emitter.loaded_words[Space::P as usize].take();
                        word.unwrap_or_else(|| unreachable!("a word of P is read by the soft TLB"))
                    }
                }
            }
            OperandLocation::Register => self.emitter.read_in(File::of(e.regs[0]), e.regs[0]),
            OperandLocation::Immediate | OperandLocation::Address | OperandLocation::None => self.emitter.word(e.data),
        }
    }

    /// Emits the loads and the store addresses of an instruction that may access external memory. Control takes the
    /// slow path, without a charge, if an access cannot be done inline, or if the clocks of the accesses are not left.
    /// `exit` is the exit before the instruction.
    pub(crate) fn emit_external_paths(&mut self, e: &DecodedInstruction, exit: usize, slow_path: SlowPath) {
        let accesses: Vec<Access> = data_accesses(e)
            .map(|DataAccess { address, space, write, modify }| {
                let address = self.emitter.effective_address(e.ea[address]);
                Access { space, write, modify, address }
            })
            .collect();
        let params = AccessParams {
            // A repeated instruction is fetched once.
            contends_with_fetch: e.fetches != 0 && self.region.exits[exit].state.rep != RepState::Fetched,
            lookahead_clocks: self.region.exits[exit].lookahead_clocks,
            slow_path,
            first_counter: self.region.first_access_counter(exit),
        };
        let operands: Vec<Operand> = match &accesses[..] {
            [first, second] if !self.has_costs(*first, params) && !self.has_costs(*second, params) => {
                self.emit_pair(*first, *second, params).to_vec()
            }
            _ => {
                let mut operands: Vec<Operand> = Vec::new();
                for access in &accesses {
                    let operand = self.emit_access(*access, slow_path);
                    if let Some(first) = operands.first() {
                        self.exclude_same_word(*first, operand, slow_path);
                    }
                    operands.push(operand);
                }
                self.charge_accesses(&accesses, params);
                operands
            }
        };
        for (Access { space, modify, .. }, operand) in accesses.iter().zip(operands) {
            match operand {
                Operand::Word { word, .. } => self.emitter.loaded_words[*space as usize] = Some(word),
                Operand::Target(target) => {
                    self.emitter.store_targets[*space as usize] = Some(target);
                    if *modify {
                        self.emitter.loaded_words[*space as usize] = Some(self.load_external_word(target.address));
                    }
                }
            }
        }
    }

    /// Emits two accesses without wait states. If both are external, they cannot share a cycle (UM 9-2, 9-3): only the
    /// path on which neither is internal charges the cycle.
    fn emit_pair(&mut self, first: Access, second: Access, params: AccessParams) -> [Operand; 2] {
        let slow_path = params.slow_path;
        let operand = self.emit_access(first, slow_path);
        if second.address.known().is_some() {
            let other = self.emit_access(second, slow_path);
            self.exclude_same_word(operand, other, slow_path);
            self.charge_accesses(&[first, second], params);
            return [operand, other];
        }
        let external = self.is_external(second.address);
        let joined = self.create_join(second);
        self.branch_to_cold(&[external], |translator| {
            let other = translator.emit_table_access(second, slow_path);
            translator.exclude_same_word(operand, other, slow_path);
            let first_external = translator.is_external(first.address);
            translator.branch_to_cold(&[first_external], |translator| {
                translator.charge_accesses(&[first, second], params);
                translator.jump_with_args(joined, &other.values());
            });
            translator.jump_with_args(joined, &other.values());
        });
        let internal = self.emit_internal_access(second);
        let other = self.join(joined, internal);
        [operand, other]
    }

    /// Takes the slow path if an instruction writes its first operand to the word that it reads as the second one,
    /// because both addresses are mapped to it. The interpreter writes before it reads.
    fn exclude_same_word(&mut self, first: Operand, second: Operand, slow_path: SlowPath) {
        if let (Operand::Target(target), Operand::Word { address: Some(address), .. }) = (first, second) {
            let same = self.emitter.builder.ins().icmp(IntCC::Equal, target.address, address);
            self.branch_to_slow_path(&[same], slow_path);
        }
    }

    /// Emits an access to internal or external memory. Reads of both use the soft TLB, because a comparison and a join
    /// of two paths would take longer.
    fn emit_access(&mut self, access: Access, slow_path: SlowPath) -> Operand {
        match access.address.known() {
            Some(address) if access.space != Space::P && address < INTERNAL_WORDS => self.emit_internal_access(access),
            None if access.write => {
                let external = self.is_external(access.address);
                let internal = self.emitter.not(external);
                let joined = self.create_join(access);
                self.branch_to_cold(&[internal], |translator| {
                    let operand = translator.emit_internal_access(access);
                    translator.jump_with_args(joined, &operand.values());
                });
                let operand = self.emit_table_access(access, slow_path);
                self.join(joined, operand)
            }
            _ => self.emit_table_access(access, slow_path),
        }
    }

    /// Creates the block that joins two paths of an access. Its parameters are the values of the operand.
    fn create_join(&mut self, access: Access) -> ir::Block {
        let joined = self.emitter.builder.create_block();
        for _ in 0..if access.write { 2 } else { 1 } {
            self.emitter.builder.append_block_param(joined, types::I64);
        }
        joined
    }

    /// Ends the second path of an access with `operand`, and continues where the paths join. Returns the operand there.
    fn join(&mut self, joined: ir::Block, operand: Operand) -> Operand {
        self.jump_with_args(joined, &operand.values());
        self.continue_in(joined);
        // The host addresses have been computed on one of the paths only.
        self.emitter.facts.word_addresses.clear();
        match *self.emitter.builder.block_params(joined) {
            [address, mask] => Operand::Target(StoreTarget { address, mask }),
            [word] => Operand::Word { word, address: None },
            _ => unreachable!("a join has one or two parameters"),
        }
    }

    /// Emits the check that an address is not internal.
    fn is_external(&mut self, address: Address) -> Value {
        let address = self.emitter.address_value(address);
        self.emitter.builder.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, address, INTERNAL_WORDS)
    }

    /// Branches to a block with arguments.
    fn jump_with_args(&mut self, to: ir::Block, values: &[Value]) {
        let values: Vec<BlockArg> = values.iter().map(|value| BlockArg::from(*value)).collect();
        self.emitter.builder.ins().jump(to, &values);
    }

    /// Emits an access to internal memory, which takes no additional clocks.
    fn emit_internal_access(&mut self, Access { space, write, address, .. }: Access) -> Operand {
        let array = if space == Space::X { within::X } else { within::Y };
        if write {
            Operand::Target(self.emitter.internal_target(array, address))
        } else {
            Operand::Word { word: self.emitter.load_word(array, address), address: None }
        }
    }

    /// Emits an access through the soft TLB: the load of the entry, the call that fills it if it is 0, and the load of
    /// the word or the mark of the word that will be stored.
    fn emit_table_access(&mut self, access: Access, slow_path: SlowPath) -> Operand {
        let Access { space, write, address, .. } = access;
        let address = self.emitter.address_value(address);
        let known = self.emitter.known_constant(address);
        let first = within::SOFT_TLB + first_of(space as usize, write) * size_of::<usize>();
        let (trusted, core, ins) = (MemFlagsData::trusted(), self.emitter.core, &mut self.emitter.builder);
        let entry = if let Some(known) = known {
            let distance = (known as usize >> PAGE_BITS) * size_of::<usize>();
            ins.ins().load(types::I64, trusted, core, (first + distance) as i32)
        } else {
            let page = ins.ins().ushr_imm_u(address, i64::from(PAGE_BITS));
            let distance = ins.ins().ishl_imm_u(page, i64::from(size_of::<usize>().trailing_zeros()));
            let line = ins.ins().iadd(core, distance);
            ins.ins().load(types::I64, trusted, line, first as i32)
        };
        let [miss, hit] = [(); 2].map(|()| self.emitter.builder.create_block());
        let words = self.emitter.builder.append_block_param(hit, types::I64);
        self.emitter.builder.set_cold_block(miss);
        self.emitter.builder.ins().brif(entry, hit, &[BlockArg::from(entry)], miss, &[]);
        self.continue_in(miss);
        let (y, writes) = match space {
            Space::X => (0, write),
            Space::Y => (tlb_request::Y, write),
            Space::P => (tlb_request::P, write),
        };
        let emitter = &mut self.emitter;
        let request = emitter.builder.ins().bor_imm_s(address, y | if writes { tlb_request::WRITE } else { 0 });
        let filled = emitter.call_helper(fill_tlb_address(), &[emitter.jit_state, request]);
        let is_refused = emitter.builder.ins().icmp_imm_s(IntCC::Equal, filled, 0);
        self.branch_to_slow_path(&[is_refused], slow_path);
        self.jump_with_args(hit, &[filled]);
        self.continue_in(hit);
        if write {
            let index = self.emitter.builder.ins().band_imm_s(address, (1 << PAGE_BITS) - 1);
            self.mark_stored(words, index);
            let address = self.word_in(words, index);
            return Operand::Target(StoreTarget { address, mask: self.emitter.constant(WORD_MASK) });
        }
        let address = self.word_in(words, address);
        Operand::Word { word: self.load_external_word(address), address: Some(address) }
    }

    /// Emits the host address of word `index` of an array.
    fn word_in(&mut self, words: Value, index: Value) -> Value {
        if let Some(index) = self.emitter.known_constant(index) {
            return self.emitter.builder.ins().iadd_imm_s(words, index << WORD_SHIFT);
        }
        let bytes = self.emitter.builder.ins().ishl_imm_u(index, WORD_SHIFT);
        self.emitter.builder.ins().iadd(words, bytes)
    }

    /// Loads a word of external memory, which is stored without its sign, or one of internal memory.
    fn load_external_word(&mut self, address: Value) -> Value {
        let word = self.emitter.builder.ins().uload32(MemFlagsData::trusted(), address, 0);
        self.emitter.low_word(RangedValue::new(word, u64::MAX))
    }

    /// Returns true if an access can take clocks on its own: wait states, or a cycle after the fetch of its
    /// instruction.
    fn has_costs(&self, access: Access, params: AccessParams) -> bool {
        self.wait_states(access) != [0; 2] || params.contends_with_fetch && access.space != Space::P
    }

    /// Returns the wait states of an access outside of the I/O page, and in it.
    fn wait_states(&self, Access { space, modify, .. }: Access) -> [u64; 2] {
        let times = if modify { 2 } else { 1 };
        [false, true].map(|is_io| times * self.region.key.settings.data_wait_states(space, is_io))
    }

    /// Emits the charge of the wait states of all accesses of an instruction, and of the cycles that they wait for each
    /// other and for the fetch of the instruction. Control takes the slow path if the clocks up to the next check of
    /// the budget are not left after it. Nothing is emitted for accesses without such clocks.
    fn charge_accesses(&mut self, accesses: &[Access], params: AccessParams) {
        let mut total: Option<Value> = None;
        let mut counts: Vec<(usize, Value)> = Vec::new();
        for access in accesses {
            let [waits, io_waits] = self.wait_states(*access);
            if waits == 0 && io_waits == 0 {
                continue;
            }
            let clocks = self.clocks_if_external(*access, waits);
            let (mut counted, mut sum) = (vec![(access_counter::X, clocks)], clocks);
            if access.space == Space::Y {
                let address = self.emitter.address_value(access.address);
                let (zero, io_clocks) = (self.emitter.constant(0), self.emitter.constant(io_waits as i64));
                let ins = &mut self.emitter.builder;
                let is_io = ins.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, address, i64::from(IO_PAGE));
                let io = ins.ins().select(is_io, io_clocks, zero);
                let others = ins.ins().select(is_io, zero, clocks);
                (counted, sum) =
                    (vec![(access_counter::Y, others), (access_counter::IO, io)], ins.ins().iadd(io, others));
            }
            counts.extend(counted);
            total = Some(self.add_to(total, sum));
        }
        let data = accesses.iter().filter(|access| access.space != Space::P);
        let conflict = if params.contends_with_fetch {
            data.fold(None, |sum, access| {
                let clocks = self.clocks_if_external(*access, FURTHER_SPACE_CLOCKS);
                Some(self.add_to(sum, clocks))
            })
        } else if let [first, second] = accesses {
            let clocks = [first, second].map(|access| self.clocks_if_external(*access, FURTHER_SPACE_CLOCKS));
            Some(self.emitter.builder.ins().band(clocks[0], clocks[1]))
        } else {
            None
        };
        if let Some(conflict) = conflict {
            counts.push((access_counter::CONFLICT, conflict));
            total = Some(self.add_to(total, conflict));
        }
        let Some(total) = total.filter(|total| self.emitter.known_constant(*total) != Some(0)) else { return };
        let emitter = &mut self.emitter;
        let before = emitter.get(emitter.registers.budget);
        let charge = emitter.builder.ins().ishl_imm_u(total, i64::from(clock_budget::CLOCK_BIT));
        let after = emitter.builder.ins().isub(before, charge);
        let exhausted = self.is_below_clocks(after, params.lookahead_clocks);
        self.branch_to_slow_path(&[exhausted], params.slow_path);
        self.emitter.set(self.emitter.registers.budget, after);
        if let Some(first_counter) = params.first_counter {
            for (counter, clocks) in counts {
                self.count(first_counter + counter, Some(clocks));
            }
        }
    }

    /// Emits a number of clocks if an access is external, and 0 otherwise.
    fn clocks_if_external(&mut self, Access { space, address, .. }: Access, clocks: u64) -> Value {
        let first = i64::from(self.region.key.settings.first_external(space));
        if let Some(known) = address.known() {
            return self.emitter.constant(if known >= first { clocks as i64 } else { 0 });
        }
        let (clocks, zero) = (self.emitter.constant(clocks as i64), self.emitter.constant(0));
        let address = self.emitter.address_value(address);
        let ins = &mut self.emitter.builder;
        let is_external = ins.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, address, first);
        ins.ins().select(is_external, clocks, zero)
    }

    /// Emits the sum of clocks. Folds constants.
    fn add_to(&mut self, sum: Option<Value>, clocks: Value) -> Value {
        let Some(sum) = sum else { return clocks };
        match (self.emitter.known_constant(sum), self.emitter.known_constant(clocks)) {
            (Some(known), _) => self.emitter.offset_by(clocks, known),
            (_, Some(known)) => self.emitter.offset_by(sum, known),
            _ => self.emitter.builder.ins().iadd(sum, clocks),
        }
    }

    /// Sets the bit that marks a word of a page as written.
    fn mark_stored(&mut self, words: Value, index: Value) {
        let trusted = MemFlagsData::trusted();
        let one = self.emitter.constant(1);
        let ins = &mut self.emitter.builder;
        let number = ins.ins().ushr_imm_u(index, i64::from(u64::BITS.trailing_zeros()));
        let distance = ins.ins().ishl_imm_u(number, i64::from(size_of::<u64>().trailing_zeros()));
        let mark_address = ins.ins().iadd(words, distance);
        // The host uses the low six bits of the shift count only.
        let bit = ins.ins().ishl(one, index);
        let before = ins.ins().load(types::I64, trusted, mark_address, MARKS_OFFSET as i32);
        let after = ins.ins().bor(before, bit);
        ins.ins().store(trusted, after, mark_address, MARKS_OFFSET as i32);
    }
}

/// Memory access of an instruction.
#[derive(Clone, Copy)]
struct Access {
    space: Space,
    write: bool,
    /// The word is read and then written.
    modify: bool,
    address: Address,
}

/// Properties that the accesses inherit from their instruction.
#[derive(Clone, Copy)]
struct AccessParams {
    /// The instruction is fetched from memory, so that an external access takes the clocks of an additional cycle.
    contends_with_fetch: bool,
    /// Clocks that must be left after the block of the instruction.
    lookahead_clocks: u64,
    /// Path that an access takes if it cannot be done inline.
    slow_path: SlowPath,
    /// First counter of the instruction, if the region is profiled.
    first_counter: Option<usize>,
}

/// Values that an access provides to its instruction.
#[derive(Clone, Copy)]
enum Operand {
    /// The loaded word, and its host address if it was found by the soft TLB.
    Word { word: Value, address: Option<Value> },
    /// The destination of a store.
    Target(StoreTarget),
}

impl Operand {
    /// Returns the values that a join of two paths has as parameters.
    fn values(self) -> Vec<Value> {
        match self {
            Self::Word { word, .. } => vec![word],
            Self::Target(StoreTarget { address, mask }) => vec![address, mask],
        }
    }
}
