//! Generators that fail, refuse, or make code that ends at the size limit of a region.

use crate::engine::discovery::discover;
use crate::engine::frame::{Frame, account};
use crate::engine::region::{Far, Region};
use crate::engine::{Code, Generator, Without};
use crate::{Clock, Dsp56001, Limits, Space};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

/// Where a generator fails.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fails {
    /// It gets no memory for code.
    Without,
    /// It panics as it makes code.
    Making,
    /// What it has made panics.
    Running,
}

impl Generator for Fails {
    fn generate(&mut self, _: &Region) -> Result<Box<dyn Code>, Without> {
        assert!(*self != Self::Making, "no code");
        if *self == Self::Running { Ok(Box::new(*self)) } else { Err(Without::Machine) }
    }
}

impl Code for Fails {
    fn length(&self) -> usize {
        0
    }

    fn run(&self, _: &mut Frame<'_>, _: usize) -> usize {
        panic!("no way")
    }
}

/// DO #20 over INC-like words, and a jump back.
fn looping() -> Dsp56001 {
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
    let mut plain = looping();
    plain.run(limits).expect("nothing that is not modelled");
    for fails in [Fails::Without, Fails::Making, Fails::Running] {
        let mut dsp = looping();
        dsp.generate_with(Box::new(fails), 1);
        assert!(dsp.generates());
        let panics = catch_unwind(AssertUnwindSafe(|| dsp.run(limits))).is_err();
        assert_eq!(panics, fails != Fails::Without);
        assert!(!dsp.generates());
        dsp.run(limits).expect("nothing that is not modelled");
        assert!(dsp.snapshot().ok() == plain.snapshot().ok());
    }
}

/// A generator that makes nothing, and how often it was asked.
struct Refuses(Arc<AtomicU32>);

impl Generator for Refuses {
    fn generate(&mut self, _: &Region) -> Result<Box<dyn Code>, Without> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Err(Without::Region)
    }
}

#[test]
fn a_location_is_compiled_after_its_entries() {
    // A chip begins to count after 16,384 clock cycles, the process after 250,000 instructions.
    for (instructions, compiled) in [(5_000, 0), (2_000_000, 1)] {
        let times = Arc::new(AtomicU32::new(0));
        let mut dsp = looping();
        dsp.generate_with(Box::new(Refuses(Arc::clone(&times))), 1000);
        dsp.run(Limits { instructions, ..Limits::NONE }).expect("nothing that is not modelled");
        assert_eq!(times.load(Ordering::Relaxed).min(1), compiled, "after {instructions} instructions");
    }
}

#[test]
fn code_is_looked_for_where_a_pass_of_a_loop_ends() {
    let times = Arc::new(AtomicU32::new(0));
    let mut dsp = looping();
    // 4,095 passes over what ends with no change of flow, and a jump to itself.
    dsp.poke(Space::P, 0x40, 0x06_FF8F);
    dsp.poke(Space::P, 0x44, 0x0C_0044);
    dsp.generate_with(Box::new(Refuses(Arc::clone(&times))), 1);
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
    let key = dsp.core.key().expect("a chip that is at rest");
    let region = discover(&mut dsp.core, &mut dsp.cache, key, &HashMap::new()).expect("a region of one instruction");
    assert_eq!((region.words, region.ends), (vec![(0, 0x20_0040)], vec![(1, 0x05_05A3)]));
}

/// What ends for its size alone, and how often such code was made. It counts for a hundred instructions.
struct Cut(Arc<AtomicU32>);

impl Generator for Cut {
    fn generate(&mut self, region: &Region) -> Result<Box<dyn Code>, Without> {
        let leave = region.leaves.iter().position(|leave| leave.cut).ok_or(Without::Region)?;
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(Box::new(At(leave)))
    }
}

/// Code that is left at once.
struct At(usize);

impl Code for At {
    fn length(&self) -> usize {
        0
    }

    fn run(&self, frame: &mut Frame<'_>, _: usize) -> usize {
        frame.account -= account::of(200, 100);
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
    dsp.generate_with(Box::new(Cut(Arc::clone(&made))), 1);
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
    far: Arc<Mutex<Vec<Fars>>>,
}

type Fars = Vec<(u16, Far)>;

impl Generator for Left {
    fn generate(&mut self, region: &Region) -> Result<Box<dyn Code>, Without> {
        let before =
            |number: &usize| region.leaves[*number].guarded && region.leaves[*number].context.pc == self.before;
        let leave = (0..region.leaves.len()).rev().find(before).ok_or(Without::Region)?;
        self.far.lock().map_err(|_| Without::Machine)?.push(region.far.clone());
        Ok(Box::new(At(leave)))
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
    let far = Arc::new(Mutex::new(Vec::new()));
    dsp.generate_with(Box::new(Left { before: 0x83, far: Arc::clone(&far) }), 1);
    let mut all = Vec::new();
    for _ in 0..3 {
        dsp.core.agu.r[0] = 0x1000;
        dsp.run(Limits { instructions: 30_000, ..Limits::NONE }).expect("nothing that is not modelled");
        all.push(far.lock().expect("nothing that panicked").clone());
    }
    assert!(all[0].contains(&vec![(0x83, Far::Found)]), "{:x?}", all[0]);
    assert_eq!(all[0].last(), Some(&vec![(0x83, Far::Hidden)]));
    assert_eq!(all[2].len(), all[0].len(), "no more is made of what the interpreter has");
}
