//! Dot products by plain loops, which LLVM vectorizes where the architecture always has vectors, as 64-bit ARM does.
#![allow(unsafe_code, reason = "arrays that compiled code refers to")]

/// Stores the sum of `count` products of two arrays, both read upwards, to `total`.
///
/// # Safety
///
/// `left` and `right` must refer to at least `count` words of 24 bits, and `total` must be valid for a write.
pub(crate) unsafe extern "C" fn dot_forward(left: *const i32, right: *const i32, count: usize, total: *mut i64) {
    // SAFETY: the caller guarantees the lengths of the arrays.
    let (left, right) = unsafe { (std::slice::from_raw_parts(left, count), std::slice::from_raw_parts(right, count)) };
    // SAFETY: the caller guarantees that `total` is valid.
    unsafe { *total = left.iter().zip(right).map(product).sum() }
}

/// Stores the sum of `count` products of two arrays to `total`: the first is read upwards, the second downwards.
///
/// # Safety
///
/// As for `dot_forward`, but `right` must refer to the last of `count` words.
pub(crate) unsafe extern "C" fn dot_reversed(left: *const i32, right: *const i32, count: usize, total: *mut i64) {
    let first = right.wrapping_add(1).wrapping_sub(count);
    // SAFETY: the caller guarantees the lengths of the arrays.
    let (left, right) = unsafe { (std::slice::from_raw_parts(left, count), std::slice::from_raw_parts(first, count)) };
    // SAFETY: the caller guarantees that `total` is valid.
    unsafe { *total = left.iter().zip(right.iter().rev()).map(product).sum() }
}

/// Returns the product of two words.
fn product((left, right): (&i32, &i32)) -> i64 {
    i64::from(*left) * i64::from(*right)
}
