//! The data ALU: arithmetic on 56-bit accumulators held sign-extended in an `i64`.

mod ccr;
mod limiter;

use crate::bits::{ACC_MASK, sext24, sext56, sr};
use crate::decode::entry::Entry;
use crate::state::Core;
use dsp56k_isa::{AluOp, Reg};

/// Bits 47-24, on which the logic operations work (UM 4-4).
const MSP: i64 = 0xFF_FFFF << 24;
impl Core {
    /// The 56-bit value of an ALU source: words are sign-extended and zero-filled (UM 4-4).
    #[inline(always)]
    pub(crate) fn operand(&self, reg: Reg) -> i64 {
        match reg {
            Reg::X0 | Reg::X1 | Reg::Y0 | Reg::Y1 => sext24(self.alu.input[reg as usize & 3]) << 24,
            Reg::A => self.alu.acc[0],
            Reg::B => self.alu.acc[1],
            Reg::X => (sext24(self.alu.input[1]) << 24) | i64::from(self.alu.input[0]),
            _ => (sext24(self.alu.input[3]) << 24) | i64::from(self.alu.input[2]),
        }
    }

    /// 24 × 24 signed fraction, shifted left once (UM 4-4, 4-11).
    #[inline(always)]
    fn product(&self, e: &Entry) -> i64 {
        let product =
            (sext24(self.alu.input[e.source as usize & 3]) * sext24(self.alu.input[e.factor as usize & 3])) << 1;
        if e.negate { -product } else { product }
    }

    /// Execute the ALU part; the result goes to the destination accumulator, where the operation has one.
    #[inline(always)]
    pub(crate) fn alu(&mut self, op: AluOp, e: &Entry) -> i64 {
        let d = self.alu.acc[usize::from(e.acc & 1)];
        match op {
            AluOp::Mac => self.set_result(d + self.product(e)),
            AluOp::Mpy => self.set_result(self.product(e)),
            AluOp::Macr => {
                let rounded = self.rounded(d + self.product(e));
                self.set_result(rounded)
            }
            AluOp::Mpyr => {
                let rounded = self.rounded(self.product(e));
                self.set_result(rounded)
            }
            AluOp::Rnd => {
                let rounded = self.rounded(d);
                self.set_result(rounded)
            }
            AluOp::Add => self.add(d, self.operand(e.source), 0),
            AluOp::Adc => self.add(d, self.operand(e.source), i64::from(self.status.sr & sr::C)),
            AluOp::Sub | AluOp::Cmp => self.subtract(d, self.operand(e.source), 0),
            AluOp::Sbc => self.subtract(d, self.operand(e.source), i64::from(self.status.sr & sr::C)),
            AluOp::Addr => self.add(d >> 1, self.operand(e.source), 0),
            AluOp::Subr => self.subtract(d >> 1, self.operand(e.source), 0),
            AluOp::Addl => {
                let shifted = sext56(d << 1);
                let result = self.add(shifted, self.operand(e.source), 0);
                self.overflow_by_shift(d, shifted);
                result
            }
            AluOp::Subl => {
                let shifted = sext56(d << 1);
                let result = self.subtract(shifted, self.operand(e.source), 0);
                self.overflow_by_shift(d, shifted);
                result
            }
            // The magnitude of the most negative value is its own pattern again.
            AluOp::Cmpm => self.subtract(sext56(d.abs()), sext56(self.operand(e.source).abs()), 0),
            // ABS and NEG overflow at the most negative value and do not limit (UM ).
            AluOp::Abs => self.set_result(d.abs()),
            AluOp::Neg => self.set_result(-d),
            AluOp::Clr => self.set_result(0),
            AluOp::Tst => self.set_result(d),
            AluOp::Asl => self.shift_left(d, true),
            AluOp::Asr => self.shift_right(d, true),
            AluOp::And => self.logic(d, d & self.operand(e.source)),
            AluOp::Or => self.logic(d, d | self.operand(e.source)),
            AluOp::Eor => self.logic(d, d ^ self.operand(e.source)),
            AluOp::Not => self.logic(d, !d),
            AluOp::Lsl => self.rotate_left(d, 0),
            AluOp::Rol => self.rotate_left(d, self.status.sr & sr::C),
            AluOp::Lsr => self.rotate_right(d, 0),
            AluOp::Ror => self.rotate_right(d, self.status.sr & sr::C),
            AluOp::Tfr => self.operand(e.source),
            AluOp::Move => d,
        }
    }

