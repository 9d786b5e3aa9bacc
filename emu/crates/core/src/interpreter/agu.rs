//! Address generation unit: linear, modulo and reverse-carry arithmetic, effective addresses (UM chapter 5).

use crate::decode::instruction::{DecodedInstruction, EffectiveAddress, OperandLocation};
use crate::state::Core;
use dsp56k_isa::Mode;

/// Returns `rn + offset` under modifier `m` (UM A-10); `offset` is the signed 16-bit step.
///
/// `$8000..=$FFFE` is undefined on this chip (UM A-10, 5-21) and taken as linear.
#[inline]
pub fn step(rn: u16, offset: u16, m: u16) -> u16 {
    if m >= 0x8000 {
        rn.wrapping_add(offset)
    } else if m == 0 {
        reverse_carry(rn, offset)
    } else {
        modulo(rn, offset, m)
    }
}

/// Adds with the carry from the most to the least significant bit (UM 5-18).
fn reverse_carry(rn: u16, offset: u16) -> u16 {
    rn.reverse_bits().wrapping_add(offset.reverse_bits()).reverse_bits()
}

/// Adds modulo m+1 in a buffer whose base has as many zero low bits as m+1 needs (UM 5-15 to 5-17).
///
/// An offset of P·2^k jumps P blocks. Otherwise the address register wraps once by m+1: an addition past the upper
/// boundary, a subtraction past the lower one. Neither tests the other boundary, which matters if Rn started outside of
/// the buffer (UM 5-17; docs/reference/hardware-ambiguities.md).
fn modulo(rn: u16, offset: u16, m: u16) -> u16 {
    let mask = u16::MAX >> m.leading_zeros();
    if offset & mask == 0 && offset != 0 {
        return rn.wrapping_add(offset);
    }
    let lower = i32::from(rn & !mask);
    let upper = lower + i32::from(m);
    let size = i32::from(m) + 1;
    let step = i32::from(offset as i16);
    let sum = i32::from(rn) + step;
    let wrapped = if step >= 0 && sum > upper {
        sum - size
    } else if step < 0 && sum < lower {
        sum + size
    } else {
        sum
    };
    wrapped as u16
}

/// Returns true if the manual leaves a step undefined: a modifier from $8000 to $FFFE (UM A-10, 5-21), or an offset
/// that is above the modulus and not a multiple of the block size (UM 5-16).
fn is_undefined(offset: u16, m: u16) -> bool {
    match m {
        0 | 0xFFFF => false,
        1..=0x7FFF => (offset as i16).unsigned_abs() > m + 1 && offset & (u16::MAX >> m.leading_zeros()) != 0,
        0x8000..=0xFFFE => true,
    }
}

/// Returns `rn - offset` under modifier `m`. With reverse carry the adder subtracts the reversed offset (UM 5-3).
#[inline]
pub fn step_back(rn: u16, offset: u16, m: u16) -> u16 {
    if m == 0 {
        rn.reverse_bits().wrapping_sub(offset.reverse_bits()).reverse_bits()
    } else {
        step(rn, offset.wrapping_neg(), m)
    }
}

impl Core {
    /// Returns the address that an operand uses, and updates its address register.
    pub(crate) fn effective_address(&mut self, ea: EffectiveAddress) -> u16 {
        self.address_in(ea.mode, ea)
    }

    /// Works as `effective_address` with the mode known to the caller.
    #[inline(always)]
    pub(crate) fn address_in(&mut self, mode: Mode, ea: EffectiveAddress) -> u16 {
        let i = usize::from(ea.rn & 7);
        let (r, m) = (self.agu.r[i], self.agu.m[i]);
        match mode {
            Mode::Absolute => ea.address,
            Mode::Indirect => r,
            Mode::PostInc => {
                let wrap = self.agu.wrap[i];
                self.agu.r[i] = if wrap.is_plain() { wrap.next(r) } else { self.unusual_step(r, 1, m, false) };
                r
            }
            Mode::PostDec => {
                self.agu.r[i] = if m == 0xFFFF { r.wrapping_sub(1) } else { self.unusual_step(r, 1, m, true) };
                r
            }
            Mode::PostIncN => {
                let n = self.agu.n[i];
                self.agu.r[i] = if m == 0xFFFF { r.wrapping_add(n) } else { self.unusual_step(r, n, m, false) };
                r
            }
            Mode::PostDecN => {
                let n = self.agu.n[i];
                self.agu.r[i] = if m == 0xFFFF { r.wrapping_sub(n) } else { self.unusual_step(r, n, m, true) };
                r
            }
            Mode::Indexed => {
                let n = self.agu.n[i];
                if m == 0xFFFF { r.wrapping_add(n) } else { self.unusual_step(r, n, m, false) }
            }
            Mode::PreDec => {
                let address = if m == 0xFFFF { r.wrapping_sub(1) } else { self.unusual_step(r, 1, m, true) };
                self.agu.r[i] = address;
                address
            }
        }
    }

