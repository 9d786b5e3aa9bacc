//! Compilers that fail, support nothing, or produce code that exits at the size limit of a region.

use crate::engine::jit_state::{JitState, clock_budget};
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
    // ADD X0,A and MOVE X0,M3: a region ends where a modifier receives a value that is not known. With another word it could continue.
    for (address, word) in (0..).zip([0x20_0040, 0x04_C4A3]) {
        dsp.poke(Space::P, address, word);
    }
    let key = dsp.core.region_key().expect("a chip that is at rest");
    let region =
        build_region(&mut dsp.core, &mut dsp.cache, key, &HashMap::new()).expect("a region of one instruction");
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

/// A compiler whose code exits before one instruction; it records the external accesses of the regions.
struct ExternalExit {
    before: u16,
    external_accesses: Arc<Mutex<Vec<Accesses>>>,
}

type Accesses = Vec<(u16, ExternalAccess)>;

impl Compiler for ExternalExit {
    fn compile(&mut self, region: &Region) -> Result<Box<dyn NativeCode>, CompileError> {
        let before =
            |number: &usize| region.exits[*number].may_access_external && region.exits[*number].state.pc == self.before;
        let exit = (0..region.exits.len()).rev().find(before).ok_or(CompileError::Unsupported)?;
        self.external_accesses
            .lock()
            .map_err(|_| CompileError::NoExecutableMemory)?
            .push(region.external_accesses.clone());
        Ok(Box::new(At(exit)))
    }
}

#[test]
fn an_access_that_often_misses_becomes_a_fallback() {
    let mut dsp = Clock::new(20_000_000, 1).map(|clock| Dsp56001::new(clock, 0)).expect("a clock of 20 MHz");
    // 256 iterations of ADD B,A and MOVE X:(R0)+,X0, and a jump back, at addresses that no other test uses.
    for (address, word) in (0x80..).zip([0x06_0081, 0x83, 0x20_0010, 0x44_D800, 0x0A_F080, 0x80]) {
        dsp.poke(Space::P, address, word);
    }
    dsp.core.flow.pc = 0x80;
    let external_accesses = Arc::new(Mutex::new(Vec::new()));
    dsp.enable_jit(Box::new(ExternalExit { before: 0x83, external_accesses: Arc::clone(&external_accesses) }), 1);
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
