; SPDX-License-Identifier: MIT
; HMAC_DRBG with SHA-1 (SP 800-90A, 10.1.2), in constant time.
;
; The state is a key and a value, 20 bytes each. The states of SHA-1 after both blocks of a key are computed once.
; X:SHA1_KEY is used for a block of the key, or for a message of 21 bytes and the input with its padding; an input of
; the caller must be at another address.

        if      !@def(drbg_seed)
        if      !@exp(DRBG_STATE)
DRBG_STATE              equ     $0060           ; X: 40 words, the state
        endif
        if      !@exp(DRBG_PADS)
DRBG_PADS               equ     $0028           ; L: 10 words
        endif
DRBG_KEY                equ     DRBG_STATE      ; X: key, 20 bytes, one a word
DRBG_VALUE              equ     DRBG_STATE+20   ; X: value, 20 bytes, one a word

; Instantiates a new generator. Its seed consists of entropy, a nonce and any other bytes.
; In: X:(R5) the seed, a byte in each word; N6 number of bytes, not 0.
; Out: X:DRBG_STATE the state.
; Changes: A B X Y R0-R4 R6 R7 N0 N2 N4 N5 N7 M1 M4
drbg_seed
        clr     a               #>DRBG_KEY,r0
        move    #>1,x0
        rep     #20
        move    a1,x:(r0)+
        rep     #20
        move    x0,x:(r0)+

; Mixes new entropy into the state.
; In: X:(R5) the entropy and any other bytes, one in each word; N6 their number, not 0; X:DRBG_STATE the state.
; Out: X:DRBG_STATE the new state.
; Changes: A B X Y R0-R4 R6 R7 N0 N2 N4 N5 N7 M1 M4
drbg_reseed
        jsr     drbg_pads

; Updates the state by an input, so that earlier bytes cannot be computed from it.
; In: X:(R5) the input, a byte in each word; N6 number of bytes, or 0; X:DRBG_STATE, L:DRBG_PADS the state.
; Out: X:DRBG_STATE, L:DRBG_PADS the new state.
; Changes: A B X Y R0-R4 R6 R7 N0 N2 N4 N5 N7 M1 M4
drbg_update
        clr     a
        jsr     drbg_mix
        move    n6,a
        tst     a               #>1,a
        jne     drbg_mix
        rts

; Computes a new key from the value, a byte and the input, and a new value with that key.
; In: A1 the byte; X:(R5), N6 as for drbg_update.
; Out: X:DRBG_STATE, L:DRBG_PADS the new state.
; Changes: A B X Y R0-R4 R6 R7 N0 N2 N4 N5 N7 M1 M4
drbg_mix
        move    a1,r7
        jsr     drbg_message
        move    r7,x:(r1)+
        move    n6,a
        tst     a               #>21,x0
        jeq     _none
        move    r5,r0
        do      n6,_none
        move    x:(r0)+,x1
        move    x1,x:(r1)+
_none
        add     x0,a
        move    a1,n7
        jsr     drbg_hmac
        move    #>DRBG_KEY,r1
        jsr     drbg_copy_hmac
        jsr     drbg_pads

; Computes the next 20 bytes: replaces the value by its HMAC.
; In: X:DRBG_VALUE the value; L:DRBG_PADS the key.
; Out: X:DRBG_VALUE the bytes.
; Changes: A B X Y R0-R4 R6 R7 N0 N2 N4 N5 N7 M1 M4
; Clocks: 21112
drbg_value
        jsr     drbg_message
        move    #<20,n7
        jsr     drbg_hmac
        move    #>DRBG_VALUE,r1

; Copies an HMAC.
; In: X:SHA1_DIGEST the HMAC, R1 the address of the copy.
; Out: X:(R1) the HMAC; R1 behind it.
; Changes: X0 R0 R1
drbg_copy_hmac
        move    #>SHA1_DIGEST,r0

; Copies 20 bytes.
; In: X:(R0) the bytes, R1 the address of the copy.
; Out: X:(R1) the bytes; R0, R1 behind them.
; Changes: X0 R0 R1
drbg_copy
        do      #20,_end
        move    x:(r0)+,x0
        move    x0,x:(r1)+
