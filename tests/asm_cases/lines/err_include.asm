        include 'no_such_file'  ;! A0102
