"""`python -m dsp56k`: the command `dsp56k`, wherever its script may be."""

from dsp56k.cli.start import dsp56k

if __name__ == "__main__":
    raise SystemExit(dsp56k())
