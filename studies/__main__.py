"""The command line of the studies: `python -m studies NAME [options]`.

`python -m studies --help` lists them; `python -m studies NAME --help` has the options of one.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

from benchmarks.command_line import Runs, name_of_run

RUNS: Runs = {
    "effects": ("effects", "what the options and house rules of each game do to games"),
    "strength": ("strength", "the rounds that a player wins against others"),
    "games": ("games", "the games that a player wins against others, in any game"),
    "endings": ("endings", "what players give away in solved endings"),
    "refusals": ("refusals", "how many refusals lead to a legal move, in each game"),
    "chances": ("chances", "how accurate the chance of a hint is"),
    "mistakes": ("mistakes", "the chance that mistakes lose"),
    "best-response": ("best_response", "the most that can be won against a player"),
    "exploit": ("exploit", "what the best attack known wins against a player"),
    "replay": ("replay", "whether the first deals of old figures are still the same"),
    "learners": ("learners", "the share of a learner's time that the tables take"),
    "pruning": ("pruning", "what each part of the solver's pruning saves"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the study that the command line names, and return the status of the process."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    name = name_of_run("studies", "Study how players play, and what rules do.", RUNS, words)
    if name is None:
        return 0
    module, _ = RUNS[name]
    return import_module(f"studies.{module}").main(words[1:]) or 0


if __name__ == "__main__":
    sys.exit(main())
