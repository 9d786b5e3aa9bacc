//! Generators that fail, refuse, or make code that ends at the size limit of a region.

use crate::engine::jit_state::{JitState, clock_budget};
use crate::engine::region::{ExternalAccess, Region};
use crate::engine::region_builder::build_region;
use crate::engine::{CompileError, Compiler, NativeCode};
use crate::{Clock, Dsp56001, Limits, Space};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

/// Where a generator fails.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fails {
    /// It gets no memory for code.
    CompileError,
    /// It panics as it makes code.
    Making,
    /// What it has made panics.
    Running,
}

impl Compiler for Fails {
    fn compile(&mut self, _: &Region) -> Result<Box<dyn NativeCode>, CompileError> {
        assert!(*self != Self::Making, "no code");
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
        panic!("no way")
    }
}

/// DO #20 over INC-like words, and a jump back.
fn loop_flag() -> Dsp56001 {
    let mut dsp = Clock::new(20_000_000, 1).map(|clock| Dsp56001::new(clock, 0)).expect("a clock of 20 MHz");
    for (address, word) in (0x40..).zip([0x06_1480, 0x43, 0x20_0010, 0x44_D800, 0x0A_F080, 0x40]) {
        dsp.poke(Space::P, address, word);
    }
    dsp.poke(Space::P, 0, 0x0C_0040);
    dsp
}

#[test]
fn nothing_is_lost_where_a_generator_fails() {
    let limits = Limits { clocks: 100_000, ..Limits::NONE };
    let mut plain = loop_flag();
    plain.run(limits).expect("nothing that is not modelled");
    for fails in [Fails::CompileError, Fails::Making, Fails::Running] {
        let mut dsp = loop_flag();
        dsp.enable_jit(Box::new(fails), 1);
        assert!(dsp.is_jit_enabled());
        let panics = catch_unwind(AssertUnwindSafe(|| dsp.run(limits))).is_err();
        assert_eq!(panics, fails != Fails::CompileError);
        assert!(!dsp.is_jit_enabled());
        dsp.run(limits).expect("nothing that is not modelled");
        assert!(dsp.snapshot().ok() == plain.snapshot().ok());
    }
}

/// A generator that makes nothing, and how often it was asked.
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
        let mut dsp = loop_flag();
        dsp.enable_jit(Box::new(Refuses(Arc::clone(&times))), 1000);
        dsp.run(Limits { instructions, ..Limits::NONE }).expect("nothing that is not modelled");
        assert_eq!(times.load(Ordering::Relaxed).min(1), compiled, "after {instructions} instructions");
    }
}

#[test]
fn code_is_looked_for_where_a_pass_of_a_loop_ends() {
    let times = Arc::new(AtomicU32::new(0));
    let mut dsp = loop_flag();
    // 4,095 passes over what ends with no change of flow, and a jump to itself.
    dsp.poke(Space::P, 0x40, 0x06_FF8F);
    dsp.poke(Space::P, 0x44, 0x0C_0044);
    dsp.enable_jit(Box::new(Refuses(Arc::clone(&times))), 1);
    dsp.run(Limits { instructions: 4_000, ..Limits::NONE }).expect("nothing that is not modelled");
    assert_eq!(times.load(Ordering::Relaxed), 1);
}

#[test]
fn a_region_knows_the_words_before_which_it_ends() {
    let mut dsp = Clock::new(20_000_000, 1).map(|clock| Dsp56001::new(clock, 0)).expect("a clock of 20 MHz");
    // ADD X0,A and MOVE #5,M3: no region goes on where a modifier is written. Another program may go on there.
    for (address, word) in (0..).zip([0x20_0040, 0x05_05A3]) {
        dsp.poke(Space::P, address, word);
    }
    let key = dsp.core.region_key().expect("a chip that is at rest");
    let region =
        build_region(&mut dsp.core, &mut dsp.cache, key, &HashMap::new()).expect("a region of one instruction");
    assert_eq!((region.code_words, region.stop_words), (vec![(0, 0x20_0040)], vec![(1, 0x05_05A3)]));
}

/// What ends for its size alone, and how often such code was made. It counts for a hundred instructions.
struct Cut(Arc<AtomicU32>);

impl Compiler for Cut {
    fn compile(&mut self, region: &Region) -> Result<Box<dyn NativeCode>, CompileError> {
        let exit = region.exits.iter().position(|exit| exit.is_size_limited).ok_or(CompileError::Unsupported)?;
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(Box::new(At(exit)))
    }
}

/// Code that is left at once.
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
    // More ADD than a region may have, MOVE #5,M3, where another ends, and a jump back.
    for address in 0..2000 {
        dsp.poke(Space::P, address, 0x20_0010);
    }
    dsp.poke(Space::P, 1600, 0x05_05A3);
    dsp.poke(Space::P, 2000, 0x0C_0000);
    let made = Arc::new(AtomicU32::new(0));
    dsp.enable_jit(Box::new(Cut(Arc::clone(&made))), 1);
    let run = |dsp: &mut Dsp56001| {
        dsp.run(Limits { instructions: 100_000, ..Limits::NONE }).expect("nothing that is not modelled");
        for _ in 0..2000 {
            dsp.core.flow.pc = 2000;
            dsp.run(Limits { clocks: dsp.clocks() + 1000, ..Limits::NONE }).expect("nothing that is not modelled");
        }
        made.load(Ordering::Relaxed)
    };
    let counts = [run(&mut dsp), run(&mut dsp), run(&mut dsp)];
    assert!(counts[0] > 0);
    assert_eq!(counts[1..], [counts[0]; 2]);
}

/// Code that is left before an instruction each time, and what regions say of the data of its instructions.
struct Left {
    before: u16,
    external_accesses: Arc<Mutex<Vec<Fars>>>,
}

type Fars = Vec<(u16, ExternalAccess)>;

impl Compiler for Left {
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
fn data_that_code_does_not_find_become_the_interpreters() {
    let mut dsp = Clock::new(20_000_000, 1).map(|clock| Dsp56001::new(clock, 0)).expect("a clock of 20 MHz");
    // 256 passes over ADD B,A and MOVE X:(R0)+,X0, and a jump back, where no other test has code.
    for (address, word) in (0x80..).zip([0x06_0081, 0x83, 0x20_0010, 0x44_D800, 0x0A_F080, 0x80]) {
        dsp.poke(Space::P, address, word);
    }
    dsp.core.flow.pc = 0x80;
    let external_accesses = Arc::new(Mutex::new(Vec::new()));
    dsp.enable_jit(Box::new(Left { before: 0x83, external_accesses: Arc::clone(&external_accesses) }), 1);
    let mut all = Vec::new();
    for _ in 0..3 {
        dsp.core.agu.r[0] = 0x1000;
        dsp.run(Limits { instructions: 30_000, ..Limits::NONE }).expect("nothing that is not modelled");
        all.push(external_accesses.lock().expect("nothing that panicked").clone());
    }
    assert!(all[0].contains(&vec![(0x83, ExternalAccess::Inline)]), "{:x?}", all[0]);
    assert_eq!(all[0].last(), Some(&vec![(0x83, ExternalAccess::Fallback)]));
    assert_eq!(all[2].len(), all[0].len(), "no more is made of what the interpreter has");
}
