//! Decoded instructions, ready to execute. Each is decoded once for its program address.

use crate::decode::access_summary::AccessSummary;
use crate::decode::preserved_bits::{PreservedBits, accumulator_bits};
use crate::decode::restriction_verdict::RestrictionVerdict;
use crate::space::Space;
use crate::state::Core;
use dsp56k_isa::{
    AluOp, Class, Condition, ControlOp, Decoded, Kind, Mode, MoveOp, Operand, Reg, Row, Sequence, Transfer, decode,
};

/// The class of an instruction, by which it is executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exec {
    /// Not decoded since the last write to its words.
    Undecoded,
    Illegal,
    /// A data ALU operation with or without parallel moves.
    Parallel,
    /// A parallel move without an operation.
    MoveOnly,
    Control,
}

/// The kind of an operand of a control instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandLocation {
    None,
    Register,
    Memory,
    Immediate,
    /// An effective address itself, not what memory holds there.
    Address,
}

/// An effective address; short addresses are absolute ones.
#[derive(Clone, Copy, Debug)]
pub struct EffectiveAddress {
    pub space: Space,
    pub mode: Mode,
    pub rn: u8,
    /// The absolute address; with (Rn), (Rn)+ and (Rn)-, the increment of Rn.
    pub address: u16,
}

impl EffectiveAddress {
    const NONE: Self = Self { space: Space::X, mode: Mode::Indirect, rn: 0, address: 0 };
}

/// The semantics of an entry.
pub(crate) type Handler = fn(&mut Core, &DecodedInstruction);

/// The handler of an entry that is not executable yet.
const NOTHING: Handler = |_, _| {};

/// A decoded instruction, one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct DecodedInstruction {
    /// Executes the complete instruction; the interpreter's.
    pub(crate) run: Handler,
    /// Executes only the parallel move; the interpreter's.
    pub(crate) moves: Handler,
    pub exec: Exec,
    pub alu: AluOp,
    pub mv: MoveOp,
    pub control: ControlOp,
    /// Clocks of the formula with every access internal: base, move, effective address.
    pub clocks: u8,
    /// The part of `clocks` for the effective address, or for a long immediate, which counts as one (UM A-231).
    pub addressing: u8,
    pub words: u8,
    /// Words fetched through port A that the instruction is charged for: its own in sequence, but not the first of a
    /// change of flow (UM A-231).
    pub fetches: u8,
    /// The instruction does not change the program flow.
    pub plain: bool,
    /// The effect on the sequence of instructions.
    pub sequence: Sequence,
    /// A change of flow: it refills the pipe where it continues (UM A-231).
    pub flow: bool,
    /// The ALU's source, or the first factor.
    pub source: Reg,
    /// The second factor.
    pub factor: Reg,
    /// The destination accumulator: 0 A, 1 B.
    pub acc: u8,
    /// The product is subtracted.
    pub negate: bool,
    /// Bits of the destination accumulator that the ALU result does not replace.
    pub keep: PreservedBits,
    /// Registers of the moves or of the control instruction, in the order of the syntax.
    pub regs: [Reg; 4],
    pub ea: [EffectiveAddress; 2],
    pub from: OperandLocation,
    pub to: OperandLocation,
    pub condition: Condition,
    /// Tcc moves an address register as well.
    pub register_pair: bool,
    /// Bit number.
    pub bit: u8,
    /// Bits n set for each Rn that an addressing mode of this instruction updates.
    pub updates: u8,
    /// Bits n set for each Rn that an addressing mode of this instruction reads; all bits if no instruction is decoded.
    pub pointers: u8,
    /// X: and Y: read into input registers by (Rn), (Rn)+ or (Rn)-, and nothing else moved.
    pub streams: bool,
    /// The summary of its data accesses; the interpreter's.
    pub(crate) access_summary: AccessSummary,
    /// The circumstances in which it is restricted; none if the chip does not reject restricted sequences.
    pub(crate) restriction: RestrictionVerdict,
    /// Jump target, or the loop's last address.
    pub target: u16,
    /// Immediate data, shifted to its position in the destination.
    pub data: u32,
}

