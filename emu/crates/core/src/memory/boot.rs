//! The bootstrap ROM of mode 1 (UM 3-11 to 3-13, 10-44 to 10-47): an original program with the documented behaviour.
//!
//! With bit 23 of P:$C000 set, 512 words are assembled from bytes at P:$C000-$C5FF, low byte first. With it clear, up
//! to 512 words come through the host interface; HF0 ends the load before HRDF is read. Either method sets OMR to 2,
//! clears the CCR and continues at P:$0000. R0 counts the words, R2 points to HSR, A1 holds the last word.

/// 32 words, repeated over P:$0000-$01FF in mode 1 (UM 3-11).
#[rustfmt::skip]
pub(crate) const BOOT_ROM: [u32; 32] = [
    0x62F400, 0x00FFE9, // $00  move #$ffe9,r2
    0x61F400, 0x00C000, // $02  move #$c000,r1
    0x300013,           // $04  clr a #0,r0
    0x07E18C,           // $05  movem p:(r1),a1
    0x0ACC17, 0x000013, // $06  jclr #23,a1,$13         host
    0x060082, 0x00000F, // $08  do #512,$10             512 words from bytes
    0x060380, 0x00000E, // $0A  do #3,$f
    0x07D98A,           // $0C  movem p:(r1)+,a2        the low eight bits count
    0x0608A0,           // $0D  rep #8
    0x200022,           // $0E  asr a                   into A1 from above
    0x07588C,           // $0F  movem a1,p:(r0)+        goes to the RAM below
    0x0502BA,           // $10  movec #2,omr
    0x0000B9,           // $11  andi #0,ccr
    0x0C0000,           // $12  jmp <0
    0x0AA020,           // $13  bset #0,x:<<$ffe0       the host interface on
    0x060082, 0x00001D, // $14  do #512,$1e
    0x0A6283, 0x00001A, // $16  jclr #3,x:(r2),$1a      HF0 ends the load
    0x00008C,           // $18  enddo
    0x0C0010,           // $19  jmp <$10
    0x0A6280, 0x000016, // $1A  jclr #0,x:(r2),$16      no word yet
    0x084C2B,           // $1C  movep x:<<$ffeb,a1
    0x07588C,           // $1D  movem a1,p:(r0)+
    0x0C0010,           // $1E  jmp <$10
    0x000000,           // $1F
];
