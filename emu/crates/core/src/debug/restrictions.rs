//! Restricted sequences of instructions (UM A.8, A-232 to A-238, and the pages of DO, ENDDO and the jumps on a bit).
//!
//! The manual calls their outcome undefined; the interpreter executes them as `docs/settled.md` reads the manual. A chip
//! that refuses them stops before the instruction that completes one.

use crate::bits::sr;
use crate::decode::entry::{Entry, Exec, Place};
use crate::error::CoreError;
use crate::state::Core;
use crate::state::agu::Late;
use dsp56k_isa::{ControlOp, Mode, MoveOp, Reg};

/// A rule and its page.
type Rule = (&'static str, &'static str);

const LOOP_REGISTERS: [Reg; 5] = [Reg::LA, Reg::LC, Reg::SSH, Reg::SSL, Reg::SP];
const STACK_REGISTERS: [Reg; 3] = [Reg::SSH, Reg::SSL, Reg::SP];
/// What a jump on a bit near the end of a loop may not test (UM ).
const CONTROLLER_REGISTERS: [Reg; 6] = [Reg::SR, Reg::SP, Reg::SSH, Reg::SSL, Reg::LA, Reg::LC];
/// What an instruction near the end of a loop may not read (UM A-65).
const LATE_COUNTERS: [Reg; 3] = [Reg::LC, Reg::SSL, Reg::SP];

/// Facts about an instruction, in the words of the manual's lists.
impl Entry {
    fn is(&self, ops: &[ControlOp]) -> bool {
        self.exec == Exec::Control && ops.contains(&self.control)
    }

    fn is_move(&self) -> bool {
        self.is(&[ControlOp::Movec, ControlOp::Movem, ControlOp::Movep])
    }

    /// MOVEC, MOVEM or MOVEP to one of these.
    fn moves_to(&self, regs: &[Reg]) -> bool {
        self.is_move()
            && self.to == Place::Register
            && regs.contains(&self.regs[usize::from(self.from == Place::Register)])
    }

    /// MOVEC, MOVEM or MOVEP to one of these, or BCHG, BCLR or BSET of one.
    fn writes(&self, regs: &[Reg]) -> bool {
        let changes_bit = self.is(&[ControlOp::Bchg, ControlOp::Bclr, ControlOp::Bset]);
        self.moves_to(regs) || (changes_bit && self.from == Place::Register && regs.contains(&self.regs[0]))
    }

    /// MOVEC, MOVEM or MOVEP from one of these.
    fn moves_from(&self, regs: &[Reg]) -> bool {
        self.is_move() && self.from == Place::Register && regs.contains(&self.regs[0])
    }

    /// A bit of one of these is tested.
    fn tests(&self, regs: &[Reg]) -> bool {
        let tests = self.is(&[ControlOp::Btst, ControlOp::Jclr, ControlOp::Jset, ControlOp::Jsclr, ControlOp::Jsset]);
        tests && self.from == Place::Register && regs.contains(&self.regs[0])
    }

    /// One of these is the operand of any instruction.
    fn reads(&self, regs: &[Reg]) -> bool {
        self.moves_from(regs)
            || self.tests(regs)
            || (self.is(&[ControlOp::Do, ControlOp::Rep])
                && self.from == Place::Register
                && regs.contains(&self.regs[0]))
    }

    /// ANDI or ORI of one of these.
    fn masks(&self, regs: &[Reg]) -> bool {
        self.is(&[ControlOp::Andi, ControlOp::Ori]) && regs.contains(&self.regs[0])
    }

    /// The addressing modes that go through an address register, each with its number.
    fn pointers(&self) -> impl Iterator<Item = (Mode, u8)> {
        let source = usize::from(self.from == Place::Memory);
        let used = match self.exec {
            Exec::Control => [source == 1, self.to == Place::Memory && source == 1],
            Exec::Parallel | Exec::MoveOnly if self.mv == MoveOp::Update => [true, false],
            Exec::Parallel | Exec::MoveOnly => {
                let spaces = self.move_spaces();
                [!spaces.is_empty(), spaces.iter().any(|&(_, i)| i == 1)]
            }
            Exec::Illegal | Exec::Undecoded => [false; 2],
        };
        let stores = self.exec == Exec::Control && source == 0 && self.to == Place::Memory;
        let used = if stores { [true, false] } else { used };
        let eas = self.ea.into_iter().zip(used);
        eas.filter(|(ea, used)| *used && ea.mode != Mode::Absolute).map(|(ea, _)| (ea.mode, ea.rn))
    }

