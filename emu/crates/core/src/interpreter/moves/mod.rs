//! Parallel moves (UM ). The ALU has taken its operands already; its result is stored after the moves.

use crate::bits::{WORD_MASK, sext24, sext56};
use crate::decode::entry::Entry;
use crate::interpreter::registers::File;
use crate::state::Core;
use dsp56k_isa::{Mode, MoveOp, Reg};

/// Low 48 bits of an accumulator.
const LONG: i64 = 0xFFFF_FFFF_FFFF;

impl Core {
    /// Execute the move `op` of an entry; `modes` are those of its effective addresses, `file` tells where its first
    /// register is.
    #[expect(clippy::too_many_lines, reason = "one exhaustive match over the rows' moves, an arm of a few lines each")]
    #[inline(always)]
    pub(crate) fn moves(&mut self, op: MoveOp, modes: [Mode; 2], file: File, e: &Entry) {
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
            MoveOp::Immediate | MoveOp::LongImmediate => self.write_in(file, e.regs[0], e.data),
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
                self.write_data(e.regs[0], e.data);
                self.write_data(e.regs[2], value);
            }
            MoveOp::WriteXFromX0 => {
                let address = self.address_by(modes[0], e.ea[0]);
                let stored = self.read_data(e.regs[0]);
                self.write_x(address, stored);
                self.write_data(e.regs[0], self.alu.input[Reg::X0 as usize]);
            }
            MoveOp::WriteYFromY0 => {
                let address = self.address_by(modes[0], e.ea[0]);
                let stored = self.read_data(e.regs[0]);
                self.write_y(address, stored);
                self.write_data(e.regs[0], self.alu.input[Reg::Y0 as usize]);
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
                self.write_data(e.regs[2], e.data);
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

    /// Where a register is stored, and its value. The address is formed one stage earlier than the source is read (UM 8-1):
    /// a pointer that is its own operand is stored as updated.
    #[inline(always)]
    fn stored(&mut self, mode: Mode, file: File, e: &Entry) -> (u16, u32) {
        let address = self.address_by(mode, e.ea[0]);
        (address, self.read_in(file, e.regs[0]))
    }

    /// The X and Y addresses of an X:Y: move; they use registers of different banks (UM 7-10).
    #[inline(always)]
    fn two_addresses(&mut self, modes: [Mode; 2], e: &Entry) -> (u16, u16) {
        (self.address_by(modes[0], e.ea[0]), self.address_by(modes[1], e.ea[1]))
    }

    /// X0, X1, Y0, Y1, A or B as a move's source.
    #[inline(always)]
    fn read_data(&mut self, reg: Reg) -> u32 {
        match reg {
            Reg::A => self.limited_word(0),
            Reg::B => self.limited_word(1),
            _ => self.alu.input[reg as usize & 3],
        }
    }

    /// X0, X1, Y0, Y1, A or B as a move's destination.
    #[inline(always)]
    fn write_data(&mut self, reg: Reg, value: u32) {
        match reg {
            Reg::A => self.alu.acc[0] = sext24(value) << 24,
            Reg::B => self.alu.acc[1] = sext24(value) << 24,
            _ => self.alu.input[reg as usize & 3] = value,
        }
    }

    /// The X and the Y half of a long operand (UM ).
    fn read_long(&mut self, reg: Reg) -> (u32, u32) {
        let halves = |value: u64| ((value >> 24) as u32 & WORD_MASK, value as u32 & WORD_MASK);
        match reg {
            Reg::A => halves(self.limited_long(0)),
            Reg::B => halves(self.limited_long(1)),
            Reg::AB => (self.limited_word(0), self.limited_word(1)),
            Reg::BA => (self.limited_word(1), self.limited_word(0)),
            Reg::A10 => halves(self.alu.acc[0] as u64),
            Reg::B10 => halves(self.alu.acc[1] as u64),
            Reg::X => (self.alu.input[1], self.alu.input[0]),
            _ => (self.alu.input[3], self.alu.input[2]),
        }
    }

    /// A and B are sign-extended; A10 and B10 leave A2 and B2 alone; AB and BA load two words (UM A-145).
    fn write_long(&mut self, reg: Reg, high: u32, low: u32) {
        let value = i64::from(high) << 24 | i64::from(low);
        match reg {
            Reg::A => self.alu.acc[0] = (value << 16) >> 16,
            Reg::B => self.alu.acc[1] = (value << 16) >> 16,
            Reg::A10 => self.alu.acc[0] = sext56((self.alu.acc[0] & !LONG) | value),
            Reg::B10 => self.alu.acc[1] = sext56((self.alu.acc[1] & !LONG) | value),
            Reg::AB => self.alu.acc = [sext24(high) << 24, sext24(low) << 24],
            Reg::BA => self.alu.acc = [sext24(low) << 24, sext24(high) << 24],
            Reg::X => (self.alu.input[1], self.alu.input[0]) = (high, low),
            _ => (self.alu.input[3], self.alu.input[2]) = (high, low),
        }
    }
}
