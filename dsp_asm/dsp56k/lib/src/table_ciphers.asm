; SPDX-License-Identifier: MIT
; Defines Blowfish, SEAL, Khufu and Khafre as user's commands, for banks of 32K words. The PC computes the tables of a
; key and loads them. CIPHER_TABLES selects the cipher; CIPHER_WORDS loads the tables' 32-bit words, upper byte first;
; CIPHER_START loads the start words: the initial words for parts of SEAL's keystream, or the key words of Khufu and
; Khafre. Memory has the tables of one cipher at a time, which replace the pair tables of DES: CIPHER_TABLES also does
; the same as DES_TABLES 0, and DES_TABLES 1 removes the cipher's tables.
;
; The card can also compute the tables of Blowfish. The digits of pi, with which the schedule of every key begins, are
; loaded as a separate kind of tables. They remain in their own area; then BLOWFISH_KEY loads the bytes of a key.
;
; The programs are the fastest variants, except that they run from external P and that table S of SEAL is external.

CIPHER_PLACE            equ     $2000           ; X: tables, the same address as MERKLE_BOXES
CIPHER_STARTS           equ     $4000           ; X: start words
CIPHER_STARTS_END       equ     $4800
; X: the mark of tables in memory. DES_TABLES 1 and MEMORY 32 overwrite it, and no bytes of data are equal to it.
CIPHER_MARK             equ     CIPHER_STARTS_END
CIPHER_MARK_WORD        equ     $C1F4E5         ; value of the mark while the tables are in memory
PI_PLACE                equ     $5000           ; X: the digits of pi, in the form of Blowfish's tables
BLOWFISH_KIND           equ     1               ; first byte of CIPHER_TABLES
SEAL_KIND               equ     2
MERKLE_KIND             equ     3
PI_KIND                 equ     4

cipher_kind             equ     USER_DATA       ; kind of the tables that are being loaded; 0: none
cipher_ready            equ     USER_DATA+1     ; kind of the complete tables; 0: none
cipher_octets           equ     USER_DATA+2     ; number of octets of Khufu and Khafre
cipher_wanted           equ     USER_DATA+3     ; number of 32-bit words that are still missing
cipher_next             equ     USER_DATA+4     ; address of the next word
cipher_last             equ     USER_DATA+5     ; number of words of the tables in X, less 1
cipher_sum              equ     USER_DATA+6     ; checksum of the tables
starts_count            equ     USER_DATA+7     ; number of 24-bit words at CIPHER_STARTS
starts_sum              equ     USER_DATA+8
starts_next             equ     USER_DATA+9     ; SEAL: address of the next part's start words
parts_left              equ     USER_DATA+10
part_place              equ     USER_DATA+11
pi_sum                  equ     USER_DATA+12    ; checksum of the digits of pi
pi_ready                equ     USER_DATA+13    ; 1: the digits of pi are complete

COMPUTATION             equ     1               ; the fastest variants
LATENCY                 equ     1
STREAMS                 equ     0
HELPER                  equ     0

BLOWFISH_PAGE           equ     CIPHER_PLACE/256
BLOWFISH_S              equ     CIPHER_PLACE
BLOWFISH_WORDS          equ     4*256+18
BLOWFISH_PLANE          equ     $0500           ; complete S-boxes, for the modulus of blowfish_box
BLOWFISH_LAST           equ     BLOWFISH_PLANE+BLOWFISH_WORDS-1
BLOWFISH_SUBKEYS        equ     BLOWFISH_S+4*256
BLOWFISH_ENCRYPT        equ     $00             ; L, internal, as in blowfish.asm
BLOWFISH_DECRYPT        equ     $20
BLOWFISH_HALVES         equ     $40
BLOWFISH_BYTE           equ     $42
BLOWFISH_CONSTANTS      equ     $48
BLOWFISH_KEY            equ     data_buffer
BLOWFISH_LENGTH         equ     argument

SEAL_T                  equ     CIPHER_PLACE
SEAL_S                  equ     CIPHER_PLACE+1024
SEAL_WORDS              equ     512+256
SEAL_PAIRS              equ     1
SEAL_DATA               equ     $00
SEAL_PART               equ     1024

