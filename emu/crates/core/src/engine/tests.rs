//! Compilers that fail, support nothing, or produce code that exits at the size limit of a region.

use crate::engine::jit_state::{JitState, clock_budget};
use crate::engine::policy;
use crate::engine::region::{ExternalAccess, Region};
use crate::engine::region_builder::build_region;
use crate::engine::{CompileError, Compiler, NativeCode};
use crate::{Clock, Dsp56001, Limits, Space};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

/// A compiler that fails at one point.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fails {
    /// There is no executable memory.
    Memory,
    /// It panics during the compilation.
    Compiling,
    /// Its code panics.
    Running,
}

impl Compiler for Fails {
    fn compile(&mut self, _: &Region) -> Result<Box<dyn NativeCode>, CompileError> {
        assert!(*self != Self::Compiling, "a planted panic");
        if *self == Self::Running { Ok(Box::new(*self)) } else { Err(CompileError::NoExecutableMemory) }
    }
}

impl NativeCode for Fails {
    fn size_bytes(&self) -> usize {
        0
    }

    fn compile_ns(&self) -> u64 {
        0
    }

    fn run(&self, _: &mut JitState<'_>, _: usize) -> usize {
        panic!("a planted panic")
    }
}

/// Returns a chip with DO #20 over two words at `start`, and a jump back. Tests use different addresses, because chips
/// of one process share compiled code.
fn looping_chip(start: u16) -> Dsp56001 {
    let mut dsp = Clock::new(20_000_000, 1).map(|clock| Dsp56001::new(clock, 0)).expect("a clock of 20 MHz");
    let at = u32::from(start);
    for (address, word) in (start..).zip([0x06_1480, at + 3, 0x20_0010, 0x44_D800, 0x0A_F080, at]) {
        dsp.poke(Space::P, address, word);
    }
    dsp.poke(Space::P, 0, 0x0C_0000 | at);
    dsp
}

#[test]
fn a_compiler_that_fails_changes_no_state() {
    let limits = Limits { clocks: 100_000, ..Limits::NONE };
    let mut plain = looping_chip(0x40);
    plain.run(limits).expect("a run without an error");
    for fails in [Fails::Memory, Fails::Compiling, Fails::Running] {
        let mut dsp = looping_chip(0x40);
        dsp.enable_jit(Box::new(fails), 1);
        assert!(dsp.is_jit_enabled());
        let panics = catch_unwind(AssertUnwindSafe(|| dsp.run(limits))).is_err();
        assert_eq!(panics, fails != Fails::Memory);
        assert!(!dsp.is_jit_enabled());
        dsp.run(limits).expect("a run without an error");
        assert!(dsp.snapshot().ok() == plain.snapshot().ok());
    }
}

/// A compiler that supports nothing, and counts its calls.
struct Refuses(Arc<AtomicU32>);

impl Compiler for Refuses {
    fn compile(&mut self, _: &Region) -> Result<Box<dyn NativeCode>, CompileError> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Err(CompileError::Unsupported)
    }
}

#[test]
fn a_location_is_compiled_after_its_entries() {
    // A chip begins to count after 16,384 clock cycles, the process after 250,000 instructions.
    for (instructions, compiled) in [(5_000, 0), (2_000_000, 1)] {
        let times = Arc::new(AtomicU32::new(0));
        let mut dsp = looping_chip(0x60);
        dsp.enable_jit(Box::new(Refuses(Arc::clone(&times))), 1000);
        dsp.run(Limits { instructions, ..Limits::NONE }).expect("a run without an error");
        assert_eq!(times.load(Ordering::Relaxed).min(1), compiled, "after {instructions} instructions");
    }
}

#[test]
fn the_end_of_a_loop_iteration_is_an_entry() {
    let times = Arc::new(AtomicU32::new(0));
    let mut dsp = looping_chip(0xA0);
    // 4,095 iterations whose last instruction does not change the flow of control, and a jump to itself.
    dsp.poke(Space::P, 0xA0, 0x06_FF8F);
    dsp.poke(Space::P, 0xA4, 0x0C_00A4);
    dsp.enable_jit(Box::new(Refuses(Arc::clone(&times))), 1);
    dsp.run(Limits { instructions: 4_000, ..Limits::NONE }).expect("a run without an error");
    assert_eq!(times.load(Ordering::Relaxed), 1);
}

#[test]
fn a_region_contains_its_stop_words() {
    let mut dsp = Clock::new(20_000_000, 1).map(|clock| Dsp56001::new(clock, 0)).expect("a clock of 20 MHz");
    // ADD X0,A and MOVE X0,M3: a region ends where a modifier receives a value that is not known. With another word it
    // could continue.
    for (address, word) in (0..).zip([0x20_0040, 0x04_C4A3]) {
        dsp.poke(Space::P, address, word);
    }
    let key = dsp.core.region_key().expect("a chip that is at rest");
    let region =
        build_region(&mut dsp.core, &mut dsp.cache, key, &HashMap::new(), &[]).expect("a region of one instruction");
    assert_eq!((region.code_words, region.stop_words), (vec![(0, 0x20_0040)], vec![(1, 0x04_C4A3)]));
}

/// A compiler whose code exits at the size limit after 100 instructions; it counts its calls.
struct SizeLimited(Arc<AtomicU32>);

impl Compiler for SizeLimited {
    fn compile(&mut self, region: &Region) -> Result<Box<dyn NativeCode>, CompileError> {
        let exit = region.exits.iter().position(|exit| exit.is_size_limited).ok_or(CompileError::Unsupported)?;
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(Box::new(At(exit)))
    }
}

/// Code that exits at once, at this exit.
struct At(usize);

impl NativeCode for At {
    fn size_bytes(&self) -> usize {
        0
    }

    fn compile_ns(&self) -> u64 {
        0
    }

    fn run(&self, jit_state: &mut JitState<'_>, _: usize) -> usize {
        jit_state.clock_budget -= clock_budget::of(200, 100);
        self.0
    }
}

#[test]
fn code_at_the_size_limit_is_compiled_once() {
    let mut dsp = Clock::new(20_000_000, 1).map(|clock| Dsp56001::new(clock, 0)).expect("a clock of 20 MHz");
    // More ADD than a region may have, MOVE X0,M3, where another ends, and a jump back.
    for address in 0..2000 {
        dsp.poke(Space::P, address, 0x20_0010);
    }
    dsp.poke(Space::P, 1600, 0x04_C4A3);
    dsp.poke(Space::P, 2000, 0x0C_0000);
    let calls = Arc::new(AtomicU32::new(0));
    dsp.enable_jit(Box::new(SizeLimited(Arc::clone(&calls))), 1);
    let run = |dsp: &mut Dsp56001| {
        dsp.run(Limits { instructions: 100_000, ..Limits::NONE }).expect("a run without an error");
        for _ in 0..2000 {
            dsp.core.flow.pc = 2000;
            dsp.run(Limits { clocks: dsp.clocks() + 1000, ..Limits::NONE }).expect("a run without an error");
        }
        calls.load(Ordering::Relaxed)
    };
    let counts = [run(&mut dsp), run(&mut dsp), run(&mut dsp)];
    assert!(counts[0] > 0);
    assert_eq!(counts[1..], [counts[0]; 2]);
}

#[test]
fn code_is_as_hot_as_the_region_that_it_continues() {
    let mut dsp = Clock::new(20_000_000, 1).map(|clock| Dsp56001::new(clock, 0)).expect("a clock of 20 MHz");
    // ADD B,A, and a jump back.
    for address in 0x4000..0x5000 {
        dsp.poke(Space::P, address, 0x20_0010);
    }
    dsp.poke(Space::P, 0x5000, 0x0A_F080);
    dsp.poke(Space::P, 0x5001, 0x4000);
    dsp.core.flow.pc = 0x4000;
    let calls = Arc::new(AtomicU32::new(0));
    dsp.enable_jit(Box::new(SizeLimited(Arc::clone(&calls))), 1000);
    // The balance covers all regions.
    policy::deposit(100_000_000, 0);
    let mut compiled_after = |passes: u64| {
        dsp.run(Limits { instructions: passes * 0x1001, ..Limits::NONE }).expect("a run without an error");
        calls.load(Ordering::Relaxed)
    };
    assert_eq!(compiled_after(900), 0);
    // The first at 1,000 entries or soon after, the next two 64 entries later each.
    assert_eq!(compiled_after(400), 3);
}

/// A compiler whose code exits before one instruction; it records the external accesses of the regions. It supports no
/// more than `regions` of them.
struct ExternalExit {
    before: u16,
    regions: usize,
    external_accesses: Arc<Mutex<Vec<Accesses>>>,
}

type Accesses = Vec<(u16, ExternalAccess)>;

