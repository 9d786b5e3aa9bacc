//! Where a program comes back to, and the code that was made there.

use crate::engine::policy::MIN_INSTRUCTIONS_PER_ENTRY;
use crate::engine::region::{Gate, Settled};
use crate::engine::store::{self, Plan};
use crate::state::Core;
use std::sync::Arc;

/// So often code is made anew for a place whose words have changed.
const MOST_CHANGES: u8 = 4;
/// Gates of one place, those of loops and calls in which it lies included.
const MOST_GATES: usize = 12;
/// Entries after which it is decided whether code stays.
const TRIAL_ENTRIES: u32 = 64;
/// A loss in instructions after which code is dropped before that.
const MAX_LOSS_INSTRUCTIONS: i64 = 10_000;
/// Gates that are remembered.
const LATEST: usize = 16;
/// Clocks that have to be left for an entry to be worth its while.
const LEAST_CLOCKS: u64 = 100;

/// How many addresses there are.
pub(super) const ADDRESSES: usize = 0x1_0000;
/// Entries until the first lookup, which finds the code of other chips.
const LOOK: u16 = 64;
/// Instructions between two looks that find nothing.
const RARE: u64 = 4000;
/// Arrivals that are let pass at most.
const MOST_WAIT: u16 = 2000;

/// Code that a chip has.
pub(super) struct Home {
    pub plan: Arc<Plan>,
    /// The count of changes of program memory up to which the words are known to be the same.
    pub seen: u64,
    /// How often each leave was taken since an instruction had data outside the chip.
    pub taken: Vec<u32>,
    entries: u32,
    gain: i64,
}

impl Home {
    fn new(plan: Arc<Plan>, seen: u64) -> Self {
        let taken = vec![0; plan.leaves.len()];
        Self { plan, seen, taken, entries: 0, gain: 0 }
    }

    /// Code has executed so many instructions, what the interpreter did in its midst taken off; whether entries pay.
    pub(super) fn pays(&mut self, gain: i64) -> bool {
        self.entries += 1;
        self.gain += gain;
        if self.entries < TRIAL_ENTRIES && self.gain > -MAX_LOSS_INSTRUCTIONS {
            return true;
        }
        let pays = self.gain >= i64::from(self.entries) * MIN_INSTRUCTIONS_PER_ENTRY;
        (self.entries, self.gain) = (0, 0);
        pays
    }
}

/// A gate by the numbers of its home and in it, and the clocks without which nothing is executed there.
#[derive(Clone, Copy, Default)]
pub(super) struct Way {
    pub home: usize,
    pub gate: usize,
    pub least: u64,
}

/// An address with enough arrivals.
#[derive(Default)]
pub(super) struct Place {
    /// The one that was gone last is the first.
    ways: Vec<Way>,
    /// The least clocks of any of them.
    least: u64,
    /// No code is made here any more.
    pub closed: bool,
    /// Arrivals that are let pass after a look that has found no way.
    wait: u16,
    /// Entries without a way since code was looked for, those that were let pass included; nothing before the first look.
    missed: Option<u16>,
    /// Regions that begin here.
    pub begun: u8,
    /// How often code that begins here has become stale.
    changes: u8,
}

impl Place {
    fn settle(&mut self) {
        self.least = self.ways.iter().map(|way| way.least).min().unwrap_or(LEAST_CLOCKS);
    }
}

/// The gate that was found last at an address, and its code. Its place follows from its number without a product.
#[derive(Default)]
#[repr(align(128))]
struct Latest {
    pc: u16,
    way: Way,
    /// The place's.
    least: u64,
    /// The home's.
    seen: u64,
    entrance: Option<Entrance>,
}

/// The code behind it, and what it settles.
struct Entrance {
    plan: Arc<Plan>,
    settled: Settled,
}

/// All of a chip.
pub(super) struct Places {
    /// Entries after which a location is compiled.
    pub hot_threshold: u16,
    /// Of each address the arrivals; at `LOOK` it is time to look. There are none before `count`.
    heat: Box<[u16]>,
    /// And the number of its place, once there is one.
    numbers: Box<[u16]>,
    /// That of number 0 is nowhere.
    all: Vec<Place>,
    homes: Vec<Option<Home>>,
    /// The gates that were found last, by the low bits of their addresses, and the last of them all, which a host takes
    /// for the next before it knows the address.
    latest: [Latest; LATEST],
    last: usize,
    /// The chip's count of instructions at the last look that found nothing.
    missed: u64,
    /// There is or was some.
    pub has_code: bool,
}

