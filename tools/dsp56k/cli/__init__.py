"""The `dsp56k` command."""
