//! A region: the instructions that follow from one place as far as the flow of control is settled before they execute.

use crate::decode::entry::{Entry, Place};
use crate::space::Space;
use crate::state::attention::Attention;
use crate::state::hardware_loop;
use dsp56k_isa::{Condition, Mode};

/// What holds where a region begins, and throughout it unless its contexts say otherwise.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Key {
    pub context: Context,
    /// Where a pass of the loop around all of it begins, if there is one.
    pub start: u16,
    /// The modifiers, which no instruction of the region changes.
    pub m: [u16; 8],
    /// The lowest bit of the signed integer portion of accumulators: the scaling mode.
    pub integer_bit: u32,
    /// Wait states of a word of the program in external memory.
    pub waits: u64,
    /// OMR as the memory map has it.
    pub map: u8,
}

/// What is settled of the state between two instructions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Context {
    pub pc: u16,
    /// The address register that the last instruction has written and the AGU does not see yet: 0-7 R, 8-15 N.
    pub late: Option<u8>,
    pub repeating: Repeating,
    /// The last word of a loop was executed: another pass, or its end, comes before the next instruction.
    pub closing: bool,
    pub sp: u8,
    pub la: u16,
    /// LF.
    pub looping: bool,
    /// What the region has begun and not ended: loops and calls, the innermost last.
    pub open: Vec<Open>,
}

/// What a context and its key settle of registers, side by side as it is compared often.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settled {
    pub m: [u16; 8],
    pub waits: u64,
    pub attention: Attention,
    pub integer_bit: u32,
    pub la: u16,
    pub late: Option<u8>,
    pub sp: u8,
    pub looping: bool,
    pub map: u8,
    /// The stack or REP has something settled beside.
    pub further: bool,
}

impl Settled {
    pub fn of(key: &Key, context: &Context) -> Self {
        let &Context { late, sp, la, looping, .. } = context;
        let &Key { m, waits, integer_bit, map, .. } = key;
        let further = key.context.looping || !context.open.is_empty() || context.repeating != Repeating::No;
        Self { m, waits, attention: context.attention(), integer_bit, la, late, sp, looping, map, further }
    }
}

/// Where in a REP.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repeating {
    No,
    /// Its instruction has yet to be fetched.
    First,
    Again,
}

/// A loop or a call that is not over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Open {
    /// Where a pass begins; LA and LF before it.
    Loop {
        start: u16,
        la: u16,
        looping: bool,
    },
    Call {
        back: u16,
    },
}

/// An instruction of a region, or a part of one.
#[derive(Clone, Debug)]
pub enum Step {
    /// An instruction that changes no flow of control; the one before it may have written an address register. Where its
    /// data lie outside the chip it is the interpreter's, or the region is left before it.
    Data { entry: Entry, late: Option<u8>, reach: Reach },
    /// One that does nothing to data, but lets the AGU see what the one before has written.
    Settle { late: Option<u8> },
    /// An instruction that the interpreter executes, by the number of the aside.
    Aside(usize),
    /// LA and LC, a loop's return address and SR go to the two locations above SP, LC is its count. SR gets LF.
    Begin { entry: Entry, late: Option<u8>, sp: u8, la: u16, back: u16 },
    /// A return address and SR go to the location above SP.
    Call { sp: u8, back: u16 },
    /// LC goes aside, and counts repetitions. `fetched` tells that the context knows where they have not begun.
    Repeat { entry: Entry, late: Option<u8>, fetched: bool },
    /// LC is what was put aside.
    Repeated,
    /// LC comes back from the location below SP.
    End { sp: u8 },
}

/// What comes after the steps of a block.
#[derive(Clone, Debug)]
pub enum Flow {
    Go(Edge),
    /// By a condition of the flags.
    Condition {
        condition: Condition,
        taken: Edge,
        not: Edge,
    },
    /// By a bit of an operand.
    Bit {
        entry: Entry,
        late: Option<u8>,
        taken_if: bool,
        taken: Edge,
        not: Edge,
    },
    /// By LC: 1 ends the loop or the REP, else it is counted down.
    Count {
        again: Edge,
        over: Edge,
    },
}

impl Flow {
    /// All ways that it can take.
    pub fn edges(&self) -> impl Iterator<Item = &Edge> {
        let (first, second) = match self {
            Self::Go(edge) => (edge, None),
            Self::Condition { taken, not, .. } | Self::Bit { taken, not, .. } => (taken, Some(not)),
            Self::Count { again, over } => (again, Some(over)),
        };
        std::iter::once(first).chain(second)
    }
}

/// A way from a block to another.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Clocks of the way itself, for the words where it leads.
    pub clocks: u64,
    /// Steps of the way itself.
    pub steps: Vec<Step>,
    pub to: To,
}

#[derive(Clone, Copy, Debug)]
pub enum To {
    /// A block by its number.
    Block(usize),
    /// Out of the region, by the number of the leave.
    Leave(usize),
}

/// Instructions of which the first is always followed by the others.
#[derive(Clone, Debug)]
pub struct Block {
    /// Each with the leave before its instruction.
    pub steps: Vec<(Step, usize)>,
    pub flow: Flow,
    /// The leave before the instruction whose flow that is.
    pub last: usize,
    /// Of all its instructions; where it is not left, the block is left before the first of them.
    pub cost: Cost,
    /// Whether code looks for the clocks that the block needs.
    pub checked: bool,
    /// Clocks of what follows until code looks again.
    pub ahead: u64,
}

