        org     x:0
        dc      $1000000        ;! A0314
        dc      -8388609        ;! A0314
        dc      $FFFFFF
