//! What a debugger looks at: breakpoints, watchpoints, the record of the step just done.
//!
//! While none of them is in use `attention::OBSERVE` is clear, the run loop takes its short way and nothing here costs
//! anything. Accesses that leave the fast on-chip data RAM are noted where they happen; those to it have no side
//! effects and follow from the instruction and the pointers before it.

use crate::chip::Dsp56001;
use crate::debug::hooks::Hooks;
use crate::decode::entry::{Entry, Exec, Place};
use crate::memory::{DATA_WORDS, Region};
use crate::pins::bus_grant::Delay;
use crate::run::interrupts::Phase;
use crate::run::stop::StopReason;
use crate::space::Space;
use crate::state::{Core, attention};
use dsp56k_isa::{Class, ControlOp, Decoded, Mode, MoveOp, decode};

/// A data access of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    pub space: Space,
    pub address: u16,
    /// The word read or written, 24 bits.
    pub value: u32,
    pub write: bool,
    /// Through port A.
    pub external: bool,
    /// Wait states, in clocks.
    pub waits: u64,
}

/// The clocks of a step besides the wait states of its data accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// The constant of the manual's formula (Table A-6, UM A-228).
    pub base: u64,
    /// Addressing mode, or a long immediate (Table A-13, UM A-231).
    pub effective_address: u64,
    /// Wait states of fetching the instruction's own words.
    pub fetch: u64,
    /// Wait states of the two fetches where a change of flow continues (UM A-231).
    pub refetch: u64,
    /// External spaces beyond the first in one instruction cycle.
    pub conflict: u64,
    /// Waiting for the bus.
    pub stall: u64,
    /// Asleep, in reset, or in the empty cycles before an interrupt's vector.
    pub idle: u64,
    /// The NOP cycles of trace mode (UM 8-16).
    pub trace: u64,
}

/// What one step did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StepRecord {
    /// Where the instruction was fetched: PC, or a word of a vector.
    pub address: u16,
    pub words: [u32; 2],
    /// How many of them it has; 0 if none was executed.
    pub length: u8,
    /// The clock count before it.
    pub start: u64,
    pub accesses: Vec<Access>,
    pub cost: Cost,
}

impl StepRecord {
    /// Clocks that an earlier step has paid are not counted again.
    fn take_off(&mut self, mut paid: u64) {
        let Cost { base, effective_address, fetch, refetch, conflict, .. } = &mut self.cost;
        let waits = self.accesses.iter_mut().map(|access| &mut access.waits);
        for part in [fetch, base].into_iter().chain(waits).chain([effective_address, refetch, conflict]) {
            let taken = paid.min(*part);
            *part -= taken;
            paid -= taken;
        }
    }
}

/// A range of addresses to watch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Watch {
    pub space: Space,
    pub first: u16,
    pub last: u16,
    pub reads: bool,
    pub writes: bool,
}

impl Watch {
    pub(crate) fn sees(self, access: &Access) -> bool {
        self.space == access.space
            && (self.first..=self.last).contains(&access.address)
            && if access.write { self.writes } else { self.reads }
    }
}

/// Clock counts at the joints of a step.
#[derive(Clone, Copy)]
pub(crate) struct Marks {
    pub start: u64,
    pub awake: u64,
    pub fetched: u64,
    pub executed: u64,
    pub refetched: u64,
    pub conflicts: u64,
    pub delay: Delay,
}

/// All that is observed.
#[derive(Default)]
pub(crate) struct Observer {
    breakpoints: Vec<u16>,
    watches: Vec<Watch>,
    pub hooks: Hooks,
    /// A record is wanted of every step.
    recording: bool,
    /// Restricted sequences are refused.
    pub refusing: bool,
    /// The instruction executed last, and the instruction count behind it.
    pub previous: Option<(Entry, u64)>,
    record: StepRecord,
    /// Accesses outside the on-chip data RAM, as they happened.
    far: Vec<Access>,
}

impl Observer {
    fn records(&self) -> bool {
        self.recording || !self.watches.is_empty() || !self.hooks.accesses.is_empty()
    }

    /// What went before does not count: the chip has become another.
    pub fn forget(&mut self) {
        self.previous = None;
        self.hooks.forget();
    }

    fn in_use(&self) -> bool {
        self.records() || self.refusing || !self.breakpoints.is_empty() || self.hooks.in_use()
    }
}

impl Dsp56001 {
    /// Stop runs before the instruction at any of these addresses, unless it is the first.
    pub fn set_breakpoints(&mut self, mut addresses: Vec<u16>) {
        addresses.sort_unstable();
        self.core.observer.breakpoints = addresses;
        self.core.refresh_observation();
    }

    /// Stop runs behind an instruction that makes a watched access.
    pub fn set_watches(&mut self, watches: Vec<Watch>) {
        self.core.observer.watches = watches;
        self.core.refresh_observation();
    }

    /// Refuse to execute restricted sequences (UM ).
    pub fn refuse_restricted(&mut self, refuse: bool) {
        self.core.observer.refusing = refuse;
        self.core.observer.previous = None;
        self.core.refresh_observation();
    }

