"""The recipes of docs/contributing/recipes.md, followed step by step in a copy of the tree."""
