//! Translates instructions that do not change control flow, and their external accesses.
//!
//! The semantics of an instruction are not written here: the core's generic semantics are called with the emitter,
//! and emit CLIF. An external access reads the *soft TLB* (as QEMU's softmmu): a table in the core with one entry for
//! each address space, direction (read or write) and page modulo 16. An entry contains the range of addresses that it
//! maps, the host address of their words, and their clocks. A miss calls the core to fill the entry; words that have
//! side effects, such as peripherals, are never entered.
//!
//! Invariant: all addresses of an instruction are looked up before it changes any state, and a slow path is entered
//! with the budget from before the lookup. So the interpreter can execute all of the instruction instead.

use crate::emitter::facts::Address;
use crate::emitter::ranged_value::RangedValue;
use crate::emitter::{INTERNAL_WORDS, StoreTarget, WORD_SHIFT};
use crate::native_call::{fill_tlb_address, tlb_request};
use crate::translation::RegionTranslator;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, BlockArg, InstBuilder, MemFlagsData, Value, types};
use dsp56k_core::Space;
use dsp56k_core::engine::jit_state::{PAGE_BITS, SLOTS, TlbEntry, clock_budget, first_of, within};
use dsp56k_core::engine::region::{DataAccess, RepState, access_counter, data_accesses};
use dsp56k_core::engine::{DecodedInstruction, Exec, OperandLocation};
use dsp56k_core::semantics::Machine;
use dsp56k_core::semantics::conditions::Conditions;
use dsp56k_core::semantics::data_alu::DataAlu;
use dsp56k_core::semantics::moves::Moves;
use dsp56k_core::semantics::registers::{File, Registers, agu_index};
use dsp56k_isa::{ControlOp, IO_PAGE, Reg};
use std::mem::offset_of;

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

    /// Emits the loads and the store addresses of an instruction that may access external memory. Branches to
    /// `slow_path`, without a charge, if an access cannot be done inline. `exit` is the exit before the instruction.
    pub(crate) fn emit_external_paths(&mut self, e: &DecodedInstruction, exit: usize, slow_path: ir::Block) {
        // A repeated instruction is fetched once.
        let contends_with_fetch = e.fetches != 0 && self.region.exits[exit].state.rep != RepState::Fetched;
        self.emitter.flush_deferred();
        let accesses: Vec<Access> = data_accesses(e)
            .map(|DataAccess { address, space, write, modify }| {
                let address = self.emitter.effective_address(e.ea[address]);
                Access { space: space as usize, write, modify, address }
            })
            .collect();
        let budget_before = self.emitter.get(self.emitter.registers.budget);
        let params = AccessParams {
            contends_with_fetch,
            other_extra_clocks: None,
            other_store_address: None,
            budget_before,
            slow_path,
            first_counter: self.region.first_access_counter(exit),
        };
        let is_external = |access: &Access| {
            access.space == Space::P as usize || access.address.known().is_some_and(|address| address >= INTERNAL_WORDS)
        };
        let values = if accesses.iter().all(is_external) {
            self.emit_external_accesses(&accesses, params)
        } else {
            self.emit_paths_by_address(&accesses, params)
        };
        let mut values = values.into_iter();
        for Access { space, write, modify, .. } in accesses {
            let result = (values.next(), if write { values.next() } else { None });
            match result {
                (Some(address), Some(mask)) => {
                    self.emitter.store_targets[space] = Some(StoreTarget { address, mask });
                    if modify {
                        self.emitter.loaded_words[space] = Some(self.load_external_word(address));
                    }
                }
                (word, _) => self.emitter.loaded_words[space] = word,
            }
        }
    }

    /// Emits accesses that are external at any time, one after the other, and then their counts. Returns the values that
    /// the instruction needs.
    fn emit_external_accesses(&mut self, accesses: &[Access], params: AccessParams) -> Vec<Value> {
        let mut results: Vec<AccessResult> = Vec::new();
        for access in accesses {
            let other = results.last().copied();
            let other_store_address =
                other.filter(|other| other.mask.is_some() && !access.write).map(|other| other.value);
            let other_extra_clocks = other.map(|other| other.extra_clocks);
            results.push(
                self.emit_tlb_lookup(*access, AccessParams { other_extra_clocks, other_store_address, ..params }),
            );
        }
        for (access, result) in accesses.iter().zip(&results) {
            self.count_access(*access, params, result.wait_states, result.conflict);
        }
        results.into_iter().flat_map(AccessResult::values).collect()
    }

    /// Emits a path for each combination of internal and external accesses, and joins them. Returns the values that the
    /// instruction needs.
    fn emit_paths_by_address(&mut self, accesses: &[Access], params: AccessParams) -> Vec<Value> {
        let execute_block = self.emitter.builder.create_block();
        for _ in accesses.iter().flat_map(|access| if access.write { 0..2 } else { 0..1 }) {
            self.emitter.builder.append_block_param(execute_block, types::I64);
        }
        let external: Vec<Value> = accesses.iter().map(|access| self.is_external(access.address)).collect();
        match (accesses, &external[..]) {
            ([first, second], [first_external, second_external]) => {
                self.emit_external_pair([*first, *second], [*first_external, *second_external], params, execute_block);
            }
            _ => {
                for (access, external) in accesses.iter().zip(&external) {
                    self.branch_to_cold(&[*external], |translator| {
                        let values = translator.emit_external_accesses(&[*access], params);
                        translator.jump_with_args(execute_block, &values);
                    });
                }
            }
        }
        // Facts from one of the paths do not hold on the others.
        let facts = self.emitter.facts.clone();
        let internal: Vec<Value> =
            accesses.iter().flat_map(|access| self.emit_internal_access(*access).values()).collect();
        self.jump_with_args(execute_block, &internal);
        self.emitter.builder.switch_to_block(execute_block);
        self.emitter.facts = facts;
        self.emitter.builder.block_params(execute_block).to_vec()
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
    fn emit_internal_access(&mut self, Access { space, write, address, .. }: Access) -> AccessResult {
        let array = [within::X, within::Y][space];
        let extra_clocks = self.emitter.constant(0);
        if write {
            let StoreTarget { address, mask } = self.emitter.internal_target(array, address);
            let (value, mask) = (address, Some(mask));
            return AccessResult { value, mask, extra_clocks, wait_states: extra_clocks, conflict: None };
        }
        let value = self.emitter.load_word(array, address);
        AccessResult { value, mask: None, extra_clocks, wait_states: extra_clocks, conflict: None }
    }

    /// Emits the paths of two parallel accesses of which at least one is external. All paths branch to
    /// `execute_block`.
    fn emit_external_pair(
        &mut self,
        [first, second]: [Access; 2],
        [first_external, second_external]: [Value; 2],
        params: AccessParams,
        execute_block: ir::Block,
    ) {
        // Joins the paths on which the second access is external and the first is or is not.
        let second_access = self.create_cold_block();
        self.branch_to_cold(&[first_external], |translator| {
            let result = translator.emit_tlb_lookup(first, params);
            let second_is_internal = translator.emitter.builder.create_block();
            let values = result.values_with_clocks(params.first_counter.is_some());
            let values: Vec<BlockArg> = values.into_iter().map(BlockArg::from).collect();
            translator.emitter.builder.ins().brif(second_external, second_access, &values, second_is_internal, &[]);
            translator.continue_in(second_is_internal);
            translator.count_access(first, params, result.wait_states, result.conflict);
            let internal = translator.emit_internal_access(second);
            translator.jump_with_args(execute_block, &[result.values(), internal.values()].concat());
        });
        self.branch_to_cold(&[second_external], |translator| {
            // Facts from this path do not hold on the other one.
            let facts = translator.emitter.facts.clone();
            let internal = translator.emit_internal_access(first);
            let is_profiled = params.first_counter.is_some();
            translator.jump_with_args(second_access, &internal.values_with_clocks(is_profiled));
            let mut parameter = || translator.emitter.builder.append_block_param(second_access, types::I64);
            let (extra_clocks, wait_states) = (parameter(), is_profiled.then(&mut parameter));
            let (value, mask) = (parameter(), first.write.then(&mut parameter));
            translator.continue_in(second_access);
            translator.emitter.facts = facts;
            // Both addresses can be mapped to the same word of RAM. The interpreter then reads before it writes.
            let other_store_address = (first.write && !second.write).then_some(value);
            let result = translator.emit_tlb_lookup(
                second,
                AccessParams { other_extra_clocks: Some(extra_clocks), other_store_address, ..params },
            );
            translator.count_access(second, params, result.wait_states, result.conflict);
            let wait_states = wait_states.unwrap_or(extra_clocks);
            let conflict = params.contends_with_fetch.then_some(extra_clocks);
            translator.count_access(first, params, wait_states, conflict);
            let first = AccessResult { value, mask, extra_clocks, wait_states, conflict };
            translator.jump_with_args(execute_block, &[first.values(), result.values()].concat());
        });
    }

    /// Emits an external access: the lookup in the TLB, the call that fills the entry on a miss, the load or the
    /// store address, and the charge of its clocks.
    fn emit_tlb_lookup(&mut self, access: Access, params: AccessParams) -> AccessResult {
        let Access { space, write, modify, address } = access;
        let address = self.emitter.address_value(address);
        let tlb_entry = self.locate_tlb_entry(address, first_of(space, write));
        let [miss, hit] = [(); 2].map(|()| self.emitter.builder.create_block());
        let index = self.emitter.builder.append_block_param(hit, types::I64);
        let first = self.load_u32_field(tlb_entry, offset_of!(TlbEntry, first));
        let length = self.load_u32_field(tlb_entry, offset_of!(TlbEntry, length));
        let ins = &mut self.emitter.builder;
        let offset = ins.ins().isub(address, first);
        let is_miss = ins.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, offset, length);
        ins.ins().brif(is_miss, miss, &[], hit, &[BlockArg::from(offset)]);
        self.emitter.builder.set_cold_block(miss);
        self.continue_in(miss);
        let (y, writes) = ([0, tlb_request::Y, tlb_request::P][space], if write { tlb_request::WRITE } else { 0 });
        let emitter = &mut self.emitter;
        let request = emitter.builder.ins().bor_imm_s(address, y | writes);
        let is_filled = emitter.call_helper(fill_tlb_address(), &[emitter.jit_state, request]);
        let is_refused = emitter.builder.ins().icmp_imm_s(IntCC::Equal, is_filled, 0);
        self.branch_before_charge(is_refused, params);
        let first = self.load_u32_field(tlb_entry, offset_of!(TlbEntry, first));
        let offset = self.emitter.builder.ins().isub(address, first);
        self.jump_with_args(hit, &[offset]);
        self.continue_in(hit);
        let words = self.load_u64_field(tlb_entry, offset_of!(TlbEntry, words));
        let ins = &mut self.emitter.builder;
        let bytes = ins.ins().ishl_imm_u(index, WORD_SHIFT);
        let word_address = ins.ins().iadd(words, bytes);
        if let Some(other_store_address) = params.other_store_address {
            let same = ins.ins().icmp(IntCC::Equal, word_address, other_store_address);
            self.branch_before_charge(same, params);
        }
        let (value, mask) = if write {
            self.mark_stored(index, tlb_entry);
            (word_address, Some(self.emitter.constant(WORD_MASK)))
        } else {
            (self.load_external_word(word_address), None)
        };
        if space == Space::P as usize && self.region.key.settings.wait_states == 0 {
            let zero = self.emitter.constant(0);
            return AccessResult { value, mask, extra_clocks: zero, wait_states: zero, conflict: None };
        }
        // Two accesses through port A cannot share a cycle (UM 9-2, 9-3).
        let mut base_clocks = self.load_u32_field(tlb_entry, offset_of!(TlbEntry, clocks));
        if modify {
            base_clocks = self.emitter.builder.ins().ishl_imm_u(base_clocks, 1);
        }
        let extra_clocks = self.load_u32_field(tlb_entry, offset_of!(TlbEntry, further));
        let ins = &mut self.emitter.builder;
        let conflict = match params.other_extra_clocks {
            _ if params.contends_with_fetch => Some(extra_clocks),
            Some(other_extra_clocks) => Some(ins.ins().band(extra_clocks, other_extra_clocks)),
            None => None,
        };
        let clocks = conflict.map_or(base_clocks, |conflict| ins.ins().iadd(base_clocks, conflict));
        self.charge_clocks(clocks);
        AccessResult { value, mask, extra_clocks, wait_states: base_clocks, conflict }
    }

    /// Loads a word of external memory, which is stored without its sign, or one of internal memory.
    fn load_external_word(&mut self, address: Value) -> Value {
        let word = self.emitter.builder.ins().uload32(MemFlagsData::trusted(), address, 0);
        self.emitter.low_word(RangedValue::new(word, u64::MAX))
    }

    /// Emits the counts of an external access that has been done, if the region is profiled.
    fn count_access(
        &mut self,
        Access { space, address, .. }: Access,
        params: AccessParams,
        wait_states: Value,
        conflict: Option<Value>,
    ) {
        let Some(first_counter) = params.first_counter else { return };
        if space == 0 {
            self.count(first_counter + access_counter::X, Some(wait_states));
        } else {
            let address = self.emitter.address_value(address);
            let zero = self.emitter.constant(0);
            let ins = &mut self.emitter.builder;
            let is_io = ins.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, address, i64::from(IO_PAGE));
            let (io, y) = (ins.ins().select(is_io, wait_states, zero), ins.ins().select(is_io, zero, wait_states));
            self.count(first_counter + access_counter::Y, Some(y));
            self.count(first_counter + access_counter::IO, Some(io));
        }
        if let Some(conflict) = conflict {
            self.count(first_counter + access_counter::CONFLICT, Some(conflict));
        }
    }

    /// Branches to the slow path if `bit` is true, with the budget from before the accesses.
    fn branch_before_charge(&mut self, bit: Value, params: AccessParams) {
        let charged = self.emitter.get(self.emitter.registers.budget);
        self.emitter.set(self.emitter.registers.budget, params.budget_before);
        self.branch_if_flushed(bit, params.slow_path);
        self.emitter.set(self.emitter.registers.budget, charged);
    }

    /// Subtracts clocks from the budget.
    fn charge_clocks(&mut self, clocks: Value) {
        let emitter = &mut self.emitter;
        let before = emitter.get(emitter.registers.budget);
        let charge = emitter.builder.ins().ishl_imm_u(clocks, i64::from(clock_budget::CLOCK_BIT));
        let after = emitter.builder.ins().isub(before, charge);
        emitter.set(emitter.registers.budget, after);
    }

    /// Emits the address of the TLB entry for an address. `from` is the number of the first entry for its space and
    /// direction.
    fn locate_tlb_entry(&mut self, address: Value, from: usize) -> CoreAddress {
        let core = self.emitter.core;
        if let Some(address) = self.emitter.known_constant(address) {
            let number = from + (address as usize >> PAGE_BITS) % SLOTS;
            return CoreAddress { base: core, offset: within::SOFT_TLB + number * size_of::<TlbEntry>() };
        }
        let (bits, all) = (size_of::<TlbEntry>().trailing_zeros(), (SLOTS - 1) * size_of::<TlbEntry>());
        let ins = &mut self.emitter.builder;
        let pages = ins.ins().ushr_imm_u(address, i64::from(PAGE_BITS - bits));
        let distance = ins.ins().band_imm_s(pages, all as i64);
        let offset = within::SOFT_TLB + from * size_of::<TlbEntry>();
        CoreAddress { base: ins.ins().iadd(core, distance), offset }
    }

    /// Loads a 64-bit field of a TLB entry.
    fn load_u64_field(&mut self, CoreAddress { base, offset }: CoreAddress, field_offset: usize) -> Value {
        self.emitter.builder.ins().load(types::I64, MemFlagsData::trusted(), base, (offset + field_offset) as i32)
    }

    /// Loads a 32-bit field of a TLB entry.
    fn load_u32_field(&mut self, CoreAddress { base, offset }: CoreAddress, field_offset: usize) -> Value {
        self.emitter.builder.ins().uload32(MemFlagsData::trusted(), base, (offset + field_offset) as i32)
    }

    /// Sets the bit that marks a word as written.
    fn mark_stored(&mut self, index: Value, tlb_entry: CoreAddress) {
        let trusted = MemFlagsData::trusted();
        let one = self.emitter.constant(1);
        let marks = self.load_u64_field(tlb_entry, offset_of!(TlbEntry, marks));
        let ins = &mut self.emitter.builder;
        let number = ins.ins().ushr_imm_u(index, i64::from(u64::BITS.trailing_zeros()));
        let distance = ins.ins().ishl_imm_u(number, i64::from(size_of::<u64>().trailing_zeros()));
        let mark_address = ins.ins().iadd(marks, distance);
        // The host uses the low six bits of the shift count only.
        let bit = ins.ins().ishl(one, index);
        let before = ins.ins().load(types::I64, trusted, mark_address, 0);
        let after = ins.ins().bor(before, bit);
        ins.ins().store(trusted, after, mark_address, 0);
    }
}