MERKLE_DATA             equ     $00
MERKLE_MOST             equ     8               ; maximum number of octets

        include 'ciphers/parallel_move.asm'
        include 'ciphers/seal/layout.asm'
        include 'ciphers/merkle/layout.asm'
        include 'ciphers/blowfish/rounds.asm'
        include 'ciphers/blowfish/blocks.asm'
        include 'ciphers/blowfish/schedule.asm'
        include 'ciphers/merkle/octets.asm'
        include 'ciphers/merkle/blocks.asm'
        include 'ciphers/seal/steps.asm'
        include 'ciphers/seal/parts.asm'

; Frees the area of the tables for new tables.
; In: R3 = data_buffer.
; Out: Z set if the area is free; otherwise A1 the status. R3 unchanged.
; Changes: A B X Y1 R0-R3 R5-R7 OMR
cipher_free
        move    #>CIPHER_MARK_WORD,x1
        move    x1,x:CIPHER_MARK
        move    #>0,x1
        move    x1,x:cipher_kind
        move    x1,x:cipher_ready
        move    x1,x:starts_count
        move    x:pairs_in_use,a
        tst     a               #>$1000,y1
        move    y1,x:buffer_size                ; the size without pair tables
        jeq     return
        move    x1,x:pi_ready                   ; the pair tables have overwritten the digits of pi
        jsr     des_small_tables
        move    #>data_buffer,r3
        rts

; CIPHER_TABLES: 2 bytes, the kind and, for Khufu and Khafre, the number of octets.
command_60
        move    #>2,a
        cmp     x0,a
        jne     bad_parameter
        jsr     cipher_free
        jne     return
        move    x:(r3)+,a
        move    #>SEAL_KIND,x1
        cmp     x1,a            a1,y1
        jgt     _merkle
        move    #>SEAL_WORDS,x0
        move    #>2*SEAL_WORDS-1,y0
        jeq     _begin
        move    #>BLOWFISH_KIND,x1
        cmp     x1,a            #>BLOWFISH_WORDS,x0
        move    #>BLOWFISH_LAST,y0
        jne     bad_parameter
_begin
        move    #>CIPHER_PLACE,x1
_begin_there
        move    x0,x:cipher_wanted
        move    y0,x:cipher_last
        move    y1,x:cipher_kind
        move    x1,x:cipher_next
        clr     a
        rts
_pi
        clr     a               #>PI_PLACE,x1
        move    a1,x:pi_ready
        move    #>BLOWFISH_WORDS,x0
        move    #>BLOWFISH_LAST,y0
        jmp     _begin_there
_merkle
        move    #>PI_KIND,x1
        cmp     x1,a            #>MERKLE_KIND,x1
        jeq     _pi
        cmp     x1,a            x:(r3),a
        jne     bad_parameter
        tst     a               #>MERKLE_MOST,x1
        jeq     bad_parameter
        cmp     x1,a            a1,x:cipher_octets
        jgt     bad_parameter
        rep     #8
        asl     a
        move    a1,x0
        asl     a
        asl     a               #>1,x1
        sub     x1,a
        move    a1,y0
        jmp     _begin

; Computes the number of 32-bit words from the number of bytes.
; In: X0 the argument.
; Out: Z set if the argument is a multiple of 4 and not 0, N7 the number of words, R7 = data_buffer; otherwise A1 the
;   status.
; Changes: A X1 R7 N7
whole_words
        move    x0,a
        tst     a               #>3,x1
        jeq     _failed
        and     x1,a            r3,r7
        jne     _failed
        move    x0,a
        asr     a
        asr     a
        move    a1,n7
        clr     a
        rts
_failed
        move    #>BAD_PARAMETER,a
        tst     a
        rts

; CIPHER_WORDS: takes the next words of the tables; the argument is the number of bytes.
command_61
        jsr     whole_words
        jne     return
        move    x:CIPHER_MARK,a
        move    #>CIPHER_MARK_WORD,x0
        eor     x0,a
        jne     bad_parameter
        move    x:cipher_wanted,a
        move    n7,x0
        sub     x0,a            x:cipher_kind,b
        jmi     bad_parameter
        tst     b               #>MERKLE_KIND,x1
        jeq     bad_parameter
        move    a1,x:cipher_wanted
        move    x:cipher_next,r1
        move    #>$008000,y0
        move    #>$000080,y1
        cmp     x1,b            #>SEAL_KIND,x1
        jeq     _merkle
        cmp     x1,b            #>BLOWFISH_PLANE,n1 ; also for the digits of pi
        jeq     _seal
        do      n7,_blowfish_end
        blowfish_pack
        move    a1,x:(r1)+n1
        move    a0,x:(r1)-n1
        move    (r1)+
_blowfish_end
        jmp     _stored
