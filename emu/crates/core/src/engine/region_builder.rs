//! Builds regions: follows the control flow from an address, as far as it is known at compile time.
//!
//! A node of the search is a static state. The first pass finds the states at which blocks begin: targets of jumps and
//! calls, and what follows a branch or the end of a loop. The second pass builds the blocks, so that a block ends where
//! another begins.
//!
//! Control leaves the region before an instruction that cannot be part of one, and where the region would become too
//! large.

use crate::bits::sr;
use crate::decode::instruction::{DecodedInstruction, Exec, OperandLocation};
use crate::decode::restriction_verdict::RestrictionVerdict;
use crate::engine::annotations::HoistedGuards;
use crate::engine::compilable::{
    FIRST_MODIFIER_INDEX, can_be_fallback, changes_carry_only, delayed_control_write, delayed_parallel_write,
    is_data_register, known_modifier_move, reads_control_register, reads_program_word,
};
use crate::engine::passes;
use crate::engine::region::{
    AccessPath, ActiveFrame, Block, Cost, DataAccess, Edge, EdgeTarget, EntryPoint, Exit, ExternalAccess, Fallback,
    Flow, Region, RegionKey, RepState, StaticState, Step, accesses, data_accesses, has_external_address,
};
use crate::engine::region_profile::{
    AccessProfile, BlockProfile, EdgeProfile, FunctionChange, InstructionCost, RegionProfile,
};
use crate::engine::static_state::Descriptor;
use crate::interpreter::decode_cache::DecodeCache;
use crate::memory::IO_PAGE;
use crate::semantics::registers::agu_index;
use crate::space::Space;
use crate::state::Core;
use dsp56k_isa::{Condition, ControlOp, Mode, Reg};
use std::collections::HashMap;

/// Maximum size of a region. Cranelift takes 30 to 60 us per instruction, so the largest region takes less than 0.1 s.
const MAX_BLOCKS: usize = 400;
const MAX_INSTRUCTIONS: usize = 1500;
/// Maximum length of a block. A block is not entered unless the clock budget covers all of it.
pub(super) const MAX_BLOCK_INSTRUCTIONS: u64 = 64;
/// Maximum nesting of loops and calls: loops take two of the 15 locations of the system stack.
const MAX_NESTING: usize = 7;
const LAST_STACK_LOCATION: u8 = 15;

/// An edge whose target has not been resolved to a block.
struct OutEdge {
    clocks: u64,
    steps: Vec<Step>,
    to: StaticState,
    /// The call or return of a profiled region that the edge is.
    function_change: Option<FunctionChange>,
    /// The edge leaves the region.
    is_exit: bool,
    /// The interpreter records an entry at the target: it is a backward jump, a call or the next iteration of a loop.
    is_recorded: bool,
}

/// Control flow after an instruction.
enum Terminator {
    /// The next instruction of the same block.
    Next(StaticState),
    Jump(OutEdge),
    Condition {
        condition: Condition,
        taken: OutEdge,
        not_taken: OutEdge,
    },
    Bit {
        instruction: DecodedInstruction,
        delayed_write: Option<u8>,
        path: AccessPath,
        taken_if: bool,
        taken: OutEdge,
        not_taken: OutEdge,
    },
    Count {
        again: OutEdge,
        done: OutEdge,
    },
}

struct BuiltInstruction {
    steps: Vec<Step>,
    cost: Cost,
    /// `None` for the end of a loop iteration.
    profiled_cost: Option<InstructionCost>,
    terminator: Terminator,
}

/// A block of the region: the state where it begins.
struct BlockStart {
    state: StaticState,
    /// The interpreter records entries there, so it becomes an entry point.
    is_entry_point: bool,
}

struct RegionBuilder<'a> {
    core: &'a mut Core,
    cache: &'a mut DecodeCache,
    key: RegionKey,
    /// Instructions that have often accessed external memory, or do so by an absolute address.
    external_accesses: HashMap<u16, ExternalAccess>,
    /// Addresses before which the region ends, unless it begins there.
    stops: &'a [u16],
    blocks: Vec<BlockStart>,
    block_numbers: HashMap<StaticState, usize>,
    /// The search has ended: no block is added.
    is_second_pass: bool,
    /// Number of the block that is being built.
    block: usize,
    instructions: usize,
    output: Output,
}

