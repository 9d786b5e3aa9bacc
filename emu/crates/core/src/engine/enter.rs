//! Going into generated code, and coming back: all that an engine keeps.

use crate::engine::budget::MOST_AHEAD;
use crate::engine::discovery::{MOST_AT_ONCE, discover};
use crate::engine::frame::{Frame, account};
use crate::engine::places::{ADDRESSES, Places, Way};
use crate::engine::policy::{
    self, BUILD_NS_PER_INSTRUCTION, COMPILE_NS_PER_BYTE, COMPILE_NS_PER_INSTRUCTION, Counting,
    MIN_INSTRUCTIONS_PER_ENTRY,
};
use crate::engine::region::{Context, Far, Key, accesses};
use crate::engine::store::{self, Plan};
use crate::engine::{Generator, Without};
use crate::interpreter::code_cache::CodeCache;
use crate::memory::DATA_WORDS;
use crate::space::Space;
use crate::state::Core;
use dsp56k_isa::Mode;
use std::collections::HashMap;
use std::sync::Arc;

/// Regions that begin at one address, for several states of the chip.
const MAX_REGIONS_PER_PC: u8 = 4;
/// So often data of an instruction lie outside the chip until code is made that expects it.
const OFTEN: u8 = 16;
/// The time of an entry and an exit, and of an instruction that the interpreter executes between them, in instructions of
/// the interpreter (`make bench`).
const ENTRY_COST_INSTRUCTIONS: i64 = 10;
const FALLBACK_COST_INSTRUCTIONS: i64 = 12;

/// No address.
const NOWHERE: u32 = u32::MAX;

/// Generated code of a chip.
pub(crate) struct Engine {
    generator: Box<dyn Generator>,
    places: Places,
    counting: Counting,
    /// Where in straight code to look next, or nowhere.
    expected: u32,
    /// Instructions whose data lie outside the chip often, and how often the interpreter has found those of an address there.
    far: HashMap<u16, Far>,
    outside: Box<[u8]>,
    /// The chip's count of instructions when it was last looked at.
    counted: u64,
    /// No code is to be had any more.
    over: bool,
    /// What code has executed since.
    lately: Lately,
    /// Instructions of the interpreter and of code that the balance of the process does not have yet.
    interpreted: i64,
    compiled: i64,
}

/// Instructions of generated code, its entries, and what the interpreter has executed in its midst.
#[derive(Default)]
struct Lately {
    executed: i64,
    entries: i64,
    amid: i64,
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.balance();
    }
}

impl Engine {
    pub(crate) fn new(generator: Box<dyn Generator>, hot_threshold: u16) -> Self {
        Self {
            generator,
            places: Places::new(hot_threshold),
            counting: Counting::new(),
            expected: NOWHERE,
            far: HashMap::new(),
            outside: Box::default(),
            counted: 0,
            over: false,
            lately: Lately::default(),
            interpreted: 0,
            compiled: 0,
        }
    }

    /// The flow of control has come to an address from elsewhere, with so many clocks left; whether it is time to look
    /// for code.
    #[inline(always)]
    pub(crate) fn arrives(&mut self, pc: u16, left: u64) -> bool {
        self.places.arrives(pc, left)
    }

    /// The same by a call: before there is any code, the loops around are counted alone.
    #[inline(always)]
    pub(crate) fn is_called(&mut self, pc: u16, left: u64) -> bool {
        self.places.has_code && self.arrives(pc, left)
    }

    /// The interpreter has executed an instruction whose data lie outside the chip.
    #[inline(always)]
    pub(crate) fn reaches_out(&mut self, pc: u16) {
        let Some(times) = self.outside.get_mut(usize::from(pc)) else { return };
        if *times < OFTEN {
            *times += 1;
            if *times == OFTEN {
                self.far.entry(pc).or_insert(Far::Found);
            }
        }
    }

    /// An address in straight code where the interpreter is to stop.
    #[inline(always)]
    pub(crate) fn expected(&self) -> u32 {
        self.expected
    }

