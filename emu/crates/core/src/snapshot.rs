//! Snapshots: the whole machine as bytes, versioned, checked, restorable in another process.

use crate::bits::{omr, sext56, sp, sr};
use crate::chip::Dsp56001;
use crate::error::CoreError;
use crate::memory::external_ram::Page;
use crate::memory::{FRAMES, RamMapping};
use crate::snapshot_codec::{SnapshotCodec, damaged};
use crate::space::Space;
use crate::state::Core;
use crate::state::agu::DelayedWrite;
use crate::state::fetch::Prefetched;
use crate::state::interrupts::Phase;
use crate::state::pending_events::PendingEvents;
use crate::state::processing::{Processing, Sleep};
use crate::timeline::LAST_CLOCK;
use dsp56k_isa::{LAST_VECTOR, Source};
use std::collections::TryReserveError;

/// The first bytes of a snapshot, and its version: the number grows with every change of the layout.
const MAGIC: &[u8; 8] = b"DSP56001";
const VERSION: u32 = 7;
/// Magic, version, payload length.
const HEADER: usize = 8 + 4 + 8;
const CHECKSUM: usize = 8;
const SUMS: usize = 4;
/// Typical size of a snapshot without external RAM.
const TYPICAL_BYTES: usize = 5 << 10;
/// Clocks by which a peripheral may be behind: the events within an instruction that ended a run with an error are
/// open.
const EVENT_LAG_MAX: u64 = 1 << 20;

/// Returns a checksum modelled on FNV-1a: eight bytes at a time in four parallel sums, the last ones padded with zeros.
/// A rotation spreads high bits to low ones.
fn checksum(bytes: &[u8]) -> u64 {
    let (blocks, rest) = bytes.as_chunks::<{ 8 * SUMS }>();
    let mut last = [0; 8 * SUMS];
    last[..rest.len()].copy_from_slice(rest);
    let mut sums = [0xCBF2_9CE4_8422_2325; SUMS];
    for block in blocks.iter().chain([&last]) {
        for (sum, word) in sums.iter_mut().zip(block.as_chunks().0) {
            *sum = summed(*sum, u64::from_le_bytes(*word));
        }
    }
    sums.into_iter().fold(bytes.len() as u64, summed)
}

fn summed(sum: u64, word: u64) -> u64 {
    (sum ^ word).wrapping_mul(0x0100_0000_01B3).rotate_left(23)
}

fn delayed_write(io: &mut SnapshotCodec<'_>, value: &mut Option<DelayedWrite>) -> Result<(), CoreError> {
    let (mut index, mut register) = value.map_or((0xFF, 0), |write| (write.index, write.value));
    io.u8(&mut index)?;
    io.u16(&mut register)?;
    *value = (index < 24).then_some(DelayedWrite { index, value: register });
    Ok(())
}

fn prefetched(io: &mut SnapshotCodec<'_>, value: &mut Option<Prefetched>) -> Result<(), CoreError> {
    let mut present = value.is_some();
    let none = Prefetched { pc: 0, words: [0; 2], external: [false; 2] };
    let Prefetched { mut pc, mut words, mut external } = value.unwrap_or(none);
    io.flag(&mut present)?;
    io.u16(&mut pc)?;
    io.words(&mut words)?;
    external.iter_mut().try_for_each(|flag| io.flag(flag))?;
    *value = present.then_some(Prefetched { pc, words, external });
    Ok(())
}

fn phase(io: &mut SnapshotCodec<'_>, phase: &mut Phase) -> Result<(), CoreError> {
    let (mut kind, mut source, mut number, mut address) = match *phase {
        Phase::Idle => (0, 0, 0, 0),
        Phase::Coming { source, words } => (1, source as u8, words, 0),
        Phase::Vector { source, address, position } => (2, source as u8, position, address),
    };
    io.u8(&mut kind)?;
    io.u8(&mut source)?;
    io.u8(&mut number)?;
    io.u16(&mut address)?;
    let source = *Source::ALL.get(usize::from(source)).ok_or_else(|| damaged("an unknown interrupt source"))?;
    *phase = match kind {
        0 => Phase::Idle,
        1 => Phase::Coming { source, words: number },
        2 if address > LAST_VECTOR => return Err(damaged("an unknown interrupt vector")),
        2 => Phase::Vector { source, address, position: number & 1 },
        _ => return Err(damaged("an unknown interrupt phase")),
    };
    Ok(())
}

fn processing(io: &mut SnapshotCodec<'_>, state: &mut Processing) -> Result<(), CoreError> {
    let mut number = state.sleep as u8;
    let mut at = state.wake_at.unwrap_or(u64::MAX);
    io.u8(&mut number)?;
    io.u64(&mut at)?;
    state.sleep = match number {
        0 => Sleep::Awake,
        1 => Sleep::Wait,
        2 => Sleep::Stop,
        _ => return Err(damaged("an unknown processing state")),
    };
    state.wake_at = (at != u64::MAX).then_some(at);
    Ok(())
}

fn no_memory(_: TryReserveError) -> CoreError {
    CoreError::Memory { what: "a snapshot" }
}

