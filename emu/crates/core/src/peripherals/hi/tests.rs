use super::{HM, HostInterface, INIT, RREQ, TREQ};

fn running() -> HostInterface {
    HostInterface { enabled: true, ..HostInterface::default() }
}

#[test]
fn dma_words_of_24_16_and_8_bits_go_to_the_dsp() {
    for (mode, bytes, word) in [(1, vec![1, 2, 3], 0x010203), (2, vec![4, 5], 0x000405), (3, vec![6], 0x000006)] {
        let mut hi = running();
        hi.host_write(0, INIT | mode << 5 | TREQ);
        assert_eq!((hi.icr & INIT, hi.counter, hi.hreq()), (0, mode, true));
        for byte in bytes {
            assert!(hi.txde);
            hi.acknowledge_write(byte);
        }
        assert_eq!((hi.hrdf, hi.hrx, hi.counter, hi.txde), (true, word, mode, true));
    }
}

#[test]
fn dma_words_come_from_the_dsp() {
    let mut hi = running();
    hi.host_write(0, INIT | 1 << 5 | RREQ);
    assert!(!hi.hreq());
    hi.dsp_write(0x112233);
    hi.dsp_write(0x445566);
    assert!(hi.hreq() && !hi.htde);
    let bytes: Vec<_> = (0..6).map(|_| hi.acknowledge_read()).collect();
    assert_eq!(bytes, [0x11, 0x22, 0x33, 0x44, 0x55, 0x66].map(Some));
    assert!(!hi.hreq() && hi.htde);
}

#[test]
fn a_new_mode_without_init_leaves_the_counter() {
    let mut hi = running();
    hi.host_write(0, 3 << 5 | TREQ);
    // Counter 0 selects the unused register $4, then all three bytes (UM 10-23).
    for byte in [9, 1, 2, 3] {
        assert!(!hi.hrdf);
        hi.acknowledge_write(byte);
    }
    assert_eq!((hi.hrx, hi.counter), (0x010203, 3));
}

#[test]
fn init_within_a_word_is_over_in_bounded_time() {
    // UM 10-61: 6 T at most, whatever HACK does.
    let mut hi = running();
    hi.host_write(0, INIT | 1 << 5 | TREQ);
    hi.acknowledge_write(1);
    hi.host_write(0, INIT | 3 << 5 | TREQ);
    assert_eq!((hi.host_read(0) & (INIT | HM), hi.counter), (3 << 5, 3));
}

#[test]
fn the_vector_byte_answers_an_interrupt_request() {
    let mut hi = running();
    hi.host_write(3, 0x42);
    assert_eq!(hi.acknowledge_read(), None);
    hi.host_write(0, TREQ);
    assert_eq!(hi.acknowledge_read(), Some(0x42));
    hi.enabled = false;
    assert_eq!(hi.acknowledge_read(), None);
}

#[test]
fn stop_holds_the_interface_in_reset() {
    let mut hi = running();
    hi.stopped = true;
    hi.individual_reset();
    hi.host_write(0, 0x18);
    hi.host_write(7, 1);
    assert_eq!((hi.host_read(0), hi.host_read(2)), (0, 6));
    hi.dsp_write(5);
    assert!(hi.htde);
}
