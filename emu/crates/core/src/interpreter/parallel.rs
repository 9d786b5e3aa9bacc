//! A data ALU instruction whose operation is known.

use crate::decode::entry::Entry;
use crate::decode::kept_bits::Keep;
use crate::state::Core;
use dsp56k_isa::AluOp;

/// The result of an operation goes to its accumulator, where the moves have not written.
#[inline(always)]
pub(super) fn store(core: &mut Core, e: &Entry, result: i64) {
    let acc = usize::from(e.acc & 1);
    if e.keep == Keep::Nothing {
        core.alu.acc[acc] = result;
    } else {
        let kept = e.keep.bits();
        core.alu.acc[acc] = (result & !kept) | (core.alu.acc[acc] & kept);
    }
}

/// A data ALU instruction with its operation known: the operation, the moves, then the result. The result waits because
/// moves read what stood in the accumulator before (UM A-11).
#[inline(always)]
pub(super) fn parallel(core: &mut Core, e: &Entry, op: AluOp) {
    let result = core.alu(op, e);
    (e.moves)(core, e);
    store(core, e, result);
}
