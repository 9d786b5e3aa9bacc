//! Secret bits: which clock cycles and which control flow of a run can depend on a secret.
//!
//! The core executes the example. After each instruction a `Follower` computes it a second time over values with
//! secret bits (`value`), from the semantics that all engines share, and compares its numbers with the core's. So
//! control flow, the memory map and peripherals are the core's, and a run without a [`SecretPath`] pays nothing.
//!
//! `machine` has registers and the AGU, `control` instructions without parallel moves, `memory` words and the
//! addresses that an access can have.

mod control;
mod machine;
mod memory;
mod value;

use crate::chip::Dsp56001;
use crate::decode::instruction::{DecodedInstruction, Exec};
use crate::decode::preserved_bits::PreservedBits;
use crate::error::CoreError;
use crate::interpreter::ccr::lowest_integer_bit;
use crate::interpreter::registers::register_named;
use crate::secrets::value::{Bit, MarkedWord, SPACE_WORDS, Value};
use crate::semantics::Machine;
use crate::semantics::data_alu::DataAlu;
use crate::semantics::moves::Moves;
use crate::semantics::registers::{File, agu_index};
use crate::space::Space;
use crate::state::Core;
use crate::state::watchpoints::Access;
use crate::stop::{Limits, StopReason};
use dsp56k_isa::Reg;
use std::fmt;

pub use value::Value as SecretValue;

/// Condition codes by their bits in SR.
mod flag {
    pub(super) const C: u32 = 0;
    pub(super) const V: u32 = 1;
    pub(super) const Z: u32 = 2;
    pub(super) const N: u32 = 3;
    pub(super) const U: u32 = 4;
    pub(super) const E: u32 = 5;
    pub(super) const L: u32 = 6;
    pub(super) const COUNT: u32 = 7;
}

/// Instructions of a chain that are recorded.
const MAX_CHAIN: usize = 6;
const ACCUMULATORS: usize = 2;
const INPUTS: usize = 4;
const AGU_REGISTERS: usize = 24;
const VALUES: usize = ACCUMULATORS + INPUTS + AGU_REGISTERS;
/// Locations with an origin before those of memory: registers as the AGU sees them, condition codes, delayed writes.
const REGISTER_PLACES: usize = VALUES + flag::COUNT as usize + AGU_REGISTERS;

/// The number of a location: a register, a condition code, a delayed write of an address register, or a word.
#[derive(Clone, Copy)]
struct Place(usize);

impl Place {
    fn accumulator(acc: usize) -> Self {
        Self(acc)
    }

    fn input(input: usize) -> Self {
        Self(ACCUMULATORS + input)
    }

    fn address_register(index: u8) -> Self {
        Self(ACCUMULATORS + INPUTS + usize::from(index))
    }

    fn flag(number: u32) -> Self {
        Self(VALUES + number as usize)
    }

    fn late(index: u8) -> Self {
        Self(VALUES + flag::COUNT as usize + usize::from(index))
    }

    fn memory(space: Space, address: u16) -> Self {
        Self(REGISTER_PLACES + space as usize * SPACE_WORDS + usize::from(address))
    }

    /// Returns the location of a register that can have a secret value.
    fn register(reg: Reg) -> Option<Self> {
        match File::of(reg) {
            File::Input => Some(Self::input(reg as usize & 3)),
            File::Accumulator => Some(Self::accumulator(usize::from(reg == Reg::B))),
            File::Address => Some(Self::address_register(agu_index(reg))),
            File::Middle | File::Other => None,
        }
    }

    /// Returns the number of the sign bit, if a register has a signed number.
    fn sign(self) -> Option<u32> {
        const WORDS: usize = ACCUMULATORS + INPUTS;
        match self.0 {
            0..ACCUMULATORS => Some(55),
            ACCUMULATORS..WORDS => Some(23),
            _ => None,
        }
    }
}

/// The origin of a value: an operand, and the addresses of the last instructions that have passed it on.
#[derive(Clone, Copy, Default)]
struct Origin {
    operand: u16,
    length: u8,
    passed: [u16; MAX_CHAIN],
}

impl Origin {
    fn passed_by(mut self, pc: u16) -> Self {
        if usize::from(self.length) == MAX_CHAIN {
            self.passed.rotate_left(1);
            self.passed[MAX_CHAIN - 1] = pc;
        } else {
            self.passed[usize::from(self.length)] = pc;
            self.length += 1;
        }
        self
    }
}

