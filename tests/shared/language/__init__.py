"""What tests of the language server share."""
