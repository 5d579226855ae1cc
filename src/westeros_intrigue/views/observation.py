"""Views of a state, without its hidden cards, and shorter forms of views for search.

A key is the part of a position that determines the rest of the game. A snapshot is a view whose
earlier rounds are reduced to sums.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections import Counter
from collections.abc import Hashable
from itertools import chain
from typing import Literal, get_args

import attrs

from westeros_intrigue.gamekit import limits, values
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.results import viewer_in_words
from westeros_intrigue.rules.board import BARATHEON, LANNISTER, STARK, TARGARYEN, cards_of
from westeros_intrigue.rules.cards import DECK, Cards, ThroneCards
from westeros_intrigue.rules.game_events import Phase
from westeros_intrigue.rules.round_results import EarlierRounds
from westeros_intrigue.rules.state import GameState, as_multiset, letters
from westeros_intrigue.rules.unseen import dead_pile, house_counts
from westeros_intrigue.rules.variants import needs_houses
from westeros_intrigue.rules.view import Position, SeenPile, View, check_position, list_piles


def throne_cards_left(position: Position) -> ThroneCards:
    """Return the Iron Throne cards that the viewer has not seen; for a state, the undrawn ones.

    >>> from westeros_intrigue import play_game, random_player, setup
    >>> len(throne_cards_left(setup(4, seed=1)))
    7
    >>> final = play_game([random_player] * 4, seed=1)
    >>> [str(card) for card in throne_cards_left(observe(final, None))]
    ['1 point off, 1 icon', '2 points off, 4 icons', '3 points off, 6 icons']

    Rules: info.throne, setup.throne.once, final.reveal.
    """
    check_position(position)
    left = Counter(position.variant.throne_cards)
    left.subtract(filter(None, chain(*list_piles(position))))
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
    if type(state) is not GameState:  # quicker, and mostly enough
        values.check_type("state", state, GameState)
    table = state.table
    hand: Cards = ()
    pile: SeenPile = ()
    kept: tuple[Cards | None, ...] = ()
    if player is not None:
        if type(player) is not int or not 0 <= player < table.players:  # quicker, as above
            player = values.check_integer("player", player, 0, table.players - 1)
        if player in table.variant.automated:
            raise InvalidValue(f"player {player} is automated: pass the seat of a player, or None")
        frame = state._frame
        hand, pile = cards_of(state._held[player]), frame.score_piles[player]
        if frame.results:
            kept = tuple([result.kept[player] for result in frame.results])
        if (table.results or table.earlier.score_piles) and not any(frame.score_piles):
            pile = table._piles[player]  # hidden cards, if it has drawn any
    return values.make_unchecked(
        View, table=table, player=player, hand=hand, score_pile=pile, kept=kept
    )


Scope = Literal["game", "round"]


def position_key(position: Position, *, scope: Scope = "game") -> Hashable:
    """Return a key for search tables; positions with equal keys are equivalent for further play.

    They have the same player to move, the same legal moves by house and slot, and the same
    probabilities and points to come. Their past moves and card numbers can differ. Do not store
    keys: they differ between versions of the library.

    >>> from westeros_intrigue import apply, legal_moves, setup
    >>> state = setup(4, seed=7)
    >>> first, second = (apply(state, move) for move in legal_moves(state)[:2])
    >>> first == second, position_key(first) == position_key(second)
    (False, True)

    Args:
        position: a state or a view.
        scope: "round" ignores earlier points, Iron Throne cards and later rounds, which do not
            affect the placements and points of this round.

    Raises:
        InvalidValue: the scope is neither "game" nor "round".

    Rules: components.names, components.characters.house, option.affiliation, option.rivalry.
    """
    check_position(position)
    values.check_one_of("scope", scope, get_args(Scope))
    if isinstance(position, GameState):
        earlier = position._frame.outlook if scope == "game" else _table(position)
        return (earlier, *_state_key(position))
    earlier_seen = _earlier(position) if scope == "game" else ()
    return (*earlier_seen, _table(position), *_view_key(position))


def _state_key(state: GameState) -> tuple[Hashable, ...]:
    hands: list[Hashable] = [
        letters(stack.cards) if stack else _house_counts(held)
        for held, stack in zip(state._held, state._stacks, strict=True)
    ]
    # A player who is out stays out, so only the number of cards matters.
    for gone in state.eliminations:
        hands[gone.player] = gone.cards_left
    end = None if state.active_player is not None else _last_card(state)
    return (state.active_player, end, state._occupied, *hands)


def _view_key(view: View) -> tuple[Hashable, ...]:
    table = view.table
    return (
        table.active_player,
        table._board[:2],  # without the open slots, a limited view would have the key of the whole
        _last_card(view),  # not None only if the round is over, so it also encodes the phase
        view.player,
        letters(view.hand),
        table.hand_sizes,
        table.missing_houses,
        tuple(map(letters, table.known_stacks)),
        table.can_place,
        _memory(view),
    )


def _table(position: Position) -> Hashable:
    variant = position.variant
    # Anyone Can Die only changes how rounds are dealt.
    options = tuple(option for option in variant.options if option != "anyone_can_die")
    return position.players, variant.automated, options, variant.houses, variant.house_rule


def _last_card(position: Position) -> Hashable:
    # The last card is known only at the end of the round, and only scoring depends on it.
    if position.phase is not Phase.ROUND_OVER:
        return None
    last = position.placements[-1]
    return last.player, last.move.card.house if needs_houses(position.variant.options) else None


def _earlier(view: View) -> tuple[Hashable, ...]:
    return (
        view.variant,
        view.starting_player,
        view.penalty_points,
        as_multiset(view.score_pile),
        view.score_pile_sizes,  # one card per round, so they also encode the round
        tuple(map(as_multiset, view.revealed_score_piles)),
    )


def _memory(view: View) -> Hashable:
    # With Anyone Can Die, earlier rounds determine which characters can be dead.
    if not view.variant.has_dead(view.round_number):
        return None
    seen = view._seen
    unseen = [card for card in DECK if card not in seen]
    dead = dead_pile(view, unseen, view.round_number)
    return dead.has_numbers, tuple(
        (
            house_counts(death.may_die),
            # Hidden cards are evidence about the dead only after eliminations, or without numbers.
            (death.hidden, death.hands) if death.hands or not dead.has_numbers else (),
        )
        for death in dead.deaths
    )


def _house_counts(held: int) -> tuple[int, ...]:
    return (
        (held & STARK).bit_count(),
        (held & LANNISTER).bit_count(),
        (held & BARATHEON).bit_count(),
        (held & TARGARYEN).bit_count(),
    )


@attrs.frozen(repr=False, field_transformer=limits.add_checks)
class Snapshot(values.Value):
    """A view whose earlier rounds are reduced to their sums.

    Its document has the same size in each round; a view's document grows during the game.

    >>> from westeros_intrigue import observe, setup
    >>> snapshot = Snapshot.of(observe(setup(4, seed=1), 2))
    >>> snapshot
    <Snapshot of player 2: round 1 of 4, playing, player 0 to move>

    Players, `odds`, `determinize` and `draw_text` accept `view` like any other view, with the same
    results as the whole view, except that cards seen in earlier rounds are forgotten under Anyone
    Can Die.

    Rules: round.penalty, round.throne, round.count, option.anyone-deal, info.memory.
    """

    view: View
    """The current round, with the sums of the earlier ones in `view.table.earlier`; after the end
    of the game, also the result of the last round."""

    def __repr__(self) -> str:
        who = viewer_in_words(self.view.player)
        return f"<Snapshot of {who}: {self.view.table.summary}>"

    @classmethod
    def of(cls, view: View) -> Snapshot:
        """Return the snapshot of a view.

        >>> from westeros_intrigue import observe, setup
        >>> view = observe(setup(3, seed=1), 0)
        >>> Snapshot.of(view).view.hand == view.hand
        True

        Raises:
            WrongType: `view` is not a View.
        """
        values.check_type("view", view, View)
        table = view.table
        finished = len(table.results) - view.is_over
        if finished:
            past = table
            if view.is_over:
                past = attrs.evolve(table, results=table.results[:finished])
            earlier = EarlierRounds(past.penalty_points, past._piles)
            table = attrs.evolve(table, results=table.results[finished:], earlier=earlier)
        return cls(view._with_table(table, view.kept[finished:]))
