; storage in an overlay makes no sense: its words are loaded elsewhere
        org     y:0,p:$100
        ds      4               ;! A0703
        dsm     4               ;! A0703
        dsr     4               ;! A0703
        baddr   m,4             ;! A0703
