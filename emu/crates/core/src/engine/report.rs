//! The report of the JIT of a chip: `dsp.engine_report()`.

/// Why control has left compiled code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitReason {
    /// The region does not contain the next instruction, or a guard has failed.
    ControlFlow,
    /// The clock budget did not cover the next block.
    ClockBudget,
    /// An address was external and compiled code could not access it.
    ExternalAccess,
    /// The region is as large as it may be.
    SizeLimit,
    /// A fallback has changed the state that the region is specialised on, or has used up the clock budget.
    Fallback,
}

impl ExitReason {
    pub const COUNT: usize = 5;
    /// All reasons in the order of their numbers, with their names.
    pub const NAMES: [(Self, &'static str); Self::COUNT] = [
        (Self::ControlFlow, "control_flow"),
        (Self::ClockBudget, "clock_budget"),
        (Self::ExternalAccess, "external_access"),
        (Self::SizeLimit, "size_limit"),
        (Self::Fallback, "fallback"),
    ];
}

/// An installed region.
#[derive(Clone, Debug)]
pub struct RegionReport {
    /// The region's key in words.
    pub key: String,
    /// Address where the region begins.
    pub pc: u16,
    /// Lowest and highest address of its instructions.
    pub addresses: (u16, u16),
    /// Number of DSP instructions.
    pub instructions: usize,
    /// Host machine code, in bytes.
    pub size_bytes: usize,
    pub entries: u64,
    /// Instructions executed in it, those of fallbacks included.
    pub executed: u64,
    /// Exits by reason, in the order of `ExitReason::NAMES`.
    pub exits: [u64; ExitReason::COUNT],
}

/// Activity of the engine of a chip since the chip was created. The counts of compiled code are 0 without a JIT.
#[derive(Clone, Debug, Default)]
pub struct EngineReport {
    /// Installed regions, by the address where they begin. Evicted regions are not among them.
    pub regions: Vec<RegionReport>,
    /// Regions that this chip has compiled, and those that it has removed.
    pub compiled: u64,
    pub evicted: u64,
    /// Time spent compiling, in nanoseconds.
    pub compile_ns: u64,
    /// Instructions executed by compiled code and its fallbacks, in removed regions too.
    pub compiled_instructions: u64,
    /// Instructions executed by the interpreter, including iterations of a jump to itself that are only counted.
    pub interpreted_instructions: u64,
    /// Instructions executed by the interpreter at each address since `count_interpreted`, without those that have not
    /// been executed; `None` if they are not counted.
    pub interpreted: Option<Vec<(u16, u64)>>,
}
