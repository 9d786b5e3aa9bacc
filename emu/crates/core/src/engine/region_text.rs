//! A region as text, for people and for tests: its key, entry points, blocks with their steps, and exits.

use crate::engine::region::{Block, Context, Edge, Flow, Key, Open, Reach, Region, Repeating, Step, To};
use std::fmt::{Display, Formatter, Result};

impl Display for Region {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f, "region {}", self.key)?;
        for entry in &self.entries {
            writeln!(f, "entry block{} at {}", entry.block, entry.context)?;
        }
        for (number, block) in self.blocks.iter().enumerate() {
            write_block(f, self, number, block)?;
        }
        for (number, exit) in self.leaves.iter().enumerate() {
            write!(f, "exit{number} at {}", exit.context)?;
            let notes = [(exit.guarded, "guard"), (exit.cut, "size limit")];
            for (_, note) in notes.into_iter().filter(|(applies, _)| *applies) {
                write!(f, ", {note}")?;
            }
            writeln!(f, ", refunds {} clocks", exit.unused.clocks)?;
        }
        Ok(())
    }
}

fn write_block(f: &mut Formatter<'_>, region: &Region, number: usize, block: &Block) -> Result {
    let cost = block.cost;
    write!(f, "block{number}: {} instructions, {} clocks", cost.instructions, cost.clocks)?;
    writeln!(f, "{}", if block.checked { format!(", checks {} clocks", block.needs()) } else { String::new() })?;
    for (step, exit) in &block.steps {
        let pc = region.leaves[*exit].context.pc;
        write!(f, "    P:${pc:04X}")?;
        if let Ok(at) = region.words.binary_search_by_key(&pc, |(address, _)| *address) {
            write!(f, " {:06X}", region.words[at].1)?;
        }
        writeln!(f, " {step} (exit{exit})")?;
    }
    match &block.flow {
        Flow::Go(edge) => writeln!(f, "    -> {edge}"),
        Flow::Condition { condition, taken, not } => writeln!(f, "    if {condition:?} -> {taken} else {not}"),
        Flow::Bit { taken_if, taken, not, .. } => {
            writeln!(f, "    if bit {} -> {taken} else {not}", if *taken_if { "set" } else { "clear" })
        }
        Flow::Count { again, over } => writeln!(f, "    if LC > 1 -> {again} else {over}"),
    }
}

impl Display for Key {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "at {}", self.context)?;
        if self.context.looping {
            write!(f, ", loop start P:${:04X}", self.start)?;
        }
        for (number, m) in self.m.iter().enumerate().filter(|(_, m)| **m != 0xFFFF) {
            write!(f, ", M{number} ${m:04X}")?;
        }
        write!(f, ", integer bit {}, {} wait states, map {}", self.integer_bit, self.waits, self.map)
    }
}

impl Display for Context {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "P:${:04X} SP {}", self.pc, self.sp)?;
        if self.looping {
            write!(f, " LF LA ${:04X}", self.la)?;
        }
        if let Some(register) = self.late {
            write!(f, " delayed {}{}", if register < 8 { 'R' } else { 'N' }, register % 8)?;
        }
        match self.repeating {
            Repeating::No => {}
            Repeating::First => f.write_str(" REP, not fetched")?,
            Repeating::Again => f.write_str(" REP")?,
        }
        if self.closing {
            f.write_str(" loop end")?;
        }
        for open in &self.open {
            match open {
                Open::Loop { start, .. } => write!(f, " in loop P:${start:04X}")?,
                Open::Call { back } => write!(f, " in call from P:${back:04X}")?,
            }
        }
        Ok(())
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Data { entry, reach, .. } => {
                write!(f, "{:?} {:?}", entry.alu, entry.mv)?;
                match reach {
                    Reach::Chip => Ok(()),
                    Reach::Found => f.write_str(", external access"),
                    Reach::Hidden(fallback) => write!(f, ", external access or fallback{fallback}"),
                }
            }
            Self::Settle { .. } => f.write_str("no operation"),
            Self::Aside(fallback) => write!(f, "fallback{fallback}"),
            Self::Begin { la, back, .. } => write!(f, "begin loop P:${back:04X} to P:${la:04X}"),
            Self::Call { back, .. } => write!(f, "call, return to P:${back:04X}"),
            Self::Repeat { .. } => f.write_str("begin REP"),
            Self::Repeated => f.write_str("end REP"),
            Self::End { .. } => f.write_str("end loop"),
        }
    }
}

impl Display for Edge {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self.to {
            To::Block(block) => write!(f, "block{block}")?,
            To::Leave(exit) => write!(f, "exit{exit}")?,
        }
        if self.clocks != 0 {
            write!(f, " ({} clocks)", self.clocks)?;
        }
        for step in &self.steps {
            write!(f, " [{step}]")?;
        }
        Ok(())
    }
}
