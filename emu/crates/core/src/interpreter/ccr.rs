//! The condition code register (UM ). E, U, N, Z and V of an ALU result are worked out when somebody looks.

use crate::bits::{sext56, sr};
use crate::core::{Core, attention};
use dsp56k_isa::Condition;

/// Position of the lowest bit of the signed integer portion in each scaling mode S1:S0 (UM A-11); 11 is reserved and
/// taken as no scaling.
const INTEGER_BIT: [u32; 4] = [47, 48, 46, 47];

/// Flags that are stale in `Core::status`.
mod pending {
    pub(super) const EU: u8 = 1;
    pub(super) const NZV: u8 = 2;
    pub(super) const ALL: u8 = EU | NZV;
}

impl Core {
    /// The lowest bit of the signed integer portion.
    #[inline(always)]
    pub(crate) fn integer_bit(&self) -> u32 {
        INTEGER_BIT[usize::from(self.status >> sr::S_SHIFT & 3)]
    }

    /// Note an exact result whose E, U, N, Z and V are standard; what fits 56 bits of it is returned. L is sticky and
    /// follows V at once.
    #[inline(always)]
    pub(crate) fn set_result(&mut self, exact: i64) -> i64 {
        let result = sext56(exact);
        self.eu_result = exact;
        self.nzv_result = exact;
        self.pending = pending::ALL;
        if result != exact {
            self.status |= sr::L;
        }
        result
    }

    /// Note a result whose N and Z are those of this 56-bit value and whose V is 0; E and U stay.
    #[inline(always)]
    pub(crate) fn set_nz(&mut self, value: i64) {
        self.nzv_result = value;
        self.pending |= pending::NZV;
    }

    /// V as given; L follows it.
    #[inline(always)]
    pub(crate) fn set_v(&mut self, v: bool) {
        self.settle();
        self.status = (self.status & !sr::V) | (u16::from(v) * (sr::V | sr::L));
    }

    #[inline(always)]
    pub(crate) fn set_c(&mut self, c: bool) {
        self.status = (self.status & !sr::C) | (u16::from(c) * sr::C);
    }

    /// Work out the flags of the last results.
    #[inline]
    pub(crate) fn settle(&mut self) {
        if self.pending != 0 {
            self.status = self.settled_status();
            self.pending = 0;
        }
    }

    fn settled_status(&self) -> u16 {
        let mut status = self.status;
        if self.pending & pending::EU != 0 {
            let (result, low) = (sext56(self.eu_result), self.integer_bit());
            let integer = result >> low;
            let e = u16::from(integer != 0 && integer != -1) * sr::E;
            let u = u16::from((integer ^ result >> (low - 1)) & 1 == 0) * sr::U;
            status = status & !(sr::E | sr::U) | e | u;
        }
        if self.pending & pending::NZV != 0 {
            let result = sext56(self.nzv_result);
            let n = u16::from(result < 0) * sr::N;
            let z = u16::from(result == 0) * sr::Z;
            let v = u16::from(result != self.nzv_result) * sr::V;
            status = status & !(sr::N | sr::Z | sr::V) | n | z | v;
        }
        status
    }

    /// SR with all flags up to date.
    #[inline]
    pub(crate) fn sr(&self) -> u16 {
        self.settled_status()
    }

    /// Write SR as a move does; T and the interrupt mask act at once.
    pub(crate) fn set_sr(&mut self, value: u16) {
        self.pending = 0;
        self.status = value & sr::MASK;
        self.watch_loop();
        self.mode_register_changed();
    }

    /// T or I1:I0 may have changed.
    pub(crate) fn mode_register_changed(&mut self) {
        if self.status & sr::T == 0 {
            self.attention &= !attention::TRACE;
        } else {
            self.attention |= attention::TRACE;
        }
        self.refresh_interrupts();
    }

    /// Whether a condition holds (UM A-213).
    #[inline]
    pub(crate) fn holds(&mut self, condition: Condition) -> bool {
        self.settle();
        let flag = |bit: u16| self.status & bit != 0;
        let less = flag(sr::N) != flag(sr::V);
        let normalized = flag(sr::Z) || (!flag(sr::U) && !flag(sr::E));
        match condition {
            Condition::CC => !flag(sr::C),
            Condition::GE => !less,
            Condition::NE => !flag(sr::Z),
            Condition::PL => !flag(sr::N),
            Condition::NN => !normalized,
            Condition::EC => !flag(sr::E),
            Condition::LC => !flag(sr::L),
            Condition::GT => !(flag(sr::Z) || less),
            Condition::CS => flag(sr::C),
            Condition::LT => less,
            Condition::EQ => flag(sr::Z),
            Condition::MI => flag(sr::N),
            Condition::NR => normalized,
            Condition::ES => flag(sr::E),
            Condition::LS => flag(sr::L),
            Condition::LE => flag(sr::Z) || less,
        }
    }
}