/// Parts of the region that both passes produce. Those of the first pass are discarded.
#[derive(Default)]
struct Output {
    exits: Vec<Exit>,
    fallbacks: Vec<Fallback>,
    code_words: Vec<(u16, u32)>,
    stop_words: Vec<(u16, u32)>,
    instruction_pcs: Vec<u16>,
    possible_targets: Vec<(u16, u16)>,
    function_changes: Vec<FunctionChange>,
}

/// Builds the region of a key, which ends before the addresses `stops` unless it begins there. Returns `None` if its
/// first instruction cannot be part of a region.
pub(crate) fn build_region(
    core: &mut Core,
    cache: &mut DecodeCache,
    key: RegionKey,
    external_accesses: &HashMap<u16, ExternalAccess>,
    stops: &[u16],
) -> Option<Box<Region>> {
    let first = key.state.clone();
    let mut builder = RegionBuilder {
        core,
        cache,
        key,
        external_accesses: external_accesses.clone(),
        stops,
        block_numbers: HashMap::from([(first.clone(), 0)]),
        blocks: vec![BlockStart { state: first, is_entry_point: true }],
        is_second_pass: false,
        block: 0,
        instructions: 0,
        output: Output::default(),
    };
    let mut visited = 0;
    while visited < builder.blocks.len() {
        builder.build_block(visited);
        visited += 1;
    }
    builder.is_second_pass = true;
    builder.output = Output::default();
    let mut blocks: Vec<Block> = (0..builder.blocks.len()).map(|number| builder.build_block(number)).collect();
    if blocks[0].cost.instructions == 0 {
        return None;
    }
    let RegionBuilder { key, blocks: starts, external_accesses, output, .. } = builder;
    let Output { exits, fallbacks, mut code_words, mut stop_words, mut instruction_pcs, .. } = output;
    let Output { mut possible_targets, function_changes, .. } = output;
    for words in [&mut code_words, &mut stop_words] {
        words.sort_unstable();
        words.dedup();
    }
    instruction_pcs.sort_unstable();
    instruction_pcs.dedup();
    possible_targets.sort_unstable();
    let mut external_accesses: Vec<(u16, ExternalAccess)> =
        external_accesses.into_iter().filter(|(pc, _)| instruction_pcs.binary_search(pc).is_ok()).collect();
    external_accesses.sort_unstable();
    let entry_points: Vec<EntryPoint> = starts
        .into_iter()
        .enumerate()
        .filter(|(_, start)| start.is_entry_point)
        .map(|(block, start)| EntryPoint::new(&key, start.state, block))
        .collect();
    let profile =
        if key.is_profiled { collect_profile(&mut blocks, &exits, function_changes) } else { RegionProfile::default() };
    let mut region = Box::new(Region {
        key,
        blocks,
        entry_points,
        exits,
        fallbacks,
        code_words,
        stop_words,
        instruction_pcs,
        external_accesses,
        possible_targets,
        profile,
    });
    passes::run(&mut region);
    Some(region)
}

/// Takes the profiles of the blocks, and assigns counters to edges and external accesses.
fn collect_profile(blocks: &mut [Block], exits: &[Exit], changes: Vec<FunctionChange>) -> RegionProfile {
    let (mut edges, mut accesses) = (Vec::new(), Vec::new());
    let count = blocks.len();
    for block in blocks.iter_mut() {
        let callee = block.profile.callee;
        let is_external = |step: &Step| matches!(step, Step::Data { path: AccessPath::Inline, .. });
        let external = block.steps.iter().filter(|(step, _)| is_external(step));
        accesses.extend(external.map(|(_, exit)| AccessProfile { callee, pc: exits[*exit].state.pc, exit: *exit }));
        let Some(last) = block.profile.instructions.last() else { continue };
        for edge in block.flow.edges_mut().filter(|edge| edge.clocks != 0) {
            edge.counter = Some(count + edges.len());
            edges.push(EdgeProfile { callee, pc: last.pc, refetch: edge.clocks });
        }
    }
    let blocks = blocks.iter_mut().map(|block| std::mem::take(&mut block.profile)).collect();
    RegionProfile { blocks, edges, accesses, changes }
}

