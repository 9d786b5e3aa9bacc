//! The whole machine as bytes: versioned, checked, restorable in another process. One list of fields serves both ways.

use crate::bits::{WORD_MASK, omr, sext56, sp, sr};
use crate::chip::Dsp56001;
use crate::error::CoreError;
use crate::memory::PAGE_WORDS;
use crate::run::interrupts::{Phase, Source};
use crate::space::Space;
use crate::state::{Core, Late, Prefetched, Sleep, attention};
use crate::timeline::LAST_CLOCK;

/// What the bytes begin with; the number grows with every change of the layout.
const MAGIC: &[u8; 8] = b"DSP56001";
const VERSION: u32 = 4;
/// Magic, version, payload length.
const HEADER: usize = 8 + 4 + 8;
const CHECKSUM: usize = 8;
/// The first word of the last of the 32 vectors (UM 8-10); host commands have one of them, too.
const LAST_VECTOR: u16 = 0x3E;
/// No count of clocks or instructions goes beyond it, and sums of three stay within 64 bits; `u64::MAX` means never.
const COUNT_MAX: u64 = 2 * LAST_CLOCK;
/// Clocks by which a peripheral may be behind: the events within an instruction that ended a run with an error are open.
const EVENT_LAG_MAX: u64 = 1 << 20;

/// Either end of the exchange: a value is appended to the bytes, or replaced from them.
pub(crate) enum Exchange<'a> {
    Save(Vec<u8>),
    Load(&'a [u8]),
}

pub(crate) fn damaged(message: &str) -> CoreError {
    CoreError::Snapshot { message: message.to_owned() }
}

/// 64-bit FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3))
}

impl Exchange<'_> {
    fn number(&mut self, value: u64, bytes: usize) -> Result<u64, CoreError> {
        match self {
            Self::Save(out) => {
                out.extend_from_slice(&value.to_le_bytes()[..bytes]);
                Ok(value)
            }
            Self::Load(input) => {
                let (head, rest) = input.split_at_checked(bytes).ok_or_else(|| damaged("it ends too early"))?;
                *input = rest;
                let mut buffer = [0; 8];
                buffer[..bytes].copy_from_slice(head);
                Ok(u64::from_le_bytes(buffer))
            }
        }
    }

    pub(crate) fn u8(&mut self, value: &mut u8) -> Result<(), CoreError> {
        *value = self.number(u64::from(*value), 1)? as u8;
        Ok(())
    }

    pub(crate) fn flag(&mut self, value: &mut bool) -> Result<(), CoreError> {
        *value = self.number(u64::from(*value), 1)? != 0;
        Ok(())
    }

    pub(crate) fn u16(&mut self, value: &mut u16) -> Result<(), CoreError> {
        *value = self.number(u64::from(*value), 2)? as u16;
        Ok(())
    }

    pub(crate) fn u32(&mut self, value: &mut u32) -> Result<(), CoreError> {
        *value = self.number(u64::from(*value), 4)? as u32;
        Ok(())
    }

    pub(crate) fn u64(&mut self, value: &mut u64) -> Result<(), CoreError> {
        let number = self.number(*value, 8)?;
        // What is still to come when the last clock is reached can be saved, but such a chip goes no further.
        let most = if matches!(self, Self::Save(_)) { COUNT_MAX } else { LAST_CLOCK };
        if number > most && number != u64::MAX {
            return Err(damaged("a count that no chip reaches"));
        }
        *value = number;
        Ok(())
    }

    /// A clock or instruction count, which is always known.
    fn count(&mut self, value: &mut u64) -> Result<(), CoreError> {
        self.u64(value)?;
        if *value == u64::MAX { Err(damaged("a count that no chip reaches")) } else { Ok(()) }
    }

    fn i64(&mut self, value: &mut i64) -> Result<(), CoreError> {
        *value = self.number(*value as u64, 8)? as i64;
        Ok(())
    }

    fn halves(&mut self, values: &mut [u16]) -> Result<(), CoreError> {
        values.iter_mut().try_for_each(|value| self.u16(value))
    }

    pub(crate) fn words(&mut self, values: &mut [u32]) -> Result<(), CoreError> {
        values.iter_mut().try_for_each(|value| {
            self.u32(value)?;
            *value &= WORD_MASK;
            Ok(())
        })
    }

    /// Marks of stored program words.
    fn marks(&mut self, marks: &mut [u64]) -> Result<(), CoreError> {
        marks.iter_mut().try_for_each(|mark| {
            *mark = self.number(*mark, 8)?;
            Ok(())
        })
    }

    fn late(&mut self, value: &mut Option<Late>) -> Result<(), CoreError> {
        let (mut index, mut register) = value.map_or((0xFF, 0), |late| (late.index, late.value));
        self.u8(&mut index)?;
        self.u16(&mut register)?;
        *value = (index < 24).then_some(Late { index, value: register });
        Ok(())
    }

    fn prefetched(&mut self, value: &mut Option<Prefetched>) -> Result<(), CoreError> {
        let mut present = value.is_some();
        let none = Prefetched { pc: 0, words: [0; 2], external: [false; 2] };
        let Prefetched { mut pc, mut words, mut external } = value.unwrap_or(none);
        self.flag(&mut present)?;
        self.u16(&mut pc)?;
        self.words(&mut words)?;
        external.iter_mut().try_for_each(|flag| self.flag(flag))?;
        *value = present.then_some(Prefetched { pc, words, external });
        Ok(())
    }

    fn phase(&mut self, phase: &mut Phase) -> Result<(), CoreError> {
        let (mut kind, mut source, mut number, mut address) = match *phase {
            Phase::Idle => (0, 0, 0, 0),
            Phase::Coming { source, words } => (1, source as u8, words, 0),
            Phase::Vector { source, address, position } => (2, source as u8, position, address),
        };
        self.u8(&mut kind)?;
        self.u8(&mut source)?;
        self.u8(&mut number)?;
        self.u16(&mut address)?;
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

    fn sleep(&mut self, sleep: &mut Sleep, wake_at: &mut Option<u64>) -> Result<(), CoreError> {
        let mut number = *sleep as u8;
        let mut at = wake_at.unwrap_or(u64::MAX);
        self.u8(&mut number)?;
        self.u64(&mut at)?;
        *sleep = match number {
            0 => Sleep::Awake,
            1 => Sleep::Wait,
            2 => Sleep::Stop,
            _ => return Err(damaged("an unknown processing state")),
        };
        *wake_at = (at != u64::MAX).then_some(at);
        Ok(())
    }

    /// External RAM: the number of pages, then each with its number.
    fn pages(&mut self, core: &mut Core, space: Space) -> Result<(), CoreError> {
        let mut pages: Vec<(usize, [u32; PAGE_WORDS])> =
            core.memory.pages(space).map(|(n, words)| (n, *words)).collect();
        let mut count = pages.len() as u32;
        self.u32(&mut count)?;
        pages.resize(count.min(PAGE_WORDS as u32) as usize, (0, [0; PAGE_WORDS]));
        for (number, words) in &mut pages {
            let mut page = *number as u8;
            self.u8(&mut page)?;
            self.words(words)?;
            *number = usize::from(page);
            if space == Space::P {
                self.marks(core.memory.loaded.page(*number))?;
            }
        }
        core.memory.set_pages(space, pages);
        Ok(())
    }
}

