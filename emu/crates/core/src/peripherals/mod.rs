//! The on-chip peripherals and their registers at X:$FFC0-$FFFF (UM 10-5).

pub mod hi;

use crate::bits::WORD_MASK;
use crate::core::{Core, attention};
use crate::error::CoreError;
use hi::HostInterface;

/// Register addresses (UM 10-5).
pub(crate) mod address {
    pub(crate) const PBC: u16 = 0xFFE0;
    pub(crate) const PCC: u16 = 0xFFE1;
    pub(crate) const PBDDR: u16 = 0xFFE2;
    pub(crate) const PCDDR: u16 = 0xFFE3;
    pub(crate) const PBD: u16 = 0xFFE4;
    pub(crate) const PCD: u16 = 0xFFE5;
    pub(crate) const HCR: u16 = 0xFFE8;
    pub(crate) const HSR: u16 = 0xFFE9;
    pub(crate) const HRX: u16 = 0xFFEB;
    pub(crate) const CRA: u16 = 0xFFEC;
    pub(crate) const CRB: u16 = 0xFFED;
    pub(crate) const SSISR: u16 = 0xFFEE;
    pub(crate) const SCR: u16 = 0xFFF0;
    pub(crate) const SSR: u16 = 0xFFF1;
    pub(crate) const SCCR: u16 = 0xFFF2;
    pub(crate) const BCR: u16 = 0xFFFE;
    pub(crate) const IPR: u16 = 0xFFFF;
}

/// Bits of each register from X:$FFC0 up; 0 where none is assigned.
const WIDTHS: [u32; 64] = {
    let mut bits = [0; 64];
    bits[0x20] = 1;
    bits[0x21] = 9;
    bits[0x22] = 15;
    bits[0x23] = 9;
    bits[0x24] = 15;
    bits[0x25] = 9;
    bits[0x28] = 5;
    bits[0x29] = 8;
    bits[0x2B] = 24;
    bits[0x2C] = 16;
    bits[0x2D] = 16;
    bits[0x2E] = 8;
    bits[0x2F] = 24;
    bits[0x30] = 16;
    bits[0x31] = 8;
    bits[0x32] = 16;
    bits[0x33] = 24;
    bits[0x34] = 24;
    bits[0x35] = 24;
    bits[0x36] = 24;
    bits[0x3E] = 16;
    bits[0x3F] = 16;
    bits
};

/// IPR bits 9-6 are zero (UM 8-17).
const IPR_MASK: u16 = 0xFC3F;
const BCR_RESET: u16 = 0xFFFF;
/// SSI and SCI status after a reset: transmitter empty (UM 8-34, 8-35).
const SSISR_RESET: u32 = 0x40;
const SSR_RESET: u32 = 0x03;
/// CRB: transmitter and receiver enable; SCR the same.
const SSI_ENABLES: u32 = 0x3000;
const SCI_ENABLES: u32 = 0x2300;
/// PCC: pins of SCI and SSI.
const SSI_PINS: u32 = 0x1F8;

/// The registers. The serial interfaces are registers only: enabling one ends the run with an error.
#[derive(Clone, Debug)]
pub(crate) struct Peripherals {
    pub ipr: u16,
    pub bcr: u16,
    pub host: HostInterface,
    /// Words behind the other addresses of the page, unassigned ones included (what a debugger put there).
    pub latches: [u32; 64],
}

impl Default for Peripherals {
    fn default() -> Self {
        let mut new = Self { ipr: 0, bcr: BCR_RESET, host: HostInterface::default(), latches: [0; 64] };
        new.hardware_reset();
        new
    }
}

fn index(address: u16) -> usize {
    usize::from(address & 63)
}

impl Peripherals {
    pub(crate) fn hardware_reset(&mut self) {
        self.bcr = BCR_RESET;
        self.software_reset();
    }

