//! The decode cache: decoded instructions by program address, in pages that are allocated when code first runs in them.

use crate::decode::access_summary::{AccessKind, AccessSummary};
use crate::decode::instruction::{DecodedInstruction, Exec};
use crate::decode::restriction_verdict::RestrictionVerdict;
use crate::interpreter::executable;
use crate::memory::Region;
use crate::space::Space;
use crate::state::Core;
use crate::state::pending_events::PendingEvents;
use std::cell::RefCell;

const PAGE: usize = 256;

/// Decoded words that a thread caches: those of a program of a few thousand words.
const CACHED_WORDS: usize = 4096;

/// An instruction with the words that it was decoded from. It depends only on them: it is never stale, and valid for
/// all chips.
#[derive(Clone, Copy)]
struct DecodedWord {
    words: [u32; 2],
    external: [bool; 2],
    entry: DecodedInstruction,
}

thread_local! {
    /// For chips that run the same code one after the other, and for code that is rewritten repeatedly.
    static DECODED: RefCell<Vec<DecodedWord>> = const { RefCell::new(Vec::new()) };
}

/// Pages whose memory a thread reserves for its next chip: those of a program of a few thousand words.
const SPARE_PAGES: usize = 16;

thread_local! {
    /// The pages of the chip that was dropped last. The first is valid: nothing is decoded in it.
    static SPARE: RefCell<Vec<[DecodedInstruction; PAGE]>> = const { RefCell::new(Vec::new()) };
}

impl Drop for DecodeCache {
    fn drop(&mut self) {
        self.clear();
        let mut pages = std::mem::take(&mut self.pages);
        pages.shrink_to(SPARE_PAGES);
        // A thread that ends has no use for the pages.
        let _ = SPARE.try_with(|spare| spare.replace(pages));
    }
}

/// Returns the decoded instruction of two words; `external` states for each whether port A fetches it.
fn decoded(words: [u32; 2], external: [bool; 2]) -> DecodedInstruction {
    DECODED.with_borrow_mut(|table| {
        if table.is_empty() {
            table.resize(CACHED_WORDS, DecodedWord::NONE);
        }
        let kept = &mut table[DecodedWord::place(words)];
        if !kept.is_of(words, external) {
            *kept = DecodedWord { words, external, entry: executable(words, external) };
        }
        kept.entry
    })
}

impl DecodedWord {
    const NONE: Self = Self { words: [u32::MAX; 2], external: [false; 2], entry: DecodedInstruction::UNDECODED };

    /// Returns the slot of the words. It depends on the first word only: the second is data, or the next instruction.
    fn place(words: [u32; 2]) -> usize {
        (words[0].wrapping_mul(0x9E37_79B1) >> 20) as usize % CACHED_WORDS
    }

    /// Returns true if this is the instruction of these words. The second word matters only for a two-word instruction.
    fn is_of(&self, words: [u32; 2], external: [bool; 2]) -> bool {
        let same = |i: usize| self.words[i] == words[i] && self.external[i] == external[i];
        same(0) && (self.entry.words == 1 || same(1))
    }
}

/// The decoded form of program memory.
pub(crate) struct DecodeCache {
    /// Indices into `pages` by the high byte of the address; page 0 has nothing decoded.
    numbers: [u16; PAGE],
    pages: Vec<[DecodedInstruction; PAGE]>,
    /// The most recently decoded instruction that is not cacheable.
    transient: DecodedInstruction,
    /// Generation of program memory: grows with each possible change of its words, its mapping or its hooks.
    pub(crate) changes: u64,
}

impl DecodeCache {
    pub(crate) fn new() -> Self {
        let mut pages = SPARE.take();
        pages.resize(1, [DecodedInstruction::UNDECODED; PAGE]);
        Self { numbers: [0; PAGE], pages, transient: DecodedInstruction::UNDECODED, changes: 0 }
    }

    /// Returns the entry of an address, and decodes it if it is new or stale.
    #[inline]
    pub(crate) fn entry(&mut self, core: &Core, pc: u16) -> &DecodedInstruction {
        let at = usize::from(pc & 0xFF);
        if self.page(pc)[at].exec == Exec::Undecoded {
            self.decode(core, pc);
            if self.page(pc)[at].exec == Exec::Undecoded {
                return &self.transient;
            }
        }
        &self.page(pc)[at]
    }

    /// Stores an instruction that is not fetched from plain memory until the next one.
    pub(crate) fn cache_transient(&mut self, entry: DecodedInstruction) -> &DecodedInstruction {
        self.transient = entry;
        &self.transient
    }

