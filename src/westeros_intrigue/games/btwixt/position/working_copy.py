"""A game during a move: a working copy of a state, which the rules change and then freeze.

The copy lasts for one call and never leaves the package. It shares unchanged parts with the
original state. Its methods move cards, allies and tokens from place to place, and record who sees
what.

Rules: info.hand, info.memory, effect.lasting, effect.kill, token.return, advanced.removed,
info.returned, info.taken, info.ally-deck, row.next.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Iterable
from itertools import groupby

import attrs

from westeros_intrigue.gamekit.agenda import Agenda, Question, Step, Steps, Task
from westeros_intrigue.gamekit.drafts import make_copiers
from westeros_intrigue.gamekit.values import replace_item
from westeros_intrigue.games.btwixt.pieces.cards import Card, Cards, Ids, Kind, Numbers, shared_card
from westeros_intrigue.games.btwixt.position.happenings import Event, Happening, known_event
from westeros_intrigue.games.btwixt.position.moves import Moves
from westeros_intrigue.games.btwixt.position.state import (
    GameState,
    Position,
    Sights,
    Whole,
    sort_hand,
    without_one,
)
from westeros_intrigue.games.btwixt.position.table import (
    Blocks,
    Council,
    Current,
    Public,
    Table,
    mix_topmost,
    put_on_top,
    remove_seen,
)

_thaw_table, _freeze_table = make_copiers(Table, Public)


class WorkingCopy(Whole[Public], Agenda):
    """A game that is being changed."""

    # Type checkers would infer these from the assignments here.
    table: Public
    hands: tuple[Cards, ...]
    ally_deck: Ids
    looked_at: Ids
    put_back: Ids
    blocks: tuple[Blocks, ...]
    sights: Sights
    past_sights: Sights
    legal: Moves | None

    def __init__(self, state: Whole[Table] | Whole[Public]) -> None:
        self.__dict__ = dict(state.__dict__)  # as `make_copiers` does; a replay has more beside it
        self.table = _thaw_table(state.table)

    def freeze(self) -> GameState:
        """Return the state; the working copy must not be used afterwards."""
        state = _freeze(self)
        state.__dict__["table"] = _freeze_table(self.table)
        return state

    # The base class cannot know that the agenda is stored in the table.
    @property
    def agenda(self) -> Steps:
        """The coming steps, in order."""
        return self.table.agenda

    @agenda.setter
    def agenda(self, steps: Steps) -> None:  # pyright: ignore[reportIncompatibleVariableOverride]
        self.table.agenda = steps

    # These do the same as those of the base class, without the properties: at each move.

    def answer(self, seat: int, move: object) -> None:
        table = self.table
        agenda = table.agenda
        question = agenda[0]
        assert isinstance(question, Question)  # noqa: S101 - for the type checker
        table.agenda = agenda[1:]
        question.accept(self, seat, move)  # its `settle` checks that there is an event
        self.run()

    def push(self, *steps: Step) -> None:
        table = self.table
        table.agenda = steps + table.agenda

    def drop(self) -> None:
        table = self.table
        table.agenda = table.agenda[1:]

    def run(self) -> None:
        table = self.table
        self.legal = None  # listed for the question that has been answered
        while agenda := table.agenda:
            step = agenda[0]
            if isinstance(step, Task):
                table.agenda = agenda[1:]
                step.do(self)
            elif step.waits(self):
                return

    def note(  # noqa: PLR0917 - parameters by keyword alone cost more, at the most frequent call
        self,
        kind: Happening,
        player: int | None = None,
        other: int | None = None,
        cards: Cards = (),
        allies: Ids = (),
        councils: Numbers = (),
        totals: Numbers = (),
        viewers: Numbers | None = None,
    ) -> None:
        """Make an event and log it."""
        count = len(cards or allies)
        if viewers is None:  # as nearly always: without another call
            event = known_event(kind, player, other, cards, allies, councils, totals, count, None)
            self.table.log += (event,)
        else:
            self.log_event(
                Event(kind, player, other, cards, allies, councils, totals, count, viewers)
            )

    def log_event(self, event: Event) -> None:
        """Log an event, and all of it for the seats that see more than the public."""
        table = self.table
        if event.viewers is not None:
            self.sights += ((len(table.past) + len(table.log), event),)
            event = event.for_all()
        table.log += (event,)

    def close_log(self) -> None:
        """Begin the log of a new season."""
        table = self.table
        table.past += table.log
        table.log = ()
        self.past_sights += self.sights
        self.sights = ()

    # The numbers of hidden cards and allies are public, so they are counted wherever these move.

    def set_hands(self, hands: tuple[Cards, ...]) -> None:
        self.hands = hands
        self.table.hand_sizes = tuple(map(len, hands))

    def set_hand(self, seat: int, hand: Cards) -> None:
        hands, sizes = list(self.hands), list(self.table.hand_sizes)
        hands[seat], sizes[seat] = hand, len(hand)
        self.hands, self.table.hand_sizes = tuple(hands), tuple(sizes)

    def set_packs(self, packs: tuple[Cards, ...]) -> None:
        self.packs = packs
        self.table.pack_sizes = tuple(map(len, packs))

    def set_asides(self, asides: tuple[Cards, ...]) -> None:
        self.asides = asides
        self.table.aside_sizes = tuple(map(len, asides))

    def set_deck(self, deck: Cards) -> None:
        self.deck = deck
        self.table.deck_size = len(deck)

    def set_ally_deck(self, allies: Ids) -> None:
        self.ally_deck = allies
        self.table.ally_deck_size = len(allies)

    def set_looked_at(self, allies: Ids) -> None:
        self.looked_at = allies
        self.table.looked_at_size = len(allies)

    def set_put_back(self, allies: Ids) -> None:
        self.put_back = allies
        self.table.put_back_size = len(allies)

    def leave_hand(self, seat: int, card: Card) -> None:
        self.set_hand(seat, without_one(self.hands[seat], card))

    def join_hand(self, seat: int, cards: Iterable[Card]) -> Cards:
        """Add cards, without numbers, to a hand; return them."""
        joining = tuple([shared_card(card.id) for card in cards])
        self.set_hand(seat, sort_hand(self.hands[seat] + joining))
        return joining

    def see_hand(self, viewer: int, seat: int) -> None:
        """Let a leader see a hand, unless it is their own because the card that shows it moved."""
        if viewer != seat:
            hand = self.hands[seat]
            self.note(Happening.SAW_HAND, viewer, seat, cards=hand, viewers=(viewer,))

    def take_unseen(self, taker: int, victim: int, card: Card) -> None:
        """Let a leader take a card from another's hand; leaders who see one of the hands see it.

        Rules: info.hand, info.taken.
        """
        seats = {taker, victim}
        watching = {each.leader for each in self.table.lasting if each.target in seats}
        viewers = tuple(sorted(seats | watching))
        self.leave_hand(victim, card)
        self.join_hand(taker, (card,))
        self.note(Happening.TOOK, taker, victim, cards=(card,), viewers=viewers)

    def discard(self, cards: Iterable[Card]) -> None:
        """Put cards that are nowhere else on the discard pile, or out of the game."""
        table = self.table
        discarded = tuple([shared_card(card.id) for card in cards])
        if table.variant.is_advanced:
            entry = table.box.entry
            leaders = [card for card in discarded if entry(card).kind is Kind.LEADER]
            table.removed += tuple(leaders)
            discarded = tuple([card for card in discarded if card not in leaders])
        table.discard += discarded

    def discard_from_hand(self, seat: int, cards: Cards, allies: Ids = ()) -> None:
        """Discard cards from a hand; all players see them and the ally concerned."""
        for card in cards:
            self.leave_hand(seat, card)
        if cards:
            self.discard(cards)
            self.note(Happening.DISCARDED, seat, cards=cards, allies=allies)

    def add_to_pile(self, seat: int, card: Card) -> None:
        """Add a card to a pile; its effects until the end of the round move along."""
        table = self.table
        table.piles = replace_item(table.piles, seat, table.piles[seat] + (card,))
        if not table.lasting:
            return  # as nearly always
        for index, effect in enumerate(table.lasting):
            if effect.card == card and effect.leader != seat:
                moved = attrs.evolve(effect, leader=seat)
                table.lasting = replace_item(table.lasting, index, moved)
                if effect.target is not None:
                    self.see_hand(seat, effect.target)

    def reveal(self, allies: Ids) -> None:
        """Record that hidden allies leave publicly, one by one."""
        self._let_all_learn(lambda known: remove_seen(known, allies))

    def _let_all_learn(self, change: Callable[[Blocks], Blocks]) -> None:
        """Change all players' knowledge of the hidden allies."""
        blocks: list[Blocks] = []
        for known, viewers in groupby(self.blocks):  # most viewers have the same knowledge
            blocks += [change(known)] * len([*viewers])
        self.blocks = tuple(blocks)

    def top_ally(self) -> str:
        """Reveal the top ally of the deck; the deck must not be empty."""
        ally = self.ally_deck[0]
        self.set_ally_deck(self.ally_deck[1:])
        self.reveal((ally,))
        return ally

    def fill_row(self, size: int) -> None:
        """Reveal allies until the row has `size`, or the deck is empty."""
        table = self.table
        before = len(table.row)
        while len(table.row) < size and self.ally_deck:
            table.row += (self.top_ally(),)
        if new := table.row[before:]:
            self.note(Happening.ROW, allies=new)

    def leftmost_ally(self) -> str | None:
        """Remove and return the leftmost ally of the row, or the top of the deck, or None.

        Rules: row.current.
        """
        table = self.table
        if table.row:
            ally, table.row = table.row[0], table.row[1:]
            return ally
        return self.top_ally() if self.ally_deck else None

    def introduce_next(self) -> str | None:
        """Reveal the next ally for an ability, make it current as well, and return it.

        Return None if the deck is empty (rule row.next).
        """
        table = self.table
        if table.variant.revealed_allies:
            self.fill_row(len(table.row) + 1)
        ally = self.leftmost_ally()
        if ally is not None:
            table.current = (*table.current, Current(ally, extra=True))
            self.note(Happening.INTRODUCED, allies=(ally,))
        return ally

    def look_at_allies(self, seat: int, count: int) -> None:
        """Let a leader look at the next allies (rule row.look)."""
        table = self.table
        row = table.row[:1]
        # The leftmost ally of the row is the first one; the rest come from the deck.
        drawn = self.ally_deck[: count - len(row)]
        self.set_looked_at(row + drawn)
        size = len(self.looked_at)
        if size:
            own = put_on_top(remove_seen(self.blocks[seat], drawn), self.looked_at)
            self._let_all_learn(lambda known: mix_topmost(put_on_top(known, row), size))
            self.blocks = replace_item(self.blocks, seat, own)
            table.row = table.row[len(row) :]
            self.set_ally_deck(self.ally_deck[len(drawn) :])
            self.note(Happening.LOOKED, seat, allies=self.looked_at, viewers=(seat,))

    def look_away(self, ally: str) -> None:
        self.set_looked_at(tuple([other for other in self.looked_at if other != ally]))

    def put_allies_back(self, seat: int) -> None:
        """Put the allies that a leader looked at back on top, in the chosen order."""
        table = self.table
        put_back = self.put_back
        self.set_put_back(())
        in_row = table.variant.revealed_allies
        viewers = None if in_row else (seat,)
        self.note(Happening.PUT_BACK, seat, allies=put_back, viewers=viewers)
        if in_row:
            table.row = put_back + table.row
            self.reveal(put_back)
            return
        self.set_ally_deck(put_back + self.ally_deck)
        own = put_on_top(remove_seen(self.blocks[seat], put_back), put_back)
        self.blocks = replace_item(self.blocks, seat, own)

    def bury(self, ally: str) -> None:
        """Put an ally that is nowhere else on the dead pile."""
        self.table.dead = tuple(sorted((*self.table.dead, ally)))
        self.note(Happening.KILLED, allies=(ally,))

    def place_ally(self, ally: str, council: int, tokens: Numbers = ()) -> None:
        """Put an ally into a council, perhaps from another council."""
        self.leave_councils(ally)
        self.join_council(council, (ally,), tokens)

    def join_council(self, council: int, allies: Ids = (), tokens: Numbers = ()) -> None:
        """Add allies and tokens to a council."""
        there = self.table.councils[council]
        changed = Council(there.allies + allies, there.tokens + tokens)
        self.table.councils = replace_item(self.table.councils, council, changed)

    def leave_councils(self, ally: str) -> None:
        """Take an ally out of its council, if it is in one."""
        self.table.councils = tuple(
            [
                Council(tuple([other for other in each.allies if other != ally]), each.tokens)
                if ally in each.allies
                else each
                for each in self.table.councils
            ]
        )

    def kill_current(self) -> None:
        """Kill the ally that has been current longest, if there is one (rule token.on-ally)."""
        table = self.table
        if table.current:
            killed, *rest = table.current
            table.current = tuple(rest)
            table.supply += killed.tokens
            self.bury(killed.ally)

    def token_onto_current(self) -> None:
        """Put the next token of the supply onto the longest-current ally, if both exist."""
        table = self.table
        if table.current and table.supply:
            first = table.current[0]
            changed = attrs.evolve(first, tokens=first.tokens + table.supply[:1])
            table.current = replace_item(table.current, 0, changed)
            table.supply = table.supply[1:]
            self.note(Happening.TOKEN_ON_ALLY, allies=(first.ally,))


_freeze = make_copiers(GameState, WorkingCopy)[1]

AnyPosition = Position | WorkingCopy
"""A position, or a game that is being changed."""
