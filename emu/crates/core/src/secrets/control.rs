//! Instructions without parallel moves, over secret bits. The core has changed the flow: only the operands
//! that it depends on are computed.

use crate::decode::instruction::{DecodedInstruction, OperandLocation};
use crate::secrets::value::{Bit, Value};
use crate::secrets::{Follower, Place, flag};
use crate::semantics::Machine;
use crate::semantics::conditions::Conditions;
use crate::semantics::data_alu::DataAlu;
use crate::semantics::registers::{File, Registers, agu_index};
use crate::space::Space;
use dsp56k_isa::{ControlOp, Reg};

/// Bits of MR in SR.
const MODE_MASK: i64 = 0xFF00;

/// An operand of a bit instruction.
enum Operand {
    Register(Reg),
    Memory(Space, Value),
}

fn is_address_register(reg: Reg) -> bool {
    File::of(reg) == File::Address
}

impl Follower<'_> {
    pub(super) fn control(&mut self, e: &DecodedInstruction) {
        match e.control {
            ControlOp::Movec | ControlOp::Movem | ControlOp::Movep => self.move_between(e),
            ControlOp::Jmp | ControlOp::Jsr | ControlOp::Jcc | ControlOp::Jscc => self.jump(e),
            ControlOp::Jclr | ControlOp::Jset | ControlOp::Jsclr | ControlOp::Jsset => {
                let bit = self.tested_bit(e);
                if bit.secret {
                    self.found("a branch");
                }
                let calls = matches!(e.control, ControlOp::Jsclr | ControlOp::Jsset);
                if calls && bit.value == (e.control == ControlOp::Jsset) {
                    self.push_status();
                }
            }
            ControlOp::Btst => {
                let bit = self.tested_bit(e);
                self.set_flag(flag::C, bit);
            }
            ControlOp::Bclr | ControlOp::Bset | ControlOp::Bchg => self.change_bit(e),
            ControlOp::Do => {
                self.require_count(e, "the count of DO");
                self.path.stack[usize::from(self.core.stack.sp.wrapping_sub(1) & 15)] = 0;
                self.push_status();
            }
            ControlOp::Rep => self.require_count(e, "the count of REP"),
            ControlOp::Rti => {
                let secret = std::mem::take(&mut self.path.stack[self.path.before.top()]);
                let status = self.core.sr();
                for number in 0..flag::COUNT {
                    let bit = Bit { value: status >> number & 1 != 0, secret: secret >> number & 1 != 0 };
                    self.set_flag(number, bit);
                }
            }
            ControlOp::Andi | ControlOp::Ori if e.regs[0] == Reg::CCR => {
                let sets = e.control == ControlOp::Ori;
                for number in 0..flag::COUNT {
                    if (e.data >> number & 1 != 0) == sets {
                        self.set_flag(number, Bit::public(sets));
                    }
                }
            }
            ControlOp::Tcc => self.transfer_if(e),
            ControlOp::Lua => {
                let source = Place::address_register(e.ea[0].rn & 7);
                let before = self.path.values[source.0];
                self.address_by(e.ea[0].mode, e.ea[0]);
                let updated = std::mem::replace(&mut self.path.values[source.0], before);
                self.write_address_register(agu_index(e.regs[0]), updated);
            }
            ControlOp::Div => self.divide_step(usize::from(e.regs[1] == Reg::B), e.regs[0]),
            ControlOp::Norm => {
                let index = agu_index(e.regs[0]);
                let rn = self.address_register(index);
                let change = self.normalize_step(usize::from(e.regs[1] == Reg::B));
                let counted = rn.sum(change).masked(0xFFFF);
                self.write_address_register_now(index, counted);
            }
            ControlOp::Andi
            | ControlOp::Ori
            | ControlOp::Nop
            | ControlOp::Rts
            | ControlOp::Enddo
            | ControlOp::Reset
            | ControlOp::Swi
            | ControlOp::Illegal
            | ControlOp::Wait
            | ControlOp::Stop => {}
        }
    }

    fn jump(&mut self, e: &DecodedInstruction) {
        let conditional = matches!(e.control, ControlOp::Jcc | ControlOp::Jscc);
        let target = (e.from == OperandLocation::Address).then(|| self.address_by(e.ea[0].mode, e.ea[0]));
        let bit = if conditional { self.holds(e.condition) } else { Bit::public(true) };
        if bit.value && target.is_some_and(Value::is_secret) {
            self.found("the target of a jump");
        }
        if bit.secret {
            self.found("a branch");
        }
        if bit.value && matches!(e.control, ControlOp::Jsr | ControlOp::Jscc) {
            self.push_status();
        }
    }

    /// Marks the condition codes in the stack location that the core has pushed.
    fn push_status(&mut self) {
        self.path.stack[self.core.stack.top()] = self.secret_flags();
    }

    fn require_count(&mut self, e: &DecodedInstruction, what: &'static str) {
        if self.source_word(e).is_secret() {
            self.found(what);
        }
    }

    /// Returns a count or a tested operand.
    fn source_word(&mut self, e: &DecodedInstruction) -> Value {
        match e.from {
            OperandLocation::Memory => {
                let address = self.address_by(e.ea[0].mode, e.ea[0]);
                self.load(e.ea[0].space, address)
            }
            OperandLocation::Register => self.read_register(e.regs[0]),
            OperandLocation::Immediate | OperandLocation::Address | OperandLocation::None => {
                Value::public(i64::from(e.data))
            }
        }
    }

    fn tested_bit(&mut self, e: &DecodedInstruction) -> Bit {
        self.source_word(e).bit(u32::from(e.bit))
    }

    fn change_bit(&mut self, e: &DecodedInstruction) {
        let (operand, word) = if e.from == OperandLocation::Memory {
            let address = self.address_by(e.ea[0].mode, e.ea[0]);
            (Operand::Memory(e.ea[0].space, address), self.load(e.ea[0].space, address))
        } else {
            (Operand::Register(e.regs[0]), self.read_register(e.regs[0]))
        };
        if !matches!(operand, Operand::Register(Reg::SR)) {
            self.set_flag(flag::C, word.bit(u32::from(e.bit)));
        }
        let mask = 1 << e.bit;
        let changed = match e.control {
            ControlOp::Bset => word.or(Value::public(mask)),
            ControlOp::Bclr => word.masked(!mask),
            _ => word.xor(Value::public(mask)),
        }
        .low_word();
        match operand {
            Operand::Memory(space, address) => self.store(space, address, changed),
            Operand::Register(reg) if is_address_register(reg) => {
                self.write_address_register_now(agu_index(reg), changed.masked(0xFFFF));
            }
            Operand::Register(reg) => self.write_register(reg, changed),
        }
    }

    fn transfer_if(&mut self, e: &DecodedInstruction) {
        let condition = self.holds(e.condition);
        let acc = usize::from(e.regs[1] == Reg::B);
        let (source, before) = (self.operand(e.regs[0]), self.acc(acc));
        self.set_acc(acc, Value::choice(condition, source, before));
        if e.register_pair && (condition.secret || condition.value) {
            let [source, destination] = [e.regs[2], e.regs[3]].map(agu_index);
            let (moved, before) = (self.address_register(source), self.address_register(destination));
            self.write_address_register(destination, Value::choice(condition, moved, before));
        }
    }

    /// Executes MOVEC, MOVEM, MOVEP. Addresses are formed before a register is read.
    fn move_between(&mut self, e: &DecodedInstruction) {
        match (e.from, e.to) {
            (OperandLocation::Memory, OperandLocation::Memory) => {
                let from = self.address_by(e.ea[0].mode, e.ea[0]);
                let value = self.load(e.ea[0].space, from);
                let to = self.address_by(e.ea[1].mode, e.ea[1]);
                self.store(e.ea[1].space, to, value);
            }
            (_, OperandLocation::Memory) => {
                let address = self.address_by(e.ea[0].mode, e.ea[0]);
                let value = match e.from {
                    OperandLocation::Register => self.read_register(e.regs[0]),
                    _ => self.word(e.data),
                };
                self.store(e.ea[0].space, address, value);
            }
            (OperandLocation::Memory, _) => {
                let address = self.address_by(e.ea[0].mode, e.ea[0]);
                let value = self.load(e.ea[0].space, address);
                self.write_register(e.regs[0], value);
            }
            (OperandLocation::Register, _) => {
                let value = self.read_register(e.regs[0]);
                self.write_register(e.regs[1], value);
            }
            _ => {
                let value = self.word(e.data);
                self.write_register(e.regs[0], value);
            }
        }
    }

    /// Returns a register as the source of a 24-bit move.
    fn read_register(&mut self, reg: Reg) -> Value {
        let before = self.path.before;
        let number = match reg {
            Reg::SR => {
                let secret = self.secret_flags();
                return Value::new(i64::from(before.sr), u64::from(secret));
            }
            Reg::SSL => return Value::new(i64::from(before.ssl), u64::from(self.path.stack[before.top()])),
            Reg::OMR => u16::from(before.omr),
            Reg::SP => u16::from(before.sp),
            Reg::SSH => before.ssh,
            Reg::LA => before.la,
            Reg::LC => before.lc,
            _ => return self.read_in(File::of(reg), reg),
        };
        Value::public(i64::from(number))
    }

    /// Writes a register as the destination of a 24-bit move.
    fn write_register(&mut self, reg: Reg, value: Value) {
        match reg {
            Reg::SR => {
                if value.masked(MODE_MASK).is_secret() {
                    self.found("the mode register");
                }
                for number in 0..flag::COUNT {
                    self.set_flag(number, value.bit(number));
                }
            }
            Reg::OMR | Reg::SP | Reg::SSH | Reg::SSL | Reg::LA | Reg::LC => {
                if value.is_secret() {
                    self.found_register(reg);
                }
            }
            _ => self.write_in(File::of(reg), reg, value),
        }
    }
}
