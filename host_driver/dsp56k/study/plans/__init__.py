"""From a study file to what is to be measured: its parts by name, and the plan."""