    /// The interpreter has stopped there.
    pub(crate) fn comes_to_expected(&mut self) {
        self.expected = NOWHERE;
    }

    /// Returns true if entries are counted now, and for how many clock cycles this holds.
    #[inline(always)]
    pub(crate) fn counts(&mut self, core: &Core) -> (bool, u64) {
        if self.places.is_eager() { (true, u64::MAX) } else { self.counting.at(core.time.clocks) }
    }

    /// The interpreter has executed instructions that were not counted.
    pub(crate) fn note_uncounted(&mut self, instructions: u64) {
        self.interpreted += instructions as i64;
        self.balance();
    }

    /// A run begins. The counters are allocated here, because many chips never run for long.
    pub(crate) fn begin(&mut self, core: &Core) {
        if self.outside.is_empty() {
            self.outside = vec![0; ADDRESSES].into();
            self.places.count();
        }
        self.counted = core.time.instructions;
    }

    /// Whether there is no code to be had any more.
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    /// The interpreter has executed instructions since the run began, or this was asked last.
    pub(crate) fn earn(&mut self, core: &Core) {
        let Lately { executed, entries, amid } = std::mem::take(&mut self.lately);
        self.interpreted += core.time.instructions.saturating_sub(self.counted) as i64 - executed;
        self.counted = core.time.instructions;
        self.counting.executed(executed - FALLBACK_COST_INSTRUCTIONS * amid);
        self.compiled += executed - 2 * (ENTRY_COST_INSTRUCTIONS * entries + FALLBACK_COST_INSTRUCTIONS * amid);
    }

    /// Go into code at PC, and from there into what follows, if there is some that holds there or can be made; whether it
    /// has executed anything. No instruction begins at the limit or later.
    #[inline(never)]
    pub(crate) fn enter(&mut self, core: &mut Core, cache: &mut CodeCache, until: u32, limit: u64) -> bool {
        let begun = core.time.instructions;
        while self.execute(core, cache, until, limit) == Some(true)
            && u32::from(core.flow.pc) != until
            && self.places.arrives(core.flow.pc, limit.saturating_sub(core.time.clocks))
        {}
        core.time.instructions != begun
    }

    /// The same amid a REP, if code may be entered there.
    pub(crate) fn enter_amid(&mut self, core: &mut Core, cache: &mut CodeCache, until: u32, limit: u64) -> bool {
        let left = limit.saturating_sub(core.time.clocks);
        self.places.has_gate(core.flow.pc, left) && self.enter(core, cache, until, limit)
    }

    /// Go into code at PC, and out of it; whether it ended there for its size alone.
    #[inline(always)]
    fn execute(&mut self, core: &mut Core, cache: &mut CodeCache, until: u32, limit: u64) -> Option<bool> {
        let begun = core.time.clocks;
        let limit = limit.min(begun + account::MOST_CLOCKS);
        if limit <= begun {
            return None;
        }
        let (way, plan) = if let Some(found) = self.places.stands_again(core, cache.changes) {
            found
        } else {
            self.find(core, cache)?;
            self.places.latest()?
        };
        if limit - begun < way.least {
            self.expected = plan.after(core.flow.pc).map_or(NOWHERE, u32::from);
            return None;
        }
        if until <= 0xFFFF && plan.words.binary_search_by_key(&(until as u16), |(address, _)| *address).is_ok() {
            return None;
        }
        let mut frame = Frame::new(core, plan, limit);
        let number = plan.code.run(&mut frame, way.gate);
        let left = frame.left();
        let spare = left > MOST_AHEAD as i64;
        self.expected = NOWHERE;
        let (mut far, mut goes_on) = (false, false);
        if !frame.whole {
            let leave = &plan.leaves[number];
            let short = left < leave.ahead as i64;
            if short {
                self.expected = plan.after(leave.context.pc).map_or(NOWHERE, u32::from);
            }
            // Not for want of clocks.
            far = leave.guarded && !short;
            goes_on = leave.cut && spare;
            frame.put_back(leave);
        }
        let (executed, amid) = (frame.progress(), frame.interpreted);
        self.lately.executed += executed;
        self.lately.entries += 1;
        self.lately.amid += amid;
        let gain = executed - FALLBACK_COST_INSTRUCTIONS * amid;
        if far && self.is_far(core, cache, way.home, number) {
            return Some(goes_on);
        }
        if (spare || gain < 0) && !self.places.home(way.home)?.pays(gain) {
            self.places.give_up(way.home);
        }
        Some(goes_on)
    }

