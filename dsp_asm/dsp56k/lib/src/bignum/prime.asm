; PRIMES for RSA keys: candidates = 3 mod 4 from a random start on, a sieve by small primes, Miller and
; Rabin's test.  For N = 3 mod 4 that asks whether a^((N-1)/2) is 1 or -1 modulo N.

PRIME_RESIDUES          equ     $7000           ; external X: the candidate modulo each small prime
PRIME_BASES             equ     $7040           ; how many bases are to be tried,
PRIME_LEFT              equ     $7041           ; how many of this candidate are left,
PRIME_BASE              equ     $7042           ; the one in use,
PRIME_NEXT              equ     $7043           ; and where in the table the next one is

; Small primes and 4 modulo each, 0 ends the table.
prime_table
        dc      3,1,5,4,7,4,11,4,13,4,17,4,19,4,23,4,29,4,31,4,37,4,41,4,43,4,47,4,53,4,59,4,61,4
        dc      67,4,71,4,73,4,79,4,83,4,89,4,97,4,101,4,103,4,107,4,109,4,113,4,127,4,131,4,137,4
        dc      139,4,149,4,151,4,157,4,163,4,167,4,173,4,179,4,181,4,191,4,193,4,197,4,199,4,211,4
        dc      223,4,227,4,229,4,233,4,239,4,241,4,251,4,0

; The first probable prime from a candidate on.
; In: X0 = n, 2..43; X:rsa_data n plain words, 3 modulo 4, greater than 2^16; Y1 = bases to try, at least 1.
; Out: X:rsa_data the prime.
; Changes: A B X Y R0-R7 N0-N5 N7
prime_search
        move    x0,x:<mp_size
        move    y1,x:PRIME_BASES
        move    #>prime_table,r1
        move    #>PRIME_RESIDUES,r2
_residues
        movem   p:(r1)+,x0
        move    x0,a
        tst     a               (r1)+
        jeq     _sieve
        jsr     prime_residue
        move    a1,x:(r2)+
        jmp     _residues

; the next candidate unless no small prime divides this one; residues go on with it
_sieve
        move    #>prime_table,r1
        move    #>PRIME_RESIDUES,r2
        move    #>1,b                           ; 0 once a residue was 0
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
        jeq     _next
        jsr     prime_test
        tst     a
        jeq     _found
_next
        move    #>rsa_data,r0                   ; candidate + 4
        move    #>4,x0
        move    x0,b
        do      x:<mp_size,_carried
        clr     a
        move    x:(r0),a1
        add     b,a
        move    a1,x:(r0)+
        move    a2,b
_carried
        jmp     _sieve
_found
        rts

; The candidate modulo a small prime.
; In: X0 the prime, less than 2^22; X:mp_size words X:rsa_data.
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

; One digit of a long division.
; In: A the residue so far; X1 the next word; Y0 the divisor, less than 2^22.
; Out: A1 the residue, A0 and A2 zero.
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

; Miller and Rabin's test of N, with the bases 2, 3, 5, 7 ...
; In: X:rsa_data N, X:mp_size plain words, 3 modulo 4; X:PRIME_BASES how many bases.
; Out: A1 zero: N passed.
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
; the exponent (N - 1) / 2 by fixed windows: it is as secret as N
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
        move    #>RSA_LISTS,x0
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
        move    r0,x:<mp_base
        rep     x:<mp_len
        move    a1,x:(r0)+
        move    x0,x:rsa_in
        move    #>RSA_LISTS,x0
        move    x0,x:<mp_list
        jsr     modexp
; 1, or N - 1
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
