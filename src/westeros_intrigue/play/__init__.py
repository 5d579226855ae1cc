"""The programs to play with: the terminal, the page, a referee, puzzles, printing.

Read `sessions` first, the games in progress; then `terminal` and `page`, which play them; then
`referee`, `puzzles` and `printing`.
"""
