; SPDX-License-Identifier: MIT
; Implements RC4. The symbols of dsp56k/lib/ciphers/variants.py select a variant of this source; each is 0 or 1.
;   COMPUTATION  1: i and j are in address registers with modulo addressing, so that they need no mask; 0: both are in
;                memory, in a line-by-line translation of C
;   LATENCY      1: the work of two bytes is interleaved, so that no instruction waits for a register and most moves
;                are parallel
;   PLACEMENT    1: S is in internal Y, the loop in internal P; 0: both are in external memory
;   STREAMS      1: two messages with their own keys, interleaved (pair.asm)
;   HELPER       1: a PC computes S from the key and sends it through the host port
;
; S is in Y, the message and the key are in external X, each with one byte in a word. The program that includes this
; file may define the addresses. RC4_S must be a multiple of 256.

        include '../variant.asm'
        if      !@exp(RC4_I)
RC4_I                   equ     $0100           ; X: i between calls, or the address of S[i] for the next byte
        endif
        if      !@exp(RC4_J)
RC4_J                   equ     $0101           ; X: j between calls, or the address of S[j]
        endif
        if      !@exp(RC4_KEY)
RC4_KEY                 equ     $0200           ; X: the key, 2 to 256 bytes
        endif
        if      !@exp(RC4_DATA)
RC4_DATA                equ     $1000           ; X: the message
        endif
        if      PLACEMENT
        if      !@exp(RC4_S)
RC4_S                   equ     $0000           ; Y: the state, 256 words
        endif
        if      !@exp(RC4_CODE)
RC4_CODE                equ     $0060           ; P: the loop
        endif
        else
        if      !@exp(RC4_S)
RC4_S                   equ     $0200           ; only bit 9 is set, so that no sum of two bytes changes it
        endif
        if      !@exp(RC4_CODE)
RC4_CODE                equ     $0300
        endif
        endif
        if      !@exp(RC4_REST_CODE)
RC4_REST_CODE           equ     $0200           ; P: the key schedule
        endif
        org     p:RC4_CODE
RC4_MASK                equ     RC4_S+$FF
        if      COMPUTATION
RC4_START_I             equ     RC4_S+1
RC4_START_J             equ     RC4_S
        else
RC4_START_I             equ     0
RC4_START_J             equ     0
        endif

        include 'stream.asm'
        if      HELPER
        include '../port.asm'
        endif

; Xors bytes with the keystream.
; In: X:(R3) the bytes; N7 the number of bytes, not 0; X:RC4_I, X:RC4_J and Y:RC4_S from rc4_key.
; Out: X:(R3)+ the result; X:RC4_I and X:RC4_J for the next bytes.
; Changes: A B X Y R3-R6 N5 M4 M5
; Bounds: |A|, |B| <= 2^34
rc4
        if      !COMPUTATION
        do      n7,_end
        move    x:RC4_I,a                       ; i = (i + 1) & 255
        move    #>1,x0
        add     x0,a
        move    #>255,x0
        and     x0,a
        move    a1,x:RC4_I
        move    #>RC4_S,x0                      ; tmp_i = S[i]
        add     x0,a
        move    a1,r4
        nop
        move    y:(r4),y0
        move    x:RC4_J,a                       ; j = (j + tmp_i) & 255
        add     y0,a
        move    #>255,x0
        and     x0,a
        move    a1,x:RC4_J
        move    #>RC4_S,x0                      ; tmp_j = S[j]
        add     x0,a
        move    a1,r5
        nop
        move    y:(r5),y1
        move    y0,y:(r5)                       ; S[j] = tmp_i
        move    y1,y:(r4)                       ; S[i] = tmp_j
        tfr     y0,a                            ; t = (tmp_i + tmp_j) & 255
        add     y1,a
        move    #>255,x0
        and     x0,a
        move    #>RC4_S,x0                      ; *p ^= S[t]
        add     x0,a
        move    a1,r6
        nop
        move    y:(r6),y0
        move    x:(r3),a
        eor     y0,a
        move    a1,x:(r3)
        move    (r3)+                           ; p++
_end
        rts
        else
        move    #>255,m4
        move    m4,m5
        move    #>RC4_MASK,x1
        move    #>RC4_S,x0
        move    x:RC4_I,r4
        move    x:RC4_J,r5
        if      !LATENCY
        do      n7,_end
        move    y:(r4),y0                       ; S[i]
        move    y0,n5
        nop
        move    (r5)+n5                         ; j
        move    y:(r5),y1                       ; S[j]
        move    y0,y:(r5)
        move    y1,y:(r4)+                      ; i
        tfr     x0,b
        add     y0,b
        add     y1,b
        and     x1,b
        move    b1,r6                           ; t
        nop
        move    y:(r6),y1                       ; S[t]
        move    x:(r3),a
        eor     y1,a
        move    a1,x:(r3)+
_end
        else
        rc4_loop
        endif
        move    #>$FFFF,m4
        move    m4,m5
        move    r4,x:RC4_I
        move    r5,x:RC4_J
        rts
        endif
rc4_end
        if      STREAMS
        include 'pair.asm'
        endif

        org     p:RC4_REST_CODE

; Computes the state of a key; with HELPER it receives the state from the PC.
; In: X:RC4_KEY the key; N7 its number of bytes, 2 to 256.
; Out: Y:RC4_S the state; X:RC4_I and X:RC4_J for the start of the keystream.
; Changes: A B X Y R3-R5 M3
; Bounds: |A|, |B| <= 2^34
rc4_key
        if      HELPER
        include 'state_upload.asm'
        else
        rc4_schedule
        endif
        rts