_seal
        do      n7,_seal_end
        blowfish_pack
        move    a1,x:(r1)+
        move    a0,x:(r1)+
_seal_end
        jmp     _stored
_merkle
        move    #>MERKLE_PLANE,n1
        do      n7,_merkle_end
        jsr     merkle_store
        nop
_merkle_end
_stored
        move    r1,x:cipher_next
        move    x:cipher_wanted,a
        tst     a               #>0,x0
        jne     _passed
        move    x:cipher_kind,x1
        move    x0,x:cipher_kind
        move    #>PI_KIND,b
        eor     x1,b
        jeq     _pi
        move    x1,x:cipher_ready
        move    #>BLOWFISH_KIND,b
        eor     x1,b            #>BLOWFISH_SUBKEYS,r1
        jne     _summed
        move    #>BLOWFISH_PAGE<<16,x0          ; tags, the same as those of blowfish_tag
        jsr     _tag
        move    #>BLOWFISH_SUBKEYS+16,r1
        jsr     _tag
_summed
        jsr     tables_sum
        move    a1,x:cipher_sum
_passed
        clr     a
        rts
_pi
        jsr     pi_made_sum
        move    a1,x:pi_sum
        move    #>1,x0
        move    x0,x:pi_ready
        clr     a
        rts
_tag
        do      #2,_tag_end
        move    x:(r1),a
        or      x0,a
        move    a1,x:(r1)+
_tag_end
        rts

; Stores an entry in the four planes of its S-box; the last plane changes the page bytes to those of the next octet.
; In: X:(R7)+ the entry's bytes, the most significant first; Y0 = 2^15; R1 its address; N1 = MERKLE_PLANE.
; Out: R1 the next entry's address.
; Changes: A B X R1 R7 N1 N7
merkle_store
        move    x:(r7)+,x0                      ; bytes 3 and 2, 1 and 0, 2 and 1, 0 and 3
        mpy     x0,y0,a         x:(r7)+,x1
        move    a0,a
        or      x1,a            x:(r7)+,b
        move    a1,x:(r1)+n1
        move    b1,x0
        mpy     x0,y0,a
        move    a0,a
        move    x:(r7)+,x0
        or      x0,a
        move    a1,x:(r1)+n1
        mpy     x1,y0,a         b1,x1
        move    a0,a
        or      x1,a
        move    a1,x:(r1)+n1
        mpy     x0,y0,a         #>-4,n7
        move    a0,b
        move    (r7)+n7
        move    x:(r7)-n7,x0
        or      x0,b            r1,a
        move    #>$FC00,x0
        and     x0,a
        move    a1,x0
        eor     x0,b            #>4*MERKLE_PLANE,x1
        add     x1,a
        move    a1,x0
        eor     x0,b            r1,a
        move    b1,x:(r1)+
        move    #>$FF,x0
        and     x0,a            #>-3*MERKLE_PLANE,n1
        sub     x0,a
        jeq     _next                           ; the last entry of a box: R1 is already at the next box
        move    (r1)+n1
_next
        move    #>MERKLE_PLANE,n1
        rts

; CIPHER_START: takes the start words: 32-bit words for SEAL, otherwise 24-bit words, each after a byte of zeros. The
; argument is the number of bytes.
command_62
        jsr     whole_words
        jne     return
        move    #>CIPHER_STARTS,r1
        move    r1,x:starts_next
        move    x:cipher_ready,b
        move    #>SEAL_KIND,x1
        cmp     x1,b            #>$008000,y0
        move    #>$000080,y1
        jne     _words
        do      n7,_seal_end
        blowfish_pack
        move    a1,x:(r1)+
        move    a0,x:(r1)+
_seal_end
        jmp     _stored
_words
        do      n7,_words_end
        move    (r7)+
        move    x:(r7)+,x0
        mpy     x0,y0,a         x:(r7)+,x0
        mac     x0,y1,a
        move    a0,a
        move    x:(r7)+,x0
        or      x0,a
        move    a1,x:(r1)+
_words_end
_stored
        move    r1,a
        move    #>CIPHER_STARTS,x0
        sub     x0,a
        move    a1,x:starts_count
        jsr     starts_made_sum
        move    a1,x:starts_sum
        clr     a
        rts

