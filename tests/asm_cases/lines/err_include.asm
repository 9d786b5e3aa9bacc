        include 'no_such_file'  ;! A0102 A0116
        dc      of_that_file
