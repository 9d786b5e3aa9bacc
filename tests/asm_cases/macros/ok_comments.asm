; comments after ;; are not kept in bodies
m1      macro   ;; the header
;; dropped
        dc      1 ;; dropped
        dc      ';;' ; kept
        endm
        m1
;= P:0000 000001 3B3B00
