"""A bootstrap program for the 32 words of ROM, after UM 3-10 to 3-13, 8-3 and Figure 10-31.

The manual prints only parts of Motorola's listing, so this is a different program with the same behaviour.
"""

BOOT_ROM = (
    0x62F400, 0x00FFE9,  # $00        move  #$ffe9,r2             (UM 8-4)
    0x61F400, 0x00C000,  # $02        move  #$c000,r1
    0x300000,            # $04        move  #0,r0
    0x07E18D,            # $05        movem p:(r1),b1             bit 23 chooses the source (UM 3-12)
    0x060082, 0x00001B,  # $06        do    #512,$1c
    0x0ACD17, 0x000012,  # $08        jclr  #23,b1,$12
    0x060380, 0x00000F,  # $0A        do    #3,$10                low byte first (Table 3-3)
    0x07D98A,            # $0C        movem p:(r1)+,a2
    0x0608A0, 0x200022,  # $0D        rep   #8 / asr a
    0x000000,            # $0F        nop
    0x0AF080, 0x00001B,  # $10        jmp   $1b
    0x0AA020,            # $12        bset  #0,x:$ffe0            (Figure 10-31 from here on)
    0x0AA983, 0x000018,  # $13        jclr  #3,x:$ffe9,$18
    0x00008C,            # $15        enddo
    0x0AF080, 0x00001C,  # $16        jmp   $1c
    0x0A6280, 0x000013,  # $18        jclr  #0,x:(r2),$13
    0x084C2B,            # $1A        movep x:$ffeb,a1
    0x07588C,            # $1B        movem a1,p:(r0)+
    0x0502BA,            # $1C        movec #2,omr                (UM 8-3 to the end)
    0x0000B9,            # $1D        andi  #0,ccr
    0x0C0000,            # $1E        jmp   $0
    0x000000,            # $1F
)  # fmt: skip
