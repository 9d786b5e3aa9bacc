use super::{
    FE, IDLE, ILIE, OR, PE, R8, RCM, RDRF, RE, RIE, RWU, SBK, SSFTD, Sci, SciFrame, SciSentKind, TCM, TDRE, TE, TIE,
    TMIE, TRNE, WAKE,
};
use crate::peripherals::bit_clock::BitClock;
use crate::peripherals::serial::SerialInterface;

const SYNCHRONOUS: u16 = 0;
const TEN_BITS: u16 = 2;
const EVEN: u16 = 4;
const ODD: u16 = 5;
const MULTIDROP: u16 = 6;
/// Clocks of a bit with SCCR = 0.
const BIT: u64 = 64;

fn running(scr: u16) -> Sci {
    let mut sci = Sci::default();
    sci.reset(0);
    sci.write_scr(scr, 0).expect("defined");
    sci.select(true, 0).expect("defined");
    sci
}

fn advance(sci: &mut Sci, clock: u64) {
    while sci.next_event() <= clock {
        let at = sci.next_event();
        sci.advance(at);
    }
}

fn sent(sci: &mut Sci) -> Vec<(u64, SciSentKind, u8)> {
    sci.line.sent.drain(..).map(|sent| (sent.clock, sent.kind, sent.data)).collect()
}

fn byte(data: u8) -> SciFrame {
    SciFrame { data, ..SciFrame::default() }
}

fn feed(sci: &mut Sci, frames: impl IntoIterator<Item = SciFrame>, now: u64) {
    sci.line.incoming.extend(frames);
    sci.kick(now);
}

#[test]
fn a_preamble_comes_first_then_data() {
    let mut sci = running(TEN_BITS | TE);
    assert_eq!(sci.status, TDRE);
    sci.write_stx(0x41, false, 10);
    assert_eq!(sci.status, 0);
    advance(&mut sci, 11 * BIT);
    assert_eq!(sent(&mut sci), [(11 * BIT, SciSentKind::Preamble, 0xFF)]);
    // TDRE: two cycles of the 16x clock into the first data bit (UM 11-19).
    advance(&mut sci, 12 * BIT + 7);
    assert_eq!(sci.status, 0);
    advance(&mut sci, 12 * BIT + 8);
    assert_eq!(sci.status, TDRE);
    advance(&mut sci, 21 * BIT - 1);
    assert_eq!(sci.status, TDRE);
    advance(&mut sci, 21 * BIT);
    assert_eq!(sci.status, TDRE | TRNE);
    assert_eq!(sent(&mut sci), [(21 * BIT, SciSentKind::Data, 0x41)]);
}

#[test]
fn an_idle_transmitter_starts_two_to_four_bits_after_stx() {
    for written in [2000, 2047, 2048] {
        let mut sci = running(TEN_BITS | TE);
        advance(&mut sci, 2000);
        sci.write_stx(1, false, written);
        let delay = sci.transmit.start - written;
        assert!((2 * BIT..=4 * BIT).contains(&delay), "{delay}");
    }
}

#[test]
fn bytes_written_in_time_follow_each_other() {
    let mut sci = running(TEN_BITS | TE);
    sci.write_stx(1, false, 0);
    advance(&mut sci, 13 * BIT);
    sci.write_stx(2, false, 13 * BIT);
    advance(&mut sci, 40 * BIT);
    assert_eq!(sent(&mut sci).iter().map(|s| s.0 / BIT).collect::<Vec<_>>(), [11, 21, 31]);
}

#[test]
fn te_toggled_sends_a_preamble_behind_the_character() {
    let mut sci = running(EVEN | TE);
    sci.write_stx(7, false, 0);
    advance(&mut sci, 14 * BIT);
    sci.write_scr(EVEN, 14 * BIT).expect("defined");
    sci.write_scr(EVEN | TE, 14 * BIT + 4).expect("defined");
    sci.write_stx(8, false, 15 * BIT);
    advance(&mut sci, 60 * BIT);
    let kinds: Vec<_> = sent(&mut sci).into_iter().map(|s| (s.0 / BIT, s.1)).collect();
    let (data, ones) = (SciSentKind::Data, SciSentKind::Preamble);
    assert_eq!(kinds, [(12, ones), (23, data), (34, ones), (45, data)]);
}