/// An instruction at which clock cycles or control flow can depend on a secret.
#[derive(Clone, Debug)]
pub struct Leak {
    pub address: u16,
    pub reason: String,
    /// The number of the operand that the secret comes from, and the last instructions that have passed it on.
    pub chain: Option<(u16, Vec<u16>)>,
}

/// The reason why a run cannot be followed.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Refusal {
    Missing { space: Space },
    Word { actual: u32, computed: u32 },
    Address { actual: u16, computed: u16 },
    Register { name: String, actual: i64, computed: i64 },
    Program,
    ProgramAddress,
    Candidates { most: i64 },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { space } => write!(f, "an access to {space} memory is missing from the record"),
            Self::Word { actual, computed } => {
                write!(f, "the emulator writes ${actual:06X}, the proof ${computed:06X}")
            }
            Self::Address { actual, computed } => {
                write!(f, "the emulator uses address ${actual:04X}, the proof ${computed:04X}")
            }
            Self::Register { name, actual, computed } => {
                write!(f, "{name} is {actual:#x} in the emulator, but {computed:#x} in the proof")
            }
            Self::Program => write!(f, "a value of an operand is written to program memory"),
            Self::ProgramAddress => write!(f, "program memory is written at a secret address"),
            Self::Candidates { most } => write!(f, "an access has more than {most} possible addresses"),
        }
    }
}

/// Control registers before the next instruction.
#[derive(Clone, Copy, Default)]
struct ControlRegisters {
    sr: u16,
    omr: u8,
    sp: u8,
    ssh: u16,
    ssl: u16,
    la: u16,
    lc: u16,
}

impl ControlRegisters {
    fn of(core: &Core) -> Self {
        let top = core.stack.top();
        Self {
            sr: core.sr(),
            omr: core.omr,
            sp: core.stack.sp,
            ssh: core.stack.ssh[top],
            ssl: core.stack.ssl[top],
            la: core.hw_loop.la,
            lc: core.hw_loop.lc,
        }
    }

    /// Returns the stack location that SP points to.
    fn top(self) -> usize {
        usize::from(self.sp & 15)
    }
}

/// The reason why `follow` returns.
#[derive(Clone, Debug)]
pub enum Followed {
    /// The run has ended, for a reason of the chip.
    Ended(StopReason),
    /// An instruction may depend on a secret. The path ends here, unless the instruction is allowed to.
    Leak(Leak),
    /// The instruction at this address cannot be followed, with the reason.
    Refused(u16, String),
}

/// A run with secret bits: the state after the instructions that have been followed.
pub struct SecretPath {
    values: [Value; VALUES],
    flags: [Bit; flag::COUNT as usize],
    /// Secret condition codes in SSL of each stack location.
    stack: [u8; 16],
    /// The delayed write of the last instruction (UM A-237), and of the one before while an instruction executes.
    late: Option<(u8, Value)>,
    previous_late: Option<(u8, Value)>,
    memory: [Vec<MarkedWord>; 3],
    origins: Vec<Origin>,
    before: ControlRegisters,
    instructions_at: Vec<Option<Box<Known>>>,
    accesses: Vec<Access>,
    /// Words before they are written by the current instruction.
    overwritten: Vec<(Space, u16, u32)>,
    allowed: Vec<bool>,
    data_addresses: bool,
    refusal: Option<Refusal>,
    leak: Option<Leak>,
    /// Instructions that were followed.
    pub instructions: u64,
    /// Accesses whose address depends on a secret.
    pub secret_addresses: u64,
}

impl SecretPath {
    /// Returns a path from the chip's state, without secret bits. With `data_addresses`, an access at a secret address
    /// is a leak, whatever it costs.
    #[must_use]
    pub fn new(chip: &Dsp56001, data_addresses: bool) -> Self {
        let mut path = Self {
            values: [Value::default(); VALUES],
            flags: [Bit::default(); flag::COUNT as usize],
            stack: [0; 16],
            late: None,
            previous_late: None,
            memory: [(); 3].map(|()| vec![MarkedWord::default(); SPACE_WORDS]),
            origins: vec![Origin::default(); REGISTER_PLACES + 3 * SPACE_WORDS],
            before: ControlRegisters::default(),
            instructions_at: (0..SPACE_WORDS).map(|_| None).collect(),
            accesses: Vec::new(),
            overwritten: Vec::new(),
            allowed: vec![false; SPACE_WORDS],
            data_addresses,
            refusal: None,
            leak: None,
            instructions: 0,
            secret_addresses: 0,
        };
        path.take_numbers(&chip.core);
        path
    }

