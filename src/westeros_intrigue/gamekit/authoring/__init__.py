"""The derivation of a whole game from an author's class: `GameOf`, positions, and the rest."""
