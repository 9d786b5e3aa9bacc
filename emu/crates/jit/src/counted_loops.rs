//! Batched loops: iterations of a loop over one block without a check in each.
//!
//! A DO or REP whose body is one basic block of moves and data operations runs in *batches*. Before a batch, code
//! computes a number of iterations that exceeds neither the loop counter nor the budget, in which all addresses stay
//! in internal memory and before the end of a modulo buffer, and in which no accumulation exceeds 56 bits. These
//! iterations run without checks. The remaining ones start another batch if a modulo buffer wrapped around, and
//! otherwise run as *checked iterations*, the ordinary translation of the block.
//!
//! A short body is unrolled. The products of a loop over one MAC are summed separately, by SIMD if it is long.
//!
//! Invariant: at the end of a batch all guest registers have the values that the same number of checked iterations
//! produces.

use crate::emitter::ranged_value::{MAX_ACCUMULATOR_MAGNITUDE, RangedValue};
use crate::emitter::{INTERNAL_WORDS, MAX_LOOP_COUNT, WORD_BYTES, WORD_SHIFT};
use crate::native_call::dot_product_addresses;
use crate::simd_dot::MIN_SIMD_LENGTH;
use crate::translation::RegionTranslator;
use cranelift_codegen::entity::EntitySet;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, BlockArg, InstBuilder, MemFlagsData, Value, types};
use cranelift_frontend::Variable;
use dsp56k_core::engine::DecodedInstruction;
use dsp56k_core::engine::annotations::{BatchedLoop, LoopPointer, ModuloBuffer};
use dsp56k_core::engine::jit_state::{JitState, clock_budget, within};
use dsp56k_core::engine::region::{Block, Cost, Flow, Step};
use dsp56k_core::semantics::Machine;
use dsp56k_core::semantics::registers::File;
use std::mem::offset_of;

/// Iterations in the body of an unrolled loop. The value is not critical: it divides the overhead of the loop by
/// four, and at most three iterations remain for the loop that follows.
const UNROLL_FACTOR: u64 = 4;
/// Maximum length of a body that is unrolled. The overhead of a loop over a longer body is a small fraction of its
/// time.
const MAX_UNROLLED_BODY_INSTRUCTIONS: usize = 2;
/// Iterations up to which constant bounds replace computed ones. Filters and block moves have mostly 16 to 64
/// iterations, and a constant bound needs one comparison, for which the loop does not wait.
const TYPICAL_MAX_ITERATIONS: i64 = 64;

/// Word that each iteration of a MAC loop reads.
#[derive(Clone, Copy)]
struct LoopRead {
    /// Offset of the memory array in the core.
    array: usize,
    /// Variable with the host address of the word, relative to `array`.
    address: Variable,
    /// Step of its pointer after each iteration: 1 or -1.
    step: i64,
    /// Number of the input register into which it is read.
    input: usize,
}

