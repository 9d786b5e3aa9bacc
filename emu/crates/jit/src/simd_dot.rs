//! Dot products of 24-bit words, by vector instructions of the host.
//!
//! Batched loops call these helpers for long MAC loops. `avx2` has them for x86-64, `portable` for other hosts.
//!
//! Invariant: sums are exact. A product has 47 bits, so 64 bits hold 65,536 of them, the largest number of iterations
//! of a loop.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(any(test, not(target_arch = "x86_64")))]
mod portable;

#[cfg(target_arch = "x86_64")]
pub(crate) use avx2::{dot_forward, dot_reversed, is_available};
#[cfg(not(target_arch = "x86_64"))]
pub(crate) use portable::{dot_forward, dot_reversed};

/// Smallest number of products for which a call takes less time than the scalar loop, measured on x86-64 with `make
/// bench`. Any value is correct; other hosts have not been measured.
pub(crate) const MIN_SIMD_LENGTH: i64 = 32;

/// Returns true: the plain loops need no feature of the host.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn is_available() -> bool {
    true
}

#[cfg(test)]
mod tests {
    #![allow(unsafe_code, reason = "calls of the helpers, as compiled code makes them")]

    use super::portable;

    type Helper = unsafe extern "C" fn(*const i32, *const i32, usize, *mut i64);

    #[test]
    fn dot_products_match_scalar_arithmetic() {
        let portable: [Helper; 2] = [portable::dot_forward, portable::dot_reversed];
        let host: Option<[Helper; 2]> = super::is_available().then_some([super::dot_forward, super::dot_reversed]);
        let helpers: Vec<[Helper; 2]> = [portable].into_iter().chain(host).collect();
        let word = |at: i32| (at.wrapping_mul(0x1234_5679) ^ at << 13) >> 8;
        let left: Vec<i32> = (0..300).map(word).chain([-1 << 23; 4]).collect();
        let right: Vec<i32> = (300..600).map(word).chain([-1 << 23; 4]).collect();
        for (count, [forward, reversed]) in
            (0..70).chain([256, 304]).flat_map(|count| helpers.iter().map(move |pair| (count, pair)))
        {
            let products = |at: &dyn Fn(usize) -> usize| -> i64 {
                (0..count).map(|i| i64::from(left[i]) * i64::from(right[at(i)])).sum()
            };
            let mut sums = [0; 2];
            // SAFETY: the arrays have at least `count` words from and to these positions, and the host has AVX2 if its
            // helpers are listed.
            unsafe {
                forward(left.as_ptr(), right.as_ptr(), count, &raw mut sums[0]);
                reversed(left.as_ptr(), &raw const right[303], count, &raw mut sums[1]);
            }
            assert_eq!(sums, [products(&|i| i), products(&|i| 303 - i)], "{count} products");
        }
    }
}