_end
        rts

; Begins a message with the value.
; In: X:DRBG_VALUE the value.
; Out: X:SHA1_KEY the value; R1 behind it.
; Changes: X0 R0 R1
drbg_message
        move    #>DRBG_VALUE,r0
        move    #>SHA1_KEY,r1
        jmp     drbg_copy

; Computes the HMAC of a message (RFC 2104).
; In: X:SHA1_KEY the message; N7 number of bytes; L:DRBG_PADS the key.
; Out: X:SHA1_DIGEST the HMAC.
; Changes: A B X Y R0-R4 R6 R7 N0 N2 N4 N5 N7 M1 M4
drbg_hmac
        move    #>DRBG_PADS,r0
        jsr     drbg_keyed
        move    #>SHA1_KEY,r1
        jsr     drbg_copy_hmac
        move    #<20,n7
        move    #>DRBG_PADS+5,r0

; Computes the digest of a block with a known state, followed by a message.
; In: L:(R0) the state; X:SHA1_KEY the message; N7 number of bytes.
; Out: X:SHA1_DIGEST the digest.
; Changes: A B X Y R0-R4 R6 R7 N0 N2 N4 N5 N7 M1 M4
drbg_keyed
        move    #>SHA1_STATE,r1
        jsr     drbg_copy_state
        move    #<64,n0
        move    #>SHA1_KEY,r3
        jmp     sha1_end

; Computes the states of SHA-1 after the inner and the outer block of the key.
; In: X:DRBG_KEY the key.
; Out: L:DRBG_PADS the states.
; Changes: A B X Y R0-R4 R6 R7 N4 N5 N7 M1 M4
drbg_pads
        move    #>$36,y0
        move    #>DRBG_PADS,r2
        jsr     drbg_pad
        move    #>$5C,y0

; Computes the state of SHA-1 after a block of the key.
; In: X:DRBG_KEY the key; Y0 the byte that masks it; R2 the address of the state.
; Out: L:(R2) the state; R2 behind it.
; Changes: A B X Y R0-R4 R6 R7 N4 N5 N7 M1 M4
drbg_pad
        move    #>DRBG_KEY,r0
        move    #>SHA1_KEY,r1
        move    r1,r3
        do      #20,_key
        move    x:(r0)+,a
        eor     y0,a
        move    a1,x:(r1)+
_key
        rep     #44
        move    y0,x:(r1)+
        move    #>sha1_initial,r0
        move    #>SHA1_STATE,r1
        do      #5,_initial
        movem   p:(r0)+,x1
        movem   p:(r0)+,x0
        move    x,l:(r1)+
_initial
        move    #<1,n7
        jsr     sha1_blocks
        move    #>SHA1_STATE,r0
        move    r2,r1
        jsr     drbg_copy_state
        move    r1,r2
        rts

; Copies a state of SHA-1.
; In: L:(R0) the state, R1 the address of the copy.
; Out: L:(R1) the state; R0, R1 behind them.
; Changes: X R0 R1
drbg_copy_state
        do      #5,_end
        move    l:(r0)+,x
        move    x,l:(r1)+
_end
        rts

; Generates the bytes of a request.
; In: R3 their address in X, N3 their number; X:(R5) an additional input, N6 its number of bytes, or 0; X:DRBG_STATE the
;   state.
; Out: X:(R3) the bytes, one in each word; X:DRBG_STATE the new state.
; Changes: A B X Y R0-R4 R6 R7 N0-N5 N7 M1 M4
drbg_generate
        move    r3,n1
        jsr     drbg_pads
        move    n6,a
        tst     a
        jeq     _left
        jsr     drbg_update
_left
        move    n3,a
        tst     a
        jeq     drbg_update
        jsr     drbg_value
        move    n3,a
        move    #>20,x0
        move    x0,b
        cmp     x0,a            #>DRBG_VALUE,r0
        tlt     a,b
        move    b1,x1
        sub     x1,a            n1,r1
        move    a1,n3
        do      b1,_bytes
        move    x:(r0)+,x0
        move    x0,x:(r1)+
_bytes
        move    r1,n1
        jmp     _left

        include 'sha1.asm'
        endif
