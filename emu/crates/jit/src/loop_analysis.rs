//! What can be told of blocks and instructions before they are written.

use dsp56k_core::engine::region::{Block, Edge, Flow, Step, To, accesses};
use dsp56k_core::engine::{Entry, Exec};
use dsp56k_core::semantics::registers::File;
use dsp56k_isa::{AluOp, Mode, Reg};

/// A pointer that a loop over one block steps once in each pass, and by how much.
pub(crate) struct LoopPointer {
    pub(crate) register: usize,
    pub(crate) step: i64,
    /// Its buffer, if it is modulo.
    pub(crate) buffer: Option<ModuloBuffer>,
}

/// A buffer of modulo arithmetic: its last word after its first, and the bits in which addresses of it differ (UM 5-15).
#[derive(Clone, Copy)]
pub(crate) struct ModuloBuffer {
    pub(crate) last_offset: i64,
    pub(crate) offset_mask: i64,
}

impl ModuloBuffer {
    /// That of a modifier.
    pub(crate) fn from_modifier(m: u16) -> Option<Self> {
        let offset_mask = i64::from(u16::MAX.checked_shr(m.leading_zeros()).unwrap_or(0));
        matches!(m, 1..=0x7FFF).then_some(Self { last_offset: i64::from(m), offset_mask })
    }
}

/// A block that leads to itself and does nothing in a pass but data.
pub(crate) struct BatchedLoop {
    /// Each access is by one of its own.
    pub(crate) pointers: Vec<LoopPointer>,
    /// Of each accumulator to which products are added and that nothing else changes: the bits above what a pass adds.
    pub(crate) accumulation_bits: [Option<u32>; 2],
    /// The sum that the last operation of a pass leaves, from which flags follow but C.
    pub(crate) flag_source: Option<usize>,
    /// It is MAC of the two words that it reads, each pass those of the one before.
    pub(crate) is_mac_loop: bool,
}

/// Bits of a product, and those that rounding may add to it.
const PRODUCT_BITS: u32 = 47;
const ROUNDING_BITS: u32 = 1;

/// What passes of a block do, if it leads to itself, does nothing but data, and takes steps of one word at most.
pub(crate) fn analyze_loop(number: usize, block: &Block, m: &[u16; 8]) -> Option<BatchedLoop> {
    match &block.flow {
        Flow::Count { again: Edge { clocks: 0, steps, to: To::Block(to) }, .. }
            if *to == number && steps.is_empty() => {}
        _ => return None,
    }
    let mut pointers: Vec<LoopPointer> = Vec::new();
    let mut entries = Vec::new();
    for (step, _) in &block.steps {
        let Step::Data { entry, late: None, .. } = step else { return None };
        if entry.regs.iter().any(|reg| File::of(*reg) == File::Address) {
            return None;
        }
        entries.push(entry);
        for i in 0..entry.ea.len() {
            let ea = entry.ea[i];
            let register = usize::from(ea.rn & 7);
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

/// The accumulator of the last operation that leaves flags, if it adds a product.
fn flag_source(entries: &[&Entry]) -> Option<usize> {
    let keeps_flags =
        |e: &&Entry| e.exec != Exec::Parallel && !e.is_control() || matches!(e.alu, AluOp::Tfr | AluOp::Move);
    let last = entries.iter().copied().rev().find(|e| !keeps_flags(e))?;
    matches!(last.alu, AluOp::Mac | AluOp::Macr).then_some(usize::from(last.acc & 1))
}

/// Whether an instruction is MAC, and reads the words for the next one.
fn is_streaming_mac(e: &Entry) -> bool {
    let factors = [e.source, e.factor];
    e.streams && e.alu == AluOp::Mac && e.regs[0] != e.regs[1] && e.regs[..2].iter().all(|reg| factors.contains(reg))
}

/// The bits above what instructions add to an accumulator, if they do nothing else to it.
fn accumulation_bits(acc: u8, entries: &[&Entry]) -> Option<u32> {
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

/// The registers that the moves of an instruction write.
fn written_registers(e: &Entry) -> impl Iterator<Item = Reg> {
    let indices = if e.is_control() { &[][..] } else { e.mv.facts().results };
    indices.iter().map(|index| e.regs[*index])
}

/// Whether an instruction has parallel moves that read or write data.
pub(crate) fn has_memory_moves(e: &Entry) -> bool {
    !e.is_control() && !e.transfers().is_empty()
}