    /// Keep a record of every step, for `last_step`.
    pub fn record_steps(&mut self, record: bool) {
        self.core.observer.recording = record;
        self.core.refresh_observation();
    }

    /// The record of the step just done, while records are kept or anything is watched.
    pub fn last_step(&self) -> &StepRecord {
        &self.core.observer.record
    }

    /// The watched accesses of the step just done.
    pub fn watched(&self) -> Vec<Access> {
        let observer = &self.core.observer;
        let seen = |access: &&Access| observer.watches.iter().any(|watch| watch.sees(access));
        observer.record.accesses.iter().filter(seen).copied().collect()
    }

    /// What `step` would do and cost now; with an address, the instruction there, as if execution had come to it with
    /// the present registers and memory. Nothing is changed and no device is asked: it reads as unconnected lines.
    ///
    /// # Errors
    /// None that a sound chip can have: its state is taken as a snapshot is.
    pub fn explain(&mut self, pc: Option<u16>) -> Result<StepRecord, crate::error::CoreError> {
        let state = self.snapshot()?;
        let mut twin = Self::new(self.core.clock, 0);
        twin.restore(&state)?;
        twin.core.memory.slow.clone_from(&self.core.memory.slow);
        for device in &self.core.memory.devices {
            twin.map_device(device.space, device.first, device.last, Box::new(Unconnected(self.core.memory.floating)))?;
        }
        if let Some(pc) = pc
            && (pc != twin.core.pc || twin.core.interrupts.phase != Phase::Idle)
        {
            twin.core.arrive_at(pc);
        }
        twin.record_steps(true);
        let (before, instructions) = (twin.core.clocks, twin.core.instructions);
        let stalled = twin.core.attention & (attention::HELD | attention::SLEEP) == 0;
        // A mistake of the program would end the run behind the step; the step itself has its cost.
        let _ = twin.step();
        if twin.core.instructions == instructions {
            let passed = twin.core.clocks - before;
            let cost = if stalled {
                Cost { stall: passed, ..Cost::default() }
            } else {
                Cost { idle: passed, ..Cost::default() }
            };
            return Ok(StepRecord { address: twin.core.pc, start: before, cost, ..StepRecord::default() });
        }
        Ok(std::mem::take(&mut twin.core.observer.record))
    }

    /// Whether what the step just did, or where it led, ends the run or hands it back.
    pub(crate) fn observed(&self) -> Option<StopReason> {
        let observer = &self.core.observer;
        if !observer.watches.is_empty() && !self.watched().is_empty() {
            return Some(StopReason::Watchpoint);
        }
        let in_vector = matches!(self.core.interrupts.phase, Phase::Vector { .. });
        (!in_vector && observer.breakpoints.binary_search(&self.core.pc).is_ok())
            .then_some(StopReason::Breakpoint)
            .or_else(|| observer.hooks.are_met().then_some(StopReason::Hook))
    }
}

/// Stands for a device where nothing may be disturbed.
struct Unconnected(u32);

impl crate::memory::device::Device for Unconnected {
    fn read(&mut self, _: u16, _: crate::timeline::Time) -> Result<u32, crate::error::DeviceError> {
        Ok(self.0)
    }

    fn write(&mut self, _: u16, _: u32, _: crate::timeline::Time) -> Result<(), crate::error::DeviceError> {
        Ok(())
    }
}

impl Core {
    /// Keep `attention` true to what is observed.
    pub(crate) fn refresh_observation(&mut self) {
        if self.observer.in_use() {
            self.attention |= attention::OBSERVE;
        } else {
            self.attention &= !attention::OBSERVE;
        }
    }

    /// Note an access outside the on-chip data RAM.
    #[cold]
    pub(crate) fn note_access(&mut self, space: Space, address: u16, value: u32, write: bool) {
        if !self.observer.records() {
            return;
        }
        let external = self.memory.region(space, address) == Region::External;
        let waits = if external { self.wait_states(space, address) } else { 0 };
        self.observer.far.push(Access { space, address, value, write, external, waits });
    }

    /// Before a step: note its words and where it will access memory.
    #[cold]
    pub(crate) fn begin_record(&mut self, address: u16, e: &Entry, fetched_before: Option<[u32; 2]>) {
        if !self.observer.records() {
            return;
        }
        let next = address.wrapping_add(1);
        let words = fetched_before.unwrap_or_else(|| [address, next].map(|word| self.memory.program_word(word)));
        let mut accesses = std::mem::take(&mut self.observer.record.accesses);
        accesses.clear();
        for (space, address, write) in self.planned(e).into_iter().flatten() {
            let near = is_near(space, address);
            let value = if near && !write { self.peek(space, address) } else { 0 };
            accesses.push(Access { space, address, value, write, external: false, waits: 0 });
        }
        self.observer.far.clear();
        let record = &mut self.observer.record;
        *record = StepRecord { address, words, length: e.words, accesses, ..StepRecord::default() };
    }

