//! Arbitration between instructions, and entry into and exit from a vector (UM 8-8 to 8-27).
//!
//! From the boundary at which a request is recognized, the instruction about to execute and three more program words
//! pass through the pipeline before the first vector word (Figures 8-6, 8-7).

use crate::decode::instruction::DecodedInstruction;
use crate::state::Core;
use crate::state::interrupts::Phase;
use crate::state::pending_events::PendingEvents;
use crate::state::processing::Sleep;
use dsp56k_isa::{Sequence, Source};

/// Program words executed between recognition and the first vector word.
const LATENCY_WORDS: u8 = 4;
/// LC from which on a REP is arbitrated again.
const LAST_REPETITIONS: u16 = 2;
/// NOP cycles appended to a traced instruction (UM 8-16), in clocks.
const TRACE_CLOCKS: u64 = 6;

impl Core {
    /// Arbitrates before an instruction. Under a REP arbitration restarts when its last repetition is decoded, one
    /// before it executes (Figure 8-11).
    pub(crate) fn arbitrate(&mut self) {
        if self.interrupts.phase == Phase::Idle
            && (!self.pending.has(PendingEvents::REPEAT) || matches!(self.hw_loop.lc, 1 | LAST_REPETITIONS))
            && let Some(source) = self.candidate()
        {
            self.interrupts.phase = Phase::Coming { source, words: LATENCY_WORDS };
        }
    }

    /// Returns the number of repetitions of the current REP before arbitration restarts, unless that is now. A request
    /// is pending, and the repeated instruction has been fetched.
    pub(crate) fn repetitions_before_arbitration(&self) -> Option<u64> {
        let is_counting = self.interrupts.phase == Phase::Idle && self.hw_loop.repeat_fetched && self.hw_loop.lc != 1;
        // LC 0 counts 65,536 repetitions.
        let repetitions = self.hw_loop.lc.wrapping_sub(LAST_REPETITIONS);
        (is_counting && repetitions != 0).then_some(u64::from(repetitions))
    }

    /// Returns true if the current instruction is delayed until after the next vector. Its later words would be
    /// replaced, or it is one of those that are aborted when fetched just before the first vector word (UM 8-17; an
    /// illegal one is "refetched", UM 8-12).
    pub(crate) fn is_delayed_by_vector(&self, e: &DecodedInstruction) -> bool {
        let Phase::Coming { words, .. } = self.interrupts.phase else { return false };
        if self.pending.has(PendingEvents::REPEAT) {
            return false;
        }
        words == 0 || e.words > words || (words == 1 && e.sequence.properties().aborted)
    }

    /// Removes the words of an executed instruction from the pipeline. A change of flow takes a cycle for each refill.
    /// A REP rejects the recognised request (UM 8-18, 8-27). The last repetition of a REP with a count of one is
    /// decoded in the REP's second cycle, so that arbitration has restarted there.
    pub(crate) fn drain_pipeline(&mut self, e: &DecodedInstruction) {
        if let Phase::Coming { source, words } = self.interrupts.phase {
            if e.sequence == Sequence::Repeat {
                let again = if self.hw_loop.lc == 1 { self.candidate() } else { None };
                self.interrupts.phase =
                    again.map_or(Phase::Idle, |source| Phase::Coming { source, words: LATENCY_WORDS - 1 });
                return;
            }
            let used = if e.flow { e.clocks / 2 } else { e.words };
            self.interrupts.phase = Phase::Coming { source, words: words.saturating_sub(used) };
        }
    }

    /// Continues after a vector's instruction with the next word, or in the main program, whose PC has not changed.
    pub(crate) fn leave_vector_word(&mut self, words: u8) {
        if let Phase::Vector { source, address, position } = self.interrupts.phase {
            let position = position + words;
            self.interrupts.phase = if position >= 2 || self.flow.jumped {
                Phase::Idle
            } else {
                Phase::Vector { source, address, position }
            };
        }
        self.refresh_interrupts();
    }

    /// Ends a traced instruction: three NOP cycles, then the trace vector (UM 8-16). If an NMI or a stack error was
    /// recognised when the instruction began, its vector takes precedence, and the trace stays pending (Table 8-6). The
    /// same applies after an illegal instruction.
    pub(crate) fn trace(&mut self) {
        if self.pending.has(PendingEvents::REPEAT) {
            return;
        }
        self.interrupts.trace = true;
        let winner = match self.interrupts.phase {
            Phase::Vector { .. } => return self.refresh_interrupts(),
            Phase::Coming { source: source @ (Source::Nmi | Source::StackError), .. } => source,
            Phase::Idle if self.processing.sleep != Sleep::Awake => self.candidate().unwrap_or(Source::Trace),
            Phase::Idle | Phase::Coming { .. } => Source::Trace,
        };
        if !self.wakes_for_trace() {
            self.pass(TRACE_CLOCKS);
        }
        self.enter_vector(winner);
    }
}
