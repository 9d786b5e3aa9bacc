; Every big-number and RSA routine as one program in external P memory.
        ORG     P:$0800
        INCLUDE 'bignum/rsa.asm'
        INCLUDE 'bignum/mont_rows.asm'
        END
