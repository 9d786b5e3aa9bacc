//! The RAM on port A.

use crate::memory::map::PAGE_WORDS;
use crate::memory::wiring::{FRAMES, PAGES, View, Wiring};
use crate::space::Space;
use std::cell::Cell;
use std::collections::TryReserveError;
use std::sync::Arc;

const SPACE_WORDS: usize = 0x1_0000;
/// Marks in an integer.
const BITS: usize = u64::BITS as usize;

/// A page of RAM.
pub(crate) struct Page {
    pub words: [u32; PAGE_WORDS],
    /// A mark for each initialised word.
    pub stored: [u64; PAGE_WORDS / BITS],
    /// An instruction may have been decoded from here. It is a cell because decoding has the memory by shared
    /// reference.
    decoded: Cell<bool>,
}

impl Page {
    fn blank() -> Self {
        Self { words: [0; PAGE_WORDS], stored: [0; PAGE_WORDS / BITS], decoded: Cell::new(false) }
    }
}

/// Index of the page of zeros that all uninitialised pages share.
const UNWRITTEN: u16 = 0;
/// Index of no page.
const NOWHERE: u16 = u16::MAX;

/// RAM in pages. Pages that were never written contain zeros and take no memory.
pub(crate) struct External {
    wiring: Arc<Wiring>,
    /// The first is `UNWRITTEN`. Each page has its own allocation: a growing vector would need its size again during a
    /// store, which cannot fail.
    #[expect(clippy::vec_box, reason = "as said")]
    pages: Vec<Box<Page>>,
    /// The index in `pages` of the RAM at each page of each space.
    shown: [[u16; PAGES]; 3],
    /// The index in `pages` of each page of RAM.
    places: [u16; FRAMES],
    /// Number of mapped words of each space, starting at address 0.
    limits: [u32; 3],
}

#[inline(always)]
fn split(address: u16) -> (usize, usize) {
    (usize::from(address) / PAGE_WORDS, usize::from(address) % PAGE_WORDS)
}

impl External {
    /// Returns RAM at every address.
    pub fn new() -> Self {
        Self {
            wiring: Wiring::separate(),
            pages: vec![Box::new(Page::blank())],
            shown: [[UNWRITTEN; PAGES]; 3],
            places: [UNWRITTEN; FRAMES],
            limits: [SPACE_WORDS as u32; 3],
        }
    }

    pub fn views(&self) -> &[View] {
        &self.wiring.views
    }

    /// Changes the mappings of the RAM, which retains its words.
    pub fn wire(&mut self, views: Vec<View>) {
        if self.wiring.views != views {
            self.wiring = Arc::new(Wiring::new(views));
            for space in Space::ALL {
                for page in 0..PAGES {
                    let place = self.places.get(self.wiring.frame(space, page));
                    self.shown[space as usize][page] = place.copied().unwrap_or(NOWHERE);
                }
            }
        }
    }

    /// Limits the RAM of a space to addresses below `words` (at most 65,536).
    pub fn set_limit(&mut self, space: Space, words: u32) {
        self.limits[space as usize] = words.min(SPACE_WORDS as u32);
    }

    pub fn limit(&self, space: Space) -> u32 {
        self.limits[space as usize]
    }

    /// Returns the index in `pages` of the page of an address, or `NOWHERE` if it is unmapped.
    #[inline(always)]
    fn shown(&self, space: Space, address: u16) -> usize {
        if u32::from(address) < self.limits[space as usize] {
            usize::from(self.shown[space as usize][split(address).0])
        } else {
            usize::from(NOWHERE)
        }
    }

    /// Returns true if RAM is mapped at the address.
    #[inline]
    pub fn answers(&self, space: Space, address: u16) -> bool {
        self.shown(space, address) != usize::from(NOWHERE)
    }