impl RegionBuilder<'_> {
    /// Builds block `number`. In the first pass, blocks are added for the targets of its edges.
    fn build_block(&mut self, number: usize) -> Block {
        self.block = number;
        let (start, m) = (self.blocks[number].state.pc, self.blocks[number].state.m);
        let mut state = self.blocks[number].state.clone();
        let mut steps: Vec<(Step, StaticState, Cost)> = Vec::new();
        let mut cost = Cost::default();
        let callee = state.frames.iter().rev().find_map(|frame| frame.callee());
        let mut profile = BlockProfile { callee, instructions: Vec::new() };
        let (terminator, cost_before_last) = loop {
            let is_full = cost.instructions >= MAX_BLOCK_INSTRUCTIONS && state.rep == RepState::Inactive;
            let has_other_modifiers = state.m != self.blocks[number].state.m;
            if is_full {
                self.output.possible_targets.push((start, state.pc));
            }
            if is_full || has_other_modifiers || (cost.instructions != 0 && self.block_numbers.contains_key(&state)) {
                // The dispatcher makes the interpreter look up code at a continuation.
                let edge = OutEdge { is_recorded: is_full, ..free_edge(state.clone()) };
                break (Some(Terminator::Jump(edge)), cost);
            }
            let Some(instruction) = self.build_instruction(&state) else { break (None, cost) };
            let before = cost;
            cost.add(instruction.cost);
            profile.instructions.extend(instruction.profiled_cost.filter(|_| self.key.is_profiled));
            steps.extend(instruction.steps.into_iter().map(|step| (step, state.clone(), before)));
            match instruction.terminator {
                Terminator::Next(next) => state = next,
                terminator => break (Some(terminator), before),
            }
        };
        self.instructions += cost.instructions as usize;
        let refund = |before: Cost| Cost {
            clocks: cost.clocks - before.clocks,
            instructions: cost.instructions - before.instructions,
        };
        // Guards of all instructions may be hoisted to the start of the block.
        let mut is_guarded = steps.iter().any(|(step, ..)| matches!(step, Step::Data { .. }));
        let steps = steps
            .into_iter()
            .map(|(step, state, before)| {
                let may_access_external = std::mem::take(&mut is_guarded) || matches!(step, Step::Data { .. });
                let exit = self.add_exit(Exit::new(number, state, refund(before), may_access_external, false));
                if let Step::Data { path: AccessPath::Fallback(fallback), .. } | Step::Fallback(fallback) = step {
                    self.output.fallbacks[fallback].exit = exit;
                }
                (step, exit)
            })
            .collect();
        let tests_memory =
            matches!(&terminator, Some(Terminator::Bit { instruction, .. }) if accesses(instruction).next().is_some());
        let last = self.add_exit(Exit::new(number, state, refund(cost_before_last), tests_memory, false));
        let flow = match terminator {
            None => Flow::Jump(Edge::free(EdgeTarget::Exit(last))),
            Some(Terminator::Next(_)) => unreachable!("the next instruction belongs to the block"),
            Some(Terminator::Jump(edge)) => Flow::Jump(self.resolve(edge)),
            Some(Terminator::Condition { condition, taken, not_taken }) => {
                Flow::Condition { condition, taken: self.resolve(taken), not_taken: self.resolve(not_taken) }
            }
            Some(Terminator::Bit { instruction, delayed_write, path, taken_if, taken, not_taken }) => {
                let (taken, not_taken) = (self.resolve(taken), self.resolve(not_taken));
                Flow::Bit { instruction, delayed_write, path, taken_if, taken, not_taken }
            }
            Some(Terminator::Count { again, done }) => {
                Flow::Count { again: self.resolve(again), done: self.resolve(done) }
            }
        };
        let (batch, guards) = (None, HoistedGuards::default());
        Block { steps, m, flow, last, cost, checked: false, lookahead_clocks: 0, batch, guards, profile }
    }

    fn add_exit(&mut self, exit: Exit) -> usize {
        self.output.exits.push(exit);
        self.output.exits.len() - 1
    }

    /// Resolves the target of an edge to a block, which is added if there is space, or to an exit.
    fn resolve(&mut self, edge: OutEdge) -> Edge {
        let OutEdge { clocks, steps, to: state, function_change, is_exit, is_recorded } = edge;
        let function_change = function_change.filter(|_| self.key.is_profiled).map(|change| {
            self.output.function_changes.push(change);
            self.output.function_changes.len() - 1
        });
        let known = self.block_numbers.get(&state).copied();
        let is_full = self.blocks.len() >= MAX_BLOCKS || self.instructions >= MAX_INSTRUCTIONS;
        let target = match known {
            Some(number) if !is_exit => EdgeTarget::Block(number),
            None if !is_exit && !is_full && !self.is_second_pass => {
                let number = self.blocks.len();
                self.block_numbers.insert(state.clone(), number);
                self.blocks.push(BlockStart { state, is_entry_point: false });
                EdgeTarget::Block(number)
            }
            _ => EdgeTarget::Exit(self.add_exit(Exit::new(self.block, state, Cost::default(), false, !is_exit))),
        };
        if let EdgeTarget::Block(number) = target {
            // The descriptor does not contain the value of a delayed write.
            self.blocks[number].is_entry_point |= is_recorded && !self.blocks[number].state.delays_modifier();
        }
        Edge { clocks, function_change, steps, ..Edge::free(target) }
    }

    /// Builds the instruction at a state, or the end of a loop iteration. Returns `None` if it cannot be part of a
    /// region.
    fn build_instruction(&mut self, state: &StaticState) -> Option<BuiltInstruction> {
        if state.at_loop_end {
            let terminator = self.end_loop_iteration(state);
            let cost = Cost::default();
            return Some(BuiltInstruction { steps: Vec::new(), cost, profiled_cost: None, terminator });
        }
        let pc = state.pc;
        let is_stop = self.stops.contains(&pc) && pc != self.key.state.pc;
        if is_stop || self.core.observer.marks(pc) || !self.cache.is_cacheable(self.core, pc) {
            return None;
        }
        let e = *self.cache.entry(self.core, pc);
        let waits = if state.rep == RepState::Fetched { 0 } else { self.core.fetch_waits(&e, pc) };
        let cost = Cost { clocks: u64::from(e.clocks) + waits, instructions: 1 };
        let memory = &self.core.memory;
        let addresses = (0..u16::from(e.words)).map(|word| pc.wrapping_add(word));
        let words: Vec<_> = addresses.map(|address| (address, memory.program_word(address))).collect();
        if self.key.rejects_restricted && !self.is_allowed(state, &e) {
            self.output.stop_words.extend(words);
            return None;
        }
        let Some((steps, terminator)) = self.translate(state, &e, cost) else {
            self.output.stop_words.extend(words);
            return None;
        };
        self.output.instruction_pcs.push(pc);
        self.output.code_words.extend(words);
        let (base, addressing) = (u64::from(e.clocks - e.addressing), u64::from(e.addressing));
        let profiled_cost = Some(InstructionCost { pc, base, addressing, fetch: waits });
        Some(BuiltInstruction { steps, cost, profiled_cost, terminator })
    }

    /// Returns true if an instruction is not part of a restricted sequence. The word after an instruction that begins
    /// one becomes a part of the region, so that it cannot change unnoticed.
    fn is_allowed(&mut self, state: &StaticState, e: &DecodedInstruction) -> bool {
        if state.delayed_write.is_some_and(|index| e.points_with(index)) {
            return false;
        }
        let verdict = e.restriction;
        if verdict == RestrictionVerdict::NONE {
            return true;
        }
        let distance = state.la.wrapping_sub(state.pc);
        let is_absolute = e.from != OperandLocation::Address || e.ea[0].mode == Mode::Absolute;
        let target = if e.from == OperandLocation::Address { e.ea[0].address } else { e.target };
        let at_loop_end = state.loop_flag
            && (verdict.is_near_loop_end(distance)
                || (verdict.is_to_loop_end() && (!is_absolute || target == state.la)));
        if verdict.is_always() || at_loop_end || state.rep != RepState::Inactive {
            return false;
        }
        if !verdict.begins() {
            return true;
        }
        let next = state.pc.wrapping_add(u16::from(e.words));
        let is_last = state.loop_flag && distance < u16::from(e.words);
        if is_last || e.regs[0] != Reg::CCR || !self.cache.is_cacheable(self.core, next) {
            return false;
        }
        self.output.code_words.push((next, self.core.memory.program_word(next)));
        !self.cache.entry(self.core, next).restriction.completes()
    }

    fn end_loop_iteration(&self, state: &StaticState) -> Terminator {
        let again = |pc| {
            let to = StaticState { pc, at_loop_end: false, ..state.clone() };
            OutEdge { is_recorded: true, ..free_edge(to) }
        };
        let exit = OutEdge { is_exit: true, ..free_edge(state.clone()) };
        match state.frames.last() {
            Some(ActiveFrame::Loop { start, la, loop_flag }) => {
                let mut done = StaticState { at_loop_end: false, la: *la, loop_flag: *loop_flag, ..state.clone() };
                done.sp -= 2;
                done.frames.pop();
                let steps = vec![Step::EndLoop { sp: state.sp }];
                Terminator::Count { again: again(*start), done: OutEdge { steps, ..free_edge(done) } }
            }
            // The stack locations that the end of the loop restores are not known at compile time.
            None => Terminator::Count { again: again(self.key.loop_start), done: exit },
            // The top of the stack is a return address, not the address of the loop.
            Some(ActiveFrame::Call { .. }) => Terminator::Jump(exit),
        }
    }

    fn translate(
        &mut self,
        state: &StaticState,
        e: &DecodedInstruction,
        cost: Cost,
    ) -> Option<(Vec<Step>, Terminator)> {
        if self.key.is_profiled && !self.can_be_profiled(state, e) {
            return None;
        }
        let next = state.pc.wrapping_add(u16::from(e.words));
        match e.exec {
            Exec::Parallel | Exec::MoveOnly => {
                let written = delayed_parallel_write(e);
                if written.is_some_and(|index| index >= FIRST_MODIFIER_INDEX) {
                    return None;
                }
                let step = self.parallel_step(state, e, cost, next, written);
                Some((vec![step], in_sequence(state, next, written)))
            }
            Exec::Control => match self.data_step(state, e, cost, next) {
                _ if let Some(index) = known_modifier_move(e) => move_to_modifier(state, e, next, index),
                Some(step) => Some((vec![step], in_sequence(state, next, delayed_control_write(e)))),
                None if state.rep == RepState::Inactive => self.translate_control_flow(state, e, next),
                None => None,
            },
            Exec::Illegal | Exec::Undecoded => None,
        }
    }

    /// Returns true if an instruction can be part of a profiled region: compiled code executes it without a
    /// fallback.
    fn can_be_profiled(&mut self, state: &StaticState, e: &DecodedInstruction) -> bool {
        let can_access = match self.external_access(state.pc, e) {
            Some(access) if accesses(e).next().is_some() => {
                access == ExternalAccess::Inline && state.rep == RepState::Inactive && !e.is_control()
            }
            _ => true,
        };
        can_access && Self::has_compilable_addresses(state, e)
    }

    /// Translates an instruction with parallel moves. `written` is the address register that it writes.
    fn parallel_step(
        &mut self,
        state: &StaticState,
        e: &DecodedInstruction,
        cost: Cost,
        next: u16,
        written: Option<u8>,
    ) -> Step {
        if !Self::has_compilable_addresses(state, e) {
            return Step::Fallback(self.add_fallback(state, e, cost, next, written));
        }
        let path = self.access_path(state, e, cost, next, written);
        Step::Data { instruction: *e, delayed_write: state.delayed_write, path }
    }

    /// Returns the access path of an instruction that writes the address register `written`.
    fn access_path(
        &mut self,
        state: &StaticState,
        e: &DecodedInstruction,
        cost: Cost,
        next: u16,
        written: Option<u8>,
    ) -> AccessPath {
        match self.external_access(state.pc, e) {
            None => AccessPath::OnChip,
            // An exit within a REP would be taken for each repetition.
            Some(ExternalAccess::Inline) if state.rep == RepState::Inactive => AccessPath::Inline,
            Some(_) if self.key.is_profiled => AccessPath::OnChip,
            Some(_) => AccessPath::Fallback(self.add_fallback(state, e, cost, next, written)),
        }
    }

    /// Returns how external accesses of an instruction are handled. One by an absolute address is always external.
    fn external_access(&mut self, pc: u16, e: &DecodedInstruction) -> Option<ExternalAccess> {
        if has_external_address(e) {
            if data_accesses(e).any(|access| access.space == Space::P) {
                // The guards of other accesses need not know it.
                return Some(self.external_accesses.get(&pc).copied().unwrap_or(ExternalAccess::Inline));
            }
            return Some(*self.external_accesses.entry(pc).or_insert(ExternalAccess::Inline));
        }
        self.external_accesses.get(&pc).copied()
    }

    /// Translates an instruction without parallel moves that does not change the flow of control.
    fn data_step(&mut self, state: &StaticState, e: &DecodedInstruction, cost: Cost, next: u16) -> Option<Step> {
        let delayed_write = state.delayed_write;
        let data = |path| Step::Data { instruction: *e, delayed_write, path };
        Some(match e.control {
            ControlOp::Nop => Step::CommitDelayedWrite { delayed_write },
            ControlOp::Div | ControlOp::Norm => data(AccessPath::OnChip),
            ControlOp::Tcc if !e.register_pair => data(AccessPath::OnChip),
            // ANDI and ORI of MR and OMR change the settings: they end a region.
            ControlOp::Andi | ControlOp::Ori if changes_carry_only(e) => data(AccessPath::OnChip),
            ControlOp::Lua
                if agu_index(e.regs[0]) < FIRST_MODIFIER_INDEX && Self::has_compilable_addresses(state, e) =>
            {
                data(self.access_path(state, e, cost, next, delayed_control_write(e)))
            }
            ControlOp::Btst | ControlOp::Bset | ControlOp::Bclr | ControlOp::Bchg
                if Self::can_read_operand(state, e) =>
            {
                data(self.access_path(state, e, cost, next, None))
            }
            ControlOp::Movem if reads_program_word(e) && Self::has_compilable_addresses(state, e) => {
                data(self.access_path(state, e, cost, next, delayed_control_write(e)))
            }
            ControlOp::Movec if reads_control_register(e) => {
                // The immediate data are the part of the value that is static state: of SR, LF.
                let data = match e.regs[0] {
                    Reg::SR => u16::from(state.loop_flag) * sr::LF,
                    Reg::LA => state.la,
                    Reg::SP => u16::from(state.sp),
                    _ => 0,
                };
                let instruction = DecodedInstruction { data: u32::from(data), ..*e };
                Step::Data { instruction, delayed_write, path: AccessPath::OnChip }
            }
            _ if can_be_fallback(e) && !self.key.is_profiled => {
                Step::Fallback(self.add_fallback(state, e, cost, next, delayed_control_write(e)))
            }
            _ => return None,
        })
    }

    fn translate_control_flow(
        &mut self,
        state: &StaticState,
        e: &DecodedInstruction,
        next: u16,
    ) -> Option<(Vec<Step>, Terminator)> {
        let delayed_write = state.delayed_write;
        let commit = vec![Step::CommitDelayedWrite { delayed_write }];
        let target = |builder: &Self| match e.control {
            ControlOp::Jsr | ControlOp::Jscc | ControlOp::Jsclr | ControlOp::Jsset => builder.call(state, e, next),
            _ => builder.jump(state, e, Vec::new()),
        };
        match e.control {
            ControlOp::Jmp | ControlOp::Jsr => Some((commit, Terminator::Jump(target(self)?))),
            ControlOp::Jcc | ControlOp::Jscc => {
                let (taken, not_taken) = (target(self)?, self.refetching_edge(advance(state, next, None)));
                Some((commit, Terminator::Condition { condition: e.condition, taken, not_taken }))
            }
            // The moves of Tcc with address registers are on the edge on which its condition is true: only there the
            // static state has a delayed write.
            ControlOp::Tcc => {
                let moves = vec![Step::Data { instruction: *e, delayed_write, path: AccessPath::OnChip }];
                let to = advance(state, next, Some(agu_index(e.regs[3])));
                let taken = OutEdge { steps: moves, ..free_edge(to) };
                let not_taken = OutEdge { steps: commit, ..free_edge(advance(state, next, None)) };
                Some((Vec::new(), Terminator::Condition { condition: e.condition, taken, not_taken }))
            }
            ControlOp::Jclr | ControlOp::Jset | ControlOp::Jsclr | ControlOp::Jsset
                if Self::can_read_operand(state, e) =>
            {
                let path = match self.external_access(state.pc, e) {
                    None => AccessPath::OnChip,
                    Some(ExternalAccess::Inline) => AccessPath::Inline,
                    Some(ExternalAccess::Fallback) => return None,
                };
                let (taken, not_taken) = (target(self)?, self.refetching_edge(advance(state, next, None)));
                let taken_if = matches!(e.control, ControlOp::Jset | ControlOp::Jsset);
                Some((Vec::new(), Terminator::Bit { instruction: *e, delayed_write, path, taken_if, taken, not_taken }))
            }
            ControlOp::Rts => {
                let Some(ActiveFrame::Call { return_address, .. }) = state.frames.last() else { return None };
                let mut to = advance(state, *return_address, None);
                // A profile reads PC after the end of the loop iteration.
                if self.key.is_profiled && to.at_loop_end {
                    return None;
                }
                to.sp -= 1;
                to.frames.pop();
                let function_change = Some(FunctionChange::Return { to: to.pc, sp: to.sp });
                Some((commit, Terminator::Jump(OutEdge { function_change, ..self.refetching_edge(to) })))
            }
            ControlOp::Do if Self::can_read_operand(state, e) => {
                if state.sp + 2 > LAST_STACK_LOCATION || state.frames.len() >= MAX_NESTING {
                    return None;
                }
                let (sp, la) = (state.sp, state.la);
                let step = Step::BeginLoop { instruction: *e, delayed_write, sp, la, start: next };
                // PC is compared with the new LA from the first instruction of the loop onwards.
                let mut to =
                    StaticState { at_loop_end: false, la: e.target, loop_flag: true, ..advance(state, next, None) };
                to.sp += 2;
                to.frames.push(ActiveFrame::Loop { start: next, la, loop_flag: state.loop_flag });
                Some((vec![step], Terminator::Next(to)))
            }
            ControlOp::Rep if Self::can_read_operand(state, e) => {
                let to = StaticState { rep: RepState::NotFetched, ..advance(state, next, None) };
                if to.at_loop_end {
                    return None;
                }
                self.build_instruction(&to)?;
                // The first repetition differs from the others only if its fetch has wait states.
                let tracks_fetch = self.cache.entry(self.core, next).fetches != 0;
                let rep = if tracks_fetch { RepState::NotFetched } else { RepState::Fetched };
                let step = Step::BeginRep { instruction: *e, delayed_write, tracks_fetch };
                Some((vec![step], Terminator::Next(StaticState { rep, ..to })))
            }
            _ => None,
        }
    }

    /// Returns the edge of a change of flow, which fetches two words at its target.
    fn refetching_edge(&self, to: StaticState) -> OutEdge {
        OutEdge { clocks: self.core.refetch_waits(to.pc), ..free_edge(to) }
    }

    /// Returns the edge of a jump, or `None` if its target is not known at compile time or is the jump itself.
    fn jump(&self, state: &StaticState, e: &DecodedInstruction, steps: Vec<Step>) -> Option<OutEdge> {
        let target = match e.from {
            OperandLocation::Address if e.ea[0].mode == Mode::Absolute => e.ea[0].address,
            OperandLocation::Address => return None,
            _ => e.target,
        };
        let to = StaticState { at_loop_end: false, ..advance(state, target, None) };
        (target != state.pc).then(|| OutEdge { steps, is_recorded: target < state.pc, ..self.refetching_edge(to) })
    }

    fn call(&self, state: &StaticState, e: &DecodedInstruction, return_address: u16) -> Option<OutEdge> {
        if state.sp + 1 > LAST_STACK_LOCATION || state.frames.len() >= MAX_NESTING {
            return None;
        }
        let mut edge = self.jump(state, e, vec![Step::Call { sp: state.sp, return_address }])?;
        edge.is_recorded = true;
        edge.to.sp += 1;
        let (callee, site) = (edge.to.pc, state.pc);
        edge.to.frames.push(ActiveFrame::Call { callee, return_address });
        edge.function_change = Some(FunctionChange::Call { site, callee, return_address, sp: edge.to.sp });
        Some(edge)
    }

    /// Adds a fallback for an instruction that continues at `next` and writes an address register. Returns its number.
    fn add_fallback(
        &mut self,
        state: &StaticState,
        e: &DecodedInstruction,
        cost: Cost,
        next: u16,
        written: Option<u8>,
    ) -> usize {
        let after = if state.rep == RepState::Inactive {
            StaticState { at_loop_end: false, ..advance(state, next, written) }
        } else {
            complete(state, written)
        };
        let descriptor = Descriptor::new(&self.key.settings, &after);
        self.output.fallbacks.push(Fallback { instruction: *e, exit: 0, after, descriptor, cost });
        self.output.fallbacks.len() - 1
    }

    /// Returns true if compiled code can read the operand of a control instruction.
    fn can_read_operand(state: &StaticState, e: &DecodedInstruction) -> bool {
        match e.from {
            OperandLocation::Memory => e.ea[0].space != Space::P && Self::has_compilable_addresses(state, e),
            OperandLocation::Register => is_data_register(e.regs[0]),
            OperandLocation::Immediate => true,
            OperandLocation::Address | OperandLocation::None => false,
        }
    }

    /// Returns true if compiled code can compute the addresses of an instruction, and absolute ones are not those of
    /// peripherals.
    fn has_compilable_addresses(state: &StaticState, e: &DecodedInstruction) -> bool {
        let is_computable = e.ea.iter().all(|ea| {
            let m = state.m[usize::from(ea.rn & 7)];
            match ea.mode {
                Mode::Absolute | Mode::Indirect => true,
                _ => matches!(m, 0..=0x7FFF | 0xFFFF),
            }
        });
        let is_peripheral = |access: DataAccess| {
            let ea = &e.ea[access.address];
            ea.mode == Mode::Absolute && access.space == Space::X && ea.address >= IO_PAGE
        };
        is_computable && !data_accesses(e).any(is_peripheral)
    }
}

