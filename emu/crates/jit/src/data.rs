//! Instructions that change no flow of control, and operands.

use crate::code::{far, look_address};
use crate::translation::Translation;
use crate::writer::facts::Pointer;
use crate::writer::number::Number;
use crate::writer::{ON_CHIP, Target, WORD_SHIFT};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, BlockArg, InstBuilder, MemFlagsData, Value, types};
use dsp56k_core::Space;
use dsp56k_core::engine::frame::{Window, account, within};
use dsp56k_core::engine::{Entry, Exec, Place};
use dsp56k_core::semantics::Machine;
use dsp56k_core::semantics::conditions::Conditions;
use dsp56k_core::semantics::data_alu::DataAlu;
use dsp56k_core::semantics::moves::Moves;
use dsp56k_core::semantics::registers::{File, Registers, agu_index};
use dsp56k_isa::{ControlOp, Reg};
use std::mem::offset_of;

/// The bits of a word outside the chip.
const WORD_MASK: i64 = 0xFF_FFFF;

impl Translation<'_, '_> {
    pub(crate) fn data(&mut self, e: &Entry, late: Option<u8>) {
        self.writer.begin(late, e.updates);
        self.execute(e);
        self.writer.end();
    }

    /// An instruction that changes no flow of control.
    fn execute(&mut self, e: &Entry) {
        let writer = &mut self.writer;
        match e.exec {
            Exec::Parallel => {
                let result = writer.operate(e.alu, e);
                writer.moves(e.mv, [e.ea[0].mode, e.ea[1].mode], File::of(e.regs[0]), e);
                writer.store(e, result);
            }
            Exec::MoveOnly => writer.moves(e.mv, [e.ea[0].mode, e.ea[1].mode], File::of(e.regs[0]), e),
            _ => self.control(e),
        }
    }

    fn control(&mut self, e: &Entry) {
        let acc = usize::from(e.regs[1] == Reg::B);
        match e.control {
            ControlOp::Div => self.writer.divide_step(acc, e.regs[0]),
            ControlOp::Tcc => {
                let writer = &mut self.writer;
                let holds = writer.holds(e.condition);
                let (moved, stays) = (writer.operand(e.regs[0]), writer.acc(acc));
                let value = writer.chosen(holds, moved, stays);
                writer.set_acc(acc, value);
            }
            ControlOp::Andi | ControlOp::Ori => {
                let c = self.writer.builder.ins().iconst(types::I8, i64::from(e.control == ControlOp::Ori));
                self.writer.set_carry(c);
            }
            ControlOp::Norm => {
                let i = agu_index(e.regs[0]);
                let rn = self.writer.address_register(i);
                let rn = self.writer.value(rn);
                let change = self.writer.normalize_step(acc);
                let rn = self.writer.builder.ins().iadd(rn, change.value);
                let rn = self.writer.address_cut(rn);
                self.writer.write_address_register_now(i, rn);
            }
            ControlOp::Lua => {
                let address = self.writer.updated(e.ea[0]);
                self.writer.write_address_register(agu_index(e.regs[0]), Pointer::at(address));
            }
            op => self.change_bit(op, e),
        }
    }

    /// BTST of a register or a word on the chip, BSET, BCLR or BCHG of such a word: C becomes the bit as it was.
    fn change_bit(&mut self, op: ControlOp, e: &Entry) {
        let ea = e.ea[0];
        let address = self.writer.address_before(ea);
        let word = self.operand(e);
        let writer = &mut self.writer;
        let number = writer.signed(word);
        let only = writer.masked(number, 1 << e.bit);
        let clear = writer.is_zero(only);
        let c = writer.not(clear);
        writer.set_c(c);
        let bit = writer.number(1 << e.bit);
        let changed = match op {
            ControlOp::Bset => writer.either(number, bit),
            ControlOp::Bclr => writer.masked(number, !(1 << e.bit)),
            ControlOp::Bchg => writer.differing(number, bit),
            _ => return,
        };
        let word = writer.cut(changed);
        if ea.space == Space::X { writer.write_x(address, word) } else { writer.write_y(address, word) }
    }

    /// A count or a tested operand.
    pub(crate) fn operand(&mut self, e: &Entry) -> Value {
        match e.from {
            Place::Memory => {
                let address = self.writer.address_by(e.ea[0].mode, e.ea[0]);
                if e.ea[0].space == Space::X { self.writer.read_x(address) } else { self.writer.read_y(address) }
            }
            Place::Register => self.writer.read_in(File::of(e.regs[0]), e.regs[0]),
            Place::Immediate | Place::Address | Place::None => self.writer.word(e.data),
        }
    }