    #[inline(always)]
    fn add(&mut self, d: i64, s: i64, carry: i64) -> i64 {
        let unsigned = (d & ACC_MASK) + (s & ACC_MASK) + carry;
        self.set_c(unsigned >> 56 != 0);
        self.set_result(d + s + carry)
    }

    #[inline(always)]
    fn subtract(&mut self, d: i64, s: i64, borrow: i64) -> i64 {
        let unsigned = (d & ACC_MASK) - (s & ACC_MASK) - borrow;
        self.set_c(unsigned < 0);
        self.set_result(d - s - borrow)
    }

    /// ADDL, SUBL: V also tells that the shift changed bit 55 (Table A-5, note 1).
    #[inline(always)]
    fn overflow_by_shift(&mut self, before: i64, shifted: i64) {
        if (before ^ shifted) < 0 {
            self.set_v(true);
        }
    }

    /// Convergent rounding at bit 23, 24 or 22 by scaling mode (UM A-191, 4-12). The value may exceed 56 bits.
    #[inline(always)]
    pub(crate) fn rounded(&self, value: i64) -> i64 {
        let position = self.integer_bit() - 24;
        let below = (1_i64 << (position + 1)) - 1;
        let sum = value + (1_i64 << position);
        let tie = i64::from(sum & below == 0);
        sum & !below & !(tie << (position + 1))
    }

    /// ASL, and NORM's left step, which leaves C alone. V: bit 55 has changed.
    #[inline]
    pub(crate) fn shift_left(&mut self, d: i64, carry: bool) -> i64 {
        if carry {
            self.set_c(d < 0);
        }
        self.set_result(d << 1)
    }

    /// ASR, and NORM's right step, which leaves C alone.
    #[inline]
    pub(crate) fn shift_right(&mut self, d: i64, carry: bool) -> i64 {
        if carry {
            self.set_c(d & 1 != 0);
        }
        self.set_result(d >> 1)
    }

    /// Logic works on bits 47-24; N is bit 47, Z tells whether they are zero, V is cleared, E and U stay (Table A-5).
    #[inline]
    fn logic(&mut self, d: i64, value: i64) -> i64 {
        let part = value & MSP;
        // Bit 47 in the place of bit 55 makes N; the bits below tell Z.
        self.set_nz((part << 16) >> 8);
        (d & !MSP) | part
    }

    #[inline]
    fn rotate_left(&mut self, d: i64, low: u16) -> i64 {
        let result = self.logic(d, (d << 1 & MSP & !(1 << 24)) | i64::from(low) << 24);
        self.set_c(d >> 47 & 1 != 0);
        result
    }

    /// N is the new bit 47: the old carry for ROR (UM A-12).
    #[inline]
    fn rotate_right(&mut self, d: i64, high: u16) -> i64 {
        let result = self.logic(d, ((d & MSP) >> 1 & MSP) | i64::from(high) << 47);
        self.set_c(d >> 24 & 1 != 0);
        result
    }

    /// One step of a division (UM A-58): shift in C, then add or subtract by the signs; the quotient bit is C.
    pub(crate) fn divide_step(&mut self, acc: usize, source: Reg) {
        let d = self.alu.acc[acc];
        let s = self.operand(source);
        let shifted = sext56(d << 1) | i64::from(self.status.sr & sr::C);
        let result = sext56(if (d ^ s) < 0 { shifted + s } else { shifted - s });
        self.set_v((d ^ shifted) < 0);
        self.set_c(result >= 0);
        self.alu.acc[acc] = result;
    }
}