impl RegionTranslator<'_, '_> {
    /// Emits the batches of basic block `number`. Control continues at `checked_block` for iterations that no batch
    /// can execute.
    pub(crate) fn emit_batched_loop(
        &mut self,
        number: usize,
        block: &Block,
        batch: &BatchedLoop,
        checked_block: ir::Block,
    ) {
        let Flow::Count { done: done_edge, .. } = &block.flow else { return };
        let Cost { clocks, instructions } = block.cost;
        let (requested, before) =
            (self.emitter.get(self.emitter.registers.lc), self.emitter.get(self.emitter.registers.budget));
        // Most loops are short, and all iterations fit one batch. The comparisons for that case do not delay the
        // batch. The exact number of iterations is computed in the cold block only.
        let (fast, after, limited) = (self.new_block(), self.new_block(), self.new_block());
        self.emitter.builder.set_cold_block(limited);
        let iterations = self.emitter.builder.append_block_param(fast, types::I64);
        let largest = batch.accumulation_bits.into_iter().flatten().max().unwrap_or(0);
        // This number of iterations changes an accumulation by less than half of its range.
        let max_iterations =
            TYPICAL_MAX_ITERATIONS.min(1 << MAX_ACCUMULATOR_MAGNITUDE.ilog2().saturating_sub(1 + largest));
        let is_short = self.emitter.builder.ins().icmp_imm_s(IntCC::SignedLessThanOrEqual, requested, max_iterations);
        self.continue_if(is_short, limited);
        let enough = clock_budget::of(clocks * max_iterations as u64 + block.lookahead_clocks, 0);
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
        let spare = self.emitter.builder.ins().iadd_imm_s(before, -clock_budget::of(block.lookahead_clocks, 0));
        // A division by the next power of two never yields too many iterations.
        let clock_shift = clock_budget::CLOCK_BIT + clocks.next_power_of_two().trailing_zeros();
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
        let charge = emitter.builder.ins().imul_imm_s(iterations, clock_budget::of(clocks, instructions));
        let budget = emitter.builder.ins().isub(before, charge);
        emitter.set(emitter.registers.budget, budget);
        self.count_block(number, Some(iterations));
        self.mark_block_executed(number);
        let emitter = &mut self.emitter;
        let remaining = emitter.builder.ins().isub(requested, iterations);
        let counter = emitter.builder.declare_var(types::I64);
        emitter.builder.def_var(counter, iterations);
        self.split_live_ranges(block, batch);
        let addresses: Vec<Variable> =
            batch.pointers.iter().map(|pointer| self.declare_word_address(pointer, iterations)).collect();
        match &block.steps[..] {
            [(Step::Data { instruction, .. }, _)] if batch.is_mac_loop => {
                self.emit_mac_loop(instruction, batch, &addresses, (counter, iterations), after);
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
        // x86 compares with 0 by a TEST of two operands, which would load a spilled value twice. A comparison with 1
        // loads it once.
        let has_remaining = self.emitter.builder.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, remaining, 1);
        self.emitter.builder.ins().brif(has_remaining, more, &[], done, &[]);
        let facts = self.emitter.facts.clone();
        self.continue_in(done);
        // LC is not decremented at the end of the last iteration.
        let one = self.emitter.constant(1);
        self.emitter.set(self.emitter.registers.lc, one);
        self.emit_edge(done_edge, self.region.exits[block.last].state.loop_flag);
        self.continue_in(more);
        self.emitter.facts = facts;
        self.emitter.set(self.emitter.registers.lc, remaining);
        let wraps = batch.pointers.iter().any(|pointer| pointer.buffer.is_some());
        self.jump(if wraps { self.blocks[number] } else { checked_block });
    }

    /// Emits a loop of `iterations` iterations. With `can_unroll`, several at a time as long as enough remain, then
    /// single ones.
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

    /// Emits iterations of a MAC of the words that the previous iteration has read. The products are summed in a
    /// separate variable and added to the accumulator once. That removes the shift of each product, and the
    /// accumulator from the loop-carried dependency.
    fn emit_mac_loop(
        &mut self,
        e: &DecodedInstruction,
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

    /// Emits the call of a SIMD dot product, and the loads that the last iteration makes. Returns the sum of the
    /// products.
    fn emit_simd_dot(&mut self, reads: &[LoopRead; 2], iterations: Value, functions: [i64; 2]) -> Value {
        let emitter = &mut self.emitter;
        let others = emitter.builder.ins().iadd_imm_s(iterations, -1);
        let bytes = emitter.builder.ins().ishl_imm_u(others, WORD_SHIFT);
        // Host addresses of the first and last word of X and Y, and the steps of their pointers.
        let [x, y] = reads.map(|LoopRead { array, address, step, .. }| {
            let address = emitter.builder.use_var(address);
            let first = emitter.builder.ins().iadd_imm_s(address, array as i64);
            let last = match step {
                1 => emitter.builder.ins().iadd(first, bytes),
                _ => emitter.builder.ins().isub(first, bytes),
            };
            (first, last, step)
        });
        // The first product is of the words in the input registers. The helper multiplies those that the iterations
        // read, except for the last, and its first array must be read upwards.
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
        let result_address =
            emitter.builder.ins().iadd_imm_s(emitter.jit_state, offset_of!(JitState<'_>, helper_result) as i64);
        let products = emitter.call_helper(sum, &[left, right, others, result_address]);
        let [a, b] = reads.map(|read| emitter.get(emitter.registers.input[read.input]));
        let first = emitter.builder.ins().imul(a, b);
        for (read, (_, last, _)) in reads.iter().zip([x, y]) {
            let word = emitter.builder.ins().sload32(MemFlagsData::trusted(), last, 0);
            emitter.set_input(read.input, word);
        }
        emitter.builder.ins().iadd(products, first)
    }

    /// Emits a loop that executes `factor` iterations at a time, as long as at least `factor` remain.
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

    /// Declares a variable with the host address of the word that a pointer selects, which iterations step. Sets the
    /// pointer itself to its value after the batch.
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
            // A step from address 0 leads to $FFFF.
            after = emitter.truncate_address(after);
        }
        self.emitter.set_r(pointer.register, after);
        variable
    }

    /// Emits the first and the last address of the modulo buffer that contains `r`.
    fn buffer_bounds(&mut self, r: Value, ModuloBuffer { last_offset, offset_mask }: ModuloBuffer) -> (Value, Value) {
        let ins = &mut self.emitter.builder;
        let first = ins.ins().band_imm_s(r, !offset_mask);
        (first, ins.ins().iadd_imm_s(first, last_offset))
    }

    /// Emits the body of the loop `count` times.
    fn emit_iterations(&mut self, block: &Block, batch: &BatchedLoop, addresses: &[Variable], count: u64) {
        let accumulated = batch.accumulation_bits.map(|bits| bits.is_some());
        // No instruction of the body reads the MSP of an accumulator that the loop sums in.
        self.emitter.forget_msp(accumulated);
        let mut covered_pointers = 0;
        for (pointer, address) in batch.pointers.iter().zip(addresses) {
            let address = self.emitter.builder.use_var(*address);
            self.emitter.begin_pointer_run_at(pointer.register, address);
            covered_pointers |= 1 << pointer.register;
        }
        for _ in 0..count {
            // The length of the batch guarantees that a sum fits 56 bits after the iteration, so no code wraps it.
            for (magnitude, bits) in self.emitter.facts.max_magnitude.iter_mut().zip(batch.accumulation_bits) {
                if let Some(bits) = bits {
                    *magnitude = MAX_ACCUMULATOR_MAGNITUDE - 1 - (1 << bits);
                }
            }
            for (step, _) in &block.steps {
                if let Step::Data { instruction, delayed_write, .. } = step {
                    self.emitter.covered_pointers = covered_pointers;
                    self.lower_data(instruction, *delayed_write);
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
        // The next iteration loads condition codes from the core.
        if emitter.facts.flags.loaded {
            emitter.flush_flags();
        }
        emitter.flush_msp_vars_except(accumulated);
        // The condition codes of the last iteration are recorded after the batch.
        if batch.flag_source.is_some() {
            emitter.discard_flag_sources();
        }
    }

    /// Copies the registers that the block uses to new SSA values. The register allocator then assigns host registers
    /// for the loop, independent of the rest of the region, where few values stay in registers.
    fn split_live_ranges(&mut self, block: &Block, batch: &BatchedLoop) {
        let mut used = EntitySet::new();
        for (step, _) in &block.steps {
            let Step::Data { instruction, .. } = step else { continue };
            let registers = &self.emitter.registers;
            // A MAC loop uses a separate variable for the sum.
            if !batch.is_mac_loop {
                used.insert(registers.acc[usize::from(instruction.acc & 1)].variable);
            }
            for reg in instruction.regs.iter().filter(|reg| File::of(**reg) == File::Input) {
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

    /// Creates a block.
    fn new_block(&mut self) -> ir::Block {
        self.emitter.builder.create_block()
    }

    /// Continues in a new block if `fits` is true, and branches to the slow path otherwise.
    fn continue_if(&mut self, fits: Value, slow_path: ir::Block) {
        let next = self.new_block();
        self.emitter.builder.ins().brif(fits, next, &[], slow_path, &[]);
        self.continue_in(next);
    }

    /// Continues if an accumulator can change by `added` without exceeding 56 bits.
    fn continue_if_sum_fits(&mut self, acc: usize, added: i64, slow_path: ir::Block) {
        let emitter = &mut self.emitter;
        let sum = emitter.get(emitter.registers.acc[acc]);
        let limit = MAX_ACCUMULATOR_MAGNITUDE as i64 - added;
        let above = emitter.builder.ins().iadd_imm_s(sum, limit);
        let range = emitter.constant(2 * limit);
        let small = emitter.builder.ins().icmp(IntCC::UnsignedLessThan, above, range);
        self.continue_if(small, slow_path);
    }

    /// Continues if all addresses of `requested` iterations are internal and within their buffers. Returns the number
    /// of iterations, which is smaller than `requested` if a pointer reaches address 0 before: loops that count down
    /// often read one word too many.
    fn continue_if_internal(&mut self, pointers: &[LoopPointer], requested: Value, slow_path: ir::Block) -> Value {
        let mut iterations = requested;
        // The bitwise OR of addresses is below a power of two if and only if all of them are.
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

    /// Emits the number of iterations in which a pointer stays internal and within its buffer; 0 if it is external at
    /// the start.
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

    /// Emits the number of iterations after which an accumulator still fits 56 bits. Each iteration changes it by
    /// less than 2 to the power of `bits`.
    fn max_iterations_of_sum(&mut self, acc: usize, bits: u32) -> Value {
        let emitter = &mut self.emitter;
        let sum = emitter.get(emitter.registers.acc[acc]);
        let magnitude = emitter.builder.ins().iabs(sum);
        let limit = emitter.constant(MAX_ACCUMULATOR_MAGNITUDE as i64 - 1);
        let headroom = emitter.builder.ins().isub(limit, magnitude);
        emitter.builder.ins().sshr_imm_u(headroom, i64::from(bits))
    }
}