impl Compiler for ExternalExit {
    fn compile(&mut self, region: &Region) -> Result<Box<dyn NativeCode>, CompileError> {
        self.external_accesses
            .lock()
            .map_err(|_| CompileError::NoExecutableMemory)?
            .push(region.external_accesses.clone());
        let before =
            |number: &usize| region.exits[*number].may_access_external && region.exits[*number].state.pc == self.before;
        let exit = (0..region.exits.len()).rev().find(before).ok_or(CompileError::Unsupported)?;
        self.regions = self.regions.checked_sub(1).ok_or(CompileError::Unsupported)?;
        Ok(Box::new(At(exit)))
    }
}

/// Returns a chip with a program at `start`, where it begins, and with the JIT. R0 points to external memory.
fn external_chip(start: u16, program: &[u32], hot_threshold: u16, compiler: ExternalExit) -> Dsp56001 {
    let mut dsp = Clock::new(20_000_000, 1).map(|clock| Dsp56001::new(clock, 0)).expect("a clock of 20 MHz");
    for (address, word) in (start..).zip(program) {
        dsp.poke(Space::P, address, *word);
    }
    (dsp.core.flow.pc, dsp.core.agu.r[0]) = (start, 0x1000);
    dsp.enable_jit(Box::new(compiler), hot_threshold);
    dsp
}

#[test]
fn another_chip_knows_all_external_accesses_of_an_evicted_region() {
    // 256 iterations of ADD B,A, MOVE X:(R0)+,X0 and MOVE X:(R1),X0, and a jump back.
    let program = [0x06_0081, 0xC4, 0x20_0010, 0x44_D800, 0x44_E100, 0x0A_F080, 0xC0];
    let external_accesses = Arc::new(Mutex::new(Vec::new()));
    // The interpreter of the first chip sees the first access, and compiled code exits before the second.
    for hot_threshold in [30, 1] {
        let compiler = ExternalExit { before: 0xC4, regions: 1, external_accesses: Arc::clone(&external_accesses) };
        let mut dsp = external_chip(0xC0, &program, hot_threshold, compiler);
        dsp.run(Limits { instructions: 5_000, ..Limits::NONE }).expect("a run without an error");
        let seen = std::mem::take(&mut *external_accesses.lock().expect("nothing that panicked"));
        if hot_threshold == 30 {
            assert_eq!(seen[0], [(0xC3, ExternalAccess::Inline)]);
        } else {
            assert_eq!(seen[0], [(0xC3, ExternalAccess::Inline), (0xC4, ExternalAccess::Inline)]);
        }
    }
}

#[test]
fn the_interpreter_sees_external_accesses_of_a_rep() {
    // 256 iterations of REP #2 with MOVE X:(R0)+,X0 and ADD B,A, and a jump back.
    let program = [0x06_0081, 0xE4, 0x06_02A0, 0x44_D800, 0x20_0010, 0x0A_F080, 0xE0];
    let external_accesses = Arc::new(Mutex::new(Vec::new()));
    let compiler = ExternalExit { before: 0, regions: 0, external_accesses: Arc::clone(&external_accesses) };
    let mut dsp = external_chip(0xE0, &program, 30, compiler);
    dsp.run(Limits { instructions: 1_000, ..Limits::NONE }).expect("a run without an error");
    assert_eq!(external_accesses.lock().expect("nothing that panicked")[0], [(0xE3, ExternalAccess::Inline)]);
}

#[test]
fn an_access_that_often_misses_becomes_a_fallback() {
    // 256 iterations of ADD B,A and MOVE X:(R0)+,X0, and a jump back, at addresses that no other test uses.
    let program = [0x06_0081, 0x83, 0x20_0010, 0x44_D800, 0x0A_F080, 0x80];
    let external_accesses = Arc::new(Mutex::new(Vec::new()));
    let compiler =
        ExternalExit { before: 0x83, regions: usize::MAX, external_accesses: Arc::clone(&external_accesses) };
    let mut dsp = external_chip(0x80, &program, 1, compiler);
    let mut all = Vec::new();
    for _ in 0..3 {
        dsp.core.agu.r[0] = 0x1000;
        dsp.run(Limits { instructions: 30_000, ..Limits::NONE }).expect("a run without an error");
        all.push(external_accesses.lock().expect("nothing that panicked").clone());
    }
    assert!(all[0].contains(&vec![(0x83, ExternalAccess::Inline)]), "{:x?}", all[0]);
    assert_eq!(all[0].last(), Some(&vec![(0x83, ExternalAccess::Fallback)]));
    assert_eq!(all[2].len(), all[0].len(), "nothing is compiled again");
}