    /// After a step: fill in values and clocks.
    #[cold]
    pub(crate) fn finish_record(&mut self, address: u16, e: &Entry, marks: Marks) {
        self.observer.previous = Some((*e, self.instructions));
        if self.observer.records() {
            self.fill_record(e, marks);
        }
        let Observer { hooks, record, .. } = &mut self.observer;
        hooks.executed(address, &record.accesses);
    }

    fn fill_record(&mut self, e: &Entry, marks: Marks) {
        let mut accesses = std::mem::take(&mut self.observer.record.accesses);
        let mut far = std::mem::take(&mut self.observer.far);
        let mut happened = far.drain(..);
        for access in &mut accesses {
            if !is_near(access.space, access.address) {
                *access = happened.next().unwrap_or(*access);
            } else if access.write {
                access.value = self.peek(access.space, access.address);
            }
        }
        drop(happened);
        let record = &mut self.observer.record;
        let clocks = u64::from(e.clocks);
        // A repeated illegal word passes as a NOP until its last time.
        let base = if e.exec == Exec::Illegal { marks.executed - marks.fetched } else { base_clocks(record.words[0]) };
        let effective_address = if e.exec == Exec::Illegal { 0 } else { clocks.saturating_sub(base) };
        record.accesses = accesses;
        record.start = marks.delay.began;
        record.cost = Cost {
            base,
            effective_address,
            fetch: marks.fetched - marks.awake,
            refetch: marks.refetched - marks.executed,
            conflict: marks.conflicts - marks.refetched,
            stall: marks.delay.stall,
            idle: marks.awake - marks.start,
            trace: self.clocks - marks.conflicts,
        };
        record.take_off(marks.delay.done);
        self.observer.far = far;
    }

    /// The data accesses that an instruction will make, in their order: space, address, write.
    pub(crate) fn planned(&self, e: &Entry) -> [Option<(Space, u16, bool)>; 2] {
        let at = |i: usize, write| {
            let ea = e.ea[i];
            let address =
                if ea.mode == Mode::Absolute { ea.address } else { self.address_and_update(ea.mode, ea.rn).0 };
            Some((ea.space, address, write))
        };
        match e.exec {
            Exec::Control => control_accesses(e).map(|planned| planned.and_then(|(i, write)| at(i, write))),
            Exec::Parallel | Exec::MoveOnly => {
                let writes = moves_that_write(e.mv);
                let spaces = e.move_spaces();
                [0, 1].map(|i| {
                    let &(space, operand) = spaces.get(i)?;
                    at(operand, writes[i]).map(|(_, address, write)| (space, address, write))
                })
            }
            Exec::Illegal | Exec::Undecoded => [None; 2],
        }
    }

    /// Stand at an address, as if execution had come there with no interrupt on its way.
    fn arrive_at(&mut self, pc: u16) {
        self.continue_at(pc);
        self.attention &= attention::BUS | attention::TRACE | attention::MAP;
    }
}

fn is_near(space: Space, address: u16) -> bool {
    space != Space::P && address < DATA_WORDS
}

/// Accesses of a control instruction: the index of the effective address, and whether it is a write.
fn control_accesses(e: &Entry) -> [Option<(usize, bool)>; 2] {
    let source = e.from == Place::Memory;
    match e.control {
        ControlOp::Jmp | ControlOp::Jsr | ControlOp::Jcc | ControlOp::Jscc | ControlOp::Lua => [None; 2],
        ControlOp::Bchg | ControlOp::Bclr | ControlOp::Bset if source => [Some((0, false)), Some((0, true))],
        _ => [source.then_some((0, false)), (e.to == Place::Memory).then_some((usize::from(source), true))],
    }
}

/// Which of the spaces of `Entry::move_spaces` are written.
fn moves_that_write(mv: MoveOp) -> [bool; 2] {
    match mv {
        MoveOp::WriteX
        | MoveOp::WriteXRegister
        | MoveOp::WriteXFromX0
        | MoveOp::WriteY
        | MoveOp::RegisterWriteY
        | MoveOp::WriteYFromY0
        | MoveOp::WriteL
        | MoveOp::WriteXWriteY => [true; 2],
        MoveOp::WriteXReadY => [true, false],
        MoveOp::ReadXWriteY => [false, true],
        MoveOp::ReadX
        | MoveOp::ReadXRegister
        | MoveOp::ReadY
        | MoveOp::RegisterReadY
        | MoveOp::ReadL
        | MoveOp::ReadXReadY
        | MoveOp::None
        | MoveOp::Immediate
        | MoveOp::LongImmediate
        | MoveOp::Register
        | MoveOp::Update
        | MoveOp::LongImmediateXRegister
        | MoveOp::RegisterLongImmediateY => [false; 2],
    }
}

/// The clocks of a first word without its effective address, of which a long immediate is one (UM A-231).
fn base_clocks(word: u32) -> u64 {
    u64::from(match decode(word) {
        None => 8,
        Some(Decoded::Parallel { alu, .. }) => alu.clocks,
        Some(Decoded::Control(row)) => {
            let long = row.operands.iter().any(|operand| matches!(operand.kind.class(), Class::Word));
            row.clocks - if long { Mode::Absolute.clocks() } else { 0 }
        }
    })
}
