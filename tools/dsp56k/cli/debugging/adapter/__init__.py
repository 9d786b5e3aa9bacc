"""The debug adapter of `dsp56k dap`: requests of an editor, answered by a debugging session."""
