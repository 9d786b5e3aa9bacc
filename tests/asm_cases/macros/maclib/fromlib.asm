fromlib macro   value
        dc      value
        endm
