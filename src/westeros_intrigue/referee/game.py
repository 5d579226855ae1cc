"""A game with real cards: its entries, the way back, and the entries that may be wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain

import attrs

from westeros_intrigue.base.values import Value, check_integer, listed
from westeros_intrigue.referee.entries import canonical, entered, entries_of, played
from westeros_intrigue.referee.records import record_of
from westeros_intrigue.referee.table import NotPossible, RealTable
from westeros_intrigue.rules.cards import House, IronThroneCard
from westeros_intrigue.rules.variants import STANDARD, Variant
from westeros_intrigue.text import Record
from westeros_intrigue.text.typed import read_throne_cards, written


@attrs.frozen(slots=False)
class RealGame(Value):
    """The entries of a game with real cards. It never changes: each step makes another.

    >>> game = RealGame.new(2, STANDARD, 0).entered("stark to a0").entered("L a1").entered("S b0")
    >>> game.entries, str(game.table.court)
    (('S a0', 'L a1', 'S b0'), 'a0 S1 L1 / b0 S2')
    >>> list(game.suspects("B c0"))
    []
    >>> game.fixed(2, "B a1").undone(2).entries
    ('S a0',)
    >>> RealGame.of_record(game.record).entries == game.entries
    True
    >>> game.shown([])
    Traceback (most recent call last):
    westeros_intrigue.referee.NotPossible: nobody is to show Iron Throne cards now
    """

    entries: tuple[str, ...]
    """The entries, the first first, as `canonical` returns them."""
    tables: tuple[RealTable, ...]
    """The table before the first entry, and after each."""
    piles: tuple[tuple[IronThroneCard, ...], ...] = ()
    """The Iron Throne cards that have been shown, for the first of `owing`."""

    @classmethod
    def new(
        cls, players: int, variant: Variant, first_player: int, player: int | None = None
    ) -> RealGame:
        """Return a game before its first card; `player`, from 0, has the known hand, if any."""
        return cls((), (RealTable.new(players, variant, first_player, player),))

    @classmethod
    def of_record(cls, record: Record, player: int | None = None) -> RealGame:
        """Return the game of a record; the hands of `player`, from 0, are known, if any."""
        new = cls.new(record.players, record.variant, record.first_player, player)
        return new._with(tuple(entries_of(record, player)))

    @property
    def table(self) -> RealTable:
        """The table as it is."""
        return self.tables[-1]

    @cached_property
    def record(self) -> Record:
        """The record of the game so far, without tags.

        Raises:
            NotPossible: no deal leads to what has been entered.
        """
        piles = {seat: iter(pile) for seat, pile in zip(self.owing, self.piles, strict=False)}
        is_shown = self.owing and self.to_show is None
        rounds = self.table.view.results if is_shown else ()
        return record_of(self.table, [next(piles[scored.last_placer]) for scored in rounds])

    def entered(self, entry: str) -> RealGame:
        """Return the game after one more entry; at the end, Iron Throne cards such as `3/7 1/2`.

        Raises:
            NotPossible: it cannot be so.
            NotationError: the entry makes no sense.
        """
        if self.to_show is not None:
            return self.shown(read_throne_cards(entry))
        entry = canonical(entry)
        after = RealGame((*self.entries, entry), (*self.tables, entered(self.table, entry)))
        return after._checked()

    def undone(self, count: int) -> RealGame:
        """Return the game without its last entries, shown Iron Throne cards among them.

        Args:
            count: the number of entries.

        Raises:
            InvalidValue: there are not as many.
        """
        shown = len(self.piles)
        count = check_integer("count", count, 0, len(self.entries) + shown)
        kept = min(len(self.entries), len(self.entries) + shown - count)
        piles = self.piles[: max(0, shown - count)]
        return RealGame(self.entries[:kept], self.tables[: kept + 1], piles)

    def fixed(self, number: int, entry: str) -> RealGame:
        """Return the game with another entry in place of the one of that number, from 1.

        Raises:
            InvalidValue: no entry has the number.
            NotPossible: it cannot be so, or an entry after it cannot.
            NotationError: the entry makes no sense.
        """
        number = check_integer("number", number, 1, len(self.entries))
        entries = (*self.entries[: number - 1], canonical(entry), *self.entries[number:])
        return self._with(entries)._checked()

    def suspects(self, last: str) -> Iterator[tuple[int, str]]:
        """Yield each way to explain an impossible entry by an earlier one of the wrong house.

        It is the number of the entry in this round, and what it may have been.
        """
        last = canonical(last)
        for number in range(len(self.entries), 0, -1):
            before = self.tables[number - 1]
            if len(before.finished) < len(self.table.finished):
                return  # of an earlier round, whose court is gone
            house, _, slot = self.entries[number - 1].partition(" ")
            for other in House:
                if slot and other.letter != house:
                    instead = f"{other.letter} {slot}"
                    try:
                        played(before, [instead, *self.entries[number:], last])
                    except NotPossible:
                        continue
                    yield number, instead

    @property
    def owing(self) -> tuple[int, ...]:
        """The seats that show their Iron Throne cards at the end; empty before."""
        drawn = self.table.view.score_pile_sizes if self.table.view.is_over else ()
        return tuple(seat for seat, size in enumerate(drawn) if size)

    @property
    def to_show(self) -> int | None:
        """The seat that is to show its Iron Throne cards; None when nobody is."""
        return next(iter(self.owing[len(self.piles) :]), None)

    def shown(self, cards: Sequence[IronThroneCard]) -> RealGame:
        """Return the game after the seat `to_show` has shown its Iron Throne cards.

        Raises:
            NotPossible: nobody is to show cards, there are too many or too few, one of them lies
                elsewhere, or is not in the game.
        """
        if self.to_show is None:
            raise NotPossible("nobody is to show Iron Throne cards now")
        count = self.table.view.score_pile_sizes[self.to_show]
        if len(cards) != count:
            raise NotPossible(f"{count} must be shown, not {len(cards)}")
        printed = self.table.table.variant.throne_cards
        before = [*chain(*self.piles)]
        drawn = Counter([*before, *cards])
        # Without the printed cards, only one thing is known: no two are the same.
        is_assumed = printed in ((), STANDARD.throne_cards)
        if missing := drawn - Counter({*drawn} if is_assumed else printed):
            left = map(written, (Counter(printed) - Counter(before)).elements())
            possible = "no two are the same" if is_assumed else f"only {listed(left)} can be"
            card = written(next(iter(missing)))
            raise NotPossible(f"no Iron Throne card {card} is left: {possible}")
        return attrs.evolve(self, piles=(*self.piles, tuple(cards)))

    @property
    def score_piles(self) -> tuple[tuple[IronThroneCard, ...], ...]:
        """For each seat, from 0, the Iron Throne cards that it has shown."""
        piles = dict(zip(self.owing, self.piles, strict=False))
        return tuple(piles.get(seat, ()) for seat in range(self.table.table.players))

    def _with(self, entries: tuple[str, ...]) -> RealGame:
        return RealGame(entries, (self.tables[0], *played(self.tables[0], entries)))

    def _checked(self) -> RealGame:
        """Return the game, if some deal leads to it."""
        _ = self.record
        return self
