//! Where execution is, and what was fetched for it beforehand.

/// Words of an instruction that was fetched before it executes: through the map as it was before a change (UM 8-2,
/// 3-12), or from what is no plain memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Prefetched {
    pub pc: u16,
    pub words: [u32; 2],
    pub external: [bool; 2],
}

/// The way of the program counter through one instruction.
#[derive(Default)]
pub(crate) struct Flow {
    pub pc: u16,
    /// Where execution continues after the present instruction.
    pub next_pc: u16,
    /// The present instruction has gone elsewhere than to the next word.
    pub jumped: bool,
}

/// What stands between program memory and the instruction at hand.
#[derive(Default)]
pub(crate) struct Fetch {
    /// The next instruction, if it was fetched beforehand.
    pub prefetched: Option<Prefetched>,
    /// The program word that the present instruction needs and that was never stored to, where that ends a run.
    pub unloaded: Option<u16>,
    /// Vectors, by half their address, whose second word has executed although it was never stored to.
    pub unloaded_vectors: u64,
    /// Program addresses written since the predecoder looked.
    pub code_writes: Vec<u16>,
}
