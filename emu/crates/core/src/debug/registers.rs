//! A debugger's access to registers: the full width, without the side effects of an instruction's access.

use crate::bits::{ACC_MASK, sext24, sext56, sp};
use crate::chip::Dsp56001;
use crate::error::CoreError;
use crate::semantics::registers::agu_index;
use crate::state::Core;
use crate::state::interrupts::Phase;
use crate::state::pending_events::PendingEvents;
use dsp56k_isa::Reg;

impl Dsp56001 {
    /// Returns a register as an unsigned number of the register's width. SSH does not pop.
    pub fn register(&self, reg: Reg) -> u64 {
        self.core.debug_read(reg)
    }

    /// Sets a register; bits that it does not have are dropped. SSH does not push.
    ///
    /// # Errors
    /// The value is wider than the register.
    pub fn set_register(&mut self, reg: Reg, value: u64) -> Result<(), CoreError> {
        self.core.debug_write(reg, value)?;
        self.apply_deferred_changes();
        Ok(())
    }

    /// Returns stack location 0-15: (SSH, SSL).
    pub fn stack(&self, location: u8) -> (u16, u16) {
        let i = usize::from(location & 15);
        (self.core.stack.ssh[i], self.core.stack.ssl[i])
    }

    /// Sets SSH and SSL of the location `location & 15` of the system stack, without side effects.
    pub fn set_stack(&mut self, location: u8, high: u16, low: u16) {
        let i = usize::from(location & 15);
        (self.core.stack.ssh[i], self.core.stack.ssl[i]) = (high, low);
    }
}

impl Core {
    /// Sets a register from a debugger, without limiting, stack movement or other side effects. Bits that the register
    /// does not have are dropped; a value wider than the register is an error.
    pub(crate) fn debug_write(&mut self, reg: Reg, value: u64) -> Result<(), CoreError> {
        let info = reg.info();
        let bits = u32::from(info.width);
        if bits < 64 && value >> bits != 0 {
            return Err(CoreError::ValueTooLarge { what: format!("register {}", info.name), value, bits });
        }
        match reg {
            Reg::A => self.alu.acc[0] = sext56(value as i64),
            Reg::B => self.alu.acc[1] = sext56(value as i64),
            Reg::A10 => self.alu.acc[0] = (self.alu.acc[0] & !(ACC_MASK >> 8)) | value as i64,
            Reg::B10 => self.alu.acc[1] = (self.alu.acc[1] & !(ACC_MASK >> 8)) | value as i64,
            Reg::X => (self.alu.input[1], self.alu.input[0]) = (sext24((value >> 24) as u32), sext24(value as u32)),
            Reg::Y => (self.alu.input[3], self.alu.input[2]) = (sext24((value >> 24) as u32), sext24(value as u32)),
            Reg::SSH => self.stack.ssh[self.stack.top()] = value as u16,
            Reg::SSL => self.stack.ssl[self.stack.top()] = value as u16,
            Reg::SP => {
                // A pending stack error belongs to the previous stack pointer.
                self.stack.sp = value as u8 & sp::MASK;
                self.interrupts.stack_error = false;
                self.refresh_interrupts();
            }
            Reg::OMR => {
                self.set_omr(value as u8);
                self.apply_map(self.omr);
            }
            Reg::PC => self.set_pc(value as u16),
            _ if (Reg::R0 as u8..=Reg::M7 as u8).contains(&(reg as u8)) => {
                self.write_address_register_now(agu_index(reg), value as u16);
            }
            _ => self.write_register(reg, value as u32),
        }
        Ok(())
    }

    /// Sets the program counter as if execution had reached it. Ends a REP, a vector and a WAIT or STOP state in
    /// progress; delayed writes take effect.
    pub(crate) fn set_pc(&mut self, pc: u16) {
        self.flow.pc = pc;
        self.complete_delayed_write();
        self.pending.clear(PendingEvents::REPEAT | PendingEvents::PREFETCHED);
        self.fetch.prefetched = None;
        self.interrupts.phase = Phase::Idle;
        (self.interrupts.trace, self.interrupts.swi) = (false, false);
        self.clear_stall();
        self.wake();
    }
}