impl Block {
    /// Clocks that have to be left before it.
    pub fn needs(&self) -> u64 {
        self.cost.clocks + self.ahead
    }
}

/// What instructions take.
#[derive(Clone, Copy, Default, Debug)]
pub struct Cost {
    pub clocks: u64,
    pub instructions: u64,
}

impl Cost {
    pub(crate) fn add(&mut self, other: Self) {
        self.clocks += other.clocks;
        self.instructions += other.instructions;
    }
}

/// A place where a region can be left: its context, and what of the block's cost was paid and not used.
#[derive(Clone, Debug)]
pub struct Leave {
    pub context: Context,
    pub unused: Cost,
    /// Clocks that its block wanted to be left beyond its cost.
    pub ahead: u64,
    /// The instruction that follows, or one of the block that begins there, may have data outside the chip.
    pub guarded: bool,
    /// The region ends there for its size alone: code that begins there may follow.
    pub cut: bool,
    /// What of the context needs attention, and where its loop is left: found once, as code is left often.
    pub(crate) attention: Attention,
    pub(crate) exit: u32,
}

impl Leave {
    pub(crate) fn new(context: Context, unused: Cost, guarded: bool, cut: bool) -> Self {
        let (attention, exit) = (context.attention(), hardware_loop::exit(context.looping, context.la));
        Self { context, unused, ahead: 0, guarded, cut, attention, exit }
    }
}

/// Data of an instruction that lie outside the chip often.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Far {
    /// As far as is known, where generated code finds them.
    Found,
    /// Often where the interpreter alone does.
    Hidden,
}

/// Where a region takes the data of an instruction to lie.
#[derive(Clone, Copy, Debug)]
pub enum Reach {
    /// On the chip. It is left before the instruction if they do not.
    Chip,
    /// Where they are found. It is left before the instruction if they are not.
    Found,
    /// The interpreter executes it if they are not found, by the number of the aside.
    Hidden(usize),
}

impl Reach {
    /// Whether they may lie outside the chip, where accesses take clocks that nobody knows before.
    pub fn is_far(self) -> bool {
        !matches!(self, Self::Chip)
    }
}

/// An instruction of a region that the interpreter executes: always, or where its data lie outside the chip.
#[derive(Clone, Debug)]
pub struct Aside {
    pub entry: Entry,
    /// The leave before it.
    pub leave: usize,
    /// What is settled after it; of a repeated one, before the repetition is counted.
    pub after: Context,
    pub(crate) settled: Settled,
    /// What its own cost is in the block's.
    pub cost: Cost,
}

/// A block at whose beginning code may be entered: the flow of control arrives there from elsewhere.
#[derive(Clone, Debug)]
pub struct Gate {
    /// What is settled there; the stack has what it says of loops and calls.
    pub context: Context,
    pub block: usize,
    pub(crate) settled: Settled,
}

impl Gate {
    pub(crate) fn new(key: &Key, context: Context, block: usize) -> Self {
        let settled = Settled::of(key, &context);
        Self { context, block, settled }
    }
}

/// All of it; the first block is where it begins.
pub struct Region {
    pub key: Key,
    pub blocks: Vec<Block>,
    /// The first is the first block's.
    pub entries: Vec<Gate>,
    pub leaves: Vec<Leave>,
    pub asides: Vec<Aside>,
    /// The program words that it was made of, by address.
    pub words: Vec<(u16, u32)>,
    /// Those of the instructions before which it ends because they can't be in one.
    pub ends: Vec<(u16, u32)>,
    /// Where its instructions begin, and which of them have data outside the chip often. With the key and the words, all
    /// that it follows from.
    pub starts: Vec<u16>,
    pub far: Vec<(u16, Far)>,
    /// Where blocks begin after which straight code goes on in another, and where that begins, where code may be entered.
    pub onward: Vec<(u16, u16)>,
}

impl Region {
    /// How many instructions its blocks have.
    pub(crate) fn instructions(&self) -> u64 {
        self.blocks.iter().map(|block| block.cost.instructions).sum()
    }

    /// Where about the same region begins: in the loop in which this one does.
    pub(crate) fn heads(&self) -> Vec<Context> {
        let contexts = self.entries.iter().map(|gate| &gate.context);
        contexts.filter(|context| context.is_beside(&self.key.context)).cloned().collect()
    }
}

impl Context {
    /// Whether another place has the same loops and calls around it.
    pub(crate) fn is_beside(&self, other: &Self) -> bool {
        self.open == other.open && (self.sp, self.la, self.looping) == (other.sp, other.la, other.looping)
    }
}

/// The effective addresses of an instruction at which it reads or writes data.
pub fn accesses(e: &Entry) -> impl Iterator<Item = usize> {
    let transfers = if e.is_control() { &[][..] } else { e.transfers() };
    let operand = e.is_control() && e.from == Place::Memory && e.ea[0].space != Space::P;
    transfers.iter().map(|transfer| transfer.address).chain(operand.then_some(0))
}

/// The modes of an instruction's effective addresses.
pub fn modes(e: &Entry) -> [Mode; 2] {
    [e.ea[0].mode, e.ea[1].mode]
}
