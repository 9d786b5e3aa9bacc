"""The console of `dsp56k debug`: verbs, what they show, and the prompt."""
