//! Dot products by AVX2 instructions, for x86-64.
//!
//! Words are sign-extended to 32 bits in memory; a vector has eight of them. Even and odd lanes are multiplied
//! separately, because AVX2 multiplies the even lanes of two vectors to 64 bits.
#![allow(unsafe_code, reason = "vector loads from arrays that compiled code refers to")]

use std::arch::x86_64::{
    __m256i, _mm_add_epi64, _mm_cvtsi128_si64, _mm_unpackhi_epi64, _mm256_add_epi64, _mm256_castsi256_si128,
    _mm256_cmpgt_epi32, _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_maskload_epi32, _mm256_mul_epi32,
    _mm256_permutevar8x32_epi32, _mm256_set1_epi32, _mm256_setr_epi32, _mm256_setzero_si256, _mm256_srli_epi64,
};

/// Words of a vector of 256 bits.
const LANES: usize = 8;

/// Returns true if the host has AVX2.
pub(crate) fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
}

/// Stores the sum of `count` products of two arrays, both read upwards, to `total`.
///
/// # Safety
///
/// `left` and `right` must refer to at least `count` words of 24 bits, `total` must be valid for a write, and the
/// host must have AVX2.
#[target_feature(enable = "avx2")]
pub(crate) unsafe extern "C" fn dot_forward(left: *const i32, right: *const i32, count: usize, total: *mut i64) {
    let mut products = DotProduct::new();
    let vectorized = count - count % LANES;
    for at in (0..vectorized).step_by(LANES) {
        // SAFETY: both arrays have at least `at + LANES` words.
        let (left, right) = unsafe { (load_lanes(left.add(at)), load_lanes(right.add(at))) };
        products.add(left, right);
    }
    let mask = first_lanes(count - vectorized);
    // SAFETY: a masked load does not access the lanes that the mask excludes.
    let (left, right) = unsafe {
        (_mm256_maskload_epi32(left.add(vectorized), mask), _mm256_maskload_epi32(right.add(vectorized), mask))
    };
    products.add(left, right);
    // SAFETY: the caller guarantees that `total` is valid.
    unsafe { *total = products.total() }
}

/// Stores the sum of `count` products of two arrays to `total`: the first is read upwards, the second downwards.
///
/// # Safety
///
/// As for `dot_forward`, but `right` must refer to the last of `count` words.
#[target_feature(enable = "avx2")]
pub(crate) unsafe extern "C" fn dot_reversed(left: *const i32, right: *const i32, count: usize, total: *mut i64) {
    let mut products = DotProduct::new();
    let vectorized = count - count % LANES;
    let last = right.wrapping_sub(LANES - 1);
    for at in (0..vectorized).step_by(LANES) {
        // SAFETY: both arrays have `LANES` words at these positions.
        let (left, right) = unsafe { (load_lanes(left.add(at)), load_lanes(last.sub(at))) };
        products.add(left, reverse_lanes(right));
    }
    let mask = first_lanes(count - vectorized);
    // SAFETY: a masked load does not access the lanes that the mask excludes.
    let (left, right) = unsafe {
        (
            _mm256_maskload_epi32(left.add(vectorized), mask),
            _mm256_maskload_epi32(last.wrapping_sub(vectorized), reverse_lanes(mask)),
        )
    };
    products.add(left, reverse_lanes(right));
    // SAFETY: the caller guarantees that `total` is valid.
    unsafe { *total = products.total() }
}

/// Loads a vector.
///
/// # Safety
///
/// `words` must refer to at least `LANES` words.
#[target_feature(enable = "avx2")]
unsafe fn load_lanes(words: *const i32) -> __m256i {
    // SAFETY: the caller guarantees that the words exist.
    unsafe { _mm256_loadu_si256(words.cast()) }
}

/// Returns a mask of the first `count` lanes.
#[target_feature(enable = "avx2")]
fn first_lanes(count: usize) -> __m256i {
    _mm256_cmpgt_epi32(_mm256_set1_epi32(count as i32), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7))
}

/// Reverses the order of the lanes.
#[target_feature(enable = "avx2")]
fn reverse_lanes(words: __m256i) -> __m256i {
    _mm256_permutevar8x32_epi32(words, _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0))
}

/// Sum of products, by lane.
struct DotProduct {
    /// Sums of the products of lanes 0, 2, 4 and 6.
    even: __m256i,
    /// Sums of the products of lanes 1, 3, 5 and 7.
    odd: __m256i,
}

impl DotProduct {
    /// Creates an empty sum.
    #[target_feature(enable = "avx2")]
    fn new() -> Self {
        Self { even: _mm256_setzero_si256(), odd: _mm256_setzero_si256() }
    }

    /// Adds the products of eight pairs of words.
    #[target_feature(enable = "avx2")]
    fn add(&mut self, left: __m256i, right: __m256i) {
        self.even = _mm256_add_epi64(self.even, _mm256_mul_epi32(left, right));
        let (left, right) = (_mm256_srli_epi64::<32>(left), _mm256_srli_epi64::<32>(right));
        self.odd = _mm256_add_epi64(self.odd, _mm256_mul_epi32(left, right));
    }

    /// Returns the sum of all lanes.
    #[target_feature(enable = "avx2")]
    fn total(&self) -> i64 {
        let all = _mm256_add_epi64(self.even, self.odd);
        let half = _mm_add_epi64(_mm256_castsi256_si128(all), _mm256_extracti128_si256::<1>(all));
        _mm_cvtsi128_si64(_mm_add_epi64(half, _mm_unpackhi_epi64(half, half)))
    }
}