; BLOWFISH_KEY: computes the tables of a key of 4 to 56 bytes. The digits of pi are verified independently of CHECKS,
; because DES_TABLES 1 overwrites them.
command_63
        move    x0,a
        move    #>4,x1
        cmp     x1,a            #>56,x1
        jlt     bad_parameter
        cmp     x1,a            x:pi_ready,b
        jgt     bad_parameter
        tst     b               #>NO_KEY,a
        jeq     _failed
        jsr     cipher_free
        jne     return
        verify  pi_made_sum,pi_sum
        move    #>PI_PLACE,r0
        move    #>CIPHER_PLACE,r1
        do      #BLOWFISH_LAST+1,_boxes_end
        move    x:(r0)+,x0
        move    x0,x:(r1)+
_boxes_end
        move    #>BLOWFISH_ENCRYPT,r1
        move    #<1,n1
        jsr     blowfish_subkeys
        jsr     blowfish_key
        move    #>BLOWFISH_ENCRYPT,r1
        move    #>BLOWFISH_SUBKEYS,r0
        move    #>BLOWFISH_SUBKEYS+BLOWFISH_PLANE,r2
        do      #18,_subkeys_end
        move    x:(r1),x1
        move    x1,x:(r0)+
        move    y:(r1)+,x1
        move    x1,x:(r2)+
_subkeys_end
        move    #>BLOWFISH_KIND,x1
        move    x1,x:cipher_ready
        move    #>BLOWFISH_LAST,x1
        move    x1,x:cipher_last
        jsr     tables_sum
        move    a1,x:cipher_sum
        clr     a
        rts
_failed
        tst     a
        rts

; Computes the checksum of the digits of pi.
; Out: A1 the checksum.
; Changes: A B X Y R0 N7
pi_made_sum
        clr     a
        clr     b
        sum_long_x PI_PLACE,BLOWFISH_LAST+1
        jmp     sum_fold

; Computes the checksum of the tables, which must not change between commands.
; Out: A1 the checksum.
; Changes: A B X Y R0 N7
tables_sum
        move    x:cipher_last,x0
        move    #>(1<<22)/PIECE,y0
        mpy     x0,y0,b         #>PIECE-1,x0    ; B1 = (pairs - 1) / PIECE
        move    x:cipher_last,a
        lsr     a               #>1,y0
        and     x0,a            #>CIPHER_PLACE,r0
        move    a1,n7
        tfr     b,a
        add     y0,a
        move    a1,x0
        clr     a
        clr     b
        do      x0,_end
        jsr     x_piece
        move    #>PIECE-1,n7
_end
        jmp     sum_fold

; Computes the checksum of the start words.
; Out: A1 the checksum.
; Changes: A B X Y R0
starts_made_sum
        move    x:starts_count,x0
        clr     a               #>CIPHER_STARTS,r0
        clr     b               #>0,x1
        do      x0,_end
        move    x:(r0)+,x0
        add     x,a
        add     a,b
_end
        jmp     sum_fold

; Checks that the tables of a cipher are in memory and that they are unchanged.
; In: Y1 the kind.
; Out: Z set if they are; otherwise A1 the status.
; Changes: A B X Y R0 N7
cipher_check
        move    x:CIPHER_MARK,a
        move    #>CIPHER_MARK_WORD,x0
        eor     x0,a            x:cipher_ready,b
        eor     y1,b            a1,x0
        or      x0,b            #>NO_KEY,a
        jne     _failed
        move    x:checks,a
        jclr    #CHECK_STATE,a1,check_passed
        verify  tables_sum,cipher_sum
        move    x:starts_count,b
        tst     b
        jeq     check_passed
        verify  starts_made_sum,starts_sum
        jmp     check_passed
_failed
        tst     a
        rts

; Checks the number of bytes and the tables for a command that processes blocks of 8 bytes.
; In: X0 the argument; Y1 the kind.
; Out: Z set if the command may continue, R7 = data_buffer, X0 the number of blocks; otherwise A1 the status.
; Changes: A B X Y R0 R7 N6 N7
cipher_blocks
        move    x0,a
        tst     a               #>7,x1
        jeq     _failed
        and     x1,a            r3,r7
        jne     _failed
        move    x0,n6
        jsr     cipher_check
        jne     return
        move    n6,a
        rep     #3
        asr     a
        move    a1,x0
        clr     a
        rts
_failed
        move    #>BAD_PARAMETER,a
        tst     a
        rts

