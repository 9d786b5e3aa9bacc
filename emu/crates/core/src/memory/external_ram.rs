//! The RAM on port A.

use crate::memory::map::PAGE_WORDS;
use crate::memory::ram_mapping::{FRAMES, PAGES, RamMap, RamMapping};
use crate::space::Space;
use std::cell::Cell;
use std::collections::TryReserveError;
use std::sync::Arc;

const SPACE_WORDS: usize = 0x1_0000;
/// Marks in an integer.
const BITS: usize = u64::BITS as usize;

/// A page of RAM. Compiled code finds the marks of its words at a constant distance from them.
#[repr(C)]
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
const NO_PAGE: u16 = u16::MAX;

/// RAM in pages. Pages that were never written contain zeros and take no memory.
pub(crate) struct ExternalRam {
    map: Arc<RamMap>,
    /// The first is `UNWRITTEN`. Each page has its own allocation: a growing vector would need its size again during a
    /// store, which cannot fail.
    #[expect(clippy::vec_box, reason = "as said")]
    pages: Vec<Box<Page>>,
    /// The index in `pages` of the RAM at each page of each space.
    mapped: [[u16; PAGES]; 3],
    /// The index in `pages` of each page of RAM.
    page_indices: [u16; FRAMES],
    /// Number of mapped words of each space, starting at address 0.
    limits: [u32; 3],
}

#[inline(always)]
fn split(address: u16) -> (usize, usize) {
    (usize::from(address) / PAGE_WORDS, usize::from(address) % PAGE_WORDS)
}

impl ExternalRam {
    /// Returns RAM at every address.
    pub fn new() -> Self {
        Self {
            map: RamMap::separate(),
            pages: vec![Box::new(Page::blank())],
            mapped: [[UNWRITTEN; PAGES]; 3],
            page_indices: [UNWRITTEN; FRAMES],
            limits: [SPACE_WORDS as u32; 3],
        }
    }

    /// Returns the mappings of the RAM.
    pub fn mappings(&self) -> &[RamMapping] {
        &self.map.mappings
    }

    /// Changes the mappings of the RAM, which retains its words.
    pub fn set_mappings(&mut self, mappings: Vec<RamMapping>) {
        if self.map.mappings != mappings {
            self.map = Arc::new(RamMap::new(mappings));
            for space in Space::ALL {
                for page in 0..PAGES {
                    let index = self.page_indices.get(self.map.frame(space, page));
                    self.mapped[space as usize][page] = index.copied().unwrap_or(NO_PAGE);
                }
            }
        }
    }

    /// Limits the RAM of a space to addresses below `words` (at most 65,536).
    pub fn set_limit(&mut self, space: Space, words: u32) {
        self.limits[space as usize] = words.min(SPACE_WORDS as u32);
    }

    /// Returns the number of words of a space that are RAM, starting at address 0.
    pub fn limit(&self, space: Space) -> u32 {
        self.limits[space as usize]
    }

    /// Returns the index in `pages` of the page of an address, or `NO_PAGE` if it is unmapped.
    #[inline(always)]
    fn mapped_page(&self, space: Space, address: u16) -> usize {
        if u32::from(address) < self.limits[space as usize] {
            usize::from(self.mapped[space as usize][split(address).0])
        } else {
            usize::from(NO_PAGE)
        }
    }

    /// Returns true if RAM is mapped at the address.
    #[inline]
    pub fn is_mapped(&self, space: Space, address: u16) -> bool {
        self.mapped_page(space, address) != usize::from(NO_PAGE)
    }

    /// Returns the word, if RAM is mapped at the address.
    #[inline]
    pub fn word(&self, space: Space, address: u16) -> Option<u32> {
        Some(self.pages.get(self.mapped_page(space, address))?.words[split(address).1])
    }

    /// Returns the words of a page, if RAM is mapped at its first address.
    pub fn page_words(&self, space: Space, first: u16) -> Option<&[u32; PAGE_WORDS]> {
        Some(&self.pages.get(self.mapped_page(space, first))?.words)
    }

    /// Returns a page, if a store to it has no other effect than to mark the word: the page is allocated, and no
    /// instruction was decoded from it.
    pub fn plain_page_mut(&mut self, space: Space, first: u16) -> Option<&mut Page> {
        let index = self.mapped_page(space, first);
        let page = self.pages.get_mut(index)?;
        (index != usize::from(UNWRITTEN) && !page.decoded.get()).then_some(page)
    }

    /// Stores a word; an unmapped word is lost. Returns the previous word, if instructions may have been decoded from
    /// its page.
    #[inline]
    pub fn store(&mut self, space: Space, address: u16, word: u32) -> Option<u32> {
        let (page, offset) = split(address);
        let mut index = self.mapped_page(space, address);
        if index == usize::from(UNWRITTEN) {
            index = self.allocate(self.map.frame(space, page));
        }
        let page = self.pages.get_mut(index)?;
        let before = std::mem::replace(&mut page.words[offset], word);
        page.stored[offset / BITS] |= 1 << (offset % BITS);
        page.decoded.get().then_some(before)
    }

    /// Returns true if a word is initialised.
    pub fn is_stored(&self, space: Space, address: u16) -> bool {
        let offset = split(address).1;
        let page = self.pages.get(self.mapped_page(space, address));
        page.is_some_and(|page| page.stored[offset / BITS] >> (offset % BITS) & 1 != 0)
    }

    /// Returns the position of a word in the RAM, if RAM is mapped at the address.
    pub fn position(&self, space: Space, address: u16) -> Option<u32> {
        let (page, offset) = split(address);
        self.is_mapped(space, address).then(|| (self.map.frame(space, page) * PAGE_WORDS + offset) as u32)
    }

    /// Records that an instruction was decoded from a word of P on port A.
    pub fn note_decoded(&self, address: u16) {
        if let Some(page) = self.pages.get(self.mapped_page(Space::P, address)) {
            page.decoded.set(true);
        }
    }

    /// Returns the pages of the spaces that map the word at an address.
    pub fn mappings_of(&self, space: Space, address: u16) -> &[(Space, u8)] {
        self.map.mappings_of(self.map.frame(space, split(address).0))
    }

    /// Yields the numbers of the pages of RAM that were written.
    pub fn written(&self) -> impl Iterator<Item = u16> {
        self.page_indices.iter().zip(0..).filter_map(|(index, number)| (*index != UNWRITTEN).then_some(number))
    }

    /// Reserves memory for a total of `pages` written pages.
    pub fn expect(&mut self, pages: usize) -> Result<(), TryReserveError> {
        self.pages.try_reserve((1 + pages).saturating_sub(self.pages.len()))
    }

    /// Returns a page of RAM below `FRAMES`, and allocates it if it was never written.
    pub fn page(&mut self, frame: usize) -> &mut Page {
        let mut index = usize::from(self.page_indices[frame]);
        if index == usize::from(UNWRITTEN) {
            index = self.allocate(frame);
        }
        &mut self.pages[index]
    }

    /// Allocates a page of RAM that was never written, and returns its index.
    #[cold]
    fn allocate(&mut self, frame: usize) -> usize {
        let index = self.pages.len();
        // Instructions may have been decoded from the page while it was blank.
        let decoded = self.pages[usize::from(UNWRITTEN)].decoded.clone();
        self.pages.push(Box::new(Page { decoded, ..Page::blank() }));
        self.page_indices[frame] = index as u16;
        for (space, page) in self.map.mappings_of(frame) {
            self.mapped[*space as usize][usize::from(*page)] = index as u16;
        }
        index
    }
}
