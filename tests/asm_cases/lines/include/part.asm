        dc      $77
