//! What can be told of blocks and instructions before they are written.

use dsp56k_core::engine::Entry;
use dsp56k_core::engine::region::{Block, Edge, Flow, Step, To, accesses};
use dsp56k_core::semantics::registers::File;
use dsp56k_isa::Mode;

/// A pointer that a loop over one block steps once in each pass, and by how much.
pub(crate) struct Pointer {
    pub(crate) number: usize,
    pub(crate) step: i64,
}

/// The pointers of a block that leads to itself and does nothing in a pass but data, each access by a pointer of its own that
/// takes steps of one word at most.
pub(crate) fn pass_pointers(number: usize, block: &Block, m: &[u16; 8]) -> Option<Vec<Pointer>> {
    match &block.flow {
        Flow::Count { again: Edge { clocks: 0, steps, to: To::Block(to) }, .. }
            if *to == number && steps.is_empty() => {}
        _ => return None,
    }
    let mut pointers: Vec<Pointer> = Vec::new();
    for (step, _) in &block.steps {
        let Step::Data { entry, late: None, .. } = step else { return None };
        let results = if entry.is_control() { &[][..] } else { entry.mv.facts().results };
        if results.iter().any(|at| File::of(entry.regs[*at]) == File::Address) {
            return None;
        }
        for i in 0..entry.ea.len() {
            let ea = entry.ea[i];
            let number = usize::from(ea.rn & 7);
            let accesses = accesses(entry).any(|access| access == i);
            let step = match ea.mode {
                Mode::Indirect | Mode::Absolute => 0,
                Mode::PostInc => 1,
                Mode::PostDec => -1,
                _ => return None,
            };
            if ea.mode == Mode::Absolute || (!accesses && step == 0) {
                continue;
            }
            let linear = step == 0 || m[number] == 0xFFFF;
            if !accesses || !linear || pointers.iter().any(|pointer| pointer.number == number) {
                return None;
            }
            pointers.push(Pointer { number, step });
        }
    }
    Some(pointers)
}

/// Whether an edge ends a REP.
pub(crate) fn repeats(over: &Edge) -> bool {
    matches!(over.steps.first(), Some(Step::Repeated))
}

/// Whether all that an instruction does outside its registers is to read by parallel moves.
pub(crate) fn only_reads(e: &Entry) -> bool {
    !e.is_control() && !e.transfers().is_empty() && e.transfers().iter().all(|transfer| !transfer.write)
}
