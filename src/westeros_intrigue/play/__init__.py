"""Programs for people: saved games, the terminal, the page, a referee, puzzles, printing."""
