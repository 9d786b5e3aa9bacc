; The text of a COMMENT may hold words of conditional assembly and macros, where it is skipped and within macros, too
        opt     nocm
        org     x:0
        if      0
        comment !
        if it is not so,
        else it is
        endif !
        dc      1
        else
        dc      2
        endif
mac_    macro   v
        comment *
        macro of one line
        endm is not here yet, nor ?v_ %v_
* dc 3
        dc      v
        endm
        mac_    4
        dup     1
        comment / dup me
        endm /
        dc      5
        endm
;= X:0000 000002 000004 000005
