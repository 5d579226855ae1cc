"""The game as text: cards, moves, courts and whole games."""
