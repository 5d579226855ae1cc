"""The rules of the game: its things, its moves, its turns, its points."""
