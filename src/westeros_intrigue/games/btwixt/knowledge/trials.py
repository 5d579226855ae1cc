"""The report about an owner's file: what the box has, what it lacks, and how games with it go.

Rules: box.catalogue, box.refused.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import starmap
from statistics import median_low
from typing import Final

from westeros_intrigue.gamekit import english, errors, options
from westeros_intrigue.games.btwixt.knowledge.players import play_on, simple_player
from westeros_intrigue.games.btwixt.pieces.box import FORMATS, Box
from westeros_intrigue.games.btwixt.pieces.box_faults import Fault, InvalidBox, list_places
from westeros_intrigue.games.btwixt.pieces.cards import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    Ally,
    InfluenceCard,
    describe,
)
from westeros_intrigue.games.btwixt.pieces.variants import ADVANCED, KINGSMOOT, STANDARD
from westeros_intrigue.games.btwixt.turns.game import setup
from westeros_intrigue.games.btwixt.turns.questions import final_winner

_GAMES = (
    ("The standard game", STANDARD),
    ("The advanced game", ADVANCED),
    ("The Kingsmoot draft", KINGSMOOT),
)


def file_report(text: str, _command: str) -> options.FileReport | None:
    """Return the gaps of a box, and its abilities in words; None for a file of another game."""
    if FORMATS not in text:
        return None
    faults: Iterable[object]
    try:
        return _report(Box.from_json(text))
    except errors.DecodingError as error:
        faults = starmap(Fault.at, error.faults)
    except InvalidBox as error:
        faults = error.faults
    return "\n  ".join(["This is not a box:", *map(str, faults)]), False


def _inventions_in_words(box: Box) -> Iterator[str]:
    """Yield the number of entries that are made up, if there are some."""
    words = {
        "leaders": ("leader", "leaders"),
        "allies": ("ally", "allies"),
        "influence": ("influence title", "influence titles"),
    }
    made_up = Counter(place.part for place in list_places(box) if place.entry.invented)
    told = [
        f"{made_up[part]} {nouns[made_up[part] > 1]}"
        for part, nouns in words.items()
        if made_up[part]
    ]
    told += ["the tokens"] * ("tokens" in box.invented)
    if told:
        yield f"Made up, in whole or in part: {english.join_words(told)}."


def _report(box: Box) -> options.FileReport:
    """Return the contents of a box, its gaps, and its abilities as they will be played."""
    tables = range(MIN_PLAYERS, MAX_PLAYERS + 1)
    head = (
        f"{box.name}: {len(box.leaders)} leaders, {len(box.allies)} allies, "
        f"{len(box.cards)} influence cards of {len(box.influence)} titles, "
        f"{len(box.token_values)} tokens."
    )
    lines = [head, *_inventions_in_words(box)]
    listed: set[Fault] = set()
    for game, variant in _GAMES:
        faults = {fault: None for players in tables for fault in box.faults(players, variant)}
        new = [fault for fault in faults if fault not in listed]
        listed |= faults.keys()
        besides = ", plus the faults above" * (len(new) < len(faults))
        needed = f"{len(new)} to be filled in{besides}"
        ready = f"ready for {MIN_PLAYERS} to {MAX_PLAYERS} leaders"
        lines += [f"{game}: {needed if faults else ready}.", *(f"  {fault}" for fault in new)]
    described: tuple[InfluenceCard | Ally, ...] = (*box.influence, *box.allies)
    lines += [f"  {box.names[card.id]}. {describe(card)}" for card in described if card.abilities]
    is_playable = not any(box.faults(players, STANDARD) for players in tables)
    if is_playable:
        lines.append(report_lengths(box))
    return "\n".join(lines), is_playable


BOX_FILES: Final = (
    options.Option(
        "box",
        options.OptionKind.FILE,
        "the file of your own box (default: the sample box)",
        report=file_report,
    ),
)
"""The option of a table that is a file."""

GAMES = 20
"""The trial games of a report."""
USUAL_PLAYERS = 4
"""The leaders of a trial game."""


def report_lengths(box: Box) -> str:
    """Return how long games of simple players last, and how strong councils become, in words.

    >>> from westeros_intrigue.games.btwixt import SAMPLE_BOX
    >>> print(report_lengths(SAMPLE_BOX)[:59])
    20 games of 4 simple players: a median of 202 moves, and 23

    Raises:
        InvalidBox: the box has gaps.
    """
    moves, powers = [], []
    for seed in range(GAMES):
        rng = random.Random(seed)  # noqa: S311 - no secret
        state = setup(USUAL_PLAYERS, box=box, seed=seed)
        state = play_on(state, [simple_player] * USUAL_PLAYERS, [rng] * USUAL_PLAYERS)
        moves.append(len(state.moves or ()))
        powers.append(max(final_winner(state).totals))
    return (
        f"{GAMES} games of {USUAL_PLAYERS} simple players: a median of {median_low(moves)} moves, "
        f"and {median_low(powers)} as the power of the winner's small council."
    )
