"""Parts that all commands share: streams, output files, options, exit codes."""
