//! A region as text, for people and for tests: its key, entry points, blocks with their steps, and exits.

use crate::engine::annotations::{BatchedLoop, GuardRange, LoopPointer};
use crate::engine::region::{
    AccessPath, ActiveFrame, Block, Edge, EdgeTarget, Flow, Region, RegionKey, RepState, StaticState, Step,
};
use std::fmt::{Display, Formatter, Result};

impl Display for Region {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f, "region {}", self.key)?;
        for entry in &self.entry_points {
            writeln!(f, "entry block{} at {}", entry.block, entry.state)?;
        }
        for (number, block) in self.blocks.iter().enumerate() {
            write_block(f, self, number, block)?;
        }
        for (number, exit) in self.exits.iter().enumerate() {
            write!(f, "exit{number} at {}", exit.state)?;
            let notes = [(exit.may_access_external, "guard"), (exit.is_size_limited, "size limit")];
            for (_, note) in notes.into_iter().filter(|(applies, _)| *applies) {
                write!(f, ", {note}")?;
            }
            writeln!(f, ", refunds {} clocks", exit.refund.clocks)?;
        }
        Ok(())
    }
}

fn write_block(f: &mut Formatter<'_>, region: &Region, number: usize, block: &Block) -> Result {
    let cost = block.cost;
    write!(f, "block{number}: {} instructions, {} clocks", cost.instructions, cost.clocks)?;
    let modifiers = block.m.iter().zip(region.key.state.m).enumerate();
    for (number, (m, _)) in modifiers.filter(|(_, (m, of_key))| *m != of_key) {
        write!(f, ", M{number} ${m:04X}")?;
    }
    writeln!(
        f,
        "{}",
        if block.checked { format!(", checks {} clocks", block.required_clocks()) } else { String::new() }
    )?;
    if let Some(batch) = &block.batch {
        writeln!(f, "    {batch}")?;
    }
    for (number, (step, exit)) in block.steps.iter().enumerate() {
        for range in block.guards.starting_at(number) {
            writeln!(f, "    {range}")?;
        }
        let pc = region.exits[*exit].state.pc;
        write!(f, "    P:${pc:04X}")?;
        if let Ok(at) = region.code_words.binary_search_by_key(&pc, |(address, _)| *address) {
            write!(f, " {:06X}", region.code_words[at].1)?;
        }
        let covered = if (0..2).any(|address| block.guards.covers(number, address)) { ", covered" } else { "" };
        writeln!(f, " {step}{covered} (exit{exit})")?;
    }
    match &block.flow {
        Flow::Jump(edge) => writeln!(f, "    -> {edge}"),
        Flow::Condition { condition, taken, not_taken } => {
            writeln!(f, "    if {condition:?} -> {taken} else {not_taken}")
        }
        Flow::Bit { path, taken_if, taken, not_taken, .. } => {
            let path = if path.may_be_external() { ", external access" } else { "" };
            writeln!(f, "    if bit {}{path} -> {taken} else {not_taken}", if *taken_if { "set" } else { "clear" })
        }
        Flow::Count { again, done } => writeln!(f, "    if LC > 1 -> {again} else {done}"),
    }
}

impl Display for BatchedLoop {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("batches")?;
        for LoopPointer { register, step, buffer } in &self.pointers {
            write!(f, ", R{register} {step:+}")?;
            if let Some(buffer) = buffer {
                write!(f, " modulo {}", buffer.last_offset + 1)?;
            }
        }
        for (name, bits) in ["A", "B"].into_iter().zip(self.accumulation_bits) {
            if let Some(bits) = bits {
                write!(f, ", {name} changes by {bits} bits")?;
            }
        }
        if let Some(accumulator) = self.flag_source {
            write!(f, ", flags of {}", ["A", "B"][accumulator])?;
        }
        f.write_str(if self.is_mac_loop { ", sum of products" } else { "" })
    }
}

impl Display for GuardRange {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "guard R{} {:+} to {:+}", self.pointer, self.min_offset, self.max_offset)
    }
}

impl Display for RegionKey {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "at {}", self.state)?;
        if self.state.loop_flag {
            write!(f, ", loop start P:${:04X}", self.loop_start)?;
        }
        for (number, m) in self.state.m.iter().enumerate().filter(|(_, m)| **m != 0xFFFF) {
            write!(f, ", M{number} ${m:04X}")?;
        }
        write!(
            f,
            ", integer bit {}, {} wait states, data waits ${:04X}, map {}",
            self.settings.integer_bit, self.settings.wait_states, self.settings.data_waits, self.settings.memory_map
        )?;
        f.write_str(if self.is_profiled { ", profiled" } else { "" })?;
        f.write_str(if self.rejects_restricted { ", without restricted sequences" } else { "" })
    }
}

impl Display for StaticState {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "P:${:04X} SP {}", self.pc, self.sp)?;
        if self.loop_flag {
            write!(f, " LF LA ${:04X}", self.la)?;
        }
        if let Some(register) = self.delayed_write {
            write!(f, " delayed {}{}", ['R', 'N', 'M'][usize::from(register / 8)], register % 8)?;
        }
        match self.rep {
            RepState::Inactive => {}
            RepState::NotFetched => f.write_str(" REP, not fetched")?,
            RepState::Fetched => f.write_str(" REP")?,
        }
        if self.at_loop_end {
            f.write_str(" loop end")?;
        }
        for frames in &self.frames {
            match frames {
                ActiveFrame::Loop { start, .. } => write!(f, " in loop P:${start:04X}")?,
                ActiveFrame::Call { return_address, .. } => write!(f, " in call from P:${return_address:04X}")?,
            }
        }
        Ok(())
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Data { instruction, path, .. } => {
                write!(f, "{:?} {:?}", instruction.alu, instruction.mv)?;
                match path {
                    AccessPath::OnChip => Ok(()),
                    AccessPath::Inline => f.write_str(", external access"),
                    AccessPath::Fallback(fallback) => write!(f, ", external access or fallback{fallback}"),
                }
            }
            Self::CommitDelayedWrite { .. } => f.write_str("no operation"),
            Self::Fallback(fallback) => write!(f, "fallback{fallback}"),
            Self::BeginLoop { la, start, .. } => write!(f, "begin loop P:${start:04X} to P:${la:04X}"),
            Self::Call { return_address, .. } => write!(f, "call, return to P:${return_address:04X}"),
            Self::BeginRep { .. } => f.write_str("begin REP"),
            Self::EndRep => f.write_str("end REP"),
            Self::EndLoop { .. } => f.write_str("end loop"),
        }
    }
}

impl Display for Edge {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self.target {
            EdgeTarget::Block(block) => write!(f, "block{block}")?,
            EdgeTarget::Exit(exit) => write!(f, "exit{exit}")?,
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
