"""The recipes of docs/contributing/recipes.md, followed step by step in an unpacked source distribution."""
