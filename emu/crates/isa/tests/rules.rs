//! The rules of restricted sequences, and what their users derive from all of them.

use dsp56k_isa::restrictions::{
    AFTER, ANYWHERE, BEFORE, FAST_INTERRUPT, IN_LOOP, LOOP_TAIL, NEAR_LOOP_END, OF_ANY, OF_REGISTERS, POINTER,
    REGISTERS,
};
use dsp56k_isa::{RULES, Reg, Rule, Uses, Where};

const PROPERTIES: usize = 8;

fn uses(values: [u64; PROPERTIES]) -> Uses {
    let [ops, writes, reads, moves_to, moves_from, jumps_on, twice, counts] = values;
    Uses { ops, but: 0, writes, reads, moves_to, moves_from, jumps_on, twice, counts }
}

fn values(uses: &Uses) -> [u64; PROPERTIES] {
    let Uses { ops, but: _, writes, reads, moves_to, moves_from, jumps_on, twice, counts } = *uses;
    [ops, writes, reads, moves_to, moves_from, jumps_on, twice, counts]
}

/// Returns the bit in two properties.
fn pair(first: usize, second: usize, bit: u64) -> Uses {
    uses(std::array::from_fn(|place| if place == first || place == second { bit } else { 0 }))
}

fn before(rule: &Rule) -> Uses {
    if let Where::After(uses) = rule.position { uses } else { Uses::NOTHING }
}

#[test]
fn a_property_meets_a_rule_that_names_it() {
    assert!(Uses::NOTHING.is_empty());
    assert!(Uses { but: 1, ..Uses::NOTHING }.is_empty());
    for place in 0..PROPERTIES {
        let one = pair(place, place, 1);
        assert!(!one.is_empty());
        assert!(!one.meets(&pair(place, place, 2)), "another operation or register");
        for other in 0..PROPERTIES {
            assert_eq!(one.meets(&pair(other, other, 1)), place == other);
            assert!(pair(place, other, 1).meets(&uses([1; PROPERTIES])));
        }
    }
}

#[test]
fn an_excluded_operation_meets_no_rule() {
    let rule = Uses { reads: 1, but: 2, ..Uses::NOTHING };
    assert!(Uses { reads: 1, ops: 4, ..Uses::NOTHING }.meets(&rule));
    assert!(!Uses { reads: 1, ops: 2, ..Uses::NOTHING }.meets(&rule));
}

#[test]
fn the_properties_of_all_rules_are_the_sum_of_each() {
    let mut previous = [0; 8];
    let mut registers = 0;
    for rule in &RULES {
        for (sum, value) in previous.iter_mut().zip(values(&before(rule))) {
            *sum |= value;
        }
        for uses in [&before(rule), &rule.forbidden] {
            registers |= values(uses)[1..].iter().fold(0, |all, value| all | value);
        }
    }
    assert_eq!(values(&BEFORE), previous);
    assert_eq!(BEFORE.but, 0);
    assert_eq!(REGISTERS, registers);
    assert_ne!(REGISTERS & 1 << Reg::SSH as u32, 0);
}

#[test]
fn the_tail_of_a_loop_begins_two_words_before_its_last_address() {
    // UM A-233.
    assert_eq!(LOOP_TAIL, 2);
}

#[test]
fn each_rule_is_in_the_sets_of_its_position_and_properties() {
    let set =
        |has: fn(&Rule) -> bool| RULES.iter().enumerate().map(|(at, rule)| u32::from(has(rule)) << at).sum::<u32>();
    assert_eq!(ANYWHERE, set(|rule| matches!(rule.position, Where::Anywhere)));
    assert_eq!(AFTER, set(|rule| matches!(rule.position, Where::After(_))));
    assert_eq!(POINTER, set(|rule| matches!(rule.position, Where::Pointer)));
    assert_eq!(FAST_INTERRUPT, set(|rule| matches!(rule.position, Where::FastInterrupt)));
    assert_eq!(NEAR_LOOP_END, set(|rule| matches!(rule.position, Where::NearLoopEnd(_))));
    assert_eq!(IN_LOOP, set(|rule| matches!(rule.position, Where::CallToLoopEnd | Where::NestedLoop)));
    assert_eq!(OF_ANY, set(|rule| rule.forbidden == Uses::NOTHING));
    assert_eq!(OF_REGISTERS, set(|rule| rule.forbidden.ops == 0));
}
