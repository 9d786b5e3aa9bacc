; SPDX-License-Identifier: MIT
; Primes for RSA keys as user commands, for banks of 32K words: the start comes from the card's noise, the search is
; done in steps with a bounded number of clocks. The first step erases the key of RSA_LOAD.

prime_bytes             equ     USER_DATA       ; number of bytes of the prime in search, 0: no search
prime_words             equ     USER_DATA+1
prime_candidate         equ     USER_DATA+2     ; plain words, up to 22
PRIME_AREA              equ     USER_DATA+24    ; up to USER_DATA_END
PRIME_LIST              equ     rsa_list
MIN_PRIME               equ     8               ; minimum number of bytes
MAX_PRIME               equ     64
PRIME_SIEVED            equ     64              ; maximum number of candidates in the sieve of a step

; PRIME_BEGIN: generates the start of a search for a prime from noise; the argument is the number of its bytes, 8 to 64.
; The command ignores the received bytes and leaves zeros.
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
        move    #>noise_output,r0               ; contains bytes of the prime
        rep     #16
        move    a1,x:(r0)+
; Set two bits at the top, so that a product of two primes has twice as many bits; make the number 3 modulo 4.
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
; Convert the bytes to words at the same address: (bytes + 3) / 3 words.
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
; Get the number of bases of the test for this number of bytes (dsp56k/lib/bignum/keygen.py).
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

; PRIME_SEARCH: sieves the next candidates until no small prime divides one of them, and tests this one; the argument is
; that of PRIME_BEGIN. The command leaves the prime, or zeros if it has not found one; then the search needs more
; commands.
command_61
        move    x:prime_bytes,a
        tst     a               #>NO_KEY,b
        jeq     _refused
        cmp     x0,a
        jne     _refused
        move    x:checks,b
        jclr    #CHECK_STATE,b1,_state
        move    x:rsa_one,a                     ; checksums exist only for loaded keys
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
; Convert the words to bytes.
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
; Erase everything that reveals the prime: residues, the key of the test, the random bytes.
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

; Stores the candidate for the next step, and erases the data buffer with the candidate and all intermediate values.
; In: X:rsa_data the candidate, X:prime_words words.
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
        move    a1,x:md2_ready                  ; S is no longer in internal X
        rts

; Minimum number of bytes for a number of bases, the longest primes first
prime_bases
        dc      57,6,50,7,44,8,38,9,32,12,25,15,19,18,0,27

        include 'bignum/prime.asm'

; Value at the start: no candidate
        org     x:prime_bytes
        dc      0
        org     p:
