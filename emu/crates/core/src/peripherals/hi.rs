//! The host interface, both sides (UM 10-7 to 10-62).
//!
//! In a DMA mode HACK strobes a byte to or from the register that a counter selects; it starts at HM and returns there
//! with the low byte (UM 10-21).
//!
//! While PBC bit 0 is 0 the interface is held in individual reset (UM 8-32).

use dsp56k_isa::host::cvr::{self, HC, HV};
use dsp56k_isa::host::icr::{self, HM, HM_SHIFT, INIT, RREQ, TREQ};
use dsp56k_isa::host::{isr, ivr, rxh, rxl, rxm, txh, txl, txm};
use dsp56k_isa::io::hcr::{self, HCIE, HRIE, HTIE};
use dsp56k_isa::io::hsr;

/// HF1:HF0 in ICR and HSR.
const HOST_FLAGS: u8 = icr::HF0 | icr::HF1;
/// HF3:HF2 in HCR and ISR.
const DSP_FLAGS: u8 = hcr::HF2 | hcr::HF3;
// The flags are copied in place, and a DMA transfer has two bits of the offset.
const _: () = assert!(HOST_FLAGS == hsr::HF && DSP_FLAGS == isr::HF2 | isr::HF3);
const _: () = assert!(rxl::OFFSET == txl::OFFSET && rxl::OFFSET == DMA_OFFSET + 3);

/// Offset that a DMA transfer adds its counter to (UM 10-21).
const DMA_OFFSET: u8 = 4;

/// State of the host interface.
#[derive(Clone, Debug)]
pub struct HostInterface {
    /// PBC bit 0: the pins belong to the interface.
    pub(crate) enabled: bool,
    /// STOP holds the interface in reset (UM 8-37).
    pub(crate) stopped: bool,
    pub(crate) hcr: u8,
    pub(crate) hrdf: bool,
    pub(crate) htde: bool,
    pub(crate) hrx: u32,
    pub(crate) htx: u32,
    pub(crate) icr: u8,
    pub(crate) cvr: u8,
    pub(crate) ivr: u8,
    pub(crate) rxdf: bool,
    pub(crate) txde: bool,
    /// Host-side byte registers, high byte first.
    pub(crate) rx: u32,
    pub(crate) tx: u32,
    /// The DMA address counter: register `DMA_OFFSET + counter` is next.
    pub(crate) counter: u8,
}

impl Default for HostInterface {
    fn default() -> Self {
        Self {
            enabled: false,
            stopped: false,
            hcr: hcr::RESET,
            hrdf: false,
            htde: true,
            hrx: 0,
            htx: 0,
            icr: icr::RESET,
            cvr: cvr::RESET,
            ivr: ivr::RESET,
            rxdf: false,
            txde: true,
            rx: 0,
            tx: 0,
            counter: 0,
        }
    }
}

/// Returns the bits of `mask` if `is_set`.
fn flag(is_set: bool, mask: u8) -> u8 {
    if is_set { mask } else { 0 }
}

impl HostInterface {
    /// Resets the interface by the RESET pin or instruction: also the enables, HF2, HF3 and the vector byte (UM 8-33).
    pub(crate) fn hardware_reset(&mut self) {
        (self.enabled, self.stopped) = (false, false);
        self.hcr = hcr::RESET;
        self.ivr = ivr::RESET;
        self.individual_reset();
    }

    /// Resets flags and host-side control; data registers retain their words (UM 8-33).
    pub(crate) fn individual_reset(&mut self) {
        self.hrdf = false;
        self.htde = true;
        self.icr = icr::RESET;
        self.cvr = cvr::RESET;
        self.rxdf = false;
        self.txde = true;
        self.counter = 0;
    }

    /// Returns true if the interface is not in reset.
    fn running(&self) -> bool {
        self.enabled && !self.stopped
    }

    fn dma(&self) -> bool {
        self.icr & HM != 0
    }

    /// Returns HSR: flags, HF1:HF0 and the DMA bit.
    pub(crate) fn hsr(&self) -> u8 {
        flag(self.hrdf, hsr::HRDF)
            | flag(self.htde, hsr::HTDE)
            | flag(self.cvr & HC != 0, hsr::HCP)
            | self.icr & HOST_FLAGS
            | flag(self.dma(), hsr::DMA)
    }

    /// Sets the flags of HSR as a debugger does, with HC and HF1:HF0.
    pub(crate) fn set_hsr(&mut self, value: u8) {
        self.hrdf = value & hsr::HRDF != 0;
        self.htde = value & hsr::HTDE != 0;
        self.cvr = self.cvr & !HC | flag(value & hsr::HCP != 0, HC);
        self.icr = self.icr & !HOST_FLAGS | value & HOST_FLAGS;
    }

    pub(crate) fn receive_interrupt(&self) -> bool {
        self.hrdf && self.hcr & HRIE != 0
    }

    /// Returns true if the transmit interrupt is requested. HTDE is set in individual reset as well (Table 10-1); STOP
    /// ignores requests (UM 8-39).
    pub(crate) fn transmit_interrupt(&self) -> bool {
        !self.stopped && self.htde && self.hcr & HTIE != 0
    }

    /// Returns true if the host command interrupt is requested. UM 10-42 requires DMA off for host commands, UM 10-54
    /// uses one with DMA on: it is served (hardware-ambiguities.md).
    pub(crate) fn command_interrupt(&self) -> bool {
        self.cvr & HC != 0 && self.hcr & HCIE != 0
    }

    /// Acknowledges the command: HC and HCP clear. Returns its vector, twice HV (UM 10-23).
    pub(crate) fn acknowledge_command(&mut self) -> u16 {
        self.cvr &= !HC;
        u16::from(self.cvr & HV) * 2
    }

