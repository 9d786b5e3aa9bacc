//! Checkpoints of a run, from which any earlier instruction is reached again: without external inputs the chip is
//! deterministic.

use dsp56k_core::Profile;

/// Initial distance of checkpoints in instructions: a few milliseconds of emulation.
const INITIAL_SPACING: u64 = 1 << 17;
/// Maximum number of checkpoints. One takes the external RAM that the program has written, up to 0.8 MB, and 30 KB of
/// the profile for each function and page of code. Going back repeats at most an eighth of the run.
const MAX_CHECKPOINTS: usize = 16;

/// The state of a machine after a number of instructions.
pub(crate) struct Checkpoint {
    pub instructions: u64,
    pub state: Vec<u8>,
    pub profile: Box<Profile>,
}

/// The checkpoints of a run, in order.
pub(crate) struct History {
    first: Checkpoint,
    later: Vec<Checkpoint>,
    spacing: u64,
}

impl History {
    pub fn new(first: Checkpoint) -> Self {
        Self { first, later: Vec::new(), spacing: INITIAL_SPACING }
    }

    /// Returns true if a checkpoint should be added after `instructions`.
    pub fn is_due(&self, instructions: u64) -> bool {
        instructions >= self.later.last().unwrap_or(&self.first).instructions + self.spacing
    }

    /// Appends a checkpoint. If there are too many, every other one is dropped, and the spacing doubles.
    pub fn add(&mut self, checkpoint: Checkpoint) {
        self.later.push(checkpoint);
        if self.later.len() > MAX_CHECKPOINTS {
            let mut keep = false;
            self.later.retain(|_| {
                keep = !keep;
                !keep
            });
            self.spacing *= 2;
        }
    }

    /// Returns the last checkpoint that has at most `instructions`.
    pub fn before(&self, instructions: u64) -> &Checkpoint {
        let place = self.later.partition_point(|checkpoint| checkpoint.instructions <= instructions);
        place.checked_sub(1).map_or(&self.first, |last| &self.later[last])
    }
}

#[cfg(test)]
mod tests {
    use super::{Checkpoint, History, INITIAL_SPACING, MAX_CHECKPOINTS};
    use dsp56k_core::Profile;

    fn after(instructions: u64) -> Checkpoint {
        Checkpoint { instructions, state: Vec::new(), profile: Box::new(Profile::new(0)) }
    }

    #[test]
    fn no_checkpoint_is_dropped_before_there_are_too_many() {
        let mut history = History::new(after(0));
        (1..=MAX_CHECKPOINTS as u64).for_each(|number| history.add(after(number)));
        assert_eq!((history.later.len(), history.spacing), (MAX_CHECKPOINTS, INITIAL_SPACING));
    }

    #[test]
    fn checkpoints_are_thinned_evenly_and_the_first_one_stays() {
        let mut history = History::new(after(0));
        for count in 1..INITIAL_SPACING * 1000 / 4096 {
            if history.is_due(count * 4096) {
                history.add(after(count * 4096));
            }
        }
        assert!(history.later.len() <= MAX_CHECKPOINTS);
        assert_eq!(history.spacing, INITIAL_SPACING * 64);
        let places: Vec<u64> = history.later.iter().map(|checkpoint| checkpoint.instructions).collect();
        assert!(
            places.iter().zip(1..).all(|(instructions, number)| *instructions == number * history.spacing),
            "{places:?}"
        );
        assert_eq!(history.before(places[0] - 1).instructions, 0);
        assert_eq!(history.before(places[0]).instructions, places[0]);
        assert_eq!(history.before(u64::MAX).instructions, *places.last().expect("some"));
    }
}
