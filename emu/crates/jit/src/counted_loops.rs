//! Loops over one block that does nothing but data: passes without a look at each.

use crate::emitter::ranged_value::{MAX_ACCUMULATOR_MAGNITUDE, RangedValue};
use crate::emitter::{INTERNAL_WORDS, MAX_LOOP_COUNT, WORD_BYTES, WORD_SHIFT};
use crate::loop_analysis::{BatchedLoop, LoopPointer, ModuloBuffer};
use crate::native_call::dot_product_addresses;
use crate::simd_dot::MIN_SIMD_LENGTH;
use crate::translation::RegionTranslator;
use cranelift_codegen::entity::EntitySet;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, BlockArg, InstBuilder, MemFlagsData, Value, types};
use cranelift_frontend::Variable;
use dsp56k_core::engine::Entry;
use dsp56k_core::engine::frame::{Frame, account, within};
use dsp56k_core::engine::region::{Block, Cost, Flow, Step};
use dsp56k_core::semantics::Machine;
use dsp56k_core::semantics::registers::File;
use std::mem::offset_of;

/// Passes that are done at once, of a block of so many instructions at most.
const UNROLL_FACTOR: u64 = 4;
pub(crate) const MAX_UNROLLED_BODY_INSTRUCTIONS: usize = 2;
/// Passes that are mostly not exceeded, and for which there is mostly room.
const TYPICAL_MAX_ITERATIONS: i64 = 64;

/// A word that each pass reads: its array, the place to which the pointer points, and the register into which it goes.
#[derive(Clone, Copy)]
struct LoopRead {
    array: usize,
    address: Variable,
    step: i64,
    input: usize,
}

