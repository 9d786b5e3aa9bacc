//! BCHG, BCLR, BSET (UM ): read, change one bit, write back.

use crate::decode::instruction::{DecodedInstruction, OperandLocation};
use crate::semantics::Machine;
use crate::semantics::registers::agu_index;
use crate::state::Core;
use dsp56k_isa::Reg;

impl Core {
    /// Sets C to the old value of the bit and changes the bit. With SR as the destination only bit n changes (UM A-33).
    ///
    /// A and B go through the limiter and are written back as 24-bit operands; SSH pops and pushes, so that SP
    /// ends where it was.
    pub(crate) fn change_bit(&mut self, e: &DecodedInstruction, change: impl Fn(u32, u32) -> u32) {
        let bit = 1 << e.bit;
        if e.from == OperandLocation::Memory {
            let ea = e.ea[0];
            let address = self.effective_address(ea);
            let word = self.read(ea.space, address);
            self.set_c(word & bit != 0);
            self.write(ea.space, address, change(word, bit));
            return;
        }
        match e.regs[0] {
            Reg::SR => {
                let word = u32::from(self.sr());
                self.write_register(Reg::SR, change(word, bit));
            }
            reg => {
                let word = self.read_register(reg);
                self.set_c(word & bit != 0);
                if (Reg::R0 as u8..=Reg::M7 as u8).contains(&(reg as u8)) {
                    // UM A-237 does not list these among the instructions with a delayed write.
                    self.write_address_register_now(agu_index(reg), change(word, bit) as u16);
                } else {
                    self.write_register(reg, change(word, bit));
                }
            }
        }
    }
}
