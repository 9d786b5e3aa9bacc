"""Studies as data: configurations of parts, measured at sizes and corners, judged against what the papers print."""