impl Places {
    pub(super) fn new(hot_threshold: u16) -> Self {
        Self {
            hot_threshold,
            heat: Box::default(),
            numbers: Box::default(),
            all: vec![Place::default()],
            homes: Vec::new(),
            latest: Default::default(),
            last: 0,
            missed: 0,
            has_code: false,
        }
    }

    /// Arrivals are counted from now on.
    pub(super) fn count(&mut self) {
        self.heat = vec![LOOK.saturating_sub(self.hot_threshold); ADDRESSES].into();
        self.numbers = vec![0; ADDRESSES].into();
        let begins = store::begins();
        for pc in begins.iter() {
            // Another chip may have the same program: it is looked at once.
            self.heat[usize::from(*pc)] = LOOK - 1;
        }
        self.has_code = self.is_eager() || !begins.is_empty();
    }

    /// The flow of control has come to an address from elsewhere, with so many clocks left; whether it is time to look
    /// for code.
    #[inline(always)]
    pub(super) fn arrives(&mut self, pc: u16, left: u64) -> bool {
        let Some(heat) = self.heat.get_mut(usize::from(pc)) else { return false };
        if *heat != LOOK - 1 {
            *heat = heat.wrapping_add(1);
            return false;
        }
        let latest = &self.latest[self.last % LATEST];
        if latest.pc == pc && latest.entrance.is_some() { left >= latest.least } else { self.looks(pc, left) }
    }

    #[inline(never)]
    fn looks(&mut self, pc: u16, left: u64) -> bool {
        let place = &self.all[usize::from(self.numbers[usize::from(pc)])];
        let looks = !place.closed || !place.ways.is_empty();
        if !looks {
            self.heat[usize::from(pc)] = LOOK;
        }
        looks && left >= place.least
    }

    /// Whether there is code for an address, and so many clocks are enough for it.
    pub(super) fn has_gate(&self, pc: u16, left: u64) -> bool {
        let place = &self.all[usize::from(self.numbers[usize::from(pc)])];
        !place.ways.is_empty() && left >= place.least
    }

    /// Returns true if code is compiled as soon as it can be, as tests want it.
    pub(super) fn is_eager(&self) -> bool {
        self.hot_threshold < LOOK
    }

    /// An entry at PC has found no way after so many instructions of the chip: the next are let pass, more of them until
    /// lookups are rare. Returns the entries since code was last looked for, if it is time to look again.
    pub(super) fn miss(&mut self, pc: u16, now: u64) -> Option<u32> {
        let period = self.hot_threshold / 2;
        let eager = self.is_eager();
        self.latest[usize::from(pc) % LATEST] = Latest::default();
        let often = now.wrapping_sub(std::mem::replace(&mut self.missed, now)) < RARE;
        let place = self.at(pc)?;
        if place.ways.is_empty() && !eager {
            place.wait = place.wait.max(LOOK / 2);
        }
        if often {
            place.wait = (2 * place.wait + 1).min(MOST_WAIT.min(4 * period));
        }
        let wait = place.wait;
        let missed = place.missed.map_or(LOOK, |missed| missed.saturating_add(1 + wait));
        let due = place.missed.is_none() || missed > period;
        place.missed = Some(if due { 0 } else { missed });
        self.heat[usize::from(pc)] = (LOOK - 1).wrapping_sub(wait);
        due.then_some(u32::from(missed))
    }

    /// The place at an address, which becomes one.
    fn open(&mut self, pc: u16) -> &mut Place {
        let number = &mut self.numbers[usize::from(pc)];
        if *number == 0 && self.all.len() < ADDRESSES && self.all.try_reserve(1).is_ok() {
            *number = self.all.len() as u16;
            self.all.push(Place { least: LEAST_CLOCKS, ..Place::default() });
        }
        &mut self.all[usize::from(*number)]
    }

    /// The place at an address, if it is one.
    #[inline(always)]
    pub(super) fn at(&mut self, pc: u16) -> Option<&mut Place> {
        let number = usize::from(self.numbers[usize::from(pc)]);
        if number == 0 { None } else { self.all.get_mut(number) }
    }

    /// The gate at PC that was found there last, and its code, if the chip stands there again and the count of changes is
    /// what it was.
    #[inline(always)]
    pub(super) fn stands_again(&mut self, core: &Core, changes: u64) -> Option<(Way, &Plan)> {
        let pc = core.flow.pc;
        if self.latest[self.last % LATEST].pc != pc {
            self.last = usize::from(pc) % LATEST;
        }
        let Latest { pc: at, way, seen, entrance, .. } = &self.latest[self.last % LATEST];
        let Entrance { plan, settled } = entrance.as_ref()?;
        let stands = *at == pc && *seen == changes && core.stands_at(settled, &plan.key, &plan.gates[way.gate].context);
        stands.then_some((*way, plan))
    }