    /// Marks bits of a register in addition to those that are marked; the sign fills the bits above it. `operand` is
    /// the number of the operand that the bits belong to.
    ///
    /// # Errors
    /// A register that cannot have a secret value.
    pub fn mark_register(&mut self, name: &str, mask: u64, operand: u16) -> Result<(), CoreError> {
        let place = register_named(name).and_then(Place::register);
        let place = place.ok_or_else(|| CoreError::NoSuchRegister { name: name.to_owned() })?;
        let value = self.values[place.0];
        let marked = Value::new(value.number, value.mask | mask);
        self.values[place.0] = match place.sign() {
            Some(sign) => marked.shl(63 - sign).sar(63 - sign),
            None => marked,
        };
        self.origins[place.0] = Origin { operand, ..Origin::default() };
        Ok(())
    }

    /// Marks condition codes, by their bits in SR.
    pub fn mark_flags(&mut self, mask: u8, operand: u16) {
        for number in (0..flag::COUNT).filter(|number| mask >> number & 1 != 0) {
            self.flags[number as usize].secret = true;
            self.origins[Place::flag(number).0] = Origin { operand, ..Origin::default() };
        }
    }

    /// Marks bits of a word in addition to those that are marked. `bounds` are the smallest and the largest value.
    pub fn mark_word(
        &mut self,
        chip: &Dsp56001,
        space: Space,
        address: u16,
        mask: u32,
        bounds: (i32, i32),
        operand: u16,
    ) {
        let word = &mut self.memory[space as usize][usize::from(address)];
        let value = word.value(chip.peek(space, address));
        let marked = Value::new(value.number, value.mask | u64::from(mask)).low_word();
        *word = Value::within(marked.number, marked.mask, bounds.0.into(), bounds.1.into()).into();
        self.origins[Place::memory(space, address).0] = Origin { operand, ..Origin::default() };
    }

    /// Allows the instruction at an address to depend on a secret.
    pub fn allow(&mut self, address: u16) {
        self.allowed[usize::from(address)] = true;
    }

    /// Returns a register's value as programs see it, by its name in lower case.
    pub fn register(&self, name: &str) -> Option<Value> {
        let place = register_named(name).and_then(Place::register)?;
        let late = self.late.filter(|(index, _)| Place::address_register(*index).0 == place.0);
        Some(late.map_or(self.values[place.0], |(_, value)| value))
    }

    /// Returns the secret condition codes, by their bits in SR.
    pub fn secret_flags(&self) -> u8 {
        (0..flag::COUNT).filter(|number| self.flags[*number as usize].secret).fold(0, |all, number| all | 1 << number)
    }

    /// Returns the value of a word.
    pub fn word(&self, chip: &Dsp56001, space: Space, address: u16) -> Value {
        self.memory[space as usize][usize::from(address)].value(chip.peek(space, address))
    }

    /// Yields the addresses of the words with secret bits.
    pub fn secret_words(&self, space: Space) -> impl Iterator<Item = u16> {
        let words = self.memory[space as usize].iter();
        words.enumerate().filter(|(_, word)| word.is_secret()).map(|(address, _)| address as u16)
    }

    /// Executes at most `limits.instructions` instructions and follows them, while the clock count since power-up is
    /// below `end`. Returns why that has ended, and `None` after all these instructions.
    ///
    /// # Errors
    /// The errors are those of `Dsp56001::run`.
    pub fn follow(&mut self, chip: &mut Dsp56001, limits: Limits, end: u64) -> Result<Option<Followed>, CoreError> {
        chip.record_steps(true);
        let followed = self.follow_recorded(chip, limits, end);
        chip.record_steps(false);
        followed
    }

