; with SO every symbol is written, and SYMOBJ has no effect
        opt     so
        symobj  nothing
        nop
