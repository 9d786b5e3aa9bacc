//! The tables of the Data Encryption Standard (FIPS 46-3, appendix 1). Bits are numbered as there: 1 is the first.

/// Number of rounds.
pub const ROUNDS: usize = 16;

/// Left shifts of both halves of the key before each round.
pub const SHIFTS: [u32; ROUNDS] = [1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1];

/// Permuted choice 1: the 56 bits of the key, in two halves.
pub const PC1: [u32; 56] = [
    57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44, 36, 63, 55,
    47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4,
];

/// Permuted choice 2: the 48 key bits of a round.
pub const PC2: [u32; 48] = [
    14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2, 41, 52, 31, 37, 47, 55, 30,
    40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32,
];

/// The permutation of the S-boxes' outputs.
const P: [u32; 32] = [
    16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10, 2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11, 4,
    25,
];

/// The S-boxes: each has four table rows of sixteen digits.
const S: [[u64; 4]; 8] = [
    [0xE4D12FB83A6C5907, 0x0F74E2D1A6CB9538, 0x41E8D62BFC973A50, 0xFC8249175B3EA06D],
    [0xF18E6B34972DC05A, 0x3D47F28EC01A69B5, 0x0E7BA4D158C6932F, 0xD8A13F42B67C05E9],
    [0xA09E63F51DC7B428, 0xD709346A285ECBF1, 0xD6498F30B12C5AE7, 0x1AD069874FE3B52C],
    [0x7DE3069A1285BC4F, 0xD8B56F03472C1AE9, 0xA690CB7DF13E5284, 0x3F06A1D8945BC72E],
    [0x2C417AB6853FD0E9, 0xEB2C47D150FA3986, 0x421BAD78F9C5630E, 0xB8C71E2D6F09A453],
    [0xC1AF92680D34E75B, 0xAF427C9561DE0B38, 0x9EF528C3704A1DB6, 0x432C95FABE17608D],
    [0x4B2EF08D3C975A61, 0xD0B7491AE35C2F86, 0x14BDC37EAF680592, 0x6BD814A7950FE23C],
    [0xD2846FB1A93E50C7, 0x1FD8A374C56B0E92, 0x7B419CE206ADF358, 0x21E74A8DFC90356B],
];

/// The outputs of each S-box after P, by its six inputs.
pub const SUBSTITUTED: [[u32; 64]; 8] = substituted();

const fn substituted() -> [[u32; 64]; 8] {
    let mut all = [[0; 64]; 8];
    let mut number = 0;
    while number < 8 {
        let mut input = 0;
        while input < 64 {
            let (row, column) = (input >> 4 & 2 | input & 1, input >> 1 & 15);
            let digit = S[number][row] >> (4 * (15 - column)) & 15;
            all[number][input] = permuted(digit << (4 * (7 - number)), 32, &P) as u32;
            input += 1;
        }
        number += 1;
    }
    all
}

/// Returns the bits of a value of `width` bits that a table selects, in its order.
pub const fn permuted(value: u64, width: u32, table: &[u32]) -> u64 {
    let (mut selected, mut index) = (0, 0);
    while index < table.len() {
        selected = selected << 1 | value >> (width - table[index]) & 1;
        index += 1;
    }
    selected
}