    fn follow_recorded(
        &mut self,
        chip: &mut Dsp56001,
        limits: Limits,
        end: u64,
    ) -> Result<Option<Followed>, CoreError> {
        for _ in 0..limits.instructions {
            self.note_overwritten(chip);
            let clocks = end.saturating_sub(chip.core.time.clocks_before_reset);
            let before = chip.core.time.instructions;
            let reason = chip.run(Limits { clocks, instructions: 1, work: u64::MAX, ..limits })?;
            if chip.core.time.instructions != before {
                self.execute(chip);
                let address = chip.core.observer.record.address;
                if let Some(refusal) = self.refusal.take() {
                    return Ok(Some(Followed::Refused(address, refusal.to_string())));
                }
                if let Some(leak) = self.leak.take() {
                    return Ok(Some(Followed::Leak(leak)));
                }
            }
            if reason != StopReason::Budget || chip.total_clocks() >= end {
                return Ok(Some(Followed::Ended(reason)));
            }
        }
        Ok(None)
    }

    /// Records the words that the next instruction overwrites, which its record does not have. Only instructions that
    /// have changed since their last execution can be missed.
    fn note_overwritten(&mut self, chip: &Dsp56001) {
        self.overwritten.clear();
        let core = &chip.core;
        let pc = core.flow.pc;
        let known = &mut self.instructions_at[usize::from(pc)];
        if known.as_ref().is_some_and(|known| !known.writes) {
            return;
        }
        let words = [pc, pc.wrapping_add(1)].map(|address| core.memory.program_word(address));
        let entry = &known_instruction(known, words, core).entry;
        for (space, address, write) in core.planned_accesses(entry).into_iter().flatten() {
            if write {
                self.overwritten.push((space, address, core.peek(space, address)));
            }
        }
    }

    fn overwritten(&self, space: Space, address: u16) -> Option<u32> {
        let here = |word: &&(Space, u16, u32)| word.0 == space && word.1 == address;
        self.overwritten.iter().find(here).map(|word| word.2)
    }

    /// Computes the instruction that the chip has executed.
    fn execute(&mut self, chip: &Dsp56001) {
        let record = &chip.core.observer.record;
        let (pc, words) = (record.address, record.words);
        self.accesses.clear();
        self.accesses.extend_from_slice(&record.accesses);
        let mut slot = self.instructions_at[usize::from(pc)].take();
        let e = &known_instruction(&mut slot, words, &chip.core).entry;
        self.previous_late = self.late.take().filter(|late| late.0 > 7 || e.updates & (1 << late.0) == 0);
        Follower { path: self, core: &chip.core, pc, source: None }.instruction(e);
        self.instructions_at[usize::from(pc)] = slot;
        if let Some((index, value)) = self.previous_late.take() {
            self.values[Place::address_register(index).0] = value;
            self.origins[Place::address_register(index).0] = self.origins[Place::late(index).0];
        }
        self.instructions += 1;
        self.take_numbers(&chip.core);
    }

    /// Takes the core's numbers for public registers, and compares those of the others.
    fn take_numbers(&mut self, core: &Core) {
        self.before = ControlRegisters::of(core);
        let agu = core.agu.r.iter().chain(&core.agu.n).chain(&core.agu.m).map(|number| i64::from(*number));
        let inputs = core.alu.input.iter().map(|word| i64::from(*word));
        for (index, actual) in core.alu.acc.iter().copied().chain(inputs).chain(agu).enumerate() {
            let value = &mut self.values[index];
            if !value.is_secret() {
                *value = Value::public(actual);
            } else if value.number != actual {
                let name = register_name(index);
                self.refusal.get_or_insert(Refusal::Register { name, actual, computed: value.number });
            }
        }
        for (number, flag) in self.flags.iter_mut().enumerate() {
            let actual = self.before.sr >> number & 1 != 0;
            if !flag.secret {
                flag.value = actual;
            } else if flag.value != actual {
                let (actual, computed) = (i64::from(actual), i64::from(flag.value));
                let name = format!("bit {number} of SR");
                self.refusal.get_or_insert(Refusal::Register { name, actual, computed });
            }
        }
    }

    /// Returns the lowest bit of the signed integer part of an accumulator (UM A-11).
    fn integer_bit(&self) -> u32 {
        lowest_integer_bit(self.before.sr)
    }
}

/// Returns the name of a register by its number in `SecretPath::values`.
fn register_name(index: usize) -> String {
    const NAMES: [&str; ACCUMULATORS + INPUTS] = ["A", "B", "X0", "X1", "Y0", "Y1"];
    let agu = index.wrapping_sub(NAMES.len());
    NAMES.get(index).map_or_else(|| format!("{}{}", ["R", "N", "M"][agu / 8], agu % 8), |name| (*name).to_owned())
}

/// A decoded instruction.
struct Known {
    words: [u32; 2],
    entry: DecodedInstruction,
    /// It writes to memory.
    writes: bool,
}

/// Returns the decoded instruction of these words. The entry of its address is updated.
fn known_instruction<'a>(place: &'a mut Option<Box<Known>>, words: [u32; 2], core: &Core) -> &'a Known {
    let decoded = || {
        let entry = DecodedInstruction::new(words[0], words[1], [false; 2]);
        let writes = core.planned_accesses(&entry).iter().flatten().any(|(_, _, write)| *write);
        Box::new(Known { words, entry, writes })
    };
    let known = place.get_or_insert_with(decoded);
    if known.words != words {
        *known = decoded();
    }
    known
}

/// One instruction of a path.
struct Follower<'a> {
    path: &'a mut SecretPath,
    /// The core after the instruction.
    core: &'a Core,
    pc: u16,
    /// The origin of the secret value that was read last.
    source: Option<Origin>,
}

impl Follower<'_> {
    fn instruction(&mut self, e: &DecodedInstruction) {
        let modes = [e.ea[0].mode, e.ea[1].mode];
        match e.exec {
            Exec::Parallel => {
                let result = self.alu(e.alu, e);
                self.moves(e.mv, modes, File::of(e.regs[0]), e);
                match e.keep {
                    PreservedBits::Nothing => self.set_acc(usize::from(e.acc & 1), result),
                    PreservedBits::All => {}
                    _ => Moves::store(self, e, result),
                }
            }
            Exec::MoveOnly => self.moves(e.mv, modes, File::of(e.regs[0]), e),
            Exec::Control => self.control(e),
            Exec::Illegal | Exec::Undecoded => {}
        }
    }

    fn get(&mut self, place: Place) -> Value {
        let value = self.path.values[place.0];
        self.note_read(place, value.is_secret());
        value
    }

    fn set(&mut self, place: Place, value: Value) {
        self.path.values[place.0] = value;
        self.note_write(place, value.is_secret());
    }

    fn flag(&mut self, number: u32) -> Bit {
        let bit = self.path.flags[number as usize];
        self.note_read(Place::flag(number), bit.secret);
        bit
    }

    fn set_flag(&mut self, number: u32, bit: Bit) {
        self.path.flags[number as usize] = bit;
        self.note_write(Place::flag(number), bit.secret);
    }

    fn secret_flags(&self) -> u8 {
        self.path.secret_flags()
    }

    /// Writes an address register as the AGU sees it.
    fn set_seen(&mut self, index: u8, value: Value) {
        self.set(Place::address_register(index), value);
    }

    /// Writes an address register without the delay of moves.
    fn write_address_register_now(&mut self, index: u8, value: Value) {
        for late in [&mut self.path.late, &mut self.path.previous_late] {
            *late = late.filter(|late| late.0 != index);
        }
        self.set_seen(index, value);
    }

    fn note_read(&mut self, place: Place, secret: bool) {
        if secret {
            self.source = Some(self.path.origins[place.0]);
        }
    }

    fn note_write(&mut self, place: Place, secret: bool) {
        if secret && let Some(source) = self.source {
            self.path.origins[place.0] = source.passed_by(self.pc);
        }
    }

    fn refuse(&mut self, refusal: Refusal) {
        self.path.refusal.get_or_insert(refusal);
    }

    /// Notes that something depends on a secret.
    fn found(&mut self, what: &'static str) {
        self.leak(|| format!("{what} depends on a secret"));
    }

    fn found_register(&mut self, reg: Reg) {
        self.leak(|| format!("register {} depends on a secret", reg.info().name));
    }

    fn found_regions(&mut self, regions: &[&'static str]) {
        self.leak(|| format!("an address depends on a secret and can be in {} memory", regions.join(" and ")));
    }

    fn leak(&mut self, reason: impl FnOnce() -> String) {
        if self.path.leak.is_some() || self.path.allowed[usize::from(self.pc)] {
            return;
        }
        let chain = self.source.map(|source| (source.operand, source.passed[..usize::from(source.length)].to_vec()));
        self.path.leak = Some(Leak { address: self.pc, reason: reason(), chain });
    }
}
