//! Loops over one block that does nothing but data: passes without a look at each.

use crate::code::sums;
use crate::products::MANY;
use crate::shapes::{Buffer, Passes, Pointer};
use crate::translation::Translation;
use crate::writer::number::{LARGEST, Number};
use crate::writer::{MOST_PASSES, ON_CHIP, WORD_BYTES, WORD_SHIFT};
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
const AT_ONCE: u64 = 4;
const SHORT: usize = 2;
/// Passes that are mostly not exceeded, and for which there is mostly room.
const FEW: i64 = 64;

/// A word that each pass reads: its array, the place to which the pointer points, and the register into which it goes.
#[derive(Clone, Copy)]
struct Read {
    array: usize,
    place: Variable,
    step: i64,
    input: usize,
}

impl Translation<'_, '_> {
    /// A loop over one block: as many passes as surely neither take the clocks that are left, nor leave the on-chip data or
    /// a buffer, nor bring sums beyond 56 bits. What is left of them is done carefully, or looked at again in a buffer.
    pub(crate) fn passes(&mut self, number: usize, block: &Block, shape: &Passes, careful: ir::Block) {
        let Flow::Count { over, .. } = &block.flow else { return };
        let Cost { clocks, instructions } = block.cost;
        let (all, before) = (self.writer.get(self.writer.fields.lc), self.writer.get(self.writer.fields.account));
        // Mostly there are few, with room for all of them, and the host need not wait until it knows.
        let (fast, after, some) = (self.label(), self.label(), self.label());
        self.writer.builder.set_cold_block(some);
        let passes = self.writer.builder.append_block_param(fast, types::I64);
        let largest = shape.sums.into_iter().flatten().max().unwrap_or(0);
        let most = FEW.min(1 << LARGEST.ilog2().saturating_sub(1 + largest));
        let few = self.writer.builder.ins().icmp_imm_s(IntCC::SignedLessThanOrEqual, all, most);
        self.go_on_if(few, some);
        let enough = account::of(clocks * most as u64 + block.ahead, 0);
        let enough = self.writer.builder.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, before, enough);
        self.go_on_if(enough, some);
        for (acc, bits) in shape.sums.iter().enumerate() {
            if let Some(bits) = bits {
                self.go_on_if_small(acc, most << bits, some);
            }
        }
        let passes_here = self.go_on_if_on_chip(&shape.pointers, all, some);
        self.writer.builder.ins().jump(fast, &[BlockArg::from(passes_here)]);
        self.go_on(some);
        let spare = self.writer.builder.ins().iadd_imm_s(before, -account::of(block.ahead, 0));
        let clock = account::CLOCK_BIT + clocks.next_power_of_two().trailing_zeros();
        let affordable = self.writer.builder.ins().sshr_imm_u(spare, i64::from(clock));
        let mut rooms = vec![affordable];
        for (acc, bits) in shape.sums.iter().enumerate() {
            if let Some(bits) = bits {
                rooms.push(self.room_of_sum(acc, *bits));
            }
        }
        for pointer in &shape.pointers {
            rooms.push(self.room_of_pointer(pointer));
        }
        let most = rooms.into_iter().fold(all, |most, room| self.writer.least(most, room));
        let any = self.writer.builder.ins().icmp_imm_s(IntCC::SignedGreaterThan, most, 0);
        self.writer.builder.ins().brif(any, fast, &[BlockArg::from(most)], careful, &[]);
        self.go_on(fast);
        self.note_repetition(block);
        let writer = &mut self.writer;
        let paid = writer.builder.ins().imul_imm_s(passes, account::of(clocks, instructions));
        let account = writer.builder.ins().isub(before, paid);
        writer.set(writer.fields.account, account);
        let rest = writer.builder.ins().isub(all, passes);
        let counter = writer.builder.declare_var(types::I64);
        writer.builder.def_var(counter, passes);
        self.take_apart(block, shape);
        let places: Vec<Variable> = shape.pointers.iter().map(|pointer| self.place(pointer, passes)).collect();
        match &block.steps[..] {
            [(Step::Data { entry, .. }, _)] if shape.multiplies => {
                self.multiply(entry, shape, &places, (counter, passes), after);
            }
            steps => {
                let round = |translation: &mut Self, times| translation.round(block, shape, &places, times);
                self.one_by_one(steps.len() <= SHORT, (counter, passes), after, &round);
            }
        }
        self.begin(after);
        if let Some(acc) = shape.told {
            let sum = self.writer.acc(acc);
            self.writer.follow(sum.value, sum);
        }
        self.take_apart(block, shape);
        let (more, done) = (self.writer.builder.create_block(), self.writer.builder.create_block());
        // A comparison with 0 asks for the number twice, which may lie in memory.
        let left = self.writer.builder.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, rest, 1);
        self.writer.builder.ins().brif(left, more, &[], done, &[]);
        let facts = self.writer.facts.clone();
        self.go_on(done);
        // The count is not used up as a loop ends.
        let one = self.writer.constant(1);
        self.writer.set(self.writer.fields.lc, one);
        self.edge(over, self.region.leaves[block.last].context.looping);
        self.go_on(more);
        self.writer.facts = facts;
        self.writer.set(self.writer.fields.lc, rest);
        let wraps = shape.pointers.iter().any(|pointer| pointer.buffer.is_some());
        self.go(if wraps { self.blocks[number] } else { careful });
    }

    /// So many passes, one after the other or a few in a round.
    fn one_by_one(
        &mut self,
        short: bool,
        (counter, passes): (Variable, Value),
        exit: ir::Block,
        round: &dyn Fn(&mut Self, u64),
    ) {
        if short {
            let single = self.label();
            let few = self.writer.builder.ins().icmp_imm_s(IntCC::SignedLessThan, passes, AT_ONCE as i64);
            self.go_if(few, single);
            self.rounds((counter, AT_ONCE), single, round);
            self.begin(single);
            let count = self.writer.builder.use_var(counter);
            let none = self.writer.builder.ins().icmp_imm_s(IntCC::Equal, count, 0);
            self.go_if(none, exit);
        }
        self.rounds((counter, 1), exit, round);
    }

    /// Passes of MAC of the words that the pass before has read. Their products are added up by themselves, so that the
    /// host waits for the accumulator once, and need not shift each.
    fn multiply(
        &mut self,
        e: &Entry,
        shape: &Passes,
        places: &[Variable],
        (counter, passes): (Variable, Value),
        after: ir::Block,
    ) {
        let (sum, added) = (self.writer.builder.declare_var(types::I64), self.label());
        let none = self.writer.constant(0);
        self.writer.builder.def_var(sum, none);
        let reads = [0, 1].map(|space| {
            let number = usize::from(e.ea[space].rn & 7);
            let at = shape.pointers.iter().position(|pointer| pointer.number == number).unwrap_or_default();
            let array = if space == 0 { within::X } else { within::Y };
            Read { array, place: places[at], step: shape.pointers[at].step, input: e.regs[space] as usize & 3 }
        });
        if let Some(sums) = sums() {
            let (vector, usual) = (self.label(), self.label());
            let many = self.writer.builder.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, passes, MANY);
            self.writer.builder.set_cold_block(vector);
            self.writer.builder.ins().brif(many, vector, &[], usual, &[]);
            let facts = self.writer.facts.clone();
            self.go_on(vector);
            let products = self.vector_sum(&reads, passes, sums);
            self.writer.builder.def_var(sum, products);
            self.go(added);
            self.go_on(usual);
            self.writer.facts = facts;
        }
        let round = |translation: &mut Self, times| {
            let writer = &mut translation.writer;
            for time in 0..times as i64 {
                let [a, b] = reads.map(|read| writer.get(writer.fields.input[read.input]));
                let product = writer.builder.ins().imul(a, b);
                let before = writer.builder.use_var(sum);
                let after = writer.builder.ins().iadd(before, product);
                writer.builder.def_var(sum, after);
                for Read { array, place, step, input } in reads {
                    let place = writer.builder.use_var(place);
                    let at = array as i64 + time * step * WORD_BYTES;
                    let word = writer.builder.ins().sload32(MemFlagsData::trusted(), place, at as i32);
                    writer.set_input(input, word);
                }
            }
            for Read { place: variable, step, .. } in reads {
                let place = writer.builder.use_var(variable);
                let next = writer.builder.ins().iadd_imm_s(place, step * WORD_BYTES * times as i64);
                writer.builder.def_var(variable, next);
            }
        };
        self.one_by_one(true, (counter, passes), added, &round);
        self.begin(added);
        let writer = &mut self.writer;
        let products = writer.builder.use_var(sum);
        let twice = writer.builder.ins().ishl_imm_u(products, 1);
        let acc = usize::from(e.acc & 1);
        let before = writer.get(writer.fields.acc[acc]);
        let ins = writer.builder.ins();
        let sum = if e.negate { ins.isub(before, twice) } else { ins.iadd(before, twice) };
        writer.set_acc(acc, Number::new(sum, LARGEST - 1));
        self.go(after);
    }

    /// The sum of the products of many passes, whose last words are read.
    fn vector_sum(&mut self, reads: &[Read; 2], passes: Value, sums: [i64; 2]) -> Value {
        let writer = &mut self.writer;
        let others = writer.builder.ins().iadd_imm_s(passes, -1);
        let bytes = writer.builder.ins().ishl_imm_u(others, WORD_SHIFT);
        // Where the words of X and of Y begin and end, and by how much their pointers step.
        let [x, y] = reads.map(|Read { array, place, step, .. }| {
            let place = writer.builder.use_var(place);
            let first = writer.builder.ins().iadd_imm_s(place, array as i64);
            let last = match step {
                1 => writer.builder.ins().iadd(first, bytes),
                _ => writer.builder.ins().isub(first, bytes),
            };
            (first, last, step)
        });
        // The last words are read, not multiplied: those before them are, from where the first of the two go upward.
        let (left, right, sum) = match (x.2, y.2) {
            (1, 1) => (x.0, y.0, sums[0]),
            (1, _) => (x.0, y.0, sums[1]),
            (_, 1) => (y.0, x.0, sums[1]),
            _ => {
                let after = |last| writer.builder.ins().iadd_imm_s(last, WORD_BYTES);
                let [x, y] = [x.1, y.1].map(after);
                (x, y, sums[0])
            }
        };
        let writer = &mut self.writer;
        let answer = writer.builder.ins().iadd_imm_s(writer.frame, offset_of!(Frame<'_>, answer) as i64);
        let products = writer.call(sum, &[left, right, others, answer]);
        let [a, b] = reads.map(|read| writer.get(writer.fields.input[read.input]));
        let first = writer.builder.ins().imul(a, b);
        for (read, (_, last, _)) in reads.iter().zip([x, y]) {
            let word = writer.builder.ins().sload32(MemFlagsData::trusted(), last, 0);
            writer.set_input(read.input, word);
        }
        writer.builder.ins().iadd(products, first)
    }

    /// Passes, so many in a round, until less than that are left to count.
    fn rounds(&mut self, (counter, passes): (Variable, u64), exit: ir::Block, round: &dyn Fn(&mut Self, u64)) {
        let head = self.label();
        self.go(head);
        self.begin(head);
        round(self, passes);
        let writer = &mut self.writer;
        let count = writer.builder.use_var(counter);
        let count = writer.builder.ins().iadd_imm_s(count, -(passes as i64));
        writer.builder.def_var(counter, count);
        let out = self.label();
        let writer = &mut self.writer;
        let more = writer.builder.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, count, passes as i64);
        writer.builder.ins().brif(more, head, &[], out, &[]);
        writer.builder.seal_block(head);
        self.go_on(out);
        self.go(exit);
    }

    /// A variable for the place of the word to which a pointer points, which is what passes step; the pointer itself is
    /// brought up to where they end.
    fn place(&mut self, pointer: &Pointer, passes: Value) -> Variable {
        let writer = &mut self.writer;
        let r = writer.r(pointer.number);
        let place = writer.place(r);
        let variable = writer.builder.declare_var(types::I64);
        writer.builder.def_var(variable, place);
        let mut after = match pointer.step {
            0 => return variable,
            1 => writer.builder.ins().iadd(r, passes),
            _ => writer.builder.ins().isub(r, passes),
        };
        if let Some(buffer) = pointer.buffer {
            let (first, last) = self.ends(r, buffer);
            let writer = &mut self.writer;
            let ins = &mut writer.builder;
            let (beyond, first_again) = if pointer.step == 1 {
                (ins.ins().icmp(IntCC::SignedGreaterThan, after, last), first)
            } else {
                (ins.ins().icmp(IntCC::SignedLessThan, after, first), last)
            };
            after = ins.ins().select(beyond, first_again, after);
        } else if pointer.step == -1 {
            // The step from address 0.
            after = writer.address_cut(after);
        }
        self.writer.set_r(pointer.number, after);
        variable
    }

    /// The first and the last address of the buffer in whose block a pointer lies.
    fn ends(&mut self, r: Value, Buffer { last, mask }: Buffer) -> (Value, Value) {
        let ins = &mut self.writer.builder;
        let first = ins.ins().band_imm_s(r, !mask);
        (first, ins.ins().iadd_imm_s(first, last))
    }

    /// What passes do to data.
    fn round(&mut self, block: &Block, shape: &Passes, places: &[Variable], passes: u64) {
        let sums = shape.sums.map(|bits| bits.is_some());
        // Nobody asks for the middle of a sum before it is whole.
        self.writer.forget_middles(sums);
        let mut covered = 0;
        for (pointer, place) in shape.pointers.iter().zip(places) {
            let place = self.writer.builder.use_var(*place);
            self.writer.begin_run_at(pointer.number, place);
            covered |= 1 << pointer.number;
        }
        for _ in 0..passes {
            for (size, bits) in self.writer.facts.size.iter_mut().zip(shape.sums) {
                if let Some(bits) = bits {
                    *size = LARGEST - 1 - (1 << bits);
                }
            }
            for (step, _) in &block.steps {
                if let Step::Data { entry, late, .. } = step {
                    self.writer.covered = covered;
                    self.data(entry, *late);
                }
            }
        }
        self.writer.covered = 0;
        for (pointer, variable) in shape.pointers.iter().zip(places) {
            self.writer.facts.runs[pointer.number] = None;
            if pointer.step != 0 {
                let place = self.writer.builder.use_var(*variable);
                let next = self.writer.builder.ins().iadd_imm_s(place, pointer.step * WORD_BYTES * passes as i64);
                self.writer.builder.def_var(*variable, next);
            }
        }
        let writer = &mut self.writer;
        writer.settle_sums();
        if writer.facts.flags.read {
            writer.write_flags();
        }
        writer.settle_middles_except(sums);
        if shape.told.is_some() {
            writer.forget_told();
        }
    }

    /// What a block computes with becomes values of its own: the host's registers are given to each of them in the loop for
    /// itself, not for all of the region at once, where few stay in any.
    fn take_apart(&mut self, block: &Block, shape: &Passes) {
        let mut registers = EntitySet::new();
        for (step, _) in &block.steps {
            let Step::Data { entry, .. } = step else { continue };
            let fields = &self.writer.fields;
            // Of sums of products by themselves the loop knows no accumulator.
            if !shape.multiplies {
                registers.insert(fields.acc[usize::from(entry.acc & 1)].variable);
            }
            for reg in entry.regs.iter().filter(|reg| File::of(**reg) == File::Input) {
                registers.insert(fields.input[*reg as usize & 3].variable);
            }
        }
        for field in self.writer.fields.all() {
            if registers.contains(field.variable) {
                let value = self.writer.get(field);
                let own = self.writer.builder.ins().iadd_imm_s(value, 0);
                self.writer.set(field, own);
            }
        }
    }

    fn label(&mut self) -> ir::Block {
        self.writer.builder.create_block()
    }

    /// Go on if this holds, else elsewhere.
    fn go_on_if(&mut self, fits: Value, elsewhere: ir::Block) {
        let on = self.label();
        self.writer.builder.ins().brif(fits, on, &[], elsewhere, &[]);
        self.go_on(on);
    }

    /// Go on if 56 bits surely hold a sum to which as much as this is added.
    fn go_on_if_small(&mut self, acc: usize, added: i64, elsewhere: ir::Block) {
        let writer = &mut self.writer;
        let sum = writer.get(writer.fields.acc[acc]);
        let most = LARGEST as i64 - added;
        let above = writer.builder.ins().iadd_imm_s(sum, most);
        let range = writer.constant(2 * most);
        let small = writer.builder.ins().icmp(IntCC::UnsignedLessThan, above, range);
        self.go_on_if(small, elsewhere);
    }

    /// Go on if pointers lie on the chip, and in their buffers, for so many passes; as many as that if one goes down beyond
    /// address 0, where sums often read a word too many.
    fn go_on_if_on_chip(&mut self, pointers: &[Pointer], all: Value, elsewhere: ir::Block) -> Value {
        let mut passes = all;
        // Their bits together are below a power of two if all of them are.
        let mut highest = None;
        for pointer in pointers {
            let r = self.writer.r(pointer.number);
            if pointer.buffer.is_some() {
                let room = self.room_of_pointer(pointer);
                let fits = self.writer.builder.ins().icmp(IntCC::SignedLessThanOrEqual, all, room);
                self.go_on_if(fits, elsewhere);
                continue;
            }
            let ins = &mut self.writer.builder;
            let mut last = r;
            if pointer.step == 1 {
                let after = ins.ins().iadd(r, all);
                last = ins.ins().iadd_imm_s(after, -1);
            }
            highest = Some(highest.map_or(last, |others| ins.ins().bor(others, last)));
            if pointer.step == -1 {
                let room = self.writer.moved_by(r, 1);
                passes = self.writer.least(passes, room);
            }
        }
        if let Some(highest) = highest {
            let fits = self.writer.builder.ins().icmp_imm_u(IntCC::UnsignedLessThan, highest, ON_CHIP);
            self.go_on_if(fits, elsewhere);
        }
        passes
    }

    /// Passes whose words lie on the chip, and all of which are in a pointer's buffer; none where it does not lie there
    /// before.
    fn room_of_pointer(&mut self, pointer: &Pointer) -> Value {
        let r = self.writer.r(pointer.number);
        let chip = self.writer.constant(ON_CHIP);
        let (mut below, mut end) = (self.writer.moved_by(r, 1), chip);
        if let Some(buffer) = pointer.buffer {
            let (first, last) = self.ends(r, buffer);
            let after = self.writer.builder.ins().iadd_imm_s(last, 1);
            end = self.writer.least(after, chip);
            let others = self.writer.builder.ins().isub(r, first);
            below = self.writer.builder.ins().iadd_imm_s(others, 1);
        }
        let writer = &mut self.writer;
        let above = writer.builder.ins().isub(end, r);
        if pointer.step == 1 {
            return above;
        }
        let far = writer.builder.ins().icmp_imm_s(IntCC::SignedLessThanOrEqual, above, 0);
        let (none, any) = (writer.constant(0), writer.constant(MOST_PASSES));
        writer.builder.ins().select(far, none, if pointer.step == 0 { any } else { below })
    }

    /// Passes after which 56 bits still hold a sum that each pass changes by less than a number of so many bits.
    fn room_of_sum(&mut self, acc: usize, bits: u32) -> Value {
        let writer = &mut self.writer;
        let sum = writer.get(writer.fields.acc[acc]);
        let size = writer.builder.ins().iabs(sum);
        let most = writer.constant(LARGEST as i64 - 1);
        let room = writer.builder.ins().isub(most, size);
        writer.builder.ins().sshr_imm_u(room, i64::from(bits))
    }
}
