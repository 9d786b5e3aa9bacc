//! Breakpoints with conditions: `observe::breakpoints` evaluates them.

pub mod expression;

use crate::state::breakpoints::expression::Expression;
use crate::state::watchpoints::{Access, Watch};

/// The location of a breakpoint.
#[derive(Clone, Debug)]
pub enum BreakpointKind {
    /// Addresses of P.
    Addresses(Vec<u16>),
    /// Data accesses; `changes`: only writes that change the word.
    Watch { watch: Watch, changes: bool },
    /// Its condition becoming true.
    Turn,
    /// The first words of vectors; an empty list means all.
    Vectors(Vec<u16>),
}

/// A breakpoint.
#[derive(Clone, Debug)]
pub struct Breakpoint {
    /// The number under which it is counted.
    pub number: usize,
    pub place: BreakpointKind,
    pub condition: Option<Expression>,
    /// Number of further hits at which it does not trigger although its condition is true.
    pub ignore: u64,
}

/// A breakpoint with its state.
pub(crate) struct BreakpointState {
    pub point: Breakpoint,
    /// The last known words, for a watchpoint of changes.
    pub words: Vec<u32>,
    /// The last value of the condition, for `BreakpointKind::Turn`.
    pub held: bool,
}

/// All breakpoints.
#[derive(Default)]
pub(crate) struct Breakpoints {
    pub set: Vec<BreakpointState>,
    /// Sorted addresses.
    pub addresses: Vec<u16>,
    pub watches: Vec<Watch>,
    pub turns: bool,
    pub vectors: bool,
    /// Hit counts, by number.
    pub met: Vec<u64>,
    /// Hits are counted.
    pub counting: bool,
    /// The numbers of those that the last hit has triggered.
    pub triggered: Vec<usize>,
    /// An interrupt's word that is not hit again: the count of instructions before it, and its address.
    pub passed: Option<(u64, u16)>,
}

impl Breakpoints {
    /// Returns true if an address has a breakpoint.
    pub fn hold(&self, address: u16) -> bool {
        self.addresses.binary_search(&address).is_ok()
    }

    /// Returns true if an address or an interrupt has a breakpoint.
    pub fn have_locations(&self) -> bool {
        self.vectors || !self.addresses.is_empty()
    }
}

impl BreakpointState {
    /// Returns the accesses of an instruction that match it.
    pub fn sees(&mut self, accesses: &[Access]) -> Vec<Access> {
        let BreakpointKind::Watch { watch, changes } = self.point.place else { return Vec::new() };
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
