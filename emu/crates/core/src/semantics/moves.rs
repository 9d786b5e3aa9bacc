//! Parallel moves (UM ). The ALU reads its operands before them, and its result is stored after them.

use crate::decode::instruction::DecodedInstruction;
use crate::decode::preserved_bits::PreservedBits;
use crate::semantics::Machine;
use crate::semantics::limiter::Limiter;
use crate::semantics::registers::{File, Registers};
use dsp56k_isa::{Mode, MoveOp, Reg};

/// Low 48 bits of an accumulator.
const LONG_MASK: i64 = 0xFFFF_FFFF_FFFF;

/// The parallel moves of an engine.
pub trait Moves: Machine {
    /// Executes the move `op` of an entry; `modes` are those of its effective addresses, `file` is the register file of
    /// its first register.
    #[expect(clippy::too_many_lines, reason = "one exhaustive match over the moves, an arm of a few lines each")]
    #[inline(always)]
    fn moves(&mut self, op: MoveOp, modes: [Mode; 2], file: File, e: &DecodedInstruction) {
        match op {
            MoveOp::None => {}
            MoveOp::ReadXReadY => {
                let (x, y) = self.two_addresses(modes, e);
                let (x, y) = (self.read_x(x), self.read_y(y));
                self.write_data(e.regs[0], x);
                self.write_data(e.regs[1], y);
            }
            MoveOp::ReadXWriteY => {
                let (x, y) = self.two_addresses(modes, e);
                let value = self.read_data(e.regs[1]);
                let x = self.read_x(x);
                self.write_y(y, value);
                self.write_data(e.regs[0], x);
            }
            MoveOp::WriteXReadY => {
                let (x, y) = self.two_addresses(modes, e);
                let value = self.read_data(e.regs[0]);
                self.write_x(x, value);
                let y = self.read_y(y);
                self.write_data(e.regs[1], y);
            }
            MoveOp::WriteXWriteY => {
                let (x, y) = self.two_addresses(modes, e);
                let (x_value, y_value) = (self.read_data(e.regs[0]), self.read_data(e.regs[1]));
                self.write_x(x, x_value);
                self.write_y(y, y_value);
            }
            MoveOp::ReadX => {
                let address = self.address_by(modes[0], e.ea[0]);
                let value = self.read_x(address);
                self.write_in(file, e.regs[0], value);
            }
            MoveOp::WriteX => {
                let (address, value) = self.stored(modes[0], file, e);
                self.write_x(address, value);
            }
            MoveOp::ReadY => {
                let address = self.address_by(modes[0], e.ea[0]);
                let value = self.read_y(address);
                self.write_in(file, e.regs[0], value);
            }
            MoveOp::WriteY => {
                let (address, value) = self.stored(modes[0], file, e);
                self.write_y(address, value);
            }
            MoveOp::Register => {
                let value = self.read_in(file, e.regs[0]);
                self.write_in(File::of(e.regs[1]), e.regs[1], value);
            }
            MoveOp::Immediate | MoveOp::LongImmediate => {
                let word = self.word(e.data);
                self.write_in(file, e.regs[0], word);
            }
            MoveOp::Update => {
                self.address_by(modes[0], e.ea[0]);
            }
            MoveOp::ReadXRegister => {
                let address = self.address_by(modes[0], e.ea[0]);
                let value = self.read_data(e.regs[1]);
                let read = self.read_x(address);
                self.write_data(e.regs[0], read);
                self.write_data(e.regs[2], value);
            }
            MoveOp::WriteXRegister => {
                let address = self.address_by(modes[0], e.ea[0]);
                let (stored, value) = (self.read_data(e.regs[0]), self.read_data(e.regs[1]));
                self.write_x(address, stored);
                self.write_data(e.regs[2], value);
            }
            MoveOp::LongImmediateXRegister => {
                let value = self.read_data(e.regs[1]);
                let word = self.word(e.data);
                self.write_data(e.regs[0], word);
                self.write_data(e.regs[2], value);
            }
            MoveOp::WriteXFromX0 => {
                let address = self.address_by(modes[0], e.ea[0]);
                let stored = self.read_data(e.regs[0]);
                self.write_x(address, stored);
                let word = self.input(Reg::X0 as usize);
                self.write_data(e.regs[0], word);
            }
            MoveOp::WriteYFromY0 => {
                let address = self.address_by(modes[0], e.ea[0]);
                let stored = self.read_data(e.regs[0]);
                self.write_y(address, stored);
                let word = self.input(Reg::Y0 as usize & 3);
                self.write_data(e.regs[0], word);
            }
            MoveOp::RegisterReadY => {
                let address = self.address_by(modes[0], e.ea[0]);
                let value = self.read_data(e.regs[0]);
                let read = self.read_y(address);
                self.write_data(e.regs[1], value);
                self.write_data(e.regs[2], read);
            }
            MoveOp::RegisterWriteY => {
                let address = self.address_by(modes[0], e.ea[0]);
                let (value, stored) = (self.read_data(e.regs[0]), self.read_data(e.regs[2]));
                self.write_y(address, stored);
                self.write_data(e.regs[1], value);
            }
            MoveOp::RegisterLongImmediateY => {
                let value = self.read_data(e.regs[0]);
                self.write_data(e.regs[1], value);
                let word = self.word(e.data);
                self.write_data(e.regs[2], word);
            }
            MoveOp::ReadL => {
                let address = self.address_by(modes[0], e.ea[0]);
                let high = self.read_x(address);
                let low = self.read_y(address);
                self.write_long(e.regs[0], high, low);
            }
            MoveOp::WriteL => {
                let (high, low) = self.read_long(e.regs[0]);
                let address = self.address_by(modes[0], e.ea[0]);
                self.write_x(address, high);
                self.write_y(address, low);
            }
        }
    }

