; Every big-number and RSA routine as one program in external P memory.
        org     p:$0800
        include 'bignum/rsa.asm'
        include 'bignum/mont_rows.asm'
        end
