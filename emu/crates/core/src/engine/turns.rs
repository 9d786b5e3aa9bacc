//! Counting where the flow of control arrives takes time, the more so as a host has to learn the way through another copy
//! of the interpreter: it is done in turns, and rests while it can lead to no code.

/// Clocks of a turn with counting.
const COUNTED: u64 = 1 << 19;
/// Those of a rest, the first of which is the shortest.
const LEAST_REST: u64 = 3 * COUNTED;
const MOST_REST: u64 = 24 * COUNTED;
/// Of so many clocks generated code has executed one instruction at least where counting does not rest.
const SHARE: u64 = 128;

/// What the interpreter does now.
pub(super) struct Turns {
    pub counts: bool,
    begun: u64,
    length: u64,
    rest: u64,
    /// Instructions that generated code has executed since, what it took to go there taken off.
    pub gain: i64,
    /// The least price of what could not be paid for, in nanoseconds.
    wanted: Option<u64>,
    /// What `store::kept` was when it was last counted.
    kept: u64,
}

impl Turns {
    /// At first nothing is counted before that much can be paid for; where nothing is said there is no rest.
    pub(super) fn new(wanted: Option<u64>) -> Self {
        let always = wanted.is_none();
        let length = if always { u64::MAX } else { 0 };
        Self { counts: always, begun: 0, length, rest: LEAST_REST, gain: 0, wanted, kept: 0 }
    }

    /// Clocks that are left of a turn. Where their count has begun anew there are none.
    #[inline(always)]
    pub(super) fn left(&self, now: u64) -> u64 {
        self.length.saturating_sub(now.wrapping_sub(self.begun))
    }

    /// Code at this price could not be paid for.
    pub(super) fn want(&mut self, price: u64) {
        self.wanted = Some(self.wanted.map_or(price, |wanted| wanted.min(price)));
    }

    /// The price from which on counting may lead to code.
    pub(super) fn wanted(&self) -> u64 {
        self.wanted.unwrap_or(0)
    }

    /// A turn with counting begins, or a rest: unless counting has just been in vain, it is done if it may lead to code, for
    /// what is wanted is `affordable`, or others have made some. Where it has found what could not be paid for yet, it was
    /// not in vain, and rests no longer than that lasts.
    pub(super) fn take(&mut self, now: u64, kept: u64, affordable: bool) {
        let pays = self.counts && self.gain >= (self.length / SHARE) as i64;
        let tires = self.counts && !pays;
        if pays || (tires && self.wanted.is_some()) {
            self.rest = LEAST_REST;
        }
        self.counts = pays || (!tires && (affordable || kept != self.kept));
        self.length = if self.counts { COUNTED } else { self.rest };
        if self.counts {
            (self.wanted, self.kept) = (None, kept);
        }
        if tires && self.wanted.is_none() {
            self.rest = MOST_REST.min(2 * self.rest);
        }
        (self.begun, self.gain) = (now, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::{COUNTED, LEAST_REST, MOST_REST, Turns};

    /// The turns that follow each other, with counting or without, where code executes so many instructions in one with.
    fn take(turns: &mut Turns, times: usize, affordable: bool, gain: i64) -> Vec<(bool, u64)> {
        let mut now = 0;
        let mut all = Vec::new();
        for _ in 0..times {
            turns.take(now, 0, affordable);
            all.push((turns.counts, turns.left(now)));
            turns.gain += if turns.counts { gain } else { 0 };
            now += turns.left(now);
            assert_eq!(turns.left(now), 0);
        }
        all
    }

    #[test]
    fn it_rests_longer_where_counting_is_in_vain() {
        let found = take(&mut Turns::new(Some(1)), 6, true, 0);
        let rests = [LEAST_REST, 2 * LEAST_REST, 4 * LEAST_REST].map(|rest| (false, rest));
        let counted = (true, COUNTED);
        assert_eq!(found, [counted, rests[0], counted, rests[1], counted, rests[2]]);
        let mut turns = Turns::new(Some(1));
        take(&mut turns, 20, true, 0);
        assert_eq!(take(&mut turns, 2, true, 0)[1], (false, MOST_REST));
    }

    #[test]
    fn it_does_not_rest_where_code_brings_something() {
        assert_eq!(take(&mut Turns::new(Some(1)), 3, true, COUNTED as i64 / 4), [(true, COUNTED); 3]);
    }

    #[test]
    fn it_rests_until_what_is_wanted_can_be_paid_for_or_others_have_code() {
        let mut turns = Turns::new(Some(1));
        assert_eq!(take(&mut turns, 3, false, 0), [(false, LEAST_REST); 3]);
        turns.take(0, 1, false);
        assert!(turns.counts);
        turns.want(7);
        turns.want(9);
        assert_eq!(turns.wanted(), 7);
    }

    #[test]
    fn it_rests_no_longer_where_counting_has_found_what_costs_more() {
        let mut turns = Turns::new(Some(1));
        for _ in 0..5 {
            turns.take(0, 0, true);
            assert!(turns.counts);
            turns.want(7);
            turns.take(0, 0, false);
            assert_eq!((turns.counts, turns.left(0)), (false, LEAST_REST));
        }
    }

    #[test]
    fn without_a_price_it_never_rests() {
        assert_eq!((Turns::new(None).counts, Turns::new(None).left(u64::MAX - 1)), (true, 1));
    }
}
