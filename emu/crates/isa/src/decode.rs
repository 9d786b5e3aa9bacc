//! The decoder: the table row, or the pair of table rows, of a word.

use crate::{ALU_ROWS, AluOp, CONTROL_ROWS, ControlOp, MOVE_ROWS, MoveOp, Row};
use std::sync::OnceLock;

/// The table rows of a word. A word with neither form is an illegal instruction.
#[derive(Clone, Copy, Debug)]
pub enum Decoded {
    Control(&'static Row<ControlOp>),
    Parallel { mv: &'static Row<MoveOp>, alu: &'static Row<AluOp> },
}

/// Indices of table rows by the bits that differ most: moves and control instructions by the top byte, ALU operations
/// by the low byte.
struct Index {
    control: [Vec<u8>; 256],
    moves: [Vec<u8>; 256],
    alu: [Option<u8>; 256],
}

fn by_top_byte<O>(rows: &[Row<O>]) -> [Vec<u8>; 256] {
    std::array::from_fn(|top| {
        let agrees = |row: &Row<O>| ((top as u32) << 16 ^ row.value) & row.mask & 0xFF_0000 == 0;
        rows.iter().enumerate().filter(|(_, row)| agrees(row)).map(|(index, _)| index as u8).collect()
    })
}

fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(|| Index {
        control: by_top_byte(&CONTROL_ROWS),
        moves: by_top_byte(&MOVE_ROWS),
        alu: std::array::from_fn(|low| ALU_ROWS.iter().position(|row| row.matches(low as u32)).map(|at| at as u8)),
    })
}

/// Returns the index in `CONTROL_ROWS` of a word.
fn control_at(word: u32) -> Option<usize> {
    let candidates = &index().control[(word >> 16 & 0xFF) as usize];
    candidates.iter().map(|at| usize::from(*at)).find(|at| CONTROL_ROWS[*at].matches(word))
}

/// Returns the indices in `MOVE_ROWS` and `ALU_ROWS` of a word.
fn parallel_at(word: u32) -> Option<(usize, usize)> {
    let index = index();
    let alu = usize::from(index.alu[(word & 0xFF) as usize]?);
    let candidates = &index.moves[(word >> 16 & 0xFF) as usize];
    Some((candidates.iter().map(|at| usize::from(*at)).find(|at| MOVE_ROWS[*at].matches(word))?, alu))
}

/// Returns the table rows of a 24-bit instruction word; `None` if the word is illegal on the DSP56001.
pub fn decode(word: u32) -> Option<Decoded> {
    if let Some(at) = control_at(word) {
        return Some(Decoded::Control(&CONTROL_ROWS[at]));
    }
    let (mv, alu) = parallel_at(word)?;
    Some(Decoded::Parallel { mv: &MOVE_ROWS[mv], alu: &ALU_ROWS[alu] })
}

/// Returns the indices of a word's entries in the tables, starting at 1: that of the control instruction, or
/// `move << 16 | ALU << 8`; 0 if illegal. A test compares a decoder in another language with this over all words.
pub fn row_numbers(word: u32) -> u32 {
    if let Some(at) = control_at(word) {
        return at as u32 + 1;
    }
    parallel_at(word).map_or(0, |(mv, alu)| (mv as u32 + 1) << 16 | (alu as u32 + 1) << 8)
}
