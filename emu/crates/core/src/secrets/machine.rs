//! The `Machine` of secret bits: the data ALU, the limiter and the parallel moves are the text that the interpreter
//! and the JIT have.

use crate::decode::instruction::EffectiveAddress;
use crate::interpreter::agu::{step, step_back};
use crate::secrets::value::{Bit, Value};
use crate::secrets::{Follower, Place, flag};
use crate::semantics::Machine;
use crate::semantics::conditions::Conditions;
use crate::space::Space;
use dsp56k_isa::Mode;

/// Largest modifier with modulo arithmetic (UM 5-15).
const MAX_MODULO: i64 = 0x7FFF;
const ADDRESS_MASK: i64 = 0xFFFF;

impl Machine for Follower<'_> {
    type Acc = Value;
    type Word = Value;
    type Address = Value;
    type Bit = Bit;

    fn number(&mut self, value: i64) -> Value {
        Value::public(value)
    }

    fn sum(&mut self, a: Value, b: Value) -> Value {
        a.sum(b)
    }

    fn difference(&mut self, a: Value, b: Value) -> Value {
        a.difference(b)
    }

    fn times(&mut self, a: Value, b: Value) -> Value {
        a.product(b)
    }

    fn magnitude(&mut self, a: Value) -> Value {
        a.magnitude()
    }

    fn bit_and(&mut self, a: Value, b: Value) -> Value {
        a.and(b)
    }

    fn bit_or(&mut self, a: Value, b: Value) -> Value {
        a.or(b)
    }

    fn bit_xor(&mut self, a: Value, b: Value) -> Value {
        a.xor(b)
    }

    fn and_mask(&mut self, a: Value, mask: i64) -> Value {
        a.masked(mask)
    }

    fn shl(&mut self, a: Value, by: u32) -> Value {
        a.shl(by)
    }

    fn sar(&mut self, a: Value, by: u32) -> Value {
        a.sar(by)
    }

    fn select_value(&mut self, bit: Bit, yes: Value, no: Value) -> Value {
        Value::choice(bit, yes, no)
    }

    fn is_zero(&mut self, a: Value) -> Bit {
        a.is_zero()
    }

    fn is_negative(&mut self, a: Value) -> Bit {
        a.is_negative()
    }

    fn not(&mut self, bit: Bit) -> Bit {
        bit.not()
    }

    fn and(&mut self, a: Bit, b: Bit) -> Bit {
        a.and(b)
    }

    fn or(&mut self, a: Bit, b: Bit) -> Bit {
        a.or(b)
    }

    fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        a.xor(b)
    }

    fn bit_to_number(&mut self, bit: Bit) -> Value {
        bit.into()
    }

    fn word(&mut self, value: u32) -> Value {
        Value::public(i64::from(value)).low_word()
    }

    fn low_word(&mut self, a: Value) -> Value {
        a.low_word()
    }

    /// Returns a word. The number fits 24 bits, but the mask of a limited accumulator can have higher bits.
    fn narrow(&mut self, a: Value) -> Value {
        a.low_word()
    }

    fn signed(&mut self, word: Value) -> Value {
        word
    }

    fn unsigned(&mut self, word: Value) -> Value {
        word.masked(0xFF_FFFF)
    }

    fn pointer(&mut self, word: Value) -> Value {
        word.masked(ADDRESS_MASK)
    }

    fn pointer_word(&mut self, address: Value) -> Value {
        address
    }

    fn acc(&mut self, acc: usize) -> Value {
        self.get(Place::accumulator(acc))
    }

    /// Writes an accumulator. The bits above it are its sign, which can be public.
    fn set_acc(&mut self, acc: usize, value: Value) {
        self.set(Place::accumulator(acc), value.shl(8).sar(8));
    }

    fn input(&mut self, input: usize) -> Value {
        self.get(Place::input(input))
    }

    fn set_input(&mut self, input: usize, word: Value) {
        self.set(Place::input(input), word.low_word());
    }

    fn address_register(&mut self, index: u8) -> Value {
        for late in [self.path.late, self.path.previous_late].into_iter().flatten() {
            if late.0 == index {
                self.note_read(Place::late(index), late.1.is_secret());
                return late.1;
            }
        }
        self.get(Place::address_register(index))
    }

    fn write_address_register(&mut self, index: u8, value: Value) {
        if let Some((earlier, before)) = self.path.late.replace((index, value)) {
            self.set_seen(earlier, before);
        }
        self.note_write(Place::late(index), value.is_secret());
    }

    fn integer_bit(&self) -> u32 {
        self.path.integer_bit()
    }

    /// Sets the condition codes. Public ones are taken from the core after the instruction.
    fn set_result(&mut self, exact: Value) -> Value {
        let result = exact.shl(8).sar(8);
        if !exact.is_secret() {
            for number in [flag::N, flag::Z, flag::E, flag::U] {
                self.path.flags[number as usize] = Bit::default();
            }
            self.set_v(Bit::public(result != exact));
            return result;
        }
        let overflow = result.xor(exact).is_zero().not();
        self.set_v(overflow);
        self.set_flag(flag::N, result.is_negative());
        self.set_flag(flag::Z, result.is_zero());
        let extension = self.extension_in_use(result);
        self.set_flag(flag::E, extension);
        let unnormalized = self.unnormalized(result);
        self.set_flag(flag::U, unnormalized);
        result
    }

    fn set_nz(&mut self, value: Value) {
        self.set_flag(flag::N, value.is_negative());
        self.set_flag(flag::Z, value.is_zero());
        self.set_flag(flag::V, Bit::public(false));
    }

    fn set_c(&mut self, bit: Bit) {
        self.set_flag(flag::C, bit);
    }

    fn set_v(&mut self, bit: Bit) {
        self.set_flag(flag::V, bit);
        self.add_l(bit);
    }

    fn add_v(&mut self, bit: Bit) {
        let v = self.flag(flag::V).or(bit);
        self.set_flag(flag::V, v);
        self.add_l(bit);
    }

    fn add_l(&mut self, bit: Bit) {
        let l = self.flag(flag::L).or(bit);
        self.set_flag(flag::L, l);
    }

    fn c(&mut self) -> Bit {
        self.flag(flag::C)
    }

    fn n(&mut self) -> Bit {
        self.flag(flag::N)
    }

    fn z(&mut self) -> Bit {
        self.flag(flag::Z)
    }

    fn l(&mut self) -> Bit {
        self.flag(flag::L)
    }

    fn e(&mut self) -> Bit {
        self.flag(flag::E)
    }

    fn u(&mut self) -> Bit {
        self.flag(flag::U)
    }

    fn less(&mut self) -> Bit {
        let (n, v) = (self.flag(flag::N), self.flag(flag::V));
        n.xor(v)
    }

    fn address_by(&mut self, mode: Mode, ea: EffectiveAddress) -> Value {
        let [r, n, m] = [0, 8, 16].map(|bank| Place::address_register(bank + (ea.rn & 7)));
        match mode {
            Mode::Absolute => Value::public(i64::from(ea.address)),
            Mode::Indirect => self.get(r),
            Mode::Indexed => self.stepped(r, Some(n), m, false),
            Mode::PostInc | Mode::PostDec | Mode::PostIncN | Mode::PostDecN => {
                let offset = matches!(mode, Mode::PostIncN | Mode::PostDecN).then_some(n);
                let moved = self.stepped(r, offset, m, matches!(mode, Mode::PostDec | Mode::PostDecN));
                let address = self.path.values[r.0];
                self.set(r, moved);
                address
            }
            Mode::PreDec => {
                let moved = self.stepped(r, None, m, true);
                self.set(r, moved);
                moved
            }
        }
    }

    fn read_x(&mut self, address: Value) -> Value {
        self.load(Space::X, address)
    }

    fn read_y(&mut self, address: Value) -> Value {
        self.load(Space::Y, address)
    }

    fn write_x(&mut self, address: Value, word: Value) {
        self.store(Space::X, address, word);
    }

    fn write_y(&mut self, address: Value, word: Value) {
        self.store(Space::Y, address, word);
    }
}

