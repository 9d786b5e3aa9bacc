//! The registers of the data ALU (UM 4-4 to 4-6).

/// Accumulators and input registers.
#[derive(Default)]
pub(crate) struct DataAlu {
    /// A and B, sign-extended from 56 bits.
    pub acc: [i64; 2],
    /// X0, X1, Y0, Y1, sign-extended from 24 bits.
    pub input: [i32; 4],
}