/// Memory access of an instruction.
#[derive(Clone, Copy)]
struct Access {
    /// 0 is X, 1 is Y, 2 is P.
    space: usize,
    write: bool,
    /// The word is read and then written.
    modify: bool,
    address: Address,
}

/// Properties that an access inherits from its instruction and from the access before it.
#[derive(Clone, Copy)]
struct AccessParams {
    /// The instruction is fetched from memory, so that an external access takes the clocks of an additional cycle.
    contends_with_fetch: bool,
    /// Additional clocks of the other access of the instruction. Both are charged if neither is 0.
    other_extra_clocks: Option<Value>,
    /// Host address to which the other access writes. This access must not read it inline.
    other_store_address: Option<Value>,
    /// Budget before the accesses.
    budget_before: Value,
    /// Block to which an access branches that cannot be done inline.
    slow_path: ir::Block,
    /// First counter of the instruction, if the region is profiled.
    first_counter: Option<usize>,
}

/// Address in the core: a value and a constant offset in bytes.
#[derive(Clone, Copy)]
struct CoreAddress {
    base: Value,
    offset: usize,
}

/// Values that an access provides to its instruction.
#[derive(Clone, Copy)]
struct AccessResult {
    /// The loaded word, or the host address of the store.
    value: Value,
    /// Bits that the stored word keeps, for a store.
    mask: Option<Value>,
    /// Clocks that the access takes in addition if another external access is made in parallel.
    extra_clocks: Value,
    /// Wait states of the access, if it is external.
    wait_states: Value,
    /// Clocks that it has waited for another access of its instruction.
    conflict: Option<Value>,
}

impl AccessResult {
    /// Returns the values that the instruction needs.
    fn values(self) -> Vec<Value> {
        std::iter::once(self.value).chain(self.mask).collect()
    }

    /// Returns the values after the additional clocks and, if the region is profiled, the wait states.
    fn values_with_clocks(self, is_profiled: bool) -> Vec<Value> {
        let wait_states = is_profiled.then_some(self.wait_states);
        std::iter::once(self.extra_clocks).chain(wait_states).chain(self.values()).collect()
    }
}
