//! Translates the control-flow graph of a region to Cranelift IR.
//!
//! Each basic block becomes a block of CLIF, and guest registers become SSA variables. The entry block loads those
//! that the region uses and branches to the selected entry point. All exits branch to one block that writes the
//! modified ones back.
//!
//! The *budget* is the number of remaining clocks. A checked block compares it with the clocks up to the next checked
//! block and exits if it is too small. The charge of clocks is deferred: `Facts::deferred_cost` accumulates them.
//!
//! Invariants: a block that has several predecessors, or that is an entry point, assumes nothing except bounds of the
//! accumulators, which an entry point guards. Everything deferred is flushed before a branch to it and before an
//! exit.

use crate::emitter::Emitter;
use crate::emitter::accumulator_words::reads_msp;
use crate::emitter::facts::Facts;
use crate::emitter::guest_registers::{GuestRegister, GuestRegisters};
use crate::emitter::ranged_value::MAX_ACCUMULATOR_MAGNITUDE;
use crate::native_call::record_function_change_address;
use cranelift_codegen::entity::EntitySet;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    self, AbiParam, BlockArg, BlockCall, Function, InstBuilder, JumpTableData, MemFlagsData, Value, types,
};
use cranelift_codegen::isa::TargetIsa;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use dsp56k_core::engine::jit_state::{JitState, clock_budget};
use dsp56k_core::engine::region::{AccessPath, Block, Cost, Edge, EdgeTarget, Flow, Region, RepState, Step};
use dsp56k_core::semantics::Machine;
use dsp56k_core::semantics::conditions::Conditions;

use std::mem::offset_of;

