; SPDX-License-Identifier: MIT
; PRIMES for RSA keys: candidates = 3 mod 4 from a random start upwards, a sieve by small primes, and the Miller-Rabin
; test. For N = 3 mod 4 the test is whether a^((N-1)/2) is 1 or -1 modulo N.

        if      !@exp(PRIME_AREA)
PRIME_AREA              equ     $7000           ; X: 172 words of the sieve
        endif
        if      !@exp(PRIME_LIST)
PRIME_LIST              equ     $3000           ; X: windows of an exponent
        endif

PRIME_RESIDUES          equ     PRIME_AREA      ; X: the candidate modulo each small prime
PRIME_BASES             equ     PRIME_AREA+$A8  ; number of bases to test
PRIME_LEFT              equ     PRIME_AREA+$A9  ; number of bases left for this candidate
PRIME_BASE              equ     PRIME_AREA+$AA  ; base in use
PRIME_NEXT              equ     PRIME_AREA+$AB  ; address of the next base in the table

; Small primes, each with 4 modulo the prime; 0 ends the table. The sieve of 167 primes takes the time of two or three
; tests and saves seven tests of 36.
prime_table
        dc      3,1,5,4,7,4,11,4,13,4,17,4,19,4,23,4,29,4,31,4,37,4,41,4,43,4,47,4,53,4,59,4,61,4
        dc      67,4,71,4,73,4,79,4,83,4,89,4,97,4,101,4,103,4,107,4,109,4,113,4,127,4,131,4,137,4
        dc      139,4,149,4,151,4,157,4,163,4,167,4,173,4,179,4,181,4,191,4,193,4,197,4,199,4,211,4
        dc      223,4,227,4,229,4,233,4,239,4,241,4,251,4,257,4,263,4,269,4,271,4,277,4,281,4,283,4
        dc      293,4,307,4,311,4,313,4,317,4,331,4,337,4,347,4,349,4,353,4,359,4,367,4,373,4,379,4
        dc      383,4,389,4,397,4,401,4,409,4,419,4,421,4,431,4,433,4,439,4,443,4,449,4,457,4,461,4
        dc      463,4,467,4,479,4,487,4,491,4,499,4,503,4,509,4,521,4,523,4,541,4,547,4,557,4,563,4
        dc      569,4,571,4,577,4,587,4,593,4,599,4,601,4,607,4,613,4,617,4,619,4,631,4,641,4,643,4
        dc      647,4,653,4,659,4,661,4,673,4,677,4,683,4,691,4,701,4,709,4,719,4,727,4,733,4,739,4
        dc      743,4,751,4,757,4,761,4,769,4,773,4,787,4,797,4,809,4,811,4,821,4,823,4,827,4,829,4
        dc      839,4,853,4,857,4,859,4,863,4,877,4,881,4,883,4,887,4,907,4,911,4,919,4,929,4,937,4
        dc      941,4,947,4,953,4,967,4,971,4,977,4,983,4,991,4,997,4,0

; Finds the first probable prime, starting at a candidate.
; In: X0 = n, 2..43; X:rsa_data n plain words, 3 modulo 4, from 2^16 to 2^(24 n - 1); Y1 number of bases to test, at
;   least 1.
; Out: A zero if X:rsa_data is the prime; else A is not zero because no candidate below 2^(24 n - 1) passed.
; Changes: A B X Y R0-R7 N0-N5 N7
prime_search
        move    y1,x:PRIME_BASES
        jsr     prime_begin
_candidate
        jsr     prime_sieve
        jeq     _next
        jsr     prime_test
        tst     a
        jeq     prime_found
_next
        jsr     prime_advance
        jec     _candidate
        rts

; Computes the residues of the first candidate.
; In: X0 = n, 2..43; X:rsa_data n plain words.
; Out: X:mp_size and X:PRIME_RESIDUES for the sieve.
; Changes: A X Y0 R0-R2 N0
prime_begin
        move    x0,x:<mp_size
        move    #>prime_table,r1
        move    #>PRIME_RESIDUES,r2
_residues
        movem   p:(r1)+,x0
        move    x0,a
        tst     a               (r1)+
        jeq     prime_found
        jsr     prime_residue
        move    a1,x:(r2)+
        jmp     _residues
prime_found
        rts

; Checks whether a small prime divides the candidate, and advances the residues to the next candidate.
; Out: Z set if a small prime divides it.
; Changes: A B X Y1 R1 R2
prime_sieve
        move    #>prime_table,r1
        move    #>PRIME_RESIDUES,r2
        move    #>1,b                           ; becomes 0 if a residue is 0
