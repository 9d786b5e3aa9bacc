//! Operations with parallel reads of internal data into X0, X1, Y0 or Y1: the inner steps of filters and long products.
//!
//! These moves do not access an accumulator, so that the result need not wait for them. Each handler first checks for
//! the common case and otherwise calls one function for all other cases: the handler needs no stack frame.

use crate::bits::{sext56, sr};
use crate::decode::instruction::{DecodedInstruction, EffectiveAddress};
use crate::interpreter::parallel::parallel;
use crate::memory::DATA_WORDS;
use crate::semantics::data_alu::DataAlu;
use crate::space::Space;
use crate::state::Core;
use crate::state::agu::Wrap;
use dsp56k_isa::{AluOp, Mode, for_each_alu_op};

/// The repetitions of an operation, as a separate function: the loop is short, and several loops in one function
/// compete for registers.
macro_rules! passes_of {
    ($chosen:expr, $linear:literal; $($op:ident)*) => {{
        let passes: fn(&Stream, &mut Core, &DecodedInstruction) -> u16 = match $chosen {
            $(AluOp::$op => |stream, core, e| stream.run::<$linear>(core, e, AluOp::$op)),*
        };
        passes
    }};
}

macro_rules! by_operation {
    ($chosen:expr, $with:expr; $($op:ident)*) => {
        match $chosen { $(AluOp::$op => $with(AluOp::$op)),* }
    };
}

/// Executes any data ALU instruction.
#[inline(never)]
fn in_general(core: &mut Core, e: &DecodedInstruction) {
    for_each_alu_op!(by_operation!(e.alu, |op| parallel(core, e, op)));
}

/// Executes only the operation.
#[inline(always)]
fn compute(core: &mut Core, e: &DecodedInstruction, op: AluOp) {
    let result = core.alu(op, e);
    if op.has_result() {
        core.alu.acc[usize::from(e.acc & 1)] = result;
    }
}

impl Core {
    #[inline(always)]
    fn near(&self, space: Space, address: u16) -> i32 {
        let ram = if space == Space::X { &self.memory.x_ram } else { &self.memory.y_ram };
        ram[usize::from(address)]
    }
}

/// Executes an operation with a parallel read at an absolute address.
#[inline(always)]
pub(super) fn with_absolute(core: &mut Core, e: &DecodedInstruction, op: AluOp, space: Space) {
    let address = e.ea[0].address;
    if address >= DATA_WORDS {
        return in_general(core, e);
    }
    compute(core, e, op);
    core.alu.input[e.regs[0] as usize & 3] = core.near(space, address);
}

/// Executes an operation with a parallel read at (Rn), (Rn)+ or (Rn)-.
#[inline(always)]
pub(super) fn with_read(core: &mut Core, e: &DecodedInstruction, op: AluOp, space: Space, mode: Mode) {
    let i = usize::from(e.ea[0].rn & 7);
    let (rn, wrap) = (core.agu.r[i], core.agu.wrap[i]);
    let usual = match mode {
        Mode::PostInc => wrap.is_plain(),
        Mode::PostDec => wrap == Wrap::LINEAR,
        _ => true,
    };
    if !usual || rn >= DATA_WORDS {
        return in_general(core, e);
    }
    compute(core, e, op);
    match mode {
        Mode::PostInc => core.agu.r[i] = wrap.next(rn),
        Mode::PostDec => core.agu.r[i] = rn.wrapping_sub(1),
        _ => {}
    }
    core.alu.input[e.regs[0] as usize & 3] = core.near(space, rn);
}

/// Executes an operation with the X: and Y: reads of an entry with `DecodedInstruction::streams`; `ascending` if both
/// use (Rn)+.
#[inline(always)]
pub(super) fn with_two_reads(core: &mut Core, e: &DecodedInstruction, op: AluOp, ascending: bool) {
    let (i, j) = (usize::from(e.ea[0].rn & 7), usize::from(e.ea[1].rn & 7));
    let (x, y) = (core.agu.r[i], core.agu.r[j]);
    let (left, right) = (core.agu.wrap[i], core.agu.wrap[j]);
    let usual =
        if ascending { left.is_plain() && right.is_plain() } else { left == Wrap::LINEAR && right == Wrap::LINEAR };
    if !usual || (x | y) >= DATA_WORDS {
        return in_general(core, e);
    }
    compute(core, e, op);
    if ascending {
        (core.agu.r[i], core.agu.r[j]) = (left.next(x), right.next(y));
    } else {
        core.agu.r[i] = x.wrapping_add(e.ea[0].address);
        core.agu.r[j] = y.wrapping_add(e.ea[1].address);
    }
    core.alu.input[e.regs[0] as usize & 3] = core.near(Space::X, x);
    core.alu.input[e.regs[1] as usize & 3] = core.near(Space::Y, y);
}

/// The step and the modifier of an address register.
struct Pointer {
    step: u16,
    wrap: Wrap,
}

