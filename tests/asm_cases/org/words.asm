; for INCLUDE
        dc      1,2,3
