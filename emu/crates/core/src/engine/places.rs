//! Where a program comes back to, and the code that was made there.

use crate::engine::Code;
use crate::engine::region::{Aside, Gate, Key, Leave, Region};
use crate::state::Core;
use std::sync::Arc;

/// So often code is made anew for a place whose words have changed.
const MOST_CHANGES: u8 = 4;
/// Gates of one place, those of loops and calls in which it lies included.
const MOST_GATES: usize = 12;
/// After so many entries it is looked how much they bring.
const TRIAL: u32 = 64;
/// Instructions that an entry has to bring.
const LEAST_GAIN: u64 = 24;
/// Clocks that have to be left for an entry to be worth its while.
const LEAST_CLOCKS: u64 = 100;

/// What is kept of a program address at which the flow of control arrives from elsewhere: the arrivals, until they are
/// enough; then the number of its place.
mod heat {
    /// The first place.
    pub(super) const PLACE: u16 = 0x8000;
    /// Code does not pay.
    pub(super) const NEVER: u16 = u16::MAX;
}

/// A region's code, and what is needed to enter and leave it.
pub(super) struct Home {
    pub key: Key,
    pub gates: Vec<Gate>,
    pub leaves: Vec<Leave>,
    pub asides: Vec<Aside>,
    pub words: Vec<(u16, u32)>,
    pub code: Arc<dyn Code>,
    /// The count of changes of program memory up to which the words are known to be the same.
    pub seen: u64,
    /// How often each leave was taken since an instruction had data outside the chip.
    pub taken: Vec<u32>,
    entries: u32,
    executed: u64,
}

impl Home {
    pub(super) fn new(region: Region, code: Arc<dyn Code>, seen: u64) -> Self {
        let Region { key, entries: gates, leaves, asides, words, .. } = region;
        let taken = vec![0; leaves.len()];
        Self { key, gates, leaves, asides, words, code, seen, taken, entries: 0, executed: 0 }
    }

    /// An entry that ended for another reason than want of clocks has executed so many instructions; whether entries pay.
    pub(super) fn pays(&mut self, executed: u64) -> bool {
        self.entries += 1;
        self.executed += executed;
        if self.entries < TRIAL {
            return true;
        }
        let pays = self.executed >= u64::from(TRIAL) * LEAST_GAIN;
        (self.entries, self.executed) = (0, 0);
        pays
    }
}

/// A gate by the numbers of its home and in it, and the clocks without which nothing is executed there.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub home: usize,
    pub gate: usize,
    pub least: u64,
}

/// An address with enough arrivals.
#[derive(Default)]
pub(super) struct Place {
    /// Those of the newest code first.
    ways: Vec<Way>,
    /// The least clocks of any of them.
    least: u64,
    /// Arrivals until it is looked for code again.
    wait: u16,
    /// Regions that begin here.
    pub begun: u8,
    /// How often code that begins here has become stale.
    changes: u8,
    /// What has to have been executed before more code is made here.
    pub price: u64,
}

/// All of a chip.
pub(super) struct Places {
    pub arrivals: u16,
    heat: Vec<u16>,
    all: Vec<Place>,
    homes: Vec<Option<Home>>,
}

impl Places {
    pub(super) fn new(arrivals: u16) -> Self {
        let arrivals = arrivals.clamp(1, heat::PLACE - 1);
        Self { arrivals, heat: vec![0; 0x1_0000], all: Vec::new(), homes: Vec::new() }
    }

    /// The flow of control has come to an address from elsewhere, with so many clocks left; whether there may be code for
    /// it.
    #[inline(always)]
    pub(super) fn arrives(&mut self, pc: u16, left: u64) -> bool {
        let heat = &mut self.heat[usize::from(pc)];
        if *heat < heat::PLACE {
            *heat += 1;
            if *heat >= self.arrivals {
                self.open(pc);
            }
            return false;
        }
        let Some(place) = self.all.get_mut(usize::from(*heat - heat::PLACE)) else { return false };
        if left < place.least {
            return false;
        }
        if place.wait != 0 {
            place.wait -= 1;
            return false;
        }
        true
    }

    #[cold]
    fn open(&mut self, pc: u16) {
        let heat = &mut self.heat[usize::from(pc)];
        if *heat < heat::PLACE {
            // There are less places than addresses.
            *heat = heat::PLACE + self.all.len().min(usize::from(heat::NEVER - heat::PLACE)) as u16;
            if *heat != heat::NEVER {
                self.all.push(Place { least: LEAST_CLOCKS, ..Place::default() });
            }
        }
    }

    /// The place at an address, if it is one.
    #[inline(always)]
    pub(super) fn at(&mut self, pc: u16) -> Option<&mut Place> {
        let number = self.heat[usize::from(pc)].checked_sub(heat::PLACE)?;
        self.all.get_mut(usize::from(number))
    }

    /// The gate at PC at which the chip stands, if there is one.
    #[inline(always)]
    pub(super) fn way(&self, core: &Core) -> Option<Way> {
        let number = self.heat[usize::from(core.flow.pc)].checked_sub(heat::PLACE)?;
        let place = self.all.get(usize::from(number))?;
        let stands = |way: &&Way| {
            let home = self.homes[way.home].as_ref();
            home.is_some_and(|home| core.stands_at(&home.key, &home.gates[way.gate].context))
        };
        place.ways.iter().find(stands).copied()
    }

    #[inline(always)]
    pub(super) fn home(&mut self, number: usize) -> Option<&mut Home> {
        self.homes.get_mut(number)?.as_mut()
    }

    /// Keep code, and open its gates.
    pub(super) fn keep(&mut self, home: Home, least: impl Fn(usize) -> u64) {
        let number = self.homes.len();
        let begins = home.gates[0].context.pc;
        for (gate, Gate { context, block }) in home.gates.iter().enumerate().rev() {
            self.open(context.pc);
            let way = Way { home: number, gate, least: least(*block).max(LEAST_CLOCKS) };
            if let Some(place) = self.at(context.pc) {
                place.ways.insert(0, way);
                place.ways.truncate(MOST_GATES);
                place.settle();
            }
        }
        self.homes.push(Some(home));
        if let Some(place) = self.at(begins) {
            place.begun += 1;
        }
    }

    /// Throw away code; the address where it begins.
    fn remove(&mut self, number: usize) -> Option<u16> {
        let home = self.homes.get_mut(number)?.take()?;
        for gate in &home.gates {
            if let Some(place) = self.at(gate.context.pc) {
                place.ways.retain(|way| way.home != number);
                place.settle();
            }
        }
        let begins = home.gates[0].context.pc;
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
            self.heat[usize::from(begins)] = heat::NEVER;
        }
    }

    /// Throw away code that has to be made otherwise: the addresses of instructions before which it was left.
    pub(super) fn make_anew(&mut self, number: usize) -> Vec<u16> {
        let Some(home) = self.home(number) else { return Vec::new() };
        let taken = home.leaves.iter().zip(&home.taken).filter(|(_, times)| **times != 0);
        let left = taken.map(|(leave, _)| leave.context.pc).collect();
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
        self.heat[usize::from(pc)] = heat::NEVER;
    }

    /// There was no code: it is looked again after some more arrivals.
    pub(super) fn wait(&mut self, pc: u16) {
        let wait = self.arrivals / 2;
        if let Some(place) = self.at(pc) {
            place.wait = wait;
        }
    }
}

impl Place {
    fn settle(&mut self) {
        self.least = self.ways.iter().map(|way| way.least).min().unwrap_or(LEAST_CLOCKS);
    }
}
