//! Instructions that change no flow of control, and operands.

use crate::code::{far, look_address};
use crate::translation::Translation;
use crate::writer::facts::Pointer;
use crate::writer::number::Number;
use crate::writer::{ON_CHIP, WORD_SHIFT};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, BlockArg, InstBuilder, MemFlagsData, Value, types};
use dsp56k_core::Space;
use dsp56k_core::engine::frame::{Window, account, within};
use dsp56k_core::engine::{Entry, Exec, Place};
use dsp56k_core::semantics::Machine;
use dsp56k_core::semantics::conditions::Conditions;
use dsp56k_core::semantics::data_alu::DataAlu;
use dsp56k_core::semantics::moves::Moves;
use dsp56k_core::semantics::registers::{File, Registers};
use dsp56k_isa::{ControlOp, Reg};
use std::mem::offset_of;

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
                let result = writer.alu(e.alu, e);
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

    /// Read the words of an instruction, one of which may lie outside the chip; go elsewhere where that is not so simple.
    /// `charged` tells that it pays for fetches.
    pub(crate) fn read(&mut self, e: &Entry, charged: bool, elsewhere: ir::Block) {
        let exec = self.writer.builder.create_block();
        self.writer.settle();
        let addresses: Vec<(usize, Pointer)> = e
            .transfers()
            .iter()
            .map(|transfer| (transfer.memory as usize, self.writer.address_before(e.ea[transfer.address])))
            .collect();
        for _ in &addresses {
            self.writer.builder.append_block_param(exec, types::I64);
        }
        let fars: Vec<Value> = addresses.iter().map(|(_, address)| self.is_far(*address)).collect();
        for (number, far) in fars.iter().enumerate() {
            self.turn_off_if(&[*far], |translation| {
                // One alone is read here.
                for other in &fars[number + 1..] {
                    translation.go_if(*other, elsewhere);
                }
                let (word, clocks) = translation.look(addresses[number], charged, elsewhere);
                let writer = &mut translation.writer;
                let before = writer.get(writer.fields.account);
                let taken = writer.builder.ins().ishl_imm_u(clocks, i64::from(account::CLOCK_BIT));
                let after = writer.builder.ins().isub(before, taken);
                writer.set(writer.fields.account, after);
                let words = translation.near(&addresses, Some((number, word)));
                translation.go_with(exec, &words);
            });
        }
        // What was found on one way here does not hold on all.
        let facts = self.writer.facts.clone();
        let near = self.near(&addresses, None);
        self.go_with(exec, &near);
        self.writer.builder.switch_to_block(exec);
        self.writer.facts = facts;
        let values = self.writer.builder.block_params(exec).to_vec();
        for ((space, _), word) in addresses.iter().zip(values) {
            self.writer.read[*space] = Some(word);
        }
    }

    fn is_far(&mut self, address: Pointer) -> Value {
        let address = self.writer.value(address);
        self.writer.builder.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, address, ON_CHIP)
    }

    fn go_with(&mut self, to: ir::Block, values: &[Value]) {
        let values: Vec<BlockArg> = values.iter().map(|value| BlockArg::from(*value)).collect();
        self.writer.builder.ins().jump(to, &values);
    }

    /// The words at these addresses, which are on the chip, but for one that is known.
    fn near(&mut self, addresses: &[(usize, Pointer)], known: Option<(usize, Value)>) -> Vec<Value> {
        let words = addresses.iter().enumerate().map(|(number, (space, address))| match known {
            Some((at, word)) if at == number => word,
            _ if *space == 0 => self.writer.read_x(*address),
            _ => self.writer.read_y(*address),
        });
        words.collect()
    }

    /// A word outside the chip and the clocks that it takes: from the space's window, or as the core finds it.
    fn look(&mut self, (space, address): (usize, Pointer), charged: bool, elsewhere: ir::Block) -> (Value, Value) {
        let address = self.writer.value(address);
        let at = (within::WINDOWS + space * size_of::<Window>()) as i32;
        let (trusted, core) = (MemFlagsData::trusted(), self.writer.core);
        let [outside, inside, found] = [(); 3].map(|()| self.writer.builder.create_block());
        for _ in 0..2 {
            self.writer.builder.append_block_param(found, types::I64);
        }
        let ins = &mut self.writer.builder;
        let first = ins.ins().load(types::I64, trusted, core, at + offset_of!(Window, first) as i32);
        let length = ins.ins().load(types::I64, trusted, core, at + offset_of!(Window, length) as i32);
        let index = ins.ins().isub(address, first);
        let beyond = ins.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, index, length);
        ins.ins().brif(beyond, outside, &[], inside, &[]);
        self.go_on(inside);
        let ins = &mut self.writer.builder;
        let words = ins.ins().load(types::I64, trusted, core, at + offset_of!(Window, words) as i32);
        let bytes = ins.ins().ishl_imm_u(index, WORD_SHIFT);
        let place = ins.ins().iadd(words, bytes);
        let word = ins.ins().uload32(trusted, place, 0);
        let clocks = offset_of!(Window, clocks) + usize::from(charged) * size_of::<i64>();
        let clocks = ins.ins().load(types::I64, trusted, core, at + clocks as i32);
        self.go_with(found, &[word, clocks]);
        self.writer.builder.set_cold_block(outside);
        self.go_on(outside);
        let (word, clocks) = self.call_look((space, address), charged, elsewhere);
        self.go_with(found, &[word, clocks]);
        self.go_on(found);
        let found = self.writer.builder.block_params(found).to_vec();
        (self.writer.cut(Number::new(found[0], u64::MAX)), found[1])
    }

    fn call_look(&mut self, (space, address): (usize, Value), charged: bool, elsewhere: ir::Block) -> (Value, Value) {
        let charged = if charged { far::CHARGED } else { 0 };
        let place = if space == 0 { charged } else { charged | far::Y };
        let writer = &mut self.writer;
        let place = writer.builder.ins().bor_imm_s(address, place);
        let answer = writer.call(look_address(), &[writer.frame, place]);
        let builder = &mut writer.builder;
        let refused = builder.ins().icmp_imm_s(IntCC::Equal, answer, far::NONE);
        let clocks = builder.ins().sshr_imm_u(answer, far::CLOCKS);
        self.go_if(refused, elsewhere);
        (answer, clocks)
    }
}
