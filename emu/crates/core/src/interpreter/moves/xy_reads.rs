//! X: and Y: read into input registers by (Rn), (Rn)+ or (Rn)-: the inner step of filters and long products.

use crate::bits::{sext24, sext56, sr};
use crate::decode::entry::{Ea, Entry};
use crate::memory::DATA_WORDS;
use crate::state::Core;
use crate::state::agu::Wrap;
use dsp56k_isa::{AluOp, Mode};

/// A pointer that steps by a fixed amount, with its modifier.
struct Pointer {
    step: u16,
    wrap: Wrap,
    linear: bool,
}

impl Pointer {
    /// The pointer of an address in (Rn), (Rn)+ or (Rn)-; none if its modifier needs more than a comparison.
    #[inline(always)]
    fn of(core: &Core, ea: Ea) -> Option<Self> {
        let wrap = core.agu.wrap[usize::from(ea.rn & 7)];
        let linear = wrap == Wrap::LINEAR;
        (linear || (ea.mode == Mode::PostInc && wrap.is_plain())).then_some(Self { step: ea.address, wrap, linear })
    }

    #[inline(always)]
    fn next(&self, rn: u16) -> u16 {
        if self.linear { rn.wrapping_add(self.step) } else { self.wrap.next(rn) }
    }
}

impl Core {
    /// The two reads of an instruction with `Entry::xy_reads`. Both on-chip and both pointers plain: a straight line.
    #[inline(always)]
    pub(crate) fn read_xy(&mut self, e: &Entry) {
        let (i, j) = (usize::from(e.ea[0].rn & 7), usize::from(e.ea[1].rn & 7));
        let (x, y) = (self.agu.r[i], self.agu.r[j]);
        let (Some(left), Some(right)) = (Pointer::of(self, e.ea[0]), Pointer::of(self, e.ea[1])) else {
            return self.read_xy_far(e);
        };
        if (x | y) >= DATA_WORDS {
            return self.read_xy_far(e);
        }
        self.agu.r[i] = left.next(x);
        self.agu.r[j] = right.next(y);
        self.alu.input[e.regs[0] as usize & 3] = self.memory.x_ram[usize::from(x)];
        self.alu.input[e.regs[1] as usize & 3] = self.memory.y_ram[usize::from(y)];
    }

    #[cold]
    #[inline(never)]
    fn read_xy_far(&mut self, e: &Entry) {
        let (x, y) = (self.effective_address(e.ea[0]), self.effective_address(e.ea[1]));
        let (x, y) = (self.read_x(x), self.read_y(y));
        self.alu.input[e.regs[0] as usize & 3] = x;
        self.alu.input[e.regs[1] as usize & 3] = y;
    }

    /// Repeat a MAC with X: and Y: reads up to `most` times while `clocks` is below the limit, as long as its data are on-chip; how
    /// many times. Nothing else can happen meanwhile: no access leaves the chip, no flag but L is looked at.
    pub(crate) fn repeat_mac(&mut self, e: &Entry, most: u16, clock_limit: u64) -> u16 {
        if e.alu != AluOp::Mac || self.time.clocks >= clock_limit {
            return 0;
        }
        let (Some(left), Some(right)) = (Pointer::of(self, e.ea[0]), Pointer::of(self, e.ea[1])) else { return 0 };
        let clocks = u64::from(e.clocks);
        let passes = u64::from(most).min((clock_limit - self.time.clocks).div_ceil(clocks)) as u16;
        let (i, j) = (usize::from(e.ea[0].rn & 7), usize::from(e.ea[1].rn & 7));
        let (mut x, mut y, mut input) = (self.agu.r[i], self.agu.r[j], self.alu.input);
        let (source, factor) = (usize::from(e.source as u8 & 3), usize::from(e.factor as u8 & 3));
        let (to_x, to_y) = (usize::from(e.regs[0] as u8 & 3), usize::from(e.regs[1] as u8 & 3));
        let acc = usize::from(e.acc & 1);
        let mut sum = self.alu.acc[acc];
        let (mut exact, mut overflow, mut done) = (sum, 0, 0);
        while done < passes && (x | y) < DATA_WORDS {
            let product = (sext24(input[source]) * sext24(input[factor])) << 1;
            exact = sum + if e.negate { -product } else { product };
            sum = sext56(exact);
            overflow |= exact ^ sum;
            input[to_x] = self.memory.x_ram[usize::from(x)];
            input[to_y] = self.memory.y_ram[usize::from(y)];
            (x, y) = (left.next(x), right.next(y));
            done += 1;
        }
        if done != 0 {
            (self.agu.r[i], self.agu.r[j], self.alu.input) = (x, y, input);
            self.alu.acc[acc] = self.set_result(exact);
            if overflow != 0 {
                self.status.sr |= sr::L;
            }
            self.time.clocks += u64::from(done) * clocks;
        }
        done
    }
}
