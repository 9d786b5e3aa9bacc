//! Reading and writing registers as instructions do.

use crate::bits::{ACC_MASK, WORD_MASK, bits24, omr, sext24, sext56, sr};
use crate::semantics::limiter::Limiter;
use crate::semantics::registers::agu_index;
use crate::state::Core;
use crate::state::agu::DelayedWrite;
use crate::state::pending_events::PendingEvents;
use dsp56k_isa::Reg;
use std::sync::LazyLock;

/// Names of registers in lower case as numbers, and the registers, in order.
static NAMED: LazyLock<Vec<(u32, Reg)>> = LazyLock::new(|| {
    let known = Reg::ALL.into_iter().filter(|reg| !reg.info().only_operand);
    let mut named: Vec<_> = known.filter_map(|reg| Some((packed(reg.info().name)?, reg))).collect();
    named.sort_unstable_by_key(|(name, _)| *name);
    named
});

/// Returns a name of up to four letters in lower case as one number.
fn packed(name: &str) -> Option<u32> {
    let letters = name.as_bytes();
    (letters.len() <= 4)
        .then(|| letters.iter().fold(0, |all, letter| all << 8 | u32::from(letter.to_ascii_lowercase())))
}

/// Returns the register of a name in any case, except for registers that only the operands of a long move name.
pub fn register_named(name: &str) -> Option<Reg> {
    let name = packed(name)?;
    let place = NAMED.binary_search_by_key(&name, |(other, _)| *other).ok()?;
    Some(NAMED[place].1)
}

/// Returns A2 or B2 on the 24-bit bus.
#[inline(always)]
fn extension(acc: i64) -> u32 {
    // A2 and B2 are sign-extended on the bus (UM 7-4, 4-13); the accumulator already is.
    (acc >> 48) as u32 & WORD_MASK
}

impl Core {
    /// Returns a register's full value for a debugger: unsigned, of the register's width.
    pub(crate) fn debug_read(&self, reg: Reg) -> u64 {
        match reg {
            Reg::A => (self.alu.acc[0] & ACC_MASK) as u64,
            Reg::B => (self.alu.acc[1] & ACC_MASK) as u64,
            Reg::A2 | Reg::B2 => u64::from(self.peek_register(reg) & 0xFF),
            Reg::A10 => self.alu.acc[0] as u64 & 0xFFFF_FFFF_FFFF,
            Reg::B10 => self.alu.acc[1] as u64 & 0xFFFF_FFFF_FFFF,
            Reg::X => self.joined_input(1, 0),
            Reg::Y => self.joined_input(3, 2),
            _ => u64::from(self.peek_register(reg)),
        }
    }

    fn joined_input(&self, high: usize, low: usize) -> u64 {
        let [high, low] = [high, low].map(|input| u64::from(bits24(self.alu.input[input])));
        high << 24 | low
    }

    /// Returns the value of an address register for a program, including a delayed write.
    #[inline]
    pub(crate) fn address_register(&self, index: u8) -> u16 {
        if self.pending.has(PendingEvents::DELAYED_WRITE) {
            for late in [self.agu.delayed_write, self.agu.previous_delayed_write].into_iter().flatten() {
                if late.index == index {
                    return late.value;
                }
            }
        }
        let i = usize::from(index & 7);
        match index >> 3 {
            0 => self.agu.r[i],
            1 => self.agu.n[i],
            _ => self.agu.m[i],
        }
    }

    /// Writes an address register as a move does: the AGU sees the old value for one more instruction (UM A-237).
    #[inline]
    pub(crate) fn write_address_register(&mut self, index: u8, value: u16) {
        if let Some(earlier) = self.agu.delayed_write.replace(DelayedWrite { index, value }) {
            self.agu.set(earlier.index, earlier.value);
        }
        self.pending.set(PendingEvents::DELAYED_WRITE);
    }

    /// Writes an address register without the delay of moves.
    pub(crate) fn write_address_register_now(&mut self, index: u8, value: u16) {
        self.agu.delayed_write = self.agu.delayed_write.filter(|late| late.index != index);
        self.agu.previous_delayed_write = self.agu.previous_delayed_write.filter(|late| late.index != index);
        self.agu.set(index, value);
    }

    /// Commits the delayed write of the previous instruction, so that the AGU sees it.
    pub(crate) fn commit_delayed_write(&mut self) {
        if let Some(late) = self.agu.previous_delayed_write.take() {
            self.agu.set(late.index, late.value);
        }
        if self.agu.delayed_write.is_none() {
            self.pending.clear(PendingEvents::DELAYED_WRITE);
        }
    }

    /// Completes a delayed write between two instructions, as one that does not use the register does.
    pub(crate) fn complete_delayed_write(&mut self) {
        self.agu.previous_delayed_write = self.agu.delayed_write.take();
        self.commit_delayed_write();
    }