    /// Returns the address at which a register is stored, and its value. The address is formed one stage earlier than
    /// the source is read (UM 8-1): an address register that is its own operand is stored as updated.
    #[inline(always)]
    fn stored(&mut self, mode: Mode, file: File, e: &DecodedInstruction) -> (Self::Address, Self::Word) {
        let address = self.address_by(mode, e.ea[0]);
        (address, self.read_in(file, e.regs[0]))
    }

    /// Returns the X and Y addresses of an X:Y: move; they use registers of different banks (UM 7-10).
    #[inline(always)]
    fn two_addresses(&mut self, modes: [Mode; 2], e: &DecodedInstruction) -> (Self::Address, Self::Address) {
        (self.address_by(modes[0], e.ea[0]), self.address_by(modes[1], e.ea[1]))
    }

    /// Reads X0, X1, Y0, Y1, A or B as a move's source.
    #[inline(always)]
    fn read_data(&mut self, reg: Reg) -> Self::Word {
        match reg {
            Reg::A => self.limited_word(0),
            Reg::B => self.limited_word(1),
            _ => self.input(reg as usize & 3),
        }
    }

    /// Writes X0, X1, Y0, Y1, A or B as a move's destination.
    #[inline(always)]
    fn write_data(&mut self, reg: Reg, word: Self::Word) {
        match reg {
            Reg::A => self.load(0, word),
            Reg::B => self.load(1, word),
            _ => self.set_input(reg as usize & 3, word),
        }
    }

    /// Returns the X and the Y half of a long operand (UM ).
    #[inline(always)]
    fn read_long(&mut self, reg: Reg) -> (Self::Word, Self::Word) {
        match reg {
            Reg::A => self.limited_halves(0),
            Reg::B => self.limited_halves(1),
            Reg::AB => (self.limited_word(0), self.limited_word(1)),
            Reg::BA => (self.limited_word(1), self.limited_word(0)),
            Reg::A10 => (self.part(0, 24), self.part(0, 0)),
            Reg::B10 => (self.part(1, 24), self.part(1, 0)),
            Reg::X => (self.input(1), self.input(0)),
            _ => (self.input(3), self.input(2)),
        }
    }

    #[inline(always)]
    fn limited_halves(&mut self, acc: usize) -> (Self::Word, Self::Word) {
        let long = self.limited_long(acc);
        let high = self.sar(long, 24);
        (self.low_word(high), self.low_word(long))
    }

    /// Writes a long operand. A and B are sign-extended; A10 and B10 do not change A2 and B2; AB and BA load two words
    /// (UM A-145).
    #[inline(always)]
    fn write_long(&mut self, reg: Reg, high: Self::Word, low: Self::Word) {
        match reg {
            Reg::A => self.load_long(0, high, low),
            Reg::B => self.load_long(1, high, low),
            Reg::A10 => self.load_low(0, high, low),
            Reg::B10 => self.load_low(1, high, low),
            Reg::AB => {
                self.load(0, high);
                self.load(1, low);
            }
            Reg::BA => {
                self.load(0, low);
                self.load(1, high);
            }
            Reg::X => {
                self.set_input(1, high);
                self.set_input(0, low);
            }
            _ => {
                self.set_input(3, high);
                self.set_input(2, low);
            }
        }
    }

    #[inline(always)]
    fn load_long(&mut self, acc: usize, high: Self::Word, low: Self::Word) {
        let (high, low) = (self.signed(high), self.unsigned(low));
        let high = self.shl(high, 24);
        let value = self.bit_or(high, low);
        self.set_acc(acc, value);
    }

    #[inline(always)]
    fn load_low(&mut self, acc: usize, high: Self::Word, low: Self::Word) {
        let (high, low) = (self.unsigned(high), self.unsigned(low));
        let high = self.shl(high, 24);
        let long = self.bit_or(high, low);
        let value = self.acc(acc);
        let kept = self.and_mask(value, !LONG_MASK);
        let value = self.bit_or(kept, long);
        self.set_acc(acc, value);
    }

    /// Stores the result of an operation in the bits of its accumulator that the moves have not written.
    #[inline(always)]
    fn store(&mut self, e: &DecodedInstruction, result: Self::Acc) {
        let acc = usize::from(e.acc & 1);
        if e.keep == PreservedBits::Nothing {
            self.set_acc(acc, result);
        } else {
            let kept = e.keep.bits();
            let (result, before) = (self.and_mask(result, !kept), self.acc(acc));
            let before = self.and_mask(before, kept);
            let value = self.bit_or(result, before);
            self.set_acc(acc, value);
        }
    }
}

impl<M: Machine> Moves for M {}