/// Returns an edge without cost.
fn free_edge(to: StaticState) -> OutEdge {
    OutEdge { clocks: 0, steps: Vec::new(), to, function_change: None, is_exit: false, is_recorded: false }
}

/// Returns the terminator of an instruction that does not change the flow of control and writes an address register.
fn in_sequence(state: &StaticState, next: u16, written: Option<u8>) -> Terminator {
    if state.rep == RepState::Inactive {
        return Terminator::Next(advance(state, next, written));
    }
    let again = StaticState { rep: RepState::Fetched, ..complete(state, written) };
    let done = OutEdge { steps: vec![Step::EndRep], ..free_edge(advance(state, next, written)) };
    // A run that has stopped within a REP continues at `again`.
    Terminator::Count { again: OutEdge { is_recorded: true, ..free_edge(again) }, done }
}

/// Translates a move of a known value to the modifier register `index`. Returns `None` under REP.
fn move_to_modifier(
    state: &StaticState,
    e: &DecodedInstruction,
    next: u16,
    index: u8,
) -> Option<(Vec<Step>, Terminator)> {
    let immediate = e.from == OperandLocation::Immediate;
    let delayed_modifier = if immediate { e.data as u16 } else { state.modifier(agu_index(e.regs[0])) };
    let step = Step::Data { instruction: *e, delayed_write: state.delayed_write, path: AccessPath::OnChip };
    let to = StaticState { delayed_modifier, ..advance(state, next, Some(index)) };
    (state.rep == RepState::Inactive).then(|| (vec![step], Terminator::Next(to)))
}

/// Returns the static state after an instruction that has written an address register, with PC still at it.
fn complete(state: &StaticState, written: Option<u8>) -> StaticState {
    StaticState { delayed_write: written, delayed_modifier: 0, m: state.next_modifiers(), ..state.clone() }
}

/// Returns the static state at `next` after an instruction that has written an address register.
fn advance(state: &StaticState, next: u16, written: Option<u8>) -> StaticState {
    let at_loop_end = state.loop_flag && next == state.la.wrapping_add(1);
    StaticState { pc: next, rep: RepState::Inactive, at_loop_end, ..complete(state, written) }
}
