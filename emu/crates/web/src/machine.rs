//! A bare chip, which runs one program forward and backward.

use crate::history::{Checkpoint, History};
use dsp56k_core::{Clock, CoreError, Dsp56001, Limits, Profile, SlicedRun, Space, StopReason, register_named};

/// Any frequency works: nothing on a bare chip depends on seconds.
const CLOCK_HZ: u64 = 20_000_000;
/// Work of a slice: some milliseconds, after which the page can react to its user.
const SLICE_WORK: u64 = 1 << 17;

/// The executions and clocks of the instruction at an address.
pub(crate) struct LineCount {
    pub address: u16,
    pub executions: u64,
    pub clocks: u64,
}

/// A chip with RAM at every external address, and the history of its run.
pub(crate) struct Machine {
    chip: Box<Dsp56001>,
    history: History,
    run: SlicedRun,
    breakpoints: Vec<u16>,
}

impl Machine {
    /// Returns a chip after power-up in mode 0.
    pub fn new() -> Result<Self, CoreError> {
        let clock = Clock::new(CLOCK_HZ, 1)
            .ok_or_else(|| CoreError::Configuration { message: "the clock must be positive".to_owned() })?;
        let mut chip = Box::new(Dsp56001::new(clock, 0));
        let history = History::new(checkpoint(&mut chip)?);
        let run = chip.slices(Limits::NONE);
        Ok(Self { chip, history, run, breakpoints: Vec::new() })
    }

    /// Stores a word of a program.
    pub fn store(&mut self, space: Space, address: u16, word: u32) {
        self.chip.poke(space, address, word);
    }

    /// Starts the program at an address: the history and the profile begin here.
    pub fn begin(&mut self, start: u16) -> Result<(), CoreError> {
        if let Some(pc) = register_named("pc") {
            self.chip.set_register(pc, u64::from(start))?;
        }
        self.chip.end_profile();
        // A profile is refused only while another one is recorded.
        let _ = self.chip.begin_profile(Box::new(Profile::new(0)));
        self.history = History::new(checkpoint(&mut self.chip)?);
        Ok(())
    }

    /// Stops runs before an address, too.
    pub fn add_breakpoint(&mut self, address: u16) {
        self.breakpoints.push(address);
        self.chip.set_breakpoints(self.breakpoints.clone());
    }

    pub fn clear_breakpoints(&mut self) {
        self.breakpoints.clear();
        self.chip.set_breakpoints(Vec::new());
    }

    /// Prepares a run, which ends at the events at which `dsp56k run` ends.
    pub fn start_run(&mut self, clocks: u64, instructions: u64) {
        let limits =
            Limits { clocks, instructions, work: SLICE_WORK, stack_errors: true, unloaded: true, ..Limits::NONE };
        self.run = self.chip.slices(limits);
    }

    /// Runs the next slice. Returns the stop reason when the run is over.
    pub fn run_slice(&mut self) -> Result<Option<StopReason>, CoreError> {
        let reason = self.chip.run_slice(&mut self.run)?;
        if self.history.is_due(self.chip.instructions()) {
            self.history.add(checkpoint(&mut self.chip)?);
        }
        Ok(reason)
    }

    /// Goes back to the state before the last instruction. Returns false at the start of the program.
    pub fn back(&mut self) -> Result<bool, CoreError> {
        let Some(target) = self.chip.instructions().checked_sub(1) else { return Ok(false) };
        let checkpoint = self.history.before(target);
        self.chip.restore(&checkpoint.state)?;
        self.chip.continue_profile(checkpoint.profile.clone());
        self.chip.set_breakpoints(Vec::new());
        while self.chip.instructions() < target {
            let instructions = target - self.chip.instructions();
            self.chip.run(Limits { instructions, ..Limits::NONE })?;
        }
        self.chip.set_breakpoints(self.breakpoints.clone());
        Ok(true)
    }

    pub fn chip(&self) -> &Dsp56001 {
        &self.chip
    }

    /// Returns the counts of all executed addresses, in the order of addresses.
    pub fn line_counts(&mut self) -> Vec<LineCount> {
        let mut counts: Vec<LineCount> = Vec::new();
        let Some(profile) = self.chip.profile() else { return counts };
        let mut spent: Vec<_> = profile.spent().map(|(_, address, spent)| (address, spent)).collect();
        spent.sort_by_key(|(address, _)| *address);
        for (address, spent) in spent {
            let (executions, clocks) = (spent.times, spent.clocks());
            match counts.last_mut() {
                Some(last) if last.address == address => {
                    last.executions += executions;
                    last.clocks += clocks;
                }
                _ => counts.push(LineCount { address, executions, clocks }),
            }
        }
        counts
    }
}

