//! The internal peripherals and their registers at X:$FFC0-$FFFF (UM 10-5).

mod bit_clock;
pub mod hi;
mod ports;
pub mod sci;
pub(crate) mod serial;
mod snapshot;
pub mod ssi;

use crate::bits::WORD_MASK;
pub use bit_clock::BitClock;
use dsp56k_isa::io::{
    bcr, hcr, ipr, pbc, pbd, pbddr, pcc, pcd, pcddr, srxh, srxl, srxm, ssisr, stxa, stxh, stxl, stxm,
};
use dsp56k_isa::{ReadRegister, WriteRegister};
use hi::HostInterface;
use ports::Port;
pub use ports::PortChange;
use sci::Sci;
use serial::SerialInterface;
use ssi::Ssi;

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

/// The registers and their peripherals.
pub(crate) struct Peripherals {
    pub ipr: u16,
    pub bcr: u16,
    pub host: HostInterface,
    pub ssi: Ssi,
    pub sci: Sci,
    pub port_b: Port,
    pub port_c: Port,
    pub lost: LostWords,
    /// Words at the unassigned addresses of the page, which only a debugger can write.
    pub latches: [u32; 64],
}

impl Default for Peripherals {
    fn default() -> Self {
        let mut new = Self {
            ipr: ipr::RESET,
            bcr: bcr::RESET,
            host: HostInterface::default(),
            ssi: Ssi::default(),
            sci: Sci::default(),
            port_b: Port::b(),
            port_c: Port::c(),
            lost: LostWords::default(),
            latches: [0; 64],
        };
        new.hardware_reset(0);
        new
    }
}

fn index(address: u16) -> usize {
    usize::from(address & 63)
}

impl Peripherals {
    pub(crate) fn hardware_reset(&mut self, now: u64) {
        self.bcr = bcr::RESET;
        self.software_reset(now);
    }

    /// Resets peripherals and IPR by the RESET instruction (UM A-190); BCR does not change
    /// (docs/reference/hardware-ambiguities.md).
    pub(crate) fn software_reset(&mut self, now: u64) {
        self.ipr = ipr::RESET;
        self.host.hardware_reset();
        self.ssi.reset();
        self.sci.reset(now);
        self.port_b.reset(now);
        self.port_c.reset(now);
    }

    /// Holds the peripherals in individual reset during STOP (UM 8-37).
    pub(crate) fn stop(&mut self) {
        self.host.stopped = true;
        self.host.individual_reset();
        self.ssi.individual_reset();
        self.sci.individual_reset();
        (self.sci.timer_at, self.sci.timer_pending) = (None, false);
    }

    /// Restarts the interfaces with pins at the end of STOP.
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

    /// Returns the clock of the next event of a peripheral.
    pub(crate) fn next_event(&self) -> u64 {
        self.ssi.next_event().min(self.sci.next_event())
    }

    /// Returns the clock of the next event that nothing notices before the program accesses a peripheral.
    pub(crate) fn next_quiet_event(&self) -> u64 {
        let ssi = if self.ssi.is_quiet() { self.ssi.next_event() } else { u64::MAX };
        let sci = if self.sci.is_quiet() { self.sci.next_event() } else { u64::MAX };
        ssi.min(sci)
    }

    /// Returns the clock of the next other event.
    pub(crate) fn next_noticed_event(&self) -> u64 {
        let ssi = if self.ssi.is_quiet() { u64::MAX } else { self.ssi.next_event() };
        let sci = if self.sci.is_quiet() { u64::MAX } else { self.sci.next_event() };
        ssi.min(sci)
    }

    /// Runs the events at `clock`.
    pub(crate) fn advance(&mut self, clock: u64) {
        let pins = self.port_c_pins() >> pcc::SSI_SHIFT;
        self.ssi.advance(clock, pins as u8 & ssisr::IF);
        self.sci.advance(clock);
    }

    fn port_b_levels(&self) -> u16 {
        if self.host.hreq() { 0 } else { HREQ_PIN }
    }

    /// Returns the levels at the pins of port B.
    pub(crate) fn port_b_pins(&self) -> u16 {
        self.port_b.pins(self.port_b_levels())
    }

    /// Returns the levels at the pins of port C.
    pub(crate) fn port_c_pins(&self) -> u16 {
        self.port_c.pins(self.ssi.port_c_levels())
    }

