//! Interrupt sources: vectors (UM 8-10), levels and precedence (UM 8-17 and 8-18).

use dsp56k_isa::{Priority, Source};

#[test]
fn a_source_has_a_vector_and_a_field_of_its_level() {
    use Source::{HostCommand, Irqa, Irqb, Nmi, SciTimer, Swi};
    assert_eq!([Nmi, Swi, Irqa, Irqb, SciTimer].map(Source::vector), [0x1E, 0x06, 0x08, 0x0A, 0x1C].map(Some));
    assert_eq!(HostCommand.vector(), None, "the host supplies it");
    assert_eq!([Nmi, Swi].map(Source::priority), [None; 2], "level 3 cannot be masked");
    assert_eq!([Irqa, Irqb, HostCommand, SciTimer].map(Source::priority), {
        use Priority::{HPL, IAL, IBL, SCL};
        [IAL, IBL, HPL, SCL].map(Some)
    });
}

#[test]
fn a_level_is_a_field_of_the_ipr() {
    // IRQB: bits 4 and 3, and bit 5 for an interrupt by the edge.
    assert_eq!((Priority::IBL.field(0x38) & 7, Priority::IBL.code(0x38)), (7, 3));
    assert_eq!((Priority::HPL.code(0x0800), Priority::SCL.code(0x4000), Priority::SSL.code(0xCFFF)), (2, 1, 0));
}

#[test]
fn sets_of_sources_are_in_the_order_of_precedence() {
    let bits: Vec<u32> = Source::ALL.iter().map(|source| source.bit()).collect();
    assert_eq!(bits, (0..Source::ALL.len()).map(|number| 1 << number).collect::<Vec<_>>());
    for priority in Priority::ALL.map(Some).into_iter().chain([None]) {
        let members = Source::ALL.into_iter().filter(|source| source.priority() == priority);
        assert_eq!(Source::with_priority(priority), members.map(Source::bit).sum::<u32>(), "{priority:?}");
    }
    assert_eq!(Source::first_of(Source::HostReceive.bit() | Source::HostTransmit.bit()), Some(Source::HostReceive));
    assert_eq!(Source::first_of(0), None);
}
