"""The derivation of a whole game from an author's class: `GameOf`, positions, and the rest.

Read the modules in this order: `position`, `outcomes`, `sampling`, `texts`, `declarations`,
`authored`, `position_codecs`, `position_lines` and `game_of`.
"""
