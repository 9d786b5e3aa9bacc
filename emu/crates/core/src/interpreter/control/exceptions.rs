//! Entry into an exception: the vector of a request, a long interrupt, SWI and illegal words (UM 8-8 to 8-19).

use crate::bits::sr;
use crate::state::Core;
use crate::state::interrupts::Phase;
use crate::state::pending_events::PendingEvents;
use dsp56k_isa::Source;

/// Clocks of an illegal instruction beyond those of a NOP (UM ).
const ILLEGAL_BEYOND_NOP: u64 = 6;
/// The level that no mask blocks.
const UNMASKABLE: u8 = 3;

impl Core {
    /// Starts to fetch the vector, after the pipeline has run empty. The acknowledge clears the request (UM 8-19).
    pub(crate) fn enter_vector(&mut self, source: Source) {
        let address = source.vector().unwrap_or_else(|| self.peripherals.host.acknowledge_command());
        match source {
            Source::StackError => self.interrupts.stack_error = false,
            Source::Nmi => self.interrupts.nmi = false,
            Source::Trace => self.interrupts.trace = false,
            Source::Swi => self.interrupts.swi = false,
            Source::Irqa => self.interrupts.irqa.edge = false,
            Source::Irqb => self.interrupts.irqb.edge = false,
            Source::SciIdle => self.peripherals.sci.receive.idle_pending = false,
            Source::SciTimer => self.peripherals.sci.timer_pending = false,
            _ => {}
        }
        self.interrupts.phase = Phase::Vector { source, address, position: 0 };
        self.pending.set(PendingEvents::INTERRUPT);
    }

    /// Returns the level at which a source interrupts, 0 to 3.
    fn level(&self, source: Source) -> u8 {
        self.level_code(source).map_or(UNMASKABLE, |code| (code as u8).saturating_sub(1))
    }

    /// Forms a long interrupt from a call in a vector: PC and SR are stacked; LF, scaling and T are cleared, the mask
    /// is raised (UM 8-19).
    pub(crate) fn enter_long_interrupt(&mut self) {
        if let Phase::Vector { source, .. } = self.interrupts.phase {
            let mask = u16::from((self.level(source) + 1).min(UNMASKABLE));
            self.update_flags();
            self.status.sr = self.status.sr & !(sr::LF | sr::S | sr::T | sr::I) | mask << sr::I_SHIFT;
            self.watch_loop();
            self.interrupts.phase = Phase::Idle;
            self.mode_register_changed();
        }
    }

    /// Executes SWI: a level-3 interrupt directly after the instruction. A maskable request that is being served stays
    /// pending (UM 8-11, A-212). An NMI or a stack error that is pending as SWI executes takes precedence, and SWI's
    /// own request stays (Table 8-6). With T set it is ignored (UM 8-19).
    pub(crate) fn software_interrupt(&mut self) {
        if self.status.sr & sr::T == 0 {
            self.interrupts.swi = true;
            let winner = self.candidate().unwrap_or(Source::Swi);
            self.enter_vector(winner);
        }
    }

    /// Executes an undefined opcode as a NOP and interrupts; PC stays on it, unless it is in a vector. Repeated, it is
    /// a NOP until the last time, and the word after it, fetched by then, is lost (UM 8-12, Figure 8-3, A-75).
    pub(crate) fn illegal_instruction(&mut self) {
        let repeated = self.pending.has(PendingEvents::REPEAT);
        if repeated && self.hw_loop.lc != 1 {
            // The entry's clocks are those of the interrupting one.
            self.time.clocks = self.time.clocks.wrapping_sub(ILLEGAL_BEYOND_NOP);
            return;
        }
        self.pending.set(PendingEvents::ILLEGAL);
        if !matches!(self.interrupts.phase, Phase::Vector { .. }) {
            if !repeated {
                self.count_word_at_end();
            }
            self.flow.next_pc = if repeated { self.flow.next_pc.wrapping_add(1) } else { self.flow.pc };
            self.flow.jumped = true;
        }
        self.enter_vector(Source::Illegal);
    }
}
