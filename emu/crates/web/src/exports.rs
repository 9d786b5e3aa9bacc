//! The exports of the module: functions of numbers, on the one chip that it has.
//!
//! A call that can fail returns a negative number, and the text of its error is in memory at `dsp_text_address`.
#![allow(unsafe_code, reason = "the attribute that exports a name; there is no unsafe block")]

use crate::machine::{LineCount, Machine};
use dsp56k_core::{CoreError, Space, register_named};
use std::cell::RefCell;

const FAILED: i32 = -1;

/// The chip, and the results that the page reads after a call.
#[derive(Default)]
struct Module {
    machine: Option<Machine>,
    counts: Vec<LineCount>,
    text: String,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::default();
}

/// Calls a function of the machine, if there is one.
fn with<T: Default>(call: impl FnOnce(&mut Machine) -> T) -> T {
    MODULE.with_borrow_mut(|module| module.machine.as_mut().map(call).unwrap_or_default())
}

/// Returns the number of a result; the text is that of the error.
fn answer(module: &mut Module, result: Result<i32, CoreError>) -> i32 {
    result.unwrap_or_else(|error| {
        module.text = error.to_string();
        FAILED
    })
}

/// Calls a function of the machine that can fail.
fn attempt(call: impl FnOnce(&mut Machine, &mut String) -> Result<i32, CoreError>) -> i32 {
    MODULE.with_borrow_mut(|module| {
        let Module { machine, text, .. } = module;
        let result = machine.as_mut().map_or(Ok(0), |machine| call(machine, text));
        answer(module, result)
    })
}

fn space(number: u32) -> Space {
    Space::ALL.get(number as usize).copied().unwrap_or(Space::P)
}

/// Replaces the chip by one after power-up, with all memory 0.
#[unsafe(no_mangle)]
pub extern "C" fn dsp_power_up() -> i32 {
    MODULE.with_borrow_mut(|module| {
        let result = Machine::new().map(|machine| {
            module.machine = Some(machine);
            0
        });
        answer(module, result)
    })
}

/// Stores a word of a program. Spaces are 0 X, 1 Y, 2 P.
#[unsafe(no_mangle)]
pub extern "C" fn dsp_store(space_number: u32, address: u32, word: u32) {
    with(|machine| machine.store(space(space_number), address as u16, word));
}

/// Starts the program at an address.
#[unsafe(no_mangle)]
pub extern "C" fn dsp_begin(start: u32) -> i32 {
    attempt(|machine, _| machine.begin(start as u16).map(|()| 0))
}

#[unsafe(no_mangle)]
pub extern "C" fn dsp_clear_breakpoints() {
    with(Machine::clear_breakpoints);
}

/// Stops runs before an address, too.
#[unsafe(no_mangle)]
pub extern "C" fn dsp_add_breakpoint(address: u32) {
    with(|machine| machine.add_breakpoint(address as u16));
}

/// Prepares a run of at most `clocks` and `instructions`.
#[unsafe(no_mangle)]
pub extern "C" fn dsp_start_run(clocks: u64, instructions: u64) {
    with(|machine| machine.start_run(clocks, instructions));
}

/// Runs a slice. Returns 0 while the run continues, and 1 when it is over; the text is the stop reason.
#[unsafe(no_mangle)]
pub extern "C" fn dsp_run_slice() -> i32 {
    attempt(|machine, text| {
        let Some(reason) = machine.run_slice()? else { return Ok(0) };
        reason.name().clone_into(text);
        Ok(1)
    })
}

/// Goes back by an instruction. Returns 0 at the start of the program, otherwise 1.
#[unsafe(no_mangle)]
pub extern "C" fn dsp_back() -> i32 {
    attempt(|machine, _| machine.back().map(i32::from))
}

#[unsafe(no_mangle)]
pub extern "C" fn dsp_clocks() -> u64 {
    with(|machine| machine.chip().clocks())
}

#[unsafe(no_mangle)]
pub extern "C" fn dsp_instructions() -> u64 {
    with(|machine| machine.chip().instructions())
}

/// Returns a register. The bytes of `name` are its letters, the first one highest: "r0" is $7230.
#[unsafe(no_mangle)]
pub extern "C" fn dsp_register(name: u32) -> u64 {
    let letters = name.to_be_bytes();
    let letters = &letters[name.leading_zeros() as usize / 8..];
    let register = std::str::from_utf8(letters).ok().and_then(register_named);
    with(|machine| register.map_or(u64::MAX, |register| machine.chip().register(register)))
}

/// Returns a word of memory without side effects.
#[unsafe(no_mangle)]
pub extern "C" fn dsp_word(space_number: u32, address: u32) -> u32 {
    with(|machine| machine.chip().peek(space(space_number), address as u16))
}

/// Counts executions and clocks by address. Returns the number of executed addresses.
#[unsafe(no_mangle)]
pub extern "C" fn dsp_count_lines() -> u32 {
    let counts = with(Machine::line_counts);
    MODULE.with_borrow_mut(|module| {
        module.counts = counts;
        module.counts.len() as u32
    })
}

fn count(number: u32, field: impl FnOnce(&LineCount) -> u64) -> u64 {
    MODULE.with_borrow(|module| module.counts.get(number as usize).map_or(0, field))
}

/// Returns the address of a count.
#[unsafe(no_mangle)]
pub extern "C" fn dsp_counted_address(number: u32) -> u64 {
    count(number, |count| u64::from(count.address))
}

#[unsafe(no_mangle)]
pub extern "C" fn dsp_counted_executions(number: u32) -> u64 {
    count(number, |count| count.executions)
}