    /// Performs a step that is not linear, and counts those that the manual leaves undefined.
    #[inline(never)]
    fn unusual_step(&mut self, rn: u16, offset: u16, m: u16, back: bool) -> u16 {
        if is_undefined(offset, m) {
            self.agu.undefined_steps += 1;
        }
        if back { step_back(rn, offset, m) } else { step(rn, offset, m) }
    }

    /// Returns the target of a jump or call if it is taken, without side effects.
    pub(crate) fn target(&self, e: &DecodedInstruction) -> u16 {
        match e.ea[0] {
            _ if e.from != OperandLocation::Address => e.target,
            EffectiveAddress { mode: Mode::Absolute, address, .. } => address,
            EffectiveAddress { mode, rn, .. } => self.planned_address(mode, rn),
        }
    }

    /// Returns the address that an operand would use, without side effects.
    pub(crate) fn planned_address(&self, mode: Mode, rn: u8) -> u16 {
        let i = usize::from(rn & 7);
        let (r, n, m) = (self.agu.r[i], self.agu.n[i], self.agu.m[i]);
        match mode {
            Mode::Indexed => step(r, n, m),
            Mode::PreDec => step_back(r, 1, m),
            _ => r,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{step, step_back};

    #[test]
    fn linear_wraps_at_64k() {
        assert_eq!(step(0xFFFF, 1, 0xFFFF), 0);
        assert_eq!(step_back(0, 1, 0xFFFF), 0xFFFF);
    }

    #[test]
    fn modulo_example_of_the_manual() {
        // UM 5-17: R0 = 6 is above the buffer 0..5; (R0)+N0 with N0 = 0 brings it to 0.
        assert_eq!(step(6, 0, 5), 0);
    }

    #[test]
    fn a_subtraction_does_not_test_the_upper_boundary() {
        // Silicon of the DSP56300: R = $247 is above the buffer $240 to $245 of M = 5.
        for (distance, after) in [(0, 0x241), (1, 0x246), (2, 0x245), (3, 0x244)] {
            assert_eq!(step_back(0x247, distance, 5), after);
            assert_eq!(step(0x247, distance.wrapping_neg(), 5), after);
        }
        assert_eq!(step(0x247, 1, 5), 0x242);
        assert_eq!(step_back(0x247, 0xFFFF, 5), 0x242);
    }

    #[test]
    fn modulo_wraps_once_in_both_directions() {
        assert_eq!(step(0x74, 1, 20), 0x60);
        assert_eq!(step(0x4A, 3, 10), 0x42);
        assert_eq!(step_back(0x40, 1, 10), 0x4A);
        assert_eq!(step_back(0, 1, 9), 9);
    }

    #[test]
    fn the_short_way_agrees_with_the_rule() {
        for m in [1, 2, 5, 6, 7, 20, 0x7FFE, 0x7FFF, 0xFFFF] {
            for rn in (0..=64).chain(0x7FF0..0x8010).chain(0xFFF0..=0xFFFF) {
                assert_eq!(crate::state::agu::Wrap::of(m).next(rn), step(rn, 1, m), "r = {rn:04X}, m = {m:04X}");
            }
        }
    }

    #[test]
    fn offsets_of_whole_blocks_jump() {
        assert_eq!(step(0x43, 16, 10), 0x53);
        assert_eq!(step_back(0x43, 32, 10), 0x23);
        assert_eq!(step(0x43, 16, 15), 0x53);
    }

    #[test]
    fn reverse_carry_adds_and_subtracts() {
        // UM 5-20: N = 2^(k-1) visits a 2^k-point buffer in bit-reversed order.
        let mut r = 0x0000;
        let mut seen = Vec::new();
        for _ in 0..8 {
            seen.push(r);
            r = step(r, 4, 0);
        }
        assert_eq!(seen, [0, 4, 2, 6, 1, 5, 3, 7]);
        assert_eq!(r, 0);
        assert_eq!(step_back(4, 4, 0), 0);
        assert_eq!(step_back(2, 4, 0), 4);
        assert_eq!(step(8, 1, 0), 9);
    }
}
