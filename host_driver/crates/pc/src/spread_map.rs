//! Maps from small numbers, such as addresses and nodes, that no input chooses: a hash of one multiplication suffices.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// 2^64 divided by the golden ratio: a factor that spreads values which differ in few bits.
pub const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// A map whose keys consist of integers.
pub type SpreadMap<K, V> = HashMap<K, V, BuildHasherDefault<SpreadHasher>>;

/// The hash of the integers of a key.
#[derive(Default)]
pub struct SpreadHasher(u64);

impl Hasher for SpreadHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(value.into());
    }

    fn write_u64(&mut self, value: u64) {
        // A map uses the highest bits and the lowest ones.
        self.0 = (self.0 ^ value).wrapping_mul(SPREAD).rotate_left(32);
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
