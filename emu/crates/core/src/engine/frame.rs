//! The state that generated code works on.

use crate::access::FURTHER_SPACE_CLOCKS;
use crate::bits::sr;
use crate::engine::region::{Aside, Context, Cost, Leave, Repeating};
use crate::engine::store::Plan;
use crate::memory::Region;
pub use crate::memory::windows::{PAGE_BITS, SLOTS, Window, first_of};
use crate::space::Space;
use crate::state::Core;
use crate::state::agu::Late;
use crate::state::attention::Attention;
pub use crate::state::status::{Pushed, STACK_LOCATIONS, Unsettled, low};
use std::any::Any;

/// Bytes from a core's beginning to what code reads and writes there.
pub mod within {
    use crate::state::Core;
    use std::mem::offset_of;

    /// A and B, and X0, X1, Y0, Y1, sign-extended to 64 and to 32 bits.
    pub const ACC: usize = offset_of!(Core, alu.acc);
    pub const INPUT: usize = offset_of!(Core, alu.input);
    /// R and N, 16 bits each.
    pub const R: usize = offset_of!(Core, agu.r);
    pub const N: usize = offset_of!(Core, agu.n);
    /// 256 words, sign-extended.
    pub const X: usize = offset_of!(Core, memory.x_ram);
    pub const Y: usize = offset_of!(Core, memory.y_ram);
    /// 16 locations.
    pub const SSH: usize = offset_of!(Core, stack.ssh);
    pub const SSL: usize = offset_of!(Core, stack.ssl);
    /// Whether what REP repeats has been fetched: a byte, which is 0 or 1.
    pub const REPEAT_FETCHED: usize = offset_of!(Core, hw_loop.repeat_fetched);
    /// `Unsettled`.
    pub const UNSETTLED: usize = offset_of!(Core, unsettled);
    /// A `Window` after the other.
    pub const WINDOWS: usize = offset_of!(Core, port_a.windows.all);
}

/// Clocks that are left and instructions that were executed as one number, so that code counts both at once.
pub mod account {
    /// Where clocks begin.
    pub const CLOCK_BIT: u32 = 20;
    /// Code runs for so many at once, in which it executes half as many instructions at most.
    pub const MOST_CLOCKS: u64 = 1 << CLOCK_BIT;

    /// What is taken off for so many.
    #[must_use]
    pub const fn of(clocks: u64, instructions: u64) -> i64 {
        ((clocks as i64) << CLOCK_BIT) - instructions as i64
    }
}

/// What code takes with it and brings back beside the core's registers, as numbers of 64 bits.
#[repr(C)]
pub struct Frame<'a> {
    /// SR but for LF and the condition codes.
    pub sr: i64,
    /// LC, where 0 is the 65,536 passes that it counts.
    pub lc: i64,
    /// The value of the register that the last instruction has written late.
    pub late: i64,
    /// Clocks that may pass, and instructions that were executed, as `account` has them: those of a block count from its
    /// beginning.
    pub account: i64,
    /// The number of the gate through which the code is entered.
    pub gate: i64,
    /// The core, in which memory and the stack lie where `within` says.
    pub base: *mut u8,
    /// What those whom the code calls have answered.
    pub answer: i64,
    /// What the interpreter has panicked with.
    pub panic: Option<Box<dyn Any + Send>>,
    /// The interpreter has ended the run of the code, and the core is whole.
    pub(crate) whole: bool,
    /// Instructions that it has executed.
    pub(crate) interpreted: i64,
    core: &'a mut Core,
    plan: &'a Plan,
    /// Instructions as the code was entered, and the clock that may be reached.
    began: u64,
    limit: u64,
}

impl<'a> Frame<'a> {
    /// The frame of a core for code that goes on while its clocks are below a limit.
    #[inline(always)]
    pub(super) fn new(core: &'a mut Core, plan: &'a Plan, limit: u64) -> Self {
        let mut frame = Self {
            sr: 0,
            lc: 0,
            late: 0,
            account: account::of(limit - core.time.clocks, 0),
            gate: 0,
            base: (&raw mut *core).cast(),
            answer: 0,
            panic: None,
            whole: false,
            interpreted: 0,
            began: core.time.instructions,
            core,
            plan,
            limit,
        };
        frame.fill();
        frame
    }

    /// Clocks that may pass.
    pub(crate) fn left(&self) -> i64 {
        self.account >> account::CLOCK_BIT
    }

    /// Instructions that were executed.
    fn executed(&self) -> u64 {
        self.account as u64 % account::MOST_CLOCKS
    }

    /// What is in the frame, and not settled, is the core's.
    #[inline(always)]
    fn fill(&mut self) {
        let core = &mut *self.core;
        core.port_a.windows.close();
        self.sr = i64::from(core.status.sr & !(sr::LF | sr::CCR));
        self.lc = passes(core.hw_loop.lc);
        self.late = core.agu.late.map_or(0, |late| i64::from(late.value));
        (core.unsettled.eu, core.unsettled.nzv) = core.flag_results();
        core.unsettled.carry = u8::from(core.status.sr & sr::C != 0);
        core.unsettled.beyond = i64::from(core.status.sr & sr::L);
        core.unsettled.set_aside = passes(core.hw_loop.repeat_temp);
    }