impl Pointer {
    /// Returns the step of an address in (Rn), (Rn)+ or (Rn)-, or `None` if its modifier needs more than a comparison.
    #[inline(always)]
    fn of(core: &Core, ea: EffectiveAddress) -> Option<Self> {
        let wrap = core.agu.wrap[usize::from(ea.rn & 7)];
        let linear = wrap == Wrap::LINEAR;
        (linear || (ea.mode == Mode::PostInc && wrap.is_plain()))
            .then_some(Self { step: ea.address, wrap: if linear { Wrap::NEVER } else { wrap } })
    }

    #[inline(always)]
    fn next(&self, rn: u16, linear: bool) -> u16 {
        if linear { rn.wrapping_add(self.step) } else { self.wrap.step(rn, self.step) }
    }
}

/// Repetitions of an instruction with two reads. Its address registers stay in host registers. A separate copy of the
/// loop serves address registers that never wrap.
struct Stream {
    left: Pointer,
    right: Pointer,
    passes: u16,
}

impl Stream {
    /// Executes the instruction while its data are internal, and returns the number of repetitions.
    #[inline(always)]
    fn run<const LINEAR: bool>(&self, core: &mut Core, e: &DecodedInstruction, op: AluOp) -> u16 {
        let (i, j) = (usize::from(e.ea[0].rn & 7), usize::from(e.ea[1].rn & 7));
        let (to_x, to_y) = (usize::from(e.regs[0] as u8 & 3), usize::from(e.regs[1] as u8 & 3));
        let (mut x, mut y, mut done) = (core.agu.r[i], core.agu.r[j], 0);
        while done < self.passes && (x | y) < DATA_WORDS {
            compute(core, e, op);
            core.alu.input[to_x] = core.near(Space::X, x);
            core.alu.input[to_y] = core.near(Space::Y, y);
            (x, y) = (self.left.next(x, LINEAR), self.right.next(y, LINEAR));
            done += 1;
        }
        (core.agu.r[i], core.agu.r[j]) = (x, y);
        done
    }

    /// Executes MAC. The sum stays in a host register, because no flag except L is read during the repetitions.
    fn multiply<const LINEAR: bool>(&self, core: &mut Core, e: &DecodedInstruction) -> u16 {
        let (i, j) = (usize::from(e.ea[0].rn & 7), usize::from(e.ea[1].rn & 7));
        let (mut x, mut y, mut input) = (core.agu.r[i], core.agu.r[j], core.alu.input);
        let (source, factor) = (usize::from(e.source as u8 & 3), usize::from(e.factor as u8 & 3));
        let (to_x, to_y) = (usize::from(e.regs[0] as u8 & 3), usize::from(e.regs[1] as u8 & 3));
        let acc = usize::from(e.acc & 1);
        let mut sum = core.alu.acc[acc];
        let (mut exact, mut overflow, mut done) = (sum, 0, 0);
        while done < self.passes && (x | y) < DATA_WORDS {
            let product = (i64::from(input[source]) * i64::from(input[factor])) << 1;
            exact = sum + if e.negate { -product } else { product };
            sum = sext56(exact);
            overflow |= exact ^ sum;
            input[to_x] = core.near(Space::X, x);
            input[to_y] = core.near(Space::Y, y);
            (x, y) = (self.left.next(x, LINEAR), self.right.next(y, LINEAR));
            done += 1;
        }
        if done != 0 {
            (core.agu.r[i], core.agu.r[j], core.alu.input) = (x, y, input);
            core.alu.acc[acc] = core.set_lazy_flags(exact);
            if overflow != 0 {
                core.status.sr |= sr::L;
            }
        }
        done
    }
}

impl Core {
    /// Repeats an entry with `DecodedInstruction::streams` of `clocks` clocks, up to `most` times while time is below
    /// the limit and its data are internal. Returns the number of repetitions. No event can occur between them: no
    /// access is external.
    pub(crate) fn stream(&mut self, e: &DecodedInstruction, most: u16, clocks: u64, clock_limit: u64) -> u16 {
        let (Some(left), Some(right)) = (Pointer::of(self, e.ea[0]), Pointer::of(self, e.ea[1])) else { return 0 };
        let left_clocks = clock_limit.saturating_sub(self.time.clocks);
        let passes = u64::from(most).min(left_clocks.div_ceil(clocks)) as u16;
        let stream = Stream { left, right, passes };
        let linear = stream.left.wrap == Wrap::NEVER && stream.right.wrap == Wrap::NEVER;
        let done = match (e.alu, linear) {
            (AluOp::Mac, true) => stream.multiply::<true>(self, e),
            (AluOp::Mac, false) => stream.multiply::<false>(self, e),
            (other, true) => for_each_alu_op!(passes_of!(other, true))(&stream, self, e),
            (other, false) => for_each_alu_op!(passes_of!(other, false))(&stream, self, e),
        };
        self.time.clocks += u64::from(done) * clocks;
        done
    }
}
