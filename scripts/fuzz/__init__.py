"""Damage documents, texts, moves and files of every game, and check what the library makes of them.

Reading must return a value or raise a documented error that states the place, within two seconds. A
value that is read must be equal after it is written and read in each of its forms, and must be of
use: worlds are drawn from it, moves are explained and applied, events are folded.

    python scripts/fuzz --cases 10000
    python scripts/fuzz --kinds 'westeros-intrigue/*' '*-file' --seconds 600 --seed 7

A case depends only on its kind, the seed and its number. The program prints the command that
repeats a failed case, and for each kind the shares of cases that were accepted, refused by a rule
of the game, and refused for their form. tests/test_fuzz.py runs a few cases of every kind.

`engine` runs cases of any kind. `damage` spoils data and texts, `tables` plays random games and
collects the values in them, and `promises` checks what was read. `any_game` has the kinds of input
that every game has; the modules `card_game`, `monopoly` and `btwixt` have what only one game has,
and `own` says what that can be. `results_files` has the files of simulations and matches.
"""

from fuzz.engine import Broken, Kind, Outcome, require, run, run_case
from fuzz.program import kinds, main
from fuzz.promises import check_forms
from fuzz.tables import moments, random_options, samples, samples_of, two_lines

__all__ = [
    "Broken",
    "Kind",
    "Outcome",
    "check_forms",
    "kinds",
    "main",
    "moments",
    "random_options",
    "require",
    "run",
    "run_case",
    "samples",
    "samples_of",
    "two_lines",
]
