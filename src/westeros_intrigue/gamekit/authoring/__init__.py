"""The derivation of a whole game from an author's class: `GameOf`, positions, and the rest.

Read the modules in this order: `position`, `field_kinds`, `hidden_hands`, `outcomes`, `texts`,
`refusing`, `field_pictures`, `declarations`, `sampling`, `authored`, `position_codecs`,
`position_lines`, `game_of` and `game_files`.
"""

__all__ = ("__doc__",)  # an inner module: no name here is promised
