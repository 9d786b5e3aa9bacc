; OPT XR, a GLOBAL section, and the GLOBAL directive make symbols visible without XREF
        opt     xr
        section a_
        xdef    shared
shared  equ     1
        endsec
        section g_ global
open    equ     2
        endsec
        section h_
        global  wide
wide    equ     3
counter set     4
        endsec
        section b_
total   gset    5
        dc      shared,open,wide
        endsec
        dc      total
;= P:0000 000001 000002 000003 000005
