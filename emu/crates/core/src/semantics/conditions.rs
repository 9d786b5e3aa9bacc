//! Conditions of the flags (UM A-213), and the flags for the size of a result (UM A-11).

use crate::semantics::Machine;
use dsp56k_isa::Condition;

/// Conditions and size flags of an engine.
pub trait Conditions: Machine {
    /// Returns E of a 56-bit result: its bits from the integer portion's lowest upwards are not all the same.
    #[inline(always)]
    fn extension_in_use(&mut self, result: Self::Acc) -> Self::Bit {
        let low = self.integer_bit();
        let (integer, sign) = (self.sar(result, low), self.sar(result, 63));
        let beyond = self.bit_xor(integer, sign);
        let unused = self.is_zero(beyond);
        self.not(unused)
    }

    /// Returns U of a 56-bit result: the lowest bit of the integer portion equals the one below it.
    #[inline(always)]
    fn unnormalized(&mut self, result: Self::Acc) -> Self::Bit {
        let low = self.integer_bit();
        let (upper, lower) = (self.sar(result, low), self.sar(result, low - 1));
        let differing = self.bit_xor(upper, lower);
        let lowest = self.and_mask(differing, 1);
        self.is_zero(lowest)
    }

    /// Returns the condition NR: Z, or neither U nor E.
    #[inline(always)]
    fn normalized(&mut self) -> Self::Bit {
        let (z, u, e) = (self.z(), self.u(), self.e());
        let any = self.or(u, e);
        let neither = self.not(any);
        self.or(z, neither)
    }

    /// Returns true if a condition holds. Only the flags that it depends on are computed.
    #[inline(always)]
    fn holds(&mut self, condition: Condition) -> Self::Bit {
        match condition {
            Condition::CS => self.c(),
            Condition::LT => self.less(),
            Condition::EQ => self.z(),
            Condition::MI => self.n(),
            Condition::NR => self.normalized(),
            Condition::ES => self.e(),
            Condition::LS => self.l(),
            Condition::LE => self.less_or_equal(),
            Condition::CC => {
                let c = self.c();
                self.not(c)
            }
            Condition::GE => {
                let less = self.less();
                self.not(less)
            }
            Condition::NE => {
                let z = self.z();
                self.not(z)
            }
            Condition::PL => {
                let n = self.n();
                self.not(n)
            }
            Condition::NN => {
                let normalized = self.normalized();
                self.not(normalized)
            }
            Condition::EC => {
                let e = self.e();
                self.not(e)
            }
            Condition::LC => {
                let l = self.l();
                self.not(l)
            }
            Condition::GT => {
                let at_most = self.less_or_equal();
                self.not(at_most)
            }
        }
    }

    #[inline(always)]
    fn less_or_equal(&mut self) -> Self::Bit {
        let (z, less) = (self.z(), self.less());
        self.or(z, less)
    }
}

impl<M: Machine> Conditions for M {}