    /// An addressing mode needs the register of this index (0-7 R, 8-15 N, 16-23 M).
    fn points_with(&self, index: u8) -> bool {
        self.pointers().any(|(mode, rn)| {
            rn == index & 7
                && match index / 8 {
                    0 => true,
                    1 => matches!(mode, Mode::PostDecN | Mode::PostIncN | Mode::Indexed),
                    _ => mode != Mode::Indirect,
                }
        })
    }
}

impl Core {
    /// Whether the instruction about to execute completes a restricted sequence: then the run fails.
    #[cold]
    pub(crate) fn refuses(&mut self, e: &Entry, pc: u16, in_vector: bool) -> bool {
        if !self.observer.refusing {
            return false;
        }
        let instructions = self.time.instructions;
        let previous = self
            .observer
            .previous
            .filter(|(_, count)| *count == instructions)
            .map(|([first, second], _)| Entry::new(first, second, [false; 2]));
        let found = previous
            .and_then(|previous| after(&previous, e))
            .or_else(|| unready_pointer(self.agu.late, e))
            .or_else(|| if in_vector { in_fast_interrupt(e) } else { self.near_loop_end(e, pc) })
            .or_else(|| self.against_loop(e))
            .or_else(|| alone(e));
        if let Some((rule, page)) = found {
            self.fail(CoreError::Restricted { pc, rule, page });
        }
        found.is_some()
    }

    /// Rules of the three addresses before the end of a running loop.
    fn near_loop_end(&self, e: &Entry, pc: u16) -> Option<Rule> {
        use ControlOp as Op;
        let distance = self.hw_loop.la.wrapping_sub(pc);
        if self.status.sr & sr::LF == 0 || distance > 2 {
            return None;
        }
        if e.is(&[Op::Do]) {
            return Some(("no DO at LA-2, LA-1 or LA", "A-233"));
        }
        if e.writes(&LOOP_REGISTERS) || e.writes(&[Reg::SR]) {
            return Some(("no change of LA, LC, SR, SP, SSH or SSL at LA-2, LA-1 or LA", "A-233"));
        }
        if e.reads(&[Reg::SSH]) {
            return Some(("no use of SSH at LA-2, LA-1 or LA", "A-233"));
        }
        if e.masks(&[Reg::MR]) {
            return Some(("no ANDI or ORI on MR at LA-2, LA-1 or LA", "A-233"));
        }
        if e.flow && e.tests(&CONTROLLER_REGISTERS) {
            return Some(("no jump on a bit of SR, SP, SSH, SSL, LA or LC at LA-2, LA-1 or LA", "A-81"));
        }
        if e.words == 2 && e.reads(&LATE_COUNTERS) {
            return Some(("no two-word instruction that reads LC, SP or SSL at LA-2, LA-1 or LA", "A-65"));
        }
        if distance == 1 {
            if e.words == 1 && !e.is(&[Op::Rep]) && e.reads(&LATE_COUNTERS) {
                return Some(("no instruction but REP that reads LC, SP or SSL at LA-1", "A-65"));
            }
            if e.is(&[Op::Jclr, Op::Jset]) || (e.words == 2 && e.is(&[Op::Jmp, Op::Jcc])) {
                return Some(("no JCLR, JSET, two-word JMP or two-word Jcc at LA-1", "A-65"));
            }
        }
        if distance == 0 {
            if e.words == 2 {
                return Some(("no two-word instruction at LA", "A-233"));
            }
            let ends = [Op::Jcc, Op::Jmp, Op::Jscc, Op::Jsr, Op::Rep, Op::Reset, Op::Rti, Op::Rts, Op::Stop, Op::Wait];
            if e.is(&ends) {
                return Some(("no change of flow, REP, RESET, STOP or WAIT at LA", "A-233"));
            }
            if e.is(&[Op::Enddo]) {
                return Some(("no ENDDO at LA", "A-71"));
            }
        }
        None
    }

