//! The interpreter's `Machine`: values are Rust's integers, computed as the instruction executes.

use crate::bits::{bits24, sext24, sr};
use crate::decode::instruction::EffectiveAddress;
use crate::semantics::Machine;
use crate::state::Core;
use dsp56k_isa::Mode;

impl Machine for Core {
    type Acc = i64;
    type Word = i32;
    type Address = u16;
    type Bit = bool;

    #[inline(always)]
    fn number(&mut self, value: i64) -> i64 {
        value
    }

    #[inline(always)]
    fn sum(&mut self, a: i64, b: i64) -> i64 {
        a + b
    }

    #[inline(always)]
    fn difference(&mut self, a: i64, b: i64) -> i64 {
        a - b
    }

    #[inline(always)]
    fn times(&mut self, a: i64, b: i64) -> i64 {
        a * b
    }

    #[inline(always)]
    fn magnitude(&mut self, a: i64) -> i64 {
        a.abs()
    }

    #[inline(always)]
    fn bit_and(&mut self, a: i64, b: i64) -> i64 {
        a & b
    }

    #[inline(always)]
    fn bit_or(&mut self, a: i64, b: i64) -> i64 {
        a | b
    }

    #[inline(always)]
    fn bit_xor(&mut self, a: i64, b: i64) -> i64 {
        a ^ b
    }

    #[inline(always)]
    fn and_mask(&mut self, a: i64, mask: i64) -> i64 {
        a & mask
    }

    #[inline(always)]
    fn shl(&mut self, a: i64, by: u32) -> i64 {
        a << by
    }

    #[inline(always)]
    fn sar(&mut self, a: i64, by: u32) -> i64 {
        a >> by
    }

    #[inline(always)]
    fn select_value(&mut self, bit: bool, yes: i64, no: i64) -> i64 {
        if bit { yes } else { no }
    }

    #[inline(always)]
    fn is_zero(&mut self, a: i64) -> bool {
        a == 0
    }

    #[inline(always)]
    fn is_negative(&mut self, a: i64) -> bool {
        a < 0
    }

    #[inline(always)]
    fn not(&mut self, bit: bool) -> bool {
        !bit
    }

    #[inline(always)]
    fn and(&mut self, a: bool, b: bool) -> bool {
        a && b
    }

    #[inline(always)]
    fn or(&mut self, a: bool, b: bool) -> bool {
        a || b
    }

    #[inline(always)]
    fn xor(&mut self, a: bool, b: bool) -> bool {
        a != b
    }

    #[inline(always)]
    fn bit_to_number(&mut self, bit: bool) -> i64 {
        i64::from(bit)
    }

    #[inline(always)]
    fn word(&mut self, value: u32) -> i32 {
        sext24(value)
    }

    #[inline(always)]
    fn low_word(&mut self, a: i64) -> i32 {
        sext24(a as u32)
    }

    #[inline(always)]
    fn narrow(&mut self, a: i64) -> i32 {
        a as i32
    }

    #[inline(always)]
    fn signed(&mut self, word: i32) -> i64 {
        i64::from(word)
    }

    #[inline(always)]
    fn unsigned(&mut self, word: i32) -> i64 {
        i64::from(bits24(word))
    }

    #[inline(always)]
    fn pointer(&mut self, word: i32) -> u16 {
        word as u16
    }

    #[inline(always)]
    fn pointer_word(&mut self, address: u16) -> i32 {
        i32::from(address)
    }

    #[inline(always)]
    fn acc(&mut self, acc: usize) -> i64 {
        self.alu.acc[acc]
    }

    #[inline(always)]
    fn set_acc(&mut self, acc: usize, value: i64) {
        self.alu.acc[acc] = value;
    }

    #[inline(always)]
    fn input(&mut self, input: usize) -> i32 {
        self.alu.input[input]
    }

    #[inline(always)]
    fn set_input(&mut self, input: usize, word: i32) {
        self.alu.input[input] = word;
    }

    #[inline(always)]
    fn address_register(&mut self, index: u8) -> u16 {
        Core::address_register(self, index)
    }

    #[inline(always)]
    fn write_address_register(&mut self, index: u8, value: u16) {
        Core::write_address_register(self, index, value);
    }

    #[inline(always)]
    fn integer_bit(&self) -> u32 {
        self.lowest_integer_bit()
    }

    #[inline(always)]
    fn set_result(&mut self, exact: i64) -> i64 {
        self.set_lazy_flags(exact)
    }

    #[inline(always)]
    fn set_nz(&mut self, value: i64) {
        self.set_lazy_nz(value);
    }

    #[inline(always)]
    fn set_c(&mut self, bit: bool) {
        self.status.sr = (self.status.sr & !sr::C) | (u16::from(bit) * sr::C);
    }

    #[inline(always)]
    fn set_v(&mut self, bit: bool) {
        self.update_flags();
        self.status.sr = (self.status.sr & !sr::V) | (u16::from(bit) * (sr::V | sr::L));
    }

    #[inline(always)]
    fn add_v(&mut self, bit: bool) {
        if bit {
            self.set_v(true);
        }
    }

    #[inline(always)]
    fn add_l(&mut self, bit: bool) {
        if bit {
            self.status.sr |= sr::L;
        }
    }

    #[inline(always)]
    fn c(&mut self) -> bool {
        self.status.sr & sr::C != 0
    }

    #[inline(always)]
    fn n(&mut self) -> bool {
        self.is_n()
    }

    #[inline(always)]
    fn z(&mut self) -> bool {
        self.is_z()
    }

    #[inline(always)]
    fn l(&mut self) -> bool {
        self.status.sr & sr::L != 0
    }

    #[inline(always)]
    fn e(&mut self) -> bool {
        self.extension_flag(sr::E)
    }

    #[inline(always)]
    fn u(&mut self) -> bool {
        self.extension_flag(sr::U)
    }

    #[inline(always)]
    fn less(&mut self) -> bool {
        self.is_less()
    }

    #[inline(always)]
    fn address_by(&mut self, mode: Mode, ea: EffectiveAddress) -> u16 {
        self.address_in(mode, ea)
    }

    #[inline(always)]
    fn read_x(&mut self, address: u16) -> i32 {
        self.load_x(address)
    }

    #[inline(always)]
    fn read_y(&mut self, address: u16) -> i32 {
        self.load_y(address)
    }

    #[inline(always)]
    fn write_x(&mut self, address: u16, word: i32) {
        self.store_x(address, word);
    }

    #[inline(always)]
    fn write_y(&mut self, address: u16, word: i32) {
        self.store_y(address, word);
    }
}