fn checkpoint(chip: &mut Dsp56001) -> Result<Checkpoint, CoreError> {
    let profile = Box::new(chip.profile().map_or_else(|| Profile::new(0), Clone::clone));
    Ok(Checkpoint { instructions: chip.instructions(), state: chip.snapshot()?, profile })
}

#[cfg(test)]
mod tests {
    use super::Machine;
    use dsp56k_core::{Space, StopReason};

    /// Returns a machine with the program
    ///
    /// ```text
    ///         move    #>1,x0
    ///         do      #200,$4A
    ///         do      #1000,$49
    ///         add     x0,a
    ///         jsr     $60             ; rts
    ///         nop
    ///         nop
    ///         jmp     *
    /// ```
    fn looping() -> Machine {
        let mut machine = Machine::new().expect("a chip");
        let words = [
            0x44F400, 0x000001, 0x06C880, 0x000049, 0x06E883, 0x000048, 0x200040, 0x0D0060, 0x000000, 0x000000,
            0x0C004A,
        ];
        for (address, word) in (0x40..).zip(words) {
            machine.store(Space::P, address, word);
        }
        machine.store(Space::P, 0x60, 0x00000C);
        machine.begin(0x40).expect("a start");
        machine
    }

    fn run(machine: &mut Machine, instructions: u64) -> StopReason {
        machine.start_run(u64::MAX, instructions);
        loop {
            if let Some(reason) = machine.run_slice().expect("no error") {
                return reason;
            }
        }
    }

    /// Returns everything of a machine that a page shows.
    fn seen(machine: &mut Machine) -> (Vec<u8>, Vec<(u16, u64, u64)>) {
        let counts = machine.line_counts();
        let counts = counts.iter().map(|count| (count.address, count.executions, count.clocks)).collect();
        (machine.chip.snapshot().expect("a snapshot"), counts)
    }

    #[test]
    fn going_back_restores_state_and_counts_of_a_run_forward() {
        let mut machine = looping();
        assert_eq!(run(&mut machine, u64::MAX), StopReason::Halt);
        let (end, instructions) = (seen(&mut machine), machine.chip.instructions());
        assert!(instructions > 4 << 17, "several checkpoints");
        assert_eq!(end.1.iter().map(|(_, _, clocks)| clocks).sum::<u64>(), machine.chip.clocks());
        machine.add_breakpoint(0x46);
        for steps in 1..=5 {
            assert!(machine.back().expect("no error"));
            let mut other = looping();
            assert_eq!(run(&mut other, instructions - steps), StopReason::Budget);
            assert!(seen(&mut machine) == seen(&mut other), "{steps} steps back");
        }
        machine.clear_breakpoints();
        assert_eq!(run(&mut machine, u64::MAX), StopReason::Halt);
        assert!(seen(&mut machine) == end);
    }

    #[test]
    fn code_of_two_functions_is_counted_once() {
        let mut machine = Machine::new().expect("a chip");
        // jsr $60; jsr $64; nop; both jump to the rts at $70.
        let words = [
            (0x40, 0x0D0060),
            (0x41, 0x0D0064),
            (0x42, 0x000000),
            (0x60, 0x0C0070),
            (0x64, 0x0C0070),
            (0x70, 0x00000C),
        ];
        for (address, word) in words {
            machine.store(Space::P, address, word);
        }
        machine.begin(0x40).expect("a start");
        assert_eq!(run(&mut machine, 6), StopReason::Budget);
        let counts: Vec<_> =
            machine.line_counts().iter().map(|count| (count.address, count.executions, count.clocks)).collect();
        // Each of them takes 4 clocks (UM A-231).
        assert_eq!(counts, [(0x40, 1, 4), (0x41, 1, 4), (0x60, 1, 4), (0x64, 1, 4), (0x70, 2, 8)]);
    }

    #[test]
    fn the_start_is_the_first_state() {
        let mut machine = looping();
        assert!(!machine.back().expect("no error"));
        run(&mut machine, 1);
        assert!(machine.back().expect("no error"));
        assert!(seen(&mut machine) == seen(&mut looping()));
    }
}