fn exchange(io: &mut Exchange<'_>, core: &mut Core) -> Result<(), CoreError> {
    for acc in &mut core.acc {
        io.i64(acc)?;
        *acc = sext56(*acc);
    }
    io.words(&mut core.input)?;
    io.halves(&mut core.r)?;
    io.halves(&mut core.n)?;
    io.halves(&mut core.m)?;
    core.refresh_wraps();
    io.u16(&mut core.pc)?;
    io.u16(&mut core.status)?;
    core.status &= sr::MASK;
    io.i64(&mut core.eu_result)?;
    io.i64(&mut core.nzv_result)?;
    io.u8(&mut core.pending)?;
    io.u8(&mut core.omr)?;
    core.omr &= omr::MASK;
    io.u8(&mut core.sp)?;
    core.sp &= sp::MASK;
    io.u16(&mut core.la)?;
    io.u16(&mut core.lc)?;
    core.watch_loop();
    io.halves(&mut core.ssh)?;
    io.halves(&mut core.ssl)?;
    io.late(&mut core.late)?;
    io.prefetched(&mut core.prefetched)?;
    io.u16(&mut core.repeat_temp)?;
    io.flag(&mut core.repeat_fetched)?;
    io.sleep(&mut core.sleep, &mut core.wake_at)?;
    let mut lasting = core.attention & attention::LASTING;
    io.u32(&mut lasting)?;
    if matches!(io, Exchange::Load(_)) {
        core.attention = lasting & attention::LASTING;
        core.attend_to_state();
    }
    io.count(&mut core.clocks)?;
    io.count(&mut core.clocks_before_reset)?;
    io.count(&mut core.instructions)?;
    io.flag(&mut core.strict)?;
    io.count(&mut core.undefined_addressing)?;
    exchange_memory(io, core)?;
    exchange_peripherals(io, core)
}

