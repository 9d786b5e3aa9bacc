//! The points that are set: `observe::points` meets them.

pub mod expression;

use crate::state::points::expression::Expression;
use crate::state::watched::{Access, Watch};

/// What a point is set on.
#[derive(Clone, Debug)]
pub enum Place {
    /// Addresses of P.
    Addresses(Vec<u16>),
    /// Data accesses; `changes`: of its writes only those of another word.
    Watch { watch: Watch, changes: bool },
    /// Its condition becoming true.
    Turn,
    /// The first words of vectors; none: of all.
    Vectors(Vec<u16>),
}

/// A point as it is set.
#[derive(Clone, Debug)]
pub struct Point {
    /// What its count is kept under.
    pub number: usize,
    pub place: Place,
    pub condition: Option<Expression>,
    /// So many times more it is not due although its condition holds.
    pub ignore: u64,
}

/// A point that is set, and what is known of it.
pub(crate) struct Set {
    pub point: Point,
    /// The words that it has seen, for a watch of changes.
    pub words: Vec<u32>,
    /// Whether the condition held, for a turn.
    pub held: bool,
}

/// The points that are set.
#[derive(Default)]
pub(crate) struct Points {
    pub set: Vec<Set>,
    /// In order.
    pub addresses: Vec<u16>,
    pub watches: Vec<Watch>,
    pub turns: bool,
    pub vectors: bool,
    /// How often each was met, by number.
    pub met: Vec<u64>,
    /// Meetings count.
    pub counting: bool,
    /// The numbers of those that were due when something was met last.
    pub due: Vec<usize>,
    /// An interrupt's word that is not met: the count of instructions before it, and its address.
    pub passed: Option<(u64, u16)>,
}

impl Points {
    pub fn hold(&self, address: u16) -> bool {
        self.addresses.binary_search(&address).is_ok()
    }

    /// There is one on an address or an interrupt.
    pub fn have_places(&self) -> bool {
        self.vectors || !self.addresses.is_empty()
    }
}

impl Set {
    /// Which accesses of an instruction it is set on.
    pub fn sees(&mut self, accesses: &[Access]) -> Vec<Access> {
        let Place::Watch { watch, changes } = self.point.place else { return Vec::new() };
        let words = &mut self.words;
        let seen = accesses.iter().filter(|access| {
            watch.sees(access) && {
                let word = usize::from(access.address - watch.first);
                let changed = !access.write || words.get(word) != Some(&access.value);
                if let Some(known) = words.get_mut(word)
                    && access.write
                {
                    *known = access.value;
                }
                changed || !changes
            }
        });
        seen.copied().collect()
    }
}
