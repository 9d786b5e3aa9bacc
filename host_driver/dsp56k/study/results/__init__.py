"""What a study found, in numbers and in words: what figures, reports and conclusions are made from."""