#[unsafe(no_mangle)]
pub extern "C" fn dsp_counted_clocks(number: u32) -> u64 {
    count(number, |count| count.clocks)
}

/// Returns the address of the text in the module's memory, which is UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn dsp_text_address() -> usize {
    MODULE.with_borrow(|module| module.text.as_ptr() as usize)
}

#[unsafe(no_mangle)]
pub extern "C" fn dsp_text_length() -> usize {
    MODULE.with_borrow(|module| module.text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Loads `add x0,a`, `jsr $60`, `nop`, `jmp *` at $40 and `rts` at $60, and starts at $40.
    fn load() {
        assert_eq!(dsp_power_up(), 0);
        for (address, word) in
            [(0x40, 0x200040), (0x41, 0x0D0060), (0x42, 0x000000), (0x43, 0x0C0043), (0x60, 0x00000C)]
        {
            dsp_store(2, address, word);
        }
        assert_eq!(dsp_begin(0x40), 0);
    }

    fn run(clocks: u64, instructions: u64) -> String {
        dsp_start_run(clocks, instructions);
        while dsp_run_slice() == 0 {}
        text()
    }

    fn text() -> String {
        let text = MODULE.with_borrow(|module| module.text.clone());
        assert_eq!(dsp_text_length(), text.len());
        assert_ne!(dsp_text_address(), 0);
        text
    }

    fn register(name: &str) -> u64 {
        dsp_register(name.bytes().fold(0, |letters, letter| letters << 8 | u32::from(letter)))
    }

    /// Returns addresses, executions and clocks of all counts.
    fn counts() -> Vec<[u64; 3]> {
        (0..dsp_count_lines())
            .map(|number| [dsp_counted_address(number), dsp_counted_executions(number), dsp_counted_clocks(number)])
            .collect()
    }

    #[test]
    fn without_a_chip_there_are_only_zeros() {
        dsp_store(2, 0, 1);
        assert_eq!((dsp_begin(0), dsp_run_slice(), dsp_back(), dsp_count_lines()), (0, 0, 0, 0));
        assert_eq!((dsp_clocks(), dsp_instructions(), dsp_word(2, 0), register("pc")), (0, 0, 0, 0));
        assert_eq!((dsp_counted_address(0), dsp_counted_executions(0), dsp_counted_clocks(0)), (0, 0, 0));
        assert_eq!(dsp_text_length(), 0);
    }

    #[test]
    fn a_program_runs_to_its_end_and_back() {
        load();
        // ADD takes 2 clocks, JSR and RTS take 4 each (UM ).
        assert_eq!(run(u64::MAX, 3), "BUDGET");
        assert_eq!((dsp_clocks(), dsp_instructions(), register("pc"), register("sp")), (10, 3, 0x42, 0));
        assert_eq!(counts(), [[0x40, 1, 2], [0x41, 1, 4], [0x60, 1, 4]]);
        assert_eq!((dsp_counted_address(3), dsp_counted_clocks(3)), (0, 0));
        for (instructions, pc) in [(2, 0x60), (1, 0x41), (0, 0x40)] {
            assert_eq!((dsp_back(), dsp_instructions(), register("pc")), (1, instructions, pc));
        }
        assert_eq!((dsp_back(), dsp_instructions()), (0, 0));
        assert_eq!((run(u64::MAX, u64::MAX), register("pc")), ("HALT".to_owned(), 0x43));
        assert_eq!(dsp_power_up(), 0);
        assert_eq!((dsp_word(2, 0x40), dsp_instructions()), (0, 0));
    }

    #[test]
    fn a_run_ends_at_clocks_and_breakpoints_and_where_nothing_was_loaded() {
        load();
        assert_eq!(run(6, u64::MAX), "BUDGET");
        assert_eq!((dsp_clocks(), dsp_instructions()), (6, 2));
        dsp_begin(0x40);
        dsp_add_breakpoint(0x60);
        assert_eq!((run(u64::MAX, u64::MAX), register("pc")), ("BREAKPOINT".to_owned(), 0x60));
        dsp_begin(0x40);
        dsp_clear_breakpoints();
        assert_eq!(run(u64::MAX, u64::MAX), "HALT");
        dsp_begin(0x100);
        assert_eq!((run(u64::MAX, u64::MAX), register("pc")), ("UNLOADED".to_owned(), 0x100));
    }

    #[test]
    fn memory_and_registers_have_numbers_and_names() {
        load();
        for (space, word) in [(0, 0x111111), (1, 0x222222), (2, 0x333333), (9, 0x444444)] {
            dsp_store(space, 0x1234, word);
            assert_eq!(dsp_word(space, 0x1234), word);
        }
        assert_eq!((dsp_word(0, 0x1234), dsp_word(1, 0x1234), dsp_word(2, 0x1234)), (0x111111, 0x222222, 0x444444));
        // Registers of one to three letters.
        run(u64::MAX, 1);
        assert_eq!((register("a"), register("pc"), register("omr")), (0, 0x41, 0));
        assert_eq!((register("zz"), register("q"), dsp_register(0)), (u64::MAX, u64::MAX, u64::MAX));
    }

    #[test]
    fn an_error_has_a_text() {
        let mut module = Module::default();
        let error = CoreError::Configuration { message: "the clock must be positive".to_owned() };
        assert_eq!(answer(&mut module, Err(error)), -1);
        assert_eq!(module.text, "the clock must be positive");
        assert_eq!(answer(&mut module, Ok(7)), 7);
    }
}
