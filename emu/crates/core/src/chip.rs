//! The public DSP56001 and its counters. The modules above add its other methods.

use crate::bits::omr;
use crate::decode::instruction::DecodedInstruction;
use crate::engine::Compiler;
use crate::engine::dispatch::JitEngine;
use crate::engine::report::EngineReport;
use crate::interpreter::decode_cache::DecodeCache;
use crate::peripherals::LostWords;
use crate::state::Core;
use crate::state::pending_events::PendingEvents;
use crate::state::profile::Profile;
use crate::timeline::Time;

/// One DSP56001 with the memory on its port A. `core` is the first field: the run loop has one address for both.
#[repr(C)]
pub struct Dsp56001 {
    pub(crate) core: Core,
    pub(crate) cache: DecodeCache,
    /// The instruction executed last while anything was observed, and the instruction count after it.
    pub(crate) previous: Option<(DecodedInstruction, u64)>,
    /// Clocks and executions by address, if a profile is recorded.
    pub(crate) profile: Option<Box<Profile>>,
    /// The JIT, if it is enabled.
    pub(crate) engine: Option<Box<JitEngine>>,
    /// Instructions that the interpreter has executed since the chip was created.
    pub(crate) interpreted: u64,
    /// Remaining instructions of the run's instruction limit.
    pub(crate) instructions_left: u64,
    /// Remaining work of the run's work limit.
    pub(crate) work: u64,
}

impl Dsp56001 {
    /// Compiles regions that are entered `hot_threshold` times, as far as the process can afford it. Runs have the same
    /// results with and without.
    pub fn enable_jit(&mut self, compiler: Box<dyn Compiler>, hot_threshold: u16) {
        let mut engine = Box::new(JitEngine::new(compiler, hot_threshold));
        engine.set_profiled(self.profile.is_some());
        self.engine = Some(engine);
    }

    /// Returns true if the JIT is enabled. A panic in the compiler or in compiled code disables it, and so does a
    /// system that refuses executable memory.
    pub fn is_jit_enabled(&self) -> bool {
        self.engine.is_some()
    }

    /// Returns the report of the engine.
    pub fn engine_report(&self) -> EngineReport {
        self.engine.as_ref().map_or_else(
            || EngineReport { interpreted_instructions: self.interpreted, ..EngineReport::default() },
            |engine| engine.report(self.interpreted),
        )
    }

    /// Begins to count the interpreter's instructions by address for `engine_report`, or ends it. Without a JIT they
    /// are not counted.
    pub fn count_interpreted(&mut self, is_counted: bool) {
        if let Some(engine) = &mut self.engine {
            engine.count_interpreted(is_counted);
        }
    }

    /// Returns the operating mode in OMR.
    pub fn mode(&self) -> u8 {
        self.core.omr & omr::MODE
    }

    /// Returns the uninitialised program word that the next instruction needs, if the run has ended because of it.
    pub fn unloaded(&self) -> Option<u16> {
        self.core.fetch.unloaded
    }

    /// Yields the second words of vectors that executed although they were uninitialised. At other addresses such a
    /// word ends the run.
    pub fn unloaded_vector_words(&self) -> impl Iterator<Item = u16> {
        let vectors = self.core.fetch.unloaded_vectors;
        (0..u64::BITS as u16).filter(move |vector| vectors >> vector & 1 != 0).map(|vector| 2 * vector + 1)
    }

    /// Returns the words that the program has written to a peripheral which was off or had no clock.
    pub fn lost_words(&self) -> LostWords {
        self.core.peripherals.lost
    }

    /// Sets whether runs end before an instruction in uninitialised program memory.
    pub(crate) fn refuse_unloaded(&mut self, refuse: bool) {
        self.core.fetch.unloaded = None;
        if self.core.memory.refuses_unloaded != refuse {
            self.core.memory.refuses_unloaded = refuse;
            self.cache.clear();
        }
    }

    /// Returns the address of the next instruction.
    pub fn pc(&self) -> u16 {
        self.core.flow.pc
    }

    /// Returns the oscillator clocks since reset.
    pub fn clocks(&self) -> u64 {
        self.core.time.clocks
    }

    /// Returns the oscillator clocks since power-up.
    pub fn total_clocks(&self) -> u64 {
        self.core.total_clocks()
    }

    /// Returns the instructions since reset.
    pub fn instructions(&self) -> u64 {
        self.core.time.instructions
    }

    /// Returns the time of the current clock.
    pub fn now(&self) -> Time {
        self.core.now()
    }

    /// Returns the number of address calculations since power-up that the manual leaves undefined.
    pub fn undefined_addressing(&self) -> u64 {
        self.core.agu.undefined_steps
    }

    /// Applies the changes that an instruction has deferred until its end: stale decoded instructions, new wait states.
    #[inline]
    pub(crate) fn apply_deferred_changes(&mut self) {
        if self.core.pending.has(PendingEvents::DEFERRED) {
            self.core.pending.clear(PendingEvents::DEFERRED);
            self.core.port_a.waits = self.core.peripherals.bcr;
            self.cache.invalidate_written(&mut self.core.fetch.code_writes);
        }
    }
}
