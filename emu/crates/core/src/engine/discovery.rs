//! Finding a region: the flow of control from a place, as far as it is settled before anything executes.
//!
//! Blocks begin where ways lead. Those are found first, so that a block ends where another begins; then the blocks are
//! made. Nothing that held before a block holds in it but what its context says.

use crate::bits::sr;
use crate::decode::entry::{Entry, Exec, Place};
use crate::engine::budget::look_ahead;
use crate::engine::region::{
    Aside, Block, Context, Cost, Edge, Far, Flow, Gate, Key, Leave, Open, Reach, Region, Repeating, Settled, Step, To,
    accesses,
};
use crate::interpreter::code_cache::CodeCache;
use crate::memory::DATA_WORDS;
use crate::semantics::registers::{File, agu_index};
use crate::space::Space;
use crate::state::Core;
use dsp56k_isa::{Condition, ControlOp, Mode, Reg};
use std::collections::HashMap;

/// The largest region.
const MOST_BLOCKS: usize = 400;
const MOST_INSTRUCTIONS: usize = 1500;
/// Instructions of a block: as many are paid for at once, and not begun where that can't be.
pub(super) const MOST_AT_ONCE: u64 = 64;
/// Loops and calls in one another.
const MOST_OPEN: usize = 7;
/// The numbers of address registers from which on they are modifiers.
const MODIFIERS: u8 = 16;
/// The bits of CCR.
const CCR: u32 = 0xFF;
/// The last location of the stack.
const STACK_END: u8 = 15;

/// A way from an instruction.
struct Way {
    clocks: u64,
    steps: Vec<Step>,
    to: Context,
    /// Out of the region.
    leaves: bool,
    /// As the interpreter does where it looks for code: by a loop's next pass, a jump backward or a call.
    arrives: bool,
}

/// Where an instruction leads.
enum After {
    /// To the next one.
    Next(Context),
    Jump(Way),
    Condition {
        condition: Condition,
        taken: Way,
        not: Way,
    },
    Bit {
        entry: Entry,
        late: Option<u8>,
        taken_if: bool,
        taken: Way,
        not: Way,
    },
    Count {
        again: Way,
        over: Way,
    },
}

struct Instruction {
    steps: Vec<Step>,
    cost: Cost,
    after: After,
}

struct Discovery<'a> {
    core: &'a mut Core,
    cache: &'a mut CodeCache,
    key: Key,
    /// Where blocks begin, and their numbers.
    begins: HashMap<Context, usize>,
    order: Vec<Context>,
    /// Which of them the flow of control arrives at as the interpreter sees it.
    arrivals: Vec<bool>,
    complete: bool,
    instructions: usize,
    leaves: Vec<Leave>,
    asides: Vec<Aside>,
    /// Instructions whose data lie outside the chip often.
    far: &'a HashMap<u16, Far>,
    words: Vec<(u16, u32)>,
    ends: Vec<(u16, u32)>,
    starts: Vec<u16>,
    onward: Vec<(u16, u16)>,
}

/// Returns the region of a key, or nothing if the first instruction cannot be in one.
pub(crate) fn discover(
    core: &mut Core,
    cache: &mut CodeCache,
    key: Key,
    far: &HashMap<u16, Far>,
) -> Option<Box<Region>> {
    let first = key.context.clone();
    let mut discovery = Discovery {
        core,
        cache,
        key,
        begins: HashMap::from([(first.clone(), 0)]),
        order: vec![first],
        arrivals: vec![true],
        complete: false,
        instructions: 0,
        leaves: Vec::new(),
        asides: Vec::new(),
        far,
        words: Vec::new(),
        ends: Vec::new(),
        starts: Vec::new(),
        onward: Vec::new(),
    };
    let mut visited = 0;
    while visited < discovery.order.len() {
        discovery.block(visited);
        visited += 1;
    }
    discovery.complete = true;
    discovery.leaves.clear();
    discovery.asides.clear();
    discovery.words.clear();
    discovery.ends.clear();
    discovery.starts.clear();
    discovery.onward.clear();
    let mut blocks: Vec<Block> = (0..discovery.order.len()).map(|number| discovery.block(number)).collect();
    if blocks[0].cost.instructions == 0 {
        return None;
    }
    let Discovery { key, order, arrivals, mut leaves, asides, mut words, mut ends, mut starts, mut onward, .. } =
        discovery;
    for words in [&mut words, &mut ends] {
        words.sort_unstable();
        words.dedup();
    }
    starts.sort_unstable();
    starts.dedup();
    onward.sort_unstable();
    let far = far.iter().map(|(pc, far)| (*pc, *far)).filter(|(pc, _)| starts.binary_search(pc).is_ok());
    let mut far: Vec<(u16, Far)> = far.collect();
    far.sort_unstable();
    let entries: Vec<Gate> = order
        .into_iter()
        .zip(arrivals)
        .enumerate()
        .filter(|(_, (_, arrives))| *arrives)
        .map(|(block, (context, _))| Gate::new(&key, context, block))
        .collect();
    look_ahead(&mut blocks, &entries, &mut leaves);
    Some(Box::new(Region { key, blocks, entries, leaves, asides, words, ends, starts, far, onward }))
}