/// Saves or loads the mappings of the board's RAM, then its pages, each with its number.
fn external(io: &mut SnapshotCodec<'_>, core: &mut Core) -> Result<(), CoreError> {
    let external = &mut core.memory.external;
    for space in Space::ALL {
        let mut limit = external.limit(space);
        io.u32(&mut limit)?;
        external.set_limit(space, limit);
    }
    let mut mappings = external.mappings().to_vec();
    let mut count = mappings.len() as u8;
    io.u8(&mut count)?;
    mappings.resize(usize::from(count), RamMapping { space: Space::X, first: 0, last: 0, frame: 0, frames: 0 });
    for mapping in &mut mappings {
        let mut space = mapping.space as u8;
        io.u8(&mut space)?;
        mapping.space = *Space::ALL.get(usize::from(space)).ok_or_else(|| damaged("an unknown space"))?;
        io.u8(&mut mapping.first)?;
        io.u8(&mut mapping.last)?;
        io.u16(&mut mapping.frame)?;
        io.u16(&mut mapping.frames)?;
        if !mapping.is_sound() {
            return Err(damaged("a mapping of RAM is out of range"));
        }
    }
    external.set_mappings(mappings);
    let mut written: Vec<u16> = external.written().collect();
    let mut count = written.len() as u16;
    io.u16(&mut count)?;
    written.resize(usize::from(count).min(FRAMES), 0);
    if let SnapshotCodec::Save(bytes) = io {
        bytes.try_reserve(written.len() * size_of::<Page>()).map_err(no_memory)?;
    }
    external.expect(written.len()).map_err(no_memory)?;
    for mut number in written {
        io.u16(&mut number)?;
        if usize::from(number) >= FRAMES {
            return Err(damaged("a page of RAM is out of range"));
        }
        let page = external.page(usize::from(number));
        io.words(&mut page.words)?;
        io.marks(&mut page.stored)?;
    }
    Ok(())
}

fn exchange(io: &mut SnapshotCodec<'_>, core: &mut Core) -> Result<(), CoreError> {
    for acc in &mut core.alu.acc {
        io.i64(acc)?;
        *acc = sext56(*acc);
    }
    io.signed_words(&mut core.alu.input)?;
    io.u16_slice(&mut core.agu.r)?;
    io.u16_slice(&mut core.agu.n)?;
    io.u16_slice(&mut core.agu.m)?;
    core.agu.set_modifiers(core.agu.m);
    io.u16(&mut core.flow.pc)?;
    if !matches!(io, SnapshotCodec::Load(_)) {
        // Equal states must have equal snapshots, whatever results their lazy flags depend on.
        core.materialize_flags();
    }
    io.u16(&mut core.status.sr)?;
    core.status.sr &= sr::MASK;
    io.i64(&mut core.status.eu_result)?;
    io.i64(&mut core.status.nzv_result)?;
    io.u8(&mut core.status.pending)?;
    io.u8(&mut core.omr)?;
    core.omr &= omr::MASK;
    io.u8(&mut core.stack.sp)?;
    core.stack.sp &= sp::MASK;
    io.u16(&mut core.hw_loop.la)?;
    io.u16(&mut core.hw_loop.lc)?;
    core.watch_loop();
    io.u16_slice(&mut core.stack.ssh)?;
    io.u16_slice(&mut core.stack.ssl)?;
    delayed_write(io, &mut core.agu.delayed_write)?;
    prefetched(io, &mut core.fetch.prefetched)?;
    io.u16(&mut core.hw_loop.repeat_temp)?;
    io.flag(&mut core.hw_loop.repeat_fetched)?;
    processing(io, &mut core.processing)?;
    let mut lasting = core.pending.lasting();
    io.u32(&mut lasting)?;
    if matches!(io, SnapshotCodec::Load(_)) {
        core.pending = PendingEvents::from_lasting(lasting);
        core.update_pending_events();
    }
    io.count(&mut core.time.clocks)?;
    io.count(&mut core.time.clocks_before_reset)?;
    io.count(&mut core.time.instructions)?;
    io.flag(&mut core.strict)?;
    io.count(&mut core.agu.undefined_steps)?;
    exchange_memory(io, core)?;
    exchange_peripherals(io, core)
}

fn exchange_memory(io: &mut SnapshotCodec<'_>, core: &mut Core) -> Result<(), CoreError> {
    io.signed_words(&mut core.memory.x_ram)?;
    io.signed_words(&mut core.memory.y_ram)?;
    io.words(core.memory.program_ram())?;
    io.marks(&mut core.memory.p_stored)?;
    io.u8(&mut core.memory.map)?;
    core.memory.map &= omr::MASK;
    io.words(std::slice::from_mut(&mut core.memory.open_bus))?;
    io.count(&mut core.memory.unmapped_count)?;
    external(io, core)
}

