//! The on-chip peripherals and their registers at X:$FFC0-$FFFF (UM 10-5).

pub mod hi;
mod ports;
mod rate;
pub mod sci;
pub(crate) mod serial;
mod snapshot;
pub mod ssi;

use crate::bits::WORD_MASK;
use hi::HostInterface;
use ports::Port;
pub use ports::PortChange;
pub use rate::BitClock;
use sci::Sci;
use serial::SerialInterface;
use ssi::Ssi;

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
    pub(crate) const RX: u16 = 0xFFEF;
    pub(crate) const SCR: u16 = 0xFFF0;
    pub(crate) const SSR: u16 = 0xFFF1;
    pub(crate) const SCCR: u16 = 0xFFF2;
    pub(crate) const STXA: u16 = 0xFFF3;
    pub(crate) const SRX_LOW: u16 = 0xFFF4;
    pub(crate) const SRX_HIGH: u16 = 0xFFF6;
    pub(crate) const BCR: u16 = 0xFFFE;
    pub(crate) const IPR: u16 = 0xFFFF;
}

/// IPR bits 9-6 are zero (UM 8-17).
const IPR_MASK: u16 = 0xFC3F;
const BCR_RESET: u16 = 0xFFFF;
/// PCC: pins of SCI and SSI (UM 11-3).
const SCI_PINS: u16 = 0x007;
const SSI_PINS: u16 = 0x1F8;
/// HREQ is pin 13 of port B, asserted low (UM 10-28).
const HREQ_PIN: u16 = 1 << 13;

/// Words that the program wrote to data registers of peripherals that could not send them, counted since power-up.
#[derive(Clone, Copy, Default)]
pub struct LostWords {
    /// HTX while port B is not the host interface.
    pub host: u64,
    /// TX while the SSI has no pin, or an external clock is missing.
    pub ssi: u64,
    /// STX and STXA while the SCI has no pin, or an external clock is missing.
    pub sci: u64,
}

/// The registers and what they are registers of.
pub(crate) struct Peripherals {
    pub ipr: u16,
    pub bcr: u16,
    pub host: HostInterface,
    pub ssi: Ssi,
    pub sci: Sci,
    pub port_b: Port,
    pub port_c: Port,
    pub lost: LostWords,
    /// Words at the unassigned addresses of the page: what a debugger put there.
    pub latches: [u32; 64],
}

impl Default for Peripherals {
    fn default() -> Self {
        let mut new = Self {
            ipr: 0,
            bcr: BCR_RESET,
            host: HostInterface::default(),
            ssi: Ssi::default(),
            sci: Sci::default(),
            port_b: Port::b(),
            port_c: Port::c(),
            lost: LostWords::default(),
            latches: [0; 64],
        };
        new.hardware_reset();
        new
    }
}

fn index(address: u16) -> usize {
    usize::from(address & 63)
}

fn is_register(register: u16) -> bool {
    use address as a;
    matches!(register, a::PBC..=a::PCD | a::HCR | a::HSR | a::HRX..=a::SRX_HIGH | a::BCR | a::IPR)
}

impl Peripherals {
    pub(crate) fn hardware_reset(&mut self) {
        self.bcr = BCR_RESET;
        self.software_reset(0);
    }

    /// The RESET instruction: peripherals and IPR (UM A-190); BCR stays (docs/reference/hardware-ambiguities.md).
    pub(crate) fn software_reset(&mut self, now: u64) {
        self.ipr = 0;
        self.host.hardware_reset();
        self.ssi.reset();
        self.sci.reset(now);
        self.port_b.reset(now);
        self.port_c.reset(now);
    }

    /// STOP holds the peripherals in individual reset (UM 8-37).
    pub(crate) fn stop(&mut self) {
        self.host.stopped = true;
        self.host.individual_reset();
        self.ssi.individual_reset();
        self.sci.individual_reset();
        (self.sci.timer_at, self.sci.timer_pending) = (None, false);
    }

