        himem   $100            ;! A0522
        himem   xr:-1           ;! A0523
        lomem   yr:$10000       ;! A0524
        himem   xr:$7FFF,yr:$7FFF