fn exchange_peripherals(io: &mut SnapshotCodec<'_>, core: &mut Core) -> Result<(), CoreError> {
    let interrupts = &mut core.interrupts;
    for line in [&mut interrupts.irqa, &mut interrupts.irqb] {
        io.flag(&mut line.asserted)?;
        io.flag(&mut line.edge)?;
    }
    io.flag(&mut interrupts.nmi)?;
    for latch in [&mut interrupts.stack_error, &mut interrupts.trace, &mut interrupts.swi] {
        io.flag(latch)?;
    }
    phase(io, &mut interrupts.phase)?;
    core.peripherals.exchange(io)?;
    core.port_a.waits = core.peripherals.bcr;
    exchange_lines(io, core)
}

/// Saves or loads levels and future edges of the lines that the board drives, and the state of the bus.
fn exchange_lines(io: &mut SnapshotCodec<'_>, core: &mut Core) -> Result<(), CoreError> {
    let lines = &mut core.lines;
    io.u8(&mut lines.mode_pins)?;
    io.flag(&mut lines.nmi)?;
    io.u64(&mut lines.count)?;
    for edges in &mut lines.edges {
        let mut count = edges.len() as u32;
        io.u32(&mut count)?;
        let mut saved = std::mem::take(edges).into_iter();
        for _ in 0..count {
            let mut edge = saved.next().unwrap_or_default();
            io.u64(&mut edge.clock)?;
            io.u64(&mut edge.number)?;
            io.flag(&mut edge.asserted)?;
            edges.push_back(edge);
        }
    }
    let bus = &mut core.bus;
    io.flag(&mut bus.requested)?;
    io.flag(&mut bus.granted)?;
    let mut grant_at = bus.grant_at.unwrap_or(u64::MAX);
    io.u64(&mut grant_at)?;
    bus.grant_at = (grant_at != u64::MAX).then_some(grant_at);
    io.count(&mut bus.done)?;
    if bus.done > core.time.clocks {
        return Err(damaged("the clock of an instruction is out of range"));
    }
    Ok(())
}

impl Dsp56001 {
    /// Returns a snapshot of the chip, without the devices, which belong to the board, and the list of unmapped
    /// accesses.
    ///
    /// # Errors
    /// The system has no memory for it.
    pub fn snapshot(&mut self) -> Result<Vec<u8>, CoreError> {
        self.apply_deferred_changes();
        let mut bytes = Vec::with_capacity(TYPICAL_BYTES);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&[0; 8]);
        let mut io = SnapshotCodec::Save(bytes);
        exchange(&mut io, &mut self.core)?;
        let SnapshotCodec::Save(mut bytes) = io else { return Err(damaged("it is empty")) };
        let length = (bytes.len() - HEADER) as u64;
        bytes[HEADER - 8..HEADER].copy_from_slice(&length.to_le_bytes());
        bytes.extend_from_slice(&checksum(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Restores a snapshot; devices stay connected.
    ///
    /// # Errors
    /// The snapshot is damaged or of another version; nothing is changed then.
    pub fn restore(&mut self, state: &[u8]) -> Result<(), CoreError> {
        let body = state.len().checked_sub(CHECKSUM).filter(|body| *body >= HEADER);
        let body = body.ok_or_else(|| damaged("too short"))?;
        if &state[..8] != MAGIC {
            return Err(damaged("it must begin with DSP56001"));
        }
        let mut header = SnapshotCodec::Load(&state[8..HEADER]);
        let version = header.number(0, 4)?;
        if version != u64::from(VERSION) {
            return Err(damaged(&format!("its version must be {VERSION}, got {version}")));
        }
        if header.number(0, 8)? != (body - HEADER) as u64 {
            return Err(damaged("its length differs from that in its header"));
        }
        if state[body..] != checksum(&state[..body]).to_le_bytes() {
            return Err(damaged("its checksum is wrong"));
        }
        let mut core = Core::new(self.core.time.oscillator);
        let mut io = SnapshotCodec::Load(&state[HEADER..body]);
        exchange(&mut io, &mut core)?;
        if !matches!(io, SnapshotCodec::Load([])) {
            return Err(damaged("it has data after its end"));
        }
        if core.total_clocks() > LAST_CLOCK {
            return Err(damaged("a count is out of range"));
        }
        if core.peripherals.next_event() < core.time.clocks.saturating_sub(EVENT_LAG_MAX) {
            return Err(damaged("the clock of a peripheral is out of range"));
        }
        std::mem::swap(&mut core.memory.devices, &mut self.core.memory.devices);
        std::mem::swap(&mut core.memory.slow, &mut self.core.memory.slow);
        std::mem::swap(&mut core.observer, &mut self.core.observer);
        core.observer.forget();
        self.previous = None;
        self.count_idle_time();
        let mut before = std::mem::replace(&mut self.core, core);
        self.keep_board(&mut before);
        self.core.refresh_observation();
        self.core.note_outputs();
        if self.has_unreported_changes() {
            self.core.pending.set(PendingEvents::LINE);
        }
        self.core.update_grant();
        self.core.reschedule();
        self.cache.clear();
        self.core.note_repeated();
        if let Some(profile) = &mut self.profile {
            profile.jump(self.core.flow.pc, self.core.total_clocks(), self.core.bus.done);
        }
        Ok(())
    }
}