#[test]
fn te_off_keeps_the_byte_in_stx() {
    let mut sci = running(TEN_BITS);
    sci.write_stx(7, false, 0);
    advance(&mut sci, 100 * BIT);
    assert_eq!((sci.status & TDRE, sent(&mut sci).len()), (0, 0));
}

#[test]
fn breaks_repeat_while_sbk_is_set_and_end_with_a_high_bit() {
    let mut sci = running(TEN_BITS | TE);
    advance(&mut sci, 20 * BIT);
    sent(&mut sci);
    sci.write_scr(TEN_BITS | TE | SBK, 20 * BIT).expect("defined");
    advance(&mut sci, 35 * BIT);
    sci.write_stx(0x55, false, 35 * BIT);
    sci.write_scr(TEN_BITS | TE, 35 * BIT).expect("defined");
    advance(&mut sci, 80 * BIT);
    let (zeros, data) = (SciSentKind::Break, SciSentKind::Data);
    let kinds: Vec<_> = sent(&mut sci).into_iter().map(|s| (s.0 / BIT, s.1)).collect();
    assert_eq!(kinds, [(31, zeros), (41, zeros), (52, data)]);
}

#[test]
fn reception_sets_rdrf_in_the_middle_of_the_stop_bit() {
    let mut sci = running(TEN_BITS | RE | RIE);
    feed(&mut sci, [byte(0x41)], 0);
    advance(&mut sci, 1 + 9 * BIT + 31);
    assert_eq!(sci.status & RDRF, 0);
    advance(&mut sci, 1 + 9 * BIT + 32);
    assert_eq!(sci.status & RDRF, RDRF);
    assert!(sci.receive_interrupt(false) && !sci.receive_interrupt(true));
    assert_eq!(sci.read_srx(8), 0x4100);
    assert_eq!(sci.status & RDRF, 0);
}

#[test]
fn errors_are_cleared_by_ssr_then_srx() {
    for (format, frame, flag) in [
        (EVEN, SciFrame { bad_parity: true, ..byte(3) }, PE),
        (ODD, SciFrame { bad_parity: true, ..byte(3) }, PE),
        (TEN_BITS, SciFrame { bad_stop: true, ..byte(3) }, FE),
    ] {
        let mut sci = running(format | RE | RIE);
        feed(&mut sci, [frame], 0);
        advance(&mut sci, 12 * BIT);
        assert_eq!(sci.status & (OR | PE | FE | RDRF), flag | RDRF);
        assert!(sci.receive_interrupt(true) && !sci.receive_interrupt(false));
        sci.read_srx(0);
        assert_eq!(sci.status & (flag | RDRF), flag);
        sci.read_status();
        sci.read_srx(0);
        assert_eq!(sci.status & flag, 0);
    }
    let mut sci = running(TEN_BITS | RE);
    feed(&mut sci, [SciFrame { bad_parity: true, ..byte(3) }], 0);
    advance(&mut sci, 12 * BIT);
    assert_eq!(sci.status & PE, 0);
}

#[test]
fn an_overrun_loses_the_new_byte_and_hides_other_errors() {
    let mut sci = running(EVEN | RE);
    feed(&mut sci, [SciFrame { bad_parity: true, ..byte(1) }, SciFrame { bad_parity: true, ..byte(2) }], 0);
    advance(&mut sci, 30 * BIT);
    assert_eq!(sci.status & (OR | PE | RDRF), OR | RDRF);
    sci.read_status();
    assert_eq!(sci.read_srx(0), 1);
    assert_eq!(sci.status & (OR | RDRF), 0);
}

