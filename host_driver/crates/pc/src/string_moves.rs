//! REP MOVSB between RAM and the memory of boards: the items that need not be executed by Unicorn.

use std::ffi::c_int;

use crate::block_edges::Block;
use crate::callback::{Machine, Ram, RegisterWriter};

/// REP MOVSB as bytes, little-endian.
const REP_MOVSB: u32 = 0xA4F3;
const REP_MOVSB_BYTES: u32 = 2;
/// The direction flag of EFLAGS.
const DIRECTION: u32 = 1 << 10;
/// Bytes of a segment, in which an offset begins again.
const SEGMENT: u64 = 1 << 16;

/// The moves of a machine.
pub struct StringMoves {
    count: c_int,
    source: Pointer,
    destination: Pointer,
    flags: c_int,
    writer: RegisterWriter,
    /// First address of boards' memory.
    boards: u64,
    ram: Ram,
    code: Vec<(u64, u64)>,
}

/// Unicorn's numbers of the register of an offset, and of its segment (0 in flat memory).
#[derive(Clone, Copy)]
struct Pointer {
    offset: c_int,
    segment: c_int,
}

impl Pointer {
    /// Returns the linear address, and the number of bytes from it before its offset begins again.
    fn read(self, machine: &Machine<'_>) -> (u64, u64) {
        let offset = u64::from(machine.register(self.offset));
        if self.segment == 0 {
            return (offset, (1 << u32::BITS) - offset);
        }
        let offset = offset % SEGMENT;
        (u64::from(machine.segment(self.segment)) + offset, SEGMENT - offset)
    }

    fn advance(self, machine: &Machine<'_>, writer: &RegisterWriter, count: u32) {
        writer.write(machine, self.offset, machine.register(self.offset).wrapping_add(count));
    }
}

/// Items that can be executed one after the other.
pub struct Items {
    /// Their maximum number.
    pub most: usize,
    /// The address of the first in RAM.
    ram: u64,
}

impl StringMoves {
    /// Returns the moves; the arguments are those of `BusCycles::move_strings`. Returns `None` without `reg_write`.
    pub fn new(
        (count, source, destination, flags, ds, es): (c_int, c_int, c_int, c_int, c_int, c_int),
        reg_write: usize,
        boards: u64,
        ram: Vec<(u64, u64, usize)>,
        code: Vec<(u64, u64)>,
    ) -> Option<Self> {
        let source = Pointer { offset: source, segment: ds };
        let destination = Pointer { offset: destination, segment: es };
        let writer = RegisterWriter::at(reg_write)?;
        Some(Self { count, source, destination, flags, writer, boards, ram: Ram::new(ram), code })
    }

    /// Returns the items of the announced block before the last one, if it is a REP MOVSB upwards between RAM and a
    /// board: with `write` to it. `addresses` are the first of the board and the one after the last, from the beginning
    /// of boards' memory.
    pub fn items(&self, machine: &Machine<'_>, block: Block, write: bool, (first, end): (u64, u64)) -> Option<Items> {
        let is_move =
            block.size == REP_MOVSB_BYTES && machine.memory(block.address as u32, REP_MOVSB_BYTES) == REP_MOVSB;
        if !is_move || machine.register(self.flags) & DIRECTION != 0 {
            return None;
        }
        let ((source, source_bytes), (destination, destination_bytes)) =
            (self.source.read(machine), self.destination.read(machine));
        let (board, ram) = if write { (destination, source) } else { (source, destination) };
        let board = board.checked_sub(self.boards).filter(|board| (first..end).contains(board))?;
        let left = u64::from(machine.register(self.count)).checked_sub(1)?;
        let bounds = [source_bytes, destination_bytes, end - board, self.ram.bytes_from(ram)];
        let most = bounds.into_iter().fold(left, u64::min);
        let has_code = |&(start, stop): &(u64, u64)| ram < stop && start < ram + most;
        if !write && self.code.iter().any(has_code) {
            return None;
        }
        Some(Items { most: usize::try_from(most).ok()?, ram })
    }

    /// Appends the bytes of the first `count` items to `bytes`.
    pub fn load(&self, items: &Items, count: usize, bytes: &mut Vec<u8>) {
        self.ram.append_to(bytes, items.ram, count);
    }

    /// Stores the bytes of the first items.
    pub fn store(&self, items: &Items, bytes: &[u8]) {
        self.ram.store(items.ram, bytes);
    }

    /// Sets the registers to those after the first `count` items.
    pub fn advance(&self, machine: &Machine<'_>, count: usize) {
        let count = count as u32;
        self.source.advance(machine, &self.writer, count);
        self.destination.advance(machine, &self.writer, count);
        self.writer.write(machine, self.count, machine.register(self.count).wrapping_sub(count));
    }
}