    /// Code was left before an instruction that may have data outside the chip; whether that was so often that it is made
    /// anew.
    #[inline(never)]
    fn is_far(&mut self, core: &Core, cache: &mut CodeCache, number: usize, leave: usize) -> bool {
        let Some(home) = self.places.home(number) else { return false };
        home.taken[leave] += 1;
        let often = home.taken[leave] == u32::from(OFTEN);
        if often {
            let plan = Arc::clone(&home.plan);
            let left = self.places.make_anew(number).into_iter();
            // What code was made to find, and has not found that often, is hidden.
            let hidden = |pc, times| plan.far(pc).is_some() && times >= u32::from(OFTEN / 2);
            let left = left.map(|(pc, times)| (pc, if hidden(pc, times) { Far::Hidden } else { Far::Found }));
            let others = beyond(core, cache, plan.from(core.flow.pc)).into_iter().map(|pc| (pc, Far::Found));
            let far: Vec<(u16, Far)> = left.chain(others).collect();
            let words = far.iter().map(|(pc, far)| (*pc, core.memory.program_word(*pc), *far));
            store::note_far(&plan.key, words.collect());
            self.note_far(far);
        }
        often
    }

    /// Instructions have data outside the chip often.
    fn note_far(&mut self, all: impl IntoIterator<Item = (u16, Far)>) {
        for (pc, far) in all {
            let known = self.far.entry(pc).or_insert(far);
            *known = far.max(*known);
        }
    }

    /// The gate at which the chip stands, of code that holds, is the latest; code is made if there is none and it has
    /// been earned.
    #[inline(never)]
    fn find(&mut self, core: &mut Core, cache: &mut CodeCache) -> Option<()> {
        self.earn(core);
        let way = self.way(core, cache)?;
        self.places.remember(core.flow.pc, way);
        Some(())
    }

    /// The gate at which the chip stands, of code that holds; it is made if there is none and it has been earned.
    fn way(&mut self, core: &mut Core, cache: &mut CodeCache) -> Option<Way> {
        if let Some(way) = self.places.way(core) {
            let home = self.places.home(way.home)?;
            if home.seen == cache.changes {
                return Some(way);
            }
            match unchanged(core, cache, &home.plan.words) {
                State::Same => {
                    home.seen = cache.changes;
                    return Some(way);
                }
                State::Unavailable => return None,
                State::Other => self.places.changed(way.home),
            }
        }
        let entries = self.places.miss(core.flow.pc, core.time.instructions)?;
        self.make(core, cache, entries)?;
        self.places.way(core)
    }

    /// Code that begins at PC, after so many more entries; nothing where it can't be made, or not yet.
    #[cold]
    fn make(&mut self, core: &mut Core, cache: &mut CodeCache, entries: u32) -> Option<()> {
        let pc = core.flow.pc;
        let place = self.places.at(pc)?;
        if place.closed || place.begun >= MAX_REGIONS_PER_PC {
            return None;
        }
        let key = core.key()?;
        let far = store::far(&key).into_iter();
        self.note_far(far.filter(|(pc, word, _)| core.memory.program_word(*pc) == *word).map(|(pc, _, far)| (pc, far)));
        let holds = |plan: &&Arc<Plan>| {
            plan.expects(&self.far)
                && plan.ends.iter().all(|(address, word)| core.memory.program_word(*address) == *word)
                && matches!(unchanged(core, cache, &plan.words), State::Same)
        };
        if let Some(plan) = store::known(&key).iter().find(holds) {
            self.note_far(plan.far.iter().copied());
            self.places.keep(Arc::clone(plan), cache.changes);
            return Some(());
        }
        let (entries, estimate) = store::count_entries(&key, entries);
        if entries < u32::from(self.places.hot_threshold) {
            return None;
        }
        if !self.affords(estimate) {
            self.counting.compiled();
            return None;
        }
        if !self.places.is_eager() && !core.is_worth_entering(&key) {
            return None;
        }
        self.compile(core, cache, &key)
    }