impl Discovery<'_> {
    /// The block that begins at the context of this number; where it leads others begin.
    fn block(&mut self, number: usize) -> Block {
        let mut context = self.order[number].clone();
        let mut steps: Vec<(Step, Context, Cost)> = Vec::new();
        let mut cost = Cost::default();
        let (after, before, full) = loop {
            let full = cost.instructions >= MOST_AT_ONCE && context.repeating == Repeating::No;
            if full || (cost.instructions != 0 && self.begins.contains_key(&context)) {
                break (
                    Some(After::Jump(Way {
                        clocks: 0,
                        steps: Vec::new(),
                        to: context.clone(),
                        leaves: false,
                        // The interpreter is told to look there.
                        arrives: full,
                    })),
                    cost,
                    full,
                );
            }
            let Some(instruction) = self.instruction(&context) else { break (None, cost, false) };
            let before = cost;
            cost.add(instruction.cost);
            steps.extend(instruction.steps.into_iter().map(|step| (step, context.clone(), before)));
            match instruction.after {
                After::Next(next) => context = next,
                after => break (Some(after), before, false),
            }
        };
        self.instructions += cost.instructions as usize;
        if full {
            self.onward.push((self.order[number].pc, context.pc));
        }
        let unused = |before: Cost| Cost {
            clocks: cost.clocks - before.clocks,
            instructions: cost.instructions - before.instructions,
        };
        // Data of all its instructions may be looked for at its beginning.
        let mut looks = steps.iter().any(|(step, ..)| matches!(step, Step::Data { .. }));
        let steps = steps
            .into_iter()
            .map(|(step, context, before)| {
                let guarded = std::mem::take(&mut looks) || matches!(step, Step::Data { .. });
                let leave = self.leave(Leave::new(context, unused(before), guarded, false));
                match step {
                    Step::Data { reach: Reach::Hidden(aside), .. } | Step::Aside(aside) => {
                        self.asides[aside].leave = leave;
                    }
                    _ => {}
                }
                (step, leave)
            })
            .collect();
        let last = self.leave(Leave::new(context, unused(before), false, false));
        let flow = match after {
            None => Flow::Go(Edge { clocks: 0, steps: Vec::new(), to: To::Leave(last) }),
            Some(After::Next(_)) => unreachable!("the next instruction belongs to the block"),
            Some(After::Jump(way)) => Flow::Go(self.edge(way)),
            Some(After::Condition { condition, taken, not }) => {
                Flow::Condition { condition, taken: self.edge(taken), not: self.edge(not) }
            }
            Some(After::Bit { entry, late, taken_if, taken, not }) => {
                Flow::Bit { entry, late, taken_if, taken: self.edge(taken), not: self.edge(not) }
            }
            Some(After::Count { again, over }) => Flow::Count { again: self.edge(again), over: self.edge(over) },
        };
        Block { steps, flow, last, cost, checked: false, ahead: 0 }
    }

    fn leave(&mut self, leave: Leave) -> usize {
        self.leaves.push(leave);
        self.leaves.len() - 1
    }

    /// The edge of a way: to a block, which begins there from now on, or out.
    fn edge(&mut self, way: Way) -> Edge {
        let Way { clocks, steps, to: context, leaves, arrives } = way;
        let known = self.begins.get(&context).copied();
        let full = self.complete || self.order.len() >= MOST_BLOCKS || self.instructions >= MOST_INSTRUCTIONS;
        let to = match known {
            Some(number) if !leaves => To::Block(number),
            None if !leaves && !full => {
                self.begins.insert(context.clone(), self.order.len());
                self.order.push(context);
                self.arrivals.push(false);
                To::Block(self.order.len() - 1)
            }
            _ => To::Leave(self.leave(Leave::new(context, Cost::default(), false, !leaves))),
        };
        if let To::Block(number) = to {
            self.arrivals[number] |= arrives;
        }
        Edge { clocks, steps, to }
    }

    /// What happens at a context: an instruction, or the end of a pass. Nothing where the region ends before it.
    fn instruction(&mut self, context: &Context) -> Option<Instruction> {
        if context.closing {
            return Some(Instruction { steps: Vec::new(), cost: Cost::default(), after: self.close(context) });
        }
        let pc = context.pc;
        if self.core.observer.marks(pc) || !self.cache.holds(self.core, pc) {
            return None;
        }
        let e = *self.cache.entry(self.core, pc);
        let fetches = context.repeating != Repeating::Again;
        let waits = if fetches { self.core.fetch_waits(&e, pc) } else { 0 };
        let cost = Cost { clocks: u64::from(e.clocks) + waits, instructions: 1 };
        let memory = &self.core.memory;
        let addresses = (0..u16::from(e.words)).map(|word| pc.wrapping_add(word));
        let words: Vec<_> = addresses.map(|address| (address, memory.program_word(address))).collect();
        let Some((steps, after)) = self.executed(context, &e, cost) else {
            self.ends.extend(words);
            return None;
        };
        self.starts.push(pc);
        self.words.extend(words);
        Some(Instruction { steps, cost, after })
    }

    /// The end of a pass.
    fn close(&self, context: &Context) -> After {
        let way = |to, steps, leaves| Way { clocks: 0, steps, to, leaves, arrives: false };
        let again = |pc| {
            let to = Context { pc, closing: false, ..context.clone() };
            Way { arrives: true, ..way(to, Vec::new(), false) }
        };
        let leave = way(context.clone(), Vec::new(), true);
        match context.open.last() {
            Some(Open::Loop { start, la, looping }) => {
                let mut over = Context { closing: false, la: *la, looping: *looping, ..context.clone() };
                over.sp -= 2;
                over.open.pop();
                let end = Step::End { sp: context.sp };
                After::Count { again: again(*start), over: way(over, vec![end], false) }
            }
            // The locations that its end brings back are not known.
            None => After::Count { again: again(self.key.start), over: leave },
            // Not the loop's return address is on top.
            Some(Open::Call { .. }) => After::Jump(leave),
        }
    }

    fn executed(&mut self, context: &Context, e: &Entry, cost: Cost) -> Option<(Vec<Step>, After)> {
        let next = context.pc.wrapping_add(u16::from(e.words));
        let late = context.late;
        match e.exec {
            Exec::Parallel | Exec::MoveOnly => {
                let written = written(e);
                if written.is_some_and(|index| index >= MODIFIERS) {
                    return None;
                }
                let step = if self.reachable(e) {
                    let reach = match self.far.get(&context.pc) {
                        None => Reach::Chip,
                        // Amid a REP code is not left for a single repetition.
                        Some(Far::Found) if context.repeating == Repeating::No => Reach::Found,
                        Some(_) => Reach::Hidden(self.aside(context, e, cost, next, written)),
                    };
                    Step::Data { entry: *e, late, reach }
                } else {
                    Step::Aside(self.aside(context, e, cost, next, written))
                };
                return Some((vec![step], plainly(context, next, written)));
            }
            Exec::Control => {}
            Exec::Illegal | Exec::Undecoded => return None,
        }
        if let Some(step) = self.in_sequence(context, e, cost, next) {
            let written = moved_late(e);
            return Some((vec![step], plainly(context, next, written)));
        }
        if context.repeating != Repeating::No {
            return None;
        }
        let settle = vec![Step::Settle { late }];
        let onward = follow(context, next, None);
        match e.control {
            ControlOp::Jmp => Some((settle, After::Jump(self.jump(context, e, Vec::new())?))),
            ControlOp::Jsr => Some((settle, After::Jump(self.call(context, e, next)?))),
            ControlOp::Jcc => {
                let (taken, not) = (self.jump(context, e, Vec::new())?, self.way(onward));
                Some((settle, After::Condition { condition: e.condition, taken, not }))
            }
            ControlOp::Jscc => {
                let (taken, not) = (self.call(context, e, next)?, self.way(onward));
                Some((settle, After::Condition { condition: e.condition, taken, not }))
            }
            ControlOp::Jclr | ControlOp::Jset if self.readable(e) => {
                let (taken, not) = (self.jump(context, e, Vec::new())?, self.way(onward));
                let taken_if = e.control == ControlOp::Jset;
                Some((Vec::new(), After::Bit { entry: *e, late, taken_if, taken, not }))
            }
            ControlOp::Jsclr | ControlOp::Jsset if self.readable(e) => {
                let (taken, not) = (self.call(context, e, next)?, self.way(onward));
                let taken_if = e.control == ControlOp::Jsset;
                Some((Vec::new(), After::Bit { entry: *e, late, taken_if, taken, not }))
            }
            ControlOp::Rts => {
                let Some(Open::Call { back }) = context.open.last() else { return None };
                let mut to = follow(context, *back, None);
                to.sp -= 1;
                to.open.pop();
                Some((settle, After::Jump(self.way(to))))
            }
            ControlOp::Do if self.readable(e) => {
                if context.sp + 2 > STACK_END || context.open.len() >= MOST_OPEN {
                    return None;
                }
                let begin = Step::Begin { entry: *e, late, sp: context.sp, la: context.la, back: next };
                // The comparison with LA begins with the loop's first instruction.
                let mut to = Context { closing: false, la: e.target, looping: true, ..follow(context, next, None) };
                to.sp += 2;
                to.open.push(Open::Loop { start: next, la: context.la, looping: context.looping });
                Some((vec![begin], After::Next(to)))
            }
            ControlOp::Rep if self.readable(e) => {
                let to = Context { repeating: Repeating::First, ..follow(context, next, None) };
                if to.closing {
                    return None;
                }
                self.instruction(&to)?;
                // What is fetched on the chip costs nothing: no repetition differs from the others.
                let on_chip = self.cache.entry(self.core, next).fetches == 0;
                let repeating = if on_chip { Repeating::Again } else { Repeating::First };
                let to = Context { repeating, ..to };
                Some((vec![Step::Repeat { entry: *e, late, fetched: !on_chip }], After::Next(to)))
            }
            _ => None,
        }
    }

    /// The step of an instruction without parallel moves that leads to the next one, if there is one.
    fn in_sequence(&mut self, context: &Context, e: &Entry, cost: Cost, next: u16) -> Option<Step> {
        let late = context.late;
        let data = |reach| Step::Data { entry: *e, late, reach };
        Some(match e.control {
            ControlOp::Nop => Step::Settle { late },
            ControlOp::Div | ControlOp::Norm => data(Reach::Chip),
            ControlOp::Tcc if !e.register_pair => data(Reach::Chip),
            // Those of MR and OMR end a region.
            ControlOp::Andi | ControlOp::Ori if changes_carry(e) => data(Reach::Chip),
            ControlOp::Lua if agu_index(e.regs[0]) < MODIFIERS && self.reachable(e) => {
                data(self.reach(context, e, cost, next, moved_late(e)))
            }
            ControlOp::Btst | ControlOp::Bset | ControlOp::Bclr | ControlOp::Bchg
                if self.readable(e) && (e.from == Place::Memory || e.control == ControlOp::Btst) =>
            {
                data(self.reach(context, e, cost, next, None))
            }
            _ if is_for_interpreter(e) => Step::Aside(self.aside(context, e, cost, next, moved_late(e))),
            _ => return None,
        })
    }

    /// The way that a change of flow takes to a context: it fetches two words there.
    fn way(&self, to: Context) -> Way {
        Way { clocks: self.core.refetch_waits(to.pc), steps: Vec::new(), to, leaves: false, arrives: false }
    }

    /// The way of a jump that leads to a settled place other than itself.
    fn jump(&self, context: &Context, e: &Entry, steps: Vec<Step>) -> Option<Way> {
        let target = match e.from {
            Place::Address if e.ea[0].mode == Mode::Absolute => e.ea[0].address,
            Place::Address => return None,
            _ => e.target,
        };
        let to = Context { closing: false, ..follow(context, target, None) };
        (target != context.pc).then(|| Way { steps, arrives: target < context.pc, ..self.way(to) })
    }

    fn call(&self, context: &Context, e: &Entry, back: u16) -> Option<Way> {
        if context.sp + 1 > STACK_END || context.open.len() >= MOST_OPEN {
            return None;
        }
        let mut way = self.jump(context, e, vec![Step::Call { sp: context.sp, back }])?;
        way.arrives = true;
        way.to.sp += 1;
        way.to.open.push(Open::Call { back });
        Some(way)
    }

    /// The number of an aside: an instruction that leads to `next` and writes this address register late.
    fn aside(&mut self, context: &Context, e: &Entry, cost: Cost, next: u16, late: Option<u8>) -> usize {
        let after = if context.repeating == Repeating::No {
            Context { closing: false, ..follow(context, next, late) }
        } else {
            Context { late, ..context.clone() }
        };
        let settled = Settled::of(&self.key, &after);
        self.asides.push(Aside { entry: *e, leave: 0, after, settled, cost });
        self.asides.len() - 1
    }

    /// Where the data of an instruction without parallel moves lie, of which the interpreter alone finds those outside the
    /// chip.
    fn reach(&mut self, context: &Context, e: &Entry, cost: Cost, next: u16, late: Option<u8>) -> Reach {
        if self.far.contains_key(&context.pc) {
            return Reach::Hidden(self.aside(context, e, cost, next, late));
        }
        Reach::Chip
    }

    /// Whether a region can read the operand of a control instruction.
    fn readable(&self, e: &Entry) -> bool {
        match e.from {
            Place::Memory => e.ea[0].space != Space::P && self.reachable(e),
            Place::Register => is_data(e.regs[0]),
            Place::Immediate => true,
            Place::Address | Place::None => false,
        }
    }

    /// Whether the addresses of an instruction can be formed in a region, and are on the chip as far as is known.
    fn reachable(&self, e: &Entry) -> bool {
        let formed = e.ea.iter().all(|ea| {
            let m = self.key.m[usize::from(ea.rn & 7)];
            match ea.mode {
                Mode::Absolute | Mode::Indirect => true,
                _ => matches!(m, 0..=0x7FFF | 0xFFFF),
            }
        });
        formed && accesses(e).all(|i| e.ea[i].mode != Mode::Absolute || e.ea[i].address < DATA_WORDS)
    }
}