; Copies the subkeys of Blowfish to internal memory.
; In: R1 the address of the first subkey, N1 the distance to the next one.
; Out: internal L the subkeys.
; Changes: X1 R0-R2
blowfish_subkeys
        move    #>BLOWFISH_SUBKEYS,r0
        move    #>BLOWFISH_SUBKEYS+BLOWFISH_PLANE,r2
        do      #18,_end
        move    x:(r0)+,x1
        move    x1,x:(r1)
        move    x:(r2)+,x1
        move    x1,y:(r1)+n1
_end
        rts

; BLOWFISH_ENCRYPT: encrypts blocks; the argument is the number of bytes.
command_64
        move    #>BLOWFISH_KIND,y1
        jsr     cipher_blocks
        jne     return
        move    #>BLOWFISH_ENCRYPT,r1
        move    #<1,n1
        jsr     blowfish_subkeys
        jsr     blowfish_encrypt
        clr     a
        rts

; BLOWFISH_DECRYPT: decrypts blocks; the argument is the number of bytes.
command_65
        move    #>BLOWFISH_KIND,y1
        jsr     cipher_blocks
        jne     return
        move    #>BLOWFISH_DECRYPT+17,r1
        move    #>-1,n1
        jsr     blowfish_subkeys
        jsr     blowfish_decrypt
        clr     a
        rts

; SEAL: xors bytes with the keystream; each part of 1024 bytes uses the next start words. The argument is their number.
command_66
        move    x0,a
        tst     a               x0,n6
        jeq     bad_parameter
        move    #>SEAL_KIND,y1
        jsr     cipher_check
        jne     return
        move    n6,a
        move    #>SEAL_PART-1,x0
        add     x0,a
        rep     #10
        asr     a
        move    a1,x:parts_left
        move    a1,a
        asl     a
        asl     a
        asl     a               x:starts_next,x0
        add     x0,a            x:starts_count,b
        move    #>CIPHER_STARTS,x0
        add     x0,b
        cmp     b,a             #>NO_KEY,x1
        jgt     _no_start
        move    #>data_buffer,r7
        move    r7,x:part_place
        jsr     seal_enter
_next
        move    x:starts_next,r0
        move    #>SEAL_A,r1
        do      #4,_words_end
        move    x:(r0)+,x1
        move    x:(r0)+,x0
        move    x,l:(r1)+
_words_end
        move    r0,x:starts_next
        move    x:part_place,r7
        jsr     seal_part
        move    r7,x:part_place
        move    x:parts_left,a
        move    #>1,x0
        sub     x0,a
        move    a1,x:parts_left
        jne     _next
; Zeros after the result complete the last group of four bytes, which is a part of the reply's checksum
        move    x:argument,n0
        move    #>data_buffer,r0
        move    n0,b
        neg     b               (r0)+n0
        move    #>3,x0
        and     x0,b            #>0,x0
        jeq     _whole
        rep     b1
        move    x0,x:(r0)+
_whole
        clr     a
        rts
_no_start
        tfr     x1,a
        rts

; Copies the key words of Khufu and Khafre to internal Y.
; In: X0 the number of blocks.
; Out: N3 the number of octets.
; Changes: A X1 R0 R1 N3
merkle_keys
        move    x:starts_count,a
        move    #>CIPHER_STARTS,r0
        move    #>MERKLE_KEYS,r1
        do      a1,_end
        move    x:(r0)+,x1
        move    x1,y:(r1)+
_end
        move    x:cipher_octets,n3
        rts

; Defines a command of Khufu or Khafre, which requires the key words.
merkle_command  macro   routine,fixed,each
        move    #>MERKLE_KIND,y1
        jsr     cipher_blocks
        jne     return
        move    x:cipher_octets,x1
        move    #>each,y0
        mpy     x1,y0,a
        asr     a
        move    a0,a
        move    #>fixed,x1
        add     x1,a            x:starts_count,x1
        cmp     x1,a            #>NO_KEY,x1
        tne     x1,a
        jne     return
        jsr     merkle_keys
        jsr     routine
        clr     a
        rts
        endm

; KHUFU_ENCRYPT, KHUFU_DECRYPT, KHAFRE_ENCRYPT, KHAFRE_DECRYPT: encrypt or decrypt blocks; the argument is the number of
; bytes.
command_68
        merkle_command khufu_encrypt,8,0
command_69
        merkle_command khufu_decrypt,8,0
command_6A
        merkle_command khafre_encrypt,8,4
command_6B
        merkle_command khafre_decrypt,8,4

; After a start no tables are loaded
        org     x:cipher_kind
        dc      0,0
        org     x:pi_ready
        dc      0
        org     p:
