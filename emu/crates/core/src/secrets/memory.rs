//! Memory of a run with secret bits: the addresses that an access can have, and their costs.

use crate::memory::{IO_PAGE, Region};
use crate::secrets::value::{Value, WORD_MASK};
use crate::secrets::{Follower, Place, Refusal};
use crate::space::Space;
use crate::state::watchpoints::Access;

/// The addresses that one access is analysed for. A table of the whole memory is too large to be one.
const MAX_CANDIDATES: i64 = 1 << 14;

/// Returns the union of two words, of which the first one is the example's.
fn either(value: Value, other: Value) -> Value {
    let mask = value.mask | other.mask | (value.number ^ other.number) as u64;
    Value::within(value.number, mask, value.low.min(other.low), value.high.max(other.high))
}

impl Follower<'_> {
    /// Returns the instruction's next access to a space in one direction.
    fn access(&mut self, space: Space, write: bool) -> Option<Access> {
        let wanted = |access: &Access| access.space == space && access.write == write;
        let found = self.path.accesses.iter().position(wanted).map(|index| self.path.accesses.remove(index));
        if found.is_none() {
            self.refuse(Refusal::Missing { space });
        }
        found
    }

    pub(super) fn load(&mut self, space: Space, address: Value) -> Value {
        let Some(access) = self.access(space, false) else { return Value::public(0) };
        if address.is_secret() {
            return self.load_from(space, address, access);
        }
        self.require_address(address, access);
        let word = self.path.memory[space as usize][usize::from(access.address)];
        self.note_read(Place::memory(space, access.address), word.is_secret());
        word.value(access.value)
    }

    /// Returns the union of the words at all possible addresses.
    fn load_from(&mut self, space: Space, address: Value, access: Access) -> Value {
        let own = self.path.memory[space as usize][usize::from(access.address)].value(access.value);
        let Some(candidates) = self.candidates(space, address) else { return own };
        candidates.iter().fold(own, |all, candidate| either(all, self.word(space, *candidate)))
    }

    /// Returns the word at an address.
    fn word(&self, space: Space, address: u16) -> Value {
        self.path.memory[space as usize][usize::from(address)].value(self.core.peek(space, address))
    }

    pub(super) fn store(&mut self, space: Space, address: Value, value: Value) {
        let Some(access) = self.access(space, true) else { return };
        let value = value.low_word();
        if value.number as u64 & WORD_MASK != u64::from(access.value) {
            self.refuse(Refusal::Word { actual: access.value, computed: (value.number as u64 & WORD_MASK) as u32 });
        } else if address.is_secret() {
            self.store_to(space, address, access, value);
        } else if value.is_secret() && space == Space::P {
            self.refuse(Refusal::Program);
        } else if value.is_secret() && space == Space::X && access.address >= IO_PAGE {
            self.found("a register of a peripheral");
        } else {
            self.require_address(address, access);
            self.set_word(space, access.address, value);
        }
    }

    fn set_word(&mut self, space: Space, address: u16, value: Value) {
        self.path.memory[space as usize][usize::from(address)] = value.into();
        self.note_write(Place::memory(space, address), value.is_secret());
    }

    /// Stores a word at one of several addresses: each of them may have it, or its previous word.
    fn store_to(&mut self, space: Space, address: Value, access: Access, value: Value) {
        if space == Space::P {
            self.refuse(Refusal::ProgramAddress);
            return;
        }
        let Some(candidates) = self.candidates(space, address) else { return };
        for candidate in candidates {
            let word = if candidate == access.address {
                match self.path.overwritten(space, candidate) {
                    Some(before) => {
                        either(value, self.path.memory[space as usize][usize::from(candidate)].value(before))
                    }
                    None => Value::new(value.number, WORD_MASK).low_word(),
                }
            } else {
                either(self.word(space, candidate), value)
            };
            self.set_word(space, candidate, word);
        }
    }

    fn require_address(&mut self, address: Value, access: Access) {
        if address.number != i64::from(access.address) {
            self.refuse(Refusal::Address { actual: access.address, computed: address.number as u16 });
        }
    }

    /// Returns the addresses that an access can have, and notes a leak if they do not take the same clock cycles.
    /// Returns `None` if they are too many.
    fn candidates(&mut self, space: Space, address: Value) -> Option<Vec<u16>> {
        self.path.secret_addresses += 1;
        let mask = address.mask & 0xFFFF;
        let mut candidates = Vec::new();
        if address.high.saturating_sub(address.low) < MAX_CANDIDATES {
            let allowed = |each: &i64| (each ^ address.number) as u64 & 0xFFFF & !mask == 0;
            candidates.extend((address.low..=address.high).filter(allowed).map(|each| each as u16));
        } else if 1_i64 << mask.count_ones() <= MAX_CANDIDATES {
            let fixed = address.number as u64 & 0xFFFF & !mask;
            let mut subset = mask;
            loop {
                candidates.push((fixed | subset) as u16);
                if subset == 0 {
                    break;
                }
                subset = (subset - 1) & mask;
            }
        } else {
            self.refuse(Refusal::Candidates { most: MAX_CANDIDATES });
            return None;
        }
        let mut regions: Vec<&'static str> = Vec::new();
        for candidate in &candidates {
            let region = self.region(space, *candidate);
            if !regions.contains(&region) {
                regions.push(region);
            }
        }
        if self.path.data_addresses {
            self.found("an address");
        } else if regions.len() > 1 {
            regions.sort_unstable();
            self.found_regions(&regions);
        }
        Some(candidates)
    }

    /// Returns the name of the memory at an address; all addresses of one name and space have the same wait states.
    fn region(&self, space: Space, address: u16) -> &'static str {
        match self.core.memory.region(space, address) {
            Region::Ram | Region::Rom => "internal",
            Region::Peripheral => "I/O",
            Region::External if address >= IO_PAGE && space != Space::P => "I/O",
            Region::External => "external",
        }
    }
}
