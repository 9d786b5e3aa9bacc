; Every big-number and RSA routine as one program in external P memory.
RSA_SLIDING             equ     1               ; windows of several bits for exponents that are not secret
RSA_LISTS               equ     $3000           ; windows of exponents, made when a key is loaded
RSA_KEYS                equ     $2000
RSA_BLOCK               equ     305             ; 4 + 7 n words, 43 digits
PRIME_AREA              equ     $7000
PRIME_LIST              equ     RSA_LISTS
        org     p:$0800
        include 'bignum/rsa.asm'
        include 'bignum/mont_rows.asm'
        include 'bignum/mp_square.asm'
        include 'bignum/paper_inverse.asm'
        include 'bignum/prime.asm'
        end
