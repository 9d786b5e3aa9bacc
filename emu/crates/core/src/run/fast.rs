//! The short way of the run loop, taken while nothing needs attention.
//!
//! Three things make it short. Instructions that touch no flow of control run in a row up to an address computed before:
//! the end of the loop, of the page of decoded instructions, or of the run. A register that a move has written late is
//! brought up to date before an instruction that cannot tell. And a loop over one instruction that only multiplies and
//! streams data keeps its registers out of memory.

use crate::chip::Dsp56001;
use crate::decode::entry::{Entry, Exec};
use crate::state::{Core, attention};

/// Addresses of one page, `end` excluded, of which only the first may be the end of a loop or of the run.
struct Window {
    first: u32,
    end: u32,
}

impl Window {
    #[inline(always)]
    fn holds(&self, pc: u16) -> bool {
        u32::from(pc).wrapping_sub(self.first) < self.end - self.first
    }
}

impl Dsp56001 {
    /// Run until something needs attention, or to a limit, or to a jump to itself: then it is `true`.
    #[inline(never)]
    pub(crate) fn run_plain(&mut self, until: u32, clock_limit: u64, instruction_limit: u64) -> bool {
        let (core, cache) = (&mut self.core, &mut self.cache);
        // No instruction takes less than two clocks: below this count the instruction limit cannot be passed.
        let clock_limit =
            clock_limit.min(core.clocks.saturating_add(instruction_limit.saturating_mul(2))).min(core.event_at);
        let mut executed = 0;
        let mut pc = core.pc;
        let at_self = 'window: loop {
            let page = cache.page(pc);
            let window = core.window(pc, until);
            let loop_exit = core.loop_exit;
            loop {
                let mut e = &page[usize::from(pc & 0xFF)];
                if core.attention != 0 && !core.catches_up(e) {
                    break 'window false;
                }
                if e.plain {
                    let mut next = u32::from(pc);
                    loop {
                        core.pc = next as u16;
                        (e.run)(core, e);
                        core.clocks += u64::from(e.clocks);
                        executed += 1;
                        next += u32::from(e.words);
                        if next >= window.end || core.clocks >= clock_limit {
                            break;
                        }
                        let following = &page[next as usize & 0xFF];
                        if !following.plain || (core.attention != 0 && !core.catches_up(following)) {
                            break;
                        }
                        e = following;
                    }
                    let last = core.pc;
                    pc = next as u16;
                    if u32::from(pc) == loop_exit {
                        core.next_pc = pc;
                        core.close_pass();
                        pc = core.next_pc;
                        if pc == last && e.streams && core.attention == 0 && u32::from(pc) != until && core.lc != 1 {
                            // The last pass is left to the way above.
                            let passes = core.stream(e, core.lc.wrapping_sub(1), clock_limit);
                            core.lc = core.lc.wrapping_sub(passes);
                            executed += u64::from(passes);
                        }
                    }
                } else {
                    if e.exec == Exec::Undecoded {
                        cache.prepare(core, pc);
                        continue 'window;
                    }
                    core.pc = pc;
                    let next = pc.wrapping_add(u16::from(e.words));
                    core.next_pc = next;
                    core.jumped = false;
                    core.charge_fetches(e, pc);
                    (e.run)(core, e);
                    if e.flow {
                        core.charge_refetch();
                    }
                    core.clocks += u64::from(e.clocks);
                    executed += 1;
                    if u32::from(core.next_pc) == core.loop_exit && !core.jumped {
                        core.close_pass();
                    }
                    let before = pc;
                    pc = core.next_pc;
                    if pc == before {
                        core.charge_conflicts();
                        break 'window true;
                    }
                }
                if core.attention & !attention::LATE != 0 {
                    core.charge_conflicts();
                    if core.attention == attention::CODE {
                        core.attention = 0;
                        cache.forget(&mut core.code_writes);
                        if core.clocks >= clock_limit || u32::from(pc) == until {
                            break 'window false;
                        }
                        continue 'window;
                    }
                    if core.attention & !attention::LATE != 0 {
                        break 'window false;
                    }
                }
                if core.clocks >= clock_limit || u32::from(pc) == until {
                    break 'window false;
                }
                if !window.holds(pc) || core.loop_exit != loop_exit {
                    continue 'window;
                }
            }
        };
        core.pc = pc;
        core.instructions += executed;
        at_self
    }

    /// The short way through a REP: its instruction is fetched once.
    #[inline(never)]
    pub(crate) fn repeat_plain(&mut self, until: u32, clock_limit: u64, instruction_limit: u64) {
        let (core, cache) = (&mut self.core, &mut self.cache);
        let e = cache.entry(core, core.pc);
        let clock_limit =
            clock_limit.min(core.clocks.saturating_add(instruction_limit.saturating_mul(2))).min(core.event_at);
        let next = core.pc.wrapping_add(u16::from(e.words));
        let stop_each = u32::from(core.pc) == until || e.flow;
        let mut executed = 0;
        loop {
            core.next_pc = next;
            core.jumped = false;
            if !core.repeat_fetched {
                core.charge_fetches(e, core.pc);
            }
            if e.streams && core.lc != 1 && !stop_each && core.repeat_fetched {
                // The last repetition is left to the way below.
                let passes = core.stream(e, core.lc.wrapping_sub(1), clock_limit);
                core.lc = core.lc.wrapping_sub(passes);
                executed += u64::from(passes);
                if core.clocks >= clock_limit {
                    break;
                }
            }
            (e.run)(core, e);
            // Wrapping as in the careful way: an illegal word takes back beforehand what a repetition costs less.
            core.clocks = core.clocks.wrapping_add(u64::from(e.clocks));
            executed += 1;
            if e.flow {
                core.charge_refetch();
            }
            core.charge_conflicts();
            if core.finish_repetition(e)
                || core.attention != attention::REPEAT
                || core.clocks >= clock_limit
                || stop_each
            {
                break;
            }
        }
        core.instructions += executed;
    }
}

