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