    /// Reads a register as the source of a 24-bit move: A and B go through shifter and limiter, SSH pops.
    #[inline]
    pub(crate) fn read_register(&mut self, reg: Reg) -> u32 {
        match reg {
            Reg::X0 | Reg::X1 | Reg::Y0 | Reg::Y1 => bits24(self.alu.input[reg as usize & 3]),
            Reg::A => bits24(self.limited_word(0)),
            Reg::B => bits24(self.limited_word(1)),
            Reg::SSH => {
                let value = self.stack.ssh[self.stack.top()];
                self.lower_sp();
                u32::from(value)
            }
            _ => self.peek_register(reg),
        }
    }

    /// Returns a register's value on the bus without the side effects of reading it; A and B are not limited.
    pub(crate) fn peek_register(&self, reg: Reg) -> u32 {
        match reg {
            Reg::X0 | Reg::X1 | Reg::Y0 | Reg::Y1 => bits24(self.alu.input[reg as usize & 3]),
            Reg::A0 => self.alu.acc[0] as u32 & WORD_MASK,
            Reg::B0 => self.alu.acc[1] as u32 & WORD_MASK,
            Reg::A1 | Reg::A | Reg::A10 | Reg::AB => (self.alu.acc[0] >> 24) as u32 & WORD_MASK,
            Reg::B1 | Reg::B | Reg::B10 | Reg::BA => (self.alu.acc[1] >> 24) as u32 & WORD_MASK,
            Reg::A2 => extension(self.alu.acc[0]),
            Reg::B2 => extension(self.alu.acc[1]),
            Reg::SR => u32::from(self.sr()),
            Reg::MR => u32::from(self.sr() >> 8),
            Reg::CCR => u32::from(self.sr() & sr::CCR),
            Reg::OMR => u32::from(self.omr),
            Reg::SP => u32::from(self.stack.sp),
            Reg::SSH => u32::from(self.stack.ssh[self.stack.top()]),
            Reg::SSL => u32::from(self.stack.ssl[self.stack.top()]),
            Reg::LA => u32::from(self.hw_loop.la),
            Reg::LC => u32::from(self.hw_loop.lc),
            Reg::PC => u32::from(self.flow.pc),
            Reg::X => bits24(self.alu.input[1]),
            Reg::Y => bits24(self.alu.input[3]),
            _ => u32::from(self.address_register(agu_index(reg))),
        }
    }

    /// Writes a register as the destination of a 24-bit move.
    #[inline]
    pub(crate) fn write_register(&mut self, reg: Reg, value: u32) {
        match reg {
            Reg::X0 | Reg::X1 | Reg::Y0 | Reg::Y1 => self.alu.input[reg as usize & 3] = sext24(value),
            // 24 bits to A or B: sign extension above, zeros below (UM 4-6).
            Reg::A => self.alu.acc[0] = i64::from(sext24(value)) << 24,
            Reg::B => self.alu.acc[1] = i64::from(sext24(value)) << 24,
            Reg::A0 => self.alu.acc[0] = (self.alu.acc[0] & !0xFF_FFFF) | i64::from(value),
            Reg::B0 => self.alu.acc[1] = (self.alu.acc[1] & !0xFF_FFFF) | i64::from(value),
            Reg::A1 => self.alu.acc[0] = (self.alu.acc[0] & !(0xFF_FFFF << 24)) | (i64::from(value) << 24),
            Reg::B1 => self.alu.acc[1] = (self.alu.acc[1] & !(0xFF_FFFF << 24)) | (i64::from(value) << 24),
            Reg::A2 => self.alu.acc[0] = sext56((self.alu.acc[0] & (ACC_MASK >> 8)) | (i64::from(value & 0xFF) << 48)),
            Reg::B2 => self.alu.acc[1] = sext56((self.alu.acc[1] & (ACC_MASK >> 8)) | (i64::from(value & 0xFF) << 48)),
            Reg::SR => self.set_sr(value as u16),
            Reg::MR => self.set_sr((self.sr() & 0x00FF) | ((value as u16 & 0xFF) << 8)),
            Reg::CCR => self.set_sr((self.sr() & 0xFF00) | (value as u16 & 0xFF)),
            Reg::OMR => self.set_omr(value as u8),
            Reg::SP => self.set_sp(value as u8),
            Reg::SSH => {
                // Preincrement; SSL of the new location does not change (UM 6-17).
                let i = self.raise_sp();
                if i != 0 {
                    self.stack.ssh[i] = value as u16;
                }
            }
            Reg::SSL => {
                let i = self.stack.top();
                if i != 0 {
                    self.stack.ssl[i] = value as u16;
                }
            }
            Reg::LA => {
                self.hw_loop.la = value as u16;
                self.watch_loop();
            }
            Reg::LC => self.hw_loop.lc = value as u16,
            Reg::PC => self.flow.pc = value as u16,
            // Never the destination of a 24-bit move.
            Reg::X | Reg::Y | Reg::A10 | Reg::B10 | Reg::AB | Reg::BA => {}
            _ => self.write_address_register(agu_index(reg), value as u16),
        }
    }

    /// Writes OMR. It takes effect on the memory map one instruction later (UM 8-2, 8-3, 3-9).
    pub(crate) fn set_omr(&mut self, value: u8) {
        self.omr = value & omr::MASK;
        self.pending.set(PendingEvents::MAP);
    }
}
