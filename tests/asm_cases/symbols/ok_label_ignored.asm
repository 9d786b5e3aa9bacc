here    org     p:0             ;! A0203
x1_     nolist                  ;! A0203
