//! The interpreter: semantics of every row of the instruction set, by subject.

pub(crate) mod agu;
mod alu;
mod bit_ops;
mod ccr;
mod control;
mod limiter;
mod loops;
mod moves;

use crate::core::Core;
use crate::predecode::{Entry, Exec};

impl Core {
    /// Execute one predecoded instruction; clocks of its formula are charged by the caller.
    #[inline(always)]
    pub(crate) fn execute(&mut self, e: &Entry) {
        match e.exec {
            Exec::Parallel => {
                let result = self.alu(e);
                self.moves(e);
                let acc = usize::from(e.acc & 1);
                self.acc[acc] = (result & !e.keep) | (self.acc[acc] & e.keep);
            }
            Exec::MoveOnly => self.moves(e),
            Exec::Control => self.control(e),
            Exec::Illegal | Exec::Undecoded => self.illegal_instruction(),
        }
    }
}