    /// Returns the word, if RAM is mapped at the address.
    #[inline]
    pub fn word(&self, space: Space, address: u16) -> Option<u32> {
        Some(self.pages.get(self.shown(space, address))?.words[split(address).1])
    }

    /// Returns the words of a page, if RAM is mapped at its first address.
    pub fn page_words(&self, space: Space, first: u16) -> Option<&[u32; PAGE_WORDS]> {
        Some(&self.pages.get(self.shown(space, first))?.words)
    }

    /// Returns the words of a page and their marks, if a store to it has no other effect: the page is allocated, and no
    /// instruction was decoded from it.
    pub fn stored_plainly(&mut self, space: Space, first: u16) -> Option<(&mut [u32], &mut [u64])> {
        let place = self.shown(space, first);
        let page = self.pages.get_mut(place)?;
        (place != usize::from(UNWRITTEN) && !page.decoded.get()).then_some((&mut page.words[..], &mut page.stored[..]))
    }

    /// Stores a word; an unmapped word is lost. Returns the previous word, if instructions may have been decoded from
    /// its page.
    #[inline]
    pub fn store(&mut self, space: Space, address: u16, word: u32) -> Option<u32> {
        let (page, offset) = split(address);
        let mut place = self.shown(space, address);
        let fresh = place == usize::from(UNWRITTEN);
        if fresh {
            place = self.begin(self.wiring.frame(space, page));
        }
        let page = self.pages.get_mut(place)?;
        let before = std::mem::replace(&mut page.words[offset], word);
        page.stored[offset / BITS] |= 1 << (offset % BITS);
        (fresh || page.decoded.get()).then_some(before)
    }

    /// Returns true if a word is initialised.
    pub fn is_stored(&self, space: Space, address: u16) -> bool {
        let offset = split(address).1;
        let page = self.pages.get(self.shown(space, address));
        page.is_some_and(|page| page.stored[offset / BITS] >> (offset % BITS) & 1 != 0)
    }

    /// Returns the position of a word in the RAM, if RAM is mapped at the address.
    pub fn place(&self, space: Space, address: u16) -> Option<u32> {
        let (page, offset) = split(address);
        self.answers(space, address).then(|| (self.wiring.frame(space, page) * PAGE_WORDS + offset) as u32)
    }

    /// Records that an instruction was decoded from a word of P on port A.
    pub fn note_decoded(&self, address: u16) {
        if let Some(page) = self.pages.get(self.shown(Space::P, address)) {
            page.decoded.set(true);
        }
    }

    /// Returns the pages of the spaces that map the word at an address.
    pub fn showing(&self, space: Space, address: u16) -> &[(Space, u8)] {
        self.wiring.showing(self.wiring.frame(space, split(address).0))
    }

    /// Yields the numbers of the pages of RAM that were written.
    pub fn written(&self) -> impl Iterator<Item = u16> {
        self.places.iter().zip(0..).filter_map(|(place, number)| (*place != UNWRITTEN).then_some(number))
    }

    /// Reserves memory for a total of `pages` written pages.
    pub fn expect(&mut self, pages: usize) -> Result<(), TryReserveError> {
        self.pages.try_reserve((1 + pages).saturating_sub(self.pages.len()))
    }

    /// Returns a page of RAM below `FRAMES`, and allocates it if it was never written.
    pub fn page(&mut self, frame: usize) -> &mut Page {
        let mut place = usize::from(self.places[frame]);
        if place == usize::from(UNWRITTEN) {
            place = self.begin(frame);
        }
        &mut self.pages[place]
    }

    /// Allocates a page of RAM that was never written, and returns its index.
    #[cold]
    fn begin(&mut self, frame: usize) -> usize {
        let place = self.pages.len();
        self.pages.push(Box::new(Page::blank()));
        self.places[frame] = place as u16;
        for (space, page) in self.wiring.showing(frame) {
            self.shown[*space as usize][usize::from(*page)] = place as u16;
        }
        place
    }
}