impl DecodedInstruction {
    pub(crate) const UNDECODED: Self = Self {
        run: NOTHING,
        moves: NOTHING,
        exec: Exec::Undecoded,
        // The operation is not read if no instruction is decoded, nor are those of the other tables.
        alu: AluOp::ALL[0],
        mv: MoveOp::ALL[0],
        control: ControlOp::ALL[0],
        clocks: 0,
        addressing: 0,
        words: 1,
        fetches: 0,
        plain: false,
        sequence: Sequence::Next,
        flow: false,
        source: Reg::X0,
        factor: Reg::X0,
        acc: 0,
        negate: false,
        keep: PreservedBits::Nothing,
        regs: [Reg::X0; 4],
        ea: [EffectiveAddress::NONE; 2],
        from: OperandLocation::None,
        to: OperandLocation::None,
        condition: Condition::CC,
        register_pair: false,
        bit: 0,
        updates: 0,
        pointers: 0xFF,
        streams: false,
        access_summary: AccessSummary::NOTHING,
        restriction: RestrictionVerdict::NONE,
        target: 0,
        data: 0,
    };

    /// Decodes `word`; `second` is the word after it, and `external` states for each whether port A fetches it. The
    /// caller fills in the handlers.
    pub(crate) fn new(word: u32, second: u32, external: [bool; 2]) -> Self {
        let mut entry = Self { pointers: 0, ..Self::UNDECODED };
        match decode(word) {
            None => {
                // An undefined opcode runs as ILLEGAL does (UM 8-12).
                entry.sequence = Sequence::Illegal;
                entry.exec = Exec::Illegal;
                entry.clocks = 8;
            }
            Some(Decoded::Control(row)) => {
                entry.sequence = row.op.properties().sequence;
                entry.flow = entry.sequence.properties().flow;
                entry.exec = if entry.sequence == Sequence::Illegal { Exec::Illegal } else { Exec::Control };
                entry.control = row.op;
                entry.clocks = row.clocks;
                entry.words = row.words;
                let registers = Operands::default().fill(&mut entry, row, word, second);
                entry.register_pair = registers == entry.regs.len();
                let long = row.operands.iter().any(|operand| matches!(operand.kind.class(), Class::Word));
                entry.addressing = entry.clocks - row.clocks + if long { Mode::Absolute.clocks() } else { 0 };
                if !row.op.properties().updates {
                    entry.updates = 0;
                }
            }
            Some(Decoded::Parallel { mv, alu }) => {
                entry.exec = if alu.operands.is_empty() { Exec::MoveOnly } else { Exec::Parallel };
                entry.alu = alu.op;
                entry.mv = mv.op;
                entry.clocks = alu.clocks + mv.clocks;
                entry.words = mv.words;
                Operands::default().fill(&mut entry, mv, word, second);
                entry.addressing = entry.clocks - alu.clocks;
                entry.alu_operands(alu, word);
                if mv.operands.iter().any(|operand| operand.kind == Kind::Imm8) && shows_fraction(entry.regs[0]) {
                    entry.data <<= 16;
                }
                entry.keep = entry.kept_bits();
                entry.streams = entry.reads_inputs();
            }
        }
        let two = entry.words == 2 && external[1];
        entry.fetches = u8::from(external[0] && !entry.flow) + u8::from(two);
        entry.plain = matches!(entry.exec, Exec::Parallel | Exec::MoveOnly);
        entry
    }

    fn reads_inputs(&self) -> bool {
        matches!(self.transfers(), [x, y] if !x.write && !y.write && x.address != y.address)
            && self.ea.iter().all(|ea| matches!(ea.mode, Mode::Indirect | Mode::PostInc | Mode::PostDec))
            && self.regs[..2].iter().all(|reg| matches!(reg, Reg::X0 | Reg::X1 | Reg::Y0 | Reg::Y1))
    }

    /// Returns true if this is an instruction without parallel moves.
    pub fn is_control(&self) -> bool {
        self.exec == Exec::Control
    }