#[test]
fn a_framing_error_inhibits_transfers() {
    let mut sci = running(TEN_BITS | RE);
    feed(&mut sci, [SciFrame { bad_stop: true, ..byte(1) }, byte(2)], 0);
    advance(&mut sci, 12 * BIT);
    sci.read_srx(0);
    advance(&mut sci, 30 * BIT);
    assert_eq!(sci.status & (FE | RDRF), FE);
}

#[test]
fn an_idle_line_is_ten_or_eleven_ones() {
    for (format, bits) in [(TEN_BITS, 10), (ODD, 11)] {
        let mut sci = running(format | RE | ILIE);
        advance(&mut sci, bits * BIT - 1);
        assert_eq!(sci.status & IDLE, 0);
        advance(&mut sci, bits * BIT);
        assert_eq!(sci.status & IDLE, IDLE);
        // No character yet: no interrupt (UM 11-17).
        assert!(!sci.idle_interrupt());
    }
    let mut sci = running(TEN_BITS | RE | ILIE);
    feed(&mut sci, [byte(0x7F)], 0);
    advance(&mut sci, 1);
    // The last zero is bit 8 of the character; ten ones end in the middle of bit 18.
    advance(&mut sci, 1 + 18 * BIT + 31);
    assert_eq!(sci.status & IDLE, 0);
    advance(&mut sci, 1 + 18 * BIT + 32);
    assert!(sci.idle_interrupt());
    feed(&mut sci, [byte(0)], 30 * BIT);
    advance(&mut sci, 31 * BIT);
    assert_eq!(sci.status & IDLE, 0);
}

#[test]
fn a_character_begins_at_its_clock_though_another_has_just_left() {
    let mut sci = running(TEN_BITS | TE | RE);
    // The preamble ends at this clock.
    feed(&mut sci, [SciFrame { not_before: Some(11 * BIT), ..byte(0) }], 0);
    advance(&mut sci, 11 * BIT);
    assert_eq!(sent(&mut sci), [(11 * BIT, SciSentKind::Preamble, 0xFF)]);
    assert!(sci.line.incoming.is_empty());
    advance(&mut sci, 20 * BIT + 31);
    assert_eq!(sci.status & RDRF, 0);
    advance(&mut sci, 20 * BIT + 32);
    assert_eq!(sci.status & RDRF, RDRF);
}

#[test]
fn wake_up_by_address() {
    let mut sci = running(MULTIDROP | RE | WAKE | RWU);
    feed(&mut sci, [byte(1), SciFrame { address: true, ..byte(2) }, byte(3)], 0);
    advance(&mut sci, 12 * BIT);
    assert_eq!(sci.status & RDRF, 0);
    advance(&mut sci, 23 * BIT);
    assert_eq!((sci.status & (RDRF | R8), sci.scr & RWU), (RDRF | R8, 0));
    assert_eq!(sci.read_srx(0), 2);
    advance(&mut sci, 34 * BIT);
    assert_eq!((sci.status & (RDRF | R8), sci.read_srx(0)), (RDRF, 3));
    // Without the ninth bit the last data bit marks an address (UM 11-15).
    let mut sci = running(TEN_BITS | RE | WAKE | RWU);
    feed(&mut sci, [byte(0x7F), byte(0x80)], 0);
    advance(&mut sci, 30 * BIT);
    assert_eq!(sci.read_srx(0), 0x80);
}

#[test]
fn wake_up_by_an_idle_line() {
    let mut sci = running(TEN_BITS | RE | RWU);
    let later = SciFrame { not_before: Some(40 * BIT), ..byte(5) };
    feed(&mut sci, [byte(1), byte(2), later], 0);
    advance(&mut sci, 25 * BIT);
    assert_eq!(sci.status & RDRF, 0);
    assert_eq!(sci.scr & RWU, RWU);
    advance(&mut sci, 52 * BIT);
    assert_eq!((sci.scr & RWU, sci.read_srx(0)), (0, 5));
}

