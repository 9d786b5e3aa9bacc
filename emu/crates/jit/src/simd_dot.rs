//! Sums of products of words in a row, by the host's vector unit.
#![allow(unsafe_code, reason = "vectors of the words that generated code names")]

use std::arch::x86_64::{
    __m256i, _mm_add_epi64, _mm_cvtsi128_si64, _mm_unpackhi_epi64, _mm256_add_epi64, _mm256_castsi256_si128,
    _mm256_cmpgt_epi32, _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_maskload_epi32, _mm256_mul_epi32,
    _mm256_permutevar8x32_epi32, _mm256_set1_epi32, _mm256_setr_epi32, _mm256_setzero_si256, _mm256_srli_epi64,
};

/// Words of a vector.
const LANES: usize = 8;
/// From so many products on a call takes less than it saves.
pub(crate) const MIN_SIMD_LENGTH: i64 = 32;

/// Whether the host has such vectors.
pub(crate) fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
}

/// Both follow upward.
///
/// # Safety
/// There are so many words from both places on, of 24 bits each, and a place for the sum; and the host has AVX2.
#[target_feature(enable = "avx2")]
pub(crate) unsafe extern "C" fn dot_forward(left: *const i32, right: *const i32, count: usize, total: *mut i64) {
    let mut products = DotProduct::new();
    let vectorized = count - count % LANES;
    for at in (0..vectorized).step_by(LANES) {
        // SAFETY: the words are there.
        let (left, right) = unsafe { (load_lanes(left.add(at)), load_lanes(right.add(at))) };
        products.add(left, right);
    }
    let mask = first_lanes(count - vectorized);
    // SAFETY: what the mask leaves out is not read.
    let (left, right) = unsafe {
        (_mm256_maskload_epi32(left.add(vectorized), mask), _mm256_maskload_epi32(right.add(vectorized), mask))
    };
    products.add(left, right);
    // SAFETY: the caller's.
    unsafe { *total = products.total() }
}

/// The first follow upward, the second downward.
///
/// # Safety
/// As `along`, down from the second place.
#[target_feature(enable = "avx2")]
pub(crate) unsafe extern "C" fn dot_reversed(left: *const i32, right: *const i32, count: usize, total: *mut i64) {
    let mut products = DotProduct::new();
    let vectorized = count - count % LANES;
    let last = right.wrapping_sub(LANES - 1);
    for at in (0..vectorized).step_by(LANES) {
        // SAFETY: the words are there.
        let (left, right) = unsafe { (load_lanes(left.add(at)), load_lanes(last.sub(at))) };
        products.add(left, reverse_lanes(right));
    }
    let mask = first_lanes(count - vectorized);
    // SAFETY: what the mask leaves out is not read.
    let (left, right) = unsafe {
        (
            _mm256_maskload_epi32(left.add(vectorized), mask),
            _mm256_maskload_epi32(last.wrapping_sub(vectorized), reverse_lanes(mask)),
        )
    };
    products.add(left, reverse_lanes(right));
    // SAFETY: the caller's.
    unsafe { *total = products.total() }
}

#[target_feature(enable = "avx2")]
unsafe fn load_lanes(words: *const i32) -> __m256i {
    // SAFETY: the caller's.
    unsafe { _mm256_loadu_si256(words.cast()) }
}

/// The first lanes.
#[target_feature(enable = "avx2")]
fn first_lanes(count: usize) -> __m256i {
    _mm256_cmpgt_epi32(_mm256_set1_epi32(count as i32), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7))
}

#[target_feature(enable = "avx2")]
fn reverse_lanes(words: __m256i) -> __m256i {
    _mm256_permutevar8x32_epi32(words, _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0))
}

/// Products of even and of odd lanes, added up. A product has 47 bits, so that 64 hold 65,536 of them.
struct DotProduct {
    even: __m256i,
    odd: __m256i,
}

impl DotProduct {
    #[target_feature(enable = "avx2")]
    fn new() -> Self {
        Self { even: _mm256_setzero_si256(), odd: _mm256_setzero_si256() }
    }

    #[target_feature(enable = "avx2")]
    fn add(&mut self, left: __m256i, right: __m256i) {
        self.even = _mm256_add_epi64(self.even, _mm256_mul_epi32(left, right));
        let (left, right) = (_mm256_srli_epi64::<32>(left), _mm256_srli_epi64::<32>(right));
        self.odd = _mm256_add_epi64(self.odd, _mm256_mul_epi32(left, right));
    }

    #[target_feature(enable = "avx2")]
    fn total(&self) -> i64 {
        let all = _mm256_add_epi64(self.even, self.odd);
        let half = _mm_add_epi64(_mm256_castsi256_si128(all), _mm256_extracti128_si256::<1>(all));
        _mm_cvtsi128_si64(_mm_add_epi64(half, _mm_unpackhi_epi64(half, half)))
    }
}

#[cfg(test)]
mod tests {
    use super::{dot_forward, dot_reversed, is_available};

    #[test]
    fn dot_products_match_scalar_arithmetic() {
        if !is_available() {
            return;
        }
        let word = |at: i32| (at.wrapping_mul(0x1234_5679) ^ at << 13) >> 8;
        let left: Vec<i32> = (0..300).map(word).chain([-1 << 23; 4]).collect();
        let right: Vec<i32> = (300..600).map(word).chain([-1 << 23; 4]).collect();
        for count in (0..70).chain([256, 304]) {
            let products = |at: &dyn Fn(usize) -> usize| -> i64 {
                (0..count).map(|i| i64::from(left[i]) * i64::from(right[at(i)])).sum()
            };
            let mut sums = [0; 2];
            // SAFETY: there are so many words.
            unsafe {
                dot_forward(left.as_ptr(), right.as_ptr(), count, &raw mut sums[0]);
                dot_reversed(left.as_ptr(), &raw const right[303], count, &raw mut sums[1]);
            }
            assert_eq!(sums, [products(&|i| i), products(&|i| 303 - i)], "{count} products");
        }
    }
}