impl Core {
    /// The addresses around `pc` between two at which the run loop looks again: the ends of the page, the loop and the
    /// run.
    #[inline(always)]
    fn window(&self, pc: u16, until: u32) -> Window {
        let pc = u32::from(pc);
        let mut window = Window { first: pc & 0xFF00, end: (pc | 0xFF) + 1 };
        for stop in [until, self.loop_exit] {
            if stop > pc {
                window.end = window.end.min(stop);
            } else {
                window.first = window.first.max(stop);
            }
        }
        window
    }

    /// Bring a late address register up to date before `e`, if that is all that needs attention and `e` does not use
    /// it as a pointer: whoever reads it sees the newest value either way.
    #[inline]
    fn catches_up(&mut self, e: &Entry) -> bool {
        let Some(late) = self.late else { return false };
        if self.attention != attention::LATE || self.late_before.is_some() || e.pointers & (1 << (late.index & 7)) != 0
        {
            return false;
        }
        self.late = None;
        self.attention = 0;
        self.set_address_register(late.index, late.value);
        true
    }
}

#[cfg(test)]
mod tests {
    use crate::{Clock, Dsp56001, Limits, Space, StopReason};

    #[test]
    fn a_repeated_illegal_word_may_be_the_first_of_all() {
        let mut dsp = Clock::new(20_000_000, 1).map(|clock| Dsp56001::new(clock, 0)).expect("a clock of 20 MHz");
        // REP #2 and an undefined word; P:$3E holds no call.
        dsp.poke(Space::P, 0, 0x0602A0);
        dsp.poke(Space::P, 1, 0x000005);
        assert_eq!(dsp.run(Limits::NONE).ok(), Some(StopReason::Illegal));
        assert_eq!((dsp.clocks(), dsp.instructions()), (4 + 2 + 8, 3));
    }
}
