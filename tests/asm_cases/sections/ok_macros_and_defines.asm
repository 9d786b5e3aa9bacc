; macros and DEFINE symbols of a section are its own (ASM 4.3.2)
        define  DEFVAL  '1'
        section sect1
        define  DEFVAL  '2'
mac1    macro
        dc      $22
        endm
        move    #<DEFVAL,r0
        mac1
        endsec
mac1    macro
        dc      $11
        endm
        move    #<DEFVAL,r1
        mac1
;= P:0000 300200 000022 310100 000011
