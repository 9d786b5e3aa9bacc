"""All short sequences of a class, not random ones: interpreter, generated code and model after each."""