    /// Find the words that an instruction reads and where it writes, which may lie outside the chip; go elsewhere where that is
    /// not so simple. `charged` tells that it pays for fetches.
    pub(crate) fn reach(&mut self, e: &Entry, charged: bool, elsewhere: ir::Block) {
        let exec = self.writer.builder.create_block();
        self.writer.settle();
        let accesses: Vec<Access> = e
            .transfers()
            .iter()
            .map(|transfer| {
                let address = self.writer.address_before(e.ea[transfer.address]);
                Access { space: transfer.memory as usize, write: transfer.write, address }
            })
            .collect();
        for _ in accesses.iter().flat_map(|access| if access.write { 0..2 } else { 0..1 }) {
            self.writer.builder.append_block_param(exec, types::I64);
        }
        let fars: Vec<Value> = accesses.iter().map(|access| self.is_far(access.address)).collect();
        for (number, far) in fars.iter().enumerate() {
            self.turn_off_if(&[*far], |translation| {
                let first = translation.look(accesses[number], elsewhere);
                for (other, far) in fars.iter().enumerate().skip(number + 1) {
                    if accesses[number].write && !accesses[other].write {
                        // One word of RAM may answer both, which is read after it is written.
                        translation.go_if(*far, elsewhere);
                        continue;
                    }
                    translation.turn_off_if(&[*far], |translation| {
                        let second = translation.look(accesses[other], elsewhere);
                        let clocks = translation.both_clocks([first, second], charged);
                        let found =
                            accesses.iter().enumerate().map(|(at, _)| if at == number { first } else { second });
                        let found: Vec<Value> = found.flat_map(Found::values).collect();
                        translation.pay(clocks);
                        translation.go_with(exec, &found);
                    });
                }
                let clocks = translation.clocks(first, charged);
                translation.pay(clocks);
                let found = translation.near(&accesses, Some((number, first)));
                translation.go_with(exec, &found);
            });
        }
        // What was found on one way here does not hold on all.
        let facts = self.writer.facts.clone();
        let near = self.near(&accesses, None);
        self.go_with(exec, &near);
        self.writer.builder.switch_to_block(exec);
        self.writer.facts = facts;
        let values = self.writer.builder.block_params(exec).to_vec();
        let mut values = values.into_iter();
        for Access { space, write, .. } in accesses {
            let found = (values.next(), if write { values.next() } else { None });
            match found {
                (Some(place), Some(mask)) => self.writer.write[space] = Some(Target { place, mask }),
                (word, _) => self.writer.read[space] = word,
            }
        }
    }

    fn pay(&mut self, clocks: Value) {
        let writer = &mut self.writer;
        let before = writer.get(writer.fields.account);
        let taken = writer.builder.ins().ishl_imm_u(clocks, i64::from(account::CLOCK_BIT));
        let after = writer.builder.ins().isub(before, taken);
        writer.set(writer.fields.account, after);
    }

    /// The clocks of two accesses: those through port A share no cycle with one another (UM 9-2, 9-3).
    fn both_clocks(&mut self, founds: [Found; 2], charged: bool) -> Value {
        let [first, second] = founds.map(|found| self.clocks(found, charged));
        let clocks = self.writer.builder.ins().iadd(first, second);
        if charged {
            return clocks;
        }
        let [first, second] = [(founds[0], first), (founds[1], second)].map(|(found, alone)| {
            let beside = self.clocks(found, true);
            self.writer.builder.ins().isub(beside, alone)
        });
        let ins = &mut self.writer.builder;
        let further = ins.ins().band(first, second);
        ins.ins().iadd(clocks, further)
    }

