"""The examples of `shown/`: a position, what is played, and what follows or why it is refused.

A position is one of these:

    *28@5: 1hh, 12@0; buy     a line for `parse_position`; mostly without chance, so that throws and
                              cards are steps of the example
    new game, 3 players       a new game; more parts are options, such as `offers 0`, or `seed 0`
    printed, playable         an edition of the library
    form ...                  an edition made from lines of a form

and a step one of these, besides those of every game (see `helpers/shown_games.py`):

    1: bid 3         a move; the number of the player who makes it may stand before it
    roll 3-4         all pass in the interval, and the player on turn throws
    throw 3-4        a throw that the game waits for
    card pay-2       a card that the game waits for
    judge build 14   the reasons against a move that is not made, or `legal`
    cash             the coins of the players, of the Treasury and in the pot
    left             the buildings that the Treasury has
    rent of 39       the rent of a deed now; `means of 0` what a player could pay
    offers           whether an offer is legal, and how many simple ones are
    dice of 0        the first throws of a seed; `deck of 0` its first cards
    play             what an edition says to a new game of it
    gaps             how many values of each kind an edition lacks
    counts           the components of an edition
    marks            where the values of an edition are from
    draw             the lines of an edition's picture as text that are about it as a whole
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from helpers import shown_games
from helpers.shown_games import assert_shown, each_example
from helpers.shown_rules import Example

from westeros_intrigue.gamekit import GAMES
from westeros_intrigue.games.monopoly import (
    OPTIONS,
    PLAYABLE,
    PRINTED,
    Decision,
    Edition,
    GameState,
    InvalidEdition,
    SpaceKind,
    dice_at,
    draw_text,
    explain,
    may_offer,
    means,
    missing,
    new_game,
    parse_move,
    read_form,
    rent,
    setup,
    simple_offers,
    supply_card,
    supply_dice,
)
from westeros_intrigue.games.monopoly.pieces.board import deck_of


@each_example(Path(__file__).with_name("shown"))
def test_a_rule_is_as_its_example_shows(example: Example) -> None:
    assert_shown(example, Played())


def begin_game(_played: Played, text: str) -> GameState:
    """Set up `game, 3 players, seed 0, offers 0`."""
    options = {option.name: option for option in OPTIONS}
    _, players, *parts = text.split(", ")
    chosen = dict(part.split(" ") for part in parts)
    seed = chosen.pop("seed", None)
    values = {name: options[name].parse(text) for name, text in chosen.items()}
    return new_game(int(players.split()[0]), values, seed=int(seed) if seed else 1)


def roll(played: Played, text: str) -> Iterable[str]:
    """Let all pass, and throw."""
    state = played.now
    while state.decision is Decision.FLOOR:
        state = played.game.apply(state, parse_move("pass"))
    return played.follow(supply_dice(state, dice(text)))


def dice(text: str) -> tuple[int, int]:
    first, second = text.split("-")
    return int(first), int(second)


def judge(played: Played, text: str) -> Iterable[str]:
    violations = explain(played.now, parse_move(text))
    return [f"refused, {why.code.value}, {why.rule}: {why}" for why in violations] or ["legal"]


def show_offers(played: Played, _text: str) -> Iterable[str]:
    count = sum(1 for _ in simple_offers(played.now))
    return [f"{'some' if may_offer(played.now) else 'no'} offer is legal; {count} simple ones"]


def show_rent(played: Played, text: str) -> Iterable[str]:
    found = rent(played.now, int(text.removeprefix("of ")))
    return ["nothing" if found is None else str(found)]


def show_cash(played: Played, _text: str) -> Iterable[str]:
    pot = f", pot {played.now.pot}" if "pot" in played.now.variant.house_rules else ""
    return [f"{' '.join(map(str, played.now.cash))}; Treasury {played.now.treasury}{pot}"]


def show_left(played: Played, _text: str) -> Iterable[str]:
    return [f"Holdfasts {played.now.holdfasts_left}, Castles {played.now.castles_left}"]


def play_with(played: Played, _text: str) -> Iterable[str]:
    """Begin a game with an edition, or return the number of its faults and the first."""
    try:
        return [f"{setup(2, played.now, seed=1).players} players begin"]
    except InvalidEdition as error:
        return [f"refused, InvalidEdition, {len(error.faults)} faults: {error.faults[0]}"]


def show_gaps(played: Played, _text: str) -> Iterable[str]:
    names = (gap.path.split("/") for gap in missing(played.now))
    count = Counter(parts[3] if len(parts) > 3 else parts[1] for parts in names)
    return [", ".join(f"{number} {name}" for name, number in count.items())]


def show_counts(played: Played, _text: str) -> Iterable[str]:
    edition: Edition = played.now
    kinds = Counter(space.kind for space in edition.spaces)
    deeds = ", ".join(f"{kinds[kind]} {kind.value}s" for kind in SpaceKind if kind.is_deed)
    cards = sum(card.copies for card in edition.cards or ())
    coins = " and ".join(f"{count} of {worth}" for worth, count in edition.money.coins)
    fewest, most = edition.players
    supply = edition.supply
    return [
        f"{len(edition.spaces)} spaces: {deeds}",
        f"{cards} cards, {supply.holdfasts} Holdfasts, {supply.castles} Castles",
        f"coins: {coins}, together worth {edition.money.total}; {fewest} to {most} players",
    ]


def show_marks(played: Played, _text: str) -> Iterable[str]:
    edition: Edition = played.now
    count = Counter(mark.value for path, mark in edition.marks if path != "*")
    usual = dict(edition.marks).get("*")
    others = f"; all others {usual.value}" if usual else ""
    kind = "sample" if edition.sample else "printed" if edition.printed else "neither"
    listed = ", ".join(f"{number} {name}" for name, number in count.items())
    return [f"{kind}: {listed}{others}"]


class Played(shown_games.Played):
    """An example as far as it is played; `now` can be an edition."""

    game = GAMES["monopoly"]
    OPENINGS: ClassVar[Mapping[str, Callable[[Any, str], object]]] = {
        "new": begin_game,
        "form": lambda _played, text: read_form(text),
        "printed": lambda _played, _text: PRINTED,
        "playable": lambda _played, _text: PLAYABLE,
    }
    STEPS: ClassVar[Mapping[str, Callable[[Any, str], Iterable[str] | None]]] = {
        "roll": roll,
        "throw": lambda played, text: played.follow(supply_dice(played.now, dice(text))),
        "card": lambda played, text: played.follow(supply_card(played.now, text)),
        "judge": judge,
        "cash": show_cash,
        "left": show_left,
        "rent": show_rent,
        "means": lambda played, text: [str(means(played.now, int(text.removeprefix("of "))))],
        "offers": show_offers,
        "dice": lambda _played, text: [
            " ".join("{}-{}".format(*dice_at(int(text.split()[-1]), k)) for k in range(6))
        ],
        "deck": lambda _played, text: [" ".join(map(str, deck_of(int(text.split()[-1]), 32)[:6]))],
        "play": play_with,
        "gaps": show_gaps,
        "counts": show_counts,
        "marks": show_marks,
        "draw": lambda played, _text: draw_text(played.now).splitlines()[:2],
    }