/// What follows an instruction that changes no flow of control and writes this address register late.
fn plainly(context: &Context, next: u16, late: Option<u8>) -> After {
    if context.repeating == Repeating::No {
        return After::Next(follow(context, next, late));
    }
    let again = Context { repeating: Repeating::Again, late, ..context.clone() };
    let over = follow(context, next, late);
    let way = |to, steps, arrives| Way { clocks: 0, steps, to, leaves: false, arrives };
    // A run that was cut amid its repetitions goes on there.
    After::Count { again: way(again, Vec::new(), true), over: way(over, vec![Step::Repeated], false) }
}

/// The context after an instruction that leads in sequence to `next`.
fn follow(context: &Context, next: u16, late: Option<u8>) -> Context {
    let closing = context.looping && next == context.la.wrapping_add(1);
    Context { pc: next, late, repeating: Repeating::No, closing, ..context.clone() }
}

/// The address register that the moves of an instruction write late.
fn written(e: &Entry) -> Option<u8> {
    let mut results = e.mv.facts().results.iter().map(|at| e.regs[*at]);
    results.find(|reg| File::of(*reg) == File::Address).map(agu_index)
}

/// Whether the interpreter can execute an instruction without parallel moves in the midst of a region: it changes nothing
/// that is settled.
fn is_for_interpreter(e: &Entry) -> bool {
    match e.control {
        ControlOp::Lua => agu_index(e.regs[0]) < MODIFIERS,
        ControlOp::Tcc => true,
        ControlOp::Btst | ControlOp::Bset | ControlOp::Bclr | ControlOp::Bchg => {
            e.from == Place::Memory || is_data(e.regs[0])
        }
        ControlOp::Andi | ControlOp::Ori => e.regs[0] == Reg::CCR,
        ControlOp::Movec | ControlOp::Movem | ControlOp::Movep => {
            let pops = e.from == Place::Register && e.regs[0] == Reg::SSH;
            !pops && destination(e).is_none_or(|reg| reg == Reg::LC || is_data(reg))
        }
        _ => false,
    }
}

