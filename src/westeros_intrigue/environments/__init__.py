"""The game for programs that learn: numbers for actions and views, and standard environments.

`actions` gives every move a number, `tensors` every view an array. On these two stand `pettingzoo`,
`gymnasium` and `openspiel`, each of which needs the extra of its name. Nothing is imported before
it is used.
"""
