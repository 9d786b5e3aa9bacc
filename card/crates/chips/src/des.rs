//! The Data Encryption Standard (FIPS 46-3): one block by one key.

use crate::tables::{PC1, PC2, ROUNDS, SHIFTS, SUBSTITUTED, permuted};

const HALF_KEY: u32 = 28;

/// A key's schedule.
#[derive(Clone)]
pub struct Des([u64; ROUNDS]);

impl Des {
    pub fn new(key: [u8; 8]) -> Self {
        let chosen = permuted(u64::from_be_bytes(key), u64::BITS, &PC1);
        let mask = (1 << HALF_KEY) - 1;
        let (mut c, mut d) = (chosen >> HALF_KEY, chosen & mask);
        Self(SHIFTS.map(|shift| {
            let shifted = |half: u64| (half << shift | half >> (HALF_KEY - shift)) & mask;
            (c, d) = (shifted(c), shifted(d));
            permuted(c << HALF_KEY | d, 2 * HALF_KEY, &PC2)
        }))
    }

    pub fn encrypt(&self, block: [u8; 8]) -> [u8; 8] {
        crypt(block, self.0.iter())
    }

    pub fn decrypt(&self, block: [u8; 8]) -> [u8; 8] {
        crypt(block, self.0.iter().rev())
    }
}

fn crypt<'a>(block: [u8; 8], keys: impl Iterator<Item = &'a u64>) -> [u8; 8] {
    let block = initial(u64::from_be_bytes(block));
    let (left, right) =
        keys.fold(((block >> 32) as u32, block as u32), |(left, right), key| (right, left ^ round(right, *key)));
    // The last round does not swap the halves.
    inverse(u64::from(right) << 32 | u64::from(left)).to_be_bytes()
}

/// Returns f(R, K).
fn round(right: u32, key: u64) -> u32 {
    SUBSTITUTED.iter().zip(0_u32..).fold(0, |out, (table, number)| {
        // Table E: the four bits of the box with the neighbour on each side.
        let expanded = right.rotate_left(5 + 4 * number) & 0x3F;
        let key = (key >> (6 * (7 - number))) as u32 & 0x3F;
        out | table[(expanded ^ key) as usize]
    })
}

/// Exchanges the bits of `mask` with those `distance` above them.
fn exchanged(block: u64, distance: u32, mask: u64) -> u64 {
    let differing = (block >> distance ^ block) & mask;
    block ^ differing ^ differing << distance
}

/// Returns the initial permutation: the bits as a matrix of eight by eight, transposed, its bytes in another order.
fn initial(block: u64) -> u64 {
    let block = transposed(block);
    // Bit n of all bytes is now byte n: the even ones (2, 4, 6, 8) come first, and each byte is reversed.
    let [b1, b2, b3, b4, b5, b6, b7, b8] = block.to_be_bytes().map(u8::reverse_bits);
    u64::from_be_bytes([b2, b4, b6, b8, b1, b3, b5, b7])
}

/// Returns the inverse of the initial permutation.
fn inverse(block: u64) -> u64 {
    let [b2, b4, b6, b8, b1, b3, b5, b7] = block.to_be_bytes();
    transposed(u64::from_be_bytes([b1, b2, b3, b4, b5, b6, b7, b8].map(u8::reverse_bits)))
}

/// Returns the transpose of a matrix of eight by eight bits.
fn transposed(block: u64) -> u64 {
    let block = exchanged(block, 7, 0x00AA00AA00AA00AA);
    let block = exchanged(block, 14, 0x0000CCCC0000CCCC);
    exchanged(block, 28, 0x00000000F0F0F0F0)
}
