//! Going into generated code, and coming back: all that an engine keeps.

use crate::engine::budget::MOST_AHEAD;
use crate::engine::discovery::{Found, MOST_AT_ONCE, discover};
use crate::engine::frame::{Frame, account};
use crate::engine::places::{ADDRESSES, OFTEN_CUT, Places, Way};
use crate::engine::region::{Context, Far, Key, accesses};
use crate::engine::store::{self, Plan};
use crate::engine::turns::Turns;
use crate::engine::{Generator, Without};
use crate::interpreter::code_cache::CodeCache;
use crate::memory::DATA_WORDS;
use crate::space::Space;
use crate::state::Core;
use dsp56k_isa::Mode;
use std::collections::HashMap;
use std::sync::Arc;

/// Code that begins at one place, for several states.
const MOST_VARIANTS: u8 = 4;
/// So often data of an instruction lie outside the chip until code is made that expects it.
const OFTEN: u8 = 16;
/// So often do chips look for code at one place until it is as if one had come back to it often.
const OFTEN_LOOKED: u32 = 8;
/// More of straight code is made so many times larger at least.
const GROWTH: u64 = 4;
/// Nanoseconds in which the interpreter executes an instruction.
const INTERPRETED: u64 = 4;
/// Arrivals for which prices and shares are what they are; who waits for less pays less.
const USUAL: i64 = 1000;
/// What finding a region takes, and for each of its instructions, in nanoseconds.
const SEARCH: u64 = 15_000;
const FINDING: u64 = 1_200;
/// Where it is not known what code costs to make, a region is looked for that costs as much; and one is looked for that
/// has as many instructions as can be paid for at so many nanoseconds each.
const LEAST: u64 = 300_000;
const MAKING: u64 = 18_000;
/// What making code has taken, and for each of its bytes, in nanoseconds.
const MADE: u64 = 120_000;
const MADE_BYTE: u64 = 400;
/// What an entry takes, and an instruction that the interpreter executes in its midst, in instructions of the
/// interpreter.
const ENTRY: i64 = 10;
const AMID: i64 = 12;
/// Of so many instructions of generated code, one's time is saved at least.
const SAVED: i64 = 2;
/// Instructions that an entry is expected to bring where code is made.
const WORTHWHILE: i64 = 64;

/// No address.
const NOWHERE: u32 = u32::MAX;

/// Generated code of a chip.
pub(crate) struct Engine {
    generator: Box<dyn Generator>,
    places: Places,
    turns: Turns,
    /// Where in straight code to look next, or nowhere.
    expected: u32,
    /// Instructions whose data lie outside the chip often, and how often the interpreter has found those of an address there.
    far: HashMap<u16, Far>,
    outside: Box<[u8]>,
    /// Where code has not saved it, one in so many parts of the chip's time may be taken for making some.
    share: i64,
    /// The chip's count of instructions when it was last looked at.
    counted: u64,
    /// What is looked for now follows code that ends for its size alone.
    follows: bool,
    /// No code is to be had any more.
    over: bool,
    /// What code has executed since.
    lately: Lately,
    /// What all chips have not been told yet of what this one has earned, and of the instructions that code has executed,
    /// entries taken off as `SAVED` has it.
    earned: i64,
    gained: i64,
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
        self.credit();
    }
}

impl Engine {
    pub(crate) fn new(generator: Box<dyn Generator>, arrivals: u16, share: u16) -> Self {
        let share = (i64::from(share) * i64::from(arrivals) / USUAL).max(1);
        let places = Places::new(arrivals);
        let turns = Turns::new(places.waits().then_some(LEAST));
        let mut engine = Self {
            generator,
            places,
            turns,
            expected: NOWHERE,
            far: HashMap::new(),
            outside: Box::default(),
            share,
            counted: 0,
            follows: false,
            over: false,
            lately: Lately::default(),
            earned: 0,
            gained: 0,
        };
        engine.count();
        engine
    }