    /// Returns true if the instruction at an address is fetched from plain memory, so that it can be decoded in
    /// advance.
    pub(crate) fn is_cacheable(&mut self, core: &Core, pc: u16) -> bool {
        self.page(pc)[usize::from(pc & 0xFF)].exec != Exec::Undecoded || self.decode(core, pc)
    }

    /// Returns the page of an address: the entries of the 256 addresses with the same high byte.
    #[inline(always)]
    pub(crate) fn page(&self, pc: u16) -> &[DecodedInstruction; PAGE] {
        &self.pages[usize::from(self.numbers[usize::from(pc >> 8)])]
    }

    /// Decodes the instruction at an address, and those after it in the page up to a change of flow. If the instruction
    /// is not cacheable, the run loop looks it up each time.
    #[cold]
    #[inline(never)]
    pub(crate) fn decode_ahead(&mut self, core: &mut Core, pc: u16) {
        if !self.decode(core, pc) {
            core.pending.set(PendingEvents::FETCH);
            return;
        }
        if core.observer.marks(pc) {
            core.pending.set(PendingEvents::BREAKPOINT);
            return;
        }
        let mut at = usize::from(pc & 0xFF);
        loop {
            let entry = &self.page(pc)[at];
            at += usize::from(entry.words);
            if !entry.plain
                || at >= PAGE
                || self.page(pc)[at].exec != Exec::Undecoded
                || !self.decode(core, pc & 0xFF00 | at as u16)
            {
                return;
            }
        }
    }

    /// Decodes the instruction at an address. Returns false if it must be fetched each time. An instruction with a
    /// breakpoint or a hook is not cached, so that the fast path ends before it.
    fn decode(&mut self, core: &Core, pc: u16) -> bool {
        let next = pc.wrapping_add(1);
        let memory = &core.memory;
        let regions = [pc, next].map(|address| memory.region(Space::P, address));
        let words = [memory.program_word_in(regions[0], pc), memory.program_word_in(regions[1], next)];
        let mut entry = decoded(words, regions.map(|region| region == Region::External));
        if core.observer.rejects_restricted {
            entry.restriction = entry.restriction_verdict();
        }
        if entry.restriction != RestrictionVerdict::NONE {
            entry.access_summary = AccessSummary::new(AccessKind::Otherwise);
        } else if core.observer.records() {
            entry.access_summary = core.watched_access_summary(&entry);
        } else {
            entry.access_summary = AccessSummary::NOTHING;
        }
        let plain = |i: usize, address| memory.fetches_plainly(regions[i], address);
        if !plain(0, pc) || (entry.words == 2 && !plain(1, next)) {
            self.transient = entry;
            return false;
        }
        for (region, address) in regions.into_iter().zip([pc, next]).take(usize::from(entry.words)) {
            if region == Region::External {
                memory.external.note_decoded(address);
            }
        }
        if core.observer.marks(pc) {
            self.transient = entry;
            return true;
        }
        let high = usize::from(pc >> 8);
        if self.numbers[high] == 0 {
            if self.pages.try_reserve(1).is_err() {
                // Without memory for more pages, all instructions are decoded again.
                self.clear();
            }
            self.numbers[high] = self.pages.len() as u16;
            self.pages.push([DecodedInstruction::UNDECODED; PAGE]);
        }
        self.pages[usize::from(self.numbers[high])][usize::from(pc & 0xFF)] = entry;
        true
    }

    /// Invalidates the instruction at a changed word of program memory, and a two-word one before it.
    pub(crate) fn invalidate(&mut self, address: u16) {
        self.changes += 1;
        for (address, words) in [(address, 1), (address.wrapping_sub(1), 2)] {
            let number = usize::from(self.numbers[usize::from(address >> 8)]);
            let entry = &mut self.pages[number][usize::from(address & 0xFF)];
            if entry.exec == Exec::Undecoded || entry.words < words {
                continue;
            }
            *entry = DecodedInstruction::UNDECODED;
        }
    }

    /// Invalidates the instructions at these changed words of program memory.
    #[inline]
    pub(crate) fn invalidate_written(&mut self, written: &mut Vec<u16>) {
        for address in written.drain(..) {
            self.invalidate(address);
        }
    }

    /// Invalidates all instructions.
    pub(crate) fn clear(&mut self) {
        self.changes += 1;
        self.numbers = [0; PAGE];
        self.pages.truncate(1);
    }
}

#[cfg(test)]
mod tests {
    use crate::decode::instruction::DecodedInstruction;

    #[test]
    fn an_entry_is_one_cache_line() {
        assert!(size_of::<DecodedInstruction>() <= 64, "{}", size_of::<DecodedInstruction>());
    }
}