    /// The core is as the code has left it.
    #[inline(always)]
    pub(super) fn put_back(&mut self, leave: &Leave) {
        let Leave { context, unused, attention, exit, .. } = leave;
        let (left, executed) = (self.left() + unused.clocks as i64, self.executed() - unused.instructions);
        let core = &mut *self.core;
        let Unsettled { eu, nzv, beyond, carry, set_aside, .. } = core.unsettled;
        let looping = u16::from(context.looping) * sr::LF;
        core.status.sr = self.sr as u16 | sticky(beyond, carry) | looping;
        core.set_flag_results((eu, nzv));
        if core.unsettled.lows != [low::PLAIN; STACK_LOCATIONS] {
            core.settle_stack(self.sr as u16);
        }
        core.hw_loop.lc = self.lc as u16;
        core.hw_loop.repeat_temp = set_aside as u16;
        core.hw_loop.repeat_fetched &= context.repeating != Repeating::First;
        core.flow.pc = context.pc;
        core.stack.sp = context.sp;
        core.hw_loop.la = context.la;
        core.hw_loop.exit = *exit;
        core.agu.late = context.late.map(|index| Late { index, value: self.late as u16 });
        // The code was entered with no other, and is left where the interpreter asks for more.
        core.attention = *attention;
        core.time.clocks = self.limit.wrapping_add_signed(-left);
        core.time.instructions = self.began + executed;
        if context.closing {
            core.flow.next_pc = context.pc;
            core.close_pass();
            core.flow.pc = core.flow.next_pc;
        }
    }

    /// Let the interpreter execute an instruction of the region; whether the code goes on after it. If not, the core is
    /// whole.
    pub fn aside(&mut self, number: usize) -> bool {
        let Aside { entry, leave, after, settled, cost } = &self.plan.asides[number];
        let leave = &self.plan.leaves[*leave];
        self.put_back(leave);
        let core = &mut *self.core;
        core.flow.next_pc = core.flow.pc.wrapping_add(u16::from(entry.words));
        core.execute_whole(entry, core.flow.pc);
        core.time.instructions += 1;
        self.interpreted += 1;
        let rest = Cost {
            clocks: leave.unused.clocks - cost.clocks,
            instructions: leave.unused.instructions - cost.instructions,
        };
        let left = self.limit as i64 - core.time.clocks as i64 - rest.clocks as i64;
        if left >= leave.ahead as i64 && core.is_settled_as(settled) {
            // Who brings an event forward asks for attention; and no such instruction changes the flow of control.
            debug_assert!(core.time.event_at >= self.limit);
            debug_assert!(after.repeating != Repeating::No || core.flow.next_pc == after.pc);
            let executed = core.time.instructions - self.began + rest.instructions;
            self.account = account::of(left as u64, 0) + executed as i64;
            // As REP has left it: where that is not so the context tells.
            core.hw_loop.repeat_fetched |= after.repeating == Repeating::First;
            self.fill();
            return true;
        }
        if after.repeating == Repeating::No || core.count_repetition() {
            if u32::from(core.flow.next_pc) == core.hw_loop.exit && !core.flow.jumped {
                core.close_pass();
            }
            core.flow.pc = core.flow.next_pc;
        }
        self.whole = true;
        false
    }

    /// Whether a word outside the data RAM can be read, or written, without anybody's notice. If so the window of its page
    /// tells where it lies and what it takes; the words around it are there, too, from then on, if they take the same.
    pub fn look(&mut self, space: Space, address: u16, write: bool) -> bool {
        let Some(mut window) = (if write { self.written(space, address) } else { self.read(space, address) }) else {
            return false;
        };
        if self.core.memory.region(space, address) == Region::External {
            window.clocks = self.core.wait_states(space, address) as u32;
            window.further = FURTHER_SPACE_CLOCKS as u32;
        }
        if !self.core.waits_are_even() {
            window.length = 0;
        }
        self.core.port_a.windows.open(space, write, address, window);
        true
    }

    fn read(&self, space: Space, address: u16) -> Option<Window> {
        let (first, words) = self.core.memory.row(space, address)?;
        let (length, words) = (words.len() as u32, words.as_ptr() as usize);
        Some(Window { first: u32::from(first), length, words, ..Window::default() })
    }

    fn written(&mut self, space: Space, address: u16) -> Option<Window> {
        let (first, words, marks) = self.core.memory.writable_row(space, address)?;
        let (length, words, marks) = (words.len() as u32, words.as_mut_ptr() as usize, marks.as_mut_ptr() as usize);
        Some(Window { first: u32::from(first), length, words, marks, ..Window::default() })
    }

    /// Instructions that were executed since the code was entered, once the core is whole.
    #[inline(always)]
    pub(super) fn progress(&self) -> i64 {
        (self.core.time.instructions - self.began) as i64
    }
}

/// The passes that LC counts.
fn passes(lc: u16) -> i64 {
    i64::from(lc.wrapping_sub(1)) + 1
}

/// C and L, as code keeps them.
fn sticky(beyond: i64, carry: u8) -> u16 {
    (u16::from(carry) * sr::C) | (u16::from(beyond != 0) * sr::L)
}

impl Context {
    /// What of it needs attention.
    #[inline(always)]
    pub(super) fn attention(&self) -> Attention {
        let mut attention = Attention::NONE;
        attention.put(Attention::LATE, self.late.is_some());
        attention.put(Attention::REPEAT, self.repeating != Repeating::No);
        attention
    }
}

impl Core {
    /// SSL tells what code has pushed; the other bits of SR are these.
    #[inline(never)]
    fn settle_stack(&mut self, status: u16) {
        for location in 0..STACK_LOCATIONS {
            let low = std::mem::replace(&mut self.unsettled.lows[location], low::PLAIN);
            if low == low::PLAIN {
                continue;
            }
            let Pushed { eu, nzv, beyond, carry } = self.unsettled.pushed[location];
            let looping = u16::from(low == low::STATUS_LOOPING) * sr::LF;
            self.stack.ssl[location] = status | looping | sticky(beyond, carry) | self.flags_of((eu, nzv));
        }
    }
}
