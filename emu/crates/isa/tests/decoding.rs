//! Decoded words and their fields, as the manual has them, and registers and modes.

#![allow(clippy::panic, reason = "a helper fails as a test does")]

use dsp56k_isa::{
    ALU_ROWS, AluOp, CONTROL_ROWS, Condition, ControlOp, Decoded, MOVE_ROWS, Mode, MoveOp, ReadRegister, Reg, Row,
    Sequence, WriteRegister, decode, row_numbers,
};

/// Any odd number works; this one takes a tenth of a second.
const STEP: usize = 251;

fn control(word: u32) -> &'static Row<ControlOp> {
    match decode(word) {
        Some(Decoded::Control(row)) => row,
        other => panic!("${word:06X} is a control instruction, got {other:?}"),
    }
}

fn parallel(word: u32) -> (&'static Row<MoveOp>, &'static Row<AluOp>) {
    match decode(word) {
        Some(Decoded::Parallel { mv, alu }) => (mv, alu),
        other => panic!("${word:06X} is a parallel move, got {other:?}"),
    }
}

#[test]
fn the_index_finds_the_rows_of_a_search_through_all() {
    for word in (0..1 << 24).step_by(STEP) {
        let found = |at: usize| at as u32 + 1;
        let expected = if let Some(at) = CONTROL_ROWS.iter().position(|row| row.matches(word)) {
            found(at)
        } else {
            let mv = MOVE_ROWS.iter().position(|row| row.matches(word));
            let alu = ALU_ROWS.iter().position(|row| row.matches(word & 0xFF));
            mv.zip(alu).map_or(0, |(mv, alu)| found(mv) << 16 | found(alu) << 8)
        };
        assert_eq!(row_numbers(word), expected, "${word:06X}");
        let decoded = match decode(word) {
            Some(Decoded::Control(row)) => std::ptr::eq(row, &raw const CONTROL_ROWS[expected as usize - 1]),
            Some(Decoded::Parallel { mv, alu }) => {
                std::ptr::eq(mv, &raw const MOVE_ROWS[(expected >> 16) as usize - 1])
                    && std::ptr::eq(alu, &raw const ALU_ROWS[(expected >> 8 & 0xFF) as usize - 1])
            }
            None => expected == 0,
        };
        assert!(decoded, "${word:06X}");
    }
}

#[test]
fn words_of_the_manual_have_their_operations() {
    let names = [
        (0x000000, "NOP"),
        (0x000005, "ILLEGAL"),
        (0x003FB8, "ANDI"),
        (0x044311, "LUA"),
        (0x05603C, "MOVEC"),
        (0x0664A0, "REP"),
        (0x06C880, "DO"),
        (0x0A6185, "JCLR"),
        (0x0AA837, "BSET"),
    ];
    for (word, name) in names {
        assert_eq!(control(word).mnemonic, name);
    }
    assert_eq!(parallel(0x204AFA).1.mnemonic, "MAC");
    assert_eq!(parallel(0x2000C0).1.mnemonic, "MPY");
    assert_eq!(parallel(0x200040).1.op, AluOp::Add);
}

#[test]
fn a_code_is_read_from_all_letters_in_their_order() {
    // DO #$FC8: the high four bits of the number are the word's lowest (UM A-68).
    let row = control(0x06C88F);
    assert_eq!(row.code(&row.operands[0], 0x06C88F), 0xFC8);
    // JCLR #5,X:(R1) (UM A-82).
    let row = control(0x0A6185);
    assert_eq!((row.field('b', 0x0A6185), row.field('S', 0x0A6185), row.field('z', 0x0A6185)), (5, 0, 0));
    assert_eq!(row.effective_address(&row.operands[2], 0x0A6185), Some((Mode::Indirect, 1)));
    assert_eq!(row.effective_address(&row.operands[0], 0x0A6185), None);
}

#[test]
fn the_second_address_uses_the_other_bank() {
    // MOVE X:(R3)+N3,X0 Y:(R7)-,Y1 and MOVE X:(R6)-,... Y:(R2)+N2,... (UM A-151).
    for (word, x, y) in
        [(0xE1EB00, (Mode::PostIncN, 3), (Mode::PostDec, 7)), (0xDBD600, (Mode::PostDec, 6), (Mode::PostIncN, 2))]
    {
        let mv = parallel(word).0;
        let addresses: Vec<_> = mv.operands.iter().filter_map(|operand| mv.effective_address(operand, word)).collect();
        assert_eq!(addresses, [x, y], "${word:06X}");
    }
}

#[test]
fn codes_without_a_meaning_are_illegal() {
    // An absolute address (mode 6) has no address register: R1 here (UM A-242).
    let absolute = parallel(0x45F000).0;
    assert_eq!(absolute.effective_address(&absolute.operands[0], 0x45F000), Some((Mode::Absolute, 0)));
    assert!(decode(0x45F100).is_none());
    // Bit 24, the fourth control register of ANDI, and register code 0.
    for word in [0x0A6198, 0x003FBB, 0x06C000] {
        assert!(decode(word).is_none(), "${word:06X}");
    }
}

#[test]
fn modes_take_words_and_clocks() {
    // Table A-13 (UM A-231).
    let costs = |mode: Mode| (mode.words(), mode.clocks());
    assert_eq!([Mode::PostInc, Mode::Indirect].map(costs), [(0, 0), (0, 0)]);
    assert_eq!([Mode::PreDec, Mode::Indexed, Mode::Absolute].map(costs), [(0, 2), (0, 2), (1, 2)]);
}

#[test]
fn conditions_registers_and_operations_have_their_properties() {
    // The codes of UM A-240; a fifth bit belongs to another field.
    assert_eq!([0, 1, 9, 15, 0x19].map(Condition::from_code), {
        use Condition::{CC, GE, LE, LT};
        [CC, GE, LT, LE, LT]
    });
    assert_eq!([Reg::X0, Reg::A2, Reg::A, Reg::R0].map(|reg| reg.info().width), [24, 8, 56, 16]);
    assert_eq!(Reg::SSH.info().name, "SSH");
    assert_eq!([AluOp::Add, AluOp::Clr, AluOp::Cmp, AluOp::Move].map(AluOp::has_result), [true, true, false, false]);
    assert_eq!([ControlOp::Nop, ControlOp::Jmp, ControlOp::Rep].map(ControlOp::sequence), {
        use Sequence::{Jump, Next, Repeat};
        [Next, Jump, Repeat]
    });
}

#[test]
fn the_peripheral_page_has_registers_to_read_and_to_write() {
    // UM 10-5.
    assert_eq!([0xFFE9, 0xFFEB, 0xFFFF].map(ReadRegister::at), {
        use ReadRegister::{HRX, HSR, IPR};
        [Some(HSR), Some(HRX), Some(IPR)]
    });
    assert_eq!([0xFFE9, 0xFFEB, 0xFFE8].map(WriteRegister::at), {
        use WriteRegister::{HCR, HTX};
        [None, Some(HTX), Some(HCR)]
    });
    assert_eq!([0xFFC0, 0xFFBF, 0x0029].map(ReadRegister::at), [None; 3]);
}