    /// Compiles the region of a key.
    fn compile(&mut self, core: &mut Core, cache: &mut CodeCache, key: &Key) -> Option<()> {
        let pc = key.context.pc;
        let Some(region) = discover(core, cache, key.clone(), &self.far) else {
            self.places.never(pc);
            return None;
        };
        let instructions = region.instructions() as i64;
        policy::charge(BUILD_NS_PER_INSTRUCTION * instructions);
        let estimate = COMPILE_NS_PER_INSTRUCTION * instructions;
        if !self.affords(estimate) {
            store::defer(key, &region.heads(), estimate);
            self.counting.compiled();
            return None;
        }
        match self.generator.generate(&region) {
            Ok(code) => {
                policy::charge(COMPILE_NS_PER_BYTE * code.length() as i64);
                let plan = Arc::new(Plan::new(*region, code));
                store::keep(&plan);
                self.counting.compiled();
                self.places.keep(plan, cache.changes);
                Some(())
            }
            Err(without) => {
                policy::charge(estimate);
                self.over |= without == Without::Machine;
                self.places.never(pc);
                None
            }
        }
    }

    /// Returns true if the balance covers a compilation.
    fn affords(&mut self, ns: i64) -> bool {
        self.places.is_eager() || self.balance() > ns
    }

    /// The balance of the process, this chip's instructions included.
    fn balance(&mut self) -> i64 {
        policy::deposit(std::mem::take(&mut self.interpreted), std::mem::take(&mut self.compiled))
    }
}

/// Of instructions in a row, those whose pointers lie outside the chip now.
fn beyond(core: &Core, cache: &mut CodeCache, row: &[u16]) -> Vec<u16> {
    let mut far = Vec::new();
    for pc in row.iter().take(MOST_AT_ONCE as usize) {
        if !cache.holds(core, *pc) {
            break;
        }
        let e = cache.entry(core, *pc);
        if e.flow {
            break;
        }
        let points = |i: usize| e.ea[i].mode != Mode::Absolute && core.agu.r[usize::from(e.ea[i].rn & 7)] >= DATA_WORDS;
        if accesses(e).any(points) {
            far.push(*pc);
        }
    }
    far
}

/// Program words that code was made of.
enum State {
    Same,
    Other,
    /// They are not fetched plainly, or something stands in between.
    Unavailable,
}

fn unchanged(core: &Core, cache: &mut CodeCache, words: &[(u16, u32)]) -> State {
    for (address, word) in words {
        if core.observer.marks(*address)
            || !core.memory.fetches_plainly(core.memory.region(Space::P, *address), *address)
        {
            return State::Unavailable;
        }
        if core.memory.program_word(*address) != *word {
            return State::Other;
        }
        // Stores to it are noted from now on.
        cache.holds(core, *address);
    }
    State::Same
}

impl Core {
    /// Returns true unless the region begins in a loop whose remaining iterations are too short for an entry.
    fn is_worth_entering(&self, key: &Key) -> bool {
        let Context { pc, la, looping, .. } = key.context;
        let words = i64::from(la.wrapping_sub(pc)) + 1;
        !looping || pc != key.start || words * i64::from(self.hw_loop.lc) >= MIN_INSTRUCTIONS_PER_ENTRY
    }
}
