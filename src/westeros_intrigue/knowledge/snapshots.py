"""Snapshots: a view without its finished rounds, of which only the sums count."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import attrs

from westeros_intrigue.base.display import viewer_in_words
from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.limits import Count, Range
from westeros_intrigue.base.public import public
from westeros_intrigue.base.values import Value, check_type, counted, instance, tuple_of, unchecked
from westeros_intrigue.rules.dealing import throne_faults
from westeros_intrigue.rules.history import MOST_ADDED
from westeros_intrigue.rules.own_cards import SeenPile
from westeros_intrigue.rules.variants import PerPlayer, Variant
from westeros_intrigue.rules.view import View, pile_seen


def _numbers(numbers: Iterable[int]) -> tuple[int, ...]:
    return tuple_of("penalty points and sizes", int, numbers)


@public
@attrs.frozen(repr=False)
class Snapshot(Value):
    """The knowledge of a player at one moment: the present round, and the sums of those before it.

    Its document has the same size in each round, while that of a view grows with the game.

    >>> from westeros_intrigue import observe, setup
    >>> snapshot = Snapshot.of(observe(setup(4, seed=1), 2))
    >>> snapshot
    <Snapshot of player 2: round 1 of 4, playing, player 0 to move>

    The view of the round is that of a game of one round. Players, `odds`, `determinize` and
    `draw_text` accept it like any other view, and choose and count as in the whole game, except
    that under Anyone Can Die the cards seen in earlier rounds are forgotten.

    Raises:
        InvalidValue: no game has these sums at this moment.

    Rules: round.penalty, round.throne, round.count, option.anyone-deal, info.memory.
    """

    variant: Variant = attrs.field(validator=instance(Variant))
    """The variant of the whole game."""
    rounds_before: int = attrs.field(validator=Range(0))
    """The number of rounds before the one that the view shows."""
    penalty_points: PerPlayer[Count] = attrs.field(converter=_numbers)
    """For each seat, from 0, the penalty points of these rounds."""
    score_pile_sizes: PerPlayer[Count] = attrs.field(converter=_numbers)
    """For each seat, from 0, the number of Iron Throne cards drawn in them."""
    score_pile: SeenPile = attrs.field(converter=pile_seen)
    """The viewer's own ones, in drawing order, with None for each that is not known; none for a
    spectator."""
    view: View = attrs.field(validator=instance(View))
    """The present round, as the only one of a game; after the end of the game, the last one."""

    def __attrs_post_init__(self) -> None:
        if faults := self._faults():
            raise InvalidValue(f"no game has this snapshot: {'; '.join(faults)}")

    def __repr__(self) -> str:
        view = self.view
        turn = view.table.summary.partition(",")[2]
        rounds = self.variant.rounds_for(view.players)
        who = viewer_in_words(view.player)
        return f"<Snapshot of {who}: round {self.rounds_before + 1} of {rounds},{turn}>"

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
        check_type("view", view, View)
        table, seats = view.table, range(view.players)
        before = len(table.results) - view.is_over
        earlier, last = table.results[:before], table.results[before:]
        drawn = [result.last_placer for result in earlier]
        own = drawn.count(view.player) if view.player is not None else 0
        round_table = attrs.evolve(
            table,
            variant=_of_round(table.variant, before),
            results=tuple([attrs.evolve(result, round_number=1) for result in last]),
        )
        # The sums of a view need no check.
        return unchecked(
            cls,
            variant=table.variant,
            rounds_before=before,
            penalty_points=tuple([sum([one.penalty_points[i] for one in earlier]) for i in seats]),
            score_pile_sizes=tuple([drawn.count(seat) for seat in seats]),
            score_pile=view.score_pile[:own],
            view=unchecked(
                View,
                table=round_table,
                player=view.player,
                hand=view.hand,
                score_pile=view.score_pile[own:],
                kept=view.kept[before:],
            ),
        )

    def _faults(self) -> list[str]:
        players, before = self.view.players, self.rounds_before
        rounds = self.variant.rounds_for(players)
        if before >= rounds:
            return [f"{before} of {counted(rounds, 'round')} cannot come before another"]
        faults = []
        if self.view.variant != _of_round(self.variant, before):
            faults.append("the view is not of such a round")
        if len(self.penalty_points) != players or len(self.score_pile_sizes) != players:
            return [*faults, f"there are {players} players"]
        sizes = (self.variant.hand_size(players, number + 1) for number in range(before))
        most = sum(size + MOST_ADDED for size in sizes)
        if any(not 0 <= points <= most for points in self.penalty_points):
            faults.append(f"{counted(before, 'round')} can bring 0 to {most} penalty points")
        if min(self.score_pile_sizes) < 0 or sum(self.score_pile_sizes) != before:
            faults.append(f"there must be {counted(before, 'Iron Throne card')} drawn")
        return [*faults, *self._pile_faults()]

    def _pile_faults(self) -> list[str]:
        pile, seat = self.score_pile, self.view.player
        if len(pile) != (0 if seat is None else self.score_pile_sizes[seat]):
            return ["the viewer has drawn another number of Iron Throne cards"]
        return [*throne_faults((*pile, *self.view.score_pile), self.variant)]


@lru_cache(maxsize=64)
def _of_round(variant: Variant, before: int) -> Variant:
    """Return the variant of a game that consists of the round after `before` others."""
    dead = variant.cards_in_game(1) - variant.cards_in_game(before + 1)
    return attrs.evolve(variant, rounds=1, first_player=None, dead=variant.dead + dead)
