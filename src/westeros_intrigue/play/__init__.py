"""The programs that people play with: the terminal, the page, a referee, puzzles, printing.

Read `sessions` first, the games under way; then `terminal` and `page`, which play them; then
`referee`, `puzzles` and `printing`.
"""
