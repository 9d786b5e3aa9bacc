; SPDX-License-Identifier: MIT
; Includes every fixed-point routine in one program in external P memory.
        org     x:$0800
        org     y:$0800
        org     p:$0200
        include 'fixed_point/divide.asm'
        include 'fixed_point/square_root.asm'
        include 'fixed_point/sine.asm'
        include 'fixed_point/arctangent.asm'
        include 'fixed_point/logarithm.asm'
        include 'fixed_point/cordic.asm'
        include 'fixed_point/fir.asm'
        include 'fixed_point/biquad.asm'
        include 'fixed_point/fft.asm'
        include 'fixed_point/fft4.asm'
        include 'fixed_point/block_fft.asm'
        include 'fixed_point/real_fft.asm'
        include 'fixed_point/window.asm'
        include 'fixed_point/vector.asm'
        include 'fixed_point/complex.asm'
        include 'fixed_point/sort.asm'
        include 'fixed_point/crc.asm'
        include 'fixed_point/crc32.asm'
        include 'fixed_point/random.asm'
        include 'fixed_point/mu_law.asm'
        include 'fixed_point/single.asm'
        include 'fixed_point/decimal.asm'
        include 'fixed_point/block_float.asm'
