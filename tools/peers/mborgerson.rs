// SPDX-License-Identifier: MIT
//! Runs a program on the DSP of mborgerson/dsp56300: `mborgerson IMAGE ITERATIONS...`.

use std::time::Duration;

use dsp56300_emu::core::{DspState, MemoryMap};
use dsp56300_emu::jit::JitEngine;

const WORDS: usize = 0x1_0000;
/// Cycles of one call of the emulator, less than 1 % of the shortest measurement.
const SLICE: i32 = 1000;

unsafe extern "C" {
    fn clock() -> std::ffi::c_long;
}

/// Returns the processor time of the process.
fn spent() -> Duration {
    // SAFETY: clock of the C library takes nothing and changes nothing.
    Duration::from_micros(unsafe { clock() } as u64)
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let image = std::fs::read_to_string(&arguments[1]).expect("an image");
    let mut memory = [vec![0; WORDS], vec![0; WORDS], vec![0; WORDS]];
    let [x, y, p] = &mut memory;
    let (mut start, mut counter, mut checked) = (0, 0, 0);
    for line in image.lines() {
        let number = |at: usize| u32::from_str_radix(line.split(' ').nth(at).unwrap(), 16).unwrap();
        let (address, value) = (number(1), number(2));
        match &line[..1] {
            "S" => start = address,
            "C" => (counter, checked) = (address, value),
            "X" => x[address as usize] = value,
            "Y" => y[address as usize] = value,
            _ => p[address as usize] = value,
        }
    }
    let counter = unsafe { x.as_mut_ptr().add(counter as usize) };
    let mut total = Duration::ZERO;
    let begun = spent();
    let mut state = DspState::new(MemoryMap::test(x, y, p));
    let mut jit = JitEngine::new(WORDS);
    state.pc = start;
    total += spent() - begun;
    for iterations in &arguments[2..] {
        // SAFETY: the state accesses the vectors only in `run`, through pointers made of the same ones.
        unsafe { counter.write_volatile(iterations.parse().expect("a number of iterations")) };
        let begun = spent();
        while unsafe { counter.read_volatile() } != 0 {
            state.run(&mut jit, SLICE);
        }
        total += spent() - begun;
        let words = x[..(checked >> 16) as usize].iter().chain(&y[..(checked & 0xFFFF) as usize]);
        let digest =
            words.fold(0xCBF2_9CE4_8422_2325_u64, |sum, &word| (sum ^ u64::from(word)).wrapping_mul(0x100_0000_01B3));
        println!("{:.6} {digest:016x}", total.as_secs_f64());
    }
}