    fn is_far(&mut self, address: Pointer) -> Value {
        let address = self.writer.value(address);
        self.writer.builder.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, address, ON_CHIP)
    }

    fn go_with(&mut self, to: ir::Block, values: &[Value]) {
        let values: Vec<BlockArg> = values.iter().map(|value| BlockArg::from(*value)).collect();
        self.writer.builder.ins().jump(to, &values);
    }

    /// What accesses to words on the chip bring, but for one that is known.
    fn near(&mut self, accesses: &[Access], known: Option<(usize, Found)>) -> Vec<Value> {
        let mut values = Vec::new();
        for (number, Access { space, write, address }) in accesses.iter().enumerate() {
            let array = [within::X, within::Y][*space];
            match known {
                Some((at, found)) if at == number => values.extend(found.values()),
                _ if *write => {
                    let Target { place, mask } = self.writer.near_target(array, *address);
                    values.extend([place, mask]);
                }
                _ => values.push(self.writer.load(array, *address)),
            }
        }
        values
    }

    /// A word outside the chip: where the space's window has it, or once the core has found it.
    fn look(&mut self, Access { space, write, address }: Access, elsewhere: ir::Block) -> Found {
        let address = self.writer.value(address);
        let number = space + 2 * usize::from(write);
        let window = within::WINDOWS + number * size_of::<Window>();
        let [outside, found] = [(); 2].map(|()| self.writer.builder.create_block());
        let index = self.writer.builder.append_block_param(found, types::I64);
        let first = self.of_window(window, offset_of!(Window, first));
        let length = self.of_window(window, offset_of!(Window, length));
        let ins = &mut self.writer.builder;
        let here = ins.ins().isub(address, first);
        let beyond = ins.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, here, length);
        ins.ins().brif(beyond, outside, &[], found, &[BlockArg::from(here)]);
        self.writer.builder.set_cold_block(outside);
        self.go_on(outside);
        let (y, writes) = ([0, far::Y][space], if write { far::WRITE } else { 0 });
        let writer = &mut self.writer;
        let place = writer.builder.ins().bor_imm_s(address, y | writes);
        let answer = writer.call(look_address(), &[writer.frame, place]);
        let refused = writer.builder.ins().icmp_imm_s(IntCC::Equal, answer, 0);
        self.go_if(refused, elsewhere);
        let first = self.of_window(window, offset_of!(Window, first));
        let here = self.writer.builder.ins().isub(address, first);
        self.go_with(found, &[here]);
        self.go_on(found);
        let words = self.of_window(window, offset_of!(Window, words));
        let ins = &mut self.writer.builder;
        let bytes = ins.ins().ishl_imm_u(index, WORD_SHIFT);
        let place = ins.ins().iadd(words, bytes);
        if write {
            self.mark(index, window);
            let mask = self.writer.constant(WORD_MASK);
            return Found { value: place, mask: Some(mask), window };
        }
        let word = ins.ins().uload32(MemFlagsData::trusted(), place, 0);
        Found { value: self.writer.cut(Number::new(word, u64::MAX)), mask: None, window }
    }

    /// A field of a window, by the distance of both.
    fn of_window(&mut self, window: usize, field: usize) -> Value {
        let core = self.writer.core;
        self.writer.builder.ins().load(types::I64, MemFlagsData::trusted(), core, (window + field) as i32)
    }

    /// The clocks of an access alone, or beside one more through port A.
    fn clocks(&mut self, found: Found, beside: bool) -> Value {
        self.of_window(found.window, offset_of!(Window, clocks) + usize::from(beside) * size_of::<i64>())
    }

    /// A word of a window is stored to.
    fn mark(&mut self, index: Value, window: usize) {
        let trusted = MemFlagsData::trusted();
        let one = self.writer.constant(1);
        let marks = self.of_window(window, offset_of!(Window, marks));
        let ins = &mut self.writer.builder;
        let number = ins.ins().ushr_imm_u(index, i64::from(u64::BITS.trailing_zeros()));
        let distance = ins.ins().ishl_imm_u(number, i64::from(size_of::<u64>().trailing_zeros()));
        let place = ins.ins().iadd(marks, distance);
        // The host takes the low bits of a distance alone.
        let bit = ins.ins().ishl(one, index);
        let before = ins.ins().load(types::I64, trusted, place, 0);
        let after = ins.ins().bor(before, bit);
        ins.ins().store(trusted, after, place, 0);
    }
}

/// An access of a parallel move: its space, whether it writes, and where.
#[derive(Clone, Copy)]
struct Access {
    space: usize,
    write: bool,
    address: Pointer,
}

/// What was found outside the chip: the word, or where one goes and which of its bits; and how far the window that had it
/// is from the core's beginning.
#[derive(Clone, Copy)]
struct Found {
    value: Value,
    mask: Option<Value>,
    window: usize,
}

impl Found {
    fn values(self) -> impl Iterator<Item = Value> {
        std::iter::once(self.value).chain(self.mask)
    }
}
