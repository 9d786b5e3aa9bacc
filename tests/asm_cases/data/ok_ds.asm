; storage without contents; the label is the address before it
        org     x:$100
buf1    ds      24
buf2    dsm     32
buf3    dsr     8
end_    ds      1
;= buf1 $100
;= buf2 $120
;= buf3 $140
;= end_ $148
