//! The peripherals in a snapshot: registers and slots under way. What hangs on the pins belongs to the board.

use super::Peripherals;
use super::rate::BitClock;
use super::sci::{Sci, SciFrame, Sending};
use super::ssi::{Pace, Section, Ssi};
use crate::error::CoreError;
use crate::exchange::{Exchange, damaged};
use dsp56k_isa::host::{cvr, icr, ivr};
use dsp56k_isa::io::{bcr, cra, crb, hcr, ipr, pbc, pbd, pbddr, pcc, pcd, pcddr, sccr, scr};

/// A clock that may be absent: the largest number stands for none.
fn maybe(io: &mut Exchange<'_>, clock: &mut Option<u64>) -> Result<(), CoreError> {
    let mut number = clock.unwrap_or(u64::MAX);
    io.u64(&mut number)?;
    *clock = (number != u64::MAX).then_some(number);
    Ok(())
}

const PACES: [Pace; 5] = [Pace::Off, Pace::Frames, Pace::Demand, Pace::Gated, Pace::Follow];

fn section(io: &mut Exchange<'_>, section: &mut Section) -> Result<(), CoreError> {
    let mut pace = section.pace as u8;
    io.u8(&mut pace)?;
    section.pace = *PACES.get(usize::from(pace)).ok_or_else(|| damaged("an unknown clock source of the SSI"))?;
    let (mut numerator, mut denominator) = section.bit.parts();
    io.u64(&mut numerator)?;
    io.u64(&mut denominator)?;
    section.bit = BitClock::new(numerator, denominator).ok_or_else(|| damaged("an invalid bit clock of the SSI"))?;
    for clock in [&mut section.origin, &mut section.position, &mut section.at] {
        io.u64(clock)?;
    }
    io.u8(&mut section.slot)?;
    io.flag(&mut section.inside)
}

fn exchange_ssi(io: &mut Exchange<'_>, ssi: &mut Ssi) -> Result<(), CoreError> {
    io.register16(&mut ssi.cra, cra::MASK)?;
    io.register16(&mut ssi.crb, crb::MASK)?;
    for byte in [&mut ssi.status, &mut ssi.seen, &mut ssi.flags_out, &mut ssi.flags_in] {
        io.u8(byte)?;
    }
    let mut shifting = ssi.shift.is_some();
    let mut shift = ssi.shift.unwrap_or(0);
    for word in [&mut ssi.rx, &mut ssi.tx, &mut shift] {
        io.u32(word)?;
    }
    for flag in [
        &mut ssi.active,
        &mut ssi.skip,
        &mut ssi.sending,
        &mut ssi.tx_frame,
        &mut ssi.rx_frame,
        &mut ssi.rx_word,
        &mut shifting,
    ] {
        io.flag(flag)?;
    }
    ssi.shift = shifting.then_some(shift);
    section(io, &mut ssi.transmit)?;
    section(io, &mut ssi.receive)
}

fn frame(io: &mut Exchange<'_>, frame: &mut SciFrame) -> Result<(), CoreError> {
    io.u8(&mut frame.data)?;
    io.flag(&mut frame.address)?;
    io.flag(&mut frame.bad_parity)?;
    io.flag(&mut frame.bad_stop)?;
    maybe(io, &mut frame.not_before)
}

const SENDINGS: [Sending; 4] = [Sending::Nothing, Sending::Data, Sending::Preamble, Sending::Break];

fn exchange_sci(io: &mut Exchange<'_>, sci: &mut Sci) -> Result<(), CoreError> {
    io.register16(&mut sci.scr, scr::MASK)?;
    io.register16(&mut sci.sccr, sccr::MASK)?;
    let transmit = &mut sci.transmit;
    let mut sending = transmit.sending as u8;
    for byte in [&mut sci.status, &mut sci.srx, &mut sci.stx, &mut sci.seen, &mut sending, &mut transmit.byte] {
        io.u8(byte)?;
    }
    transmit.sending = *SENDINGS.get(usize::from(sending)).ok_or_else(|| damaged("an unknown SCI character"))?;
    let receive = &mut sci.receive;
    for flag in [
        &mut sci.address,
        &mut sci.active,
        &mut sci.timer_pending,
        &mut transmit.silent,
        &mut transmit.in_time,
        &mut transmit.address,
        &mut transmit.preamble_due,
        &mut transmit.break_due,
        &mut receive.listening,
        &mut receive.armed,
        &mut receive.idle_pending,
    ] {
        io.flag(flag)?;
    }
    for clock in [
        &mut sci.origin,
        &mut transmit.start,
        &mut transmit.load_at,
        &mut transmit.end_at,
        &mut transmit.last_call,
        &mut receive.start_at,
        &mut receive.done_at,
        &mut receive.free_at,
        &mut receive.idle_at,
    ] {
        io.u64(clock)?;
    }
    maybe(io, &mut sci.timer_at)?;
    frame(io, &mut receive.frame)
}

impl Peripherals {
    /// All registers, and what the interfaces are in the middle of.
    pub(crate) fn exchange(&mut self, io: &mut Exchange<'_>) -> Result<(), CoreError> {
        io.register16(&mut self.ipr, ipr::MASK)?;
        io.register16(&mut self.bcr, bcr::MASK)?;
        io.words(&mut self.latches)?;
        let host = &mut self.host;
        for flag in
            [&mut host.enabled, &mut host.stopped, &mut host.hrdf, &mut host.htde, &mut host.rxdf, &mut host.txde]
        {
            io.flag(flag)?;
        }
        io.register8(&mut host.hcr, hcr::MASK)?;
        io.register8(&mut host.icr, icr::MASK & !icr::INIT)?;
        io.register8(&mut host.cvr, cvr::MASK)?;
        io.register8(&mut host.ivr, ivr::MASK)?;
        io.register8(&mut host.counter, icr::HM >> icr::HM_SHIFT)?;
        for word in [&mut host.hrx, &mut host.htx, &mut host.rx, &mut host.tx] {
            io.u32(word)?;
        }
        let masks = [pbc::MASK.into(), pbddr::MASK, pbd::MASK, pcc::MASK, pcddr::MASK, pcd::MASK];
        let registers = self.port_b.registers().into_iter().chain(self.port_c.registers());
        for (register, mask) in registers.zip(masks) {
            io.register16(register, mask)?;
        }
        exchange_ssi(io, &mut self.ssi)?;
        exchange_sci(io, &mut self.sci)
    }
}
