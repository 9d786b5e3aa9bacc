//! The RAM on port A.

use crate::memory::map::PAGE_WORDS;
use crate::memory::wiring::{FRAMES, PAGES, View, Wiring};
use crate::space::Space;
use std::cell::Cell;
use std::collections::TryReserveError;
use std::sync::Arc;

const SPACE_WORDS: usize = 0x1_0000;
/// Marks in a number.
const BITS: usize = u64::BITS as usize;

/// A page of RAM.
pub(crate) struct Page {
    pub words: [u32; PAGE_WORDS],
    /// A mark for each word that was ever stored to.
    pub stored: [u64; PAGE_WORDS / BITS],
    /// An instruction may have been decoded from here. Decoding only looks at the memory.
    decoded: Cell<bool>,
}

impl Page {
    fn blank() -> Self {
        Self { words: [0; PAGE_WORDS], stored: [0; PAGE_WORDS / BITS], decoded: Cell::new(false) }
    }
}

/// Place of the page of zeros that stands for all that were never written.
const UNWRITTEN: u16 = 0;
/// No place.
const NOWHERE: u16 = u16::MAX;

/// Pages that were never written hold zeros and take no memory.
pub(crate) struct External {
    wiring: Arc<Wiring>,
    /// The first is `UNWRITTEN`. Each is allocated by itself: a vector that grows would need its size again amid a store,
    /// which cannot fail.
    #[expect(clippy::vec_box, reason = "as said")]
    pages: Vec<Box<Page>>,
    /// The place in `pages` of what each page of each space shows.
    shown: [[u16; PAGES]; 3],
    /// The same for each page of RAM.
    places: [u16; FRAMES],
    /// Words of each space that answer, from address 0.
    limits: [u32; 3],
}

#[inline(always)]
fn split(address: u16) -> (usize, usize) {
    (usize::from(address) / PAGE_WORDS, usize::from(address) % PAGE_WORDS)
}

impl External {
    /// RAM at every address.
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

    /// Wire the RAM anew; it keeps its words.
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

    /// RAM answers below `words` (at most 65,536) only.
    pub fn set_limit(&mut self, space: Space, words: u32) {
        self.limits[space as usize] = words.min(SPACE_WORDS as u32);
    }

    pub fn limit(&self, space: Space) -> u32 {
        self.limits[space as usize]
    }

    /// The place in `pages` of the page of an address, if RAM answers there.
    #[inline(always)]
    fn shown(&self, space: Space, address: u16) -> usize {
        if u32::from(address) < self.limits[space as usize] {
            usize::from(self.shown[space as usize][split(address).0])
        } else {
            usize::from(NOWHERE)
        }
    }

    /// Whether RAM answers at the address.
    #[inline]
    pub fn answers(&self, space: Space, address: u16) -> bool {
        self.shown(space, address) != usize::from(NOWHERE)
    }

    /// The word, if RAM answers.
    #[inline]
    pub fn word(&self, space: Space, address: u16) -> Option<u32> {
        Some(self.pages.get(self.shown(space, address))?.words[split(address).1])
    }

    /// The words of a page, if RAM answers at its first address.
    pub fn page_words(&self, space: Space, first: u16) -> Option<&[u32; PAGE_WORDS]> {
        Some(&self.pages.get(self.shown(space, first))?.words)
    }

    /// The words of a page and their marks, if a store to it changes nothing else: it has a place, and no instruction was
    /// decoded from it.
    pub fn stored_plainly(&mut self, space: Space, first: u16) -> Option<(&mut [u32], &mut [u64])> {
        let place = self.shown(space, first);
        let page = self.pages.get_mut(place)?;
        (place != usize::from(UNWRITTEN) && !page.decoded.get()).then_some((&mut page.words[..], &mut page.stored[..]))
    }

    /// Store a word; lost where no RAM answers. What stood there, if instructions may have been decoded from its page.
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

    /// Whether a word was ever stored to.
    pub fn is_stored(&self, space: Space, address: u16) -> bool {
        let offset = split(address).1;
        let page = self.pages.get(self.shown(space, address));
        page.is_some_and(|page| page.stored[offset / BITS] >> (offset % BITS) & 1 != 0)
    }

    /// The place of a word in the RAM, if RAM answers.
    pub fn place(&self, space: Space, address: u16) -> Option<u32> {
        let (page, offset) = split(address);
        self.answers(space, address).then(|| (self.wiring.frame(space, page) * PAGE_WORDS + offset) as u32)
    }

    /// An instruction was decoded from a word of P on port A.
    pub fn note_decoded(&self, address: u16) {
        if let Some(page) = self.pages.get(self.shown(Space::P, address)) {
            page.decoded.set(true);
        }
    }

    /// The pages of the spaces that show the word at an address.
    pub fn showing(&self, space: Space, address: u16) -> &[(Space, u8)] {
        self.wiring.showing(self.wiring.frame(space, split(address).0))
    }

    /// The numbers of the pages of RAM that were ever written.
    pub fn written(&self) -> impl Iterator<Item = u16> {
        self.places.iter().zip(0..).filter_map(|(place, number)| (*place != UNWRITTEN).then_some(number))
    }

    /// So many pages in all will be written.
    pub fn expect(&mut self, pages: usize) -> Result<(), TryReserveError> {
        self.pages.try_reserve((1 + pages).saturating_sub(self.pages.len()))
    }

    /// A page of RAM below `FRAMES`, written from now on.
    pub fn page(&mut self, frame: usize) -> &mut Page {
        let mut place = usize::from(self.places[frame]);
        if place == usize::from(UNWRITTEN) {
            place = self.begin(frame);
        }
        &mut self.pages[place]
    }

    /// Give a page of RAM that was never written its place.
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
