"""Trial games of an edition, for the report about an owner's file.

An edition can be consistent and make games without an end, such as one whose GO pays more than all
rents take. So the report says how long games last.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from statistics import median_low

from westeros_intrigue.gamekit import options
from westeros_intrigue.gamekit.english import count_things
from westeros_intrigue.games.monopoly.knowledge.players import sensible_move
from westeros_intrigue.games.monopoly.pieces.editions import Edition
from westeros_intrigue.games.monopoly.pieces.forms import read_edition_or_form
from westeros_intrigue.games.monopoly.pieces.gaps import missing
from westeros_intrigue.games.monopoly.position.state import Draft
from westeros_intrigue.games.monopoly.turns.game import setup
from westeros_intrigue.games.monopoly.turns.throws import play

GAMES = 20
"""The trial games of a report."""
MOST_TURNS = 1000
"""The turns after which a trial game counts as one without an end."""
USUAL_PLAYERS = 4
"""The seats of a new game, if the edition allows them."""


def file_report(text: str, command: str) -> options.FileReport:
    """Return the gaps of an edition's file or, if there are none, how it plays and the command.

    Editions do not name their game, so any file is read as one.
    """
    edition = read_edition_or_form(text)
    gaps = missing(edition)
    head = f"{edition.name}: {count_things(len(edition.spaces), 'space')}, {len(gaps)} unknown"
    rest = [f"  {gap}" for gap in gaps] or [f"  {report_lengths(edition)}", command]
    return "\n".join([head, *rest]), not gaps


def report_lengths(edition: Edition) -> str:
    """Return how long games of simple players last, and how many do not end, in words.

    >>> from westeros_intrigue.games.monopoly import PLAYABLE
    >>> report_lengths(PLAYABLE)
    '20 games of 4 simple players: a median of 149 turns, and all ended within 1 000'

    Raises:
        InvalidEdition: the edition has gaps.
    """
    players = usual_players(edition)
    lengths = [count_turns(edition, players, seed) for seed in range(GAMES)]
    unfinished, middle = sum(length > MOST_TURNS for length in lengths), median_low(lengths)
    most = f"{MOST_TURNS:,}".replace(",", " ")
    turns = f"{middle} turns" if middle <= MOST_TURNS else f"more than {most} turns"
    ended = f"{unfinished} did not end within {most}" if unfinished else f"all ended within {most}"
    return f"{GAMES} games of {players} simple players: a median of {turns}, and {ended}"


def count_turns(edition: Edition, players: int, seed: int) -> int:
    """Return the turns of a game of simple players, or one more than `MOST_TURNS` if it goes on."""
    draft = Draft.of(setup(players, edition, seed=seed))
    while (seat := draft.active_player) is not None and draft.turn_number <= MOST_TURNS:
        play(draft, seat, sensible_move(draft, seat, None))
    return min(draft.turn_number, MOST_TURNS + 1)


def usual_players(edition: Edition) -> int:
    """Return the number of seats at a new table: 4, or the nearest that the edition allows."""
    fewest, most = edition.players
    return min(max(fewest, USUAL_PLAYERS), most)
