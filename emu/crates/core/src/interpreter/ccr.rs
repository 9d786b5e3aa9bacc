//! The condition code register (UM ). The flags E, U, N, Z and V of an ALU result are lazy: they are
//! computed from the last results when they are read.

use crate::bits::{sext56, sr};
use crate::state::Core;
use crate::state::pending_events::PendingEvents;
use crate::state::status::pending;

/// Position of the lowest bit of the signed integer portion in each scaling mode S1:S0 (UM A-11); 11 is reserved and
/// taken as no scaling.
const INTEGER_BIT: [u32; 4] = [47, 48, 46, 47];

/// Returns the position of the lowest bit of the signed integer portion for a value of SR.
#[inline(always)]
pub(crate) fn lowest_integer_bit(status: u16) -> u32 {
    INTEGER_BIT[usize::from(status >> sr::S_SHIFT & 3)]
}

impl Core {
    /// Returns the position of the lowest bit of the signed integer portion.
    #[inline(always)]
    pub(crate) fn lowest_integer_bit(&self) -> u32 {
        lowest_integer_bit(self.status.sr)
    }

    /// Sets an exact result whose E, U, N, Z and V are standard, and returns it truncated to 56 bits. L is sticky and
    /// follows V at once.
    #[inline(always)]
    pub(crate) fn set_lazy_flags(&mut self, exact: i64) -> i64 {
        let result = sext56(exact);
        self.status.eu_result = exact;
        self.status.nzv_result = exact;
        self.status.pending = pending::ALL;
        if result != exact {
            self.status.sr |= sr::L;
        }
        result
    }

    /// Sets a result whose N and Z are those of this 56-bit value and whose V is 0; E and U do not change.
    #[inline(always)]
    pub(crate) fn set_lazy_nz(&mut self, value: i64) {
        self.status.nzv_result = value;
        self.status.pending |= pending::NZV;
    }

    /// Materialises the flags of the last results.
    #[inline]
    pub(crate) fn update_flags(&mut self) {
        if self.status.pending != 0 {
            self.status.sr = self.status_with_flags();
            self.status.pending = 0;
        }
    }

    /// Returns true if results exist from which all flags follow. No result has both N and Z.
    pub(crate) fn flags_are_lazy(&self) -> bool {
        self.status.pending & pending::NZV != 0 || self.status.sr & (sr::N | sr::Z) != sr::N | sr::Z
    }

    /// Returns the results from which E and U, and N, Z and V, follow: the last ones, or equivalent ones.
    pub(crate) fn lazy_flags(&self) -> (i64, i64) {
        let (status, has) = (self.status.sr, |bit: u16| self.status.sr & bit != 0);
        let eu = if self.status.pending & pending::EU == 0 {
            let low = self.lowest_integer_bit();
            i64::from(has(sr::E)) << (low + 1) | i64::from(!has(sr::U)) << (low - 1)
        } else {
            self.status.eu_result
        };
        let nzv = if self.status.pending & pending::NZV == 0 {
            let result = match status & (sr::N | sr::Z) {
                sr::Z => 0,
                sr::N => -1,
                _ => 1,
            };
            result ^ (i64::from(has(sr::V)) << (i64::BITS - 1))
        } else {
            self.status.nzv_result
        };
        (eu, nzv)
    }

    /// Sets the results from which all flags except C and L follow.
    pub(crate) fn restore_lazy_flags(&mut self, (eu, nzv): (i64, i64)) {
        (self.status.eu_result, self.status.nzv_result, self.status.pending) = (eu, nzv, pending::ALL);
    }

    /// Materialises all flags in SR and clears their results.
    pub(crate) fn materialize_flags(&mut self) {
        self.update_flags();
        (self.status.eu_result, self.status.nzv_result) = (0, 0);
    }

    fn status_with_flags(&self) -> u16 {
        let mut status = self.status.sr;
        if self.status.pending & pending::EU != 0 {
            status = status & !(sr::E | sr::U) | self.size_flags(self.status.eu_result);
        }
        if self.status.pending & pending::NZV != 0 {
            status = status & !(sr::N | sr::Z | sr::V) | nzv_flags(self.status.nzv_result);
        }
        status
    }

    /// Returns E or U.
    #[inline(always)]
    pub(crate) fn extension_flag(&self, flag: u16) -> bool {
        let pending = self.status.pending & pending::EU != 0;
        let flags = if pending { self.size_flags(self.status.eu_result) } else { self.status.sr };
        flags & flag != 0
    }

    /// Returns E and U of a result.
    #[inline(always)]
    fn size_flags(&self, result: i64) -> u16 {
        let (result, low) = (sext56(result), self.lowest_integer_bit());
        let integer = result >> low;
        let e = u16::from(integer != 0 && integer != -1) * sr::E;
        let u = u16::from((integer ^ result >> (low - 1)) & 1 == 0) * sr::U;
        e | u
    }

    /// Returns all flags that follow from results.
    pub(crate) fn flags_of(&self, (eu, nzv): (i64, i64)) -> u16 {
        self.size_flags(eu) | nzv_flags(nzv)
    }

    /// Returns SR with all flags up to date.
    #[inline]
    pub(crate) fn sr(&self) -> u16 {
        self.status_with_flags()
    }

    /// Writes SR as a move does; T and the interrupt mask act at once.
    pub(crate) fn set_sr(&mut self, value: u16) {
        self.status.pending = 0;
        self.status.sr = value & sr::MASK;
        self.watch_loop();
        self.mode_register_changed();
    }

    /// Updates the pending events after a change of T or I1:I0.
    pub(crate) fn mode_register_changed(&mut self) {
        if self.status.sr & sr::T == 0 {
            self.pending.clear(PendingEvents::TRACE);
        } else {
            self.pending.set(PendingEvents::TRACE);
        }
        self.refresh_interrupts();
    }

    #[inline(always)]
    pub(crate) fn is_n(&self) -> bool {
        if self.status.pending & pending::NZV != 0 {
            sext56(self.status.nzv_result) < 0
        } else {
            self.status.sr & sr::N != 0
        }
    }

    #[inline(always)]
    pub(crate) fn is_z(&self) -> bool {
        if self.status.pending & pending::NZV != 0 {
            sext56(self.status.nzv_result) == 0
        } else {
            self.status.sr & sr::Z != 0
        }
    }

    /// Returns true if N differs from V.
    #[inline(always)]
    pub(crate) fn is_less(&self) -> bool {
        if self.status.pending & pending::NZV != 0 {
            let result = sext56(self.status.nzv_result);
            (result < 0) != (result != self.status.nzv_result)
        } else {
            (self.status.sr & sr::N != 0) != (self.status.sr & sr::V != 0)
        }
    }
}

/// Returns N, Z and V of a result.
#[inline(always)]
fn nzv_flags(exact: i64) -> u16 {
    let result = sext56(exact);
    let n = u16::from(result < 0) * sr::N;
    let z = u16::from(result == 0) * sr::Z;
    let v = u16::from(result != exact) * sr::V;
    n | z | v
}