/// Whether ANDI or ORI changes C alone.
fn changes_carry(e: &Entry) -> bool {
    let changed = if e.control == ControlOp::Andi { !e.data } else { e.data };
    e.regs[0] == Reg::CCR && changed & CCR == u32::from(sr::C)
}

/// The register that a control instruction moves to.
fn destination(e: &Entry) -> Option<Reg> {
    match (e.from, e.to) {
        (_, Place::Memory) => None,
        (Place::Register, _) => Some(e.regs[1]),
        _ => Some(e.regs[0]),
    }
}

/// The address register that an instruction for the interpreter writes late.
fn moved_late(e: &Entry) -> Option<u8> {
    let reg = match e.control {
        ControlOp::Lua => Some(e.regs[0]),
        ControlOp::Movec | ControlOp::Movem | ControlOp::Movep => destination(e),
        _ => None,
    };
    reg.filter(|reg| File::of(*reg) == File::Address).map(agu_index)
}

/// A register that a parallel move can name, but no modifier.
fn is_data(reg: Reg) -> bool {
    match File::of(reg) {
        File::Input | File::Accumulator | File::Middle => true,
        File::Address => agu_index(reg) < MODIFIERS,
        File::Other => matches!(reg, Reg::A0 | Reg::A2 | Reg::B0 | Reg::B2),
    }
}
