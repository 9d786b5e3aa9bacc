; The unrolled kernels of RSA: fast_squares_n, fast_product_n for n = 11 and 22 (mont_kernels.asm).

        include 'mont_kernels.asm'

fast_squares_11
        squares 11
fast_product_11
        product 11
fast_squares_22
        squares 22
fast_product_22
        product 22
