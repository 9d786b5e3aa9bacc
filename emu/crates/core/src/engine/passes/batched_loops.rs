//! Finds loops over one block that can run in batches.
//!
//! A loop can be batched if its body consists of moves and data operations, if each pointer is used by one access and
//! steps by at most one word in an iteration, and if no instruction writes an address register. The analysis also
//! finds *accumulations*: accumulators that iterations change by adding products only. Their growth per iteration is
//! bounded, so a batch of limited length needs no check for overflow.

use crate::decode::instruction::{DecodedInstruction, Exec};
use crate::engine::annotations::{BatchedLoop, LoopPointer, ModuloBuffer};
use crate::engine::region::{Block, Edge, EdgeTarget, Flow, Region, Step, accesses, has_external_address};
use crate::semantics::registers::File;
use dsp56k_isa::{AluOp, Mode, Reg};

/// Bits of the magnitude of a product of two 24-bit fractions, which the chip shifts left by one (UM 4-11).
const PRODUCT_BITS: u32 = 47;
/// Bits by which rounding can increase that bound.
const ROUNDING_BITS: u32 = 1;

/// Sets `batch` of all blocks.
pub(super) fn run(region: &mut Region) {
    for number in 0..region.blocks.len() {
        region.blocks[number].batch = find_batched_loop(number, &region.blocks[number]);
    }
}

/// Returns the loop over basic block `number`, or `None` if that is not a loop that can run in batches.
fn find_batched_loop(number: usize, block: &Block) -> Option<BatchedLoop> {
    let m = &block.m;
    match &block.flow {
        Flow::Count { again: Edge { clocks: 0, steps, target: EdgeTarget::Block(to), .. }, .. }
            if *to == number && steps.is_empty() => {}
        _ => return None,
    }
    let mut pointers: Vec<LoopPointer> = Vec::new();
    let mut entries = Vec::new();
    for (step, _) in &block.steps {
        let Step::Data { instruction, delayed_write: None, .. } = step else { return None };
        if instruction.regs.iter().any(|reg| File::of(*reg) == File::Address) {
            return None;
        }
        // A batch counts its iterations at its end.
        if instruction.is_control() && instruction.regs[0] == Reg::LC {
            return None;
        }
        // Batches access internal memory only.
        if has_external_address(instruction) {
            return None;
        }
        entries.push(instruction);
        for i in 0..instruction.ea.len() {
            let ea = instruction.ea[i];
            let register = usize::from(ea.rn & 7);
            let accesses = accesses(instruction).any(|access| access == i);
            let step = match ea.mode {
                Mode::Indirect | Mode::Absolute => 0,
                Mode::PostInc => 1,
                Mode::PostDec => -1,
                _ => return None,
            };
            if ea.mode == Mode::Absolute || (!accesses && step == 0) {
                continue;
            }
            let buffer = ModuloBuffer::from_modifier(m[register]).filter(|_| step != 0);
            let is_supported = step == 0 || m[register] == 0xFFFF || buffer.is_some();
            if !accesses || !is_supported || pointers.iter().any(|pointer| pointer.register == register) {
                return None;
            }
            pointers.push(LoopPointer { register, step, buffer });
        }
    }
    let accumulation_bits = [0, 1].map(|acc| accumulation_bits(acc, &entries));
    let is_mac_loop =
        matches!(entries[..], [e] if is_streaming_mac(e)) && pointers.iter().all(|pointer| pointer.step != 0);
    let flag_source = flag_source(&entries).filter(|acc| accumulation_bits[*acc].is_some());
    Some(BatchedLoop { pointers, accumulation_bits, flag_source, is_mac_loop })
}

/// Returns the accumulator that the last operation with condition codes adds a product to.
fn flag_source(entries: &[&DecodedInstruction]) -> Option<usize> {
    let keeps_flags = |e: &&DecodedInstruction| {
        e.exec != Exec::Parallel && !e.is_control() || matches!(e.alu, AluOp::Tfr | AluOp::Move)
    };
    let last = entries.iter().copied().rev().find(|e| !keeps_flags(e))?;
    matches!(last.alu, AluOp::Mac | AluOp::Macr).then_some(usize::from(last.acc & 1))
}

/// Returns true if an instruction is a MAC that also reads both factors of the next iteration.
fn is_streaming_mac(e: &DecodedInstruction) -> bool {
    let factors = [e.source, e.factor];
    e.streams && e.alu == AluOp::Mac && e.regs[0] != e.regs[1] && e.regs[..2].iter().all(|reg| factors.contains(reg))
}

/// Returns the bound on the change of an accumulator, in bits, or `None` if it is not an accumulation.
fn accumulation_bits(acc: u8, entries: &[&DecodedInstruction]) -> Option<u32> {
    let (mut products, mut rounding) = (0_u32, 0);
    for e in entries {
        if e.is_control() || written_registers(e).any(|reg| File::of(reg) != File::Input) {
            return None;
        }
        match e.alu {
            _ if e.exec != Exec::Parallel || e.acc != acc => {}
            AluOp::Mac => products += 1,
            AluOp::Macr => (products, rounding) = (products + 1, ROUNDING_BITS),
            AluOp::Cmp | AluOp::Cmpm | AluOp::Tst => {}
            _ => return None,
        }
    }
    (products != 0).then(|| PRODUCT_BITS + rounding + products.next_power_of_two().trailing_zeros())
}

/// Returns the registers that the moves of an instruction write.
fn written_registers(e: &DecodedInstruction) -> impl Iterator<Item = Reg> {
    let indices = if e.is_control() { &[][..] } else { e.mv.properties().results };
    indices.iter().map(|index| e.regs[*index])
}
