//! The program counter, and words that are fetched in advance.

/// Words of an instruction that was fetched before it executes: through the previous memory map (UM 8-2, 3-12), or from
/// memory that is not plain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Prefetched {
    pub pc: u16,
    pub words: [u32; 2],
    pub external: [bool; 2],
}

/// The program counter during one instruction.
#[derive(Default)]
pub(crate) struct Flow {
    pub pc: u16,
    /// The address where execution continues after the current instruction.
    pub next_pc: u16,
    /// The current instruction has continued elsewhere than at the next word.
    pub jumped: bool,
}

/// The state between program memory and the current instruction.
#[derive(Default)]
pub(crate) struct Fetch {
    /// The next instruction, if it was fetched in advance.
    pub prefetched: Option<Prefetched>,
    /// The uninitialised program word that the current instruction needs, if that ends a run.
    pub unloaded: Option<u16>,
    /// Vectors, by half their address, whose uninitialised second word has executed.
    pub unloaded_vectors: u64,
    /// Program addresses written since the decode cache was last updated.
    pub code_writes: Vec<u16>,
}
