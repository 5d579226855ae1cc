"""Views of a state, without its hidden cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import check_integer, check_type, unchecked
from westeros_intrigue.rules.cards import IronThroneCard
from westeros_intrigue.rules.game import GameState, cards_of
from westeros_intrigue.rules.own_cards import SeenPile
from westeros_intrigue.rules.view import Position, View, check_position


def throne_cards_left(position: Position) -> tuple[IronThroneCard, ...]:
    """Return the Iron Throne cards that the viewer has not seen; for a state, those not drawn.

    >>> from westeros_intrigue import play_game, random_player, setup
    >>> len(throne_cards_left(setup(4, seed=1)))
    7
    >>> final = play_game([random_player] * 4, seed=1)
    >>> [str(card) for card in throne_cards_left(observe(final, None))]
    ['1 point off, 1 icon', '2 points off, 4 icons', '3 points off, 6 icons']

    Rules: info.throne, setup.throne.once, final.reveal.
    """
    check_position(position)
    piles: Iterable[Iterable[IronThroneCard | None]] = position.table.revealed_score_piles
    if not piles:
        piles = (position.score_pile,) if isinstance(position, View) else position.score_piles
    left = Counter(position.variant.throne_cards)
    left.subtract(filter(None, chain(*piles)))
    return tuple(left.elements())


def observe(state: GameState, player: int | None) -> View:
    """Return the view of a state for a player or a spectator.

    >>> from westeros_intrigue import setup
    >>> view = observe(setup(4, seed=1), 2)
    >>> view
    <View of player 2: round 1 of 4, playing, player 0 to move>
    >>> len(view.hand), view.hand_sizes
    (9, (9, 9, 9, 9))

    Args:
        state: any state.
        player: the seat of the viewer, from 0; None for a spectator.

    Raises:
        InvalidValue: the seat does not exist, or is automated and so has no view.

    Rules: info.public, info.leftover, info.throne, info.throne.unseen, info.throne-automated,
    info.elimination, setup.unused.unseen, elimination.keeps.hidden.
    """
    check_type("state", state, GameState)
    table = state.table
    if player is None:
        return unchecked(View, table=table, player=None, hand=(), score_pile=(), kept=())
    player = check_integer("player", player, 0, table.players - 1)
    if player in table.variant.automated:
        raise InvalidValue(f"player {player} is automated: pass the seat of a player, or None")
    kept = tuple([result.kept[player] for result in state.results])
    pile: SeenPile = state.score_piles[player]
    if state.results and not pile:
        pile = (None,) * table.score_pile_sizes[player]  # hidden cards, if it has drawn any
    return unchecked(
        View,
        table=table,
        player=player,
        hand=cards_of(state.held[player]),
        score_pile=pile,
        kept=kept,
    )
