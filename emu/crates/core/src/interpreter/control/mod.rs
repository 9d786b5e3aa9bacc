//! Instructions without parallel moves: one exhaustive match over the operations, and the control-register moves.

mod bit_ops;
mod exceptions;
pub(crate) mod handlers;
mod loops;
mod processing_states;
mod stack;

use crate::bits::omr;
use crate::decode::instruction::{DecodedInstruction, OperandLocation};
use crate::semantics::Machine;
use crate::semantics::conditions::Conditions;
use crate::semantics::data_alu::DataAlu;
use crate::semantics::registers::agu_index;
use crate::state::Core;
use dsp56k_isa::{ControlOp, Reg};

impl Core {
    /// Executes the operation `op` of an entry.
    #[inline(always)]
    pub(crate) fn control(&mut self, op: ControlOp, e: &DecodedInstruction) {
        match op {
            ControlOp::Nop => {}
            ControlOp::Jmp => {
                let target = self.jump_address(e);
                self.jump(target);
            }
            ControlOp::Jcc => {
                let target = self.jump_address(e);
                if self.holds(e.condition) {
                    self.jump(target);
                }
            }
            ControlOp::Jsr => {
                let target = self.jump_address(e);
                self.call(target);
            }
            ControlOp::Jscc => {
                let target = self.jump_address(e);
                if self.holds(e.condition) {
                    self.call(target);
                }
            }
            ControlOp::Jclr => {
                if !self.tested_bit(e) {
                    self.jump(e.target);
                }
            }
            ControlOp::Jset => {
                if self.tested_bit(e) {
                    self.jump(e.target);
                }
            }
            ControlOp::Jsclr => {
                if !self.tested_bit(e) {
                    self.call(e.target);
                }
            }
            ControlOp::Jsset => {
                if self.tested_bit(e) {
                    self.call(e.target);
                }
            }
            ControlOp::Rts => {
                // SR on the stack is dropped (UM 6-16). A return is not a jump to the end of a loop: a two-word call
                // whose last word is at LA is allowed (UM) and its return ends the iteration.
                self.flow.next_pc = self.stack.ssh[self.stack.top()];
                self.lower_sp();
            }
            ControlOp::Rti => {
                let status = self.stack.ssl[self.stack.top()];
                self.flow.next_pc = self.stack.ssh[self.stack.top()];
                self.lower_sp();
                self.set_sr(status);
            }
            ControlOp::Bclr => self.change_bit(e, |word, bit| word & !bit),
            ControlOp::Bset => self.change_bit(e, |word, bit| word | bit),
            ControlOp::Bchg => self.change_bit(e, |word, bit| word ^ bit),
            ControlOp::Btst => {
                let tested = self.tested_bit(e);
                self.set_c(tested);
            }
            ControlOp::Do => self.start_loop(e),
            ControlOp::Enddo => self.end_loop(),
            ControlOp::Rep => self.start_repeat(e),
            ControlOp::Movec | ControlOp::Movem | ControlOp::Movep => self.move_between(e),
            ControlOp::Lua => {
                // The updated address goes to the destination; the source register does not change (UM A-110).
                let source = usize::from(e.ea[0].rn & 7);
                let before = self.agu.r[source];
                self.effective_address(e.ea[0]);
                let updated = std::mem::replace(&mut self.agu.r[source], before);
                self.write_address_register(agu_index(e.regs[0]), updated);
            }
            ControlOp::Tcc => {
                if self.holds(e.condition) {
                    let value = self.operand(e.regs[0]);
                    let acc = usize::from(e.regs[1] == Reg::B);
                    self.alu.acc[acc] = value;
                    if e.register_pair {
                        let address = self.address_register(agu_index(e.regs[2]));
                        self.write_address_register(agu_index(e.regs[3]), address);
                    }
                }
            }
            ControlOp::Div => self.divide_step(usize::from(e.regs[1] == Reg::B), e.regs[0]),
            ControlOp::Norm => self.normalize(e),
            ControlOp::Andi => match e.regs[0] {
                Reg::OMR => self.set_omr(self.omr & e.data as u8),
                Reg::MR => self.set_sr(self.sr() & ((e.data as u16) << 8 | 0x00FF)),
                _ => self.set_sr(self.sr() & (e.data as u16 | 0xFF00)),
            },
            ControlOp::Ori => match e.regs[0] {
                Reg::OMR => self.set_omr(self.omr | (e.data as u8 & omr::MASK)),
                Reg::MR => self.set_sr(self.sr() | (e.data as u16) << 8),
                _ => self.set_sr(self.sr() | e.data as u16 & 0x00FF),
            },
            ControlOp::Reset => self.reset_peripherals(),
            ControlOp::Swi => self.software_interrupt(),
            ControlOp::Illegal => self.illegal_instruction(),
            ControlOp::Wait => self.enter_wait(),
            ControlOp::Stop => self.enter_stop(),
        }
    }

