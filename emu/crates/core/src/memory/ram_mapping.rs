//! The mapping of port A addresses to pages of the board's RAM. A page of RAM can have several mirrors.

use crate::memory::map::PAGE_WORDS;
use crate::space::Space;
use std::sync::{Arc, LazyLock};

/// Pages of a space.
pub(crate) const PAGES: usize = 0x1_0000 / PAGE_WORDS;
/// Pages of RAM that a board can have: as many as the three spaces together.
pub const FRAMES: usize = 3 * PAGES;
/// The number of no page of RAM: the address is unmapped.
const NOTHING: u16 = FRAMES as u16;

/// A mapping of consecutive pages of a space to consecutive pages of RAM, repeated as mirrors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RamMapping {
    pub space: Space,
    /// The pages of the space: high bytes of addresses.
    pub first: u8,
    pub last: u8,
    /// The page of RAM at `first`, below `FRAMES`.
    pub frame: u16,
    /// Number of pages of RAM, at least one, after which the RAM repeats from `frame`.
    pub frames: u16,
}

impl RamMapping {
    /// Returns true if all its RAM is below `FRAMES`.
    pub(crate) fn is_sound(self) -> bool {
        self.first <= self.last && self.frames != 0 && usize::from(self.frame) + usize::from(self.frames) <= FRAMES
    }
}

/// The address lines between port A and the RAM.
pub(crate) struct RamMap {
    pub mappings: Vec<RamMapping>,
    frames: [[u16; PAGES]; 3],
    /// The pages of the spaces, ordered by their page of RAM.
    mapped_pages: Vec<(Space, u8)>,
    /// Index in `mapped_pages` of the first page of each page of RAM.
    mapped_pages_from: [u16; FRAMES + 1],
}

/// Each space has separate RAM at every address.
static SEPARATE: LazyLock<Arc<RamMap>> = LazyLock::new(|| {
    let own = |space: Space| RamMapping {
        space,
        first: 0,
        last: u8::MAX,
        frame: (space as usize * PAGES) as u16,
        frames: PAGES as u16,
    };
    Arc::new(RamMap::new(Space::ALL.map(own).to_vec()))
});

impl RamMap {
    /// Returns the map with separate RAM at every address of X, Y and P.
    pub fn separate() -> Arc<Self> {
        Arc::clone(&SEPARATE)
    }

    /// Returns the map of these mappings; if two overlap the later one takes precedence.
    pub fn new(mappings: Vec<RamMapping>) -> Self {
        let mut frames = [[NOTHING; PAGES]; 3];
        for mapping in &mappings {
            for (offset, page) in (mapping.first..=mapping.last).enumerate() {
                frames[mapping.space as usize][usize::from(page)] = mapping.frame + offset as u16 % mapping.frames;
            }
        }
        let frame_at = |(space, page): (Space, u8)| frames[space as usize][usize::from(page)];
        let mut mapped_pages: Vec<_> =
            Space::ALL.into_iter().flat_map(|space| (0..=u8::MAX).map(move |page| (space, page))).collect();
        mapped_pages.retain(|page| frame_at(*page) != NOTHING);
        mapped_pages.sort_by_key(|page| frame_at(*page));
        let mut mapped_pages_from = [0; FRAMES + 1];
        for (end, page) in (1..).zip(&mapped_pages) {
            mapped_pages_from[usize::from(frame_at(*page)) + 1] = end;
        }
        for frame in 0..FRAMES {
            mapped_pages_from[frame + 1] = mapped_pages_from[frame + 1].max(mapped_pages_from[frame]);
        }
        Self { mappings, frames, mapped_pages, mapped_pages_from }
    }

    /// Returns the page of RAM at a page of a space; `FRAMES` or more if it is unmapped.
    #[inline(always)]
    pub fn frame(&self, space: Space, page: usize) -> usize {
        usize::from(self.frames[space as usize][page])
    }

    /// Returns the pages of the spaces to which a page of RAM is mapped.
    pub fn mappings_of(&self, frame: usize) -> &[(Space, u8)] {
        &self.mapped_pages[usize::from(self.mapped_pages_from[frame])..usize::from(self.mapped_pages_from[frame + 1])]
    }
}