    /// Rules of a running loop wherever the instruction stands: calls to its end, another loop with its end.
    fn against_loop(&self, e: &Entry) -> Option<Rule> {
        use ControlOp as Op;
        if self.status.sr & sr::LF == 0 {
            return None;
        }
        let target = match (e.control, e.from) {
            (Op::Jsr | Op::Jscc, Place::Memory) if e.ea[0].mode == Mode::Absolute => e.ea[0].address,
            (Op::Jsr | Op::Jscc, Place::Memory) => self.address_and_update(e.ea[0].mode, e.ea[0].rn).0,
            _ => e.target,
        };
        if e.is(&[Op::Jsr, Op::Jscc, Op::Jsclr, Op::Jsset]) && target == self.hw_loop.la {
            return Some(("no call to LA while LF is set", "A-233"));
        }
        (e.is(&[Op::Do]) && e.target == self.hw_loop.la)
            .then_some(("nested loops do not end at the same address", "A-64"))
    }
}

/// A pointer whose register the instruction before has written.
fn unready_pointer(late: Option<Late>, e: &Entry) -> Option<Rule> {
    late.filter(|late| e.points_with(late.index))
        .map(|_| ("an R, N or M register just written is no pointer in the next instruction", "A-237"))
}

/// Instructions that may not stand directly after others.
fn after(previous: &Entry, e: &Entry) -> Option<Rule> {
    use ControlOp as Op;
    let unrepeatable = e.flow || e.words == 2 || e.is(&[Op::Do, Op::Rep, Op::Stop, Op::Swi, Op::Wait, Op::Enddo]);
    if previous.is(&[Op::Rep]) && unrepeatable {
        return Some((
            "REP repeats no two-word instruction, change of flow, DO, ENDDO, REP, STOP, SWI or WAIT",
            "A-238",
        ));
    }
    let takes_ssh = previous.moves_from(&[Reg::SSH]);
    if e.is(&[Op::Do]) && (takes_ssh || previous.writes(&LOOP_REGISTERS)) {
        return Some(("just before DO: no change of LA, LC, SSH, SSL or SP, no move from SSH", "A-234"));
    }
    let masks_mode = previous.masks(&[Reg::MR]);
    if e.is(&[Op::Enddo])
        && (takes_ssh || masks_mode || previous.writes(&LOOP_REGISTERS) || previous.writes(&[Reg::SR]))
    {
        return Some((
            "just before ENDDO: no change of LA, LC, SR, SSH, SSL or SP, no move from SSH, no ANDI or ORI on MR",
            "A-234",
        ));
    }
    let stack = takes_ssh || previous.writes(&STACK_REGISTERS);
    if e.is(&[Op::Rti]) && (stack || previous.writes(&[Reg::SR]) || previous.masks(&[Reg::MR, Reg::CCR])) {
        return Some((
            "just before RTI: no change of SR, SSH, SSL or SP, no move from SSH, no ANDI or ORI on MR or CCR",
            "A-235",
        ));
    }
    if e.is(&[Op::Rts]) && stack {
        return Some(("just before RTS: no change of SSH, SSL or SP, no move from SSH", "A-235"));
    }
    let top = [Reg::SSH, Reg::SSL];
    if previous.writes(&[Reg::SP]) && (e.moves_from(&top) || (e.flow && e.tests(&top))) {
        return Some(("just after a change of SP: no move from SSH or SSL, no jump on a bit of them", "A-236"));
    }
    None
}

/// What may not stand in a vector, unless as the call that makes the interrupt a long one.
fn in_fast_interrupt(e: &Entry) -> Option<Rule> {
    use ControlOp as Op;
    let refused = e.is(&[Op::Do, Op::Enddo, Op::Rti, Op::Rts, Op::Stop, Op::Swi, Op::Wait])
        || e.moves_to(&LOOP_REGISTERS)
        || e.moves_to(&[Reg::SR])
        || e.moves_from(&[Reg::SSH])
        || e.masks(&[Reg::MR, Reg::CCR]);
    refused.then_some((
        "in a fast interrupt: no DO, ENDDO, RTI, RTS, STOP, SWI, WAIT, no move to LA, LC, SR, SSH, SSL or SP, \
         no move from SSH, no ANDI or ORI on MR or CCR",
        "A-237",
    ))
}

/// Instructions that are refused anywhere.
fn alone(e: &Entry) -> Option<Rule> {
    if e.moves_from(&[Reg::SSH]) && e.writes(&[Reg::SSH]) {
        return Some(("no MOVEC SSH,SSH", "A-236"));
    }
    (e.is(&[ControlOp::Do]) && e.from == Place::Register && e.regs[0] == Reg::SSH).then_some(("no DO SSH", "A-233"))
}
