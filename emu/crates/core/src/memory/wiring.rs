//! Which page of the board's RAM an address on port A leads to. Several may lead to one.

use crate::memory::map::PAGE_WORDS;
use crate::space::Space;
use std::sync::{Arc, LazyLock};

/// Pages of a space.
pub(crate) const PAGES: usize = 0x1_0000 / PAGE_WORDS;
/// Pages of RAM that a board can have: as many as the three spaces have together.
pub const FRAMES: usize = 3 * PAGES;
/// The number of no page of RAM.
const NOTHING: u16 = FRAMES as u16;

/// Consecutive pages of a space at which consecutive pages of RAM answer, over and over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    pub space: Space,
    /// The pages of the space: high bytes of addresses.
    pub first: u8,
    pub last: u8,
    /// The page of RAM at the first of them, below `FRAMES`.
    pub frame: u16,
    /// After so many, at least one, the RAM begins again with `frame`.
    pub frames: u16,
}

impl View {
    /// Whether it leads to RAM that there can be.
    pub(crate) fn is_sound(self) -> bool {
        self.first <= self.last && self.frames != 0 && usize::from(self.frame) + usize::from(self.frames) <= FRAMES
    }
}

/// The address lines between port A and the RAM.
pub(crate) struct Wiring {
    pub views: Vec<View>,
    frames: [[u16; PAGES]; 3],
    /// The pages of the spaces by the page of RAM that they lead to.
    showing: Vec<(Space, u8)>,
    /// Where in `showing` those of each page of RAM begin.
    showing_from: [u16; FRAMES + 1],
}

/// Each space has RAM of its own at every address.
static SEPARATE: LazyLock<Arc<Wiring>> = LazyLock::new(|| {
    let own = |space: Space| View {
        space,
        first: 0,
        last: u8::MAX,
        frame: (space as usize * PAGES) as u16,
        frames: PAGES as u16,
    };
    Arc::new(Wiring::new(Space::ALL.map(own).to_vec()))
});

impl Wiring {
    pub fn separate() -> Arc<Self> {
        Arc::clone(&SEPARATE)
    }

    /// What these views make; where two overlap the later counts.
    pub fn new(views: Vec<View>) -> Self {
        let mut frames = [[NOTHING; PAGES]; 3];
        for view in &views {
            for (offset, page) in (view.first..=view.last).enumerate() {
                frames[view.space as usize][usize::from(page)] = view.frame + offset as u16 % view.frames;
            }
        }
        let frame_at = |(space, page): (Space, u8)| frames[space as usize][usize::from(page)];
        let mut showing: Vec<_> =
            Space::ALL.into_iter().flat_map(|space| (0..=u8::MAX).map(move |page| (space, page))).collect();
        showing.retain(|place| frame_at(*place) != NOTHING);
        showing.sort_by_key(|place| frame_at(*place));
        let mut showing_from = [0; FRAMES + 1];
        for (end, place) in (1..).zip(&showing) {
            showing_from[usize::from(frame_at(*place)) + 1] = end;
        }
        for frame in 0..FRAMES {
            showing_from[frame + 1] = showing_from[frame + 1].max(showing_from[frame]);
        }
        Self { views, frames, showing, showing_from }
    }

    /// The page of RAM at a page of a space; `FRAMES` or more if there is none.
    #[inline(always)]
    pub fn frame(&self, space: Space, page: usize) -> usize {
        usize::from(self.frames[space as usize][page])
    }

    /// The pages of the spaces at which a page of RAM answers.
    pub fn showing(&self, frame: usize) -> &[(Space, u8)] {
        &self.showing[usize::from(self.showing_from[frame])..usize::from(self.showing_from[frame + 1])]
    }
}