    /// Returns the words that the parallel move reads and writes in memory.
    pub fn transfers(&self) -> &'static [Transfer] {
        self.mv.properties().transfers
    }

    /// Sets source and destination: the destination is the last operand, the source precedes it.
    fn alu_operands(&mut self, row: &Row<AluOp>, word: u32) {
        let mut destination = Reg::A;
        for operand in row.operands {
            let code = row.code(operand, word) as usize;
            match operand.kind.class() {
                Class::Product(pairs) => {
                    (destination, self.factor) = pairs.get(code).copied().unwrap_or((Reg::X0, Reg::X0));
                }
                Class::Sign => self.negate = code == 1,
                Class::Register(values) => {
                    if let Some(reg) = values.get(code).copied().flatten() {
                        self.source = destination;
                        destination = reg;
                    }
                }
                _ => {}
            }
        }
        self.acc = u8::from(destination == Reg::B);
    }

    /// Returns the bits of the destination that the operation does not write. An operation without a result preserves
    /// all bits. A move into the destination accumulator takes precedence over the operation in the bits that it writes
    /// (such pairs are "insane" in UM A.9.5, and the chip's result is not defined).
    fn kept_bits(&self) -> PreservedBits {
        if !self.alu.has_result() {
            return PreservedBits::All;
        }
        let written = self.mv.properties().results.iter().map(|at| self.regs[*at]);
        written
            .map(|reg| accumulator_bits(reg, self.acc))
            .find(|kept| *kept != PreservedBits::Nothing)
            .unwrap_or(PreservedBits::Nothing)
    }
}

/// Returns true for the registers to which a short immediate is a signed fraction in the top byte (UM 7-13).
fn shows_fraction(reg: Reg) -> bool {
    matches!(reg, Reg::X0 | Reg::X1 | Reg::Y0 | Reg::Y1 | Reg::A | Reg::B)
}

/// Collects the operands of a table row into an entry, in the order of the syntax.
#[derive(Default)]
struct Operands {
    regs: usize,
    eas: usize,
    places: usize,
    space: Option<Space>,
}

impl Operands {
    /// Stores the operands and returns the number of registers among them.
    fn fill<O>(mut self, entry: &mut DecodedInstruction, row: &Row<O>, word: u32, second: u32) -> usize {
        for operand in row.operands {
            self.take(entry, row, operand, word, second);
        }
        self.regs
    }

    fn take<O>(&mut self, entry: &mut DecodedInstruction, row: &Row<O>, operand: &Operand, word: u32, second: u32) {
        let code = row.code(operand, word);
        match operand.kind.class() {
            Class::Register(values) => {
                if let Some(reg) = values.get(code as usize).copied().flatten() {
                    entry.regs[self.regs.min(3)] = reg;
                    self.regs += 1;
                    self.place(entry, OperandLocation::Register);
                }
            }
            Class::Space => self.space = Some(if code == 0 { Space::X } else { Space::Y }),
            Class::Condition => entry.condition = Condition::from_code(code),
            Class::Ea(_) | Class::OtherEa(_) => {
                if let Some((mode, rn)) = row.effective_address(operand, word) {
                    entry.clocks += mode.clocks();
                    entry.words += mode.words();
                    if matches!(mode, Mode::PostDecN | Mode::PostIncN | Mode::PostDec | Mode::PostInc | Mode::PreDec) {
                        entry.updates |= 1 << rn;
                    }
                    let place = if operand.in_memory { OperandLocation::Memory } else { OperandLocation::Address };
                    self.address(entry, place, mode, rn as u8, second as u16);
                }
            }
            Class::AbsoluteShort { base } | Class::IoShort { base } => {
                self.address(entry, OperandLocation::Memory, Mode::Absolute, 0, (base + code) as u16);
            }
            Class::Address => entry.target = code as u16,
            Class::Target | Class::LoopEnd => entry.target = second as u16,
            Class::Word => {
                entry.data = second;
                self.place(entry, OperandLocation::Immediate);
            }
            Class::Unsigned { .. } if operand.kind == Kind::Bit => entry.bit = code as u8,
            Class::Unsigned { .. } => {
                entry.data = code;
                self.place(entry, OperandLocation::Immediate);
            }
            Class::Product(_) | Class::Sign => {}
        }
    }

    fn address(&mut self, entry: &mut DecodedInstruction, place: OperandLocation, mode: Mode, rn: u8, address: u16) {
        let space = self.space.take().unwrap_or(Space::P);
        let address = match mode {
            Mode::Absolute => address,
            Mode::PostInc => 1,
            Mode::PostDec => 0xFFFF,
            _ => 0,
        };
        if mode != Mode::Absolute {
            entry.pointers |= 1 << rn;
        }
        entry.ea[self.eas.min(1)] = EffectiveAddress { space, mode, rn, address };
        self.eas += 1;
        self.place(entry, place);
    }

    fn place(&mut self, entry: &mut DecodedInstruction, place: OperandLocation) {
        match self.places {
            0 => entry.from = place,
            1 => entry.to = place,
            _ => {}
        }
        self.places += 1;
    }
}
