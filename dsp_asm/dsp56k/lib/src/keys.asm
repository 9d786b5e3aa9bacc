; SPDX-License-Identifier: MIT
; Primes for RSA keys as commands of a user's own, for banks of 32K words: the start from the card's noise,
; the search in steps, each of which has a most of clocks. The key of RSA_LOAD is lost with the first.

prime_bytes             equ     USER_DATA       ; of the prime that is looked for; 0: of none
prime_words             equ     USER_DATA+1
prime_candidate         equ     USER_DATA+2     ; plain words, up to 22
PRIME_AREA              equ     USER_DATA+24    ; up to USER_DATA_END
PRIME_LIST              equ     rsa_list
MIN_PRIME               equ     8               ; bytes
MAX_PRIME               equ     64
PRIME_SIEVED            equ     64              ; candidates that a step sieves at most

; PRIME_BEGIN: bytes of the prime, 8 to 64: a start of so many, from noise; the bytes that come count for
; nothing, and zeros are left.
command_60
        clr     b               #>MIN_PRIME,x1
        move    x0,a
        cmp     x1,a            #>MAX_PRIME,x1
        jlt     bad_parameter
        cmp     x1,a            b1,x:prime_bytes
        jgt     bad_parameter
        jsr     noise_bytes
        tst     a
        jne     return
        move    #>noise_output,r0               ; of the prime
        rep     #16
        move    a1,x:(r0)+
; two bits at the top, so that a product of two primes has twice as many; 3 modulo 4
        move    #>data_buffer,r0
        move    x:argument,n0
        move    #>3,x0
        move    x:(r0),a
        or      x0,a            #>$C0,x0
        move    a1,x:(r0)+n0
        move    r0,r1
        clr     a               (r0)-
        move    a1,x:(r1)+
        move    a1,x:(r1)+
        move    a1,x:(r1)+
        move    x:(r0),a
        or      x0,a
        move    a1,x:(r0)
; the bytes as words, at the same address: (bytes + 3) / 3 of them
        move    #0,r2
        move    n0,a
        move    #>3,x0
_words
        sub     x0,a            (r2)+
        jpl     _words
        move    r2,x:prime_words
        move    #>data_buffer,r0
        move    r0,r1
        move    #>$80,y0
        move    #>$8000,y1
        do      r2,_packed
        move    x:(r0)+,a
        move    x:(r0)+,x0
        mpy     x0,y0,b         x:(r0)+,x0
        mac     x0,y1,b
        move    b0,x0
        add     x0,a
        move    a1,x:(r1)+
_packed
        move    x:prime_words,x0
        jsr     prime_begin
; bases of the test, by the bytes (dsp56k/lib/bignum/keygen.py)
        move    #>prime_bases,r0
        move    x:argument,a
_row
        movem   p:(r0)+,x0
        movem   p:(r0)+,x1
        cmp     x0,a
        jlt     _row
        move    x1,x:PRIME_BASES
        move    a1,x:prime_bytes
        jmp     prime_keep

; PRIME_SEARCH: the same bytes: the next candidates, to one that no small prime divides, and its test.
; It leaves zeros if it was not a prime, and more commands must follow; or the prime.
command_61
        move    x:prime_bytes,a
        tst     a               #>NO_KEY,b
        jeq     _refused
        cmp     x0,a
        jne     _refused
        move    x:checks,b
        jclr    #CHECK_STATE,b1,_state
        move    x:rsa_one,a                     ; sums are of keys that were loaded
        move    x:rsa_two,x0
        or      x0,a
        jeq     _state
        verify  state_rsa,sum_rsa_state
_state
        clr     a               #>prime_candidate,r0
        move    a1,x:rsa_one
        move    #>rsa_data,r1
        move    x:prime_words,x1
        move    x1,x:<mp_size
        do      x1,_taken
        move    x:(r0)+,x0
        move    x0,x:(r1)+
_taken
        move    #>PRIME_SIEVED,r6
_candidate
        jsr     prime_sieve
        jne     _test
        jsr     prime_advance
        move    (r6)-
        move    r6,a
        tst     a
        jne     _candidate
        jsr     prime_keep
        jmp     _done
_test
        jsr     prime_test
        tst     a
        jeq     _found
        jsr     prime_advance
        jsr     prime_keep
        jmp     _done
_found
        jsr     prime_keep
        move    x:checks,b
        jclr    #CHECK_CONSTANTS,b1,_unchanged
        verify  constants_rsa_22,sum_rsa_22
_unchanged
; the words to bytes
        move    #>prime_candidate,r0
        move    #>data_buffer,r1
        move    #>255,x1
        move    x:prime_words,n0
        do      n0,_words_end
        move    x:(r0)+,a
        do      #3,_bytes_end
        move    a1,x0
        move    x1,a
        and     x0,a
        move    a1,x:(r1)+
        move    x0,a
        rep     #8
        lsr     a
        nop
_bytes_end
        nop
_words_end
; nothing stays that reveals it: residues, the key of the test, the random bytes
        clr     a               #>USER_DATA,r0
        rep     #USER_DATA_END-USER_DATA
        move    a1,x:(r0)+
        move    #>rsa_key,r0
        rep     #rsa_p-rsa_key
        move    a1,x:(r0)+
        move    #0,r0
        move    #0,r4
        do      #256,_done
        move    a1,x:(r0)+
        move    a1,y:(r4)+
_done
        take    state_rsa,sum_rsa_state
        clr     a
        rts
_refused
        move    b1,a
        rts

; The candidate to where it stays; the data buffer without it and all that was made of it.
; In: X:rsa_data X:prime_words words.
; Out: A = 0, the status OK.
; Changes: A X0 R0 R1
prime_keep
        move    #>rsa_data,r0
        move    #>prime_candidate,r1
        move    x:prime_words,x0
        do      x0,_kept
        move    x:(r0)+,x0
        move    x0,x:(r1)+
_kept
        clr     a               #>rsa_data,r0
        rep     #RSA_SCRATCH
        move    a1,x:(r0)+
        move    a1,x:md2_ready                  ; S is not in internal X any more
        rts

; Minimum bytes for a number of bases, the longest primes first.
prime_bases
        dc      57,6,50,7,44,8,38,9,32,12,25,15,19,18,0,27

        include 'bignum/prime.asm'

; A start leaves no candidate.
        org     x:prime_bytes
        dc      0
        org     p:
