use super::{GCK, MOD, RDF, RE, RFS, RIE, ROE, SCD0, SCD1, SCD2, SCKD, SHFD, SYN, Ssi, TDE, TE, TFS, TIE, TUE};
use crate::peripherals::bit_clock::BitClock;
use crate::peripherals::serial::SerialInterface;

/// Internal clock and frame sync, synchronous.
const MASTER: u16 = SYN | SCKD | SCD2;
const WORD_8: u16 = 0;
const WORD_16: u16 = 2 << 13;

fn running(cra: u16, crb: u16) -> Ssi {
    let mut ssi = Ssi::default();
    ssi.reset();
    ssi.write_cra(cra, 0).expect("defined");
    ssi.write_crb(crb, 0).expect("defined");
    ssi.select(true, 0).expect("defined");
    ssi
}

/// Runs all events up to `clock`.
fn advance(ssi: &mut Ssi, clock: u64) {
    while ssi.next_event() <= clock {
        let at = ssi.next_event();
        ssi.advance(at, 0);
    }
}

fn words(ssi: &mut Ssi) -> Vec<(u64, u8, Option<u32>)> {
    ssi.line.sent.drain(..).map(|sent| (sent.clock, sent.slot, sent.word)).collect()
}

#[test]
fn the_bit_clock_is_fosc_over_4_times_prescaler_and_modulus() {
    // UM 11-93. First slot one bit after the start, its end half a bit before the next.
    for (cra, bit) in [(0, 4), (0x001F, 128), (0x8000, 32), (0x80FF, 8192)] {
        let ssi = running(WORD_8 | cra, MASTER);
        assert_eq!(ssi.next_event(), bit);
    }
}

#[test]
fn a_normal_frame_moves_one_word_each_way() {
    let mut ssi = running(WORD_16, MASTER | TE | RE);
    ssi.write_tx(0x123456, 0);
    assert_eq!(ssi.status, 0);
    ssi.line.incoming.push_back(0xABCDEF);
    advance(&mut ssi, 3);
    assert_eq!(ssi.status, 0);
    advance(&mut ssi, 4);
    assert_eq!(ssi.status, TDE | TFS);
    advance(&mut ssi, 4 + 16 * 4 - 3);
    assert_eq!(ssi.status & RDF, 0);
    advance(&mut ssi, 4 + 16 * 4 - 2);
    assert_eq!(ssi.status, TDE | TFS | RDF | RFS);
    assert_eq!(words(&mut ssi), [(66, 0, Some(0x123400))]);
    assert_eq!(ssi.read_rx(), 0xABCD00);
    assert_eq!(ssi.status & RDF, 0);
}

#[test]
fn word_lengths_and_directions() {
    for (wl, expected, mirrored) in
        [(0, 0xAB0000, 0xD50000), (1, 0xABC000, 0x3D5000), (2, 0xABCD00, 0xB3D500), (3, 0xABCDE1, 0x87B3D5)]
    {
        for (shfd, word) in [(0, expected), (SHFD, mirrored)] {
            let mut ssi = running(wl << 13, MASTER | TE | RE | shfd);
            ssi.write_tx(0xABCDE1, 0);
            ssi.line.incoming.push_back(word);
            advance(&mut ssi, 4 + 24 * 4);
            assert_eq!(words(&mut ssi)[0].2, Some(word));
            assert_eq!(ssi.rx, expected);
        }
    }
}

#[test]
fn underrun_repeats_the_word_and_is_cleared_by_status_then_data() {
    let mut ssi = running(WORD_8, MASTER | TE | TIE);
    ssi.write_tx(0x110000, 0);
    advance(&mut ssi, 4);
    assert!(ssi.transmit_interrupt(false) && !ssi.transmit_interrupt(true));
    advance(&mut ssi, 4 + 32);
    assert_eq!(ssi.status & TUE, TUE);
    assert!(ssi.transmit_interrupt(true) && !ssi.transmit_interrupt(false));
    advance(&mut ssi, 4 + 64);
    assert_eq!(words(&mut ssi), [(34, 0, Some(0x110000)), (66, 0, Some(0x110000))]);
    ssi.write_tx(0x220000, 68);
    assert_eq!(ssi.status & TUE, TUE);
    ssi.read_status();
    ssi.write_tx(0x220000, 68);
    assert_eq!(ssi.status & (TUE | TDE), 0);
    assert!(!ssi.transmit_interrupt(true));
}