    /// The RESET instruction: peripherals and IPR (UM A-190); BCR stays (docs/settled.md).
    pub(crate) fn software_reset(&mut self) {
        use address as a;
        self.ipr = 0;
        self.host.hardware_reset();
        for register in [a::PBC, a::PCC, a::PBDDR, a::PCDDR, a::PBD, a::PCD, a::CRA, a::CRB, a::SCR, a::SCCR] {
            self.latches[index(register)] = 0;
        }
        self.serial_reset();
    }

    /// STOP holds the peripherals in individual reset (UM 8-37).
    pub(crate) fn stop_reset(&mut self) {
        self.host.individual_reset();
        self.serial_reset();
    }

    fn serial_reset(&mut self) {
        self.latches[index(address::SSISR)] = SSISR_RESET;
        self.latches[index(address::SSR)] = SSR_RESET;
    }

    /// A register without side effects.
    pub(crate) fn peek(&self, register: u16) -> u32 {
        match register {
            address::IPR => u32::from(self.ipr),
            address::BCR => u32::from(self.bcr),
            address::HCR => u32::from(self.host.hcr),
            address::HSR => u32::from(self.host.hsr()),
            address::HRX => self.host.hrx,
            _ => self.latches[index(register)],
        }
    }

    /// Set a register, triggering nothing.
    pub(crate) fn poke(&mut self, register: u16, word: u32) {
        let bits = WIDTHS[index(register)];
        let value = if bits == 0 { word & WORD_MASK } else { word & ((1 << bits) - 1) };
        match register {
            address::IPR => self.ipr = value as u16 & IPR_MASK,
            address::BCR => self.bcr = value as u16,
            address::HCR => self.host.hcr = value as u8,
            address::HSR => self.host.set_hsr(value as u8),
            address::HRX => self.host.hrx = value,
            address::PBC => {
                self.latches[index(register)] = value;
                self.host.enabled = value & 1 != 0;
            }
            _ => self.latches[index(register)] = value,
        }
    }
}

impl Core {
    /// The DSP reads a peripheral register.
    pub(crate) fn read_peripheral(&mut self, register: u16) -> u32 {
        let value = self.peripherals.peek(register);
        if register == address::HRX {
            self.peripherals.host.dsp_read();
            self.refresh_interrupts();
        }
        value
    }

    /// The DSP writes a peripheral register; status registers and unassigned addresses take no writes (UM 10-5).
    pub(crate) fn write_peripheral(&mut self, register: u16, word: u32) {
        match register {
            // SSISR takes writes as TSR, which skips a time slot; nothing runs that could skip one.
            address::HSR | address::SSR | address::SSISR => {}
            address::HRX => self.peripherals.host.dsp_write(word),
            address::HCR => self.peripherals.host.hcr = word as u8 & 0x1F,
            address::PBC => {
                self.peripherals.poke(register, word);
                if word & 1 == 0 {
                    self.peripherals.host.individual_reset();
                }
            }
            address::BCR => {
                self.peripherals.poke(register, word);
                self.attention |= attention::WAITS;
            }
            _ if WIDTHS[index(register)] == 0 => {}
            _ => {
                self.peripherals.poke(register, word);
                self.refuse_serial();
            }
        }
        self.refresh_interrupts();
    }

    /// The serial interfaces are not modelled: a program that turns one on is told so.
    fn refuse_serial(&mut self) {
        let latch = |register: u16| self.peripherals.latches[index(register)];
        let ssi = latch(address::CRB) & SSI_ENABLES != 0 && latch(address::PCC) & SSI_PINS != 0;
        let sci = latch(address::SCR) & SCI_ENABLES != 0;
        let pc = self.pc;
        if ssi {
            self.fail(CoreError::Unsupported { what: "the synchronous serial interface (SSI)", pc });
        } else if sci {
            self.fail(CoreError::Unsupported { what: "the serial communication interface (SCI)", pc });
        }
    }
}
