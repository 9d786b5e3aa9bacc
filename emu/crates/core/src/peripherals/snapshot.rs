//! The peripherals in a snapshot: registers and transfers in progress. Connections of the pins belong to the board.

use super::Peripherals;
use super::bit_clock::BitClock;
use super::sci::{Sci, SciFrame, Sending};
use super::ssi::{ClockSource, Ssi, TransferUnit};
use crate::error::CoreError;
use crate::snapshot_codec::{SnapshotCodec, damaged};
use dsp56k_isa::host::{cvr, icr, ivr};
use dsp56k_isa::io::{bcr, cra, crb, hcr, ipr, pbc, pbd, pbddr, pcc, pcd, pcddr, sccr, scr};

/// Saves or loads an optional clock; `u64::MAX` represents `None`.
fn maybe(io: &mut SnapshotCodec<'_>, clock: &mut Option<u64>) -> Result<(), CoreError> {
    let mut number = clock.unwrap_or(u64::MAX);
    io.u64(&mut number)?;
    *clock = (number != u64::MAX).then_some(number);
    Ok(())
}

const CLOCK_SOURCES: [ClockSource; 5] =
    [ClockSource::Off, ClockSource::Frames, ClockSource::Demand, ClockSource::Gated, ClockSource::Follow];

fn unit(io: &mut SnapshotCodec<'_>, unit: &mut TransferUnit) -> Result<(), CoreError> {
    let mut source = unit.source as u8;
    io.u8(&mut source)?;
    unit.source =
        *CLOCK_SOURCES.get(usize::from(source)).ok_or_else(|| damaged("an unknown clock source of the SSI"))?;
    let (mut numerator, mut denominator) = unit.bit.parts();
    io.u64(&mut numerator)?;
    io.u64(&mut denominator)?;
    unit.bit = BitClock::new(numerator, denominator).ok_or_else(|| damaged("an invalid bit clock of the SSI"))?;
    for clock in [&mut unit.origin, &mut unit.position, &mut unit.at] {
        io.u64(clock)?;
    }
    io.u8(&mut unit.slot)?;
    io.flag(&mut unit.inside)
}

fn exchange_ssi(io: &mut SnapshotCodec<'_>, ssi: &mut Ssi) -> Result<(), CoreError> {
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
    unit(io, &mut ssi.transmit)?;
    unit(io, &mut ssi.receive)
}

fn frame(io: &mut SnapshotCodec<'_>, frame: &mut SciFrame) -> Result<(), CoreError> {
    io.u8(&mut frame.data)?;
    io.flag(&mut frame.address)?;
    io.flag(&mut frame.bad_parity)?;
    io.flag(&mut frame.bad_stop)?;
    maybe(io, &mut frame.not_before)
}

const SENDINGS: [Sending; 4] = [Sending::Nothing, Sending::Data, Sending::Preamble, Sending::Break];

fn exchange_sci(io: &mut SnapshotCodec<'_>, sci: &mut Sci) -> Result<(), CoreError> {
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
    /// Saves or loads all registers, and the transfers in progress.
    pub(crate) fn exchange(&mut self, io: &mut SnapshotCodec<'_>) -> Result<(), CoreError> {
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
