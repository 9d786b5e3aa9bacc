        prctl   256             ;! A0314
        page    0               ;! A0536
        page    80,5            ;! A0537
        page    80,20,8,8       ;! A0538
        page    80,60,0,0,80    ;! A0539
        page    -1              ;! A0535
        page    1,2,3,4,5,6     ;! A0501
        opt                     ;! A0532
        opt     strange         ;! A0533
        mode                    ;! A0525
        mode    sideways        ;! A0526
        title   'open           ;! A0327
        lstcol  80              ;! A0563
        lstcol  8,8,8,90        ;! A0563
        lstcol  8,8,8,,80       ;! A0563