fn exchange_memory(io: &mut Exchange<'_>, core: &mut Core) -> Result<(), CoreError> {
    io.words(&mut core.memory.x_ram)?;
    io.words(&mut core.memory.y_ram)?;
    io.words(core.memory.program_ram())?;
    io.marks(core.memory.loaded.ram())?;
    io.u8(&mut core.memory.map)?;
    core.memory.map &= omr::MASK;
    io.words(std::slice::from_mut(&mut core.memory.floating))?;
    io.count(&mut core.memory.unmapped_count)?;
    for space in Space::ALL {
        let mut limit = core.memory.limit(space);
        io.u32(&mut limit)?;
        core.memory.set_limit(space, limit);
        io.pages(core, space)?;
    }
    Ok(())
}

fn exchange_peripherals(io: &mut Exchange<'_>, core: &mut Core) -> Result<(), CoreError> {
    let interrupts = &mut core.interrupts;
    for line in [&mut interrupts.irqa, &mut interrupts.irqb] {
        io.flag(&mut line.asserted)?;
        io.flag(&mut line.edge)?;
    }
    io.flag(&mut interrupts.nmi)?;
    for latch in [&mut interrupts.stack_error, &mut interrupts.trace, &mut interrupts.swi] {
        io.flag(latch)?;
    }
    io.phase(&mut interrupts.phase)?;
    core.peripherals.exchange(io)?;
    core.waits = core.peripherals.bcr;
    exchange_lines(io, core)
}

/// Levels and edges to come of the lines that the board drives, and the state of the bus.
fn exchange_lines(io: &mut Exchange<'_>, core: &mut Core) -> Result<(), CoreError> {
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
    if bus.done > core.clocks {
        return Err(damaged("an instruction that began before time"));
    }
    Ok(())
}

impl Dsp56001 {
    /// Everything but the devices, which belong to the board, and the list of unanswered accesses.
    pub fn snapshot(&mut self) -> Result<Vec<u8>, CoreError> {
        self.catch_up();
        let mut io = Exchange::Save(Vec::new());
        exchange(&mut io, &mut self.core)?;
        let Exchange::Save(payload) = io else { return Err(damaged("nothing was saved")) };
        let mut bytes = Vec::with_capacity(HEADER + payload.len() + CHECKSUM);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&(payload.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&payload);
        bytes.extend_from_slice(&checksum(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Become what a snapshot says; devices stay.
    ///
    /// # Errors
    /// A damaged snapshot or one of another version; nothing is changed then.
    pub fn restore(&mut self, state: &[u8]) -> Result<(), CoreError> {
        let body = state.len().checked_sub(CHECKSUM).filter(|body| *body >= HEADER);
        let body = body.ok_or_else(|| damaged("too short"))?;
        if &state[..8] != MAGIC {
            return Err(damaged("it does not begin with DSP56001"));
        }
        let mut header = Exchange::Load(&state[8..HEADER]);
        let version = header.number(0, 4)?;
        if version != u64::from(VERSION) {
            return Err(damaged(&format!("version {version}; this emulator reads {VERSION}")));
        }
        if header.number(0, 8)? != (body - HEADER) as u64 {
            return Err(damaged("its length is not what its header says"));
        }
        if state[body..] != checksum(&state[..body]).to_le_bytes() {
            return Err(damaged("its checksum is wrong"));
        }
        let mut core = Core::new(self.core.clock);
        let mut io = Exchange::Load(&state[HEADER..body]);
        exchange(&mut io, &mut core)?;
        if !matches!(io, Exchange::Load([])) {
            return Err(damaged("there is more than this version knows"));
        }
        if core.total_clocks() > LAST_CLOCK {
            return Err(damaged("a count that no chip reaches"));
        }
        if core.peripherals.next_event() < core.clocks.saturating_sub(EVENT_LAG_MAX) {
            return Err(damaged("a peripheral that is behind its time"));
        }
        std::mem::swap(&mut core.memory.devices, &mut self.core.memory.devices);
        std::mem::swap(&mut core.memory.slow, &mut self.core.memory.slow);
        std::mem::swap(&mut core.observer, &mut self.core.observer);
        core.observer.forget();
        let mut before = std::mem::replace(&mut self.core, core);
        self.keep_board(&mut before);
        self.core.refresh_observation();
        self.core.note_outputs();
        if self.is_untold() {
            self.core.attention |= attention::LINE;
        }
        self.core.follow_bus();
        self.core.reschedule();
        self.cache.clear();
        Ok(())
    }
}