/// Translates `region` to `function`, which must be empty.
pub(crate) fn translate(
    function: &mut Function,
    context: &mut FunctionBuilderContext,
    isa: &dyn TargetIsa,
    region: &Region,
) {
    function.signature.call_conv = isa.default_call_conv();
    function.signature.params.push(AbiParam::new(types::I64));
    function.signature.returns.push(AbiParam::new(types::I64));
    let mut builder = FunctionBuilder::new(function, context);
    let entry_block = builder.create_block();
    builder.append_block_params_for_function_params(entry_block);
    builder.switch_to_block(entry_block);
    let jit_state = builder.block_params(entry_block)[0];
    let registers = GuestRegisters::new(&mut builder);
    let core =
        builder.ins().load(types::I64, MemFlagsData::trusted(), jit_state, offset_of!(JitState<'_>, core_ptr) as i32);
    let load_block = builder.create_block();
    builder.ins().jump(load_block, &[]);
    let blocks: Vec<ir::Block> = region.blocks.iter().map(|_| builder.create_block()).collect();
    // Cranelift lays blocks out in the order in which they receive instructions, but the load block receives them
    // last.
    builder.insert_block_after(load_block, entry_block);
    let exit_block = builder.create_block();
    builder.append_block_param(exit_block, types::I64);
    builder.set_cold_block(exit_block);
    let msp_vars = std::array::from_fn(|_| builder.declare_var(types::I64));
    let mut emitter = Emitter {
        builder,
        jit_state,
        registers,
        core,
        key: &region.key,
        m: region.key.state.m,
        facts: Facts::default(),
        msp_vars,
        reads_msp: reads_msp(region),
        delayed_write: None,
        new_delayed_write: None,
        covered_pointers: 0,
        in_accumulation: false,
        previous_sum: None,
        loaded_words: [None; 3],
        store_targets: [None; 2],
        modified: EntitySet::new(),
        used: EntitySet::new(),
        address_values: EntitySet::new(),
    };
    for acc in (0..2).filter(|acc| emitter.reads_msp[*acc]) {
        emitter.used.insert(emitter.registers.acc[acc].variable);
    }
    let mut translator = RegionTranslator {
        emitter,
        region,
        blocks,
        exit_block,
        checked_block: None,
        block_entries: count_predecessors(region),
        entry_bounds: Vec::new(),
        fallbacks: Vec::new(),
    };
    for (number, block) in region.blocks.iter().enumerate() {
        translator.translate_block(number, block);
    }
    translator.finish(isa, load_block);
}

/// State of the merge at the start of a block.
#[derive(Clone, Default)]
struct BlockEntry {
    /// Number of incoming edges that have not been translated.
    pending_predecessors: usize,
    /// The block has exactly one incoming edge and is not an entry point, so its predecessor's facts hold without a
    /// merge.
    single_predecessor: bool,
    /// Translation of the block has started: an edge that is translated later is a back edge.
    started: bool,
    /// Facts at the end of the only predecessor.
    facts: Option<Box<Facts>>,
    /// Maximum magnitude of each accumulator over the predecessors that have been translated.
    max_magnitudes: Option<[u64; 2]>,
}

impl BlockEntry {
    /// Merges the emitter's facts, at the end of a predecessor, into the block's. Unless the block has a single
    /// predecessor, this flushes everything deferred and keeps the magnitudes of the accumulators only.
    fn merge_predecessor(&mut self, emitter: &mut Emitter<'_, '_>) {
        self.pending_predecessors -= 1;
        if self.single_predecessor && !self.started {
            self.facts = Some(Box::new(emitter.facts.clone()));
            return;
        }
        emitter.flush_deferred();
        emitter.flush_msp_vars();
        let magnitudes = emitter.facts.max_magnitude;
        let before = self.max_magnitudes.unwrap_or(magnitudes);
        self.max_magnitudes = Some(std::array::from_fn(|acc| magnitudes[acc].max(before[acc])));
    }

    /// Starts the block with the merged facts, if all predecessors have been translated. Otherwise the emitter keeps
    /// the facts of a merge point, which hold for any predecessor.
    fn take_entry_facts(&mut self, emitter: &mut Emitter<'_, '_>) {
        self.started = true;
        if self.pending_predecessors != 0 {
            return;
        }
        if let Some(facts) = self.facts.take() {
            emitter.facts = *facts;
        } else if let Some(magnitudes) = self.max_magnitudes {
            emitter.facts.max_magnitude = magnitudes;
        }
    }
}

/// Counts the incoming edges of each block. The exit edge of a batched loop is translated twice: after the batch, and
/// after the checked iteration.
fn count_predecessors(region: &Region) -> Vec<BlockEntry> {
    let mut entries = vec![BlockEntry::default(); region.blocks.len()];
    for (number, block) in region.blocks.iter().enumerate() {
        let is_translated_twice = block.batch.is_some();
        for edge in block.flow.edges() {
            if let EdgeTarget::Block(to) = edge.target {
                entries[to].pending_predecessors += if is_translated_twice && to != number { 2 } else { 1 };
            }
        }
    }
    for entry in &mut entries {
        entry.single_predecessor = entry.pending_predecessors == 1;
    }
    for entry_point in &region.entry_points {
        entries[entry_point.block].single_predecessor = false;
    }
    entries
}

/// Translator of one region.
pub(crate) struct RegionTranslator<'a, 'f> {
    pub(crate) emitter: Emitter<'a, 'f>,
    /// CLIF block of each basic block.
    pub(crate) blocks: Vec<ir::Block>,
    /// Common exit. Its parameter is the number of the exit.
    pub(crate) exit_block: ir::Block,
    pub(crate) region: &'a Region,
    /// Number of the current basic block, and the CLIF block of its checked iteration, if it is a batched loop.
    pub(crate) checked_block: Option<(usize, ir::Block)>,
    /// State of the merge at the start of each basic block.
    block_entries: Vec<BlockEntry>,
    /// Magnitudes that each translated basic block assumes of the accumulators at its start.
    entry_bounds: Vec<[u64; 2]>,
    /// Fallbacks that have been branched to and are still to be emitted.
    pub(crate) fallbacks: Vec<PendingFallback>,
}

/// Path for an instruction that cannot be executed inline.
#[derive(Clone, Copy)]
pub(crate) enum SlowPath {
    /// Control exits before the instruction, by the number of the exit.
    Exit(usize),
    /// The interpreter executes the instruction: the block in which the fallback begins.
    Fallback(ir::Block),
}

/// Fallback to be emitted after all basic blocks.
pub(crate) struct PendingFallback {
    /// Block in which the fallback begins.
    pub(crate) start: ir::Block,
    /// Number of the fallback in the region.
    pub(crate) index: usize,
    /// Block in which compiled code continues after it.
    pub(crate) resume: ir::Block,
    /// Variables that the instruction may modify, or `None` if that is not known.
    pub(crate) modified: Option<EntitySet<Variable>>,
}

impl RegionTranslator<'_, '_> {
    /// Emits pending exits and fallbacks, the common exit and the entry block, and completes the function.
    fn finish(mut self, isa: &dyn TargetIsa, load_block: ir::Block) {
        let emitter = &self.emitter;
        let is_live = |register: &GuestRegister| {
            emitter.used.contains(register.variable) || emitter.modified.contains(register.variable)
        };
        let used: Vec<GuestRegister> = emitter.registers.all().into_iter().filter(is_live).collect();
        self.emit_pending_fallbacks(&used);
        self.start_exit_block(self.exit_block);
        let exit = self.emitter.builder.block_params(self.exit_block)[0];
        self.write_back();
        self.emitter.builder.ins().return_(&[exit]);
        self.emit_entry(load_block, &used);
        self.emitter.builder.seal_all_blocks();
        self.emitter.builder.finalize(isa.frontend_config());
    }

    /// Emits the load of the guest registers in `used`, and the dispatch to the entry point whose number is in the
    /// frame.
    fn emit_entry(&mut self, load_block: ir::Block, used: &[GuestRegister]) {
        let entry_points: Vec<ir::Block> =
            self.region.entry_points.iter().map(|entry| self.emit_entry_point(entry.block)).collect();
        let first = entry_points[0];
        self.emitter.builder.switch_to_block(load_block);
        for register in used {
            self.emitter.load_guest_register(*register);
        }
        self.emitter.facts = Facts::default();
        self.emitter.flush_msp_vars();
        let Emitter { builder, jit_state, .. } = &mut self.emitter;
        let jit_state = *jit_state;
        if entry_points.len() < 2 {
            builder.ins().jump(first, &[]);
            return;
        }
        let offset = offset_of!(JitState<'_>, entry_point) as i32;
        let number = builder.ins().load(types::I32, MemFlagsData::trusted(), jit_state, offset);
        // Each target needs an argument list, which is empty.
        let pool = &mut builder.func.dfg.value_lists;
        let mut call = |block: ir::Block| BlockCall::new(block, std::iter::empty(), pool);
        let (first, table) = (call(first), entry_points.into_iter().map(&mut call).collect::<Vec<_>>());
        let table = builder.create_jump_table(JumpTableData::new(first, &table));
        builder.ins().br_table(number, table);
    }

    /// Emits a guard for the bounds that a block assumes of the accumulators, and returns the block to which an entry
    /// branches. The exit refunds the cost of the block, so the guard charges it first.
    fn emit_entry_point(&mut self, number: usize) -> ir::Block {
        let block = self.blocks[number];
        let bounds = self.entry_bounds[number];
        if bounds == [MAX_ACCUMULATOR_MAGNITUDE; 2] {
            return block;
        }
        let entry_point = self.emitter.builder.create_block();
        self.start_block(entry_point);
        let mut exceeded = Vec::new();
        for (acc, bound) in bounds.into_iter().enumerate().filter(|(_, bound)| *bound < MAX_ACCUMULATOR_MAGNITUDE) {
            let value = self.emitter.get(self.emitter.registers.acc[acc]);
            let above = self.emitter.offset_by(value, bound as i64);
            let range = self.emitter.constant(2 * bound as i64);
            exceeded.push(self.emitter.builder.ins().icmp(IntCC::UnsignedGreaterThan, above, range));
        }
        let Block { steps, last, cost, .. } = &self.region.blocks[number];
        let exit = steps.first().map_or(*last, |(_, exit)| *exit);
        self.defer_cost(*cost);
        self.branch_to_cold(&exceeded, |translator| {
            translator.count_block(number, None);
            translator.emit_exit(exit);
        });
        self.emitter.facts = self.emitter.facts_at_merge();
        self.jump(block);
        entry_point
    }

    /// Writes modified guest registers to the core and to the frame.
    pub(crate) fn write_back(&mut self) {
        for register in self.emitter.registers.all() {
            if self.emitter.modified.contains(register.variable) {
                self.emitter.store_guest_register(register);
            }
        }
    }

    /// Starts a block that may have several predecessors: only the values of the variables are known there.
    pub(crate) fn start_block(&mut self, block: ir::Block) {
        self.start_exit_block(block);
        self.emitter.facts = self.emitter.facts_at_merge();
    }

    /// Starts a block in which control exits the region or calls the interpreter. Such a block does not need the MSP
    /// variables.
    pub(crate) fn start_exit_block(&mut self, block: ir::Block) {
        self.emitter.builder.switch_to_block(block);
        self.emitter.facts = Facts::default();
    }

    /// Flushes everything deferred and branches to a merge point.
    pub(crate) fn jump(&mut self, to: ir::Block) {
        self.emitter.flush_deferred();
        self.emitter.flush_msp_vars();
        self.emitter.builder.ins().jump(to, &[]);
    }

    /// Emits an exit that is taken if one of the conditions is true.
    pub(crate) fn exit_if(&mut self, conditions: &[Value], exit: usize) {
        self.branch_to_cold(conditions, |translator| translator.emit_exit(exit));
    }

    /// Emits a branch to a cold block, taken if one of the conditions is true, and has `then` emit that block.
    /// Flushes in `then` affect the cold block only: the main path keeps its facts.
    pub(crate) fn branch_to_cold(&mut self, conditions: &[Value], then: impl FnOnce(&mut Self)) {
        let cold = self.create_cold_block();
        for condition in conditions {
            let next = self.emitter.builder.create_block();
            self.emitter.builder.ins().brif(*condition, cold, &[], next, &[]);
            self.continue_in(next);
        }
        let Some(current) = self.emitter.builder.current_block() else { return };
        let facts = self.emitter.facts.clone();
        self.continue_in(cold);
        then(self);
        self.emitter.builder.switch_to_block(current);
        self.emitter.facts = facts;
    }

    /// Emits a branch to a slow path, taken if one of the conditions is true.
    pub(crate) fn branch_to_slow_path(&mut self, conditions: &[Value], slow_path: SlowPath) {
        self.branch_to_cold(conditions, |translator| match slow_path {
            SlowPath::Exit(exit) => translator.emit_exit(exit),
            SlowPath::Fallback(start) => translator.jump(start),
        });
    }

    /// Flushes everything deferred and branches to the common exit with the number of the exit.
    pub(crate) fn emit_exit(&mut self, exit: usize) {
        self.emitter.flush_deferred();
        self.clear_delayed_write(exit);
        let number = self.emitter.constant(exit as i64);
        self.emitter.builder.ins().jump(self.exit_block, &[BlockArg::from(number)]);
    }

    /// Sets the value of the delayed write to 0 if the static state at the exit has no delayed write. The value is
    /// not read then, and a constant keeps it from being live up to the exit.
    pub(crate) fn clear_delayed_write(&mut self, exit: usize) {
        if self.region.exits[exit].state.delayed_write.is_none() {
            let zero = self.emitter.constant(0);
            self.emitter.builder.def_var(self.emitter.registers.delayed_write.variable, zero);
        }
    }

    /// Starts a block whose only predecessor ends at the current position, so that all facts stay valid.
    pub(crate) fn continue_in(&mut self, block: ir::Block) {
        self.emitter.builder.switch_to_block(block);
        self.emitter.builder.seal_block(block);
    }

    /// Translates a basic block: batched iterations if it is a loop of that kind, the checks at its start, its steps,
    /// and its branches.
    fn translate_block(&mut self, number: usize, block: &Block) {
        self.emitter.m = block.m;
        self.start_block(self.blocks[number]);
        self.block_entries[number].take_entry_facts(&mut self.emitter);
        if self.block_entries[number].single_predecessor && self.block_entries[number].pending_predecessors == 0 {
            self.emitter.builder.seal_block(self.blocks[number]);
        }
        self.entry_bounds.push(self.emitter.facts.max_magnitude);
        if let Some(batch) = &block.batch {
            let checked_block = self.emitter.builder.create_block();
            self.emit_batched_loop(number, block, batch, checked_block);
            self.checked_block = Some((number, checked_block));
            self.start_block(checked_block);
        }
        let first_exit = block.steps.first().map_or(block.last, |(_, exit)| *exit);
        let guards = &block.guards;
        self.defer_cost(block.cost);
        self.count_block(number, None);
        let exhausted = block.checked.then(|| self.clocks_exhausted(block));
        self.emit_hoisted_guards(guards, 0, first_exit, exhausted);
        for (number, (step, exit)) in block.steps.iter().enumerate() {
            if number != 0 {
                self.emit_hoisted_guards(guards, number, *exit, None);
            }
            match step {
                Step::Data { instruction, delayed_write, path: AccessPath::OnChip } => {
                    self.guard_uncovered(instruction, *exit, |address| guards.covers(number, address));
                    self.emitter.covered_pointers = guards.covered_pointers(number, instruction);
                    self.lower_data(instruction, *delayed_write);
                    self.emitter.covered_pointers = 0;
                }
                step => self.emit_step(step, *exit),
            }
        }
        self.emitter.wrap_accumulators();
        let loop_flag = self.region.exits[block.last].state.loop_flag;
        if !matches!(block.flow, Flow::Bit { .. }) {
            self.mark_block_executed(number);
        }
        match &block.flow {
            Flow::Jump(edge) => self.emit_edge(edge, loop_flag),
            Flow::Condition { condition, taken, not_taken } => {
                let holds = self.emitter.holds(*condition);
                self.emit_branch(holds, (taken, not_taken), loop_flag);
            }
            Flow::Bit { instruction, delayed_write, path, taken_if, taken, not_taken } => {
                if path.may_be_external() {
                    self.begin_external_access(instruction, block.last);
                } else {
                    self.guard_operands(instruction, block.last);
                }
                self.mark_block_executed(number);
                self.emitter.begin_instruction(*delayed_write, instruction.updates);
                let word = self.read_operand(instruction);
                self.emitter.commit_delayed_write();
                let word = self.emitter.signed(word);
                let bit = self.emitter.and_mask(word, 1 << instruction.bit);
                let clear = self.emitter.is_zero(bit);
                let (taken, not_taken) = if *taken_if { (not_taken, taken) } else { (taken, not_taken) };
                self.emit_branch(clear, (taken, not_taken), loop_flag);
            }
            Flow::Count { again, done } => {
                self.mark_repetition_fetched(block);
                let lc = self.emitter.get(self.emitter.registers.lc);
                let is_last = self.emitter.builder.ins().icmp_imm_s(IntCC::Equal, lc, 1);
                let (finished, repeat) = (self.emitter.builder.create_block(), self.emitter.builder.create_block());
                self.emitter.builder.ins().brif(is_last, finished, &[], repeat, &[]);
                let facts = self.emitter.facts.clone();
                self.continue_in(repeat);
                let decremented = self.emitter.builder.ins().iadd_imm_s(lc, -1);
                self.emitter.set(self.emitter.registers.lc, decremented);
                self.emit_edge(again, loop_flag);
                self.continue_in(finished);
                self.emitter.facts = facts;
                self.emit_edge(done, loop_flag);
            }
        }
        self.checked_block = None;
    }

    /// Records that the repeated instruction has been fetched, if the block is the body of a REP.
    pub(crate) fn mark_repetition_fetched(&mut self, block: &Block) {
        if self.region.exits[block.last].state.rep == RepState::Fetched {
            self.emitter.set_repeat_fetched(true);
        }
    }

    /// Emits a two-way branch and both of its edges.
    fn emit_branch(&mut self, bit: Value, (yes, no): (&Edge, &Edge), loop_flag: bool) {
        let (first, second) = (self.emitter.builder.create_block(), self.emitter.builder.create_block());
        self.emitter.builder.ins().brif(bit, first, &[], second, &[]);
        let facts = self.emitter.facts.clone();
        self.continue_in(first);
        self.emit_edge(yes, loop_flag);
        self.continue_in(second);
        self.emitter.facts = facts;
        self.emit_edge(no, loop_flag);
    }

    /// Emits an edge of the region: its steps, its clocks, and the branch to its target. `loop_flag` is LF at the end
    /// of the block.
    pub(crate) fn emit_edge(&mut self, edge: &Edge, loop_flag: bool) {
        for step in &edge.steps {
            match step {
                Step::Data { instruction, delayed_write, .. } => self.lower_data(instruction, *delayed_write),
                Step::CommitDelayedWrite { delayed_write } => self.commit_delayed_write(*delayed_write),
                step => self.emit_static_step(step, loop_flag),
            }
        }
        self.defer_cost(Cost { clocks: edge.clocks, instructions: 0 });
        if let Some(counter) = edge.counter {
            self.count(counter, None);
        }
        if let Some(change) = edge.function_change {
            self.record_function_change(change);
        }
        match edge.target {
            EdgeTarget::Block(number) => match self.checked_block {
                Some((of, checked_block)) if of == number => self.jump(checked_block),
                _ => {
                    self.block_entries[number].merge_predecessor(&mut self.emitter);
                    self.emitter.builder.ins().jump(self.blocks[number], &[]);
                }
            },
            EdgeTarget::Exit(exit) => self.emit_exit(exit),
        }
    }

    /// Emits the count of executions of a basic block, if the region is profiled: `times`, or one.
    pub(crate) fn count_block(&mut self, number: usize, times: Option<Value>) {
        if self.region.key.is_profiled && self.region.blocks[number].cost.instructions != 0 {
            self.count(number, times);
        }
    }

    /// Emits the addition of `times`, or of one, to a counter.
    pub(crate) fn count(&mut self, counter: usize, times: Option<Value>) {
        let (trusted, offset) = (MemFlagsData::trusted(), (counter * size_of::<u64>()) as i32);
        let Emitter { builder, jit_state, .. } = &mut self.emitter;
        let counters = builder.ins().load(types::I64, trusted, *jit_state, offset_of!(JitState<'_>, counters) as i32);
        let before = builder.ins().load(types::I64, trusted, counters, offset);
        let after = match times {
            Some(times) => builder.ins().iadd(before, times),
            None => builder.ins().iadd_imm_s(before, 1),
        };
        builder.ins().store(trusted, after, counters, offset);
    }

    /// Emits the record of a call or return of a profiled region.
    fn record_function_change(&mut self, change: usize) {
        let budget = self.emitter.get(self.emitter.registers.budget);
        let Cost { clocks, instructions } = self.emitter.facts.deferred_cost;
        let budget = self.emitter.offset_by(budget, -clock_budget::of(clocks, instructions));
        let (jit_state, number) = (self.emitter.jit_state, self.emitter.constant(change as i64));
        self.emitter.call_helper(record_function_change_address(), &[jit_state, number, budget]);
    }

    /// Emits the store of the number of a basic block that has been executed to its end, if the region is profiled.
    pub(crate) fn mark_block_executed(&mut self, number: usize) {
        if self.region.key.is_profiled && self.region.blocks[number].cost.instructions != 0 {
            let number = self.emitter.constant(number as i64);
            let offset = offset_of!(JitState<'_>, last_block) as i32;
            self.emitter.builder.ins().store(MemFlagsData::trusted(), number, self.emitter.jit_state, offset);
        }
    }

    /// Adds clocks and instructions to the deferred cost.
    fn defer_cost(&mut self, cost: Cost) {
        let deferred_cost = &mut self.emitter.facts.deferred_cost;
        deferred_cost.clocks += cost.clocks;
        deferred_cost.instructions += cost.instructions;
    }

    /// Emits the comparison of the budget with the deferred clocks and those of the blocks up to the next check. The
    /// result is true if the budget is too small.
    fn clocks_exhausted(&mut self, block: &Block) -> Value {
        let budget = self.emitter.get(self.emitter.registers.budget);
        self.is_below_clocks(budget, block.lookahead_clocks)
    }

    /// Emits the comparison of `budget` with the deferred clocks and `lookahead_clocks`.
    pub(crate) fn is_below_clocks(&mut self, budget: Value, lookahead_clocks: u64) -> Value {
        let Cost { clocks, .. } = self.emitter.facts.deferred_cost;
        // The instruction count is in bits below the clocks, so it does not affect the comparison.
        let required = clock_budget::of(clocks + lookahead_clocks, 0);
        self.emitter.builder.ins().icmp_imm_s(IntCC::SignedLessThan, budget, required)
    }

    /// Flushes everything deferred and branches to a merge point if `bit` is true.
    pub(crate) fn branch_if(&mut self, bit: Value, to: ir::Block) {
        self.emitter.flush_deferred();
        self.emitter.flush_msp_vars();
        self.branch_if_flushed(bit, to);
    }

    /// Branches if `bit` is true. The caller has flushed everything that the target reads.
    pub(crate) fn branch_if_flushed(&mut self, bit: Value, to: ir::Block) {
        let next = self.emitter.builder.create_block();
        self.emitter.builder.ins().brif(bit, to, &[], next, &[]);
        self.continue_in(next);
    }

    /// Creates a block that is placed after the hot code.
    pub(crate) fn create_cold_block(&mut self) -> ir::Block {
        let block = self.emitter.builder.create_block();
        self.emitter.builder.set_cold_block(block);
        block
    }

    /// Emits a step of a block. `exit` is the exit before its instruction.
    fn emit_step(&mut self, step: &Step, exit: usize) {
        match step {
            Step::Data { instruction, delayed_write, path: AccessPath::OnChip } => {
                self.lower_data(instruction, *delayed_write);
            }
            Step::Data { instruction, delayed_write, path: AccessPath::Inline } => {
                self.emit_external_access(instruction, *delayed_write, exit);
            }
            Step::Data { instruction, delayed_write, path: AccessPath::Fallback(fallback) } => {
                self.emit_access_with_fallback(instruction, *delayed_write, *fallback, exit);
            }
            Step::Fallback(fallback) => self.emit_fallback(*fallback),
            Step::CommitDelayedWrite { delayed_write } => self.commit_delayed_write(*delayed_write),
            Step::BeginLoop { instruction, delayed_write, sp, la, start } => {
                self.guard_operands(instruction, exit);
                self.emitter.begin_instruction(*delayed_write, instruction.updates);
                let (la, lc) = (self.emitter.constant(i64::from(*la)), self.emitter.get(self.emitter.registers.lc));
                self.emitter.push(sp + 1, la, lc);
                let count = self.read_operand(instruction);
                let count = self.emitter.decode_loop_count(count);
                self.emitter.set(self.emitter.registers.lc, count);
                self.emit_call(sp + 1, *start, self.region.exits[exit].state.loop_flag);
                self.emitter.commit_delayed_write();
            }
            Step::BeginRep { instruction, delayed_write, tracks_fetch } => {
                self.guard_operands(instruction, exit);
                self.emitter.begin_instruction(*delayed_write, instruction.updates);
                let count = self.read_operand(instruction);
                let count = self.emitter.decode_loop_count(count);
                self.emitter.save_loop_counter();
                self.emitter.set(self.emitter.registers.lc, count);
                self.emitter.set_repeat_fetched(*tracks_fetch);
                self.emitter.commit_delayed_write();
            }
            Step::Call { .. } | Step::EndRep | Step::EndLoop { .. } => {
                self.emit_static_step(step, self.region.exits[exit].state.loop_flag);
            }
        }
    }

    /// Emits an instruction without an effect on data.
    fn commit_delayed_write(&mut self, delayed_write: Option<u8>) {
        self.emitter.begin_instruction(delayed_write, 0);
        self.emitter.commit_delayed_write();
    }

    /// Emits a step without an operand. `loop_flag` is LF before it.
    fn emit_static_step(&mut self, step: &Step, loop_flag: bool) {
        match step {
            Step::Call { sp, return_address } => self.emit_call(*sp, *return_address, loop_flag),
            Step::EndRep => self.emitter.restore_loop_counter(),
            Step::EndLoop { sp } => {
                let lc = self.emitter.load_ssl(sp - 1);
                let lc = self.emitter.decode_loop_count(lc);
                self.emitter.set(self.emitter.registers.lc, lc);
            }
            Step::Data { .. }
            | Step::Fallback(_)
            | Step::CommitDelayedWrite { .. }
            | Step::BeginLoop { .. }
            | Step::BeginRep { .. } => {}
        }
    }

    /// Emits the push of a return address and SR. `loop_flag` is LF.
    fn emit_call(&mut self, sp: u8, return_address: u16, loop_flag: bool) {
        let return_address = self.emitter.constant(i64::from(return_address));
        self.emitter.push_return(sp + 1, return_address, loop_flag);
    }
}