    /// Empties HRX after the DSP has read it (UM 10-14).
    pub(crate) fn dsp_read(&mut self) {
        self.hrdf = false;
        self.fill_dsp();
    }

    /// Writes HTX as the DSP does (UM 10-15). In individual reset HTDE stays set.
    pub(crate) fn dsp_write(&mut self, word: u32) {
        self.htx = word;
        if self.running() {
            self.htde = false;
            self.fill_host();
        }
    }

    /// Moves a full TX to an empty HRX.
    fn fill_dsp(&mut self) {
        if !self.txde && !self.hrdf {
            self.hrx = self.tx;
            self.hrdf = true;
            self.txde = true;
            if self.dma() && self.icr & TREQ != 0 {
                // UM 10-52: the transfer loads the counter.
                self.counter = self.host_mode();
            }
        }
    }

    /// Moves a full HTX to an empty RX.
    fn fill_host(&mut self) {
        if !self.htde && !self.rxdf {
            self.rx = self.htx;
            self.rxdf = true;
            self.htde = true;
            if self.dma() && self.icr & RREQ != 0 {
                // UM 10-55: the transfer loads the counter.
                self.counter = self.host_mode();
            }
        }
    }

    /// Returns the HREQ pin: the interrupt-mode equation, or the DMA request of the selected direction (UM 10-20,
    /// 10-32).
    pub(crate) fn hreq(&self) -> bool {
        self.icr & RREQ != 0 && self.rxdf || self.icr & TREQ != 0 && self.txde
    }

    /// Reads offset 0-7 as the host does; reading RXL empties RX.
    pub(crate) fn host_read(&mut self, offset: u8) -> u8 {
        let value = self.host_peek(offset);
        if offset & 7 == rxl::OFFSET && self.running() {
            self.rxdf = false;
            self.fill_host();
        }
        value
    }

    /// Returns a register of the host side without side effects.
    pub(crate) fn host_peek(&self, offset: u8) -> u8 {
        match offset & 7 {
            icr::OFFSET => self.icr,
            cvr::OFFSET => self.cvr,
            isr::OFFSET => {
                flag(self.rxdf, isr::RXDF)
                    | flag(self.txde, isr::TXDE)
                    | flag(self.txde && !self.hrdf, isr::TRDY)
                    | self.hcr & DSP_FLAGS
                    | flag(self.dma(), isr::DMA)
                    | flag(self.hreq(), isr::HREQ)
            }
            ivr::OFFSET => self.ivr,
            rxh::OFFSET => (self.rx >> 16) as u8,
            rxm::OFFSET => (self.rx >> 8) as u8,
            rxl::OFFSET => self.rx as u8,
            _ => 0,
        }
    }

    /// Writes offset 0-7 as the host does; writing TXL fills TX. While its pins belong to port B no access reaches the
    /// interface (UM 10-27); STOP holds its control and flags in reset.
    pub(crate) fn host_write(&mut self, offset: u8, byte: u8) {
        let offset = offset & 7;
        if !self.enabled || (self.stopped && offset < ivr::OFFSET) {
            return;
        }
        match offset {
            icr::OFFSET => self.write_icr(byte),
            cvr::OFFSET => self.cvr = byte & cvr::MASK,
            ivr::OFFSET => self.ivr = byte,
            txh::OFFSET => self.tx = self.tx & 0x00_FFFF | u32::from(byte) << 16,
            txm::OFFSET => self.tx = self.tx & 0xFF_00FF | u32::from(byte) << 8,
            txl::OFFSET => {
                self.tx = self.tx & 0xFF_FF00 | u32::from(byte);
                if self.running() {
                    self.txde = false;
                    self.fill_dsp();
                }
            }
            _ => {}
        }
    }

    /// Writes ICR. INIT clears the channels selected by TREQ and RREQ, loads the counter, and clears itself. The
    /// "transfer in progress" that it waits for is one HACK pulse, which has ended (UM 10-21 to 10-23, 10-61).
    fn write_icr(&mut self, byte: u8) {
        self.icr = byte & icr::MASK & !INIT;
        if byte & INIT == 0 {
            return;
        }
        self.counter = self.host_mode();
        if self.icr & RREQ != 0 {
            self.rxdf = false;
            self.htde = true;
        }
        if self.icr & TREQ != 0 {
            self.txde = true;
            self.hrdf = false;
        }
    }

    /// Returns HM1:HM0.
    fn host_mode(&self) -> u8 {
        (self.icr & HM) >> HM_SHIFT
    }

    /// Advances the counter after a DMA byte from or to register `DMA_OFFSET + counter`: to the next one, or to HM
    /// after the low byte (UM 10-21).
    fn count(&mut self, counter: u8) {
        self.counter = if counter == 3 { self.host_mode() } else { counter + 1 };
    }

    /// Asserts HACK while the host reads. Returns the vector byte for an interrupt request (UM 10-26, 10-32), a data
    /// byte for a DMA request (UM 10-55).
    pub(crate) fn acknowledge_read(&mut self) -> Option<u8> {
        if !self.running() {
            return None;
        }
        if !self.dma() {
            return self.hreq().then_some(self.ivr);
        }
        if self.icr & RREQ == 0 {
            return None;
        }
        let counter = self.counter;
        let value = self.host_read(DMA_OFFSET + counter);
        self.count(counter);
        Some(value)
    }

    /// Asserts HACK while the host drives the bus: writes a byte to the register that the counter selects (UM 10-51).
    pub(crate) fn acknowledge_write(&mut self, byte: u8) {
        if self.running() && self.dma() && self.icr & TREQ != 0 {
            let counter = self.counter;
            self.host_write(DMA_OFFSET + counter, byte);
            self.count(counter);
        }
    }
}

#[cfg(test)]
mod tests;