_prime
        movem   p:(r1)+,x0
        movem   p:(r1)+,x1
        move    x0,a
        tst     a               #0,y1
        jeq     _sieved
        move    x:(r2),a
        tst     a
        teq     y1,b
        add     x1,a
        cmp     x0,a
        jlt     _below
        sub     x0,a
_below
        move    a1,x:(r2)+
        jmp     _prime
_sieved
        tst     b
        rts

; Advances to the next candidate, which is 4 larger.
; In: X:rsa_data the candidate, X:mp_size words.
; Out: X:rsa_data the next candidate; E set and A not zero if it is 2^(24 X:mp_size - 1) or more.
; Changes: A B X0 R0
prime_advance
        move    #>rsa_data,r0
        move    #>4,x0
        move    x0,b
        do      x:<mp_size,_carried
        clr     a
        move    x:(r0),a1
        add     b,a
        move    a1,x:(r0)+
        move    a2,b
_carried
        rts

; Computes the candidate modulo a small prime.
; In: X0 the prime, less than 2^22; X:rsa_data the candidate, X:mp_size words.
; Out: A1 the residue.
; Changes: A X1 Y0 R0 N0
; Bounds: |A|, |B| <= 2^47
prime_residue
        move    #>rsa_data,r0
        move    x:<mp_size,n0
        clr     a               x0,y0
        move    (r0)+n0
        do      x:<mp_size,_words
        move    x:-(r0),x1
        jsr     prime_division
        nop
_words
        rts

; Divides one word of a long division.
; In: A the residue so far; X1 the next word; Y0 the divisor, less than 2^22.
; Out: A1 the new residue, A0 and A2 zero.
; Changes: A
; Bounds: |A|, |B| <= 2^47
prime_division
        move    x1,a0
        andi    #$FE,ccr
        rep     #24
        div     y0,a
        tst     a
        jpl     _positive
        add     y0,a
_positive
        move    a1,a
        rts

; Does the Miller-Rabin test of N with the bases 2, 3, 5, 7 ...
; In: X:rsa_data N, X:mp_size plain words, 3 modulo 4; X:PRIME_BASES number of bases.
; Out: A1 zero if N passed.
; Changes: A B X Y R0-R7 N0-N5 N7
prime_test
        move    #>rsa_data-1,r0
        move    x:<mp_size,x0
        move    x0,n0
        nop
        move    x:(r0+n0),y0
        jsr     key_digits
        move    #>rsa_data,r0
        move    #>rsa_key,r1
        jsr     rsa_modulus
; The exponent (N - 1) / 2 is as secret as N, so it uses fixed windows.
        move    #>rsa_data,r0
        move    #>rsa_exp,r1
        move    x:<mp_size,n0
        move    r1,x:<mp_exp
        move    n0,n1
        move    (r0)+n0
        move    (r1)+n1
        andi    #$FE,ccr
        do      x:<mp_size,_halved
        move    x:-(r0),a
        ror     a
        move    a1,x:-(r1)
_halved
        move    #>1,x0
        move    x0,x:<mp_fixed
        move    #>PRIME_LIST,x0
        move    x0,x:<mp_list
        jsr     recode
        move    x:PRIME_BASES,x0
        move    x0,x:PRIME_LEFT
        move    #>prime_table,x0
        move    x0,x:PRIME_NEXT
        move    #>2,x0
_base
        move    x0,x:PRIME_BASE
        clr     a               #>rsa_in,r0
        rep     x:<mp_len
        move    a1,x:(r0)+
        move    x0,x:rsa_in
        move    #>PRIME_LIST,x0
        move    x0,x:<mp_list
        move    #>rsa_in,r0
        jsr     load_value
        jsr     modexp_value
; The power must be 1 or N - 1.
        move    #mp_xv,r0
        move    #mp_xt,r1
        jsr     mp_copy_x
        jsr     one
        jsr     mirror
        move    #mp_xt,r0
        jsr     mp_compare
        jeq     _passed
        move    #mp_xt,r0
        move    #mp_xt,r1
        move    #mp_yt,r4
        jsr     mp_add
        jsr     load_modulus
        move    #mp_xt,r0
        move    #mp_yn,r4
        jsr     mp_compare
        jne     _composite
_passed
        move    x:PRIME_LEFT,a
        move    #>1,x0
        sub     x0,a            #2,n0
        move    a1,x:PRIME_LEFT
        jeq     _end
        move    x:PRIME_NEXT,r0
        nop
        movem   p:(r0)+n0,x0
        move    r0,x:PRIME_NEXT
        jmp     _base
_composite
        move    #>1,a
_end
        rts

        include 'rsa.asm'
