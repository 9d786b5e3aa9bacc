//! Runs a program in compiled code and in the interpreter, which is the judge, and compares the two chips.
//!
//! An input is a header (clock budgets, memory, registers) and the words of a program. A jump back to the first word
//! follows them, so that locations are entered again, and compiled. The chips are compared after each budget:
//! registers, memory, peripherals, clocks and instruction counts, by their snapshots.
//!
//! The fuzz target of `emu/fuzz` and the test of its corpus have this module in common.
#![allow(clippy::expect_used, clippy::panic, reason = "a test, wherever it is compiled")]

use dsp56k_core::{Clock, Dsp56001, Limits, Space};
use dsp56k_isa::Reg;
use dsp56k_jit::{DebugOutput, Jit};

/// Bytes of the header. A shorter input is rejected.
const HEADER_BYTES: usize = 73;
/// Longest program, in words. It is several regions, and compiles in milliseconds.
const MAX_PROGRAM_WORDS: usize = 64;
/// Instructions between two comparisons, for programs that take few clocks for many instructions.
const MAX_INSTRUCTIONS: u64 = 20_000;
/// First address of the program: in on-chip program memory, or in external memory.
const ORIGINS: [u16; 2] = [0x40, 0x400];
/// Address of the bus control register (wait states) in X memory.
const BCR: u16 = 0xFFFE;
/// Code of JMP to an address below $1000, which is in the low bits (UM A-86).
const JMP: u32 = 0x0C_0000;
/// OMR bit that shows the data ROMs in place of RAM.
const OMR_DATA_ROM: u64 = 4;
/// SR bits of an input: all that exist except trace mode, in which no compiled code executes.
const SR_MASK: u64 = 0x8F7F;

/// Part of an input that has not been read.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    /// Reads a little-endian number of `length` bytes.
    fn number(&mut self, length: usize) -> u64 {
        let (number, rest) = self.0.split_at(length);
        self.0 = rest;
        number.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
    }

    /// Reads a register of `length` bytes.
    fn register(&mut self, dsp: &mut Dsp56001, register: Reg, length: usize, mask: u64) {
        dsp.set_register(register, self.number(length) & mask).expect("the mask has the register's width");
    }
}

/// Creates a chip with the program, memory and registers of an input. Returns it with the clock counts at which it is
/// compared.
fn chip(input: &[u8]) -> (Box<Dsp56001>, [u64; 3]) {
    let (header, program) = input.split_at(HEADER_BYTES);
    let mut header = Bytes(header);
    let clock = Clock::new(20_000_000, 1).expect("the frequency is positive");
    let mut dsp = Box::new(Dsp56001::new(clock, 0));
    let mut clocks = [1, 2, 2].map(|length| header.number(length));
    clocks[1] += clocks[0];
    clocks[2] += clocks[1];
    let flags = header.number(1);
    let origin = ORIGINS[usize::from(flags & 1 != 0)];
    dsp.poke(Space::X, BCR, header.number(2) as u32);
    let noise = header.number(2) as u32;
    for (space, factor) in [(Space::X, 0x9E_3779), (Space::Y, 0xC2_B2AE)] {
        for address in 0..0x100 {
            dsp.poke(space, address, (u32::from(address) + noise).wrapping_mul(factor));
        }
    }
    let words = program.chunks_exact(3).take(MAX_PROGRAM_WORDS).map(|word| Bytes(word).number(3) as u32);
    for (address, word) in (origin..).zip(words.chain([JMP | u32::from(origin)])) {
        dsp.poke(Space::P, address, word);
    }
    dsp.set_register(Reg::OMR, flags & OMR_DATA_ROM).expect("OMR has this bit");
    for number in 0..8 {
        let [r, n, m] = [Reg::R0, Reg::N0, Reg::M0].map(|first| Reg::ALL[first as usize + number]);
        header.register(&mut dsp, r, 2, 0xFFFF);
        // Offsets and modifiers are signed bytes, less 1 for modifiers: zeros in an input are linear addressing.
        for (register, less) in [(n, 0), (m, 1)] {
            let value = header.number(1) as i8 as u16;
            dsp.set_register(register, u64::from(value.wrapping_sub(less))).expect("16 bits");
        }
    }
    for register in [Reg::X0, Reg::X1, Reg::Y0, Reg::Y1] {
        header.register(&mut dsp, register, 3, 0xFF_FFFF);
    }
    header.register(&mut dsp, Reg::A, 7, u64::MAX >> 8);
    header.register(&mut dsp, Reg::B, 7, u64::MAX >> 8);
    header.register(&mut dsp, Reg::SR, 2, SR_MASK);
    let loop_end = u64::from(origin) + header.number(1) % MAX_PROGRAM_WORDS as u64;
    dsp.set_register(Reg::LA, loop_end).expect("16 bits");
    header.register(&mut dsp, Reg::LC, 2, 0xFFFF);
    dsp.set_register(Reg::PC, u64::from(origin)).expect("16 bits");
    (dsp, clocks)
}

/// Returns what differs between two chips, for people.
fn differences(chips: &[Box<Dsp56001>; 2]) -> Vec<String> {
    let [interpreter, compiled] = chips;
    let mut pairs: Vec<_> =
        Reg::ALL.map(|register| (format!("{register:?}"), chips.each_ref().map(|dsp| dsp.register(register)))).into();
    for space in [Space::X, Space::Y, Space::P] {
        pairs.extend(
            (0..=0xFFFF)
                .map(|at| (format!("{space}:${at:04X}"), chips.each_ref().map(|dsp| u64::from(dsp.peek(space, at))))),
        );
    }
    pairs.push(("clocks".into(), [interpreter.clocks(), compiled.clocks()]));
    pairs.push(("instructions".into(), [interpreter.instructions(), compiled.instructions()]));
    let differs = pairs.into_iter().filter(|(_, [left, right])| left != right);
    differs.map(|(name, [left, right])| format!("{name} ${left:X} ${right:X}")).collect()
}

/// Compares the engines on an input. Returns false if it is too short to be one.
///
/// # Panics
///
/// If the engines differ, or if compilation is abandoned.
pub fn compare_engines(input: &[u8]) -> bool {
    if input.len() < HEADER_BYTES {
        return false;
    }
    let (interpreter, clocks) = chip(input);
    let (mut compiled, _) = chip(input);
    // Every location is compiled when it is first entered.
    compiled.enable_jit(Box::new(Jit::new(DebugOutput::default()).expect("executable memory")), 1);
    let mut chips = [interpreter, compiled];
    for clocks in clocks {
        let limits = Limits { clocks, instructions: MAX_INSTRUCTIONS, ..Limits::NONE };
        let ends = chips.each_mut().map(|dsp| dsp.run(limits).map_err(|error| error.to_string()));
        let [expected, actual] = chips.each_mut().map(|dsp| dsp.snapshot().expect("memory for a snapshot"));
        assert!(ends[0] == ends[1] && expected == actual, "at clock {clocks}: {ends:?}, {:?}", differences(&chips));
        if ends[0].is_err() {
            break;
        }
    }
    assert!(chips[1].is_jit_enabled(), "compilation was abandoned");
    true
}