#[test]
fn overrun_keeps_the_older_word_and_is_cleared_by_status_then_data() {
    let mut ssi = running(WORD_8, MASTER | RE | RIE);
    ssi.line.incoming.extend([0x110000, 0x220000, 0x330000]);
    advance(&mut ssi, 36);
    assert!(ssi.receive_interrupt(false));
    advance(&mut ssi, 68);
    assert_eq!(ssi.status & ROE, ROE);
    assert!(ssi.receive_interrupt(true) && !ssi.receive_interrupt(false));
    assert_eq!(ssi.read_rx(), 0x110000);
    assert_eq!(ssi.status & (ROE | RDF), ROE);
    advance(&mut ssi, 100);
    ssi.read_status();
    assert_eq!(ssi.read_rx(), 0x330000);
    assert_eq!(ssi.status & (ROE | RDF), 0);
}

#[test]
fn normal_mode_has_one_word_in_dc_plus_one_word_times() {
    let mut ssi = running(WORD_8 | 2 << 8, MASTER | TE);
    advance(&mut ssi, 4 + 96 * 2 - 1);
    assert_eq!(words(&mut ssi).iter().map(|w| w.0).collect::<Vec<_>>(), [34, 130]);
    assert_eq!(ssi.status & TFS, 0);
    advance(&mut ssi, 4 + 96 * 2);
    assert_eq!(ssi.status & TFS, TFS);
}

#[test]
fn network_mode_counts_slots_and_leaves_out_those_of_tsr() {
    let mut ssi = running(WORD_8 | 2 << 8, MASTER | MOD | TE | RE);
    ssi.write_tx(0x010000, 0);
    advance(&mut ssi, 4);
    assert_eq!(ssi.status, TDE | TFS);
    ssi.write_tsr(10);
    advance(&mut ssi, 36);
    assert_eq!(ssi.status & (TDE | TFS), TDE);
    ssi.write_tx(0x030000, 40);
    advance(&mut ssi, 4 + 96);
    assert_eq!(words(&mut ssi), [(34, 0, Some(0x010000)), (66, 1, None), (98, 2, Some(0x030000))]);
    assert_eq!(ssi.status & TUE, TUE);
    // The word kept in RX is the first of the frame; the others overran it.
    assert_eq!(ssi.status & (RFS | ROE), RFS | ROE);
    ssi.read_status();
    ssi.read_rx();
    advance(&mut ssi, 4 + 96 + 32);
    ssi.read_rx();
    advance(&mut ssi, 4 + 96 + 64);
    assert_eq!(ssi.status & RFS, 0);
}

#[test]
fn enables_toggled_in_network_mode_wait_for_the_next_frame() {
    let mut ssi = running(WORD_8 | 2 << 8, MASTER | MOD | TE | RE);
    advance(&mut ssi, 10);
    ssi.write_crb(MASTER | MOD, 10).expect("defined");
    ssi.write_crb(MASTER | MOD | TE | RE, 11).expect("defined");
    advance(&mut ssi, 4 + 96 - 1);
    assert_eq!(words(&mut ssi).len(), 1);
    assert_eq!(ssi.status & (RDF | ROE), RDF);
    advance(&mut ssi, 4 + 96 + 32);
    assert_eq!(words(&mut ssi).len(), 1);
}

#[test]
fn a_transmitter_turned_off_keeps_its_word() {
    let mut ssi = running(WORD_8, MASTER);
    ssi.write_tx(0x550000, 0);
    advance(&mut ssi, 200);
    assert_eq!((ssi.status & TDE, words(&mut ssi).len()), (0, 0));
    ssi.write_crb(MASTER | TE, 200).expect("defined");
    advance(&mut ssi, 300);
    assert_eq!(words(&mut ssi)[0].2, Some(0x550000));
}

#[test]
fn on_demand_sends_when_there_is_a_word_with_two_bits_between() {
    let mut ssi = running(WORD_8, SCKD | GCK | MOD | TE);
    assert_eq!(ssi.next_event(), u64::MAX);
    ssi.write_tx(0x010000, 41);
    assert_eq!(ssi.next_event(), 44);
    advance(&mut ssi, 44);
    assert_eq!(ssi.status & TDE, TDE);
    ssi.write_tx(0x020000, 50);
    advance(&mut ssi, 44 + 40 - 1);
    assert_eq!(ssi.status & TDE, 0);
    advance(&mut ssi, 1000);
    assert_eq!(words(&mut ssi), [(74, 0, Some(0x010000)), (114, 0, Some(0x020000))]);
    assert_eq!(ssi.status & (TDE | TUE), TDE);
}

