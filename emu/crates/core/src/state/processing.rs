//! The processing states other than the normal one (UM 8-1).

/// The low-power state of the core.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sleep {
    Awake,
    Wait,
    Stop,
}

/// The low-power state and its end.
pub(crate) struct Processing {
    pub sleep: Sleep,
    /// The clock at which STOP or WAIT ends, if it is known; before that, the clock at which WAIT begins to arbitrate.
    pub wake_at: Option<u64>,
}

impl Processing {
    pub(crate) fn new() -> Self {
        Self { sleep: Sleep::Awake, wake_at: None }
    }
}
