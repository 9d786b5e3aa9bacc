"""The results of a study, in numbers and in words, for figures, reports and the evaluation."""
