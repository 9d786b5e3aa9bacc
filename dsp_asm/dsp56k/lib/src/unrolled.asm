; The unrolled kernels for KERNEL_DIGITS digits alone: symbol defined by dsp56k/lib/montgomery.py.
        INCLUDE 'bignum/mp_memory.asm'
        ORG     P:$0800
        INCLUDE 'bignum/mont_kernels.asm'
fast_squares
        squares KERNEL_DIGITS
fast_product
        product KERNEL_DIGITS
        END