    /// Returns a register without side effects. An address that the DSP only writes reads as an unassigned one (UM
    /// 11-11).
    pub(crate) fn peek(&self, address: u16) -> u32 {
        use ReadRegister as R;
        let Some(register) = R::at(address) else { return self.latches[index(address)] };
        let half = match register {
            R::IPR => self.ipr,
            R::BCR => self.bcr,
            R::HCR => u16::from(self.host.hcr),
            R::HSR => u16::from(self.host.hsr()),
            R::PBC => self.port_b.control,
            R::PCC => self.port_c.control,
            R::PBDDR => self.port_b.direction,
            R::PCDDR => self.port_c.direction,
            R::PBD => self.port_b.read(self.port_b_levels()),
            R::PCD => self.port_c.read(self.ssi.port_c_levels()),
            R::CRA => self.ssi.cra,
            R::CRB => self.ssi.crb,
            R::SSISR => u16::from(self.ssi.status),
            R::SCR => self.sci.scr,
            R::SSR => u16::from(self.sci.status),
            R::SCCR => self.sci.sccr,
            R::HRX => return self.host.hrx,
            R::RX => return self.ssi.rx,
            R::SRXL => return u32::from(self.sci.srx) << srxl::SRX_SHIFT,
            R::SRXM => return u32::from(self.sci.srx) << srxm::SRX_SHIFT,
            R::SRXH => return u32::from(self.sci.srx) << srxh::SRX_SHIFT,
        };
        u32::from(half)
    }

    /// Sets a register without other effects than those of its new contents: a control register takes effect at clock
    /// `now`, a data register or flag only changes.
    pub(crate) fn poke(&mut self, address: u16, word: u32, now: u64) -> Result<(), &'static str> {
        use ReadRegister as R;
        match R::at(address) {
            Some(R::HSR) => self.host.set_hsr(word as u8),
            Some(R::HRX) => self.host.hrx = word & WORD_MASK,
            Some(R::SSISR) => self.ssi.status = word as u8,
            Some(R::RX) => self.ssi.rx = word & WORD_MASK,
            Some(R::SSR) => self.sci.status = word as u8,
            Some(R::SRXL) => self.sci.srx = (word >> srxl::SRX_SHIFT) as u8,
            Some(R::SRXM) => self.sci.srx = (word >> srxm::SRX_SHIFT) as u8,
            Some(R::SRXH) => self.sci.srx = (word >> srxh::SRX_SHIFT) as u8,
            Some(_) => return self.write(address, word, now),
            None if WriteRegister::at(address).is_some() => {}
            None => self.latches[index(address)] = word & WORD_MASK,
        }
        Ok(())
    }

    /// Writes a register as the DSP does; status registers and unassigned addresses ignore writes (UM 10-5).
    pub(crate) fn write(&mut self, address: u16, word: u32, now: u64) -> Result<(), &'static str> {
        use WriteRegister as W;
        let Some(register) = W::at(address) else { return Ok(()) };
        let half = word as u16;
        match register {
            W::IPR => self.ipr = half & ipr::MASK,
            W::BCR => self.bcr = half & bcr::MASK,
            W::HCR => self.host.hcr = word as u8 & hcr::MASK,
            W::HTX => {
                self.lost.host += u64::from(!self.host.enabled);
                self.host.dsp_write(word);
            }
            W::PBC => {
                self.port_b.control = half & u16::from(pbc::MASK);
                self.port_b.note(now);
                self.host.enabled = word as u8 & pbc::BC != 0;
                if !self.host.enabled {
                    self.host.individual_reset();
                }
            }
            W::PBDDR => {
                self.port_b.direction = half & pbddr::MASK;
                self.port_b.note(now);
            }
            W::PBD => {
                self.port_b.latch = half & pbd::MASK;
                self.port_b.note(now);
            }
            W::PCC => {
                self.port_c.control = half & pcc::MASK;
                self.port_c.note(now);
                self.ssi.select(half & pcc::SSI != 0, now)?;
                self.sci.select(half & pcc::SCI != 0, now)?;
            }
            W::PCDDR => {
                self.port_c.direction = half & pcddr::MASK;
                self.port_c.note(now);
            }
            W::PCD => {
                self.port_c.latch = half & pcd::MASK;
                self.port_c.note(now);
            }
            W::CRA => self.ssi.write_cra(half, now)?,
            W::CRB => self.ssi.write_crb(half, now)?,
            W::TSR => self.ssi.write_tsr(now),
            W::TX => {
                self.lost.ssi += u64::from(!self.ssi.is_clocked());
                self.ssi.write_tx(word, now);
            }
            W::SCR => self.sci.write_scr(half, now)?,
            W::SCCR => self.sci.write_sccr(half, now)?,
            W::STXA => self.write_stx((word >> stxa::STX_SHIFT) as u8, true, now),
            W::STXL => self.write_stx((word >> stxl::STX_SHIFT) as u8, false, now),
            W::STXM => self.write_stx((word >> stxm::STX_SHIFT) as u8, false, now),
            W::STXH => self.write_stx((word >> stxh::STX_SHIFT) as u8, false, now),
        }
        Ok(())
    }

    fn write_stx(&mut self, byte: u8, address: bool, now: u64) {
        self.lost.sci += u64::from(!self.sci.is_clocked());
        self.sci.write_stx(byte, address, now);
    }
}