impl RegionTranslator<'_, '_> {
    /// A loop over one block: as many passes as surely neither take the clocks that are left, nor leave the on-chip data or
    /// a buffer, nor bring sums beyond 56 bits. What is left of them is done carefully, or looked at again in a buffer.
    pub(crate) fn emit_batched_loop(
        &mut self,
        number: usize,
        block: &Block,
        batch: &BatchedLoop,
        checked_block: ir::Block,
    ) {
        let Flow::Count { over, .. } = &block.flow else { return };
        let Cost { clocks, instructions } = block.cost;
        let (requested, before) =
            (self.emitter.get(self.emitter.registers.lc), self.emitter.get(self.emitter.registers.budget));
        // Mostly there are few, with room for all of them, and the host need not wait until it knows.
        let (fast, after, limited) = (self.new_block(), self.new_block(), self.new_block());
        self.emitter.builder.set_cold_block(limited);
        let iterations = self.emitter.builder.append_block_param(fast, types::I64);
        let largest = batch.accumulation_bits.into_iter().flatten().max().unwrap_or(0);
        let max_iterations =
            TYPICAL_MAX_ITERATIONS.min(1 << MAX_ACCUMULATOR_MAGNITUDE.ilog2().saturating_sub(1 + largest));
        let is_short = self.emitter.builder.ins().icmp_imm_s(IntCC::SignedLessThanOrEqual, requested, max_iterations);
        self.continue_if(is_short, limited);
        let enough = account::of(clocks * max_iterations as u64 + block.ahead, 0);
        let enough = self.emitter.builder.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, before, enough);
        self.continue_if(enough, limited);
        for (acc, bits) in batch.accumulation_bits.iter().enumerate() {
            if let Some(bits) = bits {
                self.continue_if_sum_fits(acc, max_iterations << bits, limited);
            }
        }
        let iterations_here = self.continue_if_internal(&batch.pointers, requested, limited);
        self.emitter.builder.ins().jump(fast, &[BlockArg::from(iterations_here)]);
        self.continue_in(limited);
        let spare = self.emitter.builder.ins().iadd_imm_s(before, -account::of(block.ahead, 0));
        let clock_shift = account::CLOCK_BIT + clocks.next_power_of_two().trailing_zeros();
        let clock_limit = self.emitter.builder.ins().sshr_imm_u(spare, i64::from(clock_shift));
        let mut limits = vec![clock_limit];
        for (acc, bits) in batch.accumulation_bits.iter().enumerate() {
            if let Some(bits) = bits {
                limits.push(self.max_iterations_of_sum(acc, *bits));
            }
        }
        for pointer in &batch.pointers {
            limits.push(self.max_iterations_of_pointer(pointer));
        }
        let available = limits.into_iter().fold(requested, |available, limit| self.emitter.emit_min(available, limit));
        let has_iterations = self.emitter.builder.ins().icmp_imm_s(IntCC::SignedGreaterThan, available, 0);
        self.emitter.builder.ins().brif(has_iterations, fast, &[BlockArg::from(available)], checked_block, &[]);
        self.continue_in(fast);
        self.mark_repetition_fetched(block);
        let emitter = &mut self.emitter;
        let charge = emitter.builder.ins().imul_imm_s(iterations, account::of(clocks, instructions));
        let budget = emitter.builder.ins().isub(before, charge);
        emitter.set(emitter.registers.budget, budget);
        let remaining = emitter.builder.ins().isub(requested, iterations);
        let counter = emitter.builder.declare_var(types::I64);
        emitter.builder.def_var(counter, iterations);
        self.split_live_ranges(block, batch);
        let addresses: Vec<Variable> =
            batch.pointers.iter().map(|pointer| self.declare_word_address(pointer, iterations)).collect();
        match &block.steps[..] {
            [(Step::Data { entry, .. }, _)] if batch.is_mac_loop => {
                self.emit_mac_loop(entry, batch, &addresses, (counter, iterations), after);
            }
            steps => {
                let body = |translator: &mut Self, count| translator.emit_iterations(block, batch, &addresses, count);
                self.emit_scalar_loop(
                    steps.len() <= MAX_UNROLLED_BODY_INSTRUCTIONS,
                    (counter, iterations),
                    after,
                    &body,
                );
            }
        }
        self.start_block(after);
        if let Some(acc) = batch.flag_source {
            let sum = self.emitter.acc(acc);
            self.emitter.set_flag_source(sum.value, sum);
        }
        self.split_live_ranges(block, batch);
        let (more, done) = (self.emitter.builder.create_block(), self.emitter.builder.create_block());
        // A comparison with 0 asks for the number twice, which may lie in memory.
        let has_remaining = self.emitter.builder.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, remaining, 1);
        self.emitter.builder.ins().brif(has_remaining, more, &[], done, &[]);
        let facts = self.emitter.facts.clone();
        self.continue_in(done);
        // The count is not used up as a loop ends.
        let one = self.emitter.constant(1);
        self.emitter.set(self.emitter.registers.lc, one);
        self.emit_edge(over, self.region.leaves[block.last].context.looping);
        self.continue_in(more);
        self.emitter.facts = facts;
        self.emitter.set(self.emitter.registers.lc, remaining);
        let wraps = batch.pointers.iter().any(|pointer| pointer.buffer.is_some());
        self.jump(if wraps { self.blocks[number] } else { checked_block });
    }

    /// So many passes, one after the other or a few in a round.
    fn emit_scalar_loop(
        &mut self,
        can_unroll: bool,
        (counter, iterations): (Variable, Value),
        exit: ir::Block,
        body: &dyn Fn(&mut Self, u64),
    ) {
        if can_unroll {
            let single = self.new_block();
            let too_few =
                self.emitter.builder.ins().icmp_imm_s(IntCC::SignedLessThan, iterations, UNROLL_FACTOR as i64);
            self.branch_if(too_few, single);
            self.emit_unrolled_loop((counter, UNROLL_FACTOR), single, body);
            self.start_block(single);
            let count = self.emitter.builder.use_var(counter);
            let is_done = self.emitter.builder.ins().icmp_imm_s(IntCC::Equal, count, 0);
            self.branch_if(is_done, exit);
        }
        self.emit_unrolled_loop((counter, 1), exit, body);
    }

    /// Passes of MAC of the words that the pass before has read. Their products are added up by themselves, so that the
    /// host waits for the accumulator once, and need not shift each.
    fn emit_mac_loop(
        &mut self,
        e: &Entry,
        batch: &BatchedLoop,
        addresses: &[Variable],
        (counter, iterations): (Variable, Value),
        after: ir::Block,
    ) {
        let (sum, added) = (self.emitter.builder.declare_var(types::I64), self.new_block());
        let zero = self.emitter.constant(0);
        self.emitter.builder.def_var(sum, zero);
        let reads = [0, 1].map(|space| {
            let register = usize::from(e.ea[space].rn & 7);
            let index = batch.pointers.iter().position(|pointer| pointer.register == register).unwrap_or_default();
            let array = if space == 0 { within::X } else { within::Y };
            LoopRead {
                array,
                address: addresses[index],
                step: batch.pointers[index].step,
                input: e.regs[space] as usize & 3,
            }
        });
        if let Some(functions) = dot_product_addresses() {
            let (vector, scalar) = (self.new_block(), self.new_block());
            let is_long =
                self.emitter.builder.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, iterations, MIN_SIMD_LENGTH);
            self.emitter.builder.set_cold_block(vector);
            self.emitter.builder.ins().brif(is_long, vector, &[], scalar, &[]);
            let facts = self.emitter.facts.clone();
            self.continue_in(vector);
            let products = self.emit_simd_dot(&reads, iterations, functions);
            self.emitter.builder.def_var(sum, products);
            self.jump(added);
            self.continue_in(scalar);
            self.emitter.facts = facts;
        }
        let body = |translator: &mut Self, count| {
            let emitter = &mut translator.emitter;
            for iteration in 0..count as i64 {
                let [a, b] = reads.map(|read| emitter.get(emitter.registers.input[read.input]));
                let product = emitter.builder.ins().imul(a, b);
                let before = emitter.builder.use_var(sum);
                let after = emitter.builder.ins().iadd(before, product);
                emitter.builder.def_var(sum, after);
                for LoopRead { array, address, step, input } in reads {
                    let address = emitter.builder.use_var(address);
                    let offset = array as i64 + iteration * step * WORD_BYTES;
                    let word = emitter.builder.ins().sload32(MemFlagsData::trusted(), address, offset as i32);
                    emitter.set_input(input, word);
                }
            }
            for LoopRead { address: variable, step, .. } in reads {
                let address = emitter.builder.use_var(variable);
                let next = emitter.builder.ins().iadd_imm_s(address, step * WORD_BYTES * count as i64);
                emitter.builder.def_var(variable, next);
            }
        };
        self.emit_scalar_loop(true, (counter, iterations), added, &body);
        self.start_block(added);
        let emitter = &mut self.emitter;
        let products = emitter.builder.use_var(sum);
        let twice = emitter.builder.ins().ishl_imm_u(products, 1);
        let acc = usize::from(e.acc & 1);
        let before = emitter.get(emitter.registers.acc[acc]);
        let ins = emitter.builder.ins();
        let sum = if e.negate { ins.isub(before, twice) } else { ins.iadd(before, twice) };
        emitter.set_acc(acc, RangedValue::new(sum, MAX_ACCUMULATOR_MAGNITUDE - 1));
        self.jump(after);
    }

    /// The sum of the products of many passes, whose last words are read.
    fn emit_simd_dot(&mut self, reads: &[LoopRead; 2], iterations: Value, functions: [i64; 2]) -> Value {
        let emitter = &mut self.emitter;
        let others = emitter.builder.ins().iadd_imm_s(iterations, -1);
        let bytes = emitter.builder.ins().ishl_imm_u(others, WORD_SHIFT);
        // Where the words of X and of Y begin and end, and by how much their pointers step.
        let [x, y] = reads.map(|LoopRead { array, address, step, .. }| {
            let address = emitter.builder.use_var(address);
            let first = emitter.builder.ins().iadd_imm_s(address, array as i64);
            let last = match step {
                1 => emitter.builder.ins().iadd(first, bytes),
                _ => emitter.builder.ins().isub(first, bytes),
            };
            (first, last, step)
        });
        // The last words are read, not multiplied: those before them are, from where the first of the two go upward.
        let (left, right, sum) = match (x.2, y.2) {
            (1, 1) => (x.0, y.0, functions[0]),
            (1, _) => (x.0, y.0, functions[1]),
            (_, 1) => (y.0, x.0, functions[1]),
            _ => {
                let word_after = |last| emitter.builder.ins().iadd_imm_s(last, WORD_BYTES);
                let [x, y] = [x.1, y.1].map(word_after);
                (x, y, functions[0])
            }
        };
        let emitter = &mut self.emitter;
        let result_address = emitter.builder.ins().iadd_imm_s(emitter.frame, offset_of!(Frame<'_>, answer) as i64);
        let products = emitter.call_helper(sum, &[left, right, others, result_address]);
        let [a, b] = reads.map(|read| emitter.get(emitter.registers.input[read.input]));
        let first = emitter.builder.ins().imul(a, b);
        for (read, (_, last, _)) in reads.iter().zip([x, y]) {
            let word = emitter.builder.ins().sload32(MemFlagsData::trusted(), last, 0);
            emitter.set_input(read.input, word);
        }
        emitter.builder.ins().iadd(products, first)
    }

    /// Passes, so many in a round, until less than that are left to count.
    fn emit_unrolled_loop(
        &mut self,
        (counter, factor): (Variable, u64),
        exit: ir::Block,
        body: &dyn Fn(&mut Self, u64),
    ) {
        let header = self.new_block();
        self.jump(header);
        self.start_block(header);
        body(self, factor);
        let emitter = &mut self.emitter;
        let count = emitter.builder.use_var(counter);
        let count = emitter.builder.ins().iadd_imm_s(count, -(factor as i64));
        emitter.builder.def_var(counter, count);
        let out = self.new_block();
        let emitter = &mut self.emitter;
        let more = emitter.builder.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, count, factor as i64);
        emitter.builder.ins().brif(more, header, &[], out, &[]);
        emitter.builder.seal_block(header);
        self.continue_in(out);
        self.jump(exit);
    }

    /// A variable for the place of the word to which a pointer points, which is what passes step; the pointer itself is
    /// brought up to where they end.
    fn declare_word_address(&mut self, pointer: &LoopPointer, iterations: Value) -> Variable {
        let emitter = &mut self.emitter;
        let r = emitter.r(pointer.register);
        let address = emitter.word_address(r);
        let variable = emitter.builder.declare_var(types::I64);
        emitter.builder.def_var(variable, address);
        let mut after = match pointer.step {
            0 => return variable,
            1 => emitter.builder.ins().iadd(r, iterations),
            _ => emitter.builder.ins().isub(r, iterations),
        };
        if let Some(buffer) = pointer.buffer {
            let (first, last) = self.buffer_bounds(r, buffer);
            let emitter = &mut self.emitter;
            let ins = &mut emitter.builder;
            let (is_past_end, wrapped) = if pointer.step == 1 {
                (ins.ins().icmp(IntCC::SignedGreaterThan, after, last), first)
            } else {
                (ins.ins().icmp(IntCC::SignedLessThan, after, first), last)
            };
            after = ins.ins().select(is_past_end, wrapped, after);
        } else if pointer.step == -1 {
            // The step from address 0.
            after = emitter.truncate_address(after);
        }
        self.emitter.set_r(pointer.register, after);
        variable
    }

    /// The first and the last address of the buffer in whose block a pointer lies.
    fn buffer_bounds(&mut self, r: Value, ModuloBuffer { last_offset, offset_mask }: ModuloBuffer) -> (Value, Value) {
        let ins = &mut self.emitter.builder;
        let first = ins.ins().band_imm_s(r, !offset_mask);
        (first, ins.ins().iadd_imm_s(first, last_offset))
    }

    /// What passes do to data.
    fn emit_iterations(&mut self, block: &Block, batch: &BatchedLoop, addresses: &[Variable], count: u64) {
        let accumulated = batch.accumulation_bits.map(|bits| bits.is_some());
        // Nobody asks for the middle of a sum before it is whole.
        self.emitter.forget_msp(accumulated);
        let mut covered_pointers = 0;
        for (pointer, address) in batch.pointers.iter().zip(addresses) {
            let address = self.emitter.builder.use_var(*address);
            self.emitter.begin_pointer_run_at(pointer.register, address);
            covered_pointers |= 1 << pointer.register;
        }
        for _ in 0..count {
            for (magnitude, bits) in self.emitter.facts.max_magnitude.iter_mut().zip(batch.accumulation_bits) {
                if let Some(bits) = bits {
                    *magnitude = MAX_ACCUMULATOR_MAGNITUDE - 1 - (1 << bits);
                }
            }
            for (step, _) in &block.steps {
                if let Step::Data { entry, late, .. } = step {
                    self.emitter.covered_pointers = covered_pointers;
                    self.lower_data(entry, *late);
                }
            }
        }
        self.emitter.covered_pointers = 0;
        for (pointer, variable) in batch.pointers.iter().zip(addresses) {
            self.emitter.facts.pointer_runs[pointer.register] = None;
            if pointer.step != 0 {
                let address = self.emitter.builder.use_var(*variable);
                let next = self.emitter.builder.ins().iadd_imm_s(address, pointer.step * WORD_BYTES * count as i64);
                self.emitter.builder.def_var(*variable, next);
            }
        }
        let emitter = &mut self.emitter;
        emitter.wrap_accumulators();
        if emitter.facts.flags.loaded {
            emitter.flush_flags();
        }
        emitter.flush_msp_vars_except(accumulated);
        if batch.flag_source.is_some() {
            emitter.discard_flag_sources();
        }
    }

    /// What a block computes with becomes values of its own: the host's registers are given to each of them in the loop for
    /// itself, not for all of the region at once, where few stay in any.
    fn split_live_ranges(&mut self, block: &Block, batch: &BatchedLoop) {
        let mut used = EntitySet::new();
        for (step, _) in &block.steps {
            let Step::Data { entry, .. } = step else { continue };
            let registers = &self.emitter.registers;
            // Of sums of products by themselves the loop knows no accumulator.
            if !batch.is_mac_loop {
                used.insert(registers.acc[usize::from(entry.acc & 1)].variable);
            }
            for reg in entry.regs.iter().filter(|reg| File::of(**reg) == File::Input) {
                used.insert(registers.input[*reg as usize & 3].variable);
            }
        }
        for register in self.emitter.registers.all() {
            if used.contains(register.variable) {
                let value = self.emitter.get(register);
                let copy = self.emitter.builder.ins().iadd_imm_s(value, 0);
                self.emitter.set(register, copy);
            }
        }
    }

    fn new_block(&mut self) -> ir::Block {
        self.emitter.builder.create_block()
    }

    /// Go on if this holds, else elsewhere.
    fn continue_if(&mut self, fits: Value, slow_path: ir::Block) {
        let next = self.new_block();
        self.emitter.builder.ins().brif(fits, next, &[], slow_path, &[]);
        self.continue_in(next);
    }

    /// Go on if 56 bits surely hold a sum to which as much as this is added.
    fn continue_if_sum_fits(&mut self, acc: usize, added: i64, slow_path: ir::Block) {
        let emitter = &mut self.emitter;
        let sum = emitter.get(emitter.registers.acc[acc]);
        let limit = MAX_ACCUMULATOR_MAGNITUDE as i64 - added;
        let above = emitter.builder.ins().iadd_imm_s(sum, limit);
        let range = emitter.constant(2 * limit);
        let small = emitter.builder.ins().icmp(IntCC::UnsignedLessThan, above, range);
        self.continue_if(small, slow_path);
    }

    /// Go on if pointers lie on the chip, and in their buffers, for so many passes; as many as that if one goes down beyond
    /// address 0, where sums often read a word too many.
    fn continue_if_internal(&mut self, pointers: &[LoopPointer], requested: Value, slow_path: ir::Block) -> Value {
        let mut iterations = requested;
        // Their bits together are below a power of two if all of them are.
        let mut combined = None;
        for pointer in pointers {
            let r = self.emitter.r(pointer.register);
            if pointer.buffer.is_some() {
                let limit = self.max_iterations_of_pointer(pointer);
                let fits = self.emitter.builder.ins().icmp(IntCC::SignedLessThanOrEqual, requested, limit);
                self.continue_if(fits, slow_path);
                continue;
            }
            let ins = &mut self.emitter.builder;
            let mut last = r;
            if pointer.step == 1 {
                let after = ins.ins().iadd(r, requested);
                last = ins.ins().iadd_imm_s(after, -1);
            }
            combined = Some(combined.map_or(last, |others| ins.ins().bor(others, last)));
            if pointer.step == -1 {
                let limit = self.emitter.offset_by(r, 1);
                iterations = self.emitter.emit_min(iterations, limit);
            }
        }
        if let Some(combined) = combined {
            let fits = self.emitter.builder.ins().icmp_imm_u(IntCC::UnsignedLessThan, combined, INTERNAL_WORDS);
            self.continue_if(fits, slow_path);
        }
        iterations
    }

    /// Passes whose words lie on the chip, and all of which are in a pointer's buffer; none where it does not lie there
    /// before.
    fn max_iterations_of_pointer(&mut self, pointer: &LoopPointer) -> Value {
        let r = self.emitter.r(pointer.register);
        let internal_end = self.emitter.constant(INTERNAL_WORDS);
        let (mut below, mut end) = (self.emitter.offset_by(r, 1), internal_end);
        if let Some(buffer) = pointer.buffer {
            let (first, last) = self.buffer_bounds(r, buffer);
            let after = self.emitter.builder.ins().iadd_imm_s(last, 1);
            end = self.emitter.emit_min(after, internal_end);
            let others = self.emitter.builder.ins().isub(r, first);
            below = self.emitter.builder.ins().iadd_imm_s(others, 1);
        }
        let emitter = &mut self.emitter;
        let above = emitter.builder.ins().isub(end, r);
        if pointer.step == 1 {
            return above;
        }
        let is_external = emitter.builder.ins().icmp_imm_s(IntCC::SignedLessThanOrEqual, above, 0);
        let (zero, unlimited) = (emitter.constant(0), emitter.constant(MAX_LOOP_COUNT));
        emitter.builder.ins().select(is_external, zero, if pointer.step == 0 { unlimited } else { below })
    }

    /// Passes after which 56 bits still hold a sum that each pass changes by less than a number of so many bits.
    fn max_iterations_of_sum(&mut self, acc: usize, bits: u32) -> Value {
        let emitter = &mut self.emitter;
        let sum = emitter.get(emitter.registers.acc[acc]);
        let magnitude = emitter.builder.ins().iabs(sum);
        let limit = emitter.constant(MAX_ACCUMULATOR_MAGNITUDE as i64 - 1);
        let headroom = emitter.builder.ins().isub(limit, magnitude);
        emitter.builder.ins().sshr_imm_u(headroom, i64::from(bits))
    }
}
