//! The processing states other than the normal one (UM 8-1).

/// What the core sleeps in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sleep {
    Awake,
    Wait,
    Stop,
}

/// The sleep and its end.
pub(crate) struct Processing {
    pub sleep: Sleep,
    /// When STOP or WAIT ends, if that is settled; before that, when WAIT begins to arbitrate.
    pub wake_at: Option<u64>,
}

impl Processing {
    pub(crate) fn new() -> Self {
        Self { sleep: Sleep::Awake, wake_at: None }
    }
}
