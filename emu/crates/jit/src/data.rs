//! Instructions that change no flow of control, and operands.

use crate::code::{far, look_address};
use crate::translation::Translation;
use crate::writer::facts::Pointer;
use crate::writer::number::Number;
use crate::writer::{ON_CHIP, Target, WORD_SHIFT};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, BlockArg, InstBuilder, MemFlagsData, Value, types};
use dsp56k_core::Space;
use dsp56k_core::engine::frame::{PAGE_BITS, SLOTS, Window, account, first_of, within};
use dsp56k_core::engine::region::Repeating;
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

    /// Find the words that an instruction reads and where it writes, which may lie outside the chip; go elsewhere, with nothing
    /// paid, where that is not so simple. The leave before it tells whether it pays for fetches.
    pub(crate) fn reach(&mut self, e: &Entry, leave: usize, elsewhere: ir::Block) {
        let charged = e.fetches != 0 && self.region.leaves[leave].context.repeating != Repeating::Again;
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
        let unpaid = self.writer.get(self.writer.fields.account);
        let way = Way { charged, other: None, written: None, unpaid, elsewhere };
        match (&accesses[..], &fars[..]) {
            ([first, second], [first_far, second_far]) => {
                self.reach_both([*first, *second], [*first_far, *second_far], way, exec);
            }
            _ => {
                for (access, far) in accesses.iter().zip(&fars) {
                    self.turn_off_if(&[*far], |translation| {
                        let found = translation.look(*access, way);
                        translation.go_with(exec, &found.values());
                    });
                }
            }
        }
        // What was found on one way here does not hold on all.
        let facts = self.writer.facts.clone();
        let near: Vec<Value> = accesses.iter().flat_map(|access| self.near(*access).values()).collect();
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

    fn is_far(&mut self, address: Pointer) -> Value {
        let address = self.writer.value(address);
        self.writer.builder.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, address, ON_CHIP)
    }

    fn go_with(&mut self, to: ir::Block, values: &[Value]) {
        let values: Vec<BlockArg> = values.iter().map(|value| BlockArg::from(*value)).collect();
        self.writer.builder.ins().jump(to, &values);
    }

    /// What an access to a word on the chip brings.
    fn near(&mut self, Access { space, write, address }: Access) -> Found {
        let array = [within::X, within::Y][space];
        let shares = self.writer.constant(0);
        if write {
            let Target { place, mask } = self.writer.near_target(array, address);
            return Found { value: place, mask: Some(mask), shares };
        }
        Found { value: self.writer.load(array, address), mask: None, shares }
    }

    /// Go on with what two accesses bring if one of them is to a word outside the chip.
    fn reach_both(
        &mut self,
        [first, second]: [Access; 2],
        [first_far, second_far]: [Value; 2],
        way: Way,
        exec: ir::Block,
    ) {
        // Where the second is looked for, whether the first lies on the chip or not.
        let on = self.cold_block();
        self.turn_off_if(&[first_far], |translation| {
            let found = translation.look(first, way);
            let here = translation.writer.builder.create_block();
            let values: Vec<BlockArg> = found.all().into_iter().map(BlockArg::from).collect();
            translation.writer.builder.ins().brif(second_far, on, &values, here, &[]);
            translation.go_on(here);
            let near = translation.near(second);
            translation.go_with(exec, &[found.values(), near.values()].concat());
        });
        self.turn_off_if(&[second_far], |translation| {
            // What is found on this way does not hold on the other.
            let facts = translation.writer.facts.clone();
            let near = translation.near(first);
            translation.go_with(on, &near.all());
            let mut parameter = || translation.writer.builder.append_block_param(on, types::I64);
            let (shares, value, mask) = (parameter(), parameter(), first.write.then(&mut parameter));
            translation.go_on(on);
            translation.writer.facts = facts;
            // One word of RAM may answer both.
            let written = (first.write && !second.write).then_some(value);
            let found = translation.look(second, Way { other: Some(shares), written, ..way });
            translation.go_with(exec, &[Found { value, mask, shares }.values(), found.values()].concat());
        });
    }

    /// A word outside the chip: where the window of its page has it, or once the core has found it. It is paid for.
    fn look(&mut self, Access { space, write, address }: Access, way: Way) -> Found {
        let address = self.writer.value(address);
        let window = self.window(address, first_of(space, write));
        let [outside, found] = [(); 2].map(|()| self.writer.builder.create_block());
        let index = self.writer.builder.append_block_param(found, types::I64);
        let first = self.half_field(window, offset_of!(Window, first));
        let length = self.half_field(window, offset_of!(Window, length));
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
        self.go_unpaid_if(refused, way);
        let first = self.half_field(window, offset_of!(Window, first));
        let here = self.writer.builder.ins().isub(address, first);
        self.go_with(found, &[here]);
        self.go_on(found);
        let words = self.field(window, offset_of!(Window, words));
        let ins = &mut self.writer.builder;
        let bytes = ins.ins().ishl_imm_u(index, WORD_SHIFT);
        let place = ins.ins().iadd(words, bytes);
        if let Some(written) = way.written {
            let same = ins.ins().icmp(IntCC::Equal, place, written);
            self.go_unpaid_if(same, way);
        }
        let (value, mask) = if write {
            self.mark(index, window);
            (place, Some(self.writer.constant(WORD_MASK)))
        } else {
            let word = self.writer.builder.ins().uload32(MemFlagsData::trusted(), place, 0);
            (self.writer.cut(Number::new(word, u64::MAX)), None)
        };
        // Those through port A share no cycle with one another (UM 9-2, 9-3).
        let alone = self.half_field(window, offset_of!(Window, clocks));
        let shares = self.half_field(window, offset_of!(Window, further));
        let ins = &mut self.writer.builder;
        let clocks = match way.other {
            _ if way.charged => ins.ins().iadd(alone, shares),
            Some(other) => {
                let further = ins.ins().band(shares, other);
                ins.ins().iadd(alone, further)
            }
            None => alone,
        };
        self.pay(clocks);
        Found { value, mask, shares }
    }

    /// Go elsewhere if this holds, with nothing paid.
    fn go_unpaid_if(&mut self, bit: Value, way: Way) {
        let paid = self.writer.get(self.writer.fields.account);
        self.writer.set(self.writer.fields.account, way.unpaid);
        self.go_settled_if(bit, way.elsewhere);
        self.writer.set(self.writer.fields.account, paid);
    }

    fn pay(&mut self, clocks: Value) {
        let writer = &mut self.writer;
        let before = writer.get(writer.fields.account);
        let taken = writer.builder.ins().ishl_imm_u(clocks, i64::from(account::CLOCK_BIT));
        let after = writer.builder.ins().isub(before, taken);
        writer.set(writer.fields.account, after);
    }

    /// The window of an address's page, of those from a number on.
    fn window(&mut self, address: Value, from: usize) -> InCore {
        let core = self.writer.core;
        let (bits, all) = (size_of::<Window>().trailing_zeros(), (SLOTS - 1) * size_of::<Window>());
        let ins = &mut self.writer.builder;
        let pages = ins.ins().ushr_imm_u(address, i64::from(PAGE_BITS - bits));
        let distance = ins.ins().band_imm_s(pages, all as i64);
        let offset = within::WINDOWS + from * size_of::<Window>();
        InCore { place: ins.ins().iadd(core, distance), offset }
    }

    /// A field of a window, of 64 bits or of 32.
    fn field(&mut self, InCore { place, offset }: InCore, field: usize) -> Value {
        self.writer.builder.ins().load(types::I64, MemFlagsData::trusted(), place, (offset + field) as i32)
    }

    fn half_field(&mut self, InCore { place, offset }: InCore, field: usize) -> Value {
        self.writer.builder.ins().uload32(MemFlagsData::trusted(), place, (offset + field) as i32)
    }

    /// A word of a window is stored to.
    fn mark(&mut self, index: Value, window: InCore) {
        let trusted = MemFlagsData::trusted();
        let one = self.writer.constant(1);
        let marks = self.field(window, offset_of!(Window, marks));
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

/// How the accesses of an instruction are paid for: one beside fetches takes more clocks, and so does one beside another,
/// which this tells; where another is written that is not to be read before; and where to go elsewhere, with so much of the
/// account as there was before all of them.
#[derive(Clone, Copy)]
struct Way {
    charged: bool,
    other: Option<Value>,
    written: Option<Value>,
    unpaid: Value,
    elsewhere: ir::Block,
}

/// A window, by a place in the core and an offset from it in bytes.
#[derive(Clone, Copy)]
struct InCore {
    place: Value,
    offset: usize,
}

/// What an access has found: the word, or where one goes and which of its bits; and the clocks that it takes more beside
/// another.
#[derive(Clone, Copy)]
struct Found {
    value: Value,
    mask: Option<Value>,
    shares: Value,
}

impl Found {
    fn values(self) -> Vec<Value> {
        std::iter::once(self.value).chain(self.mask).collect()
    }

    fn all(self) -> Vec<Value> {
        [vec![self.shares], self.values()].concat()
    }
}
