//! A region in Cranelift's language.
//!
//! Before a block its clocks are taken from those that are left; where they are not, the region is left before the block.
//! So it is where data of the block lie outside the chip, or before the instruction whose data do. All ways out end in one place, which writes what was
//! changed to the frame; the way in leads to the block of any gate.

use crate::guards::{Guards, Range};
use crate::machine::{Arrays, Facts, Field, Fields, ON_CHIP, Writer};
use crate::shapes::{only_reads, pass_pointers, repeats};
use cranelift_codegen::entity::EntitySet;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    self, AbiParam, BlockArg, BlockCall, Function, InstBuilder, JumpTableData, MemFlagsData, Value, types,
};
use cranelift_codegen::isa::{CallConv, TargetIsa};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use dsp56k_core::engine::Entry;
use dsp56k_core::engine::frame::{Frame, flag};
use dsp56k_core::engine::region::{Block, Edge, Flow, Region, Repeating, Step, To, accesses};
use dsp56k_core::semantics::Machine;
use dsp56k_core::semantics::conditions::Conditions;
use dsp56k_isa::Mode;

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
    let mut array = |offset: usize| builder.ins().load(types::I64, MemFlagsData::trusted(), frame, offset as i32);
    let arrays = Arrays {
        x: array(offset_of!(Frame<'_>, x)),
        y: array(offset_of!(Frame<'_>, y)),
        ssh: array(offset_of!(Frame<'_>, ssh)),
        ssl: array(offset_of!(Frame<'_>, ssl)),
    };
    let registers = builder.create_block();
    builder.ins().jump(registers, &[]);
    let blocks: Vec<ir::Block> = region.blocks.iter().map(|_| builder.create_block()).collect();
    // Blocks stand in the order in which they get instructions.
    builder.insert_block_after(registers, entry);
    let out = builder.create_block();
    builder.append_block_param(out, types::I64);
    builder.set_cold_block(out);
    let writer = Writer {
        builder,
        fields,
        arrays,
        key: &region.key,
        facts: Facts::default(),
        before: None,
        written: None,
        read: [None; 2],
        changed: EntitySet::new(),
        used: EntitySet::new(),
    };
    let mut translation = Translation {
        writer,
        region,
        frame,
        convention: isa.default_call_conv(),
        blocks,
        out,
        careful: None,
        asides: Vec::new(),
    };
    for (number, block) in region.blocks.iter().enumerate() {
        translation.block(number, block);
    }
    translation.finish(isa, registers);
}

pub(crate) struct Translation<'a, 'f> {
    pub(crate) writer: Writer<'a, 'f>,
    /// By number.
    pub(crate) blocks: Vec<ir::Block>,
    /// The way out, with the number of a leave.
    pub(crate) out: ir::Block,
    pub(crate) region: &'a Region,
    pub(crate) frame: Value,
    pub(crate) convention: CallConv,
    /// The block at hand, if passes of it were done already, and where the others are done.
    pub(crate) careful: Option<(usize, ir::Block)>,
    /// Ways through the interpreter that are still to be written: where each begins, the number of its aside, and where it
    /// ends.
    pub(crate) asides: Vec<(ir::Block, usize, ir::Block)>,
}

impl Translation<'_, '_> {
    /// The ways out and through the interpreter, which write what was changed.
    fn finish(mut self, isa: &dyn TargetIsa, registers: ir::Block) {
        let writer = &self.writer;
        let known = |field: &Field| writer.used.contains(field.variable) || writer.changed.contains(field.variable);
        let used: Vec<Field> = writer.fields.all().into_iter().filter(known).collect();
        let frame = self.frame;
        if !self.asides.is_empty() {
            let mut signature = ir::Signature::new(isa.default_call_conv());
            signature.params.extend([AbiParam::new(types::I64); 2]);
            signature.returns.push(AbiParam::new(types::I64));
            let signature = self.writer.builder.import_signature(signature);
            let gone = self.writer.builder.create_block();
            for (begin, number, end) in std::mem::take(&mut self.asides) {
                self.begin(begin);
                self.save();
                let number = self.writer.constant(number as i64);
                let builder = &mut self.writer.builder;
                let trusted = MemFlagsData::trusted();
                let callee = builder.ins().load(types::I64, trusted, frame, offset_of!(Frame<'_>, call) as i32);
                let call = builder.ins().call_indirect(signature, callee, &[frame, number]);
                let goes_on = builder.inst_results(call)[0];
                for field in &used {
                    let value = builder.ins().load(types::I64, trusted, frame, field.offset);
                    builder.def_var(field.variable, value);
                }
                builder.ins().brif(goes_on, end, &[], gone, &[]);
            }
            self.begin(gone);
            self.writer.builder.set_cold_block(gone);
            let none = self.writer.constant(0);
            self.writer.builder.ins().return_(&[none]);
        }
        self.begin(self.out);
        let leave = self.writer.builder.block_params(self.out)[0];
        self.save();
        self.writer.builder.ins().return_(&[leave]);
        self.enter(registers, &used);
        self.writer.builder.seal_all_blocks();
        self.writer.builder.finalize(isa.frontend_config());
    }

    /// The way in: the registers that the code asks for, and the block of the gate.
    fn enter(&mut self, registers: ir::Block, used: &[Field]) {
        let builder = &mut self.writer.builder;
        builder.switch_to_block(registers);
        for field in used {
            let value = builder.ins().load(types::I64, MemFlagsData::trusted(), self.frame, field.offset);
            builder.def_var(field.variable, value);
        }
        let gates: Vec<ir::Block> = self.region.entries.iter().map(|gate| self.blocks[gate.block]).collect();
        let first = self.blocks[0];
        if gates.len() < 2 {
            builder.ins().jump(first, &[]);
            return;
        }
        let offset = offset_of!(Frame<'_>, gate) as i32;
        let number = builder.ins().load(types::I32, MemFlagsData::trusted(), self.frame, offset);
        // Each has a list of arguments of its own.
        let pool = &mut builder.func.dfg.value_lists;
        let mut call = |block: ir::Block| BlockCall::new(block, std::iter::empty(), pool);
        let (first, table) = (call(first), gates.into_iter().map(&mut call).collect::<Vec<_>>());
        let table = builder.create_jump_table(JumpTableData::new(first, &table));
        builder.ins().br_table(number, table);
    }

    /// Write what was changed to the frame.
    fn save(&mut self) {
        for field in self.writer.fields.all() {
            if self.writer.changed.contains(field.variable) {
                let value = self.writer.builder.use_var(field.variable);
                self.writer.builder.ins().store(MemFlagsData::trusted(), value, self.frame, field.offset);
            }
        }
    }

    /// What follows stands in a block of its own, where nothing is known.
    pub(crate) fn begin(&mut self, block: ir::Block) {
        self.writer.builder.switch_to_block(block);
        self.writer.facts = Facts::default();
    }

    pub(crate) fn go(&mut self, to: ir::Block) {
        self.writer.builder.ins().jump(to, &[]);
    }

    /// Leave the region if this holds; else go on.
    fn leave_if(&mut self, bit: Value, leave: usize) {
        let number = self.writer.constant(leave as i64);
        let on = self.writer.builder.create_block();
        self.writer.builder.ins().brif(bit, self.out, &[BlockArg::from(number)], on, &[]);
        // What was known is known there: it comes from nowhere else.
        self.writer.builder.switch_to_block(on);
    }

    fn block(&mut self, number: usize, block: &Block) {
        self.begin(self.blocks[number]);
        if let Some(pointers) = pass_pointers(number, block, &self.writer.key.m) {
            let careful = self.writer.builder.create_block();
            self.passes(block, &pointers, careful);
            self.careful = Some((number, careful));
            self.begin(careful);
        }
        let first = block.steps.first().map_or(block.last, |(_, leave)| *leave);
        let guards = if self.is_often_far(block) { Guards::default() } else { Guards::of(block, &self.writer.key.m) };
        if block.cost.instructions != 0 {
            self.pay(block.cost.clocks);
            let executed = self.writer.get(self.writer.fields.executed);
            let executed = self.writer.builder.ins().iadd_imm_s(executed, block.cost.instructions as i64);
            self.writer.set(self.writer.fields.executed, executed);
            let left = self.writer.get(self.writer.fields.left);
            let mut leaves = self.writer.is_negative(left);
            for range in &guards.ranges {
                let far = self.leaves_chip(*range);
                leaves = self.writer.or(leaves, far);
            }
            self.leave_if(leaves, first);
        }
        for (number, (step, leave)) in block.steps.iter().enumerate() {
            match step {
                Step::Data { entry, late, aside: None } => {
                    self.guard_others(entry, *leave, |address| guards.cover(number, address));
                    self.data(entry, *late);
                }
                step => self.step(step, *leave),
            }
            // What lies outside the chip may have taken the clocks of the rest.
            let rest = block.steps.get(number + 1).map(|(_, leave)| *leave);
            let rest = rest.or(matches!(block.flow, Flow::Bit { .. }).then_some(block.last));
            if let (Step::Data { entry, aside: Some(_), .. }, Some(rest)) = (step, rest)
                && only_reads(entry)
            {
                let left = self.writer.get(self.writer.fields.left);
                let short = self.writer.is_negative(left);
                self.leave_if(short, rest);
            }
        }
        match &block.flow {
            Flow::Go(edge) => self.edge(edge),
            Flow::Condition { condition, taken, not } => {
                let holds = self.writer.holds(*condition);
                self.branch(holds, taken, not);
            }
            Flow::Bit { entry, late, taken_if, taken, not } => {
                self.guard(entry, block.last);
                self.writer.begin(*late, entry.updates);
                let word = self.operand(entry);
                self.writer.end();
                let bit = self.writer.masked(word, 1 << entry.bit);
                let clear = self.writer.is_zero(bit);
                let (taken, not) = if *taken_if { (not, taken) } else { (taken, not) };
                self.branch(clear, taken, not);
            }
            Flow::Count { again, over } => {
                if repeats(over) {
                    self.writer.set_constant(self.writer.fields.fetched, 1);
                }
                let lc = self.writer.get(self.writer.fields.lc);
                let last = self.writer.builder.ins().icmp_imm_s(IntCC::Equal, lc, 1);
                let (end, on) = (self.writer.builder.create_block(), self.writer.builder.create_block());
                self.writer.builder.ins().brif(last, end, &[], on, &[]);
                let facts = self.writer.facts;
                self.writer.builder.switch_to_block(on);
                let less = self.writer.builder.ins().iadd_imm_s(lc, -1);
                let less = self.writer.address_cut(less);
                self.writer.set(self.writer.fields.lc, less);
                self.edge(again);
                self.writer.builder.switch_to_block(end);
                self.writer.facts = facts;
                self.edge(over);
            }
        }
        self.careful = None;
    }

    fn branch(&mut self, bit: Value, yes: &Edge, no: &Edge) {
        let (first, second) = (self.writer.builder.create_block(), self.writer.builder.create_block());
        self.writer.builder.ins().brif(bit, first, &[], second, &[]);
        let facts = self.writer.facts;
        self.writer.builder.switch_to_block(first);
        self.edge(yes);
        self.writer.builder.switch_to_block(second);
        self.writer.facts = facts;
        self.edge(no);
    }

    fn edge(&mut self, edge: &Edge) {
        for step in &edge.steps {
            self.settled_step(step);
        }
        if edge.clocks != 0 {
            self.pay(edge.clocks);
        }
        match edge.to {
            To::Block(number) => match self.careful {
                Some((of, careful)) if of == number => self.go(careful),
                _ => self.go(self.blocks[number]),
            },
            To::Leave(leave) => {
                let number = self.writer.constant(leave as i64);
                self.writer.builder.ins().jump(self.out, &[BlockArg::from(number)]);
            }
        }
    }

    fn pay(&mut self, clocks: u64) {
        let left = self.writer.get(self.writer.fields.left);
        let left = self.writer.builder.ins().iadd_imm_s(left, -(clocks as i64));
        self.writer.set(self.writer.fields.left, left);
    }

    /// Go on elsewhere if this holds.
    pub(crate) fn go_if(&mut self, bit: Value, to: ir::Block) {
        let on = self.writer.builder.create_block();
        self.writer.builder.ins().brif(bit, to, &[], on, &[]);
        self.writer.builder.switch_to_block(on);
    }

    /// A way through the interpreter: where it begins, and where it ends.
    fn through_interpreter(&mut self, aside: usize) -> (ir::Block, ir::Block) {
        let (begin, end) = (self.writer.builder.create_block(), self.writer.builder.create_block());
        self.writer.builder.set_cold_block(begin);
        self.asides.push((begin, aside, end));
        (begin, end)
    }

    /// Whether code was left often where the data of a block lie outside the chip.
    fn is_often_far(&self, block: &Block) -> bool {
        let Region { leaves, far, .. } = self.region;
        block.steps.iter().any(|(_, leave)| far.binary_search(&leaves[*leave].context.pc).is_ok())
    }

    /// Whether some of the addresses of a range lie outside the chip.
    fn leaves_chip(&mut self, range: Range) -> Value {
        let r = self.writer.get(self.writer.fields.r[range.pointer]);
        let least = self.writer.builder.ins().iadd_imm_s(r, range.least);
        let room = ON_CHIP - (range.most - range.least);
        self.writer.builder.ins().icmp_imm_s(IntCC::UnsignedGreaterThanOrEqual, least, room)
    }

    /// Leave before an instruction whose data lie outside the chip.
    fn guard(&mut self, e: &Entry, leave: usize) {
        self.guard_others(e, leave, |_| false);
    }

    /// The same for the addresses that are not covered.
    fn guard_others(&mut self, e: &Entry, leave: usize, covered: impl Fn(usize) -> bool) {
        self.guarded(e, covered, |translation, far| translation.leave_if(far, leave));
    }

    fn guarded(&mut self, e: &Entry, covered: impl Fn(usize) -> bool, then: impl Fn(&mut Self, Value)) {
        for i in accesses(e) {
            let ea = e.ea[i];
            if ea.mode != Mode::Absolute && !covered(i) {
                let address = self.writer.address_before(ea);
                let far = self.writer.builder.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, address, ON_CHIP);
                then(self, far);
            }
        }
    }

    fn step(&mut self, step: &Step, leave: usize) {
        match step {
            Step::Data { entry, late, aside: None } => self.data(entry, *late),
            Step::Data { entry, late, aside: Some(aside) } => {
                let (begin, end) = self.through_interpreter(*aside);
                if only_reads(entry) {
                    let again = self.region.asides[*aside].after.repeating == Repeating::Again;
                    self.read(entry, entry.fetches != 0 && !again, begin);
                } else {
                    self.guarded(entry, |_| false, |translation, far| translation.go_if(far, begin));
                }
                self.data(entry, *late);
                self.go(end);
                self.begin(end);
            }
            Step::Aside(aside) => {
                let (begin, end) = self.through_interpreter(*aside);
                self.go(begin);
                self.begin(end);
            }
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
                let count = self.writer.address_cut(count);
                self.writer.set(self.writer.fields.lc, count);
                self.call(sp + 1, *back);
                self.set_looping(true);
                self.writer.end();
            }
            Step::Repeat { entry, late } => {
                self.guard(entry, leave);
                self.writer.begin(*late, entry.updates);
                let count = self.operand(entry);
                let count = self.writer.address_cut(count);
                let lc = self.writer.get(self.writer.fields.lc);
                self.writer.set(self.writer.fields.set_aside, lc);
                self.writer.set(self.writer.fields.lc, count);
                self.writer.set_constant(self.writer.fields.fetched, 0);
                self.writer.end();
            }
            Step::Call { .. } | Step::Repeated | Step::End { .. } => self.settled_step(step),
        }
    }

    /// A step that reads no operand.
    pub(crate) fn settled_step(&mut self, step: &Step) {
        match step {
            Step::Call { sp, back } => self.call(*sp, *back),
            Step::Repeated => {
                let lc = self.writer.get(self.writer.fields.set_aside);
                self.writer.set(self.writer.fields.lc, lc);
            }
            Step::End { sp, looping } => {
                let lc = self.writer.stacked(sp - 1);
                self.writer.set(self.writer.fields.lc, lc);
                self.set_looping(*looping);
            }
            Step::Data { .. } | Step::Aside(_) | Step::Settle { .. } | Step::Begin { .. } | Step::Repeat { .. } => {}
        }
    }

    fn call(&mut self, sp: u8, back: u16) {
        let (back, status) = (self.writer.constant(i64::from(back)), self.writer.status());
        self.writer.push(sp + 1, back, status);
    }

    fn set_looping(&mut self, looping: bool) {
        let sr = self.writer.get(self.writer.fields.sr);
        let others = self.writer.masked(sr, !flag::LF);
        let sr = if looping { self.writer.builder.ins().bor_imm_s(others, flag::LF) } else { others };
        self.writer.set(self.writer.fields.sr, sr);
    }
}
