"""The derivation of a whole game from an author's class: `GameOf`, positions, and the rest.

Read `position` and `texts` first, then `declarations`, `authored`, `position_codecs` and `game_of`.
"""