    /// The end of STOP: what has pins starts again.
    pub(crate) fn restart(&mut self, now: u64) -> Result<(), &'static str> {
        self.host.stopped = false;
        self.sci.origin = now;
        self.sci.schedule_timer(now);
        if self.ssi.active {
            self.ssi.start(now)?;
        }
        if self.sci.active {
            self.sci.start(now)?;
        }
        Ok(())
    }

    /// The clock of the next thing that a peripheral does by itself.
    pub(crate) fn next_event(&self) -> u64 {
        self.ssi.next_event().min(self.sci.next_event())
    }

    /// What is due at `clock` happens.
    pub(crate) fn advance(&mut self, clock: u64) {
        let pins = self.port_c_pins() >> 3 & 3;
        self.ssi.advance(clock, pins as u8);
        self.sci.advance(clock);
    }

    fn port_b_levels(&self) -> u16 {
        if self.host.hreq() { 0 } else { HREQ_PIN }
    }

    /// The levels at the pins of port B.
    pub(crate) fn port_b_pins(&self) -> u16 {
        self.port_b.pins(self.port_b_levels())
    }

    /// The levels at the pins of port C.
    pub(crate) fn port_c_pins(&self) -> u16 {
        self.port_c.pins(self.ssi.port_c_levels())
    }

    /// A register without side effects.
    pub(crate) fn peek(&self, register: u16) -> u32 {
        use address as a;
        let half = match register {
            a::IPR => self.ipr,
            a::BCR => self.bcr,
            a::HCR => u16::from(self.host.hcr),
            a::HSR => u16::from(self.host.hsr()),
            a::PBC => self.port_b.control,
            a::PCC => self.port_c.control,
            a::PBDDR => self.port_b.direction,
            a::PCDDR => self.port_c.direction,
            a::PBD => self.port_b.read(self.port_b_levels()),
            a::PCD => self.port_c.read(self.ssi.port_c_levels()),
            a::CRA => self.ssi.cra,
            a::CRB => self.ssi.crb,
            a::SSISR => u16::from(self.ssi.status),
            a::SCR => self.sci.scr,
            a::SSR => u16::from(self.sci.status),
            a::SCCR => self.sci.sccr,
            // STXA is for writing only (UM 11-11).
            a::STXA => 0,
            a::HRX => return self.host.hrx,
            a::RX => return self.ssi.rx,
            a::SRX_LOW..=a::SRX_HIGH => return u32::from(self.sci.srx) << (8 * (register - a::SRX_LOW)),
            _ => return self.latches[index(register)],
        };
        u32::from(half)
    }

    /// Set a register, triggering nothing but what follows from its new contents: a control register takes effect at
    /// clock `now`, a data register or flag simply changes.
    pub(crate) fn poke(&mut self, register: u16, word: u32, now: u64) -> Result<(), &'static str> {
        use address as a;
        match register {
            a::HSR => self.host.set_hsr(word as u8),
            a::HRX => self.host.hrx = word & WORD_MASK,
            a::SSISR => self.ssi.status = word as u8,
            a::RX => self.ssi.rx = word & WORD_MASK,
            a::SSR => self.sci.status = word as u8,
            a::SRX_LOW..=a::SRX_HIGH => self.sci.srx = (word >> (8 * (register - a::SRX_LOW))) as u8,
            a::STXA => {}
            _ if is_register(register) => return self.write(register, word, now),
            _ => self.latches[index(register)] = word & WORD_MASK,
        }
        Ok(())
    }

    /// The DSP writes a register; status registers and unassigned addresses take no writes (UM 10-5).
    pub(crate) fn write(&mut self, register: u16, word: u32, now: u64) -> Result<(), &'static str> {
        use address as a;
        let half = word as u16;
        match register {
            a::IPR => self.ipr = half & IPR_MASK,
            a::BCR => self.bcr = half,
            a::HCR => self.host.hcr = word as u8 & 0x1F,
            a::HRX => {
                self.lost.host += u64::from(!self.host.enabled);
                self.host.dsp_write(word);
            }
            a::PBC => {
                self.port_b.control = half & 1;
                self.port_b.note(now);
                self.host.enabled = half & 1 != 0;
                if !self.host.enabled {
                    self.host.individual_reset();
                }
            }
            a::PBDDR => {
                self.port_b.direction = half & 0x7FFF;
                self.port_b.note(now);
            }
            a::PBD => {
                self.port_b.latch = half & 0x7FFF;
                self.port_b.note(now);
            }
            a::PCC => {
                self.port_c.control = half & 0x1FF;
                self.port_c.note(now);
                self.ssi.select(half & SSI_PINS != 0, now)?;
                self.sci.select(half & SCI_PINS != 0, now)?;
            }
            a::PCDDR => {
                self.port_c.direction = half & 0x1FF;
                self.port_c.note(now);
            }
            a::PCD => {
                self.port_c.latch = half & 0x1FF;
                self.port_c.note(now);
            }
            a::CRA => self.ssi.write_cra(half, now)?,
            a::CRB => self.ssi.write_crb(half, now)?,
            a::SSISR => self.ssi.write_tsr(now),
            a::RX => {
                self.lost.ssi += u64::from(!self.ssi.is_clocked());
                self.ssi.write_tx(word, now);
            }
            a::SCR => self.sci.write_scr(half, now)?,
            a::SCCR => self.sci.write_sccr(half, now)?,
            a::STXA => self.write_stx(word as u8, true, now),
            a::SRX_LOW..=a::SRX_HIGH => self.write_stx((word >> (8 * (register - a::SRX_LOW))) as u8, false, now),
            _ => {}
        }
        Ok(())
    }

    fn write_stx(&mut self, byte: u8, address: bool, now: u64) {
        self.lost.sci += u64::from(!self.sci.is_clocked());
        self.sci.write_stx(byte, address, now);
    }
}