#[test]
fn directions_of_shifting() {
    let mut sci = running(TEN_BITS | RE | TE | SSFTD);
    sci.write_stx(0x13, false, 0);
    feed(&mut sci, [byte(0x13)], 0);
    advance(&mut sci, 25 * BIT);
    assert_eq!(sent(&mut sci)[1].2, 0xC8);
    assert_eq!(sci.srx, 0xC8);
}

#[test]
fn a_synchronous_master_clocks_bytes_both_ways() {
    let mut sci = running(SYNCHRONOUS | TE | RE);
    assert_eq!(sci.status, TDRE | TRNE);
    sci.line.incoming.extend([byte(0x81), byte(0x82)]);
    sci.write_stx(0x55, false, 1);
    // The next bit clock, two bits later: TDRE in the middle of the second bit, at most 5.5 bits after (UM 11-19).
    advance(&mut sci, 24 + 11);
    assert_eq!(sci.status & TDRE, 0);
    advance(&mut sci, 24 + 12);
    assert_eq!(sci.status & TDRE, TDRE);
    sci.write_stx(0x66, false, 24 + 52);
    advance(&mut sci, 24 + 60);
    assert_eq!(sci.read_srx(0), 0x81);
    advance(&mut sci, 24 + 100);
    sci.write_stx(0x77, false, 24 + 64 + 53);
    advance(&mut sci, 1000);
    let ends: Vec<_> = sent(&mut sci).into_iter().map(|s| (s.0, s.2)).collect();
    assert_eq!(ends, [(88, 0x55), (152, 0x66), (152 + 16 + 64, 0x77)]);
}

#[test]
fn a_synchronous_slave_goes_with_the_clock_outside() {
    let mut sci = running(SYNCHRONOUS | TE | RE);
    sci.line.clock = BitClock::new(10, 1);
    sci.write_sccr(TCM | RCM, 0).expect("defined");
    sci.write_stx(0x11, false, 0);
    advance(&mut sci, 500);
    assert_eq!(sci.status & TDRE, 0);
    feed(&mut sci, [byte(0xA1), byte(0xA2)], 500);
    advance(&mut sci, 1000);
    // No new byte came: the first is sent again (UM 11-35).
    assert_eq!(sent(&mut sci).into_iter().map(|s| s.2).collect::<Vec<_>>(), [0x11, 0x11]);
    assert_eq!((sci.srx, sci.status & OR), (0xA1, OR));
}

#[test]
fn the_timer_runs_without_pins() {
    let mut sci = Sci::default();
    sci.reset(0);
    sci.write_sccr(0x2001, 100).expect("defined");
    sci.write_scr(TMIE, 5000).expect("defined");
    // fosc / (64 x 8 x 2): timeouts at 100 + k x 1024.
    assert_eq!(sci.next_event(), 100 + 5 * 1024);
    advance(&mut sci, 100 + 5 * 1024);
    assert!(sci.timer_interrupt());
    sci.write_scr(0, 6000).expect("defined");
    assert!(!sci.timer_interrupt());
}

#[test]
fn reserved_formats_are_refused() {
    for format in [1, 3, 7] {
        let mut sci = running(0);
        assert!(sci.write_scr(format | TE, 0).is_err());
    }
    let mut sci = running(0);
    sci.write_sccr(TCM, 0).expect("nothing enabled");
    assert!(sci.write_scr(TE, 0).is_err());
}

#[test]
fn resets() {
    let mut sci = running(TEN_BITS | TE | RE | TIE);
    feed(&mut sci, [byte(9)], 0);
    sci.write_stx(3, true, 0);
    advance(&mut sci, 5000);
    sci.select(false, 5000).expect("defined");
    assert_eq!((sci.status, sci.next_event()), (TDRE | TRNE, u64::MAX));
    assert!(sci.transmit_interrupt());
    assert_eq!(sci.scr, TEN_BITS | TE | RE | TIE);
    sci.reset(5000);
    assert_eq!((sci.scr, sci.sccr, sci.stx), (0, 0, 3));
}