    /// Where arrivals are counted there is memory for it: many a chip never comes to that, and touches none.
    fn count(&mut self) {
        if self.turns.counts && self.outside.is_empty() {
            self.outside = vec![0; ADDRESSES].into();
            self.places.count();
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

    /// Whether arrivals are to be counted now, and for how many clocks that is so.
    #[inline(always)]
    pub(crate) fn turn(&mut self, core: &Core) -> (bool, u64) {
        let mut left = self.turns.left(core.time.clocks);
        if left == 0 {
            left = self.take_turn(core.time.clocks);
        }
        (self.turns.counts, left)
    }

    #[cold]
    fn take_turn(&mut self, now: u64) -> u64 {
        let affordable = self.credit() >= self.cost(self.turns.wanted());
        self.turns.take(now, store::kept(), affordable);
        self.count();
        self.turns.left(now)
    }

    /// A run begins.
    pub(crate) fn begin(&mut self, core: &Core) {
        self.counted = core.time.instructions;
    }

    /// Whether there is no code to be had any more.
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    /// The interpreter has executed instructions since the run began, or this was asked last.
    pub(crate) fn earn(&mut self, core: &Core) {
        let Lately { executed, entries, amid } = std::mem::take(&mut self.lately);
        self.earned += core.time.instructions.saturating_sub(self.counted) as i64 - executed;
        self.counted = core.time.instructions;
        self.gained += executed - SAVED * (ENTRY * entries + AMID * amid);
        self.turns.gain += executed - AMID * amid;
    }

    /// Go into code at PC, and from there into what follows, if there is some that holds there or can be made; whether it
    /// has executed anything. No instruction begins at the limit or later.
    #[inline(never)]
    pub(crate) fn enter(&mut self, core: &mut Core, cache: &mut CodeCache, until: u32, limit: u64) -> bool {
        let begun = core.time.instructions;
        self.follows = false;
        while self.execute(core, cache, until, limit) == Some(true)
            && u32::from(core.flow.pc) != until
            && self.places.arrives(core.flow.pc, limit.saturating_sub(core.time.clocks))
        {
            self.follows = true;
        }
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
        let gain = executed - AMID * amid;
        if goes_on && !self.follows {
            self.note_cut(way.home);
        }
        if far && self.is_far(core, cache, way.home, number) {
            return Some(goes_on);
        }
        if (spare || gain < 0) && !self.places.home(way.home)?.pays(gain) {
            self.places.give_up(way.home);
        }
        Some(goes_on)
    }

    /// Code was left where it ends for its size alone.
    #[inline(never)]
    fn note_cut(&mut self, number: usize) {
        let Some(home) = self.places.home(number) else { return };
        home.cuts += u32::from(home.grows);
        if home.cuts == OFTEN_CUT {
            self.places.forget_latest();
        }
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
            if home.cuts >= OFTEN_CUT && way.gate == 0 && !self.follows {
                return self.grown(core, cache, way);
            }
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
        if !self.places.miss(core.flow.pc, core.time.instructions) {
            return None;
        }
        self.make(core, cache, None)?;
        self.places.way(core)
    }

    /// Code was left often where it ends for its size alone: a larger one in its place, if that can be paid for.
    #[cold]
    fn grown(&mut self, core: &mut Core, cache: &mut CodeCache, way: Way) -> Option<Way> {
        let home = self.places.home(way.home)?;
        home.cuts = 0;
        let size = home.plan.size();
        if self.affords(GROWTH * MAKING * size) && self.make(core, cache, Some(way.home)).is_some() {
            self.places.remove(way.home);
        }
        self.way(core, cache)
    }

    /// Code that begins at PC, of more instructions than that of a home; nothing where it can't be made, or not yet.
    #[cold]
    fn make(&mut self, core: &mut Core, cache: &mut CodeCache, smaller: Option<usize>) -> Option<()> {
        let pc = core.flow.pc;
        let size = smaller.and_then(|number| self.places.home(number)).map_or(0, |home| home.plan.size());
        let place = self.places.at(pc)?;
        if place.closed || place.begun >= MOST_VARIANTS {
            return None;
        }
        let first_look = size == 0 && place.price.is_none();
        let price = if size == 0 { *place.price.get_or_insert(LEAST) } else { 0 };
        // Another chip may have had code made since.
        let kept = store::kept();
        let news = std::mem::replace(&mut place.kept, kept) != kept;
        let affordable = self.affords(price);
        if !news && !affordable {
            return None;
        }
        let key = core.key()?;
        let far = store::far(&key).into_iter();
        self.note_far(far.filter(|(pc, word, _)| core.memory.program_word(*pc) == *word).map(|(pc, _, far)| (pc, far)));
        let holds = |plan: &&Arc<Plan>| {
            plan.size() > size
                && plan.expects(&self.far)
                && plan.ends.iter().all(|(address, word)| core.memory.program_word(*address) == *word)
                && matches!(unchanged(core, cache, &plan.words), State::Same)
        };
        if let Some(plan) = store::known(&key).iter().find(holds) {
            self.note_far(plan.far.iter().copied());
            self.places.keep(Arc::clone(plan), cache.changes);
            return Some(());
        }
        if !affordable {
            return None;
        }
        // Chips that live for one call never come back often enough; all of them together do.
        let (times, known) = store::look(&key);
        let price = price.max(known).max(if size == 0 { store::price(&around(&key)) } else { 0 });
        if size == 0 {
            self.places.at(pc)?.price = Some(price);
        }
        let often = !first_look || times > OFTEN_LOOKED;
        if !often || !self.affords(price) || !core.is_worth_entering(&key, i64::from(self.places.arrivals)) {
            return None;
        }
        let most = if self.places.waits() { self.credit() - self.cost(LEAST) } else { i64::MAX };
        let most = (most / self.cost(MAKING).max(1)).max(0) as u64;
        let region = match discover(core, cache, key.clone(), &self.far, most) {
            Found::Region(region) => region,
            Found::Nothing => {
                self.spend(SEARCH);
                self.places.never(pc);
                return None;
            }
            Found::TooMuch(instructions) => {
                self.spend(SEARCH + FINDING * instructions);
                // There are so many; and each look goes twice as far as the last, from wherever in the same loop.
                let price = LEAST + MAKING * instructions.max(2 * most);
                store::note_price(&around(&key), price);
                self.is_dear(&key, &[], price);
                return None;
            }
        };
        let finding = SEARCH + FINDING * region.instructions();
        self.spend(finding);
        if region.starts.len() as u64 <= size {
            smaller.and_then(|number| self.places.home(number))?.grows = false;
            return None;
        }
        let price = self.generator.price(&region);
        if !self.affords(price) {
            self.is_dear(&key, &region.heads(), 2 * finding + price);
            return None;
        }
        let code = match self.generator.generate(&region) {
            Ok(code) => code,
            Err(without) => {
                self.spend(price);
                self.over |= without == Without::Machine;
                self.places.never(pc);
                return None;
            }
        };
        self.spend(price.max(MADE + MADE_BYTE * code.length() as u64));
        let plan = Arc::new(Plan::new(*region, code));
        store::keep(&plan);
        self.places.keep(plan, cache.changes);
        Some(())
    }

    /// Code costs so many nanoseconds at the place of a key, and at others from which as much follows: that is wanted.
    fn is_dear(&mut self, key: &Key, heads: &[Context], price: u64) {
        self.turns.want(price);
        for context in heads.iter().chain([&key.context]) {
            store::note_price(&Key { context: context.clone(), ..key.clone() }, price);
            if let Some(place) = self.places.at(context.pc) {
                place.price = Some(place.price.unwrap_or(0).max(price));
            }
        }
    }

    /// What there is for making code.
    fn credit(&mut self) -> i64 {
        let saved = std::mem::take(&mut self.gained) / SAVED * self.share;
        store::earn(std::mem::take(&mut self.earned) + saved)
    }

    /// Whether that can be paid for; where it can't, it is what is waited for.
    fn affords(&mut self, nanoseconds: u64) -> bool {
        let affords = self.credit() >= self.cost(nanoseconds);
        if !affords {
            self.turns.want(nanoseconds);
        }
        affords
    }

    fn spend(&mut self, nanoseconds: u64) {
        store::earn(-self.cost(nanoseconds));
    }

    /// What so many nanoseconds take of the credit.
    fn cost(&self, nanoseconds: u64) -> i64 {
        (nanoseconds / INTERPRETED) as i64 * i64::from(self.places.arrivals) / USUAL * self.share
    }
}

/// What all places have that are in the same loop as one.
fn around(key: &Key) -> Key {
    Key { context: Context { pc: key.context.la, late: None, ..key.context.clone() }, ..key.clone() }
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
    /// Whether code of a key is expected to bring enough: in a loop that was begun before, what is left of the passes
    /// does. Who waits for few arrivals asks for little.
    fn is_worth_entering(&self, key: &Key, arrivals: i64) -> bool {
        let Context { pc, la, looping, .. } = key.context;
        let words = i64::from(la.wrapping_sub(pc)) + 1;
        !looping || pc != key.start || words * i64::from(self.hw_loop.lc) * USUAL >= WORTHWHILE * arrivals
    }
}
