"""Views: what a player may know, and games that could be behind them."""

from __future__ import annotations

from westeros_intrigue.base.chance import RandomSource, check_source, shuffled
from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import check_type
from westeros_intrigue.monopoly.chance import Deal, draw_seed
from westeros_intrigue.monopoly.event_kinds import Event
from westeros_intrigue.monopoly.property import check_position, check_seat
from westeros_intrigue.monopoly.state import GameState, Position, View


def observe(state: GameState, player: int | None) -> View:
    """Return what a player may know of a state, or a spectator: all but the chance to come.

    >>> from westeros_intrigue.monopoly import setup
    >>> observe(setup(2, seed=1), 1).table == observe(setup(2, seed=2), 0).table
    True

    Args:
        state: any state.
        player: the seat that looks, from 0; None for a spectator.

    Raises:
        InvalidValue: the player does not exist.

    Rules: info.public, info.views.
    """
    check_type("state", state, GameState)
    if player is not None:
        player = check_seat(state, player)
    return View(state.table, player)


def events(before: Position, after: Position) -> tuple[Event, ...]:
    """Return what happened from one position of a game to a later one.

    It costs what happened between the two, not the game so far. Two states have the same events as
    two views of them.

    >>> from westeros_intrigue.monopoly import Pass, apply, sentence, setup
    >>> before = setup(2, seed=0)
    >>> for event in events(before, apply(before, Pass())):
    ...     if words := sentence(event, 0):
    ...         print(words)
    you throw 5 and 5
    you move to Marrow Cross

    Args:
        before: a state or a view.
        after: a state or a view of the same game, not earlier.

    Raises:
        InvalidValue: the second position does not come after the first.

    Rules: info.public, info.views.
    """
    check_position(before)
    check_position(after)
    found = after.moves.events_since(before.moves)
    if found is None or before.table.start != after.table.start:
        raise InvalidValue("the second position does not come after the first in one game")
    return found


def determinize(view: View, rng: RandomSource) -> GameState:
    """Return a game that could be behind a view: the unseen cards shuffled, new throws to come.

    >>> import random
    >>> from westeros_intrigue.monopoly import setup
    >>> view = observe(setup(2, seed=1), 0)
    >>> observe(determinize(view, random.Random(1)), 0) == view
    True

    Raises:
        InvalidValue: a random number out of range.

    Rules: info.views, info.deck.
    """
    check_type("view", view, View)
    check_source(rng)
    table = view.table
    deck = (*table.draws, *shuffled(table.unseen_cards, rng))
    return GameState(table, Deal(deck, table.throws, draw_seed(rng)))
