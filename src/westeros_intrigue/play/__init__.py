"""The programs for people: the terminal, the page, a referee, puzzles and printing.

Read `sessions` first, the games in progress; then `terminal` and `page`, which play them; then
`referee`, `puzzles` and `printing`.
"""
