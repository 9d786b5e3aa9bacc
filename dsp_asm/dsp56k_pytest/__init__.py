"""Where pytest finds the plugin of dsp56k: `dsp56k.testing.plugin`.

Of an installed plugin pytest takes the modules at the top for those whose asserts it rewrites. Without a package there
it takes those of the namespace package dsp56k, and `dsp56k.__main__` for the program that runs: a warning in every run.
"""

pytest_plugins = ["dsp56k.testing.plugin"]
