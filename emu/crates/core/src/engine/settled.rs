//! What is settled where the chip stands, and whether it is what code was made for.

use crate::access::FetchCost;
use crate::bits::{sp, sr};
use crate::engine::region::{Context, Key, Open, Repeating, Settled};
use crate::semantics::Machine;
use crate::state::Core;
use crate::state::attention::Attention;

impl Core {
    /// What is settled here, where code may be entered.
    pub(super) fn key(&self) -> Option<Key> {
        let late = match self.agu.late {
            _ if self.attention.has_other_than(Attention::LATE) || self.agu.late_before.is_some() => return None,
            Some(late) if late.index >= 16 => return None,
            late => late.map(|late| late.index),
        };
        if self.stack.sp & !sp::P != 0 {
            return None;
        }
        let looping = self.status.sr & sr::LF != 0;
        let context = Context {
            pc: self.flow.pc,
            late,
            repeating: Repeating::No,
            closing: false,
            sp: self.stack.sp,
            la: self.hw_loop.la,
            looping,
            open: Vec::new(),
        };
        let start = if looping { self.stack.ssh[self.stack.top()] } else { 0 };
        let waits = self.even_waits()?;
        Some(Key { context, start, m: self.agu.m, integer_bit: self.integer_bit(), waits, map: self.memory.map })
    }

    /// Wait states of every word of the program outside the chip, if they are the same.
    fn even_waits(&self) -> Option<u64> {
        match self.fetch_cost() {
            FetchCost::Free => Some(0),
            FetchCost::Even(waits) => Some(waits),
            FetchCost::Uneven => None,
        }
    }

    /// Whether all that is settled at a gate is so, and all that its key says; PC is.
    #[inline(always)]
    pub(super) fn stands_at(&self, settled: &Settled, key: &Key, context: &Context) -> bool {
        self.is_settled_as(settled)
            && (!settled.further
                || (self.is_within(context)
                    // Code is entered only where a repeated instruction was fetched.
                    && (context.repeating == Repeating::No || self.hw_loop.repeat_fetched)
                    // A loop that was begun before the region goes on where the key says.
                    && (!key.context.looping || self.stack.ssh[usize::from(key.context.sp & sp::P)] == key.start)))
    }

    /// Whether the stack has the loops and calls that a context says are open.
    #[inline]
    fn is_within(&self, context: &Context) -> bool {
        let mut top = usize::from(context.sp & sp::P);
        for open in context.open.iter().rev() {
            match open {
                Open::Call { back } => {
                    if self.stack.ssh[top] != *back {
                        return false;
                    }
                    top -= 1;
                }
                Open::Loop { start, la, looping } => {
                    if self.stack.ssh[top] != *start
                        || self.stack.ssh[top - 1] != *la
                        || (self.stack.ssl[top] & sr::LF != 0) != *looping
                    {
                        return false;
                    }
                    top -= 2;
                }
            }
        }
        true
    }

    /// Whether registers are as settled.
    #[inline(always)]
    pub(super) fn is_settled_as(&self, settled: &Settled) -> bool {
        self.attention == settled.attention
            && self.agu.late.map(|late| late.index) == settled.late
            && self.agu.late_before.is_none()
            && self.agu.m == settled.m
            && self.stack.sp == settled.sp
            && self.hw_loop.la == settled.la
            && (self.status.sr & sr::LF != 0) == settled.looping
            && self.lowest_integer_bit() == settled.integer_bit
            && self.memory.map == settled.map
            && self.even_waits() == Some(settled.waits)
            && self.has_flag_results()
    }
}