    /// Executes NORM. Rn counts the shifts, without its modifier (UM A-177).
    fn normalize(&mut self, e: &DecodedInstruction) {
        let index = agu_index(e.regs[0]);
        let rn = self.address_register(index);
        let change = self.normalize_step(usize::from(e.regs[1] == Reg::B));
        self.write_address_register_now(index, rn.wrapping_add(change as u16));
    }

    fn jump_address(&mut self, e: &DecodedInstruction) -> u16 {
        if e.from == OperandLocation::Address { self.effective_address(e.ea[0]) } else { e.target }
    }

    /// Continues at `target`.
    #[inline]
    pub(crate) fn jump(&mut self, target: u16) {
        self.flow.next_pc = target;
        self.flow.jumped = true;
    }

    /// Pushes PC and SR and continues at `target`. In a vector this forms a long interrupt (UM 8-19).
    pub(crate) fn call(&mut self, target: u16) {
        let status = self.sr();
        self.push(self.flow.next_pc, status);
        self.jump(target);
        self.enter_long_interrupt();
    }

    /// Executes MOVEC, MOVEM, MOVEP: any source to any destination (UM ). Addresses are formed before a
    /// register is read.
    fn move_between(&mut self, e: &DecodedInstruction) {
        match (e.from, e.to) {
            (OperandLocation::Memory, OperandLocation::Memory) => {
                let from = self.effective_address(e.ea[0]);
                let value = self.read(e.ea[0].space, from);
                let to = self.effective_address(e.ea[1]);
                self.write(e.ea[1].space, to, value);
                self.separate_operand_cycles();
            }
            (OperandLocation::Register, OperandLocation::Memory) => {
                let address = self.effective_address(e.ea[0]);
                let value = self.read_register(e.regs[0]);
                self.write(e.ea[0].space, address, value);
            }
            (_, OperandLocation::Memory) => {
                let address = self.effective_address(e.ea[0]);
                self.write(e.ea[0].space, address, e.data);
            }
            (OperandLocation::Memory, _) => {
                let address = self.effective_address(e.ea[0]);
                let value = self.read(e.ea[0].space, address);
                self.write_register(e.regs[0], value);
            }
            (OperandLocation::Register, _) => {
                let value = self.read_register(e.regs[0]);
                self.write_register(e.regs[1], value);
            }
            _ => self.write_register(e.regs[0], e.data),
        }
    }

    /// Returns a count or tested operand: memory, or a register as a move's source.
    #[inline]
    pub(crate) fn source_word(&mut self, e: &DecodedInstruction) -> u32 {
        match e.from {
            OperandLocation::Memory => {
                let address = self.effective_address(e.ea[0]);
                self.read(e.ea[0].space, address)
            }
            OperandLocation::Register => self.read_register(e.regs[0]),
            OperandLocation::Immediate | OperandLocation::Address | OperandLocation::None => e.data,
        }
    }

    fn tested_bit(&mut self, e: &DecodedInstruction) -> bool {
        self.source_word(e) >> e.bit & 1 != 0
    }
}