    /// The gate that was found last of all, and its code.
    pub(super) fn latest(&self) -> Option<(Way, &Plan)> {
        let Latest { way, entrance, .. } = &self.latest[self.last % LATEST];
        Some((*way, &entrance.as_ref()?.plan))
    }

    /// A gate was found at PC: it is the latest, and remembered.
    pub(super) fn remember(&mut self, pc: u16, way: Way) {
        let least = self.all[usize::from(self.numbers[usize::from(pc)])].least;
        let Some(home) = self.homes.get(way.home).and_then(Option::as_ref) else { return };
        let seen = home.seen;
        let entrance = Entrance { plan: Arc::clone(&home.plan), settled: home.plan.gates[way.gate].settled };
        self.last = usize::from(pc) % LATEST;
        self.latest[self.last] = Latest { pc, way, least, seen, entrance: Some(entrance) };
    }

    /// What was found is looked for anew.
    pub(super) fn forget_latest(&mut self) {
        self.latest = Default::default();
    }

    /// The gate at PC at which the chip stands, if there is one. PC is a place from then on.
    pub(super) fn way(&mut self, core: &Core) -> Option<Way> {
        let number = self.numbers[usize::from(core.flow.pc)];
        if number == 0 {
            self.open(core.flow.pc);
            return None;
        }
        let place = self.all.get_mut(usize::from(number))?;
        let stands = |way: &Way| {
            let home = self.homes[way.home].as_ref();
            home.map(|home| (&home.plan.key, &home.plan.gates[way.gate]))
                .is_some_and(|(key, gate)| core.stands_at(&gate.settled, key, &gate.context))
        };
        let (first, others) = place.ways.split_first()?;
        if !stands(first) {
            let found = others.iter().position(stands)?;
            place.ways.swap(0, found + 1);
        }
        place.wait = 0;
        place.ways.first().copied()
    }

    #[inline(always)]
    pub(super) fn home(&mut self, number: usize) -> Option<&mut Home> {
        self.homes.get_mut(number)?.as_mut()
    }

    /// Keep code, and open its gates.
    pub(super) fn keep(&mut self, plan: Arc<Plan>, seen: u64) {
        self.forget_latest();
        let number = self.homes.len();
        let begins = plan.gates[0].context.pc;
        for (gate, (Gate { context, .. }, clocks)) in plan.gates.iter().zip(&plan.clocks).enumerate().rev() {
            let place = self.open(context.pc);
            place.ways.insert(0, Way { home: number, gate, least: LEAST_CLOCKS.max(*clocks) });
            place.ways.truncate(MOST_GATES);
            place.settle();
            self.heat[usize::from(context.pc)] = LOOK - 1;
        }
        self.homes.push(Some(Home::new(plan, seen)));
        self.has_code = true;
        if let Some(place) = self.at(begins) {
            place.begun += 1;
        }
    }

    /// Throw away code; the address where it begins.
    pub(super) fn remove(&mut self, number: usize) -> Option<u16> {
        let home = self.homes.get_mut(number)?.take()?;
        self.forget_latest();
        for gate in &home.plan.gates {
            if let Some(place) = self.at(gate.context.pc) {
                place.ways.retain(|way| way.home != number);
                place.settle();
            }
        }
        let begins = home.plan.gates[0].context.pc;
        let place = self.at(begins)?;
        place.begun = place.begun.saturating_sub(1);
        Some(begins)
    }

    /// Throw away code whose words have changed, in the end for good.
    pub(super) fn changed(&mut self, number: usize) {
        let Some(begins) = self.remove(number) else { return };
        let Some(place) = self.at(begins) else { return };
        place.changes += 1;
        if place.changes >= MOST_CHANGES {
            place.closed = true;
        }
    }

    /// Throw away code that has to be made otherwise: the addresses of instructions before which it was left, and how often.
    pub(super) fn make_anew(&mut self, number: usize) -> Vec<(u16, u32)> {
        let Some(home) = self.home(number) else { return Vec::new() };
        let taken = home.plan.leaves.iter().zip(&home.taken).filter(|(_, times)| **times != 0);
        let left = taken.map(|(leave, times)| (leave.context.pc, *times)).collect();
        self.remove(number);
        left
    }

    /// Code that begins there does not pay.
    pub(super) fn give_up(&mut self, number: usize) {
        if let Some(begins) = self.remove(number) {
            self.never(begins);
        }
    }

    /// No code is made there any more.
    pub(super) fn never(&mut self, pc: u16) {
        self.open(pc).closed = true;
    }
}
