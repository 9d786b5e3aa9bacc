"""The recipes of docs/recipes.md, followed step by step in a copy of the tree."""
