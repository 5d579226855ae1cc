"""The laboratory: compiled simulations, players that search and learn, environments, matches.

Read `simulation` first, then `players`, `environments` and `matches`. `solving` solves small games,
and `language` makes players of language models.
"""