#[test]
fn an_spi_master_receives_with_what_it_sends() {
    let mut ssi = running(WORD_8, SYN | SCKD | GCK | MOD | TE | RE);
    ssi.line.incoming.push_back(0x5A0000);
    advance(&mut ssi, 500);
    assert_eq!(ssi.status & RDF, 0);
    ssi.write_tx(0, 500);
    advance(&mut ssi, 600);
    assert_eq!((ssi.status & RDF, ssi.rx), (RDF, 0x5A0000));
}

#[test]
fn an_external_gated_clock_moves_words_as_they_come() {
    let mut ssi = running(WORD_8, SYN | GCK | TE | RE);
    ssi.line.clock = BitClock::new(10, 1);
    ssi.start(0).expect("defined");
    ssi.write_tx(0x770000, 0);
    advance(&mut ssi, 1000);
    assert_eq!(ssi.status & TDE, 0);
    ssi.line.incoming.push_back(0x660000);
    ssi.kick(1000);
    advance(&mut ssi, 2000);
    assert_eq!(words(&mut ssi), [(1085, 0, Some(0x770000))]);
    assert_eq!(ssi.rx, 0x660000);
}

#[test]
fn sections_with_clocks_of_their_own_run_apart() {
    // SYN = 0: the transmitter internal, the receiver at an external clock and frame sync.
    let mut ssi = running(WORD_8, SCKD | SCD2 | TE | RE);
    ssi.line.clock = BitClock::new(15, 2);
    ssi.start(0).expect("defined");
    ssi.line.incoming.push_back(0x420000);
    advance(&mut ssi, 62);
    assert_eq!(ssi.status & RDF, 0);
    advance(&mut ssi, 63);
    assert_eq!((ssi.status & RDF, ssi.rx), (RDF, 0x420000));
    assert_eq!(words(&mut ssi)[0].0, 34);
}

#[test]
fn an_external_frame_sync_too_early_is_not_recognized() {
    // UM 11-105: frames of 8 bits against syncs every 6: every second one counts.
    let mut ssi = running(WORD_8, SYN | SCKD | TE);
    ssi.line.frame_bits = 6;
    ssi.start(0).expect("defined");
    advance(&mut ssi, 4 + 4 * 24);
    assert_eq!(words(&mut ssi).iter().map(|w| w.0).collect::<Vec<_>>(), [34, 82]);
}

#[test]
fn flags_go_out_with_the_data_and_come_in_at_the_first_bit() {
    let mut ssi = running(WORD_8, MASTER | SCD0 | TE | RE | 3);
    advance(&mut ssi, 4);
    assert_eq!(ssi.flags_out, 1);
    let mut ssi = running(WORD_8, MASTER | SCD1 | RE);
    ssi.advance(4, 3);
    ssi.advance(34, 0);
    assert_eq!(ssi.status & 3, 1);
}

#[test]
fn what_table_11_7_does_not_define_is_refused() {
    let mut ssi = Ssi::default();
    ssi.write_crb(MOD | GCK | SYN, 0).expect("not yet running");
    assert!(ssi.select(true, 0).is_err());
    ssi.write_cra(1 << 8, 0).expect_err("network mode with a gated clock");
}

#[test]
fn resets() {
    let mut ssi = running(WORD_8, MASTER | TE | RE | TIE);
    ssi.write_tx(0x123456, 0);
    advance(&mut ssi, 100);
    ssi.select(false, 100).expect("defined");
    assert_eq!((ssi.status, ssi.next_event()), (TDE, u64::MAX));
    assert_eq!(ssi.crb, MASTER | TE | RE | TIE);
    // UM 11-80: the enables are all it takes for an interrupt.
    assert!(ssi.transmit_interrupt(false));
    ssi.write_tx(0x654321, 100);
    assert_eq!(ssi.status, TDE);
    ssi.reset();
    assert_eq!((ssi.cra, ssi.crb, ssi.tx), (0, 0, 0x654321));
}
