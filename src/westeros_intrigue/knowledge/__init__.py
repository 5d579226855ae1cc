"""What one may know of a game, and what follows from it."""
