//! A region in Cranelift's language.
//!
//! Before a block its clocks are taken from those that are left; where they are not, the region is left before the block.
//! So it is where data of the block lie outside the chip, or before the instruction whose data do. All ways out end in one
//! place, which hands back what was changed; the way in leads to the block of any gate.

use crate::guards::Guards;
use crate::shapes::{passes, transfers};
use crate::writer::Writer;
use crate::writer::facts::Facts;
use crate::writer::fields::{Field, Fields};
use crate::writer::number::LARGEST;
use crate::writer::words::reads_middle;
use cranelift_codegen::entity::EntitySet;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    self, AbiParam, BlockArg, BlockCall, Function, InstBuilder, JumpTableData, MemFlagsData, Value, types,
};
use cranelift_codegen::isa::TargetIsa;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use dsp56k_core::engine::frame::{Frame, account};
use dsp56k_core::engine::region::{Block, Cost, Edge, Flow, Reach, Region, Repeating, Step, To};
use dsp56k_core::semantics::Machine;
use dsp56k_core::semantics::conditions::Conditions;

use std::mem::offset_of;

/// Write the function of a region.
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
    let entry = builder.create_block();
    builder.append_block_params_for_function_params(entry);
    builder.switch_to_block(entry);
    let frame = builder.block_params(entry)[0];
    let fields = Fields::new(&mut builder);
    let core = builder.ins().load(types::I64, MemFlagsData::trusted(), frame, offset_of!(Frame<'_>, base) as i32);
    let registers = builder.create_block();
    builder.ins().jump(registers, &[]);
    let blocks: Vec<ir::Block> = region.blocks.iter().map(|_| builder.create_block()).collect();
    // Blocks stand in the order in which they get instructions.
    builder.insert_block_after(registers, entry);
    let out = builder.create_block();
    builder.append_block_param(out, types::I64);
    builder.set_cold_block(out);
    let middles = std::array::from_fn(|_| builder.declare_var(types::I64));
    let mut writer = Writer {
        builder,
        frame,
        fields,
        core,
        key: &region.key,
        facts: Facts::default(),
        middles,
        reads_middle: reads_middle(region),
        before: None,
        written: None,
        covered: 0,
        summing: false,
        before_sum: None,
        read: [None; 2],
        write: [None; 2],
        changed: EntitySet::new(),
        used: EntitySet::new(),
        addresses: EntitySet::new(),
    };
    for acc in (0..2).filter(|acc| writer.reads_middle[*acc]) {
        writer.used.insert(writer.fields.acc[acc].variable);
    }
    let mut translation = Translation {
        writer,
        region,
        blocks,
        out,
        careful: None,
        known: ways(region),
        assumed: Vec::new(),
        asides: Vec::new(),
        gone: None,
    };
    for (number, block) in region.blocks.iter().enumerate() {
        translation.block(number, block);
    }
    translation.finish(isa, registers);
}

/// What is known where a block begins.
#[derive(Clone, Default)]
struct Known {
    /// Ways to it that are not written yet; each of those that are has come by.
    unwritten: usize,
    /// There is one way to it, and code is not entered there.
    single: bool,
    /// The block is written, or being so.
    begun: bool,
    /// The facts at the end of the only way.
    facts: Option<Box<Facts>>,
    /// How far accumulators can be from 0 at the ends of several ways.
    size: Option<[u64; 2]>,
}

impl Known {
    /// A way to the block ends here.
    fn come(&mut self, writer: &mut Writer<'_, '_>) {
        self.unwritten -= 1;
        if self.single && !self.begun {
            self.facts = Some(Box::new(writer.facts.clone()));
            return;
        }
        writer.settle();
        writer.settle_middles();
        let size = writer.facts.size;
        let before = self.size.unwrap_or(size);
        self.size = Some(std::array::from_fn(|acc| size[acc].max(before[acc])));
    }

    /// Begins the block, with the facts of the ways to it if all of them are written.
    fn begin(&mut self, writer: &mut Writer<'_, '_>) {
        self.begun = true;
        if self.unwritten != 0 {
            return;
        }
        if let Some(facts) = self.facts.take() {
            writer.facts = *facts;
        } else if let Some(size) = self.size {
            writer.facts.size = size;
        }
    }
}

/// The ways to each block, none of which is written yet. What comes after passes of a block is written twice.
fn ways(region: &Region) -> Vec<Known> {
    let mut known = vec![Known::default(); region.blocks.len()];
    for (number, block) in region.blocks.iter().enumerate() {
        let twice = passes(number, block, &region.key.m).is_some();
        for edge in block.flow.edges() {
            if let To::Block(to) = edge.to {
                known[to].unwritten += if twice && to != number { 2 } else { 1 };
            }
        }
    }
    for known in &mut known {
        known.single = known.unwritten == 1;
    }
    for gate in &region.entries {
        known[gate.block].single = false;
    }
    known
}

pub(crate) struct Translation<'a, 'f> {
    pub(crate) writer: Writer<'a, 'f>,
    /// By number.
    pub(crate) blocks: Vec<ir::Block>,
    /// The way out, with the number of a leave.
    pub(crate) out: ir::Block,
    pub(crate) region: &'a Region,
    /// The block at hand, if passes of it were done already, and where the others are done.
    pub(crate) careful: Option<(usize, ir::Block)>,
    /// What is known where each block begins.
    known: Vec<Known>,
    /// How far accumulators can be from 0 where each block begins that is written.
    assumed: Vec<[u64; 2]>,
    /// Ways through the interpreter that are still to be written.
    pub(crate) asides: Vec<Aside>,
    /// Where the step that comes next is left before.
    pub(crate) gone: Option<ir::Block>,
}

/// A way through the interpreter: where it begins, the number of what is executed there, where it ends, and the variables
/// that it may change, if those are known.
pub(crate) struct Aside {
    pub(crate) begin: ir::Block,
    pub(crate) number: usize,
    pub(crate) end: ir::Block,
    pub(crate) written: Option<EntitySet<Variable>>,
}

impl Translation<'_, '_> {
    /// The ways out and through the interpreter, which write what was changed.
    fn finish(mut self, isa: &dyn TargetIsa, registers: ir::Block) {
        let writer = &self.writer;
        let known = |field: &Field| writer.used.contains(field.variable) || writer.changed.contains(field.variable);
        let used: Vec<Field> = writer.fields.all().into_iter().filter(known).collect();
        self.write_asides(&used);
        self.begin_exit(self.out);
        let leave = self.writer.builder.block_params(self.out)[0];
        self.save();
        self.writer.builder.ins().return_(&[leave]);
        self.enter(registers, &used);
        self.writer.builder.seal_all_blocks();
        self.writer.builder.finalize(isa.frontend_config());
    }

    /// The way in: the registers that the code asks for, and the block of the gate.
    fn enter(&mut self, registers: ir::Block, used: &[Field]) {
        let gates: Vec<ir::Block> = self.region.entries.iter().map(|gate| self.gate(gate.block)).collect();
        let first = gates[0];
        self.writer.builder.switch_to_block(registers);
        for field in used {
            self.writer.fetch(*field);
        }
        self.writer.facts = Facts::default();
        self.writer.settle_middles();
        let Writer { builder, frame, .. } = &mut self.writer;
        let frame = *frame;
        if gates.len() < 2 {
            builder.ins().jump(first, &[]);
            return;
        }
        let offset = offset_of!(Frame<'_>, gate) as i32;
        let number = builder.ins().load(types::I32, MemFlagsData::trusted(), frame, offset);
        // Each has a list of arguments of its own.
        let pool = &mut builder.func.dfg.value_lists;
        let mut call = |block: ir::Block| BlockCall::new(block, std::iter::empty(), pool);
        let (first, table) = (call(first), gates.into_iter().map(&mut call).collect::<Vec<_>>());
        let table = builder.create_jump_table(JumpTableData::new(first, &table));
        builder.ins().br_table(number, table);
    }

    /// Where code is entered that goes to a block: it looks whether what is assumed there holds.
    fn gate(&mut self, number: usize) -> ir::Block {
        let block = self.blocks[number];
        let assumed = self.assumed[number];
        if assumed == [LARGEST; 2] {
            return block;
        }
        let gate = self.writer.builder.create_block();
        self.begin(gate);
        let mut beyond = Vec::new();
        for (acc, most) in assumed.into_iter().enumerate().filter(|(_, most)| *most < LARGEST) {
            let value = self.writer.get(self.writer.fields.acc[acc]);
            let above = self.writer.moved_by(value, most as i64);
            let range = self.writer.constant(2 * most as i64);
            beyond.push(self.writer.builder.ins().icmp(IntCC::UnsignedGreaterThan, above, range));
        }
        let Block { steps, last, cost, .. } = &self.region.blocks[number];
        self.owe(*cost);
        self.leave_if(&beyond, steps.first().map_or(*last, |(_, leave)| *leave));
        self.writer.facts = self.writer.facts_at_start();
        self.go(block);
        gate
    }

    /// Hand back what was changed.
    pub(crate) fn save(&mut self) {
        for field in self.writer.fields.all() {
            if self.writer.changed.contains(field.variable) {
                self.writer.hand_back(field);
            }
        }
    }

    /// What follows stands in a block of its own, where nothing is known but the values of variables.
    pub(crate) fn begin(&mut self, block: ir::Block) {
        self.begin_exit(block);
        self.writer.facts = self.writer.facts_at_start();
    }

    /// The same without the middle words, which nothing reads on a way out of the region.
    pub(crate) fn begin_exit(&mut self, block: ir::Block) {
        self.writer.builder.switch_to_block(block);
        self.writer.facts = Facts::default();
    }

    pub(crate) fn go(&mut self, to: ir::Block) {
        self.writer.settle();
        self.writer.settle_middles();
        self.writer.builder.ins().jump(to, &[]);
    }

    /// Leave the region if one of these holds; else go on.
    pub(crate) fn leave_if(&mut self, bits: &[Value], leave: usize) {
        self.turn_off_if(bits, |translation| translation.leave(leave));
    }

    /// Leave the common way if one of these holds: what is brought up to date for those who look at it is so on the other
    /// way alone.
    pub(crate) fn turn_off_if(&mut self, bits: &[Value], then: impl FnOnce(&mut Self)) {
        let off = self.cold_block();
        for bit in bits {
            let on = self.writer.builder.create_block();
            self.writer.builder.ins().brif(*bit, off, &[], on, &[]);
            self.go_on(on);
        }
        let Some(on) = self.writer.builder.current_block() else { return };
        let facts = self.writer.facts.clone();
        self.go_on(off);
        then(self);
        self.writer.builder.switch_to_block(on);
        self.writer.facts = facts;
    }

    /// Leave the region.
    pub(crate) fn leave(&mut self, leave: usize) {
        self.writer.settle();
        self.forget_late(leave);
        let number = self.writer.constant(leave as i64);
        self.writer.builder.ins().jump(self.out, &[BlockArg::from(number)]);
    }

    /// Where no register is late, nobody asks for its value.
    pub(crate) fn forget_late(&mut self, leave: usize) {
        if self.region.leaves[leave].context.late.is_none() {
            let none = self.writer.constant(0);
            self.writer.builder.def_var(self.writer.fields.late.variable, none);
        }
    }

    /// What follows stands in a block of its own that is reached from here alone: what was known is known there.
    pub(crate) fn go_on(&mut self, on: ir::Block) {
        self.writer.builder.switch_to_block(on);
        self.writer.builder.seal_block(on);
    }

    fn block(&mut self, number: usize, block: &Block) {
        self.begin(self.blocks[number]);
        self.known[number].begin(&mut self.writer);
        if self.known[number].single && self.known[number].unwritten == 0 {
            self.writer.builder.seal_block(self.blocks[number]);
        }
        self.assumed.push(self.writer.facts.size);
        if let Some(shape) = passes(number, block, &self.writer.key.m) {
            let careful = self.writer.builder.create_block();
            self.passes(number, block, &shape, careful);
            self.careful = Some((number, careful));
            self.begin(careful);
        }
        let first = block.steps.first().map_or(block.last, |(_, leave)| *leave);
        let guards = if self.is_often_far(block) { Guards::default() } else { Guards::of(block, &self.writer.key.m) };
        self.owe(block.cost);
        // The end of a pass may be a block of its own, after one that takes more clocks than it tells.
        let short = block.checked.then(|| self.is_short(block));
        self.begin_ranges(&guards, 0, first, short);
        for (number, (step, leave)) in block.steps.iter().enumerate() {
            if number != 0 {
                self.begin_ranges(&guards, number, *leave, None);
            }
            match step {
                Step::Data { entry, late, reach: Reach::Chip } => {
                    self.guard_others(entry, *leave, |address| guards.cover(number, address));
                    self.writer.covered = guards.covered(number, entry);
                    self.data(entry, *late);
                    self.writer.covered = 0;
                }
                step => self.step(step, *leave),
            }
            let next = block.steps.get(number + 1);
            let rest = next.map(|(_, leave)| *leave);
            let rest = rest.or(matches!(block.flow, Flow::Bit { .. }).then_some(block.last));
            if let (Step::Data { entry, reach, .. }, Some(rest)) = (step, rest)
                && reach.is_far()
                && transfers(entry)
            {
                self.leave_for_time(block, next.map(|(step, _)| step), rest);
            }
        }
        self.writer.settle_sums();
        let looping = self.region.leaves[block.last].context.looping;
        match &block.flow {
            Flow::Go(edge) => self.edge(edge, looping),
            Flow::Condition { condition, taken, not } => {
                let holds = self.writer.holds(*condition);
                self.branch(holds, (taken, not), looping);
            }
            Flow::Bit { entry, late, taken_if, taken, not } => {
                self.guard(entry, block.last);
                self.writer.begin(*late, entry.updates);
                let word = self.operand(entry);
                self.writer.end();
                let word = self.writer.signed(word);
                let bit = self.writer.masked(word, 1 << entry.bit);
                let clear = self.writer.is_zero(bit);
                let (taken, not) = if *taken_if { (not, taken) } else { (taken, not) };
                self.branch(clear, (taken, not), looping);
            }
            Flow::Count { again, over } => {
                self.note_repetition(block);
                let lc = self.writer.get(self.writer.fields.lc);
                let last = self.writer.builder.ins().icmp_imm_s(IntCC::Equal, lc, 1);
                let (end, on) = (self.writer.builder.create_block(), self.writer.builder.create_block());
                self.writer.builder.ins().brif(last, end, &[], on, &[]);
                let facts = self.writer.facts.clone();
                self.go_on(on);
                let less = self.writer.builder.ins().iadd_imm_s(lc, -1);
                self.writer.set(self.writer.fields.lc, less);
                self.edge(again, looping);
                self.go_on(end);
                self.writer.facts = facts;
                self.edge(over, looping);
            }
        }
        self.careful = None;
    }

    /// The block, at whose end LC is looked at, was a repetition, or more of them.
    pub(crate) fn note_repetition(&mut self, block: &Block) {
        if self.region.leaves[block.last].context.repeating == Repeating::Again {
            self.writer.set_fetched(true);
        }
    }

    fn branch(&mut self, bit: Value, (yes, no): (&Edge, &Edge), looping: bool) {
        let (first, second) = (self.writer.builder.create_block(), self.writer.builder.create_block());
        self.writer.builder.ins().brif(bit, first, &[], second, &[]);
        let facts = self.writer.facts.clone();
        self.go_on(first);
        self.edge(yes, looping);
        self.go_on(second);
        self.writer.facts = facts;
        self.edge(no, looping);
    }

    /// A way on from a block at whose end LF is this.
    pub(crate) fn edge(&mut self, edge: &Edge, looping: bool) {
        for step in &edge.steps {
            self.settled_step(step, looping);
        }
        self.owe(Cost { clocks: edge.clocks, instructions: 0 });
        match edge.to {
            To::Block(number) => match self.careful {
                Some((of, careful)) if of == number => self.go(careful),
                _ => {
                    self.known[number].come(&mut self.writer);
                    self.writer.builder.ins().jump(self.blocks[number], &[]);
                }
            },
            To::Leave(leave) => self.leave(leave),
        }
    }

    /// This is executed, and counted where somebody asks.
    fn owe(&mut self, cost: Cost) {
        let owed = &mut self.writer.facts.owed;
        owed.clocks += cost.clocks;
        owed.instructions += cost.instructions;
    }

    /// Whether less clocks are left than what follows a block that is paid for may take.
    pub(crate) fn is_short(&mut self, block: &Block) -> Value {
        let account = self.writer.get(self.writer.fields.account);
        let Cost { clocks, .. } = self.writer.facts.owed;
        // Instructions are less than a clock.
        let least = account::of(clocks + block.ahead, 0);
        self.writer.builder.ins().icmp_imm_s(IntCC::SignedLessThan, account, least)
    }

    /// Go on elsewhere if this holds.
    pub(crate) fn go_if(&mut self, bit: Value, to: ir::Block) {
        self.writer.settle();
        self.writer.settle_middles();
        self.go_settled_if(bit, to);
    }

    /// The same where what is asked for there is up to date.
    pub(crate) fn go_settled_if(&mut self, bit: Value, to: ir::Block) {
        let on = self.writer.builder.create_block();
        self.writer.builder.ins().brif(bit, to, &[], on, &[]);
        self.go_on(on);
    }

    pub(crate) fn cold_block(&mut self) -> ir::Block {
        let block = self.writer.builder.create_block();
        self.writer.builder.set_cold_block(block);
        block
    }

    fn step(&mut self, step: &Step, leave: usize) {
        match step {
            Step::Data { entry, late, reach: Reach::Chip } => self.data(entry, *late),
            Step::Data { entry, late, reach: Reach::Found } => self.found(entry, *late, leave),
            Step::Data { entry, late, reach: Reach::Hidden(aside) } => self.hidden(entry, *late, *aside, leave),
            Step::Aside(aside) => self.aside(*aside),
            Step::Settle { late } => {
                self.writer.begin(*late, 0);
                self.writer.end();
            }
            Step::Begin { entry, late, sp, la, back } => {
                self.guard(entry, leave);
                self.writer.begin(*late, entry.updates);
                let (la, lc) = (self.writer.constant(i64::from(*la)), self.writer.get(self.writer.fields.lc));
                self.writer.push(sp + 1, la, lc);
                let count = self.operand(entry);
                let count = self.writer.counted_passes(count);
                self.writer.set(self.writer.fields.lc, count);
                self.call(sp + 1, *back, self.region.leaves[leave].context.looping);
                self.writer.end();
            }
            Step::Repeat { entry, late, fetched } => {
                self.guard(entry, leave);
                self.writer.begin(*late, entry.updates);
                let count = self.operand(entry);
                let count = self.writer.counted_passes(count);
                self.writer.set_aside();
                self.writer.set(self.writer.fields.lc, count);
                self.writer.set_fetched(*fetched);
                self.writer.end();
            }
            Step::Call { .. } | Step::Repeated | Step::End { .. } => {
                self.settled_step(step, self.region.leaves[leave].context.looping);
            }
        }
    }

    /// A step that reads no operand, before which LF is this.
    fn settled_step(&mut self, step: &Step, looping: bool) {
        match step {
            Step::Call { sp, back } => self.call(*sp, *back, looping),
            Step::Repeated => self.writer.bring_back(),
            Step::End { sp } => {
                let lc = self.writer.stacked(sp - 1);
                let lc = self.writer.counted_passes(lc);
                self.writer.set(self.writer.fields.lc, lc);
            }
            Step::Data { .. } | Step::Aside(_) | Step::Settle { .. } | Step::Begin { .. } | Step::Repeat { .. } => {}
        }
    }

    fn call(&mut self, sp: u8, back: u16, looping: bool) {
        let back = self.writer.constant(i64::from(back));
        self.writer.push_return(sp + 1, back, looping);
    }
}
