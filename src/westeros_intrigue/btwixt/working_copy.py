"""The working copy of a state: `apply` makes one, the rules change it, and it is frozen again.

It lives within one call and never leaves the package. Its parts are tuples, so what does not change
is shared with the state that it was copied from. Its methods are the ways of cards, allies and
tokens from one place to another, and what each shows to whom.

Rules: effect.lasting, effect.kill, token.return, advanced.removed, info.returned, info.taken,
info.ally-deck, row.next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from operator import attrgetter

import attrs

from westeros_intrigue.base.values import replaced
from westeros_intrigue.btwixt.cards import Card, index_of, shared_card
from westeros_intrigue.btwixt.events import Event, Happening
from westeros_intrigue.btwixt.memory import Blocks, covered, mixed, without
from westeros_intrigue.btwixt.state import GameState, Sights, Whole
from westeros_intrigue.btwixt.table import Council, Current, Public, Step, Table

known_event: Callable[..., Event] = lru_cache(4096)(Event)
"""Return an event by all its fields; most are like one of an earlier round."""
by_id: Callable[[Card], str] = attrgetter("id")


def without_one(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return cards without one of those that are equal to a card."""
    index = index_of(cards, card)
    return cards[:index] + cards[index + 1 :]


class WorkingCopy(Whole):
    """A game that is being changed."""

    # Type checkers would infer these from what is assigned here.
    table: Public
    hands: tuple[tuple[Card, ...], ...]
    looked_at: tuple[str, ...]
    put_back: tuple[str, ...]
    blocks: tuple[Blocks, ...]
    sights: Sights

    def __init__(self, state: GameState) -> None:
        # A dict is copied in a tenth of the time of a constructor. `dict.copy` would let a state
        # share its keys with others, and Python reads such attributes more slowly.
        self.__dict__ = dict(state.__dict__)
        self.table = Public.__new__(Public)
        self.table.__dict__ = dict(state.table.__dict__)

    def frozen(self) -> GameState:
        """Return the state; the working copy is used up."""
        self.table.__class__ = Table
        state = GameState.__new__(GameState)
        object.__setattr__(state, "__dict__", self.__dict__)
        return state

    def push(self, *steps: Step) -> None:
        """Put steps in front of the agenda (rule order.depth)."""
        self.table.agenda = steps + self.table.agenda

    def note(  # noqa: PLR0917 - parameters by keyword alone cost more, at the most frequent call
        self,
        kind: Happening,
        player: int | None = None,
        other: int | None = None,
        cards: tuple[Card, ...] = (),
        allies: tuple[str, ...] = (),
        councils: tuple[int, ...] = (),
        totals: tuple[int, ...] = (),
        viewers: tuple[int, ...] | None = None,
    ) -> None:
        """Write an event down, for those who see all of it and for the others."""
        table = self.table
        count = len(cards or allies)
        if viewers is not None:
            seen = Event(kind, player, other, cards, allies, councils, totals, count, viewers)
            self.sights += ((table.logged + len(table.log), seen),)
            cards, allies, viewers = (), (), ()
        event = known_event(kind, player, other, cards, allies, councils, totals, count, viewers)
        table.log += (event,)

    def leave_hand(self, seat: int, card: Card) -> None:
        self._set_hand(seat, without_one(self.hands[seat], card))

    def join_hand(self, seat: int, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Let cards join a hand, where they are like all others of their titles; return those."""
        joining = tuple([shared_card(card.id) for card in cards])
        self._set_hand(seat, tuple(sorted((*self.hands[seat], *joining), key=by_id)))
        return joining

    def _set_hand(self, seat: int, hand: tuple[Card, ...]) -> None:
        hands, sizes = list(self.hands), list(self.table.hand_sizes)
        hands[seat], sizes[seat] = hand, len(hand)
        self.hands, self.table.hand_sizes = tuple(hands), tuple(sizes)

    def see_hand(self, viewer: int, seat: int) -> None:
        """Let a leader see a hand; the card that shows it may have come to whose hand it is."""
        if viewer != seat:
            hand = self.hands[seat]
            self.note(Happening.SAW_HAND, viewer, seat, cards=hand, viewers=(viewer,))

    def take_unseen(self, taker: int, victim: int, card: Card) -> None:
        """Let a leader take a card from another's hand; who sees one of the hands sees it.

        Rules: info.hand, info.taken.
        """
        seats = {taker, victim}
        watching = {each.leader for each in self.table.lasting if each.target in seats}
        viewers = tuple(sorted(seats | watching))
        self.leave_hand(victim, card)
        self.join_hand(taker, (card,))
        self.note(Happening.TOOK, taker, victim, cards=(card,), viewers=viewers)

    def discard(self, cards: Iterable[Card]) -> None:
        """Put cards that lie nowhere else on the discard pile, or out of the game."""
        table = self.table
        alike = tuple([shared_card(card.id) for card in cards])
        for kind in table.variant.removed_kinds:
            table.removed += tuple(card for card in alike if table.box.kind(card) is kind)
            alike = tuple(card for card in alike if table.box.kind(card) is not kind)
        table.discard += alike

    def discard_from_hand(
        self, seat: int, cards: tuple[Card, ...], allies: tuple[str, ...] = ()
    ) -> None:
        """Discard cards from a hand; everybody sees them, and the ally that it is about."""
        for card in cards:
            self.leave_hand(seat, card)
        if cards:
            self.discard(cards)
            self.note(Happening.DISCARDED, seat, cards=cards, allies=allies)

    def add_to_pile(self, seat: int, card: Card) -> None:
        """Add a card to a pile; what it does until the end of the round goes with it."""
        table = self.table
        table.piles = replaced(table.piles, seat, table.piles[seat] + (card,))
        if table.lasting:
            table.lasting = tuple(
                attrs.evolve(effect, leader=seat) if effect.card == card else effect
                for effect in table.lasting
            )
            for effect in table.lasting:
                if effect.card == card and effect.target is not None:
                    self.see_hand(seat, effect.target)

    def set_ally_deck(self, allies: tuple[str, ...]) -> None:
        self.ally_deck = allies
        self.table.ally_deck_size = len(allies)

    def reveal(self, allies: Iterable[str]) -> None:
        """Let everybody see that hidden allies leave, one after the other."""
        gone = tuple(allies)
        self._let_all_learn(lambda known: without(known, gone))

    def _let_all_learn(self, change: Callable[[Blocks], Blocks]) -> None:
        """Change what everybody knows of the hidden allies."""
        blocks: list[Blocks] = []
        before: Blocks | None = None
        for known in self.blocks:
            # Most viewers know the same, and have it as the same object.
            blocks.append(blocks[-1] if known is before else change(known))
            before = known
        self.blocks = tuple(blocks)

    def top_ally(self) -> str:
        """Turn up the top ally of the deck, which must not be empty."""
        ally = self.ally_deck[0]
        self.set_ally_deck(self.ally_deck[1:])
        self.reveal((ally,))
        return ally

    def fill_row(self, size: int) -> None:
        """Turn up allies until that many lie in the row, or the deck is empty."""
        table = self.table
        new: list[str] = []
        while len(table.row) + len(new) < size and self.ally_deck:
            new.append(self.top_ally())
        if new:
            table.row += tuple(new)
            self.note(Happening.ROW, allies=tuple(new))

    def leftmost_ally(self) -> str | None:
        """Remove and return the leftmost ally of the row, else the top of the deck, else None.

        Rules: row.current.
        """
        table = self.table
        if table.row:
            ally, table.row = table.row[0], table.row[1:]
            return ally
        return self.top_ally() if self.ally_deck else None

    def introduce_next(self) -> str | None:
        """Let the next ally, revealed for an ability, become current as well, and return it.

        None stands for an empty deck (rule row.next).
        """
        table = self.table
        if table.variant.revealed_allies:
            self.fill_row(len(table.row) + 1)
        ally = self.leftmost_ally()
        if ally is not None:
            table.current = (*table.current, Current(ally, extra=True))
            self.note(Happening.INTRODUCED, allies=(ally,))
        return ally

    def look_at_allies(self, seat: int, count: int) -> int:
        """Let a leader look at the next allies; return how many those are (rule row.look)."""
        table = self.table
        row = table.row[:1]
        # The leftmost of the row is one of those looked at, and the rest come from the deck.
        drawn = self.ally_deck[: count - len(row)]
        self.looked_at = row + drawn
        size = len(self.looked_at)
        if size:
            own = covered(covered(without(self.blocks[seat], drawn), drawn), row)
            self._let_all_learn(lambda known: mixed(covered(known, row), size))
            self.blocks = replaced(self.blocks, seat, own)
            table.row = table.row[len(row) :]
            self.set_ally_deck(self.ally_deck[len(drawn) :])
            table.looked_at_size = size
            self.note(Happening.LOOKED, seat, allies=self.looked_at, viewers=(seat,))
        return size

    def look_away(self, ally: str) -> None:
        self.looked_at = tuple(other for other in self.looked_at if other != ally)
        self.table.looked_at_size = len(self.looked_at)

    def put_allies_back(self, seat: int) -> None:
        """Let a leader put the allies looked at back on top, in the order that was chosen."""
        table = self.table
        put_back, self.put_back, table.put_back_size = self.put_back, (), 0
        in_row = table.variant.revealed_allies
        viewers = None if in_row else (seat,)
        self.note(Happening.PUT_BACK, seat, allies=put_back, viewers=viewers)
        if in_row:
            table.row = put_back + table.row
            self.reveal(put_back)
            return
        self.set_ally_deck(put_back + self.ally_deck)
        own = covered(without(self.blocks[seat], put_back), put_back)
        self.blocks = replaced(self.blocks, seat, own)

    def bury(self, ally: str) -> None:
        """Put an ally that lies nowhere else on the dead pile."""
        self.table.dead = tuple(sorted((*self.table.dead, ally)))
        self.note(Happening.KILLED, allies=(ally,))

    def kill_in_council(self, ally: str) -> None:
        self._take_from_councils(ally)
        self.bury(ally)

    def place_ally(self, ally: str, council: int, tokens: tuple[int, ...] = ()) -> None:
        """Put an ally into a council, from another one if it lies there."""
        self._take_from_councils(ally)
        self._join_council(council, (ally,), tokens)

    def _join_council(
        self, council: int, allies: tuple[str, ...] = (), tokens: tuple[int, ...] = ()
    ) -> None:
        there = self.table.councils[council]
        joined = Council(there.allies + allies, there.tokens + tokens)
        self.table.councils = replaced(self.table.councils, council, joined)

    def _take_from_councils(self, ally: str) -> None:
        table = self.table
        number = table.council_of(ally)
        if number is not None:
            there = table.councils[number]
            left = Council(tuple(other for other in there.allies if other != ally), there.tokens)
            table.councils = replaced(table.councils, number, left)

    def kill_current(self) -> None:
        """Kill the ally that has been current longest, if there is one (rule token.on-ally)."""
        table = self.table
        if table.current:
            killed, *rest = table.current
            table.current = tuple(rest)
            table.supply += killed.tokens
            self.bury(killed.ally)

    def place_token(self, council: int) -> None:
        """Put the next token of the supply, which must not be empty, into a council."""
        self._join_council(council, tokens=self.table.supply[:1])
        self.table.supply = self.table.supply[1:]

    def move_token(self, council: int, to: int) -> None:
        """Move the token that came last from a council to another (rule token.pick)."""
        table = self.table
        left = table.councils[council]
        fewer = Council(left.allies, left.tokens[:-1])
        table.councils = replaced(table.councils, council, fewer)
        self._join_council(to, tokens=left.tokens[-1:])

    def token_onto_current(self) -> None:
        """Put the next token of the supply onto the ally current longest, if there are both."""
        table = self.table
        if table.current and table.supply:
            first = table.current[0]
            first = attrs.evolve(first, tokens=(*first.tokens, table.supply[0]))
            table.current = (first, *table.current[1:])
            table.supply = table.supply[1:]
            self.note(Happening.TOKEN_ON_ALLY, allies=(first.ally,))