impl Follower<'_> {
    /// Returns Rn plus or minus Nn, or 1, by the modifier.
    fn stepped(&mut self, r: Place, n: Option<Place>, m: Place, back: bool) -> Value {
        let (r, m) = (self.get(r), self.get(m));
        let n = n.map_or(Value::public(1), |n| self.get(n));
        if m.is_secret() {
            self.found("the modifier of a pointer");
        }
        if m.number > MAX_MODULO {
            // The interval of a sum stays within the addresses if a large offset is a negative one.
            let n = n.shl(48).sar(48);
            let moved = if back { r.difference(n) } else { r.sum(n) };
            return moved.masked(ADDRESS_MASK);
        }
        let (number, offset, modifier) = (r.number as u16, n.number as u16, m.number as u16);
        let moved = if back { step_back(number, offset, modifier) } else { step(number, offset, modifier) };
        let number = i64::from(moved);
        if !(r.is_secret() || n.is_secret()) {
            return Value::public(number);
        }
        if modifier == 0 {
            let [r, n] = [r, n].map(|value| Value::new(reversed(value.number as u64), reversed(value.mask) as u64));
            let mask = if back { r.difference(n) } else { r.sum(n) }.mask;
            return Value::new(number, reversed(mask) as u64);
        }
        stepped_in_buffer(r, n, modifier, back, number)
    }
}

/// Returns the result `number` of a step in a modulo buffer.
///
/// Rn stays in its block if the step is at most the modifier: the result wraps by the buffer's size, in the direction
/// of the step. Then all bits within the block may differ. A public step of whole blocks is linear. Any other step can
/// leave the block, and the manual does not define it (UM 5-16).
fn stepped_in_buffer(r: Value, n: Value, m: u16, back: bool, number: i64) -> Value {
    let block = u16::MAX >> m.leading_zeros();
    let sign = if n.low > MAX_MODULO { ADDRESS_MASK + 1 } else { 0 };
    let (low, high) = (n.low - sign, n.high - sign);
    if low >= -i64::from(m) && high <= i64::from(m) {
        return Value::new(number, r.mask & ADDRESS_MASK as u64 | u64::from(block));
    }
    if !n.is_secret() && n.number & i64::from(block) == 0 {
        return if back { r.difference(n) } else { r.sum(n) }.masked(ADDRESS_MASK);
    }
    Value::new(number, ADDRESS_MASK as u64)
}

/// Returns the 16 bits of an address in reverse order.
fn reversed(bits: u64) -> i64 {
    i64::from((bits as u16).reverse_bits())
}
