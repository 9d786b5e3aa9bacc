//! The DSP56001 as its users hold it, and its counts. What can be done with it stands in the rooms above.

use crate::bits::omr;
use crate::decode::instruction::DecodedInstruction;
use crate::engine::Compiler;
use crate::engine::dispatch::JitEngine;
use crate::engine::report::EngineReport;
use crate::interpreter::decode_cache::DecodeCache;
use crate::peripherals::LostWords;
use crate::state::Core;
use crate::state::attention::Attention;
use crate::state::profile::Profile;
use crate::timeline::Time;

/// One DSP56001 with the memory on its port A. The core stands first: the run loop has one address for both.
#[repr(C)]
pub struct Dsp56001 {
    pub(crate) core: Core,
    pub(crate) cache: DecodeCache,
    /// The instruction executed last while anything was observed, and the instruction count after it.
    pub(crate) previous: Option<(DecodedInstruction, u64)>,
    /// Counts what runs take, where that is wanted.
    pub(crate) profile: Option<Box<Profile>>,
    /// The JIT, if it is enabled.
    pub(crate) engine: Option<Box<JitEngine>>,
    /// Instructions that the interpreter has executed since the chip was created.
    pub(crate) interpreted: u64,
    /// Of a run's limit of instructions.
    pub(crate) left: u64,
    /// Of a run's limit of work.
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

    /// Returns true if the JIT is enabled. A panic in the compiler or in compiled code disables it, and so does a system that
    /// refuses executable memory.
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

    /// Begins to count the interpreter's instructions by address for `engine_report`, or ends it. Without a JIT they are not
    /// counted.
    pub fn count_interpreted(&mut self, is_counted: bool) {
        if let Some(engine) = &mut self.engine {
            engine.count_interpreted(is_counted);
        }
    }

    /// The operating mode that OMR shows.
    pub fn mode(&self) -> u8 {
        self.core.omr & omr::MODE
    }

    /// The program word that the next instruction needs and that was never stored to, where a run has ended for that.
    pub fn unloaded(&self) -> Option<u16> {
        self.core.fetch.unloaded
    }

    /// The second words of vectors that executed although they were never stored to, where that ends a run elsewhere.
    pub fn unloaded_vector_words(&self) -> impl Iterator<Item = u16> {
        let vectors = self.core.fetch.unloaded_vectors;
        (0..u64::BITS as u16).filter(move |vector| vectors >> vector & 1 != 0).map(|vector| 2 * vector + 1)
    }

    /// Words that the program has written to a peripheral which was off or had no clock.
    pub fn lost_words(&self) -> LostWords {
        self.core.peripherals.lost
    }

    /// Whether runs end before an instruction in program memory that was never stored to.
    pub(crate) fn refuse_unloaded(&mut self, refuse: bool) {
        self.core.fetch.unloaded = None;
        if self.core.memory.refuses_unloaded != refuse {
            self.core.memory.refuses_unloaded = refuse;
            self.cache.clear();
        }
    }

    /// The address of the next instruction.
    pub fn pc(&self) -> u16 {
        self.core.flow.pc
    }

    /// Oscillator clocks since reset.
    pub fn clocks(&self) -> u64 {
        self.core.time.clocks
    }

    /// Oscillator clocks since power-up.
    pub fn total_clocks(&self) -> u64 {
        self.core.total_clocks()
    }

    /// Instructions since reset.
    pub fn instructions(&self) -> u64 {
        self.core.time.instructions
    }

    /// The time of the present clock.
    pub fn now(&self) -> Time {
        self.core.now()
    }

    /// Address arithmetic steps that the manual leaves undefined, counted since power-up.
    pub fn undefined_addressing(&self) -> u64 {
        self.core.agu.undefined_steps
    }

    /// What an instruction has put off until it is over: stale predecoded instructions, new wait states.
    #[inline]
    pub(crate) fn catch_up(&mut self) {
        if self.core.attention.has(Attention::CATCH_UP) {
            self.core.attention.clear(Attention::CATCH_UP);
            self.core.port_a.waits = self.core.peripherals.bcr;
            self.cache.forget(&mut self.core.fetch.code_writes);
        }
    }
}
